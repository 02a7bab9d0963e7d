"""Line2D: a thick line through points, with joints and caps, whose width and colour may change along it.

A line in one colour and one width is covered once, so that it is even where it is translucent. Width curves, gradients
and textures lie on the line as Godot lays them.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from engine.core.errors import InvalidValueError
from engine.core.export import exported
from engine.core.property_checks import checked_bool, checked_choice, checked_color, checked_non_negative
from engine.math import Color, Vector2
from engine.resources.curves.curve import Curve
from engine.resources.gradient import Gradient
from engine.resources.textures.gradient_colors import gradient_colors
from nodes.world_2d.canvas.canvas_checks import (
    WHITE,
    checked_count,
    checked_vectors,
)
from nodes.world_2d.canvas.redrawn_properties import drawn_resource, drawn_texture
from nodes.world_2d.node_2d import Node2D
from servers.render import Cap, Joint, LineTexture, RibbonStyle

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from engine.math.color import ColorLike
    from engine.resources import Texture2D
    from servers.render import CanvasCommands

    Floats = NDArray[np.float64]

MAX_ROUND_PRECISION = 256
"""Most triangles in a half circle: more cannot be seen."""


class Line2D(Node2D):
    """Draws a line through its points; in one colour, evenly even when it is translucent.

    Raises (its properties, when set):
        InvalidTypeError, InvalidValueError: a value of the wrong kind, not finite, or out of range.
    """

    LineJointMode = Joint
    """How the corners look, for `joint_mode`."""
    LineCapMode = Cap
    """How the ends look, for `begin_cap_mode` and `end_cap_mode`."""
    LineTextureMode = LineTexture
    """How a texture lies on the line, for `texture_mode`."""

    _paints = True
    _draws_from = ("_width_curve", "_gradient", "_texture")
    _points: tuple[Vector2, ...] = ()
    _width = 10.0
    _width_curve: Curve | None = None
    _default_color = WHITE
    _gradient: Gradient | None = None
    _texture: Texture2D | None = None
    _texture_mode = LineTexture.NONE
    _closed = False
    _joint_mode = Joint.SHARP
    _begin_cap_mode = Cap.NONE
    _end_cap_mode = Cap.NONE
    _sharp_limit = 2.0
    _round_precision = 8
    _antialiased = False

    @property
    @exported((), unit="px")
    def points(self) -> tuple[Vector2, ...]:
        """The points in order; empty by default. Fewer than two different ones draw nothing."""
        return self._points

    @points.setter
    def points(self, points: Iterable[Sequence[float]]) -> None:
        self._points = checked_vectors(self, "points", points)
        self.queue_redraw()

    @property
    @exported(10.0, range=(0.0, 1000.0), unit="px")
    def width(self) -> float:
        """How thick the line is, 0 or more; default 10."""
        return self._width

    @width.setter
    def width(self, width: float) -> None:
        self._width = checked_non_negative(self, "width", width)
        self.queue_redraw()

    width_curve: Curve | None = drawn_resource(
        "width_curve",
        Curve,
        "What multiplies the width along the line, from its start at 0 to its end at 1; None, the default, for 1.",
    )

    @property
    @exported(WHITE)
    def default_color(self) -> Color:
        """The line's colour where it has no `gradient`; default white."""
        return self._default_color

    @default_color.setter
    def default_color(self, default_color: ColorLike) -> None:
        self._default_color = checked_color(self, "default_color", default_color)
        self.queue_redraw()

    gradient: Gradient | None = drawn_resource(
        "gradient",
        Gradient,
        "The colours along the line, from its start at 0 to its end at 1; None, the default, for `default_color`.",
    )
    texture: Texture2D | None = drawn_texture(
        "What the line is covered with, multiplied by its colour; None, the default, for its colour alone."
    )

    @property
    @exported(LineTexture.NONE)
    def texture_mode(self) -> LineTexture:
        """How `texture` lies on the line.

        NONE, the default, shows its top left corner everywhere. TILE shows it again and again, as high as the line is
        wide; set `texture_repeat`, too. STRETCH shows it once over the whole line.
        """
        return self._texture_mode

    @texture_mode.setter
    def texture_mode(self, texture_mode: int) -> None:
        self._texture_mode = checked_choice(self, "texture_mode", texture_mode, LineTexture)
        self.queue_redraw()

    @property
    @exported(False)
    def closed(self) -> bool:
        """Whether the last point is joined to the first; needs three different points. Default False."""
        return self._closed

    @closed.setter
    def closed(self, closed: bool) -> None:
        self._closed = checked_bool(self, "closed", closed)
        self.queue_redraw()

    @property
    @exported(Joint.SHARP)
    def joint_mode(self) -> Joint:
        """The shape of bends: SHARP (the default), BEVEL or ROUND."""
        return self._joint_mode

    @joint_mode.setter
    def joint_mode(self, joint_mode: int) -> None:
        self._joint_mode = checked_choice(self, "joint_mode", joint_mode, Joint)
        self.queue_redraw()

    @property
    @exported(Cap.NONE)
    def begin_cap_mode(self) -> Cap:
        """The shape of the start: NONE (the default), BOX or ROUND."""
        return self._begin_cap_mode

    @begin_cap_mode.setter
    def begin_cap_mode(self, begin_cap_mode: int) -> None:
        self._begin_cap_mode = checked_choice(self, "begin_cap_mode", begin_cap_mode, Cap)
        self.queue_redraw()

    @property
    @exported(Cap.NONE)
    def end_cap_mode(self) -> Cap:
        """The shape of the end: NONE (the default), BOX or ROUND."""
        return self._end_cap_mode

    @end_cap_mode.setter
    def end_cap_mode(self, end_cap_mode: int) -> None:
        self._end_cap_mode = checked_choice(self, "end_cap_mode", end_cap_mode, Cap)
        self.queue_redraw()

    @property
    @exported(2.0, range=(0.0, 100.0))
    def sharp_limit(self) -> float:
        """How far a sharp joint may reach, in half widths from its point, before it becomes a bevel; default 2."""
        return self._sharp_limit

    @sharp_limit.setter
    def sharp_limit(self, sharp_limit: float) -> None:
        self._sharp_limit = checked_non_negative(self, "sharp_limit", sharp_limit)
        self.queue_redraw()

    @property
    @exported(8, range=(1, 32, 1))
    def round_precision(self) -> int:
        """Triangles in a half circle of round joints and caps, 1 to 256; default 8."""
        return self._round_precision

    @round_precision.setter
    def round_precision(self, round_precision: int) -> None:
        self._round_precision = checked_count(self, "round_precision", round_precision, 1, MAX_ROUND_PRECISION)
        self.queue_redraw()

    @property
    @exported(False)
    def antialiased(self) -> bool:
        """Whether the line has a soft edge, 1.25 pixels of its own space wide, on its outside; default False."""
        return self._antialiased

    @antialiased.setter
    def antialiased(self, antialiased: bool) -> None:
        self._antialiased = checked_bool(self, "antialiased", antialiased)
        self.queue_redraw()

    def add_point(self, position: Sequence[float], index: int = -1) -> None:
        """Put a point before the one at `index`; at the end by default.

        Raises:
            InvalidValueError: `index` is beyond the end.
        """
        (point,) = checked_vectors(self, "add_point(position)", (position,))
        place = len(self._points) if index == -1 else index
        if not 0 <= place <= len(self._points):
            raise InvalidValueError(
                f"{self._where()}.add_point(index) must be from 0 to {len(self._points)}, or -1 for the end, "
                f"got {index}"
            )
        self.points = (*self._points[:place], point, *self._points[place:])

    def remove_point(self, index: int) -> None:
        """Take out the point at `index`.

        Raises:
            InvalidValueError: there is none.
        """
        self._check_index("remove_point", index)
        self.points = self._points[:index] + self._points[index + 1 :]

    def clear_points(self) -> None:
        """Take out all points."""
        self.points = ()

    def get_point_count(self) -> int:
        """How many points there are."""
        return len(self._points)

    def get_point_position(self, index: int) -> Vector2:
        """The point at `index`.

        Raises:
            InvalidValueError: there is none.
        """
        self._check_index("get_point_position", index)
        return self._points[index]

    def set_point_position(self, index: int, position: Sequence[float]) -> None:
        """Move the point at `index`.

        Raises:
            InvalidValueError: there is none.
        """
        self._check_index("set_point_position", index)
        (point,) = checked_vectors(self, "set_point_position(position)", (position,))
        self.points = (*self._points[:index], point, *self._points[index + 1 :])

    def _check_index(self, method: str, index: int) -> None:
        if not 0 <= index < len(self._points):
            raise InvalidValueError(
                f"{self._where()}.{method}(index) must be one of its {len(self._points)} points, counted from 0, "
                f"got {index}"
            )

    def _paint(self, commands: CanvasCommands) -> None:
        texture = self._texture
        color = (*self._default_color,)
        if self._width_curve is not None or self._gradient is not None or self._texture_mode != LineTexture.NONE:
            commands.ribbon(self._points, self._style(), color, texture, antialiased=self._antialiased)
            return
        commands.polyline(
            self._points,
            color,
            self._width,
            closed=self._closed,
            joint=self._joint_mode,
            begin_cap=self._begin_cap_mode,
            end_cap=self._end_cap_mode,
            sharp_limit=self._sharp_limit,
            round_precision=self._round_precision,
            texture=texture,
            antialiased=self._antialiased,
        )

    def _style(self) -> RibbonStyle:
        """What changes along the line."""
        curve, gradient, texture = self._width_curve, self._gradient, self._texture
        ends = None
        if gradient is not None:
            ends = gradient.get_color(0), gradient.get_color(gradient.get_point_count() - 1)
        return RibbonStyle(
            self._width,
            self._closed,
            self._joint_mode,
            self._begin_cap_mode,
            self._end_cap_mode,
            self._sharp_limit,
            self._round_precision,
            None if curve is None else curve.sample_baked_many,
            None if gradient is None else partial(_colors, gradient),
            ends,
            self._texture_mode,
            1.0 if texture is None else max(texture.width, 1) / max(texture.height, 1),
        )


def _colors(gradient: Gradient, offsets: Floats) -> Floats:
    """The colours of a gradient at `offsets`, (N, 4)."""
    return gradient_colors(gradient, offsets.astype(np.float32)).T.astype(np.float64)
