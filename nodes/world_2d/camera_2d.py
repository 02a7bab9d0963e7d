"""Camera2D: which part of the canvas a viewport shows.

The camera gives the viewport a transform when it is asked for one, so it is never a frame late.
"""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

from engine.core.errors import InvalidValueError, TreeError
from engine.core.export import exported
from engine.core.property_checks import checked_bool, checked_choice
from engine.math import Transform2D, Vector2
from nodes.world_2d.node_2d import Node2D

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.tree.viewport import SceneViewport


MOST_ZOOM = 1e9
"""How near a camera may come, and by how much less than 1 it may zoom: beyond, no pixel shows anything."""


class Camera2D(Node2D):
    """Shows what is around its position, `zoom` times as large.

    One camera of a viewport is current: the first enabled one that enters. When it leaves or is disabled, the next
    enabled one in the tree takes over; `make_current` takes over at once.
    """

    class AnchorMode(IntEnum):
        """What the camera's position is in the view."""

        FIXED_TOP_LEFT = 0
        DRAG_CENTER = 1

    _enabled = True
    _zoom = Vector2.ONE
    _offset = Vector2.ZERO
    _anchor_mode = AnchorMode.DRAG_CENTER
    _ignore_rotation = True
    _viewport: SceneViewport | None = None

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
            viewport._set_camera_2d(self)

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
        """Moves what is shown relative to the position, without moving the camera; default (0, 0)."""
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
        self._viewport._set_camera_2d(self)

    def is_current(self) -> bool:
        """Whether the viewport shows what this camera shows."""
        return self._viewport is not None and self._viewport.get_camera_2d() is self

    def get_screen_center_position(self) -> Vector2:
        """The point of the canvas in the middle of the view.

        Raises:
            TreeError: the camera is not inside a tree.
        """
        if self._viewport is None:
            raise TreeError(
                f"{self._where()}.get_screen_center_position - the camera is not inside a tree; add it first"
            )
        size = self._viewport.size
        return self.get_camera_transform(size).affine_inverse() * (size / 2)

    def get_camera_transform(self, viewport_size: Vector2) -> Transform2D:
        """From the canvas to a viewport of `viewport_size` pixels, as this camera shows it."""
        here = self.global_transform
        rotation = 0.0 if self._ignore_rotation else here.get_rotation()
        view = Transform2D(rotation, Vector2.ONE / self._zoom, 0.0, here.origin + self._offset)
        anchor = viewport_size / 2 if self._anchor_mode == self.AnchorMode.DRAG_CENTER else Vector2.ZERO
        return Transform2D(0.0, anchor) * view.affine_inverse()

    def _enter_tree(self) -> None:
        self._viewport = self.get_viewport()
        if self._enabled and self._viewport.get_camera_2d() is None:
            self._viewport._set_camera_2d(self)

    def _exit_tree(self) -> None:
        viewport, self._viewport = self._viewport, None
        if viewport is not None:
            self._hand_over(viewport)

    def _hand_over(self, viewport: SceneViewport) -> None:
        """If this is the current camera, let the next enabled one of the viewport be it."""
        if viewport.get_camera_2d() is not self:
            return
        for other in viewport.find_children("*", Camera2D, owned=False):
            if isinstance(other, Camera2D) and other is not self and other._enabled and other._viewport is viewport:
                viewport._set_camera_2d(other)
                return
        viewport._set_camera_2d(None)
