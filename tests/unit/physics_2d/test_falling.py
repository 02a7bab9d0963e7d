"""How rigid bodies move by themselves: gravity, damps, forces and impulses."""

from __future__ import annotations

from math import exp

import pytest

from engine.core.errors import InvalidTypeError, InvalidValueError
from engine.math import Vector2
from engine.tree.scene_tree import SceneTree
from nodes import PhysicsBody2D, RigidBody2D
from nodes.physics_2d.physics_direct_body_state_2d import PhysicsDirectBodyState2D
from servers.physics_2d import PhysicsServer2D
from tests.unit.physics_2d.worlds import STEP, box, floating, rectangle, space, with_shape

near = pytest.approx


def test_a_body_falls_by_half_of_gravity_times_the_square_of_the_time(tree: SceneTree) -> None:
    body = box(tree.root, linear_damp_mode=RigidBody2D.DampMode.REPLACE)

    tree.frames(60)

    assert body.linear_velocity == near(Vector2(0, 980))
    assert body.position.y == near(490, abs=980 * STEP / 4)  # of one of four substeps


def test_a_projectile_flies_along_its_parabola(tree: SceneTree) -> None:
    """Thrown at 60 degrees, it is above where it was thrown from, and comes down, where the textbook says."""
    speed = Vector2(300, -300 * 3**0.5)
    body = box(tree.root, linear_velocity=speed, linear_damp_mode=RigidBody2D.DampMode.REPLACE)

    for step in range(1, 91):
        tree.frames(1)
        time = step * STEP
        assert body.position.x == near(speed.x * time)
        assert body.position.y == near(speed.y * time + 490 * time**2, abs=980 * STEP * time / 4)  # a substep's worth
        assert body.linear_velocity == near(speed + Vector2(0, 980) * time)


def test_by_default_a_body_is_damped_by_a_tenth_a_second(tree: SceneTree) -> None:
    body = box(tree.root, gravity_scale=0, linear_velocity=(100, 0))

    tree.frames(60)

    assert body.linear_velocity.x == near(100 * (1 - 0.1 / 60) ** 60)
    assert body.linear_velocity.x == near(100 * exp(-0.1), rel=1e-3)


def test_by_default_its_turning_is_damped_by_all_of_it_a_second(tree: SceneTree) -> None:
    body = box(tree.root, gravity_scale=0, angular_velocity=3.0)

    tree.frames(60)

    assert body.angular_velocity == near(3 * (1 - 1 / 60) ** 60)


@pytest.mark.parametrize(("mode", "lost"), [(RigidBody2D.DampMode.COMBINE, 2.1), (RigidBody2D.DampMode.REPLACE, 2.0)])
def test_its_own_damp_is_added_or_counts_alone(tree: SceneTree, mode: RigidBody2D.DampMode, lost: float) -> None:
    body = box(tree.root, gravity_scale=0, linear_velocity=(100, 0), linear_damp=2.0, linear_damp_mode=mode)

    tree.frames(30)

    assert body.linear_velocity.x == near(100 * (1 - lost / 60) ** 30)


@pytest.mark.parametrize(("mode", "lost"), [(0, 4.0), (1, 3.0)])
def test_its_own_angular_damp_too(tree: SceneTree, mode: int, lost: float) -> None:
    body = box(tree.root, gravity_scale=0, angular_velocity=2.0, angular_damp=3.0, angular_damp_mode=mode)

    tree.frames(30)

    assert body.angular_velocity == near(2 * (1 - lost / 60) ** 30)


def test_linear_and_angular_damps_of_one_body_do_not_mix(tree: SceneTree) -> None:
    body = box(
        tree.root, gravity_scale=0, linear_velocity=(100, 0), angular_velocity=2.0, linear_damp=5.0, angular_damp=0.5
    )

    tree.frames(20)

    assert body.linear_velocity.x == near(100 * (1 - 5.1 / 60) ** 20)
    assert body.angular_velocity == near(2 * (1 - 1.5 / 60) ** 20)


def test_a_damp_that_takes_everything_in_a_step_stops_a_body(tree: SceneTree) -> None:
    body = box(tree.root, gravity_scale=0, linear_velocity=(100, 0), angular_velocity=2.0)
    body.linear_damp = body.angular_damp = 1000.0

    tree.frames(1)

    assert (body.linear_velocity, body.angular_velocity) == (Vector2.ZERO, 0.0)


def test_one_that_turns_while_another_sleeps_is_damped_and_the_other_goes_on_sleeping(tree: SceneTree) -> None:
    sleeper = box(tree.root, 500, 0, sleeping=True)
    body = box(tree.root, gravity_scale=0, angular_velocity=3.0)

    tree.frames(60)

    assert body.angular_velocity == near(3 * (1 - 1 / 60) ** 60)
    assert sleeper.sleeping
    assert sleeper.position == (500, 0)


def test_without_gravity_a_body_stays_where_it_is_to_the_last_bit(tree: SceneTree) -> None:
    body = box(tree.root, 3.3, 4.4, gravity_scale=0, can_sleep=False)

    tree.frames(60)

    assert (body.position, body.linear_velocity, body.sleeping) == ((3.3, 4.4), Vector2.ZERO, False)


@pytest.mark.parametrize("scale", [0.5, 2.0, -1.0])
def test_gravity_scale_counts(tree: SceneTree, scale: float) -> None:
    body = floating(tree.root, gravity_scale=scale)

    tree.frames(30)

    assert body.linear_velocity.y == near(490 * scale)


def test_a_force_acts_for_one_step_and_a_constant_one_in_each(tree: SceneTree) -> None:
    once, always = floating(tree.root, mass=2.0), floating(tree.root, 500, 0, mass=2.0)

    once.apply_central_force((600, 0))
    always.constant_force = Vector2(600, 0)
    tree.frames(2)

    assert once.linear_velocity.x == near(600 / 2 / 60)
    assert always.linear_velocity.x == near(2 * 600 / 2 / 60)


def test_forces_that_are_applied_in_one_step_add_up(tree: SceneTree) -> None:
    body = floating(tree.root)

    body.apply_central_force((60, 0))
    body.apply_force((0, 60))
    tree.frames(1)

    assert body.linear_velocity == near(Vector2(1, 1))
    assert body.angular_velocity == 0


def test_a_force_beside_the_centre_turns_a_body(tree: SceneTree) -> None:
    body = floating(tree.root)
    moment = (50**2 + 50**2) / 12

    body.apply_force((0, 60), (25, 0))
    tree.frames(1)

    assert body.linear_velocity == near(Vector2(0, 1))
    assert body.angular_velocity == near(60 * 25 / moment / 60)


def test_torques_and_constant_ones_turn_a_body(tree: SceneTree) -> None:
    body = floating(tree.root, inertia=100.0)

    body.apply_torque(60.0)
    body.add_constant_torque(120.0)
    tree.frames(2)

    assert body.angular_velocity == near((60 + 2 * 120) / 100 / 60)


def test_constant_forces_are_sums(tree: SceneTree) -> None:
    body = floating(tree.root)

    body.add_constant_force((1, 0), (0, 10))
    body.add_constant_central_force((2, 0))

    assert body.constant_force == (3, 0)
    assert body.constant_torque == -10


def test_impulses_change_velocities_at_once(tree: SceneTree) -> None:
    body = floating(tree.root, mass=2.0, inertia=50.0)

    body.apply_impulse((4, 0), (0, 5))
    body.apply_torque_impulse(70)
    body.apply_central_impulse((0, 6))

    assert body.linear_velocity == near(Vector2(2, 3))
    assert body.angular_velocity == near((-20 + 70) / 50)


def test_impulses_count_before_a_body_comes_into_a_tree(tree: SceneTree) -> None:
    body: RigidBody2D = with_shape(RigidBody2D(gravity_scale=0, linear_damp_mode=1), rectangle())

    body.apply_central_impulse((10, 0))
    assert body.linear_velocity == (10, 0)
    tree.root.add_child(body)
    tree.frames(6)

    assert body.linear_velocity == near(Vector2(10, 0))
    assert body.position.x == near(1, abs=0.05)


def test_set_axis_velocity_leaves_what_goes_across(tree: SceneTree) -> None:
    body = floating(tree.root, linear_velocity=(3, 4))

    body.set_axis_velocity((0, -10))

    assert body.linear_velocity == near(Vector2(3, -10))


def test_the_gravity_of_a_body_is_told(tree: SceneTree) -> None:
    body = box(tree.root)

    assert body.get_gravity() == (0, 980)
    PhysicsServer2D.of(tree).default_gravity = 100
    assert body.get_gravity() == (0, 100)
    assert PhysicsBody2D().get_gravity() == Vector2.ZERO


def test_settings_of_the_server_count_at_once(tree: SceneTree) -> None:
    body = floating(tree.root, gravity_scale=1)
    server = PhysicsServer2D.of(tree)

    server.default_gravity_vector = Vector2(1, 0)
    server.default_gravity = 60
    tree.frames(1)

    assert body.linear_velocity == near(Vector2(1, 0))


@pytest.mark.parametrize(
    ("name", "value", "text"),
    [
        ("default_gravity", float("nan"), "PhysicsServer2D.default_gravity must be a finite number, got nan"),
        ("default_linear_damp", -1, "PhysicsServer2D.default_linear_damp must be 0 or more, got -1"),
        ("substeps", 0, "PhysicsServer2D.substeps must be from 1 to 64, got 0"),
    ],
)
def test_a_setting_that_cannot_be_is_refused(tree: SceneTree, name: str, value: float, text: str) -> None:
    with pytest.raises(InvalidValueError, match=text):
        setattr(PhysicsServer2D.of(tree), name, value)


@pytest.mark.parametrize(
    ("name", "value", "text"),
    [
        ("mass", 0, "mass must be greater than 0, got 0"),
        ("mass", float("inf"), "mass must be a finite number, got inf"),
        ("inertia", -1, "inertia must be 0 or more, got -1"),
        ("linear_velocity", (float("nan"), 0), "linear_velocity must be two finite numbers"),
        ("angular_velocity", float("inf"), "angular_velocity must be a finite number, got inf"),
        ("linear_damp", -1.5, "linear_damp must be -1 or more, got -1.5"),
        ("max_contacts_reported", 5000, "max_contacts_reported must be from 0 to 4,096, got 5000"),
        ("constant_force", (0, float("inf")), "constant_force must be two finite numbers"),
        ("gravity_scale", float("nan"), "gravity_scale must be a finite number, got nan"),
    ],
)
def test_numbers_that_cannot_be_are_refused_before_anything_changed(
    tree: SceneTree, name: str, value: object, text: str
) -> None:
    body = box(tree.root)
    before = getattr(body, name)

    with pytest.raises(InvalidValueError, match=f"/root/RigidBody2D.{text}"):
        setattr(body, name, value)

    assert getattr(body, name) == before
    tree.frames(2)


def test_a_force_of_something_else_is_refused(tree: SceneTree) -> None:
    with pytest.raises(InvalidTypeError, match=r"apply_central_force\(force\) must be two finite numbers, got 'up'"):
        box(tree.root).apply_central_force("up")  # type: ignore[arg-type]


# Mass


def test_the_centre_of_mass_and_inertia_come_from_the_shapes(tree: SceneTree) -> None:
    body = RigidBody2D(mass=3.0)
    with_shape(body, rectangle(20, 20)).get_child(0).position = (10, 0)
    seen: list[PhysicsDirectBodyState2D] = []
    body._physics().integrate = lambda record, delta: seen.append(PhysicsDirectBodyState2D(record, delta))
    body.rotation = 0.5
    tree.root.add_child(body)

    tree.frames(1)

    (state,) = seen
    assert state.center_of_mass_local == (10, 0)
    assert state.center_of_mass == near(Vector2(10, 0).rotated(0.5))
    assert 1 / state.inverse_mass == near(3)
    assert 1 / state.inverse_inertia == near(3 * (20**2 + 20**2) / 12)


def test_a_body_turns_about_its_centre_of_mass(tree: SceneTree) -> None:
    body = floating(tree.root, center_of_mass_mode=1, center_of_mass=(30, 0), angular_velocity=1.0)

    tree.frames(30)

    assert body.rotation == near(0.5)
    assert body.to_global((30, 0)) == near(Vector2(30, 0), abs=1e-6)


def test_a_locked_body_does_not_turn(tree: SceneTree) -> None:
    body = floating(tree.root, lock_rotation=True)

    body.apply_impulse((0, 10), (25, 0))
    tree.frames(10)

    assert body.rotation == 0
    assert body.linear_velocity == near(Vector2(0, 10))


def test_a_frozen_body_stays_and_falls_when_it_thaws(tree: SceneTree) -> None:
    body = box(tree.root, freeze=True, linear_damp_mode=1)

    tree.frames(10)
    assert body.position == (0, 0)
    body.freeze = False
    tree.frames(6)

    assert body.linear_velocity.y == near(98)


def test_a_body_without_a_shape_falls_too_but_does_not_turn(tree: SceneTree) -> None:
    body = tree.root.add_child(RigidBody2D(linear_damp_mode=1))

    body.apply_torque(100)
    tree.frames(6)

    assert (body.linear_velocity.y, body.rotation) == near((98, 0))


def test_the_scale_of_a_rigid_body_becomes_one(tree: SceneTree) -> None:
    body = box(tree.root, scale=(3, 2))

    tree.frames(1)

    assert body.scale == (1, 1)
    assert body.get_configuration_warnings() == []
    assert "Size changes" in RigidBody2D(scale=(2, 2)).get_configuration_warnings()[-1]


def test_a_body_below_a_moved_and_turned_parent_falls_down_all_the_same(tree: SceneTree) -> None:
    parent = tree.root.add_child(RigidBody2D(freeze=True, position=(100, 50), rotation=1.0))
    body = box(parent, 10, 0, linear_damp_mode=1)
    before = body.global_position

    tree.frames(60)

    assert body.global_position.x == near(before.x)
    assert body.global_position.y == near(before.y + 490, abs=5)


# on_integrate_forces


class Steered(RigidBody2D):
    """Moves as it wants to."""

    def on_integrate_forces(self, state: PhysicsDirectBodyState2D) -> None:
        state.linear_velocity = Vector2(60, 0)
        self.step = state.step


def test_on_integrate_forces_sets_the_state_before_the_body_is_moved(tree: SceneTree) -> None:
    body: Steered = with_shape(Steered(custom_integrator=True), rectangle())
    tree.root.add_child(body)

    tree.frames(2)

    assert body.step == near(STEP)
    assert body.linear_velocity == near(Vector2(60, 0))
    assert body.position.y == near(0, abs=1e-9)
    assert body.position.x == near(2, abs=0.3)


def test_with_a_custom_integrator_neither_gravity_nor_damps_act(tree: SceneTree) -> None:
    body = box(tree.root, custom_integrator=True, linear_velocity=(50, 0), angular_velocity=2.0)

    tree.frames(30)

    assert body.linear_velocity == near(Vector2(50, 0), abs=1e-9)
    assert body.angular_velocity == near(2)


class Driven(RigidBody2D):
    """Sets what acts on it in each step, once."""

    told: tuple[Vector2, float] | None = None

    def on_integrate_forces(self, state: PhysicsDirectBodyState2D) -> None:
        state.set_constant_force((120.0, 0.0))
        state.set_constant_torque(500.0)
        self.told = state.get_constant_force(), state.get_constant_torque()


def test_constant_forces_may_be_set_by_the_state(tree: SceneTree) -> None:
    replace = RigidBody2D.DampMode.REPLACE
    body: Driven = with_shape(
        Driven(gravity_scale=0.0, mass=2.0, inertia=100.0, linear_damp_mode=replace, angular_damp_mode=replace),
        rectangle(),
    )
    tree.root.add_child(body)

    tree.frames(60)

    assert body.told == (Vector2(120, 0), 500.0)
    assert body.constant_force == Vector2(120, 0)
    assert body.constant_torque == 500.0
    assert body.linear_velocity == near(Vector2(60, 0), abs=1.1)  # force by mass; the first step may be without
    assert body.angular_velocity == near(5.0, abs=0.1)


class Ordinary(RigidBody2D):
    """Does by hand what is done without a custom integrator."""

    def on_integrate_forces(self, state: PhysicsDirectBodyState2D) -> None:
        state.integrate_forces()


def test_integrate_forces_does_what_is_done_otherwise(tree: SceneTree) -> None:
    body: Ordinary = with_shape(Ordinary(custom_integrator=True, angular_velocity=2.0), rectangle())
    tree.root.add_child(body)
    other = box(tree.root, 500, 0, angular_velocity=2.0)

    tree.frames(30)

    assert body.linear_velocity.y == near(other.linear_velocity.y, rel=1e-2)
    assert body.angular_velocity == near(other.angular_velocity)


def test_what_gravity_adds_in_integrate_forces_is_damped(tree: SceneTree) -> None:
    body: Ordinary = with_shape(Ordinary(custom_integrator=True, linear_damp_mode=1, linear_damp=30.0), rectangle())
    tree.root.add_child(body)

    tree.frames(2)

    first = 980 / 60 / 2  # half of the velocity goes in each step
    assert body.linear_velocity.y == near((first + 980 / 60) / 2)


class Faulty(RigidBody2D):
    """Fails in the step."""

    def on_integrate_forces(self, state: PhysicsDirectBodyState2D) -> None:
        raise KeyError("wrong")


def test_an_error_in_on_integrate_forces_leaves_tick_and_the_step_is_done(tree: SceneTree) -> None:
    faulty: Faulty = with_shape(Faulty(), rectangle())
    tree.root.add_child(faulty)
    other = box(tree.root, 500, 0)

    with pytest.raises(KeyError, match="wrong") as caught:
        tree.tick(STEP)

    assert "on_integrate_forces of /root/Faulty" in caught.value.__notes__[0]
    assert other.position.y > 0
    assert faulty.position.y > 0


class Killer(RigidBody2D):
    """Frees all others."""

    def on_integrate_forces(self, state: PhysicsDirectBodyState2D) -> None:
        for other in self.tree.root.children:
            if other is not self:
                other.free()


def test_a_body_that_frees_others_in_on_integrate_forces_is_served(tree: SceneTree) -> None:
    first: Killer = with_shape(Killer(), rectangle())
    tree.root.add_child(first)
    second: Killer = with_shape(Killer(position=(500, 0)), rectangle())
    tree.root.add_child(second)

    tree.frames(2)

    assert list(space(tree).bodies.values()) == [first._physics()]
    assert len(space(tree).native.bodies) == 1
