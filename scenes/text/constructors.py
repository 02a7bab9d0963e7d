"""The constructors of the value grammar that hold numbers, `Vector2(1, 2)` and the like: what each is made of.

Files write the basis of a 3D transform row after row, while ours are column after column.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Any, Final, NamedTuple

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
from scenes.text.values import (
    PackedByteArray,
    PackedColorArray,
    PackedFloat32Array,
    PackedFloat64Array,
    PackedInt32Array,
    PackedInt64Array,
    PackedVector2Array,
    PackedVector3Array,
    PackedVector4Array,
)

__all__ = ["OLD_NAMES", "TYPES", "Constructor", "rows_of_basis", "rows_of_transform"]

_new = tuple.__new__


class Constructor(NamedTuple):
    """A type whose constructor holds numbers."""

    name: str
    type: type
    size: int
    """How many numbers it takes; of a packed array, how many make an element."""
    packed: bool
    """Whether it takes any number of elements."""
    whole: bool
    """Whether its numbers are ints."""
    build: Callable[[Sequence[Any]], Any]
    """Makes the value of the numbers, which are ints or floats as they should be."""


def rows_of_basis(basis: Sequence[float]) -> tuple[float, ...]:
    """The nine numbers of a basis row after row, given those column after column; and the other way round."""
    xx, xy, xz, yx, yy, yz, zx, zy, zz = basis
    return xx, yx, zx, xy, yy, zy, xz, yz, zz


def rows_of_transform(transform: Sequence[float]) -> tuple[float, ...]:
    """The twelve numbers of a 3D transform with the basis turned as by `rows_of_basis`."""
    xx, xy, xz, yx, yy, yz, zx, zy, zz, ox, oy, oz = transform
    return xx, yx, zx, xy, yy, zy, xz, yz, zz, ox, oy, oz


def _basis(numbers: Sequence[float]) -> Basis:
    return _new(Basis, rows_of_basis(numbers))


def _transform(numbers: Sequence[float]) -> Transform3D:
    return _new(Transform3D, rows_of_transform(numbers))


def _bytes(numbers: Sequence[int]) -> PackedByteArray:
    return PackedByteArray(bytes([number & 0xFF for number in numbers]))


def _grouped(array: Any, element: Any, size: int, numbers: Sequence[float]) -> Any:
    """A packed array of elements of several numbers each."""
    columns = [iter(numbers)] * size
    return _new(array, [_new(element, group) for group in zip(*columns, strict=True)])


def _value(type: Any, count: int, build: Any = None, *, whole: bool = False) -> Constructor:
    return Constructor(type.__name__, type, count, False, whole, build or partial(_new, type))


def _packed(type: Any, build: Any = None, *, whole: bool = False) -> Constructor:
    return Constructor(type.__name__, type, 1, True, whole, build or partial(_new, type))


def _packed_values(type: Any, element: Any, size: int) -> Constructor:
    return Constructor(type.__name__, type, size, True, False, partial(_grouped, type, element, size))


_ALL: Final = (
    _value(Vector2, 2),
    _value(Vector2i, 2, whole=True),
    _value(Vector3, 3),
    _value(Vector3i, 3, whole=True),
    _value(Vector4, 4),
    _value(Vector4i, 4, whole=True),
    _value(Rect2, 4),
    _value(Rect2i, 4, whole=True),
    _value(Color, 4),
    _value(Plane, 4),
    _value(Quaternion, 4),
    _value(AABB, 6),
    _value(Transform2D, 6),
    _value(Basis, 9, _basis),
    _value(Transform3D, 12, _transform),
    _value(Projection, 16),
    _packed(PackedByteArray, _bytes, whole=True),
    _packed(PackedInt32Array, whole=True),
    _packed(PackedInt64Array, whole=True),
    _packed(PackedFloat32Array),
    _packed(PackedFloat64Array),
    _packed_values(PackedVector2Array, Vector2, 2),
    _packed_values(PackedVector3Array, Vector3, 3),
    _packed_values(PackedVector4Array, Vector4, 4),
    _packed_values(PackedColorArray, Color, 4),
)

OLD_NAMES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "Matrix32": "Transform2D",
        "Rect3": "AABB",
        "Matrix3": "Basis",
        "Transform": "Transform3D",
        "Quat": "Quaternion",
        "PoolByteArray": "PackedByteArray",
        "ByteArray": "PackedByteArray",
        "PackedIntArray": "PackedInt32Array",
        "PoolIntArray": "PackedInt32Array",
        "IntArray": "PackedInt32Array",
        "Int32Array": "PackedInt32Array",
        "Int64Array": "PackedInt64Array",
        "PackedRealArray": "PackedFloat32Array",
        "PoolRealArray": "PackedFloat32Array",
        "RealArray": "PackedFloat32Array",
        "PoolFloatArray": "PackedFloat32Array",
        "FloatArray": "PackedFloat32Array",
        "Float32Array": "PackedFloat32Array",
        "Float64Array": "PackedFloat64Array",
        "PoolStringArray": "PackedStringArray",
        "StringArray": "PackedStringArray",
        "PoolVector2Array": "PackedVector2Array",
        "Vector2Array": "PackedVector2Array",
        "PoolVector3Array": "PackedVector3Array",
        "Vector3Array": "PackedVector3Array",
        "Vector4Array": "PackedVector4Array",
        "PoolColorArray": "PackedColorArray",
        "ColorArray": "PackedColorArray",
    }
)
"""What Godot 3 and 2 call the types, and what they are called now."""

TYPES: Final[Mapping[str, Constructor]] = MappingProxyType({constructor.name: constructor for constructor in _ALL})
"""By today's names."""
