"""AtlasPage: which rectangles of a page are free, in whole pixels; it knows nothing of what lies there.

The page is cut into shelves, rows from edge to edge, each as high as the first rectangle that came to lie in it; they
lie side by side at its top. Along the page the shelves, and along a shelf the rectangles, take the shortest free range
that is long enough. What is given back joins the free ranges beside it, and an empty shelf is no shelf any longer.
"""

from __future__ import annotations

from bisect import bisect_left

_STEP = 4
"""Shelves are a multiple of so many pixels high, so that what is nearly of one height shares them."""

_WASTE = 4
"""A shelf may be higher than what lies on it by one part in so many; with that, 80 to 98 % of a page gets used."""


class AtlasPage:
    """One page."""

    __slots__ = ("_rows", "idle", "shelves", "size")

    def __init__(self, size: int) -> None:
        """An empty page, `size` pixels wide and high."""
        self.size = size
        self.idle = False
        """For whoever owns the page: whether it was seen empty."""
        self.shelves: dict[int, _Shelf] = {}
        """By their top; none when the page is empty."""
        self._rows = _Ranges(size)

    def take(self, width: int, height: int) -> tuple[int, int] | None:
        """The top left corner of a free rectangle on the lowest shelf with room for it, if not much room is wasted.

        None where there is none.
        """
        return self._take(width, height, max(_shelf_height(height), height + height // _WASTE))

    def take_new(self, width: int, height: int) -> tuple[int, int] | None:
        """The same on a new shelf; None where no room is left for a shelf."""
        height = _shelf_height(height)
        if height > self._rows.longest or width > self.size:
            return None
        shelf = _Shelf(self._rows.take(height), height, self.size)
        self.shelves[shelf.top] = shelf
        return shelf.ranges.take(width), shelf.top

    def take_any(self, width: int, height: int) -> tuple[int, int] | None:
        """The same on any shelf, however much room is wasted above it; None where none has room."""
        return self._take(width, height, self.size)

    def give_back(self, x: int, y: int, width: int) -> None:
        """Free a rectangle that was taken at (x, y)."""
        shelf = self.shelves[y]
        shelf.ranges.give_back(x, width)
        if shelf.ranges.longest == self.size:
            del self.shelves[y]
            self._rows.give_back(y, shelf.height)

    def _take(self, width: int, height: int, highest: int) -> tuple[int, int] | None:
        best = None
        best_height = highest + 1
        for shelf in self.shelves.values():
            if height <= shelf.height < best_height and width <= shelf.ranges.longest:
                best, best_height = shelf, shelf.height
        return None if best is None else (best.ranges.take(width), best.top)


class _Shelf:
    """A row of a page."""

    __slots__ = ("height", "ranges", "top")

    def __init__(self, top: int, height: int, width: int) -> None:
        self.top = top
        self.height = height
        self.ranges = _Ranges(width)


class _Ranges:
    """The free ranges of a line of pixels."""

    __slots__ = ("_ends", "_starts", "longest")

    def __init__(self, length: int) -> None:
        """A line of `length` pixels, all free."""
        self._starts = [0]
        self._ends = [length]
        self.longest = length
        """The length of the longest free range."""

    def take(self, length: int) -> int:
        """Take pixels from the beginning of the shortest free range that is long enough, the first of several."""
        starts, ends = self._starts, self._ends
        assert length <= self.longest, "no free range is long enough"
        at = min((i for i in range(len(starts)) if ends[i] - starts[i] >= length), key=lambda i: ends[i] - starts[i])
        start = starts[at]
        if start + length == ends[at]:
            del starts[at], ends[at]
        else:
            starts[at] = start + length
        self._measure()
        return start

    def give_back(self, start: int, length: int) -> None:
        """Free what was taken, and join it with free neighbours."""
        starts, ends = self._starts, self._ends
        end = start + length
        at = bisect_left(starts, start)
        joins_next = at < len(starts) and starts[at] == end
        if at and ends[at - 1] == start:
            ends[at - 1] = ends[at] if joins_next else end
            if joins_next:
                del starts[at], ends[at]
        elif joins_next:
            starts[at] = start
        else:
            starts.insert(at, start)
            ends.insert(at, end)
        self._measure()

    def _measure(self) -> None:
        self.longest = max(map(int.__sub__, self._ends, self._starts), default=0)


def _shelf_height(height: int) -> int:
    return -(-height // _STEP) * _STEP
