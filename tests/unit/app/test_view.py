"""The window, what a project says of it, and what the scene sees: all of it together, without a window."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.app import App, headless_app
from engine.core.clock import ManualClock
from engine.core.errors import ResourceFormatError
from engine.input import InputEvent, InputEventMouseButton
from engine.math import Vector2
from engine.tree.node import Node
from engine.tree.viewport import SceneViewport
from servers.display.headless import HeadlessDisplay

PROJECT = """
[application]

run/main_scene="res://main.tscn"

[display]

window/size/viewport_width=320
window/size/viewport_height=180
window/size/window_width_override=800
window/size/window_height_override=360
window/stretch/mode="viewport"
window/stretch/aspect="keep"

[rendering]

2d/snap/snap_2d_transforms_to_pixel=true
textures/canvas_textures/default_texture_filter=0
"""


@pytest.fixture
def screen() -> HeadlessDisplay:
    return HeadlessDisplay((400, 180), pixel_ratio=2.0)


@pytest.fixture
def app(screen: HeadlessDisplay) -> Iterator[App]:
    with App(screen, clock=ManualClock(), fixed_fps=60) as app:
        yield app


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "project.godot").write_text(PROJECT, encoding="utf-8")
    scene = '[gd_scene format=3]\n\n[node name="Main" type="Node2D"]\n'
    (tmp_path / "main.tscn").write_text(scene, encoding="utf-8")
    return tmp_path


def keep(app: App, size: tuple[int, int] = (320, 180)) -> SceneViewport:
    root = app.tree.root
    root.content_scale_mode = root.ContentScaleMode.CANVAS_ITEMS
    root.content_scale_aspect = root.ContentScaleAspect.KEEP
    root.content_scale_size = Vector2(size)
    return root


def test_the_root_knows_the_windows_points_and_pixels(app: App) -> None:
    root = app.tree.root

    assert (root.size, root.screen_rect, root.target_size) == ((400, 180), (0, 0, 800, 360), (800, 360))


def test_the_content_is_fitted_again_when_the_window_changes(app: App, screen: HeadlessDisplay) -> None:
    root = keep(app)
    assert (root.size, root.screen_rect) == ((320, 180), (80, 0, 640, 360))
    screen.resize((320, 240))
    app.run(1)

    assert (root.size, root.screen_rect) == ((320, 180), (0, 60, 640, 360))


def test_events_reach_the_nodes_where_the_scene_sees_them_and_those_on_the_bars_outside(
    app: App, screen: HeadlessDisplay
) -> None:
    class Listener(Node, registered=False):
        def on_input(self, event: InputEvent) -> None:
            assert isinstance(event, InputEventMouseButton)
            seen.append(event.position)

    seen: list[Vector2] = []
    keep(app)
    app.start(Listener())
    for at in ((40, 0), (200, 90), (20, 90), (380, 180)):
        screen.push(InputEventMouseButton(button_index=1, pressed=True, position=at))
    app.run(1)

    assert seen == [(0, 0), (160, 90), (-20, 90), (340, 180)]
    assert app.tree.root.get_mouse_position() == (340, 180)


def test_text_is_as_sharp_as_the_content_is_scaled(app: App) -> None:
    assert app.text.oversampling == 2.0
    root = keep(app, (160, 90))
    assert app.text.oversampling == 4.0
    root.content_scale_mode = root.ContentScaleMode.VIEWPORT
    assert app.text.oversampling == 1.0


def test_while_a_recording_plays_a_new_window_shows_what_was_recorded(app: App, screen: HeadlessDisplay) -> None:
    root = keep(app)
    app.takes_input = False
    root.size = Vector2(100, 50)
    screen.resize((50, 50))
    app.run(1)

    assert (root.size, root.screen_rect) == ((100, 50), (0, 0, 100, 100))


def test_a_project_says_how_large_its_window_is_and_what_the_scene_sees(project: Path) -> None:
    with headless_app(project) as app:
        root = app.tree.root
        assert app.display.window_size == (800, 360)
        assert (root.size, root.screen_rect, root.target_size) == ((320, 180), (80, 0, 640, 360), (320, 180))
        assert root.snap_2d_transforms_to_pixel
        assert root.canvas_item_default_texture_filter == SceneViewport.DefaultCanvasItemTextureFilter.NEAREST


def test_a_scene_of_a_project_is_shown_in_the_same_way(project: Path) -> None:
    with headless_app(project / "main.tscn") as app:
        assert app.display.window_size == (800, 360)
        assert app.tree.root.size == (320, 180)


def test_a_scene_without_a_project_sees_the_usual_window(project: Path) -> None:
    (project / "project.godot").unlink()
    with headless_app(project / "main.tscn") as app:
        assert app.tree.root.size == (1152, 648)
        assert app.tree.root.content_scale_size == (0, 0)


def test_a_project_with_settings_that_cannot_be_does_not_start(project: Path) -> None:
    (project / "project.godot").write_text(PROJECT.replace('"keep"', '"kept"'), encoding="utf-8")

    with pytest.raises(ResourceFormatError, match=r"stretch/aspect must be one of .*got 'kept'; did you mean 'keep'"):
        headless_app(project)
