"""Paths between nodes of random trees lead where they say, and node paths are taken apart as their text is written."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import Node, NodePath, SceneTree, TreeError
from tests.fuzz.effort import effort

labels = st.one_of(
    st.sampled_from(("A", "A2", "B", "...", "a b", "*", "?", "root", "Ä", " ", "..a", "%", "@", ".")),
    st.text(min_size=1, max_size=4),
)
growths = st.lists(st.tuples(st.integers(0, 999), labels), min_size=1, max_size=25)


def grown(top: Node, growth: list[tuple[int, str]]) -> list[Node]:
    """`top` and what was added somewhere below it."""
    nodes = [top]
    for pick, name in growth:
        nodes.append(nodes[pick % len(nodes)].add_child(Node(name)))
    return nodes


@effort(60)
@given(growths, st.booleans(), st.data())
def test_the_path_to_a_node_leads_to_it(growth: list[tuple[int, str]], inside: bool, data: st.DataObject) -> None:
    nodes = grown(SceneTree().root if inside else Node("Top"), growth)
    for start in data.draw(st.lists(st.sampled_from(nodes), max_size=8)):
        for end in nodes:
            path = start.get_path_to(end)

            assert start.get_node(path) is end
            assert start.get_node(str(path)) is end
            assert start.get_node_or_none(NodePath(str(path))) is end
            assert start.has_node(path)


@effort(60)
@given(growths)
def test_the_absolute_path_of_a_node_leads_to_it_from_anywhere(growth: list[tuple[int, str]]) -> None:
    nodes = grown(SceneTree().root, growth)
    for node in nodes:
        path = node.get_path()

        assert path.is_absolute()
        assert nodes[len(growth) // 2].get_node(path) is node
        assert node.get_node_or_none(str(path)) is node


@effort(60)
@given(growths, growths)
def test_nodes_without_a_common_ancestor_have_no_path(one: list[tuple[int, str]], other: list[tuple[int, str]]) -> None:
    ones, others = grown(Node(), one), grown(Node(), other)

    with pytest.raises(TreeError):
        ones[-1].get_path_to(others[-1])


@effort(60)
@given(growths, st.lists(st.sampled_from(("..", ".", "A", "A2", "B", "", "root")), max_size=7))
def test_a_path_is_walked_segment_by_segment(growth: list[tuple[int, str]], segments: list[str]) -> None:
    nodes = grown(SceneTree().root, growth)
    start = nodes[-1]
    names = [segment for segment in segments if segment]
    text = "/".join(segments)

    expected: Node | None = start
    rest = names
    if text.startswith("/"):
        expected, rest = (nodes[0], names[1:]) if names[:1] == ["root"] else (None, [])
    for name in rest:
        if expected is None:
            break
        if name == "..":
            expected = expected.parent
        elif name != ".":
            expected = next((child for child in expected.children if child.name == name), None)
    if not names:
        expected = None

    assert start.get_node_or_none(text) is expected


@effort(100)
@given(
    st.booleans(),
    st.lists(st.text("ab.%@ ", min_size=1), max_size=5),
    st.lists(st.text("xy/_", min_size=1), max_size=4),
)
def test_a_node_path_is_taken_apart_as_it_was_put_together(
    absolute: bool, names: list[str], subnames: list[str]
) -> None:
    text = ("/" if absolute else "") + "/".join(names) + "".join(f":{subname}" for subname in subnames)
    path = NodePath(text)

    assert str(path) == text
    assert path.is_absolute() == absolute
    assert path.is_empty() == (not text)
    assert [path.get_name(at) for at in range(path.get_name_count())] == names
    assert [path.get_subname(at) for at in range(path.get_subname_count())] == subnames
    assert path.get_concatenated_names() == ("/" if absolute else "") + "/".join(names)
    assert path.get_concatenated_subnames() == ":".join(subnames)
    assert NodePath(path) == path == text
    assert hash(NodePath(text)) == hash(path)
