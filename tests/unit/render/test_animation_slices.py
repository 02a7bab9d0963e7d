"""Parts of animations: when they are shown, and that nothing is recorded anew for it."""

from __future__ import annotations

from typing import Any

import pytest

from servers.render import CanvasCommands
from servers.render.scene.commands.instances import Slice

WHITE = (1.0, 1.0, 1.0, 1.0)
TIMES = (0.0, 0.25, 0.5, 0.75, 1.0)


@pytest.mark.parametrize(
    ("slice", "shown"),
    [
        (Slice(1.0, 0.25, 0.5, 0.0), (False, True, False, False, False)),
        (Slice(1.0, 0.0, 0.5, 0.0), (True, True, False, False, True)),
        (Slice(1.0, 0.0, 0.5, 0.25), (False, True, True, False, False)),
        (Slice(0.5, 0.25, 0.5, 0.0), (False, True, False, True, False)),
        (Slice(1.0, 0.0, 0.25, 0.75), (False, False, False, True, False)),
        (Slice(1.0, 0.5, 1.0, 0.75), (False, True, True, False, False)),
        (Slice(1.0, 0.0, 2.0, 0.0), (True,) * 5),
        (Slice(1.0, 0.5, 0.5, 0.0), (False,) * 5),
    ],
)
def test_a_slice_is_shown_from_its_begin_until_its_end_in_each_round(slice: Slice, shown: tuple[bool, ...]) -> None:
    assert tuple(slice.shows(time) for time in TIMES) == shown


def animated(stage: Any, item: Any, *marks: float) -> None:
    """Let an item draw marks one after the other, a second each, after one that stays."""
    commands = CanvasCommands()
    commands.rect(100, 0, 1, 1, WHITE)
    for i, mark in enumerate(marks):
        commands.begin_slice(float(len(marks)), float(i), i + 1.0, 0.0)
        commands.rect(mark, 0, 1, 1, WHITE)
    commands.end_slice()
    commands.rect(200, 0, 1, 1, WHITE)
    stage.server.canvas_item_set_commands(item, commands)


def test_what_is_drawn_changes_with_the_time_of_the_server_alone(stage: Any) -> None:
    animated(stage, stage.item(0), 1, 2, 3)

    found = []
    for _ in range(5):
        found.append(stage.drawn())
        stage.server.process(1.0)

    assert found == [[100, mark, 200] for mark in (1, 2, 3, 1, 2)]


def test_a_new_part_visits_no_item_and_the_same_one_uploads_nothing(stage: Any) -> None:
    animated(stage, stage.item(0), 1, 2)
    stage.drawn()
    stage.server.process(0.5)
    stage.drawn()
    assert (stage.server.stats.item_visits, stage.server.stats.uploads) == (0, 0)

    stage.server.process(0.5)
    stage.drawn()
    assert stage.server.stats.item_visits == 0
    assert stage.server.stats.uploads > 0


def test_what_is_shown_of_many_items_is_drawn_in_one_call(stage: Any) -> None:
    for i in range(5):
        animated(stage, stage.item(i), i, i + 10)
    stage.drawn()

    assert (stage.server.stats.draw_calls, stage.server.stats.instances) == (1, 15)


def test_items_of_which_nothing_is_shown_leave_the_others_as_they_are(stage: Any) -> None:
    commands = CanvasCommands()
    commands.begin_slice(2, 1, 2, 0)
    commands.rect(1, 0, 1, 1, WHITE)
    stage.server.canvas_item_set_commands(stage.item(0), commands)
    stage.item(1, mark=7)
    stage.item(2, mark=9)

    assert stage.drawn() == [7, 9]
    stage.server.process(1.0)
    assert stage.drawn() == [1, 7, 9]


def test_a_colour_that_changes_reaches_what_is_shown_and_what_will_be(stage: Any) -> None:
    item = stage.item(0)
    animated(stage, item, 1, 2)
    stage.drawn()
    stage.server.canvas_item_set_modulate(item, (0.5, 1, 1, 1))

    assert {color[0] for color in stage.colors()} == {0.5}
    stage.server.process(1.0)
    assert {color[0] for color in stage.colors()} == {0.5}


def test_a_part_that_is_not_shown_is_not_picked(stage: Any) -> None:
    item = stage.item(0)
    animated(stage, item, 1, 2)

    assert stage.server.pick((1.5, 0.5)) == [item.source]
    assert stage.server.pick((2.5, 0.5)) == []
    stage.server.process(1.0)
    assert stage.server.pick((1.5, 0.5)) == []
    assert stage.server.pick((2.5, 0.5)) == [item.source]


def test_a_slice_without_an_end_lasts_until_the_next_and_to_the_end_of_the_item(stage: Any) -> None:
    commands = CanvasCommands()
    commands.begin_slice(2, 0, 1, 0)
    commands.rect(1, 0, 1, 1, WHITE)
    commands.begin_slice(2, 1, 2, 0)
    commands.rect(2, 0, 1, 1, WHITE)
    stage.server.canvas_item_set_commands(stage.item(0), commands)
    stage.item(1, mark=9)

    assert stage.drawn() == [1, 9]
    stage.server.process(1.0)
    assert stage.drawn() == [2, 9]
