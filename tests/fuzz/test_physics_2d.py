"""10,000 random operations in the callbacks of physics crash nothing, leak nothing, and do the same each time.

Bodies and areas are added, removed, reshaped, reparented, freed, joined, and put on other layers from the handlers of
their signals, from physics callbacks and from force integration: wherever the server lets user code run. What is done
between the steps, to keep things moving, comes on top.
"""

from __future__ import annotations

import gc
import random
from collections.abc import Callable, Iterator
from hashlib import sha256
from typing import Any
from weakref import ref

import pytest

from engine.core.errors import TreeError
from engine.resources.physics_material import PhysicsMaterial
from engine.resources.shapes_2d.capsule_shape_2d import CapsuleShape2D
from engine.resources.shapes_2d.circle_shape_2d import CircleShape2D
from engine.resources.shapes_2d.convex_polygon_shape_2d import ConvexPolygonShape2D
from engine.resources.shapes_2d.segment_shape_2d import SegmentShape2D
from engine.resources.shapes_2d.separation_ray_shape_2d import SeparationRayShape2D
from engine.tree.node import is_instance_valid
from engine.tree.processing import ProcessMode
from engine.tree.scene_tree import SceneTree
from nodes import (
    Area2D,
    CharacterBody2D,
    PhysicsBody2D,
    PinJoint2D,
    RigidBody2D,
    StaticBody2D,
)
from nodes.physics_2d.physics_direct_body_state_2d import PhysicsDirectBodyState2D
from servers.physics_2d import PhysicsServer2D, Space2D
from tests.unit.physics_2d.worlds import circle, floor, rectangle, with_shape

OPERATIONS = 10_000  # in callbacks
FEWEST, MOST = 8, 24  # how many bodies there are
PER_FRAME = 3  # operations outside of callbacks
CHANCE = 0.9  # of an operation, each time that user code is called
FRAMES_PER_HASH = 25


class Crate(RigidBody2D):
    """Does something random while its forces are integrated."""

    act: Callable[[], None]

    def on_integrate_forces(self, state: PhysicsDirectBodyState2D) -> None:
        self.act()


class Walker(CharacterBody2D):
    """Falls, walks, and does something random."""

    act: Callable[[], None]

    def on_physics_process(self, delta: float) -> None:
        self.velocity += (5.0, 980.0 * delta)
        self.move_and_slide()
        self.act()


class Churn:
    """A tree in which random operations are done until there have been enough."""

    def __init__(self, seed: int, operations: int) -> None:
        self.random = random.Random(seed)
        self.left = operations
        self.refused = self.frames = 0
        self.done: dict[str, int] = {}  # in callbacks, by name
        self.made: list[ref[Any]] = []  # the records and the pymunk bodies that there have been
        self.tree = SceneTree()
        self.bodies: list[Any] = []
        self.seen = sha256()
        floor(self.tree.root, 400, 3000)
        self.operations = (
            self.make, self.make, self.free, self.free_later, self.take_out, self.put_back, self.put_back, self.relayer,
            self.reshape, self.disable_shape, self.move, self.reparent, self.excepts, self.switch, self.pause,
            self.resurface, self.join, self.push,
        )  # fmt: skip

    def run(self) -> None:
        while self.left > 0:
            for _ in range(PER_FRAME):
                self.act()
            self.tree.tick(1 / 60)
            self.frames += 1
            check(self.tree)
            poses = [(*body.position, body.rotation) for body in self.live()]
            self.seen.update(repr(poses).encode())
            if self.frames % FRAMES_PER_HASH == 0:
                self.seen.update(self.tree.state_hash().encode())

    def close(self) -> None:
        """Free all bodies, those out of the tree too, and then what they stand on."""
        while live := self.live():
            live[0].free()
        self.tree.shutdown()

    def leaked(self) -> list[Any]:
        """What is left of the bodies after all but the ground have been freed, while its space is still there."""
        while live := self.live():
            live[0].free()
        self.tree.tick(1 / 60)
        gc.collect()
        return [made() for made in self.made if made() is not None]

    def live(self) -> list[Any]:
        """The bodies that are not freed, in the tree or out of it."""
        self.bodies = [body for body in self.bodies if is_instance_valid(body)]
        return self.bodies

    def called(self, *_: object) -> None:
        """User code is called by physics: now and then it does something, too."""
        if self.left > 0 and self.random.random() < CHANCE:
            self.left -= 1
            name = self.act()
            self.done[name] = self.done.get(name, 0) + 1

    def act(self) -> str:
        """Do something; returns what."""
        live = self.live()
        operation = self.make if len(live) < FEWEST else self.random.choice(self.operations)
        try:
            operation(self.random.choice(live) if live else None)
        except TreeError:  # a node that is on its way in or out can be neither moved nor freed
            self.refused += 1
        return operation.__name__

    def make(self, _: Any) -> None:
        if len(self.bodies) >= MOST:
            return
        place = self.random.uniform(-200, 200), self.random.uniform(-300, 300)
        kind = self.random.choice((Crate, Crate, Crate, RigidBody2D, Walker, Walker, Area2D, Area2D, StaticBody2D))
        body: Any = kind(position=place)
        if isinstance(body, RigidBody2D):
            body.contact_monitor, body.max_contacts_reported = True, self.random.randrange(6)
            body.continuous_cd = RigidBody2D.CCDMode(self.random.randrange(3))
            body.sleeping_state_changed.connect(self.called)
        elif isinstance(body, Area2D):
            body.gravity_space_override = Area2D.SpaceOverride(self.random.randrange(5))
            body.gravity, body.priority = self.random.uniform(-500, 500), self.random.randrange(3)
            body.area_entered.connect(self.called)
            body.area_exited.connect(self.called)
        if isinstance(body, (RigidBody2D, Area2D)):
            for signal in (body.body_entered, body.body_exited, body.body_shape_entered, body.body_shape_exited):
                signal.connect(self.called)
        if isinstance(body, (Crate, Walker)):
            body.act = self.called
        with_shape(body, self.shape())
        self.bodies.append(body)
        self.relayer(body)
        self.tree.root.add_child(body)
        self.made += [ref(body._record), ref(body._record.native)]

    def shape(self) -> Any:
        """Now and then one that another body has, too."""
        chance = self.random.random()
        if chance < 0.1 and self.live():
            return self.random.choice(self.bodies).get_child(0).shape
        if chance < 0.4:
            return rectangle(self.random.uniform(10, 80), self.random.uniform(10, 80))
        if chance < 0.7:
            return circle(self.random.uniform(5, 40))
        if chance < 0.8:
            return CapsuleShape2D(radius=self.random.uniform(5, 20), height=self.random.uniform(40, 80))
        if chance < 0.9:
            return ConvexPolygonShape2D(points=[(-20, 15), (self.random.uniform(-20, 20), -30), (25, 10)])
        if chance < 0.95:
            return SegmentShape2D(a=(-40, self.random.uniform(-30, 30)), b=(40, 0))
        return SeparationRayShape2D(length=self.random.uniform(0, 40))  # with 0 there is nothing of it

    def free(self, body: Any) -> None:
        body.free()

    def free_later(self, body: Any) -> None:
        body.queue_free()

    def take_out(self, body: Any) -> None:
        if body.parent is not None:
            body.parent.remove_child(body)

    def put_back(self, _: Any) -> None:
        for body in self.live():
            if body.parent is None:
                self.tree.root.add_child(body)
                break

    def relayer(self, body: Any) -> None:
        body.collision_layer, body.collision_mask = self.random.randrange(64), self.random.randrange(64)

    def reshape(self, body: Any) -> None:
        """Another shape, or another size of it, for all that have it."""
        shape = body.get_child(0).shape
        if isinstance(shape, CircleShape2D) and self.random.random() < 0.5:
            shape.radius = self.random.uniform(0, 40)
        else:
            body.get_child(0).shape = self.shape()

    def disable_shape(self, body: Any) -> None:
        body.get_child(0).disabled = not body.get_child(0).disabled

    def move(self, body: Any) -> None:
        body.position = self.random.uniform(-200, 200), self.random.uniform(-300, 300)

    def reparent(self, body: Any) -> None:
        other = self.random.choice(self.bodies)
        if other is not body and not body.is_ancestor_of(other) and body.is_inside_tree() and other.is_inside_tree():
            body.reparent(other if self.random.random() < 0.5 else self.tree.root)

    def excepts(self, body: Any) -> None:
        other = self.random.choice(self.bodies)
        if isinstance(body, PhysicsBody2D) and isinstance(other, PhysicsBody2D) and other is not body:
            if self.random.random() < 0.6:
                body.add_collision_exception_with(other)
            else:
                body.remove_collision_exception_with(other)

    def switch(self, body: Any) -> None:
        if isinstance(body, Area2D):
            body.monitoring, body.monitorable = not body.monitoring, not body.monitorable
        elif isinstance(body, RigidBody2D):
            body.contact_monitor, body.freeze = not body.contact_monitor, not body.freeze

    def pause(self, body: Any) -> None:
        body.process_mode = self.random.choice((ProcessMode.DISABLED, ProcessMode.INHERIT, ProcessMode.INHERIT))

    def resurface(self, body: Any) -> None:
        if isinstance(body, (RigidBody2D, StaticBody2D)):
            friction, bounce = self.random.choice((0.2, 0.5, 1.0, 2.0)), self.random.choice((0.0, 0.3, 0.9))
            body.physics_material_override = PhysicsMaterial(
                friction=friction, bounce=bounce, rough=self.random.random() < 0.2
            )
            shape: Any = body.get_child(0)
            shape.one_way_collision = self.random.random() < 0.3

    def join(self, body: Any) -> None:
        other = self.random.choice(self.bodies)
        if other is body or not all(isinstance(one, PhysicsBody2D) and one.is_inside_tree() for one in (body, other)):
            return
        joint = PinJoint2D(position=body.global_position)
        body.add_child(joint)
        joint.node_a, joint.node_b = joint.get_path_to(body), joint.get_path_to(other)

    def push(self, body: Any) -> None:
        if isinstance(body, RigidBody2D):
            body.apply_impulse((self.random.uniform(-900, 900), self.random.uniform(-900, 900)), (3.0, 0.0))


def check(tree: SceneTree) -> None:
    """No space has anything that has left it, and what it knows of its objects is of one mind."""
    for space in PhysicsServer2D.of(tree).spaces.values():
        objects = {*space.bodies.values(), *space.areas.values()}
        assert len(space.native.bodies) == len(objects)
        assert space.filters._kind_of.keys() == {item.rid for item in objects}
        assert sum(kind.count for kind in space.filters._kinds.values()) == len(objects)
        assert all(is_instance_valid(item.owner) and item.owner.is_inside_tree() for item in objects)
        check_touches(space, objects)


def check_touches(space: Space2D, objects: set[Any]) -> None:
    for area in space.areas.values():
        inside: dict[Any, int] = {}
        for (other, own), made in area.overlaps.items():
            assert made
            assert other.object in objects
            assert own.object is area
            inside[other.object] = inside.get(other.object, 0) + 1
        assert inside == area.inside
    for item in objects:
        for touch in item.told:
            assert touch.other in objects
            assert touch.other.told_to[item.rid] is item


@pytest.fixture
def churn() -> Iterator[Callable[[int, int], Churn]]:
    made: list[Churn] = []

    def make(seed: int, operations: int) -> Churn:
        made.append(Churn(seed, operations))
        return made[-1]

    yield make
    for each in made:
        each.close()


def test_random_operations_in_callbacks_leak_nothing_and_do_the_same_twice(churn: Callable[[int, int], Churn]) -> None:
    runs = [churn(5, OPERATIONS) for _ in range(2)]
    for run in runs:
        run.run()

    first, second = runs
    assert sum(first.done.values()) == OPERATIONS
    assert first.done.keys() == {operation.__name__ for operation in first.operations}
    assert first.refused < OPERATIONS / 10
    assert (first.frames, first.done, first.seen.hexdigest()) == (second.frames, second.done, second.seen.hexdigest())
    assert len(first.made) > OPERATIONS / 20
    for run in runs:
        assert run.leaked() == []
        run.tree.root.get_child(0).free()  # the ground, which was the last in its space
        assert PhysicsServer2D.of(run.tree).spaces == {}
