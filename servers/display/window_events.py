"""pyglet's window events as input events.

In:    the handler calls of a pyglet window, y up.
Out:   input events in the order in which things happened, positions in points, y down; changes of the window.

Each event is a new object, so a queue of them can wait. pyglet reports a held key's repeats only by the text or the
caret movement that they would cause; such a report without a new press before it becomes an echo of the last key.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.input.events import (
    InputEventKey,
    InputEventMouseButton,
    InputEventMouseMotion,
    InputEventMouseWheel,
    InputEventText,
)
from engine.input.keys import MouseButton
from engine.math import Vector2
from servers.display.backend import WindowChange
from servers.display.key_table import LOCATIONS, keycode_of, modifiers_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.input.events import InputEvent, InputEventMouse

# By pyglet's button bits; Godot's mask bit of button n is 1 << (n - 1).
_BUTTONS = {
    1: MouseButton.LEFT,
    2: MouseButton.MIDDLE,
    4: MouseButton.RIGHT,
    8: MouseButton.XBUTTON1,
    16: MouseButton.XBUTTON2,
}

DOUBLE_CLICK_SECONDS = 0.4
"""A press this soon after the press before it, and this near, is a double click (Godot's values)."""
DOUBLE_CLICK_POINTS = 5.0


class WindowEvents:
    """Collects what one window reports; `take` gives it. The `on_...` methods are pyglet's handlers."""

    def __init__(self, get_height: Callable[[], int], now: Callable[[], float]) -> None:
        """`get_height` tells the window's height in points, `now` the time in seconds, for double clicks."""
        self._get_height = get_height
        self._now = now
        self._events: list[InputEvent | WindowChange] = []
        self._modifiers: dict[str, bool] = {}
        self._buttons = 0
        self._position = Vector2.ZERO
        self._inside = False
        self._captured = False
        self._last_symbol = 0
        self._last_key: InputEventKey | None = None
        self._key_is_new = False
        self._last_click: tuple[int, float, Vector2] = (MouseButton.NONE, 0.0, Vector2.ZERO)

    def handlers(self) -> dict[str, Callable[..., Any]]:
        """The handlers by pyglet's event names, for `window.push_handlers(**handlers)`."""
        return {name: getattr(self, name) for name in dir(self) if name.startswith("on_")}

    def set_captured(self, captured: bool) -> None:
        """While captured, motion is told by pyglet's differences; the position stands still."""
        self._captured = captured

    def take(self) -> list[InputEvent | WindowChange]:
        """What came in since the last call."""
        events, self._events = self._events, []
        return events

    def on_key_press(self, symbol: int, modifiers: int) -> bool:
        """A key went down. True keeps pyglet from closing the window on Escape."""
        self._modifiers = modifiers_of(modifiers)
        self._last_symbol = symbol
        self._last_key = self._key_event(symbol, pressed=True)
        self._key_is_new = True
        self._events.append(self._last_key)
        return True

    def on_key_release(self, symbol: int, modifiers: int) -> None:
        """A key came up."""
        self._modifiers = modifiers_of(modifiers)
        if symbol == self._last_symbol:
            self._last_key = None
        self._events.append(self._key_event(symbol, pressed=False))

    def on_text(self, text: str) -> None:
        """Characters were typed: by the key that went down just now, by its repeat, or by an input method."""
        typed = "".join(character for character in text if character.isprintable())
        self._report_key(ord(typed) if len(typed) == 1 else 0)
        if typed:
            self._events.append(InputEventText(text=typed))

    def on_text_motion(self, motion: int) -> None:
        """A caret key was pressed or repeats."""
        self._report_key(0)

    def on_text_motion_select(self, motion: int) -> None:
        """A caret key was pressed or repeats, with Shift."""
        self._report_key(0)

    def on_mouse_motion(self, x: float, y: float, dx: float, dy: float) -> None:
        """The pointer moved with no button held."""
        self._moved(x, y, dx, dy)

    def on_mouse_drag(self, x: float, y: float, dx: float, dy: float, buttons: int, modifiers: int) -> None:
        """The pointer moved with a button held."""
        self._modifiers = modifiers_of(modifiers)
        self._moved(x, y, dx, dy)

    def on_mouse_press(self, x: float, y: float, button: int, modifiers: int) -> None:
        """A mouse button went down."""
        self._modifiers = modifiers_of(modifiers)
        self._button(self._point(x, y), _BUTTONS.get(button, MouseButton.NONE), pressed=True)

    def on_mouse_release(self, x: float, y: float, button: int, modifiers: int) -> None:
        """A mouse button came up."""
        self._modifiers = modifiers_of(modifiers)
        self._button(self._point(x, y), _BUTTONS.get(button, MouseButton.NONE), pressed=False)

    def on_mouse_scroll(self, x: float, y: float, scroll_x: float, scroll_y: float) -> None:
        """The wheel turned, in notches."""
        self._events.append(self._placed(InputEventMouseWheel(delta=(scroll_x, scroll_y)), self._point(x, y)))

    def on_mouse_leave(self, x: float, y: float) -> None:
        """The pointer left the window; where it comes back is no movement."""
        self._inside = False
        self._events.append(WindowChange.MOUSE_EXITED)

    def on_close(self) -> bool:
        """The window manager asks to close the window. True keeps pyglet from doing so."""
        self._events.append(WindowChange.CLOSE_REQUESTED)
        return True

    def on_resize(self, width: int, height: int) -> None:
        """The window has another size."""
        self._events.append(WindowChange.RESIZED)

    def on_activate(self) -> None:
        """The window gets the keyboard."""
        self._events.append(WindowChange.FOCUS_GAINED)

    def on_deactivate(self) -> None:
        """The window loses the keyboard: what is held will not report its release here."""
        self._modifiers = {}
        self._buttons = 0
        self._last_key = None
        self._events.append(WindowChange.FOCUS_LOST)

    def _key_event(self, symbol: int, *, pressed: bool, echo: bool = False) -> InputEventKey:
        code = keycode_of(symbol)
        return InputEventKey(
            keycode=code,
            physical_keycode=code,
            key_label=code,
            location=LOCATIONS.get(symbol, 0),
            pressed=pressed,
            echo=echo,
            **self._modifiers,
        )

    def _report_key(self, character: int) -> None:
        """The last key types `character` (0: none); a second time means that the key repeats."""
        key = self._last_key
        if key is None:
            return
        if not self._key_is_new:
            key = key.clone()
            key.echo = True
            self._events.append(key)
        self._key_is_new = False
        key.unicode = character

    def _moved(self, x: float, y: float, dx: float, dy: float) -> None:
        if self._captured:
            relative = Vector2(dx, -dy)
        else:
            point = self._point(x, y)
            relative = point - self._position if self._inside else Vector2.ZERO
            self._position = point
        self._inside = True
        event = InputEventMouseMotion(relative=relative, screen_relative=relative)
        self._events.append(self._placed(event, self._position))

    def _button(self, point: Vector2, button: int, *, pressed: bool) -> None:
        if button == MouseButton.NONE:
            return
        bit = 1 << (button - 1)
        self._buttons = self._buttons | bit if pressed else self._buttons & ~bit
        double = pressed and self._is_double_click(button, point)
        event = InputEventMouseButton(button_index=button, pressed=pressed, double_click=double)
        self._events.append(self._placed(event, point))

    def _is_double_click(self, button: int, point: Vector2) -> bool:
        last_button, last_time, last_point = self._last_click
        now = self._now()
        double = (
            button == last_button
            and now - last_time <= DOUBLE_CLICK_SECONDS
            and point.distance_to(last_point) <= DOUBLE_CLICK_POINTS
        )
        # A third click starts anew.
        self._last_click = (MouseButton.NONE if double else button, now, point)
        return double

    def _placed(self, event: InputEventMouse, point: Vector2) -> InputEventMouse:
        """`event` with what all mouse events carry."""
        event.position = event.global_position = point
        event.button_mask = self._buttons
        for name in self._modifiers:
            setattr(event, name, True)
        return event

    def _point(self, x: float, y: float) -> Vector2:
        return Vector2(x, self._get_height() - 1 - y)
