"""What every node type of the catalogue promises; a new one is picked up by itself.

Each is made without arguments, cheaply and without side effects; takes other values of its properties and refuses bad
ones by name, before anything changed; lives in a tree with and without servers, however it comes and goes; and leaves
nothing behind.
"""

from __future__ import annotations

import gc
import subprocess
import sys
import weakref
from collections.abc import Callable, Iterator
from types import FrameType
from typing import Any

import pytest

import nodes
from engine.core.errors import SapwoodError
from engine.core.export import get_exports
from engine.math import Color, Vector2
from engine.tree.node import Node
from engine.tree.scene_tree import SceneTree
from nodes.world_2d.canvas_item import CanvasItem
from servers.render import RenderServer
from servers.render.recorder import Recorder
from servers.text import TextServer
from tests.contract.our_types import NODE_TYPES, ROOT, type_name
from tests.contract.property_values import another, bad, owner_name, prepare, readable, settable

MOST_CALLS = 12
"""Python functions that run when a node is made."""

MOST_BLOCKS = 40
"""Blocks of memory that a node may take."""

SLACK = 60
"""Blocks of memory by which a process may grow for reasons of its own while 1,000 nodes come and go."""

# owner and name are set by the tree's own rules, which tests/unit/tree has.
OF_THE_TREE = ("owner", "name")

PROPERTIES = [
    (cls, name)
    for cls in NODE_TYPES
    for name in settable(cls)
    if name not in OF_THE_TREE and owner_name(cls, name) in (cls.__name__, *(() if cls is not Node else ("Processing",)))
]

each_type = pytest.mark.parametrize("cls", NODE_TYPES, ids=type_name)
each_property = pytest.mark.parametrize(("cls", "name"), PROPERTIES, ids=type_name)


class World:
    """A tree, with or without servers."""

    def __init__(self, drawn: bool) -> None:
        self.server = RenderServer() if drawn else None
        self.tree = SceneTree(servers=[self.server, TextServer()] if self.server else [])

    def add(self, node: Node) -> Node:
        return self.tree.root.add_child(node)

    def frame(self) -> None:
        self.tree.tick(1 / 60)
        if self.server is not None:
            self.server.draw()

    def drawn(self) -> int | None:
        """How many instances the last frame drew, as far as anything draws."""
        if self.server is None:
            return None
        assert isinstance(self.server.backend, Recorder)
        shown = self.server.backend.last_list
        return 0 if shown is None else len(shown.instances)


@pytest.fixture(params=[False, True], ids=["without servers", "with a recorded canvas"])
def world(request: pytest.FixtureRequest) -> Iterator[World]:
    world = World(request.param)
    yield world
    world.tree.shutdown()


def full(cls: type[Node]) -> Node:
    """A node all of whose exported properties have another value than a new one's."""
    node = cls()
    for name in get_exports(cls):
        prepare(node, name)
        setattr(node, name, another(node, name))
    return node
