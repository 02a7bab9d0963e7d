"""An exception in a callback of a frame: what is skipped, what still runs, what the error says; and the tree goes on.

test_lifecycle_errors.py has those of entering and leaving.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.input import InputEvent, InputEventKey, Key
from engine.tree.node import Node
from engine.tree.scene_tree import SceneTree
from nodes.time.timer import Timer, TimerProcessCallback
from nodes.world_2d.node_2d import Node2D


class Boom(Exception):
    pass


def press() -> InputEvent:
    return InputEventKey(keycode=Key.A, pressed=True)


class Fragile(Node2D):
    """Raises in the callbacks that `breaks` names, and logs all."""

    def __init__(self, name: str, breaks: str = "") -> None:
        super().__init__(name)
        self.breaks = breaks
        self.log: list[str] = []

    def reach(self, callback: str) -> None:
        self.log.append(callback)
        if callback == self.breaks:
            raise Boom(f"{self.name}.{callback}")

    def on_process(self, delta: float) -> None:
        self.reach("on_process")

    def on_physics_process(self, delta: float) -> None:
        self.reach("on_physics_process")

    def on_input(self, event: InputEvent) -> None:
        self.reach("on_input")

    def on_unhandled_input(self, event: InputEvent) -> None:
        self.reach("on_unhandled_input")

    def on_draw(self) -> None:
        self.reach("on_draw")

    def on_transform_changed(self) -> None:
        self.reach("on_transform_changed")

    def called_later(self) -> None:
        self.reach("called_later")


IN_A_FRAME = [
    "on_process", "on_physics_process", "on_draw", "on_transform_changed",
]  # fmt: skip


def broken_world(tree: SceneTree, breaks: str) -> tuple[Fragile, Fragile, Fragile]:
    """Three nodes, of which the second raises."""
    nodes = tuple(tree.root.add_child(Fragile(name, breaks if name == "B" else "")) for name in "ABC")
    first, second, third = nodes
    for node in nodes:
        node.set_notify_transform(True)
    return first, second, third


def move_and_redraw(*nodes: Fragile) -> None:
    for node in nodes:
        node.log.clear()
        node.position += (1, 0)
        node.queue_redraw()


# In a frame, policy "raise"


@pytest.mark.parametrize("callback", IN_A_FRAME)
def test_an_error_in_a_frame_skips_the_rest_of_its_phase_only(tree: SceneTree, callback: str) -> None:
    a, b, c = broken_world(tree, "")
    tree.tick(1 / 60)
    b.breaks = callback
    move_and_redraw(a, b, c)

    with pytest.raises(Boom, match=rf"^B\.{callback}\n"):
        tree.tick(1 / 60)

    everything = {"on_process", "on_physics_process", "on_draw", "on_transform_changed"}
    assert set(a.log) == everything
    assert set(b.log) == everything
    assert set(c.log) == everything - {callback}


@pytest.mark.parametrize("callback", IN_A_FRAME)
def test_the_next_frame_runs_as_if_nothing_had_happened(tree: SceneTree, callback: str) -> None:
    a, b, c = broken_world(tree, "")
    tree.tick(1 / 60)
    b.breaks = callback
    move_and_redraw(a, b, c)
    with pytest.raises(Boom):
        tree.tick(1 / 60)

    b.breaks = ""
    move_and_redraw(a, b, c)
    tree.tick(1 / 60)

    for node in (a, b, c):
        assert sorted(set(node.log)) == ["on_draw", "on_physics_process", "on_process", "on_transform_changed"]


@pytest.mark.parametrize("callback", IN_A_FRAME)
def test_an_error_names_the_node_and_the_callback(tree: SceneTree, callback: str) -> None:
    nodes = broken_world(tree, "")
    tree.tick(1 / 60)
    nodes[1].breaks = callback
    move_and_redraw(*nodes)

    with pytest.raises(Boom) as caught:
        tree.tick(1 / 60)

    assert caught.value.__notes__ == [f"in {callback} of /root/B (Fragile)"]


def test_further_errors_of_the_tick_are_grouped_with_the_first(tree: SceneTree) -> None:
    a, b, c = broken_world(tree, "")
    tree.tick(1 / 60)
    a.breaks, b.breaks, c.breaks = "on_process", "on_physics_process", "on_transform_changed"
    move_and_redraw(a, b, c)

    with pytest.raises(Boom) as caught:
        tree.tick(1 / 60)

    assert str(caught.value) == "B.on_physics_process"
    assert caught.value.__notes__ == [
        "in on_physics_process of /root/B (Fragile)",
        "2 more in the same tick: Boom: A.on_process; Boom: C.on_transform_changed",
    ]
    group = caught.value.__context__
    assert isinstance(group, ExceptionGroup)
    assert [str(error) for error in group.exceptions] == ["A.on_process", "C.on_transform_changed"]
    assert group.exceptions[0].__notes__ == ["in on_process of /root/A (Fragile)"]


def test_an_error_keeps_its_own_context(tree: SceneTree) -> None:
    class Wrapping(Node):
        def on_process(self, delta: float) -> None:
            try:
                raise KeyError("inner")
            except KeyError as error:
                raise Boom("outer") from error

    tree.root.add_child(Wrapping())
    tree.root.add_child(Fragile("N", "on_physics_process"))

    with pytest.raises(Boom, match=r"^N\.on_physics_process\n") as caught:
        tree.tick(1 / 60)

    group = caught.value.__context__
    assert isinstance(group, ExceptionGroup)
    assert isinstance(group.exceptions[0].__cause__, KeyError)


def test_the_same_error_in_every_frame_does_not_pile_up_notes(tree: SceneTree) -> None:
    error = Boom("always the same object")

    class Stubborn(Node):
        def on_process(self, delta: float) -> None:
            raise error

    tree.root.add_child(Stubborn("N"))
    for _ in range(3):
        with pytest.raises(Boom):
            tree.tick(0)

    assert error.__notes__ == ["in on_process of /root/N (Stubborn)"]


# In a frame, policy "log"


@pytest.mark.parametrize("callback", IN_A_FRAME)
def test_logging_goes_on_with_the_next_node(tree: SceneTree, callback: str, caplog: pytest.LogCaptureFixture) -> None:
    a, b, c = broken_world(tree, "")
    tree.tick(1 / 60)
    b.breaks = callback
    move_and_redraw(a, b, c)
    tree.error_policy = "log"

    tree.tick(1 / 60)

    for node in (a, b, c):
        assert sorted(set(node.log)) == ["on_draw", "on_physics_process", "on_process", "on_transform_changed"]
    assert [(entry.name, entry.levelname, entry.getMessage()) for entry in caplog.records] == [
        ("sapwood.tree", "ERROR", f"in {callback} of /root/B (Fragile)")
    ]
    exception = caplog.records[0].exc_info
    assert exception is not None
    assert str(exception[1]) == f"B.{callback}"


def test_an_unknown_policy_is_refused(tree: SceneTree) -> None:
    with pytest.raises(ValueError, match=r'^SceneTree\.error_policy must be "raise" or "log", got \'ignore\'$'):
        tree.error_policy = "ignore"
    assert tree.error_policy == "raise"


# Input


@pytest.mark.parametrize("callback", ["on_input", "on_unhandled_input"])
def test_an_error_while_input_is_dispatched_leaves_push_input(tree: SceneTree, callback: str) -> None:
    a, b, c = broken_world(tree, callback)
    for node in (a, b, c):
        node.log.clear()

    with pytest.raises(Boom) as caught:
        tree.push_input(press())

    assert caught.value.__notes__ == [f"in {callback} of /root/B (Fragile)"]
    assert callback in c.log  # reverse tree order: C, B, and no more
    assert callback not in a.log
    b.breaks = ""
    tree.push_input(press())
    assert callback in a.log
    tree.tick(0)


@pytest.mark.parametrize("callback", ["on_input", "on_unhandled_input"])
def test_logging_hands_the_event_on(tree: SceneTree, callback: str, caplog: pytest.LogCaptureFixture) -> None:
    tree.error_policy = "log"
    a, _, _ = broken_world(tree, callback)

    assert tree.push_input(press()) is False

    assert callback in a.log
    assert [entry.getMessage() for entry in caplog.records] == [f"in {callback} of /root/B (Fragile)"]


# Deferred calls, signals of the tree, timers


def fail() -> None:
    raise Boom("here")


@pytest.mark.parametrize(
    ("arrange", "note"),
    [
        pytest.param(
            lambda tree, node: tree.call_deferred(fail),
            "in a deferred call of fail (test_callback_errors.py:{line})",
            id="deferred function",
        ),
        pytest.param(
            lambda tree, node: tree.call_deferred(node.called_later),
            "in a deferred call of /root/B.called_later",
            id="deferred method",
        ),
        pytest.param(
            lambda tree, node: node.set_deferred("position", "nonsense"),
            "in a deferred call of /root/B.__setattr__",
            id="set_deferred",
        ),
        pytest.param(lambda tree, node: tree.process_frame.connect(fail), "in process_frame", id="process_frame"),
        pytest.param(lambda tree, node: tree.physics_frame.connect(fail), "in physics_frame", id="physics_frame"),
        pytest.param(
            lambda tree, node: tree.create_timer(0).timeout.connect(fail),
            "in timeout of a tree timer",
            id="tree timer",
        ),
        pytest.param(
            lambda tree, node: tree.create_timer(0, process_in_physics=True).timeout.connect(fail),
            "in timeout of a tree timer",
            id="physics tree timer",
        ),
        pytest.param(
            lambda tree, node: failing_timer(node, TimerProcessCallback.IDLE),
            "in timeout of /root/B/T (Timer)",
            id="timer",
        ),
        pytest.param(
            lambda tree, node: failing_timer(node, TimerProcessCallback.PHYSICS),
            "in timeout of /root/B/T (Timer)",
            id="physics timer",
        ),
    ],
)
@pytest.mark.parametrize("policy", ["raise", "log"])
def test_an_error_elsewhere_in_a_frame_says_where_and_the_tree_goes_on(
    tree: SceneTree,
    arrange: Callable[[SceneTree, Fragile], object],
    note: str,
    policy: str,
    caplog: pytest.LogCaptureFixture,
) -> None:
    tree.error_policy = policy
    a, b, _ = broken_world(tree, "called_later")
    arrange(tree, b)
    note = note.format(line=fail.__code__.co_firstlineno)

    if policy == "raise":
        with pytest.raises((Boom, TypeError)) as caught:
            tree.tick(1 / 60)
        assert caught.value.__notes__ == [note]
    else:
        tree.tick(1 / 60)
        assert [entry.getMessage() for entry in caplog.records] == [note]
    a.log.clear()
    if "frame" not in note:
        tree.tick(1 / 60)
        assert "on_process" in a.log
    for signal in (tree.process_frame, tree.physics_frame):
        if signal.is_connected(fail):
            signal.disconnect(fail)
    tree.tick(1 / 60)
    assert "on_process" in a.log


def failing_timer(node: Node, callback: TimerProcessCallback) -> None:
    timer = node.add_child(Timer("T", wait_time=0.001, one_shot=True, autostart=True, process_callback=callback))
    timer.timeout.connect(fail)


def test_deferred_calls_behind_an_error_run_later_in_the_same_frame(tree: SceneTree) -> None:
    log: list[str] = []

    class Deferring(Node):
        def on_process(self, delta: float) -> None:
            self.call_deferred(log.append, "1")
            self.call_deferred(fail)
            self.call_deferred(log.append, "2")

    tree.root.add_child(Deferring())

    with pytest.raises(Boom):
        tree.tick(0)

    assert log == ["1", "2"]


def test_an_error_in_a_handler_goes_to_whoever_emits(tree: SceneTree) -> None:
    class Emitting(Node):
        def on_process(self, delta: float) -> None:
            self.renamed.emit()

    node = tree.root.add_child(Emitting("N"))
    node.renamed.connect(fail)

    with pytest.raises(Boom):
        node.name = "M"
    with pytest.raises(Boom) as caught:
        tree.tick(0)
    assert caught.value.__notes__ == ["in on_process of /root/M (Emitting)"]


def test_an_error_in_call_group_goes_to_the_caller(tree: SceneTree) -> None:
    a, b, _ = broken_world(tree, "called_later")
    for node in (a, b):
        node.add_to_group("g")

    with pytest.raises(Boom):
        tree.call_group("g", "called_later")
    b.breaks = ""
    tree.call_group("g", "called_later")
    assert a.log[-2:] == ["called_later"] * 2


def test_an_error_of_a_server_names_its_hook(tree: SceneTree) -> None:
    class Server:
        def process(self, delta: float) -> None:
            fail()

        def dispose(self) -> None: ...

    server = Server()
    tree.servers.register(server)

    with pytest.raises(Boom) as caught:
        tree.tick(0)

    assert caught.value.__notes__ == ["in Server.process"]
    tree.servers.unregister(server)
    tree.tick(0)


def test_a_node_that_frees_itself_and_raises_is_named_all_the_same(tree: SceneTree) -> None:
    class Last(Node):
        def on_process(self, delta: float) -> None:
            self.free()
            fail()

    tree.root.add_child(Last("N"))

    with pytest.raises(Boom) as caught:
        tree.tick(0)

    assert caught.value.__notes__ == ["in on_process of N (Last)"]
    tree.tick(0)
