"""Obstacles of pairs of rounded convex polygons, beside distances that the hull of all differences of points gives."""

from __future__ import annotations

import random
from math import hypot

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.spatial import ConvexHull

from engine.math.geometry.convex import RoundedConvex
from engine.math.geometry.minkowski import difference
from engine.math.geometry.obstacles import Contact, HalfPlane, Obstacle, Separation

Floats = NDArray[np.float64]

TILE = RoundedConvex(((0.0, 0.0), (32.0, 0.0), (32.0, 32.0), (0.0, 32.0)))
CIRCLE = RoundedConvex(((0.0, 0.0),), 5.0)
POINT = RoundedConvex(((0.0, 0.0),))
CAPSULE = RoundedConvex(((0.0, -10.0), (0.0, 10.0)), 5.0)
LEVEL = RoundedConvex(((0.0, 0.0), (10.0, 0.0)))
ROOF = RoundedConvex(((0.0, -10.0), (20.0, 10.0), (-20.0, 10.0)))


def some_shape(rng: random.Random) -> RoundedConvex:
    """A circle, a segment, a capsule, an upright box, or a polygon of up to 11 corners; all but boxes at random."""
    corners, radius = rng.choice([1, 2, 2, 4, 6, 11]), rng.choice([0.0, 0.0, 2.5, 7.0])
    if corners == 4:
        x, y, width, height = rng.uniform(-9, 9), rng.uniform(-9, 9), rng.uniform(5, 20), rng.uniform(5, 20)
        return RoundedConvex(((x, y), (x + width, y), (x + width, y + height), (x, y + height)), radius)
    points = np.array([(rng.uniform(-20, 20), rng.uniform(-20, 20)) for _ in range(corners)])
    kept = points[ConvexHull(points).vertices] if corners > 2 else points
    return RoundedConvex(tuple([(float(x), float(y)) for x, y in kept]), radius)


def distance_to_segment(x: Floats, a: Floats, b: Floats) -> float:
    way = b - a
    squared = float(way @ way)
    part = min(max(float((x - a) @ way) / squared, 0.0), 1.0) if squared else 0.0
    return float(np.linalg.norm(x - a - part * way))


class Differences:
    """The hull of all differences of the points of two shapes."""

    def __init__(self, moving: RoundedConvex, other: RoundedConvex) -> None:
        self.radius = moving.radius + other.radius
        points = np.array([(q[0] - p[0], q[1] - p[1]) for q in other.points for p in moving.points])
        self.planes: Floats | None = None
        self.corners = points
        if np.linalg.matrix_rank(points - points[0]) > 1:
            hull = ConvexHull(points)
            self.planes = hull.equations
            self.corners = points[hull.vertices]

    def distance(self, x: Floats) -> float:
        """Signed; where it overlaps, to the nearest side."""
        if self.planes is not None:
            behind = float((self.planes[:, :2] @ x + self.planes[:, 2]).max())
            if behind <= 0.0:
                return behind - self.radius
        ends = zip(self.corners, np.roll(self.corners, -1, axis=0), strict=True)
        return min(distance_to_segment(x, a, b) for a, b in ends) - self.radius


def pairs(seed: int, count: int) -> list[tuple[RoundedConvex, RoundedConvex, random.Random]]:
    rng = random.Random(seed)
    return [(some_shape(rng), some_shape(rng), rng) for _ in range(count)]


def point(rng: random.Random, most: float) -> Floats:
    return np.array([rng.uniform(-most, most), rng.uniform(-most, most)])


def signed(contact: Contact, separation: Separation) -> float:
    """How far apart the two points of a contact are along the normal."""
    x, y, other_x, other_y = contact
    return (x - other_x) * separation.x + (y - other_y) * separation.y


# --- Distances


def test_the_distance_of_any_two_shapes_is_that_of_a_point_to_all_differences() -> None:
    for moving, other, rng in pairs(1, 150):
        obstacle, exact = Obstacle(moving, other), Differences(moving, other)
        for _ in range(2):
            x = point(rng, 60.0)

            assert obstacle.separation(*x).distance == pytest.approx(exact.distance(x), abs=1e-9)


def test_moving_out_along_the_normal_gains_as_much_distance() -> None:
    for moving, other, rng in pairs(2, 150):
        obstacle = Obstacle(moving, other)
        x, y = (float(part) for part in point(rng, 60.0))
        now = obstacle.separation(x, y)

        assert hypot(now.x, now.y) == pytest.approx(1.0)
        if now.distance > 1e-3:
            assert obstacle.separation(x + now.x, y + now.y).distance == pytest.approx(now.distance + 1.0)
        else:
            out = -now.distance
            assert obstacle.separation(x + out * now.x, y + out * now.y).distance == pytest.approx(0.0, abs=1e-9)


def test_two_points_at_one_place_lead_out_upwards() -> None:
    assert Obstacle(CIRCLE, RoundedConvex(((3.0, 4.0),), 2.0)).separation(3.0, 4.0) == (-7.0, 0.0, -1.0)


def test_beyond_the_end_of_a_segment_along_its_line_it_is_as_far_as_the_end() -> None:
    rng = random.Random(8)
    for _ in range(300):
        (ax, ay), (bx, by), radius = point(rng, 20.0).tolist(), point(rng, 20.0).tolist(), rng.uniform(0.0, 3.0)
        obstacle = Obstacle(POINT, RoundedConvex(((ax, ay), (bx, by)), radius))
        x, y = ax + 3.0 * (bx - ax), ay + 3.0 * (by - ay)

        assert obstacle.separation(x, y).distance == pytest.approx(hypot(x - bx, y - by) - radius)


# --- Casts


def test_a_cast_stops_where_the_shapes_first_touch() -> None:
    for moving, other, rng in pairs(3, 150):
        obstacle, exact = Obstacle(moving, other), Differences(moving, other)
        x, motion = point(rng, 60.0), point(rng, 90.0)
        if exact.distance(x) <= 0.0:
            continue
        hit = obstacle.cast(*x, *motion)
        fractions = np.linspace(0.0, 1.0, 40)
        far = [exact.distance(x + fraction * motion) for fraction in fractions]
        if hit is None:
            assert min(far) > -1e-9
            continue
        assert exact.distance(x + hit.fraction * motion) == pytest.approx(0.0, abs=1e-9)
        assert all(each > -1e-9 for fraction, each in zip(fractions, far, strict=True) if fraction < hit.fraction)
        there = obstacle.separation(*(x + (hit.fraction - 1e-9) * motion))
        assert hit.x * there.x + hit.y * there.y > 0.999
        assert hit.x * motion[0] + hit.y * motion[1] < 0.0


@pytest.mark.parametrize("moving", [TILE, CIRCLE, CAPSULE, POINT, LEVEL, ROOF], ids=range(6))
@pytest.mark.parametrize("other", [TILE, CIRCLE, CAPSULE, ROOF], ids=range(4))
def test_one_that_overlaps_is_met_at_once_if_it_goes_deeper_and_lets_go_if_it_goes_out(
    moving: RoundedConvex, other: RoundedConvex
) -> None:
    obstacle = Obstacle(moving, other)
    x, y = obstacle.other.points[0]
    x, y = x - moving.points[0][0] + 0.25, y - moving.points[0][1] + 2.0
    now = obstacle.separation(x, y)
    assert now.distance < 0.0

    assert obstacle.cast(x, y, -3 * now.x, -3 * now.y) == (0.0, now.x, now.y)
    assert obstacle.cast(x, y, 100 * now.x, 100 * now.y) is None
    assert obstacle.cast(x, y, 0.0, 0.0) is None


@pytest.mark.parametrize("moving", [RoundedConvex(((-8.0, -8.0), (8.0, -8.0), (8.0, 8.0), (-8.0, 8.0))), CIRCLE, ROOF])
def test_to_slide_along_a_row_of_tiles_is_to_meet_none_of_them(moving: RoundedConvex) -> None:
    floor = -moving.bounds()[3]
    tiles = [RoundedConvex(tuple([(x + 32.0 * at, y) for x, y in TILE.points])) for at in range(5)]

    assert [Obstacle(moving, tile).cast(10.0, floor, 120.0, 0.0) for tile in tiles] == [None] * 5


def test_to_touch_a_corner_in_passing_is_not_to_meet_it() -> None:
    box = RoundedConvex(((-8.0, -8.0), (8.0, -8.0), (8.0, 8.0), (-8.0, 8.0)))

    assert Obstacle(box, TILE).cast(-20.0, -8.0, 12.0, 0.0) is None
    assert Obstacle(box, TILE).cast(-8.0, -8.0, 5.0, 0.0) is None
    assert Obstacle(box, TILE).cast(-8.0, -8.0, 5.0, 0.5) is not None
    assert Obstacle(box, TILE).cast(-8.0, -20.0, 0.0, 60.0) is None
    assert Obstacle(box, TILE).cast(40.0, -20.0, 0.0, 60.0) is None
    assert Obstacle(CIRCLE, TILE).cast(-20.0, -5.0, 60.0, 0.0) is None
    assert Obstacle(CIRCLE, POINT).cast(-20.0, -5.0, 60.0, 0.0) is None


@pytest.mark.parametrize("moving", [CIRCLE, CAPSULE, RoundedConvex(TILE.points, 5.0)], ids=range(3))
@pytest.mark.parametrize("other", [TILE, ROOF, LEVEL, RoundedConvex(ROOF.points, 4.0)], ids=range(4))
def test_beside_a_round_corner_there_is_room_up_to_the_corner_itself(
    moving: RoundedConvex, other: RoundedConvex
) -> None:
    obstacle, exact = Obstacle(moving, other), Differences(moving, other)
    rng = random.Random(7)
    tried = 0
    for corner in np.repeat(exact.corners, 80, axis=0):
        x = corner + point(rng, 1.05 * exact.radius)
        motion = corner - x + point(rng, 1.3 * exact.radius)
        if exact.distance(x) <= 1e-6:
            continue
        tried += 1
        far = [exact.distance(x + part * motion) for part in np.linspace(0.0, 1.0, 30)]
        hit = obstacle.cast(*x, *motion)
        if hit is None:
            assert min(far) > -1e-9
        else:
            assert exact.distance(x + hit.fraction * motion) == pytest.approx(0.0, abs=1e-9)
            assert min(far[: int(hit.fraction * 29) + 1]) > -1e-9
            assert hit.x * motion[0] + hit.y * motion[1] < 0.0
    assert tried > 15


def test_a_circle_is_met_where_its_line_is() -> None:
    assert Obstacle(CIRCLE, POINT).cast(-5.5, 0.0, 1.0, 0.0) == (0.5, -1.0, 0.0)
    assert Obstacle(CIRCLE, POINT).cast(-12.0, 3.0, 16.0, 0.0) == pytest.approx((0.5, -0.8, 0.6))
    assert Obstacle(CIRCLE, POINT).cast(-12.0, 3.0, 7.9, 0.0) is None


def test_a_point_does_not_pass_between_the_sides_of_a_polygon_at_its_corners() -> None:
    ring = RoundedConvex(tuple([(float(x), float(y)) for x, y in np.array(ROOF.points) * 0.1 + 0.3]))
    obstacle = Obstacle(POINT, ring)

    for corner_x, corner_y in ring.points:
        for turn in np.linspace(0.0, 2.0 * np.pi, 50):
            x, y = corner_x + 7.0 * np.cos(turn), corner_y + 7.0 * np.sin(turn)
            middle_x, middle_y = ring.points[0][0], ring.points[0][1] + 1.2
            aim_x, aim_y = corner_x + 1e-9 * (middle_x - corner_x), corner_y + 1e-9 * (middle_y - corner_y)
            assert obstacle.cast(x, y, 1.5 * (aim_x - x), 1.5 * (aim_y - y)) is not None


@pytest.mark.parametrize("radius", [0.0, 3.0])
def test_a_fast_point_does_not_pass_through_a_segment(radius: float) -> None:
    slanted = RoundedConvex(((0.3, 0.1), (10.7, 3.3)), radius)
    obstacle = Obstacle(POINT, slanted)

    for part in np.linspace(0.0, 1.0, 33):
        x, y = 0.3 + 10.4 * part, 0.1 + 3.2 * part

        assert obstacle.cast(x + 1.0, y - 1000.0, -2.0, 2000.0) is not None
        assert obstacle.cast(x + 1.0, y + 1000.0, -2.0, -2000.0) is not None


# --- Contacts


def test_contacts_lie_on_both_edges_and_are_as_far_apart_as_the_shapes() -> None:
    for moving, other, rng in pairs(4, 150):
        obstacle = Obstacle(moving, other)
        x, y = (float(part) for part in point(rng, 40.0))
        now = obstacle.separation(x, y)
        found = obstacle.contacts(x, y, now)
        mine, theirs = Differences(POINT, moving), Differences(POINT, other)

        assert 1 <= len(found) <= 2
        closest = min(found, key=lambda each: signed(each, now))
        assert signed(closest, now) == pytest.approx(now.distance, abs=1e-2)  # a third of a degree of 20 pixels
        for each in found:
            assert mine.distance(np.array([each.x - x, each.y - y])) == pytest.approx(0.0, abs=0.1)
            assert theirs.distance(np.array([each.other_x, each.other_y])) == pytest.approx(0.0, abs=0.1)


def test_a_box_on_a_tile_touches_it_at_both_ends_of_what_they_share() -> None:
    box = RoundedConvex(((-8.0, -8.0), (8.0, -8.0), (8.0, 8.0), (-8.0, 8.0)))
    obstacle = Obstacle(box, TILE)
    now = obstacle.separation(30.0, -6.0)

    assert now == (-2.0, 0.0, -1.0)
    assert sorted(obstacle.contacts(30.0, -6.0, now)) == [(22.0, 2.0, 22.0, 0.0), (32.0, 2.0, 32.0, 0.0)]


def test_round_shapes_touch_at_one_place() -> None:
    now = Obstacle(CIRCLE, CAPSULE).separation(8.0, 3.0)
    corner = Obstacle(CIRCLE, TILE)

    assert now == (-2.0, 1.0, 0.0)
    assert Obstacle(CIRCLE, CAPSULE).contacts(8.0, 3.0, now) == [(3.0, 3.0, 5.0, 3.0)]
    assert corner.contacts(-6.0, -8.0, corner.separation(-6.0, -8.0)) == [(-3.0, -4.0, 0.0, 0.0)]


def test_sides_that_are_not_quite_parallel_touch_only_where_they_overlap() -> None:
    tilted = RoundedConvex(((-20.0, -8.0), (20.0, -8.1), (20.0, 7.9), (-20.0, 8.0)))
    wide = RoundedConvex(((-99.0, 0.0), (99.0, 0.0), (99.0, 32.0), (-99.0, 32.0)))
    obstacle = Obstacle(tilted, wide)
    now = obstacle.separation(0.0, -7.95)

    (only,) = obstacle.contacts(0.0, -7.95, now)

    assert only == pytest.approx((-20.0, 0.05, -20.0, 0.0), abs=1e-3)


# --- Half planes


def test_a_half_plane_is_met_by_the_deepest_point_from_any_distance() -> None:
    floor = HalfPlane(ROOF, 0.0, -1.0, -100.0)  # the ground from y = 100 on

    assert floor.separation(0.0, 80.0) == (10.0, 0.0, -1.0)
    assert floor.cast(0.0, 80.0, 5.0, 40.0) == (0.25, 0.0, -1.0)
    assert floor.cast(0.0, 80.0, 5.0, 9.0) is None
    assert floor.cast(0.0, 95.0, 5.0, 0.1) == (0.0, 0.0, -1.0)
    assert floor.cast(0.0, 95.0, 5.0, 0.0) is None
    assert sorted(floor.contacts(0.0, 95.0, floor.separation(0.0, 95.0))) == [
        (-20.0, 105.0, -20.0, 100.0),
        (20.0, 105.0, 20.0, 100.0),
    ]


# --- Parts


def test_a_difference_has_the_corners_of_the_hull_of_all_differences() -> None:
    for moving, other, _ in pairs(5, 100):
        exact = Differences(moving, other)
        found = np.array(difference(other.points, moving.points))

        assert len(found) == len(np.unique(exact.corners, axis=0))
        for corner in found:
            assert min(np.linalg.norm(exact.corners - corner, axis=1)) < 1e-9


def test_what_is_swept_is_what_lies_on_the_way() -> None:
    for shape, _, rng in pairs(6, 100):
        motion, x = point(rng, 30.0), point(rng, 40.0)
        swept = Obstacle(POINT, shape.swept(*motion))
        steps = [Obstacle(POINT, shape).separation(*(x - part * motion)).distance for part in np.linspace(0, 1, 200)]

        if min(steps) > 0.3:
            assert swept.separation(*x).distance == pytest.approx(min(steps), abs=0.3)
        if min(steps) < -1e-9:
            assert swept.separation(*x).distance < 0.0
