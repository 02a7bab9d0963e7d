"""Polygon2D: a filled polygon, in one colour or one for each corner, and with a texture."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from engine.core.errors import InvalidTypeError, InvalidValueError
from engine.core.export import exported
from engine.core.property_checks import (
    checked_between,
    checked_color,
    checked_finite,
    checked_non_negative,
    checked_vector2,
)
from engine.math import Color, Vector2
from engine.math.value import is_in_order, shortened
from nodes.world_2d.bone_weights import BoneWeights
from nodes.world_2d.canvas.canvas_checks import (
    WHITE,
    checked_colors,
    checked_vectors,
    triangulated,
)
from nodes.world_2d.canvas.redrawn_properties import drawn_texture, redrawn_offset, redrawn_property, redrawn_switch
from nodes.world_2d.node_2d import Node2D
from servers.render import FEATHER

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from engine.core.property_checks import Located
    from engine.math.color import ColorLike
    from engine.resources import Texture2D
    from servers.render import CanvasCommands

    Floats = NDArray[np.float64]

_SLIT = 1e-5
"""How far apart, in pixels, the two sides of the cut are that joins a hole to the frame around it, when it is cut into
triangles; they are drawn at one place."""


def _checked_count(item: Located, what: str, value: int) -> int:
    return checked_between(item, what, value, 0, 1_000_000)


def _checked_parts(item: Located, what: str, parts: Iterable[Iterable[int]]) -> tuple[tuple[int, ...], ...]:
    """Lists of numbers of corners."""
    if not is_in_order(parts):
        raise InvalidTypeError(f"{item._where()}.{what} must be lists of corner numbers, got {shortened(parts)}")
    checked = []
    for part in parts:
        if not is_in_order(part):
            raise InvalidTypeError(
                f"{item._where()}.{what} must be lists of corner numbers, got {shortened(part)} in it"
            )
        checked.append(tuple(checked_between(item, what, index, 0, 2**31 - 1) for index in part))
    return tuple(checked)


class Polygon2D(BoneWeights, Node2D):
    """Fills the polygon through its points. Fewer than three points, or no area, draw nothing.

    An outline that crosses itself raises InvalidValueError when the polygon is drawn; so does a number in `polygons`
    that no corner has.
    """

    _paints = True
    _draws_from = ("_texture",)
    _polygon: tuple[Vector2, ...] = ()
    _color = WHITE
    _vertex_colors: tuple[Color, ...] = ()
    _texture: Texture2D | None = None
    _texture_offset = Vector2.ZERO
    _texture_scale = Vector2.ONE
    _texture_rotation = 0.0
    _uv: tuple[Vector2, ...] = ()
    _offset = Vector2.ZERO
    _polygons: tuple[tuple[int, ...], ...] = ()
    _internal_vertex_count = 0
    _invert_enabled = False
    _invert_border = 100.0
    _antialiased = False

    @property
    @exported((), unit="px")
    def polygon(self) -> tuple[Vector2, ...]:
        """The corners in order, in either direction; the outline must not cross itself. Empty by default.

        Raises:
            InvalidTypeError, InvalidValueError: set to something else than finite points.
        """
        return self._polygon

    @polygon.setter
    def polygon(self, polygon: Iterable[Sequence[float]]) -> None:
        self._polygon = checked_vectors(self, "polygon", polygon)
        self.queue_redraw()

    @property
    @exported(WHITE)
    def color(self) -> Color:
        """What it is filled with; default white."""
        return self._color

    @color.setter
    def color(self, color: ColorLike) -> None:
        self._color = checked_color(self, "color", color)
        self.queue_redraw()

    vertex_colors: tuple[Color, ...] = redrawn_property(
        "vertex_colors",
        (),
        checked_colors,
        "The colour of each corner, blended in between; other than one for each, and by default, all have `color`.",
    )

    texture: Texture2D | None = drawn_texture(
        "What is shown on the polygon, multiplied by its colour; None, the default, for its colour alone."
    )
    texture_offset: Vector2 = redrawn_offset(
        "texture_offset", "Moves what is shown of the texture, in its pixels before they are scaled; default (0, 0)."
    )
    texture_scale: Vector2 = redrawn_property(
        "texture_scale",
        Vector2.ONE,
        checked_vector2,
        "How many of the texture's pixels are shown in one of the polygon; a larger scale shows it smaller; default "
        "(1, 1).",
    )
    texture_rotation: float = redrawn_property(
        "texture_rotation",
        0.0,
        checked_finite,
        "Turns what is shown of the texture; the picture turns the other way; default 0.",
        unit="rad",
    )
    uv: tuple[Vector2, ...] = redrawn_property(
        "uv",
        (),
        checked_vectors,
        "The place in the texture of each corner, in its pixels; other than one for each, and by default, where the "
        "corners are.",
        unit="px",
    )
    offset: Vector2 = redrawn_offset("offset", "Added to each corner; default (0, 0).")

    @property
    @exported([])
    def polygons(self) -> list[tuple[int, ...]]:
        """What is drawn in place of the outline: polygons, each of the numbers of its corners, counted from 0.

        None by default. Set another list to change them.

        Raises:
            InvalidTypeError, InvalidValueError: set to something else than lists of whole numbers of 0 or more.
        """
        return list(self._polygons)

    @polygons.setter
    def polygons(self, polygons: Iterable[Iterable[int]]) -> None:
        self._polygons = _checked_parts(self, "polygons", polygons)
        self.queue_redraw()

    internal_vertex_count: int = redrawn_property(
        "internal_vertex_count",
        0,
        _checked_count,
        "How many of the last corners lie within, and belong to `polygons` alone; default 0.",
    )
    invert_enabled: bool = redrawn_switch(
        "invert_enabled", False, "Whether what lies around the polygon is filled in its place; default False."
    )
    invert_border: float = redrawn_property(
        "invert_border",
        100.0,
        checked_non_negative,
        "How far beyond the corners is filled then, 0 or more; default 100.",
        unit="px",
    )
    antialiased: bool = redrawn_switch(
        "antialiased", False, "Whether there is a soft edge around it, 1.25 pixels of its space wide; default False."
    )

    def _paint(self, commands: CanvasCommands) -> None:
        outline = self._outline()
        if len(outline) < 3:
            return
        points = np.array(outline, np.float64)
        if self._invert_enabled:
            points, shown = _inverted(points, self._invert_border)
        else:
            shown = points
        indices = self._triangles(points.tolist())
        if not indices:
            return
        colors = np.array(self._vertex_colors if len(self._vertex_colors) == len(points) else self._color, np.float64)
        commands.triangle_array(
            shown,
            np.array(indices, np.intp).reshape(-1, 3),
            colors,
            None if self._texture is None else self._places(self._texture, shown),
            self._texture,
            feather=FEATHER if self._antialiased else 0.0,
        )

    def _outline(self) -> list[Vector2]:
        """The corners that are drawn, moved; without those that only belong to parts, where there are none."""
        corners = self._polygon
        if self._invert_enabled or not self._polygons:
            corners = corners[: max(len(corners) - self._internal_vertex_count, 0)]
        return [point + self._offset for point in corners]

    def _triangles(self, points: list[Any]) -> list[int]:
        """Three indices for each triangle."""
        if self._invert_enabled or not self._polygons:
            return triangulated(self, "polygon", points)
        indices: list[int] = []
        for part in self._polygons:
            if len(part) < 3:
                continue
            if max(part) >= len(points):
                raise InvalidValueError(
                    f"{self._where()}.polygons has a corner {max(part)}, but there are {len(points)}, counted from 0"
                )
            triangles = triangulated(self, "polygons", [points[index] for index in part])
            indices += [part[index] for index in triangles]
        return indices

    def _places(self, texture: Texture2D, points: Floats) -> Floats:
        """Where in the texture the corners are: as Godot's Polygon2D moves, turns and then scales all of it."""
        places = np.array(self._uv, np.float64) if len(self._uv) == len(points) else points
        sine, cosine = np.sin(self._texture_rotation), np.cos(self._texture_rotation)
        turned = places @ np.array(((cosine, sine), (-sine, cosine))) + self._texture_offset
        size = (max(texture.width, 1), max(texture.height, 1))
        scaled: Floats = turned * self._texture_scale / size
        return scaled


def _inverted(points: Floats, border: float) -> tuple[Floats, Floats]:
    """The outline of what lies around a polygon, up to `border` pixels: a frame, with a cut to the lowest corner.

    Returns:
        The outline as it is cut into triangles, and as it is drawn, where both sides of the cut are at one place.
    """
    x, y = points[:, 0], points[:, 1]
    lowest = int(np.argmax(y))
    left, top, right, bottom = x.min() - border, y.min() - border, x.max() + border, y.max() + border
    at_x, at_y = points[lowest].tolist()
    frame = [(right, bottom), (right, top), (left, top), (left, bottom)]
    if ((np.roll(x, -1) - x) * (np.roll(y, -1) + y)).sum() > 0:
        frame.reverse()
        sides = (0.0, _SLIT)
    else:
        sides = (_SLIT, 0.0)
    cut = [(at_x, bottom), *frame, (at_x, bottom), (at_x, at_y)]
    shown = np.concatenate((points[: lowest + 1], cut, points[lowest + 1 :]))
    outline = shown.copy()
    outline[[lowest, lowest + 1], 0] += sides[0]
    outline[[lowest + 6, lowest + 7], 0] += sides[1]
    return outline, shown
