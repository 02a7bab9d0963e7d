"""Node2D and Node3D where the product of transforms is too large for a number: nothing is set, or nothing kept."""

from __future__ import annotations

import pytest

from engine.core.errors import InvalidValueError
from engine.tree.scene_tree import SceneTree
from nodes import Node2D, Node3D


def small(kind: type[Node2D | Node3D]) -> tuple[SceneTree, Node2D | Node3D]:
    """A node through whose inverse what is large becomes too large."""
    tree = SceneTree()
    return tree, tree.root.add_child(kind("Small", scale=(1e-4,) * (2 if kind is Node2D else 3)))


@pytest.mark.parametrize("kind", [Node2D, Node3D])
@pytest.mark.parametrize("large", ["position", "scale"])
def test_a_node_that_cannot_be_kept_where_it_was_keeps_its_own_transform(
    kind: type[Node2D | Node3D], large: str
) -> None:
    tree, parent = small(kind)
    node = tree.root.add_child(kind("Large"))
    setattr(node, large, (1e305,) * len(node.position))
    own = node.transform

    node.reparent(parent)

    assert node.parent is parent
    assert node.transform == own


@pytest.mark.parametrize(("name", "count"), [("global_transform", 12), ("global_basis", 9), ("global_position", 3)])
def test_a_global_value_that_would_be_too_large_below_its_parent_is_refused(name: str, count: int) -> None:
    _, parent = small(Node3D)
    node = parent.add_child(Node3D(position=(1, 2, 3), rotation_degrees=(10, 20, 30)))
    own = node.transform

    with pytest.raises(InvalidValueError, match=r"^/root/Small/Node3D\.\w+ must be \w+ finite numbers"):
        setattr(node, name, (1e305, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 1)[:count])

    assert node.transform == own
    assert node.rotation_degrees == (10, 20, 30)
