"""Viewports as the renderer keeps them: which canvases each shows, in what order and from where.

A viewport shows the canvas of the nodes right below it, and one for each layer. Sub-viewports draw into targets of
their own, before whatever draws with these.
"""

from __future__ import annotations

from enum import IntEnum
from math import floor
from typing import TYPE_CHECKING, Protocol

from engine.core.sampling import DEFAULT_FILTERS, DEFAULT_REPEATS
from engine.math import Transform2D, Vector2
from servers.render.scene.canvas.canvas import Canvas
from servers.render.scene.canvas.canvas_walk import Inherited
from servers.render.scene.draw_list import RenderTarget, View, ViewFrame
from servers.render.scene.picking.canvas_picking import pick

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from engine.core.contracts import TransformSource, TreeOrdered
    from servers.render.scene.atlas.atlas import Atlas
    from servers.render.scene.canvas.item_tree import ItemTree
    from servers.render.scene.draw_list import DrawList, FrameStats

TRANSPARENT = (0.0, 0.0, 0.0, 0.0)

SAMPLES = (0, 2, 4, 8)
"""How many samples of each pixel are drawn, for each number of Viewport.MSAA; 0 where there is but one."""


class UpdateMode(IntEnum):
    """When the picture of a sub-viewport is drawn anew; the numbers are Godot's."""

    DISABLED = 0
    ONCE = 1
    """The next time, and never again until it is asked for."""
    WHEN_VISIBLE = 2
    """Whenever something that is drawn shows it."""
    WHEN_PARENT_VISIBLE = 3
    """Whenever the viewport around it is drawn."""
    ALWAYS = 4


class ClearMode(IntEnum):
    """When the picture of a sub-viewport begins empty; the numbers are Godot's."""

    ALWAYS = 0
    NEVER = 1
    ONCE = 2
    """The next time, and never again until it is asked for."""


class World(Protocol):
    """What viewports that show the same items have in common."""

    @property
    def canvas(self) -> object:
        """What stands for these items."""


class ShownCanvas(Protocol):
    """What is drawn of the canvas, and how large."""

    @property
    def size(self) -> Sequence[float]:
        """Width and height in its pixels."""

    @property
    def canvas_transform(self) -> Transform2D:
        """From canvas pixels to its pixels."""


class ViewportSource(ShownCanvas, Protocol):
    """A viewport, as the renderer asks it; looked at each time it is drawn."""

    def get_final_transform(self) -> Transform2D:
        """From the view to the pixels of its picture."""

    def find_world_2d(self) -> World:
        """The world whose canvas it shows."""

    @property
    def is_window(self) -> bool:
        """Whether a window is known; otherwise it fills what is drawn on."""

    @property
    def target_size(self) -> tuple[int, int]:
        """With how many pixels it is drawn."""

    @property
    def transparent_bg(self) -> bool:
        """Whether empty is transparent."""

    @property
    def msaa_2d(self) -> int:
        """0 off, 1 two samples, 2 four, 3 eight."""

    @property
    def canvas_cull_mask(self) -> int:
        """A bit for each layer of items that it shows."""

    @property
    def canvas_item_default_texture_filter(self) -> int:
        """0 nearest, 1 linear, 2 linear with mipmaps, 3 nearest with mipmaps."""

    @property
    def canvas_item_default_texture_repeat(self) -> int:
        """0 off, 1 on, 2 mirrored."""

    @property
    def snap_2d_transforms_to_pixel(self) -> bool:
        """Whether items stand at whole pixels."""

    @property
    def snap_2d_vertices_to_pixel(self) -> bool:
        """Whether points stand at whole pixels."""


class WindowSource(ViewportSource, Protocol):
    """The viewport that a window shows."""

    @property
    def screen_rect(self) -> tuple[int, int, int, int]:
        """x, y, width, height in pixels of the window's framebuffer."""


class LayerSource(Protocol):
    """A layer, as the renderer asks it."""

    @property
    def layer(self) -> int:
        """Its place; the viewport's own canvas is at 0."""

    @property
    def transform(self) -> Transform2D:
        """From its canvas to the viewport."""

    @property
    def visible(self) -> bool:
        """Whether it is drawn."""

    @property
    def follow_viewport_enabled(self) -> bool:
        """Whether it moves with the viewport's camera."""

    @property
    def follow_viewport_scale(self) -> float:
        """How far away it then seems to be."""

    def order_key(self) -> tuple[int, ...]:
        """Its place in the tree."""

    def shown_by(self) -> ViewportSource:
        """The viewport that shows it."""


class Layer:
    """A canvas of its own, in front of or behind that of its viewport.

    Attributes:
        source: the node that it is of.
        viewport: what shows it.
        canvas: what is drawn on it.
    """

    __slots__ = ("canvas", "source", "viewport")

    def __init__(self, source: LayerSource, viewport: Viewport, atlas: Atlas) -> None:
        """An empty layer of `viewport`."""
        self.source = source
        self.viewport = viewport
        self.canvas = Canvas(atlas)


class Viewport:
    """One viewport.

    Attributes:
        source: the node that it is of.
        canvas: what the nodes right below it are drawn on.
        layers: further canvases.
        parent: the viewport around it.
        update_mode: when its picture is drawn anew.
        clear_mode: when its picture begins empty.
        modes_changed: what is called when a mode was used up, with the two that hold from then on.
        is_inside: whether it is inside of the tree, so that it is drawn when its mode says so; of sub-viewports.
        has_left: whether it was inside of the tree before, and is not now; of sub-viewports.
    """

    def __init__(self, source: ViewportSource, atlas: Atlas, items: ItemTree) -> None:
        """A viewport of the canvas with the items `items`."""
        self.source = source
        self.canvas = Canvas(atlas, items)
        self.layers: dict[Layer, None] = {}
        self.target = RenderTarget((1, 1))
        """Where a sub-viewport is drawn."""
        self.parent: ViewportSource | None = None
        self.is_inside = self.has_left = False
        self.modes_changed: Callable[[UpdateMode, ClearMode], object] | None = None
        self.update_mode = UpdateMode.WHEN_VISIBLE
        self.clear_mode = ClearMode.ALWAYS

    def set_modes(self, update: UpdateMode, clear: ClearMode) -> None:
        """When its picture is drawn anew, and when it begins empty."""
        self.update_mode, self.clear_mode = update, clear
        self._keep_picture()

    def canvases(self) -> list[tuple[Canvas, Layer | None]]:
        """What it shows, from back to front: by layer, its own canvas first on 0, others there in tree order."""
        found: list[tuple[tuple[int, tuple[int, ...]], Canvas, Layer | None]] = [((0, ()), self.canvas, None)]
        for layer in self.layers:
            if layer.source.visible:
                found.append(((layer.source.layer, layer.source.order_key()), layer.canvas, layer))
        found.sort(key=lambda each: each[0])
        return [(canvas, layer) for _, canvas, layer in found]

    def all_canvases(self) -> list[tuple[Canvas, Layer | None]]:
        """Its canvases, hidden ones too, in no order that shows."""
        return [(self.canvas, None), *((layer.canvas, layer) for layer in self.layers)]

    def pick(self, position: tuple[float, float], transforms: TransformSource | None, alpha: bool) -> list[TreeOrdered]:
        """The nodes whose drawing covers a point of the viewport, topmost first; from what was built last."""
        found: list[TreeOrdered] = []
        for canvas, layer in reversed(self.canvases()):
            for item in pick(canvas, self.view_of(canvas, layer), transforms, position, alpha):
                assert item.source is not None
                found.append(item.source)
        return found

    def view_of(self, canvas: Canvas, layer: Layer | None, shown: ShownCanvas | None = None) -> View:
        """How a canvas is shown; `shown` stands for the viewport's own size and camera."""
        source = self.source
        size = (shown or source).size
        transform = (shown or source).canvas_transform
        snaps = bool(source.snap_2d_transforms_to_pixel)
        if snaps:
            transform = _whole(transform)
        follows = layer is None or layer.source.follow_viewport_enabled
        if layer is not None:
            own = _whole(layer.source.transform) if snaps else layer.source.transform
            transform = transform * own if follows else own
        final = source.get_final_transform()
        if final != Transform2D.IDENTITY:
            transform = final * transform
        if layer is not None and follows and layer.source.follow_viewport_scale != 1.0:
            transform = _scaled_around_middle(transform, layer.source.follow_viewport_scale, size)
        return View(
            (size[0], size[1]),
            (*transform,),
            canvas.items.tint,
            snaps,
            bool(source.snap_2d_vertices_to_pixel),
            (1.0, 1.0) if shown is not None else _pixels_of(source),
        )

    def build(
        self, transforms: TransformSource | None, stats: FrameStats, time: float, shown: ShownCanvas | None = None
    ) -> list[tuple[DrawList, View]]:
        """The draw lists of all it shows, from back to front."""
        source = self.source
        above = Inherited(
            DEFAULT_FILTERS[source.canvas_item_default_texture_filter],
            DEFAULT_REPEATS[source.canvas_item_default_texture_repeat],
            source.canvas_cull_mask,
        )
        built: list[tuple[DrawList, View]] = []
        for canvas, layer in self.canvases():
            view = self.view_of(canvas, layer, shown)
            built.append((canvas.build(transforms, above, view, stats, time), view))
        return built

    def frame(self, canvases: list[tuple[DrawList, View]], clear_color: tuple[float, float, float, float]) -> ViewFrame:
        """A sub-viewport to be drawn into its target, which is made or changed to its size."""
        width, height = self.source.size
        pixels = max(1, round(width)), max(1, round(height))
        self.target.size = pixels
        self.target.samples = SAMPLES[self.source.msaa_2d]
        modes = self.update_mode, self.clear_mode
        color: tuple[float, float, float, float] | None = clear_color
        if self.source.transparent_bg:
            color = TRANSPARENT
        if self.clear_mode == ClearMode.NEVER:
            color = None
        elif self.clear_mode == ClearMode.ONCE:
            self.clear_mode = ClearMode.NEVER
        if self.update_mode == UpdateMode.ONCE:
            self.update_mode = UpdateMode.DISABLED
        if self.modes_changed is not None and modes != (self.update_mode, self.clear_mode):
            self.modes_changed(self.update_mode, self.clear_mode)
        self._keep_picture()
        return ViewFrame(self.target, (width, height), color, canvases)

    def _keep_picture(self) -> None:
        """Say whether the picture must stay: where it is not drawn anew when it is shown, or over what it shows."""
        is_drawn_anew = self.update_mode in (UpdateMode.WHEN_VISIBLE, UpdateMode.ALWAYS)
        self.target.is_kept = not is_drawn_anew or self.clear_mode == ClearMode.NEVER


def _pixels_of(source: ViewportSource) -> tuple[float, float]:
    """How many pixels of the picture there are for one of the viewport, each way."""
    if not source.is_window:
        return 1.0, 1.0
    return source.target_size[0] / source.size[0], source.target_size[1] / source.size[1]


def _whole(transform: Transform2D) -> Transform2D:
    """A transform whose origin is at whole pixels; halves go up."""
    return transform.with_origin(Vector2(floor(transform.origin.x + 0.5), floor(transform.origin.y + 0.5)))


def _scaled_around_middle(transform: Transform2D, scale: float, size: Sequence[float]) -> Transform2D:
    """What a layer that follows looks like, as in Godot."""
    middle = Vector2(size[0] / 2, size[1] / 2)
    return transform.translated(-middle).scaled((scale, scale)).translated(middle)
