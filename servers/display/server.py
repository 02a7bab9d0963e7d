"""DisplayServer: the window as a game sees it.

In:    what the person did, from a back end (a pyglet window, or the headless screen).
Out:   input events with positions in points; signals for what happened to the window; a GraphicsContext.
Space: the window is measured in points, the framebuffer in device pixels (points times the screen's pixel ratio). What
       of the scene a window shows, and how large, is the root viewport's to say: see engine.tree.content_scale.
When:  main thread. `poll_events` before a tick, `present` after drawing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core.errors import InvalidTypeError, InvalidValueError, ServerError
from engine.core.property_checks import checked_bool
from engine.core.signal import Signal
from engine.input.keys import MouseMode
from engine.math import Vector2
from engine.math.value import shortened
from servers.display.backend import CursorShape, JoypadChange, WindowChange

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from engine.core.contracts import GraphicsContext
    from engine.input.events import InputEvent
    from servers.display.backend import DisplayBackend

MAX_WINDOW_SIDE = 16384
"""Points; the largest framebuffer side that GL drivers of today offer."""


class DisplayServer:
    """The window: its size, title and state, the pointer over it, and the events that come from it.

    A game finds it with `tree.servers.require(DisplayServer)`. It is there without a window too, with a screen in
    memory behind it, so that a game need not ask.
    """

    resized: Signal[Vector2] = Signal[Vector2]("window_size")
    """The window has another size, in points; `window_size` is updated already."""
    close_requested: Signal[()] = Signal[()]()
    """The person wants to close the window; the application answers it by quitting the tree."""
    focus_gained: Signal[()] = Signal[()]()
    """The window gets the keyboard."""
    focus_lost: Signal[()] = Signal[()]()
    """The window loses the keyboard; keys that are held then never report their release."""
    mouse_exited: Signal[()] = Signal[()]()
    """The mouse leaves the window; an event of it tells when it is back."""
    joypad_changed: Signal[int, bool, str] = Signal[int, bool, str]("device", "connected", "name")
    """A gamepad came or went; the first poll tells those that were there before."""

    def __init__(self, backend: DisplayBackend, *, title: str = "Sapwood") -> None:
        """Drive `backend`, which is closed with this server."""
        self._backend = backend
        self._disposed = False
        self._title = ""
        self._fullscreen = False
        self._vsync = True
        self._focused = True
        self._cursor_shape = CursorShape.ARROW
        self._mouse_mode: int = MouseMode.VISIBLE
        self.title = title

    @property
    def graphics(self) -> GraphicsContext:
        """What a render server draws with.

        Raises:
            DisplayError: there is no GL to be had.
        """
        return self._backend.graphics

    @property
    def window_size(self) -> tuple[int, int]:
        """Width and height of the window's content, in points; what a window manager makes of a wish is up to it.

        Raises:
            InvalidValueError: a side is below 1 or over 16,384.
        """
        return self._backend.window_size

    @window_size.setter
    def window_size(self, size: Sequence[int]) -> None:
        backend = self._open()
        before = backend.window_size
        backend.set_window_size(checked_size("DisplayServer.window_size", size))
        if backend.window_size != before:  # it obeyed at once; otherwise the window system reports it later
            self.resized.emit(Vector2(backend.window_size))

    @property
    def framebuffer_size(self) -> tuple[int, int]:
        """Width and height of what is drawn on, in device pixels."""
        return self._backend.graphics.framebuffer_size

    @property
    def title(self) -> str:
        """What the window's title bar says.

        Raises:
            InvalidTypeError, InvalidValueError: set to something that is no text, or cannot be written.
        """
        return self._title

    @title.setter
    def title(self, title: str) -> None:
        title = checked_title("DisplayServer.title", title)
        self._open().set_title(title)
        self._title = title

    @property
    def fullscreen(self) -> bool:
        """Whether the window covers the screen. Default: False.

        Raises:
            InvalidTypeError: set to something else than True or False.
        """
        return self._fullscreen

    @fullscreen.setter
    def fullscreen(self, fullscreen: bool) -> None:
        fullscreen = checked_bool(self, "fullscreen", fullscreen)
        if fullscreen != self._fullscreen:
            self._open().set_fullscreen(fullscreen)
            self._fullscreen = fullscreen

    @property
    def vsync(self) -> bool:
        """Whether `present` waits for the screen's refresh, which also keeps the frame rate at it. Default: True.

        Raises:
            InvalidTypeError: set to something else than True or False.
        """
        return self._vsync

    @vsync.setter
    def vsync(self, vsync: bool) -> None:
        vsync = checked_bool(self, "vsync", vsync)
        self._open().set_vsync(vsync)
        self._vsync = vsync

    @property
    def focused(self) -> bool:
        """Whether the window has the keyboard."""
        return self._focused

    @property
    def cursor_shape(self) -> CursorShape:
        """How the mouse pointer looks over the window. Default: `CursorShape.ARROW`."""
        return self._cursor_shape

    @cursor_shape.setter
    def cursor_shape(self, shape: CursorShape) -> None:
        if not isinstance(shape, CursorShape):
            raise InvalidTypeError(f"DisplayServer.cursor_shape must be a CursorShape, got {shortened(shape)}")
        self._open().set_cursor_shape(shape)
        self._cursor_shape = shape

    @property
    def mouse_mode(self) -> int:
        """Whether the mouse pointer is shown, hidden or captured, a code of MouseMode. Default: `MouseMode.VISIBLE`.

        The application sets it to `tree.input.mouse_mode` in every frame, so that is what a game changes.
        """
        return self._mouse_mode

    @mouse_mode.setter
    def mouse_mode(self, mode: int) -> None:
        if mode not in range(MouseMode.VISIBLE, MouseMode.CONFINED_HIDDEN + 1):
            raise InvalidValueError(
                f"DisplayServer.mouse_mode must be a code of MouseMode, 0 to 4, got {shortened(mode)}"
            )
        if mode != self._mouse_mode:
            self._open().set_mouse_mode(mode)
            self._mouse_mode = mode

    def poll_events(self) -> Iterator[InputEvent]:
        """Take what happened since the last call; go through all of it.

        What happened to the window and to the gamepads is told by the signals when it is its turn among the events,
        which have mouse positions in points.
        """
        return self._told([] if self._disposed else self._backend.poll())

    def _told(self, happened: list[InputEvent | WindowChange | JoypadChange]) -> Iterator[InputEvent]:
        for event in happened:
            if isinstance(event, WindowChange):
                self._tell(event)
            elif isinstance(event, JoypadChange):
                self.joypad_changed.emit(event.device, event.connected, event.name)
            else:
                yield event

    def present(self) -> None:
        """Show what was drawn; with `vsync`, wait for the screen's refresh first."""
        self._open().present()

    def dispose(self) -> None:
        """Close the window and release its GL context. Harmless the second time."""
        if not self._disposed:
            self._disposed = True
            self._backend.close()

    def _where(self) -> str:
        return "DisplayServer"

    def _open(self) -> DisplayBackend:
        if self._disposed:
            raise ServerError("this DisplayServer was disposed; its window is closed")
        return self._backend

    def _tell(self, change: WindowChange) -> None:
        if change is WindowChange.RESIZED:
            self.resized.emit(Vector2(self._backend.window_size))
        elif change is WindowChange.CLOSE_REQUESTED:
            self.close_requested.emit()
        elif change is WindowChange.FOCUS_GAINED:
            self._focused = True
            self.focus_gained.emit()
        elif change is WindowChange.MOUSE_EXITED:
            self.mouse_exited.emit()
        else:
            self._focused = False
            self.focus_lost.emit()


def checked_size(where: str, size: Sequence[float]) -> tuple[int, int]:
    """`size` as two whole numbers of pixels; the errors begin with `where`.

    Raises:
        InvalidTypeError: it is not a pair of whole numbers.
        InvalidValueError: a side is below 1 or over 16,384.
    """
    try:
        width, height = (int(side) for side in size)
        is_whole = (width, height) == tuple(size)
    except (TypeError, ValueError, OverflowError):
        width = height = 0
        is_whole = False
    if not is_whole:
        raise InvalidTypeError(f"{where} must be (width, height) in whole pixels, got {shortened(size)}")
    if not (1 <= width <= MAX_WINDOW_SIDE and 1 <= height <= MAX_WINDOW_SIDE):
        raise InvalidValueError(f"{where} must be 1 to {MAX_WINDOW_SIDE} pixels each way, got {shortened(size)}")
    return width, height


def checked_title(where: str, title: str) -> str:
    """A text that a window system takes; the errors begin with `where`.

    Raises:
        InvalidTypeError: it is not a str.
        InvalidValueError: it has half a character in it (a lone surrogate).
    """
    if not isinstance(title, str):
        raise InvalidTypeError(f"{where} must be a string, got {shortened(title)}")
    try:
        title.encode()
    except UnicodeEncodeError:
        raise InvalidValueError(f"{where} must be a text that can be written, got {shortened(title)}") from None
    return title
