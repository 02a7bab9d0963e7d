"""Properties that few nodes change: kept with the node, at no cost for the others."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.errors import InvalidTypeError, InvalidValueError
from engine.core.export import get_exports
from engine.tree.node import Node
from engine.tree.scene_tree import SceneTree
from engine.tree.viewport import SceneViewport

CHANGED: dict[str, Any] = {
    "process_thread_group": Node.ProcessThreadGroup.SUB_THREAD,
    "process_thread_group_order": -3,
    "process_thread_messages": Node.ProcessThreadMessages.MESSAGES_PHYSICS,
    "physics_interpolation_mode": Node.PhysicsInterpolationMode.OFF,
    "auto_translate_mode": Node.AutoTranslateMode.DISABLED,
    "editor_description": "opens when all are dead",
}


def values_of(node: Node) -> dict[str, Any]:
    return {name: getattr(node, name) for name in CHANGED}


def test_a_node_that_changes_none_of_them_holds_nothing() -> None:
    node = Node()
    for name, info in get_exports(Node).items():
        setattr(node, name, info.default)

    assert "_rare" not in vars(node)


def test_choices_may_be_given_by_their_numbers_and_are_members() -> None:
    node = Node(process_thread_group=2, process_thread_messages=3, physics_interpolation_mode=1)

    assert node.process_thread_group is Node.ProcessThreadGroup.SUB_THREAD
    assert node.process_thread_messages is Node.ProcessThreadMessages.MESSAGES_ALL
    assert node.physics_interpolation_mode is Node.PhysicsInterpolationMode.ON


def test_duplicates_have_the_same_and_their_own() -> None:
    node = Node("Door", **CHANGED)
    copy = node.duplicate()
    assert values_of(copy) == CHANGED

    copy.editor_description = ""
    assert node.editor_description == "opens when all are dead"
    assert copy.process_thread_group_order == -3


@pytest.mark.parametrize("name", CHANGED)
def test_a_digest_of_the_tree_tells_of_each(name: str, tree: SceneTree) -> None:
    node = tree.root.add_child(Node("Door"))
    before, default = tree.state_hash(), getattr(node, name)

    setattr(node, name, CHANGED[name])
    changed = tree.state_hash()
    setattr(node, name, default)

    assert changed != before
    assert tree.state_hash() == before


def test_a_snapshot_brings_them_back(tree: SceneTree) -> None:
    first = tree.root.add_child(Node("First", **CHANGED))
    second = tree.root.add_child(Node("Second"))
    snapshot = tree.snapshot()
    first.editor_description = "gone"
    second.process_thread_group_order = 5

    tree.restore(snapshot)

    assert values_of(first) == CHANGED
    assert second.process_thread_group_order == 0


def test_a_viewport_interpolates_by_default_and_may_not() -> None:
    view = SceneViewport()
    assert view.physics_interpolation_mode is Node.PhysicsInterpolationMode.ON

    view.physics_interpolation_mode = Node.PhysicsInterpolationMode.INHERIT

    assert view.physics_interpolation_mode is Node.PhysicsInterpolationMode.INHERIT
    assert view.duplicate().physics_interpolation_mode is Node.PhysicsInterpolationMode.INHERIT


@pytest.mark.parametrize(
    ("name", "value", "error", "text"),
    [
        ("process_thread_group", 3, InvalidValueError, "must be one of INHERIT 0, MAIN_THREAD 1, SUB_THREAD 2, got 3"),
        ("process_thread_group_order", 1.5, InvalidTypeError, r"must be a whole number, got 1\.5"),
        ("process_thread_messages", 4, InvalidValueError, "must be made of MESSAGES 1, MESSAGES_PHYSICS 2, got 4"),
        ("physics_interpolation_mode", "AUTO", InvalidValueError, "must be one of INHERIT 0, ON 1, OFF 2, got 'AUTO'"),
        ("auto_translate_mode", None, InvalidValueError, "must be one of INHERIT 0, ALWAYS 1, DISABLED 2, got None"),
        ("editor_description", 5, InvalidTypeError, "must be a str, got 5"),
    ],
)
def test_other_values_are_refused_by_name(name: str, value: Any, error: type[Exception], text: str) -> None:
    node = Node("Door", **CHANGED)

    with pytest.raises(error, match=rf"^Door\.{name} {text}$"):
        setattr(node, name, value)
    assert values_of(node) == CHANGED
