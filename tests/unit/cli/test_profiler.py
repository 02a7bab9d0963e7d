"""--profile: what is measured, on a clock that only the game moves, and the table."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from engine.app import App, bare_app
from engine.cli.profiler import (
    DEFERRED,
    DRAW,
    EVENTS,
    INPUT,
    LOOP,
    PHYSICS,
    PROCESS,
    SERVERS,
    TRANSFORMS,
    Profiler,
)
from engine.core.clock import ManualClock
from engine.input.events import InputEvent, InputEventKey
from engine.tree.node import Node
from engine.tree.node_class import CALLBACK_NAMES
from nodes import Node2D

Run = Callable[..., tuple[int, str]]

CLOCK = ManualClock()


class Slow(Node2D):
    """Each of its callbacks takes a time of its own."""

    def on_ready(self) -> None:
        CLOCK.advance(1000)

    def on_process(self, delta: float) -> None:
        CLOCK.advance(1)

    def on_physics_process(self, delta: float) -> None:
        CLOCK.advance(0.1)

    def on_input(self, event: InputEvent) -> None:
        CLOCK.advance(0.01)

    def on_draw(self) -> None:
        CLOCK.advance(0.001)


class Slower(Slow):
    """Has a part of its own, and calls what it inherits."""

    def on_process(self, delta: float) -> None:
        CLOCK.advance(2)
        super().on_process(delta)


class Spawner(Node):
    """Adds a node while it is called, and has a handler of a signal and a deferred call."""

    def on_ready(self) -> None:
        self.tree.process_frame.connect(self.handle)

    def handle(self) -> None:
        CLOCK.advance(5)

    def on_process(self, delta: float) -> None:
        CLOCK.advance(10)
        self.add_child(Slow())
        self.call_deferred(CLOCK.advance, 7)
        self.set_process(False)


@pytest.fixture
def app() -> Iterator[App]:
    app = bare_app(draws=False)
    yield app
    app.close()


def measured(app: App, frames: int = 1) -> dict[tuple[str, str], tuple[int, float]]:
    """Calls and seconds by phase and part."""
    profiler = Profiler(CLOCK)
    with profiler.watch(app):
        app.run(frames)
    assert profiler.frames == frames
    return {key: (row.calls, round(row.seconds, 9)) for key, row in profiler.rows.items()}


def test_callbacks_are_counted_by_class_and_phase(app: App) -> None:
    for _ in range(2):
        app.tree.root.add_child(Slow())

    rows = measured(app, 3)

    assert rows[PROCESS, "Slow.on_process"] == (6, 6.0)
    assert rows[PHYSICS, "Slow.on_physics_process"] == (6, 0.6)
    assert rows[DRAW, "Slow.on_draw"] == (2, 0.002)
    assert rows[PROCESS, ""] == (3, 0.0)


def test_a_callback_of_a_base_class_counts_for_the_class_of_the_node_once(app: App) -> None:
    app.tree.root.add_child(Slower())

    rows = measured(app, 2)

    assert rows[PROCESS, "Slower.on_process"] == (2, 6.0)
    assert rows[PHYSICS, "Slower.on_physics_process"] == (2, 0.2)
    assert not [key for key in rows if key[1].startswith("Slow.")]


def test_what_runs_inside_a_callback_counts_for_itself_and_the_rest_for_the_phase(app: App) -> None:
    app.tree.root.add_child(Spawner())

    rows = measured(app)

    assert rows[PROCESS, "Spawner.on_process"] == (1, 10.0)
    assert rows[PROCESS, "Slow.on_ready"] == (1, 1000.0)
    assert rows[PROCESS, ""] == (1, 5.0)  # the handler
    assert rows[DEFERRED, ""][1] == 7.0


def test_events_are_measured(app: App) -> None:
    app.tree.root.add_child(Slow())
    profiler = Profiler(CLOCK)
    with profiler.watch(app):
        app.display._backend.push(InputEventKey(keycode=65, pressed=True))  # type: ignore[attr-defined]
        app.run(1)

    assert profiler.rows[INPUT, "Slow.on_input"].seconds == pytest.approx(0.01)
    assert profiler.rows[INPUT, ""].calls == 1


def test_all_parts_together_are_the_time_of_the_frames(app: App) -> None:
    for cls in (Slow, Slower, Spawner):
        app.tree.root.add_child(cls())
    profiler = Profiler(CLOCK)
    began = CLOCK.now()
    with profiler.watch(app):
        app.run(5)

    assert profiler.seconds == pytest.approx(CLOCK.now() - began)
    phases = {phase for phase, _ in profiler.rows}
    assert phases >= {LOOP, EVENTS, PHYSICS, PROCESS, DEFERRED, DRAW, TRANSFORMS, SERVERS}
    assert profiler.rows[SERVERS, "RenderServer.process"].calls == 5


def test_classes_that_are_made_later_are_measured_from_the_next_frame_on(app: App) -> None:
    profiler = Profiler(CLOCK)
    with profiler.watch(app):
        app.run(1)

        class Late(Node):
            def on_process(self, delta: float) -> None:
                CLOCK.advance(3)

        app.tree.root.add_child(Late())
        app.run(2)

    assert profiler.rows[PROCESS, "Late.on_process"].seconds == pytest.approx(6.0)


def test_the_calls_on_changes_of_the_transform_are_measured(app: App) -> None:
    class Mover(Node2D):
        def on_transform_changed(self) -> None:
            CLOCK.advance(2)

        def on_local_transform_changed(self) -> None:
            CLOCK.advance(5)

    mover = app.tree.root.add_child(Mover())
    mover.set_notify_transform(True)
    mover.set_notify_local_transform(True)
    mover.position = (3, 4)

    rows = measured(app)

    assert rows[TRANSFORMS, "Mover.on_transform_changed"] == (1, 2.0)
    assert rows[TRANSFORMS, "Mover.on_local_transform_changed"] == (1, 5.0)


def test_a_callback_that_raises_is_measured_and_the_error_goes_on(app: App) -> None:
    class Failing(Node):
        def on_process(self, delta: float) -> None:
            CLOCK.advance(4)
            raise ValueError("boom")

    app.tree.root.add_child(Failing())
    profiler = Profiler(CLOCK)
    with profiler.watch(app):
        for _ in range(2):
            with pytest.raises(ValueError, match="boom"):
                app.run(1)

    assert profiler.rows[PROCESS, "Failing.on_process"].seconds == pytest.approx(8.0)
    assert profiler.frames == 2


def test_what_runs_in_another_thread_is_left_alone(app: App) -> None:
    class Prepared(Node):
        def on_prepare(self, progress: Callable[[float], None]) -> None:
            """Would be counted as a part of whatever the tree's thread does meanwhile."""

    function = vars(Prepared)["on_prepare"]
    app.tree.root.add_child(Prepared())
    with Profiler(CLOCK).watch(app):
        app.run(1)

        assert vars(Prepared)["on_prepare"] is function


def test_afterwards_everything_is_as_it_was(app: App) -> None:
    classes = (Node, Node2D, Slow, Slower)
    before = [vars(cls).get(name) for cls in classes for name in CALLBACK_NAMES]
    app.tree.root.add_child(Slow())

    measured(app, 2)

    assert [vars(cls).get(name) for cls in classes for name in CALLBACK_NAMES] == before
    for thing in (app, app.tree, app.loop, app.render, app.display):
        assert not [name for name, value in vars(thing).items() if getattr(value, "__name__", "") == "timed"]
    now = CLOCK.now()
    app.run(1)
    assert pytest.approx(now + 1.1) == CLOCK.now()


def test_the_table_shows_the_longest_first_and_gathers_what_is_small(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = ManualClock()
    monkeypatch.setattr("engine.cli.run.RealClock", lambda: clock)
    monkeypatch.setattr("builtins.clock", clock, raising=False)
    text = (
        "from engine import Node\n"
        + "".join(
            f"class {name}(Node):\n    def on_process(self, delta): clock.advance({seconds})\n"
            for name, seconds in (("Fast", 0.25), ("Slow", 0.75), ("Dust", 1e-5), ("Mote", 1e-5))
        )
        + "class Main(Node):\n    def on_ready(self):\n"
        "        for cls in (Fast, Slow, Dust, Mote): self.add_child(cls())\n"
    )

    code, said = run(text, frames=4, profile=True)

    assert code == 0
    lines = [line.strip() for line in said.splitlines()]
    assert lines[0] == "4 frames, 1000.02 ms each"
    at = next(number for number, line in enumerate(lines) if line.startswith("process "))
    assert [line.split() for line in lines[at : at + 5]] == [
        ["process", "4", "4,000.1", "1,000,020.0", "100.0%"],
        ["Slow.on_process", "4", "3,000.0", "750,000.0", "75.0%"],
        ["Fast.on_process", "4", "1,000.0", "250,000.0", "25.0%"],
        ["2", "more,", "each", "below", "0.1%", "8", "0.1", "10.0", "0.0%"],
        ["the", "rest", "0.0", "0.0%"],
    ]


def test_a_run_without_frames_has_an_empty_table(run: Run) -> None:
    code, said = run("def main(tree): pass\n", frames=0, profile=True)

    assert code == 0
    assert said.startswith("0 frames, 0.00 ms each")
