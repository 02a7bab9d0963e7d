"""CanvasItems: the part of RenderServer that nodes tell of canvas items, layers and viewports."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from engine.core.errors import ServerError
from engine.resources.shading.shader_material import ShaderMaterial
from servers.render.broken_shaders import tell_if_broken
from servers.render.scene.atlas.atlas import Atlas
from servers.render.scene.canvas.canvas import Canvas
from servers.render.scene.canvas.canvas_item import GroupMode
from servers.render.scene.canvas.item_tree import ItemTree
from servers.render.scene.views.viewports import Layer, Viewport

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.core.contracts import TransformSource, TreeOrdered
    from engine.resources.shading.material import Material
    from servers.render.scene.canvas.canvas_item import CanvasItem
    from servers.render.scene.commands.canvas_commands import CanvasCommands
    from servers.render.scene.commands.shapes import RGBA
    from servers.render.scene.draw_list import RenderTarget
    from servers.render.scene.views.viewports import ClearMode, LayerSource, UpdateMode, ViewportSource

    Box = tuple[float, float, float, float]
    """x, y, width, height; pixels."""


class CanvasItems:
    """What RenderServer keeps of the nodes of a tree; its methods take the handles that it gave.

    Raises (every `canvas_item_...` method that takes an item):
        ServerError: an item that it was given was freed before.

    Layers and viewports may be freed twice, which changes nothing.
    """

    def __init__(self) -> None:
        self._atlas = Atlas()
        self._viewports: dict[object, Viewport] = {}
        self._worlds: WeakKeyDictionary[object, ItemTree] = WeakKeyDictionary()
        self._transforms: TransformSource | None = None

    # --- viewports and layers ----------------------------------------------------------------------------------------

    def viewport_of(self, source: ViewportSource) -> Viewport:
        """What is kept of a viewport, made when it is first asked for; it shows the world that it has now."""
        items = self._items_of(source)
        viewport = self._viewports.get(source)
        if viewport is None:
            viewport = self._viewports[source] = Viewport(source, self._atlas, items)
        elif viewport.canvas.items is not items:
            viewport.canvas = Canvas(self._atlas, items)
        return viewport

    def _items_of(self, source: ViewportSource) -> ItemTree:
        """The items of the world of a viewport."""
        return self.canvas_of(source.find_world_2d().canvas)

    def canvas_of(self, key: object) -> ItemTree:
        """The items on a canvas, of `World2D.canvas`."""
        items = self._worlds.get(key)
        if items is None:
            items = self._worlds[key] = ItemTree(self._atlas)
        return items

    def viewport_enter(
        self,
        source: ViewportSource,
        parent: ViewportSource | None,
        target: RenderTarget,
        modes_changed: Callable[[UpdateMode, ClearMode], object],
    ) -> Viewport:
        """Draw a sub-viewport from now on, whenever its modes say so.

        Args:
            source: the sub-viewport.
            parent: the viewport around it.
            target: where its picture is.
            modes_changed: called when a mode was used up, with the two that hold then.
        """
        viewport = self.viewport_of(source)
        viewport.parent = parent
        viewport.target = target
        viewport.modes_changed = modes_changed
        viewport.is_inside, viewport.has_left = True, False
        return viewport

    def viewport_exit(self, viewport: Viewport) -> None:
        """Draw a sub-viewport no more; what showed its picture shows it as it was. What it still has comes again."""
        viewport.is_inside = False
        viewport.has_left = True
        viewport.parent = viewport.modes_changed = None
        viewport.target.is_kept = True  # nothing could draw it again
        self._forget_empty(viewport)

    def viewport_set_modes(self, viewport: Viewport, update: UpdateMode, clear: ClearMode) -> None:
        """When a sub-viewport is drawn, and when it begins empty."""
        viewport.set_modes(update, clear)

    def layer_create(self, source: LayerSource, viewport: ViewportSource) -> Layer:
        """A canvas in front of that of a viewport, or behind it; `source` is asked for its place each frame."""
        owner = self.viewport_of(viewport)
        layer = Layer(source, owner, self._atlas)
        owner.layers[layer] = None
        return layer

    def layer_move(self, layer: Layer, viewport: ViewportSource) -> None:
        """Let another viewport show a layer."""
        self.layer_free(layer)
        layer.viewport = self.viewport_of(viewport)
        layer.viewport.layers[layer] = None

    def layer_free(self, layer: Layer) -> None:
        """Forget a layer."""
        layer.viewport.layers.pop(layer, None)
        self._forget_empty(layer.viewport)

    def _forget_empty(self, viewport: Viewport) -> None:
        """Forget a viewport that is not in the tree and shows nothing; one of layers that chose it stays for these."""
        has_items = viewport.canvas.items.has_items and not viewport.has_left  # these may be of others, or come again
        if not (viewport.is_inside or viewport.layers or has_items):
            self._viewports.pop(viewport.source, None)

    def _bring_layers_home(self) -> None:
        """Let layers whose viewport was freed be shown by the one that they are in."""
        for viewport in [*self._viewports.values()]:
            if not viewport.is_inside:
                for layer in [*viewport.layers]:
                    shown_by = layer.source.shown_by()
                    if shown_by is not viewport.source:
                        self.layer_move(layer, shown_by)

    # --- canvas items ------------------------------------------------------------------------------------------------

    def canvas_item_create(self, source: TreeOrdered, canvas: ItemTree) -> CanvasItem:
        """A new item at the root of a canvas: among the `items` of that of a viewport or a layer.

        `source` is asked for its place in the tree when that is needed.
        """
        return canvas.create(source)

    def canvas_item_free(self, item: CanvasItem) -> None:
        """Forget an item; children that it still has become roots."""
        _live(item).canvas.free(item)

    def canvas_item_set_parent(self, item: CanvasItem, parent: CanvasItem | None) -> None:
        """Put an item below another, whose look it takes; None puts it at the root."""
        _live(item).canvas.set_parent(item, None if parent is None else _live(parent))

    def canvas_item_order_changed(self, item: CanvasItem) -> None:
        """Tell that an item moved among its siblings, or that a root moved in the tree."""
        _live(item).canvas.order_changed(item)

    def canvas_item_set_slot(self, item: CanvasItem, slot: int) -> None:
        """The row of the item's global transform in the tree's `transforms_2d`; -1 draws it where the canvas begins."""
        _live(item).canvas.set_slot(item, slot)

    def canvas_item_set_visible(self, item: CanvasItem, visible: bool) -> None:
        """Show or hide an item and all below it."""
        _live(item).canvas.set_visible(item, visible)

    def canvas_item_set_modulate(self, item: CanvasItem, color: RGBA) -> None:
        """Multiply the colours of an item and all below it."""
        _live(item).canvas.set_modulate(item, color)

    def canvas_item_set_self_modulate(self, item: CanvasItem, color: RGBA) -> None:
        """Multiply the colours of an item alone."""
        _live(item).canvas.set_self_modulate(item, color)

    def canvas_item_set_z_index(self, item: CanvasItem, z_index: int, relative: bool) -> None:
        """Items of a higher z are drawn later; `relative` counts from the parent's z. -4096 to 4096, also in sum."""
        _live(item).canvas.set_z(item, z_index, relative)

    def canvas_item_set_behind_parent(self, item: CanvasItem, behind: bool) -> None:
        """Draw an item and all below it before its parent."""
        _live(item).canvas.set_behind(item, behind)

    def canvas_item_set_texture_filter(self, item: CanvasItem, filter: int) -> None:
        """How textures are scaled, a TextureFilter; PARENT_NODE takes the parent's."""
        _live(item).canvas.set_filter(item, filter)

    def canvas_item_set_texture_repeat(self, item: CanvasItem, repeat: int) -> None:
        """What textures show beyond their edges, a TextureRepeat; PARENT_NODE takes the parent's."""
        _live(item).canvas.set_repeat(item, repeat)

    def canvas_item_set_material(self, item: CanvasItem, material: Material | None) -> None:
        """With what blend mode or shader the item is drawn; None for the usual.

        What is wrong with the text of a shader is logged here, too, since a run without pictures draws nothing.
        """
        _live(item).canvas.set_material(item, material)
        if isinstance(material, ShaderMaterial) and material.shader is not None:
            tell_if_broken(material.shader.canvas, item.source)

    def canvas_item_set_use_parent_material(self, item: CanvasItem, enabled: bool) -> None:
        """Draw an item with its parent's material."""
        _live(item).canvas.extras_changing(item).use_parent_material = enabled

    def canvas_item_set_instance_shader_parameter(self, item: CanvasItem, name: str, value: Any) -> None:
        """What an item gives to an instance uniform of the shader that it is drawn with; None for its default."""
        _live(item).canvas.set_parameter(item, name, value)

    def canvas_item_set_y_sort(self, item: CanvasItem, enabled: bool) -> None:
        """Draw an item and those below it in the order of their y."""
        _live(item).canvas.extras_changing(item).y_sort = enabled

    def canvas_item_set_visibility_layer(self, item: CanvasItem, layers: int) -> None:
        """The layers in which an item and all below it are seen, a bit for each."""
        _live(item).canvas.extras_changing(item).layers = layers

    def canvas_item_set_group_mode(self, item: CanvasItem, mode: GroupMode, fit_margin: float = 0.0) -> None:
        """How an item is drawn together with those below it; `fit_margin` pixels are added around what they draw."""
        extras = _live(item).canvas.extras_changing(item)
        extras.group_mode = mode
        extras.fit_margin = fit_margin

    def canvas_item_set_copy_to_backbuffer(self, item: CanvasItem, copies: bool, rect: Box | None = None) -> None:
        """Copy what is drawn before an item, for shaders that read it; all of it, or `rect` in the item's space."""
        extras = _live(item).canvas.extras_changing(item)
        extras.copies_back = copies if not copies or rect is None else rect

    def canvas_item_set_repeat(self, item: CanvasItem, size: tuple[float, float], times: int) -> None:
        """Draw an item and all below it again beside themselves.

        `size` is the distance in pixels, 0 for none in that direction; (0, 0) turns it off. There are `times` more of
        them in each direction, half of which before it.
        """
        extras = _live(item).canvas.extras_changing(item)
        extras.tile = (size[0], size[1], times) if times > 0 and any(size) else None

    def canvas_item_set_visibility_notifier(
        self,
        item: CanvasItem,
        rect: Box | None,
        entered: Callable[[], object] | None = None,
        exited: Callable[[], object] | None = None,
        on_screen: bool = False,
    ) -> None:
        """Call `entered` in the frame in which `rect`, in item space, comes into view, and `exited` when it leaves.

        It is in view while the item is visible and its viewport shows any of the rectangle. None ends it. `on_screen`
        says what was told last: only what is otherwise is told.
        """
        canvas = _live(item).canvas
        extras = item.settled_extras()
        extras.notifier, extras.entered, extras.exited = rect, entered, exited
        extras.on_screen = on_screen
        if rect is None:
            canvas.notifying.pop(item, None)
        else:
            canvas.notifying[item] = None

    def canvas_item_set_canvas_modulate(self, item: CanvasItem, color: RGBA | None) -> None:
        """Multiply the colours of the item's whole canvas while it is visible; of several the last counts."""
        _live(item).canvas.set_tint(item, color)

    def canvas_item_set_commands(self, item: CanvasItem, commands: CanvasCommands | None) -> None:
        """Replace what an item draws; the recording is used up."""
        _live(item).canvas.set_geometry(item, None if commands is None else commands.finish())


def _live(item: CanvasItem) -> CanvasItem:
    if item.source is None:
        raise ServerError("RenderServer - this canvas item was freed; create another")
    return item
