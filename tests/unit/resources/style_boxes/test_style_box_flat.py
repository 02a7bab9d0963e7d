"""StyleBoxFlat: what its layers reach to, how borders and corners share the room, and what odd values give."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest

from engine.core.errors import InvalidTypeError, InvalidValueError
from engine.math import CORNER_BOTTOM_LEFT, CORNER_BOTTOM_RIGHT, CORNER_TOP_LEFT, CORNER_TOP_RIGHT
from engine.resources.style_boxes.style_box_flat import StyleBoxFlat

BOX = (10, 20, 100, 60)
CORNERS = ("top_left", "top_right", "bottom_right", "bottom_left")


def flat(**settings: Any) -> StyleBoxFlat:
    box = StyleBoxFlat()
    for name, value in settings.items():
        if name in ("border_width", "corner_radius", "expand_margin"):
            getattr(box, f"set_{name}_all")(value)
        else:
            setattr(box, name, value)
    return box


def area(strips: Any) -> float:
    """How large all strips are together."""
    total = 0.0
    for a, b, c in ((0, 1, 2), (1, 2, 3)):
        along, down = strips[:, b] - strips[:, a], strips[:, c] - strips[:, a]
        total += float(np.abs(along[:, 0] * down[:, 1] - along[:, 1] * down[:, 0]).sum()) / 2
    return total


def colored(paper: Any, color: Any) -> Any:
    """The strips that have one colour all over."""
    (call,) = paper.calls
    return call["points"][(call["colors"] == color).all(axis=(1, 2))]


# --- extent ---


def test_a_plain_one_is_one_strip_over_the_rectangle(paper: Any) -> None:
    flat(bg_color=(1, 0, 0)).draw(paper, BOX)

    (call,) = paper.calls
    assert call["points"].tolist() == [[[110, 20], [10, 20], [110, 80], [10, 80]]]
    assert call["uvs"].tolist() == [[[1, 0], [0, 0], [1, 1], [0, 1]]]
    assert (call["colors"] == (1, 0, 0, 1)).all()
    assert call["texture"] is None


def test_all_layers_are_one_call(paper: Any) -> None:
    flat(border_width=4, corner_radius=9, shadow_size=5, skew=(0.1, 0.1)).draw(paper, BOX)

    assert len(paper.calls) == 1


def test_expand_margins_move_the_sides(paper: Any) -> None:
    box = flat()
    for side, size in enumerate((1, 2, 4, -8)):
        box.set_expand_margin(side, size)

    box.draw(paper, BOX)

    assert paper.bounds() == (9, 18, 114, 72)
    assert box.get_minimum_size() == (0, 0)


@pytest.mark.parametrize(
    ("settings", "reach"),
    [
        ({"anti_aliasing": False}, 0),
        ({}, 0.5),
        ({"anti_aliasing_size": 4}, 2),
        ({"border_width": 6}, 0.5),
        ({"border_width": 6, "anti_aliasing_size": 3}, 1.5),
    ],
)
def test_soft_edges_reach_half_their_width_beyond(paper: Any, settings: dict[str, Any], reach: float) -> None:
    flat(corner_radius=10, **settings).draw(paper, BOX)

    assert paper.bounds() == pytest.approx((10 - reach, 20 - reach, 110 + reach, 80 + reach))


@pytest.mark.parametrize(("blend", "bounds"), [(False, (9.5, 19.5, 110.5, 80.5)), (True, (9.5, 20, 110, 80))])
def test_a_background_that_a_border_blends_into_has_hard_edges_beside_it(
    paper: Any, blend: bool, bounds: tuple[float, ...]
) -> None:
    flat(border_width_left=6, corner_radius=10, border_blend=blend).draw(paper, BOX)

    assert paper.bounds() == pytest.approx(bounds)


def test_edges_are_soft_only_where_something_is_not_upright(paper: Any) -> None:
    flat(border_width=3).draw(paper, BOX)

    assert paper.bounds() == (10, 20, 110, 80)


def test_a_shadow_is_moved_and_reaches_around(paper: Any) -> None:
    flat(shadow_size=5, shadow_offset=(20, -3)).draw(paper, BOX)

    assert paper.bounds() == pytest.approx((10, 12, 135, 82))


def test_skewed_it_leans_around_its_middle(paper: Any) -> None:
    flat(skew=(0.5, 0), anti_aliasing=False).draw(paper, BOX)

    (strip,) = paper.drawn().tolist()
    assert strip == [[125, 20], [25, 20], [95, 80], [-5, 80]]


@pytest.mark.parametrize(
    ("settings", "rect"),
    [
        ({}, (10, 20, 0, 60)),
        ({}, (10, 20, 100, 1e-6)),
        ({"expand_margin": -30}, BOX),
        ({"draw_center": False}, BOX),
        ({"draw_center": False, "shadow_size": -3, "border_width": -2}, BOX),
    ],
)
def test_nothing_is_drawn_without_a_size_or_a_part(paper: Any, settings: dict[str, Any], rect: Any) -> None:
    flat(**settings).draw(paper, rect)

    assert paper.calls == []


# --- borders and corners ---


@pytest.mark.parametrize("radius", [0, 12])
def test_border_and_background_cover_the_rectangle_once(paper: Any, radius: int) -> None:
    box = flat(corner_radius=radius, anti_aliasing=False, bg_color="red", border_color="blue", corner_detail=1)
    for side, width in enumerate((3, 5, 8, 2)):
        box.set_border_width(side, width)

    box.draw(paper, BOX)

    assert area(paper.drawn()) == pytest.approx(100 * 60 - 2 * radius**2)
    if not radius:
        assert area(colored(paper, (1, 0, 0, 1))) == pytest.approx((100 - 3 - 8) * (60 - 5 - 2))


def test_borders_without_room_share_it_by_their_widths(paper: Any) -> None:
    box = flat(bg_color="red", border_color="blue", border_width_left=90, border_width_right=30)
    box.set_border_width(1, 200)

    box.draw(paper, BOX)

    lines = sorted({round(x, 6) for x in paper.drawn()[..., 0].ravel().tolist()})
    assert lines == [10, 85, 110]
    assert area(colored(paper, (0, 0, 1, 1))) == pytest.approx(100 * 60)


@pytest.mark.parametrize(
    ("radii", "cut"),
    [
        ((20, 0, 0, 0), (20, 0, 0, 0)),
        ((30, 30, 0, 0), (30, 30, 0, 0)),
        ((90, 60, 0, 0), (60, 40, 0, 0)),  # along the top, 100 pixels
        ((90, 0, 0, 30), (45, 0, 0, 15)),  # along the left, 60 pixels
        ((500, 500, 500, 500), (30, 30, 30, 30)),
        ((-5, 10, -1, 0), (0, 10, 0, 0)),
    ],
)
def test_corners_without_room_share_it_by_their_radii(paper: Any, radii: tuple[int, ...], cut: tuple[int, ...]) -> None:
    box = flat(anti_aliasing=False, corner_detail=1)
    for corner, radius in zip(CORNERS, radii, strict=True):
        setattr(box, f"corner_radius_{corner}", radius)

    box.draw(paper, BOX)

    assert area(paper.drawn()) == pytest.approx(6000 - sum(radius**2 / 2 for radius in cut))
    points = {(round(x, 6), round(y, 6)) for x, y in paper.drawn().reshape(-1, 2).tolist()}
    assert (10 + cut[0], 20) in points
    assert (110 - cut[1], 20) in points
    assert (110, 80 - cut[2]) in points
    assert (10 + cut[3], 80) in points


@pytest.mark.parametrize(
    ("side", "width", "cut"),
    [
        ("top", 40, (50, 50, 20, 20)),
        ("bottom", 40, (20, 20, 50, 50)),
        ("left", 80, (50, 20, 20, 50)),
        ("right", 80, (20, 50, 50, 20)),
    ],
)
@pytest.mark.parametrize("corner", range(4))
def test_a_corner_ends_at_the_border_that_it_does_not_touch(
    paper: Any, side: str, width: int, cut: tuple[int, ...], corner: int
) -> None:
    box = flat(anti_aliasing=False, corner_detail=1, **{f"border_width_{side}": width})
    box.set_corner_radius(corner, 50)

    box.draw(paper, BOX)

    assert area(paper.drawn()) == pytest.approx(6000 - cut[corner] ** 2 / 2)


def test_corners_have_numbers_and_names(paper: Any) -> None:
    box = flat()
    numbers = (CORNER_TOP_LEFT, CORNER_TOP_RIGHT, CORNER_BOTTOM_RIGHT, CORNER_BOTTOM_LEFT)
    for number, radius in zip(numbers, (1, 2, 3, 4), strict=True):
        box.set_corner_radius(number, radius)

    assert numbers == (0, 1, 2, 3)
    assert [getattr(box, f"corner_radius_{corner}") for corner in CORNERS] == [1, 2, 3, 4]
    assert [box.get_corner_radius(number) for number in numbers] == [1, 2, 3, 4]
    assert (box.get_border_width_min(), flat(border_width=3, border_width_top=-2).get_border_width_min()) == (0, -2)


@pytest.mark.parametrize("detail", [1, 2, 8, 20])
def test_a_corner_is_made_of_so_many_straight_pieces(paper: Any, detail: int) -> None:
    flat(corner_radius=10, corner_detail=detail, anti_aliasing=False).draw(paper, BOX)

    points = np.unique(paper.drawn().reshape(-1, 2).round(6), axis=0)
    corner = points[(points[:, 0] <= 20) & (points[:, 1] <= 30)]
    assert len(corner) == detail + 1
    assert np.hypot(*(corner - (20, 30)).T) == pytest.approx(10)


def test_inner_corners_have_what_the_thinner_border_leaves_of_the_radius(paper: Any) -> None:
    box = flat(corner_radius=20, anti_aliasing=False, bg_color="red", corner_detail=1)
    for side, width in enumerate((4, 10, 25, 25)):
        box.set_border_width(side, width)

    box.draw(paper, (10, 20, 100, 100))

    inner = {(round(x, 6), round(y, 6)) for x, y in colored(paper, (1, 0, 0, 1)).reshape(-1, 2).tolist()}
    assert inner == {(14, 46), (30, 30), (75, 30), (85, 40), (85, 95), (30, 95), (14, 79)}


def test_inner_corners_that_meet_become_narrower(paper: Any) -> None:
    box = flat(corner_radius=30, anti_aliasing=False, bg_color="red", border_color="blue", corner_detail=4)
    box.set_border_width(0, 40)
    box.set_border_width(2, 40)

    box.draw(paper, BOX)

    inner = colored(paper, (1, 0, 0, 1)).reshape(-1, 2)
    assert (inner[:, 0].min(), inner[:, 0].max()) == pytest.approx((50, 70))
    assert (inner[:, 1].min(), inner[:, 1].max()) == pytest.approx((20, 80))
    assert area(colored(paper, (1, 0, 0, 1))) < 20 * 60


def test_an_inner_corner_gives_way_in_place_of_one_that_has_no_more(paper: Any) -> None:
    """Of radii 5 and 55 in 40 pixels of height, both are to lose 10; the small one has 5, and the other loses 15."""
    box = flat(anti_aliasing=False, bg_color="red", corner_detail=1, border_width_left=5)
    box.border_width_top = box.border_width_bottom = 30
    box.corner_radius_top_left, box.corner_radius_bottom_left = 10, 60

    box.draw(paper, (10, 20, 100, 100))

    inner = {(round(x, 6), round(y, 6)) for x, y in colored(paper, (1, 0, 0, 1)).reshape(-1, 2).tolist()}
    assert {(15, 50), (70, 90)} <= inner
    assert {y for _, y in inner} == {50, 90}


# --- odd values ---


@pytest.mark.parametrize(
    "settings",
    [
        dict(zip(("border_width", "corner_radius", "shadow_size", "skew", "expand_margin"), values, strict=True))
        for values in product((0, -5, 2**31 - 1), (0, 9, 2**31 - 1), (0, 3), ((0, 0), (1e308, -1e308)), (0, 1e308))
    ],
)
@pytest.mark.parametrize("rect", [BOX, (0, 0, -50, -60), (-1e308, 1e308, 1e308, -1e308), (0, 0, -2, -2), (1, 1, 1, 1)])
def test_whatever_it_is_set_to_it_draws_finite_points(paper: Any, settings: dict[str, Any], rect: Any) -> None:
    flat(**settings).draw(paper, rect)  # the paper looks

    assert len(paper.calls) <= 1


@pytest.mark.parametrize("value", [0, 21, -1])
def test_a_detail_that_cannot_be_is_refused(value: int) -> None:
    with pytest.raises(InvalidValueError, match=rf"^StyleBoxFlat.corner_detail must be from 1 to 20, got {value}"):
        flat().corner_detail = value


@pytest.mark.parametrize("value", [0, 10.5, -1, 0.001])
def test_a_softness_that_cannot_be_is_refused_with_what_to_do_instead(value: float) -> None:
    with pytest.raises(InvalidValueError, match=r"must be from 0.01 to 10, got .*; clear anti_aliasing for hard edges"):
        flat().anti_aliasing_size = value


def test_a_width_of_another_kind_is_refused() -> None:
    with pytest.raises(InvalidTypeError, match=r"^StyleBoxFlat.border_width_top must be a whole number, got 1.5"):
        flat().border_width_top = 1.5  # type: ignore[assignment]


def test_a_duplicate_has_its_own_sides() -> None:
    box = flat(border_width=3, corner_radius=4)
    other = box.duplicate()

    other.border_width_left = 9

    assert (box.border_width_left, other.border_width_left, other.border_width_top) == (3, 9, 3)
