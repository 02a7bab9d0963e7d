"""Copies: what is kept for objects that belong to others, as the GPU's copy of an image is.

The objects are held weakly, and told apart by which they are, not by what they are equal to. When one is collected, at
whatever moment and on whatever thread, what was kept for it only goes into a queue; `take_gone` gives it to whoever
releases it, at a moment when that is possible. A new object at the same address never meets it.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Generic, TypeVar
from weakref import ref

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

T = TypeVar("T")
C = TypeVar("C")

_FORGOTTEN = -1


class Held(ref[T], Generic[T, C]):
    """An object, held weakly, and what is kept for it. Called, it gives the object, or None once that is gone.

    Attributes:
        copy: what is kept.
        key: the address of the object, which another may have after it; -1 once this is forgotten.
    """

    __slots__ = ("copy", "key")

    copy: C
    key: int


class Copies(Generic[T, C]):
    """What is kept for some objects; iterated, a `Held` for each, in the order in which they came."""

    def __init__(self) -> None:
        """Nothing yet."""
        self._held: dict[int, Held[T, C]] = {}
        self._gone: deque[ref[T]] = deque()

    def __len__(self) -> int:
        """How many there are; those of objects that are gone count until they are taken."""
        return len(self._held)

    def __iter__(self) -> Iterator[Held[T, C]]:
        """Those of objects that are gone come, too, until they are taken."""
        return iter(self._held.values())

    def find(self, thing: T) -> Held[T, C] | None:
        """What is held for an object; None for nothing."""
        held = self._held.get(id(thing))
        return held if held is not None and held() is thing else None

    def get(self, thing: T) -> C | None:
        """What is kept for an object; None for nothing."""
        held = self._held.get(id(thing))
        return held.copy if held is not None and held() is thing else None

    def keep(self, thing: T, copy: C) -> Held[T, C]:
        """Keep something for an object from now on, instead of what was kept for it before."""
        held = self.find(thing)
        if held is None:
            held = self._held[id(thing)] = Held(thing, self._gone.append)
            held.key = id(thing)
        held.copy = copy
        return held

    def forget(self, held: Held[T, C]) -> None:
        """Keep nothing for an object any more; a second time changes nothing."""
        if self._held.get(held.key) is held:
            del self._held[held.key]
        held.key = _FORGOTTEN

    def take_gone(self) -> Sequence[C]:
        """What was kept for objects that are gone, in the order in which they went; each is given once."""
        if not self._gone:
            return ()
        found: list[C] = []
        while self._gone:
            held = self._gone.popleft()
            assert isinstance(held, Held)
            if held.key != _FORGOTTEN:
                self.forget(held)
                found.append(held.copy)
        return found

    def take_all(self) -> Sequence[C]:
        """All that is kept, also for objects that are gone; nothing is afterwards."""
        found = [*self.take_gone(), *[held.copy for held in self]]
        self._held.clear()
        return found
