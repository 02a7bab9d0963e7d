"""Moving sprites in arcade: a SpriteList; see `sprite_loop`."""

from __future__ import annotations

import os
from importlib import import_module
from typing import Any

from bench.rivals.sprite_loop import main

os.environ["ARCADE_HEADLESS"] = "True"


class Sprites:
    """A SpriteList of Sprites."""

    def __init__(self, job: dict[str, Any], pixels: bytes) -> None:
        """As many as the job has places."""
        self.arcade: Any = import_module("arcade")
        picture = import_module("PIL.Image").frombytes("RGBA", (job["side"], job["side"]), pixels)
        self.window = self.arcade.Window(*job["size"], "sprites", vsync=False, antialiasing=False)
        self.window.background_color = job["clear"]
        texture = self.arcade.Texture(picture)
        self.list = self.arcade.SpriteList(use_spatial_hash=False)
        self.list.extend([self.arcade.Sprite(texture) for _ in job["places"][0]])
        for sprite, tint in zip(self.list, job["tints"], strict=True):
            sprite.color = tint

    def move(self, places: list[Any]) -> None:
        """One property for each."""
        for sprite, place in zip(self.list, places, strict=True):
            sprite.position = place

    def draw(self) -> None:
        """Clear, and draw the list."""
        self.window.clear()
        self.list.draw()

    def finish(self) -> None:
        """Wait for GL."""
        self.window.ctx.finish()

    def picture(self) -> bytes:
        """The window's pixels."""
        pixels: bytes = self.arcade.get_image(0, 0, *self.window.get_size()).convert("RGBA").tobytes()
        return pixels


if __name__ == "__main__":
    main(Sprites, lambda x, y, height: (x, height - y))
