"""Which node and resource types exist, by class name.

A class registers itself when it is made (`__init_subclass__` of Node and of Resource call `register`). The two
registries at the end of this module are, with the default resource loader, the only state that a process shares: a
class exists once in a process, however many trees there are.

The registries hold classes weakly: one that was defined inside a function or a test goes when its owner lets go of it.
Of two classes with one name the later definition wins, as it does when a script is loaded again; when the later one
goes, its name is free, and the earlier one does not come back.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from weakref import WeakValueDictionary

from engine.core.errors import UnknownTypeError, did_you_mean

if TYPE_CHECKING:
    from collections.abc import Collection


class TypeRegistry:
    """Classes by name.

    >>> class Coin: ...
    >>> types = TypeRegistry("node")
    >>> types.register(Coin)
    >>> types.get("Coin") is Coin
    True
    """

    __slots__ = ("_classes", "kind")

    def __init__(self, kind: str) -> None:
        """An empty registry; `kind` is what error texts call its types, such as "node"."""
        self.kind = kind
        self._classes: WeakValueDictionary[str, type[Any]] = WeakValueDictionary()

    def register(self, cls: type[Any]) -> None:
        """Make `cls` known by its `__name__`, in place of an earlier class of that name."""
        self._classes[cls.__name__] = cls

    def get(self, name: str) -> type[Any]:
        """The class of that name.

        Raises:
            UnknownTypeError: there is none; the text names the nearest.
        """
        cls = self._classes.get(name)
        if cls is None:
            raise UnknownTypeError(f"{name!r} is not a {self.kind} type{did_you_mean(name, self.names())}")
        return cls

    def find(self, name: str) -> type[Any] | None:
        """The class of that name, or None."""
        return self._classes.get(name)

    def forget(self, modules: Collection[str]) -> None:
        """Free the names of the classes that these modules defined, which no one is to find any more."""
        for name, cls in list(self._classes.items()):
            if cls.__module__ in modules:
                del self._classes[name]

    def names(self) -> list[str]:
        """All names, sorted."""
        return sorted(self._classes)


node_types = TypeRegistry("node")
resource_types = TypeRegistry("resource")
