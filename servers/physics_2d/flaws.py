"""Shapes that an object has no use for: why, and the log that is told so once for each shape."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core.log import get_logger
from servers.physics_2d.bodies import Body

if TYPE_CHECKING:
    from servers.physics_2d.collision_objects import CollisionObject, ShapeEntry

_ONLY_STILL = "which only bodies that do not move by themselves can be"


def flaw_of(item: CollisionObject, entry: ShapeEntry) -> str:
    """Why a shape of an object is left out; "" if it is not."""
    baked = entry.baked
    if baked.flaw:
        return baked.flaw
    if isinstance(item, Body) and item.is_rigid:
        if baked.is_concave:
            return f"it is concave, {_ONLY_STILL}"
        if baked.boundary is not None:
            return f"it has no end, {_ONLY_STILL}"
    if baked.ray is not None and not (isinstance(item, Body) and item.is_character):
        return "only a CharacterBody2D stands on such rays; give this one another shape"
    return ""


def warn(item: CollisionObject, entry: ShapeEntry, flaw: str) -> None:
    """Tell the log of a flaw; but of the same one of a shape only once."""
    if entry.told_flaw != flaw:
        entry.told_flaw = flaw
        kind = type(entry.shape).__name__
        get_logger("physics").warning(f"{item.where()}: shape {entry.index}, a {kind}, is left out: {flaw}")
