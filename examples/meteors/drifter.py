"""Drifter: whatever floats through space."""

from engine import Vector2, export
from field import wrapped
from nodes import Node2D


class Drifter(Node2D):
    """Keeps its velocity, and comes back on the other side of the field; collides as a circle."""

    velocity: Vector2 = export(Vector2.ZERO, unit="px/s")
    radius: float = export(10.0, range=(1, 200), unit="px")

    def on_physics_process(self, delta: float) -> None:
        self.position = wrapped(self.position + self.velocity * delta, self.radius)

    def touches(self, other: "Drifter") -> bool:
        """Whether the two circles overlap."""
        reach = self.radius + other.radius
        return self.position.distance_squared_to(other.position) < reach * reach
