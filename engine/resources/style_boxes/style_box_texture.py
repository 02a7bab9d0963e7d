"""StyleBoxTexture: a style box that is a picture, whose corners keep their size."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from engine.core.property_checks import checked_bool, checked_color, checked_finite, checked_numbers, one_of
from engine.math import SIDE_BOTTOM, SIDE_LEFT, SIDE_RIGHT, SIDE_TOP, Color, Rect2
from engine.resources.settings import held, sequence_setting, setting
from engine.resources.style_boxes import nine_patch
from engine.resources.style_boxes.boxes import Sides, bounded, grown, setting_of_four, with_one
from engine.resources.style_boxes.expanding_style_box import ExpandingStyleBox
from engine.resources.textures.texture_2d import Texture2D

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.core.export import ChoiceProperty, SequenceProperty
    from engine.resources.style_boxes.boxes import Box


def _texture_margin(side: str, at: int) -> Any:
    return setting_of_four(
        f"texture_margin_{side}",
        "_texture_margins",
        at,
        0.0,
        checked_finite,
        f"How much of the texture at the {side} keeps its size; default 0. It is the least content margin, too.",
    )


class StyleBoxTexture(ExpandingStyleBox):
    """Draws a texture over the rectangle: its corners in their own size, its edges and middle stretched or repeated.

    The `texture_margin_...` cut it into nine parts. How it is scaled smoothly or in hard pixels, the item says that
    draws.
    """

    AxisStretchMode = nine_patch.AxisStretchMode

    _holds = ("_texture",)
    _texture: Texture2D | None = None
    _texture_margins: Sides = (0.0, 0.0, 0.0, 0.0)

    texture: Texture2D | None = held("texture", Texture2D, "What is drawn; None, the default, draws nothing.")
    texture_margin_left: float = _texture_margin("left", SIDE_LEFT)
    texture_margin_top: float = _texture_margin("top", SIDE_TOP)
    texture_margin_right: float = _texture_margin("right", SIDE_RIGHT)
    texture_margin_bottom: float = _texture_margin("bottom", SIDE_BOTTOM)
    axis_stretch_horizontal: ChoiceProperty[nine_patch.AxisStretchMode] = setting(
        "axis_stretch_horizontal",
        nine_patch.AxisStretchMode.STRETCH,
        one_of(nine_patch.AxisStretchMode),
        "How the room between the left and the right margins is filled; stretched by default.",
    )
    axis_stretch_vertical: ChoiceProperty[nine_patch.AxisStretchMode] = setting(
        "axis_stretch_vertical",
        nine_patch.AxisStretchMode.STRETCH,
        one_of(nine_patch.AxisStretchMode),
        "How the room between the upper and the lower margins is filled; stretched by default.",
    )

    region_rect: SequenceProperty[Rect2] = sequence_setting(
        "region_rect",
        Rect2(),
        "The part of the texture that is used, margins and all; one without a size, the default, is the whole.",
        unit="px",
    )
    modulate_color: Color = setting(
        "modulate_color",
        Color(1.0, 1.0, 1.0, 1.0),
        checked_color,
        "What the texture's colours are multiplied by; white by default.",
    )
    draw_center: bool = setting(
        "draw_center", True, checked_bool, "Whether the middle of the nine parts is drawn; default yes."
    )

    def set_texture_margin(self, margin: int, size: float) -> None:
        """Set the `texture_margin_...` of the side of that number; see StyleBox.

        Raises (as the others):
            InvalidTypeError, InvalidValueError: there is no such side, or the size is no finite number.
        """
        side = self._checked_side("set_texture_margin", margin)
        value = checked_finite(self, "set_texture_margin(size)", size)
        self._texture_margins = with_one(self._texture_margins, side, value)
        self.emit_changed()

    def set_texture_margin_all(self, size: float) -> None:
        """Set the `texture_margin_...` of all sides."""
        value = checked_finite(self, "set_texture_margin_all(size)", size)
        self._texture_margins = (value, value, value, value)
        self.emit_changed()

    def get_texture_margin(self, margin: int) -> float:
        """The `texture_margin_...` of the side of that number."""
        return self._texture_margins[self._checked_side("get_texture_margin", margin)]

    def draw(self, canvas_item: Any, rect: Sequence[float]) -> None:
        """Draw the nine parts; see StyleBox.

        Raises:
            InvalidValueError: it would take more than 250,000 tiles; and as StyleBox says.
        """
        recording = self._recording(canvas_item)
        drawn = self._drawn(bounded(checked_numbers(self, "draw(rect)", rect, 4)))
        if drawn is None:
            return
        base, (x, y, width, height), (from_x, from_y, columns, rows) = drawn
        left, top, right, bottom = bounded(self._texture_margins)
        where = f"{self._where()}.draw(rect)"
        across = nine_patch.bands(where, abs(width), columns, left, right, self.axis_stretch_horizontal)
        down = nine_patch.bands(where, abs(height), rows, top, bottom, self.axis_stretch_vertical)
        nine_patch.check_count(where, len(across.places) * len(down.places))
        points, shown = nine_patch.strips(across, down, self.draw_center)
        uvs = (shown + (from_x, from_y)) / (base.width, base.height)
        recording.strip_array(points + (x, y), np.array(self.modulate_color), uvs, base)

    def _drawn(self, rect: Box) -> tuple[Texture2D, Box, Box] | None:
        """The texture with a picture of its own, where it is drawn, and what part of it; None for nothing."""
        texture = self._texture
        drawn = None if texture is None else texture.drawn_part(rect, self.region_rect)
        if drawn is None:
            return None
        base, box, (x, y, columns, rows) = drawn
        if not (columns or rows):
            columns, rows = float(base.width), float(base.height)
        if columns <= 0 or rows <= 0:
            return None
        return base, grown(box, bounded(self._expand_margins)), (x, y, columns, rows)

    def _style_margin(self, side: int) -> float:
        return self._texture_margins[side]
