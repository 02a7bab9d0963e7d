"""What mutable objects hold, taken down and put back in place.

`Memento.take` walks from an object to all that it refers to, and keeps of each what it holds now, by reference: of an
instance of a Python class its attributes, of a list, dict, set, deque, bytearray or numpy array its content.
`put_back` gives every one of them that content again. So identities stay: whoever refers to one of the objects goes on
referring to the same one, and two places that share a list share it again.

Not walked, since they are no state: classes, modules, functions with what their closures hold, methods of other objects
than nodes and resources, and what is referred to only weakly. What can be changed and cannot be taken down, such as an
open file, a generator or a lock, is refused. Pictures, textures and fonts are large and seldom change: they are only
compared, by their revision.

A class may name in `_uncaptured` attributes that are left out and left alone: handles that are only valid as long as
their server is told of the object.
"""

from __future__ import annotations

import operator
import sys
import weakref
from array import array
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable
from enum import Enum
from functools import lru_cache, partial
from re import Match, Pattern
from types import (
    BuiltinFunctionType,
    FunctionType,
    GenericAlias,
    MappingProxyType,
    MemberDescriptorType,
    MethodDescriptorType,
    MethodType,
    MethodWrapperType,
    ModuleType,
    NotImplementedType,
    UnionType,
    WrapperDescriptorType,
)
from typing import Any, TypeVar

import numpy as np

from engine.core.coroutine import Task
from engine.core.errors import TreeError
from engine.core.object import Object
from engine.core.resource import Resource
from engine.math.value import Value
from engine.tree.flags import HAS_OWNER
from engine.tree.node_state import NodeState
from engine.tree.state.attributes import Reader, has_own_reading, reader_of, slots_of

T = TypeVar("T")
Plan = Callable[[Any], Iterable[Any]]
"""Takes an object down, and gives what it refers to."""

_state_of: Callable[[object], Any] = object.__getstate__  # of a node its `__dict__`, or None if that is empty
_get: Callable[[object, str], Any] = object.__getattribute__
_set: Callable[[object, str, object], None] = object.__setattr__
_unset: Callable[[object, str], None] = object.__delattr__

# Never changed in place, or not state; the content of none of them is looked at.
_PLAIN = (
    type(None), bool, int, float, complex, str, bytes, range, slice, type(Ellipsis), NotImplementedType, type,
    ModuleType, FunctionType, BuiltinFunctionType, MethodWrapperType, MethodDescriptorType, WrapperDescriptorType,
    MemberDescriptorType, Enum, Value, np.generic, np.dtype, np.ufunc, type(np.mean), Pattern, Match, weakref.ref,
    weakref.ProxyType, weakref.CallableProxyType, BaseException, GenericAlias, UnionType, operator.attrgetter,
    operator.itemgetter, operator.methodcaller, type(lru_cache(len)),
)  # fmt: skip
# The same, of modules that would take 15 ms to import; while nobody has imported one, it has no instances.
_PLAIN_ELSEWHERE = (
    "datetime.date", "datetime.time", "datetime.timedelta", "datetime.tzinfo", "decimal.Decimal", "fractions.Fraction",
    "logging.Logger", "pathlib.PurePath", "random.SystemRandom",
)  # fmt: skip


class Refusal(TreeError):
    """Something cannot be taken down; `culprit` is what."""

    def __init__(self, culprit: object) -> None:
        super().__init__(type(culprit).__name__)
        self.culprit = culprit


class Memento:
    """What the objects that can be reached from one of them hold."""

    __slots__ = ("_instances", "_nodes", "_only", "_others", "_revisions", "_seen")

    def __init__(self, opaque: Iterable[object], only: type) -> None:
        """`opaque` objects stay as they are, and are not looked into; of the class `only` only the first is taken."""
        self._seen: dict[int, Any] = {id(each): each for each in opaque}
        self._only = only
        self._instances: dict[type, list[tuple[Any, dict[str, Any] | None, dict[str, Any] | None]]] = {}
        self._nodes: dict[type, tuple[tuple[str, ...], list[Any]]] = {}  # of each node itself, and then these of it
        self._others: list[tuple[Any, Callable[[Any, Any], None], Any]] = []
        self._revisions: list[tuple[Resource, int]] = []

    def __contains__(self, item: object) -> bool:
        return id(item) in self._seen

    def take(self, first: object) -> None:
        """Take down what an object, and all that it refers to, hold now.

        Raises:
            Refusal: something of it cannot be taken down.
        """
        seen = self._seen
        all_plain = (*_PLAIN, *filter(None, map(_found, _PLAIN_ELSEWHERE)))
        plans: dict[type, Plan] = {}
        plain: set[type] = {int, float, bool, str, bytes, type(None)}
        seen[id(first)] = first
        stack = [iter(self._instance_plan(type(first))(first))]
        while stack:
            for value in stack[-1]:
                cls = type(value)
                if cls in plain or id(value) in seen:
                    continue
                if cls is tuple and plain.issuperset(map(type, value)):
                    seen[id(value)] = value
                    continue
                plan = plans.get(cls)
                if plan is None:
                    if cls is object or issubclass(cls, all_plain):
                        plain.add(cls)
                        continue
                    plan = plans[cls] = self._plan_for(cls)
                seen[id(value)] = value
                stack.append(iter(plan(value)))
                break
            else:
                stack.pop()

    def changed(self) -> Resource | None:
        """The first of the resources that are only compared that has changed since, if one has."""
        return next((resource for resource, revision in self._revisions if resource.revision != revision), None)

    def all(self, kind: type[T]) -> list[T]:
        """The objects of a class that were taken down."""
        found = [each[0] for cls, taken in self._instances.items() if issubclass(cls, kind) for each in taken]
        for cls, (names, taken) in self._nodes.items():
            if issubclass(cls, kind):
                found += taken[:: len(names) + 3]
        return found

    def put_back(self) -> None:
        """Let all objects hold again what they held."""
        for cls, taken in self._instances.items():
            left, read = _uncaptured(cls), reader_of(cls)
            for item, attributes, slots in taken:
                _put_attributes(item, attributes or {}, slots or {}, left, read)
        for names, taken in self._nodes.values():
            for node, attributes, owner, *values in zip(*[iter(taken)] * (len(names) + 3), strict=True):
                if attributes or _state_of(node):
                    now = node.__dict__
                    now.clear()
                    now.update(attributes or ())
                for name, value in zip(names, values, strict=True):
                    _set(node, name, value)
                if owner is not None:
                    node._owner = owner
        for item, put_back, content in self._others:
            put_back(item, content)

    # --- how each kind is taken down -------------------------------------------------------------

    def _plan_for(self, cls: type) -> Plan:
        """How objects of a class are taken down."""
        if issubclass(cls, self._only):
            return _refuse
        if issubclass(cls, Resource) and cls._compared:
            return self._take_revision
        attributes = self._instance_plan(cls)
        if issubclass(cls, NodeState) and not has_own_reading(cls):
            return self._node_plan(cls, attributes)
        for known, read, put_back, held in _KINDS:
            kind = _found(known) if isinstance(known, str) else known
            if kind is not None and issubclass(cls, kind):
                content = self._content_plan(read, put_back, held)
                if cls is kind or not (cls.__dictoffset__ or slots_of(cls)):
                    return content
                return lambda item: (*content(item), *attributes(item))
        return attributes if _is_python_class(cls) else _refuse

    def _content_plan(
        self, read: Callable[[Any], Any], put_back: Callable[[Any, Any], None] | None, held: Plan
    ) -> Plan:
        """Of a builtin: what `read` gives is for `put_back`, and `held` gives what that refers to."""

        def take(item: Any) -> Iterable[Any]:
            content = read(item)
            if put_back is not None:
                self._others.append((item, put_back, content))
            return held(content)

        return take

    def _instance_plan(self, cls: type) -> Plan:
        """Of an instance of a Python class: its `__dict__` and its slots."""
        uncaptured = _uncaptured(cls)
        read = reader_of(cls)
        taken = self._instances.setdefault(cls, [])

        def take(item: Any) -> Iterable[Any]:
            state = read(item)
            attributes, slots = state if type(state) is tuple else (state, None)
            if attributes is not None:
                attributes = attributes.copy()
            for name in uncaptured:
                (attributes or {}).pop(name, None)
                (slots or {}).pop(name, None)
            taken.append((item, attributes, slots))
            if not attributes:
                return slots.values() if slots else ()
            return [*attributes.values(), *slots.values()] if slots else attributes.values()

        return take

    def _node_plan(self, cls: type, otherwise: Plan) -> Plan:
        """Of a node: its slots by one call, as there are many nodes; `otherwise` where one of them is not set.

        All stand in one flat list: an object for each node would be one more for the garbage collector to look at.
        """
        left = _uncaptured(cls)
        names = tuple(name for name in slots_of(cls) if name not in left and name != "_owner")
        read = operator.attrgetter(*names)
        taken: list[Any] = []
        self._nodes[cls] = (names, taken)

        def take(node: Any) -> Iterable[Any]:
            try:
                values = read(node)
            except AttributeError:
                return otherwise(node)
            attributes = _state_of(node)
            owner = node._owner if node._flags & HAS_OWNER else None
            kept = attributes.copy() if attributes else None
            taken.extend((node, kept, owner))
            taken.extend(values)
            if kept is None:
                return values if owner is None else (owner, *values)
            return (owner, *kept.values(), *values)

        return take

    def _take_revision(self, item: Resource) -> Iterable[Any]:
        self._revisions.append((item, item.revision))
        return ()


def _found(name: str) -> type | None:
    """A class by the names of its module and itself; None while the module is not imported."""
    module, _, own = name.rpartition(".")
    return getattr(sys.modules.get(module), own, None)


def _is_python_class(cls: type) -> bool:
    """Whether instances have nothing but a `__dict__` and slots: no memory that belongs to C code."""
    slots = [each for base in cls.__mro__ for each in vars(base).values() if isinstance(each, MemberDescriptorType)]
    words = len(slots) + (cls.__weakrefoffset__ > 0) + (cls.__dictoffset__ > 0)
    return cls.__basicsize__ <= object.__basicsize__ + 8 * words


def _uncaptured(cls: type) -> frozenset[str]:
    return frozenset(name for base in cls.__mro__ for name in vars(base).get("_uncaptured", ()))


def _put_attributes(
    item: Any, attributes: dict[str, Any], slots: dict[str, Any], left: frozenset[str], read: Reader
) -> None:
    """Give an instance the attributes and slots that it had; those in `left` are left alone."""
    state = read(item)
    now, found = state if type(state) is tuple else (state, None)
    if now or attributes:
        now = _get(item, "__dict__")
        kept = {name: now[name] for name in left if name in now}
        now.clear()
        now.update(attributes)
        now.update(kept)
    for name, value in slots.items():
        _set(item, name, value)
    for name in found or ():
        if name not in slots and name not in left:
            _unset(item, name)


def _put_list(item: list[Any], content: list[Any]) -> None:
    list.__setitem__(item, slice(None), content)


def _put_dict(item: dict[Any, Any], content: dict[Any, Any]) -> None:
    dict.clear(item)
    dict.update(item, content)


def _read_ordered(item: OrderedDict[Any, Any]) -> dict[Any, Any]:
    return dict(OrderedDict.items(item))


def _put_ordered(item: OrderedDict[Any, Any], content: dict[Any, Any]) -> None:
    OrderedDict.clear(item)
    for key, value in content.items():
        OrderedDict.__setitem__(item, key, value)


def _put_set(item: set[Any], content: set[Any]) -> None:
    set.clear(item)
    set.update(item, content)


def _put_deque(item: deque[Any], content: list[Any]) -> None:
    deque.clear(item)
    deque.extend(item, content)


def _put_bytes(item: Any, content: Any) -> None:
    item[:] = content


def _put_array(item: Any, content: tuple[Any, Any]) -> None:
    _, kept = content
    if kept is not None:
        if item.shape != kept.shape:
            item.resize(kept.shape, refcheck=False)
        item.flags.writeable = True
        item[...] = kept
        item.flags.writeable = kept.flags.writeable


def _read_array(item: Any) -> tuple[Any, Any]:
    """What an array is a view of, and a copy of it unless that is an array itself."""
    base = item.base
    if isinstance(base, np.ndarray) or (base is not None and not item.flags.writeable):
        return base, None
    kept = item.copy()
    kept.flags.writeable = item.flags.writeable
    return base, kept


def _held_by_array(content: tuple[Any, Any]) -> list[Any]:
    base, kept = content
    return [base, *(kept.flat if kept is not None and kept.dtype.hasobject else ())]


def _put_state(item: Any, content: Any) -> None:
    item.bit_generator.state = content


def _put_random(item: Any, content: Any) -> None:
    item.setstate(content)


def _in_dict(content: dict[Any, Any]) -> list[Any]:
    return [*content, *content.values()]


def _itself(content: Any) -> Any:
    return content


def _nothing(content: Any) -> Iterable[Any]:
    return ()


def _read_method(item: MethodType) -> Iterable[Any]:
    return (item.__self__,) if isinstance(item.__self__, Object) else ()


def _read_partial(item: partial[Any]) -> Iterable[Any]:
    return (item.func, *item.args, *item.keywords.values())


def _read_task(item: Task[Any]) -> Iterable[Any]:
    return () if item.done() else _refuse(item)


def _refuse(item: Any) -> Iterable[Any]:
    raise Refusal(item)


# A class; what of it is kept; how that is put back; what that refers to. In the order in which they are looked through.
_KINDS: tuple[tuple[type | str, Callable[[Any], Any], Callable[[Any, Any], None] | None, Plan], ...] = (
    (list, list.copy, _put_list, _itself),
    (OrderedDict, _read_ordered, _put_ordered, _in_dict),
    (dict, dict.copy, _put_dict, _in_dict),
    (set, set.copy, _put_set, _itself),
    (deque, list, _put_deque, _itself),
    (bytearray, bytes, _put_bytes, _nothing),
    (array, operator.itemgetter(slice(None)), _put_bytes, _nothing),
    (np.ndarray, _read_array, _put_array, _held_by_array),
    ("random.Random", operator.methodcaller("getstate"), _put_random, _nothing),
    ("numpy.random.Generator", operator.attrgetter("bit_generator.state"), _put_state, _nothing),
    (tuple, tuple.__iter__, None, _itself),
    (frozenset, frozenset.__iter__, None, _itself),
    (MappingProxyType, MappingProxyType.values, None, _itself),
    (memoryview, operator.attrgetter("obj"), None, lambda content: (content,)),
    (MethodType, _read_method, None, _itself),
    (partial, _read_partial, None, _itself),
    (Task, _read_task, None, _itself),
)
