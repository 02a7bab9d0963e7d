"""The records of records/canvas.jsonl: what the reference engine draws in what order, and sindri's batches.

Sindri's layers are canvas layers here, its depths z, and its overlay a layer in front.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.resources import Image, ImageTexture
from engine.tree.scene_tree import SceneTree
from nodes import Camera2D, CanvasLayer, CanvasModulate, Node2D, Sprite2D
from servers.render import RenderServer
from servers.render.recorder import Recorder
from servers.render.scene.draw_list import Batch, DrawList, View

record = pytest.mark.record
RECORDS = Path(__file__).parent / "records" / "canvas.jsonl"


def expected(record_id: str) -> Any:
    """What a record expects."""
    lines = map(json.loads, RECORDS.read_text("utf-8").splitlines())
    return next(line["expect"] for line in lines if line["id"] == record_id)


class World:
    """A tree whose frames are recorded."""

    def __init__(self) -> None:
        self.server = RenderServer()
        self.tree = SceneTree(servers=[self.server])
        self.root = self.tree.root
        self.root.size = (100, 100)

    def frame(self) -> list[tuple[DrawList, View]]:
        """The canvases of a frame, from back to front."""
        self.tree.tick(1 / 60)
        self.server.draw()
        assert isinstance(self.server.backend, Recorder)
        assert self.server.backend.last_frame is not None
        return self.server.backend.last_frame.views[-1].canvases

    def order(self) -> list[str]:
        """The names of the items in drawing order."""
        self.frame()
        canvas = self.server.viewport_of(self.root).canvas
        return [str(item.source.name) for item, _ in canvas.drawn_backwards()][::-1]  # type: ignore[union-attr]

    def passes(self) -> list[list[Any]]:
        """The texture's name and the number of rows of each stretch of one look, from back to front."""
        found: list[list[Any]] = []
        self.frame()
        state = self.server.viewport_of(self.root)
        for canvas, _ in state.canvases():
            last = None
            for item, _ in reversed([*canvas.drawn_backwards()]):
                name = item.source.texture.resource_name  # type: ignore[union-attr]
                if name == last:
                    found[-1][1] += 1
                else:
                    found.append([name, 1])
                last = name
        assert sum(length for _, length in found) == self.server.stats.instances
        assert len(found) == self.server.stats.batches
        return found


@pytest.fixture
def world() -> Iterator[World]:
    world = World()
    yield world
    world.tree.shutdown()


class Box(Node2D):
    """Draws one rectangle of 10 x 10 pixels."""

    def on_draw(self) -> None:
        self.draw_rect((0, 0, 10, 10), "white")


def picture(name: str) -> ImageTexture:
    texture = ImageTexture(Image.create(2, 2))
    texture.resource_name = name
    return texture


# the reference engine's


@record("mainframe-canvas-0445")
def test_a_child_behind_comes_before_its_parent(world: World) -> None:
    a = world.root.add_child(Box("A"))
    a.add_child(Box("A1"))
    a.add_child(Box("A2", show_behind_parent=True))
    world.root.add_child(Box("B"))

    assert ", ".join(world.order()) == expected("mainframe-canvas-0445")


@record("mainframe-canvas-0446")
def test_z_counts_from_the_parent_unless_it_is_absolute(world: World) -> None:
    a = world.root.add_child(Box("A", z_index=2))
    a.add_child(Box("A1", z_index=-1))
    a.add_child(Box("Abs", z_index=0, z_as_relative=False))
    world.root.add_child(Box("B", z_index=1))

    assert ", ".join(world.order()) == expected("mainframe-canvas-0446")


@record("mainframe-canvas-0449")
def test_what_is_out_of_view_is_left_out_without_its_children(world: World) -> None:
    far = world.root.add_child(Box("Far", position=(5000, 0)))
    far.add_child(Box("child", position=(-5000, 0)))

    assert f"only the {', '.join(world.order())}" == expected("mainframe-canvas-0449")


@record("mainframe-canvas-0452")
def test_layers_have_views_and_tints_of_their_own(world: World) -> None:
    world.root.canvas_transform = (2, 0, 0, 2, 1, 2)
    world.root.add_child(Box("Box", position=(10, 20)))
    world.root.add_child(CanvasModulate(color=(0.5, 0.5, 0.5)))
    world.root.add_child(CanvasLayer(layer=1, offset=(100, 0))).add_child(Box("Front"))
    canvases = world.frame()

    assert expected("mainframe-canvas-0452") == (
        "2 batches; world corner at (21,42) tinted .5; layer corner (100,0) untinted"
    )
    assert world.server.stats.batches == 2
    corners = []
    for draw_list, view in canvases:
        (x, y), (a, b, c, d, ox, oy) = draw_list.positions[0, 0], view.transform
        corners.append(((a * x + c * y + ox, b * x + d * y + oy), view.modulate))
    assert corners == [((21, 42), (0.5, 0.5, 0.5, 1)), ((100, 0), (1, 1, 1, 1))]


# sindri's batches


@record("sindri-sindri.extraction.batch-0030")
def test_what_shows_one_texture_is_one_batch(world: World) -> None:
    texture = picture("one")
    for _ in range(3):
        world.root.add_child(Sprite2D(texture=texture))
    passes = world.passes()

    wanted = expected("sindri-sindri.extraction.batch-0030")
    assert (len(passes), passes[0][1]) == (wanted["passes"], wanted["instances"])


@record("sindri-sindri.extraction.batch-0031")
def test_layers_are_batches_of_their_own(world: World) -> None:
    texture = picture("one")
    for layer, count in ((200, 1), (100, 2)):
        parent = world.root.add_child(CanvasLayer(layer=layer))
        for _ in range(count):
            parent.add_child(Sprite2D(texture=texture))
    world.frame()
    layers = [layer for _, layer in world.server.viewport_of(world.root).canvases() if layer is not None]

    found = [{"layer": each.source.layer, "instances": len([*each.canvas.drawn_backwards()])} for each in layers]
    assert found == expected("sindri-sindri.extraction.batch-0031")["passes"]
    assert world.server.stats.batches == 2


@record("sindri-sindri.extraction.batch-0032")
def test_another_texture_is_another_batch_after_sorting(world: World) -> None:
    one, two = picture("one.png"), picture("two.png")
    for texture, z in ((one, -2), (two, -1), (one, -3)):
        world.root.add_child(Sprite2D(texture=texture, z_index=z))

    assert world.passes() == expected("sindri-sindri.extraction.batch-0032")["passes"]


@record("sindri-sindri.extraction.batch-0033")
def test_the_world_and_a_layer_in_front_never_share_a_batch(world: World) -> None:
    stages = {0: "Transparent2d", 100: "Overlay"}
    texture = picture("one")
    world.root.add_child(CanvasLayer(layer=100)).add_child(Sprite2D(texture=texture))
    world.root.add_child(Sprite2D(texture=texture))
    world.frame()
    shown = world.server.viewport_of(world.root).canvases()

    wanted = expected("sindri-sindri.extraction.batch-0033")
    assert world.server.stats.batches == wanted["passes"]
    assert [stages[0 if layer is None else layer.source.layer] for _, layer in shown] == wanted["stages"]


@record("sindri-sindri.extraction.batch-0034")
def test_neighbours_alone_are_put_together(world: World) -> None:
    a, b = picture("a.png"), picture("b.png")
    for texture, z, alpha in ((a, 2, 0.8), (a, -2, 0.2), (b, 0, 0.5)):
        world.root.add_child(Sprite2D(texture=texture, z_index=z, modulate=(1, 1, 1, alpha)))
    passes = world.passes()
    (draw_list, _), *_ = world.frame()

    wanted = expected("sindri-sindri.extraction.batch-0034")
    assert [name for name, _ in passes] == wanted["runs"]
    assert draw_list.vertices["color"][:, 0, 3].tolist() == pytest.approx(wanted["alphas"], abs=1e-3)
    assert [type(step) for step in draw_list.steps] == [Batch]  # both pictures stand on one page of the atlas


@record("sindri-sindri.extraction.batch-0035")
def test_frames_of_one_sheet_are_one_batch(world: World) -> None:
    texture = ImageTexture(Image.create(512, 512))  # too large for the atlas, so that its coordinates stay
    for frame in range(3):
        world.root.add_child(Sprite2D(texture=texture, hframes=2, vframes=2, frame=frame))
    (draw_list, _), *_ = world.frame()

    wanted = expected("sindri-sindri.extraction.batch-0035")
    assert len(draw_list.steps) == world.server.stats.batches == wanted["passes"]
    corners = draw_list.vertices["uv"]
    rects = [[*each[0], *(each[3] - each[0])] for each in corners]
    assert rects == wanted["rects"]


@record("sindri-sindri.extraction.batch-0038")
def test_two_batches_keep_their_own_view_and_rows(world: World) -> None:
    assert expected("sindri-sindri.extraction.batch-0038").startswith("each batch uses its own camera and instances")
    front = world.root.add_child(CanvasLayer(scale=(2, 2)))
    for parent, count, scale in ((world.root, 1, 1), (front, 2, 2)):
        for _ in range(count):
            parent.add_child(Sprite2D(texture=picture("one"), centered=False, scale=(scale, scale)))
    world.root.add_child(Camera2D(anchor_mode=Camera2D.AnchorMode.FIXED_TOP_LEFT))
    canvases = world.frame()

    assert [(len(each.positions), view.transform[0]) for each, view in canvases] == [(1, 1), (2, 2)]
    assert [each.positions[0, 3].tolist() for each, _ in canvases] == [[2, 2], [4, 4]]
