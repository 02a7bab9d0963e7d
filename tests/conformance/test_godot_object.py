"""Godot's Object records that have a counterpart: metadata, ids, signals of one object, freeing.

A node stands for Godot's Object. Those of one case run in sequence: each test repeats what came before.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engine.core.errors import AlreadyConnectedError, SignalError
from engine.core.resource import Resource
from engine.core.signal import ConnectFlags
from engine.math import Color
from engine.tree.node import Node, is_instance_valid
from engine.tree.scene_tree import SceneTree

record = pytest.mark.record

SIGNAL = "my_custom_signal"


class Thing(Node):
    def method(self, *args: object) -> None: ...


# Metadata


@record("Object-002")
def test_metadata_is_kept() -> None:
    o = Node()

    o.set_meta("complex_metadata_path", Color(0, 1, 0))

    assert o.get_meta("complex_metadata_path") == Color(0, 1, 0, 1)
    assert len(o.get_meta_list()) == 1


@record("Object-003")
def test_metadata_is_removed() -> None:
    o = Node()
    o.set_meta("complex_metadata_path", Color(0, 1, 0))

    o.remove_meta("complex_metadata_path")
    o.remove_meta("I don't exist")

    assert o.get_meta("complex_metadata_path") is None
    assert len(o.get_meta_list()) == 0


@record("Object-004")
def test_metadata_is_merged_and_the_other_wins() -> None:
    o, p = Node(), Node()
    o.set_meta("conflicting_meta", "string")
    o.set_meta("not_conflicting_meta", 123)
    p.set_meta("conflicting_meta", Color(0, 1, 0))
    p.set_meta("other_meta", "other")

    o.merge_meta_from(p)

    assert o.get_meta("conflicting_meta") == Color(0, 1, 0, 1)
    assert o.get_meta("not_conflicting_meta") == 123
    assert o.get_meta("other_meta") == "other"
    assert len(o.get_meta_list()) == 3


# Ids


@record("Object-005")
def test_a_node_is_found_by_its_id(tree: SceneTree) -> None:
    o = tree.root.add_child(Node())

    assert not isinstance(o, Resource)
    assert tree.find(o.id) is o


# Signals of one object


@record("Object-008")
def test_an_object_gets_a_signal_of_its_own() -> None:
    o = Node()
    before = (o.has_signal(SIGNAL), len(o.get_signal_list()))

    o.add_user_signal(SIGNAL)

    assert [before[0], o.has_signal(SIGNAL)] == [False, True]
    assert len(o.get_signal_list()) == before[1] + 1


@record("Object-010")
def test_a_signal_of_its_own_cannot_have_the_name_of_a_declared_one() -> None:
    o = Node()
    before = len(o.get_signal_list())
    o.add_user_signal(SIGNAL)

    with pytest.raises(SignalError):
        o.add_user_signal("ready")

    assert o.has_signal("ready") is True
    assert len(o.get_signal_list()) == before + 1


def two_things() -> tuple[Thing, Thing]:
    o, t = Thing(), Thing()
    o.add_user_signal(SIGNAL)
    t.add_user_signal(SIGNAL)
    return o, t


def connect_three(source: Thing, target: Thing) -> None:
    """Of three connections the middle one succeeds."""
    for name in ("nonexistent_signal1", "nonexistent_signal2"):
        with pytest.raises(SignalError):
            source.connect(name, target, "method")
    source.connect(SIGNAL, target, "method")


def connections(o: Thing) -> tuple[int, int]:
    """How many are outgoing, how many incoming."""
    return len(o.get_signal_connections()), len(o.get_incoming_connections())


@record("Object-012")
def test_only_signals_that_exist_are_connected_to_an_object() -> None:
    o, t = two_things()

    connect_three(t, o)

    assert connections(o) == (0, 1)


@record("Object-013")
def test_only_signals_that_exist_are_connected_from_an_object() -> None:
    o, t = two_things()
    connect_three(t, o)

    connect_three(o, t)

    assert connections(o) == (1, 1)


@record("Object-014")
def test_freeing_an_object_disconnects_it_both_ways() -> None:
    o, t = two_things()
    connect_three(t, o)
    connect_three(o, t)

    t.free()

    assert connections(o) == (0, 0)


def connect_ten_rounds(o: Thing, targets: list[Thing]) -> list[int]:
    """Connect all targets ten times over; the outgoing connections after every round."""
    counts = []
    for turn in range(10):
        for target in targets:
            if turn == 0:
                o.connect(SIGNAL, target, "method")
            else:
                with pytest.raises(AlreadyConnectedError):
                    o.connect(SIGNAL, target, "method")
        counts.append(connections(o)[0])
    return counts


@record("Object-017")
def test_a_connection_that_exists_is_refused() -> None:
    o, _ = two_things()

    assert connect_ten_rounds(o, [Thing() for _ in range(100)]) == [100] * 10


@record("Object-018")
def test_all_connections_are_ended() -> None:
    o, _ = two_things()
    targets = [Thing() for _ in range(100)]
    connect_ten_rounds(o, targets)

    for target in targets:
        o.disconnect(SIGNAL, target, "method")

    assert connections(o)[0] == 0


# The source behind the arguments


class Listener(Thing):
    def __init__(self) -> None:
        super().__init__()
        self.received: list[Any] = []

    def method(self, *args: object) -> None:
        self.received.extend(args)


def listen(**options: Any) -> tuple[Thing, Listener]:
    o, listener = Thing(), Listener()
    o.add_user_signal(SIGNAL)
    o.connect(SIGNAL, listener, "method", ConnectFlags.APPEND_SOURCE_OBJECT, **options)
    return o, listener


@record("Object-020")
def test_the_source_comes_behind_the_emitted_argument() -> None:
    o, listener = listen()

    o.emit_signal(SIGNAL, "emit_arg")

    assert listener.received == ["emit_arg", o]


@record("Object-022")
def test_the_source_comes_before_bound_arguments() -> None:
    o, listener = listen(binds=("bind_arg",))

    o.emit_signal(SIGNAL, "emit_arg")

    assert listener.received == ["emit_arg", o, "bind_arg"]


@record("Object-023")
def test_the_source_comes_between_emitted_and_bound_ones_that_are_the_same() -> None:
    o, listener = Thing(), Listener()
    o.add_user_signal(SIGNAL)
    o.connect(SIGNAL, listener, "method", ConnectFlags.APPEND_SOURCE_OBJECT, binds=(o,))

    o.emit_signal(SIGNAL, o)

    assert listener.received == [o, o, o]


@record("Object-024")
def test_a_callable_that_binds_and_then_drops_gets_the_source_first() -> None:
    o = Thing()
    received: list[object] = []

    def unbind_1(*args: object) -> None:
        received.extend(args[:-1])

    def bind(*args: object) -> None:
        unbind_1(*args, "bind_arg")

    o.add_user_signal(SIGNAL).connect(bind, ConnectFlags.APPEND_SOURCE_OBJECT)

    o.emit_signal(SIGNAL, "emit_arg")

    assert received == ["emit_arg", o]


# An object that frees itself


class Suicidal(Node):
    def some_method(self) -> None:
        self.free()


@record("Object-027")
@pytest.mark.parametrize(
    "call",
    [
        pytest.param(lambda o: o.some_method(), id="by a call"),
        pytest.param(lambda o: o.emit_signal(SIGNAL), id="by a signal"),
    ],
)
def test_an_object_may_free_itself(tree: SceneTree, call: Callable[[Node], None]) -> None:
    o = tree.root.add_child(Suicidal())
    o.add_user_signal(SIGNAL)
    o.connect(SIGNAL, o, "some_method")
    node_id = o.id

    call(o)

    assert tree.find(node_id) is None
    assert not is_instance_valid(o)
