"""How bodies rub and bounce: which friction and bounce count of two, and what follows by mechanics."""

from __future__ import annotations

from math import atan, cos, degrees, hypot, radians, sin
from random import Random
from typing import Any

import pytest

from engine.math import Vector2
from engine.resources.physics_material import PhysicsMaterial
from engine.resources.shapes_2d.world_boundary_shape_2d import WorldBoundaryShape2D
from engine.tree.scene_tree import SceneTree
from nodes import RigidBody2D, StaticBody2D
from servers.physics_2d.surfaces import SPECIAL, Surface, combined
from tests.unit.physics_2d.worlds import box, circle, floor, rectangle, space, with_shape

near = pytest.approx


def ball(tree: SceneTree, x: float, y: float, velocity: tuple[float, float], **exported: Any) -> RigidBody2D:
    """A ball of 10 px that neither falls nor is damped."""
    free = {"gravity_scale": 0, "linear_damp_mode": 1, "angular_damp_mode": 1}
    body = RigidBody2D(position=(x, y), linear_velocity=velocity, **{**free, **exported})
    made: RigidBody2D = tree.root.add_child(with_shape(body, circle()))
    return made


@pytest.mark.parametrize(
    ("a", "b", "friction", "bounce"),
    [
        ((0.3, 0.2), (0.8, 0.3), 0.3, 0.5),
        ((1.0, 0.0), (0.4, 0.7), 0.4, 0.7),
        ((1.0, 0.8), (1.0, 0.9), 1.0, 1.0),
        ((-0.6, 0.0), (0.3, 0.0), 0.6, 0.0),  # rough
        ((-0.2, 0.0), (0.9, 0.0), 0.2, 0.0),  # rough, as Godot: its friction counts, also where it is the smaller one
        ((-0.6, 0.0), (-0.3, 0.0), 0.6, 0.0),
        ((1.0, -0.3), (1.0, 0.8), 1.0, 0.5),  # absorbent
        ((1.0, -0.9), (1.0, 0.8), 1.0, 0.0),
        ((2.0, 0.0), (1.5, 0.0), 1.5, 0.0),
    ],
)
def test_the_smaller_friction_counts_and_bounces_add_up(
    a: tuple[float, float], b: tuple[float, float], friction: float, bounce: float
) -> None:
    assert combined(Surface(*a, False), Surface(*b, False)) == near((friction, bounce))
    assert combined(Surface(*b, False), Surface(*a, False)) == near((friction, bounce))


def slid(tree: SceneTree, angle: float, ground: PhysicsMaterial | None, on_it: PhysicsMaterial | None) -> float:
    """How fast a box is after 2 s on a slope of so many degrees, where it began at rest."""
    turn = radians(angle)
    slope = StaticBody2D(rotation=turn, physics_material_override=ground)
    tree.root.add_child(with_shape(slope, rectangle(4000, 50)))
    place = Vector2(sin(turn), -cos(turn)) * 50.0
    body = box(tree.root, *place, rotation=turn, physics_material_override=on_it, linear_damp_mode=1, can_sleep=False)
    tree.frames(120)
    return body.linear_velocity.length()


@pytest.mark.parametrize(("ground", "on_it"), [(1.0, 0.5), (0.5, 1.0), (0.5, 0.5), (0.7, 0.5), (0.5, 3.0)])
@pytest.mark.parametrize("slides", [False, True])
def test_a_box_slides_where_the_slope_is_steeper_than_the_friction_angle(
    tree: SceneTree, ground: float, on_it: float, slides: bool
) -> None:
    angle = degrees(atan(0.5)) + (1.0 if slides else -1.0)

    speed = slid(tree, angle, PhysicsMaterial(friction=ground), PhysicsMaterial(friction=on_it))

    turn = radians(angle)
    expected = 2.0 * 980.0 * (sin(turn) - 0.5 * cos(turn)) if slides else 0.0
    assert speed == near(expected, rel=0.01, abs=0.01)


def test_of_a_rough_one_the_friction_counts(tree: SceneTree) -> None:
    rough = PhysicsMaterial(friction=0.9, rough=True)

    assert slid(tree, 30.0, rough, PhysicsMaterial(friction=0.2)) == near(0.0, abs=0.01)


def test_a_material_that_changes_counts_at_once_for_what_sleeps(tree: SceneTree) -> None:
    ice = PhysicsMaterial()
    tree.root.add_child(with_shape(StaticBody2D(rotation=0.3, physics_material_override=ice), rectangle(4000, 50)))
    sleeper = box(tree.root, 50 * sin(0.3), -50 * cos(0.3), rotation=0.3)
    tree.frames(120)
    assert sleeper.sleeping

    ice.friction = 0.0
    tree.frames(60)

    assert sleeper.linear_velocity.length() > 100.0


@pytest.mark.parametrize(
    ("bounce", "absorbent", "floor_bounce", "expected"),
    [(0.0, False, 0.0, 0.0), (0.5, False, 0.0, 0.5), (0.3, False, 0.4, 0.7), (0.8, False, 0.8, 1.0)]
    + [(0.3, True, 0.8, 0.5), (0.8, True, 0.3, 0.0)],
)
def test_a_ball_keeps_the_sum_of_the_bounces_of_its_speed(
    tree: SceneTree, bounce: float, absorbent: bool, floor_bounce: float, expected: float
) -> None:
    floor(tree.root).physics_material_override = PhysicsMaterial(bounce=floor_bounce)
    material = PhysicsMaterial(bounce=bounce, absorbent=absorbent)
    body = ball(tree, 0, -50, (0, 300), physics_material_override=material)

    tree.frames(30)

    assert body.linear_velocity.y == near(-300 * expected, abs=1e-6)


@pytest.mark.parametrize("offset", [0.0, 4.0, 11.0])
@pytest.mark.parametrize("mass", [0.5, 1.0, 4.0])
def test_an_elastic_collision_conserves_momentum_and_energy(tree: SceneTree, mass: float, offset: float) -> None:
    """To 1 in 1,000,000,000: it is one impulse, whatever the depth at which it is found."""
    elastic = PhysicsMaterial(bounce=0.5, friction=0.0)
    a = ball(tree, -60, 0, (300, 0), mass=mass, physics_material_override=elastic)
    b = ball(tree, 60, offset, (-100, 0), physics_material_override=elastic)

    tree.frames(60)

    assert a.mass * a.linear_velocity + b.mass * b.linear_velocity == near(Vector2(300 * mass - 100, 0), abs=1e-6)
    energy = a.mass * a.linear_velocity.length_squared() + b.mass * b.linear_velocity.length_squared()
    assert energy == near(300**2 * mass + 100**2, rel=1e-9)
    # Along the line between the centres they exchange velocities as mechanics says, and across it nothing happens.
    assert b.linear_velocity.length() > 100.0


def test_a_gas_of_elastic_balls_keeps_its_energy(tree: SceneTree) -> None:
    """To 1 in 1,000 over 10 s and several hundred collisions; more than two at a time are solved only nearly."""
    random = Random(5)
    elastic = PhysicsMaterial(bounce=1.0, friction=0.0)
    for side in ((0, 1), (0, -1), (1, 0), (-1, 0)):
        wall = StaticBody2D(position=Vector2(side) * -400.0, physics_material_override=elastic)
        tree.root.add_child(with_shape(wall, WorldBoundaryShape2D(normal=side)))
    balls = [
        ball(
            tree,
            -300 + number % 5 * 150,
            -300 + number // 5 * 150,
            (random.uniform(-300, 300), random.uniform(-300, 300)),
            mass=random.uniform(0.5, 3.0),
            physics_material_override=elastic,
        )
        for number in range(20)
    ]

    def energy() -> float:
        return sum(each.mass * each.linear_velocity.length_squared() for each in balls)

    before = energy()
    tree.frames(600)

    assert energy() == near(before, rel=1e-3)
    assert all(hypot(*each.position) < 600 for each in balls)


def test_ten_boxes_on_one_another_stay_within_5_pixels_for_a_minute(tree: SceneTree) -> None:
    floor(tree.root)
    boxes = [box(tree.root, 0, -25 - 50 * level, can_sleep=False) for level in range(10)]

    tree.frames(3600)

    for level, each in enumerate(boxes):
        assert each.position == near(Vector2(0, -25 - 50 * level), abs=5.0)
        assert each.rotation == near(0.0, abs=0.05)


def test_only_contacts_that_differ_from_pymunk_s_own_are_called_back(tree: SceneTree) -> None:
    floor(tree.root)
    plain = box(tree.root, 0, -25)
    rubbing = box(tree.root, 100, -25, physics_material_override=PhysicsMaterial(friction=0.5))
    alike = box(tree.root, 200, -25, physics_material_override=PhysicsMaterial(friction=0.5))
    excepted = box(tree.root, 300, -25)
    excepted.add_collision_exception_with(plain)
    tree.frames(1)

    types = [body._physics().shapes[0].made[0].collision_type for body in (plain, rubbing, alike, excepted)]

    assert types[0] == 0
    assert types[1] == types[2]
    assert types[3] == SPECIAL
    handlers: Any = space(tree).native._handlers
    assert (0, types[1]) not in handlers  # a friction of 1 times another is that other
    assert handlers[types[1], types[1]].pre_solve is not None


def test_more_surfaces_than_there_are_types_for_rub_by_the_same_rule(tree: SceneTree) -> None:
    for number in range(40):
        far = StaticBody2D(position=(1e5, 100 * number), physics_material_override=PhysicsMaterial(friction=number + 2))
        tree.root.add_child(with_shape(far, circle()))
    tree.frames(1)

    half = PhysicsMaterial(friction=0.5)
    angle = degrees(atan(0.5))

    assert slid(tree, angle - 1.0, PhysicsMaterial(friction=0.7), half) == near(0.0, abs=0.01)


def test_a_material_that_changes_all_the_time_takes_no_more_and_more_types(tree: SceneTree) -> None:
    floor(tree.root)
    material = PhysicsMaterial()
    body = box(tree.root, 0, -25, physics_material_override=material, can_sleep=False)
    for number in range(200):
        material.friction = 1.0 + number
        tree.frames(1)

    assert len(space(tree).native._handlers) < 600  # of pairs of 32 types
    assert body._physics().shapes[0].made[0].collision_type != SPECIAL


@pytest.mark.parametrize("exchanged", [False, True])
def test_bodies_excepted_from_one_another_pass_whoever_said_so(tree: SceneTree, exchanged: bool) -> None:
    ground = floor(tree.root)
    body = box(tree.root, 0, -60)
    first, second = (ground, body) if exchanged else (body, ground)
    first.add_collision_exception_with(second)

    tree.frames(60)

    assert body.position.y > 0


def test_an_exception_counts_at_once_for_what_sleeps_and_ends_as_soon(tree: SceneTree) -> None:
    ground = floor(tree.root, 500.0, 2000.0)
    other = box(tree.root, 5000, 0)
    body = box(tree.root, 0, 450)
    tree.frames(120)
    assert body.sleeping

    body.add_collision_exception_with(ground)
    tree.frames(8)
    assert 455 < body.position.y < 465
    body.add_collision_exception_with(other)  # so that its contacts are still looked at
    body.remove_collision_exception_with(ground)
    tree.frames(60)

    assert body.position.y == near(450, abs=1.0)  # pushed out again


@pytest.mark.parametrize("velocity", [(60, 0), (-30, 0)])
def test_the_surface_of_a_static_body_carries_what_lies_on_it(tree: SceneTree, velocity: tuple[float, float]) -> None:
    belt = floor(tree.root)
    belt.constant_linear_velocity = velocity
    body = box(tree.root, 0, -25)

    tree.frames(60)

    assert body.linear_velocity.x == near(velocity[0], rel=0.01)
    assert belt.position == Vector2(0, 25)


def test_a_belt_that_starts_wakes_what_lies_on_it(tree: SceneTree) -> None:
    belt = floor(tree.root)
    body = box(tree.root, 0, -25)
    tree.frames(120)
    assert body.sleeping

    belt.constant_linear_velocity = (60, 0)
    tree.frames(60)

    assert body.linear_velocity.x == near(60, rel=0.01)


def test_a_surface_that_turns_turns_what_lies_on_it(tree: SceneTree) -> None:
    wheel = tree.root.add_child(with_shape(StaticBody2D(constant_angular_velocity=1.0), circle(100)))
    body = ball(tree, 0, -110, (0, 0), gravity_scale=1, lock_rotation=True)

    tree.frames(10)

    assert body.linear_velocity.x == near(100, rel=0.05)  # the upper side goes to the right
    assert wheel.rotation == 0.0
