"""Meteor: a rock of one of three sizes, which breaks into two of the next smaller one."""

from enum import IntEnum
from math import tau

from drifter import Drifter
from engine import Color, RandomNumberGenerator, Signal, Tween, Vector2, export, load
from glow import GlowLine
from nodes import Line2D, Polygon2D
from scenes import PackedScene


class MeteorSize(IntEnum):
    """How large a meteor is."""

    SMALL = 0
    MEDIUM = 1
    LARGE = 2


class Meteor(Drifter):
    """A tumbling rock. Each size has a scene file; what no two meteors have in common comes with `shape`."""

    size: MeteorSize = export(MeteorSize.SMALL)
    slowest: float = export(50.0, unit="px/s")
    fastest: float = export(100.0, unit="px/s")
    points: int = export(10)
    color: Color = export(Color(1, 1, 1))

    broken = Signal["Meteor"]("meteor")
    spin: float = 0.0

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

    def shape(self, rng: RandomNumberGenerator) -> None:
        """Give it a tumbling and an outline of its own, and a few dim edges on its face."""
        self.spin = rng.randf_range(0.2, 0.9) * (1 if rng.randf() < 0.5 else -1)
        corners = 8 + 2 * int(self.size)
        start = rng.randf_range(0, tau)
        outline = [
            Vector2.from_angle(start + tau * (i + rng.randf_range(-0.28, 0.28)) / corners)
            * (self.radius * rng.randf_range(0.8, 1.12))
            for i in range(corners)
        ]
        tilt = Vector2.from_angle(rng.randf_range(0, tau)) * self.radius * 0.16
        face = [tilt + corner * rng.randf_range(0.42, 0.56) for corner in outline[::2]]
        self.get_node("Body", Polygon2D).polygon = outline
        self.get_node("Face", Polygon2D).polygon = face
        rim = self.get_node("Rim", Line2D)
        rim.points = face
        for corner, point in zip(outline[::2], face, strict=True):
            edge = Line2D(points=(point, corner), width=rim.width, default_color=rim.default_color)
            self.get_node("Edges").add_child(edge)
        self.get_node("Outline", GlowLine).points = outline


def load_meteors() -> dict[MeteorSize, PackedScene]:
    """The scenes of all sizes; whoever makes meteors keeps them."""
    return {size: load(f"meteor_{size.name.lower()}.tscn", PackedScene) for size in MeteorSize}
