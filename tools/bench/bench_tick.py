"""The frame: ticking, idling, pausing, timers, priorities, coming and going."""

from __future__ import annotations

import random
import sys
from collections import deque
from collections.abc import Callable
from functools import partial
from statistics import mean
from types import FunctionType
from typing import Any

from bench.measure import Row, Scale, absolute, figure, ratio, timed
from engine.tree.node import Node
from engine.tree.scene_tree import SceneTree
from nodes import Node2D, Timer

ISSUE = "01"
COUNT = 10_000
CLASSES = 20
FRAME = 1 / 60
SHORT = 1e-9  # a delta that completes no physics step


def count_up(self: Any, delta: float) -> None:
    self.n += 1


def mixed_classes() -> list[type[Node]]:
    """Classes of their own code, as a game has them."""
    classes = []
    for number in range(CLASSES):
        on_process = FunctionType(count_up.__code__.replace(), globals(), "on_process")
        classes.append(type(f"Mixed{number}", (Node,), {"n": 0, "on_process": on_process}))
    return classes


def allocated_by(function: Callable[[], None]) -> int:
    """How many more memory blocks are in use after a call; measuring itself takes one or two."""
    before = sys.getallocatedblocks()
    function()
    return sys.getallocatedblocks() - before


def mixed_tree() -> tuple[SceneTree, list[Node]]:
    tree = SceneTree()
    parent = tree.root.add_child(Node("Parent"))
    classes = mixed_classes()
    pick = random.Random(1)
    return tree, [parent.add_child(pick.choice(classes)()) for _ in range(COUNT)]


def rows(scale: Scale) -> list[Row]:
    # The timers come first, while the heap is in order: their row is a matter of cache misses.
    return [*_timers(scale), *_ticking(scale), *_idling(scale), *_changing(scale)]


def _ticking(scale: Scale) -> list[Row]:
    tree, nodes = mixed_tree()
    calls = [node.on_process for node in nodes]

    def bare() -> None:
        for call in calls:
            call(SHORT)

    result = [
        ratio(ISSUE, "tick, on_process of 20 classes mixed", 1.15, lambda: tree.tick(SHORT), bare, scale, inner=5)
    ]
    tree.frames(300)
    growth = allocated_by(lambda: tree.frames(120)) - allocated_by(lambda: None)
    result.append(figure(ISSUE, "steady tick: growth of allocated blocks in 120 ticks", 0, "", growth))
    return result


def _idling(scale: Scale) -> list[Row]:
    idle = SceneTree()
    parent = idle.root.add_child(Node())
    for _ in range(COUNT):
        parent.add_child(Node())
    paused, _ = mixed_tree()
    paused.paused = True
    result = []
    for name, tree in (("tick, all idle", idle), ("tick, all paused", paused)):
        tree.tick(FRAME)
        values = [timed(partial(tree.frames, 20)) / 20 for _ in range(scale.repeats)]
        result.append(absolute(ISSUE, name, 0.01, "ms", values))
    return result


def _timers(scale: Scale) -> list[Row]:
    result = []
    for name, bound, firing in (("none firing", 0.03, 0), ("167 of them firing", 0.12, 167)):
        tree = SceneTree()
        parent = tree.root.add_child(Node())
        for number in range(COUNT):
            # 167 a tick: 60 sets of timers, each due in another frame of a second. Nobody listens: what emitting
            # costs stands in rows of its own.
            timer = Timer(wait_time=1.0 if firing else 1e6, autostart=False)
            parent.add_child(timer)
            timer.start()
            if firing:
                timer._update_running(False)
                timer._left = (number % 60 + 0.5) * FRAME
                timer._update_running(True)
        tree.frames(120)  # each has fired twice
        values = [timed(partial(tree.tick, FRAME)) for _ in range(scale.repeats * 4)]
        result.append(absolute(ISSUE, f"10,000 running Timers, {name}", bound, "ms", values))
    return result


def _changing(scale: Scale) -> list[Row]:
    tree, nodes = mixed_tree()
    tree.tick(SHORT)
    pick = random.Random(2)
    extra = []
    for _ in range(scale.repeats * 4):
        plain = timed(lambda: tree.tick(SHORT))
        node = pick.choice(nodes)

        def change(node: Node = node) -> None:
            node.process_priority = 1 - node.process_priority
            tree.tick(SHORT)

        extra.append(timed(change) - plain)
    result = [absolute(ISSUE, "one priority change a tick among 10,000, more than a tick without", 0.1, "ms", extra)]

    idle = SceneTree()
    parent = idle.root.add_child(Node())
    children = deque(parent.add_child(Node2D()) for _ in range(COUNT))
    idle.tick(FRAME)

    def spawn_and_free() -> None:
        children.popleft().free()
        children.append(parent.add_child(Node2D()))
        idle.tick(FRAME)

    ticks = [timed(spawn_and_free) for _ in range(1500 if scale.quick else 6000)]
    result.append(figure(ISSUE, "spawn one, free one a tick among 10,000: mean", 0.06, "ms", mean(ticks)))
    result.append(figure(ISSUE, "spawn one, free one a tick among 10,000: worst", 2.5, "ms", max(ticks)))
    values = []
    for _ in range(scale.repeats):
        busy = SceneTree()
        top = busy.root.add_child(Node())
        siblings = [top.add_child(Node2D()) for _ in range(1000)]

        def free_all(siblings: list[Node2D] = siblings, busy: SceneTree = busy) -> None:
            for child in siblings:
                child.queue_free()
            busy.tick(FRAME)

        values.append(timed(free_all))
    result.append(absolute(ISSUE, "queue_free 1,000 of one parent's children, and the tick", 2.2, "ms", values))
    return result
