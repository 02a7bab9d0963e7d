"""Tasks that await each other, and coroutines in trouble: any number of them, in any order."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.coroutine import Task
from engine.core.errors import FreedError, TreeError
from tests.unit.core.door import Door, wait_for


def chain(door: Door, first: Task[Any], length: int) -> list[Task[Any]]:
    """Tasks each of which awaits the one before it."""

    async def wait(task: Task[Any]) -> None:
        await task

    tasks = [first]
    for _ in range(length):
        tasks.append(door.start(wait(tasks[-1])))
    return tasks


@pytest.mark.parametrize("end", ["finished", "failed", "cancelled"])
def test_a_chain_of_ten_thousand_tasks_comes_to_its_end(end: str) -> None:
    door = Door()

    async def first() -> None:
        await door.shut
        if end == "failed":
            raise ZeroDivisionError

    tasks = chain(door, door.start(first()), 10_000)
    if end == "finished":
        door.shut.emit()
    elif end == "failed":
        with pytest.raises(ZeroDivisionError):
            door.shut.emit()
    else:
        tasks[0].cancel()

    assert {repr(task).rpartition(", ")[2] for task in tasks} == {f"{end}>"}
    assert not door._tasks


def test_a_coroutine_may_try_any_number_of_awaits_that_are_refused() -> None:
    door, bell = Door(), Door()
    bell.free()

    async def try_all() -> None:
        for _ in range(5000):
            try:
                await bell.shut
            except FreedError:
                door.log.append("refused")

    assert door.start(try_all()).done()
    assert len(door.log) == 5000


def test_all_who_await_a_task_go_on_although_one_of_them_raises() -> None:
    door = Door()

    async def fail(task: Task[None]) -> None:
        await task
        raise ZeroDivisionError

    first = door.start(wait_for(door.shut, []))
    door.start(fail(first))
    door.start(wait_for(first, door.log))
    with pytest.raises(ZeroDivisionError):
        door.shut.emit()

    assert door.log == ["went on"]


def test_all_who_await_a_task_are_cancelled_although_one_of_them_raises() -> None:
    door = Door()

    async def fail(task: Task[None]) -> None:
        try:
            await task
        finally:
            raise ZeroDivisionError

    first = door.start(wait_for(door.shut, []))
    door.start(fail(first))
    second = door.start(wait_for(first, door.log))
    with pytest.raises(ZeroDivisionError):
        first.cancel()

    assert second.cancelled()


def test_tasks_that_would_wait_for_each_other_for_ever_are_told() -> None:
    door = Door()
    tasks: list[Task[Any]] = []

    async def first() -> None:
        await door.shut
        await tasks[2]

    tasks.extend(chain(door, door.start(first()), 2))
    with pytest.raises(TreeError, match=r"first cannot await .*wait, which waits for .*first itself; let one of them"):
        door.shut.emit()
    assert all(task.done() for task in tasks)


def test_an_interrupt_goes_up_through_those_who_await_and_before_other_errors() -> None:
    door = Door()

    async def fail(error: type[BaseException]) -> None:
        await door.shut
        raise error

    door.start(fail(ZeroDivisionError))
    tasks = chain(door, door.start(fail(KeyboardInterrupt)), 2)
    with pytest.raises(KeyboardInterrupt) as caught:
        door.shut.emit()

    assert all(task.done() for task in tasks)
    assert caught.value.__notes__ == ["1 more in the same tick: ZeroDivisionError: "]


def test_those_who_were_cancelled_do_not_pile_up_at_the_task_they_awaited() -> None:
    door = Door()
    first = door.start(wait_for(door.shut, []))
    for _ in range(100):
        door.start(wait_for(first, door.log)).cancel()

    assert not first._awaited_by


def test_a_coroutine_that_frees_its_owner_ends_at_its_next_await_whatever_that_is() -> None:
    door, bell = Door(), Door()

    async def wait() -> None:
        try:
            while True:
                await bell.shut
                door.free()
        finally:
            bell.log.append("finally")

    door.start(wait())
    bell.shut.emit()

    assert bell.log == ["finally"]


def test_a_coroutine_that_runs_cannot_be_another_task_too() -> None:
    door = Door()
    coroutine = wait_for(door.shut, door.log)
    door.start(coroutine)
    with pytest.raises(TreeError, match=r"wait_for\(\) runs already; call it again for another task"):
        door.start(coroutine)

    door.shut.emit()
    assert door.log == ["went on"]
