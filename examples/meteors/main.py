"""Main: ties the parts of the game together; it knows when there is a title, a match, a pause."""

from collections.abc import Callable

from autopilot import Autopilot
from caption import Caption
from engine import export, onready
from hud import Hud
from match import Match
from nodes import CanvasLayer, Node2D, Timer
from scenes import PackedScene
from screen import Screen
from shaky_camera import ShakyCamera


class Main(Node2D):
    """The game: title, match, game over, and again."""

    title: PackedScene = export(PackedScene())
    pause_screen: PackedScene = export(PackedScene())
    game_over: PackedScene = export(PackedScene())
    fresh_match: PackedScene = export(PackedScene())

    high_score: int = 0
    """The best score since the program started."""

    broke_record: bool = False
    """Whether the last match set it."""

    match: Match | None = None
    screen: Screen | None = None

    camera = onready("Camera", ShakyCamera)
    overlay = onready("Overlay", CanvasLayer)
    hud = onready("Overlay/Hud", Hud)
    aftermath = onready("Aftermath", Timer)

    def on_ready(self) -> None:
        if "--autoplay" in self.tree.args:
            self.add_child(Autopilot("Autopilot"))
        self._show(self.title, self.start_match)

    @property
    def playing(self) -> bool:
        """Whether a match is on, paused or not."""
        return self.match is not None and self.match.lives > 0

    def on_physics_process(self, delta: float) -> None:
        if self.playing and self.input.is_action_just_pressed("pause"):
            self.pause()
        elif self.match is None and self.input.is_action_just_pressed("leave"):
            self.tree.quit()

    def start_match(self) -> None:
        """Begin a match, in place of the last one."""
        self._hide_screen()
        if self.match is not None:
            self.match.free()
        self.match = match = self.fresh_match.instantiate(Match)
        match.score_changed.connect(self.hud.show_score)
        match.lives_changed.connect(self.hud.show_lives)
        match.level_started.connect(self.hud.announce_level)
        match.shaken.connect(self.camera.shake)
        match.over.connect(self._on_match_over)
        self.hud.show()
        self.hud.show_score(0)
        self.hud.show_lives(match.lives)
        self.add_child(match)

    def pause(self) -> None:
        """Stop everything but the pause screen."""
        self.tree.paused = True
        self._show(self.pause_screen, self.resume)

    def resume(self) -> None:
        """Go on."""
        self._hide_screen()
        self.tree.paused = False

    def show_result(self) -> None:
        """Show how the match ended; another one starts from there."""
        assert self.match is not None
        screen = self._show(self.game_over, self.start_match)
        screen.get_node("Score", Caption).write(f"{self.match.score:,}")
        screen.get_node("Level", Caption).write(f"level {self.match.level}")
        screen.get_node("Level", Caption).visible = not self.broke_record
        screen.get_node("Record", Caption).visible = self.broke_record

    def _on_match_over(self, score: int) -> None:
        self.broke_record = score > self.high_score
        self.high_score = max(self.high_score, score)
        self.hud.show_best(self.high_score)
        self.aftermath.start()

    def _show(self, scene: PackedScene, then: Callable[[], None]) -> Screen:
        """Let a screen take the place of the one that is shown; what is done when the player wants to go on."""
        self._hide_screen()
        self.screen = self.overlay.add_child(scene.instantiate(Screen))
        self.screen.chosen.connect(then)
        return self.screen

    def _hide_screen(self) -> None:
        if self.screen is not None:
            self.screen.queue_free()
        self.screen = None
