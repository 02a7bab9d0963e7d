"""The children of one node: an ordered list with holes, and the names that are taken.

A child keeps its physical index (`Node._index`); removing it leaves a hole (None). Holes at the front move
`head`, holes at the end are cut off, holes in the middle are squeezed out once they are half of the list. So
freeing children is linear in whatever order it is done, where `list.remove` would be quadratic.

Names: below INDEXED children a linear compare, from there on a dict. A number for a taken name continues from a
hint that is keyed by the whole requested name ("Enemy2" has its own), so that adding n children is linear, too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Container, Iterator

    from engine.tree.node import Node

INDEXED = 4  # from so many children on, names are looked up in a dict
_SET_ASIDE = "/"  # before the name of a hint that waits until the name itself is taken again
_SCAN = 32  # so far from either end get() walks over holes instead of squeezing them out


class Hint:
    """Where the search for a free number behind one requested name goes on."""

    __slots__ = ("base", "kind", "next", "start", "width")

    def __init__(self, base: str, start: int, width: int) -> None:
        self.base = base
        self.start = start
        self.next = start
        self.width = width
        self.kind: type | None = None  # the class that is named after, where this is `Children.automatic`


class Children(list["Node | None"]):
    """Children in tree order, None where one was removed."""

    __slots__ = ("automatic", "bases", "freed", "head", "hints", "holes", "names")

    def __init__(self) -> None:
        self.head = 0  # holes before the first child
        self.holes = 0  # all holes, those at the front included
        self.names: dict[str, Node] | None = None
        self.hints: dict[str, Hint] = {}
        self.bases: dict[str, list[Hint]] = {}
        self.freed: list[str] = []  # names given back since a number was last looked for
        self.automatic: Hint | None = None  # of the last class that a child was named after, while its next is right

    def live(self) -> list[Node]:
        """A new list of the children in order, without holes."""
        return [child for child in self if child is not None]

    def reversed_live(self) -> Iterator[Node]:
        """The children from the last to the first."""
        return (child for child in reversed(self) if child is not None)

    def live_count(self) -> int:
        """How many children there are."""
        return len(self) - self.holes

    def get(self, index: int) -> Node | None:
        """The child at a position, negative from the end; None where there is none."""
        count = len(self) - self.holes
        if index < 0:
            index += count
        if index < 0 or index >= count:
            return None
        if self.holes == self.head:
            return self[self.head + index]
        if index < _SCAN:
            return self._nth(iter(self), index)
        if count - index <= _SCAN:
            return self._nth(reversed(self), count - 1 - index)
        self.squeeze()
        return self[index]

    @staticmethod
    def _nth(children: Iterator[Node | None], index: int) -> Node | None:
        for child in children:
            if child is not None:
                if not index:
                    return child
                index -= 1
        raise AssertionError("holes are miscounted")

    def position(self, child: Node) -> int:
        """The position of a child, not counting holes."""
        if self.holes != self.head:
            self.squeeze()
        return child._index - self.head

    def squeeze(self) -> None:
        """Take the holes out and number the children anew."""
        if not self.holes:
            return
        self[:] = self.live()
        for index, child in enumerate(self):
            child._index = index  # type: ignore[union-attr]
        self.head = self.holes = 0

    def insert_at(self, index: int, child: Node) -> None:
        """Put a child at a position not counting holes; the later ones move up."""
        self.squeeze()
        self.insert(index, child)
        for later in range(index, len(self)):
            self[later]._index = later  # type: ignore[union-attr]

    def move(self, child: Node, index: int) -> None:
        """Take a child to another position."""
        self.squeeze()
        old = child._index
        del self[old]
        self.insert(index, child)
        for between in range(min(old, index), max(old, index) + 1):
            self[between]._index = between  # type: ignore[union-attr]

    def drop(self, child: Node) -> None:
        """Take a child out, leaving a hole, and give its name back."""
        index = child._index
        name = child._name
        names = self.names
        if names is not None:
            del names[name]
            if self.hints:
                self.freed.append(name)
                self.automatic = None
        if index == len(self) - 1:
            self.pop()
            while self and self[-1] is None:
                self.pop()
                self.holes -= 1
            if self.head > len(self):
                self.head = len(self)
            if not self:
                self.head = self.holes = 0
            return
        self[index] = None
        self.holes += 1
        if index == self.head:
            head = index + 1
            while self[head] is None:
                head += 1
            self.head = head
        if self.holes > 16 and self.holes * 2 > len(self):
            self.squeeze()

    def find(self, name: str) -> Node | None:
        """The child of that name."""
        if self.names is not None:
            return self.names.get(name)
        for child in self:
            if child is not None and child._name == name:
                return child
        return None

    def enter_name(self, child: Node, name: str, also_taken: Container[str] = ()) -> str:
        """Give `child`, already in the list, `name` or the next free one made from it; returns it.

        Args:
            child: a child of this list whose name is not in the index.
            name: the name asked for.
            also_taken: further names that may not be used (the owner's unique ones).
        """
        names = self.names
        if names is None:
            if len(self) < INDEXED:
                name = self._number_small(child, name, also_taken)
                child._name = name
                return name
            names = self.names = {other._name: other for other in self if other is not None and other is not child}
        if name in names or name in also_taken:
            name = self._number(name, names, also_taken)
        names[name] = child
        child._name = name
        return name

    def enter_automatic(self, child: Node) -> None:
        """Name `child`, already in the list, after its class."""
        wanted = child._type_name
        self.enter_name(child, wanted)
        hint = self.hints.get(wanted)
        if hint is not None and not hint.width and not self.freed:
            hint.kind = type(child)
            self.automatic = hint

    def rename(self, child: Node, name: str, also_taken: Container[str] = ()) -> str:
        """Give a child that has a name another one made from `name`; its own counts as free."""
        if self.names is not None:
            del self.names[child._name]
            self.freed.append(child._name)
            self.automatic = None
        return self.enter_name(child, name, also_taken)

    def _number_small(self, child: Node, name: str, also_taken: Container[str]) -> str:
        taken = [other._name for other in self if other is not None and other is not child]
        if name not in taken and name not in also_taken:
            return name
        base, number, width = split_number(name)
        while (name := f"{base}{number:0{width}}") in taken or name in also_taken:
            number += 1
        return name

    def _number(self, wanted: str, names: dict[str, Node], also_taken: Container[str]) -> str:
        if self.freed:
            self._work_off_freed(names)
        hint = self.hints.get(wanted)
        if hint is None:
            hint = self.hints.pop(_SET_ASIDE + wanted, None)
            if hint is None:
                base, number, width = split_number(wanted)
                hint = Hint(base, number, width)
                self.bases.setdefault(base, []).append(hint)
            self.hints[wanted] = hint
        number = hint.next
        while (name := f"{hint.base}{number:0{hint.width}}") in names:
            number += 1
        hint.next = number + 1
        while name in also_taken or name in names:
            number += 1
            name = f"{hint.base}{number:0{hint.width}}"
        return name

    def _work_off_freed(self, names: dict[str, Node]) -> None:
        """Let hints fall back to numbers that were given back."""
        freed = self.freed
        if len(freed) > len(names):
            self.hints.clear()
            self.bases.clear()
            self.automatic = None
        else:
            for name in freed:
                if name in self.hints:  # the name without a number is free: nobody may count on before it is taken
                    self.hints[_SET_ASIDE + name] = self.hints.pop(name)
                base, after, _ = split_number(name)
                for hint in self.bases.get(base, ()):
                    if after <= hint.next:
                        hint.next = max(after - 1, hint.start)
        freed.clear()


def split_number(name: str) -> tuple[str, int, int]:
    """Split a taken name into its stem, the next number to try and that number's width in digits.

    >>> split_number("Box"), split_number("Box2"), split_number("Shot007")
    (('Box', 2, 0), ('Box', 3, 0), ('Shot', 8, 3))
    """
    stem = name.rstrip("0123456789")
    digits = name[len(stem) :]
    if not digits or len(digits) > 18:
        return name, 2, 0
    return stem, int(digits) + 1, len(digits) if digits[0] == "0" and len(digits) > 1 else 0
