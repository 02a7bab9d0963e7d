"""SceneViewport: the node that a tree's root is, a view onto its canvas.

The root is what a window shows: `fit_window` tells it of the window, and content scale (engine.tree.content_scale) says
what the scene sees of that. Whoever draws reads `size`, `screen_rect` and `target_size`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.core.errors import InvalidValueError, ServerError
from engine.core.export import exported, kept_property
from engine.core.property_checks import (
    checked_finite,
    checked_numbers,
    one_of,
)
from engine.core.signal import Signal
from engine.input import InputEvent, InputEventMouse
from engine.math import Rect2, Transform2D, Vector2
from engine.math.errors import MathTypeError
from engine.math.value import shortened
from engine.tree import content_scale
from engine.tree.canvas_view import CanvasView
from engine.tree.content_scale import LARGEST_CONTENT, LEAST_FACTOR, MOST_FACTOR, ContentScale
from engine.tree.flags import IS_ROOT
from engine.tree.input_dispatch import cross
from engine.tree.node import Node
from engine.tree.rare_properties import rare_property
from engine.tree.viewport_settings import ViewportSettings

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from engine.core.property_checks import Located
    from engine.tree.content_scale import Fit, Pair


def _checked_factor(item: Located, what: str, factor: Any) -> float:
    number = checked_finite(item, what, factor)
    if not LEAST_FACTOR <= number <= MOST_FACTOR:
        raise InvalidValueError(
            f"{item._where()}.{what} must be from {LEAST_FACTOR:g} to {MOST_FACTOR:g}, got {shortened(factor)}"
        )
    return number


def _checked_content(item: Located, what: str, size: Any) -> Vector2:
    width, height = checked_numbers(item, what, size, 2)
    if not all(side.is_integer() and 0 <= side <= LARGEST_CONTENT for side in (width, height)):
        raise InvalidValueError(
            f"{item._where()}.{what} must be two whole numbers from 0 to {LARGEST_CONTENT:,}, got {shortened(size)}"
        )
    return Vector2(width, height)


def _scale_property(name: str, default: Any, check: Callable[[Any, str, Any], Any], doc: str) -> Any:
    """An exported property of content scale, kept in `_scale`; stands in the body of SceneViewport."""
    field = name.removeprefix("content_scale_")

    def read(self: SceneViewport) -> Any:
        kept = getattr(self._scale, field)
        return Vector2(kept) if field == "size" else kept

    def keep(self: SceneViewport, _: str, value: Any) -> None:
        kept: Any = (int(value.x), int(value.y)) if field == "size" else value
        if kept != getattr(self._scale, field):
            self._set_content_scale(self._scale._replace(**{field: kept}))

    return kept_property(name, default, check, keep, doc, read=read)


class SceneViewport(CanvasView, ViewportSettings, Node):
    """A view of some size onto the canvas of the nodes below it, and the place where input events are marked handled.

    The root of a tree is the one that the window shows. How much of the scene that is, and where in the window, say the
    properties called `content_scale_...`, as those of Godot's Window; they change nothing on other viewports.

    Signals: `size_changed`; of the root also `mouse_entered` and `mouse_exited`.
    """

    __slots__ = ("_target", "_window")

    ContentScaleMode = content_scale.ContentScaleMode
    ContentScaleAspect = content_scale.ContentScaleAspect
    ContentScaleStretch = content_scale.ContentScaleStretch

    size_changed: Signal[()] = Signal[()]()
    """Emitted when `size` has changed, or `target_size`."""

    mouse_entered: Signal[()] = Signal[()]()
    """Emitted when the mouse comes over what a window shows; of the root only."""
    mouse_exited: Signal[()] = Signal[()]()
    """Emitted when the mouse leaves what a window shows; of the root only."""

    _is_viewport = True
    _target: Pair | None  # the last `target_size` that `size_changed` told of
    _window: tuple[Pair, Pair] | None  # in points and in pixels, once a window is known
    _size = Vector2(1152, 648)
    _scale = ContentScale()
    _fits = False  # whether `_size` follows from the window; otherwise it was set, and fills it
    _input_handled = False
    _has_mouse = False
    _uncaptured: tuple[str, ...] = ("_own_world", "_target", "_window", "_has_mouse")
    _kept_in: dict[str, tuple[str, ...] | str] = {
        "physics_interpolation_mode": "_rare",
        "content_scale_mode": ("_scale",),
        "content_scale_aspect": ("_scale",),
        "content_scale_stretch": ("_scale",),
        "content_scale_factor": ("_scale",),
        "content_scale_size": ("_scale",),
    }

    physics_interpolation_mode: Node.PhysicsInterpolationMode = rare_property(
        "physics_interpolation_mode",
        Node.PhysicsInterpolationMode.ON,
        one_of(Node.PhysicsInterpolationMode),
        "As in Node; ON by default, so that what inherits below interpolates where the project has it on.",
        "_interpolation_mode_changed",
    )
    content_scale_mode: content_scale.ContentScaleMode = _scale_property(
        "content_scale_mode",
        content_scale.ContentScaleMode.DISABLED,
        one_of(content_scale.ContentScaleMode),
        "What is scaled so that the content fits into the window; by default nothing.",
    )
    content_scale_aspect: content_scale.ContentScaleAspect = _scale_property(
        "content_scale_aspect",
        content_scale.ContentScaleAspect.IGNORE,
        one_of(content_scale.ContentScaleAspect),
        "What happens where the window is wider or higher than the content; by default it is stretched.",
    )
    content_scale_stretch: content_scale.ContentScaleStretch = _scale_property(
        "content_scale_stretch",
        content_scale.ContentScaleStretch.FRACTIONAL,
        one_of(content_scale.ContentScaleStretch),
        "Whether the content is scaled by any number, which is the default, or by whole ones.",
    )
    content_scale_factor: float = _scale_property(
        "content_scale_factor",
        1.0,
        _checked_factor,
        "How much larger than that everything is, 0.01 to 100, default 1: 2 shows half as much of the scene each way.",
    )
    content_scale_size: Vector2 = _scale_property(
        "content_scale_size",
        Vector2(0, 0),
        _checked_content,
        "Width and height of the content, in whole pixels; (0, 0), the default, does not scale.",
    )

    def _init_core(self) -> None:
        super()._init_core()
        self._target = self._window = None

    # --- size --------------------------------------------------------------------------------------------------------

    @property
    @exported(Vector2(1152, 648), unit="px")
    def size(self) -> Vector2:
        """Width and height that the scene sees, in its pixels, each above 0.

        Of the root, the window and content scale decide; set by hand, it fills the window until one of them changes.

        Raises:
            InvalidValueError: set to anything else.
        """
        return self._size

    @size.setter
    def size(self, size: Sequence[float]) -> None:
        try:
            new = Vector2(size)
        except MathTypeError:
            raise InvalidValueError(
                f"{self._where()}.size must be a width and a height, got {shortened(size)}"
            ) from None
        if not (0 < new.x < 1e9 and 0 < new.y < 1e9):
            raise InvalidValueError(f"{self._where()}.size must be a width and a height above 0, got {shortened(size)}")
        if new != self._size:
            self._size = new
            self._fits = False
            self.size_changed.emit()

    @property
    def is_window(self) -> bool:
        """Whether a window shows it, so that `screen_rect` and `target_size` say where and how."""
        return self._window is not None

    @property
    def screen_rect(self) -> tuple[int, int, int, int]:
        """The part of the window that shows this view: x, y, width and height in pixels of the window's framebuffer.

        Beside it the window is black. It may be larger than the window where the content is not scaled below 1.
        """
        return self._fit().screen_rect

    @property
    def target_size(self) -> tuple[int, int]:
        """Width and height of the picture that is drawn of this view, in pixels.

        Other than that of `screen_rect` in ContentScaleMode.VIEWPORT only; the picture is then stretched into that.
        """
        return self._fit().target_size

    def fit_window(self, size: Sequence[int], pixels: Sequence[int] | None = None, *, keep_size: bool = False) -> None:
        """Be what a window shows: `size` follows from it and from content scale. The application calls it.

        Args:
            size: width and height of the window's content, in points.
            pixels: those of its framebuffer; None for as many.
            keep_size: whether what the scene sees stays as it is, and is shown in the new window; for replays.

        Raises:
            InvalidTypeError, InvalidValueError: a side is no whole number, or less than 1.
        """
        points = self._checked_sides("size", size)
        self._window = (points, points if pixels is None else self._checked_sides("pixels", pixels))
        if not keep_size:
            self._refit()

    def get_visible_rect(self) -> Rect2:
        """The view's rectangle, from (0, 0)."""
        return Rect2(Vector2(0, 0), self._size)

    def get_texture(self) -> Any:
        """What the root shows, as a texture with a pixel for each of its own; its `get_image()` draws it now.

        What is drawn with it is itself transparent in it. SubViewports have pictures of their own.

        Raises:
            TreeError: the viewport is not inside a tree.
            ServerError: nothing draws the tree, or the viewport is not its root.
        """
        tree = self.tree
        server: Any = next((each for each in tree.servers.all() if hasattr(each, "root_texture")), None)
        if server is None:
            raise ServerError(f"{self._where()}.get_texture - nothing draws this tree; give it a RenderServer")
        if self is not tree.root:
            raise ServerError(
                f"{self._where()}.get_texture - only roots and SubViewports are drawn; make it a SubViewport"
            )
        return server.root_texture()

    # --- input -------------------------------------------------------------------------------------------------------

    def _shown_canvas(self, server: Any) -> Any:
        """What a render server keeps of the items below the viewport."""
        return server.viewport_of(self).canvas.items

    def _shows_canvas(self) -> bool:
        """Whether what is below it may be seen."""
        return True

    def get_mouse_position(self) -> Vector2:
        """Where the mouse is, in pixels of this view."""
        return self.tree.input.get_mouse_position()

    def notify_mouse_entered(self) -> None:
        """Tell the root that the mouse is over it, as each event of the mouse within it does. Nothing for others.

        Raises:
            TreeError: the viewport is not inside a tree.
            Exception: what the callbacks raise.
        """
        self._cross(True)

    def notify_mouse_exited(self) -> None:
        """Tell the root that the mouse has left it, as the window does; see `notify_mouse_entered`.

        Collision objects that it was over are told at once, and no others until it is back.
        """
        self._cross(False)

    def set_input_as_handled(self) -> None:
        """Let the event that is being dispatched go no further."""
        self.tree.root._input_handled = True

    def is_input_handled(self) -> bool:
        """Whether the event that is being dispatched was handled."""
        return self.tree.root._input_handled

    # --- within ------------------------------------------------------------------------------------------------------

    def _cross(self, inside: bool) -> None:
        tree = self.tree
        if self is not tree.root:
            return
        if tree._recorder is not None:
            tree._recorder.take_mouse_crossing(inside)
        tree._take_input(cross, inside)

    def _seen_size(self) -> Vector2:
        """Width and height that the scene sees."""
        return self._size

    def _from_window(self, event: InputEvent) -> InputEvent:
        """An event whose position is in points of the window, with the position that the scene sees."""
        if self._window is None or not hasattr(event, "position"):
            return event
        (wide, high), (pixels_wide, pixels_high) = self._window
        x, y, width, height = self.screen_rect
        scale_x = self._size.x * pixels_wide / (width * wide)
        scale_y = self._size.y * pixels_high / (height * high)
        transform = Transform2D(scale_x, 0, 0, scale_y, -x * self._size.x / width, -y * self._size.y / height)
        if transform == Transform2D.IDENTITY:
            return event
        moved = event.xformed_by(transform)
        if isinstance(moved, InputEventMouse):
            moved.global_position = moved.position
        return moved

    def _set_content_scale(self, scale: ContentScale) -> None:
        self._scale = scale
        self._refit()

    def _refit(self) -> None:
        """See of the scene what the window and content scale say. Without a window the present size stands for one."""
        if self._window is None:
            if not self._flags & IS_ROOT:
                return
            self._target = whole = self._whole_size()
            self._window = (whole, whole)
        fit = content_scale.fit(*self._window, self._scale)
        is_other = fit.size != self._size or fit.target_size != self._target
        self._fits = True
        self._size = Vector2(fit.size)
        self._target = fit.target_size
        if is_other:
            self.size_changed.emit()

    def _fit(self) -> Fit:
        """Where in the window the view is, and in how many pixels it is drawn."""
        if self._fits and self._window is not None:
            return content_scale.fit(*self._window, self._scale)
        pixels = self._whole_size() if self._window is None else self._window[1]
        return content_scale.Fit(self._whole_size(), (0, 0, *pixels), pixels)

    def _whole_size(self) -> Pair:
        return max(round(self._size.x), 1), max(round(self._size.y), 1)

    def _checked_sides(self, name: str, size: Any) -> Pair:
        what = f"fit_window({name})"
        width, height = checked_numbers(self, what, size, 2)
        if not all(side.is_integer() and 1 <= side < 1e9 for side in (width, height)):
            raise InvalidValueError(f"{self._where()}.{what} must be whole numbers, 1 or more, got {shortened(size)}")
        return int(width), int(height)
