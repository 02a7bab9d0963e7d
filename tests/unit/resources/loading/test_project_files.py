"""Paths of a project: below its folder, one spelling for each file."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.core.errors import ResourceNotFoundError
from engine.resources.loading.project_files import file_in, path_beside

Write = Callable[..., Path]


@pytest.mark.parametrize(
    ("path", "other", "meant"),
    [
        ("res://a/b.tscn", "c.png", "a/c.png"),
        ("a/b.tscn", "./c.png", "a/c.png"),
        ("res://a/b.tscn", "res://c.png", "c.png"),
        ("res://b.tscn", "c/d.png", "c/d.png"),
        ("", "c.png", "c.png"),
    ],
)
def test_a_path_that_a_file_names(path: str, other: str, meant: str) -> None:
    assert path_beside(path, other) == meant


def test_a_godot_script_need_not_be_there_where_its_python_is(tmp_path: Path, write: Write) -> None:
    write("player.py", "")
    write("enemy.cs", "")

    assert file_in(tmp_path, "player.gd") == tmp_path / "player.gd"
    assert file_in(tmp_path, "enemy.cs") == tmp_path / "enemy.cs"
    with pytest.raises(ResourceNotFoundError, match=r"coin\.gd - there is no such file$"):
        file_in(tmp_path, "coin.gd")


def test_the_hint_names_the_file_in_other_case(tmp_path: Path, write: Write) -> None:
    write("Ship.png", "")

    with pytest.raises(ResourceNotFoundError) as error:
        file_in(tmp_path, "ship.PNG")

    assert str(error.value) == (
        f"{tmp_path / 'ship.PNG'} - there is no such file; the folder has 'Ship.png', and the case of letters counts"
    )


@pytest.mark.parametrize("path", ["art/ship.png", "Art/Ship.png"])
def test_another_case_is_refused_where_the_system_would_take_it(
    tmp_path: Path, write: Write, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    """A file system that takes upper for lower case, played by many files and folders that list one name only."""
    for name in ("art/Ship.png", "art/ship.png", "Art/Ship.png", "ART/sHIP.PNG", "ART/SHIP.PNG", "aRT/sHIP.PNG"):
        write(name, "")
    names = {tmp_path: ["art"], tmp_path / "art": ["Ship.png"]}
    monkeypatch.setattr(os, "listdir", lambda folder: names[folder])
    monkeypatch.setattr(os.path, "samefile", lambda one, other: True)

    assert file_in(tmp_path, "art/Ship.png").name == "Ship.png"
    with pytest.raises(
        ResourceNotFoundError, match=r"there is no such file; the folder has '(art|Ship\.png)', and the"
    ):
        file_in(tmp_path, path)


@pytest.mark.parametrize(
    ("path", "hint"),
    [
        ("art/shipp.png", "; did you mean 'ship.png'?"),
        ("atr/ship.png", "; did you mean 'art'?"),
        ("atr/small/ship.png", "; did you mean 'art'?"),
        ("art/zyzzyva.png", ""),
    ],
)
def test_the_hint_names_a_file_or_folder_of_nearly_that_name(
    tmp_path: Path, write: Write, path: str, hint: str
) -> None:
    write("art/ship.png", "")

    with pytest.raises(ResourceNotFoundError) as error:
        file_in(tmp_path, path)
    assert str(error.value) == f"{tmp_path / path} - there is no such file{hint}"
