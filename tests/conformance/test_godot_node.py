"""Godot's Node records. Those of one case run in sequence: each test repeats what came before."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.tree.node import Node
from engine.tree.scene_tree import SceneTree

record = pytest.mark.record


# A single node


@pytest.fixture
def n(tree: SceneTree) -> Node:
    """A node in the tree."""
    return tree.root.add_child(Node())


@record("Node-005")
def test_nobody_is_in_an_unknown_group(tree: SceneTree, n: Node) -> None:
    assert tree.get_nodes_in_group("nodes") == []


@record("Node-006")
def test_a_node_joins_a_group(tree: SceneTree, n: Node) -> None:
    n.add_to_group("nodes")

    assert tree.get_nodes_in_group("nodes") == [n]


@record("Node-009")
def test_a_removed_node_is_outside(tree: SceneTree, n: Node) -> None:
    tree.root.remove_child(n)

    assert tree.root.get_child_count() == 0
    assert tree.get_node_count() == 1
    assert n.is_inside_tree() is False
    assert n.get_parent() is None
    assert n.get_path().is_empty()


@record("Node-010")
def test_an_only_child_moves_to_where_it_is(tree: SceneTree, n: Node) -> None:
    tree.root.move_child(n, 0)

    assert tree.root.get_child(0) is n
    assert n.is_inside_tree() is True


@record("Node-011")
def test_a_node_is_reparented_to_its_parent(tree: SceneTree, n: Node) -> None:
    tree.root.move_child(n, 0)

    n.reparent(tree.root)

    assert tree.root.get_child(0) is n
    assert n.is_inside_tree() is True


@record("Node-012")
def test_a_node_is_duplicated(tree: SceneTree) -> None:
    n = tree.root.add_child(Node("MyName"))

    d = n.duplicate()

    assert (d is n) is False
    assert d.is_inside_tree() is False
    assert d.name == "MyName"


# Three nodes: root > n1 > n11, root > n2


class Three:
    def __init__(self, tree: SceneTree) -> None:
        self.root: Node = tree.root
        self.n1 = tree.root.add_child(Node())
        self.n2 = tree.root.add_child(Node())
        self.n11 = self.n1.add_child(Node())


@pytest.fixture
def three(tree: SceneTree) -> Three:
    return Three(tree)


@record("Node-013")
def test_three_nodes_know_their_place(tree: SceneTree, three: Three) -> None:
    assert three.n11.is_inside_tree() is True
    assert three.n11.get_parent() is three.n1
    assert three.n1.get_child_count() == 1
    assert three.root.get_child_count() == 2
    assert tree.get_node_count() == 4
    assert three.root.get_child(0) is three.n1
    assert three.root.get_child(1) is three.n2
    assert three.n1.get_child(0) is three.n11


@record("Node-016")
def test_a_child_moves_to_the_back(three: Three) -> None:
    three.root.move_child(three.n1, 1)

    assert three.root.get_child(0) is three.n2
    assert three.root.get_child(1) is three.n1


@record("Node-018")
def test_a_leaf_has_no_children(three: Three) -> None:
    assert three.n2.get_child_count() == 0


@record("Node-019")
def test_a_removed_child_has_no_parent(three: Three) -> None:
    three.n1.remove_child(three.n11)

    assert three.n1.get_child_count() == 0
    assert three.n11.get_parent() is None


@record("Node-020")
def test_a_removed_child_is_added_elsewhere(tree: SceneTree, three: Three) -> None:
    three.n1.remove_child(three.n11)

    three.n2.add_child(three.n11)

    assert_n11_is_under_n2(tree, three)


@record("Node-021")
def test_a_child_is_reparented(tree: SceneTree, three: Three) -> None:
    three.n11.reparent(three.n2)

    assert three.n1.get_child_count() == 0
    assert_n11_is_under_n2(tree, three)


def assert_n11_is_under_n2(tree: SceneTree, three: Three) -> None:
    assert three.n2.get_child_count() == 1
    assert three.n11.get_parent() is three.n2
    assert three.n2.get_child(0) is three.n11
    assert three.root.get_child_count() == 2
    assert tree.get_node_count() == 4


@pytest.fixture
def named(three: Three) -> Three:
    three.n1.name = "Node1"
    three.n2.name = "Node2"
    three.n11.name = "NestedNode"
    return three


@record("Node-022")
def test_a_name_that_nobody_has_is_not_found(three: Three) -> None:
    assert three.root.find_child("NestedNode", True, False) is None
    assert three.root.find_children("NestedNode", "", True, False) == []


@record("Node-023")
def test_nodes_are_found_by_name_and_pattern(named: Three) -> None:
    assert named.root.find_child("NestedNode", True, False) is named.n11
    assert named.root.find_children("NestedNode", "", True, False) == [named.n11]
    assert named.root.find_child("Node?", True, False) is named.n1
    assert named.root.find_children("Node?", "", True, False) == [named.n1, named.n2]


@record("Node-024")
def test_nodes_are_found_in_tree_order(named: Three) -> None:
    named.root.move_child(named.n2, 0)

    assert named.root.find_child("Node?", True, False) is named.n2
    assert named.root.find_children("Node?", "", True, False) == [named.n2, named.n1]


@record("Node-025")
def test_paths_of_nodes_without_a_name_lead_to_them(three: Three) -> None:
    for node in (three.n1, three.n2, three.n11):
        assert three.root.get_node_or_none(node.get_path()) is node


@record("Node-026")
def test_relative_and_absolute_paths_lead_to_the_same_node(three: Three) -> None:
    three.n1.name = "Node1"
    three.n11.name = "NestedNode"

    assert three.n1.get_node_or_none("NestedNode") is three.n11
    assert three.root.get_node_or_none("/root/Node1/NestedNode") is three.n11
    assert three.root.get_node_or_none("Node1/NestedNode") is three.n11


def join_groups(three: Three) -> None:
    three.n1.add_to_group("nodes")
    three.n2.add_to_group("other_nodes")
    three.n11.add_to_group("nodes")
    three.n11.add_to_group("other_nodes")


@record("Node-027")
def test_groups_are_empty_at_first(tree: SceneTree, three: Three) -> None:
    assert tree.get_nodes_in_group("nodes") == []
    assert tree.get_nodes_in_group("other_nodes") == []


@record("Node-028")
def test_groups_are_in_tree_order(tree: SceneTree, three: Three) -> None:
    join_groups(three)

    assert tree.get_nodes_in_group("nodes") == [three.n1, three.n11]
    assert tree.get_nodes_in_group("other_nodes") == [three.n11, three.n2]


@record("Node-029")
def test_a_node_leaves_a_group(tree: SceneTree, three: Three) -> None:
    join_groups(three)

    three.n1.remove_from_group("nodes")

    assert tree.get_nodes_in_group("nodes") == [three.n11]


@record("Node-031")
def test_a_node_is_replaced_by_another(tree: SceneTree, three: Three) -> None:
    three.root.remove_child(three.n2)

    three.n1.replace_by(three.n2)

    assert three.root.get_child_count() == 1
    assert tree.get_node_count() == 3
    assert three.n1.is_inside_tree() is False
    assert three.n2.is_inside_tree() is True
    assert three.n1.get_parent() is None
    assert three.n2.get_parent() is three.root
    assert three.n2.get_child_count() == 1
    assert three.n2.get_child(0) is three.n11


@record("Node-032")
def test_a_node_is_replaced_in_its_groups_too(tree: SceneTree, three: Three) -> None:
    three.root.remove_child(three.n2)
    three.n1.add_to_group("nodes")

    three.n1.replace_by(three.n2, keep_groups=True)

    assert tree.get_nodes_in_group("nodes") == [three.n2]


@record("Node-033")
def test_a_subtree_is_duplicated(three: Three) -> None:
    three.n1.name = "MyName1"
    three.n11.name = "MyName1_1"

    d = three.n1.duplicate()

    assert d.get_child_count() == 1
    assert d.get_child(0).get_child_count() == 0
    assert d.name == "MyName1"
    assert d.get_child(0).name == "MyName1_1"
    assert d.is_inside_tree() is False
    assert d.get_child(0).is_inside_tree() is False


# Processing


@pytest.mark.parametrize(
    ("turn", "read"),
    [
        pytest.param(Node.set_process, Node.is_processing, marks=record("Node-038")),
        pytest.param(Node.set_physics_process, Node.is_physics_processing, marks=record("Node-039")),
        pytest.param(Node.set_process_unhandled_input, Node.is_processing_unhandled_input, marks=record("Node-040")),
        pytest.param(Node.set_process_input, Node.is_processing_input, marks=record("Node-041")),
    ],
)
def test_a_toggle_is_off_and_can_be_turned(turn: Callable[[Node, bool], None], read: Callable[[Node], bool]) -> None:
    node = Node()
    values = [read(node)]
    for enabled in (True, False):
        turn(node, enabled)
        values.append(read(node))

    assert values == [False, True, False]


@record("Node-045")
def test_a_priority_is_0_and_can_be_set() -> None:
    node = Node()
    values = [node.process_priority]
    node.process_priority = 1

    assert [*values, node.process_priority] == [0, 1]


@record("Node-046")
def test_a_physics_priority_is_0_and_can_be_set() -> None:
    node = Node()
    values = [node.process_physics_priority]
    node.process_physics_priority = 1

    assert [*values, node.process_physics_priority] == [0, 1]


class Counting(Node):
    """Counts calls; both callbacks are off until they are turned on."""

    def __init__(self) -> None:
        super().__init__()
        self.processed = 0
        self.stepped = 0
        self.set_process(False)
        self.set_physics_process(False)

    def on_process(self, delta: float) -> None:
        self.processed += 1

    def on_physics_process(self, delta: float) -> None:
        self.stepped += 1


@record("Node-048")
def test_process_is_called_when_it_is_on(tree: SceneTree) -> None:
    node = tree.root.add_child(Counting())

    node.set_process(True)
    tree._process_frame(0)

    assert (node.processed, node.stepped) == (1, 0)


@record("Node-049")
def test_physics_process_is_called_when_it_is_on(tree: SceneTree) -> None:
    node = tree.root.add_child(Counting())

    node.set_physics_process(True)
    tree._physics_step(0)

    assert (node.processed, node.stepped) == (0, 1)


class Recording(Node):
    """Records itself when called."""

    order: list[Node]

    def on_process(self, delta: float) -> None:
        self.order.append(self)

    def on_physics_process(self, delta: float) -> None:
        self.order.append(self)


@pytest.fixture
def recording(tree: SceneTree) -> list[Recording]:
    """Four nodes a, b, c, d."""
    Recording.order = []
    return [tree.root.add_child(Recording()) for _ in range(4)]


@record("Node-055")
def test_lower_priorities_are_processed_first(tree: SceneTree, recording: list[Recording]) -> None:
    for node, priority in zip(recording, (20, 10, 40, 30), strict=True):
        node.process_priority = priority
    a, b, c, d = recording

    tree._process_frame(0)

    assert Recording.order == [b, a, d, c]


@record("Node-056")
def test_lower_physics_priorities_are_stepped_first(tree: SceneTree, recording: list[Recording]) -> None:
    for node, priority in zip(recording, (20, 10, 40, 30), strict=True):
        node.process_physics_priority = priority
    a, b, c, d = recording

    tree._physics_step(0)

    assert Recording.order == [b, a, d, c]
