"""What of a file could not be used when it was loaded: all of it is kept, and written back when it is saved."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from engine.core.errors import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from engine.core.object import Object
    from engine.resources.loading.resource_loader import ResourceLoader

__all__ = ["LEFT_OUT", "LoadProblem", "LoadReport", "ProblemKind"]


MOST_HINTS = 20
"""Nearest names are looked for in the first problems of a report only, since that takes a while."""
MOST_LINES = 20
"""Lines that the log gets for one file."""
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
        concerned = f" ({'the root' if self.where == '.' else self.where})" if self.where else ""
        return f"{place}: {self.kind} {self.name!r}{concerned}{f' - {self.detail}' if self.detail else ''}"


class LoadReport:
    """The problems that loading a file met, in the order in which they stand in it; empty, and false, if there is none.

    Files that it uses are counted in, behind its own: the report of a scene has what its sub-scenes and resources met
    as well, also what comes up only when they are instantiated.
    """

    def __init__(self, problems: Iterable[LoadProblem] = ()) -> None:
        self._own: dict[LoadProblem, bool] = dict.fromkeys(problems, False)  # whether the log has said it
        self._used: dict[LoadReport, None] = {}

    @property
    def problems(self) -> tuple[LoadProblem, ...]:
        """All of them, each once."""
        return tuple(dict.fromkeys(problem for report in self._all() for problem in report._own))

    def add(
        self,
        kind: ProblemKind,
        name: str,
        path: str,
        line: int = 0,
        where: str = "",
        detail: str = "",
    ) -> None:
        """Note a problem; one that is there already counts once."""
        self._own.setdefault(LoadProblem(kind, name, path, line, where, detail), False)

    def tell(self, loader: ResourceLoader, where: str) -> None:
        """Let the log say, a line for each, what it has not said yet; of a file that is read again, too.

        Args:
            loader: of the project; its log remembers what it has said.
            where: what the last line calls the file, if there is more to say than a person reads.
        """
        if not self._used and all(self._own.values()):
            return
        alike: dict[tuple[str, str, str], list[LoadProblem]] = {}
        for report in self._all():
            for problem, is_told in report._own.items():
                if not is_told:
                    report._own[problem] = True
                    alike.setdefault((problem.path, problem.kind, problem.name), []).append(problem)
        files = list(dict.fromkeys(path for path, _, _ in alike))
        found = [[problem for problem in same if problem.where] or same for same in alike.values()]
        found.sort(key=lambda same: (files.index(same[0].path), same[0].line))
        lines = [
            f"{first}{f'; and {len(others)} more of it in this file' if others else ''}"
            for first, *others in found[:MOST_LINES]
        ]
        if len(found) > MOST_LINES:
            lines.append(f"{where}: and {len(found) - MOST_LINES} more; see its report")
        for line in lines:
            loader._log.log_once(f"{loader.folder}/{line}", line)

    def _all(self) -> Iterator[LoadReport]:
        """This report, and those of the files that it uses, each once."""
        found = {self: None}
        waiting = [self]
        for report in waiting:
            new = [each for each in report._used if each not in found]
            found |= dict.fromkeys(new)
            waiting += new
        return iter(found)

    def hint(self, name: str, known: Iterable[str]) -> str:
        """The detail of a problem with an unknown name: "did you mean 'x'?"; "" where none is near, or after many."""
        return did_you_mean(name, known).removeprefix("; ") if len(self._own) < MOST_HINTS else ""

    def hint_for_property(self, owner: type[Object], name: str, known: Collection[str]) -> str:
        """The detail of a problem with a property that was not set: that it is no property, or took not what it says.

        Args:
            owner: the class of the node or resource.
            name: of the property.
            known: all that can be set of the class.
        """
        if name in known:
            return "it cannot take the value, which is kept"
        return f"use {owner._ways_to_set[name]}" if name in owner._ways_to_set else self.hint(name, known)

    def extend(self, other: LoadReport) -> None:
        """Count in the problems of a file that is used, those of now and those that it meets later."""
        self._used[other] = None

    def names(self, kind: ProblemKind) -> tuple[str, ...]:
        """The names of one kind, each once, in the order in which they were met."""
        return tuple(dict.fromkeys(problem.name for problem in self.problems if problem.kind is kind))

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
        return len(self.problems)

    def __iter__(self) -> Iterator[LoadProblem]:
        return iter(self.problems)

    def __str__(self) -> str:
        return "\n".join(map(str, self.problems)) or "nothing was left out"

    def __repr__(self) -> str:
        return f"<LoadReport, {len(self)} problems>"
