"""RoundedBox: outlines with round corners, and what lies inside of one or between two, as strips of four points.

Space: pixels, y down. Corners are in the order of their numbers: top left, top right, bottom right, bottom left.
The rules are those of Godot's StyleBoxFlat: every outline follows the corners of one box, so that those outside of it
have larger radii and those inside smaller ones; corners that have no room left become narrower, as ellipses.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.resources.style_boxes.boxes import Box, Sides

    Floats = NDArray[np.float64]

_EPSILON = 1.1920929e-07  # of float32
_INWARDS = np.array(((1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)))


class RoundedBox:
    """A box with round corners, whose corners other boxes follow."""

    def __init__(self, box: Box, radii: Sides, detail: int, skew: tuple[float, float]) -> None:
        """Of radii by corner; `detail` segments round off a corner, `skew` slants what it gives around its middle."""
        self.box = box
        self.radii = radii
        self.detail = detail if max(radii) > 0 else 1
        self.skew = skew
        self._rounds: dict[int, Floats] = {}

    def filled(self, box: Box) -> Floats:
        """What lies within the outline of a box, (N, 4, 2)."""
        extents = self._extents(box)
        points = self._points(box, extents, self._steps(extents))
        first = np.arange(len(points) // 2 - 1)
        last = len(points) - 1 - first
        return points[np.stack((first + 1, first, last - 1, last), axis=1)]

    def ring(self, inner: Box, outer: Box) -> Floats:
        """What lies between the outlines of two boxes, (N, 4, 2); points 0 and 2 of each strip are on the inner one."""
        inner_extents, outer_extents = self._extents(inner), self._extents(outer)
        steps = max(self._steps(inner_extents), self._steps(outer_extents))
        strips = np.empty((4 * (steps + 1), 4, 2))
        strips[:, 0] = self._points(inner, inner_extents, steps)
        strips[:, 1] = self._points(outer, outer_extents, steps)
        strips[:-1, 2:], strips[-1, 2:] = strips[1:, :2], strips[0, :2]
        return strips

    def _steps(self, extents: Floats) -> int:
        """How many segments round off each corner; none of a box with sharp ones."""
        return self.detail if extents.any() else 0

    def _points(self, box: Box, extents: Floats, steps: int) -> Floats:
        """The outline of a box, clockwise from the lower end of the top left corner, (4 * (steps + 1), 2)."""
        x, y, width, height = box
        round_off = self._round_off(steps)
        corners = np.array(((x, y), (x + width, y), (x + width, y + height), (x, y + height)))
        points = (corners[:, None] + extents[:, None] * round_off).reshape(-1, 2)
        if any(self.skew):
            left, top, across, high = self.box
            middle = np.array((left + across / 2, top + high / 2))
            points -= (points - middle)[:, ::-1] * self.skew
        return points

    def _round_off(self, steps: int) -> Floats:
        """From each corner to the points that take its place, for corners of 1 by 1 pixels, (4, steps + 1, 2)."""
        known = self._rounds.get(steps)
        if known is None:
            quarter = np.arange(steps + 1) / max(steps, 1)
            angles = (np.arange(4)[:, None] + quarter) * (np.pi / 2) + np.pi
            known = np.stack((np.cos(angles), np.sin(angles)), axis=2) + _INWARDS[:, None]
            self._rounds[steps] = known
        return known

    def _extents(self, box: Box) -> Floats:
        """How wide and how high each corner of a box is, (4, 2)."""
        x, y, width, height = box
        left, top = x - self.box[0], y - self.box[1]
        right, bottom = self.box[2] - width - left, self.box[3] - height - top
        a, b, c, d = self.radii
        radii = (
            max(a - min(top, left), 0.0),
            max(b - min(top, right), 0.0),
            max(c - min(bottom, right), 0.0),
            max(d - min(bottom, left), 0.0),
        )
        a, b, c, d = radii
        extents = np.array(radii)[:, None].repeat(2, axis=1)
        over = (a + d - height, a + b - width, b + c - height, c + d - width)
        return _narrowed(extents, over, (left, top, right, bottom)) if max(over) > 0 else extents


def _narrowed(extents: Floats, over: Sides, borders: Sides) -> Floats:
    """Corners that take less room: on each side together less by `over`.

    Each is reduced by its border's share of the two; what it has not, its neighbours give in its place.
    """
    at_left, at_top, at_right, at_bottom = (max(each, 0.0) for each in over)
    left, top, right, bottom = borders
    across, down = left + right, top + bottom
    left, right = (left / across, right / across) if across > 0 else (0.0, 0.0)
    top, bottom = (top / down, bottom / down) if down > 0 else (0.0, 0.0)
    reductions = np.array(
        (
            (at_top * left, at_left * top),
            (at_top * right, at_right * top),
            (at_bottom * right, at_right * bottom),
            (at_bottom * left, at_left * bottom),
        )
    )
    lacking = np.maximum(reductions - extents, 0.0)
    beside = np.roll(lacking, 1, axis=0) + np.roll(lacking, -1, axis=0)
    left_over = np.maximum(extents - reductions - beside, 0.0)
    nobodys = np.maximum(beside - left_over, 0.0)
    narrowed: Floats = extents * (left_over / np.maximum(extents - nobodys, _EPSILON))
    return narrowed
