"""The records of suite runtime_rules that are about the tree and the loop."""

from __future__ import annotations

import pytest

from engine.core.clock import ManualClock
from engine.input import InputEvent, InputEventMouseButton, MouseButton
from engine.loop import Loop
from engine.tree.node import Node
from engine.tree.scene_tree import SceneTree
from nodes.time.timer import Timer

record = pytest.mark.record


@record("mainframe-runtime_rules-0529")
def test_a_scene_change_from_input_waits_for_the_scene_step_of_the_next_frame(tree: SceneTree) -> None:
    log: list[str] = []

    class Menu(Node):
        def on_input(self, event: InputEvent) -> None:
            tree.change_scene(game)
            log.append(f"handler: {scene_name(tree)}")

        def on_process(self, delta: float) -> None:
            log.append("menu process")
            self.call_deferred(lambda: log.append(f"deferred: {scene_name(tree)}"))

    class Game(Node):
        def on_enter_tree(self) -> None:
            log.append("game enters")

        def on_process(self, delta: float) -> None:
            log.append("game process")

    game = Game("Game")
    tree.change_scene(Menu("Menu"))
    tree.create_timer(0.0).timeout.connect(lambda: log.append(f"timer: {scene_name(tree)}"))

    tree.push_input(InputEventMouseButton(button_index=MouseButton.LEFT, pressed=True))
    tree.tick(0.001)
    log.append("next frame")
    tree.tick(0.001)

    assert log == [
        "handler: Menu",
        "menu process",
        "deferred: Menu",
        "game enters",
        "timer: Game",
        "next frame",
        "game process",
    ]


def scene_name(tree: SceneTree) -> str:
    assert tree.current_scene is not None
    return tree.current_scene.name


class Blank:
    """A screen that shows nothing and has no events."""

    def poll_events(self) -> list[InputEvent]:
        return []

    def show_frame(self) -> None: ...


@record("mainframe-runtime_rules-0532")
@pytest.mark.parametrize(("fixed_fps", "delta", "steps"), [(60.0, 1 / 60, 1), (0.0, 0.0, 0)])
def test_a_fixed_rate_also_counts_for_the_first_frame(
    tree: SceneTree, fixed_fps: float, delta: float, steps: int
) -> None:
    deltas: list[float] = []

    class Clocked(Node):
        def on_process(self, delta: float) -> None:
            deltas.append(delta)

    tree.root.add_child(Clocked())
    clock = ManualClock()
    loop = Loop(tree, Blank(), clock, fixed_fps=fixed_fps)
    clock.advance(0.5)  # what starting took

    loop.step()

    assert deltas == [delta]
    assert tree.physics_frame_count == steps


@record("mainframe-runtime_rules-0533")
def test_a_timer_at_exactly_0_keeps_running(tree: SceneTree) -> None:
    fired: list[int] = []
    timer = tree.root.add_child(Timer(wait_time=0.0625))
    timer.timeout.connect(lambda: fired.append(tree.frame_count))
    timer.start()

    tree.tick(0.0625)
    assert timer.time_left == 0.0
    assert not timer.is_stopped()
    assert fired == []

    tree.tick(0.03125)
    assert fired == [2]
    assert timer.time_left == 0.03125
