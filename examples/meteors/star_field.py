"""StarField: what lies behind everything. Its layers drift against the ship's flight, the near ones faster."""

from drifter import Drifter
from engine import Color, Vector2
from nodes import Node2D
from star_layer import StarLayer

DRIFT = Vector2(-9, 3)
"""Pixels a second that the nearest layer drifts with when the ship stands still."""


class StarField(Node2D):
    """The sky, nebulae and three layers of stars. Each is drawn once."""

    flight: Vector2 = Vector2.ZERO

    def tint(self, color: Color) -> None:
        """Fade into another light."""
        self.create_tween().tween_property(self, "modulate", color, 1.5)

    def on_process(self, delta: float) -> None:
        ship = self.tree.get_first_node_in_group("ship", Drifter)
        wanted = Vector2.ZERO if ship is None else ship.velocity
        self.flight = self.flight.lerp(wanted, min(1.0, 3.0 * delta))
        for layer in self.children:
            if isinstance(layer, StarLayer):
                layer.autoscroll = (DRIFT - self.flight * 0.14) * layer.scroll_scale
