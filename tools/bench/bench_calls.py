"""Signals, deferred calls, group calls."""

from __future__ import annotations

from collections import deque
from typing import Any

from bench.measure import Row, Scale, ratio
from engine.core.signal import Signal
from engine.tree.node import Node
from engine.tree.scene_tree import SceneTree

ISSUE = "01"
EMITS = 2000
COUNT = 10_000


class Source(Node):
    """Emits."""

    hit = Signal[int, int]("a", "b")


class Target(Node):
    """Receives."""

    def on_hit(self, a: int, b: int) -> None:
        """Take two arguments."""

    def take(self, value: int) -> None:
        """Take one argument."""


def rows(scale: Scale) -> list[Row]:
    return [*_emitting(scale), _deferring(scale), _grouping(scale)]


def _emitting(scale: Scale) -> list[Row]:
    result = []
    for receivers, held, through in ((1, 3.1, 3.6), (10, 2.1, 2.2)):
        source = Source()
        targets = [Target() for _ in range(receivers)]
        calls = [target.on_hit for target in targets]
        for target in targets:
            source.hit.connect(target.on_hit)
        signal = source.hit

        def bare(calls: list[Any] = calls) -> None:
            for _ in range(EMITS):
                for call in calls:
                    call(1, 2)

        def bare_one(call: Any = calls[0]) -> None:
            for _ in range(EMITS):
                call(1, 2)

        def by_signal(signal: Signal[int, int] = signal) -> None:
            for _ in range(EMITS):
                signal.emit(1, 2)

        def by_node(source: Source = source) -> None:
            for _ in range(EMITS):
                source.hit.emit(1, 2)

        limit = bare_one if receivers == 1 else bare
        name = f"emit with two arguments to {receivers}"
        result.append(ratio(ISSUE, f"{name}, held signal", held, by_signal, limit, scale))
        result.append(ratio(ISSUE, f"{name}, through the node", through, by_node, limit, scale))
    return result


def _deferring(scale: Scale) -> Row:
    tree = SceneTree()
    node = tree.root.add_child(Target())
    take = node.take

    def bare() -> None:
        queue: deque[tuple[Any, tuple[int, ...]]] = deque()
        for number in range(COUNT):
            queue.append((take, (number,)))
        while queue:
            function, args = queue.popleft()
            function(*args)

    def engine() -> None:
        for number in range(COUNT):
            node.call_deferred(take, number)
        tree.flush_deferred()

    return ratio(ISSUE, "call_deferred and flush", 2.3, engine, bare, scale)


def _grouping(scale: Scale) -> Row:
    tree = SceneTree()
    nodes = [tree.root.add_child(Target()) for _ in range(COUNT)]
    for node in nodes:
        node.add_to_group("all")
    calls = [node.take for node in nodes]

    def bare() -> None:
        for call in calls:
            call(1)

    return ratio(ISSUE, "call_group, group unchanged", 1.3, lambda: tree.call_group("all", "take", 1), bare, scale)
