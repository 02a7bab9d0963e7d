"""Coroutines that wait for signals: when they go on, what they get, how they end."""

from __future__ import annotations

import asyncio
import gc
from functools import partial
from typing import Any

import pytest

from engine.core.coroutine import Task
from engine.core.errors import FreedError, InvalidTypeError, SignalError, TreeError
from engine.core.signal import ConnectFlags
from tests.unit.core.door import Door, wait_for


def test_an_async_receiver_runs_to_its_first_await_within_the_emit_and_on_within_another() -> None:
    door = Door()
    door.opened.connect(door.on_opened)

    door.opened.emit("Ada")
    assert door.log == ["Ada opens"]

    door.shut.emit()
    assert door.log == ["Ada opens", "Ada is in"]

    door.shut.emit()
    assert door.log == ["Ada opens", "Ada is in"]


@pytest.mark.parametrize("wrap", ["lambda", "partial", "object", "one_shot", "binds", "by name"])
def test_whatever_returns_a_coroutine_is_started(wrap: str) -> None:
    door, bell = Door(), Door()

    class Handler:
        async def __call__(self, who: str) -> None:
            await bell.on_opened(who)

    if wrap == "lambda":
        door.opened.connect(lambda who: bell.on_opened(who))
    elif wrap == "partial":
        door.opened.connect(partial(Door.on_opened, bell))
    elif wrap == "object":
        door.opened.connect(Handler())
    elif wrap == "one_shot":
        door.opened.connect(bell.on_opened, ConnectFlags.ONE_SHOT)
    elif wrap == "binds":
        door.connect("shut", bell, "on_opened", binds=("Ada",))
    else:
        door.connect("opened", bell, "on_opened")

    if wrap == "binds":
        door.shut.emit()
    else:
        door.opened.emit("Ada")
    bell.shut.emit()

    assert bell.log == ["Ada opens", "Ada is in"]


def test_an_await_gives_what_the_emit_passes() -> None:
    door = Door()
    door.start(wait_for(door.shut, door.log, "none"))
    door.start(wait_for(door.opened, door.log, "one"))
    door.start(wait_for(door.moved, door.log, "two"))

    door.shut.emit()
    door.opened.emit("Ada")
    door.moved.emit(0.5, "wind")

    assert door.log == [("none", None), ("one", "Ada"), ("two", (0.5, "wind"))]


def test_what_a_user_signal_passes_decides_what_its_await_gives() -> None:
    door = Door()
    knocked: Any = door.add_user_signal("knocked")
    for passed in ((), (3,), (3, 4)):
        door.start(wait_for(knocked, door.log, passed))
        knocked.emit(*passed)

    assert door.log == [((), None), ((3,), 3), ((3, 4), (3, 4))]


def test_waiting_has_its_place_in_the_order_of_connection() -> None:
    door = Door()
    log = door.log
    door.shut.connect(lambda: log.append("first"))
    door.start(wait_for(door.shut, log, "second"))
    door.start(wait_for(door.shut, log, "third"))
    door.shut.connect(lambda: log.append("fourth"))
    door.start(wait_for(door.shut, log, "fifth"))

    door.shut.emit()

    assert log == ["first", ("second", None), ("third", None), "fourth", ("fifth", None)]
    log.clear()
    door.shut.emit()
    assert log == ["first", "fourth"]


def test_a_coroutine_that_waits_again_goes_on_with_the_next_emit() -> None:
    door = Door()

    async def count() -> None:
        for number in range(3):
            await door.shut
            door.log.append(number)

    door.start(count())
    for expected in ([0], [0, 1], [0, 1, 2], [0, 1, 2]):
        door.shut.emit()
        assert door.log == expected


def test_a_receiver_connected_while_coroutines_go_on_comes_before_those_that_wait_again_later() -> None:
    door = Door()
    log = door.log

    async def early() -> None:
        await door.shut
        door.shut.connect(lambda: log.append("receiver"))
        await door.shut
        log.append("early")

    async def late() -> None:
        await door.shut
        await door.shut
        log.append("late")

    door.start(early())
    door.start(late())
    door.shut.emit()
    door.shut.emit()

    assert log == ["receiver", "early", "late"]


def test_emitting_again_from_a_coroutine_wakes_those_that_wait_by_then() -> None:
    door = Door()
    log = door.log

    async def nested() -> None:
        await door.shut
        log.append("outer")
        door.shut.emit()

    async def twice() -> None:
        await door.shut
        log.append("once")
        await door.shut
        log.append("twice")

    door.start(twice())
    door.start(nested())
    door.shut.emit()

    assert log == ["once", "outer", "twice"]


def test_who_waits_is_not_a_connection() -> None:
    door = Door()
    door.start(wait_for(door.shut, door.log))

    assert door.shut.get_connections() == []
    assert door.get_signal_connections() == []
    assert "connections: 0" in repr(door.shut)


# Tasks


def test_a_task_is_awaited_for_its_result() -> None:
    door = Door()

    async def ask() -> str:
        return await door.opened + "!"

    async def outer() -> None:
        task = door.start(ask())
        door.log.append(await task)
        door.log.append(await task)  # it is done, and still has it

    door.start(outer())
    door.opened.emit("Ada")

    assert door.log == ["Ada!", "Ada!"]


def test_a_task_says_how_it_stands() -> None:
    door = Door()
    task = door.start(wait_for(door.shut, door.log))
    assert (task.done(), task.cancelled(), task.get_name(), task.get_owner()) == (False, False, "wait_for", door)
    assert repr(task) == "<Task wait_for, waiting>"
    with pytest.raises(TreeError, match=r"wait_for has no result: it is not done yet; await it, or ask done\(\) first"):
        task.result()

    door.shut.emit()

    assert (task.done(), task.cancelled(), task.result()) == (True, False, None)
    assert repr(task) == "<Task wait_for, finished>"


def test_a_cancelled_task_runs_its_finally_blocks_and_never_goes_on() -> None:
    door = Door()

    async def guarded() -> None:
        try:
            await door.shut
            door.log.append("went on")
        finally:
            door.log.append("finally")

    task = door.start(guarded())
    task.cancel()
    task.cancel()
    door.shut.emit()

    assert door.log == ["finally"]
    assert (task.done(), task.cancelled()) == (True, True)
    with pytest.raises(TreeError, match="guarded has no result: it was cancelled"):
        task.result()


def test_who_awaits_a_cancelled_task_is_cancelled_as_well() -> None:
    door = Door()

    async def outer(inner: Task[None]) -> None:
        try:
            await inner
        finally:
            door.log.append("outer ends")

    inner = door.start(wait_for(door.shut, door.log))
    before = door.start(outer(inner))
    inner.cancel()
    after = door.start(outer(inner))

    assert before.cancelled()
    assert after.cancelled()
    assert door.log == ["outer ends", "outer ends"]


def test_a_task_that_cancels_itself_ends_at_its_next_await() -> None:
    door = Door()
    tasks: list[Task[Any]] = []

    async def suicidal() -> None:
        try:
            await door.opened
            tasks[0].cancel()
            door.log.append("still here")
            await door.shut
            door.log.append("not here")
        finally:
            door.log.append("finally")

    tasks.append(door.start(suicidal()))
    door.opened.emit("Ada")
    door.shut.emit()

    assert door.log == ["still here", "finally"]


def test_a_task_that_cancels_itself_and_waits_for_the_same_signal_ends_too() -> None:
    door = Door()
    tasks: list[Task[Any]] = []

    async def suicidal() -> None:
        try:
            while True:
                await door.shut
                tasks[0].cancel()
                door.log.append("round")
        finally:
            door.log.append("finally")

    tasks.append(door.start(suicidal()))
    door.shut.emit()
    door.shut.emit()

    assert door.log == ["round", "finally"]


def test_freeing_the_owner_cancels_its_tasks() -> None:
    door, bell = Door(), Door()

    async def wait() -> None:
        try:
            await bell.shut
        finally:
            door.log.append("finally")

    task = door.start(wait())
    door.free()
    bell.shut.emit()

    assert task.cancelled()
    assert door.log == ["finally"]


def test_freeing_what_emits_the_signal_cancels_those_that_wait_for_it() -> None:
    door, bell = Door(), Door()
    task = door.start(wait_for(bell.shut, door.log))

    bell.free()

    assert task.cancelled()
    assert not door._tasks


def test_a_signal_that_nothing_refers_to_any_more_cancels_those_that_wait_for_it() -> None:
    door = Door()

    async def wait() -> None:
        await Door().shut

    task = door.start(wait())
    gc.collect()

    assert task.cancelled()


def test_a_signal_of_a_freed_object_cannot_be_awaited() -> None:
    door, bell = Door(), Door()
    bell.free()
    task = door.start(wait_for(door.opened, door.log, "x"))
    caught: list[Exception] = []

    async def wait() -> None:
        try:
            await bell.shut
        except FreedError as error:
            caught.append(error)

    door.start(wait())

    assert str(caught[0]) == "cannot wait for signal 'shut' of Door: it was freed; ask is_instance_valid() first"
    assert not task.done()


def test_the_declaration_in_a_class_cannot_be_awaited() -> None:
    async def wait() -> None:
        await Door.shut

    with pytest.raises(SignalError, match="'shut' is the class's declaration, which nobody emits; await an instance's"):
        Door().start(wait())


def test_an_error_before_the_first_await_leaves_the_call() -> None:
    door = Door()

    async def fail() -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        door.start(fail())
    assert not door._tasks


def test_a_later_error_leaves_the_emit_when_all_others_went_on() -> None:
    door = Door()

    async def fail() -> None:
        await door.shut
        raise ZeroDivisionError

    task = door.start(fail())
    door.start(wait_for(door.shut, door.log))
    with pytest.raises(ZeroDivisionError):
        door.shut.emit()

    assert door.log == ["went on"]
    assert repr(task) == "<Task test_a_later_error_leaves_the_emit_when_all_others_went_on.<locals>.fail, failed>"
    with pytest.raises(ZeroDivisionError):
        task.result()


def test_an_error_goes_to_who_awaits_the_task() -> None:
    door = Door()

    async def fail() -> None:
        await door.shut
        raise ZeroDivisionError

    async def catch() -> None:
        try:
            await door.start(fail())
        except ZeroDivisionError:
            door.log.append("caught")

    door.start(catch())
    door.shut.emit()

    assert door.log == ["caught"]


def test_what_nothing_here_would_end_cannot_be_awaited() -> None:
    door = Door()

    async def sleep() -> None:
        await asyncio.sleep(1)

    async def never() -> None:
        await Never()

    class Never:
        def __await__(self) -> Any:
            yield "never"

    with pytest.raises(RuntimeError, match="no running event loop"):
        door.start(sleep())
    with pytest.raises(InvalidTypeError, match=r"never cannot await 'never': nothing here would end the wait; await a"):
        door.start(never())


def test_a_task_cannot_await_itself() -> None:
    door = Door()
    tasks: list[Task[Any]] = []

    async def selfish() -> None:
        await door.shut
        await tasks[0]

    tasks.append(door.start(selfish()))
    with pytest.raises(TreeError, match="selfish cannot await itself"):
        door.shut.emit()


def test_only_a_coroutine_can_be_a_task() -> None:
    door = Door()
    with pytest.raises(InvalidTypeError, match=r"Door.create_task takes what an async function returns, got <bound .*"):
        door.start(door.on_opened)  # type: ignore[arg-type]
    with pytest.raises(InvalidTypeError, match=r"got 5$"):
        door.start(5)  # type: ignore[arg-type]


def test_a_finally_block_that_awaits_is_an_error() -> None:
    door = Door()

    async def stubborn() -> None:
        try:
            await door.shut
        finally:
            await door.shut

    task = door.start(stubborn())
    with pytest.raises(TreeError, match=r"stubborn was cancelled, and awaits something in a `finally` block or wher"):
        task.cancel()
    assert task.cancelled()


def test_cancelled_tasks_do_not_pile_up_at_a_signal_that_is_never_emitted() -> None:
    door = Door()
    for _ in range(1000):
        door.start(wait_for(door.shut, door.log)).cancel()

    waiting = door.shut._waiting
    assert waiting is not None
    assert waiting.batch is not None
    assert len(waiting.batch.tasks) <= 64


def test_a_value_that_a_receiver_returns_is_ignored_unless_it_is_a_coroutine() -> None:
    door = Door()
    door.shut.connect(lambda: 5)
    door.shut.connect(list)
    door.shut.emit()


def test_a_generator_cannot_receive() -> None:
    async def async_generator(who: str) -> Any:
        yield who

    with pytest.raises(SignalError, match="it has a yield, so that a call runs nothing"):
        Door().opened.connect(async_generator)
