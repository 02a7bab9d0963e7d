"""Player: the acorn. It runs, jumps, pushes crates, and is carried by what it stands on.

Two kindnesses make jumping feel right: it may still jump just after it ran over an edge (coyote time), and a jump that
is asked for just before it lands is not forgotten (the jump buffer). Letting go of the key early makes a jump lower.
"""

from controls import add_controls
from engine import Signal, Tween, Vector2, export, onready
from nodes import AnimatedSprite2D, CharacterBody2D, Node2D

LONG_AGO = 1.0
"""Seconds that are more than any of the times below."""


class Player(CharacterBody2D):
    """What the person at the keys plays. What it meets calls its methods; what becomes of that hangs on its signals."""

    speed: float = export(150.0, range=(0, 1000), unit="px/s")
    acceleration: float = export(1200.0, range=(0, 10000), unit="px/s2")
    braking: float = export(1500.0, range=(0, 10000), unit="px/s2")
    steering_in_air: float = export(0.7, range=(0, 1))
    jump_speed: float = export(350.0, range=(0, 2000), unit="px/s")
    gravity: float = export(980.0, range=(0, 5000), unit="px/s2")
    fastest_fall: float = export(520.0, range=(0, 5000), unit="px/s")
    coyote_time: float = export(0.1, range=(0, 1), unit="s")
    jump_buffer: float = export(0.12, range=(0, 1), unit="s")

    collected = Signal[int]("points")
    hurt = Signal[()]()
    left = Signal[()]()

    alive: bool = True
    at_home: bool = False
    """Whether it went through the door."""
    since_floor: float = LONG_AGO
    since_asked: float = LONG_AGO
    """Seconds since it stood on a floor, and since somebody asked for a jump."""
    rising: bool = False
    """Whether it is on the way up of a jump that can be cut short."""

    look = onready("Look", Node2D)
    sprite = onready("Look/Sprite", AnimatedSprite2D)

    def on_enter_tree(self) -> None:
        add_controls(self.tree)

    def on_physics_process(self, delta: float) -> None:
        if self.at_home:
            return
        if not self.alive:
            self.velocity += (0, self.gravity * delta)
            self.position += self.velocity * delta
            return
        was_on_floor, fall = self.is_on_floor(), self.velocity.y
        self.since_floor = 0.0 if was_on_floor else self.since_floor + delta
        self.since_asked = 0.0 if self.input.is_action_just_pressed("jump") else self.since_asked + delta
        self.velocity = Vector2(self._run(delta), min(self.velocity.y + self.gravity * delta, self.fastest_fall))
        self._jump()
        self.move_and_slide()
        if self.is_on_floor() and not was_on_floor and fall > 120:
            self._squash(Vector2(1.22, 0.8))
        self._show()

    # --- what it does ------------------------------------------------------------------------------------------------

    def _run(self, delta: float) -> float:
        """The speed to the right after a step."""
        wanted = self.input.get_axis("left", "right") * self.speed
        rate = self.acceleration if wanted else self.braking
        if not self.is_on_floor():
            rate *= self.steering_in_air
        speed, change = self.velocity.x, rate * delta
        return min(wanted, speed + change) if speed < wanted else max(wanted, speed - change)

    def _jump(self) -> None:
        if self.since_asked <= self.jump_buffer and self.since_floor <= self.coyote_time:
            self.velocity = self.velocity.with_y(-self.jump_speed)
            self.since_asked = self.since_floor = LONG_AGO
            self.rising = True
            self._squash(Vector2(0.8, 1.2))
        elif self.rising and self.velocity.y >= 0:
            self.rising = False
        elif self.rising and not self.input.is_action_pressed("jump"):
            self.velocity = self.velocity.with_y(self.velocity.y * 0.5)
            self.rising = False

    # --- what meets it -----------------------------------------------------------------------------------------------

    def collect(self, points: int) -> None:
        """Take something that is worth points."""
        self.collected.emit(points)

    def bounce(self, speed: float) -> None:
        """Fly up, with so many pixels a second."""
        self.velocity = self.velocity.with_y(-speed)
        self.rising = False
        self.since_floor = LONG_AGO
        self._squash(Vector2(0.72, 1.3))

    def hit(self) -> None:
        """Be hurt, and tumble out of the picture."""
        if not self.alive or self.at_home:
            return
        self.alive = False
        self.collision_layer = self.collision_mask = 0
        self.velocity = Vector2(0, -260)
        self.z_index = 5
        self.sprite.play("fall")
        self.create_tween().tween_property(self.look, "rotation", 5.0, 0.9)
        self.hurt.emit()

    def go_home(self, door: Vector2) -> None:
        """Walk through a door, which is there."""
        if not self.alive or self.at_home:
            return
        self.at_home = True
        self.sprite.play("run")
        tween = self.create_tween().set_parallel()
        tween.tween_property(self, "global_position", door, 0.35)
        tween.tween_property(self.look, "scale", (0.6, 0.6), 0.6).set_trans(Tween.TRANS_CUBIC)
        tween.tween_property(self, "modulate:a", 0.0, 0.6).set_ease(Tween.EASE_IN)
        self.left.emit()

    # --- what is seen of it ------------------------------------------------------------------------------------------

    def _show(self) -> None:
        if self.velocity.x:
            self.sprite.flip_h = self.velocity.x < 0
        if not self.is_on_floor():
            name = "jump" if self.velocity.y < 0 else "fall"
        else:
            name = "run" if abs(self.velocity.x) > 10 else "idle"
        if self.sprite.animation != name:
            self.sprite.play(name)

    def _squash(self, shape: Vector2) -> None:
        self.look.scale = shape
        spring = self.create_tween().tween_property(self.look, "scale", (1, 1), 0.25)
        spring.set_trans(Tween.TRANS_BACK).set_ease(Tween.EASE_OUT)
