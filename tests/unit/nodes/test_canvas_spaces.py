"""From an item to its canvas, its layer and its viewport."""

import pytest

from engine.core.errors import TreeError
from engine.input import InputEventMouseButton
from engine.math import Transform2D, Vector2
from engine.tree.scene_tree import SceneTree
from nodes import CanvasLayer, Node2D, SubViewport


@pytest.fixture
def tree() -> SceneTree:
    tree = SceneTree()
    tree.root.canvas_transform = Transform2D(0.0, (2, 2), 0.0, (10, 20))
    return tree


def test_on_the_viewports_canvas_its_transform_counts(tree: SceneTree) -> None:
    item = tree.root.add_child(Node2D(position=(3, 4)))

    assert item.get_canvas_layer_node() is None
    assert item.get_canvas_transform() == Transform2D(0.0, (2, 2), 0.0, (10, 20))
    assert item.get_global_transform_with_canvas() * Vector2(1, 1) == (2 * 4 + 10, 2 * 5 + 20)
    assert item.make_canvas_position_local((18, 30)) == (1, 1)


def test_on_a_layer_that_ones_counts(tree: SceneTree) -> None:
    layer = tree.root.add_child(CanvasLayer(offset=(100, 0)))
    item = layer.add_child(Node2D()).add_child(Node2D(position=(5, 0)))

    assert item.get_canvas_layer_node() is layer
    assert item.get_canvas_transform() == Transform2D(0.0, (100, 0))
    assert item.make_canvas_position_local((105, 7)) == (0, 7)
    layer.follow_viewport_enabled = True
    assert item.get_canvas_transform() * Vector2(0, 0) == (2 * 100 + 10, 20)


def test_a_layer_around_a_viewport_is_not_that_of_what_is_in_it(tree: SceneTree) -> None:
    view = tree.root.add_child(CanvasLayer(offset=(9, 9))).add_child(SubViewport(size=(64, 64)))
    item = view.add_child(Node2D())
    view.size_2d_override, view.size_2d_override_stretch = (32, 32), True

    assert item.get_canvas_layer_node() is None
    assert item.get_canvas_transform() == Transform2D.IDENTITY
    assert item.get_viewport_transform() * Vector2(1, 1) == (2, 2)


def test_what_moves_all_canvases_counts_on_the_way_to_the_pixels(tree: SceneTree) -> None:
    view = tree.root.add_child(SubViewport(size=(64, 64), size_2d_override=(32, 32), size_2d_override_stretch=True))
    view.canvas_transform = Transform2D(0, (5, 0))
    view.global_canvas_transform = Transform2D(0, (1, 2))
    item = view.add_child(Node2D(position=(3, 4)))

    assert item.get_viewport_transform() * Vector2(0, 0) == (2 * (5 + 1), 2 * 2)
    assert item.get_global_transform_with_canvas() * Vector2(0, 0) == (8, 4)
    assert item.get_screen_transform() * Vector2(0, 0) == (2 * (8 + 1), 2 * (4 + 2))


def test_an_event_is_carried_into_the_items_space(tree: SceneTree) -> None:
    item = tree.root.add_child(Node2D(position=(1, 1)))
    event = InputEventMouseButton()
    event.position = Vector2(14, 24)

    local = item.make_input_local(event)
    assert (local.position, event.position) == ((1, 1), (14, 24))


def test_moving_to_the_front_is_being_the_last_child(tree: SceneTree) -> None:
    first, second = tree.root.add_child(Node2D()), tree.root.add_child(Node2D())
    first.move_to_front()

    assert tree.root.get_children() == [second, first]


def test_outside_a_tree_there_is_no_canvas() -> None:
    with pytest.raises(TreeError, match="not inside a tree"):
        Node2D().get_canvas_transform()
