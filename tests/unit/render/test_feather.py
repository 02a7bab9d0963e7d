"""Soft edges: a rim around the outside of a shape, however the shape is cut into strips."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from servers.render.scene.commands import shapes
from servers.render.scene.commands.feather import LONGEST_TIP, soft_edge
from servers.render.scene.commands.stroke import Cap, Joint, stroke

Floats = NDArray[np.floating[Any]]
BLUE = (0.0, 0.0, 1.0, 0.5)


def strips(*corners: Any) -> Floats:
    return np.array(corners, np.float64).reshape(-1, 4, 2)


def rim(points: Floats, width: float = 1.0) -> Floats:
    return soft_edge(points, np.broadcast_to(BLUE, (len(points), 4, 4)), None, width)[0]


def area(points: Floats) -> float:
    total = 0.0
    for first in (0, 1):
        a, b, c = (points[:, first + each] for each in range(3))
        total += np.abs((b[:, 0] - a[:, 0]) * (c[:, 1] - a[:, 1]) - (b[:, 1] - a[:, 1]) * (c[:, 0] - a[:, 0])).sum() / 2
    return float(total)


SQUARE = strips(shapes.rect(0, 0, 10, 10))


def test_a_square_has_a_rim_around_it_with_sharp_corners() -> None:
    edge = rim(SQUARE, 2.0)

    assert len(edge) == 4
    assert (edge.min(axis=(0, 1)).tolist(), edge.max(axis=(0, 1)).tolist()) == ([-2, -2], [12, 12])
    assert area(edge) == pytest.approx(14 * 14 - 10 * 10)


def test_the_rim_shows_what_the_edge_shows_and_fades_outwards() -> None:
    colors = np.arange(16.0).reshape(1, 4, 4) / 16
    uvs = np.reshape((0, 0, 1, 0, 0, 1, 1, 1), (1, 4, 2)).astype(float)
    edge, faded, places = soft_edge(SQUARE, colors, uvs, 1.0)

    assert places is not None
    for corner, color, place in zip(SQUARE[0], colors[0], uvs[0], strict=True):
        at = (edge[:, (0, 2)] == corner).all(axis=2)
        assert at.sum() == 2
        assert (faded[:, (0, 2)][at] == color).all()
        assert (faded[:, (1, 3)][at] == (*color[:3], 0.0)).all()
        assert (places[:, (0, 2)][at] == place).all()
        assert (places[:, (1, 3)][at] == place).all()


@pytest.mark.parametrize(
    "cut",
    [
        strips((0, 0, 5, 0, 0, 10, 5, 10), (5, 0, 10, 0, 5, 10, 10, 10)),
        strips((0, 0, 10, 0, 0, 10, 0, 10), (10, 0, 0, 10, 10, 10, 10, 10)),
        strips((10, 0, 0, 0, 10, 10, 0, 10)),
        strips((0, 0, 10, 0, 0, 10, 10, 10), (0, 0, 0, 0, 10, 10, 10, 10)),
        strips((-0.0, 0, 10, 0, 0, 10, 0, 10), (10, -0.0, 0.0, 10, 10, 10, 10, 10)),
    ],
    ids=["in two", "in triangles", "the other way round", "with one that has no area", "with negative zeros"],
)
def test_it_does_not_matter_how_the_shape_is_cut(cut: Floats) -> None:
    edge = rim(cut, 2.0)

    assert area(edge) == pytest.approx(14 * 14 - 10 * 10)
    assert (edge.min(), edge.max()) == (-2, 12)


def test_the_rims_on_both_sides_of_a_dent_meet_in_it() -> None:
    edge = rim(strips(shapes.rect(0, 0, 10, 10), shapes.rect(10, 0, 10, 10), shapes.rect(0, 10, 10, 10)))

    assert area(edge) == pytest.approx((22 * 12 + 12 * 10) - 3 * 100)
    assert [11, 11] in edge[:, (1, 3)].reshape(-1, 2).tolist()


def test_a_hole_has_a_rim_too() -> None:
    ring = strips(*stroke([(10, 10), (50, 10), (50, 50), (10, 50)], 8, closed=True))
    edge = rim(ring)

    assert len(edge) == 8
    assert area(edge) == pytest.approx(4 * 49 + 4 * 31)


def test_a_sharp_corner_does_not_reach_far() -> None:
    needle = strips((0, 0, 100, 1, 0, 2, 0, 2))
    edge = rim(needle)

    assert edge[:, :, 0].max() == pytest.approx(100 + LONGEST_TIP)


@pytest.mark.parametrize("joint", list(Joint))
@pytest.mark.parametrize("cap", list(Cap))
def test_a_bent_line_has_one_rim_without_gaps(joint: Joint, cap: Cap) -> None:
    line = strips(*stroke([(0, 0), (30, 5), (40, 40)], 8, joint=joint, caps=(cap, cap)))
    edge = rim(line)

    starts = {tuple(each) for each in edge[:, 0].round(9).tolist()}
    ends = {tuple(each) for each in edge[:, 2].round(9).tolist()}
    assert starts == ends  # a closed chain
    assert len(edge) == len(starts)
    tips = edge[:, (1, 3)].reshape(-1, 2)
    assert len(np.unique(tips.round(9), axis=0)) == len(edge)


@pytest.mark.parametrize("points", [strips((5, 5) * 4), strips((0, 0, 5, 0, 9, 0, 9, 0))])
def test_what_has_no_area_has_no_rim(points: Floats) -> None:
    assert len(rim(points)) == 0
