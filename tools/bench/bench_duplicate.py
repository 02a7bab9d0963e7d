"""Duplicating a subtree."""

from __future__ import annotations

from bench.measure import Row, Scale, pair, timed
from engine.core.export import export
from engine.tree.node import Node
from engine.tree.scene_tree import SceneTree
from nodes import Node2D, Sprite2D, Timer

ISSUE = "02"
ROWS = 9
UNITS = 22


class Unit(Node2D):
    """A class of a game."""

    health: int = export(10)
    speed: float = export(100.0)


def build() -> Node:
    """1,000 nodes as a game has them: rows of units, each with a sprite, a timer, a marker and a holder."""
    level = Node2D("Level")
    for row in range(ROWS):
        line = level.add_child(Node2D(f"Row{row}"))
        line.position = (0.0, row * 50.0)
        for place in range(UNITS):
            unit = line.add_child(Unit(f"Unit{place}"))
            unit.position = (place * 40.0, 0.0)
            unit.health = 7
            unit.add_to_group("units")
            sprite = unit.add_child(Sprite2D("Sprite"))
            sprite.rotation = 0.5
            sprite.hframes = 4
            sprite.frame = 2
            timer = unit.add_child(Timer("Reload"))
            timer.wait_time = 0.5
            timer.one_shot = True
            marker = unit.add_child(Node2D("Muzzle"))
            marker.position = (12.0, 3.0)
            unit.add_child(Node("State"))
    return level


def rows(scale: Scale) -> list[Row]:
    tree = SceneTree()
    original = tree.root.add_child(build())
    engine_ms, limit_ms = [], []
    for _ in range(scale.repeats + 2):
        limit_ms.append(timed(lambda: tree.root.add_child(build())))
        tree.root.get_child(1).free()
        engine_ms.append(timed(lambda: tree.root.add_child(original.duplicate())))
        tree.root.get_child(1).free()
    count = tree.get_node_count() - 1
    return [pair(ISSUE, f"duplicate and add {count:,} nodes", 1.5, engine_ms[2:], limit_ms[2:])]
