"""Recorder: takes draw lists as the GL back end does, counts the same uploads, and draws nothing.

In:    the DrawList that the GL back end gets too.
Out:   `frames`, `last_list`, `last_view`; uploads and draw calls in FrameStats, as GL would make them for buffers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

from engine.core.errors import ServerError

if TYPE_CHECKING:
    from servers.render.scene.draw_list import DrawList, FrameStats, View


class Recorder:
    """A RenderBackend that remembers the last frame."""

    def __init__(self) -> None:
        """Nothing drawn yet."""
        self.frames = 0
        self.last_list: DrawList | None = None
        self.last_view: View | None = None
        self._content_revision = 0
        self._transform_revision = 0

    def draw(self, draw_list: DrawList, view: View, stats: FrameStats) -> None:
        """Remember the frame."""
        self.frames += 1
        fresh = draw_list is not self.last_list
        self.last_list, self.last_view = draw_list, view
        if fresh or draw_list.content_revision != self._content_revision:
            self._content_revision = draw_list.content_revision
            _count_upload(stats, draw_list.instances.nbytes)
        if fresh or draw_list.transform_revision != self._transform_revision:
            self._transform_revision = draw_list.transform_revision
            _count_upload(stats, draw_list.transforms.nbytes)
        stats.draw_calls += len(draw_list.batches)

    def screenshot(self, draw_list: DrawList, view: View, stats: FrameStats) -> NoReturn:
        """There is no picture to take.

        Raises:
            ServerError: always; it says how to make a server that draws.
        """
        raise ServerError(
            "RenderServer.screenshot - this server has no graphics context and records only; "
            "make it with one: RenderServer(context)"
        )

    def dispose(self) -> None:
        """Forget the last frame."""
        self.last_list = self.last_view = None


def _count_upload(stats: FrameStats, size: int) -> None:
    if size:
        stats.add_upload(size)
