"""Snapshots of trees with timers and tweens in every state: what follows is the same each time."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from engine.tree.processing import ProcessMode
from engine.tree.scene_tree import SceneTree
from nodes import Node2D, Timer

FRAME = 1 / 60


def check_goes_on(
    tree: SceneTree, log: list[str], disturb: Callable[[], object], meanwhile: Callable[[int], object] = lambda at: None
) -> list[str]:
    """Set the tree back three times, disturbed in between; gives what was logged each time."""
    snapshot = tree.snapshot()
    seen = []
    for _ in range(3):
        del log[:]
        hashes = []
        for at in range(20):
            meanwhile(at)
            tree.tick(FRAME)
            hashes.append(tree.state_hash())
        seen.append((list(log), hashes))
        disturb()
        tree.restore(snapshot)
    assert seen[0] == seen[1] == seen[2]
    return seen[0][0]


def test_timers_in_every_state(tree: SceneTree) -> None:
    log: list[str] = []
    timers: dict[str, Timer] = {}
    for name in ("plain", "paused", "once", "physics", "barred", "unscaled", "idle"):
        timer = timers[name] = tree.root.add_child(Timer(name, wait_time=0.05))
        timer.timeout.connect(partial(log.append, name))
        if name == "once":
            timer.one_shot = True
        elif name == "physics":
            timer.process_callback = Timer.TimerProcessCallback.PHYSICS
        elif name == "barred":
            timer.process_mode = ProcessMode.DISABLED
        elif name == "unscaled":
            timer.ignore_time_scale = True
        if name != "idle":
            timer.start()
    timers["paused"].paused = True
    tree.create_timer(0.1).timeout.connect(lambda: log.append("tree"))
    tree.create_timer(0.1, False, True, True).timeout.connect(lambda: log.append("tree, physics"))
    tree.time_scale = 0.5
    tree.frames(2)

    def disturb() -> None:
        timers["plain"].stop()
        timers["paused"].paused = False
        timers["barred"].process_mode = ProcessMode.INHERIT
        for _ in range(40):  # more than the arrays have room for
            tree.create_timer(0.01)
            tree.root.add_child(Timer(wait_time=0.02, autostart=True))
        tree.tick(FRAME)

    logged = check_goes_on(tree, log, disturb)

    assert sorted(set(logged)) == ["once", "physics", "plain", "tree", "tree, physics", "unscaled"]


def test_tweens_in_every_state(tree: SceneTree) -> None:
    log: list[str] = []
    a, b, c, d, e, doomed = (tree.root.add_child(Node2D(name)) for name in "ABCDEF")
    a.create_tween().tween_property(a, "position:x", 5.0, 0.1).set_delay(0.05)
    endless = b.create_tween().set_loops()
    endless.tween_property(b, "rotation", 1.0, 0.07).as_relative()
    endless.tween_interval(0.01)
    held = c.create_tween()
    held.tween_property(c, "position", (1, 1), 0.1)
    held.pause()
    part = tree.create_tween()
    part.tween_property(d, "position", (7, 7), 0.1)
    whole = d.create_tween()
    whole.tween_interval(0.03)
    whole.tween_subtween(part)
    whole.tween_callback(lambda: log.append("subtween over"))
    waiting = tree.create_tween()
    waiting.tween_await(e.renamed)
    waiting.tween_callback(lambda: log.append("renamed"))
    slow = e.create_tween().set_speed_scale(0.5).set_ignore_time_scale()
    slow.tween_property(e, "modulate:a", 0.0, 0.1)
    slow.finished.connect(lambda: log.append("slow one over"))
    last = doomed.create_tween().set_process_mode(0)
    last.tween_property(doomed, "position", (3, 3), 0.1)
    last.tween_callback(doomed.queue_free)

    def disturb() -> None:
        for tween in tree.get_processed_tweens():
            tween.kill()
        held.kill()
        tree.create_tween().tween_interval(1)

    def meanwhile(at: int) -> None:
        if at == 5:
            e.name = "Renamed"

    for _ in range(5):
        tree.tick(FRAME)
        logged = check_goes_on(tree, log, disturb, meanwhile)
        assert sorted(logged) == ["renamed", "slow one over", "subtween over"]
