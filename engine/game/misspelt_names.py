"""Attributes that were set under names that are nearly those of properties: `sprite.postion = (3, 4)`.

Python takes any name, so such a slip changes nothing and says nothing. An application looks for them now and then,
among all nodes of its tree and the resources that stand in their attributes, and logs each once for its class. Where a
class declares the name itself, or only a letter is added at the end (`positions`, `texture2`), it was meant.

Cost: nothing for a node that enters; when it is asked, a look at the class of each node, and at the attributes of the
       first hundred of each class: Python makes a dictionary for each node that is looked into. Resources count as
       nodes do; what stands in a resource is looked into as well.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.core.export import get_exports
from engine.core.log import get_logger
from engine.core.resource import Resource
from engine.tree.lifecycle import subtree

if TYPE_CHECKING:
    from engine.tree.scene_tree import SceneTree

__all__ = ["MisspeltNames", "nearly"]

MOST_NODES = 100
"""Nodes, or resources, of one class that are looked into at a time."""
SHORTEST = 5
"""Letters of the properties that are looked at; shorter names have too many neighbours that are words, too."""


class MisspeltNames:
    """What one application has found until now."""

    def __init__(self) -> None:
        self._seen: dict[type, set[str]] = {}

    def tell(self, tree: SceneTree) -> None:
        """Look at the nodes of a tree, and log what is new."""
        left: dict[type, int] = {}
        known: set[int] = set()
        for node in subtree(tree.root):
            held: list[Any] = [node]
            while held:
                held += self._look_into(held.pop(), left, known)

    def _look_into(self, item: Any, left: dict[type, int], known: set[int]) -> list[Resource]:
        """Log what is new of a node or a resource, unless enough of its class were looked into; what it holds."""
        cls = type(item)
        count = left.get(cls, MOST_NODES)
        if not count or not hasattr(item, "__dict__"):
            return []
        left[cls] = count - 1
        attributes = vars(item)
        seen = self._seen.setdefault(cls, set())
        new = attributes.keys() - seen
        if new:
            seen |= new
            for name in sorted(new):
                self._look_at(item, name)
        held = []
        for value in (*attributes.values(), *(attributes.get("_rare") or {}).values()):
            if isinstance(value, Resource) and id(value) not in known:
                known.add(id(value))
                held.append(value)
        return held

    def _look_at(self, item: Any, name: str) -> None:
        cls = type(item)
        if name.startswith("_") or hasattr(cls, name) or any(name in _annotated(base) for base in cls.__mro__):
            return
        meant = cls._ways_to_set.get(name) or next((known for known in _properties(cls) if nearly(name, known)), "")
        if meant:
            get_logger("tree").warning(
                f"{item._where()}.{name} was set, but {cls.__name__} has no property of that name; did you mean "
                f"{meant!r}? If not, declare it in the class: {name} = ..."
            )


def nearly(name: str, known: str) -> bool:
    """Whether a name is another one with a slip: a letter missing, added before its end, changed, or swapped with the
    next; capitals and underscores do not count.
    """
    a, b = name.lower().replace("_", ""), known.lower().replace("_", "")
    if name == known or len(b) < SHORTEST or abs(len(a) - len(b)) > 1:
        return False
    start = 0
    while start < min(len(a), len(b)) and a[start] == b[start]:
        start += 1
    rest_a, rest_b = a[start:], b[start:]
    if len(a) > len(b):
        return bool(rest_b) and rest_a[1:] == rest_b
    if len(a) < len(b):
        return rest_a == rest_b[1:]
    swapped = rest_a[1:2] + rest_a[:1] + rest_a[2:]
    return not rest_a or swapped == rest_b or (len(b) > SHORTEST and rest_a[1:] == rest_b[1:])


def _annotated(cls: type) -> Any:
    return vars(cls).get("__annotations__", ())


def _properties(cls: type) -> list[str]:
    """The properties that may be set: those that are exported, and all others with a setter."""
    others = (
        name
        for base in cls.__mro__
        for name, value in vars(base).items()
        if isinstance(value, property) and value.fset is not None and not name.startswith("_")
    )
    return [*dict.fromkeys((*get_exports(cls), *others))]
