"""An exception in any callback: what is skipped, what still runs, what the error says, and that the tree goes on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engine.input import InputEvent, InputEventKey, Key
from engine.tree.node import Node, is_instance_valid
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

    def on_enter_tree(self) -> None:
        self.reach("on_enter_tree")

    def on_ready(self) -> None:
        self.reach("on_ready")

    def on_exit_tree(self) -> None:
        self.reach("on_exit_tree")

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


# Entering, getting ready, leaving


@pytest.mark.parametrize("callback", ["on_enter_tree", "on_ready"])
@pytest.mark.parametrize("policy", ["raise", "log"])
def test_an_error_while_entering_leaves_a_whole_tree(
    tree: SceneTree, callback: str, policy: str, caplog: pytest.LogCaptureFixture
) -> None:
    tree.error_policy = policy
    parent = Fragile("P")
    a, b, c = (parent.add_child(Fragile(name, callback if name == "B" else "")) for name in "ABC")

    if policy == "raise":
        with pytest.raises(Boom) as caught:
            tree.root.add_child(parent)
        assert caught.value.__notes__ == [f"in {callback} of /root/P/B (Fragile)"]
    else:
        tree.root.add_child(parent)
        assert [entry.getMessage() for entry in caplog.records] == [f"in {callback} of /root/P/B (Fragile)"]

    for node in (parent, a, b, c):
        assert node.is_inside_tree()
        assert node.is_ready()
        assert node.log == ["on_enter_tree", "on_ready"]
    tree.tick(1 / 60)
    assert "on_process" in b.log
    parent.free()
    assert tree.get_node_count() == 1


@pytest.mark.parametrize("policy", ["raise", "log"])
@pytest.mark.parametrize("way", ["free", "remove"])
def test_an_error_while_leaving_lets_all_leave(tree: SceneTree, policy: str, way: str) -> None:
    tree.error_policy = policy
    parent = tree.root.add_child(Fragile("P"))
    a, b, c = (parent.add_child(Fragile(name, "on_exit_tree" if name == "B" else "")) for name in "ABC")
    leave = parent.free if way == "free" else lambda: tree.root.remove_child(parent)

    if policy == "raise":
        with pytest.raises(Boom) as caught:
            leave()
        assert caught.value.__notes__ == ["in on_exit_tree of /root/P/B (Fragile)"]
    else:
        leave()

    for node in (parent, a, b, c):
        assert not node.is_inside_tree()
        assert node.log[-1] == "on_exit_tree"
        assert is_instance_valid(node) is (way == "remove")
    assert tree.root.children == ()
    assert tree.get_node_count() == 1
    tree.tick(1 / 60)


def test_several_errors_while_entering_are_grouped(tree: SceneTree) -> None:
    parent = Fragile("P", "on_ready")
    parent.add_child(Fragile("A", "on_enter_tree"))

    with pytest.raises(Boom, match=r"^A\.on_enter_tree\n") as caught:
        tree.root.add_child(parent)

    assert caught.value.__notes__ == [
        "in on_enter_tree of /root/P/A (Fragile)", "1 more in the same tick: Boom: P.on_ready",
    ]  # fmt: skip


def test_an_error_of_a_freed_queued_node_leaves_the_tick_at_its_end(tree: SceneTree) -> None:
    a, b, c = broken_world(tree, "on_exit_tree")
    for node in (a, b, c):
        node.queue_free()
    log: list[str] = []
    tree.create_timer(0).timeout.connect(lambda: log.append("timer"))

    with pytest.raises(Boom) as caught:
        tree.tick(1 / 60)

    assert caught.value.__notes__[0] == "in on_exit_tree of /root/B (Fragile)"
    assert not any(map(is_instance_valid, (a, b, c)))
    assert log == ["timer"]


@pytest.mark.parametrize("signal", ["tree_entered", "ready", "tree_exiting", "tree_exited"])
def test_an_error_in_a_handler_of_a_lifecycle_signal_names_the_signal(tree: SceneTree, signal: str) -> None:
    def fail() -> None:
        raise Boom(signal)

    def come_and_go() -> None:
        tree.root.add_child(node)
        tree.root.remove_child(node)

    node = Node("N")
    getattr(node, signal).connect(fail)

    with pytest.raises(Boom) as caught:
        come_and_go()

    where = "N" if signal == "tree_exited" else "/root/N"
    assert caught.value.__notes__ == [f"in {signal} of {where} (Node)"]
    assert node.is_ready()
    assert node.is_inside_tree() is (signal in ("tree_entered", "ready"))
    node.free()


@pytest.mark.parametrize("signal", ["child_entered_tree", "child_exiting_tree"])
def test_an_error_in_a_handler_of_the_parent_does_not_stop_the_child(tree: SceneTree, signal: str) -> None:
    def fail(child: Node) -> None:
        raise Boom(signal)

    def come_and_go() -> None:
        parent.add_child(child)
        parent.remove_child(child)

    parent = tree.root.add_child(Node("P"))
    getattr(parent, signal).connect(fail)
    child = Node("C")

    with pytest.raises(Boom) as caught:
        come_and_go()

    assert caught.value.__notes__ == [f"in {signal} of /root/P (Node)"]
    assert child.is_inside_tree() is (signal == "child_entered_tree")
    assert (child.parent is parent) is child.is_inside_tree()


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


def test_an_error_that_is_no_exception_leaves_at_once_and_the_tree_goes_on(tree: SceneTree) -> None:
    class Interrupted(Node):
        def on_process(self, delta: float) -> None:
            raise KeyboardInterrupt

        def on_exit_tree(self) -> None:
            raise KeyboardInterrupt

    node = tree.root.add_child(Interrupted())
    with pytest.raises(KeyboardInterrupt):
        tree.tick(0)
    with pytest.raises(KeyboardInterrupt):
        node.free()

    other: list[Any] = []
    tree.call_deferred(other.append, 1)
    tree.tick(0)
    assert other == [1]
    assert not is_instance_valid(node)
