"""PinJoint2D: holds two bodies together at a point, around which they turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.core.property_checks import checked_bool, checked_finite, checked_non_negative
from nodes.physics_2d.debug_drawing import JOINT_COLOR, JOINT_WIDTH, MARK, draw_mark
from nodes.physics_2d.joint_2d import Joint2D
from nodes.physics_2d.told_properties import told_property
from servers.physics_2d import PinJoint

if TYPE_CHECKING:
    from servers.physics_2d import Body
    from servers.render import CanvasCommands


def _set_limits(record: PinJoint, _: object) -> None:
    pin: Any = record.owner
    limits = pin.angular_limit_lower, pin.angular_limit_upper
    record.set_limits(limits if pin.angular_limit_enabled else None)


def _set_speed(record: PinJoint, _: object) -> None:
    pin: Any = record.owner
    record.set_speed(pin.motor_target_velocity if pin.motor_enabled else None)


class PinJoint2D(Joint2D):
    """Holds two bodies together where it is; they turn freely around it, within limits, or driven by a motor.

    Angles are of the second body against the first; they are 0 where the two are when they are joined.

    Of bodies that hang in a chain, a gap of less than two pixels is closed more gently than `bias` says: the chain
    would shake itself up otherwise.
    """

    softness: float = told_property(
        "softness",
        0.0,
        checked_non_negative,
        PinJoint.set_softness,
        "How far it gives way: 0, the default, not at all; otherwise as a spring of 3600 * bias / softness N/px, "
        "which damps itself.",
        range=(0.0, 16.0, 0.01),
    )
    angular_limit_enabled: bool = told_property(
        "angular_limit_enabled", False, checked_bool, _set_limits, "Whether it turns within limits only; default False."
    )
    angular_limit_lower: float = told_property(
        "angular_limit_lower",
        0.0,
        checked_finite,
        _set_limits,
        "The least angle, if `angular_limit_enabled`; default 0.",
        unit="rad",
    )
    angular_limit_upper: float = told_property(
        "angular_limit_upper",
        0.0,
        checked_finite,
        _set_limits,
        "The greatest angle, if `angular_limit_enabled`; default 0. Below the least, it is the one a turn further.",
        unit="rad",
    )
    motor_enabled: bool = told_property(
        "motor_enabled", False, checked_bool, _set_speed, "Whether a motor turns it; default False."
    )
    motor_target_velocity: float = told_property(
        "motor_target_velocity",
        0.0,
        checked_finite,
        _set_speed,
        "How fast the motor turns the second body against the first, whatever that takes; default 0.",
        unit="rad/s",
    )

    def _paint(self, commands: CanvasCommands) -> None:
        draw_mark(self, 0.0)
        self.draw_line((0.0, -MARK), (0.0, MARK), JOINT_COLOR, JOINT_WIDTH)

    def _make_record(self) -> PinJoint:
        return PinJoint(self)

    def _attach(self, record: Any, a: Body, b: Body) -> None:
        record.attach(a, b, self.global_position)
