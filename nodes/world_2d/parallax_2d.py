"""Parallax2D: what lies farther away or nearer than the rest, and goes by more slowly or faster when the camera moves.

Its position is worked out of where the viewport's view is, as Godot's Parallax2D does, at the end of each frame, after
the camera: what is drawn of both belongs together.
"""

from __future__ import annotations

from math import floor
from typing import TYPE_CHECKING, Any

from engine.core.export import exported
from engine.core.property_checks import checked_between, checked_bool, checked_int, one_of
from engine.math import Vector2, fposmod
from engine.tree.node import Node
from engine.tree.rare_properties import rare_property
from nodes.world_2d.node_2d import Node2D

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nodes.world_2d.canvas.canvas_look import CanvasLook

_FAR = 1e7
MOST_REPEATS = 1024


class Parallax2D(Node2D):
    """Scrolls what is below it at a speed of its own, over and over if it is to.

    With a `scroll_scale` of (0.5, 0.5) its children go by half as fast as the rest, as if they were twice as far away.
    With a `repeat_size` they come again at that distance, so that they never end. Its `position` is not yours to set.
    """

    _scroll_scale = Vector2.ONE
    _scroll_offset = Vector2.ZERO
    _repeat_size = Vector2.ZERO
    _repeat_times = 1
    _autoscroll = Vector2.ZERO
    _limit_begin = Vector2(-_FAR, -_FAR)
    _limit_end = Vector2(_FAR, _FAR)
    _follow_viewport = True
    _ignore_camera_scroll = False
    _screen_offset = Vector2.ZERO
    _kept_in = {"physics_interpolation_mode": "_rare"}

    physics_interpolation_mode: Node.PhysicsInterpolationMode = rare_property(
        "physics_interpolation_mode",
        Node.PhysicsInterpolationMode.OFF,
        one_of(Node.PhysicsInterpolationMode),
        "As in Node; OFF by default, since it follows the camera in every frame.",
        "_interpolation_mode_changed",
    )

    @property
    @exported(Vector2.ONE)
    def scroll_scale(self) -> Vector2:
        """How fast it goes by: 1, the default, as fast as everything, 0 not at all, above 1 it seems to be nearer."""
        return self._scroll_scale

    @scroll_scale.setter
    def scroll_scale(self, scroll_scale: Sequence[float]) -> None:
        self._scroll_scale = self._pair("scroll_scale", scroll_scale)
        self._update_scroll()

    @property
    @exported(Vector2.ZERO, unit="px")
    def scroll_offset(self) -> Vector2:
        """Moves it; default (0, 0)."""
        return self._scroll_offset

    @scroll_offset.setter
    def scroll_offset(self, scroll_offset: Sequence[float]) -> None:
        self._scroll_offset = self._pair("scroll_offset", scroll_offset)
        self._update_scroll()

    @property
    @exported(Vector2.ZERO, unit="px")
    def repeat_size(self) -> Vector2:
        """The distance at which its children come again on each axis; 0, the default, once only. Below 0 becomes 0."""
        return self._repeat_size

    @repeat_size.setter
    def repeat_size(self, repeat_size: Sequence[float]) -> None:
        x, y = self._pair("repeat_size", repeat_size)
        self._repeat_size = Vector2(max(x, 0.0), max(y, 0.0))
        self._update_process()
        self._update_repeat()
        self._update_scroll()

    @property
    @exported(1)
    def repeat_times(self) -> int:
        """How many copies of its children are drawn besides them, along each axis whose `repeat_size` is not 0; default
        1, at most 1,024.

        They stand a `repeat_size` apart, by turns to the right and to the left (below and above), the first to the
        right. One is enough for a view no larger than `repeat_size`; where the camera zooms out, more are needed. Below
        1 becomes 1.
        """
        return self._repeat_times

    @repeat_times.setter
    def repeat_times(self, repeat_times: int) -> None:
        times = max(checked_int(self, "repeat_times", repeat_times), 1)
        self._repeat_times = checked_between(self, "repeat_times", times, 1, MOST_REPEATS)
        self._update_repeat()

    @property
    @exported(Vector2.ZERO, unit="px/s")
    def autoscroll(self) -> Vector2:
        """By how much `scroll_offset` changes in a second, by itself; default (0, 0). It takes a `repeat_size`."""
        return self._autoscroll

    @autoscroll.setter
    def autoscroll(self, autoscroll: Sequence[float]) -> None:
        self._autoscroll = self._pair("autoscroll", autoscroll)
        self._update_process()

    @property
    @exported(Vector2(-_FAR, -_FAR), unit="px")
    def limit_begin(self) -> Vector2:
        """Where the view's left and top edges are at which it stops scrolling; default (-1e7, -1e7).

        It counts where the view fits between that and `limit_end`.
        """
        return self._limit_begin

    @limit_begin.setter
    def limit_begin(self, limit_begin: Sequence[float]) -> None:
        self._limit_begin = self._pair("limit_begin", limit_begin)
        self._update_scroll()

    @property
    @exported(Vector2(_FAR, _FAR), unit="px")
    def limit_end(self) -> Vector2:
        """Where the view's right and bottom edges are at which it stops scrolling; default (1e7, 1e7)."""
        return self._limit_end

    @limit_end.setter
    def limit_end(self, limit_end: Sequence[float]) -> None:
        self._limit_end = self._pair("limit_end", limit_end)
        self._update_scroll()

    @property
    @exported(True)
    def follow_viewport(self) -> bool:
        """Whether it stays in the view, so that `scroll_scale` says how it goes by; default True.

        Otherwise it stays on the canvas, as under a layer that stays in the view by itself.
        """
        return self._follow_viewport

    @follow_viewport.setter
    def follow_viewport(self, follow_viewport: bool) -> None:
        self._follow_viewport = checked_bool(self, "follow_viewport", follow_viewport)
        self._update_scroll()

    @property
    @exported(False)
    def ignore_camera_scroll(self) -> bool:
        """Whether `screen_offset` is yours to set, instead of following the camera; default False."""
        return self._ignore_camera_scroll

    @ignore_camera_scroll.setter
    def ignore_camera_scroll(self, ignore_camera_scroll: bool) -> None:
        self._ignore_camera_scroll = checked_bool(self, "ignore_camera_scroll", ignore_camera_scroll)

    @property
    @exported(Vector2.ZERO, unit="px")
    def screen_offset(self) -> Vector2:
        """Where the view is: its middle, less half of its size. The current camera sets it in each frame."""
        return self._screen_offset

    @screen_offset.setter
    def screen_offset(self, screen_offset: Sequence[float]) -> None:
        self._screen_offset = self._pair("screen_offset", screen_offset)
        self._update_scroll()

    # --- the tree tells ----------------------------------------------------------------------------------------------

    def _enter_tree(self) -> None:
        self.tree._views.followers.add(self)
        self._follow_view()

    def _exit_tree(self) -> None:
        self.tree._views.followers.drop(self)

    def _internal_process(self, delta: float) -> None:
        x, y = self._scroll_offset + self._autoscroll * delta
        size = self._repeat_size
        self.scroll_offset = Vector2(fposmod(x, size.x) if size.x else x, fposmod(y, size.y) if size.y else y)

    def _running_state(self) -> tuple[Any, ...]:
        return ()

    def _follow_view(self) -> None:
        viewport = self.get_viewport()
        if viewport.get_camera_2d() is not None and not self._ignore_camera_scroll:
            middle = viewport.size * 0.5
            corner = viewport.canvas_transform.affine_inverse() * middle - middle
            if viewport.snap_2d_transforms_to_pixel:
                corner = Vector2(floor(corner.x + 0.5), floor(corner.y + 0.5))
            self._screen_offset = corner
        self._update_scroll()

    def _canvas_send(self, look: CanvasLook) -> None:
        super()._canvas_send(look)
        self._update_repeat()

    # --- within ------------------------------------------------------------------------------------------------------

    def _update_process(self) -> None:
        self._set_internal_process(bool(self._repeat_size) and bool(self._autoscroll))

    def _update_repeat(self) -> None:
        look = self._canvas
        if look is not None and look.server is not None:
            look.server.canvas_item_set_repeat(look.item, (*self._repeat_size,), self._repeat_times)

    def _update_scroll(self) -> None:
        """Be where the view, the limits and the scale say."""
        if self._tree is None:
            return
        view = self.get_viewport().size
        x, y = zip(
            self._screen_offset, self._scroll_offset, self._scroll_scale, self._repeat_size, self.scale, view,
            self._limit_begin, self._limit_end, strict=True,
        )  # fmt: skip
        place = Vector2(_scrolled(*x), _scrolled(*y))
        if not self._follow_viewport:
            place -= self._screen_offset
        if place != self.position:
            self.position = place


def _scrolled(
    screen: float, offset: float, speed: float, repeat: float, scale: float, view: float, begin: float, end: float
) -> float:
    """Where it is on one axis."""
    way = screen
    if begin <= end - view:
        way = min(max(way, begin), end - view)
    way *= speed
    if repeat:
        return screen - fposmod(way - offset, repeat * scale)
    return screen + offset - way
