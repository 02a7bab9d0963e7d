"""256 trees with the platformer in one process: how much slower each is than alone, beside bare pymunk spaces."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any, TypeVar

import pymunk

from bench.measure import Row, Scale, figure, timed
from engine.app import headless_app
from engine.tree.scene_tree import SceneTree
from servers.physics_2d import PhysicsServer2D

PLATFORMER = Path(__file__).resolve().parents[2] / "examples" / "platformer"
STEP = 1 / 60
SUBSTEPS = 4
COUNT, QUICK_COUNT = 256, 32
SETTLING = 10  # ticks
T = TypeVar("T")


def platformer_trees(count: int) -> list[SceneTree]:
    """Each with a journey of its own; the textures are of all. Nothing is drawn."""
    with headless_app(PLATFORMER, seed=1) as app:
        main: Any = app.tree.current_scene
        trees = []
        for _ in range(count):
            tree = SceneTree()
            journey = main.fresh_journey.instantiate()
            journey.hide()
            tree.root.add_child(journey)
            tree.frames(SETTLING)
            trees.append(tree)
    return trees


def bare_space(tree: SceneTree) -> pymunk.Space:
    """The bodies and shapes of a tree in a space that pymunk has to itself."""
    space = pymunk.Space()
    space.iterations, space.gravity = 10, (0, 980)
    for body in PhysicsServer2D.of(tree).space_of(tree.root.world_2d).native.bodies:
        is_moved = body.body_type == pymunk.Body.DYNAMIC
        mass = (body.mass, body.moment) if is_moved else (0.0, 0.0)
        copy = pymunk.Body(*mass, body_type=body.body_type)
        copy.position, copy.angle = body.position, body.angle
        space.add(copy, *(_copied(shape, copy) for shape in body.shapes))
    return space


def _copied(shape: pymunk.Shape, body: pymunk.Body) -> pymunk.Shape:
    copy: pymunk.Shape
    if isinstance(shape, pymunk.Poly):
        copy = pymunk.Poly(body, shape.get_vertices(), radius=shape.radius)
    elif isinstance(shape, pymunk.Circle):
        copy = pymunk.Circle(body, shape.radius, shape.offset)
    else:
        assert isinstance(shape, pymunk.Segment)
        copy = pymunk.Segment(body, shape.a, shape.b, shape.radius)
    copy.friction, copy.sensor, copy.filter = 1.0, shape.sensor, shape.filter
    return copy


def many_trees(issue: str, scale: Scale) -> Row:
    """Ticks of one tree and of all in turn, as many of either; and so for the spaces."""
    count = QUICK_COUNT if scale.quick else COUNT
    trees = platformer_trees(count)
    spaces = [bare_space(tree) for tree in trees]

    def step(space: pymunk.Space) -> None:
        for _ in range(SUBSTEPS):
            space.step(STEP / SUBSTEPS)

    bare: list[float] = []
    engine: list[float] = []
    for _ in range(scale.repeats):
        bare.append(_slowdown(spaces, step))
        engine.append(_slowdown(trees, lambda tree: tree.tick(STEP)))
    for tree in trees:
        tree.shutdown()
    value = median(engine) / median(bare)
    return figure(issue, f"{count} platformer trees, slowdown beside that of bare spaces", 1.15, "x", value)


def _slowdown(items: list[T], step: Callable[[T], object]) -> float:
    """How much longer it takes to step each once than to step the first as often."""

    def one() -> None:
        for _ in items:
            step(items[0])

    def each() -> None:
        for item in items:
            step(item)

    alone = timed(one)
    return timed(each) / alone
