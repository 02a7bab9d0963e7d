"""What is picked at a pixel is what the picture shows: random scenes of opaque rectangles, each of its own colour."""

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from engine.app import App
from nodes import CanvasItem, CanvasLayer, Node2D, SubViewport
from tests.fuzz.canvas_model import Mark, Marked, MarkedGroup

MakeApp = Callable[..., App]
WIDTH, HEIGHT = 96, 72
NOTHING = (76, 76, 76)


def fill(root: Any, dice: random.Random, count: int) -> dict[tuple[int, ...], CanvasItem]:
    """Put items below a root; they are returned by their colours, 0 to 255."""
    parents: list[Any] = [root]
    found: dict[tuple[int, ...], CanvasItem] = {}
    for number in range(1, count + 1):
        if dice.random() < 0.1:
            parents.append(root.add_child(CanvasLayer(layer=dice.choice([-1, 0, 1]), offset=(dice.randrange(20), 0))))
        kind: Any = dice.choice([Marked] * 8 + [MarkedGroup] + [Node2D])
        item = kind(f"n{number}", position=(dice.randrange(60), dice.randrange(45)))
        item.rotation = dice.choice([0, 0, 0.4, 2])
        item.scale = dice.choice([(1, 1), (1.5, 0.75), (-1, 1)])
        item.z_index = dice.choice([0, 0, 0, -1, 1])
        item.show_behind_parent = dice.random() < 0.2
        item.y_sort_enabled = dice.random() < 0.2
        item.clip_children = dice.choice([0, 0, 0, 1, 2])
        item.top_level = dice.random() < 0.1
        item.visible = dice.random() < 0.95
        if kind is not Node2D:
            color = (number * 5, 255 - number * 5, 128 + number if kind is Marked else 255)
            if kind is MarkedGroup:
                color = (255, 255, 255)  # shows its members as they are
            else:
                found[color] = item
            channels = (*(channel / 255 for channel in color), 1.0)
            boxes = [(dice.randrange(-10, 10), dice.randrange(-10, 10)) for _ in range(dice.randrange(1, 4))]
            item.marks = tuple(Mark(x, y, dice.randrange(8, 30), dice.randrange(8, 30), channels) for x, y in boxes)
        dice.choice(parents).add_child(item)
        parents.append(item)
    return found


def uniform(picture: Any, x: int, y: int) -> bool:
    """Whether a pixel has the colour of all those around it."""
    around = picture[y - 1 : y + 2, x - 1 : x + 2]
    return bool((around == picture[y, x]).all())


@pytest.mark.parametrize("seed", range(8))
def test_the_topmost_that_is_picked_is_what_the_picture_shows(make_app: MakeApp, seed: int) -> None:
    dice = random.Random(seed)
    app = make_app(WIDTH, HEIGHT)
    app.tree.root.canvas_transform = dice.choice([(1, 0, 0, 1, 0, 0), (2, 0, 0, 2, -30, -20), (-1, 0, 0.2, 1, 90, 3)])
    found = fill(app.tree.root, dice, 28)
    app.tree.tick(1 / 60)
    picture = app.screenshot().pixels[:, :, :3]

    compared = 0
    for y in range(1, HEIGHT - 1, 3):
        for x in range(1, WIDTH - 1, 3):
            if not uniform(picture, x, y):
                continue
            picked = app.render.pick((x + 0.5, y + 0.5))
            shown = tuple(picture[y, x].tolist())
            if shown == NOTHING:
                assert picked == []
            elif shown == (255, 255, 255):  # a group without members shows its own rectangles
                assert isinstance(picked[0], MarkedGroup)
            else:
                assert picked[0] is found[shown]
                compared += 1
    assert compared > 30


def test_what_is_in_a_sub_viewport_is_picked_there(make_app: MakeApp) -> None:
    app = make_app(64, 64)
    view = app.tree.root.add_child(SubViewport(size=(32, 32)))
    inside = view.add_child(Marked(position=(10, 10)))
    inside.marks = (Mark(0, 0, 10, 10, (1, 1, 1, 1)),)
    app.tree.tick(1 / 60)

    assert app.render.pick((15, 15), view) == [inside]
    assert app.render.pick((15, 15)) == []
    assert np.asarray(view.get_image().pixels)[15, 15].tolist() == [255, 255, 255, 255]
