"""The operations of tree_script, carried out by the engine."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.core.errors import SapwoodError
from engine.core.signal import Signal
from engine.input import InputEventAction
from engine.math import Transform2D
from engine.tree.node import Node, is_instance_valid
from engine.tree.scene_tree import SceneTree
from nodes.time.timer import Timer
from nodes.world_2d.node_2d import Node2D
from tests.fuzz.model_node import Kind
from tests.fuzz.tree_script import GROUPS, MOST, NAMES, SIGNALS, Hook, Operation, Script, World


class Scripted:
    """What the nodes of the engine's side share; their callbacks tell the script."""

    hit = Signal[()]()
    script: Script
    number: int

    def poked(self) -> None:
        self.script.event(self.number, "poked")

    def wired(self) -> None:
        self.script.event(self.number, "wired")


class Plain(Scripted, Node):
    pass


class Full(Scripted, Node):
    def on_enter_tree(self) -> None:
        self.script.event(self.number, "enter")

    def on_ready(self) -> None:
        self.script.event(self.number, "ready")

    def on_exit_tree(self) -> None:
        self.script.event(self.number, "exit")

    def on_process(self, delta: float) -> None:
        self.script.event(self.number, "process", delta)

    def on_physics_process(self, delta: float) -> None:
        self.script.event(self.number, "physics", delta)

    def on_input(self, event: object) -> None:
        self.script.event(self.number, "input")

    def on_unhandled_input(self, event: object) -> None:
        self.script.event(self.number, "unhandled")

    def ping(self) -> None:
        self.script.event(self.number, "ping")


class Walker(Scripted, Node):
    on_process = Full.on_process
    on_physics_process = Full.on_physics_process
    ping = Full.ping


class Clock(Scripted, Timer):
    pass


class Unit2(Scripted, Node):
    on_enter_tree = Full.on_enter_tree
    on_ready = Full.on_ready
    on_exit_tree = Full.on_exit_tree
    on_physics_process = Full.on_physics_process
    ping = Full.ping


class Late(Scripted, Node):
    def __init__(self, name: str) -> None:
        if name:
            self.name = name

    on_enter_tree = Full.on_enter_tree
    on_process = Full.on_process
    on_input = Full.on_input
    ping = Full.ping


class Mute2D(Scripted, Node2D):
    pass


class Moved2D(Scripted, Node2D):
    on_process = Full.on_process
    on_exit_tree = Full.on_exit_tree
    ping = Full.ping

    def on_transform_changed(self) -> None:
        self.script.note(self.number, "moved")


class BusyClock(Scripted, Timer):
    on_process = Full.on_process
    on_ready = Full.on_ready
    on_exit_tree = Full.on_exit_tree
    ping = Full.ping


CLASSES: dict[str, Any] = {
    each.__name__: each for each in (Plain, Full, Walker, Clock, Unit2, Late, Mute2D, Moved2D, BusyClock)
}


class EngineWorld(World):
    """The engine's side."""

    refusals = (SapwoodError,)

    def __init__(self, hooks: Iterable[Hook], keep_going: bool) -> None:
        super().__init__(hooks)
        self.tree = SceneTree()
        self.tree.input_map.add_action("act")
        self.tree.error_policy = "log" if keep_going else "raise"
        self.nodes: list[Any] = [self.tree.root]
        self.tree_timers: list[Any] = []
        self.with_id: set[int] = set()
        self.watches = False
        self.tree.process_frame.connect(lambda: self.script.event(0, "process_frame"))
        self.tree.physics_frame.connect(lambda: self.script.event(0, "physics_frame"))

    def node(self, number: int) -> Any:
        return self.nodes[number]

    def is_timer(self, node: Any) -> bool:
        return isinstance(node, Timer)

    def is_loose(self, node: Any) -> bool:
        return node.parent is None and is_instance_valid(node)

    def count(self) -> int:
        return len(self.nodes)

    # --- structure ---

    def make(self, kind: Kind, name: str, heard: frozenset[str]) -> Any:
        node = CLASSES[kind.name](name)
        node.script, node.number = self.script, len(self.nodes)
        self.nodes.append(node)
        for name in (*SIGNALS, "timeout"):
            signal = getattr(type(node), name.removesuffix("_signal"), None)
            if name in heard and signal is not None:
                self.listen(node, name, takes_node=name.startswith("child_e"))
        return node

    def listen(self, node: Any, name: str, takes_node: bool) -> None:
        def receive() -> None:
            self.script.event(node.number, name)

        def receive_node(child: Any) -> None:
            self.script.event(node.number, name, child.number)

        getattr(node, name.removesuffix("_signal")).connect(receive_node if takes_node else receive)

    def op_new(self, kind: Kind, name: str, heard: frozenset[str]) -> None:
        if len(self.nodes) < MOST:
            self.make(kind, name, heard)

    def op_grow(self, kind: Kind, parent: Any, name: str, heard: frozenset[str]) -> None:
        if len(self.nodes) < MOST:
            parent.add_child(self.make(kind, name, heard))

    def op_litter(self, kind: Kind, parent: Any, heard: frozenset[str]) -> None:
        for _ in range(20):
            if len(self.nodes) < 2 * MOST:
                parent.add_child(self.make(kind, "", heard))

    def op_add(self, node: Any, parent: Any) -> None:
        parent.add_child(node)

    def op_add_at(self, node: Any, parent: Any, index: int) -> None:
        parent.add_child(node, index)

    def op_sibling(self, node: Any, sibling: Any) -> None:
        sibling.add_sibling(node)

    def op_remove(self, node: Any) -> None:
        if node.parent is not None:
            node.parent.remove_child(node)

    def op_remove_from(self, parent: Any, node: Any) -> None:
        parent.remove_child(node)

    def op_move(self, node: Any, index: int) -> None:
        if node.parent is not None:
            node.parent.move_child(node, index)

    def op_reparent(self, node: Any, parent: Any) -> None:
        node.reparent(parent, keep_global_transform=False)

    def op_free(self, node: Any) -> None:
        node.free()

    def op_free_first(self, node: Any) -> None:
        for _ in range(10):
            if node.get_child_count():
                node.get_child(0).free()

    def op_queue_free(self, node: Any) -> None:
        node.queue_free()

    def op_rename(self, node: Any, name: str) -> None:
        node.name = name

    def op_own(self, node: Any, owner: Any) -> None:
        node.owner = owner

    def op_unique(self, node: Any, unique: bool) -> None:
        node.unique_name_in_owner = unique

    def op_request_ready(self, node: Any) -> None:
        node.request_ready()

    def op_take_id(self, node: Any) -> None:
        assert node.id
        self.with_id.add(node.number if node is not self.tree.root else 0)

    # --- who runs ---

    def op_prioritise(self, node: Any, priority: int) -> None:
        node.process_priority = priority

    def op_prioritise_physics(self, node: Any, priority: int) -> None:
        node.process_physics_priority = priority

    def op_set_process(self, node: Any, on: bool) -> None:
        node.set_process(on)

    def op_set_physics(self, node: Any, on: bool) -> None:
        node.set_physics_process(on)

    def op_set_input(self, node: Any, on: bool) -> None:
        node.set_process_input(on)

    def op_set_unhandled(self, node: Any, on: bool) -> None:
        node.set_process_unhandled_input(on)

    def op_mode(self, node: Any, mode: int) -> None:
        node.process_mode = mode

    def op_pause(self, paused: bool) -> None:
        self.tree.paused = paused

    # --- groups ---

    def op_join(self, node: Any, group: str) -> None:
        node.add_to_group(group)

    def op_part(self, node: Any, group: str) -> None:
        node.remove_from_group(group)

    def op_call_group(self, group: str) -> None:
        self.tree.call_group(group, "ping")

    # --- timers ---

    def op_start(self, node: Any, seconds: float) -> None:
        if isinstance(node, Timer):
            node.start(seconds)

    def op_stop(self, node: Any) -> None:
        if isinstance(node, Timer):
            node.stop()

    def op_stand(self, node: Any, stands: bool) -> None:
        if isinstance(node, Timer):
            node.paused = stands

    def op_one_shot(self, node: Any, one_shot: bool) -> None:
        if isinstance(node, Timer):
            node.one_shot = one_shot

    def op_autostart(self, node: Any, autostart: bool) -> None:
        if isinstance(node, Timer):
            node.autostart = autostart

    def op_count_in(self, node: Any, physics: bool) -> None:
        if isinstance(node, Timer):
            node.process_callback = 0 if physics else 1  # type: ignore[assignment]

    def op_ignore_scale(self, node: Any, ignore: bool) -> None:
        if isinstance(node, Timer):
            node.ignore_time_scale = ignore

    def op_wait(self, node: Any, seconds: float) -> None:
        if isinstance(node, Timer):
            node.wait_time = seconds

    def op_tree_timer(self, seconds: float, sort: int) -> None:
        number = self.next_number()
        timer = self.tree.create_timer(seconds, sort % 2 == 0, sort in (2, 3), sort == 4)
        timer.timeout.connect(lambda: self.script.event(number, "tree_timer"))
        self.tree_timers.append(timer)

    def op_give_time(self, at: int, seconds: float) -> None:
        if self.tree_timers:
            self.tree_timers[at % len(self.tree_timers)].time_left = seconds

    # --- later ---

    def op_defer(self, node: Any, later: Operation | None) -> None:
        if node.tree_or_none is None:
            node.call_deferred(self.later, 0, later)
        number = self.next_number()
        node.call_deferred(self.later, number, later)

    def op_defer_method(self, node: Any) -> None:
        node.call_deferred(node.poked if node is not self.tree.root else int)

    def op_flush(self) -> None:
        self.tree.flush_deferred()

    # --- signals ---

    def op_wire(self, source: Any, target: Any, flags: int) -> None:
        if self.tree.root not in (source, target):
            source.hit.connect(target.wired, flags)

    def op_unwire(self, source: Any, target: Any) -> None:
        if self.tree.root not in (source, target):
            source.hit.disconnect(target.wired)

    def op_hit(self, source: Any) -> None:
        if source is not self.tree.root:
            source.hit.emit()

    # --- the tree ---

    def op_scene(self, node: Any) -> None:
        self.tree.change_scene(node)

    def op_unload(self) -> None:
        self.tree.unload_current_scene()

    def op_input(self) -> None:
        event = InputEventAction()
        event.action, event.pressed = "act", True
        self.tree.push_input(event)

    def op_handled(self) -> None:
        self.tree.root.set_input_as_handled()

    def op_watch(self) -> None:
        if not self.watches:
            self.watches = True
            self.tree.node_added.connect(lambda node: self.script.event(0, "node_added", self.number(node)))
            self.tree.node_removed.connect(lambda node: self.script.event(0, "node_removed", self.number(node)))
            self.tree.tree_changed.connect(lambda: self.script.event(0, "tree_changed"))

    def op_scale(self, scale: float) -> None:
        self.tree.time_scale = scale

    def op_tick(self, delta: float) -> None:
        self.tree.tick(delta)

    def op_place(self, node: Any, transform: tuple[float, ...]) -> None:
        if isinstance(node, Node2D):
            node.transform = Transform2D(*transform)

    def op_notify(self, node: Any, notify: bool) -> None:
        if isinstance(node, Node2D):
            node.set_notify_transform(notify)

    def op_top_level(self, node: Any, top_level: bool) -> None:
        if isinstance(node, Node2D):
            node.top_level = top_level

    # --- looking ---

    def op_look(self, node: Any) -> None:
        self.script.log.append(("look", *self.look(node)))

    def op_look_group(self, group: str) -> None:
        members = self.tree.get_nodes_in_group(group)
        assert self.tree.get_first_node_in_group(group) is (members[0] if members else None)
        assert self.tree.has_group(group) == bool(members)
        self.script.log.append(("group", *map(self.number, members)))

    def op_look_timer(self, node: Any) -> None:
        if isinstance(node, Timer):
            self.script.log.append(("timer", node.time_left, node.is_stopped()))

    def op_compare(self) -> None:
        self.script.log.append(("state", *self.state()))

    def number(self, node: Any) -> int | None:
        return None if node is None else 0 if node is self.tree.root else node.number

    def look(self, node: Any) -> list[object]:
        number = self.number(node)
        assert number is not None
        if node._is_freed():
            assert node.parent is None
            assert not node.children
            return [number, "freed"]
        children = node.children
        assert [node.get_child(at) for at in range(node.get_child_count())] == list(children)
        assert [child.get_index() for child in children] == list(range(len(children)))
        return [
            number,
            node.name,
            self.number(node.parent),
            [child.number for child in children],
            self.number(node.owner),
            node.unique_name_in_owner,
            node.is_inside_tree(),
            node.is_queued_for_deletion(),
            node.get_groups(),
            node.can_process(),
            node.get_resolved_process_mode(),
            [
                node.is_processing(),
                node.is_physics_processing(),
                node.is_processing_input(),
                node.is_processing_unhandled_input(),
            ],
            [self.number(node.get_node_or_none(name)) for name in NAMES],
            [self.number(node.get_node_or_none(f"%{name}")) for name in NAMES],
            self.number(self.tree.find(node.id)) if number in self.with_id else None,
            tuple(node.global_transform) if isinstance(node, Node2D) else None,
        ]

    def state(self) -> list[object]:
        timers = [node for node in self.nodes if isinstance(node, Timer) and not node._is_freed()]
        return [
            *map(self.look, self.nodes),
            [[self.number(each) for each in self.tree.get_nodes_in_group(group)] for group in GROUPS],
            [(each.time_left, each.is_stopped(), each.autostart) for each in timers],
            [each.time_left for each in self.tree_timers],
            self.tree.get_node_count(),
            self.number(self.tree.current_scene),
        ]
