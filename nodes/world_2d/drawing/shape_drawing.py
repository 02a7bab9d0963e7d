"""ShapeDrawing: the drawing methods of CanvasItem for rectangles, circles and polygons."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core.errors import InvalidValueError
from engine.core.property_checks import (
    checked_bool,
    checked_color,
    checked_finite,
    checked_non_negative,
    checked_numbers,
)
from nodes.world_2d.canvas.canvas_checks import (
    WHITE,
    checked_colors,
    checked_points,
    checked_style_box,
    checked_texture,
    triangulated,
)
from nodes.world_2d.drawing.drawing_item import DrawingItem
from nodes.world_2d.drawing.line_drawing import SHARP_LIMIT
from servers.render import circle

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from engine.math import Color
    from engine.math.color import ColorLike
    from engine.resources import Texture2D
    from engine.resources.style_boxes.style_box import StyleBox
    from servers.render import CanvasCommands


class ShapeDrawing(DrawingItem):
    """What an item can draw of shapes; mixed into CanvasItem. Errors are as those of `draw_line`."""

    __slots__ = ()

    def draw_rect(
        self,
        rect: Sequence[float],
        color: ColorLike,
        filled: bool = True,
        width: float = -1.0,
        antialiased: bool = False,
    ) -> None:
        """Draw a rectangle, filled, or its outline.

        Args:
            rect: (x, y, width, height); a Rect2.
            color: of the rectangle or the outline.
            filled: whether it is filled; otherwise only its outline is drawn.
            width: of the outline, half of it on each side of the edge; below 0, the default, one screen pixel.
            antialiased: a soft edge around what is drawn, 1.25 pixels wide.
        """
        commands = self._commands("draw_rect")
        x, y, w, h = checked_numbers(self, "draw_rect(rect)", rect, 4)
        tint = checked_color(self, "draw_rect(color)", color)
        width = checked_finite(self, "draw_rect(width)", width)
        filled = checked_bool(self, "draw_rect(filled)", filled)
        soft = checked_bool(self, "draw_rect(antialiased)", antialiased)
        x, y, w, h = min(x, x + w), min(y, y + h), abs(w), abs(h)
        if filled:
            commands.rect(x, y, w, h, (*tint,), antialiased=soft)
        elif width >= w or width >= h:  # the outline leaves no room within
            commands.rect(x - width / 2, y - width / 2, w + width, h + width, (*tint,), antialiased=soft)
        else:
            corners = ((x, y), (x + w, y), (x + w, y + h), (x, y + h))
            commands.polyline(corners, (*tint,), width, closed=True, antialiased=soft)

    def draw_circle(
        self,
        position: Sequence[float],
        radius: float,
        color: ColorLike,
        filled: bool = True,
        width: float = -1.0,
        antialiased: bool = False,
    ) -> None:
        """Draw a circle around `position`, filled, or its outline; 64 segments. The rest is as in `draw_rect`."""
        commands = self._commands("draw_circle")
        (middle,) = checked_points(self, "draw_circle(position)", (position,))
        radius = checked_non_negative(self, "draw_circle(radius)", radius)
        tint = checked_color(self, "draw_circle(color)", color)
        width = checked_finite(self, "draw_circle(width)", width)
        filled = checked_bool(self, "draw_circle(filled)", filled)
        soft = checked_bool(self, "draw_circle(antialiased)", antialiased)
        if filled:
            commands.circle(middle, radius, (*tint,), antialiased=soft)
        elif width >= 2 * radius:
            commands.circle(middle, radius + width / 2, (*tint,), antialiased=soft)
        else:
            line = circle(middle, radius)
            commands.polyline(line, (*tint,), width, closed=True, sharp_limit=SHARP_LIMIT, antialiased=soft)

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
        self._fill(commands, "draw_colored_polygon", points, (tint,), uvs, texture)

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
        tints = checked_colors(self, "draw_polygon(colors)", colors)
        self._fill(commands, "draw_polygon", points, tints, uvs, texture)

    def draw_primitive(
        self,
        points: Iterable[Sequence[float]],
        colors: Iterable[ColorLike],
        uvs: Iterable[Sequence[float]] = (),
        texture: Texture2D | None = None,
    ) -> None:
        """Draw one screen pixel, a line one screen pixel wide, a triangle or a quad, for one to four points.

        Args:
            points: of a quad in order around it.
            colors: one for each point, blended in between, one for all, or none for white.
            uvs: places in the texture, 0 to 1, one for each point; needed with a texture.
            texture: what is shown, multiplied by the colours; pixels and lines show their colours alone.

        Raises:
            InvalidValueError: no points or more than four, or the counts do not fit.
        """
        commands = self._commands("draw_primitive")
        corners = checked_points(self, "draw_primitive(points)", points)
        if not 1 <= len(corners) <= 4:
            raise InvalidValueError(
                f"{self._where()}.draw_primitive(points) takes one to four points, got {len(corners)}"
            )
        tints = checked_colors(self, "draw_primitive(colors)", colors) or (WHITE,)
        places = self._checked_places("draw_primitive", len(corners), tints, uvs, texture)
        if len(tints) == 1:
            tints *= len(corners)
        commands.primitive(corners, [(*tint,) for tint in tints], places, texture)

    def draw_style_box(self, style_box: StyleBox, rect: Sequence[float]) -> None:
        """Draw a style box, such as a StyleBoxFlat, in a rectangle; what it draws may reach beyond that."""
        self._commands("draw_style_box")
        style = checked_style_box(self, "draw_style_box(style_box)", style_box)
        style.draw(self, checked_numbers(self, "draw_style_box(rect)", rect, 4))

    def _fill(
        self,
        commands: CanvasCommands,
        method: str,
        points: Iterable[Sequence[float]],
        colors: tuple[Color, ...],
        uvs: Iterable[Sequence[float]],
        texture: Texture2D | None,
    ) -> None:
        outline = checked_points(self, f"{method}(points)", points, 3)
        places = self._checked_places(method, len(outline), colors, uvs, texture)
        tints = [(*color,) for color in colors]
        commands.triangles(outline, triangulated(self, f"{method}(points)", outline), tints, places, texture)

    def _checked_places(
        self,
        method: str,
        count: int,
        colors: tuple[Color, ...],
        uvs: Iterable[Sequence[float]],
        texture: Texture2D | None,
    ) -> list[tuple[float, float]]:
        """The texture coordinates of `count` points; the colours are counted, too."""
        places = checked_points(self, f"{method}(uvs)", uvs)
        if len(colors) not in (1, count):
            raise InvalidValueError(
                f"{self._where()}.{method}(colors) takes one colour, or one for each of the {count} points, "
                f"got {len(colors)}"
            )
        if texture is not None:
            checked_texture(self, f"{method}(texture)", texture)
        if len(places) != count and (places or texture is not None):
            raise InvalidValueError(
                f"{self._where()}.{method}(uvs) takes one place for each of the {count} points, got {len(places)}"
            )
        return places
