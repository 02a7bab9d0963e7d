"""The store of 2D transforms, while the tree changes at random, gives the naive product to the last bit."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from engine import Node, SceneTree, Transform2D
from nodes import Node2D
from tests.fuzz.effort import effort

Six = tuple[float, float, float, float, float, float]
numbers = st.sampled_from((0.0, 1.0, -1.0, 0.1, 2.5, -0.3, 1e3, 1e-3, 7.7))
sixes = st.tuples(numbers, numbers, numbers, numbers, numbers, numbers)
picks = st.integers(0, 9999)
operations = st.lists(
    st.one_of(
        st.tuples(st.just("grow"), picks, sixes),
        st.tuples(st.just("wide"), picks, st.integers(2, 40), sixes),
        st.tuples(st.just("deep"), picks, st.integers(2, 40), sixes),
        st.tuples(st.just("plain"), picks),
        st.tuples(st.just("take_out"), picks),
        st.tuples(st.just("put_back"), picks, picks),
        st.tuples(st.just("free"), picks),
        st.tuples(st.just("queue_free"), picks),
        st.tuples(st.just("reparent"), picks, picks),
        st.tuples(st.just("reparent_in_place"), picks, picks),
        st.tuples(st.just("turn"), picks, sixes),
        st.tuples(st.just("move"), picks, numbers, numbers),
        st.tuples(st.just("scatter"), picks, st.integers(1, 30), numbers),
        st.tuples(st.just("top_level"), picks, st.booleans()),
        st.tuples(st.just("notify"), picks, st.booleans()),
        st.tuples(st.just("read"), picks, st.integers(1, 20)),
        st.tuples(st.just("pack")),
        st.tuples(st.just("tick")),
        st.tuples(st.just("tick")),
    ),
    max_size=40,
)


class Watched(Node2D):
    """Keeps that it was told of a change."""

    told: list[Watched]

    def on_transform_changed(self) -> None:
        self.told.append(self)


def composed(node: Any) -> Six:
    """The product down to a node, one parent after the other."""
    own: Six = tuple(node.transform)
    parent = node.parent
    if not isinstance(parent, Node2D) or node.top_level:
        return own
    a, b, c, d, x, y = composed(parent)
    e, f, g, h, u, v = own
    return (a * e + c * f, b * e + d * f, a * g + c * h, b * g + d * h, a * u + c * v + x, b * u + d * v + y)


class Play:
    """A tree, what happens to it, and what each notified node was last told."""

    def __init__(self) -> None:
        self.tree = SceneTree()
        self.nodes: list[Any] = [self.tree.root]
        self.out: list[Any] = []
        self.told: list[Watched] = []
        self.known: dict[Watched, Six | None] = {}

    def pick(self, number: int) -> Any:
        return self.nodes[number % len(self.nodes)]

    def grow(self, parent: int, six: Six, under: Any = None) -> Any:
        node = Watched()
        node.told = self.told
        node.transform = Transform2D(*six)
        self.nodes.append((under or self.pick(parent)).add_child(node))
        return node

    def wide(self, parent: int, count: int, six: Six) -> None:
        for _ in range(count):
            self.grow(parent, six, self.pick(parent))

    def deep(self, parent: int, count: int, six: Six) -> None:
        under = self.pick(parent)
        for at in range(count):
            under = self.grow(0, six if at < 4 else (1.0, 0.0, 0.0, 1.0, *six[4:]), under)

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

    def turn(self, number: int, six: Six) -> None:
        if isinstance(node := self.pick(number), Node2D):
            node.transform = Transform2D(*six)

    def move(self, number: int, x: float, y: float) -> None:
        if isinstance(node := self.pick(number), Node2D):
            node.position = (x, y)

    def scatter(self, number: int, count: int, by: float) -> None:
        for at in range(count):
            self.move(number + at, by * at, by - at)

    def top_level(self, number: int, top_level: bool) -> None:
        if isinstance(node := self.pick(number), Node2D):
            node.top_level = top_level

    def notify(self, number: int, enable: bool) -> None:
        node = self.pick(number)
        if isinstance(node, Watched) and enable != node.is_transform_notification_enabled():
            self.tree.tick(0)
            self.check_told()
            node.set_notify_transform(enable)
            self.known[node] = composed(node)

    def read(self, number: int, count: int) -> None:
        for at in range(count):
            if isinstance(node := self.pick(number + at), Node2D):
                assert tuple(node.global_transform) == composed(node)

    def pack(self) -> None:
        flat = [node for node in self.nodes if isinstance(node, Node2D)]
        out = np.empty((len(flat), 6), np.float32)
        self.tree.transforms_2d.pack(np.array([node._slot for node in flat], np.intp), out)
        with np.errstate(all="ignore"):
            expected = np.array([composed(node) for node in flat], np.float64).astype(np.float32).reshape(-1, 6)
        assert np.array_equal(out, expected, equal_nan=True)

    def tick(self) -> None:
        self.tree.tick(0)
        self.check_told()

    def check_told(self) -> None:
        """Whoever asked was told once if its global is another than last time, ancestors first."""
        asked = [each for each in self.nodes if isinstance(each, Watched) and each.is_transform_notification_enabled()]
        expected = {node for node in asked if self.known.get(node) != composed(node)}
        assert len(self.told) == len(set(self.told))
        assert set(self.told) == expected
        for at, node in enumerate(self.told):
            assert not any(node.is_ancestor_of(earlier) for earlier in self.told[:at])
        for node in self.told:
            self.known[node] = composed(node)
        self.told.clear()


@effort(100)
@given(operations)
def test_globals_are_the_product_of_the_locals(program: list[tuple[Any, ...]]) -> None:
    play = Play()
    for verb, *values in program:
        getattr(play, verb)(*values)
    play.tick()
    play.pack()
    play.read(0, len(play.nodes))
