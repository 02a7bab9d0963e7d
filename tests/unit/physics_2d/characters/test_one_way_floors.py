"""One-way platforms under characters: whoever comes from above stands on them, whoever leaves them may come back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engine.tree.scene_tree import SceneTree
from nodes import StaticBody2D

Fixture = Callable[..., Any]
MARGIN = 0.08
STANDS = -25.0
"""Where the middle of a walker of 40 px is that stands on the platform."""


@pytest.fixture
def platform(put: Fixture) -> StaticBody2D:
    """A one-way platform of 200 x 10 px, with its middle at the origin."""
    body: StaticBody2D = put(StaticBody2D(), (200.0, 10.0), (0.0, 0.0), one_way_collision=True)
    return body


@pytest.mark.parametrize("beside", [0, 8])
def test_what_leaves_it_upwards_in_one_step_lands_on_it_in_the_next(
    tree: SceneTree, put: Fixture, platform: StaticBody2D, glide: Fixture, beside: int
) -> None:
    for place in range(beside):  # so much around it that not all of it is asked each time
        put(StaticBody2D(), (4.0, 4.0), (30.0 + place, -40.0))
    glider = glide((0.0, 20.0), (0.0, -60.0 * 60.0))  # its feet are 35 px below the top of the platform
    tree.frames(1)
    assert glider.position == (0.0, -40.0)

    glider.velocity = (0.0, 60.0 * 30.0)
    tree.frames(2)

    assert glider.is_on_floor()
    assert glider.position.y == pytest.approx(STANDS, abs=MARGIN)


def put_a_pixel_lower(walker: Any, _: Any) -> None:
    walker.position += (0.0, 1.0)


def made_blind_for_it(walker: Any, _: Any) -> None:
    walker.set_collision_mask_value(1, False)


def let_it_be_no_obstacle(_: Any, platform: Any) -> None:
    platform.get_node("Shape").disabled = True


def turned_over(_: Any, platform: Any) -> None:
    platform.rotation_degrees = 180.0


@pytest.mark.parametrize("drop", [put_a_pixel_lower, made_blind_for_it, let_it_be_no_obstacle, turned_over])
def test_games_drop_characters_through_it_in_many_ways(
    tree: SceneTree, platform: StaticBody2D, walk: Fixture, drop: Callable[[Any, Any], None]
) -> None:
    walker = walk((0.0, -60.0))
    tree.frames(60)
    assert walker.position.y == pytest.approx(STANDS, abs=MARGIN)
    assert walker.is_on_floor()

    drop(walker, platform)
    tree.frames(40)

    assert not walker.is_on_floor()
    assert walker.position.y > 100.0


def test_from_below_it_is_neither_wall_nor_ceiling(tree: SceneTree, platform: StaticBody2D, walk: Fixture) -> None:
    walker = walk((0.0, 100.0), 30.0)
    walker.velocity = (0.0, -600.0)

    for _ in range(20):
        tree.frames(1)
        assert not walker.is_on_wall()
        assert not walker.is_on_ceiling()
        assert walker.velocity.x == 30.0
    tree.frames(60)

    assert walker.is_on_floor_only()
