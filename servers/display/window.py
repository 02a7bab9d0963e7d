"""A pyglet window as display back end, driven by our own loop.

pyglet draws nothing here: moderngl takes over the window's GL context. pyglet still sets the GL viewport when the
window is resized, and the default framebuffer that moderngl saw keeps its first size, so `screen` has its viewport set
anew each time it is asked for.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import moderngl
import pyglet

from engine.core.clock import RealClock
from engine.core.errors import DisplayError
from engine.input.keys import MouseMode
from servers.display.backend import CursorShape
from servers.display.gamepads import Gamepads
from servers.display.gl_faults import explain
from servers.display.headless import GL_VERSION
from servers.display.key_table import FIRST_LATIN_1, KEYCODES, LAST_LATIN_1
from servers.display.window_events import WindowEvents

if TYPE_CHECKING:
    from engine.core.contracts import GraphicsContext
    from engine.input.events import InputEvent
    from servers.display.backend import JoypadChange, WindowChange

_CURSORS = {
    CursorShape.IBEAM: "text",
    CursorShape.POINTING_HAND: "hand",
    CursorShape.CROSS: "crosshair",
    CursorShape.WAIT: "wait",
    CursorShape.BUSY: "wait_arrow",
    CursorShape.DRAG: "size",
    CursorShape.CAN_DROP: "hand",
    CursorShape.FORBIDDEN: "no",
    CursorShape.VSIZE: "size_up_down",
    CursorShape.HSIZE: "size_left_right",
    CursorShape.BDIAGSIZE: "size_up_right",
    CursorShape.FDIAGSIZE: "size_down_right",
    CursorShape.MOVE: "size",
    CursorShape.VSPLIT: "size_up_down",
    CursorShape.HSPLIT: "size_left_right",
    CursorShape.HELP: "help",
}


class WindowDisplay:
    """A window on the screen. One for each process: what a pyglet window needs besides is the process's."""

    def __init__(self, size: tuple[int, int], *, title: str, resizable: bool) -> None:
        """Open a window of `size` points, with vsync on.

        Raises:
            DisplayError: there is no display, or no OpenGL 3.3 on it; the text says which.
        """
        try:
            self._window = _GameWindow(*size, caption=title, resizable=resizable, vsync=True, config=_config())
        except Exception as error:
            raise DisplayError(f"no window can be opened: {explain(error)}") from error
        try:
            self._graphics = _WindowContext(self._window)
        except Exception as error:
            self._window.close()
            raise DisplayError(f"no OpenGL 3.3 on this display: {explain(error)}") from error
        self._events = WindowEvents(lambda: int(self._window.get_size()[1]), RealClock().now)
        self._window.push_handlers(**self._events.handlers())
        self._gamepads = Gamepads()
        self._windowed_size = size
        self._closed = False

    @property
    def graphics(self) -> GraphicsContext:
        """The window's GL context."""
        return self._graphics

    @property
    def window_size(self) -> tuple[int, int]:
        """Width and height of the content in points."""
        width, height = self._window.get_size()
        return max(1, width), max(1, height)

    def poll(self) -> list[InputEvent | WindowChange | JoypadChange]:
        """Let the window system and the pads report, and give what they said."""
        self._window.switch_to()
        if sys.platform.startswith("linux"):
            pyglet.app.platform_event_loop.step(0.0)  # also reads the pads' device files
        else:
            pyglet.app.platform_event_loop.dispatch_posted_events()
        self._window.dispatch_events()
        return [*self._events.take(), *self._gamepads.take()]

    def present(self) -> None:
        """Swap the buffers, after the screen's refresh with vsync."""
        self._window.flip()

    def set_window_size(self, size: tuple[int, int]) -> None:
        """Ask the window manager for `size` points."""
        # On X11 pyglet takes device pixels here, and points everywhere else.
        scale = self._graphics.pixel_ratio if sys.platform.startswith("linux") else 1.0
        self._window.set_size(*(round(side * scale) for side in size))

    def set_title(self, title: str) -> None:
        """Write the title bar."""
        self._window.set_caption(title)

    def set_fullscreen(self, fullscreen: bool) -> None:
        """Cover the screen that the window is on, or go back."""
        if fullscreen:
            self._windowed_size = self.window_size
        self._window.set_fullscreen(fullscreen)
        if not fullscreen:
            self.set_window_size(self._windowed_size)  # pyglet goes back to as many device pixels as there were points
        # The window was unmapped meanwhile and may have missed what came up.
        self._window.dispatch_event("on_deactivate")
        self._window.dispatch_event("on_activate")

    def set_vsync(self, vsync: bool) -> None:
        """Tie the buffer swap to the screen's refresh, or not."""
        self._window.set_vsync(vsync)

    def set_cursor_shape(self, shape: CursorShape) -> None:
        """Show the system's cursor of that shape."""
        name = _CURSORS.get(shape)
        self._window.set_mouse_cursor(self._window.get_system_mouse_cursor(name) if name else None)

    def set_mouse_mode(self, mode: int) -> None:
        """Show, hide or capture the pointer; pyglet cannot confine it, so a confined pointer is a free one."""
        captured = mode == MouseMode.CAPTURED
        self._events.set_captured(captured)
        self._window.set_exclusive_mouse(captured)
        self._window.set_mouse_visible(mode in (MouseMode.VISIBLE, MouseMode.CONFINED))

    def close(self) -> None:
        """Close the window; its GL context goes with it."""
        if not self._closed:
            self._closed = True
            self._gamepads.close()
            self._graphics.release()
            self._window.close()


class _GameWindow(pyglet.window.Window):  # type: ignore[misc]  # which class it is depends on the system
    """A pyglet window, with two things of its X11 keyboard put right.

    A key's symbol does not depend on Shift, so that a release names the key that was pressed; and a key that came up
    while the window had no keyboard does not count as held for ever.
    """

    def on_deactivate(self) -> None:
        getattr(self, "pressed_keys", set()).clear()

    def _event_text_symbol(self, ev: Any) -> tuple[str | None, int]:
        text, symbol = super()._event_text_symbol(ev)
        plain = pyglet.libs.x11.xlib.XKeycodeToKeysym(self._x_display, ev.xkey.keycode, 0)
        is_character = (plain in KEYCODES and plain <= 0x7E) or FIRST_LATIN_1 <= plain <= LAST_LATIN_1
        return text, plain if is_character else symbol


class _WindowContext:
    """The window's GL context as GraphicsContext."""

    def __init__(self, window: Any) -> None:
        self._window = window
        window.switch_to()
        self._ctx = moderngl.create_context(require=GL_VERSION)

    @property
    def ctx(self) -> Any:
        return self._ctx

    @property
    def screen(self) -> Any:
        screen = self._ctx.screen
        screen.viewport = (0, 0, *self.framebuffer_size)
        return screen

    @property
    def framebuffer_size(self) -> tuple[int, int]:
        width, height = self._window.get_framebuffer_size()
        return max(1, width), max(1, height)

    @property
    def pixel_ratio(self) -> float:
        return self.framebuffer_size[0] / max(1, int(self._window.get_size()[0]))

    def make_current(self) -> None:
        self._window.switch_to()

    def release(self) -> None:
        """Let go of the context; the window frees it."""
        self._window.switch_to()
        self._ctx.release()


def _config() -> Any:
    """What is asked of the framebuffer: double buffered, no depth (the renderer has its own targets), GL 3.3."""
    config: Any = pyglet.gl.Config
    return config(double_buffer=True, depth_size=0, major_version=3, minor_version=3, forward_compatible=True)
