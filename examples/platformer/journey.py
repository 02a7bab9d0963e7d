"""Journey: one game, from the first level to the last door or the last life.

The rules stand here. What is seen of them hangs on the signals.
"""

from engine import Signal, export, onready
from level import Level
from nodes import Node2D, Timer
from player import Player
from scenes import PackedScene

POINTS_FOR_A_LIFE = 50
"""What each life is worth behind the last door."""


class Journey(Node2D):
    """Counts score and lives, lets levels and the player come, and decides when it is over."""

    levels: list[PackedScene] = export(factory=list)
    fresh_player: PackedScene = export(PackedScene())
    lives: int = export(3, range=(1, 99))

    score_changed = Signal[int]("score")
    lives_changed = Signal[int]("lives")
    level_started = Signal[int, str]("number", "title")
    over = Signal[bool]("won")

    score: int = 0
    number: int = 0
    """Of the level that is played, from 1 on."""
    level: Level | None = None
    player: Player | None = None

    before_player = onready("BeforePlayer", Timer)
    before_level = onready("BeforeLevel", Timer)

    def on_ready(self) -> None:
        self.start_level()

    def on_physics_process(self, delta: float) -> None:
        player, level = self.player, self.level
        if player is not None and level is not None and player.alive and player.position.y > level.bottom:
            player.hit()

    def start_level(self) -> None:
        """Let the next level take the place of this one; behind the last one the journey is over, and won."""
        if self.number == len(self.levels):
            self._add_points(self.lives * POINTS_FOR_A_LIFE)
            self.over.emit(True)
            return
        if self.level is not None:
            self.level.free()
        self.player = None
        self.number += 1
        self.level = self.add_child(self.levels[self.number - 1].instantiate(Level))
        self.add_player()
        self.level_started.emit(self.number, self.level.title)

    def add_player(self) -> None:
        """Put the player, a fresh one, where the level starts."""
        assert self.level is not None
        if self.player is not None:
            self.player.free()
        self.player = player = self.fresh_player.instantiate(Player)
        player.position = self.level.start.position
        player.collected.connect(self._add_points)
        player.hurt.connect(self._lose_life)
        player.left.connect(self.before_level.start)
        self.level.add_child(player)

    def _add_points(self, points: int) -> None:
        self.score += points
        self.score_changed.emit(self.score)

    def _lose_life(self) -> None:
        self.lives -= 1
        self.lives_changed.emit(self.lives)
        self.before_player.start()

    def go_on(self) -> None:
        """Go on after a mishap, if a life is left."""
        if self.lives > 0:
            self.add_player()
        else:
            self.over.emit(False)
