"""CanvasDrawing: the drawing methods of CanvasItem.

Space: pixels of the item's own space, y down; angles in radians, clockwise; colours in gamma space, straight alpha.
When:  only inside `on_draw`, or a handler of the signal `draw`, of the same item.

All arguments are checked before anything is drawn. A negative width draws lines of one screen pixel, however the item
is scaled.
"""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING, NoReturn

from engine.core.errors import InvalidTypeError, InvalidValueError, SapwoodError, TreeError
from engine.math import Color, Rect2, Transform2D, Vector2, triangulate_polygon
from engine.resources import Texture2D
from servers.render import CIRCLE_SEGMENTS, CanvasCommands, arc
from servers.text import HorizontalAlignment, TextServer

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from engine.resources import Font
    from engine.tree.scene_tree import SceneTree

    Pair = tuple[float, float]

WHITE = Color(1.0, 1.0, 1.0, 1.0)

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

    def draw_line(
        self, start: Sequence[float], end: Sequence[float], color: Sequence[float], width: float = -1.0
    ) -> None:
        """Draw a straight line without caps.

        Raises (as all of these methods):
            TreeError: outside of `on_draw` and of handlers of `draw`.
            InvalidTypeError, InvalidValueError: an argument of the wrong kind, or not finite.
        """
        commands = self._commands("draw_line")
        a, b = self._points("draw_line(start, end)", (start, end))
        commands.line(a, b, self._color("draw_line(color)", color), self._number("draw_line(width)", width))

    def draw_polyline(self, points: Iterable[Sequence[float]], color: Sequence[float], width: float = -1.0) -> None:
        """Draw a line through at least two points, with sharp joints and without caps; Line2D offers other shapes."""
        commands = self._commands("draw_polyline")
        line = self._points("draw_polyline(points)", points, 2)
        tint, width = self._color("draw_polyline(color)", color), self._number("draw_polyline(width)", width)
        commands.polyline(line, tint, width)

    def draw_multiline(self, points: Iterable[Sequence[float]], color: Sequence[float], width: float = -1.0) -> None:
        """Draw separate lines: from point 0 to 1, from 2 to 3, and so on; an even number of points."""
        commands = self._commands("draw_multiline")
        ends = self._points("draw_multiline(points)", points)
        if len(ends) % 2:
            raise InvalidValueError(
                f"{self._where()}.draw_multiline(points) takes two points for each line, got {len(ends)} points"
            )
        tint, width = self._color("draw_multiline(color)", color), self._number("draw_multiline(width)", width)
        commands.multiline(ends, tint, width)

    def draw_arc(
        self,
        center: Sequence[float],
        radius: float,
        start_angle: float,
        end_angle: float,
        point_count: int,
        color: Sequence[float],
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
        """
        commands = self._commands("draw_arc")
        (middle,) = self._points("draw_arc(center)", (center,))
        radius = self._radius("draw_arc(radius)", radius)
        start = self._number("draw_arc(start_angle)", start_angle)
        sweep = self._number("draw_arc(end_angle)", end_angle) - start
        sweep = max(-_TAU, min(_TAU, sweep))
        if not isinstance(point_count, int) or not 2 <= point_count <= _MAX_POINTS:
            raise InvalidValueError(
                f"{self._where()}.draw_arc(point_count) must be a whole number from 2 to {_MAX_POINTS}, "
                f"got {point_count!r}"
            )
        tint, width = self._color("draw_arc(color)", color), self._number("draw_arc(width)", width)
        closed = abs(sweep) >= _TAU
        points = arc(middle, radius, start, start + sweep, point_count - 1)
        commands.polyline(points[:-1] if closed and point_count > 3 else points, tint, width, closed=closed)

    # --- shapes ------------------------------------------------------------------------------------------------------

    def draw_rect(
        self, rect: Sequence[float], color: Sequence[float], filled: bool = True, width: float = -1.0
    ) -> None:
        """Draw a rectangle (x, y, width, height), filled, or its outline as a line with sharp corners."""
        commands = self._commands("draw_rect")
        x, y, w, h = self._rect("draw_rect(rect)", rect)
        tint, width = self._color("draw_rect(color)", color), self._number("draw_rect(width)", width)
        if filled:
            commands.rect(x, y, w, h, tint)
        else:
            commands.polyline(((x, y), (x + w, y), (x + w, y + h), (x, y + h)), tint, width, closed=True)

    def draw_circle(
        self,
        position: Sequence[float],
        radius: float,
        color: Sequence[float],
        filled: bool = True,
        width: float = -1.0,
    ) -> None:
        """Draw a circle around `position`, filled, or its outline; 64 segments."""
        commands = self._commands("draw_circle")
        (middle,) = self._points("draw_circle(position)", (position,))
        radius = self._radius("draw_circle(radius)", radius)
        tint, width = self._color("draw_circle(color)", color), self._number("draw_circle(width)", width)
        if filled:
            commands.circle(middle, radius, tint)
        else:
            commands.polyline(arc(middle, radius, 0.0, _TAU, CIRCLE_SEGMENTS)[:-1], tint, width, closed=True)

    def draw_colored_polygon(
        self,
        points: Iterable[Sequence[float]],
        color: Sequence[float],
        uvs: Iterable[Sequence[float]] = (),
        texture: Texture2D | None = None,
    ) -> None:
        """Fill a polygon in one colour; see `draw_polygon`."""
        commands = self._commands("draw_colored_polygon")
        tint = self._color("draw_colored_polygon(color)", color)
        self._fill(commands, "draw_colored_polygon", points, (tint,), uvs, texture)

    def draw_polygon(
        self,
        points: Iterable[Sequence[float]],
        colors: Iterable[Sequence[float]],
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
            InvalidValueError: the outline crosses itself, or the counts do not fit.
        """
        commands = self._commands("draw_polygon")
        tints = tuple(self._color("draw_polygon(colors)", color) for color in colors)
        self._fill(commands, "draw_polygon", points, tints, uvs, texture)

    def _fill(
        self,
        commands: CanvasCommands,
        method: str,
        points: Iterable[Sequence[float]],
        colors: tuple[tuple[float, float, float, float], ...],
        uvs: Iterable[Sequence[float]],
        texture: Texture2D | None,
    ) -> None:
        outline = self._points(f"{method}(points)", points, 3)
        places = self._points(f"{method}(uvs)", uvs)
        if len(colors) not in (1, len(outline)):
            raise InvalidValueError(
                f"{self._where()}.{method}(colors) takes one colour, or one for each of the {len(outline)} points, "
                f"got {len(colors)}"
            )
        if texture is not None:
            self._texture(method, texture)
        if len(places) != len(outline) and (places or texture is not None):
            raise InvalidValueError(
                f"{self._where()}.{method}(uvs) takes one place for each of the {len(outline)} points, got {len(places)}"
            )
        commands.triangles(outline, self._cut(f"{method}(points)", outline), colors, places, texture)

    def _cut(self, what: str, outline: Sequence[Sequence[float]]) -> list[int]:
        """The triangles of a polygon; none for one without area."""
        indices = triangulate_polygon(outline)
        if not indices and _area(outline):
            raise InvalidValueError(
                f"{self._where()}.{what}: the outline of these {len(outline)} points crosses itself; "
                "draw it as several polygons"
            )
        return indices

    # --- textures and text -------------------------------------------------------------------------------------------

    def draw_texture(self, texture: Texture2D, position: Sequence[float], modulate: Sequence[float] = WHITE) -> None:
        """Draw a texture in its own size, its top left corner at `position`."""
        commands = self._commands("draw_texture")
        self._texture("draw_texture", texture)
        ((x, y),) = self._points("draw_texture(position)", (position,))
        width, height = texture.size
        tint = self._color("draw_texture(modulate)", modulate)
        commands.texture_rect(texture, (x, y, width, height), (0, 0, width, height), tint)

    def draw_texture_rect(
        self,
        texture: Texture2D,
        rect: Sequence[float],
        tile: bool = False,
        modulate: Sequence[float] = WHITE,
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
        self._texture("draw_texture_rect", texture)
        box = self._rect("draw_texture_rect(rect)", rect)
        size = (abs(box[2]), abs(box[3])) if tile else texture.size
        tint = self._color("draw_texture_rect(modulate)", modulate)
        commands.texture_rect(texture, box, (0, 0, *size), tint, transpose=transpose, repeat=tile)

    def draw_texture_rect_region(
        self,
        texture: Texture2D,
        rect: Sequence[float],
        src_rect: Sequence[float],
        modulate: Sequence[float] = WHITE,
        transpose: bool = False,
    ) -> None:
        """Draw a part of a texture, `src_rect` in its pixels, stretched over `rect`; negative sizes mirror."""
        commands = self._commands("draw_texture_rect_region")
        self._texture("draw_texture_rect_region", texture)
        box = self._rect("draw_texture_rect_region(rect)", rect)
        source = self._rect("draw_texture_rect_region(src_rect)", src_rect)
        tint = self._color("draw_texture_rect_region(modulate)", modulate)
        commands.texture_rect(texture, box, source, tint, transpose=transpose)

    def draw_string(
        self,
        font: Font | None,
        pos: Sequence[float],
        text: str,
        alignment: int = HorizontalAlignment.LEFT,
        width: float = -1.0,
        font_size: int = 16,
        modulate: Sequence[float] = WHITE,
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
        ((x, y),) = self._points("draw_string(pos)", (pos,))
        tint = self._color("draw_string(modulate)", modulate)
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
        place, size = self._points("draw_set_transform(position, scale)", (position, scale))
        angle = self._number("draw_set_transform(rotation)", rotation)
        commands.set_transform(Transform2D(angle, size, 0.0, place))

    def draw_set_transform_matrix(self, xform: Sequence[float]) -> None:
        """Draw what follows through `xform`, in place of an earlier such transform."""
        commands = self._commands("draw_set_transform_matrix")
        try:
            transform = Transform2D(*xform)
        except SapwoodError as error:
            self._refuse("draw_set_transform_matrix(xform)", "be a Transform2D", error)
        if not transform.is_finite():
            raise InvalidValueError(f"{self._where()}.draw_set_transform_matrix(xform) must be finite, got {transform}")
        commands.set_transform(transform)

    # --- checks ------------------------------------------------------------------------------------------------------

    def _commands(self, method: str) -> CanvasCommands:
        commands = self._recording()
        if commands is None:
            raise TreeError(
                f"{self._where()}.{method} - an item draws only inside its on_draw, or a handler of its signal draw; "
                "call queue_redraw(), and draw there"
            )
        return commands

    def _points(self, what: str, points: Iterable[Sequence[float]], least: int = 0) -> list[Pair]:
        try:
            pairs = [(x + 0.0, y + 0.0) for x, y in points]
            finite = all(isfinite(x) and isfinite(y) for x, y in pairs)
        except (TypeError, ValueError) as error:
            self._refuse(what, "be points (x, y)", error)
        if not finite:
            raise InvalidValueError(f"{self._where()}.{what} must be finite, got {pairs!r:.80}")
        if len(pairs) < least:
            raise InvalidValueError(f"{self._where()}.{what} takes at least {least} points, got {len(pairs)}")
        return pairs

    def _rect(self, what: str, rect: Sequence[float]) -> tuple[float, float, float, float]:
        try:
            x, y, width, height = Rect2(rect)
        except (SapwoodError, TypeError) as error:
            self._refuse(what, "be a Rect2", error)
        if not (isfinite(x) and isfinite(y) and isfinite(width) and isfinite(height)):
            raise InvalidValueError(f"{self._where()}.{what} must be finite, got {rect!r}")
        return x, y, width, height

    def _color(self, what: str, color: Sequence[float]) -> tuple[float, float, float, float]:
        r, g, b, a = as_color(f"{self._where()}.{what}", color) if type(color) is not Color else color
        return r, g, b, a

    def _number(self, what: str, value: float) -> float:
        try:
            if isfinite(value):
                return value + 0.0
        except TypeError as error:
            self._refuse(what, "be a number", error)
        raise InvalidValueError(f"{self._where()}.{what} must be finite, got {value!r}")

    def _radius(self, what: str, value: float) -> float:
        radius = self._number(what, value)
        if radius < 0:
            raise InvalidValueError(f"{self._where()}.{what} must be 0 or more, got {value!r}")
        return radius

    def _texture(self, method: str, texture: Texture2D) -> None:
        if not isinstance(texture, Texture2D):
            raise InvalidTypeError(
                f"{self._where()}.{method}(texture) must be a Texture2D, got {texture!r}; load() one, or wrap an Image: "
                "ImageTexture(image)"
            )

    def _refuse(self, what: str, wanted: str, error: Exception) -> NoReturn:
        raise InvalidTypeError(f"{self._where()}.{what} must {wanted}: {error}") from None


def as_points(where: str, points: Iterable[Sequence[float]]) -> tuple[Vector2, ...]:
    """`points` as vectors with finite components; `where` begins the text of errors.

    Raises:
        InvalidTypeError: they are not points.
        InvalidValueError: one is not finite.
    """
    try:
        vectors = tuple(point if type(point) is Vector2 else Vector2(*point) for point in points)
    except (SapwoodError, TypeError) as error:
        raise InvalidTypeError(f"{where} must be points (x, y): {error}") from None
    for vector in vectors:
        if not vector.is_finite():
            raise InvalidValueError(f"{where} must be finite, got {vector}")
    return vectors


def _area(outline: Sequence[Sequence[float]]) -> float:
    """Twice the signed area within an outline, where that is more than rounding makes of a flat one; else 0."""
    twice = 0.0
    terms = 0.0
    for (ax, ay), (bx, by) in zip(outline, (*outline[1:], outline[0]), strict=True):
        twice += ax * by - bx * ay
        terms += abs(ax * by) + abs(bx * ay)
    return twice if abs(twice) > terms * 1e-9 else 0.0


def as_color(where: str, value: Sequence[float]) -> Color:
    """`value` as a Color with finite components; `where` begins the text of errors.

    Raises:
        InvalidTypeError: it is not a colour.
        InvalidValueError: it is not finite.
    """
    try:
        color = Color(value)  # type: ignore[call-overload]
    except SapwoodError as error:
        raise InvalidTypeError(f"{where} must be a Color: {error}") from None
    if not all(map(isfinite, color)):
        raise InvalidValueError(f"{where} must be finite, got {color}")
    return color
