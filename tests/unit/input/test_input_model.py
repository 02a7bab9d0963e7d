"""Random input against a model that remembers everything: what is held, and when each edge happened."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.input import Input, InputEventJoypadButton, InputEventKey, InputMap, JoyButton, Key

KEYS = ["space", "ctrl+space", "-space", "enter", "-enter"]
PADS = ["pad0", "-pad0", "pad1", "-pad1"]
CODE = ["press", "release", "release all", "rebind"]
FRAMES = ["process", "step", "end"]
OPERATIONS = st.lists(st.sampled_from([*KEYS, *PADS, *CODE, *FRAMES]), max_size=40)


def apply(polled: Input, operation: str) -> None:
    word = operation.lstrip("-")
    pressed = not operation.startswith("-")
    if word in ("space", "ctrl+space", "enter"):
        code = Key.ENTER if word == "enter" else Key.SPACE
        polled.feed(InputEventKey(keycode=code, pressed=pressed, ctrl_pressed=word.startswith("ctrl")))
    elif word.startswith("pad"):
        polled.feed(InputEventJoypadButton(button_index=JoyButton.A, pressed=pressed, device=int(word[3])))
    elif word == "press":
        polled.action_press("jump")
    elif word == "release":
        polled.action_release("jump")
    elif word == "release all":
        polled.release_all()
    elif word == "rebind":
        polled.input_map.action_add_event("jump", "key:Enter")


@settings(max_examples=150, deadline=None)
@given(OPERATIONS)
def test_input_does_as_the_model_does(operations: list[str]) -> None:
    polled = Input(InputMap())
    polled.input_map.add_action("jump", "key:Space", "pad1:A")
    bound, held = {"space", "pad1", "press"}, set[str]()
    frame = step = 0
    inside = ""
    presses: list[tuple[int, int]] = []

    for operation in operations:
        was_pressed = bool(bound & held)
        if operation in ("process", "step") and not inside:
            inside = operation
            (polled.begin_process if operation == "process" else polled.begin_physics_step)()
            frame, step = frame + (operation == "process"), step + (operation == "step")
        elif operation == "end" and inside:
            (polled.end_process if inside == "process" else polled.end_physics_step)()
            inside = ""
        apply(polled, operation)

        if operation == "release all":
            held.clear()
        elif operation == "rebind":
            bound.add("enter")
        elif operation.startswith("-"):
            held.discard(operation[1:])
        elif operation == "release":
            held.discard("press")
        else:
            held.add(operation.removeprefix("ctrl+"))
        pressed = bool(bound & held)
        if pressed and not was_pressed and operation != "rebind":
            presses.append((frame + 1, step + 1))

        assert polled.is_action_pressed("jump") == pressed
        if inside == "step":
            assert polled.is_action_just_pressed("jump") == (step in [at for _, at in presses])
        else:
            seen_by = frame if inside else frame + 1
            assert polled.is_action_just_pressed("jump") == (seen_by in [at for at, _ in presses])
