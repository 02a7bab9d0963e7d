"""The garden of the pictures' tests: a tree that is changed at random and drawn by GL; and the same tree built anew.

What is in it: rectangles, lines, circles, pictures, boxes and parts of animations; shaders with uniforms of items and
of the server, of which one moves vertices; groups, layers, copies of the screen, y-sorting; sub-viewports, some of
which share their world.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np

from engine.app import App
from engine.resources import Image, ImageTexture
from engine.resources.shading.canvas_item_material import CanvasItemMaterial
from engine.resources.shading.shader import Shader
from engine.resources.shading.shader_material import ShaderMaterial
from engine.resources.style_boxes.style_box_flat import StyleBoxFlat
from engine.resources.style_boxes.style_box_line import StyleBoxLine
from engine.resources.style_boxes.style_box_texture import StyleBoxTexture
from engine.tree.node import Node
from engine.tree.world_2d import World2D
from nodes import BackBufferCopy, CanvasGroup, CanvasLayer, Node2D, SubViewport

ALWAYS = SubViewport.UpdateMode.ALWAYS
MOST_NODES = 45
LOOK = (
    "position", "scale", "visible", "modulate", "self_modulate", "z_index", "texture_filter", "texture_repeat",
    "top_level", "show_behind_parent", "material", "use_parent_material", "clip_children", "y_sort_enabled",
    "visibility_layer",
)  # fmt: skip
CODES = (
    "instance uniform vec4 tint = vec4(1.0, 0.5, 1.0, 1.0);\nvoid fragment() { COLOR.rgb *= tint.rgb; }",
    "instance uniform float a = 0.3;\nglobal uniform float g;\nvoid fragment() { COLOR.rg = vec2(a, g); }",
    "instance uniform vec2 by;\nvoid vertex() { VERTEX += by; }",
    "void fragment() { COLOR.b = 0.1; }",
)
GIVEN: list[tuple[str, Any]] = [
    ("tint", (0.25, 1, 0, 1)), ("tint", (1, 0.5, 0, 1)), ("a", 0.1), ("a", 0.9), ("by", (6, 3)), ("tint", None),
    ("a", None), ("by", None),
]  # fmt: skip
Operation = tuple[str, tuple[Any, ...]]
"""What is drawn: the end of a drawing method's name, and what it is given."""


class Plant(Node2D):
    """Draws what it was told."""

    drawn: tuple[Operation, ...] = ()

    def on_draw(self) -> None:
        for name, arguments in self.drawn:
            getattr(self, f"draw_{name}")(*arguments)


class Hedge(CanvasGroup):
    """Draws what it was told, and what is below it only there."""

    drawn: tuple[Operation, ...] = ()
    on_draw = Plant.on_draw


class Garden:
    """Changes the tree of an application at random; `is_plain` for mostly what is drawn in plain tree order."""

    def __init__(self, app: App, seed: int, is_plain: bool, has_slices: bool) -> None:
        self.app, self.root = app, app.tree.root
        self.dice = random.Random(seed)
        self.is_plain, self.has_slices = is_plain, has_slices
        self.made = 0
        self.snapshot: Any = None
        self.pictures = [_picture(seed + each, 6, 5) for each in range(4)] + [_picture(seed, 300, 4)]
        self.boxes = [StyleBoxFlat(), StyleBoxLine(), StyleBoxTexture(texture=self.pictures[1])]
        self.boxes[0].set_corner_radius_all(2)  # type: ignore[attr-defined]  # it is the flat one
        self.shaders = [Shader() for _ in CODES]
        for shader, code in zip(self.shaders, CODES, strict=True):
            shader.code = f"shader_type canvas_item;\n{code}"
        self.materials: list[Any] = [ShaderMaterial(shader=shader) for shader in self.shaders]
        self.materials += [CanvasItemMaterial(blend_mode=CanvasItemMaterial.BlendMode.ADD), None, None]

    def nodes(self, *kinds: type[Node]) -> list[Any]:
        """The nodes of some kinds, of all without any."""
        return [node for node in _below(self.root) if isinstance(node, kinds or Node)]

    def act(self) -> None:
        """One change."""
        acts: list[Callable[[], None]] = [self.grow] * 25 + [self.look] * 40 + [self.prune, self.move, self.reorder] * 6
        acts += [self.edit_picture, self.edit_box, self.edit_shader, self.turn, self.share] * 2
        acts += [self.save, self.restore]
        (self.grow if len(self.nodes()) < 8 else self.dice.choice(acts))()

    def touch(self) -> None:
        """Change no more than a few rows: of one item the colour, what it draws, or a uniform."""
        found = self.nodes(Plant, Hedge)
        if not found:
            return
        node = self.dice.choice(found)
        what = self.dice.choice(["self_modulate", "drawn", "uniform", "uniform"])
        if what == "self_modulate":
            node.self_modulate = (self.dice.random(), 1, 1, 1)
        elif what == "drawn":
            node.drawn = tuple(map(_moved, node.drawn))
            node.queue_redraw()
        else:
            self.give(self.dice.choice([each for each in found if each._drawing_shader() is not None] or found))

    def give(self, node: Any) -> None:
        """Give an item a value for a uniform of its shader, if that has one."""
        shader = node._drawing_shader()
        fitting = [each for each in GIVEN if shader is None or each[0] in shader.canvas.instance_uniforms]
        if fitting:
            node.set_instance_shader_parameter(*self.dice.choice(fitting))

    def grow(self) -> None:
        if len(self.nodes()) >= MOST_NODES:
            return
        self.made += 1
        kinds: list[Any] = [Plant] * 9 + ([SubViewport] if self.dice.random() < 0.3 else [])
        if not self.is_plain:
            kinds += [Hedge, CanvasLayer, BackBufferCopy]
        node = self.dice.choice(kinds)(f"n{self.made}")
        _prepare(node)
        if isinstance(node, Plant | Hedge):
            node.drawn, node.material = self.drawing(), self.dice.choice(self.materials)
            node.position = (self.dice.randrange(80), self.dice.randrange(80))
            for _ in range(self.dice.randrange(4)):
                self.look(node)
        parent = self.dice.choice([self.root, self.root, *self.nodes()])
        parent.add_child(node, index=self.dice.choice([None, None, 0]))

    def look(self, node: Any = None) -> None:
        """Change how an item looks, or what it draws."""
        dice = self.dice
        found = [node] if node is not None else self.nodes(Plant, Hedge)
        if not found:
            return
        node = dice.choice(found)
        values: dict[str, list[Any]] = {
            "position": [(dice.randrange(-10, 90) + 0.25, dice.randrange(-10, 90))],
            "visible": [True, False, not node.visible],
            "modulate": [(1, 1, 1, 1), (1, 1, 1, 1), (0.5, 1, 1, 1), (1, 1, 1, 0), (1, 1, 1, 0.5)],
            "self_modulate": [(1, 1, 1, 1), (1, 0.5, 1, 1)],
            "z_index": [0, 0, 1, -1],
            "texture_filter": [0, 1, 2, 3],
            "texture_repeat": [0, 1, 2],
            "scale": [(1, 1), (2, 1), (-1, 1)],
            "material": self.materials,
            "use_parent_material": [False, True],
        }
        if not self.is_plain or dice.random() < 0.03:
            values |= {
                "top_level": [False, False, True],
                "show_behind_parent": [False, False, True],
                "clip_children": [0, 0, 1, 2],
                "y_sort_enabled": [False, False, True],
                "visibility_layer": [1, 1, 2, 3],
            }
        name = dice.choice([*values, "position", "visible", "material", "drawn", "drawn", "uniform", "uniform"])
        if name == "drawn":
            node.drawn = self.drawing()
            node.queue_redraw()
        elif name == "uniform":
            self.give(node)
        else:
            setattr(node, name, dice.choice(values[name]))

    def drawing(self) -> tuple[Operation, ...]:
        """Something to draw."""
        dice = self.dice
        found: list[Operation] = []
        for _ in range(dice.choice([0, 1, 1, 1, 2, 3])):
            x, y = dice.randrange(20), dice.randrange(20)
            color = (dice.choice([0.25, 0.5, 1]), 1, dice.choice([0.5, 1]), dice.choice([0.5, 1, 1]))
            texture, area = dice.choice(self.pictures), (x, y, dice.randrange(5, 20), dice.randrange(5, 20))
            cut = (texture, (x, y, 12, 12), (0, 0, 5, 4), color)
            found += dice.choice(
                [
                    [("rect", (area, color))],
                    [("texture", (texture, (x, y), color))],
                    [("texture_rect", (texture, (x, y, 20, 13), dice.random() < 0.3, color))],
                    [("style_box", (dice.choice(self.boxes), area))],
                    [("line", ((x, y), (x + 15, y + 4), color, dice.choice([-1, -1, 2])))],
                    [("circle", ((x, y), 4, color))],
                    [("msdf_texture_rect_region", cut)],
                    [("lcd_texture_rect_region", cut)],
                ]
            )
            if self.has_slices and dice.random() < 0.5:
                begin = dice.choice([0.0, 0.05])
                found += [("animation_slice", (dice.choice([0.1, 0.2]), begin, begin + 0.05, 0.0))]
                found += [("rect", (area, color)), *dice.choice([[], [("end_animation", ())]])]
        return tuple(found)

    def prune(self) -> None:
        self.dice.choice(self.nodes()).free()

    def move(self) -> None:
        node, parent = self.dice.choice(self.nodes()), self.dice.choice([self.root, *self.nodes()])
        if parent is not node and not node.is_ancestor_of(parent):
            node.reparent(parent, False)

    def reorder(self) -> None:
        node = self.dice.choice(self.nodes())
        node.parent.move_child(node, self.dice.randrange(node.parent.get_child_count()))

    def turn(self) -> None:
        """Change the view, or what all shaders read."""
        dice = self.dice
        self.root.canvas_transform = dice.choice([(1, 0, 0, 1, 0, 0), (1, 0, 0, 1, 5, -3.5), (2, 0, 0, 2, 0, 0)])
        self.app.render.global_shader_parameter_set("g", dice.choice([0.0, 0.5, 1.0]))

    def edit_picture(self) -> None:
        image = self.dice.choice(self.pictures).image
        image.set_pixel(self.dice.randrange(image.width), 0, (1, self.dice.random(), 0, 1))

    def edit_box(self) -> None:
        self.boxes[0].bg_color = (self.dice.random(), 1, 0, 1)  # type: ignore[attr-defined]  # it is the flat one
        for item in self.nodes(Plant, Hedge):
            item.queue_redraw()

    def edit_shader(self) -> None:
        self.dice.choice(self.shaders).code = f"shader_type canvas_item;\n{self.dice.choice(CODES)}"

    def share(self) -> None:
        """Let a sub-viewport show the world of another viewport, or one of its own again."""
        views = self.nodes(SubViewport)
        if views:
            view = self.dice.choice(views)
            view.world_2d = self.dice.choice([World2D(), self.root.world_2d, self.dice.choice(views).world_2d])

    def save(self) -> None:
        self.snapshot = self.app.tree.snapshot()

    def restore(self) -> None:
        if self.snapshot is not None:
            self.app.tree.restore(self.snapshot)


def emptied(app: App) -> App:
    """An application of which everything was freed."""
    root = app.tree.root
    for child in reversed(root.get_children()):
        child.free()
    root.world_2d = World2D()
    root.canvas_transform = (1, 0, 0, 1, 0, 0)
    return app


def planted_anew(garden: Garden, app: App) -> list[tuple[Any, Any]]:
    """Build the garden's tree in another application, and say which viewports of the two are the same."""
    source, root = garden.root, emptied(app).tree.root
    root.canvas_transform = source.canvas_transform
    value = garden.app.render.global_shader_parameter_get("g")
    app.render.global_shader_parameter_set("g", value)
    pairs: list[tuple[Any, Any]] = [(source, root)]
    for node, copy in pairs:
        for child in node.get_children():
            pairs.append((child, copy.add_child(_copied(child))))
    views = [pair for pair in pairs if pair[0] is source or isinstance(pair[0], SubViewport)]
    worlds: dict[Any, World2D] = {}
    for view, copy in views:
        copy.world_2d = worlds.setdefault(view.find_world_2d(), copy.find_world_2d())
    return views[1:]


def _copied(node: Any) -> Any:
    copy: Any = type(node)(str(node.name))
    _prepare(copy)
    if isinstance(node, Plant | Hedge):
        for name, value in GIVEN:
            given = (node._kept_properties or {}).get(f"instance_shader_parameters/{name}")
            if value is None and given is not None:
                copy.set_instance_shader_parameter(name, given)
        for name in LOOK:
            setattr(copy, name, getattr(node, name))
        copy.drawn = node.drawn
    return copy


def _prepare(node: Node) -> None:
    if isinstance(node, SubViewport):
        node.size, node.render_target_update_mode = (40, 40), ALWAYS
    elif isinstance(node, BackBufferCopy):
        node.copy_mode = BackBufferCopy.CopyMode.VIEWPORT


def _below(node: Node) -> list[Node]:
    found = list(node.get_children())
    for each in found:
        found += each.get_children()
    return found


def _moved(operation: Operation) -> Operation:
    """A rectangle elsewhere, in another colour; anything else as it is: so there are as many rows as before."""
    name, arguments = operation
    if name != "rect":
        return operation
    (x, y, width, height), _ = arguments
    return name, ((x + 1, y, width, height), (1, 0.5, 0.5, 1))


def _picture(seed: int, width: int, height: int) -> ImageTexture:
    return ImageTexture(Image(np.random.default_rng(seed).integers(1, 256, (height, width, 4), np.uint8)))
