"""When sub-viewports are drawn, and what their pictures are once they have gone."""

import logging
from typing import Any

import pytest

from nodes import CanvasLayer, Node2D, Sprite2D, SubViewport
from servers.render import RenderServer

Mode, Clear = SubViewport.UpdateMode, SubViewport.ClearMode


class Box(Node2D):
    """Draws one rectangle."""

    def on_draw(self) -> None:
        self.draw_rect((0, 0, 10, 10), "white")


def drawn(canvas: Any) -> int:
    """A frame: how many sub-viewports were drawn."""
    canvas.frame()
    return len(canvas.server.backend.last_frame.views) - 1


def test_once_means_the_next_frame_though_nothing_shows_it_and_then_never(canvas: Any) -> None:
    view = canvas.root.add_child(SubViewport(render_target_update_mode=Mode.ONCE))

    assert [drawn(canvas), view.render_target_update_mode, drawn(canvas)] == [1, Mode.DISABLED, 0]


def test_a_mode_that_was_used_up_does_not_come_back_with_another_property(canvas: Any) -> None:
    view = SubViewport(render_target_update_mode=Mode.ONCE, render_target_clear_mode=Clear.ONCE)
    canvas.root.add_child(view)
    drawn(canvas)
    view.transparent_bg = True
    assert drawn(canvas) == 0

    view.render_target_update_mode = Mode.ONCE
    assert drawn(canvas) == 1
    assert canvas.server.backend.last_frame.views[0].clear_color is None
    view.render_target_clear_mode = Clear.ALWAYS
    assert drawn(canvas) == 0


def test_a_mode_that_was_used_up_is_used_up_in_a_snapshot(canvas: Any) -> None:
    view = canvas.root.add_child(SubViewport(render_target_update_mode=Mode.ONCE))
    drawn(canvas)
    snapshot = canvas.tree.snapshot()
    view.render_target_update_mode = Mode.ALWAYS
    canvas.tree.restore(snapshot)

    assert view.render_target_update_mode == Mode.DISABLED
    assert drawn(canvas) == 0


def test_a_pick_uses_up_nothing(canvas: Any) -> None:
    view = canvas.root.add_child(SubViewport(render_target_update_mode=Mode.ONCE))
    canvas.root.add_child(Sprite2D(texture=view.get_texture()))
    canvas.tree.tick(1 / 60)
    canvas.server.pick((5, 5))

    assert view.render_target_update_mode == Mode.ONCE
    assert drawn(canvas) == 1


def test_a_pick_in_a_viewport_that_is_nowhere_finds_nothing_and_leaves_nothing(canvas: Any) -> None:
    canvas.root.add_child(Box())
    assert canvas.server.pick((5, 5), SubViewport()) == []
    assert [*canvas.server._viewports] == [canvas.root]


def test_one_that_is_drawn_with_its_parent_is_not_drawn_without_it_though_something_shows_it(canvas: Any) -> None:
    outer = canvas.root.add_child(SubViewport())
    inner = outer.add_child(SubViewport(render_target_update_mode=Mode.WHEN_PARENT_VISIBLE))
    canvas.root.add_child(Sprite2D(texture=inner.get_texture()))
    assert drawn(canvas) == 0

    outer.render_target_update_mode = Mode.ALWAYS
    assert drawn(canvas) == 2


def test_the_picture_stays_when_the_viewport_leaves_the_tree(canvas: Any) -> None:
    view = canvas.root.add_child(SubViewport())
    texture = view.get_texture()
    canvas.root.add_child(Sprite2D(texture=texture))
    assert drawn(canvas) == 1
    target = texture.render_target

    canvas.root.remove_child(view)
    assert drawn(canvas) == 0
    assert texture.render_target is target
    assert target.is_kept
    canvas.root.add_child(view)
    assert drawn(canvas) == 1
    assert texture.render_target is target


def test_the_checker_stands_for_a_viewport_that_was_freed_and_one_line_of_log_says_so(
    canvas: Any, caplog: pytest.LogCaptureFixture
) -> None:
    view = canvas.root.add_child(SubViewport())
    sprite = canvas.root.add_child(Sprite2D(texture=view.get_texture()))
    drawn(canvas)
    with caplog.at_level(logging.WARNING):
        view.free()
        for _ in range(3):
            sprite.queue_redraw()
            assert drawn(canvas) == 0

    assert sprite.texture is not None
    assert sprite.texture.image is sprite.texture.image
    assert [record.message for record in caplog.records] == [
        "ViewportTexture - the SubViewport was freed; a magenta checker stands in for it"
    ]
    canvas.frame()
    assert canvas.server.stats.uploads == 0


def test_a_server_that_goes_and_comes_again_has_the_viewports_that_are_there_then(canvas: Any) -> None:
    first, second = (canvas.root.add_child(SubViewport(render_target_update_mode=Mode.ALWAYS)) for _ in range(2))
    second.add_child(Box())
    assert drawn(canvas) == 2
    canvas.tree.servers.unregister(canvas.server)
    first.free()
    canvas.tree.tick(1 / 60)
    assert canvas.tree.servers.get(RenderServer) is None

    canvas.tree.servers.register(canvas.server)

    assert drawn(canvas) == 1
    assert canvas.server.stats.items == 1


def test_one_is_drawn_with_its_parent_though_that_had_nothing_to_show_for_a_while(canvas: Any) -> None:
    layer = canvas.root.add_child(CanvasLayer())
    canvas.root.add_child(SubViewport(render_target_update_mode=Mode.WHEN_PARENT_VISIBLE))
    layer.free()

    assert drawn(canvas) == 1
