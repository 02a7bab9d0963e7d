"""What is held now, and what was pressed or released since the last frame: input to be asked for.

    In:    events, by `feed`; actions that code presses; the frames of a tree, by `begin_...` and `end_...`.
    Out:   the state of actions, keys, buttons, axes and the mouse.
    When:  on the tree's thread; events are fed before any node gets them, so a consumed event counts here all the same.

Each tree has its own. An action is pressed while anything bound to it is, and the strongest of those wins.

Edges: `is_action_just_pressed` and `is_action_just_released` compare frames only. An edge is seen in exactly one
process frame and in exactly one physics step, by every node: the first of each that begins after it. So what code does
inside a physics step counts in the next step, inside a process frame in the next frame. Read outside both, an edge
belongs to the process frame to come. An action that was pressed and released in between shows both edges.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.core.errors import InvalidTypeError, InvalidValueError
from engine.core.object import Object
from engine.core.signal import Signal
from engine.input.action_event import InputEventAction
from engine.input.action_state import ActionState, Edge
from engine.input.event import InputEvent
from engine.input.event_fields import code, fraction, integer
from engine.input.input_map import InputMap, unknown_action
from engine.input.keys import MAX_JOYPADS, JoyAxis, JoyButton, Key, MouseButton, MouseMode
from engine.input.mouse_events import InputEventMouse, InputEventMouseMotion
from engine.input.sources import JOY_AXIS, JOY_BUTTON, KEY, MOUSE_BUTTON, PHYSICAL_KEY
from engine.math import Vector2
from engine.math.value import shortened

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.input.sources import HeldInputs, InputId


class Input(Object):
    """The polled input of one tree, `tree.input`."""

    joy_connection_changed: Signal[int, bool] = Signal[int, bool]("device", "connected")
    """A gamepad came or went."""

    _recorder: Any = None
    """What keeps what devices do, an `engine.input.recording.InputRecorder`."""

    def __init__(
        self, input_map: InputMap | None = None, push_input: Callable[[InputEvent], object] | None = None
    ) -> None:
        """Nothing held.

        Args:
            input_map: the actions; a new map when None.
            push_input: where `parse_input_event` sends events; `feed` when None.
        """
        self._map = InputMap() if input_map is None else input_map
        self._known_revision = -1
        self._push_input = push_input
        self._held: HeldInputs = {}
        self._actions: dict[str, ActionState] = {}
        self._listeners: dict[InputId, list[ActionState]] = {}
        self._frame = self._step = 0
        self._in_frame = self._in_step = False
        self._joypads: dict[int, str] = {}
        self._mouse_mode = MouseMode.VISIBLE
        self._mouse_position = self._mouse_velocity = Vector2.ZERO
        self._mouse_button_mask = 0
        self._mouse_frame = 0

    @property
    def input_map(self) -> InputMap:
        """The actions. Another map may be set at any time: what is held stays held, and no edge is made."""
        return self._map

    @input_map.setter
    def input_map(self, value: InputMap) -> None:
        if not isinstance(value, InputMap):
            raise InvalidTypeError(f"Input.input_map must be an InputMap, got {shortened(value)}")
        self._map = value
        self._known_revision = -1

    # Actions

    def is_action_pressed(self, action: str) -> bool:
        """True while anything bound to the action is held.

        Raises:
            ActionError: the input map has no such action; the text names the nearest.
        """
        return self._state(action).pressed

    def is_action_just_pressed(self, action: str) -> bool:
        """True in the frame, or physics step, that sees the action being pressed; see the module for which that is."""
        return self._sees(self._state(action).pressing)

    def is_action_just_released(self, action: str) -> bool:
        """True in the frame, or physics step, that sees the action being released; see the module for which that is."""
        return self._sees(self._state(action).releasing)

    def get_action_strength(self, action: str) -> float:
        """How far the action is pressed, 0 to 1; of an axis, rescaled so that it starts from 0 past the deadzone."""
        return self._state(action).strength

    def get_action_raw_strength(self, action: str) -> float:
        """How far the action is pressed, 0 to 1, without a deadzone."""
        return self._state(action).raw_strength

    def get_axis(self, negative_action: str, positive_action: str) -> float:
        """The strength of one action minus that of its opposite, -1 to 1."""
        return self._state(positive_action).strength - self._state(negative_action).strength

    def get_vector(
        self, negative_x: str, positive_x: str, negative_y: str, positive_y: str, deadzone: float = -1.0
    ) -> Vector2:
        """The direction that four actions give together, at most 1 long.

        Args:
            negative_x: the action for left.
            positive_x: the action for right.
            negative_y: the action for up, since y points down.
            positive_y: the action for down.
            deadzone: vectors no longer than this are zero, longer ones are rescaled so that they start from 0;
                negative for the mean of the actions' own deadzones.

        Raises:
            ActionError: an action that the input map does not know.
            InvalidValueError: a deadzone above 1.
        """
        left, right = self._state(negative_x), self._state(positive_x)
        up, down = self._state(negative_y), self._state(positive_y)
        vector = Vector2(right.raw_strength - left.raw_strength, down.raw_strength - up.raw_strength)
        if deadzone < 0.0:
            deadzone = 0.25 * (left.deadzone + right.deadzone + up.deadzone + down.deadzone)
        elif not deadzone <= 1.0:
            raise InvalidValueError(
                f"Input.get_vector: deadzone must be at most 1, or negative, got {shortened(deadzone)}"
            )
        length = vector.length()
        if length <= deadzone:
            return Vector2.ZERO
        if length > 1.0:
            return vector / length
        return vector * ((length - deadzone) / (1.0 - deadzone) / length)

    def action_press(self, action: str, strength: float = 1.0) -> None:
        """Press an action until `action_release`, as if something bound to it was held.

        Args:
            action: its name.
            strength: how far, 0 to 1.

        Raises:
            ActionError: the input map has no such action; the text names the nearest.
        """
        state = self._state(action)
        state.forced = fraction("Input.action_press: strength", strength)
        if self._recorder is not None:
            self._recorder.take_action(action, state.forced)
        self._update(state)

    def action_release(self, action: str) -> None:
        """End `action_press`; a key or button that is bound to the action and held keeps it pressed."""
        state = self._state(action)
        state.forced = None
        if self._recorder is not None:
            self._recorder.take_action(action, None)
        self._update(state)

    def release_all(self) -> None:
        """Let go of everything: keys, buttons, axes and what code presses; the window does so when it loses focus."""
        if self._recorder is not None:
            self._recorder.take_release()
        self._synchronise()
        self._held.clear()
        self._mouse_button_mask = 0
        for state in self._actions.values():
            state.forced = None
            self._update(state)

    # Devices

    def is_key_pressed(self, keycode: int) -> bool:
        """True while the key of that name in the current layout is held, a code of Key.

        Raises:
            InvalidTypeError: it is no code, but a name, say: write `Key.SPACE`.
        """
        return (KEY, 0, code("Input.is_key_pressed: keycode", keycode, Key)) in self._held

    def is_physical_key_pressed(self, keycode: int) -> bool:
        """True while the key at that place is held, a code of Key named as on a US layout.

        Raises:
            InvalidTypeError: it is no code.
        """
        return (PHYSICAL_KEY, 0, code("Input.is_physical_key_pressed: keycode", keycode, Key)) in self._held

    def is_mouse_button_pressed(self, button: int) -> bool:
        """True while the mouse button is held, a code of MouseButton; never for the wheel.

        Raises:
            InvalidTypeError: it is no code.
        """
        return (MOUSE_BUTTON, 0, code("Input.is_mouse_button_pressed: button", button, MouseButton)) in self._held

    def is_joy_button_pressed(self, device: int, button: int) -> bool:
        """True while the button of that gamepad is held, a code of JoyButton; False where there is no such gamepad.

        Raises:
            InvalidTypeError: `device` is no whole number, or `button` no code.
        """
        device = integer("Input.is_joy_button_pressed: device", device)
        return (JOY_BUTTON, device, code("Input.is_joy_button_pressed: button", button, JoyButton)) in self._held

    def get_joy_axis(self, device: int, axis: int) -> float:
        """Where the axis of that gamepad stands, -1 to 1, a code of JoyAxis; 0 where there is no such gamepad.

        Raises:
            InvalidTypeError: `device` is no whole number, or `axis` no code.
        """
        device = integer("Input.get_joy_axis: device", device)
        entry = self._held.get((JOY_AXIS, device, code("Input.get_joy_axis: axis", axis, JoyAxis)))
        return 0.0 if entry is None else entry[0]

    def get_connected_joypads(self) -> list[int]:
        """The numbers of the connected gamepads, ascending."""
        return sorted(self._joypads)

    def get_joy_name(self, device: int) -> str:
        """The name that a gamepad gives itself; "" where there is no such gamepad."""
        return self._joypads.get(device, "")

    def set_joy_connected(self, device: int, connected: bool, name: str = "") -> None:
        """Tell that a gamepad came or went, as displays do; what a lost one held is released.

        Gamepads from number 8 on are ignored.
        """
        if not 0 <= device < MAX_JOYPADS or connected == (device in self._joypads):
            return
        recorder = self._recorder
        if recorder is not None:
            recorder.take_joypad(device, connected, name)
        if connected:
            self._joypads[device] = name
        else:
            del self._joypads[device]
            for held in [held for held in self._held if held[0] in (JOY_BUTTON, JOY_AXIS) and held[1] == device]:
                self._change(held, 0.0, 0)
        if recorder is None:
            self.joy_connection_changed.emit(device, connected)
            return
        with recorder.ignoring():  # what the game's handlers do, they do again when this is replayed
            self.joy_connection_changed.emit(device, connected)

    # Mouse

    @property
    def mouse_mode(self) -> int:
        """Whether the cursor is shown, and where it may go, a code of MouseMode; displays follow it every frame."""
        return self._mouse_mode

    @mouse_mode.setter
    def mouse_mode(self, value: int) -> None:
        if value not in range(MouseMode.VISIBLE, MouseMode.CONFINED_HIDDEN + 1):
            raise InvalidValueError(f"Input.mouse_mode must be a code of MouseMode, 0 to 4, got {shortened(value)}")
        self._mouse_mode = value

    def get_mouse_position(self) -> Vector2:
        """Where the mouse was last seen, in pixels of the root viewport."""
        return self._mouse_position

    def get_mouse_button_mask(self) -> int:
        """The buttons held when the mouse was last seen, as bits of MouseButtonMask."""
        return self._mouse_button_mask

    def get_last_mouse_velocity(self) -> Vector2:
        """How fast the mouse moves, in pixels a second; zero once a whole frame saw no motion."""
        return self._mouse_velocity if self._frame <= self._mouse_frame else Vector2.ZERO

    # Events and frames

    def parse_input_event(self, event: InputEvent) -> None:
        """Send an event through the game as if a device had sent it: state, servers, nodes."""
        if self._push_input is None:
            self.feed(event)
        else:
            self._push_input(event)

    def feed(self, event: InputEvent) -> None:
        """Take an event into the state; the tree does so before it hands the event to anyone.

        Repeats of a held key, and gamepads from number 8 on, change nothing.

        Raises:
            InvalidTypeError: it is no InputEvent.
        """
        if not isinstance(event, InputEvent):
            raise InvalidTypeError(f"Input.feed takes an InputEvent, got {shortened(event)}")
        event._map = self._map
        self._synchronise()
        for name, value, modifiers in event._changes():
            self._change(name, value, modifiers)
        if isinstance(event, InputEventMouse):
            self._see_mouse(event)
        elif isinstance(event, InputEventAction):
            state = self._state(event.action)
            state.forced = event.strength if event.pressed else None
            self._update(state)

    def begin_process(self) -> None:
        """A process frame begins: it sees the edges made until now."""
        self._frame += 1
        self._in_frame = True

    def end_process(self) -> None:
        """The process frame is over."""
        self._in_frame = False

    def begin_physics_step(self) -> None:
        """A physics step begins: it sees the edges made until now."""
        self._step += 1
        self._in_step = True

    def end_physics_step(self) -> None:
        """The physics step is over."""
        self._in_step = False

    def _state(self, action: str) -> ActionState:
        if self._known_revision != self._map.revision:
            self._synchronise()
        try:
            return self._actions[action]
        except (KeyError, TypeError):
            raise unknown_action(action, self._actions) from None

    def _sees(self, edge: Edge) -> bool:
        if self._in_step:
            return edge.is_in_step(self._step)
        return edge.is_in_frame(self._frame if self._in_frame else self._frame + 1)

    def _change(self, name: InputId, value: float, modifiers: int) -> None:
        """Note an input's new value, and what it means for the actions that it is bound to."""
        if value:
            self._held[name] = (value, modifiers)
        else:
            self._held.pop(name, None)
        for state in self._listeners.get(name, ()):
            self._update(state)

    def _update(self, state: ActionState) -> None:
        was_pressed = state.pressed
        state.update(self._held)
        if state.pressed != was_pressed:
            edge = state.pressing if state.pressed else state.releasing
            edge.happen(self._frame + 1, self._step + 1)

    def _synchronise(self) -> None:
        """Follow a map that was edited or replaced: actions read what is held by their new bindings, without edge."""
        if self._known_revision == self._map.revision:
            return
        known, self._actions, self._listeners = self._actions, {}, {}
        for action in self._map.get_actions():
            state = self._actions[action] = known.get(action) or ActionState()
            state.deadzone = self._map.action_get_deadzone(action)
            events = self._map.action_get_events(action)
            state.sources = [source for source in (event._source() for event in events) if source is not None]
            for name in {name: None for source in state.sources for name in source.ids}:
                self._listeners.setdefault(name, []).append(state)
            state.update(self._held)
        self._known_revision = self._map.revision

    def _see_mouse(self, event: InputEventMouse) -> None:
        self._mouse_position = event.position
        self._mouse_button_mask = event.button_mask
        if isinstance(event, InputEventMouseMotion):
            self._mouse_velocity = event.velocity
            self._mouse_frame = self._frame + 1
