"""A GL context that is gone, or a driver that refuses, is told of in words, and the application can be closed."""

from __future__ import annotations

import ctypes
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import moderngl
import pytest

from engine.app import App
from engine.core.clock import ManualClock
from engine.core.errors import DisplayError, ServerError
from engine.resources import Image, ImageTexture
from nodes import CanvasGroup, Sprite2D, SubViewport
from servers.display.headless import HeadlessDisplay
from servers.render.gl.context_mark import ContextMark

MakeApp = Callable[..., App]

GONE = (
    "^RenderServer - the GL context is gone: another thread has it, or its display went, or the graphics card was "
    "reset; draw on the thread that made the application, or make another application$"
)
REFUSED = (
    r"^RenderServer - the graphics driver does not do what it is told \(cannot create \w+\); it may have no memory "
    "left: draw fewer or smaller pictures and viewports$"
)
linux_only = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="lets go of a context by EGL")


def unchecked_app() -> App:
    """An application that may leave objects on the GPU, which went with the context."""
    return App(HeadlessDisplay((64, 48)), draws=True, clock=ManualClock())


def shown(app: App, side: int = 300) -> Sprite2D:
    texture = ImageTexture(Image.create(side, side, (1, 0, 0)))
    made = app.tree.root.add_child(Sprite2D(texture=texture, centered=False))
    frame(app)
    return made


def frame(app: App) -> None:
    app.tree.tick(1 / 60)
    app.render.draw()


def let_go() -> None:
    """Let this thread have no GL context."""
    egl = ctypes.CDLL("libEGL.so.1")
    egl.eglGetCurrentDisplay.restype = ctypes.c_void_p
    egl.eglMakeCurrent.argtypes = [ctypes.c_void_p] * 4
    assert egl.eglMakeCurrent(egl.eglGetCurrentDisplay(), None, None, None)


@contextmanager
def held_by_another_thread(app: App) -> Iterator[None]:
    """While another thread has the context of an application, no other can make it current."""
    taken, enough = threading.Event(), threading.Event()

    def hold() -> None:
        app.display.graphics.make_current()
        taken.set()
        enough.wait(30)
        let_go()

    app.display.graphics.make_current()
    let_go()
    thread = threading.Thread(target=hold)
    thread.start()
    assert taken.wait(30)
    try:
        yield
    finally:
        enough.set()
        thread.join(30)


@linux_only
def test_a_context_that_another_thread_has_is_told_of_and_drawn_with_once_it_is_free(make_app: MakeApp) -> None:
    app = make_app(64, 48)
    sprite = shown(app)
    before = app.screenshot().pixels
    with held_by_another_thread(app):
        for draw in (lambda: frame(app), app.screenshot):
            with pytest.raises(ServerError, match=GONE):
                draw()
    assert (app.screenshot().pixels == before).all()

    sprite.modulate = "blue"
    app.tree.tick(1 / 60)
    assert app.screenshot().pixels[0, 0].tolist() == [0, 0, 0, 255]


@linux_only
def test_nothing_is_drawn_into_another_application_whose_context_was_current_before(make_app: MakeApp) -> None:
    app, other = make_app(64, 48), make_app(64, 48)
    shown(app)
    frame(other)
    empty = other.screenshot().pixels
    with held_by_another_thread(app):
        frame(other)
        with pytest.raises(ServerError, match=GONE):
            app.render.draw()
        pixels = other.display.graphics.screen.read(components=3)

    assert set(pixels) == set(empty[:, :, :3].tobytes())


@linux_only
def test_an_application_whose_context_another_thread_has_can_be_closed() -> None:
    app = unchecked_app()
    shown(app)
    with held_by_another_thread(app):
        app.close()

    with pytest.raises(ServerError, match=r"the server was disposed"):
        app.render.draw()


def test_a_context_that_somebody_else_released_is_told_of_and_the_application_closes() -> None:
    app = unchecked_app()
    shown(app)
    app.display.graphics.ctx.release()

    for draw in (lambda: frame(app), app.screenshot):
        with pytest.raises(DisplayError, match=r"^this display's GL context was released by somebody else; close the"):
            draw()
    app.close()


def test_a_display_that_was_closed_is_told_of_and_the_application_closes() -> None:
    app = unchecked_app()
    shown(app)
    app.display._backend.close()

    for draw in (lambda: frame(app), app.screenshot):
        with pytest.raises(DisplayError, match=r"^this display was closed; its GL context is gone$"):
            draw()
    app.close()


def test_marks_of_two_contexts_do_not_hold_for_each_other(make_app: MakeApp) -> None:
    apps = [make_app(8, 8), make_app(8, 8)]
    marks = []
    for app in apps:
        app.display.graphics.make_current()
        marks.append(ContextMark(app.display.graphics.ctx))
    for i, app in enumerate(apps):
        app.display.graphics.make_current()
        assert [mark.is_there() for mark in marks] == [i == 0, i == 1]
    for mark, app in zip(marks, apps, strict=True):
        app.display.graphics.make_current()
        mark.release()
        assert not mark.is_there()


@pytest.mark.parametrize("kind", ["texture", "framebuffer", "buffer", "vertex_array"])
@pytest.mark.parametrize("how", ["draw", "screenshot", "viewport_image"])
def test_what_the_driver_refuses_is_told_of_and_tried_again_in_the_next_frame(
    make_app: MakeApp, monkeypatch: pytest.MonkeyPatch, kind: str, how: str
) -> None:
    app = make_app(64, 48)
    frame(app)

    def refuse(*_args: Any, **_kwargs: Any) -> Any:
        raise moderngl.Error(f"cannot create {kind}")

    viewport = app.tree.root.add_child(SubViewport(size=(20, 20)))
    viewport.add_child(Sprite2D(texture=ImageTexture(Image.create(300, 300, (1, 0, 0)))))
    app.tree.root.add_child(Sprite2D(texture=viewport.get_texture(), centered=False))
    group = app.tree.root.add_child(CanvasGroup())
    group.add_child(Sprite2D(texture=ImageTexture(Image.create(16, 16, (0, 1, 0))), position=(50, 20)))
    app.tree.tick(1 / 60)
    ways: dict[str, Callable[[], object]] = {
        "draw": app.render.draw,
        "screenshot": app.screenshot,
        "viewport_image": viewport.get_image,
    }
    draw = ways[how]
    with monkeypatch.context() as patched:
        patched.setattr(moderngl.Context, kind, refuse)
        for _ in range(3):
            with pytest.raises(ServerError, match=REFUSED):
                draw()
    draw()
    pixels = app.screenshot().pixels

    assert pixels[5, 5].tolist() == [255, 0, 0, 255]
    assert pixels[20, 50].tolist() == [0, 255, 0, 255]
