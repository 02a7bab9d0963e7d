"""VisibleOnScreenNotifier2D and VisibleOnScreenEnabler2D: what tells of coming into view, and what it turns on."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.errors import InvalidTypeError, InvalidValueError
from engine.math import Vector2
from engine.tree.node import Node
from engine.tree.node_path import NodePath
from engine.tree.processing import ProcessMode
from engine.tree.scene_tree import SceneTree
from nodes.world_2d.camera.camera_2d import Camera2D
from nodes.world_2d.node_2d import Node2D
from nodes.world_2d.visible_on_screen_enabler_2d import VisibleOnScreenEnabler2D
from nodes.world_2d.visible_on_screen_notifier_2d import VisibleOnScreenNotifier2D

FRAME = 1 / 60
FAR = Vector2(-1000, 0)


@pytest.fixture
def tree(canvas: Any) -> SceneTree:
    """A tree with a render server, whose view is 400 x 200."""
    made: SceneTree = canvas.tree
    made.root.size = Vector2(400, 200)
    return made


def heard(notifier: VisibleOnScreenNotifier2D) -> list[str]:
    log: list[str] = []
    notifier.screen_entered.connect(lambda: log.append("entered"))
    notifier.screen_exited.connect(lambda: log.append("exited"))
    return log


# --- the notifier --------------------------------------------------------------------------------


def test_it_tells_when_it_comes_into_view_and_when_it_leaves(tree: SceneTree) -> None:
    notifier = tree.root.add_child(VisibleOnScreenNotifier2D(position=FAR))
    log = heard(notifier)
    tree.tick(FRAME)
    assert (log, notifier.is_on_screen()) == ([], False)

    notifier.position = Vector2(100, 100)
    tree.frames(2)
    assert (log, notifier.is_on_screen()) == (["entered"], True)
    notifier.position = FAR
    tree.frames(2)
    assert (log, notifier.is_on_screen()) == (["entered", "exited"], False)


@pytest.mark.parametrize(
    ("place", "seen"), [((-9, 50), True), ((-11, 50), False), ((409, 50), True), ((411, 50), False), ((0, 211), False)]
)
def test_a_part_of_the_rectangle_is_enough(tree: SceneTree, place: tuple[float, float], seen: bool) -> None:
    notifier = tree.root.add_child(VisibleOnScreenNotifier2D(position=place))
    tree.tick(FRAME)

    assert notifier.is_on_screen() is seen


def test_the_rectangle_is_in_its_own_space_and_may_change(tree: SceneTree) -> None:
    notifier = tree.root.add_child(VisibleOnScreenNotifier2D(position=(-100, 50), scale=(2, 2)))
    tree.tick(FRAME)
    assert not notifier.is_on_screen()
    notifier.rect = (0, 0, 51, 1)
    tree.tick(FRAME)
    assert notifier.is_on_screen()
    notifier.rect = (0, 0, -51, 1)
    tree.tick(FRAME)
    assert not notifier.is_on_screen()
    notifier.rect = (51, 1, -51, -1)
    tree.tick(FRAME)

    assert notifier.is_on_screen()


def test_the_camera_may_come_instead(tree: SceneTree) -> None:
    camera = tree.root.add_child(Camera2D(position=(200, 100)))
    notifier = tree.root.add_child(VisibleOnScreenNotifier2D(position=(1000, 0)))
    tree.tick(FRAME)
    assert not notifier.is_on_screen()
    camera.position = Vector2(1000, 0)
    tree.tick(FRAME)

    assert notifier.is_on_screen()


def test_what_is_hidden_is_not_on_screen(tree: SceneTree) -> None:
    parent = tree.root.add_child(Node2D())
    notifier = parent.add_child(VisibleOnScreenNotifier2D(position=(50, 50)))
    log = heard(notifier)
    tree.tick(FRAME)
    parent.hide()
    tree.tick(FRAME)
    parent.show()
    tree.tick(FRAME)

    assert log == ["entered", "exited", "entered"]


def test_outside_the_tree_it_is_not_on_screen_and_says_nothing(tree: SceneTree) -> None:
    notifier = tree.root.add_child(VisibleOnScreenNotifier2D(position=(50, 50)))
    tree.tick(FRAME)
    log = heard(notifier)
    tree.root.remove_child(notifier)
    assert (log, notifier.is_on_screen()) == ([], False)
    tree.root.add_child(notifier)
    tree.tick(FRAME)

    assert (log, notifier.is_on_screen()) == (["entered"], True)


def test_a_receiver_may_free_it(tree: SceneTree) -> None:
    notifier = tree.root.add_child(VisibleOnScreenNotifier2D(position=(50, 50)))
    notifier.screen_entered.connect(notifier.free)
    tree.frames(2)

    assert tree.root.get_child_count() == 0


def test_nothing_is_on_screen_where_nothing_draws() -> None:
    tree = SceneTree()
    notifier = tree.root.add_child(VisibleOnScreenNotifier2D())
    tree.tick(FRAME)
    assert not notifier.is_on_screen()
    tree.shutdown()


def test_in_edit_mode_it_says_nothing(tree: SceneTree) -> None:
    tree.edit_mode = True
    notifier = tree.root.add_child(VisibleOnScreenNotifier2D(position=(50, 50)))
    log = heard(notifier)
    tree.tick(FRAME)

    assert log == []


def test_after_a_restore_what_was_on_screen_is_there_and_says_nothing_again(tree: SceneTree) -> None:
    notifier = tree.root.add_child(VisibleOnScreenNotifier2D(position=(50, 50)))
    tree.tick(FRAME)
    snapshot = tree.snapshot()
    log = heard(notifier)
    tree.restore(snapshot)
    tree.tick(FRAME)
    assert (log, notifier.is_on_screen()) == ([], True)


@pytest.mark.parametrize("was_on_screen", [True, False])
def test_after_a_restore_only_what_is_otherwise_now_is_told(tree: SceneTree, was_on_screen: bool) -> None:
    notifier = tree.root.add_child(VisibleOnScreenNotifier2D(position=(500, 50)))
    log = heard(notifier)
    tree.root.size = Vector2(600 if was_on_screen else 400, 200)
    tree.tick(FRAME)
    snapshot = tree.snapshot()
    notifier.position = FAR if was_on_screen else Vector2(50, 50)
    tree.tick(FRAME)
    log.clear()

    tree.restore(snapshot)
    assert (log, notifier.is_on_screen()) == ([], was_on_screen)
    tree.tick(FRAME)
    assert (log, notifier.is_on_screen()) == ([], was_on_screen)
    tree.restore(snapshot)
    tree.root.size = Vector2(400 if was_on_screen else 600, 200)
    tree.tick(FRAME)
    assert (log, notifier.is_on_screen()) == (["exited" if was_on_screen else "entered"], not was_on_screen)


@pytest.mark.parametrize("rect", [(1, 2, 3), "abcd", None])
def test_a_rectangle_has_four_numbers(rect: Any) -> None:
    with pytest.raises(InvalidTypeError, match="rect must be four finite numbers, got"):
        VisibleOnScreenNotifier2D().rect = rect


# --- the enabler ---------------------------------------------------------------------------------


class Counter(Node2D, registered=False):
    """Counts its frames."""

    count = 0

    def on_process(self, delta: float) -> None:
        self.count += 1


def enemy(tree: SceneTree, **properties: Any) -> tuple[Counter, VisibleOnScreenEnabler2D]:
    """A node far from the view, with an enabler below it."""
    counter = Counter("Enemy", position=FAR)
    enabler = counter.add_child(VisibleOnScreenEnabler2D(**properties))
    tree.root.add_child(counter)
    return counter, enabler


def mode_of(node: Node) -> ProcessMode:
    return node.process_mode


def test_its_parent_is_processed_only_while_on_screen(tree: SceneTree) -> None:
    counter, _ = enemy(tree)
    assert mode_of(counter) == ProcessMode.DISABLED
    tree.frames(3)
    assert counter.count == 0

    counter.position = Vector2(50, 50)
    tree.tick(FRAME)
    assert mode_of(counter) == ProcessMode.INHERIT
    tree.frames(3)
    assert counter.count == 3
    counter.position = FAR
    tree.frames(3)
    assert counter.count == 4


@pytest.mark.parametrize(
    ("mode", "wanted"),
    [
        (VisibleOnScreenEnabler2D.EnableMode.INHERIT, ProcessMode.INHERIT),
        (VisibleOnScreenEnabler2D.EnableMode.ALWAYS, ProcessMode.ALWAYS),
        (VisibleOnScreenEnabler2D.EnableMode.WHEN_PAUSED, ProcessMode.WHEN_PAUSED),
    ],
)
def test_the_process_mode_on_screen_is_to_be_chosen(
    tree: SceneTree, mode: VisibleOnScreenEnabler2D.EnableMode, wanted: ProcessMode
) -> None:
    counter, enabler = enemy(tree)
    counter.position = Vector2(50, 50)
    tree.tick(FRAME)
    enabler.enable_mode = mode

    assert counter.process_mode == wanted


def test_another_node_may_be_enabled(tree: SceneTree) -> None:
    other = tree.root.add_child(Node("Other"))
    counter, enabler = enemy(tree, enable_node_path=NodePath("../../Other"))
    assert (counter.process_mode, other.process_mode) == (ProcessMode.INHERIT, ProcessMode.DISABLED)

    enabler.enable_node_path = "/root/Enemy"
    assert (counter.process_mode, other.process_mode) == (ProcessMode.DISABLED, ProcessMode.DISABLED)


def test_no_node_may_be_enabled(tree: SceneTree) -> None:
    counter, enabler = enemy(tree, enable_node_path=NodePath(""))
    tree.tick(FRAME)

    assert counter.process_mode == ProcessMode.INHERIT
    assert enabler.get_configuration_warnings() == []


def test_a_path_to_nothing_is_a_configuration_warning(tree: SceneTree) -> None:
    counter, enabler = enemy(tree, enable_node_path=NodePath("../Nowhere"))
    tree.tick(FRAME)

    assert counter.process_mode == ProcessMode.INHERIT
    warning = "There is no node at enable_node_path, '../Nowhere', to enable."
    assert tree.get_configuration_warnings() == {"/root/Enemy/VisibleOnScreenEnabler2D": [warning]}
    enabler.enable_node_path = NodePath("..")
    assert tree.get_configuration_warnings() == {}


def test_a_freed_node_is_left_alone(tree: SceneTree) -> None:
    other = tree.root.add_child(Node("Other"))
    counter, _ = enemy(tree, enable_node_path=NodePath("../../Other"))
    other.free()
    counter.position = Vector2(50, 50)
    tree.tick(FRAME)

    assert tree.root.get_child_count() == 1


def test_when_it_leaves_its_node_stays_as_it_is(tree: SceneTree) -> None:
    counter, enabler = enemy(tree)
    enabler.free()

    assert counter.process_mode == ProcessMode.DISABLED


def test_an_unknown_mode_is_refused() -> None:
    with pytest.raises(InvalidValueError, match="enable_mode must be one of INHERIT 0, ALWAYS 1, WHEN_PAUSED 2, got 7"):
        VisibleOnScreenEnabler2D().enable_mode = 7
