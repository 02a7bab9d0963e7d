"""Parallax2D: where it is for each place of the camera, what comes again, and by itself."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from engine.core.errors import InvalidTypeError, InvalidValueError
from engine.math import Vector2
from engine.tree.node import Node
from engine.tree.scene_tree import SceneTree
from engine.tree.viewport import SceneViewport
from nodes.world_2d.camera.camera_2d import Camera2D
from nodes.world_2d.node_2d import Node2D
from nodes.world_2d.parallax_2d import Parallax2D

FRAME = 1 / 60


@pytest.fixture
def tree() -> Iterator[SceneTree]:
    tree = SceneTree()
    tree.root.size = Vector2(400, 200)
    yield tree
    tree.shutdown()


@pytest.fixture
def camera(tree: SceneTree) -> Camera2D:
    """A camera whose view begins at the origin."""
    return tree.root.add_child(Camera2D(position=(200, 100)))


def look_at(camera: Camera2D, x: float, y: float = 0.0) -> None:
    """Let the view begin at (x, y), and a frame go by."""
    camera.position = Vector2(200 + x, 100 + y)
    camera.tree.tick(FRAME)


# --- following -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("scale", "x"),
    [(0.0, 100.0), (0.5, 50.0), (1.0, 0.0), (2.0, -100.0), (-0.5, 150.0)],
    ids=["in the view", "half as fast", "as the rest", "twice as fast", "the other way"],
)
def test_it_goes_by_at_its_own_speed(tree: SceneTree, camera: Camera2D, scale: float, x: float) -> None:
    layer = tree.root.add_child(Parallax2D(scroll_scale=(scale, 1)))
    look_at(camera, 100, 40)

    assert layer.screen_offset == (100, 40)
    assert layer.position == (x, 0)


def test_an_offset_moves_it(tree: SceneTree, camera: Camera2D) -> None:
    layer = tree.root.add_child(Parallax2D(scroll_scale=(0.5, 0.5), scroll_offset=(7, 3)))
    look_at(camera, 100)

    assert layer.position == (57, 3)


def test_on_its_own_layer_it_does_not_follow_the_view(tree: SceneTree, camera: Camera2D) -> None:
    layer = tree.root.add_child(Parallax2D(scroll_scale=(0.5, 0.5), follow_viewport=False))
    look_at(camera, 100)

    assert layer.position == (-50, 0)


def test_it_follows_in_the_frame_in_which_the_camera_moves_wherever_that_stands(tree: SceneTree) -> None:
    before = tree.root.add_child(Parallax2D(scroll_scale=(0, 0)))
    camera = tree.root.add_child(Camera2D(position=(200, 100)))
    behind = tree.root.add_child(Parallax2D(scroll_scale=(0, 0)))

    class Mover(Node, registered=False):
        def on_process(self, delta: float) -> None:
            camera.position += (10, 0)

    tree.root.add_child(Mover())
    for frame in (1, 2):
        tree.tick(FRAME)
        assert before.position == behind.position == (10 * frame, 0)
        assert before.global_transform.origin == (10 * frame, 0)


def test_it_follows_a_smoothed_camera_where_that_shows(tree: SceneTree, camera: Camera2D) -> None:
    layer = tree.root.add_child(Parallax2D(scroll_scale=(0, 0)))
    camera.position_smoothing_enabled = True
    look_at(camera, 60)

    assert layer.position.x == pytest.approx(60 * 5 * FRAME)


def test_it_takes_the_middle_of_the_view_whatever_the_zoom(tree: SceneTree, camera: Camera2D) -> None:
    layer = tree.root.add_child(Parallax2D(scroll_scale=(0.5, 0.5)))
    camera.zoom = Vector2(2, 2)
    look_at(camera, 100)

    assert layer.screen_offset == (100, 0)


def test_a_new_one_is_at_its_place_before_the_first_frame(tree: SceneTree, camera: Camera2D) -> None:
    look_at(camera, 100)

    assert tree.root.add_child(Parallax2D(scroll_scale=(0.5, 1))).position == (50, 0)


def test_a_camera_of_another_viewport_does_not_move_it(tree: SceneTree, camera: Camera2D) -> None:
    inner = tree.root.add_child(SceneViewport(size=(10, 10))).add_child(Parallax2D(scroll_scale=(0, 0)))
    look_at(camera, 100)

    assert inner.position == (0, 0)


def test_without_the_camera_the_offset_of_the_screen_is_ones_own(tree: SceneTree, camera: Camera2D) -> None:
    layer = tree.root.add_child(Parallax2D(scroll_scale=(0.5, 0.5), ignore_camera_scroll=True))
    layer.screen_offset = Vector2(20, 0)
    look_at(camera, 100)
    assert layer.position == (10, 0)

    layer.ignore_camera_scroll = False
    tree.tick(FRAME)
    assert layer.screen_offset == (100, 0)


def test_where_things_stand_at_whole_pixels_it_does_too(tree: SceneTree, camera: Camera2D) -> None:
    layer = tree.root.add_child(Parallax2D(scroll_scale=(0, 0)))
    tree.root.snap_2d_transforms_to_pixel = True
    look_at(camera, 10.5, 10.4)

    assert layer.screen_offset == (11, 10)


def test_a_still_frame_changes_no_transform(tree: SceneTree, camera: Camera2D) -> None:
    tree.root.add_child(Parallax2D(scroll_scale=(0.5, 0.5)))
    look_at(camera, 100)
    revision = tree.transforms_2d.revision
    tree.tick(FRAME)

    assert tree.transforms_2d.revision == revision


# --- limits --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("x", "place"), [(-500, -500), (0, 0), (50, 25), (100, 50), (500, 450)])
def test_beyond_its_limits_it_stops_scrolling(tree: SceneTree, camera: Camera2D, x: float, place: float) -> None:
    # The view is 400 wide: its left edge may be from 0 to 100. Beyond, the layer moves with the view.
    layer = tree.root.add_child(Parallax2D(scroll_scale=(0.5, 1), limit_begin=(0, -1e7), limit_end=(500, 1e7)))
    look_at(camera, x)

    assert layer.position == (place, 0)


def test_limits_closer_than_the_view_do_not_hold(tree: SceneTree, camera: Camera2D) -> None:
    layer = tree.root.add_child(Parallax2D(scroll_scale=(0.5, 1), limit_begin=(0, 0), limit_end=(399, 199)))
    look_at(camera, 1000)

    assert layer.position == (500, 0)


# --- coming again --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("x", "place"), [(0, 0), (30, 15), (190, 95), (199, 99.5), (200, 200), (230, 215), (-10, -105)]
)
def test_it_jumps_by_its_size_so_that_it_is_always_in_the_view(
    tree: SceneTree, camera: Camera2D, x: float, place: float
) -> None:
    # By half as fast it has fallen behind by x / 2 in the view, of which whole hundreds are taken off.
    layer = tree.root.add_child(Parallax2D(scroll_scale=(0.5, 1), repeat_size=(100, 0)))
    look_at(camera, x)

    assert layer.position.x == pytest.approx(place)


def test_a_scaled_one_comes_again_at_the_scaled_distance(tree: SceneTree, camera: Camera2D) -> None:
    layer = tree.root.add_child(Parallax2D(scroll_scale=(1, 1), repeat_size=(100, 100), scale=(2, 0.5)))
    look_at(camera, 150, 60)

    assert layer.position == (0, 50)


def test_what_cannot_repeat_is_refused_and_what_is_less_than_nothing_is_nothing(tree: SceneTree) -> None:
    layer = tree.root.add_child(Parallax2D(repeat_size=(-3, 5), repeat_times=-2))

    assert (layer.repeat_size, layer.repeat_times) == ((0, 5), 1)
    with pytest.raises(InvalidValueError, match=r"repeat_times must be from 1 to 1,024, got 5000"):
        layer.repeat_times = 5000
    with pytest.raises(InvalidTypeError, match="repeat_size must be two finite numbers"):
        layer.repeat_size = 3  # type: ignore[assignment]


def test_its_children_are_drawn_again(canvas: Any) -> None:
    class Mark(Node2D, registered=False):
        def on_draw(self) -> None:
            self.draw_rect((0, 0, 1, 1), "white")

    layer = canvas.root.add_child(Parallax2D(repeat_size=(100, 0)))
    layer.add_child(Mark(position=(3, 4)))

    def corners() -> list[list[float]]:
        canvas.frame()
        found: list[list[float]] = sorted(canvas.draw_list.positions[:, 0].tolist())
        return found

    assert corners() == [[3, 4], [103, 4]]
    layer.repeat_times = 4
    assert corners() == [[x, 4] for x in (-197, -97, 3, 103, 203)]
    layer.scale = Vector2(2, 2)
    layer.repeat_times = 1
    layer.repeat_size = Vector2(0, 10)
    assert corners() == [[6, 8], [6, 28]]
    layer.repeat_size = Vector2(0, 0)
    assert corners() == [[6, 8]]


# --- by itself -----------------------------------------------------------------------------------


def test_it_scrolls_by_itself_and_begins_anew_after_its_size(tree: SceneTree) -> None:
    layer = tree.root.add_child(Parallax2D(repeat_size=(100, 0), autoscroll=(60, 30)))
    seen = []
    for _ in range(3):
        tree.frames(60)
        seen.append(layer.scroll_offset)

    assert [offset.x for offset in seen] == pytest.approx([60, 20, 80])
    assert [offset.y for offset in seen] == pytest.approx([30, 60, 90])
    assert layer.position.x == pytest.approx(80 - 100)


def test_it_stands_still_while_the_tree_is_paused(tree: SceneTree) -> None:
    layer = tree.root.add_child(Parallax2D(repeat_size=(100, 0), autoscroll=(60, 0)))
    tree.paused = True
    tree.frames(10)

    assert layer.scroll_offset == (0, 0)


def test_without_a_size_nothing_scrolls_by_itself(tree: SceneTree) -> None:
    layer = tree.root.add_child(Parallax2D(autoscroll=(60, 0)))
    tree.frames(10)
    assert layer.scroll_offset == (0, 0)

    layer.repeat_size = Vector2(0, 50)
    tree.frames(10)
    assert layer.scroll_offset.x == pytest.approx(10)
    layer.autoscroll = Vector2(0, 0)
    tree.frames(10)
    assert layer.scroll_offset.x == pytest.approx(10)


def test_a_snapshot_holds_how_far_it_was(tree: SceneTree) -> None:
    layer = tree.root.add_child(Parallax2D(repeat_size=(100, 0), autoscroll=(60, 0)))
    tree.frames(10)
    snapshot, offset, place = tree.snapshot(), layer.scroll_offset, layer.position
    tree.frames(10)
    tree.restore(snapshot)

    assert (layer.scroll_offset, layer.position) == (offset, place)


# --- coming and going ----------------------------------------------------------------------------


def test_one_that_left_follows_no_longer(tree: SceneTree, camera: Camera2D) -> None:
    layer = tree.root.add_child(Parallax2D(scroll_scale=(0, 0)))
    tree.root.remove_child(layer)
    look_at(camera, 100)
    assert layer.position == (0, 0)

    tree.root.add_child(layer)
    assert layer.position == (100, 0)
