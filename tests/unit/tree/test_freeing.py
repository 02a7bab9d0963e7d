"""free, queue_free, use after free, and a chain 10,000 deep."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Callable

import pytest

from engine.core.errors import FreedError, TreeError
from engine.core.signal import Signal
from engine.input import InputEvent, InputEventKey, Key
from engine.tree.node import Node, is_instance_valid
from engine.tree.processing import ProcessMode
from engine.tree.scene_tree import SceneTree
from nodes.world_2d.node_2d import Node2D


class Counting(Node):
    pinged = Signal[()]()

    def __init__(self, name: str = "") -> None:
        super().__init__(name)
        self.called = 0

    def on_process(self, delta: float) -> None:
        self.called += 1

    def count(self, *args: object) -> None:
        self.called += 1


# Freeing


def test_freeing_frees_everything_below(tree: SceneTree) -> None:
    top = tree.root.add_child(Node("Top"))
    child = top.add_child(Node("Child"))
    grandchild = child.add_child(Node("Grandchild"))

    top.free()

    assert not any(is_instance_valid(node) for node in (top, child, grandchild))
    assert tree.get_node_count() == 1
    assert tree.root.children == ()
    assert top.children == ()
    assert child.parent is None


def test_freeing_outside_a_tree_takes_the_node_from_its_parent() -> None:
    parent = Node()
    child = parent.add_child(Node("A"))

    child.free()

    assert parent.children == ()
    assert not is_instance_valid(child)
    assert parent.add_child(Node("A")).name == "A"


def test_a_with_statement_frees_its_node() -> None:
    with Node("N") as node:
        assert is_instance_valid(node)
    assert not is_instance_valid(node)

    def leave_by_an_error() -> None:
        with node:
            raise ValueError("out")

    node = Node("N")
    with pytest.raises(ValueError, match="out"):
        leave_by_an_error()
    assert not is_instance_valid(node)


def test_nothing_and_other_things_are_no_valid_instances() -> None:
    assert not is_instance_valid(None)
    assert not is_instance_valid(3)
    assert not is_instance_valid(Node)
    assert is_instance_valid(Node())


def test_the_root_cannot_be_freed(tree: SceneTree) -> None:
    for free in (tree.root.free, tree.root.queue_free):
        with pytest.raises(TreeError) as caught:
            free()
        assert str(caught.value) == "cannot free /root: it is the root of a tree; use SceneTree.shutdown()"
    assert is_instance_valid(tree.root)


def test_a_freed_node_is_not_kept_alive_by_the_tree(tree: SceneTree) -> None:
    class Busy(Counting):
        def on_input(self, event: object) -> None: ...

    node = tree.root.add_child(Busy())
    node.add_to_group("busy")
    node.pinged.connect(node.count)
    assert tree.find(node.id) is node
    tree.tick(0)
    tree.call_group("busy", "count")
    gone = weakref.ref(node)

    node.free()
    tree.tick(0)
    tree.call_group("busy", "count")
    del node
    gc.collect()

    assert gone() is None


@pytest.mark.parametrize(
    "use",
    [
        pytest.param(lambda node: node.add_child(Node()), id="add_child"),
        pytest.param(lambda node: node.remove_child(Node()), id="remove_child"),
        pytest.param(lambda node: node.move_child(Node(), 0), id="move_child"),
        pytest.param(lambda node: setattr(node, "name", "M"), id="name"),
        pytest.param(lambda node: setattr(node, "process_mode", ProcessMode.ALWAYS), id="process_mode"),
        pytest.param(lambda node: setattr(node, "process_priority", 1), id="process_priority"),
        pytest.param(lambda node: setattr(node, "process_physics_priority", 1), id="process_physics_priority"),
        pytest.param(lambda node: node.set_process(False), id="set_process"),
        pytest.param(lambda node: node.set_process_input(True), id="set_process_input"),
        pytest.param(lambda node: node.add_to_group("g"), id="add_to_group"),
        pytest.param(lambda node: node.remove_from_group("g"), id="remove_from_group"),
        pytest.param(lambda node: node.request_ready(), id="request_ready"),
        pytest.param(lambda node: node.connect("pinged", Counting(), "count"), id="connect"),
        pytest.param(lambda node: node.pinged.connect(print), id="signal.connect"),
        pytest.param(lambda node: node.disconnect("pinged", node, "count"), id="disconnect"),
        pytest.param(lambda node: node.emit_signal("pinged"), id="emit_signal"),
        pytest.param(lambda node: node.add_user_signal("mine"), id="add_user_signal"),
        pytest.param(lambda node: Counting().connect("pinged", node, "count"), id="connect to it"),
        pytest.param(lambda node: Counting().pinged.connect(node.count), id="signal.connect to it"),
    ],
)
def test_changing_a_freed_node_is_refused(use: Callable[[Counting], object]) -> None:
    node = Counting("N")
    node.free()

    with pytest.raises(FreedError, match=r"^cannot .*N: it was freed; ask is_instance_valid\(\) first$"):
        use(node)


def test_a_freed_node_can_be_read(tree: SceneTree) -> None:
    node = tree.root.add_child(Counting("N"))
    node.add_to_group("g")
    node.free()

    assert node.name == "N"
    assert node.parent is None
    assert node.tree_or_none is None
    assert node.called == 0
    assert node.is_in_group("g")
    assert node.get_signal_connections() == []
    assert node.owner is None
    assert not node.is_inside_tree()


def test_a_freed_node_says_that_it_was_freed_when_its_tree_is_wanted(tree: SceneTree) -> None:
    node = tree.root.add_child(Counting("N"))
    node.free()

    for use in (lambda: node.tree, lambda: node.input, node.create_tween):
        with pytest.raises(FreedError, match=r"^cannot use the tree of N: it was freed; ask is_instance_valid"):
            use()
    with pytest.raises(FreedError, match=r"^cannot defer a call through N: it was freed; ask is_instance_valid"):
        node.call_deferred(print)


# What is still to be called


def test_a_freed_target_is_never_called(tree: SceneTree) -> None:
    source = Counting()
    first, second, third = Counting(), Counting(), Counting()
    for target in (first, second, third):
        source.pinged.connect(target.count)
    tree.call_deferred(second.count)
    timer = tree.create_timer(0)
    timer.timeout.connect(second.count)
    second.free()

    source.pinged.emit()
    tree.tick(0.01)

    assert [target.called for target in (first, second, third)] == [1, 0, 1]


def test_freeing_a_plain_leaf_of_the_tree_ends_its_connections(tree: SceneTree) -> None:
    heard: list[str] = []

    class Plain(Node):
        def hear(self) -> None:
            heard.append("heard")

    source = tree.root.add_child(Counting())
    for free in (Node.free, Node.queue_free):
        target = tree.root.add_child(Plain())
        source.pinged.connect(target.hear)

        free(target)
        tree.tick(0)
        source.pinged.emit()

        assert source.get_signal_connections() == []
        assert heard == []


def test_a_target_freed_by_an_earlier_receiver_is_not_called() -> None:
    source, target = Counting(), Counting()
    source.pinged.connect(lambda: target.free())
    source.pinged.connect(target.count)

    source.pinged.emit()

    assert target.called == 0


def test_a_lambda_stays_connected() -> None:
    source, heard = Counting(), []
    source.pinged.connect(lambda: heard.append(1))
    gc.collect()

    source.pinged.emit()

    assert heard == [1]


def test_a_node_that_nobody_else_holds_stays_connected(tree: SceneTree) -> None:
    heard: list[str] = []

    class Listener(Node):
        def on_ping(self) -> None:
            heard.append("ping")

    source = Counting()
    source.pinged.connect(Listener().on_ping)
    gc.collect()

    source.pinged.emit()

    assert heard == ["ping"]


# queue_free


def test_a_queued_node_is_freed_at_the_end_of_the_frame(tree: SceneTree) -> None:
    seen: list[bool] = []

    class Later(Node):
        def on_process(self, delta: float) -> None:
            seen.append(is_instance_valid(node))

    node = tree.root.add_child(Counting())
    tree.root.add_child(Later())
    node.queue_free()
    node.queue_free()

    assert node.is_queued_for_deletion()
    assert is_instance_valid(node)
    tree.tick(1 / 60)
    assert seen == [True]
    assert node.called == 0
    assert not is_instance_valid(node)


def test_a_child_of_a_queued_node_is_called_until_then(tree: SceneTree) -> None:
    parent = tree.root.add_child(Counting())
    child = parent.add_child(Counting())

    parent.queue_free()
    tree.tick(0)

    assert (parent.called, child.called) == (0, 1)


def test_queue_free_outside_a_tree_frees_at_once() -> None:
    node = Node()

    node.queue_free()

    assert not is_instance_valid(node)


def test_a_queued_node_that_is_freed_or_removed_meanwhile_is_freed_once(tree: SceneTree) -> None:
    freed, removed = (tree.root.add_child(Node(name)) for name in ("Freed", "Removed"))
    freed.queue_free()
    removed.queue_free()

    freed.free()
    tree.root.remove_child(removed)
    assert is_instance_valid(removed)
    tree.tick(0)

    assert not is_instance_valid(removed)


def test_a_queued_node_that_comes_back_is_not_called(tree: SceneTree) -> None:
    node = tree.root.add_child(Counting())
    node.queue_free()

    tree.root.remove_child(node)
    tree.root.add_child(node)
    tree.tick(0)

    assert node.called == 0
    assert not is_instance_valid(node)


def test_nodes_queued_while_nodes_are_freed_are_freed_in_the_same_frame(tree: SceneTree) -> None:
    class Chained(Node):
        def on_exit_tree(self) -> None:
            last.queue_free()

    first = tree.root.add_child(Chained())
    last = tree.root.add_child(Node())

    first.queue_free()
    tree.tick(0)

    assert not is_instance_valid(last)


def test_nodes_are_freed_in_the_order_they_were_queued(tree: SceneTree) -> None:
    log: list[str] = []

    class Leaving(Node):
        def on_exit_tree(self) -> None:
            log.append(self.name)

    nodes = [tree.root.add_child(Leaving(name)) for name in "ABC"]
    for node in (nodes[1], nodes[2], nodes[0]):
        node.queue_free()

    tree.tick(0)

    assert log == ["B", "C", "A"]


def test_a_node_queued_in_a_step_is_not_called_later_in_the_frame(tree: SceneTree) -> None:
    log: list[str] = []

    class Dying(Node):
        def on_physics_process(self, delta: float) -> None:
            log.append("physics")
            self.queue_free()

        def on_process(self, delta: float) -> None:
            log.append("process")

        def on_input(self, event: InputEvent) -> None:
            log.append("input")

    tree.root.add_child(Dying())
    tree.physics_frame.connect(lambda: tree.push_input(InputEventKey(keycode=Key.A, pressed=True)))

    tree.tick(3 / 60)

    assert log == ["input", "physics"]


@pytest.mark.parametrize("way", ["free", "queue_free", "remove"])
def test_a_node_that_goes_is_neither_drawn_nor_told_of_its_transform(tree: SceneTree, way: str) -> None:
    log: list[str] = []

    class Drawing(Node2D):
        def on_draw(self) -> None:
            log.append("draw")

        def on_transform_changed(self) -> None:
            log.append("transform")

    node = tree.root.add_child(Drawing())
    node.set_notify_transform(True)
    tree.tick(0)
    log.clear()
    node.position += (1, 0)
    node.queue_redraw()

    if way == "remove":
        tree.root.remove_child(node)
    else:
        getattr(node, way)()
    tree.tick(0)

    assert log == []


def test_a_parent_and_its_child_can_both_be_queued(tree: SceneTree) -> None:
    for order in (0, 1):
        parent = tree.root.add_child(Node())
        nodes = [parent, parent.add_child(Node())]
        for node in nodes[:: 1 if order else -1]:
            node.queue_free()

        tree.tick(0)

        assert not any(map(is_instance_valid, nodes))


# Depth


def chain(count: int) -> list[Counting]:
    nodes = [Counting()]
    for _ in range(count - 1):
        nodes.append(nodes[-1].add_child(Counting()))
    return nodes


def test_a_chain_10_000_deep_enters_ticks_moves_and_is_freed(tree: SceneTree) -> None:
    nodes = chain(10_000)
    top, bottom = nodes[0], nodes[-1]
    other = tree.root.add_child(Node("Other"))

    tree.root.add_child(top)
    assert tree.get_node_count() == 10_002
    assert bottom.is_ready()

    tree.tick(1 / 60)
    assert all(node.called == 1 for node in nodes)

    top.process_mode = ProcessMode.DISABLED
    tree.tick(1 / 60)
    assert bottom.called == 1
    top.process_mode = ProcessMode.INHERIT
    assert bottom.get_path().get_name_count() == 10_001
    assert top.get_node_or_none(top.get_path_to(bottom)) is bottom
    assert top.find_child("Nobody", owned=False) is None
    assert top.find_child("Counting", owned=False) is nodes[1]

    top.reparent(other)
    tree.tick(1 / 60)
    assert bottom.called == 2
    assert top.parent is other

    bottom.owner = top
    top.free()
    assert tree.get_node_count() == 2
    assert not any(map(is_instance_valid, nodes))


def test_a_chain_10_000_deep_outside_a_tree_is_freed_and_collected() -> None:
    nodes = chain(10_000)
    gone = weakref.ref(nodes[-1])

    nodes[0].free()
    assert not is_instance_valid(nodes[-1])
    nodes.clear()
    gc.collect()

    assert gone() is None


def test_a_chain_10_000_deep_that_nobody_holds_is_collected() -> None:
    nodes = chain(10_000)
    gone = weakref.ref(nodes[-1])

    nodes.clear()
    gc.collect()

    assert gone() is None
