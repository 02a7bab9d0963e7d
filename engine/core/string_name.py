"""StringName: a text that Godot's files mark as a name."""

from __future__ import annotations


class StringName(str):
    """A text that files write as `&"text"`: Godot's interned names. It equals the same str."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"StringName({super().__repr__()})"
