"""The values that stand in files and that Python has no type for.

Numbers, texts, true, false and null are Python's own; vectors, colours, transforms and paths are those of
`engine.math` and `engine.tree`. Arrays are lists, dictionaries are dicts. What is left stands here, each an immutable
or a plain container, so that values compare, copy and hash as one expects.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, Self

from engine.core.string_name import StringName

if TYPE_CHECKING:
    from engine.math import Color, Vector2, Vector3, Vector4

__all__ = [
    "REFERENCES",
    "RID",
    "CallableValue",
    "ExtResource",
    "Key",
    "ObjectValue",
    "PackedByteArray",
    "PackedColorArray",
    "PackedFloat32Array",
    "PackedFloat64Array",
    "PackedInt32Array",
    "PackedInt64Array",
    "PackedStringArray",
    "PackedVector2Array",
    "PackedVector3Array",
    "PackedVector4Array",
    "ResourcePath",
    "SignalValue",
    "StringName",
    "SubResource",
    "TypedArray",
    "TypedDictionary",
]


class ExtResource(NamedTuple):
    """`ExtResource("id")`: a resource of another file, by its id among the [ext_resource] sections."""

    id: str


class SubResource(NamedTuple):
    """`SubResource("id")`: a resource of this file, by its id among the [sub_resource] sections."""

    id: str


class ResourcePath(NamedTuple):
    """`Resource("res://...")`: a resource of another file, by its path; `uid` is "" where the file has none."""

    path: str
    uid: str = ""


REFERENCES = (ExtResource, SubResource, ResourcePath)
"""What stands for a resource."""


class CallableValue(NamedTuple):
    """`Callable()`: always empty."""


class SignalValue(NamedTuple):
    """`Signal()`: always empty."""


class RID(NamedTuple):
    """`RID()` or `RID(n)`: a number of a running engine."""

    id: int = 0


class TypedArray(list[Any]):
    """`Array[T]([...])`.

    Args:
        element_type: the name of a type such as "int" or "Texture2D", or the ExtResource, SubResource or ResourcePath
            of a script.
        items: what is in it.
    """

    def __init__(self, element_type: Any = "", items: Any = ()) -> None:
        super().__init__(items)
        self.element_type = element_type

    def __repr__(self) -> str:
        return f"TypedArray({self.element_type!r}, {super().__repr__()})"


class TypedDictionary(dict[Any, Any]):
    """`Dictionary[K, V]({...})`.

    Args:
        key_type: as the `element_type` of a TypedArray.
        value_type: likewise.
        items: what is in it.
    """

    def __init__(self, key_type: Any = "", value_type: Any = "", items: Any = ()) -> None:
        super().__init__(items)
        self.key_type = key_type
        self.value_type = value_type

    def __repr__(self) -> str:
        return f"TypedDictionary({self.key_type!r}, {self.value_type!r}, {super().__repr__()})"


class _Packed:
    """What the packed arrays share: they cannot be changed, so a copy is the array itself."""

    __slots__ = ()

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def __repr__(self) -> str:
        return f"{type(self).__name__}({super().__repr__()})"


class PackedByteArray(_Packed, bytes):
    """`PackedByteArray(1, 2)`, in files of format 4 base64."""

    __slots__ = ()


class PackedInt32Array(_Packed, tuple[int, ...]):
    """`PackedInt32Array(1, 2)`."""

    __slots__ = ()


class PackedInt64Array(_Packed, tuple[int, ...]):
    """`PackedInt64Array(1, 2)`."""

    __slots__ = ()


class PackedFloat32Array(_Packed, tuple[float, ...]):
    """`PackedFloat32Array(1, 0.5)`; its numbers are Python's floats, so nothing is rounded."""

    __slots__ = ()


class PackedFloat64Array(_Packed, tuple[float, ...]):
    """`PackedFloat64Array(1, 0.5)`."""

    __slots__ = ()


class PackedStringArray(_Packed, tuple[str, ...]):
    """`PackedStringArray("a", "b")`."""

    __slots__ = ()


class PackedVector2Array(_Packed, tuple["Vector2", ...]):
    """`PackedVector2Array(x, y, x, y)`."""

    __slots__ = ()


class PackedVector3Array(_Packed, tuple["Vector3", ...]):
    """`PackedVector3Array(x, y, z, x, y, z)`."""

    __slots__ = ()


class PackedVector4Array(_Packed, tuple["Vector4", ...]):
    """`PackedVector4Array(x, y, z, w)`; only files of format 4 have it."""

    __slots__ = ()


class PackedColorArray(_Packed, tuple["Color", ...]):
    """`PackedColorArray(r, g, b, a, r, g, b, a)`."""

    __slots__ = ()


class ObjectValue:
    """`Object(InputEventKey,"keycode":65,"script":null)`: an object with its properties, in order.

    Args:
        type: its class's name.
        properties: values by name.
    """

    __slots__ = ("properties", "type")

    __hash__ = None  # type: ignore[assignment]  # its properties can be changed

    def __init__(self, type: str, properties: dict[str, Any] | None = None) -> None:
        self.type = type
        self.properties: dict[str, Any] = {} if properties is None else properties

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ObjectValue):
            return NotImplemented
        return self.type == other.type and self.properties == other.properties

    def __repr__(self) -> str:
        return f"ObjectValue({self.type!r}, {self.properties!r})"


class Key:
    """A dictionary's key that Python's dicts cannot hold as it is: an array or a dictionary, or one that Python takes
    for equal to another key of the same dictionary, such as 1 beside 1.0.

    Two are equal when what they hold is, item by item and in the same order, with the same types: Key([1]) is not
    Key([1.0]). Do not change what is in one.

    Args:
        value: the key itself.
    """

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return _flat(self.value) == _flat(other.value) if isinstance(other, Key) else NotImplemented

    def __hash__(self) -> int:
        return hash(_flat(self.value))

    def __repr__(self) -> str:
        return f"Key({self.value!r})"


def _flat(value: Any) -> tuple[Any, ...]:
    """A value and all that is in it, one after the other with the type of each; without recursion."""
    flat: list[Any] = []
    left = [value]
    while left:
        item = left.pop()
        flat.append(type(item))
        if isinstance(item, TypedArray):
            flat.append(item.element_type)
        elif isinstance(item, TypedDictionary):
            flat += (item.key_type, item.value_type)
        elif isinstance(item, ObjectValue):
            flat.append(item.type)
            item = item.properties
        if isinstance(item, Key):
            left.append(item.value)
        elif isinstance(item, list):
            flat.append(len(item))
            left += item
        elif isinstance(item, dict):
            flat.append(len(item))
            for pair in item.items():
                left += pair
        else:
            flat.append(item)
    return tuple(flat)
