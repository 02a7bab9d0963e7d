"""Camera2D: which part of the canvas a viewport shows.

The camera gives the viewport a transform when it is asked for one, so it is never a frame late. What takes time, or
goes by where it was before (smoothing, drag margins), advances with the tree: see `camera_scroll`, and
`engine.tree.view_updates` for when.
"""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, Any

from engine.core.errors import InvalidValueError, TreeError
from engine.core.export import exported
from engine.core.property_checks import (
    checked_between,
    checked_bool,
    checked_choice,
    checked_finite,
    checked_or_none,
    one_of,
)
from engine.math import Transform2D, Vector2
from engine.tree.flags import FREED
from engine.tree.rare_properties import rare_property
from engine.tree.viewport import SceneViewport
from nodes.world_2d.camera.camera_scroll import Scroll, advanced, aimed, aligned, seen, turned
from nodes.world_2d.node_2d import Node2D

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.core.property_checks import Located

MOST_ZOOM = 1e9
"""How near a camera may come, and by how much less than 1 it may zoom: beyond, no pixel shows anything."""

FARTHEST_LIMIT = 2**31 - 1
_FAR = 10_000_000
_SIDES = ("left", "top", "right", "bottom")
_RARE = (
    *(f"limit_{side}" for side in _SIDES), *(f"drag_{side}_margin" for side in _SIDES), "limit_enabled",
    "limit_smoothed", "drag_horizontal_enabled", "drag_vertical_enabled", "position_smoothing_enabled",
    "position_smoothing_speed", "rotation_smoothing_enabled", "rotation_smoothing_speed", "process_callback",
    "editor_draw_screen", "editor_draw_limits", "editor_draw_drag_margin",
)  # fmt: skip


def _checked_limit(item: Located, what: str, value: Any) -> int:
    return checked_between(item, what, value, -FARTHEST_LIMIT - 1, FARTHEST_LIMIT)


def _checked_speed(item: Located, what: str, value: Any) -> float:
    return max(checked_finite(item, what, value), 0.0)


def _limit(side: str, default: int) -> Any:
    doc = f"The canvas beyond this is not shown on the {side}, in whole pixels; see `limit_enabled`."
    return rare_property(f"limit_{side}", default, _checked_limit, doc)


def _margin(side: str) -> Any:
    doc = (
        f"How near to the {side} edge of the view the camera's position comes before that drags the view along: "
        "0 at the middle, 1 at the edge, default 0.2."
    )
    return rare_property(f"drag_{side}_margin", 0.2, checked_finite, doc)


def _flag(name: str, doc: str, default: bool = False) -> Any:
    return rare_property(name, default, checked_bool, doc)


class Camera2D(Node2D):
    """Shows what is around its position, `zoom` times as large.

    One camera of a viewport is current: the first enabled one that enters. When it leaves or is disabled, the next
    enabled one in the tree takes over; `make_current` takes over at once.

    The view is where the position is. In between stand, in this order: drag margins, which let the position move in the
    middle of the view without it; limits, beyond which nothing is shown; position smoothing; and `offset`.
    """

    class AnchorMode(IntEnum):
        """What the camera's position is in the view; the numbers are Godot's."""

        FIXED_TOP_LEFT = 0
        DRAG_CENTER = 1

    class Camera2DProcessCallback(IntEnum):
        """When smoothing goes on; the numbers are Godot's."""

        PHYSICS = 0
        """In physics steps, at their end."""
        IDLE = 1
        """In frames, before anything draws."""

    _moves_view = True
    _enabled = True
    _zoom = Vector2.ONE
    _offset = Vector2.ZERO
    _anchor_mode = AnchorMode.DRAG_CENTER
    _ignore_rotation = True
    _drag_horizontal_offset = 0.0
    _drag_vertical_offset = 0.0
    _custom_viewport: SceneViewport | None = None
    _viewport: SceneViewport | None = None  # that it is a camera of, while inside a tree
    _scroll: Scroll | None = None  # None until it is current for the first time
    _jumps_x = False  # whether a drag offset was set since it last aimed: then it counts, margin or not
    _jumps_y = False
    _kept_in = dict.fromkeys(_RARE, "_rare")

    @property
    @exported(True)
    def enabled(self) -> bool:
        """Whether the camera may be current; default True. Disabling the current one lets the next take over."""
        return self._enabled

    @enabled.setter
    def enabled(self, enabled: bool) -> None:
        enabled = checked_bool(self, "enabled", enabled)
        if enabled == self._enabled:
            return
        self._enabled = enabled
        viewport = self._viewport
        if viewport is None:
            return
        if not self._enabled:
            self._hand_over(viewport)
        elif viewport.get_camera_2d() is None:
            self._take_over(viewport)

    @property
    @exported(Vector2.ONE)
    def zoom(self) -> Vector2:
        """How much larger things look; 2 shows half as much of the world. Default (1, 1).

        Raises:
            InvalidTypeError, InvalidValueError: set to something else than two finite numbers, or one of them is 0,
                or so near or far that nothing could be seen: less than 1e-9 or more than 1e9.
        """
        return self._zoom

    @zoom.setter
    def zoom(self, zoom: Sequence[float]) -> None:
        pair = self._pair("zoom", zoom)
        if pair.x == 0.0 or pair.y == 0.0:
            raise InvalidValueError(f"{self._where()}.zoom must not be 0, got {pair}; 0.1 shows ten times as much")
        if not all(1 / MOST_ZOOM <= abs(part) <= MOST_ZOOM for part in pair):
            raise InvalidValueError(f"{self._where()}.zoom must be from {1 / MOST_ZOOM:g} to {MOST_ZOOM:g}, got {pair}")
        self._zoom = pair

    @property
    @exported(Vector2.ZERO, unit="px")
    def offset(self) -> Vector2:
        """Moves what is shown relative to the position, without moving the camera; default (0, 0). No limit holds it.

        Good for shakes and for looking around.
        """
        return self._offset

    @offset.setter
    def offset(self, offset: Sequence[float]) -> None:
        self._offset = self._pair("offset", offset)

    @property
    @exported(AnchorMode.DRAG_CENTER)
    def anchor_mode(self) -> AnchorMode:
        """Whether the position is the middle of the view (the default) or its top left corner.

        Raises:
            InvalidValueError: not an AnchorMode.
        """
        return self._anchor_mode

    @anchor_mode.setter
    def anchor_mode(self, anchor_mode: int) -> None:
        self._anchor_mode = checked_choice(self, "anchor_mode", anchor_mode, self.AnchorMode)

    @property
    @exported(True)
    def ignore_rotation(self) -> bool:
        """Whether the view stays upright when the camera turns; default True."""
        return self._ignore_rotation

    @ignore_rotation.setter
    def ignore_rotation(self, ignore_rotation: bool) -> None:
        self._ignore_rotation = checked_bool(self, "ignore_rotation", ignore_rotation)
        if self._ignore_rotation and self._scroll is not None:
            self._scroll = self._scroll._replace(angle=0.0)

    @property
    def custom_viewport(self) -> SceneViewport | None:
        """The viewport whose camera it is, in place of the one that it is in; None, the default, for that. Not saved.

        Raises:
            InvalidTypeError: set to something else than a viewport or None.
        """
        return self._custom_viewport

    @custom_viewport.setter
    def custom_viewport(self, viewport: SceneViewport | None) -> None:
        checked_or_none(self, "custom_viewport", viewport, SceneViewport)
        self._custom_viewport = viewport
        if self._viewport is not None:
            self._leave_viewport()
            self._enter_viewport()

    process_callback: Camera2DProcessCallback = rare_property(
        "process_callback",
        Camera2DProcessCallback.IDLE,
        one_of(Camera2DProcessCallback),
        "Whether smoothing goes on in frames, which is the default, or in physics steps.",
    )

    # --- limits ------------------------------------------------------------------------------------------------------

    limit_enabled: bool = _flag("limit_enabled", "Whether the limits hold; default True.", True)
    limit_left: int = _limit("left", -_FAR)
    limit_top: int = _limit("top", -_FAR)
    limit_right: int = _limit("right", _FAR)
    limit_bottom: int = _limit("bottom", _FAR)
    limit_smoothed: bool = _flag(
        "limit_smoothed",
        "Whether the view, with `position_smoothing_enabled`, slows down before it comes to a limit; default False.",
    )

    def set_limit(self, margin: int, limit: int) -> None:
        """Set `limit_left`, `limit_top`, `limit_right` or `limit_bottom`, by SIDE_LEFT and so on, 0 to 3.

        Raises:
            InvalidTypeError, InvalidValueError: not a side, or not a whole number.
        """
        setattr(self, f"limit_{self._side('set_limit', margin)}", limit)

    def get_limit(self, margin: int) -> int:
        """The limit on a side: SIDE_LEFT, SIDE_TOP, SIDE_RIGHT or SIDE_BOTTOM, 0 to 3.

        Raises:
            InvalidTypeError, InvalidValueError: not a side.
        """
        return getattr(self, f"limit_{self._side('get_limit', margin)}")  # type: ignore[no-any-return]

    # --- smoothing ---------------------------------------------------------------------------------------------------

    position_smoothing_enabled: bool = _flag(
        "position_smoothing_enabled", "Whether the view comes after the position bit by bit; default False."
    )
    position_smoothing_speed: float = rare_property(
        "position_smoothing_speed",
        5.0,
        _checked_speed,
        "Which part of the way to go the view comes in a second, were it not for the way getting shorter; default 5.",
    )
    rotation_smoothing_enabled: bool = _flag(
        "rotation_smoothing_enabled",
        "Whether the view turns after the camera bit by bit, if it does not ignore the rotation; default False.",
    )
    rotation_smoothing_speed: float = rare_property(
        "rotation_smoothing_speed", 5.0, _checked_speed, "As `position_smoothing_speed`, of the rotation; default 5."
    )

    # --- dragging ----------------------------------------------------------------------------------------------------

    drag_horizontal_enabled: bool = _flag(
        "drag_horizontal_enabled",
        "Whether the view stands still until the position comes to the left or right margin; default False.",
    )
    drag_vertical_enabled: bool = _flag(
        "drag_vertical_enabled",
        "Whether the view stands still until the position comes to the top or bottom margin; default False.",
    )

    @property
    @exported(0.0, range=(-1.0, 1.0))
    def drag_horizontal_offset(self) -> float:
        """Where within the margins the view stands: -1 to the left, 1 to the right, 0, the default, in the middle.

        With `drag_horizontal_enabled` it counts when it is set; afterwards the view is dragged.
        """
        return self._drag_horizontal_offset

    @drag_horizontal_offset.setter
    def drag_horizontal_offset(self, offset: float) -> None:
        self._drag_horizontal_offset = self._number("drag_horizontal_offset", offset)
        self._jumps_x = True

    @property
    @exported(0.0, range=(-1.0, 1.0))
    def drag_vertical_offset(self) -> float:
        """Where within the margins the view stands: -1 at the top, 1 at the bottom, 0, the default, in the middle.

        With `drag_vertical_enabled` it counts when it is set; afterwards the view is dragged.
        """
        return self._drag_vertical_offset

    @drag_vertical_offset.setter
    def drag_vertical_offset(self, offset: float) -> None:
        self._drag_vertical_offset = self._number("drag_vertical_offset", offset)
        self._jumps_y = True

    drag_left_margin: float = _margin("left")
    drag_top_margin: float = _margin("top")
    drag_right_margin: float = _margin("right")
    drag_bottom_margin: float = _margin("bottom")

    def set_drag_margin(self, margin: int, drag_margin: float) -> None:
        """Set `drag_left_margin` and so on, by SIDE_LEFT, SIDE_TOP, SIDE_RIGHT or SIDE_BOTTOM, 0 to 3.

        Raises:
            InvalidTypeError, InvalidValueError: not a side, or not a finite number.
        """
        setattr(self, f"drag_{self._side('set_drag_margin', margin)}_margin", drag_margin)

    def get_drag_margin(self, margin: int) -> float:
        """The drag margin on a side: SIDE_LEFT, SIDE_TOP, SIDE_RIGHT or SIDE_BOTTOM, 0 to 3.

        Raises:
            InvalidTypeError, InvalidValueError: not a side.
        """
        return getattr(self, f"drag_{self._side('get_drag_margin', margin)}_margin")  # type: ignore[no-any-return]

    editor_draw_screen: bool = _flag("editor_draw_screen", "For Godot's editor; kept and saved; default True.", True)
    editor_draw_limits: bool = _flag("editor_draw_limits", "For Godot's editor; kept and saved; default False.")
    editor_draw_drag_margin: bool = _flag(
        "editor_draw_drag_margin", "For Godot's editor; kept and saved; default False."
    )

    # --- being current -----------------------------------------------------------------------------------------------

    def make_current(self) -> None:
        """Let the viewport show what this camera shows.

        Raises:
            TreeError: the camera is not inside a tree, or not enabled.
        """
        if self._viewport is None or not self._enabled:
            raise TreeError(
                f"{self._where()}.make_current - a camera must be inside a tree and enabled; add it first, "
                "or set enabled"
            )
        self._take_over(self._viewport)

    def is_current(self) -> bool:
        """Whether the viewport shows what this camera shows."""
        viewport = self._viewport
        return viewport is not None and viewport.get_camera_2d() is self and not viewport._flags & FREED

    # --- the view ----------------------------------------------------------------------------------------------------

    def get_camera_transform(self, viewport_size: Vector2) -> Transform2D:
        """From the canvas to a viewport of `viewport_size` pixels, as this camera shows it."""
        return seen(self, viewport_size).affine_inverse()

    def get_screen_center_position(self) -> Vector2:
        """The point of the canvas in the middle of the view, smoothed and all.

        Raises:
            TreeError: the camera is not inside a tree.
        """
        size = self._view_size("get_screen_center_position")
        return seen(self, size) * (size / 2)

    def get_target_position(self) -> Vector2:
        """The point of the canvas that the view is to come to: the position, as drag margins and smoothed limits let.

        Raises:
            TreeError: the camera is not inside a tree.
        """
        return aimed(self, self._view_size("get_target_position"))

    def get_screen_rotation(self) -> float:
        """By how much the view is turned, in radians; 0 while the camera ignores its rotation."""
        return turned(self)

    def align(self) -> None:
        """Go to the position at once, as the drag offsets say, wherever the drag margins have left the view.

        Raises:
            TreeError: the camera is not inside a tree.
        """
        size = self._view_size("align")
        self._scroll = aligned(self, size)
        self._settle(size)

    def force_update_scroll(self) -> None:
        """Let drag margins take note of the position now, and not only at the end of the frame.

        Raises:
            TreeError: the camera is not inside a tree.
        """
        self._settle(self._view_size("force_update_scroll"))

    def reset_smoothing(self) -> None:
        """Let the view be at once where smoothing would bring it.

        Raises:
            TreeError: the camera is not inside a tree.
        """
        scroll = self._settle(self._view_size("reset_smoothing"))
        self._scroll = scroll._replace(place=scroll.aim)

    # --- the tree tells ----------------------------------------------------------------------------------------------

    def _enter_tree(self) -> None:
        self.tree._views.cameras.add(self)
        self._scroll = None
        self._enter_viewport()

    def _exit_tree(self) -> None:
        self.tree._views.cameras.drop(self)
        self._leave_viewport()

    def _advance_view(self, delta: float, in_physics: bool) -> None:
        viewport = self._viewport
        if viewport is None or viewport._camera_2d is not self:
            return
        is_time = in_physics == (self.process_callback == self.Camera2DProcessCallback.PHYSICS) and self.can_process()
        if is_time or not self._smooths_position():
            self._settle(viewport._size, delta if is_time else 0.0)

    def _running_state(self) -> tuple[Any, ...]:
        return (self.is_current(), self._jumps_x, self._jumps_y, *(self._scroll or ()))

    # --- within ------------------------------------------------------------------------------------------------------

    def _settle(self, size: Vector2, seconds: float = 0.0) -> Scroll:
        """Take note of the position, and go on by some seconds."""
        self._scroll = scroll = advanced(self, size, seconds)
        self._jumps_x = self._jumps_y = False
        return scroll

    def _drags(self) -> tuple[bool, bool]:
        """Whether the drag margins hold, on x and on y."""
        if self._is_edited():
            return False, False
        x, y = self.drag_horizontal_enabled, self.drag_vertical_enabled
        return x and not self._jumps_x, y and not self._jumps_y

    def _smooths_position(self) -> bool:
        return self.position_smoothing_enabled and not self._is_edited()

    def _smooths_rotation(self) -> bool:
        return self.rotation_smoothing_enabled and not self._is_edited()

    def _is_edited(self) -> bool:
        """Whether the tree is being edited, where a camera is where it is put."""
        return self._tree is not None and self._tree._edit_mode

    def _view_size(self, what: str) -> Vector2:
        if self._viewport is None:
            raise TreeError(f"{self._where()}.{what} - the camera is not inside a tree; add it first")
        return self._viewport._size

    def _side(self, what: str, margin: int) -> str:
        return _SIDES[checked_between(self, f"{what}(margin)", margin, 0, 3)]

    def _enter_viewport(self) -> None:
        custom = self._custom_viewport
        self._viewport = viewport = custom if custom is not None and not custom._flags & FREED else self.get_viewport()
        if self._enabled and viewport.get_camera_2d() is None:
            self._take_over(viewport)

    def _leave_viewport(self) -> None:
        viewport, self._viewport = self._viewport, None
        if viewport is not None:
            self._hand_over(viewport)

    def _take_over(self, viewport: SceneViewport) -> None:
        viewport._set_camera_2d(self)
        self._settle(viewport._size)

    def _hand_over(self, viewport: SceneViewport) -> None:
        """If this is the current camera, let the next enabled one of the viewport be it."""
        if viewport.get_camera_2d() is not self:
            return
        viewport._set_camera_2d(None)
        for other in self.tree._views.cameras.sorted():
            if isinstance(other, Camera2D) and other._enabled and other._viewport is viewport:
                other._take_over(viewport)
                return
