"""Parts of animations on the screen: what is drawn once is shown when its turn comes."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.app import App
from nodes import Node2D
from tests.image.canvas_pixels import SIDE, Floats, Mask, X, far_from_edges, looks_like, over_clear, painted

MakeApp = Callable[..., App]


@pytest.mark.parametrize("rule", [True, False], ids=["rule", "off"])
def test_a_part_is_shown_while_it_is_its_turn(stage: MakeApp, rule: bool) -> None:
    app = stage(SIDE, SIDE)
    app.render.clear_color = (0.2, 0.4, 0.6)

    def draw(item: Node2D) -> None:
        item.draw_rect((0, 0, 32, SIDE), "white")
        for i, color in enumerate(("red", "lime")):
            item.draw_animation_slice(2.0, i, i + 1.0, 0.0)
            item.draw_rect((32 + 48 * i, 0, 48, SIDE), color)
        if rule:
            item.draw_end_animation()
        item.draw_rect((SIDE - 4, 0, 4, SIDE), "white")

    app.tree.root.add_child(painted(draw))
    app.tree.advance(0.5)
    first = app.screenshot().pixels[:, :, :3].astype(float)
    app.tree.advance(1.0)
    second = app.screenshot().pixels[:, :, :3].astype(float)

    assert looks_like(first, _expected((1, 0, 0), (X >= 32) & (X < 80)), _counted()) == rule
    assert looks_like(second, _expected((0, 1, 0), (X >= 80) & (X < SIDE - 4)), _counted())


def _expected(color: tuple[int, int, int], where: Mask) -> Floats:
    white = (X < 32) | (X >= SIDE - 4)
    picture = over_clear((1, 1, 1), white)
    picture[where] = over_clear(color, where)[where]
    return picture


def _counted() -> Mask:
    return far_from_edges((X < 32) | ((X >= 80) & (X < SIDE - 4)))
