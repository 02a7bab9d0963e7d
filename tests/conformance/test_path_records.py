"""The records of records/paths.jsonl: Godot's Path2D and PathFollow2D. Those of one case run in sequence."""

from __future__ import annotations

import pytest

from engine import Curve2D, Vector2
from engine.tree.scene_tree import SceneTree
from nodes import Path2D, PathFollow2D

record = pytest.mark.record
SQUARE: list[tuple[float, float]] = [(0, 0), (100, 0), (100, 100), (0, 100), (0, 0)]
AROUND = [(0, 0), (50, 0), (100, 0), (100, 50), (100, 100), (50, 100), (0, 100), (0, 50), (0, 0)]


def curve(points: list[tuple[float, float]]) -> Curve2D:
    made = Curve2D()
    made.bake_interval = 1
    for point in points:
        made.add_point(point)
    return made


def follower(tree: SceneTree, points: list[tuple[float, float]], loop: bool) -> PathFollow2D:
    path = tree.root.add_child(Path2D(curve=curve(points)))
    return path.add_child(PathFollow2D(loop=loop))


@record("Path2D-001")
def test_a_new_path_has_no_curve() -> None:
    assert Path2D().curve is None


@record("Path2D-002")
def test_a_path_takes_another_curve() -> None:
    first, second = Curve2D(), Curve2D()
    path = Path2D()

    path.curve = first
    path.curve = second

    assert path.curve is second


@record("Path2D-003")
def test_two_paths_may_have_one_curve() -> None:
    shared = Curve2D()
    path, other = Path2D(curve=shared), Path2D()

    other.curve = shared

    assert path.curve is other.curve


@pytest.mark.parametrize(
    ("ratio", "position"),
    [
        pytest.param(at / 8, position, marks=record(f"PathFollow2D-{1 + at:03}"), id=str(at))
        for at, position in enumerate(AROUND)
    ],
)
def test_a_follower_stands_at_its_part_of_the_path(
    tree: SceneTree, ratio: float, position: tuple[float, float]
) -> None:
    follows = follower(tree, SQUARE, loop=False)

    follows.progress_ratio = ratio

    assert follows.position == pytest.approx(Vector2(position), abs=0.001)


@pytest.mark.parametrize(
    ("progress", "position"),
    [
        pytest.param(at * 50, position, marks=record(f"PathFollow2D-{10 + at:03}"), id=str(at))
        for at, position in enumerate(AROUND)
    ],
)
def test_a_follower_stands_so_far_along_the_path(
    tree: SceneTree, progress: float, position: tuple[float, float]
) -> None:
    follows = follower(tree, SQUARE, loop=False)

    follows.progress = progress

    assert follows.position == pytest.approx(Vector2(position), abs=0.001)


@pytest.mark.parametrize(
    ("loop", "progress", "kept"),
    [
        pytest.param(True, -50, 50, marks=record("PathFollow2D-028"), id="before a loop"),
        pytest.param(True, 150, 50, marks=record("PathFollow2D-029"), id="beyond a loop"),
        pytest.param(False, -50, 0, marks=record("PathFollow2D-030"), id="before the start"),
        pytest.param(False, 150, 100, marks=record("PathFollow2D-031"), id="beyond the end"),
    ],
)
def test_a_place_beyond_the_path_is_brought_back(tree: SceneTree, loop: bool, progress: float, kept: float) -> None:
    follows = follower(tree, [(0, 0), (100, 0)], loop)

    follows.progress = progress

    assert follows.progress == pytest.approx(kept)
