"""StaticBody2D: a body that nothing moves, such as a floor or a wall."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core.property_checks import checked_finite
from nodes.physics_2d.body_properties import material_property, vector_property
from nodes.physics_2d.physics_body_2d import PhysicsBody2D
from nodes.physics_2d.told_properties import to_attribute, told_property

if TYPE_CHECKING:
    from engine.core.export import SequenceProperty
    from engine.math import Vector2
    from engine.resources.physics_material import PhysicsMaterial


class StaticBody2D(PhysicsBody2D):
    """A body that is not moved by others. What moves it by its transform puts it there at once, without pushing others.

    `constant_linear_velocity` and `constant_angular_velocity` move what touches it, as a conveyor belt does.
    """

    _ways_to_set = PhysicsBody2D._ways_to_set | {  # what Godot 3 had
        "friction": "physics_material_override",
        "bounce": "physics_material_override",
    }

    physics_material_override: PhysicsMaterial | None = material_property()
    constant_linear_velocity: SequenceProperty[Vector2] = vector_property(
        "constant_linear_velocity",
        to_attribute("constant_linear_velocity"),
        "How what lies on it is moved, as if it moved so itself; default (0, 0).",
        unit="px/s",
    )
    constant_angular_velocity: float = told_property(
        "constant_angular_velocity",
        0.0,
        checked_finite,
        to_attribute("constant_angular_velocity"),
        "How what lies on it is turned, as if it turned so itself; default 0.",
        unit="rad/s",
    )
