"""SceneViewport: what a window shows of it, what draws asks of it, and events that come from the window."""

from collections.abc import Iterator
from typing import Any

import pytest

from engine.core.errors import InvalidTypeError, InvalidValueError
from engine.input import InputEventKey, InputEventMouseButton, InputEventMouseMotion, InputEventScreenTouch
from engine.math import Vector2
from engine.tree.scene_tree import SceneTree
from engine.tree.viewport import SceneViewport

Mode, Aspect = SceneViewport.ContentScaleMode, SceneViewport.ContentScaleAspect


@pytest.fixture
def tree() -> Iterator[SceneTree]:
    tree = SceneTree()
    yield tree
    tree.shutdown()


def scaled(root: SceneViewport, mode: int = Mode.CANVAS_ITEMS, aspect: int = Aspect.KEEP) -> SceneViewport:
    """Content of 320 x 180."""
    root.content_scale_size = Vector2(320, 180)
    root.content_scale_mode = Mode(mode)
    root.content_scale_aspect = Aspect(aspect)
    return root


def told(root: SceneViewport) -> list[Vector2]:
    sizes: list[Vector2] = []
    root.size_changed.connect(lambda: sizes.append(root.size))
    return sizes


# --- windows -------------------------------------------------------------------------------------


def test_the_numbers_are_those_of_godots_window() -> None:
    assert [each.value for each in Mode] == [0, 1, 2]
    assert [each.name for each in Mode] == ["DISABLED", "CANVAS_ITEMS", "VIEWPORT"]
    assert [each.name for each in Aspect] == ["IGNORE", "KEEP", "KEEP_WIDTH", "KEEP_HEIGHT", "EXPAND"]
    assert [each.name for each in SceneViewport.ContentScaleStretch] == ["FRACTIONAL", "INTEGER"]
    root = SceneViewport()
    assert (root.content_scale_mode, root.content_scale_aspect, root.content_scale_stretch) == (0, 0, 0)
    assert (root.content_scale_factor, root.content_scale_size) == (1.0, Vector2(0, 0))


def test_without_a_window_the_view_is_as_large_as_it_was_made(tree: SceneTree) -> None:
    tree.root.size = Vector2(400, 200)

    assert tree.root.screen_rect == (0, 0, 400, 200)
    assert tree.root.target_size == (400, 200)


def test_a_window_is_shown_as_the_content_scale_says(tree: SceneTree) -> None:
    root = scaled(tree.root)
    root.fit_window((400, 180), (800, 360))

    assert (root.size, root.screen_rect, root.target_size) == ((320, 180), (80, 0, 640, 360), (640, 360))
    root.content_scale_mode = Mode.VIEWPORT
    assert (root.size, root.screen_rect, root.target_size) == ((320, 180), (80, 0, 640, 360), (320, 180))
    root.content_scale_aspect = Aspect.EXPAND
    assert (root.size, root.screen_rect, root.target_size) == ((400, 180), (0, 0, 800, 360), (400, 180))
    root.content_scale_factor = 2.0
    assert (root.size, root.target_size) == ((200, 90), (200, 90))
    root.content_scale_mode = Mode.DISABLED
    assert (root.size, root.target_size) == ((200, 90), (800, 360))


def test_without_a_window_the_present_size_stands_for_one(tree: SceneTree) -> None:
    tree.root.size = Vector2(800, 360)
    root = scaled(tree.root)

    assert (root.size, root.screen_rect) == ((320, 180), (80, 0, 640, 360))
    root.fit_window((640, 480))
    assert (root.size, root.screen_rect) == ((320, 180), (0, 60, 640, 360))


def test_a_size_that_is_set_fills_the_window_until_that_changes(tree: SceneTree) -> None:
    root = scaled(tree.root)
    root.fit_window((800, 360))
    root.size = Vector2(100, 50)
    assert (root.size, root.screen_rect, root.target_size) == ((100, 50), (0, 0, 800, 360), (800, 360))

    root.fit_window((640, 360))
    assert (root.size, root.screen_rect) == ((320, 180), (0, 0, 640, 360))


def test_a_replay_sees_what_was_recorded_in_whatever_window(tree: SceneTree) -> None:
    root = tree.root
    root.fit_window((400, 200))
    sizes = told(root)
    root.fit_window((800, 300), keep_size=True)

    assert root.size == (400, 200)
    assert (root.screen_rect, sizes) == ((0, 0, 800, 300), [])


def test_other_viewports_than_the_root_are_not_scaled(tree: SceneTree) -> None:
    inner = scaled(tree.root.add_child(SceneViewport(size=(50, 40))))

    assert (inner.size, inner.screen_rect) == ((50, 40), (0, 0, 50, 40))


def test_a_new_size_is_told_once_and_so_is_another_number_of_pixels(tree: SceneTree) -> None:
    root = tree.root
    root.fit_window((640, 360))
    sizes = told(root)
    scaled(root)  # the size comes first and changes nothing; the mode does; with that window the aspect does not
    assert sizes == [(320, 180)]
    root.fit_window((1280, 720))
    assert sizes == [(320, 180), (320, 180)]  # twice the pixels
    root.fit_window((1280, 720))
    root.content_scale_factor = 1.0

    assert len(sizes) == 2


@pytest.mark.parametrize("size", [(0, 10), (10, -1), (10.5, 10), (1e10, 10)])
def test_a_window_that_cannot_be_is_refused(tree: SceneTree, size: Any) -> None:
    with pytest.raises(InvalidValueError, match=r"/root\.fit_window\(size\) must be whole numbers, 1 or more, got"):
        tree.root.fit_window(size)
    with pytest.raises(InvalidValueError, match=r"fit_window\(pixels\) must be whole numbers"):
        tree.root.fit_window((10, 10), size)

    assert tree.root.size == (1152, 648)


@pytest.mark.parametrize("size", [(-1, 5), (0.5, 5), (16385, 5)])
def test_content_is_measured_in_whole_pixels(tree: SceneTree, size: Any) -> None:
    with pytest.raises(InvalidValueError, match=r"content_scale_size must be two whole numbers from 0 to 16,384, got"):
        tree.root.content_scale_size = size


@pytest.mark.parametrize("factor", [0, -1, 0.001, 1000])
def test_a_factor_has_its_bounds(tree: SceneTree, factor: float) -> None:
    with pytest.raises(InvalidValueError, match=r"content_scale_factor must be from 0\.01 to 100, got"):
        tree.root.content_scale_factor = factor


def test_an_unknown_mode_is_refused(tree: SceneTree) -> None:
    with pytest.raises(InvalidValueError, match="content_scale_mode must be one of DISABLED 0, CANVAS_ITEMS 1, VIEW"):
        tree.root.content_scale_mode = 3  # type: ignore[assignment]


def test_a_restored_tree_is_shown_in_the_window_that_there_is_now(tree: SceneTree) -> None:
    root = scaled(tree.root)
    root.fit_window((640, 360))
    snapshot = tree.snapshot()
    root.content_scale_aspect = Aspect.IGNORE
    root.fit_window((800, 360))
    tree.restore(snapshot)

    assert root.content_scale_aspect == Aspect.KEEP
    assert root.screen_rect == (80, 0, 640, 360)


# --- events --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("at", "seen"),
    [((40, 0), (0, 0)), ((200, 90), (160, 90)), ((360, 180), (320, 180)), ((0, 90), (-40, 90)), ((400, 0), (360, 0))],
)
def test_mouse_positions_are_carried_over_into_the_scene_beyond_the_bars_too(
    tree: SceneTree, at: tuple[float, float], seen: tuple[float, float]
) -> None:
    root = scaled(tree.root)
    root.fit_window((400, 180), (800, 360))

    event = root._from_window(InputEventMouseButton(button_index=1, pressed=True, position=at, global_position=at))

    assert isinstance(event, InputEventMouseButton)
    assert (event.position, event.global_position, event.pressed) == (seen, seen, True)


def test_motions_are_scaled_on_each_axis(tree: SceneTree) -> None:
    root = scaled(tree.root, aspect=Aspect.IGNORE)
    root.fit_window((640, 180))

    event = root._from_window(InputEventMouseMotion(position=(64, 18), relative=(10, 10), velocity=(20, 20)))

    assert isinstance(event, InputEventMouseMotion)
    assert (event.position, event.relative, event.velocity) == ((32, 18), (5, 10), (10, 20))


def test_touches_are_carried_over_and_keys_are_as_they_were(tree: SceneTree) -> None:
    root = scaled(tree.root)
    key, touch = InputEventKey(pressed=True), InputEventScreenTouch(position=(64, 18))
    root.fit_window((640, 360))

    carried = root._from_window(touch)
    assert isinstance(carried, InputEventScreenTouch)
    assert carried.position == (32, 9)
    assert root._from_window(key) is key


def test_where_points_are_seen_events_are_as_they_were(tree: SceneTree) -> None:
    event = InputEventMouseMotion(position=(64, 18))
    assert tree.root._from_window(event) is event
    tree.root.fit_window((640, 360), (1280, 720))

    assert tree.root._from_window(event) is event


# --- what draws asks -----------------------------------------------------------------------------


def test_what_is_drawn_by_default() -> None:
    viewport = SceneViewport()

    assert viewport.canvas_cull_mask == 0xFFFFFFFF
    assert viewport.canvas_item_default_texture_filter == SceneViewport.DefaultCanvasItemTextureFilter.LINEAR
    assert viewport.canvas_item_default_texture_repeat == SceneViewport.DefaultCanvasItemTextureRepeat.DISABLED
    assert (viewport.snap_2d_transforms_to_pixel, viewport.snap_2d_vertices_to_pixel) == (False, False)


def test_layers_are_drawn_or_not_bit_by_bit() -> None:
    viewport = SceneViewport(canvas_cull_mask=0b101)
    viewport.set_canvas_cull_mask_bit(1, True)
    viewport.set_canvas_cull_mask_bit(2, False)

    assert viewport.canvas_cull_mask == 0b011
    assert [viewport.get_canvas_cull_mask_bit(layer) for layer in range(3)] == [True, True, False]
    viewport.canvas_cull_mask = -1
    assert viewport.canvas_cull_mask == 0xFFFFFFFF


@pytest.mark.parametrize("layer", [-1, 32])
def test_a_layer_that_there_is_not_is_refused(layer: int) -> None:
    with pytest.raises(InvalidValueError, match=r"set_canvas_cull_mask_bit\(layer\) must be from 0 to 31"):
        SceneViewport().set_canvas_cull_mask_bit(layer, True)
    with pytest.raises(InvalidValueError, match=r"get_canvas_cull_mask_bit\(layer\) must be from 0 to 31"):
        SceneViewport().get_canvas_cull_mask_bit(layer)


def test_a_bit_is_on_or_off() -> None:
    with pytest.raises(InvalidTypeError, match=r"set_canvas_cull_mask_bit\(enable\) must be True or False"):
        SceneViewport().set_canvas_cull_mask_bit(0, "on")  # type: ignore[arg-type]
