"""The records of records/input.jsonl about binding texts, the input map and polled input."""

from __future__ import annotations

import sys
from math import hypot
from typing import Any

import pytest

from engine.app import App
from engine.core.clock import ManualClock
from engine.core.errors import BindingError
from engine.input import (
    Input,
    InputEvent,
    InputEventJoypadButton,
    InputEventJoypadMotion,
    InputEventKey,
    InputEventMouseButton,
    InputEventMouseMotion,
    InputMap,
    JoyAxis,
    JoyButton,
    Key,
    MouseButton,
    format_binding,
    is_binding,
    parse_binding,
)
from engine.math import Transform2D, Vector2
from engine.tree.scene_tree import SceneTree
from nodes import Node2D
from servers.display.headless import HeadlessDisplay

record = pytest.mark.record


def key(code: int, pressed: bool = True, **properties: Any) -> InputEventKey:
    return InputEventKey(keycode=code, pressed=pressed, **properties)


def button(code: int, pressed: bool = True, device: int = 0) -> InputEventJoypadButton:
    return InputEventJoypadButton(button_index=code, pressed=pressed, device=device)


def axis(code: int, value: float, device: int = 0) -> InputEventJoypadMotion:
    return InputEventJoypadMotion(axis=code, axis_value=value, device=device)


def tick(polled: Input) -> None:
    polled.begin_physics_step()
    polled.end_physics_step()
    polled.begin_process()
    polled.end_process()


def polled_with(**actions: tuple[str, ...]) -> Input:
    polled = Input(InputMap())
    for action, bindings in actions.items():
        polled.input_map.add_action(action, *bindings)
    return polled


# Binding texts


@record("mainframe-input_map-0192")
def test_a_key_binding_reads_and_writes() -> None:
    binding = parse_binding("key:Space")

    assert isinstance(binding, InputEventKey)
    assert binding.keycode == Key.SPACE
    assert binding.device == -1
    assert format_binding(binding) == "key:Space"


@record("mainframe-input_map-0194")
def test_a_mouse_binding_reads_and_writes() -> None:
    binding = parse_binding("mouse:Right")

    assert isinstance(binding, InputEventMouseButton)
    assert binding.button_index == MouseButton.RIGHT
    assert format_binding(binding) == "mouse:Right"


@record("mainframe-input_map-0195")
def test_a_pad_binding_reads_and_writes() -> None:
    binding = parse_binding("pad:Start")

    assert isinstance(binding, InputEventJoypadButton)
    assert binding.button_index == JoyButton.START
    assert binding.device == -1
    assert format_binding(binding) == "pad:Start"


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("", marks=record("mainframe-input_map-0199")),
        pytest.param("Space", marks=record("mainframe-input_map-0200")),
        pytest.param("key:", marks=record("mainframe-input_map-0201")),
        pytest.param("key:NotAKey", marks=record("mainframe-input_map-0202")),
        pytest.param("key:32", marks=record("mainframe-input_map-0203")),
        pytest.param("key:Unknown", marks=record("mainframe-input_map-0204")),
        pytest.param("pad:Z", marks=record("mainframe-input_map-0206")),
        pytest.param("padX:A", marks=record("mainframe-input_map-0207")),
        pytest.param("pad99:A", marks=record("mainframe-input_map-0208")),
        pytest.param("axis8:LeftX+", marks=record("mainframe-input_map-0210")),
        pytest.param("axis:LeftX", marks=record("mainframe-input_map-0211")),
        pytest.param("axis:Sideways+", marks=record("mainframe-input_map-0212")),
        pytest.param("joystick:A", marks=record("mainframe-input_map-0213")),
    ],
)
def test_a_malformed_binding_is_refused(text: str) -> None:
    assert not is_binding(text)
    with pytest.raises(BindingError):
        parse_binding(text)


@record("mainframe-input_map-0214")
def test_pads_are_numbered_from_0_to_7() -> None:
    input_map = InputMap()
    input_map.add_action("jump", button(JoyButton.A, device=7), button(JoyButton.A, device=-5))

    assert [binding.device for binding in input_map.action_get_events("jump")] == [7, -1]
    with pytest.raises(BindingError):
        input_map.action_add_event("jump", button(JoyButton.A, device=8))


# Polled input


@record("mainframe-input_map-0216")
def test_a_press_and_a_release_are_edges_for_one_frame() -> None:
    polled = polled_with(jump=("key:Space", "pad:A"))

    polled.feed(key(Key.SPACE))
    assert polled.is_action_pressed("jump")
    assert polled.is_action_just_pressed("jump")
    assert polled.get_action_strength("jump") == 1.0

    tick(polled)
    assert polled.is_action_pressed("jump")
    assert not polled.is_action_just_pressed("jump")

    polled.feed(key(Key.SPACE, pressed=False))
    assert polled.is_action_just_released("jump")
    assert not polled.is_action_pressed("jump")

    tick(polled)
    assert not polled.is_action_just_released("jump")
    assert not polled.is_action_just_pressed("jump")


@record("mainframe-input_map-0217")
def test_an_action_is_pressed_until_its_last_input_is_released() -> None:
    polled = polled_with(jump=("key:Space", "pad:A"))
    polled.feed(key(Key.SPACE))
    polled.feed(button(JoyButton.A))

    polled.feed(key(Key.SPACE, pressed=False))
    assert polled.is_action_pressed("jump")

    polled.feed(button(JoyButton.A, pressed=False))
    assert not polled.is_action_pressed("jump")


@record("mainframe-input_map-0218")
def test_an_axis_is_rescaled_past_the_deadzone() -> None:
    polled = polled_with()
    polled.input_map.add_action("left", "axis:LeftX-", deadzone=0.2)
    polled.input_map.add_action("right", "axis:LeftX+", deadzone=0.2)

    polled.feed(axis(JoyAxis.LEFT_X, 0.1))
    assert polled.get_action_strength("right") == 0.0
    assert not polled.is_action_pressed("right")

    polled.feed(axis(JoyAxis.LEFT_X, 0.6))
    assert polled.get_action_strength("right") == pytest.approx(0.5)
    assert polled.is_action_pressed("right")
    assert polled.get_axis("left", "right") == pytest.approx(0.5)

    polled.feed(axis(JoyAxis.LEFT_X, -1.0))
    assert polled.get_action_strength("left") == 1.0
    assert polled.get_axis("left", "right") == -1.0


@record("mainframe-input_map-0219")
def test_the_default_deadzone_is_a_half() -> None:
    polled = polled_with(fire=("axis:TriggerRight+",))

    polled.feed(axis(JoyAxis.TRIGGER_RIGHT, 0.75))

    assert polled.get_action_strength("fire") == pytest.approx(0.5)
    assert polled.get_joy_axis(0, JoyAxis.TRIGGER_RIGHT) == 0.75


@record("mainframe-input_map-0220")
def test_a_diagonal_vector_is_one_long() -> None:
    polled = polled_with(left=("key:A",), right=("key:D",), up=("key:W",), down=("key:S",))
    polled.feed(key(Key.D))
    polled.feed(key(Key.S))

    x, y = polled.get_vector("left", "right", "up", "down")

    assert hypot(x, y) == pytest.approx(1.0)
    assert x == y > 0.0


@record("mainframe-input_map-0221")
def test_a_binding_to_one_pad_ignores_the_others() -> None:
    polled = polled_with(p2_jump=("pad1:B",))

    polled.feed(button(JoyButton.B, device=0))
    assert not polled.is_action_pressed("p2_jump")

    polled.feed(button(JoyButton.B, device=1))
    assert polled.is_action_pressed("p2_jump")

    polled.feed(button(JoyButton.A, device=11))
    assert polled.is_action_pressed("p2_jump")
    assert not polled.is_joy_button_pressed(11, JoyButton.A)


class ConsumesEverything:
    """An input server that takes every event for itself."""

    def input(self, event: InputEvent) -> bool:
        return True

    def dispose(self) -> None:
        pass


@record("mainframe-input_map-0223")
def test_a_consumed_event_is_polled_all_the_same() -> None:
    tree = SceneTree(servers=[ConsumesEverything()])
    tree.input_map.add_action("jump", "key:Space")

    assert tree.push_input(key(Key.SPACE))
    assert tree.input.is_action_pressed("jump")

    assert tree.push_input(key(Key.SPACE, pressed=False))
    assert not tree.input.is_action_pressed("jump")
    tree.shutdown()


@record("mainframe-input_map-0225")
def test_release_all_lets_go_of_everything() -> None:
    polled = polled_with(jump=("key:Space",), right=("axis:LeftX+",), fire=())
    polled.feed(key(Key.SPACE))
    polled.feed(axis(JoyAxis.LEFT_X, 1.0))
    polled.action_press("fire")

    polled.release_all()

    assert not any(polled.is_action_pressed(action) for action in polled.input_map.get_actions())
    assert not polled.is_key_pressed(Key.SPACE)
    assert polled.get_joy_axis(0, JoyAxis.LEFT_X) == 0.0


@record("mainframe-input_map-0226")
def test_an_edited_or_replaced_map_keeps_what_is_held_without_an_edge() -> None:
    polled = polled_with()
    polled.feed(key(Key.SPACE))
    tick(polled)

    polled.input_map.add_action("jump", "key:Space")
    assert polled.is_action_pressed("jump")
    assert not polled.is_action_just_pressed("jump")

    other = InputMap()
    other.add_action("jump", "key:Space")
    polled.input_map = other
    assert polled.is_action_pressed("jump")
    assert not polled.is_action_just_pressed("jump")


@record("mainframe-input_map-0228")
def test_an_axis_event_tells_its_strength() -> None:
    polled = polled_with(up=("axis:LeftY-",), fire=("axis:TriggerRight+",))
    event = axis(JoyAxis.LEFT_Y, -1.0)
    polled.feed(event)

    assert event.is_action_pressed("up")
    assert event.get_action_strength("up") == 1.0
    assert not event.is_action("fire")


@record("mainframe-input_map-0229")
def test_the_mouse_comes_through_the_scales_of_screen_and_window_and_through_the_camera() -> None:
    screen = HeadlessDisplay((960, 540), pixel_ratio=2.0)
    with App(screen, clock=ManualClock(), fixed_fps=60) as app:
        viewport = app.tree.root
        viewport.content_scale_mode = viewport.ContentScaleMode.CANVAS_ITEMS
        viewport.content_scale_size = Vector2(480, 270)
        viewport.canvas_transform = Transform2D(0.0, (-100, 0))
        item = viewport.add_child(Node2D(position=(10, 0)))
        screen.push(InputEventMouseMotion(position=(480, 270)))

        app.run(1)

        assert app.display.framebuffer_size == (1920, 1080)
        assert viewport.get_mouse_position() == (240, 135)
        assert item.get_global_mouse_position() == (340, 135)
        assert item.get_local_mouse_position() == (330, 135)


@record("mainframe-input_map-0231")
def test_polling_allocates_nothing() -> None:
    polled = polled_with(jump=("key:Space",), left=("axis:LeftX-",), right=("axis:LeftX+",), up=(), down=())
    space, stick = key(Key.SPACE), axis(JoyAxis.LEFT_X, 0.0)

    def frames(first: int, count: int) -> int:
        """The growth in blocks over `count` frames of a key, an axis and polling."""
        before = sys.getallocatedblocks()
        for number in range(first, first + count):
            space.pressed = number % 2 == 0
            stick.axis_value = 0.9 if number % 4 < 2 else -0.9
            polled.feed(space)
            polled.feed(stick)
            polled.begin_physics_step()
            polled.is_action_just_pressed("jump")
            polled.end_physics_step()
            polled.begin_process()
            polled.is_action_pressed("jump")
            polled.get_axis("left", "right")
            polled.get_vector("left", "right", "up", "down")
            polled.end_process()
        return sys.getallocatedblocks() - before

    frames(0, 300)
    own_of_the_measurement = frames(300, 1)

    assert frames(301, 200) == own_of_the_measurement


@record("mainframe-runtime_rules-0527")
def test_a_press_inside_a_physics_step_counts_in_exactly_the_next() -> None:
    polled = polled_with(jump=())
    seen: list[tuple[bool, bool]] = []
    for step in range(4):
        polled.begin_physics_step()
        first_node = polled.is_action_just_pressed("jump")
        if step == 0:
            polled.action_press("jump")
        if step == 1:
            polled.action_release("jump")
        last_node = polled.is_action_just_pressed("jump")
        polled.end_physics_step()
        seen.append((first_node, last_node))

    assert seen == [(False, False), (True, True), (False, False), (False, False)]
