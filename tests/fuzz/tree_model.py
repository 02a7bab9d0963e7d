"""A slow, simple tree to compare the engine with: plain lists, recursion, linear search, nothing remembered.

Written from the rules alone. What it answers for, and what the engine does with bit fields, holes, hints, sorted
lists, tombstones and arrays of countdowns:

- Structure: a list of children for each node; a name is free or not by looking at every sibling.
- Entering is a walk down, getting ready a walk back up, leaving a walk up in reverse; each over what the children
  are when the walk comes to a node, skipping who has gone or has been there already.
- A frame: who takes part in a walk is worked out when it begins, in (priority, tree order); who stops taking part
  meanwhile is out until the next one. Timers count at their node's place.
- Groups, owners, unique names and process modes are looked up by walking the tree.

A callback is a call of `Script.event`, which may change the tree. What it raises is collected, as the rules say.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from math import floor
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from tests.fuzz.tree_script import Script

PROCESS, PHYSICS, TIMER = "process", "physics", "timer"
INHERIT, PAUSABLE, WHEN_PAUSED, ALWAYS, DISABLED = range(5)
DEFERRED, ONE_SHOT = 1, 4
IDENTITY = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)

Matrix = tuple[float, float, float, float, float, float]


class Refused(Exception):
    """The operation is not allowed; nothing was changed by it."""


class Boom(Exception):
    """What a callback raises."""


class Unspecified(Exception):
    """No rule says what happens now."""


class Kind(NamedTuple):
    """What a class of nodes is to the tree."""

    name: str
    calls: frozenset[str] = frozenset()  # the callbacks that it overrides
    is_2d: bool = False
    is_timer: bool = False
    answers: bool = True  # whether it has the method that groups are called with


class ModelNode:
    """A node; everything about it is looked up when asked for."""

    def __init__(self, number: int, kind: Kind, name: str, heard: frozenset[str]) -> None:
        self.number = number
        self.kind = kind
        self.name = name
        self.heard = heard  # the signals that somebody listens to
        self.parent: ModelNode | None = None
        self.children: list[ModelNode] = []
        self.tree: ModelTree | None = None
        self.owner: ModelNode | None = None
        self.unique = False
        self.groups: list[str] = []
        self.freed = self.queued = self.leaving = self.dying = False
        self.is_ready = self.ready_passed = False
        self.mode = INHERIT
        self.priority = {PROCESS: 0, PHYSICS: 0}
        self.on = {each: each in kind.calls for each in ("process", "physics", "input", "unhandled")}
        self.receivers: list[tuple[ModelNode, int]] = []  # of its own signal: who, with which flags
        self.local: Matrix = IDENTITY
        self.notify = False
        self.top_level = False
        self.told: Matrix | None = None
        self.settled = False  # whether a frame's transform step came by since it entered
        self.wait = 1.0
        self.left = 0.0
        self.running = self.one_shot = self.stands = self.autostart = self.unscaled = False
        self.counts_in = PROCESS

    def subtree(self) -> Iterator[ModelNode]:
        """This node and all below it, in tree order."""
        yield self
        for child in self.children:
            yield from child.subtree()

    def has_below(self, node: ModelNode | None) -> bool:
        """Whether `node` is this one or below it."""
        while node is not None and node is not self:
            node = node.parent
        return node is self

    def find(self, name: str) -> ModelNode | None:
        """The child of that name."""
        return next((child for child in self.children if child.name == name), None)

    def find_unique(self, name: str) -> ModelNode | None:
        """What `%name` leads to from here."""
        for owner in (self, self.owner):
            for node in owner.subtree() if owner is not None else ():
                if node.owner is owner and node.unique and node.name == name:
                    return node
        return None

    def resolved_mode(self) -> int:
        """The mode after inheritance."""
        if self.mode:
            return self.mode
        return self.parent.resolved_mode() if self.parent is not None else PAUSABLE

    def global_transform(self) -> Matrix:
        """The product of the transforms from the topmost 2D node down."""
        parent = self.parent
        if parent is None or not parent.kind.is_2d or self.top_level:
            return self.local
        a, b, c, d, x, y = parent.global_transform()
        e, f, g, h, u, v = self.local
        return (a * e + c * f, b * e + d * f, a * g + c * h, b * g + d * h, a * u + c * v + x, b * u + d * v + y)


def bumped(name: str) -> str:
    """The next name to try: a number behind it counted up, its width kept; 2 where there is none."""
    stem = name.rstrip("0123456789")
    digits = name[len(stem) :]
    return stem + str(int(digits) + 1).zfill(len(digits)) if digits else name + "2"


def free_name(wanted: str, siblings: list[ModelNode], *also: str) -> str:
    """The first name from `wanted` on that none of the siblings has."""
    while any(other.name == wanted for other in siblings) or wanted in also:
        wanted = bumped(wanted)
    return wanted


class ModelTimer:
    """A timer of the tree."""

    def __init__(self, seconds: float, always: bool, in_physics: bool, unscaled: bool, fire: Callable[[], None]) -> None:
        self.left = seconds
        self.always = always
        self.in_physics = in_physics
        self.unscaled = unscaled
        self.fire = fire


class ModelTree:
    """The tree and its frame."""

    def __init__(self, script: Script, keep_going: bool) -> None:
        self.script = script
        self.keep_going = keep_going
        self.paused = False
        self.time_scale = self.scale = 1.0
        self.watched = False
        self.accumulator = 0.0
        self.errors: list[Boom] = []
        self.in_tick = False
        self.in_input = 0
        self.busy = 0  # walks of nodes that enter or leave
        self.calls: deque[tuple[Callable[[], None], ModelNode | None]] = deque()
        self.doomed: list[ModelNode] = []
        self.timers: list[ModelTimer] = []
        self.phase = PROCESS
        self.walk: list[tuple[ModelNode, str]] = []  # who still takes part in the walk that is under way
        self.group_calls: list[tuple[str, list[ModelNode]]] = []
        self.scene: ModelNode | None = None
        self.next_scene: ModelNode | None = None
        self.unloading = False
        self.handled = False
        self.root = ModelNode(0, Kind("SceneViewport", answers=False), "root", frozenset())
        self.root.tree = self
        self.root.is_ready = self.root.ready_passed = True

    # --- callbacks -------------------------------------------------------------------------------

    def call(self, node: ModelNode, name: str, errors: list[Boom]) -> None:
        """Call a node's callback, if its class has one."""
        if name in node.kind.calls:
            self.collect(lambda: self.script.event(node.number, name), errors)

    def emit(self, node: ModelNode, signal: str, errors: list[Boom], *details: object) -> None:
        """Tell who listens to one of a node's signals."""
        if signal in node.heard and not node.freed:
            self.collect(lambda: self.script.event(node.number, signal, *details), errors)

    def tell(self, signal: str, errors: list[Boom], *details: object) -> None:
        """Tell who listens to the tree."""
        if self.watched:
            self.collect(lambda: self.script.event(0, signal, *details), errors)

    @staticmethod
    def collect(function: Callable[[], None], errors: list[Boom]) -> None:
        """Call, and keep what is raised."""
        try:
            function()
        except Boom as boom:
            errors.append(boom)

    def settle(self, errors: list[Boom]) -> None:
        """Let the first error out; with "log" none."""
        if errors and not self.keep_going:
            raise errors[0]

    # --- structure -------------------------------------------------------------------------------

    def add_child(self, parent: ModelNode, node: ModelNode, index: int | None = None) -> None:
        if parent.freed or node.freed or node.parent is not None or node is self.root or node.has_below(parent):
            raise Refused
        if parent.leaving or parent.dying or node.leaving or node.dying:
            raise Refused
        parent.children.insert(self.place(index, len(parent.children)), node)
        node.name = free_name(node.name or node.kind.name, [each for each in parent.children if each is not node])
        node.parent = parent
        errors: list[Boom] = []
        enters = parent.tree is not None
        if enters:
            self.busy += 1
            self.enter(node, errors)
            if node.parent is not None and node.parent.ready_passed:
                self.get_ready(node, errors)
            self.tell("tree_changed", errors)
            self.busy -= 1
        self.emit(parent, "child_order_changed", errors)
        (self.settle if enters else self.let_out)(errors)

    @staticmethod
    def place(index: int | None, count: int) -> int:
        """A place among `count` children that another one may take, negative ones from the end."""
        if index is None:
            return count
        place = index + count + 1 if index < 0 else index
        if not 0 <= place <= count:
            raise Refused
        return place

    def enter(self, node: ModelNode, errors: list[Boom]) -> None:
        parent = node.parent
        assert parent is not None
        node.tree = self
        node.ready_passed = False
        node.told = None
        node.settled = False
        for step in (
            lambda: self.call(node, "enter", errors),
            lambda: self.emit(node, "tree_entered", errors),
            lambda: self.tell("node_added", errors, node.number),
            lambda: node.parent is not None and self.emit(node.parent, "child_entered_tree", errors, node.number),
        ):
            if node.tree is self:
                step()
        for child in list(node.children):
            if child.parent is node and node.tree is self and child.tree is None:
                self.enter(child, errors)

    def get_ready(self, node: ModelNode, errors: list[Boom]) -> None:
        if node.tree is None or node.ready_passed:
            return
        node.ready_passed = True
        for child in list(node.children):
            if child.parent is node:
                self.get_ready(child, errors)
        if node.tree is None or not node.ready_passed or node.is_ready:
            return
        node.is_ready = True
        if node.kind.is_timer and node.autostart:
            self.start(node)
            node.autostart = False
        self.call(node, "ready", errors)
        self.emit(node, "ready_signal", errors)

    def leave(self, node: ModelNode, errors: list[Boom]) -> None:
        node.leaving = True
        for child in list(reversed(node.children)):
            if child.parent is node and child.tree is self and not child.leaving:
                self.leave(child, errors)
        self.call(node, "exit", errors)
        self.emit(node, "tree_exiting", errors)
        self.tell("node_removed", errors, node.number)
        if node.parent is not None:
            self.emit(node.parent, "child_exiting_tree", errors, node.number)
        node.tree = None
        node.leaving = node.ready_passed = node.settled = False
        self.leave_walks(node)
        for name in node.groups:
            self.leave_group_calls(node, name)

    def detach(self, node: ModelNode) -> None:
        """Take a node from its parent, and out of the tree."""
        parent = node.parent
        assert parent is not None
        errors: list[Boom] = []
        leaves = node.tree is not None
        if leaves:
            self.busy += 1
            self.leave(node, errors)
            self.busy -= 1
        parent.children.remove(node)
        node.parent = None
        for each in node.subtree():
            if each.owner is not None and not each.owner.has_below(each):
                each.owner = None
        if leaves:
            self.tell("tree_changed", errors)
        self.emit(parent, "child_order_changed", errors)
        for each in reversed(list(node.subtree())) if leaves else ():
            self.emit(each, "tree_exited", errors)
        (self.settle if leaves else self.let_out)(errors)

    @staticmethod
    def holds_leaving(node: ModelNode) -> bool:
        """Whether a node or one below it is leaving right now."""
        return any(each.leaving for each in node.subtree())

    def remove_child(self, parent: ModelNode, node: ModelNode) -> None:
        if parent.freed or node.parent is not parent or self.holds_leaving(node):
            raise Refused
        self.detach(node)

    def move_child(self, parent: ModelNode, node: ModelNode, index: int) -> None:
        if parent.freed or node.parent is not parent:
            raise Refused
        others = [each for each in parent.children if each is not node]
        others.insert(self.place(index, len(others)), node)
        if others == parent.children:
            return
        parent.children[:] = others
        if parent.tree is not None:
            self.tell_at_once("tree_changed")
        self.emit_at_once(parent, "child_order_changed")

    def reparent(self, node: ModelNode, parent: ModelNode) -> None:
        old = node.parent
        if old is None:
            raise Refused
        if parent is old:
            return
        if parent.freed or node.has_below(parent) or parent.leaving or parent.dying:
            raise Refused
        owners = [(each, each.owner) for each in node.subtree() if each.owner is not None]
        errors: list[Boom] = []
        self.collect(lambda: self.remove_child(old, node), errors)
        try:
            if not node.freed and node.parent is None:  # otherwise a callback has taken it elsewhere
                self.collect(lambda: self.add_child(parent, node), errors)
                if node.parent is parent:
                    self.restore(node, owners)
        except Refused:
            self.let_out(errors)
            raise
        self.let_out(errors)

    def restore(self, top: ModelNode, owners: list[tuple[ModelNode, ModelNode]]) -> None:
        """Give back the owners that are still above; `top` gets a name that is still unique there."""
        for each, owner in owners:
            if each.owner is None and owner is not each and owner.has_below(each):
                other = self.unique_in(owner, each.name)
                if each is top and each.unique and other is not None and top.parent is not None:
                    taken = [one.name for one in owner.subtree() if one.owner is owner and one.unique]
                    each.name = free_name(each.name, [one for one in top.parent.children if one is not each], *taken)
                self.set_owner(each, owner)

    def free(self, node: ModelNode) -> None:
        if node is self.root and not node.freed:
            raise Refused
        if node.freed or node.leaving or node.dying:
            return
        parent = node.parent
        if parent is None:
            self.release(node)
        elif node.tree is None:
            parent.children.remove(node)
            self.release(node)
            self.emit_at_once(parent, "child_order_changed")
        elif self.holds_leaving(node):
            self.queue_free(node)
        else:
            node.dying = True
            try:
                self.detach(node)
            finally:
                self.release(node)

    def release(self, top: ModelNode) -> None:
        for node in list(top.subtree()):
            node.freed = True
            for signal in self.script.model_nodes():
                signal.receivers[:] = [each for each in signal.receivers if each[0] is not node]
        for node in list(top.subtree()):
            node.receivers.clear()
            node.parent = node.owner = None
        for node in list(top.subtree()):
            node.children = []

    def queue_free(self, node: ModelNode) -> None:
        if node.freed or node.queued:
            return
        if node.tree is None:
            self.free(node)
        elif node is self.root:
            raise Refused
        else:
            node.queued = True
            self.doomed.append(node)
            self.drop_outs()

    # --- names and owners ------------------------------------------------------------------------

    def rename(self, node: ModelNode, name: str) -> None:
        if node.freed or not name:
            raise Refused
        if name == node.name:
            return
        siblings = [each for each in node.parent.children if each is not node] if node.parent is not None else []
        name = free_name(name, siblings)
        if name == node.name:
            return
        if node.unique and node.owner is not None and self.unique_in(node.owner, name) is not None:
            raise Refused
        node.name = name
        self.emit_at_once(node, "renamed")
        if node.tree is not None:
            self.tell_at_once("tree_changed")

    @staticmethod
    def unique_in(owner: ModelNode, name: str) -> ModelNode | None:
        """The node that is unique in `owner` under that name."""
        return next((n for n in owner.subtree() if n.owner is owner and n.unique and n.name == name), None)

    def set_owner(self, node: ModelNode, owner: ModelNode | None) -> None:
        if node.freed:
            raise Refused
        if owner is not None:
            if owner is node or not owner.has_below(node):
                raise Refused
            other = self.unique_in(owner, node.name)
            if node.unique and other is not None and other is not node:
                raise Refused
        node.owner = owner

    def set_unique(self, node: ModelNode, unique: bool) -> None:
        if node.freed:
            raise Refused
        if unique and not node.unique and node.owner is not None and self.unique_in(node.owner, node.name) is not None:
            raise Refused
        node.unique = unique

    # --- who runs --------------------------------------------------------------------------------

    def can_process(self, node: ModelNode) -> bool:
        if node.tree is None:
            return False
        mode = node.resolved_mode()
        return mode == ALWAYS or mode == (WHEN_PAUSED if self.paused else PAUSABLE)

    def takes_part(self, node: ModelNode, what: str) -> bool:
        """Whether a node's timer (running or not) or callback is in the walk of the present phase."""
        is_in = node.kind.is_timer if what == TIMER else node.on[what]
        return is_in and self.can_process(node) and not node.queued

    def drop_outs(self) -> None:
        """Whoever takes part no longer is out of the walk, even if that changes back."""
        self.walk = [entry for entry in self.walk if self.takes_part(*entry)]

    def leave_walks(self, node: ModelNode) -> None:
        self.walk = [entry for entry in self.walk if entry[0] is not node]

    def run_walk(self, phase: str, delta: float) -> None:
        self.phase = phase
        entries = [(node, what) for node in self.root.subtree() for what in (TIMER, phase)]
        order = [entry for entry in entries if self.takes_part(*entry)]
        order.sort(key=lambda entry: entry[0].priority[phase])
        self.walk = list(order)
        for at, (node, what) in enumerate(order):
            if (node, what) not in self.walk:
                continue
            try:
                if what == TIMER:
                    self.count(node, delta)
                elif phase in node.kind.calls:
                    self.script.event(node.number, phase, delta * self.scale)
            except Boom as boom:
                self.errors.append(boom)
                if not self.keep_going:
                    self.count_only(order[at + 1 :], delta)
                    break
        self.walk = []

    def count_only(self, rest: list[tuple[ModelNode, str]], delta: float) -> None:
        """What an error leaves of a walk: timers count all the same, and fire in the next one if they are due."""
        for node, what in rest:
            if what == TIMER and self.counting(node):
                node.left -= delta if node.unscaled else delta * self.scale

    # --- Timer nodes -----------------------------------------------------------------------------

    def start(self, timer: ModelNode) -> None:
        if timer.tree is None:
            raise Refused
        timer.running = True
        timer.left = timer.wait

    def stop(self, timer: ModelNode) -> None:
        timer.running = timer.autostart = False
        timer.left = 0.0

    def counting(self, timer: ModelNode) -> bool:
        return timer.running and not timer.stands and timer.counts_in == self.phase and (timer, TIMER) in self.walk

    def count(self, timer: ModelNode, delta: float) -> None:
        """A timer's turn: what is left goes down; below 0 it fires, at most 8 times."""
        if not self.counting(timer):
            return
        timer.left -= delta if timer.unscaled else delta * self.scale
        for _ in range(8):
            if not self.counting(timer) or timer.left >= 0:
                return
            if timer.one_shot:
                self.stop(timer)
            else:
                timer.left += timer.wait
            errors: list[Boom] = []
            self.emit(timer, "timeout", errors)
            self.errors += errors[1:]
            if errors and not self.keep_going:
                raise errors[0]
            self.errors += errors
        if self.counting(timer) and timer.left < 0:
            timer.left %= timer.wait

    # --- groups ----------------------------------------------------------------------------------

    def in_group(self, name: str) -> list[ModelNode]:
        return [node for node in self.root.subtree() if node.tree is self and name in node.groups]

    def call_group(self, name: str, method: Callable[[ModelNode], None]) -> None:
        members = self.in_group(name)
        current = (name, list(members))
        self.group_calls.append(current)
        try:
            for node in members:
                if node in current[1] and node.kind.answers:
                    method(node)
        finally:
            self.group_calls.pop()

    def leave_group_calls(self, node: ModelNode, name: str) -> None:
        for group, members in self.group_calls:
            if group == name and node in members:
                members.remove(node)

    # --- scenes ----------------------------------------------------------------------------------

    def change_scene(self, scene: ModelNode) -> None:
        if scene.freed or scene.parent is not None or scene is self.root:
            raise Refused
        pending, self.next_scene = self.next_scene, scene
        if pending is not None and pending is not scene:
            self.free(pending)
        if not (self.in_tick or self.in_input or self.unloading):
            self.swap_scene()

    def swap_scene(self) -> None:
        """The current scene goes, the pending one comes: the last that was asked for, also while the old one goes."""
        self.unloading = True
        try:
            self.unload_scene()
        finally:
            self.unloading = False
            scene, self.next_scene = self.next_scene, None
            if scene is not None and not scene.freed and scene.parent is None:
                self.scene = scene
                self.add_child(self.root, scene)

    def current_scene(self) -> ModelNode | None:
        return self.scene if self.scene is not None and self.scene.tree is self else None

    def unload_scene(self) -> None:
        scene, self.scene = self.current_scene(), None
        if scene is not None:
            self.free(scene)

    # --- the frame -------------------------------------------------------------------------------

    def tick(self, delta: float) -> None:
        if self.in_tick or self.in_input or self.busy:
            raise Refused
        self.in_tick = True
        clamped = min(delta, 0.25)
        due = floor((self.accumulator + clamped) * 60 + 1e-6)
        steps = min(due, 5)
        self.accumulator = max(self.accumulator + clamped - due / 60, 0.0)
        for _ in range(steps):
            self.scale = self.time_scale
            self.guard(lambda: self.script.event(0, "physics_frame"))
            self.flush()
            self.run_walk(PHYSICS, 1 / 60)
            self.flush()
            self.run_timers(True, 1 / 60)
        rest = delta - (delta - clamped + (due - steps) / 60)
        self.scale = self.time_scale
        self.guard(lambda: self.script.event(0, "process_frame"))
        self.flush()
        self.run_walk(PROCESS, rest)
        self.drain()
        if self.next_scene is not None:
            self.guard(self.swap_scene)
        self.run_timers(False, rest)
        self.drain()
        self.tell_moved()
        self.in_tick = False
        errors, self.errors = self.errors, []
        self.settle(errors)

    def guard(self, function: Callable[[], None]) -> bool:
        """Call; True if it raised and the rest of the phase is to be skipped."""
        try:
            function()
        except Boom as boom:
            self.errors.append(boom)
            return not self.keep_going
        return False

    def flush(self) -> None:
        """Deferred calls in order, also those that come meanwhile; not those of freed nodes."""
        while self.calls:
            call, node = self.calls.popleft()
            if (node is None or not node.freed) and self.guard(call):
                return

    def flush_now(self) -> None:
        """The same between frames: an error leaves at once."""
        while self.calls:
            call, node = self.calls.popleft()
            if node is None or not node.freed:
                call()

    def drain(self) -> None:
        """Deferred calls, then frees, until there are none; an error ends it."""
        while self.calls or self.doomed:
            before = len(self.errors)
            self.flush()
            doomed, self.doomed = self.doomed, []
            for node in doomed:
                self.guard(lambda node=node: self.free(node))  # type: ignore[misc]
            if len(self.errors) > before and not self.keep_going:
                return

    def run_timers(self, in_physics: bool, delta: float) -> None:
        """The tree's timers, in the order they were made: all count, then those at or below 0 fire, unless stopped."""
        counting = [each for each in self.timers if each.in_physics == in_physics and (each.always or not self.paused)]
        for timer in counting:
            timer.left -= delta if timer.unscaled else delta * self.scale
        for timer in [each for each in counting if each.left <= 0]:
            if timer.left <= 0 and (timer.always or not self.paused):
                self.timers.remove(timer)
                if self.guard(timer.fire):
                    return

    def tell_moved(self) -> None:
        for node in self.root.subtree():
            node.settled = True
            if node.kind.is_2d and node.notify and node.told != node.global_transform():
                node.told = node.global_transform()
                if not node.queued and "moved" in node.kind.calls:
                    self.script.note(node.number, "moved")

    def emit_at_once(self, node: ModelNode, signal: str) -> None:
        """Emit outside of any walk: an error leaves at once."""
        errors: list[Boom] = []
        self.emit(node, signal, errors)
        self.let_out(errors)

    def tell_at_once(self, signal: str) -> None:
        """The same with a signal of the tree."""
        errors: list[Boom] = []
        self.tell(signal, errors)
        self.let_out(errors)

    def let_out(self, errors: list[Boom]) -> None:
        """Errors of signals that are emitted outside of any walk leave at once."""
        if errors:
            raise errors[0]

    # --- input -----------------------------------------------------------------------------------

    def push_input(self) -> None:
        """An event: input, then unhandled input, from the last node to the first, until it is handled."""
        outer, self.errors = self.errors, []
        handled, self.handled = self.handled, False
        self.in_input += 1
        self.dispatch()
        self.in_input -= 1
        self.handled = handled
        errors, self.errors = self.errors, outer
        self.settle(errors)

    def dispatch(self) -> None:
        nodes = [each for each in self.root.subtree() if each.tree is self and (each.on["input"] or each.on["unhandled"])]
        for callback in ("input", "unhandled"):
            for node in reversed(nodes):
                if node.tree is self and node.on[callback] and self.can_process(node) and not node.queued:
                    if callback in node.kind.calls and self.guard(
                        lambda node=node: self.script.event(node.number, callback)  # type: ignore[misc]
                    ):
                        return
                    if self.handled:
                        return

    def shutdown(self) -> None:
        errors: list[Boom] = []
        if self.next_scene is not None:
            self.free(self.next_scene)
        self.in_tick = True
        self.leave(self.root, errors)
        self.tell("tree_changed", errors)
        for node in reversed(list(self.root.subtree())):
            self.emit(node, "tree_exited", errors)
        self.release(self.root)
        self.settle(errors)
