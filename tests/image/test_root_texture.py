"""The picture of the root viewport as a texture: what is drawn with it, and when."""

from collections.abc import Callable

import pytest

from engine.app import App
from engine.core.errors import ServerError
from engine.tree.scene_tree import SceneTree
from engine.tree.viewport import SceneViewport
from nodes import Sprite2D, SubViewport
from servers.render import RenderServer
from tests.image.rules import SIDE, alike, painted, square

MakeApp = Callable[..., App]
RED, GREEN = (1, 0, 0, 1), (0, 1, 0, 1)


def test_its_image_is_what_a_screenshot_shows(stage: MakeApp) -> None:
    app = stage(SIDE, SIDE)
    block = app.tree.root.add_child(square(RED))
    texture = block.get_viewport().get_texture()
    app.tree.tick(1 / 60)

    assert texture.size == (SIDE, SIDE)
    assert (texture.get_image().pixels == app.screenshot().pixels).all()
    block.position = (20, 20)
    app.tree.tick(1 / 60)
    assert texture.get_image().pixels[40, 40].tolist() == [255, 0, 0, 255]


@pytest.mark.parametrize("rule", [True, False], ids=["on", "off"])
def test_what_shows_it_shows_the_root_of_the_same_frame_without_itself(rule: bool, stage: MakeApp) -> None:
    app = stage(SIDE, SIDE)
    root = app.tree.root
    block = root.add_child(square(RED, 0, 0, 32))
    small = Sprite2D(texture=root.get_texture(), centered=False, position=(32, 32), scale=(0.5, 0.5))
    small.texture_filter = Sprite2D.TextureFilter.NEAREST
    if rule:
        root.add_child(small)
    app.tree.tick(1 / 60)
    expected = painted((0, 0, 32, 32, RED), (32, 32, 16, 16, RED))

    assert alike(app.screenshot().pixels[:, :, :3], expected) is rule
    block.color = GREEN
    app.tree.tick(1 / 60)
    expected = painted((0, 0, 32, 32, GREEN), (32, 32, 16, 16, GREEN))
    assert alike(app.screenshot().pixels[:, :, :3], expected) is rule


def test_a_sub_viewport_shows_the_root_as_it_was_a_frame_before(stage: MakeApp) -> None:
    app = stage(SIDE, SIDE)
    root = app.tree.root
    view = root.add_child(SubViewport(size=(32, 32)))
    view.add_child(Sprite2D(texture=root.get_texture(), centered=False))
    root.add_child(Sprite2D(texture=view.get_texture(), centered=False, position=(32, 32)))
    shown = root.add_child(square(RED, 0, 0, 32))
    app.tree.tick(1 / 60)
    app.screenshot()
    shown.color = GREEN
    app.tree.tick(1 / 60)

    assert app.screenshot().pixels[40, 40].tolist() == [255, 0, 0, 255]
    assert app.screenshot().pixels[40, 40].tolist() == [0, 255, 0, 255]


def test_a_root_that_nothing_is_drawn_with_is_drawn_once() -> None:
    server = RenderServer()
    tree = SceneTree(servers=[server])
    texture = tree.root.get_texture()
    assert tree.root.get_texture() is texture

    counts = []
    for sprite in (None, Sprite2D(texture=texture)):
        if sprite is not None:
            tree.root.add_child(sprite)
        tree.tick(1 / 60)
        server.draw()
        counts.append(len(server.backend.last_frame.views))  # type: ignore[attr-defined]  # it records
    assert counts == [1, 2]
    with pytest.raises(ServerError):
        _ = texture.image
    tree.shutdown()


def test_without_a_render_server_and_below_the_root_there_is_none() -> None:
    tree = SceneTree()
    with pytest.raises(ServerError, match=r"/root\.get_texture - nothing draws this tree; give it a RenderServer"):
        tree.root.get_texture()
    other = SceneTree(servers=[RenderServer()])
    below = other.root.add_child(SceneViewport(name="Below"))
    with pytest.raises(ServerError, match=r"/root/Below\.get_texture - only roots and SubViewports are drawn"):
        below.get_texture()
    for each in (tree, other):
        each.shutdown()
