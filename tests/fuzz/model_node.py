"""What the model knows of a node: plain attributes, a list of children, and linear searches."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from tests.fuzz.model_walks import ModelWalks

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
    """No rule says what happens now: whether a timer has had its turn in a walk in which siblings were moved."""


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
        self.tree: ModelWalks | None = None
        self.owner: ModelNode | None = None
        self.unique = False
        self.groups: list[str] = []
        self.freed = self.queued = self.leaving = self.dying = False
        self.is_ready = self.ready_passed = False
        self.entries = 0
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
