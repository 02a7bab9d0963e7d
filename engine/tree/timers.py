"""Countdowns of all timers: those of the tree (`create_timer`) and those of Timer nodes.

Running timers are one float64 array a kind; a frame subtracts its delta from the array at once, the same double
arithmetic as one by one. Tree timers fire once, at or below 0, in the order they were made. Timer nodes fire below 0,
at their node's place in the process (or physics) walk; one that is started or stopped by a node that comes earlier in
that walk behaves as if it counted down at its own place.
"""

from __future__ import annotations

from itertools import islice
from operator import attrgetter
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.core.object import Object
from engine.core.property_checks import check_seconds
from engine.core.signal import Signal
from engine.tree.flags import HAS_SIGNALS, RESOLVED_ALWAYS, RESOLVED_MASK, RESOLVED_SHIFT
from engine.tree.order import order_key, renumber

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Sequence

    from engine.tree.process_list import Failed, ProcessList
    from engine.tree.scene_tree import SceneTree

_MAX_EMISSIONS = 8  # a repeating Timer node emits at most so often a frame
_INFINITE = float("inf")


class Countdowns:
    """Seconds left of many timers, each at an index that its item keeps in `_slot`."""

    __slots__ = ("cells", "count", "holes", "items", "left", "previous", "previous_cells")

    def __init__(self) -> None:
        self.left = np.empty(16)
        self.previous = np.empty(16)  # what was left before the last countdown
        self.cells: Any = self.left.data  # the same memory, for reading and writing single numbers
        self.previous_cells: Any = self.previous.data
        self.items: list[Any] = []
        self.count = 0
        self.holes = 0

    def add(self, item: Any, seconds: float) -> None:
        """Count `seconds` down for an item; sets its `_slot`."""
        count = self.count
        if count == len(self.left):
            if self.holes * 2 >= count:
                self.squeeze()
                count = self.count
            else:
                self.left = np.concatenate([self.left, np.empty(count)])
                self.previous = np.concatenate([self.previous, np.empty(count)])
                self.cells = self.left.data
                self.previous_cells = self.previous.data
        self.cells[count] = self.previous_cells[count] = seconds
        self.items.append(item)
        item._slot = count
        self.count = count + 1

    def drop(self, item: Any) -> float:
        """Stop counting an item; returns the seconds that were left."""
        slot = item._slot
        left = float(self.cells[slot])
        self.cells[slot] = _INFINITE
        self.items[slot] = None
        item._slot = -1
        self.holes += 1
        if self.holes == self.count:
            self.items.clear()
            self.count = self.holes = 0
        return left

    def squeeze(self) -> None:
        """Take the holes out, keeping the order."""
        keep = [slot for slot, item in enumerate(self.items) if item is not None]
        self.items = [self.items[slot] for slot in keep]
        self.count = len(keep)
        self.holes = 0
        self.left[: self.count] = self.left[keep]
        self.previous[: self.count] = self.previous[keep]
        for slot, item in enumerate(self.items):
            item._slot = slot

    def advance(self, delta: float, at_zero: bool) -> Sequence[Any]:
        """Count all down by `delta` seconds; returns the items that are below 0, or also at 0, in order."""
        count = self.count
        if not count:
            return ()
        self.left, self.previous = self.previous, self.left
        self.cells, self.previous_cells = self.previous_cells, self.cells
        left = self.left[:count]
        np.subtract(self.previous[:count], delta, out=left)
        low = left.min()
        if low > 0 or (low == 0 and not at_zero):
            return ()
        items = self.items
        return [items[slot] for slot in np.flatnonzero(left <= 0 if at_zero else left < 0).tolist()]


class SceneTreeTimer(Object):
    """A timer of the tree that fires once; made by `SceneTree.create_timer`, kept alive by the tree until it fires.

    `await timer` waits for `timeout`, and not at all once it has fired.

    Signals: `timeout`, when the time is up.
    """

    __slots__ = ("__dict__", "__weakref__", "_always", "_countdowns", "_number", "_slot")

    timeout: Signal[()] = Signal[()]()
    """Emitted once, when the time is up."""

    _slot: int

    def __init__(self, countdowns: Countdowns, seconds: float, number: int, always: bool) -> None:
        self._number = number
        self._always = always
        self._countdowns = countdowns
        countdowns.add(self, seconds)

    def __await__(self) -> Generator[Any, Any, None]:
        if self._slot >= 0:
            yield from self.timeout.__await__()

    @property
    def time_left(self) -> float:
        """Seconds until it fires, 0 after it did; may be set while it runs.

        Raises:
            InvalidValueError: set to a negative or not finite number.
        """
        return float(self._countdowns.cells[self._slot]) if self._slot >= 0 else 0.0

    @time_left.setter
    def time_left(self, seconds: float) -> None:
        check_seconds("SceneTreeTimer.time_left", seconds)
        if self._slot >= 0:
            self._countdowns.cells[self._slot] = seconds


class TreeTimers:
    """The tree's own timers of one phase: by whether they run while paused and whether they ignore the time scale."""

    __slots__ = ("countdowns", "made", "tree")

    def __init__(self, tree: SceneTree) -> None:
        self.tree = tree
        self.made = 0
        self.countdowns: dict[tuple[bool, bool], Countdowns] = {}

    def create(self, seconds: float, always: bool, ignore_time_scale: bool) -> SceneTreeTimer:
        """Start a timer."""
        key = (always, ignore_time_scale)
        countdowns = self.countdowns.get(key)
        if countdowns is None:
            countdowns = self.countdowns[key] = Countdowns()
        self.made += 1
        return SceneTreeTimer(countdowns, seconds, self.made, always)

    def advance(self, delta: float, unscaled: float, failed: Callable[[Exception, Any, str], bool]) -> None:
        """Count down and fire what is due, in the order of making.

        One that an earlier one pauses or gives more time waits.
        """
        if not self.countdowns:
            return
        due: list[SceneTreeTimer] = []
        for (always, ignoring), countdowns in self.countdowns.items():
            if always or not self.tree._paused:
                due += countdowns.advance(unscaled if ignoring else delta, at_zero=True)
        if len(self.countdowns) > 1:
            due.sort(key=attrgetter("_number"))
        for timer in due:
            if timer.time_left > 0 or not (timer._always or not self.tree._paused):
                continue
            timer._countdowns.drop(timer)
            try:
                timer.timeout.emit()
            except Exception as error:
                if not failed(error, None, "timeout of a tree timer"):
                    return


class NodeTimers:
    """The running Timer nodes of one walk. A Timer is here while it runs, is not paused and may process.

    A timer node has `_counted_by` (the NodeTimers that it is in), `_slot` (-1 while in none), `_left` (seconds left
    while in none), `_since` (the walk in which it came or was allowed to run, from the next one on), `_wait_time`,
    `_one_shot`, `_ignore_time_scale` and `timeout`.
    """

    __slots__ = (
        "_cursor", "_delta", "_due", "_firing", "_gone", "_gone_key", "_places", "_unscaled", "_walking", "list",
        "scaled", "tree", "unscaled",
    )  # fmt: skip

    def __init__(self, tree: SceneTree, process_list: ProcessList) -> None:
        self.tree = tree
        self.list = process_list
        self.scaled = Countdowns()
        self.unscaled = Countdowns()
        self._due: list[Any] = []  # the timers that are due in the walk under way, in its order
        self._places: list[int] = []  # before which entry of the process list each of them fires
        self._cursor = 0  # the next of them
        self._firing = -1  # the one whose timeout is being emitted
        self._gone: Any = None  # the last one that left the tree meanwhile,
        self._gone_key: tuple[int, tuple[int, ...]] = (0, ())  # and where it stood
        self._walking = False
        self._delta = self._unscaled = 0.0

    def countdowns(self, timer: Any) -> Countdowns:
        """Where a timer is counted."""
        return self.unscaled if timer._ignore_time_scale else self.scaled

    def add(self, timer: Any) -> None:
        """Run a timer from its `_left`. Started by a node before it in the walk under way, it counts this frame."""
        countdowns = self.countdowns(timer)
        countdowns.add(timer, timer._left)
        timer._counted_by = self
        if self._walking and self._was_there(timer):
            place = self.list.place_of(timer)
            if not self._is_past(timer, place):
                left = timer._left - (self._unscaled if timer._ignore_time_scale else self._delta)
                countdowns.cells[timer._slot] = left
                if left < 0:
                    self._insert_due(timer, place)

    def _was_there(self, timer: Any) -> bool:
        """Whether a timer was in the tree, and allowed to run, when the walk under way began, and ever since."""
        walk = self.tree._walk_count
        if self.tree._paused_in_walk == walk and timer._flags & RESOLVED_MASK != RESOLVED_ALWAYS << RESOLVED_SHIFT:
            return False
        return bool(timer._since < walk)

    def _insert_due(self, timer: Any, place: int) -> None:
        at = self._cursor if self._firing < 0 else self._firing + 1
        key = self._key(timer)
        walk = self.tree._walk_count
        for after, later in enumerate(self._due[at:], at + 1):
            if later._counted_by is self and later._since < walk:  # otherwise it is out, and its key says nothing
                if self._key(later) > key:
                    break
                at = after
        self._due.insert(at, timer)
        self._places.insert(at, place)
        if at == self._cursor and self._firing < 0:
            self.list.interrupt()

    def drop(self, timer: Any) -> None:
        """Stop running a timer and keep what is left in its `_left`."""
        left = self.time_left(timer)
        self.countdowns(timer).drop(timer)
        timer._counted_by = None
        timer._left = left

    def time_left(self, timer: Any) -> float:
        """Seconds left of a timer that is here, as seen from where the walk under way is."""
        countdowns = self.countdowns(timer)
        if self._walking and not self._is_past(timer, self.list.place_of(timer)):
            return float(countdowns.previous_cells[timer._slot])
        return float(countdowns.cells[timer._slot])

    def walk(self, delta: float, unscaled: float, failed: Failed) -> None:
        """Count down, then call the process list with the due timers fired at their places."""
        self.tree._walk_count += 1
        self._delta, self._unscaled = delta, unscaled
        self._due = []
        self._places = []
        if self.scaled.count:
            self._due += self.scaled.advance(delta, at_zero=False)
        if self.unscaled.count:
            self._due += self.unscaled.advance(unscaled, at_zero=False)
        if self._due:
            self._schedule()
        self._cursor = 0
        self._walking = True
        try:
            self._run(delta, failed)
        finally:
            self._walking = False
            self._firing = -1
            self._gone = None
            self.list.finish()

    def _schedule(self) -> None:
        """Sort the due timers by their places in the walk."""
        due = self._due
        if len(due) > 8:
            renumber(self.tree)
        if self.tree._numbered_at == self.tree._entered_count:
            due.sort(key=attrgetter("_order"))
        else:
            due.sort(key=order_key)
        priority = attrgetter(self.list.priority)
        if any(map(priority, due)):
            due.sort(key=priority)
        self._places = [self.list.place_of(timer) for timer in due] if self.list.nodes else [0] * len(due)

    def _run(self, delta: float, failed: Failed) -> None:
        process_list = self.list
        due, places = self._due, self._places
        calls = process_list.start()
        if not process_list.calls:
            self._run_alone(failed)
            return
        while True:
            cursor = self._cursor
            if cursor == len(due):
                if not process_list.run(calls, delta, failed):
                    return
            else:
                ahead = places[cursor] - process_list.done()
                if ahead > 0 and not process_list.run(islice(calls, ahead), delta, failed):
                    return
            if process_list.resume_at >= 0:  # a timer was started that is due before the next one
                calls = process_list.resume()
            elif cursor == len(due):
                return
            else:
                self._firing = cursor
                self._cursor = cursor + 1
                if not self._fire(due[cursor], failed):
                    return
                self._firing = -1

    def _run_alone(self, failed: Failed) -> None:
        """Fire the due timers where no node is called between them: `_fire`, spelled out for the common timer."""
        scaled = self.scaled
        walk = self.tree._walk_count
        at = -1
        timers = iter(self._due)  # it also gives those that are inserted behind the present one
        timer: Any = None
        while True:
            try:
                for timer in timers:
                    at += 1
                    self._firing = at
                    if timer._counted_by is not self or timer._since == walk:
                        continue
                    if timer._one_shot or timer._ignore_time_scale:
                        if not self._fire(timer, failed):
                            return
                        continue
                    slot = timer._slot
                    cells = scaled.cells
                    left = cells[slot]
                    if left >= 0:
                        continue
                    cells[slot] = left = left + timer._wait_time
                    if timer._flags & HAS_SIGNALS:
                        timer.timeout.emit()
                    if left < 0 and not self._fire(timer, failed, 1):
                        return
                return
            except Exception as error:
                if not failed(error, timer, "timeout") or not self._fire(timer, failed, 1):
                    return

    def leaves(self, timer: Any) -> None:
        """Keep in mind where a timer stood that leaves the tree while its timeout is emitted."""
        if self._firing >= 0 and self._due[self._firing] is timer and self._gone is not timer:
            self._gone_key = self._key(timer)
            self._gone = timer

    def _key(self, timer: Any) -> tuple[int, tuple[int, ...]]:
        """Where a timer stands: of two in the walk the one with the lower key comes first."""
        if timer is self._gone:
            return self._gone_key
        return self.list.priority_of(timer), order_key(timer)

    def _is_past(self, timer: Any, place: int) -> bool:
        """Whether the walk under way has come to a timer's place or gone by it."""
        if self._firing < 0:
            return place < self.list.done()
        firing = self._due[self._firing]
        return firing is timer or self._key(firing) > self._key(timer)

    def _fire(self, timer: Any, failed: Failed, emitted: int = 0) -> bool:
        """Emit `timeout` as often as it is due, after `emitted` times already; False when an error ended the walk."""
        walk = self.tree._walk_count
        for _ in range(emitted, _MAX_EMISSIONS):
            if timer._counted_by is not self or timer._since == walk:
                return True
            slot = timer._slot
            cells = self.unscaled.cells if timer._ignore_time_scale else self.scaled.cells
            left = cells[slot]
            if left >= 0:
                return True
            if timer._one_shot:
                timer.stop()
            else:
                cells[slot] = left + timer._wait_time
            if timer._flags & HAS_SIGNALS:
                try:
                    timer.timeout.emit()
                except Exception as error:
                    if not failed(error, timer, "timeout"):
                        return False
        if timer._counted_by is self and timer._since != walk:
            cells = self.countdowns(timer).cells
            if cells[timer._slot] < 0:
                cells[timer._slot] %= timer._wait_time
        return True
