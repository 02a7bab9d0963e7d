"""The records of suite signals."""

from __future__ import annotations

import pytest

from engine.core.errors import AlreadyConnectedError, SignalError, TreeError
from engine.core.signal import ConnectFlags, Signal
from engine.tree.node import Node
from engine.tree.scene_tree import SceneTree

record = pytest.mark.record


class Source(Node):
    pinged = Signal[()]()
    counted = Signal[int]("count")
    named = Signal[str, Node]("name", "node")


class Target(Node):
    def __init__(self, name: str = "") -> None:
        super().__init__(name)
        self.heard: list[str] = []

    def on_pinged(self) -> None:
        self.heard.append("pinged")

    def on_counted(self, count: int) -> None:
        self.heard.append(f"counted {count}")


@pytest.fixture
def source() -> Source:
    return Source("Source")


@pytest.fixture
def target() -> Target:
    return Target("Target")


@record("mainframe-signals-0125")
def test_a_node_lists_its_signals(source: Source) -> None:
    signals = source.get_signal_list()

    assert [signal.name for signal in signals][-3:] == ["pinged", "counted", "named"]
    assert "tree_entered" in [signal.name for signal in signals]
    assert signals[-1].parameters == ("name", "node")
    assert signals[-1].types == (str, Node)


@record("mainframe-signals-0130")
def test_a_method_of_the_wrong_shape_is_refused(source: Source, target: Target) -> None:
    with pytest.raises(SignalError) as caught:
        source.connect("pinged", target, "on_counted")

    assert isinstance(caught.value, ValueError)


@record("mainframe-signals-0131")
def test_an_unknown_signal_is_refused(source: Source, target: Target) -> None:
    with pytest.raises(SignalError) as caught:
        source.connect("nothing", target, "on_pinged")

    assert isinstance(caught.value, ValueError)


@record("mainframe-signals-0132")
def test_connecting_twice_is_refused(source: Source, target: Target) -> None:
    source.connect("pinged", target, "on_pinged")

    with pytest.raises(AlreadyConnectedError) as caught:
        source.connect("pinged", target, "on_pinged")

    assert isinstance(caught.value, TreeError)


@record("mainframe-signals-0134")
def test_a_one_shot_connection_hears_one_emission(source: Source, target: Target) -> None:
    source.connect("counted", target, "on_counted", ConnectFlags.ONE_SHOT)

    source.counted.emit(1)
    source.counted.emit(2)

    assert target.heard == ["counted 1"]
    assert source.is_connected("counted", target, "on_counted") is False


@record("mainframe-signals-0135")
def test_a_deferred_connection_waits_for_the_flush(tree: SceneTree, source: Source, target: Target) -> None:
    tree.root.add_child(source)
    tree.root.add_child(target)
    source.connect("counted", target, "on_counted", ConnectFlags.DEFERRED)

    source.counted.emit(5)

    assert target.heard == []
    tree.flush_deferred()
    assert target.heard == ["counted 5"]


@record("mainframe-signals-0136")
def test_freeing_the_target_ends_the_connection(source: Source, target: Target) -> None:
    source.connect("pinged", target, "on_pinged")

    target.free()
    source.pinged.emit()

    assert source.get_signal_connections() == []
    assert target.heard == []


@record("mainframe-signals-0137")
def test_freeing_the_source_ends_the_connection(source: Source, target: Target) -> None:
    source.connect("pinged", target, "on_pinged")

    source.free()

    assert target.get_incoming_connections() == []
