"""The loop on a manual clock: deltas, order, frame rates, the ways to end."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.clock import ManualClock
from engine.core.errors import InvalidValueError
from engine.input.events import InputEvent, InputEventKey
from engine.input.keys import Key
from engine.loop import Loop
from engine.tree.node import Node
from engine.tree.scene_tree import SceneTree


class Probe(Node):
    """Logs the deltas and the events that it gets."""

    def __init__(self, log: list[str]) -> None:
        super().__init__()
        self.log = log
        self.deltas: list[float] = []

    def on_process(self, delta: float) -> None:
        self.deltas.append(delta)
        self.log.append("tick")

    def on_input(self, event: InputEvent) -> None:
        self.log.append("input")


class ScriptedScreen:
    """A screen on which each frame takes a given time and events come as scripted."""

    def __init__(self, clock: ManualClock, log: list[str], frame_time: float = 0.0) -> None:
        self.clock = clock
        self.log = log
        self.frame_time = frame_time
        self.events: list[InputEvent] = []

    def poll_events(self) -> list[InputEvent]:
        self.log.append("poll")
        events, self.events = self.events, []
        return events

    def show_frame(self) -> None:
        self.log.append("show")
        self.clock.advance(self.frame_time)


class World:
    """A tree with a probe, a screen and a clock."""

    def __init__(self, frame_time: float = 0.0) -> None:
        self.log: list[str] = []
        self.clock = ManualClock(100.0)
        self.screen = ScriptedScreen(self.clock, self.log, frame_time)
        self.tree = SceneTree()
        self.probe = self.tree.root.add_child(Probe(self.log))

    def loop(self, *, fixed_fps: float = 0.0, max_fps: float = 0.0) -> Loop:
        return Loop(self.tree, self.screen, self.clock, fixed_fps=fixed_fps, max_fps=max_fps)


def test_a_frame_polls_hands_on_the_events_ticks_and_shows() -> None:
    world = World()
    world.screen.events = [InputEventKey(keycode=Key.A, pressed=True)]

    world.loop().step()

    assert world.log == ["poll", "input", "tick", "show"]


def test_in_real_time_the_first_delta_is_zero_and_the_others_are_what_passed() -> None:
    world = World(frame_time=0.0625)
    loop = world.loop()
    world.clock.advance(5.0)  # starting took its time

    loop.run(3)

    assert world.probe.deltas == [0.0, 0.0625, 0.0625]


def test_with_a_fixed_rate_every_delta_is_the_same_the_first_too() -> None:
    world = World(frame_time=0.2)

    world.loop(fixed_fps=50).run(3)

    assert world.probe.deltas == [0.02, 0.02, 0.02]


def test_the_frame_cap_sleeps_the_rest_of_a_frame() -> None:
    world = World(frame_time=0.025)

    world.loop(max_fps=20).run(4)

    assert world.probe.deltas == pytest.approx([0.0, 0.05, 0.05, 0.05])


def test_a_late_frame_under_the_cap_is_made_up_for_but_not_a_long_stop() -> None:
    world = World(frame_time=0.01)
    loop = world.loop(max_fps=10)
    starts: list[float] = []

    for late in (0.0, 0.05, 0.0, 1.0, 0.0, 0.0):
        loop.step()
        starts.append(world.clock.now() - 0.01 - 100.0)
        world.clock.advance(0.1 + late if late else 0.0)

    # Due at 0, 0.1, 0.2, 0.3; the frame due at 0.2 comes at 0.26, the one after it is due at 0.3 all the same. The stop
    # of a second is not played back: the frame at 1.41 is followed by one right away, and then by one a tenth later.
    assert starts == pytest.approx([0.0, 0.1, 0.26, 0.3, 1.41, 1.42])


def test_the_cap_also_paces_a_fixed_rate() -> None:
    world = World(frame_time=0.01)

    world.loop(fixed_fps=60, max_fps=10).run(3)

    assert world.probe.deltas == [1 / 60] * 3
    assert world.clock.now() == pytest.approx(100.0 + 0.2 + 0.01)


def test_run_ends_after_the_frames_asked_for_with_code_0() -> None:
    world = World()
    loop = world.loop()

    assert loop.run(3) == 0
    assert loop.frames == 3
    assert loop.exit_code is None


def test_run_gives_the_code_that_the_game_quit_with_and_does_not_show_that_frame() -> None:
    world = World()
    loop = world.loop()
    world.tree.process_frame.connect(lambda: world.tree.quit(7) if loop.frames == 2 else None)

    assert loop.run() == 7
    assert world.log == ["poll", "tick", "show", "poll", "tick"]
    assert loop.exit_code == 7


def test_quitting_before_the_loop_runs_runs_no_frame() -> None:
    world = World()
    loop = world.loop()

    world.tree.quit(2)

    assert loop.run() == 2
    assert world.log == []


def test_quitting_while_events_come_in_ends_before_the_tick() -> None:
    world = World()
    loop = world.loop()
    world.screen.poll_events = lambda: world.tree.quit(4) or []  # type: ignore[method-assign, func-returns-value]

    assert loop.run() == 4
    assert world.probe.deltas == []


def test_an_error_leaves_run_and_the_loop_can_go_on() -> None:
    world = World()
    loop = world.loop(fixed_fps=60)

    def fail() -> None:
        if loop.frames == 2:
            raise ValueError("boom")

    world.tree.process_frame.connect(fail)

    with pytest.raises(ValueError, match="boom"):
        loop.run()
    assert loop.run(3) == 0
    assert loop.frames == 5


def test_on_frame_hears_how_many_frames_have_run() -> None:
    heard: list[int] = []

    World().loop().run(3, heard.append)

    assert heard == [1, 2, 3]


@pytest.mark.parametrize("rate", [-1.0, float("nan"), float("inf"), 1e-300, 0.0009, 1_000_001, "60"])
@pytest.mark.parametrize("name", ["fixed_fps", "max_fps"])
def test_rates_that_are_none_are_refused(name: str, rate: Any) -> None:
    with pytest.raises(InvalidValueError, match=f"Loop: {name} must be frames a second, 0.001 to .*, got {rate!r}"):
        World().loop(**{name: rate})


@pytest.mark.parametrize("frames", [-1, 1.5, "3", float("nan")])
def test_a_number_of_frames_is_whole_and_not_below_0(frames: Any) -> None:
    loop = World().loop()

    with pytest.raises(InvalidValueError, match=rf"run\(frames\): frames must be a whole number, .*, got {frames!r}"):
        loop.run(frames)

    assert loop.frames == 0


def test_a_host_may_say_how_long_a_frame_is_and_then_nothing_waits() -> None:
    world = World(frame_time=0.5)
    loop = world.loop(max_fps=1.0)

    loop.step(0.0625)
    loop.step(0.03125)

    assert world.probe.deltas == [0.0625, 0.03125]
    assert world.clock.now() == 101.0  # what showing took, no more
