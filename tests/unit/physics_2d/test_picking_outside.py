"""Picking while the mouse is outside of the window."""

from __future__ import annotations

from typing import Any

import pytest

from engine import InputEvent, InputEventMouseMotion, InputEventScreenTouch
from engine.math import Vector2
from engine.tree.scene_tree import SceneTree
from nodes import Area2D, CollisionShape2D, Node, SubViewport
from tests.unit.physics_2d.worlds import rectangle


class Told(Area2D):
    """Writes down what it is told."""

    log: list[str]

    def on_input_event(self, viewport: Node, event: InputEvent, shape_idx: int) -> None:
        self.log.append("event")

    def on_mouse_enter(self) -> None:
        self.log.append("enter")

    def on_mouse_exit(self) -> None:
        self.log.append("exit")

    def on_mouse_shape_exit(self, shape_idx: int) -> None:
        self.log.append("shape exit")


@pytest.fixture
def area(tree: SceneTree) -> Told:
    """40 px by 40 at (100, 100), and as much again across the left edge of the window."""
    area = Told("A", position=(100, 100))
    area.log = []
    area.add_child(CollisionShape2D(shape=rectangle(40, 40)))
    area.add_child(CollisionShape2D(shape=rectangle(40, 40), position=(-100, 0)))
    tree.root.mouse_entered.connect(lambda: area.log.append("window entered"))
    tree.root.mouse_exited.connect(lambda: area.log.append("window exited"))
    return tree.root.add_child(area)


def move(tree: SceneTree, x: float, y: float) -> None:
    tree.push_input(InputEventMouseMotion(position=(x, y)))


def test_what_the_mouse_was_over_is_told_at_once_that_it_left_the_window(tree: SceneTree, area: Told) -> None:
    move(tree, 100, 100)
    tree.frames(1)
    assert area.log == ["window entered", "enter", "event"]
    area.log.clear()

    tree.root.notify_mouse_exited()
    tree.root.notify_mouse_exited()

    assert area.log == ["exit", "shape exit", "window exited"]


def test_outside_nothing_is_picked_until_the_mouse_is_back(tree: SceneTree, area: Told) -> None:
    move(tree, 100, 100)
    tree.root.notify_mouse_exited()
    area.log.clear()

    tree.frames(3)
    assert area.log == []

    move(tree, 100, 100)
    tree.frames(1)
    assert area.log == ["window entered", "enter", "event"]


def test_a_mouse_that_came_back_within_a_frame_is_over_it_again(tree: SceneTree, area: Told) -> None:
    move(tree, 100, 100)
    tree.frames(1)
    area.log.clear()

    tree.root.notify_mouse_exited()
    move(tree, 110, 100)
    tree.frames(1)

    assert area.log == ["exit", "shape exit", "window exited", "window entered", "enter", "event"]


def test_where_the_root_shows_nothing_the_mouse_is_outside(tree: SceneTree, area: Told) -> None:
    move(tree, 0, 100)
    tree.frames(1)
    assert area.log == ["window entered", "enter", "event"]
    area.log.clear()

    move(tree, -1, 100)
    tree.frames(1)
    assert area.log == ["exit", "shape exit", "window exited"]

    tree.root.size = Vector2(100, 200)
    move(tree, 99.5, 100)
    move(tree, 100, 100)
    tree.frames(1)
    assert area.log[3:] == ["window entered", "window exited"]


def test_fingers_are_told_wherever_the_mouse_is(tree: SceneTree, area: Told) -> None:
    move(tree, 100, 100)
    tree.root.notify_mouse_exited()
    area.log.clear()

    tree.push_input(InputEventScreenTouch(position=(100, 100), pressed=True))
    tree.frames(1)

    assert area.log == ["event"]


def test_the_root_can_be_told_that_the_mouse_is_back(tree: SceneTree, area: Told) -> None:
    tree.root.notify_mouse_entered()
    tree.root.notify_mouse_entered()

    assert area.log == ["window entered"]


def test_other_viewports_have_no_mouse_to_lose(tree: SceneTree, area: Told) -> None:
    inner = tree.root.add_child(SubViewport())
    move(tree, 100, 100)
    tree.frames(1)
    area.log.clear()

    inner.notify_mouse_exited()
    tree.frames(1)

    assert area.log == []


def test_an_error_of_a_handler_is_raised_and_the_mouse_has_left(tree: SceneTree, area: Told) -> None:
    other = tree.root.add_child(Area2D(position=(100, 100)))
    other.add_child(CollisionShape2D(shape=rectangle(40, 40)))
    move(tree, 100, 100)
    tree.frames(1)
    area.log.clear()

    def fail() -> Any:
        raise ValueError("no mouse here")

    area.mouse_exited.connect(fail)

    with pytest.raises(ValueError, match="no mouse here"):
        tree.root.notify_mouse_exited()
    tree.frames(1)

    assert area.log == ["exit", "window exited"]
