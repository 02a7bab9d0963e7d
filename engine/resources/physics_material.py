"""PhysicsMaterial: how bodies rub and bounce."""

from __future__ import annotations

from engine.core.property_checks import checked_bool, checked_non_negative
from engine.core.resource import Resource
from engine.resources.settings import setting


class PhysicsMaterial(Resource):
    """Friction and bounce of a body's surface.

    Of two bodies that touch, the smaller friction counts; that of a rough one, if one is, and of two rough ones the
    larger. Their bounces add up, up to 1; that of an absorbent one is taken away.
    """

    friction: float = setting(
        "friction", 1.0, checked_non_negative, "0 for none, 1, the default, for much; more is allowed."
    )
    rough: bool = setting(
        "rough", False, checked_bool, "Whether its friction counts even beside a smaller one; default False."
    )
    bounce: float = setting(
        "bounce", 0.0, checked_non_negative, "How much of its speed a body bounces back with; 0 to 1, default 0."
    )
    absorbent: bool = setting(
        "absorbent", False, checked_bool, "Whether its bounce is taken from that of the other body; default False."
    )
