"""Ship: turns, accelerates, shoots; flies under the actions turn_left, turn_right, thrust and fire."""

from math import pi

import bullet
import palette
from drifter import Drifter
from engine import RandomNumberGenerator, Signal, Tween, Vector2, export, onready
from glow import draw_glow_disc, draw_glow_line
from nodes import Node2D, Timer

HULL = (Vector2(20, 0), Vector2(-14, 12.5), Vector2(-8, 0), Vector2(-14, -12.5))
"""The outline, pointing right as all angles start from there."""

NOSE = 22.0
"""How far in front of the ship's centre bullets appear, in pixels."""


class Ship(Drifter):
    """The player's ship. It keeps drifting until thrust brakes it; a fresh one is shielded for a while."""

    turn_speed: float = export(4.4, range=(0, 20), unit="rad/s")
    acceleration: float = export(360.0, range=(0, 2000), unit="px/s2")
    top_speed: float = export(460.0, range=(0, 2000), unit="px/s")
    drag: float = export(0.4, range=(0, 10))
    shield_time: float = export(2.5, range=(0.1, 10), unit="s")
    reload_time: float = export(0.2, range=(0.01, 2), unit="s")

    fired = Signal[Vector2, Vector2]("place", "velocity")
    exploded = Signal["Ship"]("ship")

    shield = onready("Shield", Timer)
    reload = onready("Reload", Timer)
    flame = onready("Flame", Node2D)

    def on_ready(self) -> None:
        self.shield.start(self.shield_time)

    @property
    def shielded(self) -> bool:
        """Whether meteors cannot harm the ship."""
        return not self.shield.is_stopped()

    @property
    def thrusting(self) -> bool:
        """Whether the engine burns."""
        return self.input.is_action_pressed("thrust")

    def on_physics_process(self, delta: float) -> None:
        self.rotation += self.input.get_axis("turn_left", "turn_right") * self.turn_speed * delta
        if self.thrusting:
            push = Vector2.from_angle(self.rotation) * self.acceleration
            self.velocity = (self.velocity + push * delta).limit_length(self.top_speed)
        self.velocity *= 1.0 - self.drag * delta
        self.flame.visible = self.thrusting
        super().on_physics_process(delta)
        if self.input.is_action_pressed("fire") and self.reload.is_stopped():
            self.fire()

    def fire(self) -> None:
        """Announce a bullet, and reload."""
        forward = Vector2.from_angle(self.rotation)
        self.fired.emit(self.position + forward * NOSE, self.velocity + forward * bullet.SPEED)
        self.reload.start(self.reload_time)

    def explode(self) -> None:
        """Announce the end, and vanish at the end of the frame."""
        self.exploded.emit(self)
        self.queue_free()


class Flame(Node2D):
    """What comes out of the engine; it flickers."""

    def on_ready(self) -> None:
        self.flicker = RandomNumberGenerator(3)

    def on_process(self, delta: float) -> None:
        if self.visible:
            self.queue_redraw()

    def on_draw(self) -> None:
        length = self.flicker.randf_range(24, 38)
        draw_glow_disc(self, Vector2(-10, 0), 34.0, palette.FLAME.with_a(0.5), steps=10)
        for half_width, reach, color in ((6.0, length, palette.FLAME), (3.2, length * 0.62, palette.FLAME_CORE)):
            tip = color.with_a(0.05)
            self.draw_polygon(((1, -half_width), (-reach, 0), (1, half_width)), (color, tip, color))


class Bubble(Node2D):
    """The shield around a fresh ship: it springs up, pulses, and bursts."""

    def on_ready(self) -> None:
        self.scale = Vector2(0.2, 0.2)
        growing = self.create_tween().set_trans(Tween.TRANS_ELASTIC).set_ease(Tween.EASE_OUT)
        growing.tween_property(self, "scale", (1, 1), 0.9)
        self.pulse = self.create_tween().set_loops().set_trans(Tween.TRANS_SINE)
        self.pulse.tween_property(self, "modulate:a", 0.3, 0.35)
        self.pulse.tween_property(self, "modulate:a", 1.0, 0.35)

    def burst(self) -> None:
        """Fly apart."""
        self.pulse.kill()
        tween = self.create_tween().set_parallel().set_ease(Tween.EASE_OUT)
        tween.tween_property(self, "scale", (1.9, 1.9), 0.3).set_trans(Tween.TRANS_CUBIC)
        tween.tween_property(self, "modulate:a", 0.0, 0.3)

    def on_draw(self) -> None:
        ring = [Vector2.from_angle(2 * pi * i / 24) * 27.0 for i in range(24)]
        draw_glow_line(self, ring, palette.SHIELD.with_a(0.7), closed=True, glow=7.0, width=2.6)
