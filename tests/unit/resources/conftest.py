"""Files of a kind of its own, so that loading is tested without any real format."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

from engine.core.errors import ResourceFormatError
from engine.core.resource import Resource
from engine.resources.loaders import READERS
from engine.resources.loading.load_request import LoadRequest


class Note(Resource):
    """What a `.note` or a `.tres` file holds here: a line of text, and what it uses."""

    def __init__(self, text: str, used: list[Resource], request: LoadRequest) -> None:
        self.text = text
        self.used = used
        self.request = request


class NoteFiles:
    """The reader of such files, and which it has read.

    The first line is the text, each further one a file that it uses: a path, and after a space a uid.
    """

    def __init__(self) -> None:
        self.read_paths: list[str] = []
        self.on_read: Callable[[LoadRequest], None] = lambda request: None

    def read(self, file: Path, request: LoadRequest) -> Note:
        self.read_paths.append(request.path)
        self.on_read(request)
        text, *lines = file.read_text("utf-8").splitlines()
        if text == "broken":
            raise ResourceFormatError(f"{request.path} - is broken")
        return Note(text, [request.load(*line.split(" ")) for line in lines if not line.startswith("[")], request)


@pytest.fixture
def notes(monkeypatch: pytest.MonkeyPatch) -> NoteFiles:
    """Loaders read `.note` and `.tres` files by this."""
    files = NoteFiles()
    module = ModuleType("note_files")
    module.__dict__["read"] = files.read
    monkeypatch.setitem(sys.modules, "note_files", module)
    for suffix in (".note", ".tres"):
        monkeypatch.setitem(READERS, suffix, ("note_files", "read"))
    return files


@pytest.fixture
def write(tmp_path: Path) -> Callable[..., Path]:
    """Write a file below the test's folder, with the folders that it needs."""

    def write(path: str, *lines: str) -> Path:
        file = tmp_path / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("\n".join(lines) + "\n", "utf-8")
        return file

    return write
