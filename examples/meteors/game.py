"""A whole arcade game: vector graphics, levels, lives, screens, pause, gamepad, and an autopilot.

    sapwood run examples/meteors                    play it: arrows or A D W, space, P, Enter; or a gamepad
    sapwood run examples/meteors -- --autoplay      watch it play

Main ties the parts together: it knows when there is a title, a match, a pause. The rules are in match.py.

    Main
        StarField
        Match                   while one is played
            Explosions, Ship, Meteor ..., Bullet ..., ScoreText ...
        ShakyCamera
            Overlay             what stands still in the view
                Frame, Hud, a Screen
        Autopilot               only with --autoplay
"""

from autopilot import Autopilot
from engine import ProcessMode, load
from hud import Hud
from match import Match
from nodes import Node2D
from scenes import PackedScene
from screens import GameOverScreen, PauseScreen, Screen, TitleScreen
from shaky_camera import ShakyCamera
from star_field import StarField

ACTIONS = {
    "turn_left": ("key:Left", "key:A", "pad:DpadLeft", "axis:LeftX-"),
    "turn_right": ("key:Right", "key:D", "pad:DpadRight", "axis:LeftX+"),
    "thrust": ("key:Up", "key:W", "pad:B", "pad:DpadUp", "axis:TriggerRight+"),
    "fire": ("key:Space", "pad:A", "pad:RightShoulder"),
    "pause": ("key:P", "key:Escape", "pad:Start"),
    "start": ("key:Enter", "key:KpEnter", "pad:Start", "pad:A"),
    "leave": ("key:Escape",),
}

BETWEEN_END_AND_SCREEN = 1.7
"""Seconds that the last explosion is watched for."""


class Main(Node2D):
    """The game: title, match, game over, and again."""

    high_score: int = 0
    """The best score since the program started."""

    broke_record: bool = False
    """Whether the last match set it."""

    match: Match | None = None
    screen: Screen | None = None

    def on_enter_tree(self) -> None:
        for action, bindings in ACTIONS.items():
            if not self.tree.input_map.has_action(action):
                self.tree.input_map.add_action(action, *bindings, deadzone=0.25)

    def on_ready(self) -> None:
        self.stars = self.add_child(StarField("Stars"))
        self.camera = self.add_child(ShakyCamera("Camera"))
        self.hud = self.camera.overlay.add_child(load("hud.tscn", PackedScene).instantiate(Hud))
        if "--autoplay" in self.tree.args:
            self.add_child(Autopilot("Autopilot"))
        self.show_title()

    @property
    def playing(self) -> bool:
        """Whether a match is on, paused or not."""
        return self.match is not None and self.match.lives > 0

    def on_physics_process(self, delta: float) -> None:
        if self.playing and self.input.is_action_just_pressed("pause"):
            self.pause()

    def show_title(self) -> None:
        """Show the title, from which a match starts."""
        title = TitleScreen("Title")
        title.chosen.connect(self.start_match)
        title.left.connect(self.tree.quit)
        self._show(title)

    def start_match(self) -> None:
        """Begin a match, in place of the last one."""
        self._show(None)
        if self.match is not None:
            self.match.free()
        self.match = match = Match("Match")
        match.score_changed.connect(self.hud.show_score)
        match.lives_changed.connect(self.hud.show_lives)
        match.level_started.connect(self.hud.announce_level)
        match.shaken.connect(self.camera.shake)
        match.ship_lost.connect(self.camera.flash)
        match.over.connect(self._on_match_over)
        self.hud.show()
        self.hud.show_score(0)
        self.hud.show_lives(match.lives)
        self.add_child(match)
        self.move_child(match, self.camera.get_index())

    def pause(self) -> None:
        """Stop everything but the pause screen."""
        self.tree.paused = True
        screen = PauseScreen("Pause", process_mode=ProcessMode.WHEN_PAUSED)
        screen.chosen.connect(self.resume)
        self._show(screen)

    def resume(self) -> None:
        """Go on."""
        self._show(None)
        self.tree.paused = False

    def show_result(self) -> None:
        """Show how the match ended; another one starts from there."""
        match = self.match
        assert match is not None
        screen = GameOverScreen(match.score, match.level, is_best=self.broke_record)
        screen.chosen.connect(self.start_match)
        self._show(screen)

    async def _on_match_over(self, score: int) -> None:
        self.broke_record = score > self.high_score
        self.high_score = max(self.high_score, score)
        self.hud.show_best(self.high_score)
        await self.tree.create_timer(BETWEEN_END_AND_SCREEN, process_always=False, process_in_physics=True).timeout
        self.show_result()

    def _show(self, screen: Screen | None) -> None:
        """Let a screen take the place of the one that is shown."""
        if self.screen is not None:
            self.screen.queue_free()
        self.screen = screen
        if screen is not None:
            self.camera.overlay.add_child(screen)
