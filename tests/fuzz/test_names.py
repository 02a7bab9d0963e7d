"""Names of siblings follow the linear rule: a taken name gets the first free number, also one that was given back."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from engine import Node
from tests.fuzz.effort import effort

STEMS = ("Box", "Box2", "Node", "Node1", "7", "0", "X09", "X1", "Enemy2", "Enemy20", "A99", "A099", "Ä", "٣")


class Enemy2(Node):
    """Its name ends in a number by itself."""


def following(name: str) -> str:
    """The name to try after one that is taken."""
    stem = name.rstrip("0123456789")
    digits = name[len(stem) :]
    return f"{stem}{int(digits) + 1:0{len(digits)}}" if digits else f"{name}2"


def first_free(name: str, taken: list[str]) -> str:
    while name in taken:
        name = following(name)
    return name


picks = st.integers(0, 99)
names = st.one_of(st.sampled_from(STEMS), st.builds("{}{}".format, st.sampled_from(("Box", "Node", "X", "")), picks))
operations = st.lists(
    st.one_of(
        st.tuples(st.just("add"), names),
        st.tuples(st.just("add"), st.just("")),
        st.tuples(st.just("insert"), names, picks),
        st.tuples(st.just("fill"), st.sampled_from(("", "Box", "Enemy2", "X09")), st.integers(1, 12)),
        st.tuples(st.just("free"), picks),
        st.tuples(st.just("free_run"), picks, st.integers(1, 12)),
        st.tuples(st.just("remove"), picks),
        st.tuples(st.just("rename"), picks, names),
        st.tuples(st.just("rename_as"), picks, picks),
    ),
    max_size=50,
)


class Family:
    """A parent and its children, and what they should be called."""

    def __init__(self, kind: type[Node]) -> None:
        self.kind = kind
        self.parent = Node()
        self.expected: list[str] = []
        self.nodes: list[Node] = []

    def add(self, name: str, at: int | None = None) -> None:
        at = len(self.nodes) if at is None else at % (len(self.nodes) + 1)
        node = self.kind(name)
        self.parent.add_child(node, None if at == len(self.nodes) else at)
        self.expected.insert(at, first_free(name or self.kind.__name__, self.expected))
        self.nodes.insert(at, node)

    def apply(self, verb: str, *values: Any) -> None:
        if verb in ("add", "insert"):
            self.add(*values)
        elif verb == "fill":
            name, count = values
            for _ in range(count):
                self.add(name)
        elif self.nodes:
            getattr(self, verb)(values[0] % len(self.nodes), *values[1:])

    def free(self, at: int) -> None:
        self.nodes.pop(at).free()
        del self.expected[at]

    def free_run(self, at: int, count: int) -> None:
        for _ in range(min(count, len(self.nodes) - at)):
            self.free(at)

    def remove(self, at: int) -> None:
        self.parent.remove_child(self.nodes.pop(at))
        del self.expected[at]

    def rename(self, at: int, name: str) -> None:
        self.nodes[at].name = name
        self.expected[at] = first_free(name, self.expected[:at] + self.expected[at + 1 :])

    def rename_as(self, at: int, other: int) -> None:
        self.rename(at, self.expected[other % len(self.nodes)])


@effort(150)
@given(st.sampled_from((Node, Enemy2)), operations)
def test_siblings_are_called_what_a_linear_search_finds(kind: type[Node], program: list[tuple[Any, ...]]) -> None:
    family = Family(kind)
    for operation in program:
        family.apply(*operation)

        assert [child.name for child in family.parent.children] == family.expected
    assert list(family.parent.children) == family.nodes
    for node, name in zip(family.nodes, family.expected, strict=True):
        assert family.parent.get_node_or_none(name) is node
    assert not family.parent.has_node("Nobody")
