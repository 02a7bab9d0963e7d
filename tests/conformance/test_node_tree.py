"""The records of suite node_tree: names, order, owners, paths, patterns, ids, freeing."""

from __future__ import annotations

import pytest

from engine.core.errors import FreedError, NodeNotFoundError, NodeTypeError, TreeError
from engine.tree.node import Node, is_instance_valid
from engine.tree.node_path import NodePath, matches
from engine.tree.scene_tree import SceneTree

record = pytest.mark.record


class LoggingNode(Node):
    pass


def names(parent: Node) -> list[str]:
    return [child.name for child in parent.children]


def parent_of(*children: str) -> Node:
    parent = Node("Parent")
    for name in children:
        parent.add_child(Node(name))
    return parent


def hundred_children() -> Node:
    return parent_of(*(f"Child{number}" for number in range(100)))


# Names


@record("mainframe-node_tree-0001")
def test_a_taken_name_is_numbered_from_2() -> None:
    assert names(parent_of("Box", "Box", "Box")) == ["Box", "Box2", "Box3"]


@record("mainframe-node_tree-0003")
def test_renaming_to_a_taken_name_counts_the_own_name_as_free() -> None:
    parent = parent_of("Box", "Box2", "Box3")
    third = parent.get_child(2)

    third.name = "Box"

    assert third.name == "Box3"


@record("mainframe-node_tree-0006")
def test_a_collision_among_indexed_names_counts_up() -> None:
    parent = parent_of(*(f"N{number}" for number in range(12)))

    parent.get_child(0).name = "N11"

    assert parent.get_child(0).name == "N12"
    assert len(set(names(parent))) == 12


@record("mainframe-node_tree-0007")
def test_characters_of_paths_are_replaced_in_names() -> None:
    node = Node()

    node.name = 'a/b:c@d%e"f'

    assert node.name == "a_b_c_d_e_f"


@record("mainframe-node_tree-0008")
def test_two_dots_are_no_name() -> None:
    node = Node()

    node.name = ".."

    assert node.name == "_"


@record("mainframe-node_tree-0009")
def test_one_of_a_hundred_children_is_found() -> None:
    parent = hundred_children()

    assert parent.get_node("Child57") is parent.get_child(57)


@record("mainframe-node_tree-0010")
def test_the_index_of_names_follows_a_rename() -> None:
    parent = hundred_children()
    child = parent.get_child(10)

    child.name = "Renamed"

    assert parent.get_node("Renamed") is child
    assert parent.get_node_or_none("Child10") is None


# Structure


@record("mainframe-node_tree-0014")
def test_a_node_cannot_be_its_own_child() -> None:
    root = Node("Root")

    with pytest.raises(TreeError):
        root.add_child(root)


@record("mainframe-node_tree-0015")
def test_a_child_moves_to_the_front() -> None:
    parent = parent_of("A", "B", "C")

    parent.move_child(parent.get_node("C"), 0)

    assert names(parent) == ["C", "A", "B"]
    assert [child.get_index() for child in parent.children] == [0, 1, 2]


@record("mainframe-node_tree-0016")
def test_a_negative_index_counts_from_the_end() -> None:
    parent = parent_of("C", "A", "B")

    parent.move_child(parent.get_node("C"), -1)

    assert names(parent) == ["A", "B", "C"]


@record("mainframe-node_tree-0017")
def test_a_sibling_is_added_right_behind() -> None:
    parent = parent_of("A", "C")

    parent.get_node("A").add_sibling(Node("B"))

    assert names(parent) == ["A", "B", "C"]


@record("mainframe-node_tree-0018")
def test_an_owner_must_be_an_ancestor() -> None:
    grandchild = Node("Root").add_child(Node("Child")).add_child(Node("Grandchild"))

    with pytest.raises(TreeError):
        grandchild.owner = Node("Stranger")


@record("mainframe-node_tree-0020")
def test_reparenting_keeps_an_owner_that_is_still_above() -> None:
    root = Node("Root")
    moved = root.add_child(Node("A")).add_child(Node("Moved"))
    moved.owner = root
    b = root.add_child(Node("B"))

    moved.reparent(b)

    assert moved.parent is b
    assert moved.owner is root


# Paths


@pytest.fixture
def main() -> Node:
    main = Node("Main")
    main.add_child(Node("Player")).add_child(Node("Camera"))
    return main


@record("mainframe-node_tree-0021")
def test_a_path_leads_down(main: Node) -> None:
    assert main.get_node("Player/Camera") is main.get_child(0).get_child(0)


@record("mainframe-node_tree-0023")
def test_dots_lead_up_and_stay(main: Node) -> None:
    camera = main.get_node("Player/Camera")

    assert camera.get_node("..").get_node(".") is main.get_node("Player")


@record("mainframe-node_tree-0025")
def test_a_missing_node_is_none(main: Node) -> None:
    assert main.get_node_or_none("Player/Missing") is None


@record("mainframe-node_tree-0026")
def test_a_node_of_another_type_is_none(main: Node) -> None:
    assert main.get_node_or_none("Player", LoggingNode) is None


@record("mainframe-node_tree-0028")
def test_there_is_no_node_at_an_empty_path(main: Node) -> None:
    assert main.has_node("") is False


@record("mainframe-node_tree-0029")
def test_asking_for_a_missing_node_raises(main: Node) -> None:
    with pytest.raises(NodeNotFoundError) as caught:
        main.get_node("Nope")

    assert isinstance(caught.value, TreeError)


@record("mainframe-node_tree-0030")
def test_asking_for_another_type_raises(main: Node) -> None:
    with pytest.raises(NodeTypeError) as caught:
        main.get_node("Player", LoggingNode)

    assert isinstance(caught.value, TypeError)


@record("mainframe-node_tree-0033")
def test_an_absolute_path_from_another_root_is_none(tree: SceneTree) -> None:
    child = tree.root.add_child(Node("Main")).add_child(Node("Child"))

    assert child.get_node_or_none("/elsewhere/Main") is None


@record("mainframe-node_tree-0035")
def test_an_absolute_path_outside_a_tree_is_none() -> None:
    assert Node().get_node_or_none("/root") is None


@pytest.fixture
def cousins() -> Node:
    main = Node("Main")
    main.add_child(Node("A")).add_child(Node("A1"))
    main.add_child(Node("B")).add_child(Node("B1"))
    return main


@record("mainframe-node_tree-0036")
def test_the_path_to_a_cousin_leads_there(cousins: Node) -> None:
    a1, b1 = cousins.get_node("A/A1"), cousins.get_node("B/B1")

    path = a1.get_path_to(b1)

    assert str(path) == "../../B/B1"
    assert a1.get_node(path) is b1


@record("mainframe-node_tree-0039")
def test_the_path_to_itself_is_a_dot(cousins: Node) -> None:
    a = cousins.get_node("A")

    assert str(a.get_path_to(a)) == "."


@record("mainframe-node_tree-0040")
def test_there_is_no_path_to_an_unrelated_node(cousins: Node) -> None:
    with pytest.raises(TreeError):
        Node("Stranger").get_path_to(cousins.get_node("A"))


# Unique names


@pytest.fixture
def scene() -> Node:
    """Main owns Deep > Hud > Score, and Score is unique."""
    main = Node("Main")
    deep = main.add_child(Node("Deep"))
    hud = deep.add_child(Node("Hud"))
    score = hud.add_child(Node("Score"))
    for node in (deep, hud, score):
        node.owner = main
    score.unique_name_in_owner = True
    return main


@record("mainframe-node_tree-0041")
def test_a_unique_name_is_found_from_the_owner(scene: Node) -> None:
    assert scene.get_node("%Score") is scene.get_node("Deep/Hud/Score")


@record("mainframe-node_tree-0042")
def test_a_unique_name_is_found_from_a_node_of_the_same_owner(scene: Node) -> None:
    assert scene.get_node("Deep").get_node("%Score") is scene.get_node("Deep/Hud/Score")


@record("mainframe-node_tree-0043")
def test_an_unknown_unique_name_is_none(scene: Node) -> None:
    assert scene.get_node_or_none("%Missing") is None


@record("mainframe-node_tree-0044")
def test_a_unique_name_follows_a_rename(scene: Node) -> None:
    score = scene.get_node("%Score")

    score.name = "Points"

    assert scene.get_node("%Points") is score
    assert scene.get_node_or_none("%Score") is None


def scene_with_a_gun_moved_under_a() -> tuple[Node, Node]:
    root = Node("Root")
    a = root.add_child(Node("A"))
    a.add_child(Node("Gun"))
    b = root.add_child(Node("B"))
    gun = b.add_child(Node("Gun"))
    for node in (a, a.get_child(0), b, gun):
        node.owner = root
    gun.unique_name_in_owner = True
    gun.reparent(a)
    return root, gun


@record("mainframe-node_tree-0046")
def test_a_unique_name_follows_the_new_name_that_reparenting_gives() -> None:
    root, gun = scene_with_a_gun_moved_under_a()

    assert gun.name == "Gun2"
    assert root.get_node("%Gun2") is gun
    assert root.get_node_or_none("%Gun") is None


@record("mainframe-node_tree-0047")
def test_a_unique_name_ends_with_its_node() -> None:
    root, gun = scene_with_a_gun_moved_under_a()

    gun.free()

    assert root.get_node_or_none("%Gun2") is None


# Searching


@pytest.fixture
def level() -> Node:
    """Level owns Enemies > (Orc1, Goblin), both LoggingNodes."""
    level = Node("Level")
    enemies = level.add_child(Node("Enemies"))
    for node in (enemies, enemies.add_child(LoggingNode("Orc1")), enemies.add_child(LoggingNode("Goblin"))):
        node.owner = level
    return level


@record("mainframe-node_tree-0050")
def test_a_star_in_a_pattern_stands_for_any_characters(level: Node) -> None:
    assert level.find_child("*lin") is level.get_node("Enemies/Goblin")


@record("mainframe-node_tree-0051")
def test_grandchildren_are_left_out_unless_recursive(level: Node) -> None:
    assert level.find_child("Orc*", recursive=False) is None
    assert level.find_child("Orc*") is level.get_node("Enemies/Orc1")


@record("mainframe-node_tree-0052")
def test_nodes_of_a_type_are_found_depth_first(level: Node) -> None:
    assert [node.name for node in level.find_children("*", LoggingNode)] == ["Orc1", "Goblin"]


@record("mainframe-node_tree-0054")
def test_nodes_without_an_owner_are_found_when_asked_for(level: Node) -> None:
    spawned = level.get_node("Enemies").add_child(Node("Spawned"))

    assert level.find_child("Spawned", owned=False) is spawned
    assert level.find_child("Spawned") is None


@pytest.mark.parametrize(
    ("text", "pattern", "expected"),
    [
        pytest.param("abc", "abc", True, marks=record("mainframe-node_tree-0055")),
        pytest.param("abc", "a*", True, marks=record("mainframe-node_tree-0056")),
        pytest.param("abc", "*c", True, marks=record("mainframe-node_tree-0057")),
        pytest.param("abc", "a?c", True, marks=record("mainframe-node_tree-0058")),
        pytest.param("abc", "*", True, marks=record("mainframe-node_tree-0059")),
        pytest.param("", "*", True, marks=record("mainframe-node_tree-0060")),
        pytest.param("abc", "a*d", False, marks=record("mainframe-node_tree-0061")),
        pytest.param("abc", "ab", False, marks=record("mainframe-node_tree-0062")),
        pytest.param("aXbXc", "a*b*c", True, marks=record("mainframe-node_tree-0063")),
    ],
)
def test_a_pattern_matches_the_whole_text(text: str, pattern: str, expected: bool) -> None:
    assert matches(text, pattern) is expected


# Freeing, empty paths, ids


@record("mainframe-node_tree-0065")
def test_a_freed_node_takes_no_children() -> None:
    child = Node("Root").add_child(Node("Child"))
    child.free()

    with pytest.raises(FreedError):
        child.add_child(Node())


@record("mainframe-node_tree-0066")
def test_freeing_again_does_nothing() -> None:
    root = Node("Root")
    child = root.add_child(Node("Child"))
    child.free()

    child.free()

    assert not is_instance_valid(child)
    assert root.get_child_count() == 0


@record("mainframe-node_tree-0069")
def test_the_default_path_is_empty() -> None:
    path = NodePath()

    assert path.is_empty()
    assert str(path) == ""


@record("mainframe-node_tree-0070")
def test_ids_of_two_nodes_differ() -> None:
    assert Node().id != Node().id
