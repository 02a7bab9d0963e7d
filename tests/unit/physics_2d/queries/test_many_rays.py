"""`cast_rays`: each row is what a single ray would give."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from engine import InvalidTypeError, InvalidValueError
from engine.resources.shapes_2d.world_boundary_shape_2d import WorldBoundaryShape2D
from engine.tree.scene_tree import SceneTree
from nodes import Area2D, StaticBody2D
from servers.physics_2d import PhysicsRayQueryParameters2D
from tests.unit.physics_2d.worlds import circle, rectangle, state, wall, with_shape


def test_rows_say_where_each_ray_ends_and_what_it_has_met(tree: SceneTree) -> None:
    second = wall(tree, 0, 100)
    first = wall(tree, 100, 0)

    hits = state(tree).cast_rays([(0, 0), (0, 0), (0, 0)], [(200, 0), (0, 100), (-100, 0)])

    assert hits.hit.tolist() == [True, True, False]
    assert hits.fraction.tolist() == [0.375, 0.75, 1.0]
    assert hits.position.tolist() == [[75, 0], [0, 75], [-100, 0]]
    assert hits.normal.tolist() == [[-1, 0], [0, -1], [0, 0]]
    assert hits.rid.tolist() == [first.get_rid(), second.get_rid(), 0]
    assert hits.shape.tolist() == [0, 0, -1]
    assert [hits.colliders[at] for at in hits.collider[:2].tolist()] == [first, second]
    assert hits.collider[2] == -1
    assert len(hits.colliders) == 2


def test_they_are_those_of_rays_around_circles_as_geometry_has_them(tree: SceneTree) -> None:
    rng = np.random.default_rng(7)
    centers = rng.uniform(-300, 300, (30, 2))
    radii = rng.uniform(5, 25, 30)
    for (x, y), radius in zip(centers.tolist(), radii.tolist(), strict=True):
        wall(tree, x, y, circle(radius))
    starts = rng.uniform(-300, 300, (400, 2))
    ends = rng.uniform(-300, 300, (400, 2))

    hits = state(tree).cast_rays(starts, ends)

    way = ends - starts
    offset = starts[:, None] - centers[None]
    a = (way**2).sum(-1)[:, None]
    b = (offset * way[:, None]).sum(-1)
    c = (offset**2).sum(-1) - radii**2
    under = b * b - a * c
    entered = np.where((under > 0) & (c > 0), (-b - np.sqrt(np.maximum(under, 0))) / a, np.inf)
    entered[(entered < 0) | (entered > 1)] = np.inf
    expected = entered.min(axis=1)
    assert hits.hit.tolist() == np.isfinite(expected).tolist()
    assert 40 < hits.hit.sum() < 360
    assert np.allclose(hits.fraction[hits.hit], expected[hits.hit], atol=1e-9)
    nearest = entered.argmin(axis=1)[hits.hit]
    out = (hits.position[hits.hit] - centers[nearest]) / radii[nearest, None]
    assert np.allclose(hits.normal[hits.hit], out, atol=1e-9)


@pytest.mark.parametrize("inside", [False, True])
@pytest.mark.parametrize("areas", [False, True])
def test_each_row_is_what_a_single_ray_gives(tree: SceneTree, inside: bool, areas: bool) -> None:
    rng = np.random.default_rng(3)
    for number, (x, y) in enumerate(rng.uniform(0, 600, (60, 2)).tolist()):
        shape = circle(20) if number % 3 else rectangle(30, 60)
        kind = Area2D if number % 5 == 0 else StaticBody2D
        body = kind(position=(x, y), rotation=number * 0.3, collision_layer=1 << number % 3)
        tree.root.add_child(with_shape(body, shape))
    wall(tree, 0, 550, WorldBoundaryShape2D())
    wall(tree, 590, 0, WorldBoundaryShape2D(normal=(-1, -0.2)), collision_layer=4)
    starts, ends = rng.uniform(-50, 650, (2, 300, 2))
    mask = 0b011
    asked = state(tree)

    hits = asked.cast_rays(starts, ends, mask, collide_with_areas=areas, hit_from_inside=inside)

    for row in range(len(starts)):
        one = asked.intersect_ray(
            PhysicsRayQueryParameters2D(starts[row], ends[row], mask, collide_with_areas=areas, hit_from_inside=inside)
        )
        assert (one is not None) == hits.hit[row]
        if one is not None:
            assert hits.rid[row] == one.rid
            assert hits.shape[row] == one.shape
            assert np.allclose(hits.position[row], one.position, atol=1e-9)
            assert np.allclose(hits.normal[row], one.normal, atol=1e-12)
    assert 50 < hits.hit.sum() < 300


def test_who_is_excluded_is_passed_through_by_all(tree: SceneTree) -> None:
    first, second, third = (wall(tree, x, 0) for x in (100, 200, 300))

    hits = state(tree).cast_rays([(0, 0), (150, 0)], [(400, 0), (400, 0)], exclude=(first, second))

    assert hits.rid.tolist() == [third.get_rid()] * 2


def test_half_planes_are_met_everywhere(tree: SceneTree) -> None:
    floor = wall(tree, 0, 100, WorldBoundaryShape2D())

    hits = state(tree).cast_rays([(-9e6, 0), (0, 50), (9e6, 200)], [(-9e6, 400), (0, 50), (9e6, 0)])

    assert hits.hit.tolist() == [True, False, False]
    assert hits.position[0].tolist() == [-9e6, 100]
    assert hits.colliders == (floor,)


def test_no_rays_and_no_bodies_give_no_hits(tree: SceneTree) -> None:
    without = state(tree).cast_rays([(0, 0)], [(10, 0)])
    wall(tree, 0, 0)
    none = state(tree).cast_rays([], np.zeros((0, 2)))

    assert without.hit.tolist() == [False]
    assert without.position.tolist() == [[10, 0]]
    assert none.hit.shape == (0,)
    assert none.position.shape == (0, 2)
    assert none.colliders == without.colliders == ()


def test_the_arrays_given_stay_as_they_are(tree: SceneTree) -> None:
    wall(tree, 100, 0)
    starts, ends = np.zeros((2, 2)), np.full((2, 2), 100.0)
    hits = state(tree).cast_rays(starts, ends)

    hits.position[:] = 7.0

    assert (ends == 100.0).all()
    assert (starts == 0.0).all()


@pytest.mark.parametrize(
    ("origins", "targets", "error", "text"),
    [
        ("here", [(0, 0)], InvalidTypeError, r"cast_rays\(origins\) must be numbers, \(N, 2\), got 'here'"),
        ([(0, 0, 0)], [(0, 0)], InvalidValueError, r"cast_rays\(origins\) must be points, .* shape \(1, 3\)"),
        ([0, 0], [(0, 0)], InvalidValueError, r"cast_rays\(origins\) must be points, .* shape \(2,\)"),
        (
            [(0, 0)],
            [(0, 0), (1, 1)],
            InvalidValueError,
            r"cast_rays\(targets\) must be as many as origins, got 2 for 1",
        ),
        ([(0, 0)] * 2, [(0, 0), (1, np.nan)], InvalidValueError, r"cast_rays\(targets\) must be finite, .* in row 1"),
    ],
)
def test_bad_arrays_are_refused(tree: SceneTree, origins: Any, targets: Any, error: type[Exception], text: str) -> None:
    with pytest.raises(error, match=text):
        state(tree).cast_rays(origins, targets)
