"""What the rows about the canvas share: sprites on 800 x 600 pixels in memory, and the same drawn by bare moderngl.

The engine's side goes the way of a game: nodes in a SceneTree, `tick`, `draw` of the RenderServer. The bare side has a
ready array, which it uploads and draws in one call. Both begin their frame by clearing, and draw in one GL context.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from gc import collect
from time import perf_counter, thread_time
from typing import Any

import moderngl
import numpy as np
from numpy.typing import NDArray

from engine.app import App
from engine.core.clock import ManualClock
from engine.math import Vector2
from engine.resources import Image, ImageTexture
from nodes import Node2D, Sprite2D
from servers.display.headless import HeadlessDisplay

SIZE = (800, 600)
COUNT = 10_000
SIDE = 16
FRAMES = 8
"""How many places each sprite has, one after the other and then again."""
DELTA = 1 / 60
WARM_UP = 3
TOLERANCE = 4
"""By how many levels a pixel of two pictures may differ."""
MOST_APART = 0.002
"""How many of all pixels may differ by more: those that an edge just covers, or just does not."""

Places = NDArray[np.float64]

_INSTANCE = np.dtype([("basis", "<f4", (4,)), ("origin", "<f4", (2,)), ("uvs", "<f4", (4,)), ("color", "u1", (4,))])
assert _INSTANCE.itemsize == 44
_OVER = (moderngl.SRC_ALPHA, moderngl.ONE_MINUS_SRC_ALPHA, moderngl.ONE, moderngl.ONE_MINUS_SRC_ALPHA)
_VERTEX = """#version 330
in vec4 in_basis;
in vec2 in_origin;
in vec4 in_uvs;
in vec4 in_color;
uniform vec2 size;
out vec2 uv;
out vec4 color;
void main() {
    vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
    vec2 place = (in_origin + mat2(in_basis.xy, in_basis.zw) * corner) / size * 2.0 - 1.0;
    gl_Position = vec4(place.x, -place.y, 0.0, 1.0);
    uv = mix(in_uvs.xy, in_uvs.zw, corner);
    color = in_color;
}
"""
_FRAGMENT = """#version 330
in vec2 uv;
in vec4 color;
uniform sampler2D picture;
out vec4 pixel;
void main() {
    pixel = texture(picture, uv) * color;
}
"""


def places(count: int = COUNT, side: int = SIDE) -> Places:
    """Where the middle of each sprite is in each frame, (FRAMES, count, 2): anywhere, and drifting."""
    generator = np.random.default_rng(4)
    start = generator.uniform(side, np.array(SIZE) - side, (count, 2))
    drift = generator.uniform(-1.0, 1.0, (count, 2))
    return np.array([start + drift * frame for frame in range(FRAMES)])


def sprite_pixels(side: int = SIDE, seed: int = 1) -> NDArray[np.uint8]:
    """A picture of a sprite: a disc in noisy colours, its edge translucent, transparent outside."""
    noise = np.random.default_rng(seed).integers(60, 256, (side, side, 4), np.uint8)
    y, x = np.mgrid[:side, :side] - (side - 1) / 2
    noise[:, :, 3] = np.clip((side / 2 - np.hypot(x, y)) * 128, 0, 255)
    return noise


class Stage:
    """An application on a screen in memory, with sprites below one node, which move in each frame."""

    def __init__(self, pictures: list[NDArray[np.uint8]], at: Places, *, y_sorted: bool = False) -> None:
        """Sprites at the places `at`, with these pictures in turn; `y_sorted` draws them by their y."""
        self.app = App(HeadlessDisplay(SIZE), draws=True, clock=ManualClock())
        self.tree = self.app.tree
        self.ctx: moderngl.Context = self.app.display.graphics.ctx
        textures = [ImageTexture(Image(pixels)) for pixels in pictures]
        parent = self.tree.root.add_child(Node2D(y_sort_enabled=y_sorted))
        self.sprites = [
            parent.add_child(Sprite2D(texture=textures[each % len(textures)])) for each in range(at.shape[1])
        ]
        self._arrays = at
        self._vectors = [[Vector2(x, y) for x, y in frame.tolist()] for frame in at]
        self._view: Any = None
        self._frame = 0
        self.move()
        self.draw()

    def move(self) -> None:
        """Set the next place of each sprite, one by one, as a game does in its nodes."""
        for sprite, place in zip(self.sprites, self._vectors[self._next()], strict=True):
            sprite.position = place

    def move_by_view(self) -> None:
        """Set the next places of all sprites as one array."""
        if self._view is None:
            self._view = self.tree.transforms.view(self.sprites)
        self._view.positions = self._arrays[self._next()]

    def draw(self) -> None:
        """The rest of the frame: tick, and draw."""
        self.tree.tick(DELTA)
        self.app.render.draw()

    def picture(self) -> NDArray[np.uint8]:
        """What is on the screen, (height, width, 3)."""
        return _read(self.app.display.graphics.screen)

    def rewind(self) -> None:
        """Let the first place be the next."""
        self._frame = 0

    def close(self) -> None:
        """End the application."""
        self.app.close()

    def _next(self) -> int:
        self._frame += 1
        return (self._frame - 1) % FRAMES


class RawSprites:
    """The same sprites by bare moderngl: for each frame a ready array, one upload, one instanced draw."""

    def __init__(self, stage: Stage, pixels: NDArray[np.uint8], at: Places) -> None:
        """Sprites of one picture at the places `at`, in the GL context of `stage`, on a framebuffer of their own."""
        self.ctx = ctx = stage.ctx
        stage.app.display.graphics.make_current()
        side = pixels.shape[0]
        self._clear_color = (*stage.app.render.clear_color,)
        self._ready = [_instances(frame, side) for frame in at]
        self._frame = 0
        self._texture = ctx.texture((side, side), 4, pixels)
        self._sampler = ctx.sampler(repeat_x=False, repeat_y=False, filter=(moderngl.LINEAR, moderngl.LINEAR))
        self._screen = ctx.framebuffer([ctx.texture(SIZE, 4)])
        self._buffer = ctx.buffer(reserve=self._ready[0].nbytes, dynamic=True)
        self._program = ctx.program(vertex_shader=_VERTEX, fragment_shader=_FRAGMENT)
        self._array = ctx.vertex_array(
            self._program,
            [(self._buffer, "4f 2f 4f 4f1/i", "in_basis", "in_origin", "in_uvs", "in_color")],
        )

    def draw(self) -> None:
        """A whole frame."""
        ctx, ready = self.ctx, self._ready[self._frame % FRAMES]
        self._frame += 1
        self._screen.use()
        self._screen.clear(*self._clear_color)
        ctx.enable_only(moderngl.BLEND)
        ctx.blend_equation = moderngl.FUNC_ADD  # type: ignore[assignment]  # one for colour and alpha
        ctx.blend_func = _OVER  # type: ignore[assignment]  # four numbers are taken, too
        self._sampler.use(0)
        self._texture.use(0)
        self._program["size"] = SIZE
        self._buffer.orphan()
        self._buffer.write(ready)
        self._array.render(moderngl.TRIANGLE_STRIP, vertices=4, instances=len(ready))

    def picture(self) -> NDArray[np.uint8]:
        """What is on its framebuffer, (height, width, 3)."""
        return _read(self._screen)

    def rewind(self) -> None:
        """Let the first place be the next."""
        self._frame = 0

    def close(self) -> None:
        """Release everything."""
        for texture in (*self._screen.color_attachments, self._texture):
            texture.release()
        for held in (self._screen, self._sampler, self._array, self._buffer, self._program):
            held.release()


@dataclass
class Times:
    """Milliseconds of frames: what the main thread took up to the last draw, and the whole by the clock."""

    main: list[float] = field(default_factory=list)
    whole: list[float] = field(default_factory=list)


def in_turn(frames: list[tuple[Callable[[], Any], moderngl.Context]], pairs: int) -> list[Times]:
    """The times of several kinds of frames, each drawn in turn; what is still being drawn is waited for in between."""
    found = [Times() for _ in frames]
    for _ in range(WARM_UP):
        for draw, ctx in frames:
            draw()
            ctx.finish()
    collect()
    for _ in range(pairs):
        for (draw, ctx), times in zip(frames, found, strict=True):
            whole, main = perf_counter(), thread_time()
            draw()
            times.main.append((thread_time() - main) * 1e3)
            ctx.finish()
            times.whole.append((perf_counter() - whole) * 1e3)
    return found


def check_same(what: str, one: NDArray[np.uint8], other: NDArray[np.uint8]) -> None:
    """Refuse two pictures of the same thing that look different, or that show nothing: their times say nothing.

    Raises:
        AssertionError: they do; with how much.
    """
    apart = np.abs(one.astype(np.int16) - other).max(2) > TOLERANCE
    assert apart.mean() <= MOST_APART, f"{what}: the pictures differ in {apart.sum():,} of {apart.size:,} pixels"
    assert (one != one[0, 0]).any(2).mean() > 0.25, f"{what}: the picture is almost empty"


@contextmanager
def counted_draw_calls() -> Iterator[Callable[[], int]]:
    """Counts what goes to GL through moderngl's vertex arrays meanwhile."""
    calls = 0
    kept = {name: getattr(moderngl.VertexArray, name) for name in ("render", "render_indirect")}

    def spy(original: Callable[..., Any]) -> Callable[..., Any]:
        def counted(*args: Any, **kwargs: Any) -> Any:
            nonlocal calls
            calls += 1
            return original(*args, **kwargs)

        return counted

    for name, original in kept.items():
        setattr(moderngl.VertexArray, name, spy(original))
    try:
        yield lambda: calls
    finally:
        for name, original in kept.items():
            setattr(moderngl.VertexArray, name, original)


def _instances(frame: NDArray[np.float64], side: int) -> NDArray[np.void]:
    ready = np.zeros(len(frame), _INSTANCE)
    ready["basis"] = (side, 0, 0, side)
    ready["origin"] = frame - side / 2
    ready["uvs"] = (0, 0, 1, 1)
    ready["color"] = 255
    return ready


def _read(framebuffer: moderngl.Framebuffer) -> NDArray[np.uint8]:
    width, height = framebuffer.size
    return np.frombuffer(framebuffer.read(components=4), np.uint8).reshape(height, width, 4)[::-1, :, :3]
