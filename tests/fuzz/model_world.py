"""The operations of tree_script, carried out by the model."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from tests.fuzz.model_node import DEFERRED, ONE_SHOT, PHYSICS, PROCESS, Kind, ModelNode, Refused
from tests.fuzz.model_walks import ModelTimer
from tests.fuzz.tree_model import ModelTree
from tests.fuzz.tree_script import GROUPS, MOST, NAMES, Hook, Operation, World


class ModelWorld(World):
    """The model's side."""

    refusals = (Refused,)

    def __init__(self, hooks: Iterable[Hook], keep_going: bool) -> None:
        super().__init__(hooks)
        self.tree = ModelTree(self.script, keep_going)
        self.nodes = [self.tree.root]
        self.tree_timers: list[ModelTimer] = []
        self.with_id: set[int] = set()

    def node(self, number: int) -> ModelNode:
        return self.nodes[number]

    def is_timer(self, node: ModelNode) -> bool:
        return node.kind.is_timer

    def is_loose(self, node: ModelNode) -> bool:
        return node.parent is None and not node.freed

    def count(self) -> int:
        return len(self.nodes)

    # --- structure ---

    def make(self, kind: Kind, name: str, heard: frozenset[str]) -> ModelNode:
        node = ModelNode(len(self.nodes), kind, name, heard)
        self.nodes.append(node)
        return node

    def op_new(self, kind: Kind, name: str, heard: frozenset[str]) -> None:
        if len(self.nodes) < MOST:
            self.make(kind, name, heard)

    def op_grow(self, kind: Kind, parent: ModelNode, name: str, heard: frozenset[str]) -> None:
        if len(self.nodes) < MOST:
            self.tree.add_child(parent, self.make(kind, name, heard))

    def op_litter(self, kind: Kind, parent: ModelNode, heard: frozenset[str]) -> None:
        for _ in range(20):
            if len(self.nodes) < 2 * MOST:
                self.tree.add_child(parent, self.make(kind, "", heard))

    def op_add(self, node: ModelNode, parent: ModelNode) -> None:
        self.tree.add_child(parent, node)

    def op_add_at(self, node: ModelNode, parent: ModelNode, index: int) -> None:
        self.tree.add_child(parent, node, index)

    def op_sibling(self, node: ModelNode, sibling: ModelNode) -> None:
        parent = sibling.parent
        if parent is None:
            raise Refused
        self.tree.add_child(parent, node, parent.children.index(sibling) + 1)

    def op_remove(self, node: ModelNode) -> None:
        if node.parent is not None:
            self.tree.remove_child(node.parent, node)

    def op_remove_from(self, parent: ModelNode, node: ModelNode) -> None:
        self.tree.remove_child(parent, node)

    def op_move(self, node: ModelNode, index: int) -> None:
        if node.parent is not None:
            self.tree.move_child(node.parent, node, index)

    def op_reparent(self, node: ModelNode, parent: ModelNode) -> None:
        self.tree.reparent(node, parent)

    def op_free(self, node: ModelNode) -> None:
        self.tree.free(node)

    def op_free_first(self, node: ModelNode) -> None:
        for _ in range(10):
            if node.children:
                self.tree.free(node.children[0])

    def op_queue_free(self, node: ModelNode) -> None:
        self.tree.queue_free(node)

    def op_rename(self, node: ModelNode, name: str) -> None:
        self.tree.rename(node, name)

    def op_own(self, node: ModelNode, owner: ModelNode | None) -> None:
        self.tree.set_owner(node, owner)

    def op_unique(self, node: ModelNode, unique: bool) -> None:
        self.tree.set_unique(node, unique)

    def op_request_ready(self, node: ModelNode) -> None:
        self.alive(node)
        node.is_ready = False

    def op_take_id(self, node: ModelNode) -> None:
        self.with_id.add(node.number)

    @staticmethod
    def alive(node: ModelNode) -> None:
        if node.freed:
            raise Refused

    # --- who runs ---

    def op_prioritise(self, node: ModelNode, priority: int) -> None:
        self.alive(node)
        node.priority[PROCESS] = priority

    def op_prioritise_physics(self, node: ModelNode, priority: int) -> None:
        self.alive(node)
        node.priority[PHYSICS] = priority

    def toggle(self, node: ModelNode, callback: str, on: bool) -> None:
        self.alive(node)
        node.on[callback] = on
        self.tree.drop_outs()

    def op_set_process(self, node: ModelNode, on: bool) -> None:
        self.toggle(node, "process", on)

    def op_set_physics(self, node: ModelNode, on: bool) -> None:
        self.toggle(node, "physics", on)

    def op_set_input(self, node: ModelNode, on: bool) -> None:
        self.toggle(node, "input", on)

    def op_set_unhandled(self, node: ModelNode, on: bool) -> None:
        self.toggle(node, "unhandled", on)

    def op_mode(self, node: ModelNode, mode: int) -> None:
        self.alive(node)
        node.mode = mode
        self.tree.drop_outs()

    def op_pause(self, paused: bool) -> None:
        self.tree.paused = paused
        self.tree.drop_outs()

    # --- groups ---

    def op_join(self, node: ModelNode, group: str) -> None:
        self.alive(node)
        if group not in node.groups:
            node.groups.append(group)

    def op_part(self, node: ModelNode, group: str) -> None:
        self.alive(node)
        if group in node.groups:
            node.groups.remove(group)
            self.tree.leave_group_calls(node, group)

    def op_call_group(self, group: str) -> None:
        self.tree.call_group(group, lambda node: self.script.event(node.number, "ping"))

    # --- timers ---

    def op_start(self, node: ModelNode, seconds: float) -> None:
        if node.kind.is_timer:
            if node.tree is None:
                raise Refused
            if seconds > 0:
                node.wait = seconds
            self.tree.start(node)

    def op_stop(self, node: ModelNode) -> None:
        if node.kind.is_timer:
            self.tree.stop(node)

    def op_stand(self, node: ModelNode, stands: bool) -> None:
        if node.kind.is_timer:
            self.tree.needs_places()
            node.stands = stands

    def op_one_shot(self, node: ModelNode, one_shot: bool) -> None:
        if node.kind.is_timer:
            node.one_shot = one_shot

    def op_autostart(self, node: ModelNode, autostart: bool) -> None:
        if node.kind.is_timer:
            node.autostart = autostart

    def op_count_in(self, node: ModelNode, physics: bool) -> None:
        if node.kind.is_timer:
            self.tree.needs_places()
            node.counts_in = PHYSICS if physics else PROCESS

    def op_ignore_scale(self, node: ModelNode, ignore: bool) -> None:
        if node.kind.is_timer:
            self.tree.needs_places()
            node.unscaled = ignore

    def op_wait(self, node: ModelNode, seconds: float) -> None:
        if node.kind.is_timer:
            if seconds <= 0:
                raise Refused
            node.wait = seconds

    def op_tree_timer(self, seconds: float, sort: int) -> None:
        number = self.next_number()
        fire = partial(self.script.event, number, "tree_timer")
        timer = ModelTimer(seconds, sort % 2 == 0, sort in (2, 3), sort == 4, fire)
        self.tree.timers.append(timer)
        self.tree_timers.append(timer)

    def op_give_time(self, at: int, seconds: float) -> None:
        if self.tree_timers:
            self.tree_timers[at % len(self.tree_timers)].left = seconds

    # --- later ---

    def op_defer(self, node: ModelNode, later: Operation | None) -> None:
        if node.tree is None:
            raise Refused
        number = self.next_number()
        self.tree.calls.append((lambda: self.later(number, later), None))

    def op_defer_method(self, node: ModelNode) -> None:
        if node.tree is None:
            raise Refused
        if node is not self.tree.root:
            self.tree.calls.append((lambda: self.script.event(node.number, "poked"), node))

    def op_flush(self) -> None:
        self.tree.flush_now()

    # --- signals ---

    def op_wire(self, source: ModelNode, target: ModelNode, flags: int) -> None:
        if self.tree.root in (source, target):
            return
        self.alive(source)
        self.alive(target)
        if any(receiver is target for receiver, _ in source.receivers):
            raise Refused
        source.receivers.append((target, flags))

    def op_unwire(self, source: ModelNode, target: ModelNode) -> None:
        if self.tree.root in (source, target):
            return
        self.alive(source)
        if all(receiver is not target for receiver, _ in source.receivers):
            raise Refused
        source.receivers[:] = [each for each in source.receivers if each[0] is not target]

    def op_hit(self, source: ModelNode) -> None:
        for connection in list(source.receivers):
            target, flags = connection
            if not any(each is connection for each in source.receivers):
                continue
            call = partial(self.script.event, target.number, "wired")
            if flags & DEFERRED and source.tree is None and target.tree is None:
                raise Refused
            if flags & ONE_SHOT:
                source.receivers.remove(connection)
            if flags & DEFERRED:
                self.tree.calls.append((call, target))
            else:
                call()

    # --- the tree ---

    def op_scene(self, node: ModelNode) -> None:
        self.tree.change_scene(node)

    def op_unload(self) -> None:
        self.tree.unload_scene()

    def op_input(self) -> None:
        self.tree.push_input()

    def op_handled(self) -> None:
        if self.tree.root.tree is None:
            raise Refused
        self.tree.handled = True

    def op_watch(self) -> None:
        self.tree.watched = True

    def op_scale(self, scale: float) -> None:
        self.tree.time_scale = scale

    def op_tick(self, delta: float) -> None:
        self.tree.tick(delta)

    def op_place(self, node: ModelNode, transform: tuple[float, ...]) -> None:
        if node.kind.is_2d:
            node.local = transform  # type: ignore[assignment]

    def op_notify(self, node: ModelNode, notify: bool) -> None:
        if node.kind.is_2d and notify != node.notify:
            node.notify = notify
            node.told = node.global_transform() if node.settled else None

    def op_top_level(self, node: ModelNode, top_level: bool) -> None:
        if node.kind.is_2d:
            node.top_level = top_level

    # --- looking ---

    def op_look(self, node: ModelNode) -> None:
        self.script.log.append(("look", *self.look(node)))

    def op_look_group(self, group: str) -> None:
        self.script.log.append(("group", *(node.number for node in self.tree.in_group(group))))

    def op_look_timer(self, node: ModelNode) -> None:
        if node.kind.is_timer:
            self.tree.needs_places()
            self.script.log.append(("timer", max(node.left, 0.0), not node.running))

    def op_compare(self) -> None:
        self.script.log.append(("state", *self.state()))

    @staticmethod
    def number(node: ModelNode | None) -> int | None:
        return None if node is None else node.number

    def look(self, node: ModelNode) -> list[object]:
        if node.freed:
            return [node.number, "freed"]
        return [
            node.number,
            node.name,
            self.number(node.parent),
            [child.number for child in node.children],
            self.number(node.owner),
            node.unique,
            node.tree is not None,
            node.queued,
            list(node.groups),
            self.tree.can_process(node),
            node.resolved_mode(),
            list(node.on.values()),
            [self.number(node.find(name)) for name in NAMES],
            [self.number(node.find_unique(name)) for name in NAMES],
            self.number(node if node.number in self.with_id and node.tree is not None else None),
            node.global_transform() if node.kind.is_2d else None,
        ]

    def state(self) -> list[object]:
        timers = [node for node in self.nodes if node.kind.is_timer and not node.freed]
        return [
            *map(self.look, self.nodes),
            [[each.number for each in self.tree.in_group(group)] for group in GROUPS],
            [(max(each.left, 0.0), not each.running, each.autostart) for each in timers],
            [each.left if each in self.tree.timers else 0.0 for each in self.tree_timers],
            sum(each.tree is not None for each in self.nodes),
            self.number(self.tree.current_scene()),
        ]
