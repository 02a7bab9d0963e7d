"""An exception while nodes enter, get ready or leave: every node ends whole, and the error says where it came from."""

from __future__ import annotations

import pytest

from engine.tree.node import Node, is_instance_valid
from engine.tree.scene_tree import SceneTree


class Boom(Exception):
    pass


class Fragile(Node):
    """Raises in the callback that `breaks` names, and logs all."""

    def __init__(self, name: str, breaks: str = "") -> None:
        super().__init__(name)
        self.breaks = breaks
        self.log: list[str] = []

    def reach(self, callback: str) -> None:
        self.log.append(callback)
        if callback == self.breaks:
            raise Boom(f"{self.name}.{callback}")

    def on_enter_tree(self) -> None:
        self.reach("on_enter_tree")

    def on_ready(self) -> None:
        self.reach("on_ready")

    def on_exit_tree(self) -> None:
        self.reach("on_exit_tree")

    def on_process(self, delta: float) -> None:
        self.reach("on_process")


@pytest.mark.parametrize("callback", ["on_enter_tree", "on_ready"])
@pytest.mark.parametrize("policy", ["raise", "log"])
def test_an_error_while_entering_leaves_a_whole_tree(
    tree: SceneTree, callback: str, policy: str, caplog: pytest.LogCaptureFixture
) -> None:
    tree.error_policy = policy
    parent = Fragile("P")
    a, b, c = (parent.add_child(Fragile(name, callback if name == "B" else "")) for name in "ABC")

    if policy == "raise":
        with pytest.raises(Boom) as caught:
            tree.root.add_child(parent)
        assert caught.value.__notes__ == [f"in {callback} of /root/P/B (Fragile)"]
    else:
        tree.root.add_child(parent)
        assert [entry.getMessage() for entry in caplog.records] == [f"in {callback} of /root/P/B (Fragile)"]

    for node in (parent, a, b, c):
        assert node.is_inside_tree()
        assert node.is_ready()
        assert node.log == ["on_enter_tree", "on_ready"]
    tree.tick(1 / 60)
    assert "on_process" in b.log
    parent.free()
    assert tree.get_node_count() == 1


@pytest.mark.parametrize("policy", ["raise", "log"])
@pytest.mark.parametrize("way", ["free", "remove"])
def test_an_error_while_leaving_lets_all_leave(tree: SceneTree, policy: str, way: str) -> None:
    tree.error_policy = policy
    parent = tree.root.add_child(Fragile("P"))
    a, b, c = (parent.add_child(Fragile(name, "on_exit_tree" if name == "B" else "")) for name in "ABC")
    leave = parent.free if way == "free" else lambda: tree.root.remove_child(parent)

    if policy == "raise":
        with pytest.raises(Boom) as caught:
            leave()
        assert caught.value.__notes__ == ["in on_exit_tree of /root/P/B (Fragile)"]
    else:
        leave()

    for node in (parent, a, b, c):
        assert not node.is_inside_tree()
        assert node.log[-1] == "on_exit_tree"
        assert is_instance_valid(node) is (way == "remove")
    assert tree.root.children == ()
    assert tree.get_node_count() == 1
    tree.tick(1 / 60)


def test_several_errors_while_entering_are_grouped(tree: SceneTree) -> None:
    parent = Fragile("P", "on_ready")
    parent.add_child(Fragile("A", "on_enter_tree"))

    with pytest.raises(Boom, match=r"^A\.on_enter_tree\n") as caught:
        tree.root.add_child(parent)

    assert caught.value.__notes__ == [
        "in on_enter_tree of /root/P/A (Fragile)", "1 more in the same tick: Boom: P.on_ready",
    ]  # fmt: skip


def test_an_error_of_a_freed_queued_node_leaves_the_tick_at_its_end(tree: SceneTree) -> None:
    a, b, c = (tree.root.add_child(Fragile(name, "on_exit_tree" if name == "B" else "")) for name in "ABC")
    for node in (a, b, c):
        node.queue_free()
    log: list[str] = []
    tree.create_timer(0).timeout.connect(lambda: log.append("timer"))

    with pytest.raises(Boom) as caught:
        tree.tick(1 / 60)

    assert caught.value.__notes__[0] == "in on_exit_tree of /root/B (Fragile)"
    assert not any(map(is_instance_valid, (a, b, c)))
    assert log == ["timer"]


@pytest.mark.parametrize("signal", ["tree_entered", "ready", "tree_exiting", "tree_exited"])
def test_an_error_in_a_handler_of_a_lifecycle_signal_names_the_signal(tree: SceneTree, signal: str) -> None:
    def fail() -> None:
        raise Boom(signal)

    def come_and_go() -> None:
        tree.root.add_child(node)
        tree.root.remove_child(node)

    node = Node("N")
    getattr(node, signal).connect(fail)

    with pytest.raises(Boom) as caught:
        come_and_go()

    where = "N" if signal == "tree_exited" else "/root/N"
    assert caught.value.__notes__ == [f"in {signal} of {where} (Node)"]
    assert node.is_ready()
    assert node.is_inside_tree() is (signal in ("tree_entered", "ready"))
    node.free()


@pytest.mark.parametrize("signal", ["child_entered_tree", "child_exiting_tree"])
def test_an_error_in_a_handler_of_the_parent_does_not_stop_the_child(tree: SceneTree, signal: str) -> None:
    def fail(child: Node) -> None:
        raise Boom(signal)

    def come_and_go() -> None:
        parent.add_child(child)
        parent.remove_child(child)

    parent = tree.root.add_child(Node("P"))
    getattr(parent, signal).connect(fail)
    child = Node("C")

    with pytest.raises(Boom) as caught:
        come_and_go()

    assert caught.value.__notes__ == [f"in {signal} of /root/P (Node)"]
    assert child.is_inside_tree() is (signal == "child_entered_tree")
    assert (child.parent is parent) is child.is_inside_tree()


@pytest.mark.parametrize("interrupt", [KeyboardInterrupt, SystemExit])
@pytest.mark.parametrize("policy", ["raise", "log"])
def test_an_interrupt_is_always_raised_and_leaves_every_node_whole(
    tree: SceneTree, interrupt: type[BaseException], policy: str
) -> None:
    class Interrupted(Node):
        def on_process(self, delta: float) -> None:
            raise interrupt

        def on_ready(self) -> None:
            raise interrupt

        def on_exit_tree(self) -> None:
            raise interrupt

    tree.error_policy = policy
    node = Interrupted("N")
    child = node.add_child(Fragile("C"))

    with pytest.raises(interrupt):
        tree.root.add_child(node)
    assert node.is_ready()
    with pytest.raises(interrupt):
        tree.tick(0)
    with pytest.raises(interrupt):
        node.free()

    assert child.log == ["on_enter_tree", "on_ready", "on_exit_tree"]
    assert not is_instance_valid(node)
    assert tree.get_node_count() == 1
    tree.tick(0)
