"""Resources that each instance of a scene has its own copy of: those with `resource_local_to_scene`."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any
from weakref import ref

import numpy as np

from engine.core.resource import Resource
from engine.core.value_copy import ValueCopier

if TYPE_CHECKING:
    from engine.core.object import Object
    from engine.tree.node import Node

__all__ = ["LocalResources", "is_changeable"]


class LocalResources:
    """The copies of one instance: a resource that stands in several places of it is copied once."""

    def __init__(self) -> None:
        self._copies: dict[Resource, Resource] = {}
        self._waiting: list[Resource] = []  # copies that still share what they hold
        self._is_filling = False

    def copied(self, value: Any) -> Any:
        """A value for this instance: containers are its own, and so are resources that are local to the scene."""
        copied = ValueCopier(self._replaced).copied(value)
        if not self._is_filling and self._waiting:
            self._fill()
        return copied

    def settle(self, root: Node) -> None:
        """Tell the copies which scene they belong to, when all of it is there."""
        for made in self._copies.values():
            made._local_scene = ref(root)
            made.setup_local_to_scene()

    def _replaced(self, value: Object) -> Object:
        if not isinstance(value, Resource) or not value._is_local():
            return value
        made = self._copies.get(value)
        if made is None:
            made = self._copies[value] = value.duplicate()
            made._scene_unique_id = value._scene_unique_id
            self._waiting.append(made)
        return made

    def _fill(self) -> None:
        """Let copies hold copies, without a call for each level: they stand in one another as deep as a file says."""
        self._is_filling = True
        try:
            while self._waiting:
                made = self._waiting.pop()
                for name, held in [*vars(made).items()]:
                    own = self.copied(held)
                    if own is not held:
                        setattr(made, name, own)
                made._watch_held()
        finally:
            self._is_filling = False


def is_changeable(value: Any) -> bool:
    """Whether each instance needs a copy: a value that may be changed in place, or has a resource local to a scene."""
    if isinstance(value, (list, dict, set, deque, bytearray, np.ndarray)):
        return True
    if isinstance(value, tuple) and type(value) is tuple:
        return any(is_changeable(each) for each in value)
    return isinstance(value, Resource) and value._is_local()
