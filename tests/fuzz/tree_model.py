"""A slow, simple tree to compare the engine with: plain lists, recursion, linear search, nothing remembered.

Written from the rules alone. What it answers for, and what the engine does with bit fields, holes, hints, sorted
lists, tombstones and arrays of countdowns:

- model_node: a list of children for each node; modes, unique names and transforms are looked up through the tree.
- model_structure: adding, removing, moving, freeing; a name is free or not by looking at every sibling.
- model_walks: who is called in a phase, timers, groups.
- here: scenes, the frame and input.

A callback is a call of `Script.event`, which may change the tree.
"""

from __future__ import annotations

from math import floor

from tests.fuzz.model_node import PHYSICS, PROCESS, Boom, ModelNode, Refused
from tests.fuzz.model_structure import ModelStructure


class ModelTree(ModelStructure):
    """The tree and its frame."""

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
            self.guard(self.script.event, 0, "physics_frame")
            self.flush()
            self.run_walk(PHYSICS, 1 / 60)
            self.flush()
            self.run_timers(True, 1 / 60)
        rest = delta - (delta - clamped + (due - steps) / 60)
        self.scale = self.time_scale
        self.guard(self.script.event, 0, "process_frame")
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
                self.guard(self.free, node)
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
        inside = [node for node in self.root.subtree() if node.tree is self]
        nodes = [node for node in inside if node.on["input"] or node.on["unhandled"]]
        for callback in ("input", "unhandled"):
            for node in reversed(nodes):
                if node.tree is self and node.on[callback] and self.can_process(node) and not node.queued:
                    if callback in node.kind.calls and self.guard(self.script.event, node.number, callback):
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
