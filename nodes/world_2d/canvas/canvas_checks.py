"""Checks of what canvas items are given: each returns the value in plain form, or raises before anything changed.

`item` and `what` are where the text of an error begins: the node's path, and the property or argument.
"""

from __future__ import annotations

from math import isfinite
from operator import index
from typing import TYPE_CHECKING, NoReturn, TypeVar

from engine.core.errors import InvalidTypeError, InvalidValueError
from engine.core.property_checks import checked_between, checked_color, checked_finite, checked_real
from engine.math import Color, Vector2, triangulate_polygon
from engine.resources import Texture2D
from engine.resources.shading.material import Material

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from engine.core.property_checks import Located
    from engine.core.resource import Resource
    from engine.math.color import ColorLike

    R = TypeVar("R", bound=Resource)
    Pair = tuple[float, float]

WHITE = Color(1.0, 1.0, 1.0, 1.0)
ALL_LAYERS = 2**32 - 1
_NOT_IN_ORDER = (str, bytes, set, frozenset, dict)


def checked_points(item: Located, what: str, points: Iterable[Sequence[float]], least: int = 0) -> list[Pair]:
    """At least `least` finite points, as pairs of floats.

    Raises:
        InvalidTypeError: not points.
        InvalidValueError: not finite, or too few.
    """
    if isinstance(points, _NOT_IN_ORDER):
        _refuse(item, what, "be points (x, y) in order", f"got {points!r}")
    try:
        pairs = [(x + 0.0, y + 0.0) for x, y in points]
        total = sum([x + y for x, y in pairs])
    except (TypeError, ValueError, OverflowError) as error:
        _refuse(item, what, "be points (x, y)", error)
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


def checked_radius(item: Located, what: str, value: float) -> float:
    """A finite number of 0 or more; errors as `checked_finite`, and InvalidValueError below 0."""
    radius = checked_finite(item, what, value)
    if radius < 0:
        raise InvalidValueError(f"{item._where()}.{what} must be 0 or more, got {value!r}")
    return radius


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
        raise InvalidValueError(f"{item._where()}.{what} must be a whole number from {least} to {most}, got {value!r}")
    return count


def checked_texture(item: Located, what: str, texture: Texture2D) -> Texture2D:
    """A texture.

    Raises:
        InvalidTypeError: anything else.
    """
    if not isinstance(texture, Texture2D):
        raise InvalidTypeError(
            f"{item._where()}.{what} must be a Texture2D, got {texture!r}; load() one, or wrap an Image: "
            "ImageTexture(image)"
        )
    return texture


def checked_layers(item: Located, what: str, value: int) -> int:
    """A bit for each of 32 layers; of a negative number those that 32 bits have of it, so that -1 is all of them.

    Raises:
        InvalidTypeError: not a whole number.
        InvalidValueError: of more bits.
    """
    if type(value) is int and -(1 << 31) <= value < 0:
        return value & ALL_LAYERS
    return checked_between(item, what, value, 0, ALL_LAYERS)


def checked_colors(item: Located, what: str, colors: Iterable[ColorLike]) -> tuple[Color, ...]:
    """Finite colours in order.

    Raises:
        InvalidTypeError: no sequence, or of something else than colours.
        InvalidValueError: not finite.
    """
    if isinstance(colors, _NOT_IN_ORDER) or not hasattr(colors, "__iter__"):
        _refuse(item, what, "be colours in order", f"got {colors!r:.80}")
    return tuple(checked_color(item, what, color) for color in colors)


def checked_resource(item: Located, what: str, resource: R | None, kind: type[R]) -> R | None:
    """A resource of that kind, or None.

    Raises:
        InvalidTypeError: anything else.
    """
    if resource is not None and not isinstance(resource, kind):
        raise InvalidTypeError(f"{item._where()}.{what} must be a {kind.__name__} or None, got {resource!r}")
    return resource


def checked_material(item: Located, what: str, material: Material | None) -> Material | None:
    """A material, or None.

    Raises:
        InvalidTypeError: anything else.
    """
    if material is not None and not isinstance(material, Material):
        raise InvalidTypeError(f"{item._where()}.{what} must be a Material or None, got {material!r}")
    return material


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


def _refuse(item: Located, what: str, wanted: str, error: Exception | str) -> NoReturn:
    raise InvalidTypeError(f"{item._where()}.{what} must {wanted}: {error}") from None
