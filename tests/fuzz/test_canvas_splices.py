"""A plain canvas that changes a little in each frame is spliced; it is drawn as one that is built anew, bit for bit."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from engine.resources import Image, ImageTexture
from engine.tree.node import Node
from engine.tree.scene_tree import SceneTree
from nodes import Node2D
from servers.render import RenderServer
from servers.render.scene.canvas.item_tree import ItemTree
from servers.render.scene.draw_list import Batch

SEEDS = 8
FRAMES = 40
TEXTURES: list[ImageTexture | None] = [None, *(ImageTexture(Image.create(4, 4)) for _ in range(4))]
TEXTURES.append(ImageTexture(Image.create(300, 4)))  # too large for the atlas
LOOK = (
    "position", "visible", "modulate", "self_modulate", "z_index", "texture_filter", "top_level", "show_behind_parent",
)  # fmt: skip


class Mark(Node2D):
    """Draws a few squares and pictures."""

    marks: tuple[tuple[int, str, ImageTexture | None], ...] = ()

    def on_draw(self) -> None:
        for x, color, texture in self.marks:
            if texture is None:
                self.draw_rect((x, 0, 3, 3), color)
            else:
                self.draw_texture(texture, (x, 0), color)


class Garden:
    """A tree that grows and is pruned at random."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)
        self.server = RenderServer()
        self.tree = SceneTree(servers=[self.server])

    def nodes(self) -> Iterator[Node]:
        stack: list[Node] = [self.tree.root]
        while stack:
            node = stack.pop()
            yield node
            stack += node.get_children()

    def act(self) -> None:
        """One change."""
        dice = self.dice
        nodes = [*self.nodes()]
        node = dice.choice(nodes)
        action = dice.choice([self.plant, self.plant, self.plant, self.prune, self.move, self.look, self.look])
        if len(nodes) < 6 or not isinstance(node, Mark):
            action = self.plant
        action(node, nodes)

    def plant(self, node: Any, nodes: list[Node]) -> None:
        made = self.mark()
        node.add_child(made, index=self.dice.choice([None, None, 0, self.dice.randrange(node.get_child_count() + 1)]))
        if self.dice.random() < 0.3:
            made.add_child(self.mark())

    def prune(self, node: Any, nodes: list[Node]) -> None:
        node.free()

    def move(self, node: Any, nodes: list[Node]) -> None:
        other = self.dice.choice(nodes)
        if other is not node and not node.is_ancestor_of(other) and self.dice.random() < 0.5:
            node.reparent(other)
        else:
            node.parent.move_child(node, self.dice.randrange(node.parent.get_child_count()))

    def look(self, node: Any, nodes: list[Node]) -> None:
        dice = self.dice
        name = dice.choice([*LOOK, "visible", "visible", "position", "marks"])
        if name == "marks":
            node.marks = self.mark().marks
            node.queue_redraw()
            return
        values: dict[str, list[Any]] = {
            "position": [(dice.randrange(100), dice.randrange(100))],
            "visible": [not node.visible],
            "modulate": [(1, 1, 1, 1), (0.5, 1, 1, 1), (1, 1, 1, 0), (1, 1, 1, 0.5)],
            "self_modulate": [(1, 1, 1, 1), (1, 0.5, 1, 1)],
            "z_index": [0, 0, 1, -1],
            "texture_filter": [0, 1, 2],
            "top_level": [False, False, True],
            "show_behind_parent": [False, False, True],
        }
        setattr(node, name, dice.choice(values[name]))

    def mark(self) -> Mark:
        dice = self.dice
        made = Mark(position=(dice.randrange(100), dice.randrange(100)))
        colors = ["red", "blue", "white"]
        made.marks = tuple(
            (dice.randrange(200), dice.choice(colors), dice.choice(TEXTURES)) for _ in range(dice.choice([0, 1, 1, 3]))
        )
        return made


def copied(node: Node, parent: Node) -> None:
    for child in node.get_children():
        assert isinstance(child, Mark)
        made = Mark(child.name, **{name: getattr(child, name) for name in LOOK})
        made.marks = child.marks
        parent.add_child(made)
        copied(child, made)


def picture(server: RenderServer) -> list[Any]:
    """What is drawn, but for where pictures stand in the atlas, which depends on what came before."""
    server.draw()
    drawn: Any = server.backend
    steps: list[Any] = []
    uvs = drawn.last_list.vertices["uv"]
    for step in drawn.last_list.steps:
        assert isinstance(step, Batch)
        rows = slice(step.first, step.first + step.length)
        drawing = step.drawing._asdict()
        del drawing["user"]
        steps.append((drawing, rows, b"" if step.drawing.page >= 0 else uvs[rows].tobytes()))
    return [drawn.last_list.positions.tobytes(), drawn.last_list.vertices["color"].tobytes(), steps]


@pytest.mark.parametrize("seed", range(SEEDS))
def test_a_spliced_canvas_is_drawn_as_one_that_is_built_anew(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    spliced: list[bool] = []
    splice = ItemTree._splice

    def watched(items: ItemTree, stats: Any) -> None:
        splice(items, stats)
        spliced.append(not items._order_dirty)

    monkeypatch.setattr(ItemTree, "_splice", watched)
    garden = Garden(seed)
    for _ in range(FRAMES):
        for _ in range(garden.dice.choice([1, 1, 2, 4])):
            garden.act()
        garden.tree.tick(1 / 60)
        fresh = RenderServer()
        other = SceneTree(servers=[fresh])
        copied(garden.tree.root, other.root)
        other.tick(1 / 60)
        assert [one == two for one, two in zip(picture(garden.server), picture(fresh), strict=True)] == [True] * 3
        content = garden.server.viewport_of(garden.tree.root).canvas.items.content
        assert [item.first for item in content.items] == content.firsts.tolist()
        assert [item.count for item in content.items] == content.counts.tolist()
        other.shutdown()
    garden.tree.shutdown()
    assert sum(spliced) > FRAMES / 4
