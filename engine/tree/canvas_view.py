"""CanvasView: the part of SceneViewport that says what is seen of which canvas, from where, and how."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, Any

from engine.core.errors import InvalidTypeError
from engine.core.export import exported
from engine.core.property_checks import (
    ALL_LAYERS,
    checked_bool,
    checked_layers,
    checked_numbers,
    has_layer,
    one_of,
    with_layer,
)
from engine.math import Transform2D
from engine.math.value import shortened
from engine.tree.flags import MASK_CANVAS, MASK_LAYER
from engine.tree.node import Node
from engine.tree.rare_properties import rare_property
from engine.tree.world_2d import World2D

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.core.contracts import CanvasCamera
    from engine.math import Vector2

    _Base = Node
else:
    _Base = object


class CanvasView(_Base):
    """What a viewport shows of a canvas."""

    if TYPE_CHECKING:
        _is_viewport: bool

        def _seen_size(self) -> Vector2:
            """Width and height that the scene sees."""
    else:
        __slots__ = ()

    class DefaultCanvasItemTextureFilter(IntEnum):
        """How textures are scaled where no canvas item above says; the numbers are Godot's."""

        NEAREST = 0
        LINEAR = 1
        LINEAR_WITH_MIPMAPS = 2
        NEAREST_WITH_MIPMAPS = 3

    class DefaultCanvasItemTextureRepeat(IntEnum):
        """What textures show beyond their edges where no canvas item above says; the numbers are Godot's."""

        DISABLED = 0
        ENABLED = 1
        MIRROR = 2

    class MSAA(IntEnum):
        """How many samples of each pixel are drawn, which makes edges smooth; the numbers are Godot's."""

        DISABLED = 0
        MSAA_2X = 1
        MSAA_4X = 2
        MSAA_8X = 3

    _canvas_transform = Transform2D()
    _global_canvas_transform = Transform2D()
    _camera_2d: CanvasCamera | None = None
    _cull_mask = ALL_LAYERS
    _transparent = False
    _world_2d: World2D | None = None
    _own_world: World2D | None = None  # while none is set
    _kept_in = {
        "canvas_cull_mask": ("_cull_mask",),
        "transparent_bg": ("_transparent",),
        "msaa_2d": "_rare",
        "canvas_item_default_texture_filter": "_rare",
        "canvas_item_default_texture_repeat": "_rare",
        "snap_2d_transforms_to_pixel": "_rare",
        "snap_2d_vertices_to_pixel": "_rare",
    }

    canvas_item_default_texture_filter: DefaultCanvasItemTextureFilter = rare_property(
        "canvas_item_default_texture_filter",
        DefaultCanvasItemTextureFilter.LINEAR,
        one_of(DefaultCanvasItemTextureFilter),
        "How textures of canvas items are scaled whose `texture_filter`, and those above, leave it open.",
    )
    canvas_item_default_texture_repeat: DefaultCanvasItemTextureRepeat = rare_property(
        "canvas_item_default_texture_repeat",
        DefaultCanvasItemTextureRepeat.DISABLED,
        one_of(DefaultCanvasItemTextureRepeat),
        "What textures show beyond their edges where `texture_repeat` of the items, and those above, leave it open.",
    )
    snap_2d_transforms_to_pixel: bool = rare_property(
        "snap_2d_transforms_to_pixel",
        False,
        checked_bool,
        "Whether canvas items are drawn at whole pixels, each also in the space of its parent, so that what moves "
        "together stays together; it keeps pixel art from trembling; default False.",
    )
    snap_2d_vertices_to_pixel: bool = rare_property(
        "snap_2d_vertices_to_pixel",
        False,
        checked_bool,
        "Whether each corner of what canvas items draw is at a whole pixel; default False.",
    )
    msaa_2d: MSAA = rare_property(
        "msaa_2d",
        MSAA.DISABLED,
        one_of(MSAA),
        "How many samples of each pixel are drawn, which makes the edges of what is drawn smooth; by default one. A "
        "graphics card that does not take as many takes as many as it can.",
    )

    # --- where from --------------------------------------------------------------------------------------------------

    @property
    def canvas_transform(self) -> Transform2D:
        """From canvas pixels to pixels of this view; a current camera's, while there is one.

        Raises:
            InvalidTypeError, InvalidValueError: set to something else than six finite numbers.
        """
        camera = self._camera_2d
        return self._canvas_transform if camera is None else camera.get_camera_transform(self._seen_size())

    @canvas_transform.setter
    def canvas_transform(self, transform: Sequence[float]) -> None:
        self._canvas_transform = Transform2D(checked_numbers(self, "canvas_transform", transform, 6))

    @property
    def global_canvas_transform(self) -> Transform2D:
        """Moves all canvases of this view, those of layers, too, after their own transforms; by default nothing.

        Raises:
            InvalidTypeError, InvalidValueError: set to something else than six finite numbers.
        """
        return self._global_canvas_transform

    @global_canvas_transform.setter
    def global_canvas_transform(self, transform: Sequence[float]) -> None:
        self._global_canvas_transform = Transform2D(checked_numbers(self, "global_canvas_transform", transform, 6))

    def get_stretch_transform(self) -> Transform2D:
        """From what the scene sees to the pixels of the picture; nothing but for a SubViewport that is stretched."""
        return Transform2D.IDENTITY

    def get_final_transform(self) -> Transform2D:
        """What comes after the transforms of canvases: `get_stretch_transform() * global_canvas_transform`."""
        return self.get_stretch_transform() * self._global_canvas_transform

    def get_screen_transform(self) -> Transform2D:
        """From what the scene sees to the pixels of the picture, which is where the view is shown."""
        return self.get_final_transform()

    def get_camera_2d(self) -> Any:
        """The current 2D camera, or None."""
        return self._camera_2d

    def _set_camera_2d(self, camera: CanvasCamera | None) -> None:
        self._camera_2d = camera

    # --- what --------------------------------------------------------------------------------------------------------

    @property
    @exported(ALL_LAYERS, range=(0, ALL_LAYERS))
    def canvas_cull_mask(self) -> int:
        """Which canvas items are drawn: those with one of these 32 bits in `visibility_layer`; default all.

        Raises:
            InvalidTypeError, InvalidValueError: set to something else than 32 bits, or -1 for all of them.
        """
        return self._cull_mask

    @canvas_cull_mask.setter
    def canvas_cull_mask(self, mask: int) -> None:
        self._cull_mask = checked_layers(self, "canvas_cull_mask", mask)

    def set_canvas_cull_mask_bit(self, layer: int, enable: bool) -> None:
        """Draw the canvas items of one of the layers of `canvas_cull_mask`, counted from 0 to 31, or leave them out.

        Raises:
            InvalidTypeError, InvalidValueError: another number, or `enable` is neither True nor False.
        """
        method = "set_canvas_cull_mask_bit"
        self.canvas_cull_mask = with_layer(self, method, self.canvas_cull_mask, layer, enable, "enable")

    def get_canvas_cull_mask_bit(self, layer: int) -> bool:
        """Whether the canvas items of one of the layers of `canvas_cull_mask`, counted from 0 to 31, are drawn.

        Raises:
            InvalidTypeError, InvalidValueError: another number.
        """
        return has_layer(self, "get_canvas_cull_mask_bit", self.canvas_cull_mask, layer)

    @property
    @exported(False)
    def transparent_bg(self) -> bool:
        """Whether it is transparent where nothing is drawn; default False, the server's clear colour.

        A screenshot of the root is transparent there, too; its window is black.

        Raises:
            InvalidTypeError: set to something else than True or False.
        """
        return self._transparent

    @transparent_bg.setter
    def transparent_bg(self, transparent: bool) -> None:
        self._transparent = checked_bool(self, "transparent_bg", transparent)

    # --- the world ---------------------------------------------------------------------------------------------------

    @property
    def world_2d(self) -> World2D:
        """The canvas that the items below are drawn on; of two viewports with the same one, each shows all items.

        Each has its own view of it: size, camera, cull mask and so on. By default it is one of its own, and a new
        World2D() is one again. Layers are shown by the viewport that they are in.

        Raises:
            InvalidTypeError: set to something else than a World2D.
        """
        if self._world_2d is not None:
            return self._world_2d
        if self._own_world is None:
            self._own_world = World2D()
        return self._own_world

    @world_2d.setter
    def world_2d(self, world: World2D) -> None:
        if not isinstance(world, World2D):
            raise InvalidTypeError(
                f"{self._where()}.world_2d must be a World2D, "
                f"got {shortened(world)}; for one that nobody shares: World2D()"
            )
        if world is self.world_2d:
            return
        items = self._items_of_its_world() if self._tree is not None and self._tree._draws_canvas else []
        for item in reversed(items):
            item._exit_canvas()
        self._world_2d, self._own_world = world, None
        self._world_changed()
        for item in items:
            item._enter_canvas()
        if self._tree is not None:
            for node in self._nodes_of_its_world():
                node._world_2d_changed()

    def find_world_2d(self) -> World2D:
        """The world that is drawn on: `world_2d`."""
        return self.world_2d

    def _world_changed(self) -> None:
        """Another world is to be shown; for classes that keep something with a server. The root is asked each frame."""

    def _nodes_of_its_world(self) -> list[Node]:
        """The nodes below it that no other viewport stands between, parents first."""
        found: list[Node] = []
        stack: list[Node] = [*reversed(self.get_children())]
        while stack:
            node = stack.pop()
            if not node._is_viewport:
                found.append(node)
                stack.extend(reversed(node.get_children()))
        return found

    def _items_of_its_world(self) -> list[Any]:
        """The canvas items below it that are on its canvas, parents first."""
        found: list[Any] = []
        stack: list[Node] = [*reversed(self.get_children())]
        while stack:
            node = stack.pop()
            if not (node._mask & MASK_LAYER or node._is_viewport):
                if node._mask & MASK_CANVAS:
                    found.append(node)
                stack.extend(reversed(node.get_children()))
        return found
