"""The grammar of values: what each text means, and how each value is written."""

from __future__ import annotations

import copy
import inspect
import pickle
import sys
from math import inf, nan
from typing import Any

import pytest

from engine.core.errors import InvalidTypeError, SceneError
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
from scenes.text import dump_value, load_value
from scenes.text.values import (
    RID,
    CallableValue,
    ExtResource,
    Key,
    ObjectValue,
    PackedByteArray,
    PackedColorArray,
    PackedFloat32Array,
    PackedFloat64Array,
    PackedInt32Array,
    PackedInt64Array,
    PackedStringArray,
    PackedVector2Array,
    PackedVector3Array,
    PackedVector4Array,
    ResourcePath,
    SignalValue,
    StringName,
    SubResource,
    TypedArray,
    TypedDictionary,
)
from tests.unit.scenes.text.exactly import exactly

WRITTEN: list[tuple[str, Any]] = [
    ("null", None),
    ("true", True),
    ("false", False),
    ("0", 0),
    ("-12", -12),
    ("-9223372036854775808", -(2**63)),
    ("0.0", 0.0),
    ("-0.0", -0.0),
    ("1.0", 1.0),
    ("-0.25", -0.25),
    ("0.1", 0.1),
    ("0.30000000000000004", 0.1 + 0.2),
    ("inf", inf),
    ("inf_neg", -inf),
    ("nan", nan),
    ('""', ""),
    ('"a b"', "a b"),
    ('"é\n\t\'"', "é\n\t'"),
    ('"\\"\\\\"', '"\\'),
    ('"\\u0000"', "\0"),
    ('&"a"', StringName("a")),
    ('&"a\\n\\\'\\t"', StringName("a\n'\t")),
    ('NodePath("A/B:x")', NodePath("A/B:x")),
    ('NodePath("it\\\'s")', NodePath("it's")),
    ('NodePath("")', NodePath("")),
    ('ExtResource("1_ab")', ExtResource("1_ab")),
    ('SubResource("T_ab")', SubResource("T_ab")),
    ('Resource("res://a.png")', ResourcePath("res://a.png")),
    ('Resource("uid://ab")', ResourcePath("", "uid://ab")),
    ('Resource("uid://ab", "res://a.png")', ResourcePath("res://a.png", "uid://ab")),
    ("Callable()", CallableValue()),
    ("Signal()", SignalValue()),
    ("RID()", RID()),
    ("RID(7)", RID(7)),
    ("Vector2(1, -0.5)", Vector2(1, -0.5)),
    ("Vector2(-0, 0)", Vector2(-0.0, 0.0)),
    ("Vector2(inf, nan)", Vector2(inf, nan)),
    ("Vector2i(1, -2)", Vector2i(1, -2)),
    ("Vector3(1, 2, 3)", Vector3(1, 2, 3)),
    ("Vector3i(1, 2, 3)", Vector3i(1, 2, 3)),
    ("Vector4(1, 2, 3, 4)", Vector4(1, 2, 3, 4)),
    ("Vector4i(1, 2, 3, 4)", Vector4i(1, 2, 3, 4)),
    ("Rect2(1, 2, 3, 4)", Rect2(1, 2, 3, 4)),
    ("Rect2i(1, 2, 3, 4)", Rect2i(1, 2, 3, 4)),
    ("Color(0.1, 0.2, 0.3, 1)", Color(0.1, 0.2, 0.3, 1)),
    ("Plane(0, 1, 0, 5)", Plane(0, 1, 0, 5)),
    ("Quaternion(0, 0, 0, 1)", Quaternion(0, 0, 0, 1)),
    ("AABB(1, 2, 3, 4, 5, 6)", AABB(1, 2, 3, 4, 5, 6)),
    ("Transform2D(1, 2, 3, 4, 5, 6)", Transform2D((1, 2), (3, 4), (5, 6))),
    ("Basis(1, 2, 3, 4, 5, 6, 7, 8, 9)", Basis((1, 4, 7), (2, 5, 8), (3, 6, 9))),
    (
        "Transform3D(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)",
        Transform3D((1, 4, 7), (2, 5, 8), (3, 6, 9), (10, 11, 12)),
    ),
    ("Projection(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)", Projection(*range(1, 17))),
    ("[]", []),
    ("[1, [], [2.0]]", [1, [], [2.0]]),
    ("{}", {}),
    ('{\n"a": 1,\n2: {\n3.0: []\n}\n}', {"a": 1, 2: {3.0: []}}),
    ("{\nnull: Vector2(1, 2),\nVector2(1, 2): null\n}", {None: Vector2(1, 2), Vector2(1, 2): None}),
    ("Array[int]([1, 2])", TypedArray("int", [1, 2])),
    ("Array[Resource]([])", TypedArray("Resource")),
    ('Array[ExtResource("1_a")]([null])', TypedArray(ExtResource("1_a"), [None])),
    ('Array[SubResource("S")]([])', TypedArray(SubResource("S"))),
    ('Array[Resource("res://a.gd")]([])', TypedArray(ResourcePath("res://a.gd"))),
    ('Dictionary[int, Font]({\n1: ExtResource("2")\n})', TypedDictionary("int", "Font", {1: ExtResource("2")})),
    ('Dictionary[String, ExtResource("2")]({})', TypedDictionary("String", ExtResource("2"))),
    ("PackedByteArray()", PackedByteArray()),
    ("PackedByteArray(0, 255)", PackedByteArray(b"\0\xff")),
    ("PackedInt32Array(1, -2)", PackedInt32Array((1, -2))),
    ("PackedInt64Array(9223372036854775807)", PackedInt64Array((2**63 - 1,))),
    ("PackedFloat32Array(1, 0.5)", PackedFloat32Array((1.0, 0.5))),
    ("PackedFloat64Array(0.1, -inf)".replace("-inf", "inf_neg"), PackedFloat64Array((0.1, -inf))),
    ('PackedStringArray("a", "b\\nc")', PackedStringArray(("a", "b\nc"))),
    ("PackedVector2Array(1, 2, 3, 4)", PackedVector2Array((Vector2(1, 2), Vector2(3, 4)))),
    ("PackedVector3Array(1, 2, 3)", PackedVector3Array((Vector3(1, 2, 3),))),
    ("PackedVector4Array(1, 2, 3, 4)", PackedVector4Array((Vector4(1, 2, 3, 4),))),
    ("PackedColorArray(1, 0, 0, 1)", PackedColorArray((Color(1, 0, 0, 1),))),
    ('Object(Event,"keycode":65,"script":null)\n', ObjectValue("Event", {"keycode": 65, "script": None})),
    ("Object(Node,)\n", ObjectValue("Node")),
    ('[Object(A,"b":[Object(C,)\n])\n, 1]', [ObjectValue("A", {"b": [ObjectValue("C")]}), 1]),
]  # fmt: skip

READ: list[tuple[str, Any]] = [
    ("nil", None),
    ("-inf", -inf),
    ("-0", 0),
    ("0012", 12),
    ("1e3", 1000.0),
    ("1E-2", 0.01),
    ("2.", 2.0),
    ("2e", 2.0),
    ("99999999999999999999", 2**63 - 1),
    ("-99999999999999999999", -(2**63)),
    ("0" * 5000 + "1", 1),
    ("1" * 5000, 2**63 - 1),
    ('@"old"', StringName("old")),
    ('"\\b\\f\\n\\r\\t\\x\\\'"', "\b\f\n\r\tx'"),
    ('"\\u00E9\\U01F600\\ud83d\\ude00"', "é\U0001f600\U0001f600"),
    ("#f00", Color(1, 0, 0, 1)),
    ("#f008", Color(1, 0, 0, 0x88 / 255)),
    ("#ff0000", Color(1, 0, 0, 1)),
    ("#FF000080", Color(1, 0, 0, 0x80 / 255)),
    ("ExtResource( 1 )", ExtResource("1")),
    ('Resource("res://a", "uid://b")', ResourcePath("res://a", "uid://b")),
    ("Vector2( 1,\n2 )", Vector2(1, 2)),
    ("Vector2(1 ; one\n, 2)", Vector2(1, 2)),
    ("Vector2( -0, -0.0 )", Vector2(-0.0, -0.0)),
    ("Vector2i(1.9, -1.9)", Vector2i(1, -1)),
    ("Vector2(99999999999999999999, 1e400)", Vector2(2**63, inf)),
    ("[1, 2, ]", [1, 2]),
    ("[1,;c\n2]", [1, 2]),
    ("{1:2,}", {1: 2}),
    ("{1: 2, 1: 3}", {1: 3}),
    ('{&"a": 1, "a": 2}', {StringName("a"): 2}),
    ('Object( A , "b" : 1 , )', ObjectValue("A", {"b": 1})),
    ("Object(A)", ObjectValue("A")),
    ('PackedByteArray("AAH/")', PackedByteArray(b"\0\1\xff")),
    ('PackedByteArray("AAH/\n AAE=")', PackedByteArray(b"\0\1\xff\0\1")),
    ("PackedByteArray(256, -1)", PackedByteArray(b"\0\xff")),
    ("PackedInt32Array(1.5, inf)", PackedInt32Array((1, 2**63 - 1))),
    ("Matrix32(1, 2, 3, 4, 5, 6)", Transform2D((1, 2), (3, 4), (5, 6))),
    ("Rect3(1, 2, 3, 4, 5, 6)", AABB(1, 2, 3, 4, 5, 6)),
    ("Matrix3(1, 2, 3, 4, 5, 6, 7, 8, 9)", Basis((1, 4, 7), (2, 5, 8), (3, 6, 9))),
    ("Quat(0, 0, 0, 1)", Quaternion(0, 0, 0, 1)),
    ("PoolByteArray(1)", PackedByteArray(b"\1")),
    ("PoolIntArray(1)", PackedInt32Array((1,))),
    ("IntArray(1)", PackedInt32Array((1,))),
    ("PoolRealArray(1)", PackedFloat32Array((1.0,))),
    ("FloatArray(1)", PackedFloat32Array((1.0,))),
    ('PoolStringArray("a")', PackedStringArray(("a",))),
    ('StringArray("a")', PackedStringArray(("a",))),
    ("PoolVector2Array(1, 2)", PackedVector2Array((Vector2(1, 2),))),
    ("PackedVector2Array(1, 2, 3)", PackedVector2Array((Vector2(1, 2),))),
    ("PackedColorArray( 1, 2, 3 )", PackedColorArray()),
    ("Vector3Array(1, 2, 3)", PackedVector3Array((Vector3(1, 2, 3),))),
    ("PoolColorArray(1, 2, 3, 4)", PackedColorArray((Color(1, 2, 3, 4),))),
    (" ; a note\n 1 ; another", 1),
]  # fmt: skip


@pytest.mark.parametrize(("text", "value"), WRITTEN, ids=[text for text, _ in WRITTEN])
def test_a_value_is_written_as_godot_would_and_read_back(text: str, value: Any) -> None:
    assert dump_value(value) == text
    assert exactly(load_value(text)) == exactly(value)


@pytest.mark.parametrize(("text", "value"), READ, ids=[text[:40] for text, _ in READ])
def test_another_spelling_is_read(text: str, value: Any) -> None:
    assert exactly(load_value(text)) == exactly(value)


@pytest.mark.parametrize("name", ["Transform", "Transform3D"])
def test_a_transform_in_a_file_is_its_rows_and_then_its_origin(name: str) -> None:
    read: Any = load_value(f"{name}(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)")

    assert type(read) is Transform3D
    assert read.basis.x == (1, 4, 7)
    assert read.origin == (10, 11, 12)
    assert read * Vector3(1, 0, 0) == (11, 15, 19)


def test_format_4_has_base64_and_a_sign_for_minus_infinity() -> None:
    assert dump_value(PackedByteArray(b"\0\1\xff"), 4) == 'PackedByteArray("AAH/")'
    assert dump_value(PackedByteArray(), 4) == "PackedByteArray()"
    assert dump_value([-inf, Vector2(-inf, 0)], 4) == "[-inf, Vector2(-inf, 0)]"


def test_keys_that_python_takes_for_equal_stay_apart() -> None:
    keys = ("1", "1.0", "true", "Vector2(1, 2)", "Vector2i(1, 2)", '"a"', 'NodePath("a")')
    text = "{\n" + ",\n".join(f'{key}: "{key[0]}"' for key in keys).replace('"""', '"q"') + "\n}"

    table = load_value(text)

    assert dump_value(table) == text
    assert [type(key).__name__ for key in table] == ["int", "Key", "Key", "Vector2", "Key", "str", "Key"]
    assert table[1] == table[Key(1.0)] == "1"
    assert table[Key(True)] == "t"


def test_a_key_that_comes_again_sets_its_value_anew() -> None:
    assert load_value("{1: 1, 1.0: 2, 1.0: 3, 1: 4}") == {1: 4, Key(1.0): 3}


def test_arrays_and_dictionaries_are_keys_too() -> None:
    text = "{\n[1]: 1,\n{}: 2,\n[1.0]: 3\n}"

    table = load_value(text)

    assert table == {Key([1]): 1, Key({}): 2, Key([1.0]): 3}
    assert dump_value(table) == text
    assert load_value("{[1]: 1, [1]: 2}") == {Key([1]): 2}


def test_values_compare_copy_and_hash() -> None:
    values = [value for text, value in WRITTEN if "nan" not in text]
    for value in values:
        for copied in (copy.copy(value), copy.deepcopy(value), pickle.loads(pickle.dumps(value))):
            assert exactly(copied) == exactly(value)
            assert copied == value
    assert len({PackedInt32Array((1,)), PackedInt32Array((1,)), ExtResource("a"), StringName("b"), "b"}) == 3
    assert ObjectValue("A", {"b": 1}) == ObjectValue("A", {"b": 1}) != ObjectValue("A", {"b": 2})
    assert ObjectValue("A") != 1
    assert Key(1) != Key(1.0)
    assert Key(TypedArray("int")) != Key([]) != Key(TypedArray("int"))
    assert Key(TypedDictionary("int", "A", {1: 2})) == Key(TypedDictionary("int", "A", {1: 2})) != Key({1: 2})
    assert hash(Key([ObjectValue("A", {"b": Key([1])})])) == hash(Key([ObjectValue("A", {"b": Key([1])})]))
    assert Key(1) != 1


def test_what_is_shown_of_a_value_says_its_type() -> None:
    assert repr(TypedArray("int", [1])) == "TypedArray('int', [1])"
    assert repr(TypedDictionary("int", "String", {1: "a"})) == "TypedDictionary('int', 'String', {1: 'a'})"
    assert repr(PackedInt32Array((1, 2))) == "PackedInt32Array((1, 2))"
    assert repr(PackedByteArray(b"a")) == "PackedByteArray(b'a')"
    assert repr(StringName("a")) == "StringName('a')"
    assert repr(ObjectValue("A", {"b": Key(1)})) == "ObjectValue('A', {'b': Key(1)})"


def test_numbers_of_a_million_and_more_have_exponents_where_godot_gives_them() -> None:
    assert dump_value(999999.0) == "999999.0"
    assert dump_value(1e6) == "1e+06"
    assert dump_value(16777216.0) == "1.6777216e+07"  # a float32
    assert dump_value(1.23457e9) == "1.23457e+09"  # what six digits leave of one
    assert dump_value(123456789.0) == "123456789.0"  # none
    assert dump_value(-1234567.891) == "-1234567.891"
    assert dump_value(Vector2(123456789, 1e15)) == "Vector2(123456789, 1e+15)"
    assert dump_value(123456789012345.0) == "123456789012345.0"
    assert dump_value(1234567890123456.0) == "1.234567890123456e+15"
    assert dump_value(1e300) == "1e+300"
    assert dump_value(0.0001) == "0.0001"
    assert dump_value(0.00001) == "1e-05"


REFUSED: list[tuple[Any, str]] = [
    (object, "a value of type type cannot be written, got <class 'object'>"),
    ((1, 2), "a value of type tuple cannot be written, got (1, 2)"),
    ([b"x"], "a value of type bytes cannot be written, got b'x'"),
    ({1: {2}}, "a value of type set cannot be written, got {2}"),
    (2**63, "an int that does not fit into 64 bits cannot be written"),
    (PackedInt64Array((-(2**63) - 1,)), "an int that does not fit into 64 bits cannot be written"),
    (TypedArray("a b"), "an element type must be a plain name or the reference of a script, got 'a b'"),
    (TypedArray(), "an element type must be a plain name or the reference of a script, got ''"),
    (TypedDictionary("int", 3), "an element type must be a plain name or the reference of a script, got 3"),
    (ObjectValue("a,b"), "an object's type must be a plain name, got 'a,b'"),
    (ExtResource(1), "ExtResource(id=1) holds what no file can hold: argument of type 'int' is not iterable"),  # type: ignore[arg-type]
    ("\ud800", "half a UTF-16 pair, '\\ud800', cannot be written as UTF-8"),
]  # fmt: skip


@pytest.mark.parametrize(("value", "problem"), REFUSED, ids=[problem[:30] for _, problem in REFUSED])
def test_a_value_that_no_file_can_hold_is_refused(value: Any, problem: str) -> None:
    with pytest.raises(SceneError) as error:
        dump_value(value)

    assert str(error.value) == problem


def test_a_value_that_holds_itself_is_refused() -> None:
    endless: list[Any] = []
    endless.append({1: endless})

    with pytest.raises(SceneError, match="values nested more than 128 levels deep cannot be written"):
        dump_value(endless)


def test_as_many_levels_are_read_as_are_written() -> None:
    deepest: Any = 1
    kinds: list[Any] = [TypedArray("int"), [], ObjectValue("A"), TypedDictionary("int", "int"), {}]
    for level in range(128):
        outer = copy.deepcopy(kinds[level % 5])
        if isinstance(outer, list):
            outer.append(deepest)
        else:
            table = outer.properties if isinstance(outer, ObjectValue) else outer
            table["a"] = deepest
        deepest = outer

    assert exactly(load_value(dump_value(deepest))) == exactly(deepest)
    with pytest.raises(SceneError, match="128 levels"):
        dump_value([deepest])
    with pytest.raises(SceneError, match="128 levels"):
        load_value(f"[{'[' * 128}{']' * 128}]")


def test_only_texts_and_bytes_are_read() -> None:
    with pytest.raises(InvalidTypeError, match="a text must be bytes or a str, got 3"):
        load_value(3)  # type: ignore[arg-type]


def test_keys_that_nest_as_deep_as_they_may_do_not_recurse() -> None:
    text = "{[" * 64 + "]: 1}" * 64
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(len(inspect.stack()) + 40)
    try:
        table = load_value(text)
        written = dump_value(table)
    finally:
        sys.setrecursionlimit(limit)

    assert exactly(load_value(written)) == exactly(table)
