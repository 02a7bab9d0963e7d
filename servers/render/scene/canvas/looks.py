"""Looks: what a stretch of rows is drawn with; and which looks can be drawn in one call.

A look is a texture (or none) with its filter and repeat, and how it is read, a blend mode and a shader. Textures that
are small, and used plainly, stand together on the pages of the atlas: rows of different looks on one page are drawn
together, though they count as batches of their own (`logical`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from engine.core.log import get_logger
from engine.core.sampling import TextureFilter, TextureRepeat
from engine.resources.shading.canvas_item_material import CanvasItemMaterial
from engine.resources.shading.material import BlendMode, Material
from engine.resources.shading.shader_material import ShaderMaterial
from engine.resources.textures.computed_texture import ComputedTexture
from servers.render.scene.canvas.instance_values import values_of
from servers.render.scene.commands.instances import Way

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.resources import Image, Texture2D
    from engine.resources.shading.uniform import Uniform
    from servers.render.scene.atlas.atlas import Atlas
    from servers.render.scene.canvas.canvas_item import CanvasItem
    from servers.render.scene.canvas.instance_values import Values
    from servers.render.scene.commands.instances import Run

NO_PAGE = -1
NO_ITEM = -1

_MOST_FORGOTTEN = 256
"""So many numbers of looks that are no more are left unused, besides as many as are used."""


class Drawing(NamedTuple):
    """What one call draws with."""

    texture: Texture2D | None
    """None on a page, and where the colours alone are drawn."""
    page: int
    """The page of the atlas; NO_PAGE for none."""
    filter: int
    """A TextureFilter; 0 without a texture."""
    repeat: int
    """A TextureRepeat."""
    blend: BlendMode
    is_tinted: bool
    """Whether the modulation of the whole canvas counts."""
    material: ShaderMaterial | None
    item: int
    """The item whose shader moves its vertices, which is drawn alone, by its place in the content; else NO_ITEM."""
    way: Way
    """How the texture is read."""
    field: tuple[float, float] | None
    """The pixel range and the outline of a signed distance field; None for another texture."""
    values: Values
    """What the instance uniforms of the shader have, in its order."""
    user: CanvasItem
    """The first item that is drawn so, for the log."""


class MaterialState(NamedTuple):
    """What a material means for the order of drawing; when it changes, the content is laid out anew."""

    blend: BlendMode
    shader: object
    moves_vertices: bool
    is_tinted: bool
    is_hidden: bool = False
    """Whether it is drawn only where there is light: nowhere."""
    instances: tuple[Uniform, ...] = ()
    """What each item sets of its shader."""


_PLAIN = MaterialState(BlendMode.MIX, None, False, True)


def state_of(material: Material | None) -> MaterialState:
    """What a material means for the canvas; a shader that is broken draws as usual, once the log says so."""
    if isinstance(material, CanvasItemMaterial):
        mode = material.light_mode
        is_tinted = mode != CanvasItemMaterial.LightMode.UNSHADED
        is_hidden = mode == CanvasItemMaterial.LightMode.LIGHT_ONLY
        return MaterialState(BlendMode(material.blend_mode), None, False, is_tinted, is_hidden)
    if isinstance(material, ShaderMaterial) and material.shader is not None:
        canvas = material.shader.canvas
        if canvas.is_valid:
            instances = tuple(canvas.instance_uniforms.values()) if canvas.instance_uniforms else ()
            return MaterialState(
                canvas.blend, material.shader, canvas.has_vertex, not canvas.unshaded, canvas.light_only, instances
            )
        return MaterialState(BlendMode.MIX, material.shader, False, True)
    return _PLAIN


class LookTable:
    """The looks of one canvas, by number."""

    def __init__(self, atlas: Atlas) -> None:
        """No looks yet."""
        self._atlas = atlas
        self._log = get_logger("render")
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
        self.computed: list[Image] = []
        """Those of `images` that are worked out when they are asked for."""
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
        self.computed = []
        self._states.clear()
        self._map_arrays = None
        self.placed = False
        self._atlas_revision = self._atlas.revision

    def is_current(self) -> bool:
        """Whether materials, pictures and places are still what they were when the looks were made."""
        for texture, target in self.targets:
            if texture.render_target is not target:
                return False
        for texture, image in self.images:  # one that shows a target now has no image that should be asked for
            if texture.render_target is not None or texture.image is not image:
                return False
        for image in self.computed:  # to ask for one has worked it out, after the atlas looked for what has changed
            self._atlas.place(image)
        if self.placed and self._atlas_revision != self._atlas.revision:
            return False
        return all(state_of(material) == state for material, state in self.materials)

    def of(self, run: Run, item: CanvasItem, place: int) -> int:
        """The number of the look that a run of an item has; `place` is the item's place in the content."""
        texture, tiled, _, inside, special = run
        material = item.material_down
        state = _PLAIN if material is None else self._state(material)
        filter: int = TextureFilter.PARENT_NODE
        repeat: int = TextureRepeat.DISABLED
        if texture is not None:
            filter = texture.own_filter or item.filter_down
            repeat = TextureRepeat.ENABLED if tiled else texture.own_repeat or item.repeat_down
        owner = place if state.moves_vertices else NO_ITEM
        values: Values = ()
        if state.instances:
            assert isinstance(material, ShaderMaterial)
            assert material.shader is not None
            values = values_of(item, material.shader.canvas, self._log)
        read = None if special is None else special[:3]
        key = (texture, filter, repeat, inside, None if material is None else id(material), owner, values, read)
        number = self._numbers.get(key)
        if number is None:
            custom = material if state.shader is not None else None
            assert custom is None or isinstance(custom, ShaderMaterial)
            way, pixel_range, outline = read or (Way.PLAIN, 0.0, 0.0)
            blend = BlendMode.SUBPIXEL if way == Way.SUBPIXEL else state.blend
            field = (pixel_range, outline) if way == Way.FIELD else None
            drawing = Drawing(
                texture, NO_PAGE, filter, repeat, blend, state.is_tinted, custom, owner, way, field, values, item
            )
            number = self._add(key, drawing, inside)
        return number

    def hides(self, material: Material | None) -> bool:
        """Whether nothing is drawn with a material: it is seen only where there is light."""
        return material is not None and self._state(material).is_hidden

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

    def moves_any(self) -> bool:
        """Whether a shader moves the vertices of any look, each of which belongs to an item at a certain place."""
        return any(drawing.item != NO_ITEM for drawing in self.drawings)

    def keep_only(self, row_looks: NDArray[np.intp]) -> bool:
        """Forget the looks that no row has, and what they are drawn with; False if all should rather be made anew."""
        used = np.bincount(row_looks, minlength=len(self.drawing_of)).astype(np.bool_).tolist()
        numbers = {key: number for key, number in self._numbers.items() if used[number]}
        if len(numbers) == len(self._numbers):
            return True
        if len(self.drawing_of) > 2 * len(numbers) + _MOST_FORGOTTEN:
            return False
        self._numbers = numbers
        textures = {id(key[0]) for key in numbers}
        materials = {key[4] for key in numbers}
        self.images = [each for each in self.images if id(each[0]) in textures]
        images = {id(image) for _, image in self.images}
        self.computed = [image for image in self.computed if id(image) in images]
        self.targets = [each for each in self.targets if id(each[0]) in textures]
        self.materials = [each for each in self.materials if id(each[0]) in materials]
        self._states = {key: state for key, state in self._states.items() if key in materials}
        self.placed = bool(self.images)
        drawn = {self.drawing_of[number] for number in numbers.values()}
        self._drawing_numbers = {key: number for key, number in self._drawing_numbers.items() if number in drawn}
        self.drawings = [
            drawing if number in drawn else drawing._replace(texture=None, material=None)
            for number, drawing in enumerate(self.drawings)
        ]
        return True

    def _state(self, material: Material) -> MaterialState:
        state = self._states.get(id(material))
        if state is None:
            state = self._states[id(material)] = state_of(material)
            self.materials.append((material, state))
        return state

    def _add(self, key: tuple[object, ...], drawing: Drawing, inside: bool) -> int:
        texture = drawing.texture
        uv_map = (1.0, 1.0, 0.0, 0.0)
        if texture is not None and texture.render_target is not None:
            self.targets.append((texture, texture.render_target))
        if texture is not None and inside and _may_share(drawing):
            image = texture.image
            spot = self._atlas.place(image)
            if spot is not None:
                size = float(self._atlas.PAGE_SIZE)
                uv_map = (spot.width / size, spot.height / size, spot.x / size, spot.y / size)
                drawing = drawing._replace(texture=None, page=spot.page)
                self.images.append((texture, image))
                if isinstance(texture, ComputedTexture):
                    self.computed.append(image)
                self.placed = True
        number = self._numbers[key] = len(self.drawing_of)
        self._maps.append(uv_map)
        self._map_arrays = None
        material = None if drawing.material is None else id(drawing.material)
        drawing_key = (*drawing._replace(material=None)[:-1], material)
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
        and texture.render_target is None
        and drawing.repeat == TextureRepeat.DISABLED
        and drawing.filter <= TextureFilter.LINEAR
        and drawing.material is None
    )
