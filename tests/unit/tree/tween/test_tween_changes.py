"""What happens to a tween that its own functions, other tweens and freed nodes interfere with; and errors in them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engine.core.errors import TreeError
from engine.tree.node import Node, is_instance_valid
from engine.tree.scene_tree import SceneTree
from engine.tree.tween import Tween

from .conftest import Thing

Say = Callable[[Any], Callable[..., None]]


class Boom(Exception):
    pass


def boom(*args: Any) -> None:
    raise Boom(*args)


# --- mutation --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("at", ["callback", "finished of the tweener", "step_finished", "loop_finished", "method"])
def test_nothing_more_of_a_tween_is_called_once_it_is_killed(
    tree: SceneTree, say: Say, log: list[Any], at: str
) -> None:
    tween = tree.create_tween().set_loops(2)

    def kill(where: str) -> Callable[..., None]:
        def killing(*args: Any) -> None:
            log.append(where)
            if where == at:
                tween.kill()

        return killing

    tween.tween_method(kill("method"), 0, 1, 0)
    tween.parallel().tween_callback(kill("callback")).finished.connect(kill("finished of the tweener"))
    tween.parallel().tween_callback(say("parallel"))
    tween.step_finished.connect(kill("step_finished"))
    tween.loop_finished.connect(kill("loop_finished"))
    tween.finished.connect(say("finished"))
    order = ["method", "callback", "finished of the tweener", "parallel", "step_finished", "loop_finished"]

    tree.frames(3, 0.25)

    assert log == order[: order.index(at) + 1]
    assert not tween.is_valid()


def test_a_tween_that_is_killed_by_an_earlier_one_in_the_same_frame_does_nothing(tree: SceneTree, thing: Thing) -> None:
    earlier, later, last = (tree.create_tween() for _ in range(3))
    later.tween_property(thing, "x", 1.0, 10.0)
    last.tween_property(thing, "y", 8.0, 1.0)
    earlier.tween_interval(0.25)
    earlier.tween_callback(later.kill)

    tree.frames(2, 0.125)
    x = thing.x
    tree.tick(0.125)

    assert thing.x == x
    assert thing.y == 3.0


@pytest.mark.parametrize("verb", ["pause", "stop"])
def test_a_tween_that_is_stopped_by_an_earlier_one_in_the_same_frame_does_nothing(
    tree: SceneTree, thing: Thing, verb: str
) -> None:
    earlier, later = tree.create_tween(), tree.create_tween()
    later.tween_property(thing, "x", 1.0, 1.0)
    earlier.tween_callback(getattr(later, verb)).set_delay(0.5)

    tree.frames(4, 0.125)

    assert thing.x == 0.375


def test_a_pause_in_the_middle_of_a_frame_stops_the_tweens_that_follow(tree: SceneTree, thing: Thing) -> None:
    pausing, later = tree.create_tween(), tree.create_tween()
    later.tween_property(thing, "x", 1.0, 1.0)
    pausing.tween_callback(lambda: setattr(tree, "paused", True)).set_delay(0.5)

    tree.frames(4, 0.125)

    assert thing.x == 0.375


def test_a_tween_that_pauses_itself_goes_on_at_the_next_step(tree: SceneTree, thing: Thing) -> None:
    tween = tree.create_tween()
    tween.tween_callback(tween.pause)
    tween.parallel().tween_callback(thing.take)
    tween.tween_property(thing, "x", 1.0, 1.0)

    tree.frames(2, 0.25)
    assert len(thing.calls) == 1
    assert thing.x == 0.0
    tween.play()
    tree.tick(0.25)
    assert thing.x == 0.25


def test_a_tween_that_stops_and_plays_itself_begins_anew_in_the_next_frame(tree: SceneTree, thing: Thing) -> None:
    tween = tree.create_tween()
    tween.tween_property(thing, "x", 1.0, 0.25).as_relative()

    def again() -> None:
        thing.take()
        if len(thing.calls) < 3:
            tween.stop()
            tween.play()

    tween.tween_callback(again)
    tween.tween_property(thing, "y", 1.0, 1.0)

    tree.frames(3, 0.5)

    assert thing.x == 3.0
    assert thing.y == 0.25


def test_a_tween_cannot_be_stepped_by_its_own_function(tree: SceneTree, log: list[Any]) -> None:
    tween = tree.create_tween()

    def step() -> None:
        with pytest.raises(TreeError, match=r"^cannot step Tween from a function that it calls itself$"):
            tween.custom_step(1.0)
        log.append("refused")

    tween.tween_callback(step)

    tree.tick(0.1)

    assert log == ["refused"]


def test_a_tween_that_changes_its_process_mode_in_a_frame_counts_from_the_next_on(
    tree: SceneTree, thing: Thing
) -> None:
    earlier, later = tree.create_tween(), tree.create_tween()
    later.tween_property(thing, "x", 60.0, 60.0)
    earlier.tween_interval(0.25)
    earlier.tween_callback(lambda: later.set_process_mode(Tween.TWEEN_PROCESS_PHYSICS))

    tree.frames(2, 0.25)
    assert thing.x == 0.25
    tree.tick(1 / 60)

    assert thing.x == pytest.approx(0.25 + 1 / 60)


def test_functions_of_tweens_may_make_other_tweens(tree: SceneTree, thing: Thing) -> None:
    def next_one(count: int) -> None:
        thing.calls.append(count)
        if count:
            tree.create_tween().tween_callback(lambda: next_one(count - 1))

    next_one(3)

    tree.frames(3, 0.1)

    assert thing.calls == [3, 2, 1, 0]


def test_tweens_that_end_and_are_killed_in_any_order(tree: SceneTree) -> None:
    tweens = [tree.create_tween() for _ in range(100)]
    for number, tween in enumerate(tweens):
        tween.tween_callback(tweens[(number * 37 + 11) % 100].kill).set_delay(number % 7 / 8)
        tween.tween_interval(0.25)

    tree.frames(20, 0.125)

    assert tree.get_processed_tweens() == []


# --- freed things ----------------------------------------------------------------------------------------------------


def test_a_freed_target_ends_its_tweener_and_the_tween_goes_on(
    tree: SceneTree, thing: Thing, say: Say, log: list[Any]
) -> None:
    other = tree.root.add_child(Thing())
    tween = tree.create_tween()
    tween.tween_property(other, "x", 1.0, 1.0).finished.connect(say("freed"))
    tween.tween_property(other, "y", 1.0, 1.0)
    tween.tween_callback(other.take)
    tween.tween_method(other.take, 0, 1, 1.0)
    tween.tween_property(thing, "x", 1.0, 1.0)

    tree.frames(2, 0.25)
    other.free()
    tree.tick(0.25)

    assert log == ["freed"]
    assert other.x == 0.5
    assert other.calls == []
    assert thing.x == 0.25


def test_a_bound_tween_ends_with_its_node_in_the_middle_of_a_step(tree: SceneTree, thing: Thing, say: Say) -> None:
    child = thing.add_child(Thing())
    tween = thing.create_tween()
    tween.tween_property(child, "x", 1.0, 1.0)
    tween.tween_callback(thing.free)
    tween.tween_callback(child.take)
    tween.tween_property(child, "y", 1.0, 1.0)
    later = tree.create_tween()
    later.tween_property(child, "y", 1.0, 1.0)

    tree.frames(2, 0.25)
    tree.tick(1.0)
    tree.tick(0.25)

    assert child.calls == []
    assert child.y == 0.5
    assert not tween.is_valid()


def test_a_bound_tween_waits_when_its_node_leaves_in_the_middle_of_a_frame(tree: SceneTree, thing: Thing) -> None:
    tween = thing.create_tween()
    tween.tween_callback(lambda: tree.root.remove_child(thing))
    tween.tween_callback(thing.take)

    tree.frames(2, 0.25)
    assert thing.calls == []
    tree.root.add_child(thing)
    tree.tick(0.25)
    assert len(thing.calls) == 1


def test_a_target_that_was_freed_before_its_step_is_not_looked_at(tree: SceneTree, thing: Thing) -> None:
    class Shy(Node):
        @property
        def level(self) -> float:
            return 0.0 * len(self.tree.root.children)  # an error outside the tree

        @level.setter
        def level(self, level: float) -> None:
            self.tree.root.move_child(self, 0)

    shy = tree.root.add_child(Shy())
    tween = tree.create_tween()
    tween.tween_interval(0.25)
    tween.tween_property(shy, "level", 1.0, 1.0)
    tween.tween_callback(thing.take)

    shy.free()
    tree.tick(0.5)

    assert len(thing.calls) == 1


def test_a_node_may_be_freed_at_the_end_of_its_own_tween(tree: SceneTree, thing: Thing) -> None:
    tween = thing.create_tween()
    tween.tween_property(thing, "x", 1.0, 0.25)
    tween.tween_callback(thing.queue_free)

    tree.tick(0.5)

    assert not is_instance_valid(thing)
    tree.tick(0.5)
    assert tree.get_processed_tweens() == []


@pytest.mark.parametrize("delay", [0.0, 0.125])
def test_a_property_that_vanishes_ends_its_tweener(tree: SceneTree, thing: Thing, delay: float) -> None:
    class Loose:
        pass

    loose: Any = Loose()
    loose.value = 1.0
    tween = tree.create_tween()
    tween.tween_interval(0.25)
    tween.tween_property(loose, "value", 2.0, 1.0).set_delay(delay)
    tween.tween_callback(thing.take)
    del loose.value

    with pytest.raises(TypeError, match="Loose has no property 'value'"):
        tree.tick(0.5)
    tree.tick(0.25)

    assert len(thing.calls) == 1
    assert not hasattr(loose, "value")


def test_a_property_that_changes_its_type_is_an_error_when_the_step_begins(tree: SceneTree, thing: Thing) -> None:
    tween = tree.create_tween()
    tween.tween_interval(0.25)
    tween.tween_property(thing, "x", 2.0, 1.0)
    thing.x = "text"  # type: ignore[assignment]

    with pytest.raises(
        TypeError, match=r"^tween of 'x': the final value must have the type of the present value, 'text'"
    ):
        tree.tick(0.5)

    tree.tick(0.1)
    assert not tween.is_running()


# --- errors ----------------------------------------------------------------------------------------------------------


class Stubborn(Node):
    """Refuses values above 0.5."""

    _level = 0.0

    @property
    def level(self) -> float:
        return self._level

    @level.setter
    def level(self, level: float) -> None:
        if 0.5 < level < 1.0:
            raise Boom(level)
        self._level = level


def fragile(tree: SceneTree, what: str) -> tuple[Tween, str]:
    """A tween that raises in the second frame of 0.25 s, and the note of its error."""
    tween = tree.create_tween()
    node = tree.root.add_child(Stubborn("Stubborn"))
    tween.tween_interval(0.25)
    if what == "callback":
        tween.tween_callback(boom)
        note = "in tween callback boom"
    elif what == "method":
        tween.tween_method(boom, 0, 1, 0.1)
        note = "in tween method boom"
    elif what == "property":
        tween.tween_property(node, "level", 3.0, 1.0)
        note = "in tween of 'level' of /root/Stubborn (Stubborn)"
    else:
        getattr(tween, what).connect(boom)
        note = f"in {what} of a tween"
    return tween, note


@pytest.mark.parametrize("what", ["callback", "method", "property", "step_finished", "finished"])
def test_an_error_leaves_the_tick_and_ends_the_frames_tweens(tree: SceneTree, thing: Thing, what: str) -> None:
    before, (_, note), behind = tree.create_tween(), fragile(tree, what), tree.create_tween()
    before.tween_property(thing, "x", 1.0, 1.0)
    behind.tween_property(thing, "y", 1.0, 1.0)
    tree.create_timer(0.5).timeout.connect(thing.take)
    tree.tick(0.125)

    with pytest.raises(Boom) as caught:
        tree.tick(0.375)

    assert caught.value.__notes__[0].startswith(note)
    assert (thing.x, thing.y) == (0.5, 0.125)
    assert len(thing.calls) == 1


@pytest.mark.parametrize("what", ["callback", "method", "property", "step_finished", "finished"])
def test_with_the_policy_log_the_tween_and_those_behind_it_go_on(tree: SceneTree, thing: Thing, what: str) -> None:
    tree.error_policy = "log"
    (tween, _), behind = fragile(tree, what), tree.create_tween()
    behind.tween_property(thing, "y", 1.0, 1.0)
    if what != "finished":
        tween.tween_property(thing, "x", 1.0, 1.0)

    tree.frames(2, 0.25)
    tree.tick(2.0)

    assert thing.y == 1.0
    assert thing.x == (0.0 if what == "finished" else 1.0)
    assert not tween.is_running()


def test_the_tween_goes_on_behind_a_callback_that_raised(
    tree: SceneTree, thing: Thing, say: Say, log: list[Any]
) -> None:
    tween = tree.create_tween()
    tween.tween_callback(boom).finished.connect(say("tweener finished"))
    tween.parallel().tween_callback(say("parallel"))
    tween.step_finished.connect(say("step"))
    tween.finished.connect(say("finished"))

    with pytest.raises(Boom):
        tree.tick(0.25)
    assert log == ["tweener finished"]
    tree.tick(0.25)

    assert log == ["tweener finished", "parallel", ("step", 0), "finished"]


def test_a_setter_that_raises_is_asked_again_and_the_end_is_set(tree: SceneTree) -> None:
    node = tree.root.add_child(Stubborn())
    tree.create_tween().tween_property(node, "level", 1.0, 1.0)

    tree.frames(4, 0.125)
    for _ in range(3):
        with pytest.raises(Boom):
            tree.tick(0.125)
    assert node.level == 0.5
    tree.tick(0.125)

    assert node.level == 1.0


def test_errors_of_a_step_by_hand_go_to_who_asked_for_it(tree: SceneTree) -> None:
    tween = tree.create_tween()
    tween.tween_callback(boom)
    tween.tween_interval(1.0)
    tween.pause()

    with pytest.raises(Boom) as caught:
        tween.custom_step(0.5)

    assert caught.value.__notes__[0].startswith("in tween callback boom")
    assert not tween.is_running()
    assert tween.custom_step(0.5) is True


# --- coroutines ------------------------------------------------------------------------------------------------------


def test_a_tween_can_be_awaited(tree: SceneTree, thing: Thing, log: list[Any]) -> None:
    async def wait(tween: Tween) -> None:
        await tween
        log.append(thing.x)
        await tween  # it has finished: no waiting
        log.append("again")

    tween = tree.create_tween()
    tween.tween_property(thing, "x", 1.0, 0.5)
    thing.create_task(wait(tween))

    tree.frames(2, 0.125)
    assert log == []
    tree.frames(2, 0.125)
    assert log == [1.0, "again"]
    tree.tick(0.1)
    tween.stop()
    thing.create_task(wait(tween))
    assert log == [1.0, "again", 1.0, "again"]


def test_who_awaits_a_tween_that_is_killed_is_cancelled(tree: SceneTree, thing: Thing, log: list[Any]) -> None:
    async def wait(awaited: Any) -> None:
        try:
            await awaited
        finally:
            log.append("finally")
        log.append("never")

    tween = tree.create_tween()
    interval = tween.tween_interval(1)
    tasks = [thing.create_task(wait(awaited)) for awaited in (tween, interval.finished)]

    tween.kill()

    assert log == ["finally", "finally"]
    assert all(task.cancelled() for task in tasks)
    with pytest.raises(TreeError, match=r"^cannot await Tween: it was killed before it finished"):
        thing.create_task(wait(tween))


def test_a_coroutine_that_fails_when_it_is_cancelled_leaves_nothing_of_a_killed_tween(
    tree: SceneTree, thing: Thing
) -> None:
    async def wait(awaited: Any) -> None:
        try:
            await awaited
        finally:
            raise ValueError("no end")

    tween, part = tree.create_tween(), tree.create_tween()
    interval = tween.tween_interval(1)
    tween.parallel().tween_await(thing.hit)
    part.tween_interval(1)
    tween.tween_subtween(part)
    tasks = [thing.create_task(wait(awaited)) for awaited in (interval.finished, part, tween)]
    tree.tick(0.1)

    with pytest.raises(ValueError, match="no end"):
        tween.kill()

    assert not part.is_valid()
    assert thing.hit.get_connections() == []
    assert all(task.cancelled() for task in tasks)


def test_callbacks_and_tweener_signals_work_with_coroutines(tree: SceneTree, thing: Thing, log: list[Any]) -> None:
    async def later() -> None:
        await thing.hit
        log.append("hit")

    async def interval(tween: Tween) -> None:
        await tween.tween_interval(0.5).finished
        log.append("interval")

    tree.create_tween().tween_callback(later)
    thing.create_task(interval(tree.create_tween()))

    tree.frames(2, 0.25)
    thing.hit.emit(1)

    assert log == ["interval", "hit"]


def test_an_error_in_a_coroutine_of_a_tween_follows_the_policy(tree: SceneTree, thing: Thing) -> None:
    async def fail(*args: Any) -> None:
        await tree.process_frame
        raise Boom

    tween = tree.create_tween()
    tween.tween_callback(fail)
    tween.finished.connect(fail)
    tree.tick(0.25)

    with pytest.raises(Boom):
        tree.tick(0.25)
