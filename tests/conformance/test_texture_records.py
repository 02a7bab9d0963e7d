"""The records about parts of textures and about textures by reference: sindri's uvrect and texture.

A rectangle of a texture is a part of its picture: `Image.get_region` refuses what is none. A cell of a grid is a frame
of a Sprite2D. Binding a reference is having something at a path: a file, or what a loader was told to remember.
"""

from __future__ import annotations

import gc
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import nodes
from engine.app import App
from engine.core.clock import ManualClock
from engine.core.errors import InvalidValueError
from engine.core.export import get_exports
from engine.resources import Image, ImageTexture, ResourceLoader, Texture2D
from engine.resources.textures.missing_texture import MissingTexture
from engine.resources.textures.procedural_textures import procedural_texture
from engine.tree.node import Node
from engine.tree.scene_tree import SceneTree
from nodes import Node2D, Sprite2D
from scenes import PackedScene, referenced_textures, unresolved_textures
from servers.display.headless import HeadlessDisplay
from servers.render import CanvasCommands, RenderServer
from servers.render.scene.atlas.atlas import Atlas

record = pytest.mark.record
RECORDS = {
    each["id"]: each
    for each in map(json.loads, (Path(__file__).parent / "records" / "textures.jsonl").read_text("utf-8").splitlines())
}
SIDE = 20
"""Of the picture whose parts are asked for."""


def expected(id: str) -> Any:
    return RECORDS[id]["expect"]


# --- parts of a texture


def shown_edges(sprite: Sprite2D) -> tuple[np.float32, ...]:
    """Left, top, right and bottom of what a sprite shows, in texture coordinates as the GPU gets them."""
    commands = CanvasCommands()
    sprite._paint(commands)
    uvs = commands.finish().instances["uvs"][0]
    return uvs[0], uvs[1], uvs[6], uvs[7]


def cell(columns: int, rows: int, column: int, row: int, width: int = 100) -> Sprite2D:
    sprite = Sprite2D(texture=ImageTexture(Image.create(width, 100)), hframes=columns, vframes=rows)
    sprite.frame_coords = (column, row)
    return sprite


def part(x: float, y: float, width: float, height: float) -> Image:
    return Image.create(SIDE, SIDE).get_region((x * SIDE, y * SIDE, width * SIDE, height * SIDE))


@record("sindri-sindri.uvrect-0045")
def test_without_a_part_all_is_shown() -> None:
    left, top, right, bottom = shown_edges(Sprite2D(texture=ImageTexture(Image.create(7, 5))))

    assert [left, top, right - left, bottom - top] == expected("sindri-sindri.uvrect-0045")


def refused(x: float, y: float, width: float, height: float) -> str:
    with pytest.raises(InvalidValueError) as error:
        part(x, y, width, height)
    return str(error.value)


@record("sindri-sindri.uvrect-0046")
def test_an_empty_part_is_refused() -> None:
    assert "leaves the picture of 20 x 20" in refused(0, 0, 0, 0.5)


@record("sindri-sindri.uvrect-0048")
def test_a_part_past_the_edge_is_refused() -> None:
    assert "leaves the picture of 20 x 20" in refused(0.75, 0, 0.5, 0.5)


@record("sindri-sindri.uvrect-0049")
def test_a_part_before_the_edge_is_refused() -> None:
    assert "leaves the picture of 20 x 20" in refused(-0.1, 0, 0.5, 0.5)


@record("sindri-sindri.uvrect-0050")
def test_a_part_that_is_nowhere_is_refused() -> None:
    assert "leaves the picture of 20 x 20" in refused(float("nan"), 0, 0.5, 0.5)
    with pytest.raises(InvalidValueError, match="region_rect must be four finite numbers"):
        Sprite2D().region_rect = (float("nan"), 0, 0.5, 0.5)


@record("sindri-sindri.uvrect-0051")
def test_a_part_that_touches_the_far_edge_is_accepted() -> None:
    assert part(0.5, 0.5, 0.5, 0.5).size == (SIDE / 2, SIDE / 2)


@record("sindri-sindri.uvrect-0052")
def test_a_cell_is_a_part_of_the_grid() -> None:
    left, top, right, bottom = shown_edges(cell(4, 4, 1, 2))

    assert [left, top, right - left, bottom - top] == expected("sindri-sindri.uvrect-0052")


@pytest.mark.parametrize(
    ("id", "columns"),
    [
        pytest.param(f"sindri-sindri.uvrect-{id}", columns, marks=record(f"sindri-sindri.uvrect-{id}"))
        for id, columns in [("0053", 3), ("0054", 5), ("0055", 6), ("0056", 7), ("0057", 9), ("0058", 10)]
    ],
)
@pytest.mark.parametrize("width", [100, 128, 1021])
def test_the_last_column_ends_at_the_edge(id: str, columns: int, width: int) -> None:
    sprite = cell(columns, 1, columns - 1, 0, width)
    left, _, right, _ = shown_edges(sprite)
    _, _, across, _ = sprite._shown_part(sprite.texture)  # type: ignore[arg-type]  # it has one

    assert left == np.float32(expected(id)["x"])
    assert np.float32(across / width) == np.float32(expected(id)["width"])
    assert (right <= 1.0) is np.bool_(expected(id)["valid"])
    assert left + np.float32(across / width) <= np.float32(1.0)


@record("sindri-sindri.uvrect-0063")
def test_a_cell_beside_the_grid_is_refused() -> None:
    with pytest.raises(InvalidValueError, match="frame_coords must be in 4 x 4 frames, counted from 0"):
        cell(4, 4, 4, 0)


@record("sindri-sindri.uvrect-0064")
def test_a_grid_without_columns_is_refused() -> None:
    with pytest.raises(InvalidValueError, match="hframes must be"):
        cell(0, 4, 0, 0)


# --- textures by reference


@pytest.fixture
def loader(tmp_path: Path) -> ResourceLoader:
    return ResourceLoader(tmp_path)


def sprites(loader: ResourceLoader, *references: str) -> Node2D:
    """A scene file of sprites, each with a texture by its reference, as nodes."""
    lines = [f"[gd_scene load_steps={len(references) + 1} format=3]", ""]
    for number, reference in enumerate(references):
        path = reference if ":" in reference else f"res://{reference}"
        lines += [f'[ext_resource type="Texture2D" path="{path}" id="{number}"]']
    lines += ["", '[node name="Root" type="Node2D"]']
    for number in range(len(references)):
        lines += ["", f'[node name="S{number}" type="Sprite2D" parent="."]', f'texture = ExtResource("{number}")']
    (loader.folder / "main.tscn").write_text("\n".join(lines) + "\n")
    root: Node2D = loader.load("main.tscn", PackedScene).instantiate(Node2D)
    return root


def bind(loader: ResourceLoader, path: str, color: Any = "red", size: int = 4) -> None:
    Image.create(size, size, color).save_png(loader.folder / path)


@record("sindri-sindri.texture-0263")
def test_what_is_there_is_not_unresolved(loader: ResourceLoader) -> None:
    assert unresolved_textures(sprites(loader, "lost.png")) == ["res://lost.png"]
    gc.collect()

    bind(loader, "lost.png")

    assert unresolved_textures(sprites(loader, "lost.png")) == expected("sindri-sindri.texture-0263")


@record("sindri-sindri.texture-0265")
def test_what_is_there_is_still_referenced(loader: ResourceLoader) -> None:
    bind(loader, "shared.png")
    root = sprites(loader, "shared.png", "lost.png")

    assert expected("sindri-sindri.texture-0265") == "still contains shared.png"
    assert referenced_textures(root) == ["res://shared.png", "res://lost.png"]
    assert unresolved_textures(root) == ["res://lost.png"]


@record("sindri-sindri.texture-0266")
def test_the_last_texture_at_a_path_is_what_it_holds(loader: ResourceLoader) -> None:
    by_number = {1: ImageTexture(), 2: ImageTexture()}
    numbers = {id(texture): number for number, texture in by_number.items()}
    before = []

    for number in (1, 2):
        held = loader.get_cached_ref("a.png")
        before.append(None if held is None else numbers[id(held)])
        loader.remember("a.png", by_number[number])

    holders = [texture for texture in by_number.values() if loader.get_cached_ref("a.png") is texture]
    assert {
        "first": before[0],
        "second_returns": before[1],
        "resolve": numbers[id(loader.load("a.png"))],
        "count": len(holders),
    } == expected("sindri-sindri.texture-0266")


@record("sindri-sindri.texture-0267")
def test_what_is_taken_away_is_missing(loader: ResourceLoader) -> None:
    loader.remember("a.png", ImageTexture())
    texture = loader.load("a.png")

    loader.release(texture)

    assert expected("sindri-sindri.texture-0267") == "MISSING"
    assert isinstance(loader.load("a.png"), MissingTexture)


@record("sindri-sindri.texture-0271")
def test_places_of_textures_that_are_gone_are_used_again() -> None:
    atlas = Atlas()
    kept = [Image.create(256, 256) for _ in range(4)]
    for image in kept:
        atlas.place(image)
    start = len(atlas.pages)

    for _ in range(50):  # as many as a page holds, and more
        image = Image.create(256, 256)
        assert atlas.place(image) is not None
        del image
        gc.collect()
        atlas.refresh()
        assert len(atlas.pages) <= start + 1


@record("sindri-sindri.texture-0272")
def test_what_stands_in_is_a_checker_of_magenta_and_black(loader: ResourceLoader) -> None:
    texture = loader.load("lost.png", Texture2D)
    colors = {tuple(pixel) for row in texture.image.pixels.tolist() for pixel in row}

    assert expected("sindri-sindri.texture-0272") == "64x64 magenta and black checker"
    assert texture.size == (64, 64)
    assert colors == {(255, 0, 255, 255), (0, 0, 0, 255)}
    assert (texture.image.pixels[0, 0] != texture.image.pixels[0, 8]).any()
    assert (texture.image.pixels[0, 0] == texture.image.pixels[8, 8]).all()


@record("sindri-sindri.texture-0278")
def test_the_cells_of_the_checkerboard_are_8_pixels_wide() -> None:
    pixels = procedural_texture("procedural:checkerboard").image.pixels
    corner, right, below, across = (pixels[y, x].tolist() for y, x in ((0, 0), (0, 8), (8, 0), (8, 8)))

    assert expected("sindri-sindri.texture-0278")["even_cells"] == "colour 0"
    assert expected("sindri-sindri.texture-0278")["odd_cells"] == "colour 1"
    assert corner == across
    assert right == below != corner
    assert (pixels[:8, :8] == corner).all()


@record("sindri-sindri.texture-0279")
def test_a_procedural_reference_is_never_asked_from_the_disk(
    loader: ResourceLoader, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    original = sys.modules["engine.resources.loading.resource_loader"].file_in

    def file_in(root: Path, path: str) -> Path:
        asked.append(path)
        found: Path = original(root, path)
        return found

    monkeypatch.setattr("engine.resources.loading.resource_loader.file_in", file_in)

    root = sprites(loader, "procedural:checkerboard")

    assert expected("sindri-sindri.texture-0279").startswith("never requested")
    assert asked == ["main.tscn"]
    assert referenced_textures(root) == ["procedural:checkerboard"]
    assert unresolved_textures(root) == []
    assert isinstance(root.get_node("S0", Sprite2D).texture, ImageTexture)


@record("sindri-sindri.texture-0280")
def test_an_unknown_procedural_reference_is_missing_and_listed(loader: ResourceLoader) -> None:
    root = sprites(loader, "procedural:plasma")

    assert expected("sindri-sindri.texture-0280") == "draws MISSING and is listed as unresolved"
    assert isinstance(root.get_node("S0", Sprite2D).texture, MissingTexture)
    assert unresolved_textures(root) == ["procedural:plasma"]


def annotation(cls: type[Any], name: str) -> str:
    """What a property holds, as it is annotated in the body of a class, or at its getter."""
    for base in cls.__mro__:
        if name in vars(base).get("__annotations__", {}):
            return str(vars(base)["__annotations__"][name])
    getter = getattr(getattr(cls, name), "fget", None)
    return "" if getter is None else str(getter.__annotations__.get("return", ""))


@record("sindri-sindri.texture-0282")
def test_every_texture_of_every_node_type_is_listed() -> None:
    assert expected("sindri-sindri.texture-0282") == "each is on it"
    found = []
    for name in sorted(nodes._HOMES):
        cls: type[Node] = getattr(nodes, name)
        for property_name in get_exports(cls):
            if "Texture2D" not in annotation(cls, property_name):
                continue
            texture = ImageTexture()
            texture.resource_path = f"res://{name}.png"
            with cls() as node:
                setattr(node, property_name, texture)
                found.append(f"{name}.{property_name}")
                assert referenced_textures(node) == [f"res://{name}.png"], f"{name}.{property_name}"
    assert {"Sprite2D.texture", "Line2D.texture", "Polygon2D.texture", "MeshInstance2D.texture"} <= set(found)


# --- drawn


@pytest.fixture
def draw() -> Iterator[Callable[[Node], Any]]:
    """Draws a node on a screen of 32 x 32 pixels, and gives these."""
    app = App(HeadlessDisplay((32, 32)), clock=ManualClock(), fixed_fps=60)

    def drawn(node: Node) -> Any:
        app.tree.root.add_child(node)
        app.tree.tick(1 / 60)
        pixels = app.screenshot().pixels
        node.free()
        return pixels

    yield drawn
    app.close()


@record("sindri-sindri.texture-0283")
def test_each_cell_draws_its_own_colour(draw: Callable[[Node], Any]) -> None:
    colors = [[255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255], [255, 255, 0, 255]]
    texture = ImageTexture(Image(np.array(colors, np.uint8).reshape(2, 2, 4)))

    def sprite(frames: int, frame: int) -> Sprite2D:
        made = Sprite2D(texture=texture, hframes=frames, vframes=frames, frame=frame, centered=False)
        made.scale = (16 * frames, 16 * frames)
        made.texture_filter = Node2D.TextureFilter.NEAREST
        return made

    assert expected("sindri-sindri.texture-0283") == "each draws its own colour; whole image shows all four"
    for frame, color in enumerate(colors):
        assert (draw(sprite(2, frame)) == color).all()
    whole = draw(sprite(1, 0))
    assert [whole[y, x].tolist() for y, x in ((8, 8), (8, 24), (24, 8), (24, 24))] == colors


@record("sindri-sindri.texture-0284")
def test_missing_ones_between_others_are_batches_of_their_own(loader: ResourceLoader) -> None:
    bind(loader, "there.png")
    tree = SceneTree(servers=[RenderServer()])
    root = sprites(loader, "there.png", "lost.png", "there.png", "lost.png")
    tree.root.add_child(root)
    tree.tick(1 / 60)
    server = tree.servers.require(RenderServer)
    server.draw(tree.root)
    textures = [root.get_node(f"S{number}", Sprite2D).texture for number in range(4)]

    assert expected("sindri-sindri.texture-0284") == "unbound ones form their own runs with MISSING"
    assert [isinstance(texture, MissingTexture) for texture in textures] == [False, True, False, True]
    assert server.stats.batches == 4
    assert textures[1] is textures[3]
    tree.shutdown()
