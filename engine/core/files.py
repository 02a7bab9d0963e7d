"""Files on the disk: the check of a path that a caller gives, and writing a file as a whole."""

from __future__ import annotations

import os
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import IO, TYPE_CHECKING

from engine.core.errors import InvalidTypeError, ResourceError
from engine.math.value import shortened

if TYPE_CHECKING:
    from collections.abc import Iterator


def checked_path(where: str, path: object) -> Path:
    """`path`, a str or whatever stands for one, as a Path; `where` begins the error's text.

    Raises:
        InvalidTypeError: it is none.
        ResourceError: no file can have it.
    """
    if isinstance(path, bytes) or not isinstance(path, (str, os.PathLike)):
        raise InvalidTypeError(f"{where} - a path is a str or a pathlib.Path, got {shortened(path)}")
    if "\0" in str(path):
        raise ResourceError(f"{where} - {path!r} cannot be a path: there is a character 0 in it")
    return Path(path)


@contextmanager
def replacing(path: Path) -> Iterator[IO[bytes]]:
    """A file to be written in a `with` block, which takes the place of `path` when the block ends.

    It is a temporary one beside it until then, so that a crash, or an error in the block, leaves the old file.

    Raises:
        ResourceError: it cannot be written.
    """
    temporary = ""
    try:
        # Imported when the first file is written: it takes 5 ms.
        handle, temporary = import_module("tempfile").mkstemp(suffix=".tmp", prefix=f".{path.name}-", dir=path.parent)
        with os.fdopen(handle, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, 0o644)
        os.replace(temporary, path)
    except BaseException as error:
        if temporary:
            Path(temporary).unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise ResourceError(f"{path} - cannot be written: {error.strerror or error}") from error
        raise
