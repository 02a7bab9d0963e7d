"""Groups called by flags: backwards, deferred, once."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.errors import InvalidTypeError, InvalidValueError, TreeError
from engine.tree.group_calls import GroupCallFlags
from engine.tree.node import Node
from engine.tree.scene_tree import SceneTree

REVERSE, DEFERRED, UNIQUE = GroupCallFlags.REVERSE, GroupCallFlags.DEFERRED, GroupCallFlags.UNIQUE


class Member(Node):
    def __init__(self, name: str, log: list[Any]) -> None:
        super().__init__(name)
        self.log = log
        self.level = 0
        self.add_to_group("g")

    def note(self, *args: object) -> None:
        self.log.append((self.name, *args))


@pytest.fixture
def log() -> list[Any]:
    return []


@pytest.fixture
def abc(tree: SceneTree, log: list[Any]) -> list[Member]:
    """Three members, and a node of the group that has no such method."""
    tree.root.add_child(Node("plain")).add_to_group("g")
    return [tree.root.add_child(Member(name, log)) for name in "abc"]


@pytest.mark.parametrize(("flags", "order"), [(GroupCallFlags.DEFAULT, "abc"), (REVERSE, "cba")])
def test_a_group_is_called_at_once(tree: SceneTree, abc: list[Member], log: list[Any], flags: int, order: str) -> None:
    tree.call_group_flags(flags, "g", "note", 1, 2)

    assert log == [(name, 1, 2) for name in order]


def test_a_member_that_leaves_is_skipped_backwards_too(tree: SceneTree, abc: list[Member], log: list[Any]) -> None:
    class Last(Member):
        def note(self, *args: object) -> None:
            super().note()
            abc[1].remove_from_group("g")

    tree.root.add_child(Last("d", log))

    tree.call_group_flags(REVERSE, "g", "note")
    tree.call_group("g", "note")

    assert log == [("d",), ("c",), ("a",), ("a",), ("c",), ("d",)]


@pytest.mark.parametrize(("flags", "order"), [(DEFERRED, "abc"), (DEFERRED | REVERSE, "cba")])
def test_a_deferred_call_goes_to_the_members_of_now(
    tree: SceneTree, abc: list[Member], log: list[Any], flags: int, order: str
) -> None:
    tree.call_group_flags(flags, "g", "note", 1)
    tree.root.add_child(Member("late", log))
    assert log == []

    tree.flush_deferred()

    assert log == [(name, 1) for name in order]


def test_a_deferred_call_leaves_out_who_was_freed(tree: SceneTree, abc: list[Member], log: list[Any]) -> None:
    tree.call_group_flags(DEFERRED, "g", "note")
    abc[0].free()

    tree.flush_deferred()

    assert log == [("b",), ("c",)]


def test_a_unique_call_is_done_once_with_the_first_arguments_for_the_members_of_then(
    tree: SceneTree, abc: list[Member], log: list[Any]
) -> None:
    tree.call_group_flags(DEFERRED | UNIQUE, "g", "note", 1)
    tree.call_group_flags(DEFERRED | UNIQUE, "g", "note", 2)
    tree.root.add_child(Member("late", log))
    tree.root.remove_child(abc[1])

    tree.tick(0.1)
    tree.tick(0.1)

    assert log == [("a", 1), ("c", 1), ("late", 1)]
    tree.call_group_flags(DEFERRED | UNIQUE | REVERSE, "g", "note", 3)
    tree.tick(0.1)
    assert log[3:] == [("late", 3), ("c", 3), ("a", 3)]


def test_a_unique_call_may_ask_for_itself_again(tree: SceneTree) -> None:
    class Again(Node):
        count = 0

        def note(self) -> None:
            self.count += 1
            if self.count < 3:
                self.tree.call_group_flags(DEFERRED | UNIQUE, "g", "note")

    again = tree.root.add_child(Again())
    again.add_to_group("g")
    tree.call_group_flags(DEFERRED | UNIQUE, "g", "note")

    tree.flush_deferred()

    assert again.count == 3


def test_a_unique_call_that_was_dropped_can_be_asked_for_again(tree: SceneTree) -> None:
    class Forever(Node):
        count = 0
        goes_on = True

        def note(self) -> None:
            self.count += 1
            if self.goes_on:
                self.tree.call_group_flags(DEFERRED | UNIQUE, "g", "note")

    forever = tree.root.add_child(Forever())
    forever.add_to_group("g")
    tree.call_group_flags(DEFERRED | UNIQUE, "g", "note")
    with pytest.raises(TreeError, match="do not come to an end"):
        tree.flush_deferred()
    forever.count, forever.goes_on = 0, False

    tree.call_group_flags(DEFERRED | UNIQUE, "g", "note")
    tree.flush_deferred()

    assert forever.count == 1


@pytest.mark.parametrize("flags", [GroupCallFlags.DEFAULT, REVERSE, DEFERRED, DEFERRED | UNIQUE])
def test_a_property_is_no_method(tree: SceneTree, abc: list[Member], flags: int) -> None:
    tree.call_group_flags(flags, "g", "level")
    tree.flush_deferred()


@pytest.mark.parametrize("flags", [GroupCallFlags.DEFAULT, REVERSE, DEFERRED])
def test_a_property_of_a_group_is_set(tree: SceneTree, abc: list[Member], flags: int) -> None:
    tree.set_group_flags(flags, "g", "level", 4)

    assert [member.level for member in abc] == [0 if flags == DEFERRED else 4] * 3
    tree.flush_deferred()
    assert [member.level for member in abc] == [4] * 3


def test_what_cannot_be_is_refused(tree: SceneTree, abc: list[Member], log: list[Any]) -> None:
    refused: list[tuple[Any, type[Exception], str]] = [
        (
            lambda: tree.call_group_flags(8, "g", "note"),
            InvalidValueError,
            "flags must be GroupCallFlags that it knows",
        ),
        (lambda: tree.call_group_flags(UNIQUE, "g", "note"), InvalidValueError, "UNIQUE goes with DEFERRED only"),
        (lambda: tree.call_group_flags(0, "g", print), InvalidTypeError, "a method's name is needed"),  # type: ignore[arg-type]
        (lambda: tree.set_group_flags(UNIQUE | DEFERRED, "g", "level", 1), InvalidValueError, "flags must be"),
        (
            lambda: tree.set_group_flags(0, "g", "levl", 1),
            InvalidTypeError,
            "no node in group 'g' has a property 'levl'",
        ),
        (lambda: tree.set_group_flags(0, "g", 3, 1), InvalidTypeError, "a property's name is needed, got 3"),  # type: ignore[arg-type]
        (lambda: tree.call_group_flags(0, ["g"], "note"), InvalidTypeError, "a group's name is needed, got \\['g'\\]"),  # type: ignore[arg-type]
    ]

    for call, kind, text in refused:
        with pytest.raises(kind, match=text):
            call()

    assert log == []
    tree.set_group_flags(0, "nobody", "levl", 1)
