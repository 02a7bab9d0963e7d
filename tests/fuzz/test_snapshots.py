"""After random operations a tree is set back to a snapshot, and the same operations do the same again.

A program of the tree's model test is cut in two. Between its parts a snapshot is taken; what the second part did is
then done twice more from there. The script, with its log and the hooks that are left, is in the snapshot, as it hangs
on the nodes.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.fuzz.effort import effort
from tests.fuzz.engine_world import EngineWorld
from tests.fuzz.test_tree_model import Program, programs
from tests.fuzz.tree_script import SUBJECTS, Operation


@pytest.fixture(scope="module", autouse=True)
def _quiet() -> Iterator[None]:
    """Errors that are only logged need not be read."""
    logging.disable(logging.CRITICAL)
    yield
    logging.disable(logging.NOTSET)


def seen_in(world: EngineWorld, operations: list[Operation]) -> list[object]:
    """What the operations log, with all that can be seen of the tree and its digest after each."""
    seen: list[object] = []
    for operation in operations:
        world.run(operation)
        seen += [list(world.script.log), world.state(), world.tree.state_hash()]
        world.script.log.clear()
    return seen


@effort(150)
@given(
    st.sampled_from(sorted(SUBJECTS)).flatmap(lambda subject: programs(subject, errors=True)),
    st.integers(0, 40),
    st.booleans(),
)
def test_what_follows_a_snapshot_is_the_same_each_time_it_is_restored(
    program: Program, cut: int, keep_going: bool
) -> None:
    planting, steps, hooks = program
    world = EngineWorld(hooks, keep_going)
    root: Any = world.tree.root
    root.world = world
    for operation in [*planting, *steps[:cut]]:
        world.run(operation)
    world.script.log.clear()
    before = world.state(), world.tree.state_hash()
    snapshot = world.tree.snapshot()
    tick: Operation = ("tick", 0, 0, 0, 0, None)
    rest: list[Operation] = [*steps[cut:], tick, tick]
    expected = seen_in(world, rest)

    for _ in range(2):
        world.tree.restore(snapshot)
        assert (world.state(), world.tree.state_hash()) == before
        assert seen_in(world, rest) == expected

    world.tree.error_policy = "log"
    world.tree.shutdown()
