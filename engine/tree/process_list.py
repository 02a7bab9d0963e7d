"""The nodes that a phase calls each frame: one flat list of bound methods in (priority, tree order).

A walk is a bare `for call in list: call(delta)`; no flag is tested in it. A node that is removed, freed, queued,
disabled or paused has its entry overwritten with a builtin that does nothing, so it is not called again even in the
walk that is under way. Nodes that come in wait in `pending` and are sorted in before the next walk.
"""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING, Any

from engine.tree.flags import EXITING, INTERNAL, INTERNAL_PHYSICS
from engine.tree.order import order_key, renumber

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from engine.tree.node import Node
    from engine.tree.scene_tree import SceneTree

    Call = Callable[[float], object]
    Failed = Callable[[Exception, Node | None, str], bool]

# A builtin that takes one argument and does nothing: called without a Python frame.
TOMBSTONE: Call = callable
_INTERNALS = INTERNAL | INTERNAL_PHYSICS
_FEW = 8  # up to so many pending nodes are bisected in one by one; more are sorted in
_by_order = attrgetter("_order")


class ProcessList:
    """One phase's calls.

    A node whose priority changes keeps its place in the walk under way.

    Args:
        tree: the tree whose nodes are called.
        callback: the method to call, "on_process" or "on_physics_process".
        flag: the bit of `Node._flags` that says "is in this list".
        index: the slot of the node that holds its place, "_process_at" or "_physics_at"; -1 while pending.
        priority: the node attribute that sorts first.
    """

    __slots__ = (
        "_move_count",
        "callback",
        "calls",
        "flag",
        "holes",
        "index",
        "iterator",
        "lapsed",
        "nodes",
        "pending",
        "present_at",
        "present_key",
        "priority",
        "reprioritised",
        "resume_at",
        "tree",
        "walking",
    )

    _uncaptured = ("iterator",)

    def __init__(self, tree: SceneTree, callback: str, flag: int, index: str, priority: str) -> None:
        self.tree = tree
        self.callback = callback
        self.flag = flag
        self.index = index
        self.priority = priority
        self.calls: list[Call] = []
        self.nodes: list[Node | None] = []
        self.pending: list[Node] = []
        self.reprioritised: dict[Node, int] = {}  # nodes to be sorted in anew, with the priority that still holds
        self.holes = 0
        self.walking = False
        self.lapsed: list[int] = []  # entries whose nodes dropped out of the walk under way
        self.present_at = -1  # the last entry whose node dropped out while it was called,
        self.present_key: tuple[int, tuple[int, ...]] = (0, ())  # and the priority and place that it had
        self.resume_at = -1
        self.iterator: Iterator[Call] = iter(self.calls)
        self._move_count = 0

    def add(self, node: Node) -> None:
        """Let a node be called from the next walk on."""
        node._flags |= self.flag
        setattr(node, self.index, -1)
        self.pending.append(node)

    def drop(self, node: Node) -> None:
        """Call a node no longer, also not in a walk that is under way."""
        node._flags &= ~self.flag
        at = getattr(node, self.index)
        if at >= 0:
            self.calls[at] = TOMBSTONE
            if self.walking and at == self.done() - 1:
                self.present_at = at
                self.present_key = (self.priority_of(node), order_key(node))
            if self.walking and not node._flags & EXITING:
                self.lapsed.append(at)  # `place_of` still goes by it
            else:
                self.nodes[at] = None
            self.holes += 1
            setattr(node, self.index, -1)

    def renew(self, node: Node) -> None:
        """Look again what is called on a node; it holds for the walk under way, too."""
        at = getattr(node, self.index)
        if at >= 0:
            self.calls[at] = self._call_of(node)

    def prioritise(self, node: Node, before: int) -> None:
        """Sort a node in anew before the next walk, since its priority changed from `before`."""
        if self.walking or (node._flags & self.flag and getattr(node, self.index) >= 0):
            self.reprioritised.setdefault(node, before)

    def priority_of(self, node: Node) -> int:
        """A node's priority in the walk under way."""
        if node in self.reprioritised:
            return self.reprioritised[node]
        return getattr(node, self.priority)  # type: ignore[no-any-return]

    def prepare(self) -> None:
        """Sort in what came, and squeeze out holes once they are half of the list. Not during a walk."""
        if self.reprioritised:
            for node in self.reprioritised:
                if node._flags & self.flag and getattr(node, self.index) >= 0 and node._tree is self.tree:
                    self.drop(node)
                    self.add(node)
            self.reprioritised.clear()
        if self._move_count != self.tree._move_count:
            self._move_count = self.tree._move_count
            self._sort()
        elif self.pending:
            pending = self._take_pending()
            if len(pending) > _FEW:
                self._sort(pending)
            else:
                for node in pending:
                    self._insert(node)
        if self.holes * 2 > len(self.calls):
            self._assign([node for node in self.nodes if node is not None])

    def start(self) -> Iterator[Call]:
        """Begin a walk: the iterator to `run`."""
        self.resume_at = self.present_at = -1
        self.walking = True
        self.iterator = iter(self.calls)
        return self.iterator

    def finish(self) -> None:
        """End a walk."""
        self.walking = False
        self.present_at = -1
        if self.lapsed:
            for at in self.lapsed:
                self.nodes[at] = None
            self.lapsed.clear()

    def interrupt(self) -> None:
        """Let `run` return after the present entry; `resume` goes on behind it."""
        if self.resume_at < 0:
            self.resume_at = self.done()
            self.iterator.__setstate__(len(self.calls))  # type: ignore[attr-defined]

    def resume(self) -> Iterator[Call]:
        """Go on with a walk that was interrupted."""
        at = self.resume_at
        iterator = self.start()
        iterator.__setstate__(at)  # type: ignore[attr-defined]
        return iterator

    def run(self, calls: Iterator[Call], delta: float, failed: Failed) -> bool:
        """Call what an iterator gives; False when an error ended it.

        After an error `failed(error, node, callback)` says whether to go on with the next node.
        """
        while True:
            try:
                for call in calls:
                    call(delta)
                return True
            except Exception as error:
                node = getattr(call, "__self__", None)
                if not failed(error, node, self.callback):
                    return False

    def done(self) -> int:
        """How many entries the walk has begun to call."""
        if self.resume_at >= 0:
            return self.resume_at
        return len(self.calls) - self.iterator.__length_hint__()  # type: ignore[attr-defined, no-any-return]

    def _call_of(self, node: Node) -> Call:
        """What is called on a node: its callback, its internal process, or one after the other."""
        if self.callback == "on_process":
            if not node._flags & INTERNAL:
                return node.on_process
            return node._process_all if node.is_processing() else node._internal_process
        if not node._flags & INTERNAL_PHYSICS:
            return node.on_physics_process
        return node._physics_process_all if node.is_physics_processing() else node._internal_physics_process

    def _take_pending(self) -> list[Node]:
        index, flag = self.index, self.flag
        taken = []
        for node in self.pending:
            if node._flags & flag and getattr(node, index) == -1 and node._tree is self.tree:
                setattr(node, index, -2)  # so that a node that came twice is taken once
                taken.append(node)
        self.pending.clear()
        return taken

    def _sort(self, pending: list[Node] | None = None) -> None:
        nodes = [node for node in self.nodes if node is not None]
        nodes += self._take_pending() if pending is None else pending
        renumber(self.tree)
        nodes.sort(key=_by_order)
        priority = attrgetter(self.priority)
        if any(map(priority, nodes)):
            nodes.sort(key=priority)
        self._assign(nodes)

    def _assign(self, nodes: list[Node]) -> None:
        index, callback = self.index, self.callback
        for at, node in enumerate(nodes):
            setattr(node, index, at)
        self.nodes[:] = nodes
        self.calls[:] = [
            getattr(node, callback) if not node._flags & _INTERNALS else self._call_of(node) for node in nodes
        ]
        self.holes = 0

    def _insert(self, node: Node) -> None:
        """Put a node at its place, moving only the run up to the nearest hole."""
        at = self.place_of(node)
        nodes, calls, index = self.nodes, self.calls, self.index
        count = len(nodes)
        up, down = at, at - 1
        while up < count and nodes[up] is not None and down >= 0 and nodes[down] is not None:
            up += 1
            down -= 1
        if down >= 0 and nodes[down] is None:
            del nodes[down], calls[down]
            at -= 1
            self.holes -= 1
            moved = range(down, at)
        else:
            while up < count and nodes[up] is not None:
                up += 1
            if up < count:
                del nodes[up], calls[up]
                self.holes -= 1
            moved = range(at + 1, up + 1)
        nodes.insert(at, node)
        calls.insert(at, self._call_of(node))
        for place in moved:
            setattr(nodes[place], index, place)
        setattr(node, index, at)

    def place_of(self, node: Node) -> int:
        """Where a node belongs: the index of the first entry that comes after it."""
        nodes: list[Any] = self.nodes
        if not nodes:
            return 0
        priority_of = self.priority_of if self.reprioritised else attrgetter(self.priority)
        present = self.present_at
        tree = self.tree
        place = _by_order if tree._numbered_at == tree._entered_count else order_key
        priority = priority_of(node)
        key = place(node)
        low, high = 0, len(nodes)
        while low < high:
            middle = at = (low + high) // 2
            while at < high and at != present and (nodes[at] is None or nodes[at]._tree is not tree):
                at += 1
            if at == high:
                high = middle
                continue
            other = nodes[at]
            if at == present:
                comes_first = self.present_key < (priority, order_key(node))
            else:
                other_priority = priority_of(other)
                comes_first = other_priority < priority or (other_priority == priority and place(other) < key)
            if comes_first:
                low = at + 1
            else:
                high = middle
        return low
