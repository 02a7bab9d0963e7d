"""Properties of records that call one of their methods when they are set."""

from __future__ import annotations

from operator import attrgetter
from typing import Any


def notifying(attribute: str, changed: str, doc: str) -> Any:
    """A property for the body of a class.

    Args:
        attribute: where it is kept; the class sets that first in its `__init__`.
        changed: the method that is called after each time it was set to something else, without arguments.
        doc: its text.
    """

    def keep(self: Any, value: Any) -> None:
        if getattr(self, attribute) != value:
            setattr(self, attribute, value)
            getattr(self, changed)()

    return property(attrgetter(attribute), keep, doc=doc)
