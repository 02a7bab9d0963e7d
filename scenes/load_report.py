"""What of a file could not be used when it was loaded: all of it is kept, and written back when it is saved."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from engine.core.errors import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

__all__ = ["LEFT_OUT", "LoadProblem", "LoadReport", "ProblemKind"]


MOST_HINTS = 20
"""Nearest names are looked for in the first problems of a report only, since that takes a while."""
LEFT_OUT = "scripts were left out"
"""The detail of what could be used if code of the game were allowed to run."""


class ProblemKind(StrEnum):
    """The kinds of what could not be used."""

    MISSING_TYPE = "missing type"
    """A node or resource type that is not here; a MissingNode or MissingResource stands in for it."""
    MISSING_SCRIPT = "missing script"
    """A script that is no Python of the project; the node or resource is of its Godot type alone."""
    MISSING_FILE = "missing file"
    """A file that is not there, or that nothing here reads."""
    UNKNOWN_PROPERTY = "unknown property"
    """A property that the type does not have, or whose value it cannot take until a missing type is there."""
    MISSING_PARENT = "missing parent"
    """A node or an override whose place inside a sub-scene is gone; it is not made."""
    MISSING_CONNECTION = "missing connection"
    """A connection one of whose ends, signal or method is not there."""
    NAME_TAKEN = "name taken"
    """A node that was renamed, or lost its unique name, since another has it."""
    MOVED_FILE = "moved file"
    """A file that was found by its uid, and not where the text says."""


class LoadProblem(NamedTuple):
    """One thing that could not be used."""

    kind: ProblemKind
    name: str
    """Of the type, script, file or property."""
    path: str
    """The file that names it."""
    line: int
    """Where, counted from 1; 0 where that is not known."""
    where: str = ""
    """The node or resource that it concerns: the path of a node from the scene's root, the id of a resource."""
    detail: str = ""
    """What else there is to say."""

    def __str__(self) -> str:
        place = f"{self.path}:{self.line}" if self.line else self.path
        concerned = f" ({self.where})" if self.where else ""
        return f"{place}: {self.kind} {self.name!r}{concerned}{f' - {self.detail}' if self.detail else ''}"


class LoadReport:
    """The problems that loading a file met, in the order in which they stand in it; empty, and false, if there is none.

    Files that it uses are counted in: the report of a scene has what its sub-scenes and resources met as well.
    """

    def __init__(self, problems: Iterable[LoadProblem] = ()) -> None:
        self._problems: dict[LoadProblem, bool] = dict.fromkeys(problems, False)  # whether the log has said it

    @property
    def problems(self) -> tuple[LoadProblem, ...]:
        """All of them, each once."""
        return tuple(self._problems)

    @property
    def untold(self) -> tuple[LoadProblem, ...]:
        """Those that no line of the log has said yet; a missing picture has one of its own."""
        return tuple(problem for problem, is_told in self._problems.items() if not is_told)

    def add(
        self,
        kind: ProblemKind,
        name: str,
        path: str,
        line: int = 0,
        where: str = "",
        detail: str = "",
        *,
        is_told: bool = False,
    ) -> None:
        """Note a problem; one that is there already counts once. `is_told`: whether the log has said it."""
        self._problems[LoadProblem(kind, name, path, line, where, detail)] = is_told

    def hint(self, name: str, known: Iterable[str]) -> str:
        """The detail of a problem with an unknown name: "did you mean 'x'?"; "" where none is near, or after many."""
        return did_you_mean(name, known).removeprefix("; ") if len(self) < MOST_HINTS else ""

    def extend(self, other: LoadReport) -> None:
        """Take over the problems of a file that is used."""
        self._problems |= other._problems

    def names(self, kind: ProblemKind) -> tuple[str, ...]:
        """The names of one kind, each once, in the order in which they were met."""
        return tuple(dict.fromkeys(problem.name for problem in self._problems if problem.kind is kind))

    @property
    def missing_types(self) -> tuple[str, ...]:
        """Node and resource types that are not here, such as "GPUParticles2D"."""
        return self.names(ProblemKind.MISSING_TYPE)

    @property
    def missing_scripts(self) -> tuple[str, ...]:
        """Scripts that are no Python of the project, such as "res://player.gd"."""
        return self.names(ProblemKind.MISSING_SCRIPT)

    @property
    def missing_files(self) -> tuple[str, ...]:
        """Files that are not there, or that nothing here reads."""
        return self.names(ProblemKind.MISSING_FILE)

    @property
    def unknown_properties(self) -> tuple[str, ...]:
        """Properties as "Type.name" that the types here do not have."""
        return self.names(ProblemKind.UNKNOWN_PROPERTY)

    def __len__(self) -> int:
        return len(self._problems)

    def __iter__(self) -> Iterator[LoadProblem]:
        return iter(self._problems)

    def __str__(self) -> str:
        return "\n".join(map(str, self._problems)) or "nothing was left out"

    def __repr__(self) -> str:
        return f"<LoadReport, {len(self._problems)} problems>"
