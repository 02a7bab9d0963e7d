"""CanvasCommands: what a canvas item draws, recorded call by call as instances.

In:    calls in the item's own space: pixels, y down; colours in gamma space, straight alpha.
Out:   a Geometry (`finish`), which the render server keeps until the item draws anew.
Cost:  Python work per call, numpy work per array, only when an item draws; nothing in a frame in which it does not.

Every shape becomes quads and triangles here (shapes, stroke, ribbon), which recording keeps:
the back ends know one instance format only.
"""

from __future__ import annotations

from itertools import pairwise, repeat
from math import hypot
from typing import TYPE_CHECKING

import numpy as np

from servers.render.scene.commands import shapes
from servers.render.scene.commands.feather import soft_edge
from servers.render.scene.commands.instances import HAIRLINE, Special, Way
from servers.render.scene.commands.recording import FEW, HIGH, LOW, NO_UVS, Recording, base_fit, of_all, of_ends
from servers.render.scene.commands.ribbon import RibbonStyle, ribbon
from servers.render.scene.commands.stroke import Cap, Joint, stroke, stroke_with_points

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from engine.resources import Texture2D
    from servers.render.scene.commands.shapes import RGBA, Corners, Part, Point

_HAIRLINE_UVS = (HAIRLINE,) * 8
_WHOLE_UVS = (0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 1.0, 1.0)


class CanvasCommands(Recording):
    """A recording of one item's drawing.

    Points are (x, y) pairs, rectangles (x, y, width, height), colours (r, g, b, a), texture coordinates 0 to 1 over the
    texture that is given. Nothing is checked here: the nodes, whose callers are people, do that.

    What is `antialiased` gets a soft edge, FEATHER pixels of the item's space wide, around it; lines that are thinner
    than a pixel one that is thinner as much. Hairlines have none.
    """

    __slots__ = ()

    # --- quads -------------------------------------------------------------------------------------------------------

    def quad(self, corners: Corners, color: RGBA, texture: Texture2D | None = None, uvs: Corners = NO_UVS) -> None:
        """One strip of four points, flat (x, y, x, y, ...), in one colour."""
        inside = True
        if texture is not None:
            base = texture.base_part()
            if base[0] is not texture:
                fit, texture = base_fit(base), base[0]
                if fit is not None:
                    wide, high, right, down = fit
                    parts = zip(uvs, (wide, high) * 4, (right, down) * 4, strict=True)
                    uvs = tuple([part * scale + shift for part, scale, shift in parts])  # type: ignore[assignment]
            inside = min(uvs) >= LOW and max(uvs) <= HIGH
        self._add(corners, uvs, of_all(color))
        self._extend_run(texture, False, 1, inside)

    def strips(self, strips: Sequence[Corners], color: RGBA) -> None:
        """Several untextured strips in one colour."""
        if len(strips) > FEW:
            self.strip_array(np.array(strips, np.float64).reshape(-1, 4, 2), np.array(color))
        else:
            self._add_plain(strips, repeat(of_all(color)))

    def rect(self, x: float, y: float, width: float, height: float, color: RGBA, *, antialiased: bool = False) -> None:
        """A filled rectangle; shaders find texture coordinates from 0 to 1 over it."""
        corners = shapes.rect(x, y, width, height)
        self._add(corners, _WHOLE_UVS, of_all(color))
        self._extend_run(None, False, 1, True)
        if antialiased:
            self._soften([corners], color, min(abs(width), abs(height)))

    def texture_rect(
        self,
        texture: Texture2D,
        rect: Sequence[float],
        source: Sequence[float],
        color: RGBA,
        *,
        flip_h: bool = False,
        flip_v: bool = False,
        transpose: bool = False,
        repeat: bool = False,
        clip_uv: bool = False,
    ) -> None:
        """A part of a texture in a rectangle.

        Args:
            texture: what to show.
            rect: x, y, width, height; a negative width or height mirrors in place, and is not one to the left.
            source: x, y, width, height in pixels of the texture; a negative width or height mirrors.
            color: multiplies the texture.
            flip_h: mirror left and right.
            flip_v: mirror top and bottom.
            transpose: swap the texture's axes, and the rectangle's width and height; mirrored is the result.
            repeat: beyond its edge the picture begins anew; otherwise its edge goes on. A part of another texture is
                stretched over the rectangle instead.
            clip_uv: show nothing of the pixels beside `source`, which smooth filters mix in at its edge: the outermost
                half pixels become strips of their own, so that there are up to nine.
        """
        x, y, width, height = rect
        if width < 0:
            width, flip_h = -width, not flip_h
        if height < 0:
            height, flip_v = -height, not flip_v
        from_x, from_y, columns, rows = source
        if columns < 0:
            columns, flip_h = -columns, not flip_h
        if rows < 0:
            rows, flip_v = -rows, not flip_v
        if repeat and texture.base_part()[0] is not texture:  # a part of another is stretched instead, as in Godot
            from_x, from_y, columns, rows, repeat = 0.0, 0.0, texture.width, texture.height, False
        drawn = texture.drawn_part((x, y, width, height), (from_x, from_y, columns, rows))
        if drawn is None:
            return
        base, box, part = drawn
        if box != (x, y, width, height):
            box = _mirrored(box, (x, y, width, height), flip_h, flip_v)
        if transpose:
            box, flip_h, flip_v = (box[0], box[1], box[3], box[2]), flip_v, flip_h
        if not repeat and texture.clips(clip_uv):
            self._clipped_rect(base, box, part, color, (flip_h, flip_v, transpose))
            return
        left, top, right, bottom = shapes.uv_edges(part, base.width, base.height)
        inside = left >= LOW and top >= LOW and right <= HIGH and bottom <= HIGH
        if flip_h:
            left, right = right, left
        if flip_v:
            top, bottom = bottom, top
        if transpose:
            uvs = (left, top, left, bottom, right, top, right, bottom)
        else:
            uvs = (left, top, right, top, left, bottom, right, bottom)
        self._add(shapes.rect(*box), uvs, of_all(color))
        self._extend_run(base, repeat, 1, inside)

    def field_rect(
        self,
        texture: Texture2D,
        rect: Sequence[float],
        source: Sequence[float],
        color: RGBA,
        pixel_range: float,
        outline: float = 0.0,
    ) -> None:
        """A part of a signed distance field in a rectangle, as `texture_rect`: the shape that is in it, in one colour.

        `pixel_range` is how many pixels of the texture its distances span, `outline` how far the shape is grown, in
        pixels of the texture.
        """
        self._read_rect(Special(Way.FIELD, pixel_range, outline), texture, rect, source, color)

    def subpixel_rect(self, texture: Texture2D, rect: Sequence[float], source: Sequence[float], color: RGBA) -> None:
        """A part of a texture in a rectangle, as `texture_rect`, whose channels say how much of each is covered."""
        self._read_rect(Special(Way.SUBPIXEL), texture, rect, source, color)

    def quads(
        self, texture: Texture2D, rects: Sequence[Sequence[float]], uvs: Sequence[Sequence[float]], color: RGBA
    ) -> None:
        """Rectangles (x, y, width, height) of one texture, such as glyphs; `uvs` are (left, top, right, bottom)."""
        for rect, (left, top, right, bottom) in zip(rects, uvs, strict=True):
            self.quad(shapes.rect(*rect), color, texture, (left, top, right, top, left, bottom, right, bottom))

    # --- lines -------------------------------------------------------------------------------------------------------

    def line(self, start: Point, end: Point, color: RGBA, width: float, *, antialiased: bool = False) -> None:
        """A straight line without caps; a negative `width` makes a hairline."""
        if width < 0:
            self.hairlines(((start, end),), color)
            return
        (ax, ay), (bx, by) = start, end
        length = hypot(bx - ax, by - ay)
        if length:
            x, y = (by - ay) / length * width / 2, (ax - bx) / length * width / 2
            corners = (ax + x, ay + y, ax - x, ay - y, bx + x, by + y, bx - x, by - y)
            self.quad(corners, color)
            if antialiased:
                self._soften([corners], color, width)

    def polyline(
        self,
        points: Sequence[Point],
        color: RGBA,
        width: float,
        *,
        closed: bool = False,
        joint: Joint = Joint.SHARP,
        begin_cap: Cap = Cap.NONE,
        end_cap: Cap = Cap.NONE,
        sharp_limit: float = 2.0,
        round_precision: int = 8,
        texture: Texture2D | None = None,
        antialiased: bool = False,
    ) -> None:
        """A line through `points`, joined without gaps or overlap where the bends leave room for it.

        Args:
            points: at least two; equal neighbours count once.
            color: of the whole line.
            width: pixels; negative makes hairlines, which have neither joints nor caps.
            closed: join the last point to the first.
            joint: the shape of bends.
            begin_cap: the shape of the start.
            end_cap: the shape of the end.
            sharp_limit: a sharp joint further from its point than this many half widths becomes a bevel.
            round_precision: triangles in a half circle of a round joint or cap.
            texture: its top left corner's colour multiplies the line's.
            antialiased: a soft edge.
        """
        if width < 0:
            line = [*points, points[0]] if closed and len(points) > 2 else points
            self.hairlines(pairwise(line), color)
            return
        strips = stroke(
            points,
            width,
            closed=closed,
            joint=joint,
            caps=(begin_cap, end_cap),
            sharp_limit=sharp_limit,
            round_precision=round_precision,
        )
        if antialiased or texture is not None:
            corners = np.array(strips, np.float64).reshape(-1, 4, 2)
            self.strip_array(corners, np.array(color), None, texture, feather=_soft(width) if antialiased else 0.0)
        else:
            self.strips(strips, color)

    def polyline_colors(
        self,
        points: Sequence[Point],
        colors: Sequence[RGBA],
        width: float,
        *,
        closed: bool = False,
        sharp_limit: float = 2.0,
        antialiased: bool = False,
    ) -> None:
        """A line with sharp joints and without caps, in a colour for each point, blended in between.

        A closed line ends where it begins, and there in the colour of its last point, which is taken for the first.
        """
        if width < 0:
            for (start, end), (first, second) in zip(pairwise(points), pairwise(colors), strict=True):
                self._add(_hairline(start, end), _HAIRLINE_UVS, of_ends(first, second))
            self._extend_run(None, False, len(points) - 1, True)
            return
        strips, places = stroke_with_points(points, width, closed=closed, sharp_limit=sharp_limit)
        if not antialiased and len(strips) <= FEW:
            self._add_plain(strips, [of_ends(colors[start], colors[end]) for start, end in places])
        elif strips:
            self.strip_array(
                np.array(strips).reshape(-1, 4, 2),
                np.array(colors)[np.array(places)[:, (0, 0, 1, 1)]],
                feather=_soft(width) if antialiased else 0.0,
            )

    def ribbon(
        self,
        points: Sequence[Point],
        style: RibbonStyle,
        color: RGBA,
        texture: Texture2D | None = None,
        *,
        antialiased: bool = False,
    ) -> None:
        """A line whose width, colour or texture changes along it; `color` where `style` has no colours."""
        drawn = ribbon(points, style)
        if drawn is not None:
            colors = np.array(color) if drawn.colors is None else drawn.colors
            feather = _soft(style.width) if antialiased else 0.0
            self.strip_array(drawn.points, colors, drawn.uvs, texture, feather=feather)

    def multiline(self, points: Sequence[Point], color: RGBA, width: float, *, antialiased: bool = False) -> None:
        """Separate lines between points 0 and 1, 2 and 3, and so on."""
        for start, end in zip(points[::2], points[1::2], strict=True):
            self.line(start, end, color, width, antialiased=antialiased)

    def hairlines(self, lines: Iterable[tuple[Point, Point]], color: RGBA) -> None:
        """Lines that are one viewport pixel wide, whatever the transform."""
        count = 0
        colors = of_all(color)
        for start, end in lines:
            self._add(_hairline(start, end), _HAIRLINE_UVS, colors)
            count += 1
        self._extend_run(None, False, count, True)

    # --- fillings ----------------------------------------------------------------------------------------------------

    def circle(self, center: Point, radius: float, color: RGBA, *, antialiased: bool = False) -> None:
        """A filled circle, of 64 segments."""
        strips = list(shapes.fan(shapes.circle(center, radius)))
        self.strips(strips, color)
        if antialiased:
            self._soften(strips, color, 2 * radius)

    def triangles(
        self,
        points: Sequence[Point],
        indices: Sequence[int],
        colors: Sequence[RGBA],
        uvs: Sequence[Point] = (),
        texture: Texture2D | None = None,
    ) -> None:
        """Triangles over `points`, three `indices` each; `colors` one for each point or one for all."""
        if indices:
            thirds = indices[2::3]
            strips = list(zip(indices[::3], indices[1::3], thirds, thirds, strict=True))
            self.indexed_strips(strips, points, colors, uvs, texture)

    def primitive(
        self, points: Sequence[Point], colors: Sequence[RGBA], uvs: Sequence[Point], texture: Texture2D | None
    ) -> None:
        """One pixel, a line one pixel wide, a triangle or a quad, of as many points; a colour for each of them.

        Pixels and lines have no texture.
        """
        if len(points) < 3:
            self._add(_hairline(points[0], points[-1]), _HAIRLINE_UVS, of_ends(colors[0], colors[-1]))
            self._extend_run(None, False, 1, True)
            return
        self.indexed_strips(((0, 1, 2, 2) if len(points) == 3 else (1, 0, 2, 3),), points, colors, uvs, texture)

    # --- own ---------------------------------------------------------------------------------------------------------

    def _read_rect(
        self, special: Special, texture: Texture2D, rect: Sequence[float], source: Sequence[float], color: RGBA
    ) -> None:
        around = self._special
        self._special = special if around is None else special._replace(slice=around.slice)
        self.texture_rect(texture, rect, source, color)
        self._special = around

    def _soften(self, strips: Sequence[Corners], color: RGBA, width: float) -> None:
        """Add the soft edge of strips that are recorded, of something so wide."""
        if strips and width > 0:
            points = np.array(strips, np.float64).reshape(-1, 4, 2)
            edge, colors, _ = soft_edge(points, np.broadcast_to(color, (len(strips), 4, 4)), None, _soft(width))
            self.strip_array(edge, colors)

    def _clipped_rect(
        self, texture: Texture2D, rect: Part, source: Part, color: RGBA, flips: tuple[bool, bool, bool]
    ) -> None:
        """A part of a texture whose texture coordinates stay half a pixel within it."""
        strips = shapes.clipped_rect(rect, source, (texture.width, texture.height), *flips)
        colors = of_all(color)
        inside = True
        for corners, uvs in strips:
            self._add(corners, uvs, colors)
            inside = inside and min(uvs) >= LOW and max(uvs) <= HIGH
        self._extend_run(texture, False, len(strips), inside)


def _soft(width: float) -> float:
    """How wide the soft edge of something so wide is."""
    return shapes.FEATHER * min(width, 1.0)


def _hairline(start: Point, end: Point) -> Corners:
    """The strip that becomes a line one pixel wide."""
    (ax, ay), (bx, by) = start, end
    return ax, ay, ax, ay, bx, by, bx, by


def _mirrored(box: Part, whole: Part, flip_h: bool, flip_v: bool) -> Part:
    """Where a part of a rectangle is when that is mirrored."""
    left, top, across, down = box
    x, y, width, height = whole
    return (
        2 * x + width - left - across if flip_h else left,
        2 * y + height - top - down if flip_v else top,
        across,
        down,
    )
