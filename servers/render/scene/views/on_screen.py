"""On screen: tells items whose rectangles come into the view of their viewport, or leave it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from servers.render.scene.canvas.arrangement import in_view
from servers.render.scene.canvas.canvas_item import FIRST_LAYER
from servers.render.scene.canvas.canvas_walk import MIN_ALPHA
from servers.render.scene.canvas.placing import pack

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.core.contracts import TransformSource
    from servers.render.scene.canvas.canvas_item import CanvasItem, Extras
    from servers.render.scene.canvas.item_tree import ItemTree
    from servers.render.scene.draw_list import View
    from servers.render.scene.views.viewports import Viewport


def notify(viewports: Iterable[Viewport], transforms: TransformSource) -> None:
    """Call `entered` and `exited` of the items of viewports where something has changed, in the order of creation.

    What several viewports show is in view while it is in one of them. Who came and who left on a canvas is found before
    anyone is called.
    """
    shown: dict[ItemTree, list[tuple[View, int]]] = {}
    for viewport in viewports:
        for canvas, layer in viewport.all_canvases():
            if canvas.items.notifying:
                is_shown = layer is None or layer.source.visible
                layers = viewport.source.canvas_cull_mask if is_shown else 0
                shown.setdefault(canvas.items, []).append((viewport.view_of(canvas, layer), layers))
    for items, views in shown.items():
        for extras, seen in _changes([*items.notifying], transforms, views):
            if extras.notifier is None or seen == extras.on_screen:
                continue  # an earlier one's receiver ended it
            extras.on_screen = seen
            tell = extras.entered if seen else extras.exited
            if tell is not None:
                tell()


def _changes(
    items: list[CanvasItem], transforms: TransformSource, views: list[tuple[View, int]]
) -> list[tuple[Extras, bool]]:
    """Which items came into view or left it."""
    boxes = np.empty((len(items), 4), np.float32)
    matrices = np.empty((len(items), 6), np.float32)
    notifiers = []
    for row, item in enumerate(items):
        extras = item.extras
        assert extras is not None
        assert extras.notifier is not None
        x, y, width, height = extras.notifier
        boxes[row] = (x, y, x + width, y + height)
        notifiers.append(extras)
    pack(transforms, np.array([item.slot for item in items], np.intp), matrices)
    inside = [(in_view(boxes, matrices, view, 0.0).tolist(), layers) for view, layers in views]
    return [
        (extras, seen)
        for row, (item, extras) in enumerate(zip(items, notifiers, strict=True))
        if (seen := any(found[row] and _is_shown(item, layers) for found, layers in inside)) != extras.on_screen
    ]


def _is_shown(item: CanvasItem, layers: int) -> bool:
    """Whether an item and those above it are visible, in one of the layers, and not too transparent."""
    above: CanvasItem | None = item
    chain = []
    while above is not None:
        extras = above.extras
        if not above.visible or not (FIRST_LAYER if extras is None else extras.layers) & layers:
            return False
        chain.append(above.modulate[3])
        above = above.parent
    alpha = 1.0
    for own in reversed(chain):
        alpha *= own
        if alpha < MIN_ALPHA:
            return False
    return True
