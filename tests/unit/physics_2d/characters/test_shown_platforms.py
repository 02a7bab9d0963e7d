"""Characters on moving platforms while the tree interpolates: the two are shown together, and jump together."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engine.math import Vector2
from engine.tree.scene_tree import SceneTree
from nodes import CharacterBody2D
from tests.unit.physics_2d.worlds import Platform

STEP = 1 / 60
SPEED = Vector2(90.0, -120.0)
Fixture = Callable[..., Any]


@pytest.fixture(params=["platform first", "walker first"])
def ride(request: pytest.FixtureRequest, tree: SceneTree, put: Fixture, walk: Fixture) -> Fixture:
    """A character that stands on a platform which began to move a while ago."""
    tree.physics_interpolation = True

    def ride(syncs: bool) -> tuple[Platform, CharacterBody2D]:
        walker = walk((0.0, -20.0)) if request.param == "walker first" else None
        platform: Platform = put(Platform(sync_to_physics=syncs), (200.0, 40.0), (0.0, 20.0))
        walker = walker or walk((0.0, -20.0))
        tree.frames(10)
        platform.speed = SPEED
        tree.frames(4)
        return platform, walker

    return ride


@pytest.mark.parametrize("syncs", [True, False])
def test_both_are_shown_on_their_way_and_never_apart(tree: SceneTree, ride: Fixture, syncs: bool) -> None:
    platform, walker = ride(syncs)
    apart = walker.position - platform.position
    shown = walker.position

    for part in (0.5, 0.25, 0.5, 0.75, 1.5, 0.125, 2.375) * 4:
        tree.tick(part * STEP)
        assert walker.position - platform.position == pytest.approx(apart, abs=0.01)
        assert walker.position - shown == pytest.approx(SPEED * part * STEP, abs=0.01)  # as even as time is
        shown = walker.position

    assert walker.is_on_floor()


@pytest.mark.parametrize("syncs", [True, False])
def test_in_physics_callbacks_both_are_where_their_bodies_are(tree: SceneTree, ride: Fixture, syncs: bool) -> None:
    platform, walker = ride(syncs)
    shown = walker.position, platform.position
    seen: list[tuple[Vector2, Vector2]] = []
    tree.physics_frame.connect(lambda: seen.append((walker.position, platform.position)))

    tree.tick(STEP)

    for before, now in zip(shown, seen[0], strict=True):
        assert now - before == pytest.approx(SPEED * STEP, abs=0.01)  # a step ahead of what is shown


@pytest.mark.parametrize("syncs", [True, False])
def test_a_passenger_that_is_put_elsewhere_is_shown_there_at_once_and_the_platform_goes_on(
    tree: SceneTree, ride: Fixture, syncs: bool
) -> None:
    platform, walker = ride(syncs)
    tree.tick(0.5 * STEP)
    walker.position = Vector2(-3000.0, 0.0)
    shown = platform.position

    for part in (0.25, 0.25, 0.5, 0.75):
        tree.tick(part * STEP)
        assert walker.position.x == pytest.approx(-3000.0, abs=SPEED.x * 2 * STEP)
        assert platform.position - shown == pytest.approx(SPEED * part * STEP, abs=0.01)
        shown = platform.position


def test_switched_off_during_a_ride_both_snap_to_where_their_bodies_are(tree: SceneTree, ride: Fixture) -> None:
    platform, walker = ride(True)
    tree.tick(0.25 * STEP)
    apart = walker.position - platform.position
    bodies = [node._physics().transform.origin for node in (platform, walker)]

    tree.physics_interpolation = False
    tree.tick(0.25 * STEP)

    assert [platform.position, walker.position] == bodies
    tree.frames(3)
    assert walker.position - platform.position == pytest.approx(apart, abs=0.01)
