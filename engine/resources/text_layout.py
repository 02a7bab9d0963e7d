"""How text is laid out: where it stands in the room that it has, where its lines end, and which way it runs."""

from enum import IntEnum, IntFlag


class HorizontalAlignment(IntEnum):
    """Where a line stands in its width; the values are Godot's."""

    LEFT = 0
    CENTER = 1
    RIGHT = 2
    FILL = 3
    """The spaces between words become wider, or narrower, until the line fills its width; see JustificationFlag."""


class LineBreakFlag(IntFlag):
    """Where lines of text end; the values are Godot's."""

    MANDATORY = 1
    """At line breaks."""
    WORD_BOUND = 2
    """Between words, where a line does not fit into its width."""
    GRAPHEME_BOUND = 4
    """Between any letters, where a line does not fit into its width."""
    ADAPTIVE = 8
    """With WORD_BOUND: also inside a word that is longer than the width."""


class JustificationFlag(IntFlag):
    """How FILL makes lines fill their width; the values are Godot's."""

    KASHIDA = 1
    """Kashidas (U+0640) that stand in Arabic text are repeated."""
    WORD_BOUND = 2
    """Spaces between words change their width; they keep at least a tenth of the font size."""
    TRIM_EDGE_SPACES = 4
    """Spaces at both ends of the line take no room."""
    AFTER_LAST_TAB = 8
    """Only what comes after the last tabulator changes."""
    CONSTRAIN_ELLIPSIS = 16
    """Only what comes before an ellipsis changes; text that is drawn has none."""
    SKIP_LAST_LINE = 32
    """The last line stays as it is."""
    SKIP_LAST_LINE_WITH_VISIBLE_CHARS = 64
    """The last line in which something is seen stays as it is, and so do those below it."""
    DO_NOT_SKIP_SINGLE_LINE = 128
    """A text of one line is filled whatever the two flags above say."""


class TextDirection(IntEnum):
    """Which way text runs; the values are Godot's."""

    AUTO = 0
    """As its first letter does."""
    LTR = 1
    """From left to right."""
    RTL = 2
    """From right to left."""
    INHERITED = 3
    """As the Control's that it is in; only a Control can have it."""


class TextOrientation(IntEnum):
    """Whether lines lie or stand; the values are Godot's."""

    HORIZONTAL = 0
    VERTICAL = 1
    """Letters stand below one another, and a line follows to the right of the one before."""


BREAKS = LineBreakFlag.MANDATORY | LineBreakFlag.WORD_BOUND
"""Where lines end by default."""

FILLS = JustificationFlag.KASHIDA | JustificationFlag.WORD_BOUND
"""How lines are filled by default."""
