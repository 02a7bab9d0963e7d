"""Splicing: where in a walk the few items belong that came or changed since, so that the others stay as they are.

In:    the item whose stretch of the walk is to be made anew, and what was drawn before.
Out:   what it draws now, and the item that is drawn right before it.
Odd:   whatever is not drawn in plain tree order (y-sorting, groups, copies, items behind their parents) is left to the
       walk over everything: `Odd` is raised.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from servers.render.scene.canvas.canvas_item import FIRST_LAYER, GroupMode
from servers.render.scene.canvas.canvas_walk import MIN_ALPHA, sort_children, walk

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from servers.render.scene.canvas.canvas_item import CanvasItem
    from servers.render.scene.canvas.canvas_walk import Inherited, Walk
    from servers.render.scene.draw_list import FrameStats

MOST_SPLICED = 256
"""So many items are put in or taken out one by one; for more, everything is walked."""

_MOST_STEPS = 4096
"""So many items are looked at in search of the one before."""


class Odd(Exception):
    """The walk cannot be spliced."""


class Spliced:
    """What a stretch of the walk becomes."""

    __slots__ = ("before", "items", "layered")

    def __init__(self, items: list[CanvasItem], before: CanvasItem | None, layered: bool) -> None:
        """Of the items in order, and the one that is drawn before them; None at the start."""
        self.items = items
        self.before = before
        self.layered = layered
        """Whether any of them has another z than 0."""


def subtree(item: CanvasItem) -> Iterator[CanvasItem]:
    """An item and all below it, in no order that shows."""
    stack = [item]
    while stack:
        each = stack.pop()
        yield each
        stack += each.children


def topmost(items: Iterable[CanvasItem]) -> list[CanvasItem]:
    """Those that no other one is above of, in the order of the walk; what was freed is left out."""
    living = {item: None for item in items if item.source is not None}
    found = []
    for item in living:
        above = item.parent
        while above is not None and above not in living:
            above = above.parent
        if above is None:
            found.append(item)
    return found if len(found) < 2 else sorted(found, key=_order)


def spliced(
    item: CanvasItem, roots: dict[CanvasItem, None], above: Inherited, fresh: set[CanvasItem], stats: FrameStats
) -> Spliced | None:
    """What an item and those below it draw, and where; None for nothing. `fresh` are drawn, too, and get these.

    Raises:
        Odd: it is not drawn in plain tree order.
    """
    if not _is_reached(item, above):
        return None
    part = walk((item,), above, stats)
    if _is_odd(part) or any(each.tile_down is not None for each in part.items):
        raise Odd
    if not part.items:
        return None
    before = _drawn_before(item, roots, fresh)
    fresh.update(part.items)
    return Spliced(part.items, before, part.layered)


def _is_odd(part: Walk) -> bool:
    return bool(part.sorters or part.groups or part.special)


def _is_reached(item: CanvasItem, above: Inherited) -> bool:
    """Whether what is above an item lets it be drawn."""
    shown = True
    around: CanvasItem | None = item
    while around is not None:
        if around.behind:
            raise Odd
        extras = around.extras
        if extras is not None and (
            extras.y_sort or extras.group_mode != GroupMode.NONE or extras.tile or extras.copies_back is not False
        ):
            raise Odd
        if around is not item:
            layers = FIRST_LAYER if extras is None else extras.layers
            shown = shown and around.visible and around.down[3] >= MIN_ALPHA and bool(layers & above.layers)
        around = around.parent
    return shown


def _drawn_before(item: CanvasItem, roots: dict[CanvasItem, None], fresh: set[CanvasItem]) -> CanvasItem | None:
    """The item that is drawn right before another, if that is drawn."""
    steps = 0
    at: CanvasItem | None = item
    while at is not None:
        parent = at.parent
        siblings = roots if parent is None else _in_order(parent)
        passed = False
        for sibling in reversed(siblings):
            if passed:
                found, steps = _last_drawn(sibling, fresh, steps)
                if found is not None:
                    return found
            elif sibling is at:
                passed = True
        if parent is not None and (parent.first >= 0 or parent in fresh):
            return parent
        at = parent
    return None


def _last_drawn(item: CanvasItem, fresh: set[CanvasItem], steps: int) -> tuple[CanvasItem | None, int]:
    """The last that is drawn of an item and those below it, and how many were looked at, those before too."""
    stack: list[tuple[CanvasItem, bool]] = [(item, False)]
    while stack:
        each, is_left = stack.pop()
        steps += 1
        if steps > _MOST_STEPS:
            raise Odd
        if not each.visible:
            continue
        if each.children and not is_left:
            stack.append((each, True))
            stack += [(child, False) for child in _in_order(each)]
        elif each.first >= 0 or each in fresh:
            return each, steps
    return None, steps


def _in_order(item: CanvasItem) -> dict[CanvasItem, None]:
    if item.behind_count:
        raise Odd
    return item.children if item.sorted else sort_children(item)


def _order(item: CanvasItem) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Where an item stands among others: a top-level one, being a root, comes after all that is below its parent."""
    root = item
    while root.parent is not None:
        root = root.parent
    assert root.source is not None
    assert item.source is not None
    return root.source.order_key(), item.source.order_key()
