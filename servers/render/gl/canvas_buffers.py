"""The vertex buffers of draw lists: one pair for each, of which the rows are written that have changed.

Places and what the points carry lie in two buffers, since things move every frame and look the same. Every strip is
two triangles over its four points, by one index buffer for all lists, so that a batch may begin anywhere.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from servers.render.copies import Copies
from servers.render.scene.commands.instances import VERTEX

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import moderngl
    from numpy.typing import NDArray

    from servers.render.gl.canvas_program import CanvasProgram
    from servers.render.scene.changes import Stretch
    from servers.render.scene.draw_list import DrawList, FrameStats

_STRIP = np.array((0, 1, 2, 2, 1, 3), np.uint32)
INDICES = len(_STRIP)
"""Indices of a strip."""

_FIRST_CAPACITY = 256
_LAYOUT = (("in_uv", "2f", "8x"), ("in_color", "4f2", "8x"))
"""What a point carries: name, form, and what skips it."""

_NOTHING = -1
"""The revision of what was never sent."""

_POSITION_BYTES = 4 * 8
_VERTEX_BYTES = 4 * VERTEX.itemsize


class CanvasBuffers:
    """The buffers of all draw lists of one context; it must be current in every method."""

    def __init__(self, ctx: moderngl.Context) -> None:
        """Small buffers; they grow with the draw lists."""
        self._ctx = ctx
        self._lists: Copies[DrawList, _ListBuffers] = Copies()
        self._capacity = 0
        self._indices: moderngl.Buffer | None = None
        self._reserve_indices(_FIRST_CAPACITY)

    def update(self, draw_list: DrawList, stats: FrameStats) -> None:
        """Upload what changed of a draw list since the last call."""
        count = len(draw_list.positions)
        if count > self._capacity:
            self._reserve_indices(max(count, 2 * self._capacity))
        buffers = self._lists.get(draw_list)
        if buffers is None:
            buffers = _ListBuffers(self._ctx)
            self._lists.keep(draw_list, buffers)
        buffers.update(draw_list, stats)

    def array(self, draw_list: DrawList, program: CanvasProgram) -> moderngl.VertexArray:
        """The vertex array that draws a draw list, which was updated, by a program."""
        assert self._indices is not None
        buffers = self._lists.get(draw_list)
        assert buffers is not None
        return buffers.array(program, self._indices)

    def drain(self, released: Iterable[CanvasProgram]) -> None:
        """Release the buffers of draw lists that are gone, and the vertex arrays of programs that were released."""
        for buffers in self._lists.take_gone():
            buffers.release()
        for program in released:
            for held in self._lists:
                held.copy.release_array(program)

    def dispose(self) -> None:
        """Release everything."""
        for buffers in self._lists.take_all():
            buffers.release()
        if self._indices is not None:
            self._indices.release()

    def _reserve_indices(self, capacity: int) -> None:
        for held in self._lists:
            held.copy.release_arrays()
        if self._indices is not None:
            self._indices.release()
        self._capacity = capacity
        indices = np.arange(capacity, dtype=np.uint32)[:, None] * 4 + _STRIP
        self._indices = self._ctx.buffer(indices.tobytes())


class _ListBuffers:
    """The buffers of one draw list."""

    def __init__(self, ctx: moderngl.Context) -> None:
        self._ctx = ctx
        self._arrays: dict[CanvasProgram, moderngl.VertexArray] = {}
        self._vertex_revision = self._position_revision = _NOTHING
        self._reserve(_FIRST_CAPACITY)

    def update(self, draw_list: DrawList, stats: FrameStats) -> None:
        count = len(draw_list.positions)
        if count > self._capacity:
            self.release()
            self._reserve(max(count, 2 * self._capacity))
        changes = draw_list.vertex_changes
        if changes.revision != self._vertex_revision:
            _send(self._vertices, draw_list.vertices, changes.since(self._vertex_revision, count), stats)
            self._vertex_revision = changes.revision
        changes = draw_list.position_changes
        if changes.revision != self._position_revision:
            _send(self._positions, draw_list.positions, changes.since(self._position_revision, count), stats)
            self._position_revision = changes.revision

    def array(self, program: CanvasProgram, indices: moderngl.Buffer) -> moderngl.VertexArray:
        array = self._arrays.get(program)
        if array is None:
            array = self._arrays[program] = self._make_array(program.program, indices)
        return array

    def _make_array(self, program: moderngl.Program, indices: moderngl.Buffer) -> moderngl.VertexArray:
        """A driver drops attributes that make no difference; those are skipped in the buffer."""
        content: list[tuple[Any, ...]] = []
        if "in_position" in program:
            content.append((self._positions, "2f", "in_position"))
        forms = [form if name in program else skip for name, form, skip in _LAYOUT]
        names = [name for name, _, _ in _LAYOUT if name in program]
        if names:
            content.append((self._vertices, " ".join(forms), *names))
        return self._ctx.vertex_array(program, content, indices, index_element_size=4)

    def release_array(self, program: CanvasProgram) -> None:
        array = self._arrays.pop(program, None)
        if array is not None:
            array.release()

    def release_arrays(self) -> None:
        for array in self._arrays.values():
            array.release()
        self._arrays.clear()

    def release(self) -> None:
        self.release_arrays()
        self._positions.release()
        self._vertices.release()

    def _reserve(self, capacity: int) -> None:
        """Make buffers for `capacity` rows; nothing is uploaded then."""
        self._capacity = capacity
        self._positions = self._ctx.buffer(reserve=capacity * _POSITION_BYTES, dynamic=True)
        self._vertices = self._ctx.buffer(reserve=capacity * _VERTEX_BYTES, dynamic=True)
        self._vertex_revision = self._position_revision = _NOTHING


def _send(
    buffer: moderngl.Buffer,
    rows: NDArray[np.void] | NDArray[np.float32],
    stretches: Sequence[Stretch],
    stats: FrameStats,
) -> None:
    """Write some of the rows that a buffer holds; all of them go to fresh memory, so that no driver has to wait."""
    for first, after in stretches:
        part = rows[first:after]
        if len(part) == len(rows):
            buffer.orphan()
        buffer.write(part, offset=first * rows.strides[0])
        stats.add_upload(part.nbytes)
