"""Where text stands in the room that it has, and where its lines end."""

from enum import IntEnum, IntFlag


class HorizontalAlignment(IntEnum):
    """Where a line stands in its width; the values are Godot's."""

    LEFT = 0
    CENTER = 1
    RIGHT = 2


class LineBreakFlag(IntFlag):
    """Where lines of text end; the values are Godot's."""

    MANDATORY = 1
    """At line breaks."""
    WORD_BOUND = 2
    """Between words, where a line does not fit into its width."""
