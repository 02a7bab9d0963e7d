"""What happens in an example: operations on nodes, at the top and inside callbacks, the same for engine and model.

An operation is (name, four numbers, an operation to run later or None); the numbers choose nodes, names and values. A
hook is a list of operations that one node's next callback of one sort runs. Each world has a script of its own with
its own copy of the hooks, and logs what it sees; two worlds that agree have equal logs.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Iterable
from typing import Any

from tests.fuzz.model_node import Boom, Kind, ModelNode

Operation = tuple[str, int, int, int, int, "Operation | None"]
Hook = tuple[int, str, list[Operation]]

EVERYTHING = frozenset({"enter", "ready", "exit", "process", "physics", "input", "unhandled"})
KINDS = (
    Kind("Plain", answers=False),
    Kind("Full", EVERYTHING),
    Kind("Walker", frozenset({"process", "physics"})),
    Kind("Clock", is_timer=True, answers=False),
    Kind("Unit2", frozenset({"enter", "ready", "exit", "physics"})),
    Kind("Late", frozenset({"enter", "process", "input"})),
    Kind("Mute2D", is_2d=True, answers=False),
    Kind("Walker", frozenset({"process", "physics"})),
    Kind("Full", EVERYTHING),
    Kind("Clock", is_timer=True, answers=False),
    Kind("Moved2D", frozenset({"moved", "process", "exit"}), is_2d=True),
    Kind("BusyClock", frozenset({"ready", "exit", "process"}), is_timer=True),
)
SIGNALS = (
    "tree_entered", "ready_signal", "tree_exiting", "tree_exited", "renamed", "child_entered_tree",
    "child_exiting_tree", "child_order_changed",
)  # fmt: skip
CALLBACKS = (
    "enter", "ready", "exit", "process", "physics", "input", "unhandled", *SIGNALS, "timeout", "ping", "poked",
    "wired", "deferred", "tree_timer", "process_frame", "physics_frame", "node_added", "node_removed", "tree_changed",
    "process", "process", "process", "physics", "physics", "timeout", "timeout", "enter", "ready", "exit", "deferred",
)  # fmt: skip
NAMES = ("Box", "Box2", "Box3", "Box9", "Plain", "Unit2", "Unit3", "X01", "A", "", "Full", "Full2", "7", "Box02")
GROUPS = ("red", "blue")
SECONDS = (0.0, 0.01, 1 / 60, 0.05, 0.1, 0.004, 1.0)
DELTAS = (1 / 60, 0.0, 0.01, 1 / 144, 0.05, 1 / 30, 0.4)
SCALES = (1.0, 0.5, 2.0, 0.0)
FEW = 12  # nodes with a number up to this have hooks of their own; later ones share them
MOST = 60  # so many nodes are made in one example

# Arguments: n node, u node without parent (mostly), c timer node (if there is one), o node or none, k kind, i index,
# s name, b true or false, m mode, p priority, g group, t seconds, d delta, x transform, h which signals are heard,
# f connection flags, j any number, z scale, l operation for later.
OPERATIONS: dict[str, tuple[int, str]] = {
    "grow": (8, "knsh"), "new": (1, "ksh"), "litter": (1, "knh"), "add": (8, "un"), "add_at": (4, "uni"),
    "sibling": (3, "un"), "remove": (6, "n"), "remove_from": (1, "nn"), "move": (5, "ni"), "reparent": (6, "nn"),
    "free": (4, "n"), "free_first": (2, "n"), "queue_free": (4, "n"), "rename": (5, "ns"), "own": (4, "no"),
    "unique": (3, "nb"), "prioritise": (4, "np"), "prioritise_physics": (3, "np"), "set_process": (3, "nb"),
    "set_physics": (3, "nb"), "set_input": (1, "nb"), "set_unhandled": (1, "nb"), "mode": (4, "nm"),
    "pause": (3, "b"), "join": (4, "ng"), "part": (2, "ng"), "call_group": (3, "g"), "request_ready": (2, "n"),
    "take_id": (1, "n"), "start": (4, "ct"), "stop": (2, "c"), "stand": (2, "cb"), "one_shot": (2, "cb"),
    "autostart": (2, "cb"), "count_in": (2, "cb"), "ignore_scale": (1, "cb"), "wait": (2, "ct"),
    "tree_timer": (3, "tm"), "give_time": (1, "jt"), "defer": (4, "nl"), "defer_method": (2, "n"), "flush": (1, ""),
    "wire": (3, "nnf"), "unwire": (1, "nn"), "hit": (3, "n"), "scene": (3, "u"), "unload": (1, ""), "input": (2, ""),
    "handled": (1, ""), "place": (4, "nx"), "notify": (2, "nb"), "top_level": (1, "nb"), "watch": (1, ""),
    "scale": (1, "z"), "look": (3, "n"), "look_group": (2, "g"), "look_timer": (2, "c"), "boom": (2, ""),
    "tick": (1, "d"), "compare": (0, ""),
}  # fmt: skip

Subject = tuple[tuple[str, ...], tuple[str, ...], tuple[int, ...]]

# What an example is about: operations, callbacks that run some, and kinds of nodes (by place in KINDS).
SUBJECTS: dict[str, Subject] = {
    "anything": (
        tuple(name for name, (weight, _) in OPERATIONS.items() if name not in ("boom", "watch") for _ in range(weight)),
        CALLBACKS,
        tuple(range(len(KINDS))),
    ),
    "life": (
        ("add", "add_at", "sibling", "remove", "reparent", "free", "queue_free", "move", "request_ready", "scene",
         "unload", "rename", "litter"),
        ("enter", "ready", "exit", *SIGNALS, "node_added", "node_removed", "tree_changed"),
        (1, 4, 1, 5, 0, 7),
    ),
    "walk": (
        ("set_process", "set_physics", "mode", "mode", "pause", "pause", "prioritise", "prioritise",
         "prioritise_physics", "queue_free", "free", "move", "reparent", "add", "remove", "sibling", "add_at",
         "litter"),
        ("process", "process", "process", "process", "physics", "physics", "physics", "deferred", "exit", "ready"),
        (1, 2, 4, 5, 1, 2),
    ),
    "timers": (
        ("start", "start", "start", "start", "stop", "stand", "stand", "count_in", "wait", "one_shot", "one_shot",
         "mode", "pause", "look_timer", "look_timer", "autostart", "autostart", "ignore_scale", "scale",
         "set_process", "queue_free", "free", "remove", "add", "prioritise", "move", "defer", "litter"),
        ("process", "process", "physics", "timeout", "timeout", "deferred", "ready", "exit", "enter"),
        (3, 8, 3, 8, 11, 2),
    ),
    "groups": (
        ("join", "join", "join", "join", "call_group", "call_group", "call_group", "call_group", "part", "part",
         "remove", "add", "reparent", "move", "free", "queue_free", "look_group", "defer", "scene", "litter"),
        ("ping", "ping", "ping", "ping", "ping", "process", "enter", "exit"),
        (1, 2, 4, 5, 1),
    ),
    "names": (
        ("rename", "rename", "rename", "own", "own", "own", "own", "unique", "unique", "unique", "look", "look",
         "reparent", "reparent", "reparent", "add", "free", "litter", "free_first", "add_at", "sibling", "move"),
        ("exit", "enter", "tree_exited", "renamed", "ready"),
        (0, 1, 6, 4),
    ),
    "later": (
        ("defer", "defer", "defer", "defer_method", "defer_method", "flush", "queue_free", "queue_free", "free",
         "tree_timer", "tree_timer", "tree_timer", "give_time", "scene", "scene", "unload", "wire", "wire", "hit",
         "hit", "unwire", "add", "pause", "scale"),
        ("process", "physics", "deferred", "poked", "wired", "wired", "tree_timer", "exit", "enter", "process_frame",
         "physics_frame"),
        (1, 2, 4, 5, 1),
    ),
    "places": (
        ("place", "place", "place", "notify", "notify", "top_level", "add", "reparent", "move", "free", "look",
         "queue_free", "litter", "free_first"),
        ("process", "process", "exit"),
        (6, 10, 10, 0),
    ),
    "input": (
        ("input", "input", "input", "set_input", "set_unhandled", "mode", "pause", "handled", "add", "move", "free",
         "queue_free", "reparent"),
        ("input", "input", "input", "unhandled", "unhandled"),
        (1, 1, 5),
    ),
}  # fmt: skip


class World(ABC):
    """One of the two sides: has the same nodes by number, and the operations as methods `op_...`."""

    refusals: tuple[type[Exception], ...]

    def __init__(self, hooks: Iterable[Hook]) -> None:
        self.script = Script(self, hooks)
        self.made = 0  # deferred calls and tree timers, to tell them apart

    @abstractmethod
    def node(self, number: int) -> Any:
        """The node of a number."""

    @abstractmethod
    def is_loose(self, node: Any) -> bool:
        """Whether it has no parent, and was not freed."""

    @abstractmethod
    def is_timer(self, node: Any) -> bool:
        """Whether it is a Timer."""

    @abstractmethod
    def count(self) -> int:
        """How many nodes were made."""

    @abstractmethod
    def state(self) -> list[object]:
        """All that can be seen of the tree and its nodes."""

    def run(self, operation: Operation) -> None:
        """Carry out an operation, and log if it was refused or raised."""
        name, *numbers, later = operation
        if name == "boom":
            self.made += 1
            raise Boom(self.made)
        values = [self.value(sort, number, later) for sort, number in zip(OPERATIONS[name][1], numbers, strict=False)]
        try:
            getattr(self, f"op_{name}")(*values)
        except self.refusals:
            self.script.log.append(("refused", name))
        except Boom as boom:
            self.script.log.append(("raised", name, *boom.args))

    def value(self, sort: str, number: int, later: Operation | None) -> Any:
        """What a number chooses."""
        if sort == "n":
            return self.node(number % self.count())
        if sort == "u":
            loose = [number for number in range(1, self.count()) if self.is_loose(self.node(number))]
            return self.node(loose[number % len(loose)] if loose and number % 8 else number % self.count())
        if sort == "c":
            timers = [number for number in range(1, self.count()) if self.is_timer(self.node(number))]
            return self.node(timers[number % len(timers)] if timers else 0)
        if sort == "o":
            return self.node(number % self.count()) if number % 4 else None
        if sort == "l":
            return later
        return CHOICES[sort](number)

    def next_number(self) -> int:
        """A number for a deferred call or a timer of the tree."""
        self.made += 1
        return self.made

    def later(self, number: int, operation: Operation | None) -> None:
        """What a deferred call does."""
        self.script.event(number, "deferred")
        if operation is not None:
            self.run(operation)


def _transform(number: int) -> tuple[float, ...]:
    a, b = number % 5 - 1, number % 7 - 3
    return (1.5 * a, 0.25 * b, -0.1 * b, 0.7 + a, 10.0 * b, 3.3 * a)


CHOICES: dict[str, Any] = {
    "k": lambda n: KINDS[n % len(KINDS)],
    "i": lambda n: n % 12 - 5,
    "j": lambda n: n,
    "s": lambda n: NAMES[n % len(NAMES)],
    "b": lambda n: bool(n % 2),
    "m": lambda n: n % 5,
    "p": lambda n: n % 4 - 1,
    "g": lambda n: GROUPS[n % 2],
    "t": lambda n: SECONDS[n % len(SECONDS)],
    "d": lambda n: DELTAS[n % len(DELTAS)],
    "x": _transform,
    "h": lambda n: heard(n),
    "f": lambda n: (0, 0, 1, 4, 5)[n % 5],
    "z": lambda n: SCALES[n % len(SCALES)],
}


def heard(number: int) -> frozenset[str]:
    """The signals that somebody listens to: none, one, or all."""
    choice = number % (len(SIGNALS) + 6)
    if choice < len(SIGNALS):
        return frozenset({SIGNALS[choice], "timeout"})
    return frozenset({"timeout"}) if choice < len(SIGNALS) + 4 else frozenset({*SIGNALS, "timeout"})


class Script:
    """What one world's callbacks do and what they saw."""

    def __init__(self, world: World, hooks: Iterable[Hook]) -> None:
        self.world = world
        self.log: list[tuple[object, ...]] = []
        self.hooks: dict[tuple[int, str], deque[list[Operation]]] = {}
        for slot, callback, operations in hooks:
            self.hooks.setdefault((slot, callback), deque()).append(operations)

    def event(self, number: int, callback: str, *details: object) -> None:
        """A callback was called: log it, and run the hook that waits for it."""
        self.log.append((number, callback, *details))
        hooks = self.hooks.get((number % FEW, callback))
        for operation in hooks.popleft() if hooks else ():
            self.world.run(operation)

    def note(self, number: int, what: str) -> None:
        """Log only."""
        self.log.append((number, what))

    def model_nodes(self) -> list[ModelNode]:
        return [self.world.node(number) for number in range(self.world.count())]
