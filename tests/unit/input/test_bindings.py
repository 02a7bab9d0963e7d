from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.errors import BindingError
from engine.input import (
    InputEvent,
    InputEventJoypadMotion,
    InputEventKey,
    InputEventMouseButton,
    InputEventMouseMotion,
    InputEventMouseWheel,
    JoyAxis,
    Key,
    MouseButton,
    format_binding,
    is_binding,
    parse_binding,
)
from engine.input.key_names import KEY_NAMES

MODIFIERS = st.lists(st.sampled_from(["Ctrl", "Alt", "Shift", "Meta"]), unique=True)
KEYS = st.sampled_from(sorted(name.replace(" ", "") for name in KEY_NAMES.values()))


@given(modifiers=MODIFIERS, key=KEYS, kind=st.sampled_from(["key", "physical"]))
def test_every_key_comes_back_with_its_modifiers(modifiers: list[str], key: str, kind: str) -> None:
    ordered = [name for name in ("Ctrl", "Alt", "Shift", "Meta") if name in modifiers]
    text = f"{kind}:{'+'.join([*ordered, key])}"

    assert format_binding(parse_binding(text)) == text


@pytest.mark.parametrize(
    "text",
    [
        "key:KpEnter",
        "key:1",
        "key:Plus",
        "key:CmdOrCtrl+Shift+Z",
        "physical:W",
        "mouse:Xbutton1",
        "mouse:WheelUp",
        "mouse:Ctrl+Left",
        "pad:DpadUp",
        "pad0:A",
        "pad7:RightShoulder",
        "axis:LeftX+",
        "axis3:TriggerLeft+",
        "axis:RightY-",
    ],
)
def test_a_text_comes_back_as_it_was(text: str) -> None:
    assert format_binding(parse_binding(text)) == text


def test_letter_case_does_not_count() -> None:
    assert format_binding(parse_binding("KEY:ctrl+space")) == "key:Ctrl+Space"
    assert format_binding(parse_binding("PAD1:dpadleft")) == "pad1:DpadLeft"


def test_an_axis_binding_names_one_half() -> None:
    binding = parse_binding("axis2:LeftY-")

    assert isinstance(binding, InputEventJoypadMotion)
    assert (binding.device, binding.axis, binding.axis_value) == (2, JoyAxis.LEFT_Y, -1.0)


def test_the_shortcut_modifier_is_one_and_not_two() -> None:
    binding = parse_binding("key:CmdOrCtrl+C")

    assert isinstance(binding, InputEventKey)
    assert binding.command_or_control_autoremap
    assert binding.ctrl_pressed != binding.meta_pressed


def test_a_turned_wheel_is_written_as_the_button_it_is() -> None:
    assert format_binding(InputEventMouseWheel(delta=(0, -1))) == "mouse:WheelDown"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Space", r"binding 'Space' must start with key:, physical:, mouse:, pad: or axis:$"),
        ("kye:Space", r"binding 'kye:Space' must start with .*; did you mean 'key'\?"),
        ("key:Spcae", r"binding 'key:Spcae' names no key; did you mean 'Space'\?"),
        ("key:Crtl+S", r"has the modifier 'Crtl', which is none; did you mean 'Ctrl'\?"),
        ("key1:Space", r"binding 'key1:Space' numbers a device, which only pad and axis do; write 'key:Space'"),
        ("mouse:Rihgt", r"names no mouse button; did you mean 'Right'\?"),
        ("pad:Strat", r"names no gamepad button; did you mean 'Start'\?"),
        ("pad8:A", r"binding 'pad8:A' names gamepad 8; they are numbered from 0 to 7"),
        ("pad00000000008:A", r"they are numbered from 0 to 7"),
        ("axis:LeftX", r"binding 'axis:LeftX' must end with \+ or -, the half of the axis that is meant"),
        ("axis:LeftZ+", r"names no axis; did you mean 'LeftX'\?"),
        ("key:Ctrl+", r"names no key"),
        ("mouse:", r"names no mouse button"),
    ],
)
def test_a_malformed_text_is_told_what_is_wrong(text: str, message: str) -> None:
    assert not is_binding(text)
    with pytest.raises(BindingError, match=message):
        parse_binding(text)


@given(st.text(max_size=30))
def test_any_text_is_read_or_refused(text: str) -> None:
    assert is_binding(text) in (True, False)


@pytest.mark.parametrize("value", [None, 32, b"key:Space"])
def test_what_is_no_text_is_refused(value: Any) -> None:
    with pytest.raises(BindingError, match="must be a text such as 'key:Space'"):
        parse_binding(value)


@pytest.mark.parametrize(
    "event",
    [
        InputEventMouseMotion(),
        InputEventKey(),
        InputEventKey(keycode=Key.UNKNOWN),
        InputEventKey(key_label=Key.A),
        InputEventMouseButton(button_index=MouseButton.NONE),
        InputEventMouseWheel(),
    ],
)
def test_what_has_no_text_is_refused(event: InputEvent) -> None:
    with pytest.raises(BindingError, match="has no binding text"):
        format_binding(event)
