"""What a file says of itself before anything in it is read: its uid, and the files that it uses.

Only the beginning of a file is looked at, so a whole project can be asked. Text scenes and resources have both in their
first sections; of other files the uid stands beside them, in `<file>.uid` or `<file>.import`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

__all__ = ["SIDE_SUFFIXES", "TEXT_SUFFIXES", "ExternalFile", "external_files", "uid_beside", "uid_inside", "uid_text"]

TEXT_SUFFIXES = (".tscn", ".tres", ".escn")
"""Files that have their uid in their first line."""

SIDE_SUFFIXES = (".uid", ".import")
"""What the name of a file beside has after that of the file whose uid it holds."""

_HEADER_BYTES = 4096
_MAX_EXTERNAL_BYTES = 4 << 20  # some 30,000 files that one scene uses

# Possessive throughout: a text that does not match costs one walk over it.
_SECTION = re.compile(
    rb'(?:\xef\xbb\xbf)?(?:[\x00-\x20]++|;[^\n]*+)*+\[[\x00-\x20]*+([A-Za-z_]\w*+)((?:[^\]"]++|"(?:[^"\\]++|\\.)*+")*+)\]',
    re.DOTALL,
)
_ATTRIBUTE = re.compile(
    rb'(?<!\w)([A-Za-z_]\w*+)[\x00-\x20]*+=[\x00-\x20]*+(?:"((?:[^"\\]++|\\.)*+)"|([^\x00-\x20"]++))', re.DOTALL
)
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_REMAP = re.compile(rb'^\[remap\][^\n]*\n(?:(?!\[)[^\n]*\n)*?uid[ \t]*=[ \t]*"([^"\n]*)"', re.MULTILINE)


class ExternalFile(NamedTuple):
    """What a text file says of a file that it uses."""

    path: str
    uid: str
    """ "" where it says none."""
    type: str


def uid_text(file: Path) -> str:
    """The text of the uid that belongs to a file, from itself or from beside it; "" where there is none."""
    if file.suffix.lower() in TEXT_SUFFIXES:
        return uid_inside(file)
    for suffix in SIDE_SUFFIXES:
        beside = file.with_name(file.name + suffix)
        found = "" if beside.is_symlink() else uid_beside(beside)
        if found:
            return found
    return ""


def uid_inside(file: Path) -> str:
    """The uid in the header of a text scene or resource; "" where there is none, or no such file."""
    section = _SECTION.match(_beginning(file, _HEADER_BYTES))
    if section is None or section[1] not in (b"gd_scene", b"gd_resource"):
        return ""
    return _attributes(section[2]).get("uid", "")


def uid_beside(file: Path) -> str:
    """The uid in a `.uid` or `.import` file; "" where there is none, or no such file."""
    data = _beginning(file, _HEADER_BYTES)
    if file.suffix == ".uid":
        return data.decode("utf-8", "replace").strip()
    found = _REMAP.search(data)
    return found[1].decode("utf-8", "replace") if found else ""


def external_files(file: Path) -> Iterator[ExternalFile]:
    """The files that a text scene or resource uses, in the order in which they stand at its beginning."""
    data = _beginning(file, _MAX_EXTERNAL_BYTES)
    section = _SECTION.match(data)
    if section is None or section[1] not in (b"gd_scene", b"gd_resource"):
        return
    section = _SECTION.match(data, section.end())
    while section is not None and section[1] == b"ext_resource":
        found = _attributes(section[2])
        yield ExternalFile(found.get("path", ""), found.get("uid", ""), found.get("type", ""))
        section = _SECTION.match(data, section.end())


def _beginning(file: Path, length: int) -> bytes:
    if not file.is_file():  # opening a pipe would wait for ever
        return b""
    try:
        with file.open("rb") as opened:
            return opened.read(length)
    except (OSError, ValueError):
        return b""


def _attributes(header: bytes) -> dict[str, str]:
    return {
        name.decode(): _ESCAPE.sub(r"\1", (text or bare).decode("utf-8", "replace"))
        for name, text, bare in _ATTRIBUTE.findall(header)
    }
