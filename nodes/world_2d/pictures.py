"""Where nodes that show a picture draw it."""

from __future__ import annotations

from math import floor
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from nodes.world_2d.canvas.canvas_item import CanvasItem

    Box = tuple[float, float, float, float]
    """x, y, width, height; pixels."""

WHITE = (1.0, 1.0, 1.0, 1.0)


def picture_box(item: CanvasItem, x: float, y: float, width: float, height: float, centered: bool) -> Box:
    """Where a picture of that size is drawn, in the item's own space.

    At (x, y), or with its middle there; at the nearest whole pixel where the viewport snaps transforms to pixels.
    """
    if centered:
        x, y = x - width / 2, y - height / 2
    if item.is_inside_tree() and item.get_viewport().snap_2d_transforms_to_pixel:
        x, y = floor(x + 0.5), floor(y + 0.5)
    return x, y, width, height
