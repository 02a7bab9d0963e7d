"""Lines whose width, colour or texture changes along them, as strips of four points; by the rules of Godot's Line2D.

A station is a place where two segments meet, or an end; in a closed line the first point is the first station and the
last one. Up and down are the sides of the line: up is on the left as seen walking along it, y down, and has the
texture's upper edge. All stations are worked out at once, as arrays.

Widths, colours and texture coordinates follow the distance along the line, caps included. Where a bend leaves room, the
segments share the corner on its inner side, so that nothing is drawn twice.
"""

from __future__ import annotations

from enum import IntEnum
from itertools import chain
from math import pi
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from servers.render.scene.commands.instances import MAX_COORDINATE
from servers.render.scene.commands.stroke import Cap, Joint

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from servers.render.scene.commands.shapes import RGBA, Point

    Floats = NDArray[np.float64]
    Ints = NDArray[np.intp]

_EPSILON = 1e-5
"""How far, in lengths of a segment, two points may be on one side of it and it still counts as crossed: Godot's."""


class LineTexture(IntEnum):
    """How a texture lies on a line; the values are Godot's."""

    NONE = 0
    """One place of it, everywhere."""
    TILE = 1
    """Again and again, as high as the line is wide; needs a repeated texture."""
    STRETCH = 2
    """Once over the whole line."""


class RibbonStyle(NamedTuple):
    """What a ribbon looks like; see `CanvasCommands.polyline` for what is not explained."""

    width: float
    closed: bool = False
    joint: Joint = Joint.SHARP
    begin_cap: Cap = Cap.NONE
    end_cap: Cap = Cap.NONE
    sharp_limit: float = 2.0
    round_precision: int = 8
    widths_at: Callable[[Floats], Floats] | None = None
    """The factors of the width, (N,), at parts of the length, (N,) from 0 to 1; None for 1."""
    colors_at: Callable[[Floats], Floats] | None = None
    """The colours, (N, 4), at parts of the length; None for one colour."""
    end_colors: tuple[RGBA, RGBA] | None = None
    """The colours at the ends of an open line, with `colors_at`."""
    texturing: LineTexture = LineTexture.NONE
    tile_aspect: float = 1.0
    """Width by height of what is tiled."""


class Ribbon(NamedTuple):
    """Strips, in the order of drawing."""

    points: Floats
    """(N, 4, 2)."""
    colors: Floats | None
    """(N, 4, 4); None for one colour."""
    uvs: Floats | None
    """(N, 4, 2), texture coordinates; None without texturing."""


def ribbon(points: Sequence[Point], style: RibbonStyle) -> Ribbon | None:
    """The strips of a line through `points`; None for fewer than two different ones. Equal neighbours count once."""
    flat = np.fromiter(chain.from_iterable(points), np.float64, 2 * len(points))
    line = np.minimum(np.maximum(flat, -MAX_COORDINATE), MAX_COORDINATE).reshape(-1, 2)
    differs = (line[1:] != line[:-1]).any(axis=1)
    if not differs.all():
        line = line[np.concatenate(([True], differs))]
    if style.closed and len(line) > 1 and (line[0] == line[-1]).all():
        line = line[:-1]
    if len(line) < 2 or style.width <= 0:
        return None
    return _Ribbon(line, style).strips()


class _Ribbon:
    """One line being turned into strips; arrays over its stations, if nothing else is said."""

    def __init__(self, line: Floats, style: RibbonStyle) -> None:
        self.style = style
        self.closed = closed = style.closed and len(line) > 2
        self.stations = np.concatenate((line, line[:1])) if closed else line
        along = self.stations[1:] - self.stations[:-1]
        lengths = np.hypot(along[:, 0], along[:, 1])
        self.forward = along / lengths[:, None]  # (segments, 2), as `up`
        self.up = self.forward[:, ::-1] * (1.0, -1.0)
        self._measure(lengths)
        self.parts: list[tuple[Ints, Floats, Ints, Floats | None]] = []
        """Strips: their places in the order of drawing, corners (N, 4, 2), stations (N, 4), and (u, v) (N, 4, 2)."""

    def _measure(self, lengths: Floats) -> None:
        """Work out half widths, colours and texture coordinates at the stations."""
        style = self.style
        half = style.width / 2
        first, last = 1.0, 1.0
        if style.widths_at is not None:
            first, last = style.widths_at(np.array((0.0, 1.0))).tolist()
        begins = half * first if style.begin_cap and not self.closed else 0.0
        ends = half * last if style.end_cap and not self.closed else 0.0
        distances = begins + np.concatenate(([0.0], np.cumsum(lengths)))
        total = distances[-1] + ends
        parts = distances / total
        self.factors = np.ones(len(distances))
        if style.widths_at is not None:
            self.factors = style.widths_at(parts)
            self.factors[0], self.factors[-1] = first, last
        self.halves = half * self.factors
        self.colors = None
        if style.colors_at is not None:
            self.colors = style.colors_at(parts)
            if style.end_colors is not None and not self.closed:
                self.colors[0], self.colors[-1] = style.end_colors
        self.u = None
        if style.texturing != LineTexture.NONE:
            tiled = style.texturing == LineTexture.TILE
            length = style.width * style.tile_aspect if tiled else total
            if style.end_cap == Cap.BOX:
                distances[-1] += ends
            if not self.closed and style.begin_cap != Cap.ROUND:
                distances[0] = 0.0
            self.u = distances / length
            if not self.closed and style.begin_cap == Cap.ROUND and not tiled:
                self.u[0] *= 2.0  # as Godot has it: a stretched texture's round cap reaches twice as far into it
            self.cap_length = style.width / length

    def strips(self) -> Ribbon:
        """All of them."""
        last = len(self.stations) - 1
        self.ends = np.zeros((2, last + 1, 2))  # where the segment before each station ends: up, down
        self.starts = np.zeros((2, last + 1, 2))  # and where the one after begins
        if self.closed:
            self._join(np.arange(last + 1), np.arange(-1, last) % last, np.arange(last + 1) % last)
        else:
            self._cap(0, 0, self.starts, self.style.begin_cap)
            self._cap(last, last - 1, self.ends, self.style.end_cap)
            if last > 1:
                self._join(np.arange(1, last), np.arange(last - 1), np.arange(1, last))
        segments = np.arange(last)
        corners = _columns(
            self.starts[1, :-1], self.starts[0, :-1], self.ends[1, 1:], self.ends[0, 1:]
        )  # cut from the upper start to the lower end
        stations = segments[:, None] + (0, 0, 1, 1)
        self._put(2 * segments, corners, stations, np.broadcast_to((1.0, 0.0, 1.0, 0.0), stations.shape))
        return self._collected()

    def _cap(self, station: int, segment: int, sides: Floats, cap: Cap) -> None:
        """Place the two corners of an end, and draw its cap if it is round."""
        half, point = self.halves[station], self.stations[station]
        outwards = self.forward[segment] if station else -self.forward[segment]
        across = self.up[segment] * half
        if cap == Cap.BOX:
            point = point + outwards * half
        sides[0, station], sides[1, station] = point + across, point - across
        if cap != Cap.ROUND:
            return
        count = self.style.round_precision
        turns = np.linspace(0.0, pi, count + 1)[1:-1]
        sine, cosine = np.sin(turns)[:, None], np.cos(turns)[:, None]
        rim = np.concatenate(
            (sides[0, station, None], point + across * cosine + outwards * half * sine, sides[1, station, None])
        )
        corners = _columns(rim[:-1], np.broadcast_to(point, (count, 2)), rim[1:], rim[1:])
        uvs = None
        if self.u is not None:
            turns = np.linspace(0.0, pi, count + 1)
            away = np.sin(turns) * (0.5 if station else -0.5) * self.cap_length * self.factors[station]
            if not station and self.style.texturing == LineTexture.STRETCH:
                away *= 2.0
            arc = _columns(self.u[station] + away, 0.5 - 0.5 * np.cos(turns))
            middle = np.broadcast_to((self.u[station], 0.5), (count, 2))
            uvs = _columns(arc[:-1], middle, arc[1:], arc[1:])
        place = 2 * len(self.forward) if station else -1
        self._put(np.full(count, place), corners, np.full((count, 4), station), uvs)

    def _join(self, stations: Ints, before: Ints, after: Ints) -> None:
        """Place the corners where two segments meet, and draw the joints; `before` and `after` are the segments."""
        points, halves = self.stations[stations], self.halves[stations, None]
        up_before, up_after = self.up[before], self.up[after]
        inner_up = np.einsum("ij,ij->i", up_before, self.forward[after]) > 0.0
        side = np.where(inner_up, 1.0, -1.0)[:, None] * halves
        near, far = up_before * side, up_after * side  # from the point to the inner edges of the two segments
        meets, corners = _crossings(
            self.stations[before] + near, points + near, points + far, self.stations[after + 1] + far
        )
        inner = np.where(meets[:, None], corners, points + near)
        tips = 2.0 * points - inner
        reach = np.einsum("ij,ij->i", tips - points, tips - points)
        sharp = meets & (self.style.joint == Joint.SHARP) & (reach <= (self.style.sharp_limit * halves[:, 0]) ** 2)
        end_outer = np.where(sharp[:, None], tips, points - near)
        start_outer = np.where(sharp[:, None], tips, points - far)
        start_inner = np.where(meets[:, None], inner, points + far)
        upper = inner_up[:, None]
        self.ends[0, stations] = np.where(upper, inner, end_outer)
        self.ends[1, stations] = np.where(upper, end_outer, inner)
        self.starts[0, stations] = np.where(upper, start_inner, start_outer)
        self.starts[1, stations] = np.where(upper, start_outer, start_inner)
        if self.closed and not sharp[0]:
            self._close()
        if sharp.all():
            return
        drawn = ~sharp & ((end_outer - start_outer) ** 2).sum(axis=1).astype(bool)
        if self.closed:
            drawn[-1] = False  # it is the first one's
        self._draw_joints(stations[drawn], end_outer[drawn], start_outer[drawn], inner[drawn], inner_up[drawn])

    def _close(self) -> None:
        """End the last segment where the first begins, in the width of its own end."""
        if self.factors[0]:
            middle = self.ends[:, 0].mean(axis=0)
            self.ends[:, -1] = middle + (self.ends[:, 0] - middle) * (self.factors[-1] / self.factors[0])

    def _draw_joints(
        self, stations: Ints, first: Floats, last: Floats, inner: Floats, inner_up: NDArray[np.bool_]
    ) -> None:
        """Fill between two segments from an outer corner to the next: by a triangle, or by an arc of them."""
        if self.style.joint == Joint.ROUND and len(stations):
            centers = self.stations[stations]
            a, b = first - centers, last - centers
            cross = a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0] + 0.0  # no negative zero: it would turn the other way
            sweep = np.arctan2(cross, np.einsum("ij,ij->i", a, b))
            step = pi / self.style.round_precision
            counts = np.maximum(np.ceil(np.abs(sweep) / step - 1e-9), 1).astype(np.intp)
            joint = np.repeat(np.arange(len(counts)), counts)
            k = np.arange(len(joint)) - np.repeat(np.cumsum(counts) - counts, counts)
            angles = np.arctan2(a[joint, 1], a[joint, 0]) + k * np.copysign(step, sweep[joint])
            on_arc = _columns(np.cos(angles), np.sin(angles)) * np.hypot(a[joint, 0], a[joint, 1])[:, None]
            first_of = np.where((k == 0)[:, None], first[joint], centers[joint] + on_arc)
            last_of = np.where((k + 1 == counts[joint])[:, None], last[joint], np.roll(first_of, -1, axis=0))
            stations, first, last, inner, inner_up = stations[joint], first_of, last_of, inner[joint], inner_up[joint]
        outer_v = np.where(inner_up, 1.0, 0.0)
        self._put(
            2 * stations - 1,
            _columns(first, last, inner, inner),
            stations[:, None] + (0, 0, 0, 0),
            _columns(outer_v, outer_v, 1.0 - outer_v, 1.0 - outer_v),
        )

    def _put(self, places: Ints, corners: Floats, stations: Ints, texture: Any) -> None:
        """Keep strips; `texture` has (u, v) for each corner, or v alone with the u of its station."""
        if self.u is not None and texture.ndim == 2:
            texture = np.stack((self.u[stations], texture), axis=2)
        self.parts.append((places, corners, stations, texture if self.u is not None else None))

    def _collected(self) -> Ribbon:
        _, points, stations, uvs = self.parts[0]
        if len(self.parts) > 1:
            order = np.concatenate([part[0] for part in self.parts]).argsort(kind="stable")
            points = np.concatenate([part[1] for part in self.parts])[order]
            stations = np.concatenate([part[2] for part in self.parts])[order]
            if uvs is not None:
                uvs = np.concatenate([part[3] for part in self.parts if part[3] is not None])[order]
        return Ribbon(points, None if self.colors is None else self.colors[stations], uvs)


def _columns(*arrays: Floats) -> Floats:
    """Arrays side by side, along a new second axis; for small ones faster than `np.stack`."""
    placed = np.empty((len(arrays[0]), len(arrays), *arrays[0].shape[1:]))
    for at, array in enumerate(arrays):
        placed[:, at] = array
    return placed


def _crossings(from_a: Floats, to_a: Floats, from_b: Floats, to_b: Floats) -> tuple[NDArray[np.bool_], Floats]:
    """Which segments a and b cross, row by row, and where; the rules of Godot's segment_intersects_segment."""
    along = to_a - from_a
    square = np.einsum("ij,ij->i", along, along)
    unit = along / np.where(square > 0.0, square, 1.0)[:, None]

    def placed(points: Floats) -> tuple[Floats, Floats]:
        x, y = points[:, 0] - from_a[:, 0], points[:, 1] - from_a[:, 1]
        return x * unit[:, 0] + y * unit[:, 1], y * unit[:, 0] - x * unit[:, 1]

    (cx, cy), (dx, dy) = placed(from_b), placed(to_b)
    apart = ((cy < -_EPSILON) & (dy < -_EPSILON)) | ((cy > _EPSILON) & (dy > _EPSILON))
    parallel = np.abs(cy - dy) < np.maximum(_EPSILON * np.abs(cy), _EPSILON)
    place = dx + (cx - dx) * dy / np.where(parallel, 1.0, dy - cy)
    meets = (square > 0.0) & ~apart & ~parallel & (place >= 0.0) & (place <= 1.0)
    return meets, from_a + along * place[:, None]
