"""A tree whose canvas is recorded."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from engine.tree.scene_tree import SceneTree
from nodes.world_2d.node_2d import Node2D
from servers.render import RenderServer
from servers.text import TextServer
from tests.drawn import Drawn


class Canvas:
    """A tree with a recording render server, and what it drew."""

    def __init__(self) -> None:
        self.server = RenderServer()
        self.tree = SceneTree(servers=[self.server, TextServer()])
        self.root = self.tree.root

    def frame(self) -> None:
        """One tick and one drawn frame."""
        self.tree.tick(1 / 60)
        self.server.draw()

    @property
    def draw_list(self) -> Any:
        return Drawn(self.server)

    def marks(self) -> list[float]:
        """A frame, and the x of the first corner of what it drew, in drawing order."""
        self.frame()
        marks: list[float] = self.draw_list.instances["points"][:, 0].tolist()
        return marks

    def points(self) -> list[list[float]]:
        """A frame, and the corners of each instance."""
        self.frame()
        points: list[list[float]] = self.draw_list.instances["points"].tolist()
        return points

    def colors(self) -> list[tuple[float, ...]]:
        """A frame, and the colour of each instance's first corner."""
        self.frame()
        return [tuple(round(c, 3) for c in row[:4]) for row in self.draw_list.instances["colors"].tolist()]

    def drawn_by(self, drawing: Callable[[Any], object]) -> Any:
        """A frame, and what `drawing` makes in the on_draw of a node that it is called with."""

        class Drawer(Node2D):
            def on_draw(self) -> None:
                drawing(self)

        self.root.add_child(Drawer("Drawer"))
        self.frame()
        return self.draw_list


@pytest.fixture
def canvas() -> Iterator[Canvas]:
    canvas = Canvas()
    yield canvas
    canvas.tree.shutdown()
