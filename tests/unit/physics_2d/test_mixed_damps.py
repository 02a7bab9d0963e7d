"""Bodies of which each is damped and pulled in its own way, all in one space: none has anything of the others."""

from __future__ import annotations

from typing import Any

import pytest

from engine.tree.scene_tree import SceneTree
from nodes import Area2D, RigidBody2D
from nodes.physics_2d.physics_direct_body_state_2d import PhysicsDirectBodyState2D
from tests.unit.physics_2d.worlds import box, floor, rectangle, space, with_shape

near = pytest.approx
REPLACE = RigidBody2D.DampMode.REPLACE
STEPS = 30


class Free(RigidBody2D):
    """Is moved by nothing, by its own will."""

    def on_integrate_forces(self, state: PhysicsDirectBodyState2D) -> None:
        assert self.custom_integrator


def moving(tree: SceneTree, at: int, kind: type[RigidBody2D] = RigidBody2D, **exported: Any) -> RigidBody2D:
    """A box that moves and turns, far from the others, and does not fall unless it is told to."""
    usual = {"gravity_scale": 0, "linear_velocity": (120, 0), "angular_velocity": 2.0, "position": (0, 5000 * at)}
    body: RigidBody2D = with_shape(kind(**{**usual, **exported}), rectangle())
    return tree.root.add_child(body)


def motion(body: RigidBody2D) -> tuple[float, float, float]:
    return (*body.linear_velocity, body.angular_velocity)


def left_of(damp: float) -> float:
    """What is left of a velocity after all steps."""
    return (1 - damp / 60) ** STEPS


@pytest.mark.parametrize("common", [1, 40], ids=["few like the space", "most like the space"])
def test_each_loses_what_its_own_damps_take(tree: SceneTree, common: int) -> None:
    """By Godot's rule: a step takes the part damp * delta of each velocity; forces of areas and scales stay apart."""
    usual = [moving(tree, -1 - at) for at in range(common)]
    more = moving(tree, 0, linear_damp=2.0, angular_damp=3.0)
    alone = moving(tree, 1, linear_damp=5.0, angular_damp=0.5, linear_damp_mode=REPLACE, angular_damp_mode=REPLACE)
    never = moving(tree, 2, linear_damp_mode=REPLACE, angular_damp_mode=REPLACE)
    strong = moving(tree, 3, linear_damp=45.0, linear_damp_mode=REPLACE, angular_damp=45.0, angular_damp_mode=REPLACE)
    stopped = moving(tree, 4, linear_damp=100.0, angular_damp=100.0)
    free = moving(tree, 5, Free, custom_integrator=True, linear_damp=9.0, gravity_scale=1)
    falling = moving(tree, 6, gravity_scale=0.5, linear_damp_mode=REPLACE)
    rising = moving(tree, 7, gravity_scale=-2, linear_damp_mode=REPLACE)
    pushed = moving(tree, 8, linear_damp_mode=REPLACE, mass=3.0, constant_force=(0, 90))
    inside = moving(tree, 9, gravity_scale=1)
    area = Area2D(position=(0, 45_000), gravity_space_override=Area2D.SpaceOverride.REPLACE, gravity=0.0)
    area.linear_damp_space_override = area.angular_damp_space_override = Area2D.SpaceOverride.REPLACE
    area.linear_damp, area.angular_damp = 1.5, 2.5
    tree.root.add_child(with_shape(area, rectangle(2000, 2000)))
    tree.frames(1)  # the area has found it by now
    inside.linear_velocity, inside.angular_velocity = (120, 0), 2.0
    tree.frames(STEPS - 1)

    for body in usual:
        assert motion(body) == near((120 * left_of(0.1), 0, 2 * left_of(1)))
    assert motion(more) == near((120 * left_of(2.1), 0, 2 * left_of(4)))
    assert motion(alone) == near((120 * left_of(5), 0, 2 * left_of(0.5)))
    assert motion(never) == near((120, 0, 2))
    assert motion(strong) == near((120 * left_of(45), 0, 2 * left_of(45)), abs=1e-9)
    assert motion(stopped) == (0, 0, 0)
    assert motion(free) == near((120, 0, 2))
    assert motion(falling)[:2] == near((120, 0.5 * 980 * STEPS / 60))
    assert motion(rising)[:2] == near((120, -2 * 980 * STEPS / 60))
    assert motion(pushed)[:2] == near((120, 90 / 3 * STEPS / 60))
    tree.frames(1)
    assert motion(inside) == near((120 * left_of(1.5), 0, 2 * left_of(2.5)))


def test_a_damp_that_changes_makes_the_space_take_over_what_most_have_and_nobody_notices(tree: SceneTree) -> None:
    bodies = [moving(tree, at) for at in range(12)]
    tree.frames(10)

    for body in bodies[:10]:
        body.linear_damp = 3.0
    tree.frames(10)
    for body in bodies[:10]:
        body.linear_damp = 0.0
    tree.frames(10)

    for at, body in enumerate(bodies):
        lost = (1 - 3.1 / 60) ** 10 * (1 - 0.1 / 60) ** 20 if at < 10 else (1 - 0.1 / 60) ** 30
        assert body.linear_velocity.x == near(120 * lost)


def test_whoever_is_damped_in_its_own_way_falls_asleep_when_the_others_do(tree: SceneTree) -> None:
    """Each needs something in each substep, which must not keep it awake."""
    floor(tree.root, width=20_000)
    bodies = [box(tree.root, 100 * at, -25, linear_damp=0.5 * at, angular_damp=0.3 * at) for at in range(12)]
    bodies += [box(tree.root, -100 - 100 * at, -25, gravity_scale=1 + 0.1 * at) for at in range(12)]

    tree.frames(60)

    assert [body.sleeping for body in bodies] == [True] * 24
    assert not space(tree).rows.awake


def test_what_no_force_turns_is_damped_too_and_falls_asleep(tree: SceneTree) -> None:
    locked = moving(tree, 0, lock_rotation=True, linear_velocity=(0, 0), angular_damp=1.0)
    shapeless = tree.root.add_child(RigidBody2D(gravity_scale=0, angular_velocity=2.0, position=(0, 5000)))
    tree.frames(STEPS)

    assert locked.angular_velocity == near(2 * left_of(2.0))
    assert shapeless.angular_velocity == near(2 * left_of(1.0))
    tree.frames(400)
    assert locked.sleeping
    assert shapeless.sleeping
