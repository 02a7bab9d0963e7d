"""ResourceLoader: files of a project as resources, each read once.

Paths are the project's own, with or without Godot's "res://" in front, separated by "/". What leaves the project's
folder is refused, because paths come from scene files too, and those are data that a stranger may have written. A file
from elsewhere is read by its class: `Image.load_from_file(path)`.
"""

from __future__ import annotations

import builtins
import os
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar, overload
from weakref import WeakValueDictionary

import numpy as np

from engine.core.errors import InvalidTypeError, ResourceError, ResourceNotFoundError
from engine.core.files import checked_path
from engine.core.log import get_logger
from engine.core.resource import Resource
from engine.resources.image import Image
from engine.resources.loaders import PICTURE_SUFFIXES, reader_for, suffix_of
from engine.resources.texture_2d import ImageTexture

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

T = TypeVar("T", bound=Resource)

_CHECKER_CELL = 8


class ResourceLoader:
    """Loads and shares the resources of one project folder.

    A resource is kept as long as someone holds it; loading its path again gives the same object.
    """

    def __init__(self, root: str | Path | None = None) -> None:
        """A loader for the project in folder `root`; without, the process's current folder at the time of each load.

        Raises:
            InvalidTypeError: `root` is no path.
        """
        self.root: Path | None = None if root is None else checked_path("ResourceLoader(root)", root)
        """The project's folder; None is the process's current one."""
        self._loaded: WeakValueDictionary[str, Resource] = WeakValueDictionary()
        self._log = get_logger("resources")

    @overload
    def load(self, path: str) -> Resource: ...
    @overload
    def load(self, path: str, type: type[T]) -> T: ...
    def load(self, path: str, type: type[Resource] = Resource) -> Resource:
        """The resource of a file, such as "res://ship.png" or "fonts/title.ttf".

        A picture that is missing or broken becomes a magenta checker, and the log says once which file and why: a
        game goes on with a wrong picture. Everything else raises.

        Args:
            path: below the project's folder, "/" between names.
            type: the class that it must be of.

        Raises:
            ResourceNotFoundError: there is no such file.
            ResourceFormatError: it is broken, or no loader reads its suffix.
            ResourceError: the path leaves the project's folder.
            InvalidTypeError: the resource is not a `type`, or that is no class.
        """
        if not isinstance(type, builtins.type):
            raise InvalidTypeError(f"load({path!r}, type): type must be a class, such as Texture2D, got {type!r}")
        key = project_path(path)
        resource = self._loaded.get(key)
        if resource is None:
            resource = self._loaded[key] = self._read(key)
        if not isinstance(resource, type):
            raise InvalidTypeError(f"{path} - is of type {resource.__class__.__name__}, not {type.__name__}")
        return resource

    def _read(self, path: str) -> Resource:
        reader = reader_for(path)
        is_picture = suffix_of(path) in PICTURE_SUFFIXES
        try:
            resource = self._made(reader, path)
        except ResourceError as error:
            if not is_picture:
                raise
            self._log.log_once(path, f"{error}; a magenta checker stands in for it")
            resource = ImageTexture(Image(_checker()))
        resource.resource_path = f"res://{path}"
        return resource

    def _made(self, reader: Callable[[Path], Resource], path: str) -> Resource:
        """What `reader` makes of a file; what the system says against reading it as an error of ours."""
        try:
            return reader(self._file(path))
        except ResourceError:
            raise
        except OSError as error:
            raise ResourceError(f"{path} - cannot be read: {error.strerror or error}") from error

    def _file(self, path: str) -> Path:
        """The existing file, also behind links still inside the project's folder."""
        root = Path.cwd() if self.root is None else self.root
        file = root / path
        if not file.is_file():
            raise ResourceNotFoundError(f"{file} - there is no such file")
        if not file.resolve().is_relative_to(root.resolve()):
            raise ResourceError(f"{path} - leads out of the project's folder {root} by a link")
        return file


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


def _checker() -> NDArray[np.uint8]:
    """What is shown for a picture that cannot be read: magenta and black, 8 cells of 8 pixels each way."""
    cells = np.indices((8, 8)).sum(axis=0) % 2 == 0
    pixels = np.zeros((8, 8, 4), np.uint8)
    pixels[:, :, 3] = 255
    pixels[cells, 0] = 255
    pixels[cells, 2] = 255
    return pixels.repeat(_CHECKER_CELL, axis=0).repeat(_CHECKER_CELL, axis=1)


default_loader = ResourceLoader()
"""The process's loader, for scripts without a project; an application gives it its folder by setting `root`."""
