"""CanvasItem: the base of everything that is drawn in 2D. It has no transform; Node2D has.

Space: pixels, y down; colours in gamma space, straight alpha.
When:  `on_draw` runs in the frame's last part, once for each item that asked with `queue_redraw()`, entered the tree
       or became visible; what it drew stays on the screen until the next time.

For engine classes: `_paint(commands)` draws what the class itself shows, before the signal `draw` and `on_draw`; a
class that overrides it has `_paints = True`. `_draws_from` names its attributes that hold resources which it draws
from; they are set by `_set_drawn`, and each change of one of them draws the item anew. What a node looks like is kept
in `_canvas`, which is None until it differs from the defaults or a render server draws it; an `__init__` that sets the
core slots sets this one, too.
"""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, TypeAlias

from engine.core import sampling
from engine.core.export import exported
from engine.core.property_checks import (
    checked_bool,
    checked_choice,
    checked_color,
    checked_layers,
    has_layer,
    one_of,
    with_layer,
)
from engine.core.signal import Signal
from engine.math import Color, Rect2, Vector2
from engine.resources.shading.material import checked_material
from engine.tree.flags import HAS_SIGNALS, MASK_2D, MASK_DRAW
from engine.tree.lifecycle import callback
from engine.tree.node import Node
from engine.tree.rare_properties import rare_property
from nodes.world_2d.canvas.canvas_checks import WHITE, checked_count
from nodes.world_2d.canvas.canvas_presence import CanvasPresence, is_seen
from nodes.world_2d.canvas.canvas_spaces import CanvasSpaces
from nodes.world_2d.canvas.instance_parameters import InstanceParameters
from nodes.world_2d.drawing.canvas_drawing import CanvasDrawing
from nodes.world_2d.drawing.mesh_drawing import MeshDrawing
from servers.render import Z_MAX, Z_MIN, CanvasCommands

if TYPE_CHECKING:
    from engine.math.color import ColorLike
    from engine.resources.shading.material import Material
    from nodes.world_2d.canvas.canvas_look import CanvasLook


class CanvasItem(InstanceParameters, CanvasPresence, CanvasSpaces, CanvasDrawing, MeshDrawing, Node):
    """A node that draws itself on the canvas, and whose look its children inherit.

    Override `on_draw` and call the `draw_...` methods there. Items are drawn by `z_index`, then in tree order:
    children over their parent, later siblings over earlier ones.
    """

    __slots__ = ("_canvas",)

    TextureFilter: TypeAlias = sampling.TextureFilter
    """How textures are scaled, for `texture_filter`."""
    TextureRepeat: TypeAlias = sampling.TextureRepeat
    """What textures show beyond their edges, for `texture_repeat`."""

    class ClipChildrenMode(IntEnum):
        """Whether children are drawn only where the item is; the numbers are Godot's."""

        DISABLED = 0
        ONLY = 1
        """The item itself is not seen."""
        AND_DRAW = 2

    draw: Signal[()] = Signal[()]()
    """Emitted when the item draws, before `on_draw`; receivers may use the `draw_...` methods."""
    visibility_changed: Signal[()] = Signal[()]()
    """Emitted when the item appears or vanishes, by its own `visible` or an ancestor's."""
    hidden: Signal[()] = Signal[()]()
    """Emitted when the item vanishes."""
    item_rect_changed: Signal[()] = Signal[()]()
    """Emitted when the item draws elsewhere in its own space, or in another size: another texture, offset, frame."""

    _canvas: CanvasLook | None
    _is_canvas_item = True
    _paints = False
    _draws_from: tuple[str, ...] = ()
    _kept_in = {
        "visible": "_canvas",
        "modulate": "_canvas",
        "self_modulate": "_canvas",
        "show_behind_parent": "_canvas",
        "z_index": "_canvas",
        "z_as_relative": "_canvas",
        "texture_filter": "_canvas",
        "top_level": ("_top_level",),
        "clip_children": "_rare",
        "light_mask": "_rare",
        "visibility_layer": "_rare",
        "y_sort_enabled": "_rare",
        "texture_repeat": "_rare",
        "material": "_rare",
        "use_parent_material": "_rare",
    }
    _top_level = False

    def _init_core(self) -> None:
        super()._init_core()
        self._canvas = None

    # --- look --------------------------------------------------------------------------------------------------------

    @property
    @exported(True)
    def visible(self) -> bool:
        """Whether the item and the canvas items below it are drawn; default True. They are processed all the same."""
        return self._canvas is None or self._canvas.visible

    @visible.setter
    def visible(self, visible: bool) -> None:
        visible = checked_bool(self, "visible", visible)
        if visible == self.visible:
            return
        self._canvas_look().visible = visible
        self._canvas_visibility_set()

    @property
    @exported(WHITE)
    def modulate(self) -> Color:
        """Multiplies the colours of the item and of all canvas items below it; default white, which changes nothing.

        Below an alpha of 0.007 (all modulations together) they are not drawn.
        """
        return WHITE if self._canvas is None else self._canvas.modulate

    @modulate.setter
    def modulate(self, modulate: ColorLike) -> None:
        look = self._canvas_look()
        look.modulate = checked_color(self, "modulate", modulate)
        if look.server is not None:
            look.server.canvas_item_set_modulate(look.item, (*look.modulate,))

    @property
    @exported(WHITE)
    def self_modulate(self) -> Color:
        """Multiplies the colours of the item alone; default white."""
        return WHITE if self._canvas is None else self._canvas.self_modulate

    @self_modulate.setter
    def self_modulate(self, self_modulate: ColorLike) -> None:
        look = self._canvas_look()
        look.self_modulate = checked_color(self, "self_modulate", self_modulate)
        if look.server is not None:
            look.server.canvas_item_set_self_modulate(look.item, (*look.self_modulate,))

    @property
    @exported(False)
    def show_behind_parent(self) -> bool:
        """Whether the item is drawn before its parent; default False."""
        return self._canvas is not None and self._canvas.behind

    @show_behind_parent.setter
    def show_behind_parent(self, behind: bool) -> None:
        behind = checked_bool(self, "show_behind_parent", behind)
        look = self._canvas_look()
        look.behind = behind
        if look.server is not None:
            look.server.canvas_item_set_behind_parent(look.item, look.behind)

    @property
    @exported(False)
    def top_level(self) -> bool:
        """Whether the item takes neither transform nor look from its parent; default False. It hides with it."""
        return self._top_level

    @top_level.setter
    def top_level(self, top_level: bool) -> None:
        top_level = checked_bool(self, "top_level", top_level)
        if top_level == self._top_level:
            return
        self._top_level = top_level
        tree = self._tree
        if tree is None:
            return
        if self._mask & MASK_2D:
            tree.transforms_2d.set_top_level(self)  # type: ignore[arg-type]
        look = self._canvas
        if look is not None and look.server is not None:
            look.server.canvas_item_set_parent(look.item, self._canvas_parent())
            look.server.canvas_item_set_visible(look.item, self._canvas_shows())

    clip_children: ClipChildrenMode = rare_property(
        "clip_children",
        ClipChildrenMode.DISABLED,
        one_of(ClipChildrenMode),
        "Whether canvas items below this one are drawn only where it is; not, by default.",
        "_canvas_send_rare",
    )
    light_mask: int = rare_property(
        "light_mask",
        1,
        checked_layers,
        "By which 2D lights the item is lit, a bit for each layer; kept and saved; there are no lights yet.",
    )
    visibility_layer: int = rare_property(
        "visibility_layer",
        1,
        checked_layers,
        "In which layers the item is drawn, a bit for each; a viewport shows those of its `canvas_cull_mask`.",
        "_canvas_send_rare",
    )

    @property
    @exported(0, range=(Z_MIN, Z_MAX, 1))
    def z_index(self) -> int:
        """Items of a higher z are drawn over those of a lower, whatever the tree order; -4096 to 4096, default 0.

        Raises:
            InvalidValueError: out of range, or not a whole number.
        """
        return 0 if self._canvas is None else self._canvas.z_index

    @z_index.setter
    def z_index(self, z_index: int) -> None:
        z_index = checked_count(self, "z_index", z_index, Z_MIN, Z_MAX)
        look = self._canvas_look()
        look.z_index = z_index
        self._canvas_send_z(look)

    @property
    @exported(True)
    def z_as_relative(self) -> bool:
        """Whether `z_index` is counted from the parent's z; default True."""
        return self._canvas is None or self._canvas.z_relative

    @z_as_relative.setter
    def z_as_relative(self, relative: bool) -> None:
        relative = checked_bool(self, "z_as_relative", relative)
        look = self._canvas_look()
        look.z_relative = relative
        self._canvas_send_z(look)

    y_sort_enabled: bool = rare_property(
        "y_sort_enabled",
        False,
        checked_bool,
        "Whether the item and those below it are drawn in the order of their y, of two equal ones in tree order.",
        "_canvas_send_rare",
    )

    @property
    @exported(sampling.TextureFilter.PARENT_NODE)
    def texture_filter(self) -> sampling.TextureFilter:
        """How textures are scaled: as the parent says (the default), smoothly (a root's default) or in hard pixels.

        Raises:
            InvalidValueError: not a TextureFilter.
        """
        return sampling.TextureFilter(0 if self._canvas is None else self._canvas.filter)

    @texture_filter.setter
    def texture_filter(self, texture_filter: int) -> None:
        kept = checked_choice(self, "texture_filter", texture_filter, sampling.TextureFilter)
        look = self._canvas_look()
        look.filter = int(kept)
        if look.server is not None:
            look.server.canvas_item_set_texture_filter(look.item, look.filter)

    texture_repeat: sampling.TextureRepeat = rare_property(
        "texture_repeat",
        sampling.TextureRepeat.PARENT_NODE,
        one_of(sampling.TextureRepeat),
        "What textures show beyond their edges: as the parent says (the default), by a viewport's default the edge.",
        "_canvas_send_rare",
    )
    material: Material | None = rare_property(
        "material",
        None,
        checked_material,
        "What the item is drawn with in place of the usual: a CanvasItemMaterial or ShaderMaterial; None by default.",
        "_canvas_send_rare",
    )
    use_parent_material: bool = rare_property(
        "use_parent_material",
        False,
        checked_bool,
        "Whether the item is drawn with its parent's material, which that may have from its own parent.",
        "_canvas_send_rare",
    )

    def set_visibility_layer_bit(self, layer: int, enabled: bool) -> None:
        """Put the item into one of the layers of `visibility_layer`, counted from 0 to 31, or take it out.

        Raises:
            InvalidTypeError, InvalidValueError: another number, or `enabled` is neither True nor False.
        """
        method = "set_visibility_layer_bit"
        self.visibility_layer = with_layer(self, method, self.visibility_layer, layer, enabled, "enabled")

    def get_visibility_layer_bit(self, layer: int) -> bool:
        """Whether the item is in one of the layers of `visibility_layer`, counted from 0 to 31.

        Raises:
            InvalidTypeError, InvalidValueError: another number.
        """
        return has_layer(self, "get_visibility_layer_bit", self.visibility_layer, layer)

    def show(self) -> None:
        """Set `visible`."""
        self.visible = True

    def hide(self) -> None:
        """Clear `visible`."""
        self.visible = False

    def is_visible_in_tree(self) -> bool:
        """Whether the item is inside a tree, and neither it nor a canvas item or canvas layer above it is hidden."""
        return is_seen(self)

    def get_viewport_rect(self) -> Rect2:
        """The rectangle of the viewport that shows the item, in viewport pixels, from (0, 0)."""
        return self.get_viewport().get_visible_rect()

    def get_global_mouse_position(self) -> Vector2:
        """Where the mouse is, in canvas pixels.

        Raises:
            SingularTransformError: the canvas transform has no inverse.
        """
        return self.get_canvas_transform().affine_inverse() * self.get_viewport().get_mouse_position()

    # --- drawing -----------------------------------------------------------------------------------------------------

    def on_draw(self) -> None:
        """Called when the item is to draw itself: see `queue_redraw`. The `draw_...` methods may be used here only."""

    on_draw._does_nothing = True  # type: ignore[attr-defined]  # the tree looks whether a class overrides it

    def queue_redraw(self) -> None:
        """Draw anew at the end of this frame, once, however often this is called. Nothing happens while hidden.

        When the drawing of another item calls it, this one draws in the same frame, up to 8 times in all, so that two
        that ask one another come to an end; called while the item itself draws, nothing happens.
        Not needed for `visible`, `modulate` and the like, nor for moving: what was drawn is kept, and moves along.
        """
        tree = self._tree
        if tree is None or not (tree._draws_canvas or self._mask & MASK_DRAW):
            return
        look = self._canvas_look()
        if not look.queued:
            look.queued = True
            tree.queue_draw(self)

    def _item_rect_changed(self) -> None:
        """Draw anew, and tell that it is in another rectangle; for engine classes."""
        self.queue_redraw()
        if self._flags & HAS_SIGNALS:
            self.item_rect_changed.emit()

    def _paint(self, commands: CanvasCommands) -> None:
        """Draw what the class itself shows."""

    def _draw(self) -> None:
        """Record the item's commands and give them to the render server; the tree calls it."""
        look = self._canvas_look()
        if not (self.is_visible_in_tree() if look.server is None else look.shown):
            look.queued = False
            return
        look.commands = commands = CanvasCommands()
        try:
            if self._paints:
                self._paint(commands)
            if look.emits_draw:
                self.draw.emit()
            if self._mask & MASK_DRAW:
                callback(self, self._tree, "on_draw")()
        finally:
            look.commands = None
            look.queued = False  # not before: what asks for it while drawing would draw in every frame
            if look.server is not None:
                look.server.canvas_item_set_commands(look.item, commands)
