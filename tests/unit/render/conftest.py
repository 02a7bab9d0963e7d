"""A canvas by hand: items without nodes, and transforms without a tree."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.math import Color, Transform2D, Vector2
from engine.tree.world_2d import World2D
from servers.render import CanvasCommands, RenderServer
from tests.drawn import Drawn


class Place:
    """A TreeOrdered that stands where it is told."""

    def __init__(self, *key: int) -> None:
        self.key = key
        self.asked = 0

    def get_index(self) -> int:
        self.asked += 1
        return self.key[-1]

    def order_key(self) -> tuple[int, ...]:
        self.asked += 1
        return self.key


class Transforms:
    """A TransformSource whose rows are set by hand."""

    def __init__(self) -> None:
        self.revision = 1
        self.rows: dict[int, tuple[float, ...]] = {}
        self.packs = 0

    def move(self, slot: int, x: float, y: float) -> None:
        self.rows[slot] = (1, 0, 0, 1, x, y)
        self.revision += 1

    def pack(self, slots: NDArray[np.intp], out: NDArray[np.float32]) -> None:
        self.packs += 1
        for row, slot in enumerate(slots.tolist()):
            out[row] = self.rows.get(slot, (1, 0, 0, 1, 0, 0))

    def global_of(self, slot: int) -> tuple[float, ...]:
        return self.rows[slot]


class View:
    """The viewport of a host."""

    size = Vector2(20000, 100)
    canvas_transform = Transform2D()
    canvas_cull_mask = 0xFFFFFFFF
    canvas_item_default_texture_filter = 1
    canvas_item_default_texture_repeat = 0
    snap_2d_transforms_to_pixel = False
    snap_2d_vertices_to_pixel = False
    is_window = False
    target_size = (20000, 100)
    transparent_bg = False
    msaa_2d = 0

    def __init__(self) -> None:
        self.world = World2D()

    def get_final_transform(self) -> Transform2D:
        return Transform2D.IDENTITY

    def find_world_2d(self) -> World2D:
        return self.world


class Host:
    """A ServerHost: a root viewport and transforms."""

    def __init__(self) -> None:
        self.root = View()
        self.transforms_2d: Any = Transforms()
        self.debug_collisions_hint = False
        self.debug_collision_contact_color = Color(1.0, 0.2, 0.1, 0.8)
        self.debug_sink = None


class Stage:
    """A recording server with a host, and short ways to put items on it."""

    def __init__(self) -> None:
        self.host = Host()
        self.server = RenderServer()
        self.server.attached(self.host)

    @property
    def transforms(self) -> Transforms:
        transforms: Transforms = self.host.transforms_2d
        return transforms

    def item(self, *key: int, under: Any = None, mark: float | None = None) -> Any:
        """An item at a place in the tree, that draws one rectangle at x = `mark`."""
        canvas = self.server.viewport_of(self.host.root).canvas.items
        item = self.server.canvas_item_create(Place(*key), canvas)
        if under is not None:
            self.server.canvas_item_set_parent(item, under)
        if mark is not None:
            self.mark(item, mark)
        return item

    def mark(self, item: Any, *marks: float, texture: Any = None) -> None:
        """Let an item draw a rectangle at each x of `marks`."""
        commands = CanvasCommands()
        for mark in marks:
            if texture is None:
                commands.rect(mark, 0, 1, 1, (1, 1, 1, 1))
            else:
                commands.texture_rect(texture, (mark, 0, 1, 1), (0, 0, 1, 1), (1, 1, 1, 1))
        self.server.canvas_item_set_commands(item, commands)

    def drawn(self) -> list[float]:
        """The marks in the order in which they are drawn."""
        self.server.draw()
        marks: list[float] = self.draw_list.instances["points"][:, 0].tolist()
        return marks

    @property
    def draw_list(self) -> Any:
        """The draw list that was drawn last."""
        return Drawn(self.server)

    def colors(self) -> list[tuple[float, ...]]:
        """The colour of the first corner of each instance that is drawn."""
        self.server.draw()
        return [tuple(round(c, 3) for c in row[:4]) for row in self.draw_list.instances["colors"].tolist()]


@pytest.fixture
def stage() -> Stage:
    return Stage()
