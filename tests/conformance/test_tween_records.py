"""The records of tweens, but those of the easing curves, which test_math_records.py has."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, pi
from typing import Any

import pytest

from engine.core.errors import TreeError
from engine.math import Color, Vector2
from engine.tree.node import Node
from engine.tree.scene_tree import SceneTree
from engine.tree.tween import Tween
from nodes import Node2D

record = pytest.mark.record


class Thing(Node):
    """The records' object o."""

    x = 0.0
    y = 0.0


@pytest.fixture
def o(tree: SceneTree) -> Thing:
    return tree.root.add_child(Thing())


@pytest.fixture
def tw(tree: SceneTree) -> Iterator[Tween]:
    tween = tree.create_tween()
    yield tween
    tween.kill()


def emissions(signal: Any) -> list[list[Any]]:
    heard: list[list[Any]] = []
    signal.connect(lambda *args: heard.append(list(args)))
    return heard


def process(tree: SceneTree, *deltas: float) -> None:
    for delta in deltas:
        tree._process_frame(delta)


# --- Godot -----------------------------------------------------------------------------------------------------------


@record("Tween-001")
def test_nothing_happens_at_creation(o: Thing, tw: Tween) -> None:
    tw.tween_property(o, "x", 10.0, 1.0)

    assert o.x == 0.0
    assert tw.is_running()
    assert tw.is_valid()


@record("Tween-002", "Tween-003", "Tween-004", "Tween-005")
def test_a_linear_property_gets_there_and_says_so(tree: SceneTree, o: Thing, tw: Tween) -> None:
    tw.tween_property(o, "x", 10.0, 1.0)
    finished, steps = emissions(tw.finished), emissions(tw.step_finished)

    process(tree, 0.25)
    assert o.x == 2.5
    process(tree, 0.25)
    assert o.x == 5.0
    process(tree, 0.5)
    assert o.x == 10.0
    assert finished == [[]]
    assert steps == [[0]]
    assert not tw.is_running()


@record("Tween-006", "Tween-007")
def test_steps_follow_one_another(tree: SceneTree, o: Thing, tw: Tween) -> None:
    tw.tween_property(o, "x", 10.0, 1.0)
    tw.tween_property(o, "x", 0.0, 1.0)
    finished, steps = emissions(tw.finished), emissions(tw.step_finished)

    process(tree, 1.5)
    assert o.x == 5.0
    assert steps == [[0]]
    process(tree, 0.5)
    assert o.x == 0.0
    assert steps == [[0], [1]]
    assert len(finished) == 1


@record("Tween-008")
def test_the_start_value_is_read_when_the_step_begins(tree: SceneTree, o: Thing, tw: Tween) -> None:
    tw.tween_interval(1.0)
    tw.tween_property(o, "x", 10.0, 1.0)
    o.x = 4

    process(tree, 1.0, 0.5)

    assert o.x == 7.0


@record("Tween-009")
def test_from_sets_the_start_value(tree: SceneTree, o: Thing, tw: Tween) -> None:
    tw.tween_property(o, "x", 10.0, 1.0).from_(6.0)

    process(tree, 0.5)

    assert o.x == 8.0


@record("Tween-010")
def test_relative_adds_to_the_start_value(tree: SceneTree, o: Thing, tw: Tween) -> None:
    o.x = 3.0
    tw.tween_property(o, "x", 10.0, 1.0).as_relative()

    process(tree, 1.0)

    assert o.x == 13.0


@record("Tween-016", "Tween-017")
def test_parallel_tweeners_are_one_step_and_chain_begins_another(tree: SceneTree, o: Thing, tw: Tween) -> None:
    tw.set_parallel()
    tw.tween_property(o, "x", 10.0, 1.0)
    tw.tween_property(o, "y", 10.0, 1.0)
    tw.chain().tween_property(o, "x", 0.0, 1.0)

    process(tree, 1.0)
    assert (o.x, o.y) == (10.0, 10.0)
    process(tree, 1.0)
    assert o.x == 0.0


@record("Tween-018", "Tween-019")
def test_callbacks_come_after_intervals_and_delays(tree: SceneTree, tw: Tween) -> None:
    calls: list[int] = []
    tw.tween_interval(0.5)
    tw.tween_callback(lambda: calls.append(1))
    tw.tween_callback(lambda: calls.append(2)).set_delay(0.25)
    finished = emissions(tw.finished)

    process(tree, 0.6)
    assert len(calls) == 1
    process(tree, 0.25)
    assert len(calls) == 2
    assert len(finished) == 1


@record("Tween-020", "Tween-021")
def test_loops_say_which_is_over_but_for_the_last(tree: SceneTree, o: Thing, tw: Tween) -> None:
    tw.set_loops(2)
    tw.tween_property(o, "x", 10.0, 1.0).from_(0.0)
    finished, loops = emissions(tw.finished), emissions(tw.loop_finished)

    process(tree, 1.0)
    assert loops == [[1]]
    assert len(finished) == 0
    process(tree, 1.0)
    assert len(finished) == 1
    assert loops == [[1]]


@record("Tween-022", "Tween-023", "Tween-024")
def test_it_is_paused_played_and_killed(tree: SceneTree, o: Thing, tw: Tween) -> None:
    tw.tween_property(o, "x", 10.0, 1.0)

    process(tree, 0.5)
    tw.pause()
    process(tree, 1.0)
    assert o.x == 5.0
    tw.play()
    process(tree, 0.25)
    assert o.x == 7.5
    tw.kill()
    process(tree, 1.0)
    assert o.x == 7.5
    assert not tw.is_valid()


@record("Tween-026", "Tween-027", "Tween-028")
def test_a_bound_tween_stands_still_outside_the_tree_and_ends_with_its_node(tree: SceneTree, o: Thing) -> None:
    tween = o.create_tween()
    tween.tween_property(o, "x", 10.0, 1.0)
    tree.root.remove_child(o)

    process(tree, 0.5)
    assert o.x == 0.0
    assert tween.is_valid()
    tree.root.add_child(o)
    process(tree, 0.5)
    assert o.x == 5.0
    o.free()
    process(tree, 0.5)
    assert tree.get_processed_tweens() == []
    assert not tween.is_valid()


@record("Tween-029")
def test_an_empty_tween_is_an_error_and_dropped(tree: SceneTree, tw: Tween) -> None:
    with pytest.raises(TreeError, match="started without anything to do"):
        tree.tick(0.1)

    assert tree.get_processed_tweens() == []


@record("Tween-030")
def test_a_paused_tween_can_be_stepped_by_hand(o: Thing, tw: Tween) -> None:
    tw.tween_property(o, "x", 10.0, 1.0)
    tw.pause()

    result = tw.custom_step(0.5)

    assert o.x == 5.0
    assert not tw.is_running()
    assert result is True


@record("Tween-031")
def test_the_defaults_are_linear_in_out_idle_and_bound(tree: SceneTree, o: Thing) -> None:
    plain, curved = tree.create_tween(), tree.create_tween()
    plain.tween_property(o, "x", 8.0, 1.0)
    curved.tween_property(o, "y", 8.0, 1.0).set_trans(Tween.TRANS_QUAD)

    tree._physics_step(0.25)
    assert (o.x, o.y) == (0.0, 0.0)  # not TWEEN_PROCESS_PHYSICS
    process(tree, 0.25)
    assert (o.x, o.y) == (2.0, 1.0)  # TRANS_LINEAR, and EASE_IN_OUT: (2 t)^2 / 2 of the way
    tree.paused = True
    process(tree, 0.25)
    assert (o.x, o.y) == (2.0, 1.0)  # not TWEEN_PAUSE_PROCESS
    o.process_mode = o.process_mode.ALWAYS
    plain.bind_node(o)
    process(tree, 0.25)
    assert o.x == 4.0  # not TWEEN_PAUSE_STOP


@record("Tween-032")
def test_the_tween_made_last_wins(tree: SceneTree, o: Thing) -> None:
    tree.create_tween().tween_property(o, "x", 10.0, 1.0)
    tree.create_tween().tween_property(o, "x", -10.0, 1.0)

    process(tree, 1.0)

    assert o.x == -10.0


# --- the reference engine --------------------------------------------------------------------------------------------


@pytest.fixture
def node(tree: SceneTree) -> Node2D:
    return tree.root.add_child(Node2D())


@record("mainframe-tweens-0139")
def test_one_channel_of_a_colour(tree: SceneTree, node: Node2D) -> None:
    assert node.modulate == Color(1, 1, 1, 1)
    tree.create_tween().tween_property(node, "modulate:a", 0, 1)

    tree.advance(0.5, 1 / 60)

    assert node.modulate.a == pytest.approx(0.5, abs=5e-4)
    assert node.modulate.r == 1


@record("mainframe-tweens-0140", "mainframe-tweens-0141")
def test_a_sine_eases_in_and_the_finished_tween_leaves_the_tree(tree: SceneTree, node: Node2D) -> None:
    tween = tree.create_tween().set_trans(Tween.TRANS_SINE).set_ease(Tween.EASE_IN)
    tween.tween_property(node, "position:x", 100, 1)

    tree.advance(0.5)
    assert node.position.x == pytest.approx(100 * (1 - cos(0.5 * pi / 2)), abs=0.05)
    tree.advance(1)
    assert node.position.x == 100
    assert len(tree.get_processed_tweens()) == 0


@record("mainframe-tweens-0142", "mainframe-tweens-0144")
def test_a_sequence_with_parallel_parts(tree: SceneTree, node: Node2D) -> None:
    log: list[str] = []
    tween = tree.create_tween()
    tween.tween_interval(0.25)
    tween.tween_callback(lambda: log.append("a"))
    tween.tween_property(node, "rotation", 1, 0.5)
    tween.parallel().tween_property(node, "scale", Vector2(3, 3), 1.0)
    tween.tween_callback(lambda: log.append("b"))
    finished = emissions(tween.finished)

    tree.advance(0.3, 0.05)
    assert log == ["a"]
    tree.advance(1, 0.05)
    assert log == ["a", "b"]
    assert node.scale == (3, 3)
    assert len(finished) == 1


@record("mainframe-tweens-0146")
def test_relative_loops_add_up(tree: SceneTree, node: Node2D) -> None:
    tree.create_tween().set_loops(3).tween_property(node, "position:y", 10, 0.1).as_relative()

    tree.advance(0.31, 0.01)

    assert node.position.y == pytest.approx(30, abs=0.005)


@record("mainframe-tweens-0147")
def test_a_method_gets_the_values_on_the_way(tree: SceneTree) -> None:
    values: list[float] = []
    tween = tree.create_tween().set_trans(Tween.TRANS_QUAD).set_ease(Tween.EASE_OUT)
    tween.tween_method(values.append, 0.0, 1.0, 0.2)

    tree.advance(0.3, 0.05)

    assert values[0] == pytest.approx(0.4375, abs=5e-4)
    assert values[-1] == 1


@record("mainframe-tweens-0148")
def test_every_curve_begins_at_0_and_ends_at_1() -> None:
    for trans in range(12):
        for ease in range(4):
            start = Tween.interpolate_value(0.0, 1.0, 0.0, 1.0, trans, ease)
            end = Tween.interpolate_value(0.0, 1.0, 1.0, 1.0, trans, ease)
            assert start == pytest.approx(0, abs=0.005)
            assert end == pytest.approx(1, abs=0.005)
