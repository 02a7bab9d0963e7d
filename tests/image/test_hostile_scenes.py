"""Scenes with something in them that cannot be drawn: the rest is drawn, and the log says so once."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.app import App
from engine.core.errors import InvalidValueError, ServerError
from engine.resources import Image, ImageTexture, ResourceLoader
from engine.resources.shading.shader import Shader
from engine.resources.shading.shader_material import ShaderMaterial
from engine.resources.textures.atlas_texture import AtlasTexture
from nodes import BackBufferCopy, CanvasGroup, Node2D, Parallax2D, Polygon2D, Sprite2D, SubViewport
from scenes import PackedScene
from servers.display.headless import HeadlessDisplay
from tests.image.rules import GREY

MakeApp = Callable[..., App]
Build = Callable[[Node2D], object]
SIDE = 64
RED, BLUE, CLEAR = (255, 0, 0), (0, 0, 255), tuple(round(255 * part) for part in GREY)


def square(color: Any = "red", side: int = 40) -> ImageTexture:
    return ImageTexture(Image.create(side, side, color))


def pixels(app: App) -> NDArray[np.uint8]:
    return app.screenshot().pixels[:, :, :3]


def drawn(app: App, build: Build | None = None) -> NDArray[np.uint8]:
    """What a scene looks like in its fourth frame, with a red square in it that nothing is wrong with."""
    root = app.tree.root.add_child(Node2D())
    root.add_child(Sprite2D(texture=square(), centered=False))
    if build is not None:
        build(root.add_child(Node2D(name="Bad")))
    for _ in range(3):
        app.tree.tick(1 / 60)
        app.render.draw()
    return pixels(app)


def messages(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]


def shaded(code: str) -> ShaderMaterial:
    material = ShaderMaterial()
    material.shader = Shader()
    material.shader.code = code
    return material


# --- what is nowhere, or nothing -------------------------------------------------------------------------------------


def lost(parent: Node2D) -> None:
    """1e300 times 1e300 is beyond all numbers."""
    for _ in range(3):
        outer = parent.add_child(Sprite2D(texture=square("blue"), position=(50, 50), scale=(1e300, 1e300)))
        outer.add_child(Sprite2D(texture=square("blue"), scale=(1e300, 1e300)))


def region(parent: Node2D) -> None:
    parent.add_child(Sprite2D(texture=square("blue"), region_enabled=True, region_rect=(9, 9, -9, -9), visible=False))
    texture = AtlasTexture()
    texture.atlas, texture.region = square("blue"), (20, 20, -10, -10)
    parent.add_child(Sprite2D(texture=texture, position=(200, 200)))


class HugeShapes(Node2D):
    """Draws as large as can be, turned around, and nothing."""

    def on_draw(self) -> None:
        self.draw_rect((1e30, 1e30, -1e29, -1e29), "blue")
        self.draw_circle((1e30, 0), 1e29, "blue")
        self.draw_line((1e30, 1e30), (1e30, 1e30), "blue")
        self.draw_rect((50, 50, 0, 0), "blue")
        self.draw_circle((0, 0), 1e30, "transparent")


HARMLESS: dict[str, Build] = {
    "scaled to nothing": lambda bad: bad.add_child(Sprite2D(texture=square("blue"), scale=(0, 0))),
    "scaled to a line": lambda bad: bad.add_child(Sprite2D(texture=square("blue"), scale=(0, 1), position=(50, 50))),
    "far away": lambda bad: bad.add_child(Sprite2D(texture=square("blue"), position=(1e30, -1e30))),
    "a negative region": region,
    "huge shapes": lambda bad: bad.add_child(HugeShapes()),
    "huge shapes, scaled": lambda bad: bad.add_child(HugeShapes(scale=(1e30, 1e30))),
    "a group far away": lambda bad: bad.add_child(CanvasGroup()).add_child(
        Sprite2D(texture=square("blue"), position=(1e30, 1e30))
    ),
    "copies far apart": lambda bad: bad.add_child(Parallax2D(repeat_size=(1e30, 1e30), repeat_times=2)).add_child(
        Sprite2D(texture=square("blue"), position=(200, 200))
    ),
    "a copy of a huge part of the screen": lambda bad: bad.add_child(
        BackBufferCopy(rect=(-1e30, -1e30, 2e30, 2e30), scale=(1e30, 1e30))
    ),
}


@pytest.mark.parametrize("case", HARMLESS)
@pytest.mark.parametrize("snaps", [False, True])
def test_what_is_nowhere_to_be_seen_changes_nothing_and_is_not_worth_a_word(
    make_app: MakeApp, caplog: pytest.LogCaptureFixture, case: str, snaps: bool
) -> None:
    app = make_app(SIDE, SIDE)
    app.tree.root.snap_2d_transforms_to_pixel = app.tree.root.snap_2d_vertices_to_pixel = snaps
    with np.errstate(over="raise", invalid="raise"):
        picture = drawn(app, HARMLESS[case])

    assert (picture == drawn(make_app(SIDE, SIDE))).all()
    assert messages(caplog) == []


def in_a_group(kind: type[Node2D], **properties: Any) -> Build:
    def build(parent: Node2D) -> None:
        lost(parent.add_child(kind(**properties)))

    return build


LOST: dict[str, Build] = {
    "in a node": lost,
    "in a group": in_a_group(CanvasGroup),
    "sorted by y": in_a_group(Node2D, y_sort_enabled=True),
    "sorted by y, turned": in_a_group(Node2D, y_sort_enabled=True, rotation=1.0),
    "repeated": in_a_group(Parallax2D, repeat_size=(16, 16), repeat_times=3),
    "clipped": in_a_group(Sprite2D, texture=square(), position=(20, 20), clip_children=2),
}


@pytest.mark.parametrize("case", LOST)
@pytest.mark.parametrize("snaps", [False, True])
def test_an_item_that_is_beyond_all_numbers_is_left_out_and_told_of_once(
    make_app: MakeApp, caplog: pytest.LogCaptureFixture, case: str, snaps: bool
) -> None:
    app = make_app(SIDE, SIDE)
    app.tree.root.snap_2d_transforms_to_pixel = app.tree.root.snap_2d_vertices_to_pixel = snaps
    with np.errstate(over="raise", invalid="raise"):
        picture = drawn(app, LOST[case])
        for _ in range(3):  # things move: everything is placed anew
            app.tree.root.get_node("Node2D", Node2D).position += (0, 0.001)
            app.tree.tick(1 / 60)
            app.render.draw()

    assert (picture == drawn(make_app(SIDE, SIDE))).all()
    [message] = messages(caplog)
    assert re.match(r"<Sprite2D '/root/Node2D/Bad/\S*'> - its transform on the canvas, \[.*inf.*\], is beyond", message)


@pytest.mark.parametrize("value", [float("nan"), float("inf")])
def test_what_is_no_number_does_not_get_into_a_scene(make_app: MakeApp, value: float) -> None:
    app = make_app(SIDE, SIDE)
    sprite = app.tree.root.add_child(Sprite2D(texture=square(), centered=False))
    for name in ("position", "scale"):
        with pytest.raises(InvalidValueError, match=rf"{name} must be two finite numbers"):
            setattr(sprite, name, (value, 0))
    with pytest.raises(InvalidValueError, match=r"positions must be finite numbers"):
        app.tree.transforms.view([sprite]).positions = [(value, 0)]
    app.tree.tick(1 / 60)

    assert tuple(pixels(app)[20, 20]) == RED


# --- shaders ---------------------------------------------------------------------------------------------------------

BROKEN = {
    "no shader": ("shader_type canvas_item;\nvoid fragment() { COLOR = ; }\n", r"Shader code:2: "),
    "what GLSL refuses": ("shader_type canvas_item;\nvoid fragment() {\nCOLOR = vec2(1.0);\n}\n", r"Shader code:3: "),
    "what moves vertices": (
        "shader_type canvas_item;\nvoid vertex() { VERTEX += nothing; }\n",
        r"Shader code:2: .*nothing",
    ),
}


@pytest.mark.parametrize("case", BROKEN)
def test_what_has_a_broken_shader_is_drawn_without_and_told_of_once(
    make_app: MakeApp, caplog: pytest.LogCaptureFixture, case: str
) -> None:
    code, text = BROKEN[case]
    material = shaded(code)
    app = make_app(SIDE, SIDE)
    picture = drawn(
        app, lambda bad: [bad.add_child(Sprite2D(texture=square("blue"), material=material)) for _ in range(3)]
    )

    assert tuple(picture[10, 10]) == BLUE
    assert tuple(picture[30, 30]) == RED
    [message] = messages(caplog)
    assert re.match(text, message)
    assert message.endswith(" is drawn as without this shader")


SCENE = """[gd_scene load_steps=3 format=3]

[sub_resource type="Shader" id="1"]
code = "shader_type canvas_item;
uniform float part = 1.0;
void fragment() { COLOR = vec4(0.0, 0.0, part, 1.0); }"

[sub_resource type="ShaderMaterial" id="2"]
shader_parameter/part = "much"
shader = SubResource("1")

[node name="Bad" type="Polygon2D"]
material = SubResource("2")
polygon = PackedVector2Array(0, 0, 20, 0, 20, 20, 0, 20)
"""


def test_a_uniform_of_the_wrong_type_in_a_file_has_its_default_and_is_told_of_once(
    make_app: MakeApp, caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    (tmp_path / "bad.tscn").write_text(SCENE)
    scene = ResourceLoader(tmp_path).load("res://bad.tscn", PackedScene)
    app = make_app(SIDE, SIDE)
    picture = drawn(app, lambda bad: bad.add_child(scene.instantiate()))

    assert tuple(picture[10, 10]) == BLUE
    assert tuple(picture[30, 30]) == RED
    [message] = messages(caplog)
    assert re.search(r"part .*'much'", message)


# --- sizes -----------------------------------------------------------------------------------------------------------


def limit(app: App, side: int) -> None:
    """Do as if the graphics card took no more than `side` pixels each way."""
    backend: Any = app.render.backend
    backend._textures._largest_side = backend._surfaces.largest_side = side


def test_a_picture_that_the_graphics_card_does_not_take_is_a_checker_and_told_of_once(
    make_app: MakeApp, caplog: pytest.LogCaptureFixture
) -> None:
    app = make_app(SIDE, SIDE)
    limit(app, 300)
    huge = ImageTexture(Image.create(301, 20, "blue"))
    properties: dict[str, Any] = {"centered": False, "texture_filter": Node2D.TextureFilter.NEAREST}
    picture = drawn(
        app, lambda bad: [bad.add_child(Sprite2D(texture=huge, position=(0, 42), **properties)) for _ in range(3)]
    )

    assert {*map(tuple, picture[42:62].reshape(-1, 3).tolist())} == {(255, 0, 255), (0, 0, 0)}
    assert tuple(picture[30, 30]) == RED
    [message] = messages(caplog)
    assert "301 x 20 pixels are more than the 300 each way" in message


@pytest.mark.parametrize("size", [(1, 1), (1, 300), (16384, 1), (1, 16384)])
def test_a_sub_viewport_of_any_size_is_a_picture_of_that_size(make_app: MakeApp, size: tuple[int, int]) -> None:
    app = make_app(SIDE, SIDE)
    viewport = app.tree.root.add_child(SubViewport(size=size))
    viewport.add_child(Sprite2D(texture=square("blue", 1), centered=False, scale=size))
    app.tree.root.add_child(Sprite2D(texture=viewport.get_texture(), centered=False))
    app.tree.tick(1 / 60)
    image = viewport.get_image()

    assert (image.width, image.height) == size
    assert (image.pixels == (*BLUE, 255)).all()
    shown = pixels(app)[: size[1], : size[0]]
    assert (shown == BLUE).all()


def test_a_sub_viewport_that_the_graphics_card_does_not_take_is_drawn_with_fewer_pixels_and_told_of_once(
    make_app: MakeApp, caplog: pytest.LogCaptureFixture
) -> None:
    app = make_app(SIDE, SIDE)
    limit(app, SIDE)

    def build(bad: Node2D) -> None:
        viewport = bad.add_child(SubViewport(size=(2 * SIDE, 20)))
        viewport.add_child(Sprite2D(texture=square("blue", SIDE), centered=False))
        bad.add_child(Sprite2D(texture=viewport.get_texture(), centered=False, position=(0, 44), scale=(0.5, 1)))

    picture = drawn(app, build)
    assert (picture[46:62, :31] == BLUE).all()  # all of it is shown in its whole size
    assert (picture[46:62, 33:] == CLEAR).all()
    assert [text for text in messages(caplog) if "128 x 20 pixels is drawn with at most 64 each way" in text]
    assert len(messages(caplog)) == 1


def test_a_screenshot_that_the_graphics_card_does_not_take_is_refused(make_app: MakeApp) -> None:
    app = make_app(SIDE, SIDE)
    limit(app, 32)

    with pytest.raises(ServerError, match=r"RenderServer.screenshot - 64 x 64 pixels are more than the 32 each way"):
        app.screenshot()
    limit(app, SIDE)
    assert pixels(app).shape == (SIDE, SIDE, 3)


def test_a_window_that_the_graphics_card_does_not_take_does_not_end_a_game_that_nobody_looks_at(
    make_app: MakeApp,
) -> None:
    app = make_app(SIDE, SIDE)
    backend = app.display._backend
    assert isinstance(backend, HeadlessDisplay)
    app.display.window_size = (16384, 16384)
    app.tree.tick(1 / 60)
    app.display.window_size = (SIDE, SIDE)

    assert tuple(drawn(app)[20, 20]) == RED


# --- sub-viewports in circles ----------------------------------------------------------------------------------------


def half(viewport: SubViewport, color: str) -> None:
    """Fill the left half of a viewport of 32 pixels each way."""
    viewport.add_child(Polygon2D(polygon=[(0, 0), (16, 0), (16, 32), (0, 32)], color=color))


def test_a_sub_viewport_that_shows_itself_is_transparent_there(make_app: MakeApp) -> None:
    app = make_app(32, 32)
    viewport = app.tree.root.add_child(SubViewport(size=(32, 32)))
    half(viewport, "red")
    viewport.add_child(Sprite2D(texture=viewport.get_texture(), centered=False, position=(8, 8)))
    app.tree.root.add_child(Sprite2D(texture=viewport.get_texture(), centered=False))
    expected = np.full((32, 32, 3), CLEAR, np.uint8)
    expected[:, :16] = RED
    for _ in range(4):
        app.tree.tick(1 / 60)
        app.render.draw()
        assert (pixels(app) == expected).all()


def test_of_two_sub_viewports_that_show_one_another_the_first_drawn_shows_the_other_as_it_was(
    make_app: MakeApp,
) -> None:
    app = make_app(64, 32)
    one = app.tree.root.add_child(SubViewport(name="One", size=(32, 32)))
    other = app.tree.root.add_child(SubViewport(name="Other", size=(32, 32)))
    for viewport, shown, color, x in ((one, other, "red", 0), (other, one, "blue", 32)):
        half(viewport, color)
        viewport.add_child(Sprite2D(texture=shown.get_texture(), centered=False, position=(16, 0)))
        app.tree.root.add_child(Sprite2D(texture=viewport.get_texture(), centered=False, position=(x, 0)))
    expected = np.empty((32, 64, 3), np.uint8)
    expected[:, :16], expected[:, 16:32], expected[:, 32:48], expected[:, 48:] = RED, BLUE, BLUE, CLEAR
    app.tree.tick(1 / 60)
    assert (pixels(app) == expected).all()  # in the first frame there is nothing yet of the other

    expected[:, 48:] = RED
    for _ in range(3):
        app.tree.tick(1 / 60)
        assert (pixels(app) == expected).all()
