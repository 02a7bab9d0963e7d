"""What is said of a file that cannot be read, and what stands in for a picture."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, cast

from engine.core.errors import ResourceError, ResourceFormatError, ResourceNotFoundError

if TYPE_CHECKING:
    from engine.core.resource import Resource

__all__ = ["CHECKER", "picture_instead", "problem_with"]

CHECKER = "a magenta checker stands in for it"
"""What the log says of a picture that is missing."""


def problem_with(path: str, error: BaseException) -> ResourceError:
    """What the reader or the system says against a file as an error of ours."""
    if isinstance(error, ResourceError):
        return error
    if isinstance(error, RecursionError):
        return ResourceFormatError(f"{path} - the files that it uses are nested too deep")
    assert isinstance(error, OSError)
    return ResourceError(f"{path} - cannot be read: {error.strerror or error}")


def picture_instead(problem: ResourceError) -> Resource:
    """What stands in for a picture."""
    reason = "" if isinstance(problem, ResourceNotFoundError) else str(problem)
    textures = import_module("engine.resources.textures.missing_texture")
    return cast("Resource", textures.MissingTexture(reason=reason))
