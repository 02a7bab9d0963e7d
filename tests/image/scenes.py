"""The scenes of the image tests: each function fills a tree, 320 x 240 pixels of canvas, and needs nothing else."""

from collections.abc import Callable
from math import cos, pi, sin
from typing import Any

import numpy as np

from engine.resources import Image, ImageTexture
from engine.tree.scene_tree import SceneTree
from nodes.world_2d.camera.camera_2d import Camera2D
from nodes.world_2d.line_2d import Line2D
from nodes.world_2d.node_2d import Node2D
from nodes.world_2d.polygon_2d import Polygon2D
from nodes.world_2d.sprite_2d import Sprite2D

SKY = (0.2, 0.7, 1.0)
SUN = (1.0, 0.8, 0.2)
LEAF = (0.3, 0.9, 0.4)
ROSE = (1.0, 0.3, 0.4)
HALF_SKY = (*SKY, 0.5)


class Shapes(Node2D):
    """One of each drawing method, in rows."""

    def on_draw(self) -> None:
        """Lines, outlines, fillings, then the same through a drawing transform."""
        self.draw_line((10, 10), (90, 30), SKY)
        self.draw_line((10, 25), (90, 45), SUN, 5)
        self.draw_polyline([(110, 40), (130, 10), (150, 40), (170, 10), (190, 40)], LEAF, 6)
        self.draw_polyline([(110, 48), (130, 18), (150, 48), (170, 18), (190, 48)], "white")
        self.draw_multiline([(210, 10), (250, 10), (210, 20), (250, 20), (210, 30), (250, 30)], ROSE, 3)
        self.draw_arc((285, 30), 20, -pi / 2, pi, 24, SUN, 6)

        self.draw_rect((10, 60, 40, 40), SKY)
        self.draw_rect((60, 60, 40, 40), SKY, filled=False)
        self.draw_rect((113, 63, 34, 34), HALF_SKY, filled=False, width=6)
        self.draw_circle((180, 80), 20, ROSE)
        self.draw_circle((230, 80), 20, ROSE, filled=False)
        self.draw_circle((285, 80), 17, (*ROSE, 0.5), filled=False, width=6)

        star = [(30 * (1 - i % 2 * 0.6), i * pi / 5 - pi / 2) for i in range(10)]
        self.draw_colored_polygon([(45 + r * cos(a), 150 + r * sin(a)) for r, a in star], SUN)
        self.draw_polygon([(90, 180), (120, 120), (150, 180)], ["red", "lime", "blue"])
        self.draw_set_transform((210, 150), pi / 6, (1.5, 0.5))
        self.draw_rect((-20, -20, 40, 40), LEAF)
        self.draw_line((-20, 0), (20, 0), "black", 4)
        self.draw_set_transform((285, 150), pi / 4)
        self.draw_rect((-15, -15, 30, 30), (*LEAF, 0.5))
        self.draw_rect((-5, -5, 30, 30), (*ROSE, 0.5))


def shapes(tree: SceneTree) -> None:
    """Every drawing method without textures and text."""
    tree.root.add_child(Shapes())


def lines(tree: SceneTree) -> None:
    """Translucent lines with every joint and cap: no seam and no overlap may show."""
    bent = [(0, 0), (30, -40), (60, 0), (90, -30), (90, 15)]
    for row, joint in enumerate(Line2D.LineJointMode):
        for column, cap in enumerate(Line2D.LineCapMode):
            line = Line2D(
                points=bent,
                width=12,
                default_color=HALF_SKY,
                joint_mode=joint,
                begin_cap_mode=cap,
                end_cap_mode=cap,
                position=(12 + 105 * column, 60 + 65 * row),
                scale=(0.9, 0.9),
            )
            tree.root.add_child(line)
        ring = [(0, 0), (40, 0), (40, 20), (20, 20), (20, 30), (0, 30)]
        closed = Line2D(points=ring, width=8, default_color=(*SUN, 0.5), joint_mode=joint, closed=True)
        closed.position = (20 + 105 * row, 203)
        tree.root.add_child(closed)


def ship() -> ImageTexture:
    """A picture of 8 x 8 pixels that is different in all its corners."""
    rows = ["r......g", "...ww...", "..wwww..", "..wkkw..", ".wwkkww.", ".wwwwww.", "wwy..yww", "b.y..y.p"]
    colors = {
        ".": (0, 0, 0, 0),
        "r": (255, 0, 0, 255),
        "g": (0, 255, 0, 255),
        "b": (0, 128, 255, 255),
        "p": (255, 0, 255, 255),
        "w": (255, 255, 255, 255),
        "k": (40, 40, 90, 255),
        "y": (255, 200, 0, 255),
    }
    return ImageTexture(Image(np.array([[colors[letter] for letter in row] for row in rows], np.uint8)))


def sheet() -> ImageTexture:
    """Four frames of 8 x 8 pixels beside each other: red, green, blue, white, with a black dot that wanders."""
    image = Image.create(32, 8)
    for frame, color in enumerate([(1, 0.2, 0.2), (0.2, 1, 0.2), (0.3, 0.3, 1), (1, 1, 1)]):
        for y in range(8):
            for x in range(8):
                dot = 2 * frame <= x < 2 * frame + 2 and 3 <= y < 5
                image.set_pixel(frame * 8 + x, y, (0, 0, 0) if dot else color)
    return ImageTexture(image)


class Tiles(Node2D):
    """The drawing methods for textures."""

    def on_draw(self) -> None:
        """Natural size, stretched, tiled, transposed, a region, mirrored."""
        texture = ship()
        self.draw_texture(texture, (0, 20))
        self.draw_texture_rect(texture, (20, 0, 60, 40))
        self.draw_texture_rect(texture, (90, 0, 52, 40), True, (0.5, 1, 1))
        self.draw_texture_rect(texture, (150, 0, 40, 40), False, (1, 1, 1, 0.5), True)
        self.draw_texture_rect_region(texture, (200, 0, 40, 40), (0, 0, 4, 4))
        self.draw_texture_rect(texture, (248, 0, -40, 40))


def sprites(tree: SceneTree) -> None:
    """Sprites in hard pixels above, smoothly scaled ones below, then the drawing methods for textures."""
    hard = tree.root.add_child(Node2D(texture_filter=Node2D.TextureFilter.NEAREST))
    smooth = tree.root.add_child(Node2D(position=(0, 70)))
    for group in (hard, smooth):
        group.add_child(Sprite2D(texture=ship(), position=(40, 40), scale=(6, 6)))
        group.add_child(Sprite2D(texture=ship(), position=(100, 40), scale=(6, 6), flip_h=True, modulate=SUN))
        group.add_child(Sprite2D(texture=ship(), position=(160, 40), scale=(5, 5), rotation=pi / 5, flip_v=True))
        group.add_child(Sprite2D(texture=sheet(), position=(220, 40), scale=(5, 5), hframes=4, frame=2))
        region = Sprite2D(texture=ship(), position=(280, 40), scale=(10, 10), region_enabled=True)
        region.region_rect = (4, 0, 4, 4)
        group.add_child(region)
    tree.root.add_child(Tiles(position=(30, 170), texture_filter=Node2D.TextureFilter.NEAREST))


def square(color: str, x: float, y: float, **properties: Any) -> Polygon2D:
    """A square of 60 pixels with its top left corner at (x, y)."""
    corners = [(0, 0), (60, 0), (60, 60), (0, 60)]
    return Polygon2D(polygon=corners, color=color, position=(x, y), **properties)


def order(tree: SceneTree) -> None:
    """What is over what. Left: tree order. Middle: behind the parent. Right: z. Below: modulation and visibility."""
    left = tree.root.add_child(square("red", 10, 10))
    left.add_child(square("lime", 20, 20)).add_child(square("blue", 20, 20))
    middle = tree.root.add_child(square("red", 120, 10))
    middle.add_child(square("lime", 20, 20, show_behind_parent=True))
    middle.add_child(square("blue", 30, -5))
    right = tree.root.add_child(square("red", 230, 10, z_index=2))
    right.add_child(square("lime", 10, 20, z_index=-1))
    tree.root.add_child(square("blue", 250, 20, z_index=1))

    tinted = tree.root.add_child(square("white", 10, 150, modulate=(1, 0.5, 0.5), self_modulate=(1, 1, 1, 0.5)))
    tinted.add_child(square("white", 20, 20, modulate=(1, 1, 0.5)))
    hidden = tree.root.add_child(square("white", 120, 150, visible=False))
    hidden.add_child(square("white", 20, 20))
    faint = tree.root.add_child(square("white", 120, 150, modulate=(1, 1, 1, 0.25)))
    faint.add_child(square("yellow", 130, 85, top_level=True, scale=(1.5, 0.5)))
    turned = tree.root.add_child(Node2D(position=(260, 180), rotation=pi / 8, scale=(1.5, 0.75)))
    turned.add_child(square("red", -30, -30)).add_child(square("blue", 10, 10, scale=(0.5, 0.5), skew=0.3))


class Words(Node2D):
    """Text of several sizes, alignments and colours."""

    def on_draw(self) -> None:
        """All of ASCII, then sizes, then alignments within a frame."""
        for row in range(3):
            line = "".join(map(chr, range(32 + 32 * row, min(64 + 32 * row, 127))))
            self.draw_string(None, (8, 20 + 20 * row), line, font_size=13)
        self.draw_string(None, (8, 100), "AVATAR 36", font_size=36, modulate=SUN)
        self.draw_string(None, (8, 118), "eleven pixels are still readable: 0123456789", font_size=11)
        self.draw_rect((10, 130, 300, 60), SKY, filled=False)
        for alignment, word in enumerate(["left", "centre", "right"]):
            self.draw_string(None, (10, 148 + 17 * alignment), word, alignment, 300, 16, LEAF)
        self.draw_set_transform((20, 230), -pi / 24, (1.2, 1.2))
        self.draw_string(None, (0, 0), "turned and scaled", font_size=20, modulate=(*ROSE, 0.6))


def text(tree: SceneTree) -> None:
    """Text by the drawing method."""
    tree.root.add_child(Words())


def camera(tree: SceneTree) -> None:
    """The shapes through a camera that is turned and zoomed; hairlines stay one pixel wide."""
    tree.root.add_child(Shapes())
    tree.root.add_child(Camera2D(position=(150, 80), zoom=(1.6, 1.6), rotation=pi / 12, ignore_rotation=False))


Scene = Callable[[SceneTree], None]
SCENES: dict[str, Scene] = {scene.__name__: scene for scene in (shapes, lines, sprites, order, text, camera)}
