"""The records of suite lifecycle: the order of entering, getting ready and leaving, and changes while it happens."""

from __future__ import annotations

import pytest

from engine.core.errors import FreedError, TreeError
from engine.tree.node import Node, is_instance_valid
from engine.tree.scene_tree import SceneTree

record = pytest.mark.record


class Logging(Node):
    """Logs its callbacks in the list of its class."""

    log: list[str]

    def on_enter_tree(self) -> None:
        self.log.append(f"{self.name}:enter")

    def on_ready(self) -> None:
        self.log.append(f"{self.name}:ready")

    def on_exit_tree(self) -> None:
        self.log.append(f"{self.name}:exit")


@pytest.fixture(autouse=True)
def log() -> list[str]:
    Logging.log = []
    return Logging.log


@record("mainframe-lifecycle-0071")
def test_entering_goes_down_and_getting_ready_goes_up(tree: SceneTree, log: list[str]) -> None:
    p = Logging("P")
    p.add_child(Logging("A")).add_child(Logging("A1"))
    p.add_child(Logging("B"))

    tree.root.add_child(p)

    assert log == [
        "P:enter", "A:enter", "A1:enter", "B:enter", "A1:ready", "A:ready", "B:ready", "P:ready",
    ]  # fmt: skip


@record("mainframe-lifecycle-0073")
def test_a_node_gets_ready_once(tree: SceneTree, log: list[str]) -> None:
    node = tree.root.add_child(Logging("N"))
    tree.root.remove_child(node)
    tree.root.add_child(node)

    assert log.count("N:ready") == 1


@record("mainframe-lifecycle-0074")
def test_request_ready_lets_it_get_ready_again(tree: SceneTree, log: list[str]) -> None:
    node = tree.root.add_child(Logging("N"))
    tree.root.remove_child(node)
    node.request_ready()
    tree.root.add_child(node)

    assert log.count("N:ready") == 2


@record("mainframe-lifecycle-0077")
def test_a_child_added_while_its_parent_enters_is_ready_before_it(tree: SceneTree, log: list[str]) -> None:
    class P(Logging):
        def on_enter_tree(self) -> None:
            super().on_enter_tree()
            self.add_child(Logging("Early"))

    tree.root.add_child(P("P"))

    assert log.count("Early:enter") == 1
    assert log.count("Early:ready") == 1
    assert log.index("Early:ready") < log.index("P:ready")


@record("mainframe-lifecycle-0078")
def test_a_node_that_frees_itself_while_leaving_is_freed_with_its_parent(tree: SceneTree) -> None:
    class Suicidal(Node):
        def on_exit_tree(self) -> None:
            self.free()

    parent = tree.root.add_child(Node("Parent"))
    node = parent.add_child(Suicidal("N"))

    tree.root.remove_child(parent)

    assert is_instance_valid(node)
    assert parent.children == (node,)
    parent.free()
    assert not is_instance_valid(node)


@record("mainframe-lifecycle-0079")
def test_removing_an_earlier_sibling_while_entering_skips_nobody(tree: SceneTree, log: list[str]) -> None:
    class B(Logging):
        def on_enter_tree(self) -> None:
            super().on_enter_tree()
            assert self.parent is not None
            self.parent.remove_child(self.parent.get_node("A"))

    p = Node("P")
    a = p.add_child(Logging("A"))
    p.add_child(B("B"))
    p.add_child(Logging("C"))

    tree.root.add_child(p)

    assert "C:enter" in log
    assert "C:ready" in log
    assert not a.is_inside_tree()


@record("mainframe-lifecycle-0080")
def test_the_root_of_a_tree_has_no_parent(tree: SceneTree) -> None:
    with pytest.raises(TreeError):
        Node("Other").add_child(tree.root)

    assert tree.root.is_tree_root()
    assert tree.root.name == "root"
    assert tree.root.get_viewport() is tree.root


@record("mainframe-lifecycle-0081")
def test_shutdown_frees_everything_once(log: list[str]) -> None:
    tree = SceneTree()
    root = tree.root
    node = root.add_child(Logging("N"))

    tree.shutdown()

    assert not is_instance_valid(node)
    assert not is_instance_valid(root)
    assert "N:exit" in log
    with pytest.raises(FreedError):
        tree.tick(1 / 60)
    logged = list(log)
    tree.shutdown()
    assert log == logged
