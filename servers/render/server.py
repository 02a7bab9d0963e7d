"""RenderServer: the front-end of rendering. Nodes tell it what changed; it draws a frame when it is told to.

The items of the canvas are retained: what a node does not tell again stays as it is, and costs nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from engine.core.errors import ServerError
from engine.math import Color
from servers.render.gl import GLBackend
from servers.render.recorder import Recorder
from servers.render.scene.canvas import Canvas
from servers.render.scene.draw_list import DrawList, FrameStats, View

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.core.contracts import GraphicsContext, ServerHost, TransformSource, TreeOrdered
    from engine.math import Transform2D, Vector2
    from engine.resources import Image
    from servers.render.backend import RenderBackend
    from servers.render.scene.canvas_item import CanvasItem
    from servers.render.scene.commands import CanvasCommands
    from servers.render.scene.shapes import RGBA


class ShownCanvas(Protocol):
    """What is drawn of the canvas, and how large: a viewport."""

    @property
    def size(self) -> Vector2:
        """Width and height in its pixels."""

    @property
    def canvas_transform(self) -> Transform2D:
        """From canvas pixels to its pixels."""


class RenderServer:
    """Draws the canvas of one tree.

    With a graphics context it draws by OpenGL; without, it records (see `recorder`), and everything else is the same.
    The `canvas_item_...` methods take the handles that `canvas_item_create` gave.
    """

    draws_canvas = True
    """Tells the tree that its canvas items must be told of."""

    def __init__(self, context: GraphicsContext | None = None) -> None:
        """A server that draws on `context`, or records.

        Raises:
            ResourceFormatError: the driver refuses a shader; the text names file and line.
        """
        self._backend: RenderBackend = Recorder() if context is None else GLBackend(context)
        self._canvas = Canvas()
        self._host: ServerHost | None = None
        self._transforms: TransformSource | None = None
        self._clear_color = Color(0.3, 0.3, 0.3)
        self._disposed = False
        self.stats = FrameStats()
        """What the last `draw` or `screenshot` took."""

    @property
    def clear_color(self) -> Color:
        """What is behind everything; a dark grey by default."""
        return self._clear_color

    @clear_color.setter
    def clear_color(self, color: Sequence[float] | str) -> None:
        self._clear_color = Color(color)

    @property
    def backend(self) -> RenderBackend:
        """The back end: a `Recorder` when the server has no graphics context."""
        return self._backend

    def attached(self, host: ServerHost) -> None:
        """Draw the root viewport of `host` from now on.

        Raises:
            ServerError: the server is disposed, or was registered with another tree before: its items are there.
        """
        if self._disposed:
            raise ServerError("RenderServer - the server was disposed; make another")
        if self._host is not None and self._host is not host:
            raise ServerError("RenderServer - the server belongs to another tree; make one for each")
        self._host = host
        self._transforms = host.transforms_2d

    def process(self, delta: float) -> None:
        """Nothing: a frame that nobody shows costs nothing. `draw` does the work."""

    def draw(self, viewport: ShownCanvas | None = None) -> None:
        """Draw to the context's screen; the root viewport, unless another view of the canvas is given.

        Raises:
            ServerError: the server is disposed, or there is no viewport: it is registered with no tree.
        """
        view = self._view("draw", viewport)
        self._backend.draw(self._build(), view, self.stats)

    def screenshot(self, viewport: ShownCanvas | None = None) -> Image:
        """What `draw` shows, as an opaque picture with as many pixels as the screen has (size times pixel ratio).

        Raises:
            ServerError: as `draw`; or the server has no graphics context.
        """
        view = self._view("screenshot", viewport)
        return self._backend.screenshot(self._build(), view, self.stats)

    def dispose(self) -> None:
        """Release what is on the GPU. Items may still be freed afterwards; drawing raises."""
        if not self._disposed:
            self._disposed = True
            self._host = self._transforms = None
            self._backend.dispose()

    def canvas_item_create(self, source: TreeOrdered) -> CanvasItem:
        """A new item at the root of the canvas; `source` is asked for its place in the tree when that is needed."""
        return self._canvas.create(source)

    def canvas_item_free(self, item: CanvasItem) -> None:
        """Forget an item; children that it still has become roots.

        Raises:
            ServerError: it was freed before.
        """
        self._canvas.free(self._live(item))

    def canvas_item_set_parent(self, item: CanvasItem, parent: CanvasItem | None) -> None:
        """Put an item below another, whose modulation, z, filter and visibility it takes; None puts it at the root."""
        self._canvas.set_parent(self._live(item), parent)

    def canvas_item_order_changed(self, item: CanvasItem) -> None:
        """Tell that an item moved among its siblings, or that a root moved in the tree."""
        self._canvas.order_changed(self._live(item))

    def canvas_item_set_slot(self, item: CanvasItem, slot: int) -> None:
        """The row of the item's global transform in the tree's `transforms_2d`; -1 draws it where the canvas begins."""
        self._canvas.set_slot(self._live(item), slot)

    def canvas_item_set_visible(self, item: CanvasItem, visible: bool) -> None:
        """Show or hide an item and all below it."""
        self._canvas.set_visible(self._live(item), visible)

    def canvas_item_set_modulate(self, item: CanvasItem, color: RGBA) -> None:
        """Multiply the colours of an item and all below it."""
        self._canvas.set_modulate(self._live(item), color)

    def canvas_item_set_self_modulate(self, item: CanvasItem, color: RGBA) -> None:
        """Multiply the colours of an item alone."""
        self._canvas.set_self_modulate(self._live(item), color)

    def canvas_item_set_z_index(self, item: CanvasItem, z_index: int, relative: bool) -> None:
        """Items of a higher z are drawn later; `relative` counts from the parent's z. -4096 to 4096, also in sum."""
        self._canvas.set_z(self._live(item), z_index, relative)

    def canvas_item_set_behind_parent(self, item: CanvasItem, behind: bool) -> None:
        """Draw an item and all below it before its parent."""
        self._canvas.set_behind(self._live(item), behind)

    def canvas_item_set_texture_filter(self, item: CanvasItem, filter: int) -> None:
        """How textures are scaled, by the values of `CanvasItem.TextureFilter`; 0 takes the parent's."""
        self._canvas.set_filter(self._live(item), filter)

    def canvas_item_set_commands(self, item: CanvasItem, commands: CanvasCommands | None) -> None:
        """Replace what an item draws; the recording is used up."""
        self._canvas.set_geometry(self._live(item), None if commands is None else commands.finish())

    def _build(self) -> DrawList:
        stats = self.stats = FrameStats()
        return self._canvas.build(self._transforms, stats)

    def _view(self, method: str, viewport: ShownCanvas | None) -> View:
        if self._disposed:
            raise ServerError(f"RenderServer.{method} - the server was disposed; make another")
        if viewport is None:
            if self._host is None:
                raise ServerError(
                    f"RenderServer.{method} - the server belongs to no tree; pass it to SceneTree(servers=[...]) "
                    "or call tree.servers.register(server)"
                )
            viewport = self._host.root
        width, height = viewport.size
        return View((width, height), (*viewport.canvas_transform,), (*self._clear_color,))

    def _live(self, item: CanvasItem) -> CanvasItem:
        if item.source is None:
            raise ServerError("RenderServer - this canvas item was freed; create another")
        return item
