"""That both back ends draw one list; and what a pixel of the canvas is on the screen."""

from collections.abc import Callable

import numpy as np
import pytest

from engine.app import App
from engine.math import Transform2D
from engine.resources import Image, ImageTexture
from engine.tree.scene_tree import SceneTree
from nodes.world_2d.node_2d import Node2D
from nodes.world_2d.sprite_2d import Sprite2D
from servers.render.recorder import Recorder
from servers.render.scene.draw_list import DrawList, FrameStats
from tests.image.scenes import SCENES

MakeApp = Callable[..., App]


def show(app: App, scene: Callable[[SceneTree], object]) -> None:
    scene(app.tree)
    app.tree.tick(1 / 60)


class Frame(Node2D):
    """Draws a square whose edges lie between two points, and a line that is a point wide."""

    def on_draw(self) -> None:
        self.draw_rect((10.5, 10.5, 43, 43), "red")
        self.draw_line((0, 60.25), (64, 60.25), "lime")


@pytest.mark.parametrize("rule", [True, False])
def test_a_screen_with_twice_the_pixels_shows_the_same_sharper(rule: bool, stage: MakeApp) -> None:
    app = stage(64, 64, pixel_ratio=2.0 if rule else 1.0)
    show(app, lambda tree: tree.root.add_child(Frame()))
    picture = app.screenshot().pixels[:, :, :3]
    if not rule:
        picture = picture.repeat(2, axis=0).repeat(2, axis=1)
    expected = np.full((128, 128, 3), 76)
    expected[21:107, 21:107] = (255, 0, 0)
    expected[120:122] = (0, 255, 0)  # one point

    assert bool((picture == expected).all()) is rule


@pytest.mark.parametrize("name", SCENES)
def test_the_recorder_and_gl_consume_the_same_draw_list(name: str, make_app: MakeApp) -> None:
    drawing, recording = make_app(), make_app(draws=False)
    for app in (drawing, recording):
        show(app, SCENES[name])
        app.render.draw()
    recorder = recording.render.backend
    assert isinstance(recorder, Recorder)
    frame = recorder.last_frame
    assert frame is not None
    recorded = recorder.last_list
    assert isinstance(recorded, DrawList)

    picture = drawing.screenshot()
    recorded_frame = frame._replace(views=[frame.views[-1]._replace(canvases=frame.views[-1].canvases)])
    own = drawing.render.viewport_of(drawing.tree.root).canvas._list
    from_the_recorder = drawing.render.backend.screenshot(recorded_frame, FrameStats())

    assert recorded.positions.tobytes() == own.positions.tobytes()
    assert recorded.vertices.tobytes() == own.vertices.tobytes()
    assert (picture.pixels == from_the_recorder.pixels).all()
    assert len(np.unique(picture.pixels.reshape(-1, 4), axis=0)) >= 3


def test_the_screen_shows_what_the_screenshot_shows(make_app: MakeApp) -> None:
    app = make_app(64, 48)
    show(app, SCENES["order"])
    app.render.draw()

    on_screen = np.frombuffer(app.display.graphics.screen.read(components=3), np.uint8).reshape(48, 64, 3)[::-1]
    assert (on_screen == app.screenshot().pixels[:, :, :3]).all()


@pytest.mark.parametrize("rule", [True, False])
def test_an_empty_canvas_is_the_clear_colour_and_opaque(stage: MakeApp, rule: bool) -> None:
    app = stage(8, 8)
    if rule:
        app.render.clear_color = (0.2, 0.4, 0.6, 0.0)

    assert bool((app.screenshot().pixels == (51, 102, 153, 255)).all()) is rule


@pytest.mark.parametrize("rule", [True, False])
def test_a_pixel_of_the_canvas_is_a_pixel_of_the_picture(stage: MakeApp, rule: bool) -> None:
    class Dots(Node2D):
        def on_draw(self) -> None:
            for y in range(6):
                for x in range(y % 2, 8, 2):
                    self.draw_rect((x, y, 1, 1), "red")

    app = stage(8, 6)
    show(app, lambda tree: tree.root.add_child(Dots(position=(0, 0) if rule else (0.75, 0))))
    picture = app.screenshot().pixels

    red = (picture == (255, 0, 0, 255)).all(axis=2)
    assert bool((red == (np.indices((6, 8)).sum(axis=0) % 2 == 0)).all()) is rule
    assert (red | (picture == (76, 76, 76, 255)).all(axis=2)).all()


@pytest.mark.parametrize("rule", [True, False])
def test_translucent_colours_blend_in_gamma_space_with_straight_alpha(stage: MakeApp, rule: bool) -> None:
    class Veil(Node2D):
        def on_draw(self) -> None:
            self.draw_rect((0, 0, 4, 4), (1, 0, 0, 0.5 if rule else 0.2))

    app = stage(4, 4)
    app.render.clear_color = (0, 1, 0)
    show(app, lambda tree: tree.root.add_child(Veil()))

    assert bool((np.abs(app.screenshot().pixels - np.array((127.5, 127.5, 0, 255))) <= 1).all()) is rule


@pytest.mark.parametrize("rule", [True, False])
def test_a_texture_is_multiplied_by_the_modulation_even_above_1(stage: MakeApp, rule: bool) -> None:
    texture = ImageTexture(Image.create(4, 4, (0.25, 0.25, 0.5)))
    tint = (2, 1, 0.5) if rule else (1, 1, 0.5)

    app = stage(4, 4)
    show(app, lambda tree: tree.root.add_child(Sprite2D(texture=texture, centered=False, modulate=tint)))

    assert bool((np.abs(app.screenshot().pixels - np.array((128, 64, 64, 255))) <= 1).all()) is rule


@pytest.mark.parametrize("rule", [True, False])
@pytest.mark.parametrize(
    ("filter", "expected"),
    [
        (Node2D.TextureFilter.NEAREST, {0, 255}),
        (Node2D.TextureFilter.NEAREST_WITH_MIPMAPS, {127, 128}),
        (Node2D.TextureFilter.LINEAR_WITH_MIPMAPS, {127, 128}),
        (Node2D.TextureFilter.NEAREST_WITH_MIPMAPS_ANISOTROPIC, {127, 128}),
        (Node2D.TextureFilter.LINEAR_WITH_MIPMAPS_ANISOTROPIC, {127, 128}),
    ],
)
def test_a_checker_scaled_down_is_grey_with_mipmaps_only(
    stage: MakeApp, filter: Node2D.TextureFilter, expected: set[int], rule: bool
) -> None:
    checker = np.full((64, 64, 4), 255, np.uint8)
    checker[(np.indices((64, 64)).sum(axis=0) % 2).astype(bool), :3] = 0
    texture = ImageTexture(Image(checker))
    filters = Node2D.TextureFilter
    other = filters.NEAREST if filter is not filters.NEAREST else filters.LINEAR_WITH_MIPMAPS
    sprite = Sprite2D(texture=texture, centered=False, scale=(0.125, 0.125), texture_filter=filter if rule else other)
    app = stage(8, 8)
    show(app, lambda tree: tree.root.add_child(sprite))

    assert (set(app.screenshot().pixels[:, :, 0].ravel().tolist()) <= expected) is rule
    texture.image.fill((1, 0, 0))
    assert (app.screenshot().pixels == (255, 0, 0, 255)).all()


@pytest.mark.parametrize("rule", [True, False])
@pytest.mark.parametrize("scale", [0.01, 7.0])
def test_a_hairline_is_one_pixel_wide_at_any_scale(stage: MakeApp, scale: float, rule: bool) -> None:
    class Hair(Node2D):
        def on_draw(self) -> None:
            self.draw_line((0, 0.5), (16, 0.5), "white", -1 if rule else 3 / scale)

    app = stage(16, 16)
    show(app, lambda tree: tree.root.add_child(Hair(position=(0, 5.5 - 0.5 * scale), scale=(100, scale))))

    assert ((app.screenshot().pixels[:, :, 0] == 255).sum(axis=0).tolist() == [1] * 16) is rule


def test_another_size_of_the_screen_shows_more_of_the_canvas(make_app: MakeApp) -> None:
    class Box(Node2D):
        def on_draw(self) -> None:
            self.draw_rect((20, 10, 4, 4), "white")

    app = make_app(16, 16)
    show(app, lambda tree: tree.root.add_child(Box()))
    assert not (app.screenshot().pixels == 255).all(axis=2).any()
    app.display.window_size = (32, 24)
    app.poll_events()
    image = app.screenshot()

    assert image.size == (32, 24)
    assert np.argwhere((image.pixels == 255).all(axis=2)).min(axis=0).tolist() == [10, 20]


@pytest.mark.parametrize("rule", [True, False])
def test_the_view_of_another_viewport_may_be_drawn(stage: MakeApp, rule: bool) -> None:
    class Box(Node2D):
        def on_draw(self) -> None:
            self.draw_rect((1, 1, 4, 4), "white")

    app = stage(8, 8)
    show(app, lambda tree: tree.root.add_child(Box()))

    class Moved:
        size = app.tree.root.size
        canvas_transform = Transform2D(0.0, (2, 3) if rule else (0, 0))

    white = (app.render.screenshot(Moved()).pixels == 255).all(axis=2)
    assert bool(white[4:8, 3:7].all() and white.sum() == 16) is rule
