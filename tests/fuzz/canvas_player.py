"""The player of the canvas's tests: a tree that is recorded, and random changes of it; and the same tree built anew."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

from engine.resources import Image, ImageTexture
from engine.resources.shading.canvas_item_material import CanvasItemMaterial
from engine.tree.node import Node, is_instance_valid
from engine.tree.scene_tree import SceneTree
from nodes import BackBufferCopy, CanvasItem, CanvasLayer, CanvasModulate, Node2D, SubViewport
from servers.render import RenderServer
from servers.render.recorder import Recorder
from servers.render.scene.draw_list import ViewFrame
from tests.fuzz.canvas_model import Mark, Marked, MarkedGroup

MOST_NODES = 50
PICTURES = [ImageTexture(Image.create(300, 1)), ImageTexture(Image.create(1, 300))]  # too large for the atlas
ADD = CanvasItemMaterial()
ADD.blend_mode = CanvasItemMaterial.BlendMode.ADD
MATERIALS = [None, None, CanvasItemMaterial(), ADD]
KINDS: list[Callable[[str], Node]] = [
    *[Marked] * 8, *[MarkedGroup] * 2, Node, Node2D, CanvasLayer, CanvasModulate, BackBufferCopy, SubViewport,
]  # fmt: skip
LOOKS = (
    "visible", "modulate", "self_modulate", "show_behind_parent", "top_level", "clip_children", "visibility_layer",
    "z_index", "z_as_relative", "y_sort_enabled", "texture_filter", "texture_repeat", "material", "use_parent_material",
)  # fmt: skip
VIEW = (
    "canvas_transform", "canvas_cull_mask", "canvas_item_default_texture_filter", "snap_2d_transforms_to_pixel",
    "snap_2d_vertices_to_pixel",
)  # fmt: skip
OWN: list[tuple[type[Node], tuple[str, ...]]] = [
    (CanvasItem, LOOKS),
    (Node2D, ("position", "rotation", "scale")),
    (MarkedGroup, ("fit_margin",)),
    (CanvasModulate, ("color",)),
    (BackBufferCopy, ("copy_mode", "rect")),
    (CanvasLayer, ("layer", "visible", "transform", "follow_viewport_enabled", "follow_viewport_scale")),
    (
        SubViewport,
        (
            *VIEW, "size",
            "render_target_update_mode", "size_2d_override", "size_2d_override_stretch",
        ),
    ),
]  # fmt: skip


class World:
    """A tree that is recorded."""

    def __init__(self) -> None:
        self.server = RenderServer()
        self.tree = SceneTree(servers=[self.server])
        self.root = self.tree.root
        self.root.size = (200, 150)

    def frame(self) -> dict[str, ViewFrame]:
        """What is drawn now, by the names of the viewports."""
        self.server.draw()
        assert isinstance(self.server.backend, Recorder)
        frame = self.server.backend.last_frame
        assert frame is not None
        names = {id(state.target): str(source.name) for source, state in self.server._viewports.items()}  # type: ignore[attr-defined]
        drawn = {"root" if view.target is None else names[id(view.target)]: view for view in frame.views}
        assert len(drawn) == len(frame.views)
        return drawn


class Player:
    """Changes a tree at random."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.world = World()
        self.made = 0
        self.out: list[Node] = []
        self.snapshot: Any = None
        self.taken: list[str] = []

    def nodes(self, kind: type[Any] = Node) -> list[Any]:
        """The nodes of a kind in the tree."""
        return [node for node in walk(self.world.root) if isinstance(node, kind) and node is not self.world.root]

    def act(self) -> None:
        """One random operation."""
        acts = [self.grow] * 6 + [self.look] * 12 + [self.place] * 3 + [self.draw] * 4 + [self.reparent] * 2
        acts += [self.reorder] * 2 + [self.remove, self.back, self.free, self.view, self.layer, self.layer, self.other]
        acts += [self.save, self.restore]
        self.random.choice(acts)()

    def any_node(self, kind: type[Any] = Node) -> Any:
        found = self.nodes(kind)
        return self.random.choice(found) if found else None

    def grow(self) -> None:
        if len(self.nodes()) >= MOST_NODES:
            return
        self.made += 1
        node = self.random.choice(KINDS)(f"n{self.made}")
        if isinstance(node, SubViewport):
            node.size = (100, 80)
            node.render_target_update_mode = self.random.choice([1, 2, 3, 4])
        for _ in range(self.random.randrange(4)):
            self.look(node)
        self.place(node)
        self.draw(node)
        parent = self.random.choice([self.world.root, *self.nodes(), *self.nodes(CanvasItem)])
        place = self.random.randrange(len(parent.children) + 1)
        parent.add_child(node, place)

    def look(self, node: Any = None) -> None:
        node = node or self.any_node(CanvasItem)
        if not isinstance(node, CanvasItem):
            return
        dice = self.random
        name = dice.choice(LOOKS)
        value: Any
        if name in ("modulate", "self_modulate"):
            value = [dice.choice([0.25, 0.5, 1.0, 2.0]) for _ in range(3)] + [dice.choice([0, 0.007, 0.05, 0.5, 1, 1])]
        elif name == "z_index":
            value = dice.choice([-4096, -1, 0, 0, 1, 2, 4096])
        elif name == "clip_children":
            value = dice.choice([0, 0, 1, 2])
        elif name == "visibility_layer":
            value = dice.choice([1, 1, 2, 3])
        elif name == "texture_filter":
            value = dice.randrange(7)
        elif name == "texture_repeat":
            value = dice.randrange(4)
        elif name == "material":
            value = dice.choice(MATERIALS)
        else:
            value = dice.random() < (0.7 if name in ("visible", "z_as_relative") else 0.4)
        setattr(node, name, value)

    def place(self, node: Any = None) -> None:
        node = node or self.any_node(Node2D)
        if not isinstance(node, Node2D):
            return
        dice = self.random
        node.position = (dice.randrange(-40, 200) + 0.25, 10 * dice.randrange(-3, 15))
        node.rotation = dice.choice([0, 0, 0, 0.5, -2.0])
        node.scale = dice.choice([(1, 1), (1, 1), (2, 0.5), (-1, 1)])

    def draw(self, node: Any = None) -> None:
        node = node or self.any_node(CanvasItem)
        if not isinstance(node, Marked | MarkedGroup):
            return
        dice = self.random
        old = node.marks
        node.marks = tuple(
            Mark(
                dice.randrange(20), dice.randrange(20), dice.randrange(5, 15), dice.randrange(5, 15),
                (dice.choice([0.5, 1.0]), 1.0, 1.0, dice.choice([0.5, 1.0])), self.texture(),
            )
            for _ in range(dice.choice([0, 1, 1, 2, 3]))
        )  # fmt: skip
        if old and dice.random() < 0.5:  # as many as before
            node.marks = tuple(mark._replace(x=mark.x + 1, color=(0.5, 0.5, 1, 1)) for mark in old)
        node.queue_redraw()

    def texture(self) -> Any:
        view = self.any_node(SubViewport)
        return self.random.choice([None] * 4 + PICTURES + ([view.get_texture()] if view is not None else []))

    def reparent(self) -> None:
        node = self.any_node()
        if node is None:
            return
        parents = [each for each in [self.world.root, *self.nodes()] if each is not node]
        parents = [each for each in parents if not node.is_ancestor_of(each)]
        node.reparent(self.random.choice(parents), self.random.random() < 0.3)
        self.settle(node)

    def reorder(self) -> None:
        node = self.any_node()
        if node is not None:
            node.parent.move_child(node, self.random.randrange(len(node.parent.children)))

    def remove(self) -> None:
        node = self.any_node()
        if node is not None:
            node.parent.remove_child(node)
            self.out.append(node)

    def back(self) -> None:
        self.out = [node for node in self.out if is_instance_valid(node)]
        if self.out:
            node = self.out.pop()
            self.random.choice([self.world.root, *self.nodes()]).add_child(node)

    def free(self) -> None:
        node = self.any_node()
        if node is not None and self.random.random() < 0.5:
            self.random.choice([node.free, node.queue_free])()

    def view(self) -> None:
        dice = self.random
        view = dice.choice([self.world.root, *self.nodes(SubViewport)])
        view.canvas_transform = dice.choice(
            [(1, 0, 0, 1, 0, 0), (1, 0, 0, 1, -30, 20), (2, 0, 0, 2, 0.5, 0), (-0.5, 0, 0.25, 0.5, 100, 0)]
        )
        if dice.random() < 0.3:
            view.canvas_cull_mask = dice.choice([0xFFFFFFFF, 1, 2])
        if dice.random() < 0.3:
            view.canvas_item_default_texture_filter = dice.randrange(4)
        if dice.random() < 0.2:
            view.snap_2d_transforms_to_pixel = dice.random() < 0.3
            view.snap_2d_vertices_to_pixel = dice.random() < 0.3
        if isinstance(view, SubViewport):
            view.render_target_update_mode = dice.choice([0, 1, 2, 3, 4])
            view.size_2d_override = dice.choice([(0, 0), (50, 60)])
            view.size_2d_override_stretch = dice.random() < 0.5

    def layer(self) -> None:
        layer = self.any_node(CanvasLayer)
        if layer is None:
            return
        dice = self.random
        layer.layer = dice.choice([-1, 0, 1, 1, 2])
        layer.visible = dice.random() < 0.7
        layer.offset = dice.choice([(0, 0), (30, 0)])
        layer.follow_viewport_enabled = dice.random() < 0.4
        layer.follow_viewport_scale = dice.choice([1.0, 0.5])
        if dice.random() < 0.4:
            layer.custom_viewport = dice.choice([None, *self.nodes(SubViewport)])

    def other(self) -> None:
        node = self.any_node()
        dice = self.random
        if isinstance(node, CanvasModulate):
            node.color = (dice.choice([0.25, 1.0]), 1, 1, 1)
        elif isinstance(node, BackBufferCopy):
            node.copy_mode = dice.randrange(3)
        elif isinstance(node, MarkedGroup):
            node.fit_margin = dice.choice([0, 5, 10])

    def save(self) -> None:
        if self.random.random() < 0.3:
            self.snapshot = self.world.tree.snapshot()

    def restore(self) -> None:
        if self.snapshot is not None and self.random.random() < 0.5:
            self.world.tree.restore(self.snapshot)
            self.out.clear()

    def settle(self, node: Any) -> None:
        """Put what was computed when a node kept its place on numbers that need no rounding."""
        if isinstance(node, Node2D):
            self.place(node)
            node.skew = 0.0


def walk(node: Node) -> Iterator[Node]:
    """A node and all below it, in tree order."""
    yield node
    for child in node.children:
        yield from walk(child)


# --- the tree built anew ---------------------------------------------------------------------------------------------


def rebuilt(world: World) -> World:
    """Another tree with the same nodes and properties."""
    fresh = World()
    pairs: dict[Node, Any] = {world.root: fresh.root}
    for name in VIEW:
        setattr(fresh.root, name, getattr(world.root, name))
    for node in walk(world.root):
        if node is not world.root:
            pairs[node] = _copy(node)
    for node, copy in pairs.items():
        if isinstance(node, Marked | MarkedGroup):
            copy.marks = tuple(mark._replace(texture=_texture_in(pairs, mark.texture)) for mark in node.marks)
        if isinstance(node, CanvasLayer) and node.custom_viewport is not None:
            copy.custom_viewport = pairs.get(node.custom_viewport, node.custom_viewport)
        if node is not world.root:
            assert node.parent is not None
            pairs[node.parent].add_child(copy)
    return fresh


def _copy(node: Node) -> Node:
    copy = type(node)(str(node.name))
    for kind, names in OWN:
        if isinstance(node, kind):
            for name in names:
                setattr(copy, name, getattr(node, name))
    return copy


def _texture_in(pairs: dict[Node, Any], texture: Any) -> Any:
    for node, copy in pairs.items():
        if isinstance(node, SubViewport) and node._texture is texture is not None:
            return copy.get_texture()
    return texture
