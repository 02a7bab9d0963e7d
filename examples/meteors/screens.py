"""The screens around a match: title, pause and game over.

They ask for actions in physics steps, as the game does, so that whatever presses them is played back alike.
"""

import field
import palette
from engine import Color, HorizontalAlignment, RandomNumberGenerator, Signal, Tween, Vector2
from lettering import Lettering
from meteor import Meteor, MeteorSize, load_meteors
from nodes import Node2D

CENTER = HorizontalAlignment.CENTER


class Screen(Node2D):
    """A dimmed field with a heading and lines of text below it, the last of which blinks."""

    dim: float = 0.6
    heading: str = ""
    heading_height: float = 64.0
    color: Color = palette.ACCENT

    chosen = Signal[()]()
    """The player wants to go on."""

    def on_ready(self) -> None:
        heading = self.add_child(Lettering(self.heading, self.heading_height, self.color))
        heading.position = field.CENTER - (0, 166)
        self.add_child(Prompt(self.prompt_text(), position=(0, field.CENTER.y + 150)))
        self.modulate = self.modulate.with_a(0)
        tween = self.create_tween().set_parallel().set_ease(Tween.EASE_OUT)
        tween.tween_property(self, "modulate:a", 1.0, 0.3)
        tween.tween_property(heading, "position", field.CENTER - (0, 96), 0.5).set_trans(Tween.TRANS_BACK)

    def prompt_text(self) -> str:
        """The line that blinks."""
        return "PRESS  ENTER"

    def lines(self) -> list[tuple[str, int, Color]]:
        """What stands below the heading: text, size and colour of each line."""
        return []

    def on_draw(self) -> None:
        self.draw_rect((0, 0, *field.SIZE), palette.SPACE_TOP.with_a(self.dim))
        y = field.CENTER.y
        for text, size, color in self.lines():
            y += size
            self.draw_string(None, (0, y), text, CENTER, field.SIZE.x, size, color)
            y += 14


class TitleScreen(Screen):
    """The name of the game and its keys, before drifting meteors."""

    dim = 0.0
    heading = "METEORS"
    heading_height = 104.0

    left = Signal[()]()
    """The player wants to leave the game."""

    def on_ready(self) -> None:
        chance = RandomNumberGenerator(21)  # not the tree's: the match is the same, however long the title stood
        meteors = load_meteors()
        for i in range(9):
            place = Vector2(chance.randf_range(0, field.SIZE.x), chance.randf_range(0, field.SIZE.y))
            flight = Vector2.from_angle(chance.randf_range(0, 6.28)) * chance.randf_range(12, 34)
            meteor = meteors[MeteorSize(2 - i % 3)].instantiate(Meteor)
            meteor.shape(chance)
            meteor.position, meteor.velocity = place, flight
            self.add_child(meteor)
            meteor.modulate = (0.62, 0.62, 0.78)
        super().on_ready()

    def lines(self) -> list[tuple[str, int, Color]]:
        return [
            (
                "turn  \u2190 \u2192  or  A D          thrust  \u2191  or  W          fire  SPACE          pause  P",
                17,
                palette.TEXT,
            ),
            ("or a gamepad: stick, B, A, START          ESC leaves", 14, palette.DIM_TEXT),
        ]

    def on_physics_process(self, delta: float) -> None:
        if self.input.is_action_just_pressed("start"):
            self.chosen.emit()
        elif self.input.is_action_just_pressed("leave"):
            self.left.emit()


class PauseScreen(Screen):
    """Stands over a paused match. Its process mode is WHEN_PAUSED: it is called when nothing else is."""

    heading = "PAUSED"

    def prompt_text(self) -> str:
        return "PRESS  P  OR  ENTER  TO  GO  ON"

    def on_physics_process(self, delta: float) -> None:
        if self.input.is_action_just_pressed("pause") or self.input.is_action_just_pressed("start"):
            self.chosen.emit()


class GameOverScreen(Screen):
    """The result of a match."""

    heading = "GAME OVER"
    color = palette.ALARM
    dim = 0.45

    def __init__(self, score: int, level: int, is_best: bool) -> None:
        super().__init__()
        self.score = score
        self.level = level
        self.is_best = is_best

    def lines(self) -> list[tuple[str, int, Color]]:
        below = ("a new best score", palette.BULLET) if self.is_best else (f"level {self.level}", palette.DIM_TEXT)
        return [(f"{self.score:,}", 48, palette.TEXT), (below[0], 18, below[1])]

    def on_physics_process(self, delta: float) -> None:
        if self.input.is_action_just_pressed("start"):
            self.chosen.emit()


class Prompt(Node2D):
    """A line that blinks softly: drawn once, only its modulation changes."""

    def __init__(self, text: str, position: tuple[float, float]) -> None:
        super().__init__(position=position)
        self.text = text

    def on_ready(self) -> None:
        tween = self.create_tween().set_loops().set_trans(Tween.TRANS_SINE)
        tween.tween_property(self, "modulate:a", 0.35, 0.8)
        tween.tween_property(self, "modulate:a", 1.0, 0.8)

    def on_draw(self) -> None:
        self.draw_string(None, (0, 0), self.text, CENTER, field.SIZE.x, 20, palette.ACCENT)
