"""What a property holds, and what a file says of it: from one to the other, and when two are the same.

A file knows fewer types than Python: it has no tuple and no set, no enumeration, no array of numpy's. What a property
holds is therefore written as the nearest thing that a file has, and read with a look at the property's default, which
says what it is meant to be.
"""

from __future__ import annotations

from enum import Enum
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.core.engine_classes import is_engine_class
from engine.core.errors import InvalidTypeError, InvalidValueError
from engine.core.export import get_exports
from engine.core.object import Object
from engine.math import (
    AABB,
    Basis,
    Color,
    Plane,
    Projection,
    Quaternion,
    Rect2,
    Rect2i,
    Transform2D,
    Transform3D,
    Vector2,
    Vector2i,
    Vector3,
    Vector3i,
    Vector4,
    Vector4i,
)
from engine.math.errors import SapwoodError
from engine.math.value import Value, shortened, with_type
from engine.tree.node_path import NodePath
from scenes.text import values as v
from scenes.text.numbers import INT_MAX, INT_MIN
from scenes.text.value_writer import MAX_DEPTH

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

__all__ = ["from_file", "is_of_engine", "settable", "to_file"]

_LEAST_INT32, _MOST_INT32 = -(1 << 31), (1 << 31) - 1

_MATHS = (
    Vector2, Vector2i, Vector3, Vector3i, Vector4, Vector4i, Rect2, Rect2i, Color, Plane, Quaternion, AABB, Basis,
    Projection, Transform2D, Transform3D,
)  # fmt: skip
_PACKED = (
    v.PackedByteArray, v.PackedInt32Array, v.PackedInt64Array, v.PackedFloat32Array, v.PackedFloat64Array,
    v.PackedStringArray, v.PackedVector2Array, v.PackedVector3Array, v.PackedVector4Array, v.PackedColorArray,
)  # fmt: skip
_WORDS = (v.ExtResource, v.SubResource, v.ResourcePath, v.CallableValue, v.SignalValue, v.RID)
_AS_IT_IS = frozenset((bool, float, type(None), v.StringName, NodePath, *_MATHS, *_PACKED, *_WORDS))
_PACKED_OF: dict[type, Callable[[Any], Any]] = {
    float: v.PackedFloat32Array,
    str: v.PackedStringArray,
    Vector2: v.PackedVector2Array,
    Vector3: v.PackedVector3Array,
    Vector4: v.PackedVector4Array,
    Color: v.PackedColorArray,
}


_IN_HEADERS = ("name", "owner", "resource_scene_unique_id")
"""Properties that a file says in the header of a section."""


def settable(cls: type) -> Mapping[str, Any]:
    """The properties of a class that a file may set, by name, each with what it is by default.

    Those are what the class exports, whatever their names, and every other property with a setter and a public name;
    the default of the latter is None, which says nothing about their type. The answer is worked out once for a class.
    """
    known: Mapping[str, Any] | None = vars(cls).get("_settable")
    if known is None:
        found = {name: info.default for name, info in get_exports(cls).items()}
        for base in reversed(cls.__mro__):
            for name, value in vars(base).items():
                if isinstance(value, property) and value.fset is not None and not name.startswith("_"):
                    found.setdefault(name, None)
        for name in _IN_HEADERS:
            found.pop(name, None)
        for name in [name for name in found if _is_read_only(getattr(cls, name, None))]:
            del found[name]
        known = MappingProxyType(found)
        cls._settable = known  # type: ignore[attr-defined]  # the class keeps it, so that it goes with the class
    return known


def is_of_engine(cls: type, name: str) -> bool:
    """Whether a property that is not exported is one of the engine's, which sets others that are saved."""
    owner = next(base for base in cls.__mro__ if name in vars(base))
    return is_engine_class(owner)


def _is_read_only(declared: object) -> bool:
    return isinstance(declared, property) and declared.fset is None


# --- from a file ---


def from_file(like: Any, value: Any) -> Any:
    """What a property whose default is `like` is set to for a file's `value`.

    Numbers become members of enumerations, arrays become tuples, sets or numpy arrays, and so on, as Godot converts
    its variants. None says nothing about the type of a property, and every property may be set to None: what the
    property itself makes of the outcome is up to it.

    Raises:
        InvalidTypeError: the value cannot be turned into what the property holds; the text goes on after its name.
        InvalidValueError: it is none of the choices.
    """
    kind = type(like)
    if value is None or like is None or type(value) is kind:
        return value
    convert = _CONVERTERS.get(kind)
    if convert is not None:
        return convert(like, value)
    if isinstance(like, Enum):
        return _member(kind, value)
    for base, convert in _CONVERTERS_OF_BASES:
        if isinstance(like, base):
            return convert(like, value)
    return value


def _to_bool(like: bool, value: Any) -> Any:
    return bool(value) if isinstance(value, (int, float)) else _refuse("True or False", value)


def _to_int(like: int, value: Any) -> Any:
    if isinstance(value, float) and not value.is_integer():
        return _refuse("a whole number", value)
    return int(value) if isinstance(value, (int, float)) else _refuse("a whole number", value)


def _to_float(like: float, value: Any) -> Any:
    return float(value) if isinstance(value, int) else _refuse("a number", value)


def _to_str(like: str, value: Any) -> Any:
    if isinstance(value, str):
        return value
    return str(value) if isinstance(value, NodePath) else _refuse("a text", value)


def _to_node_path(like: NodePath, value: Any) -> Any:
    return NodePath(value) if isinstance(value, str) else _refuse("a NodePath", value)


def _to_tuple(like: tuple[Any, ...], value: Any) -> Any:
    if not isinstance(value, (list, tuple, bytes)) or isinstance(value, Value):
        return _refuse("an array", value)
    return tuple(_elements(like, value))


def _to_list(like: list[Any], value: Any) -> Any:
    if isinstance(value, list):
        return value
    if not isinstance(value, (tuple, bytes)) or isinstance(value, Value):
        return _refuse("an array", value)
    return list(value)


def _to_set(like: set[Any] | frozenset[Any], value: Any) -> Any:
    if not isinstance(value, (list, tuple, bytes)) or isinstance(value, Value):
        return _refuse("an array", value)
    try:
        return type(like)(_elements(like, value))
    except TypeError:
        return _refuse("an array of what a set can hold", value)


def _elements(like: Any, value: Any) -> list[Any]:
    """The elements of an array, as members of an enumeration where those of the default are."""
    kinds = {type(each) for each in like}
    kind = kinds.pop() if len(kinds) == 1 else None
    if kind is not None and issubclass(kind, Enum):
        return [each if type(each) is kind else _member(kind, each) for each in value]
    return list(value)


def _to_bytes(like: bytes | bytearray, value: Any) -> Any:
    try:
        if isinstance(value, (bytes, list, tuple)) and not isinstance(value, Value):
            return type(like)(value)
    except (TypeError, ValueError):
        pass
    return _refuse("bytes", value)


def _to_dict(like: dict[Any, Any], value: Any) -> Any:
    return value if isinstance(value, dict) else _refuse("a dictionary", value)


def _to_array(like: Any, value: Any) -> Any:
    if not isinstance(value, (list, tuple, bytes)):
        return _refuse("an array of numbers", value)
    try:
        return np.array(list(value) if isinstance(value, bytes) else value, dtype=like.dtype)
    except (TypeError, ValueError, OverflowError):
        return _refuse(f"an array of {like.dtype}", value)


def _to_object(like: Object, value: Any) -> Any:
    return value if isinstance(value, Object) else _refuse("a resource", value)


def _to_value(like: Any, value: Any) -> Any:
    """A value of the maths: of another of them as Godot converts it, and of as many numbers in a packed array."""
    kind = type(like)
    try:
        convert = _MATHS_FROM.get((kind, type(value)))
        if convert is not None:
            return convert(value)
        if type(value) in _PACKED:
            return kind(value)
    except SapwoodError:  # not as many numbers, a fraction, no colour
        pass
    return _refuse(f"a {kind.__name__}", value)


def _to_whole(kind: Any) -> Callable[[Any], Any]:
    """What makes a vector of whole numbers of one of floats."""

    def convert(value: Any) -> Any:
        whole = all(number.is_integer() for number in value)
        return kind(*map(int, value)) if whole else _refuse(f"a {kind.__name__}", value)

    return convert


def _member(kind: Any, value: Any) -> Any:
    """The member of an enumeration with that value, or, where its values are nothing that a file has, that name."""
    try:
        return kind(int(value) if isinstance(value, float) and value.is_integer() else value)
    except (TypeError, ValueError):
        if isinstance(value, str) and value in kind.__members__:
            return kind[value]
    known = ", ".join(f"{each.name} {_plain(each)!r}" for each in kind)
    raise InvalidValueError(f"must be one of {known}, got {shortened(value)}")


def _refuse(wanted: str, value: Any) -> Any:
    raise InvalidTypeError(f"must be {wanted}, got {with_type(value)}")


_CONVERTERS: dict[type, Callable[[Any, Any], Any]] = {
    bool: _to_bool,
    int: _to_int,
    float: _to_float,
    str: _to_str,
    v.StringName: _to_str,
    NodePath: _to_node_path,
    tuple: _to_tuple,
    list: _to_list,
    dict: _to_dict,
    set: _to_set,
    frozenset: _to_set,
    bytes: _to_bytes,
    bytearray: _to_bytes,
    **dict.fromkeys(_MATHS, _to_value),
}
_CONVERTERS_OF_BASES: tuple[tuple[type, Callable[[Any, Any], Any]], ...] = (
    (np.ndarray, _to_array),
    (Object, _to_object),
    (str, _to_str),
    (int, _to_int),
    (float, _to_float),
    (bytes, _to_bytes),
    (list, _to_list),
    (dict, _to_dict),
    (tuple, _to_tuple),
)
_MATHS_FROM: dict[tuple[type, type], Callable[[Any], Any]] = {
    (Vector2, Vector2i): Vector2,
    (Vector3, Vector3i): Vector3,
    (Vector4, Vector4i): Vector4,
    (Rect2, Rect2i): Rect2,
    (Vector2i, Vector2): _to_whole(Vector2i),
    (Vector3i, Vector3): _to_whole(Vector3i),
    (Vector4i, Vector4): _to_whole(Vector4i),
    (Rect2i, Rect2): _to_whole(Rect2i),
    (Quaternion, Basis): lambda basis: basis.get_rotation_quaternion(),
    (Basis, Quaternion): Basis,
    (Transform3D, Basis): lambda basis: Transform3D(basis, (0, 0, 0)),
    (Transform3D, Quaternion): lambda rotation: Transform3D(rotation, (0, 0, 0)),
    (Transform3D, Projection): Transform3D,
    (Projection, Transform3D): Projection,
    (Color, str): Color,
    (Color, v.StringName): Color,
    (Color, int): Color.hex,
}


# --- to a file ---


def to_file(value: Any, reference: Callable[[Object], Any]) -> Any:
    """What a file says for what a property holds.

    Members of enumerations become their numbers, tuples of one type the packed arrays, other tuples and sets arrays (a
    set sorted), numpy arrays the packed arrays of their numbers; two to four columns make vectors.

    Args:
        value: what the property holds.
        reference: gives the word for a node or a resource.

    Raises:
        InvalidTypeError: there is no word for it: "a socket cannot be saved".
        InvalidValueError: an int beyond 64 bits, a text with half a character, or more than `MAX_DEPTH` levels.
    """
    if type(value) in _AS_IT_IS:
        return value
    return _written(value, reference, 0)


def _written(value: Any, reference: Callable[[Object], Any], depth: int) -> Any:
    kind = type(value)
    if kind in _AS_IT_IS:
        return value
    if kind is int:
        return _checked_int(value)
    if kind is str:
        return _checked_text(value)
    if isinstance(value, Enum):
        return _written(_plain(value), reference, depth)
    if isinstance(value, Object):
        return reference(value)
    if depth >= MAX_DEPTH:
        raise InvalidValueError(f"cannot be saved: it is nested deeper than {MAX_DEPTH}, or contains itself")
    for base, write in _WRITERS:
        if isinstance(value, base):
            return write(value, reference, depth + 1)
    raise InvalidTypeError(f"cannot be saved: a file has no word for {with_type(value)}")


def _write_list(value: list[Any], reference: Any, depth: int) -> Any:
    items = [_written(each, reference, depth) for each in value]
    if isinstance(value, v.TypedArray):
        return v.TypedArray(_written(value.element_type, reference, depth), items)
    return items


def _write_dict(value: dict[Any, Any], reference: Any, depth: int) -> Any:
    items = {_written_key(key, reference, depth): _written(each, reference, depth) for key, each in value.items()}
    if isinstance(value, v.TypedDictionary):
        key_type, value_type = (_written(each, reference, depth) for each in (value.key_type, value.value_type))
        return v.TypedDictionary(key_type, value_type, items)
    return items


def _written_key(key: Any, reference: Any, depth: int) -> Any:
    if isinstance(key, v.Key):
        return v.Key(_written(key.value, reference, depth))
    written = _written(key, reference, depth)
    return v.Key(written) if isinstance(written, (list, dict, v.ObjectValue)) else written


def _write_object(value: v.ObjectValue, reference: Any, depth: int) -> Any:
    return v.ObjectValue(
        value.type, {name: _written(each, reference, depth) for name, each in value.properties.items()}
    )


def _write_tuple(value: tuple[Any, ...], reference: Any, depth: int) -> Any:
    if isinstance(value, Value):  # of a class of the game's own
        return tuple.__new__(next(kind for kind in type(value).__mro__ if kind in _AS_IT_IS), value)
    return _packed([_written(each, reference, depth) for each in value])


def _packed(items: list[Any]) -> Any:
    """Elements of one type as a packed array; others, and none at all, as an array."""
    kinds = set(map(type, items))
    if len(kinds) != 1:
        return items
    kind = kinds.pop()
    if kind is int:
        fits = all(_LEAST_INT32 <= each <= _MOST_INT32 for each in items)
        return (v.PackedInt32Array if fits else v.PackedInt64Array)(items)
    make = _PACKED_OF.get(kind)
    return items if make is None else make(items)


def _write_set(value: Any, reference: Any, depth: int) -> Any:
    return sorted((_written(each, reference, depth) for each in value), key=_order)


def _order(value: Any) -> tuple[str, Any]:
    """A place among the elements of a set: by type, and numbers and texts of one type by what they are."""
    if isinstance(value, Object):
        return type(value).__name__, getattr(value, "resource_path", "")
    return type(value).__name__, value if isinstance(value, (bool, int, float, str)) else repr(value)


def _write_bytes(value: Any, reference: Any, depth: int) -> Any:
    return v.PackedByteArray(value)


def _write_scalar(value: Any, reference: Any, depth: int) -> Any:
    return _written(value.item(), reference, depth) if value.dtype.kind in "biufU" else _refuse_to_write(value)


def _refuse_to_write(value: Any) -> Any:
    raise InvalidTypeError(f"cannot be saved: a file has no word for {with_type(value)}")


def _write_array(value: Any, reference: Any, depth: int) -> Any:
    kind, items = value.dtype.kind, value.tolist()
    if value.ndim == 1 and kind == "u" and value.dtype.itemsize == 1:
        return v.PackedByteArray(items)
    if value.ndim == 1 and kind == "f":
        return v.PackedFloat64Array(items) if value.dtype.itemsize > 4 else v.PackedFloat32Array(items)
    if value.ndim == 1 and kind in "iu":
        narrow = value.dtype.itemsize < 4 or value.dtype == np.int32
        checked = list(map(_checked_int, items))
        return v.PackedInt32Array(checked) if narrow else v.PackedInt64Array(checked)
    if value.ndim == 2 and kind == "f" and 2 <= value.shape[1] <= 4:
        vector = (Vector2, Vector3, Vector4)[value.shape[1] - 2]
        return _PACKED_OF[vector]([vector(*row) for row in items])
    if kind not in "biufU":
        return _refuse_to_write(value)
    return (
        _written(items, reference, depth) if value.ndim < 2 else [_write_array(row, reference, depth) for row in value]
    )


_WRITERS: tuple[tuple[Any, Callable[[Any, Any, int], Any]], ...] = (
    (list, _write_list),
    (dict, _write_dict),
    (tuple, _write_tuple),
    ((set, frozenset), _write_set),
    ((bytes, bytearray, memoryview), _write_bytes),
    (v.ObjectValue, _write_object),
    (np.ndarray, _write_array),
    (np.generic, _write_scalar),
    (str, lambda value, reference, depth: _checked_text(str(value))),
    (int, lambda value, reference, depth: _checked_int(int(value))),
    (float, lambda value, reference, depth: float(value)),
)


def _plain(member: Any) -> Any:
    """What a file says for a member of an enumeration: its number or text, otherwise its name."""
    value = member.value
    return value if isinstance(value, (int, float, str)) else member.name


def _checked_int(value: int) -> int:
    if not INT_MIN <= value <= INT_MAX:
        raise InvalidValueError(f"cannot be saved: {value} does not fit 64 bits")
    return value


def _checked_text(value: str) -> str:
    if not value.isascii():
        try:
            value.encode()
        except UnicodeEncodeError as error:
            raise InvalidValueError(
                f"cannot be saved: the text has half a character at {error.start}, {value[error.start]!r}"
            ) from None
    return value
