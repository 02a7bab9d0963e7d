"""What the front-end needs of a back end; `gl` and `recorder` are the two."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from engine.resources import Image
    from servers.render.scene.draw_list import Frame, FrameStats, RenderTarget


class RenderBackend(Protocol):
    """Draws frames somewhere."""

    def draw(self, frame: Frame, stats: FrameStats) -> None:
        """Draw one frame to the screen and to its targets; `stats` gets the draw calls and the uploads."""

    def screenshot(self, frame: Frame, stats: FrameStats) -> Image:
        """The frame that `draw` would make, as a picture of as many pixels as the screen has.

        Raises:
            ServerError: this back end makes no pictures.
        """

    def read(self, frame: Frame, target: RenderTarget, stats: FrameStats) -> Image:
        """Draw a frame without a screen, and give what `target` shows then.

        Raises:
            ServerError: this back end makes no pictures.
        """

    def dispose(self) -> None:
        """Release everything that is not Python's. Called once."""
