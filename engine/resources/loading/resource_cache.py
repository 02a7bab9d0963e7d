"""What a loader has read: each resource by its path, held weakly, with a count of who has loaded it."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, NamedTuple
from weakref import ref

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.core.resource import Resource

__all__ = ["Entry", "Key", "ResourceCache"]


class Key(NamedTuple):
    """What tells one cached resource from another."""

    root: str
    path: str
    scripts: bool


class Entry:
    """One read of a file.

    Attributes:
        key: what was read.
        count: how many loads were not released.
        uses: the entries of the files that it loaded; each counts once for it, until it goes.
    """

    __slots__ = ("_reference", "count", "key", "uses")

    def __init__(self, key: Key) -> None:
        self.key = key
        self.count = 0
        self.uses: dict[Entry, None] = {}
        self._reference: ref[Resource] | None = None

    @property
    def resource(self) -> Resource | None:
        """What was made of it, while somebody holds it."""
        return None if self._reference is None else self._reference()


class ResourceCache:
    """Entries by key. It is used under the loader's lock; resources may go at any time, in any thread."""

    def __init__(self) -> None:
        self._entries: dict[Key, Entry] = {}
        self._gone: deque[Entry] = deque()

    def find(self, key: Key) -> Entry | None:
        """The entry of a resource that is there."""
        self._settle()
        entry = self._entries.get(key)
        return None if entry is None or entry.resource is None else entry

    def bind(self, entry: Entry, resource: Resource) -> None:
        """Say what was made of an entry; it ends with the resource."""
        gone = self._gone
        entry._reference = ref(resource, lambda _: gone.append(entry))

    def keep(self, entry: Entry) -> None:
        """Let an entry be found by its key, in place of an earlier one."""
        self._entries[entry.key] = entry

    def drop(self, entry: Entry) -> None:
        """Let an entry not be found any more; what it uses stays counted as long as its resource is there."""
        if self._entries.get(entry.key) is entry:
            del self._entries[entry.key]

    def end(self, entry: Entry) -> None:
        """Count down what an entry uses, which is of no use any more."""
        for used in entry.uses:
            used.count -= 1
        entry.uses = {}

    def _settle(self) -> None:
        """Take out what has gone since."""
        while self._gone:
            entry = self._gone.popleft()
            if entry.resource is None:  # otherwise it was bound to another one since
                entry._reference = None
                self.drop(entry)
                self.end(entry)

    def of(self, resource: Resource) -> Iterator[Entry]:
        """The entries that a resource is found under."""
        self._settle()
        return iter([entry for entry in self._entries.values() if entry.resource is resource])
