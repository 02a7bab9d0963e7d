"""The stores of transforms, while the tree changes at random, give the naive product to the last bit, in 2D and 3D."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import Node, SceneTree
from engine.core.errors import SapwoodError, TreeError
from engine.math import Basis
from nodes import Node2D, Node3D
from tests.fuzz.effort import effort

Numbers = tuple[float, ...]
numbers = st.sampled_from((0.0, 1.0, -1.0, 0.1, 2.5, -0.3, 1e3, 1e-3, 7.7))
matrices = st.tuples(*[numbers] * 12)  # in 2D, the first six count
picks = st.integers(0, 9999)
operations = st.lists(
    st.one_of(
        st.tuples(st.just("grow"), picks, matrices),
        st.tuples(st.just("wide"), picks, st.integers(2, 40), matrices),
        st.tuples(st.just("deep"), picks, st.integers(2, 40), matrices),
        st.tuples(st.just("plain"), picks),
        st.tuples(st.just("take_out"), picks),
        st.tuples(st.just("put_back"), picks, picks),
        st.tuples(st.just("free"), picks),
        st.tuples(st.just("queue_free"), picks),
        st.tuples(st.just("reparent"), picks, picks),
        st.tuples(st.just("reparent_in_place"), picks, picks),
        st.tuples(st.just("turn"), picks, matrices),
        st.tuples(st.just("move"), picks, numbers, numbers),
        st.tuples(st.just("scatter"), picks, st.integers(1, 30), numbers),
        st.tuples(st.just("look_at_many"), picks, st.integers(1, 30)),
        st.tuples(st.just("drift"), picks, numbers),
        st.tuples(st.just("spin"), picks, numbers),
        st.tuples(st.just("stretch"), picks, numbers),
        st.tuples(st.just("unscale"), picks, st.booleans()),
        st.tuples(st.just("top_level"), picks, st.booleans()),
        st.tuples(st.just("notify"), picks, st.booleans()),
        st.tuples(st.just("read"), picks, st.integers(1, 20)),
        st.tuples(st.just("pack")),
        st.tuples(st.just("tick")),
        st.tuples(st.just("tick")),
    ),
    min_size=15,
    max_size=40,
)


class Told:
    """Keeps that it was told of a change."""

    told: list[Any]
    is_transform_notification_enabled: Any
    set_notify_transform: Any

    def on_transform_changed(self) -> None:
        self.told.append(self)


class Watched2D(Told, Node2D):
    """A 2D node that is told."""


class Watched3D(Told, Node3D):
    """A 3D node that is told."""


def composed(node: Any, kind: type[Any]) -> Numbers:
    """The product down to a node, one parent after the other."""
    own: Numbers = tuple(node.transform)
    parent = node.parent
    if isinstance(parent, kind) and not node.top_level:
        own = product(composed(parent, kind), own)
    if kind is Node3D and node.is_scale_disabled():
        return unscaled(own)
    return own


def product(a: Numbers, b: Numbers) -> Numbers:
    """The matrix product of two transforms, summed from the x axis on, the origin last."""
    axes = 2 if len(a) == 6 else 3
    result = []
    for image in range(axes + 1):
        for row in range(axes):
            total = a[row] * b[image * axes]
            for axis in range(1, axes):
                total += a[axis * axes + row] * b[image * axes + axis]
            result.append(total if image < axes else total + a[axes * axes + row])
    return tuple(result)


def unscaled(matrix: Numbers) -> Numbers:
    """What a node without scale makes of a transform: itself where it flattens."""
    try:
        return (*Basis(matrix[:9]).orthonormalized(), *matrix[9:])
    except SapwoodError:
        return matrix


class Play:
    """A tree of 2D or 3D nodes, what happens to it, and what each notified node was last told."""

    def __init__(self, kind: type[Any]) -> None:
        self.kind = kind
        self.watched = Watched2D if kind is Node2D else Watched3D
        self.size = 6 if kind is Node2D else 12
        self.view: Any = None
        self.viewed: list[Any] = []
        self.tree = SceneTree()
        self.nodes: list[Any] = [self.tree.root]
        self.out: list[Any] = []
        self.told: list[Any] = []
        self.known: dict[Any, Numbers | None] = {}

    def pick(self, number: int) -> Any:
        return self.nodes[number % len(self.nodes)]

    def composed(self, node: Any) -> Numbers:
        return composed(node, self.kind)

    def grow(self, parent: int, matrix: Numbers, under: Any = None) -> Any:
        node: Any = self.watched()
        node.told = self.told
        node.transform = matrix[: self.size]
        self.nodes.append((under or self.pick(parent)).add_child(node))
        return node

    def wide(self, parent: int, count: int, matrix: Numbers) -> None:
        for _ in range(count):
            self.grow(parent, matrix, self.pick(parent))

    def deep(self, parent: int, count: int, matrix: Numbers) -> None:
        under = self.pick(parent)
        for at in range(count):
            under = self.grow(0, matrix if at < 4 else self.moved(matrix), under)

    def moved(self, matrix: Numbers) -> Numbers:
        """The same move without a turn, so that a deep chain stays within the range of numbers."""
        return (1.0, 0.0, 0.0, 1.0, *matrix[4:6]) if self.size == 6 else (*Basis(), *matrix[9:])

    def plain(self, parent: int) -> None:
        self.nodes.append(self.pick(parent).add_child(Node()))

    def forget(self, top: Any) -> None:
        self.nodes = [node for node in self.nodes if node is not top and not top.is_ancestor_of(node)]
        for node in [node for node in self.known if node is top or top.is_ancestor_of(node)]:
            del self.known[node]

    def take_out(self, number: int) -> None:
        node = self.pick(number)
        if node is not self.tree.root:
            self.forget(node)
            node.parent.remove_child(node)
            self.out.append(node)

    def put_back(self, number: int, parent: int) -> None:
        if self.out:
            node = self.out.pop(number % len(self.out))
            self.pick(parent).add_child(node)
            stack = [node]
            while stack:
                node = stack.pop()
                if not node.is_queued_for_deletion():
                    self.nodes.append(node)
                    stack.extend(node.children)

    def free(self, number: int) -> None:
        node = self.pick(number)
        if node is not self.tree.root:
            self.forget(node)
            node.free()

    def queue_free(self, number: int) -> None:
        node = self.pick(number)
        if node is not self.tree.root:
            self.forget(node)
            node.queue_free()

    def reparent(self, number: int, parent: int, keep: bool = False) -> None:
        node, under = self.pick(number), self.pick(parent)
        if node is self.tree.root or node is under or node.is_ancestor_of(under) or node.parent is under:
            return
        for each in list(self.known):
            if each is node or node.is_ancestor_of(each):
                del self.known[each]
        node.reparent(under, keep_global_transform=keep)

    def reparent_in_place(self, number: int, parent: int) -> None:
        self.reparent(number, parent, keep=True)

    def turn(self, number: int, matrix: Numbers) -> None:
        if isinstance(node := self.pick(number), self.kind):
            node.transform = matrix[: self.size]

    def move(self, number: int, x: float, y: float) -> None:
        if isinstance(node := self.pick(number), self.kind):
            node.position = (x, y, x)[: len(node.position)]

    def scatter(self, number: int, count: int, by: float) -> None:
        for at in range(count):
            self.move(number + at, by * at, by - at)

    def look_at_many(self, number: int, count: int) -> None:
        nodes = dict.fromkeys(self.pick(number + at) for at in range(count))
        placed = [node for node in nodes if isinstance(node, self.kind)]
        if placed:
            self.viewed, self.view = placed, self.tree.transforms.view(placed)

    def all_inside(self) -> bool:
        """Whether there is a view; it refuses when one of its nodes has left."""
        if self.view is None:
            return False
        inside = all(node.tree_or_none is self.tree for node in self.viewed)
        if not inside:
            with pytest.raises(TreeError):
                self.view.positions  # noqa: B018
            self.view = None
        return inside

    def drift(self, number: int, by: float) -> None:
        if self.all_inside():
            expected = [tuple(each + by for each in node.position) for node in self.viewed[::2]]
            self.view.positions += by
            picked = number % len(expected)
            assert self.viewed[::2][picked].position == expected[picked]
            assert [tuple(row) for row in self.view.positions[::2].tolist()] == expected

    def spin(self, number: int, angle: float) -> None:
        if not self.all_inside():
            return
        node = self.viewed[number % len(self.viewed)]
        if self.kind is Node2D:
            self.view.rotations = angle
            assert node.rotation == angle
        else:
            self.view.quaternions = (0.6, 0.0, 0.0, 0.8)
            assert node.quaternion == (0.6, 0.0, 0.0, 0.8)
        other = self.kind(rotation=angle) if self.kind is Node2D else self.kind(quaternion=(0.6, 0.0, 0.0, 0.8))
        other.scale = node.scale
        if self.kind is Node2D:
            other.skew = node.skew
        assert other.transform[: -len(node.position)] == node.transform[: -len(node.position)]

    def stretch(self, number: int, by: float) -> None:
        if self.all_inside():
            self.view.scales = by
            assert self.viewed[number % len(self.viewed)].scale == pytest.approx(
                [by] * len(self.viewed[0].scale), abs=1e-4
            )

    def unscale(self, number: int, disable: bool) -> None:
        if self.kind is Node3D and isinstance(node := self.pick(number), Node3D):
            node.set_disable_scale(disable)

    def top_level(self, number: int, top_level: bool) -> None:
        if isinstance(node := self.pick(number), self.kind):
            node.top_level = top_level

    def notify(self, number: int, enable: bool) -> None:
        node = self.pick(number)
        if isinstance(node, Told) and enable != node.is_transform_notification_enabled():
            self.tree.tick(0)
            self.check_told()
            node.set_notify_transform(enable)
            self.known[node] = self.composed(node)

    def read(self, number: int, count: int) -> None:
        for at in range(count):
            if isinstance(node := self.pick(number + at), self.kind):
                assert tuple(node.global_transform) == self.composed(node)

    def pack(self) -> None:
        flat = [node for node in self.nodes if isinstance(node, self.kind)]
        out = np.empty((len(flat), self.size), np.float32)
        store: Any = self.tree.transforms_2d if self.kind is Node2D else self.tree.transforms_3d
        store.pack(np.array([node._slot for node in flat], np.intp), out)
        with np.errstate(all="ignore"):
            expected = (
                np.array([self.composed(node) for node in flat], np.float64).astype(np.float32).reshape(-1, self.size)
            )
        assert np.array_equal(out, expected, equal_nan=True)

    def tick(self) -> None:
        self.tree.tick(0)
        self.check_told()

    def check_told(self) -> None:
        """Whoever asked was told once if its global is another than last time, ancestors first."""
        asked = [each for each in self.nodes if isinstance(each, Told) and each.is_transform_notification_enabled()]
        expected = {node for node in asked if self.known.get(node) != self.composed(node)}
        assert len(self.told) == len(set(self.told))
        assert set(self.told) == expected
        for at, node in enumerate(self.told):
            assert not any(node.is_ancestor_of(earlier) for earlier in self.told[:at])
        for node in self.told:
            self.known[node] = self.composed(node)
        self.told.clear()


def run(kind: type[Any], program: list[tuple[Any, ...]]) -> None:
    """Play a program in a tree of three levels, of which a view is held."""
    play = Play(kind)
    first: Numbers = (0.1, 1.0, -0.3, 2.5, 1.0, 7.7, 0.1, 0.0, 1.0, 1.0, 2.5, 7.7)
    play.grow(0, first)
    play.wide(1, 14, first)
    play.wide(2, 3, first)
    play.look_at_many(0, 12)
    for verb, *values in program:
        getattr(play, verb)(*values)
    play.tick()
    play.pack()
    play.read(0, len(play.nodes))


@effort(60)
@given(operations)
def test_2d_globals_are_the_product_of_the_locals(program: list[tuple[Any, ...]]) -> None:
    run(Node2D, program)


@effort(60)
@given(operations)
def test_3d_globals_are_the_product_of_the_locals(program: list[tuple[Any, ...]]) -> None:
    run(Node3D, program)
