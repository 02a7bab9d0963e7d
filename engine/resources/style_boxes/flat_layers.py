"""What a StyleBoxFlat draws in a rectangle: its layers, one over the other, as strips of four points.

Order: the shadow, the background, the border. Edges that are soft fade over their width: a border to nothing around the
edge of the box, and to the background around its inner edge; where there is no border, the background to nothing.
The rules are those of Godot's StyleBoxFlat.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from engine.math import SIDE_BOTTOM, SIDE_LEFT, SIDE_RIGHT, SIDE_TOP
from engine.math.scalars import is_zero_approx
from engine.resources.style_boxes.boxes import bounded, grown
from engine.resources.style_boxes.rounded_box import RoundedBox

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from engine.math import Color
    from engine.resources.style_boxes.boxes import Box, Sides
    from engine.resources.style_boxes.style_box_flat import StyleBoxFlat

    Floats = NDArray[np.float64]

_ALL = (1.0, 1.0, 1.0, 1.0)


class FlatLayers:
    """The layers that a StyleBoxFlat draws in one rectangle."""

    def __init__(self, style: StyleBoxFlat, rect: Sequence[float]) -> None:
        """Of a style in `rect`; there are none where that has no size."""
        self.style = style
        self.strips: list[Floats] = []
        self.colors: list[Floats] = []
        self.box: Box = grown(bounded(rect), bounded(style._expand_margins))
        widths = [float(max(width, 0)) for width in style._border_widths]
        self.bordered = tuple([float(width > 0) for width in widths])
        skew = bounded(style.skew)
        is_soft = style.anti_aliasing and (max(style._corner_radii) > 0 or not all(map(is_zero_approx, skew)))
        self.soft = style.anti_aliasing_size if is_soft else 0.0
        borders = self._borders(widths)
        self.inside = grown(self.box, borders, -1.0)
        radii, detail = self._radii(borders), style.corner_detail
        self.rounded = RoundedBox(grown(self.box, self.bordered, -self.soft), radii, detail, skew)
        self.shadow = RoundedBox(self._shadowed(), radii, detail, skew)
        if not (is_zero_approx(self.box[2]) or is_zero_approx(self.box[3])):
            self._record()

    def arrays(self) -> tuple[Floats, Floats, Floats] | None:
        """All strips as (N, 4, 2), their colours (N, 4, 4), and for shaders texture coordinates (N, 4, 2) over the box.

        None where nothing is drawn.
        """
        if not self.strips:
            return None
        points = np.concatenate(self.strips)
        x, y, width, height = grown(self.box, _ALL, self.soft)
        return points, np.concatenate(self.colors), (points - (x, y)) / (width or 1.0, height or 1.0)

    def _record(self) -> None:
        style = self.style
        has_border = any(self.bordered)
        blends = has_border and style.border_blend
        if style.shadow_size > 0:
            self._record_shadow()
        if has_border and not self.soft:
            self._ring(self.rounded, self.inside, self.box, self._border_within(blends), style.border_color)
        if style.draw_center:
            self._record_background(blends)
        if has_border and self.soft:
            self._record_soft_border(blends)

    def _borders(self, widths: Sequence[float]) -> Sides:
        """How wide the borders are, which share the room that there is."""
        width, height = max(self.box[2], 0.0), max(self.box[3], 0.0)
        left, right = _shared(widths[SIDE_LEFT], widths[SIDE_RIGHT], width)
        top, bottom = _shared(widths[SIDE_TOP], widths[SIDE_BOTTOM], height)
        return left, top, right, bottom

    def _radii(self, borders: Sides) -> Sides:
        """The radii of the corners, which share the room that there is, and end at the opposite borders."""
        width, height = max(self.box[2], 0.0), max(self.box[3], 0.0)
        a, b, c, d = [float(max(radius, 0)) for radius in self.style._corner_radii]
        left, top, right, bottom = borders
        (a_down, d_down), (b_down, c_down) = _shared(a, d, height), _shared(b, c, height)
        (a_along, b_along), (d_along, c_along) = _shared(a, b, width), _shared(d, c, width)
        return (
            min(a_down, a_along, height - bottom, width - right),
            min(b_down, b_along, height - bottom, width - left),
            min(c_down, c_along, height - top, width - left),
            min(d_down, d_along, height - top, width - right),
        )

    def _shadowed(self) -> Box:
        """The box where its shadow falls."""
        right, down = bounded(self.style.shadow_offset)
        x, y, width, height = self.box
        return x + right, y + down, width, height

    def _record_shadow(self) -> None:
        """A shadow is even under the box and fades around it; without a background it is around it alone."""
        color, under = self.style.shadow_color, self.shadow.box
        self._ring(self.shadow, under, grown(under, _ALL, self.style.shadow_size), color, color.with_a(0.0))
        if self.style.draw_center:
            self._fill(self.shadow, under, color)

    def _record_background(self, blends: bool) -> None:
        color = self.style.bg_color
        if not self.soft or blends:
            self._fill(self.rounded, self.inside, color)
            return
        free = [1.0 - each for each in self.bordered]  # beside a border, that one fades
        outer = grown(self.inside, free, self.soft / 2)
        inner = grown(outer, free, -self.soft)
        self._fill(self.rounded, inner, color)
        self._ring(self.rounded, inner, outer, color, color.with_a(0.0))

    def _record_soft_border(self, blends: bool) -> None:
        color, half = self.style.border_color, self.soft / 2
        within = grown(self.inside, self.bordered, half)
        outer = grown(self.rounded.box, self.bordered, half)
        self._ring(self.rounded, self.inside if blends else within, outer, self._border_within(blends), color)
        if not blends:
            self._ring(self.rounded, grown(within, self.bordered, -self.soft), within, self._border_within(True), color)
        self._ring(self.rounded, outer, grown(self.box, self.bordered, half), color, color.with_a(0.0))

    def _border_within(self, fades: bool) -> Color:
        """The colour of a border at its inner edge, or where it has become the background."""
        if not fades:
            return self.style.border_color
        return self.style.bg_color if self.style.draw_center else self.style.border_color.with_a(0.0)

    def _fill(self, rounded: RoundedBox, box: Box, color: Color) -> None:
        strips = rounded.filled(box)
        self.strips.append(strips)
        self.colors.append(np.broadcast_to(np.array(color), (len(strips), 4, 4)))

    def _ring(self, rounded: RoundedBox, inner: Box, outer: Box, inner_color: Color, outer_color: Color) -> None:
        strips = rounded.ring(inner, outer)
        self.strips.append(strips)
        colors = np.array((inner_color, outer_color, inner_color, outer_color))
        self.colors.append(np.broadcast_to(colors, (len(strips), 4, 4)))


def _shared(first: float, second: float, room: float) -> tuple[float, float]:
    """Two lengths, made shorter alike where there is not room for both."""
    both = first + second
    factor = min(1.0, room / both) if both else 1.0
    return first * factor, second * factor
