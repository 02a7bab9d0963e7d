"""A generated scene as Godot's text, and the same tree as JSON.

Ten thousand nodes below one another and side by side, each with a position, a rotation, a modulate and a description,
all of them random and distinct: a tenth are instances of one sub-scene of a single node, the others are of type Node2D.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from random import Random
from typing import Any

from engine.math import Color, Vector2
from scenes.text import dump_value

NODES = 10_000
INSTANCE_EVERY = 10
CHILDREN = 10
"""So many nodes have the same parent."""
SUB_SCENE = "res://part.tscn"
SUB_SCENE_TEXT = '[gd_scene format=3]\n\n[node name="Part" type="Node2D"]\n'


@dataclass(frozen=True, slots=True)
class NodeShape:
    """One node of the scene."""

    name: str
    parent: str | None
    """Its path from the root; None for the root itself."""
    instanced: bool
    position: Vector2
    rotation: float
    modulate: Color
    editor_description: str


def scene_shape(count: int = NODES, seed: int = 1) -> list[NodeShape]:
    """The nodes of a scene, parents before children; equal for equal arguments."""
    random = Random(seed)
    paths: list[str] = ["."]
    nodes: list[NodeShape] = []
    for index in range(count):
        name = f"Node{index}"
        parent = paths[(index - 1) // CHILDREN] if index else None
        if index:
            paths.append(name if parent == "." else f"{parent}/{name}")
        nodes.append(
            NodeShape(
                name,
                parent,
                index % INSTANCE_EVERY == 1,
                Vector2(random.uniform(-2000.0, 2000.0), random.uniform(-2000.0, 2000.0)),
                random.uniform(-3.0, 3.0),
                Color(random.random(), random.random(), random.random(), random.random()),
                f"{random.getrandbits(40):x} is what stands here",
            )
        )
    return nodes


def as_text(nodes: list[NodeShape]) -> str:
    """The scene as a `.tscn`."""
    lines = ["[gd_scene load_steps=2 format=3]\n"]
    lines.append(f'[ext_resource type="PackedScene" path="{SUB_SCENE}" id="1_part"]')
    for node in nodes:
        kind = "" if node.instanced else ' type="Node2D"'
        parent = "" if node.parent is None else f' parent="{node.parent}"'
        instance = ' instance=ExtResource("1_part")' if node.instanced else ""
        lines.append(f'\n[node name="{node.name}"{kind}{parent}{instance}]')
        lines += [
            f"{name} = {dump_value(getattr(node, name))}"
            for name in ("position", "rotation", "modulate", "editor_description")
        ]
    return "\n".join(lines) + "\n"


def as_plain(nodes: list[NodeShape]) -> dict[str, Any]:
    """The scene as what JSON knows: vectors and colours are arrays."""
    plain = []
    for node in nodes:
        origin = {"instance": SUB_SCENE} if node.instanced else {"type": "Node2D"}
        parent = {} if node.parent is None else {"parent": node.parent}
        plain.append(
            {"name": node.name}
            | origin
            | parent
            | {
                "position": list(node.position),
                "rotation": node.rotation,
                "modulate": list(node.modulate),
                "editor_description": node.editor_description,
            }
        )
    return {"format": 3, "nodes": plain}


def as_json(nodes: list[NodeShape]) -> str:
    """The scene as JSON text."""
    return json.dumps(as_plain(nodes))
