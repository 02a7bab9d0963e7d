"""tree.transforms.view: arrays of many nodes' transforms agree with the nodes' properties, in both directions."""

from __future__ import annotations

from collections.abc import Iterable
from math import inf, nan
from typing import Any

import numpy as np
import pytest

from engine.core.errors import InvalidTypeError, InvalidValueError, TreeError
from engine.math import Quaternion, Vector2, Vector3
from engine.tree.scene_tree import SceneTree
from nodes import Node, Node2D, Node3D
from tests.unit.tree.transforms.swarms import HALF, swarm_2d, swarm_3d


def listed(vectors: Iterable[Iterable[float]]) -> list[list[float]]:
    return [list(vector) for vector in vectors]


@pytest.fixture(params=["flushed", "just entered"])
def flushed(request: pytest.FixtureRequest) -> bool:
    return bool(request.param == "flushed")


# Reading


def test_a_view_reads_what_2d_nodes_have(tree: SceneTree, flushed: bool) -> None:
    nodes = swarm_2d(tree)
    nodes[3].skew = 0.25
    nodes[4].transform = (1.1, 0.3, 0.7, 1.9, 5, 6)
    if flushed:
        tree.tick(0.1)

    view = tree.transforms.view(nodes)

    assert view.positions.tolist() == listed(node.position for node in nodes)
    assert view.rotations.tolist() == [node.rotation for node in nodes]
    assert view.scales.tolist() == listed(node.scale for node in nodes)
    assert view.skews.tolist() == [node.skew for node in nodes]
    assert view.positions.dtype == np.float64
    assert view.positions.shape == (30, 2)


def test_a_view_reads_what_3d_nodes_have(tree: SceneTree, flushed: bool) -> None:
    nodes = swarm_3d(tree)
    nodes[3].rotation_degrees = (20, 30, 40)
    nodes[4].basis = (1.1, 0.3, 0, 0.7, 1.9, 0.2, 0, 0.5, -2)
    if flushed:
        tree.tick(0.1)

    view = tree.transforms.view(nodes)

    assert view.positions.tolist() == listed(node.position for node in nodes)
    assert view.quaternions.tolist() == listed(node.quaternion for node in nodes)
    assert view.scales.tolist() == listed(node.scale for node in nodes)


def test_a_view_sees_what_nodes_set_later(tree: SceneTree) -> None:
    nodes = swarm_2d(tree)
    view = tree.transforms.view(nodes)
    view.positions += 1
    assert view.rotations[0] == 0

    nodes[0].position = (7, 8)
    nodes[0].rotation = 9.0
    nodes[1].transform = (2, 0, 0, 3, 4, 5)

    assert view.positions[:2].tolist() == [[7, 8], [4, 5]]
    assert view.rotations[:2].tolist() == [9, 0]
    assert view.scales[1].tolist() == [2, 3]
    view.scales = (1, 1)
    assert (nodes[0].rotation, nodes[0].scale) == (9, (1, 1))


def test_what_is_read_is_a_copy(tree: SceneTree) -> None:
    nodes = swarm_2d(tree)
    view = tree.transforms.view(nodes)

    for array in (view.positions, view.rotations, view.scales, view.skews):
        array += 100

    assert view.positions.tolist() == listed(node.position for node in nodes)
    assert view.rotations.tolist() == [node.rotation for node in nodes]
    assert nodes[1].position == (1, -1)


# Writing


@pytest.mark.parametrize(
    "part", [slice(None), slice(3, 20, 2), slice(None, None, -1)], ids=["all", "some", "backwards"]
)
def test_what_is_assigned_is_what_the_nodes_have(tree: SceneTree, part: slice, flushed: bool) -> None:
    nodes = swarm_2d(tree)
    picked = nodes[part]
    others = {node: node.transform for node in nodes if node not in picked}
    if flushed:
        tree.tick(0.1)
    view = tree.transforms.view(picked)
    numbers = np.arange(len(picked), dtype=float)

    view.positions = np.stack((numbers, numbers * 10), axis=1)
    view.rotations = numbers / 7
    view.scales = np.stack((numbers + 1, -numbers - 2), axis=1)
    view.skews = numbers / 100

    for at, node in enumerate(picked):
        alike = Node2D(position=(at, at * 10), rotation=at / 7, scale=(at + 1, -at - 2), skew=at / 100)
        assert (node.position, node.rotation, node.skew) == (alike.position, alike.rotation, alike.skew)
        assert (type(node.position), type(node.scale), node.scale) == (Vector2, Vector2, alike.scale)
        assert node.transform == alike.transform
    assert {node: node.transform for node in others} == others


@pytest.mark.parametrize("part", [slice(None), slice(3, 20, 2)], ids=["all", "some"])
def test_what_is_assigned_is_what_3d_nodes_have(tree: SceneTree, part: slice, flushed: bool) -> None:
    nodes = swarm_3d(tree)
    picked = nodes[part]
    if flushed:
        tree.tick(0.1)
    view = tree.transforms.view(picked)
    numbers = np.arange(len(picked), dtype=float)
    turns = [Quaternion((0, 1, 0), number / 7) for number in numbers]

    view.positions = np.stack((numbers, numbers * 10, numbers), axis=1)
    view.quaternions = turns
    view.scales = np.stack((numbers + 1, -numbers - 2, numbers + 3), axis=1)

    for at, node in enumerate(picked):
        alike = Node3D(position=(at, at * 10, at), quaternion=turns[at], scale=(at + 1, -at - 2, at + 3))
        assert (type(node.position), type(node.quaternion), type(node.scale)) == (Vector3, Quaternion, Vector3)
        assert (node.quaternion, node.scale) == (alike.quaternion, alike.scale)
        assert node.transform == alike.transform


@pytest.mark.parametrize("count", [30, 300])  # in the tail; in levels
def test_globals_follow_at_once_and_in_the_flush(tree: SceneTree, count: int) -> None:
    nodes = swarm_2d(tree, count)
    below = nodes[5].add_child(Node2D(position=(1, 1)))
    tree.tick(0.1)
    view = tree.transforms.view(nodes)

    view.positions += (3, 4)
    view.rotations += 0.5

    for node in (nodes[5], below):
        expected = node.transform
        above: Any = node.parent
        while isinstance(above, Node2D):
            expected = above.transform * expected
            above = above.parent
        assert node.global_transform == pytest.approx(tuple(expected))
    early = below.global_transform
    tree.tick(0.1)
    assert below.global_transform == early


def test_a_view_that_writes_many_times_needs_one_flush(tree: SceneTree) -> None:
    view = tree.transforms.view(swarm_2d(tree))
    tree.tick(0.1)
    revision = tree.transforms_2d.revision

    for _ in range(5):
        view.positions += 1
        view.rotations += 1

    assert tree.transforms_2d.revision == revision
    tree.tick(0.1)
    assert tree.transforms_2d.revision == revision + 1


def test_one_value_may_be_assigned_to_all(tree: SceneTree) -> None:
    nodes = swarm_2d(tree)
    view = tree.transforms.view(nodes)

    view.positions = (1, 2)
    view.scales = 3
    view.rotations = 4

    assert {(node.position, node.scale, node.rotation) for node in nodes} == {((1, 2), (3, 3), 4)}


@pytest.mark.parametrize("kind", [Node2D, Node3D])
def test_a_misspelt_name_is_not_assigned_without_a_word(tree: SceneTree, kind: type[Node2D | Node3D]) -> None:
    view: Any = tree.transforms.view([tree.root.add_child(kind())])

    with pytest.raises(AttributeError, match="position"):
        view.position = 3
    assert repr(view) == f"<Transform{kind.__name__.replace('Node', 'View')} of 1 node>"


def test_nodes_and_views_may_write_in_turn(tree: SceneTree) -> None:
    nodes = swarm_2d(tree, 4)
    view = tree.transforms.view(nodes)
    view.positions = (0, 0)
    view.rotations = 1

    nodes[0].position = (5, 5)
    nodes[0].rotation = 5
    nodes[1].position += (1, 1)
    nodes[2].rotate(1)
    view.positions += (1, 0)
    view.rotations += 0.5

    assert [node.position for node in nodes] == [(6, 5), (2, 1), (1, 0), (1, 0)]
    assert [node.rotation for node in nodes] == [5.5, 1.5, 2.5, 1.5]
    nodes[0].scale = (2, 2)
    assert nodes[0].rotation == 5.5


def test_a_view_writes_also_over_what_a_node_has_set_and_nobody_has_read(tree: SceneTree) -> None:
    nodes = swarm_2d(tree, 4)
    view = tree.transforms.view(nodes)
    view.positions = (0, 0)
    view.rotations = 1

    nodes[0].position = (5, 5)
    nodes[0].rotation = 5
    view.positions += (1, 0)
    view.rotations += 0.5

    assert (nodes[0].position, nodes[0].rotation) == ((6, 5), 5.5)


def test_two_views_of_the_same_nodes_agree(tree: SceneTree) -> None:
    nodes = swarm_3d(tree)
    one, other = tree.transforms.view(nodes), tree.transforms.view(reversed(nodes))

    one.positions = (1, 2, 3)
    other.positions += (1, 0, 0)
    one.quaternions = HALF
    other.scales = (1, 2, 3)

    assert one.positions.tolist() == [[2, 2, 3]] * 30
    assert (nodes[7].position, nodes[7].quaternion, nodes[7].scale) == ((2, 2, 3), HALF, (1, 2, 3))


def test_the_rules_of_the_properties_hold_for_views(tree: SceneTree) -> None:
    flat, solid = swarm_2d(tree, 2), swarm_3d(tree, 2)

    tree.transforms.view(flat).scales = (0, -1e-9)
    tree.transforms.view(solid).quaternions = [(0, 3, 0, 4), (0, 3e200, 0, 4e200)]

    assert flat[0].scale == (0.00001, 0.00001)
    assert solid[0].quaternion == Node3D(quaternion=(0, 3, 0, 4)).quaternion
    assert solid[1].quaternion == Node3D(quaternion=(0, 3e200, 0, 4e200)).quaternion


def test_whoever_asked_is_told_of_what_views_do(tree: SceneTree) -> None:
    class Told(Node3D):
        def on_transform_changed(self) -> None:
            calls.append("global")

        def on_local_transform_changed(self) -> None:
            calls.append("local")

    calls: list[str] = []
    node = tree.root.add_child(Told())
    node.set_notify_transform(True)
    node.set_notify_local_transform(True)
    tree.tick(0.1)
    calls.clear()

    tree.transforms.view([node]).positions += 1
    tree.tick(0.1)

    assert calls == ["local", "global"]


# Bad input


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("positions", np.zeros((3, 2)), r"must be numbers of the shape \(4, 2\), got an array of the shape \(3, 2\)"),
        ("positions", "far", r"must be numbers of the shape \(4, 2\), got 'far'"),
        ("positions", [(0, 0), (1,)], r"must be numbers of the shape \(4, 2\)"),
        ("rotations", np.zeros((4, 2)), r"must be numbers of the shape \(4,\)"),
        ("positions", [(0, 0), (0, 0), (nan, 0), (0, 0)], r"must be finite numbers, got \[nan, 0.0\] for .*Node2D3"),
        ("rotations", [0, inf, 0, 0], r"must be finite numbers, got inf for .*Node2D2$"),
        ("scales", (1, -inf), r"must be finite numbers"),
        ("skews", nan, r"must be finite numbers"),
        ("quaternions", HALF, r"has no quaternions: 2D nodes turn by an angle; use .rotations"),
    ],
)
def test_what_does_not_fit_is_refused_and_nothing_changed(tree: SceneTree, name: str, value: Any, message: str) -> None:
    nodes = swarm_2d(tree, 4)
    before = [node.transform for node in nodes]
    view = tree.transforms.view(nodes)

    with pytest.raises((InvalidTypeError, InvalidValueError), match=message):
        setattr(view, name, value)

    assert [node.transform for node in nodes] == before


def test_3d_nodes_have_neither_angles_nor_skews_and_no_quaternion_of_zeros(tree: SceneTree) -> None:
    view = tree.transforms.view(swarm_3d(tree, 2))

    for name in ("rotations", "skews"):
        with pytest.raises(InvalidTypeError, match=f"has no {name}: 3D nodes"):
            getattr(view, name)
        with pytest.raises(InvalidTypeError, match=f"has no {name}: 3D nodes"):
            setattr(view, name, 0)
    with pytest.raises(InvalidValueError, match=r"must not be four zeros, which turn nowhere, as for .*Node3D2;"):
        view.quaternions = [HALF, (0, 0, 0, 0)]


def test_what_cannot_be_viewed_is_refused(tree: SceneTree) -> None:
    flat, solid = swarm_2d(tree, 1)[0], swarm_3d(tree, 1)[0]
    plain = tree.root.add_child(Node())
    outside = Node2D("Outside")

    refused: list[tuple[Any, type[Exception], str]] = [
        (3, InvalidTypeError, "a group's name or nodes are needed, got 3"),
        ([], InvalidValueError, "nodes are needed, got none"),
        ([flat, plain], InvalidTypeError, "/root/Node has no transform; leave it out"),
        ([flat, "x"], InvalidTypeError, "'x' has no transform"),
        ([flat, solid], InvalidValueError, "are not both 2D or both 3D; make a view of each kind"),
        ([flat, flat], InvalidValueError, "is there twice"),
        ([flat, outside], TreeError, "Outside is not inside the tree"),
        ("nobody", InvalidValueError, "no node with a transform is in that group"),
    ]
    for of, error, message in refused:
        with pytest.raises(error, match=message):
            tree.transforms.view(of)
    with pytest.raises(TreeError, match="is not inside the tree"):
        SceneTree().transforms.view([flat])
