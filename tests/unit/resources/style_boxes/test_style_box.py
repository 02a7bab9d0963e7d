"""StyleBox: margins and sizes; StyleBoxEmpty and StyleBoxLine."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.errors import InvalidTypeError, InvalidValueError
from engine.math import SIDE_BOTTOM, SIDE_LEFT, SIDE_RIGHT, SIDE_TOP
from engine.resources.style_boxes.style_box import StyleBox
from engine.resources.style_boxes.style_box_empty import StyleBoxEmpty
from engine.resources.style_boxes.style_box_flat import StyleBoxFlat
from engine.resources.style_boxes.style_box_line import StyleBoxLine
from engine.resources.style_boxes.style_box_texture import StyleBoxTexture

SIDES = (SIDE_LEFT, SIDE_TOP, SIDE_RIGHT, SIDE_BOTTOM)
BOX = (10, 20, 30, 40)


def flat() -> StyleBoxFlat:
    box = StyleBoxFlat()
    for side in SIDES:
        box.set_border_width(side, side + 1)
    return box


# --- margins ---


def test_a_margin_is_that_of_the_style_until_a_content_margin_is_set() -> None:
    box = flat()
    box.content_margin_top = 0
    box.content_margin_right = 7.5

    assert [box.get_margin(side) for side in SIDES] == [1, 0, 7.5, 4]
    assert [box.get_content_margin(side) for side in SIDES] == [-1, 0, 7.5, -1]
    assert box.get_minimum_size() == (8.5, 4)
    assert box.get_offset() == (1, 0)


@pytest.mark.parametrize(("box", "margins"), [(StyleBox(), [0, 0, 0, 0]), (StyleBoxEmpty(), [0, 0, 0, 0])])
def test_a_style_without_a_frame_has_no_margins_of_its_own(box: StyleBox, margins: list[float]) -> None:
    assert [box.get_margin(side) for side in SIDES] == margins


def test_a_texture_has_its_texture_margins() -> None:
    box = StyleBoxTexture()
    for side in SIDES:
        box.set_texture_margin(side, side + 0.5)

    assert [box.get_margin(side) for side in SIDES] == [0.5, 1.5, 2.5, 3.5]
    assert box.get_minimum_size() == (3, 5)


@pytest.mark.parametrize(("vertical", "margins"), [(False, [0, 1.5, 0, 1.5]), (True, [1.5, 0, 1.5, 0])])
def test_a_line_has_half_its_thickness_at_both_its_sides(vertical: bool, margins: list[float]) -> None:
    box = StyleBoxLine()
    box.thickness, box.vertical = 3, vertical

    assert [box.get_margin(side) for side in SIDES] == margins


@pytest.mark.parametrize(
    ("cls", "kind", "values"),
    [
        (StyleBoxEmpty, "content_margin", (1.5, 2.5, -3.0, 4.0)),
        (StyleBoxFlat, "expand_margin", (1.5, 2.5, -3.0, 4.0)),
        (StyleBoxFlat, "border_width", (1, 2, 3, 4)),
        (StyleBoxTexture, "texture_margin", (1.5, 2.5, -3.0, 4.0)),
        (StyleBoxTexture, "expand_margin", (1.5, 2.5, -3.0, 4.0)),
    ],
)
def test_the_sides_are_reached_by_name_and_by_number(cls: type[Any], kind: str, values: tuple[float, ...]) -> None:
    names = [f"{kind}_{side}" for side in ("left", "top", "right", "bottom")]
    named, numbered, together = cls(), cls(), cls()
    told: list[int] = []
    together.changed.connect(lambda: told.append(1))

    for side, (name, value) in enumerate(zip(names, values, strict=True)):
        setattr(named, name, value)
        getattr(numbered, f"set_{kind}")(side, value)
    getattr(together, f"set_{kind}_all")(5)

    assert tuple(getattr(named, f"get_{kind}")(side) for side in SIDES) == values
    assert tuple(getattr(numbered, name) for name in names) == values
    assert [getattr(together, name) for name in names] == [5, 5, 5, 5]
    assert told == [1]
    assert (named.revision, numbered.revision) == (4, 4)
    assert [getattr(cls(), name) for name in names] != list(values)  # one's values are not the class's


@pytest.mark.parametrize(
    ("cls", "method", "arguments", "text"),
    [
        (StyleBox, "get_margin", (4,), r"get_margin\(margin\) must be from 0 to 3, got 4"),
        (StyleBox, "get_content_margin", (-1,), r"get_content_margin\(margin\) must be from 0 to 3, got -1"),
        (StyleBox, "set_content_margin", ("left", 1), r"set_content_margin\(margin\) must be a whole number"),
        (StyleBox, "set_content_margin", (0, float("nan")), r"set_content_margin\(offset\) must be a finite number"),
        (StyleBox, "set_content_margin_all", (None,), r"set_content_margin_all\(offset\) must be a finite number"),
        (StyleBox, "test_mask", ((1,), BOX), r"test_mask\(point\) must be two finite numbers"),
        (StyleBox, "test_mask", ((1, 2), "box"), r"test_mask\(rect\) must be four finite numbers"),
        (StyleBoxFlat, "set_border_width", (0, 1.5), r"set_border_width\(width\) must be a whole number"),
        (StyleBoxFlat, "set_border_width_all", (2**31,), r"set_border_width_all\(width\) must be from"),
        (StyleBoxFlat, "get_border_width", (5,), r"get_border_width\(margin\) must be from 0 to 3"),
        (StyleBoxFlat, "set_corner_radius", (4, 1), r"set_corner_radius\(corner\) must be from 0 to 3, got 4"),
        (StyleBoxFlat, "set_corner_radius", (0, "1"), r"set_corner_radius\(radius\) must be a whole number"),
        (StyleBoxFlat, "set_corner_radius_all", (1.5,), r"set_corner_radius_all\(radius\) must be a whole number"),
        (StyleBoxFlat, "get_corner_radius", (9,), r"get_corner_radius\(corner\) must be from 0 to 3"),
        (StyleBoxFlat, "set_expand_margin", (0, float("inf")), r"set_expand_margin\(size\) must be a finite number"),
        (StyleBoxFlat, "set_expand_margin_all", ("1",), r"set_expand_margin_all\(size\) must be a finite number"),
        (StyleBoxFlat, "get_expand_margin", (9,), r"get_expand_margin\(margin\) must be from 0 to 3"),
        (StyleBoxTexture, "set_texture_margin", (7, 1), r"set_texture_margin\(margin\) must be from 0 to 3"),
        (StyleBoxTexture, "set_texture_margin", (0, None), r"set_texture_margin\(size\) must be a finite number"),
        (StyleBoxTexture, "set_texture_margin_all", ("1",), r"set_texture_margin_all\(size\) must be a finite number"),
        (StyleBoxTexture, "get_texture_margin", (9,), r"get_texture_margin\(margin\) must be from 0 to 3"),
    ],
)
def test_bad_arguments_are_refused_before_anything_changed(
    cls: type[Any], method: str, arguments: tuple[Any, ...], text: str
) -> None:
    box = cls()

    with pytest.raises((InvalidTypeError, InvalidValueError), match=f"^{cls.__name__}.{text}"):
        getattr(box, method)(*arguments)
    assert box.revision == 0


# --- drawing ---


@pytest.mark.parametrize("cls", [StyleBoxFlat, StyleBoxLine, StyleBoxTexture])
@pytest.mark.parametrize("rect", [None, (1, 2, 3), (1, 2, 3, float("nan")), "abcd"])
def test_a_bad_rectangle_draws_nothing(paper: Any, cls: type[StyleBox], rect: Any) -> None:
    with pytest.raises((InvalidTypeError, InvalidValueError), match=rf"^{cls.__name__}.draw\(rect\) must be four"):
        cls().draw(paper, rect)
    assert (paper.calls, paper.rects) == ([], [])


@pytest.mark.parametrize("cls", [StyleBoxFlat, StyleBoxLine, StyleBoxTexture])
def test_what_is_no_item_is_not_drawn_on(cls: type[StyleBox]) -> None:
    with pytest.raises(InvalidTypeError, match=rf"^{cls.__name__}.draw\(canvas_item\) must be a CanvasItem, got 5"):
        cls().draw(5, BOX)


@pytest.mark.parametrize("cls", [StyleBox, StyleBoxEmpty, StyleBoxTexture])
def test_a_style_without_a_look_draws_nothing(paper: Any, cls: type[StyleBox]) -> None:
    cls().draw(paper, BOX)

    assert (paper.calls, paper.rects) == ([], [])


@pytest.mark.parametrize("cls", [StyleBox, StyleBoxEmpty, StyleBoxFlat, StyleBoxLine, StyleBoxTexture])
def test_every_point_belongs_to_a_style_box(cls: type[StyleBox]) -> None:
    assert cls().test_mask((500, 0), BOX)


@pytest.mark.parametrize(
    ("settings", "rect", "line"),
    [
        ({}, (10, 20, 30, 40), (9, 20, 32, 1)),
        ({"thickness": 4, "grow_begin": 0, "grow_end": 5}, (10, 20, 30, 40), (10, 20, 35, 4)),
        ({"vertical": True}, (10, 20, 30, 40), (10, 19, 1, 42)),
        ({"vertical": True, "grow_begin": -3, "grow_end": -4}, (10, 20, 30, 40), (10, 23, 1, 33)),
        ({"grow_begin": 0.5, "grow_end": 0.6}, (10.9, 20.9, 30.9, 40.9), (9, 20, 31, 1)),
        ({"grow_begin": 0.5}, (-0.9, -1.9, 30, 40), (0, -1, 31, 1)),
    ],
)
def test_a_line_is_of_whole_pixels_along_the_top_or_the_left(
    paper: Any, settings: dict[str, Any], rect: tuple[float, ...], line: tuple[int, ...]
) -> None:
    box = StyleBoxLine()
    for name, value in {"color": (1, 0, 0, 0.5), **settings}.items():
        setattr(box, name, value)

    box.draw(paper, rect)

    assert paper.rects == [(line, (1, 0, 0, 0.5))]
