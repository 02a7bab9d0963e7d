"""Object: signals and methods by name, flags, binds, and what freeing either end does."""

from collections.abc import Callable
from typing import Any

import pytest

from engine.core.errors import (
    AlreadyConnectedError,
    FreedError,
    InvalidTypeError,
    InvalidValueError,
    NotConnectedError,
    SignalError,
    TreeError,
)
from engine.core.object import Object
from engine.core.signal import ConnectFlags, Signal
from engine.tree.node import Node
from engine.tree.scene_tree import SceneTree


class Queue:
    def __init__(self) -> None:
        self.calls: list[tuple[Callable[..., object], tuple[Any, ...]]] = []

    def push(self, fn: Callable[..., object], args: tuple[Any, ...]) -> None:
        self.calls.append((fn, args))

    def flush(self) -> None:
        calls, self.calls = self.calls, []
        for fn, args in calls:
            fn(*args)


class Thing(Object):
    pinged = Signal()
    counted = Signal[int]("count")
    named = Signal[str, object]("name", "thing")

    def __init__(self, queue: Queue | None = None) -> None:
        self.heard: list[Any] = []
        self.queue = queue
        self.freed = False

    def on_ping(self) -> None:
        self.heard.append("ping")

    def on_count(self, count: int) -> None:
        self.heard.append(count)

    def on_any(self, *args: object) -> None:
        self.heard.append(args)

    def _on_private(self) -> None:
        self.heard.append("private")

    @staticmethod
    def on_static(count: int) -> None: ...

    def free(self) -> None:
        self._drop_connections()
        self.freed = True

    def _is_freed(self) -> bool:
        return self.freed

    def _deferred_queue(self) -> Queue | None:
        return self.queue


@pytest.fixture
def source() -> Thing:
    return Thing()


@pytest.fixture
def target() -> Thing:
    return Thing()


def test_a_class_lists_its_signals_in_order_after_the_inherited_ones() -> None:
    class Special(Thing):
        extra = Signal[float]("seconds")

    signals = Special().get_signal_list()

    assert [signal.name for signal in signals] == ["pinged", "counted", "named", "extra"]
    assert signals[2].parameters == ("name", "thing")
    assert signals[2].types == (str, object)


def test_a_method_is_connected_and_called_by_name(source: Thing, target: Thing) -> None:
    source.connect("counted", target, "on_count")
    source.connect("pinged", target, "_on_private")

    source.emit_signal("counted", 3)
    source.pinged.emit()

    assert target.heard == [3, "private"]


def test_a_connection_by_name_and_one_by_method_are_the_same(source: Thing, target: Thing) -> None:
    source.connect("counted", target, "on_count")

    assert source.counted.is_connected(target.on_count)
    with pytest.raises(AlreadyConnectedError):
        source.counted.connect(target.on_count)
    source.counted.disconnect(target.on_count)
    assert not source.is_connected("counted", target, "on_count")


def test_an_unknown_signal_is_refused_with_the_nearest_name(source: Thing, target: Thing) -> None:
    attempts: list[Callable[[], object]] = [
        lambda: source.connect("count", target, "on_count"),
        lambda: source.connect("count", target.on_count),  # type: ignore[arg-type]
        lambda: source.disconnect("count", target, "on_count"),
        lambda: source.is_connected("count", target, "on_count"),
        lambda: source.get_signal_connections("count"),
        lambda: source.emit_signal("count", 1),
    ]
    for attempt in attempts:
        with pytest.raises(SignalError) as caught:
            attempt()
        assert str(caught.value) == "Thing has no signal 'count'; did you mean 'counted'?"


def test_an_unknown_method_is_refused_with_the_nearest_name(source: Thing, target: Thing) -> None:
    with pytest.raises(SignalError) as caught:
        source.connect("counted", target, "on_cuont")

    assert str(caught.value) == (
        "cannot connect Thing.counted to Thing.on_cuont: Thing has no method 'on_cuont'; did you mean 'on_count'?"
    )


def test_a_target_that_is_no_object_is_refused(source: Thing) -> None:
    with pytest.raises(InvalidTypeError, match=r"^cannot connect Thing\.counted to 'x': it is not an Object$"):
        source.connect("counted", "x", "on_count")  # type: ignore[arg-type]


@pytest.mark.parametrize("unbinds", [-1, 1.5, True])
def test_unbinds_that_are_no_count_are_refused(source: Thing, target: Thing, unbinds: Any) -> None:
    with pytest.raises(InvalidValueError, match="unbinds must be a whole number of 0 or more, got "):
        source.connect("counted", target, "on_any", unbinds=unbinds)


def test_a_method_of_another_shape_is_refused(source: Thing, target: Thing) -> None:
    with pytest.raises(SignalError) as caught:
        source.connect("pinged", target, "on_count")

    assert str(caught.value) == (
        "cannot connect Thing.pinged() to Thing.on_count: the connection passes 0 arguments, the handler takes 1; "
        "change the handler, or use binds or unbinds"
    )


def test_binds_and_unbinds_change_the_shape_that_is_wanted(source: Thing, target: Thing) -> None:
    source.connect("pinged", target, "on_count", binds=(7,))
    source.connect("counted", target, "on_ping", unbinds=1)

    source.pinged.emit()
    source.counted.emit(3)

    assert target.heard == [7, "ping"]


def test_more_unbinds_than_arguments_are_refused(source: Thing, target: Thing) -> None:
    with pytest.raises(SignalError) as caught:
        source.connect("counted", target, "on_any", unbinds=2)

    assert str(caught.value) == (
        "cannot connect Thing.counted(count) to Thing.on_any: it passes 1 argument, "
        "of which unbinds=2 cannot be dropped; lower unbinds"
    )


def test_emitting_by_name_with_another_number_of_arguments_is_refused(source: Thing) -> None:
    with pytest.raises(SignalError) as caught:
        source.emit_signal("counted")

    assert str(caught.value) == "cannot emit Thing.counted(count): it passes 1 argument, got 0"


def test_a_static_method_is_connected_by_name(source: Thing, target: Thing) -> None:
    source.connect("counted", target, "on_static")

    assert source.is_connected("counted", target, "on_static")
    target.free()
    assert source.get_signal_connections() == []


def test_is_connected_is_false_for_a_method_that_is_not_there(source: Thing, target: Thing) -> None:
    assert not source.is_connected("counted", target, "missing")


# --- flags ---


def test_a_one_shot_connection_ends_before_its_call(source: Thing) -> None:
    seen: list[tuple[int, bool]] = []

    def receiver(count: int) -> None:
        seen.append((count, source.counted.is_connected(receiver)))
        source.counted.emit(count + 1)

    source.counted.connect(receiver, ConnectFlags.ONE_SHOT)
    source.counted.emit(1)

    assert seen == [(1, False)]


def test_a_deferred_connection_is_called_by_the_flush_with_the_arguments_of_then(target: Thing) -> None:
    queue = Queue()
    source = Thing(queue)
    source.connect("counted", target, "on_count", ConnectFlags.DEFERRED)

    source.counted.emit(5)
    assert target.heard == []
    queue.flush()

    assert target.heard == [5]


def test_a_deferred_connection_gets_through_the_queue_of_a_real_tree() -> None:
    class Counter(Node):
        counted = Signal[int]("count")
        seen: tuple[int, ...] = ()

        def on_count(self, count: int) -> None:
            self.seen += (count,)

    tree = SceneTree()
    kept, freed = tree.root.add_child(Counter()), tree.root.add_child(Counter())
    for target in (kept, freed):
        kept.connect("counted", target, "on_count", ConnectFlags.DEFERRED)
    kept.counted.emit(5)
    freed.free()

    tree.flush_deferred()

    assert (kept.seen, freed.seen) == ((5,), ())


def test_a_deferred_one_shot_connection_is_called_once(target: Thing) -> None:
    queue = Queue()
    source = Thing(queue)
    source.connect("counted", target, "on_count", ConnectFlags.DEFERRED | ConnectFlags.ONE_SHOT)

    source.counted.emit(1)
    source.counted.emit(2)
    queue.flush()

    assert target.heard == [1]


def test_a_target_freed_before_the_flush_is_not_called() -> None:
    queue = Queue()
    source, target = Thing(queue), Thing()
    source.connect("counted", target, "on_count", ConnectFlags.DEFERRED)
    source.counted.emit(5)

    target.free()
    queue.flush()

    assert target.heard == []


def test_a_deferred_call_goes_to_the_queue_of_the_source_and_else_of_the_target() -> None:
    first, second = Queue(), Queue()
    both = Thing(first), Thing(second)
    both[0].connect("pinged", both[1], "on_ping", ConnectFlags.DEFERRED)
    outside = Thing()
    outside.connect("pinged", both[1], "on_ping", ConnectFlags.DEFERRED)

    both[0].pinged.emit()
    outside.pinged.emit()

    assert (len(first.calls), len(second.calls)) == (1, 1)


def test_a_deferred_connection_without_any_tree_is_refused_at_the_emit(source: Thing, target: Thing) -> None:
    source.connect("pinged", target, "on_ping", ConnectFlags.DEFERRED | ConnectFlags.ONE_SHOT)

    with pytest.raises(TreeError) as caught:
        source.pinged.emit()

    assert str(caught.value) == (
        "cannot defer Thing.pinged to Thing.on_ping: neither of the two is inside a tree; "
        "add one of them to a tree, or connect without ConnectFlags.DEFERRED"
    )
    assert source.is_connected("pinged", target, "on_ping")


def test_a_reference_counted_connection_ends_with_the_last_disconnect(source: Thing, target: Thing) -> None:
    for _ in range(2):
        source.connect("pinged", target, "on_ping", ConnectFlags.REFERENCE_COUNTED)
    source.pinged.emit()
    assert target.heard == ["ping"]

    source.disconnect("pinged", target, "on_ping")
    assert source.is_connected("pinged", target, "on_ping")
    source.disconnect("pinged", target, "on_ping")
    assert not source.is_connected("pinged", target, "on_ping")


def test_a_connection_lists_what_it_was_made_with(source: Thing, target: Thing) -> None:
    source.connect("named", target, "on_any", ConnectFlags.PERSIST | ConnectFlags.DEFERRED, binds=(1, 2), unbinds=1)

    (connection,) = source.get_signal_connections("named")

    assert connection.flags == 3
    assert (connection.binds, connection.unbinds) == ((1, 2), 1)
    assert (connection.source, connection.name) == (source, "named")
    assert (connection.target, connection.method) == (target, "on_any")
    assert connection.callable == target.on_any
    assert target.get_incoming_connections() == [connection]


# --- the order of arguments (godot Object-020, 022, 023, 024) ---

APPEND = ConnectFlags.APPEND_SOURCE_OBJECT


@pytest.mark.parametrize(("binds", "unbinds"), [((), 0), (("bound",), 0), (("bound",), 1), (("bound",), 2)])
def test_emitted_arguments_then_source_less_the_unbound_then_binds(
    source: Thing, target: Thing, binds: tuple[str, ...], unbinds: int
) -> None:
    source.add_user_signal("custom")
    source.connect("custom", target, "on_any", APPEND, binds=binds, unbinds=unbinds)

    source.emit_signal("custom", "emitted")

    assert target.heard == [("emitted", source)[: 2 - unbinds] + binds]


def test_the_source_may_be_emitted_appended_and_bound(source: Thing, target: Thing) -> None:
    source.add_user_signal("custom")
    source.connect("custom", target, "on_any", APPEND, binds=(source,))

    source.emit_signal("custom", source)

    assert target.heard == [(source, source, source)]


def test_dropping_more_than_was_emitted_drops_all(source: Thing, target: Thing) -> None:
    source.add_user_signal("custom")
    source.connect("custom", target, "on_any", binds=("bound",), unbinds=3)

    source.emit_signal("custom", 1, 2)

    assert target.heard == [("bound",)]


# --- freeing ---


def test_freeing_the_target_ends_the_connection(source: Thing, target: Thing) -> None:
    source.connect("pinged", target, "on_ping")

    target.free()
    source.pinged.emit()

    assert source.get_signal_connections() == []
    assert target.heard == []


def test_freeing_the_source_ends_the_connection(source: Thing, target: Thing) -> None:
    source.add_user_signal("custom")
    source.connect("pinged", target, "on_ping")
    source.connect("custom", target, "on_any")

    source.free()

    assert target.get_incoming_connections() == []
    assert source.get_signal_connections() == []


def test_a_freed_object_refuses_changes_of_its_signals_and_stays_readable(source: Thing, target: Thing) -> None:
    source.free()
    attempts: list[tuple[str, Callable[[], object]]] = [
        ("connect signal 'pinged' of", lambda: source.connect("pinged", target, "on_ping")),
        ("disconnect signal 'pinged' of", lambda: source.disconnect("pinged", target, "on_ping")),
        ("emit signal 'pinged' of", lambda: source.emit_signal("pinged")),
        ("add signal 'x' to", lambda: source.add_user_signal("x")),
    ]
    for verb, attempt in attempts:
        with pytest.raises(FreedError) as caught:
            attempt()
        assert str(caught.value) == f"cannot {verb} Thing: it was freed; ask is_instance_valid() first"
    assert source.has_signal("pinged")
    assert source.get_signal_connections("pinged") == []


def test_disconnecting_twice_is_refused(source: Thing, target: Thing) -> None:
    source.connect("pinged", target, "on_ping")
    source.disconnect("pinged", target, "on_ping")

    with pytest.raises(NotConnectedError, match=r"^cannot disconnect Thing\.on_ping from Thing\.pinged: "):
        source.disconnect("pinged", target, "on_ping")


# --- user signals ---


def test_a_user_signal_belongs_to_one_object(source: Thing, target: Thing) -> None:
    count = len(source.get_signal_list())
    assert not source.has_signal("custom")

    signal = source.add_user_signal("custom", "amount")

    assert source.has_signal("custom")
    assert not target.has_signal("custom")
    assert len(source.get_signal_list()) == count + 1
    assert source.get_signal_list()[-1].parameters == ("amount",)
    with pytest.raises(SignalError, match=r"^cannot connect Thing\.custom\(amount\) to Thing\.on_ping: "):
        signal.connect(target.on_ping)


@pytest.mark.parametrize("name", ["counted", "custom"])
def test_a_user_signal_with_the_name_of_another_signal_is_refused(source: Thing, name: str) -> None:
    source.add_user_signal("custom")

    with pytest.raises(SignalError) as caught:
        source.add_user_signal(name)

    assert str(caught.value) == f"cannot add signal {name!r} to Thing: it has a signal of that name"


@pytest.mark.parametrize("name", ["", "a b", "1st", None])
def test_a_user_signal_needs_an_identifier_for_a_name(source: Thing, name: Any) -> None:
    with pytest.raises(InvalidValueError) as caught:
        source.add_user_signal(name)

    assert str(caught.value) == (
        f"Thing: a signal's name must be an identifier (letters, digits and _, no digit first), got {name!r}"
    )


# --- classes ---


def test_a_subclass_that_binds_the_name_of_a_signal_is_refused() -> None:
    with pytest.raises(SignalError) as caught:
        type("Wrong", (Thing,), {"pinged": lambda self: None})

    assert str(caught.value) == (
        "Wrong.pinged: 'pinged' is a signal that Wrong inherits, so it cannot be bound to a function; "
        "choose another name"
    )


def test_a_subclass_may_declare_an_inherited_signal_again() -> None:
    class Louder(Thing):
        counted = Signal[int]("loudness")

    assert Louder().get_signal_list()[1].parameters == ("loudness",)


def test_the_object_learns_that_its_signal_was_made() -> None:
    made: list[tuple[str, int]] = []

    class Marked(Object):
        hit = Signal(_bit=8)

        def _signal_created(self, signal: Signal[*tuple[Any, ...]]) -> None:
            made.append((signal.get_name(), signal._bit))

    marked = Marked()
    marked.hit.emit()
    marked.hit.emit()
    marked.add_user_signal("custom")

    assert made == [("hit", 8), ("custom", 0)]


@pytest.mark.parametrize("name", [None, 5, Thing.pinged])
def test_signals_and_methods_are_named_by_texts(name: Any) -> None:
    thing = Thing()
    for ask in (
        lambda: thing.connect(name, thing, "on_ping"),
        lambda: thing.disconnect(name, thing, "on_ping"),
        lambda: thing.is_connected(name, thing, "on_ping"),
        lambda: thing.emit_signal(name),
        lambda: thing.emit_signal(name, 1),
    ):
        with pytest.raises(InvalidTypeError, match=r"^Thing: a signal is asked for by its name, a str, got "):
            ask()
    with pytest.raises(InvalidTypeError, match=r"^cannot disconnect Thing.pinged from .*: a method is named by a str$"):
        thing.disconnect("pinged", thing, name)

    assert not thing.has_signal(name)
    assert not thing.is_connected("pinged", thing, name)


@pytest.mark.parametrize("target", [None, 5, "thing"])
def test_only_objects_are_disconnected_by_name(target: Any) -> None:
    with pytest.raises(InvalidTypeError, match=r"^cannot disconnect Thing.pinged from .*: it is not an Object$"):
        Thing().disconnect("pinged", target, "on_ping")


def test_disconnecting_an_unknown_method_says_so() -> None:
    thing = Thing()

    with pytest.raises(
        SignalError, match=r"^cannot disconnect Thing.pinged from Thing.on_pin: .* did you mean 'on_ping'"
    ):
        thing.disconnect("pinged", thing, "on_pin")


@pytest.mark.parametrize("binds", [5, None, "abc"])
def test_binds_are_a_sequence(binds: Any) -> None:
    thing = Thing()

    with pytest.raises(
        InvalidTypeError, match=r"^cannot connect Thing.counted: binds are arguments in a sequence, got .*"
    ):
        thing.connect("counted", thing, "on_count", binds=binds)


def test_parameters_of_an_added_signal_are_names() -> None:
    thing = Thing()

    with pytest.raises(InvalidTypeError, match="Signal takes names of parameters, got 5"):
        thing.add_user_signal("hurt", 5)  # type: ignore[arg-type]
    assert not thing.has_signal("hurt")
