"""What Rect2 and Rect2i share: the methods of a rectangle along the axes, of floats or of ints."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NoReturn, Self, TypeVar, overload

from engine.math.errors import MathTypeError, MathValueError
from engine.math.value import Value, shortened

if TYPE_CHECKING:
    _Tuple = tuple[Any, ...]
else:
    _Tuple = object

SIDE_LEFT = 0
SIDE_TOP = 1
SIDE_RIGHT = 2
SIDE_BOTTOM = 3

CORNER_TOP_LEFT = 0
CORNER_TOP_RIGHT = 1
CORNER_BOTTOM_RIGHT = 2
CORNER_BOTTOM_LEFT = 3

P = TypeVar("P", bound=tuple[Any, ...])
N = TypeVar("N", bound=float)
_new = tuple.__new__


class AxisRect(Value, Generic[P, N], _Tuple):
    """The base of rectangles: the tuple (x, y, width, height). P is the type of its points, N that of its numbers."""

    __slots__ = ()

    _points: ClassVar[Any]
    """The type of its points."""
    _made: ClassVar[Any]
    """The function that makes its numbers of what the constructor is given."""
    _taken: ClassVar[Any]
    """The function that checks the numbers that a method is given."""

    @overload
    def __new__(cls) -> Self: ...
    @overload
    def __new__(cls, rect: Sequence[float], /) -> Self: ...
    @overload
    def __new__(cls, position: Sequence[float], size: Sequence[float], /) -> Self: ...
    @overload
    def __new__(cls, x: float, y: float, width: float, height: float, /) -> Self: ...
    def __new__(cls, *parts: Any) -> Self:
        """Make a rectangle of a position and a size, of four numbers, or of a sequence of four."""
        kind, made = cls.__name__, cls._made
        match len(parts):
            case 0:
                return _new(cls, made((0, 0, 0, 0), 4, kind))
            case 1:
                return _new(cls, made(parts[0], 4, kind))
            case 2:
                return _new(cls, made(parts[0], 2, f"{kind}.position") + made(parts[1], 2, f"{kind}.size"))
            case 4:
                return _new(cls, made(parts, 4, kind))
        raise MathTypeError(f"{kind} takes a position and a size, or four numbers, got {len(parts)} arguments")

    def _point(self, value: Any, method: str) -> P:
        """`value` as a point of this kind of rectangle; `method` is named in the error if it is none."""
        if type(value) is self._points:
            return value  # type: ignore[no-any-return]
        return _new(self._points, self._taken(value, 2, f"{type(self).__name__}.{method}"))  # type: ignore[no-any-return]

    def _like(self, value: Any, method: str) -> Self:
        """`value` as a rectangle of this type."""
        if type(value) is type(self):
            return value
        return _new(type(self), self._taken(value, 4, f"{type(self).__name__}.{method}"))

    def __getnewargs__(self) -> tuple[Any, ...]:
        return tuple(self)

    @property
    def position(self) -> P:
        """The corner with the smallest coordinates, top left, if the size is not negative."""
        return _new(self._points, self[:2])  # type: ignore[no-any-return]

    @property
    def size(self) -> P:
        """Width and height."""
        return _new(self._points, self[2:])  # type: ignore[no-any-return]

    @property
    def end(self) -> P:
        """Position plus size: the corner at the bottom right."""
        x, y, width, height = self
        return _new(self._points, (x + width, y + height))  # type: ignore[no-any-return]

    def with_position(self, position: Sequence[N]) -> Self:
        """A rectangle of the same size at another place."""
        return self._of(self._point(position, "with_position"), self.size)

    def with_size(self, size: Sequence[N]) -> Self:
        """A rectangle of another size at the same place."""
        return self._of(self.position, self._point(size, "with_size"))

    def with_end(self, end: Sequence[N]) -> Self:
        """A rectangle from the same position to another end."""
        return self._between(*self.position, *self._point(end, "with_end"))

    def _of(self, position: P, size: P) -> Self:
        return _new(type(self), (*position, *size))

    def _between(self, left: N, top: N, right: N, bottom: N) -> Self:
        return _new(type(self), (left, top, right - left, bottom - top))

    def _edges(self) -> tuple[N, N, N, N]:
        x, y, width, height = self
        return x, y, x + width, y + height

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(map(repr, self))})"

    def __str__(self) -> str:
        return f"[P: {self.position}, S: {self.size}]"

    def __bool__(self) -> bool:
        return any(self)

    def __add__(self, other: object) -> NoReturn:
        kind = type(self).__name__
        raise MathTypeError(f"{kind} has no +; use merge(), grow(), or with_position(rect.position + offset)")

    __radd__ = __add__

    def __mul__(self, other: object) -> Any:
        raise MathTypeError(f"{type(self).__name__} has no *; use with_size(rect.size * factor)")

    def __rmul__(self, other: object) -> Any:
        raise MathTypeError(f"{type(self).__name__} has no *; use with_size(rect.size * factor)")

    def get_area(self) -> N:
        """Width times height."""
        return self[2] * self[3]  # type: ignore[no-any-return]

    def has_area(self) -> bool:
        """Whether width and height are both above 0."""
        return bool(self[2] > 0 and self[3] > 0)

    def abs(self) -> Self:
        """The same rectangle with a size that is not negative."""
        x, y, width, height = self
        return _new(type(self), (x + min(width, 0), y + min(height, 0), abs(width), abs(height)))

    def has_point(self, point: Sequence[N]) -> bool:
        """Whether a point is inside; the right and bottom edges are not."""
        px, py = self._point(point, "has_point")
        x, y, width, height = self
        return bool(x <= px < x + width and y <= py < y + height)

    def intersects(self, rect: Sequence[N]) -> bool:
        """Whether the two share an area."""
        return self._overlaps(self._like(rect, "intersects"))

    def _overlaps(self, other: Self) -> bool:
        (x, y, right, bottom), (ox, oy, other_right, other_bottom) = self._edges(), other._edges()
        return bool(x < other_right and right > ox and y < other_bottom and bottom > oy)

    def encloses(self, rect: Sequence[N]) -> bool:
        """Whether another rectangle lies within this one; edges may touch."""
        (x, y, right, bottom), (ox, oy, other_right, other_bottom) = (
            self._edges(),
            self._like(rect, "encloses")._edges(),
        )
        return bool(x <= ox and y <= oy and right >= other_right and bottom >= other_bottom)

    def intersection(self, rect: Sequence[N]) -> Self:
        """What the two have in common; the rectangle of zeros if that has no area."""
        other = self._like(rect, "intersection")
        if not self._overlaps(other):
            return type(self)()
        x, y, width, height = self
        ox, oy, other_width, other_height = other
        return self._between(
            max(x, ox), max(y, oy), min(x + width, ox + other_width), min(y + height, oy + other_height)
        )

    def merge(self, rect: Sequence[N]) -> Self:
        """The smallest rectangle around both."""
        x, y, width, height = self
        ox, oy, other_width, other_height = self._like(rect, "merge")
        return self._between(
            min(x, ox), min(y, oy), max(x + width, ox + other_width), max(y + height, oy + other_height)
        )

    def expand(self, to: Sequence[N]) -> Self:
        """The smallest rectangle around this one and a point."""
        px, py = self._point(to, "expand")
        x, y, right, bottom = self._edges()
        return self._between(min(x, px), min(y, py), max(right, px), max(bottom, py))

    def grow(self, amount: N) -> Self:
        """Move every side outwards by `amount`, or inwards if it is negative."""
        return self.grow_individual(amount, amount, amount, amount)

    def grow_individual(self, left: N, top: N, right: N, bottom: N) -> Self:
        """Move each side outwards by its amount."""
        left, top, right, bottom = self._like((left, top, right, bottom), "grow")
        x, y, width, height = self
        return _new(type(self), (x - left, y - top, width + left + right, height + top + bottom))

    def grow_side(self, side: int, amount: N) -> Self:
        """Move one side (SIDE_LEFT, SIDE_TOP, SIDE_RIGHT or SIDE_BOTTOM) outwards by `amount`.

        Raises:
            MathValueError: no such side.
        """
        if side not in (SIDE_LEFT, SIDE_TOP, SIDE_RIGHT, SIDE_BOTTOM):
            kind = type(self).__name__
            raise MathValueError(
                f"{kind}.grow_side: side must be 0 to 3 (SIDE_LEFT to SIDE_BOTTOM), got {shortened(side)}"
            )
        amounts: list[Any] = [0, 0, 0, 0]
        amounts[side] = amount
        return self.grow_individual(*amounts)
