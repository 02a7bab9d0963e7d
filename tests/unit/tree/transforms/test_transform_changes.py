"""The 2D transform store when nodes come, go, and become top level; and who is told of changes."""

from __future__ import annotations

import pytest

from engine.tree.flags import NOTIFY_TRANSFORM
from engine.tree.transforms.store_2d import TransformStore2D
from tests.unit.tree.transforms.bare_transforms import Bare, family, filled, places

# Nodes that come and go


def test_a_node_below_one_that_is_not_2d_is_a_root() -> None:
    root, plain = Bare(None, 1.0), Bare(None)
    plain._parent, plain._mask = root, 0
    child = Bare(plain, 2.0)
    store = filled(root, child)
    store.flush()

    assert store.global_of(child._slot)[4:] == (2.0, 0.0)


def test_a_node_outside_writes_nowhere() -> None:
    node = Bare(None, 1.0)
    store = filled(node)
    store.remove(node)

    node.move(2.0, 0.0)
    store.flush()

    assert (len(store), store.origins) == (0, {})


def test_a_node_may_be_added_and_removed_before_the_flush() -> None:
    root = Bare(None, 1.0)
    store = filled(root)
    passing = Bare(root, 5.0)
    store.add(passing)
    store.remove(passing)
    staying = Bare(root, 7.0)
    store.add(staying)

    store.flush()

    assert len(store) == 2
    assert places(store, [root, staying]) == [(1.0, 0.0), (8.0, 0.0)]


def test_many_nodes_may_pass_through_before_the_first_flush() -> None:
    store = TransformStore2D()
    for _ in range(300):
        passing = Bare(None, 5.0)
        store.add(passing)
        store.global_of(passing._slot)
        store.remove(passing)
    staying = Bare(None, 7.0)
    store.add(staying)

    store.flush()

    assert len(store) == 1
    assert places(store, [staying]) == [(7.0, 0.0)]


def test_a_dirty_node_may_be_removed_and_its_slot_used_again() -> None:
    root, first = Bare(None, 1.0), Bare(None, 2.0)
    first._parent = root
    store = filled(root, first)
    store.flush()
    slot = first._slot
    first.move(99.0, 99.0)
    first.turn(9.0, 0.0, 0.0, 9.0)
    store.remove(first)
    store.flush()

    second = Bare(root, 3.0)
    store.add(second)
    store.flush()

    assert second._slot == slot
    assert store.global_of(slot) == (1.0, 0.0, 0.0, 1.0, 4.0, 0.0)


def test_a_node_may_leave_and_enter_again_in_one_frame() -> None:
    root, child = Bare(None, 1.0), Bare(None, 2.0)
    child._parent = root
    store = filled(root, child)
    store.flush()

    store.remove(child)
    child._parent = None
    store.add(child)

    assert places(store, [child]) == [(2.0, 0.0)]
    store.flush()
    assert places(store, [root, child]) == [(1.0, 0.0), (2.0, 0.0)]


def test_nodes_that_come_one_by_one_are_composed_as_those_that_come_at_once() -> None:
    nodes = family(4, 60)
    store = TransformStore2D()
    for node in nodes:
        store.add(node)
        store.flush()

    assert places(store, nodes) == [(1.0, 0.0)] + [(2.0, 0.0)] * 4 + [(3.0, 0.0)] * 240


def test_small_families_come_and_go_every_frame_for_long() -> None:
    """Bullets with a child each, under one parent: they live in the tail, and most leave it again."""
    root = Bare(None, 1.0)
    store = filled(root)
    alive: list[tuple[Bare, Bare]] = []
    for frame in range(400):
        bullet = Bare(root, float(frame))
        sprite = Bare(bullet, 0.5)
        store.add(bullet)
        store.add(sprite)
        alive.append((bullet, sprite))
        if frame % 7:
            gone = alive.pop(frame % len(alive))
            store.remove(gone[1])
            store.remove(gone[0])
        store.flush()

        for bullet, sprite in alive:
            x = 1.0 + bullet._pos.x
            assert places(store, [bullet, sprite]) == [(x, 0.0), (x + 0.5, 0.0)]
    assert len(store) == 1 + 2 * len(alive)


def test_roots_and_children_of_several_parents_may_come_in_any_order() -> None:
    """All of them stand in the tail, in a run that is wide enough to be composed by arrays."""
    first, second = Bare(None, 10.0), Bare(None, 20.0)
    store = filled(first, second)
    store.flush()
    late: list[Bare] = []
    for parent in (first, second, None, second, first) * 5:
        late.append(Bare(parent, 1.0))
        store.add(late[-1])
        store.flush()

    assert places(store, late) == [(11.0, 0.0), (21.0, 0.0), (1.0, 0.0), (21.0, 0.0), (11.0, 0.0)] * 5


def test_all_may_leave_and_others_come() -> None:
    nodes = family(10, 20)
    store = filled(*nodes)
    store.flush()
    for node in reversed(nodes):
        store.remove(node)
    store.flush()
    assert len(store) == 0

    others = family(3, 5)
    for node in others:
        store.add(node)
    store.flush()

    assert places(store, others) == [(1.0, 0.0)] + [(2.0, 0.0)] * 3 + [(3.0, 0.0)] * 15


def test_slots_are_used_again() -> None:
    store = TransformStore2D()
    slots = set()
    for _ in range(500):
        node = Bare(None, 1.0)
        store.add(node)
        slots.add(node._slot)
        store.flush()
        store.remove(node)
        store.flush()

    assert len(slots) == 1


# Top level


def test_a_top_level_node_stands_on_the_canvas() -> None:
    root, child = Bare(None, 1.0), Bare(None, 2.0)
    child._parent, child._top_level = root, True
    store = filled(root, child)
    store.flush()

    assert places(store, [child]) == [(2.0, 0.0)]


@pytest.mark.parametrize("flushed", [True, False])
def test_a_node_may_become_top_level_and_go_back(flushed: bool) -> None:
    nodes = family(2, 30)
    store = filled(*nodes)
    if flushed:
        store.flush()

    for top_level, x in ((True, 1.0), (False, 2.0)):
        nodes[1]._top_level = top_level
        store.set_top_level(nodes[1])
        assert places(store, [nodes[1], nodes[3]]) == [(x, 0.0), (x + 1.0, 0.0)]
        store.flush()
        assert places(store, [nodes[1], nodes[3], nodes[2]]) == [(x, 0.0), (x + 1.0, 0.0), (2.0, 0.0)]


def test_a_node_may_stop_being_top_level_below_a_parent_that_has_just_come() -> None:
    parent, child = Bare(None, 1.0), Bare(None, 2.0)
    store = filled(child)
    store.flush()
    store.add(parent)
    child._parent = parent

    store.set_top_level(child)

    assert places(store, [child]) == [(3.0, 0.0)]
    store.flush()
    assert places(store, [child]) == [(3.0, 0.0)]


# Who wants to know


def test_a_watched_node_is_listed_once_after_it_entered_and_after_each_change() -> None:
    root, child = Bare(None, 1.0), Bare(None, 2.0)
    child._parent = root
    child._flags = NOTIFY_TRANSFORM
    store = filled(root, child)
    listed = []

    for move in (None, None, root, root, None, child):
        if move is not None:
            move.move(move._pos.x + 1.0, 0.0)
        store.flush()
        listed.append(store.take_changed())

    assert listed == [[child], [], [child], [child], [], [child]]


def test_a_watched_node_is_not_listed_when_only_others_have_moved() -> None:
    node, other = Bare(None, 1.0), Bare(None, 2.0)
    node._flags = NOTIFY_TRANSFORM
    store = filled(node, other)
    store.flush()
    assert store.take_changed() == [node]

    other.move(3.0, 0.0)
    store.flush()

    assert store.take_changed() == []


def test_a_node_that_has_moved_and_moved_back_is_not_listed() -> None:
    node = Bare(None, 1.0)
    store = filled(node)
    store.flush()
    store.take_changed()
    store.watch(node)

    node.move(5.0, 0.0)
    store.global_of(node._slot)
    node.move(1.0, 0.0)
    store.flush()

    assert store.take_changed() == []


def test_a_change_is_listed_that_an_early_flush_has_composed() -> None:
    node = Bare(None, 1.0)
    store = filled(node)
    store.flush()
    store.watch(node)

    node.move(5.0, 0.0)
    store.flush()
    node.move(6.0, 0.0)
    store.flush()

    assert store.take_changed() == [node]
    assert store.take_changed() == []


def test_one_who_asks_between_frames_hears_of_later_changes_only() -> None:
    node = Bare(None, 1.0)
    store = filled(node)
    store.flush()
    store.take_changed()
    node.move(2.0, 0.0)
    store.watch(node)
    store.flush()
    assert store.take_changed() == []

    store.unwatch(node)
    node.move(3.0, 0.0)
    store.flush()
    assert store.take_changed() == []


def test_ancestors_are_listed_before_their_descendants() -> None:
    nodes = family(20, 4)
    store = filled(*nodes)
    store.flush()
    for node in reversed(nodes):
        store.watch(node)

    nodes[0].move(5.0, 0.0)
    store.flush()
    listed = store.take_changed()

    assert len(listed) == len(nodes)
    assert all(node._parent is None or listed.index(node._parent) < place for place, node in enumerate(listed))


def test_a_watched_node_that_has_left_is_not_listed_and_neither_is_who_takes_its_slot() -> None:
    node = Bare(None, 1.0)
    node._flags = NOTIFY_TRANSFORM
    store = filled(node)
    store.remove(node)
    other = Bare(None, 5.0)
    store.add(other)
    store.flush()

    assert store.take_changed() == []
