"""Two bodies and a joint, without damps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import pytest

from engine import SceneTree
from engine.resources.shapes_2d.circle_shape_2d import CircleShape2D
from nodes import CollisionShape2D, Joint2D, RigidBody2D, StaticBody2D
from servers.physics_2d import PhysicsServer2D

Pair = tuple[StaticBody2D, RigidBody2D]
Period = Callable[[Callable[[], float], int], float]


class NewBall(Protocol):
    """What `new_ball` gives."""

    def __call__(self, name: str, x: float, y: float, mass: float = 1.0) -> RigidBody2D: ...


class Join(Protocol):
    """What `join` gives."""

    def __call__(self, joint: Joint2D, x: float, y: float, *, mass: float = 1.0, gravity: float = 0.0) -> Pair: ...


def ball(name: str, x: float, y: float, mass: float = 1.0) -> RigidBody2D:
    """A body with a radius of 5, which does not fall asleep."""
    body = RigidBody2D(name, position=(x, y), mass=mass, can_sleep=False)
    body.add_child(CollisionShape2D(shape=CircleShape2D(radius=5.0)))
    return body


@pytest.fixture
def physics(tree: SceneTree) -> PhysicsServer2D:
    """The server of the tree; nothing is damped."""
    server = PhysicsServer2D.of(tree)
    server.default_linear_damp = server.default_angular_damp = 0.0
    return server


@pytest.fixture
def new_ball() -> NewBall:
    """`ball`."""
    return ball


@pytest.fixture
def join(tree: SceneTree, physics: PhysicsServer2D) -> Join:
    """Joins a static body at the origin, and a ball of a mass at a point, by a joint; returns the two."""

    def make(joint: Joint2D, x: float, y: float, *, mass: float = 1.0, gravity: float = 0.0) -> Pair:
        physics.default_gravity = gravity
        post = tree.root.add_child(StaticBody2D("Post"))
        body = tree.root.add_child(ball("Ball", x, y, mass))
        joint.node_a, joint.node_b = "../Post", "../Ball"
        tree.root.add_child(joint)
        return post, body

    return make


@pytest.fixture
def period(tree: SceneTree) -> Period:
    """The mean time from one crossing of 0, downwards, to the next, of a number that is read after each step."""

    def measure(read: Callable[[], float], steps: int) -> float:
        before, crossings = read(), []
        for step in range(steps):
            tree.tick(1 / 60)
            now = read()
            if before > 0.0 >= now:
                crossings.append(step + before / (before - now))
            before = now
        return (crossings[-1] - crossings[0]) / (len(crossings) - 1) / 60

    return measure
