"""The records of suite edit_mode: what runs while a tree is edited."""

from __future__ import annotations

import pytest

from engine.input import InputEvent, InputEventKey, Key
from engine.tree.node import Node
from engine.tree.scene_tree import SceneTree

record = pytest.mark.record


class Game(Node):
    def __init__(self) -> None:
        super().__init__()
        self.log: list[str] = []

    def on_enter_tree(self) -> None:
        self.log.append("enter")

    def on_ready(self) -> None:
        self.log.append("ready")

    def on_exit_tree(self) -> None:
        self.log.append("exit")

    def on_process(self, delta: float) -> None:
        self.log.append("process")

    def on_physics_process(self, delta: float) -> None:
        self.log.append("physics")

    def on_input(self, event: InputEvent) -> None:
        self.log.append("input")

    def on_unhandled_input(self, event: InputEvent) -> None:
        self.log.append("unhandled")


class Counting:
    def __init__(self) -> None:
        self.steps = self.before = self.after = 0

    def before_fixed_steps(self) -> None:
        self.before += 1

    def fixed_step(self, delta: float) -> None:
        self.steps += 1

    def after_fixed_steps(self, fraction: float) -> None:
        self.after += 1

    def dispose(self) -> None: ...


@record("mainframe-edit_mode-0187")
def test_leaving_edit_mode_runs_game_nodes(tree: SceneTree) -> None:
    tree.edit_mode = True
    game = tree.root.add_child(Game())
    tree.tick(1 / 60)
    game.log.clear()
    tree.edit_mode = False

    tree.tick(1 / 60)
    tree.push_input(InputEventKey(keycode=Key.A, pressed=True))

    assert [game.log.count(kind) for kind in ("process", "physics", "input", "unhandled")] == [1, 1, 1, 1]


@record("mainframe-edit_mode-0188")
def test_fixed_step_servers_are_not_stepped(tree: SceneTree) -> None:
    server = Counting()
    tree.servers.register(server)
    tree.edit_mode = True
    tree.tick(1 / 60)
    assert (server.steps, server.before, server.after) == (0, 0, 0)

    tree.edit_mode = False
    tree.tick(1 / 60)
    assert (server.steps, server.before, server.after) == (1, 1, 1)


@record("mainframe-edit_mode-0189")
def test_lifecycle_callbacks_still_run(tree: SceneTree) -> None:
    tree.edit_mode = True
    game = tree.root.add_child(Game())
    tree.tick(1 / 60)
    game.queue_free()
    tree.tick(1 / 60)

    assert game.log == ["enter", "ready", "exit"]
