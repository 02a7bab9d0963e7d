"""Screens of 128 x 128 pixels, and shapes worked out pixel by pixel in place of stored pictures."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.app import App
from nodes.world_2d.node_2d import Node2D

MakeApp = Callable[..., App]
Floats = NDArray[np.float64]
Pixels = NDArray[np.uint8]
Mask = NDArray[np.bool_]

SIDE = 128
CLEAR = (0.2, 0.4, 0.6)
TOLERANCE = 4
"""How far a channel may be off, of 255."""
QUARTER = 0.25
"""The part of a picture that the thing tested covers at least."""

Y, X = np.indices((SIDE, SIDE)) + 0.5
"""The middles of all pixels."""


def taken(stage: MakeApp, *nodes: Node2D, side: int = SIDE, snaps: bool = False, ticks: int = 1) -> Pixels:
    """What nodes look like after some ticks, (side, side, 4); two screenshots must be bit-identical."""
    app = stage(side, side)
    app.render.clear_color = CLEAR
    app.tree.root.snap_2d_transforms_to_pixel = snaps
    for node in nodes:
        app.tree.root.add_child(node)
    app.tree.frames(ticks)
    picture: Pixels = app.screenshot().pixels
    assert (app.screenshot().pixels == picture).all()
    return picture


def screen(stage: MakeApp, *nodes: Node2D) -> Floats:
    """What nodes look like, (128, 128, 3) of 0 to 255."""
    return taken(stage, *nodes)[:, :, :3].astype(float)


def painted(draw: Callable[[Node2D], object], **properties: Any) -> Node2D:
    """A node that draws itself by `draw`."""

    class Painter(Node2D):
        def on_draw(self) -> None:
            draw(self)

    return Painter(**properties)


def over_clear(color: Any, alpha: Any) -> Floats:
    """Colours, (..., 3) of 0 to 1 or one, over the clear colour, as the screen shows them."""
    part = np.broadcast_to(np.asarray(alpha, float), (SIDE, SIDE))[:, :, None]
    shown: Floats = 255 * (np.asarray(color, float) * part + np.array(CLEAR) * (1 - part))
    return shown


def looks_like(shown: Floats, expected: Floats, counted: Mask) -> bool:
    """Whether the counted pixels are as expected; on a quarter of all at least the thing tested is expected."""
    covered = counted & (np.abs(expected - over_clear(0, 0)) > TOLERANCE).any(axis=2)
    assert covered.mean() >= QUARTER, f"only {covered.mean():.0%} of the picture are covered by what is tested"
    return bool(np.abs(shown - expected)[counted].max() <= TOLERANCE)


def along(points: Sequence[Sequence[float]]) -> tuple[Floats, Floats]:
    """For each pixel how far it is from a line through points, and where on the line, in pixels from its start."""
    distance, place, start = np.full((SIDE, SIDE), np.inf), np.zeros((SIDE, SIDE)), 0.0
    for (ax, ay), (bx, by) in pairwise(points):
        length = float(np.hypot(bx - ax, by - ay))
        forward = np.clip(((X - ax) * (bx - ax) + (Y - ay) * (by - ay)) / length, 0, length)
        away = np.hypot(X - ax - forward * (bx - ax) / length, Y - ay - forward * (by - ay) / length)
        nearer = away < distance
        distance, place = np.where(nearer, away, distance), np.where(nearer, start + forward, place)
        start += length
    return distance, place


def inside(corners: Sequence[Sequence[float]]) -> Mask:
    """Which pixels lie in a polygon."""
    odd = np.zeros((SIDE, SIDE), bool)
    for (ax, ay), (bx, by) in zip(corners, (*corners[1:], corners[0]), strict=True):
        crosses = (ay > Y) != (by > Y)
        odd ^= crosses & (ax + (Y - ay) * (bx - ax) / ((by - ay) or 1.0) > X)
    return odd


def blended(corners: Sequence[Sequence[float]], values: Sequence[Sequence[float]]) -> tuple[Mask, Floats]:
    """Which pixels lie in a triangle, and what lies there of the values, (n,) each, of its corners."""
    (ax, ay), (bx, by), (cx, cy) = corners
    whole = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
    b = ((X - ax) * (cy - ay) - (Y - ay) * (cx - ax)) / whole
    c = ((bx - ax) * (Y - ay) - (by - ay) * (X - ax)) / whole
    weights: Floats = np.stack((1 - b - c, b, c), axis=2)
    within: Mask = weights.min(axis=2) >= 0
    return within, weights @ np.array(values, float)


def far_from_edges(mask: Mask, pixels: int = 1) -> Mask:
    """The pixels that have no other kind of pixel so near: rounding, or a soft edge, decides about those."""
    far = np.ones_like(mask)
    for down in range(-pixels, pixels + 1):
        for right in range(-pixels, pixels + 1):
            far &= np.roll(mask, (down, right), (0, 1)) == mask
    return far
