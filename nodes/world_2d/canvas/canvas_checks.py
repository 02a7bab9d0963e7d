"""Checks of what canvas items are given: each returns the value in plain form, or raises before anything changed.

`item` and `what` are where the text of an error begins: the node's path, and the property or argument.
"""

from __future__ import annotations

from importlib import import_module
from math import isfinite
from operator import index
from typing import TYPE_CHECKING, Any, NoReturn, cast

from engine.core.errors import InvalidTypeError, InvalidValueError
from engine.core.property_checks import (
    checked_color,
    checked_or_none,
    checked_real,
)
from engine.core.resource import Resource
from engine.math import Color, Vector2, triangulate_polygon
from engine.math.value import is_in_order, shortened
from engine.resources import Texture2D

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from engine.core.property_checks import Located
    from engine.math.color import ColorLike
    from engine.resources.style_boxes.style_box import StyleBox

    Pair = tuple[float, float]

WHITE = Color(1.0, 1.0, 1.0, 1.0)
_TO_TEXTURE = "load() one, or wrap an Image: ImageTexture(image)"
_NOT_IN_ORDER = (str, bytes, set, frozenset, dict)


def checked_points(item: Located, what: str, points: Iterable[Sequence[float]], least: int = 0) -> list[Pair]:
    """At least `least` finite points, as pairs of floats.

    Raises:
        InvalidTypeError: not points.
        InvalidValueError: not finite, or too few.
    """
    if isinstance(points, _NOT_IN_ORDER):
        _refuse(item, what, "be points (x, y) in order", points)
    try:
        pairs = [(x + 0.0, y + 0.0) for x, y in points]
        total = sum([x + y for x, y in pairs])
    except (TypeError, ValueError, OverflowError):
        _refuse(item, what, "be points (x, y)", points)
    if pairs and not isinstance(total, float):  # numpy's float32; or no numbers: complex ones, arrays of one
        pairs = [(checked_real(item, what, x), checked_real(item, what, y)) for x, y in pairs]
        total = sum([x + y for x, y in pairs])
    if total - total:  # not a number, for what is not finite
        for pair in pairs:
            if not (isfinite(pair[0]) and isfinite(pair[1])):
                raise InvalidValueError(f"{item._where()}.{what} must be finite, got {pair}")
    if len(pairs) < least:
        raise InvalidValueError(f"{item._where()}.{what} takes at least {least} points, got {len(pairs)}")
    return pairs


def checked_vectors(item: Located, what: str, points: Iterable[Sequence[float]]) -> tuple[Vector2, ...]:
    """Finite points, as vectors; errors as `checked_points`."""
    return tuple(Vector2(x, y) for x, y in checked_points(item, what, points))


def checked_count(item: Located, what: str, value: int, least: int, most: int) -> int:
    """A whole number from `least` to `most`.

    Raises:
        InvalidValueError: anything else.
    """
    try:
        count = index(value) + 0  # numpy's integers become plain ones
    except TypeError:
        count = least - 1
    if not least <= count <= most:
        raise InvalidValueError(
            f"{item._where()}.{what} must be a whole number from {least} to {most}, got {shortened(value)}"
        )
    return count


def checked_texture(item: Located, what: str, texture: Texture2D) -> Texture2D:
    """A texture.

    Raises:
        InvalidTypeError: anything else.
    """
    if not isinstance(texture, Texture2D):
        advice = import_module("engine.core.kind_advice").advice_on(texture, "Texture2D") or _TO_TEXTURE
        raise InvalidTypeError(f"{item._where()}.{what} must be a Texture2D, got {shortened(texture)}; {advice}")
    return texture


def checked_texture_or_none(item: Located, what: str, texture: Any) -> Texture2D | None:
    """A texture, or None; errors as `checked_or_none`."""
    return checked_or_none(item, what, texture, Texture2D, _TO_TEXTURE)


def checked_style_box(item: Located, what: str, style_box: object) -> StyleBox:
    """A style box, known by what it can do: importing the class would cost every game that draws anything.

    Raises:
        InvalidTypeError: anything else.
    """
    if not isinstance(style_box, Resource) or not hasattr(style_box, "_style_margin"):
        raise InvalidTypeError(
            f"{item._where()}.{what} must be a StyleBox, such as a StyleBoxFlat, got {shortened(style_box)}"
        )
    return cast("StyleBox", style_box)


def checked_colors(item: Located, what: str, colors: Iterable[ColorLike]) -> tuple[Color, ...]:
    """Finite colours in order.

    Raises:
        InvalidTypeError: no sequence, or of something else than colours.
        InvalidValueError: not finite.
    """
    if not is_in_order(colors):
        _refuse(item, what, "be colours in order", colors)
    return tuple(checked_color(item, what, color) for color in colors)


def triangulated(item: Located, what: str, outline: Sequence[Sequence[float]]) -> list[int]:
    """The triangles of a polygon, three indices each; none for one without area.

    Raises:
        InvalidValueError: its outline crosses itself.
    """
    if len(outline) == 3:
        return [0, 1, 2] if _has_area(outline) else []
    if len(outline) == 4 and _is_convex(outline):
        return [0, 1, 2, 0, 2, 3]
    indices = triangulate_polygon(outline)
    if not indices and _has_area(outline):
        raise InvalidValueError(
            f"{item._where()}.{what}: the outline of these {len(outline)} points crosses itself; "
            "draw it as several polygons"
        )
    return indices


def _is_convex(outline: Sequence[Sequence[float]]) -> bool:
    """Whether four corners all turn the same way."""
    turns = []
    for (ax, ay), (bx, by), (cx, cy) in zip(
        outline, (*outline[1:], outline[0]), (*outline[2:], *outline[:2]), strict=True
    ):
        turns.append((bx - ax) * (cy - by) - (by - ay) * (cx - bx))
    return min(turns) > 0 or max(turns) < 0


def _has_area(outline: Sequence[Sequence[float]]) -> bool:
    """Whether an outline encloses more than rounding makes of a flat one."""
    twice = 0.0
    terms = 0.0
    for (ax, ay), (bx, by) in zip(outline, (*outline[1:], outline[0]), strict=True):
        twice += ax * by - bx * ay
        terms += abs(ax * by) + abs(bx * ay)
    return abs(twice) > terms * 1e-9


def _refuse(item: Located, what: str, wanted: str, value: object) -> NoReturn:
    raise InvalidTypeError(f"{item._where()}.{what} must {wanted}, got {shortened(value)}") from None
