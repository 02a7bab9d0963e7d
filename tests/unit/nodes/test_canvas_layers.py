"""Layers: what is on them, and who shows them."""

from math import cos, sin
from typing import Any

import pytest

from engine.core.errors import FreedError, InvalidTypeError
from engine.tree.node import Node
from nodes import CanvasLayer, CanvasModulate, Node2D, SubViewport


class Box(Node2D):
    """Draws one rectangle."""

    def on_draw(self) -> None:
        self.draw_rect((0, 0, 10, 10), "white")


def shown(canvas: Any) -> dict[str, list[str]]:
    """A frame: the names of the items of each canvas that was drawn, by the names of the viewports."""
    canvas.frame()
    found = {}
    sources = {id(state.target): source for source, state in canvas.server._viewports.items()}
    for view in canvas.server.backend.last_frame.views:
        source = canvas.root if view.target is None else sources[id(view.target)]
        canvases = canvas.server.viewport_of(source).canvases()
        found[str(source.name)] = [
            str(item.source.name) for each, _ in canvases for item, _ in reversed([*each.drawn_backwards()])
        ]
    return found


def always(name: str) -> SubViewport:
    return SubViewport(name, render_target_update_mode=SubViewport.UpdateMode.ALWAYS)


def test_what_stands_below_a_plain_node_appears_and_vanishes_with_the_layer(canvas: Any) -> None:
    layer = canvas.root.add_child(CanvasLayer(visible=False))
    box = layer.add_child(Node()).add_child(Box("Box"))
    inner = box.add_child(Node()).add_child(Box("Inner", top_level=True))
    said: list[str] = []
    box.hidden.connect(lambda: said.append("hidden"))
    inner.visibility_changed.connect(lambda: said.append("inner"))
    assert shown(canvas) == {"root": []}

    layer.visible = True
    assert shown(canvas) == {"root": ["Box", "Inner"]}
    layer.visible = False

    assert shown(canvas) == {"root": []}
    assert said == ["inner", "hidden", "inner"]


def test_another_layer_below_a_layer_does_not_hide_with_it(canvas: Any) -> None:
    layer = canvas.root.add_child(CanvasLayer())
    inner = layer.add_child(CanvasLayer()).add_child(Box("Box"))
    said: list[str] = []
    inner.visibility_changed.connect(lambda: said.append("changed"))
    layer.visible = False

    assert shown(canvas) == {"root": ["Box"]}
    assert said == []


def test_a_viewport_that_enters_after_the_layer_that_chose_it_shows_it(canvas: Any) -> None:
    layer = canvas.root.add_child(CanvasLayer())
    layer.add_child(Box("Box"))
    view = SubViewport("View", render_target_update_mode=SubViewport.UpdateMode.WHEN_PARENT_VISIBLE)
    layer.custom_viewport = view
    assert shown(canvas) == {"root": []}

    canvas.root.add_child(view)
    assert shown(canvas) == {"root": [], "View": ["Box"]}
    canvas.root.remove_child(view)
    assert shown(canvas) == {"root": []}
    canvas.root.add_child(view)
    assert shown(canvas) == {"root": [], "View": ["Box"]}


def test_a_layer_comes_home_when_the_viewport_that_it_chose_is_freed(canvas: Any) -> None:
    view = canvas.root.add_child(always("View"))
    layer = canvas.root.add_child(CanvasLayer())
    layer.add_child(Box("Box"))
    layer.custom_viewport = view
    assert shown(canvas) == {"root": [], "View": ["Box"]}

    view.free()

    assert layer.custom_viewport is None
    assert shown(canvas) == {"root": ["Box"]}
    assert [*canvas.server._viewports] == [canvas.root]
    with pytest.raises(FreedError, match=r"CanvasLayer.custom_viewport must be a viewport that was not freed, got"):
        layer.custom_viewport = view


def test_a_viewport_without_a_place_in_the_tree_is_forgotten_with_the_last_layer_that_chose_it(canvas: Any) -> None:
    canvas.root.add_child(Box())
    layer = canvas.root.add_child(CanvasLayer())
    view = layer.custom_viewport = SubViewport()
    assert [*canvas.server._viewports] == [canvas.root, view]

    layer.free()

    assert [*canvas.server._viewports] == [canvas.root]


@pytest.mark.parametrize("stretches", [False, True])
def test_a_layer_that_follows_is_scaled_around_the_middle_of_the_picture(canvas: Any, stretches: bool) -> None:
    view = always("View")
    view.size = (200, 100)
    view.size_2d_override = (50, 50)
    view.size_2d_override_stretch = stretches
    view.canvas_transform = (1, 0, 0, 1, 7, 0)
    layer = view.add_child(CanvasLayer(follow_viewport_enabled=True, follow_viewport_scale=0.5))
    canvas.root.add_child(view)
    canvas.frame()

    state = canvas.server.viewport_of(view)
    inside, record = state.canvases()[1]
    seen = state.view_of(inside, record).transform
    middle = view.get_final_transform().affine_inverse() * (100, 50)
    expected = view.get_final_transform() * layer.get_final_transform()
    assert seen == pytest.approx((*expected,))
    assert layer.get_final_transform() * (middle - (7, 0)) == pytest.approx(middle)  # the middle stays where it is
    assert seen[0] == pytest.approx(0.5 * (4 if stretches else 1))


# --- what is top-level -----------------------------------------------------------------------------------------------


def test_what_is_top_level_moves_in_the_order_with_the_items_that_it_is_below(canvas: Any) -> None:
    parent = canvas.root.add_child(Box("P"))
    for name in "AB":
        parent.add_child(Box(name)).add_child(Box(f"Top{name}", top_level=True))
    assert shown(canvas) == {"root": ["P", "A", "B", "TopA", "TopB"]}

    parent.move_child(parent.get_node("B"), 0)

    assert shown(canvas) == {"root": ["P", "B", "A", "TopB", "TopA"]}


def test_what_stands_below_a_plain_node_moves_in_the_order_with_the_items_that_it_is_below(canvas: Any) -> None:
    parent = canvas.root.add_child(Box("P"))
    for name in "AB":
        parent.add_child(Box(name)).add_child(Node()).add_child(Box(f"Below{name}"))
    shown(canvas)

    parent.move_child(parent.get_node("B"), 0)

    assert shown(canvas) == {"root": ["P", "B", "A", "BelowB", "BelowA"]}


@pytest.mark.parametrize("turn", [1e308, -1e308])
def test_a_layer_turned_by_any_finite_angle_has_that_angle_and_its_transform(turn: float) -> None:
    layer = CanvasLayer(rotation=turn)

    assert layer.rotation == turn
    assert tuple(layer.transform)[:2] == pytest.approx((cos(turn), sin(turn)))


def test_a_canvas_modulate_warns_while_another_one_is_visible_on_its_canvas(canvas: Any) -> None:
    first = canvas.root.add_child(CanvasModulate())
    layer = canvas.root.add_child(CanvasLayer())
    other = layer.add_child(CanvasModulate())
    assert first.get_configuration_warnings() == other.get_configuration_warnings() == []

    second = canvas.root.add_child(Node2D()).add_child(CanvasModulate())
    warning = "Only one visible CanvasModulate is allowed per canvas; of several the last counts."
    assert first.get_configuration_warnings() == second.get_configuration_warnings() == [warning]
    assert other.get_configuration_warnings() == []

    first.visible = False
    assert first.get_configuration_warnings() == second.get_configuration_warnings() == []
    assert CanvasModulate().get_configuration_warnings() == []


def test_a_layer_has_an_offset_where_other_nodes_have_a_position() -> None:
    with pytest.raises(InvalidTypeError, match=r"^CanvasLayer\(\) has no property 'position'; use offset$"):
        CanvasLayer(position=(3, 4))
