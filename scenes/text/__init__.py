"""Godot's text format: `.tscn`, `.tres`, `.import`, `project.godot`, as typed values and back, byte for byte."""

from scenes.text.document import Document, Section
from scenes.text.reader import load_value, loads, loads_scene
from scenes.text.writer import dump_value, dumps

__all__ = ["Document", "Section", "dump_value", "dumps", "load_value", "loads", "loads_scene"]
