"""What stands around a body that is about to move, made ready to be asked many times where it could go.

A body does not turn while it moves, so each pair of one of its shapes and one of another body's is an obstacle for a
point (engine.math.geometry.obstacles). Obstacles are kept from move to move, for as long as neither of the two turns or
is given another shape; that the other one moves is but another origin.

In:    a body of a space, and where it is to be thought to stand.
Out:   `within`: the pairs that matter for a motion, in an order that depends on nothing but numbers of bodies and
       shapes.
Space: global; pixels.
"""

from __future__ import annotations

from math import hypot, inf
from typing import TYPE_CHECKING, NamedTuple

import pymunk

from engine.math import Transform2D
from engine.math.geometry.convex import RoundedConvex
from engine.math.geometry.obstacles import HalfPlane, Obstacle
from servers.physics_2d.bodies import Body
from servers.physics_2d.filters import passes
from servers.physics_2d.shapes.baking import bake
from servers.physics_2d.shapes.placing import turned

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from engine.math.geometry.convex import Box
    from servers.physics_2d.collision_objects import ShapeEntry
    from servers.physics_2d.shapes.baking import BakedShape

    Basis = tuple[float, ...]

_EVERYTHING = pymunk.ShapeFilter()
_A_POINT = RoundedConvex(((0.0, 0.0),))
_FEW = 4
"""So many pairs are asked faster than sorted out."""
_SLACK = 1.0
"""By how many pixels more than needed is gathered."""
_PARALLEL = 1e-9


class Leg(NamedTuple):
    """A separation ray of the moving body, turned as the body is.

    Attributes:
        x, y: where it begins, from the body's origin.
        along_x, along_y: its direction, of length 1.
        length: in pixels.
        slides: whether it is pushed along the normal of what it meets, and not along itself.
    """

    x: float
    y: float
    along_x: float
    along_y: float
    length: float
    slides: bool


class Part:
    """A convex part, or a ray, of the moving body, turned as it is, around its origin.

    Attributes:
        index: of the shape that it is of.
        convex: it, or a point for a ray.
        leg: the ray, or None.
        is_line: whether it is a line of a concave shape, which does not meet other such lines.
        bounds: left, top, right, bottom.
    """

    __slots__ = ("bounds", "convex", "index", "is_line", "leg")

    def __init__(self, index: int, convex: RoundedConvex, leg: Leg | None, is_line: bool) -> None:
        self.index = index
        self.convex = convex
        self.leg = leg
        self.is_line = is_line
        if leg is None:
            self.bounds = convex.bounds()
        else:
            tip_x, tip_y = leg.x + leg.along_x * leg.length, leg.y + leg.along_y * leg.length
            self.bounds = min(leg.x, tip_x), min(leg.y, tip_y), max(leg.x, tip_x), max(leg.y, tip_y)


class Pair:
    """A part of the moving body, and a part of another one.

    Attributes:
        part: of the moving body.
        index: of its shape.
        leg: its ray, or None.
        obstacle: for the origin of the moving body, or the beginning of the ray, relative to (x, y).
        x, y: the other body's origin; for a ray so that the body's origin stands for the ray's beginning.
        body: the other one.
        entry: its shape.
        one_way: whether that holds up only what comes from its upper side.
        down_x, down_y: from there into it, of length 1; only if `one_way`.
        left, top, right, bottom: where the origin of the moving body touches at all, relative to (x, y).
    """

    __slots__ = (
        "body", "bottom", "down_x", "down_y", "entry", "faces", "index", "left", "leg", "obstacle", "one_way", "part",
        "right", "top", "x", "y",
    )  # fmt: skip

    def __init__(self, part: Part, body: Body, entry: ShapeEntry, obstacle: Obstacle | HalfPlane) -> None:
        self.part = part
        self.index = part.index
        self.leg = part.leg
        self.body = body
        self.entry = entry
        self.obstacle = obstacle
        self.x = self.y = 0.0
        self.one_way = False
        self.down_x = self.down_y = 0.0
        self.faces: dict[tuple[float, float], bool] = {}
        left, top, right, bottom = part.bounds
        if isinstance(obstacle, Obstacle):
            box = obstacle.other.bounds()
            x, y = (0.0, 0.0) if part.leg is None else part.leg[:2]
            self.left, self.top = box[0] - right + x, box[1] - bottom + y
            self.right, self.bottom = box[2] - left + x, box[3] - top + y
        else:
            self.left, self.top, self.right, self.bottom = -inf, -inf, inf, inf

    def lies_flat(self, x: float, y: float) -> bool:
        """Whether the two touch with a side on a side when the normal of the other one is (x, y)."""
        known = self.faces.get((x, y))
        if known is None:
            first = self.obstacle.moving.support(-x, -y)
            second = self.obstacle.other.support(x, y) if isinstance(self.obstacle, Obstacle) else ((y, -x), (-y, x))
            known = self.faces[x, y] = len(first) == 2 and len(second) == 2 and _are_parallel(first, second)
        return known


class _Known:
    """The pairs of one pymunk shape, and what they were made of."""

    __slots__ = ("baked", "basis", "body", "entry", "key", "layer", "pairs", "transform")

    def __init__(self, body: Body, entry: ShapeEntry, baked: BakedShape, key: tuple[int, int, int]) -> None:
        self.body = body
        self.entry = entry
        self.baked = baked
        self.key = key
        self.basis: Basis = ()
        self.transform: Transform2D | None = None
        self.layer = 0
        self.pairs: list[Pair] = []


class Surroundings:
    """Of one body, for one move after the other.

    Attributes:
        parts: of the body, in the order of its shapes; empty if there is nothing of it.
    """

    def __init__(self, body: Body) -> None:
        self._body = body
        self._seen: list[tuple[ShapeEntry, BakedShape | None]] = []
        self._basis: Basis = ()
        self._bounds: Box = (0.0, 0.0, 0.0, 0.0)
        self._found: list[pymunk.Shape] = []
        self._known: dict[pymunk.Shape, _Known] = {}
        self._mask = 0
        self._gathered: Box = (inf, inf, -inf, -inf)
        self._reach = 0.0
        self._pairs: list[Pair] = []
        self.parts: list[Part] = []

    def begin(self, basis: Basis, reach: float) -> None:
        """Before a move: look again at what there is.

        Args:
            basis: the images of the axes of the body, as it is thought to stand.
            reach: how far the move may lead, all in all.
        """
        self._gathered = (inf, inf, -inf, -inf)
        self._reach = reach
        if basis != self._basis or not self._is_current():
            self._make_parts(basis)

    def within(
        self, x: float, y: float, dx: float, dy: float, margin: float, excluded: Collection[int]
    ) -> Sequence[Pair]:
        """The pairs that may come as near as `margin` while the body moves from (x, y) by (dx, dy).

        Not those of bodies whose numbers are in `excluded`.
        """
        left, right = (x, x + dx) if dx >= 0.0 else (x + dx, x)
        top, bottom = (y, y + dy) if dy >= 0.0 else (y + dy, y)
        left, top, right, bottom = left - margin, top - margin, right + margin, bottom + margin
        box = self._gathered
        if left < box[0] or top < box[1] or right > box[2] or bottom > box[3]:
            self._gather(left, top, right, bottom)
        pairs = self._pairs
        if excluded:
            pairs = [pair for pair in pairs if pair.body.rid not in excluded]
        if len(pairs) <= _FEW:
            return pairs
        return [
            pair
            for pair in pairs
            if left <= pair.x + pair.right
            and right >= pair.x + pair.left
            and top <= pair.y + pair.bottom
            and bottom >= pair.y + pair.top
        ]

    # --- within ------------------------------------------------------------------------------------------------------

    def _is_current(self) -> bool:
        shapes, seen = self._body.shapes, self._seen
        if len(shapes) != len(seen):
            return False
        for entry, (known, baked) in zip(shapes, seen, strict=True):
            if entry is not known or entry._baked is not baked:
                return False
        return True

    def _make_parts(self, basis: Basis) -> None:
        body = self._body
        self._basis = basis
        self._known.clear()
        self._found = []
        self.parts = []
        self._seen = []
        xx, xy, yx, yy = basis
        pose = Transform2D(xx, xy, yx, yy, 0.0, 0.0)
        turn = Transform2D(pose.get_rotation(), (0.0, 0.0))
        stretch = body.stretch if basis == body._transform[:4] else body._stretch_of(pose)
        for index, entry in enumerate(body.shapes):
            baked = entry.baked if stretch == body.stretch else bake(entry.shape, stretch * entry.transform)
            self._seen.append((entry, entry._baked))
            if not entry.disabled:
                self._add_parts(index, baked, turn)
        bounds = [part.bounds for part in self.parts]
        if bounds:
            lefts, tops, rights, bottoms = zip(*bounds, strict=True)
            self._bounds = min(lefts), min(tops), max(rights), max(bottoms)

    def _add_parts(self, index: int, baked: BakedShape, turn: Transform2D) -> None:
        if baked.ray is not None:
            x, y, tip_x, tip_y, slides = baked.ray
            x, y = turn.xform((x, y))
            tip_x, tip_y = turn.xform((tip_x, tip_y))
            length = hypot(tip_x - x, tip_y - y)
            leg = Leg(x, y, (tip_x - x) / length, (tip_y - y) / length, length, slides)
            self.parts.append(Part(index, _A_POINT, leg, False))
        for convex in baked.convex:
            self.parts.append(Part(index, turned(convex, turn), None, baked.is_concave))

    def _gather(self, left: float, top: float, right: float, bottom: float) -> None:
        more = self._reach + _SLACK
        box = self._gathered = (left - more, top - more, right + more, bottom + more)
        own_left, own_top, own_right, own_bottom = self._bounds
        near = (box[0] + own_left, box[1] + own_top, box[2] + own_right, box[3] + own_bottom)
        space = self._body.space
        assert space is not None
        found = space.native.bb_query(near, _EVERYTHING)  # type: ignore[arg-type]  # a BB is such a tuple
        if found != self._found or not self._is_unchanged():
            self._found = found
            self._face_all(found)

    def _is_unchanged(self) -> bool:
        """Whether all that was found is where it was, and counts as it did."""
        body = self._body
        if body.exceptions or body._mask != self._mask:
            return False
        for kept in self._known.values():
            other = kept.body
            if (
                kept.transform is not other._transform
                or kept.baked is not kept.entry._baked
                or kept.layer != other._layer
                or other.exceptions
                or other.is_rigid
            ):
                return False
        return True

    def _face_all(self, found: list[pymunk.Shape]) -> None:
        """Have the pairs of what was found, but of those that do not collide with the body."""
        body = self._body
        self._mask = mask = body._mask
        known, fresh = self._known, {}
        for shape in found:
            other = shape.object
            if other is body or other.is_area:
                continue
            kept = known.get(shape)
            if kept is None or kept.baked is not kept.entry._baked:
                kept = self._face(shape)
            if kept.transform is not other._transform or other.is_rigid:
                self._place(kept)
            kept.layer = other._layer
            fresh[shape] = kept
        self._known = fresh
        self._pairs = pairs = []
        for kept in sorted(fresh.values(), key=_key):
            if kept.layer & mask and not passes(body, kept.body):
                pairs += kept.pairs
        if len(self.parts) > 1:
            pairs.sort(key=_own_index)

    def _face(self, shape: pymunk.Shape) -> _Known:
        """What stands for a pymunk shape; where it is is still to be seen."""
        entry: ShapeEntry = shape.entry
        body = entry.object
        assert isinstance(body, Body)
        return _Known(body, entry, entry.baked, (body.rid, entry.index, entry.made.index(shape)))

    def _place(self, known: _Known) -> None:
        """Take over where the other body is now."""
        body = known.body
        known.transform = body._transform
        transform = body.transform
        x, y = transform[4:]
        if known.basis != transform[:4] or not known.pairs:
            known.basis = transform[:4]
            turn = Transform2D(transform.get_rotation(), (0.0, 0.0))
            known.pairs = [pair for part in self.parts for pair in _pairs_of(part, known, turn)]
        one_way = known.entry.one_way
        down_x = down_y = 0.0
        if one_way:
            down_x, down_y = (transform * known.entry.transform)[2:4]
            length = hypot(down_x, down_y)
            down_x, down_y = down_x / length, down_y / length
        for pair in known.pairs:
            leg = pair.leg
            pair.x, pair.y = (x, y) if leg is None else (x - leg.x, y - leg.y)
            pair.one_way = one_way and leg is None
            pair.down_x, pair.down_y = down_x, down_y


def _key(known: _Known) -> tuple[int, int, int]:
    return known.key


def _own_index(pair: Pair) -> int:
    return pair.index


def _pairs_of(part: Part, known: _Known, turn: Transform2D) -> list[Pair]:
    baked = known.baked
    if baked.boundary is not None:
        x, y, distance = baked.boundary
        x, y = turn.xform((x, y))
        return [Pair(part, known.body, known.entry, HalfPlane(part.convex, x, y, distance))]
    if part.is_line and baked.is_concave:
        return []
    return [Pair(part, known.body, known.entry, Obstacle(part.convex, turned(baked.convex[known.key[2]], turn)))]


def _are_parallel(first: Sequence[tuple[float, float]], second: Sequence[tuple[float, float]]) -> bool:
    (ax, ay), (bx, by) = first
    (cx, cy), (dx, dy) = second
    bx, by, dx, dy = bx - ax, by - ay, dx - cx, dy - cy
    return abs(bx * dy - by * dx) <= _PARALLEL * hypot(bx, by) * hypot(dx, dy)
