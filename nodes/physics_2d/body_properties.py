"""Properties that kinds of bodies have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.core.export import kept_property
from engine.core.property_checks import checked_or_none, checked_vector2
from engine.math import Vector2
from engine.resources.physics_material import PhysicsMaterial
from nodes.physics_2d.told_properties import told_property

if TYPE_CHECKING:
    from collections.abc import Callable

    from servers.physics_2d import Body


def vector_property(name: str, tell: Callable[[Any, Any], None], doc: str, *, unit: str = "") -> Any:
    """A told property of two finite numbers, (0, 0) by default."""
    return told_property(name, Vector2.ZERO, checked_vector2, tell, doc, unit=unit)


def _set_material(record: Body, material: PhysicsMaterial | None) -> None:
    record.material = material


def material_property() -> Any:
    """The property `physics_material_override`."""

    def keep(self: Any, attribute: str, material: PhysicsMaterial | None) -> None:
        before: PhysicsMaterial | None = getattr(self, attribute, None)
        if material is before:
            return
        if self._tree is not None:
            self._watch_surface(before, material)
        setattr(self, attribute, material)
        if self._record is not None:
            self._record.material = material

    made: property = kept_property(
        "physics_material_override",
        None,
        lambda item, what, value: checked_or_none(item, what, value, PhysicsMaterial),
        keep,
        "How it rubs and bounces; None, the default, for a friction of 1 and no bounce.",
    )
    made.fget._told = "_physics_material_override", _set_material  # type: ignore[union-attr]
    return made
