"""How shapes, casts and joints are drawn where a tree shows collisions: `tree.debug_collisions_hint`; as in Godot."""

from __future__ import annotations

from colorsys import hsv_to_rgb, rgb_to_hsv
from typing import TYPE_CHECKING, Any

from engine.math import Color, Transform2D, Vector2

if TYPE_CHECKING:
    from engine.resources.shapes_2d.shape_2d import Shape2D
    from nodes.world_2d.node_2d import Node2D

HIT_COLOR = Color(1.0, 0.01, 0.0)
"""Of casts that meet something."""
_PART_HUE, _PART_SATURATION, _PART_VALUE = rgb_to_hsv(0.4, 0.9, 0.1)
_NEXT_HUE = 0.738
"""How far the hues of one part of a polygon and the next are apart, in whole turns."""
_PART_ALPHA = 0.5
JOINT_COLOR = Color(0.7, 0.6, 0.0, 0.5)
JOINT_WIDTH = 3.0
MARK = 10.0
"""Half the length of the line across a joint where it holds a body."""
_LINE_WIDTH = 1.4
_LONGEST_TIP = 6.0
_ONE_WAY_LENGTH = 20.0
_ONE_WAY_TIP = 8.0
_MOST_COPIES = 100
"""How many copies of a shape are drawn along its cast, at most."""


class DebugDrawn:
    """A part of nodes that are drawn while their tree shows collisions.

    `_debug_resources` names their attributes that hold resources which are drawn.
    """

    _draws_debug = True
    _debug_resources: tuple[str, ...] = ()

    if TYPE_CHECKING:
        _tree: Any
        _paints: bool
        _draws_from: tuple[str, ...]

        def queue_redraw(self) -> None:
            """Draw anew at the end of this frame."""

        def _watch_drawn(self) -> None: ...
    else:
        __slots__ = ()

        @property
        def _paints(self) -> bool:
            tree = self._tree
            return tree is not None and tree.debug_collisions_hint

        @property
        def _draws_from(self) -> tuple[str, ...]:
            return self._debug_resources if self._paints else ()

    def _debug_changed(self) -> None:
        """Draw anew what is shown, if it is; also when that begins or ends."""
        if self._tree is not None:
            self._watch_drawn()
            self.queue_redraw()

    def _redraw_debug(self) -> None:
        """Draw anew, if it is drawn; its resources are the same."""
        if self._paints:
            self.queue_redraw()


def greyed(color: Color) -> Color:
    """The grey of a colour, for what is disabled."""
    value = max(color.r, color.g, color.b)
    return Color(value, value, value, color.a)


def part_color(number: int) -> Color:
    """Of a convex part of a polygon, counted from 0: all differ, so that it can be seen how that is cut."""
    hue = (_PART_HUE + (number + 1) * _NEXT_HUE) % 1.0
    return Color(*hsv_to_rgb(hue, _PART_SATURATION, _PART_VALUE), _PART_ALPHA)


def draw_one_way(item: Node2D, color: Color, width: float) -> None:
    """An arrow in the direction from which a one-way shape lets through no longer."""
    end = Vector2(0.0, _ONE_WAY_LENGTH)
    item.draw_line((0.0, 0.0), end, color, width)
    side = Vector2(0.5**0.5 * _ONE_WAY_TIP, 0.0)
    item.draw_primitive((end + (0.0, _ONE_WAY_TIP), end + side, end - side), (color,))


def draw_arrow(item: Node2D, target: Vector2, color: Color) -> None:
    """An arrow from the origin of an item to a point."""
    length = target.length()
    if length == 0.0:
        return
    tip = length
    if length >= _LINE_WIDTH:
        tip = min(max(length * 2.0 / 3.0, _LINE_WIDTH), _LONGEST_TIP)
        item.draw_line((0.0, 0.0), target - target / length * tip, color, _LINE_WIDTH)
    turned = Transform2D(target.angle(), target - target / length * tip)
    corners = [turned.xform(point) for point in ((tip, 0.0), (0.0, 0.5 * tip), (0.0, -0.5 * tip))]
    item.draw_primitive(corners, (color,))


def draw_cast(item: Any, shape: Shape2D, target: Vector2, color: Color) -> None:
    """A chain of copies of a shape along its way, and an arrow to where that leads."""
    size = shape.get_rect().size.length()
    copies = 2
    if size > 0.0:
        copies = min(max(2, int(target.length() / size * 4.0)), _MOST_COPIES)
    for copy in range(copies + 1):
        item.draw_set_transform(target * (copy / copies))
        shape.draw(item, color)
    item.draw_set_transform((0.0, 0.0))
    draw_arrow(item, target, color)


def draw_joint_line(item: Node2D, length: float) -> None:
    """A line down the y axis of an item, with marks across its ends."""
    draw_mark(item, 0.0)
    draw_mark(item, length)
    item.draw_line((0.0, 0.0), (0.0, length), JOINT_COLOR, JOINT_WIDTH)


def draw_mark(item: Node2D, y: float, color: Color = JOINT_COLOR, width: float = JOINT_WIDTH) -> None:
    """A line across the y axis of an item."""
    item.draw_line((-MARK, y), (MARK, y), color, width)
