"""TextDrawing: the drawing methods of CanvasItem for text. Without a text server in the tree they draw nothing.

Outlines are drawn alone, and before the text that they belong to. An outline reaches a quarter of its size beyond the
edge of the glyphs, as in Godot.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core.errors import InvalidValueError
from engine.core.property_checks import checked_color, checked_int
from engine.resources import HorizontalAlignment, LineBreakFlag
from nodes.world_2d.canvas.canvas_checks import WHITE, checked_points
from nodes.world_2d.drawing.drawing_item import DrawingItem
from servers.text import TextServer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.math.color import ColorLike
    from engine.resources import Font

_BREAKS = LineBreakFlag.MANDATORY | LineBreakFlag.WORD_BOUND


class TextDrawing(DrawingItem):
    """What an item can draw of text; mixed into CanvasItem. Errors are as those of `draw_line`."""

    __slots__ = ()

    def draw_string(
        self,
        font: Font | None,
        pos: Sequence[float],
        text: str,
        alignment: int = HorizontalAlignment.LEFT,
        width: float = -1.0,
        font_size: int = 16,
        modulate: ColorLike = WHITE,
    ) -> None:
        """Draw one line of text.

        Args:
            font: None for the text server's default, DejaVu Sans.
            pos: where the baseline begins.
            text: line breaks in it draw nothing.
            alignment: where the text stands between `pos` and `width` pixels to the right of it.
            width: room for the alignment; negative aligns nothing. Longer text is not cut.
            font_size: pixels, 1 to 512.
            modulate: the text's colour.
        """
        self._draw_line_of_text("draw_string", font, pos, text, alignment, width, font_size, 0, modulate)

    def draw_string_outline(
        self,
        font: Font | None,
        pos: Sequence[float],
        text: str,
        alignment: int = HorizontalAlignment.LEFT,
        width: float = -1.0,
        font_size: int = 16,
        size: int = 1,
        modulate: ColorLike = WHITE,
    ) -> None:
        """Draw the outline of one line of text; `size` from 0, for the text itself, to 512. See `draw_string`."""
        self._draw_line_of_text("draw_string_outline", font, pos, text, alignment, width, font_size, size, modulate)

    def draw_multiline_string(
        self,
        font: Font | None,
        pos: Sequence[float],
        text: str,
        alignment: int = HorizontalAlignment.LEFT,
        width: float = -1.0,
        font_size: int = 16,
        max_lines: int = -1,
        modulate: ColorLike = WHITE,
        brk_flags: int = _BREAKS,
    ) -> None:
        """Draw text in lines below one another.

        Args:
            font: None for the text server's default, DejaVu Sans.
            pos: where the baseline of the first line begins.
            text: cut into lines.
            alignment: where each line stands between `pos` and `width` pixels to the right of it.
            width: of the lines, which are cut between words to fit into it; negative cuts at line breaks only.
            font_size: pixels, 1 to 512.
            max_lines: how many are drawn at most; negative for all.
            modulate: the text's colour.
            brk_flags: where lines may end: members of LineBreakFlag, both by default.
        """
        self._draw_lines_of_text(
            "draw_multiline_string", font, pos, text, alignment, width, font_size, max_lines, 0, modulate, brk_flags
        )

    def draw_multiline_string_outline(
        self,
        font: Font | None,
        pos: Sequence[float],
        text: str,
        alignment: int = HorizontalAlignment.LEFT,
        width: float = -1.0,
        font_size: int = 16,
        max_lines: int = -1,
        size: int = 1,
        modulate: ColorLike = WHITE,
        brk_flags: int = _BREAKS,
    ) -> None:
        """Draw the outline of text in lines; `size` as in `draw_string_outline`. See `draw_multiline_string`."""
        self._draw_lines_of_text(
            "draw_multiline_string_outline",
            font,
            pos,
            text,
            alignment,
            width,
            font_size,
            max_lines,
            size,
            modulate,
            brk_flags,
        )

    def draw_char(
        self,
        font: Font | None,
        pos: Sequence[float],
        char: str,
        font_size: int = 16,
        modulate: ColorLike = WHITE,
    ) -> None:
        """Draw one character, its baseline beginning at `pos`.

        Raises:
            InvalidValueError: `char` is not one character; and as `draw_string`.
        """
        self._draw_character("draw_char", font, pos, char, font_size, 0, modulate)

    def draw_char_outline(
        self,
        font: Font | None,
        pos: Sequence[float],
        char: str,
        font_size: int = 16,
        size: int = -1,
        modulate: ColorLike = WHITE,
    ) -> None:
        """Draw the outline of one character; a `size` of 0 or less, the default, draws the character itself.

        Raises:
            InvalidValueError: as `draw_char`.
        """
        size = max(checked_int(self, "draw_char_outline(size)", size), 0)
        self._draw_character("draw_char_outline", font, pos, char, font_size, size, modulate)

    def _draw_character(
        self,
        method: str,
        font: Font | None,
        pos: Sequence[float],
        char: str,
        font_size: int,
        outline: int,
        modulate: ColorLike,
    ) -> None:
        if not isinstance(char, str) or len(char) != 1:
            self._commands(method)
            raise InvalidValueError(f"{self._where()}.{method}(char) must be one character, got {char!r}")
        self._draw_line_of_text(method, font, pos, char, HorizontalAlignment.LEFT, -1.0, font_size, outline, modulate)

    def _draw_line_of_text(
        self,
        method: str,
        font: Font | None,
        pos: Sequence[float],
        text: str,
        alignment: int,
        width: float,
        font_size: int,
        outline: int,
        modulate: ColorLike,
    ) -> None:
        commands = self._commands(method)
        ((x, y),) = checked_points(self, f"{method}(pos)", (pos,))
        tint = checked_color(self, f"{method}(modulate)", modulate)
        server = None if self._tree is None else self._tree.servers.get(TextServer)
        if server is None:
            return
        for run in server.lay_out(font, text, font_size, alignment, width, outline):
            rects = [(x + left, y + top, w, h) for left, top, w, h in run.rects]
            commands.quads(run.texture, rects, run.uvs, (*tint,))

    def _draw_lines_of_text(
        self,
        method: str,
        font: Font | None,
        pos: Sequence[float],
        text: str,
        alignment: int,
        width: float,
        font_size: int,
        max_lines: int,
        outline: int,
        modulate: ColorLike,
        brk_flags: int,
    ) -> None:
        self._commands(method)
        ((x, y),) = checked_points(self, f"{method}(pos)", (pos,))
        most = checked_int(self, f"{method}(max_lines)", max_lines)
        tint = checked_color(self, f"{method}(modulate)", modulate)
        server = None if self._tree is None else self._tree.servers.get(TextServer)
        if server is None:
            return
        lines = server.break_lines(font, text, font_size, width, brk_flags)
        step = server.get_height(font, font_size)
        for row, line in enumerate(lines if most < 0 else lines[:most]):
            self._draw_line_of_text(method, font, (x, y + row * step), line, alignment, width, font_size, outline, tint)
