"""What a change leads to: no more than it must, and no less."""

from math import cos, sin
from typing import Any

import pytest

from servers.render import CanvasCommands, GroupMode
from servers.render.scene.draw_list import BackBufferCopy, GroupBegin
from servers.render.scene.picking import canvas_picking
from servers.render.scene.picking.picking import covers


def steps(stage: Any, kind: type[Any]) -> list[Any]:
    """The steps of a kind in the list of the root's canvas."""
    return [step for step in canvas_of(stage)._list.steps if isinstance(step, kind)]


def canvas_of(stage: Any) -> Any:
    return stage.server.viewport_of(stage.host.root).canvas


def group(stage: Any, *key: int, margin: float = 0.0, under: Any = None) -> Any:
    item = stage.item(*key, under=under)
    stage.server.canvas_item_set_group_mode(item, GroupMode.TRANSPARENT, margin)
    return item


def looks(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Collects how often it is looked closely whether something covers a point."""
    looked = []

    def counted(*rest: Any) -> bool:
        looked.append(rest)
        return covers(*rest)

    monkeypatch.setattr(canvas_picking, "covers", counted)
    return looked


# --- groups ----------------------------------------------------------------------------------------------------------


def test_a_group_that_fades_after_it_was_drawn_fades(stage: Any) -> None:
    faded = group(stage, 0)
    stage.item(0, 0, under=faded, mark=1)
    assert stage.colors() == [(1, 1, 1, 1), (1, 1, 1, 1)]

    stage.server.canvas_item_set_self_modulate(faded, (1, 1, 1, 0.5))

    assert stage.colors() == [(1, 1, 1, 1), (1, 1, 1, 0.5)]


def test_a_group_without_members_is_not_opened(stage: Any) -> None:
    outer = group(stage, 0)
    group(stage, 0, 0, under=outer)
    stage.item(1, mark=1)
    stage.drawn()

    assert steps(stage, GroupBegin) == []


def test_the_picture_of_a_group_is_drawn_around_its_members_and_those_of_inner_groups_alone(stage: Any) -> None:
    outer = group(stage, 0, margin=2)
    inner = group(stage, 0, 0, under=outer, margin=3)
    stage.item(0, 0, 0, under=inner, mark=20)
    group(stage, 0, 1, under=outer)  # has none
    stage.item(0, 2, under=outer, mark=50)
    stage.drawn()

    covers = canvas_of(stage)._list.positions[[1, 4]]
    assert covers[:, 0].tolist() == [[17, -3], [15, -5]]
    assert covers[:, 3].tolist() == [[24, 4], [53, 6]]


def test_a_group_that_is_drawn_several_times_has_one_picture_around_all_copies(stage: Any) -> None:
    tiled = group(stage, 0)
    stage.server.canvas_item_set_repeat(tiled, (100, 0), 2)
    stage.item(0, 0, under=tiled, mark=1)
    stage.drawn()

    positions = canvas_of(stage)._list.positions
    assert len(positions) == 4
    assert positions[3, [0, 3], 0].tolist() == [-99, 102]


# --- what is copied --------------------------------------------------------------------------------------------------


def test_an_item_that_sorts_by_y_copies_what_is_behind_it_all_the_same(stage: Any) -> None:
    stage.item(0, mark=1)
    copying = stage.item(1)
    stage.server.canvas_item_set_copy_to_backbuffer(copying, True)
    stage.server.canvas_item_set_y_sort(copying, True)
    stage.drawn()

    assert len(steps(stage, BackBufferCopy)) == 1


def test_items_that_copy_and_draw_nothing_may_stand_in_another_order_than_in_the_tree(stage: Any) -> None:
    for index, z in enumerate((2, 1)):
        copying = stage.item(index)
        stage.server.canvas_item_set_copy_to_backbuffer(copying, True)
        stage.server.canvas_item_set_z_index(copying, z, True)
    stage.drawn()

    assert [step.item for step in steps(stage, BackBufferCopy)] == [1, 0]


# --- y ---------------------------------------------------------------------------------------------------------------


def sorter(stage: Any, key: int, slot: int, transform: tuple[float, ...]) -> Any:
    item = stage.item(key)
    stage.server.canvas_item_set_y_sort(item, True)
    stage.server.canvas_item_set_slot(item, slot)
    stage.transforms.rows[slot] = transform
    return item


def test_items_of_equal_y_in_a_turned_sorter_far_away_stand_in_tree_order(stage: Any) -> None:
    c, s = cos(0.3), sin(0.3)
    top = sorter(stage, 0, 0, (c, s, -s, c, 5000, 3000))
    for index in range(60):
        stage.server.canvas_item_set_slot(stage.item(0, index, under=top, mark=index), index + 1)
        x, y = index * 17 - 500, 50
        stage.transforms.rows[index + 1] = (c, s, -s, c, 5000 + c * x - s * y, 3000 + s * x + c * y)
    stage.host.root.size = (20000, 20000)

    assert stage.drawn() == list(map(float, range(60)))


def test_a_difference_that_is_more_than_rounding_counts_however_small(stage: Any) -> None:
    top = sorter(stage, 0, 0, (1, 0, 0, 1, 0, 60000))
    for index in range(3):
        stage.server.canvas_item_set_slot(stage.item(0, index, under=top, mark=index), index + 1)
        stage.transforms.rows[index + 1] = (1, 0, 0, 1, 0, 60000.0003 - index * 0.0001)
    stage.host.root.size = (100, 70000)

    assert stage.drawn() == [2, 1, 0]


def test_sums_that_differ_by_rounding_alone_are_ties(stage: Any) -> None:
    top = sorter(stage, 0, 0, (1, 0, 0, 1, 0, 0.1))
    for index, y in enumerate((0.1 + 0.2, 0.3)):  # the first is the larger by rounding
        stage.server.canvas_item_set_slot(stage.item(0, index, under=top, mark=index), index + 1)
        stage.transforms.rows[index + 1] = (1, 0, 0, 1, 0, y)

    assert stage.drawn() == [0, 1]


def test_many_sorters_are_sorted_at_once(stage: Any) -> None:
    for index in range(200):
        top = sorter(stage, index, 3 * index, (1, 0, 0, 1, 0, 0))
        for child, y in enumerate((9, 5)):
            slot = 3 * index + 1 + child
            stage.server.canvas_item_set_slot(stage.item(index, child, under=top, mark=2 * index + child), slot)
            stage.transforms.rows[slot] = (1, 0, 0, 1, 0, y)
    expected = [float(2 * index + child) for index in range(200) for child in (1, 0)]
    assert stage.drawn() == expected

    packs = stage.transforms.packs
    stage.transforms.move(1, 0, 1)
    expected[:2] = [0, 1]
    assert stage.drawn() == expected
    assert stage.transforms.packs == packs + 2


def test_a_unit_that_moves_while_what_it_draws_stays_is_sorted_anew(stage: Any) -> None:
    top = sorter(stage, 0, 0, (1, 0, 0, 1, 0, 0))
    for index in range(2):
        unit = stage.item(0, index, under=top)
        stage.server.canvas_item_set_slot(unit, index + 1)
        stage.transforms.rows[index + 1] = (1, 0, 0, 1, 0, index)
        stage.item(0, index, 0, under=unit, mark=index)  # stands where the canvas begins
    assert stage.drawn() == [0, 1]

    stage.transforms.move(1, 0, 5)

    assert stage.drawn() == [1, 0]


# --- views -----------------------------------------------------------------------------------------------------------


def test_points_that_stood_at_whole_pixels_go_back_when_that_ends(stage: Any) -> None:
    stage.item(0, mark=0.25)
    stage.host.root.snap_2d_vertices_to_pixel = True
    stage.drawn()
    assert canvas_of(stage)._list.positions[0, 0].tolist() == [0, 0]

    stage.host.root.snap_2d_vertices_to_pixel = False
    stage.drawn()

    assert canvas_of(stage)._list.positions[0, 0].tolist() == [0.25, 0]


def test_an_item_is_in_the_first_layer_alone_until_it_says_otherwise(stage: Any) -> None:
    stage.item(0, mark=1)
    other = stage.item(1, mark=2)
    stage.server.canvas_item_set_visibility_layer(other, 2)
    stage.host.root.canvas_cull_mask = 2
    assert stage.drawn() == [2]

    stage.host.root.canvas_cull_mask = 1
    assert stage.drawn() == [1]


# --- what it costs ---------------------------------------------------------------------------------------------------


def test_a_canvas_on_which_nothing_moved_uploads_nothing_while_another_moves(stage: Any) -> None:
    stage.server.canvas_item_set_slot(stage.item(0, mark=1), 0)
    stage.transforms.move(0, 5, 5)
    stage.drawn()
    stage.transforms.move(7, 1, 1)  # of another canvas
    stage.drawn()

    assert stage.server.stats.uploads == 0


def test_many_items_that_change_their_colours_cost_one_upload_and_are_right(stage: Any) -> None:
    items = [stage.item(index, mark=index) for index in range(50)]
    stage.mark(items[7], 7, 70)
    stage.drawn()
    for index, item in enumerate(items[::2]):
        stage.server.canvas_item_set_modulate(item, (index / 32, 1, 1, 1))
    stage.mark(items[7], 8, 80)

    red = [color[0] for color in stage.colors()]
    assert red[:7:2] == pytest.approx([0, 1 / 32, 2 / 32, 3 / 32], abs=1e-3)
    assert red[1:8:2] == [1, 1, 1, 1]
    assert stage.server.stats.uploads == 2
    assert stage.draw_list.instances["points"][7:9, 0].tolist() == [8, 80]


def test_a_pick_looks_closely_only_at_what_is_near(stage: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    looked = looks(monkeypatch)
    items = [stage.item(index, mark=10 * index) for index in range(100)]

    assert stage.server.pick((500.5, 0.5)) == [items[50].source]
    assert len(looked) == 1


def test_the_owner_of_many_members_is_looked_at_once_in_a_pick(stage: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    looked = looks(monkeypatch)
    owner = stage.item(0, mark=1)
    stage.server.canvas_item_set_group_mode(owner, GroupMode.CLIP_ONLY)
    members = [stage.item(0, index, under=owner, mark=1) for index in range(20)]

    assert stage.server.pick((1.5, 0.5)) == [member.source for member in reversed(members)]
    assert len(looked) == 21


def test_a_group_that_draws_itself_masks_its_members_in_a_pick_and_is_not_there_itself(stage: Any) -> None:
    owner = group(stage, 0)
    commands = CanvasCommands()
    commands.rect(0, 0, 10, 10, (1, 1, 1, 1))
    stage.server.canvas_item_set_commands(owner, commands)
    member = stage.item(0, 0, under=owner, mark=9)
    stage.mark(member, 9, 20)

    assert stage.server.pick((9.5, 0.5)) == [member.source]
    assert stage.server.pick((20.5, 0.5)) == []
    assert stage.server.pick((5, 5)) == []
