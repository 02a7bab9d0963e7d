"""User: input as devices would send it, frame by frame."""

from __future__ import annotations

from collections.abc import Callable
from math import nan
from typing import Any

import pytest

from engine.core.errors import ActionError, BindingError, InvalidTypeError, InvalidValueError
from engine.core.signal import Signal
from engine.input import InputEvent, InputEventMouseButton, InputEventMouseMotion, Key
from engine.testing import User
from engine.tree.node import Node
from engine.tree.scene_tree import SceneTree


class Player(Node):
    """Keeps, for each frame, whether the action is pressed and was just pressed or released; and all events."""

    arrived = Signal[int]("where")

    def __init__(self) -> None:
        self.frames: list[tuple[bool, bool, bool]] = []
        self.steps = 0
        self.events: list[InputEvent] = []
        self.frame_of_event: list[int] = []

    def on_physics_process(self, delta: float) -> None:
        self.steps += self.input.is_action_just_pressed("jump")

    def on_process(self, delta: float) -> None:
        just = self.input.is_action_just_pressed("jump"), self.input.is_action_just_released("jump")
        self.frames.append((self.input.is_action_pressed("jump"), *just))
        if len(self.frames) == 5:
            self.arrived.emit(7)

    def on_input(self, event: InputEvent) -> None:
        self.events.append(event.clone())
        self.frame_of_event.append(self.tree.frame_count)


@pytest.fixture
def player(tree: SceneTree) -> Player:
    tree.input_map.add_action("jump", "key:Space", "pad:A", "axis:LeftX+", "physical:J")
    return tree.root.add_child(Player())


@pytest.fixture
def user(tree: SceneTree, player: Player) -> User:
    return User(tree)


@pytest.mark.parametrize("name", ["jump", "key:Space", "pad:A", "axis:LeftX+", "physical:J", "key:J"])
def test_a_tap_is_seen_for_as_many_frames_as_it_lasts(user: User, player: Player, name: str) -> None:
    user.tap(name, frames=2)

    assert player.frames == [(True, True, False), (True, False, False), (False, False, True)]
    assert player.steps == 1


def test_what_is_pressed_is_held_until_it_is_released(user: User, player: Player) -> None:
    user.press("jump")
    user.wait(0.1)
    user.release("jump")
    user.wait_frames(1)

    assert [pressed for pressed, _, _ in player.frames] == [True] * 6 + [False]


def test_all_that_is_held_is_released_the_last_first(user: User, player: Player) -> None:
    user.press("key:A", "key:B")

    user.release()

    pressed: Any = player.events
    assert [(event.keycode, event.pressed) for event in pressed] == [
        (Key.A, True), (Key.B, True), (Key.B, False), (Key.A, False),
    ]  # fmt: skip
    user.press("key:A")


def test_a_stick_is_pushed_as_far_as_is_said(user: User, tree: SceneTree) -> None:
    user.press("axis:LeftX-", strength=0.25)
    assert tree.input.get_joy_axis(0, 0) == -0.25

    user.release()
    assert tree.input.get_joy_axis(0, 0) == 0.0


def test_modifiers_of_a_binding_are_held(user: User, player: Player) -> None:
    user.press("key:Ctrl+S")

    event: Any = player.events[0]
    assert (event.keycode, event.ctrl_pressed, event.pressed) == (Key.S, True, True)


def test_a_click_moves_presses_and_releases_with_a_frame_between(user: User, player: Player) -> None:
    user.click((40, 30), "right")

    motion, down, up = player.events
    assert isinstance(motion, InputEventMouseMotion)
    assert isinstance(down, InputEventMouseButton)
    assert isinstance(up, InputEventMouseButton)
    assert (motion.position, motion.relative) == ((40, 30), (40, 30))
    assert (down.position, down.button_index, down.pressed, down.button_mask) == ((40, 30), 2, True, 2)
    assert (up.position, up.pressed, up.button_mask) == ((40, 30), False, 0)
    assert player.frame_of_event == [0, 0, 1]
    assert len(player.frames) == 2


def test_the_second_click_of_two_says_so(user: User, player: Player) -> None:
    user.click((1, 1))
    user.click(double=True)

    buttons = [event.double_click for event in player.events if isinstance(event, InputEventMouseButton)]
    assert buttons == [False, False, True, False]


def test_a_drag_moves_a_bit_each_frame_with_the_button_held(user: User, player: Player) -> None:
    user.drag((0, 0), (30, 0), frames=3)

    moves = [event for event in player.events if isinstance(event, InputEventMouseMotion)]
    assert [(event.position.x, event.relative.x, event.button_mask) for event in moves] == [
        (0, 0, 0), (10, 10, 1), (20, 10, 1), (30, 10, 1),
    ]  # fmt: skip
    assert len(player.frames) == 5


def test_the_wheel_turns(user: User, tree: SceneTree) -> None:
    tree.input_map.add_action("zoom", "mouse:WheelUp")

    user.wheel(1)

    assert tree.input.is_action_just_pressed("zoom")


def test_typing_sends_keys_and_text(user: User, player: Player) -> None:
    user.type("aB é\n")

    told: list[Any] = []
    for event in player.events:
        seen: Any = event
        text = getattr(event, "text", None)
        told.append(text if text is not None else (seen.keycode, seen.shift_pressed, seen.unicode, seen.pressed))
    assert told == [
        (Key.A, False, ord("a"), True), "a", (Key.A, False, 0, False),
        (Key.B, True, ord("B"), True), "B", (Key.B, True, 0, False),
        (Key.SPACE, False, ord(" "), True), " ", (Key.SPACE, False, 0, False),
        "é",
        (Key.ENTER, False, ord("\n"), True), (Key.ENTER, False, 0, False),
    ]  # fmt: skip
    assert len(player.frames) == 5


def test_frames_are_as_long_as_the_user_was_told(tree: SceneTree) -> None:
    user = User(tree, delta=0.1)

    user.wait(0.25)

    assert tree.frame_count == 3


def test_a_user_waits_until_something_is_so(user: User, player: Player) -> None:
    user.wait_until(lambda: len(player.frames) >= 4)
    user.wait_until(lambda: True)

    assert len(player.frames) == 4


def test_waiting_comes_to_an_end(user: User, player: Player) -> None:
    def never() -> bool:
        return False

    with pytest.raises(AssertionError, match=r"never is still not true after 0\.5 s, 30 frames$"):
        user.wait_until(never, at_most=0.5)

    assert len(player.frames) == 30


def test_a_user_waits_for_a_signal(user: User, player: Player) -> None:
    assert user.wait_for(player.arrived) == (7,)
    assert len(player.frames) == 5
    with pytest.raises(AssertionError, match=r"^/root/Player\.arrived\(where\) was not emitted within 0\.1 s$"):
        user.wait_for(player.arrived, at_most=0.1)
    assert player.arrived.get_connections() == []


def test_a_plan_is_carried_out_before_the_frames_it_names(user: User, player: Player) -> None:
    user.wait_frames(1)
    user.at(3, user.release, "jump")
    user.at(1, user.press, "jump")
    user.wait(0.1)

    assert [pressed for pressed, _, _ in player.frames] == [False, False, True, True, False, False, False]


@pytest.mark.parametrize(
    ("call", "kind", "text"),
    [
        (lambda user: user.press("jmp"), ActionError, "'jmp'"),
        (lambda user: user.press("Right"), ActionError, "no action 'Right'; the key is named 'key:Right'"),
        (lambda user: user.press("key:Spcae"), BindingError, "names no key; did you mean 'Space'"),
        (lambda user: user.press(3), InvalidTypeError, "an input is named by an action or a binding text, got 3"),
        (lambda user: user.press("jump", strength=2), InvalidValueError, "strength"),
        (lambda user: (user.press("jump"), user.press("jump")), InvalidValueError, "it is pressed already"),
        (lambda user: user.release("jump"), InvalidValueError, r"User.release\('jump'\): it is not pressed"),
        (lambda user: user.click((0, 0), "lft"), InvalidValueError, "a mouse button is 'left', 'right', 'middle'"),
        (lambda user: user.wait_frames(-1), InvalidValueError, "frames"),
        (lambda user: user.wait(float("nan")), InvalidValueError, "seconds"),
        (lambda user: user.drag((0, 0), (1, 1), frames=0), InvalidValueError, "frames"),
        (lambda user: user.type(3), InvalidTypeError, "a str is needed, got 3"),
        (lambda user: user.at(0, "press"), InvalidTypeError, "takes the function itself"),
        (lambda user: user.wait_for("hit"), InvalidTypeError, "a signal is needed, got 'hit'"),
        (lambda user: User(user.delta), InvalidTypeError, "a SceneTree is needed, got 0"),
        (lambda user: User(user.tree, 0), InvalidValueError, "delta"),
    ],
)
def test_what_cannot_be_is_refused(
    user: User, player: Player, call: Callable[[Any], object], kind: type[Exception], text: str
) -> None:
    with pytest.raises(kind, match=text):
        call(user)


def test_nothing_is_pressed_when_one_of_several_cannot_be(user: User, player: Player) -> None:
    user.press("key:B")
    player.events.clear()

    for inputs in (("key:A", "jmp"), ("key:A", "key:B"), ("key:A", "key:A")):
        with pytest.raises((ActionError, InvalidValueError)):
            user.press(*inputs)

    assert player.events == []
    user.press("key:A")


def test_nothing_is_released_when_one_of_several_cannot_be(user: User, player: Player) -> None:
    user.press("key:A", "key:B")
    player.events.clear()

    for inputs in (("key:A", "key:C"), ("key:A", "key:A")):
        with pytest.raises(InvalidValueError, match="it is not pressed"):
            user.release(*inputs)

    assert player.events == []
    user.release()
    assert [event.as_text() for event in player.events] == ["B", "A"]


def test_the_mouse_goes_out_of_the_window_and_comes_back_where_it_was(user: User, player: Player) -> None:
    log: list[str] = []
    user.tree.root.mouse_entered.connect(lambda: log.append("in"))
    user.tree.root.mouse_exited.connect(lambda: log.append("out"))

    user.move_mouse((30, 40))
    user.move_mouse_out()
    assert log == ["in", "out"]
    user.click()

    assert log == ["in", "out", "in"]
    assert [event.position for event in player.events if isinstance(event, InputEventMouseButton)] == [(30, 40)] * 2


def test_the_mouse_stays_where_it_was_when_a_place_or_a_button_cannot_be(user: User, player: Player) -> None:
    user.move_mouse((10, 20))

    with pytest.raises(InvalidValueError, match="must be a finite number, got nan"):
        user.move_mouse((nan, 0))
    with pytest.raises(InvalidValueError, match="a mouse button is"):
        user.click((50, 50), "middel")
    user.move_mouse((11, 20))

    moves = [event for event in player.events if isinstance(event, InputEventMouseMotion)]
    assert [(event.position, event.relative) for event in moves] == [((10, 20), (10, 20)), ((11, 20), (1, 0))]


def test_what_a_game_asserts_while_a_signal_is_waited_for_is_what_the_test_says(user: User, player: Player) -> None:
    class Strict(Node):
        def on_process(self, delta: float) -> None:
            assert self.tree.frame_count < 2, "two frames are too many"

    user.tree.root.add_child(Strict())

    with pytest.raises(AssertionError, match="two frames are too many"):
        user.wait_for(player.arrived)


def test_waiting_takes_a_function_not_its_result(user: User) -> None:
    with pytest.raises(InvalidTypeError, match=r"^User\.wait_until takes a function, .*, got False$"):
        user.wait_until(False)  # type: ignore[arg-type]


def test_a_coroutine_that_is_planned_runs(user: User, player: Player) -> None:
    async def jump() -> None:
        user.press("jump")
        await user.tree.process_frame
        await user.tree.process_frame
        user.release("jump")

    user.at(1, jump)
    user.wait_frames(5)

    assert [pressed for pressed, _, _ in player.frames] == [False, True, False, False, False]
