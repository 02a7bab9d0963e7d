"""What is drawn over what, and what is not drawn at all."""

from inspect import signature
from typing import Any

import pytest

from engine.core.errors import ServerError
from engine.resources import Image, ImageTexture
from servers.render import RenderServer


def test_roots_are_drawn_in_tree_order_however_they_came(stage: Any) -> None:
    stage.item(2, mark=3)
    stage.item(0, 5, mark=1)
    stage.item(1, mark=2)

    assert stage.drawn() == [1, 2, 3]


def test_a_root_that_comes_later_but_stands_between_is_drawn_between(stage: Any) -> None:
    stage.item(0, mark=1)
    stage.item(5, mark=5)
    assert stage.drawn() == [1, 5]

    stage.item(3, mark=3)
    stage.item(9, mark=9)

    assert stage.drawn() == [1, 3, 5, 9]


def test_children_are_drawn_over_their_parent_and_in_order_of_their_index(stage: Any) -> None:
    top = stage.item(0, mark=1)
    stage.item(0, 2, under=top, mark=3)
    stage.item(0, 1, under=top, mark=2)
    stage.item(1, mark=4)

    assert stage.drawn() == [1, 2, 3, 4]


def test_a_child_behind_is_drawn_with_its_subtree_before_the_parent(stage: Any) -> None:
    a = stage.item(0, mark=10)
    stage.item(0, 0, under=a, mark=11)
    behind = stage.item(0, 1, under=a, mark=12)
    stage.item(0, 1, 0, under=behind, mark=13)
    stage.item(1, mark=20)
    stage.server.canvas_item_set_behind_parent(behind, True)

    assert stage.drawn() == [12, 13, 10, 11, 20]

    stage.server.canvas_item_set_behind_parent(behind, False)
    assert stage.drawn() == [10, 11, 12, 13, 20]


def test_a_child_that_is_behind_stays_so_under_another_parent_only(stage: Any) -> None:
    a = stage.item(0, mark=10)
    b = stage.item(1, mark=20)
    child = stage.item(0, 0, mark=1)
    stage.server.canvas_item_set_behind_parent(child, True)
    stage.server.canvas_item_set_parent(child, a)
    assert stage.drawn() == [1, 10, 20]

    stage.server.canvas_item_set_parent(child, b)
    assert stage.drawn() == [10, 1, 20]
    assert (a.behind_count, b.behind_count) == (0, 1)


def test_z_comes_before_tree_order_and_counts_from_the_parent_unless_absolute(stage: Any) -> None:
    a = stage.item(0, mark=1)
    a1 = stage.item(0, 0, under=a, mark=2)
    absolute = stage.item(0, 1, under=a, mark=3)
    b = stage.item(1, mark=4)
    stage.server.canvas_item_set_z_index(a, 2, True)
    stage.server.canvas_item_set_z_index(a1, -1, True)
    stage.server.canvas_item_set_z_index(absolute, 0, False)
    stage.server.canvas_item_set_z_index(b, 1, True)

    assert stage.drawn() == [3, 2, 4, 1]


def test_the_sum_of_z_stops_at_the_highest(stage: Any) -> None:
    high = stage.item(0, mark=1)
    higher = stage.item(0, 0, under=high, mark=2)
    top = stage.item(1, mark=3)
    stage.server.canvas_item_set_z_index(high, 4096, True)
    stage.server.canvas_item_set_z_index(higher, 4096, True)
    stage.server.canvas_item_set_z_index(top, 4096, True)

    assert stage.drawn() == [1, 2, 3]


def test_a_hidden_item_hides_what_is_below_it(stage: Any) -> None:
    a = stage.item(0, mark=1)
    stage.item(0, 0, under=a, mark=2)
    stage.item(1, mark=3)
    stage.server.canvas_item_set_visible(a, False)
    assert stage.drawn() == [3]

    stage.server.canvas_item_set_visible(a, True)
    assert stage.drawn() == [1, 2, 3]


def test_an_inherited_alpha_below_the_limit_skips_item_and_subtree(stage: Any) -> None:
    a = stage.item(0, mark=1)
    b = stage.item(0, 0, under=a, mark=2)
    stage.item(1, mark=3)
    stage.server.canvas_item_set_modulate(a, (1, 1, 1, 0.1))
    stage.server.canvas_item_set_modulate(b, (1, 1, 1, 0.071))
    assert stage.drawn() == [1, 2, 3]

    stage.server.canvas_item_set_modulate(b, (1, 1, 1, 0.069))
    assert stage.drawn() == [1, 3]

    stage.server.canvas_item_set_modulate(a, (1, 1, 1, 0.006))
    assert stage.drawn() == [3]

    stage.server.canvas_item_set_modulate(a, (1, 1, 1, 1))
    assert stage.drawn() == [1, 2, 3]


def test_a_transparent_self_modulate_does_not_hide_the_children(stage: Any) -> None:
    a = stage.item(0, mark=1)
    stage.item(0, 0, under=a, mark=2)
    stage.server.canvas_item_set_self_modulate(a, (1, 1, 1, 0))

    assert stage.drawn() == [1, 2]


def test_modulate_multiplies_down_and_self_modulate_does_not(stage: Any) -> None:
    a = stage.item(0, mark=1)
    b = stage.item(0, 0, under=a, mark=2)
    stage.server.canvas_item_set_modulate(a, (0.5, 1, 1, 1))
    stage.server.canvas_item_set_self_modulate(a, (1, 0, 1, 1))
    stage.server.canvas_item_set_modulate(b, (0.5, 1, 0.25, 0.5))

    assert stage.colors() == [(0.5, 0, 1, 1), (0.25, 1, 0.25, 0.5)]

    stage.server.canvas_item_set_modulate(a, (1, 1, 0, 1))
    assert stage.colors() == [(1, 0, 0, 1), (0.5, 1, 0, 0.5)]


def test_a_change_of_parent_and_child_in_one_frame_reaches_the_child_once_each(stage: Any) -> None:
    a = stage.item(0, mark=1)
    b = stage.item(0, 0, under=a, mark=2)
    stage.drawn()
    stage.server.canvas_item_set_modulate(b, (0.5, 1, 1, 1))
    stage.server.canvas_item_set_modulate(a, (0.5, 1, 1, 1))

    assert stage.colors() == [(0.5, 1, 1, 1), (0.25, 1, 1, 1)]


def test_a_modulation_above_1_brightens(stage: Any) -> None:
    a = stage.item(0, mark=1)
    stage.server.canvas_item_set_modulate(a, (3, 1, 1, 1))

    assert stage.colors() == [(3, 1, 1, 1)]


def test_an_item_that_moved_among_its_siblings_is_drawn_at_its_new_place(stage: Any) -> None:
    a = stage.item(0, mark=1)
    first = stage.item(0, 0, under=a, mark=2)
    stage.item(0, 1, under=a, mark=3)
    stage.drawn()
    first.source.key = (0, 2)
    stage.server.canvas_item_order_changed(first)

    assert stage.drawn() == [1, 3, 2]


def test_a_root_that_moved_in_the_tree_is_drawn_at_its_new_place(stage: Any) -> None:
    first = stage.item(0, mark=1)
    stage.item(1, mark=2)
    stage.drawn()
    first.source.key = (2,)
    stage.server.canvas_item_order_changed(first)

    assert stage.drawn() == [2, 1]


def test_an_item_takes_its_children_along_to_another_parent(stage: Any) -> None:
    a = stage.item(0, mark=1)
    b = stage.item(1, mark=2)
    child = stage.item(1, 0, under=b, mark=3)
    stage.item(1, 0, 0, under=child, mark=4)
    stage.server.canvas_item_set_parent(child, a)
    assert stage.drawn() == [1, 3, 4, 2]

    stage.server.canvas_item_set_parent(child, None)
    assert stage.drawn() == [1, 2, 3, 4]


def test_what_a_freed_item_leaves_below_it_becomes_a_root(stage: Any) -> None:
    a = stage.item(0, mark=1)
    stage.item(0, 0, under=a, mark=2)
    stage.server.canvas_item_free(a)

    assert stage.drawn() == [2]


@pytest.mark.parametrize(
    "method", [name for name in dir(RenderServer) if name.startswith("canvas_item_") and name != "canvas_item_create"]
)
def test_a_freed_item_is_refused(stage: Any, method: str) -> None:
    item = stage.item(0, mark=1)
    stage.server.canvas_item_free(item)
    call = getattr(stage.server, method)
    others = [None] * (len(signature(call).parameters) - 1)

    with pytest.raises(ServerError, match="this canvas item was freed; create another"):
        call(item, *others)


def test_a_freed_item_is_refused_as_a_parent(stage: Any) -> None:
    parent, item = stage.item(0, mark=1), stage.item(1, mark=2)
    stage.server.canvas_item_free(parent)

    with pytest.raises(ServerError, match="this canvas item was freed; create another"):
        stage.server.canvas_item_set_parent(item, parent)
    assert stage.drawn() == [2]


def test_an_item_without_commands_draws_nothing_but_passes_its_look_on(stage: Any) -> None:
    a = stage.item(0)
    stage.item(0, 0, under=a, mark=1)
    stage.server.canvas_item_set_modulate(a, (0.5, 0.5, 0.5, 1))
    assert stage.colors() == [(0.5, 0.5, 0.5, 1)]

    stage.server.canvas_item_set_commands(a, None)
    assert stage.drawn() == [1]


def test_the_filter_comes_from_the_parent_until_an_item_has_its_own(stage: Any) -> None:
    texture = ImageTexture(Image.create(1, 1))
    a = stage.item(0)
    b = stage.item(0, 0, under=a)
    c = stage.item(1)
    for item in (a, b, c):
        stage.mark(item, 1, texture=texture)
    stage.server.canvas_item_set_texture_filter(a, 1)
    stage.drawn()
    assert [(batch.filter, batch.length) for batch in stage.draw_list.batches] == [(1, 2), (2, 1)]

    stage.server.canvas_item_set_texture_filter(b, 2)
    stage.drawn()
    assert [(batch.filter, batch.length) for batch in stage.draw_list.batches] == [(1, 1), (2, 2)]


def test_the_filter_does_not_separate_what_has_no_texture(stage: Any) -> None:
    stage.server.canvas_item_set_texture_filter(stage.item(0, mark=1), 1)
    stage.item(1, mark=2)
    stage.drawn()

    assert len(stage.draw_list.batches) == 1


def test_a_chain_of_items_10000_deep_is_drawn(stage: Any) -> None:
    item = None
    for depth in range(10_000):
        item = stage.item(0, under=item, mark=depth)

    assert stage.drawn() == [float(depth) for depth in range(10_000)]
