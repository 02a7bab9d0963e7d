"""The order in which one step tells what happened: exits, enters, contacts, areas, sleep, by who was made first."""

from __future__ import annotations

from functools import partial
from typing import Any

from engine.tree.scene_tree import SceneTree
from nodes import Area2D, Node, RigidBody2D, StaticBody2D, SubViewport
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
