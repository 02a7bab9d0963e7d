"""2D physics beside pymunk alone: a tick with many bodies, awake and asleep; characters; many rays at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pymunk
from pymunk import batch

from bench.measure import Row, Scale, absolute, ratio, timed
from bench.platformer_trees import many_trees
from engine.math import Vector2
from engine.resources.shapes_2d.circle_shape_2d import CircleShape2D
from engine.resources.shapes_2d.rectangle_shape_2d import RectangleShape2D
from engine.tree.scene_tree import SceneTree
from nodes import CharacterBody2D, CollisionShape2D, RigidBody2D, StaticBody2D
from servers.physics_2d import PhysicsServer2D

ISSUE = "05"
COUNT = 1_000
RADIUS = 10.0
STEP = 1 / 60
SUBSTEPS = 4
WALLS = (((400, 1010), (840, 20)), ((-10, 500), (20, 1000)), ((810, 500), (20, 1000)))  # middles and sizes
SETTLING = 180  # ticks
WALKERS = 100
TILE = 16.0
WALKER = (12.0, 28.0)
RAYS = 10_000
FIELD = 3_000.0  # the side of the square that the boxes for the rays stand in
LONGEST = 300.0  # of a ray, along an axis
Tick = Callable[[], Any]


def circle_places() -> Iterator[tuple[float, float]]:
    """In a bin, rows of 36 that stand between those below."""
    for at in range(COUNT):
        row, column = divmod(at, 36)
        yield 30 + column * 20.5 + row % 2 * 3, 950 - row * 20.5


def bin_tree() -> SceneTree:
    """The circles as nodes, with default damps; they may not sleep."""
    tree = SceneTree()
    walls = StaticBody2D()
    for middle, size in WALLS:
        walls.add_child(CollisionShape2D(shape=RectangleShape2D(size=size), position=middle))
    tree.root.add_child(walls)
    shape = CircleShape2D(radius=RADIUS)
    for place in circle_places():
        body = RigidBody2D(position=place, can_sleep=False)
        body.add_child(CollisionShape2D(shape=shape))
        tree.root.add_child(body)
    return tree


def bare_bin() -> Tick:
    """The same circles with pymunk alone: one tick of it, with the same damps, ends with reading all poses."""
    space = pymunk.Space()
    space.iterations = 10
    space.gravity = (0, 980)
    linear, angular = 1 - 0.1 * STEP, 1 - 1.0 * STEP
    space.damping = linear ** (1 / STEP)
    for (x, y), (width, height) in WALLS:
        left, top, right, bottom = x - width / 2, y - height / 2, x + width / 2, y + height / 2
        wall = pymunk.Poly(space.static_body, [(left, top), (right, top), (right, bottom), (left, bottom)])
        wall.friction = 1.0
        space.add(wall)
    for place in circle_places():
        body = pymunk.Body(1.0, RADIUS * RADIUS / 2)
        body.position = place
        circle = pymunk.Circle(body, RADIUS)
        circle.friction = 1.0
        space.add(body, circle)
    turning, places = batch.BodyFields.ANGULAR_VELOCITY, batch.BodyFields.POSITION | batch.BodyFields.ANGLE
    read, written = batch.Buffer(), batch.Buffer()

    def tick() -> None:
        read.clear()
        batch.get_space_bodies(space, turning, read)
        written.set_float_buf(np.frombuffer(read.float_buf()) * (angular / linear))
        batch.set_space_bodies(space, turning, written)
        for _ in range(SUBSTEPS):
            space.step(STEP / SUBSTEPS)
        read.clear()
        batch.get_space_bodies(space, places, read)
        np.frombuffer(read.float_buf()).reshape(-1, 3)

    return tick


def sleeping_tree() -> SceneTree:
    """Boxes that sleep side by side on a floor."""
    tree = SceneTree()
    floor = StaticBody2D(position=(0, 25))
    floor.add_child(CollisionShape2D(shape=RectangleShape2D(size=(100_000, 50))))
    tree.root.add_child(floor)
    shape = RectangleShape2D(size=(20, 20))
    for at in range(COUNT):
        body = RigidBody2D(position=(30 * (at - COUNT / 2), -10), sleeping=True)
        body.add_child(CollisionShape2D(shape=shape))
        tree.root.add_child(body)
    return tree


def rows(scale: Scale) -> list[Row]:
    """The rows of this area."""
    return [_awake(scale), _asleep(scale), _characters(scale), _rays(scale), many_trees(ISSUE, scale)]


def _awake(scale: Scale) -> Row:
    tree, bare = bin_tree(), bare_bin()
    for _ in range(SETTLING):
        tree.tick(STEP)
        bare()
    row = ratio(ISSUE, "1,000 circles awake in a bin, a tick", 1.35, lambda: tree.tick(STEP), bare, scale, inner=4)
    tree.shutdown()
    return row


def _asleep(scale: Scale) -> Row:
    tree, empty = sleeping_tree(), SceneTree()
    tree.frames(60)
    empty.frames(60)
    more = []
    for _ in range(20 * scale.repeats):
        nothing = timed(lambda: empty.tick(STEP))
        more.append(timed(lambda: tree.tick(STEP)) - nothing)
    tree.shutdown()
    empty.shutdown()
    return absolute(ISSUE, "1,000 sleeping bodies, a tick more than an empty one", 0.06, "ms", more)


def walkers_on_tiles(tree: SceneTree) -> list[CharacterBody2D]:
    """Characters that have landed on two rows of tiles."""
    tile, box = RectangleShape2D(size=(TILE, TILE)), RectangleShape2D(size=WALKER)
    for column in range(4 * WALKERS + 40):
        for row in range(2):
            body = StaticBody2D(position=(TILE * (column + 0.5), TILE * (row + 0.5)))
            body.add_child(CollisionShape2D(shape=tile))
            tree.root.add_child(body)
    walkers = []
    for at in range(WALKERS):
        walker = CharacterBody2D(position=(10 * TILE + 2 * TILE * at, -WALKER[1] / 2))
        walker.add_child(CollisionShape2D(shape=box))
        walkers.append(tree.root.add_child(walker))
    tree.frames(1)
    return walkers


def _characters(scale: Scale) -> Row:
    """They walk to and fro as Godot's template does it; the bare boxes ask while they stand a little in the tiles."""
    tree = SceneTree()
    walkers = walkers_on_tiles(tree)
    query = PhysicsServer2D.of(tree).space_of(tree.root.world_2d).native.shape_query
    away = (2 * WALKERS + 20) * TILE  # where nobody else is
    bodies = [pymunk.Body(body_type=pymunk.Body.KINEMATIC) for _ in walkers]  # their shapes do not keep them
    boxes = [pymunk.Poly.create_box(body, WALKER) for body in bodies]
    for walker, body in zip(walkers, bodies, strict=True):
        body.position = walker.position.x + away, -WALKER[1] / 2 + 0.3
    moves = 0

    def move() -> None:
        nonlocal moves
        moves += 1
        speed = 60.0 if moves // 30 % 2 else -60.0
        for walker in walkers:
            falling = walker.velocity.y if walker.is_on_floor() else walker.velocity.y + 980.0 * STEP
            walker.velocity = Vector2(speed, falling)
            walker.move_and_slide()

    def ask() -> None:
        for box in boxes:
            query(box)
            query(box)
            query(box)
            query(box)

    for _ in range(30):
        move()
        tree.tick(STEP)
    assert all(len(query(box)) == 2 for box in boxes)
    row = ratio(ISSUE, "move_and_slide of 100 characters on tiles", 1.5, move, ask, scale)
    assert all(walker.is_on_floor() for walker in walkers)
    tree.shutdown()
    return row


def box_field(rng: np.random.Generator) -> SceneTree:
    """Boxes that stand around on a square."""
    tree = SceneTree()
    shape = RectangleShape2D(size=(20, 20))
    for x, y in rng.uniform(0.0, FIELD, (COUNT, 2)).tolist():
        body = StaticBody2D(position=(x, y))
        body.add_child(CollisionShape2D(shape=shape))
        tree.root.add_child(body)
    tree.frames(1)
    return tree


def _rays(scale: Scale) -> Row:
    """About half of them meet a box; some begin in one."""
    rng = np.random.default_rng(5)
    tree = box_field(rng)
    server, world = PhysicsServer2D.of(tree), tree.root.world_2d
    state, query = server.direct_state_of(world), server.space_of(world).native.segment_query_first
    starts = rng.uniform(0.0, FIELD, (RAYS, 2))
    ends = starts + rng.uniform(-LONGEST, LONGEST, (RAYS, 2))
    pairs = [(tuple(start), tuple(end)) for start, end in zip(starts.tolist(), ends.tolist(), strict=True)]
    anything = pymunk.ShapeFilter()

    def one_by_one() -> list[Any]:
        found: list[Any] = []
        for start, end in pairs:
            hit = query(start, end, 0.0, anything)
            found.append(None if hit is None else (hit.shape.body, hit.point, hit.normal))
        return found

    at_once = state.cast_rays(starts, ends).position
    for at, met in enumerate(one_by_one()):  # one that begins in a box meets it at once for pymunk, which says its end
        assert met is None or np.allclose(met[1], at_once[at]) or np.allclose(met[1], ends[at])
    row = ratio(ISSUE, "10,000 rays at once", 1.2, lambda: state.cast_rays(starts, ends), one_by_one, scale)
    tree.shutdown()
    return row
