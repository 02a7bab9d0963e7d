"""What an application tells people of how nodes are set up."""

from __future__ import annotations

from typing import Any

import pytest

from engine.app import App
from engine.core.clock import ManualClock
from engine.game.misspelt_names import MOST_NODES
from engine.game.slips import Slips
from engine.resources.shapes_2d.circle_shape_2d import CircleShape2D
from engine.resources.shapes_2d.concave_polygon_shape_2d import ConcavePolygonShape2D
from engine.resources.shapes_2d.convex_polygon_shape_2d import ConvexPolygonShape2D
from engine.tree.scene_tree import SceneTree
from nodes import Area2D, CollisionShape2D, Node2D, StaticBody2D
from servers.display.headless import HeadlessDisplay

NO_SHAPE = (
    "This node has no shape, so it can't collide or interact with other objects. "
    "Consider adding a CollisionShape2D or CollisionPolygon2D as a child to define its shape."
)


@pytest.fixture
def tree() -> SceneTree:
    return SceneTree()


def test_an_application_tells_once_for_a_class_how_its_nodes_are_set_up_wrongly(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with App(HeadlessDisplay((8, 8)), draws=False, clock=ManualClock(), fixed_fps=60) as app:
        for name in ("Floor", "Wall"):
            app.tree.root.add_child(StaticBody2D(name))
        app.tree.root.add_child(Area2D("Door")).add_child(CollisionShape2D("Frame"))
        app.run(40)

    assert caplog.messages == [
        f"/root/Floor: {NO_SHAPE}",
        "/root/Door/Frame: A shape must be provided for CollisionShape2D to function. Please create a shape resource "
        "for it!",
    ]


def test_what_was_not_ready_yet_is_not_told(tree: SceneTree, caplog: pytest.LogCaptureFixture) -> None:
    slips = Slips()
    floor = tree.root.add_child(StaticBody2D("Floor"))
    slips.tell(tree)
    floor.add_child(CollisionShape2D(shape=CircleShape2D()))
    tree.root.add_child(StaticBody2D("Wall"))
    slips.tell(tree)

    assert caplog.messages == []

    slips.tell(tree)

    assert caplog.messages == [f"/root/Wall: {NO_SHAPE}"]


def test_what_a_games_own_class_says_is_for_editors(tree: SceneTree, caplog: pytest.LogCaptureFixture) -> None:
    class Lamp(Node2D):
        def get_configuration_warnings(self) -> list[str]:
            raise AssertionError("not while it is played")

    class Floor(StaticBody2D):
        def get_configuration_warnings(self) -> list[str]:
            return [*super().get_configuration_warnings(), "It is too cold."]

    tree.root.add_child(Lamp())
    tree.root.add_child(Floor("Ice"))
    slips = Slips()
    slips.tell(tree)
    slips.tell(tree)

    assert caplog.messages == [f"/root/Ice: {NO_SHAPE}"]


@pytest.mark.parametrize("kind", [ConvexPolygonShape2D, ConcavePolygonShape2D])
def test_advice_about_what_works_as_it_is_is_for_editors(
    tree: SceneTree, caplog: pytest.LogCaptureFixture, kind: type[Any]
) -> None:
    shape = kind()
    frame = tree.root.add_child(StaticBody2D("Rock")).add_child(CollisionShape2D("Frame", shape=shape))
    alone = tree.root.add_child(CollisionShape2D("Alone", shape=shape))
    slips = Slips()
    slips.tell(tree)
    slips.tell(tree)

    (advice,) = frame.get_configuration_warnings()
    (flaw, same) = alone.get_configuration_warnings()
    assert "use the CollisionPolygon2D node instead" in advice == same
    assert caplog.messages == [f"/root/Alone: {' '.join(flaw.split())}"]


def test_an_editor_shows_it_itself(tree: SceneTree, caplog: pytest.LogCaptureFixture) -> None:
    tree.edit_mode = True
    tree.root.add_child(StaticBody2D("Floor"))
    slips = Slips()
    slips.tell(tree)
    slips.tell(tree)

    assert caplog.messages == []


def test_of_many_nodes_of_a_class_the_first_are_asked(tree: SceneTree, caplog: pytest.LogCaptureFixture) -> None:
    for _ in range(MOST_NODES):
        tree.root.add_child(StaticBody2D()).add_child(CollisionShape2D(shape=CircleShape2D()))
    tree.root.add_child(StaticBody2D("Floor"))
    slips = Slips()
    slips.tell(tree)
    slips.tell(tree)

    assert caplog.messages == []
