"""What properties of resources are made with: each new value is checked, kept, and tells of the change."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.core.export import kept_property
from engine.core.property_checks import between, checked_numbers, checked_or_none
from engine.core.resource import Resource
from engine.resources.images.image import MAX_SIDE, check_size

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.math import AABB, Rect2, Vector2, Vector3


def setting(
    name: str,
    default: Any,
    check: Callable[[Any, str, Any], Any],
    doc: str,
    *,
    range: tuple[float, ...] | None = None,
    unit: str = "",
    tells_equal: bool = True,
) -> Any:
    """An exported property, kept in `_name` once it is set; see `kept_property`.

    Without `tells_equal`, setting what is there already is no change: for shapes, whose bodies all get them anew.
    """

    def keep_what_differs(resource: Resource, attribute: str, value: Any) -> None:
        if value != getattr(resource, attribute, default):
            _keep(resource, attribute, value)

    keep = _keep if tells_equal else keep_what_differs
    return kept_property(name, default, check, keep, doc, range=range, unit=unit)


def held(name: str, kind: type[Resource], doc: str) -> Any:
    """An exported property that holds a resource of that kind, or None, the default.

    The class names `_name` in `_holds`, so that changes of the one are changes of the other.
    """
    return kept_property(
        name, None, lambda item, what, value: checked_or_none(item, what, value, kind), Resource._set_held, doc
    )


def sequence_setting(name: str, default: Vector2 | Vector3 | Rect2 | AABB, doc: str, *, unit: str = "") -> Any:
    """A `setting` of that vector or rectangle or box; annotated as a SequenceProperty.

    It takes any sequence of as many finite numbers.
    """
    kind: Any = type(default)
    count = len(default)
    return setting(
        name, default, lambda item, what, value: kind(checked_numbers(item, what, value, count)), doc, unit=unit
    )


a_side = between(1, MAX_SIDE)
"""The check of a width or height in pixels, 1 to 16384."""


def side_of_picture(other: str) -> Callable[[Any, str, Any], int]:
    """The check of a width or height beside which there is the one called `other`: a picture of both may be made."""

    def checked(item: Any, what: str, value: Any) -> int:
        side = a_side(item, what, value)
        check_size(f"{item._where()}.{what}", side, getattr(item, other))
        return side

    return checked


def _keep(resource: Resource, attribute: str, value: Any) -> None:
    setattr(resource, attribute, value)
    resource.emit_changed()
