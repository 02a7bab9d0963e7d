"""Gradient: colours along a line, and everything between them."""

from __future__ import annotations

from bisect import bisect_left
from enum import IntEnum
from typing import TYPE_CHECKING, Any

from engine.core.errors import InvalidTypeError, InvalidValueError
from engine.core.export import exported
from engine.core.property_checks import checked_choice, checked_color, checked_finite
from engine.core.resource import Resource
from engine.math import Color
from engine.math.interpolation import cubic_interpolate
from engine.math.oklab import linear_of_oklab, oklab_of_linear
from engine.math.value import is_in_order, shortened
from engine.resources.curves.checks import checked_index

if TYPE_CHECKING:
    from collections.abc import Sequence

_BLACK = Color(0.0, 0.0, 0.0, 1.0)
_WHITE = Color(1.0, 1.0, 1.0, 1.0)


class Gradient(Resource):
    """Points of colour at offsets, usually 0 to 1; a new one goes from black to white.

    Points are numbered by their offsets. `offsets` and `colors` give and take them in the order in which they were set,
    until a point is asked for or changed by number, or a colour is sampled.

    >>> Gradient().sample(0.25)
    Color(0.25, 0.25, 0.25, 1.0)
    """

    class InterpolationMode(IntEnum):
        """How colours change between two points; the numbers are Godot's."""

        LINEAR = 0
        CONSTANT = 1
        """Each point's colour up to the next point."""
        CUBIC = 2
        """Smoothly, also at the points."""

    class ColorSpace(IntEnum):
        """In which space colours are mixed; the numbers are Godot's."""

        SRGB = 0
        LINEAR_SRGB = 1
        """As light adds up."""
        OKLAB = 2
        """As eyes see it: halfway looks halfway."""

    _interpolation_mode = InterpolationMode.LINEAR
    _interpolation_color_space = ColorSpace.SRGB
    _sorted = True

    def __init__(self, **exported: Any) -> None:
        """From black to white, unless its properties are given: `Gradient(offsets=(0, 1), colors=("red", "blue"))`."""
        self._points: list[tuple[float, Color]] = [(0.0, _BLACK), (1.0, _WHITE)]
        super().__init__(**exported)

    @property
    @exported((0.0, 1.0))
    def offsets(self) -> tuple[float, ...]:
        """The offsets of all points. Setting more than there are adds black points, setting fewer takes the last away.

        Raises:
            InvalidTypeError, InvalidValueError: set to something else than finite numbers, one at least.
        """
        return tuple(offset for offset, _ in self._points)

    @offsets.setter
    def offsets(self, offsets: Sequence[float]) -> None:
        numbers = [checked_finite(self, "offsets", offset) for offset in self._several("offsets", offsets)]
        colors = [color for _, color in self._points] + [_BLACK] * (len(numbers) - len(self._points))
        self._set_points(list(zip(numbers, colors[: len(numbers)], strict=True)))

    @property
    @exported((_BLACK, _WHITE))
    def colors(self) -> tuple[Color, ...]:
        """The colours of all points. Setting more than there are adds points at 0, setting fewer takes the last away.

        Raises:
            InvalidTypeError, InvalidValueError: set to something else than finite colours, one at least.
        """
        return tuple(color for _, color in self._points)

    @colors.setter
    def colors(self, colors: Sequence[Sequence[float]]) -> None:
        checked = [checked_color(self, "colors", color) for color in self._several("colors", colors)]
        offsets = [offset for offset, _ in self._points] + [0.0] * (len(checked) - len(self._points))
        self._set_points(list(zip(offsets[: len(checked)], checked, strict=True)))

    @property
    @exported(InterpolationMode.LINEAR)
    def interpolation_mode(self) -> InterpolationMode:
        """How colours change between two points.

        Raises:
            InvalidValueError: set to something else.
        """
        return self._interpolation_mode

    @interpolation_mode.setter
    def interpolation_mode(self, mode: int) -> None:
        self._interpolation_mode = checked_choice(self, "interpolation_mode", mode, Gradient.InterpolationMode)
        self.emit_changed()

    @property
    @exported(ColorSpace.SRGB)
    def interpolation_color_space(self) -> ColorSpace:
        """In which space colours are mixed.

        Raises:
            InvalidValueError: set to something else.
        """
        return self._interpolation_color_space

    @interpolation_color_space.setter
    def interpolation_color_space(self, space: int) -> None:
        self._interpolation_color_space = checked_choice(self, "interpolation_color_space", space, Gradient.ColorSpace)
        self.emit_changed()

    def get_point_count(self) -> int:
        """How many points there are, 1 at least."""
        return len(self._points)

    def add_point(self, offset: float, color: Sequence[float]) -> None:
        """Add a point.

        Raises:
            InvalidTypeError, InvalidValueError: no finite number, or no finite colour.
        """
        point = (checked_finite(self, "add_point(offset)", offset), checked_color(self, "add_point(color)", color))
        self._set_points([*self._points, point])

    def remove_point(self, point: int) -> None:
        """Take a point away.

        Raises:
            InvalidValueError: there is no such point, or no other.
        """
        point = checked_index(self, "remove_point", point, self._points)
        if len(self._points) == 1:
            raise InvalidValueError(f"{self._where()}.remove_point: the last point cannot be removed")
        points = self._in_order()
        self._set_points(points[:point] + points[point + 1 :])

    def reverse(self) -> None:
        """Turn the gradient round: what was at offset x is at 1 - x."""
        self._set_points([(1.0 - offset, color) for offset, color in reversed(self._in_order())])

    def get_offset(self, point: int) -> float:
        """Where a point is.

        Raises:
            InvalidValueError: there is no such point.
        """
        return self._in_order()[checked_index(self, "get_offset", point, self._points)][0]

    def set_offset(self, point: int, offset: float) -> None:
        """Move a point; it gets the number that its place has.

        Raises:
            InvalidTypeError, InvalidValueError: there is no such point, or `offset` is no finite number.
        """
        point = checked_index(self, "set_offset", point, self._points)
        points = list(self._in_order())
        points[point] = (checked_finite(self, "set_offset", offset), points[point][1])
        self._set_points(points)

    def get_color(self, point: int) -> Color:
        """The colour of a point.

        Raises:
            InvalidValueError: there is no such point.
        """
        return self._in_order()[checked_index(self, "get_color", point, self._points)][1]

    def set_color(self, point: int, color: Sequence[float]) -> None:
        """Give a point another colour.

        Raises:
            InvalidTypeError, InvalidValueError: there is no such point, or `color` is no finite colour.
        """
        point = checked_index(self, "set_color", point, self._points)
        points = list(self._in_order())
        points[point] = (points[point][0], checked_color(self, "set_color", color))
        self._set_points(points)

    def sample(self, offset: float) -> Color:
        """The colour at an offset; beyond an end that of the last point there.

        Raises:
            InvalidTypeError, InvalidValueError: `offset` is no finite number.
        """
        offset = checked_finite(self, "sample(offset)", offset)
        points = self._in_order()
        behind = bisect_left(points, offset, key=lambda point: point[0])
        if behind == len(points):
            return points[-1][1]
        if behind == 0 or points[behind][0] == offset:
            return points[behind][1]
        start, first = points[behind - 1]
        end, second = points[behind]
        weight = (offset - start) / (end - start)
        if self._interpolation_mode is Gradient.InterpolationMode.CONSTANT:
            return first
        if self._interpolation_mode is Gradient.InterpolationMode.LINEAR:
            return self._from_space(self._to_space(first).lerp(self._to_space(second), weight))
        before, after = points[max(behind - 2, 0)][1], points[min(behind + 1, len(points) - 1)][1]
        channels = zip(*map(self._to_space, (first, second, before, after)), strict=True)
        return self._from_space(Color([cubic_interpolate(a, b, c, d, weight) for a, b, c, d in channels]))

    def _to_space(self, color: Color) -> Color:
        """A colour as what is mixed; in Oklab the three numbers stand in the place of red, green and blue."""
        if self._interpolation_color_space is Gradient.ColorSpace.SRGB:
            return color
        r, g, b, a = color.srgb_to_linear()
        return Color(*oklab_of_linear(r, g, b), a) if self._is_oklab() else Color(r, g, b, a)

    def _from_space(self, mixed: Color) -> Color:
        if self._interpolation_color_space is Gradient.ColorSpace.SRGB:
            return mixed
        r, g, b, a = mixed
        return (Color(*linear_of_oklab(r, g, b), a) if self._is_oklab() else mixed).linear_to_srgb()

    def _is_oklab(self) -> bool:
        return self._interpolation_color_space is Gradient.ColorSpace.OKLAB

    def _set_points(self, points: list[tuple[float, Color]]) -> None:
        self._points = points
        self._sorted = False
        self.emit_changed()

    def _in_order(self) -> list[tuple[float, Color]]:
        """The points by their offsets; those at one offset stay in their order."""
        if not self._sorted:
            self._points.sort(key=lambda point: point[0])
            self._sorted = True
        return self._points

    def _several(self, what: str, values: Any) -> list[Any]:
        if not is_in_order(values):
            raise InvalidTypeError(f"{self._where()}.{what} must be a sequence, got {shortened(values)}")
        several = list(values)
        if not several:
            raise InvalidValueError(f"{self._where()}.{what} must not be empty: a gradient has one point at least")
        return several
