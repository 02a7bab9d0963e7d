"""Path2D and PathFollow2D: where what follows a path stands, and when it is put there."""

from __future__ import annotations

import weakref
from collections.abc import Iterator
from math import pi

import pytest

from engine.core.errors import InvalidTypeError, InvalidValueError, TreeError
from engine.math import Vector2
from engine.resources.curves.curve_2d import Curve2D
from engine.tree.scene_tree import SceneTree
from nodes.world_2d.node_2d import Node2D
from nodes.world_2d.path_2d import Path2D
from nodes.world_2d.path_follow_2d import PathFollow2D


def curve(*points: tuple[float, float]) -> Curve2D:
    made = Curve2D()
    for point in points:
        made.add_point(point)
    return made


@pytest.fixture
def tree() -> Iterator[SceneTree]:
    tree = SceneTree()
    yield tree
    tree.shutdown()


@pytest.fixture
def path(tree: SceneTree) -> Path2D:
    """100 pixels down."""
    return tree.root.add_child(Path2D("Path", curve=curve((0, 0), (0, 100))))


@pytest.fixture
def follows(path: Path2D) -> PathFollow2D:
    return path.add_child(PathFollow2D("Follows", cubic_interp=False))


def test_its_x_axis_points_along_the_path(follows: PathFollow2D) -> None:
    follows.progress = 40

    assert follows.position == pytest.approx(Vector2(0, 40))
    assert follows.rotation == pytest.approx(pi / 2)


def test_offsets_are_along_the_path_and_to_its_right(follows: PathFollow2D) -> None:
    follows.progress = 40

    follows.h_offset = 5
    follows.v_offset = 3

    assert follows.position == pytest.approx(Vector2(-3, 45))


def test_without_turning_offsets_are_along_the_axes_and_the_rotation_stays(follows: PathFollow2D) -> None:
    follows.rotation = 1.0
    follows.rotates = False
    follows.progress = 40

    follows.h_offset = 5
    follows.v_offset = 3

    assert follows.position == pytest.approx(Vector2(5, 43))
    assert follows.rotation == 1.0


def test_turning_starts_when_it_is_turned_on(follows: PathFollow2D) -> None:
    follows.rotates = False
    follows.rotation = 1.0

    follows.rotates = True

    assert follows.rotation == pytest.approx(pi / 2)


def test_scale_and_skew_stay_as_they_are(follows: PathFollow2D) -> None:
    follows.scale = (2, 3)
    follows.skew = 0.5

    follows.progress = 40

    assert (follows.scale, follows.skew) == (Vector2(2, 3), 0.5)


def test_a_change_of_the_curve_moves_what_follows_it_at_once(path: Path2D, follows: PathFollow2D) -> None:
    follows.progress = 40
    assert path.curve is not None

    path.curve.set_point_position(1, (100, 0))
    assert follows.position == pytest.approx(Vector2(40, 0))
    assert follows.rotation == pytest.approx(0)
    path.curve = curve((10, 10), (10, 110))

    assert follows.position == pytest.approx(Vector2(10, 50))


def test_it_is_put_there_when_it_enters(path: Path2D) -> None:
    follows = PathFollow2D(progress=40, cubic_interp=False)
    assert follows.position == Vector2(0, 0)

    path.add_child(follows)

    assert follows.position == pytest.approx(Vector2(0, 40))


def test_it_follows_the_path_that_is_its_parent_now(tree: SceneTree, path: Path2D, follows: PathFollow2D) -> None:
    follows.progress = 40
    other = tree.root.add_child(Path2D(curve=curve((50, 0), (50, 100))))

    follows.reparent(other, keep_global_transform=False)
    assert follows.position == pytest.approx(Vector2(50, 40))
    path.curve = curve((7, 7), (7, 107))

    assert follows.position == pytest.approx(Vector2(50, 40))


@pytest.mark.parametrize("rounds", [1, 3, -1, -2])
def test_whole_rounds_end_at_the_end_and_0_is_the_start(follows: PathFollow2D, rounds: int) -> None:
    follows.progress = 0
    assert follows.progress == 0.0

    follows.progress = rounds * 100

    assert follows.progress == pytest.approx(100)


def test_another_rule_for_the_ends_counts_from_the_next_time_on(follows: PathFollow2D) -> None:
    follows.progress = 130
    assert follows.progress == pytest.approx(30)
    follows.loop = False
    assert follows.progress == pytest.approx(30)

    follows.progress = 130

    assert follows.progress == pytest.approx(100)


def test_the_ratio_is_the_part_of_the_length(follows: PathFollow2D) -> None:
    follows.progress = 25
    assert follows.progress_ratio == pytest.approx(0.25)

    follows.progress_ratio = 0.75

    assert follows.progress == pytest.approx(75)


def test_without_a_path_progress_is_kept_as_it_is(tree: SceneTree) -> None:
    follows = tree.root.add_child(PathFollow2D(position=(1, 2)))

    follows.progress = -700

    assert (follows.progress, follows.progress_ratio) == (-700.0, 0.0)
    assert follows.position == Vector2(1, 2)


@pytest.mark.parametrize("points", [(), ((5, 5),), ((5, 5), (5, 5))])
def test_a_path_of_no_length_leaves_it_where_it_is(path: Path2D, points: tuple[tuple[float, float], ...]) -> None:
    path.curve = curve(*points)
    follows = path.add_child(PathFollow2D(position=(1, 2)))

    follows.progress = 3

    assert follows.position == Vector2(1, 2)
    assert follows.progress == 0.0
    with pytest.raises(
        TreeError, match=r"progress_ratio can be set below a Path2D inside a tree, with a curve of some"
    ):
        follows.progress_ratio = 0.5


@pytest.mark.parametrize("value", [float("nan"), float("inf"), float("-inf")])
def test_a_place_that_is_none_is_refused(follows: PathFollow2D, value: float) -> None:
    follows.progress = 40

    for name in ("progress", "progress_ratio", "h_offset", "v_offset"):
        with pytest.raises(InvalidValueError, match=f"{name} must be a finite number"):
            setattr(follows, name, value)
    assert follows.position == pytest.approx(Vector2(0, 40))


def test_only_below_a_path_it_is_set_up_rightly(tree: SceneTree, follows: PathFollow2D) -> None:
    alone = PathFollow2D("Alone")
    assert alone.get_configuration_warnings() == []
    tree.root.add_child(Node2D("Group")).add_child(alone)

    assert tree.get_configuration_warnings() == {
        "/root/Group/Alone": ["PathFollow2D only works when set as a child of a Path2D node."]
    }


def test_a_curve_of_another_kind_is_refused(path: Path2D) -> None:
    before = path.curve

    with pytest.raises(InvalidTypeError, match=r"curve must be a Curve2D or None, got \[\(0, 0\)\]"):
        path.curve = [(0, 0)]  # type: ignore[assignment]
    assert path.curve is before


def test_a_curve_that_was_replaced_is_followed_no_longer(path: Path2D, follows: PathFollow2D) -> None:
    old = path.curve
    assert old is not None

    path.curve = curve((0, 0), (100, 0))

    assert old.changed.get_connections() == []


def test_a_path_does_not_keep_what_has_left_it(path: Path2D, follows: PathFollow2D) -> None:
    leaves = PathFollow2D()
    path.add_child(leaves)
    path.remove_child(leaves)
    reference = weakref.ref(leaves)

    del leaves

    assert reference() is None


def test_a_curve_does_not_keep_a_path_that_has_left(tree: SceneTree, path: Path2D) -> None:
    shared = path.curve
    assert shared is not None
    assert len(shared.changed.get_connections()) == 1

    tree.root.remove_child(path)

    assert shared.changed.get_connections() == []
    path.free()


def test_a_duplicate_of_a_path_has_followers_of_its_own(tree: SceneTree, path: Path2D, follows: PathFollow2D) -> None:
    follows.progress = 40
    other = path.duplicate()
    twin = other.get_child(0)
    assert isinstance(twin, PathFollow2D)
    tree.root.add_child(other)
    path.curve = curve((9, 0), (9, 100))

    assert twin.position == pytest.approx(Vector2(0, 40))
    assert twin.progress == 40.0


def test_a_snapshot_sets_it_back(tree: SceneTree, path: Path2D, follows: PathFollow2D) -> None:
    follows.progress = 40
    before = tree.snapshot()
    follows.progress = 70
    path.curve = curve((9, 0), (9, 100))

    tree.restore(before)

    assert follows.progress == 40.0
    assert follows.position == pytest.approx(Vector2(0, 40))
    assert path.curve is not None
    path.curve.set_point_position(1, (100, 0))
    assert follows.position == pytest.approx(Vector2(40, 0))
