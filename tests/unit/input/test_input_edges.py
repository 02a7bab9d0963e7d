"""Which frames and physics steps see an action being pressed or released."""

from __future__ import annotations

from typing import Any

import pytest

from engine.input import Input, InputEventJoypadButton, InputEventKey, InputMap, JoyButton, Key


def key(code: int, pressed: bool = True, **properties: Any) -> InputEventKey:
    return InputEventKey(keycode=code, pressed=pressed, **properties)


@pytest.fixture
def polled() -> Input:
    """Input with jump on Space and on A of any gamepad."""
    polled = Input(InputMap())
    polled.input_map.add_action("jump", "key:Space", "pad:A")
    return polled


def in_process(polled: Input) -> bool:
    polled.begin_process()
    seen = polled.is_action_just_pressed("jump")
    polled.end_process()
    return seen


def in_step(polled: Input) -> bool:
    polled.begin_physics_step()
    seen = polled.is_action_just_pressed("jump")
    polled.end_physics_step()
    return seen


def test_an_edge_is_seen_in_one_process_frame_and_one_physics_step(polled: Input) -> None:
    polled.feed(key(Key.SPACE))

    assert [in_step(polled), in_step(polled), in_process(polled)] == [True, False, True]
    assert [in_step(polled), in_process(polled)] == [False, False]


def test_an_edge_waits_for_a_physics_step_that_comes_frames_later(polled: Input) -> None:
    polled.feed(key(Key.SPACE))

    assert [in_process(polled), in_process(polled), in_step(polled)] == [True, False, True]


def test_an_edge_made_in_process_belongs_to_the_next_frame(polled: Input) -> None:
    polled.begin_process()
    polled.action_press("jump")
    assert not polled.is_action_just_pressed("jump")
    polled.end_process()

    assert polled.is_action_just_pressed("jump")
    assert in_process(polled)
    assert not in_process(polled)


def test_an_edge_made_in_a_physics_step_is_seen_by_the_process_frame_that_follows(polled: Input) -> None:
    polled.begin_physics_step()
    polled.action_press("jump")
    assert not polled.is_action_just_pressed("jump")
    polled.end_physics_step()

    assert [in_process(polled), in_step(polled)] == [True, True]


def test_a_new_edge_in_a_frame_does_not_take_the_old_one_from_later_nodes(polled: Input) -> None:
    polled.action_press("jump")
    polled.begin_process()
    polled.action_release("jump")
    polled.action_press("jump")
    assert polled.is_action_just_pressed("jump")
    polled.end_process()

    assert [in_process(polled), in_process(polled)] == [True, False]


def test_a_new_edge_in_a_step_does_not_take_the_old_one_from_later_nodes(polled: Input) -> None:
    polled.action_press("jump")
    polled.begin_physics_step()
    polled.action_release("jump")
    polled.action_press("jump")
    assert polled.is_action_just_pressed("jump")
    polled.end_physics_step()

    assert [in_step(polled), in_step(polled)] == [True, False]


def test_a_press_and_a_release_between_two_frames_are_both_seen(polled: Input) -> None:
    polled.feed(key(Key.SPACE))
    polled.feed(key(Key.SPACE, pressed=False))

    polled.begin_process()
    assert polled.is_action_just_pressed("jump")
    assert polled.is_action_just_released("jump")
    assert not polled.is_action_pressed("jump")
    polled.end_process()


def test_a_new_action_has_no_edge() -> None:
    polled = Input(InputMap())

    assert not polled.is_action_just_pressed("ui_accept")
    assert not polled.is_action_just_released("ui_accept")


def test_a_second_input_of_a_held_action_makes_no_edge(polled: Input) -> None:
    polled.feed(key(Key.SPACE))
    polled.begin_process()
    polled.end_process()

    polled.feed(InputEventJoypadButton(button_index=JoyButton.A, pressed=True))
    polled.feed(key(Key.SPACE, pressed=False))

    assert not polled.is_action_just_pressed("jump")
    assert not polled.is_action_just_released("jump")


def test_a_repeat_makes_no_edge_and_presses_nothing(polled: Input) -> None:
    polled.feed(key(Key.SPACE, echo=True))

    assert not polled.is_action_just_pressed("jump")
    assert not polled.is_action_pressed("jump")
    assert not polled.is_key_pressed(Key.SPACE)
