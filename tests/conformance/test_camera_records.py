"""The records of records/camera.jsonl: Godot's Camera2D, and the reference engine's."""

from __future__ import annotations

from math import pi

import pytest

from engine.math import SIDE_LEFT, SIDE_TOP, Transform2D, Vector2
from engine.tree.scene_tree import SceneTree
from engine.tree.viewport import SceneViewport
from nodes import Camera2D

record = pytest.mark.record


@pytest.fixture
def camera(tree: SceneTree) -> Camera2D:
    """A camera in a viewport of 400 x 200."""
    return tree.root.add_child(SceneViewport(size=(400, 200))).add_child(Camera2D())


def shown(camera: Camera2D) -> Transform2D:
    return camera.get_viewport().canvas_transform


# offset


@record("Camera2D-003")
def test_an_offset_moves_the_screen_and_not_the_camera(camera: Camera2D) -> None:
    camera.offset = Vector2(100, 100)

    assert camera.get_screen_center_position() == Vector2(100, 100)
    assert camera.get_target_position() == Vector2(0, 0)


@record("Camera2D-004")
def test_another_offset_counts_from_the_camera_anew(camera: Camera2D) -> None:
    camera.offset = Vector2(100, 100)
    camera.offset = Vector2(-100, 300)

    assert camera.get_screen_center_position() == Vector2(-100, 300)
    assert camera.get_target_position() == Vector2(0, 0)


@record("Camera2D-005")
def test_without_an_offset_the_screen_is_where_the_camera_is(camera: Camera2D) -> None:
    camera.offset = Vector2(-100, 300)
    camera.offset = Vector2(0, 0)

    assert camera.get_screen_center_position() == Vector2(0, 0)
    assert camera.get_target_position() == Vector2(0, 0)


# limits


@record("Camera2D-006")
def test_limits_hold_the_screen_and_not_the_camera(camera: Camera2D) -> None:
    camera.set_limit(SIDE_LEFT, 100)
    camera.set_limit(SIDE_TOP, 50)

    assert camera.get_screen_center_position() == Vector2(300, 150)
    assert camera.get_target_position() == Vector2(0, 0)


@record("Camera2D-007")
def test_other_limits_hold_the_screen_elsewhere(camera: Camera2D) -> None:
    camera.set_limit(SIDE_LEFT, 100)
    camera.set_limit(SIDE_TOP, 50)
    camera.set_limit(SIDE_LEFT, 0)
    camera.set_limit(SIDE_TOP, 0)

    assert camera.get_screen_center_position() == Vector2(200, 100)


# drag


def drag_to_the_right(camera: Camera2D) -> None:
    camera.drag_horizontal_enabled = True
    camera.drag_right_margin = 0.5
    camera.position = Vector2(100, 100)
    camera.force_update_scroll()


def drag_up(camera: Camera2D) -> None:
    camera.drag_vertical_enabled = True
    camera.drag_horizontal_enabled = False
    camera.drag_top_margin = 0.3
    camera.position = Vector2(200, -20)
    camera.force_update_scroll()


@record("Camera2D-008")
def test_up_to_the_margin_the_screen_stands_still(camera: Camera2D) -> None:
    drag_to_the_right(camera)

    assert camera.get_target_position() == Vector2(0, 100)
    assert camera.get_screen_center_position() == Vector2(0, 100)


@record("Camera2D-009")
def test_beyond_the_margin_the_screen_is_dragged_along(camera: Camera2D) -> None:
    drag_to_the_right(camera)
    camera.position = Vector2(101, 101)
    camera.force_update_scroll()

    assert camera.get_target_position() == Vector2(1, 101)
    assert camera.get_screen_center_position() == Vector2(1, 101)


@record("Camera2D-010")
def test_aligned_the_screen_is_where_the_camera_is(camera: Camera2D) -> None:
    drag_to_the_right(camera)
    camera.position = Vector2(0, 0)
    camera.align()

    assert camera.get_target_position() == Vector2(0, 0)


@record("Camera2D-011")
def test_each_axis_is_dragged_by_itself(camera: Camera2D) -> None:
    drag_up(camera)

    assert camera.get_target_position() == Vector2(200, 0)


@record("Camera2D-012")
def test_the_screen_is_dragged_upwards(camera: Camera2D) -> None:
    drag_up(camera)
    camera.position = Vector2(250, -55)
    camera.force_update_scroll()

    assert camera.get_target_position() == Vector2(250, -25)
    assert camera.get_screen_center_position() == Vector2(250, -25)


# canvas transform


@record("Camera2D-013")
def test_a_camera_at_the_origin_has_the_origin_in_the_middle(camera: Camera2D) -> None:
    assert shown(camera).is_equal_approx(Transform2D((1, 0), (0, 1), (200, 100)))


@record("Camera2D-014")
def test_each_axis_has_its_zoom(camera: Camera2D) -> None:
    camera.zoom = Vector2(0.5, 2)

    assert shown(camera).is_equal_approx(Transform2D((0.5, 0), (0, 2), (200, 100)))


@record("Camera2D-015")
def test_a_higher_zoom_makes_larger(camera: Camera2D) -> None:
    camera.zoom = Vector2(10, 10)

    assert shown(camera).is_equal_approx(Transform2D((10, 0), (0, 10), (200, 100)))


@record("Camera2D-016")
def test_rotation_is_ignored_by_default(camera: Camera2D) -> None:
    camera.rotation = pi / 2

    assert shown(camera).is_equal_approx(Transform2D((1, 0), (0, 1), (200, 100)))


@record("Camera2D-017")
def test_the_screen_turns_against_the_camera(camera: Camera2D) -> None:
    camera.rotation = pi / 2
    camera.ignore_rotation = False

    assert shown(camera).is_equal_approx(Transform2D((0, -1), (1, 0), (200, 100)))


@record("Camera2D-018")
def test_the_screen_stands_upside_down(camera: Camera2D) -> None:
    camera.ignore_rotation = False
    camera.rotation = -pi
    camera.force_update_scroll()

    assert shown(camera).is_equal_approx(Transform2D((-1, 0), (0, -1), (200, 100)))


# The reference engine


@record("mainframe-camera2d-0457")
def test_points_of_the_canvas_are_mapped_by_position_zoom_and_offset(tree: SceneTree) -> None:
    tree.root.size = Vector2(1920, 1080)
    camera = tree.root.add_child(Camera2D(position=(100, 50)))
    assert (shown(camera) * Vector2(100, 50)).is_equal_approx((960, 540))

    camera.zoom = Vector2(2, 2)
    assert (shown(camera) * Vector2(110, 50)).is_equal_approx((980, 540))

    camera.offset = Vector2(5, 0)
    assert (shown(camera) * Vector2(100, 50)).is_equal_approx((950, 540))


@record("mainframe-camera2d-0458")
def test_limits_at_the_origin_put_it_into_the_corner(tree: SceneTree) -> None:
    tree.root.size = Vector2(1920, 1080)
    camera = tree.root.add_child(Camera2D(limit_left=0, limit_top=0))

    assert (shown(camera) * Vector2(0, 0)).is_equal_approx((0, 0))
    assert camera.get_screen_center_position().is_equal_approx((960, 540))


@record("mainframe-camera2d-0459")
def test_smoothing_takes_a_part_of_the_way_in_each_frame(tree: SceneTree) -> None:
    class Mover(Camera2D, registered=False):
        def on_process(self, delta: float) -> None:
            self.position = Vector2(100, 0)
            self.zoom = Vector2(2, 2)

    camera = tree.root.add_child(Mover(position_smoothing_enabled=True, position_smoothing_speed=8))

    tree.tick(0.05)
    assert camera.get_screen_center_position().x == pytest.approx(40)
    tree.tick(0.05)
    assert camera.get_screen_center_position().x == pytest.approx(40 + 60 * 0.4)
