"""World2D: viewports that show the same canvas, each in its own way."""

from typing import Any

import pytest

from engine.core.errors import InvalidTypeError
from engine.math import Transform2D
from engine.tree.world_2d import World2D
from nodes import CanvasLayer, Node2D, SubViewport, VisibleOnScreenNotifier2D

ALWAYS = SubViewport.UpdateMode.ALWAYS


class Box(Node2D):
    """Draws one rectangle."""

    def on_draw(self) -> None:
        self.draw_rect((0, 0, 10, 10), "white")


def shown(canvas: Any) -> dict[str, list[str]]:
    """A frame: the names of what each viewport drew of its own canvas, by the viewport's name."""
    canvas.frame()
    found = {}
    for view in canvas.server.backend.last_frame.views:
        source = canvas.root
        for each, state in canvas.server._viewports.items():
            if view.target is state.target:
                source = each
        drawn = canvas.server.viewport_of(source).canvas.drawn_backwards()
        found[str(source.name)] = [str(item.source.name) for item, _ in drawn][::-1]
    return found


def viewport(canvas: Any, name: str, **properties: Any) -> SubViewport:
    made: SubViewport = canvas.root.add_child(
        SubViewport(name, size=(100, 100), render_target_update_mode=ALWAYS, **properties)
    )
    return made


def test_each_viewport_has_a_world_of_its_own(canvas: Any) -> None:
    one, other = viewport(canvas, "One"), viewport(canvas, "Other")
    item = one.add_child(Box("Box"))

    assert shown(canvas) == {"One": ["Box"], "Other": [], "root": []}
    assert one.world_2d is one.find_world_2d() is item.get_world_2d()
    assert one.world_2d is not other.world_2d
    assert item.get_canvas() is one.world_2d.canvas is one.world_2d.canvas
    assert one.world_2d.canvas is not other.world_2d.canvas


def test_viewports_with_one_world_draw_all_of_it(canvas: Any) -> None:
    one, other = viewport(canvas, "One"), viewport(canvas, "Other")
    one.add_child(Box("First"))
    other.add_child(Box("Second"))
    canvas.frame()

    other.world_2d = one.world_2d
    assert shown(canvas) == {"One": ["First", "Second"], "Other": ["First", "Second"], "root": []}
    other.world_2d = World2D()
    assert shown(canvas) == {"One": ["First"], "Other": ["Second"], "root": []}


def test_a_viewport_without_items_may_show_the_roots(canvas: Any) -> None:
    canvas.root.add_child(Box("Box"))
    small = viewport(canvas, "Map")
    small.world_2d = canvas.root.world_2d

    assert shown(canvas) == {"Map": ["Box"], "root": ["Box"]}


def test_a_world_that_is_set_outside_the_tree_is_shown_from_the_start(canvas: Any) -> None:
    world = World2D()
    one = SubViewport("One", size=(100, 100), render_target_update_mode=ALWAYS)
    one.world_2d = world
    one.add_child(Box("Box"))
    other = viewport(canvas, "Other")
    other.world_2d = world
    canvas.root.add_child(one)

    assert shown(canvas) == {"Other": ["Box"], "One": ["Box"], "root": []}


def test_each_has_its_own_view_of_it(canvas: Any) -> None:
    one, other = viewport(canvas, "One"), viewport(canvas, "Other")
    other.world_2d = one.world_2d
    one.add_child(Box("Near"))
    one.add_child(Box("Far", position=(500, 0)))
    one.add_child(Box("Hidden", visibility_layer=2))
    one.canvas_cull_mask = 1
    other.canvas_transform = Transform2D(0, (-450, 0))

    for _ in range(2):
        assert shown(canvas) == {"One": ["Near"], "Other": ["Far"], "root": []}
    other.canvas_transform = Transform2D(0, (0.1, 0.1), 0, (0, 0))
    assert shown(canvas) == {"One": ["Near"], "Other": ["Near", "Far", "Hidden"], "root": []}
    assert shown(canvas) == {"One": ["Near"], "Other": ["Near", "Far", "Hidden"], "root": []}


def test_what_changes_is_changed_for_each_though_only_one_was_drawn(canvas: Any) -> None:
    one, other = viewport(canvas, "One"), viewport(canvas, "Other")
    other.world_2d = one.world_2d
    item = one.add_child(Box("Box"))
    shown(canvas)
    other.render_target_update_mode = SubViewport.UpdateMode.DISABLED
    for step in range(3):
        item.modulate = (step, 0, 0)
        item.position = (step, 0)
        shown(canvas)
    other.render_target_update_mode = ALWAYS
    shown(canvas)

    lists = [canvas.server.viewport_of(each).canvas._list for each in (one, other)]
    for each in lists:
        assert each.vertices["color"][0, 0].tolist() == [2, 0, 0, 1]
        assert each.positions[0, 0].tolist() == [2, 0]


def test_a_layer_is_shown_by_the_viewport_that_it_is_in(canvas: Any) -> None:
    one, other = viewport(canvas, "One"), viewport(canvas, "Other")
    other.world_2d = one.world_2d
    layer = one.add_child(CanvasLayer())
    item = layer.add_child(Box("Box"))
    canvas.frame()

    counts = {id(view.target): len(view.canvases) for view in canvas.server.backend.last_frame.views}
    assert counts[id(canvas.server.viewport_of(one).target)] == 2
    assert counts[id(canvas.server.viewport_of(other).target)] == 1
    assert item.get_canvas() is layer.get_canvas()
    assert item.get_canvas() is not one.world_2d.canvas


def test_what_any_of_them_shows_is_on_screen(canvas: Any) -> None:
    one, other = viewport(canvas, "One"), viewport(canvas, "Other")
    other.world_2d = one.world_2d
    other.canvas_transform = Transform2D(0, (-500, 0))
    notifier = one.add_child(VisibleOnScreenNotifier2D(position=(550, 50)))
    log: list[str] = []
    notifier.screen_entered.connect(lambda: log.append("entered"))
    notifier.screen_exited.connect(lambda: log.append("exited"))

    for _ in range(3):
        canvas.frame()
    assert (log, notifier.is_on_screen()) == (["entered"], True)
    other.canvas_transform = Transform2D.IDENTITY
    canvas.frame()
    assert log == ["entered", "exited"]


def test_a_viewport_that_leaves_is_forgotten_though_its_world_lives_on(canvas: Any) -> None:
    one, other = viewport(canvas, "One"), viewport(canvas, "Other")
    one.add_child(Box("Box"))
    other.world_2d = one.world_2d
    canvas.frame()
    known = len(canvas.server._viewports)

    other.free()
    canvas.server.pick((1, 1), SubViewport())
    assert len(canvas.server._viewports) == known - 1
    assert shown(canvas) == {"One": ["Box"], "root": []}


def test_a_restored_tree_has_the_worlds_of_that_time(canvas: Any) -> None:
    one, other = viewport(canvas, "One"), viewport(canvas, "Other")
    one.add_child(Box("Box"))
    before = canvas.tree.snapshot()
    other.world_2d = one.world_2d
    shared = canvas.tree.snapshot()
    canvas.tree.restore(before)
    assert shown(canvas) == {"One": ["Box"], "Other": [], "root": []}

    canvas.tree.restore(shared)
    assert shown(canvas) == {"One": ["Box"], "Other": ["Box"], "root": []}


def test_a_copy_is_a_world_of_its_own() -> None:
    world = World2D()
    assert world.duplicate().canvas is not world.canvas


def test_something_else_is_no_world(canvas: Any) -> None:
    with pytest.raises(
        InvalidTypeError, match=r"^/root\.world_2d must be a World2D, got 5; for one that nobody shares: World2D"
    ):
        canvas.root.world_2d = 5
