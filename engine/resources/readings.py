"""Which files are being read now, by which thread and for which others: so that each is read once, and no two wait for
each other.
"""

from __future__ import annotations

from _thread import allocate_lock, get_ident
from typing import TYPE_CHECKING

from engine.core.errors import ResourceCycleError, ResourceFormatError

if TYPE_CHECKING:
    from engine.core.resource import Resource
    from engine.resources.loading.resource_cache import Entry, Key

__all__ = ["Reading", "Readings"]

MAX_NESTED = 64
"""How many files may wait for one another: the first for the second, that for the third, and so on."""


class Reading:
    """A file that a thread reads.

    Attributes:
        key: which file.
        thread: who reads it.
        done: a lock that the thread holds until it has read it.
        result: what came of it; None until then, and if nothing did.
    """

    __slots__ = ("done", "key", "result", "thread")

    def __init__(self, key: Key, thread: int) -> None:
        self.key = key
        self.thread = thread
        self.done = allocate_lock()
        self.done.acquire()
        self.result: tuple[Entry, Resource] | None = None

    def is_mine(self) -> bool:
        """Whether the calling thread reads it."""
        return self.thread == get_ident()


class Readings:
    """All readings of a loader; used under its lock."""

    def __init__(self) -> None:
        self._shared: dict[Key, Reading] = {}  # what others may wait for
        self._stacks: dict[int, list[Reading]] = {}  # by thread: what it reads, each for the one before
        self._awaited: dict[int, Reading] = {}  # by thread: what it waits for

    def begin(self, key: Key, shared: bool) -> Reading:
        """A new reading of the calling thread; or that of another thread, which it now waits for.

        Args:
            key: which file.
            shared: whether what is made of it is for all who need it.

        Raises:
            ResourceCycleError: it waits for itself, through other files or threads.
            ResourceFormatError: more than `MAX_NESTED` files wait for one another.
        """
        me = get_ident()
        stack = self._stacks.get(me, [])
        _refuse_cycle(key, stack)
        other = self._shared.get(key) if shared else None
        if other is not None:
            self._refuse_deadlock(other, stack)
            self._awaited[me] = other
            return other
        reading = Reading(key, me)
        self._stacks.setdefault(me, stack).append(reading)
        if shared:
            self._shared[key] = reading
        return reading

    def finish(self, reading: Reading) -> None:
        """End a reading of the calling thread, and let go those who wait for it."""
        stack = self._stacks[reading.thread]
        stack.pop()
        if not stack:
            del self._stacks[reading.thread]
        if self._shared.get(reading.key) is reading:
            del self._shared[reading.key]
        reading.done.release()

    def stop_waiting(self) -> None:
        """Say that the calling thread waits no more."""
        self._awaited.pop(get_ident(), None)

    def is_idle(self) -> bool:
        """Whether nothing is read."""
        return not (self._shared or self._stacks or self._awaited)

    def _refuse_deadlock(self, other: Reading, stack: list[Reading]) -> None:
        """Refuse to wait for a thread that waits, itself or through others, for what this thread reads."""
        chain: list[Key] = []
        awaited: Reading | None = other
        while awaited is not None:
            if awaited in stack:
                raise _cycle([each.key for each in stack[stack.index(awaited) :]] + chain)
            theirs = self._stacks[awaited.thread]
            chain += [each.key for each in theirs[theirs.index(awaited) :]]
            awaited = self._awaited.get(awaited.thread)


def _refuse_cycle(key: Key, stack: list[Reading]) -> None:
    for at, reading in enumerate(stack):
        if reading.key == key:
            raise _cycle([each.key for each in stack[at:]])
    if len(stack) >= MAX_NESTED:
        raise ResourceFormatError(
            f"res://{key.path} - more than {MAX_NESTED} files wait for one another, from res://{stack[0].key.path} on"
        )


def _cycle(keys: list[Key]) -> ResourceCycleError:
    names = [f"res://{key.path}" for key in keys]
    return ResourceCycleError(
        f"needs itself: {' -> '.join([*names, names[0]])}; let one of them be loaded when it is used", names[0]
    )
