"""What a signal promises by itself: order, changes while it is emitted, errors, and who is kept alive."""

import gc
import weakref
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from engine.core.errors import (
    AlreadyConnectedError,
    FreedError,
    InvalidTypeError,
    InvalidValueError,
    NotConnectedError,
    SignalError,
)
from engine.core.object import Object
from engine.core.signal import ConnectFlags, Signal


class Thing(Object):
    pinged = Signal()
    hit = Signal[int]("damage")
    moved = Signal[int, int, int, int]("a", "b", "c", "d")

    def __init__(self) -> None:
        self.heard: list[Any] = []
        self.freed = False

    def on_ping(self) -> None:
        self.heard.append("ping")

    def on_hit(self, damage: int) -> None:
        self.heard.append(damage)

    def free(self) -> None:
        self._drop_connections()
        self.freed = True

    def _is_freed(self) -> bool:
        return self.freed


class Plain:
    def __init__(self, heard: list[Any]) -> None:
        self.heard = heard

    def on_hit(self, damage: int) -> None:
        self.heard.append(damage)


def test_receivers_are_called_in_the_order_of_connection() -> None:
    thing = Thing()
    order: list[int] = []
    for number in range(20):
        thing.pinged.connect(partial(order.append, number))

    thing.pinged.emit()

    assert order == list(range(20))


@pytest.mark.parametrize("receivers", [1, 2])
@pytest.mark.parametrize("count", range(6))
def test_any_number_of_arguments_arrives(count: int, receivers: int) -> None:
    signal: Signal[*tuple[int, ...]] = Signal(*"abcdef"[:count])
    heard: list[tuple[int, ...]] = []
    for _ in range(receivers):
        signal.connect(lambda *args: heard.append(args))

    for _ in range(3):
        signal.emit(*range(count))

    assert heard == [tuple(range(count))] * 3 * receivers


def test_none_is_an_argument_like_any_other() -> None:
    signal = Signal[None, None]("a", "b")
    heard: list[tuple[None, ...]] = []
    signal.connect(lambda *args: heard.append(args))

    signal.emit(None, None)

    assert heard == [(None, None)]


def test_each_instance_has_its_own_signal_and_keeps_it() -> None:
    one, other = Thing(), Thing()
    one.hit.connect(one.on_hit)

    other.hit.emit(5)

    assert one.heard == []
    assert one.hit is one.hit
    assert one.hit is not other.hit


def test_a_signal_that_nobody_used_is_not_made() -> None:
    thing = Thing()

    thing.hit.connect(thing.on_hit)

    assert [name for name in vars(thing) if name in ("pinged", "hit", "moved")] == ["hit"]


def test_a_signal_may_stand_in_a_class_that_is_no_object_of_ours() -> None:
    class Door:
        opened = Signal[str]("who")

    door = Door()
    heard: list[str] = []
    door.opened.connect(heard.append)

    door.opened.emit("Ada")

    assert heard == ["Ada"]


def test_connect_gives_back_the_receiver_so_that_it_decorates() -> None:
    thing = Thing()
    heard: list[int] = []

    @thing.hit.connect
    def on_hit(damage: int) -> None:
        heard.append(damage)

    thing.hit.emit(2)
    on_hit(3)

    assert heard == [2, 3]


# --- while it is emitted ---


def test_a_receiver_connected_during_an_emit_is_first_called_by_the_next() -> None:
    thing, order = Thing(), []

    def late() -> None:
        order.append("late")

    def early() -> None:
        order.append("early")
        if not thing.pinged.is_connected(late):
            thing.pinged.connect(late)

    thing.pinged.connect(early)
    thing.pinged.emit()
    assert order == ["early"]

    thing.pinged.emit()
    assert order == ["early", "early", "late"]


@pytest.mark.parametrize("others", [0, 3])
@pytest.mark.parametrize("count", range(4))
def test_a_receiver_disconnected_during_an_emit_is_skipped(count: int, others: int) -> None:
    signal: Signal[*tuple[int, ...]] = Signal(*"abc"[:count])
    order: list[str] = []

    def first(*args: int) -> None:
        order.append("first")
        signal.disconnect(last)

    def last(*args: int) -> None:
        order.append("last")

    signal.connect(first)
    for _ in range(others):
        signal.connect(partial(lambda *args: None))
    signal.connect(last)

    signal.emit(*range(count))

    assert order == ["first"]


def test_a_receiver_connected_again_during_an_emit_waits_for_the_next() -> None:
    thing, order = Thing(), []

    def first() -> None:
        thing.pinged.disconnect(last)
        thing.pinged.connect(last)

    def last() -> None:
        order.append("last")

    thing.pinged.connect(first)
    thing.pinged.connect(last)

    thing.pinged.emit()

    assert order == []


def test_a_receiver_may_disconnect_itself() -> None:
    thing, order = Thing(), []

    def once() -> None:
        order.append("once")
        thing.pinged.disconnect(once)

    thing.pinged.connect(once)
    thing.pinged.connect(lambda: order.append("always"))

    thing.pinged.emit()
    thing.pinged.emit()

    assert order == ["once", "always", "always"]


def test_a_receiver_freed_during_an_emit_is_not_called() -> None:
    source, target = Thing(), Thing()
    source.pinged.connect(target.free)
    source.pinged.connect(target.on_ping)

    source.pinged.emit()

    assert target.heard == []


def test_freeing_the_source_during_an_emit_ends_the_emit() -> None:
    source, target = Thing(), Thing()
    source.pinged.connect(source.free)
    source.pinged.connect(target.on_ping)

    source.pinged.emit()

    assert target.heard == []


def test_a_receiver_may_emit_the_same_signal_again() -> None:
    thing, order = Thing(), []

    def again(damage: int) -> None:
        order.append(("again", damage))
        if damage:
            thing.hit.emit(damage - 1)

    thing.hit.connect(again)
    thing.hit.connect(lambda damage: order.append(("after", damage)))

    thing.hit.emit(2)

    assert order == [("again", 2), ("again", 1), ("again", 0), ("after", 0), ("after", 1), ("after", 2)]


def test_an_exception_leaves_emit_at_once_and_the_signal_stays_usable() -> None:
    thing, order, broken = Thing(), [], [True]

    def fails() -> None:
        if broken:
            raise ZeroDivisionError

    thing.pinged.connect(lambda: order.append("before"))
    thing.pinged.connect(fails)
    thing.pinged.connect(lambda: order.append("after"))

    with pytest.raises(ZeroDivisionError):
        thing.pinged.emit()
    assert order == ["before"]

    broken.clear()
    thing.pinged.emit()
    assert order == ["before", "before", "after"]


# --- who is kept alive ---


def test_a_lambda_stays_connected() -> None:
    thing = Thing()
    heard: list[int] = []
    thing.hit.connect(lambda damage: heard.append(damage))
    gc.collect()

    thing.hit.emit(1)

    assert heard == [1]


def test_an_object_of_ours_stays_connected_until_it_is_freed() -> None:
    source = Thing()
    heard: list[int] = []
    target = Thing()
    target.heard = heard
    source.hit.connect(target.on_hit)
    reference = weakref.ref(target)
    del target
    gc.collect()

    source.hit.emit(1)
    alive = reference()
    assert alive is not None
    alive.free()
    source.hit.emit(2)

    assert heard == [1]
    assert source.hit.get_connections() == []


def test_a_method_of_any_other_object_does_not_keep_it_alive() -> None:
    thing = Thing()
    heard: list[int] = []
    plain = Plain(heard)
    thing.hit.connect(plain.on_hit)
    thing.hit.emit(1)
    del plain
    gc.collect()

    thing.hit.emit(2)

    assert heard == [1]
    assert thing.hit.get_connections() == []


def test_a_weak_receiver_that_goes_during_an_emit_is_not_called() -> None:
    thing = Thing()
    heard: list[int] = []
    held = [Plain(heard)]
    thing.hit.connect(lambda _: held.clear())
    thing.hit.connect(held[0].on_hit)

    thing.hit.emit(1)

    assert heard == []


def test_a_signal_does_not_keep_its_object_alive() -> None:
    thing = Thing()
    signal, reference = thing.hit, weakref.ref(thing)
    gc.disable()  # without a cycle, counting references is enough
    try:
        del thing
        assert reference() is None
    finally:
        gc.enable()
    assert signal.get_object() is None


def test_a_source_that_goes_away_leaves_nothing_in_its_targets() -> None:
    source, target = Thing(), Thing()
    source.hit.connect(target.on_hit)
    assert len(target.get_incoming_connections()) == 1

    del source
    gc.collect()

    assert target.get_incoming_connections() == []


def test_a_thousand_targets_leave_in_any_order() -> None:
    source = Thing()
    targets = [Thing() for _ in range(1000)]
    for target in targets:
        source.pinged.connect(target.on_ping)

    for target in targets[::2]:
        target.free()
    source.pinged.emit()

    assert [target.heard for target in targets] == [[], ["ping"]] * 500
    assert len(source.pinged.get_connections()) == 500


# --- identity ---


def test_the_same_receiver_twice_is_refused() -> None:
    thing = Thing()
    thing.hit.connect(thing.on_hit)

    with pytest.raises(AlreadyConnectedError) as caught:
        thing.hit.connect(thing.on_hit)

    assert str(caught.value) == (
        "cannot connect Thing.hit to Thing.on_hit: they are connected already; "
        "ask is_connected() first, or connect with ConnectFlags.REFERENCE_COUNTED"
    )


def test_the_same_method_of_two_objects_is_two_receivers() -> None:
    source, one, other = Thing(), Thing(), Thing()
    source.hit.connect(one.on_hit)
    source.hit.connect(other.on_hit)

    source.hit.disconnect(one.on_hit)
    source.hit.emit(1)

    assert (one.heard, other.heard) == ([], [1])


def test_a_builtin_method_is_found_again() -> None:
    thing = Thing()
    heard: list[int] = []
    thing.hit.connect(heard.append)
    assert thing.hit.is_connected(heard.append)
    assert not thing.hit.is_connected([].append)
    with pytest.raises(AlreadyConnectedError):
        thing.hit.connect(heard.append)

    thing.hit.disconnect(heard.append)
    thing.hit.emit(1)

    assert heard == []


def test_disconnecting_what_is_not_connected_is_refused() -> None:
    thing = Thing()

    with pytest.raises(NotConnectedError) as caught:
        thing.hit.disconnect(thing.on_hit)

    assert str(caught.value) == (
        "cannot disconnect Thing.on_hit from Thing.hit: it is not connected; ask is_connected() first"
    )


# --- handlers that do not fit ---


def takes_two_or_three(a: int, b: int, c: int = 0) -> None: ...
def takes_many(a: int, b: int, *rest: int) -> None: ...
def needs_keyword(a: int, *, b: int) -> None: ...


class Called:
    def __call__(self, a: int, b: int) -> None: ...


@pytest.mark.parametrize(
    ("receiver", "problem"),
    [
        (takes_two_or_three, "takes at least 2"),
        (takes_many, "takes at least 2"),
        (needs_keyword, "has keyword-only parameters without defaults"),
        (Thing().on_ping, "takes 0"),
        (Called(), "takes 2"),
        (lambda: None, "takes 0"),
    ],
)
def test_a_receiver_that_cannot_take_the_arguments_is_refused(receiver: Callable[..., object], problem: str) -> None:
    thing = Thing()

    with pytest.raises(SignalError, match=f"passes 1 argument, the handler {problem}; change the handler"):
        thing.hit.connect(receiver)

    assert thing.hit.get_connections() == []


def test_a_receiver_with_fewer_parameters_hears_how_many_it_may_have() -> None:
    with pytest.raises(SignalError) as caught:
        Thing().moved.connect(takes_two_or_three, 0)

    assert str(caught.value) == (
        "cannot connect Thing.moved(a, b, c, d) to takes_two_or_three "
        f"(test_signal.py:{takes_two_or_three.__code__.co_firstlineno}): the connection passes 4 arguments, "
        "the handler takes at most 3; change the handler, or use binds or unbinds"
    )


@pytest.mark.parametrize("receiver", [print, [].append, takes_many, Called, lambda *_: None, lambda a, b=0: None])
def test_a_receiver_that_may_fit_is_taken(receiver: Callable[..., object]) -> None:
    signal = Signal[int, int]("a", "b") if receiver is takes_many else Signal[int]("a")

    signal.connect(receiver, 0)

    assert signal.is_connected(receiver)


def test_what_cannot_be_called_is_refused() -> None:
    with pytest.raises(InvalidTypeError, match=r"^cannot connect Thing\.hit to 3: it cannot be called$"):
        Thing().hit.connect(3)  # type: ignore[call-overload]


def test_a_name_or_a_call_in_place_of_a_method_is_refused_with_what_to_write() -> None:
    with pytest.raises(InvalidTypeError, match=r"to 'on_hit': it cannot be called; write the method without quotes$"):
        Thing().hit.connect("on_hit")  # type: ignore[call-overload]
    with pytest.raises(InvalidTypeError, match=r"to None: it cannot be called; write the method without calling it$"):
        Thing().hit.connect(None)  # type: ignore[call-overload]


@pytest.mark.parametrize("flags", [32, -1, "1", None])
def test_flags_that_do_not_exist_are_refused(flags: Any) -> None:
    with pytest.raises(InvalidValueError, match=r"^flags of a connection must be ConnectFlags, got "):
        Thing().hit.connect(print, flags)


def test_a_freed_object_is_neither_source_nor_target() -> None:
    freed, other = Thing(), Thing()
    freed.free()

    with pytest.raises(FreedError) as caught:
        freed.hit.connect(other.on_hit)
    assert str(caught.value) == ("cannot connect to signal 'hit' of Thing: it was freed; ask is_instance_valid() first")
    with pytest.raises(FreedError, match=r"^cannot disconnect from signal 'hit' of Thing: it was freed"):
        freed.hit.disconnect(other.on_hit)
    with pytest.raises(FreedError, match=r"^cannot connect Thing.hit to a method of Thing: it was freed"):
        other.hit.connect(freed.on_hit)


# --- declarations ---


def test_the_declaration_of_a_class_is_no_signal_to_connect_to() -> None:
    with pytest.raises(SignalError) as caught:
        Thing.hit.connect(print)

    assert str(caught.value) == (
        "'hit' is the class's declaration, which nothing emits; connect to the signal of an instance"
    )


def test_a_type_where_a_name_belongs_is_refused() -> None:
    with pytest.raises(InvalidTypeError) as caught:
        Signal(int)  # type: ignore[call-overload]

    assert str(caught.value) == (
        "Signal takes names of parameters, got <class 'int'>; write Signal[int](\"damage\") to give a type as well"
    )


def test_types_and_names_must_be_as_many() -> None:
    with pytest.raises(SignalError) as caught:
        Signal[int, str]("damage")

    assert str(caught.value) == (
        "Signal[...](...) has types (<class 'int'>, <class 'str'>) and names ('damage',); "
        'give each parameter both, as in Signal[int]("damage")'
    )


def test_types_and_names_are_counted_again_where_a_class_declares_the_signal() -> None:
    declared = Signal[int]("damage")
    declared._types = (int, str)  # as where typing swallowed the error

    with pytest.raises(SignalError, match="give each parameter both"):
        declared.__set_name__(object, "hit")


def test_a_class_without_room_for_a_signal_says_so() -> None:
    class Narrow:
        __slots__ = ()
        hit = Signal[int]("damage")

    with pytest.raises(InvalidTypeError) as caught:
        Narrow().hit.emit(1)

    assert str(caught.value) == (
        "Narrow.hit: a class with signals needs a __dict__ and a __weakref__; "
        "leave out __slots__, or add these two to it"
    )


@pytest.mark.parametrize("name", ["send", "send_async", "connect_via", "connected_to", "muted"])
def test_ways_around_the_order_of_receivers_are_not_offered(name: str) -> None:
    with pytest.raises(
        AttributeError, match=f"^Signal has no attribute '{name}'; it has connect, disconnect and emit$"
    ):
        getattr(Thing().hit, name)


def test_a_signal_and_a_connection_say_what_they_are() -> None:
    thing = Thing()
    thing.hit.connect(thing.on_hit, ConnectFlags.PERSIST)
    connection = thing.hit.get_connections()[0]

    assert repr(thing.hit) == "<Signal Thing.hit(damage), connections: 1>"
    assert repr(connection) == "<Connection 'hit' to Thing.on_hit, flags 2>"
    assert thing.hit.get_name() == "hit"
    assert (connection.source, connection.target, connection.method) == (thing, thing, "on_hit")
    thing.hit.disconnect(thing.on_hit)
    assert repr(connection) == "<Connection 'hit' to Thing.on_hit, flags 2, disconnected>"
