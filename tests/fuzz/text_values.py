"""Random values and documents of the text format."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from engine.tree.node_path import NodePath
from scenes.text import Document, Section
from scenes.text.constructors import TYPES, Constructor
from scenes.text.values import (
    RID,
    CallableValue,
    ExtResource,
    Key,
    ObjectValue,
    PackedStringArray,
    ResourcePath,
    SignalValue,
    StringName,
    SubResource,
    TypedArray,
    TypedDictionary,
)

texts = st.text(
    st.one_of(st.sampled_from("ab01\"\\'\n\r\t\0;=[]{}#& é\u2028"), st.characters(codec="utf-8")), max_size=8
)
names = st.from_regex(r"[A-Za-z_][A-Za-z0-9_]{0,6}", fullmatch=True)
ints = st.one_of(st.integers(-9, 9), st.integers(-(2**63), 2**63 - 1))
floats = st.one_of(
    st.floats(),
    st.floats(width=32),
    st.integers(-(10**9), 10**9).map(float),
    st.decimals(-(10**7), 10**7, places=3).map(float),
)
references = st.one_of(
    st.builds(ExtResource, texts),
    st.builds(SubResource, texts),
    st.builds(ResourcePath, texts.map("res://{}".format), st.sampled_from(("", "uid://abc"))),
)


def of_numbers(constructor: Constructor) -> st.SearchStrategy[Any]:
    """Values of a type whose constructor takes numbers."""
    numbers: st.SearchStrategy[Any] = ints if constructor.whole else floats
    size = constructor.size
    if constructor.packed:
        arrays = st.lists(st.lists(numbers, min_size=size, max_size=size), max_size=4)
        return arrays.map(lambda rows: constructor.build([number for row in rows for number in row]))
    return st.lists(numbers, min_size=size, max_size=size).map(constructor.build)


scalars: st.SearchStrategy[Any] = st.one_of(
    st.none(),
    st.booleans(),
    ints,
    floats,
    texts,
    texts.map(StringName),
    texts.map(NodePath),
    references,
    st.just(CallableValue()),
    st.just(SignalValue()),
    st.integers(0, 2**63 - 1).map(RID),
    st.lists(texts, max_size=3).map(PackedStringArray),
    st.one_of([of_numbers(constructor) for constructor in TYPES.values()]),
)


def table(pairs: list[tuple[Any, Any]]) -> dict[Any, Any]:
    """A dictionary of such keys, those that a dict cannot hold apart left out or wrapped."""
    made: dict[Any, Any] = {}
    texts = set()  # for those that hold nan, which no dict finds again
    for key, value in pairs:
        held = Key(key) if type(key).__hash__ is None else key
        if held not in made and repr(held) not in texts:
            made[held] = value
            texts.add(repr(held))
    return made


def holding(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Values that hold others."""
    pairs = st.lists(st.tuples(inner, inner), max_size=3)
    kinds = st.one_of(names, references)
    return st.one_of(
        st.lists(inner, max_size=4),
        pairs.map(table),
        st.builds(TypedArray, kinds, st.lists(inner, max_size=3)),
        st.builds(TypedDictionary, kinds, kinds, pairs.map(table)),
        st.builds(ObjectValue, names, st.dictionaries(texts, inner, max_size=3)),
    )


values = st.recursive(scalars, holding, max_leaves=8)
properties = st.dictionaries(st.one_of(names, texts), values, max_size=4)


@st.composite
def scenes(draw: st.DrawFn) -> Document:
    """A document that starts with [gd_scene] or [gd_resource], of sections of known and of other kinds."""
    header = Section(draw(st.sampled_from(("gd_scene", "gd_resource"))), {"format": draw(st.sampled_from((3, 4)))})
    kinds = st.one_of(
        st.sampled_from(("ext_resource", "sub_resource", "node", "connection", "editable", "resource")), names
    )
    attributes = st.dictionaries(
        st.one_of(names, st.sampled_from(("binds", "groups", "instance_placeholder"))), values, max_size=3
    )
    return Document([header, *draw(st.lists(st.builds(Section, kinds, attributes, properties), max_size=4))])


@st.composite
def settings(draw: st.DrawFn) -> Document:
    """A document of a settings file."""
    kinds = texts.map(lambda text: text.strip("".join(map(chr, range(33))))).filter(bool)
    named = st.lists(st.builds(Section, kinds, st.just({}), properties), max_size=3)
    first = [Section("", {}, draw(properties))]
    sections = [section for section in first if section.properties]
    sections += [Section(section.kind, {}, section.properties) for section in draw(named)]
    return Document(sections)
