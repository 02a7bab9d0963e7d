"""The maths of many values at once, on numpy arrays: each function does for every row what the value types do for one.

Arrays hold one value a row, components last, in the order of the type's tuple: points (..., 2) or (..., 3), Euler
angles (..., 3), quaternions (..., 4), transforms (..., 6) in 2D and (..., 12) in 3D, bases (..., 9). So an array made
of a list of values fits, and a row makes a value again. The dots stand for any shape, also none; where a function
takes two arrays, their shapes without the last number are broadcast. Results are float64 and new, or written to `out`.

Strides do not matter but for speed: the transpose of an array of components (12, N) is worked through two to three
times as fast as (N, 12).

Every function raises MathTypeError for what is not an array of real numbers of the shape that it takes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from engine.math.errors import DivisionByZeroError, MathTypeError, MathValueError, SingularTransformError
from engine.math.euler import AXES, EulerOrder, checked_order
from engine.math.scalars import LENGTH_TOLERANCE
from engine.math.value import shortened

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    Floats: TypeAlias = NDArray[np.float64]
    Rows: TypeAlias = NDArray[np.bool_] | np.bool_

_STRAIGHT = 1e-8  # as in Quaternion.slerp
_ROUNDING = 2.0**-50  # as in engine.math.matrix_3x3


@np.errstate(over="ignore", invalid="ignore")
def compose_2d(parent: ArrayLike, child: ArrayLike, out: Floats | None = None) -> Floats:
    """The products of 2D transforms, `parent * child`, to the last bit those of Transform2D.

    Args:
        parent: (..., 6).
        child: (..., 6).
        out: (..., 6) float64, where the result is written; may be one of the others.
    """
    a, b = _array(parent, 6, "compose_2d, parent"), _array(child, 6, "compose_2d, child")
    result = _target(out, _joined(a, b, "compose_2d"), 6, "compose_2d", a, b)
    xx, xy, yx, yy, ox, oy = _components(a)
    for column in (0, 2, 4):
        x, y = b[..., column], b[..., column + 1]
        result[..., column] = xx * x + yx * y
        result[..., column + 1] = xy * x + yy * y
    result[..., 4] += ox
    result[..., 5] += oy
    return _delivered(result, out)


@np.errstate(over="ignore", invalid="ignore")
def compose_3d(parent: ArrayLike, child: ArrayLike, out: Floats | None = None) -> Floats:
    """The products of 3D transforms, `parent * child`, to the last bit those of Transform3D.

    Args:
        parent: (..., 12).
        child: (..., 12).
        out: (..., 12) float64, where the result is written; may be one of the others.
    """
    a, b = _array(parent, 12, "compose_3d, parent"), _array(child, 12, "compose_3d, child")
    result = _target(out, _joined(a, b, "compose_3d"), 12, "compose_3d", a, b)
    xx, xy, xz, yx, yy, yz, zx, zy, zz, ox, oy, oz = _components(a)
    for column in (0, 3, 6, 9):
        x, y, z = b[..., column], b[..., column + 1], b[..., column + 2]
        result[..., column] = xx * x + yx * y + zx * z
        result[..., column + 1] = xy * x + yy * y + zy * z
        result[..., column + 2] = xz * x + yz * y + zz * z
    result[..., 9] += ox
    result[..., 10] += oy
    result[..., 11] += oz
    return _delivered(result, out)


@np.errstate(over="ignore", invalid="ignore")
def transform_points_2d(transform: ArrayLike, points: ArrayLike, out: Floats | None = None) -> Floats:
    """Points carried from the inner to the outer space, to the last bit as by `Transform2D * Vector2`.

    Args:
        transform: (..., 6), one for all points as (6,), or one each.
        points: (..., 2).
        out: (..., 2) float64, where the result is written; may be `points`.
    """
    where = "transform_points_2d"
    a, b = _array(transform, 6, f"{where}, transform"), _array(points, 2, f"{where}, points")
    result = _target(out, _joined(a, b, where), 2, where, a, b)
    xx, xy, yx, yy, ox, oy = _components(a)
    x, y = _components(b)
    result[..., 0] = xx * x + yx * y + ox
    result[..., 1] = xy * x + yy * y + oy
    return _delivered(result, out)


@np.errstate(over="ignore", invalid="ignore")
def transform_points_3d(transform: ArrayLike, points: ArrayLike, out: Floats | None = None) -> Floats:
    """Points carried from the inner to the outer space, to the last bit as by `Transform3D * Vector3`.

    Args:
        transform: (..., 12), one for all points as (12,), or one each.
        points: (..., 3).
        out: (..., 3) float64, where the result is written; may be `points`.
    """
    where = "transform_points_3d"
    a, b = _array(transform, 12, f"{where}, transform"), _array(points, 3, f"{where}, points")
    result = _target(out, _joined(a, b, where), 3, where, a, b)
    xx, xy, xz, yx, yy, yz, zx, zy, zz, ox, oy, oz = _components(a)
    x, y, z = _components(b)
    result[..., 0] = xx * x + yx * y + zx * z + ox
    result[..., 1] = xy * x + yy * y + zy * z + oy
    result[..., 2] = xz * x + yz * y + zz * z + oz
    return _delivered(result, out)


@np.errstate(over="ignore", invalid="ignore")
def affine_inverse_2d(transform: ArrayLike, out: Floats | None = None) -> Floats:
    """The transforms that undo these, as by `Transform2D.affine_inverse`.

    Args:
        transform: (..., 6).
        out: (..., 6) float64, where the result is written; may be `transform`.

    Raises:
        SingularTransformError: a determinant is 0; names the first such row, and nothing is written.
        MathValueError: a determinant is infinite or NaN; likewise.
    """
    where = "affine_inverse_2d"
    a = _array(transform, 6, where)
    xx, xy, yx, yy, ox, oy = _components(a)
    with np.errstate(over="ignore", invalid="ignore"):
        determinant = xx * yy - xy * yx
    _refuse_singular(determinant == 0.0, a, where)
    _refuse_rows(~np.isfinite(determinant), "must have a finite determinant", a, where)
    result = _target(out, a.shape[:-1], 6, where, a)
    ixx, ixy, iyx, iyy = yy / determinant, -xy / determinant, -yx / determinant, xx / determinant
    origin = (-(ixx * ox + iyx * oy), -(ixy * ox + iyy * oy))
    for index, values in enumerate((ixx, ixy, iyx, iyy, *origin)):
        result[..., index] = values
    return _delivered(result, out)


@np.errstate(over="ignore", invalid="ignore")
def affine_inverse_3d(transform: ArrayLike, out: Floats | None = None) -> Floats:
    """The transforms that undo these, as by `Transform3D.affine_inverse`.

    Args:
        transform: (..., 12).
        out: (..., 12) float64, where the result is written; may be `transform`.

    Raises:
        SingularTransformError: a determinant is 0 up to rounding errors; names the first such row, and nothing is
            written.
        MathValueError: a basis, or the inverse of one, is not finite; names the row.
    """
    where = "affine_inverse_3d"
    a = _array(transform, 12, where)
    _refuse_rows(~np.isfinite(a[..., :9]).all(-1), "must be finite", a, where)
    columns = a[..., :9].reshape(*a.shape[:-1], 3, 3)
    exponents = np.frexp(np.abs(columns).max(-1))[1]
    xx, xy, xz, yx, yy, yz, zx, zy, zz = _components(np.ldexp(columns, -exponents[..., None]).reshape(*a.shape[:-1], 9))
    rows = (
        (yy * zz - yz * zy, yz * zx - yx * zz, yx * zy - yy * zx),
        (zy * xz - zz * xy, zz * xx - zx * xz, zx * xy - zy * xx),
        (xy * yz - xz * yy, xz * yx - xx * yz, xx * yy - xy * yx),
    )
    determinant = xx * rows[0][0] + xy * rows[0][1] + xz * rows[0][2]
    terms = (
        abs(xx) * (abs(yy * zz) + abs(yz * zy))
        + abs(xy) * (abs(yz * zx) + abs(yx * zz))
        + abs(xz) * (abs(yx * zy) + abs(yy * zx))
    )
    _refuse_singular(abs(determinant) <= _ROUNDING * terms, a, where)
    inverse = np.empty((*a.shape[:-1], 12))
    for row, parts in enumerate(rows):
        for column, part in enumerate(parts):
            inverse[..., 3 * column + row] = np.ldexp(part / determinant, -exponents[..., row])
    _refuse_rows(~np.isfinite(inverse[..., :9]).all(-1), "has an inverse beyond the range of floats", a, where)
    ox, oy, oz = a[..., 9], a[..., 10], a[..., 11]
    for row in range(3):
        x, y, z = inverse[..., row], inverse[..., 3 + row], inverse[..., 6 + row]
        inverse[..., 9 + row] = -(x * ox + y * oy + z * oz)
    if out is None:
        return inverse
    np.copyto(_target(out, a.shape[:-1], 12, where), inverse)
    return out


def quaternions_to_bases(quaternions: ArrayLike) -> Floats:
    """The rotation matrices of quaternions of any length but 0, to the last bit as by `Basis(quaternion)`.

    Args:
        quaternions: (..., 4).

    Returns:
        (..., 9), the columns one after another.

    Raises:
        DivisionByZeroError: a quaternion of zeros; names the first such row.
        MathValueError: a component is infinite or NaN; names the first such row.
    """
    where = "quaternions_to_bases"
    a = _array(quaternions, 4, where)
    _refuse_rows(~np.isfinite(a).all(-1), "must be finite", a, where)
    largest = np.abs(a).max(-1)
    if (empty := largest == 0.0).any():
        raise DivisionByZeroError(f"{where}: {_named(_first(empty))} is a quaternion of zeros, which turns nowhere")
    unfit = (largest < 1e-140) | (largest > 1e140)
    if unfit.any():  # multiplied by a power of two, as in Basis(quaternion)
        a = np.ldexp(a, np.where(unfit, -np.frexp(largest)[1], 0)[..., None])
    x, y, z, w = _components(a)
    s = 2.0 / (x * x + y * y + z * z + w * w)
    xs, ys, zs = x * s, y * s, z * s
    wx, wy, wz = w * xs, w * ys, w * zs
    xx, xy, xz = x * xs, x * ys, x * zs
    yy, yz, zz = y * ys, y * zs, z * zs
    columns = (1.0 - (yy + zz), xy + wz, xz - wy, xy - wz, 1.0 - (xx + zz), yz + wx, xz + wy, yz - wx, 1.0 - (xx + yy))
    return np.stack(columns, axis=-1)


def euler_to_quaternions(euler: ArrayLike, order: int = EulerOrder.YXZ) -> Floats:
    """The quaternions of Euler angles, as by `Quaternion.from_euler`.

    Args:
        euler: (..., 3), radians about x, y and z.
        order: in which they are applied.

    Returns:
        (..., 4).

    Raises:
        MathValueError: an angle is infinite or NaN (names the first such row), or the order is none.
    """
    where = "euler_to_quaternions"
    angles = _array(euler, 3, where)
    first, middle, last, sign = AXES[checked_order(order, where)]
    _refuse_rows(~np.isfinite(angles).all(-1), "must be finite", angles, where)
    a, b, c = angles[..., first] * 0.5, angles[..., middle] * 0.5, angles[..., last] * 0.5
    ca, sa, cb, sb, cc, sc = np.cos(a), np.sin(a), np.cos(b), np.sin(b), np.cos(c), np.sin(c)
    result = np.empty((*angles.shape[:-1], 4))
    result[..., first] = sa * cb * cc + sign * (ca * sb * sc)
    result[..., middle] = ca * sb * cc - sign * (sa * cb * sc)
    result[..., last] = ca * cb * sc + sign * (sa * sb * cc)
    result[..., 3] = ca * cb * cc - sign * (sa * sb * sc)
    return result


def slerp_quaternions(start: ArrayLike, end: ArrayLike, weight: ArrayLike) -> Floats:
    """The rotations between others, the short way and at an even pace, as by `Quaternion.slerp`.

    Args:
        start: (..., 4), each of length 1.
        end: (..., 4), each of length 1.
        weight: a number, or one for each row: 0 gives `start`, 1 `end`.

    Returns:
        (..., 4).

    Raises:
        MathValueError: a quaternion whose length is not 1, or a weight that is not finite; names the first such row.
    """
    where = "slerp_quaternions"
    a, b = _array(start, 4, f"{where}, start"), _array(end, 4, f"{where}, end")
    part = _array(weight, None, f"{where}, weight")[..., None]
    _refuse_rows(~np.isfinite(part).all(-1), "must be finite", part, f"{where}, weight")
    _refuse_unnormalised(a, f"{where}, start")
    _refuse_unnormalised(b, f"{where}, end")
    _joined(a, b, where, part)
    b = np.where((a * b).sum(-1, keepdims=True) < 0.0, -b, b)
    angle = 2.0 * np.arctan2(_lengths(b - a), _lengths(b + a))
    straight = angle < _STRAIGHT
    sine = np.where(straight, 1.0, np.sin(angle))
    result: Floats = (
        np.where(straight, 1.0 - part, np.sin((1.0 - part) * angle) / sine) * a
        + np.where(straight, part, np.sin(part * angle) / sine) * b
    )
    return result


def _array(values: ArrayLike, size: int | None, where: str) -> Floats:
    try:
        array = np.asarray(values)
    except ValueError:
        raise MathTypeError(f"{where}: needs an array, got rows of different lengths") from None
    if array.dtype.kind not in "fiub":
        raise MathTypeError(f"{where}: needs an array of real numbers, got {array.dtype} ({type(values).__name__})")
    if size is not None and array.shape[-1:] != (size,):
        raise MathTypeError(f"{where}: the shape must be (..., {size}), got {array.shape}")
    return array.astype(np.float64, copy=False)


def _components(array: Floats) -> tuple[Floats, ...]:
    return tuple(array[..., index] for index in range(array.shape[-1]))


def _lengths(array: Floats) -> Floats:
    result: Floats = np.sqrt((array * array).sum(-1, keepdims=True))
    return result


def _joined(a: Floats, b: Floats, where: str, *others: Floats) -> tuple[int, ...]:
    """The shape, without the last number, that arrays are broadcast to."""
    shapes = [array.shape[:-1] for array in (a, b, *others)]
    try:
        return np.broadcast_shapes(*shapes)
    except ValueError:
        raise MathTypeError(f"{where}: the shapes {', '.join(map(str, shapes))} do not fit together") from None


def _target(out: Any, shape: tuple[int, ...], size: int, where: str, *inputs: Floats) -> Floats:
    """A new array, or `out` if it can be written while the inputs are read."""
    shape = (*shape, size)
    if out is None:
        return np.empty(shape)
    if not isinstance(out, np.ndarray) or out.dtype != np.float64 or out.shape != shape or not out.flags.writeable:
        got = f"{out.dtype} {out.shape}" if isinstance(out, np.ndarray) else shortened(out)
        raise MathTypeError(f"{where}: out must be a writable float64 array of shape {shape}, got {got}")
    return np.empty(shape) if any(np.may_share_memory(out, array) for array in inputs) else out


def _delivered(result: Floats, out: Floats | None) -> Floats:
    if out is None or out is result:
        return result
    np.copyto(out, result)
    return out


def _first(rows: Rows) -> tuple[int, ...]:
    """The index of the first true one."""
    return tuple(map(int, np.unravel_index(int(rows.argmax()), rows.shape)))


def _named(index: tuple[int, ...]) -> str:
    return f"row {', '.join(map(str, index))}" if index else "the value"


def _refuse_rows(rows: Rows, problem: str, array: Floats, where: str) -> None:
    if rows.any():
        index = _first(rows)
        raise MathValueError(f"{where}: {_named(index)} {problem}, got {array[index].tolist()}")


def _refuse_singular(rows: Rows, array: Floats, where: str) -> None:
    if rows.any():
        index = _first(rows)
        raise SingularTransformError(
            f"{where}: {_named(index)} has no inverse: its determinant is 0, got {array[index].tolist()}"
        )


def _refuse_unnormalised(array: Floats, where: str) -> None:
    rows = ~(np.abs((array * array).sum(-1) - 1.0) < LENGTH_TOLERANCE)
    _refuse_rows(rows, "must have length 1", array, where)
