"""Coroutines of nodes and trees: callbacks and handlers that are async, frames, timers, errors, freeing."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.coroutine import Task
from engine.core.errors import FreedError, InvalidTypeError
from engine.core.signal import Signal
from engine.input import InputEvent, InputEventAction
from engine.tree.node import Node
from engine.tree.scene_tree import SceneTree
from engine.tree.timers import SceneTreeTimer
from nodes import Node2D, Timer

FRAME = 1 / 60


class Player(Node):
    hit = Signal[int]("damage")

    def __init__(self, name: str = "Player") -> None:
        super().__init__(name)
        self.log: list[object] = []
        self.hit.connect(self.on_hit)

    async def on_hit(self, damage: int) -> None:
        self.log.append(damage)
        await self.tree.create_timer(0.2).timeout
        self.log.append("healed")

    async def fail(self, signal: Any) -> None:
        await signal
        raise ZeroDivisionError(self.name)

    async def guarded(self, signal: Any) -> None:
        try:
            await signal
            self.log.append("went on")
        finally:
            self.log.append("finally")


@pytest.fixture
def player(tree: SceneTree) -> Player:
    return tree.root.add_child(Player())


def test_a_handler_waits_for_a_timer(tree: SceneTree, player: Player) -> None:
    player.hit.emit(3)
    tree.advance(0.15)
    assert player.log == [3]

    tree.advance(0.1)
    assert player.log == [3, "healed"]


def test_every_callback_that_may_be_async_is_started(tree: SceneTree) -> None:
    log: list[str] = []

    class Waits(Node2D):
        async def on_enter_tree(self) -> None:
            log.append("enter")
            await tree.process_frame
            log.append("enter, a frame later")

        async def on_ready(self) -> None:
            log.append("ready")
            await tree.process_frame
            log.append("ready, a frame later")

        async def on_input(self, event: InputEvent) -> None:
            await tree.process_frame
            log.append("input, a frame later")

        async def on_unhandled_input(self, event: InputEvent) -> None:
            await tree.process_frame
            log.append("unhandled input, a frame later")

        async def on_transform_changed(self) -> None:
            await tree.process_frame
            log.append("moved, a frame later")

    node = tree.root.add_child(Waits())
    assert log == ["enter", "ready"]
    tree.push_input(InputEventAction(action="ui_accept", pressed=True))
    tree.tick(FRAME)
    assert log[2:] == ["enter, a frame later", "ready, a frame later", "input, a frame later",
                       "unhandled input, a frame later"]  # fmt: skip

    del log[:]
    node.set_notify_transform(True)
    node.position += (1, 0)
    tree.tick(FRAME)
    assert log == []
    tree.tick(FRAME)
    assert log == ["moved, a frame later"]


def test_a_frame_is_awaited_before_the_callbacks_of_that_frame(tree: SceneTree) -> None:
    log: list[str] = []

    class Both(Node):
        async def on_ready(self) -> None:
            await tree.physics_frame
            log.append("physics frame")
            await tree.process_frame
            log.append("process frame")

        def on_physics_process(self, delta: float) -> None:
            log.append("physics process")

        def on_process(self, delta: float) -> None:
            log.append("process")

    tree.root.add_child(Both())
    tree.tick(FRAME)

    assert log == ["physics frame", "physics process", "process frame", "process"]


def test_a_coroutine_that_waits_for_each_frame_runs_once_a_frame(tree: SceneTree) -> None:
    counted: list[int] = []

    class Counts(Node):
        async def on_ready(self) -> None:
            while True:
                await tree.process_frame
                counted.append(tree.frame_count)

    tree.root.add_child(Counts())
    tree.frames(3)

    assert counted == [1, 2, 3]


def test_a_timer_of_the_tree_is_awaited_as_it_is_and_not_at_all_once_it_has_fired(
    tree: SceneTree, player: Player
) -> None:
    timer = tree.create_timer(0.1)
    player.create_task(player.guarded(timer))
    tree.advance(0.05)
    assert player.log == []

    tree.advance(0.1)
    assert player.log == ["went on", "finally"]

    assert player.create_task(player.guarded(timer)).done()


def test_a_timer_node_is_awaited(tree: SceneTree, player: Player) -> None:
    timer = tree.root.add_child(Timer(wait_time=0.1))
    timer.start()
    player.create_task(player.guarded(timer.timeout))

    tree.advance(0.2)

    assert player.log == ["went on", "finally"]


def test_coroutines_go_on_while_the_tree_is_paused(tree: SceneTree, player: Player) -> None:
    player.hit.emit(3)
    tree.paused = True
    tree.advance(0.3)

    assert player.log == [3, "healed"]


def test_call_deferred_and_call_group_start_coroutines(tree: SceneTree, player: Player) -> None:
    player.add_to_group("players")
    player.call_deferred(player.on_hit, 1)
    tree.call_group("players", "on_hit", 2)
    assert player.log == [2]
    tree.tick(FRAME)
    assert player.log == [2, 1]

    tree.advance(0.3)

    assert player.log == [2, 1, "healed", "healed"]
    assert tree.get_tasks() == []


def test_a_plain_function_in_a_group_call_may_return_what_it_likes(tree: SceneTree, player: Player) -> None:
    player.add_to_group("players")
    player.answer = lambda: 42  # type: ignore[attr-defined]
    tree.call_group("players", "answer")
    tree.call_group("players", "is_in_group", "players")


# Life


def test_freeing_a_node_cancels_its_coroutines_when_all_of_its_subtree_is_freed(tree: SceneTree) -> None:
    seen: list[object] = []

    class Child(Node):
        async def on_ready(self) -> None:
            try:
                await tree.process_frame
                seen.append("went on")
            finally:
                seen.append((self._is_freed(), top._is_freed()))

    top = tree.root.add_child(Node())
    top.add_child(Child())
    top.free()
    tree.tick(FRAME)

    assert seen == [(True, True)]


def test_queue_free_in_a_coroutine_ends_it_at_the_end_of_the_frame(tree: SceneTree, player: Player) -> None:
    async def vanish() -> None:
        try:
            await tree.process_frame
            player.queue_free()
            await tree.process_frame
            player.log.append("went on")
        finally:
            player.log.append("finally")

    player.create_task(vanish())
    tree.frames(2)

    assert player.log == ["finally"]


def test_a_coroutine_may_free_its_own_node(tree: SceneTree, player: Player) -> None:
    async def vanish() -> None:
        try:
            await tree.process_frame
            player.free()
            player.log.append("still here")
            await tree.process_frame
            player.log.append("went on")
        finally:
            player.log.append("finally")

    task = player.create_task(vanish())
    tree.frames(3)

    assert player.log == ["still here", "finally"]
    assert task.cancelled()


def test_a_coroutine_that_frees_its_node_before_its_first_await_ends_there(tree: SceneTree) -> None:
    log: list[str] = []

    class Vanishes(Node):
        async def on_ready(self) -> None:
            self.free()
            log.append("still here")
            await tree.process_frame
            log.append("went on")

    tree.root.add_child(Vanishes())
    tree.frames(2)

    assert log == ["still here"]
    assert tree.get_tasks() == []


def test_leaving_the_tree_does_not_cancel(tree: SceneTree, player: Player) -> None:
    player.create_task(player.guarded(tree.process_frame))
    tree.root.remove_child(player)
    tree.tick(FRAME)

    assert player.log == ["went on", "finally"]
    player.free()


def test_who_waits_for_a_signal_of_a_node_is_cancelled_when_that_is_freed(tree: SceneTree, player: Player) -> None:
    other = tree.root.add_child(Player("Other"))
    task = player.create_task(player.guarded(other.hit))

    other.free()

    assert task.cancelled()
    assert player.log == ["finally"]


def test_shutdown_cancels_all_coroutines() -> None:
    tree = SceneTree()
    player = tree.root.add_child(Player())
    own = tree.create_task(player.guarded(tree.process_frame))
    other = player.create_task(player.guarded(tree.physics_frame))

    tree.shutdown()

    assert own.cancelled()
    assert other.cancelled()
    assert player.log == ["finally", "finally"]


def test_a_tree_lists_its_own_tasks_and_those_of_its_nodes(tree: SceneTree, player: Player) -> None:
    second = player.create_task(player.guarded(tree.process_frame))
    first = tree.create_task(player.guarded(tree.process_frame))
    assert tree.get_tasks() == [first, second]

    tree.tick(FRAME)
    assert tree.get_tasks() == []


def test_a_freed_node_starts_no_coroutine(tree: SceneTree, player: Player) -> None:
    player.free()
    with pytest.raises(FreedError, match="cannot create a task of Player: it was freed"):
        player.create_task(player.guarded(tree.process_frame))
    with pytest.raises(InvalidTypeError, match=r"root.create_task takes what an async function returns, got 3$"):
        tree.root.create_task(3)  # type: ignore[arg-type]


# Errors


@pytest.mark.parametrize("emit", ["frame", "callback"])
def test_a_later_error_leaves_the_tick_and_disturbs_nobody(tree: SceneTree, player: Player, emit: str) -> None:
    class Emits(Node):
        def on_process(self, delta: float) -> None:
            other.hit.emit(1)
            player.log.append("emitted")

    other = tree.root.add_child(Player("Other"))
    tree.root.add_child(Emits())
    signal = tree.process_frame if emit == "frame" else other.hit
    player.create_task(player.fail(signal))
    player.create_task(player.guarded(signal))

    with pytest.raises(ZeroDivisionError, match="Player") as caught:
        tree.tick(FRAME)

    assert player.log == ["went on", "finally", "emitted"]
    assert caught.value.__notes__ == ["in coroutine Player.fail of /root/Player (Player)"]
    tree.tick(FRAME)


def test_a_later_error_is_logged_by_that_policy(
    tree: SceneTree, player: Player, caplog: pytest.LogCaptureFixture
) -> None:
    tree.error_policy = "log"
    player.create_task(player.fail(tree.process_frame))
    player.create_task(player.fail(player.tree_exiting))

    tree.tick(FRAME)
    tree.root.remove_child(player)
    player.free()

    notes = [record.getMessage() for record in caplog.records]
    assert len(notes) == 2
    assert all("in coroutine Player.fail of /root/Player (Player)" in note for note in notes)


def test_outside_of_a_tick_a_later_error_leaves_the_emit(tree: SceneTree, player: Player) -> None:
    player.create_task(player.fail(player.renamed))
    player.create_task(player.guarded(player.renamed))

    with pytest.raises(ZeroDivisionError) as caught:
        player.name = "Other"

    assert caught.value.__notes__ == ["in coroutine Player.fail of /root/Other (Player)"]
    assert player.log == ["went on", "finally"]


def test_an_error_before_the_first_await_is_one_of_the_callback(tree: SceneTree) -> None:
    class Fails(Node):
        async def on_ready(self) -> None:
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError) as caught:
        tree.root.add_child(Fails())
    assert caught.value.__notes__ == ["in on_ready of /root/Fails (Fails)"]


def test_an_error_in_a_finally_block_leaves_free_when_everything_is_freed(tree: SceneTree) -> None:
    class Fails(Node):
        async def on_ready(self) -> None:
            try:
                await tree.process_frame
            finally:
                raise ZeroDivisionError

    top = tree.root.add_child(Node())
    first, second = top.add_child(Fails()), top.add_child(Fails())
    with pytest.raises(ZeroDivisionError):
        top.free()

    assert first._is_freed()
    assert second._is_freed()
    assert tree.get_tasks() == []


def test_a_task_of_a_frame_may_be_awaited_by_another_node(tree: SceneTree, player: Player) -> None:
    other = tree.root.add_child(Player("Other"))

    async def slow() -> str:
        await tree.create_timer(0.1).timeout
        return "done"

    async def wait(task: Task[str]) -> None:
        other.log.append(await task)

    other.create_task(wait(player.create_task(slow())))
    tree.advance(0.2)

    assert other.log == ["done"]


def test_a_timer_of_the_tree_that_nobody_else_holds_is_awaited(tree: SceneTree, player: Player) -> None:
    def timer() -> SceneTreeTimer:
        return tree.create_timer(0.05)

    async def wait() -> None:
        await timer().timeout
        player.log.append("went on")

    player.create_task(wait())
    tree.advance(0.1)

    assert player.log == ["went on"]


@pytest.mark.parametrize("way", ["deferred", "group"])
def test_an_async_class_method_may_be_called_for_the_tree(tree: SceneTree, way: str) -> None:
    log: list[str] = []

    class Counted(Node):
        @classmethod
        async def count(cls) -> None:
            await tree.process_frame
            log.append(cls.__name__)

    tree.root.add_child(Counted()).add_to_group("counted")
    if way == "deferred":
        tree.call_deferred(Counted.count)
    else:
        tree.call_group("counted", "count")
    tree.frames(2)

    assert log == ["Counted"]


def test_shutdown_cancels_those_who_wait_for_the_tree_whoever_owns_them() -> None:
    tree = SceneTree()
    outside = Player()
    task = outside.create_task(outside.guarded(tree.process_frame))
    tree.shutdown()

    assert task.cancelled()
    with pytest.raises(FreedError, match="cannot wait for signal 'process_frame' of SceneTree: it was freed"):
        outside.create_task(outside.guarded(tree.process_frame))
    outside.free()


def test_callbacks_that_cannot_be_async_cannot_be_it_as_static_methods_either() -> None:
    with pytest.raises(InvalidTypeError, match="on_process cannot be async: each frame would start another"):

        class Fails(Node):
            @staticmethod
            async def on_process(delta: float) -> None:  # type: ignore[override]
                pass
