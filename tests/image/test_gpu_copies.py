"""What is on the GPU: made when needed, renewed when changed, released when gone; and shader errors told well."""

import gc
from collections.abc import Callable
from typing import Any

import pytest

from engine.app import App
from engine.core.errors import ResourceFormatError
from engine.resources import Image, ImageTexture
from nodes.world_2d.node_2d import Node2D
from nodes.world_2d.sprite_2d import Sprite2D
from servers.render.gl.shader_source import FOLDER, compile_program

MakeApp = Callable[..., App]
SIDE = 16
BORDER = 2
IMAGE_BYTES = (SIDE + 2 * BORDER) ** 2 * 4
"""A small picture goes onto a page of the atlas, with a border around it."""
LARGE = 300
"""A side that is too long for the atlas."""
VERTEX_BYTES = 4 * 16
ROW_BYTES = 4 * 8 + VERTEX_BYTES


def new_texture(color: tuple[float, ...] = (1, 0, 0), side: int = SIDE) -> ImageTexture:
    return ImageTexture(Image.create(side, side, color))


def add_sprite(app: App, texture: ImageTexture) -> Sprite2D:
    return app.tree.root.add_child(Sprite2D(texture=texture, centered=False))


def frame(app: App) -> tuple[int, int]:
    """Draw a frame; how many uploads it took, and of how many bytes."""
    app.tree.tick(1 / 60)
    app.render.draw()
    return app.render.stats.uploads, app.render.stats.upload_bytes


def copies(app: App) -> int:
    backend: Any = app.render.backend
    return len(backend._textures)


def corner(app: App) -> list[int]:
    found: list[int] = app.screenshot().pixels[0, 0].tolist()
    return found


def test_a_texture_is_uploaded_once_however_many_show_it(make_app: MakeApp) -> None:
    app = make_app()
    texture = new_texture()
    for _ in range(40):
        add_sprite(app, texture)

    assert frame(app) == (3, IMAGE_BYTES + 40 * ROW_BYTES)
    assert frame(app) == (0, 0)
    assert app.render.stats.draw_calls == 1


def test_a_changed_image_is_uploaded_once_more(make_app: MakeApp) -> None:
    app = make_app()
    texture = new_texture()
    for _ in range(40):
        add_sprite(app, texture)
    frame(app)
    texture.image.fill((0, 0, 1))

    assert frame(app) == (1, IMAGE_BYTES)
    assert corner(app) == [0, 0, 255, 255]
    assert copies(app) == 1


def test_an_image_that_changed_its_size_is_uploaded_in_the_new_one(make_app: MakeApp) -> None:
    app = make_app()
    texture = new_texture()
    add_sprite(app, texture)
    frame(app)
    texture.image.set_pixels(Image.create(4, 4, (0, 1, 0)).pixels)

    assert frame(app) == (2, (4 + 2 * BORDER) ** 2 * 4 + VERTEX_BYTES)
    assert corner(app) == [0, 255, 0, 255]


def test_textures_of_one_image_share_its_copy(make_app: MakeApp) -> None:
    app = make_app()
    image = Image.create(SIDE, SIDE)
    for _ in range(3):
        add_sprite(app, ImageTexture(image))

    assert frame(app) == (3, IMAGE_BYTES + 3 * ROW_BYTES)
    assert copies(app) == 1


def test_another_image_in_the_texture_is_shown(make_app: MakeApp) -> None:
    app = make_app()
    texture = new_texture()
    add_sprite(app, texture)
    frame(app)
    texture.image = Image.create(SIDE, SIDE, (0, 1, 0))
    frame(app)

    assert corner(app) == [0, 255, 0, 255]


def test_the_copy_of_an_image_that_is_gone_is_released_with_the_next_frame(make_app: MakeApp) -> None:
    app = make_app()
    texture = new_texture(side=LARGE)
    sprite = add_sprite(app, texture)
    add_sprite(app, new_texture(side=LARGE))
    frame(app)
    sprite.texture = None
    frame(app)
    del texture
    gc.collect()
    assert copies(app) == 2  # nothing is released at a moment when the context may not be current

    frame(app)
    assert copies(app) == 1


def test_each_new_image_is_shown_though_addresses_are_used_again(make_app: MakeApp) -> None:
    app = make_app()
    for step in range(30):
        shade = step / 30
        sprite = add_sprite(app, new_texture((shade, 0, 0)))
        frame(app)
        assert corner(app)[0] == pytest.approx(255 * shade, abs=1)
        sprite.free()
        del sprite


def test_an_image_may_die_after_the_server(make_app: MakeApp) -> None:
    app = make_app()
    texture = new_texture()
    add_sprite(app, texture)
    frame(app)
    app.close()
    del texture
    gc.collect()


def test_buffers_grow_with_the_scene(make_app: MakeApp) -> None:
    app = make_app(64, 64)

    class Many(Node2D):
        count = 1

        def on_draw(self) -> None:
            for i in range(self.count):
                self.draw_rect((i % 64, i // 64, 1, 1), "white")

    many = app.tree.root.add_child(Many())
    for count in (1, 300, 4000, 64):
        many.count = count
        many.queue_redraw()
        frame(app)
        assert (app.screenshot().pixels == 255).all(axis=2).sum() == count


def test_batches_that_move_are_drawn_where_they_are_now(make_app: MakeApp) -> None:
    app = make_app(64, 4)
    textures = [new_texture((1, 0, 0)), new_texture((0, 1, 0))]
    sprites = [
        app.tree.root.add_child(Sprite2D(texture=textures[i % 2], position=(4 * i, 0), centered=False))
        for i in range(12)
    ]
    frame(app)
    sprites[0].free()
    frame(app)
    row = app.screenshot().pixels[0].tolist()

    assert row[0][:3] == [76, 76, 76]
    assert [row[4 * i][:3] for i in range(1, 12)] == [[255, 0, 0] if i % 2 == 0 else [0, 255, 0] for i in range(1, 12)]


def context(app: App) -> Any:
    app.display.graphics.make_current()
    return app.display.graphics.ctx


def sources() -> list[str]:
    return [(FOLDER / f"shown.{stage}").read_text("utf-8") for stage in ("vert", "frag")]


@pytest.mark.parametrize("which", [0, 1])
def test_a_shader_that_does_not_compile_names_file_and_line(make_app: MakeApp, which: int) -> None:
    names, texts = ["shown.vert", "shown.frag"], sources()
    lines = texts[which].splitlines()
    place = next(number for number, line in enumerate(lines) if line.startswith("void main")) + 1
    lines.insert(place, "    brightness = 1.0;")
    texts[which] = "\n".join(lines)

    with pytest.raises(ResourceFormatError, match=rf"(?m)^{names[which]}:{place + 1}: .*brightness"):
        compile_program(context(make_app()), names, texts)


def test_shaders_that_do_not_fit_each_other_name_both_files(make_app: MakeApp) -> None:
    names, texts = ["shown.vert", "shown.frag"], sources()
    texts[1] = texts[1].replace("in vec2 uv;", "in vec3 uv;").replace("texture(picture, uv)", "texture(picture, uv.xy)")

    with pytest.raises(ResourceFormatError, match=r"shown\.(vert|frag)"):
        compile_program(context(make_app()), names, texts)
