"""Match: one game, from its first level to its last life.

The rules stand here. What is seen and heard of them hangs on the signals.
"""

from drifter import Drifter
from engine import Signal, Vector2, export, onready
from explosions import Explosions
from level import Level
from meteor import Meteor
from nodes import Node2D, Timer
from scenes import PackedScene
from score_text import ScoreText
from ship import Ship

EXTRA_LIFE_EVERY = 10_000
"""Points."""

MOST_EXTRA = 6
"""Meteors that a level beyond the last one begins with in addition, at most."""

FASTER = 0.08
"""By how much the speed of meteors grows with each level beyond the last one."""


class Match(Node2D):
    """Counts score, lives and level; lets levels and the ship come, and decides who hits whom."""

    levels: list[PackedScene] = export(factory=list)
    extra_meteor: PackedScene = export(PackedScene())
    fresh_ship: PackedScene = export(PackedScene())

    score_changed = Signal[int]("score")
    lives_changed = Signal[int]("lives")
    level_started = Signal[int]("number")
    shaken = Signal[float]("strength")
    over = Signal[int]("score")

    score: int = 0
    lives: int = 3
    level: int = 0
    wave: Level | None = None
    """The level that is played."""

    explosions = onready("Explosions", Explosions)
    before_level = onready("BeforeLevel", Timer)
    before_ship = onready("BeforeShip", Timer)

    def on_ready(self) -> None:
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

    def bullets(self) -> list[Drifter]:
        """The bullets that have not hit anything yet."""
        bullets = self.tree.get_nodes_in_group("bullets", Drifter)
        return [each for each in bullets if not each.is_queued_for_deletion()]

    def start_level(self) -> None:
        """Let the next level begin. After the last one it comes again and again, each time faster and with more."""
        self.level += 1
        beyond = max(0, self.level - len(self.levels))
        if self.wave is not None:
            self.wave.free()
        self.wave = wave = self.levels[self.level - beyond - 1].instantiate(Level)
        wave.speed += FASTER * beyond
        for _ in range(min(beyond, MOST_EXTRA)):
            wave.add_child(self.extra_meteor.instantiate())
        self.add_child(wave)
        self.level_started.emit(self.level)

    def add_ship(self) -> None:
        """Put a fresh ship into the field."""
        ship = self.add_child(self.fresh_ship.instantiate(Ship))
        self.explosions.wave(ship.position, ship.bubble.color, 90.0, 0.6)

    def on_physics_process(self, delta: float) -> None:
        for shot in self.bullets():
            hit = self._touched_by(shot)
            if hit is not None:
                shot.queue_free()
                self._add_points(hit)
                self.shatter(hit)
        ship = self.ship
        if ship is not None and not ship.shielded:
            hit = self._touched_by(ship)
            if hit is not None:
                self.shatter(hit)
                self._lose(ship)
        if not self.meteors() and self.lives > 0 and self.before_level.is_stopped():
            self.before_level.start()

    def on_process(self, delta: float) -> None:
        ship = self.ship
        if ship is not None and ship.thrusting:
            back = Vector2.from_angle(ship.rotation) * -1
            self.explosions.exhaust(ship.position + back * 12, back * 150, ship.flame.color)

    def shatter(self, meteor: Meteor) -> None:
        """Break a meteor."""
        size = meteor.radius
        self.explosions.burst(meteor.position, meteor.color, int(20 + size * 1.6), 150 + size * 3.3, meteor.velocity)
        self.explosions.wave(meteor.position, meteor.color, size * 2)
        self.shaken.emit(0.08 + size * 0.0055)
        assert self.wave is not None
        self.wave.break_up(meteor)

    def _touched_by(self, body: Drifter) -> Meteor | None:
        return next((meteor for meteor in self.meteors() if body.touches(meteor)), None)

    def _add_points(self, meteor: Meteor) -> None:
        if self.lives == 0:
            return  # the last bullets still break meteors, but the score is settled
        before, self.score = self.score, self.score + meteor.points
        self.score_changed.emit(self.score)
        color = meteor.color.lightened(0.35)
        self.add_child(ScoreText(text=f"+{meteor.points}", position=meteor.position, color=color, scale=(0.3, 0.3)))
        if self.score // EXTRA_LIFE_EVERY > before // EXTRA_LIFE_EVERY:
            self.lives += 1
            self.lives_changed.emit(self.lives)

    def _lose(self, ship: Ship) -> None:
        """Let the ship fly to pieces."""
        ship.queue_free()
        hull, flame, drift = ship.outline, ship.flame.color, ship.velocity * 0.5
        for color, count, speed, reach, seconds in ((hull.color, 150, 420, 420, 1.1), (flame, 100, 260, 150, 0.7)):
            self.explosions.burst(ship.position, color, count, speed, drift)
            self.explosions.wave(ship.position, color, reach, seconds)
        self.explosions.shards([ship.to_global(corner) for corner in hull.points], hull.color, drift)
        self.shaken.emit(1.0)
        self.lives -= 1
        self.lives_changed.emit(self.lives)
        if self.lives == 0:
            self.over.emit(self.score)
        else:
            self.before_ship.start()
