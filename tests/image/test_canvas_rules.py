"""Each rule of the canvas, against rectangles painted by numpy; without the rule the picture is another."""

from collections.abc import Callable
from math import pi
from typing import Any

import numpy as np
import pytest

from engine.app import App
from engine.math import Transform2D
from engine.resources import Image, ImageTexture
from engine.resources.shading.canvas_item_material import CanvasItemMaterial
from engine.resources.shading.shader import Shader
from engine.resources.shading.shader_material import ShaderMaterial
from engine.tree.scene_tree import SceneTree
from nodes import (
    BackBufferCopy,
    Camera2D,
    CanvasGroup,
    CanvasItem,
    CanvasLayer,
    CanvasModulate,
    Node2D,
    Sprite2D,
    SubViewport,
)
from tests.image.rules import GREY, SIDE, alike, drawn, painted, square

MakeApp = Callable[..., App]
Build = Callable[[Any, bool], object]
"""Fills a root; the rule is on, or off."""
RED, GREEN, BLUE = (1, 0, 0, 1), (0, 1, 0, 1), (0, 0, 1, 1)
HALF_RED = (1, 0, 0, 0.5)


def visibility(root: Any, rule: bool) -> None:
    root.add_child(square(RED))
    hidden = root.add_child(square(GREEN, 16, 16, visible=not rule))
    hidden.add_child(square(BLUE, 16, 16))


def tree_order(root: Any, rule: bool) -> None:
    first = root.add_child(square(RED))
    first.add_child(square(GREEN, 16, 16))
    blue = root.add_child(square(BLUE, 8, 8))
    if not rule:
        root.move_child(blue, 0)


def behind_parent(root: Any, rule: bool) -> None:
    root.add_child(square(RED, 8, 8)).add_child(square(GREEN, 16, 16, show_behind_parent=rule))


def z_order(root: Any, rule: bool) -> None:
    root.add_child(square(RED, 8, 8, z_index=1 if rule else 0))
    root.add_child(square(GREEN, 24, 24))


def z_relative(root: Any, rule: bool) -> None:
    high = root.add_child(Node2D(z_index=2))
    high.add_child(square(RED, 8, 8, z_index=-1, z_as_relative=rule))
    root.add_child(square(GREEN, 24, 24))


def y_order(root: Any, rule: bool) -> None:
    sorter = root.add_child(Node2D(y_sort_enabled=rule, position=(0, 4)))
    sorter.add_child(square(RED, 8, 24)).add_child(square(BLUE, 0, -24, 16))
    sorter.add_child(square(GREEN, 16, 8))


def y_order_of_nested_sorters(root: Any, rule: bool) -> None:
    sorter = root.add_child(Node2D(y_sort_enabled=True))
    group = sorter.add_child(Node2D(y_sort_enabled=rule, position=(0, 40)))
    group.add_child(square(RED, 8, -32))
    group.add_child(square(BLUE, 24, -8, 24))
    sorter.add_child(square(GREEN, 16, 16))


def top_level(root: Any, rule: bool) -> None:
    parent = root.add_child(Node2D(position=(100, 100), modulate=(0, 0, 0)))
    parent.add_child(square(RED, 4, 4, 48, top_level=rule))


def modulate(root: Any, rule: bool) -> None:
    parent = root.add_child(square((1, 1, 1), modulate=(1, 0.5, 0) if rule else (1, 1, 1)))
    parent.add_child(square((0, 1, 1), 16, 16))


def self_modulate(root: Any, rule: bool) -> None:
    parent = root.add_child(square((1, 1, 1), self_modulate=(1, 0.5, 0) if rule else (1, 1, 1)))
    parent.add_child(square((0, 1, 1), 16, 16))


def faint(root: Any, rule: bool) -> None:
    root.add_child(square(RED))
    parent = root.add_child(Node2D(modulate=(1, 1, 1, 0.0069 if rule else 0.0071)))
    parent.add_child(square((1, 1, 1, 60), 16, 16))  # 60 times an alpha of 0.007 would be seen


def layers(root: Any, rule: bool) -> None:
    front = root.add_child(CanvasLayer(layer=1 if rule else -1, offset=(8, 0)))
    front.add_child(square(RED, 8, 8))
    root.add_child(square(GREEN, 24, 16))
    root.add_child(Camera2D(position=(-8, 0), anchor_mode=Camera2D.AnchorMode.FIXED_TOP_LEFT))


def following_layer(root: Any, rule: bool) -> None:
    front = root.add_child(CanvasLayer(layer=1, follow_viewport_enabled=rule))
    front.add_child(square(RED, 8, 8))
    root.add_child(Camera2D(position=(-16, -8), anchor_mode=Camera2D.AnchorMode.FIXED_TOP_LEFT))


def following_layer_of_another_scale(root: Any, rule: bool) -> None:
    """Seen twice as large from the middle of the view."""
    front = root.add_child(CanvasLayer(follow_viewport_enabled=True, follow_viewport_scale=2 if rule else 1))
    front.add_child(square(RED, 8, 8, 24))
    root.add_child(Camera2D(position=(-16, -8), anchor_mode=Camera2D.AnchorMode.FIXED_TOP_LEFT))


def shifted_layer(root: Any, rule: bool) -> None:
    root.add_child(CanvasLayer(offset=(16, 8) if rule else (0, 0))).add_child(square(RED))


def turned_layer(root: Any, rule: bool) -> None:
    root.add_child(CanvasLayer(rotation=pi / 2 if rule else 0, offset=(32, 16))).add_child(square(RED))


def scaled_layer(root: Any, rule: bool) -> None:
    root.add_child(CanvasLayer(scale=(3, 2) if rule else (2, 2), offset=(8, 4))).add_child(square(RED, 0, 0, 16))


def layer_with_a_transform(root: Any, rule: bool) -> None:
    layer = root.add_child(CanvasLayer())
    layer.transform = Transform2D(0, 2, -1, 0, 60, 4) if rule else Transform2D(1, 0, 0, 2, 4, 4)
    layer.add_child(square(RED, 0, 0, 24))


def hidden_layer(root: Any, rule: bool) -> None:
    root.add_child(square(GREEN))
    root.add_child(CanvasLayer(visible=not rule)).add_child(square(RED, 8, 8))


def canvas_modulate(root: Any, rule: bool) -> None:
    root.add_child(square((1, 1, 1)))
    if rule:
        root.add_child(CanvasModulate(color=(0, 1, 1)))
        root.add_child(CanvasModulate(color=(0.5, 1, 0)))
        root.add_child(CanvasModulate(color=(1, 0, 0), visible=False))
    root.add_child(CanvasLayer()).add_child(square((1, 1, 1), 32, 32))


def clip_and_draw(root: Any, rule: bool) -> None:
    mode = CanvasItem.ClipChildrenMode.AND_DRAW if rule else CanvasItem.ClipChildrenMode.DISABLED
    root.add_child(square(RED, 8, 8, clip_children=mode)).add_child(square(GREEN, 16, 16))


def clip_only(root: Any, rule: bool) -> None:
    root.add_child(square(BLUE, 0, 0, 40))
    mode = CanvasItem.ClipChildrenMode.ONLY if rule else CanvasItem.ClipChildrenMode.AND_DRAW
    root.add_child(square(HALF_RED, 8, 8, clip_children=mode)).add_child(square(GREEN, 0, 0, 24))


def clip_in_clip(root: Any, rule: bool) -> None:
    mode = CanvasItem.ClipChildrenMode.AND_DRAW
    outer = root.add_child(square(RED, 0, 0, 40, clip_children=mode))
    inner = outer.add_child(square(GREEN, 16, 16, 40, clip_children=mode if rule else 0))
    inner.add_child(square(BLUE, -8, 16, 16))


def canvas_group(root: Any, rule: bool) -> None:
    group = root.add_child((CanvasGroup if rule else Node2D)())
    if rule:
        group.self_modulate = (1, 1, 1, 0.5)
    else:
        group.modulate = (1, 1, 1, 0.5)
    group.add_child(square(RED, 8, 8))
    group.add_child(square(GREEN, 24, 24))


def canvas_group_members_of_another_z(root: Any, rule: bool) -> None:
    group = root.add_child(CanvasGroup(self_modulate=(1, 1, 1, 0.5)))
    group.add_child(square(RED, 8, 8))
    group.add_child(square(GREEN, 24, 24, z_index=1 if rule else 0))


def visibility_layers(root: Any, rule: bool) -> None:
    root.canvas_cull_mask = 0b01 if rule else 0b11
    root.add_child(square(RED))
    root.add_child(square(GREEN, 16, 16, visibility_layer=0b10)).add_child(square(BLUE, 16, 16))


def a_culled_item_keeps_its_children(root: Any, rule: bool) -> None:
    far = root.add_child(square(RED, 5000, 0))
    far.add_child(square(GREEN, -5000, 0, 40, visible=rule))


def sub_viewport(root: Any, rule: bool) -> None:
    root.add_child(square(BLUE))
    view = root.add_child(SubViewport(size=(48, 32), transparent_bg=rule))
    view.add_child(square(RED, 8, 8, 16))
    root.add_child(Sprite2D(texture=view.get_texture(), centered=False, position=(8, 8), scale=(1, 1)))


def stretched_sub_viewport(root: Any, rule: bool) -> None:
    """What it shows of the scene, 16 x 16 pixels, fills its picture."""
    view = root.add_child(SubViewport(size=(SIDE, SIDE), size_2d_override=(16, 16)))
    view.size_2d_override_stretch = rule
    view.add_child(square(RED, 4, 4, 8))
    root.add_child(Sprite2D(texture=view.get_texture(), centered=False))


def sub_viewport_that_keeps_what_was_drawn(root: Any, rule: bool) -> None:
    modes = SubViewport.ClearMode
    view = root.add_child(
        SubViewport(size=(SIDE, SIDE), render_target_clear_mode=modes.NEVER if rule else modes.ALWAYS)
    )
    first = view.add_child(square(RED))
    root.add_child(Sprite2D(texture=view.get_texture(), centered=False))
    root.tree.tick(1 / 60)
    view.get_image()
    first.position = (24, 24)


def snapped_transforms(root: Any, rule: bool) -> None:
    root.snap_2d_transforms_to_pixel = rule
    texture = ImageTexture(Image(np.array([[RED, GREEN], [BLUE, RED]], np.uint8) * 255))
    root.add_child(Sprite2D(texture=texture, centered=False, position=(7.5, 8.5), scale=(20, 20), texture_filter=1))


def over(*layers: Any) -> Any:
    return painted(*layers)


SPRITE = over((8, 9, 20, 20, RED), (28, 9, 20, 20, GREEN), (8, 29, 20, 20, BLUE), (28, 29, 20, 20, RED))
RULES: list[tuple[Build, Any]] = [
    (visibility, over((0, 0, 32, 32, RED))),
    (tree_order, over((0, 0, 32, 32, RED), (16, 16, 32, 32, GREEN), (8, 8, 32, 32, BLUE))),
    (behind_parent, over((24, 24, 32, 32, GREEN), (8, 8, 32, 32, RED))),
    (z_order, over((24, 24, 32, 32, GREEN), (8, 8, 32, 32, RED))),
    (z_relative, over((24, 24, 32, 32, GREEN), (8, 8, 32, 32, RED))),
    (y_order, over((16, 12, 32, 32, GREEN), (8, 28, 32, 32, RED), (8, 4, 16, 16, BLUE))),
    (y_order_of_nested_sorters, over((8, 8, 32, 32, RED), (16, 16, 32, 32, GREEN), (24, 32, 24, 24, BLUE))),
    (top_level, over((4, 4, 48, 48, RED))),
    (modulate, over((0, 0, 32, 32, (1, 0.5, 0)), (16, 16, 32, 32, (0, 0.5, 0)))),
    (self_modulate, over((0, 0, 32, 32, (1, 0.5, 0)), (16, 16, 32, 32, (0, 1, 1)))),
    (faint, over((0, 0, 32, 32, RED))),
    (layers, over((32, 16, 32, 32, GREEN), (16, 8, 32, 32, RED))),
    (following_layer, over((24, 16, 32, 32, RED))),
    (following_layer_of_another_scale, over((16, 0, 48, 48, RED))),
    (shifted_layer, over((16, 8, 32, 32, RED))),
    (turned_layer, over((0, 16, 32, 32, RED))),
    (scaled_layer, over((8, 4, 48, 32, RED))),
    (layer_with_a_transform, over((36, 4, 24, 48, RED))),
    (hidden_layer, over((0, 0, 32, 32, GREEN))),
    (canvas_modulate, over((0, 0, 32, 32, (0.5, 1, 0)), (32, 32, 32, 32, (1, 1, 1)))),
    (clip_and_draw, over((8, 8, 32, 32, RED), (24, 24, 16, 16, GREEN))),
    (clip_only, over((0, 0, 40, 40, BLUE), (8, 8, 24, 24, (0, 1, 0, 0.5)))),
    (clip_in_clip, over((0, 0, 40, 40, RED), (16, 16, 24, 24, GREEN), (16, 32, 8, 8, BLUE))),
    (canvas_group, over((8, 8, 32, 16, HALF_RED), (8, 24, 16, 16, HALF_RED), (24, 24, 32, 32, (0, 1, 0, 0.5)))),
    (canvas_group_members_of_another_z, over((8, 8, 32, 32, HALF_RED), (24, 24, 32, 32, GREEN))),
    (visibility_layers, over((0, 0, 32, 32, RED))),
    (a_culled_item_keeps_its_children, over((0, 0, 40, 40, GREEN))),
    (sub_viewport, over((0, 0, 32, 32, BLUE), (16, 16, 16, 16, RED))),
    (stretched_sub_viewport, over((16, 16, 32, 32, RED))),
    (sub_viewport_that_keeps_what_was_drawn, over((0, 0, 32, 32, RED), (24, 24, 32, 32, RED))),
    (snapped_transforms, SPRITE),
]


@pytest.mark.parametrize("rule", [True, False], ids=["on", "off"])
@pytest.mark.parametrize(("build", "expected"), RULES, ids=[each[0].__name__ for each in RULES])
def test_a_rule_of_the_canvas(build: Build, expected: Any, rule: bool, stage: MakeApp) -> None:
    picture = drawn(stage(SIDE, SIDE), lambda tree: build(tree.root, rule))

    assert alike(picture, expected) is rule


@pytest.mark.parametrize("mode", CanvasItemMaterial.BlendMode)
@pytest.mark.parametrize("rule", [True, False], ids=["on", "off"])
def test_blend_modes(mode: CanvasItemMaterial.BlendMode, rule: bool, stage: MakeApp) -> None:
    """Godot's: mix, add, sub, mul and premultiplied, of a colour with alpha 0.5 over one without."""
    under, over = np.array((0.2, 0.5, 0.75)), np.array((0.5, 0.25, 0.5))
    modes = CanvasItemMaterial.BlendMode
    expected = {
        modes.MIX: under * 0.5 + over * 0.5,
        modes.ADD: under + over * 0.5,
        modes.SUB: under - over * 0.5,
        modes.MUL: under * over,
        modes.PREMULT_ALPHA: over + under * 0.5,
    }[mode]
    material = CanvasItemMaterial()
    material.blend_mode = mode if rule else modes((mode + 1) % len(modes))

    def build(tree: SceneTree) -> None:
        tree.root.add_child(square((*under, 1), 0, 0, SIDE))
        tree.root.add_child(square((*over, 0.5), 8, 8, 48, material=material))

    picture = drawn(stage(SIDE, SIDE), build)

    assert alike(picture, painted((0, 0, SIDE, SIDE, (*under, 1)), (8, 8, 48, 48, (*expected.clip(0, 1), 1)))) is rule


@pytest.mark.parametrize("rule", [True, False], ids=["on", "off"])
def test_a_material_reaches_children_that_use_their_parents(rule: bool, stage: MakeApp) -> None:
    material = CanvasItemMaterial()
    material.blend_mode = CanvasItemMaterial.BlendMode.ADD

    def build(tree: SceneTree) -> None:
        parent = tree.root.add_child(square(RED, material=material))
        parent.add_child(square(GREEN, 16, 16, use_parent_material=rule))

    picture = drawn(stage(SIDE, SIDE), build)
    red = (1, GREY[1], GREY[2], 1)

    green = (GREY[0], 1, GREY[2], 1)
    yellow = (1, 1, GREY[2], 1)
    assert alike(picture, painted((0, 0, 32, 32, red), (16, 16, 32, 32, green), (16, 16, 16, 16, yellow))) is rule


FILTERS = CanvasItem.TextureFilter
REPEATS = CanvasItem.TextureRepeat


@pytest.mark.parametrize("rule", [True, False], ids=["on", "off"])
def test_the_filter_is_inherited_and_nearest_has_hard_edges(rule: bool, stage: MakeApp) -> None:
    texture = ImageTexture(Image(np.array([[RED, GREEN], [BLUE, RED]], np.uint8) * 255))

    def build(tree: SceneTree) -> None:
        parent = tree.root.add_child(Node2D(texture_filter=FILTERS.NEAREST if rule else FILTERS.LINEAR))
        parent.add_child(Sprite2D(texture=texture, centered=False, position=(8, 9), scale=(20, 20)))

    assert alike(drawn(stage(SIDE, SIDE), build), SPRITE) is rule


@pytest.mark.parametrize("rule", [True, False], ids=["on", "off"])
@pytest.mark.parametrize("repeat", [REPEATS.DISABLED, REPEATS.ENABLED, REPEATS.MIRROR])
def test_the_repeat_is_inherited(repeat: CanvasItem.TextureRepeat, rule: bool, stage: MakeApp) -> None:
    """A texture of 8 x 8 pixels, red left and blue right, over five times its width."""
    pixels = np.zeros((8, 8, 4), np.uint8)
    pixels[:, :4], pixels[:, 4:] = (255, 0, 0, 255), (0, 0, 255, 255)
    texture = ImageTexture(Image(pixels))
    beyond = {
        REPEATS.DISABLED: [(8, 40, BLUE)],
        REPEATS.ENABLED: [(x, 4, RED if x % 8 == 0 else BLUE) for x in range(8, 48, 4)],
        REPEATS.MIRROR: [(8, 4, BLUE), (12, 8, RED), (20, 8, BLUE), (28, 8, RED), (36, 8, BLUE), (44, 4, RED)],
    }[repeat]
    expected = painted((0, 0, 4, 48, RED), (4, 0, 4, 48, BLUE), *[(x, 0, w, 48, color) for x, w, color in beyond])

    def build(tree: SceneTree) -> None:
        other = REPEATS.ENABLED if repeat != REPEATS.ENABLED else REPEATS.DISABLED
        parent = tree.root.add_child(Node2D(texture_filter=FILTERS.NEAREST, texture_repeat=repeat if rule else other))
        sprite = parent.add_child(Sprite2D(texture=texture, centered=False, region_enabled=True))
        sprite.region_rect = (0, 0, 48, 48)

    assert alike(drawn(stage(SIDE, SIDE), build), expected) is rule


@pytest.mark.parametrize("rule", [True, False], ids=["on", "off"])
def test_items_are_tiled_beside_themselves(rule: bool, stage: MakeApp) -> None:
    """Three copies across: half of the times before the item, the others after it."""
    app = stage(SIDE, SIDE)
    node = app.tree.root.add_child(Node2D(position=(24, 8)))
    node.add_child(square(RED, 0, 0, 16)).add_child(square(GREEN, 0, 16, 16))
    if rule:
        app.render.canvas_item_set_repeat(node._canvas.item, (20, 0), 2)  # type: ignore[union-attr]
    picture = drawn(app, lambda tree: None)
    copies = [(x, 8 + y, 16, 16, color) for y, color in ((0, RED), (16, GREEN)) for x in (4, 24, 44)]

    if rule:
        assert alike(picture, painted(*copies))
    else:
        assert (np.abs(picture - painted(*copies)).max(axis=2) > 4).any()


@pytest.mark.parametrize("rule", [True, False], ids=["on", "off"])
def test_a_sub_viewport_is_drawn_in_the_frame_in_which_it_changes(rule: bool, stage: MakeApp) -> None:
    """Without the rule, when its picture is not drawn anew, it shows what it showed."""
    app = stage(SIDE, SIDE)
    view = app.tree.root.add_child(SubViewport(size=(SIDE, SIDE)))
    inside = view.add_child(square(RED, 0, 0, 40))
    app.tree.root.add_child(Sprite2D(texture=view.get_texture(), centered=False))
    drawn(app, lambda tree: None)
    inside.color = GREEN
    if not rule:
        view.render_target_update_mode = SubViewport.UpdateMode.DISABLED

    assert alike(drawn(app, lambda tree: None), painted((0, 0, 40, 40, GREEN))) is rule


COPIES = BackBufferCopy.CopyMode
COPIED: dict[BackBufferCopy.CopyMode, Any] = {
    COPIES.DISABLED: painted((0, 0, SIDE, SIDE, GREEN)),  # the first item that reads the screen has it copied
    COPIES.RECT: painted((0, 0, SIDE, SIDE, GREEN), (0, 0, 32, SIDE, RED)),  # beside it nothing was: transparent
    COPIES.VIEWPORT: painted((0, 0, SIDE, SIDE, RED)),
}


@pytest.mark.parametrize("rule", [True, False], ids=["on", "off"])
@pytest.mark.parametrize("mode", COPIED)
def test_shaders_read_what_was_there_when_the_back_buffer_was_copied(
    mode: BackBufferCopy.CopyMode, rule: bool, stage: MakeApp
) -> None:
    """Red was there, and green is now."""
    shader = Shader()
    shader.code = (
        "shader_type canvas_item;\nuniform sampler2D screen : hint_screen_texture, filter_nearest;\n"
        "void fragment() { COLOR = texture(screen, SCREEN_UV); }"
    )
    material = ShaderMaterial()
    material.shader = shader
    root = (app := stage(SIDE, SIDE)).tree.root
    root.add_child(square(RED, 0, 0, SIDE))
    root.add_child(BackBufferCopy(rect=(0, 0, 32, SIDE), copy_mode=mode if rule else COPIES((mode + 1) % 3)))
    root.add_child(square(GREEN, 0, 0, SIDE))
    root.add_child(square((1, 1, 1), 0, 0, SIDE, material=material))

    assert alike(drawn(app, lambda tree: None), COPIED[mode]) is rule


@pytest.mark.parametrize("rule", [True, False], ids=["on", "off"])
def test_a_material_of_a_group_is_seen_beyond_its_members_by_its_margin(rule: bool, stage: MakeApp) -> None:
    shader = Shader()
    shader.code = "shader_type canvas_item;\nvoid fragment() { COLOR = vec4(1.0, 0.0, 0.0, 1.0); }"
    material = ShaderMaterial()
    material.shader = shader

    def build(tree: SceneTree) -> None:
        group = tree.root.add_child(CanvasGroup(fit_margin=12 if rule else 4, material=material))
        group.add_child(square(GREEN, 20, 20, 16))

    assert alike(drawn(stage(SIDE, SIDE), build), painted((8, 8, 40, 40, RED))) is rule
