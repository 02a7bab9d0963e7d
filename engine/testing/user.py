"""User: a scripted user of a game, for tests: input as devices would send it, and the time that passes between."""

from __future__ import annotations

from heapq import heappop, heappush
from itertools import count
from math import floor
from typing import TYPE_CHECKING, Any

from engine.core.coroutine import start_returned
from engine.core.errors import ActionError, InvalidTypeError, InvalidValueError, did_you_mean
from engine.core.property_checks import check_seconds, is_finite
from engine.core.signal import Signal
from engine.input import (
    InputEvent,
    InputEventAction,
    InputEventJoypadButton,
    InputEventJoypadMotion,
    InputEventKey,
    InputEventMouseButton,
    InputEventMouseMotion,
    InputEventMouseWheel,
    InputEventText,
    Key,
    MouseButton,
)
from engine.input.bindings import parse_binding
from engine.input.key_names import find_keycode_from_string
from engine.math import Vector2
from engine.math.value import shortened
from engine.tree.scene_tree import SceneTree

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_TYPED = {"\n": Key.ENTER, "\t": Key.TAB, " ": Key.SPACE}
_BUTTONS = {"left": MouseButton.LEFT, "right": MouseButton.RIGHT, "middle": MouseButton.MIDDLE}


class User:
    """Somebody who plays: presses and releases, clicks, drags and types, and waits.

    An input is named by an action of the tree's input map ("jump") or by a binding text ("key:Space", "key:Ctrl+S",
    "mouse:Right", "pad:A", "axis:LeftX+"). Its events go through the tree as those of devices do, between two frames:
    the next frame sees them. Keys are those of a US keyboard.

        user.press("jump")
        user.wait(0.5)
        user.release("jump")
        user.click((400, 300))
        user.wait_until(lambda: door.is_open)

    Methods that let time pass run frames of `delta` seconds; so does nothing else.
    """

    tree: SceneTree
    """The tree that gets the input."""
    delta: float
    """The seconds of a frame."""

    def __init__(self, tree: SceneTree, delta: float = 1 / 60) -> None:
        """The user of `tree`, nothing pressed, the mouse at (0, 0).

        Raises:
            InvalidTypeError: `tree` is no SceneTree.
            InvalidValueError: `delta` is not a finite number of seconds above 0.
        """
        if not isinstance(tree, SceneTree):
            raise InvalidTypeError(
                f"User(tree): a SceneTree is needed, got {shortened(tree)}; of an App it is app.tree"
            )
        if not (is_finite(delta) and delta > 0):
            raise InvalidValueError(
                f"User(delta): delta must be a finite number of seconds above 0, got {shortened(delta)}"
            )
        self.tree = tree
        self.delta = delta
        self._held: dict[str, InputEvent] = {}
        self._mouse = Vector2.ZERO
        self._buttons = 0
        self._frame = 0
        self._planned: list[tuple[int, int, Callable[..., object], tuple[Any, ...]]] = []
        self._order = count()

    # --- keys, buttons, sticks ---

    def press(self, *inputs: str, strength: float = 1.0) -> None:
        """Press inputs and hold them.

        Args:
            inputs: actions or binding texts.
            strength: how far, 0 to 1, for actions and axes.

        Raises:
            ActionError: an action that the input map does not know.
            BindingError: a binding text that cannot be read.
            InvalidValueError: one is held already.
        """
        if not (is_finite(strength) and 0 <= strength <= 1):
            raise InvalidValueError(f"User.press(strength): strength must be from 0 to 1, got {shortened(strength)}")
        events = [(name, self._event(name, strength)) for name in inputs]
        for name in inputs:
            if name in self._held or inputs.count(name) > 1:
                raise InvalidValueError(f"User.press({name!r}): it is pressed already; release it first")
        for name, event in events:
            self._held[name] = event
            self._send(event, True)

    def release(self, *inputs: str) -> None:
        """Let go of inputs; of all that are held, the last first, without arguments.

        Raises:
            InvalidValueError: one is not held.
        """
        for name in inputs:
            if name not in self._held or inputs.count(name) > 1:
                raise InvalidValueError(
                    f"User.release({name!r}): it is not pressed{did_you_mean(name, self._held)}; press it first"
                )
        for name in inputs or list(reversed(self._held)):
            self._send(self._held.pop(name), False)

    def tap(self, *inputs: str, frames: int = 1, strength: float = 1.0) -> None:
        """Press inputs, wait for `frames` frames, release them, and wait for one more."""
        self.press(*inputs, strength=strength)
        self.wait_frames(frames)
        self.release(*inputs)
        self.wait_frames(1)

    def type(self, text: str, frames: int = 1) -> None:
        """Type a text: for each character a key, if a US keyboard has one for it, and what it writes; then `frames`
        frames.
        """
        if not isinstance(text, str):
            raise InvalidTypeError(f"User.type(text): a str is needed, got {shortened(text)}")
        for character in text:
            code = _TYPED.get(character) or (
                find_keycode_from_string(character.upper()) if character.isascii() and character.isalnum() else 0
            )
            shift = character.isupper()
            for pressed in (True, False):
                if code:
                    typed = ord(character) if pressed else 0
                    self._push(
                        InputEventKey(
                            keycode=code, physical_keycode=code, unicode=typed, shift_pressed=shift, pressed=pressed
                        )
                    )
                if pressed and character.isprintable():
                    self._push(InputEventText(text=character))
            self.wait_frames(frames)

    # --- the mouse ---

    def move_mouse(self, position: Sequence[float]) -> None:
        """Move the mouse to `position`, in pixels of the root viewport."""
        to = Vector2(position)
        relative = to - self._mouse
        event = InputEventMouseMotion(
            position=to,
            global_position=to,
            relative=relative,
            screen_relative=relative,
            velocity=relative / self.delta,
            button_mask=self._buttons,
        )
        self._mouse = to
        self._push(event)

    def move_mouse_out(self) -> None:
        """Move the mouse out of the window; whatever the mouse does next, it is back where it was."""
        self.tree.root.notify_mouse_exited()

    def click(self, position: Sequence[float] | None = None, button: str = "left", double: bool = False) -> None:
        """Move the mouse there, press a button, wait for a frame, release it, and wait for another.

        Args:
            position: in pixels of the root viewport; None where the mouse is.
            button: "left", "right" or "middle".
            double: whether this is the second click of a double click, which two clicks are.
        """
        code = _button(button)
        if position is not None:
            self.move_mouse(position)
        for pressed in (True, False):
            self._button(code, pressed, double and pressed)
            self.wait_frames(1)

    def drag(self, start: Sequence[float], end: Sequence[float], frames: int = 10, button: str = "left") -> None:
        """Press a mouse button at `start`, move to `end` in `frames` frames, and release it there."""
        code = _button(button)
        frames = _whole("User.drag(frames)", frames, 1)
        begin, to = Vector2(start), Vector2(end)
        self.move_mouse(begin)
        self._button(code, True)
        for frame in range(1, frames + 1):
            self.wait_frames(1)
            self.move_mouse(begin.lerp(to, frame / frames))
        self.wait_frames(1)
        self._button(code, False)
        self.wait_frames(1)

    def wheel(self, notches: float, sideways: float = 0.0) -> None:
        """Turn the wheel by `notches`, away from the user if positive; `sideways` to the right."""
        self._push(
            InputEventMouseWheel(
                delta=(sideways, notches),
                position=self._mouse,
                global_position=self._mouse,
                button_mask=self._buttons,
            )
        )

    # --- time ---

    def wait_frames(self, frames: int) -> None:
        """Let `frames` frames pass."""
        for _ in range(_whole("User.wait_frames(frames)", frames, 0)):
            self._tick(self.delta)

    def wait(self, seconds: float) -> None:
        """Let `seconds` pass; the last frame is shorter if they do not fit, as in `SceneTree.advance`."""
        check_seconds("User.wait(seconds)", seconds)
        whole = self._frames_in(seconds)
        self.wait_frames(whole)
        rest = seconds - whole * self.delta
        if rest > 1e-6 * self.delta:
            self._tick(rest)

    def wait_until(self, condition: Callable[[], object], at_most: float = 10.0) -> None:
        """Let frames pass until `condition()` is true; none if it is now.

        Raises:
            AssertionError: `at_most` seconds have passed.
        """
        check_seconds("User.wait_until(at_most)", at_most)
        if not callable(condition):
            raise InvalidTypeError(
                f"User.wait_until takes a function, as in wait_until(lambda: door.is_open), got {shortened(condition)}"
            )
        if not self._comes_true(condition, at_most):
            name = getattr(condition, "__qualname__", repr(condition))
            raise AssertionError(f"{name} is still not true after {at_most:g} s, {self._frames_in(at_most)} frames")

    def wait_for(self, signal: Signal[*tuple[Any, ...]], at_most: float = 10.0) -> tuple[Any, ...]:
        """Let frames pass until `signal` is emitted; gives the arguments.

        Raises:
            AssertionError: `at_most` seconds have passed.
        """
        check_seconds("User.wait_for(at_most)", at_most)
        if not isinstance(signal, Signal):
            raise InvalidTypeError(f"User.wait_for(signal): a signal is needed, got {shortened(signal)}")
        heard: list[tuple[Any, ...]] = []

        def hear(*args: Any) -> None:
            heard.append(args)

        signal.connect(hear)
        try:
            if not self._comes_true(lambda: heard, at_most):
                raise AssertionError(f"{signal.signature()} was not emitted within {at_most:g} s")
        finally:
            if signal.is_connected(hear):
                signal.disconnect(hear)
        return heard[0]

    def at(self, frame: int, function: Callable[..., object], *args: Any) -> None:
        """Call `function(*args)` right before a frame: `user.at(12, user.press, "jump")`.

        Args:
            frame: counted from now, 0 is the next that this user lets pass.
            function: what is called.
            args: with these arguments.
        """
        if not callable(function):
            raise InvalidTypeError(
                f"User.at takes the function itself, as in at(12, user.press, 'jump'), got {shortened(function)}"
            )
        due = self._frame + _whole("User.at(frame)", frame, 0)
        heappush(self._planned, (due, next(self._order), function, args))

    # --- inside ---

    def _frames_in(self, seconds: float) -> int:
        return floor(seconds / self.delta + 1e-6)

    def _comes_true(self, condition: Callable[[], object], at_most: float) -> bool:
        """Let frames pass until `condition()` is true; False if `at_most` seconds have passed without it."""
        for _ in range(self._frames_in(at_most)):
            if condition():
                return True
            self._tick(self.delta)
        return bool(condition())

    def _tick(self, delta: float) -> None:
        while self._planned and self._planned[0][0] <= self._frame:
            _, _, function, args = heappop(self._planned)
            start_returned(function(*args), function, self.tree)
        self._frame += 1
        self.tree.tick(delta)

    def _event(self, name: str, strength: float) -> InputEvent:
        """What stands for an input; pressed and released by `_send`."""
        if not isinstance(name, str):
            raise InvalidTypeError(f"User: an input is named by an action or a binding text, got {shortened(name)}")
        if ":" not in name:
            if find_keycode_from_string(name) and not self.tree.input_map.has_action(name):
                raise ActionError(f"User: the input map has no action {name!r}; the key is named 'key:{name}'")
            self.tree.input.is_action_pressed(name)  # raises for one that the map does not know
            return InputEventAction(action=name, strength=strength)
        event = parse_binding(name)
        event.device = max(event.device, 0)
        if isinstance(event, InputEventKey):
            event.keycode = event.physical_keycode = event.keycode or event.physical_keycode
        elif isinstance(event, InputEventJoypadMotion):
            event.axis_value *= strength
        return event

    def _send(self, event: InputEvent, pressed: bool) -> None:
        if isinstance(event, InputEventMouseButton):
            self._button(event.button_index, pressed)
            return
        sent: Any = event.clone()
        if isinstance(sent, InputEventJoypadMotion):
            sent.axis_value = sent.axis_value if pressed else 0.0
        elif isinstance(sent, InputEventAction | InputEventKey | InputEventJoypadButton):
            sent.pressed = pressed
        self._push(sent)

    def _button(self, code: int, pressed: bool, double: bool = False) -> None:
        bit = 1 << (code - 1)
        self._buttons = self._buttons | bit if pressed else self._buttons & ~bit
        self._push(
            InputEventMouseButton(
                button_index=code,
                pressed=pressed,
                double_click=double,
                position=self._mouse,
                global_position=self._mouse,
                button_mask=self._buttons,
            )
        )

    def _push(self, event: InputEvent) -> None:
        self.tree.push_input(event)


def _button(name: str) -> int:
    code = _BUTTONS.get(name)
    if code is None:
        raise InvalidValueError(f"User: a mouse button is {', '.join(map(repr, _BUTTONS))}, got {shortened(name)}")
    return code


def _whole(what: str, value: int, least: int) -> int:
    if not isinstance(value, int) or value < least:
        raise InvalidValueError(f"{what} must be a whole number, {least} or more, got {shortened(value)}")
    return value
