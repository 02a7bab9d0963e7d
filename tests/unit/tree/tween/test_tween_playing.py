"""Pausing, stopping, stepping and ending a tween; its clock, and the node that it is bound to."""

from __future__ import annotations

import gc
import sys
import weakref
from pathlib import Path

import pytest

from engine.core.errors import FreedError, InvalidTypeError, InvalidValueError, TreeError
from engine.tree import flags as f
from engine.tree.node import Node
from engine.tree.processing import ProcessMode
from engine.tree.scene_tree import SceneTree
from engine.tree.tween import Tween, tweens

from .conftest import Thing


def moving(tree: SceneTree, thing: Thing, bound: bool = False) -> Tween:
    """A tween that takes x to 8 in a second, and y to 8 in another."""
    tween = thing.create_tween() if bound else tree.create_tween()
    tween.tween_property(thing, "x", 8.0, 1.0)
    tween.tween_property(thing, "y", 8.0, 1.0)
    return tween


def test_stop_sets_it_back_but_not_what_it_moved(tree: SceneTree, thing: Thing) -> None:
    tween = moving(tree, thing)
    tree.tick(0.5)
    assert tween.get_total_elapsed_time() == 0.5

    tween.stop()
    tree.tick(0.5)
    assert thing.x == 4.0
    assert not tween.is_running()
    assert tween.get_total_elapsed_time() == 0.0
    tween.play()
    tree.tick(0.5)
    assert thing.x == 6.0  # from 4 to 8


def test_stop_sets_the_loops_back(tree: SceneTree, thing: Thing) -> None:
    tween = moving(tree, thing).set_loops(2)
    tree.tick(2.5)
    assert tween.get_loops_left() == 1

    tween.stop()

    assert tween.get_loops_left() == 2


def test_the_elapsed_time_counts_speed_and_no_pauses(tree: SceneTree, thing: Thing) -> None:
    tween = moving(tree, thing).set_speed_scale(2)
    tree.tick(0.125)
    tree.tick(0.125)
    tween.pause()
    tree.tick(0.5)

    assert tween.get_total_elapsed_time() == 0.5
    tween.play()
    tree.tick(9)
    assert tween.get_total_elapsed_time() == 18.5


def test_a_finished_tween_can_be_stopped_and_played_until_the_next_frame(tree: SceneTree, thing: Thing) -> None:
    rounds: list[int] = []
    tween = tree.create_tween()
    tween.tween_property(thing, "x", 1.0, 0.25).as_relative()

    def again() -> None:
        rounds.append(1)
        if len(rounds) < 3:
            tween.stop()
            tween.play()

    tween.finished.connect(again)

    tree.frames(10, 0.25)

    assert thing.x == 3.0
    assert not tween.is_valid()


def test_a_finished_tween_cannot_be_played_without_stop(tree: SceneTree, thing: Thing) -> None:
    tween = moving(tree, thing)
    tree.tick(2)

    assert tween.is_valid()
    with pytest.raises(TreeError, match=r"^cannot play Tween: it has finished; call stop\(\) first to set it back$"):
        tween.play()
    tree.tick(0.1)
    assert not tween.is_valid()
    with pytest.raises(TreeError, match=r"^cannot play Tween: it is over; make another$"):
        tween.play()


def test_what_is_over_can_be_paused_stopped_and_killed_without_effect(tree: SceneTree, thing: Thing) -> None:
    tween = moving(tree, thing)
    tween.kill()

    tween.pause()
    tween.stop()
    tween.kill()

    assert not tween.is_valid()
    assert tween.custom_step(1.0) is False
    assert repr(tween) == "<Tween, over>"


def test_killed_tweens_leave_the_tree_at_once(tree: SceneTree, thing: Thing) -> None:
    tween, other = moving(tree, thing), moving(tree, thing)

    tween.kill()

    assert tree.get_processed_tweens() == [other]


def test_custom_step_says_whether_it_goes_on(tree: SceneTree, thing: Thing) -> None:
    tween = moving(tree, thing)

    assert tween.custom_step(1.5) is True
    assert (thing.x, thing.y) == (8.0, 4.0)
    assert tween.custom_step(100.0) is False
    assert thing.y == 8.0
    assert not tween.is_running()


@pytest.mark.parametrize("speed", [0.0, 0.5, 3.0])
def test_a_speed_scale_counts_for_all(tree: SceneTree, thing: Thing, speed: float) -> None:
    moving(tree, thing).set_speed_scale(speed)

    for _ in range(2):
        tree.tick(0.125)

    assert thing.x == 8.0 * 0.25 * speed


class Counting(Node):
    """Counts how often it is set."""

    times = 0

    @property
    def level(self) -> float:
        return 0.0

    @level.setter
    def level(self, level: float) -> None:
        self.times += 1


def test_nothing_is_set_in_a_frame_without_time(tree: SceneTree) -> None:
    node = tree.root.add_child(Counting())
    tween = tree.create_tween()
    tween.tween_property(node, "level", 1.0, 10.0)
    tree.frames(3, 0.25)

    tree.tick(0.0)
    tween.set_speed_scale(0.0)
    tree.frames(3, 0.25)

    assert node.times == 3


def test_a_speed_that_makes_no_sense_is_refused(tree: SceneTree, thing: Thing) -> None:
    tween = moving(tree, thing)

    for speed in (-1, float("nan"), float("inf"), "1"):
        with pytest.raises(InvalidValueError, match="speed must be a finite number, 0 or more, got"):
            tween.set_speed_scale(speed)  # type: ignore[arg-type]


def test_tweens_follow_the_time_scale_unless_told_otherwise(tree: SceneTree, thing: Thing) -> None:
    tree.time_scale = 0.5
    moving(tree, thing)
    tree.create_tween().set_ignore_time_scale().tween_property(thing, "y", 8.0, 1.0)

    tree.tick(0.25)
    tree.tick(0.25)
    assert (thing.x, thing.y) == (2.0, 4.0)
    tree.time_scale = 0
    tree.tick(0.25)
    assert (thing.x, thing.y) == (2.0, 6.0)


def test_a_physics_tween_goes_on_in_steps(tree: SceneTree, thing: Thing) -> None:
    moving(tree, thing).set_process_mode(Tween.TWEEN_PROCESS_PHYSICS)

    tree.tick(0.01)
    assert thing.x == 0.0
    tree.frames(15, 1 / 60)
    assert thing.x == pytest.approx(2.0)
    assert tree.physics_frame_count == 15


PAUSED_X = [
    (Tween.TWEEN_PAUSE_STOP, False, ProcessMode.ALWAYS, 0.0),
    (Tween.TWEEN_PAUSE_PROCESS, False, ProcessMode.PAUSABLE, 2.0),
    (Tween.TWEEN_PAUSE_BOUND, False, ProcessMode.ALWAYS, 0.0),
    (Tween.TWEEN_PAUSE_STOP, True, ProcessMode.ALWAYS, 0.0),
    (Tween.TWEEN_PAUSE_PROCESS, True, ProcessMode.PAUSABLE, 2.0),
    (Tween.TWEEN_PAUSE_BOUND, True, ProcessMode.PAUSABLE, 0.0),
    (Tween.TWEEN_PAUSE_BOUND, True, ProcessMode.WHEN_PAUSED, 2.0),
    (Tween.TWEEN_PAUSE_BOUND, True, ProcessMode.ALWAYS, 2.0),
    (Tween.TWEEN_PAUSE_BOUND, True, ProcessMode.DISABLED, 0.0),
]


@pytest.mark.parametrize(("pause_mode", "bound", "process_mode", "x"), PAUSED_X)
def test_what_a_paused_tree_does_to_tweens(
    tree: SceneTree, thing: Thing, pause_mode: int, bound: bool, process_mode: ProcessMode, x: float
) -> None:
    tween = moving(tree, thing, bound).set_pause_mode(pause_mode)
    thing.process_mode = process_mode
    tree.paused = True

    tree.tick(0.125)
    tree.tick(0.125)
    assert thing.x == x
    tree.paused = False
    thing.process_mode = ProcessMode.ALWAYS
    tree.tick(0.25)
    tree.tick(0.25)
    assert thing.x == x + 4.0
    tween.kill()


def test_a_pause_stops_tweens_that_are_under_way(tree: SceneTree, thing: Thing) -> None:
    other = tree.root.add_child(Thing())
    moving(tree, thing)
    moving(tree, other, bound=True)
    tree.frames(3, 0.125)

    tree.paused = True
    tree.frames(3, 0.125)

    assert (thing.x, other.x) == (3.0, 3.0)


def test_a_bound_tween_stands_still_while_its_node_may_not_be_processed(tree: SceneTree, thing: Thing) -> None:
    moving(tree, thing, bound=True)
    tree.frames(2, 0.125)

    for mode in (ProcessMode.DISABLED, ProcessMode.WHEN_PAUSED):
        thing.process_mode = mode
        tree.tick(0.125)
    assert thing.x == 2.0
    thing.process_mode = ProcessMode.ALWAYS
    tree.tick(0.125)
    assert thing.x == 3.0


def test_a_node_that_must_not_be_processed_any_more_while_paused_stops_its_tween(tree: SceneTree, thing: Thing) -> None:
    moving(tree, thing, bound=True)
    thing.process_mode = ProcessMode.ALWAYS
    tree.paused = True
    tree.frames(2, 0.125)
    assert thing.x == 2.0

    thing.process_mode = ProcessMode.PAUSABLE
    tree.frames(2, 0.125)

    assert thing.x == 2.0


def test_a_bound_tween_waits_outside_the_tree_whatever_its_pause_mode(tree: SceneTree, thing: Thing) -> None:
    tween = moving(tree, thing, bound=True).set_pause_mode(Tween.TWEEN_PAUSE_PROCESS)
    tree.root.remove_child(thing)

    tree.tick(0.125)
    assert tween.custom_step(0.125) is True
    assert thing.x == 0.0
    tree.root.add_child(thing)
    tree.tick(0.125)
    assert thing.x == 1.0
    assert repr(tween) == "<Tween of /root/Thing, running>"


def test_binding_is_refused_for_what_is_no_node_or_freed(tree: SceneTree, thing: Thing) -> None:
    tween = moving(tree, thing)
    gone = Thing()
    gone.free()

    with pytest.raises(InvalidTypeError, match=r"^bind_node\(node\): a node is needed, got 3$"):
        tween.bind_node(3)  # type: ignore[arg-type]
    with pytest.raises(FreedError, match="cannot bind a tween to"):
        tween.bind_node(gone)


def test_the_tree_keeps_a_tween_until_it_is_over_and_no_longer(tree: SceneTree, thing: Thing) -> None:
    tween = weakref.ref(moving(tree, thing))
    gc.collect()
    assert tween() is not None

    tree.tick(2)
    tree.tick(0.1)
    gc.collect()

    assert tween() is None


def test_shutting_the_tree_down_ends_its_tweens(tree: SceneTree, thing: Thing) -> None:
    tween = moving(tree, thing)

    tree.shutdown()

    assert not tween.is_valid()
    assert tree.get_processed_tweens() == []


def test_the_methods_can_be_chained(tree: SceneTree, thing: Thing) -> None:
    tween = (
        tree.create_tween()
        .bind_node(thing)
        .set_loops(2)
        .set_parallel()
        .set_speed_scale(2)
        .set_trans(Tween.TRANS_SINE)
        .set_ease(Tween.EASE_OUT)
        .set_pause_mode(Tween.TWEEN_PAUSE_STOP)
        .set_process_mode(Tween.TWEEN_PROCESS_PHYSICS)
        .set_ignore_time_scale()
        .chain()
        .parallel()
    )

    tween.tween_property(thing, "x", 1.0, 1.0).set_delay(0.1).from_(1).from_current().as_relative().set_trans(
        Tween.TRANS_QUAD
    ).set_ease(Tween.EASE_IN)

    assert tree.get_processed_tweens() == [tween]


def test_running_tweens_leave_nothing_behind(tree: SceneTree) -> None:
    things = [tree.root.add_child(Thing()) for _ in range(300)]
    for number, thing in enumerate(things):
        tween = thing.create_tween() if number % 2 else tree.create_tween()
        tween.tween_property(thing, "x", 8.0, 1e6)
    tree.frames(10)
    gc.collect()
    before = sys.getallocatedblocks()

    tree.frames(120)

    gc.collect()
    assert sys.getallocatedblocks() - before < 100  # 300 tweens


def test_the_literals_of_the_hot_path_are_the_flags_that_they_stand_for() -> None:
    text = Path(tweens.__file__).read_text("utf-8")

    assert f"node._flags & {f.IN_TREE | 1 << f.RESOLVED_SHIFT:#x} == {f.IN_TREE}:" in text
    assert f"not node._flags & {f.FREED}:" in text
    modes = (f.RESOLVED_PAUSABLE, f.RESOLVED_WHEN_PAUSED, f.RESOLVED_ALWAYS, 3)
    assert [mode & 1 for mode in modes] == [0, 1, 0, 1]  # those that run while the tree is not paused have no lower bit
