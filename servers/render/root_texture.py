"""RootTexture: what the root viewport of a tree shows, as a texture."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.math import Vector2
from engine.resources import Texture2D
from servers.render.scene.draw_list import RenderTarget

if TYPE_CHECKING:
    from engine.resources import Image
    from servers.render.server import RenderServer


class RootTexture(Texture2D, registered=False):
    """The picture of the root viewport, with a pixel for each of its own; `root.get_texture()` gives it.

    Its `image` is drawn when it is asked for. What is drawn with it shows the root of the same frame, and in that
    picture is transparent itself; in a SubViewport it shows the root as it was a frame before. A frame in which
    something is drawn with it draws the root twice.
    """

    _compared = False

    def __init__(self, server: RenderServer) -> None:
        """That of the tree which `server` draws."""
        super().__init__()
        self._server = server
        self.render_target = RenderTarget((1, 1))
        """What it is drawn into."""

    @property
    def image(self) -> Image:
        """A copy of the picture, drawn now.

        Raises:
            ServerError: the server only records, or was disposed.
        """
        return self._server.root_image()

    @property
    def width(self) -> int:
        """Pixels in a row."""
        return self._server.root_pixels()[0]

    @property
    def height(self) -> int:
        """Rows."""
        return self._server.root_pixels()[1]

    @property
    def size(self) -> Vector2:
        """Width and height in pixels."""
        return Vector2(self._server.root_pixels())
