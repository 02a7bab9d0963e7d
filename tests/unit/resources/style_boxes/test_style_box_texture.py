"""StyleBoxTexture and its nine-patch, against what Godot's shader says of each pixel."""

from __future__ import annotations

from itertools import product
from math import floor
from typing import Any

import numpy as np
import pytest

from engine.core.errors import InvalidTypeError, InvalidValueError
from engine.resources import Image, ImageTexture
from engine.resources.style_boxes import nine_patch
from engine.resources.style_boxes.nine_patch import AxisStretchMode, bands
from engine.resources.style_boxes.style_box_texture import StyleBoxTexture
from engine.resources.textures.atlas_texture import AtlasTexture

STRETCH, TILE, TILE_FIT = AxisStretchMode
MARGINS = [(0, 0), (3, 4), (5, 0), (0, 7.5), (11, 12), (-2, 3), (4, -3)]


def texture(width: int = 20, height: int = 20) -> ImageTexture:
    return ImageTexture(Image.create(width, height, "white"))


def style(**settings: Any) -> StyleBoxTexture:
    box = StyleBoxTexture()
    for name, value in {"texture": texture(), **settings}.items():
        if name in ("texture_margin", "expand_margin"):
            getattr(box, f"set_{name}_all")(value)
        else:
            setattr(box, name, value)
    return box


def shown_at(place: float, length: float, size: float, begin: float, end: float, mode: AxisStretchMode) -> float:
    """What Godot's shader shows at a place along one axis, in pixels of the picture."""
    if place < begin:
        return place
    if place >= length - end:
        return size - (length - place)
    room, span = length - begin - end, size - begin - end
    if mode == STRETCH:
        return begin + (place - begin) / room * span
    if mode == TILE:
        return begin + (place - begin) % span
    tiles = max(1.0, floor(room / span + 0.5))
    return begin + ((place - begin) / room * tiles) % 1.0 * span


# --- one axis ---


@pytest.mark.parametrize("mode", AxisStretchMode)
@pytest.mark.parametrize(("begin", "end"), MARGINS)
@pytest.mark.parametrize("length", [1, 7, 15, 31, 64, 97.5, 233])
def test_every_pixel_shows_what_godots_shader_does(
    length: float, begin: float, end: float, mode: AxisStretchMode
) -> None:
    cut = bands("", length, 25, begin, end, mode)
    places = np.arange(floor(length)) + 0.4973  # not where two tiles meet

    found = []
    for place in places:
        (at,) = np.flatnonzero((cut.places[:, 0] <= place) & (place < cut.places[:, 1]))
        (start, stop), (first, last) = cut.places[at], cut.shown[at]
        found.append(first + (last - first) * (place - start) / (stop - start))

    assert found == pytest.approx([shown_at(place, length, 25, begin, end, mode) for place in places])


@pytest.mark.parametrize("mode", AxisStretchMode)
@pytest.mark.parametrize(("begin", "end"), MARGINS)
@pytest.mark.parametrize("length", [0.5, 7, 31, 97.5])
def test_bands_meet_exactly_and_fill_the_axis(length: float, begin: float, end: float, mode: AxisStretchMode) -> None:
    places = bands("", length, 25, begin, end, mode).places

    assert (places[1:, 0] == places[:-1, 1]).all()
    assert (places[0, 0], places[-1, 1]) == (0, length)
    assert (places[:, 1] > places[:, 0]).all()


@pytest.mark.parametrize(
    ("length", "mode", "edges"),
    [
        (31, TILE, [0, 2, 9, 16, 23, 28, 31]),  # 7 pixels each; of the last one 5
        (26, TILE, [0, 2, 9, 16, 23, 26]),  # three fit
        (31, TILE_FIT, [0, 2, 8.5, 15, 21.5, 28, 31]),  # 26 pixels for 3.7 tiles: four
        (29, TILE_FIT, [0, 2, 10, 18, 26, 29]),  # 24 pixels for 3.4 tiles: three
        (8, TILE_FIT, [0, 2, 5, 8]),  # 3 pixels for 0.4 tiles: one
        (31, STRETCH, [0, 2, 28, 31]),
    ],
)
def test_tiles_are_cut_off_or_fitted(length: float, mode: AxisStretchMode, edges: list[float]) -> None:
    places = bands("", length, 12, 2, 3, mode).places

    assert [*places[:, 0], places[-1, 1]] == pytest.approx(edges)


@pytest.mark.parametrize("mode", [TILE, TILE_FIT])
@pytest.mark.parametrize(("begin", "end"), [(12, 12), (12.5, 12.5), (20, 20), (12, 12.2)])
def test_a_middle_of_a_pixel_or_less_is_one_piece(begin: float, end: float, mode: AxisStretchMode) -> None:
    cut = bands("", 5000, 25, begin, end, mode)

    assert cut.places[1].tolist() == [begin, 5000 - end]
    assert cut.shown[1].tolist() == pytest.approx([begin + (25 - begin - end) / 2] * 2)
    assert cut.is_middle.tolist() == [False, True, False]


def test_without_room_the_first_margin_comes_first() -> None:
    cut = bands("", 10, 25, 8, 8, TILE)

    assert cut.places.tolist() == [[0, 8], [8, 10]]
    assert cut.shown.tolist() == [[0, 8], [23, 25]]
    assert bands("", 5, 25, 8, 8, STRETCH).places.tolist() == [[0, 5]]


# --- the whole ---


def test_it_is_cut_into_nine_in_one_call(paper: Any) -> None:
    box = style(texture_margin=4, modulate_color=(1, 0, 0, 0.5))

    box.draw(paper, (10, 20, 30, 40))

    (call,) = paper.calls
    assert call["points"].shape == (9, 4, 2)
    assert call["points"][0].tolist() == [[10, 20], [14, 20], [10, 24], [14, 24]]
    assert call["points"][4].tolist() == [[14, 24], [36, 24], [14, 56], [36, 56]]
    assert call["uvs"][4] * 20 == pytest.approx(np.array([[4, 4], [16, 4], [4, 16], [16, 16]]))
    assert call["colors"].tolist() == [1, 0, 0, 0.5]
    assert call["texture"] is box.texture


def test_without_margins_it_is_one_piece(paper: Any) -> None:
    style().draw(paper, (10, 20, 30, 40))

    assert paper.calls[0]["points"].tolist() == [[[10, 20], [40, 20], [10, 60], [40, 60]]]
    assert paper.calls[0]["uvs"].tolist() == [[[0, 0], [1, 0], [0, 1], [1, 1]]]


@pytest.mark.parametrize("mode", AxisStretchMode)
def test_without_its_middle_only_the_frame_is_drawn(paper: Any, mode: AxisStretchMode) -> None:
    style(texture_margin=4, draw_center=False, axis_stretch_horizontal=mode).draw(paper, (0, 0, 57, 40))

    points = paper.drawn()
    middles = points.mean(axis=1)
    assert not ((abs(middles - (28.5, 20)) < (24.5, 16)).all(axis=1)).any()
    sides = (points[:, 3] - points[:, 0]).prod(axis=1)
    assert sides.sum() == 57 * 40 - 49 * 32


def test_expand_margins_move_the_sides_and_leave_corners_as_large(paper: Any) -> None:
    box = style(texture_margin=4)
    for side, size in enumerate((1, 2, 3, -4)):
        box.set_expand_margin(side, size)

    box.draw(paper, (10, 20, 30, 40))

    assert paper.bounds() == (9, 18, 43, 56)
    assert paper.drawn()[0].tolist() == [[9, 18], [13, 18], [9, 22], [13, 22]]


def test_a_region_is_the_picture(paper: Any) -> None:
    style(region_rect=(5, 10, 10, 5), texture_margin_left=2).draw(paper, (0, 0, 40, 40))

    uvs = paper.calls[0]["uvs"] * 20
    assert uvs[0] == pytest.approx(np.array([[5, 10], [7, 10], [5, 15], [7, 15]]))
    assert uvs[1] == pytest.approx(np.array([[7, 10], [15, 10], [7, 15], [15, 15]]))


@pytest.mark.parametrize("region", [(0, 0, 0, 8), (0, 0, 8, 0), (0, 0, -8, 8), (0, 0, 8, -8)])
def test_a_region_without_pixels_shows_nothing(paper: Any, region: tuple[int, ...]) -> None:
    style(region_rect=region).draw(paper, (0, 0, 40, 40))

    assert paper.calls == []


def test_a_part_of_another_texture_is_drawn_out_of_that_one(paper: Any) -> None:
    part, whole = AtlasTexture(), texture(40, 40)
    part.atlas, part.region = whole, (10, 20, 20, 10)

    style(texture=part, texture_margin_left=4).draw(paper, (0, 0, 60, 10))
    style(texture=part, region_rect=(5, 0, 10, 5)).draw(paper, (0, 0, 60, 10))

    first, second = paper.calls
    assert first["texture"] is second["texture"] is whole
    assert first["uvs"][0] * 40 == pytest.approx(np.array([[10, 20], [14, 20], [10, 30], [14, 30]]))
    assert first["uvs"][1] * 40 == pytest.approx(np.array([[14, 20], [30, 20], [14, 30], [30, 30]]))
    assert second["uvs"][0] * 40 == pytest.approx(np.array([[15, 20], [25, 20], [15, 25], [25, 25]]))


def test_a_part_of_nothing_shows_nothing(paper: Any) -> None:
    style(texture=AtlasTexture()).draw(paper, (0, 0, 40, 40))

    assert paper.calls == []


def test_changes_of_the_texture_are_changes_of_the_box() -> None:
    shown = texture()
    box = style(texture=shown)
    before = box.revision

    shown.emit_changed()

    assert box.revision == before + 1


# --- odd values ---


def test_too_many_tiles_are_refused_with_what_to_do_instead(paper: Any) -> None:
    box = style(texture=texture(2, 2), axis_stretch_horizontal=TILE, axis_stretch_vertical=TILE)

    with pytest.raises(InvalidValueError, match=r"^StyleBoxTexture.draw\(rect\) makes more than 250,000 tiles"):
        box.draw(paper, (0, 0, 1002, 1000))
    with pytest.raises(InvalidValueError, match="; stretch the texture along one axis, or use one with a"):
        box.draw(paper, (0, 0, 1e308, 1))
    box.draw(paper, (0, 0, 1000, 1000))

    assert len(paper.drawn()) == nine_patch.MOST_TILES


@pytest.mark.parametrize("margin", [0, -3, 9, 30, 1e308, -1e308])
@pytest.mark.parametrize("rect", [(0, 0, 0, 0), (0, 0, -50, 40), (1e308, -1e308, 40, 1e308), (3, 4, 0.25, 0.5)])
@pytest.mark.parametrize("mode", AxisStretchMode)
@pytest.mark.parametrize("expand", [0, 1e308])
def test_whatever_it_is_set_to_it_draws_finite_points_or_says_why_not(
    paper: Any, margin: float, rect: Any, mode: AxisStretchMode, expand: float
) -> None:
    box = style(texture_margin=margin, axis_stretch_horizontal=mode, axis_stretch_vertical=mode, expand_margin=expand)

    try:
        box.draw(paper, rect)  # the paper looks
    except InvalidValueError as error:
        assert "tiles" in str(error)  # noqa: PT017 - either is right
    assert len(paper.calls) <= 1


@pytest.mark.parametrize("value", ["picture.png", 5, Image.create(1, 1, "red")])
def test_what_is_no_texture_is_refused(value: Any) -> None:
    with pytest.raises(InvalidTypeError, match=r"^StyleBoxTexture.texture must be a Texture2D or None, got"):
        style().texture = value


def test_what_is_no_mode_is_refused() -> None:
    with pytest.raises(InvalidValueError, match="STRETCH 0, TILE 1, TILE_FIT 2"):
        style(axis_stretch_vertical=3)


def test_all_margins_and_modes_together_make_a_grid(paper: Any) -> None:
    for across, down in product(AxisStretchMode, repeat=2):
        style(texture_margin=5, axis_stretch_horizontal=across, axis_stretch_vertical=down).draw(paper, (0, 0, 46, 41))

    counts = [len(call["points"]) for call in paper.calls]
    assert counts == [columns * rows for columns, rows in product((3, 6, 6), (3, 6, 5))]
