"""The text of uids, there and back."""

from typing import Any

import pytest

from engine.core.errors import InvalidTypeError
from engine.resources.loading.resource_uid import INVALID_ID, create_id, id_to_text, text_to_id


@pytest.mark.parametrize("id", [0, 1, 24, 25, 33, 34, 34**6, 2**63 - 1])
def test_a_uid_survives_its_text(id: int) -> None:
    assert text_to_id(id_to_text(id)) == id


def test_the_digits_are_a_to_y_and_0_to_8() -> None:
    assert "".join(id_to_text(id).removeprefix("uid://") for id in range(34)) == "abcdefghijklmnopqrstuvwxy012345678"


@pytest.mark.parametrize(
    "text",
    ["", "uid://", "uid://<invalid>", "dm3rdgs30kfci", "uid://a b", "uid://A", "uid://a/b", "uid://é", "UID://a"],
)
def test_what_is_no_uid_is_the_invalid_one(text: str) -> None:
    assert text_to_id(text) == INVALID_ID


def test_a_text_longer_than_any_uid_costs_nothing() -> None:
    assert text_to_id("uid://" + "b" * 10_000_000) == INVALID_ID


def test_digits_that_nobody_writes_are_read_as_godot_does() -> None:
    assert text_to_id("uid://z") == text_to_id("uid://0")
    assert text_to_id("uid://9") == 34


@pytest.mark.parametrize("id", ["a", 1.0, None, True])
def test_an_id_is_a_whole_number(id: Any) -> None:
    with pytest.raises(InvalidTypeError, match=r"^id_to_text\(id\): a uid is a whole number, got "):
        id_to_text(id)


def test_a_text_is_a_str() -> None:
    with pytest.raises(InvalidTypeError, match=r"^text_to_id\(text\): the text of a uid is a str, got 3$"):
        text_to_id(3)  # type: ignore[arg-type]


def test_a_new_uid_is_the_same_for_the_same_path() -> None:
    assert create_id("res://a.tres") == create_id("res://a.tres")
    assert create_id("res://a.tres") != create_id("res://b.tres")


def test_new_uids_of_many_files_differ() -> None:
    ids = {create_id(f"res://level_{number}.tscn") for number in range(10_000)}

    assert len(ids) == 10_000
    assert all(0 <= id < 2**63 for id in ids)
    assert all(text_to_id(id_to_text(id)) == id for id in ids)


def test_a_new_uid_is_none_that_is_taken() -> None:
    first = create_id("res://a.tres")
    second = create_id("res://a.tres", lambda id: id == first)
    third = create_id("res://a.tres", lambda id: id in (first, second))

    assert len({first, second, third}) == 3
