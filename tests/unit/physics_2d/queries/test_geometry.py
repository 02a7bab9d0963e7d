"""The geometry below the queries, where no question gets to."""

from __future__ import annotations

import pytest

from engine.math.geometry.convex import RoundedConvex
from engine.resources.shapes_2d.collision import STILL
from engine.resources.shapes_2d.solid import Boundary, Ray, Solid
from servers.physics_2d.queries.geometry import bounds, grown, holds, met_at, met_by_point

CIRCLE = Solid((RoundedConvex(((10.0, 0.0),), 5.0),))
FLOOR = Solid(boundary=Boundary(0.0, -1.0, 0.0))
LEG = Solid(ray=Ray(0.0, 0.0, 0.0, 20.0, False))


def test_bounds_hold_all_that_a_solid_passes_over() -> None:
    assert bounds(CIRCLE, (3.0, -4.0)) == (5.0, -9.0, 18.0, 5.0)
    assert bounds(LEG, (7.0, 9.0)) == (0.0, 0.0, 0.0, 29.0)
    assert bounds(LEG, (7.0, -9.0)) == (0.0, 0.0, 0.0, 20.0)
    left, top, right, bottom = bounds(FLOOR, STILL)
    assert left < -1e6
    assert top < -1e6
    assert right > 1e6
    assert bottom > 1e6


def test_a_grown_half_plane_begins_earlier_and_a_ray_stays() -> None:
    assert grown(FLOOR, 3.0).boundary == Boundary(0.0, -1.0, 3.0)
    assert grown(LEG, 3.0) == LEG
    assert grown(CIRCLE, 3.0).parts[0].radius == 8.0
    assert grown(CIRCLE, 0.0) is CIRCLE


def test_half_planes_do_not_meet_one_another_nor_rays_rays() -> None:
    assert met_at(FLOOR, (0.0, 10.0), FLOOR) is None
    assert met_at(LEG, (0.0, 10.0), LEG) is None


def test_a_ray_that_begins_in_a_solid_does_not_meet_it() -> None:
    inside = Solid(ray=Ray(10.0, 0.0, 10.0, 2.0, False))

    assert met_at(inside, (0.0, 30.0), CIRCLE) is None


def test_a_point_on_an_edge_is_not_inside() -> None:
    assert not holds(CIRCLE, 5.0, 0.0)
    assert holds(CIRCLE, 5.0001, 0.0)
    assert not holds(FLOOR, 7.0, 0.0)
    assert holds(FLOOR, 7.0, 0.0001)
    assert not holds(LEG, 0.0, 10.0)


def test_of_the_parts_of_a_solid_the_first_on_the_way_is_met() -> None:
    both = Solid((RoundedConvex(((30.0, 0.0),), 5.0), *CIRCLE.parts))

    hit = met_by_point(both, 0.0, 0.0, (100.0, 0.0))

    assert hit is not None
    assert hit.fraction == pytest.approx(0.05)
    assert met_by_point(both, 0.0, 0.0, (0.0, 100.0)) is None
