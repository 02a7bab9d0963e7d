"""The steps of a tween: what runs together and what one after another, rounds, delays, and what is left of a frame."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engine.core.errors import InvalidTypeError, InvalidValueError, TreeError
from engine.tree.node import Node
from engine.tree.scene_tree import SceneTree
from engine.tree.tween import Tween, TweenPauseMode, TweenProcessMode

from .conftest import Thing

Say = Callable[[Any], Callable[..., None]]


def test_what_is_left_of_a_frame_goes_to_the_next_steps(
    tree: SceneTree, thing: Thing, say: Say, log: list[Any]
) -> None:
    tween = tree.create_tween()
    tween.tween_interval(0.25)
    tween.tween_property(thing, "x", 1.0, 0.25)
    tween.tween_callback(say("called"))
    tween.tween_property(thing, "x", 5.0, 1.0)

    tree.tick(0.75)

    assert log == ["called"]
    assert thing.x == 2.0


def test_a_parallel_step_is_as_long_as_its_longest_part(
    tree: SceneTree, thing: Thing, say: Say, log: list[Any]
) -> None:
    tween = tree.create_tween()
    tween.tween_property(thing, "x", 1.0, 0.25).finished.connect(say("x"))
    tween.parallel().tween_property(thing, "y", 1.0, 0.5).finished.connect(say("y"))
    tween.tween_property(thing, "x", 2.0, 1.0)

    tree.tick(0.375)
    assert log == ["x"]
    assert (thing.x, thing.y) == (1.0, 0.75)
    tree.tick(0.375)
    assert log == ["x", "y"]
    assert (thing.x, thing.y) == (1.25, 1.0)


def test_set_parallel_also_joins_the_tweener_before_it_and_ends_with_false(tree: SceneTree, say: Say) -> None:
    tween = tree.create_tween()
    steps: list[int] = []
    tween.step_finished.connect(steps.append)
    for together in (True, False):
        tween.tween_interval(0.25)
        tween.set_parallel(together)
        tween.tween_interval(0.25)
    tween.tween_interval(0.25)

    tree.tick(0.5)

    assert steps == [0, 1]  # three together, one; and one that is left


def test_chain_counts_for_one_tweener(tree: SceneTree) -> None:
    tween = tree.create_tween().set_parallel()
    steps: list[int] = []
    tween.step_finished.connect(steps.append)
    tween.tween_interval(0.25)
    tween.chain().tween_interval(0.25)
    tween.tween_interval(0.25)

    tree.tick(0.5)

    assert steps == [0, 1]
    assert not tween.is_running()


def test_a_delay_is_part_of_the_step(tree: SceneTree, thing: Thing, say: Say, log: list[Any]) -> None:
    tween = tree.create_tween()
    tween.tween_property(thing, "x", 1.0, 0.5).set_delay(0.5)
    tween.parallel().tween_callback(say("called")).set_delay(0.25)
    tween.parallel().tween_method(say("method"), 0.0, 1.0, 0.5).set_delay(0.5)

    tree.tick(0.25)
    assert log == ["called"]
    thing.x = 0.5  # it starts from here, as the delay is not over
    tree.tick(0.5)
    assert thing.x == 0.75
    assert log == ["called", ("method", 0.5)]
    tree.tick(0.25)
    assert thing.x == 1.0
    assert not tween.is_running()


def test_loops_repeat_all_steps_and_carry_the_time_over(
    tree: SceneTree, thing: Thing, say: Say, log: list[Any]
) -> None:
    tween = tree.create_tween().set_loops(3)
    tween.tween_property(thing, "x", 1.0, 0.25).from_(0.0)
    tween.tween_callback(say("end"))
    tween.loop_finished.connect(say("loop"))
    tween.finished.connect(say("finished"))
    assert tween.get_loops_left() == 3

    tree.tick(0.375)
    assert thing.x == 0.5
    assert log == ["end", ("loop", 1)]
    assert tween.get_loops_left() == 2
    tree.tick(5)
    assert log == ["end", ("loop", 1), "end", ("loop", 2), "end", "finished"]
    assert tween.get_loops_left() == 0


def test_an_endless_tween_goes_on(tree: SceneTree, thing: Thing) -> None:
    tween = tree.create_tween().set_loops()
    tween.tween_property(thing, "x", 1.0, 0.25).as_relative()

    tree.frames(100, 0.25)

    assert thing.x == 100.0
    assert tween.is_running()
    assert tween.get_loops_left() == -1


@pytest.mark.parametrize("seconds", [0.0, 1e-9])
def test_an_endless_tween_that_takes_no_time_is_an_error_and_dropped(
    tree: SceneTree, thing: Thing, seconds: float
) -> None:
    tween = thing.create_tween().set_loops()
    tween.tween_interval(seconds)
    tween.tween_callback(thing.take)

    with pytest.raises(TreeError, match=r"^Tween of /root/Thing would go round for ever in one frame: .* or set_loops"):
        tree.tick(0.25)

    assert not tween.is_valid()
    assert len(thing.calls) <= (100_001 if seconds else 2)
    tree.tick(0.25)


def test_an_endless_tween_ends_without_an_error_when_what_it_moves_is_freed(tree: SceneTree, thing: Thing) -> None:
    part = tree.create_tween()
    part.tween_property(thing, "x", 0.0, 0.25)
    tween = tree.create_tween().set_loops()
    tween.tween_property(thing, "x", 1.0, 0.25)
    tween.tween_subtween(part)
    outer = tree.create_tween().set_loops()
    inner = tree.create_tween().set_loops()
    inner.tween_method(thing.take, 0.0, 1.0, 0.25)
    outer.tween_subtween(inner)
    tree.tick(0.125)

    thing.free()
    tree.tick(0.125)

    assert not tween.is_valid()
    assert not outer.is_valid()
    tree.tick(0.125)


def test_an_endless_tween_goes_on_without_what_was_freed_while_something_takes_time(
    tree: SceneTree, thing: Thing, say: Say, log: list[Any]
) -> None:
    tween = tree.create_tween().set_loops()
    tween.tween_property(thing, "x", 1.0, 0.25)
    tween.tween_callback(say("round")).set_delay(0.25)

    thing.free()
    tree.tick(0.5)

    assert log == ["round", "round"]
    assert tween.is_valid()


def test_rounds_without_length_are_all_run_in_one_frame(tree: SceneTree, thing: Thing) -> None:
    tree.create_tween().set_loops(1000).tween_callback(thing.take)

    tree.tick(0.25)

    assert len(thing.calls) == 1000


def test_a_step_without_length_waits_for_a_frame_with_time_left(tree: SceneTree, thing: Thing) -> None:
    tween = tree.create_tween()
    tween.tween_interval(0.25)
    tween.tween_callback(thing.take)

    tree.tick(0.25)
    assert thing.calls == []
    tree.tick(0.0)
    assert thing.calls == []
    tree.tick(0.25)
    assert len(thing.calls) == 1


def test_a_property_of_no_duration_is_set_at_once(tree: SceneTree, thing: Thing) -> None:
    tree.create_tween().tween_property(thing, "x", 3.0, 0)

    tree.tick(0.0)
    assert thing.x == 0.0
    tree.tick(0.01)
    assert thing.x == 3.0


def test_the_last_value_is_exact(tree: SceneTree, thing: Thing) -> None:
    tree.create_tween().set_trans(Tween.TRANS_EXPO).tween_property(thing, "x", 0.1, 0.3)

    tree.frames(30, 1 / 60)

    assert thing.x == 0.1


def test_tweens_go_on_in_the_order_in_which_they_were_made(tree: SceneTree, say: Say, log: list[Any]) -> None:
    first, second, third = (tree.create_tween() for _ in range(3))
    for tween, name in ((third, "third"), (first, "first"), (second, "second")):
        tween.tween_callback(say(name))
    second.set_process_mode(Tween.TWEEN_PROCESS_PHYSICS)
    first.set_process_mode(Tween.TWEEN_PROCESS_PHYSICS)
    assert tree.get_processed_tweens() == [first, second, third]
    second.set_process_mode(Tween.TWEEN_PROCESS_IDLE)
    first.set_process_mode(Tween.TWEEN_PROCESS_IDLE)

    tree.tick(0.1)

    assert log == ["first", "second", "third"]


def test_tweens_come_behind_timers_and_in_front_of_drawing(tree: SceneTree, say: Say, log: list[Any]) -> None:
    class Busy(Node):
        def on_process(self, delta: float) -> None:
            say("process")()
            self.call_deferred(say("deferred"))

        def on_physics_process(self, delta: float) -> None:
            say("physics process")()

    class Drawn:
        _flags = 0

        def _draw(self) -> None:
            say("draw")()

    tree.root.add_child(Busy())
    tree.queue_draw(Drawn())
    for mode, name in ((Tween.TWEEN_PROCESS_IDLE, "tween"), (Tween.TWEEN_PROCESS_PHYSICS, "physics tween")):
        tree.create_tween().set_process_mode(mode).tween_callback(say(name))
    tree.create_timer(0).timeout.connect(say("timer"))
    tree.create_timer(0, process_in_physics=True).timeout.connect(say("physics timer"))

    tree.tick(1 / 60)

    assert log == [
        "physics process", "physics timer", "physics tween", "process", "deferred", "timer", "tween", "draw",
    ]  # fmt: skip


def test_a_tween_made_in_the_frame_counts_it_and_one_made_by_a_tween_does_not(
    tree: SceneTree, say: Say, log: list[Any]
) -> None:
    def make(name: str) -> None:
        tree.create_tween().tween_callback(say(name))

    class Making(Node):
        def on_process(self, delta: float) -> None:
            self.set_process(False)
            make("by process")

    tree.root.add_child(Making())
    tree.create_timer(0).timeout.connect(lambda: make("by a timer"))
    tree.create_tween().tween_callback(lambda: make("by a tween"))

    tree.tick(0.1)
    assert log == ["by process", "by a timer"]
    tree.tick(0.1)
    assert log == ["by process", "by a timer", "by a tween"]


# --- subtweens -------------------------------------------------------------------------------------------------------


def test_a_subtween_runs_as_if_its_steps_stood_there(tree: SceneTree, thing: Thing, say: Say, log: list[Any]) -> None:
    inner = tree.create_tween().set_speed_scale(2.0)
    inner.tween_property(thing, "x", 8.0, 1.0)
    inner.tween_callback(say("inner"))
    inner.tween_interval(0.5)
    inner.finished.connect(say("finished"))
    outer = tree.create_tween()
    outer.tween_interval(0.25)
    outer.tween_subtween(inner).set_delay(0.25)
    outer.tween_property(thing, "y", 1.0, 1.0)
    assert tree.get_processed_tweens() == [outer]

    tree.tick(0.75)
    assert thing.x == 4.0
    tree.tick(0.75)
    assert log == ["inner", "finished"]
    assert (thing.x, thing.y) == (8.0, 0.25)
    tree.tick(1.0)
    tree.tick(1.0)
    assert not outer.is_valid()
    assert not inner.is_valid()


def test_a_subtween_runs_again_in_each_round(tree: SceneTree, thing: Thing) -> None:
    inner = tree.create_tween().set_loops(2)
    inner.tween_callback(thing.take).set_delay(0.25)
    outer = tree.create_tween().set_loops(2)
    outer.tween_subtween(inner)

    tree.tick(10)

    assert len(thing.calls) == 4
    assert not outer.is_running()


def test_a_subtween_that_was_killed_holds_nothing_up_and_a_paused_one_does(tree: SceneTree, thing: Thing) -> None:
    killed, paused = tree.create_tween(), tree.create_tween()
    killed.tween_interval(9)
    paused.tween_callback(paused.pause)
    paused.tween_interval(0.25)
    outer = tree.create_tween()
    outer.tween_subtween(killed)
    outer.tween_subtween(paused)
    outer.tween_callback(thing.take)
    killed.kill()

    tree.frames(3, 0.5)
    assert thing.calls == []
    paused.play()
    tree.tick(0.5)
    assert len(thing.calls) == 1


def test_a_subtween_that_is_bound_to_a_freed_node_holds_nothing_up(tree: SceneTree, thing: Thing) -> None:
    node = tree.root.add_child(Thing())
    bound = node.create_tween()
    bound.tween_interval(9)
    outer = tree.create_tween()
    outer.tween_subtween(bound)
    outer.tween_callback(thing.take)
    tree.tick(0.25)

    node.free()
    tree.tick(0.25)

    assert len(thing.calls) == 1


def test_a_tween_cannot_be_a_part_of_itself_or_of_two(tree: SceneTree) -> None:
    a, b, c, over = (tree.create_tween() for _ in range(4))
    over.kill()
    a.tween_subtween(b)
    attempts = [
        (a, a, "it would be a part of itself"),
        (b, a, "it would be a part of itself"),
        (c, b, "it is a part of another tween already"),
        (c, over, "it is over; make another"),
        (c, SceneTree().create_tween(), "it belongs to another tree"),
    ]
    for outer, inner, problem in attempts:
        with pytest.raises(TreeError, match=rf"^tween_subtween\(subtween\): cannot run <Tween, .*>: {problem}$"):
            outer.tween_subtween(inner)
    with pytest.raises(InvalidTypeError, match="a Tween is needed, got None"):
        a.tween_subtween(None)  # type: ignore[arg-type]
    for tween in (a, c):
        tween.kill()


# --- waiting for signals ---------------------------------------------------------------------------------------------


def test_a_step_can_wait_for_a_signal(tree: SceneTree, thing: Thing, say: Say, log: list[Any]) -> None:
    tween = tree.create_tween()
    tween.tween_interval(0.25)
    tween.tween_await(thing.hit)
    tween.tween_callback(say("hit"))

    thing.hit.emit(1)  # too early
    tree.frames(3, 0.25)
    assert log == []
    thing.hit.emit(2)
    assert log == []
    tree.tick(0.25)
    assert log == ["hit"]
    assert thing.hit.get_connections() == []


def test_waiting_for_a_signal_has_an_end_with_a_timeout(tree: SceneTree, thing: Thing) -> None:
    tween = tree.create_tween()
    tween.tween_await(thing.hit).set_timeout(0.5)
    tween.tween_property(thing, "x", 1.0, 1.0)

    tree.tick(0.25)
    tree.tick(0.5)

    assert thing.x == 0.25
    assert thing.hit.get_connections() == []


def test_waiting_for_a_signal_ends_when_its_object_is_freed(
    tree: SceneTree, thing: Thing, say: Say, log: list[Any]
) -> None:
    tween = tree.create_tween()
    tween.tween_await(thing.hit)
    tween.tween_callback(say("on"))

    tree.tick(0.25)
    thing.free()
    tree.tick(0.25)

    assert log == ["on"]


def test_waiting_begins_anew_in_each_round_and_stops_with_the_tween(tree: SceneTree, thing: Thing) -> None:
    tween = tree.create_tween().set_loops()
    tween.tween_await(thing.hit)
    tween.tween_callback(thing.take)

    for _ in range(3):
        tree.tick(0.25)
        thing.hit.emit(1)
    tree.tick(0.25)
    assert len(thing.calls) == 3
    tween.stop()
    assert thing.hit.get_connections() == []
    tween.play()
    tree.tick(0.25)
    tween.kill()
    assert thing.hit.get_connections() == []


# --- what is refused -------------------------------------------------------------------------------------------------


def test_a_tween_is_made_by_a_tree_or_a_node(tree: SceneTree) -> None:
    with pytest.raises(TreeError, match=r"cannot be made directly; use tree.create_tween\(\) or node.create_tween\(\)"):
        Tween()
    with pytest.raises(TreeError, match="Alone is not inside a tree"):
        Node("Alone").create_tween()
    tree.shutdown()
    with pytest.raises(TreeError, match="cannot create a tween: the tree was shut down"):
        tree.create_tween()


def test_steps_cannot_be_added_to_a_tween_that_has_started_or_is_over(tree: SceneTree, thing: Thing) -> None:
    tween = tree.create_tween()
    tween.tween_interval(1)
    tree.tick(0.25)

    with pytest.raises(
        TreeError, match=r"^cannot call tween_interval\(\) of Tween: it has started; call stop\(\) first"
    ):
        tween.tween_interval(1)
    tween.stop()
    tween.tween_callback(thing.take)
    tween.kill()
    with pytest.raises(TreeError, match=r"^cannot call tween_callback\(\) of Tween: it is over; make another"):
        tween.tween_callback(thing.take)


def test_what_cannot_be_called_is_refused(tree: SceneTree, thing: Thing) -> None:
    def generator() -> Any:
        yield

    tween = tree.create_tween()
    with pytest.raises(InvalidTypeError, match=r"^tween_callback\(callback\): it cannot be called, got 3$"):
        tween.tween_callback(3)  # type: ignore[arg-type]
    with pytest.raises(InvalidTypeError, match=r"got None; write the function without calling it$"):
        tween.tween_callback(None)  # type: ignore[arg-type]
    with pytest.raises(InvalidTypeError, match=r"Thing.set_meta gets 0 arguments, and takes 2; use a lambda$"):
        tween.tween_callback(thing.set_meta)  # type: ignore[arg-type]
    with pytest.raises(InvalidTypeError, match=r"Thing.set_meta gets 1 argument, and takes 2; use a lambda$"):
        tween.tween_method(thing.set_meta, 0, 1, 1)  # type: ignore[arg-type]
    with pytest.raises(InvalidTypeError, match="has a yield, so that a call runs nothing of it"):
        tween.tween_callback(generator)
    with pytest.raises(InvalidTypeError, match=r"a signal is needed, as node.tree_exited, got 'hit'$"):
        tween.tween_await("hit")  # type: ignore[arg-type]
    tween.kill()


@pytest.mark.parametrize("loops", [-1, 1.0, "2", None])
def test_loops_must_be_a_whole_number(tree: SceneTree, loops: Any) -> None:
    tween = tree.create_tween()

    with pytest.raises(InvalidValueError, match=r"loops must be a whole number, 0 or more, got .*; leave it out"):
        tween.set_loops(loops)
    tween.kill()


def test_the_modes_have_godots_numbers() -> None:
    assert [TweenProcessMode.PHYSICS, TweenProcessMode.IDLE] == [0, 1]
    assert [TweenPauseMode.BOUND, TweenPauseMode.STOP, TweenPauseMode.PROCESS] == [0, 1, 2]
