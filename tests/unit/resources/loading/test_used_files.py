"""What a file uses: found beside it or by uid, each read once, and never in a circle."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.core.errors import ResourceCycleError, ResourceError, ResourceFormatError, ResourceNotFoundError
from engine.resources import ResourceLoader
from engine.resources.loading.load_request import CacheMode, LoadRequest

Write = Callable[..., Path]


@pytest.fixture
def loader(tmp_path: Path, notes: Any) -> ResourceLoader:
    return ResourceLoader(tmp_path)


def test_a_relative_path_is_meant_from_the_files_own_folder(loader: ResourceLoader, write: Write) -> None:
    write("deep/down/a.note", "a", "b.note", "res://b.note", "further/b.note")
    write("deep/down/b.note", "beside")
    write("deep/down/further/b.note", "further")
    write("b.note", "top")

    note: Any = loader.load("deep/down/a.note")

    assert [used.text for used in note.used] == ["beside", "top", "further"]
    assert note.used[0].resource_path == "res://deep/down/b.note"


@pytest.mark.parametrize("path", ["../b.note", "/etc/b.note", "res://../b.note", "C:/b.note", "a\\b.note"])
def test_a_file_cannot_use_one_outside_of_the_project(loader: ResourceLoader, write: Write, path: str) -> None:
    write("deep/a.note", "a", path)
    write("b.note", "b")

    with pytest.raises(ResourceError, match="leaves the project's folder"):
        loader.load("deep/a.note")


def test_a_file_that_two_use_is_read_once(loader: ResourceLoader, write: Write, notes: Any) -> None:
    write("used.note", "used")
    write("a.note", "a", "used.note")
    write("b.note", "b", "res://used.note")
    write("both.note", "both", "a.note", "b.note")

    both: Any = loader.load("both.note")

    assert both.used[0].used[0] is both.used[1].used[0]
    assert notes.read_paths.count("res://used.note") == 1


def test_files_that_use_one_another_are_refused_with_their_names(loader: ResourceLoader, write: Write) -> None:
    write("start.note", "start", "a.note")
    write("a.note", "a", "b.note")
    write("b.note", "b", "c.note")
    write("c.note", "c", "a.note")

    with pytest.raises(ResourceCycleError) as error:
        loader.load("start.note")

    assert str(error.value) == (
        "res://a.note: needs itself: res://a.note -> res://b.note -> res://c.note -> res://a.note; "
        "let one of them be loaded when it is used"
    )


@pytest.mark.parametrize("mode", CacheMode)
def test_a_file_that_uses_itself_is_refused_in_every_mode(
    loader: ResourceLoader, write: Write, mode: CacheMode
) -> None:
    write("a.note", "a", "a.note")

    with pytest.raises(ResourceCycleError, match=r"needs itself: res://a\.note -> res://a\.note; let one"):
        loader.load("a.note", cache_mode=mode)

    write("a.note", "a")
    assert loader.load("a.note").resource_path == "res://a.note"


def test_a_file_used_after_it_was_read_may_be_used_by_what_it_uses(loader: ResourceLoader, write: Write) -> None:
    """As a scene that is instantiated loads a resource that has a property with that scene."""
    write("scene.note", "scene")
    write("stats.note", "stats", "scene.note")
    scene: Any = loader.load("scene.note")

    stats: Any = scene.request.load("stats.note")

    assert stats.used[0] is scene


def test_a_long_row_of_files_is_an_error_of_ours(loader: ResourceLoader, write: Write) -> None:
    for number in range(200):
        write(f"{number}.note", "text", f"{number + 1}.note")
    write("200.note", "text")

    with pytest.raises(ResourceFormatError, match=r"res://64\.note - more than 64 files wait for one another, from "):
        loader.load("0.note")

    assert loader.load("150.note").resource_path == "res://150.note"


def test_a_reader_that_recurses_too_deep_is_an_error_of_ours(loader: ResourceLoader, write: Write, notes: Any) -> None:
    def recurse(request: LoadRequest) -> None:
        recurse(request)

    notes.on_read = recurse
    write("a.note", "a")

    with pytest.raises(ResourceFormatError, match=r"^a\.note - the files that it uses are nested too deep$"):
        loader.load("a.note")


def test_a_request_made_later_counts_for_the_file_that_it_names(loader: ResourceLoader, write: Write) -> None:
    """As a scene makes one when it is instantiated."""
    write("scene.note", "scene")
    write("used.note", "used")
    scene = loader.load("scene.note")
    request = LoadRequest(loader, "res://scene.note")

    used = [request.load("used.note") for _ in range(3)]

    assert loader.get_reference_count("used.note") == 1
    del scene
    assert loader.get_reference_count("used.note") == 0
    assert loader.get_cached_ref("used.note") is used[0]


def test_a_request_without_a_file_counts_nothing(loader: ResourceLoader, write: Write) -> None:
    write("used.note", "used")

    used = LoadRequest(loader, "").load("used.note")

    assert loader.get_reference_count("used.note") == 0
    assert loader.get_cached_ref("used.note") is used


def test_the_declared_type_is_named_where_no_loader_reads_the_suffix(loader: ResourceLoader, write: Write) -> None:
    write("ship.obj", "v 0 0 0")

    with pytest.raises(ResourceFormatError, match=r"^ship\.obj - no loader reads .*; it is used as a Mesh$"):
        LoadRequest(loader, "res://a.note").load("ship.obj", type_hint="Mesh")


def test_a_missing_file_is_named(loader: ResourceLoader, write: Write) -> None:
    write("a.note", "a", "none.note")

    with pytest.raises(ResourceNotFoundError, match=r"none\.note - there is no such file$"):
        loader.load("a.note")


# --- what is there ---


@pytest.mark.parametrize(
    ("path", "there"),
    [
        ("a.note", True),
        ("res://a.note", True),
        ("none.note", False),
        ("a.unknown", False),
        ("folder.note", False),
        ("../a.note", False),
        ("", False),
        ("uid://b", False),
        ("a" * 300 + ".note", False),
    ],
)
def test_whether_a_file_can_be_loaded(loader: ResourceLoader, write: Write, path: str, there: bool) -> None:
    write("a.note", "broken")
    write("a.unknown", "a")
    write("folder.note/a.txt", "a")

    assert loader.exists(path) is there


def test_the_files_that_a_text_file_uses_are_listed_without_reading_them(
    loader: ResourceLoader, write: Write, notes: Any
) -> None:
    write(
        "levels/a.tscn",
        "; made by hand",
        '[gd_scene load_steps=5 format=3 uid="uid://bbb"]',
        "",
        '[ext_resource type="Texture2D" uid="uid://b" path="res://art/ship.png" id="1_a"]',
        '[ext_resource path="door.tscn" type="PackedScene" id="2_]"]',
        '[ext_resource type="Script" path="res://say \\"hi\\".gd" id=3]',
        '[ext_resource type="Texture2D" uid="uid://nobody" id="4"]',
        '[ext_resource type="Texture2D" path="../out.png" id="5"]',
        "",
        '[sub_resource type="GDScript" id="1"]',
        'script/source = "',
        '[ext_resource type=\\"Texture2D\\" path=\\"res://no.png\\" id=\\"9\\"]"',
    )

    assert loader.get_dependencies("levels/a.tscn") == [
        "res://art/ship.png",
        "res://levels/door.tscn",
        'res://say "hi".gd',
        "uid://nobody",
        "../out.png",
    ]
    assert notes.read_paths == []


def test_a_file_of_another_kind_uses_nothing(loader: ResourceLoader, write: Write) -> None:
    write("a.note", '[ext_resource type="T" path="res://a.png" id="1"]')

    assert loader.get_dependencies("a.note") == []
    with pytest.raises(ResourceNotFoundError):
        loader.get_dependencies("none.tscn")
