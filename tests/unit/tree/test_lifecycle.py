"""Entering, getting ready, leaving: the order of callbacks and signals, and changes while it happens."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from engine.core.errors import FreedError, TreeError
from engine.core.signal import ConnectFlags
from engine.tree.node import Node, is_instance_valid
from engine.tree.scene_tree import SceneTree


class Logging(Node):
    """Logs callbacks and, through `listen`, signals in the list of its class; `hooks` run inside the callbacks."""

    log: list[str]

    def __init__(self, name: str = "", **hooks: Callable[[], object]) -> None:
        super().__init__(name)
        self.hooks = hooks

    def on_enter_tree(self) -> None:
        self.say("enter")

    def on_ready(self) -> None:
        self.say("ready")

    def on_exit_tree(self) -> None:
        self.say("exit")

    def on_process(self, delta: float) -> None:
        self.say("process")

    def say(self, what: str) -> None:
        self.log.append(f"{self.name}:{what}")
        hook = self.hooks.get(what)
        if hook is not None:
            hook()


@pytest.fixture(autouse=True)
def log() -> list[str]:
    Logging.log = []
    return Logging.log


def listen(node: Node) -> None:
    """Log the signals of a node."""
    name = node.name

    def said(what: str) -> Callable[[], None]:
        return lambda: Logging.log.append(f"{name}.{what}")

    def said_of_child(what: str) -> Callable[[Node], None]:
        return lambda child: Logging.log.append(f"{name}.{what}({child.name})")

    for signal in (node.tree_entered, node.ready, node.tree_exiting, node.tree_exited):
        signal.connect(said(signal.get_name()))
    for child_signal in (node.child_entered_tree, node.child_exiting_tree):
        child_signal.connect(said_of_child(child_signal.get_name()))
    node.child_order_changed.connect(said("child_order_changed"))


# Order


def test_callbacks_and_signals_of_one_child_come_in_order(tree: SceneTree, log: list[str]) -> None:
    parent = tree.root.add_child(Node("P"))
    listen(parent)
    child = Logging("C")
    listen(child)
    log.clear()

    parent.add_child(child)
    assert log == [
        "C:enter", "C.tree_entered", "P.child_entered_tree(C)", "C:ready", "C.ready", "P.child_order_changed",
    ]  # fmt: skip

    log.clear()
    parent.remove_child(child)
    assert log == [
        "C:exit", "C.tree_exiting", "P.child_exiting_tree(C)", "P.child_order_changed", "C.tree_exited",
    ]  # fmt: skip


def test_a_subtree_leaves_children_first_and_from_the_last(tree: SceneTree, log: list[str]) -> None:
    p = tree.root.add_child(Logging("P"))
    a = p.add_child(Logging("A"))
    a1 = a.add_child(Logging("A1"))
    b = p.add_child(Logging("B"))
    for node in (p, a, a1, b):
        node.tree_exited.connect(partial(log.append, f"{node.name} exited"))
    log.clear()

    tree.root.remove_child(p)

    assert log == [
        "B:exit", "A1:exit", "A:exit", "P:exit", "B exited", "A1 exited", "A exited", "P exited",
    ]  # fmt: skip
    assert not any(node.is_inside_tree() for node in (p, a, a1, b))


def test_a_node_is_still_inside_while_it_leaves(tree: SceneTree) -> None:
    seen: list[object] = []
    node = Logging("N", exit=lambda: seen.extend((node.is_inside_tree(), str(node.get_path()), node.tree)))
    tree.root.add_child(node)
    node.tree_exiting.connect(lambda: seen.append(node.tree_or_none))
    node.tree_exited.connect(lambda: seen.append(node.tree_or_none))

    node.free()

    assert seen == [True, "/root/N", tree, tree, None]


def test_the_parent_is_ready_after_all_its_children_and_before_their_later_ticks(
    tree: SceneTree, log: list[str]
) -> None:
    p = Logging("P", ready=lambda: log.append(f"children ready: {all(child.is_ready() for child in p.children)}"))
    p.add_child(Node("A"))
    p.add_child(Node("B"))

    tree.root.add_child(p)
    tree.tick(0)

    assert log == ["P:enter", "P:ready", "children ready: True", "P:process"]


def test_freeing_runs_the_callbacks_of_leaving_and_then_nothing(tree: SceneTree, log: list[str]) -> None:
    node = tree.root.add_child(Logging("N"))
    listen(node)
    log.clear()

    node.free()
    tree.tick(0)

    assert log == ["N:exit", "N.tree_exiting", "N.tree_exited"]


# Ready


def test_a_node_is_ready_when_its_callback_runs_and_stays_ready_outside(tree: SceneTree) -> None:
    seen: list[bool] = []
    node = Logging("N", enter=lambda: seen.append(node.is_ready()), ready=lambda: seen.append(node.is_ready()))

    tree.root.add_child(node)
    tree.root.remove_child(node)

    assert seen == [False, True]
    assert node.is_ready()


def test_request_ready_arms_one_node_and_not_its_children(tree: SceneTree, log: list[str]) -> None:
    p = Logging("P")
    p.add_child(Logging("C"))
    tree.root.add_child(p)
    tree.root.remove_child(p)
    log.clear()

    p.request_ready()
    tree.root.add_child(p)

    assert log == ["P:enter", "C:enter", "P:ready"]


def test_a_child_added_by_ready_is_ready_at_once(tree: SceneTree, log: list[str]) -> None:
    p = Logging("P", ready=lambda: p.add_child(Logging("Late")))
    p.add_child(Logging("C"))

    tree.root.add_child(p)

    assert log == ["P:enter", "C:enter", "C:ready", "P:ready", "Late:enter", "Late:ready"]


def test_a_sibling_added_by_ready_is_ready_before_its_parent(tree: SceneTree, log: list[str]) -> None:
    p = Logging("P")
    p.add_child(Logging("C", ready=lambda: p.add_child(Logging("Late"))))

    tree.root.add_child(p)

    assert log == ["P:enter", "C:enter", "C:ready", "Late:enter", "Late:ready", "P:ready"]


def test_a_grandchild_added_while_entering_enters_once_and_is_ready_once(tree: SceneTree, log: list[str]) -> None:
    p = Logging("P", enter=lambda: c.add_child(Logging("G")))
    c = p.add_child(Logging("C"))

    tree.root.add_child(p)

    assert log == ["P:enter", "C:enter", "G:enter", "G:ready", "C:ready", "P:ready"]


# Changes while entering


def test_a_node_that_removes_itself_while_entering_is_never_ready(tree: SceneTree, log: list[str]) -> None:
    node = Logging("N", enter=lambda: tree.root.remove_child(node))
    node.add_child(Logging("C"))

    tree.root.add_child(node)

    assert log == ["N:enter", "N:exit"]
    assert node.parent is None
    assert tree.get_node_count() == 1


def test_a_node_that_frees_itself_while_entering_is_freed(tree: SceneTree, log: list[str]) -> None:
    node = Logging("N", enter=lambda: node.free())
    child = node.add_child(Logging("C"))

    tree.root.add_child(node)

    assert log == ["N:enter", "N:exit"]
    assert not is_instance_valid(node)
    assert not is_instance_valid(child)


def test_a_node_that_frees_itself_when_ready_is_freed(tree: SceneTree, log: list[str]) -> None:
    node = Logging("N", ready=lambda: node.free())

    tree.root.add_child(node)

    assert log == ["N:enter", "N:ready", "N:exit"]
    assert tree.root.get_child_count() == 0


def test_a_child_that_frees_its_parent_when_ready_spares_the_parent_its_ready(tree: SceneTree, log: list[str]) -> None:
    p = Logging("P")
    p.add_child(Logging("C", ready=lambda: p.free()))
    p.add_child(Logging("D"))

    tree.root.add_child(p)

    assert log == ["P:enter", "C:enter", "D:enter", "C:ready", "D:exit", "C:exit", "P:exit"]
    assert tree.get_node_count() == 1


def test_a_later_sibling_removed_while_entering_does_not_enter(tree: SceneTree, log: list[str]) -> None:
    p = Logging("P")
    p.add_child(Logging("A", enter=lambda: p.remove_child(b)))
    b = p.add_child(Logging("B"))

    tree.root.add_child(p)

    assert log == ["P:enter", "A:enter", "A:ready", "P:ready"]
    assert not b.is_inside_tree()


def test_a_later_sibling_moved_elsewhere_while_entering_enters_once(tree: SceneTree, log: list[str]) -> None:
    other = tree.root.add_child(Node("Other"))
    p = Logging("P")
    p.add_child(Logging("A", enter=lambda: b.reparent(other)))
    b = p.add_child(Logging("B"))

    tree.root.add_child(p)

    assert log.count("B:enter") == 1
    assert log.count("B:ready") == 1
    assert b.parent is other


def test_a_sibling_moved_by_ready_is_ready_where_it_is_then(tree: SceneTree, log: list[str]) -> None:
    p = Logging("P")
    p.add_child(Logging("A", ready=lambda: b.reparent(c)))
    b = p.add_child(Logging("B"))
    c = p.add_child(Logging("C"))
    c.add_child(Logging("C1"))

    tree.root.add_child(p)

    assert [entry for entry in log if "ready" in entry] == ["A:ready", "C1:ready", "B:ready", "C:ready", "P:ready"]


# Changes while leaving


def test_nothing_can_be_added_under_a_node_that_is_leaving(tree: SceneTree) -> None:
    refused: list[str] = []

    def add() -> None:
        with pytest.raises(TreeError) as caught:
            p.add_child(Node("New"))
        refused.append(str(caught.value))

    p = tree.root.add_child(Node("P"))
    p.add_child(Logging("C", exit=add))

    tree.root.remove_child(p)

    assert refused == ["cannot add New under /root/P, which is leaving the tree; use SceneTree.call_deferred()"]


def test_a_node_cannot_be_removed_or_reparented_while_it_leaves(tree: SceneTree) -> None:
    refused: list[str] = []
    other = tree.root.add_child(Node("Other"))

    def attempt() -> None:
        moves: tuple[Callable[[], None], ...] = (
            partial(tree.root.remove_child, p),
            partial(p.reparent, other),
            partial(p.remove_child, c),
        )
        for move in moves:
            with pytest.raises(TreeError, match=r"^cannot remove /root/P(/C)?: it is leaving the tree") as caught:
                move()
            refused.append(str(caught.value))

    p = tree.root.add_child(Node("P"))
    c = p.add_child(Logging("C", exit=attempt))

    tree.root.remove_child(p)

    assert len(refused) == 3
    assert p.parent is None
    assert c.parent is p


def test_a_sibling_can_be_freed_while_a_node_leaves(tree: SceneTree, log: list[str]) -> None:
    p = tree.root.add_child(Logging("P"))
    a = p.add_child(Logging("A"))
    p.add_child(Logging("B", exit=lambda: a.free()))
    log.clear()

    tree.root.remove_child(p)

    assert log == ["B:exit", "A:exit", "P:exit"]
    assert [child.name for child in p.children] == ["B"]


def test_a_sibling_moved_elsewhere_while_a_node_leaves_stays_in_the_tree(tree: SceneTree, log: list[str]) -> None:
    other = tree.root.add_child(Node("Other"))
    p = tree.root.add_child(Logging("P"))
    a = p.add_child(Logging("A"))
    p.add_child(Logging("B", exit=lambda: a.reparent(other)))
    log.clear()

    tree.root.remove_child(p)

    assert log == ["B:exit", "A:exit", "A:enter", "P:exit"]
    assert a.is_inside_tree()
    assert a.parent is other


def test_freeing_an_ancestor_of_a_node_that_leaves_waits_for_the_end_of_the_frame(
    tree: SceneTree, log: list[str]
) -> None:
    p = tree.root.add_child(Logging("P"))
    c = p.add_child(Logging("C", exit=lambda: p.free()))
    log.clear()

    p.remove_child(c)
    assert log == ["C:exit"]
    assert is_instance_valid(p)
    assert p.is_queued_for_deletion()

    tree.tick(0)
    assert log == ["C:exit", "P:exit"]
    assert not is_instance_valid(p)
    assert is_instance_valid(c)


def test_a_node_may_be_added_elsewhere_by_its_exited_signal(tree: SceneTree, log: list[str]) -> None:
    node = tree.root.add_child(Logging("N"))
    other = tree.root.add_child(Node("Other"))
    node.tree_exited.connect(lambda: other.add_child(node), ConnectFlags.ONE_SHOT)
    log.clear()

    tree.root.remove_child(node)

    assert log == ["N:exit", "N:enter"]
    assert node.parent is other


def test_a_node_removed_by_process_leaves_before_the_call_returns(tree: SceneTree, log: list[str]) -> None:
    def remove() -> None:
        tree.root.remove_child(node)
        log.append("removed")

    node = Logging("N", process=remove)
    tree.root.add_child(node)
    log.clear()

    tree.tick(0)
    tree.tick(0)

    assert log == ["N:process", "N:exit", "removed"]


# The tree's own signals


def test_the_tree_tells_of_nodes_that_come_and_go(tree: SceneTree, log: list[str]) -> None:
    tree.node_added.connect(lambda node: log.append(f"added {node.name}"))
    tree.node_removed.connect(lambda node: log.append(f"removed {node.name}"))
    p = Node("P")
    p.add_child(Node("C"))

    tree.root.add_child(p)
    p.free()

    assert log == ["added P", "added C", "removed C", "removed P"]


def test_the_tree_tells_of_every_change_of_its_structure(tree: SceneTree) -> None:
    changes: list[str] = []
    tree.tree_changed.connect(lambda: changes.append("changed"))

    def counted(change: Callable[[], object]) -> int:
        changes.clear()
        change()
        return len(changes)

    a, b = Node("A"), Node("B")
    assert counted(lambda: tree.root.add_child(a)) == 1
    assert counted(lambda: tree.root.add_child(b)) == 1
    assert counted(lambda: tree.root.move_child(b, 0)) == 1
    assert counted(lambda: setattr(a, "name", "C")) == 1
    assert counted(lambda: tree.root.remove_child(a)) == 1
    assert counted(b.free) == 1


# Shutdown


def test_shutdown_lets_nodes_leave_and_then_disposes_of_servers(log: list[str]) -> None:
    class Server:
        def dispose(self) -> None:
            log.append("disposed")

    tree = SceneTree(servers=[Server()])
    tree.root.add_child(Logging("N"))
    log.clear()

    tree.shutdown()

    assert log == ["N:exit", "disposed"]


def test_a_tree_that_was_shut_down_says_so(tree: SceneTree) -> None:
    tree.shutdown()

    uses: list[tuple[str, Callable[[], None]]] = [
        ("tick", partial(tree.tick, 0)),
        ("run frames", partial(tree.frames, 1)),
        ("change the scene", partial(tree.change_scene, Node())),
    ]
    for verb, use in uses:
        with pytest.raises(FreedError, match=rf"^cannot {verb}: the tree was shut down; make a new SceneTree$"):
            use()


def test_errors_while_shutting_down_leave_everything_freed() -> None:
    def fail() -> None:
        raise ValueError("no")

    disposed: list[bool] = []

    class Server:
        def dispose(self) -> None:
            disposed.append(True)

    tree = SceneTree(servers=[Server()])
    first = tree.root.add_child(Logging("A", exit=fail))
    second = tree.root.add_child(Logging("B"))

    with pytest.raises(ValueError, match="no") as caught:
        tree.shutdown()

    assert caught.value.__notes__ == ["in on_exit_tree of /root/A (Logging)"]
    assert not is_instance_valid(first)
    assert not is_instance_valid(second)
    assert disposed == [True]
    tree.shutdown()
