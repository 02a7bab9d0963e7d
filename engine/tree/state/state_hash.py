"""A digest of a tree's state, the same for the same state in every process.

In it: of each node in tree order the class, the name, the number of children, groups, metadata and exported properties;
of the tree its time, its pause, timers, tweens, pending calls and `rng`; of servers the numbers, texts, tuples and
lists that their `state_for_hash()` gives. What is neither exported nor in this list is left out: a game's own
attributes count if they are exported. Pictures, textures and fonts count by their file and name.

Values become a flat row of numbers, texts and tuples of these, which `marshal` (format 2, which has no references)
writes the same way each time. Whatever holds others gives a list that says what it is, and then what it holds, so that
values may be nested to any depth. Lists and other objects that can be changed are numbered in the order in which they
are met, and written once; those that are met in a set first, which has no order, are written again outside of it.
"""

from __future__ import annotations

import marshal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from copyreg import dispatch_table
from enum import Enum
from functools import partial
from importlib import import_module
from itertools import chain
from operator import attrgetter
from types import BuiltinFunctionType, FunctionType, MappingProxyType, MethodType, ModuleType
from typing import TYPE_CHECKING, Any
from weakref import ref

import numpy as np

from engine.core.export import get_exports
from engine.core.resource import Resource
from engine.core.signal import Signal
from engine.math import Vector2
from engine.math.value import Value
from engine.tree import flags as f
from engine.tree import lifecycle
from engine.tree.duplication import plan_of
from engine.tree.listing import Listing
from engine.tree.node import Node
from engine.tree.state.attributes import attributes_of

if TYPE_CHECKING:
    from engine.tree.scene_tree import SceneTree

_FORMAT = 2
_SELDOM = ("_meta", "_kept_properties")  # an empty one is as good as none
_OF_FILES = ("_scene_info", "_editable_instance")  # where a node comes from does not change how it goes on
_CHUNK = 256  # nodes whose properties are written at once: more would have the garbage collector run
_EXACT: frozenset[type] = frozenset({int, float, complex, bool, str, bytes, type(None), type(...)})
# Of one of these types, equal values have equal entries; zeros of the others may differ in their signs.
_ALIKE = (_EXACT | {tuple}) - {float, complex}
# What a value of a subclass is apart from its attributes.
_BASES: tuple[tuple[type, Callable[[Any], object]], ...] = (
    (int, int.__int__), (float, float.__float__), (str, str.__str__), (bytes, bytes.__bytes__),
    (complex, complex.__complex__), (bytearray, bytes), (memoryview, bytes),
)  # fmt: skip


def state_hash(tree: SceneTree) -> str:
    """32 hexadecimal digits."""
    writer = _Writer(tree)
    writer.write_nodes()
    writer.write(
        tree.frame_count,
        tree.physics_frame_count,
        tree._accumulator,
        tree._time_scale,
        tree._paused,
        tree._edit_mode,
        tree.rng,
        [_timers(timers.countdowns) for timers in (tree._tree_timers, tree._tree_physics_timers)],
        tree.get_processed_tweens(),
        list(tree._deferred.calls),
        tree._queued,
    )
    for server in tree.servers.all():
        state = server.state_for_hash() if hasattr(server, "state_for_hash") else None
        if state:
            writer.write(type(server).__name__, state)
    return str(writer.digest.hexdigest())


def _timers(kinds: dict[tuple[bool, bool], Any]) -> list[tuple[Any, ...]]:
    """The running timers of a phase, in the order in which they were made."""
    running = [
        (timer._number, timer.time_left, *kind)
        for kind, countdowns in kinds.items()
        for timer in countdowns.items
        if timer is not None
    ]
    return [timer[1:] for timer in sorted(running)]


def _machinery(tree: SceneTree) -> Iterator[object]:
    """What runs the tree; its arrays have room that nothing was written to yet, and is another each time."""
    yield tree._tweens
    for timers in (tree._tree_timers, tree._tree_physics_timers):
        yield from timers.countdowns.values()
    for store in (tree.transforms_2d, tree.transforms_3d):
        yield store
        yield store._bulk


class _Turns(dict[type, Callable[[Any], object]]):
    """How a value of each type becomes one entry of a row."""

    def __init__(self, writer: _Writer) -> None:
        self.writer = writer
        self[tuple] = writer.tuple_entry

    def __missing__(self, cls: type) -> Callable[[Any], object]:
        turn = self[cls] = (cls.__name__,).__add__ if issubclass(cls, Value) else self.writer.entry
        return turn


class _Writer:
    """Turns values into bytes of a digest."""

    def __init__(self, tree: SceneTree) -> None:
        self.digest: Any = import_module("hashlib").blake2b(digest_size=16)  # it takes 3 ms to import
        self.nodes = lifecycle.subtree(tree.root)
        tree.transforms.give_back(self.nodes)
        self.places: dict[int, int] = {}  # of the nodes in the tree's order, by id; made when it is needed
        self.shared: dict[int, list[object]] = {}  # entries by id of tuples that many nodes may share
        self.kept: list[object] = []  # those tuples, so that no other object gets the same id meanwhile
        self.numbers: dict[int, int] = {}
        self.numbered: list[object] = []  # kept for the same reason
        self.turns = _Turns(self)
        self.defaults: dict[tuple[type[Node], str], list[object]] = {}
        for known in _machinery(tree):  # what tweens, timers and views refer to, and nobody is to look into
            self.number(known)

    def write(self, *values: object) -> None:
        """Add values to the digest, with all that they hold."""
        self.update(self.row(values))

    def write_nodes(self) -> None:
        """Add all nodes: what every one has, then class by class their properties, one after another."""
        nodes = self.nodes
        self.update([node._type_name for node in nodes])
        self.update([node._name for node in nodes])
        self.update([0 if node._children is None else node._children.live_count() for node in nodes])
        kept = f.HAS_GROUPS | f.OWN_MODE | f.UNIQUE
        for at, node in enumerate(nodes):
            flags = node._flags
            if flags & kept:
                self.write(at, *(node._groups or {}).items(), node._process_mode, flags & f.UNIQUE)
            if node._mask & (f.MASK_TIMER | f.MASK_INTERNAL | f.MASK_VIEW):
                self.write(at, node._running_state())
        classes: dict[type[Node], list[Node]] = {}
        for node in nodes:
            classes.setdefault(type(node), []).append(node)
        for cls, members in classes.items():
            for first in range(0, len(members), _CHUNK):
                self.write_properties(cls, members[first : first + _CHUNK])

    def write_properties(self, cls: type[Node], nodes: list[Node]) -> None:
        """Add the properties of the nodes of a class."""
        plan = plan_of(cls)
        names = [name for name in plan.names if name not in _OF_FILES]
        read = attrgetter(*names, *(witness for witness, _ in plan.sets))
        columns = zip(*map(read, nodes), strict=True)
        for name, column in zip(names, columns):  # noqa: B905 - the witnesses come behind
            if name in _SELDOM and not any(column):
                continue
            values: list[Any] = [name, *(value or None for value in column)] if name in _SELDOM else [*column]
            kinds = {*map(type, values)}
            if kinds == {Vector2}:
                self.update([["Vector2", *chain.from_iterable(values)]])
                continue
            if not kinds <= _EXACT:
                turns, shared = self.turns, self.shared
                values = [shared.get(id(value)) or turns[type(value)](value) for value in values]
            if len(kinds) == 1 and kinds < _ALIKE and values.count(values[0]) == len(values):
                values = [[values[0], len(values)]]  # the default, mostly
            self.update(values)
        for (witness, together), column in zip(plan.sets, columns, strict=True):
            if column.count(None) < len(column):
                for at, node in enumerate(nodes):
                    if column[at] is not None:
                        self.write_differing(at, node, witness, together)
        for name in plan.made:
            self.update([self.entry(getattr(node, name)) for node in nodes])

    def update(self, row: list[Any]) -> None:
        """Add entries to the digest."""
        self.digest.update(marshal.dumps(row, _FORMAT))

    def write_differing(self, at: int, node: Node, witness: str, names: tuple[str, ...]) -> None:
        """Add properties that are kept together, unless all have their defaults."""
        key = (type(node), witness)
        if key not in self.defaults:
            exports = get_exports(type(node))
            self.defaults[key] = [exports[name].default for name in names]
        values = [getattr(node, name) for name in names]
        if values != self.defaults[key]:
            self.write(at, witness, *values)

    def entry(self, value: object) -> object:
        """One entry for a value with all that it holds."""
        return value if type(value) in _EXACT else self.row((value,))

    def tuple_entry(self, value: tuple[object, ...]) -> list[object]:
        """`entry` of a tuple, which is kept: its bytes, in a list since nothing else is written like that."""
        count = len(self.numbered)
        row: Any = value if _EXACT.issuperset(map(type, value)) else self.row((value,))
        made: list[object] = [marshal.dumps(row, _FORMAT)]
        if len(self.numbered) == count:  # otherwise it is another one the next time
            self.shared[id(value)] = made
            self.kept.append(value)
        return made

    def row(self, values: Iterable[object]) -> list[object]:
        """Values, each followed by what it holds."""
        row: list[object] = []
        stack = [iter(values)]
        while stack:
            for value in stack[-1]:
                if type(value) in _EXACT:
                    row.append(value)
                    continue
                what, held = self.opened(value)
                row.append(what)
                if held:
                    stack.append(iter(held))
                    break
            else:
                stack.pop()
        return row

    def opened(self, value: Any) -> tuple[list[object], Iterable[object]]:
        """What a value is, and what it holds."""
        cls = type(value)
        name = cls.__name__
        if issubclass(cls, Value):
            return [name, *value], ()
        if issubclass(cls, tuple):
            return [name, tuple.__len__(value)], tuple.__iter__(value)
        if isinstance(value, Enum):
            return [name, value.name], (value.value,)
        if isinstance(value, set | frozenset):
            return [name, *sorted(map(self.apart, value))], ()
        if isinstance(value, FunctionType | BuiltinFunctionType | type):
            owner = getattr(value, "__self__", None)
            bound = owner is not None and not isinstance(owner, ModuleType | type)
            return [name, value.__module__, value.__qualname__, bound], (owner,) if bound else ()
        if isinstance(value, MethodType):
            return [name, getattr(value, "__qualname__", "")], (value.__self__,)
        for base, plain in _BASES:
            if isinstance(value, base):
                return [name], (plain(value),)
        if isinstance(value, np.ndarray | np.generic) and not value.dtype.hasobject:
            return [name, str(value.dtype), value.shape, value.tobytes()], ()
        if isinstance(value, ref):
            return [name], (value(),)
        if isinstance(value, Node):
            if not self.places:
                self.places = {id(node): place for place, node in enumerate(self.nodes)}
            return [name, self.places.get(id(value), value._name)], ()
        if isinstance(value, Listing):
            return ["SceneTree"], ()
        number = self.numbers.get(id(value))
        if number is not None:
            return ["again", number], ()
        self.number(value)
        return self._opened_object(value)

    def _opened_object(self, value: Any) -> tuple[list[object], Iterable[object]]:
        """`opened` for what can be changed, and is met for the first time."""
        cls = type(value)
        name = cls.__name__
        if isinstance(value, list | deque):
            return [name, len(value), getattr(value, "maxlen", None)], [*value, *_attributes(value)]
        if isinstance(value, dict | MappingProxyType):
            items = [each for item in value.items() for each in item]
            return [name, len(value)], [*items, *_attributes(value)]
        if isinstance(value, np.ndarray):
            return [name, value.shape], [*value.flat]
        if isinstance(value, Resource):
            left = getattr(cls, "_not_state", ())
            return [name, value.resource_path], [getattr(value, each) for each in get_exports(cls) if each not in left]
        if isinstance(value, partial):
            return [name], [value.func, value.args, value.keywords]
        if isinstance(value, Signal):
            return [name, value.get_name()], [value.get_object()]
        attributes = _reduced(value) or _attributes(value)
        return [name, len(attributes)], attributes

    def apart(self, value: object) -> bytes:
        """One value of a set; what is numbered in it is forgotten again, since sets have no order."""
        known = len(self.numbered)
        written = marshal.dumps(self.row((value,)), _FORMAT)
        while len(self.numbered) > known:
            del self.numbers[id(self.numbered.pop())]
        return written

    def number(self, value: object) -> None:
        """Give an object the next number."""
        self.numbers[id(value)] = len(self.numbered)
        self.numbered.append(value)


def _attributes(value: object) -> list[object]:
    """The names and values of an object's attributes, in the order of the names."""
    attributes, slots = attributes_of(value)
    held = (attributes or {}) | (slots or {})
    for left in getattr(type(value), "_not_state", ()):
        held.pop(left, None)
    return [each for name in sorted(held) if not isinstance(held[name], Signal) for each in (name, held[name])]


def _reduced(value: Any) -> list[object]:
    """What pickle would keep of an object whose class says so itself, such as a date or a path."""
    cls: Any = type(value)
    plain: Any = object
    reduce = dispatch_table.get(cls)
    if reduce is None and cls.__reduce_ex__ is plain.__reduce_ex__ and cls.__reduce__ is plain.__reduce__:
        return []
    try:
        reduced: Any = reduce(value) if reduce is not None else value.__reduce_ex__(4)
    except Exception:  # it cannot be pickled
        return []
    if isinstance(reduced, str):
        return [reduced]
    return [list(each) if hasattr(each, "__next__") else each for each in reduced]
