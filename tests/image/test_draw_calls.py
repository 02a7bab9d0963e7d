"""How many draw calls a frame takes, and what is drawn in one, counted by a spy on moderngl."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engine.app import App
from engine.resources import ImageTexture
from engine.resources.shading.canvas_item_material import CanvasItemMaterial
from engine.resources.shading.shader_material import ShaderMaterial
from engine.tree.scene_tree import SceneTree
from nodes import Node2D
from tests.image.gpu_scenes import (
    LARGE,
    PAGE,
    SMALL,
    STRIP_INDICES,
    add,
    everything,
    frame,
    picture,
    sprite,
    tinting,
)
from tests.image.gpu_spy import GPUSpy, Write
from tests.image.scenes import SCENES

MakeApp = Callable[..., App]


@pytest.fixture
def spy(monkeypatch: pytest.MonkeyPatch) -> GPUSpy:
    return GPUSpy(monkeypatch)


def bound(spy: GPUSpy) -> list[tuple[int, int]]:
    """The sizes of the textures that the draw calls read."""
    return [draw.textures[0] for draw in spy.draws]


# --- calls ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [*SCENES, "everything"])
def test_the_statistics_count_the_calls_that_are_made(make_app: MakeApp, spy: GPUSpy, name: str) -> None:
    app = make_app()
    build: Callable[[SceneTree], object] = everything if name == "everything" else SCENES[name]
    build(app.tree)
    for _ in range(2):
        frame(app, spy)
        assert app.render.stats.draw_calls == len(spy.draws) > 0
    if name == "everything":
        assert len(spy.draws) > 15


@pytest.mark.parametrize(("side", "calls"), [(LARGE, 3), (SMALL, 1)])
def test_a_texture_between_two_of_another_is_a_batch_of_its_own_and_a_call_where_both_are_large(
    make_app: MakeApp, spy: GPUSpy, side: int, calls: int
) -> None:
    app = make_app()
    one, other = picture(side), picture(side, 1)
    add(app, sprite(one), sprite(other), sprite(one))
    frame(app, spy)

    assert app.render.stats.batches == 3
    assert len(spy.draws) == calls
    assert sum(draw.vertices for draw in spy.draws) == 3 * STRIP_INDICES


def test_neighbours_of_one_large_texture_are_one_call(make_app: MakeApp, spy: GPUSpy) -> None:
    app = make_app()
    one, other = picture(LARGE), picture(LARGE, 1)
    add(app, sprite(one), sprite(one), sprite(other))
    frame(app, spy)

    assert [draw.vertices for draw in spy.draws] == [2 * STRIP_INDICES, STRIP_INDICES]


def test_a_thousand_sprites_of_a_thousand_small_images_take_three_calls_at_most(make_app: MakeApp, spy: GPUSpy) -> None:
    app = make_app()
    add(app, *(sprite(picture(seed=i), 8 * (i % 40), 8 * (i // 40)) for i in range(1000)))
    frame(app, spy)

    assert len(spy.draws) <= 3
    assert sum(draw.vertices for draw in spy.draws) == 1000 * STRIP_INDICES
    assert set(bound(spy)) == {PAGE}
    assert app.render.stats.batches == 1000


# --- what shares a page ----------------------------------------------------------------------------------------------


class Painter(Node2D):
    """Draws a texture over a triangle, from a part of it."""

    texture: Any = None
    reach = 1.0
    tiled = False

    def on_draw(self) -> None:
        corners = [(0, 0), (40, 0), (0, 40)]
        if self.tiled:
            self.draw_texture_rect(self.texture, (0, 0, 80, 80), True)
        else:
            self.draw_polygon(
                corners, ["white"], [(x / 40 * self.reach, y / 40 * self.reach) for x, y in corners], self.texture
            )


def painter(texture: ImageTexture, reach: float = 1.0, tiled: bool = False) -> Painter:
    made = Painter()
    made.texture, made.reach, made.tiled = texture, reach, tiled
    return made


Repeat, Filter = Node2D.TextureRepeat, Node2D.TextureFilter
Make = Callable[[ImageTexture], Node2D]
PLAIN: dict[str, Make] = {
    "as it is": sprite,
    "nearest": lambda texture: sprite(texture, texture_filter=Filter.LINEAR),
    "turned and coloured": lambda texture: sprite(texture, rotation=1.0, modulate="red", flip_h=True),
    "a part": lambda texture: sprite(texture, region_enabled=True, region_rect=(2, 2, 8, 8)),
    "a polygon": painter,
}
OWN: dict[str, Make] = {
    "repeated": lambda texture: sprite(texture, texture_repeat=Repeat.ENABLED),
    "mirrored": lambda texture: sprite(texture, texture_repeat=Repeat.MIRROR),
    "nearest with mipmaps": lambda texture: sprite(texture, texture_filter=Filter.NEAREST_WITH_MIPMAPS),
    "linear with mipmaps": lambda texture: sprite(texture, texture_filter=Filter.LINEAR_WITH_MIPMAPS),
    "anisotropic": lambda texture: sprite(texture, texture_filter=Filter.LINEAR_WITH_MIPMAPS_ANISOTROPIC),
    "by a shader": lambda texture: sprite(texture, material=tinting()),
    "outside of 0 to 1": lambda texture: painter(texture, reach=2.0),
    "tiled": lambda texture: painter(texture, tiled=True),
}


@pytest.mark.parametrize("use", PLAIN)
def test_small_textures_that_are_used_plainly_share_a_page(make_app: MakeApp, spy: GPUSpy, use: str) -> None:
    app = make_app()
    add(app, sprite(picture()), PLAIN[use](picture(29, 1)), sprite(picture(seed=2)))
    frame(app, spy)

    assert bound(spy) == [PAGE]
    assert (29, 29) not in spy.textures()


@pytest.mark.parametrize("use", OWN)
def test_a_texture_that_is_used_otherwise_has_a_copy_of_its_own(make_app: MakeApp, spy: GPUSpy, use: str) -> None:
    app = make_app()
    add(app, sprite(picture()), OWN[use](picture(29, 1)), sprite(picture(seed=2)))
    frame(app, spy)

    assert bound(spy) == [PAGE, (29, 29), PAGE]
    assert spy.draws[0].bound[0] is spy.draws[2].bound[0]
    assert Write("texture", 29 * 29 * 4) in spy.writes
    assert Write("texture", (29 + 4) ** 2 * 4) not in spy.writes  # with its border on the page


def test_a_texture_that_is_used_in_both_ways_is_in_both_places(make_app: MakeApp, spy: GPUSpy) -> None:
    app = make_app()
    texture = picture(29)
    add(app, sprite(texture), OWN["repeated"](texture))
    frame(app, spy)

    assert bound(spy) == [PAGE, (29, 29)]


def test_other_filters_on_one_page_split_the_calls_and_not_the_page(make_app: MakeApp, spy: GPUSpy) -> None:
    app = make_app()
    filters = (Filter.NEAREST, Filter.LINEAR, Filter.NEAREST)
    add(app, *(sprite(picture(seed=i), texture_filter=filter) for i, filter in enumerate(filters)))
    frame(app, spy)

    assert bound(spy) == [PAGE] * 3
    assert len({id(draw.bound[0]) for draw in spy.draws}) == 1
    assert spy.textures().count(PAGE) == 1


Split = Callable[[], Any]


def blending(mode: int) -> CanvasItemMaterial:
    material = CanvasItemMaterial()
    material.blend_mode = CanvasItemMaterial.BlendMode(mode)
    return material


@pytest.mark.parametrize(
    ("material", "calls"),
    [(lambda: None, 1), (lambda: blending(0), 1), (lambda: blending(1), 3), (lambda: blending(3), 3), (tinting, 3)],
    ids=["none", "mix", "add", "mul", "shader"],
)
def test_another_blend_or_shader_between_splits_the_calls(
    make_app: MakeApp, spy: GPUSpy, material: Split, calls: int
) -> None:
    app = make_app()
    texture = picture()
    add(app, sprite(texture), sprite(texture, material=material()), sprite(texture))
    frame(app, spy)

    assert len(spy.draws) == calls


def test_materials_of_one_shader_with_other_values_are_calls_of_their_own(make_app: MakeApp, spy: GPUSpy) -> None:
    app = make_app()
    texture, one = picture(), tinting()
    other = ShaderMaterial()
    other.shader = one.shader
    add(app, *(sprite(texture, material=each) for each in (one, one, other)))
    frame(app, spy)

    assert [draw.vertices for draw in spy.draws] == [2 * STRIP_INDICES, STRIP_INDICES]
    assert spy.kinds()["Program"] == programs_without_shaders(make_app, spy) + 1


def programs_without_shaders(make_app: MakeApp, spy: GPUSpy) -> int:
    """How many programs an application has that draws nothing."""
    before = spy.kinds().get("Program", 0)
    make_app()
    return spy.kinds()["Program"] - before
