"""Meteor: a rock that breaks into two smaller ones. Each kind is a scene: meteor_large.tscn and so on."""

from math import tau

from drifter import Drifter
from engine import Color, RandomNumberGenerator, Tween, Vector2, export
from glow import draw_glow_line
from scenes import PackedScene


class Meteor(Drifter):
    """A tumbling rock."""

    color: Color = export(Color(1, 1, 1))
    corners: int = export(8, range=(4, 40, 2))
    points: int = export(0, range=(0, 10_000))
    slowest: float = export(45.0, range=(0, 2000), unit="px/s")
    fastest: float = export(90.0, range=(0, 2000), unit="px/s")
    pieces: PackedScene = export(PackedScene())
    look: int = export(0)
    spin: float = export(0.0, range=(-10, 10), unit="rad/s")

    def on_ready(self) -> None:
        self.scale = Vector2(0.55, 0.55)  # only to be seen: what it touches goes by its radius
        growing = self.create_tween().set_trans(Tween.TRANS_BACK).set_ease(Tween.EASE_OUT)
        growing.tween_property(self, "scale", (1, 1), 0.35)

    def on_physics_process(self, delta: float) -> None:
        super().on_physics_process(delta)
        self.rotation += self.spin * delta

    def on_draw(self) -> None:
        """A dark body, a few dim edges on its face, and a glowing outline: which ones, its `look` decides."""
        chance = RandomNumberGenerator(self.look)
        start = chance.randf_range(0, tau)
        outline = [
            Vector2.from_angle(start + tau * (i + chance.randf_range(-0.28, 0.28)) / self.corners)
            * (self.radius * chance.randf_range(0.8, 1.12))
            for i in range(self.corners)
        ]
        tilt = Vector2.from_angle(chance.randf_range(0, tau)) * self.radius * 0.16
        face = [tilt + corner * chance.randf_range(0.42, 0.56) for corner in outline[::2]]
        self.draw_colored_polygon(outline, self.color.darkened(0.8).with_a(0.92))
        self.draw_colored_polygon(face, self.color.darkened(0.7))
        edges = self.color.with_a(0.34)
        self.draw_polyline([*face, face[0]], edges, 1.2)
        for corner, point in zip(outline[::2], face, strict=True):
            self.draw_line(point, corner, edges, 1.2)
        draw_glow_line(self, outline, self.color, closed=True, glow=6 + self.radius / 8)
