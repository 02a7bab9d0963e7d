"""Shapes that are baked for the place they have in a body: beside pymunk, and beside numbers worked out by hand."""

from __future__ import annotations

from math import pi, sqrt

import numpy as np
import pymunk
import pytest

from engine.math import Transform2D
from engine.resources.shapes_2d.capsule_shape_2d import CapsuleShape2D
from engine.resources.shapes_2d.circle_shape_2d import CircleShape2D
from engine.resources.shapes_2d.concave_polygon_shape_2d import ConcavePolygonShape2D
from engine.resources.shapes_2d.convex_polygon_shape_2d import ConvexPolygonShape2D
from engine.resources.shapes_2d.rectangle_shape_2d import RectangleShape2D
from engine.resources.shapes_2d.segment_shape_2d import SegmentShape2D
from engine.resources.shapes_2d.separation_ray_shape_2d import SeparationRayShape2D
from engine.resources.shapes_2d.shape_2d import Shape2D
from engine.resources.shapes_2d.world_boundary_shape_2d import WorldBoundaryShape2D
from servers.physics_2d.shapes.baking import BakedShape, bake
from servers.physics_2d.shapes.mass import combined

HERE = Transform2D.IDENTITY
TRIANGLE = ((0, 0), (0, 4), (6, 0))  # against the way in which corners go round


def scaled(x: float, y: float, rotation: float = 0.0, skew: float = 0.0) -> Transform2D:
    return Transform2D(rotation, (x, y), skew, (100, 50))


def made(baked: BakedShape) -> list[pymunk.Shape]:
    return baked.make(pymunk.Body(body_type=pymunk.Body.STATIC))


def area_of(points: np.ndarray) -> float:
    x, y = points.T
    return float(0.5 * (x @ np.roll(y, -1) - y @ np.roll(x, -1)))


# --- Geometry


def test_a_rectangle_becomes_a_polygon_with_the_scale_in_it() -> None:
    baked = bake(RectangleShape2D(size=(10, 4)), scaled(2, 3))

    (poly,) = made(baked)
    assert isinstance(poly, pymunk.Poly)
    assert sorted(poly.get_vertices()) == [(90, 44), (90, 56), (110, 44), (110, 56)]
    assert sorted(baked.convex[0].points) == [(90, 44), (90, 56), (110, 44), (110, 56)]


def test_a_skewed_rectangle_is_a_parallelogram_of_the_right_area() -> None:
    baked = bake(RectangleShape2D(size=(10, 4)), scaled(2, 3, rotation=1.0, skew=0.5))

    assert baked.mass().area == pytest.approx(40 * 6 * np.cos(0.5))
    assert (baked.mass().x, baked.mass().y) == pytest.approx((100, 50))


@pytest.mark.parametrize("mirrored", [1.0, -1.0])
def test_corners_go_round_in_one_way_whatever_the_order_of_points_and_the_sign_of_the_scale(mirrored: float) -> None:
    for points in (TRIANGLE, TRIANGLE[::-1]):
        (part,) = bake(ConvexPolygonShape2D(points=points), scaled(mirrored, 1)).convex

        assert area_of(np.array(part.points)) == pytest.approx(12.0)


def test_points_that_make_no_convex_polygon_become_their_hull() -> None:
    dented = ConvexPolygonShape2D(points=((0, 0), (10, 0), (10, 10), (5, 2), (0, 10), (0, 0)))

    (part,) = bake(dented, HERE).convex
    (poly,) = made(bake(dented, HERE))

    assert sorted(part.points) == [(0, 0), (0, 10), (10, 0), (10, 10)]
    assert isinstance(poly, pymunk.Poly)
    assert sorted(poly.get_vertices()) == [(0, 0), (0, 10), (10, 0), (10, 10)]


def test_an_even_scale_keeps_circles_and_capsules_round() -> None:
    (circle,) = made(bake(CircleShape2D(radius=3), scaled(2, -2, rotation=1.0)))
    (capsule,) = made(bake(CapsuleShape2D(radius=3, height=20), scaled(2, 2, rotation=pi / 2)))

    assert isinstance(circle, pymunk.Circle)
    assert circle.radius == pytest.approx(6)
    assert circle.offset == (100, 50)
    assert isinstance(capsule, pymunk.Segment)
    assert capsule.radius == pytest.approx(6)
    assert sorted([tuple(capsule.a), tuple(capsule.b)]) == [pytest.approx((86, 50)), pytest.approx((114, 50))]


def test_a_capsule_as_wide_as_high_is_a_circle() -> None:
    (circle,) = made(bake(CapsuleShape2D(radius=5, height=10), HERE))

    assert isinstance(circle, pymunk.Circle)
    assert circle.radius == 5


@pytest.mark.parametrize(("x", "y", "skew"), [(3, 1, 0.0), (1, 5, 0.0), (2, 2, 0.4)])
def test_an_uneven_scale_makes_ellipses_within_half_a_percent(x: float, y: float, skew: float) -> None:
    circle = bake(CircleShape2D(radius=3), scaled(x, y, rotation=0.7, skew=skew))
    capsule = bake(CapsuleShape2D(radius=3, height=20), scaled(x, y, rotation=0.7, skew=skew))
    factor = x * y * np.cos(skew)

    assert circle.mass().area == pytest.approx(9 * pi * factor, rel=0.01)
    assert capsule.mass().area == pytest.approx((9 * pi + 6 * 14) * factor, rel=0.01)
    inverse = scaled(x, y, rotation=0.7, skew=skew).affine_inverse()
    for corner in circle.convex[0].points:
        assert inverse.xform(corner).length() == pytest.approx(3)
    assert len(circle.convex[0].points) == 32


def test_a_segment_keeps_no_thickness() -> None:
    (segment,) = made(bake(SegmentShape2D(a=(1, 1), b=(2, 3)), scaled(2, 3)))

    assert isinstance(segment, pymunk.Segment)
    assert (tuple(segment.a), tuple(segment.b), segment.radius) == ((102, 53), (104, 59), 0)


def test_a_concave_polygon_is_a_segment_each_without_those_of_no_length() -> None:
    baked = bake(ConcavePolygonShape2D(segments=((0, 0), (5, 0), (5, 0), (5, 0), (5, 0), (9, 4))), HERE)

    assert baked.is_concave
    assert [part.points for part in baked.convex] == [((0, 0), (5, 0)), ((5, 0), (9, 4))]
    assert len(made(baked)) == 2


def test_nothing_catches_where_the_lines_of_a_concave_polygon_meet() -> None:
    def heights(shape: Shape2D) -> list[float]:
        space = pymunk.Space()
        space.gravity = (0, 980)
        space.add(*bake(shape, HERE).make(space.static_body))
        ball = pymunk.Body(1, 10)
        ball.position, ball.velocity = (10, -9.5), (300, 0)
        space.add(ball, pymunk.Circle(ball, 10))
        seen = []
        for _ in range(90):
            space.step(1 / 120)
            seen.append(ball.position.y)
        return seen

    whole = ConcavePolygonShape2D(segments=((0, 0), (320, 0)))
    pieces = ConcavePolygonShape2D(segments=[(x + end, 0) for x in range(0, 320, 8) for end in (0, 8)])

    assert heights(pieces) == pytest.approx(heights(whole), abs=1e-6)


def test_a_boundary_holds_up_bodies_far_away_from_it() -> None:
    baked = bake(WorldBoundaryShape2D(normal=(1, -1), distance=10), HERE)
    assert baked.boundary == pytest.approx((sqrt(0.5), -sqrt(0.5), 10 * sqrt(2)))
    space = pymunk.Space()
    space.add(*baked.make(space.static_body))

    for along in (-7e5, 0.0, 7e5):
        middle = 10 + along, -10 + along
        outside = space.point_query_nearest((middle[0] + 1, middle[1] - 1), 100, pymunk.ShapeFilter())
        inside = space.point_query_nearest((middle[0] - 2e5, middle[1] + 2e5), 100, pymunk.ShapeFilter())

        assert outside is not None
        assert outside.distance == pytest.approx(sqrt(2), abs=1e-6)
        assert inside is not None
        assert inside.distance < 0


def test_a_ray_is_nothing_to_pymunk() -> None:
    baked = bake(SeparationRayShape2D(length=10, slide_on_slope=True), scaled(2, 3))

    assert baked.ray == (100, 50, 100, 80, True)
    assert (made(baked), baked.convex, baked.flaw) == ([], (), "")


def test_what_is_baked_stays_as_it_is_when_the_shape_changes() -> None:
    shape = CircleShape2D(radius=3)
    baked = bake(shape, HERE)

    shape.radius = 9

    assert baked.convex[0].radius == 3


@pytest.mark.parametrize(
    ("shape", "transform", "flaw"),
    [
        (Shape2D(), HERE, "it is a Shape2D, which has no form; take one of its kinds"),
        (RectangleShape2D(size=(0, 5)), HERE, "its size is 0"),
        (CircleShape2D(radius=0), HERE, "its radius is 0"),
        (CapsuleShape2D(radius=0), HERE, "its radius is 0"),
        (SegmentShape2D(b=(0, 0)), HERE, "the ends of each segment are at one point"),
        (ConvexPolygonShape2D(points=((0, 0), (1, 1))), HERE, "it has 2 points, and a polygon takes at least 3"),
        (ConvexPolygonShape2D(points=((0, 0), (1, 1), (2, 2))), HERE, "its points lie on one line"),
        (ConcavePolygonShape2D(), HERE, "it has no segments"),
        (SeparationRayShape2D(length=0), HERE, "its length is 0"),
        (RectangleShape2D(), scaled(0, 1), "its scale is 0"),
        (CircleShape2D(), scaled(1, 0), "its scale is 0"),
        (CapsuleShape2D(), Transform2D(0, 0, 0, 0, 0, 0), "its scale is 0"),
        (SegmentShape2D(), scaled(0, 0), "its scale is 0"),
        (SeparationRayShape2D(), scaled(1, 0), "its scale is 0"),
        (WorldBoundaryShape2D(), scaled(1, 0), "its scale is 0"),
        (RectangleShape2D(), Transform2D(1, 1, 2, 2, 0, 0), "its skew leaves it no area"),
        (CircleShape2D(radius=5e-324), HERE, "its radius is below 1e-06 px"),
        (CircleShape2D(radius=1e15), HERE, "it reaches further than 1e+15 px"),
        (CapsuleShape2D(height=1e300), HERE, "it reaches further than 1e+15 px"),
        (RectangleShape2D(size=(1e300, 1e300)), HERE, "it reaches further than 1e+15 px"),
        (RectangleShape2D(), scaled(1e300, 1e300), "it reaches further than 1e+15 px"),
        (ConvexPolygonShape2D(points=((0, 0), (1e300, 0), (0, 1))), HERE, "it reaches further than 1e+15 px"),
        (SegmentShape2D(b=(1e16, 0)), HERE, "it reaches further than 1e+15 px"),
        (SeparationRayShape2D(length=1e300), scaled(1, 1e300), "it reaches further than 1e+15 px"),
        (WorldBoundaryShape2D(distance=1e300), HERE, "it reaches further than 1e+15 px"),
    ],
    ids=range(25),
)
def test_a_degenerate_shape_says_why_there_is_nothing_of_it(shape: Shape2D, transform: Transform2D, flaw: str) -> None:
    baked = bake(shape, transform)

    assert baked.flaw == flaw
    assert (baked.convex, baked.boundary, baked.ray, made(baked)) == ((), None, None, [])


# --- Mass


def grid(baked: BakedShape, step: float) -> np.ndarray:
    """The points of a fine grid that are inside, by pymunk."""
    (shape,) = made(baked)
    space = pymunk.Space()
    space.add(*[each for each in (shape.body, shape) if each is not None])
    left, bottom, right, top = shape.cache_bb()
    x, y = np.meshgrid(np.arange(left, right, step) + step / 2, np.arange(bottom, top, step) + step / 2)
    points = np.stack((x.ravel(), y.ravel()), axis=1)
    return points[[shape.point_query((px, py)).distance <= 0 for px, py in points.tolist()]]


@pytest.mark.parametrize(
    "shape",
    [
        CircleShape2D(radius=8),
        CapsuleShape2D(radius=4, height=20),
        ConvexPolygonShape2D(points=((0, 0), (0, 16), (24, 0))),
    ],
    ids=range(3),
)
def test_mass_properties_are_those_of_all_points_inside(shape: Shape2D) -> None:
    baked = bake(shape, scaled(1.5, 1.5, rotation=0.6))
    area, x, y, moment = baked.mass()
    inside = grid(baked, 0.25)
    middle = inside.mean(axis=0)

    assert area == pytest.approx(len(inside) * 0.25**2, rel=0.01)
    assert (x, y) == pytest.approx(tuple(middle), abs=0.05)
    assert moment == pytest.approx(((inside - middle) ** 2).sum(axis=1).mean(), rel=0.01)


def test_moments_of_simple_shapes_are_those_of_the_textbook() -> None:
    assert bake(RectangleShape2D(size=(30, 40)), HERE).mass() == pytest.approx((1200, 0, 0, 2500 / 12))
    assert bake(CircleShape2D(radius=10), HERE).mass() == pytest.approx((100 * pi, 0, 0, 50))
    assert bake(SegmentShape2D(a=(0, 0), b=(0, 12)), HERE).mass() == pytest.approx((0, 0, 6, 12))
    assert bake(WorldBoundaryShape2D(), HERE).mass() == (0, 0, 0, 0)


def test_halves_of_a_rectangle_together_are_the_rectangle() -> None:
    left = bake(RectangleShape2D(size=(10, 40)), Transform2D(0.0, (-5, 3))).mass()
    right = bake(RectangleShape2D(size=(20, 40)), Transform2D(0.0, (10, 3))).mass()

    assert combined([left, right]) == pytest.approx((1200, 5, 3, 2500 / 12))


def test_lines_weigh_nothing_beside_what_has_an_area() -> None:
    box = bake(RectangleShape2D(), HERE).mass()
    line = bake(SegmentShape2D(a=(50, 0), b=(90, 0)), HERE).mass()

    assert combined([box, line]) == box
    assert combined([line, line]) == pytest.approx((0, 70, 0, 1600 / 12))
    assert combined([]) == (0, 0, 0, 0)
