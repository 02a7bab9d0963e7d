"""The lines of a recording's file: JSON, one object a line, read within bounds and written in one step."""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from engine.core.errors import InvalidTypeError, ResourceError, ResourceFormatError, ResourceNotFoundError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

LONGEST_LINE = 1 << 20
"""Bytes; an event has a hundred, one with a pasted text more."""

LARGEST_FILE = 1 << 28
"""Bytes; an hour of moving the mouse, 144 times a second, has about 100 million."""


def read_lines(path: str | os.PathLike[str]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The objects of a file, each with the place to name in an error, "file:line"; empty lines are left out.

    Raises:
        ResourceNotFoundError: there is no such file.
        ResourceFormatError: a line that holds no object, or is too long; a file that is too large, or not UTF-8.
        ResourceError: it cannot be read.
    """
    name = checked_path("InputRecording.load", path)
    try:
        with name.open("rb") as file:
            if os.fstat(file.fileno()).st_size > LARGEST_FILE:
                raise ResourceFormatError(f"{name} - is larger than {LARGEST_FILE >> 20} MiB, which no recording is")
            number = 0
            while line := file.readline(LONGEST_LINE + 1):
                number += 1
                where = f"{name}:{number}"
                if len(line) > LONGEST_LINE:
                    raise ResourceFormatError(f"{where}: the line is longer than {LONGEST_LINE >> 10} KiB")
                if line.strip():
                    yield where, _object(where, line)
    except FileNotFoundError as error:
        if isinstance(error, ResourceError):
            raise
        raise ResourceNotFoundError(f"{name} - there is no such file") from None
    except OSError as error:
        raise ResourceError(f"{name} - cannot be read: {error.strerror or error}") from error


def write_lines(path: str | os.PathLike[str], lines: Iterable[dict[str, Any]]) -> None:
    """Write a file by a temporary one beside it and a rename, so that a crash leaves the old one.

    Raises:
        ResourceError: it cannot be written.
    """
    name = checked_path("InputRecording.save", path)
    temporary = ""
    try:
        handle, temporary = tempfile.mkstemp(suffix=".tmp", prefix=f".{name.name}-", dir=name.parent)
        with os.fdopen(handle, "w", encoding="ascii", newline="\n") as file:
            for line in lines:
                file.write(json.dumps(line, allow_nan=False))
                file.write("\n")
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, 0o644)
        os.replace(temporary, name)
    except BaseException as error:
        if temporary:
            Path(temporary).unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise ResourceError(f"{name} - cannot be written: {error.strerror or error}") from error
        raise


def checked_path(where: str, path: object) -> Path:
    """`path` as a Path.

    Raises:
        InvalidTypeError: it is none.
        ResourceError: no file can have it.
    """
    if not isinstance(path, (str, os.PathLike)):
        raise InvalidTypeError(f"{where} - path must be a str or a Path, got {path!r}")
    if "\0" in str(path):
        raise ResourceError(f"{where} - {path!r} cannot be a path: there is a character 0 in it")
    return Path(path)


def _object(where: str, line: bytes) -> dict[str, Any]:
    try:
        data = json.loads(line, parse_constant=_refuse_constant)
    except RecursionError:
        raise ResourceFormatError(f"{where}: is nested too deep") from None
    except ValueError as error:
        reason = error.msg if isinstance(error, json.JSONDecodeError) else str(error)
        raise ResourceFormatError(f"{where}: this is no line of a recording, a JSON object: {reason}") from None
    if not isinstance(data, dict):
        raise ResourceFormatError(f"{where}: this is no line of a recording, a JSON object: {data!r:.80}")
    return data


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number that JSON has")
