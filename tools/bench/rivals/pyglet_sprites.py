"""Moving sprites in pyglet: Sprites in a Batch; see `sprite_loop`."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from bench.rivals.sprite_loop import main


class Sprites:
    """Sprites in one Batch."""

    def __init__(self, job: dict[str, Any], pixels: bytes) -> None:
        """As many as the job has places."""
        pyglet: Any = import_module("pyglet")
        pyglet.options.headless = True
        pyglet.options.debug_gl = False  # as a released game has it
        self.gl: Any = import_module("pyglet.gl")
        self.image: Any = import_module("pyglet.image")
        sprite: Any = import_module("pyglet.sprite")
        side = job["side"]
        depth = self.gl.Config(red_size=8, green_size=8, blue_size=8, alpha_size=8)  # without a window it is 5 bits
        self.window = import_module("pyglet.window").Window(*job["size"], vsync=False, config=depth)
        self.gl.glClearColor(*[channel / 255 for channel in job["clear"]])
        picture = self.image.ImageData(side, side, "RGBA", pixels, pitch=-4 * side)
        picture.anchor_x = picture.anchor_y = side // 2
        self.batch = import_module("pyglet.graphics").Batch()
        self.sprites = [sprite.Sprite(picture, batch=self.batch) for _ in job["places"][0]]
        for each, tint in zip(self.sprites, job["tints"], strict=True):
            each.color = tint

    def move(self, places: list[Any]) -> None:
        """One property for each."""
        for sprite, place in zip(self.sprites, places, strict=True):
            sprite.position = place

    def draw(self) -> None:
        """Clear, and draw the batch."""
        self.window.clear()
        self.batch.draw()

    def finish(self) -> None:
        """Wait for GL."""
        self.gl.glFinish()

    def picture(self) -> bytes:
        """The window's pixels."""
        data = self.image.get_buffer_manager().get_color_buffer().get_image_data()
        pixels: bytes = data.get_data("RGBA", -4 * data.width)
        return pixels


if __name__ == "__main__":
    main(Sprites, lambda x, y, height: (x, height - y, 0))
