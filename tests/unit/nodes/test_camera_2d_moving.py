"""Camera2D over time: drag margins, limits and smoothing, and what moves them."""

from collections.abc import Iterator
from math import nan, pi

import pytest

from engine.core.errors import InvalidTypeError, InvalidValueError, TreeError
from engine.math import SIDE_BOTTOM, SIDE_LEFT, SIDE_RIGHT, SIDE_TOP, Vector2
from engine.tree.node import Node
from engine.tree.processing import ProcessMode
from engine.tree.scene_tree import SceneTree
from engine.tree.viewport import SceneViewport
from nodes.world_2d.camera.camera_2d import Camera2D
from nodes.world_2d.node_2d import Node2D

PHYSICS = Camera2D.Camera2DProcessCallback.PHYSICS


@pytest.fixture
def tree() -> Iterator[SceneTree]:
    tree = SceneTree()
    tree.root.size = Vector2(400, 200)
    tree.max_physics_steps_per_frame = 60  # so that no time of a long frame is dropped
    yield tree
    tree.shutdown()


def middle(camera: Camera2D) -> Vector2:
    return camera.get_screen_center_position()


def smooth(tree: SceneTree, speed: float = 5.0, **properties: object) -> Camera2D:
    return tree.root.add_child(
        Camera2D(position_smoothing_enabled=True, position_smoothing_speed=speed, **properties)  # type: ignore[arg-type]
    )


# --- drag margins --------------------------------------------------------------------------------


def test_the_drag_margins_go_by_where_the_camera_was_in_the_frames_before(tree: SceneTree) -> None:
    camera = tree.root.add_child(Camera2D(drag_horizontal_enabled=True))
    seen = []
    for x in (100, 50, 0, -100):
        camera.position = (x, 0)
        tree.tick(1 / 60)
        seen.append(middle(camera).x)

    assert seen == [60, 60, 40, -60]  # a margin is 0.2 of 200 pixels


def test_a_way_within_one_frame_counts_by_its_end(tree: SceneTree) -> None:
    camera = tree.root.add_child(Camera2D(drag_horizontal_enabled=True))
    camera.position = (1000, 0)
    assert middle(camera) == (960, 0)
    camera.position = (10, 0)
    tree.tick(1 / 60)

    assert middle(camera) == (0, 0)


def test_asking_changes_nothing(tree: SceneTree) -> None:
    camera = tree.root.add_child(Camera2D(drag_horizontal_enabled=True, drag_vertical_enabled=True))
    camera.position = (1000, -1000)
    for _ in range(3):
        assert middle(camera) == (960, -980)
        assert camera.get_target_position() == (960, -980)
    camera.position = (0, 0)

    assert middle(camera) == (0, 0)


def test_drag_margins_are_narrower_where_the_camera_zooms_in(tree: SceneTree) -> None:
    camera = tree.root.add_child(
        Camera2D(drag_horizontal_enabled=True, drag_vertical_enabled=True, zoom=(4, 2), drag_right_margin=0.8)
    )
    camera.position = (100, 100)
    assert middle(camera) == (60, 90)  # 100 - 200 / 4 * 0.8, 100 - 100 / 2 * 0.2
    camera.position = (-100, -100)

    assert middle(camera) == (-90, -90)


@pytest.mark.parametrize(("offset", "shifted"), [(-1.0, -80.0), (1.0, 20.0), (0.5, 10.0), (0.0, 0.0)])
def test_a_drag_offset_moves_the_view_within_the_margins(tree: SceneTree, offset: float, shifted: float) -> None:
    camera = tree.root.add_child(Camera2D(drag_left_margin=0.1, drag_right_margin=0.4))
    camera.drag_horizontal_offset = offset

    assert middle(camera) == (shifted, 0)


def test_a_drag_offset_counts_when_it_is_set_and_then_the_view_is_dragged(tree: SceneTree) -> None:
    camera = tree.root.add_child(Camera2D(drag_vertical_enabled=True))
    camera.drag_vertical_offset = 1.0
    assert middle(camera) == (0, 20)
    tree.tick(1 / 60)
    camera.position = (0, 30)
    tree.tick(1 / 60)

    assert middle(camera) == (0, 20)


def test_with_the_corner_as_anchor_nothing_is_dragged(tree: SceneTree) -> None:
    corner = Camera2D.AnchorMode.FIXED_TOP_LEFT
    camera = tree.root.add_child(Camera2D(drag_horizontal_enabled=True, anchor_mode=corner))
    camera.position = (5, 0)
    tree.tick(1 / 60)

    assert middle(camera) == (205, 100)


def test_align_takes_the_view_to_the_drag_offsets_as_godot_has_them(tree: SceneTree) -> None:
    camera = tree.root.add_child(
        Camera2D(drag_horizontal_enabled=True, drag_vertical_enabled=True, drag_horizontal_offset=-0.5)
    )
    camera.position = (500, 0)
    tree.tick(1 / 60)
    camera.align()
    assert camera.get_target_position() == (480, 0)

    camera.set_drag_margin(SIDE_TOP, 0.25)
    camera.set_drag_margin(SIDE_BOTTOM, 0.5)
    camera.drag_vertical_offset = -1.0
    tree.tick(1 / 60)
    assert camera.get_target_position() == (480, -50)  # upwards the bottom margin counts,
    camera.align()
    assert camera.get_target_position() == (480, -25)  # but here the top one


def test_drag_margins_hold_while_the_tree_is_paused(tree: SceneTree) -> None:
    camera = tree.root.add_child(Camera2D(drag_horizontal_enabled=True))
    tree.paused = True
    for x in (100, 50):
        camera.position = (x, 0)
        tree.tick(1 / 60)

    assert middle(camera) == (60, 0)


# --- limits --------------------------------------------------------------------------------------


def test_the_view_ends_at_the_limits(tree: SceneTree) -> None:
    camera = tree.root.add_child(Camera2D(limit_left=-300, limit_top=-300, limit_right=300, limit_bottom=300))
    camera.position = (1000, 1000)
    assert middle(camera) == (100, 200)
    camera.position = (-1000, -1000)
    assert middle(camera) == (-100, -200)

    camera.zoom = (2, 2)
    assert middle(camera) == (-200, -250)
    camera.limit_enabled = False
    assert middle(camera) == (-1000, -1000)


def test_where_the_view_is_larger_than_the_limits_the_right_and_the_top_one_count(tree: SceneTree) -> None:
    camera = tree.root.add_child(Camera2D(limit_left=0, limit_top=0, limit_right=100, limit_bottom=100))

    assert middle(camera) == (-100, 100)


def test_the_offset_goes_beyond_the_limits(tree: SceneTree) -> None:
    camera = tree.root.add_child(Camera2D(limit_left=0, limit_top=0, offset=(-7, -8)))

    assert middle(camera) == (193, 92)


def test_smoothed_limits_are_come_to_bit_by_bit_and_others_at_once(tree: SceneTree) -> None:
    hard = smooth(tree, limit_right=250)
    hard.position = (1000, 0)
    tree.tick(0.1)  # half of the way, which is 500
    assert middle(hard).x == pytest.approx(50)
    hard.free()

    soft = smooth(tree, limit_right=250, limit_smoothed=True)
    soft.position = (1000, 0)
    tree.tick(0.1)
    assert soft.get_target_position() == (50, 0)
    assert middle(soft).x == pytest.approx(25)
    tree.tick(0.1)
    assert middle(soft).x == pytest.approx(37.5)


@pytest.mark.parametrize(
    ("side", "limit", "way"),
    [(SIDE_LEFT, -250, (-1, 0)), (SIDE_TOP, -150, (0, -1)), (SIDE_RIGHT, 250, (1, 0)), (SIDE_BOTTOM, 150, (0, 1))],
)
def test_smoothed_limits_end_the_way_on_each_side(tree: SceneTree, side: int, limit: int, way: tuple[int, int]) -> None:
    camera = smooth(tree, limit_smoothed=True)
    camera.set_limit(side, limit)
    camera.position = Vector2(way) * 1000
    tree.tick(0.1)

    assert camera.get_target_position() == Vector2(way) * 50
    assert middle(camera).is_equal_approx(Vector2(way) * 25)


@pytest.mark.parametrize("smoothed", [True, False])
def test_without_smoothing_smoothed_limits_are_as_hard_as_others(tree: SceneTree, smoothed: bool) -> None:
    camera = tree.root.add_child(Camera2D(limit_right=100, limit_smoothed=smoothed, rotation=pi, ignore_rotation=False))

    assert middle(camera).is_equal_approx((-500, 0))


def test_limits_are_known_by_their_sides() -> None:
    camera = Camera2D()
    for side, limit in ((SIDE_LEFT, -4), (SIDE_TOP, -3), (SIDE_RIGHT, 2), (SIDE_BOTTOM, 1)):
        camera.set_limit(side, limit)
        camera.set_drag_margin(side, limit / 8)

    assert (camera.limit_left, camera.limit_top, camera.limit_right, camera.limit_bottom) == (-4, -3, 2, 1)
    assert [camera.get_limit(side) for side in range(4)] == [-4, -3, 2, 1]
    assert [camera.get_drag_margin(side) for side in range(4)] == [-0.5, -0.375, 0.25, 0.125]
    assert camera.drag_bottom_margin == 0.125


@pytest.mark.parametrize("side", [-1, 4])
def test_a_side_that_there_is_not_is_refused(side: int) -> None:
    with pytest.raises(InvalidValueError, match=rf"set_limit\(margin\) must be from 0 to 3, got {side}"):
        Camera2D().set_limit(side, 0)
    with pytest.raises(InvalidValueError, match=r"get_drag_margin\(margin\) must be from 0 to 3"):
        Camera2D().get_drag_margin(side)


@pytest.mark.parametrize("limit", [0.5, "0", None, nan])
def test_a_limit_is_a_whole_number(limit: object) -> None:
    with pytest.raises(InvalidTypeError, match="limit_left must be a whole number, got"):
        Camera2D().limit_left = limit  # type: ignore[assignment]


# --- smoothing -----------------------------------------------------------------------------------


def test_a_part_of_the_way_is_gone_in_each_frame(tree: SceneTree) -> None:
    camera = smooth(tree, 6.0)
    camera.position = (100, 0)
    expected = 0.0
    for delta in (0.1, 0.05, 0.01):
        tree.tick(delta)
        expected += (100 - expected) * 6 * delta
        assert middle(camera).x == pytest.approx(expected)
        assert camera.get_target_position() == (100, 0)


def test_neither_asking_nor_setting_goes_on(tree: SceneTree) -> None:
    camera = smooth(tree)
    camera.position = (100, 0)
    tree.tick(0.1)
    for zoom in (2, 3, 1):
        camera.zoom = (zoom, zoom)
        camera.limit_left = -1000
        camera.force_update_scroll()
        assert middle(camera) == (50, 0)


def test_a_camera_that_enters_is_where_it_stands(tree: SceneTree) -> None:
    camera = smooth(tree, position=(100, 50))

    assert middle(camera) == (100, 50)


def test_a_camera_that_enters_again_is_where_it_stands_then(tree: SceneTree) -> None:
    camera = smooth(tree)
    tree.root.remove_child(camera)
    camera.position = (100, 50)
    tree.root.add_child(camera)

    assert middle(camera) == (100, 50)


def test_a_long_frame_ends_at_the_aim_and_not_beyond(tree: SceneTree) -> None:
    camera = smooth(tree, 1000.0)
    camera.position = (100, 0)
    tree.tick(0.1)

    assert middle(camera) == (100, 0)


def test_reset_smoothing_goes_the_whole_way_at_once(tree: SceneTree) -> None:
    camera = smooth(tree)
    camera.position = (100, 0)
    camera.reset_smoothing()

    assert middle(camera) == (100, 0)
    tree.tick(0.1)
    assert middle(camera) == (100, 0)


@pytest.mark.parametrize("camera_first", [True, False])
def test_it_does_not_matter_whether_the_camera_or_what_moves_it_stands_first(
    tree: SceneTree, camera_first: bool
) -> None:
    camera = smooth(tree)

    class Mover(Node, registered=False):
        def on_process(self, delta: float) -> None:
            camera.position = (100, 0)

    tree.root.add_child(Mover(), 1 if camera_first else 0)
    tree.tick(0.1)

    assert middle(camera) == (50, 0)


def test_a_tween_moves_it_in_the_same_frame(tree: SceneTree) -> None:
    camera = smooth(tree)
    camera.create_tween().tween_property(camera, "position", Vector2(100, 0), 0.1)
    tree.tick(0.1)

    assert middle(camera) == (50, 0)


def test_what_draws_sees_the_view_of_this_frame(tree: SceneTree) -> None:
    camera = smooth(tree)
    seen = []

    class Overlay(Node2D, registered=False):
        def on_draw(self) -> None:
            seen.append(middle(camera).x)

    overlay = tree.root.add_child(Overlay())
    tree.tick(0.0)
    camera.position = (100, 0)
    overlay.queue_redraw()
    tree.tick(0.1)

    assert seen == [0, 50]


def test_in_physics_it_goes_on_in_steps(tree: SceneTree) -> None:
    tree.physics_ticks_per_second = 10
    camera = smooth(tree, process_callback=PHYSICS)
    camera.position = (100, 0)
    tree.tick(0.05)
    assert middle(camera) == (0, 0)
    tree.tick(0.15)

    assert middle(camera).x == pytest.approx(75)  # two steps of 0.1


def test_it_stands_still_while_the_tree_is_paused_unless_it_is_processed_then(tree: SceneTree) -> None:
    camera = smooth(tree)
    camera.position = (100, 0)
    tree.paused = True
    tree.tick(0.1)
    assert middle(camera) == (0, 0)
    camera.process_mode = ProcessMode.ALWAYS
    tree.tick(0.1)

    assert middle(camera) == (50, 0)


def test_it_goes_by_the_trees_time(tree: SceneTree) -> None:
    camera = smooth(tree)
    camera.position = (100, 0)
    tree.time_scale = 0.5
    tree.tick(0.2)

    assert middle(camera).x == pytest.approx(50)


def test_a_camera_that_is_not_current_waits(tree: SceneTree) -> None:
    first, second = smooth(tree), smooth(tree)
    second.position = (100, 0)
    tree.tick(0.1)
    second.make_current()
    assert middle(second) == (100, 0)  # where it is when it is first seen

    first.position = (100, 0)
    tree.tick(0.1)
    first.make_current()
    assert middle(first) == (0, 0)
    tree.tick(0.1)
    assert middle(first) == (50, 0)


def test_a_negative_speed_is_0(tree: SceneTree) -> None:
    camera = smooth(tree, -3.0, rotation_smoothing_speed=-1.0)

    assert (camera.position_smoothing_speed, camera.rotation_smoothing_speed) == (0, 0)


def test_the_view_turns_bit_by_bit_the_short_way(tree: SceneTree) -> None:
    camera = tree.root.add_child(Camera2D(ignore_rotation=False, rotation_smoothing_enabled=True))
    camera.rotation = pi / 2
    tree.tick(0.1)
    assert camera.get_screen_rotation() == pytest.approx(pi / 4)
    assert tree.root.canvas_transform.get_rotation() == pytest.approx(-pi / 4)
    tree.tick(0.1)
    assert camera.get_screen_rotation() == pytest.approx(pi * 3 / 8)

    camera.rotation = pi / 2 - 1.9 * pi
    tree.tick(0.2)
    assert camera.get_screen_rotation() == pytest.approx(pi * 0.6)


def test_the_view_stands_upright_again_when_the_rotation_is_ignored(tree: SceneTree) -> None:
    camera = tree.root.add_child(Camera2D(ignore_rotation=False, rotation_smoothing_enabled=True))
    camera.rotation = 1.0
    tree.tick(0.2)
    assert camera.get_screen_rotation() == pytest.approx(1.0)
    camera.ignore_rotation = True
    assert camera.get_screen_rotation() == 0.0
    camera.ignore_rotation = False

    assert camera.get_screen_rotation() == 0.0


def test_a_turned_camera_has_its_position_in_the_middle(tree: SceneTree) -> None:
    camera = tree.root.add_child(Camera2D(position=(30, 40), rotation=0.7, ignore_rotation=False, zoom=(2, 2)))

    assert (tree.root.canvas_transform * Vector2(30, 40)).is_equal_approx((200, 100))
    assert camera.get_screen_rotation() == pytest.approx(0.7)
    assert tree.root.canvas_transform.get_rotation() == pytest.approx(-0.7)


# --- in an editor --------------------------------------------------------------------------------


def test_in_edit_mode_the_camera_is_where_it_is_put(tree: SceneTree) -> None:
    camera = smooth(tree, drag_horizontal_enabled=True)
    tree.edit_mode = True
    camera.position = (10, 0)

    assert middle(camera) == (10, 0)


# --- which viewport ------------------------------------------------------------------------------


def test_a_camera_may_be_that_of_another_viewport(tree: SceneTree) -> None:
    other = tree.root.add_child(SceneViewport(size=(100, 100)))
    camera = tree.root.add_child(Camera2D(position=(5, 5), custom_viewport=other))

    assert camera.is_current()
    assert tree.root.get_camera_2d() is None
    assert other.canvas_transform.origin == (45, 45)


def test_a_camera_that_goes_to_another_viewport_leaves_its_place_to_the_next(tree: SceneTree) -> None:
    other = tree.root.add_child(SceneViewport(size=(100, 100)))
    first, second = (tree.root.add_child(Camera2D()) for _ in range(2))
    first.custom_viewport = other
    assert (other.get_camera_2d(), tree.root.get_camera_2d()) == (first, second)

    first.custom_viewport = None
    assert (other.get_camera_2d(), tree.root.get_camera_2d()) == (None, second)
    assert not first.is_current()


def test_a_camera_whose_viewport_was_freed_is_not_current_and_takes_its_own_when_it_enters_again(
    tree: SceneTree,
) -> None:
    other = tree.root.add_child(SceneViewport())
    camera = tree.root.add_child(Camera2D(custom_viewport=other))
    other.free()
    assert not camera.is_current()
    tree.tick(0.1)

    tree.root.remove_child(camera)
    tree.root.add_child(camera)
    assert camera.is_current()
    assert tree.root.get_camera_2d() is camera


@pytest.mark.parametrize("viewport", ["root", 1, Node2D()])
def test_a_custom_viewport_is_a_viewport(viewport: object) -> None:
    with pytest.raises(InvalidTypeError, match="custom_viewport must be a SceneViewport or None, got"):
        Camera2D().custom_viewport = viewport  # type: ignore[assignment]


@pytest.mark.parametrize(
    "method", ["align", "force_update_scroll", "reset_smoothing", "get_target_position", "get_screen_center_position"]
)
def test_what_needs_a_view_says_so(method: str) -> None:
    with pytest.raises(TreeError, match=rf"\.{method} - the camera is not inside a tree; add it first"):
        getattr(Camera2D(), method)()


# --- state ---------------------------------------------------------------------------------------


def test_a_snapshot_holds_where_the_view_was(tree: SceneTree) -> None:
    camera = smooth(tree, drag_horizontal_enabled=True)
    camera.position = (100, 0)
    tree.tick(0.1)
    snapshot = tree.snapshot()
    before = middle(camera)
    hash_before = tree.state_hash()
    tree.frames(3)
    assert middle(camera) != before
    assert tree.state_hash() != hash_before
    after = middle(camera)

    tree.restore(snapshot)
    assert middle(camera) == before
    assert tree.state_hash() == hash_before
    tree.frames(3)
    assert middle(camera) == after


def test_the_state_of_a_tree_tells_where_its_view_is() -> None:
    hashes = []
    for way in (100, 50):
        tree = SceneTree()
        camera = smooth(tree)
        camera.position = (way, 0)
        tree.tick(0.1)
        camera.position = (0, 0)
        hashes.append(tree.state_hash())
        tree.shutdown()

    assert hashes[0] != hashes[1]


def test_a_duplicate_has_the_properties_and_its_own_way(tree: SceneTree) -> None:
    camera = smooth(tree, 7.0, drag_horizontal_offset=0.5, limit_left=3)
    camera.position = (100, 0)
    tree.tick(0.1)
    copy = camera.duplicate()

    assert (copy.position_smoothing_speed, copy.drag_horizontal_offset, copy.limit_left) == (7, 0.5, 3)
    camera.free()
    tree.root.add_child(copy)
    assert copy.is_current()
    assert copy.get_target_position() == (120, 0)
