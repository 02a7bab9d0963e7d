"""What a display back end is: the pyglet window and the headless screen implement it, `DisplayServer` drives it.

The front-end decides and checks; a back end obeys, and reports what the person did. Sizes and mouse positions here are
in points (the window system's pixels, which a HiDPI screen shows with several device pixels), origin top left, y down.
"""

from __future__ import annotations

from enum import Enum, IntEnum
from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from engine.core.contracts import GraphicsContext
    from engine.input.events import InputEvent


class CursorShape(IntEnum):
    """How the mouse pointer looks over the window; named and numbered as Godot's."""

    ARROW = 0
    IBEAM = 1
    POINTING_HAND = 2
    CROSS = 3
    WAIT = 4
    BUSY = 5
    DRAG = 6
    CAN_DROP = 7
    FORBIDDEN = 8
    VSIZE = 9
    HSIZE = 10
    BDIAGSIZE = 11
    FDIAGSIZE = 12
    MOVE = 13
    VSPLIT = 14
    HSPLIT = 15
    HELP = 16


class WindowChange(Enum):
    """What happened to the window itself, reported among the input events in the order in which it happened."""

    CLOSE_REQUESTED = "close requested"
    RESIZED = "resized"
    FOCUS_GAINED = "focus gained"
    FOCUS_LOST = "focus lost"
    MOUSE_EXITED = "mouse exited"


class JoypadChange(NamedTuple):
    """A gamepad came or went."""

    device: int
    """Its number, from 0."""
    connected: bool
    name: str
    """What it calls itself."""


class DisplayBackend(Protocol):
    """A window, or what stands for one."""

    @property
    def graphics(self) -> GraphicsContext:
        """The GL context that draws on this window.

        Raises:
            DisplayError: there is no GL to be had.
        """

    @property
    def window_size(self) -> tuple[int, int]:
        """Width and height of the window's content, in points."""

    def poll(self) -> list[InputEvent | WindowChange | JoypadChange]:
        """What happened since the last poll, in order."""

    def present(self) -> None:
        """Show what was drawn; with vsync on, wait for the screen first."""

    def set_window_size(self, size: tuple[int, int]) -> None:
        """Resize the window's content to `size` points."""

    def set_title(self, title: str) -> None:
        """Write `title` into the window's title bar."""

    def set_fullscreen(self, fullscreen: bool) -> None:
        """Cover the whole screen, or go back to the size before."""

    def set_vsync(self, vsync: bool) -> None:
        """Whether `present` waits for the screen's refresh."""

    def set_cursor_shape(self, shape: CursorShape) -> None:
        """Change how the mouse pointer looks over the window."""

    def set_mouse_mode(self, mode: int) -> None:
        """Show, hide or capture the mouse pointer; a code of `engine.input.keys.MouseMode`."""

    def close(self) -> None:
        """Close the window and release the GL context; harmless when closed already."""
