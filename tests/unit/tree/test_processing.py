"""Which nodes are called in a walk: toggles, priorities, modes, and changes from inside a callback."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engine.core.errors import InvalidTypeError, InvalidValueError
from engine.tree.node import Node
from engine.tree.processing import ProcessMode
from engine.tree.scene_tree import SceneTree
from nodes.world_2d.node_2d import Node2D


class Logging(Node):
    """Logs its process callbacks; `hook` runs inside the process callback, once."""

    log: list[str]

    def __init__(self, name: str, hook: Callable[[], object] | None = None, **exported: Any) -> None:
        super().__init__(name, **exported)
        self.hook = hook

    def on_process(self, delta: float) -> None:
        self.log.append(self.name)
        hook, self.hook = self.hook, None
        if hook is not None:
            hook()


class Stepping(Node):
    log: list[str]

    def on_physics_process(self, delta: float) -> None:
        self.log.append(self.name)


@pytest.fixture(autouse=True)
def log() -> list[str]:
    Logging.log = Stepping.log = []
    return Logging.log


@pytest.fixture
def nodes(tree: SceneTree) -> list[Logging]:
    """A, B, C, D, E."""
    return [tree.root.add_child(Logging(name)) for name in "ABCDE"]


def frames(tree: SceneTree, count: int = 2) -> list[str]:
    """What is called in each of some frames."""
    called = []
    for _ in range(count):
        Logging.log.clear()
        tree.tick(0)
        called.append("".join(Logging.log))
    return called


# Changes from inside a callback: what is called in this frame and in the next


def test_a_node_removed_by_an_earlier_one_is_not_called(tree: SceneTree, nodes: list[Logging]) -> None:
    nodes[1].hook = lambda: tree.root.remove_child(nodes[2])

    assert frames(tree) == ["ABDE", "ABDE"]


def test_a_node_freed_by_an_earlier_one_is_not_called(tree: SceneTree, nodes: list[Logging]) -> None:
    nodes[1].hook = nodes[2].free

    assert frames(tree) == ["ABDE", "ABDE"]


def test_a_node_queued_by_an_earlier_one_is_not_called(tree: SceneTree, nodes: list[Logging]) -> None:
    nodes[1].hook = nodes[2].queue_free

    assert frames(tree) == ["ABDE", "ABDE"]


class Shown(Node2D):
    """Logs what the later steps of a frame call; `hook` runs inside, once."""

    hook: Callable[[], object] | None = None

    def on_draw(self) -> None:
        self.reach("draw")

    def on_transform_changed(self) -> None:
        self.reach("moved")

    def reach(self, callback: str) -> None:
        Logging.log.append(f"{callback} {self.name}")
        hook, self.hook = self.hook, None
        if hook is not None:
            hook()


@pytest.mark.parametrize("callback", ["draw", "moved"])
@pytest.mark.parametrize(
    "end", [Node.queue_free, Node.free, lambda node: node.parent.remove_child(node)], ids=["queued", "freed", "removed"]
)
def test_a_node_that_an_earlier_one_ended_is_neither_drawn_nor_told_that_it_moved(
    tree: SceneTree, log: list[str], callback: str, end: Callable[[Node], object]
) -> None:
    a, b, c = (tree.root.add_child(Shown(name)) for name in "ABC")
    for node in (a, b, c):
        node.set_notify_transform(True)
    tree.tick(0)
    log.clear()
    for node in (a, b, c):
        if callback == "draw":
            node.queue_redraw()
        else:
            node.position = (1, 1)
    a.hook = lambda: end(b)

    tree.tick(0)

    assert log == [f"{callback} A", f"{callback} C"]


def test_a_node_turned_off_by_an_earlier_one_is_not_called(tree: SceneTree, nodes: list[Logging]) -> None:
    nodes[1].hook = lambda: nodes[2].set_process(False)

    assert frames(tree) == ["ABDE", "ABDE"]


def test_a_node_disabled_by_an_earlier_one_is_not_called(tree: SceneTree, nodes: list[Logging]) -> None:
    nodes[1].hook = lambda: setattr(nodes[2], "process_mode", ProcessMode.DISABLED)

    assert frames(tree) == ["ABDE", "ABDE"]


def test_a_node_turned_off_and_on_again_is_called_from_the_next_frame(tree: SceneTree, nodes: list[Logging]) -> None:
    def off_and_on() -> None:
        nodes[2].set_process(False)
        nodes[2].set_process(True)

    nodes[1].hook = off_and_on

    assert frames(tree) == ["ABDE", "ABCDE"]


def test_a_node_removed_and_added_again_is_called_from_the_next_frame(tree: SceneTree, nodes: list[Logging]) -> None:
    def out_and_in() -> None:
        tree.root.remove_child(nodes[2])
        tree.root.add_child(nodes[2], 2)

    nodes[1].hook = out_and_in

    assert frames(tree) == ["ABDE", "ABCDE"]


def test_a_node_that_removes_itself_ends_its_own_calls_only(tree: SceneTree, nodes: list[Logging]) -> None:
    nodes[1].hook = lambda: tree.root.remove_child(nodes[1])

    assert frames(tree) == ["ABCDE", "ACDE"]


def test_nodes_removed_behind_the_walk_change_nothing_before_it(tree: SceneTree, nodes: list[Logging]) -> None:
    def remove_all_but_the_last() -> None:
        for node in nodes[:4]:
            node.free()

    nodes[2].hook = remove_all_but_the_last

    assert frames(tree) == ["ABCE", "E"]


def test_a_node_added_by_a_callback_is_first_called_in_the_next_frame(tree: SceneTree, nodes: list[Logging]) -> None:
    nodes[1].hook = lambda: nodes[1].add_child(Logging("x"))

    assert frames(tree) == ["ABCDE", "ABxCDE"]


def test_a_node_moved_to_a_later_branch_is_not_called_twice(tree: SceneTree, nodes: list[Logging]) -> None:
    mover = tree.root.add_child(Logging("m"))
    tree.root.move_child(mover, 0)
    mover.hook = lambda: mover.reparent(nodes[3])

    assert frames(tree) == ["mABCDE", "ABCDmE"]


def test_a_node_moved_to_an_earlier_branch_is_called_once_a_frame(tree: SceneTree, nodes: list[Logging]) -> None:
    nodes[4].hook = lambda: nodes[4].reparent(nodes[0])

    assert frames(tree) == ["ABCDE", "AEBCD"]


def test_a_child_moved_among_its_siblings_is_called_once_a_frame(tree: SceneTree, nodes: list[Logging]) -> None:
    nodes[0].hook = lambda: tree.root.move_child(nodes[0], -1)
    nodes[2].hook = lambda: tree.root.move_child(nodes[3], 0)

    assert frames(tree) == ["ABCDE", "DBCEA"]


def test_a_priority_changed_by_an_earlier_node_counts_from_the_next_frame(
    tree: SceneTree, nodes: list[Logging]
) -> None:
    nodes[1].hook = lambda: setattr(nodes[3], "process_priority", -1)
    nodes[2].hook = lambda: setattr(nodes[0], "process_priority", 1)

    assert frames(tree) == ["ABCDE", "DBCEA"]


def test_a_node_may_turn_itself_off_and_another_on(tree: SceneTree, nodes: list[Logging]) -> None:
    nodes[3].set_process(False)

    def swap() -> None:
        nodes[1].set_process(False)
        nodes[3].set_process(True)

    nodes[1].hook = swap

    assert frames(tree) == ["ABCE", "ACDE"]


def test_deferred_changes_come_before_the_next_walk(tree: SceneTree, nodes: list[Logging]) -> None:
    nodes[1].hook = lambda: tree.call_deferred(nodes[2].free)

    assert frames(tree) == ["ABCDE", "ABDE"]


def test_many_changes_at_once_keep_the_order(tree: SceneTree, nodes: list[Logging]) -> None:
    def change() -> None:
        for node in nodes[2:]:
            node.set_process(False)
        for _ in range(20):
            nodes[2].add_child(Logging("n"))

    nodes[0].hook = change
    first, second = frames(tree)

    assert first == "AB"
    assert second == "AB" + "".join(child.name for child in nodes[2].children)


# Toggles


def test_turning_on_a_callback_that_no_class_overrides_calls_nothing(tree: SceneTree) -> None:
    node = tree.root.add_child(Node())

    node.set_process(True)
    node.set_physics_process(True)
    node.set_process_input(True)
    node.set_process_unhandled_input(True)
    tree.tick(1 / 60)

    assert node.is_processing()
    assert node.is_physics_processing()
    assert node.is_processing_input()
    assert node.is_processing_unhandled_input()


def test_toggles_are_kept_outside_the_tree(tree: SceneTree, nodes: list[Logging]) -> None:
    tree.root.remove_child(nodes[0])
    nodes[0].set_process(False)
    tree.root.add_child(nodes[0])

    assert frames(tree, 1) == ["BCDE"]
    nodes[0].set_process(True)
    assert frames(tree, 1) == ["BCDEA"]


def test_a_method_put_on_one_instance_later_is_not_seen_as_an_override(tree: SceneTree) -> None:
    node = tree.root.add_child(Node())
    node.on_process = lambda delta: Logging.log.append("seen")  # type: ignore[method-assign]

    assert frames(tree, 1) == [""]
    assert not node.is_processing()


# Priorities


def test_lower_priorities_come_first_and_equal_ones_in_tree_order(tree: SceneTree, nodes: list[Logging]) -> None:
    for node, priority in zip(nodes, (1, 0, 1, -5, 0), strict=True):
        node.process_priority = priority

    assert frames(tree, 1) == ["DBEAC"]


def test_the_physics_priority_is_another_property(tree: SceneTree, log: list[str]) -> None:
    for name, priority in (("A", 1), ("B", 0), ("C", -1)):
        node = tree.root.add_child(Stepping(name))
        node.process_physics_priority = priority
        node.process_priority = -priority

    tree.tick(1 / 60)

    assert "".join(log) == "CBA"


def test_a_priority_outside_the_tree_counts_inside(tree: SceneTree, nodes: list[Logging]) -> None:
    node = Logging("x", process_priority=-1)

    tree.root.add_child(node)

    assert frames(tree, 1) == ["xABCDE"]


@pytest.mark.parametrize("priority", [1.5, "1", None])
def test_a_priority_is_a_whole_number(tree: SceneTree, priority: Any) -> None:
    node = tree.root.add_child(Node("N"))
    for name in ("process_priority", "process_physics_priority"):
        with pytest.raises(InvalidTypeError) as caught:
            setattr(node, name, priority)
        assert str(caught.value) == f"/root/N.{name} must be a whole number, got {priority!r}"


def test_many_priorities_keep_tree_order_among_equals(tree: SceneTree) -> None:
    expected: list[tuple[int, int]] = []
    for number in range(100):
        node = tree.root.add_child(Logging(f"{number} "))
        node.process_priority = number * 7 % 5
        expected.append((node.process_priority, number))
    for number in range(0, 100, 9):
        tree.root.get_child(number).process_priority = 9
        expected[number] = (9, number)

    assert frames(tree, 1) == ["".join(f"{number} " for _, number in sorted(expected))]


# Modes


def test_a_mode_is_inherited_until_a_node_has_its_own(tree: SceneTree) -> None:
    a = tree.root.add_child(Logging("A", process_mode=ProcessMode.DISABLED))
    b = a.add_child(Logging("B"))
    b.add_child(Logging("C", process_mode=ProcessMode.ALWAYS)).add_child(Logging("D"))

    assert frames(tree, 1) == ["CD"]
    a.process_mode = ProcessMode.INHERIT
    assert frames(tree, 1) == ["ABCD"]
    assert b.get_resolved_process_mode() is ProcessMode.PAUSABLE
    tree.paused = True
    assert frames(tree, 1) == ["CD"]
    b.process_mode = ProcessMode.WHEN_PAUSED
    assert frames(tree, 1) == ["BCD"]
    assert a.process_mode is ProcessMode.INHERIT


def test_a_mode_follows_the_parent_it_is_moved_to(tree: SceneTree) -> None:
    always = tree.root.add_child(Node("Always", process_mode=ProcessMode.ALWAYS))
    node = tree.root.add_child(Logging("N"))
    tree.paused = True

    assert frames(tree, 1) == [""]
    node.reparent(always)
    assert frames(tree, 1) == ["N"]
    assert node.get_resolved_process_mode() is ProcessMode.ALWAYS


def test_the_mode_of_the_root_is_what_all_inherit(tree: SceneTree, nodes: list[Logging]) -> None:
    tree.root.process_mode = ProcessMode.ALWAYS
    tree.paused = True

    assert frames(tree, 1) == ["ABCDE"]


def test_a_mode_changed_by_an_earlier_node_counts_for_its_children_at_once(
    tree: SceneTree, nodes: list[Logging]
) -> None:
    nodes[2].add_child(Logging("x")).add_child(Logging("y", process_mode=ProcessMode.ALWAYS))
    nodes[0].hook = lambda: setattr(nodes[2], "process_mode", ProcessMode.DISABLED)

    assert frames(tree) == ["AByDE", "AByDE"]


def test_pausing_stops_the_walk_for_those_who_stand_still(tree: SceneTree, nodes: list[Logging]) -> None:
    nodes[3].process_mode = ProcessMode.ALWAYS
    nodes[1].hook = lambda: setattr(tree, "paused", True)

    assert frames(tree) == ["ABD", "D"]
    tree.paused = False
    assert frames(tree, 1) == ["ABCDE"]


def test_going_on_calls_the_rest_from_the_next_frame(tree: SceneTree, nodes: list[Logging]) -> None:
    nodes[0].process_mode = ProcessMode.ALWAYS
    nodes[4].process_mode = ProcessMode.WHEN_PAUSED
    tree.paused = True
    nodes[0].hook = lambda: setattr(tree, "paused", False)

    assert frames(tree) == ["A", "ABCD"]


def test_pausing_twice_is_pausing_once(tree: SceneTree, nodes: list[Logging]) -> None:
    tree.paused = True
    tree.paused = True
    tree.paused = False

    assert frames(tree, 1) == ["ABCDE"]


def test_a_node_that_enters_a_paused_tree_waits(tree: SceneTree) -> None:
    tree.paused = True
    tree.root.add_child(Logging("A"))

    assert frames(tree, 1) == [""]
    tree.paused = False
    assert frames(tree, 1) == ["A"]


def test_a_mode_outside_a_tree_is_resolved_by_the_parents_it_has() -> None:
    parent = Node(process_mode=ProcessMode.ALWAYS)
    child = parent.add_child(Node())

    assert child.get_resolved_process_mode() is ProcessMode.ALWAYS
    assert Node().get_resolved_process_mode() is ProcessMode.PAUSABLE
    assert child.can_process() is False


@pytest.mark.parametrize("mode", [5, -1, "EVER", None, True])
def test_an_unknown_mode_is_refused(tree: SceneTree, mode: Any) -> None:
    node = tree.root.add_child(Node("N"))

    with pytest.raises(InvalidValueError) as caught:
        node.process_mode = mode

    assert str(caught.value) == (
        f"/root/N.process_mode must be one of INHERIT 0, PAUSABLE 1, WHEN_PAUSED 2, ALWAYS 3, DISABLED 4, got {mode!r}"
    )
    assert node.process_mode is ProcessMode.INHERIT


def test_a_number_stands_for_a_mode(tree: SceneTree) -> None:
    node = Node()

    node.process_mode = 3  # type: ignore[assignment]

    assert node.process_mode is ProcessMode.ALWAYS
