"""Drawing shapes out of signed distance fields, letters for LCDs, and the parts of animations."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engine.core.errors import InvalidTypeError, InvalidValueError, TreeError
from engine.resources import Image, ImageTexture
from nodes import Node2D
from servers.render.scene.commands.instances import Slice, Special, Way

Drawing = Callable[[Node2D], object]

TEXTURE = ImageTexture(Image.create(20, 10, (1, 1, 1)))
RECT, PART = (0, 0, 8, 8), (0, 0, 10, 10)
NAN = float("nan")


def runs(canvas: Any, drawing: Drawing) -> list[Any]:
    """How many strips there are of each kind that `drawing` draws, and what is special about them."""

    class Drawer(Node2D):
        def on_draw(self) -> None:
            drawing(self)

    item = canvas.root.add_child(Drawer())
    canvas.frame()
    return [(run[2], run[4]) for run in item._canvas.item.geometry.runs]


def test_a_field_has_its_range_and_an_outline_in_its_own_pixels(canvas: Any) -> None:
    def draw(item: Node2D) -> None:
        item.draw_msdf_texture_rect_region(TEXTURE, RECT, PART)
        item.draw_msdf_texture_rect_region(TEXTURE, RECT, PART, outline=12, pixel_range=8, scale=1.5)

    assert runs(canvas, draw) == [(1, Special(Way.FIELD, 4.0)), (1, Special(Way.FIELD, 8.0, 2.0))]


def test_neighbours_that_are_read_alike_are_one_run(canvas: Any) -> None:
    def draw(item: Node2D) -> None:
        for _ in range(3):
            item.draw_lcd_texture_rect_region(TEXTURE, RECT, PART)
        item.draw_texture_rect_region(TEXTURE, RECT, PART, clip_uv=False)
        for _ in range(2):
            item.draw_msdf_texture_rect_region(TEXTURE, RECT, PART)

    assert runs(canvas, draw) == [(3, Special(Way.SUBPIXEL)), (1, None), (2, Special(Way.FIELD, 4.0))]


def test_what_stands_between_a_slice_and_its_end_is_of_the_slice(canvas: Any) -> None:
    def draw(item: Node2D) -> None:
        item.draw_rect(RECT, "red")
        item.draw_animation_slice(2.0, 0.5, 1.5, 0.25)
        item.draw_rect(RECT, "red")
        item.draw_lcd_texture_rect_region(TEXTURE, RECT, PART)
        item.draw_rect(RECT, "red")
        item.draw_end_animation()
        item.draw_rect(RECT, "red")

    part = Slice(2.0, 0.5, 1.5, 0.25)
    shown = Special(slice=part)
    assert runs(canvas, draw) == [(1, None), (1, shown), (1, Special(Way.SUBPIXEL, slice=part)), (1, shown), (1, None)]


def test_an_end_without_a_slice_changes_nothing(canvas: Any) -> None:
    def draw(item: Node2D) -> None:
        item.draw_end_animation()
        item.draw_rect(RECT, "red")

    assert runs(canvas, draw) == [(1, None)]


def test_a_part_is_shown_without_drawing_anew(canvas: Any) -> None:
    drawn = []

    class Blinker(Node2D):
        def on_draw(self) -> None:
            drawn.append(1)
            self.draw_animation_slice(1.0, 0.5, 1.0)
            self.draw_rect((5, 0, 1, 1), "red")

    canvas.root.add_child(Blinker())
    assert canvas.marks() == []
    canvas.tree.advance(0.5)
    assert canvas.marks() == [5]
    canvas.tree.advance(0.5)
    assert canvas.marks() == []
    assert drawn == [1]


REFUSED: list[tuple[Any, str]] = [
    (
        lambda item: item.draw_msdf_texture_rect_region("a.png", RECT, PART),
        r"\(texture\) must be a Texture2D, got 'a.p",
    ),
    (lambda item: item.draw_msdf_texture_rect_region(TEXTURE, (0, 0, NAN, 1), PART), r"\(rect\) must be"),
    (lambda item: item.draw_msdf_texture_rect_region(TEXTURE, RECT, (0, 0)), r"\(src_rect\) must be"),
    (lambda item: item.draw_msdf_texture_rect_region(TEXTURE, RECT, PART, 5), r"\(modulate\) must be"),
    (
        lambda item: item.draw_msdf_texture_rect_region(TEXTURE, RECT, PART, outline=-1),
        r"\(outline\) must be 0 or more",
    ),
    (
        lambda item: item.draw_msdf_texture_rect_region(TEXTURE, RECT, PART, pixel_range=0),
        r"draw_msdf_texture_rect_region\(pixel_range\) must be above 0, got 0.0",
    ),
    (
        lambda item: item.draw_msdf_texture_rect_region(TEXTURE, RECT, PART, scale=-2),
        r"\(scale\) must be above 0, got -2",
    ),
    (lambda item: item.draw_msdf_texture_rect_region(TEXTURE, RECT, PART, scale=NAN), r"\(scale\) must be a finite"),
    (lambda item: item.draw_lcd_texture_rect_region(None, RECT, PART), r"draw_lcd_.*\(texture\) must be a Texture2D"),
    (lambda item: item.draw_lcd_texture_rect_region(TEXTURE, RECT, "x"), r"draw_lcd_.*\(src_rect\) must be"),
    (lambda item: item.draw_animation_slice(0, 0, 1), r"\(animation_length\) must be above 0, got 0.0"),
    (lambda item: item.draw_animation_slice(NAN, 0, 1), r"\(animation_length\) must be a finite"),
    (lambda item: item.draw_animation_slice(1, "x", 1), r"\(slice_begin\) must be"),
    (lambda item: item.draw_animation_slice(1, 0, NAN), r"\(slice_end\) must be"),
    (lambda item: item.draw_animation_slice(1, 0, 1, NAN), r"\(offset\) must be"),
]


@pytest.mark.parametrize(("drawing", "text"), REFUSED, ids=[text for _, text in REFUSED])
def test_a_wrong_argument_is_refused_by_name_and_draws_nothing(canvas: Any, drawing: Drawing, text: str) -> None:
    with pytest.raises((InvalidTypeError, InvalidValueError), match=text):
        canvas.drawn_by(drawing)
    assert canvas.marks() == []


@pytest.mark.parametrize(
    ("method", "arguments"),
    [
        ("draw_msdf_texture_rect_region", (TEXTURE, RECT, PART)),
        ("draw_lcd_texture_rect_region", (TEXTURE, RECT, PART)),
        ("draw_animation_slice", (1, 0, 1)),
        ("draw_end_animation", ()),
    ],
)
def test_an_item_draws_only_while_it_is_told_to(method: str, arguments: tuple[Any, ...]) -> None:
    with pytest.raises(TreeError, match=rf"{method} - an item draws only inside its on_draw"):
        getattr(Node2D(), method)(*arguments)
