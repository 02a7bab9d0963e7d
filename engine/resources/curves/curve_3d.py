"""Curve3D: a smooth path in space, for things that move along it, with up vectors and tilts."""

from __future__ import annotations

from math import acos, copysign
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from engine.core.errors import InvalidTypeError
from engine.core.export import exported
from engine.core.property_checks import checked_bool, checked_finite
from engine.core.resource import Resource
from engine.math import Basis, Transform3D, Vector3
from engine.math.interpolation import lerpf
from engine.math.value import shortened
from engine.resources.curves.checks import checked_index, refuse_empty
from engine.resources.curves.curve_path import CurvePath, bake_interval_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.resources.curves.curve_path import BakedLine

_UP = Vector3(0.0, 1.0, 0.0)
_AHEAD = Vector3(0.0, 0.0, -1.0)
_ALIGNED = 1.0 - 0.001  # the cosine of an angle up to which two directions are the same


class _Frames(NamedTuple):
    """Which way the baked points look, what is up there, and their tilts."""

    directions: list[Vector3]
    ups: tuple[Vector3, ...]
    tilts: tuple[float, ...]


class Curve3D(CurvePath[Vector3], Resource):
    """A path through points, bent by handles; see `engine.resources.curves.curve_path`.

    Each point has a tilt, by which what follows the path is rolled. Up vectors are carried along the path without
    rolling: from one point to the next they turn as little as the direction does. Where a path ends as it starts, they
    are twisted evenly so that they meet.
    """

    _vector: ClassVar[type[Any]] = Vector3
    _up_vector_enabled = True
    _frames: _Frames | None = None

    bake_interval: float = bake_interval_of(0.2, "m", "metres")

    def add_point(
        self,
        position: Sequence[float],
        in_: Sequence[float] = Vector3.ZERO,
        out: Sequence[float] = Vector3.ZERO,
        index: int = -1,
    ) -> None:
        """Add a point.

        Args:
            position: where it is, in metres.
            in_: the handle that the curve before it is pulled by, an offset from the point.
            out: the same of the curve behind it.
            index: the number that the point gets; -1, or one beyond the end, for the last.

        Raises:
            InvalidTypeError, InvalidValueError: not vectors of finite numbers, or not a whole number.
        """
        self._add(position, in_, out, index)

    @property
    @exported(False)
    def closed(self) -> bool:
        """Whether the path leads from its last point back to the first."""
        return self._closed

    @closed.setter
    def closed(self, closed: bool) -> None:
        closed = checked_bool(self, "closed", closed)
        if closed != self._closed:
            self._closed = closed
            self._edited()

    @property
    @exported(True)
    def up_vector_enabled(self) -> bool:
        """Whether up vectors are baked; otherwise up is the y axis everywhere."""
        return self._up_vector_enabled

    @up_vector_enabled.setter
    def up_vector_enabled(self, enable: bool) -> None:
        self._up_vector_enabled = checked_bool(self, "up_vector_enabled", enable)
        self._edited()

    def remove_point(self, idx: int) -> None:
        """Take a point away; a path of one point is not closed.

        Raises:
            InvalidValueError: there is no such point.
        """
        idx = checked_index(self, "remove_point", idx, self._points)
        if len(self._points) <= 2:
            self._closed = False
        super().remove_point(idx)

    def get_point_tilt(self, idx: int) -> float:
        """How far a point is rolled about the path, in radians.

        Raises:
            InvalidValueError: there is no such point.
        """
        return self._points[checked_index(self, "get_point_tilt", idx, self._points)][3]

    def set_point_tilt(self, idx: int, tilt: float) -> None:
        """Roll a point about the path, by radians; between points the tilt changes evenly.

        Raises:
            InvalidTypeError, InvalidValueError: there is no such point, or `tilt` is no finite number.
        """
        idx = checked_index(self, "set_point_tilt", idx, self._points)
        place, before, behind, _ = self._points[idx]
        self._set_point(idx, (place, before, behind, checked_finite(self, "set_point_tilt", tilt)))

    def tessellate_even_length(self, max_stages: int = 5, tolerance_length: float = 0.2) -> tuple[Vector3, ...]:
        """Points of the path that are about as far apart everywhere; none without points.

        Args:
            max_stages: how often the curve between two points is halved, at most; 0 to 16.
            tolerance_length: metres between two of the points, at most, if the stages suffice.

        Raises:
            InvalidTypeError, InvalidValueError: arguments that cannot be.
        """
        return self._tessellated_evenly(max_stages, tolerance_length)

    # --- the baked line

    def get_baked_tilts(self) -> tuple[float, ...]:
        """The tilts of the baked points, in radians; none without points."""
        tilts = tuple(point[3] for point in self._points)
        return tilts if len(tilts) < 2 else self._baked_frames().tilts

    def get_baked_up_vectors(self) -> tuple[Vector3, ...]:
        """The up vectors of the baked points, of length 1; none without points, or while they are turned off."""
        if not (self._points and self._up_vector_enabled):
            return ()
        if len(self._points) == 1:
            return (_UP,)
        return self._baked_frames().ups

    def sample_baked_up_vector(self, offset: float, apply_tilt: bool = False) -> Vector3:
        """The up vector at a distance along the baked path; the y axis while up vectors are turned off.

        Args:
            offset: metres from the start; what lies beyond an end is that end.
            apply_tilt: whether to roll it by the tilt there.

        Raises:
            InvalidValueError: there are no points, or `offset` is not finite.
        """
        points = self._points
        refuse_empty(self, "sample_baked_up_vector", points)
        offset = checked_finite(self, "sample_baked_up_vector(offset)", offset)
        if len(points) == 1 or not self._up_vector_enabled:
            return _UP
        return self._posture(*self._line().find(offset), apply_tilt).y

    def sample_baked_with_rotation(
        self, offset: float = 0.0, cubic: bool = False, apply_tilt: bool = False
    ) -> Transform3D:
        """The place at a distance along the baked path, turned so that -z looks along it and y is its up vector.

        Args:
            offset: metres from the start; what lies beyond an end is that end.
            cubic: whether to round the baked line at its points.
            apply_tilt: whether to roll it by the tilt there.

        Raises:
            InvalidValueError: there are no points, or `offset` is not finite.
        """
        points = self._points
        refuse_empty(self, "sample_baked_with_rotation", points)
        offset = checked_finite(self, "sample_baked_with_rotation(offset)", offset)
        if len(points) == 1:
            return Transform3D(Basis(), points[0][0])
        at, part = self._line().find(offset)
        return Transform3D(self._posture(at, part, apply_tilt), self._point_of_line(at, part, cubic))

    def _posture(self, at: int, part: float, apply_tilt: bool) -> Basis:
        frames = self._baked_frames()
        first, second = (_looking(frames.directions[each], frames.ups[each]) for each in (at, at + 1))
        posture = first.slerp(second, part).orthonormalized()
        if not apply_tilt:
            return posture
        return posture.rotated((-posture.z).normalized(), lerpf(frames.tilts[at], frames.tilts[at + 1], part))

    def _baked_frames(self) -> _Frames:
        """What goes with the baked line, of two points or more."""
        if self._frames is None:
            line = self._line()
            directions = _directions(line)
            ups = _carried_ups(line, directions) if self._up_vector_enabled else (_UP,) * len(directions)
            tilts = [point[3] for point in self._points]
            which, where = (each.tolist() for each in line.places)
            ends = [tilts[(curve + 1) % len(tilts)] for curve in which]
            baked = (lerpf(tilts[curve], end, part) for curve, end, part in zip(which, ends, where, strict=True))
            self._frames = _Frames(directions, ups, tuple(baked))
        return self._frames

    def _edited(self) -> None:
        self._frames = None
        super()._edited()

    @property
    @exported({"points": (), "tilts": ()})
    def _data(self) -> dict[str, Any]:
        return {"points": self._point_rows(), "tilts": tuple(point[3] for point in self._points)}

    @_data.setter
    def _data(self, data: Any) -> None:
        points = self._read_points(data)
        tilts: Sequence[float] | None = data.get("tilts")
        if tilts is None or isinstance(tilts, str) or not hasattr(tilts, "__len__") or len(tilts) != len(points):
            raise InvalidTypeError(
                f'{self._where()}._data must have as many "tilts" as points, got {shortened(data, 200)}'
            )
        checked = [checked_finite(self, "_data", tilt) for tilt in tilts]
        self._points = [(*point[:3], tilt) for point, tilt in zip(points, checked, strict=True)]
        self._edited()


def _directions(line: BakedLine) -> list[Vector3]:
    """The directions of the baked points; where the path stands still, the last one that it had, or will have."""
    rows = list(map(Vector3, line.directions.tolist()))
    last = next(filter(None, rows), _AHEAD)
    for at, row in enumerate(rows):
        last = rows[at] = row or last
    return rows


def _looking(direction: Vector3, up: Vector3) -> Basis:
    """A basis that looks along `direction`; where that is up itself, with the x axis for up."""
    return Basis.looking_at(direction, Vector3(1.0, 0.0, 0.0) if abs(direction.dot(up)) > _ALIGNED else up)


def _carried_ups(line: BakedLine, directions: list[Vector3]) -> tuple[Vector3, ...]:
    """The up vectors of the baked points: the first by the y axis, each next turned as its direction is turned."""
    frame = _looking(directions[0], _UP)
    ups = [frame.y]
    for direction in directions[1:]:
        frame = _aligned(frame, direction)
        ups.append(frame.y)
    is_loop = line.vectors[0].is_equal_approx(line.vectors[-1]) and directions[0].dot(directions[-1]) >= _ALIGNED
    return _twisted(line, directions, ups) if is_loop and line.length else tuple(ups)


def _aligned(frame: Basis, direction: Vector3) -> Basis:
    """A frame turned the shortest way so that it looks along `direction`; not where that is straight behind."""
    ahead = -frame.z
    axis = ahead.cross(direction)
    if axis.length() == 0.0:
        return frame
    turned = frame.rotated(axis.normalized(), acos(min(max(ahead.dot(direction), -1.0), 1.0)))
    return turned.orthonormalized()


def _twisted(line: BakedLine, directions: list[Vector3], ups: list[Vector3]) -> tuple[Vector3, ...]:
    """The up vectors of a path that ends as it starts, twisted more and more until the last is the first."""
    first, last = ups[0], ups[-1]
    angle = acos(min(max(last.dot(first), -1.0), 1.0))
    way = copysign(1.0, last.cross(first).dot(directions[0]))
    return tuple(
        up.rotated(direction, way * angle * distance / line.length)
        for up, direction, distance in zip(ups, directions, line.distances, strict=True)
    )
