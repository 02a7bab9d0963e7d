from typing import Any

import pytest

from engine.core.errors import InvalidTypeError, InvalidValueError
from engine.core.object import Object


class Thing(Object):
    pass


def test_a_value_is_kept_until_it_is_removed() -> None:
    thing = Thing()

    thing.set_meta("colour", (0, 1, 0))
    assert thing.get_meta("colour") == (0, 1, 0)
    assert thing.has_meta("colour")
    assert thing.get_meta_list() == ["colour"]

    thing.remove_meta("colour")
    thing.remove_meta("never set")
    assert thing.get_meta("colour") is None
    assert thing.get_meta("colour", 5) == 5
    assert not thing.has_meta("colour")
    assert thing.get_meta_list() == []


def test_none_removes() -> None:
    thing = Thing()
    thing.set_meta("a", 1)

    thing.set_meta("a", None)

    assert thing.get_meta_list() == []


def test_merging_takes_the_other_ones_values() -> None:
    one, other = Thing(), Thing()
    one.meta.update(conflicting="text", kept=123)
    other.meta.update(conflicting=(0, 1, 0), new="other")

    one.merge_meta_from(other)

    assert one.meta == {"conflicting": (0, 1, 0), "kept": 123, "new": "other"}


def test_an_object_without_metadata_carries_nothing_for_it() -> None:
    thing = Thing()

    thing.merge_meta_from(Thing())

    assert not thing.has_meta("a")
    assert vars(thing) == {}


@pytest.mark.parametrize("name", ["", "two words", "3d", None])
def test_a_name_must_be_an_identifier(name: Any) -> None:
    with pytest.raises(InvalidValueError) as caught:
        Thing().set_meta(name, 1)

    assert str(caught.value) == (
        f"Thing: a name of metadata must be an identifier (letters, digits and _, no digit first), got {name!r}"
    )


@pytest.mark.parametrize("other", [None, {"a": 1}, "a"])
def test_metadata_is_taken_from_objects_only(other: Any) -> None:
    with pytest.raises(InvalidTypeError, match=r"^Thing.merge_meta_from\(other\): an Object is needed, got "):
        Thing().merge_meta_from(other)
