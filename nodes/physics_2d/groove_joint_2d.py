"""GrooveJoint2D: holds a body on a line of another one, along which it slides."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.core.export import kept_property
from engine.core.log import get_logger
from engine.core.property_checks import checked_finite, checked_positive
from engine.math import Color
from nodes.physics_2d.debug_drawing import draw_joint_line, draw_mark
from nodes.physics_2d.joint_2d import Joint2D
from servers.physics_2d import GrooveJoint

if TYPE_CHECKING:
    from servers.physics_2d import Body
    from servers.render import CanvasCommands


_SHORTEST = 1e-6
_POINT_COLOR = Color(0.8, 0.8, 0.9, 0.5)


class GrooveJoint2D(Joint2D):
    """Holds a point of the second body on a line of the first: down its own y axis, `length` far.

    Both properties count when the joint is made.
    """

    length: float = kept_property(
        "length",
        50.0,
        checked_positive,
        Joint2D._keep_and_draw,
        "How long the line is, above 0; default 50.",
        range=(1.0, 65535.0, 1.0),
        unit="px",
    )
    initial_offset: float = kept_property(
        "initial_offset",
        25.0,
        checked_finite,
        Joint2D._keep_and_draw,
        "How far down the line the point of the second body is; default 25.",
        range=(1.0, 65535.0, 1.0),
        unit="px",
    )

    def _paint(self, commands: CanvasCommands) -> None:
        draw_joint_line(self, self.length)
        draw_mark(self, self.initial_offset, _POINT_COLOR, 5.0)

    def _make_record(self) -> GrooveJoint:
        return GrooveJoint(self)

    def _attach(self, record: Any, a: Body, b: Body) -> None:
        place = self.global_transform
        start, end = place.origin, place.xform((0.0, self.length))
        if start.distance_to(end) < _SHORTEST:
            get_logger("physics").warning(f"{self._where()}: it joins nothing: its line is shorter than {_SHORTEST} px")
            return
        record.attach(a, b, start, end, place.xform((0.0, self.initial_offset)))
