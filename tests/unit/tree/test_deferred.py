"""Deferred calls: their order, who may add them, and what is dropped."""

from __future__ import annotations

import threading

import pytest

from engine.core.errors import InvalidTypeError, TreeError
from engine.core.signal import ConnectFlags
from engine.tree.node import Node
from engine.tree.scene_tree import SceneTree


class Thing(Node):
    value = 0

    def change(self, value: int) -> None:
        self.value = value


def test_calls_run_in_order_also_those_added_meanwhile(tree: SceneTree) -> None:
    log: list[str] = []

    def first() -> None:
        log.append("first")
        tree.call_deferred(log.append, "nested")

    tree.call_deferred(first)
    tree.call_deferred(log.append, "second")

    tree.flush_deferred()

    assert log == ["first", "second", "nested"]


def test_a_node_defers_to_its_tree(tree: SceneTree) -> None:
    node = tree.root.add_child(Thing())

    node.call_deferred(node.change, 3)
    assert node.value == 0
    tree.tick(0)

    assert node.value == 3


def test_a_property_is_set_later(tree: SceneTree) -> None:
    node = tree.root.add_child(Thing("A"))

    node.set_deferred("value", 4)
    node.set_deferred("name", "B")
    assert (node.value, node.name) == (0, "A")
    tree.tick(0)

    assert (node.value, node.name) == (4, "B")


def test_what_cannot_be_deferred_is_refused(tree: SceneTree) -> None:
    outside, inside = Thing("N"), tree.root.add_child(Thing("N"))

    with pytest.raises(TreeError) as call:
        outside.call_deferred(outside.change, 1)
    assert str(call.value) == "N.call_deferred: it is not inside a tree; use SceneTree.call_deferred()"
    with pytest.raises(TreeError):
        outside.set_deferred("value", 1)
    with pytest.raises(InvalidTypeError) as name:
        inside.set_deferred("vaule", 1)
    assert str(name.value) == "/root/N has no property 'vaule'; did you mean 'value'?"


def test_calls_to_freed_nodes_are_dropped(tree: SceneTree) -> None:
    node = tree.root.add_child(Thing())
    log: list[int] = []
    node.call_deferred(node.change, 1)
    node.set_deferred("value", 2)
    node.call_deferred(log.append, 3)

    node.free()
    tree.tick(0)

    assert node.value == 0
    assert log == [3]


def test_a_deferred_connection_to_a_freed_node_is_dropped(tree: SceneTree) -> None:
    source, target = tree.root.add_child(Thing()), tree.root.add_child(Thing())
    source.renamed.connect(lambda: target.change(1), ConnectFlags.DEFERRED)
    source.connect("renamed", target, "change", ConnectFlags.DEFERRED, binds=(2,))

    source.name = "New"
    target.free()
    tree.tick(0)

    assert target.value == 1


def test_a_deferred_connection_is_called_once_for_each_emission(tree: SceneTree) -> None:
    source, heard = tree.root.add_child(Thing()), []
    source.renamed.connect(lambda: heard.append(source.name), ConnectFlags.DEFERRED)

    source.name = "B"
    source.name = "C"
    assert heard == []
    tree.tick(0)

    assert heard == ["C", "C"]


def test_other_threads_may_defer(tree: SceneTree) -> None:
    node = tree.root.add_child(Thing())
    ran_in: list[threading.Thread] = []
    numbers: list[int] = []

    def work(start: int) -> None:
        for number in range(start, start + 500):
            tree.call_deferred(numbers.append, number)
        node.call_deferred(lambda: ran_in.append(threading.current_thread()))

    threads = [threading.Thread(target=work, args=(start,)) for start in (0, 1000)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert numbers == []
    tree.tick(0)

    assert [number for number in numbers if number < 1000] == list(range(500))
    assert [number for number in numbers if number >= 1000] == list(range(1000, 1500))
    assert ran_in == [threading.current_thread()] * 2


def test_what_is_deferred_between_ticks_runs_before_process(tree: SceneTree) -> None:
    log: list[str] = []

    class Late(Node):
        def on_process(self, delta: float) -> None:
            log.append("process")

        def on_physics_process(self, delta: float) -> None:
            log.append("physics")

    tree.root.add_child(Late())
    tree.call_deferred(log.append, "deferred")
    tree.tick(1 / 60)
    assert log == ["deferred", "physics", "process"]

    log.clear()
    tree.call_deferred(log.append, "deferred")
    tree.tick(0)
    assert log == ["deferred", "process"]


def test_calls_that_wait_at_shutdown_are_dropped() -> None:
    tree = SceneTree()
    log: list[int] = []
    tree.call_deferred(log.append, 1)

    tree.shutdown()

    assert log == []


def test_a_call_that_defers_itself_for_ever_ends_with_an_error(tree: SceneTree) -> None:
    def again() -> None:
        tree.call_deferred(again)

    again()

    with pytest.raises(TreeError, match=r"deferred calls do not come to an end: .*again"):
        tree.tick(0)


def test_what_cannot_be_called_is_refused_at_once(tree: SceneTree) -> None:
    node = tree.root.add_child(Node("A"))

    with pytest.raises(InvalidTypeError) as caught:
        node.call_deferred("setup", 3)  # type: ignore[arg-type]
    assert str(caught.value) == (
        "/root/A.call_deferred takes the function itself, as in call_deferred(self.setup, ...), got 'setup'"
    )
    with pytest.raises(InvalidTypeError, match=r"SceneTree.call_deferred takes the function itself, got 3"):
        tree.call_deferred(3)  # type: ignore[arg-type]
