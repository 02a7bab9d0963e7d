"""Picking: the mouse and fingers over bodies and areas."""

from __future__ import annotations

from typing import Any

import pytest

from engine import (
    InputEvent,
    InputEventKey,
    InputEventMouseButton,
    InputEventMouseMotion,
    InputEventMouseWheel,
    InputEventScreenTouch,
    MouseMode,
    ProcessMode,
)
from engine.tree.scene_tree import SceneTree
from nodes import Area2D, Camera2D, CanvasLayer, CollisionShape2D, Node, Node2D, RigidBody2D, StaticBody2D, SubViewport
from tests.unit.physics_2d.worlds import circle, rectangle

Log = list[tuple[Any, ...]]


class Told(Area2D):
    """Writes down what it is told, by callbacks and by signals."""

    log: Log

    def on_input_event(self, viewport: Node, event: InputEvent, shape_idx: int) -> None:
        self.log.append((self.name, "event", event, shape_idx))

    def on_mouse_enter(self) -> None:
        self.log.append((self.name, "enter"))

    def on_mouse_exit(self) -> None:
        self.log.append((self.name, "exit"))

    def on_mouse_shape_enter(self, shape_idx: int) -> None:
        self.log.append((self.name, "shape enter", shape_idx))

    def on_mouse_shape_exit(self, shape_idx: int) -> None:
        self.log.append((self.name, "shape exit", shape_idx))


@pytest.fixture
def log() -> Log:
    Told.log = []
    return Told.log


def told(parent: Node, name: str, x: float = 0.0, y: float = 0.0, **exported: Any) -> Told:
    """Something of 40 px by 40."""
    node = Told(name, position=(x, y), **exported)
    node.add_child(CollisionShape2D(shape=rectangle(40, 40)))
    return parent.add_child(node)


def motion(tree: SceneTree, x: float, y: float) -> InputEventMouseMotion:
    event = InputEventMouseMotion(position=(x, y))
    tree.push_input(event)
    return event


def press(tree: SceneTree, x: float, y: float, pressed: bool = True) -> InputEventMouseButton:
    event = InputEventMouseButton(position=(x, y), button_index=1, pressed=pressed)
    tree.push_input(event)
    return event


def names(log: Log, what: str) -> list[str]:
    return [line[0] for line in log if line[1] == what]


def test_the_mouse_comes_over_a_shape_and_goes(tree: SceneTree, log: Log) -> None:
    told(tree.root, "A", 100, 100)

    into = motion(tree, 110, 100)
    tree.frames(1)
    assert log == [("A", "enter"), ("A", "shape enter", 0), ("A", "event", into, 0)]

    log.clear()
    within = motion(tree, 90, 100)
    tree.frames(1)
    assert log == [("A", "event", within, 0)]

    log.clear()
    motion(tree, 200, 100)
    tree.frames(1)
    assert log == [("A", "exit"), ("A", "shape exit", 0)]


def test_signals_tell_the_same(tree: SceneTree) -> None:
    area = tree.root.add_child(Area2D(position=(100, 100)))
    area.add_child(CollisionShape2D(shape=circle(20)))
    log: Log = []
    area.input_event.connect(lambda viewport, event, shape: log.append((viewport, event, shape)))
    for name in ("mouse_entered", "mouse_exited", "mouse_shape_entered", "mouse_shape_exited"):
        getattr(area, name).connect(lambda *shape, name=name: log.append((name, *shape)))

    event = motion(tree, 100, 100)
    tree.frames(1)
    motion(tree, 200, 100)
    tree.frames(1)

    assert log == [
        ("mouse_entered",),
        ("mouse_shape_entered", 0),
        (tree.root, event, 0),
        ("mouse_exited",),
        ("mouse_shape_exited", 0),
    ]


def test_events_wait_for_the_next_physics_step(tree: SceneTree, log: Log) -> None:
    told(tree.root, "A", 100, 100)
    motion(tree, 100, 100)

    tree.tick(0.001)
    before = [*log]
    tree.frames(1)

    assert before == []
    assert names(log, "event") == ["A"]


def test_they_are_told_after_physics_frame_and_before_the_physics_process(tree: SceneTree, log: Log) -> None:
    class Stepper(Node):
        def on_physics_process(self, delta: float) -> None:
            log.append(("step",))

    tree.root.add_child(Stepper())
    told(tree.root, "A", 100, 100)
    tree.physics_frame.connect(lambda: log.append(("frame",)))
    motion(tree, 100, 100)

    tree.frames(1)

    assert [line[0] for line in log] == ["frame", "A", "A", "A", "step"]


def test_buttons_and_the_wheel_are_told_where_the_pointer_is(tree: SceneTree, log: Log) -> None:
    told(tree.root, "A", 100, 100)
    down = press(tree, 100, 100)
    up = press(tree, 100, 100, pressed=False)
    wheel = InputEventMouseWheel(position=(100, 100), delta=(0, 1))
    tree.push_input(wheel)
    elsewhere = press(tree, 300, 100)

    tree.frames(1)

    assert [line[2] for line in log if line[1] == "event"] == [down, up, wheel]
    assert elsewhere not in [line[2] for line in log if line[1] == "event"]


def test_a_finger_is_told_of_but_does_not_come_over_anything(tree: SceneTree, log: Log) -> None:
    told(tree.root, "A", 100, 100)
    touch = InputEventScreenTouch(position=(100, 100), pressed=True)
    tree.push_input(touch)

    tree.frames(2)

    assert log == [("A", "event", touch, 0)]


def test_each_shape_is_told_by_its_number(tree: SceneTree, log: Log) -> None:
    node = told(tree.root, "A", 100, 100)
    node.add_child(CollisionShape2D(shape=rectangle(40, 40), position=(30, 0)))

    motion(tree, 115, 100)
    tree.frames(1)
    assert [line[1:] for line in log if line[1] != "event"] == [("enter",), ("shape enter", 0), ("shape enter", 1)]
    assert [line[3] for line in log if line[1] == "event"] == [0, 1]

    log.clear()
    motion(tree, 140, 100)
    tree.frames(1)
    assert ("A", "shape exit", 0) in log
    assert names(log, "exit") == []


def test_what_moves_under_a_resting_mouse_is_told_without_an_event_of_a_device(tree: SceneTree, log: Log) -> None:
    node = told(tree.root, "A", 100, 100)
    motion(tree, 300, 100)
    tree.frames(1)

    node.position = (300, 100)
    tree.frames(1)

    assert [line[:2] for line in log] == [("A", "enter"), ("A", "shape enter"), ("A", "event")]
    made = log[-1][2]
    assert isinstance(made, InputEventMouseMotion)
    assert (made.device, made.position) == (-2, (300, 100))
    log.clear()
    tree.frames(1)
    assert log == []
    node.position = (100, 100)
    tree.frames(1)
    assert log == [("A", "exit"), ("A", "shape exit", 0)]


def test_such_an_event_knows_the_buttons_and_keys_that_are_held(tree: SceneTree, log: Log) -> None:
    node = told(tree.root, "A", 100, 100)
    press(tree, 300, 100)
    tree.push_input(InputEventKey(keycode=65, pressed=True, shift_pressed=True))
    tree.frames(1)

    node.position = (300, 100)
    tree.frames(1)

    made = log[-1][2]
    assert (made.button_mask, made.shift_pressed, made.ctrl_pressed) == (1, True, False)


def test_a_button_that_was_let_go_of_unseen_is_not_held_in_such_an_event(tree: SceneTree, log: Log) -> None:
    node = told(tree.root, "A", 100, 100)
    press(tree, 300, 100)
    tree.frames(1)
    tree.input.release_all()  # as when the window loses the keyboard

    node.position = (300, 100)
    tree.frames(1)

    assert log[-1][2].button_mask == 0


def test_without_any_event_nothing_is_told(tree: SceneTree, log: Log) -> None:
    told(tree.root, "A", 0, 0)

    tree.frames(3)

    assert log == []


def test_a_handled_event_is_not_told_but_is_by_push_input_as_unhandled_otherwise(tree: SceneTree, log: Log) -> None:
    class Greedy(Node):
        def on_unhandled_input(self, event: InputEvent) -> None:
            self.get_viewport().set_input_as_handled()

    told(tree.root, "A", 100, 100)
    unhandled = tree.push_input(InputEventMouseMotion(position=(300, 300)))
    greedy = tree.root.add_child(Greedy())
    tree.frames(1)
    handled = tree.push_input(InputEventMouseButton(position=(100, 100), button_index=1, pressed=True))
    tree.frames(1)

    assert (unhandled, handled) == (False, True)
    assert log == []
    greedy.free()


def test_one_that_handles_an_event_keeps_it_from_the_next(tree: SceneTree, log: Log) -> None:
    first, second = told(tree.root, "A", 100, 100), told(tree.root, "B", 100, 100)
    assert first.get_rid() < second.get_rid()
    first.input_event.connect(lambda viewport, event, shape: tree.root.set_input_as_handled())

    press(tree, 100, 100)
    tree.frames(1)

    assert names(log, "event") == ["A"]
    assert not tree.root.is_input_handled()


def test_they_are_told_in_the_order_in_which_they_were_made_or_from_the_front(tree: SceneTree, log: Log) -> None:
    for name in "ABC":
        told(tree.root, name, 100, 100)
    raised = tree.root.add_child(Node2D(z_index=1))
    told(raised, "D", 100, 100, z_index=-3)
    told(raised, "E", 100, 100, z_index=2)
    tree.root.move_child(tree.root.get_node("A"), 2)

    press(tree, 100, 100)
    tree.frames(1)
    by_age = names(log, "event")
    log.clear()
    tree.root.physics_object_picking_sort = True
    press(tree, 100, 100)
    tree.frames(1)

    assert by_age == ["A", "B", "C", "D", "E"]
    assert names(log, "event") == ["E", "A", "C", "B", "D"]
    log.clear()
    raised.get_node("D", Told).z_as_relative = False
    raised.get_node("E", Told).top_level = True
    tree.root.get_node("B", Told).z_index = 3
    tree.root.get_node("C", Told).z_index = -2
    press(tree, 100, 100)
    tree.frames(1)
    assert names(log, "event") == ["B", "E", "A", "C", "D"]


def test_first_only_tells_one_of_each_canvas(tree: SceneTree, log: Log) -> None:
    told(tree.root, "A", 100, 100)
    told(tree.root, "B", 100, 100)
    layer = tree.root.add_child(CanvasLayer())
    told(layer, "C", 100, 100)
    told(layer, "D", 100, 100)
    tree.root.physics_object_picking_sort = True
    tree.root.physics_object_picking_first_only = True

    press(tree, 100, 100)
    tree.frames(1)

    assert names(log, "event") == ["B", "D"]


def test_cameras_and_layers_are_looked_through(tree: SceneTree, log: Log) -> None:
    told(tree.root, "A", 1000, 500)
    layer = tree.root.add_child(CanvasLayer(offset=(0, 300), scale=(2, 2)))
    told(layer, "B", 100, 0)
    tree.root.add_child(Camera2D(position=(1000, 500), zoom=(2, 2)))
    tree.frames(1)
    middle = tree.root.size / 2

    at_edge = middle + (38, 0)  # 19 px of the canvas
    motion(tree, *at_edge)
    motion(tree, *(middle + (42, 0)))
    motion(tree, 238, 300)
    motion(tree, 242, 300)
    tree.frames(1)

    assert [(line[0], line[2].position) for line in log if line[1] == "event"] == [("A", at_edge), ("B", (238, 300))]


def test_a_moving_camera_moves_what_is_under_the_mouse(tree: SceneTree, log: Log) -> None:
    told(tree.root, "A", 0, 0)
    camera = tree.root.add_child(Camera2D(position=(500, 0)))
    tree.frames(1)
    motion(tree, *(tree.root.size / 2))
    tree.frames(1)
    assert log == []

    camera.position = (0, 0)
    tree.frames(2)

    assert names(log, "enter") == ["A"]


def test_the_global_canvas_transform_counts(tree: SceneTree, log: Log) -> None:
    told(tree.root, "A", 0, 0)
    tree.root.global_canvas_transform = (1, 0, 0, 1, 200, 100)

    motion(tree, 200, 100)
    tree.frames(1)

    assert names(log, "event") == ["A"]


def test_what_is_not_pickable_not_visible_or_not_processed_is_not_told(tree: SceneTree, log: Log) -> None:
    told(tree.root, "A", 100, 100, input_pickable=False)
    told(tree.root, "B", 100, 100).hide()
    told(tree.root, "C", 100, 100, disable_mode=Area2D.DisableMode.KEEP_ACTIVE, process_mode=ProcessMode.DISABLED)
    hidden = tree.root.add_child(Node2D(visible=False))
    told(hidden, "D", 100, 100)
    told(tree.root, "E", 100, 100, collision_layer=0)
    told(tree.root, "F", 100, 100, collision_layer=1 << 31)

    press(tree, 100, 100)
    tree.frames(1)

    assert names(log, "event") == ["F"]


def test_bodies_are_pickable_only_when_they_are_told_to(tree: SceneTree) -> None:
    assert Area2D().input_pickable
    assert not StaticBody2D().input_pickable
    body = tree.root.add_child(RigidBody2D(position=(100, 100), gravity_scale=0, input_pickable=True))
    body.add_child(CollisionShape2D(shape=circle(20)))
    log: Log = []
    body.input_event.connect(lambda viewport, event, shape: log.append((event, shape)))

    event = press(tree, 100, 100)
    tree.frames(1)

    assert log == [(event, 0)]


def test_what_is_under_the_mouse_when_the_tree_is_paused_is_left(tree: SceneTree, log: Log) -> None:
    told(tree.root, "A", 100, 100)
    told(tree.root, "B", 100, 100, process_mode=ProcessMode.ALWAYS)
    motion(tree, 100, 100)
    tree.frames(1)
    log.clear()

    tree.paused = True
    tree.frames(1)

    assert log == [("A", "exit"), ("A", "shape exit", 0)]
    log.clear()
    tree.paused = False
    tree.frames(1)
    assert names(log, "enter") == ["A"]


def test_one_that_leaves_the_tree_is_told_no_more(tree: SceneTree, log: Log) -> None:
    node = told(tree.root, "A", 100, 100)
    motion(tree, 100, 100)
    tree.frames(1)
    log.clear()

    tree.root.remove_child(node)
    tree.frames(1)
    assert log == []
    tree.root.add_child(node)
    tree.frames(1)

    assert names(log, "enter") == ["A"]


def test_one_freed_by_what_another_is_told_is_not_told(tree: SceneTree, log: Log) -> None:
    first, second = told(tree.root, "A", 100, 100), told(tree.root, "B", 100, 100)
    first.mouse_entered.connect(second.queue_free)

    motion(tree, 100, 100)
    tree.frames(2)

    assert {line[0] for line in log} == {"A"}


def test_one_that_frees_itself_is_told_no_more_of_the_same_event(tree: SceneTree, log: Log) -> None:
    node = told(tree.root, "A", 100, 100)
    node.mouse_entered.connect(node.queue_free)

    motion(tree, 100, 100)
    tree.frames(1)

    assert log == [("A", "enter")]


def test_a_captured_mouse_is_over_nothing(tree: SceneTree, log: Log) -> None:
    told(tree.root, "A", 100, 100)
    tree.input.mouse_mode = MouseMode.CAPTURED

    press(tree, 100, 100)
    tree.frames(2)

    assert log == []


def test_the_root_picks_unless_it_is_told_not_to_and_others_do_not(tree: SceneTree, log: Log) -> None:
    assert tree.root.physics_object_picking
    assert not SubViewport().physics_object_picking
    told(tree.root, "A", 100, 100)
    tree.root.physics_object_picking = False

    press(tree, 100, 100)
    tree.frames(1)
    tree.root.physics_object_picking = True
    tree.frames(1)

    assert log == []


def test_what_is_in_another_viewports_world_is_not_under_the_roots_mouse(tree: SceneTree, log: Log) -> None:
    view = tree.root.add_child(SubViewport())
    told(view, "A", 100, 100)
    told(view.add_child(CanvasLayer()), "B", 100, 100)

    press(tree, 100, 100)
    tree.frames(1)

    assert log == []


def test_a_layer_of_another_view_of_the_same_world_is_not_under_it_either(tree: SceneTree, log: Log) -> None:
    view = tree.root.add_child(SubViewport())
    view.world_2d = tree.root.world_2d
    told(view.add_child(CanvasLayer()), "A", 100, 100)
    told(view, "B", 100, 100)

    press(tree, 100, 100)
    tree.frames(1)

    assert names(log, "event") == ["B"]


def test_those_that_a_pause_stops_are_left_before_others_are_come_over(tree: SceneTree, log: Log) -> None:
    told(tree.root, "A", 100, 100, process_mode=ProcessMode.WHEN_PAUSED)
    told(tree.root, "B", 100, 100)
    motion(tree, 100, 100)
    tree.frames(1)
    log.clear()

    tree.paused = True
    tree.frames(1)

    assert [line[:2] for line in log if "shape" not in line[1]] == [("B", "exit"), ("A", "enter"), ("A", "event")]


def test_what_only_one_event_of_a_step_was_over_is_left_in_the_next_step(tree: SceneTree, log: Log) -> None:
    told(tree.root, "A", 100, 100)
    motion(tree, 100, 100)
    motion(tree, 300, 100)

    tree.frames(1)
    assert names(log, "exit") == []
    tree.frames(1)

    assert names(log, "exit") == ["A"]


def test_an_error_of_a_callback_leaves_the_tick_and_picking_goes_on(tree: SceneTree, log: Log) -> None:
    first, second = told(tree.root, "A", 100, 100), told(tree.root, "B", 100, 100)

    def fail() -> None:
        raise ValueError("no mouse here")

    first.mouse_entered.connect(fail)
    motion(tree, 100, 100)

    with pytest.raises(ValueError, match="no mouse here"):
        tree.frames(1)
    tree.frames(1)

    assert names(log, "enter") == ["A", "B"]
    assert second.is_inside_tree()


def test_with_the_policy_log_the_next_ones_are_told_all_the_same(tree: SceneTree, log: Log) -> None:
    tree.error_policy = "log"
    first = told(tree.root, "A", 100, 100)
    told(tree.root, "B", 100, 100)
    first.input_event.connect(lambda *_: 1 / 0)

    press(tree, 100, 100)
    tree.frames(1)

    assert names(log, "event") == ["A", "B"]


def test_a_layer_that_is_flattened_has_nothing_under_the_mouse(tree: SceneTree, log: Log) -> None:
    layer = tree.root.add_child(CanvasLayer(scale=(0, 1)))
    told(layer, "A", 100, 100)
    told(tree.root, "B", 100, 100)

    press(tree, 100, 100)
    tree.frames(1)

    assert names(log, "event") == ["B"]
