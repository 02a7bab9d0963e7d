from enum import IntEnum, IntFlag
from typing import Any

import numpy as np
import pytest

from engine.core.errors import InvalidTypeError, InvalidValueError
from engine.core.object import Object
from engine.core.property_checks import (
    ALL_LAYERS,
    between,
    checked_between,
    checked_bool,
    checked_choice,
    checked_color,
    checked_flags,
    checked_int,
    checked_layers,
    checked_numbers,
    checked_or_none,
    checked_real,
    checked_str,
    one_of,
)
from engine.math import Color


class Door(Object):
    pass


class Arch(Object):
    pass


class Hinge(IntEnum):
    LEFT = 0
    RIGHT = 1


@pytest.mark.parametrize(
    ("value", "kept"),
    [(True, True), (False, False), (1, True), (0, False), (7, True), (np.bool_(True), True), (np.int64(1), True)],
)
def test_a_bool_may_be_numpys_or_an_int(value: Any, kept: bool) -> None:
    assert checked_bool(Door(), "open", value) is kept


@pytest.mark.parametrize("value", [None, "no", "", 0.0, [], np.array([True]), np.float64(1), object()])
def test_what_merely_has_a_truth_is_no_bool(value: Any) -> None:
    with pytest.raises(InvalidTypeError, match=r"^Door\.open must be True or False, got .*; write bool\(\.\.\.\)"):
        checked_bool(Door(), "open", value)


@pytest.mark.parametrize(("value", "kept"), [(3, 3), (-3, -3), (True, 1), (np.int64(3), 3), (np.uint8(255), 255)])
def test_a_whole_number_is_kept_as_a_plain_int(value: Any, kept: int) -> None:
    found = checked_int(Door(), "floor", value)

    assert found == kept
    assert type(found) is int


@pytest.mark.parametrize("value", [None, "3", 3.0, np.float64(3), [3]])
def test_what_is_no_whole_number_is_refused(value: Any) -> None:
    with pytest.raises(InvalidTypeError, match=r"^Door\.floor must be a whole number, got "):
        checked_int(Door(), "floor", value)


@pytest.mark.parametrize(("value", "kept"), [(1, 1), (1_000, 1_000), (np.int16(7), 7)])
def test_a_whole_number_between_two_others_is_kept(value: Any, kept: int) -> None:
    found = checked_between(Door(), "floor", value, 1, 1_000)

    assert found == kept
    assert type(found) is int


@pytest.mark.parametrize("value", [0, 1_001, -5])
def test_a_whole_number_beyond_the_two_is_refused(value: int) -> None:
    with pytest.raises(InvalidValueError, match=rf"^Door\.floor must be from 1 to 1,000, got {value}$"):
        checked_between(Door(), "floor", value, 1, 1_000)


def test_what_is_no_whole_number_is_between_none() -> None:
    with pytest.raises(InvalidTypeError, match=r"^Door\.floor must be a whole number, got 2\.0$"):
        checked_between(Door(), "floor", 2.0, 1, 1_000)


@pytest.mark.parametrize(
    ("value", "kept"),
    [
        (Color(1.0, 0.5, 0.0, 0.25), Color(1.0, 0.5, 0.0, 0.25)),
        ((1, 0, 0), Color(1.0, 0.0, 0.0, 1.0)),
        ("blue", Color(0.0, 0.0, 1.0, 1.0)),
        ("#00ff0000", Color(0.0, 1.0, 0.0, 0.0)),
    ],
)
def test_a_colour_may_have_any_form_that_color_takes(value: Any, kept: Color) -> None:
    found = checked_color(Door(), "paint", value)

    assert found == kept
    assert type(found) is Color


@pytest.mark.parametrize("value", [None, "blu", (1, 2), 3, ("a", "b", "c")])
def test_what_is_no_colour_is_refused(value: Any) -> None:
    with pytest.raises(InvalidTypeError, match=r"^Door\.paint must be a Color: "):
        checked_color(Door(), "paint", value)


@pytest.mark.parametrize("value", [(1, 0, float("nan")), Color(float("inf"), 0.0, 0.0, 1.0)])
def test_a_colour_must_be_finite(value: Any) -> None:
    with pytest.raises(InvalidValueError, match=r"^Door\.paint must be finite, got "):
        checked_color(Door(), "paint", value)


@pytest.mark.parametrize(("value", "kept"), [(3, 3.0), (0.5, 0.5), (True, 1.0), (np.float32(0.5), 0.5)])
def test_a_number_is_kept_as_a_plain_float(value: Any, kept: float) -> None:
    found = checked_real(Door(), "width", value)

    assert found == kept
    assert type(found) is float


@pytest.mark.parametrize("value", [None, "3", 1j, [3.0], 10**400, [10**5000]])
def test_what_is_no_number_is_refused_in_a_short_text(value: Any) -> None:
    with pytest.raises(InvalidTypeError, match=r"^Door\.width must be a number, got ") as caught:
        checked_real(Door(), "width", value)

    assert len(str(caught.value)) < 130


@pytest.mark.parametrize("value", [Hinge.RIGHT, 1])
def test_a_choice_is_kept_as_the_member_that_it_is_or_numbers(value: Any) -> None:
    assert checked_choice(Door(), "hinge", value, Hinge) is Hinge.RIGHT


@pytest.mark.parametrize("value", [None, -1, 2, "UP", [0], True, False, np.True_])
def test_what_is_no_choice_is_refused_with_all_that_are(value: Any) -> None:
    with pytest.raises(InvalidValueError) as caught:
        checked_choice(Door(), "hinge", value, Hinge)

    assert str(caught.value) == f"Door.hinge must be one of LEFT 0, RIGHT 1, got {value!r}"


def test_the_name_of_a_choice_as_a_text_is_refused_with_what_to_write() -> None:
    with pytest.raises(InvalidValueError, match=r"got 'left'; write Hinge\.LEFT$"):
        checked_choice(Door(), "hinge", "left", Hinge)


def test_one_number_where_two_or_three_are_needed_is_refused_with_how_to_write_them() -> None:
    with pytest.raises(InvalidTypeError, match=r"^Door\.size must be two finite numbers, got 2; write \(2, 2\)$"):
        checked_numbers(Door(), "size", 2, 2)
    with pytest.raises(InvalidTypeError, match=r"got 0\.5; write \(0\.5, 0\.5, 0\.5\)$"):
        checked_numbers(Door(), "size", 0.5, 3)


def test_a_text_is_a_str() -> None:
    assert checked_str(Door(), "label", "Exit") == "Exit"
    with pytest.raises(InvalidTypeError, match=r"^Door\.label must be a str, got b'Exit'$"):
        checked_str(Door(), "label", b"Exit")


class Bolts(IntFlag):
    TOP = 1
    BOTTOM = 4
    BOTH = 5


@pytest.mark.parametrize("value", [5, Bolts.BOTH, Bolts.TOP | Bolts.BOTTOM, np.int8(5)])
def test_flags_are_combined_by_their_numbers(value: Any) -> None:
    checked = checked_flags(Door(), "bolts", value, Bolts)

    assert checked is Bolts.BOTH
    assert checked_flags(Door(), "bolts", 0, Bolts) == Bolts(0)


def test_other_bits_are_refused_with_the_flags_that_there_are() -> None:
    for value in (2, 7, -1, 8):
        with pytest.raises(InvalidValueError, match=r"^Door\.bolts must be made of TOP 1, BOTTOM 4, got -?\d"):
            checked_flags(Door(), "bolts", value, Bolts)
    with pytest.raises(InvalidTypeError, match=r"^Door\.bolts must be a whole number, got 'TOP'"):
        checked_flags(Door(), "bolts", "TOP", Bolts)


@pytest.mark.parametrize("value", [True, False, np.True_])
def test_a_truth_is_no_flag(value: Any) -> None:
    with pytest.raises(InvalidTypeError, match=rf"^Door\.bolts must be made of TOP 1, BOTTOM 4, got {value!r}$"):
        checked_flags(Door(), "bolts", value, Bolts)


@pytest.mark.parametrize("value", [-1, np.int64(-1), np.int32(-1)])
def test_minus_one_is_all_layers(value: Any) -> None:
    assert checked_layers(Door(), "layers", value) == ALL_LAYERS


def test_an_object_of_a_class_or_none_is_kept() -> None:
    inner = Door()

    assert checked_or_none(Door(), "behind", inner, Door) is inner
    assert checked_or_none(Door(), "behind", None, Door) is None


@pytest.mark.parametrize(("kind", "text"), [(Door, "a Door"), (Arch, "an Arch")])
def test_an_object_of_another_class_is_refused_with_advice(kind: type[Object], text: str) -> None:
    with pytest.raises(InvalidTypeError) as caught:
        checked_or_none(Door(), "behind", 3, kind)
    assert str(caught.value) == f"Door.behind must be {text} or None, got 3"

    with pytest.raises(InvalidTypeError, match=r"got 3; make one$"):
        checked_or_none(Door(), "behind", 3, kind, "make one")


def test_checks_that_are_made_refuse_what_those_they_call_do() -> None:
    assert one_of(Hinge)(Door(), "hinge", 1) is Hinge.RIGHT
    assert between(1, 4)(Door(), "floor", 4) == 4
    with pytest.raises(InvalidValueError, match=r"^Door\.hinge must be one of LEFT 0, RIGHT 1, got 2"):
        one_of(Hinge)(Door(), "hinge", 2)
    with pytest.raises(InvalidValueError, match=r"^Door\.floor must be from 1 to 4, got 5"):
        between(1, 4)(Door(), "floor", 5)
