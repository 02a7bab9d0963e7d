"""Loading and instantiating a scene file, beside the same nodes made by hand."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable
from gc import collect
from pathlib import Path
from tempfile import TemporaryDirectory

from bench import scene_shapes
from bench.measure import Row, Scale, figure, pair, timed
from bench.scene_shapes import NodeShape
from engine.resources import ResourceLoader
from engine.tree.node import Node
from nodes import Node2D
from scenes import PackedScene

ISSUE = "03"
SCENE = "scene.tscn"


def rows(scale: Scale) -> list[Row]:
    shape = scene_shapes.scene_shape()
    with TemporaryDirectory() as folder:
        project = Path(folder)
        (project / SCENE).write_text(scene_shapes.as_text(shape))
        (project / scene_shapes.SUB_SCENE.removeprefix("res://")).write_text(scene_shapes.SUB_SCENE_TEXT)
        size = (project / SCENE).stat().st_size
        peak = peak_memory(project)
        scene = ResourceLoader(project).load(SCENE, PackedScene)
        engine_ms, limit_ms = [], []
        for _ in range(scale.repeats + 2):
            limit_ms.append(timed_and_freed(lambda: by_hand(shape)))
            engine_ms.append(timed_and_freed(scene.instantiate))
    return [
        pair(ISSUE, f"instantiate a scene of {len(shape):,} nodes", 1.3, engine_ms[2:], limit_ms[2:]),
        figure(ISSUE, "peak memory of loading it, beside its size", 12.0, "x", peak / size),
    ]


def timed_and_freed(make: Callable[[], Node]) -> float:
    """Milliseconds that the making takes; each begins with nothing for the collector to do, and leaves nothing."""
    made: list[Node] = []
    collect()
    elapsed = timed(lambda: made.append(make()))
    made[0].free()
    return elapsed


def by_hand(shape: list[NodeShape]) -> Node:
    """What the scene holds, made and added in Python."""
    made: dict[str, Node] = {}
    root: Node | None = None
    for each in shape:
        node = Node2D(each.name)
        node.position = each.position
        node.rotation = each.rotation
        node.modulate = each.modulate
        node.editor_description = each.editor_description
        if each.parent is None:
            root = made["."] = node
        else:
            made[each.parent].add_child(node)
            made[each.name if each.parent == "." else f"{each.parent}/{each.name}"] = node
    assert root is not None
    return root


def peak_memory(project: Path) -> int:
    """The most bytes that are held while the scene is loaded and made ready for its first instance."""
    loader = ResourceLoader(project)
    loader.load(scene_shapes.SUB_SCENE, PackedScene).prepare()
    tracemalloc.start()
    try:
        loader.load(SCENE, PackedScene).prepare()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
