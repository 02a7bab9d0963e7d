"""What areas make of the gravity and the damps of the bodies in them.

By Godot's rule: the areas that a body is in act in the order of their ranks, the highest first, of equal ones the
latest made; then the space, unless an area said that nothing comes after it.

When:  before each step, for bodies that are awake and in an area that does anything to them; nobody else is looked at.
       Who sleeps keeps what it had. Kinematic bodies are told, too, which games ask for their gravity.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from engine.math import Vector2
from servers.physics_2d.areas import SpaceOverride
from servers.physics_2d.bodies import Body, BodyMode

if TYPE_CHECKING:
    from collections.abc import Sequence

    from servers.physics_2d.areas import Area
    from servers.physics_2d.space import Space2D

T = TypeVar("T", float, Vector2)
Override = tuple[Vector2 | None, float | None, float | None]
"""What a body has of areas: gravity, linear and angular damp; None each where none does anything to it."""

_ENDS = (SpaceOverride.COMBINE_REPLACE, SpaceOverride.REPLACE)
_ADDS = (SpaceOverride.COMBINE, SpaceOverride.COMBINE_REPLACE)


class AreaOverrides:
    """Of one space."""

    def __init__(self, space: Space2D) -> None:
        self._space = space
        self._areas: dict[int, Area] = {}  # those that do something, by number
        self._overridden: dict[int, Body] = {}  # the bodies that something is done to

    def look_at(self, area: Area) -> None:
        """An area of the space came, or does something else."""
        if area.overrides:
            self._areas[area.rid] = area
        else:
            self._areas.pop(area.rid, None)

    def forget(self, area: Area) -> None:
        """An area leaves the space."""
        self._areas.pop(area.rid, None)

    def resume(self, body: Body) -> None:
        """A body is in the space that areas do something to, as of before."""
        if (body.area_gravity, body.area_linear_damp, body.area_angular_damp) != (None, None, None):
            self._overridden[body.rid] = body

    def release(self, body: Body) -> None:
        """A body leaves the space."""
        self._overridden.pop(body.rid, None)
        body.area_gravity = body.area_linear_damp = body.area_angular_damp = None

    def begin(self, delta: float) -> None:
        """Let the areas act, before a step of so many seconds."""
        if not (self._areas or self._overridden):
            return
        found: dict[int, tuple[Body, list[Area]]] = {}
        for rid in sorted(self._areas):
            area = self._areas[rid]
            for item in area.inside:
                if item.space is not self._space:
                    continue  # it left after a snapshot was restored, which pymunk does not tell
                if not isinstance(item, Body) or item.mode is BodyMode.STATIC:
                    continue
                if area.mask & item.layer and not item.sleeping:
                    found.setdefault(item.rid, (item, []))[1].append(area)
        for rid in sorted(self._overridden):
            body = self._overridden[rid]
            if rid not in found and not body.sleeping:
                del self._overridden[rid]
                self._set(body, (None, None, None))
        same: dict[tuple[int, ...], Override] = {}  # what areas do to whatever is in them, by their numbers
        for rid in sorted(found):
            body, areas = found[rid]
            self._overridden[rid] = body
            numbers = tuple([area.rid for area in areas])
            override = same.get(numbers)
            if override is None:
                override = self._override(body, areas, delta)
                if not any(area.gravity_mode and area.gravity_is_point for area in areas):
                    same[numbers] = override
            self._set(body, override)

    def _override(self, body: Body, areas: list[Area], delta: float) -> Override:
        server = self._space.server
        areas.sort(key=lambda area: area.rank)
        areas.reverse()  # of equal ranks the latest first
        position = body.transform.origin
        if body.is_rigid:
            # Gravity acts after each of the substeps: what it is at their mean keeps an orbit an orbit.
            position += body.linear_velocity * (delta * (server.substeps + 1) / (2 * server.substeps))
        gravity = _result(
            [(area.gravity_mode, area.gravity_at(position)) for area in areas if area.gravity_mode],
            server.gravity,
            Vector2.ZERO,
        )
        linear = _result(
            [(area.linear_mode, area.linear_damp) for area in areas if area.linear_mode],
            server.default_linear_damp,
            0.0,
        )
        angular = _result(
            [(area.angular_mode, area.angular_damp) for area in areas if area.angular_mode],
            server.default_angular_damp,
            0.0,
        )
        return gravity, linear, angular

    def _set(self, body: Body, now: Override) -> None:
        if now != (body.area_gravity, body.area_linear_damp, body.area_angular_damp):
            body.area_gravity, body.area_linear_damp, body.area_angular_damp = now
            if body.is_rigid:
                self._space.drive.look_at(body, may_rest=True)


def _result(acting: Sequence[tuple[SpaceOverride, T]], default: T, nothing: T) -> T | None:
    """What a body has in the end, of what areas do in their order; None where none does anything."""
    if not acting:
        return None
    total = nothing
    for mode, own in acting:
        total = total + own if mode in _ADDS else own
        if mode in _ENDS:
            return total
    return total + default
