"""What most lines of scenes look like, read by one match of a regular expression each.

A line that is read here is spelled just as the writer would spell it. All others are left to the slow way.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final, NamedTuple

from engine.math import Color, Vector2, Vector3
from engine.tree.node_path import NodePath
from scenes.text.numbers import component
from scenes.text.values import ExtResource, StringName, SubResource

__all__ = ["UNSURE", "UsualLines", "usual_lines"]

_new = tuple.__new__
_Reader = Callable[["re.Match[str]"], Any]

UNSURE: Final = object()
"""What a reader gives for a value that is not spelled as the writer would."""

_KEY: Final = r"([!#-:<>-Z\\^-~]++)"
_NUMBER: Final = r"(-?[0-9]{1,6}+(?:\.(?!0[,)])[0-9]++)?)"  # with a fraction if it has a point
_INT: Final = r"0|-?[1-9][0-9]{0,17}+"
_TEXT: Final = r'"([^"\\\0]*+)"'
_ESCAPED: Final = r"""[^"\\'\0\a\b\f\n\r\t\v]*+"""  # needs no escape in headers and paths
_ATTRIBUTE: Final = rf' (?!binds)[a-z_]++=(?:"{_ESCAPED}"|{_INT}|ExtResource\("(?!"){_ESCAPED}"\))'
_ATTRIBUTE_PARTS: Final = rf' ([a-z_]++)=(?:"({_ESCAPED})"|({_INT})|ExtResource\("({_ESCAPED})"\))'


class UsualLines(NamedTuple):
    """The matchers for files with one kind of line end."""

    entry: Callable[[str, int], re.Match[str] | None]
    """Matches from the line end before a property to its end; group 1 is its key."""
    readers: tuple[_Reader, ...]
    """The reader of a match of `entry`, by its lastindex."""
    header: Callable[[str, int], re.Match[str] | None]
    """Matches from the line ends before a header to its end; the groups are line ends, kind and attributes."""
    attributes: Callable[[str], list[tuple[str, str, str, str]]]
    """The attributes of such a header: name, and text, number or the id of an ext_resource."""


def _no_value(match: re.Match[str]) -> Any:
    return UNSURE


def _float(first: int) -> _Reader:
    def read(match: re.Match[str]) -> Any:
        text = match[first]
        number = float(text)
        return number if repr(number) == text else UNSURE

    return read


def _int(first: int) -> _Reader:
    return lambda match: int(match[first])


def _string(first: int) -> _Reader:
    return lambda match: match[first]


def _constant(value: bool | None) -> Callable[[int], _Reader]:
    return lambda first: lambda match: value


def _vector_2(first: int) -> _Reader:
    second = first + 1

    def read(match: re.Match[str]) -> Any:
        text_x, text_y = match.group(first, second)
        x, y = float(text_x), float(text_y)
        if (repr(x) == text_x or component(x) == text_x) and (repr(y) == text_y or component(y) == text_y):
            return _new(Vector2, (x, y))
        return UNSURE

    return read


def _numbers(type: Any, count: int) -> Callable[[int], _Reader]:
    def make(first: int) -> _Reader:
        groups = tuple(range(first, first + count))

        def read(match: re.Match[str]) -> Any:
            texts = match.group(*groups)
            numbers = [float(text) for text in texts]
            for number, text in zip(numbers, texts):  # noqa: B905
                if repr(number) != text and component(number) != text:
                    return UNSURE
            return _new(type, numbers)

        return read

    return make


def _named(type: Any) -> Callable[[int], _Reader]:
    return lambda first: lambda match: type(match[first])


def _listed(count: int) -> str:
    return ", ".join([_NUMBER] * count)


_FORMS: Final[tuple[tuple[str, Callable[[int], _Reader]], ...]] = (
    (_TEXT, _string),
    (rf"Vector2\({_listed(2)}\)", _vector_2),
    (r"(-?[0-9]{1,6}+\.[0-9]++)", _float),
    (rf"({_INT})", _int),
    (rf"Color\({_listed(4)}\)", _numbers(Color, 4)),
    (rf'ExtResource\("({_ESCAPED})"\)', _named(ExtResource)),
    (rf'SubResource\("({_ESCAPED})"\)', _named(SubResource)),
    (r"(true)", _constant(True)),
    (r"(false)", _constant(False)),
    (rf"Vector3\({_listed(3)}\)", _numbers(Vector3, 3)),
    (rf'NodePath\("({_ESCAPED})"\)', _named(NodePath)),
    (rf'&"({_ESCAPED})"', _named(StringName)),
)


@lru_cache(maxsize=2)
def usual_lines(newline: str) -> UsualLines:
    """The matchers for files whose lines end in `newline`."""
    readers: list[_Reader] = [_no_value, _no_value]
    for pattern, make in _FORMS:
        first = len(readers)
        readers += [_no_value] * re.compile(pattern).groups
        readers[-1] = make(first)
    end = re.escape(newline)
    values = "|".join(pattern for pattern, _ in _FORMS)
    return UsualLines(
        re.compile(rf"{end}{_KEY} = (?:{values})(?={end})").match,
        tuple(readers),
        re.compile(rf"((?:{end}){{1,2}}+)\[([a-z_]++)((?:{_ATTRIBUTE})*+)\](?={end})").match,
        re.compile(_ATTRIBUTE_PARTS).findall,
    )
