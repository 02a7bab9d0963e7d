"""Texts of a subtree, calls through it, order, searches upwards, configuration warnings."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.errors import InvalidTypeError, TreeError
from engine.tree.node import Node
from engine.tree.scene_tree import SceneTree


class Caller(Node):
    """Keeps who was called in a list that all share."""

    def __init__(self, name: str, log: list[Any]) -> None:
        super().__init__(name)
        self.log = log

    def note(self, *args: object) -> None:
        self.log.append((self.name, *args))


def family(log: list[Any]) -> Caller:
    """top > (a > (a1, a2), plain > b1)."""
    top = Caller("top", log)
    a = top.add_child(Caller("a", log))
    a.add_child(Caller("a1", log))
    a.add_child(Caller("a2", log))
    top.add_child(Node("plain")).add_child(Caller("b1", log))
    return top


# --- texts


def test_the_text_of_a_tree_has_a_path_a_line() -> None:
    assert family([]).get_tree_string() == ".\na\na/a1\na/a2\nplain\nplain/b1\n"


def test_the_pretty_text_draws_the_branches() -> None:
    assert family([]).get_tree_string(pretty=True) == (
        " ┖╴top\n"
        "    ┠╴a\n"
        "    ┃  ┠╴a1\n"
        "    ┃  ┖╴a2\n"
        "    ┖╴plain\n"
        "       ┖╴b1\n"
    )  # fmt: skip


def test_print_tree_prints_the_text(capsys: pytest.CaptureFixture[str]) -> None:
    top = family([])

    top.print_tree()
    top.print_tree(pretty=True)

    assert capsys.readouterr().out == top.get_tree_string() + top.get_tree_string(True)


def test_a_chain_of_10000_nodes_has_a_text() -> None:
    top = node = Node("N")
    for _ in range(9_999):
        node = node.add_child(Node("N"))

    assert top.get_tree_string(True).count("\n") == 10_000


# --- calls


def test_children_are_called_before_their_parents() -> None:
    log: list[Any] = []

    family(log).propagate_call("note", [1, "x"])

    assert log == [(name, 1, "x") for name in ("a1", "a2", "a", "b1", "top")]


def test_parents_are_called_first_when_asked_for() -> None:
    log: list[Any] = []

    family(log).propagate_call("note", parent_first=True)

    assert log == [(name,) for name in ("top", "a", "a1", "a2", "b1")]


def test_nodes_that_were_freed_or_taken_out_meanwhile_are_skipped() -> None:
    log: list[Any] = []
    top = family(log)

    class Breaker(Caller):
        def note(self, *args: object) -> None:
            super().note()
            top.get_node("a/a1").free()
            top.remove_child(top.get_node("plain"))
            top.add_child(Caller("late", log))

    top.add_child(Breaker("first", log), 0)

    top.propagate_call("note", parent_first=True)

    assert log == [("top",), ("first",), ("a",), ("a2",)]


def test_a_coroutine_that_is_called_runs_and_belongs_to_its_node(tree: SceneTree) -> None:
    log: list[Any] = []

    class Waiter(Caller):
        async def wait(self, what: str) -> None:
            log.append((self.name, what))
            await self.tree.process_frame
            log.append((self.name, "later"))

    top = tree.root.add_child(Waiter("top", log))
    below = top.add_child(Waiter("below", log))

    top.propagate_call("wait", ["now"])

    assert log == [("below", "now"), ("top", "now")]
    below.free()
    tree.tick(0.1)
    assert log[2:] == [("top", "later")]


@pytest.mark.parametrize(
    ("method", "args", "text"),
    [
        (print, (), "top.propagate_call: a method's name is needed, got <built-in function print>"),
        ("note", "x", "top.propagate_call(args): several arguments are needed, got 'x'"),
        ("note", 3, "top.propagate_call(args): several arguments are needed, got 3"),
    ],
)
def test_what_cannot_be_called_is_refused(method: Any, args: Any, text: str) -> None:
    log: list[Any] = []

    with pytest.raises(InvalidTypeError) as caught:
        family(log).propagate_call(method, args)

    assert str(caught.value) == text
    assert log == []


# --- order and searches


@pytest.mark.parametrize("numbered", [False, True])
def test_nodes_know_which_comes_later(tree: SceneTree, numbered: bool) -> None:
    top = tree.root.add_child(family([]))
    order = [top, top.get_node("a"), *top.get_node("a").children, top.get_node("plain"), top.get_node("plain/b1")]
    if numbered:
        for node in order:
            node.add_to_group("all")
        tree.root.add_child(Node())
        for _ in range(70):
            tree.root.add_child(Node()).add_to_group("all")
        tree.get_nodes_in_group("all")

    for at, node in enumerate(order):
        assert [node.is_greater_than(other) for other in order] == [at > place for place in range(len(order))]


def test_the_order_follows_moves(tree: SceneTree) -> None:
    a, b = tree.root.add_child(Node("a")), tree.root.add_child(Node("b"))
    assert b.is_greater_than(a)

    tree.root.move_child(b, 0)

    assert a.is_greater_than(b)


def test_places_of_different_trees_are_not_compared(tree: SceneTree) -> None:
    node, loose = tree.root.add_child(Node("a")), Node("loose")

    with pytest.raises(TreeError, match=r"^cannot compare the places of /root/a and loose: not in the same tree$"):
        node.is_greater_than(loose)
    with pytest.raises(InvalidTypeError, match=r"^/root/a.is_greater_than: a node is needed, got 'b'$"):
        node.is_greater_than("b")  # type: ignore[arg-type]


def test_the_nearest_node_above_of_a_name_is_found() -> None:
    top = family([])
    node = top.get_node("a/a1")

    assert node.find_parent("top") is top
    assert node.find_parent("*") is top.get_node("a")
    assert node.find_parent("a?") is None
    assert top.find_parent("*") is None


# --- configuration warnings


class Lamp(Node):
    power = 0

    def get_configuration_warnings(self) -> list[str]:
        return [] if self.power else ["A lamp needs power."]


def test_a_tree_lists_what_its_nodes_warn_of(tree: SceneTree) -> None:
    first = tree.root.add_child(Lamp("A"))
    tree.root.add_child(Node("B")).add_child(Lamp("C"))

    assert tree.get_configuration_warnings() == {
        "/root/A": ["A lamp needs power."],
        "/root/B/C": ["A lamp needs power."],
    }
    first.power = 1
    assert list(tree.get_configuration_warnings()) == ["/root/B/C"]
    assert Node().get_configuration_warnings() == []


def test_whoever_shows_warnings_is_told_to_ask_again(tree: SceneTree) -> None:
    told: list[Node] = []
    tree.node_configuration_warning_changed.connect(told.append)
    lamp = Lamp("A")

    lamp.update_configuration_warnings()
    tree.root.add_child(lamp).update_configuration_warnings()

    assert told == [lamp]


@pytest.mark.parametrize("answer", ["text", [1], None, {"a": 1}])
def test_warnings_that_are_no_texts_are_an_error_that_names_the_node(tree: SceneTree, answer: Any) -> None:
    class Odd(Node):
        def get_configuration_warnings(self) -> list[str]:
            return answer  # type: ignore[no-any-return]

    tree.root.add_child(Odd("A"))

    with pytest.raises(InvalidTypeError, match=r"^/root/A.get_configuration_warnings must return a list of texts, got"):
        tree.get_configuration_warnings()


def test_an_error_in_a_warning_names_the_node(tree: SceneTree) -> None:
    class Failing(Node):
        def get_configuration_warnings(self) -> list[str]:
            raise OSError("no")

    tree.root.add_child(Failing("A"))

    with pytest.raises(OSError, match="no") as caught:
        tree.get_configuration_warnings()

    assert caught.value.__notes__ == ["in get_configuration_warnings of /root/A (Failing)"]
