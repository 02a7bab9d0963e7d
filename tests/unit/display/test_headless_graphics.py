"""The GL context of the headless display: made late, drawn on, measured, released."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engine.core.errors import DisplayError
from servers.display import headless
from servers.display.headless import HeadlessDisplay


@pytest.fixture
def screen() -> Iterator[HeadlessDisplay]:
    display = HeadlessDisplay((8, 4), pixel_ratio=2.0)
    yield display
    display.close()


def test_a_screen_that_nobody_draws_on_needs_no_gl(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_gl() -> None:
        raise AssertionError("a GL context was made")

    monkeypatch.setattr(headless, "create_headless_context", no_gl)

    display = HeadlessDisplay((8, 4))
    display.poll()
    display.present()
    display.close()

    assert display.presented == 1


def test_the_framebuffer_has_the_device_pixels_and_starts_black(screen: HeadlessDisplay) -> None:
    assert screen.graphics.screen.size == (16, 8)
    assert screen.graphics.screen.read(components=4) == bytes(16 * 8 * 4)


def test_after_a_resize_the_framebuffer_has_the_new_size(screen: HeadlessDisplay) -> None:
    before = screen.graphics.screen
    screen.resize((5, 5))

    assert screen.graphics.screen is not before
    assert screen.graphics.screen.size == (10, 10)


def test_two_displays_draw_on_their_own_contexts(screen: HeadlessDisplay) -> None:
    other = HeadlessDisplay((8, 4), pixel_ratio=2.0)

    for display, red in ((screen, 1.0), (other, 0.0)):
        display.graphics.make_current()
        display.graphics.screen.use()
        display.graphics.screen.clear(red, 0.0, 1.0 - red, 1.0)
    screen.graphics.make_current()
    assert screen.graphics.screen.read(components=4)[:4] == b"\xff\x00\x00\xff"
    other.graphics.make_current()
    assert other.graphics.screen.read(components=4)[:4] == b"\x00\x00\xff\xff"
    other.close()


def test_gpu_objects_that_were_not_released_are_listed(screen: HeadlessDisplay) -> None:
    ctx = screen.graphics.ctx
    assert screen.graphics.screen.size == (16, 8)
    released = ctx.buffer(b"1234")
    released.release()
    held = ctx.buffer(b"1234")
    dropped = ctx.texture((1, 1), 4)
    del dropped

    assert screen.graphics.live_objects() == ["Buffer", "Texture (dropped)"]

    held.release()
    ctx.gc()
    assert screen.graphics.live_objects() == []


def test_a_closed_display_gives_no_context(screen: HeadlessDisplay) -> None:
    assert screen.graphics.ctx is not None
    screen.close()
    screen.close()

    assert screen.graphics.live_objects() == []
    with pytest.raises(DisplayError, match=r"this display was closed; its GL context is gone"):
        _ = screen.graphics.ctx


def test_a_machine_without_gl_is_told_what_to_install(screen: HeadlessDisplay, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(**_settings: object) -> None:
        raise RuntimeError("libEGL.so.1 not loaded")

    monkeypatch.setattr("moderngl.create_context", fail)

    with pytest.raises(DisplayError, match=r"no OpenGL 3.3 .*\(libEGL.so.1 not loaded\) - on Debian or Ubuntu install"):
        _ = screen.graphics.ctx
