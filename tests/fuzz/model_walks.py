"""The model's callbacks and walks: who takes part in a phase, timers at their places, groups.

Who takes part in a walk is worked out when it begins, in (priority, tree order); who stops taking part meanwhile is
out until the next one. A Timer counts at its node's place.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING

from tests.fuzz.model_node import (
    ALWAYS,
    PAUSABLE,
    PROCESS,
    TIMER,
    WHEN_PAUSED,
    Boom,
    Kind,
    ModelNode,
    Refused,
    Unspecified,
)

if TYPE_CHECKING:
    from tests.fuzz.tree_script import Script


class ModelTimer:
    """A timer of the tree."""

    def __init__(
        self, seconds: float, always: bool, in_physics: bool, unscaled: bool, fire: Callable[[], None]
    ) -> None:
        self.left = seconds
        self.always = always
        self.in_physics = in_physics
        self.unscaled = unscaled
        self.fire = fire


class ModelWalks:
    """The state of a tree, and its walks."""

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
        self.shuffled = False  # whether siblings were moved in it
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

    def guard(self, function: Callable[..., None], *args: object) -> bool:
        """Call; True if it raised and the rest of the phase is to be skipped."""
        try:
            function(*args)
        except Boom as boom:
            self.errors.append(boom)
            return not self.keep_going
        return False

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

    def needs_places(self) -> None:
        """Call it where it matters whether timers have had their turn."""
        if self.shuffled:
            raise Unspecified

    def drop_outs(self) -> None:
        """Whoever takes part no longer is out of the walk, even if that changes back."""
        if any(what == TIMER for _, what in self.walk):
            self.needs_places()
        self.walk = [entry for entry in self.walk if self.takes_part(*entry)]

    def leave_walks(self, node: ModelNode) -> None:
        if node.kind.is_timer:
            self.needs_places()
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
        self.shuffled = False

    def count_only(self, rest: list[tuple[ModelNode, str]], delta: float) -> None:
        """What an error leaves of a walk: timers count all the same, and fire in the next one if they are due."""
        for node, what in rest:
            if what == TIMER and self.counting(node):
                node.left -= delta if node.unscaled else delta * self.scale

    # --- Timer nodes -----------------------------------------------------------------------------

    def start(self, timer: ModelNode) -> None:
        self.needs_places()
        if timer.tree is None:
            raise Refused
        timer.running = True
        timer.left = timer.wait

    def stop(self, timer: ModelNode) -> None:
        if (timer, TIMER) in self.walk:
            self.needs_places()
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
