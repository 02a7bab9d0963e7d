"""What a loader keeps: held weakly, counted, replaced, remembered."""

from __future__ import annotations

import gc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.core.errors import InvalidTypeError, ResourceError
from engine.resources import ResourceLoader
from engine.resources.loading.load_request import CacheMode, LoadRequest

Write = Callable[..., Path]


@pytest.fixture
def loader(tmp_path: Path, notes: Any) -> ResourceLoader:
    return ResourceLoader(tmp_path)


def test_each_load_counts_and_each_release_takes_one_back(loader: ResourceLoader, write: Write) -> None:
    write("a.note", "a")
    first = loader.load("a.note")
    loader.load("res://a.note")
    counts = [loader.get_reference_count("a.note")]

    loader.release(first)
    counts.append(loader.get_reference_count("res://a.note"))

    assert counts == [2, 1]
    assert loader.get_cached_ref("a.note") is first


def test_the_last_release_takes_a_resource_out_though_somebody_holds_it(loader: ResourceLoader, write: Write) -> None:
    write("a.note", "a")
    first = loader.load("a.note")

    loader.release("a.note")

    assert not loader.has_cached("a.note")
    assert loader.load("a.note") is not first


def test_one_release_too_many_is_refused(loader: ResourceLoader, write: Write) -> None:
    write("a.note", "a")
    note = loader.load("a.note")
    loader.release("a.note")

    with pytest.raises(
        ResourceError, match=r"^release\('a\.note'\): it is not loaded; release\(\) takes back one load"
    ):
        loader.release("a.note")
    with pytest.raises(ResourceError, match=r"^release\('res://a\.note'\): it is not loaded"):
        loader.release(note)


def test_what_only_another_file_has_loaded_cannot_be_released_twice(loader: ResourceLoader, write: Write) -> None:
    write("a.note", "a")
    note = LoadRequest(loader, "").load("a.note")

    with pytest.raises(ResourceError, match=r"it was released as often as it was loaded; release\(\) takes back one"):
        loader.release(note)

    assert loader.get_cached_ref("a.note") is note


def test_what_nobody_holds_goes_whatever_its_count(loader: ResourceLoader, write: Write) -> None:
    write("a.note", "a")
    loader.load("a.note")
    gc.collect()

    assert not loader.has_cached("a.note")
    assert loader.get_reference_count("a.note") == 0


def test_looking_at_the_cache_counts_nothing(loader: ResourceLoader, write: Write) -> None:
    write("a.note", "a")
    note = loader.load("a.note")

    assert loader.get_cached_ref("a.note") is note
    assert loader.has_cached("a.note")
    assert loader.get_reference_count("a.note") == 1


@pytest.mark.parametrize("path", ["none.note", "../a.note", "uid://b", "uid://<invalid>", ""])
def test_of_a_path_without_a_file_nothing_is_cached(loader: ResourceLoader, path: str) -> None:
    assert not loader.has_cached(path)
    assert loader.get_cached_ref(path) is None
    assert loader.get_reference_count(path) == 0


def test_a_used_file_counts_once_for_each_that_uses_it(loader: ResourceLoader, write: Write) -> None:
    write("used.note", "used")
    write("a.note", "a", "used.note", "used.note")
    write("b.note", "b", "used.note")
    a = loader.load("a.note")
    counts = [loader.get_reference_count("used.note")]
    b = loader.load("b.note")
    counts.append(loader.get_reference_count("used.note"))

    used = loader.load("used.note")
    del a, b
    gc.collect()
    counts.append(loader.get_reference_count("used.note"))

    assert counts == [1, 2, 1]
    assert loader.get_cached_ref("used.note") is used


def test_releasing_a_file_does_not_take_out_what_others_use(loader: ResourceLoader, write: Write) -> None:
    write("used.note", "used")
    write("a.note", "a", "used.note")
    a: Any = loader.load("a.note")
    loader.load("used.note")

    loader.release("used.note")

    assert loader.get_cached_ref("used.note") is a.used[0]


def test_a_file_that_could_not_be_read_uses_nothing(loader: ResourceLoader, write: Write) -> None:
    write("used.note", "used")
    write("bad.note", "broken")
    write("a.note", "a", "used.note", "bad.note")
    used = loader.load("used.note")

    with pytest.raises(ResourceError, match="is broken"):
        loader.load("a.note")

    assert loader.get_reference_count("used.note") == 1
    assert loader.get_cached_ref("used.note") is used


def test_a_load_of_the_wrong_type_counts_nothing(loader: ResourceLoader, write: Write) -> None:
    write("a.note", "a")
    note = loader.load("a.note")

    with pytest.raises(TypeError):
        loader.load("a.note", type("Other", (type(note),), {}))

    assert loader.get_reference_count("a.note") == 1


# --- cache modes ---


def test_godots_modes_have_godots_numbers() -> None:
    assert [(mode.name, int(mode)) for mode in CacheMode] == [
        ("IGNORE", 0),
        ("REUSE", 1),
        ("REPLACE", 2),
        ("IGNORE_DEEP", 3),
        ("REPLACE_DEEP", 4),
    ]


@pytest.mark.parametrize(
    ("mode", "shared", "used_shared"),
    [
        (CacheMode.IGNORE, False, True),
        (CacheMode.REUSE, True, True),
        (CacheMode.IGNORE_DEEP, False, False),
    ],
)
def test_ignoring_reads_a_file_for_one_caller(
    loader: ResourceLoader, write: Write, mode: CacheMode, shared: bool, used_shared: bool
) -> None:
    write("used.note", "used")
    write("a.note", "a", "used.note")
    before: Any = loader.load("a.note")

    after: Any = loader.load("a.note", cache_mode=mode)

    assert (after is before) is shared
    assert (after.used[0] is before.used[0]) is used_shared
    assert loader.get_cached_ref("a.note") is before
    assert after.resource_path == "res://a.note"


@pytest.mark.parametrize(("mode", "used_text"), [(CacheMode.REPLACE, "used"), (CacheMode.REPLACE_DEEP, "new used")])
def test_replacing_reads_into_the_object_that_is_there(
    loader: ResourceLoader, write: Write, mode: CacheMode, used_text: str
) -> None:
    write("used.note", "used")
    write("a.note", "a", "used.note")
    note: Any = loader.load("a.note")
    used = note.used[0]
    changes: list[int] = []
    note.changed.connect(lambda: changes.append(note.revision))
    note.extra = "gone"
    write("used.note", "new used")
    write("a.note", "new", "used.note")

    again: Any = loader.load("a.note", cache_mode=mode)

    assert again is note
    assert (note.text, note.used[0].text) == ("new", used_text)
    assert note.used[0] is used
    assert changes == [1]
    assert not hasattr(note, "extra")
    assert note.resource_path == "res://a.note"
    assert loader.get_reference_count("a.note") == 2


def test_replacing_by_another_type_makes_a_new_object(
    loader: ResourceLoader, write: Write, notes: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    write("a.note", "a")
    note = loader.load("a.note")

    class OtherNote(type(note)):  # type: ignore[misc]
        pass

    monkeypatch.setitem(notes.read.__globals__, "Note", OtherNote)
    again = loader.load("a.note", cache_mode=CacheMode.REPLACE)

    assert type(again) is OtherNote
    del note
    assert loader.get_cached_ref("a.note") is again
    assert loader.get_reference_count("a.note") == 2


def test_a_file_that_replaces_another_uses_what_it_uses_itself(loader: ResourceLoader, write: Write) -> None:
    write("old.note", "old")
    write("new.note", "new")
    write("a.note", "a", "old.note")
    a: Any = loader.load("a.note")
    old = loader.load("old.note")
    write("a.note", "a", "new.note")

    loader.load("a.note", cache_mode=CacheMode.REPLACE)

    assert (loader.get_reference_count("old.note"), loader.get_reference_count("new.note")) == (1, 1)
    new = a.used[0]
    del a
    assert loader.get_reference_count("new.note") == 0
    assert (loader.get_cached_ref("old.note"), loader.get_cached_ref("new.note")) == (old, new)


def test_replacing_what_is_not_there_loads_it(loader: ResourceLoader, write: Write) -> None:
    write("a.note", "a")

    note = loader.load("a.note", cache_mode=CacheMode.REPLACE)

    assert loader.load("a.note") is note


def test_without_scripts_a_text_resource_is_another_object(loader: ResourceLoader, write: Write) -> None:
    write("a.tres", "a")
    write("a.note", "a")

    with_scripts, without = loader.load("a.tres"), loader.load("a.tres", scripts=False)

    assert with_scripts is not without
    assert loader.load("a.tres", scripts=False) is without
    assert loader.load("a.note", scripts=False) is loader.load("a.note")
    loader.release(without)
    loader.release(without)
    assert loader.get_cached_ref("a.tres") is with_scripts


def test_a_path_names_what_was_loaded_without_scripts_where_nothing_else_is(
    loader: ResourceLoader, write: Write
) -> None:
    write("a.tres", "a")
    without = loader.load("a.tres", scripts=False)

    assert loader.get_cached_ref("a.tres") is without
    loader.release("a.tres")
    assert not loader.has_cached("a.tres")


def test_what_is_used_is_loaded_without_scripts_as_well(loader: ResourceLoader, write: Write) -> None:
    write("used.tres", "used")
    write("a.tres", "a", "used.tres")

    note: Any = loader.load("a.tres", scripts=False)

    assert not note.used[0].request.scripts
    assert note.used[0] is not loader.load("used.tres")


# --- what was saved ---


def test_what_was_saved_is_what_its_path_holds(loader: ResourceLoader, write: Write) -> None:
    write("a.note", "a")
    before = loader.load("a.note")
    saved = type(before)("saved", [], None)  # type: ignore[arg-type]

    loader.remember("a.note", saved)

    assert saved.resource_path == "res://a.note"
    assert loader.load("a.note") is saved
    loader.release("a.note")
    loader.release("a.note")
    assert not loader.has_cached("a.note")


def test_what_was_saved_elsewhere_is_no_longer_found_where_it_was(loader: ResourceLoader, write: Write) -> None:
    write("a.note", "a")
    note = loader.load("a.note")
    write("b.note", "a")

    loader.remember("res://b.note", note)

    assert note.resource_path == "res://b.note"
    assert loader.load("b.note") is note
    assert loader.load("a.note") is not note
    assert loader.get_reference_count("b.note") == 2


def test_saving_again_keeps_the_count(loader: ResourceLoader, write: Write) -> None:
    write("a.note", "a")
    note = loader.load("a.note")

    loader.remember("a.note", note)

    assert loader.get_reference_count("a.note") == 1


def test_a_path_out_of_the_project_is_not_remembered(loader: ResourceLoader, write: Write) -> None:
    write("a.note", "a")
    note = loader.load("a.note")

    with pytest.raises(ResourceError, match="leaves the project's folder"):
        loader.remember("../a.note", note)

    assert note.resource_path == "res://a.note"


def test_what_is_remembered_is_a_resource(loader: ResourceLoader) -> None:
    with pytest.raises(InvalidTypeError, match=r"^remember\('a\.note', resource\): a Resource is needed, got 3$"):
        loader.remember("a.note", 3)  # type: ignore[arg-type]


@pytest.mark.parametrize("call", ["release", "has_cached", "get_cached_ref", "get_reference_count", "exists", "uid_of"])
def test_a_path_is_a_text_everywhere(loader: ResourceLoader, call: str) -> None:
    with pytest.raises(InvalidTypeError, match="a resource path is a str such as"):
        getattr(loader, call)(3)


def test_each_folder_has_a_cache_of_its_own(tmp_path: Path, write: Write, notes: Any) -> None:
    write("one/a.note", "one")
    write("two/a.note", "two")
    loader = ResourceLoader(tmp_path / "one")
    one: Any = loader.load("a.note")

    loader.root = tmp_path / "two"
    two: Any = loader.load("a.note")
    loader.root = tmp_path / "one"

    assert (one.text, two.text) == ("one", "two")
    assert loader.load("a.note") is one
