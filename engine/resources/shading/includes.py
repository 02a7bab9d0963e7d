"""What shaders include: texts of the project, and of nowhere else."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from engine.core.errors import ResourceError, ResourceFormatError
from engine.resources.loading.project_files import file_in, path_beside
from engine.resources.shading.shader_words import MAX_CODE

if TYPE_CHECKING:
    from engine.resources.shading.preprocessor import Read

SUFFIX = ".gdshaderinc"


def reader_of(root: Path | None) -> Read:
    """What reads the files that the shaders of a project include.

    Args:
        root: the project's folder; None for that of the process's default loader.
    """

    def read(wanted: str, beside: str) -> tuple[str, str]:
        loader = import_module("engine.resources.loading.resource_loader")
        folder: Path = loader.default_loader.folder if root is None else root
        if wanted.startswith("uid://"):
            found = loader.ResourceLoader(folder).path_of_uid(wanted)
            if found is None:
                raise ResourceError("no file of the project has this uid")
            wanted = found
        path = path_beside(beside.partition("::")[0], wanted)
        if not path.endswith(SUFFIX):
            raise ResourceError(f"{path} - a shader includes files with the suffix {SUFFIX}")
        return f"res://{path}", text_of_file(file_in(folder, path), path)

    return read


def text_of_file(file: Path, name: str) -> str:
    """The text of a shader file.

    Args:
        file: which is there.
        name: what errors call it.

    Raises:
        ResourceFormatError: it is too long, or no text.
        ResourceError: it cannot be read.
    """
    try:
        with file.open("rb") as opened:
            data = opened.read(4 * MAX_CODE + 1)
    except OSError as error:
        raise ResourceError(f"{name} - cannot be read: {error.strerror or error}") from None
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        if len(data) <= 4 * MAX_CODE:
            raise ResourceFormatError(f"{name} - is no text in UTF-8: {error.reason} at byte {error.start}") from None
        text = ""
    if len(data) > 4 * MAX_CODE or len(text) > MAX_CODE:
        raise ResourceFormatError(f"{name} - is longer than {MAX_CODE:,} characters")
    return text
