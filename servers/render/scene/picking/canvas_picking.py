"""Canvas picking: which items of a canvas are drawn at a point, topmost first; from what was built last."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING

import numpy as np

from servers.render.scene.canvas.canvas_item import GroupMode
from servers.render.scene.canvas.content import tile_offsets
from servers.render.scene.canvas.placing import apply, inverse
from servers.render.scene.picking.picking import covers

if TYPE_CHECKING:
    from engine.core.contracts import TransformSource
    from servers.render.scene.canvas.canvas import Canvas
    from servers.render.scene.canvas.canvas_item import CanvasItem
    from servers.render.scene.draw_list import Matrix, View

_NOWHERE: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


def pick(
    canvas: Canvas, view: View, transforms: TransformSource | None, position: tuple[float, float], alpha: bool
) -> list[CanvasItem]:
    """The items whose drawing covers a point of the viewport, topmost first.

    What is masked is there only where the item is that masks it; one that does nothing else is not there itself.
    """
    back = inverse(view.transform)
    if back is None:
        return []
    point: tuple[float, float] = tuple(apply(back, np.array(position, np.float64)).tolist())
    pixel = max(hypot(back[0], back[1]), hypot(back[2], back[3]))
    return _Search(canvas, view, transforms, point, pixel, alpha).run()


class _Mask:
    """An item that is drawn with what its members drew."""

    __slots__ = ("has_members", "number", "owner")

    def __init__(self, number: int, owner: CanvasItem) -> None:
        self.number = number
        self.owner = owner
        self.has_members = False


class _Search:
    """One search for what is at a point, from the item that is drawn last to the first."""

    def __init__(
        self,
        canvas: Canvas,
        view: View,
        transforms: TransformSource | None,
        point: tuple[float, float],
        pixel: float,
        alpha: bool,
    ) -> None:
        self._canvas = canvas
        self._asked = transforms, point, pixel, alpha, canvas.time
        self._near = canvas.items_near(point, view)
        self._known: dict[CanvasItem, bool] = {}
        self._masks: list[_Mask] = []  # they wait until their members have been looked at
        self._found: list[CanvasItem] = []

    def run(self) -> list[CanvasItem]:
        """What is there, topmost first."""
        canvas, masks = self._canvas, self._masks
        for item, groups in canvas.drawn_backwards():
            while masks and masks[-1].number not in groups:
                self._end_mask()
            own = canvas.group_of(item)
            if own is not None and canvas.masks(own):
                masks.append(_Mask(own, item))
                continue
            for mask in masks:
                mask.has_members = True
            if item.geometry is not None:
                self._take(item)
        while masks:
            self._end_mask()
        return self._found

    def _end_mask(self) -> None:
        mask = self._masks.pop()
        mode = mask.owner.extras.group_mode if mask.owner.extras is not None else GroupMode.NONE
        if mask.has_members or mode != GroupMode.CLIP_ONLY:
            for around in self._masks:
                around.has_members = True
        if mode == GroupMode.CLIP_AND_DRAW or (mode == GroupMode.TRANSPARENT and not mask.has_members):
            self._take(mask.owner)

    def _take(self, item: CanvasItem) -> None:
        """Note an item that is drawn, if it is at the point, and so are those that mask it."""
        if self._is_at(item) and all(self._is_at(mask.owner) for mask in self._masks):
            self._found.append(item)

    def _is_at(self, item: CanvasItem) -> bool:
        if item not in self._near:
            return False
        if item not in self._known:
            self._known[item] = _covers(item, *self._asked)
        return self._known[item]


def _covers(
    item: CanvasItem,
    transforms: TransformSource | None,
    point: tuple[float, float],
    pixel: float,
    alpha: bool,
    time: float,
) -> bool:
    """Whether an item, or one of its copies where it is tiled, covers a point of the canvas."""
    geometry = item.geometry
    if geometry is None:
        return False
    a, b, c, d, x, y = _place(item, transforms)
    if item.tile_down is None:
        return covers(geometry, (a, b, c, d, x, y), point, pixel, alpha, item.repeat_down, time)
    ta, tb, tc, td, _, _ = _place(item.tile_down, transforms)
    return any(
        covers(
            geometry,
            (a, b, c, d, x + ta * right + tc * down, y + tb * right + td * down),
            point,
            pixel,
            alpha,
            item.repeat_down,
            time,
        )
        for right, down in tile_offsets(item.tile_down).tolist()
    )


def _place(item: CanvasItem, transforms: TransformSource | None) -> Matrix:
    return _NOWHERE if item.slot < 0 or transforms is None else transforms.global_of(item.slot)
