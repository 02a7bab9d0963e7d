"""Views that are held while nodes come, leave, move in the tree, and while others read what a view has written."""

from __future__ import annotations

import numpy as np
import pytest

from engine.core.errors import InvalidTypeError, TreeError
from engine.tree.scene_tree import SceneTree
from engine.tree.transforms.views import TransformView
from nodes import Node, Node2D, Node3D
from tests.unit.tree.transforms.swarms import HALF, swarm_2d, swarm_3d


def group_view(tree: SceneTree) -> tuple[list[Node2D], TransformView]:
    nodes = swarm_2d(tree, 5)
    return nodes, tree.transforms.view("swarm")


def test_a_view_of_a_group_has_its_members_in_tree_order(tree: SceneTree) -> None:
    nodes, view = group_view(tree)
    tree.root.add_child(Node()).add_to_group("swarm")
    tree.root.add_child(Node3D()).add_to_group("swarm")
    assert view.nodes == tuple(nodes)

    nodes[0].remove_from_group("swarm")
    nodes[1].free()
    late = tree.root.add_child(Node2D(position=(7, 7)))
    late.add_to_group("swarm")
    assert nodes[2].parent is not None
    nodes[2].parent.move_child(nodes[4], 0)

    assert view.nodes == (nodes[4], nodes[2], nodes[3], late)
    assert len(view) == 4
    view.positions += (1, 0)
    assert [node.position for node in (nodes[4], nodes[2], nodes[3], late)] == [(5, -4), (3, -2), (4, -3), (8, 7)]
    assert nodes[0].position == (0, 0)
    with pytest.raises(InvalidTypeError, match=r"of the shape \(4, 2\)"):
        view.positions = np.zeros((5, 2))


def test_a_view_of_a_group_may_become_empty_and_fill_again(tree: SceneTree) -> None:
    nodes, view = group_view(tree)
    for node in nodes:
        node.queue_free()
    assert len(view) == 5
    tree.tick(0.1)

    assert view.positions.shape == (0, 2)
    view.positions += 1
    view.rotations = 2
    tree.tick(0.1)

    tree.root.add_child(Node2D(position=(1, 1))).add_to_group("swarm")
    assert view.positions.tolist() == [[1, 1]]


@pytest.mark.parametrize("leave", ["free", "remove"])
def test_a_view_of_nodes_refuses_when_one_has_left_and_changes_nothing(tree: SceneTree, leave: str) -> None:
    nodes = swarm_2d(tree, 5)
    view = tree.transforms.view(nodes)
    view.positions = (1, 1)
    gone = nodes[2]
    if leave == "free":
        gone.free()
    else:
        assert gone.parent is not None
        gone.parent.remove_child(gone)

    for access in (lambda: view.positions, lambda: view.rotations, lambda: len(view), lambda: view.nodes):
        with pytest.raises(TreeError, match=r"Node2D3 is not inside the tree; make a view of those that are, or of"):
            access()
    with pytest.raises(TreeError, match="is not inside the tree"):
        view.positions = (2, 2)

    assert gone.position == (1, 1)
    assert nodes[0].position == (1, 1)


def test_a_node_that_leaves_takes_along_what_a_view_has_written(tree: SceneTree) -> None:
    flat, solid = swarm_2d(tree, 3), swarm_3d(tree, 3)
    tree.transforms.view(flat).positions = (1, 2)
    tree.transforms.view(flat).rotations = 0.5
    tree.transforms.view(solid).quaternions = HALF

    for node in (flat[1], solid[1]):
        assert node.parent is not None
        node.parent.remove_child(node)

    assert (flat[1].position, flat[1].rotation, flat[1].scale) == ((1, 2), 0.5, (1, 2))
    assert (
        flat[1].transform == flat[1].global_transform == Node2D(position=(1, 2), rotation=0.5, scale=(1, 2)).transform
    )
    assert solid[1].quaternion == HALF


def test_a_node_may_be_reparented_while_a_view_is_held(tree: SceneTree) -> None:
    nodes = swarm_2d(tree, 5)
    view = tree.transforms.view(nodes)
    view.positions = (1, 1)
    place = nodes[3].global_position

    nodes[3].reparent(tree.root)

    assert nodes[3].position == pytest.approx(place)
    view.positions += (1, 0)
    assert nodes[3].position == pytest.approx(place + (1, 0))
    assert nodes[2].position == (2, 1)


def test_a_node_that_takes_the_slot_of_one_that_has_left_is_not_in_the_view(tree: SceneTree) -> None:
    nodes, view = group_view(tree)
    view.positions = (1, 1)
    nodes[2].free()
    tree.tick(0.1)
    other = tree.root.add_child(Node2D(position=(9, 9)))

    view.positions += 1

    assert other.position == other.global_position == (9, 9)


def test_rows_may_be_sorted_anew_while_a_view_is_held(tree: SceneTree) -> None:
    nodes = swarm_2d(tree, 20)
    view = tree.transforms.view(nodes)
    view.positions = [(at, 1) for at in range(20)]
    layout = tree.transforms_2d.rows.layout

    for _ in range(200):
        nodes[0].add_child(Node2D())
    view.positions += (1, 0)
    tree.tick(0.1)
    assert tree.transforms_2d.rows.layout > layout
    view.positions += (1, 0)

    assert [node.position for node in nodes] == [(at + 2, 1) for at in range(20)]


def test_a_duplicate_of_a_node_that_a_view_has_written_is_whole(tree: SceneTree) -> None:
    node = swarm_3d(tree, 3)[1]
    view = tree.transforms.view([node])
    view.positions = (7, 8, 9)
    view.quaternions = HALF

    copy = node.duplicate()

    assert (copy.position, copy.quaternion, copy.scale) == ((7, 8, 9), HALF, (1, 1, 2))


@pytest.mark.parametrize("first", [False, True], ids=["made after the snapshot", "made before"])
def test_a_view_goes_on_when_the_tree_is_set_back(tree: SceneTree, first: bool) -> None:
    nodes = swarm_3d(tree, 5)
    tree.tick(0.1)
    view = tree.transforms.view("swarm") if first else None
    snapshot = tree.snapshot()
    view = view or tree.transforms.view("swarm")
    view.positions += 100
    view.quaternions = HALF
    nodes[4].free()
    late = tree.root.add_child(Node3D())
    late.add_to_group("swarm")
    assert len(view) == 5

    for _ in range(2):
        tree.restore(snapshot)
        assert view.nodes == tuple(nodes)
        assert view.positions.tolist() == [[at, 0, 1] for at in range(5)]
        assert nodes[2].rotation == (0, 2, 0)
        view.positions += (0, 0, 1)
        assert nodes[2].position == (2, 0, 2)
        nodes[2].position = (3, 3, 3)
        assert view.positions[2].tolist() == [3, 3, 3]


def test_a_view_of_nodes_refuses_when_the_tree_was_set_back_to_before_they_came(tree: SceneTree) -> None:
    first = tree.root.add_child(Node3D())
    tree.transforms.view([first]).positions += 1
    snapshot = tree.snapshot()
    late = [tree.root.add_child(Node3D()) for _ in range(40)]
    view = tree.transforms.view(late)
    view.positions = (1, 2, 3)

    tree.restore(snapshot)

    with pytest.raises(TreeError, match="is not inside the tree"):
        view.positions += 1


@pytest.mark.parametrize("kind", [Node2D, Node3D])
def test_what_came_after_a_snapshot_keeps_what_a_view_has_written(tree: SceneTree, kind: type[Node2D | Node3D]) -> None:
    snapshot = tree.snapshot()
    late = tree.root.add_child(kind())
    tree.transforms.view([late]).positions = 5

    tree.restore(snapshot)

    assert set(late.position) == set(late.global_position) == {5.0}
    other = tree.root.add_child(kind())
    late.position = late.position * 2
    assert set(other.global_position) == {0.0}


# Others that read


@pytest.mark.parametrize("flushed", [False, True])
def test_the_state_hash_is_that_of_the_same_set_by_properties(flushed: bool) -> None:
    hashes = []
    for by_view in (True, False):
        tree = SceneTree()
        flat, solid = swarm_2d(tree, 20), swarm_3d(tree, 20)
        if flushed:
            tree.tick(0.1)
        before = tree.state_hash()
        if by_view:
            tree.transforms.view(flat).positions += 1
            tree.transforms.view(flat).rotations += 1
            tree.transforms.view(solid).positions += 1
            tree.transforms.view(solid).scales *= 3
            tree.transforms.view(solid[::2]).quaternions = HALF
        else:
            for node in flat:
                node.position += (1, 1)
                node.rotation += 1
            for body in solid:
                body.position += (1, 1, 1)
                body.scale *= 3
            for body in solid[::2]:
                body.quaternion = HALF
        hashes.append(tree.state_hash())
        assert hashes[-1] != before

    assert hashes[0] == hashes[1]


def test_scales_that_a_view_writes_leave_the_angles_as_they_were_set(tree: SceneTree) -> None:
    node = tree.root.add_child(Node3D(rotation_degrees=(10.0001, 20.0002, 30.0003)))
    other = tree.root.add_child(Node3D(rotation_degrees=(10.0001, 20.0002, 30.0003)))
    view = tree.transforms.view([node])

    view.scales = (2, 3, 4)
    other.scale = (2, 3, 4)
    assert node.rotation_degrees == (10.0001, 20.0002, 30.0003)
    assert node.transform == other.transform

    view.scales = (1, 1, 1)
    view.quaternions = HALF
    assert (node.quaternion, node.scale) == (HALF, (1, 1, 1))
    assert node.rotation == Node3D(quaternion=HALF).rotation


@pytest.mark.parametrize("kind", [Node2D, Node3D])
def test_a_child_that_has_left_first_or_not_yet_entered_stands_where_its_parent_was_put(
    tree: SceneTree, kind: type[Node2D | Node3D]
) -> None:
    places = []
    parent, child = kind("Parent"), kind()
    parent.add_child(child)
    child.position = child.position + (1,) * len(child.position)
    parent.tree_entered.connect(lambda: setattr(tree.transforms.view([parent]), "positions", 7))
    parent.tree_entered.connect(lambda: places.append(child.global_position))
    child.tree_exited.connect(lambda: places.append(child.global_position))

    tree.root.add_child(parent)
    tree.transforms.view([parent]).positions = 3
    tree.root.remove_child(parent)

    assert [set(place) for place in places] == [{8.0}, {4.0}]
