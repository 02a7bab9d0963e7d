"""What properties of resources are made with: each new value is checked, kept, and tells of the change."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.core.errors import InvalidTypeError
from engine.core.export import exported
from engine.core.property_checks import checked_between, checked_choice, checked_numbers
from engine.math import AABB
from engine.resources.images.image import MAX_SIDE, check_size

if TYPE_CHECKING:
    from collections.abc import Callable
    from enum import IntEnum

    from engine.core.resource import Resource


def setting(name: str, default: Any, check: Callable[[Any, str, Any], Any], doc: str, *, unit: str = "") -> Any:
    """An exported property, kept in `_name` once it is set.

    Args:
        name: what it is called.
        default: what resources have until it is set.
        check: called with the resource, `name` and each value that is set; returns what to keep, or raises.
        doc: its text.
        unit: as in `exported`.
    """
    attribute = f"_{name}"

    @exported(default, unit=unit)
    def get(self: Resource) -> Any:
        return getattr(self, attribute, default)

    def set_checked(self: Resource, value: Any) -> None:
        setattr(self, attribute, check(self, name, value))
        self.emit_changed()

    return property(get, set_checked, doc=doc)


def held(name: str, kind: type[Resource], doc: str) -> Any:
    """An exported property that holds a resource of that kind, or None, the default.

    The class names `_name` in `_holds`, so that changes of the one are changes of the other.
    """
    attribute = f"_{name}"

    @exported(None)
    def get(self: Resource) -> Any:
        return getattr(self, attribute)

    def set_checked(self: Resource, value: Any) -> None:
        if value is not None and not isinstance(value, kind):
            raise InvalidTypeError(f"{self._where()}.{name} must be a {kind.__name__} or None, got {value!r}")
        self._set_held(attribute, value)

    return property(get, set_checked, doc=doc)


def one_of(choices: type[IntEnum]) -> Callable[[Any, str, Any], Any]:
    """The check of a property that is one of `choices`."""
    return lambda item, what, value: checked_choice(item, what, value, choices)


def between(least: int, most: int) -> Callable[[Any, str, Any], int]:
    """The check of a whole number from `least` to `most`."""
    return lambda item, what, value: checked_between(item, what, value, least, most)


a_side = between(1, MAX_SIDE)
"""The check of a width or height in pixels, 1 to 16384."""


def side_of_picture(other: str) -> Callable[[Any, str, Any], int]:
    """The check of a width or height beside which there is the one called `other`: a picture of both may be made."""

    def checked(item: Any, what: str, value: Any) -> int:
        side = a_side(item, what, value)
        check_size(f"{item._where()}.{what}", side, getattr(item, other))
        return side

    return checked


def box_setting(name: str, doc: str) -> Any:
    """An exported property of an AABB; zeros, the default, stand for none."""
    return setting(name, AABB(), lambda item, what, value: AABB(checked_numbers(item, what, value, 6)), doc)
