"""How duplicates of nodes are made; see engine.tree.duplicate.

A duplicate is made in three walks over the subtree: the nodes with their names, groups and children; then their
properties, owners and metadata, once every node that they may refer to is there; then the connections.

Which properties a class has to copy is worked out once a class (CopyPlan). Of a class without an `__init__` of its own
only what differs from a new instance is copied; one that has one may have set anything, so all is compared.

An engine class may say in `_kept_in` what is copied in place of a property, by the property's name: attributes that
keep it, copied as they are, since a duplicate is outside any tree, as in {"rotation": ("_basis", "_parts")}; () for
what is copied here by itself; or the name of an attribute that is None while that property, and all others with that
name beside them, have their defaults.
"""

from __future__ import annotations

from operator import attrgetter
from types import FunctionType
from typing import TYPE_CHECKING, Any
from weakref import ref

from engine.core.connection import PERSIST
from engine.core.engine_classes import engine_base
from engine.core.errors import TreeError
from engine.core.export import MadeDefault, get_exports
from engine.core.resource import Resource
from engine.core.value_copy import ValueCopier
from engine.tree import flags as f
from engine.tree import lifecycle
from engine.tree.duplicate import DuplicateFlags
from engine.tree.errors import annotate
from engine.tree.node_state import NodeState

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.core.connection import Connection
    from engine.core.object import Object
    from engine.tree.node import Node

_IN_FLAGS = f.OWN_MODE | f.UNIQUE  # process_mode and unique_name_in_owner
# What is copied along with the properties, and seldom there; a class adds to it in `_beside`.
_BESIDE = ("_meta", "scene_file_path", "_kept_properties", "_scene_info", "_editable_instance")


class CopyPlan:
    """What is copied of the nodes of one class."""

    __slots__ = ("defaults", "made", "names", "read", "sets", "unshared")

    def __init__(self, cls: type[Node]) -> None:
        exports = get_exports(cls)
        kept = {
            name: kept
            for base in reversed(cls.__mro__)
            for name, kept in vars(base).get("_kept_in", {}).items()
            if getattr(cls, name) is getattr(base, name, None) or not kept
        }
        self.made = tuple(name for name in exports if isinstance(getattr(cls, name), MadeDefault))
        """Properties that each instance has a default of its own for."""
        names = [*_BESIDE, *(name for base in cls.__mro__ for name in vars(base).get("_beside", ()))]
        sets: dict[str, tuple[str, ...]] = {}
        for name in exports:
            kept_in = kept.get(name, (name,))
            if isinstance(kept_in, str):
                sets[kept_in] = (*sets.get(kept_in, ()), name)
            elif name not in self.made:
                names += kept_in
        self.names = tuple(dict.fromkeys(names))
        """The attributes that are copied where they differ."""
        self.read: Callable[[Node], tuple[Any, ...]] = attrgetter(*self.names)
        self.sets = tuple(sets.items())
        """Attributes that are None while all of some properties have their defaults, with those properties."""
        self.unshared = frozenset(name for name, info in exports.items() if not info.shared)
        self.defaults: tuple[Any, ...] | None = None
        """What a new instance has; None where a constructor of the game's decides."""
        if not cls._mask & f.MASK_NEW and cls.__new__ is object.__new__:
            self.defaults = self.read(cls())


def plan_of(cls: type[Node]) -> CopyPlan:
    """What is copied of the nodes of a class, worked out once."""
    plan: CopyPlan | None = vars(cls).get("_copy_plan")
    if plan is None:
        plan = cls._copy_plan = CopyPlan(cls)  # type: ignore[attr-defined]  # it goes with the class
    return plan


class Duplication:
    """One call of `duplicate`."""

    def __init__(self, top: Node, flags: int) -> None:
        self.top = top
        self.flags = flags
        self.originals = lifecycle.subtree(top)
        if top._tree is not None:
            top._tree.transforms.give_back(self.originals)
        self.targets: dict[type[Node], type[Node]] = {}
        for cls in dict.fromkeys(map(type, self.originals)):
            self.targets[cls] = cls if flags & DuplicateFlags.SCRIPTS else engine_base(cls)
        wanted = flags & DuplicateFlags.USE_INSTANTIATION and top._tree is not None
        self.loader: Any = top._tree._loader if wanted else None  # type: ignore[union-attr]
        self.copies: dict[Object, Any] = {}
        self.found: list[Node] = []  # those whose duplicate had children already

    def run(self) -> Any:
        """Make the duplicate."""
        for cls, target in self.targets.items():
            _check_constructor(target, self.top, next(each for each in self.originals if type(each) is cls))
        try:
            self._make()
            self._fill()
            if self.flags & DuplicateFlags.SIGNALS:
                self._connect()
        except BaseException as error:
            for made in self.copies.values():
                if made._parent is None:
                    made.free()
            annotate(error, self.top, "duplicate")
            raise
        return self.copies[self.top]

    def _make(self) -> None:
        """The nodes, named and under their parents, in their groups."""
        copies, targets, top, loader = self.copies, self.targets, self.top, self.loader
        groups = self.flags & DuplicateFlags.GROUPS
        for original in self.originals:
            copy = copies.get(original)
            if copy is None:
                if loader is not None and original.scene_file_path:
                    copy = self._instantiate(original)
                else:
                    copy = targets[type(original)]()
                copies[original] = copy
                copy._name = original._name
                if original is not top:
                    copies[original._parent].add_child(copy)  # type: ignore[index]
            if copy._children:
                self._find_children(original, copy)
            if groups and (original._flags | copy._flags) & f.HAS_GROUPS:
                _copy_groups(original, copy)
        for original in self.found:
            for index, child in enumerate(original.get_children()):
                copies[original].move_child(copies[child], index)

    def _instantiate(self, original: Node) -> Node:
        """The root of a scene, from its file."""
        scene = self.loader.load(original.scene_file_path)
        made: Node = scene.instantiate()
        if type(made) is not self.targets[type(original)]:
            made.free()
            raise TreeError(
                f"cannot duplicate {original._where()} from {original.scene_file_path}: the root there is a "
                f"{type(made).__name__}, not a {type(original).__name__}; leave out DuplicateFlags.USE_INSTANTIATION"
            )
        return made

    def _find_children(self, original: Node, copy: Node) -> None:
        """Take the children that a constructor made for the duplicates of those of the same name and class."""
        wanted = {child._name: child for child in original.get_children()}
        for child in copy.get_children():
            same = wanted.get(child._name)
            if same is not None and type(child) is self.targets[type(same)]:
                self.copies[same] = child
            else:
                child.free()
        self.found.append(original)

    def _fill(self) -> None:
        """Properties, metadata and owners, which may refer to any of the nodes."""
        copies = self.copies
        copied = ValueCopier(lambda each: copies.get(each, each)).copied
        plans = {cls: plan_of(target) for cls, target in self.targets.items()}
        for original in self.originals:
            plan = plans[type(original)]
            copy = copies[original]
            values = plan.read(original)
            defaults = plan.defaults or plan.read(copy)
            for name, value, default in zip(plan.names, values, defaults):  # noqa: B905 - as long as each other
                if value is not default:
                    setattr(copy, name, copied(value) if name not in plan.unshared else self._duplicated(value))
            for witness, names in plan.sets:
                if getattr(original, witness) is not getattr(copy, witness):
                    for name in names:
                        value = getattr(original, name)
                        if value is not getattr(copy, name):
                            setattr(copy, name, value)
            for name in plan.made:
                if name in vars(original):
                    value = getattr(original, name)
                    setattr(copy, name, copied(value) if name not in plan.unshared else self._duplicated(value))
            flags = original._flags
            if (flags ^ copy._flags) & _IN_FLAGS:
                copy.process_mode = original.process_mode
                copy.unique_name_in_owner = original.unique_name_in_owner
            if flags & f.HAS_OWNER and original._owner in copies:
                _set_owner(copy, copies[original._owner])

    def _duplicated(self, value: Any) -> Any:
        """The value of a property that shares no resources; where it holds one twice, the copy does, too."""
        made: dict[Object, Object] = {}

        def replace(each: Object) -> Object:
            if not isinstance(each, Resource):
                return self.copies.get(each, each)  # type: ignore[no-any-return]
            copy = made.get(each)
            if copy is None:
                copy = made[each] = each.duplicate()
            return copy

        return ValueCopier(replace).copied(value)

    def _connect(self) -> None:
        """The signals of single nodes, and the connections that are saved."""
        copies = self.copies
        for original in self.originals:
            if not original._flags & f.HAS_SIGNALS:
                continue
            copy = copies[original]
            for name, signal in (original._user_signals or {}).items():
                if not copy.has_signal(name):
                    copy.add_user_signal(name, *(signal.parameters or ()))
            for connection in original.get_signal_connections():
                if connection.flags & PERSIST and isinstance(connection.target, NodeState) and connection.method:
                    self._connect_like(connection, copy)

    def _connect_like(self, connection: Connection, copy: Node) -> None:
        """Connect a signal of `copy` as that of its original is."""
        copies = self.copies
        target: Any = connection.target
        receiver = copies.get(target, target)
        name, method = connection.name, connection.method
        is_there = copy.has_signal(name) and hasattr(receiver, method)
        if not is_there and not self.flags & DuplicateFlags.SCRIPTS:
            return  # of a class of the game
        if not copy.is_connected(name, receiver, method):
            binds = [copies.get(each, each) if isinstance(each, NodeState) else each for each in connection.binds]
            copy.connect(name, receiver, method, connection.flags, binds, connection.unbinds)
            origin = copies.get(connection.origin)
            if origin is not None:
                made: Any = copy._signal(name)._find(getattr(receiver, method))
                made._origin = ref(origin)


def _check_constructor(cls: type[Node], top: Node, first: Node) -> None:
    """Refuse a class that cannot be made without arguments."""
    init: Any = cls.__init__
    if not isinstance(init, FunctionType):
        return
    code = init.__code__
    least = code.co_argcount - len(init.__defaults__ or ())
    by_name = code.co_varnames[code.co_argcount : code.co_argcount + code.co_kwonlyargcount]
    needed = [*code.co_varnames[1:least], *(name for name in by_name if name not in (init.__kwdefaults__ or ()))]
    if needed:
        of = "" if first is top else f" of {first._where()}"
        raise TreeError(
            f"cannot duplicate {top._where()}: the constructor of {cls.__name__}{of} needs arguments "
            f"({', '.join(needed)}); give them defaults, and what they set an export()"
        )


def _copy_groups(original: Node, copy: Node) -> None:
    """Let `copy` be in the groups of `original`, and in no other."""
    wanted = original._groups or {}
    for name in copy.get_groups():
        if name not in wanted:
            copy.remove_from_group(name)
    for name, persistent in wanted.items():
        copy.add_to_group(name, persistent)


def _set_owner(copy: Node, owner: Node) -> None:
    """Set the owner of a node that is below it."""
    if copy._flags & f.HAS_OWNER:
        copy.owner = owner
        return
    copy._owner = owner
    copy._flags |= f.HAS_OWNER
    if copy._flags & f.UNIQUE:
        owner._unique()[copy._name] = copy
