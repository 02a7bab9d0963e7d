"""Polygon2D: it fills what its points enclose."""

from math import cos, pi, sin
from typing import Any

import numpy as np
import pytest

from engine.core.errors import InvalidTypeError, InvalidValueError
from engine.math import Color, Vector2
from engine.resources import Image, ImageTexture
from engine.resources.textures.atlas_texture import AtlasTexture
from nodes.world_2d.polygon_2d import Polygon2D

ARROW = [(0, 0), (10, 0), (10, 10), (5, 5), (0, 10)]
SQUARE = [(0, 0), (20, 0), (20, 10), (0, 10)]
PICTURE = ImageTexture(Image.create(20, 10))


def area(rows: list[list[float]]) -> float:
    return sum(abs((c - a) * (f - b) - (e - a) * (d - b)) / 2 for a, b, c, d, e, f, _, _ in rows)


def test_defaults_are_godots() -> None:
    polygon = Polygon2D()

    assert (polygon.polygon, polygon.color, polygon.offset) == ((), Color(1, 1, 1, 1), Vector2(0, 0))
    assert (polygon.uv, polygon.vertex_colors, polygon.polygons, polygon.internal_vertex_count) == ((), (), [], 0)
    assert (polygon.texture, polygon.texture_offset, polygon.texture_scale) == (None, (0, 0), (1, 1))
    assert (polygon.texture_rotation, polygon.antialiased) == (0.0, False)
    assert (polygon.invert_enabled, polygon.invert_border, str(polygon.skeleton)) == (False, 100.0, "")
    assert polygon.bones == ()


@pytest.mark.parametrize("points", [ARROW, ARROW[::-1]])
def test_it_fills_its_outline_in_either_direction(canvas: Any, points: Any) -> None:
    canvas.root.add_child(Polygon2D(polygon=points, color=(1, 0, 0, 0.5)))

    assert area(canvas.points()) == pytest.approx(75)
    assert set(canvas.colors()) == {(1, 0, 0, 0.5)}


def test_the_offset_moves_the_corners(canvas: Any) -> None:
    polygon = canvas.root.add_child(Polygon2D(polygon=ARROW))
    canvas.frame()
    polygon.offset = (100, 50)

    xs = [x for row in canvas.points() for x in row[::2]]
    assert (min(xs), max(xs)) == (100, 110)


def test_changed_corners_and_colour_are_drawn(canvas: Any) -> None:
    polygon = canvas.root.add_child(Polygon2D(polygon=ARROW))
    canvas.frame()
    polygon.polygon = [(0, 0), (4, 0), (0, 4)]
    polygon.color = "blue"

    assert area(canvas.points()) == 8
    assert canvas.colors() == [(0, 0, 1, 1)]


@pytest.mark.parametrize("points", [[], [(0, 0), (5, 5)], [(0, 0), (5, 5), (9, 9)]])
def test_what_encloses_nothing_draws_nothing(canvas: Any, points: Any) -> None:
    canvas.root.add_child(Polygon2D(polygon=points))

    assert canvas.points() == []


def test_an_outline_that_crosses_itself_is_refused_by_name(canvas: Any) -> None:
    star = [(10 * cos(i * 6 * pi / 7), 10 * sin(i * 6 * pi / 7)) for i in range(7)]
    canvas.root.add_child(Polygon2D("Star", polygon=star))

    with pytest.raises(InvalidValueError, match=r"/root/Star\.polygon: the outline of these 7 points crosses itself"):
        canvas.frame()


def test_corners_that_are_none_are_refused() -> None:
    with pytest.raises(InvalidTypeError, match=r"polygon must be points \(x, y\)"):
        Polygon2D().polygon = [1, 2, 3]  # type: ignore[list-item]


def corners(canvas: Any, name: str, size: int) -> dict[tuple[float, ...], tuple[float, ...]]:
    """What each corner that is drawn has, by its place."""
    canvas.frame()
    rows = canvas.draw_list.instances
    found: dict[tuple[float, ...], tuple[float, ...]] = {}
    places = rows["points"].reshape(-1, 2).round(4).tolist()
    for place, value in zip(places, rows[name].reshape(-1, size).round(3).tolist(), strict=True):
        assert found.setdefault(tuple(place), tuple(value)) == tuple(value)
    return found


def test_each_corner_has_its_own_colour(canvas: Any) -> None:
    colors = [Color("red"), Color("lime"), Color("blue"), Color(1, 1, 1, 0.5)]
    canvas.root.add_child(Polygon2D(polygon=SQUARE, vertex_colors=colors))

    assert corners(canvas, "colors", 4) == {
        (float(x), float(y)): tuple(color) for (x, y), color in zip(SQUARE, colors, strict=True)
    }


def test_other_than_one_colour_for_each_corner_counts_for_nothing(canvas: Any) -> None:
    canvas.root.add_child(Polygon2D(polygon=SQUARE, color="lime", vertex_colors=["red", "blue"]))

    assert set(canvas.colors()) == {(0, 1, 0, 1)}


def test_a_texture_lies_where_the_corners_are(canvas: Any) -> None:
    canvas.root.add_child(Polygon2D(polygon=SQUARE, texture=PICTURE, offset=(10, 0)))

    assert corners(canvas, "uvs", 2) == {(10, 0): (0.5, 0), (30, 0): (1.5, 0), (30, 10): (1.5, 1), (10, 10): (0.5, 1)}
    assert [batch.texture for batch in canvas.draw_list.batches] == [PICTURE]


def test_places_in_the_texture_are_its_pixels(canvas: Any) -> None:
    places = [(0, 0), (10, 0), (10, 5), (0, 5)]
    polygon = canvas.root.add_child(Polygon2D(polygon=SQUARE, texture=PICTURE, uv=places))

    assert corners(canvas, "uvs", 2) == {(0, 0): (0, 0), (20, 0): (0.5, 0), (20, 10): (0.5, 0.5), (0, 10): (0, 0.5)}
    polygon.uv = places[:3]  # not one for each corner
    assert corners(canvas, "uvs", 2)[20, 10] == (1, 1)


def test_the_texture_is_turned_moved_and_then_scaled(canvas: Any) -> None:
    canvas.root.add_child(
        Polygon2D(
            polygon=SQUARE, texture=PICTURE, texture_rotation=pi / 2, texture_offset=(20, 5), texture_scale=(0.5, 2)
        )
    )

    # (x, y) -> (-y, x) -> (20 - y, 5 + x) -> ((20 - y) / 2, (5 + x) * 2), in a picture of 20 x 10
    assert corners(canvas, "uvs", 2) == {(0, 0): (0.5, 1), (20, 0): (0.5, 5), (20, 10): (0.25, 5), (0, 10): (0.25, 1)}


def test_a_part_of_an_atlas_is_drawn_out_of_it(canvas: Any) -> None:
    atlas = ImageTexture(Image.create(40, 20))
    part = AtlasTexture()
    part.atlas, part.region = atlas, (20, 10, 20, 10)
    canvas.root.add_child(Polygon2D(polygon=SQUARE, texture=part))

    assert corners(canvas, "uvs", 2) == {(0, 0): (0.5, 0.5), (20, 0): (1, 0.5), (20, 10): (1, 1), (0, 10): (0.5, 1)}
    assert [batch.texture for batch in canvas.draw_list.batches] == [atlas]


def test_its_parts_are_drawn_in_place_of_its_outline(canvas: Any) -> None:
    polygon = canvas.root.add_child(Polygon2D(polygon=[*SQUARE, (15, 5)], polygons=[(0, 1, 4), (2, 3, 4), (0, 1)]))
    assert area(canvas.points()) == pytest.approx(100)
    polygon.polygons = []
    assert area(canvas.points()) == pytest.approx(125)


def test_a_part_with_a_corner_that_is_not_there_is_refused_when_it_is_drawn(canvas: Any) -> None:
    canvas.root.add_child(Polygon2D("Leaf", polygon=SQUARE, polygons=[(0, 1, 9)]))

    with pytest.raises(InvalidValueError, match=r"/root/Leaf\.polygons has a corner 9, but there are 4, counted"):
        canvas.frame()


def test_internal_corners_belong_to_parts_alone(canvas: Any) -> None:
    polygon = canvas.root.add_child(Polygon2D(polygon=[*SQUARE, (10, 5)], internal_vertex_count=1))
    assert area(canvas.points()) == pytest.approx(200)
    polygon.polygons = [(0, 1, 4)]
    assert area(canvas.points()) == pytest.approx(50)
    polygon.internal_vertex_count = 9
    polygon.polygons = []
    assert canvas.points() == []


@pytest.mark.parametrize("points", [ARROW, ARROW[::-1]])
@pytest.mark.parametrize("antialiased", [False, True])
def test_inverted_it_fills_what_lies_around(canvas: Any, points: Any, antialiased: bool) -> None:
    canvas.root.add_child(Polygon2D(polygon=points, invert_enabled=True, invert_border=20, antialiased=antialiased))
    hard = [row for row, alphas in zip(canvas.points(), _alphas(canvas), strict=True) if min(alphas) == 1]
    xs = [x for row in hard for x in row[::2]]

    assert area(hard) == pytest.approx(50 * 50 - 75, abs=1e-3)
    assert (min(xs), max(xs)) == (-20, 30)


@pytest.mark.parametrize("points", [ARROW, ARROW[::-1]])
def test_an_inverted_one_has_soft_edges_within_and_around_and_nowhere_else(canvas: Any, points: Any) -> None:
    canvas.root.add_child(Polygon2D(polygon=points, invert_enabled=True, invert_border=20, antialiased=True))
    soft = [row for row, alphas in zip(canvas.points(), _alphas(canvas), strict=True) if min(alphas) == 0]

    assert len(soft) == 5 + 5  # none along the cut that joins the two, but the frame has a corner where it begins
    around = [row for row in soft if max(map(abs, row)) > 15]
    assert area(around) + area([row[2:] + row[:2] for row in around]) == pytest.approx(52.5**2 - 50**2, abs=0.01)


def _alphas(canvas: Any) -> list[list[float]]:
    found: list[list[float]] = canvas.draw_list.instances["colors"].reshape(-1, 4, 4)[:, :, 3].tolist()
    return found


def test_a_soft_edge_lies_around_it(canvas: Any) -> None:
    canvas.root.add_child(Polygon2D(polygon=SQUARE, antialiased=True))
    points = np.array(canvas.points()).reshape(-1, 2)

    assert (points.min(axis=0).tolist(), points.max(axis=0).tolist()) == ([-1.25, -1.25], [21.25, 11.25])


def test_bones_are_kept_by_number() -> None:
    polygon = Polygon2D()
    polygon.add_bone("Hip", [1, 0.5])
    polygon.add_bone("Hip/Leg", (0, 0.5))
    polygon.set_bone_weights(0, [0.25])
    polygon.set_bone_path(1, "Hip/Arm")

    assert polygon.get_bone_count() == 2
    assert (str(polygon.get_bone_path(0)), polygon.get_bone_weights(0)) == ("Hip", (0.25,))
    assert list(polygon.bones) == ["Hip", (0.25,), "Hip/Arm", (0.0, 0.5)]
    polygon.erase_bone(0)
    assert list(polygon.bones) == ["Hip/Arm", (0.0, 0.5)]
    polygon.clear_bones()
    assert polygon.get_bone_count() == 0


def test_a_bone_that_is_not_there_is_refused() -> None:
    polygon = Polygon2D()
    polygon.add_bone("Hip", [1])

    for call in (
        polygon.get_bone_path,
        polygon.get_bone_weights,
        polygon.erase_bone,
        lambda index: polygon.set_bone_path(index, "Leg"),
        lambda index: polygon.set_bone_weights(index, [2]),
    ):
        for index in (-1, 1):
            with pytest.raises(InvalidValueError, match="must be one of its 1 bones, counted from 0, got"):
                call(index)
    assert polygon.bones == ("Hip", (1.0,))


@pytest.mark.parametrize(
    ("name", "value", "text"),
    [
        ("uv", [1], r"uv must be points \(x, y\)"),
        ("vertex_colors", "red", r"vertex_colors must be colours in order, got 'red'"),
        ("vertex_colors", ["redd"], r"vertex_colors must be a Color"),
        ("texture", "a.png", r"texture must be a Texture2D or None, got 'a.png'; load"),
        ("texture_offset", (1,), r"texture_offset must be two finite numbers"),
        ("texture_scale", None, r"texture_scale must be two finite numbers"),
        ("texture_rotation", float("nan"), r"texture_rotation must be a finite number"),
        ("polygons", [1], r"polygons must be lists of corner numbers, got 1 in it"),
        ("polygons", "ab", r"polygons must be lists of corner numbers, got 'ab'"),
        ("polygons", [(0, 1, -1)], r"polygons must be from 0 to 2,147,483,647, got -1"),
        ("internal_vertex_count", -1, r"internal_vertex_count must be from 0 to 1,000,000, got -1"),
        ("invert_border", -1, r"invert_border must be 0 or more, got -1"),
        ("invert_enabled", "no", r"invert_enabled must be True or False, got 'no'"),
        ("skeleton", 1, r"skeleton must be a NodePath or its text, got 1"),
        ("bones", ["Hip"], r"bones must be paths and weights by turns"),
        ("bones", ["Hip", "ab"], r"bones must be numbers in order, got 'ab'"),
    ],
)
def test_a_wrong_value_is_refused_and_nothing_changes(name: str, value: Any, text: str) -> None:
    polygon = Polygon2D()
    before = getattr(polygon, name)

    with pytest.raises((InvalidTypeError, InvalidValueError), match=rf"Polygon2D\.{text}"):
        setattr(polygon, name, value)
    assert getattr(polygon, name) == before
