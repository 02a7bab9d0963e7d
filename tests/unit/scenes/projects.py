"""What the tests of packed scenes share: a project in a folder, whose files a test writes, and what becomes of them."""

from __future__ import annotations

import difflib
from pathlib import Path
from typing import Any

from engine.resources import ResourceLoader
from engine.tree.node import Node
from scenes import PackedScene
from scenes.text import dumps

EMPTY = "[gd_scene format=3]\n\n"
"""What a scene without resources begins with."""

BASE = """[gd_scene format=3]

[node name="Base" type="Node2D" groups=["enemies"]]
position = Vector2(1, 2)

[node name="Body" type="Node2D" parent="."]
z_index = 3

[node name="Arm" type="Node2D" parent="Body"]
unique_name_in_owner = true

[node name="Timer" type="Timer" parent="."]
wait_time = 2.0

[connection signal="timeout" from="Timer" to="." method="queue_redraw"]
"""
"""A scene that others instance and inherit."""

MID = """[gd_scene load_steps=2 format=3]

[ext_resource type="PackedScene" path="res://base.tscn" id="1"]

[node name="Mid" instance=ExtResource("1")]
position = Vector2(5, 5)

[node name="Arm" parent="Body" index="0"]
visible = false

[node name="Hand" type="Node2D" parent="Body/Arm" index="0"]

[node name="Extra" type="Node2D" parent="." index="2"]
"""
"""One that inherits it: moved, an arm that is not seen and has a hand now, and one more node."""


def using(*paths: str) -> str:
    """What a scene begins with that uses other files, which have the ids "1", "2" and so on."""
    kinds = {".py": "Script", ".gd": "Script", ".tscn": "PackedScene"}
    lines = [
        f'[ext_resource type="{kinds.get(Path(path).suffix, "Resource")}" path="res://{path}" id="{number}"]\n'
        for number, path in enumerate(paths, 1)
    ]
    return f"[gd_scene load_steps={len(paths) + 1} format=3]\n\n{''.join(lines)}\n"


class Project:
    """A folder with a loader of its own.

    Args:
        folder: where its files are written.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.loader = ResourceLoader(folder)
        self.texts: dict[str, str] = {}

    def write(self, **texts: str) -> Project:
        """Write scenes, each as the file of its name with the suffix .tscn; and give the project back."""
        for name, text in texts.items():
            self.file(f"{name}.tscn", text)
        return self

    def file(self, path: str, text: str) -> None:
        """Write one file of any kind."""
        self.texts[path] = text
        place = self.folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(text.encode())

    def scene(self, name: str = "main") -> PackedScene:
        """A scene that was written."""
        return self.loader.load(f"{name}.tscn", PackedScene)

    def make(self, name: str = "main", scripts: bool = True) -> Any:
        """The nodes of a scene."""
        return self.scene(name).instantiate(scripts=scripts)

    def packed(self, root: Node, name: str = "main") -> str:
        """The text of a scene after nodes were packed into it; the file stays as it is."""
        scene = self.scene(name)
        scene.pack(root)
        return dumps(scene.document)

    def changes(self, root: Node, name: str = "main") -> list[str]:
        """How the packed text differs from the file: lines that went, with "- ", and that came, with "+ ", in order.

        Empty lines between sections are left out.
        """
        old, new = self.texts[f"{name}.tscn"], self.packed(root, name)
        found = [each for each in difflib.ndiff(old.splitlines(), new.splitlines()) if each[0] in "+-"]
        if not found:
            assert new == old
        return [each for each in found if each not in ("+ ", "- ")]

    def problems(self, name: str = "main") -> list[str]:
        """What the report of a scene tells: the kind and the name of each problem."""
        return [f"{each.kind}: {each.name}" for each in self.scene(name).report]


def owned(parent: Node, node: Node, owner: Node, index: int | None = None) -> Any:
    """Add a node that is saved with the scene of `owner`."""
    parent.add_child(node, index)
    node.owner = owner
    return node
