"""TextServer: the front-end of text. It checks, finds the font, and lays out lines of glyphs.

In:    a string, and TextOptions: a Font resource (or None for the default, DejaVu Sans), a size in pixels, and so on.
Out:   rectangles around the start of the first baseline, pixels, y down, with texture coordinates into glyph atlases.

The libraries that shape and rasterise take 35 ms to import; they are imported with the first text.
"""

from __future__ import annotations

from importlib import import_module
from math import floor
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from weakref import WeakKeyDictionary

from engine.core.errors import InvalidTypeError, InvalidValueError, ServerError
from engine.math import Vector2
from engine.math.value import real, shortened
from engine.resources import Font, FontFile
from engine.resources.text_layout import BREAKS, FILLS, HorizontalAlignment, JustificationFlag, LineBreakFlag
from servers.text.atlas import GlyphAtlas
from servers.text.line_breaks import Row, rows_of, runs_leftward, seen
from servers.text.text_options import TextOptions

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.resources import Texture2D
    from servers.text.face import Face
    from servers.text.line import Line

    Box = tuple[float, float, float, float]

DEFAULT_FONT_FILE = Path(__file__).with_name("DejaVuSans.ttf")

MAX_OVERSAMPLING = 8.0

_DEFAULTS = TextOptions()
_WRAPS = LineBreakFlag.WORD_BOUND | LineBreakFlag.GRAPHEME_BOUND


class TextQuads(NamedTuple):
    """Glyphs of a text that lie in one atlas page."""

    texture: Texture2D
    rects: list[Box]
    """x, y, width, height, from the start of the first baseline, pixels, y down."""
    uvs: list[Box]
    """left, top, right, bottom in the texture, 0 to 1."""


class _Placed(NamedTuple):
    """A line in its place."""

    line: Line
    start: float
    """Where along the line it begins."""
    across: float
    """Where its baseline lies, from that of the first line."""
    room: tuple[float, float] | None
    """From where to where along the line glyphs are drawn."""


class TextServer:
    """Shapes, measures and rasterises text. Glyph pictures are made once and kept in atlases."""

    def __init__(self) -> None:
        """A server with the default font; nothing is read before the first text."""
        self._atlas = GlyphAtlas()
        self._faces: WeakKeyDictionary[Font, Face] = WeakKeyDictionary()
        self._default_font: Font | None = None
        self._oversampling = 1.0
        self._disposed = False

    @property
    def default_font(self) -> Font:
        """The font that text is in when none is given: DejaVu Sans, which comes with the engine."""
        if self._default_font is None:
            self._default_font = FontFile(DEFAULT_FONT_FILE.read_bytes(), "DejaVu Sans")
        return self._default_font

    @property
    def oversampling(self) -> float:
        """Pixels of a glyph's picture for each pixel of text: the screen's pixel ratio makes text sharp on it.

        1 by default, at most 8. Text that was drawn before keeps its pictures until it is drawn anew.

        Raises:
            InvalidValueError: not between 0 and 8, 0 excluded.
        """
        return self._oversampling

    @oversampling.setter
    def oversampling(self, oversampling: float) -> None:
        oversampling = real(oversampling, "TextServer.oversampling")
        if not 0 < oversampling <= MAX_OVERSAMPLING:
            raise InvalidValueError(
                f"TextServer.oversampling - must be above 0 and at most {MAX_OVERSAMPLING}, got {oversampling}"
            )
        self._oversampling = oversampling

    def lay_out(self, text: str, options: TextOptions = _DEFAULTS) -> list[TextQuads]:
        """The glyphs of one line, from the start of its baseline.

        Control characters, line breaks among them, draw nothing and take no room. Characters that the font lacks
        become its empty box. Text that runs both ways stands as it is read. What does not fit into the width is left
        out, letter by letter, at the end of the line.

        Args:
            text: one line.
            options: how it is laid out; the number of lines and where they end do not matter.

        Returns:
            One entry for each atlas page that is needed; none when nothing is seen.

        Raises:
            InvalidTypeError: `text` is not a str, the font not a Font.
            InvalidValueError: one of the options is out of range.
            ResourceFormatError: the font's data is broken.
            ServerError: the server is disposed.
        """
        face, options = self._asked(text, options)
        line = self._single(face, text, options)
        return self._quads(face, [_Placed(line, _start(line, options), 0.0, None)], options)

    def lay_out_lines(self, text: str, options: TextOptions = _DEFAULTS) -> list[TextQuads]:
        """The glyphs of a text in lines, from the start of its first baseline.

        Standing lines follow one another from left to right. Letters of a word that is longer than the width are left
        out where it ends. Errors, and what is returned, as `lay_out`.
        """
        face, options = self._asked(text, options)
        placed = []
        across = 0.0
        for number, line in enumerate(self._lines(face, text, options)):
            above, below = self._thickness(face, line, options)
            across += above if number else 0.0
            start = _start(line, options)
            room = (max(0.0, -start) + start, max(0.0, -start) + start + options.width) if options.width > 0 else None
            placed.append(_Placed(line, start, across, room))
            across += below
        return self._quads(face, placed, options)

    def break_lines(self, text: str, options: TextOptions = _DEFAULTS) -> list[str]:
        """Cut a text into lines that fit into a width.

        Words end at spaces; those that a line is cut at belong to neither line. A word that is longer than the width
        stands alone on its line. An empty text is one empty line. Errors as `lay_out`.
        """
        face, options = self._asked(text, options)
        return [row.text for row in self._rows(face, text, options)]

    def get_string_size(
        self,
        font: Font | None,
        text: str,
        alignment: int = HorizontalAlignment.LEFT,
        width: float = -1.0,
        font_size: int = 16,
        justification_flags: int = FILLS,
        direction: int = 0,
        orientation: int = 0,
    ) -> Vector2:
        """The room that a line takes: its length and the height of a line; of a standing one its width and length.

        What does not fit into `width` is not counted. Arguments as those of `TextOptions`; errors as `lay_out`.
        """
        face, options = self._asked(
            text,
            TextOptions(font, font_size, alignment, width, 0, -1, BREAKS, justification_flags, direction, orientation),
        )
        return self._room(face, [self._single(face, text, options)], options)

    def get_multiline_string_size(
        self,
        font: Font | None,
        text: str,
        alignment: int = HorizontalAlignment.LEFT,
        width: float = -1.0,
        font_size: int = 16,
        max_lines: int = -1,
        brk_flags: int = BREAKS,
        justification_flags: int = FILLS,
        direction: int = 0,
        orientation: int = 0,
    ) -> Vector2:
        """The room that a text in lines takes: the longest line, and all of them below one another.

        Arguments as those of `TextOptions`; errors as `lay_out`.
        """
        options = TextOptions(
            font, font_size, alignment, width, 0, max_lines, brk_flags, justification_flags, direction, orientation
        )
        face, options = self._asked(text, options)
        return self._room(face, self._lines(face, text, options), options)

    def get_char_size(self, font: Font | None, char: str, font_size: int = 16) -> Vector2:
        """The room that one character takes: its width, and the height of a line.

        Raises:
            InvalidValueError: `char` is not one character; and as `lay_out`.
        """
        if not isinstance(char, str) or len(char) != 1:
            raise InvalidValueError(f"TextServer - char must be one character, got {shortened(char)}")
        return self.get_string_size(font, char, font_size=font_size)

    def get_ascent(self, font: Font | None, font_size: int = 16) -> float:
        """Pixels from the top of a line to its baseline. Errors as `lay_out`."""
        return self._measured(font, font_size, 0)

    def get_descent(self, font: Font | None, font_size: int = 16) -> float:
        """Pixels from the baseline to the bottom of a line. Errors as `lay_out`."""
        return self._measured(font, font_size, 1)

    def get_height(self, font: Font | None, font_size: int = 16) -> float:
        """Pixels from the top of a line to its bottom. Errors as `lay_out`."""
        return self.get_ascent(font, font_size) + self.get_descent(font, font_size)

    def dispose(self) -> None:
        """Forget fonts and glyphs; text asked for afterwards raises."""
        self._disposed = True
        self._faces.clear()
        self._atlas = GlyphAtlas()

    # --- within

    def _measured(self, font: Font | None, font_size: int, side: int) -> float:
        face, options = self._asked("", TextOptions(font, font_size))
        return (face.descent if side else face.ascent) * options.font_size

    def _asked(self, text: str, options: TextOptions) -> tuple[Face, TextOptions]:
        """The font in use, and the options with what is wrong about them refused."""
        if self._disposed:
            raise ServerError("TextServer - the server was disposed; make another")
        if not isinstance(text, str):
            raise InvalidTypeError(f"TextServer - text must be a str, got {shortened(text)}; write str(...)")
        options = options.checked()
        font = self.default_font if options.font is None else options.font
        face = self._faces.get(font)
        if face is None:
            made: Face = import_module("servers.text.face").Face(font, self._atlas)
            face = self._faces[font] = made
        return face, options

    def _single(self, face: Face, text: str, options: TextOptions) -> Line:
        """A text as one line."""
        leftward = runs_leftward(text, options.direction)
        line = _shaped(face, text, leftward, options)
        if options.width > 0 and (options.alignment != HorizontalAlignment.FILL or not _filled(line, text, options)):
            line.cut(options.width)
        return line

    def _rows(self, face: Face, text: str, options: TextOptions) -> list[Row]:
        vertical = bool(options.orientation)
        known: dict[str, float] = {}

        def length_of(part: str) -> float:
            length = known.get(part)
            if length is None:
                length = known[part] = face.shape(seen(part), options.font_size, vertical=vertical).length
            return length

        return rows_of(text, options.brk_flags, options.width, options.direction, length_of)

    def _lines(self, face: Face, text: str, options: TextOptions) -> list[Line]:
        """The lines of a text that are shown, those filled that are to be."""
        rows = self._rows(face, text, options)
        shown = rows if options.max_lines < 0 else rows[: options.max_lines]
        lines = [_shaped(face, row.text, row.leftward, options) for row in shown]
        if options.alignment == HorizontalAlignment.FILL and options.width > 0:
            for number in range(min(_filled_lines(rows, len(shown), options), len(shown))):
                _filled(lines[number], rows[number].text, options)
        return lines

    def _thickness(self, face: Face, line: Line, options: TextOptions) -> tuple[float, float]:
        """How far a line reaches to both sides of its baseline: up and down, or left and right."""
        size = options.font_size
        if not options.orientation:
            return face.ascent * size, face.descent * size
        half = face.half_width(line) or floor((face.ascent + face.descent) * size / 2 + 0.5)
        return half, half

    def _room(self, face: Face, lines: list[Line], options: TextOptions) -> Vector2:
        length = max((line.length for line in lines), default=0.0)
        across = sum(sum(self._thickness(face, line, options)) for line in lines)
        return Vector2(across, length) if options.orientation else Vector2(length, across)

    def _quads(self, face: Face, placed: Iterable[_Placed], options: TextOptions) -> list[TextQuads]:
        pages: dict[int, TextQuads] = {}
        for line, start, across, room in placed:
            for index, pen_x, pen_y in line.placed(start, across, room):
                drawn = face.glyph(index, options.font_size, self._oversampling, pen_x, options.outline_size)
                if drawn is None:
                    continue
                page, uv, (x, y, w, h) = drawn
                if page not in pages:
                    pages[page] = TextQuads(self._atlas.textures[page], [], [])
                pages[page].rects.append((x, y + pen_y, w, h))
                pages[page].uvs.append(uv)
        return list(pages.values())


def _shaped(face: Face, text: str, leftward: bool, options: TextOptions) -> Line:
    return face.shape(seen(text), options.font_size, leftward, bool(options.orientation))


def _filled(line: Line, text: str, options: TextOptions) -> bool:
    """Fill a line; whether it fits into its width then."""
    tab = text.rfind("\t")
    return line.fill(options.width, options.justification_flags, len(seen(text[:tab])) if tab >= 0 else 0)


def _filled_lines(rows: list[Row], shown: int, options: TextOptions) -> int:
    """How many lines are filled, from the first one."""
    flags = options.justification_flags
    last = shown if options.brk_flags & _WRAPS else len(rows)
    if len(rows) == 1 and flags & JustificationFlag.DO_NOT_SKIP_SINGLE_LINE:
        return 1
    filled = last - 1 if flags & JustificationFlag.SKIP_LAST_LINE else last
    if flags & JustificationFlag.SKIP_LAST_LINE_WITH_VISIBLE_CHARS:
        filled = next((number for number in range(last - 1, -1, -1) if seen(rows[number].text).strip()), filled)
    return filled


def _start(line: Line, options: TextOptions) -> float:
    """Where a line begins in its width."""
    if options.width <= 0:
        return 0.0
    room = options.width - line.length
    if options.alignment == HorizontalAlignment.CENTER:
        return floor(room / 2)
    if options.alignment == HorizontalAlignment.RIGHT or (
        options.alignment == HorizontalAlignment.FILL and line.leftward
    ):
        return room
    return 0.0
