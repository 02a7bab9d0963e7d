"""Moving sprites in Sapwood: Sprite2D nodes in a SceneTree; see `sprite_loop`."""

from __future__ import annotations

from typing import Any

import numpy as np

from bench.rivals.sprite_loop import main
from engine.app import App
from engine.core.clock import ManualClock
from engine.math import Vector2
from engine.resources import Image, ImageTexture
from nodes import Node2D, Sprite2D
from servers.display.headless import HeadlessDisplay


class Sprites:
    """Nodes below one node."""

    def __init__(self, job: dict[str, Any], pixels: bytes) -> None:
        """As many as the job has places."""
        width, height = job["size"]
        side = job["side"]
        self.app = App(HeadlessDisplay((width, height)), draws=True, clock=ManualClock())
        texture = ImageTexture(Image(np.frombuffer(pixels, np.uint8).reshape(side, side, 4)))
        parent = self.app.tree.root.add_child(Node2D())
        self.sprites = [parent.add_child(Sprite2D(texture=texture)) for _ in job["places"][0]]
        for sprite, (red, green, blue) in zip(self.sprites, job["tints"], strict=True):
            sprite.self_modulate = (red / 255, green / 255, blue / 255)

    def move(self, places: list[Any]) -> None:
        """One property for each."""
        for sprite, place in zip(self.sprites, places, strict=True):
            sprite.position = place

    def draw(self) -> None:
        """A tick, and the render server."""
        self.app.tree.tick(1 / 60)
        self.app.render.draw()

    def finish(self) -> None:
        """Wait for GL."""
        self.app.display.graphics.ctx.finish()

    def picture(self) -> bytes:
        """The screen's pixels."""
        return self.app.screenshot().pixels.tobytes()


if __name__ == "__main__":
    main(Sprites, lambda x, y, height: Vector2(x, y))
