"""What is kept for objects that others own: found by which object it is, and handed over once that is gone."""

import gc
import sys
import threading
import weakref

import pytest

from servers.render.copies import Copies


class Thing:
    """An object that is equal to all others of its kind."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Thing)

    def __hash__(self) -> int:
        return 1


def test_what_is_kept_is_found_by_the_object_and_not_by_what_equals_it() -> None:
    copies: Copies[Thing, str] = Copies()
    one, other = Thing(), Thing()
    copies.keep(one, "one")
    assert (copies.get(one), copies.get(other)) == ("one", None)

    copies.keep(other, "other")
    assert (copies.get(one), copies.get(other), len(copies)) == ("one", "other", 2)


def test_what_needs_no_hash_is_kept_too() -> None:
    class Unhashable:
        __hash__ = None  # type: ignore[assignment]

    copies: Copies[Unhashable, int] = Copies()
    thing = Unhashable()
    copies.keep(thing, 1)

    assert copies.get(thing) == 1


def test_keeping_something_else_replaces_it_in_its_place() -> None:
    copies: Copies[Thing, str] = Copies()
    one, other = Thing(), Thing()
    held = copies.keep(one, "old")
    copies.keep(other, "other")

    assert copies.keep(one, "new") is held
    assert [each.copy for each in copies] == ["new", "other"]
    assert copies.take_gone() == ()


def test_an_object_is_held_weakly_and_what_was_kept_waits_to_be_taken() -> None:
    copies: Copies[Thing, str] = Copies()
    thing = Thing()
    held = copies.keep(thing, "copy")
    watch = weakref.ref(thing)
    assert held() is thing
    del thing

    assert watch() is held() is None
    assert len(copies) == 1
    assert copies.take_gone() == ["copy"]
    assert (len(copies), copies.take_gone()) == (0, ())


def test_what_is_gone_is_taken_in_the_order_in_which_it_went() -> None:
    copies: Copies[Thing, int] = Copies()
    things = [Thing() for _ in range(5)]
    for number, thing in enumerate(things):
        copies.keep(thing, number)
    for number in (3, 0, 4):
        things[number] = Thing()
    del thing

    assert copies.take_gone() == [3, 0, 4]
    assert [held.copy for held in copies] == [1, 2]


def test_an_object_at_the_address_of_one_that_is_gone_is_another_and_both_are_handed_over() -> None:
    copies: Copies[Thing, int] = Copies()
    addresses: set[int] = set()
    reused = 0
    for number in range(100):
        thing = Thing()
        reused += id(thing) in addresses
        addresses.add(id(thing))
        assert copies.get(thing) is None
        assert copies.find(thing) is None
        copies.keep(thing, number)
        assert copies.get(thing) == number
        del thing

    assert reused  # else this showed nothing
    assert copies.take_gone() == [*range(100)]
    assert len(copies) == 0


def test_what_is_forgotten_is_not_handed_over() -> None:
    copies: Copies[Thing, str] = Copies()
    thing, other = Thing(), Thing()
    held = copies.keep(thing, "copy")
    copies.keep(other, "other")
    copies.forget(held)
    copies.forget(held)
    assert (copies.get(thing), copies.get(other), len(copies)) == (None, "other", 1)

    del thing  # someone still has what was held
    assert not copies.take_gone()
    assert copies.take_all() == ["other"]


def test_what_is_forgotten_may_be_kept_again() -> None:
    copies: Copies[Thing, str] = Copies()
    thing = Thing()
    copies.forget(copies.keep(thing, "first"))
    copies.keep(thing, "second")
    del thing

    assert copies.take_gone() == ["second"]


def test_all_is_handed_over_at_the_end_also_what_is_gone_and_what_has_its_address() -> None:
    copies: Copies[Thing, int] = Copies()
    kept = Thing()
    copies.keep(kept, -1)
    for number in range(20):
        copies.keep(Thing(), number)
    found = copies.take_all()

    assert sorted(found) == [*range(-1, 20)]
    assert (len(copies), copies.take_all()) == (0, [])
    del kept
    assert copies.take_gone() == ()


def test_an_object_may_go_in_a_cycle_and_on_another_thread() -> None:
    class Node:
        me: object = None

    copies: Copies[Node, str] = Copies()
    node = Node()
    node.me = node
    copies.keep(node, "copy")
    del node
    thread = threading.Thread(target=gc.collect)
    thread.start()
    thread.join(10)

    assert copies.take_gone() == ["copy"]


def test_objects_may_go_while_what_is_held_is_walked() -> None:
    copies: Copies[Thing, int] = Copies()
    things = [Thing() for _ in range(10)]
    for number, thing in enumerate(things):
        copies.keep(thing, number)
    del thing
    seen = []
    for held in copies:
        seen.append(held.copy)
        if things:
            things.pop()

    assert seen == [*range(10)]


@pytest.mark.parametrize("first", ["objects", "copies"])
def test_objects_and_copies_may_go_in_any_order(first: str) -> None:
    copies: Copies[Thing, int] | None = Copies()
    assert copies is not None
    thing: Thing | None = Thing()
    assert thing is not None
    copies.keep(thing, 1)
    watch = weakref.ref(copies)
    if first == "objects":
        thing = None
        copies = None
    else:
        copies = None
        assert watch() is None  # the object holds nothing of it
        thing = None
    assert thing is copies is watch() is None


def test_asking_and_having_nothing_to_hand_over_keep_no_memory() -> None:
    copies: Copies[Thing, int] = Copies()
    things = [Thing() for _ in range(100)]
    for number, thing in enumerate(things):
        copies.keep(thing, number)

    def walk() -> int:
        before = sys.getallocatedblocks()
        for thing in things:
            copies.get(thing)
        copies.take_gone()
        return sys.getallocatedblocks() - before

    walk()
    assert min(walk() for _ in range(3)) <= 2
