"""What differs between 2D and 3D in the transform stores: how long a matrix is, and how two are multiplied.

A matrix is flat: the images of the axes one after the other, then the origin. In 2D that is xx, xy, yx, yy, ox, oy; in
3D xx, xy, xz, yx, yy, yz, zx, zy, zz, ox, oy, oz. Its basis is what stands before the origin.

Each product here does the same operations in the same order as the arrays of engine.tree.transforms.levels do: the
summands from the x axis on, the parent's origin last; so they agree to the last bit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import engine.math
from engine.math.errors import MathValueError, SingularTransformError

if TYPE_CHECKING:
    from collections.abc import Callable

    Column: TypeAlias = "memoryview[Any]"  # a text: tools that run this could not index it
    Columns = tuple[Column, ...]

Basis = tuple[float, ...]
Matrix = tuple[float, ...]
Origin = tuple[float, ...]


class Space(NamedTuple):
    """How many axes there are, and what depends on it.

    Attributes:
        axes: 2 or 3.
        size: the numbers of a matrix.
        identity: the matrix that changes nothing.
        compose: the global matrix of a local basis and origin under the global matrix of a parent.
        compose_rows: the same for rows of arrays, from local and global columns and the rows of the parents.
        read: the matrix in one row of columns.
        unscale: a matrix without scale and skew; the same one where it flattens space, or is not finite.
    """

    axes: int
    size: int
    identity: Matrix
    compose: Callable[[Matrix, Basis, Origin], Matrix]
    compose_rows: Callable[[Columns, Columns, Column, int, int], None]
    read: Callable[[Columns, int], Matrix]
    unscale: Callable[[Matrix], Matrix]


def _compose_2d(parent: Matrix, basis: Basis, origin: Origin) -> Matrix:
    pxx, pxy, pyx, pyy, pox, poy = parent
    xx, xy, yx, yy = basis
    ox, oy = origin
    return (
        pxx * xx + pyx * xy,
        pxy * xx + pyy * xy,
        pxx * yx + pyx * yy,
        pxy * yx + pyy * yy,
        pxx * ox + pyx * oy + pox,
        pxy * ox + pyy * oy + poy,
    )


def _compose_rows_2d(local: Columns, world: Columns, parent_row: Column, start: int, stop: int) -> None:
    lxx, lxy, lyx, lyy, lox, loy = local
    wxx, wxy, wyx, wyy, wox, woy = world
    for row in range(start, stop):
        xx, xy, yx, yy, ox, oy = lxx[row], lxy[row], lyx[row], lyy[row], lox[row], loy[row]
        parent = parent_row[row]
        if parent >= 0:
            pxx, pxy, pyx, pyy = wxx[parent], wxy[parent], wyx[parent], wyy[parent]
            xx, xy, yx, yy, ox, oy = (
                pxx * xx + pyx * xy,
                pxy * xx + pyy * xy,
                pxx * yx + pyx * yy,
                pxy * yx + pyy * yy,
                pxx * ox + pyx * oy + wox[parent],
                pxy * ox + pyy * oy + woy[parent],
            )
        wxx[row], wxy[row], wyx[row], wyy[row], wox[row], woy[row] = xx, xy, yx, yy, ox, oy


def _read_2d(columns: Columns, row: int) -> Matrix:
    xx, xy, yx, yy, ox, oy = columns
    return (xx[row], xy[row], yx[row], yy[row], ox[row], oy[row])


def _compose_3d(parent: Matrix, basis: Basis, origin: Origin) -> Matrix:
    pxx, pxy, pxz, pyx, pyy, pyz, pzx, pzy, pzz, pox, poy, poz = parent
    xx, xy, xz, yx, yy, yz, zx, zy, zz = basis
    ox, oy, oz = origin
    return (
        pxx * xx + pyx * xy + pzx * xz,
        pxy * xx + pyy * xy + pzy * xz,
        pxz * xx + pyz * xy + pzz * xz,
        pxx * yx + pyx * yy + pzx * yz,
        pxy * yx + pyy * yy + pzy * yz,
        pxz * yx + pyz * yy + pzz * yz,
        pxx * zx + pyx * zy + pzx * zz,
        pxy * zx + pyy * zy + pzy * zz,
        pxz * zx + pyz * zy + pzz * zz,
        pxx * ox + pyx * oy + pzx * oz + pox,
        pxy * ox + pyy * oy + pzy * oz + poy,
        pxz * ox + pyz * oy + pzz * oz + poz,
    )


def _compose_rows_3d(local: Columns, world: Columns, parent_row: Column, start: int, stop: int) -> None:
    for row in range(start, stop):
        parent = parent_row[row]
        matrix = _read_3d(local, row)
        if parent >= 0:
            matrix = _compose_3d(_read_3d(world, parent), matrix[:9], matrix[9:])
        for column, number in zip(world, matrix, strict=True):
            column[row] = number


def _read_3d(columns: Columns, row: int) -> Matrix:
    xx, xy, xz, yx, yy, yz, zx, zy, zz, ox, oy, oz = columns
    return (
        xx[row], xy[row], xz[row], yx[row], yy[row], yz[row],
        zx[row], zy[row], zz[row], ox[row], oy[row], oz[row],
    )  # fmt: skip


def _unscale_3d(matrix: Matrix) -> Matrix:
    try:
        return (*engine.math.Basis(matrix[:9]).orthonormalized(), *matrix[9:])
    except (SingularTransformError, MathValueError):
        return matrix


SPACE_2D = Space(2, 6, (1.0, 0.0, 0.0, 1.0, 0.0, 0.0), _compose_2d, _compose_rows_2d, _read_2d, tuple)
SPACE_3D = Space(
    3,
    12,
    (1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0),
    _compose_3d,
    _compose_rows_3d,
    _read_3d,
    _unscale_3d,
)
