"""Properties of canvas items that draw the item anew when they are set; how node classes declare them.

Each is kept in the attribute of its name with an underscore before it: `_kept_in` says so.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.core.export import exported
from engine.core.property_checks import checked_bool, checked_numbers
from engine.math import Vector2

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    class PairProperty:
        """How a property that is a vector is annotated: it may be set to any two numbers."""

        def __get__(self, item: object, owner: type | None = None) -> Vector2: ...
        def __set__(self, item: object, value: Sequence[float]) -> None: ...


def redrawn_property(
    name: str, default: Any, check: Callable[[Any, str, Any], Any], doc: str, *, unit: str = ""
) -> Any:
    """An exported property; stands in the body of a node class, beside `_name = default`.

    Its annotation says what may be set, too; where that is more than what it gives, write the property out.

    Args:
        name: what it is called there.
        default: what nodes have until it is set.
        check: called with the node, `name` and each value that is set; returns what to keep, or raises.
        doc: its text.
        unit: of the value, such as "px".
    """
    attribute = f"_{name}"

    @exported(default, unit=unit)
    def get(self: Any) -> Any:
        return getattr(self, attribute)

    def set_checked(self: Any, value: Any) -> None:
        setattr(self, attribute, check(self, name, value))
        self.queue_redraw()

    return property(get, set_checked, doc=doc)


def redrawn_switch(name: str, default: bool, doc: str) -> Any:
    """A `redrawn_property` that is True or False."""
    return redrawn_property(name, default, checked_bool, doc)


def redrawn_offset(name: str, doc: str) -> Any:
    """A `redrawn_property` that is a pair of pixels, (0, 0) by default; annotated as a PairProperty."""
    return redrawn_property(name, Vector2.ZERO, _checked_pair, doc, unit="px")


def _checked_pair(item: Any, what: str, value: Any) -> Vector2:
    return Vector2(checked_numbers(item, what, value, 2))
