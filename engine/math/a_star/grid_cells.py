"""The cells of AStarGrid2D: which there are, where they lie, which of them are solid, and what they weigh."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import IntEnum
from math import isfinite
from typing import TypedDict

from engine.math.a_star.costs import checked_weight
from engine.math.choice import checked_choice
from engine.math.errors import MathTypeError, MathValueError
from engine.math.rect2i import Rect2i
from engine.math.value import reals, with_type
from engine.math.vector2 import Vector2
from engine.math.vector2i import Vector2i

MAX_CELLS = 1 << 26
"""Most cells of a grid, a border of one around it included: 64 MiB in memory."""


class PointData(TypedDict):
    """What `get_point_data_in_region` tells of a cell."""

    id: Vector2i
    """The cell's column and row."""
    position: Vector2
    """Where it lies, in the units of the grid's cell size."""
    solid: bool
    """Whether no path may go through it."""
    weight_scale: float
    """What the costs of a step into it are multiplied by; 1 by default."""


class GridCells:
    """A rectangle of cells, each solid or not, with a weight scale and a position; the base of AStarGrid2D."""

    class CellShape(IntEnum):
        """Where the cells lie; the numbers are Godot's."""

        SQUARE = 0
        """In rows and columns, a cell's position being its top left corner; the default."""
        ISOMETRIC_RIGHT = 1
        """Columns run down to the right, rows up to the right; a position is the middle of a cell."""
        ISOMETRIC_DOWN = 2
        """Columns run down to the right, rows down to the left; a position is the middle of a cell."""

    def __init__(self) -> None:
        self._region = Rect2i()
        self._offset = Vector2()
        self._cell_size = Vector2(1.0, 1.0)
        self._cell_shape = self.CellShape.SQUARE
        self._dirty = False
        self._lay_out()

    def _lay_out(self) -> None:
        """Make all cells walkable, row after row, with a border of solid ones around."""
        _, _, width, height = self._region
        self._stride = width + 2
        row = b"\1" + bytes(width) + b"\1"
        edge = b"\1" * self._stride
        self._solid = bytearray(edge + row * height + edge)
        self._weights: list[float] = []  # empty while all are 1

    @property
    def region(self) -> Rect2i:
        """The cells: columns and rows; empty by default. After setting another one call `update()`.

        Raises:
            MathTypeError: set to something else than a Rect2i.
            MathValueError: set to a negative size, or more than MAX_CELLS cells.
        """
        return self._region

    @region.setter
    def region(self, region: Sequence[int]) -> None:
        checked = _rect("AStarGrid2D.region", region)
        _, _, width, height = checked
        if width < 0 or height < 0 or (width + 2) * (height + 2) > MAX_CELLS:
            raise MathValueError(
                f"AStarGrid2D.region - a size must not be negative, nor more than {MAX_CELLS} cells, got {checked!r}"
            )
        self._dirty = self._dirty or checked != self._region
        self._region = checked

    @property
    def size(self) -> Vector2i:
        """The size of `region`, which is the one to use; Godot keeps this for old projects."""
        return self._region.size

    @size.setter
    def size(self, size: Sequence[int]) -> None:
        width, height = _cell("AStarGrid2D.size", size)
        self.region = Rect2i(self._region[0], self._region[1], width, height)

    @property
    def offset(self) -> Vector2:
        """The position of the cell (0, 0), or of its box for the isometric shapes. After setting it call `update()`.

        Raises:
            MathTypeError, MathValueError: set to something else than a finite Vector2.
        """
        return self._offset

    @offset.setter
    def offset(self, offset: Sequence[float]) -> None:
        checked = _vector("AStarGrid2D.offset", offset)
        self._dirty = self._dirty or checked != self._offset
        self._offset = checked

    @property
    def cell_size(self) -> Vector2:
        """How far apart cells lie, (1, 1) by default; it does not touch costs. After setting it call `update()`.

        Raises:
            MathTypeError, MathValueError: set to something else than a finite Vector2.
        """
        return self._cell_size

    @cell_size.setter
    def cell_size(self, cell_size: Sequence[float]) -> None:
        checked = _vector("AStarGrid2D.cell_size", cell_size)
        self._dirty = self._dirty or checked != self._cell_size
        self._cell_size = checked

    @property
    def cell_shape(self) -> CellShape:
        """Where the cells lie; squares by default. After setting it call `update()`.

        Raises:
            MathValueError: set to something else than a CellShape.
        """
        return self._cell_shape

    @cell_shape.setter
    def cell_shape(self, cell_shape: CellShape) -> None:
        checked = checked_choice("AStarGrid2D.cell_shape", self.CellShape, cell_shape)
        self._dirty = self._dirty or checked != self._cell_shape
        self._cell_shape = checked

    # The cells

    def update(self) -> None:
        """Lay the cells out anew if `is_dirty()`: none is solid then, and every weight scale is 1."""
        if self._dirty:
            self._lay_out()
            self._dirty = False

    def is_dirty(self) -> bool:
        """Whether something was set that needs `update()` before cells can be used."""
        return self._dirty

    def clear(self) -> None:
        """Make the region empty."""
        self._region = Rect2i()
        self._dirty = False
        self._lay_out()

    def is_in_bounds(self, x: int, y: int) -> bool:
        """Whether column `x`, row `y` is a cell of the region."""
        left, top, width, height = self._region
        return 0 <= x - left < width and 0 <= y - top < height

    def is_in_boundsv(self, id: Sequence[int]) -> bool:
        """Whether the region has this cell."""
        return self.is_in_bounds(*_cell("AStarGrid2D.is_in_boundsv", id))

    def is_point_solid(self, id: Sequence[int]) -> bool:
        """Whether ways avoid a cell.

        Raises:
            MathTypeError: `id` is not a Vector2i.
            MathValueError: it is not in the region, or the grid needs `update()`.
        """
        return bool(self._solid[self._index("is_point_solid", id)])

    def set_point_solid(self, id: Sequence[int], solid: bool = True) -> None:
        """Let ways avoid a cell, or allow them to use it again.

        Raises:
            MathTypeError, MathValueError: as `is_point_solid`.
        """
        self._solid[self._index("set_point_solid", id)] = bool(solid)

    def fill_solid_region(self, region: Sequence[int], solid: bool = True) -> None:
        """Let ways avoid all cells of a rectangle, what is outside of the grid left out, or allow them again.

        Raises:
            MathTypeError: `region` is not a Rect2i.
            MathValueError: the grid needs `update()`.
        """
        for start, end in self._rows("fill_solid_region", region):
            self._solid[start:end] = bytes((bool(solid),)) * (end - start)

    def get_point_weight_scale(self, id: Sequence[int]) -> float:
        """What the cost of a step to a cell is multiplied by; 1 unless it was set.

        Raises:
            MathTypeError, MathValueError: as `is_point_solid`.
        """
        index = self._index("get_point_weight_scale", id)
        return self._weights[index] if self._weights else 1.0

    def set_point_weight_scale(self, id: Sequence[int], weight_scale: float) -> None:
        """Multiply the cost of steps to a cell by `weight_scale`, 0 or more; below 1 a way may miss the cheapest.

        Raises:
            MathTypeError, MathValueError: as `is_point_solid`; or the scale is not a finite number of 0 or more.
        """
        index = self._index("set_point_weight_scale", id)
        weight = checked_weight("AStarGrid2D.set_point_weight_scale", weight_scale)
        self._weighted()[index] = weight

    def fill_weight_scale_region(self, region: Sequence[int], weight_scale: float) -> None:
        """Multiply the cost of steps to all cells of a rectangle, what is outside of the grid left out.

        Raises:
            MathTypeError: `region` is not a Rect2i, or the scale no number.
            MathValueError: the grid needs `update()`, or the scale is negative or not finite.
        """
        weight = checked_weight("AStarGrid2D.fill_weight_scale_region", weight_scale)
        for start, end in self._rows("fill_weight_scale_region", region):
            self._weighted()[start:end] = [weight] * (end - start)

    def get_point_position(self, id: Sequence[int]) -> Vector2:
        """Where a cell lies, by `offset`, `cell_size` and `cell_shape`.

        Raises:
            MathTypeError, MathValueError: as `is_point_solid`.
        """
        return self._position(self._index("get_point_position", id))

    def get_point_data_in_region(self, region: Sequence[int]) -> list[PointData]:
        """The id, position, solidity and weight scale of each cell of a rectangle, row after row.

        Raises:
            MathTypeError: `region` is not a Rect2i.
            MathValueError: the grid needs `update()`.
        """
        return [
            {
                "id": self._id(index),
                "position": self._position(index),
                "solid": bool(self._solid[index]),
                "weight_scale": self._weights[index] if self._weights else 1.0,
            }
            for start, end in self._rows("get_point_data_in_region", region)
            for index in range(start, end)
        ]

    # Cells are counted row after row, the border included

    def _index(self, method: str, id: Sequence[int]) -> int:
        where = f"AStarGrid2D.{method}"
        x, y = _cell(where, id)
        self._check_ready(where)
        if not self.is_in_bounds(x, y):
            raise MathValueError(f"{where} - the cell ({x}, {y}) is not in the region {self._region!r}")
        left, top, _, _ = self._region
        return (y - top + 1) * self._stride + x - left + 1

    def _id(self, index: int) -> Vector2i:
        y, x = divmod(index, self._stride)
        return Vector2i(x - 1 + self._region[0], y - 1 + self._region[1])

    def _position(self, index: int) -> Vector2:
        x, y = self._id(index)
        width, height = self._cell_size
        left, top = self._offset
        if self._cell_shape is self.CellShape.SQUARE:
            return Vector2(left + x * width, top + y * height)
        across, down = (x + y, y - x) if self._cell_shape is self.CellShape.ISOMETRIC_RIGHT else (x - y, x + y)
        return Vector2(left + (across + 1) * width / 2.0, top + (down + 1) * height / 2.0)

    def _rows(self, method: str, region: Sequence[int]) -> Iterator[tuple[int, int]]:
        """Where each row of a rectangle starts and ends, what is outside of the grid left out."""
        x, y, width, height = _rect(f"AStarGrid2D.{method}", region)
        self._check_ready(f"AStarGrid2D.{method}")
        left, top, columns, rows = self._region
        first, last = max(x - left, 0), min(x - left + width, columns)
        for row in range(max(y - top, 0), min(y - top + height, rows)):
            start = (row + 1) * self._stride + 1
            if first < last:
                yield start + first, start + last

    def _weighted(self) -> list[float]:
        if not self._weights:
            self._weights = [1.0] * len(self._solid)
        return self._weights

    def _check_ready(self, where: str) -> None:
        if self._dirty:
            raise MathValueError(f"{where} - the region, cell size, cell shape or offset was set; call update() first")


def _cell(where: str, id: Sequence[int]) -> Vector2i:
    if not hasattr(id, "__len__"):
        raise MathTypeError(f"{where} - a cell is a Vector2i, got {with_type(id)}")
    try:
        return Vector2i(id)
    except MathTypeError as error:
        raise MathTypeError(f"{where} - a cell is a Vector2i: {error}") from None


def _rect(where: str, region: Sequence[int]) -> Rect2i:
    try:
        return Rect2i(region)
    except MathTypeError as error:
        raise MathTypeError(f"{where} - a region is a Rect2i: {error}") from None


def _vector(where: str, value: Sequence[float]) -> Vector2:
    vector = Vector2(*reals(value, 2, where))
    if not all(map(isfinite, vector)):
        raise MathValueError(f"{where} - must be finite, got {vector!r}")
    return vector
