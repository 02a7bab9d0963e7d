"""Matrices of three columns as flat tuples of nine floats: the determinant, its sign, the inverse.

What cannot be squared or multiplied without leaving the range of floats is first multiplied by powers of two, column
by column, which changes no digit; so scales from 1e-300 to 1e300 are inverted like those around 1.
"""

from __future__ import annotations

from math import frexp, hypot, isfinite, ldexp

from engine.math.errors import MathValueError, SingularTransformError
from engine.math.euler import Columns

_SMALL, _LARGE = 1e-90, 1e90  # products of three numbers between these are neither denormal nor infinite
_REGULAR = 1e-9  # a determinant above this part of the largest component's cube is far from rounding errors
_ROUNDING = 2.0**-50  # 8 half-units of the last place: what rounding may make of a determinant of 0


def determinant(matrix: Columns) -> float:
    """By how much volumes grow; negative for a mirror image."""
    xx, xy, xz, yx, yy, yz, zx, zy, zz = matrix
    return xx * (yy * zz - yz * zy) + xy * (yz * zx - yx * zz) + xz * (yx * zy - yy * zx)


def handedness(matrix: Columns) -> float:
    """-1.0 for a mirror image, otherwise 1.0; also where the determinant is too small or too large for a float."""
    value = determinant(matrix)
    if not _SMALL < abs(value) < _LARGE:
        value = determinant(_balanced(matrix)[0])
    return -1.0 if value < 0.0 else 1.0


def lengths(matrix: Columns) -> tuple[float, float, float]:
    """The lengths of the three columns."""
    return (hypot(*matrix[:3]), hypot(*matrix[3:6]), hypot(*matrix[6:9]))


def inverse(matrix: Columns, where: str) -> Columns:
    """The matrix that undoes this one.

    Raises:
        SingularTransformError: the determinant is 0, up to rounding errors; `where` begins the text.
        MathValueError: a component is infinite or NaN, or would be in the inverse.
    """
    largest = max(map(abs, matrix))
    if _SMALL < largest < _LARGE:
        result, volume, _ = _adjugate(matrix)
        if abs(volume) > _REGULAR * largest * largest * largest:
            return tuple([part / volume for part in result])  # type: ignore[return-value]
    if not all(map(isfinite, matrix)):
        raise MathValueError(f"{where}: the components must be finite, got {matrix!r}")
    balanced, exponents = _balanced(matrix)
    result, volume, terms = _adjugate(balanced)
    if abs(volume) <= _ROUNDING * terms:
        raise SingularTransformError(f"{where}: {matrix!r} has no inverse: its determinant is 0; is a scale 0?")
    try:
        return tuple([ldexp(part / volume, -exponents[row % 3]) for row, part in enumerate(result)])  # type: ignore[return-value]
    except OverflowError:
        raise MathValueError(f"{where}: the inverse of {matrix!r} is beyond the range of floats") from None


def _adjugate(matrix: Columns) -> tuple[Columns, float, float]:
    """The inverse times the determinant, the determinant, and the sum of its terms without their signs."""
    xx, xy, xz, yx, yy, yz, zx, zy, zz = matrix
    ax, ay, az = yy * zz - yz * zy, yz * zx - yx * zz, yx * zy - yy * zx
    bx, by, bz = zy * xz - zz * xy, zz * xx - zx * xz, zx * xy - zy * xx
    cx, cy, cz = xy * yz - xz * yy, xz * yx - xx * yz, xx * yy - xy * yx
    terms = (
        abs(xx) * (abs(yy * zz) + abs(yz * zy))
        + abs(xy) * (abs(yz * zx) + abs(yx * zz))
        + abs(xz) * (abs(yx * zy) + abs(yy * zx))
    )
    return (ax, bx, cx, ay, by, cy, az, bz, cz), xx * ax + xy * ay + xz * az, terms


def _balanced(matrix: Columns) -> tuple[Columns, tuple[int, int, int]]:
    """The columns multiplied by powers of two, their largest components below 1; and the exponents divided out."""
    parts: list[float] = []
    exponents = []
    for column in (matrix[:3], matrix[3:6], matrix[6:9]):
        exponent = frexp(max(map(abs, column)))[1]
        exponents.append(exponent)
        parts += [ldexp(part, -exponent) for part in column]
    return tuple(parts), tuple(exponents)  # type: ignore[return-value]
