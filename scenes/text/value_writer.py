"""Writing of values as text, as Godot's own writer lays them out."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from math import isfinite, isnan
from typing import Any, Final

from engine.core.errors import SceneError
from engine.math import Basis, Color, Transform3D, Vector2, Vector3
from engine.math.value import shortened
from engine.tree.node_path import NodePath
from scenes.text.constructors import TYPES, Constructor, rows_of_basis, rows_of_transform
from scenes.text.numbers import INT_MAX, INT_MIN, component
from scenes.text.strings import quoted, quoted_plainly
from scenes.text.values import (
    REFERENCES,
    RID,
    CallableValue,
    ExtResource,
    Key,
    ObjectValue,
    PackedByteArray,
    PackedStringArray,
    ResourcePath,
    SignalValue,
    StringName,
    SubResource,
    TypedArray,
    TypedDictionary,
)

__all__ = ["MAX_DEPTH", "ValueWriter"]

MAX_DEPTH: Final = 128
"""How deep arrays, dictionaries and objects may nest, here and in Godot."""


class ValueWriter:
    """Writes values for files of one format.

    Args:
        format: 3 or 4: with 4, byte arrays are base64, and minus infinity is `-inf`.
        newline: between the lines of a dictionary.
    """

    __slots__ = ("_format", "_newline", "scalars")

    def __init__(self, format: int = 3, newline: str = "\n") -> None:
        self._format = format
        self._newline = newline
        self.scalars: dict[type, Callable[[Any], str]] = {
            type(None): lambda _: "null",
            bool: lambda value: "true" if value else "false",
            int: _int,
            float: self._float,
            str: quoted_plainly,
            StringName: lambda value: f"&{quoted(value)}",
            NodePath: lambda value: f"NodePath({quoted(str(value))})",
            ExtResource: lambda value: f"ExtResource({quoted_plainly(value.id)})",
            SubResource: lambda value: f"SubResource({quoted_plainly(value.id)})",
            ResourcePath: _resource_path,
            CallableValue: lambda _: "Callable()",
            SignalValue: lambda _: "Signal()",
            RID: lambda value: f"RID({_int(value.id) if value.id else ''})",
            PackedStringArray: lambda value: f"PackedStringArray({', '.join(map(quoted, value))})",
        }
        for name, constructor in TYPES.items():
            self.scalars[constructor.type] = partial(self._constructed, name, constructor)
        self.scalars[PackedByteArray] = self._bytes
        self.scalars[Basis] = lambda value: f"Basis({self._numbers(rows_of_basis(value))})"
        self.scalars[Transform3D] = lambda value: f"Transform3D({self._numbers(rows_of_transform(value))})"
        self.scalars[Vector2] = self._vector_2
        self.scalars[Vector3] = self._vector_3
        self.scalars[Color] = self._color
        """How values that hold no others are written, by their exact types."""

    def text(self, value: Any) -> str:
        """The text of a value.

        Raises:
            SceneError: what no file can hold: another type, an int beyond 64 bits, or more than MAX_DEPTH levels.
        """
        try:
            scalar = self.scalars.get(type(value))
            return self._nested(value) if scalar is None else scalar(value)
        except (AttributeError, TypeError, ValueError) as error:
            if isinstance(error, SceneError):
                raise
            raise SceneError(f"{shortened(value)} holds what no file can hold: {error}") from error

    def _nested(self, value: Any) -> str:
        """The text of an array, dictionary or object, with one iterator for each level that is open."""
        out: list[str] = []
        open_values = [self._pieces(value)]
        while open_values:
            for piece in open_values[-1]:
                if type(piece) is _Nested:
                    if len(open_values) >= MAX_DEPTH:
                        raise SceneError(f"values nested more than {MAX_DEPTH} levels deep cannot be written")
                    open_values.append(self._pieces(piece.value))
                    break
                out.append(piece)
            else:
                open_values.pop()
        return "".join(out)

    def _pieces(self, value: Any) -> Iterator[Any]:
        """The text of an array, dictionary or object, piece by piece; _Nested in the place of another such value."""
        kind = type(value)
        if kind is list:
            yield from self._array(value)
        elif kind is dict:
            yield from self._dictionary(value)
        elif kind is TypedArray:
            yield f"Array[{self._type_name(value.element_type)}]("
            yield from self._array(value)
            yield ")"
        elif kind is TypedDictionary:
            yield f"Dictionary[{self._type_name(value.key_type)}, {self._type_name(value.value_type)}]("
            yield from self._dictionary(value)
            yield ")"
        elif kind is ObjectValue:
            yield from self._object(value)
        else:
            raise SceneError(f"a value of type {kind.__name__} cannot be written, got {shortened(value)}")

    def _array(self, items: Iterable[Any]) -> Iterator[Any]:
        separator = "["
        for item in items:
            yield separator
            separator = ", "
            yield self._part(item)
        yield "[]" if separator == "[" else "]"

    def _dictionary(self, pairs: dict[Any, Any]) -> Iterator[Any]:
        separator = "{" + self._newline
        for key, value in pairs.items():
            yield separator
            separator = "," + self._newline
            yield self._part(key.value if type(key) is Key else key)
            yield ": "
            yield self._part(value)
        yield self._newline + "}" if pairs else "{}"

    def _object(self, value: ObjectValue) -> Iterator[Any]:
        if not (value.type.isascii() and value.type.isidentifier()):
            raise SceneError(f"an object's type must be a plain name, got {shortened(value.type)}")
        yield f"Object({value.type},"
        separator = ""
        for name, part in value.properties.items():
            yield f"{separator}{quoted_plainly(name)}:"
            separator = ","
            yield self._part(part)
        yield ")" + self._newline

    def _part(self, value: Any) -> Any:
        scalar = self.scalars.get(type(value))
        return _Nested(value) if scalar is None else scalar(value)

    def _type_name(self, element_type: Any) -> str:
        if type(element_type) in REFERENCES:
            return self.scalars[type(element_type)](element_type)
        if isinstance(element_type, str) and element_type.isascii() and element_type.isidentifier():
            return element_type
        raise SceneError(
            f"an element type must be a plain name or the reference of a script, got {shortened(element_type)}"
        )

    def _float(self, number: float) -> str:
        if -1e6 < number < 1e6:
            return repr(number)
        text = self._any_component(number)
        return text if not isfinite(number) or "." in text or "e" in text else text + ".0"

    def _any_component(self, number: float) -> str:
        """A float in a constructor, infinite ones included."""
        if isfinite(number):
            return component(number)
        if isnan(number):
            return "nan"
        return "inf" if number > 0 else "inf_neg" if self._format < 4 else "-inf"

    def _numbers(self, numbers: Iterable[float]) -> str:
        return ", ".join(map(self._any_component, numbers))

    def _vector_2(self, vector: Vector2) -> str:
        x, y = vector
        if -1e6 < x < 1e6 and -1e6 < y < 1e6:
            return f"Vector2({component(x)}, {component(y)})"
        return f"Vector2({self._numbers(vector)})"

    def _vector_3(self, vector: Vector3) -> str:
        return f"Vector3({self._numbers(vector)})"

    def _color(self, color: Color) -> str:
        r, g, b, a = color
        if -1e6 < r < 1e6 and -1e6 < g < 1e6 and -1e6 < b < 1e6 and -1e6 < a < 1e6:
            return f"Color({component(r)}, {component(g)}, {component(b)}, {component(a)})"
        return f"Color({self._numbers(color)})"

    def _constructed(self, name: str, constructor: Constructor, value: Any) -> str:
        numbers = (
            [number for element in value for number in element]
            if constructor.size > 1 and constructor.packed
            else value
        )
        if constructor.whole:
            return f"{name}({', '.join(map(_int, numbers))})"
        return f"{name}({self._numbers(numbers)})"

    def _bytes(self, value: bytes) -> str:
        if self._format >= 4 and value:
            return f'PackedByteArray("{b64encode(value).decode("ascii")}")'
        return f"PackedByteArray({', '.join(map(str, value))})"


class _Nested:
    """A value inside another that holds values itself."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value


def _int(number: int) -> str:
    if INT_MIN <= number <= INT_MAX:
        return str(int(number))
    raise SceneError("an int that does not fit into 64 bits cannot be written")


def _resource_path(value: ResourcePath) -> str:
    words = [word for word in (value.uid, value.path) if word] or [""]
    return f"Resource({', '.join(map(quoted_plainly, words))})"
