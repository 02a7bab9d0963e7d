"""Scenes of many sprites, and of everything that is drawn, for tests of what reaches the GPU."""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.app import App
from engine.resources import Image, ImageTexture
from engine.resources.shading.shader import Shader
from engine.resources.shading.shader_material import ShaderMaterial
from engine.tree.node import Node
from engine.tree.scene_tree import SceneTree
from nodes import BackBufferCopy, CanvasGroup, CanvasLayer, Node2D, Sprite2D, SubViewport
from tests.image.gpu_spy import GPUSpy

PAGE = (2048, 2048)
SMALL, LARGE = 32, 300
STRIP_INDICES = 6
POSITION_BYTES, VERTEX_BYTES = 32, 64
"""Of a strip of four points: two floats each; and two floats and four half floats each."""


def picture(side: int = SMALL, seed: int = 0) -> ImageTexture:
    return ImageTexture(Image(np.random.default_rng(seed).integers(1, 256, (side, side, 4), np.uint8)))


def tinting() -> ShaderMaterial:
    shader = Shader()
    shader.code = "shader_type canvas_item;\nvoid fragment() { COLOR.rgb = COLOR.rgb * 0.5; }\n"
    material = ShaderMaterial()
    material.shader = shader
    return material


def frame(app: App, spy: GPUSpy) -> None:
    """Tick and draw a frame, of which the spy knows afterwards, and nothing before."""
    app.tree.tick(1 / 60)
    spy.clear()
    app.render.draw()


def add(app: App, *nodes: Node) -> None:
    for node in nodes:
        app.tree.root.add_child(node)


def sprite(texture: ImageTexture, x: float = 40, y: float = 40, **properties: Any) -> Sprite2D:
    return Sprite2D(texture=texture, position=(x, y), **properties)


def everything(tree: SceneTree) -> list[Node]:
    """A group, clipped children, a sub-viewport, shaders, a copy of the screen, a layer."""
    small, large = picture(), picture(LARGE)
    group = tree.root.add_child(CanvasGroup(self_modulate=(1, 1, 1, 0.5)))
    clip = tree.root.add_child(sprite(small, 100, 100, clip_children=Node2D.ClipChildrenMode.AND_DRAW))
    viewport = tree.root.add_child(SubViewport(size=(64, 64)))
    layer = tree.root.add_child(CanvasLayer(layer=3))
    shown = tree.root.add_child(Sprite2D(texture=viewport.get_texture(), position=(200, 50)))
    tree.root.add_child(BackBufferCopy(rect=(0, 0, 100, 100)))
    for i, parent in enumerate((group, clip, viewport, layer, shown)):
        parent.add_child(sprite(small, 30, 30 + i))
        parent.add_child(sprite(large, 20, 20 + i))
        parent.add_child(sprite(small, 10, 10 + i, material=tinting()))
    return [group, clip, viewport, layer, shown]


def thousand(app: App, **of_parent: Any) -> list[Sprite2D]:
    textures = [picture(seed=i) for i in range(10)]
    sprites = [sprite(textures[i % 10], i % 40, i // 40, scale=(0.1, 0.1)) for i in range(1000)]
    parent = app.tree.root.add_child(Node2D(**of_parent))
    for each in sprites:
        parent.add_child(each)
    return sprites
