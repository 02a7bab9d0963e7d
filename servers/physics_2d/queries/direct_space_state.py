"""PhysicsDirectSpaceState2D: what games ask about the bodies and areas of a world, between two steps or inside one.

In:    parameters (servers.physics_2d.queries.parameters), or arrays of rays.
Out:   results (servers.physics_2d.queries.results).
When:  each question first takes over what was moved, added and changed since the last step.
Space: pixels of the canvas, y down.

pymunk says which shapes are near; what is met, and where, is worked out from their exact forms: its shapes know neither
insides nor half planes, and do not move. Only the first shape on a ray's way, the most frequent question, is its own.
Where several would do, the object that was made first is found, and of that its first shape.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Any, TypeVar

from engine.core.errors import InvalidTypeError, InvalidValueError
from engine.core.property_checks import ALL_LAYERS, checked_between
from engine.math import Vector2
from engine.math.value import shortened
from engine.resources.shapes_2d.collision import STILL, contact_points, touches
from servers.physics_2d.bodies import Body
from servers.physics_2d.queries.geometry import bounds, grown, met_at
from servers.physics_2d.queries.parameters import (
    PhysicsPointQueryParameters2D,
    PhysicsRayQueryParameters2D,
    PhysicsShapeQueryParameters2D,
    QueryParameters,
)
from servers.physics_2d.queries.ray_casts import RayCasts, checked_points
from servers.physics_2d.queries.ray_search import RaySearch
from servers.physics_2d.queries.results import RayHit2D, RayHits2D, RestInfo2D, ShapeHit2D
from servers.physics_2d.queries.search import Near, Sought, near_box, sought_by

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.resources.shapes_2d.solid import Solid
    from servers.physics_2d.queries.ray_search import FirstHit
    from servers.physics_2d.server import PhysicsServer2D
    from servers.physics_2d.space import Space2D

P = TypeVar("P", bound=QueryParameters)

_MOST = 1_000_000
_BESIDE = 1e-4
"""How far from where it meets something a shape is put by the fractions of `cast_motion`, in pixels."""
_LEAST_MARGIN = 1e-4
_LEAST_DEPTH = 0.05
"""Of the margin: what is less deep after a motion is no contact for `get_rest_info`; Godot's."""


class PhysicsDirectSpaceState2D:
    """Asks about one world; `world_2d.direct_space_state` is it.

    It sees moves, new shapes and changed layers since the last step. Disabled shapes are not there. Results say which
    node, and which of its shapes.
    """

    def __init__(self, server: PhysicsServer2D, world: Any) -> None:
        self._server = server
        self._world = world

    def intersect_ray(self, parameters: PhysicsRayQueryParameters2D) -> RayHit2D | None:
        """What a ray meets first; None if nothing.

        Raises:
            InvalidTypeError: `parameters` are others.
        """
        asked = _checked("intersect_ray", parameters, PhysicsRayQueryParameters2D)
        start, end = asked.from_, asked.to
        hit = self._find_ray(start, end, sought_by(asked), asked.hit_from_inside)
        if hit is None:
            return None
        fraction, rid, index, x, y, item = hit
        position = start if fraction == 0.0 else start + (end - start) * fraction
        return RayHit2D(position, Vector2(x, y), item.owner, rid, index)

    def cast_rays(
        self,
        origins: Any,
        targets: Any,
        collision_mask: int = ALL_LAYERS,
        exclude: Iterable[Any] = (),
        *,
        collide_with_bodies: bool = True,
        collide_with_areas: bool = False,
        hit_from_inside: bool = False,
    ) -> RayHits2D:
        """What many rays meet first, for sensors and training: one call, arrays in and out.

        Args:
            origins: (N, 2), where they begin, on the canvas, in pixels.
            targets: (N, 2), where they end.
            collision_mask: the layers that are looked at; for all of them, as the rest.
            exclude: who is not found.
            collide_with_bodies: whether bodies are found.
            collide_with_areas: whether areas are found.
            hit_from_inside: whether a shape that a ray begins in stops it, with the normal (0, 0).

        Raises:
            InvalidTypeError: an argument of another type.
            InvalidValueError: arrays of other shapes, or of different lengths; a number that is not finite.
        """
        starts, ends = [
            checked_points(f"PhysicsDirectSpaceState2D.cast_rays({name})", points)
            for name, points in (("origins", origins), ("targets", targets))
        ]
        if len(starts) != len(ends):
            raise InvalidValueError(
                f"PhysicsDirectSpaceState2D.cast_rays(targets) must be as many as origins, got {len(ends)} for "
                f"{len(starts)}"
            )
        asked = PhysicsRayQueryParameters2D(
            collision_mask=collision_mask,
            exclude=exclude,
            collide_with_bodies=collide_with_bodies,
            collide_with_areas=collide_with_areas,
            hit_from_inside=hit_from_inside,
        )
        casts = RayCasts(starts, ends)
        space = self._settled_space()
        if space is not None:
            casts.cast(space, sought_by(asked), asked.hit_from_inside)
        return casts.results(space)

    def intersect_point(self, parameters: PhysicsPointQueryParameters2D, max_results: int = 32) -> list[ShapeHit2D]:
        """The shapes that a point is in; never lines.

        On an edge it is in a rectangle if that is the left or the upper one, so that of two side by side one is found,
        and in a polygon; not in others.

        Args:
            parameters: the point.
            max_results: at most so many.

        Raises:
            InvalidTypeError: `parameters` are others, or `max_results` is no whole number.
            InvalidValueError: `max_results` is below 1.
        """
        asked = _checked("intersect_point", parameters, PhysicsPointQueryParameters2D)
        most = self._most("intersect_point", max_results)
        found = self._find_at(asked.position, asked.canvas_instance_id, sought_by(asked))
        return [_shape_hit(near) for near in found[:most]]

    def intersect_shape(self, parameters: PhysicsShapeQueryParameters2D, max_results: int = 32) -> list[ShapeHit2D]:
        """The shapes that a shape touches, or overlaps, where it is or anywhere on its motion.

        Args:
            parameters: the shape.
            max_results: at most so many.

        Raises:
            InvalidTypeError: `parameters` are others, or `max_results` is no whole number.
            InvalidValueError: the shape is none that can ask, or `max_results` is below 1.
        """
        method = "intersect_shape"
        asked = _checked(method, parameters, PhysicsShapeQueryParameters2D)
        most = self._most(method, max_results)
        solid = grown(_solid_of(method, asked), asked.margin)
        motion = asked.motion
        found = []
        for near in self._near_shape(asked, solid):
            if touches(solid, motion, near.solid, STILL):
                found.append(_shape_hit(near))
                if len(found) == most:
                    break
        return found

    def cast_motion(self, parameters: PhysicsShapeQueryParameters2D) -> tuple[float, float]:
        """How far a shape can move before it meets something.

        Returns:
            The part of its motion, 0 to 1, that it can go without touching anything, and the one at which it does;
            both 1.0 if nothing is in its way. What it overlaps at the start is not in its way; what it only touches is.

        Raises:
            InvalidTypeError: `parameters` are others.
            InvalidValueError: the shape is none that can ask.
        """
        asked = _checked("cast_motion", parameters, PhysicsShapeQueryParameters2D)
        solid = grown(_solid_of("cast_motion", asked), asked.margin)
        motion = asked.motion
        length = motion.length()
        if length == 0.0:
            return 1.0, 1.0
        first = inf
        for near in self._near_shape(asked, solid):
            at = met_at(solid, motion, near.solid)
            if at is not None and at < first:
                first = at
        if first >= 1.0:
            return 1.0, 1.0
        beside = _BESIDE / length
        return max(first - beside, 0.0), min(first + beside, (first + 1.0) / 2.0)

    def collide_shape(self, parameters: PhysicsShapeQueryParameters2D, max_results: int = 32) -> tuple[Vector2, ...]:
        """Where a shape touches others, where it is or on its motion.

        Args:
            parameters: the shape.
            max_results: at most so many pairs; the deepest.

        Returns:
            Pairs in turn: a point on the edge of the shape, the point on the edge of the other one; on the canvas.

        Raises:
            InvalidTypeError: `parameters` are others, or `max_results` is no whole number.
            InvalidValueError: the shape is none that can ask, or `max_results` is below 1.
        """
        method = "collide_shape"
        asked = _checked(method, parameters, PhysicsShapeQueryParameters2D)
        most = self._most(method, max_results)
        solid = grown(_solid_of(method, asked), asked.margin)
        pairs = [pair for near in self._near_shape(asked, solid) for pair in _contacts(solid, asked.motion, near)]
        if len(pairs) > most:
            deepest = sorted(range(len(pairs)), key=lambda at: -pairs[at][0].distance_squared_to(pairs[at][1]))
            pairs = [pairs[at] for at in sorted(deepest[:most])]
        return tuple([point for pair in pairs for point in pair])

    def get_rest_info(self, parameters: PhysicsShapeQueryParameters2D) -> RestInfo2D | None:
        """Where a shape is deepest in others; None if it touches none.

        Raises:
            InvalidTypeError: `parameters` are others.
            InvalidValueError: the shape is none that can ask.
        """
        asked = _checked("get_rest_info", parameters, PhysicsShapeQueryParameters2D)
        margin = max(asked.margin, _LEAST_MARGIN)
        solid = grown(_solid_of("get_rest_info", asked), margin)
        least = min(asked.motion.length(), margin * _LEAST_DEPTH)
        best: tuple[Vector2, Vector2] | None = None
        of: Near | None = None
        depth = 0.0
        for near in self._near_shape(asked, solid):
            for own, other in _contacts(solid, asked.motion, near):
                length = own.distance_to(other)
                if length >= least and length > depth:
                    best, of, depth = (own, other), near, length
        if best is None or of is None:
            return None
        own, point = best
        item = of.item
        velocity = item.velocity_at(point - item.transform.origin) if isinstance(item, Body) else Vector2.ZERO
        return RestInfo2D(point, (point - own) / depth, item.owner, item.rid, of.entry.index, velocity)

    def _settled_space(self) -> Space2D | None:
        """The space as it is now, everything taken over; None while nothing is in it."""
        self._server.sync()
        return self._server.spaces.get(self._world)

    def _find_ray(
        self, start: tuple[float, float], end: tuple[float, float], sought: Sought, from_inside: bool
    ) -> FirstHit | None:
        """`intersect_ray` for engine classes, which have checked what they ask."""
        space = self._settled_space()
        return None if space is None else RaySearch(space, sought, from_inside).first(start, end)

    def _find_at(self, point: tuple[float, float], canvas_id: int, sought: Sought) -> list[Near]:
        """`intersect_point` for engine classes."""
        space = self._settled_space()
        if space is None:
            return []
        x, y = point
        return [
            near
            for near in near_box(space, (x, y, x, y), sought)
            if near.item.canvas_id == canvas_id and near.holds(x, y)
        ]

    def _where(self) -> str:
        return type(self).__name__

    def _most(self, method: str, max_results: Any) -> int:
        return checked_between(self, f"{method}(max_results)", max_results, 1, _MOST)

    def _near_shape(self, asked: PhysicsShapeQueryParameters2D, solid: Solid) -> Iterable[Near]:
        space = self._settled_space()
        return () if space is None else near_box(space, bounds(solid, asked.motion), sought_by(asked))


def _contacts(solid: Solid, motion: tuple[float, float], near: Near) -> list[tuple[Vector2, Vector2]]:
    points = [Vector2(x, y) for x, y in contact_points(solid, motion, near.solid, STILL)]
    return list(zip(points[::2], points[1::2], strict=True))


def _shape_hit(near: Near) -> ShapeHit2D:
    return ShapeHit2D(near.item.owner, near.item.rid, near.entry.index)


def _solid_of(method: str, asked: PhysicsShapeQueryParameters2D) -> Solid:
    """What the asking shape fills.

    Raises:
        InvalidValueError: there is none, it is concave, or it fills nothing.
    """
    solid, flaw = asked.solid()
    if flaw:
        raise InvalidValueError(f"{method} - {asked._where()}.{flaw}")
    return solid


def _checked(method: str, parameters: Any, kind: type[P]) -> P:
    if not isinstance(parameters, kind):
        first = "from_=start, to=end" if kind is PhysicsRayQueryParameters2D else "..."
        raise InvalidTypeError(
            f"PhysicsDirectSpaceState2D.{method}(parameters) must be {kind.__name__}, got {shortened(parameters)}; "
            f"write {kind.__name__}({first})"
        )
    return parameters
