"""Which file of a project has which uid.

The files themselves say so, and are asked each time: what is kept here only tells where to look. The folder is walked
when a uid cannot be found otherwise, once, and again when a file turns out to have gone from where it was.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from engine.core.errors import ResourceError
from engine.core.log import get_logger
from engine.resources.loading.file_headers import SIDE_SUFFIXES, TEXT_SUFFIXES, uid_beside, uid_inside, uid_text
from engine.resources.loading.project_files import file_in
from engine.resources.loading.resource_uid import INVALID_ID, text_to_id

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["ProjectUids"]

MAX_ENTRIES = 200_000
"""Most files and folders that a walk looks at."""

MAX_DEPTH = 64
"""How many folders deep a walk goes."""

_NO_PROJECT_FILES = (".gdignore", "project.godot", "pyvenv.cfg")  # a folder with one of these is not of this project


class ProjectUids:
    """The uids of one project folder."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._paths: dict[int, str] = {}
        self._walked = False

    def id_of(self, path: str) -> int:
        """The uid of the file at a project path; INVALID_ID where it has none."""
        id = text_to_id(self._text(path))
        if id != INVALID_ID:
            self._paths.setdefault(id, path)
        return id

    def text_of(self, path: str) -> str:
        """The uid of the file at a project path as the file has it; "" where it has none."""
        text = self._text(path)
        return "" if text_to_id(text) == INVALID_ID else text

    def _text(self, path: str) -> str:
        try:
            return uid_text(file_in(self.root, path))
        except (ResourceError, OSError):
            return ""

    def find(self, id: int, hint: str = "") -> str | None:
        """The project path of the file with that uid, or None.

        Args:
            id: the uid.
            hint: where the file is likely to be; taken without a search if it has that uid.
        """
        if id == INVALID_ID:
            return None
        if hint and self.id_of(hint) == id:
            return hint
        known = self._known(id)
        if known is None and not self._walked:
            self.scan()
            known = self._known(id)
        return known

    def note(self, id: int, path: str) -> None:
        """A file with that uid was written there."""
        self._paths[id] = path

    def scan(self) -> None:
        """Walk the folder for all uids. Of two files with one uid that with the first path counts."""
        self._paths = {}
        for text, path in self._walk():
            id = text_to_id(text)
            if id != INVALID_ID:
                self._paths.setdefault(id, path)
        self._walked = True

    def _known(self, id: int) -> str | None:
        """Where the uid was last, if it is there still; otherwise the folder has changed and is to be walked again."""
        path = self._paths.get(id)
        if path is not None and self.id_of(path) != id:
            self._paths.pop(id, None)
            self._walked = False
            path = None
        return path

    def _walk(self) -> Iterator[tuple[str, str]]:
        """The uids and project paths below the folder, in the order of the paths; links are not followed."""
        seen = 0
        folders = [("", 0)]
        while folders:
            folder, depth = folders.pop()
            try:
                entries = sorted(os.scandir(self.root / folder), key=lambda entry: entry.name)
            except OSError:
                continue
            names = {entry.name for entry in entries}
            if folder and names.intersection(_NO_PROJECT_FILES):
                continue
            seen += len(entries)
            if seen > MAX_ENTRIES:
                get_logger("resources").warning(
                    f"{self.root} - has more than {MAX_ENTRIES} files; uids are looked for in the first ones only"
                )
                return
            below = []
            for entry in entries:
                path = f"{folder}/{entry.name}" if folder else entry.name
                if entry.is_dir(follow_symlinks=False):
                    if not entry.name.startswith(".") and depth < MAX_DEPTH:
                        below.append((path, depth + 1))
                elif entry.is_file(follow_symlinks=False):
                    yield from _uid_of(entry, path)
            folders += reversed(below)


def _uid_of(entry: os.DirEntry[str], path: str) -> Iterator[tuple[str, str]]:
    """The uid that a file holds, of itself or of the one that it is beside, with the path of the latter."""
    lower = entry.name.lower()
    if lower.endswith(TEXT_SUFFIXES):
        yield uid_inside(Path(entry.path)), path
    elif lower.endswith(SIDE_SUFFIXES):
        yield uid_beside(Path(entry.path)), path.rpartition(".")[0]
