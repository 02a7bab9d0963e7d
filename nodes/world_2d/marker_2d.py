"""Marker2D: a place, for spawning, aiming and the like."""

from __future__ import annotations

from engine.core.export import exported
from engine.core.property_checks import checked_finite
from nodes.world_2d.node_2d import Node2D


class Marker2D(Node2D):
    """A Node2D that editors show as a cross; a game shows nothing of it."""

    _gizmo_extents = 10.0
    _kept_in = {"gizmo_extents": ("_gizmo_extents",)}

    @property
    @exported(10.0, range=(0.0, 1000.0, 0.1), unit="px")
    def gizmo_extents(self) -> float:
        """How long the arms of the cross are that Godot's editor draws, in pixels; kept and saved only; default 10.

        Raises:
            InvalidTypeError, InvalidValueError: set to something else than a finite number.
        """
        return self._gizmo_extents

    @gizmo_extents.setter
    def gizmo_extents(self, extents: float) -> None:
        self._gizmo_extents = checked_finite(self, "gizmo_extents", extents)
