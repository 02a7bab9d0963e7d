"""pyglet's key symbols (X11 keysyms on every system) as Godot's key codes, and the modifier bits.

Where the two name a key alike the name is the table; the rest is listed. pyglet tells no physical key positions, so an
event's `physical_keycode` repeats its `keycode`: on layouts other than the US one, bindings by position follow the
letters.
"""

from __future__ import annotations

import pyglet

from engine.input.keys import Key, KeyLocation

# Before pyglet.window is loaded, which would open a hidden window at once; and with debug_gl, pyglet raises at its next
# GL call what moderngl left behind in GL's error flag.
# "stretch" measures windows in points on every system; the picture is drawn in device pixels all the same.
pyglet.options.shadow_window = False
pyglet.options.debug_gl = False
pyglet.options.dpi_scaling = "stretch"
symbols = pyglet.window.key

_OTHER_NAMES = {
    "RETURN": "ENTER",
    "PRINT": "PRINT",
    "NUM_ENTER": "KP_ENTER",
    "NUM_MULTIPLY": "KP_MULTIPLY",
    "NUM_DIVIDE": "KP_DIVIDE",
    "NUM_SUBTRACT": "KP_SUBTRACT",
    "NUM_ADD": "KP_ADD",
    "NUM_DECIMAL": "KP_PERIOD",
    "NUM_SEPARATOR": "KP_PERIOD",
    "NUM_HOME": "HOME",
    "NUM_END": "END",
    "NUM_LEFT": "LEFT",
    "NUM_UP": "UP",
    "NUM_RIGHT": "RIGHT",
    "NUM_DOWN": "DOWN",
    "NUM_PAGE_UP": "PAGEUP",
    "NUM_PAGE_DOWN": "PAGEDOWN",
    "NUM_INSERT": "INSERT",
    "NUM_DELETE": "DELETE",
    "NUM_BEGIN": "CLEAR",
    "NUM_EQUAL": "EQUAL",
    "NUM_SPACE": "SPACE",
    "NUM_TAB": "TAB",
    "LSHIFT": "SHIFT",
    "RSHIFT": "SHIFT",
    "LCTRL": "CTRL",
    "RCTRL": "CTRL",
    "LALT": "ALT",
    "RALT": "ALT",
    "LOPTION": "ALT",
    "ROPTION": "ALT",
    "LMETA": "META",
    "RMETA": "META",
    "LWINDOWS": "META",
    "RWINDOWS": "META",
    "LCOMMAND": "META",
    "RCOMMAND": "META",
    "EXCLAMATION": "EXCLAM",
    "DOUBLEQUOTE": "QUOTEDBL",
    "HASH": "NUMBERSIGN",
    "GRAVE": "QUOTELEFT",
}
_MODIFIERS = (
    (symbols.MOD_SHIFT, "shift_pressed"),
    (symbols.MOD_CTRL, "ctrl_pressed"),
    (symbols.MOD_ALT | symbols.MOD_OPTION, "alt_pressed"),
    (symbols.MOD_WINDOWS | symbols.MOD_COMMAND, "meta_pressed"),
)


def _build_table() -> dict[int, int]:
    table: dict[int, int] = {}
    for name, symbol in vars(symbols).items():
        if not isinstance(symbol, int) or name.startswith(("MOD_", "MOTION_", "__")):
            continue
        wanted = _OTHER_NAMES.get(name, name)
        if name.startswith("_") and name[1:].isdigit():
            wanted = f"KEY_{name[1:]}"
        elif name.startswith("NUM_") and name[4:].isdigit():
            wanted = f"KP_{name[4:]}"
        code = getattr(Key, wanted, None)
        if code is not None:
            table[symbol] = code
    return table


KEYCODES = _build_table()
"""Godot's key code by pyglet's symbol."""

FIRST_LATIN_1, LAST_LATIN_1 = 0xA0, 0xFF
"""Keysyms of the accented letters, which are characters; Godot's codes are their capitals."""

LOCATIONS = {
    getattr(symbols, side + name): location
    for side, location in (("L", KeyLocation.LEFT), ("R", KeyLocation.RIGHT))
    for name in ("SHIFT", "CTRL", "ALT", "META", "WINDOWS", "COMMAND", "OPTION")
}
"""Left or right, by pyglet's symbol, for the keys that exist twice."""


def keycode_of(symbol: int) -> int:
    """Godot's code for one of pyglet's symbols; `Key.UNKNOWN` for a key that Godot has no name for."""
    if FIRST_LATIN_1 <= symbol <= LAST_LATIN_1:
        upper = chr(symbol).upper()
        return ord(upper) if len(upper) == 1 else symbol
    return KEYCODES.get(symbol, Key.UNKNOWN)


def modifiers_of(bits: int) -> dict[str, bool]:
    """The properties of an input event that pyglet's modifier bits make True: `shift_pressed` and so on."""
    return {name: True for mask, name in _MODIFIERS if bits & mask}
