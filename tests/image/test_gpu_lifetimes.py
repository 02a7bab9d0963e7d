"""What is made on the GPU is released: with its scene, with its viewport, with the size of its window, with the end."""

from __future__ import annotations

import gc
from collections.abc import Callable
from typing import Any

import moderngl
import numpy as np
import pytest

from engine.app import App
from engine.core.clock import ManualClock
from engine.math import Transform2D
from engine.resources import Image, ImageTexture
from engine.resources.gradient import Gradient
from engine.resources.meshes.multi_mesh import MultiMesh
from engine.resources.meshes.plane_mesh import QuadMesh
from engine.resources.noise.fast_noise_lite import FastNoiseLite
from engine.resources.shading.shader import Shader
from engine.resources.shading.shader_material import ShaderMaterial
from engine.resources.textures.gradient_texture_2d import GradientTexture2D
from engine.resources.textures.noise_texture_2d import NoiseTexture2D
from nodes import (
    BackBufferCopy,
    CanvasGroup,
    CanvasLayer,
    Line2D,
    MultiMeshInstance2D,
    Node2D,
    Sprite2D,
    SubViewport,
)
from scenes import PackedScene
from servers.display.headless import HeadlessDisplay
from servers.render.gl.surfaces import FRAMES_KEPT, SPARE_FRAMES
from servers.render.scene.views.viewports import ClearMode, UpdateMode
from tests.image.gpu_spy import GPUSpy

MakeApp = Callable[..., App]

LARGE = 300
"""A side that is too long for a page of the atlas."""
SETTLE = 8
"""Frames after which what was for the moment is gone."""


@pytest.fixture
def spy(monkeypatch: pytest.MonkeyPatch) -> GPUSpy:
    return GPUSpy(monkeypatch)


def frames(app: App, count: int = 1) -> None:
    for _ in range(count):
        app.tree.tick(1 / 60)
        app.render.draw()


def settled(app: App) -> None:
    """Draw until everything that is to go is gone."""
    gc.collect()
    frames(app, SETTLE)


def picture(side: int, seed: int) -> ImageTexture:
    return ImageTexture(Image(np.random.default_rng(seed).integers(1, 256, (side, side, 4), np.uint8)))


def shaded(texture: ImageTexture) -> ShaderMaterial:
    shader = Shader()
    shader.code = (
        "shader_type canvas_item;\nuniform sampler2D other;\nuniform sampler2D screen : hint_screen_texture;\n"
        "void fragment() { COLOR = texture(TEXTURE, UV) * texture(other, UV) + texture(screen, SCREEN_UV); }\n"
    )
    material = ShaderMaterial()
    material.shader = shader
    material.set_shader_parameter("other", texture)
    return material


def gradient() -> GradientTexture2D:
    made = GradientTexture2D()
    made.gradient = Gradient()
    made.width = made.height = LARGE
    return made


def noise(seed: int) -> NoiseTexture2D:
    made = NoiseTexture2D()
    made.width = made.height = 16
    made.noise = FastNoiseLite()
    made.noise.seed = seed
    return made


def sparks(texture: ImageTexture) -> MultiMeshInstance2D:
    mesh = QuadMesh()
    mesh.size = (4, 4)
    many = MultiMesh()
    many.mesh = mesh
    many.instance_count = 20
    many.transforms_2d = [(1, 0, 0, 1, 3 * x, 50) for x in range(20)]
    return MultiMeshInstance2D(multimesh=many, texture=texture)


def scene(seed: int) -> Node2D:
    """A scene of everything that has something on the GPU, with pictures and shaders of its own."""
    small, large = picture(16, seed), picture(LARGE, seed)
    root = Node2D(name="Scene")
    root.add_child(Sprite2D(texture=small, position=(20, 20)))
    root.add_child(Sprite2D(texture=large, scale=(0.1, 0.1)))
    root.add_child(Sprite2D(texture=small, texture_repeat=Node2D.TextureRepeat.ENABLED))
    root.add_child(Sprite2D(texture=gradient(), scale=(0.1, 0.1), position=(40, 10)))
    root.add_child(Sprite2D(texture=noise(seed), position=(40, 40)))
    root.add_child(sparks(small))
    root.add_child(Line2D(points=[(0, 0), (60, 60)], texture=large, width=4))
    root.add_child(BackBufferCopy(rect=(0, 0, 30, 30)))
    root.add_child(Sprite2D(texture=small, material=shaded(large)))
    group = root.add_child(CanvasGroup(self_modulate=(1, 1, 1, 0.5)))
    group.add_child(Sprite2D(texture=small, position=(30, 30)))
    group.add_child(Sprite2D(texture=small, clip_children=2)).add_child(Sprite2D(texture=large))
    root.add_child(CanvasLayer(layer=2)).add_child(Sprite2D(texture=small, position=(50, 50)))
    viewport = root.add_child(SubViewport(size=(32, 24 + seed % 3)))
    viewport.add_child(Sprite2D(texture=large))
    root.add_child(Sprite2D(name="Shown", texture=viewport.get_texture(), position=(50, 20)))
    return root


def packed(seed: int) -> PackedScene:
    root = scene(seed)
    for node in (root.get_node("Shown"), *root.find_children("*", owned=False)):
        node.owner = root
    root.get_node("Shown", Sprite2D).texture = None
    made = PackedScene()
    made.pack(root)
    root.free()
    return made


# --- scenes ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["nodes", "packed scenes", "a packed scene"])
def test_a_hundred_scene_changes_leave_as_many_gpu_objects_as_one(make_app: MakeApp, spy: GPUSpy, kind: str) -> None:
    app = make_app(64, 64)
    shared = packed(0)
    counts = []
    gc.disable()  # nothing of them waits for Python's collector
    try:
        for i in range(100):
            app.tree.change_scene(scene(i) if kind == "nodes" else packed(i) if kind == "packed scenes" else shared)
            frames(app, 3)
            counts.append(spy.kinds())
    finally:
        gc.enable()

    assert counts[0]["Texture"] > 5
    assert counts == [counts[0]] * len(counts)


def test_a_scene_that_goes_leaves_what_was_there_before_it(make_app: MakeApp, spy: GPUSpy) -> None:
    app = make_app(64, 64)
    settled(app)
    before = spy.kinds()
    app.tree.change_scene(scene(0))
    frames(app, 2)
    assert spy.count() > sum(before.values()) + 10

    app.tree.unload_current_scene()
    settled(app)
    after = spy.kinds()
    assert after.pop("Sampler") <= 6 * 3 + before.pop("Sampler", 0)  # one for each filter and repeat that was ever used
    assert after.pop("VertexArray") <= before["Program"]  # those of the root's canvas
    before.pop("VertexArray")
    assert after == before


@pytest.mark.parametrize("drawn", [0, 1, 3])
def test_closing_releases_everything(spy: GPUSpy, drawn: int) -> None:
    before = spy.count()
    app = App(HeadlessDisplay((64, 64)), draws=True, clock=ManualClock())
    app.tree.change_scene(scene(0))
    frames(app, drawn)
    if drawn == 3:
        app.screenshot()
    held = spy.count() - before
    app.close()

    assert held > 5
    assert spy.count() == before
    assert app.leaked == []


def test_an_object_that_nobody_releases_is_seen(spy: GPUSpy) -> None:
    """Of the test itself: the spy and the application's own account see what is left."""
    app = App(HeadlessDisplay((64, 64)), draws=True, clock=ManualClock())
    app.display.graphics.ctx.buffer(b"1234")
    app.close()

    assert spy.kinds() == {"Buffer": 1}
    assert app.leaked == ["Buffer"]


def test_textures_and_shaders_that_scenes_share_stay_where_they_are(make_app: MakeApp, spy: GPUSpy) -> None:
    app = make_app(64, 64)
    large, small, material = picture(LARGE, 0), picture(16, 0), shaded(picture(LARGE, 1))

    def level() -> Node2D:
        root = Node2D()
        for properties in ({"texture": large}, {"texture": small}, {"texture": small, "material": material}):
            root.add_child(Sprite2D(**properties))
        return root

    app.tree.change_scene(level())
    frames(app, 2)
    kept = {id(thing) for thing in spy.living() if isinstance(thing, (moderngl.Texture, moderngl.Program))}
    for _ in range(5):
        app.tree.change_scene(level())
        spy.clear()
        frames(app, 2)
        settled(app)

        assert not {"program", "texture"} & {*spy.created}
        assert not [write for write in spy.writes if write.kind == "texture"]
        assert {id(thing) for thing in spy.living()} >= kept


# --- sub-viewports ---------------------------------------------------------------------------------------------------


SIZE = (33, 21)


def viewport(app: App, **properties: Any) -> tuple[SubViewport, Sprite2D]:
    """A sub-viewport of a red square, and a sprite that shows it."""
    made = app.tree.root.add_child(SubViewport(size=SIZE, **properties))
    red = ImageTexture(Image.create(40, 40, (1, 0, 0)))
    made.add_child(Sprite2D(texture=red, centered=False))
    return made, app.tree.root.add_child(Sprite2D(texture=made.get_texture(), centered=False))


def test_the_surface_of_a_freed_sub_viewport_is_released(make_app: MakeApp, spy: GPUSpy) -> None:
    app = make_app(64, 64)
    made, shown = viewport(app)
    frames(app)
    assert spy.textures().count(SIZE) == 1

    made.free()
    del made
    settled(app)
    assert spy.textures().count(SIZE) == 0
    assert shown.texture is not None  # the checker stands in for what it shows


def test_a_sub_viewport_that_left_the_tree_and_came_back_has_one_surface(make_app: MakeApp, spy: GPUSpy) -> None:
    app = make_app(64, 64)
    made, _ = viewport(app)
    for _ in range(10):
        frames(app)
        app.tree.root.remove_child(made)
        frames(app)
        app.tree.root.add_child(made)
    settled(app)

    assert spy.textures().count(SIZE) == 1


def test_a_sub_viewport_that_changes_its_size_has_one_surface(make_app: MakeApp, spy: GPUSpy) -> None:
    app = make_app(64, 64)
    made, _ = viewport(app)
    frames(app)
    count = spy.count()
    for side in range(1, 50):
        made.size = (side, 7)
        frames(app)
        assert spy.count() == count


KEPT: dict[str, tuple[dict[str, Any], bool]] = {
    "is shown when it is visible": ({}, True),
    "is drawn when its parent is, which stopped": (
        {"render_target_update_mode": UpdateMode.WHEN_PARENT_VISIBLE},
        False,
    ),
    "begins empty once": ({"render_target_clear_mode": ClearMode.ONCE}, False),
    "is never empty": ({"render_target_clear_mode": ClearMode.NEVER}, False),
    "was drawn once": ({"render_target_update_mode": UpdateMode.ONCE}, False),
}


@pytest.mark.parametrize("case", KEPT)
def test_the_picture_of_a_sub_viewport_goes_after_600_frames_without_use_if_it_can_be_drawn_again(
    make_app: MakeApp, spy: GPUSpy, case: str
) -> None:
    properties, goes = KEPT[case]
    app = make_app(40, 30)
    if "parent" in case:
        outer = app.tree.root.add_child(SubViewport(size=(9, 9)))
        app.tree.root.add_child(Sprite2D(name="Outer", texture=outer.get_texture()))
        made, shown = viewport(app, **properties)
        made.reparent(outer)
        frames(app)
        app.tree.root.get_node("Outer", Sprite2D).visible = False
    else:
        made, shown = viewport(app, **properties)
    frames(app)
    before = app.screenshot().pixels  # counts as a frame
    shown.visible = False
    frames(app, FRAMES_KEPT)
    assert spy.textures().count(SIZE) == 1

    frames(app)
    assert spy.textures().count(SIZE) == (0 if goes else 1)
    shown.visible = True
    assert (app.screenshot().pixels == before).all()
    assert before[10, 10].tolist() == [255, 0, 0, 255]


def test_a_sub_viewport_that_is_stopped_keeps_its_picture(make_app: MakeApp, spy: GPUSpy) -> None:
    app = make_app(40, 30)
    made, shown = viewport(app)
    frames(app)
    made.render_target_update_mode = UpdateMode.DISABLED
    shown.visible = False
    frames(app, FRAMES_KEPT + 10)
    shown.visible = True

    assert app.screenshot().pixels[10, 10].tolist() == [255, 0, 0, 255]
    assert spy.textures().count(SIZE) == 1


def test_a_sub_viewport_that_comes_back_again_and_again_has_one_surface_at_most(
    make_app: MakeApp, spy: GPUSpy, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("servers.render.gl.surfaces.FRAMES_KEPT", 5)
    app = make_app(40, 30)
    made, shown = viewport(app)
    for _ in range(5):
        shown.visible = True
        frames(app, 2)
        assert spy.textures().count(SIZE) == 1
        shown.visible = False
        frames(app, 7)
        assert spy.textures().count(SIZE) == 0
    made.free()
    del made
    settled(app)
    assert spy.textures().count(SIZE) == 0


def test_sub_viewports_that_show_one_another_come_back(
    make_app: MakeApp, spy: GPUSpy, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("servers.render.gl.surfaces.FRAMES_KEPT", 5)
    app = make_app(40, 30)
    made, shown = viewport(app)
    other, of_other = viewport(app)
    of_other.free()
    made.add_child(Sprite2D(texture=other.get_texture(), position=(30, 10)))
    other.add_child(Sprite2D(texture=made.get_texture(), position=(30, 10)))
    frames(app, 3)
    before = app.screenshot().pixels
    shown.visible = False
    frames(app, 7)
    assert spy.textures().count(SIZE) == 0

    shown.visible = True
    frames(app, 3)
    assert (app.screenshot().pixels == before).all()


def test_a_read_of_the_picture_counts_as_use(make_app: MakeApp, spy: GPUSpy) -> None:
    app = make_app(40, 30)
    made, shown = viewport(app)
    shown.visible = False
    frames(app)
    for _ in range(3):
        assert made.get_image().pixels[10, 10].tolist() == [255, 0, 0, 255]
        frames(app, FRAMES_KEPT // 2)

    assert spy.textures().count(SIZE) == 1


# --- surfaces for the moment -----------------------------------------------------------------------------------------


def test_a_window_that_is_resized_a_hundred_times_keeps_the_surfaces_of_a_few_sizes(
    make_app: MakeApp, spy: GPUSpy
) -> None:
    app = make_app(64, 64)
    app.tree.change_scene(scene(0))
    frames(app, 3)
    settled(app)
    before = spy.kinds()
    most = 0
    backend = app.display._backend
    assert isinstance(backend, HeadlessDisplay)
    for i in range(100):
        backend.resize((40 + i, 90 - i // 2))
        list(app.display.poll_events())
        frames(app)
        most = max(most, spy.kinds()["Framebuffer"])
    frames(app, SPARE_FRAMES + 1)

    assert spy.kinds() == before
    surfaces_of_a_size = 4  # the screen's, two groups in one another, the copy of what is there
    assert most <= before["Framebuffer"] + surfaces_of_a_size * (SPARE_FRAMES + 1)


def test_what_draws_every_other_frame_makes_no_surface_each_time(make_app: MakeApp, spy: GPUSpy) -> None:
    app = make_app(64, 64)
    app.tree.change_scene(scene(0))
    group = app.tree.root.find_child("CanvasGroup", owned=False)
    assert isinstance(group, CanvasGroup)
    for _ in range(3):
        group.visible = not group.visible
        frames(app)
    spy.clear()
    for _ in range(10):
        group.visible = not group.visible
        frames(app)

    assert "framebuffer" not in spy.created


def test_a_camera_that_changes_nothing_but_the_view_makes_nothing(make_app: MakeApp, spy: GPUSpy) -> None:
    app = make_app(64, 64)
    app.tree.change_scene(scene(0))
    frames(app, 3)
    spy.clear()
    for i in range(10):
        app.tree.root.canvas_transform = Transform2D(0.1 * i, (1, 1), 0.0, (i, 0))
        frames(app)

    assert spy.created == []
