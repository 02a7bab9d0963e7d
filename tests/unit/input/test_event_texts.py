from __future__ import annotations

import pytest

from engine.input import (
    InputEvent,
    InputEventAction,
    InputEventJoypadButton,
    InputEventJoypadMotion,
    InputEventMouseButton,
    InputEventMouseMotion,
    InputEventMouseWheel,
    InputEventScreenDrag,
    InputEventScreenTouch,
    JoyAxis,
    JoyButton,
    MouseButton,
)


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (InputEventMouseButton(button_index=MouseButton.LEFT, ctrl_pressed=True), "Ctrl+Left Mouse Button"),
        (InputEventMouseButton(button_index=MouseButton.LEFT, double_click=True), "Left Mouse Button (Double Click)"),
        (InputEventMouseButton(button_index=12), "Button #12"),
        (InputEventMouseWheel(delta=(0, 1)), "Mouse Wheel Up"),
        (
            InputEventMouseMotion(position=(1, 2.5), velocity=(3, 4)),
            "Mouse motion at position (1, 2.5) with velocity (3, 4)",
        ),
        (
            InputEventJoypadButton(button_index=JoyButton.A),
            "Joypad Button 0 (Bottom Action, Sony Cross, Xbox A, Nintendo B)",
        ),
        (InputEventJoypadButton(button_index=40, pressure=0.5), "Joypad Button 40, Pressure:0.5"),
        (
            InputEventJoypadMotion(axis=JoyAxis.LEFT_X, axis_value=0.8),
            "Joypad Motion on Axis 0 (Left Stick X-Axis, Joystick 0 X-Axis) with Value 0.80",
        ),
        (InputEventScreenTouch(index=1, position=(2, 3), pressed=True), "Screen touched at (2, 3) with 1 touch points"),
        (
            InputEventScreenDrag(index=0, position=(2, 3), velocity=(4, 5)),
            "Screen dragged with 0 touch points at position (2, 3) with velocity of (4, 5)",
        ),
        (InputEventAction(action="jump", pressed=True), "Input Action jump was pressed"),
    ],
)
def test_events_in_words(event: InputEvent, words: str) -> None:
    assert event.as_text() == words


@pytest.mark.parametrize(
    ("event", "form"),
    [
        (
            InputEventMouseButton(button_index=MouseButton.RIGHT, pressed=True, position=(1, 2)),
            "InputEventMouseButton: button_index=2 (Right Mouse Button), mods=none, pressed=true, canceled=false,"
            " position=(1, 2), button_mask=0, double_click=false",
        ),
        (
            InputEventMouseWheel(delta=(0, -1.5), shift_pressed=True),
            "InputEventMouseWheel: delta=(0, -1.5), mods=Shift, position=(0, 0), button_mask=0",
        ),
        (
            InputEventMouseMotion(relative=(1, 0)),
            "InputEventMouseMotion: button_mask=0, position=(0, 0), relative=(1, 0), velocity=(0, 0), pressure=0.00,"
            " tilt=(0, 0), pen_inverted=false",
        ),
        (
            InputEventJoypadButton(button_index=1, pressed=True),
            "InputEventJoypadButton: button_index=1, pressed=true, pressure=0.00",
        ),
        (InputEventJoypadMotion(axis=1, axis_value=-0.25), "InputEventJoypadMotion: axis=1, axis_value=-0.25"),
        (
            InputEventScreenTouch(pressed=True),
            "InputEventScreenTouch: index=0, pressed=true, canceled=false, position=(0, 0), double_tap=false",
        ),
        (
            InputEventScreenDrag(index=2),
            "InputEventScreenDrag: index=2, position=(0, 0), relative=(0, 0), velocity=(0, 0), pressure=0.00,"
            " tilt=(0, 0), pen_inverted=false",
        ),
        (InputEventAction(action="jump"), 'InputEventAction: action="jump", pressed=false'),
    ],
)
def test_the_string_form_of_events(event: InputEvent, form: str) -> None:
    assert str(event) == form
    assert repr(event) == form
