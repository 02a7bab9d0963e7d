"""StyleBox: the base of what draws a rectangle's background and frame."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from engine.core.errors import InvalidTypeError
from engine.core.property_checks import checked_between, checked_finite, checked_numbers
from engine.core.resource import Resource
from engine.math import SIDE_BOTTOM, SIDE_LEFT, SIDE_RIGHT, SIDE_TOP, Vector2
from engine.math.value import shortened
from engine.resources.style_boxes.boxes import Sides, setting_of_four, with_one

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from engine.resources.textures.texture_2d import Texture2D

    Floats = NDArray[np.float64]


class Strips(Protocol):
    """Where style boxes put what they draw: the recording of the item that draws."""

    def strip_array(
        self, points: Floats, colors: Floats, uvs: Floats | None = None, texture: Texture2D | None = None
    ) -> None:
        """Draw strips of four points, (N, 4, 2), in one colour (4,) or one for each point (N, 4, 4)."""


def _content_margin(side: str, at: int) -> Any:
    return setting_of_four(
        f"content_margin_{side}",
        "_content_margins",
        at,
        -1.0,
        checked_finite,
        f"The room at the {side} of what stands in the box; below 0, the default, as much as the style itself says.",
    )


class StyleBox(Resource):
    """Draws a rectangle, and says how much room what stands in it has to leave at the sides.

    A game's own style overrides `draw`, and where it needs them `test_mask` and `get_minimum_size`. Sides are
    engine.math.SIDE_LEFT 0, SIDE_TOP 1, SIDE_RIGHT 2 and SIDE_BOTTOM 3.

    For engine classes: `_style_margin` is the room that the style itself leaves at a side.
    """

    _content_margins: Sides = (-1.0, -1.0, -1.0, -1.0)

    content_margin_left: float = _content_margin("left", SIDE_LEFT)
    content_margin_top: float = _content_margin("top", SIDE_TOP)
    content_margin_right: float = _content_margin("right", SIDE_RIGHT)
    content_margin_bottom: float = _content_margin("bottom", SIDE_BOTTOM)

    def set_content_margin(self, margin: int, offset: float) -> None:
        """Set the `content_margin_...` of the side of that number.

        Raises:
            InvalidTypeError, InvalidValueError: there is no such side, or `offset` is no finite number.
        """
        side = self._checked_side("set_content_margin", margin)
        value = checked_finite(self, "set_content_margin(offset)", offset)
        self._content_margins = with_one(self._content_margins, side, value)
        self.emit_changed()

    def set_content_margin_all(self, offset: float) -> None:
        """Set the `content_margin_...` of all sides.

        Raises:
            InvalidTypeError, InvalidValueError: `offset` is no finite number.
        """
        value = checked_finite(self, "set_content_margin_all(offset)", offset)
        self._content_margins = (value, value, value, value)
        self.emit_changed()

    def get_content_margin(self, margin: int) -> float:
        """The `content_margin_...` of the side of that number; below 0 where the style itself says it.

        Raises:
            InvalidTypeError, InvalidValueError: there is no such side.
        """
        return self._content_margins[self._checked_side("get_content_margin", margin)]

    def get_margin(self, margin: int) -> float:
        """The room at a side: its `content_margin_...`, or what the style itself leaves there where that is below 0.

        Raises:
            InvalidTypeError, InvalidValueError: there is no such side.
        """
        return self._margin(self._checked_side("get_margin", margin))

    def get_minimum_size(self) -> Vector2:
        """The size of a rectangle that has room for the margins, and for nothing else."""
        return Vector2(
            self._margin(SIDE_LEFT) + self._margin(SIDE_RIGHT), self._margin(SIDE_TOP) + self._margin(SIDE_BOTTOM)
        )

    def get_offset(self) -> Vector2:
        """Where what stands in the rectangle begins: the margins at the left and the top."""
        return Vector2(self._margin(SIDE_LEFT), self._margin(SIDE_TOP))

    def draw(self, canvas_item: Any, rect: Sequence[float]) -> None:
        """Draw the box; `canvas_item.draw_style_box(box, rect)` does the same. This base draws nothing.

        Args:
            canvas_item: the CanvasItem that is drawing itself.
            rect: (x, y, width, height) in its space.

        Raises:
            TreeError: that item is not in its `on_draw`, nor in a handler of its signal `draw`.
            InvalidTypeError, InvalidValueError: an argument of the wrong kind, or not finite.
        """

    def test_mask(self, point: Sequence[float], rect: Sequence[float]) -> bool:
        """Whether a point belongs to the box that is drawn in `rect`; of the engine's own boxes every point does.

        Raises:
            InvalidTypeError, InvalidValueError: an argument of the wrong kind, or not finite.
        """
        checked_numbers(self, "test_mask(point)", point, 2)
        checked_numbers(self, "test_mask(rect)", rect, 4)
        return True

    def _style_margin(self, side: int) -> float:
        """The room that the style itself leaves at a side."""
        return 0.0

    def _margin(self, side: int) -> float:
        margin = self._content_margins[side]
        return self._style_margin(side) if margin < 0 else margin

    def _checked_side(self, method: str, side: int) -> int:
        return checked_between(self, f"{method}(margin)", side, SIDE_LEFT, SIDE_BOTTOM)

    def _recording(self, canvas_item: Any) -> Strips:
        """Where the item that draws puts it.

        Raises:
            InvalidTypeError: it is no CanvasItem.
            TreeError: it is not drawing.
        """
        if not hasattr(canvas_item, "_commands"):
            raise InvalidTypeError(
                f"{self._where()}.draw(canvas_item) must be a CanvasItem, got {shortened(canvas_item)}"
            )
        strips: Strips = canvas_item._commands("draw_style_box")
        return strips
