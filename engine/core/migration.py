"""Migrations: what brings the properties that an older version of a class has saved up to its present version.

    class Ship(Node2D):
        version = 3
        speed: float = export(0.0)
        size: Vector3 = export(Vector3(1, 1, 1))

        @migration(1)
        @staticmethod
        def call_velocity_speed(properties: dict[str, Any]) -> None:
            if "velocity" in properties:
                properties["speed"] = properties.pop("velocity")

        @migration(2)
        @staticmethod
        def give_size_three_axes(properties: dict[str, Any]) -> None:
            if "size" in properties:
                properties["size"] = Vector3.ONE * properties["size"]

A node or resource class says its `version` in its body, 1 without it; a class that extends it has the same one. What is
saved of an object of another version than 1 carries it as "metadata/_version", instances of scenes with what they
override, too. What is loaded goes through the migrations from its version on, one after another: those marked 1 make
version 2 of version 1, and so on; a version that nothing is marked with needs no change. A newer one is refused.

There is one row of versions for a class and all that extend it: a change in any of them takes a number that none of
them has had, and all that set a `version` of their own set that one or a higher. Of migrations from the same version,
those of base classes run first.

Only what a game's class saves has a version: with the engine's classes "metadata/_version" is metadata like any other.
"""

from __future__ import annotations

from types import FunctionType
from typing import TYPE_CHECKING, Any, TypeVar

from engine.core.engine_classes import is_engine_class
from engine.core.errors import InvalidTypeError, InvalidValueError, SceneError
from engine.core.export import get_exports
from engine.core.value_copy import ValueCopier
from engine.math.value import shortened

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

__all__ = ["VERSION", "migrate", "migration", "version_of"]

VERSION = "metadata/_version"
"""The property that a version is saved as."""

F = TypeVar("F", bound="Callable[[dict[str, Any]], None]")


def migration(from_version: int) -> Callable[[F], F]:
    """Mark a function in the body of a class as what makes `from_version + 1` of the properties of `from_version`.

    The function is called with a dict of the properties that a file sets, by name, as files have them: numbers, texts,
    vectors, lists and dicts; only those that differed from the defaults then, so it must not expect any. It renames,
    converts, adds and removes them in place. Type checkers want a `@staticmethod` below the mark.

    Raises:
        InvalidTypeError: `from_version` is no whole number, or what is marked is no function.
        InvalidValueError: it is below 1.
    """
    if type(from_version) is not int:
        raise InvalidTypeError(
            f"@migration(from_version) takes a version as in @migration(1), got {shortened(from_version)}"
        )
    if from_version < 1:
        raise InvalidValueError(f"@migration({from_version}): versions begin with 1")

    def mark(function: F) -> F:
        if not isinstance(function, (FunctionType, staticmethod)):
            raise InvalidTypeError(
                f"@migration({from_version}) stands above a function of one argument, the properties, "
                f"got {shortened(function)}"
            )
        plain: Any = getattr(function, "__func__", function)
        plain._migrates_from = from_version
        return function

    return mark


def version_of(cls: type) -> int:
    """The version that objects of a class are saved with; 1 is not written.

    Raises:
        InvalidValueError: its `version` is below that of a class that it extends, or below what its migrations make.
    """
    return _history_of(cls).version


def migrate(target: type, properties: Mapping[str, Any]) -> Mapping[str, Any]:
    """The properties of a file's section as the present version of a class has them, without the version.

    Args:
        target: the class of the object that they are for.
        properties: by name; they stay as they are, with all that is in them. Those of a class without versions are
            given back themselves.

    Raises:
        SceneError: they are of a newer version than the class, or their version is none; a migration raised, or gave
            something back. It names no file: who reads one says where.
        InvalidValueError: as `version_of`.
    """
    history = _history_of(target)
    stored = properties.get(VERSION, 1)
    if not history.counts:
        return properties
    if type(stored) is not int or stored < 1:
        raise SceneError(
            f"the version of a {target.__name__} must be a whole number of 1 or more, got {shortened(stored)}"
        )
    if stored > history.version:
        raise SceneError(
            f"{target.__name__} was saved in version {stored}, and the class here has version {history.version}; "
            "open it with the game that saved it, or a newer one"
        )
    bag: dict[str, Any] = {name: value for name, value in properties.items() if name != VERSION}
    if stored < history.version and history.steps:
        bag = ValueCopier(lambda each: each).copied(bag)
        for version, function in history.steps:
            if version >= stored:
                _run(target, version, function, bag)
    return bag


def _run(cls: type, version: int, function: Callable[[dict[str, Any]], object], bag: dict[str, Any]) -> None:
    what = f"the migration {function.__qualname__} of a {cls.__name__} from version {version}"
    try:
        given = function(bag)
    except Exception as error:
        raise SceneError(f"{what} failed: {type(error).__name__}: {error}") from error
    if given is not None:
        raise SceneError(f"{what} must change the properties in place and give nothing back, got {shortened(given)}")


class _History:
    """The versions of one class."""

    __slots__ = ("counts", "steps", "version")

    def __init__(self, cls: type) -> None:
        self.counts = not is_engine_class(cls)
        """Whether objects of the class have a version; those of the engine's have none."""
        self.version = 1
        found: list[tuple[int, Callable[[dict[str, Any]], object]]] = []
        for base in reversed(cls.__mro__):
            self._read_version(base)
            for value in vars(base).values():
                function = getattr(value, "__func__", value)
                from_version = getattr(function, "_migrates_from", None) if type(function) is FunctionType else None
                if from_version is not None:
                    found.append((from_version, function))
            last = max((version for version, _ in found), default=0)
            if last >= self.version:
                raise InvalidValueError(
                    f"{base.__name__} has a migration from version {last}, and its version is {self.version}; "
                    f"write version = {last + 1} in its body"
                )
        self.steps = tuple(sorted(found, key=lambda step: step[0]))
        """From which version, and what does it, in order."""

    def _read_version(self, base: type) -> None:
        """Take what a class says in its body; something that is no number, or exported, is meant for something else."""
        said = vars(base).get("version")
        if type(said) is not int or "version" in get_exports(base):
            return
        if said < self.version:
            raise InvalidValueError(
                f"{base.__name__}.version is {said}, below the {self.version} of what it extends; versions begin with "
                "1, and go on from there in a class that extends another"
            )
        self.version = said


def _history_of(cls: type) -> _History:
    history: _History | None = vars(cls).get("_history")
    if history is None:
        history = cls._history = _History(cls)  # type: ignore[attr-defined]  # it goes with the class
    return history
