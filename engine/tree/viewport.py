"""SceneViewport: the node that a tree's root is, a view onto its canvas."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.core.errors import InvalidValueError
from engine.core.export import exported
from engine.core.property_checks import checked_numbers
from engine.core.signal import Signal
from engine.math import Rect2, Transform2D, Vector2
from engine.math.errors import MathTypeError
from engine.tree.node import Node
from engine.tree.rare_properties import one_of, rare_property

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.core.contracts import CanvasCamera


class SceneViewport(Node):
    """A view of some size onto the canvas of the nodes below it, and the place where input events are marked handled.

    Signals: `size_changed`.
    """

    size_changed: Signal[()] = Signal[()]()
    """Emitted when `size` has changed."""

    _is_viewport = True
    _size = Vector2(1152, 648)
    _canvas_transform = Transform2D()
    _camera_2d: CanvasCamera | None = None
    _input_handled = False
    _kept_in = {"physics_interpolation_mode": "_rare"}

    physics_interpolation_mode: Node.PhysicsInterpolationMode = rare_property(
        "physics_interpolation_mode",
        Node.PhysicsInterpolationMode.ON,
        one_of(Node.PhysicsInterpolationMode),
        "As in Node; ON by default, so that what inherits below interpolates where the project has it on.",
    )

    @property
    @exported(Vector2(1152, 648), unit="px")
    def size(self) -> Vector2:
        """Width and height of the view in pixels, each above 0.

        Raises:
            InvalidValueError: set to anything else.
        """
        return self._size

    @size.setter
    def size(self, size: Sequence[float]) -> None:
        try:
            new = Vector2(size)
        except MathTypeError:
            raise InvalidValueError(f"{self._where()}.size must be a width and a height, got {size!r}") from None
        if not (0 < new.x < 1e9 and 0 < new.y < 1e9):
            raise InvalidValueError(f"{self._where()}.size must be a width and a height above 0, got {size!r}")
        if new != self._size:
            self._size = new
            self.size_changed.emit()

    @property
    def canvas_transform(self) -> Transform2D:
        """From canvas pixels to pixels of this view; a current camera's, while there is one.

        Raises:
            InvalidTypeError, InvalidValueError: set to something else than six finite numbers.
        """
        camera = self._camera_2d
        return self._canvas_transform if camera is None else camera.get_camera_transform(self._size)

    @canvas_transform.setter
    def canvas_transform(self, transform: Sequence[float]) -> None:
        self._canvas_transform = Transform2D(checked_numbers(self, "canvas_transform", transform, 6))

    def get_visible_rect(self) -> Rect2:
        """The view's rectangle, from (0, 0)."""
        return Rect2(Vector2(0, 0), self._size)

    def get_camera_2d(self) -> Any:
        """The current 2D camera, or None."""
        return self._camera_2d

    def _set_camera_2d(self, camera: CanvasCamera | None) -> None:
        self._camera_2d = camera

    def get_mouse_position(self) -> Vector2:
        """Where the mouse is, in pixels of this view."""
        return self.tree.input.get_mouse_position()

    def set_input_as_handled(self) -> None:
        """Let the event that is being dispatched go no further."""
        self.tree.root._input_handled = True

    def is_input_handled(self) -> bool:
        """Whether the event that is being dispatched was handled."""
        return self.tree.root._input_handled
