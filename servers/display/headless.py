"""The screen without a window: a GL framebuffer in memory, and events that a script pushes.

In:    events pushed by a test or a replay, instead of a person.
Out:   a GraphicsContext on EGL (Mesa's llvmpipe where there is no graphics card), made at the first use, so that a run
       that never looks at a picture needs no GL at all.
Space: the window's size in points; the framebuffer has `pixel_ratio` times as many pixels each way.
"""

from __future__ import annotations

import gc
import sys
from typing import TYPE_CHECKING, Any

import moderngl

from engine.core.errors import DisplayError, InvalidValueError
from engine.input.keys import MouseMode
from engine.math.value import real, shortened
from servers.display.backend import CursorShape, JoypadChange, WindowChange
from servers.display.gl_faults import explain
from servers.display.server import checked_size

if TYPE_CHECKING:
    from engine.input.events import InputEvent

GL_VERSION = 330
"""What every shader of the engine asks for at least: OpenGL 3.3 core."""

_MOST_DEVICES = 16
"""So many graphics devices are tried; a machine with more has one that works among them."""


class HeadlessDisplay:
    """A display back end that shows nothing and is told what happens.

    `push`, `mouse_exit`, `request_close`, `resize`, `set_focus` and `connect_joypad` take the person's place; what they
    do is seen at the next poll.
    What the game asked of the window stands in `title`, `fullscreen`, `vsync`, `cursor_shape` and `mouse_mode`.
    """

    def __init__(self, size: tuple[int, int], *, pixel_ratio: float = 1.0) -> None:
        """A screen of `size` points with `pixel_ratio` device pixels for each (over 0).

        Raises:
            InvalidTypeError, InvalidValueError, MathTypeError: a size or a ratio that no screen has.
        """
        pixel_ratio = real(pixel_ratio, "HeadlessDisplay: pixel_ratio")
        if not 0 < pixel_ratio <= 8:
            raise InvalidValueError(
                f"HeadlessDisplay: pixel_ratio must be over 0 and at most 8, got {shortened(pixel_ratio)}"
            )
        self._size = checked_size("HeadlessDisplay: size", size)
        self._pending: list[InputEvent | WindowChange | JoypadChange] = []
        self._graphics = HeadlessGraphics(self._size, pixel_ratio)
        self.title = ""
        self.fullscreen = False
        self.vsync = True
        self.cursor_shape = CursorShape.ARROW
        self.mouse_mode: int = MouseMode.VISIBLE
        self.presented = 0
        """How many frames were presented."""

    @property
    def graphics(self) -> HeadlessGraphics:
        """The GL context, which is made when first used."""
        return self._graphics

    @property
    def window_size(self) -> tuple[int, int]:
        """Width and height in points."""
        return self._size

    def push(self, event: InputEvent) -> None:
        """Let `event` happen; mouse positions are in points of the window."""
        self._pending.append(event)

    def mouse_exit(self) -> None:
        """Do as if the mouse had left the window; an event of it brings it back."""
        self._pending.append(WindowChange.MOUSE_EXITED)

    def connect_joypad(self, device: int, name: str = "") -> None:
        """Do as if the gamepad of that number had been plugged in."""
        self._pending.append(JoypadChange(device, True, name))

    def disconnect_joypad(self, device: int) -> None:
        """Do as if the gamepad of that number had been pulled out."""
        self._pending.append(JoypadChange(device, False, ""))

    def request_close(self) -> None:
        """Do as if the person had clicked the window's close button."""
        self._pending.append(WindowChange.CLOSE_REQUESTED)

    def set_focus(self, focused: bool) -> None:
        """Do as if the window had got or lost the keyboard."""
        self._pending.append(WindowChange.FOCUS_GAINED if focused else WindowChange.FOCUS_LOST)

    def resize(self, size: tuple[int, int]) -> None:
        """Do as if the person had dragged the window to `size` points."""
        self.set_window_size(size)
        self._pending.append(WindowChange.RESIZED)

    def poll(self) -> list[InputEvent | WindowChange | JoypadChange]:
        """What was pushed since the last poll."""
        events, self._pending = self._pending, []
        return events

    def present(self) -> None:
        """Count the frame."""
        self.presented += 1

    def set_window_size(self, size: tuple[int, int]) -> None:
        """Have another size from now on; the framebuffer is made anew."""
        self._size = checked_size("HeadlessDisplay: size", size)
        self._graphics.resize(self._size)

    def set_title(self, title: str) -> None:
        """Keep the title."""
        self.title = title

    def set_fullscreen(self, fullscreen: bool) -> None:
        """Keep the wish; a screen in memory is always wholly covered."""
        self.fullscreen = fullscreen

    def set_vsync(self, vsync: bool) -> None:
        """Keep the wish; there is no refresh to wait for."""
        self.vsync = vsync

    def set_cursor_shape(self, shape: CursorShape) -> None:
        """Keep the shape."""
        self.cursor_shape = shape

    def set_mouse_mode(self, mode: int) -> None:
        """Keep the mode."""
        self.mouse_mode = mode

    def close(self) -> None:
        """Release the GL context, if one was made."""
        self._graphics.release()


class HeadlessGraphics:
    """A GraphicsContext on a framebuffer in memory; the GL context is made when it is first asked for."""

    def __init__(self, size: tuple[int, int], pixel_ratio: float) -> None:
        """For a window of `size` points with `pixel_ratio` device pixels for each."""
        self._pixel_ratio = pixel_ratio
        self._size = size
        self._ctx: moderngl.Context | None = None
        self._screen: moderngl.Framebuffer | None = None
        self._released = False
        self.leaked: list[str] = []
        """What `live_objects` gave when the context was released."""

    @property
    def ctx(self) -> Any:
        """The moderngl context.

        Raises:
            DisplayError: this machine has no OpenGL, or the display was closed.
        """
        if self._ctx is None:
            if self._released:
                raise DisplayError("this display was closed; its GL context is gone")
            self._ctx = create_headless_context()
        return self._ctx

    @property
    def screen(self) -> Any:
        """The framebuffer: RGBA, 8 bits a channel, no depth; a new one after a resize.

        Raises:
            DisplayError: as `ctx`; or the graphics card takes no picture of that size.
        """
        if self._screen is None:
            ctx = self.ctx
            self.make_current()
            width, height = self.framebuffer_size
            most = int(ctx.info["GL_MAX_TEXTURE_SIZE"])
            if max(width, height) > most:
                raise DisplayError(
                    f"a screen of {width} x {height} pixels is more than the {most} each way that this graphics card "
                    "takes; make it smaller"
                )
            self._screen = ctx.framebuffer(color_attachments=[ctx.texture((width, height), 4)])
            self._screen.clear()
        return self._screen

    @property
    def framebuffer_size(self) -> tuple[int, int]:
        """Width and height in device pixels."""
        width, height = self._size
        return max(1, round(width * self._pixel_ratio)), max(1, round(height * self._pixel_ratio))

    @property
    def pixel_ratio(self) -> float:
        """Device pixels for each point."""
        return self._pixel_ratio

    def make_current(self) -> None:
        """Let GL calls of this thread go to this context.

        Raises:
            DisplayError: as `ctx`; or somebody else released the context.
        """
        ctx = self.ctx
        if _is_released(ctx):
            raise DisplayError("this display's GL context was released by somebody else; close the display instead")
        ctx.__enter__()

    def resize(self, size: tuple[int, int]) -> None:
        """Be `size` points large; the framebuffer is made anew when it is next asked for."""
        self._size = size
        self._release_screen()

    def release(self) -> None:
        """Release everything; there is no context afterwards."""
        if self._ctx is not None and _is_released(self._ctx):
            self._ctx = self._screen = None  # what was made in it went with it
        self._release_screen()
        self.leaked += self.live_objects()
        self._released = True
        if self._ctx is not None:
            self._ctx.release()
            self._ctx = None

    def live_objects(self) -> list[str]:
        """The GPU objects that others made in this context and did not release, as text for a leak report."""
        if self._ctx is None:
            return []
        own = [self._screen, *self._screen.color_attachments] if self._screen is not None else []
        held = [
            type(thing).__name__
            for thing in gc.get_objects()
            if type(thing).__module__ == "moderngl"
            and getattr(thing, "ctx", None) is self._ctx
            and not isinstance(thing.mglo, moderngl.InvalidObject)
            and not any(thing is mine for mine in own)
        ]
        dropped = [
            f"{type(thing).__name__} (dropped)"
            for thing in self._ctx.objects
            if not isinstance(thing, moderngl.InvalidObject)
        ]
        return sorted(held + dropped)

    def _release_screen(self) -> None:
        if self._screen is not None:
            self.make_current()
            for texture in self._screen.color_attachments:
                texture.release()
            self._screen.release()
            self._screen = None


def _is_released(ctx: moderngl.Context) -> bool:
    return isinstance(ctx.mglo, moderngl.InvalidObject)


def create_headless_context() -> moderngl.Context:
    """A GL context that needs no window, of the first graphics device that gives one; Mesa's software is the last.

    Raises:
        DisplayError: there is no OpenGL 3.3 on this machine; the text says what is missing, and what to do.
    """
    if sys.platform.startswith("linux"):
        ctx = _first_egl_context()
    else:
        try:
            ctx = moderngl.create_context(standalone=True, require=GL_VERSION)
        except Exception as error:
            raise _no_gl(error) from error
    ctx.gc_mode = "context_gc"  # what is dropped without release() waits in ctx.objects, where live_objects() finds it
    return ctx


def _first_egl_context() -> moderngl.Context:
    fault: Exception | None = None
    for index in range(_MOST_DEVICES):
        settings: Any = {"backend": "egl", "device_index": index}
        try:
            return moderngl.create_context(standalone=True, require=GL_VERSION, **settings)
        except Exception as error:  # noqa: BLE001  # moderngl raises no other
            if fault is not None and "but found" in str(error):  # there are no more; the first one's fault is told
                break
            fault = fault or error
    assert fault is not None
    raise _no_gl(fault) from fault


def _no_gl(error: Exception) -> DisplayError:
    return DisplayError(f"no OpenGL 3.3 without a window on this machine: {explain(error)}")
