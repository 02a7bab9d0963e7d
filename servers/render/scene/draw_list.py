"""DrawList: one frame of a canvas, ready for a back end; and FrameStats, what drawing it took.

In:    written by scene.canvas, in drawing order.
Out:   read by the back ends, which compare the two revisions with those they have, and upload only what is newer.
Space: points are in item space, transforms lead to the canvas, the view to the screen; colours as in scene.instances.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from servers.render.scene.instances import INSTANCE

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.resources import Texture2D


class Batch(NamedTuple):
    """Neighbouring instances that are drawn in one call."""

    texture: Texture2D | None
    """None draws in the colours alone."""
    filter: int
    """As CanvasItem.TextureFilter; 0 without a texture."""
    repeat: bool
    """Whether the texture repeats beyond its edges."""
    first: int
    """The index of its first instance."""
    length: int
    """How many instances it has."""


class DrawList:
    """Instances, their transforms, and the batches that they fall into."""

    __slots__ = ("batches", "content_revision", "instances", "transform_revision", "transforms")

    def __init__(self) -> None:
        """An empty list."""
        self.instances: NDArray[np.void] = np.empty(0, INSTANCE)
        """(N,) of dtype INSTANCE, modulated, in drawing order."""
        self.transforms: NDArray[np.float32] = np.empty((0, 6), np.float32)
        """(N, 6): the global transform of each instance's item, as `TransformSource.pack` writes it."""
        self.batches: list[Batch] = []
        """What is drawn in one call each, in drawing order; together they hold all instances."""
        self.content_revision = 0
        """Counts up when `instances` or `batches` changed."""
        self.transform_revision = 0
        """Counts up when `transforms` changed."""


class View(NamedTuple):
    """How a canvas is shown."""

    size: tuple[float, float]
    """Width and height of the viewport, in its pixels; the target may have more pixels for each of them."""
    transform: tuple[float, float, float, float, float, float]
    """From the canvas to the viewport: images of the x and y axis, and the origin."""
    clear_color: tuple[float, float, float, float]
    """What the frame begins with: r, g, b, a, gamma space, straight alpha."""


class FrameStats:
    """What the last frame took. A frame in which nothing changed has no visits and no uploads."""

    __slots__ = ("batches", "draw_calls", "instances", "item_visits", "items", "upload_bytes", "uploads")

    def __init__(self) -> None:
        """All zero."""
        self.items = 0
        """Canvas items that draw something and are visible."""
        self.instances = 0
        """Quads and triangles."""
        self.batches = 0
        """Stretches of neighbours with the same texture and filter."""
        self.draw_calls = 0
        """Calls that draw, one for each batch; a recording back end counts them too."""
        self.uploads = 0
        """Buffers and textures sent to the GPU."""
        self.upload_bytes = 0
        """How many bytes these were."""
        self.item_visits = 0
        """How often Python code looked at a single item."""

    def add_upload(self, size: int) -> None:
        """Count a buffer or texture of `size` bytes that goes to the GPU."""
        self.uploads += 1
        self.upload_bytes += size

    def __repr__(self) -> str:
        return f"FrameStats({', '.join(f'{name}={getattr(self, name)}' for name in self.__slots__)})"
