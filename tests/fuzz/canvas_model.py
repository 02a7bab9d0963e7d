"""What the canvas should draw, worked out anew from the nodes alone, slowly and plainly.

In:    nodes: the model reads what a game can read (visible, modulate, z_index ...), and nothing that is retained.
Out:   for each canvas of a viewport, from back to front, what is drawn: rows, and groups around them.
Rules: Godot's `_cull_canvas_item`: a list for each z, to which items are added as they are met; an item that draws its
       children as a group takes what was added to the list of its z since it was met.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import cos, floor, sin
from typing import Any, NamedTuple

from engine.math import Transform2D
from engine.resources.shading.canvas_item_material import CanvasItemMaterial
from engine.tree.node import Node
from engine.tree.viewport import SceneViewport
from nodes import BackBufferCopy, CanvasGroup, CanvasItem, CanvasLayer, CanvasModulate, Node2D
from nodes.viewport.viewport_texture import ViewportTexture

Matrix = tuple[float, ...]
RGBA = tuple[float, ...]

IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
WHITE: RGBA = (1.0, 1.0, 1.0, 1.0)
MARGIN = 2.0
"""Pixels that items may be outside of the view before they are left out."""


class Mark(NamedTuple):
    """One rectangle that an item draws."""

    x: float
    y: float
    width: float
    height: float
    color: RGBA
    texture: Any = None


class Marked(Node2D):
    """Draws rectangles."""

    marks: tuple[Mark, ...] = ()

    def on_draw(self) -> None:
        for mark in self.marks:
            box = (mark.x, mark.y, mark.width, mark.height)
            if mark.texture is None:
                self.draw_rect(box, mark.color)
            else:
                self.draw_texture_rect(mark.texture, box, modulate=mark.color)


class MarkedGroup(CanvasGroup):
    """Draws rectangles, and what is below it only where these are."""

    marks: tuple[Mark, ...] = ()
    on_draw = Marked.on_draw


@dataclass
class Row:
    """One rectangle that is drawn."""

    name: str
    corners: tuple[tuple[float, float], ...]
    color: RGBA
    look: tuple[Any, ...]
    """Texture, filter, repeat, blend mode."""
    is_cover: bool = False
    """Whether it shows the picture of a group, and stands around it."""


@dataclass
class Group:
    """Rows that are drawn into one picture, then that with the rows of its owner."""

    mode: int
    owner: list[Row]
    members: list[Any]


@dataclass
class Copy:
    """What is drawn so far is copied."""

    name: str


@dataclass(frozen=True)
class Down:
    """What an item takes from above."""

    modulate: RGBA = WHITE
    z: int = 0
    filter: int = 2
    repeat: int = 1
    material: Any = None


@dataclass
class Canvas:
    """What is drawn of one canvas, and how it is shown."""

    view: Matrix
    tint: RGBA
    drawn: list[Any] = field(default_factory=list)


def expected(viewport: SceneViewport) -> list[Canvas]:
    """What a viewport shows, from back to front."""
    view = _view(viewport, viewport.canvas_transform)
    final = tuple(viewport.get_final_transform())
    layers = [layer for layer in _layers(_root_of(viewport)) if _shown_by(layer) is viewport and layer.visible]
    layers.sort(key=lambda layer: layer.layer)  # stable: of equal ones in tree order
    found = [_canvas(layer, viewport, _layer_view(layer, viewport, final)) for layer in layers]
    front = next((at for at, layer in enumerate(layers) if layer.layer >= 0), len(layers))
    found.insert(front, _canvas(viewport, viewport, after(final, view)))
    return found


def _root_of(node: Node) -> Node:
    while node._parent is not None:
        node = node._parent
    return node


def _layers(node: Node) -> Iterator[CanvasLayer]:
    if isinstance(node, CanvasLayer):
        yield node
    for child in node.children:
        yield from _layers(child)


def _shown_by(layer: CanvasLayer) -> Any:
    return layer.custom_viewport or layer.get_viewport()


def _view(viewport: SceneViewport, transform: Transform2D) -> Matrix:
    """The transform of a canvas, at whole pixels where the viewport says so."""
    a, b, c, d, x, y = transform
    if viewport.snap_2d_transforms_to_pixel:
        x, y = floor(x + 0.5), floor(y + 0.5)
    return a, b, c, d, x, y


def _layer_view(layer: CanvasLayer, viewport: SceneViewport, final: Matrix) -> Matrix:
    view = _view(viewport, layer.transform)
    if not layer.follow_viewport_enabled:
        return after(final, view)
    scale = layer.follow_viewport_scale
    x, y = viewport.size[0] / 2, viewport.size[1] / 2
    view = after(final, after(_view(viewport, viewport.canvas_transform), view))
    return after((scale, 0, 0, scale, x - scale * x, y - scale * y), view)


def _canvas(base: Node, viewport: SceneViewport, view: Matrix) -> Canvas:
    """The canvas whose items stand below `base`, a viewport or a layer."""
    tint = WHITE
    for item in _below(base):
        if isinstance(item, CanvasModulate) and _is_seen(item):
            tint = tuple(item.color)
    canvas = Canvas(view, tint)
    cull = _Cull(viewport, view)
    for item in _below(base):
        if item.top_level or not isinstance(item.parent, CanvasItem):
            if item.top_level and not _is_seen(item):
                continue
            cull.item(item, cull.above)
    for z in sorted(cull.lists):
        canvas.drawn += cull.lists[z]
    return canvas


def _below(node: Node) -> Iterator[CanvasItem]:
    """The canvas items below a node that are on its canvas, in tree order."""
    for child in node.children:
        if isinstance(child, CanvasItem):
            yield child
        if not isinstance(child, CanvasLayer | SceneViewport):
            yield from _below(child)


def _is_seen(item: CanvasItem) -> bool:
    """Whether neither an item nor a canvas item above it is hidden."""
    node: Any = item
    while isinstance(node, CanvasItem):
        if not node.visible:
            return False
        node = node.parent
    return True


class _Cull:
    """The walk over one canvas."""

    def __init__(self, viewport: SceneViewport, view: Matrix) -> None:
        self.view = view
        self.size = viewport.size
        self.mask = viewport.canvas_cull_mask
        filters = (1, 2, 4, 3)
        self.above = Down(
            filter=filters[viewport.canvas_item_default_texture_filter],
            repeat=viewport.canvas_item_default_texture_repeat + 1,
        )
        self.lists: dict[int, list[Any]] = {}

    def item(self, item: CanvasItem, down: Down, sorts_already: bool = False) -> None:
        """Look at an item and at what is below it."""
        if not item.visible or not item.visibility_layer & self.mask:
            return
        here = self.inherited(item, down)
        if here.modulate[3] < 0.007:
            return
        children = [child for child in item.children if isinstance(child, CanvasItem) and not child.top_level]
        if item.y_sort_enabled:
            if sorts_already:
                self.attach(item, here, False, 0)
                return
            units = [(0.0, item, down)]
            self.collect(item, IDENTITY, here, units)
            units.sort(key=lambda unit: unit[0])
            for _, unit, unit_down in units:
                self.item(unit, unit_down, True)
            return
        groups = isinstance(item, CanvasGroup) or bool(item.clip_children and _marks(item))
        start = len(self.lists.setdefault(here.z, []))
        for child in children:
            if groups or child.show_behind_parent:
                self.item(child, here)
        self.attach(item, here, groups, start)
        for child in children:
            if not (groups or child.show_behind_parent):
                self.item(child, here)

    def inherited(self, item: CanvasItem, down: Down) -> Down:
        """What the children of an item take from it."""
        z = max(-4096, min(4096, down.z + item.z_index)) if item.z_as_relative else item.z_index
        own = item.parent if isinstance(item.parent, CanvasItem) and not item.top_level else None
        material = down.material if item.use_parent_material and own is not None else item.material
        return Down(
            times(tuple(item.modulate), down.modulate),
            z,
            int(item.texture_filter) or down.filter,
            int(item.texture_repeat) or down.repeat,
            material,
        )

    def collect(self, item: CanvasItem, to_sorter: Matrix, here: Down, units: list[Any]) -> None:
        """The children of a sorter, and those of children that sort, with their y in the sorter's space."""
        for child in item.children:
            if not isinstance(child, CanvasItem) or child.top_level or not child.visible:
                continue
            if not child.visibility_layer & self.mask:
                continue
            placed = after(to_sorter, local(child))
            units.append((round(placed[5], 4), child, here))
            if child.y_sort_enabled:
                self.collect(child, placed, self.inherited(child, here), units)

    def attach(self, item: CanvasItem, here: Down, groups: bool, start: int) -> None:
        """Draw an item itself, around what it groups."""
        drawn = self.lists.setdefault(here.z, [])
        color = times(tuple(item.self_modulate), here.modulate)
        matrix = placed_in_canvas(item)
        blend = here.material.blend_mode if isinstance(here.material, CanvasItemMaterial) else 0
        rows = [
            Row(
                str(item.name),
                tuple(point(matrix, *corner) for corner in _corners(mark)),
                times(mark.color, color),
                (_texture(mark, here), here.filter, here.repeat, blend) if mark.texture else (None, 0, 1, blend),
            )
            for mark in _marks(item)
        ]
        if rows and not self.is_in_view(_marks(item), matrix):
            rows = []
            if groups:
                del drawn[start:]
                return
        if groups:
            mode = 3 if isinstance(item, CanvasGroup) else int(item.clip_children)
            members = drawn[start:]
            del drawn[start:]
            if members:
                drawn.append(Group(mode, rows or [Row(str(item.name), (), color, (None, 0, 1, blend), True)], members))
            elif mode != 1:
                drawn += rows
            return
        if isinstance(item, BackBufferCopy) and item.copy_mode:
            drawn.append(Copy(str(item.name)))
        drawn += rows

    def is_in_view(self, marks: tuple[Mark, ...], matrix: Matrix) -> bool:
        """Whether the box around an item touches the view."""
        left, top = min(mark.x for mark in marks), min(mark.y for mark in marks)
        right = max(mark.x + mark.width for mark in marks)
        bottom = max(mark.y + mark.height for mark in marks)
        seen = after(self.view, matrix)
        corners = [point(seen, x, y) for x in (left, right) for y in (top, bottom)]
        xs, ys = [x for x, _ in corners], [y for _, y in corners]
        width, height = self.size
        return (
            max(xs) + MARGIN >= 0 and min(xs) - MARGIN <= width and max(ys) + MARGIN >= 0 and min(ys) - MARGIN <= height
        )


def _marks(item: CanvasItem) -> tuple[Mark, ...]:
    marks: tuple[Mark, ...] = getattr(item, "marks", ())
    return marks


def _texture(mark: Mark, here: Down) -> Any:
    """What a mark shows: of a viewport that was freed the checker, which may stand in the atlas."""
    gone = isinstance(mark.texture, ViewportTexture) and mark.texture.render_target is None
    return "page" if gone and here.repeat == 1 and here.filter <= 2 else mark.texture


def _corners(mark: Mark) -> list[tuple[float, float]]:
    right, bottom = mark.x + mark.width, mark.y + mark.height
    return [(mark.x, mark.y), (right, mark.y), (mark.x, bottom), (right, bottom)]


# --- numbers ---------------------------------------------------------------------------------------------------------


def local(item: CanvasItem) -> Matrix:
    """The transform of a node within its parent."""
    assert isinstance(item, Node2D)
    turn, (width, height), (x, y) = item.rotation, item.scale, item.position
    return (cos(turn) * width, sin(turn) * width, -sin(turn) * height, cos(turn) * height, x, y)


def placed_in_canvas(item: CanvasItem) -> Matrix:
    """The transform of an item within its canvas."""
    matrix = local(item)
    node: Any = item
    while isinstance(node.parent, Node2D) and not node.top_level:
        node = node.parent
        matrix = after(local(node), matrix)
    return matrix


def after(outer: Matrix, inner: Matrix) -> Matrix:
    """First `inner`, then `outer`."""
    a, b, c, d = outer[:4]
    e, f, g, h, u, v = inner
    return (a * e + c * f, b * e + d * f, a * g + c * h, b * g + d * h, *point(outer, u, v))


def point(matrix: Matrix, x: float, y: float) -> tuple[float, float]:
    """Where a matrix puts a point."""
    a, b, c, d, left, top = matrix
    return a * x + c * y + left, b * x + d * y + top


def times(first: RGBA, second: RGBA) -> RGBA:
    """Two colours, multiplied."""
    return tuple(one * other for one, other in zip(first, second, strict=True))
