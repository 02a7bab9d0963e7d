"""Random operations on the tree, also inside of callbacks, do in the engine what the slow model says.

An example is a program: nodes that are planted, then steps (operations and frames), and hooks that run operations in
callbacks. It draws its operations from one subject, and of these only from a few, so that they meet often. After each
step both sides must have seen the same callbacks, signals, deltas, refusals and errors in the same order, and wherever
a program says "compare", and at its end, all that can be read of the tree must be equal.
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
from tests.fuzz.model_node import Boom, Unspecified
from tests.fuzz.model_world import ModelWorld
from tests.fuzz.tree_script import FEW, SUBJECTS, Hook, Operation, World

Program = tuple[list[Operation], list[Operation], list[Hook]]


@st.composite
def programs(draw: st.DrawFn, subject: str, errors: bool = False) -> Program:
    names, callbacks, kinds = SUBJECTS[subject]
    few = draw(st.lists(st.sampled_from(names), min_size=3, max_size=14)) if draw(st.booleans()) else list(names)
    few += ["grow", "new", "remove"]
    reach = draw(st.sampled_from((4, 6, 8, FEW)))
    number = st.one_of(st.integers(0, reach - 1), st.integers(0, reach - 1), st.integers(0, 59))

    def operations(among: list[str], later: st.SearchStrategy[Any]) -> st.SearchStrategy[Operation]:
        return st.tuples(st.sampled_from(among), number, number, number, number, later).map(
            lambda made: (made[0], kinds[made[1] % len(kinds)], *made[2:]) if made[0] in ("grow", "new") else made
        )

    inner = few + ["boom"] * (len(few) // 4 + 1) if errors else few
    ticks = ["tick"] * draw(st.sampled_from((1, len(few) // 2, len(few))))
    watch = ["watch"] * draw(st.sampled_from((0, 0, 0, 1)))
    later = st.one_of(st.none(), operations(inner, st.none()))
    planting = draw(st.lists(operations(["grow", "grow", "new"], st.none()), min_size=2, max_size=reach))
    steps = draw(st.lists(operations([*few, *ticks, *watch, "compare"], later), min_size=1, max_size=40))
    moment = st.tuples(st.integers(0, reach - 1), st.sampled_from(callbacks))
    hook = st.tuples(moment, st.lists(operations(inner, later), min_size=1, max_size=3))
    hooks = draw(st.lists(hook.map(lambda made: (*made[0], made[1])), max_size=60))
    return planting, steps, hooks


def agree(program: Program, keep_going: bool = False) -> None:
    """Run a program in both worlds, and compare what they saw after each step."""
    planting, steps, hooks = program
    model, engine = ModelWorld(hooks, keep_going), EngineWorld(hooks, keep_going)
    end: Operation = ("compare", 0, 0, 0, 0, None)
    for operation in [*planting, *steps, end]:
        try:
            model.run(operation)
        except Unspecified:
            return
        engine.run(operation)
        compare(model, engine, operation)
    for world in (model, engine):
        try:
            world.tree.shutdown()
        except Boom as boom:
            world.script.log.append(("raised", "shutdown", *boom.args))
    compare(model, engine, "shutdown")


def compare(model: World, engine: World, step: object) -> None:
    expected, seen = settled(model), settled(engine)
    if seen != expected:
        at = next((at for at, (one, two) in enumerate(zip(expected, seen, strict=False)) if one != two), None)
        at = min(len(seen), len(expected)) if at is None else at
        raise AssertionError(
            f"{step}: after {expected[max(at - 12, 0) : at]}\n" + difference(expected[at : at + 3], seen[at : at + 3])
        )
    model.script.log.clear()
    engine.script.log.clear()


def difference(expected: Any, seen: Any) -> str:
    """Where two logs differ, for people."""
    if expected and seen and expected[0][0] == seen[0][0] == "state":
        pairs = [(one, two) for one, two in zip(expected[0], seen[0], strict=True) if one != two]
        return "\n".join(f"  model  {one}\n  engine {two}" for one, two in pairs)
    return f"  model  {expected}\n  engine {seen}"


def settled(world: World) -> list[tuple[object, ...]]:
    """The log, with nodes that were told of moves one after the other in order of their numbers."""
    log: list[tuple[Any, ...]] = []
    for entry in world.script.log:
        log.append(entry)
        at = len(log) - 1
        while at and entry[1:] == ("moved",) and log[at - 1][1:] == ("moved",) and log[at - 1] > entry:
            log[at - 1], log[at] = log[at], log[at - 1]
            at -= 1
    return log


@pytest.fixture(scope="module", autouse=True)
def _quiet() -> Iterator[None]:
    """Errors that are only logged need not be read."""
    logging.disable(logging.CRITICAL)
    yield
    logging.disable(logging.NOTSET)


def check(subject: str, examples: int) -> None:
    @effort(examples)
    @given(programs(subject))
    def run(program: Program) -> None:
        agree(program)

    run()


@pytest.mark.parametrize("subject", SUBJECTS)
def test_random_operations_do_what_the_model_says(subject: str) -> None:
    check(subject, 30)


@effort(40)
@given(st.sampled_from(sorted(SUBJECTS)).flatmap(lambda subject: programs(subject, errors=True)))
def test_errors_in_callbacks_leave_the_tree_as_the_model_says(program: Program) -> None:
    agree(program)


@effort(40)
@given(st.sampled_from(sorted(SUBJECTS)).flatmap(lambda subject: programs(subject, errors=True)))
def test_errors_that_are_only_logged_change_nothing_else(program: Program) -> None:
    agree(program, keep_going=True)
