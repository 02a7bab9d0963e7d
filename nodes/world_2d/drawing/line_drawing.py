"""LineDrawing: the drawing methods of CanvasItem for lines and arcs.

A width below 0 draws lines of one screen pixel, however the item is scaled; they have no soft edges.
"""

from __future__ import annotations

from math import ceil, dist, floor
from typing import TYPE_CHECKING

from engine.core.errors import InvalidValueError
from engine.core.property_checks import checked_bool, checked_color, checked_finite, checked_non_negative
from engine.math.scalars import EPSILON
from engine.math.value import shortened
from nodes.world_2d.canvas.canvas_checks import checked_colors, checked_points
from nodes.world_2d.drawing.drawing_item import DrawingItem
from servers.render import arc

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from engine.math.color import ColorLike

    Pair = tuple[float, float]

SHARP_LIMIT = 3.0
"""How far the corners of polylines may reach, in half widths; sharper ones are cut off."""

_TAU = 6.283185307179586
_MAX_POINTS = 100_000


class LineDrawing(DrawingItem):
    """What an item can draw of lines; mixed into CanvasItem.

    All methods raise TreeError outside of `on_draw` and of handlers of `draw`, and InvalidTypeError or
    InvalidValueError for an argument of the wrong kind, or one that is not finite; nothing is drawn then.
    """

    __slots__ = ()

    def draw_line(
        self,
        start: Sequence[float],
        end: Sequence[float],
        color: ColorLike,
        width: float = -1.0,
        antialiased: bool = False,
    ) -> None:
        """Draw a straight line without caps.

        Args:
            start: one end.
            end: the other one.
            color: of the line.
            width: pixels; below 0, the default, one screen pixel.
            antialiased: a soft edge around it, 1.25 pixels wide; for a width above 0 only.

        Raises (as all of these methods):
            TreeError: outside of `on_draw` and of handlers of `draw`.
            InvalidTypeError, InvalidValueError: an argument of the wrong kind, or not finite.
        """
        commands = self._commands("draw_line")
        a, b = checked_points(self, "draw_line(start, end)", (start, end))
        tint = checked_color(self, "draw_line(color)", color)
        width = checked_finite(self, "draw_line(width)", width)
        soft = checked_bool(self, "draw_line(antialiased)", antialiased)
        commands.line(a, b, (*tint,), width, antialiased=soft)

    def draw_dashed_line(
        self,
        start: Sequence[float],
        end: Sequence[float],
        color: ColorLike,
        width: float = -1.0,
        dash: float = 2.0,
        aligned: bool = True,
        antialiased: bool = False,
    ) -> None:
        """Draw a straight line of dashes, with gaps of their length between them.

        Args:
            start: where the first dash begins.
            end: where the line ends.
            color: of the dashes.
            width: pixels; below 0, the default, one screen pixel.
            dash: how long the dashes are, above 0.
            aligned: begin and end with a dash at the very ends, whose length gives way; otherwise all dashes have
                their length, and the line may end earlier.
            antialiased: soft edges.

        Raises:
            InvalidValueError: `dash` is not above 0, or so small that there would be more than 100,000; and as
                `draw_line`.
        """
        commands = self._commands("draw_dashed_line")
        a, b = checked_points(self, "draw_dashed_line(start, end)", (start, end))
        tint = checked_color(self, "draw_dashed_line(color)", color)
        width = checked_finite(self, "draw_dashed_line(width)", width)
        dash = checked_finite(self, "draw_dashed_line(dash)", dash)
        aligned = checked_bool(self, "draw_dashed_line(aligned)", aligned)
        soft = checked_bool(self, "draw_dashed_line(antialiased)", antialiased)
        if dash <= 0:
            raise InvalidValueError(f"{self._where()}.draw_dashed_line(dash) must be above 0, got {shortened(dash)}")
        if dist(a, b) / dash > 2 * _MAX_POINTS:
            raise InvalidValueError(
                f"{self._where()}.draw_dashed_line(dash) makes more than {_MAX_POINTS:,} dashes: {dash!r} over "
                f"{dist(a, b):g} pixels"
            )
        commands.multiline(_dashes(a, b, dash, aligned), (*tint,), width, antialiased=soft)

    def draw_polyline(
        self, points: Iterable[Sequence[float]], color: ColorLike, width: float = -1.0, antialiased: bool = False
    ) -> None:
        """Draw a line through at least two points, with sharp joints and without caps; Line2D offers other shapes.

        One that ends where it begins is closed.
        """
        commands = self._commands("draw_polyline")
        line = checked_points(self, "draw_polyline(points)", points, 2)
        tint = checked_color(self, "draw_polyline(color)", color)
        width = checked_finite(self, "draw_polyline(width)", width)
        soft = checked_bool(self, "draw_polyline(antialiased)", antialiased)
        line, closed = _opened(line, width)
        commands.polyline(line, (*tint,), width, closed=closed, sharp_limit=SHARP_LIMIT, antialiased=soft)

    def draw_polyline_colors(
        self,
        points: Iterable[Sequence[float]],
        colors: Iterable[ColorLike],
        width: float = -1.0,
        antialiased: bool = False,
    ) -> None:
        """Draw a line as `draw_polyline` does, in a colour for each point, blended in between; or in one for all.

        Raises:
            InvalidValueError: as many colours as there are neither; and as `draw_line`.
        """
        commands = self._commands("draw_polyline_colors")
        line = checked_points(self, "draw_polyline_colors(points)", points, 2)
        tints = checked_colors(self, "draw_polyline_colors(colors)", colors)
        width = checked_finite(self, "draw_polyline_colors(width)", width)
        soft = checked_bool(self, "draw_polyline_colors(antialiased)", antialiased)
        if len(tints) not in (1, len(line)):
            raise InvalidValueError(
                f"{self._where()}.draw_polyline_colors(colors) takes one colour, or one for each of the {len(line)} "
                f"points, got {len(tints)}"
            )
        if len(tints) == 1:
            tints *= len(line)
        line, closed = _opened(line, width)
        commands.polyline_colors(
            line, [(*tint,) for tint in tints], width, closed=closed, sharp_limit=SHARP_LIMIT, antialiased=soft
        )

    def draw_multiline(
        self, points: Iterable[Sequence[float]], color: ColorLike, width: float = -1.0, antialiased: bool = False
    ) -> None:
        """Draw separate lines: from point 0 to 1, from 2 to 3, and so on.

        Raises:
            InvalidValueError: an odd number of points; and as `draw_line`.
        """
        commands = self._commands("draw_multiline")
        ends = self._checked_ends("draw_multiline", points)
        tint = checked_color(self, "draw_multiline(color)", color)
        width = checked_finite(self, "draw_multiline(width)", width)
        soft = checked_bool(self, "draw_multiline(antialiased)", antialiased)
        commands.multiline(ends, (*tint,), width, antialiased=soft)

    def draw_multiline_colors(
        self,
        points: Iterable[Sequence[float]],
        colors: Iterable[ColorLike],
        width: float = -1.0,
        antialiased: bool = False,
    ) -> None:
        """Draw separate lines as `draw_multiline` does, in a colour for each line; or in one for all.

        Raises:
            InvalidValueError: as many colours as there are neither, an odd number of points; and as `draw_line`.
        """
        commands = self._commands("draw_multiline_colors")
        ends = self._checked_ends("draw_multiline_colors", points)
        tints = checked_colors(self, "draw_multiline_colors(colors)", colors)
        width = checked_finite(self, "draw_multiline_colors(width)", width)
        soft = checked_bool(self, "draw_multiline_colors(antialiased)", antialiased)
        count = len(ends) // 2
        if len(tints) not in (1, count):
            raise InvalidValueError(
                f"{self._where()}.draw_multiline_colors(colors) takes one colour, or one for each of the {count} "
                f"lines, got {len(tints)}"
            )
        for i, tint in enumerate(tints if len(tints) == count else tints * count):
            commands.line(ends[2 * i], ends[2 * i + 1], (*tint,), width, antialiased=soft)

    def draw_arc(
        self,
        center: Sequence[float],
        radius: float,
        start_angle: float,
        end_angle: float,
        point_count: int,
        color: ColorLike,
        width: float = -1.0,
        antialiased: bool = False,
    ) -> None:
        """Draw a part of a circle as a line.

        Args:
            center: of the circle.
            radius: 0 or more.
            start_angle: radians; 0 is right, growing clockwise on the screen.
            end_angle: may be smaller, for the other direction; a whole turn is the most.
            point_count: points of the line, at least 2.
            color: of the line.
            width: pixels, half of it on each side of the circle.
            antialiased: a soft edge around the line.

        Raises:
            InvalidValueError: a negative radius, fewer than 2 points; and as `draw_line`.
        """
        commands = self._commands("draw_arc")
        (middle,) = checked_points(self, "draw_arc(center)", (center,))
        radius = checked_non_negative(self, "draw_arc(radius)", radius)
        start = checked_finite(self, "draw_arc(start_angle)", start_angle)
        sweep = checked_finite(self, "draw_arc(end_angle)", end_angle) - start
        sweep = max(-_TAU, min(_TAU, sweep))
        if not isinstance(point_count, int) or not 2 <= point_count <= _MAX_POINTS:
            raise InvalidValueError(
                f"{self._where()}.draw_arc(point_count) must be a whole number from 2 to {_MAX_POINTS}, "
                f"got {shortened(point_count)}"
            )
        tint = checked_color(self, "draw_arc(color)", color)
        width = checked_finite(self, "draw_arc(width)", width)
        soft = checked_bool(self, "draw_arc(antialiased)", antialiased)
        line, closed = _opened(arc(middle, radius, start, start + sweep, point_count - 1), width)
        commands.polyline(line, (*tint,), width, closed=closed, sharp_limit=SHARP_LIMIT, antialiased=soft)

    def _checked_ends(self, method: str, points: Iterable[Sequence[float]]) -> list[Pair]:
        """Two points for each line."""
        ends = checked_points(self, f"{method}(points)", points)
        if len(ends) % 2:
            raise InvalidValueError(
                f"{self._where()}.{method}(points) takes two points for each line, got {len(ends)} points"
            )
        return ends


def _opened(line: list[Pair], width: float) -> tuple[list[Pair], bool]:
    """A line without its last point, if that is the first one again, and whether it was; hairlines stay as they are."""
    (ax, ay), (bx, by) = line[0], line[-1]
    if width < 0 or len(line) < 4 or not (_is_near(ax, bx) and _is_near(ay, by)):
        return line, False
    return line[:-1], True


def _is_near(a: float, b: float) -> bool:
    """As Godot's is_equal_approx."""
    return abs(a - b) < max(EPSILON, EPSILON * abs(a))


def _dashes(start: Pair, end: Pair, dash: float, aligned: bool) -> list[Pair]:
    """The ends of dashes along a line, two each; the rules are those of Godot's draw_dashed_line."""
    length = dist(start, end)
    if length < dash:
        return [start, end]
    x, y = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    count = ceil(length / dash) if aligned else floor(length / dash)
    count -= count % 2 == 0
    shift = (length - count * dash) / 2 if aligned else 0.0
    ends = [shift + i * dash for i in range(count + 1)]
    points = [(start[0] + x * at, start[1] + y * at) for at in ends]
    points[0] = start
    if aligned:
        points[-1] = end
    return points
