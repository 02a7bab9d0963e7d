"""LoadRequest: what a reader is told about the load that it is part of, and how it loads what its file uses."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.core.resource import Resource
    from engine.resources.loading.resource_cache import Entry
    from engine.resources.loading.resource_loader import ResourceLoader

__all__ = ["CacheMode", "LoadRequest"]


class CacheMode(IntEnum):
    """What a load does with what was loaded before; the numbers are Godot's."""

    IGNORE = 0
    """The file is read, and nobody else gets that object. What it uses is shared."""
    REUSE = 1
    """Each file is read once, and its object shared; the default."""
    REPLACE = 2
    """The file is read, into the object that was loaded before where there is one of the same type."""
    IGNORE_DEEP = 3
    """As IGNORE, also for what the file uses."""
    REPLACE_DEEP = 4
    """As REPLACE, also for what the file uses."""


class LoadRequest:
    """One load of one file.

    Attributes:
        loader: the project's.
        path: of the file, such as "res://level.tscn".
        scripts: whether modules of the project may be imported for it.
        cache_mode: what it does with what was loaded before.
    """

    __slots__ = ("_entry", "_on_progress", "cache_mode", "loader", "path", "scripts")

    def __init__(
        self,
        loader: ResourceLoader,
        path: str,
        *,
        scripts: bool = True,
        cache_mode: CacheMode = CacheMode.REUSE,
        entry: Entry | None = None,
        on_progress: Callable[[float], None] | None = None,
    ) -> None:
        self.loader = loader
        self.path = path
        self.scripts = scripts
        self.cache_mode = cache_mode
        self._entry = entry
        self._on_progress = on_progress

    def report_progress(self, fraction: float) -> None:
        """Say how much of the file is done, 0 to 1, for whoever waits for it."""
        if self._on_progress is not None:
            self._on_progress(fraction)

    def resolve(self, path: str, uid: str = "") -> str:
        """Where a file that this one names is: the one with that uid, or else that path, as "res://...".

        Args:
            path: of the project where it begins with "res://", else from the folder of this file.
            uid: "uid://...", which wins over the path; "" for none.

        Raises:
            ResourceError: the path leaves the project's folder.
            ResourceNotFoundError: there is only a uid, and no file has it.
        """
        return self.loader._resolved(path, uid, beside=self.path)

    def load(self, path: str, uid: str = "", type_hint: str = "") -> Resource:
        """Load a file that this one uses, with the same `scripts`, and as `cache_mode` says.

        Its `resource_path` is another than `path` where the file was found by its uid.

        Args:
            path: as for `resolve`.
            uid: as for `resolve`.
            type_hint: the type that the text declares, such as "Texture2D", for errors to name.

        Raises:
            ResourceCycleError: it is one of the files whose reading waits for this one.
            ResourceError: as `ResourceLoader.load`.
        """
        return self.loader._load_used(self, self.resolve(path, uid), type_hint)

    def _mode_of_used(self) -> CacheMode:
        deep = self.cache_mode in (CacheMode.IGNORE_DEEP, CacheMode.REPLACE_DEEP)
        return self.cache_mode if deep else CacheMode.REUSE
