"""Ribbons: width, colour and texture follow the distance along the line, as on Godot's Line2D."""

from __future__ import annotations

from math import cos, pi, sin
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from servers.render.scene.commands.ribbon import LineTexture, Ribbon, RibbonStyle, ribbon
from servers.render.scene.commands.stroke import Cap, Joint

Floats = NDArray[np.float64]

STRAIGHT = [(10.0, 20.0), (30.0, 20.0), (50.0, 20.0)]
CORNER = [(0.0, 0.0), (20.0, 0.0), (20.0, 20.0)]
SQUARE = [(10.0, 10.0), (50.0, 10.0), (50.0, 50.0), (10.0, 50.0)]


def made(points: Any, **style: Any) -> Ribbon:
    found = ribbon(points, RibbonStyle(**{"width": 4.0, **style}))
    assert found is not None
    return found


def wedge(offsets: Floats) -> Floats:
    return offsets.copy()


def red_to_blue(offsets: Floats) -> Floats:
    return np.stack((1 - offsets, np.zeros_like(offsets), offsets, np.ones_like(offsets)), axis=1)


def at(found: Ribbon, values: Floats | None, x: float, y: float) -> list[list[float]]:
    """What the corners at a point have, without repetitions."""
    assert values is not None
    there = (np.abs(found.points - (x, y)) < 1e-6).all(axis=2)
    return np.unique(values[there].round(9), axis=0).tolist()  # type: ignore[no-any-return]


def area(points: Floats) -> float:
    total = 0.0
    for first in (0, 1):
        a, b, c = (points[:, first + each] for each in range(3))
        total += np.abs((b[:, 0] - a[:, 0]) * (c[:, 1] - a[:, 1]) - (b[:, 1] - a[:, 1]) * (c[:, 0] - a[:, 0])).sum() / 2
    return float(total)


def test_a_straight_line_is_cut_at_its_points_from_up_to_down() -> None:
    found = made(STRAIGHT)

    assert found.points.tolist() == [
        [[10, 22], [10, 18], [30, 22], [30, 18]],
        [[30, 22], [30, 18], [50, 22], [50, 18]],
    ]
    assert found.colors is None
    assert found.uvs is None


def test_the_width_follows_the_factors_along_the_line() -> None:
    found = made([(0, 0), (10, 0), (40, 0)], widths_at=wedge)

    assert found.points[:, :, 1].tolist() == [[0, 0, 0.5, -0.5], [0.5, -0.5, 2, -2]]


def test_the_colour_follows_the_gradient_along_the_line() -> None:
    found = made([(0, 0), (10, 0), (40, 0)], colors_at=red_to_blue)

    assert at(found, found.colors, 10, 2) == [[0.75, 0, 0.25, 1]]
    assert at(found, found.colors, 0, -2) == [[1, 0, 0, 1]]
    assert at(found, found.colors, 40, 2) == [[0, 0, 1, 1]]


def test_the_ends_have_the_first_and_the_last_colour_whatever_is_at_their_offsets() -> None:
    ends = ((0, 1, 0, 1), (0, 1, 1, 1))
    found = made([(0, 0), (10, 0)], colors_at=red_to_blue, end_colors=ends)

    assert at(found, found.colors, 0, 2) == [[0, 1, 0, 1]]
    assert at(found, found.colors, 10, 2) == [[0, 1, 1, 1]]


def test_caps_count_for_the_length() -> None:
    found = made([(0, 0), (4, 0), (16, 0)], colors_at=red_to_blue, begin_cap=Cap.BOX, end_cap=Cap.ROUND)

    assert at(found, found.colors, 4, 2) == [[0.7, 0, 0.3, 1]]  # (2 + 4) / (2 + 16 + 2)
    assert found.points[:, :, 0].min() == -2
    assert found.points[:, :, 0].max() == pytest.approx(18)


@pytest.mark.parametrize("aspect", [1.0, 2.0])
def test_a_tile_is_as_high_as_the_line_is_wide(aspect: float) -> None:
    found = made([(0, 0), (10, 0), (40, 0)], texturing=LineTexture.TILE, tile_aspect=aspect)

    for x in (0, 10, 40):
        assert at(found, found.uvs, x, -2) == [[x / (4 * aspect), 0]]
        assert at(found, found.uvs, x, 2) == [[x / (4 * aspect), 1]]


def test_a_stretched_texture_lies_once_over_the_line() -> None:
    found = made([(0, 0), (10, 0), (40, 0)], texturing=LineTexture.STRETCH)

    for x in (0, 10, 40):
        assert at(found, found.uvs, x, -2) == [[x / 40, 0]]


def test_a_texture_begins_at_a_box_cap_and_ends_with_one() -> None:
    found = made([(0, 0), (8, 0), (16, 0)], texturing=LineTexture.TILE, begin_cap=Cap.BOX, end_cap=Cap.BOX)

    assert at(found, found.uvs, -2, -2) == [[0, 0]]
    assert at(found, found.uvs, 8, -2) == [[2.5, 0]]
    assert at(found, found.uvs, 18, -2) == [[5, 0]]


@pytest.mark.parametrize("texturing", [LineTexture.TILE, LineTexture.STRETCH])
def test_round_caps_show_circles_of_the_texture(texturing: LineTexture) -> None:
    found = made(
        [(0, 0), (16, 0)],
        texturing=texturing,
        begin_cap=Cap.ROUND,
        end_cap=Cap.ROUND,
        round_precision=4,
    )
    # by Godot's rules: stretched, the cap at the start reaches twice as far into the texture as it is long
    middle = 0.5 if texturing == LineTexture.TILE else 4 / 20
    radius = middle
    end, end_radius = (4.5, 0.5) if texturing == LineTexture.TILE else (18 / 20, 2 / 20)

    assert at(found, found.uvs, 0, -2) == [[pytest.approx(middle), 0]]
    assert at(found, found.uvs, -2, 0) == [[pytest.approx(middle - radius), 0.5]]
    half = 2 * sin(pi / 4)
    places = at(found, found.uvs, -half, -half)
    assert places == [pytest.approx([middle - radius * sin(pi / 4), 0.5 - 0.5 * cos(pi / 4)])]
    assert at(found, found.uvs, 18, 0) == [[pytest.approx(end + end_radius), 0.5]]
    assert [end, 0.5] in [pytest.approx(each) for each in at(found, found.uvs, 16, 0)]


def test_a_round_cap_has_as_many_triangles_as_its_precision() -> None:
    assert len(made([(0, 0), (16, 0)], begin_cap=Cap.ROUND, round_precision=6).points) == 6 + 1


@pytest.mark.parametrize(
    ("joint", "missing"),
    [(Joint.SHARP, 0.0), (Joint.BEVEL, 2.0), (Joint.ROUND, 4.0 - pi)],
)
def test_a_corner_is_covered_once_whatever_its_joint(joint: Joint, missing: float) -> None:
    found = made(CORNER, joint=joint, round_precision=400)

    assert area(found.points) == pytest.approx(22 * 4 + 18 * 4 - missing, abs=1e-3)


@pytest.mark.parametrize("turn", [1, -1])
def test_a_joint_shows_one_slice_of_the_texture(turn: int) -> None:
    points = [(x, y * turn) for x, y in CORNER]
    found = made(points, joint=Joint.ROUND, texturing=LineTexture.TILE, colors_at=red_to_blue)
    assert found.uvs is not None
    assert found.colors is not None
    (joint,) = np.split(np.flatnonzero(np.abs(found.uvs[:, :, 0] - 5.0).max(axis=1) < 1e-9), 1)
    outer = 0.0 if turn > 0 else 1.0  # a turn to the right has its outer side up

    assert len(joint) == 4  # a quarter circle at 8 in a half
    assert (found.uvs[joint][:, :, 1] == (outer, outer, 1 - outer, 1 - outer)).all()
    assert np.allclose(found.colors[joint], (0.5, 0, 0.5, 1))


def test_a_sharp_joint_beyond_the_limit_is_a_bevel() -> None:
    assert len(made(CORNER, sharp_limit=1.42).points) == 2
    assert len(made(CORNER, sharp_limit=1.41).points) == 3


def test_the_inner_corner_follows_the_width_there() -> None:
    found = made(CORNER, widths_at=lambda offsets: np.where(offsets == 0.5, 2.0, 1.0))

    assert [16.0, 4.0] in found.points.reshape(-1, 2).tolist()
    assert [24.0, -4.0] in found.points.reshape(-1, 2).tolist()


@pytest.mark.parametrize("joint", list(Joint))
def test_a_bend_without_room_is_bridged_on_its_outer_side(joint: Joint) -> None:
    found = made([(0, 0), (30, 0), (0, 1)], width=10.0, joint=joint)

    assert found.points[:, :, 0].max() <= 35 + 1e-9
    assert len(found.points) > 2
    for corners in (found.points[0, 2:], found.points[-1, :2]):  # both segments end straight across the point
        assert corners.mean(axis=0).tolist() == pytest.approx([30, 0])
        assert np.hypot(*(corners[0] - corners[1])) == pytest.approx(10)


@pytest.mark.parametrize("joint", list(Joint))
@pytest.mark.parametrize("direction", [1, -1])
def test_a_closed_square_is_a_ring(joint: Joint, direction: int) -> None:
    found = made(SQUARE[::direction], width=8.0, closed=True, joint=joint, round_precision=400)
    missing = {Joint.SHARP: 0.0, Joint.BEVEL: 4 * 8.0, Joint.ROUND: 4 * (16 - 4 * pi)}[joint]

    assert area(found.points) == pytest.approx(48 * 48 - 32 * 32 - missing, abs=0.01)


def test_a_closed_line_has_no_caps_and_its_length_counts_the_way_back() -> None:
    found = made(SQUARE, closed=True, begin_cap=Cap.BOX, end_cap=Cap.ROUND, colors_at=red_to_blue)

    assert len(found.points) == 4
    assert at(found, found.colors, 52, 8) == [[0.75, 0, 0.25, 1]]
    assert at(found, found.colors, 8, 8) == [[0, 0, 1, 1], [1, 0, 0, 1]]  # it ends and begins there


@pytest.mark.parametrize("joint", [Joint.BEVEL, Joint.ROUND])
def test_a_closed_line_ends_in_the_width_that_it_has_there(joint: Joint) -> None:
    found = made(SQUARE, width=8.0, closed=True, joint=joint, widths_at=lambda offsets: 1.0 - offsets / 2)
    inner, outer = np.array((14.0, 14.0)), np.array((6.0, 10.0))  # of the last segment, in the width of the first

    middle = (inner + outer) / 2
    assert found.points[-1, 2:].tolist() == [
        pytest.approx(((inner + middle) / 2).tolist()),
        pytest.approx(((outer + middle) / 2).tolist()),
    ]


def test_a_closed_line_that_begins_without_width_can_be_drawn() -> None:
    assert np.isfinite(made(SQUARE, closed=True, joint=Joint.ROUND, widths_at=wedge).points).all()


def test_a_closed_line_may_repeat_its_first_point() -> None:
    closed = made(SQUARE, closed=True, texturing=LineTexture.TILE)
    repeated = made([*SQUARE, SQUARE[0]], closed=True, texturing=LineTexture.TILE)

    assert (closed.points == repeated.points).all()


def test_two_points_cannot_be_closed() -> None:
    assert (made([(0, 0), (9, 0)], closed=True).points == made([(0, 0), (9, 0)]).points).all()


def test_equal_neighbours_count_once() -> None:
    assert (made([(0, 0), (0, 0), (5, 0), (5, 0)]).points == made([(0, 0), (5, 0)]).points).all()


@pytest.mark.parametrize(("points", "width"), [([], 4.0), ([(1, 1)], 4.0), ([(1, 1), (1, 1)], 4.0), (STRAIGHT, 0.0)])
def test_what_is_no_line_draws_nothing(points: Any, width: float) -> None:
    assert ribbon(points, RibbonStyle(width)) is None


def test_strips_follow_the_line_from_its_start_to_its_end() -> None:
    found = made(
        [(0, 0), (20, 0), (20, 20), (40, 20)],
        joint=Joint.BEVEL,
        begin_cap=Cap.ROUND,
        end_cap=Cap.ROUND,
        round_precision=2,
        colors_at=red_to_blue,
    )
    assert found.colors is not None
    progress = found.colors[:, :, 2].mean(axis=1)

    assert len(progress) == 2 + 3 + 2 + 2  # caps, segments, joints
    assert (np.diff(progress) >= -1e-9).all()


def test_huge_coordinates_do_no_harm() -> None:
    assert np.isfinite(made([(-1e200, 0), (0, 1e200), (5, 5)], texturing=LineTexture.STRETCH).points).all()
