"""The order in which one step tells what happened: exits, enters, contacts, areas, sleep, by who was made first."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from engine.tree.scene_tree import SceneTree
from nodes import Area2D, CollisionShape2D, Node, RigidBody2D, StaticBody2D, SubViewport
from tests.unit.physics_2d.worlds import box, floating, floor, rectangle, with_shape

Log = list[Any]


def monitor(parent: Node, x: float, name: str, **exported: Any) -> RigidBody2D:
    exported = {"contact_monitor": True, "max_contacts_reported": 8, **exported}
    return floating(parent, x, 0, name=name, **exported)


def note(log: Log, what: str, *_: object) -> None:
    log.append(what)


def watch(log: Log, item: Any) -> None:
    item.body_entered.connect(partial(note, log, f"{item.name} in"))
    item.body_exited.connect(partial(note, log, f"{item.name} out"))
    if isinstance(item, RigidBody2D):
        item.sleeping_state_changed.connect(partial(note, log, f"{item.name} sleep"))


def test_all_of_one_step_is_told_exits_first_contacts_before_areas_and_sleep_last(tree: SceneTree) -> None:
    """Two areas and two bodies, the areas made first; all are left by something and come to something at once."""
    log: Log = []
    areas = [with_shape(Area2D(f"Area{at}", position=(1000 * at, 0)), rectangle(300, 300)) for at in range(2)]
    for area in areas:
        tree.root.add_child(area)
    bodies = [monitor(tree.root, 1000 * at, f"Body{at}") for at in range(2)]
    walls = [
        tree.root.add_child(with_shape(StaticBody2D(position=(1000 * at + 49, 0)), rectangle())) for at in range(2)
    ]
    others = [floating(tree.root, 1000 * at, 3000) for at in range(2)]
    tree.frames(60)
    assert all(body.sleeping for body in bodies)
    for item in (*reversed(bodies), *reversed(areas)):  # the order of connecting is not that of telling
        watch(log, item)

    for at in range(2):
        walls[at].position = (1000 * at, 5000)
        others[at].position = (1000 * at - 48, 0)
    tree.frames(1)

    assert log == [
        "Body0 out", "Body1 out", "Area0 out", "Area1 out",
        "Body0 in", "Body1 in", "Area0 in", "Area1 in",
        "Body0 sleep", "Body1 sleep",
    ]  # fmt: skip


def test_sleep_is_told_by_who_was_made_first_whatever_the_world(tree: SceneTree) -> None:
    log: Log = []
    floor(tree.root)
    view = tree.root.add_child(SubViewport())
    first = box(view, 0, -25, name="First", gravity_scale=0)
    second = box(tree.root, 0, -25, name="Second")
    third = box(view, 500, -25, name="Third", gravity_scale=0)
    for body in (third, second, first):
        body.sleeping_state_changed.connect(partial(note, log, body.name))
    tree.frames(120)
    assert first.sleeping
    assert second.sleeping
    log.clear()

    for body in (third, first, second):
        body.apply_central_impulse((5, 0))
    tree.frames(1)

    assert log == ["First", "Second", "Third"]


IN = ["in", "in 0", "in 1"]
BY_SHAPES = ["out 0", "out", "out 1"]


@pytest.mark.parametrize(
    ("happens", "told"),
    [
        (lambda area, body: setattr(body, "position", (9000, 0)), BY_SHAPES),
        (lambda area, body: setattr(area, "collision_mask", 0), BY_SHAPES),
        (lambda area, body: body.get_parent().remove_child(body), ["out", "out 0", "out 1"]),
        (lambda area, body: setattr(area, "monitoring", False), ["out 0", "out 1", "out"]),
        (lambda area, body: area.get_parent().remove_child(area), ["out 0", "out 1", "out"]),
    ],
    ids=["it goes", "the mask", "it leaves", "monitoring", "the area leaves"],
)
def test_that_a_body_is_gone_is_told_by_how_it_went(
    tree: SceneTree, happens: Callable[[Area2D, RigidBody2D], object], told: list[str]
) -> None:
    """Before its last shape as a rule, before all where it leaves, and behind all where it is no longer looked for."""
    area = tree.root.add_child(with_shape(Area2D(), rectangle(300, 300)))
    body = floating(tree.root)
    body.add_child(CollisionShape2D(shape=rectangle(), position=(60, 0)))
    log: Log = []
    area.body_entered.connect(lambda _: log.append("in"))
    area.body_exited.connect(lambda _: log.append("out"))
    area.body_shape_entered.connect(lambda _, __, shape, ___: log.append(f"in {shape}"))
    area.body_shape_exited.connect(lambda _, __, shape, ___: log.append(f"out {shape}"))
    tree.frames(2)

    happens(area, body)
    tree.frames(2)

    assert log == IN + told


def test_an_area_that_its_handler_frees_is_told_once_that_a_body_is_gone(tree: SceneTree) -> None:
    area = tree.root.add_child(with_shape(Area2D(), rectangle(300, 300)))
    body = floating(tree.root)
    body.add_child(CollisionShape2D(shape=rectangle(), position=(60, 0)))
    log: Log = []
    area.body_exited.connect(partial(note, log, "out"))
    area.body_exited.connect(lambda _: area.free())
    area.body_shape_exited.connect(partial(note, log, "shape"))
    tree.frames(2)

    body.free()
    tree.frames(2)

    assert log.count("out") == 1
