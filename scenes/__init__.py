"""Scenes: packed node trees and resources, read from and written to Godot's `.tscn` and `.tres` files.

    level = load("level.tscn", PackedScene)      # parsed once; engine.load goes through the project's ResourceLoader
    root = level.instantiate(Level)              # new nodes, outside any tree
    level.pack(root)                             # takes what the nodes have become
    level.save()                                 # writes it where it came from

`scenes.text` has the format itself: `loads` gives a Document of typed values, `dumps` writes it back, byte for byte.
"""

from scenes.load_report import LoadProblem, LoadReport, ProblemKind
from scenes.packed_scene import PackedScene
from scenes.resource_files import load_report_of
from scenes.resource_saver import ResourceSaver
from scenes.scene_state import SceneState
from scenes.scripts import Script
from scenes.texture_references import referenced_textures, unresolved_textures

__all__ = [
    "LoadProblem",
    "LoadReport",
    "PackedScene",
    "ProblemKind",
    "ResourceSaver",
    "SceneState",
    "Script",
    "load_report_of",
    "referenced_textures",
    "unresolved_textures",
]
