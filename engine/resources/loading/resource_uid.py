"""The uids of resource files: "uid://dm3rdgs30kfci" names a file wherever it is moved to.

A uid is a number of 63 bits. Its text has digits to the base 34, a to y and then 0 to 8, the most significant first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core.errors import InvalidTypeError
from engine.math.value import shortened

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["INVALID_ID", "create_id", "id_to_text", "text_to_id"]

INVALID_ID = -1
"""The number of no file."""

_SCHEME = "uid://"
_DIGITS = "abcdefghijklmnopqrstuvwxy012345678"
_VALUES = {digit: value for value, digit in enumerate(_DIGITS)} | {"z": 25, "9": 34}
# Nobody writes z and 9, and Godot reads them like this: they occur in files that were written by hand.
_LONGEST = 64


def id_to_text(id: int) -> str:
    """The text of a uid; "uid://<invalid>" for a negative number.

    >>> id_to_text(1)
    'uid://b'

    Raises:
        InvalidTypeError: `id` is not a whole number.
    """
    if not isinstance(id, int) or isinstance(id, bool):
        raise InvalidTypeError(f"id_to_text(id): a uid is a whole number, got {shortened(id)}")
    if id < 0:
        return "uid://<invalid>"
    digits = []
    while True:
        id, digit = divmod(id, 34)
        digits.append(_DIGITS[digit])
        if not id:
            return _SCHEME + "".join(reversed(digits))


def text_to_id(text: str) -> int:
    """The number of a uid's text; `INVALID_ID` for what is none.

    >>> text_to_id("uid://b")
    1

    Raises:
        InvalidTypeError: `text` is not a str.
    """
    if not isinstance(text, str):
        raise InvalidTypeError(f"text_to_id(text): the text of a uid is a str, got {shortened(text)}")
    digits = text.removeprefix(_SCHEME)
    if digits == text or not 0 < len(digits) <= _LONGEST:
        return INVALID_ID
    number = 0
    for digit in digits:
        value = _VALUES.get(digit)
        if value is None:
            return INVALID_ID
        number = number * 34 + value
    return number & (2**63 - 1)


def create_id(path: str, taken: Callable[[int], bool] = lambda id: False) -> int:
    """A uid for a file that has none: always the same for the same path of a project, so that builds can be repeated.

    Args:
        path: of the file in its project, such as "res://level.tscn".
        taken: whether another file has that uid already; another is made then.
    """
    salt = 0
    while True:
        number = _hashed(f"{path}#{salt}" if salt else path)
        if not taken(number):
            return number
        salt += 1


def _hashed(text: str) -> int:
    """63 bits of `text`: FNV-1a, mixed so that texts that differ in the end only are far apart."""
    number = 0xCBF29CE484222325
    for byte in text.encode("utf-8", "surrogatepass"):
        number = (number ^ byte) * 0x100000001B3 % 2**64
    for factor in (0xFF51AFD7ED558CCD, 0xC4CEB9FE1A85EC53):
        number = (number ^ number >> 33) * factor % 2**64
    return (number ^ number >> 33) >> 1
