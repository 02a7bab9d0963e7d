"""Godot's records of values as text."""

from __future__ import annotations

from math import inf
from sys import float_info

import pytest

from engine.math import Color, Vector2
from engine.tree.node_path import NodePath
from scenes.text import dump_value, load_value
from scenes.text.values import PackedStringArray, StringName, TypedArray

record = pytest.mark.record


@record("VariantText-001")
def test_the_largest_int_is_written() -> None:
    assert dump_value(2**63 - 1) == "9223372036854775807"


@record("VariantText-002")
def test_the_largest_int_is_read() -> None:
    assert load_value("9223372036854775807") == 9223372036854775807


@record("VariantText-003")
def test_a_larger_int_is_clamped() -> None:
    assert load_value("9223372036854775808") == 9223372036854775807


@record("VariantText-004")
def test_a_float_beyond_all_ints_is_clamped_where_an_int_is_needed() -> None:
    assert load_value("PackedInt64Array(1e100)") == (9223372036854775807,)


@record("VariantText-005")
def test_the_largest_float_is_written() -> None:
    assert dump_value(float_info.max) == "1.7976931348623157e+308"


@record("VariantText-006")
def test_a_float_with_an_exponent_is_read() -> None:
    assert load_value("1.0e+100") == 1e100


@record("VariantText-034")
def test_a_whole_float_has_a_point() -> None:
    assert dump_value(1.0) == "1.0"


@record("VariantText-035")
def test_a_fraction_is_written() -> None:
    assert dump_value(0.5) == "0.5"


@record("VariantText-036")
def test_whole_components_have_no_point() -> None:
    assert dump_value(Vector2(1, 0.5)) == "Vector2(1, 0.5)"


@record("VariantText-037")
def test_a_colour_has_four_components() -> None:
    assert dump_value(Color(1, 0, 0, 1)) == "Color(1, 0, 0, 1)"


@record("VariantText-038")
def test_minus_infinity_has_a_name_of_its_own_in_format_3() -> None:
    assert dump_value(-inf, format=3) == "inf_neg"


@record("VariantText-039")
def test_an_empty_array_is_written() -> None:
    assert dump_value([]) == "[]"


@record("VariantText-040")
def test_an_array_is_written() -> None:
    assert dump_value([1, 2]) == "[1, 2]"


@record("VariantText-041")
def test_a_dictionary_has_a_line_for_each_pair() -> None:
    assert dump_value({"a": 1}) == '{\n"a": 1\n}'


@record("VariantText-042")
def test_an_empty_dictionary_is_written() -> None:
    assert dump_value({}) == "{}"


@record("VariantText-043")
def test_a_string_name_is_written() -> None:
    assert dump_value(StringName("x")) == '&"x"'


@record("VariantText-044")
def test_a_node_path_is_written() -> None:
    assert dump_value(NodePath("a")) == 'NodePath("a")'


@record("VariantText-045")
def test_a_typed_array_is_written() -> None:
    assert dump_value(TypedArray("int", [1])) == "Array[int]([1])"


@record("VariantText-046")
def test_a_packed_string_array_is_written() -> None:
    assert dump_value(PackedStringArray(("a", "b"))) == 'PackedStringArray("a", "b")'


@record("VariantText-047")
def test_a_string_escapes_quotes_and_backslashes_and_keeps_line_breaks() -> None:
    assert dump_value('a"b\\c\nd') == '"a\\"b\\\\c\nd"'


@record("VariantText-048")
def test_null_is_written() -> None:
    assert dump_value(None) == "null"


@record("VariantText-049")
def test_truth_values_are_written() -> None:
    assert (dump_value(True), dump_value(False)) == ("true", "false")
