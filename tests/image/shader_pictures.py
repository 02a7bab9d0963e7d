"""Pictures that shaders make: a sprite that fills a small screen, and what the screen then shows."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.app import App
from engine.resources import Image, ImageTexture
from engine.resources.shading.shader import Shader
from engine.resources.shading.shader_material import ShaderMaterial
from nodes import Node2D, Sprite2D

Pixels = NDArray[np.float64]

SIDE = 32
CENTERS = (np.arange(SIDE) + 0.5) / SIDE
ACROSS = np.tile(CENTERS, (SIDE, 1))
DOWN = ACROSS.T
TOLERANCE = 4 / 255
LEAST_COVERED = SIDE * SIDE // 4


def plain(*channels: Any) -> Pixels:
    """A picture whose channels are numbers or pictures of one channel; what is not given is 0."""
    picture = np.zeros((SIDE, SIDE, 3))
    for i, channel in enumerate(channels):
        picture[:, :, i] = channel
    return picture


def material_of(code: str, **parameters: Any) -> ShaderMaterial:
    shader = Shader()
    shader.code = f"shader_type canvas_item;\n{code}"
    material = ShaderMaterial()
    material.shader = shader
    for name, value in parameters.items():
        material.set_shader_parameter(name, value)
    return material


def sprite(material: Any = None, color: Any = (1, 1, 1), **properties: Any) -> Sprite2D:
    """A sprite that fills the screen."""
    return Sprite2D(
        texture=ImageTexture(Image.create(SIDE, SIDE, color)), centered=False, material=material, **properties
    )


def shown(app: App, *nodes: Node2D, seconds: float = 1 / 60) -> Pixels:
    """What the screen shows with these nodes, colours from 0 to 1."""
    for node in nodes:
        app.tree.root.add_child(node)
    app.tree.advance(seconds)
    return app.screenshot().pixels[:, :, :3] / 255


def assert_rule(picture: Pixels, expected: Pixels, holds: bool) -> None:
    """The picture is as expected if the rule holds; if not, it is another one in a quarter of it at least."""
    wrong = (np.abs(picture - expected) > TOLERANCE).any(axis=2)
    if holds:
        assert not wrong.any(), f"{wrong.sum()} pixels, such as {picture[wrong][0]} instead of {expected[wrong][0]}"
    else:
        assert wrong.sum() >= LEAST_COVERED


CORNER: dict[str, Any] = {"scale": (0.5, 0.5), "position": (16, 0)}
"""The upper right quarter of the screen."""


def quarter(x: float, y: float) -> Pixels:
    """A quarter of the screen in white, from a corner on, in parts of the screen, over black."""
    inside = (x <= ACROSS) & (x + 0.5 > ACROSS) & (y <= DOWN) & (y + 0.5 > DOWN)
    return plain(inside, inside, inside)
