"""Recorder: takes frames as the GL back end does, counts the same uploads of buffers, and draws nothing.

In:    the Frame that the GL back end gets too.
Out:   `frames`, `last_frame`, `last_list`, `last_view`; uploads and draw calls in FrameStats, as GL would make them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

from engine.core.errors import ServerError
from servers.render.copies import Copies
from servers.render.scene.draw_list import Batch, GroupEnd

if TYPE_CHECKING:
    from engine.resources import Image
    from servers.render.scene.atlas.atlas import Atlas
    from servers.render.scene.draw_list import DrawList, Frame, FrameStats, RenderTarget, Step, View


class Recorder:
    """A RenderBackend that remembers the last frame."""

    def __init__(self, atlas: Atlas) -> None:
        """Nothing drawn yet; the pictures that came into `atlas` count as uploaded when they are drawn first."""
        self.frames = 0
        self.last_frame: Frame | None = None
        self._atlas = atlas
        self._seen: Copies[DrawList, tuple[int, int]] = Copies()

    @property
    def last_list(self) -> DrawList | None:
        """The draw list of the screen's own canvas."""
        return None if self.last_frame is None else self.last_frame.views[-1].canvases[0][0]

    @property
    def last_view(self) -> View | None:
        """How that was shown."""
        return None if self.last_frame is None else self.last_frame.views[-1].canvases[0][1]

    def draw(self, frame: Frame, stats: FrameStats) -> None:
        """Remember the frame."""
        self.frames += 1
        self.last_frame = frame
        self._seen.take_gone()
        for upload in self._atlas.take_uploads():
            stats.add_upload(upload.pixels.nbytes)
        for view in frame.views:
            for draw_list, _ in view.canvases:
                self._count(draw_list, stats)

    def screenshot(self, frame: Frame, stats: FrameStats) -> NoReturn:
        """There is no picture to take.

        Raises:
            ServerError: always; it says how to make a server that draws.
        """
        raise ServerError(
            "RenderServer.screenshot - this server has no graphics context and records only; "
            "make it with one: RenderServer(context)"
        )

    def read(self, frame: Frame, target: RenderTarget, stats: FrameStats) -> Image:
        """There is no picture to take; errors as `screenshot`."""
        self.screenshot(frame, stats)

    def dispose(self) -> None:
        """Forget the last frame."""
        self.last_frame = None
        self._seen.take_all()

    def _count(self, draw_list: DrawList, stats: FrameStats) -> None:
        vertices, positions = draw_list.vertex_changes, draw_list.position_changes
        seen = self._seen.get(draw_list) or (-1, -1)
        for first, after in vertices.since(seen[0], len(draw_list.vertices)):
            stats.add_upload(draw_list.vertices[first:after].nbytes)
        for first, after in positions.since(seen[1], len(draw_list.positions)):
            stats.add_upload(draw_list.positions[first:after].nbytes)
        if seen != (vertices.revision, positions.revision):
            self._seen.keep(draw_list, (vertices.revision, positions.revision))
        stats.draw_calls += sum(_calls(step) for step in draw_list.steps)


def _calls(step: Step) -> int:
    if isinstance(step, GroupEnd):
        return len(step.batches)
    return int(isinstance(step, Batch))
