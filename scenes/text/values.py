"""The values that stand in files and that Python has no type for.

Numbers, texts, true, false and null are Python's own; vectors, colours, transforms and paths are those of
`engine.math` and `engine.tree`. Arrays are lists, dictionaries are dicts. What is left stands here, each an immutable
or a plain container, so that values compare, copy and hash as one expects.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from engine.math import Color, Vector2, Vector3, Vector4

__all__ = [
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


class StringName(str):
    """A text that the file writes as `&"text"`: Godot's interned names. It equals the same str."""

    __slots__ = ()


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
        element_type: the name of a type such as "int" or "Texture2D", or the ExtResource or SubResource of a script.
        items: what is in it.
    """

    def __init__(self, element_type: Any = "", items: Any = ()) -> None:
        super().__init__(items)
        self.element_type = element_type


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


class PackedByteArray(bytes):
    """`PackedByteArray(1, 2)`, in files of format 4 base64."""

    __slots__ = ()


class PackedInt32Array(tuple[int, ...]):
    """`PackedInt32Array(1, 2)`."""

    __slots__ = ()


class PackedInt64Array(tuple[int, ...]):
    """`PackedInt64Array(1, 2)`."""

    __slots__ = ()


class PackedFloat32Array(tuple[float, ...]):
    """`PackedFloat32Array(1, 0.5)`; its numbers are Python's floats, so nothing is rounded."""

    __slots__ = ()


class PackedFloat64Array(tuple[float, ...]):
    """`PackedFloat64Array(1, 0.5)`."""

    __slots__ = ()


class PackedStringArray(tuple[str, ...]):
    """`PackedStringArray("a", "b")`."""

    __slots__ = ()


class PackedVector2Array(tuple["Vector2", ...]):
    """`PackedVector2Array(x, y, x, y)`."""

    __slots__ = ()


class PackedVector3Array(tuple["Vector3", ...]):
    """`PackedVector3Array(x, y, z, x, y, z)`."""

    __slots__ = ()


class PackedVector4Array(tuple["Vector4", ...]):
    """`PackedVector4Array(x, y, z, w)`; only files of format 4 have it."""

    __slots__ = ()


class PackedColorArray(tuple["Color", ...]):
    """`PackedColorArray(r, g, b, a, r, g, b, a)`."""

    __slots__ = ()


class ObjectValue:
    """`Object(InputEventKey,"keycode":65,"script":null)`: an object with its properties, in order.

    Args:
        type: its class's name.
        properties: values by name.
    """

    __slots__ = ("properties", "type")

    def __init__(self, type: str, properties: dict[str, Any] | None = None) -> None:
        self.type = type
        self.properties: dict[str, Any] = {} if properties is None else properties


class Key:
    """A dictionary's key that Python's dicts cannot hold as it is: an array or a dictionary, or one that Python takes
    for equal to another key of the same dictionary, such as 1 beside 1.0.

    Args:
        value: the key itself.
    """

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value
