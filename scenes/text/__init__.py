"""Godot's text format: `.tscn`, `.tres`, `.import`, `project.godot`, as typed values and back, byte for byte."""

from scenes.text.document import Document, Section

__all__ = ["Document", "Section"]
