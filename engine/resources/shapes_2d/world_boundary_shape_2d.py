"""WorldBoundaryShape2D: everything on one side of a line."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING, Any

from engine.core.errors import InvalidValueError
from engine.core.property_checks import checked_finite, checked_vector2
from engine.math import Rect2, Transform2D, Vector2
from engine.math.value import shortened
from engine.resources.shapes_2d.form_setting import form_setting
from engine.resources.shapes_2d.shape_2d import Shape2D, rect_around
from engine.resources.shapes_2d.solid import TOO_FAR, Boundary, Solid, is_near

if TYPE_CHECKING:
    from engine.core.export import SequenceProperty
    from engine.core.property_checks import Located
    from engine.math import Color

_DRAWN_WIDTH = 3.0
_DRAWN_HALF = 100.0
_DRAWN_NORMAL = 30.0
_ARROW = ((1.5, -2.5), (20.0, -2.5), (20.0, -10.0), (40.0, 0.0), (20.0, 10.0), (20.0, 2.5), (1.5, 2.5))


def _checked_normal(item: Located, what: str, value: Any) -> Vector2:
    normal = checked_vector2(item, what, value)
    if normal.is_zero_approx():
        raise InvalidValueError(f"{item._where()}.{what} must not be (0, 0), got {shortened(value)}; (0, -1) is up")
    return normal


class WorldBoundaryShape2D(Shape2D):
    """A half plane: an endless line with nothing but solid behind it, such as a floor.

    The line passes through `normal * distance`. Two of them do not touch.
    """

    normal: SequenceProperty[Vector2] = form_setting(
        "normal",
        Vector2(0.0, -1.0),
        _checked_normal,
        "Which way its free side is; default (0, -1), up. As a rule of length 1, never of length 0.",
    )
    distance: float = form_setting(
        "distance",
        0.0,
        checked_finite,
        "How far along its normal the line is from the origin, in lengths of the normal; default 0.",
        unit="px",
    )

    def get_rect(self) -> Rect2:
        """The smallest rectangle around a part of it: 200 px of the line and 30 px of the normal."""
        point, along = self._drawn()
        tip = point + self.normal * _DRAWN_NORMAL
        return rect_around((point - along * _DRAWN_HALF, point + along * _DRAWN_HALF, point, tip))

    def _solid(self, transform: Transform2D) -> Solid:
        x, y = transform.basis_xform(self.normal)
        length = hypot(x, y)
        if length == 0.0:
            return Solid(flaw="its scale is 0")
        x, y = x / length, y / length
        on_x, on_y = transform.xform(self.normal * self.distance)
        if not is_near(((on_x, on_y),)):
            return Solid(flaw=TOO_FAR)
        return Solid(boundary=Boundary(x, y, x * on_x + y * on_y))

    def _has_point(self, x: float, y: float) -> bool:
        return self.normal.dot((x, y)) < self.normal.length_squared() * self.distance

    def _paint(self, canvas_item: Any, color: Color) -> None:
        point, along = self._drawn()
        faded = color.with_a(0.0)
        line = [point + along * at for at in (-_DRAWN_HALF, -60.0, 60.0, _DRAWN_HALF)]
        canvas_item.draw_polyline_colors(line, (faded, color, color, faded), _DRAWN_WIDTH)
        turned = Transform2D(self.normal.angle(), (0.0, 0.0))
        arrow = [turned.xform((self.distance + ahead, aside)) for ahead, aside in _ARROW]
        canvas_item.draw_polyline(arrow, color.inverted(), _DRAWN_WIDTH / 2.0)

    def _drawn(self) -> tuple[Vector2, Vector2]:
        """A point of the line, and its direction, as long as the normal."""
        return self.normal * self.distance, self.normal.orthogonal()
