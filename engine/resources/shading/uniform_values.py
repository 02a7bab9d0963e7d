"""What a uniform takes: values of Python as those that Godot keeps in files, and as the bytes that the GPU gets."""

from __future__ import annotations

from operator import index
from struct import pack
from typing import TYPE_CHECKING, Any

from engine.core.errors import InvalidTypeError
from engine.math import (
    Basis,
    Color,
    Plane,
    Projection,
    Quaternion,
    Rect2,
    Transform2D,
    Transform3D,
    Vector2,
    Vector2i,
    Vector3,
    Vector3i,
    Vector4,
    Vector4i,
)
from engine.math.errors import MathTypeError, MathValueError
from engine.math.value import Value, real, with_type
from engine.resources.shading.shader_words import COMPONENTS, MATRICES
from engine.resources.textures.texture_2d import Texture2D

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from engine.resources.shading.uniform import Uniform

_VECTORS: dict[int, Any] = {2: Vector2, 3: Vector3, 4: Vector4}
_INT_VECTORS: dict[int, Any] = {2: Vector2i, 3: Vector3i, 4: Vector4i}
_OF_FOUR = (Color, Vector4, Quaternion, Plane, Rect2)
_FORMATS = {"float": "f", "int": "i", "uint": "I", "bool": "i"}
_LARGEST = {"int": (1 << 31) - 1, "uint": (1 << 32) - 1}
_SMALLEST = {"int": -(1 << 31), "uint": 0}
_LARGEST_FLOAT = 3.4028234663852886e38


def fitted(uniform: Uniform, value: Any) -> Any:
    """The value that a uniform keeps for what it is given, which nothing can change.

    A vec2 is kept as a Vector2, a colour as a Color, a mat2 as a Transform2D, a mat3 as a Basis, a mat4 as a
    Projection, bools of a bvec as the bits of an int, a texture as itself; an array as a tuple, of ints where it is of
    bools or of vectors of whole numbers, of floats where it is of matrices: as Godot keeps them.

    Raises:
        InvalidTypeError: it does not fit; the text goes on after the name of the property.
    """
    try:
        if uniform.is_sampler:
            return _textures(uniform, value) if uniform.size else _texture(value)
        return _array(uniform, value) if uniform.size else _single(uniform, value)
    except (TypeError, ValueError, OverflowError, MathTypeError, MathValueError):
        raise InvalidTypeError(f"must be {_wanted(uniform)}, got {with_type(value)}") from None


def packed(uniform: Uniform, value: Any) -> bytes:
    """The bytes of a value that `fitted` gave, as the GPU takes them; an array is filled up with zeros."""
    kind, count = uniform.components
    numbers: tuple[Any, ...]
    if uniform.size:
        numbers = tuple(_flat(uniform, value))
        numbers += (0,) * (count * uniform.size - len(numbers))
    elif kind == "bool" and count > 1:
        numbers = tuple(value >> i & 1 for i in range(count))
    else:
        numbers = tuple(_element(uniform.type, value)) if isinstance(value, tuple) else (value,)
    return pack(f"{len(numbers)}{_FORMATS[kind]}", *numbers)


def _wanted(uniform: Uniform) -> str:
    if uniform.is_sampler:
        return f"at most {uniform.size} textures" if uniform.size else "a Texture2D or None"
    return f"a finite {uniform.kind}" if COMPONENTS[uniform.type][0] == "float" else f"a value of {uniform.kind}"


# --- textures ---


def _texture(value: Any) -> Texture2D:
    if not isinstance(value, Texture2D):
        raise TypeError
    return value


def _textures(uniform: Uniform, value: Any) -> tuple[Texture2D | None, ...]:
    if not isinstance(value, (list, tuple)) or len(value) > uniform.size:
        raise TypeError
    return tuple(None if each is None else _texture(each) for each in value)


# --- numbers ---


def _number(kind: str, value: Any) -> Any:
    if kind == "float":
        if isinstance(value, (bool, str, bytes)):
            raise TypeError
        number = real(value, "")
        if not -_LARGEST_FLOAT <= number <= _LARGEST_FLOAT:  # NaN too
            raise ValueError
        return number
    if kind == "bool":
        if not isinstance(value, int) and getattr(getattr(value, "dtype", None), "kind", "") != "b":
            raise TypeError
        return bool(value)
    whole = int(value) if isinstance(value, float) and value.is_integer() else index(value) + 0
    if not _SMALLEST[kind] <= whole <= _LARGEST[kind]:
        raise ValueError
    return whole


def _numbers(kind: str, value: Any, count: int) -> list[Any]:
    numbers = [_number(kind, each) for each in _sequence(value)]
    if len(numbers) != count:
        raise TypeError
    return numbers


def _sequence(value: Any) -> Sequence[Any]:
    if isinstance(value, (str, bytes, dict, set, frozenset)):
        raise TypeError
    return value.tolist() if hasattr(value, "tolist") else tuple(value)  # arrays of numpy's


def _single(uniform: Uniform, value: Any) -> Any:
    kind, count = uniform.components
    if count == 1:
        return _number(kind, value)
    if uniform.type in MATRICES:
        return _MATRICES[uniform.type](value)
    if kind == "bool":
        if isinstance(value, int):
            if not 0 <= value < 1 << count:
                raise ValueError
            return int(value)
        return sum(bit << i for i, bit in enumerate(_numbers("bool", value, count)))
    if kind != "float":
        return _INT_VECTORS[count](_numbers(kind, value, count))
    return _vector(uniform, value, count)


def _vector(uniform: Uniform, value: Any, count: int) -> Any:
    if count > 2 and (uniform.is_color or isinstance(value, Color)):
        color = value if type(value) is Color else Color(value)
        _numbers("float", color, 4)
        return color
    if count == 4 and isinstance(value, _OF_FOUR):
        _numbers("float", value, 4)
        return value
    return _VECTORS[count](_numbers("float", value, count))


def _mat2(value: Any) -> Transform2D:
    numbers = _numbers("float", value, 6) if isinstance(value, Transform2D) else [*_numbers("float", value, 4), 0, 0]
    return Transform2D(*numbers)


def _mat3(value: Any) -> Basis:
    if isinstance(value, Transform2D):
        xx, xy, yx, yy, ox, oy = value
        value = (xx, xy, 0.0, yx, yy, 0.0, ox, oy, 1.0)
    elif isinstance(value, Quaternion):
        value = Basis(value)
    return Basis(_numbers("float", value, 9))


def _mat4(value: Any) -> Projection:
    if isinstance(value, Transform2D):
        xx, xy, yx, yy, ox, oy = value
        value = (xx, xy, 0.0, 0.0, yx, yy, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, ox, oy, 0.0, 1.0)
    elif isinstance(value, Transform3D):
        value = Projection(value)
    return Projection(_numbers("float", value, 16))


_MATRICES: dict[str, Callable[[Any], Any]] = {"mat2": _mat2, "mat3": _mat3, "mat4": _mat4}


# --- arrays ---


def _array(uniform: Uniform, value: Any) -> tuple[Any, ...]:
    """The elements of an array; of bools, vectors of whole numbers and matrices all numbers one after another."""
    kind, count = uniform.components
    given = _sequence(value)
    if isinstance(value, Value):  # a vector is no array
        raise TypeError
    by_vector = kind == "float" and count > 1 and uniform.type not in MATRICES
    is_flat = count > 1 and len(given) > 0 and isinstance(given[0], (int, float))
    if by_vector:
        parts = [given[i : i + count] for i in range(0, len(given), count)] if is_flat else given
        kept = tuple(_vector(uniform, each, count) for each in parts)
    elif count == 1:
        kept = tuple(_number(kind, each) for each in given)
    else:
        single = uniform._replace(size=0)
        elements = given if is_flat else [each for part in given for each in _part(single, part)]
        kept = tuple(_number(kind, each) for each in elements)
        if len(kept) % count:
            raise TypeError
    if len(kept) > uniform.size * (1 if by_vector or count == 1 else count):
        raise TypeError
    return tuple(map(int, kept)) if kind == "bool" else kept


def _part(single: Uniform, value: Any) -> Iterable[Any]:
    kind, count = single.components
    return _element(single.type, _single(single, value)) if kind == "float" else _numbers(kind, value, count)


def _element(type: str, value: tuple[Any, ...]) -> tuple[Any, ...]:
    """The components that the GPU gets of one value: a Color may be a vec3, a Transform2D a mat2."""
    return value[: COMPONENTS[type][1]]


def _flat(uniform: Uniform, value: tuple[Any, ...]) -> Iterable[Any]:
    for each in value:
        if isinstance(each, tuple):
            yield from _element(uniform.type, each)
        else:
            yield each
