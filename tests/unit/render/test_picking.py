"""Whether what an item draws covers a point: by examples, and against a slow test that goes another way."""

import random
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.resources import Image, ImageTexture, Texture2D
from servers.render.scene.commands.instances import HAIRLINE, INSTANCE, Geometry, Slice, Special, Way
from servers.render.scene.picking.picking import covers

IDENTITY = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
SQUARE = (0, 0, 8, 0, 0, 8, 8, 8)
WHOLE = (0, 0, 1, 0, 0, 1, 1, 1)
OPAQUE = (1, 1, 1, 1) * 4

Row = tuple[tuple[float, ...], tuple[float, ...], tuple[float, ...]]


def geometry(*rows: Row, texture: Texture2D | None = None, tiles: bool = False) -> Geometry:
    run: Any = (texture, tiles, len(rows), True, None)
    return Geometry(np.array([*rows], INSTANCE).tobytes(), (run,))


def strip(*points: float, uvs: tuple[float, ...] = WHOLE, colors: tuple[float, ...] = OPAQUE) -> Row:
    return points, uvs, colors


def hairline(ax: float, ay: float, bx: float, by: float, colors: tuple[float, ...] = OPAQUE) -> Row:
    return (ax, ay, ax, ay, bx, by, bx, by), (HAIRLINE,) * 8, colors


def lies_in_triangle(points: list[tuple[Fraction, Fraction]], x: Fraction, y: Fraction) -> bool:
    """By the span that the triangle has on the horizontal line through the point."""
    (ax, ay), (bx, by), (cx, cy) = points
    if (bx - ax) * (cy - ay) == (cx - ax) * (by - ay):
        return False
    crossings = []
    for (left, top), (right, bottom) in pairwise([*points, points[0]]):
        if min(top, bottom) <= y <= max(top, bottom):
            if top == bottom:
                crossings += [left, right]
            else:
                crossings.append(left + (right - left) * (y - top) / (bottom - top))
    return bool(crossings) and min(crossings) <= x <= max(crossings)


def covers_slowly(points: tuple[float, ...], transform: tuple[float, ...], point: tuple[float, float]) -> bool:
    a, b, c, d, ox, oy = map(Fraction, transform)
    pairs = [(Fraction(points[i]), Fraction(points[i + 1])) for i in range(0, 8, 2)]
    moved = [(a * x + c * y + ox, b * x + d * y + oy) for x, y in pairs]
    x, y = map(Fraction, point)
    return lies_in_triangle(moved[:3], x, y) or lies_in_triangle(moved[1:], x, y)


coarse = st.integers(-3, 3).map(float)
fine = st.floats(-100, 100, width=32)
numbers = coarse | fine


@settings(max_examples=400)
@given(
    st.lists(st.tuples(*[numbers] * 8), min_size=1, max_size=3),
    st.tuples(*[numbers] * 6) | st.just(IDENTITY),
    st.tuples(numbers, numbers),
)
def test_a_strip_covers_exactly_its_two_triangles_with_their_edges(
    strips: list[tuple[float, ...]], transform: tuple[float, ...], point: tuple[float, float]
) -> None:
    expected = any(covers_slowly(points, transform, point) for points in strips)

    assert covers(geometry(*(strip(*points) for points in strips)), transform, point, 1.0) == expected


@pytest.mark.parametrize("scale", [1.0, 1e-161])  # the products of the latter have hardly any digits
def test_points_on_edges_are_found_however_the_numbers_round(scale: float) -> None:
    """Points computed to lie on edges lie beside them by rounding, in either direction."""
    chance = random.Random(3)
    found = []
    for _ in range(500):
        points = tuple(float(np.float32(chance.uniform(-50, 50))) for _ in range(8))
        transform = tuple(chance.uniform(-2, 2) * scale for _ in range(6))
        a, b, c, d, ox, oy = transform
        i, j = chance.choice([(0, 1), (1, 2), (2, 3), (0, 2), (1, 3)])
        part = chance.random()
        x, y = (points[2 * i + k] * (1 - part) + points[2 * j + k] * part for k in range(2))
        point = (a * x + c * y + ox, b * x + d * y + oy)
        found.append(covers(geometry(strip(*points)), transform, point, 1.0))
        assert found[-1] == covers_slowly(points, transform, point)

    assert 100 < sum(found) < 400


@pytest.mark.parametrize("scale", [1e-30, 1e-3, 1.0, 1e7, 1e30])
def test_the_seam_between_the_triangles_of_a_strip_has_no_gap(scale: float) -> None:
    chance = random.Random(4)
    for _ in range(100):
        x, y = chance.random(), chance.random()
        square = tuple(float(np.float32(number * scale)) for number in (0, 0, 1, 0, 0, 1, 1, 1))
        part = chance.random() * float(np.float32(scale)) * 0.999

        assert covers(geometry(strip(*square)), (1, 0, 0, 1, x * scale, y * scale), (part + x * scale, y * scale), 1.0)
        assert covers(geometry(strip(*square)), IDENTITY, (part, float(np.float32(scale)) - part), 1.0)


@pytest.mark.parametrize("factor", [1e300, 1e-300])
def test_transforms_that_leave_the_range_of_numbers_are_followed(factor: float) -> None:
    big = geometry(strip(*(1e20 * number for number in SQUARE)))
    transform = (factor, 0.0, 0.0, factor, 0.0, 0.0)

    assert covers(big, transform, (0, 0), 1.0)
    assert covers(big, transform, (factor, factor), 1.0)
    assert not covers(big, transform, (-factor, factor), 1.0)


@pytest.mark.parametrize("points", [(1, 1) * 4, (0, 0, 4, 4, 8, 8, 2, 2), (0, 3, 9, 3, 1, 3, 2, 3)])
def test_what_has_no_area_covers_nothing(points: tuple[float, ...]) -> None:
    for point in [(1, 1), (2, 2), (4, 4), (1, 3), (0, 3)]:
        assert not covers(geometry(strip(*points)), IDENTITY, point, 1.0)


def test_a_transform_without_an_area_covers_nothing() -> None:
    assert not covers(geometry(strip(*SQUARE)), (1, 0, 1, 0, 0, 0), (4, 0), 1.0)


def test_a_triangle_that_repeats_its_last_point_is_covered_like_a_triangle() -> None:
    triangle = geometry(strip(0, 0, 8, 0, 0, 8, 0, 8))

    assert covers(triangle, IDENTITY, (4, 4), 1.0)
    assert not covers(triangle, IDENTITY, (4.001, 4), 1.0)


def test_nothing_covers_nothing() -> None:
    assert not covers(Geometry(b"", ()), IDENTITY, (0, 0), 1.0)


@pytest.mark.parametrize("bad", [float("nan"), float("inf")])
def test_what_is_not_finite_is_nowhere(bad: float) -> None:
    square = geometry(strip(*SQUARE))
    odd = geometry(strip(bad, 0, 8, 0, 0, 8, 8, 8), strip(*SQUARE))

    assert not covers(square, IDENTITY, (bad, 1), 1.0)
    assert not covers(square, (*IDENTITY[:5], bad), (1, 1), 1.0)
    assert covers(odd, IDENTITY, (1, 1), 1.0)
    assert not covers(odd, IDENTITY, (9, 1), 1.0)


@pytest.mark.parametrize(
    ("point", "found"),
    [
        ((5, 0.5), True),
        ((5, -0.5), True),
        ((5, 0.51), False),
        ((10.5, 0), True),
        ((10.51, 0), False),
        ((-0.5, 0), True),
        ((10.4, 0.4), False),
    ],
)
def test_a_hairline_reaches_half_a_pixel_to_all_sides(point: tuple[float, float], found: bool) -> None:
    line = geometry(hairline(0, 0, 10, 0))

    assert covers(line, IDENTITY, point, 1.0) == found
    assert covers(line, (8, 0, 0, 8, 0, 0), (point[0] * 4, point[1] * 4), 4.0) == covers(
        line, (2, 0, 0, 2, 0, 0), point, 1.0
    )


def test_a_hairline_is_as_thick_whatever_the_transform() -> None:
    line = geometry(hairline(0, 0, 10, 0))
    transform = (0.0, 100.0, -100.0, 0.0, 7.0, 0.0)  # turned, and a hundred times as large

    assert covers(line, transform, (7.25, 500), 0.5)
    assert not covers(line, transform, (7.26, 500), 0.5)


def test_a_hairline_without_length_is_a_dot() -> None:
    dot = geometry(hairline(3, 3, 3, 3))

    assert covers(dot, IDENTITY, (3.3, 3.4), 1.0)
    assert not covers(dot, IDENTITY, (3.4, 3.4), 1.0)


def stripes() -> ImageTexture:
    """Four columns, the second and the last transparent."""
    image = Image.create(4, 2, "white")
    for y in range(2):
        for x in (1, 3):
            image.set_pixel(x, y, (1, 1, 1, 0))
    return ImageTexture(image)


def columns(shown: Geometry, count: int = 16, first: int = 0, repeat: int = 1) -> list[bool]:
    """What is found in the middle of each column of pixels; each texel of a square is two wide."""
    return [covers(shown, IDENTITY, (x + 0.5, 4), 1.0, alpha=True, repeat=repeat) for x in range(first, first + count)]


def test_transparent_texels_do_not_count_when_alpha_does() -> None:
    shown = geometry(strip(*SQUARE), texture=stripes())

    assert columns(shown, 8) == [True, True, False, False, True, True, False, False]
    assert covers(shown, IDENTITY, (2.5, 4), 1.0)


def test_texels_are_found_at_their_own_edges() -> None:
    shown = geometry(strip(*SQUARE), texture=stripes())

    assert [covers(shown, IDENTITY, (x, 4), 1.0, alpha=True) for x in (0, 2, 4, 6, 8)] == [
        True,
        False,
        True,
        False,
        False,
    ]


@pytest.mark.parametrize(
    ("tiles", "repeat", "expected"),
    [
        (False, 1, "#.#....."),
        (False, 2, "#.#.#.#."),
        (True, 1, "#.#.#.#."),
        (False, 3, "#.#..#.#"),
    ],
)
def test_texels_beyond_the_edge_are_those_of_the_repeat(tiles: bool, repeat: int, expected: str) -> None:
    twice = tuple(2 * place for place in WHOLE)
    shown = geometry(strip(*(2 * number for number in SQUARE), uvs=twice), texture=stripes(), tiles=tiles)

    assert columns(shown, repeat=repeat)[::2] == [letter == "#" for letter in expected]


def test_texels_before_the_edge_are_those_of_the_repeat() -> None:
    before = tuple(place - 1 for place in WHOLE)
    shown = geometry(strip(*SQUARE, uvs=before), texture=stripes())

    assert columns(shown, 8, repeat=1)[::2] == [True, True, True, True]
    assert columns(shown, 8, repeat=2)[::2] == [True, False, True, False]
    assert columns(shown, 8, repeat=3)[::2] == [False, True, False, True]


def test_a_mirrored_strip_shows_its_texels_mirrored() -> None:
    shown = geometry(strip(*SQUARE, uvs=(1, 0, 0, 0, 1, 1, 0, 1)), texture=stripes())

    assert columns(shown, 8)[::2] == [False, True, False, True]


def test_the_alpha_of_colors_counts_where_it_is_zero() -> None:
    clear = (1.0, 1.0, 1.0, 0.0)
    fading = geometry(strip(*SQUARE, colors=(*clear, 1, 1, 1, 1, *clear, 1, 1, 1, 1)))

    assert not covers(geometry(strip(*SQUARE, colors=clear * 4)), IDENTITY, (4, 4), 1.0, alpha=True)
    assert not covers(geometry(hairline(0, 4, 8, 4, clear * 4)), IDENTITY, (4, 4), 1.0, alpha=True)
    assert not covers(fading, IDENTITY, (0, 4), 1.0, alpha=True)
    assert covers(fading, IDENTITY, (0.01, 4), 1.0, alpha=True)


def test_what_is_below_a_transparent_part_is_found() -> None:
    hidden = strip(*SQUARE, colors=(0, 0, 0, 0) * 4)

    assert covers(geometry(hidden, strip(*SQUARE)), IDENTITY, (4, 4), 1.0, alpha=True)
    assert covers(geometry(strip(*SQUARE), hidden), IDENTITY, (4, 4), 1.0, alpha=True)


def test_each_run_is_looked_up_in_its_own_texture() -> None:
    clear = ImageTexture(Image.create(2, 2))
    rows = np.array([strip(*SQUARE), strip(*(number + 10 for number in SQUARE))], INSTANCE).tobytes()
    runs: Any = ((clear, False, 1, True, None), (None, False, 1, True, None))
    shown = Geometry(rows, runs)

    assert not covers(shown, IDENTITY, (4, 4), 1.0, alpha=True)
    assert covers(shown, IDENTITY, (14, 14), 1.0, alpha=True)


def test_a_texture_without_a_picture_counts_as_opaque() -> None:
    class Drawn(Texture2D):
        render_target = object()

    for texture in (Texture2D(), Drawn()):
        assert covers(geometry(strip(*SQUARE), texture=texture), IDENTITY, (4, 4), 1.0, alpha=True)


def test_among_many_strips_the_one_at_the_point_is_found() -> None:
    rows = [strip(*(number + 10 * i for number in SQUARE)) for i in range(10_000)]
    many = geometry(*rows)

    assert covers(many, IDENTITY, (99_994, 99_994), 1.0)
    assert not covers(many, IDENTITY, (99_989, 99_989), 1.0)


# --- what is read in another way ---


def read(texture: Texture2D, special: Special) -> Geometry:
    run: Any = (texture, False, 1, True, special)
    return Geometry(np.array([strip(*SQUARE)], INSTANCE).tobytes(), (run,))


def of_one_texel(*levels: int) -> ImageTexture:
    return ImageTexture(Image(np.array([[levels]], np.uint8)))


@pytest.mark.parametrize(
    ("levels", "outline", "inside"),
    [
        ((200, 200, 200, 255), 0.0, True),
        ((100, 100, 100, 255), 0.0, False),
        ((255, 200, 0, 255), 0.0, True),  # the median counts
        ((255, 100, 0, 255), 0.0, False),
        ((200, 200, 200, 100), 0.0, False),  # and the alpha, where it is less
        ((100, 100, 100, 255), 1.0, True),  # an outline of a quarter of the span
        ((10, 10, 10, 255), 99.0, True),
    ],
)
def test_a_distance_field_is_there_inside_of_its_shape(levels: tuple[int, ...], outline: float, inside: bool) -> None:
    shown = read(of_one_texel(*levels), Special(Way.FIELD, 4.0, outline))

    assert covers(shown, IDENTITY, (4, 4), 1.0, alpha=True) == inside
    assert covers(shown, IDENTITY, (4, 4), 1.0)


@pytest.mark.parametrize(
    ("levels", "inside"), [((0, 9, 0, 255), True), ((0, 0, 0, 255), False), ((255, 255, 255, 254), False)]
)
def test_letters_for_lcds_are_there_where_any_channel_is_covered(levels: tuple[int, ...], inside: bool) -> None:
    shown = read(of_one_texel(*levels), Special(Way.SUBPIXEL))

    assert covers(shown, IDENTITY, (4, 4), 1.0, alpha=True) == inside


def test_a_part_of_an_animation_is_there_while_it_is_its_turn() -> None:
    shown = read(of_one_texel(255, 255, 255, 255), Special(slice=Slice(2.0, 1.0, 2.0, 0.0)))

    assert [covers(shown, IDENTITY, (4, 4), 1.0, time=time) for time in (0.5, 1.5, 2.5)] == [False, True, False]
