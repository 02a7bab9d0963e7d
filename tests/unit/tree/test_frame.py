"""The frame: steps, deltas, time scale, the order of phases; tick, advance and frames as a host calls them."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from math import inf, nan
from typing import Any

import pytest

from engine.core.errors import InvalidValueError, TreeError
from engine.input import InputEvent, InputEventKey, Key
from engine.math import Vector2
from engine.tree.node import Node
from engine.tree.scene_tree import SceneTree
from nodes.time.timer import Timer, TimerProcessCallback
from nodes.world_2d.node_2d import Node2D


class Logging(Node):
    log: list[Any]

    def on_process(self, delta: float) -> None:
        self.log.append(("process", delta))

    def on_physics_process(self, delta: float) -> None:
        self.log.append(("physics", delta))


@pytest.fixture
def log(tree: SceneTree) -> list[Any]:
    Logging.log = []
    tree.root.add_child(Logging())
    return Logging.log


# Steps


@pytest.mark.parametrize("rate", [60, 144])
@pytest.mark.parametrize("fps", [50, 60, 90, 144, 165, 240])
def test_frames_of_any_rate_make_exactly_the_right_number_of_steps(tree: SceneTree, rate: int, fps: int) -> None:
    tree.physics_ticks_per_second = rate
    tree.max_physics_steps_per_frame = 50
    for frame in range(1, 1251):
        tree.tick(1 / fps)

        assert tree.physics_frame_count == Fraction(frame * rate, fps).__floor__()
        assert 0 <= tree.physics_interpolation_fraction < 1 + 1e-9


def test_1250_frames_at_144_hz_make_520_steps(tree: SceneTree) -> None:
    tree.frames(1250, 1 / 144)

    assert tree.physics_frame_count == 520
    assert tree.physics_interpolation_fraction == pytest.approx(Fraction(1250 * 60, 144) - 520, abs=1e-6)


def test_what_is_dropped_is_dropped_in_whole_steps(tree: SceneTree) -> None:
    tree.tick(0.25)
    assert tree.physics_frame_count == 5
    assert tree.physics_interpolation_fraction == pytest.approx(0)

    tree.tick(10.5 / 60)
    assert tree.physics_frame_count == 10
    assert tree.physics_interpolation_fraction == pytest.approx(0.5)


def test_the_frame_gets_the_time_that_was_not_dropped(tree: SceneTree, log: list[Any]) -> None:
    tree.tick(0.2)

    assert log == [("physics", 1 / 60)] * 5 + [("process", pytest.approx(5 / 60))]


def test_limits_of_a_frame_can_be_set(tree: SceneTree, log: list[Any]) -> None:
    tree.max_frame_delta = 1.0
    tree.max_physics_steps_per_frame = 100

    tree.tick(2.0)

    assert log == [("physics", 1 / 60)] * 60 + [("process", pytest.approx(1.0))]


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("physics_ticks_per_second", [0, -60, nan, inf, "60", None]),
        ("max_physics_steps_per_frame", [0, -1, 2.5, None]),
        ("max_frame_delta", [0, -0.25, nan, inf, "1"]),
    ],
)
def test_limits_that_make_no_sense_are_refused(tree: SceneTree, name: str, values: list[float]) -> None:
    before = getattr(tree, name)
    for value in values:
        with pytest.raises(InvalidValueError, match=rf"^SceneTree\.{name} must be .*, got {value!r}$"):
            setattr(tree, name, value)
    assert getattr(tree, name) == before


# The order of everything


def test_the_phases_of_a_frame_come_in_order(tree: SceneTree) -> None:
    log: list[str] = []

    class Server:
        def before_fixed_steps(self) -> None:
            log.append("before steps")

        def fixed_step(self, delta: float) -> None:
            log.append("fixed step")

        def after_fixed_steps(self, fraction: float) -> None:
            log.append("after steps")

        def process(self, delta: float) -> None:
            log.append("frame server")

        def dispose(self) -> None: ...

    class Everything(Node2D):
        def on_physics_process(self, delta: float) -> None:
            log.append("physics")
            self.call_deferred(log.append, "deferred by physics")

        def on_process(self, delta: float) -> None:
            log.append("process")
            self.position += Vector2(1, 0)
            self.queue_redraw()
            self.call_deferred(log.append, "deferred by process")
            victim.queue_free()

        def on_draw(self) -> None:
            log.append("draw")
            self.call_deferred(log.append, "deferred by draw")

        def on_transform_changed(self) -> None:
            log.append("transform")

    class Victim(Node):
        def on_exit_tree(self) -> None:
            log.append("free")

    def said(signal: str) -> Callable[[], None]:
        def say() -> None:
            log.append(signal)
            tree.call_deferred(log.append, f"deferred by {signal}")

        return say

    node = tree.root.add_child(Everything())
    victim = tree.root.add_child(Victim())
    tree.physics_frame.connect(said("physics_frame"))
    tree.process_frame.connect(said("process_frame"))
    node.set_notify_transform(True)
    tree.servers.register(Server())
    tree.create_timer(0.001).timeout.connect(said("timer"))
    tree.create_timer(0.001, process_in_physics=True).timeout.connect(said("physics timer"))

    tree.tick(1 / 60)

    assert log == [
        "before steps",
        "physics_frame", "deferred by physics_frame",
        "physics", "deferred by physics",
        "physics timer", "fixed step", "after steps",
        "process_frame", "deferred by physics timer", "deferred by process_frame",
        "process", "deferred by process", "free",
        "timer", "draw", "deferred by timer", "deferred by draw",
        "transform", "frame server",
    ]  # fmt: skip


def test_frees_wait_for_the_end_of_the_frame_also_in_physics(tree: SceneTree) -> None:
    log: list[str] = []

    class Queueing(Node):
        def on_physics_process(self, delta: float) -> None:
            log.append(f"step {victim.is_inside_tree()}")
            victim.queue_free()

        def on_process(self, delta: float) -> None:
            log.append(f"process {victim.is_inside_tree()}")

    tree.root.add_child(Queueing())
    victim = tree.root.add_child(Node())

    tree.tick(2 / 60)

    assert log == ["step True", "step True", "process True"]
    assert not victim.is_inside_tree()


def test_a_paused_tree_steps_only_those_that_may(tree: SceneTree, log: list[Any]) -> None:
    signals: list[str] = []
    tree.physics_frame.connect(lambda: signals.append("physics_frame"))
    tree.process_frame.connect(lambda: signals.append("process_frame"))
    tree.paused = True

    tree.tick(1 / 60)

    assert log == []
    assert signals == ["physics_frame", "process_frame"]
    assert tree.physics_frame_count == 1


# Time scale


def test_the_time_scale_multiplies_deltas_and_not_steps(tree: SceneTree, log: list[Any]) -> None:
    tree.time_scale = 0.5

    tree.tick(2 / 60)

    assert log == [("physics", 0.5 / 60)] * 2 + [("process", pytest.approx(1 / 60))]


def test_the_time_scale_multiplies_what_servers_are_told(tree: SceneTree) -> None:
    told: list[Any] = []

    class World:
        def dispose(self) -> None: ...

        def before_fixed_steps(self) -> None: ...

        def fixed_step(self, delta: float) -> None:
            told.append(("fixed_step", delta))

        def after_fixed_steps(self, fraction: float) -> None:
            told.append(("fraction", fraction))

        def process(self, delta: float) -> None:
            told.append(("process", delta))

    tree.servers.register(World())
    tree.time_scale = 0.5

    tree.tick(1.25 / 60)

    # The fraction says how far the unscaled time is into a step.
    assert told == [("fixed_step", 0.5 / 60), ("fraction", pytest.approx(0.25)), ("process", pytest.approx(0.625 / 60))]


def test_some_timers_ignore_the_time_scale(tree: SceneTree) -> None:
    fired: list[str] = []
    tree.time_scale = 0.5
    for name, options in [
        ("scaled", {}),
        ("unscaled", {"ignore_time_scale": True}),
        ("scaled in physics", {"process_in_physics": True}),
        ("unscaled in physics", {"process_in_physics": True, "ignore_time_scale": True}),
    ]:
        timer = tree.create_timer(0.049, **options)
        timer.timeout.connect(partial(fired.append, name))
    for name, ignore in [("node", False), ("unscaled node", True)]:
        node = tree.root.add_child(Timer(wait_time=0.049, one_shot=True, ignore_time_scale=ignore, autostart=True))
        node.timeout.connect(partial(fired.append, name))
    physics = tree.root.add_child(
        Timer(wait_time=0.049, one_shot=True, ignore_time_scale=True, process_callback=TimerProcessCallback.PHYSICS)
    )
    physics.timeout.connect(lambda: fired.append("unscaled node in physics"))
    physics.start()

    tree.frames(3)
    assert sorted(fired) == ["unscaled", "unscaled in physics", "unscaled node", "unscaled node in physics"]
    tree.frames(3)
    assert sorted(fired[4:]) == ["node", "scaled", "scaled in physics"]


@pytest.mark.parametrize("scale", [-1.0, nan, inf, "2"])
def test_a_time_scale_that_makes_no_sense_is_refused(tree: SceneTree, scale: Any) -> None:
    with pytest.raises(InvalidValueError) as caught:
        tree.time_scale = scale

    assert str(caught.value) == f"SceneTree.time_scale must be a finite number, 0 or more, got {scale!r}"
    assert tree.time_scale == 1.0


def test_a_time_scale_of_0_stands_still(tree: SceneTree, log: list[Any]) -> None:
    tree.time_scale = 0

    tree.tick(1 / 60)

    assert log == [("physics", 0.0), ("process", 0.0)]


# How a host calls


@pytest.mark.parametrize("delta", [-0.1, nan, inf, -inf, "1", None])
def test_a_delta_that_makes_no_sense_is_refused_and_nothing_runs(tree: SceneTree, log: list[Any], delta: Any) -> None:
    with pytest.raises(InvalidValueError) as caught:
        tree.tick(delta)

    assert str(caught.value) == f"tick(delta): delta must be a finite number of seconds, 0 or more, got {delta!r}"
    assert log == []
    assert tree.frame_count == 0


def test_advance_runs_whole_frames_and_then_the_rest(tree: SceneTree) -> None:
    deltas: list[float] = []

    class Clocked(Node):
        def on_process(self, delta: float) -> None:
            deltas.append(delta)

    tree.root.add_child(Clocked())

    tree.advance(1.0)
    assert deltas == [1 / 60] * 60
    deltas.clear()

    tree.advance(0.125, delta=0.05)
    assert deltas == [0.05, 0.05, pytest.approx(0.025)]
    deltas.clear()

    tree.advance(0)
    assert deltas == []
    tree.frames(3, 0.5)
    assert len(deltas) == 3


@pytest.mark.parametrize(
    ("attempt", "text"),
    [
        (lambda tree: tree.advance(-1), "advance(seconds) must be a finite number of seconds, 0 or more, got -1"),
        (lambda tree: tree.advance(nan), "advance(seconds) must be a finite number of seconds, 0 or more, got nan"),
        (lambda tree: tree.advance(1, 0), "advance(delta): delta must be a finite number of seconds above 0, got 0"),
        (
            lambda tree: tree.advance(1, nan),
            "advance(delta): delta must be a finite number of seconds above 0, got nan",
        ),
        (lambda tree: tree.frames(-1), "frames(count): count must be a whole number, 0 or more, got -1"),
        (lambda tree: tree.frames(1.5), "frames(count): count must be a whole number, 0 or more, got 1.5"),
    ],
)
def test_bad_times_are_refused(tree: SceneTree, attempt: Callable[[SceneTree], object], text: str) -> None:
    with pytest.raises(InvalidValueError) as caught:
        attempt(tree)

    assert str(caught.value) == text
    assert tree.frame_count == 0


HOST_CALLS = [
    pytest.param("tick", lambda tree: tree.tick(0), id="tick"),
    pytest.param("run frames", lambda tree: tree.advance(1), id="advance"),
    pytest.param("run frames", lambda tree: tree.frames(1), id="frames"),
    pytest.param("shut the tree down", lambda tree: tree.shutdown(), id="shutdown"),
]


@pytest.mark.parametrize(("verb", "call"), HOST_CALLS)
@pytest.mark.parametrize(
    "where", ["process", "physics", "deferred", "timer", "input", "enter", "ready", "exit", "signal"]
)
def test_a_callback_cannot_run_the_tree(
    tree: SceneTree, verb: str, call: Callable[[SceneTree], object], where: str
) -> None:
    texts: list[str] = []

    def attempt(*args: object) -> None:
        with pytest.raises(TreeError) as caught:
            call(tree)
        texts.append(str(caught.value))

    class Running(Node):
        def on_enter_tree(self) -> None:
            if where == "enter":
                attempt()

        def on_ready(self) -> None:
            if where == "ready":
                attempt()

        def on_exit_tree(self) -> None:
            if where == "exit":
                attempt()

        def on_process(self, delta: float) -> None:
            if where == "process":
                attempt()

        def on_physics_process(self, delta: float) -> None:
            if where == "physics":
                attempt()

        def on_input(self, event: InputEvent) -> None:
            if where == "input":
                attempt()

    if where == "deferred":
        tree.call_deferred(attempt)
    elif where == "timer":
        tree.create_timer(0).timeout.connect(attempt)
    elif where == "signal":
        tree.process_frame.connect(attempt)
    node = tree.root.add_child(Running())
    tree.tick(1 / 60)
    tree.push_input(InputEventKey(keycode=Key.A, pressed=True))
    node.free()

    assert texts == [f"cannot {verb} inside a callback of the same tree; use call_deferred, or do it between ticks"]


def test_a_callback_may_run_another_tree(tree: SceneTree) -> None:
    other = SceneTree()

    class Nested(Node):
        def on_process(self, delta: float) -> None:
            other.tick(delta)

    tree.root.add_child(Nested())
    tree.tick(0)

    assert other.frame_count == 1
    other.shutdown()


# Cost


def test_a_steady_tick_keeps_no_memory(tree: SceneTree) -> None:
    class Spinner(Node2D):
        def on_process(self, delta: float) -> None:
            self.rotation += delta

        def on_physics_process(self, delta: float) -> None:
            self.position = (1.0, 2.0)

    for _ in range(20):
        branch = tree.root.add_child(Node2D())
        for _ in range(20):
            branch.add_child(Spinner()).add_to_group("spinners")
    tree.root.add_child(Timer(wait_time=0.05, autostart=True))

    def frames(count: int) -> int:
        before = sys.getallocatedblocks()
        for _ in range(count):
            tree.tick(1 / 60)
            tree.get_first_node_in_group("spinners")
        return sys.getallocatedblocks() - before

    frames(300)
    gc.collect()
    frames(1)
    own_of_the_measurement = min(frames(1) for _ in range(3))

    assert min(frames(40) for _ in range(3)) <= own_of_the_measurement


def test_servers_that_began_a_frame_of_steps_end_it_also_if_a_callback_pauses() -> None:
    log: list[str] = []

    class Steps:
        def dispose(self) -> None: ...
        def before_fixed_steps(self) -> None:
            log.append("before")

        def fixed_step(self, delta: float) -> None:
            log.append("step")

        def after_fixed_steps(self, fraction: float) -> None:
            log.append("after")

    class Pauses(Node):
        def on_physics_process(self, delta: float) -> None:
            self.tree.paused = True

    tree = SceneTree(servers=[Steps()])
    tree.root.add_child(Pauses())

    tree.tick(1 / 60)

    assert log == ["before", "after"]
