"""Godot's Timer records. Those of one case run in sequence: each test repeats what came before."""

from __future__ import annotations

import pytest

from engine.core.errors import InvalidValueError
from engine.tree.scene_tree import SceneTree
from nodes.time.timer import Timer, TimerProcessCallback

record = pytest.mark.record


@pytest.fixture
def timer(tree: SceneTree) -> Timer:
    """A timer in the tree."""
    return tree.root.add_child(Timer())


@record("Timer-001")
def test_a_timer_waits_a_second() -> None:
    assert Timer().wait_time == 1.0


@record("Timer-002")
def test_wait_time_is_set() -> None:
    timer = Timer()

    timer.wait_time = 50.0

    assert timer.wait_time == 50.0


@record("Timer-003")
def test_wait_time_is_set_again() -> None:
    timer = Timer(wait_time=50.0)

    timer.wait_time = 42.0

    assert timer.wait_time == 42.0


@record("Timer-004")
def test_a_negative_wait_time_is_refused() -> None:
    timer = Timer(wait_time=42.0)

    with pytest.raises(InvalidValueError):
        timer.wait_time = -22.0

    assert timer.wait_time == 42.0


@record("Timer-005")
def test_a_wait_time_of_0_is_refused() -> None:
    timer = Timer(wait_time=42.0)

    with pytest.raises(InvalidValueError):
        timer.wait_time = 0.0

    assert timer.wait_time == 42.0


@record("Timer-006")
def test_one_shot_is_off_and_can_be_set() -> None:
    timer = Timer()
    values = [timer.one_shot]
    for one_shot in (True, False):
        timer.one_shot = one_shot
        values.append(timer.one_shot)

    assert values == [False, True, False]


@record("Timer-007")
def test_autostart_is_off_and_can_be_set() -> None:
    timer = Timer()
    values = [timer.autostart]
    for autostart in (True, False):
        timer.autostart = autostart
        values.append(timer.autostart)

    assert values == [False, True, False]


@record("Timer-017")
def test_autostart_starts_the_timer_when_it_enters(tree: SceneTree) -> None:
    timer = tree.root.add_child(Timer(autostart=True))

    assert timer.is_stopped() is False
    assert timer.time_left > 0


@record("Timer-008")
def test_paused_is_off_and_can_be_set() -> None:
    timer = Timer()
    values = [timer.paused]
    for paused in (True, False):
        timer.paused = paused
        values.append(timer.paused)

    assert values == [False, True, False]


@record("Timer-018")
def test_a_paused_timer_keeps_its_time(tree: SceneTree, timer: Timer) -> None:
    timer.wait_time = 2.0

    timer.start()
    timer.paused = True
    tree._process_frame(1.0)

    assert timer.time_left == 2.0


@record("Timer-019")
def test_a_timer_goes_on_when_it_is_paused_no_longer(tree: SceneTree, timer: Timer) -> None:
    timer.wait_time = 2.0
    timer.start()
    timer.paused = True
    tree._process_frame(1.0)

    timer.paused = False
    tree._process_frame(1.0)

    assert timer.time_left == 1.0


@record("Timer-009")
def test_starting_with_a_time_sets_the_wait_time(timer: Timer) -> None:
    timer.start(5.0)

    assert timer.wait_time == 5.0
    assert timer.time_left == 5.0


@record("Timer-010")
def test_starting_with_a_negative_time_keeps_the_wait_time(timer: Timer) -> None:
    timer.start(5.0)

    timer.start(-2.0)

    assert timer.wait_time == 5.0
    assert timer.time_left == 5.0


@record("Timer-011")
def test_stopping_ends_processing_and_autostart(timer: Timer) -> None:
    timer.start(5.0)

    timer.stop()

    assert timer.is_processing() is False
    assert timer.autostart is False


@record("Timer-012")
def test_a_timer_counts_in_frames_unless_told_otherwise() -> None:
    timer = Timer()
    values = [timer.process_callback]
    for callback in (TimerProcessCallback.PHYSICS, TimerProcessCallback.IDLE):
        timer.process_callback = callback
        values.append(timer.process_callback)

    assert values == [TimerProcessCallback.IDLE, TimerProcessCallback.PHYSICS, TimerProcessCallback.IDLE]


@pytest.fixture
def emissions(timer: Timer) -> list[list[object]]:
    """The arguments of each timeout."""
    emissions: list[list[object]] = []
    timer.timeout.connect(lambda *args: emissions.append(list(args)))
    return emissions


@record("Timer-013")
def test_a_timer_emits_when_its_time_is_up(tree: SceneTree, timer: Timer, emissions: list[list[object]]) -> None:
    timer.process_callback = TimerProcessCallback.IDLE
    timer.set_process(True)
    timer.set_physics_process(True)

    timer.start(0.1)
    tree._process_frame(0.2)

    assert emissions == [[]]


@record("Timer-014")
def test_a_timer_does_not_emit_earlier(tree: SceneTree, timer: Timer, emissions: list[list[object]]) -> None:
    timer.process_callback = TimerProcessCallback.IDLE

    timer.start(0.1)
    tree._process_frame(0.05)

    assert emissions == []
