"""Files found by their uid, wherever they have moved to."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.core.errors import InvalidTypeError, ResourceError, ResourceNotFoundError
from engine.resources import ResourceLoader
from engine.resources.loading import project_uids
from engine.resources.loading.load_request import LoadRequest
from engine.resources.loading.project_uids import ProjectUids
from engine.resources.loading.resource_uid import text_to_id

Write = Callable[..., Path]


@pytest.fixture
def loader(tmp_path: Path, notes: Any) -> ResourceLoader:
    return ResourceLoader(tmp_path)


@pytest.fixture
def walks(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Each walk over a project's folder."""
    walks: list[str] = []
    scan = ProjectUids.scan

    def counted(self: ProjectUids) -> None:
        walks.append(str(self.root))
        scan(self)

    monkeypatch.setattr(ProjectUids, "scan", counted)
    return walks


def tres(uid: str) -> str:
    return f'[gd_resource type="Resource" format=3 uid="{uid}"]'


@pytest.mark.parametrize(
    ("file", "lines", "uid"),
    [
        ("a.tres", ['[gd_resource type="Resource" script_class="A" format=3 uid="uid://abc"]'], "uid://abc"),
        ("a.tscn", ['[gd_scene load_steps=2 format=3 uid="uid://abc"]', "", '[node name="A"]'], "uid://abc"),
        ("a.TSCN", ['[gd_scene format=3 uid="uid://abc"]'], "uid://abc"),
        ("a.escn", ["; a comment [", "", '[ gd_scene uid = "uid://abc" format=3 ]'], "uid://abc"),
        ("a.tscn", ['\ufeff[gd_scene uid="uid://abc"]'], "uid://abc"),
        ("a.tscn", ["[gd_scene format=3]", "", '[ext_resource uid="uid://b" path="res://b.png" id="1"]'], ""),
        ("a.tscn", ['[gd_scene format=3 note="uid=\\"uid://b\\"" my_uid="uid://b"]'], ""),
        ("a.tscn", ['[gd_scene format=3 uid="uid://<invalid>"]'], ""),
        ("a.tscn", ['[gd_scene format=3 uid="uid://my_level"]'], ""),
        ("a.tscn", ['[gd_scene format=3 uid="uid://abc"'], ""),
        ("a.tscn", ['[node uid="uid://abc"]'], ""),
        ("a.tscn", [""], ""),
        ("a.gd.uid", ["uid://abc"], ""),
        ("a.png.import", ["[remap]", "", 'importer="texture"', 'uid="uid://abc"'], ""),
    ],
)
def test_text_files_have_their_uid_in_the_first_line(
    loader: ResourceLoader, write: Write, file: str, lines: list[str], uid: str
) -> None:
    write(file, *lines)

    assert loader.uid_of(file) == uid


@pytest.mark.parametrize(
    ("side", "lines", "uid"),
    [
        (".uid", ["uid://abc"], "uid://abc"),
        (".uid", ["  uid://abc  "], "uid://abc"),
        (".uid", ["abc"], ""),
        (".import", ["[remap]", "", 'importer="texture"', 'type="T"', 'uid="uid://abc"', "path=1"], "uid://abc"),
        (".import", ["[remap]", "", 'importer="keep"'], ""),
        (".import", ["[remap]", "", 'importer="keep"', "", "[params]", "", 'uid="uid://abc"'], ""),
        (".import", ["[remap]\r", "\r", 'uid="uid://abc"\r'], "uid://abc"),
    ],
)
def test_other_files_have_it_beside_them(
    loader: ResourceLoader, write: Write, side: str, lines: list[str], uid: str
) -> None:
    write("art/a.note", "a")
    write(f"art/a.note{side}", *lines)

    assert loader.uid_of("art/a.note") == uid
    if uid:
        assert loader.path_of_uid(uid) == "res://art/a.note"
        assert loader.load(uid) is loader.load("art/a.note")
        assert loader.exists(uid)


def test_a_file_that_is_not_there_has_no_uid(loader: ResourceLoader) -> None:
    assert loader.uid_of("none.tres") == ""


def test_a_side_file_without_its_file_leads_nowhere(loader: ResourceLoader, write: Write) -> None:
    write("a.note.uid", "uid://abc")

    assert not loader.exists("uid://abc")
    assert loader.path_of_uid("uid://abc") is None


def test_a_godot_script_keeps_its_uid_when_its_python_has_replaced_it(loader: ResourceLoader, write: Write) -> None:
    write("player.gd.uid", "uid://abc")
    write("player.py", "")

    assert loader.path_of_uid("uid://abc") == "res://player.gd"


@pytest.mark.parametrize("uid", ["uid://abc", "uid://<invalid>", "uid://"])
def test_a_uid_that_no_file_has_is_said(loader: ResourceLoader, tmp_path: Path, uid: str) -> None:
    what = f"no file in {tmp_path} has this uid" if uid == "uid://abc" else "is no uid"

    with pytest.raises(ResourceNotFoundError) as error:
        loader.load(uid)

    assert str(error.value) == f"{uid} - {what}"
    assert loader.path_of_uid(uid) is None


def test_a_uid_is_a_text(loader: ResourceLoader) -> None:
    with pytest.raises(InvalidTypeError, match="the text of a uid is a str, got 3"):
        loader.path_of_uid(3)  # type: ignore[arg-type]


def test_a_file_with_the_uid_at_its_path_is_taken_without_a_walk(
    loader: ResourceLoader, write: Write, walks: list[str]
) -> None:
    write("a.tres", tres("uid://abc"))
    write("b.note", "b", "a.tres uid://abc")

    note: Any = loader.load("b.note")

    assert note.used[0].resource_path == "res://a.tres"
    assert walks == []


def test_a_moved_file_is_found_by_its_uid(loader: ResourceLoader, write: Write, walks: list[str]) -> None:
    write("deep/moved.tres", tres("uid://abc"))
    write("a.note", "a", "old.tres uid://abc")

    note: Any = loader.load("a.note")

    assert note.used[0].resource_path == "res://deep/moved.tres"
    assert len(walks) == 1


def test_the_uid_wins_over_another_file_at_the_path(loader: ResourceLoader, write: Write) -> None:
    write("a.tres", tres("uid://other"))
    write("moved.tres", tres("uid://abc"))
    write("b.note", "b", "a.tres uid://abc")

    note: Any = loader.load("b.note")

    assert note.used[0].resource_path == "res://moved.tres"


def test_without_a_file_of_that_uid_the_path_counts(loader: ResourceLoader, write: Write, walks: list[str]) -> None:
    write("a.tres", tres("uid://other"))
    write("b.note", "b", "a.tres uid://abc", "a.tres uid://abd", "a.tres uid://not_one")

    note: Any = loader.load("b.note")

    assert {used.resource_path for used in note.used} == {"res://a.tres"}
    assert len(walks) == 1


def test_a_uid_alone_is_enough_to_name_a_used_file(loader: ResourceLoader, write: Write) -> None:
    write("a.tres", tres("uid://abc"))
    request = LoadRequest(loader, "res://b.note")

    assert request.load("uid://abc") is loader.load("a.tres")
    assert request.load("", "uid://abc") is loader.load("a.tres")
    assert request.resolve("none.tres", "uid://abc") == "res://a.tres"
    with pytest.raises(ResourceNotFoundError, match="uid://abd - no file in"):
        request.resolve("", "uid://abd")
    with pytest.raises(ResourceError, match="names no file"):
        request.resolve("")


def test_a_file_that_moves_while_the_game_runs_is_found_again(
    loader: ResourceLoader, write: Write, walks: list[str], tmp_path: Path
) -> None:
    write("a.tres", tres("uid://abc"))
    assert loader.path_of_uid("uid://abc") == "res://a.tres"
    os.replace(tmp_path / "a.tres", tmp_path / "b.tres")

    found = [loader.path_of_uid("uid://abc") for _ in range(3)]

    assert found == ["res://b.tres"] * 3
    assert len(walks) == 2


def test_a_file_that_goes_costs_one_walk(
    loader: ResourceLoader, write: Write, walks: list[str], tmp_path: Path
) -> None:
    write("a.tres", tres("uid://abc"))
    loader.scan()
    os.remove(tmp_path / "a.tres")

    assert [loader.path_of_uid("uid://abc") for _ in range(3)] == [None] * 3
    assert len(walks) == 2


def test_files_from_elsewhere_are_found_after_a_scan(loader: ResourceLoader, write: Write) -> None:
    assert loader.path_of_uid("uid://abc") is None
    write("a.tres", tres("uid://abc"))
    before = loader.path_of_uid("uid://abc")

    loader.scan()

    assert (before, loader.path_of_uid("uid://abc")) == (None, "res://a.tres")


def test_what_was_saved_is_found_by_its_uid_at_once(loader: ResourceLoader, write: Write, walks: list[str]) -> None:
    assert loader.path_of_uid("uid://abc") is None
    write("other.note", "other")
    other = loader.load("other.note")
    write("a.tres", tres("uid://abc"))

    loader.remember("a.tres", other, "uid://abc")

    assert loader.load("uid://abc") is other
    assert len(walks) == 1


def test_of_two_files_with_one_uid_each_is_found_by_its_path(loader: ResourceLoader, write: Write) -> None:
    write("b/copy.tres", tres("uid://abc"))
    write("a/first.tres", tres("uid://abc"))
    request = LoadRequest(loader, "res://x.note")

    assert loader.path_of_uid("uid://abc") == "res://a/first.tres"
    assert request.load("b/copy.tres", "uid://abc").resource_path == "res://b/copy.tres"
    assert request.load("moved.tres", "uid://abc").resource_path == "res://a/first.tres"


def test_a_file_that_a_link_leads_to_is_not_walked(
    loader: ResourceLoader, write: Write, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    outside = tmp_path_factory.mktemp("outside")
    (outside / "secret.tres").write_text(tres("uid://abc"))
    (tmp_path / "folder").symlink_to(outside)
    (tmp_path / "file.tres").symlink_to(outside / "secret.tres")
    (tmp_path / "loop").symlink_to(tmp_path)

    assert loader.path_of_uid("uid://abc") is None


def test_no_uid_is_read_through_a_link_out_of_the_project(
    loader: ResourceLoader, write: Write, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    outside = tmp_path_factory.mktemp("outside")
    (outside / "secret.tres").write_text(tres("uid://abc"))
    (outside / "secret.uid").write_text("uid://abc")
    (tmp_path / "a.tres").symlink_to(outside / "secret.tres")
    write("b.note", "b")
    (tmp_path / "b.note.uid").symlink_to(outside / "secret.uid")

    assert loader.uid_of("a.tres") == loader.uid_of("b.note") == ""


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_is_not_waited_for(loader: ResourceLoader, write: Write, tmp_path: Path) -> None:
    write("b.note", "b")
    for name in ("a.tres", "b.note.uid"):
        os.mkfifo(tmp_path / name)

    assert loader.path_of_uid("uid://abc") is None
    assert loader.uid_of("b.note") == loader.uid_of("a.tres") == ""


@pytest.mark.parametrize(
    "files",
    [
        [".godot/a.tres"],
        [".git/deep/a.tres"],
        ["ignored/.gdignore", "ignored/deep/a.tres"],
        ["example/project.godot", "example/a.tres"],
        ["venv/pyvenv.cfg", "venv/lib/a.tres"],
    ],
)
def test_folders_that_are_not_of_the_project_are_not_walked(
    loader: ResourceLoader, write: Write, files: list[str]
) -> None:
    for file in files:
        write(file, tres("uid://abc"))

    assert loader.path_of_uid("uid://abc") is None


def test_the_projects_own_folder_is_walked_whatever_is_in_it(loader: ResourceLoader, write: Write) -> None:
    write("project.godot", "config_version=5")
    write("a.tres", tres("uid://abc"))

    assert loader.path_of_uid("uid://abc") == "res://a.tres"


def test_a_walk_is_bounded(
    loader: ResourceLoader, write: Write, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(project_uids, "MAX_ENTRIES", 4)
    monkeypatch.setattr(project_uids, "MAX_DEPTH", 1)
    write("a/b/deep.tres", tres("uid://abc"))
    write("a/near.tres", tres("uid://abd"))
    write("b/1.tres", tres("uid://abe"))
    write("b/2.tres", tres("uid://abf"))

    found = [loader.path_of_uid(uid) for uid in ("uid://abc", "uid://abd", "uid://abe")]

    assert found == [None, "res://a/near.tres", None]
    assert "has more than 4 files; uids are looked for in the first ones only" in caplog.text


@pytest.mark.parametrize(
    "data", [b"\0" * 10_000, b"[gd_scene " * 5_000, b'[gd_scene uid="' + b"a" * 9_000, b";" * 9_000]
)
def test_a_file_full_of_rubbish_has_no_uid(loader: ResourceLoader, tmp_path: Path, data: bytes) -> None:
    (tmp_path / "a.tscn").write_bytes(data)
    (tmp_path / "b.note.uid").write_bytes(data)
    (tmp_path / "b.note.import").write_bytes(data)

    assert loader.uid_of("a.tscn") == loader.uid_of("b.note") == ""
    assert loader.get_dependencies("a.tscn") == []


@pytest.mark.parametrize("data", [b"a" * 4_000_000, b'a="b" ' * 600_000, b"a= " * 1_000_000, b'\\"' * 2_000_000])
def test_a_long_header_costs_one_walk_over_it(loader: ResourceLoader, tmp_path: Path, data: bytes) -> None:
    (tmp_path / "a.tscn").write_bytes(b"[gd_scene]\n[ext_resource " + data + b"]")

    assert len(loader.get_dependencies("a.tscn")) <= 1


def test_whatever_a_file_begins_with_is_no_error(loader: ResourceLoader, tmp_path: Path) -> None:
    random = Random(3)
    pieces = (b"", b'"', b"[", b"]", b"\\", b"\xff", b"\0", b";", b"=")
    whole = (
        b'[gd_scene format=3 uid="uid://abc"]\n\n[ext_resource type="T" uid="uid://b" path="res://a.png" id="1"]\n'
        b'[ext_resource type="T" path="b.png" id="2"]\n\n[node name="A"]\n'
    )
    for _ in range(1_000):
        data = bytearray(whole)
        for _ in range(random.randint(1, 6)):
            at = random.randrange(len(data))
            data[at : at + random.randint(0, 9)] = random.choice(pieces)
        for name in ("a.tscn", "b.note.import", "b.note"):
            (tmp_path / name).write_bytes(data)

        assert isinstance(loader.uid_of("a.tscn"), str)
        assert isinstance(loader.uid_of("b.note"), str)
        assert len(loader.get_dependencies("a.tscn")) <= 2


def test_the_uids_of_another_folder_are_its_own(loader: ResourceLoader, write: Write, tmp_path: Path) -> None:
    write("one/a.tres", tres("uid://abc"))
    write("two/b.tres", tres("uid://abc"))

    loader.root = tmp_path / "one"
    one = loader.path_of_uid("uid://abc")
    loader.root = tmp_path / "two"

    assert (one, loader.path_of_uid("uid://abc")) == ("res://a.tres", "res://b.tres")
    assert text_to_id("uid://abc") >= 0
