"""Looks: what a stretch of rows is drawn with; and which looks can be drawn in one call.

A look is a texture (or none) with its filter and repeat, a blend mode and a shader. Textures that are small, and used
plainly, stand together on the pages of the atlas: rows of different looks on one page are drawn together, though they
count as batches of their own (`logical`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from engine.resources.shading.canvas_item_material import CanvasItemMaterial
from engine.resources.shading.material import BlendMode, Material
from engine.resources.shading.shader_material import ShaderMaterial

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.resources import Image, Texture2D
    from servers.render.scene.atlas.atlas import Atlas
    from servers.render.scene.canvas.canvas_item import CanvasItem
    from servers.render.scene.commands.instances import Run

FILTER_NONE = 0
FILTER_LINEAR = 2
REPEAT_DISABLED = 1
REPEAT_ENABLED = 2
NO_PAGE = -1
NO_ITEM = -1


class Drawing(NamedTuple):
    """What one call draws with."""

    texture: Texture2D | None
    """None on a page, and where the colours alone are drawn."""
    page: int
    """The page of the atlas; NO_PAGE for none."""
    filter: int
    """As CanvasItem.TextureFilter; 0 without a texture."""
    repeat: int
    """As CanvasItem.TextureRepeat."""
    blend: BlendMode
    is_tinted: bool
    """Whether the modulation of the whole canvas counts."""
    material: ShaderMaterial | None
    item: int
    """The item whose shader moves its vertices, which is drawn alone, by its place in the content; else NO_ITEM."""


class MaterialState(NamedTuple):
    """What a material means for the order of drawing; when it changes, the content is laid out anew."""

    blend: BlendMode
    shader: object
    moves_vertices: bool
    is_tinted: bool


_PLAIN = MaterialState(BlendMode.MIX, None, False, True)


def state_of(material: Material | None) -> MaterialState:
    """What a material means for the canvas; a shader that is broken draws as usual, once the log says so."""
    if isinstance(material, CanvasItemMaterial):
        is_tinted = material.light_mode != CanvasItemMaterial.LightMode.UNSHADED
        return MaterialState(BlendMode(material.blend_mode), None, False, is_tinted)
    if isinstance(material, ShaderMaterial) and material.shader is not None:
        canvas = material.shader.canvas
        if canvas.is_valid:
            return MaterialState(canvas.blend, material.shader, canvas.has_vertex, not canvas.unshaded)
        return MaterialState(BlendMode.MIX, material.shader, False, True)
    return _PLAIN


class LookTable:
    """The looks of one canvas, by number."""

    def __init__(self, atlas: Atlas) -> None:
        """No looks yet."""
        self._atlas = atlas
        self._numbers: dict[tuple[object, ...], int] = {}
        self._drawing_numbers: dict[tuple[object, ...], int] = {}
        self.drawings: list[Drawing] = []
        """What is drawn in one call each where it stands together."""
        self.drawing_of: list[int] = []
        """By look, the number of its drawing."""
        self.materials: list[tuple[Material, MaterialState]] = []
        self._states: dict[int, MaterialState] = {}
        self.images: list[tuple[Texture2D, Image]] = []
        """The textures that stand in the atlas, and their pictures when they were laid out."""
        self.targets: list[tuple[Texture2D, object]] = []
        """The textures that are drawn by the renderer itself, and into what they were."""
        self._maps: list[tuple[float, float, float, float]] = []
        self._map_arrays: tuple[NDArray[np.float32], NDArray[np.float32]] | None = None
        self.placed = False
        """Whether any look stands in the atlas."""
        self._atlas_revision = 0

    def clear(self) -> None:
        """Forget all looks."""
        self._numbers.clear()
        self._drawing_numbers.clear()
        self.drawings, self.drawing_of = [], []
        self.materials, self.images, self.targets, self._maps = [], [], [], []
        self._states.clear()
        self._map_arrays = None
        self.placed = False
        self._atlas_revision = self._atlas.revision

    def is_current(self) -> bool:
        """Whether materials, pictures and places are still what they were when the looks were made."""
        if self.placed and self._atlas_revision != self._atlas.revision:
            return False
        for texture, target in self.targets:
            if texture._render_target is not target:
                return False
        for texture, image in self.images:  # one that shows a target now has no image that should be asked for
            if texture._render_target is not None or texture.image is not image:
                return False
        return all(state_of(material) == state for material, state in self.materials)

    def of(self, run: Run, item: CanvasItem, place: int) -> int:
        """The number of the look that a run of an item has; `place` is the item's place in the content."""
        texture, tiled, _, inside = run
        material = item.material_down
        state = _PLAIN if material is None else self._state(material)
        filter, repeat = FILTER_NONE, REPEAT_DISABLED
        if texture is not None:
            filter = texture._filter or item.filter_down
            repeat = REPEAT_ENABLED if tiled else texture._repeat or item.repeat_down
        owner = place if state.moves_vertices else NO_ITEM
        key = (texture, filter, repeat, inside, None if material is None else id(material), owner)
        number = self._numbers.get(key)
        if number is None:
            custom = material if state.shader is not None else None
            assert custom is None or isinstance(custom, ShaderMaterial)
            number = self._add(
                key, Drawing(texture, NO_PAGE, filter, repeat, state.blend, state.is_tinted, custom, owner), inside
            )
        return number

    def uv_maps(self) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """By look, what texture coordinates are multiplied by, (L, 2), and what is added then, (L, 2)."""
        if self._map_arrays is None:
            maps = np.array(self._maps, np.float32).reshape(-1, 4)
            self._map_arrays = maps[:, :2], maps[:, 2:]
        return self._map_arrays

    @property
    def moving(self) -> NDArray[np.bool_]:
        """By look, whether a shader moves its vertices, which then stay in the space of their item."""
        moving = [drawing.item != NO_ITEM for drawing in self.drawings]
        return np.array([moving[number] for number in self.drawing_of], np.bool_)

    def _state(self, material: Material) -> MaterialState:
        state = self._states.get(id(material))
        if state is None:
            state = self._states[id(material)] = state_of(material)
            self.materials.append((material, state))
        return state

    def _add(self, key: tuple[object, ...], drawing: Drawing, inside: bool) -> int:
        texture = drawing.texture
        uv_map = (1.0, 1.0, 0.0, 0.0)
        if texture is not None and texture._render_target is not None:
            self.targets.append((texture, texture._render_target))
        if texture is not None and inside and _may_share(drawing):
            image = texture.image
            spot = self._atlas.place(image)
            if spot is not None:
                size = float(self._atlas.PAGE_SIZE)
                uv_map = (spot.width / size, spot.height / size, spot.x / size, spot.y / size)
                drawing = drawing._replace(texture=None, page=spot.page)
                self.images.append((texture, image))
                self.placed = True
        number = self._numbers[key] = len(self.drawing_of)
        self._maps.append(uv_map)
        self._map_arrays = None
        drawing_key = (*drawing[:6], None if drawing.material is None else id(drawing.material), drawing.item)
        known = self._drawing_numbers.get(drawing_key)
        if known is None:
            known = self._drawing_numbers[drawing_key] = len(self.drawings)
            self.drawings.append(drawing)
        self.drawing_of.append(known)
        return number


def _may_share(drawing: Drawing) -> bool:
    """Whether a texture may stand in the atlas: used plainly, without repeat, mipmaps or a shader of its own."""
    texture = drawing.texture
    return (
        texture is not None
        and texture._render_target is None
        and drawing.repeat == REPEAT_DISABLED
        and drawing.filter <= FILTER_LINEAR
        and drawing.material is None
    )
