"""The records of suite timers: the tree's timers and Timer nodes."""

from __future__ import annotations

import pytest

from engine.tree.scene_tree import SceneTree
from nodes.time.timer import Timer, TimerProcessCallback

record = pytest.mark.record


@record("mainframe-timers-0115")
def test_a_timer_of_the_tree_can_respect_pause(tree: SceneTree) -> None:
    fired: list[bool] = []
    tree.create_timer(0.05, process_always=False).timeout.connect(lambda: fired.append(True))
    counts = []

    for paused, delta in [(False, 0.03), (True, 0.03), (False, 0.03), (False, 1.0)]:
        tree.paused = paused
        tree.tick(delta)
        counts.append(len(fired))

    assert counts == [0, 0, 1, 1]


@record("mainframe-timers-0116")
def test_a_timer_node_repeats_or_fires_once(tree: SceneTree) -> None:
    fired: list[str] = []
    repeating = tree.root.add_child(Timer("Repeating", wait_time=0.1, autostart=True))
    once = tree.root.add_child(
        Timer("Once", wait_time=0.1, autostart=True, one_shot=True, process_callback=TimerProcessCallback.PHYSICS)
    )
    repeating.timeout.connect(lambda: fired.append("repeating"))
    once.timeout.connect(lambda: fired.append("once"))

    tree.frames(60)

    assert 9 <= fired.count("repeating") <= 10
    assert not repeating.is_stopped()
    assert fired.count("once") == 1
    assert once.is_stopped()


@record("mainframe-timers-0117")
def test_a_second_passes_in_60_frames(tree: SceneTree) -> None:
    frames: list[int] = []
    timer = tree.root.add_child(Timer(wait_time=1.0, autostart=True))
    timer.timeout.connect(lambda: frames.append(tree.frame_count))

    tree.frames(180, 1 / 60)

    assert frames == [60, 120, 180]


@record("mainframe-timers-0118")
def test_stopping_leaves_no_time(tree: SceneTree) -> None:
    timer = tree.root.add_child(Timer(wait_time=1.0, autostart=True))
    tree.tick(1 / 60)
    assert timer.time_left > 0

    timer.stop()

    assert timer.is_stopped()
    assert timer.time_left == 0
