"""Ship: turns, accelerates, shoots; flies under the actions turn_left, turn_right, thrust and fire."""

from bubble import Bubble
from controls import add_controls
from drifter import Drifter
from engine import Vector2, export, onready
from flame import Flame
from glow_line import GlowLine
from nodes import Node2D, Timer
from scenes import PackedScene


class Ship(Drifter):
    """The player's ship. It keeps drifting until thrust brakes it; a fresh one is shielded for a while."""

    turn_speed: float = export(4.4, range=(0, 20), unit="rad/s")
    acceleration: float = export(360.0, range=(0, 2000), unit="px/s2")
    top_speed: float = export(460.0, range=(0, 2000), unit="px/s")
    drag: float = export(0.4, range=(0, 10))
    bullet: PackedScene = export(PackedScene())
    bullet_speed: float = export(640.0, range=(0, 2000), unit="px/s")

    outline = onready("Hull/Outline", GlowLine)
    nose = onready("Nose", Node2D)
    flame = onready("Flame", Flame)
    bubble = onready("Bubble", Bubble)
    shield = onready("Shield", Timer)
    reload = onready("Reload", Timer)

    def on_enter_tree(self) -> None:
        add_controls(self.tree)

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
        """Let a bullet fly from the nose, and reload."""
        bullet = self.bullet.instantiate(Drifter)
        bullet.position = self.transform * self.nose.position
        bullet.velocity = self.velocity + Vector2.from_angle(self.rotation) * self.bullet_speed
        bullet.rotation = bullet.velocity.angle()
        self.add_sibling(bullet)
        self.reload.start()
