"""Surface: one surface of an ArrayMesh, as files hold it and as arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from engine.core.errors import InvalidTypeError, InvalidValueError
from engine.math import AABB, Vector4
from engine.math.value import shortened
from engine.resources.meshes import surface_format as sf
from engine.resources.meshes.number_arrays import number_array, shown
from engine.resources.shading.material import Material

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

MOST_POINTS = 1 << 24
"""Most points of one surface, and most indices."""

_LEAST_SIDE = 0.00001
"""Godot gives no box a side shorter than this."""

_NEEDED: dict[str, type[Any]] = {
    "aabb": AABB, "format": int, "primitive": int, "vertex_count": int, "vertex_data": bytes,
}  # fmt: skip
_POSSIBLE: dict[str, type[Any]] = {
    "2d": int, "attribute_data": bytes, "blend_shapes": bytes, "bone_aabbs": list, "index_count": int,
    "index_data": bytes, "lods": list, "material": Material, "name": str, "skin_data": bytes, "uv_scale": Vector4,
}  # fmt: skip
_COLUMNS = {sf.NORMAL: 3, sf.TANGENT: 4, sf.COLOR: 4, sf.TEX_UV: 2, sf.TEX_UV2: 2}
_NAMES = (
    "VERTEX", "NORMAL", "TANGENT", "COLOR", "TEX_UV", "TEX_UV2", "CUSTOM0", "CUSTOM1", "CUSTOM2", "CUSTOM3", "BONES",
    "WEIGHTS", "INDEX",
)  # fmt: skip


class Surface:
    """One surface. It is never changed: what changes it puts another in its place.

    Attributes:
        data: what a file says of it, with the names and in the order of the file.
    """

    __slots__ = ("_arrays", "data")

    def __init__(self, data: dict[str, Any]) -> None:
        """A surface of checked data; see `read_surface` and `surface_of_arrays`."""
        self.data = data
        self._arrays: list[NDArray[Any] | None] | None = None

    @property
    def is_readable(self) -> bool:
        """Whether it is stored as Godot 4.2 and later store it; anything else is only kept."""
        return sf.version_of(self.data["format"]) == sf.VERSION

    @property
    def arrays(self) -> list[NDArray[Any] | None]:
        """What it is made of; a new list of read-only arrays."""
        if self._arrays is None:
            self._arrays = sf.decode(self.data)
            for array in self._arrays:
                if array is not None:
                    array.flags.writeable = False
        return list(self._arrays)

    def changed(self, name: str, value: Any) -> Surface:
        """The same surface with another entry in its data; "" and None take it out."""
        data = {key: kept for key, kept in self.data.items() if key != name}
        if value:
            data[name] = value
        made = Surface(dict(sorted(data.items())))
        made._arrays = self._arrays
        return made


def read_surface(where: str, data: Any) -> Surface:
    """The surface of what a file says; `where` begins the text of errors.

    Raises:
        InvalidTypeError: not such a dict.
        InvalidValueError: its parts do not fit each other.
    """
    if not isinstance(data, dict):
        raise InvalidTypeError(f"{where} must be a dictionary, got {shortened(data)}")
    for name, kind in (_NEEDED | _POSSIBLE).items():
        if name not in data:
            if name in _NEEDED:
                raise InvalidTypeError(f"{where} has no {name!r}")
        elif not isinstance(data[name], kind) and not (name == "material" and data[name] is None):
            raise InvalidTypeError(f"{where}[{name!r}] must be {_said(kind)}, got {shortened(data[name])}")
    surface = Surface({name: bytes(value) if isinstance(value, bytes) else value for name, value in data.items()})
    if not 0 <= data["primitive"] <= 4:
        raise InvalidValueError(f"{where}['primitive'] must be from 0 to 4, got {data['primitive']}")
    for name in ("vertex_count", "index_count"):
        if not 0 <= data.get(name, 0) <= MOST_POINTS:
            raise InvalidValueError(f"{where}[{name!r}] must be from 0 to {MOST_POINTS:,}, got {data[name]}")
    if data["format"] < 0:
        raise InvalidValueError(f"{where}['format'] must be 0 or more, got {data['format']}")
    if surface.is_readable:
        _check_sizes(where, data)
    return surface


def surface_of_arrays(where: str, primitive: int, arrays: Sequence[Any], flags: int) -> Surface:
    """The surface made of arrays by the numbers of Mesh.ArrayType; `where` begins the text of errors.

    Args:
        where: the place of the arrays.
        primitive: what the points are joined to, of Mesh.PrimitiveType.
        arrays: as many as Mesh.ArrayType.MAX says, None for those that it has not.
        flags: of Mesh.ArrayFormat, and the formats of the custom arrays.

    Raises:
        InvalidTypeError: not such arrays.
        InvalidValueError: numbers that are not finite, lengths that differ, indices of no point, or no points.
    """
    if isinstance(arrays, (str, bytes, dict, set)) or not hasattr(arrays, "__len__") or len(arrays) != sf.ARRAY_COUNT:
        raise InvalidTypeError(f"{where} must be {sf.ARRAY_COUNT} arrays, see Mesh.ArrayType, got {shortened(arrays)}")
    if flags & (sf.COMPRESSED | sf.FLAT | sf.NO_VERTICES):
        raise InvalidValueError(
            f"{where}: flags cannot say how points are stored; compressed surfaces are only read, got flags {flags}"
        )
    form = _format_of(where, arrays, flags)
    points = _numbers(where, sf.VERTEX, arrays[sf.VERTEX], 2 if form & sf.FLAT else 3)
    count = len(points)
    checked: list[NDArray[Any] | None] = [points, *[None] * (sf.ARRAY_COUNT - 1)]
    for array in range(1, sf.INDEX):
        if arrays[array] is not None:
            checked[array] = _checked(where, array, arrays[array], form, count)
    indices = arrays[sf.INDEX]
    if indices is not None:
        checked[sf.INDEX] = _checked_indices(where, indices, count)
    if checked[sf.NORMAL] is not None:
        form |= 1 << sf.TANGENT  # Godot stores none without the other
    data: dict[str, Any] = {"2d": True} if form & sf.FLAT else {}
    buffers = {name: kept for name, kept in sf.encode(checked, form).items() if kept}
    if indices is not None:
        data["index_count"] = len(checked[sf.INDEX])  # type: ignore[arg-type]  # it was checked
    data |= {"aabb": _box(points), "format": form, "primitive": int(primitive), "uv_scale": Vector4(0, 0, 0, 0)}
    data |= {"vertex_count": count, **buffers}
    return Surface(dict(sorted(data.items())))


def _check_sizes(where: str, data: dict[str, Any]) -> None:
    form, count = data["format"], data["vertex_count"]
    layout = sf.layout_of(form)
    wanted = {
        "vertex_data": count * (layout.position.itemsize + layout.normal.itemsize),
        "attribute_data": count * layout.attribute.itemsize,
        "skin_data": count * layout.skin.itemsize,
    }
    if form & 1 << sf.INDEX:
        wanted["index_data"] = data.get("index_count", 0) * np.dtype(sf.index_type(count)).itemsize
    for name, size in wanted.items():
        if len(data.get(name, b"")) != size:
            raise InvalidValueError(
                f"{where}[{name!r}] must have {size} bytes for its format and {count} points, "
                f"got {len(data.get(name, b''))}"
            )
    if form & 1 << sf.INDEX:
        indices = np.frombuffer(data.get("index_data", b""), sf.index_type(count))
        if indices.size and int(indices.max()) >= count:
            raise InvalidValueError(f"{where}['index_data']: there is no point {indices.max()}; there are {count}")


def _format_of(where: str, arrays: Sequence[Any], flags: int) -> int:
    """The format of these arrays, and the parts of `flags` that say how they are stored."""
    if arrays[sf.VERTEX] is None:
        raise InvalidTypeError(f"{where}[VERTEX] must be points, got None")
    form = sf.VERSION << sf.VERSION_SHIFT | flags & (1 << 26 | (1 << 25) - (1 << sf.CUSTOM_BASE))
    form |= sum(1 << place for place in range(sf.ARRAY_COUNT) if arrays[place] is not None)
    points = _numbers(where, sf.VERTEX, arrays[sf.VERTEX], None)
    bones = arrays[sf.BONES]
    if bones is not None and np.size(bones) == 8 * len(points):
        form |= sf.EIGHT_BONES
    return form | (sf.FLAT if points.shape[1] == 2 else 0)


def _numbers(where: str, array: int, values: Any, columns: int | None) -> NDArray[np.float64]:
    """Finite numbers, (N, columns), of a sequence of sequences or of N * columns numbers."""
    what = f"{where}[{_NAMES[array]}]"
    try:
        numbers = number_array(values)
    except (TypeError, ValueError):
        raise InvalidTypeError(f"{what} must be an array of numbers, got {shown(values)}") from None
    if columns is None:
        if numbers.ndim != 2 or numbers.shape[1] not in (2, 3):
            raise InvalidTypeError(f"{what} must be points of two or three numbers, got the shape {numbers.shape}")
        if not 0 < len(numbers) <= MOST_POINTS:
            raise InvalidValueError(f"{what} takes from 1 to {MOST_POINTS:,} points, got {len(numbers)}")
    elif numbers.ndim == 1 and numbers.size % columns == 0:
        numbers = numbers.reshape(-1, columns)
    elif numbers.ndim != 2 or numbers.shape[1] != columns:
        raise InvalidTypeError(f"{what} must have {columns} numbers for each point, got the shape {numbers.shape}")
    if not np.isfinite(numbers).all():
        raise InvalidValueError(f"{what} must be finite numbers")
    return numbers


def _checked(where: str, array: int, values: Any, form: int, count: int) -> NDArray[Any]:
    """One of the arrays that has something for each point."""
    kind, columns = "<f4", _COLUMNS.get(array, 0)
    if array in (sf.BONES, sf.WEIGHTS):
        columns = 8 if form & sf.EIGHT_BONES else 4
    elif not columns:
        kind, columns = sf.custom_of(form, array)
    if kind == "u1" and isinstance(values, bytes):
        values = np.frombuffer(values, np.uint8)
    numbers = _numbers(where, array, values, columns)
    if len(numbers) != count:
        raise InvalidValueError(
            f"{where}[{_NAMES[array]}] must have as many rows as points, {count}, got {len(numbers)}"
        )
    most = 255 if kind == "u1" else 65535 if array == sf.BONES else None
    if most is not None and not ((numbers >= 0) & (numbers <= most) & (numbers == np.floor(numbers))).all():
        raise InvalidValueError(f"{where}[{_NAMES[array]}] must be whole numbers from 0 to {most}")
    return numbers


def _checked_indices(where: str, values: Any, count: int) -> NDArray[np.int64]:
    what = f"{where}[INDEX]"
    try:
        indices = np.array(values)
    except (TypeError, ValueError):
        indices = np.empty(0)
    if indices.ndim != 1 or indices.dtype.kind not in "iu" or not 0 < indices.size <= MOST_POINTS:
        raise InvalidTypeError(f"{what} must be a row of whole numbers, one at least, got {shown(values)}")
    if indices.min() < 0 or indices.max() >= count:
        wrong = indices[(indices < 0) | (indices >= count)][0]
        raise InvalidValueError(f"{what}: there is no point {wrong}; there are {count}, from 0")
    return indices.astype(np.int64)


def _box(points: NDArray[np.float64]) -> AABB:
    """The box around points, as Godot makes it: of float32, and no side of it 0."""
    single = points.astype(np.float32)
    low, high = single.min(0), single.max(0)
    if points.shape[1] == 2:
        size = np.maximum(high, single[0] + np.float32(_LEAST_SIDE)) - low
        return AABB([*low.tolist(), 0.0], [*size.tolist(), 0.0])
    return AABB(low.tolist(), np.maximum(high - low, np.float32(_LEAST_SIDE)).tolist())


def _said(kind: type[Any]) -> str:
    words = {int: "a whole number", bytes: "bytes", str: "a text", list: "an array"}
    return words.get(kind, f"a {kind.__name__}")
