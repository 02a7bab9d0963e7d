"""Random changes of a tree, and after each frame what is drawn is what the slow model says, and what a new tree draws.

The canvas is retained: it works out again what changed only. So a tree is changed at random, some operations a frame;
then the draw lists must say what `canvas_model` finds by looking at the nodes alone, and they must be, to the last bit,
those of a tree that is built anew with the same nodes and properties.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from engine.resources import Image, ImageTexture
from engine.resources.shading.canvas_item_material import CanvasItemMaterial
from engine.tree.node import Node
from engine.tree.scene_tree import SceneTree
from nodes import BackBufferCopy, CanvasItem, CanvasLayer, CanvasModulate, Node2D, SubViewport
from servers.render import RenderServer
from servers.render.recorder import Recorder
from servers.render.scene.draw_list import BackBufferCopy as CopyStep
from servers.render.scene.draw_list import Batch, DrawList, GroupBegin, GroupEnd, ViewFrame
from tests.fuzz.canvas_model import Canvas, Copy, Group, Mark, Marked, MarkedGroup, Row, expected

SEEDS = 16 * max(int(os.environ.get("SAPWOOD_FUZZ", "1")), 1)
FRAMES = 30
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
            "size", "canvas_cull_mask", "canvas_transform", "canvas_item_default_texture_filter",
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


def walk(node: Node) -> Any:
    yield node
    for child in node.children:
        yield from walk(child)


# --- what was drawn --------------------------------------------------------------------------------------------------


def drawn(state: Any, canvas: Any, draw_list: DrawList) -> list[Any]:
    """A draw list as the model writes it."""
    content, rows = canvas._content, canvas._placing.rows
    places = content.row_items if rows is None else content.row_items[rows]
    stack: list[list[Any]] = [[]]
    modes: list[int] = []

    def of(batch: Batch) -> list[Row]:
        found = []
        for row in range(batch.first, batch.first + batch.length):
            drawing = batch.drawing
            found.append(
                Row(
                    str(content.items[places[row]].source.name),
                    tuple(map(tuple, draw_list.positions[row].tolist())),
                    tuple(draw_list.vertices["color"][row, 0].tolist()),
                    (
                        "page" if drawing.page >= 0 else drawing.texture,
                        drawing.filter,
                        drawing.repeat,
                        int(drawing.blend),
                    ),
                )
            )
        return found

    for step in draw_list.steps:
        if isinstance(step, Batch):
            stack[-1] += of(step)
        elif isinstance(step, GroupBegin):
            stack.append([])
            modes.append(int(step.mode))
        elif isinstance(step, GroupEnd):
            members = stack.pop()
            assert modes.pop() == int(step.mode)
            owner = [row for batch in step.batches for row in of(batch)]
            if step.mode == 2:
                assert members[: len(owner)] == owner
                del members[: len(owner)]
            assert members
            stack[-1].append(Group(int(step.mode), owner, members))
        elif isinstance(step, CopyStep):
            stack[-1].append(Copy(str(content.items[step.item].source.name)))
    assert len(stack) == 1
    return stack[0]


def assert_alike(found: list[Any], wanted: list[Any]) -> None:
    """The same rows in the same order, and the same groups around them."""
    assert [_outline(each) for each in found] == [_outline(each) for each in wanted]
    for one, other in zip(found, wanted, strict=True):
        if isinstance(one, Row):
            _assert_same_row(one, other)
        elif isinstance(one, Group):
            assert_alike(one.members, other.members)
            for own, wanted_own in zip(one.owner, other.owner, strict=True):
                _assert_same_row(own, wanted_own)
                if not wanted_own.corners:
                    _assert_covers(own, one.members)


def _assert_same_row(row: Row, wanted: Row) -> None:
    assert row.look == wanted.look, row.name
    assert row.color == pytest.approx(wanted.color, rel=2e-3, abs=1e-6), row.name
    if wanted.corners:
        assert np.array(row.corners) == pytest.approx(np.array(wanted.corners), abs=1e-2), row.name


def _assert_covers(cover: Row, members: list[Any]) -> None:
    corners = np.array([corner for row in _rows(members) for corner in row.corners]).reshape(-1, 2)
    if not len(corners):
        return
    box = np.array(cover.corners)
    assert (box.min(axis=0) <= corners.min(axis=0) + 1e-3).all()
    assert (box.max(axis=0) >= corners.max(axis=0) - 1e-3).all()


def _rows(members: list[Any]) -> list[Row]:
    found: list[Row] = []
    for member in members:
        if isinstance(member, Row):
            found.append(member)
        elif isinstance(member, Group):
            found += _rows(member.members) + [row for row in member.owner if len(set(row.corners)) > 1]
    return found


def _outline(each: Any) -> Any:
    if isinstance(each, Row | Copy):
        return each.name
    return (each.mode, [row.name for row in each.owner], [_outline(member) for member in each.members])


# --- the tree built anew ---------------------------------------------------------------------------------------------


def rebuilt(world: World) -> World:
    """Another tree with the same nodes and properties."""
    fresh = World()
    pairs: dict[Node, Any] = {world.root: fresh.root}
    for name in ("canvas_transform", "canvas_cull_mask", "canvas_item_default_texture_filter"):
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


def bits(view: ViewFrame) -> list[Any]:
    """All that a back end gets of a viewport."""
    return [
        {
            "positions": draw_list.positions.tobytes(),
            "colors": draw_list.vertices["color"].tobytes(),
            "uvs": _uvs(draw_list),
            "models": draw_list.models.tobytes(),
            "steps": [_plain(step) for step in draw_list.steps],
            "view": shown,
        }
        for draw_list, shown in view.canvases
    ]


def _uvs(draw_list: DrawList) -> bytes:
    """The texture coordinates, but for those in the atlas: where a picture stands there depends on what came before."""
    uvs = draw_list.vertices["uv"].copy()
    for step in draw_list.steps:
        for batch in (step,) if isinstance(step, Batch) else getattr(step, "batches", ()):
            if batch.drawing.page >= 0:
                uvs[batch.first : batch.first + batch.length] = 0
    return uvs.tobytes()


def _plain(step: Any) -> Any:
    """A step without the textures of viewports, which are others in another tree."""
    if isinstance(step, Batch):
        texture = step.drawing.texture
        if texture is not None and not isinstance(texture, ImageTexture):
            return type(texture), step._replace(drawing=step.drawing._replace(texture=None))
    if isinstance(step, GroupEnd):
        return step.mode, [_plain(batch) for batch in step.batches]
    return step


# --- the tests -------------------------------------------------------------------------------------------------------


def compare(world: World) -> None:
    """Draw a frame, and look whether it is as the model says, and as a tree that is built anew draws it."""
    world.tree.tick(1 / 60)
    fresh = rebuilt(world)
    fresh.tree.tick(1 / 60)
    modes = {view.name: int(view.render_target_update_mode) for view in _viewports(world)}
    views, others = world.frame(), fresh.frame()
    wanted = {"root": expected(world.root)}
    for viewport in _viewports(world):
        wanted[str(viewport.name)] = expected(viewport)
    assert set(views) == _wanted_views(world, wanted, modes)
    for name, view in views.items():
        source = world.root if name == "root" else next(each for each in _viewports(world) if each.name == name)
        state = world.server.viewport_of(source)
        canvases = state.canvases()
        assert len(canvases) == len(view.canvases) == len(wanted[name])
        for (canvas, _), (draw_list, shown), should in zip(canvases, view.canvases, wanted[name], strict=True):
            assert shown.transform == pytest.approx(should.view)
            assert shown.modulate == pytest.approx(should.tint)
            assert_alike(drawn(state, canvas, draw_list), should.drawn)
    assert set(views) == set(others)
    for name, view in views.items():
        for one, other in zip(bits(view), bits(others[name]), strict=True):
            assert [key for key in one if one[key] != other[key]] == []


def _viewports(world: World) -> list[SubViewport]:
    return [node for node in walk(world.root) if isinstance(node, SubViewport)]


def _wanted_views(world: World, wanted: dict[str, list[Canvas]], modes: dict[str, int]) -> set[str]:
    """The viewports that are drawn: always, once, within a drawn one, or shown by a drawn one."""
    names = {"root"} | {name for name, mode in modes.items() if mode in (1, 4)}
    while True:
        shown = {row.look[0] for name in names for canvas in wanted[name] for row in _all_rows(canvas.drawn)}
        more = set()
        for view in _viewports(world):
            around = view.parent.get_viewport() if view.parent is not None else None
            inside = around is world.root or (around is not None and str(around.name) in names)
            if modes[view.name] == 2 and view._texture in shown and view._texture is not None:
                more.add(str(view.name))
            if modes[view.name] == 3 and inside:
                more.add(str(view.name))
        if more <= names:
            return names
        names |= more


def _all_rows(drawn: list[Any]) -> list[Row]:
    found: list[Row] = []
    for each in drawn:
        if isinstance(each, Row):
            found.append(each)
        elif isinstance(each, Group):
            found += each.owner + _all_rows(each.members)
    return found


@pytest.mark.parametrize("seed", range(SEEDS))
def test_a_canvas_that_changed_draws_what_the_rules_say_and_what_a_new_tree_draws(seed: int) -> None:
    player = Player(seed)
    for _ in range(8):
        player.grow()
    for _ in range(FRAMES):
        for _ in range(player.random.choice([1, 1, 2, 5, 10])):
            player.act()
        compare(player.world)
    player.world.tree.shutdown()
