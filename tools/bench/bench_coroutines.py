"""Coroutines that wait for frames."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from bench.measure import Row, Scale, ratio
from engine.tree.node import Node
from engine.tree.scene_tree import SceneTree

ISSUE = "02"
COUNT = 10_000


class Waiter(Node):
    """Counts frames in a coroutine, and in a generator that does the same."""

    frames = 0

    async def wait(self) -> None:
        """Wait for each frame."""
        while True:
            await self.tree.process_frame
            self.frames += 1

    def generate(self) -> Generator[Any, None, None]:
        """Yield what `wait` awaits."""
        while True:
            yield self.tree.process_frame
            self.frames += 1


def rows(scale: Scale) -> list[Row]:
    tree = SceneTree()
    generators = []
    for _ in range(COUNT):
        waiter = tree.root.add_child(Waiter())
        waiter.create_task(waiter.wait())
        generator = tree.root.add_child(Waiter()).generate()
        generator.send(None)
        generators.append(generator)

    def bare() -> None:
        for generator in generators:
            generator.send(None)

    def engine() -> None:
        tree.tick(1 / 60)

    row = ratio(ISSUE, "10,000 coroutines wait for the next frame, one tick", 3.0, engine, bare, scale)
    tree.shutdown()
    return [row]
