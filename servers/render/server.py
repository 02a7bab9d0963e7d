"""RenderServer: the front-end of rendering. Nodes tell it what changed; it draws a frame when it is told to.

The items of the canvas are retained: what a node does not tell again stays as it is, and costs nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core.errors import ServerError
from engine.math import Color
from servers.render.canvas_items import CanvasItems
from servers.render.gl import GLBackend
from servers.render.recorder import Recorder
from servers.render.root_texture import RootTexture
from servers.render.scene.draw_list import Frame, FrameStats, ViewFrame
from servers.render.scene.views.on_screen import notify
from servers.render.scene.views.view_order import ViewOrder
from servers.render.scene.views.viewports import SAMPLES, TRANSPARENT
from servers.render.shader_globals import ShaderGlobals

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.core.contracts import GraphicsContext, ServerHost, TreeOrdered
    from engine.resources import Image
    from servers.render.backend import RenderBackend
    from servers.render.scene.draw_list import DrawList, View
    from servers.render.scene.views.viewports import ShownCanvas, Viewport, ViewportSource, WindowSource


class RenderServer(CanvasItems, ShaderGlobals):
    """Draws the canvases of one tree.

    With a graphics context it draws by OpenGL; without, it records (see `recorder`), and everything else is the same.
    """

    draws_canvas = True
    """Tells the tree that its canvas items must be told of."""

    def __init__(self, context: GraphicsContext | None = None) -> None:
        """A server that draws on `context`, or records.

        Raises:
            ResourceFormatError: the driver refuses a shader; the text names file and line.
        """
        CanvasItems.__init__(self)
        ShaderGlobals.__init__(self)
        self._backend: RenderBackend = (
            Recorder(self._atlas) if context is None else GLBackend(context, self._atlas, self._globals)
        )
        self._host: ServerHost | None = None
        self._clear_color = Color(0.3, 0.3, 0.3)
        self._time = 0.0
        self._disposed = False
        self._root_texture: RootTexture | None = None
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
        """Tell what came into view and what left it, by the `canvas_item_set_visibility_notifier` of items.

        A frame that nobody shows costs nothing more: `draw` does the work.
        """
        self._time += delta
        if self._transforms is not None:
            self._bring_layers_home()
            notify([*self._viewports.values()], self._transforms)

    def draw(self, viewport: ShownCanvas | None = None) -> None:
        """Draw to the context's screen; the root viewport, unless another view of its canvas is given.

        Raises:
            ServerError: the server is disposed, or there is no viewport: it is registered with no tree.
        """
        self._backend.draw(self._frame("draw", viewport), self.stats)

    def screenshot(self, viewport: ShownCanvas | None = None) -> Image:
        """What `draw` shows, as a picture with as many pixels as the screen has (size times pixel ratio).

        It is opaque, unless the root has a `transparent_bg`.

        Raises:
            ServerError: as `draw`; or the server has no graphics context.
        """
        return self._backend.screenshot(self._frame("screenshot", viewport), self.stats)

    def viewport_image(self, viewport: Viewport) -> Image:
        """The picture of a sub-viewport, drawn now unless its update mode is DISABLED.

        Raises:
            ServerError: as `screenshot`.
        """
        order = self._order("viewport_image")
        frame = Frame(order.views_for(viewport), self._time)
        return self._backend.read(frame, viewport.target, self.stats)

    def root_texture(self) -> RootTexture:
        """What the root viewport shows, as a texture; the same one each time."""
        if self._root_texture is None:
            self._root_texture = RootTexture(self)
        return self._root_texture

    def root_image(self) -> Image:
        """What the root viewport shows, drawn now, with a pixel for each of its own.

        Raises:
            ServerError: as `screenshot`.
        """
        viewport = self.viewport_of(self._root("root_image"))
        order = self._order("root_image")
        canvases = order.build(viewport, None)
        views = [*order.views_before(), self._root_picture(canvases)]
        return self._backend.read(Frame(views, self._time), self.root_texture().render_target, self.stats)

    def root_pixels(self) -> tuple[int, int]:
        """Width and height of that picture."""
        width, height = self._root("root_pixels").size
        return max(1, round(width)), max(1, round(height))

    def pick(
        self, position: Sequence[float], viewport: ViewportSource | None = None, alpha: bool = False
    ) -> list[TreeOrdered]:
        """The nodes that are drawn at a point, topmost first.

        Args:
            position: pixels of the viewport.
            viewport: which one; the root viewport by default.
            alpha: whether what is transparent there does not count.
        """
        root = self._root("pick")
        self._bring_layers_home()
        self._atlas.refresh()
        source: ViewportSource = root if viewport is None else viewport
        is_known = source in self._viewports
        state = self.viewport_of(source)
        state.build(self._transforms, FrameStats(), self._time)
        found = state.pick((position[0], position[1]), self._transforms, alpha)
        if not is_known and viewport is not None:
            del self._viewports[source]
        return found

    def dispose(self) -> None:
        """Release what is on the GPU. Items may still be freed afterwards; drawing raises."""
        if not self._disposed:
            self._disposed = True
            self._host = self._transforms = None
            self._backend.dispose()

    def _frame(self, method: str, shown: ShownCanvas | None) -> Frame:
        root = self._root(method)
        order = self._order(method)
        viewport = self.viewport_of(root)
        canvases = order.build(viewport, shown)
        views = order.views_before()
        if shown is None and self._root_texture is not None and self._root_texture.render_target in order.drawn_from:
            views.append(self._root_picture(canvases))
        width, height = (shown or root).size
        rect, pixels = (None, None) if shown is not None else _place_on_screen(root)
        color, samples = TRANSPARENT if root.transparent_bg else (*self._clear_color,), SAMPLES[root.msaa_2d]
        views.append(ViewFrame(None, (width, height), color, canvases, rect, pixels, samples, root.transparent_bg))
        return Frame(views, self._time)

    def _root_picture(self, canvases: list[tuple[DrawList, View]]) -> ViewFrame:
        """The root viewport to be drawn into its texture."""
        root = self._root("draw")
        target = self.root_texture().render_target
        target.size, target.samples = self.root_pixels(), SAMPLES[root.msaa_2d]
        width, height = root.size
        color = TRANSPARENT if root.transparent_bg else (*self._clear_color,)
        return ViewFrame(target, (width, height), color, canvases)

    def _order(self, method: str) -> ViewOrder:
        self._root(method)
        self.stats = FrameStats()
        self._bring_layers_home()
        self._atlas.refresh()
        return ViewOrder(
            self._viewports.values(), self._transforms, (*self._clear_color,), self.stats, self._time, self._globals
        )

    def _root(self, method: str) -> WindowSource:
        if self._disposed:
            raise ServerError(f"RenderServer.{method} - the server was disposed; make another")
        if self._host is None:
            raise ServerError(
                f"RenderServer.{method} - the server belongs to no tree; pass it to SceneTree(servers=[...]) "
                "or call tree.servers.register(server)"
            )
        root: WindowSource = self._host.root
        return root


def _place_on_screen(root: WindowSource) -> tuple[tuple[int, int, int, int] | None, tuple[int, int] | None]:
    """Where on the screen the root viewport is drawn, and in how many pixels; None for all of it, as it has them."""
    return (root.screen_rect, root.target_size) if root.is_window else (None, None)
