"""CanvasItem: when it draws, when it is seen, and what its children take from it."""

from typing import Any

import pytest

from engine.core.errors import InvalidTypeError, InvalidValueError, TreeError
from engine.math import Color
from engine.resources import Image, ImageTexture
from engine.resources.shading.material import Material
from engine.tree.node import Node
from engine.tree.scene_tree import SceneTree
from nodes.world_2d.canvas.canvas_item import CanvasItem
from nodes.world_2d.node_2d import Node2D
from nodes.world_2d.sprite_2d import Sprite2D
from servers.render import RenderServer


class Marker(Node2D):
    """Draws one rectangle at x = `mark`, and counts how often."""

    def __init__(self, mark: float = 1, name: str = "", **exported: Any) -> None:
        super().__init__(name, **exported)
        self.mark = mark
        self.draws = 0

    def on_draw(self) -> None:
        self.draws += 1
        self.draw_rect((self.mark, 0, 1, 1), (1, 1, 1))


# --- when it draws -------------------------------------------------------------------------------


def test_an_item_draws_on_entering_and_then_only_when_asked(canvas: Any) -> None:
    marker = canvas.root.add_child(Marker())
    canvas.frame()
    canvas.frame()
    assert marker.draws == 1

    marker.queue_redraw()
    marker.queue_redraw()
    assert marker.draws == 1
    canvas.frame()
    assert marker.draws == 2


def test_an_item_that_enters_again_draws_again(canvas: Any) -> None:
    marker = canvas.root.add_child(Marker())
    canvas.frame()
    canvas.root.remove_child(marker)
    assert canvas.marks() == []
    canvas.root.add_child(marker)

    assert canvas.marks() == [1]
    assert marker.draws == 2


def test_a_hidden_item_draws_when_it_appears(canvas: Any) -> None:
    marker = canvas.root.add_child(Marker(visible=False))
    marker.queue_redraw()
    canvas.frame()
    assert marker.draws == 0

    marker.show()
    assert canvas.marks() == [1]
    assert marker.draws == 1


def test_an_item_below_a_hidden_one_draws_when_that_appears(canvas: Any) -> None:
    top = canvas.root.add_child(Node2D(visible=False))
    marker = top.add_child(Marker())
    canvas.frame()
    assert marker.draws == 0

    top.visible = True
    assert canvas.marks() == [1]


def test_a_redraw_asked_for_while_hidden_is_not_lost(canvas: Any) -> None:
    marker = canvas.root.add_child(Marker())
    canvas.frame()
    marker.hide()
    marker.mark = 7
    marker.queue_redraw()
    canvas.frame()
    marker.show()

    assert canvas.marks() == [7]


def test_moving_and_colouring_draw_nothing_anew(canvas: Any) -> None:
    marker = canvas.root.add_child(Marker())
    canvas.frame()
    marker.position = (10, 20)
    marker.modulate = (1, 0, 0)
    canvas.frame()

    assert marker.draws == 1
    assert canvas.draw_list.transforms[0, 4:].tolist() == [10, 20]


def test_a_steady_frame_visits_nothing_and_uploads_nothing(canvas: Any) -> None:
    for index in range(20):
        canvas.root.add_child(Marker(index))
    canvas.frame()
    canvas.frame()

    assert canvas.server.stats.items == 20
    assert (canvas.server.stats.item_visits, canvas.server.stats.uploads) == (0, 0)


def test_the_signal_draw_comes_before_on_draw_and_its_receivers_may_draw(canvas: Any) -> None:
    marker = Marker(1)
    marker.draw.connect(lambda: marker.draw_rect((5, 0, 1, 1), (1, 1, 1)))
    canvas.root.add_child(marker)

    assert canvas.marks() == [5, 1]


def test_a_plain_item_with_a_receiver_of_draw_draws(canvas: Any) -> None:
    plain = Node2D()
    plain.draw.connect(lambda: plain.draw_rect((5, 0, 1, 1), (1, 1, 1)))
    canvas.root.add_child(plain)

    assert canvas.marks() == [5]


def test_on_draw_runs_without_any_server() -> None:
    tree = SceneTree()
    marker = tree.root.add_child(Marker())
    tree.tick(1 / 60)
    marker.queue_redraw()
    tree.tick(1 / 60)

    assert marker.draws == 2
    tree.shutdown()


def test_an_error_in_on_draw_leaves_what_was_drawn_so_far_and_the_tree_usable(canvas: Any) -> None:
    class Failing(Node2D):
        def on_draw(self) -> None:
            self.draw_rect((3, 0, 1, 1), (1, 1, 1))
            raise ZeroDivisionError

    canvas.root.add_child(Failing())
    marker = canvas.root.add_child(Marker())
    with pytest.raises(ZeroDivisionError):
        canvas.frame()

    assert canvas.marks() == [3, 1]
    assert marker.draws == 1


def test_a_server_that_comes_later_shows_what_is_there() -> None:
    tree = SceneTree()
    marker = tree.root.add_child(Marker())
    marker.add_child(Marker(2, modulate=(1, 0, 0)))
    tree.tick(1 / 60)
    server = RenderServer()
    tree.servers.register(server)
    tree.tick(1 / 60)
    server.draw()

    assert server.stats.items == 2
    tree.shutdown()


def test_a_server_that_was_taken_out_is_told_nothing_more() -> None:
    tree = SceneTree()
    first, second = RenderServer(), RenderServer()
    tree.servers.register(first)
    marker = tree.root.add_child(Marker())
    tree.tick(1 / 60)
    tree.servers.unregister(first)
    tree.servers.register(second)
    tree.tick(1 / 60)
    first.draw(tree.root)
    second.draw()

    assert (first.stats.items, second.stats.items) == (0, 1)
    marker.free()
    second.draw()
    assert second.stats.items == 0
    tree.shutdown()


# --- drawing elsewhere ---------------------------------------------------------------------------


def test_drawing_outside_of_on_draw_raises_and_says_where_to_draw(canvas: Any) -> None:
    marker = canvas.root.add_child(Marker(name="Gun"))

    with pytest.raises(TreeError, match=r"/root/Gun.draw_rect - an item draws only inside its on_draw.*queue_redraw"):
        marker.draw_rect((0, 0, 1, 1), (1, 1, 1))


def test_drawing_on_another_item_raises(canvas: Any) -> None:
    other = canvas.root.add_child(Marker())

    class Intruder(Node2D):
        def on_draw(self) -> None:
            other.draw_line((0, 0), (1, 1), (1, 1, 1))

    canvas.root.add_child(Intruder())
    with pytest.raises(TreeError, match="draw_line - an item draws only inside its on_draw"):
        canvas.frame()


# --- visibility ----------------------------------------------------------------------------------


def test_an_item_is_visible_in_the_tree_when_all_above_it_are(canvas: Any) -> None:
    top = Node2D()
    below = top.add_child(Node2D())
    assert not below.is_visible_in_tree()

    canvas.root.add_child(top)
    assert below.is_visible_in_tree()
    top.hide()
    assert not below.is_visible_in_tree()
    assert below.visible


def test_a_plain_node_between_cuts_the_chain_of_visibility(canvas: Any) -> None:
    top = canvas.root.add_child(Node2D(visible=False))
    below = top.add_child(Node()).add_child(Marker())

    assert below.is_visible_in_tree()
    assert canvas.marks() == [1]


def watched(item: CanvasItem, log: list[str]) -> None:
    item.visibility_changed.connect(lambda: log.append(f"{item.name} {item.is_visible_in_tree()}"))
    item.hidden.connect(lambda: log.append(f"{item.name} hidden"))


def test_hiding_is_told_to_all_that_vanish_parents_first(canvas: Any) -> None:
    log: list[str] = []
    top = canvas.root.add_child(Node2D("Top"))
    for item in (top, top.add_child(Node2D("A")), top.add_child(Node2D("B"))):
        watched(item, log)
    gone = top.add_child(Node2D("Gone", visible=False))
    watched(gone, log)
    watched(gone.add_child(Node2D("Below")), log)

    top.hide()
    assert log == ["Top False", "Top hidden", "A False", "A hidden", "B False", "B hidden"]

    log.clear()
    top.show()
    assert log == ["Top True", "A True", "B True"]


def test_an_item_below_a_hidden_one_tells_of_its_own_change_only(canvas: Any) -> None:
    log: list[str] = []
    top = canvas.root.add_child(Node2D("Top", visible=False))
    item = top.add_child(Node2D("Item"))
    watched(item, log)
    item.hide()

    assert log == ["Item False"]


def test_setting_visible_to_what_it_is_tells_nobody(canvas: Any) -> None:
    log: list[str] = []
    item = canvas.root.add_child(Node2D())
    watched(item, log)
    item.show()

    assert log == []


def test_a_receiver_may_take_out_items_that_are_still_to_be_told(canvas: Any) -> None:
    log: list[str] = []
    top = canvas.root.add_child(Node2D("Top"))
    first = top.add_child(Node2D("First"))
    last = top.add_child(Node2D("Last"))
    watched(last, log)
    first.visibility_changed.connect(lambda: top.remove_child(last))
    top.hide()

    assert log == []
    last.free()


# --- what children take --------------------------------------------------------------------------


def test_order_is_that_of_the_tree_and_follows_moves(canvas: Any) -> None:
    a = canvas.root.add_child(Marker(1))
    a.add_child(Marker(2))
    a3 = a.add_child(Marker(3))
    b = canvas.root.add_child(Marker(4))
    assert canvas.marks() == [1, 2, 3, 4]

    a.move_child(a3, 0)
    assert canvas.marks() == [1, 3, 2, 4]
    canvas.root.move_child(b, 0)
    assert canvas.marks() == [4, 1, 3, 2]
    a3.reparent(b)
    assert canvas.marks() == [4, 3, 1, 2]


def test_moving_a_plain_node_moves_the_items_below_it(canvas: Any) -> None:
    canvas.root.add_child(Marker(1))
    group = canvas.root.add_child(Node())
    group.add_child(Marker(2))
    assert canvas.marks() == [1, 2]

    canvas.root.move_child(group, 0)
    assert canvas.marks() == [2, 1]


def test_an_item_added_between_others_is_drawn_between(canvas: Any) -> None:
    canvas.root.add_child(Marker(1))
    canvas.root.add_child(Marker(3))
    canvas.frame()
    canvas.root.add_child(Marker(2), 1)

    assert canvas.marks() == [1, 2, 3]


def test_behind_parent_and_z_change_the_order(canvas: Any) -> None:
    a = canvas.root.add_child(Marker(1))
    a2 = a.add_child(Marker(2, show_behind_parent=True))
    b = canvas.root.add_child(Marker(3, z_index=-1))
    assert canvas.marks() == [3, 2, 1]

    a2.show_behind_parent = False
    b.z_index = 0
    a.z_index = 5
    a2.z_index = -5
    assert canvas.marks() == [2, 3, 1]

    a2.z_as_relative = False
    assert canvas.marks() == [2, 3, 1]
    b.z_index = -6
    assert canvas.marks() == [3, 2, 1]


def test_modulate_reaches_children_and_self_modulate_does_not(canvas: Any) -> None:
    a = canvas.root.add_child(Marker(1, modulate=(0.5, 1, 1), self_modulate=(1, 1, 0)))
    a.add_child(Marker(2, modulate=(1, 0.5, 1, 0.5)))

    assert canvas.colors() == [(0.5, 1, 0, 1), (0.5, 0.5, 1, 0.5)]


def test_a_top_level_item_takes_neither_look_nor_place_from_its_parent(canvas: Any) -> None:
    top = canvas.root.add_child(Marker(1, modulate=(0.5, 1, 1), position=(100, 0), z_index=1))
    item = top.add_child(Marker(2, position=(10, 0)))
    canvas.frame()
    item.top_level = True

    assert canvas.marks() == [2, 1]
    assert canvas.draw_list.transforms[:, 4].tolist() == [10, 100]
    assert canvas.colors() == [(1, 1, 1, 1), (0.5, 1, 1, 1)]

    item.top_level = False
    assert canvas.marks() == [1, 2]
    assert canvas.draw_list.transforms[:, 4].tolist() == [100, 110]


def test_a_top_level_item_hides_with_its_parent(canvas: Any) -> None:
    top = canvas.root.add_child(Node2D())
    top.add_child(Marker(2, top_level=True))
    assert canvas.marks() == [2]

    top.hide()
    assert canvas.marks() == []
    top.show()
    assert canvas.marks() == [2]


def test_a_top_level_item_enters_hidden_under_a_hidden_parent(canvas: Any) -> None:
    top = canvas.root.add_child(Node2D(visible=False))
    top.add_child(Marker(2, top_level=True))

    assert canvas.marks() == []


def test_the_look_set_before_entering_counts(canvas: Any) -> None:
    canvas.root.add_child(Marker(1, modulate=(1, 0, 0), z_index=2))
    canvas.root.add_child(Marker(2, visible=False))
    canvas.root.add_child(Marker(3, self_modulate=(0, 1, 0)))

    assert canvas.colors() == [(0, 1, 0, 1), (1, 0, 0, 1)]


def test_the_texture_filter_reaches_the_children(canvas: Any) -> None:
    texture = ImageTexture(Image.create(2, 2))
    top = canvas.root.add_child(Node2D(texture_filter=CanvasItem.TextureFilter.NEAREST))
    top.add_child(Sprite2D(texture=texture))
    last = top.add_child(Sprite2D(texture=texture))
    canvas.root.add_child(Sprite2D(texture=texture))
    canvas.frame()
    assert [(batch.filter, batch.length) for batch in canvas.draw_list.batches] == [(1, 2), (2, 1)]

    last.texture_filter = CanvasItem.TextureFilter.LINEAR
    canvas.frame()
    assert [(batch.filter, batch.length) for batch in canvas.draw_list.batches] == [(1, 1), (2, 2)]


def test_a_freed_item_is_gone_from_the_next_frame(canvas: Any) -> None:
    marker = canvas.root.add_child(Marker(1))
    marker.add_child(Marker(2))
    canvas.frame()
    marker.queue_free()

    assert canvas.marks() == []


def test_two_trees_draw_their_own_items(canvas: Any) -> None:
    other = SceneTree(servers=[RenderServer()])
    other.root.add_child(Marker(2))
    canvas.root.add_child(Marker(1))
    other.tick(1 / 60)

    assert canvas.marks() == [1]
    other.shutdown()


# --- properties ----------------------------------------------------------------------------------


def test_defaults_are_godots() -> None:
    item = Node2D()

    assert (item.visible, item.show_behind_parent, item.top_level, item.z_as_relative) == (True, False, False, True)
    assert (item.z_index, item.texture_filter) == (0, CanvasItem.TextureFilter.PARENT_NODE)
    assert item.modulate == item.self_modulate == Color(1, 1, 1, 1)


def test_colours_may_be_names_and_have_three_components() -> None:
    item = Node2D(modulate="red", self_modulate=(0, 0.5, 1))

    assert item.modulate == Color(1, 0, 0, 1)
    assert item.self_modulate == Color(0, 0.5, 1, 1)


@pytest.mark.parametrize("name", ["modulate", "self_modulate"])
def test_a_colour_that_is_none_is_refused_and_nothing_changes(name: str) -> None:
    item = Node2D("Ship")

    with pytest.raises(InvalidTypeError, match=rf"Ship.*\.{name} must be a Color"):
        setattr(item, name, (1, 2))
    with pytest.raises(InvalidValueError, match=rf"Ship.*\.{name} must be finite"):
        setattr(item, name, (1, float("nan"), 0))
    assert getattr(item, name) == (1, 1, 1, 1)


@pytest.mark.parametrize("z_index", [-4097, 4097, 1.5, "1"])
def test_a_z_index_out_of_range_is_refused(z_index: Any) -> None:
    with pytest.raises(InvalidValueError, match=r"z_index must be a whole number from -4096 to 4096, got"):
        Node2D().z_index = z_index


def test_an_unknown_filter_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(InvalidValueError, match=r"texture_filter must be one of PARENT_NODE 0, NEAREST 1, .*got 9"):
        Node2D().texture_filter = 9


# --- what is kept ----------------------------------------------------------------------------------


def test_layers_are_turned_on_and_off_one_by_one() -> None:
    item = CanvasItem()
    assert item.get_visibility_layer_bit(0)
    assert not item.get_visibility_layer_bit(31)

    item.set_visibility_layer_bit(31, True)
    item.set_visibility_layer_bit(0, False)

    assert item.visibility_layer == 1 << 31
    item.set_visibility_layer_bit(31, True)
    assert item.visibility_layer == 1 << 31


@pytest.mark.parametrize("name", ["light_mask", "visibility_layer"])
def test_a_negative_number_is_the_32_bits_that_it_has(name: str) -> None:
    item = CanvasItem("Cloud")

    setattr(item, name, -1)
    assert getattr(item, name) == (1 << 32) - 1
    setattr(item, name, -(1 << 31))
    assert getattr(item, name) == 1 << 31
    with pytest.raises(InvalidValueError, match=rf"^Cloud\.{name} must be from 0 to 4,294,967,295, got -2147483649"):
        setattr(item, name, -(1 << 31) - 1)


@pytest.mark.parametrize("layer", [-1, 32])
def test_there_are_32_layers(layer: int) -> None:
    item = CanvasItem("Cloud")

    with pytest.raises(InvalidValueError, match=r"^Cloud\.set_visibility_layer_bit\(layer\) must be from 0 to 31, got"):
        item.set_visibility_layer_bit(layer, True)
    with pytest.raises(InvalidValueError, match=r"^Cloud\.get_visibility_layer_bit\(layer\) must be from 0 to 31, got"):
        item.get_visibility_layer_bit(layer)
    with pytest.raises(InvalidTypeError, match=r"^Cloud\.set_visibility_layer_bit\(enabled\) must be True or False"):
        item.set_visibility_layer_bit(1, "yes")  # type: ignore[arg-type]
    for name in ("light_mask", "visibility_layer"):
        with pytest.raises(InvalidValueError, match=rf"^Cloud\.{name} must be from 0 to 4,294,967,295, got "):
            setattr(item, name, 1 << 32)
    assert (item.light_mask, item.visibility_layer) == (1, 1)


def test_a_material_is_shared_with_duplicates() -> None:
    water = Material()
    item = CanvasItem("Pond", material=water)

    assert item.duplicate().material is water
    item.material = None
    assert item.material is None
    with pytest.raises(InvalidTypeError, match=r"^Pond\.material must be a Material or None, got 'water.tres'"):
        item.material = "water.tres"  # type: ignore[assignment]
