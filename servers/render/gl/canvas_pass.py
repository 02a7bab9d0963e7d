"""Canvas pass: draw sorted 2D items in as few calls as possible.

In:    a DrawList from servers.render.scene, already sorted and put into batches.
Out:   draw calls on the bound target; counts in FrameStats.
Space: pixels, y down; gamma-space colours, straight alpha.
When:  main thread, context current, the target bound.

A batch is drawn as instances of a strip of four points. GL 3.3 cannot begin at an instance other than the first, so a
vertex array is kept for each place where a batch begins; they are made when batches move (60 us each), not each frame.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import moderngl

from servers.render.gl.shader_source import load_program
from servers.render.scene.instances import INSTANCE

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from servers.render.gl.textures import TextureStore
    from servers.render.scene.draw_list import DrawList, FrameStats, View

_STRIDE = INSTANCE.itemsize
_TRANSFORM_STRIDE = 24
_FIRST_CAPACITY = 256
_MOST_KEPT = 1024

_FORMAT = "4f 4f 4f 4f 4f2 4f2 4f2 4f2/i"
_NAMES = ("in_points_01", "in_points_23", "in_uvs_01", "in_uvs_23", *(f"in_color_{i}" for i in range(4)))
_TRANSFORM_FORMAT = "4f 2f/i"
_TRANSFORM_NAMES = ("in_basis", "in_origin")
_PLACES = (
    *((name, "4f", 16 * i) for i, name in enumerate(_NAMES[:4])),
    *((name, "4f2", 64 + 8 * i) for i, name in enumerate(_NAMES[4:])),
)
_TRANSFORM_PLACES = (("in_basis", "4f", 0), ("in_origin", "2f", 16))


class CanvasPass:
    """The program and the buffers of the pass."""

    def __init__(self, ctx: moderngl.Context, textures: TextureStore) -> None:
        """Compile the program and make small buffers; they grow with the draw lists.

        Raises:
            ResourceFormatError: the driver refuses a shader.
        """
        self._ctx = ctx
        self._textures = textures
        self._program = load_program(ctx, "canvas")
        self._uploaded: DrawList | None = None
        self._content_revision = 0
        self._transform_revision = 0
        self._arrays: dict[int, moderngl.VertexArray] = {}
        self._reserve(_FIRST_CAPACITY)

    def draw(self, draw_list: DrawList, view: View, stats: FrameStats) -> None:
        """Upload what changed since the last call, then draw the batches."""
        self._upload(draw_list, stats)
        self._set_view(view)
        for batch in draw_list.batches:
            self._textures.bind(batch.texture, batch.filter, batch.repeat, stats)
            array = self._arrays.get(batch.first) or self._array_at(batch.first)
            array.render(moderngl.TRIANGLE_STRIP, vertices=4, instances=batch.length)
        stats.draw_calls += len(draw_list.batches)

    def dispose(self) -> None:
        """Release everything."""
        self._release_arrays()
        self._instances.release()
        self._transforms.release()
        self._program.release()

    def _set_view(self, view: View) -> None:
        a, b, c, d, x, y = view.transform
        self._program["view_basis"] = (a, b, c, d)
        self._program["view_origin"] = (x, y)
        self._program["viewport_size"] = view.size

    def _upload(self, draw_list: DrawList, stats: FrameStats) -> None:
        count = len(draw_list.instances)
        if count > self._capacity:
            self._release_arrays()
            self._instances.release()
            self._transforms.release()
            self._reserve(max(count, 2 * self._capacity))
        fresh = draw_list is not self._uploaded
        self._uploaded = draw_list
        if fresh or draw_list.content_revision != self._content_revision:
            self._content_revision = draw_list.content_revision
            _send(self._instances, draw_list.instances, stats)
            if len(self._arrays) > _MOST_KEPT:
                self._release_arrays()
        if fresh or draw_list.transform_revision != self._transform_revision:
            self._transform_revision = draw_list.transform_revision
            _send(self._transforms, draw_list.transforms, stats)

    def _reserve(self, capacity: int) -> None:
        """Make buffers for `capacity` instances; nothing is uploaded then."""
        self._capacity = capacity
        self._instances = self._ctx.buffer(reserve=capacity * _STRIDE, dynamic=True)
        self._transforms = self._ctx.buffer(reserve=capacity * _TRANSFORM_STRIDE, dynamic=True)
        self._uploaded = None

    def _array_at(self, first: int) -> moderngl.VertexArray:
        """The vertex array whose instance 0 is instance `first` of the buffers."""
        array = self._ctx.vertex_array(
            self._program,
            [
                (self._instances, _FORMAT, *_NAMES),
                (self._transforms, _TRANSFORM_FORMAT, *_TRANSFORM_NAMES),
            ],
        )
        if first:
            self._shift(array, self._instances, _PLACES, first, _STRIDE)
            self._shift(array, self._transforms, _TRANSFORM_PLACES, first, _TRANSFORM_STRIDE)
        self._arrays[first] = array
        return array

    def _shift(
        self,
        array: moderngl.VertexArray,
        buffer: moderngl.Buffer,
        places: tuple[tuple[str, str, int], ...],
        first: int,
        stride: int,
    ) -> None:
        for name, form, offset in places:
            location = self._program[name].location  # type: ignore[union-attr]
            array.bind(location, "f", buffer, form, offset=first * stride + offset, stride=stride, divisor=1)

    def _release_arrays(self) -> None:
        for array in self._arrays.values():
            array.release()
        self._arrays.clear()


def _send(buffer: moderngl.Buffer, data: NDArray[np.void] | NDArray[np.float32], stats: FrameStats) -> None:
    """Write `data` at the start of the buffer; orphaned first, so that the driver need not wait for the last frame."""
    if data.nbytes:
        buffer.orphan()
        buffer.write(data)
        stats.add_upload(data.nbytes)
