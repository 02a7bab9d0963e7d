"""SubViewport: a view that is drawn into a picture, which can be drawn with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.core.errors import InvalidValueError, ServerError
from engine.core.export import exported
from engine.core.property_checks import checked_bool, checked_choice, checked_numbers
from engine.math import Rect2, Transform2D, Vector2, Vector2i
from engine.math.value import shortened
from engine.tree.viewport import SceneViewport
from nodes.viewport.viewport_texture import PictureView, ViewportTexture
from servers.render import ClearMode as RenderClearMode
from servers.render import RenderServer, RenderTarget
from servers.render import UpdateMode as RenderUpdateMode

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.resources import Image

LARGEST_SIDE = 16384
"""Pixels of a side of the picture, at most: what graphics cards offer."""


class SubViewport(PictureView, SceneViewport):
    """Draws the canvas of the nodes below it into a picture of its own, apart from all others.

    `get_texture()` is that picture, for a Sprite2D or a shader. It is drawn before what shows it, in the same frame. In
    itself it is transparent; of two that show one another, the first drawn shows the other as it was a frame before.
    A graphics card that takes no picture of that size draws it with fewer pixels, and the log says so.

    Raises (its properties, when set):
        InvalidTypeError, InvalidValueError: a value of the wrong kind, or out of range.
    """

    UpdateMode = RenderUpdateMode
    """When the picture is drawn anew, for `render_target_update_mode`."""
    ClearMode = RenderClearMode
    """When the picture begins empty, for `render_target_clear_mode`."""

    __slots__ = ("_picture", "_server", "_shown")

    _has_canvas = True
    _kept_in = {
        "render_target_update_mode": ("_update_mode",),
        "render_target_clear_mode": ("_clear_mode",),
        "size_2d_override": ("_override",),
        "size_2d_override_stretch": ("_stretches",),
    }
    _uncaptured = (*SceneViewport._uncaptured, "_picture", "_server", "_shown")
    _size = Vector2(512, 512)
    _update_mode = RenderUpdateMode.WHEN_VISIBLE
    _clear_mode = RenderClearMode.ALWAYS
    _override = Vector2i(0, 0)
    _stretches = False
    _server: RenderServer | None
    _shown: Any  # what the server keeps of it
    _picture: RenderTarget | None
    _texture: ViewportTexture | None = None

    def _init_core(self) -> None:
        super()._init_core()
        self._server = self._shown = self._picture = None

    @property  # type: ignore[override]  # other views have sizes with fractions
    @exported(Vector2i(512, 512), unit="px")
    def size(self) -> Vector2i:
        """Width and height of the picture, each from 1 to 16384; default 512 x 512."""
        return Vector2i(int(self._size.x), int(self._size.y))

    @size.setter
    def size(self, size: Sequence[float]) -> None:
        width, height = checked_numbers(self, "size", size, 2)
        if not all(1 <= side <= LARGEST_SIDE and side == int(side) for side in (width, height)):
            raise self._bad_size("size", size, 1)
        if (width, height) != self._size:
            self._size = Vector2(width, height)
            self.size_changed.emit()
            if self._texture is not None:
                self._texture.emit_changed()

    @property
    @exported(RenderUpdateMode.WHEN_VISIBLE)
    def render_target_update_mode(self) -> RenderUpdateMode:
        """When the picture is drawn anew: by default whenever something that is drawn shows it."""
        return self._update_mode

    @render_target_update_mode.setter
    def render_target_update_mode(self, mode: int) -> None:
        self._update_mode = checked_choice(self, "render_target_update_mode", mode, RenderUpdateMode)
        self._send_modes()

    @property
    @exported(RenderClearMode.ALWAYS)
    def render_target_clear_mode(self) -> RenderClearMode:
        """When the picture begins empty: each time, by default."""
        return self._clear_mode

    @render_target_clear_mode.setter
    def render_target_clear_mode(self, mode: int) -> None:
        self._clear_mode = checked_choice(self, "render_target_clear_mode", mode, RenderClearMode)
        self._send_modes()

    @property
    @exported(Vector2i(0, 0), unit="px")
    def size_2d_override(self) -> Vector2i:
        """How large the view seems to be to what is in it; (0, 0), the default, for as large as the picture."""
        return self._override

    @size_2d_override.setter
    def size_2d_override(self, size: Sequence[float]) -> None:
        width, height = checked_numbers(self, "size_2d_override", size, 2)
        if not all(0 <= side <= LARGEST_SIDE and side == int(side) for side in (width, height)):
            raise self._bad_size("size_2d_override", size, 0)
        self._override = Vector2i(int(width), int(height))

    @property
    @exported(False)
    def size_2d_override_stretch(self) -> bool:
        """Whether a view of another size is stretched to the picture; default False."""
        return self._stretches

    @size_2d_override_stretch.setter
    def size_2d_override_stretch(self, stretches: bool) -> None:
        self._stretches = checked_bool(self, "size_2d_override_stretch", stretches)

    def get_texture(self) -> ViewportTexture:
        """The picture, as a texture; the same one each time."""
        if self._texture is None:
            self._texture = ViewportTexture()
            self._texture._show(self)
        return self._texture

    def get_image(self) -> Image:
        """A copy of the picture, drawn now unless the update mode is DISABLED.

        Raises:
            TreeError: the viewport is not inside a tree.
            ServerError: the tree has no render server, or one that only records.
        """
        server = self.tree.servers.get(RenderServer)
        if server is None or self._shown is None:
            raise ServerError(f"{self._where()}.get_image - nothing draws this tree; give it a RenderServer")
        return server.viewport_image(self._shown)

    def get_visible_rect(self) -> Rect2:
        """The view's rectangle, from (0, 0): of `size_2d_override`, if that is set."""
        return Rect2(Vector2.ZERO, self._seen_size())

    def get_stretch_transform(self) -> Transform2D:
        """From what the scene sees to the pixels of the picture."""
        seen = self._seen_size()
        if not self._stretches or seen == self._size:
            return Transform2D.IDENTITY
        return Transform2D(0.0, (self._size.x / seen.x, self._size.y / seen.y), 0.0, (0, 0))

    def _seen_size(self) -> Vector2:
        width, height = self._override
        return Vector2(width, height) if width and height else self._size

    def _bad_size(self, name: str, size: Any, least: int) -> Exception:
        return InvalidValueError(
            f"{self._where()}.{name} must be two whole numbers from {least} to {LARGEST_SIDE:,}, got {shortened(size)}"
        )

    # --- the tree tells ----------------------------------------------------------------------------------------------

    def _enter_canvas(self) -> None:
        assert self._tree is not None
        self._exit_canvas()
        server = self._tree.servers.get(RenderServer)
        if server is not None:
            around = self._parent.get_viewport() if self._parent is not None else None
            self._server = server
            self._shown = server.viewport_enter(self, around, self.picture_target(), self._modes_changed)
            self._send_modes()

    def _exit_canvas(self) -> None:
        if self._server is not None:
            self._server.viewport_exit(self._shown)
            self._server = self._shown = None

    def picture_target(self) -> RenderTarget:
        """Where the picture is; it stays when the viewport leaves the tree."""
        if self._picture is None:
            self._picture = RenderTarget((int(self._size.x), int(self._size.y)))
        return self._picture

    def _modes_changed(self, update: RenderUpdateMode, clear: RenderClearMode) -> None:
        self._update_mode, self._clear_mode = update, clear

    def _send_modes(self) -> None:
        if self._server is not None:
            self._server.viewport_set_modes(self._shown, self._update_mode, self._clear_mode)

    def _world_changed(self) -> None:
        if self._server is not None:
            self._server.viewport_of(self)
