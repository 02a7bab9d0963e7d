"""Names of siblings: unique, numbered, found; and the list of children that keeps them."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.errors import FreedError, InvalidTypeError, InvalidValueError
from engine.resources import ImageTexture
from engine.resources.shading.canvas_item_material import CanvasItemMaterial
from engine.tree.children import split_number
from engine.tree.node import Node
from engine.tree.scene_tree import SceneTree
from nodes import Node2D, Node3D, Sprite2D, Timer


class Enemy(Node):
    pass


def names(parent: Node) -> list[str]:
    return [child.name for child in parent.children]


def test_a_node_without_a_name_is_called_after_its_class() -> None:
    parent = Node()

    for kind in (Enemy, Node, Enemy, Enemy, Enemy, Enemy):
        parent.add_child(kind())

    assert names(parent) == ["Enemy", "Node", "Enemy2", "Enemy3", "Enemy4", "Enemy5"]


def test_a_node_without_a_name_and_a_parent_has_none() -> None:
    assert Node().name == ""


@pytest.mark.parametrize(
    ("taken", "expected"),
    [("Box", "Box2"), ("Box9", "Box10"), ("Shot007", "Shot008"), ("Shot099", "Shot100"), ("7", "8"), ("A1B", "A1B2")],
)
def test_a_number_behind_a_taken_name_counts_up(taken: str, expected: str) -> None:
    parent = Node()
    parent.add_child(Node(taken))

    assert parent.add_child(Node(taken)).name == expected


def test_a_name_of_digits_beyond_any_number_is_kept_as_a_word() -> None:
    digits = "9" * 30
    parent = Node()
    parent.add_child(Node(digits))

    assert parent.add_child(Node(digits)).name == digits + "2"
    assert split_number(digits) == (digits, 2, 0)


def test_removing_one_of_two_of_a_name_leaves_the_other_reachable() -> None:
    for others in (0, 10):  # looked up one by one, and by the index
        parent = Node()
        for number in range(others):
            parent.add_child(Node(f"Other{number}"))
        first, second = parent.add_child(Node("Box")), parent.add_child(Node("Box"))

        parent.remove_child(first)

        assert parent.get_node("Box2") is second
        assert not parent.has_node("Box")
        assert parent.add_child(Node("Box")).name == "Box"


def test_a_name_is_free_again_when_its_node_was_freed_or_renamed() -> None:
    parent = Node()
    children = [parent.add_child(Node("Box")) for _ in range(8)]

    children[2].free()
    children[5].name = "Crate"

    assert parent.add_child(Node("Box")).name == "Box3"
    assert parent.add_child(Node("Box")).name == "Box6"
    assert parent.add_child(Node("Box")).name == "Box9"


def test_a_name_without_a_number_that_is_free_is_taken_before_a_number() -> None:
    parent = Node()
    children = [parent.add_child(Node()) for _ in range(9)]
    children[0].free()
    children[1].free()
    children[2].name = "Box"
    children[3].name = "Box"

    assert [parent.add_child(Node()).name for _ in range(5)] == ["Node", "Node2", "Node3", "Node4", "Node10"]


def test_renaming_tells_once_and_only_of_a_change() -> None:
    told: list[str] = []
    node = Node("A")
    node.renamed.connect(lambda: told.append(node.name))

    node.name = "B"
    node.name = "B"

    assert told == ["B"]


@pytest.mark.parametrize("name", ["", None, 3, b"N"])
def test_what_is_no_name_is_refused(name: Any) -> None:
    node = Node("N")

    with pytest.raises((InvalidValueError, InvalidTypeError)) as caught:
        node.name = name

    assert str(caught.value) == (
        "N.name must not be empty; leave it out to name it after its class"
        if name == ""
        else f"N.name must be a str, got {name!r}"
    )
    assert node.name == "N"


def test_the_constructor_refuses_what_is_no_name() -> None:
    with pytest.raises(InvalidTypeError, match=r"^Node\.name must be a str, got 3; properties are given by name, as"):
        Node(3)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("cls", "name", "text"),
    [
        (Sprite2D, "art/ship.png", "this looks like a file; write Sprite2D(texture=load('art/ship.png', Textu"),
        (Node2D, "res://a.tscn", "make its nodes: load('res://a.tscn', PackedScene).instantiate()"),
        (Node, "hit.WAV", "give a resource to the property that it is for, or set .name afterwards"),
        (Sprite2D, ImageTexture(), "write Sprite2D(texture=...)"),
        (Sprite2D, CanvasItemMaterial(), "write Sprite2D(material=...)"),
        (Node2D, (3, 4), "Node2D.name must be a str, got (3, 4); write Node2D(position=(3, 4))"),
        (Node3D, [1, 2, 3], "write Node3D(position=[1, 2, 3])"),
        (Timer, 0.5, "Timer.name must be a str, got 0.5; write Timer(wait_time=0.5)"),
        (Node2D, Node("A"), "a child is added with add_child()"),
        (Node, True, "properties are given by name, as in Node(name='A')"),
    ],
)
def test_what_is_meant_for_a_property_is_refused_with_the_way_to_give_it(cls: Any, name: Any, text: str) -> None:
    with pytest.raises((InvalidTypeError, InvalidValueError)) as caught:
        cls(name)

    assert text in str(caught.value)


@pytest.mark.parametrize("name", ["v1.2", "a.b.c", "Mr. Fox", "png"])
def test_a_dot_alone_makes_no_file_of_a_name(name: str) -> None:
    assert Node2D(name).name == name


def test_a_node_may_be_called_like_a_file_afterwards() -> None:
    node = Node2D()
    node.name = "ship.png"

    assert node.name == "ship.png"


def test_a_freed_node_cannot_be_renamed() -> None:
    node = Node("N")
    node.free()

    with pytest.raises(FreedError, match=r"^cannot rename N: it was freed; "):
        node.name = "M"
    assert node.name == "N"


def test_renaming_is_seen_by_paths_at_once(tree: SceneTree) -> None:
    node = tree.root.add_child(Node("A")).add_child(Node("B"))

    assert node.parent is not None
    node.parent.name = "C"

    assert str(node.get_path()) == "/root/C/B"
    assert tree.root.get_node("C/B") is node


class Model:
    """Names as the simplest code would give them: the smallest free number, each time counted from the start."""

    def __init__(self) -> None:
        self.names: list[str] = []

    def free_name(self, wanted: str, taken: list[str]) -> str:
        if wanted not in taken:
            return wanted
        stem, number, width = split_number(wanted)
        while f"{stem}{number:0{width}}" in taken:
            number += 1
        return f"{stem}{number:0{width}}"


WANTED = st.sampled_from(["Box", "Box2", "Box3", "Box10", "Shot007", "Node", ""])
OPERATIONS = st.lists(
    st.one_of(
        st.tuples(st.just("add"), WANTED, st.integers(0, 12)),
        st.tuples(st.just("remove"), st.integers(0, 12), st.just(0)),
        st.tuples(st.just("rename"), st.integers(0, 12), WANTED.filter(bool)),
        st.tuples(st.just("move"), st.integers(0, 12), st.integers(0, 12)),
    ),
    max_size=40,
)


@given(start=st.integers(0, 12), operations=OPERATIONS)
def test_names_and_places_are_those_of_a_plain_list(start: int, operations: list[tuple[Any, Any, Any]]) -> None:
    parent, model = Node(), Model()
    for _ in range(start):
        parent.add_child(Node())
        model.names.append(model.free_name("Node", model.names))
    for kind, first, second in operations:
        if kind == "add":
            index = second % (len(model.names) + 1)
            parent.add_child(Node(first), None if index == len(model.names) else index)
            model.names.insert(index, model.free_name(first or "Node", model.names))
        elif model.names:
            index = first % len(model.names)
            if kind == "remove":
                parent.get_child(index).free()
                del model.names[index]
            elif kind == "rename":
                parent.get_child(index).name = second
                others = model.names[:index] + model.names[index + 1 :]
                model.names[index] = model.free_name(second, others)
            else:
                place = second % len(model.names)
                parent.move_child(parent.get_child(index), place)
                model.names.insert(place, model.names.pop(index))

        assert names(parent) == model.names
        assert parent.get_child_count() == len(model.names)
        assert [child.get_index() for child in parent.children] == list(range(len(model.names)))
        assert [parent.get_node(name).name for name in model.names] == model.names
        assert [parent.get_child(index - len(model.names)).name for index in range(len(model.names))] == model.names


@pytest.mark.parametrize("order", ["first to last", "last to first", "outside in"])
def test_a_thousand_children_are_freed_in_any_order(tree: SceneTree, order: str) -> None:
    parent = tree.root.add_child(Node())
    for _ in range(1000):
        parent.add_child(Node())
    indices = list(range(1000))
    if order == "last to first":
        indices.reverse()
    elif order == "outside in":
        indices = [index for pair in zip(range(500), range(999, 499, -1), strict=True) for index in pair]
    children = parent.children

    for count, index in enumerate(indices, 1):
        children[index].free()
        left = parent.get_child_count()
        assert left == 1000 - count
        if left:
            assert parent.get_child(left // 2).get_index() == left // 2

    assert parent.children == ()
    assert parent.add_child(Node()).name == "Node"
