"""Random operations on the tree, also inside of callbacks, do in the engine what the slow model says."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tests.fuzz.effort import effort
from tests.fuzz.tree_model import Boom
from tests.fuzz.tree_script import CALLBACKS, FEW, OPERATIONS, Hook, Operation, World
from tests.fuzz.tree_worlds import EngineWorld, ModelWorld

SMALL = st.integers(0, 59)
WEIGHTED = [name for name, (weight, _) in OPERATIONS.items() for _ in range(weight)]


def operations(later: st.SearchStrategy[Any], *more: str, without: tuple[str, ...] = ()) -> st.SearchStrategy[Any]:
    names = [*(name for name in WEIGHTED if name not in without), *more]
    return st.tuples(st.sampled_from(names), SMALL, SMALL, SMALL, SMALL, later)


def programs(without: tuple[str, ...]) -> st.SearchStrategy[tuple[list[Operation], list[Operation], list[Hook]]]:
    inner = operations(st.none(), without=without)
    planting = st.tuples(st.just("grow"), SMALL, SMALL, SMALL, SMALL, st.none())
    step = operations(inner, *["tick"] * 25, "compare", "compare", without=(*without, "boom"))
    hook = st.tuples(st.integers(0, FEW - 1), st.sampled_from(CALLBACKS), operations(inner, without=without))
    return st.tuples(st.lists(planting, max_size=10), st.lists(step, max_size=40), st.lists(hook, max_size=40))


def agree(program: tuple[list[Operation], list[Operation], list[Hook]], keep_going: bool) -> None:
    """Run a program in both worlds, and compare what they saw after each step."""
    planting, steps, hooks = program
    model, engine = ModelWorld(hooks, keep_going), EngineWorld(hooks, keep_going)
    end: Operation = ("compare", 0, 0, 0, 0, None)
    for operation in [*planting, *steps, end]:
        for world in (model, engine):
            world.run(operation)
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
            f"{step}: after {expected[max(at - 12, 0) : at]}\n"
            + difference(expected[at : at + 3], seen[at : at + 3])
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
    log: list[tuple[object, ...]] = []
    for entry in world.script.log:
        log.append(entry)
        at = len(log) - 1
        while at and entry[1:] == ("moved",) and log[at - 1][1:] == ("moved",) and log[at - 1] > entry:  # type: ignore[operator]
            log[at - 1], log[at] = log[at], log[at - 1]
            at -= 1
    return log


@effort(150)
@given(programs(without=("boom",)))
def test_random_operations_do_what_the_model_says(program: Any) -> None:
    agree(program, keep_going=False)


@effort(50)
@given(programs(without=()))
def test_random_errors_in_callbacks_leave_the_tree_as_the_model_says(program: Any) -> None:
    agree(program, keep_going=False)


@effort(50)
@given(programs(without=()))
def test_errors_that_are_only_logged_change_nothing_else(program: Any) -> None:
    agree(program, keep_going=True)
