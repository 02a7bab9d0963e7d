"""ThreadedLoad: a file that is loaded while the game goes on."""

from __future__ import annotations

from enum import IntEnum
from threading import Thread
from typing import TYPE_CHECKING, Generic, TypeVar

from engine.core.resource import Resource

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["ThreadLoadStatus", "ThreadedLoad"]

T_co = TypeVar("T_co", bound=Resource, covariant=True)


class ThreadLoadStatus(IntEnum):
    """What a load in a thread is at; the numbers are Godot's."""

    IN_PROGRESS = 1
    FAILED = 2
    LOADED = 3


class ThreadedLoad(Generic[T_co]):
    """A load in a thread of its own; made by `ResourceLoader.load_threaded`.

    Attributes:
        path: the file, such as "res://level.tscn".
    """

    def __init__(self, path: str, read: Callable[[Callable[[float], None]], T_co]) -> None:
        """Begin to load; `read` does it, and is handed a function to tell its progress."""
        self.path = path
        self._read = read
        self._progress = 0.0
        self._resource: T_co | None = None
        self._error: BaseException | None = None
        self._thread = Thread(target=self._run, name=f"load {path}", daemon=True)
        self._thread.start()

    def __repr__(self) -> str:
        return f"<ThreadedLoad of {self.path!r}, {self.status.name}, {self.progress:.0%}>"

    @property
    def status(self) -> ThreadLoadStatus:
        """Whether it is done."""
        if self._resource is not None:
            return ThreadLoadStatus.LOADED
        return ThreadLoadStatus.IN_PROGRESS if self._error is None else ThreadLoadStatus.FAILED

    @property
    def progress(self) -> float:
        """How much is done, 0 to 1; it never falls, and is 1 when the resource is there."""
        return 1.0 if self._resource is not None else self._progress

    def get(self) -> T_co:
        """The resource; waits for it where it is not there yet.

        Raises:
            Exception: what loading raised; see `ResourceLoader.load`.
        """
        self._thread.join()
        if self._error is not None:
            raise self._error
        assert self._resource is not None
        return self._resource

    def _run(self) -> None:
        try:
            self._resource = self._read(self._advance)
        except BaseException as error:  # noqa: BLE001 - `get` raises it
            self._error = error

    def _advance(self, fraction: float) -> None:
        self._progress = max(self._progress, min(float(fraction), 1.0))
