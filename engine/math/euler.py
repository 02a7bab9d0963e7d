"""Euler angles: EulerOrder, and the ways between angles, rotation matrices and quaternions, on plain tuples.

An order is named by Godot for column vectors: YXZ is the matrix Y * X * Z, so what it turns is turned about z first,
then about x, then about y. Angles are always given as (about x, about y, about z), whatever the order.

A basis is the flat tuple of its columns (see basis.py), a quaternion (x, y, z, w). Nothing is checked here but finite
angles: the types that take values from callers check those.
"""

from __future__ import annotations

from enum import IntEnum
from math import atan2, cos, hypot, isfinite, pi, sin
from typing import TypeAlias

from engine.math.errors import MathTypeError, MathValueError
from engine.math.value import shortened, with_type

Columns: TypeAlias = tuple[float, float, float, float, float, float, float, float, float]
"""A basis: the components of its x, y and z axes, one after another."""

Components: TypeAlias = tuple[float, float, float, float]
"""A quaternion: x, y, z, w."""

GIMBAL_LOCK = 1.0 - 0.00000025
"""The sine of the middle angle from which on Godot (and `euler_of_rotation`) takes it for a right angle."""


class EulerOrder(IntEnum):
    """In which order Euler angles are applied; the letters read as a product of matrices, the last one turns first."""

    XYZ = 0
    XZY = 1
    YXZ = 2
    YZX = 3
    ZXY = 4
    ZYX = 5


# First, middle and last axis of the product; 1 if these are x, y, z or that turned round, -1 otherwise.
AXES: tuple[tuple[int, int, int, float], ...] = (
    (0, 1, 2, 1.0),
    (0, 2, 1, -1.0),
    (1, 0, 2, -1.0),
    (1, 2, 0, 1.0),
    (2, 0, 1, 1.0),
    (2, 1, 0, -1.0),
)
# In gimbal lock, as Godot chooses: the axis that keeps its turn, that turn's sine and cosine in the flat matrix, and
# the sign of the angle where the middle angle is positive and where it is negative.
_LOCKED: tuple[tuple[int, int, int, float, float], ...] = (
    (0, 5, 4, 1.0, 1.0),
    (0, 7, 8, -1.0, -1.0),
    (1, 3, 0, 1.0, -1.0),
    (0, 5, 8, 1.0, 1.0),
    (1, 6, 0, 1.0, 1.0),
    (2, 3, 4, -1.0, -1.0),
)
_WHOLE_TURN = (EulerOrder.XYZ, EulerOrder.YXZ)  # where Godot lets a turn about the middle axis alone go beyond pi / 2


def checked_order(order: object, where: str) -> EulerOrder:
    """Return `order`, an EulerOrder or its number, as an EulerOrder.

    Raises:
        MathTypeError, MathValueError: not a number, or none from 0 to 5; `where` begins the text.
    """
    if type(order) is EulerOrder:
        return order
    if not isinstance(order, int):
        raise MathTypeError(f"{where}: the order must be an EulerOrder, got {with_type(order)}")
    try:
        return EulerOrder(order)
    except ValueError:
        raise MathValueError(f"{where}: the order must be an EulerOrder, 0 to 5, got {shortened(order)}") from None


def rotation_of_euler(angles: tuple[float, ...], order: int, where: str) -> Columns:
    """The rotation matrix of Euler angles, in radians.

    Raises:
        MathValueError: an angle is infinite or NaN; `where` begins the text.
    """
    first, middle, last, sign = AXES[order]
    a, b, c = angles[first], angles[middle], angles[last]
    if not (isfinite(a) and isfinite(b) and isfinite(c)):
        raise MathValueError(f"{where}: the angles must be finite, got {angles!r}")
    ca, sa, cb, sb, cc, sc = cos(a), sin(a) * sign, cos(b), sin(b) * sign, cos(c), sin(c) * sign
    out = [0.0] * 9
    column = 3 * first
    out[column + first] = cb * cc
    out[column + middle] = cc * sa * sb + ca * sc
    out[column + last] = sa * sc - ca * cc * sb
    column = 3 * middle
    out[column + first] = -cb * sc
    out[column + middle] = ca * cc - sa * sb * sc
    out[column + last] = cc * sa + ca * sb * sc
    column = 3 * last
    out[column + first] = sb
    out[column + middle] = -cb * sa
    out[column + last] = ca * cb
    return tuple(out)  # type: ignore[return-value]


def euler_of_rotation(rotation: Columns, order: int) -> tuple[float, float, float]:
    """The Euler angles of a rotation matrix, as Godot's Basis.get_euler gives them.

    Where the middle angle is within 0.04 degrees of a right angle (its sine beyond GIMBAL_LOCK), two axes turn about
    the same line: the middle angle becomes the right angle, and only one of the others is not 0. The rotation is then
    off by at most acos(GIMBAL_LOCK), 0.00071 radians.
    """
    first, middle, last, sign = AXES[order]
    angles = [0.0, 0.0, 0.0]
    sine = rotation[3 * last + first] * sign + 0.0
    if abs(sine) >= GIMBAL_LOCK:
        axis, upper, lower, above, below = _LOCKED[order]
        angles[middle] = pi * 0.5 if sine > 0.0 else -pi * 0.5
        angles[axis] = atan2(rotation[upper] + 0.0, rotation[lower]) * (above if sine > 0.0 else below)
    elif order in _WHOLE_TURN and _turns_about_one_axis(rotation, middle):
        angles[middle] = atan2(sine, rotation[4 * first])
    else:
        lean, rest = rotation[3 * last + middle] * -sign + 0.0, rotation[4 * last]  # + 0.0: no -0.0, so pi, not -pi
        angles[first] = atan2(lean, rest)
        angles[middle] = atan2(sine, hypot(lean, rest))  # Godot's asin(sine), to the last digit near the right angle
        angles[last] = atan2(rotation[3 * middle + first] * -sign + 0.0, rotation[4 * first])
    x, y, z = angles
    return (x + 0.0, y + 0.0, z + 0.0)


def quaternion_of_euler(angles: tuple[float, ...], order: int, where: str) -> Components:
    """The quaternion of Euler angles, in radians; of the two, the one that Godot's Quaternion.from_euler gives.

    Raises:
        MathValueError: an angle is infinite or NaN; `where` begins the text.
    """
    first, middle, last, sign = AXES[order]
    a, b, c = angles[first] * 0.5, angles[middle] * 0.5, angles[last] * 0.5
    if not (isfinite(a) and isfinite(b) and isfinite(c)):
        raise MathValueError(f"{where}: the angles must be finite, got {angles!r}")
    ca, sa, cb, sb, cc, sc = cos(a), sin(a), cos(b), sin(b), cos(c), sin(c)
    out = [0.0, 0.0, 0.0, ca * cb * cc - sign * (sa * sb * sc)]
    out[first] = sa * cb * cc + sign * (ca * sb * sc)
    out[middle] = ca * sb * cc - sign * (sa * cb * sc)
    out[last] = ca * cb * sc + sign * (sa * sb * cc)
    return tuple(out)  # type: ignore[return-value]


def _turns_about_one_axis(rotation: Columns, axis: int) -> bool:
    following, opposite = (axis + 1) % 3, (axis + 2) % 3
    return (
        rotation[4 * axis] == 1.0
        and rotation[3 * axis + following] == 0.0
        and rotation[3 * axis + opposite] == 0.0
        and rotation[3 * following + axis] == 0.0
        and rotation[3 * opposite + axis] == 0.0
    )
