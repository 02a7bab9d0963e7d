"""What is missing where no GL context can be made, and what to do, in words; drivers give numbers.

The words are for Linux, where drivers are installed apart; a driver's own text stands in them everywhere.
"""

from __future__ import annotations

INSTALL = "on Debian or Ubuntu install libegl1, libgl1-mesa-dri and libgl1"
UPDATE = "update the graphics driver, or let Mesa draw without it: set LIBGL_ALWAYS_SOFTWARE=1"

_FAULTS = (
    ("not loaded", "a library is missing", INSTALL),
    ("but found 0 devices", "EGL finds no device and no driver that draws without one", INSTALL),
    ("(0x3001)", "the driver does not start; its files, or the device folder /dev/dri, are not there", INSTALL),
    ("(0x3009)", "the driver has only an older OpenGL", UPDATE),
    ("Requested OpenGL version", "the driver has only an older OpenGL", UPDATE),
    ("ContextException", "the display's driver does not start, or has only an older OpenGL", UPDATE),
    ("NoSuchConfigException", "the display's driver does not start, or has only an older OpenGL", UPDATE),
    ("NoSuchDisplayException", "there is no display; DISPLAY names none that answers", ""),
)
"""By what a library's error says: what that means, and what helps."""


def explain(error: BaseException) -> str:
    """What an error of moderngl or pyglet means, the error's own words, and what to do about it."""
    said = f"{type(error).__name__}: {error}"
    words = str(error) or type(error).__name__
    for mark, meaning, advice in _FAULTS:
        if mark in said:
            return f"{meaning} ({words})" + (f" - {advice}" if advice else "")
    return f"{words} - {INSTALL}"
