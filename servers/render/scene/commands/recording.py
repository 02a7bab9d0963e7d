"""Recording: strips of four points, kept as the bytes of instances in the order in which they were drawn.

Strips of Python numbers are packed as they are up to FEW of them, since numpy's calls cost more than they save then;
more go through arrays, with the same result bit for bit. Either becomes bytes at once, through the transform that holds
at the time; `finish` joins them. A Run is (texture, repeat, count, inside, special): `inside` says that all its
texture coordinates lie in 0 to 1, so that it may be drawn out of an atlas.

A texture that is a part of another one is replaced by that one here, and its coordinates with it.
"""

from __future__ import annotations

from struct import Struct
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from servers.render.scene.commands.feather import soft_edge
from servers.render.scene.commands.instances import INSTANCE, MAX_COLOR, MAX_COORDINATE, Geometry, Run, Slice, Special

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from engine.math import Transform2D
    from engine.resources import Texture2D
    from servers.render.scene.commands.shapes import RGBA, Corners, Part, Point

    R = TypeVar("R", bound=Sequence[float])
    Floats = NDArray[np.floating[Any]]
    Matrix = tuple[float, float, float, float, float, float]

LOW, HIGH = -1e-5, 1.00001
"""Texture coordinates in between count as inside: the frames of a sheet are rounded."""

FEW = 16
"""Up to so many strips of Python numbers are packed without numpy: measured, the two take as long at 16 to 20 strips,
and at 24 to 60 where points are shared."""

NO_UVS = (0.0,) * 8
_NO_UV_BYTES = bytes(32)

_pack = Struct("<16f").pack
_pack_corners = Struct("<8f").pack
_pack_point = Struct("<2f").pack
_pack_color = Struct("<4e").pack

_WHITE = (1.0, 1.0, 1.0, 1.0)
_WHITE_BYTES = _pack_color(*_WHITE) * 4
_IDENTITY = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


class Recording:
    """What an item draws, as strips."""

    __slots__ = ("_data", "_matrix", "_runs", "_special")

    def __init__(self) -> None:
        """An empty recording."""
        self._data: list[bytes] = []
        self._runs: list[Run] = []
        self._matrix: Matrix | None = None
        self._special: Special | None = None

    def begin_slice(self, length: float, begin: float, end: float, offset: float) -> None:
        """Show what follows only in a part of an animation that goes round; see `Slice`."""
        self._special = Special(slice=Slice(length, begin, end, offset))

    def end_slice(self) -> None:
        """Show what follows always."""
        self._special = None

    def set_transform(self, transform: Transform2D) -> None:
        """Draw what follows through `transform`, within the item's space."""
        self._matrix = None if transform == _IDENTITY else (*transform,)

    def strip_array(
        self,
        points: Floats,
        colors: Floats,
        uvs: Floats | None = None,
        texture: Texture2D | None = None,
        *,
        feather: float = 0.0,
    ) -> None:
        """Many strips of four points at once, as arrays.

        Args:
            points: (N, 4, 2); the corners of each strip, see scene.commands.instances.
            colors: one for all (4,), one for each strip (N, 4), or one for each corner (N, 4, 4).
            uvs: (N, 4, 2), texture coordinates; without, a texture shows its top left corner everywhere. Where there is
                no texture they are for shaders.
            texture: what they are covered with.
            feather: a soft edge of that many pixels around all of them together; 0 for none.
        """
        count = len(points)
        if not count:
            return
        if feather > 0:
            spread = np.broadcast_to(colors if colors.ndim == 3 else np.reshape(colors, (-1, 1, 4)), (count, 4, 4))
            rim, faded, rim_uvs = soft_edge(points, spread, uvs, feather)
            points, colors = np.concatenate((points, rim)), np.concatenate((spread, faded))
            uvs = None if uvs is None or rim_uvs is None else np.concatenate((uvs, rim_uvs))
            count = len(points)
        inside = True
        if texture is not None:
            base = texture.base_part()
            fit = base_fit(base)
            uvs = np.zeros((count, 4, 2)) if uvs is None else uvs
            if fit is not None:
                uvs = uvs * np.array(fit[:2]) + np.array(fit[2:])
            texture = base[0]
            inside = bool(uvs.min() >= LOW and uvs.max() <= HIGH)
        if self._matrix is not None:
            points = _moved_array(points, self._matrix)
        instances = np.empty(count, INSTANCE)
        instances["points"] = _cut_off(points, MAX_COORDINATE).reshape(count, 8)
        instances["uvs"] = 0.0 if uvs is None else _cut_off(uvs, MAX_COORDINATE).reshape(count, 8)
        colors = _cut_off(colors, MAX_COLOR)
        instances["colors"] = colors.reshape(count, 16) if colors.ndim == 3 else np.concatenate((colors,) * 4, axis=-1)
        self._data.append(instances.tobytes())
        self._extend_run(texture, False, count, inside)

    def triangle_array(
        self,
        points: Floats,
        indices: NDArray[np.integer[Any]],
        colors: Floats,
        uvs: Floats | None = None,
        texture: Texture2D | None = None,
        *,
        feather: float = 0.0,
    ) -> None:
        """Many triangles at once, as arrays.

        Args:
            points: (V, 2).
            indices: (T, 3), the corners of each triangle.
            colors: one for all (4,), or one for each point (V, 4).
            uvs: (V, 2), texture coordinates; see `strip_array`.
            texture: what they are covered with.
            feather: a soft edge, see `strip_array`.
        """
        corners = indices[:, (0, 1, 2, 2)]
        self.strip_array(
            points[corners],
            colors[corners] if colors.ndim == 2 else colors,
            None if uvs is None else uvs[corners],
            texture,
            feather=feather,
        )

    def indexed_strips(
        self,
        strips: Sequence[Sequence[int]],
        points: Sequence[Point],
        colors: Sequence[RGBA],
        uvs: Sequence[Point] = (),
        texture: Texture2D | None = None,
    ) -> None:
        """Strips of Python numbers, of four indices of `points` each.

        `colors` are one for each point, or one for all; `uvs` one for each point, or none, see `strip_array`.
        """
        if len(strips) > FEW:
            corners = np.array(strips)
            self.strip_array(
                np.array(points, np.float64)[corners],
                np.array(colors, np.float64)[corners] if len(colors) > 1 else np.array(colors[0], np.float64),
                np.array(uvs, np.float64)[corners] if uvs else None,
                texture,
            )
            return
        inside = True
        if texture is not None:
            base = texture.base_part()
            fit = base_fit(base)
            texture = base[0]
            uvs = uvs or ((0.0, 0.0),) * len(points)
            if fit is not None:
                uvs = [(u * fit[0] + fit[2], v * fit[1] + fit[3]) for u, v in uvs]
            inside = _are_inside(uvs) or _are_inside([uvs[corner] for strip in strips for corner in strip])
        if self._matrix is not None:
            xx, xy, yx, yy, ox, oy = self._matrix
            points = [(xx * x + yx * y + ox, xy * x + yy * y + oy) for x, y in points]
        places = [_pack_point(x, y) for x, y in _limited(points)]
        shown = [_pack_point(u, v) for u, v in _limited(uvs)] if uvs else [bytes(8)] * len(places)
        tints = [_packed(color) for color in colors] if len(colors) > 1 else [_packed(colors[0])] * len(places)
        for a, b, c, d in strips:
            self._data += (places[a], places[b], places[c], places[d], shown[a], shown[b], shown[c], shown[d])
            self._data += (tints[a], tints[b], tints[c], tints[d])
        self._extend_run(texture, False, len(strips), inside)

    def finish(self) -> Geometry:
        """What was recorded; the recording is used up."""
        return Geometry(b"".join(self._data), tuple(self._runs))

    def _add(self, points: Corners, uvs: Corners, colors: bytes) -> None:
        """Add one strip, of packed colours."""
        if self._matrix is not None:
            points = _moved(points, self._matrix)
        try:
            self._data.append(_pack(*points, *uvs) + colors)
        except OverflowError:  # something is out of the range of float32
            both = np.clip((*points, *uvs), -MAX_COORDINATE, MAX_COORDINATE)
            self._data.append(_pack(*both.tolist()) + colors)

    def _add_plain(self, strips: Sequence[Corners], colors: Iterable[bytes]) -> None:
        """Add a few strips without texture coordinates; `colors` are the packed ones of each."""
        if not strips:
            return
        if self._matrix is not None:
            matrix = self._matrix
            strips = [_moved(strip, matrix) for strip in strips]
        for strip, packed in zip(_limited(strips), colors, strict=False):
            self._data += (_pack_corners(*strip), _NO_UV_BYTES, packed)
        self._extend_run(None, False, len(strips), True)

    def _extend_run(self, texture: Texture2D | None, repeat: bool, count: int, inside: bool) -> None:
        """The last `count` strips are drawn with this."""
        runs = self._runs
        if runs:
            last_texture, last_repeat, last_count, last_inside, last_special = runs[-1]
            if last_texture is texture and last_repeat == repeat and last_special == self._special:
                runs[-1] = (texture, repeat, last_count + count, last_inside and inside, last_special)
                return
        if count:
            runs.append((texture, repeat, count, inside, self._special))


def of_all(color: RGBA) -> bytes:
    """The packed colours of a strip in one colour."""
    return _WHITE_BYTES if color == _WHITE else _packed(color) * 4


def of_ends(first: RGBA, last: RGBA) -> bytes:
    """The packed colours of a strip that changes along its length."""
    return _packed(first) * 2 + _packed(last) * 2


def _packed(color: RGBA) -> bytes:
    try:
        return _pack_color(*color)
    except OverflowError:  # out of the range of half floats
        return _pack_color(*np.clip(color, -MAX_COLOR, MAX_COLOR).tolist())


def _moved(points: Corners, matrix: Matrix) -> Corners:
    """A strip's points through a matrix."""
    ax, ay, bx, by, cx, cy, dx, dy = points
    a, b, c, d, e, f = matrix
    return (
        a * ax + c * ay + e,
        b * ax + d * ay + f,
        a * bx + c * by + e,
        b * bx + d * by + f,
        a * cx + c * cy + e,
        b * cx + d * cy + f,
        a * dx + c * dy + e,
        b * dx + d * dy + f,
    )


def _moved_array(points: Floats, matrix: Matrix) -> Floats:
    """Points, (N, 4, 2), through a matrix, rounded as `_moved` rounds: a matrix product may do otherwise."""
    a, b, c, d, e, f = matrix
    x, y = points[..., 0].astype(np.float64), points[..., 1].astype(np.float64)
    moved = np.empty(points.shape)
    moved[..., 0], moved[..., 1] = a * x + c * y + e, b * x + d * y + f
    return moved


def _cut_off(values: Floats, most: float) -> Floats:
    """The values, brought to -`most` to `most`; for small arrays faster than `np.clip`."""
    cut: Floats = np.minimum(np.maximum(values, -most), most)
    return cut


def _are_inside(uvs: Sequence[Point]) -> bool:
    return min(map(min, uvs)) >= LOW and max(map(max, uvs)) <= HIGH


def _limited(rows: Sequence[R]) -> Sequence[R]:
    """Rows of coordinates, cut off as `_cut_off` does."""
    if max(map(max, rows)) > MAX_COORDINATE or min(map(min, rows)) < -MAX_COORDINATE:
        return np.clip(rows, -MAX_COORDINATE, MAX_COORDINATE).tolist()  # type: ignore[no-any-return]
    return rows


def base_fit(base: tuple[Texture2D, Part]) -> Part | None:
    """What texture coordinates over a part of a texture are scaled by, (u, v), and moved by, to be over the whole.

    None where the part is the whole.
    """
    texture, (x, y, width, height) = base
    across, down = max(texture.width, 1), max(texture.height, 1)
    if (x, y, width, height) == (0, 0, across, down):
        return None
    return width / across, height / down, x / across, y / down
