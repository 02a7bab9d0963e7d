"""What the properties of shapes are made with: setting what is there already is no change, as in Godot.

A change costs more than one of other resources: each body that has the shape gets it anew.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.core.export import kept_property

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.core.resource import Resource


def form_setting(
    name: str,
    default: Any,
    check: Callable[[Any, str, Any], Any],
    doc: str,
    *,
    range: tuple[float, ...] | None = None,
    unit: str = "",
) -> Any:
    """An exported property, kept in `_name` once it is set; see `kept_property`."""

    def keep(shape: Resource, attribute: str, value: Any) -> None:
        if value != getattr(shape, attribute, default):
            setattr(shape, attribute, value)
            shape.emit_changed()

    return kept_property(name, default, check, keep, doc, range=range, unit=unit)
