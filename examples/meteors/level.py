"""Level: the meteors that come at once, as a scene holds them, and what becomes of them."""

from math import tau

import field
from drifter import Drifter
from engine import Color, Vector2, export
from meteor import Meteor
from nodes import Node2D

SAFE_DISTANCE = 230.0
"""Pixels between the ship and a meteor that appears."""

KICK = 42.0
"""Pixels a second that the halves of a broken meteor fly apart with."""


class Level(Node2D):
    """Lets the meteors below it fly in over the edges of the field; `speed` is how many times as fast as usual."""

    speed: float = export(1.0, range=(0.1, 10))
    sky: Color = export(Color(1, 1, 1))

    def on_enter_tree(self) -> None:
        self.tree.call_group("sky", "tint", self.sky)
        for meteor in self.children:
            if isinstance(meteor, Meteor):
                place = self._place_at_the_edge(meteor.radius)
                turned = self.tree.rng.randf_range(-0.7, 0.7)
                self._launch(meteor, place, (field.CENTER - place).rotated(turned))

    def break_up(self, meteor: Meteor) -> None:
        """Let two pieces take the place of a meteor, if it is of a kind that has any."""
        meteor.queue_free()
        if not meteor.pieces.can_instantiate():
            return
        apart = Vector2.from_angle(self.tree.rng.randf_range(0, tau))
        for way in (apart, -apart):
            piece = meteor.pieces.instantiate(Meteor)
            self._launch(piece, meteor.position + way * meteor.radius * 0.4, meteor.velocity + way * KICK)
            self.add_child(piece)

    def _launch(self, meteor: Meteor, place: Vector2, way: Vector2) -> None:
        """Send a meteor on its way; chance decides how fast it is and what it looks like."""
        rng = self.tree.rng
        meteor.position = place
        meteor.velocity = way.normalized() * (rng.randf_range(meteor.slowest, meteor.fastest) * self.speed)
        meteor.spin = rng.randf_range(0.2, 0.9) * (1 if rng.randf() < 0.5 else -1)
        meteor.look = rng.randi()

    def _place_at_the_edge(self, margin: float) -> Vector2:
        """A random place just outside the field, not right beside the ship."""
        rng, ship = self.tree.rng, self.tree.get_first_node_in_group("ship", Drifter)
        while True:
            x, y = rng.randf_range(0, field.SIZE.x), rng.randf_range(0, field.SIZE.y)
            left, top, right, bottom = -margin, -margin, field.SIZE.x + margin, field.SIZE.y + margin
            place = Vector2(*((x, top), (right, y), (x, bottom), (left, y))[rng.randi_range(0, 3)])
            if ship is None or place.distance_to(ship.position) > SAFE_DISTANCE:
                return place
