"""Timers of the tree: when they fire, in what order, and what they count."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Callable
from functools import partial
from math import inf, nan
from typing import Any

import pytest

from engine.core.errors import InvalidValueError
from engine.tree.node import Node
from engine.tree.scene_tree import SceneTree


@pytest.fixture
def fired() -> list[str]:
    return []


def start(tree: SceneTree, fired: list[str], name: str, seconds: float, **options: bool) -> None:
    tree.create_timer(seconds, **options).timeout.connect(lambda: fired.append(name))


def test_a_timer_fires_once_when_its_time_is_up(tree: SceneTree, fired: list[str]) -> None:
    start(tree, fired, "t", 0.125)

    tree.tick(0.0625)
    assert fired == []
    tree.tick(0.0625)
    assert fired == ["t"]
    tree.tick(0.0625)
    assert fired == ["t"]


def test_time_left_counts_down_to_0(tree: SceneTree) -> None:
    timer = tree.create_timer(0.03125)
    assert timer.time_left == 0.03125

    tree.tick(0.015625)
    assert timer.time_left == 0.015625
    tree.tick(0.0625)
    assert timer.time_left == 0.0


def test_time_left_can_be_set_while_it_runs(tree: SceneTree, fired: list[str]) -> None:
    timer = tree.create_timer(1.0)
    timer.timeout.connect(lambda: fired.append("t"))

    timer.time_left = 0.01
    tree.tick(0.02)
    assert fired == ["t"]

    timer.time_left = 0.01
    tree.tick(0.02)
    assert fired == ["t"]
    assert timer.time_left == 0.0


def test_a_timer_of_0_seconds_fires_in_the_next_frame(tree: SceneTree, fired: list[str]) -> None:
    start(tree, fired, "t", 0)
    assert fired == []

    tree.tick(0)
    assert fired == ["t"]


def test_timers_due_in_one_frame_fire_in_the_order_they_were_made(tree: SceneTree, fired: list[str]) -> None:
    for name, seconds, always, ignore in [
        ("a", 0.03, True, False),
        ("b", 0.01, False, True),
        ("c", 0.02, True, True),
        ("d", 0.01, True, False),
        ("e", 9.0, True, False),
    ]:
        start(tree, fired, name, seconds, process_always=always, ignore_time_scale=ignore)

    tree.tick(0.05)

    assert fired == ["a", "b", "c", "d"]


def test_a_timer_made_in_the_frame_counts_it_and_one_made_by_a_timeout_does_not(
    tree: SceneTree, fired: list[str]
) -> None:
    class Starting(Node):
        def on_process(self, delta: float) -> None:
            self.set_process(False)
            start(tree, fired, "by process", 0.01)
            tree.call_deferred(start, tree, fired, "by a deferred call", 0.01)

    tree.root.add_child(Starting())
    tree.create_timer(0.01).timeout.connect(lambda: start(tree, fired, "by a timeout", 0.01))

    tree.tick(0.02)
    assert fired == ["by process", "by a deferred call"]
    tree.tick(0.02)
    assert fired == ["by process", "by a deferred call", "by a timeout"]


def test_a_physics_timer_counts_steps(tree: SceneTree, fired: list[str]) -> None:
    timer = tree.create_timer(0.03, process_in_physics=True)
    timer.timeout.connect(lambda: fired.append(f"step {tree.physics_frame_count}"))

    tree.tick(0.01)
    assert timer.time_left == 0.03
    tree.frames(3)

    assert fired == ["step 2"]


def test_a_paused_tree_stops_those_timers_that_ask_for_it(tree: SceneTree, fired: list[str]) -> None:
    start(tree, fired, "always", 0.01)
    start(tree, fired, "not while paused", 0.01, process_always=False)
    start(tree, fired, "physics", 0.01, process_always=False, process_in_physics=True)
    tree.paused = True

    tree.tick(0.02)
    assert fired == ["always"]
    tree.paused = False
    tree.tick(0.02)
    assert fired == ["always", "physics", "not while paused"]


def test_a_timer_lives_until_it_fires_and_no_longer(tree: SceneTree, fired: list[str]) -> None:
    timer = tree.create_timer(0.01)
    timer.timeout.connect(lambda: fired.append("t"))
    gone = weakref.ref(timer)
    del timer
    gc.collect()
    assert gone() is not None

    tree.tick(0.02)
    gc.collect()

    assert fired == ["t"]
    assert gone() is None


def test_many_timers_fire_each_at_its_time(tree: SceneTree) -> None:
    frames: dict[int, int] = {}

    def fire(number: int) -> None:
        frames[number] = tree.frame_count

    for number in range(500):
        timer = tree.create_timer((number % 50 + 0.5) / 64)
        timer.timeout.connect(partial(fire, number))

    tree.frames(60, 1 / 64)

    assert frames == {number: number % 50 + 1 for number in range(500)}


@pytest.mark.parametrize("seconds", [-1, nan, inf, "1", None])
def test_a_time_that_makes_no_sense_is_refused(tree: SceneTree, seconds: Any) -> None:
    attempts: list[tuple[str, Callable[[], object]]] = [
        ("create_timer(seconds)", lambda: tree.create_timer(seconds)),
        ("SceneTreeTimer.time_left", lambda: setattr(tree.create_timer(1), "time_left", seconds)),
    ]
    for what, attempt in attempts:
        with pytest.raises(InvalidValueError) as caught:
            attempt()
        assert str(caught.value) == f"{what} must be a finite number of seconds, 0 or more, got {seconds!r}"
