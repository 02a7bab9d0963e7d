"""Match: one game, from its first level to its last life.

The rules stand here. What is seen and heard of them hangs on the signals.
"""

from math import pi, tau

import field
import palette
from bullet import Bullet
from engine import Signal, Vector2, load
from explosions import Explosions
from level import Level
from meteor import Meteor, MeteorSize, load_meteors
from nodes import Node2D, Timer
from scenes import PackedScene
from score_text import ScoreText
from ship import HULL, Ship

LIVES = 3
EXTRA_LIFE_EVERY = 10_000
"""Points."""

UNTIL_NEXT_SHIP = 1.6
"""Seconds."""

LAST_LEVEL = 7
"""The last that has a file; later ones are like it, but faster."""

FASTER_BEYOND = 0.08
"""What each level beyond the last adds to the speed."""

SAFE_DISTANCE = 230.0
"""Pixels between the ship and a meteor that appears."""

KICK = 42.0
"""Pixels a second that the halves of a broken meteor fly apart with."""


class Match(Node2D):
    """Counts score, lives and level; lets meteors, the ship and bullets come, and decides who hits whom."""

    score_changed = Signal[int]("score")
    lives_changed = Signal[int]("lives")
    level_started = Signal[int]("level")
    shaken = Signal[float]("strength")
    ship_lost = Signal[()]()
    over = Signal[int]("score")

    score: int = 0
    lives: int = LIVES
    level: int = 0

    def on_ready(self) -> None:
        self.process_physics_priority = 1  # everything has moved before it is seen who hit whom
        self.meteor_scenes, self.bullet_scene = load_meteors(), load("bullet.tscn", PackedScene)
        self.explosions = self.add_child(Explosions("Explosions", z_index=1))
        physics = Timer.TimerProcessCallback.PHYSICS
        self.pause_between = self.add_child(Timer("Between", wait_time=1.8, one_shot=True, process_callback=physics))
        self.pause_between.timeout.connect(self.start_level)
        self.add_ship()
        self.start_level()

    @property
    def ship(self) -> Ship | None:
        """The ship, or None while there is none."""
        ship = self.tree.get_first_node_in_group("ship", Ship)
        return ship if ship is not None and not ship.is_queued_for_deletion() else None

    def meteors(self) -> list[Meteor]:
        """The meteors that are still whole."""
        meteors = self.tree.get_nodes_in_group("meteors", Meteor)
        return [each for each in meteors if not each.is_queued_for_deletion()]

    def bullets(self) -> list[Bullet]:
        """The bullets that have not hit anything yet."""
        bullets = self.tree.get_nodes_in_group("bullets", Bullet)
        return [each for each in bullets if not each.is_queued_for_deletion()]

    # --- who comes -----------------------------------------------------------------------------------------------

    def start_level(self) -> None:
        """Let the next level begin: one large meteor more than the last."""
        self.level += 1
        level = load(f"levels/level_{min(self.level, LAST_LEVEL)}.tscn", PackedScene).instantiate(Level)
        self.speed = level.speed + FASTER_BEYOND * max(0, self.level - LAST_LEVEL)
        for _ in range(level.meteors):
            self._add_meteor_at_the_edge()
        level.free()
        self.level_started.emit(self.level)

    def add_meteor(self, size: MeteorSize, position: Vector2, velocity: Vector2) -> Meteor:
        """Put a meteor into the field."""
        return self._launch(self.meteor_scenes[size].instantiate(Meteor), position, velocity)

    def _launch(self, meteor: Meteor, position: Vector2, velocity: Vector2) -> Meteor:
        meteor.shape(self.tree.rng)
        meteor.position, meteor.velocity = position, velocity
        meteor.broken.connect(self._on_meteor_broken)
        return self.add_child(meteor)

    def add_ship(self) -> None:
        """Put a fresh ship into the middle of the field."""
        ship = load("ship.tscn", PackedScene).instantiate(Ship)
        ship.position, ship.rotation = field.CENTER, -pi / 2
        ship.fired.connect(self._on_ship_fired)
        ship.exploded.connect(self._on_ship_exploded)
        self.add_child(ship)
        self.explosions.wave(field.CENTER, palette.SHIELD, 90.0, 0.6)

    def _add_meteor_at_the_edge(self) -> None:
        """Let a large meteor fly in, but not right beside the ship."""
        rng, ship = self.tree.rng, self.ship
        meteor = self.meteor_scenes[MeteorSize.LARGE].instantiate(Meteor)
        while True:
            position = self._place_at_the_edge(meteor.radius)
            if ship is None or position.distance_to(ship.position) > SAFE_DISTANCE:
                break
        inward = (field.CENTER - position).rotated(rng.randf_range(-0.7, 0.7)).normalized()
        self._launch(meteor, position, inward * self._speed_of(meteor))

    def _place_at_the_edge(self, margin: float) -> Vector2:
        """A random place just outside the field."""
        rng = self.tree.rng
        x, y = rng.randf_range(0, field.SIZE.x), rng.randf_range(0, field.SIZE.y)
        side = rng.randi_range(0, 3)
        if side < 2:
            return Vector2(x, -margin if side == 0 else field.SIZE.y + margin)
        return Vector2(-margin if side == 2 else field.SIZE.x + margin, y)

    def _speed_of(self, meteor: Meteor) -> float:
        """A speed for a new meteor; it grows with the level."""
        return self.tree.rng.randf_range(meteor.slowest, meteor.fastest) * self.speed

    # --- who hits whom -------------------------------------------------------------------------------------------

    def on_physics_process(self, delta: float) -> None:
        for shot in self.bullets():
            for meteor in self.meteors():
                if shot.touches(meteor):
                    shot.queue_free()
                    self._add_points(meteor)
                    meteor.shatter()
                    break
        ship = self.ship
        if ship is not None and not ship.shielded:
            for meteor in self.meteors():
                if ship.touches(meteor):
                    ship.explode()
                    meteor.shatter()
                    break
        if not self.meteors() and self.lives > 0 and self.pause_between.is_stopped():
            self.pause_between.start()

    def on_process(self, delta: float) -> None:
        ship = self.ship
        if ship is not None and ship.thrusting:
            back = Vector2.from_angle(ship.rotation) * -1
            self.explosions.exhaust(ship.position + back * 12, back * 150, palette.FLAME)

    def _add_points(self, meteor: Meteor) -> None:
        if self.lives == 0:
            return  # the last bullets still break meteors, but the score is settled
        before, self.score = self.score, self.score + meteor.points
        self.score_changed.emit(self.score)
        self.add_child(ScoreText(f"+{meteor.points}", meteor.position, meteor.color)).z_index = 2
        if self.score // EXTRA_LIFE_EVERY > before // EXTRA_LIFE_EVERY:
            self.lives += 1
            self.lives_changed.emit(self.lives)

    def _on_meteor_broken(self, meteor: Meteor) -> None:
        size, place, velocity = meteor.size, meteor.position, meteor.velocity
        self.explosions.burst(place, meteor.color, 18 + 12 * size, 200.0 + 70 * size, velocity)
        self.explosions.wave(place, meteor.color, meteor.radius * 2.0)
        self.shaken.emit(0.16 + 0.12 * size)
        if size == MeteorSize.SMALL:
            return
        smaller = MeteorSize(size - 1)
        apart = Vector2.from_angle(self.tree.rng.randf_range(0, tau))
        for way in (apart, -apart):
            piece = self.meteor_scenes[smaller].instantiate(Meteor)
            flight = (velocity + way * KICK).normalized() * self._speed_of(piece)
            self._launch(piece, place + way * meteor.radius * 0.4, flight)

    def _on_ship_fired(self, place: Vector2, velocity: Vector2) -> None:
        shot = self.bullet_scene.instantiate(Bullet)
        shot.position, shot.velocity, shot.rotation = place, velocity, velocity.angle()
        self.add_child(shot)

    async def _on_ship_exploded(self, ship: Ship) -> None:
        self.explosions.burst(ship.position, palette.SHIP, 70, 330.0, ship.velocity * 0.4)
        self.explosions.burst(ship.position, palette.FLAME, 40, 210.0, ship.velocity * 0.4)
        self.explosions.wave(ship.position, palette.SHIP, 130.0, 0.7)
        self.explosions.wave(ship.position, palette.FLAME, 70.0, 0.9)
        corners = [ship.to_global(corner) for corner in HULL]
        for start, end in zip(corners, [*corners[1:], corners[0]], strict=True):
            self.explosions.shard(start, end, ship.velocity * 0.5, palette.SHIP)
        self.shaken.emit(1.0)
        self.ship_lost.emit()
        self.lives -= 1
        self.lives_changed.emit(self.lives)
        if self.lives == 0:
            self.over.emit(self.score)
            return
        await self.tree.create_timer(UNTIL_NEXT_SHIP, process_always=False, process_in_physics=True).timeout
        self.add_ship()
