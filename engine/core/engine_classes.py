"""Which classes are the engine's own, and not a game's: those that its packages define."""

from __future__ import annotations

from typing import Any

__all__ = ["OUR_PACKAGES", "engine_base", "is_engine_class"]

OUR_PACKAGES = ("engine", "nodes", "servers", "scenes")
"""The packages of the engine, by the names that they are imported under."""


def is_engine_class(cls: type) -> bool:
    """Whether a class is one of the engine's."""
    return cls.__module__.partition(".")[0] in OUR_PACKAGES


def engine_base(cls: type) -> type[Any]:
    """The class itself if it is one of the engine's, else the nearest that it extends; of nodes and resources."""
    return next(base for base in cls.__mro__ if is_engine_class(base))
