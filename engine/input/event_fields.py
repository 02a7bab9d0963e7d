"""Properties of input events: checked when they are set, free of cost until then.

An event holds only what differs from the defaults, so a fresh one is an empty object. A value is checked when it is
assigned, which is where the mistake is; a check returns the value to keep, or raises.
"""

from __future__ import annotations

from math import isfinite
from operator import index
from typing import TYPE_CHECKING, Any, TypeVar, cast

from engine.core.errors import InvalidTypeError, InvalidValueError
from engine.core.export import exported
from engine.math import Vector2
from engine.math.errors import MathTypeError
from engine.math.value import integer as whole
from engine.math.value import real, shortened

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.input.event import InputEvent

T = TypeVar("T")


class EventField(property):
    """What `field` makes; it turns into an ordinary property once the class that it stands in names it."""

    def __init__(self, default: Any, check: Callable[[str, Any], Any]) -> None:
        super().__init__()
        self.default = default
        self.check = check

    def __set_name__(self, owner: type[InputEvent], name: str) -> None:
        default, check = self.default, self.check
        where = f"{owner.__name__}.{name}"

        def get(event: InputEvent) -> Any:
            return event.__dict__.get(name, default)

        def set_(event: InputEvent, value: Any) -> None:
            event.__dict__[name] = check(where, value)
            event._edited()

        get.__name__ = get.__qualname__ = name
        setattr(owner, name, property(exported(default)(get), set_))


def field(default: T, check: Callable[[str, Any], T]) -> T:
    """Declare a property of an event class; `default` is what a new event has.

    It is saved in files, and setting it emits the event's `changed`.
    """
    return cast(T, EventField(default, check))


def boolean(where: str, value: Any) -> bool:
    """True or False; whole numbers count as their truth, anything else raises InvalidTypeError."""
    try:
        return whole(value, where) != 0
    except MathTypeError:
        raise InvalidTypeError(f"{where} must be True or False, got {shortened(value)}") from None


def integer(where: str, value: Any) -> int:
    """A whole number, else InvalidTypeError."""
    try:
        return whole(value, where)
    except MathTypeError:
        raise InvalidTypeError(f"{where} must be a whole number, got {shortened(value)}") from None


def code(where: str, value: Any, codes: type) -> int:
    """A whole number that is meant as one of the codes of `codes`, such as Key; else InvalidTypeError that names it."""
    try:
        return index(value)
    except TypeError:
        pass
    name = value.upper().replace(" ", "_") if isinstance(value, str) else ""
    known = [each for each in vars(codes) if not each.startswith("_")]
    fitting = next((each for each in (name, f"KEY_{name}") if each in known), None)
    hint = f"write {codes.__name__}.{fitting}" if fitting else f"its names are those of {codes.__name__}"
    raise InvalidTypeError(f"{where} must be a code of {codes.__name__}, got {shortened(value)}; {hint}")


def code_point(where: str, value: Any) -> int:
    """The number of a character, 0 for none, else InvalidTypeError or InvalidValueError."""
    point = integer(where, value)
    if not 0 <= point <= 0x10FFFF:
        raise InvalidValueError(
            f"{where} must be a character's number, from 0 to 1114111 (0x10ffff), got {shortened(value)}"
        )
    return point


def number(where: str, value: Any) -> float:
    """A finite number, else InvalidTypeError or InvalidValueError."""
    try:
        result = real(value, where)
    except MathTypeError:
        raise InvalidTypeError(f"{where} must be a number, got {shortened(value)}") from None
    if not isfinite(result):
        raise InvalidValueError(f"{where} must be a finite number, got {shortened(value)}")
    return result


def fraction(where: str, value: Any) -> float:
    """A finite number, brought into 0 to 1."""
    return min(max(number(where, value), 0.0), 1.0)


def string(where: str, value: Any) -> str:
    """A text, else InvalidTypeError."""
    if isinstance(value, str):
        return str(value)
    raise InvalidTypeError(f"{where} must be a str, got {shortened(value)}")


def vector(where: str, value: Any) -> Vector2:
    """Two finite numbers, else InvalidTypeError or InvalidValueError."""
    try:
        if isinstance(value, (set, frozenset, dict)):
            raise TypeError("without an order there is no x")
        x, y = value
    except (TypeError, ValueError):
        raise InvalidTypeError(f"{where} must be a Vector2 or two numbers, got {shortened(value)}") from None
    return Vector2(number(where, x), number(where, y))


def format_truth(value: bool) -> str:
    """A truth as event texts print it, "true" or "false"."""
    return "true" if value else "false"


def format_vector(value: Vector2) -> str:
    """A point as event texts print it, such as "(10, 2.5)"."""
    return f"({value.x:g}, {value.y:g})"
