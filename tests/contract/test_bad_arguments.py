"""Whatever is given to the 2D physics, it takes it or refuses it with an error of ours; nothing else happens.

Every property and every argument of every method of its classes is given all kinds of values; new ones are picked up by
themselves. What was refused has changed nothing. What was taken is kept as the type that it is declared with, and the
world can be stepped and asked afterwards: all that moves in it has numbers for places.
"""

from __future__ import annotations

import inspect
import logging
from collections.abc import Callable, Iterator
from enum import IntEnum
from math import inf, isfinite, nan
from types import FunctionType
from typing import Any, NamedTuple

import numpy as np
import pytest

from engine.core.errors import SapwoodError
from engine.core.resource import Resource
from engine.resources.physics_material import PhysicsMaterial
from engine.resources.shapes_2d.circle_shape_2d import CircleShape2D
from engine.resources.shapes_2d.concave_polygon_shape_2d import ConcavePolygonShape2D
from engine.resources.shapes_2d.rectangle_shape_2d import RectangleShape2D
from engine.resources.shapes_2d.shape_2d import Shape2D
from engine.tree.scene_tree import SceneTree
from engine.tree.world_2d import World2D
from nodes import CharacterBody2D, CollisionObject2D, CollisionShape2D, Node2D, RigidBody2D, StaticBody2D
from nodes.physics_2d.kinematic_collision_2d import KinematicCollision2D
from nodes.physics_2d.physics_direct_body_state_2d import PhysicsDirectBodyState2D
from nodes.world_2d.canvas.canvas_item import CanvasItem
from servers.physics_2d import (
    PhysicsDirectSpaceState2D,
    PhysicsPointQueryParameters2D,
    PhysicsRayQueryParameters2D,
    PhysicsServer2D,
    PhysicsShapeQueryParameters2D,
)
from servers.physics_2d.settings import Settings
from tests.contract.our_types import NODE_TYPES, RESOURCE_TYPES

POINTS = [(0, 0), (30, 0), (0, 30)]


class World:
    """A floor, a box that falls on it, and a node that is freed, one in no tree, and one of another tree."""

    def __init__(self) -> None:
        self.tree = SceneTree()
        self.floor = self.put(StaticBody2D(position=(0, 30)), (1000, 50))
        self.box = self.put(RigidBody2D(position=(0, -40)), (20, 20))
        self.freed = RigidBody2D()
        self.freed.free()
        self.outside = RigidBody2D()
        self.other_tree = SceneTree()
        self.stranger = self.other_tree.root.add_child(RigidBody2D())

    def put(self, body: Any, size: tuple[float, float]) -> Any:
        body.add_child(CollisionShape2D(shape=RectangleShape2D(size=size)))
        return self.tree.root.add_child(body)

    def shut(self) -> None:
        self.tree.shutdown()
        self.other_tree.shutdown()

    def go_on(self, item: Any) -> None:
        """Step, move the item if it is a character, and ask; what refuses the item's state with an error may do so."""
        self.tree.tick(1 / 60)
        if isinstance(item, CharacterBody2D):
            item.move_and_slide()
        state = self.floor.get_world_2d().direct_space_state
        state.cast_rays([(0, -100)], [(0, 100)])
        if isinstance(item, (Shape2D, PhysicsShapeQueryParameters2D)):
            asked = item if isinstance(item, PhysicsShapeQueryParameters2D) else self.shape_query()
            for method in ("intersect_shape", "cast_motion", "get_rest_info", "collide_shape"):
                try:
                    getattr(state, method)(asked)
                except SapwoodError:
                    assert asked is item
        self.check()

    def shape_query(self) -> PhysicsShapeQueryParameters2D:
        return PhysicsShapeQueryParameters2D(shape=RectangleShape2D(size=(10, 10)), motion=(0, 50))

    def check(self) -> None:
        for space in PhysicsServer2D.of(self.tree).spaces.values():
            for body in space.native.bodies:
                assert all(map(isfinite, (*body.position, body.angle, *body.velocity, body.angular_velocity)))
        assert all(isfinite(number) for number in self.box.global_transform)


@pytest.fixture
def world() -> Iterator[World]:
    world = World()
    yield world
    world.shut()


# --- What is walked


def a_node(cls: type[Node2D], world: World) -> Any:
    """A node of that class with all that it needs, in the tree."""
    node: Any = cls()
    parent: Any = world.tree.root
    if isinstance(node, CollisionObject2D):
        node.add_child(CollisionShape2D(shape=RectangleShape2D(size=(20, 20))))
    elif hasattr(cls, "shape") or hasattr(cls, "polygon"):
        parent = parent.add_child(RigidBody2D(position=(200, 0)))
    if hasattr(cls, "shape"):
        node.shape = RectangleShape2D(size=(20, 20))
    if hasattr(cls, "polygon"):
        node.polygon = POINTS
    parent.add_child(node)
    if hasattr(cls, "node_a"):
        node.node_a, node.node_b = node.get_path_to(world.floor), node.get_path_to(world.box)
    return node


def a_shape(cls: type[Shape2D], world: World) -> Any:
    """A shape that a rigid, a static body and an area have."""
    shape: Any = cls()
    if hasattr(cls, "points"):
        shape.points = POINTS
    if hasattr(cls, "segments"):
        shape.segments = POINTS[:2]
    for kind in (world.box, world.floor):
        kind.add_child(CollisionShape2D(shape=shape))
    return shape


def a_material(cls: type[Any], world: World) -> Any:
    world.box.physics_material_override = material = PhysicsMaterial()
    return material


def a_collision(cls: type[Any], world: World) -> Any:
    return world.put(CharacterBody2D(), (20, 20)).move_and_collide((0, 100), True)


def a_question(cls: type[Any], world: World) -> Any:
    return cls(shape=RectangleShape2D(size=(10, 10))) if hasattr(cls, "shape") else cls()


OTHERS: dict[type[Any], Callable[[type[Any], World], Any]] = {
    PhysicsMaterial: a_material,
    KinematicCollision2D: a_collision,
    PhysicsRayQueryParameters2D: a_question,
    PhysicsPointQueryParameters2D: a_question,
    PhysicsShapeQueryParameters2D: a_question,
    PhysicsDirectBodyState2D: lambda cls, world: PhysicsDirectBodyState2D(world.box._record, 1 / 60),
    PhysicsDirectSpaceState2D: lambda cls, world: world.floor.get_world_2d().direct_space_state,
    Settings: lambda cls, world: PhysicsServer2D.of(world.tree),
    World2D: lambda cls, world: world.floor.get_world_2d(),
}

CLASSES: dict[type[Any], Callable[[Any, World], Any]] = {
    **{cls: a_node for cls in NODE_TYPES if cls.__module__.startswith("nodes.physics_2d.")},
    **{cls: a_shape for cls in RESOURCE_TYPES if issubclass(cls, Shape2D)},
    **OTHERS,
}

BASES = (CanvasItem, Resource, object)
"""Whose own properties and methods other tests are about."""


class Place(NamedTuple):
    """A property, or an argument of a method."""

    cls: type[Any]
    name: str
    argument: str = ""

    def __str__(self) -> str:
        return f"{self.cls.__name__}.{self.name}{self.argument and f'({self.argument})'}"


def places() -> list[Place]:
    """All there are; what several classes inherit, once."""
    found: dict[tuple[type[Any], str, str], Place] = {}
    for cls in CLASSES:
        for name in dir(cls):
            owner = next((base for base in cls.__mro__ if name in vars(base)), object)
            if name.startswith(("_", "on_")) or any(issubclass(base, owner) for base in BASES):
                continue
            value = inspect.getattr_static(cls, name)
            if isinstance(value, property):
                if value.fset is not None:
                    found.setdefault((owner, name, ""), Place(cls, name))
            elif isinstance(value, (FunctionType, classmethod, staticmethod)):
                for argument in arguments(cls, name):
                    found.setdefault((owner, name, argument), Place(cls, name, argument))
    return list(found.values())


def arguments(cls: type[Any], name: str) -> dict[str, inspect.Parameter]:
    """What a method takes, but for what it is called on."""
    is_bound = isinstance(inspect.getattr_static(cls, name), (classmethod, staticmethod))
    return dict(list(inspect.signature(getattr(cls, name)).parameters.items())[0 if is_bound else 1 :])


each_place = pytest.mark.parametrize("place", places(), ids=str)


# --- What is given


class Foreign(IntEnum):
    """Members of none of our enums."""

    ONE = 1
    MANY = 77


def values(world: World, item: Any) -> list[Any]:
    """Of all kinds, good and bad, each fresh."""
    read_only = np.array([1.0, 2.0])
    read_only.setflags(write=False)
    return [
        *(None, "", b"", "x", True, False, np.bool_(True), np.float32(1.5), np.int64(1), np.uint8(2), np.float64(nan)),
        *(0, -1, 1, 2, 3, 33, 99, 1 << 31, 1 << 32, -(1 << 31) - 1, 1 << 40, 10**400, 10**5000, 0.0, 0.5, -0.5),
        *(nan, inf, -inf, 1e12, 1e300, -1e300, 5e-324, 1j, object(), int, len, {1, 2}, {1: 2}),
        *(Foreign.ONE, Foreign.MANY, np.array(1.0), np.array(1), np.array(["a", "b"]), np.array([1, "a"], object)),
        *(
            [],
            (),
            [1],
            [10**5000],
            [-1],
            (1, 2),
            (0, 0),
            (-3, -4),
            (nan, 0),
            (0, inf),
            (1e300, -1e300),
            (5e-324, 0),
            (1, 2, 3),
            (True, 0),
        ),
        *(
            read_only,
            np.arange(8.0)[::4],
            np.array([1, 2], np.float32),
            np.array([nan, 1]),
            np.zeros((0, 2)),
            np.zeros(0),
        ),
        *(POINTS, POINTS[::-1], np.array(POINTS), [(0, 0)] * 5, [(0, 0), (1, 1), (2, 2)], [(0, 0), (nan, 1), (2, 2)]),
        *([(0, 0), (9, 9), (9, 0), (0, 9)], [(1e300, 0), (0, 1e300), (-1e300, 0)], [(1e12, 0), (0, 1e12), (-1e12, 0)]),
        *((0,) * 6, (-1, 0, 0, 1, 0, 0), (1, 0, 1, 1, 0, 0), (1, 1, 1, 1, 0, 0), (1e300, 0, 0, 1e300, 0, 0)),
        *((1, 0, 0, 1, 1e7, 1e12), (1, 0, 0, 1, 1e300, 0), (1, 0, 0, 1, nan, 0), (1e-300, 0, 0, 1e-300, 0, 0)),
        *(RectangleShape2D(), RectangleShape2D(size=(0, 0)), CircleShape2D(radius=1e300), CircleShape2D(radius=5e-324)),
        *(ConcavePolygonShape2D(segments=POINTS[:2]), Shape2D(), PhysicsMaterial(), World2D(), "../RigidBody2D"),
        *(world.box, world.floor, world.freed, world.outside, world.stranger, world.tree.root, item),
    ]


def usual(place: Place, name: str, parameter: inspect.Parameter, world: World) -> Any:
    """A good value for another argument of the method."""
    if parameter.default is not parameter.empty:
        return parameter.default
    known: dict[str, Any] = {
        "from_": (0, 0) if place.cls is PhysicsRayQueryParameters2D else (1, 0, 0, 1, 0, 0),
        "owner": None,
        "node": world.box,
        "body": world.box,
        "area": world.box,
        "parent": world.tree.root,
        "canvas_item": world.box,
        "color": "red",
        "shape": RectangleShape2D(),
        "with_shape": RectangleShape2D(),
        "layer_number": 1,
        "points": POINTS,
        "point_cloud": POINTS,
        "origins": POINTS,
        "targets": POINTS,
    }
    if name in known:
        return known[name]
    if name == "parameters":
        kinds = {"intersect_ray": PhysicsRayQueryParameters2D, "intersect_point": PhysicsPointQueryParameters2D}
        return kinds[place.name]() if place.name in kinds else world.shape_query()
    if name.endswith("xform") or name == "transform":
        return 1, 0, 0, 1, 0, 0
    kind = str(parameter.annotation)
    return (1, 2) if kind.startswith("Sequence") else True if kind == "bool" else 0


# --- The promise


@each_place
def test_it_is_taken_or_refused_with_an_error_of_ours(place: Place, world: World, caplog: Any) -> None:
    caplog.set_level(logging.CRITICAL, "sapwood")
    item = CLASSES[place.cls](place.cls, world)
    given = values(world, item)
    for value in given:
        if place.argument:
            others = arguments(place.cls, place.name)
            call = {name: usual(place, name, each, world) for name, each in others.items()} | {place.argument: value}
            try:
                getattr(item, place.name)(**call)
            except SapwoodError as error:
                check_text(error)
                continue
        else:
            before = getattr(item, place.name)
            try:
                setattr(item, place.name, value)
            except SapwoodError as error:
                check_text(error)
                assert getattr(item, place.name) == before
                continue
            kept = getattr(item, place.name)
            assert type(kept) is type(before) or isinstance(kept, (Resource, type(None)))
        world.go_on(item)


def check_text(error: SapwoodError) -> None:
    assert 20 < len(str(error)) < 500
