"""Resource: the base of what many nodes can share and a file can hold, such as images, fonts and curves."""

from __future__ import annotations

from copy import copy
from typing import Any, Self

from engine.core.export import exported
from engine.core.object import Object
from engine.core.property_checks import checked_str
from engine.core.registry import resource_types
from engine.core.signal import Signal
from engine.core.value_copy import ValueCopier


class Resource(Object):
    """Data with a revision, so that whoever has worked something out of it knows when that is out of date.

    Nobody frees a resource; it goes when the last reference does. Signals therefore hold its methods weakly.
    Subclasses are registered by their class name, so that scene files can name them.
    """

    changed: Signal[()] = Signal[()]()
    """Emitted after every change of the data, with the new `revision` in place."""

    resource_path: str = ""
    """The file that it was loaded from; "" for one made in code."""

    _held_by_signals = False
    _compared = False
    """Whether a snapshot of a tree only compares the revision, for data too large to be copied each time."""
    _revision: int = 0
    _resource_name: str = ""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        resource_types.register(cls)

    @property
    @exported("")
    def resource_name(self) -> str:
        """A name for people; "", the default, for none.

        Raises:
            InvalidTypeError: set to something else than a str.
        """
        return self._resource_name

    @resource_name.setter
    def resource_name(self, resource_name: str) -> None:
        self._resource_name = checked_str(self, "resource_name", resource_name)
        self.emit_changed()

    @property
    def revision(self) -> int:
        """How many changes there were; the same revision means the same data."""
        return self._revision

    def emit_changed(self) -> None:
        """Count the revision up and emit `changed`; subclasses and users call it after they changed the data."""
        self._revision += 1
        self.changed.emit()

    def duplicate(self, subresources: bool = False) -> Self:
        """Another resource with the same data; its lists, dicts and arrays are its own.

        The constructor is not called. Nobody is connected to the duplicate, it comes from no file, and its revision
        counts from 0.

        Args:
            subresources: whether the resources that it holds are duplicated as well, and those that they hold; one that
                stands in several places once. Otherwise the duplicate holds the same ones.
        """
        return self._duplicated({} if subresources else None)

    def _duplicated(self, done: dict[Resource, Resource] | None) -> Self:
        """The duplicate; with `done`, the duplicates made so far, also of the resources inside."""
        made = copy(self)
        if done is not None:
            done[self] = made

        def replace(value: Object) -> Object:
            if done is None or not isinstance(value, Resource):
                return value
            return done[value] if value in done else value._duplicated(done)

        state = vars(made)
        for left in ("resource_path", "_revision"):
            state.pop(left, None)
        copier = ValueCopier(replace)
        for name, value in [*state.items(), *_slots(made)]:
            kept = copier.copied(value)
            if kept is not value:
                object.__setattr__(made, name, kept)
        return made


def _slots(resource: Resource) -> list[tuple[str, Any]]:
    """What stands in the slots of a resource."""
    names = [name for cls in type(resource).__mro__ for name in _declared(cls)]
    return [(name, getattr(resource, name)) for name in names if hasattr(resource, name)]


def _declared(cls: type) -> tuple[str, ...]:
    slots = vars(cls).get("__slots__", ())
    return tuple(name for name in ((slots,) if isinstance(slots, str) else slots) if not name.startswith("__"))


resource_types.register(Resource)
