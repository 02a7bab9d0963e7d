"""Main: ties the parts of the game together; it knows when there is a title, a journey, a pause."""

from collections.abc import Callable

from autopilot import Autopilot
from caption import Caption
from engine import export, onready
from hud import Hud
from journey import Journey
from nodes import CanvasLayer, Node2D
from scenes import PackedScene
from screen import Screen


class Main(Node2D):
    """The game: title, journey, won or lost, and again."""

    title: PackedScene = export(PackedScene())
    pause_screen: PackedScene = export(PackedScene())
    won: PackedScene = export(PackedScene())
    lost: PackedScene = export(PackedScene())
    fresh_journey: PackedScene = export(PackedScene())

    best: int = 0
    """The best score since the program started."""
    journey: Journey | None = None
    playing: bool = False
    """Whether a journey is under way, paused or not."""
    screen: Screen | None = None

    overlay = onready("Overlay", CanvasLayer)
    hud = onready("Overlay/Hud", Hud)
    scenery = onready("Scenery", Node2D)

    def on_ready(self) -> None:
        if "--autoplay" in self.tree.args:
            self.add_child(Autopilot("Autopilot"))
        self._show(self.title, self.start_journey)

    def on_physics_process(self, delta: float) -> None:
        if self.playing and self.input.is_action_just_pressed("pause"):
            self.pause()
        elif self.journey is None and self.input.is_action_just_pressed("leave"):
            self.tree.quit()

    def start_journey(self) -> None:
        """Begin a journey, in place of the last one."""
        self._hide_screen()
        if self.journey is not None:
            self.journey.free()
        self.scenery.hide()
        self.journey = journey = self.fresh_journey.instantiate(Journey)
        journey.score_changed.connect(self.hud.show_score)
        journey.lives_changed.connect(self.hud.show_lives)
        journey.level_started.connect(self.hud.announce)
        journey.over.connect(self._end)
        self.hud.show()
        self.hud.show_score(0)
        self.hud.show_lives(journey.lives)
        self.playing = True
        self.add_child(journey)

    def pause(self) -> None:
        """Stop everything but the pause screen."""
        self.tree.paused = True
        self._show(self.pause_screen, self.resume)

    def resume(self) -> None:
        """Go on."""
        self._hide_screen()
        self.tree.paused = False

    def _end(self, won: bool) -> None:
        """Show how the journey ended; another one starts from there."""
        assert self.journey is not None
        self.playing = False
        self.best = max(self.best, self.journey.score)
        screen = self._show(self.won if won else self.lost, self.start_journey)
        screen.get_node("Score", Caption).write(f"{self.journey.score:,} points     best {self.best:,}")

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
