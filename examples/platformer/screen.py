"""Screen: what stands before the game until the player wants to go on: title.tscn, pause.tscn, lost.tscn, won.tscn.

It asks for actions in physics steps, as the game does, so that whatever presses them is played back alike.
"""

from caption import Caption
from controls import add_controls
from engine import Signal, Tween, export, onready
from nodes import Node2D


class Screen(Node2D):
    """A heading that slides in, and what else the scene holds."""

    actions: tuple[str, ...] = export(("start",))

    heading = onready("Heading", Caption)

    chosen = Signal[()]()
    """The player wants to go on, and pressed one of the actions."""

    def on_enter_tree(self) -> None:
        add_controls(self.tree)

    def on_ready(self) -> None:
        tween = self.create_tween().set_parallel().set_ease(Tween.EASE_OUT)
        tween.tween_property(self, "modulate:a", 1.0, 0.3)
        tween.tween_property(self.heading, "position:y", 24.0, 0.5).as_relative().set_trans(Tween.TRANS_BACK)

    def on_physics_process(self, delta: float) -> None:
        if any(map(self.input.is_action_just_pressed, self.actions)):
            self.chosen.emit()
