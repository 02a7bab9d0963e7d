"""What is seen of a scene, and where: cameras, parallax layers, content scale, snapping; against rectangles by numpy.

Each rule has a switch, and without it the picture is another.
"""

from collections.abc import Callable
from math import pi
from typing import Any

import numpy as np
import pytest

from engine.app import App
from engine.math import Transform2D, Vector2
from engine.resources import Image, ImageTexture
from engine.resources.gradient import Gradient
from engine.resources.textures.gradient_texture_2d import GradientTexture2D
from engine.tree.viewport import SceneViewport
from nodes import Camera2D, CanvasGroup, CanvasLayer, Node2D, Parallax2D, Polygon2D, Sprite2D, SubViewport
from tests.image.rules import GREY, SIDE, Layer, alike, drawn, painted, square

MakeApp = Callable[..., App]
Build = Callable[[Any, bool], object]
"""Fills a root; the rule is on, or off."""
RED, GREEN, BLUE, BLACK = (1, 0, 0, 1), (0, 1, 0, 1), (0, 0, 1, 1), (0, 0, 0, 1)
Mode, Aspect = SceneViewport.ContentScaleMode, SceneViewport.ContentScaleAspect
Stretch = SceneViewport.ContentScaleStretch
CORNER = Camera2D.AnchorMode.FIXED_TOP_LEFT

on_and_off = pytest.mark.parametrize("rule", [True, False], ids=["on", "off"])


def ids(rules: list[tuple[Build, Any]]) -> list[str]:
    return [build.__name__ for build, _ in rules]


# --- cameras -------------------------------------------------------------------------------------


def world(root: Any) -> None:
    """Red from the origin, green to the right of it, blue below."""
    root.add_child(square(RED))
    root.add_child(square(GREEN, 32, 0))
    root.add_child(square(BLUE, 0, 32))


def centred(root: Any, rule: bool) -> None:
    world(root)
    root.add_child(Camera2D(position=(16, 16), enabled=rule))


def in_the_corner(root: Any, rule: bool) -> None:
    world(root)
    root.add_child(Camera2D(position=(16, 8), anchor_mode=CORNER if rule else Camera2D.AnchorMode.DRAG_CENTER))


def zoomed(root: Any, rule: bool) -> None:
    world(root)
    root.add_child(Camera2D(position=(24, 16), zoom=(2, 1) if rule else (1, 1)))


def turned(root: Any, rule: bool) -> None:
    world(root)
    root.add_child(Camera2D(position=(32, 32), rotation=pi / 2, ignore_rotation=not rule))


def shifted(root: Any, rule: bool) -> None:
    world(root)
    root.add_child(Camera2D(position=(32, 32), offset=(16, -8) if rule else (0, 0)))


def limited(root: Any, rule: bool) -> None:
    world(root)
    root.add_child(Camera2D(position=(0, 90), limit_left=-4, limit_bottom=72, limit_enabled=rule))


def limited_at_the_other_sides(root: Any, rule: bool) -> None:
    world(root)
    root.add_child(Camera2D(position=(90, 0), limit_right=72, limit_top=-8, limit_enabled=rule))


def dragged(root: Any, rule: bool) -> None:
    world(root)
    camera = root.add_child(Camera2D(position=(32, 32), drag_horizontal_enabled=rule, drag_right_margin=0.5))
    camera.position = (56, 32)  # of these 24 pixels half of a half of the view is margin


def dragged_up(root: Any, rule: bool) -> None:
    world(root)
    camera = root.add_child(Camera2D(position=(32, 32), drag_vertical_enabled=rule, drag_top_margin=0.25))
    camera.position = (32, 16)  # of these 16 pixels a quarter of a half of the view is margin


def held_off_its_middle(root: Any, rule: bool) -> None:
    world(root)
    camera = root.add_child(Camera2D(position=(32, 32), drag_horizontal_enabled=True, drag_left_margin=0.5))
    root.tree.tick(1 / 60)
    camera.drag_horizontal_offset = 0.5 if rule else 0.0  # of a margin of 16 pixels


def turned_smoothly(root: Any, rule: bool) -> None:
    world(root)
    camera = root.add_child(Camera2D(position=(32, 32), ignore_rotation=False, rotation_smoothing_enabled=rule))
    camera.rotation_smoothing_speed = 40
    root.tree.tick(1 / 60)
    camera.rotation = 0.75 * pi  # two thirds of which are gone in a frame


def smoothed(root: Any, rule: bool) -> None:
    world(root)
    camera = root.add_child(Camera2D(position=(32, 32), position_smoothing_enabled=rule, position_smoothing_speed=30))
    camera.position = (48, 32)  # half of which is gone in a frame


def another_viewports(root: Any, rule: bool) -> None:
    world(root)
    other = root.add_child(SceneViewport())
    other.add_child(Camera2D(position=(16, 16), custom_viewport=root if rule else None))


CAMERAS: list[tuple[Build, list[Layer]]] = [
    (centred, [(16, 16, 32, 32, RED), (48, 16, 32, 32, GREEN), (16, 48, 32, 32, BLUE)]),
    (in_the_corner, [(-16, -8, 32, 32, RED), (16, -8, 32, 32, GREEN), (-16, 24, 32, 32, BLUE)]),
    (zoomed, [(-16, 16, 64, 32, RED), (48, 16, 64, 32, GREEN), (-16, 48, 64, 32, BLUE)]),
    # A quarter clockwise for the camera is one the other way for the world: what was right is above.
    (turned, [(0, 32, 32, 32, RED), (0, 0, 32, 32, GREEN), (32, 32, 32, 32, BLUE)]),
    (shifted, [(-16, 8, 32, 32, RED), (16, 8, 32, 32, GREEN), (-16, 40, 32, 32, BLUE)]),
    (limited, [(4, -8, 32, 32, RED), (36, -8, 32, 32, GREEN), (4, 24, 32, 32, BLUE)]),
    (limited_at_the_other_sides, [(-8, 8, 32, 32, RED), (24, 8, 32, 32, GREEN), (-8, 40, 32, 32, BLUE)]),
    (dragged_up, [(0, 8, 32, 32, RED), (32, 8, 32, 32, GREEN), (0, 40, 32, 32, BLUE)]),
    (held_off_its_middle, [(-8, 0, 32, 32, RED), (24, 0, 32, 32, GREEN), (-8, 32, 32, 32, BLUE)]),
    (turned_smoothly, [(0, 32, 32, 32, RED), (0, 0, 32, 32, GREEN), (32, 32, 32, 32, BLUE)]),
    (dragged, [(-8, 0, 32, 32, RED), (24, 0, 32, 32, GREEN), (-8, 32, 32, 32, BLUE)]),
    (smoothed, [(-8, 0, 32, 32, RED), (24, 0, 32, 32, GREEN), (-8, 32, 32, 32, BLUE)]),
    (another_viewports, [(16, 16, 32, 32, RED), (48, 16, 32, 32, GREEN), (16, 48, 32, 32, BLUE)]),
]


@on_and_off
@pytest.mark.parametrize(("build", "expected"), CAMERAS, ids=ids(CAMERAS))
def test_a_camera_shows_its_part_of_the_canvas(build: Build, expected: list[Layer], rule: bool, stage: MakeApp) -> None:
    picture = drawn(stage(SIDE, SIDE), lambda tree: build(tree.root, rule))

    assert alike(picture, painted(*expected)) is rule


# --- parallax ------------------------------------------------------------------------------------


def far_away(root: Any, rule: bool) -> None:
    layer = root.add_child(Parallax2D(scroll_scale=(0.5, 0) if rule else (1, 1)))
    layer.add_child(square(RED, 32, 0))
    root.add_child(square(GREEN, 48, 32))
    root.add_child(Camera2D(anchor_mode=CORNER)).position = (32, 8)


def over_and_over(root: Any, rule: bool) -> None:
    layer = root.add_child(Parallax2D(scroll_scale=(0.5, 1), repeat_size=(24 if rule else 0, 0), repeat_times=4))
    layer.add_child(square(RED, 0, 0, 16)).add_child(square(BLUE, 0, 16, 16))
    root.add_child(Camera2D(anchor_mode=CORNER)).position = (80, 0)  # half of which is 40, 16 more than a size


def by_itself(root: Any, rule: bool) -> None:
    layer = root.add_child(Parallax2D(repeat_size=(64, 0), autoscroll=(480 if rule else 0, 0)))
    layer.add_child(square(RED, 8, 0))  # in a sixtieth of a second by 8


def at_its_limit(root: Any, rule: bool) -> None:
    end = 96 if rule else 10**7
    layer = root.add_child(Parallax2D(scroll_scale=(0.5, 1), limit_begin=(0, -(10**7)), limit_end=(end, 10**7)))
    layer.add_child(square(RED, 0, 0, 48))
    root.add_child(Camera2D(anchor_mode=CORNER)).position = (64, 0)  # 32 further than the limit


PARALLAX: list[tuple[Build, list[Layer]]] = [
    (far_away, [(16, 0, 32, 32, RED), (16, 24, 32, 32, GREEN)]),
    (over_and_over, [(x, y, 16, 16, c) for x in (-16, 8, 32) for y, c in ((0, RED), (16, BLUE))]),
    (by_itself, [(16, 0, 32, 32, RED)]),
    (at_its_limit, [(-16, 0, 48, 48, RED)]),
]


@on_and_off
@pytest.mark.parametrize(("build", "expected"), PARALLAX, ids=ids(PARALLAX))
def test_a_parallax_layer_is_where_the_camera_has_it(
    build: Build, expected: list[Layer], rule: bool, stage: MakeApp
) -> None:
    picture = drawn(stage(SIDE, SIDE), lambda tree: build(tree.root, rule))

    assert alike(picture, painted(*expected)) is rule


# --- content scale -------------------------------------------------------------------------------


def content(root: Any, width: int, height: int) -> SceneViewport:
    """Red and green beside each other at 16 x 16 each; blue below them, and white to the right, beyond 32."""
    viewport: SceneViewport = root
    viewport.content_scale_size = Vector2(width, height)
    viewport.content_scale_mode = Mode.CANVAS_ITEMS
    root.add_child(square(RED, 0, 0, 16))
    root.add_child(square(GREEN, 16, 0, 16))
    root.add_child(square(BLUE, 0, 16, 32))
    root.add_child(square((1, 1, 1, 1), 32, 0, 32))
    return viewport


def stretched(root: Any, rule: bool) -> None:
    content(root, 32, 16).content_scale_aspect = Aspect.IGNORE if rule else Aspect.KEEP


def bars_above_and_below(root: Any, rule: bool) -> None:
    content(root, 32, 16).content_scale_aspect = Aspect.KEEP if rule else Aspect.IGNORE


def bars_at_the_sides(root: Any, rule: bool) -> None:
    content(root, 16, 32).content_scale_aspect = Aspect.KEEP if rule else Aspect.IGNORE


def more_below(root: Any, rule: bool) -> None:
    content(root, 32, 16).content_scale_aspect = Aspect.KEEP_WIDTH if rule else Aspect.KEEP_HEIGHT


def more_to_the_right(root: Any, rule: bool) -> None:
    content(root, 16, 32).content_scale_aspect = Aspect.KEEP_HEIGHT if rule else Aspect.KEEP_WIDTH


def more_of_either(root: Any, rule: bool) -> None:
    content(root, 32, 16).content_scale_aspect = Aspect.EXPAND if rule else Aspect.KEEP


def by_whole_numbers(root: Any, rule: bool) -> None:
    viewport = content(root, 24, 24)
    viewport.content_scale_stretch = Stretch.INTEGER if rule else Stretch.FRACTIONAL


def twice_as_large(root: Any, rule: bool) -> None:
    viewport = content(root, 32, 32)
    viewport.content_scale_factor = 2.0 if rule else 1.0


def not_scaled(root: Any, rule: bool) -> None:
    viewport = content(root, 32, 16)
    viewport.content_scale_aspect = Aspect.KEEP
    viewport.content_scale_mode = Mode.DISABLED if rule else Mode.CANVAS_ITEMS


def in_the_scenes_own_pixels(root: Any, rule: bool) -> None:
    viewport: SceneViewport = root
    viewport.content_scale_size = Vector2(16, 16)
    viewport.content_scale_mode = Mode.VIEWPORT if rule else Mode.CANVAS_ITEMS
    root.add_child(square(RED, 4.25, 4.25, 8))


def in_the_scenes_own_pixels_between_bars(root: Any, rule: bool) -> None:
    viewport: SceneViewport = root
    viewport.content_scale_size = Vector2(16, 8)
    viewport.content_scale_mode = Mode.VIEWPORT if rule else Mode.CANVAS_ITEMS
    viewport.content_scale_aspect = Aspect.KEEP
    root.add_child(square(RED, 4.25, 0.25, 8))


def bars(*inside: Layer) -> list[Layer]:
    return [(0, 0, SIDE, SIDE, BLACK), *inside]


SCALES: list[tuple[Build, list[Layer]]] = [
    (stretched, [(0, 0, 32, 64, RED), (32, 0, 32, 64, GREEN)]),
    (bars_above_and_below, bars((0, 16, 32, 32, RED), (32, 16, 32, 32, GREEN))),
    (bars_at_the_sides, bars((16, 0, 32, 32, RED), (16, 32, 32, 32, BLUE))),
    (more_below, [(0, 0, 32, 32, RED), (32, 0, 32, 32, GREEN), (0, 32, 64, 32, BLUE)]),
    (more_to_the_right, [(0, 0, 32, 32, RED), (32, 0, 32, 32, GREEN), (0, 32, 64, 32, BLUE)]),
    (more_of_either, [(0, 0, 32, 32, RED), (32, 0, 32, 32, GREEN), (0, 32, 64, 32, BLUE)]),
    (by_whole_numbers, bars((8, 8, 32, 32, RED), (40, 8, 16, 32, GREEN), (8, 40, 48, 16, BLUE))),
    (twice_as_large, [(0, 0, 64, 64, RED)]),
    (
        not_scaled,
        [(0, 0, 16, 16, RED), (16, 0, 16, 16, GREEN), (0, 16, 32, 32, BLUE), (32, 0, 32, 32, (1, 1, 1, 1))],
    ),
    (in_the_scenes_own_pixels, [(16, 16, 32, 32, RED)]),
    (
        in_the_scenes_own_pixels_between_bars,
        bars((0, 16, 64, 32, (76 / 255,) * 3), (16, 16, 32, 32, RED)),
    ),
]


@on_and_off
@pytest.mark.parametrize("ratio", [1.0, 2.0])
@pytest.mark.parametrize(("build", "expected"), SCALES, ids=ids(SCALES))
def test_the_content_is_scaled_into_the_window(
    build: Build, expected: list[Layer], ratio: float, rule: bool, stage: MakeApp
) -> None:
    """With two pixels for a point, the picture has the same pixels, but where a point is what is seen."""
    side = round(SIDE / ratio)
    app = stage(side, side, pixel_ratio=ratio)
    if build is not_scaled and ratio == 2.0:
        expected = [(x * 2, y * 2, w * 2, h * 2, color) for x, y, w, h, color in expected]

    assert alike(drawn(app, lambda tree: build(tree.root, rule)), painted(*expected)) is rule


def test_bars_are_black_again_in_a_window_that_grew(make_app: MakeApp) -> None:
    app = make_app(32, 16)
    drawn(app, lambda tree: bars_above_and_below(tree.root, True))
    app.display.window_size = (SIDE, SIDE)
    app.render.draw()
    on_screen = np.frombuffer(app.display.graphics.screen.read(components=3), np.uint8).reshape(SIDE, SIDE, 3)[::-1]

    expected = painted(*bars((0, 16, 32, 32, RED), (32, 16, 32, 32, GREEN)))
    assert alike(drawn(app, lambda tree: None), expected)
    assert alike(on_screen, expected)


# --- snapping and defaults -----------------------------------------------------------------------


def picture_of(*columns: Any) -> ImageTexture:
    return ImageTexture(Image(np.array([columns], np.uint8) * 255))


def snapped_vertices(root: Any, rule: bool) -> None:
    # Corners at 7.6 and 42.6 go to 8 and 43, and the thirds in between from 19.3 and 30.9 to 19.7 and 31.3.
    root.snap_2d_vertices_to_pixel = rule
    texture = picture_of(RED, GREEN, BLUE)
    root.add_child(Sprite2D(texture=texture, centered=False, position=(7.6, 8), scale=(35 / 3, 32), texture_filter=1))


def snapped_transforms(root: Any, rule: bool) -> None:
    # The canvas at 3.6 goes to 4, the group at 2.5 to 3, what is in it at 1.3 to 1 and at 33.3 to 33.
    root.snap_2d_transforms_to_pixel = rule
    root.canvas_transform = Transform2D(0, (3.6, 0))
    group = root.add_child(Node2D(position=(2.5, 8)))
    for x, color in ((1.3, RED), (25.3, GREEN)):
        group.add_child(square(color, x, 0, 24))


def snapped_when_zoomed(root: Any, rule: bool) -> None:
    # A place of 4.45 goes to 4, which are 8 pixels, and not to 9; the canvas's 0.7 to 1.
    root.snap_2d_transforms_to_pixel = rule
    root.canvas_transform = Transform2D(0, (2, 2), 0, (0.7, 0))
    root.add_child(square(RED, 4.45, 4, 20))


def moved_as_a_whole(root: Any, rule: bool) -> None:
    root.global_canvas_transform = Transform2D(0, (8, 16) if rule else (0, 0))
    root.canvas_transform = Transform2D(0, (2, 2), 0, (0, 0))
    root.add_child(square(RED, 0, 0, 16))
    root.add_child(CanvasLayer()).add_child(square(GREEN, 32, 0, 16))


def hard_pixels(root: Any, rule: bool) -> None:
    filters = SceneViewport.DefaultCanvasItemTextureFilter
    root.canvas_item_default_texture_filter = filters.NEAREST if rule else filters.LINEAR
    root.add_child(Sprite2D(texture=picture_of(RED, GREEN), centered=False, position=(8, 8), scale=(20, 32)))


def repeated(root: Any, rule: bool) -> None:
    repeats = SceneViewport.DefaultCanvasItemTextureRepeat
    root.canvas_item_default_texture_repeat = repeats.ENABLED if rule else repeats.DISABLED
    group = root.add_child(Node2D(texture_filter=Node2D.TextureFilter.NEAREST, scale=(8, 32)))
    group.add_child(Sprite2D(texture=picture_of(RED, GREEN), centered=False, region_enabled=True)).region_rect = (
        0, 0, 4, 1,
    )  # fmt: skip


DEFAULTS: list[tuple[Build, list[Layer]]] = [
    (snapped_vertices, [(8, 8, 12, 32, RED), (20, 8, 11, 32, GREEN), (31, 8, 12, 32, BLUE)]),
    (snapped_transforms, [(8, 8, 24, 24, RED), (32, 8, 24, 24, GREEN)]),
    (snapped_when_zoomed, [(9, 8, 40, 40, RED)]),
    (moved_as_a_whole, [(8, 16, 32, 32, RED), (40, 16, 16, 16, GREEN)]),
    (hard_pixels, [(8, 8, 20, 32, RED), (28, 8, 20, 32, GREEN)]),
    (repeated, [(0, 0, 8, 32, RED), (8, 0, 8, 32, GREEN), (16, 0, 8, 32, RED), (24, 0, 8, 32, GREEN)]),
]


@on_and_off
@pytest.mark.parametrize(("build", "expected"), DEFAULTS, ids=ids(DEFAULTS))
def test_a_viewport_says_how_its_items_are_drawn(
    build: Build, expected: list[Layer], rule: bool, stage: MakeApp
) -> None:
    picture = drawn(stage(SIDE, SIDE), lambda tree: build(tree.root, rule))

    assert alike(picture, painted(*expected)) is rule


def smooth_edges(root: Any, samples: int) -> Any:
    root.msaa_2d = samples
    root.add_child(Polygon2D(polygon=[(8.25, 8.5), (56.25, 8.5), (56.25, 56.5), (8.25, 56.5)], color=RED))


@pytest.mark.parametrize("samples", [0, 1, 2, 3])
@pytest.mark.parametrize("grouped", [False, True])
def test_samples_make_edges_smooth(samples: int, grouped: bool, stage: MakeApp) -> None:
    """A row that is half covered is half red, a column that is covered by three quarters between half and all of it."""

    def build(tree: Any) -> None:
        smooth_edges(tree.root, samples)
        if grouped:
            group = tree.root.add_child(CanvasGroup())
            tree.root.get_child(0).reparent(group)

    picture = drawn(stage(SIDE, SIDE), build)
    edge = (picture[:, :, 0].astype(float) / 255 - GREY[0]) / (1 - GREY[0])
    assert (edge[10:54, 10:54] > 0.99).all()
    row, column = edge[8, 20:40].mean(), edge[20:40, 8].mean()
    if samples == 0:
        assert {float(row), float(column)} <= {0.0, 1.0}
    else:
        assert row == pytest.approx(0.5, abs=0.02)
        assert 0.5 - 0.02 <= column <= 1.0
    assert (0.2 < float(row) < 0.8) is (samples > 0)


@pytest.mark.parametrize("samples", [0, 2])
def test_a_sub_viewport_has_samples_of_its_own(samples: int, stage: MakeApp) -> None:
    app = stage(SIDE, SIDE)
    view = app.tree.root.add_child(SubViewport(size=(SIDE, SIDE), transparent_bg=True))
    smooth_edges(view, samples)
    app.tree.tick(1 / 60)

    alpha = view.get_image().pixels[8, 20:40, 3] / 255
    assert (0.2 < float(alpha.mean()) < 0.8) is (samples > 0)
    assert (view.get_image().pixels[10:54, 10:54] == (255, 0, 0, 255)).all()
    view.msaa_2d = SubViewport.MSAA.MSAA_2X if samples == 0 else SubViewport.MSAA.DISABLED
    alpha = view.get_image().pixels[8, 20:40, 3] / 255
    assert (0.2 < float(alpha.mean()) < 0.8) is (samples == 0)


@pytest.mark.parametrize("grouped", [False, True])
@pytest.mark.parametrize("rule", [True, False])
def test_a_screenshot_is_transparent_where_nothing_is_drawn(rule: bool, grouped: bool, stage: MakeApp) -> None:
    app = stage(SIDE, SIDE)
    root = app.tree.root
    root.transparent_bg = rule
    (root.add_child(CanvasGroup()) if grouped else root).add_child(square((1, 0, 0, 0.5), 8, 8))
    app.tree.tick(1 / 60)

    pixels = app.screenshot().pixels
    assert pixels[0, 0].tolist() == ([0, 0, 0, 0] if rule else [76, 76, 76, 255])
    assert abs(int(pixels[20, 20, 3]) - (128 if rule else 255)) <= 1


@on_and_off
def test_two_viewports_show_one_world(rule: bool, stage: MakeApp) -> None:
    """The left half of the screen shows it as it is, the right half three times as large."""
    app = stage(SIDE, SIDE)
    views = [SubViewport(size=(32, SIDE)) for _ in range(2)]
    for view in views:
        app.tree.root.add_child(view)
    if rule:
        views[1].world_2d = views[0].world_2d
    views[1].canvas_transform = Transform2D(0, (3, 3), 0, (0, 0))
    views[0].add_child(square(RED, 0, 0, 16))
    views[1].add_child(square(GREEN, 8, 8, 8))
    for x, view in zip((0, 32), views, strict=True):
        app.tree.root.add_child(Sprite2D(texture=view.get_texture(), centered=False, position=(x, 0)))

    expected = painted((0, 0, 16, 16, RED), (8, 8, 8, 8, GREEN), (32, 0, 32, 48, RED), (56, 24, 8, 24, GREEN))
    assert alike(drawn(app, lambda tree: None), expected) is rule


@on_and_off
@pytest.mark.parametrize("shader", [False, True])
def test_a_computed_picture_that_changes_between_tick_and_screenshot_is_shown_as_it_is(
    shader: bool, rule: bool, stage: MakeApp
) -> None:
    app = stage(SIDE, SIDE)
    gradient = Gradient()
    texture = GradientTexture2D(gradient=gradient, width=SIDE, height=SIDE)
    sprite = Sprite2D(texture=texture, centered=False)
    sprite.texture_repeat = Sprite2D.TextureRepeat.ENABLED if shader else Sprite2D.TextureRepeat.DISABLED  # no atlas
    drawn(app, lambda tree: tree.root.add_child(sprite))

    if rule:
        gradient.colors = (RED, RED)
    assert bool((app.screenshot().pixels == (255, 0, 0, 255)).all()) is rule
