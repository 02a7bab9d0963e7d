"""The digest of a tree's state, and snapshots."""

from __future__ import annotations

from gc import collect
from typing import Any

from bench.measure import Row, Scale, absolute, timed
from engine.core.export import export
from engine.tree.scene_tree import SceneTree
from nodes import Node2D

ISSUE = "02"
COUNT = 10_000


class Unit(Node2D):
    """Has a property of its own, and an attribute."""

    health: int = export(3)
    speed = 0.0


def rows(scale: Scale) -> list[Row]:
    tree = SceneTree()
    for number in range(COUNT):
        unit = tree.root.add_child(Unit())
        unit.position = (number, 1)
        unit.health = number
        unit.speed = 2.0
    tree.tick(1 / 60)
    hashes, snapshots = [], []
    kept: list[Any] = [tree.snapshot()]
    collect()
    for _ in range(scale.repeats):
        hashes.append(timed(tree.state_hash))
        snapshots.append(timed(lambda: kept.append(tree.snapshot())))
        del kept[:-1]
    tree.shutdown()
    return [
        absolute(ISSUE, "state_hash of 10,000 nodes", 25.0, "ms", hashes),
        absolute(ISSUE, "snapshot of 10,000 nodes", 60.0, "ms", snapshots),
    ]
