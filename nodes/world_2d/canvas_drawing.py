"""CanvasDrawing: the drawing methods of CanvasItem.

Space: pixels of the item's own space, y down; angles in radians, clockwise; colours in gamma space, straight alpha.
When:  only inside `on_draw`, or a handler of the signal `draw`, of the same item.

All arguments are checked before anything is drawn. A negative width draws lines of one screen pixel, however the item
is scaled.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core.errors import InvalidValueError, TreeError
from engine.core.property_checks import checked_color, checked_finite, checked_numbers
from engine.math import Transform2D
from engine.resources import HorizontalAlignment
from nodes.world_2d.canvas_checks import (
    WHITE,
    checked_points,
    checked_radius,
    checked_texture,
    triangulated,
)
from servers.render import CanvasCommands, arc, circle
from servers.text import TextServer

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from engine.math import Color
    from engine.math.color import ColorLike
    from engine.resources import Font, Texture2D
    from engine.tree.scene_tree import SceneTree


_TAU = 6.283185307179586
_MAX_POINTS = 100_000


class CanvasDrawing:
    """What an item can draw; mixed into CanvasItem."""

    __slots__ = ()

    if TYPE_CHECKING:
        _tree: SceneTree | None

        def _where(self) -> str: ...

    def _recording(self) -> CanvasCommands | None:
        """The recording that is going on, or None."""
        raise NotImplementedError

    # --- lines -------------------------------------------------------------------------------------------------------

    def draw_line(self, start: Sequence[float], end: Sequence[float], color: ColorLike, width: float = -1.0) -> None:
        """Draw a straight line without caps.

        Raises (as all of these methods):
            TreeError: outside of `on_draw` and of handlers of `draw`.
            InvalidTypeError, InvalidValueError: an argument of the wrong kind, or not finite.
        """
        commands = self._commands("draw_line")
        a, b = checked_points(self, "draw_line(start, end)", (start, end))
        tint = checked_color(self, "draw_line(color)", color)
        width = checked_finite(self, "draw_line(width)", width)
        commands.line(a, b, tint, width)

    def draw_polyline(self, points: Iterable[Sequence[float]], color: ColorLike, width: float = -1.0) -> None:
        """Draw a line through at least two points, with sharp joints and without caps; Line2D offers other shapes."""
        commands = self._commands("draw_polyline")
        line = checked_points(self, "draw_polyline(points)", points, 2)
        tint = checked_color(self, "draw_polyline(color)", color)
        width = checked_finite(self, "draw_polyline(width)", width)
        commands.polyline(line, tint, width)

    def draw_multiline(self, points: Iterable[Sequence[float]], color: ColorLike, width: float = -1.0) -> None:
        """Draw separate lines: from point 0 to 1, from 2 to 3, and so on.

        Raises:
            InvalidValueError: an odd number of points; and as `draw_line`.
        """
        commands = self._commands("draw_multiline")
        ends = checked_points(self, "draw_multiline(points)", points)
        if len(ends) % 2:
            raise InvalidValueError(
                f"{self._where()}.draw_multiline(points) takes two points for each line, got {len(ends)} points"
            )
        tint = checked_color(self, "draw_multiline(color)", color)
        width = checked_finite(self, "draw_multiline(width)", width)
        commands.multiline(ends, tint, width)

    def draw_arc(
        self,
        center: Sequence[float],
        radius: float,
        start_angle: float,
        end_angle: float,
        point_count: int,
        color: ColorLike,
        width: float = -1.0,
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

        Raises:
            InvalidValueError: a negative radius, fewer than 2 points; and as `draw_line`.
        """
        commands = self._commands("draw_arc")
        (middle,) = checked_points(self, "draw_arc(center)", (center,))
        radius = checked_radius(self, "draw_arc(radius)", radius)
        start = checked_finite(self, "draw_arc(start_angle)", start_angle)
        sweep = checked_finite(self, "draw_arc(end_angle)", end_angle) - start
        sweep = max(-_TAU, min(_TAU, sweep))
        if not isinstance(point_count, int) or not 2 <= point_count <= _MAX_POINTS:
            raise InvalidValueError(
                f"{self._where()}.draw_arc(point_count) must be a whole number from 2 to {_MAX_POINTS}, "
                f"got {point_count!r}"
            )
        tint = checked_color(self, "draw_arc(color)", color)
        width = checked_finite(self, "draw_arc(width)", width)
        closed = abs(sweep) >= _TAU
        points = arc(middle, radius, start, start + sweep, point_count - 1)
        commands.polyline(points[:-1] if closed and point_count > 3 else points, tint, width, closed=closed)

    # --- shapes ------------------------------------------------------------------------------------------------------

    def draw_rect(self, rect: Sequence[float], color: ColorLike, filled: bool = True, width: float = -1.0) -> None:
        """Draw a rectangle (x, y, width, height), filled, or its outline as a line with sharp corners."""
        commands = self._commands("draw_rect")
        x, y, w, h = checked_numbers(self, "draw_rect(rect)", rect, 4)
        tint = checked_color(self, "draw_rect(color)", color)
        width = checked_finite(self, "draw_rect(width)", width)
        if filled:
            commands.rect(x, y, w, h, tint)
        else:
            commands.polyline(((x, y), (x + w, y), (x + w, y + h), (x, y + h)), tint, width, closed=True)

    def draw_circle(
        self,
        position: Sequence[float],
        radius: float,
        color: ColorLike,
        filled: bool = True,
        width: float = -1.0,
    ) -> None:
        """Draw a circle around `position`, filled, or its outline; 64 segments."""
        commands = self._commands("draw_circle")
        (middle,) = checked_points(self, "draw_circle(position)", (position,))
        radius = checked_radius(self, "draw_circle(radius)", radius)
        tint = checked_color(self, "draw_circle(color)", color)
        width = checked_finite(self, "draw_circle(width)", width)
        if filled:
            commands.circle(middle, radius, tint)
        else:
            commands.polyline(circle(middle, radius), tint, width, closed=True)

    def draw_colored_polygon(
        self,
        points: Iterable[Sequence[float]],
        color: ColorLike,
        uvs: Iterable[Sequence[float]] = (),
        texture: Texture2D | None = None,
    ) -> None:
        """Fill a polygon in one colour; see `draw_polygon`."""
        commands = self._commands("draw_colored_polygon")
        tint = checked_color(self, "draw_colored_polygon(color)", color)
        _fill(self, commands, "draw_colored_polygon", points, (tint,), uvs, texture)

    def draw_polygon(
        self,
        points: Iterable[Sequence[float]],
        colors: Iterable[ColorLike],
        uvs: Iterable[Sequence[float]] = (),
        texture: Texture2D | None = None,
    ) -> None:
        """Fill a polygon.

        Args:
            points: at least three, in either direction; the outline must not cross itself. Without area, nothing is
                drawn.
            colors: one for each point, blended in between, or one for all.
            uvs: places in the texture, 0 to 1, one for each point; needed with a texture.
            texture: what is shown, multiplied by the colours.

        Raises:
            InvalidValueError: the outline crosses itself so that it cannot be cut into triangles, or the counts do not
                fit.
        """
        commands = self._commands("draw_polygon")
        tints = tuple(checked_color(self, "draw_polygon(colors)", color) for color in colors)
        _fill(self, commands, "draw_polygon", points, tints, uvs, texture)

    # --- textures and text -------------------------------------------------------------------------------------------

    def draw_texture(self, texture: Texture2D, position: Sequence[float], modulate: ColorLike = WHITE) -> None:
        """Draw a texture in its own size, its top left corner at `position`."""
        commands = self._commands("draw_texture")
        checked_texture(self, "draw_texture(texture)", texture)
        ((x, y),) = checked_points(self, "draw_texture(position)", (position,))
        width, height = texture.size
        tint = checked_color(self, "draw_texture(modulate)", modulate)
        commands.texture_rect(texture, (x, y, width, height), (0, 0, width, height), tint)

    def draw_texture_rect(
        self,
        texture: Texture2D,
        rect: Sequence[float],
        tile: bool = False,
        modulate: ColorLike = WHITE,
        transpose: bool = False,
    ) -> None:
        """Draw a texture stretched over a rectangle, or repeated in its own size.

        Args:
            texture: what is shown.
            rect: (x, y, width, height); a negative width or height mirrors.
            tile: repeat instead of stretching.
            modulate: multiplies the texture's colours.
            transpose: swap the texture's axes.
        """
        commands = self._commands("draw_texture_rect")
        checked_texture(self, "draw_texture_rect(texture)", texture)
        box = checked_numbers(self, "draw_texture_rect(rect)", rect, 4)
        size = (abs(box[2]), abs(box[3])) if tile else texture.size
        tint = checked_color(self, "draw_texture_rect(modulate)", modulate)
        commands.texture_rect(texture, box, (0, 0, *size), tint, transpose=transpose, repeat=tile)

    def draw_texture_rect_region(
        self,
        texture: Texture2D,
        rect: Sequence[float],
        src_rect: Sequence[float],
        modulate: ColorLike = WHITE,
        transpose: bool = False,
    ) -> None:
        """Draw a part of a texture, `src_rect` in its pixels, stretched over `rect`; negative sizes mirror."""
        commands = self._commands("draw_texture_rect_region")
        checked_texture(self, "draw_texture_rect_region(texture)", texture)
        box = checked_numbers(self, "draw_texture_rect_region(rect)", rect, 4)
        source = checked_numbers(self, "draw_texture_rect_region(src_rect)", src_rect, 4)
        tint = checked_color(self, "draw_texture_rect_region(modulate)", modulate)
        commands.texture_rect(texture, box, source, tint, transpose=transpose)

    def draw_string(
        self,
        font: Font | None,
        pos: Sequence[float],
        text: str,
        alignment: int = HorizontalAlignment.LEFT,
        width: float = -1.0,
        font_size: int = 16,
        modulate: ColorLike = WHITE,
    ) -> None:
        """Draw one line of text. Without a text server in the tree nothing is drawn.

        Args:
            font: None for the text server's default, DejaVu Sans.
            pos: where the baseline begins.
            text: line breaks in it draw nothing.
            alignment: where the text stands between `pos` and `width` pixels to the right of it.
            width: room for the alignment; negative aligns nothing. Longer text is not cut.
            font_size: pixels, 1 to 512.
            modulate: the text's colour.
        """
        commands = self._commands("draw_string")
        ((x, y),) = checked_points(self, "draw_string(pos)", (pos,))
        tint = checked_color(self, "draw_string(modulate)", modulate)
        server = None if self._tree is None else self._tree.servers.get(TextServer)
        if server is None:
            return
        for run in server.lay_out(font, text, font_size, alignment, width):
            rects = [(x + left, y + top, w, h) for left, top, w, h in run.rects]
            commands.quads(run.texture, rects, run.uvs, tint)

    def draw_set_transform(
        self, position: Sequence[float], rotation: float = 0.0, scale: Sequence[float] = (1.0, 1.0)
    ) -> None:
        """Draw what follows moved, turned (radians) and scaled, in place of an earlier such transform."""
        commands = self._commands("draw_set_transform")
        place, size = checked_points(self, "draw_set_transform(position, scale)", (position, scale))
        angle = checked_finite(self, "draw_set_transform(rotation)", rotation)
        commands.set_transform(Transform2D(angle, size, 0.0, place))

    def draw_set_transform_matrix(self, xform: Sequence[float]) -> None:
        """Draw what follows through `xform`, in place of an earlier such transform."""
        commands = self._commands("draw_set_transform_matrix")
        matrix = checked_numbers(self, "draw_set_transform_matrix(xform)", xform, 6)
        commands.set_transform(Transform2D(matrix))

    def _commands(self, method: str) -> CanvasCommands:
        commands = self._recording()
        if commands is None:
            raise TreeError(
                f"{self._where()}.{method} - an item draws only inside its on_draw, or a handler of its signal draw; "
                "call queue_redraw(), and draw there"
            )
        return commands


def _fill(
    item: CanvasDrawing,
    commands: CanvasCommands,
    method: str,
    points: Iterable[Sequence[float]],
    colors: tuple[Color, ...],
    uvs: Iterable[Sequence[float]],
    texture: Texture2D | None,
) -> None:
    outline = checked_points(item, f"{method}(points)", points, 3)
    places = checked_points(item, f"{method}(uvs)", uvs)
    if len(colors) not in (1, len(outline)):
        raise InvalidValueError(
            f"{item._where()}.{method}(colors) takes one colour, or one for each of the {len(outline)} points, "
            f"got {len(colors)}"
        )
    if texture is not None:
        checked_texture(item, f"{method}(texture)", texture)
    if len(places) != len(outline) and (places or texture is not None):
        raise InvalidValueError(
            f"{item._where()}.{method}(uvs) takes one place for each of the {len(outline)} points, got {len(places)}"
        )
    commands.triangles(outline, triangulated(item, f"{method}(points)", outline), colors, places, texture)
