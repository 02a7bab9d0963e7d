"""Snapshots: objects of all sorts that attributes hold, and what is refused of them."""

from __future__ import annotations

import random
import weakref
from array import array
from collections import Counter, OrderedDict, namedtuple
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from zoneinfo import ZoneInfo

import numpy as np
import pytest

from engine.core.errors import TreeError
from engine.tree.node import Node
from engine.tree.scene_tree import SceneTree

Pair = namedtuple("Pair", "first second")


class Choice(Enum):
    A = 1


class Named(tuple[int, ...]):
    label = "none"


class Shouting(OrderedDict[str, int]):
    def __setitem__(self, key: str, value: int) -> None:
        super().__setitem__(key, value + 1)


class Sealed:
    """Refuses whatever is done to it from outside."""

    __slots__ = ("never_set", "value")

    def __init__(self) -> None:
        object.__setattr__(self, "value", 1)

    def __setattr__(self, name: str, value: object) -> None:
        raise RuntimeError

    def __getattr__(self, name: str) -> Any:
        raise KeyError(name)

    def __getstate__(self) -> Any:
        raise RuntimeError

    def __eq__(self, other: object) -> bool:
        raise RuntimeError

    __hash__ = None  # type: ignore[assignment]


@dataclass(unsafe_hash=True)
class Key:
    number: int
    notes: list[int] = field(default_factory=list, compare=False)


def masked() -> Any:
    return np.ma.array([1, 2], mask=[False, True])


def read_only() -> Any:
    made = np.zeros(2)
    made.flags.writeable = False
    return made


def write(held: Any) -> None:
    held.flags.writeable = True
    held[0] = 1


# What an attribute holds, how that is changed, what is seen of it.
CHANGED: dict[str, tuple[Callable[[], Any], Callable[[Any], object], Callable[[Any], object]]] = {
    "tuple with attributes": (lambda: Named((1,)), lambda held: setattr(held, "label", "new"), lambda held: held.label),
    "named tuple": (lambda: Pair([1], 2), lambda held: held.first.append(2), repr),
    "ordered dict with a will of its own": (
        lambda: Shouting(a=1, b=2),
        lambda held: held.move_to_end("a"),
        lambda held: list(held.items()),
    ),
    "counter": (lambda: Counter("aab"), lambda held: held.update("b"), repr),
    "set of things that are hashed by content": (
        lambda: {Key(1)},
        lambda held: setattr(next(iter(held)), "number", 2),
        lambda held: Key(1) in held,
    ),
    "sealed": (Sealed, lambda held: object.__setattr__(held, "value", 2), lambda held: held.value),
    "namespace": (lambda: SimpleNamespace(a=[1]), lambda held: held.a.append(2), repr),
    "masked array": (masked, lambda held: held.__setitem__(0, np.ma.masked), lambda held: held.mask.tolist()),
    "resized array": (
        lambda: np.zeros(2),
        lambda held: held.resize(3, refcheck=False),
        lambda held: held.tolist(),
    ),
    "array that is not to be written": (read_only, write, lambda held: (held.tolist(), held.flags.writeable)),
    "array of objects": (
        lambda: np.array([[1], None], object),
        lambda held: held[0].append(2),
        lambda held: held.tolist(),
    ),
    "array of a module": (lambda: array("i", [1]), lambda held: held.append(2), lambda held: held.tolist()),
    "view of bytes": (lambda: memoryview(bytearray(b"ab")), lambda held: held.__setitem__(0, 0), bytes),
    "random numbers with attributes": (
        lambda: type("Dice", (random.Random,), {"sides": 6})(1),
        lambda held: vars(held).update(sides=held.random()),
        lambda held: (held.getstate(), held.sides),
    ),
}


@pytest.mark.parametrize("kind", CHANGED)
def test_what_was_changed_in_place_is_as_before(tree: SceneTree, kind: str) -> None:
    make, change, look = CHANGED[kind]
    holder: Any = tree.root.add_child(Node())
    held = holder.held = make()
    expected = look(held)
    snapshot = tree.snapshot()

    for _ in range(2):
        change(held)
        tree.restore(snapshot)
        assert holder.held is held
        assert look(held) == expected


@pytest.mark.parametrize(
    "held",
    [
        Choice.A, datetime.now(UTC), ZoneInfo("UTC"), Path("a"), Decimal(1), Fraction(1, 2), 1j, range(3), slice(1),
        np.add, np.mean, str.upper, len, int, frozenset({1}), list[int], int | None, weakref.ref(Node),
        weakref.proxy(Node), weakref.WeakKeyDictionary(), np.frombuffer(b"ab", np.uint8), np.dtype("f4"), ValueError(1),
        object(),
    ],
    ids=lambda held: type(held).__name__,
)  # fmt: skip
def test_what_never_changes_may_be_held(tree: SceneTree, held: object) -> None:
    holder: Any = tree.root.add_child(Node())
    holder.held = held
    tree.restore(tree.snapshot())
    assert holder.held is held


def test_lists_may_be_nested_to_any_depth(tree: SceneTree) -> None:
    holder: Any = tree.root.add_child(Node())
    innermost = made = [1]
    for _ in range(10_000):
        made = [made]  # type: ignore[list-item]
    holder.held = made
    snapshot = tree.snapshot()
    innermost.append(2)
    tree.restore(snapshot)
    assert innermost == [1]


def test_a_node_class_may_make_up_its_attributes(tree: SceneTree) -> None:
    class Open(Node):
        def __getattr__(self, name: str) -> Any:
            return vars(self)["data"][name]

    node: Any = tree.root.add_child(Open())
    node.data = {"a": 1}
    snapshot = tree.snapshot()
    node.data["a"] = 2
    tree.restore(snapshot)
    assert node.a == 1


def test_another_tree_is_refused(tree: SceneTree) -> None:
    other = SceneTree()
    holder: Any = tree.root.add_child(Node())
    holder.held = other.root.add_child(Node("Far"))
    with pytest.raises(TreeError, match=r"/root/Far._tree is a SceneTree, which cannot be captured; make it anew"):
        tree.snapshot()
    other.shutdown()


def test_a_task_that_is_done_may_be_held_and_one_that_waits_not(tree: SceneTree) -> None:
    holder: Any = tree.root.add_child(Node())
    holder.spare = Node("Spare")

    async def wait() -> int:
        await tree.process_frame
        return 3

    holder.spare.task = holder.spare.create_task(wait())
    with pytest.raises(TreeError, match=r"cannot take a snapshot: Spare waits in the middle of .*wait\(\), and what a"):
        tree.snapshot()
    tree.tick(0.1)
    tree.restore(tree.snapshot())
    assert holder.spare.task.result() == 3
    holder.spare.free()
