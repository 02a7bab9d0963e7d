"""The way of an input event through a tree: order, handling, who is skipped, servers, polled state."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engine.core.errors import InvalidTypeError
from engine.input import InputEvent, InputEventAction, InputEventKey, Key
from engine.tree.node import Node
from engine.tree.processing import ProcessMode
from engine.tree.scene_tree import SceneTree


class Logging(Node):
    """Logs its input callbacks; `hooks` run inside them."""

    log: list[str]

    def __init__(self, name: str, **hooks: Callable[[], object]) -> None:
        super().__init__(name)
        self.hooks = hooks

    def on_input(self, event: InputEvent) -> None:
        self.say("input")

    def on_unhandled_input(self, event: InputEvent) -> None:
        self.say("unhandled")

    def say(self, what: str) -> None:
        self.log.append(f"{self.name}:{what}")
        hook = self.hooks.get(what)
        if hook is not None:
            hook()

    def handle(self) -> None:
        self.get_viewport().set_input_as_handled()


@pytest.fixture(autouse=True)
def log() -> list[str]:
    Logging.log = []
    return Logging.log


def press(key: int = Key.A) -> InputEvent:
    return InputEventKey(keycode=key, pressed=True)


def pushed(tree: SceneTree) -> str:
    """Who got an event, a capital for on_input and a small letter for on_unhandled_input."""
    Logging.log.clear()
    tree.push_input(press())
    return "".join(name if what == "input" else name.lower() for name, what in (e.split(":") for e in Logging.log))


@pytest.fixture
def nodes(tree: SceneTree) -> list[Logging]:
    """A, B, C."""
    return [tree.root.add_child(Logging(name)) for name in "ABC"]


# Order and handling


def test_an_event_goes_from_the_last_node_to_the_first(tree: SceneTree, nodes: list[Logging]) -> None:
    nodes[1].add_child(Logging("D"))

    assert pushed(tree) == "CDBAcdba"
    tree.root.move_child(nodes[2], 0)
    assert pushed(tree) == "DBACdbac"


def test_handling_in_on_input_spares_everyone_after(tree: SceneTree, nodes: list[Logging]) -> None:
    nodes[1].hooks["input"] = nodes[1].handle

    assert pushed(tree) == "CB"
    assert tree.push_input(press()) is True


def test_handling_in_unhandled_input_stops_there(tree: SceneTree, nodes: list[Logging]) -> None:
    nodes[1].hooks["unhandled"] = nodes[1].handle

    assert pushed(tree) == "CBAcb"
    assert tree.push_input(press()) is True


def test_one_event_that_was_handled_does_not_stop_the_next(tree: SceneTree, nodes: list[Logging]) -> None:
    nodes[2].hooks["input"] = nodes[2].handle
    tree.push_input(press())
    del nodes[2].hooks["input"]

    assert tree.push_input(press()) is False
    assert not tree.root.is_input_handled()


def test_a_node_sees_whether_the_event_was_handled(tree: SceneTree, nodes: list[Logging]) -> None:
    seen: list[bool] = []

    def handle() -> None:
        seen.append(tree.root.is_input_handled())
        nodes[2].handle()
        seen.append(tree.root.is_input_handled())

    nodes[2].hooks["input"] = handle
    tree.push_input(press())

    assert seen == [False, True]


def test_an_event_pushed_by_a_callback_goes_its_own_way(tree: SceneTree, nodes: list[Logging]) -> None:
    handled: list[bool] = []

    def push() -> None:
        del nodes[2].hooks["input"]
        nodes[1].hooks["input"] = nodes[1].handle
        handled.append(tree.push_input(press(Key.B)))
        del nodes[1].hooks["input"]

    nodes[2].hooks["input"] = push

    assert pushed(tree) == "CCBBAcba"
    assert handled == [True]


def test_only_classes_that_override_a_callback_get_it(tree: SceneTree) -> None:
    class InputOnly(Node):
        def on_input(self, event: InputEvent) -> None:
            Logging.log.append("I:input")

    class UnhandledOnly(Node):
        def on_unhandled_input(self, event: InputEvent) -> None:
            Logging.log.append("U:unhandled")

    tree.root.add_child(InputOnly())
    tree.root.add_child(UnhandledOnly())
    tree.root.add_child(Node())

    assert pushed(tree) == "Iu"


def test_the_same_event_reaches_all(tree: SceneTree) -> None:
    got: list[InputEvent] = []

    class Keeping(Node):
        def on_input(self, event: InputEvent) -> None:
            got.append(event)

        def on_unhandled_input(self, event: InputEvent) -> None:
            got.append(event)

    tree.root.add_child(Keeping())
    event = press()
    tree.push_input(event)

    assert got == [event, event]
    assert all(each is event for each in got)


# Who is skipped


def test_toggles_decide_who_gets_events(tree: SceneTree, nodes: list[Logging]) -> None:
    nodes[0].set_process_input(False)
    nodes[1].set_process_unhandled_input(False)
    assert pushed(tree) == "CBca"

    nodes[0].set_process_input(True)
    nodes[1].set_process_unhandled_input(True)
    assert pushed(tree) == "CBAcba"


def test_paused_and_disabled_nodes_get_nothing(tree: SceneTree, nodes: list[Logging]) -> None:
    nodes[0].process_mode = ProcessMode.ALWAYS
    nodes[1].process_mode = ProcessMode.DISABLED
    nodes[2].process_mode = ProcessMode.WHEN_PAUSED

    assert pushed(tree) == "Aa"
    tree.paused = True
    assert pushed(tree) == "CAca"


@pytest.mark.parametrize(
    "stop",
    [
        pytest.param(lambda tree, node: node.free(), id="freed"),
        pytest.param(lambda tree, node: node.queue_free(), id="queued"),
        pytest.param(lambda tree, node: tree.root.remove_child(node), id="removed"),
        pytest.param(lambda tree, node: setattr(node, "process_mode", ProcessMode.DISABLED), id="disabled"),
        pytest.param(
            lambda tree, node: (node.set_process_input(False), node.set_process_unhandled_input(False)),
            id="turned off",
        ),
    ],
)
def test_a_node_stopped_by_an_earlier_one_gets_nothing_more(
    tree: SceneTree, nodes: list[Logging], stop: Callable[[SceneTree, Node], object]
) -> None:
    nodes[2].hooks["input"] = lambda: stop(tree, nodes[1])

    assert pushed(tree) == "CAca"


def test_a_node_added_meanwhile_gets_the_next_event(tree: SceneTree, nodes: list[Logging]) -> None:
    def add() -> None:
        del nodes[2].hooks["input"]
        tree.root.add_child(Logging("X"), 0)

    nodes[2].hooks["input"] = add

    assert pushed(tree) == "CBAcba"
    assert pushed(tree) == "CBAXcbax"


# Before the user interface


class Ui:
    """An input server that says whether it takes events."""

    takes = False

    def input(self, event: InputEvent) -> bool:
        Logging.log.append("Ui:input")
        return self.takes

    def dispose(self) -> None: ...


def test_input_servers_come_between_early_nodes_and_the_others(tree: SceneTree, nodes: list[Logging]) -> None:
    ui = Ui()
    tree.servers.register(ui)
    nodes[0].input_before_ui = True

    assert pushed(tree) == "AUiCBcba"
    ui.takes = True
    assert pushed(tree) == "AUi"
    assert tree.push_input(press()) is True
    nodes[0].hooks["input"] = nodes[0].handle
    assert pushed(tree) == "A"


# Polled state


def test_polled_state_is_new_when_nodes_get_the_event(tree: SceneTree, nodes: list[Logging]) -> None:
    tree.input_map.add_action("fire", "key:A")
    seen: list[bool] = []
    nodes[2].hooks["input"] = lambda: seen.append(tree.input.is_action_pressed("fire"))

    tree.push_input(press())

    assert seen == [True]
    assert nodes[0].input is tree.input


def test_an_edge_is_seen_by_every_node_in_one_frame_and_one_step(tree: SceneTree) -> None:
    seen: list[tuple[str, str, int]] = []

    class Polling(Node):
        def on_process(self, delta: float) -> None:
            if self.input.is_action_just_pressed("fire"):
                seen.append((self.name, "process", tree.frame_count))

        def on_physics_process(self, delta: float) -> None:
            if self.input.is_action_just_pressed("fire"):
                seen.append((self.name, "physics", tree.physics_frame_count))

    tree.input_map.add_action("fire", "key:A")
    for name in "AB":
        tree.root.add_child(Polling(name))
    tree.tick(1 / 60)

    tree.push_input(press())
    tree.tick(2 / 60)
    tree.tick(2 / 60)

    assert seen == [("A", "physics", 2), ("B", "physics", 2), ("A", "process", 2), ("B", "process", 2)]


def test_an_action_pressed_by_code_in_a_step_is_just_pressed_in_exactly_the_next(tree: SceneTree) -> None:
    seen: list[tuple[int, str]] = []

    class Reader(Node):
        def on_physics_process(self, delta: float) -> None:
            if tree.input.is_action_just_pressed("jump"):
                seen.append((tree.physics_frame_count, self.name))

    class Presser(Reader):
        def on_physics_process(self, delta: float) -> None:
            super().on_physics_process(delta)
            if tree.physics_frame_count == 2:
                tree.input.action_press("jump")
            elif tree.physics_frame_count == 3:
                tree.input.action_release("jump")

    tree.input_map.add_action("jump")
    for node in (Reader("Before"), Presser("Presser"), Reader("After")):
        tree.root.add_child(node)

    tree.frames(6)

    assert seen == [(3, "Before"), (3, "Presser"), (3, "After")]


def test_an_action_event_presses_its_action(tree: SceneTree) -> None:
    tree.input_map.add_action("jump")

    tree.push_input(InputEventAction(action="jump", pressed=True))

    assert tree.input.is_action_pressed("jump")


def test_another_input_map_keeps_what_is_held(tree: SceneTree) -> None:
    tree.input_map.add_action("fire", "key:A")
    tree.push_input(press())
    tree.tick(1 / 60)

    tree.input_map = tree.input_map

    assert tree.input.is_action_pressed("fire")
    assert not tree.input.is_action_just_pressed("fire")


@pytest.mark.parametrize("event", [None, "key:A", 3])
def test_what_is_no_event_is_refused(tree: SceneTree, event: Any) -> None:
    with pytest.raises(InvalidTypeError) as caught:
        tree.push_input(event)

    assert str(caught.value) == f"push_input(event): an InputEvent is needed, got {event!r}"
