"""The records of records/node2d.jsonl: Godot's Node2D, and composed 2D transforms."""

from __future__ import annotations

import logging
from math import pi

import pytest

from engine.math import Transform2D, Vector2
from engine.tree.scene_tree import SceneTree
from nodes import Node2D

record = pytest.mark.record


def near(value: float | Vector2) -> object:
    """Equal within the records' tolerance, a part of each component."""
    return pytest.approx(value, rel=1e-5, abs=1e-5)


# Outside the tree


def pair() -> tuple[Node2D, Node2D]:
    parent = Node2D()
    return parent, parent.add_child(Node2D())


@record("Node2D-001")
def test_a_global_position_set_outside_the_tree_carries_the_child_along() -> None:
    parent, child = pair()

    parent.global_position = (1, 1)

    assert parent.global_position == Vector2(1, 1)
    assert child.global_position == Vector2(1, 1)


@record("Node2D-002")
def test_a_global_position_can_be_set_again_outside_the_tree() -> None:
    parent, _ = pair()
    parent.global_position = (1, 1)

    parent.global_position = (2, 2)

    assert parent.global_position == Vector2(2, 2)


@record("Node2D-003")
def test_a_global_transform_can_be_set_outside_the_tree() -> None:
    parent, _ = pair()

    parent.global_transform = Transform2D(0, (3, 3))

    assert parent.global_position == Vector2(3, 3)


# In the tree: n1 > n2 > n3 and s


class Family:
    """The nodes of the records: n1 in the tree, n2 below it, n3 and s below that."""

    def __init__(self, tree: SceneTree) -> None:
        self.n1 = tree.root.add_child(Node2D(position=(100, 100), rotation_degrees=30))
        self.n2 = self.n1.add_child(Node2D(position=(10, 0), rotation_degrees=60))
        self.n3 = self.n2.add_child(Node2D(position=(0, 10), scale=(2, 2)))
        self.s = self.n2.add_child(Node2D(position=(5, 10), rotation_degrees=90, scale=(2, 1)))


@pytest.fixture
def family(tree: SceneTree) -> Family:
    return Family(tree)


@record("Node2D-007")
def test_look_at_turns_and_neither_moves_nor_scales(family: Family) -> None:
    n3 = family.n3

    n3.look_at((1, 1))

    assert n3.global_position == near(Vector2(98.66026, 105))
    assert n3.global_rotation == near(-2.32477)
    assert n3.global_scale == near(Vector2(2, 2))
    assert n3.position == near(Vector2(0, 10))
    assert n3.rotation == near(2.38762)
    assert n3.scale == near(Vector2(2, 2))


@record("Node2D-008")
def test_look_at_another_point(family: Family) -> None:
    n3 = family.n3

    n3.look_at((0, 10))

    assert n3.global_position == near(Vector2(98.66026, 105))
    assert n3.global_rotation == near(-2.37509)
    assert n3.global_scale == near(Vector2(2, 2))
    assert n3.rotation == near(2.3373)
    assert n3.scale == near(Vector2(2, 2))


@record("Node2D-009")
def test_look_at_itself_turns_nothing(family: Family) -> None:
    n3 = family.n3
    n3.look_at((0, 10))

    n3.look_at(n3.global_position)

    assert n3.global_rotation == near(-2.37509)
    assert n3.rotation == near(2.3373)


@pytest.mark.parametrize(
    ("point", "angle"),
    [
        pytest.param((1, 1), 2.38762, marks=record("Node2D-010")),
        pytest.param((0, 10), 2.3373, marks=record("Node2D-011")),
        pytest.param((2, -5), 2.42065, marks=record("Node2D-012")),
        pytest.param((-2, 5), 2.3529, marks=record("Node2D-013")),
    ],
)
def test_get_angle_to_is_by_how_much_to_turn(family: Family, point: tuple[float, float], angle: float) -> None:
    assert family.n3.get_angle_to(point) == near(angle)


@record("Node2D-014")
def test_the_angle_to_itself_is_0(family: Family) -> None:
    assert family.n3.get_angle_to(family.n3.global_position) == near(0.0)


@pytest.mark.parametrize(
    ("point", "local"),
    [
        pytest.param((1, 2), (-51.5, 48.83013), marks=record("Node2D-015")),
        pytest.param((-2, 1), (-52, 50.33013), marks=record("Node2D-016")),
        pytest.param((0, 0), (-52.5, 49.33013), marks=record("Node2D-017")),
    ],
)
def test_to_local_takes_a_point_of_the_canvas(
    family: Family, point: tuple[float, float], local: tuple[float, float]
) -> None:
    assert family.n3.to_local(point) == near(Vector2(local))


@record("Node2D-018")
def test_its_own_place_is_its_own_origin(family: Family) -> None:
    assert family.n3.to_local(family.n3.global_position) == near(Vector2(0, 0))


@pytest.mark.parametrize(
    ("local", "point"),
    [
        pytest.param((1, 2), (94.66026, 107), marks=record("Node2D-019")),
        pytest.param((-2, 1), (96.66026, 101), marks=record("Node2D-020")),
        pytest.param((0, 0), (98.66026, 105), marks=record("Node2D-021")),
    ],
)
def test_to_global_gives_a_point_of_the_canvas(
    family: Family, local: tuple[float, float], point: tuple[float, float]
) -> None:
    assert family.n3.to_global(local) == near(Vector2(point))


@record("Node2D-022")
def test_relative_to_itself_is_the_identity(family: Family) -> None:
    assert family.n3.get_relative_transform_to_parent(family.n3) == Transform2D.IDENTITY


@record("Node2D-023")
def test_relative_to_the_parent_is_the_own_transform(family: Family) -> None:
    relative = family.n3.get_relative_transform_to_parent(family.n2)

    assert relative.origin == near(Vector2(0, 10))
    assert relative.get_rotation() == near(0.0)
    assert relative.get_scale() == near(Vector2(2, 2))


@record("Node2D-024")
def test_relative_to_the_grandparent_composes(family: Family) -> None:
    relative = family.n3.get_relative_transform_to_parent(family.n1)

    assert relative.origin == near(Vector2(1.339746, 5))
    assert relative.get_rotation() == near(1.0472)
    assert relative.get_scale() == near(Vector2(2, 2))


@record("Node2D-025")
def test_relative_to_a_sibling_logs_an_error_and_is_relative_to_the_topmost(
    family: Family, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.ERROR):
        relative = family.n3.get_relative_transform_to_parent(family.s)

    assert relative.is_equal_approx(family.n1.global_transform.affine_inverse() * family.n3.global_transform)
    assert [entry.getMessage() for entry in caplog.records] == [
        "/root/Node2D/Node2D/Node2D.get_relative_transform_to_parent: "
        "/root/Node2D/Node2D/Node2D2 is not a Node2D above it"
    ]


# Composition


@pytest.fixture
def turned(tree: SceneTree) -> tuple[Node2D, Node2D]:
    root = tree.root.add_child(Node2D(position=(10, 0), rotation_degrees=90))
    return root, root.add_child(Node2D(position=(1, 0), scale=(2, 2)))


@record("mainframe-transform2d-0177")
def test_a_child_turns_about_its_parent(turned: tuple[Node2D, Node2D]) -> None:
    _, child = turned

    assert child.global_position == pytest.approx((10, 1))
    assert child.global_rotation == pytest.approx(pi / 2)


@record("mainframe-transform2d-0178")
def test_a_global_position_is_read_as_it_was_set(turned: tuple[Node2D, Node2D]) -> None:
    _, child = turned

    child.global_position = (0, 0)

    assert child.global_position == pytest.approx((0, 0), abs=5e-5)


@record("mainframe-transform2d-0179")
def test_the_inverse_of_a_nodes_transform_undoes_it() -> None:
    node = Node2D(position=(3, 4), rotation=0.5, scale=(2, 3))

    identity = node.transform.affine_inverse() * node.transform

    assert identity.is_equal_approx(Transform2D.IDENTITY)
    assert node.transform.get_scale() == pytest.approx((2, 3))


@record("mainframe-transform2d-0180")
def test_what_stands_below_a_hidden_node_is_not_visible(turned: tuple[Node2D, Node2D]) -> None:
    root, child = turned
    assert child.is_visible_in_tree()

    root.visible = False

    assert not child.is_visible_in_tree()


@record("mainframe-transform2d-0182")
def test_a_skewed_transform_stays_as_it_is_when_the_position_is_set_to_what_it_was() -> None:
    node = Node2D()
    assert node.skew == 0
    node.transform = Transform2D((1.0, 0.0), (0.75, 1.5), (3.0, 4.0))

    node.position = node.position

    assert node.transform.y == pytest.approx((0.75, 1.5), abs=1e-4)
    assert node.position == (3, 4)
