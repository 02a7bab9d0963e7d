"""DrawList: one canvas, ready to be drawn; Frame: all that is drawn at once; FrameStats: what drawing it took.

In:    written by scene.canvas, in drawing order.
Out:   read by the back ends, which upload only the rows that have changed since they did so last.
Space: positions are on the canvas, the view leads to the viewport; colours as in scene.commands.instances.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from servers.render.scene.changes import Changes
from servers.render.scene.commands.instances import VERTEX

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from servers.render.scene.canvas.canvas_item import GroupMode
    from servers.render.scene.canvas.looks import Drawing

    Matrix = tuple[float, float, float, float, float, float]
    Region = tuple[float, float, float, float]


class Batch(NamedTuple):
    """Neighbouring rows that are drawn in one call."""

    drawing: Drawing
    """With what."""
    first: int
    """The index of its first row."""
    length: int
    """How many rows it has."""


class GroupBegin(NamedTuple):
    """What follows is drawn into a picture of its own."""

    mode: GroupMode
    """The picture begins empty (TRANSPARENT), or with what is drawn so far."""


class GroupEnd(NamedTuple):
    """The picture of the innermost group is drawn with the rows of its owner."""

    mode: GroupMode
    batches: tuple[Batch, ...]
    """Where, in what colours, and, of a clip, how much of it."""


class BackBufferCopy(NamedTuple):
    """What is drawn so far is copied, for shaders that read it."""

    item: int
    """The place in `models` of the item that has it copied."""
    region: Region | None
    """x, y, width, height in its space; None for all of the viewport."""


Step = Batch | GroupBegin | GroupEnd | BackBufferCopy


class DrawList:
    """Rows (strips of four points, see scene.commands.instances), and the steps in which they are drawn."""

    __slots__ = (
        "__weakref__",
        "logical",
        "models",
        "position_changes",
        "positions",
        "steps",
        "vertex_changes",
        "vertices",
    )

    def __init__(self) -> None:
        """An empty list."""
        self.positions: NDArray[np.float32] = np.empty((0, 4, 2), np.float32)
        """(N, 4, 2): where the points are on the canvas, in drawing order."""
        self.vertices: NDArray[np.void] = np.empty((0, 4), VERTEX)
        """(N, 4) of dtype VERTEX: what they carry."""
        self.steps: list[Step] = []
        """In drawing order; the batches together hold all rows."""
        self.models: NDArray[np.float32] = np.empty((0, 6), np.float32)
        """(n, 6): the transforms of the items, by `Drawing.item`."""
        self.logical = 0
        """Stretches of neighbours with the same look."""
        self.vertex_changes = Changes()
        """What has changed of `vertices`."""
        self.position_changes = Changes()
        """What has changed of `positions`."""


class View(NamedTuple):
    """How a canvas is shown."""

    size: tuple[float, float]
    """Width and height of the viewport, in its pixels; the target may have more pixels for each of them."""
    transform: Matrix
    """From the canvas to the viewport: images of the x and y axis, and the origin."""
    modulate: tuple[float, float, float, float] = (1.0, 1.0, 1.0, 1.0)
    """What all colours of the canvas are multiplied by."""
    snap_transforms: bool = False
    """Whether items stand at whole pixels of the viewport."""
    snap_vertices: bool = False
    """Whether points stand at whole pixels of the viewport."""
    pixels: tuple[float, float] = (1.0, 1.0)
    """How many pixels of the picture there are for one of the viewport, each way; these count as whole ones."""


class RenderTarget:
    """A picture that is drawn into, and that can be drawn from.

    Attributes:
        size: width and height in pixels.
        texture: the GPU's, put there by a back end that has one.
        is_kept: whether the picture stays however long nobody has a use for it, since it could not be drawn again.
        samples: how many samples of each pixel are drawn; 0 for one.
    """

    __slots__ = ("__weakref__", "is_kept", "samples", "size", "texture")

    def __init__(self, size: tuple[int, int]) -> None:
        """A target of `size`, of nothing drawn yet."""
        self.size = size
        self.texture: Any = None
        self.is_kept = False
        self.samples = 0


class ViewFrame(NamedTuple):
    """One viewport to be drawn."""

    target: RenderTarget | None
    """None for the screen."""
    size: tuple[float, float]
    """Width and height of the viewport, in its pixels."""
    clear_color: tuple[float, float, float, float] | None
    """What it begins with, r, g, b, a; None leaves what is there."""
    canvases: list[tuple[DrawList, View]]
    """What is shown, from back to front."""
    screen_rect: tuple[int, int, int, int] | None = None
    """Of the screen: x, y, width, height in its pixels, y down; the rest is black. None for all of it."""
    pixels: tuple[int, int] | None = None
    """Of the screen: with how many pixels it is drawn, when that is not as many as the screen has there."""
    samples: int = 0
    """Of the screen: how many samples of each pixel are drawn; 0 for one."""
    transparent: bool = False
    """Of the screen: whether a screenshot is transparent where nothing is drawn."""


class Frame(NamedTuple):
    """All that is drawn at once."""

    views: list[ViewFrame]
    """In order: what is drawn from comes before what it is drawn in; the screen comes last."""
    time: float
    """Seconds that the tree has been running, for shaders."""


class FrameStats:
    """What the last frame took. A frame in which nothing changed has no visits and no uploads."""

    __slots__ = ("batches", "draw_calls", "instances", "item_visits", "items", "upload_bytes", "uploads")

    def __init__(self) -> None:
        """All zero."""
        self.items = 0
        """Canvas items that draw something, are visible, and in view."""
        self.instances = 0
        """Quads and triangles."""
        self.batches = 0
        """Stretches of neighbours with the same texture, filter, material and blend."""
        self.draw_calls = 0
        """Calls that draw; textures on one page of the atlas take one; a recording back end counts them too."""
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
