"""The forms of a rotation, each made of another, on plain tuples: axis and angle, quaternion, matrix, Euler angles.

Layout of a basis: the flat tuple of its columns; of a quaternion: (x, y, z, w). Lengths are taken so that neither the
smallest nor the largest floats fail: what is too long or too short to be squared is first multiplied by a power of
two, which changes no digit.
"""

from __future__ import annotations

from math import cos, frexp, hypot, isfinite, ldexp, sin, sqrt

from engine.math.errors import DivisionByZeroError, MathValueError
from engine.math.euler import Columns, Components
from engine.math.scalars import LENGTH_TOLERANCE

Triple = tuple[float, float, float]

_SHORT = 1e-140  # squares and products of lengths between these two are neither denormal nor infinite
_LONG = 1e140


def unit(x: float, y: float, z: float) -> Triple | None:
    """The vector of the same direction with length 1; None for a vector of zeros, or with an infinity or NaN."""
    length = hypot(x, y, z)
    if not _SHORT < length < _LONG:
        scaled = balanced(x, y, z)
        if scaled is None:
            return None
        x, y, z = scaled
        length = hypot(x, y, z)
    return (x / length, y / length, z / length)


def balanced(*parts: float) -> tuple[float, ...] | None:
    """Numbers multiplied by the power of two that brings the largest below 1; None if all are 0, or one not finite."""
    if not all(map(isfinite, parts)):
        return None
    largest = max(map(abs, parts))
    if largest == 0.0:
        return None
    exponent = -frexp(largest)[1]
    return tuple(ldexp(part, exponent) for part in parts)


def checked_axis(axis: Triple, where: str) -> Triple:
    """The axis of a turn, made exactly 1 long.

    Raises:
        MathValueError: its length is not 1 within 0.0005; `where` begins the text.
    """
    x, y, z = axis
    if not abs(x * x + y * y + z * z - 1.0) < LENGTH_TOLERANCE:
        advice = "a zero axis has no direction" if x == y == z == 0.0 else "use axis.normalized()"
        raise MathValueError(f"{where}: the axis must have length 1, got {(x, y, z)!r}; {advice}")
    length = hypot(x, y, z)
    return (x / length, y / length, z / length)


def quaternion_of_axis_angle(axis: Triple, angle: float, where: str) -> Components:
    """The quaternion that turns about `axis` by `angle`, in radians.

    Raises:
        MathValueError: the axis does not have length 1, or the angle is not finite; `where` begins the text.
    """
    x, y, z = checked_axis(axis, where)
    half = checked_angle(angle, where) * 0.5
    s = sin(half)
    return (x * s, y * s, z * s, cos(half))


def rotation_of_axis_angle(axis: Triple, angle: float, where: str) -> Columns:
    """The matrix that turns about `axis` by `angle`, in radians.

    Raises:
        MathValueError: the axis does not have length 1, or the angle is not finite; `where` begins the text.
    """
    x, y, z = checked_axis(axis, where)
    angle = checked_angle(angle, where)
    c, s = cos(angle), sin(angle)
    t = 1.0 - c
    xy, xz, yz = x * y * t, x * z * t, y * z * t
    xs, ys, zs = x * s, y * s, z * s
    xx, yy, zz = x * x, y * y, z * z
    return (
        xx + c * (1.0 - xx),
        xy + zs,
        xz - ys,
        xy - zs,
        yy + c * (1.0 - yy),
        yz + xs,
        xz + ys,
        yz - xs,
        zz + c * (1.0 - zz),
    )


def checked_angle(angle: float, where: str) -> float:
    """Return an angle that is finite.

    Raises:
        MathValueError: it is infinite or NaN; `where` begins the text.
    """
    if not isfinite(angle):
        raise MathValueError(f"{where}: the angle must be finite, got {angle!r}")
    return angle


def rotation_of_quaternion(quaternion: Components, where: str) -> Columns:
    """The matrix that turns as a quaternion does, whatever its length.

    Raises:
        DivisionByZeroError: all components are 0.
        MathValueError: a component is infinite or NaN; `where` begins the text.
    """
    x, y, z, w = quaternion
    length_squared = x * x + y * y + z * z + w * w
    if not 1e-280 < length_squared < 1e280:
        x, y, z, w = rescaled_quaternion(quaternion, where)
        length_squared = x * x + y * y + z * z + w * w
    s = 2.0 / length_squared
    xs, ys, zs = x * s, y * s, z * s
    wx, wy, wz = w * xs, w * ys, w * zs
    xx, xy, xz = x * xs, x * ys, x * zs
    yy, yz, zz = y * ys, y * zs, z * zs
    return (1.0 - (yy + zz), xy + wz, xz - wy, xy - wz, 1.0 - (xx + zz), yz + wx, xz + wy, yz - wx, 1.0 - (xx + yy))


def rescaled_quaternion(quaternion: Components, where: str) -> Components:
    """A quaternion of the same direction whose components can be squared.

    Raises:
        DivisionByZeroError: all components are 0.
        MathValueError: a component is infinite or NaN; `where` begins the text.
    """
    scaled = balanced(*quaternion)
    if scaled is None:
        if any(quaternion):
            raise MathValueError(f"{where}: the components must be finite, got {quaternion!r}")
        raise DivisionByZeroError(f"{where}: a quaternion of zeros turns nowhere; the identity is (0, 0, 0, 1)")
    return scaled  # type: ignore[return-value]


def quaternion_of_rotation(rotation: Columns) -> Components:
    """The quaternion of a rotation matrix; of the two, the one whose w, or else largest component, is positive."""
    xx, xy, xz, yx, yy, yz, zx, zy, zz = rotation
    trace = xx + yy + zz
    if trace > 0.0:
        s = sqrt(trace + 1.0)
        half = 0.5 / s
        return ((yz - zy) * half, (zx - xz) * half, (xy - yx) * half, s * 0.5)
    if xx >= yy and xx >= zz:
        s = sqrt(xx - yy - zz + 1.0)
        half = 0.5 / s
        return (s * 0.5, (yx + xy) * half, (zx + xz) * half, (yz - zy) * half)
    if yy >= zz:
        s = sqrt(yy - zz - xx + 1.0)
        half = 0.5 / s
        return ((xy + yx) * half, s * 0.5, (zy + yz) * half, (zx - xz) * half)
    s = sqrt(zz - xx - yy + 1.0)
    half = 0.5 / s
    return ((xz + zx) * half, (yz + zy) * half, s * 0.5, (xy - yx) * half)


def orthonormal(basis: Columns) -> Columns | None:
    """The axes made 1 long and perpendicular, x keeping its direction and y its plane with x; handedness is kept.

    None where that is undefined: an axis of length 0, or three axes in one plane, or a component not finite.
    """
    x, y, z = unit(*basis[:3]), unit(*basis[3:6]), unit(*basis[6:])
    if x is None or y is None or z is None:
        return None
    y = perpendicular_part(y, x)
    if y is None:
        return None
    third = cross(x, y)
    side = third[0] * z[0] + third[1] * z[1] + third[2] * z[2]
    if abs(side) < IN_PLANE:
        return None
    return (x + y + third) if side > 0.0 else (x + y + (-third[0], -third[1], -third[2]))


IN_PLANE = 1e-14
"""Below this sine, a direction computed from floats cannot be told from one inside the line or plane."""


def rotation_part(basis: Columns, where: str) -> Columns:
    """The rotation of a basis that turns after it scales; a mirror image is taken for one in all three axes.

    Axes that have no length, or lie in the plane of the ones before them, are completed to a right-handed whole, so
    that something scaled to nothing is still turned somehow.

    Raises:
        MathValueError: a component is infinite or NaN; `where` begins the text.
    """
    axes = orthonormal(basis)
    if axes is None:
        if not all(map(isfinite, basis)):
            raise MathValueError(f"{where}: the basis must be finite, got {basis!r}")
        axes = _completed(basis)
    a = cross(axes[:3], axes[3:6])
    if a[0] * axes[6] + a[1] * axes[7] + a[2] * axes[8] < 0.0:
        return tuple([-part for part in axes])  # type: ignore[return-value]
    return axes


def _completed(basis: Columns) -> Columns:
    axes = [unit(*basis[:3]), unit(*basis[3:6]), unit(*basis[6:])]
    for index, axis in enumerate(axes):
        for before in axes[:index]:
            if axis is not None and before is not None:
                axis = perpendicular_part(axis, before)
        axes[index] = axis
    x, y, z = axes
    if x is None and y is None and z is None:
        return (1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0)
    if y is None and z is None:
        assert x is not None
        y = any_perpendicular(x)
    elif z is None and x is None:
        assert y is not None
        z = any_perpendicular(y)
    elif x is None and y is None:
        assert z is not None
        x = any_perpendicular(z)
    x = x or cross(y, z)  # type: ignore[arg-type]
    y = y or cross(z, x)  # type: ignore[arg-type]
    return x + y + (z or cross(x, y))


def perpendicular_part(direction: Triple, to: Triple) -> Triple | None:
    """The part of a direction that is perpendicular to another, made 1 long; None if there is none. Both 1 long."""
    along = direction[0] * to[0] + direction[1] * to[1] + direction[2] * to[2]
    x, y, z = direction[0] - to[0] * along, direction[1] - to[1] * along, direction[2] - to[2] * along
    return None if hypot(x, y, z) < IN_PLANE else unit(x, y, z)


def any_perpendicular(direction: Triple) -> Triple:
    """A direction perpendicular to another, 1 long, that Godot's Vector3.get_any_perpendicular gives too."""
    x, y, z = direction
    leaning = cross(direction, (1.0, 0.0, 0.0) if abs(x) <= abs(y) and abs(x) <= abs(z) else (0.0, 1.0, 0.0))
    result = unit(*leaning)
    assert result is not None
    return result


def cross(a: Triple, b: Triple) -> Triple:
    """The vector product."""
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])
