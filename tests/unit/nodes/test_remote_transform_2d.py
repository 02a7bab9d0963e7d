"""RemoteTransform2D: what it hands on, to whom, and when."""

from __future__ import annotations

from collections.abc import Iterator
from math import pi

import pytest

from engine.core.errors import InvalidTypeError
from engine.math import Transform2D, Vector2
from engine.math.errors import SingularTransformError
from engine.tree.scene_tree import SceneTree
from nodes.world_2d.node_2d import Node2D
from nodes.world_2d.remote_transform_2d import RemoteTransform2D


@pytest.fixture
def tree() -> Iterator[SceneTree]:
    tree = SceneTree()
    yield tree
    tree.shutdown()


@pytest.fixture
def target(tree: SceneTree) -> Node2D:
    """Stands at (5, 5), turned by 1 radian, twice as large, below one that is moved by (100, 0)."""
    above = tree.root.add_child(Node2D("Above", position=(100, 0)))
    return above.add_child(Node2D("Target", position=(5, 5), rotation=1.0, scale=(2, 2)))


@pytest.fixture
def remote(tree: SceneTree, target: Node2D) -> RemoteTransform2D:
    """Moves the target, from (10, 20) below one that is turned by a quarter."""
    holder = tree.root.add_child(Node2D("Holder", rotation=pi / 2))
    remote = holder.add_child(RemoteTransform2D("Remote", position=(10, 20), scale=(3, 3)))
    remote.remote_path = "../../Above/Target"
    return remote


def near(transform: Transform2D) -> object:
    return pytest.approx(transform, abs=1e-9)


def test_the_global_transform_is_handed_on(tree: SceneTree, target: Node2D, remote: RemoteTransform2D) -> None:
    tree.tick(0.1)

    assert target.global_transform == near(remote.global_transform)
    assert target.global_position == pytest.approx(Vector2(-20, 10))


def test_a_move_of_a_parent_is_handed_on_in_the_same_frame(
    tree: SceneTree, target: Node2D, remote: RemoteTransform2D
) -> None:
    tree.tick(0.1)
    holder = remote.parent
    assert isinstance(holder, Node2D)

    holder.position = (1000, 0)
    tree.tick(0.1)

    assert target.global_position == pytest.approx(Vector2(980, 10))


def test_what_the_target_is_moved_to_stays_until_the_remote_moves(
    tree: SceneTree, target: Node2D, remote: RemoteTransform2D
) -> None:
    tree.tick(0.1)
    target.position = (1, 1)
    tree.tick(0.1)
    assert target.position == Vector2(1, 1)

    remote.position = (11, 20)
    tree.tick(0.1)

    assert target.global_position == pytest.approx(Vector2(-20, 11))


def test_the_local_transform_is_handed_on_when_it_is_set(
    tree: SceneTree, target: Node2D, remote: RemoteTransform2D
) -> None:
    remote.use_global_coordinates = False
    assert target.transform == near(remote.transform)
    remote.position = (7, 8)
    tree.tick(0.1)
    assert target.position == Vector2(7, 8)
    target.position = (1, 1)
    holder = remote.parent
    assert isinstance(holder, Node2D)
    holder.position = (1000, 0)
    tree.tick(0.1)

    assert target.position == Vector2(1, 1)


@pytest.mark.parametrize("position", [False, True])
@pytest.mark.parametrize("rotation", [False, True])
@pytest.mark.parametrize("scale", [False, True])
def test_parts_of_the_transform_are_handed_on_alone(
    tree: SceneTree, target: Node2D, remote: RemoteTransform2D, position: bool, rotation: bool, scale: bool
) -> None:
    remote.remote_path = ""
    target.transform = Transform2D(1.0, (2, 2), 0.0, (5, 5))
    before = Node2D(transform=target.global_transform)
    remote.update_position, remote.update_rotation, remote.update_scale = position, rotation, scale

    remote.remote_path = "../../Above/Target"

    assert target.global_position == pytest.approx(remote.global_position if position else before.position)
    assert target.global_rotation == pytest.approx(remote.global_rotation if rotation else before.rotation)
    assert target.global_scale == pytest.approx(remote.global_scale if scale else before.scale)


@pytest.mark.parametrize("name", ["update_position", "update_rotation", "update_scale"])
def test_turning_a_part_on_hands_it_on_at_once(target: Node2D, remote: RemoteTransform2D, name: str) -> None:
    setattr(remote, name, False)
    target.transform = Transform2D()

    setattr(remote, name, True)

    assert target.global_transform == near(remote.global_transform)


def test_a_chain_of_them_hands_on_in_one_frame(tree: SceneTree, target: Node2D, remote: RemoteTransform2D) -> None:
    last = tree.root.add_child(Node2D("Last"))
    for at in range(5):
        link = tree.root.add_child(Node2D(f"Link{at}"))
        target.add_child(RemoteTransform2D(f"To{at}", remote_path=f"/root/Link{at}"))
        target = link
    target.add_child(RemoteTransform2D("ToLast", remote_path="../../Last"))
    tree.tick(0.1)

    remote.position = (77, 0)
    tree.tick(0.1)

    assert last.global_position == pytest.approx(remote.global_position)


def test_two_that_hand_on_to_each_other_come_to_an_end(tree: SceneTree) -> None:
    first, second = tree.root.add_child(Node2D("First")), tree.root.add_child(Node2D("Second"))
    first.add_child(RemoteTransform2D(position=(1, 0), remote_path="../../Second"))
    second.add_child(RemoteTransform2D(position=(1, 0), remote_path="../../First"))

    tree.tick(0.1)

    assert first.position.x > 0


def test_a_node_that_asked_is_told_of_what_was_handed_on_in_the_same_frame(
    tree: SceneTree, target: Node2D, remote: RemoteTransform2D
) -> None:
    seen: list[Vector2] = []

    class Watcher(Node2D):
        def on_transform_changed(self) -> None:
            seen.append(self.global_position)

    watcher = target.add_child(Watcher())
    watcher.set_notify_transform(True)
    tree.tick(0.1)
    seen.clear()
    remote.position = (0, 0)
    tree.tick(0.1)

    assert seen == [pytest.approx(Vector2(0, 0))]


def test_a_class_that_extends_it_gets_its_own_callback(tree: SceneTree, target: Node2D) -> None:
    calls: list[str] = []

    class Follower(RemoteTransform2D):
        def on_transform_changed(self) -> None:
            calls.append("changed")

    follower = tree.root.add_child(Follower(remote_path="../Above/Target"))
    follower.position = (3, 4)
    tree.tick(0.1)

    assert calls == ["changed"]
    assert target.global_position == pytest.approx(Vector2(3, 4))


def test_force_update_transform_hands_it_on_before_the_end_of_the_frame(
    target: Node2D, remote: RemoteTransform2D
) -> None:
    remote.position = (1, 0)

    remote.force_update_transform()

    assert target.global_position == pytest.approx(Vector2(0, 1))


def test_a_target_that_comes_later_is_found_when_asked_to(tree: SceneTree) -> None:
    remote = tree.root.add_child(RemoteTransform2D(position=(3, 4), remote_path="../Late"))
    late = tree.root.add_child(Node2D("Late"))
    tree.tick(0.1)
    assert late.position == Vector2(0, 0)

    remote.force_update_cache()
    remote.position = (5, 6)
    tree.tick(0.1)

    assert late.position == Vector2(5, 6)


@pytest.mark.parametrize("leave", ["free", "remove"])
def test_a_target_that_is_gone_is_moved_no_longer(
    tree: SceneTree, target: Node2D, remote: RemoteTransform2D, leave: str
) -> None:
    tree.tick(0.1)
    before = target.position
    target.free() if leave == "free" else target.parent.remove_child(target)  # type: ignore[union-attr]

    remote.position = (5, 6)
    tree.tick(0.1)

    assert target.position == before


@pytest.mark.parametrize("path", [".", "..", "Below", "../../Above/../Holder"])
def test_itself_and_those_above_and_below_it_are_not_moved(
    tree: SceneTree, remote: RemoteTransform2D, path: str
) -> None:
    below = remote.add_child(Node2D("Below"))
    holder = remote.parent
    assert isinstance(holder, Node2D)
    before = (remote.transform, below.transform, holder.transform)

    remote.remote_path = path
    tree.tick(0.1)

    assert (remote.transform, below.transform, holder.transform) == before


def test_a_target_below_what_flattens_the_plane_is_an_error_that_names_it(
    tree: SceneTree, target: Node2D, remote: RemoteTransform2D
) -> None:
    above = target.parent
    assert isinstance(above, Node2D)
    above.transform = (0, 0, 0, 0, 0, 0)

    with pytest.raises(SingularTransformError, match=r"/root/Above/Target.global_transform needs the inverse of"):
        tree.tick(0.1)


def test_it_says_when_there_is_nobody_to_move(tree: SceneTree, remote: RemoteTransform2D) -> None:
    assert remote.get_configuration_warnings() == []
    remote.remote_path = "../nobody"

    assert tree.get_configuration_warnings() == {
        "/root/Holder/Remote": ["Path property must point to a valid Node2D node to work."]
    }


def test_a_path_of_another_kind_is_refused(remote: RemoteTransform2D) -> None:
    with pytest.raises(InvalidTypeError, match="remote_path must be a NodePath or its text, got 5"):
        remote.remote_path = 5  # type: ignore[assignment]
    assert str(remote.remote_path) == "../../Above/Target"


def test_a_duplicate_moves_what_its_own_path_leads_to(
    tree: SceneTree, target: Node2D, remote: RemoteTransform2D
) -> None:
    tree.tick(0.1)
    twin = remote.duplicate()
    remote.free()
    tree.root.get_node("Holder").add_child(twin)
    twin.position = (0, 0)
    tree.tick(0.1)

    assert target.global_position == pytest.approx(Vector2(0, 0))
