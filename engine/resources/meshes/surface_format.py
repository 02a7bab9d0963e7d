"""How Godot 4.2 and later store the arrays of a surface as bytes; facts of its RenderingServer.

In:    arrays by the numbers of Mesh.ArrayType, or bytes with a format, the number of Mesh.ArrayFormat.
Out:   the other. Nothing is checked here: `Surface` does that.

Three buffers and the indices, little-endian. The vertex data are the positions of all points, after them normal and
tangent of each. The attribute data are, point by point, colour, both texture coordinates and the custom arrays; the
skin data are bones and weights. Directions are folded onto an octahedron. Compressed surfaces have positions of 16 bits
a coordinate in their box; normal and tangent are an axis, where the normal would be, and a turn beside the position.
"""

from __future__ import annotations

from math import pi
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    Floats = NDArray[np.floating[Any]]

VERTEX, NORMAL, TANGENT, COLOR, TEX_UV, TEX_UV2, CUSTOM0, BONES, WEIGHTS, INDEX = 0, 1, 2, 3, 4, 5, 6, 10, 11, 12
ARRAY_COUNT = 13

FLAT = 1 << 25
EIGHT_BONES = 1 << 27
NO_VERTICES = 1 << 28
COMPRESSED = 1 << 29
VERSION_SHIFT = 35
VERSION = 1
"""The version that 4.2 brought; 4.0 and 4.1 have 0."""

CUSTOM_BASE = 13
CUSTOM_BITS = 3
_MOST_SHORT = 1 << 16
"""With at most so many points, an index has 16 bits."""

_LEAST_TURN = np.float32(1 / 32767)
_CUSTOM: tuple[tuple[str, int], ...] = (
    ("u1", 4), ("u1", 4), ("u1", 4), ("u1", 8), ("<f4", 1), ("<f4", 2), ("<f4", 3), ("<f4", 4),
)  # fmt: skip
"""Type and length of a custom array, by the numbers of Mesh.ArrayCustomFormat; half floats are given as bytes."""


class Layout(NamedTuple):
    """What one point has in each of the buffers."""

    position: np.dtype[Any]
    normal: np.dtype[Any]
    attribute: np.dtype[Any]
    skin: np.dtype[Any]


def version_of(form: int) -> int:
    """The version of a format."""
    return form >> VERSION_SHIFT & 0xFF


def custom_of(form: int, array: int) -> tuple[str, int]:
    """Type and length of a custom array."""
    return _CUSTOM[form >> CUSTOM_BASE + CUSTOM_BITS * (array - CUSTOM0) & (1 << CUSTOM_BITS) - 1]


def index_type(count: int) -> str:
    """The type of the indices of `count` points."""
    return "<u2" if 0 < count <= _MOST_SHORT else "<u4"


def layout_of(form: int) -> Layout:
    """What a point has; fields are named by the numbers of the arrays."""
    compressed = bool(form & COMPRESSED)
    bones = 8 if form & EIGHT_BONES else 4
    position = ("<f4", 2) if form & FLAT else ("<u2", 4) if compressed else ("<f4", 3)
    coordinates = ("<u2", 2) if compressed else ("<f4", 2)
    custom = {array: custom_of(form, array) for array in range(CUSTOM0, BONES)}
    attributes = {COLOR: ("u1", 4), TEX_UV: coordinates, TEX_UV2: coordinates, **custom}
    normals = {NORMAL: ("<u2", 2)} | ({} if compressed else {TANGENT: ("<u2", 2)})
    return Layout(
        _record({VERTEX: position}, form),
        _record(normals, form),
        _record(attributes, form),
        _record({BONES: ("<u2", bones), WEIGHTS: ("<u2", bones)}, form),
    )


def decode(data: Mapping[str, Any]) -> list[NDArray[Any] | None]:
    """The arrays of a surface, from the dict that files hold."""
    form, count = data["format"], data["vertex_count"]
    layout = layout_of(form)
    vertex_data = data["vertex_data"]
    arrays: list[NDArray[Any] | None] = [None] * ARRAY_COUNT
    fields = _read(vertex_data, layout.position, count)
    fields |= _read(vertex_data[count * layout.position.itemsize :], layout.normal, count)
    fields |= _read(data.get("attribute_data", b""), layout.attribute, count)
    fields |= _read(data.get("skin_data", b""), layout.skin, count)
    scale = np.array(data.get("uv_scale", (0.0,) * 4), np.float32)
    for array, stored in fields.items():
        if array in (VERTEX, NORMAL, TANGENT):
            continue
        if array == COLOR:
            arrays[array] = stored.astype(np.float32) / 255
        elif array in (TEX_UV, TEX_UV2):
            start = 2 * (array - TEX_UV)
            arrays[array] = _coordinates(stored, scale[start : start + 2], bool(scale.any()))
        elif array == WEIGHTS:
            arrays[array] = stored.astype(np.float32) / 65535
        else:
            arrays[array] = stored.astype(np.int32) if array == BONES else stored.copy()
    if form & COMPRESSED and not form & FLAT:
        _decode_compressed(fields, data["aabb"], arrays)
    else:
        _decode_directions(fields, arrays)
    if form & 1 << INDEX:
        arrays[INDEX] = np.frombuffer(data["index_data"], index_type(count)).astype(np.int32)
    return arrays


def encode(arrays: Sequence[NDArray[Any] | None], form: int) -> dict[str, bytes]:
    """The buffers of a surface, by their names in files, for arrays of the right types and one length."""
    layout = layout_of(form)
    stored = {array: values for array, values in enumerate(arrays) if values is not None}
    count = next((len(values) for array, values in stored.items() if array != INDEX), 0)
    normals, tangents, colors = arrays[NORMAL], arrays[TANGENT], arrays[COLOR]
    if normals is not None:
        stored[NORMAL] = _whole(_folded(normals))
        stored[TANGENT] = _folded_tangents(_tangents_of(normals) if tangents is None else tangents)
    elif tangents is not None:
        stored[TANGENT] = _folded_tangents(tangents)
    if colors is not None:
        stored[COLOR] = (colors * 255).clip(0, 255).astype(np.uint8)
    weights = arrays[WEIGHTS]
    if weights is not None:
        stored[WEIGHTS] = _whole(weights)
    buffers = {
        "vertex_data": _written(stored, layout.position, count) + _written(stored, layout.normal, count),
        "attribute_data": _written(stored, layout.attribute, count),
        "skin_data": _written(stored, layout.skin, count),
    }
    if INDEX in stored:
        buffers["index_data"] = stored[INDEX].astype(index_type(count)).tobytes()
    return buffers


def _record(fields: dict[int, tuple[str, int]], form: int) -> np.dtype[Any]:
    """The record of those fields that the format has."""
    return np.dtype([(str(array), kind, (length,)) for array, (kind, length) in fields.items() if form & 1 << array])


def _read(data: bytes, record: np.dtype[Any], count: int) -> dict[int, NDArray[Any]]:
    if not record.names:
        return {}
    rows = np.frombuffer(data, record, count)
    return {int(name): rows[name] for name in record.names}


def _written(stored: dict[int, NDArray[Any]], record: np.dtype[Any], count: int) -> bytes:
    rows = np.zeros(count, record)
    for name in record.names or ():
        rows[name] = stored[int(name)]
    return rows.tobytes()


def _coordinates(stored: NDArray[Any], scale: Floats, is_scaled: bool) -> NDArray[np.float32]:
    if stored.dtype.kind == "f":
        return stored.astype(np.float32)
    between = stored.astype(np.float32) / np.float32(65535)
    return ((between - np.float32(0.5)) * scale).astype(np.float32) if is_scaled else between


def _decode_directions(fields: dict[int, NDArray[Any]], arrays: list[NDArray[Any] | None]) -> None:
    if VERTEX in fields:
        arrays[VERTEX] = fields[VERTEX].astype(np.float32)
    if NORMAL in fields:
        arrays[NORMAL] = _unfolded(fields[NORMAL].astype(np.float32) / 65535)
    if TANGENT in fields:
        place = fields[TANGENT].astype(np.float32) / 65535
        turn = place[:, 1] * 2 - 1
        side = np.where(turn >= 0, np.float32(1), np.float32(-1))
        arrays[TANGENT] = np.column_stack((_unfolded(np.column_stack((place[:, 0], abs(turn)))), side))


def _decode_compressed(
    fields: dict[int, NDArray[Any]], box: Sequence[float], arrays: list[NDArray[Any] | None]
) -> None:
    if VERTEX not in fields:
        return
    stored = fields[VERTEX].astype(np.float32) / np.float32(65535)
    arrays[VERTEX] = stored[:, :3] * np.array(box[3:], np.float32) + np.array(box[:3], np.float32)
    if NORMAL not in fields:
        return
    axis = _unfolded(fields[NORMAL].astype(np.float32) / 65535)
    turn = stored[:, 3]
    side = np.where(turn > 0.5, np.float32(1), np.float32(-1))
    angle = abs(turn * 2 - 1) * np.float32(pi)
    sine, cosine = np.sin(angle), np.cos(angle)
    x, y, z = axis.T
    rest = 1 - cosine
    arrays[TANGENT] = np.column_stack((cosine + x * x * rest, x * y * rest - z * sine, x * z * rest + y * sine, side))
    arrays[NORMAL] = np.column_stack((x * z * rest - y * sine, y * z * rest + x * sine, cosine + z * z * rest))


def _folded(directions: Floats) -> Floats:
    """Directions (N, 3) as places on a folded octahedron, (N, 2), 0 to 1."""
    length = abs(directions).sum(1, keepdims=True)
    n = directions / np.where(length, length, 1)
    upper = n[:, :2]
    lower = (1 - abs(n[:, 1::-1])) * np.where(upper >= 0, 1.0, -1.0)
    return np.where(n[:, 2:] >= 0, upper, lower) * 0.5 + 0.5


def _unfolded(places: Floats) -> NDArray[np.float32]:
    """Places on a folded octahedron, 0 to 1, as directions of length 1."""
    f = places.astype(np.float32) * np.float32(2) - np.float32(1)
    z = 1 - abs(f).sum(1)
    behind = (-z).clip(0, 1)[:, None]
    direction = np.column_stack((f - np.where(f >= 0, behind, -behind), z))
    return np.asarray(direction / np.linalg.norm(direction, axis=1, keepdims=True), np.float32)


def _folded_tangents(tangents: Floats) -> NDArray[np.uint16]:
    places = _folded(tangents[:, :3])
    turn = np.maximum(places[:, 1], _LEAST_TURN) * 0.5 + 0.5
    whole = _whole(np.column_stack((places[:, 0], np.where(tangents[:, 3] >= 0, turn, 1 - turn))))
    whole[(whole[:, 0] == 0) & (whole[:, 1] == 65535), 0] = 65535  # the same direction; (0, 1) tells of compression
    return whole


def _tangents_of(normals: Floats) -> Floats:
    """Some direction at a right angle to each normal, as Godot chooses it where there are no tangents."""
    some = np.column_stack((normals[:, 2], -normals[:, 0], normals[:, 1]))
    across = np.cross(some, normals)
    length = np.linalg.norm(across, axis=1, keepdims=True)
    return np.column_stack((across / np.where(length, length, 1), np.ones(len(normals))))


def _whole(fractions: Floats) -> NDArray[np.uint16]:
    return (fractions * 65535).clip(0, 65535).astype(np.uint16)
