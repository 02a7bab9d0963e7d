"""Timer nodes: rounds, their place in the walk, starting and stopping from inside it, pause, modes."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import inf, nan
from typing import Any

import pytest

from engine.core.errors import InvalidTypeError, InvalidValueError, TreeError
from engine.tree.node import Node
from engine.tree.processing import ProcessMode
from engine.tree.scene_tree import SceneTree
from nodes.time.timer import Timer, TimerProcessCallback

STEP = 1 / 64  # exact in binary


class Hook(Node):
    """Logs its process callback and runs a function in it, once."""

    log: list[str]
    hook: Callable[[], object] | None = None

    def on_process(self, delta: float) -> None:
        self.log.append(self.name)
        hook, self.hook = self.hook, None
        if hook is not None:
            hook()


@pytest.fixture
def log() -> list[str]:
    Hook.log = []
    return Hook.log


def add_timer(tree: SceneTree, name: str, wait_time: float, **exported: Any) -> Timer:
    """A timer that logs its name at each timeout."""
    timer = tree.root.add_child(Timer(name, wait_time=wait_time, **exported))
    timer.timeout.connect(lambda: Hook.log.append(timer.name))
    return timer


def frames(tree: SceneTree, count: int) -> list[str]:
    """What is logged in each of some frames."""
    logged = []
    for _ in range(count):
        Hook.log.clear()
        tree.tick(STEP)
        logged.append("".join(Hook.log))
    return logged


# Rounds


def test_a_timer_fires_when_it_is_below_0(tree: SceneTree, log: list[str]) -> None:
    add_timer(tree, "t", 2 * STEP, autostart=True)

    assert frames(tree, 7) == ["", "", "t", "", "t", "", "t"]


def test_a_one_shot_timer_stops_itself_before_it_tells(tree: SceneTree, log: list[str]) -> None:
    timer = add_timer(tree, "t", STEP, one_shot=True, autostart=True)
    seen: list[bool] = []
    timer.timeout.connect(lambda: seen.append(timer.is_stopped()))

    assert frames(tree, 4) == ["", "t", "", ""]
    assert seen == [True]
    assert timer.time_left == 0


@pytest.mark.parametrize(
    ("seconds", "error", "text"),
    [
        ("1", InvalidTypeError, r"^/root/t\.start\(time_sec\) must be a number, got '1'$"),
        (None, InvalidTypeError, r"^/root/t\.start\(time_sec\) must be a number, got None$"),
        (nan, InvalidValueError, r"^/root/t\.wait_time must be greater than 0, got nan$"),
    ],
)
def test_a_time_to_start_with_that_is_none_is_refused_and_nothing_starts(
    tree: SceneTree, seconds: Any, error: type[Exception], text: str
) -> None:
    timer = tree.root.add_child(Timer("t"))

    with pytest.raises(error, match=text):
        timer.start(seconds)

    assert timer.is_stopped()
    assert timer.wait_time == 1.0


def test_a_one_shot_timer_may_start_itself_again(tree: SceneTree, log: list[str]) -> None:
    timer = add_timer(tree, "t", STEP, one_shot=True, autostart=True)
    timer.timeout.connect(timer.start)

    assert frames(tree, 6) == ["", "t", "", "t", "", "t"]


def test_a_fast_timer_fires_at_most_8_times_a_frame_and_keeps_the_remainder(tree: SceneTree, log: list[str]) -> None:
    timer = add_timer(tree, "t", STEP / 16, autostart=True)

    assert frames(tree, 2) == ["t" * 8, "t" * 8]
    assert 0 <= timer.time_left < STEP / 16
    timer.wait_time = 3 * STEP / 16
    timer.start()
    Hook.log.clear()
    tree.tick(STEP)
    assert Hook.log == ["t"] * 5
    assert timer.time_left == 2 * STEP / 16


def test_what_is_left_after_8_rounds_is_taken_modulo(tree: SceneTree, log: list[str]) -> None:
    timer = add_timer(tree, "t", 0.001, autostart=True)

    tree.tick(STEP)

    assert Hook.log == ["t"] * 8
    assert timer.time_left == pytest.approx((0.001 - STEP) % 0.001)


def test_a_receiver_may_stop_the_timer_that_called_it(tree: SceneTree, log: list[str]) -> None:
    timer = add_timer(tree, "t", STEP / 16, autostart=True)
    timer.timeout.connect(timer.stop)

    assert frames(tree, 2) == ["t", ""]
    assert timer.is_stopped()


def test_a_receiver_may_pause_or_free_the_timer_that_called_it(tree: SceneTree, log: list[str]) -> None:
    paused = add_timer(tree, "p", STEP / 16, autostart=True)
    paused.timeout.connect(lambda: setattr(paused, "paused", True))
    freed = add_timer(tree, "f", STEP / 16, autostart=True)
    freed.timeout.connect(freed.free)
    queued = add_timer(tree, "q", STEP / 16, autostart=True)
    queued.timeout.connect(queued.queue_free)
    disabled = add_timer(tree, "d", STEP / 16, autostart=True)
    disabled.timeout.connect(lambda: setattr(disabled, "process_mode", ProcessMode.DISABLED))
    removed = add_timer(tree, "r", STEP / 16, autostart=True)
    removed.timeout.connect(lambda: tree.root.remove_child(removed))

    assert frames(tree, 2) == ["pfqdr", ""]
    assert not paused.is_stopped()
    removed.free()


def test_a_new_wait_time_counts_from_the_next_round(tree: SceneTree, log: list[str]) -> None:
    timer = add_timer(tree, "t", 3 * STEP, autostart=True)
    tree.tick(STEP)

    timer.wait_time = STEP

    assert timer.time_left == 2 * STEP
    assert frames(tree, 5) == ["", "", "t", "t", "t"]


def test_a_new_wait_time_set_by_a_receiver_counts_from_the_round_after(tree: SceneTree, log: list[str]) -> None:
    timer = add_timer(tree, "t", STEP, autostart=True)
    timer.timeout.connect(lambda: setattr(timer, "wait_time", 3 * STEP))

    assert frames(tree, 6) == ["", "t", "t", "", "", "t"]


# Starting and stopping


def test_start_begins_anew(tree: SceneTree, log: list[str]) -> None:
    timer = add_timer(tree, "t", 3 * STEP, autostart=True)
    frames(tree, 2)

    timer.start()

    assert timer.time_left == 3 * STEP
    assert frames(tree, 4) == ["", "", "", "t"]


def test_start_takes_a_new_time(tree: SceneTree, log: list[str]) -> None:
    timer = add_timer(tree, "t", 9.0)

    timer.start(STEP)

    assert (timer.wait_time, timer.time_left) == (STEP, STEP)
    assert frames(tree, 3) == ["", "t", "t"]


def test_a_timer_outside_a_tree_cannot_start() -> None:
    timer = Timer("T")

    with pytest.raises(TreeError) as caught:
        timer.start()

    assert str(caught.value) == "cannot start T: it is not inside a tree; add it first, or set autostart"
    assert timer.is_stopped()
    timer.stop()


def test_autostart_happens_once_at_ready(tree: SceneTree, log: list[str]) -> None:
    timer = Timer("t", wait_time=STEP, autostart=True)
    assert timer.is_stopped()
    tree.root.add_child(timer)
    assert not timer.is_stopped()
    assert not timer.autostart
    timer.stop()
    tree.root.remove_child(timer)

    tree.root.add_child(timer)

    assert timer.is_stopped()


def test_stopping_turns_autostart_off() -> None:
    timer = Timer(autostart=True)

    timer.stop()

    assert not timer.autostart


def test_a_timer_that_leaves_the_tree_goes_on_where_it_was(tree: SceneTree, log: list[str]) -> None:
    timer = add_timer(tree, "t", 3 * STEP, autostart=True)
    frames(tree, 2)

    tree.root.remove_child(timer)
    assert frames(tree, 5) == [""] * 5
    assert not timer.is_stopped()
    assert timer.time_left == STEP
    tree.root.add_child(timer)

    assert frames(tree, 2) == ["", "t"]


def test_a_freed_timer_never_fires(tree: SceneTree, log: list[str]) -> None:
    parent = tree.root.add_child(Node())
    timer = parent.add_child(Timer(wait_time=STEP, autostart=True))
    timer.timeout.connect(lambda: Hook.log.append("t"))

    parent.free()

    assert frames(tree, 3) == ["", "", ""]


# The place in the walk


def test_timers_fire_at_the_place_of_their_node(tree: SceneTree, log: list[str]) -> None:
    tree.root.add_child(Hook("A"))
    add_timer(tree, "t", STEP / 2, autostart=True, one_shot=True)
    tree.root.add_child(Hook("B"))
    add_timer(tree, "u", STEP / 2, autostart=True, one_shot=True)

    assert frames(tree, 2) == ["AtBu", "AB"]


def test_timers_fire_in_the_order_of_priorities(tree: SceneTree, log: list[str]) -> None:
    tree.root.add_child(Hook("A"))
    add_timer(tree, "t", STEP / 2, autostart=True).process_priority = 1
    tree.root.add_child(Hook("B", process_priority=2))
    add_timer(tree, "u", STEP / 2, autostart=True).process_priority = -1

    assert frames(tree, 1) == ["uAtB"]


def test_a_timer_stopped_by_an_earlier_node_does_not_fire(tree: SceneTree, log: list[str]) -> None:
    hook = tree.root.add_child(Hook("A"))
    timer = add_timer(tree, "t", STEP / 2, autostart=True)
    hook.hook = timer.stop

    assert frames(tree, 2) == ["A", "A"]


def test_a_timer_stopped_by_a_later_node_has_fired(tree: SceneTree, log: list[str]) -> None:
    timer = add_timer(tree, "t", STEP / 2, autostart=True)
    tree.root.add_child(Hook("B")).hook = timer.stop

    assert frames(tree, 2) == ["tB", "B"]


def test_a_timer_paused_by_an_earlier_node_keeps_its_time(tree: SceneTree, log: list[str]) -> None:
    hook = tree.root.add_child(Hook("A"))
    timer = add_timer(tree, "t", STEP / 2, autostart=True, one_shot=True)
    hook.hook = lambda: setattr(timer, "paused", True)

    assert frames(tree, 1) == ["A"]
    assert timer.time_left == STEP / 2
    timer.paused = False
    assert frames(tree, 1) == ["At"]


def test_a_timer_paused_by_a_later_node_has_counted_the_frame(tree: SceneTree, log: list[str]) -> None:
    timer = add_timer(tree, "t", 3 * STEP, autostart=True)
    tree.root.add_child(Hook("B")).hook = lambda: setattr(timer, "paused", True)

    frames(tree, 2)

    assert timer.time_left == 2 * STEP


def test_a_timer_started_by_an_earlier_node_counts_the_frame(tree: SceneTree, log: list[str]) -> None:
    hook = tree.root.add_child(Hook("A"))
    timer = add_timer(tree, "t", 2 * STEP, one_shot=True)
    tree.root.add_child(Hook("B"))
    hook.hook = timer.start

    assert frames(tree, 3) == ["AB", "AB", "AtB"]


def test_a_timer_started_by_a_later_node_counts_from_the_next_frame(tree: SceneTree, log: list[str]) -> None:
    timer = add_timer(tree, "t", 2 * STEP, one_shot=True)
    tree.root.add_child(Hook("B")).hook = timer.start

    assert frames(tree, 4) == ["B", "B", "B", "tB"]


def test_a_short_timer_started_by_an_earlier_node_fires_in_the_same_frame(tree: SceneTree, log: list[str]) -> None:
    hook = tree.root.add_child(Hook("A"))
    tree.root.add_child(Hook("B"))
    timer = add_timer(tree, "t", STEP / 2, one_shot=True)
    tree.root.add_child(Hook("C"))
    hook.hook = timer.start

    assert frames(tree, 2) == ["ABtC", "ABC"]


def test_a_timer_started_anew_by_an_earlier_timer_waits_its_time(tree: SceneTree, log: list[str]) -> None:
    first = add_timer(tree, "t", STEP / 2, one_shot=True, autostart=True)
    second = add_timer(tree, "u", STEP / 2, one_shot=True, autostart=True)
    second.wait_time = 2 * STEP
    first.timeout.connect(second.start)

    assert frames(tree, 4) == ["t", "", "u", ""]


def test_time_left_is_seen_from_where_the_walk_is(tree: SceneTree, log: list[str]) -> None:
    before = tree.root.add_child(Hook("A"))
    timer = add_timer(tree, "t", 4 * STEP, autostart=True)
    after = tree.root.add_child(Hook("B"))
    seen: list[float] = []
    before.hook = lambda: seen.append(timer.time_left)
    after.hook = lambda: seen.append(timer.time_left)

    frames(tree, 1)

    assert seen == [4 * STEP, 3 * STEP]


# Steps, pause, modes, time scale


def test_a_physics_timer_counts_steps(tree: SceneTree, log: list[str]) -> None:
    timer = tree.root.add_child(Timer(wait_time=0.035, autostart=True, process_callback=TimerProcessCallback.PHYSICS))
    steps: list[int] = []
    timer.timeout.connect(lambda: steps.append(tree.physics_frame_count))

    tree.frames(6, 2 / 60)

    assert steps == [3, 5, 7, 9, 11]
    assert tree.physics_frame_count == 12


def test_a_running_timer_may_change_what_it_counts_in(tree: SceneTree, log: list[str]) -> None:
    timer = add_timer(tree, "t", 3 * STEP, autostart=True)
    frames(tree, 1)

    timer.process_callback = TimerProcessCallback.PHYSICS
    left = timer.time_left
    tree._process_frame(STEP)
    assert timer.time_left == left == 2 * STEP
    tree._physics_step(STEP)
    assert timer.time_left == STEP
    timer.process_callback = TimerProcessCallback.IDLE
    tree._physics_step(STEP)
    assert timer.time_left == STEP


def test_a_timer_follows_pause_and_its_mode(tree: SceneTree, log: list[str]) -> None:
    for name, mode in [
        ("p", ProcessMode.INHERIT),
        ("a", ProcessMode.ALWAYS),
        ("w", ProcessMode.WHEN_PAUSED),
        ("d", ProcessMode.DISABLED),
    ]:
        add_timer(tree, name, STEP / 2, autostart=True, process_mode=mode)
    tree.paused = True
    assert frames(tree, 1) == ["aw"]

    tree.paused = False
    assert set(frames(tree, 1)[0]) == {"p", "a"}


def test_a_timer_that_enters_a_paused_tree_starts_when_it_goes_on(tree: SceneTree, log: list[str]) -> None:
    tree.paused = True
    timer = add_timer(tree, "t", STEP, autostart=True)
    assert frames(tree, 3) == ["", "", ""]
    assert not timer.is_stopped()

    tree.paused = False

    assert frames(tree, 2) == ["", "t"]


def test_the_time_scale_of_a_running_timer_can_change(tree: SceneTree, log: list[str]) -> None:
    tree.time_scale = 0.5
    timer = add_timer(tree, "t", 4 * STEP, autostart=True)
    frames(tree, 2)
    assert timer.time_left == 3 * STEP

    timer.ignore_time_scale = True
    frames(tree, 1)

    assert timer.time_left == 2 * STEP


# Bad input


@pytest.mark.parametrize("seconds", [0, -1.0, nan, -inf])
def test_a_wait_time_is_above_0(tree: SceneTree, seconds: Any) -> None:
    timer = tree.root.add_child(Timer("Blink", wait_time=2.0))

    with pytest.raises(InvalidValueError) as caught:
        timer.wait_time = seconds

    assert str(caught.value) == f"/root/Blink.wait_time must be greater than 0, got {seconds!r}"
    assert timer.wait_time == 2.0


@pytest.mark.parametrize("seconds", ["1", None, 10**400], ids=["text", "None", "too large"])
def test_a_wait_time_is_a_number(tree: SceneTree, seconds: Any) -> None:
    timer = tree.root.add_child(Timer("Blink", wait_time=2.0))

    with pytest.raises(InvalidTypeError, match=r"^/root/Blink\.wait_time must be a number, got "):
        timer.wait_time = seconds

    assert timer.wait_time == 2.0


def test_a_wait_time_is_finite() -> None:
    with pytest.raises(InvalidValueError, match=r"^Timer\.wait_time must be a finite number of seconds"):
        Timer().wait_time = inf


@pytest.mark.parametrize("callback", [2, "NEVER", None, True])
def test_an_unknown_process_callback_is_refused(callback: Any) -> None:
    timer = Timer("T")

    with pytest.raises(InvalidValueError) as caught:
        timer.process_callback = callback

    assert str(caught.value) == (f"T.process_callback must be one of PHYSICS 0, IDLE 1, got {callback!r}")
    assert timer.process_callback is TimerProcessCallback.IDLE


# Many


def test_many_timers_fire_each_in_its_frames(tree: SceneTree, log: list[str]) -> None:
    fired: dict[int, list[int]] = {}

    def fire(number: int) -> None:
        fired.setdefault(number, []).append(tree.frame_count)

    for number in range(300):
        timer = tree.root.add_child(Timer(wait_time=(number % 30 + 0.5) * STEP, autostart=True))
        timer.timeout.connect(partial(fire, number))

    for _ in range(64):
        tree.tick(STEP)

    for number, at in fired.items():
        wait = number % 30 + 0.5
        assert at == [
            frame for frame in range(1, 65) for round in range(200) if frame - 1 <= (round + 1) * wait < frame
        ]
    assert len(fired) == 300


def test_timers_that_start_and_stop_all_the_time_keep_count(tree: SceneTree, log: list[str]) -> None:
    timers = [tree.root.add_child(Timer(wait_time=1000.0)) for _ in range(100)]
    for round in range(50):
        for timer in timers[round % 3 :: 3]:
            timer.start()
        for timer in timers[round % 5 :: 5]:
            timer.stop()
        tree.tick(STEP)

    for number, timer in enumerate(timers):
        started = [round for round in range(50) if round % 3 == number % 3]
        stopped = [round for round in range(50) if round % 5 == number % 5]
        if stopped[-1] >= started[-1]:
            assert timer.is_stopped()
        else:
            assert timer.time_left == 1000.0 - (50 - started[-1]) * STEP
