"""The digest of a tree's state: what changes it, what does not, and that it is the same in every process."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from array import array
from collections import deque
from collections.abc import Callable
from datetime import date
from decimal import Decimal
from functools import partial
from pathlib import PurePosixPath
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from engine.core.export import export
from engine.math import Color, Quaternion, Transform2D, Vector2, Vector4
from engine.resources import FontFile, Image, ImageTexture
from engine.tree.node import Node
from engine.tree.processing import ProcessMode
from engine.tree.scene_tree import SceneTree
from nodes import Node2D, Sprite2D, Timer

FRAME = 1 / 60


class Unit(Node2D):
    health: int = export(3)
    inventory: list[str] = export(factory=list)
    friend: Any = export(None)
    secret = 1


@pytest.fixture
def unit(tree: SceneTree) -> Unit:
    return tree.root.add_child(Unit("Unit"))


def rename(unit: Unit) -> None:
    unit.name = "Other"


def set_to(name: str, value: Any) -> Callable[[Unit], None]:
    return lambda unit: setattr(unit, name, value)


CHANGES: dict[str, Callable[[Unit], Any]] = {
    "name": rename,
    "child": lambda unit: unit.add_child(Node()),
    "group": lambda unit: unit.add_to_group("units"),
    "meta": lambda unit: unit.set_meta("a", 1),
    "export": set_to("health", 4),
    "type of a value": set_to("health", 3.0),
    "made default": lambda unit: unit.inventory.append("key"),
    "node": set_to("friend", Node("Friend")),
    "set": set_to("friend", {1, 2}),
    "position": set_to("position", (0.0, 1e-300)),
    "sign of zero": set_to("position", (-0.0, 0.0)),
    "rotation": set_to("rotation", 1.0),
    "look": set_to("modulate", Color(1, 1, 1, 0.5)),
    "mode": set_to("process_mode", ProcessMode.ALWAYS),
    "priority": set_to("process_priority", 1),
    "rng": lambda unit: unit.tree.rng.randf(),
    "pause": lambda unit: setattr(unit.tree, "paused", True),
    "time scale": lambda unit: setattr(unit.tree, "time_scale", 2.0),
    "tree timer": lambda unit: unit.tree.create_timer(1.0),
    "tween": lambda unit: unit.create_tween().tween_property(unit, "health", 5, 1.0),
    "pending call": lambda unit: unit.call_deferred(unit.queue_free),
    "pending free": lambda unit: unit.queue_free(),
    "frame": lambda unit: unit.tree.tick(0),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_of_the_state_changes_it(tree: SceneTree, unit: Unit, change: str) -> None:
    before = tree.state_hash()
    assert tree.state_hash() == before

    CHANGES[change](unit)

    assert tree.state_hash() != before


def test_a_timer_counts_by_what_is_left_of_it(tree: SceneTree) -> None:
    timer = tree.root.add_child(Timer(wait_time=1.0))
    seen = [tree.state_hash()]
    timer.start()
    seen.append(tree.state_hash())
    timer.paused = True
    seen.append(tree.state_hash())
    timer.start(0.5)
    seen.append(tree.state_hash())

    assert len(set(seen)) == 4


def test_room_that_the_array_of_running_timers_has_left_does_not_count(tree: SceneTree, unit: Unit) -> None:
    timer = tree.create_timer(1.0)
    unit.friend = timer
    tree.tick(FRAME)
    before = tree.state_hash()

    timer._countdowns.left[-1] = 7.0
    timer._countdowns.previous[-1] = 7.0

    assert tree.state_hash() == before


def test_a_running_tween_counts_by_how_far_it_is(tree: SceneTree) -> None:
    unit = tree.root.add_child(Unit())
    unit.create_tween().tween_interval(1.0)
    tree.tick(FRAME)
    hashes = []
    for delta in (0.03, 0.05):
        snapshot = tree.snapshot()
        tree.tick(delta)
        hashes.append(tree.state_hash())
        tree.restore(snapshot)

    assert hashes[0] != hashes[1]


class Text(str):
    pass


class Bag(list[int]):
    def __init__(self, label: str) -> None:
        self.label = label


DIFFERENT: list[tuple[Any, Any]] = [
    (1j, 2j), (Decimal(1), Decimal(2)), (date(2000, 1, 1), date(2000, 1, 2)), (range(2), range(3)), (1, True),
    (slice(1), slice(2)), (PurePosixPath("a"), PurePosixPath("b")), (Text("a"), Text("b")), (Text("a"), "a"),
    (Bag("a"), Bag("b")), ([1], (1,)), (deque([1], 2), deque([1], 3)), (bytearray(b"a"), b"a"),
    (memoryview(b"a"), memoryview(b"b")), (array("i", [1]), array("i", [2])), (random.Random(1), random.Random(2)),
    (np.random.default_rng(1), np.random.default_rng(2)), (np.zeros(2), np.zeros((2, 1))),
    (np.float32(1), np.float64(1)), (np.array([[1], None], object), np.array([[2], None], object)),
    (Vector4(1, 2, 3, 4), Quaternion(1, 2, 3, 4)), (SimpleNamespace(a=1), SimpleNamespace(a=2)),
    ([1].append, [2].append), (partial(print, 1), partial(print, 2)), ({None: 1}, {None: 2}), ({1, "a"}, {1, "b"}),
    (frozenset({(1, 2)}), frozenset({(1, 3)})), (10**99, 10**99 + 1), (float("nan"), 0.0),
]  # fmt: skip


@pytest.mark.parametrize(("one", "other"), DIFFERENT, ids=lambda value: type(value).__name__)
def test_every_value_counts_by_its_type_and_content(tree: SceneTree, unit: Unit, one: Any, other: Any) -> None:
    unit.friend = one
    first = tree.state_hash()
    unit.friend = other
    assert tree.state_hash() != first


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (0.0, -0.0),
        (0j, complex(-0.0, 0.0)),
        ((0.0, 1), (-0.0, 1)),
        ((0.0, ()), (-0.0, ())),
        (Vector2(0, 0), Vector2(-0.0, 0)),
        (1, True),
        ((1,), (True,)),
        (Vector2(1, 2), ("Vector2", 1.0, 2.0)),
        (Vector2(1, 2), Vector2(2, 1)),
    ],
)
@pytest.mark.parametrize("beside", ["as one", "None"])
def test_values_of_many_nodes_count_each_by_itself(
    tree: SceneTree, unit: Unit, one: Any, other: Any, beside: str
) -> None:
    last = tree.root.add_child(Unit())
    unit.friend = one if beside == "as one" else None
    last.friend = one
    first = tree.state_hash()

    last.friend = other

    assert tree.state_hash() != first


def test_whether_nodes_share_a_tuple_does_not_count(tree: SceneTree, unit: Unit) -> None:
    shared = (1.0, (2.0,))
    second = tree.root.add_child(Unit())
    unit.friend = second.friend = shared
    before = tree.state_hash()

    second.friend = (float("1"), (float("2"),))

    assert second.friend is not shared
    assert tree.state_hash() == before


def nested(made: Any, wrap: Callable[[Any], Any]) -> Any:
    for _ in range(10_000):
        made = wrap(made)
    return made


@pytest.mark.parametrize(
    "wrap",
    [lambda held: [held], lambda held: (held,), lambda held: {1: held}, lambda held: SimpleNamespace(held=held)],
    ids=["list", "tuple", "dict", "object"],
)
def test_values_may_be_nested_to_any_depth(tree: SceneTree, unit: Unit, wrap: Callable[[Any], Any]) -> None:
    hashes = []
    for innermost in (1, 2):
        unit.friend = nested(innermost, wrap)
        hashes.append(tree.state_hash())
    assert hashes[0] != hashes[1]


def test_values_may_hold_themselves(tree: SceneTree, unit: Unit) -> None:
    items: list[Any] = []
    items += [items, {"items": items}]
    unit.friend = items
    before = tree.state_hash()
    items.append(1)
    assert tree.state_hash() != before


class Awkward:
    __slots__ = ("never_set",)

    def __getattr__(self, name: str) -> Any:
        raise KeyError(name)

    def __reduce_ex__(self, protocol: object) -> Any:
        raise KeyError(protocol)


def test_what_an_object_does_when_it_is_looked_at_does_no_harm(tree: SceneTree, unit: Unit) -> None:
    freed = Node("Freed")
    freed.free()
    unit.friend = [Awkward(), freed, {freed: 1}, {freed}, tree, SceneTree()]
    assert tree.state_hash() == tree.state_hash()


def test_what_was_worked_out_of_a_value_does_not_count(tree: SceneTree, unit: Unit) -> None:
    path = PurePosixPath("a/b")
    unit.friend = path
    before = tree.state_hash()
    assert hash(path)
    assert path.name == "b"
    assert tree.state_hash() == before


@pytest.mark.parametrize(
    "change",
    [
        set_to("secret", 2),
        set_to("health", 3),
        set_to("position", (0, 0)),
        lambda unit: unit.tree_entered.connect(lambda: None),
        lambda unit: unit.get_child_count(),
        lambda unit: unit.id,
        lambda unit: unit.meta,
    ],
)
def test_what_is_no_state_does_not_change_it(tree: SceneTree, unit: Unit, change: Callable[[Unit], Any]) -> None:
    before = tree.state_hash()
    change(unit)
    assert tree.state_hash() == before


def test_reading_the_parts_of_a_transform_that_was_assigned_does_not_change_it(tree: SceneTree, unit: Unit) -> None:
    unit.transform = Transform2D(1, 2, 3, 4, 5, 6)
    before = tree.state_hash()

    assert unit.rotation != 0.0
    assert unit.scale != (1, 1)
    assert unit.skew != 0.0

    assert tree.state_hash() == before


def test_the_order_of_children_counts(tree: SceneTree) -> None:
    first, _ = tree.root.add_child(Unit("A")), tree.root.add_child(Unit("B"))
    before = tree.state_hash()
    tree.root.move_child(first, 1)
    assert tree.state_hash() != before


def test_drawing_does_not_count(tree: SceneTree) -> None:
    """Whoever draws has looks of every item, and those are the defaults."""
    sprite = tree.root.add_child(Sprite2D())
    before = tree.state_hash()
    sprite.modulate = (1, 0, 0)
    sprite.modulate = (1, 1, 1)
    assert tree.state_hash() == before


BUILT = """
from pathlib import PurePosixPath

from engine import SceneTree, export
from nodes import Node2D

PATH = PurePosixPath("a/b")
hash(PATH)

class Unit(Node2D):
    tags: object = export(None)
    more: object = export(None)

class Item:
    def __init__(self, label):
        self.label = label

tree = SceneTree(seed=3)
items = [Item(str(number % 3)) for number in range(50)]
outside = [Node2D(name=f"outside {number}") for number in range(10)]
for number in range(300):
    unit = tree.root.add_child(Unit(position=(number, tree.rng.randf())))
    unit.tags = {"a": {str(number), "b", "c"}, "me": unit, 1: [None, True, 0.1, unit.hide, len]}
    unit.more = [set(items), items[7], set(outside), outside[3], frozenset(tree.root.children[-5:]), items[8], PATH]
    unit.add_to_group(f"group {number % 7}")
    unit.create_tween().tween_property(unit, "rotation", 1.0, 1.0)
    unit.visibility_changed.connect(unit.queue_redraw, 1)
tree.frames(10)
for unit in tree.root.children:
    unit.visibility_changed.emit()
    unit.call_deferred(unit.renamed.emit)
print(tree.state_hash())
"""


def test_it_is_the_same_in_every_process() -> None:
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", BUILT],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        )
        for seed in ("1", "2")
    ]
    first, second = (process.communicate()[0].strip() for process in processes)

    assert [process.returncode for process in processes] == [0, 0]
    assert len(first) == 32
    assert first == second


def test_two_trees_with_the_same_content_agree() -> None:
    hashes = []
    for _ in range(2):
        tree = SceneTree(seed=1)
        unit = tree.root.add_child(Unit())
        unit.position = Vector2(1, 2)
        unit.friend = unit
        tree.tick(0.1)
        hashes.append(tree.state_hash())
        tree.shutdown()
    assert hashes[0] == hashes[1]


def test_pictures_and_fonts_count_by_their_name_and_not_by_their_content(tree: SceneTree) -> None:
    texture, font = ImageTexture(Image.create(2, 2)), FontFile()
    tree.root.meta["shelf"] = [texture, font, texture.image]
    before = tree.state_hash()

    texture.image.fill("red")
    texture.image = Image.create(3, 3)
    font.data = b"OTTO"
    assert tree.state_hash() == before

    texture.resource_name = "cover"
    assert tree.state_hash() != before
