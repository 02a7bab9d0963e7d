"""Thick lines as strips of four points: segments, joints and caps that meet without gaps.

Neighbouring segments share the corner on the inner side of a bend, and the joint fills what is open on the outer
side, so that nothing is drawn twice and a translucent line looks even. Only where a bend is so tight that the inner
corner would lie beyond the half of a segment do the two segments overlap.

Left and right are as seen walking along the line, y down: the normal of direction (dx, dy) is (dy, -dx), to the left.
"""

from __future__ import annotations

from enum import IntEnum
from itertools import pairwise
from math import atan2, ceil, cos, hypot, pi, sin, sqrt
from typing import TYPE_CHECKING

from servers.render.scene.commands.shapes import fan

if TYPE_CHECKING:
    from collections.abc import Sequence

    from servers.render.scene.commands.shapes import Corners, Point

    Pair = tuple[float, float]
    Ends = tuple[Pair, Pair]
    """The left and the right corner where a segment begins or ends."""


_STRAIGHT = 1e-9
"""A bend the sine of which is smaller runs straight through."""


class Joint(IntEnum):
    """The shape of a bend; the values are Godot's."""

    SHARP = 0
    BEVEL = 1
    ROUND = 2


class Cap(IntEnum):
    """The shape of an end; the values are Godot's."""

    NONE = 0
    BOX = 1
    ROUND = 2


def stroke(
    points: Sequence[Point],
    width: float,
    *,
    closed: bool = False,
    joint: Joint = Joint.SHARP,
    caps: tuple[Cap, Cap] = (Cap.NONE, Cap.NONE),
    sharp_limit: float = 2.0,
    round_precision: int = 8,
) -> list[Corners]:
    """The strips of a line through `points`, `width` pixels wide.

    Fewer than two different points give nothing; equal neighbours count once. `closed` needs three different points,
    and then has no caps. The other arguments are those of `CanvasCommands.polyline`.
    """
    line = _distinct(points)
    if closed and len(line) > 1 and line[0] == line[-1]:
        line.pop()
    if len(line) < 2 or width <= 0:
        return []
    closed = closed and len(line) > 2
    return _Stroke(line, width / 2, closed, joint, sharp_limit, round_precision).strips(caps)


def stroke_with_points(
    points: Sequence[Point], width: float, *, closed: bool = False, sharp_limit: float = 2.0
) -> tuple[list[Corners], list[tuple[int, int]]]:
    """A line with sharp joints and without caps, and for each strip between which points it lies.

    The points are counted from 0; a strip of a joint lies between a point and itself, and the one that closes the line
    between the last point and the one that would follow.
    """
    line = [(x, y) for x, y in points]
    kept = [i for i, point in enumerate(line) if i == 0 or point != line[i - 1]]
    if closed and len(kept) > 1 and line[kept[-1]] == line[0]:
        kept.pop()
    if len(kept) < 2 or width <= 0:
        return [], []
    drawn = _Stroke([line[i] for i in kept], width / 2, closed and len(kept) > 2, Joint.SHARP, sharp_limit, 1)
    strips = drawn.strips((Cap.NONE, Cap.NONE))
    kept.append(len(line))
    places = [(kept[0], kept[0])] * drawn.first
    for start, (begin, end) in zip(drawn.segments, pairwise(kept), strict=False):
        places += [(end, end)] * (start - len(places))
        places.append((begin, end))
    return strips, places


class _Stroke:
    """One line being turned into strips."""

    def __init__(
        self, line: list[Pair], half: float, closed: bool, joint: Joint, sharp_limit: float, round_precision: int
    ) -> None:
        self.line = line
        self.half = half
        self.closed = closed
        self.joint = joint
        self.sharp_limit = sharp_limit
        self.step = pi / max(1, round_precision)
        self.out: list[Corners] = []
        self.first = 0
        """How many strips are drawn before any segment and its joints: a cap, or the joint that closes the line."""
        self.segments: list[int] = []
        """Which strips are the segments; before each the joint at its end is drawn."""
        self.lengths: list[float] = []
        self.normals: list[Pair] = []
        following = [*line[1:], line[0]] if closed else line[1:]
        for (ax, ay), (bx, by) in zip(line, following, strict=False):
            length = hypot(bx - ax, by - ay)
            self.lengths.append(length)
            self.normals.append(((by - ay) / length, (ax - bx) / length))

    def strips(self, caps: tuple[Cap, Cap]) -> list[Corners]:
        """Walk along the line: each segment, then the joint after it."""
        last = len(self.normals) - 1
        if self.closed:
            final, start = self._join(last, 0)
        else:
            start = self._cap(self.line[0], self.normals[0], caps[0], at_end=False)
            final = self._cap(self.line[-1], self.normals[-1], caps[1], at_end=True)
        out, segments = self.out, self.segments
        self.first = len(out)
        for i in range(last):
            end, following = self._join(i, i + 1)
            segments.append(len(out))
            out.append((*start[0], *start[1], *end[0], *end[1]))
            start = following
        segments.append(len(out))
        out.append((*start[0], *start[1], *final[0], *final[1]))
        return out

    def _cap(self, point: Pair, normal: Pair, cap: Cap, at_end: bool) -> Ends:
        """Draw a round cap; returns the corners of the segment there, which a box cap moves outwards."""
        (x, y), (nx, ny), half = point, normal, self.half
        if cap == Cap.BOX:
            outwards = half if at_end else -half
            x, y = x - ny * outwards, y + nx * outwards
        left, right = (x + nx * half, y + ny * half), (x - nx * half, y - ny * half)
        if cap == Cap.ROUND:
            first, second = (left, right) if at_end else (right, left)
            self.out.extend(fan(self._arc((x, y), first, second, pi)))
        return left, right

    def _join(self, before: int, after: int) -> tuple[Ends, Ends]:
        """Draw the joint between two segments; returns the corners that end the first and begin the second."""
        x, y = point = self.line[after]
        (ax, ay), (bx, by) = self.normals[before], self.normals[after]
        sine, cosine = ax * by - ay * bx, ax * bx + ay * by
        side = self.half if sine >= 0 else -self.half  # along the normals to the outer side of the bend
        outer_a, outer_b = (x + ax * side, y + ay * side), (x + bx * side, y + by * side)
        inner_a, inner_b = (x - ax * side, y - ay * side), (x - bx * side, y - by * side)
        spread = 1.0 + cosine
        if spread < 1e-12:
            spread = 1e-12
        miter = ((ax + bx) / spread * side, (ay + by) / spread * side)
        hub = point
        room = 2 * self.half * abs(sine) / spread
        if room <= self.lengths[before] and room <= self.lengths[after]:
            hub = inner_a = inner_b = (x - miter[0], y - miter[1])
        if abs(sine) < _STRAIGHT and cosine > 0:
            pass
        elif self.joint == Joint.ROUND:
            arc = self._arc(point, outer_a, outer_b, atan2(sine, cosine) if sine else pi)
            self.out.extend(fan([hub, *arc]))
        elif self.joint == Joint.SHARP and sqrt(2.0 / spread) <= self.sharp_limit:
            tip = (x + miter[0], y + miter[1])
            if hub is point:
                self.out.extend(fan([hub, outer_a, tip, outer_b]))
            else:
                outer_a = outer_b = tip
        else:
            self.out.extend(fan([hub, outer_a, outer_b]))
        if sine >= 0:
            return (outer_a, inner_a), (outer_b, inner_b)
        return (inner_a, outer_a), (inner_b, outer_b)

    def _arc(self, center: Pair, first: Pair, last: Pair, sweep: float) -> list[Pair]:
        """Points at the half width around `center`, from `first` over `sweep` radians to `last`."""
        count = max(1, ceil(abs(sweep) / self.step - 1e-9))
        start = atan2(first[1] - center[1], first[0] - center[0])
        angles = [start + sweep * i / count for i in range(1, count)]
        return [first, *[(center[0] + cos(a) * self.half, center[1] + sin(a) * self.half) for a in angles], last]


def _distinct(points: Sequence[Point]) -> list[Pair]:
    """The points as pairs, without those equal to the one before."""
    line: list[Pair] = []
    for x, y in points:
        if not line or line[-1] != (x, y):
            line.append((x, y))
    return line
