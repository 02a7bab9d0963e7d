"""CanvasItem.draw_style_box: the engine's style boxes, and a game's own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from engine.core.errors import InvalidTypeError, InvalidValueError, TreeError
from engine.core.resource import Resource
from engine.resources import Image, ImageTexture
from engine.resources.style_boxes.style_box import StyleBox
from engine.resources.style_boxes.style_box_empty import StyleBoxEmpty
from engine.resources.style_boxes.style_box_flat import StyleBoxFlat
from engine.resources.style_boxes.style_box_line import StyleBoxLine
from engine.resources.style_boxes.style_box_texture import StyleBoxTexture
from nodes.world_2d.node_2d import Node2D

BOX = (10, 20, 30, 40)


class Panel(Node2D):
    """Draws a style box; what is refused is kept."""

    box: Any = None
    rect: Any = BOX
    directly = False
    error: Exception | None = None

    def on_draw(self) -> None:
        try:
            if self.directly:
                self.box.draw(self, self.rect)
            else:
                self.draw_style_box(self.box, self.rect)
        except (InvalidTypeError, InvalidValueError) as error:
            self.error = error


class Framed(StyleBox):
    """A style of a game."""

    def draw(self, canvas_item: Node2D, rect: Sequence[float]) -> None:
        canvas_item.draw_rect(rect, "red", False, 2)
        canvas_item.draw_style_box(StyleBoxLine(), rect)


def drawn(canvas: Any, box: Any, rect: Any = BOX, directly: bool = False) -> tuple[Any, Exception | None]:
    panel = Panel("Panel")
    panel.box, panel.rect, panel.directly = box, rect, directly
    canvas.root.add_child(panel)
    canvas.frame()
    return canvas.draw_list.instances, panel.error


def textured() -> StyleBoxTexture:
    box = StyleBoxTexture()
    box.texture = ImageTexture(Image.create(8, 8, "red"))
    return box


@pytest.mark.parametrize("directly", [False, True])
@pytest.mark.parametrize(
    ("make", "count"),
    [(StyleBoxFlat, 1), (StyleBoxLine, 1), (textured, 1), (Framed, 5), (StyleBox, 0), (StyleBoxEmpty, 0)],
)
def test_each_style_box_is_drawn(canvas: Any, make: Any, count: int, directly: bool) -> None:
    instances, error = drawn(canvas, make(), directly=directly)

    assert error is None
    assert len(instances) == count


@pytest.mark.parametrize("box", [None, 5, "flat", StyleBoxFlat, Resource(), ImageTexture()])
def test_what_is_no_style_box_is_refused(canvas: Any, box: Any) -> None:
    instances, error = drawn(canvas, box)

    assert len(instances) == 0
    assert str(error).startswith(
        "/root/Panel.draw_style_box(style_box) must be a StyleBox, such as a StyleBoxFlat, got"
    )


@pytest.mark.parametrize("rect", [None, (1, 2, 3), (1, 2, 3, float("inf"))])
def test_a_bad_rectangle_is_refused_where_it_was_given(canvas: Any, rect: Any) -> None:
    instances, error = drawn(canvas, StyleBoxFlat(), rect)

    assert len(instances) == 0
    assert str(error).startswith("/root/Panel.draw_style_box(rect) must be four finite numbers")


@pytest.mark.parametrize("make", [StyleBoxFlat, StyleBoxLine, textured])
def test_style_boxes_are_drawn_only_while_the_item_draws(canvas: Any, make: Any) -> None:
    node = canvas.root.add_child(Node2D("Panel"))

    with pytest.raises(TreeError, match=r"^/root/Panel.draw_style_box - an item draws only inside its on_draw"):
        node.draw_style_box(make(), BOX)
    with pytest.raises(TreeError, match=r"^/root/Panel.draw_style_box - an item draws only inside its on_draw"):
        make().draw(node, BOX)


def test_a_transform_of_the_item_moves_it(canvas: Any) -> None:
    class Moved(Node2D):
        def on_draw(self) -> None:
            self.draw_set_transform((100, 0), 0, (2, 2))
            self.draw_style_box(StyleBoxFlat(), BOX)

    canvas.root.add_child(Moved())
    canvas.frame()

    points = canvas.draw_list.instances["points"].reshape(-1, 2)
    assert (*points.min(axis=0), *points.max(axis=0)) == (120, 40, 180, 120)
