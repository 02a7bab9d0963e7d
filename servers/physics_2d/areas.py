"""Areas as the physics server keeps them."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

from engine.math import Vector2
from servers.physics_2d.collision_objects import CollisionObject
from servers.physics_2d.notifying import notifying

if TYPE_CHECKING:
    import pymunk

    from servers.physics_2d.collision_objects import Owner
    from servers.physics_2d.monitored import ShapePair


class SpaceOverride(IntEnum):
    """What an area does to the gravity or a damp of the bodies in it; the numbers are Godot's.

    Areas act in the order of their priorities, the highest first, and the space last.
    """

    DISABLED = 0
    """Nothing."""
    COMBINE = 1
    """It adds its own to what the areas before it gave."""
    COMBINE_REPLACE = 2
    """It adds its own, and what comes after it does not count."""
    REPLACE = 3
    """Its own counts, and nothing else."""
    REPLACE_COMBINE = 4
    """Its own counts in place of what the areas before it gave; what comes after it is added."""


class Area(CollisionObject):
    """An area.

    Attributes:
        gravity: how fast what is in it gets faster, in px/s2.
        gravity_direction: where to.
        gravity_is_point: whether it falls to `gravity_point` instead.
        gravity_point: in the area's own pixels.
        gravity_unit_distance: how far from the point `gravity` counts, in pixels: it falls off with the square of the
            distance; 0 for the same everywhere.
        linear_damp: how much of its velocity a body in it loses in a second.
        angular_damp: how much of its angular velocity it loses.
        rank: of two areas that a body is in, the one with the higher rank acts first.
        overlaps: by pair of a shape of another object and one of its own, the pymunk shapes that overlap, its own
            first. `Monitors` keeps it, and `inside`.
        inside: how many such pairs there are of an object.
    """

    is_area = True
    """Always true of areas."""
    _uncaptured = ("overlaps",)

    def __init__(self, owner: Owner | None = None) -> None:
        super().__init__(owner)
        self._monitoring = True
        self._monitorable = True
        self._gravity_mode = self._linear_mode = self._angular_mode = SpaceOverride.DISABLED
        self.gravity = 980.0
        self.gravity_direction = Vector2(0.0, 1.0)
        self.gravity_is_point = False
        self.gravity_point = Vector2(0.0, 1.0)
        self.gravity_unit_distance = 0.0
        self.linear_damp = 0.1
        self.angular_damp = 1.0
        self.rank = 0
        self.overlaps: dict[ShapePair, set[tuple[pymunk.Shape, pymunk.Shape]]] = {}
        self.inside: dict[CollisionObject, int] = {}

    monitoring: bool = notifying(
        "_monitoring",
        "_watch_changed",
        "Whether `on_event` is told of what comes in and goes; turned off, it is told that all went, at once.",
    )

    @property
    def monitorable(self) -> bool:
        """Whether other areas are told of it."""
        return self._monitorable

    @monitorable.setter
    def monitorable(self, monitorable: bool) -> None:
        self._monitorable = monitorable
        if self.space is not None:
            self.space.monitors.look_around(self)

    @property
    def is_watching(self) -> bool:
        """Whether it is monitoring."""
        return self._monitoring

    gravity_mode: SpaceOverride = notifying("_gravity_mode", "_overrides_changed", "What it does to gravity.")

    linear_mode: SpaceOverride = notifying("_linear_mode", "_overrides_changed", "What it does to the linear damp.")

    angular_mode: SpaceOverride = notifying("_angular_mode", "_overrides_changed", "What it does to the angular damp.")

    @property
    def overrides(self) -> bool:
        """Whether it does something to bodies."""
        return bool(self._gravity_mode or self._linear_mode or self._angular_mode)

    def gravity_at(self, position: Vector2) -> Vector2:
        """Its own gravity somewhere on the canvas, in px/s2."""
        if not self.gravity_is_point:
            return self.gravity_direction * self.gravity
        way = self.transform * self.gravity_point - position
        unit = self.gravity_unit_distance
        if unit <= 0.0:
            return way.normalized() * self.gravity
        squared = way.length_squared()
        return way.normalized() * (self.gravity * unit * unit / squared) if squared > 0.0 else Vector2.ZERO

    def _overrides_changed(self) -> None:
        if self.space is not None:
            self.space.area_overrides.look_at(self)
