"""Where text stands in the room that it has."""

from enum import IntEnum


class HorizontalAlignment(IntEnum):
    """Where a line stands in its width; the values are Godot's."""

    LEFT = 0
    CENTER = 1
    RIGHT = 2
