"""Edit mode: what runs and what does not, tools, scripts of the game."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.errors import InvalidTypeError
from engine.input import InputEvent, InputEventAction
from engine.tree.node import Node
from engine.tree.processing import ProcessMode
from engine.tree.scene_tree import SceneTree
from engine.tree.tool import tool
from nodes import Node2D, Timer

FRAME = 1 / 60


class Logging(Node):
    def __init__(self, log: list[str]) -> None:
        super().__init__()
        self.log = log

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


@tool
class Tool(Logging):
    pass


class NoTool(Tool):
    pass


def run(tree: SceneTree) -> None:
    tree.push_input(InputEventAction(action="ui_accept", pressed=True))
    tree.tick(FRAME)


@pytest.mark.parametrize("cls", [Logging, NoTool])
def test_in_edit_mode_a_node_lives_and_is_not_processed(tree: SceneTree, cls: type[Logging]) -> None:
    log: list[str] = []
    tree.edit_mode = True
    node = tree.root.add_child(cls(log))
    run(tree)
    node.queue_free()
    tree.tick(FRAME)

    assert log == ["enter", "ready", "exit"]


def test_a_tool_is_processed_and_told_of_input(tree: SceneTree) -> None:
    log: list[str] = []
    tree.edit_mode = True
    tree.root.add_child(Tool(log))
    run(tree)

    assert log == ["enter", "ready", "input", "unhandled", "physics", "process"]


def test_a_tool_obeys_its_process_mode(tree: SceneTree) -> None:
    log: list[str] = []
    tree.edit_mode = True
    node = tree.root.add_child(Tool(log))
    node.process_mode = ProcessMode.DISABLED
    run(tree)

    assert log == ["enter", "ready"]


def test_edit_mode_may_be_switched_at_any_time(tree: SceneTree) -> None:
    log: list[str] = []
    tree.root.add_child(Logging(log))
    for edit_mode, expected in ((True, []), (False, ["input", "unhandled", "physics", "process"]), (True, [])):
        tree.edit_mode = edit_mode
        del log[:]
        run(tree)
        assert log == expected


def test_edit_mode_and_pause_both_bar(tree: SceneTree) -> None:
    log: list[str] = []
    tree.root.add_child(Logging(log))
    tree.edit_mode = tree.paused = True
    tree.edit_mode = False
    run(tree)
    assert log == ["enter", "ready"]

    tree.paused = False
    run(tree)
    assert "process" in log


def test_a_node_that_turns_edit_mode_on_stops_the_walk_that_calls_it(tree: SceneTree) -> None:
    log: list[str] = []

    class Switch(Node):
        def on_process(self, delta: float) -> None:
            tree.edit_mode = True

    tree.root.add_child(Switch())
    tree.root.add_child(Logging(log))
    tree.tick(FRAME)

    assert log == ["enter", "ready", "physics"]


def test_timer_nodes_stand_still_and_tree_timers_run(tree: SceneTree) -> None:
    log: list[str] = []
    timer = tree.root.add_child(Timer(wait_time=0.1))
    timer.timeout.connect(lambda: log.append("node"))
    timer.start()
    tree.create_timer(0.1).timeout.connect(lambda: log.append("tree"))
    tree.edit_mode = True
    tree.advance(0.3)
    assert log == ["tree"]

    tree.edit_mode = False
    tree.advance(0.15)
    assert log == ["tree", "node"]


class FixedServer:
    def __init__(self) -> None:
        self.calls: list[str] = []

    def before_fixed_steps(self) -> None:
        self.calls.append("before")

    def fixed_step(self, delta: float) -> None:
        self.calls.append("step")

    def after_fixed_steps(self, fraction: float) -> None:
        self.calls.append("after")

    def process(self, delta: float) -> None:
        self.calls.append("frame")

    def dispose(self) -> None: ...


def test_fixed_step_servers_stand_still_and_frame_servers_run(tree: SceneTree) -> None:
    server = FixedServer()
    tree.servers.register(server)
    tree.edit_mode = True
    tree.tick(FRAME)
    assert server.calls == ["frame"]

    tree.edit_mode = False
    tree.tick(FRAME)
    assert server.calls == ["frame", "before", "step", "after", "frame"]


# Scripts of the game


class Engine(Node2D):
    def on_enter_tree(self) -> None:
        self.set_meta("entered", "engine")

    def on_ready(self) -> None:
        self.set_meta("readied", "engine")

    def on_exit_tree(self) -> None:
        self.set_meta("left", "engine")

    def on_draw(self) -> None:
        self.set_meta("drew", "engine")


class Script(Engine):
    def on_enter_tree(self) -> None:
        self.set_meta("entered", "script")

    def on_ready(self) -> None:
        self.set_meta("readied", "script")

    def on_exit_tree(self) -> None:
        self.set_meta("left", "script")

    def on_draw(self) -> None:
        self.set_meta("drew", "script")


class ScriptBelow(Script):
    pass


@tool
class ToolScript(Script):
    pass


@pytest.mark.parametrize(
    ("cls", "edit_mode", "who"),
    [(Script, True, "engine"), (ScriptBelow, True, "engine"), (ToolScript, True, "script"), (Script, False, "script")],
)
def test_of_a_script_the_nearest_engine_class_is_called_in_edit_mode(
    tree: SceneTree, cls: type[Script], edit_mode: bool, who: str
) -> None:
    tree.edit_mode = edit_mode
    tree.is_game_script = lambda each: issubclass(each, Script)
    node = tree.root.add_child(cls())
    tree.tick(FRAME)
    tree.root.remove_child(node)

    assert node.meta == {"entered": who, "readied": who, "drew": who, "left": who}
    node.free()


def test_a_script_right_above_node_has_no_callbacks_in_edit_mode(tree: SceneTree) -> None:
    log: list[str] = []
    tree.edit_mode = True
    tree.is_game_script = lambda each: each is Logging
    tree.root.add_child(Logging(log)).free()

    assert log == []


# Bad input


def test_only_node_classes_are_tools() -> None:
    bad: Any
    for bad in (int, Node(), None):
        with pytest.raises(InvalidTypeError, match="@tool marks a node class, got"):
            tool(bad)


def test_edit_mode_is_true_or_false(tree: SceneTree) -> None:
    with pytest.raises(InvalidTypeError, match="edit_mode"):
        tree.edit_mode = "yes"  # type: ignore[assignment]
    assert tree.edit_mode is False
