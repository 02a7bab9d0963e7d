"""StyleBoxEmpty: a style box that draws nothing."""

from __future__ import annotations

from engine.resources.style_boxes.style_box import StyleBox


class StyleBoxEmpty(StyleBox):
    """Draws nothing; its content margins, 0 by themselves, count all the same."""
