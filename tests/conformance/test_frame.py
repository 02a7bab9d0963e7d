"""The records of suite frame and of Godot's SceneTree: order, fixed steps, toggles, deferred calls, frees, quitting."""

from __future__ import annotations

import pytest

from engine.core.errors import TreeError
from engine.tree.node import Node, is_instance_valid
from engine.tree.scene_tree import SceneTree

record = pytest.mark.record


class Logging(Node):
    """Logs its callbacks in the list of its class, and the deltas it got."""

    log: list[str]

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.deltas: list[float] = []
        self.steps: list[float] = []

    def on_process(self, delta: float) -> None:
        self.log.append(f"{self.name}:process")
        self.deltas.append(delta)

    def on_physics_process(self, delta: float) -> None:
        self.log.append(f"{self.name}:physics")
        self.steps.append(delta)


@pytest.fixture(autouse=True)
def log() -> list[str]:
    Logging.log = []
    return Logging.log


def add_a_b_c(tree: SceneTree) -> tuple[Logging, Logging, Logging]:
    """A, B > C."""
    a = tree.root.add_child(Logging("A"))
    b = tree.root.add_child(Logging("B"))
    return a, b, b.add_child(Logging("C"))


# Order


@record("mainframe-frame-0083")
def test_callbacks_run_in_tree_order_physics_first(tree: SceneTree, log: list[str]) -> None:
    add_a_b_c(tree)

    tree.tick(1 / 60)

    assert log == ["A:physics", "B:physics", "C:physics", "A:process", "B:process", "C:process"]


@record("mainframe-frame-0085")
def test_the_order_follows_move_child(tree: SceneTree, log: list[str]) -> None:
    _, b, _ = add_a_b_c(tree)
    tree.tick(0)
    log.clear()

    tree.root.move_child(b, 0)
    tree.tick(0)

    assert log == ["B:process", "C:process", "A:process"]


# Toggles


@record("mainframe-frame-0086")
def test_callbacks_that_are_turned_off_are_not_called(tree: SceneTree, log: list[str]) -> None:
    node = tree.root.add_child(Logging("N"))

    node.set_process(False)
    node.set_physics_process(False)
    tree.tick(1 / 60)

    assert log == []


@record("mainframe-frame-0087")
def test_each_callback_is_turned_on_by_itself(tree: SceneTree, log: list[str]) -> None:
    node = tree.root.add_child(Logging("N"))
    node.set_process(False)
    node.set_physics_process(False)
    tree.tick(1 / 60)

    node.set_process(True)
    tree.tick(1 / 60)

    assert log == ["N:process"]


@record("mainframe-frame-0088")
def test_a_class_without_overrides_does_not_process(tree: SceneTree) -> None:
    assert tree.root.add_child(Node()).is_processing() is False


# Fixed steps


@record("mainframe-frame-0090")
def test_half_a_step_runs_none(tree: SceneTree) -> None:
    node = tree.root.add_child(Logging("N"))
    tree.tick(1 / 60)
    assert len(node.steps) == 1

    tree.tick(1 / 120)

    assert len(node.steps) == 1
    assert node.deltas[-1] == pytest.approx(1 / 120, abs=1e-6)
    assert 0.49 <= tree.physics_interpolation_fraction <= 0.51


@record("mainframe-frame-0091")
def test_two_halves_make_a_step(tree: SceneTree) -> None:
    node = tree.root.add_child(Logging("N"))
    tree.tick(1 / 60)
    tree.tick(1 / 120)

    tree.tick(1 / 120)

    assert len(node.steps) == 2
    assert node.steps == pytest.approx([1 / 60, 1 / 60], abs=1e-6)


@record("mainframe-frame-0093")
def test_a_long_frame_is_cut(tree: SceneTree) -> None:
    node = tree.root.add_child(Logging("N"))
    assert tree.max_frame_delta == 0.25
    assert tree.max_physics_steps_per_frame == 5

    tree.tick(10)

    assert len(node.steps) == 5
    assert node.deltas == pytest.approx([5 / 60], abs=1e-5)


@record("mainframe-frame-0094")
def test_steps_beyond_the_limit_are_dropped(tree: SceneTree) -> None:
    node = tree.root.add_child(Logging("N"))
    tree.tick(10)

    tree.tick(0)

    assert len(node.steps) == 5


@record("mainframe-frame-0095")
def test_the_rate_of_steps_can_change(tree: SceneTree) -> None:
    node = tree.root.add_child(Logging("N"))

    tree.physics_ticks_per_second = 30
    tree.tick(1 / 30)

    assert node.steps == pytest.approx([1 / 30], abs=1e-6)


@record("mainframe-frame-0096")
def test_a_thousand_exact_frames_make_a_thousand_steps(tree: SceneTree) -> None:
    assert tree.physics_ticks_per_second == 60

    for _ in range(1000):
        tree.tick(1 / 60)

    assert tree.physics_frame_count == 1000


# Frees and deferred calls


class Leaving(Logging):
    def on_exit_tree(self) -> None:
        self.log.append(f"{self.name}:exit")


@record("mainframe-frame-0098")
def test_nodes_freed_and_queued_by_an_earlier_one_are_not_called(tree: SceneTree, log: list[str]) -> None:
    class A(Leaving):
        def on_process(self, delta: float) -> None:
            super().on_process(delta)
            b.queue_free()
            c.free()

    tree.root.add_child(A("A"))
    b = tree.root.add_child(Leaving("B"))
    c = tree.root.add_child(Leaving("C"))

    tree.tick(0)

    assert log == ["A:process", "C:exit", "B:exit"]
    assert not is_instance_valid(b)
    assert not is_instance_valid(c)
    assert tree.root.get_child_count() == 1


@record("mainframe-frame-0099")
def test_deferred_calls_and_those_they_add_come_before_frees(tree: SceneTree, log: list[str]) -> None:
    class N(Logging):
        def on_process(self, delta: float) -> None:
            super().on_process(delta)
            victim.queue_free()
            self.call_deferred(log.append, "1")
            self.call_deferred(log.append, "2")
            self.call_deferred(self.third)

        def third(self) -> None:
            log.append("3")
            tree.call_deferred(log.append, "queued-during-flush")

    tree.root.add_child(N("N"))
    victim = tree.root.add_child(Leaving("Victim"))

    tree.tick(0)

    assert log == ["N:process", "1", "2", "3", "queued-during-flush", "Victim:exit"]


@record("mainframe-frame-0100")
def test_what_ready_deferred_runs_before_process_and_what_it_queued_is_freed_after(
    tree: SceneTree, log: list[str]
) -> None:
    class N(Logging):
        def on_ready(self) -> None:
            self.call_deferred(log.append, "deferred")
            victim.queue_free()

        def on_process(self, delta: float) -> None:
            super().on_process(delta)
            assert is_instance_valid(victim)

    victim = tree.root.add_child(Leaving("Victim"))
    tree.root.add_child(N("N"))

    tree.tick(0)

    assert log == ["deferred", "N:process", "Victim:exit"]


@record("mainframe-frame-0101")
def test_a_node_outside_a_tree_cannot_defer() -> None:
    with pytest.raises(TreeError):
        Node().call_deferred(list)


@record("mainframe-frame-0102")
def test_a_deferred_call_that_raises_surfaces_once(tree: SceneTree, log: list[str]) -> None:
    def throw() -> None:
        raise ValueError("second")

    tree.call_deferred(log.append, "first")
    tree.call_deferred(throw)
    tree.call_deferred(log.append, "third")

    with pytest.raises(ValueError, match="second"):
        tree.flush_deferred()
    assert log == ["first"]
    tree.flush_deferred()
    assert log == ["first", "third"]


@record("mainframe-frame-0103")
def test_quitting_tells_the_code(tree: SceneTree) -> None:
    codes: list[int] = []
    tree.quit_requested.connect(codes.append)

    tree.quit()
    tree.quit(3)

    assert codes == [0, 3]


@record("SceneTree-001")
def test_the_order_of_a_frame_from_the_process_signal_to_the_timers(tree: SceneTree, log: list[str]) -> None:
    """Tweens, the last stage of the record, do not exist yet; and a frame this short has no physics step."""

    class N(Leaving):
        def on_process(self, delta: float) -> None:
            super().on_process(delta)
            victim.queue_free()
            tree.change_scene(scene)
            self.call_deferred(log.append, "deferred after")

    class Scene(Node):
        def on_enter_tree(self) -> None:
            log.append("scene change")

    def on_process_frame() -> None:
        log.append("process_frame")
        tree.call_deferred(log.append, "deferred before")

    scene = Scene()
    tree.process_frame.connect(on_process_frame)
    tree.create_timer(0.0005).timeout.connect(lambda: log.append("timer"))
    tree.root.add_child(N("Later")).process_priority = 1
    tree.root.add_child(Logging("First"))
    tree.root.add_child(Logging("Second"))
    victim = tree.root.add_child(Leaving("Victim"))
    victim.set_process(False)

    tree.tick(0.001)

    assert log == [
        "process_frame", "deferred before", "First:process", "Second:process", "Later:process", "deferred after",
        "Victim:exit", "scene change", "timer",
    ]  # fmt: skip
