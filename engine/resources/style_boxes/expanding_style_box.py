"""ExpandingStyleBox: the base of style boxes that may draw beyond their rectangle."""

from __future__ import annotations

from typing import Any

from engine.core.property_checks import checked_finite
from engine.math import SIDE_BOTTOM, SIDE_LEFT, SIDE_RIGHT, SIDE_TOP
from engine.resources.style_boxes.boxes import Sides, setting_of_four, with_one
from engine.resources.style_boxes.style_box import StyleBox


def _expand_margin(side: str, at: int) -> Any:
    return setting_of_four(
        f"expand_margin_{side}",
        "_expand_margins",
        at,
        0.0,
        checked_finite,
        f"How far what is drawn reaches beyond the rectangle at the {side}; default 0.",
    )


class ExpandingStyleBox(StyleBox, registered=False):
    """A style box with margins around it, in which it draws, too; they do not count for what stands in it."""

    _expand_margins: Sides = (0.0, 0.0, 0.0, 0.0)

    expand_margin_left: float = _expand_margin("left", SIDE_LEFT)
    expand_margin_top: float = _expand_margin("top", SIDE_TOP)
    expand_margin_right: float = _expand_margin("right", SIDE_RIGHT)
    expand_margin_bottom: float = _expand_margin("bottom", SIDE_BOTTOM)

    def set_expand_margin(self, margin: int, size: float) -> None:
        """Set the `expand_margin_...` of the side of that number.

        Raises (as the others):
            InvalidTypeError, InvalidValueError: there is no such side, or the size is no finite number.
        """
        side = self._checked_side("set_expand_margin", margin)
        value = checked_finite(self, "set_expand_margin(size)", size)
        self._expand_margins = with_one(self._expand_margins, side, value)
        self.emit_changed()

    def set_expand_margin_all(self, size: float) -> None:
        """Set the `expand_margin_...` of all sides."""
        value = checked_finite(self, "set_expand_margin_all(size)", size)
        self._expand_margins = (value, value, value, value)
        self.emit_changed()

    def get_expand_margin(self, margin: int) -> float:
        """The `expand_margin_...` of the side of that number."""
        return self._expand_margins[self._checked_side("get_expand_margin", margin)]
