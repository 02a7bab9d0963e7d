"""Snapshots: what came, went or was connected since one was taken, inside and outside of the tree."""

from __future__ import annotations

import gc
import weakref
from typing import Any

import pytest

from engine.core.errors import TreeError
from engine.core.signal import Signal
from engine.tree.node import Node
from engine.tree.scene_tree import SceneTree
from nodes import Node2D

FRAME = 1 / 60


class Unit(Node2D):
    hit = Signal[()]()

    def __init__(self, name: str = "Unit") -> None:
        super().__init__(name)
        self.hits = 0

    def on_hit(self) -> None:
        self.hits += 1


@pytest.fixture
def unit(tree: SceneTree) -> Unit:
    return tree.root.add_child(Unit())


def test_a_node_that_was_put_under_a_new_one_outside_of_the_tree_comes_back(tree: SceneTree, unit: Unit) -> None:
    snapshot = tree.snapshot()
    new = Node("New")
    unit.reparent(new)
    tree.restore(snapshot)

    assert unit.parent is tree.root
    assert new._is_freed()
    assert new.children == ()


def test_a_node_that_is_in_another_tree_now_is_refused(tree: SceneTree, unit: Unit) -> None:
    other = SceneTree()
    snapshot = tree.snapshot()
    unit.reparent(other.root)
    unit.hits = 5
    with pytest.raises(TreeError, match="/root/Unit is in another tree now; take it out there"):
        tree.restore(snapshot)

    assert unit.hits == 5
    unit.reparent(tree.root)
    tree.restore(snapshot)
    assert unit.hits == 0
    other.shutdown()


def test_connections_to_nodes_outside_that_were_made_since_have_ended_on_both_ends(tree: SceneTree, unit: Unit) -> None:
    snapshot = tree.snapshot()
    outside = Unit("Outside")
    outside.hit.connect(unit.on_hit)
    unit.hit.connect(outside.on_hit)
    tree.restore(snapshot)
    outside.hit.emit()
    unit.hit.emit()

    assert (unit.hits, outside.hits) == (0, 0)
    assert outside.get_signal_connections() == outside.get_incoming_connections() == []
    assert unit.get_signal_connections() == unit.get_incoming_connections() == []
    outside.free()


def test_a_receiver_that_was_held_weakly_and_is_gone_stays_gone(tree: SceneTree, unit: Unit) -> None:
    class Listener:
        def hear(self) -> None: ...

    listener = Listener()
    unit.hit.connect(listener.hear)
    snapshot = tree.snapshot()
    del listener
    gc.collect()
    tree.restore(snapshot)

    assert unit.hit.get_connections() == []


def test_a_scene_that_was_to_come_is_freed(tree: SceneTree) -> None:
    snapshot = tree.snapshot()
    scene = Node("Next")
    tree.change_scene(scene)
    tree.restore(snapshot)
    tree.tick(FRAME)

    assert scene._is_freed()
    assert tree.root.children == ()


@pytest.mark.parametrize("owner", ["outside", "nobody"])
def test_coroutines_that_wait_for_the_tree_are_cancelled_whoever_owns_them(
    tree: SceneTree, unit: Unit, owner: str
) -> None:
    log: list[str] = []
    snapshot = tree.snapshot()

    class Bell:
        rung = Signal[()]()

    async def wait() -> None:
        try:
            await tree.process_frame
            log.append("went on")
        finally:
            log.append("finally")

    outside, bell = Unit("Outside"), Bell()
    if owner == "outside":
        outside.create_task(wait())
    else:
        bell.rung.connect(wait)
        bell.rung.emit()
    tree.restore(snapshot)
    tree.tick(FRAME)

    assert log == ["finally"]
    outside.free()


def test_an_error_of_who_awaits_a_tween_that_came_since_is_raised_when_the_tree_was_set_back(
    tree: SceneTree, unit: Unit
) -> None:
    outside = Unit("Outside")
    snapshot = tree.snapshot()
    tween = unit.create_tween()
    tween.tween_interval(1)
    unit.hits = 5

    async def wait() -> None:
        try:
            await tween
        finally:
            raise ZeroDivisionError

    outside.create_task(wait())
    with pytest.raises(ZeroDivisionError):
        tree.restore(snapshot)
    assert unit.hits == 0
    outside.free()


def test_an_older_snapshot_and_then_a_newer_one(tree: SceneTree, unit: Unit) -> None:
    older = tree.snapshot()
    child = unit.add_child(Unit("Child"))
    newer = tree.snapshot()

    tree.restore(older)
    assert child._is_freed()
    tree.restore(newer)
    assert str(child.get_path()) == "/root/Unit/Child"
    tree.restore(older)
    assert child._is_freed()
    assert tree.get_node_count() == 2


def test_restoring_again_and_again_keeps_nothing(tree: SceneTree, unit: Unit) -> None:
    snapshot = tree.snapshot()
    gone: list[weakref.ref[Node]] = []
    for _ in range(3):
        gone.append(weakref.ref(unit.add_child(Unit())))
        tree.tick(FRAME)
        tree.restore(snapshot)
    gc.collect()

    assert [node() for node in gone] == [None] * 3


def test_a_snapshot_that_is_let_go_keeps_nothing(tree: SceneTree, unit: Unit) -> None:
    holder: Any = unit
    holder.held = Unit("Held")
    held = weakref.ref(holder.held)
    snapshot = tree.snapshot()
    holder.held = None
    gc.collect()
    assert held() is not None

    del snapshot
    gc.collect()
    assert held() is None
