"""Resource: the base of what many nodes can share and a file can hold, such as images, fonts and curves."""

from __future__ import annotations

from typing import Any

from engine.core.export import exported
from engine.core.object import Object
from engine.core.property_checks import checked_str
from engine.core.registry import resource_types
from engine.core.signal import Signal


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


resource_types.register(Resource)
