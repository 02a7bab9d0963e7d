"""What a project says of its window, and what its tree's root is then."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.errors import ResourceFormatError
from engine.game.view_settings import ViewSettings, view_settings
from engine.math import Vector2
from engine.tree.content_scale import ContentScale, ContentScaleAspect, ContentScaleMode, ContentScaleStretch
from engine.tree.scene_tree import SceneTree
from engine.tree.viewport import SceneViewport

SIZE = "display/window/size/"
STRETCH = "display/window/stretch/"


def read(**settings: Any) -> ViewSettings:
    """Of settings whose slashes are written as two underscores."""
    return view_settings({name.replace("__", "/"): value for name, value in settings.items()}, "project.godot")


def test_what_a_project_leaves_open_is_as_in_godot() -> None:
    settings = read()

    assert settings.window_size == (1152, 648)
    assert settings.content_scale == ContentScale(aspect=ContentScaleAspect.KEEP, size=(1152, 648))
    assert settings[2:] == (False, False, 1, 0, 0, False)


def test_the_content_is_as_large_as_the_window_unless_that_is_said_apart() -> None:
    size = {f"{SIZE}viewport_width": 320, f"{SIZE}viewport_height": 180}
    alike = view_settings(size, "")
    larger = view_settings(
        size | {f"{SIZE}window_width_override": 1280, f"{SIZE}window_height_override": 0}, "project.godot"
    )

    assert (alike.window_size, alike.content_scale.size) == ((320, 180), (320, 180))
    assert (larger.window_size, larger.content_scale.size) == ((1280, 180), (320, 180))


def test_smooth_edges_and_a_background_that_is_seen_through_are_read_by_godots_names() -> None:
    settings = read(rendering__anti_aliasing__quality__msaa_2d=2, rendering__viewport__transparent_background=True)

    assert (settings.msaa_2d, settings.transparent_bg) == (SceneViewport.MSAA.MSAA_4X, True)


@pytest.mark.parametrize("mode", ContentScaleMode)
@pytest.mark.parametrize("aspect", ContentScaleAspect)
@pytest.mark.parametrize("stretch", ContentScaleStretch)
def test_modes_have_godots_words(
    mode: ContentScaleMode, aspect: ContentScaleAspect, stretch: ContentScaleStretch
) -> None:
    settings = view_settings(
        {
            f"{STRETCH}mode": ("disabled", "canvas_items", "viewport")[mode],
            f"{STRETCH}aspect": ("ignore", "keep", "keep_width", "keep_height", "expand")[aspect],
            f"{STRETCH}scale_mode": ("fractional", "integer")[stretch],
            f"{STRETCH}scale": 2,
        },
        "",
    )

    assert settings.content_scale == ContentScale(mode, aspect, stretch, 2.0, (1152, 648))


def test_they_are_applied_at_once() -> None:
    tree = SceneTree()
    root = tree.root
    root.fit_window((800, 360))
    told: list[Vector2] = []
    root.size_changed.connect(lambda: told.append(root.size))
    scale = ContentScale(
        ContentScaleMode.VIEWPORT, ContentScaleAspect.KEEP, ContentScaleStretch.INTEGER, 2.0, (320, 180)
    )
    ViewSettings((1, 1), scale, True, True, 0, 2, 3, True).apply(root)

    assert told == [(160, 90)]
    assert (root.content_scale_mode, root.content_scale_aspect, root.content_scale_stretch) == (2, 1, 1)
    assert (root.content_scale_factor, root.content_scale_size) == (2, (320, 180))
    assert (root.snap_2d_transforms_to_pixel, root.snap_2d_vertices_to_pixel) == (True, True)
    assert root.canvas_item_default_texture_filter == SceneViewport.DefaultCanvasItemTextureFilter.NEAREST
    assert root.canvas_item_default_texture_repeat == SceneViewport.DefaultCanvasItemTextureRepeat.MIRROR
    assert (root.msaa_2d, root.transparent_bg) == (SceneViewport.MSAA.MSAA_8X, True)
    tree.shutdown()


@pytest.mark.parametrize(
    ("name", "value", "text"),
    [
        ("viewport_width", 0, "must be a whole number from 1 to 16,384, got 0"),
        ("viewport_height", 20000, "must be a whole number from 1 to 16,384, got 20000"),
        ("viewport_width", 320.0, "must be a whole number from 1 to 16,384, got 320.0"),
        ("window_width_override", True, "must be a whole number from 0 to 16,384, got True"),
    ],
)
def test_a_size_that_cannot_be_is_refused(name: str, value: Any, text: str) -> None:
    with pytest.raises(ResourceFormatError) as caught:
        view_settings({f"{SIZE}{name}": value}, "project.godot")

    assert str(caught.value) == f"project.godot: {SIZE}{name} {text}"


@pytest.mark.parametrize(
    ("name", "value", "text"),
    [
        (
            f"{STRETCH}mode",
            "canvas_item",
            "one of disabled, canvas_items, viewport, got 'canvas_item'; did you mean 'canvas_items'?",
        ),
        (f"{STRETCH}aspect", 1, "one of ignore, keep, keep_width, keep_height, expand, got 1"),
        (f"{STRETCH}aspect", ["keep"], "one of ignore, keep, keep_width, keep_height, expand, got ['keep']"),
        (f"{STRETCH}scale", 0, "a number from 0.01 to 100, got 0"),
        (f"{STRETCH}scale", "2", "a number from 0.01 to 100, got '2'"),
        ("rendering/2d/snap/snap_2d_transforms_to_pixel", 1, "true or false, got 1"),
        ("rendering/textures/canvas_textures/default_texture_filter", 4, "a whole number from 0 to 3, got 4"),
        ("rendering/anti_aliasing/quality/msaa_2d", 4, "a whole number from 0 to 3, got 4"),
        ("rendering/anti_aliasing/quality/msaa_2d", "4x", "a whole number from 0 to 3, got '4x'"),
        ("rendering/viewport/transparent_background", 1, "true or false, got 1"),
    ],
)
def test_a_value_that_means_nothing_is_refused(name: str, value: Any, text: str) -> None:
    with pytest.raises(ResourceFormatError) as caught:
        view_settings({name: value}, "project.godot")

    assert str(caught.value) == f"project.godot: {name} must be {text}"
