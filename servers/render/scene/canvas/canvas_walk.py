"""The walk over a canvas: which items are drawn, in what order before sorting, and what they inherit.

Out:   a Walk: the items in tree order, the stretches that are to be sorted by y, and those that are drawn as groups.
Order: an item, then its children; a child that is behind comes before its parent. Of a y-sorted item the children,
       and those of children that sort, too, stand as units beside it: it is sorted among them, at its own origin. An
       item that draws its children as a group comes after all of them.
Cost:  about 1 us an item; only when something was shown, hidden, added, moved in the tree, or changed its z.

z is not followed here: items are ordered by it afterwards, in arrays (scene.arrangement), which keeps equal ones as
they are, so that a group holds those of its members that have its own z, as in Godot.
"""

from __future__ import annotations

from itertools import islice, pairwise
from typing import TYPE_CHECKING, NamedTuple

from servers.render.scene.canvas.canvas_item import FIRST_LAYER, WHITE, CanvasItem, GroupMode

if TYPE_CHECKING:
    from collections.abc import Iterable

    from servers.render.scene.draw_list import FrameStats

MIN_ALPHA = 0.007
"""An item whose inherited alpha is less is not drawn, nor are its children (Godot's limit)."""

Z_MIN = -4096
Z_MAX = 4096
"""The lowest and the highest z of an item, its own and in sum with those above it."""


class Sorter:
    """Items that are drawn in the order of their y, each with what belongs to it."""

    __slots__ = ("end", "slots", "starts")

    def __init__(self, units: list[CanvasItem]) -> None:
        """Of the units `units`, the first of which is the item that sorts."""
        self.slots = [unit.slot for unit in units]
        self.starts: list[int] = []
        """Where each unit begins in the walk's items."""
        self.end = 0


class Group(NamedTuple):
    """Items that are drawn together with the one that comes after them."""

    owner: CanvasItem
    start: int
    end: int
    """Its members, by their places in the walk's items; the owner stands at `end`."""


class Inherited(NamedTuple):
    """What a canvas gives to the items at its root."""

    filter: int
    repeat: int
    layers: int
    """A bit for each layer that is shown."""


class Walk:
    """What a walk found."""

    __slots__ = ("groups", "items", "layered", "owned", "sorters", "special")

    def __init__(self) -> None:
        """Nothing found yet."""
        self.items: list[CanvasItem] = []
        self.sorters: list[Sorter] = []
        """Inner ones before those around them."""
        self.groups: list[Group] = []
        """Inner ones before those around them."""
        self.owned: dict[CanvasItem, int] = {}
        """The number of the group that an item owns, by which it stands in `groups`."""
        self.layered = False
        """Whether any item has another z than 0."""
        self.special = False
        """Whether any item copies to the back buffer, or owns a group."""


class _Step(NamedTuple):
    """Something else to be done in the walk than to look at an item."""

    item: CanvasItem | None
    sorter: Sorter | None = None
    group_start: int = -1
    sorted: bool = False


def walk(roots: Iterable[CanvasItem], above: Inherited, stats: FrameStats) -> Walk:
    """Walk over `roots`, in order, and all below them."""
    found = Walk()
    items = found.items
    stack: list[CanvasItem | _Step] = [*roots]
    stack.reverse()
    visits = 0
    shows_first = bool(above.layers & FIRST_LAYER)
    while stack:
        item = stack.pop()
        if type(item) is _Step:
            _do(found, item, stack)
            continue
        assert type(item) is CanvasItem
        visits += 1
        if not item.visible or not inherit(item, above):
            continue
        if item.z_down:
            found.layered = True
        if item.extras is not None:
            if item.extras.layers & above.layers:
                _visit_special(found, item, stack, above)
            continue
        if not shows_first:
            continue
        children = item.children
        if not item.sorted:
            children = sort_children(item)
        if item.behind_count:
            stack += [child for child in reversed(children) if not child.behind]
            if item.geometry is not None:
                stack.append(_Step(item))
            stack += [child for child in reversed(children) if child.behind]
            continue
        if item.geometry is not None:
            items.append(item)
        if children:
            stack += reversed(children)
    stats.item_visits += visits
    return found


def inherit(item: CanvasItem, above: Inherited) -> bool:
    """Work out what an item takes from its parent; False when it is too transparent to be drawn."""
    parent = item.parent
    color = item.modulate
    if parent is None:
        item.z_down = item.z
        item.filter_down = item.filter or above.filter
        item.repeat_down = item.repeat or above.repeat
        item.tile_down = None
    else:
        down = parent.down
        if down != WHITE:
            color = (color[0] * down[0], color[1] * down[1], color[2] * down[2], color[3] * down[3])
        z = item.z + parent.z_down if item.z_relative else item.z
        item.z_down = min(Z_MAX, max(Z_MIN, z))
        item.filter_down = item.filter or parent.filter_down
        item.repeat_down = item.repeat or parent.repeat_down
        item.tile_down = parent.tile_down
    item.material_down = item.material
    extras = item.extras
    if extras is not None:
        if extras.use_parent_material and parent is not None:
            item.material_down = parent.material_down
        if extras.tile is not None:
            item.tile_down = item
    item.down = color
    own = item.self_modulate
    if own != WHITE:
        color = (color[0] * own[0], color[1] * own[1], color[2] * own[2], color[3] * own[3])
    item.color = color
    return item.down[3] >= MIN_ALPHA


def sort_children(item: CanvasItem) -> dict[CanvasItem, None]:
    """Put the children of an item into tree order. Mostly some have come that stand there already: try that first."""
    if item.appended:
        keys = [_child_key(child) for child in islice(reversed(item.children), item.appended + 1)]
        item.appended = 0
        if all(later > earlier for later, earlier in pairwise(keys)):
            item.sorted = True
            return item.children
    children = item.children = dict.fromkeys(sorted(item.children, key=_child_key))
    item.sorted = True
    return children


def _visit_special(found: Walk, item: CanvasItem, stack: list[CanvasItem | _Step], above: Inherited) -> None:
    """Look at an item that has extras."""
    extras = item.extras
    assert extras is not None
    if extras.y_sort:
        units = [item]
        _collect(item, units, above)
        sorter = Sorter(units)
        stack.append(_Step(None, sorter))
        for unit in reversed(units):
            stack.append(_Step(unit, sorter, sorted=True))
        return
    _expand(found, item, stack)


def _expand(found: Walk, item: CanvasItem, stack: list[CanvasItem | _Step]) -> None:
    """Put what an item that does not sort draws on the stack: itself, and its children."""
    extras = item.extras
    children = item.children if item.sorted else sort_children(item)
    mode = GroupMode.NONE if extras is None else extras.group_mode
    if mode == GroupMode.TRANSPARENT or (mode and item.geometry is not None):
        found.special = True
        stack.append(_Step(item, group_start=len(found.items)))
        stack += reversed(children)
        return
    special = extras is not None and extras.copies_back is not False
    found.special = found.special or special
    stack += [child for child in reversed(children) if not child.behind]
    if item.geometry is not None or special:
        stack.append(_Step(item))
    stack += [child for child in reversed(children) if child.behind]


def _collect(sorter: CanvasItem, units: list[CanvasItem], above: Inherited) -> None:
    """Gather the units that an item sorts: its children, and the children of those that sort, too."""
    stack = list(reversed(sorter.children if sorter.sorted else sort_children(sorter)))
    while stack:
        item = stack.pop()
        if not item.visible or not inherit(item, above):
            continue
        extras = item.extras
        if not (FIRST_LAYER if extras is None else extras.layers) & above.layers:
            continue
        units.append(item)
        if extras is not None and extras.y_sort:
            stack += reversed(item.children if item.sorted else sort_children(item))


def _do(found: Walk, step: _Step, stack: list[CanvasItem | _Step]) -> None:
    item, sorter = step.item, step.sorter
    if item is None:
        assert sorter is not None
        sorter.end = len(found.items)
        if len(sorter.starts) > 1:
            found.sorters.append(sorter)
    elif step.sorted:
        assert sorter is not None
        sorter.starts.append(len(found.items))
        if item.z_down:
            found.layered = True
        extras = item.extras
        if extras is not None and extras.y_sort:
            special = extras.copies_back is not False
            found.special = found.special or special
            if item.geometry is not None or special:
                found.items.append(item)
        else:
            _expand(found, item, stack)
    elif step.group_start >= 0:
        found.owned[item] = len(found.groups)
        found.groups.append(Group(item, step.group_start, len(found.items)))
        found.items.append(item)
    else:
        found.items.append(item)


def _child_key(item: CanvasItem) -> int:
    assert item.source is not None
    return item.source.get_index()
