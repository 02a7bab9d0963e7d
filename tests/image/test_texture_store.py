"""Textures on the GPU, read pixel by pixel: filters, repeats, mipmaps, pages of the atlas; and what stays there.

Expected pixels are computed here from the rules of sampling. Each is also compared with what another rule would give.
"""

import gc
import logging
import re
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import moderngl
import numpy as np
import pytest
from numpy.typing import NDArray

from engine.resources import Image, ImageTexture, Texture2D
from servers.display.headless import HeadlessDisplay
from servers.render.gl.textures import TextureStore
from servers.render.scene.atlas.atlas import Atlas, Place
from servers.render.scene.draw_list import FrameStats

Pixels = NDArray[np.uint8]
Floats = NDArray[np.float64]
Box = tuple[float, float, float, float]

NEAREST, LINEAR, NEAREST_MIPMAPS, LINEAR_MIPMAPS, NEAREST_ANISOTROPIC, LINEAR_ANISOTROPIC = range(1, 7)
CLAMP, REPEAT, MIRROR = 1, 2, 3
WHOLE = (0.0, 0.0, 1.0, 1.0)
TOLERANCE = 4

VERTEX = """
#version 330
uniform vec4 box;
out vec2 uv;
void main() {
    vec2 corner = vec2(gl_VertexID % 2, gl_VertexID / 2);
    uv = mix(box.xy, box.zw, corner);
    gl_Position = vec4(corner * 2.0 - 1.0, 0.0, 1.0);
}
"""
FRAGMENT = """
#version 330
uniform sampler2D picture;
in vec2 uv;
out vec4 fragment;
void main() { fragment = texture(picture, uv); }
"""


class CountingContext:
    """A moderngl context that remembers what was made with it."""

    def __init__(self, ctx: Any) -> None:
        self.ctx = ctx
        self.made: list[Any] = []

    def __getattr__(self, name: str) -> Any:
        found = getattr(self.ctx, name)
        if name not in ("texture", "sampler", "buffer", "framebuffer", "vertex_array", "program"):
            return found

        def make(*args: Any, **kwargs: Any) -> Any:
            self.made.append(found(*args, **kwargs))
            return self.made[-1]

        return make

    def living(self) -> int:
        """How many objects were made and not released."""
        return sum(not isinstance(thing.mglo, moderngl.InvalidObject) for thing in self.made)


class Bench:
    """A store with its atlas, and a program that draws what it binds."""

    def __init__(self, ctx: Any) -> None:
        self.ctx = CountingContext(ctx)
        self.atlas = Atlas()
        counted: Any = self.ctx
        self.store = TextureStore(counted, self.atlas)
        self.stats = FrameStats()
        self.program: Any = ctx.program(vertex_shader=VERTEX, fragment_shader=FRAGMENT)
        self.array = ctx.vertex_array(self.program, [])

    def frame(self) -> tuple[int, int]:
        """Begin a frame; how many uploads that took, and of how many bytes."""
        self.stats = FrameStats()
        self.atlas.refresh()
        self.store.update(self.stats)
        return self.stats.uploads, self.stats.upload_bytes

    def place(self, *images: Image) -> list[Place]:
        """Put images on pages."""
        return [place for image in images if (place := self.atlas.place(image)) is not None]

    def bind(self, texture: Texture2D | None, filter: int = NEAREST, repeat: int = CLAMP, unit: int = 0) -> None:
        self.store.bind(texture, filter, repeat, self.stats, unit)

    def drawn(self, size: tuple[int, int], box: Box = WHOLE, unit: int = 0) -> Pixels:
        """What is bound, drawn over a picture of `size`; `box` are the texture coordinates of its two corners."""
        ctx = self.ctx.ctx
        texture = ctx.texture(size, 4)
        target = ctx.framebuffer([texture])
        target.use()
        target.clear()
        ctx.enable_only(moderngl.NOTHING)
        self.program["box"] = box
        self.program["picture"] = unit
        self.array.render(moderngl.TRIANGLE_STRIP, vertices=4)
        pixels = np.frombuffer(target.read(components=4), np.uint8).reshape(size[1], size[0], 4)
        target.release()
        texture.release()
        return pixels

    def show(
        self, texture: Texture2D, size: tuple[int, int], filter: int, repeat: int = CLAMP, box: Box = WHOLE
    ) -> Pixels:
        """A texture from its own copy."""
        self.bind(texture, filter, repeat)
        return self.drawn(size, box)

    def show_page(self, place: Place, size: tuple[int, int], filter: int) -> Pixels:
        """An image from its page."""
        page, x, y, width, height = place
        side = Atlas.PAGE_SIZE
        self.store.bind_page(page, filter)
        return self.drawn(size, (x / side, y / side, (x + width) / side, (y + height) / side))

    def dispose(self) -> None:
        self.store.dispose()
        self.array.release()
        self.program.release()


@pytest.fixture
def bench() -> Iterator[Bench]:
    display = HeadlessDisplay((8, 8))
    graphics = display.graphics
    graphics.make_current()
    made = Bench(graphics.ctx)
    yield made
    made.dispose()
    assert made.ctx.living() == 0
    display.close()
    assert graphics.leaked == []


def noise(width: int, height: int, seed: int = 0) -> Image:
    return Image(np.random.default_rng(seed).integers(0, 256, (height, width, 4), np.uint8))


def wrapped(texels: NDArray[np.intp], side: int, repeat: int) -> NDArray[np.intp]:
    """Which texel of `side` is shown in the place of each."""
    if repeat == REPEAT:
        return texels % side
    if repeat == MIRROR:
        return np.where(texels // side % 2 == 0, texels % side, side - 1 - texels % side)
    return texels.clip(0, side - 1)


def sampled(
    pixels: Pixels | Floats, size: tuple[int, int], linear: bool, repeat: int = CLAMP, box: Box = WHOLE
) -> Floats:
    """What a texture shows over a picture of `size`, by the rules of sampling."""
    result = np.asarray(pixels, np.float64)
    for axis, count, first, last in ((1, size[0], box[0], box[2]), (0, size[1], box[1], box[3])):
        side = result.shape[axis]
        places = (first + (np.arange(count) + 0.5) / count * (last - first)) * side
        if not linear:
            result = result.take(wrapped(np.floor(places).astype(np.intp), side, repeat), axis)
            continue
        before = np.floor(places - 0.5).astype(np.intp)
        part = (places - 0.5 - before).reshape((-1, 1, 1) if axis == 0 else (1, -1, 1))
        one, other = (result.take(wrapped(texels, side, repeat), axis) for texels in (before, before + 1))
        result = one * (1 - part) + other * part
    return result


def halved(pixels: Pixels, times: int) -> Floats:
    """The mipmap of a level: each pixel the mean of four of the level before."""
    result = pixels.astype(np.float64)
    for _ in range(times):
        height, width = result.shape[:2]
        result = result.reshape(height // 2, 2, width // 2, 2, 4).mean(axis=(1, 3))
    return result


def alike(first: Pixels | Floats, second: Pixels | Floats) -> bool:
    return bool((np.abs(np.asarray(first, np.float64) - second) <= TOLERANCE).all())


@pytest.mark.parametrize("filter", [NEAREST, LINEAR, NEAREST_MIPMAPS, LINEAR_MIPMAPS])
def test_magnified_pixels_are_hard_or_blended(bench: Bench, filter: int) -> None:
    image = noise(8, 6)
    picture = bench.show(ImageTexture(image), (96, 72), filter)
    blended = filter in (LINEAR, LINEAR_MIPMAPS)

    assert alike(picture, sampled(image.pixels, (96, 72), blended))
    assert not alike(picture, sampled(image.pixels, (96, 72), not blended))


@pytest.mark.parametrize("filter", [NEAREST, LINEAR, NEAREST_MIPMAPS, LINEAR_MIPMAPS])
def test_minified_pixels_are_averaged_by_filters_with_mipmaps(bench: Bench, filter: int) -> None:
    image = noise(128, 64)
    picture = bench.show(ImageTexture(image), (16, 8), filter)
    plain = sampled(image.pixels, (16, 8), filter == LINEAR)
    averaged = halved(image.pixels, 3)

    mipmapped = filter >= NEAREST_MIPMAPS

    assert alike(picture, averaged if mipmapped else plain)
    assert not alike(picture, plain if mipmapped else averaged)


@pytest.mark.parametrize("filter", [NEAREST_MIPMAPS, LINEAR_MIPMAPS, NEAREST_ANISOTROPIC, LINEAR_ANISOTROPIC])
def test_what_is_minified_along_one_axis_stays_sharp_along_the_other_by_anisotropic_filters(
    bench: Bench, filter: int
) -> None:
    pixels = np.full((32, 256, 4), 255, np.uint8)
    pixels[np.arange(32) % 8 >= 4, :, :3] = 0
    picture = bench.show(ImageTexture(Image(pixels)), (32, 32), filter)
    contrast = int(picture[1::8, :, 0].min()) - int(picture[6::8, :, 0].max())

    assert (contrast > 150) == (filter >= NEAREST_ANISOTROPIC)


@pytest.mark.parametrize("linear", [False, True])
@pytest.mark.parametrize("repeat", [CLAMP, REPEAT, MIRROR])
def test_beyond_its_edges_a_texture_clamps_repeats_or_mirrors(bench: Bench, repeat: int, linear: bool) -> None:
    image = noise(8, 5)
    box = (-2.25, -1.5, 2.5, 1.75)
    picture = bench.show(ImageTexture(image), (114, 78), LINEAR if linear else NEAREST, repeat, box)

    for other in (CLAMP, REPEAT, MIRROR):
        assert alike(picture, sampled(image.pixels, (114, 78), linear, other, box)) == (other == repeat)


def test_a_sampler_is_made_once_for_a_filter_and_a_repeat(bench: Bench) -> None:
    texture = ImageTexture(noise(4, 4))
    for _ in range(3):
        for filter in range(1, 7):
            for repeat in (CLAMP, REPEAT, MIRROR):
                bench.bind(texture, filter, repeat)

    assert sum(isinstance(thing, moderngl.Sampler) for thing in bench.ctx.made) == 18


def test_mipmaps_follow_the_image(bench: Bench) -> None:
    image = noise(32, 32)
    texture = ImageTexture(image)
    bench.show(texture, (8, 8), LINEAR_MIPMAPS)
    image.set_pixels(noise(32, 32, 1).pixels)

    assert alike(bench.show(texture, (8, 8), LINEAR_MIPMAPS), halved(image.pixels, 2))


@pytest.mark.parametrize("bordered", [True, False])
@pytest.mark.parametrize("filter", [NEAREST, LINEAR])
@pytest.mark.parametrize("size", [(16, 12), (112, 84)])
def test_a_page_shows_the_same_pixels_as_a_copy_of_its_own(
    bench: Bench, size: tuple[int, int], filter: int, bordered: bool
) -> None:
    """But for the border, what lies around would be blended in where the picture is larger than the image."""
    images = [noise(16, 12, seed) for seed in range(30)]
    places = bench.place(*images)
    bench.frame()
    if not bordered:
        for image, (_, x, y, width, height) in zip(images, places, strict=True):
            around = 255 - np.pad(image.pixels, ((2, 2), (2, 2), (0, 0)), "edge")
            around[2:-2, 2:-2] = image.pixels
            bench.store._pages[0].write(around.tobytes(), (x - 2, y - 2, width + 4, height + 4))
    same = [
        alike(bench.show_page(place, size, filter), bench.show(ImageTexture(image), size, filter))
        for image, place in zip(images, places, strict=True)
    ]

    assert all(same) == (bordered or filter == NEAREST or size == (16, 12))
    assert any(same) == all(same)


def test_an_image_on_a_page_that_changed_is_written_alone(bench: Bench) -> None:
    images = [noise(10, 6, seed) for seed in range(20)]
    places = bench.place(*images)
    assert bench.frame() == (20, 20 * 14 * 10 * 4)
    assert bench.frame() == (0, 0)
    images[7].fill((0, 1, 0))

    assert bench.frame() == (1, 14 * 10 * 4)
    for image, place in zip(images, places, strict=True):
        assert (bench.show_page(place, (10, 6), NEAREST) == image.pixels).all()


def test_pages_come_and_go_with_the_images(bench: Bench) -> None:
    bench.frame()
    before = bench.ctx.living()
    images = [Image.create(256, 256) for _ in range(50)]
    for image in images:
        bench.atlas.place(image)
    bench.frame()
    assert bench.ctx.living() == before + 2
    assert len(bench.store) == 2

    del image
    images.clear()
    gc.collect()
    bench.frame()
    bench.frame()
    assert bench.ctx.living() == before
    assert len(bench.store) == 0


def test_an_own_copy_is_uploaded_once_for_each_revision(bench: Bench) -> None:
    image = noise(9, 7)
    textures = [ImageTexture(image) for _ in range(3)]
    for texture in textures:
        bench.bind(texture)
    assert (bench.stats.uploads, bench.stats.upload_bytes) == (1, 9 * 7 * 4)

    image.fill((1, 0, 0))
    bench.frame()
    for texture in textures:
        bench.bind(texture, LINEAR, REPEAT)
    assert (bench.stats.uploads, bench.stats.upload_bytes) == (1, 9 * 7 * 4)
    assert (bench.drawn((4, 4)) == (255, 0, 0, 255)).all()
    assert len(bench.store) == 1


def test_a_copy_takes_another_size_with_its_image(bench: Bench) -> None:
    texture = ImageTexture(noise(9, 7))
    bench.bind(texture)
    living = bench.ctx.living()
    texture.image.set_pixels(noise(5, 20, 1).pixels)

    assert (bench.show(texture, (5, 20), NEAREST) == texture.image.pixels).all()
    assert bench.store.size_of(texture) == (5, 20)
    assert bench.ctx.living() == living


def test_each_new_image_is_shown_though_addresses_are_used_again(bench: Bench) -> None:
    addresses: set[int] = set()
    reused = 0
    for seed in range(50):
        texture = ImageTexture(noise(4, 4, seed))
        reused += id(texture.image) in addresses
        addresses.add(id(texture.image))
        assert (bench.show(texture, (4, 4), NEAREST) == texture.image.pixels).all()
        del texture

    assert reused
    bench.frame()
    assert len(bench.store) == 0


@pytest.mark.parametrize("use", ["own copies", "pages", "both"])
def test_a_hundred_rounds_of_images_leave_as_many_gl_objects_as_one(bench: Bench, use: str) -> None:
    kept = noise(8, 8)
    bench.atlas.place(kept)
    counts = []
    for number in range(100):
        textures = [ImageTexture(noise(6, 6, number + seed)) for seed in range(4)]
        for texture in textures:
            if use != "pages":
                bench.bind(texture, LINEAR_MIPMAPS, MIRROR)
            if use != "own copies":
                bench.atlas.place(texture.image)
        bench.frame()
        del texture
        textures.clear()
        gc.collect(0)
        bench.frame()
        counts.append(bench.ctx.living())

    assert counts == [counts[0]] * 100


def test_no_texture_is_white_on_any_unit(bench: Bench) -> None:
    bench.bind(ImageTexture(noise(4, 4)), unit=0)
    bench.bind(None, unit=3)

    assert (bench.drawn((4, 4), unit=3) == 255).all()
    assert not (bench.drawn((4, 4), unit=0) == 255).all()
    assert bench.store.size_of(None) == (1, 1)


@pytest.mark.parametrize("filter", range(1, 7))
def test_a_texture_that_is_drawn_into_is_read_where_it_is(bench: Bench, filter: int) -> None:
    pixels = noise(16, 16).pixels
    target = bench.ctx.ctx.texture((16, 16), 4, pixels.tobytes())
    texture = Texture2D()
    texture.render_target = SimpleNamespace(size=(16, 16), texture=None)
    bench.bind(texture, filter)
    assert (bench.drawn((4, 4)) == 0).all()  # nothing was drawn into it yet

    texture.render_target.texture = target
    assert alike(bench.show(texture, (112, 112), filter), sampled(pixels, (112, 112), filter % 2 == 0))
    assert alike(bench.show(texture, (16, 16), filter), pixels)
    assert bench.store.size_of(texture) == (16, 16)
    assert bench.stats.uploads == len(bench.store) == 0
    target.release()


def checker(pixels: Pixels) -> bool:
    """Whether a picture is nothing but magenta and black, about half of each."""
    magenta, black = ((pixels == color).all(axis=2).mean() for color in ((255, 0, 255, 255), (0, 0, 0, 255)))
    return bool(magenta + black == 1 and magenta == 0.5)


Make = Callable[[], Texture2D]


@pytest.mark.parametrize(
    ("make", "text"),
    [
        (lambda: ImageTexture(Image.create(65, 3)), "an Image - 65 x 3 pixels are more than the 64 each way"),
        (Texture2D, "Texture2D - .*holds no picture.*magenta checker"),
    ],
)
def test_what_cannot_be_shown_is_a_checker_and_one_line_of_log(
    bench: Bench, make: Make, text: str, caplog: pytest.LogCaptureFixture
) -> None:
    bench.store._largest_side = 64
    textures = [make(), make()]
    with caplog.at_level(logging.WARNING, "sapwood.render"):
        pictures = [bench.show(texture, (64, 64), LINEAR_MIPMAPS) for texture in textures for _ in range(3)]

    assert all(map(checker, pictures))
    [message] = caplog.messages
    assert re.match(text, message)


def test_the_largest_picture_is_what_the_graphics_card_says(bench: Bench) -> None:
    assert bench.store._largest_side == bench.ctx.info["GL_MAX_TEXTURE_SIZE"] >= 1024
