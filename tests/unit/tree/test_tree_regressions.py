"""What random operations have found wrong, each told plainly."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial

import pytest

from engine import ConnectFlags, Node, ProcessMode, SceneTree, TreeError
from engine.input import InputEventKey
from nodes import Timer

FRAME = 1 / 60


class Acting(Node):
    """Calls a function in each process and physics callback."""

    act: Callable[[], object]

    def __init__(self, act: Callable[[], object], name: str = "") -> None:
        super().__init__(name)
        self.act = act

    def on_process(self, delta: float) -> None:
        self.act()


def boom() -> None:
    raise RuntimeError("boom")


# Life


def test_a_node_that_is_being_freed_cannot_be_added_again(tree: SceneTree) -> None:
    parent = tree.root.add_child(Node("Parent"))
    child = parent.add_child(Node("Child"))
    refused: list[Exception] = []

    def add_again() -> None:
        try:
            tree.root.add_child(parent)
        except TreeError as error:
            refused.append(error)

    child.tree_exited.connect(add_again)
    parent.free()

    assert len(refused) == 1
    assert parent._is_freed()
    assert tree.root.get_child_count() == 0


def test_the_signals_of_one_change_come_in_godots_order(tree: SceneTree) -> None:
    log: list[str] = []
    parent = tree.root.add_child(Node("Parent"))
    child = Node("Child")
    child.tree_entered.connect(lambda: log.append("tree_entered"))
    child.tree_exiting.connect(lambda: log.append("tree_exiting"))
    child.tree_exited.connect(lambda: log.append("tree_exited"))
    parent.child_entered_tree.connect(lambda _: log.append("child_entered_tree"))
    parent.child_exiting_tree.connect(lambda _: log.append("child_exiting_tree"))
    parent.child_order_changed.connect(lambda: log.append("child_order_changed"))
    tree.node_added.connect(lambda _: log.append("node_added"))
    tree.node_removed.connect(lambda _: log.append("node_removed"))
    tree.tree_changed.connect(lambda: log.append("tree_changed"))

    parent.add_child(child)
    assert log == ["tree_entered", "node_added", "child_entered_tree", "tree_changed", "child_order_changed"]

    log.clear()
    parent.remove_child(child)
    assert log == [
        "tree_exiting", "node_removed", "child_exiting_tree", "tree_changed", "child_order_changed", "tree_exited",
    ]  # fmt: skip


def test_the_tree_changes_once_for_a_subtree(tree: SceneTree) -> None:
    changes: list[int] = []
    top = Node("Top")
    top.add_child(Node("A")).add_child(Node("B"))
    tree.tree_changed.connect(lambda: changes.append(tree.get_node_count()))

    tree.root.add_child(top)
    top.free()

    assert changes == [4, 1]


def test_a_node_may_be_taken_elsewhere_while_the_tree_tells_that_it_left(tree: SceneTree) -> None:
    old, new = tree.root.add_child(Node("Old")), tree.root.add_child(Node("New"))
    node = old.add_child(Node("Node"))
    told: list[int] = []

    def take() -> None:
        told.append(1)
        if len(told) == 1:
            new.add_child(node)

    tree.tree_changed.connect(take)
    old.remove_child(node)

    assert node.parent is new
    assert (old.children, new.children) == ((), (node,))


def test_a_node_that_is_removed_and_added_again_while_it_enters_is_told_of_once_for_each_time(tree: SceneTree) -> None:
    log: list[str] = []

    class Restless(Node):
        def on_enter_tree(self) -> None:
            log.append("enter")
            if len(log) == 1:
                tree.root.remove_child(self)
                tree.root.add_child(self)

    node = Restless()
    node.tree_entered.connect(lambda: log.append("tree_entered"))
    tree.root.child_entered_tree.connect(lambda _: log.append("child_entered_tree"))
    tree.root.add_child(node)

    assert log == ["enter", "enter", "tree_entered", "child_entered_tree"]


@pytest.mark.parametrize("policy", ["raise", "log"])
def test_child_order_changed_comes_also_after_an_error_in_a_callback(tree: SceneTree, policy: str) -> None:
    logging.disable(logging.CRITICAL)
    tree.error_policy = policy
    parent = tree.root.add_child(Node("Parent"))
    told: list[int] = []
    parent.child_order_changed.connect(lambda: told.append(parent.get_child_count()))
    child = Node("Child")
    child.tree_entered.connect(boom)

    try:
        parent.add_child(child)
    except RuntimeError:
        assert policy == "raise"
    logging.disable(logging.NOTSET)

    assert told == [1]


def test_an_error_of_child_order_changed_is_logged_where_errors_are(tree: SceneTree) -> None:
    logging.disable(logging.CRITICAL)
    tree.error_policy = "log"
    parent = tree.root.add_child(Node("Parent"))
    parent.child_order_changed.connect(boom)

    child = parent.add_child(Node("Child"))
    parent.remove_child(child)
    logging.disable(logging.NOTSET)

    assert parent.get_child_count() == 0


def test_reparent_raises_the_first_of_two_errors(tree: SceneTree) -> None:
    old, new = tree.root.add_child(Node("Old")), tree.root.add_child(Node("New"))
    node = old.add_child(Node("Node"))

    def first() -> None:
        raise RuntimeError("first")

    node.tree_exiting.connect(first, ConnectFlags.ONE_SHOT)
    node.tree_entered.connect(boom)

    with pytest.raises(RuntimeError, match="first"):
        node.reparent(new)
    assert node.parent is new
    assert node.is_inside_tree()


def test_a_mode_set_while_a_child_has_left_already_leaves_the_child_alone(tree: SceneTree) -> None:
    heard: list[str] = []

    class Listener(Node):
        def on_input(self, event: object) -> None:
            heard.append(self.name)

    class Leaving(Node):
        def on_exit_tree(self) -> None:
            tree.root.process_mode = ProcessMode.ALWAYS

    leaving = tree.root.add_child(Leaving())
    leaving.add_child(Listener("Child"))
    leaving.add_child(Timer())

    tree.root.remove_child(leaving)
    tree.push_input(InputEventKey())

    assert heard == []


# Groups and deferred calls


def test_a_group_call_skips_every_member_that_leaves_meanwhile(tree: SceneTree) -> None:
    called: list[str] = []

    class Member(Node):
        def ping(self) -> None:
            called.append(self.name)
            for name in {"A": ("B", "D"), "C": ("E",)}.get(self.name, ()):
                tree.root.get_node(name).remove_from_group("all")

    for name in "ABCDEF":
        tree.root.add_child(Member(name)).add_to_group("all")

    tree.call_group("all", "ping")

    assert called == ["A", "C", "F"]


def test_a_member_that_left_is_skipped_by_each_of_two_nested_group_calls(tree: SceneTree) -> None:
    called: list[str] = []

    class Member(Node):
        def ping(self) -> None:
            called.append(self.name)
            if called == ["A"]:
                tree.call_group("all", "ping")
            elif called == ["A", "A"]:
                tree.root.get_node("B").remove_from_group("all")

    for name in "ABC":
        tree.root.add_child(Member(name)).add_to_group("all")

    tree.call_group("all", "ping")

    assert called == ["A", "A", "C", "C"]


def test_a_deferred_call_may_flush_the_ones_behind_it(tree: SceneTree) -> None:
    log: list[str] = []

    def first() -> None:
        tree.flush_deferred()
        log.append("first")

    tree.call_deferred(first)
    tree.call_deferred(log.append, "second")
    tree.call_deferred(log.append, "third")
    tree.flush_deferred()

    assert log == ["second", "third", "first"]


# Timers of the tree


def test_tree_timers_fire_in_the_order_in_which_they_were_made(tree: SceneTree) -> None:
    log: list[str] = []
    for name, always, unscaled in (("a", True, False), ("b", False, False), ("c", True, True), ("d", True, False)):
        timer = tree.create_timer(0.0, process_always=always, ignore_time_scale=unscaled)
        timer.timeout.connect(partial(log.append, name))

    tree.tick(FRAME)

    assert log == ["a", "b", "c", "d"]


def test_a_tree_timer_that_pauses_the_tree_keeps_later_ones_from_firing(tree: SceneTree) -> None:
    log: list[str] = []
    tree.create_timer(0.0).timeout.connect(lambda: setattr(tree, "paused", True))
    tree.create_timer(0.0, process_always=False).timeout.connect(lambda: log.append("pausable"))
    tree.create_timer(0.0).timeout.connect(lambda: log.append("always"))

    tree.tick(FRAME)
    assert log == ["always"]

    tree.paused = False
    tree.tick(FRAME)
    assert log == ["always", "pausable"]


def test_a_tree_timer_that_is_given_more_time_by_an_earlier_one_waits(tree: SceneTree) -> None:
    log: list[str] = []
    first, second = tree.create_timer(0.0), tree.create_timer(0.0)
    first.timeout.connect(lambda: setattr(second, "time_left", 1.5 * FRAME))
    second.timeout.connect(lambda: log.append("second"))

    tree.tick(FRAME)
    assert log == []

    tree.frames(2, FRAME)
    assert log == ["second"]


# Timer nodes in a walk


def running(tree: SceneTree, name: str = "Timer", wait: float = 1.0) -> Timer:
    timer = tree.root.add_child(Timer(name, wait_time=wait))
    timer.start()
    return timer


def test_a_timer_that_is_added_in_a_process_callback_counts_from_the_next_frame(tree: SceneTree) -> None:
    parent = Node("Last")
    timer = Timer(wait_time=1.0, autostart=True)

    def add() -> None:
        if timer.parent is None:
            parent.add_child(timer)

    tree.root.add_child(Acting(add))
    tree.root.add_child(parent)

    tree.tick(FRAME)
    assert timer.time_left == 1.0

    tree.tick(FRAME)
    assert timer.time_left == 1.0 - FRAME


def test_a_timer_that_is_enabled_in_a_process_callback_counts_from_the_next_frame(tree: SceneTree) -> None:
    timer = Timer(wait_time=1.0, process_mode=ProcessMode.DISABLED)
    tree.root.add_child(Acting(lambda: setattr(timer, "process_mode", ProcessMode.INHERIT)))
    tree.root.add_child(timer)
    timer.start()

    tree.tick(FRAME)
    assert timer.time_left == 1.0

    tree.tick(FRAME)
    assert timer.time_left == 1.0 - FRAME


def test_a_timer_disabled_and_enabled_in_its_own_timeout_fires_no_more_in_that_frame(tree: SceneTree) -> None:
    timer = running(tree, wait=FRAME / 4)
    fired: list[int] = []

    def toggle() -> None:
        fired.append(1)
        timer.process_mode = ProcessMode.DISABLED
        timer.process_mode = ProcessMode.INHERIT

    timer.timeout.connect(toggle)
    tree.tick(FRAME)

    assert len(fired) == 1


def test_a_timer_started_before_its_place_and_paused_before_its_place_has_not_counted(tree: SceneTree) -> None:
    timer = Timer("Timer")
    tree.root.add_child(Acting(lambda: timer.start(), "Starts"))
    tree.root.add_child(Acting(lambda: setattr(tree, "paused", True), "Pauses"))
    tree.root.add_child(timer)

    tree.tick(FRAME)

    assert timer.time_left == 1.0


def test_a_timer_behind_a_node_that_removes_itself_has_not_counted_when_that_node_stops_time(tree: SceneTree) -> None:
    node = Acting(lambda: None, "Goes")

    def go() -> None:
        tree.root.remove_child(node)
        tree.paused = True

    node.act = go
    tree.root.add_child(node)
    timer = running(tree)

    tree.tick(FRAME)

    assert timer.time_left == 1.0


def test_a_timer_before_one_that_removes_itself_in_its_timeout_is_past(tree: SceneTree) -> None:
    early = tree.root.add_child(Timer("Early"))
    late = running(tree, "Late", wait=FRAME / 2)

    def go() -> None:
        tree.root.remove_child(late)
        early.start()

    late.timeout.connect(go)
    tree.tick(FRAME)

    assert early.time_left == 1.0


def test_a_due_timer_that_has_gone_holds_up_no_timer_that_is_started_before_its_place(tree: SceneTree) -> None:
    log: list[str] = []
    middle = Timer("Middle", wait_time=FRAME / 2)
    middle.timeout.connect(lambda: log.append("middle"))

    def begin() -> None:
        tree.root.remove_child(gone)
        middle.start()

    tree.root.add_child(Acting(begin, "First"))
    tree.root.add_child(middle)
    tree.root.add_child(Acting(lambda: log.append("last"), "Last"))
    gone = running(tree, "Gone", wait=FRAME / 2)

    tree.tick(FRAME)

    assert log[:2] == ["middle", "last"]


def test_a_timer_that_switches_to_physics_in_its_timeout_fires_no_more_in_that_frame(tree: SceneTree) -> None:
    fired: list[int] = []
    timer = running(tree, "Switches", wait=FRAME / 4)
    running(tree, "Due", wait=FRAME / 4)
    other = tree.root.add_child(Timer(process_callback=Timer.TimerProcessCallback.PHYSICS))
    other.start()

    def switch() -> None:
        fired.append(1)
        timer.process_callback = Timer.TimerProcessCallback.PHYSICS

    timer.timeout.connect(switch)
    tree.tick(FRAME * 0.9)

    assert fired == [1]


def test_a_priority_set_in_a_walk_moves_no_timer_in_that_walk(tree: SceneTree) -> None:
    timer = Timer("Timer")
    seen: list[float] = []

    def start() -> None:
        first.process_priority = 5
        timer.start()

    first = tree.root.add_child(Acting(start, "First"))
    tree.root.add_child(timer)
    tree.root.add_child(Acting(lambda: seen.append(timer.time_left), "Last"))

    tree.tick(FRAME)

    assert seen == [1.0 - FRAME]


def test_a_node_whose_priority_changes_before_its_turn_is_called_in_that_walk(tree: SceneTree) -> None:
    log: list[str] = []
    tree.root.add_child(Acting(lambda: setattr(second, "process_priority", 7), "First"))
    second = tree.root.add_child(Acting(lambda: log.append("second"), "Second"))
    tree.root.add_child(Acting(lambda: log.append("third"), "Third"))

    tree.tick(FRAME)
    assert log == ["second", "third"]

    log.clear()
    tree.tick(FRAME)
    assert log == ["third", "second"]
