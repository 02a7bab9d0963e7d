"""Node3D: who sees it, who is told of its changes, and its duplicates."""

from __future__ import annotations

from math import sqrt

import pytest

from engine.core.errors import InvalidTypeError
from engine.tree.scene_tree import SceneTree
from nodes import Node, Node3D


@pytest.fixture
def tree() -> SceneTree:
    return SceneTree()


# Visibility


def test_a_node_is_visible_if_all_above_it_are(tree: SceneTree) -> None:
    top = tree.root.add_child(Node3D())
    child = top.add_child(Node3D())
    cut = top.add_child(Node()).add_child(Node3D())
    assert not Node3D().is_visible_in_tree()

    top.hide()

    assert (top.is_visible_in_tree(), child.is_visible_in_tree(), cut.is_visible_in_tree()) == (False, False, True)
    child.top_level = True
    assert not child.is_visible_in_tree()
    top.show()
    assert child.is_visible_in_tree()


def test_visibility_changed_goes_down_to_where_a_node_is_hidden_itself(tree: SceneTree) -> None:
    heard: list[str] = []
    top = tree.root.add_child(Node3D("Top"))
    shown = top.add_child(Node3D("Shown"))
    hidden = top.add_child(Node3D("Hidden", visible=False))
    below = hidden.add_child(Node3D("Below"))

    def hear(node: Node3D) -> None:
        node.visibility_changed.connect(lambda: heard.append(node.name))

    for node in (top, shown, hidden, below):
        hear(node)

    top.visible = False
    top.visible = False
    assert heard == ["Top", "Shown"]
    hidden.visible = True
    assert heard == ["Top", "Shown", "Hidden", "Below"]
    with pytest.raises(InvalidTypeError, match=r"^/root/Top.visible must be True or False, got 'no'"):
        top.visible = "no"  # type: ignore[assignment]


def test_a_receiver_may_remove_what_would_have_been_told_next(tree: SceneTree) -> None:
    heard: list[str] = []
    top = tree.root.add_child(Node3D())
    child = top.add_child(Node3D())
    top.visibility_changed.connect(child.free)
    child.visibility_changed.connect(lambda: heard.append("child"))

    top.hide()

    assert heard == []


# Being told


class Told(Node3D):
    def __init__(self, name: str = "") -> None:
        super().__init__(name)
        self.calls: list[str] = []

    def on_transform_changed(self) -> None:
        self.calls.append("global")

    def on_local_transform_changed(self) -> None:
        self.calls.append("local")

    def take(self) -> list[str]:
        calls, self.calls = self.calls, []
        return calls


def test_a_node_is_told_of_global_changes_once_a_frame(tree: SceneTree) -> None:
    parent = tree.root.add_child(Node3D())
    node = parent.add_child(Told())
    node.set_notify_transform(True)
    told = []

    for change in (parent, parent, None, node):
        if change is not None:
            change.position += (1, 0, 0)
            change.position += (1, 0, 0)
        tree.tick(0.1)
        told.append(node.take())

    assert told == [["global"], ["global"], [], ["global"]]
    node.set_notify_transform(False)
    node.position += (1, 0, 0)
    tree.tick(0.1)
    assert node.take() == []


def test_a_node_is_told_of_local_changes_once_a_frame_and_not_of_its_parents(tree: SceneTree) -> None:
    parent = tree.root.add_child(Node3D())
    node = Told()
    node.set_notify_local_transform(True)
    node.position = (1, 2, 3)
    parent.add_child(node)
    assert node.is_local_transform_notification_enabled()
    told = []

    for change in (None, node, parent, node):
        if change is not None:
            change.rotate_y(1.0)
            change.position += (1, 0, 0)
        tree.tick(0.1)
        told.append(node.take())

    assert told == [[], ["local"], [], ["local"]]
    node.set_notify_local_transform(False)
    node.rotate_y(1.0)
    tree.tick(0.1)
    assert node.take() == []


def test_force_update_transform_starts_a_coroutine(tree: SceneTree) -> None:
    log: list[str] = []

    class Waiter(Node3D):
        async def on_transform_changed(self) -> None:
            log.append("now")
            await self.tree.process_frame
            log.append("later")

    node = tree.root.add_child(Waiter())
    tree.frames(2)
    log.clear()
    node.set_notify_transform(True)
    node.position = (1, 2, 3)

    node.force_update_transform()

    assert log == ["now"]
    tree.tick(0.1)
    assert log == ["now", "later"]


@pytest.mark.parametrize("meanwhile", [False, True])
@pytest.mark.parametrize("asked", ["before entering", "after entering"])
def test_a_node_is_told_of_what_is_set_after_it_entered_whatever_is_read_or_viewed_meanwhile(
    tree: SceneTree, asked: str, meanwhile: bool
) -> None:
    def look() -> None:
        if meanwhile:
            assert node.global_position == node.position
            tree.transforms.view([node]).positions  # noqa: B018 - brings it into the rows

    node = Told()
    node.position = (1, 2, 3)
    if asked == "before entering":
        node.set_notify_local_transform(True)
        node.set_notify_transform(True)
    tree.root.add_child(node)
    look()
    if asked == "after entering":
        node.rotate_y(1.0)
        node.set_notify_local_transform(True)
        node.set_notify_transform(True)
    look()
    tree.tick(0.1)
    assert node.take() == ["global"]

    tree.root.remove_child(node)
    tree.root.add_child(node)
    look()
    node.position = (3, 2, 1)
    look()
    tree.tick(0.1)
    assert node.take() == ["local", "global"]


def test_those_who_asked_for_local_changes_are_told_in_the_order_of_asking(tree: SceneTree) -> None:
    calls: list[str] = []

    class Named(Node3D):
        def on_local_transform_changed(self) -> None:
            calls.append(self.name)

    nodes = [tree.root.add_child(Named(name)) for name in ("B", "A", "C")]
    for node in reversed(nodes):
        node.set_notify_local_transform(True)
    for node in nodes:
        node.position = (1, 1, 1)
        tree.transforms.view([node]).positions  # noqa: B018 - brings it into the rows

    tree.tick(0.1)

    assert calls == ["C", "A", "B"]


def test_being_read_is_no_change_of_a_node_that_has_just_entered(tree: SceneTree) -> None:
    node = Told()
    node.set_notify_local_transform(True)
    tree.root.add_child(node)

    assert node.global_position == (0, 0, 0)
    tree.tick(0.1)

    assert node.take() == []


def test_leaving_out_the_scale_is_no_change_of_the_own_transform(tree: SceneTree) -> None:
    node = tree.root.add_child(Told())
    node.scale = (2, 2, 2)
    node.set_notify_transform(True)
    node.set_notify_local_transform(True)
    tree.tick(0.1)
    node.take()

    node.set_disable_scale(True)
    tree.tick(0.1)

    assert node.take() == ["global"]
    assert node.global_basis.get_scale() == (1, 1, 1)


def test_a_node_beyond_the_range_of_numbers_is_told_once(tree: SceneTree) -> None:
    parent = tree.root.add_child(Node3D(scale=(1e300, 1e300, 1e300)))
    middle = parent.add_child(Node3D())
    middle.transform = (1e300, 0, 0, -1e300, 1, 0, 0, 0, 1, 1e300, -1e300, 0)
    node = middle.add_child(Told())
    node.transform = (1, 1, 0, 0, 1, 0, 0, 0, 1, 1, 1, 0)
    node.set_notify_transform(True)
    tree.tick(0.1)
    assert any(number != number for number in node.global_transform)
    assert node.take() == ["global"]

    tree.root.add_child(Node3D()).position = (1, 2, 3)
    tree.tick(0.1)

    assert node.take() == []


def test_force_update_transform_tells_at_once(tree: SceneTree) -> None:
    parent = tree.root.add_child(Node3D())
    node = parent.add_child(Told())
    node.set_notify_transform(True)
    tree.tick(0.1)
    node.take()

    node.force_update_transform()
    assert node.take() == []
    parent.position = (sqrt(2), 0, 0)
    node.force_update_transform()
    assert node.take() == ["global"]
    tree.tick(0.1)
    assert node.take() == []
    Told().force_update_transform()


@pytest.mark.parametrize("own_init", [False, True])
def test_a_duplicate_has_the_very_angles_of_its_original(tree: SceneTree, own_init: bool) -> None:
    node = tree.root.add_child(Told() if own_init else Node3D())
    node.rotation_degrees = (200, 10, 0)
    node.scale = (1, 2, 3)
    node.visible = False

    copy = node.duplicate()

    assert (copy.rotation_degrees, copy.scale, copy.visible) == ((200, 10, 0), (1, 2, 3), False)
    assert copy.transform == node.transform
