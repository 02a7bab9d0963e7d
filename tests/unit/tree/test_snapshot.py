"""Snapshots: what they hold, what they refuse, and that a tree set back goes on exactly as before."""

from __future__ import annotations

import random
import threading
from collections import OrderedDict, defaultdict, deque
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.core.errors import InvalidTypeError, TreeError
from engine.core.export import export
from engine.core.signal import Signal
from engine.input import InputEventAction
from engine.math import RandomNumberGenerator
from engine.resources import Image
from engine.tree.node import Node, is_instance_valid
from engine.tree.processing import ProcessMode
from engine.tree.scene_tree import SceneTree
from nodes import Node2D, Polygon2D, Timer

FRAME = 1 / 60


class Walker(Node2D):
    speed: float = export(100.0)
    stepped = Signal[int]("count")

    def __init__(self, name: str = "Walker") -> None:
        super().__init__(name)
        self.log: list[object] = []
        self.path: list[tuple[float, ...]] = [(0.0, 0.0)]

    def on_process(self, delta: float) -> None:
        self.position += (self.speed * delta * self.tree.rng.randf(), 0)
        self.path.append(tuple(self.position))
        self.stepped.emit(len(self.path))

    def on_stepped(self, count: int) -> None:
        self.log.append(count)


def going_on(tree: SceneTree, frames: int = 30) -> list[str]:
    hashes = []
    for _ in range(frames):
        tree.tick(FRAME)
        hashes.append(tree.state_hash())
    return hashes


def busy_tree(tree: SceneTree) -> Walker:
    """A tree with something of everything."""
    walker = tree.root.add_child(Walker())
    other = walker.add_child(Walker("Other"))
    other.add_to_group("others")
    walker.stepped.connect(other.on_stepped)
    timer = walker.add_child(Timer(wait_time=0.11))
    timer.timeout.connect(lambda: walker.add_child(Walker("New")))
    timer.start()
    tree.create_timer(0.2).timeout.connect(lambda: tree.call_group("others", "queue_free"))
    tween = walker.create_tween().set_loops()
    tween.tween_property(walker, "rotation", 1.0, 0.13).as_relative()
    tween.tween_callback(lambda: walker.log.append("turned"))
    return walker


def test_a_tree_set_back_goes_on_exactly_as_before(tree: SceneTree) -> None:
    busy_tree(tree)
    tree.frames(7)
    before = tree.state_hash()
    snapshot = tree.snapshot()
    expected = going_on(tree)
    assert len(set(expected)) == len(expected)

    for _ in range(3):
        tree.restore(snapshot)
        assert tree.state_hash() == before
        assert going_on(tree) == expected


def test_snapshots_may_be_restored_in_any_order(tree: SceneTree) -> None:
    busy_tree(tree)
    snapshots, hashes = [], []
    for _ in range(4):
        tree.frames(5)
        snapshots.append(tree.snapshot())
        hashes.append(tree.state_hash())

    for at in (2, 0, 3, 1):
        tree.restore(snapshots[at])
        assert tree.state_hash() == hashes[at]


def test_nodes_are_the_same_objects_again(tree: SceneTree) -> None:
    walker = busy_tree(tree)
    other = walker.get_node("Other")
    snapshot = tree.snapshot()
    other.free()
    new = tree.root.add_child(Walker("Came"))

    tree.restore(snapshot)

    assert is_instance_valid(other)
    assert walker.get_node("Other") is other
    assert other.parent is walker
    assert not is_instance_valid(new)
    assert not new.is_inside_tree()
    assert not tree.root.has_node("Came")


def test_structure_order_names_and_owners_come_back(tree: SceneTree) -> None:
    top = tree.root.add_child(Node("Top"))
    a, b, c = (top.add_child(Node(name)) for name in "ABC")
    b.owner = top
    b.unique_name_in_owner = True
    snapshot = tree.snapshot()

    top.move_child(c, 0)
    a.reparent(tree.root)
    b.name = "Renamed"
    top.add_child(Node("A"))
    tree.restore(snapshot)

    assert top.get_children() == [a, b, c]
    assert [node.name for node in top.get_children()] == ["A", "B", "C"]
    assert top.get_node("%B") is b
    assert b.owner is top
    assert top.add_child(Node("B")).name == "B2"


def test_groups_connections_and_modes_come_back(tree: SceneTree) -> None:
    walker = tree.root.add_child(Walker())
    other = tree.root.add_child(Walker("Other"))
    walker.add_to_group("walkers", persistent=True)
    walker.stepped.connect(other.on_stepped)
    snapshot = tree.snapshot()

    walker.remove_from_group("walkers")
    other.add_to_group("walkers")
    walker.stepped.disconnect(other.on_stepped)
    other.stepped.connect(walker.on_stepped)
    walker.process_mode = ProcessMode.DISABLED
    walker.process_priority = 5
    tree.paused = True
    tree.restore(snapshot)

    assert tree.get_nodes_in_group("walkers") == [walker]
    assert walker.groups == {"walkers": True}
    assert walker.stepped.is_connected(other.on_stepped)
    assert not other.stepped.is_connected(walker.on_stepped)
    assert (walker.process_mode, walker.process_priority, tree.paused) == (ProcessMode.INHERIT, 0, False)
    tree.tick(FRAME)
    assert other.log == [2]


def test_connections_of_a_freed_node_come_back(tree: SceneTree) -> None:
    walker = tree.root.add_child(Walker())
    other = tree.root.add_child(Walker("Other"))
    walker.stepped.connect(other.on_stepped)
    snapshot = tree.snapshot()
    other.free()
    tree.tick(FRAME)

    tree.restore(snapshot)
    tree.tick(FRAME)

    assert other.log == [2]
    assert len(other.get_incoming_connections()) == 1


def test_pending_calls_frees_and_input_come_back(tree: SceneTree) -> None:
    walker = tree.root.add_child(Walker())
    doomed = tree.root.add_child(Node("Doomed"))
    walker.call_deferred(walker.log.append, "called")
    walker.set_deferred("speed", 5.0)
    doomed.queue_free()
    tree.push_input(InputEventAction(action="ui_accept", pressed=True))
    snapshot = tree.snapshot()

    for _ in range(2):
        assert tree.input.is_action_pressed("ui_accept")
        tree.tick(FRAME)
        assert (walker.log, walker.speed, is_instance_valid(doomed)) == (["called"], 5.0, False)
        tree.push_input(InputEventAction(action="ui_accept", pressed=False))
        tree.restore(snapshot)
        assert (walker.log, walker.speed, is_instance_valid(doomed)) == ([], 100.0, True)


@dataclass
class Stats:
    health: int
    items: list[str]


class Slotted:
    __slots__ = ("absent", "value")

    def __init__(self) -> None:
        self.value = 1


class Bag(list[int]):
    label = "none"


def test_what_attributes_hold_comes_back_in_place_to_any_depth(tree: SceneTree) -> None:
    walker: Any = tree.root.add_child(Walker())
    shared = [1]
    walker.one = walker.two = shared
    walker.stats = Stats(3, ["key"])
    walker.slotted = Slotted()
    walker.bag = Bag([1, 2])
    walker.by_name = defaultdict(list, a=[1])
    walker.ordered = OrderedDict(a=1, b=2)
    walker.queue = deque([1, 2], maxlen=3)
    walker.seen = {1, 2}
    walker.raw = bytearray(b"ab")
    walker.grid = np.zeros((2, 2))
    walker.row = walker.grid[0]
    walker.cycle = []
    walker.cycle.append(walker.cycle)
    walker.random = random.Random(1)
    walker.generator = np.random.default_rng(1)
    walker.rng = RandomNumberGenerator(1)
    walker.where = Path("somewhere")
    snapshot = tree.snapshot()
    drawn = (walker.random.random(), walker.generator.random(), walker.rng.randf())

    shared.append(2)
    walker.two = []
    walker.stats.health = 0
    walker.stats.items.clear()
    walker.slotted.value = 2
    walker.slotted.absent = 1
    walker.bag.append(3)
    walker.bag.label = "changed"
    walker.by_name["b"].append(2)
    walker.by_name["a"].append(2)
    walker.ordered.move_to_end("a")
    walker.queue.extend([3, 4])
    walker.seen.add(3)
    walker.raw.extend(b"c")
    walker.row[:] = 1
    walker.cycle.append(1)
    walker.late = 1
    tree.restore(snapshot)

    assert walker.one is walker.two is shared
    assert shared == [1]
    assert walker.stats == Stats(3, ["key"])
    assert walker.slotted.value == 1
    assert not hasattr(walker.slotted, "absent")
    assert (list(walker.bag), walker.bag.label) == ([1, 2], "none")
    assert walker.by_name == {"a": [1]}
    assert walker.by_name["new"] == []
    assert list(walker.ordered) == ["a", "b"]
    assert (list(walker.queue), walker.queue.maxlen) == ([1, 2], 3)
    assert walker.seen == {1, 2}
    assert walker.raw == b"ab"
    assert not walker.grid.any()
    assert walker.cycle == [walker.cycle]
    assert not hasattr(walker, "late")
    assert (walker.random.random(), walker.generator.random(), walker.rng.randf()) == drawn


def test_a_node_outside_the_tree_that_others_refer_to_belongs_to_it(tree: SceneTree) -> None:
    walker: Any = tree.root.add_child(Walker())
    walker.spare = Walker("Spare")
    snapshot = tree.snapshot()
    walker.spare.position = (5, 5)
    tree.root.add_child(walker.spare)

    tree.restore(snapshot)

    assert walker.spare.position == (0, 0)
    assert not walker.spare.is_inside_tree()
    assert walker.spare.parent is None
    walker.spare.free()


def test_closures_and_classes_are_not_part_of_it(tree: SceneTree) -> None:
    walker = tree.root.add_child(Walker())
    seen: list[int] = []
    walker.stepped.connect(lambda count: seen.append(count))
    snapshot = tree.snapshot()
    tree.tick(FRAME)
    tree.restore(snapshot)

    assert seen == [2]


def test_global_transforms_are_those_of_the_snapshot(tree: SceneTree) -> None:
    top = tree.root.add_child(Node2D())
    below = top.add_child(Node2D())
    top.position = (1, 2)
    below.position = (10, 0)
    snapshot = tree.snapshot()
    revision = tree.transforms_2d.revision
    top.rotation = 1.0
    tree.tick(FRAME)
    tree.restore(snapshot)

    assert below.global_position == (11, 2)
    tree.tick(FRAME)
    assert below.global_position == (11, 2)
    assert tree.transforms_2d.revision > revision


def test_items_are_drawn_anew(tree: SceneTree) -> None:
    class Drawing(Node2D):
        drawn = 0

        def on_draw(self) -> None:
            self.drawn += 1

    item = tree.root.add_child(Drawing())
    item.modulate = (1, 0, 0)
    tree.tick(FRAME)
    snapshot = tree.snapshot()
    item.modulate = (0, 0, 0)
    item.hide()
    tree.restore(snapshot)
    assert (item.drawn, item.visible, item.modulate) == (1, True, (1, 0, 0, 1))

    tree.tick(FRAME)
    assert item.drawn == 2


# What ends


def test_coroutines_tweens_and_timers_that_came_since_end(tree: SceneTree) -> None:
    log: list[str] = []
    walker = tree.root.add_child(Walker())
    snapshot = tree.snapshot()

    async def wait() -> None:
        try:
            await tree.process_frame
            log.append("went on")
        finally:
            log.append("finally")

    task = walker.create_task(wait())
    tween = walker.create_tween()
    tween.tween_callback(lambda: log.append("tween"))
    timer = tree.create_timer(0.01)
    timer.timeout.connect(lambda: log.append("timer"))
    tree.restore(snapshot)
    tree.frames(3)

    assert log == ["finally"]
    assert task.cancelled()
    assert not tween.is_valid()
    assert timer.time_left == 0
    assert tree.get_tasks() == []
    assert tree.get_processed_tweens() == []


def test_an_error_in_a_finally_block_is_raised_when_the_tree_was_set_back(tree: SceneTree) -> None:
    walker = tree.root.add_child(Walker())
    snapshot = tree.snapshot()
    walker.speed = 5

    async def wait() -> None:
        try:
            await tree.process_frame
        finally:
            raise ZeroDivisionError

    walker.create_task(wait())
    with pytest.raises(ZeroDivisionError):
        tree.restore(snapshot)
    assert walker.speed == 100


# What is refused


def test_a_coroutine_that_waits_cannot_be_captured(tree: SceneTree) -> None:
    walker = tree.root.add_child(Walker())

    async def wait() -> None:
        await tree.process_frame

    walker.create_task(wait())
    with pytest.raises(TreeError, match=r"cannot take a snapshot: /root/Walker waits in the middle of .*wait\(\), and"):
        tree.snapshot()
    tree.tick(FRAME)
    tree.snapshot()


@pytest.mark.parametrize("kind", ["generator", "lock", "file", "thread"])
def test_what_cannot_be_captured_is_named(tree: SceneTree, tmp_path: Path, kind: str) -> None:
    walker: Any = tree.root.add_child(Walker())
    held: Any
    if kind == "generator":
        held, where, what = (number for number in range(3)), ".held['a'][1]", "generator"
    elif kind == "lock":
        held, where, what = threading.Lock(), ".held['a'][1]", "lock"
    elif kind == "file":
        held, where, what = open(tmp_path / "log.txt", "w"), ".held['a'][1]", "TextIOWrapper"  # noqa: SIM115
    else:
        held, where, what = threading.Thread(), ".held['a'][1]._tstate_lock", "lock"
        held._tstate_lock = threading.Lock()
    walker.held = {"a": [0, held]}

    with pytest.raises(TreeError) as caught:
        tree.snapshot()

    if kind != "thread":
        assert str(caught.value) == (
            f"cannot take a snapshot: /root/Walker{where} is a {what}, which cannot be captured; make it anew when it "
            f"is needed, or keep it outside of the nodes"
        )
    assert "/root/Walker.held['a'][1]" in str(caught.value)
    if kind == "file":
        held.close()


def test_a_snapshot_of_another_tree_is_refused(tree: SceneTree) -> None:
    other = SceneTree()
    with pytest.raises(TreeError, match="cannot restore <Snapshot of frame 0>: it was taken of another tree"):
        tree.restore(other.snapshot())
    other.shutdown()


def test_a_snapshot_of_another_version_is_refused(tree: SceneTree) -> None:
    snapshot = tree.snapshot()
    snapshot.version = 99
    with pytest.raises(TreeError, match="it has version 99, and this engine writes 1"):
        tree.restore(snapshot)


def test_anything_else_is_refused(tree: SceneTree) -> None:
    with pytest.raises(InvalidTypeError, match="a Snapshot is needed, got 5"):
        tree.restore(5)  # type: ignore[arg-type]


class Step:
    def __init__(self) -> None:
        self.state = 0

    def before_fixed_steps(self) -> None: ...

    def fixed_step(self, delta: float) -> None:
        self.state += 1

    def after_fixed_steps(self, fraction: float) -> None: ...

    def dispose(self) -> None: ...


class Capturing(Step):
    def take_snapshot(self) -> int:
        return self.state

    def restore_snapshot(self, state: int) -> None:
        self.state = state


def test_a_server_that_steps_gives_its_state_or_is_refused() -> None:
    tree = SceneTree(servers=[Step()])
    with pytest.raises(TreeError, match=r"Step steps with the tree, and keeps its state to itself; give it take_snap"):
        tree.snapshot()
    tree.shutdown()

    server = Capturing()
    tree = SceneTree(servers=[server])
    tree.tick(FRAME)
    snapshot = tree.snapshot()
    tree.frames(3)
    tree.restore(snapshot)
    assert server.state == 1

    tree.servers.register(Step())
    with pytest.raises(TreeError, match="the servers of the tree are not those of that time"):
        tree.restore(snapshot)
    tree.shutdown()


def test_a_picture_that_changed_is_refused_before_anything_is_set_back(tree: SceneTree) -> None:
    walker: Any = tree.root.add_child(Walker())
    walker.image = Image.create(2, 2, (1, 0, 0))
    snapshot = tree.snapshot()
    walker.speed = 5
    walker.image.set_pixel(0, 0, (0, 0, 0))

    with pytest.raises(TreeError, match=r"Image '' has changed since, and pictures, textures and fonts are not capt"):
        tree.restore(snapshot)
    assert walker.speed == 5


def test_a_resource_that_is_captured_gets_a_new_revision(tree: SceneTree) -> None:
    polygon = tree.root.add_child(Polygon2D())
    holder: Any = polygon
    holder.shortcut = InputEventAction(action="a")
    snapshot = tree.snapshot()
    holder.shortcut.action = "b"
    revision = holder.shortcut.revision
    tree.restore(snapshot)

    assert holder.shortcut.action == "a"
    assert holder.shortcut.revision >= revision


@pytest.mark.parametrize("method", ["snapshot", "restore"])
def test_between_ticks_only(tree: SceneTree, method: str) -> None:
    snapshot = tree.snapshot()

    class Takes(Node):
        def on_process(self, delta: float) -> None:
            if method == "snapshot":
                tree.snapshot()
            else:
                tree.restore(snapshot)

    tree.root.add_child(Takes())
    with pytest.raises(TreeError, match=f"cannot .*{method}.* inside a callback of the same tree"):
        tree.tick(FRAME)
