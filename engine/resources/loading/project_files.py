"""Where a path of a project is on the disk: below the project's folder, and nowhere else."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from engine.core.errors import InvalidTypeError, ResourceError, ResourceNotFoundError, did_you_mean

if TYPE_CHECKING:
    from pathlib import Path

__all__ = [
    "PROCEDURAL", "check_inside", "file_in", "is_procedural", "near_name", "path_beside", "project_path",
    "reference_of",
]  # fmt: skip

PROCEDURAL = "procedural:"
"""What the name of a picture begins with that is worked out and not read, such as "procedural:checkerboard"."""

MOST_NAMES = 2000
"""Of a folder with more, none is looked through for a name that is near a wrong one."""

_STAND_INS = {".gd": ".py", ".cs": ".py"}  # a Godot script that was taken away when its Python came


def is_procedural(path: object) -> bool:
    """Whether a path names a picture that is worked out, and no file."""
    return isinstance(path, str) and path.startswith(PROCEDURAL)


def reference_of(inner: str) -> str:
    """What files say for what `project_path` gives: "res://..."; a procedural reference is what it is."""
    return inner if is_procedural(inner) else f"res://{inner}"


def project_path(path: str) -> str:
    """`path` without "res://" and without "." and empty parts: one text for each file.

    Raises:
        InvalidTypeError: it is not a str.
        ResourceError: it is empty, absolute, or has "..", a backslash, a drive or a zero byte in it.
    """
    if not isinstance(path, str):
        raise InvalidTypeError(f"a resource path is a str such as 'res://ship.png', got {path.__class__.__name__}")
    inner = path.removeprefix("res://")
    parts = [part for part in inner.split("/") if part not in ("", ".")]
    if not parts:
        raise ResourceError(f"{path!r} - names no file")
    if inner.startswith("/") or ".." in parts or "\\" in inner or "\0" in inner or ":" in inner or os.path.isabs(inner):
        raise ResourceError(
            f"{path!r} - leaves the project's folder; write a path below it with '/', such as 'res://art/ship.png'"
        )
    return "/".join(parts)


def path_beside(path: str, other: str) -> str:
    """What a file at `path` means by `other`: a path of the project where it begins with "res://", else one from its
    own folder.

    Raises:
        InvalidTypeError, ResourceError: as `project_path`.
    """
    if not isinstance(other, str) or other.startswith(("res://", "/")):
        return project_path(other)
    folder = path.removeprefix("res://").rpartition("/")[0]
    inner = project_path(other)
    return f"{folder}/{inner}" if folder else inner


def file_in(root: Path, path: str) -> Path:
    """The existing file at a project path, also behind links still inside the project's folder.

    A Godot script need not exist where the Python that stands in for it does.

    Raises:
        ResourceNotFoundError: there is no such file.
        ResourceError: a link leads out of the folder.
    """
    file = root / path
    stand_in = _STAND_INS.get(file.suffix.lower())
    found = file if stand_in is None or file.is_file() else file.with_suffix(stand_in)
    if not found.is_file():
        raise ResourceNotFoundError(f"{file} - there is no such file{near_name(file)}")
    check_inside(root, found, path)
    _check_case(root, found.relative_to(root).as_posix())
    return file


def check_inside(root: Path, file: Path, path: str) -> None:
    """Refuse a file that is not in the project's folder, behind links.

    Args:
        root: the project's folder.
        file: need not be there.
        path: what the error calls the file.

    Raises:
        ResourceError: a link leads out of the folder.
    """
    if not os.path.realpath(file).startswith(os.path.join(os.path.realpath(root), "")):
        raise ResourceError(f"{path} - leads out of the project's folder {root} by a link")


def near_name(file: Path) -> str:
    """What is said of a file that is not there: whether its folder has one of nearly that name, or is not there."""
    folder = file.parent
    while not folder.is_dir() and folder != folder.parent:
        file, folder = folder, folder.parent
    try:
        names = sorted(os.listdir(folder))
    except OSError:
        return ""
    wanted = file.name.casefold()
    alike = [name for name in names if name.casefold() == wanted and name != file.name]
    if alike:
        return f"; the folder has {alike[0]!r}, and the case of letters counts"
    return did_you_mean(file.name, names) if len(names) <= MOST_NAMES else ""


def _check_case(root: Path, path: str) -> None:
    """Refuse another case of letters than on the disk, where the system would take it.

    On other systems it is another file, and on this one it would be loaded twice.
    """
    other = os.path.join(root, path.swapcase())
    if not os.path.exists(other) or not os.path.samefile(other, os.path.join(root, path)):
        return  # the system tells them apart, as most do
    folder = root
    for part in path.split("/"):
        if part not in os.listdir(folder):
            raise ResourceNotFoundError(f"{folder / part} - there is no such file{near_name(folder / part)}")
        folder /= part
