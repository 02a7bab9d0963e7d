"""Meteor: a rock of one of three sizes, which breaks into two of the next smaller one."""

from collections.abc import Sequence
from enum import IntEnum
from math import tau
from typing import NamedTuple

import palette
from drifter import Drifter
from engine import Color, RandomNumberGenerator, Signal, Tween, Vector2
from glow import GlowLine
from nodes import Line2D, Polygon2D


class MeteorSize(IntEnum):
    """How large a meteor is."""

    SMALL = 0
    MEDIUM = 1
    LARGE = 2


class Kind(NamedTuple):
    """What all meteors of a size have in common."""

    radius: float
    slowest: float
    fastest: float
    points: int
    color: Color


KINDS = {
    MeteorSize.SMALL: Kind(17.0, 85.0, 165.0, 100, palette.AMBER),
    MeteorSize.MEDIUM: Kind(33.0, 65.0, 125.0, 50, palette.PINK),
    MeteorSize.LARGE: Kind(58.0, 45.0, 90.0, 20, palette.VIOLET),
}


class Meteor(Drifter):
    """A tumbling rock.

    Args:
        size: which of the three.
        rng: decides its outline and its tumbling.
        position: pixels.
        velocity: pixels a second.
    """

    broken = Signal["Meteor"]("meteor")

    def __init__(
        self,
        size: MeteorSize,
        rng: RandomNumberGenerator,
        position: Sequence[float] = Vector2.ZERO,
        velocity: Sequence[float] = Vector2.ZERO,
    ) -> None:
        kind = KINDS[size]
        super().__init__(position=position, velocity=Vector2(velocity), radius=kind.radius)
        self.size = size
        self.points = kind.points
        self.color = kind.color
        self.spin = rng.randf_range(0.2, 0.9) * (1 if rng.randf() < 0.5 else -1)
        self._build(rng)

    def on_ready(self) -> None:
        self.scale = Vector2(0.55, 0.55)  # only to be seen: what it touches goes by its radius
        growing = self.create_tween().set_trans(Tween.TRANS_BACK).set_ease(Tween.EASE_OUT)
        growing.tween_property(self, "scale", (1, 1), 0.35)

    def on_physics_process(self, delta: float) -> None:
        super().on_physics_process(delta)
        self.rotation += self.spin * delta

    def shatter(self) -> None:
        """Announce the end, and vanish at the end of the frame."""
        self.broken.emit(self)
        self.queue_free()

    def _build(self, rng: RandomNumberGenerator) -> None:
        """Give it a dark body, a few dim edges on its face, and a glowing outline."""
        corners = 8 + 2 * int(self.size)
        start = rng.randf_range(0, tau)
        outline = [
            Vector2.from_angle(start + tau * (i + rng.randf_range(-0.28, 0.28)) / corners)
            * (self.radius * rng.randf_range(0.8, 1.12))
            for i in range(corners)
        ]
        tilt = Vector2.from_angle(rng.randf_range(0, tau)) * self.radius * 0.16
        face = [tilt + corner * rng.randf_range(0.42, 0.56) for corner in outline[::2]]
        body = self.color.darkened(0.8)
        self.add_child(Polygon2D(polygon=outline, color=body.with_a(0.92)))
        self.add_child(Polygon2D(polygon=face, color=self.color.darkened(0.7)))
        edges = self.color.with_a(0.34)
        self.add_child(Line2D(points=face, closed=True, width=1.2, default_color=edges))
        for corner, point in zip(outline[::2], face, strict=True):
            self.add_child(Line2D(points=(point, corner), width=1.2, default_color=edges))
        self.add_child(GlowLine(outline, self.color, closed=True, glow=8.0 + 2.5 * self.size))
