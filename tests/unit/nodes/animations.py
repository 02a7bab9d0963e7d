"""Textures, frames and logs for the tests of animated sprites."""

from __future__ import annotations

from engine.resources import Image, ImageTexture
from engine.resources.sprite_frames import SpriteFrames
from nodes.world_2d.animated_sprite_2d import AnimatedSprite2D

SIGNALS = ("sprite_frames_changed", "animation_changed", "frame_changed", "animation_finished", "animation_looped")


def texture(width: int = 8, height: int = 4) -> ImageTexture:
    """A white one."""
    return ImageTexture(Image.create(width, height, (1, 1, 1)))


def frames_of(**counts: int) -> SpriteFrames:
    """Animations of so many frames, at 10 a second, looped."""
    frames = SpriteFrames()
    frames.remove_animation("default")
    for name, count in counts.items():
        frames.add_animation(name)
        frames.set_animation_speed(name, 10)
        for _ in range(count):
            frames.add_frame(name, texture())
    return frames


def told(sprite: AnimatedSprite2D) -> list[str]:
    """What the sprite emits from now on, each with the frame at that time."""
    log: list[str] = []
    for name in SIGNALS:
        getattr(sprite, name).connect(lambda name=name: log.append(f"{name} {sprite.frame}"))
    return log
