"""DampedSpringJoint2D: a spring between two bodies."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.core.export import kept_property
from engine.core.property_checks import checked_non_negative
from nodes.physics_2d.debug_drawing import draw_joint_line
from nodes.physics_2d.joint_2d import Joint2D
from nodes.physics_2d.told_properties import told_property
from servers.physics_2d import SpringJoint

if TYPE_CHECKING:
    from servers.physics_2d import Body
    from servers.render import CanvasCommands


class DampedSpringJoint2D(Joint2D):
    """A spring from where it is, on the first body, to `length` down its own y axis, on the second."""

    length: float = kept_property(
        "length",
        50.0,
        checked_non_negative,
        Joint2D._keep_and_draw,
        "How far its ends are apart when the joint is made; default 50. It can be stretched further.",
        range=(1.0, 65535.0, 1.0),
        unit="px",
    )
    rest_length: float = told_property(
        "rest_length",
        0.0,
        checked_non_negative,
        SpringJoint.set_rest_length,
        "How far apart its ends want to be; 0, the default, for as far as they were when the joint was made.",
        range=(0.0, 65535.0, 1.0),
        unit="px",
    )
    stiffness: float = told_property(
        "stiffness",
        20.0,
        checked_non_negative,
        SpringJoint.set_stiffness,
        "How hard it pulls for each pixel that it is too long, or pushes if it is too short; default 20.",
        range=(0.1, 64.0, 0.1),
        unit="N/px",
    )
    damping: float = told_property(
        "damping",
        1.0,
        checked_non_negative,
        SpringJoint.set_damping,
        "How hard it works against a change of its length, for each pixel in a second; default 1.",
        range=(0.01, 16.0, 0.01),
        unit="N s/px",
    )

    def _paint(self, commands: CanvasCommands) -> None:
        draw_joint_line(self, self.length)

    def _make_record(self) -> SpringJoint:
        return SpringJoint(self)

    def _attach(self, record: Any, a: Body, b: Body) -> None:
        place = self.global_transform
        record.attach(a, b, place.origin, place.xform((0.0, self.length)))
