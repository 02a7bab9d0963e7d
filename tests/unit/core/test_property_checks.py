from enum import IntEnum
from typing import Any

import numpy as np
import pytest

from engine.core.errors import InvalidTypeError, InvalidValueError
from engine.core.object import Object
from engine.core.property_checks import checked_bool, checked_choice, checked_int, checked_real, checked_str


class Door(Object):
    pass


class Hinge(IntEnum):
    LEFT = 0
    RIGHT = 1


@pytest.mark.parametrize(
    ("value", "kept"), [(True, True), (False, False), (1, True), (0, False), (7, True), (np.bool_(True), True)]
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


@pytest.mark.parametrize(("value", "kept"), [(3, 3.0), (0.5, 0.5), (True, 1.0), (np.float32(0.5), 0.5)])
def test_a_number_is_kept_as_a_plain_float(value: Any, kept: float) -> None:
    found = checked_real(Door(), "width", value)

    assert found == kept
    assert type(found) is float


@pytest.mark.parametrize("value", [None, "3", 1j, [3.0], 10**400])
def test_what_is_no_number_is_refused_in_a_short_text(value: Any) -> None:
    with pytest.raises(InvalidTypeError, match=r"^Door\.width must be a number, got ") as caught:
        checked_real(Door(), "width", value)

    assert len(str(caught.value)) < 130


@pytest.mark.parametrize("value", [Hinge.RIGHT, 1, True])
def test_a_choice_is_kept_as_the_member_that_it_is_or_numbers(value: Any) -> None:
    assert checked_choice(Door(), "hinge", value, Hinge) is Hinge.RIGHT


@pytest.mark.parametrize("value", [None, -1, 2, "LEFT", [0]])
def test_what_is_no_choice_is_refused_with_all_that_are(value: Any) -> None:
    with pytest.raises(InvalidValueError) as caught:
        checked_choice(Door(), "hinge", value, Hinge)

    assert str(caught.value) == f"Door.hinge must be one of LEFT 0, RIGHT 1, got {value!r}"


def test_a_text_is_a_str() -> None:
    assert checked_str(Door(), "label", "Exit") == "Exit"
    with pytest.raises(InvalidTypeError, match=r"^Door\.label must be a str, got b'Exit'$"):
        checked_str(Door(), "label", b"Exit")
