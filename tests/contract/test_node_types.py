"""What every node type of the catalogue promises; a new one is picked up by itself.

Each is made without arguments, cheaply and without side effects; takes other values of its properties and refuses bad
ones by name, before anything changed; lives in a tree with and without servers, however it comes and goes; and leaves
nothing behind.
"""

from __future__ import annotations

import gc
import json
import logging
import re
import subprocess
import sys
import weakref
from collections.abc import Callable, Iterator

import pytest

import nodes
from engine.core.errors import SapwoodError
from engine.core.export import get_exports
from engine.core.resource import Resource
from engine.tree.node import Node
from engine.tree.scene_tree import SceneTree
from nodes.world_2d.canvas.canvas_item import CanvasItem
from servers.render import RenderServer
from servers.render.recorder import Recorder
from servers.text import TextServer
from tests.contract.our_types import NODE_TYPES, ROOT, type_name
from tests.contract.property_values import another, bad, change_everything, prepare, settable, state

MOST_CALLS = 8
"""Python functions that may run when a node is made."""

MOST_BLOCKS = 20
"""Blocks of memory that a new node may take."""

SLACK = 20
"""Blocks of memory by which the process may grow for reasons of its own while 1,000 nodes come and go."""

BY_THE_TREE = ("owner", "name", "progress_ratio")
"""Set by rules about where in a tree a node is, which tests/unit has."""

PROPERTIES = [(cls, name) for cls in NODE_TYPES for name in settable(cls) if name not in BY_THE_TREE]


def is_tuple(cls: type[Node], name: str) -> bool:
    return isinstance(getattr(cls(), name), tuple)


each_type = pytest.mark.parametrize("cls", NODE_TYPES, ids=type_name)
each_property = pytest.mark.parametrize(("cls", "name"), PROPERTIES, ids=type_name)

IN_A_NEW_PROCESS = """
import json, random, sys, threading
import nodes
from engine.core.registry import node_types

types = [getattr(nodes, name) for name in nodes._HOMES]
audited = []
sys.addaudithook(lambda event, _: audited.append(event))

def outside():
    return sorted(sys.modules), threading.active_count(), hash(random.getstate()), len(audited)

report = {}
for cls in types:
    before = outside()
    cls()
    after = outside()
    report[cls.__name__] = {"registered": node_types.find(cls.__name__) is cls, "silent": before == after}
print(json.dumps(report))
"""


class World:
    """A tree, with or without servers."""

    def __init__(self, drawn: bool) -> None:
        self.server = RenderServer() if drawn else None
        self.tree = SceneTree(servers=[self.server, TextServer()] if self.server else [])
        self.holder = self.tree.root.add_child(Node("Holder"))

    def frame(self) -> None:
        self.tree.tick(1 / 60)
        if self.server is not None:
            self.server.draw()

    def drawn(self) -> int:
        """How many instances the last frame drew; 0 without a server."""
        if self.server is None:
            return 0
        assert isinstance(self.server.backend, Recorder)
        assert self.server.backend.last_list is not None
        return len(self.server.backend.last_list.positions)


@pytest.fixture(params=[False, True], ids=["without servers", "with a recorded canvas"])
def world(request: pytest.FixtureRequest) -> Iterator[World]:
    world = World(request.param)
    yield world
    world.tree.shutdown()


@pytest.fixture(scope="module")
def new_process() -> dict[str, dict[str, bool]]:
    """What making each type did in a process that had done nothing before."""
    command = [sys.executable, "-c", IN_A_NEW_PROCESS]
    report: dict[str, dict[str, bool]] = json.loads(
        subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    )
    return report


def changed_in_everything(cls: type[Node]) -> Node:
    """A node, shown if it can be, all of whose other exported properties are not as in a new one."""
    node = cls()
    change_everything(node)
    if isinstance(node, CanvasItem):
        node.visible = True
    return node


def exports_of(node: Node) -> dict[str, object]:
    return {name: getattr(node, name) for name in get_exports(type(node))}


# --- Making one


@each_type
def test_it_is_registered_under_its_class_name(cls: type[Node], new_process: dict[str, dict[str, bool]]) -> None:
    assert nodes._HOMES[cls.__name__] == cls.__module__
    assert new_process[cls.__name__]["registered"]


@each_type
def test_making_one_imports_opens_and_draws_from_nothing(
    cls: type[Node], new_process: dict[str, dict[str, bool]]
) -> None:
    assert new_process[cls.__name__]["silent"]


@each_type
def test_making_one_is_cheap(cls: type[Node]) -> None:
    cls()
    calls = 0

    def count(frame: object, event: str, argument: object) -> None:
        nonlocal calls
        calls += event == "call"

    sys.setprofile(count)
    try:
        cls()
    finally:
        sys.setprofile(None)
    before = sys.getallocatedblocks()
    made = [cls() for _ in range(100)]
    blocks = sys.getallocatedblocks() - before

    assert calls <= MOST_CALLS
    assert blocks <= MOST_BLOCKS * len(made)


@each_type
def test_one_that_nobody_holds_is_gone_at_once(cls: type[Node]) -> None:
    gc.collect()
    gc.disable()
    try:
        node = changed_in_everything(cls)
        reference = weakref.ref(node)
        del node

        assert reference() is None
    finally:
        gc.enable()


@each_type
def test_a_new_one_has_the_declared_defaults(cls: type[Node]) -> None:
    new = cls()

    for name, info in get_exports(cls).items():
        value = getattr(new, name)
        assert value == info.default, name
        assert type(value) is type(info.default), name


# --- Its properties


@each_property
def test_a_property_takes_another_value_and_gives_it_back(cls: type[Node], name: str) -> None:
    node = cls()
    prepare(node, name)
    before = getattr(node, name)
    value = another(node, name)
    kind = type(value if before is None else before)

    setattr(node, name, value)

    kept = getattr(node, name)
    assert kept != before
    assert kept == (value if name in get_exports(cls) else pytest.approx(value))
    assert type(kept) is kind


@pytest.mark.parametrize(("cls", "name"), [each for each in PROPERTIES if is_tuple(*each)], ids=type_name)
def test_a_property_takes_a_plain_tuple_for_a_value_type(cls: type[Node], name: str) -> None:
    node = cls()
    prepare(node, name)
    value = another(node, name)
    setattr(node, name, value)
    kept = getattr(node, name)
    setattr(node, name, getattr(cls(), name))

    setattr(node, name, tuple(value))

    assert getattr(node, name) == kept
    assert type(getattr(node, name)) is type(kept)


@each_type
def test_all_its_exported_properties_can_differ_at_once_from_a_new_ones(cls: type[Node]) -> None:
    node, new = cls(), cls()

    names = change_everything(node)

    assert [name for name in names if getattr(node, name) == getattr(new, name)] == []
    assert names == list(get_exports(cls))


@each_property
def test_a_bad_value_is_refused_by_name_before_anything_changed(cls: type[Node], name: str, world: World) -> None:
    node = world.holder.add_child(cls("It"))
    prepare(node, name)
    heard: list[str] = []
    for signal in node.get_signal_list():
        getattr(node, signal.name).connect(lambda *_, signal=signal: heard.append(signal.name))
    before = state(node)

    for value in bad(node, name):
        with pytest.raises(SapwoodError) as caught:
            setattr(node, name, value)
        assert re.match(rf"/root/Holder/It\.{name}(\[\d+\])? ", str(caught.value))
        assert state(node) == before
    assert heard == []


@each_property
def test_a_bad_value_for_the_constructor_names_the_type_and_the_property(cls: type[Node], name: str) -> None:
    for value in bad(cls(), name):
        with pytest.raises(SapwoodError) as caught:
            cls(**{name: value})
        assert re.match(rf"{cls.__name__}\.{name}(\[\d+\])? ", str(caught.value))


@each_type
def test_the_constructor_takes_all_exported_properties_in_any_order(cls: type[Node]) -> None:
    values = exports_of(changed_in_everything(cls))

    for keywords in (values, dict(reversed(values.items()))):
        node = cls("Named", **keywords)

        assert node.name == "Named"
        assert exports_of(node) == values


@each_type
def test_an_unknown_property_is_refused(cls: type[Node]) -> None:
    with pytest.raises(SapwoodError, match=rf"^{cls.__name__}\(\) has no property 'proces_mode'; did you mean"):
        cls(proces_mode=1)


@each_type
def test_a_duplicate_has_all_properties_and_the_original_keeps_its_own(cls: type[Node], world: World) -> None:
    node = world.holder.add_child(changed_in_everything(cls))
    child = node.add_child(changed_in_everything(cls))
    world.frame()
    before, below = exports_of(node), exports_of(child)

    copy = world.holder.add_child(node.duplicate())
    world.frame()

    assert exports_of(copy) == before
    assert exports_of(copy.get_child(0)) == below
    assert type(copy) is cls
    for name, info in get_exports(cls).items():
        prepare(copy, name)
        setattr(copy, name, info.default)
    assert exports_of(node) == before


@each_type
def test_a_duplicate_of_a_new_one_is_as_small_as_it(cls: type[Node]) -> None:
    node = cls()
    node.duplicate()
    before = sys.getallocatedblocks()
    made = [node.duplicate() for _ in range(100)]
    blocks = sys.getallocatedblocks() - before

    assert blocks <= MOST_BLOCKS * len(made)


# --- In a tree


@each_type
@pytest.mark.parametrize("make", [lambda cls: cls(), changed_in_everything], ids=["new", "changed"])
def test_it_lives_in_a_tree(cls: type[Node], make: Callable[[type[Node]], Node], world: World) -> None:
    node = world.holder.add_child(make(cls))
    child = node.add_child(cls())

    for _ in range(3):
        world.frame()

    assert node.is_inside_tree()
    assert node.is_ready()
    assert str(child.get_path()) == f"/root/Holder/{cls.__name__}/{cls.__name__}"


@each_type
def test_it_may_be_freed_twice(cls: type[Node], world: World) -> None:
    node = world.holder.add_child(changed_in_everything(cls))
    world.frame()

    node.free()
    node.free()
    node.queue_free()
    world.frame()

    assert world.holder.get_child_count() == 0
    assert world.drawn() == 0


@each_type
def test_what_a_freed_one_was_can_still_be_read(cls: type[Node], world: World) -> None:
    node = world.holder.add_child(changed_in_everything(cls))
    world.frame()
    world.holder.remove_child(node)
    before, outside = exports_of(node), state(node).keys()

    node.free()

    assert state(node).keys() == outside
    assert exports_of(node) == before | {"unique_name_in_owner": False}  # its owner has let go of it


@each_type
def test_it_comes_back_as_it_was(cls: type[Node], world: World) -> None:
    node = world.holder.add_child(changed_in_everything(cls))
    world.frame()
    before, drawn = exports_of(node), world.drawn()

    world.holder.remove_child(node)
    world.frame()
    assert world.drawn() == 0

    world.holder.add_child(node)
    world.frame()
    assert exports_of(node) == before
    assert world.drawn() == drawn


@each_type
def test_one_that_was_removed_is_gone_when_nobody_holds_it(cls: type[Node], world: World) -> None:
    """Not the tree, not a server, and not a resource that it shares with others."""
    node = world.holder.add_child(changed_in_everything(cls))
    shared = [value for value in exports_of(node).values() if isinstance(value, Resource)]
    world.frame()
    world.holder.remove_child(node)
    world.frame()

    reference = weakref.ref(node)
    del node
    gc.collect()

    assert reference() is None
    assert [resource.changed.get_connections() for resource in shared] == [[]] * len(shared)


@each_type
@pytest.mark.parametrize("leave", ["free", "queue_free"])
def test_it_may_be_freed_while_it_waits_to_be_drawn(cls: type[Node], leave: str, world: World) -> None:
    node = world.holder.add_child(changed_in_everything(cls))
    for name, value in exports_of(node).items():
        setattr(node, name, value)
    if isinstance(node, CanvasItem):
        node.queue_redraw()

    getattr(node, leave)()
    world.frame()
    world.frame()

    assert world.holder.get_child_count() == 0
    assert world.drawn() == 0


@each_type
@pytest.mark.parametrize("leave", ["free", "queue_free"])
def test_a_thousand_that_come_and_go_leave_nothing_behind(
    cls: type[Node], leave: str, world: World, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.CRITICAL, "sapwood")  # pytest keeps whatever is logged

    def come_and_go(count: int) -> int:
        for each in range(count):
            node = world.holder.add_child(cls() if each % 4 else changed_in_everything(cls))
            if each % 20 == 0:
                world.frame()
            getattr(node, leave)()
        world.frame()
        gc.collect()
        sys._clear_type_cache()  # it holds names that numpy looks attributes up by, each time another str
        return sys.getallocatedblocks()

    before = come_and_go(200)

    assert come_and_go(1000) - before <= SLACK
