"""The lines of a recording's file: JSON, one object a line, read within bounds and written in one step."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any, NoReturn

from engine.core.errors import ResourceError, ResourceFormatError, ResourceNotFoundError
from engine.core.files import checked_path, replacing
from engine.math.value import shortened

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
    """Write a file, in the place of an existing one when all is written.

    Raises:
        ResourceError: it cannot be written.
    """
    with replacing(checked_path("InputRecording.save", path)) as file:
        for line in lines:
            file.write(json.dumps(line, allow_nan=False).encode("ascii") + b"\n")


def _object(where: str, line: bytes) -> dict[str, Any]:
    try:
        data = json.loads(line, parse_constant=_refuse_constant)
    except RecursionError:
        raise ResourceFormatError(f"{where}: is nested too deep") from None
    except ValueError as error:
        reason = error.msg if isinstance(error, json.JSONDecodeError) else str(error)
        raise ResourceFormatError(f"{where}: this is no line of a recording, a JSON object: {reason}") from None
    if not isinstance(data, dict):
        raise ResourceFormatError(f"{where}: this is no line of a recording, a JSON object: {shortened(data)}")
    return data


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number that JSON has")
