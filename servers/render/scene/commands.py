"""CanvasCommands: what a canvas item draws, recorded call by call and turned into instances once.

In:    calls in the item's own space: pixels, y down; colours in gamma space, straight alpha.
Out:   a Geometry (`finish`), which the render server keeps until the item draws anew.
Cost:  Python work per primitive, only when an item draws; nothing in a frame in which it does not.

Every shape becomes quads and triangles here (scene.shapes, scene.stroke): the back ends know one instance format only.
"""

from __future__ import annotations

from itertools import pairwise
from math import hypot
from struct import Struct
from typing import TYPE_CHECKING, Any

import numpy as np

from servers.render.scene import shapes
from servers.render.scene.instances import HAIRLINE, INSTANCE, MAX_COLOR, MAX_COORDINATE, Geometry, Run
from servers.render.scene.stroke import Cap, Joint, stroke

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from engine.math import Transform2D
    from engine.resources import Texture2D
    from servers.render.scene.shapes import RGBA, Corners, Point

    Matrix = tuple[float, float, float, float, float, float]
    Stretch = tuple[tuple[float, ...], int]
    """What so many instances after one another have in common: 8 texture coordinates, or 16 components of colours."""

_FEW = 4
"""Up to so many instances are packed without numpy, whose calls cost more than they save then."""

_pack = Struct("<16f16e").pack

_IDENTITY = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
_NO_UVS = (0.0,) * 8
_HAIRLINE_UVS = (HAIRLINE,) * 8


class CanvasCommands:
    """A recording of one item's drawing.

    Points are (x, y) pairs, rectangles (x, y, width, height), colours (r, g, b, a). Nothing is checked here: the
    nodes, whose callers are people, do that. (Lists are extended, not added to: `list += Vector2` adds vectors.)
    """

    __slots__ = ("_colors", "_matrix", "_matrix_from", "_moved", "_points", "_runs", "_uvs")

    def __init__(self) -> None:
        """An empty recording."""
        self._points: list[float] = []
        self._uvs: list[Stretch] = []
        self._colors: list[Stretch] = []
        self._runs: list[Run] = []
        self._matrix: Matrix | None = None
        self._matrix_from = 0
        self._moved: list[tuple[int, int, Matrix]] = []

    def set_transform(self, transform: Transform2D) -> None:
        """Draw what follows through `transform`, within the item's space."""
        self._end_matrix()
        self._matrix = None if transform == _IDENTITY else (*transform,)
        self._matrix_from = self._count()

    def quad(self, corners: Corners, color: RGBA, texture: Texture2D | None = None, uvs: Corners = _NO_UVS) -> None:
        """One strip of four points, flat (x, y, x, y, ...), in one colour."""
        self._points += corners
        self._add(color, 1, texture, uvs)

    def strips(self, strips: Iterable[Corners], color: RGBA) -> None:
        """Several untextured strips in one colour."""
        before = self._count()
        for corners in strips:
            self._points += corners
        self._add(color, self._count() - before)

    def line(self, start: Point, end: Point, color: RGBA, width: float) -> None:
        """A straight line without caps; a negative `width` makes a hairline."""
        if width < 0:
            self._hairlines((start, end), color, False)
        else:
            (ax, ay), (bx, by) = start, end
            length = hypot(bx - ax, by - ay)
            if length:
                x, y = (by - ay) / length * width / 2, (ax - bx) / length * width / 2
                self.quad((ax + x, ay + y, ax - x, ay - y, bx + x, by + y, bx - x, by - y), color)

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
        """
        if width < 0:
            self._hairlines(points, color, closed)
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
        self.strips(strips, color)

    def multiline(self, points: Sequence[Point], color: RGBA, width: float) -> None:
        """Separate lines between points 0 and 1, 2 and 3, and so on."""
        for i in range(0, len(points) - 1, 2):
            self.line(points[i], points[i + 1], color, width)

    def rect(self, x: float, y: float, width: float, height: float, color: RGBA) -> None:
        """A filled rectangle."""
        self.quad(shapes.rect(x, y, width, height), color)

    def circle(self, center: Point, radius: float, color: RGBA) -> None:
        """A filled circle, of 64 segments."""
        self.strips(shapes.fan(shapes.circle(center, radius)), color)

    def triangles(
        self,
        points: Sequence[Point],
        indices: Sequence[int],
        colors: Sequence[RGBA],
        uvs: Sequence[Point] = (),
        texture: Texture2D | None = None,
    ) -> None:
        """Triangles over `points`, three `indices` each; `colors` one for each point or one for all."""
        single = len(colors) == 1
        for i in range(0, len(indices) - 2, 3):
            corners = (indices[i], indices[i + 1], indices[i + 2], indices[i + 2])
            for corner in corners:
                self._points.extend(points[corner])
            places = tuple([part for corner in corners for part in uvs[corner]]) if uvs else _NO_UVS
            if single:
                self._add(colors[0], 1, texture, places)
            else:
                self._uvs.append((places, 1))
                self._colors.append((tuple([part for corner in corners for part in colors[corner]]), 1))
                self._extend_run(texture, False, 1)

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
    ) -> None:
        """A part of a texture in a rectangle.

        Args:
            texture: what to show.
            rect: x, y, width, height; a negative width or height mirrors.
            source: x, y, width, height in pixels of the texture.
            color: multiplies the texture.
            flip_h: mirror left and right.
            flip_v: mirror top and bottom.
            transpose: swap the texture's axes.
            repeat: beyond its edge the picture begins anew; otherwise its edge goes on.
        """
        x, y, width, height = rect
        if width < 0:
            x, width, flip_h = x + width, -width, not flip_h
        if height < 0:
            y, height, flip_v = y + height, -height, not flip_v
        drawn = texture._drawn_part((x, y, width, height), (*source,))  # type: ignore[arg-type]  # four numbers
        if drawn is None:
            return
        texture, (x, y, width, height), source = drawn
        left, top, right, bottom = shapes.uv_edges(source, texture.width, texture.height)
        if flip_h:
            left, right = right, left
        if flip_v:
            top, bottom = bottom, top
        self._points += shapes.rect(x, y, width, height)
        if transpose:
            uvs = (left, top, left, bottom, right, top, right, bottom)
        else:
            uvs = (left, top, right, top, left, bottom, right, bottom)
        self._add(color, 1, texture, uvs, repeat)

    def quads(
        self, texture: Texture2D, rects: Sequence[Sequence[float]], uvs: Sequence[Sequence[float]], color: RGBA
    ) -> None:
        """Rectangles (x, y, width, height) of one texture, such as glyphs; `uvs` are (left, top, right, bottom)."""
        for (x, y, width, height), (left, top, right, bottom) in zip(rects, uvs, strict=True):
            corners = (left, top, right, top, left, bottom, right, bottom)
            self.quad(shapes.rect(x, y, width, height), color, texture, corners)

    def strip_array(
        self,
        points: NDArray[np.floating[Any]],
        colors: NDArray[np.floating[Any]],
        uvs: NDArray[np.floating[Any]] | None = None,
        texture: Texture2D | None = None,
    ) -> None:
        """Many strips of four points at once, as arrays.

        Args:
            points: (N, 4, 2); the corners of each strip, see scene.instances.
            colors: one for all (4,), one for each strip (N, 4), or one for each corner (N, 4, 4).
            uvs: (N, 4, 2), texture coordinates; needed with a texture.
            texture: what they are covered with.
        """
        count = len(points)
        if not count:
            return
        self._points.extend(np.asarray(points, np.float64).ravel().tolist())
        if uvs is None:
            self._uvs.append((_NO_UVS, count))
        else:
            self._uvs += [(tuple(row), 1) for row in np.asarray(uvs, np.float64).reshape(count, 8).tolist()]
        spread = np.broadcast_to(colors if colors.ndim == 3 else np.reshape(colors, (-1, 1, 4)), (count, 4, 4))
        self._colors += [(tuple(row), 1) for row in spread.reshape(count, 16).tolist()]
        self._extend_run(texture, False, count)

    def triangle_array(
        self,
        points: NDArray[np.floating[Any]],
        indices: NDArray[np.integer[Any]],
        colors: NDArray[np.floating[Any]],
        uvs: NDArray[np.floating[Any]] | None = None,
        texture: Texture2D | None = None,
    ) -> None:
        """Many triangles at once, as arrays.

        Args:
            points: (V, 2).
            indices: (T, 3), the corners of each triangle.
            colors: one for all (4,), or one for each point (V, 4).
            uvs: (V, 2), texture coordinates; needed with a texture.
            texture: what they are covered with.
        """
        corners = indices[:, (0, 1, 2, 2)]
        self.strip_array(
            points[corners],
            colors[corners] if colors.ndim == 2 else colors,
            None if uvs is None else uvs[corners],
            texture,
        )

    def finish(self) -> Geometry:
        """What was recorded, as arrays; the recording is used up."""
        self._end_matrix()
        runs = tuple(self._runs)
        count = self._count()
        if count <= _FEW and not self._moved:
            try:
                return Geometry(self._packed(), runs)
            except OverflowError:  # something is out of the range of float32 or half floats: cut it off below
                pass
        points = np.array(self._points, np.float64).reshape(-1, 4, 2)
        for start, end, (a, b, c, d, e, f) in self._moved:
            points[start:end] = points[start:end] @ np.array(((a, b), (c, d))) + (e, f)
        instances = np.empty(count, INSTANCE)
        instances["points"] = points.clip(-MAX_COORDINATE, MAX_COORDINATE).reshape(-1, 8)
        instances["uvs"] = _spread(self._uvs, 8).clip(-MAX_COORDINATE, MAX_COORDINATE)
        instances["colors"] = _spread(self._colors, 16).clip(-MAX_COLOR, MAX_COLOR)
        return Geometry(instances.tobytes(), runs)

    def _packed(self) -> bytes:
        """The instances without numpy."""
        points = self._points
        uvs = [row for row, count in self._uvs for _ in range(count)]
        colors = [row for row, count in self._colors for _ in range(count)]
        return b"".join([_pack(*points[8 * i : 8 * i + 8], *uvs[i], *colors[i]) for i in range(len(uvs))])

    def _count(self) -> int:
        return len(self._points) // 8

    def _end_matrix(self) -> None:
        """Close the stretch of instances that the current transform applies to."""
        if self._matrix is not None and self._matrix_from < self._count():
            self._moved.append((self._matrix_from, self._count(), self._matrix))

    def _hairlines(self, points: Sequence[Point], color: RGBA, closed: bool) -> None:
        line = [*points, points[0]] if closed and len(points) > 2 else points
        for (ax, ay), (bx, by) in pairwise(line):
            self._points += (ax, ay, ax, ay, bx, by, bx, by)
        self._add(color, len(line) - 1, None, _HAIRLINE_UVS)

    def _add(
        self,
        color: RGBA,
        count: int,
        texture: Texture2D | None = None,
        uvs: tuple[float, ...] = _NO_UVS,
        repeat: bool = False,
    ) -> None:
        """Give the last `count` instances, whose points are recorded, their colour, texture and place in it."""
        if count > 0:
            self._uvs.append((uvs, count))
            self._colors.append(((*color,) * 4, count))
            self._extend_run(texture, repeat, count)

    def _extend_run(self, texture: Texture2D | None, repeat: bool, count: int) -> None:
        if self._runs:
            last_texture, last_repeat, last_count = self._runs[-1]
            if last_texture is texture and last_repeat == repeat:
                self._runs[-1] = (texture, repeat, last_count + count)
                return
        self._runs.append((texture, repeat, count))


def _spread(stretches: list[Stretch], width: int) -> NDArray[np.float64]:
    """One row of `width` numbers for each instance."""
    rows = np.array([row for row, _ in stretches], np.float64).reshape(-1, width)
    return np.repeat(rows, [count for _, count in stretches], axis=0)
