"""StyleBoxFlat: a style box of plain colours, with a border, round corners and a shadow."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.core.errors import InvalidValueError
from engine.core.property_checks import (
    between,
    checked_between,
    checked_bool,
    checked_color,
    checked_finite,
    checked_numbers,
)
from engine.math import (
    CORNER_BOTTOM_LEFT,
    CORNER_BOTTOM_RIGHT,
    CORNER_TOP_LEFT,
    CORNER_TOP_RIGHT,
    SIDE_BOTTOM,
    SIDE_LEFT,
    SIDE_RIGHT,
    SIDE_TOP,
    Color,
    Vector2,
)
from engine.math.value import shortened
from engine.resources.settings import sequence_setting, setting
from engine.resources.style_boxes.boxes import INT_LIMITS, setting_of_four, with_one
from engine.resources.style_boxes.expanding_style_box import ExpandingStyleBox
from engine.resources.style_boxes.flat_layers import FlatLayers

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.core.export import SequenceProperty

MOST_DETAIL = 20
LEAST_SOFTNESS, MOST_SOFTNESS = 0.01, 10.0

_whole = between(*INT_LIMITS)


def _checked_softness(style: StyleBoxFlat, what: str, value: Any) -> float:
    size = checked_finite(style, what, value)
    if not LEAST_SOFTNESS <= size <= MOST_SOFTNESS:
        raise InvalidValueError(
            f"{style._where()}.{what} must be from {LEAST_SOFTNESS} to {MOST_SOFTNESS:g}, "
            f"got {shortened(value)}; clear "
            "anti_aliasing for hard edges"
        )
    return size


def _border_width(side: str, at: int) -> Any:
    return setting_of_four(
        f"border_width_{side}",
        "_border_widths",
        at,
        0,
        _whole,
        f"How thick the border is at the {side}; default 0. Borders that have not enough room become thinner.",
    )


def _corner_radius(corner: str, at: int) -> Any:
    return setting_of_four(
        f"corner_radius_{corner.replace(' ', '_')}",
        "_corner_radii",
        at,
        0,
        _whole,
        f"How round the corner at the {corner} is; default 0. Corners that have not enough room become less round.",
    )


class StyleBoxFlat(ExpandingStyleBox):
    """Draws a background in one colour, a border of any width at each side, round corners, and a soft shadow.

    Corners are engine.math.CORNER_TOP_LEFT 0, CORNER_TOP_RIGHT 1, CORNER_BOTTOM_RIGHT 2 and CORNER_BOTTOM_LEFT 3.
    Where the border is thinner than a corner's radius, the background has a round corner, too.
    """

    _border_widths: tuple[int, int, int, int] = (0, 0, 0, 0)
    _corner_radii: tuple[int, int, int, int] = (0, 0, 0, 0)

    bg_color: Color = setting(
        "bg_color", Color(0.6, 0.6, 0.6, 1.0), checked_color, "The colour of the background; light grey by default."
    )
    draw_center: bool = setting(
        "draw_center", True, checked_bool, "Whether the background is drawn, and the shadow under it; default yes."
    )

    skew: SequenceProperty[Vector2] = sequence_setting(
        "skew",
        Vector2.ZERO,
        "How far it is slanted: x pixels to the right for each pixel up, y pixels up for each to the right; default 0.",
    )
    border_width_left: int = _border_width("left", SIDE_LEFT)
    border_width_top: int = _border_width("top", SIDE_TOP)
    border_width_right: int = _border_width("right", SIDE_RIGHT)
    border_width_bottom: int = _border_width("bottom", SIDE_BOTTOM)
    border_color: Color = setting(
        "border_color", Color(0.8, 0.8, 0.8, 1.0), checked_color, "The colour of the border; lighter grey by default."
    )
    border_blend: bool = setting(
        "border_blend",
        False,
        checked_bool,
        "Whether the border fades into the background; default no.",
    )
    corner_radius_top_left: int = _corner_radius("top left", CORNER_TOP_LEFT)
    corner_radius_top_right: int = _corner_radius("top right", CORNER_TOP_RIGHT)
    corner_radius_bottom_right: int = _corner_radius("bottom right", CORNER_BOTTOM_RIGHT)
    corner_radius_bottom_left: int = _corner_radius("bottom left", CORNER_BOTTOM_LEFT)

    corner_detail: int = setting(
        "corner_detail",
        8,
        between(1, MOST_DETAIL),
        "How many straight pieces a round corner is made of, 1 to 20; default 8.",
        range=(1, MOST_DETAIL, 1),
    )
    shadow_color: Color = setting(
        "shadow_color",
        Color(0.0, 0.0, 0.0, 0.6),
        checked_color,
        "The colour of the shadow; black, of alpha 0.6, by default.",
    )
    shadow_size: int = setting(
        "shadow_size", 0, _whole, "How far the shadow reaches around the box; 0, the default, is no shadow.", unit="px"
    )

    shadow_offset: SequenceProperty[Vector2] = sequence_setting(
        "shadow_offset",
        Vector2.ZERO,
        "How far the shadow is moved; default (0, 0). It is drawn with a `shadow_size` only.",
        unit="px",
    )
    anti_aliasing: bool = setting(
        "anti_aliasing",
        True,
        checked_bool,
        "Whether edges are soft if corners are round, or it is slanted; default yes.",
    )

    anti_aliasing_size: float = setting(
        "anti_aliasing_size",
        1.0,
        _checked_softness,
        "How wide soft edges are, in pixels of the item's own space, 0.01 to 10; default 1.",
        range=(LEAST_SOFTNESS, MOST_SOFTNESS),
        unit="px",
    )

    def set_border_width(self, margin: int, width: int) -> None:
        """Set the `border_width_...` of the side of that number; see StyleBox.

        Raises (as the others):
            InvalidTypeError, InvalidValueError: there is no such side or corner, or the value is of the wrong kind.
        """
        side = self._checked_side("set_border_width", margin)
        self._border_widths = with_one(self._border_widths, side, _whole(self, "set_border_width(width)", width))
        self.emit_changed()

    def set_border_width_all(self, width: int) -> None:
        """Set the `border_width_...` of all sides."""
        value = _whole(self, "set_border_width_all(width)", width)
        self._border_widths = (value, value, value, value)
        self.emit_changed()

    def get_border_width(self, margin: int) -> int:
        """The `border_width_...` of the side of that number."""
        return self._border_widths[self._checked_side("get_border_width", margin)]

    def get_border_width_min(self) -> int:
        """The smallest of the four border widths."""
        return min(self._border_widths)

    def set_corner_radius(self, corner: int, radius: int) -> None:
        """Set the `corner_radius_...` of the corner of that number."""
        at = self._checked_corner("set_corner_radius", corner)
        self._corner_radii = with_one(self._corner_radii, at, _whole(self, "set_corner_radius(radius)", radius))
        self.emit_changed()

    def set_corner_radius_all(self, radius: int) -> None:
        """Set the `corner_radius_...` of all corners."""
        value = _whole(self, "set_corner_radius_all(radius)", radius)
        self._corner_radii = (value, value, value, value)
        self.emit_changed()

    def get_corner_radius(self, corner: int) -> int:
        """The `corner_radius_...` of the corner of that number."""
        return self._corner_radii[self._checked_corner("get_corner_radius", corner)]

    def draw(self, canvas_item: Any, rect: Sequence[float]) -> None:
        """Draw shadow, background and border; see StyleBox. Nothing is drawn without a width and a height."""
        recording = self._recording(canvas_item)
        arrays = FlatLayers(self, checked_numbers(self, "draw(rect)", rect, 4)).arrays()
        if arrays is not None:
            recording.strip_array(*arrays)

    def _style_margin(self, side: int) -> float:
        return float(self._border_widths[side])

    def _checked_corner(self, method: str, corner: int) -> int:
        return checked_between(self, f"{method}(corner)", corner, CORNER_TOP_LEFT, CORNER_BOTTOM_LEFT)
