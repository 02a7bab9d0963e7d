"""Owners and unique names."""

from __future__ import annotations

import pytest

from engine.core.errors import FreedError, TreeError
from engine.tree.node import Node
from engine.tree.scene_tree import SceneTree


@pytest.fixture
def scene() -> Node:
    """Scene owns A > Gun, B > Gun; Scene/B/Gun is unique."""
    scene = Node("Scene")
    for name in "AB":
        branch = scene.add_child(Node(name))
        gun = branch.add_child(Node("Gun"))
        branch.owner = gun.owner = scene
    gun.unique_name_in_owner = True
    return scene


def test_an_owner_is_an_ancestor_or_none(scene: Node) -> None:
    gun = scene.get_node("A/Gun")
    for owner, name in [(Node("Stranger"), "Stranger"), (gun, "Gun"), (scene.get_node("B"), "B")]:
        with pytest.raises(TreeError) as caught:
            gun.owner = owner
        assert str(caught.value) == f"{name} cannot own Gun: an owner is an ancestor, or None"
        assert gun.owner is scene

    gun.owner = scene.get_node("A")
    assert gun.owner is scene.get_node("A")
    gun.owner = None
    assert gun.owner is None


def test_removing_clears_owners_that_are_no_longer_above(scene: Node) -> None:
    a = scene.get_node("A")
    gun = a.get_child(0)
    own = a.add_child(Node("Own"))
    own.owner = a

    scene.remove_child(a)

    assert a.owner is None
    assert gun.owner is None
    assert own.owner is a


def test_a_unique_name_is_searched_in_the_own_scene_first(scene: Node) -> None:
    gun = scene.get_node("B/Gun")
    inner = scene.get_node("A")
    inner.get_child(0).free()
    other = inner.add_child(Node("Gun"))
    other.owner = inner
    other.unique_name_in_owner = True

    assert scene.get_node("%Gun") is gun
    assert gun.get_node("%Gun") is gun
    assert inner.get_node("%Gun") is other
    assert inner.get_node("%Gun/../../B").name == "B"


def test_a_unique_name_may_start_a_longer_path(scene: Node) -> None:
    scene.get_node("B/Gun").add_child(Node("Tip"))

    assert scene.get_node("%Gun/Tip").name == "Tip"


def test_two_unique_nodes_of_one_owner_cannot_share_a_name(scene: Node) -> None:
    gun = scene.get_node("A/Gun")

    with pytest.raises(TreeError) as caught:
        gun.unique_name_in_owner = True

    assert str(caught.value) == (
        "Gun cannot be named 'Gun': Gun is unique in Scene under that name; rename that one first"
    )
    assert not gun.unique_name_in_owner
    assert scene.get_node("%Gun") is scene.get_node("B/Gun")


def test_a_refused_rename_leaves_the_name(scene: Node) -> None:
    rifle = scene.add_child(Node("Rifle"))
    rifle.owner = scene
    rifle.unique_name_in_owner = True

    with pytest.raises(TreeError):
        rifle.name = "Gun"

    assert rifle.name == "Rifle"
    assert scene.get_node("Rifle") is rifle
    assert scene.get_node("%Rifle") is rifle
    assert scene.add_child(Node("Gun")).name == "Gun"


def test_an_owner_whose_unique_name_is_taken_is_refused(scene: Node) -> None:
    gun = scene.get_node("A/Gun")
    gun.owner = None
    gun.unique_name_in_owner = True

    with pytest.raises(TreeError, match=r"^Scene cannot own Gun: Gun is unique there under that name$"):
        gun.owner = scene

    assert gun.owner is None


def test_a_node_that_is_unique_no_longer_is_not_found(scene: Node) -> None:
    gun = scene.get_node("%Gun")

    gun.unique_name_in_owner = False

    assert scene.get_node_or_none("%Gun") is None
    gun.unique_name_in_owner = True
    assert scene.get_node("%Gun") is gun


def test_a_unique_name_ends_when_its_node_leaves_the_scene(scene: Node) -> None:
    b = scene.get_node("B")

    scene.remove_child(b)

    assert scene.get_node_or_none("%Gun") is None
    assert b.get_child(0).owner is None


def test_reparenting_inside_the_scene_keeps_owner_and_unique_name(scene: Node, tree: SceneTree) -> None:
    tree.root.add_child(scene)
    gun = scene.get_node("%Gun")

    scene.get_node("B").reparent(scene.get_node("A"))

    assert gun.owner is scene
    assert gun.unique_name_in_owner
    assert scene.get_node("%Gun") is gun


def test_reparenting_out_of_the_scene_clears_the_owner(scene: Node, tree: SceneTree) -> None:
    tree.root.add_child(scene)
    gun = scene.get_node("%Gun")

    gun.reparent(tree.root)

    assert gun.owner is None
    assert scene.get_node_or_none("%Gun") is None


def test_a_freed_node_takes_no_owner(scene: Node) -> None:
    gun = scene.get_node("A/Gun")
    gun.free()

    with pytest.raises(FreedError):
        gun.owner = None
    with pytest.raises(FreedError):
        gun.unique_name_in_owner = True
