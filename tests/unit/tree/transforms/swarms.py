"""Nodes for tests of views."""

from __future__ import annotations

from engine.tree.scene_tree import SceneTree
from nodes import Node2D, Node3D

HALF = (0.0, 0.6, 0.0, 0.8)


def swarm_2d(tree: SceneTree, count: int = 30) -> list[Node2D]:
    """Nodes below a parent that is moved, turned and scaled, all in the group "swarm"."""
    parent = tree.root.add_child(Node2D(position=(100, 50), rotation=0.5, scale=(2, 3)))
    nodes = [parent.add_child(Node2D(position=(at, -at), rotation=at, scale=(1, at + 1))) for at in range(count)]
    for node in nodes:
        node.add_to_group("swarm")
    return nodes


def swarm_3d(tree: SceneTree, count: int = 30) -> list[Node3D]:
    parent = tree.root.add_child(Node3D(position=(1, 2, 3), rotation=(0.5, 0, 0), scale=(2, 3, 4)))
    nodes = [parent.add_child(Node3D(position=(at, 0, 1), rotation=(0, at, 0), scale=(1, 1, 2))) for at in range(count)]
    for node in nodes:
        node.add_to_group("swarm")
    return nodes
