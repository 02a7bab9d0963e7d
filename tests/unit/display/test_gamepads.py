"""Gamepads over a fake of pyglet's ControllerManager."""

from __future__ import annotations

import logging
from types import SimpleNamespace
from typing import Any

import pyglet
import pytest

from engine.input.events import InputEventJoypadButton, InputEventJoypadMotion
from engine.input.keys import JoyAxis, JoyButton
from servers.display.backend import JoypadChange
from servers.display.gamepads import Gamepads


class FakeController(pyglet.event.EventDispatcher):
    """What Gamepads uses of pyglet's Controller."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.is_open = False

    def open(self) -> None:
        self.is_open = True

    def close(self) -> None:
        self.is_open = False


for event_type in ("on_button_press", "on_button_release", "on_stick_motion", "on_dpad_motion", "on_trigger_motion"):
    FakeController.register_event_type(event_type)


class FakeManager(pyglet.event.EventDispatcher):
    """What Gamepads uses of pyglet's ControllerManager."""

    controllers: list[FakeController] = []

    def get_controllers(self) -> list[FakeController]:
        return self.controllers


FakeManager.register_event_type("on_connect")
FakeManager.register_event_type("on_disconnect")


@pytest.fixture
def manager(monkeypatch: pytest.MonkeyPatch) -> FakeManager:
    manager = FakeManager()
    monkeypatch.setattr(pyglet, "input", SimpleNamespace(ControllerManager=lambda: manager))
    return manager


def vector(x: float, y: float) -> Any:
    return SimpleNamespace(x=x, y=y)


def test_pads_that_are_there_are_opened_and_told_first(manager: FakeManager) -> None:
    manager.controllers = [FakeController("A"), FakeController("B")]

    pads = Gamepads()

    assert pads.take() == [JoypadChange(0, True, "A"), JoypadChange(1, True, "B")]
    assert all(controller.is_open for controller in manager.controllers)


def test_a_pad_takes_the_lowest_free_number(manager: FakeManager) -> None:
    first, second, third = (FakeController(name) for name in "ABC")
    manager.controllers = [first, second]
    pads = Gamepads()
    pads.take()

    manager.dispatch_event("on_disconnect", first)
    manager.dispatch_event("on_connect", third)

    assert pads.take() == [JoypadChange(0, False, "A"), JoypadChange(0, True, "C")]


def test_buttons_sticks_and_triggers_have_godots_numbers_and_y_points_down(manager: FakeManager) -> None:
    pad = FakeController("A")
    manager.controllers = [pad]
    pads = Gamepads()
    pads.take()

    pad.dispatch_event("on_button_press", pad, "leftshoulder")
    pad.dispatch_event("on_stick_motion", pad, "rightstick", vector(0.25, 1.0))
    pad.dispatch_event("on_trigger_motion", pad, "righttrigger", 0.5)
    pad.dispatch_event("on_button_release", pad, "leftshoulder")

    told = [
        (event.button_index, event.pressed)
        if isinstance(event, InputEventJoypadButton)
        else (event.axis, event.axis_value)
        for event in pads.take()
        if isinstance(event, InputEventJoypadButton | InputEventJoypadMotion)
    ]
    assert told == [
        (JoyButton.LEFT_SHOULDER, True),
        (JoyAxis.RIGHT_X, 0.25),
        (JoyAxis.RIGHT_Y, -1.0),
        (JoyAxis.TRIGGER_RIGHT, 0.5),
        (JoyButton.LEFT_SHOULDER, False),
    ]


def test_the_cross_is_four_buttons_told_when_they_change(manager: FakeManager) -> None:
    pad = FakeController("A")
    manager.controllers = [pad]
    pads = Gamepads()
    pads.take()

    for x, y in ((1.0, 0.0), (1.0, 1.0), (1.0, 1.0), (0.0, 0.0)):
        pad.dispatch_event("on_dpad_motion", pad, vector(x, y))

    told = [(event.button_index, event.pressed) for event in pads.take() if isinstance(event, InputEventJoypadButton)]
    assert told == [
        (JoyButton.DPAD_RIGHT, True),
        (JoyButton.DPAD_UP, True),
        (JoyButton.DPAD_RIGHT, False),
        (JoyButton.DPAD_UP, False),
    ]


def test_a_machine_without_gamepad_support_is_said_once_and_has_no_pads(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def missing() -> None:
        raise FileNotFoundError(2, "No such file or directory", "/dev/input")

    monkeypatch.setattr(pyglet, "input", SimpleNamespace(ControllerManager=missing))

    with caplog.at_level(logging.WARNING):
        pads = Gamepads()

    assert pads.take() == []
    assert [record.message for record in caplog.records] == [
        "no gamepads on this machine ([Errno 2] No such file or directory: '/dev/input')"
    ]


def test_a_pad_that_cannot_be_opened_is_left_out(manager: FakeManager, caplog: pytest.LogCaptureFixture) -> None:
    pad = FakeController("A")
    monkey: Any = pad
    monkey.open = lambda: (_ for _ in ()).throw(PermissionError("denied"))
    manager.controllers = [pad]

    pads = Gamepads()

    assert pads.take() == []
    assert "gamepad 'A' cannot be opened (denied)" in caplog.text


def test_closing_closes_the_pads(manager: FakeManager) -> None:
    pad = FakeController("A")
    manager.controllers = [pad]
    pads = Gamepads()

    pads.close()

    assert not pad.is_open
