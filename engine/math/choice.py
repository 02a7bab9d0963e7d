"""The check of an argument that is one of a few named choices."""

from __future__ import annotations

from enum import IntEnum
from typing import Any, TypeVar

from engine.math.errors import MathValueError
from engine.math.value import shortened

_E = TypeVar("_E", bound=IntEnum)


def checked_choice(where: str, choices: type[_E], value: Any) -> _E:
    """A member of an enum, given itself or as its number; `where` begins the error's text.

    Raises:
        MathValueError: anything else; the text lists the members.
    """
    try:
        if value.__class__ is not bool:  # which is an int in Python, but means no member
            return choices(value)
    except ValueError:
        pass
    known = ", ".join(f"{each.name} {each.value}" for each in choices)
    raise MathValueError(f"{where} must be one of {known}, got {shortened(value)}")
