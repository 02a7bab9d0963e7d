"""DisplayServer over a headless back end: what it checks, how it measures, what it tells."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.errors import InvalidTypeError, InvalidValueError, SapwoodError, ServerError
from engine.input.events import InputEventKey, InputEventMouseButton, InputEventMouseMotion
from engine.input.keys import Key, MouseMode
from engine.math import Vector2
from servers.display import CursorShape, DisplayServer
from servers.display.headless import HeadlessDisplay


@pytest.fixture
def screen() -> HeadlessDisplay:
    return HeadlessDisplay((640, 360))


@pytest.fixture
def display(screen: HeadlessDisplay) -> DisplayServer:
    return DisplayServer(screen, title="Test")


def heard(display: DisplayServer, *names: str) -> list[tuple[Any, ...]]:
    """Everything that the signals of those names say from now on, in order."""
    log: list[tuple[Any, ...]] = []
    for name in names:
        getattr(display, name).connect(lambda *args, name=name: log.append((name, *args)))
    return log


def test_the_window_is_measured_in_points_and_the_framebuffer_in_the_screens_pixels() -> None:
    display = DisplayServer(HeadlessDisplay((640, 360), pixel_ratio=2.0))

    assert display.window_size == (640, 360)
    assert display.framebuffer_size == (1280, 720)
    assert display.graphics.framebuffer_size == (1280, 720)
    assert display.graphics.pixel_ratio == 2.0


def test_mouse_positions_arrive_in_points(screen: HeadlessDisplay) -> None:
    display = DisplayServer(HeadlessDisplay((640, 360), pixel_ratio=2.0))
    backend = display._backend
    assert isinstance(backend, HeadlessDisplay)
    moved = InputEventMouseMotion(position=(480, 270), global_position=(480, 270), relative=(10, -4))
    backend.push(moved)

    assert list(display.poll_events()) == [moved]


def test_events_keep_their_order_and_are_told_once(screen: HeadlessDisplay, display: DisplayServer) -> None:
    first = InputEventKey(keycode=Key.A, pressed=True)
    second = InputEventMouseButton(button_index=1, pressed=True, position=(3, 4))
    screen.push(first)
    screen.push(second)

    assert list(display.poll_events()) == [first, second]
    assert list(display.poll_events()) == []


def test_what_happens_to_the_window_is_told_by_signals_in_its_place(
    screen: HeadlessDisplay, display: DisplayServer
) -> None:
    log = heard(display, "focus_lost", "focus_gained", "resized", "close_requested", "mouse_exited")
    screen.set_focus(False)
    screen.set_focus(True)
    screen.resize((100, 50))
    screen.mouse_exit()
    screen.request_close()

    assert list(display.poll_events()) == []
    assert log == [
        ("focus_lost",),
        ("focus_gained",),
        ("resized", Vector2(100, 50)),
        ("mouse_exited",),
        ("close_requested",),
    ]


def test_what_happens_to_the_window_keeps_its_place_among_the_events(
    screen: HeadlessDisplay, display: DisplayServer
) -> None:
    log = heard(display, "mouse_exited")
    first, second = InputEventMouseMotion(position=(1, 2)), InputEventMouseMotion(position=(3, 4))
    screen.push(first)
    screen.mouse_exit()
    screen.push(second)

    for event in display.poll_events():
        log.append((event,))

    assert log == [(first,), ("mouse_exited",), (second,)]


def test_a_size_that_the_game_sets_is_told_at_once(display: DisplayServer) -> None:
    log = heard(display, "resized")

    display.window_size = (100, 50)
    display.window_size = (100, 50)
    list(display.poll_events())

    assert log == [("resized", Vector2(100, 50))]


def test_focus_is_known(screen: HeadlessDisplay, display: DisplayServer) -> None:
    assert display.focused

    screen.set_focus(False)
    list(display.poll_events())

    assert not display.focused


def test_gamepads_are_told_as_they_come_and_go(screen: HeadlessDisplay, display: DisplayServer) -> None:
    log = heard(display, "joypad_changed")
    screen.connect_joypad(0, "Pad")
    screen.disconnect_joypad(0)

    list(display.poll_events())

    assert log == [("joypad_changed", 0, True, "Pad"), ("joypad_changed", 0, False, "")]


def test_the_back_end_gets_what_the_game_asks_for(screen: HeadlessDisplay, display: DisplayServer) -> None:
    display.title = "Other"
    display.fullscreen = True
    display.vsync = False
    display.cursor_shape = CursorShape.CROSS
    display.mouse_mode = MouseMode.CAPTURED
    display.window_size = (320, 200)

    asked = (screen.title, screen.fullscreen, screen.vsync, screen.cursor_shape, screen.mouse_mode)
    assert asked == ("Other", True, False, CursorShape.CROSS, MouseMode.CAPTURED)
    assert display.window_size == (320, 200)
    read = (display.title, display.fullscreen, display.vsync, display.cursor_shape, display.mouse_mode)
    assert read == asked


@pytest.mark.parametrize("size", [(0, 100), (100, -1), (16385, 100)])
def test_a_window_size_that_no_screen_has_is_refused(display: DisplayServer, size: tuple[int, int]) -> None:
    with pytest.raises(InvalidValueError, match=r"DisplayServer.window_size must be 1 to 16384 pixels each way, got"):
        display.window_size = size
    assert display.window_size == (640, 360)


@pytest.mark.parametrize("size", [5, "ab", (1.5, 2), (1, 2, 3), (float("nan"), 1), (float("inf"), 1), None])
def test_a_window_size_that_is_no_pair_of_whole_numbers_is_refused(display: DisplayServer, size: Any) -> None:
    with pytest.raises(InvalidTypeError, match=r"DisplayServer.window_size must be \(width, height\) in whole pixels"):
        display.window_size = size


def test_wrong_types_are_refused_by_name(display: DisplayServer) -> None:
    wrong: Any = 3
    with pytest.raises(InvalidTypeError, match=r"DisplayServer.title must be a string, got 3"):
        display.title = wrong
    with pytest.raises(InvalidTypeError, match=r"DisplayServer.cursor_shape must be a CursorShape, got 3"):
        display.cursor_shape = wrong
    with pytest.raises(InvalidValueError, match=r"DisplayServer.mouse_mode must be a code of MouseMode, 0 to 4, got 9"):
        display.mouse_mode = 9


def test_after_dispose_the_window_is_closed_and_says_so(display: DisplayServer) -> None:
    display.dispose()
    display.dispose()

    assert list(display.poll_events()) == []
    with pytest.raises(ServerError, match=r"this DisplayServer was disposed; its window is closed"):
        display.present()
    with pytest.raises(ServerError, match="disposed"):
        display.title = "x"


def test_a_display_with_a_pixel_ratio_that_no_screen_has_is_refused() -> None:
    with pytest.raises(InvalidValueError, match=r"pixel_ratio must be over 0 and at most 8, got 0"):
        HeadlessDisplay((10, 10), pixel_ratio=0)


@pytest.mark.parametrize("value", ["no", None, 1.5])
def test_what_is_neither_true_nor_false_is_refused(display: DisplayServer, value: Any) -> None:
    with pytest.raises(InvalidTypeError, match=r"DisplayServer\.fullscreen must be True or False, got"):
        display.fullscreen = value
    with pytest.raises(InvalidTypeError, match=r"DisplayServer\.vsync must be True or False, got"):
        display.vsync = value
    assert (display.fullscreen, display.vsync) == (False, True)


def test_a_pixel_ratio_is_a_number() -> None:
    with pytest.raises(SapwoodError, match=r"HeadlessDisplay: pixel_ratio: needs a number, got 'high'"):
        HeadlessDisplay((8, 8), pixel_ratio="high")  # type: ignore[arg-type]


def test_a_title_that_cannot_be_written_is_refused(display: DisplayServer) -> None:
    with pytest.raises(
        InvalidValueError, match=r"DisplayServer\.title must be a text that can be written, got '.udcff'"
    ):
        display.title = "\udcff"
    assert display.title == "Test"
