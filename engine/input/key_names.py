"""The names of keys, Godot's words: "Escape", "Kp Enter", "A".

They are what `InputEventKey.as_text` prints and, without blanks, what a binding text such as "key:KpEnter" says.
"""

from __future__ import annotations

from engine.input.keys import Key

# Names that are not just the constant's words with a capital each.
_SPECIAL_NAMES = {
    "SYSREQ": "SysReq",
    "PAGEUP": "PageUp",
    "PAGEDOWN": "PageDown",
    "CAPSLOCK": "CapsLock",
    "NUMLOCK": "NumLock",
    "SCROLLLOCK": "ScrollLock",
    "VOLUMEDOWN": "VolumeDown",
    "VOLUMEMUTE": "VolumeMute",
    "VOLUMEUP": "VolumeUp",
    "MEDIAPLAY": "MediaPlay",
    "MEDIASTOP": "MediaStop",
    "MEDIAPREVIOUS": "MediaPrevious",
    "MEDIANEXT": "MediaNext",
    "MEDIARECORD": "MediaRecord",
    "HOMEPAGE": "HomePage",
    "STANDBY": "StandBy",
    "OPENURL": "OpenURL",
    "LAUNCHMAIL": "LaunchMail",
    "LAUNCHMEDIA": "LaunchMedia",
    "LAUNCHA": "LaunchA",
    "LAUNCHB": "LaunchB",
    "LAUNCHC": "LaunchC",
    "LAUNCHD": "LaunchD",
    "LAUNCHE": "LaunchE",
    "LAUNCHF": "LaunchF",
    "KEYBOARD": "On-screen keyboard",
    "JIS_EISU": "JIS Eisu",
    "JIS_KANA": "JIS Kana",
    "QUOTEDBL": "QuoteDbl",
    "NUMBERSIGN": "NumberSign",
    "PARENLEFT": "ParenLeft",
    "PARENRIGHT": "ParenRight",
    "BRACKETLEFT": "BracketLeft",
    "BACKSLASH": "BackSlash",
    "BRACKETRIGHT": "BracketRight",
    "ASCIICIRCUM": "AsciiCircum",
    "UNDERSCORE": "UnderScore",
    "QUOTELEFT": "QuoteLeft",
    "BRACELEFT": "BraceLeft",
    "BRACERIGHT": "BraceRight",
    "ASCIITILDE": "AsciiTilde",
}
_NOT_KEYS = ("NONE", "SPECIAL", "UNKNOWN")


def _name_of(constant: str) -> str:
    words = constant.removeprefix("KEY_").split("_")
    return _SPECIAL_NAMES.get(constant) or " ".join(word.capitalize() for word in words)


KEY_NAMES: dict[int, str] = {
    code: _name_of(constant) for constant, code in vars(Key).items() if constant.isupper() and constant not in _NOT_KEYS
}
"""Every key's name by its code; read only."""

_CODES = {name.replace(" ", "").lower(): code for code, name in KEY_NAMES.items()}


def get_keycode_string(code: int) -> str:
    """The name of a key, such as "Escape"; the character itself for a letter outside ASCII, "" for no key."""
    name = KEY_NAMES.get(code)
    if name is not None:
        return name
    return chr(code) if 0x7F < code <= 0x10FFFF and chr(code).isprintable() else ""


def find_keycode_from_string(name: str) -> int:
    """The code of the key called `name`, letter case and blanks not counted; `Key.NONE` when there is none."""
    code = _CODES.get(name.replace(" ", "").lower())
    if code is not None:
        return code
    letter = name.upper()
    return ord(letter) if len(letter) == 1 and get_keycode_string(ord(letter)) == letter else Key.NONE
