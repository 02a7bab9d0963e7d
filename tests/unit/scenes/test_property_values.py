"""Values between properties and files: what is written for what, what is made of it again, and what is the same."""

from enum import Enum, Flag, IntEnum, IntFlag, StrEnum
from math import inf, nan
from typing import Any

import numpy as np
import pytest

from engine.core.errors import InvalidTypeError, InvalidValueError
from engine.core.export import export, exported
from engine.core.resource import Resource
from engine.math import (
    AABB,
    Basis,
    Color,
    Plane,
    Projection,
    Quaternion,
    Rect2,
    Rect2i,
    Transform2D,
    Transform3D,
    Vector2,
    Vector2i,
    Vector3,
    Vector3i,
    Vector4,
    Vector4i,
)
from engine.tree.node_path import NodePath
from scenes.property_values import from_file, settable, to_file
from scenes.text import dump_value
from scenes.text import values as v
from scenes.text.value_writer import MAX_DEPTH
from scenes.value_walk import found_in, same


class Mood(IntEnum):
    CALM = 0
    ANGRY = 2


class Sides(IntFlag):
    LEFT = 1
    RIGHT = 2


class Doors(Flag):
    FRONT = 1
    BACK = 2


class Suit(StrEnum):
    HEARTS = "hearts"


class Corner(Enum):
    TOP = (0, 0)
    BOTTOM = (1, 1)


def no_reference(item: object) -> object:
    raise AssertionError(item)


def written(value: Any) -> Any:
    return to_file(value, no_reference)


# --- to a file ---


@pytest.mark.parametrize(
    "value",
    [
        True, None, 5, -0.0, nan, inf, "text", v.StringName("name"), NodePath("A:b"), Vector2(1, 2), Vector2i(1, 2),
        Vector3(1, 2, 3), Vector3i(1, 2, 3), Vector4(1, 2, 3, 4), Vector4i(1, 2, 3, 4), Rect2(1, 2, 3, 4),
        Rect2i(1, 2, 3, 4), Color(1, 0, 0), Plane(1, 0, 0, 2), Quaternion(), AABB((0, 0, 0), (1, 1, 1)), Basis(),
        Projection(), Transform2D(), Transform3D(), v.PackedInt32Array((1, 2)), v.ResourcePath("res://a"), v.RID(1),
        -(1 << 63), (1 << 63) - 1,
    ],
)  # fmt: skip
def test_what_a_file_has_a_word_for_is_written_as_it_is(value: Any) -> None:
    assert same(written(value), value)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (Mood.ANGRY, 2),
        (Sides.LEFT | Sides.RIGHT, 3),
        (Doors.BACK, 2),
        (Suit.HEARTS, "hearts"),
        (Corner.BOTTOM, "BOTTOM"),
        ((1.0, 2.5), v.PackedFloat32Array((1.0, 2.5))),
        ((1, 2), v.PackedInt32Array((1, 2))),
        ((1, 1 << 40), v.PackedInt64Array((1, 1 << 40))),
        (("a", "b"), v.PackedStringArray(("a", "b"))),
        ((Vector2(1, 2),), v.PackedVector2Array((Vector2(1, 2),))),
        ((Vector3(1, 2, 3),), v.PackedVector3Array((Vector3(1, 2, 3),))),
        ((Vector4(1, 2, 3, 4),), v.PackedVector4Array((Vector4(1, 2, 3, 4),))),
        ((Color(1, 0, 0),), v.PackedColorArray((Color(1, 0, 0),))),
        ((Mood.CALM, Mood.ANGRY), v.PackedInt32Array((0, 2))),
        ((True, False), [True, False]),
        ((1, "a", 1.0), [1, "a", 1.0]),
        ((), []),
        ([1, (2.0, 3.0)], [1, v.PackedFloat32Array((2.0, 3.0))]),
        ({3, 1, 2}, [1, 2, 3]),
        (frozenset(("b", "a")), ["a", "b"]),
        ({"b", 1, 2.0, Vector2(1, 2)}, [Vector2(1, 2), 2.0, 1, "b"]),
        (b"\x01\x02", v.PackedByteArray(b"\x01\x02")),
        (bytearray(b"\x01"), v.PackedByteArray(b"\x01")),
        (np.float32(0.5), 0.5),
        (np.int16(3), 3),
        (np.bool_(True), True),
        (np.array([1, 2], np.uint8), v.PackedByteArray(b"\x01\x02")),
        (np.array([1, 2], np.int32), v.PackedInt32Array((1, 2))),
        (np.array([1, 2], np.int64), v.PackedInt64Array((1, 2))),
        (np.array([0.5], np.float32), v.PackedFloat32Array((0.5,))),
        (np.array([0.5]), v.PackedFloat64Array((0.5,))),
        (np.array([[1.0, 2.0]]), v.PackedVector2Array((Vector2(1, 2),))),
        (np.array([[1.0, 2.0, 3.0]]), v.PackedVector3Array((Vector3(1, 2, 3),))),
        (np.array([True, False]), [True, False]),
        (np.array([[1, 2], [3, 4]], np.int32), [v.PackedInt32Array((1, 2)), v.PackedInt32Array((3, 4))]),
        ({1: Mood.ANGRY, Mood.CALM: (1, 2)}, {1: 2, 0: v.PackedInt32Array((1, 2))}),
    ],
)  # fmt: skip
def test_everything_else_becomes_the_nearest_word(value: Any, expected: Any) -> None:
    assert same(written(value), expected)


def test_the_types_of_arrays_and_dictionaries_stay() -> None:
    array, table = v.TypedArray("int", [1, 2]), v.TypedDictionary("int", "Color", {1: Color(1, 0, 0)})

    assert same(written(array), array)
    assert same(written(table), table)
    assert written(array) is not array


def test_a_key_that_no_dict_can_hold_is_written_as_a_key() -> None:
    assert same(written({frozenset((2, 1)): "a"}), {v.Key([1, 2]): "a"})


def test_resources_are_written_as_the_words_for_them_wherever_they_stand() -> None:
    one = Resource()
    value = {"list": [one], one: (one, 1), "object": v.ObjectValue("T", {"r": one}), "typed": v.TypedArray(one, [one])}

    found = to_file(value, lambda item: v.SubResource("1") if item is one else None)

    word = v.SubResource("1")
    typed = v.TypedArray(word, [word])
    assert same(found, {"list": [word], word: [word, 1], "object": v.ObjectValue("T", {"r": word}), "typed": typed})


@pytest.mark.parametrize("value", [object(), len, lambda: 1, 1j, np.array([1j]), np.array(["a"], object), [object()]])
def test_what_a_file_has_no_word_for_is_refused(value: Any) -> None:
    with pytest.raises(InvalidTypeError, match="cannot be saved: a file has no word for"):
        written(value)


@pytest.mark.parametrize("number", [1 << 63, -(1 << 63) - 1, np.uint64(1 << 63)])
def test_an_int_beyond_64_bits_is_refused(number: Any) -> None:
    with pytest.raises(InvalidValueError, match="does not fit 64 bits"):
        written([number])


def test_half_a_character_is_refused() -> None:
    with pytest.raises(InvalidValueError, match="half a character at 2"):
        written("ab\ud800")


def test_a_list_that_contains_itself_is_refused() -> None:
    endless: list[Any] = []
    endless.append(endless)

    with pytest.raises(InvalidValueError, match="or contains itself"):
        written(endless)


def test_nesting_is_allowed_as_deep_as_a_file_may_have_it() -> None:
    deep: Any = 1
    for _ in range(MAX_DEPTH):
        deep = [deep]

    assert same(written(deep), deep)
    assert dump_value(deep).startswith("[" * MAX_DEPTH)
    with pytest.raises(InvalidValueError, match=r"^cannot be saved: it is nested deeper than 128"):
        written([deep])


# --- from a file ---


@pytest.mark.parametrize(
    ("like", "value", "expected"),
    [
        (False, 1, True),
        (1, True, 1),
        (1, 2.0, 2),
        (1.0, 2, 2.0),
        (1.0, True, 1.0),
        ("", v.StringName("a"), v.StringName("a")),
        ("", NodePath("A/B"), "A/B"),
        (NodePath(), "A/B", NodePath("A/B")),
        (Mood.CALM, 2, Mood.ANGRY),
        (Mood.CALM, 2.0, Mood.ANGRY),
        (Sides(0), 3, Sides.LEFT | Sides.RIGHT),
        (Doors(0), 2, Doors.BACK),
        (Suit.HEARTS, "hearts", Suit.HEARTS),
        (Corner.TOP, "BOTTOM", Corner.BOTTOM),
        ((), v.PackedFloat32Array((1.0,)), (1.0,)),
        ((), [1, "a"], (1, "a")),
        ((Mood.CALM,), v.PackedInt32Array((2, 0)), (Mood.ANGRY, Mood.CALM)),
        ([], v.PackedInt32Array((1, 2)), [1, 2]),
        ([], v.TypedArray("int", [1]), v.TypedArray("int", [1])),
        (set(), [1, 2], {1, 2}),
        (frozenset(), ["a"], frozenset(("a",))),
        ({Mood.CALM}, [2], {Mood.ANGRY}),
        (b"", v.PackedByteArray(b"a"), b"a"),
        (bytearray(), v.PackedByteArray(b"a"), bytearray(b"a")),
        (b"", [1, 2], b"\x01\x02"),
        ({}, v.TypedDictionary("int", "int", {1: 2}), v.TypedDictionary("int", "int", {1: 2})),
        (np.zeros(2, np.float32), v.PackedFloat32Array((1.0, 2.0)), np.array([1, 2], np.float32)),
        (np.zeros((1, 2)), v.PackedVector2Array((Vector2(1, 2),)), np.array([[1.0, 2.0]])),
        (np.zeros(1, np.uint8), v.PackedByteArray(b"\x05"), np.array([5], np.uint8)),
        (Vector2(), Vector2i(1, 2), Vector2(1, 2)),
        (Vector2i(), Vector2(1, 2), Vector2i(1, 2)),
        (Vector3(), Vector3i(1, 2, 3), Vector3(1, 2, 3)),
        (Rect2(), Rect2i(1, 2, 3, 4), Rect2(1, 2, 3, 4)),
        (Vector2(), v.PackedFloat32Array((1.0, 2.0)), Vector2(1, 2)),
        (Color(), "red", Color(1, 0, 0)),
        (Color(), 0xFF0000FF, Color(1, 0, 0)),
        (Transform3D(), Basis.from_scale((2, 2, 2)), Transform3D(Basis.from_scale((2, 2, 2)), (0, 0, 0))),
        (Quaternion(), Basis(), Quaternion()),
        (None, [1], [1]),
        (5, None, None),
    ],
)  # fmt: skip
def test_a_property_gets_what_its_default_is_like(like: Any, value: Any, expected: Any) -> None:
    assert same(from_file(like, value), expected)
    assert type(from_file(like, value)) is type(expected)


@pytest.mark.parametrize(
    ("like", "value", "text"),
    [
        (False, "yes", r"must be True or False, got 'yes' \(str\)"),
        (1, 2.5, r"must be a whole number, got 2\.5 \(float\)"),
        (1, nan, "must be a whole number, got nan"),
        (1, "2", "must be a whole number, got '2'"),
        (1.0, "2", "must be a number, got '2'"),
        ("", 2, "must be a text, got 2"),
        (NodePath(), 2, "must be a NodePath, got 2"),
        ((), 2, "must be an array, got 2"),
        ((), Vector2(1, 2), "must be an array, got Vector2"),
        ([], "ab", "must be an array, got 'ab'"),
        (set(), [[1]], "must be an array of what a set can hold"),
        ({}, [], "must be a dictionary, got"),
        (b"", [256], "must be bytes, got"),
        (np.zeros(1), ["a"], "must be an array of float64, got"),
        (Vector2(), Vector3(1, 2, 3), "must be a Vector2, got Vector3"),
        (Vector2(), [1, 2], r"must be a Vector2, got \[1, 2\] \(list\)"),
        (Vector3(), v.PackedFloat32Array((1.0, 2.0)), "must be a Vector3, got"),
        (Vector2i(), Vector2(0.5, 0), "must be a Vector2i, got Vector2"),
        (Color(), "no colour", "must be a Color, got 'no colour'"),
        (Resource(), 1, "must be a resource, got 1"),
    ],
)  # fmt: skip
def test_what_does_not_fit_a_property_is_refused(like: Any, value: Any, text: str) -> None:
    with pytest.raises(InvalidTypeError, match=text):
        from_file(like, value)


@pytest.mark.parametrize("value", [1, 2.5, "CALMER", None.__class__])
def test_what_is_no_member_is_refused_with_the_members(value: Any) -> None:
    with pytest.raises(InvalidValueError, match="must be one of CALM 0, ANGRY 2, got"):
        from_file(Mood.CALM, value)


# --- which properties ---


class Base(Resource):
    speed: float = export(1.0)
    _data: tuple[int, ...] = export(())

    @property
    @exported("a")
    def title(self) -> str:
        return ""

    @title.setter
    def title(self, title: str) -> None:
        pass

    @property
    def heading(self) -> float:
        return 0.0

    @heading.setter
    def heading(self, heading: float) -> None:
        pass

    @property
    def length(self) -> float:
        return 0.0

    @property
    def _hidden(self) -> int:
        return 0

    @_hidden.setter
    def _hidden(self, hidden: int) -> None:
        pass


class Derived(Base):
    speed = 5.0


def test_a_file_may_set_exports_and_public_properties_with_a_setter() -> None:
    known = settable(Base)

    assert {name: known[name] for name in ("speed", "_data", "title", "heading")} == {
        "speed": 1.0, "_data": (), "title": "a", "heading": None
    }  # fmt: skip
    assert not known.keys() & {"length", "_hidden", "resource_path", "resource_scene_unique_id"}


def test_a_class_that_changes_a_default_has_that_one() -> None:
    assert settable(Derived)["speed"] == 5.0
    assert settable(Derived) is settable(Derived)
    assert settable(Base)["speed"] == 1.0


# --- the same ---


@pytest.mark.parametrize(
    ("a", "b"),
    [
        (1, 1.0), (True, 1), (0.0, -0.0), ("a", v.StringName("a")), (Vector2(0, 0), Vector2(-0.0, 0)), ([1], (1,)),
        (Vector2(1, 2), Vector2i(1, 2)), ([1], [1.0]), ({1: 2}, {1.0: 2}), ({1: 2, 3: 4}, {3: 4, 1: 2}),
        (v.TypedArray("int", [1]), [1]), (v.TypedArray("int", [1]), v.TypedArray("float", [1])),
        (v.TypedDictionary("int", "int", {}), v.TypedDictionary("int", "float", {})), ([1], [1, 2]),
        (np.array([1.0]), np.array([1.0], np.float32)), (np.array([0.0]), np.array([-0.0])),
        (v.Key([1]), v.Key([1.0])), (v.ObjectValue("A", {"a": 1}), v.ObjectValue("A", {"a": 2})),
        (v.SubResource("1"), v.ExtResource("1")), (Resource(), Resource()), (None, False),
    ],
)  # fmt: skip
def test_values_of_other_types_or_bits_are_not_the_same(a: Any, b: Any) -> None:
    assert not same(a, b)
    assert not same([a], [b])
    assert not same({"k": a}, {"k": b})


@pytest.mark.parametrize(
    ("a", "b"),
    [
        (nan, -nan), ([nan], [nan]), (Vector2(nan, 0), Vector2(nan, 0)), (np.array([nan]), np.array([nan])),
        (v.Key([1]), v.Key([1])), (v.ObjectValue("A", {"a": [1]}), v.ObjectValue("A", {"a": [1]})),
        ({"a": [1, {"b": 2}]}, {"a": [1, {"b": 2}]}),
    ],
)  # fmt: skip
def test_equal_values_are_the_same(a: Any, b: Any) -> None:
    assert same(a, b)


def test_comparing_does_not_recurse() -> None:
    a: Any = 1
    b: Any = 1
    for _ in range(5_000):
        a, b = [a], [b]

    assert same(a, b)


def test_whatever_is_deep_in_a_value_is_found_in_its_order() -> None:
    words = [v.SubResource(str(number)) for number in range(8)]
    value = {
        words[0]: [words[1], v.TypedArray(words[2], [words[3]])],
        "k": v.ObjectValue("T", {"a": words[4]}),
        v.Key([words[5]]): v.TypedDictionary(words[6], "int", {"z": words[7]}),
    }

    assert list(found_in(value, v.SubResource)) == words
