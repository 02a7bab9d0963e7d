"""TextDrawing: the drawing methods of CanvasItem for text. Without a text server in the tree they draw nothing.

Outlines are drawn alone, and before the text that they belong to. An outline reaches a quarter of its size beyond the
edge of the glyphs, as in Godot.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core.errors import InvalidTypeError, InvalidValueError
from engine.core.property_checks import checked_color, checked_int
from engine.math.value import shortened
from engine.resources.text_layout import BREAKS, FILLS, HorizontalAlignment, TextDirection, TextOrientation
from nodes.world_2d.canvas.canvas_checks import WHITE, checked_points
from nodes.world_2d.drawing.drawing_item import DrawingItem
from servers.text import TextOptions, TextServer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.math.color import ColorLike
    from engine.resources import Font


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
        justification_flags: int = FILLS,
        direction: int = TextDirection.AUTO,
        orientation: int = TextOrientation.HORIZONTAL,
    ) -> None:
        """Draw one line of text.

        Args:
            font: None for the text server's default, DejaVu Sans.
            pos: where the baseline begins.
            text: line breaks in it draw nothing.
            alignment: where the text stands between `pos` and `width` pixels to the right of it: a member of
                HorizontalAlignment.
            width: room for the text, in pixels; letters that do not fit into it are left out at the end. 0 and less
                aligns and leaves out nothing.
            font_size: pixels, 1 to 512.
            modulate: the text's colour.
            justification_flags: how the alignment FILL fills the width: members of JustificationFlag.
            direction: which way the text runs: a member of TextDirection, but INHERITED.
            orientation: a member of TextOrientation; VERTICAL text stands on a line through `pos`, and goes down.
        """
        options = TextOptions(
            font, font_size, alignment, width, 0, -1, BREAKS, justification_flags, direction, orientation
        )
        self._draw_text("draw_string", pos, text, modulate, options)

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
        justification_flags: int = FILLS,
        direction: int = TextDirection.AUTO,
        orientation: int = TextOrientation.HORIZONTAL,
    ) -> None:
        """Draw the outline of one line of text; `size` from 0, for the text itself, to 512. See `draw_string`."""
        options = TextOptions(
            font, font_size, alignment, width, size, -1, BREAKS, justification_flags, direction, orientation
        )
        self._draw_text("draw_string_outline", pos, text, modulate, options)

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
        brk_flags: int = BREAKS,
        justification_flags: int = FILLS,
        direction: int = TextDirection.AUTO,
        orientation: int = TextOrientation.HORIZONTAL,
    ) -> None:
        """Draw text in lines below one another.

        Args:
            font: None for the text server's default, DejaVu Sans.
            pos: where the baseline of the first line begins.
            text: cut into lines.
            alignment: where each line stands between `pos` and `width` pixels to the right of it: a member of
                HorizontalAlignment.
            width: of the lines, which are cut between words to fit into it; negative cuts at line breaks only.
            font_size: pixels, 1 to 512.
            max_lines: how many are drawn at most; negative for all.
            modulate: the text's colour.
            brk_flags: where lines may end: members of LineBreakFlag; MANDATORY and WORD_BOUND by default.
            justification_flags: how the alignment FILL fills which lines: members of JustificationFlag.
            direction: which way the text runs: a member of TextDirection, but INHERITED.
            orientation: a member of TextOrientation; VERTICAL lines stand, each to the right of the one before.
        """
        options = TextOptions(
            font, font_size, alignment, width, 0, max_lines, brk_flags, justification_flags, direction, orientation
        )
        self._draw_text("draw_multiline_string", pos, text, modulate, options, lines=True)

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
        brk_flags: int = BREAKS,
        justification_flags: int = FILLS,
        direction: int = TextDirection.AUTO,
        orientation: int = TextOrientation.HORIZONTAL,
    ) -> None:
        """Draw the outline of text in lines; `size` as in `draw_string_outline`. See `draw_multiline_string`."""
        options = TextOptions(
            font, font_size, alignment, width, size, max_lines, brk_flags, justification_flags, direction, orientation
        )
        self._draw_text("draw_multiline_string_outline", pos, text, modulate, options, lines=True)

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
        self._draw_character("draw_char", pos, char, modulate, TextOptions(font, font_size))

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
        options = TextOptions(font, font_size, outline_size=size)
        self._draw_character("draw_char_outline", pos, char, modulate, options)

    def _draw_character(
        self, method: str, pos: Sequence[float], char: str, modulate: ColorLike, options: TextOptions
    ) -> None:
        if not isinstance(char, str) or len(char) != 1:
            self._commands(method)
            raise InvalidValueError(f"{self._where()}.{method}(char) must be one character, got {shortened(char)}")
        self._draw_text(method, pos, char, modulate, options)

    def _draw_text(
        self,
        method: str,
        pos: Sequence[float],
        text: str,
        modulate: ColorLike,
        options: TextOptions,
        *,
        lines: bool = False,
    ) -> None:
        commands = self._commands(method)
        if isinstance(options.font, (str, tuple)):
            raise InvalidTypeError(
                f"{self._where()}.{method}(font) must be a Font or None, got {shortened(options.font)}; the font comes "
                f"first, None is the one that comes along: {method}(None, (0, 20), ...)"
            )
        ((x, y),) = checked_points(self, f"{method}(pos)", (pos,))
        checked_int(self, f"{method}(max_lines)", options.max_lines)
        tint = checked_color(self, f"{method}(modulate)", modulate)
        server = None if self._tree is None else self._tree.servers.get(TextServer)
        if server is None:
            return
        for run in (server.lay_out_lines if lines else server.lay_out)(text, options):
            rects = [(x + left, y + top, w, h) for left, top, w, h in run.rects]
            commands.quads(run.texture, rects, run.uvs, (*tint,))
