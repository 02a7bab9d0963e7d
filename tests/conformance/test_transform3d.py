"""The records of records/transform3d.jsonl: 3D transforms, with the Euler order and the defaults of the records.

They are written for row vectors, and say "X, then Y, then Z": for column vectors that is Z * Y * X, the order ZYX.
"""

from __future__ import annotations

from math import cos, pi, radians, sin, sqrt
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.math import Basis, EulerOrder, Quaternion, Transform3D, Vector3
from engine.math.errors import SapwoodError
from engine.tree.scene_tree import SceneTree
from nodes import Node, Node3D

record = pytest.mark.record
Matrix = NDArray[np.float64]


def node_3d(**properties: Any) -> Node3D:
    return Node3D(rotation_order=EulerOrder.ZYX, **properties)


def columns(transform: Transform3D) -> Matrix:
    """A transform as the 4 x 4 matrix that acts on column vectors."""
    matrix = np.eye(4)
    matrix[:3] = np.array(transform).reshape(4, 3).T
    return matrix


def turned(degrees: tuple[float, float, float]) -> Matrix:
    """RotX * RotY * RotZ for row vectors, transposed for column vectors, from the textbook."""
    x, y, z = map(radians, degrees)
    about_x = np.array(((1, 0, 0), (0, cos(x), -sin(x)), (0, sin(x), cos(x))))
    about_y = np.array(((cos(y), 0, sin(y)), (0, 1, 0), (-sin(y), 0, cos(y))))
    about_z = np.array(((cos(z), -sin(z), 0), (sin(z), cos(z), 0), (0, 0, 1)))
    product: Matrix = (about_x.T @ about_y.T @ about_z.T).T
    return product


def forward(basis: Basis) -> Vector3:
    return (-basis.z).normalized()


# Angles


@pytest.mark.parametrize(
    "degrees",
    [
        pytest.param((90, 0, 0), marks=record("mainframe-transform3d-0149")),
        pytest.param((-45, 170, 5), marks=record("mainframe-transform3d-0151")),
        pytest.param((30, -90, 60), marks=record("mainframe-transform3d-0153")),
    ],
)
def test_angles_are_applied_about_x_then_y_then_z(degrees: tuple[float, float, float]) -> None:
    node = node_3d(rotation_degrees=degrees)
    quaternion = node.quaternion

    for basis in (node.basis, Basis(quaternion)):
        assert columns(Transform3D(basis, (0, 0, 0)))[:3, :3] == pytest.approx(turned(degrees), abs=1e-4)

    node.quaternion = quaternion
    again = node_3d(rotation=node.rotation)
    assert again.basis == pytest.approx(tuple(node.basis), abs=1e-4)


@record("mainframe-transform3d-0155")
def test_the_transform_scales_then_turns_then_moves() -> None:
    node = node_3d(position=(3, 1, -2), rotation_degrees=(10, 20, 30), scale=(2, 3, 4))

    expected = np.eye(4)
    expected[:3, :3] = turned((10, 20, 30)) @ np.diag((2.0, 3.0, 4.0))
    expected[:3, 3] = (3, 1, -2)
    assert columns(node.transform) == pytest.approx(expected, abs=1e-4)


@record("mainframe-transform3d-0156")
def test_degrees_that_are_counted_up_stay_whole() -> None:
    node = node_3d()

    for _ in range(200):
        node.rotation_degrees += (1, 1, 0)

    assert node.rotation_degrees == (200, 200, 0)


@record("mainframe-transform3d-0157")
def test_a_quaternion_takes_the_place_of_degrees_that_were_set() -> None:
    node = node_3d(rotation_degrees=(200, 200, 0))

    node.quaternion = Quaternion(Vector3.UP, pi / 2)

    assert node.rotation_degrees == pytest.approx((0, 90, 0), abs=1e-4)


# Chains


@record("mainframe-transform3d-0158")
def test_a_child_turns_about_its_parent(tree: SceneTree) -> None:
    root = tree.root.add_child(node_3d(position=(10, 0, 0), rotation_degrees=(0, 90, 0)))
    child = root.add_child(node_3d(position=(0, 0, -1)))

    assert child.global_position == pytest.approx((9, 0, 0))
    assert forward(child.global_basis) == pytest.approx((-1, 0, 0))


@record("mainframe-transform3d-0159")
def test_a_plain_node_breaks_the_chain(tree: SceneTree) -> None:
    root = tree.root.add_child(node_3d(position=(10, 0, 0)))

    child = root.add_child(Node()).add_child(node_3d(position=(1, 2, 3)))

    assert child.global_position == (1, 2, 3)


class Chain:
    """root > a at (1, 0, 0) > b at (1, 0, 0), whose global transforms have been read."""

    def __init__(self, tree: SceneTree) -> None:
        self.root = tree.root.add_child(node_3d())
        self.a = self.root.add_child(node_3d(position=(1, 0, 0)))
        self.b = self.a.add_child(node_3d(position=(1, 0, 0)))
        tree.tick(0.1)
        assert self.b.global_position == (2, 0, 0)


@record("mainframe-transform3d-0160")
def test_moving_the_root_moves_what_is_below(tree: SceneTree) -> None:
    chain = Chain(tree)

    chain.root.position = (0, 5, 0)

    assert chain.b.global_position == (2, 5, 0)


@record("mainframe-transform3d-0161")
def test_scaling_a_parent_scales_what_is_below(tree: SceneTree) -> None:
    chain = Chain(tree)
    chain.root.position = (0, 5, 0)

    chain.a.scale = (2, 2, 2)

    assert chain.b.global_position == (3, 5, 0)
    assert chain.b.global_transform == Transform3D(2, 0, 0, 0, 2, 0, 0, 0, 2, 3, 5, 0)


@record("mainframe-transform3d-0162")
def test_a_global_position_is_set_through_the_parent(tree: SceneTree) -> None:
    root = tree.root.add_child(node_3d(position=(5, 0, 0), scale=(2, 2, 2)))
    child = root.add_child(node_3d())

    child.global_position = (7, 4, 0)

    assert child.position == (1, 2, 0)
    assert child.global_position == (7, 4, 0)


class Move:
    """A node at (0, 2, 0) below one at (1, 0, 0), and another parent that is turned by 45 degrees."""

    def __init__(self, tree: SceneTree) -> None:
        self.start = tree.root.add_child(node_3d(position=(1, 0, 0)))
        self.moved = self.start.add_child(node_3d(position=(0, 2, 0)))
        self.end = tree.root.add_child(node_3d(position=(0, 0, 10), rotation_degrees=(0, 45, 0)))


@record("mainframe-transform3d-0164")
def test_a_node_that_is_reparented_stays_where_it_is(tree: SceneTree) -> None:
    move = Move(tree)
    before = tuple(move.moved.global_transform)

    move.moved.reparent(move.end)

    assert move.moved.global_transform == pytest.approx(before, abs=1e-4)


@record("mainframe-transform3d-0165")
def test_a_node_may_be_reparented_with_its_local_transform(tree: SceneTree) -> None:
    move = Move(tree)
    move.moved.reparent(move.end)
    local = tuple(move.moved.transform)

    move.moved.reparent(move.start, keep_global_transform=False)

    assert move.moved.transform == local
    expected = columns(move.start.transform) @ columns(move.moved.transform)
    assert columns(move.moved.global_transform) == pytest.approx(expected)


# Looking


@record("mainframe-transform3d-0166")
def test_look_at_turns_minus_z_to_the_target_and_keeps_place_and_scale(tree: SceneTree) -> None:
    node = tree.root.add_child(node_3d(position=(0, 5, 10), scale=(2, 2, 2)))

    node.look_at((0, 0, 0))

    assert forward(node.global_basis) == pytest.approx((0, -5 / sqrt(125), -10 / sqrt(125)))
    assert node.scale == (2, 2, 2)
    assert node.position == (0, 5, 10)
    assert node.rotation_degrees == pytest.approx((-26.565052, 0, 0), abs=1e-3)


@record("mainframe-transform3d-0167")
def test_look_at_works_under_a_turned_parent(tree: SceneTree) -> None:
    parent = tree.root.add_child(node_3d(rotation_degrees=(0, 90, 0)))
    child = parent.add_child(node_3d(position=(1, 0, 0)))

    child.look_at((0, 0, 0))

    assert forward(child.global_basis) == pytest.approx((-child.global_position).normalized())


# Being told


class Watcher(Node3D):
    def __init__(self) -> None:
        super().__init__(rotation_order=EulerOrder.ZYX)
        self.told = 0
        self.set_notify_transform(True)

    def on_transform_changed(self) -> None:
        self.told += 1


@pytest.fixture
def watched(tree: SceneTree) -> tuple[Node3D, Watcher]:
    """A parent and a watcher that has been told once, after it entered."""
    parent = tree.root.add_child(node_3d())
    watcher = parent.add_child(Watcher())
    tree.tick(0.1)
    assert watcher.told == 1
    return parent, watcher


@record("mainframe-transform3d-0169")
def test_several_changes_in_a_frame_are_told_once(tree: SceneTree, watched: tuple[Node3D, Watcher]) -> None:
    parent, watcher = watched

    parent.position = (1, 0, 0)
    parent.position = (2, 0, 0)
    watcher.rotation_degrees = (0, 10, 0)
    tree.tick(0.1)

    assert watcher.told == 2


@record("mainframe-transform3d-0171")
def test_a_child_is_told_when_its_parent_moves(tree: SceneTree, watched: tuple[Node3D, Watcher]) -> None:
    parent, watcher = watched
    watcher.rotation_degrees = (0, 10, 0)
    tree.tick(0.1)

    parent.position = (3, 0, 0)
    tree.tick(0.1)

    assert watcher.told == 3


@record("mainframe-transform3d-0172")
def test_a_child_of_a_hidden_node_is_not_visible_in_the_tree(tree: SceneTree) -> None:
    root = tree.root.add_child(node_3d())
    child = root.add_child(node_3d())

    root.visible = False

    assert not child.is_visible_in_tree()
    assert child.visible


# Inverses


@record("mainframe-transform3d-0174")
def test_a_basis_with_a_column_of_zeros_has_no_inverse() -> None:
    with pytest.raises(SapwoodError, match="no inverse"):
        Basis((1, 0, 0), (0, 0, 0), (0, 0, 1)).inverse()


@record("mainframe-transform3d-0175")
def test_a_transform_times_its_inverse_is_the_identity() -> None:
    node = node_3d(position=(1, 2, 3), rotation_degrees=(40, 50, 60), scale=(1, 2, 3))

    product = node.transform * node.transform.affine_inverse()

    assert product == pytest.approx(tuple(Transform3D.IDENTITY), abs=1e-4)
