"""What the front-end needs of a back end; `gl` and `recorder` are the two."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from engine.resources import Image
    from servers.render.scene.draw_list import DrawList, FrameStats, View


class RenderBackend(Protocol):
    """Draws a draw list somewhere."""

    def draw(self, draw_list: DrawList, view: View, stats: FrameStats) -> None:
        """Draw one frame to the target, cleared first; `stats` gets the draw calls and the uploads."""

    def screenshot(self, draw_list: DrawList, view: View, stats: FrameStats) -> Image:
        """The frame that `draw` would make, as a picture of as many pixels as the target has.

        Raises:
            ServerError: this back end makes no pictures.
        """

    def dispose(self) -> None:
        """Release everything that is not Python's. Called once."""
