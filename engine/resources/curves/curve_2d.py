"""Curve2D: a smooth path in the plane, for things that move along it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from engine.core.export import exported
from engine.core.property_checks import checked_finite
from engine.core.resource import Resource
from engine.math import Transform2D, Vector2
from engine.resources.curves.checks import refuse_empty
from engine.resources.curves.curve_path import CurvePath, bake_interval_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.resources.curves.curve_path import BakedLine


class Curve2D(CurvePath[Vector2], Resource):
    """A path through points, bent by handles; see `engine.resources.curves.curve_path`.

    >>> curve = Curve2D()
    >>> curve.add_point((0, 0))
    >>> curve.add_point((100, 0))
    >>> curve.sample_baked(25)
    Vector2(25.0, 0.0)
    """

    _vector: ClassVar[type[Any]] = Vector2

    bake_interval: float = bake_interval_of(5.0, "px", "pixels")

    def add_point(
        self,
        position: Sequence[float],
        in_: Sequence[float] = Vector2.ZERO,
        out: Sequence[float] = Vector2.ZERO,
        index: int = -1,
    ) -> None:
        """Add a point.

        Args:
            position: where it is, in pixels.
            in_: the handle that the curve before it is pulled by, an offset from the point.
            out: the same of the curve behind it.
            index: the number that the point gets; -1, or one beyond the end, for the last.

        Raises:
            InvalidTypeError, InvalidValueError: not vectors of finite numbers, or not a whole number.
        """
        self._add(position, in_, out, index)

    def tessellate_even_length(self, max_stages: int = 5, tolerance_length: float = 20.0) -> tuple[Vector2, ...]:
        """Points of the path that are about as far apart everywhere; none without points.

        Args:
            max_stages: how often the curve between two points is halved, at most; 0 to 16.
            tolerance_length: pixels between two of the points, at most, if the stages suffice.

        Raises:
            InvalidTypeError, InvalidValueError: arguments that cannot be.
        """
        return self._tessellated_evenly(max_stages, tolerance_length)

    def sample_baked_with_rotation(self, offset: float = 0.0, cubic: bool = False) -> Transform2D:
        """The place at a distance along the baked path, turned so that x looks along it; y is to its right.

        Args:
            offset: pixels from the start; what lies beyond an end is that end.
            cubic: whether to round the baked line at its points.

        Raises:
            InvalidValueError: there are no points, or `offset` is not finite.
        """
        points = self._points
        refuse_empty(self, "sample_baked_with_rotation", points)
        offset = checked_finite(self, "sample_baked_with_rotation(offset)", offset)
        if len(points) == 1:
            return Transform2D(0.0, points[0][0])
        line = self._line()
        at, part = line.find(offset)
        forward = _direction(line, at).slerp(_direction(line, at + 1), part).normalized() or Vector2(1.0, 0.0)
        return Transform2D(forward, Vector2(-forward.y, forward.x), self._point_of_line(at, part, cubic))

    @property
    @exported({"points": ()})
    def _data(self) -> dict[str, Any]:
        return {"points": self._point_rows()}

    @_data.setter
    def _data(self, data: Any) -> None:
        self._points = self._read_points(data)
        self._edited()


def _direction(line: BakedLine, at: int) -> Vector2:
    return Vector2(line.directions[at].tolist())
