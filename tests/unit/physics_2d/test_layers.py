"""Which bodies and areas meet, by their layers and masks, and how soon a change counts."""

from __future__ import annotations

from random import Random

import pytest

from engine.tree.scene_tree import SceneTree
from nodes import Area2D, RigidBody2D, StaticBody2D
from servers.physics_2d import Area, Body
from servers.physics_2d.filters import QUERY, Filters, meets
from tests.unit.physics_2d.worlds import box, circle, floating, floor, rectangle, space, with_shape


def falls(tree: SceneTree, body: RigidBody2D, frames: int = 60) -> bool:
    """Whether a body falls through the floor, whose top is at 0."""
    tree.frames(frames)
    return body.position.y > 0


@pytest.mark.parametrize(
    ("body", "ground", "through"),
    [
        ((1, 1), (1, 1), False),
        ((1, 2), (2, 0), False),  # its mask sees the ground
        ((2, 0), (1, 2), False),  # the ground's mask sees it
        ((1, 2), (4, 8), True),
        ((1, 0), (1, 0), True),
        ((0, 0), (0xFFFFFFFF, 0xFFFFFFFF), True),
        ((1 << 31, 0), (0, 1 << 31), False),
    ],
)
def test_bodies_meet_if_the_mask_of_either_sees_a_layer_of_the_other(
    tree: SceneTree, body: tuple[int, int], ground: tuple[int, int], through: bool
) -> None:
    ground_body = floor(tree.root)
    ground_body.collision_layer, ground_body.collision_mask = ground
    faller = box(tree.root, 0, -60, collision_layer=body[0], collision_mask=body[1])

    assert falls(tree, faller) is through


@pytest.mark.parametrize("seeing", ["hitting", "hit"])
def test_both_are_pushed_also_the_one_that_does_not_see_the_other(tree: SceneTree, seeing: str) -> None:
    """Godot pushes only the one that sees."""
    hitting = floating(tree.root, linear_velocity=(100, 0), collision_layer=1, collision_mask=0)
    hit = floating(tree.root, 60, 0, collision_layer=2, collision_mask=0)
    if seeing == "hitting":
        hitting.collision_mask = 2
    else:
        hit.collision_mask = 1

    tree.frames(30)

    assert hitting.linear_velocity.x == pytest.approx(50, abs=1)  # of two of one mass, without a bounce
    assert hit.linear_velocity.x == pytest.approx(50, abs=1)


def test_a_change_of_the_ground_counts_at_once_for_what_sleeps_on_it(tree: SceneTree) -> None:
    ground = floor(tree.root)
    sleeper = box(tree.root, 0, -25)
    tree.frames(120)
    assert sleeper.sleeping

    ground.collision_layer, ground.collision_mask = 2, 0

    assert falls(tree, sleeper)


def test_a_change_of_what_sleeps_counts_at_once_too(tree: SceneTree) -> None:
    floor(tree.root)
    sleeper = box(tree.root, 0, -25)
    tree.frames(120)
    assert sleeper.sleeping

    sleeper.collision_layer, sleeper.collision_mask = 2, 2

    assert falls(tree, sleeper)


def test_layers_of_others_that_come_later_wake_nobody(tree: SceneTree) -> None:
    floor(tree.root)
    sleeper = box(tree.root, 0, -25)
    tree.frames(120)

    for layer in range(8):
        box(tree.root, 300 + 100 * layer, -500, collision_layer=1 << layer, collision_mask=1 << layer)
    tree.frames(2)

    assert sleeper.sleeping


def test_a_body_may_leave_a_layer_while_it_touches_and_come_back(tree: SceneTree) -> None:
    floor(tree.root)
    body = box(tree.root, 0, -25, can_sleep=False)
    tree.frames(10)

    body.collision_layer = body.collision_mask = 4
    tree.frames(2)
    fallen = body.position.y
    body.collision_layer = body.collision_mask = 1
    tree.frames(60)

    assert fallen > -25
    assert body.position.y == pytest.approx(-25, abs=1.0)


def many(tree: SceneTree, count: int) -> None:
    """Bodies far away, so many with layers and masks of their own."""
    for number in range(count):
        far = with_shape(StaticBody2D(position=(1e5, 1000 * number)), circle())
        far.collision_layer, far.collision_mask = 1 << 20, 1 << number % 20 | (number // 20 + 1) << 21
        tree.root.add_child(far)


@pytest.mark.parametrize(("mask", "through"), [(2, False), (4, True)])
def test_beyond_the_categories_of_pymunk_the_rule_is_the_same(tree: SceneTree, mask: int, through: bool) -> None:
    many(tree, 40)
    ground = floor(tree.root)
    ground.collision_layer, ground.collision_mask = 2, 0
    body = box(tree.root, 0, -60, collision_layer=8, collision_mask=mask)
    tree.frames(1)
    filters = space(tree).filters
    assert not filters.is_exact(ground._physics())
    assert not filters.is_exact(body._physics())

    assert falls(tree, body) is through


def test_beyond_the_categories_a_change_counts_at_once_too(tree: SceneTree) -> None:
    many(tree, 40)
    ground = floor(tree.root)
    ground.collision_layer, ground.collision_mask = 2, 0
    body = box(tree.root, 0, -60, collision_layer=8, collision_mask=2)
    tree.frames(120)
    assert body.sleeping

    body.collision_mask = 16

    assert falls(tree, body)


def test_a_category_that_nothing_uses_any_more_is_used_again(tree: SceneTree) -> None:
    keeper = floating(tree.root)  # so that the space stays
    many(tree, 35)
    late = floating(tree.root, 900)
    late.collision_layer, late.collision_mask = 3, 5
    assert not space(tree).filters.is_exact(late._physics())
    for child in tree.root.children[1:]:
        child.free()

    other = floating(tree.root, 500, collision_layer=1 << 30, collision_mask=1 << 30)
    faller = box(tree.root, 500, -80, collision_layer=0, collision_mask=1 << 30)

    assert space(tree).filters.is_exact(other._physics())
    assert space(tree).filters.is_exact(faller._physics())
    assert space(tree).filters.is_exact(keeper._physics())
    tree.frames(30)
    assert other.linear_velocity.y > 0.0  # it was hit


def test_filters_say_what_the_rule_says_through_random_changes() -> None:
    random = Random(7)
    known = _Space()
    filters = Filters(known)  # type: ignore[arg-type]
    items: list[Area | Body] = [Area() if number % 3 == 0 else Body() for number in range(40)]
    known.bodies = {item.rid: item for item in items}
    for item in items:
        filters.take(item)
    for _ in range(400):
        item = random.choice(items)
        item._layer, item._mask = 1 << random.randrange(6), random.randrange(64)
        filters.take(item)
        for a in random.sample(items, 6):
            for b in random.sample(items, 6):
                passes = not filters.of(a).rejects_collision(filters.of(b))
                if a is not b and (filters.is_exact(a) or filters.is_exact(b)):
                    assert passes is meets(a, b)
                elif a is not b and meets(a, b):
                    assert passes


class _Space:
    """What the filters need of a space."""

    def __init__(self) -> None:
        self.bodies: dict[int, Area | Body] = {}
        self.areas: dict[int, Area] = {}

    def filter_shapes(self, item: Body) -> None:
        """Nothing: filters are asked anew."""


@pytest.mark.parametrize(("mask", "met"), [(2, True), (1, False)])
def test_an_area_meets_no_body_that_only_the_body_sees(mask: int, met: bool) -> None:
    area, body = Area(), Body()
    area._layer, area._mask = 1, mask
    body._layer, body._mask = 2, 1

    assert meets(area, body) is meets(body, area) is met


def test_queries_pass_every_filter() -> None:
    filters = Filters(_Space())  # type: ignore[arg-type]
    for number in range(40):
        item = Body()
        item._layer, item._mask = 1 << number % 32, number << 3
        filters.take(item)

        assert filters.of(item).mask & QUERY


@pytest.mark.parametrize(
    ("area", "body", "sees"),
    [((1, 1), (1, 1), True), ((1, 2), (1, 1), False), ((1, 2), (2, 0), True), ((1, 0), (1, 1), False)],
)
def test_an_area_sees_what_its_own_mask_sees(
    tree: SceneTree, area: tuple[int, int], body: tuple[int, int], sees: bool
) -> None:
    region = tree.root.add_child(with_shape(Area2D(), rectangle()))
    region.collision_layer, region.collision_mask = area
    floating(tree.root, collision_layer=body[0], collision_mask=body[1])

    tree.frames(2)

    assert region.has_overlapping_bodies() is sees
