"""What the tests of drawing rules have in common: squares, and an independent painter of rectangles."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.app import App
from engine.math import Color
from engine.resources import Image
from engine.tree.scene_tree import SceneTree
from nodes.world_2d.polygon_2d import Polygon2D

SIDE = 64
"""Width and height of the pictures."""
GREY = (76 / 255, 76 / 255, 76 / 255)
TOLERANCE = 4
"""Levels that a channel may be off."""
QUARTER = 0.25
"""The part of a picture that the thing tested covers at least."""

Layer = tuple[int, int, int, int, Any]
"""x, y, width, height, and a colour, alpha too."""


def square(color: Any, x: float = 0, y: float = 0, side: float = 32, **properties: Any) -> Polygon2D:
    """A square with its top left corner at (x, y)."""
    corners = [(0, 0), (side, 0), (side, side), (0, side)]
    return Polygon2D(polygon=corners, color=color, position=(x, y), **properties)


def drawn(app: App, build: Callable[[SceneTree], object]) -> NDArray[np.uint8]:
    """The picture of a scene, (height, width, 3); the second time it is the same, bit for bit."""
    build(app.tree)
    app.tree.tick(1 / 60)
    picture: Image = app.screenshot()
    assert (app.screenshot().pixels == picture.pixels).all()
    return picture.pixels[:, :, :3]


def painted(*layers: Layer, background: Sequence[float] = GREY, side: int = SIDE) -> NDArray[np.float64]:
    """Rectangles over one another, by straight alpha; (side, side, 3), 0 to 255."""
    canvas = np.empty((side, side, 3), np.float64)
    canvas[:] = background
    for x, y, width, height, color in layers:
        red, green, blue, alpha = Color(color)
        part = canvas[max(y, 0) : max(y + height, 0), max(x, 0) : max(x + width, 0)]
        part[:] = part * (1 - alpha) + np.array((red, green, blue)) * alpha
    return (canvas.clip(0, 1) * 255).round()


def alike(picture: NDArray[Any], expected: NDArray[Any]) -> bool:
    """Whether no pixel that is not background in one of the two is off by more than the tolerance.

    At least a quarter of the pictures is covered by what is tested.
    """
    grey = np.array(GREY) * 255
    wanted, seen = ((np.abs(each - grey) > TOLERANCE).any(axis=2) for each in (expected, picture))
    assert wanted.mean() >= QUARTER, f"only {wanted.mean():.0%} of the picture are covered by what is tested"
    off = np.abs(picture.astype(np.float64) - expected).max(axis=2)
    return bool((off[wanted | seen] <= TOLERANCE).all())
