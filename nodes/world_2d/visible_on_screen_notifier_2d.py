"""VisibleOnScreenNotifier2D: tells when a rectangle comes into the view of its viewport, and when it leaves it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core.export import exported
from engine.core.property_checks import checked_numbers
from engine.core.signal import Signal
from engine.math import Rect2
from nodes.world_2d.node_2d import Node2D

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nodes.world_2d.canvas.canvas_look import CanvasLook


class VisibleOnScreenNotifier2D(Node2D):
    """Watches whether `rect` is in the view. The render server looks once a frame; without one nothing is on screen.

    While it is hidden, or something above it is, it is not on screen.
    """

    screen_entered: Signal[()] = Signal[()]()
    """Emitted when the rectangle comes into the view."""
    screen_exited: Signal[()] = Signal[()]()
    """Emitted when the rectangle leaves the view."""

    _rect = Rect2(-10, -10, 20, 20)
    _on_screen = False

    @property
    @exported(Rect2(-10, -10, 20, 20), unit="px")
    def rect(self) -> Rect2:
        """The rectangle, in the node's own space; default 20 x 20 pixels around its origin.

        Raises:
            InvalidTypeError, InvalidValueError: set to something else than four finite numbers.
        """
        return self._rect

    @rect.setter
    def rect(self, rect: Sequence[float]) -> None:
        self._rect = Rect2(checked_numbers(self, "rect", rect, 4))
        look = self._canvas
        if look is not None and look.server is not None:
            self._watch_screen(look)

    def is_on_screen(self) -> bool:
        """Whether the rectangle was in the view when the last frame ended; False outside a tree."""
        return self._on_screen

    def _enter_tree(self) -> None:
        self._on_screen = False

    def _exit_tree(self) -> None:
        self._on_screen = False

    def _canvas_send(self, look: CanvasLook) -> None:
        super()._canvas_send(look)
        self._watch_screen(look)

    def _watch_screen(self, look: CanvasLook) -> None:
        assert look.server is not None
        look.server.canvas_item_set_visibility_notifier(
            look.item, (*self._rect.abs(),), self._screen_entered, self._screen_exited, self._on_screen
        )

    def _screen_entered(self) -> None:
        """Called by the render server."""
        self._set_on_screen(True)

    def _screen_exited(self) -> None:
        """Called by the render server."""
        self._set_on_screen(False)

    def _set_on_screen(self, on_screen: bool) -> None:
        tree = self._tree
        if tree is None or tree._edit_mode or on_screen == self._on_screen:
            return
        self._on_screen = on_screen
        (self.screen_entered if on_screen else self.screen_exited).emit()
        self._screen_changed(on_screen)

    def _screen_changed(self, on_screen: bool) -> None:
        """For classes that do something of their own, after the signal."""
