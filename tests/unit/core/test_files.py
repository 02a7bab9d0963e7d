"""Paths that callers give, and files that are written as a whole."""

from __future__ import annotations

from pathlib import Path, PurePosixPath
from typing import Any

import pytest

from engine.core.errors import InvalidTypeError, ResourceError
from engine.core.files import checked_path, replacing


@pytest.mark.parametrize("path", ["art/ship.png", Path("art/ship.png"), PurePosixPath("art/ship.png")])
def test_a_path_is_a_text_or_a_path(path: Any) -> None:
    assert checked_path("load", path) == Path("art", "ship.png")


@pytest.mark.parametrize("path", [None, 3, b"ship.png", ["ship.png"]])
def test_anything_else_is_no_path(path: Any) -> None:
    with pytest.raises(InvalidTypeError, match=r"^load - a path is a str or a pathlib.Path, got "):
        checked_path("load", path)


def test_no_file_has_a_character_0_in_its_name() -> None:
    with pytest.raises(ResourceError, match=r"^load - 'a\\x00b' cannot be a path: there is a character 0 in it$"):
        checked_path("load", "a\0b")


def test_a_file_is_replaced_when_the_block_ends(tmp_path: Path) -> None:
    path = tmp_path / "kept"
    path.write_bytes(b"old")

    with replacing(path) as file:
        file.write(b"new")
        assert path.read_bytes() == b"old"

    assert path.read_bytes() == b"new"
    assert list(tmp_path.iterdir()) == [path]


def write_half(path: Path, error: BaseException) -> None:
    with replacing(path) as file:
        file.write(b"half")
        raise error


@pytest.mark.parametrize("error", [ValueError("boom"), KeyboardInterrupt()])
def test_an_error_in_the_block_leaves_the_old_file_and_no_other(tmp_path: Path, error: BaseException) -> None:
    path = tmp_path / "kept"
    path.write_bytes(b"old")

    with pytest.raises(type(error)):
        write_half(path, error)

    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_that_cannot_be_written_says_why(tmp_path: Path) -> None:
    unwritable = replacing(tmp_path / "missing" / "file")

    with pytest.raises(ResourceError, match=r"missing.file - cannot be written: No such file or directory$"):
        unwritable.__enter__()
