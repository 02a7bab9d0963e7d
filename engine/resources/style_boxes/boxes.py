"""Rectangles (x, y, width, height) that style boxes work with, and properties that are one of four values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from engine.core.export import kept_property

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from engine.core.resource import Resource

T = TypeVar("T")
Box = tuple[float, float, float, float]
"""x, y, width, height; pixels."""
Sides = tuple[float, float, float, float]
"""A value for each side, by its number: left, top, right, bottom."""

FARTHEST = 1e30
"""The largest number that is drawn with, so that none overflows; as far as anything is drawn at all."""

INT_LIMITS = (-(2**31), 2**31 - 1)
"""The whole numbers that Godot's properties hold."""


def bounded(values: Iterable[float]) -> tuple[Any, ...]:
    """The values, brought to -FARTHEST to FARTHEST."""
    return tuple([max(-FARTHEST, min(value, FARTHEST)) for value in values])


def grown(box: Sequence[float], sides: Sequence[float], by: float = 1.0) -> Box:
    """A box whose sides are moved outwards, each by its value times `by`."""
    x, y, width, height = box
    left, top, right, bottom = sides
    return x - left * by, y - top * by, width + (left + right) * by, height + (top + bottom) * by


def setting_of_four(
    name: str, attribute: str, at: int, default: Any, check: Callable[[Any, str, Any], Any], doc: str
) -> Any:
    """An exported property in pixels that is one of the four values in a tuple, which methods reach by number.

    Args:
        name: what it is called.
        attribute: where the tuple is kept; a class attribute has the default.
        at: which of the four it is.
        default: what it is in a new resource.
        check: called with the resource, `name` and each value that is set; returns what to keep, or raises.
        doc: its text.
    """

    def read(self: Resource) -> Any:
        return getattr(self, attribute)[at]

    def keep(self: Resource, _: str, value: Any) -> None:
        setattr(self, attribute, with_one(getattr(self, attribute), at, value))
        self.emit_changed()

    return kept_property(name, default, check, keep, doc, read=read, unit="px")


def with_one(four: tuple[T, T, T, T], at: int, value: T) -> tuple[T, T, T, T]:
    """The four values with another one in one place."""
    a, b, c, d = [value if place == at else kept for place, kept in enumerate(four)]
    return a, b, c, d
