"""SeparationRayShape2D: a ray that stands on what it meets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.core.property_checks import checked_bool, checked_non_negative
from engine.math import Rect2, Vector2
from engine.resources.shapes_2d.form_setting import form_setting
from engine.resources.shapes_2d.shape_2d import Shape2D, rect_around
from engine.resources.shapes_2d.solid import TOO_FAR, Ray, Solid, is_near

if TYPE_CHECKING:
    from engine.math import Color, Transform2D

_DRAWN_WIDTH = 1.4
_LONGEST_TIP = 6.0
_AROUND = 0.5**0.5 * 4.0


class SeparationRayShape2D(Shape2D):
    """A ray from the origin down, which moves its body until its tip touches what it meets: a leg, in effect.

    For CharacterBody2D; of another body, or an area, it is left out, with a warning. What moves, falls or asks passes
    through the rays of others: no query and no area finds a body by its ray.
    """

    length: float = form_setting(
        "length", 20.0, checked_non_negative, "0 or more; default 20. With 0 it touches nothing.", unit="px"
    )
    slide_on_slope: bool = form_setting(
        "slide_on_slope",
        False,
        checked_bool,
        "Whether it is pushed along the normal of what it meets, and so slides down slopes, and not along itself; "
        "default False.",
    )

    def get_rect(self) -> Rect2:
        """The smallest rectangle around it, and some 3 px more on each side."""
        return rect_around((Vector2(0.0, 0.0), Vector2(0.0, self.length))).grow(_AROUND)

    def _solid(self, transform: Transform2D) -> Solid:
        x, y = transform.origin
        tip_x, tip_y = transform.xform((0.0, self.length))
        if (x, y) == (tip_x, tip_y):
            return Solid(flaw="its length is 0" if self.length == 0.0 else "its scale is 0")
        if not is_near(((x, y), (tip_x, tip_y))):
            return Solid(flaw=TOO_FAR)
        return Solid(ray=Ray(x, y, tip_x, tip_y, self.slide_on_slope))

    def _paint(self, canvas_item: Any, color: Color) -> None:
        length = self.length
        tip = length
        if length >= _DRAWN_WIDTH:
            tip = min(max(length * 2.0 / 3.0, _DRAWN_WIDTH), _LONGEST_TIP)
            canvas_item.draw_line((0.0, 0.0), (0.0, length - tip), color, _DRAWN_WIDTH)
        if tip > 0.0:
            below = length - tip
            canvas_item.draw_primitive(((0.0, length), (-0.5 * tip, below), (0.5 * tip, below)), (color,))
