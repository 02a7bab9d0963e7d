"""Camera2D: which camera is current, and what its viewport shows."""

from collections.abc import Iterator
from math import pi

import pytest

from engine.core.errors import InvalidTypeError, InvalidValueError, TreeError
from engine.math import Transform2D, Vector2
from engine.tree.scene_tree import SceneTree
from nodes.world_2d.camera.camera_2d import Camera2D
from nodes.world_2d.node_2d import Node2D


@pytest.fixture
def tree() -> Iterator[SceneTree]:
    tree = SceneTree()
    tree.root.size = Vector2(400, 200)
    yield tree
    tree.shutdown()


def shown(tree: SceneTree) -> Transform2D:
    return tree.root.canvas_transform


def test_defaults_are_godots() -> None:
    camera = Camera2D()

    assert (camera.enabled, camera.zoom, camera.offset) == (True, Vector2(1, 1), Vector2(0, 0))
    assert (camera.anchor_mode, camera.ignore_rotation) == (Camera2D.AnchorMode.DRAG_CENTER, True)


# --- what is shown -------------------------------------------------------------------------------


def test_without_a_camera_the_canvas_begins_at_the_top_left(tree: SceneTree) -> None:
    assert shown(tree) == Transform2D()


def test_the_camera_stands_in_the_middle_of_the_view(tree: SceneTree) -> None:
    tree.root.add_child(Camera2D())

    assert shown(tree) == Transform2D((1, 0), (0, 1), (200, 100))


@pytest.mark.parametrize(("offset", "center"), [((100, 100), (100, 100)), ((-100, 300), (-100, 300)), ((0, 0), (0, 0))])
def test_the_offset_moves_what_is_shown_and_not_the_camera(
    tree: SceneTree, offset: tuple[float, float], center: tuple[float, float]
) -> None:
    camera = tree.root.add_child(Camera2D(offset=offset))

    assert camera.get_screen_center_position() == center
    assert camera.position == (0, 0)


@pytest.mark.parametrize("zoom", [(0.5, 2.0), (10.0, 10.0)])
def test_zoom_makes_things_larger_around_the_middle(tree: SceneTree, zoom: tuple[float, float]) -> None:
    camera = tree.root.add_child(Camera2D(zoom=zoom))
    assert shown(tree).is_equal_approx(Transform2D((zoom[0], 0), (0, zoom[1]), (200, 100)))

    camera.position = (30, 40)
    assert (shown(tree) * Vector2(30, 40)).is_equal_approx((200, 100))
    assert (shown(tree) * Vector2(31, 41) - (200, 100)).is_equal_approx(zoom)


def test_the_view_stays_upright_unless_told(tree: SceneTree) -> None:
    camera = tree.root.add_child(Camera2D(rotation=pi / 2))
    assert shown(tree).is_equal_approx(Transform2D((1, 0), (0, 1), (200, 100)))

    camera.ignore_rotation = False
    assert shown(tree).is_equal_approx(Transform2D((0, -1), (1, 0), (200, 100)))
    camera.rotation = -pi
    assert shown(tree).is_equal_approx(Transform2D((-1, 0), (0, -1), (200, 100)))


def test_the_anchor_may_be_the_top_left_corner(tree: SceneTree) -> None:
    camera = tree.root.add_child(Camera2D(position=(10, 20), anchor_mode=Camera2D.AnchorMode.FIXED_TOP_LEFT))

    assert shown(tree) == Transform2D((1, 0), (0, 1), (-10, -20))
    assert camera.get_screen_center_position() == (210, 120)


def test_the_view_follows_the_cameras_parent_at_once(tree: SceneTree) -> None:
    ship = tree.root.add_child(Node2D())
    camera = ship.add_child(Camera2D(position=(1, 2)))
    ship.position = (100, 50)

    assert camera.get_screen_center_position() == (101, 52)


def test_the_view_follows_the_size_of_the_viewport(tree: SceneTree) -> None:
    tree.root.add_child(Camera2D())
    tree.root.size = Vector2(100, 60)

    assert shown(tree).origin == (50, 30)


# --- which is current ----------------------------------------------------------------------------


def test_the_first_enabled_camera_that_enters_is_current(tree: SceneTree) -> None:
    off, first, second = (tree.root.add_child(Camera2D(enabled=enabled)) for enabled in (False, True, True))

    assert [camera.is_current() for camera in (off, first, second)] == [False, True, False]


def test_another_camera_takes_over_when_told(tree: SceneTree) -> None:
    first, second = (tree.root.add_child(Camera2D(position=(x, 0))) for x in (1, 2))
    second.make_current()

    assert (first.is_current(), second.is_current()) == (False, True)
    assert shown(tree).origin == (198, 100)


def test_the_next_enabled_camera_takes_over_when_the_current_leaves(tree: SceneTree) -> None:
    current, off, next_one, last = (tree.root.add_child(Camera2D(enabled=e)) for e in (True, False, True, True))
    tree.root.remove_child(current)

    assert [camera.is_current() for camera in (current, off, next_one, last)] == [False, False, True, False]
    current.free()


def test_the_next_enabled_camera_takes_over_when_the_current_is_disabled(tree: SceneTree) -> None:
    current, next_one = (tree.root.add_child(Camera2D()) for _ in range(2))
    current.enabled = False
    assert next_one.is_current()

    current.enabled = True
    assert next_one.is_current()


def test_without_another_camera_the_viewports_own_transform_is_shown_again(tree: SceneTree) -> None:
    tree.root.canvas_transform = Transform2D(0.0, (5, 6))
    camera = tree.root.add_child(Camera2D())
    camera.free()

    assert shown(tree) == Transform2D(0.0, (5, 6))


def test_an_enabled_camera_is_current_where_there_is_none(tree: SceneTree) -> None:
    camera = tree.root.add_child(Camera2D(enabled=False))
    assert not camera.is_current()
    camera.enabled = True

    assert camera.is_current()


def test_a_subtree_of_cameras_leaves_none_behind(tree: SceneTree) -> None:
    scene = tree.root.add_child(Node2D())
    for _ in range(3):
        scene.add_child(Camera2D())
    scene.free()

    assert tree.root.get_camera_2d() is None


@pytest.mark.parametrize("inside", [True, False])
def test_a_camera_that_cannot_be_current_says_why(tree: SceneTree, inside: bool) -> None:
    camera = Camera2D(enabled=not inside)
    if inside:
        tree.root.add_child(camera)

    with pytest.raises(TreeError, match="make_current - a camera must be inside a tree and enabled"):
        camera.make_current()
    if not inside:
        camera.free()


def test_the_middle_of_the_view_is_known_inside_a_tree_only() -> None:
    with pytest.raises(TreeError, match="get_screen_center_position - the camera is not inside a tree"):
        Camera2D().get_screen_center_position()


# --- bad values ----------------------------------------------------------------------------------


@pytest.mark.parametrize("zoom", [(1e300, 1e300), (1, 1e-10), (-1e10, 1)])
def test_a_zoom_that_shows_nothing_is_refused(zoom: tuple[float, float]) -> None:
    camera = Camera2D(zoom=(-2, 3))

    with pytest.raises(InvalidValueError, match=r"zoom must be from 1e-09 to 1e\+09, got \("):
        camera.zoom = zoom

    assert camera.zoom == (-2, 3)


@pytest.mark.parametrize("zoom", [(0, 1), (1, 0)])
def test_a_zoom_of_0_is_refused(zoom: tuple[float, float]) -> None:
    with pytest.raises(InvalidValueError, match=r"zoom must not be 0, got .*; 0\.1 shows ten times as much"):
        Camera2D().zoom = zoom


def test_a_zoom_that_is_one_number_is_refused() -> None:
    with pytest.raises(InvalidTypeError, match=r"zoom must be two finite numbers, got 2"):
        Camera2D().zoom = 2  # type: ignore[assignment]


def test_an_unknown_anchor_is_refused() -> None:
    with pytest.raises(InvalidValueError, match="anchor_mode must be one of FIXED_TOP_LEFT 0, DRAG_CENTER 1, got 5"):
        Camera2D().anchor_mode = 5
