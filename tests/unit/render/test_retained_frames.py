"""What a frame costs: nothing where nothing changed, and no more than the change where something did."""

from collections.abc import Callable
from typing import Any
from weakref import ref

import pytest

from engine.resources import Image, ImageTexture
from servers.render import CanvasCommands, FrameStats
from servers.render.scene.atlas.atlas import Atlas
from servers.render.scene.canvas.canvas import Canvas

VERTEX_BYTES = 64
POSITION_BYTES = 32


def test_a_frame_without_changes_visits_no_item_and_uploads_nothing(stage: Any) -> None:
    for index in range(100):
        stage.item(index, mark=index)
    stage.drawn()
    stage.drawn()

    stats = stage.server.stats
    assert (stats.items, stats.instances, stats.batches, stats.draw_calls) == (100, 100, 1, 1)
    assert (stats.item_visits, stats.uploads, stats.upload_bytes) == (0, 0, 0)


def test_a_frame_in_which_the_order_changed_counts_every_item_it_looks_at(stage: Any) -> None:
    for index in range(100):
        stage.item(index, mark=index)
    stage.drawn()

    assert stage.server.stats.item_visits == 200  # each of them, for its place and for its rows


def test_a_frame_without_changes_asks_no_node_for_its_place(stage: Any) -> None:
    items = [stage.item(index, mark=index) for index in range(100)]
    stage.drawn()
    asked = sum(item.source.asked for item in items)
    stage.drawn()

    assert sum(item.source.asked for item in items) == asked


def test_one_root_more_asks_only_a_few_for_their_places(stage: Any) -> None:
    items = [stage.item(index, mark=index) for index in range(100)]
    stage.drawn()
    asked = sum(item.source.asked for item in items)
    stage.item(100, mark=100)
    stage.drawn()

    assert sum(item.source.asked for item in items) <= asked + 1


def test_moved_transforms_cost_one_pack_and_one_upload(stage: Any) -> None:
    for index in range(100):
        stage.server.canvas_item_set_slot(stage.item(index, mark=index), index)
    stage.drawn()
    packs = stage.transforms.packs
    stage.transforms.move(7, 30, 40)
    stage.drawn()

    assert stage.transforms.packs == packs + 1
    assert stage.draw_list.transforms[7].tolist() == [1, 0, 0, 1, 30, 40]
    stats = stage.server.stats
    assert (stats.item_visits, stats.uploads, stats.upload_bytes) == (0, 1, POSITION_BYTES)


def test_what_is_picked_in_between_hides_no_change_from_the_next_frame(stage: Any) -> None:
    items = [stage.item(index, mark=index) for index in range(100)]
    for index, item in enumerate(items):
        stage.server.canvas_item_set_slot(item, index)
    stage.drawn()
    for x in (30, 40):
        stage.transforms.move(int(x), x, 0)
        stage.server.canvas_item_set_modulate(items[x], (0.5, 1, 1, 1))
        stage.server.pick((-500, 0))
    stage.drawn()

    stats = stage.server.stats
    assert (stats.uploads, stats.upload_bytes) == (2, 100 * (POSITION_BYTES + VERTEX_BYTES))  # two changes: not told


def test_a_view_of_a_canvas_that_was_built_less_often_than_another_is_told_of_all_changes(stage: Any) -> None:
    items = [stage.item(index, mark=index) for index in range(100)]
    stage.drawn()
    canvas, view, stats = stage.server.viewport_of(stage.host.root).canvas, stage.server.backend.last_view, FrameStats()
    other = Canvas(Atlas(), canvas.items)
    changes = other.build(stage.transforms, canvas.items.above, view, stats, 0.0).vertex_changes
    known = changes.revision
    for item in items[3:5]:
        stage.server.canvas_item_set_modulate(item, (0.5, 1, 1, 1))
        stage.drawn()
    other.build(stage.transforms, canvas.items.above, view, stats, 0.0)

    assert [*changes.since(known, 100)] == [(0, 100)]


def test_each_instance_of_an_item_has_its_items_transform(stage: Any) -> None:
    first, second = stage.item(0), stage.item(1)
    stage.mark(first, 1, 2, 3)
    stage.mark(second, 4)
    stage.server.canvas_item_set_slot(first, 5)
    stage.server.canvas_item_set_slot(second, 6)
    stage.transforms.move(5, 50, 0)
    stage.transforms.move(6, 60, 0)
    stage.drawn()

    assert stage.draw_list.transforms[:, 4].tolist() == [50, 50, 50, 60]


def test_an_item_without_a_slot_stays_where_the_canvas_begins(stage: Any) -> None:
    stage.server.canvas_item_set_slot(stage.item(0, mark=1), 0)
    stage.item(1, mark=2)
    stage.transforms.move(0, 9, 9)
    stage.drawn()

    assert stage.draw_list.transforms.tolist() == [[1, 0, 0, 1, 9, 9], [1, 0, 0, 1, 0, 0]]


def test_a_slot_that_changes_takes_the_other_transform(stage: Any) -> None:
    item = stage.item(0, mark=1)
    stage.transforms.move(3, 30, 0)
    stage.drawn()
    stage.server.canvas_item_set_slot(item, 3)
    stage.drawn()

    assert stage.draw_list.transforms[0, 4] == 30
    assert stage.server.stats.item_visits == 0


def test_a_changed_colour_visits_the_item_and_those_below_it(stage: Any) -> None:
    for index in range(100):
        top = stage.item(index, mark=index)
    stage.item(99, 0, under=top, mark=1000)
    stage.drawn()
    stage.server.canvas_item_set_modulate(top, (0.5, 1, 1, 1))
    stage.drawn()

    stats = stage.server.stats
    assert stats.item_visits == 4  # each of the two, for its colour and for its rows
    assert (stats.uploads, stats.upload_bytes) == (1, 2 * VERTEX_BYTES)


def test_a_changed_self_modulate_visits_the_item_alone(stage: Any) -> None:
    top = stage.item(0, mark=1)
    stage.item(0, 0, under=top, mark=2)
    stage.drawn()
    stage.server.canvas_item_set_self_modulate(top, (0.5, 1, 1, 1))
    stage.drawn()

    assert stage.server.stats.item_visits == 2  # for its colour and for its rows


def test_new_commands_of_the_same_length_rewrite_only_their_rows(stage: Any) -> None:
    items = [stage.item(index, mark=index) for index in range(100)]
    stage.drawn()
    stage.mark(items[3], 5000)

    assert stage.drawn()[2:5] == [2, 5000, 4]
    assert stage.server.stats.item_visits == 1


def test_commands_of_another_length_take_their_room_without_a_walk_through_the_tree(stage: Any) -> None:
    items = [stage.item(index, mark=index) for index in range(3)]
    stage.drawn()
    stage.mark(items[1], 10, 11)

    assert stage.drawn() == [0, 10, 11, 2]
    assert stage.server.stats.item_visits == 2  # the item was looked at, and written


def test_commands_of_a_hidden_item_wait_until_it_is_shown(stage: Any) -> None:
    item = stage.item(0, mark=1)
    stage.server.canvas_item_set_visible(item, False)
    stage.drawn()
    stage.mark(item, 7)
    stage.drawn()
    assert stage.server.stats.uploads == 0

    stage.server.canvas_item_set_visible(item, True)
    assert stage.drawn() == [7]


def test_setting_what_is_there_already_costs_nothing(stage: Any) -> None:
    item = stage.item(0, mark=1)
    stage.drawn()
    stage.server.canvas_item_set_modulate(item, (1, 1, 1, 1))
    stage.server.canvas_item_set_self_modulate(item, (1, 1, 1, 1))
    stage.server.canvas_item_set_visible(item, True)
    stage.server.canvas_item_set_z_index(item, 0, True)
    stage.server.canvas_item_set_behind_parent(item, False)
    stage.server.canvas_item_set_parent(item, None)
    stage.drawn()

    assert stage.server.stats.item_visits == 0


def test_neighbours_with_one_texture_are_one_batch_across_items(stage: Any) -> None:
    a, b = (ImageTexture(Image.create(1, 1)) for _ in range(2))
    for index, texture in enumerate([a, a, b, None, None, a]):
        stage.mark(stage.item(index), index, texture=texture)
    stage.drawn()

    assert [(batch.texture, batch.first, batch.length) for batch in stage.draw_list.batches] == [
        (a, 0, 2),
        (b, 2, 1),
        (None, 3, 2),
        (a, 5, 1),
    ]
    assert stage.server.stats.batches == 4
    assert stage.server.stats.draw_calls == 3  # a and b share a page of the atlas


def test_a_texture_that_repeats_is_a_batch_of_its_own(stage: Any) -> None:
    texture = ImageTexture(Image.create(1, 1))
    for index, repeat in enumerate([False, True, True]):
        commands = CanvasCommands()
        commands.texture_rect(texture, (0, 0, 1, 1), (0, 0, 1, 1), (1, 1, 1, 1), repeat=repeat)
        stage.server.canvas_item_set_commands(stage.item(index), commands)
    stage.drawn()

    assert [(batch.repeat, batch.length) for batch in stage.draw_list.batches] == [(False, 1), (True, 2)]


def test_a_canvas_that_became_empty_draws_nothing(stage: Any) -> None:
    item = stage.item(0, mark=1)
    stage.drawn()
    stage.server.canvas_item_free(item)

    assert stage.drawn() == []
    assert stage.server.stats.draw_calls == 0


def test_a_freed_item_with_pending_changes_is_forgotten(stage: Any) -> None:
    item = stage.item(0, mark=1)
    stage.item(1, mark=2)
    stage.drawn()
    stage.server.canvas_item_set_modulate(item, (0.5, 1, 1, 1))
    stage.mark(item, 9)
    stage.server.canvas_item_free(item)

    assert stage.drawn() == [2]


@pytest.mark.parametrize(
    "change",
    [
        lambda stage, item, texture: stage.server.canvas_item_set_modulate(item, (0.5, 1, 1, 1)),
        lambda stage, item, texture: stage.server.canvas_item_set_self_modulate(item, (0.5, 1, 1, 1)),
        lambda stage, item, texture: stage.mark(item, 2, texture=texture),
    ],
    ids=["modulate", "self_modulate", "commands"],
)
def test_what_a_freed_item_showed_is_let_go_of_though_nothing_is_drawn(
    stage: Any, change: Callable[[Any, Any, Any], None]
) -> None:
    texture = ImageTexture(Image.create(1, 1))
    item = stage.item(0)
    stage.mark(item, 1, texture=texture)
    change(stage, item, texture)
    stage.server.canvas_item_free(item)
    held = ref(texture)
    del item, texture

    assert held() is None


def test_one_more_item_one_less_and_one_that_is_hidden_leave_the_others_alone(stage: Any) -> None:
    top = stage.item(0)
    items = [stage.item(0, index, under=top, mark=index) for index in range(1000)]
    stage.drawn()

    items.append(stage.item(0, 1000, under=top, mark=1000))
    assert stage.drawn() == [*range(1001)]
    assert stage.server.stats.item_visits == 2

    stage.server.canvas_item_free(items.pop(500))
    assert stage.drawn() == [*range(500), *range(501, 1001)]
    assert stage.server.stats.item_visits == 0

    stage.server.canvas_item_set_visible(items[10], False)
    assert stage.drawn() == [*range(10), *range(11, 500), *range(501, 1001)]
    assert stage.server.stats.item_visits == 1
    stage.server.canvas_item_set_visible(items[10], True)
    assert stage.drawn() == [*range(500), *range(501, 1001)]
    assert stage.server.stats.item_visits == 2


def test_a_texture_that_nothing_is_drawn_with_any_more_is_let_go(stage: Any) -> None:
    stage.item(0, mark=0)
    item = stage.item(1)
    texture = ImageTexture(Image.create(4, 4))
    stage.mark(item, 1, texture=texture)
    stage.drawn()
    gone = ref(texture)

    stage.server.canvas_item_free(item)
    del texture, item
    assert stage.drawn() == [0]
    stage.drawn()
    assert gone() is None


def test_what_came_one_by_one_is_there_when_all_is_laid_out_anew(stage: Any) -> None:
    texture = ImageTexture(Image.create(4, 4))
    stage.mark(stage.item(0), 1, texture=texture)
    assert stage.drawn() == [1]

    texture.image = Image.create(8, 8)
    assert stage.drawn() == [1]
