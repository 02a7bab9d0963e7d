"""What a recording render server drew last, row by row, as the items gave it: for tests that look at single rows."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from servers.render import RenderServer
from servers.render.scene.commands.instances import INSTANCE


class DrawnBatch(NamedTuple):
    """Neighbouring rows of one look."""

    texture: Any
    filter: int
    repeat: bool
    first: int
    length: int


class Drawn:
    """The rows of the canvas of a server's root viewport, in drawing order.

    Attributes:
        instances: (N,) of dtype INSTANCE: points in item space, texture coordinates over the texture, colours.
        transforms: (N, 6), of each row's item.
        positions: (N, 4, 2), on the canvas.
        batches: the stretches of equal looks.
    """

    def __init__(self, server: RenderServer) -> None:
        """As `server` drew it last."""
        assert server._host is not None
        canvas = server.viewport_of(server._host.root).canvas
        content, rows = canvas._content, canvas._placing.rows
        chosen: Any = slice(None) if rows is None else rows
        looks = content.row_looks[chosen]
        self.positions: NDArray[np.float32] = canvas._list.positions
        self.transforms: NDArray[np.float32] = canvas._list.models[content.row_items[chosen]]
        self.instances: NDArray[np.void] = np.empty(len(looks), INSTANCE)
        self.instances["points"][:, 0::2] = content.x[:, chosen].T
        self.instances["points"][:, 1::2] = content.y[:, chosen].T
        vertices = canvas._list.vertices
        scale, offset = content.looks.uv_maps()
        uvs = (vertices["uv"] - offset[looks][:, None, :]) / scale[looks][:, None, :]
        if content.looks.placed:
            uvs = uvs.round(5)
        self.instances["uvs"] = uvs.reshape(-1, 8)
        self.instances["colors"] = vertices["color"].reshape(-1, 16)
        self.batches = _batches(content.looks, looks.tolist())


def _batches(table: Any, looks: list[int]) -> list[DrawnBatch]:
    keys = {number: key for key, number in table._numbers.items()}
    found: list[DrawnBatch] = []
    last = -1
    for row, look in enumerate(looks):
        if look == last:
            found[-1] = found[-1]._replace(length=found[-1].length + 1)
        else:
            texture, filter, repeat = keys[look][:3]
            found.append(DrawnBatch(texture, filter, repeat == 2, row, 1))
        last = look
    return found
