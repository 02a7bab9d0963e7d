"""Shape2D: the base of what bodies and areas in 2D have for a form."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.core.errors import InvalidTypeError
from engine.core.property_checks import checked_color, checked_finite, checked_vector2
from engine.core.resource import Resource
from engine.math import Rect2, Vector2
from engine.math.value import shortened
from engine.resources.shapes_2d.checks import checked_transform
from engine.resources.shapes_2d.collision import STILL, contact_points, touches
from engine.resources.shapes_2d.form_setting import form_setting
from engine.resources.shapes_2d.solid import Solid

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.math import Color, Transform2D
    from engine.math.color import ColorLike


class Shape2D(Resource):
    """A form around its own origin, which many bodies can share; this base has none. In pixels, y down.

    All that takes a transform takes one with rotation, scale and skew; a scale of 0 leaves nothing. `collide` and the
    others like it do not need bodies, nor a tree. To lie edge on edge is to touch.

    For engine classes: `_solid` is what the shape fills, `_has_point` whether a point is in it, `_paint` draws it.
    """

    custom_solver_bias: float = form_setting(
        "custom_solver_bias",
        0.0,
        checked_finite,
        "How hard contacts of this shape are pushed apart, 0 to 1; 0, the default, as hard as all. It is kept and "
        "saved; the solver has one for all shapes.",
        range=(0.0, 1.0, 0.001),
    )

    def collide(self, local_xform: Sequence[float], with_shape: Shape2D, shape_xform: Sequence[float]) -> bool:
        """Whether it touches another shape.

        Args:
            local_xform: where this shape is; a Transform2D.
            with_shape: the other one.
            shape_xform: where that is.

        Raises:
            InvalidTypeError, InvalidValueError: an argument of the wrong kind, or not finite.
        """
        mine, other = self._both("collide", local_xform, with_shape, shape_xform)
        return touches(mine, STILL, other, STILL)

    def collide_with_motion(
        self,
        local_xform: Sequence[float],
        local_motion: Sequence[float],
        with_shape: Shape2D,
        shape_xform: Sequence[float],
        shape_motion: Sequence[float],
    ) -> bool:
        """Whether what it passes over touches what another shape passes over, whichever is where first.

        Args:
            local_xform: where this shape is at the start; a Transform2D.
            local_motion: how far it moves.
            with_shape: the other one.
            shape_xform: where that is at the start.
            shape_motion: how far that moves.

        Raises:
            InvalidTypeError, InvalidValueError: an argument of the wrong kind, or not finite.
        """
        method = "collide_with_motion"
        mine, other = self._both(method, local_xform, with_shape, shape_xform)
        my_motion, other_motion = self._both_motions(method, local_motion, shape_motion)
        return touches(mine, my_motion, other, other_motion)

    def collide_and_get_contacts(
        self, local_xform: Sequence[float], with_shape: Shape2D, shape_xform: Sequence[float]
    ) -> tuple[Vector2, ...]:
        """Where it touches another shape: pairs of a point on its edge and a point on the other's, in turn; 16 pairs at
        most, none if it does not. The rest is as in `collide`.
        """
        mine, other = self._both("collide_and_get_contacts", local_xform, with_shape, shape_xform)
        return tuple(map(Vector2, contact_points(mine, STILL, other, STILL)))

    def collide_with_motion_and_get_contacts(
        self,
        local_xform: Sequence[float],
        local_motion: Sequence[float],
        with_shape: Shape2D,
        shape_xform: Sequence[float],
        shape_motion: Sequence[float],
    ) -> tuple[Vector2, ...]:
        """Where what it passes over touches what another shape passes over: pairs as of `collide_and_get_contacts`.

        The rest is as in `collide_with_motion`.
        """
        method = "collide_with_motion_and_get_contacts"
        mine, other = self._both(method, local_xform, with_shape, shape_xform)
        my_motion, other_motion = self._both_motions(method, local_motion, shape_motion)
        return tuple(map(Vector2, contact_points(mine, my_motion, other, other_motion)))

    def get_rect(self) -> Rect2:
        """The smallest rectangle around it, or around how it is drawn where it has no end."""
        return Rect2()

    def draw(self, canvas_item: Any, color: ColorLike) -> None:
        """Draw it as it is shown for debugging: filled in that colour, with an outline without transparency.

        `SceneTree.debug_collision_outlines` leaves the outline out.

        Args:
            canvas_item: the CanvasItem that is drawing itself; the shape is drawn around its origin.
            color: as a rule half transparent.

        Raises:
            TreeError: that item is not in its `on_draw`, nor in a handler of its signal `draw`.
            InvalidTypeError, InvalidValueError: `canvas_item` is no CanvasItem, or `color` no finite colour.
        """
        if not hasattr(canvas_item, "_commands"):
            raise InvalidTypeError(
                f"{self._where()}.draw(canvas_item) must be a CanvasItem, got {shortened(canvas_item)}"
            )
        tint = checked_color(self, "draw(color)", color)
        canvas_item._commands("draw")
        self._paint(canvas_item, tint)

    def _solid(self, transform: Transform2D) -> Solid:
        """What it fills where a transform puts it."""
        return Solid(flaw="it is a Shape2D, which has no form; take one of its kinds")

    def _has_point(self, x: float, y: float) -> bool:
        """Whether a point of its own space is in it; lines hold nothing."""
        return False

    def _paint(self, canvas_item: Any, color: Color) -> None:
        """Draw it on an item that is drawing."""

    def _both(
        self, method: str, local_xform: Sequence[float], with_shape: Shape2D, shape_xform: Sequence[float]
    ) -> tuple[Solid, Solid]:
        """What this and another shape fill."""
        mine = checked_transform(self, f"{method}(local_xform)", local_xform)
        if not isinstance(with_shape, Shape2D):
            raise InvalidTypeError(
                f"{self._where()}.{method}(with_shape) must be a Shape2D, got {shortened(with_shape)}"
            )
        theirs = checked_transform(self, f"{method}(shape_xform)", shape_xform)
        return self._solid(mine), with_shape._solid(theirs)

    def _both_motions(
        self, method: str, local_motion: Sequence[float], shape_motion: Sequence[float]
    ) -> tuple[Vector2, Vector2]:
        """How far this and another shape move."""
        return (
            checked_vector2(self, f"{method}(local_motion)", local_motion),
            checked_vector2(self, f"{method}(shape_motion)", shape_motion),
        )


def paint_outlined(canvas_item: Any, points: Sequence[Vector2], color: Color) -> None:
    """Draw a polygon, and if its tree wants outlines that without transparency; nothing of fewer than three points."""
    if len(points) > 2:
        canvas_item.draw_colored_polygon(points, color)
    if len(points) > 2 and canvas_item.tree.debug_collision_outlines:
        canvas_item.draw_polyline((*points, points[0]), color.with_a(1.0))


def rect_around(points: Sequence[Vector2]) -> Rect2:
    """The smallest rectangle around points; that of none is at the origin, without size."""
    if not points:
        return Rect2()
    rect = Rect2(points[0], (0.0, 0.0))
    for point in points:
        rect = rect.expand(point)
    return rect
