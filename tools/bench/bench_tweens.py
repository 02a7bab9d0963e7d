"""Property tweens that run, against the curve, the blend and the setattr alone."""

from __future__ import annotations

from typing import Any

from bench.measure import Row, Scale, ratio
from engine.math import Vector2, easing
from engine.tree.node import Node
from engine.tree.scene_tree import SceneTree
from engine.tree.tween import Tween
from nodes import Node2D

ISSUE = "02"
COUNT = 10_000
DELTA = 1 / 60
DURATION = 1e6  # so long that none ends


class Dial(Node):
    """Has a number."""

    value = 0.0


def rows(scale: Scale) -> list[Row]:
    return [
        _row("10,000 property tweens, one tick", scale, Dial, "value", 0.0, 1e6, Tween.TRANS_LINEAR),
        _row("10,000 property tweens, one tick, sine, bound", scale, Dial, "value", 0.0, 1e6, Tween.TRANS_SINE, True),
        _row(
            "10,000 position tweens, one step of the tweens",
            scale,
            Node2D,
            "position",
            Vector2(),
            Vector2(1e6, 1e6),
            Tween.TRANS_QUAD,
        ),
    ]


def _row(
    name: str, scale: Scale, kind: type[Node], path: str, start: Any, end: Any, trans: int, bound: bool = False
) -> Row:
    tree = SceneTree()
    nodes = [tree.root.add_child(kind()) for _ in range(COUNT)]
    for node in nodes:
        tween = node.create_tween() if bound else tree.create_tween()
        tween.tween_property(node, path, end, DURATION).set_trans(trans)
    tweens = tree._tweens
    assert tweens is not None
    tree.tick(DELTA)
    curve = easing.curve(trans, easing.EASE_IN_OUT)
    passed = [0.0]
    lerp = Vector2.lerp if isinstance(start, Vector2) else None

    def bare() -> None:
        passed[0] += DELTA
        elapsed = passed[0]
        if lerp is not None:
            for node in nodes:
                setattr(node, path, lerp(start, end, curve(elapsed / DURATION)))
        else:
            for node in nodes:
                setattr(node, path, start + (end - start) * curve(elapsed / DURATION))

    def engine() -> None:
        if lerp is None:
            tree.tick(DELTA)
        else:  # without the flush of the transforms, which has rows of its own
            tweens.process(tweens.idle, DELTA, DELTA, tree._failed)

    return ratio(ISSUE, name, 2.5, engine, bare, scale)
