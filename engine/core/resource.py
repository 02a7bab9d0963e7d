"""Resource: the base of what many nodes can share and a file can hold, such as images, fonts and curves."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Never, NoReturn, Self

from engine.core.errors import InvalidTypeError, InvalidValueError
from engine.core.export import exported, get_exports
from engine.core.object import Object
from engine.core.property_checks import checked_bool, checked_str
from engine.core.registry import resource_types
from engine.core.signal import Signal
from engine.core.value_copy import ValueCopier
from engine.math.value import shortened

if TYPE_CHECKING:
    from weakref import ref

_KEPT = ("_incoming", "_local_scene", "_revision", "_tasks", "_user_signals", "_watched", "resource_path")


class _Watched(tuple["Resource", ...]):
    """Resources whose changes another one is told of; of a type of its own, in which nothing is replaced in copies."""

    __slots__ = ()


class Resource(Object):
    """Data with a revision, so that whoever has worked something out of it knows when that is out of date.

    Nobody frees a resource; it goes when the last reference does. Signals therefore hold its methods weakly.
    Subclasses are registered by their class name, so that scene files can name them; a base that nobody makes is not:
    `class Base(Resource, registered=False)`.

    Args:
        exported: values for properties of the class, as in `QuadMesh(size=(2, 2))`; they may stand in any order. A
            class with a constructor of its own hands them on: `super().__init__(**exported)`.

    Raises:
        InvalidTypeError: a value without the name of a property, or a name that is no property's.

    For engine classes: `_holds` names the attributes that hold other resources, set by `_set_held`, whose changes are
    changes of this one.
    """

    changed: Signal[()] = Signal[()]()
    """Emitted after every change of the data, with the new `revision` in place."""
    setup_local_to_scene_requested: Signal[()] = Signal[()]()
    """Emitted when an instance of a scene has got its own duplicate of a resource that is `resource_local_to_scene`."""

    resource_path: str = ""
    """The file that it was loaded from, "res://level.tscn::id" for one inside of a file; "" for one made in code."""

    _held_by_signals = False
    _holds: tuple[str, ...] = ()
    _uncaptured: tuple[str, ...] = ("_file_record", "_watched")
    _compared = False
    """Whether a snapshot of a tree only compares the revision, for data too large to be copied each time."""
    _revision: int = 0
    _resource_name: str = ""
    _local_to_scene: bool = False
    _scene_unique_id: str = ""
    _local_scene: ref[Object] | None = None  # the root of the instance that it was made for
    _file_record: Any = None  # what scenes.resource_files remembers of the file that it was read from
    _watched = _Watched()  # those of `_holds` whose changes it is told of

    def __init_subclass__(cls, *, registered: bool = True, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if registered:
            resource_types.register(cls)

    def __init__(self, *misplaced: Never, **exported: Any) -> None:
        if misplaced:
            self._refuse_misplaced(misplaced)
        if exported:
            self._set_exported(exported)

    def _refuse_misplaced(self, values: tuple[object, ...]) -> NoReturn:
        """Refuse what was given without the name of a property."""
        cls = type(self)
        known = [info for info in get_exports(cls).values() if info.owner is not Resource]
        known.sort(key=lambda info: cls.__mro__.index(info.owner))  # its own before those of its bases
        shown = ", ".join(f"{shortened(value, 40)}" for value in values)
        way = f"write {cls.__name__}({known[0].name}=...)" if known else "it has none of its own"
        raise InvalidTypeError(f"{cls.__name__}({shown}) - properties are given by their names; {way}")

    @property
    @exported(False)
    def resource_local_to_scene(self) -> bool:
        """Whether each instance of a scene that holds it gets a duplicate of its own; otherwise all share this one.

        Raises:
            InvalidTypeError: set to something else than True or False.
        """
        return self._local_to_scene

    @resource_local_to_scene.setter
    def resource_local_to_scene(self, local: bool) -> None:
        self._local_to_scene = checked_bool(self, "resource_local_to_scene", local)
        self.emit_changed()

    @property
    def resource_scene_unique_id(self) -> str:
        """What the file that it stands in calls it, such as "Curve_a1b2c"; "" for none. It is no part of the data.

        Raises:
            InvalidTypeError: set to something else than a str.
            InvalidValueError: set to a text of other characters than letters, digits and _.
        """
        return self._scene_unique_id

    @resource_scene_unique_id.setter
    def resource_scene_unique_id(self, unique_id: str) -> None:
        unique_id = checked_str(self, "resource_scene_unique_id", unique_id)
        if not all(part.isalnum() for part in unique_id.split("_") if part):
            raise InvalidValueError(
                f"{self._where()}.resource_scene_unique_id must be made of letters, digits and _, "
                f"got {shortened(unique_id)}"
            )
        self._scene_unique_id = unique_id

    @property
    @exported("")
    def resource_name(self) -> str:
        """A name for people; "", the default, for none.

        Raises:
            InvalidTypeError: set to something else than a str.
        """
        return self._resource_name

    @resource_name.setter
    def resource_name(self, resource_name: str) -> None:
        self._resource_name = checked_str(self, "resource_name", resource_name)
        self.emit_changed()

    @property
    def revision(self) -> int:
        """How many changes there were; the same revision means the same data."""
        return self._revision

    def emit_changed(self) -> None:
        """Count the revision up and emit `changed`; subclasses and users call it after they changed the data."""
        self._revision += 1
        self.changed.emit()

    def is_built_in(self) -> bool:
        """Whether it has no file of its own: it was made in code, or stands inside of another file."""
        return not self.resource_path or "::" in self.resource_path

    def _is_local(self) -> bool:
        """Whether each instance of a scene gets a duplicate of its own; for classes that always need one."""
        return self._local_to_scene

    def get_local_scene(self) -> Any:
        """The root of the instance of a scene that it was made for, if it is `resource_local_to_scene`; else None."""
        return None if self._local_scene is None else self._local_scene()

    def setup_local_to_scene(self) -> None:
        """Emit `setup_local_to_scene_requested`; called once the instance that this duplicate was made for is there.

        A subclass that sets itself up for its scene overrides it, and calls this one.
        """
        self.setup_local_to_scene_requested.emit()

    def _dynamic_properties(self) -> dict[str, Any]:
        """What a file says of this object beyond the properties of its class, by the names that files have."""
        return {}

    def _set_dynamic_property(self, name: str, value: Any) -> bool:
        """Set what a file says and the class has no property for; False where this object knows no such name."""
        return False

    def __getstate__(self) -> Any:
        """What a copy and a pickle take over; a copy belongs to no instance of a scene."""
        state = super().__getstate__()
        attributes = state[0] if isinstance(state, tuple) else state
        if attributes:
            attributes.pop("_local_scene", None)
            attributes.pop("_watched", None)
        return state

    def __setstate__(self, state: Any) -> None:
        """Take over what `__getstate__` gave of another one, as copies and pickles do."""
        attributes, slots = state if isinstance(state, tuple) else (state, None)
        vars(self).update(attributes or {})
        for name, value in (slots or {}).items():
            object.__setattr__(self, name, value)
        self._watch_held()

    def duplicate(self, subresources: bool = False) -> Self:
        """Another resource with the same data; its lists, dicts and arrays are its own.

        The constructor is not called. Nobody is connected to the duplicate, it comes from no file, and its revision
        counts from 0.

        Args:
            subresources: whether the resources that it holds are duplicated as well, and those that they hold; one that
                stands in several places once. Otherwise the duplicate holds the same ones.
        """
        made = self._shallow_copy()
        done: dict[Resource, Resource] = {self: made}
        waiting: list[Resource] = [made]

        def replace(value: Object) -> Object:
            if not subresources or not isinstance(value, Resource):
                return value
            if value not in done:
                done[value] = value._shallow_copy()
                waiting.append(done[value])
            return done[value]

        while waiting:  # without a call for each level, since resources stand in one another as deep as files say
            each = waiting.pop()
            copier = ValueCopier(replace)
            for name, value in [*vars(each).items(), *_slots(each)]:
                kept = copier.copied(value)
                if kept is not value:
                    object.__setattr__(each, name, kept)
        for each in done.values():
            each._watch_held()
        return made

    def _shallow_copy(self) -> Self:
        """A duplicate that still shares what it holds, and is of no file."""
        made: Self = import_module("copy").copy(self)  # most games that start need none
        for left in ("resource_path", "_revision", "_scene_unique_id"):
            vars(made).pop(left, None)
        return made

    def _refresh_from(self, other: Resource) -> None:
        """Take over the data of another resource of the same class, which is given up; then emit `changed`.

        Connections, path and revision stay.
        """
        state: Any = other.__getstate__()
        attributes, slots = state if isinstance(state, tuple) else (state, None)
        for name, value in [*vars(self).items()]:
            if name not in _KEPT and not isinstance(value, Signal):
                del vars(self)[name]
        for name, value in {**(attributes or {}), **(slots or {})}.items():
            if name not in _KEPT:
                object.__setattr__(self, name, value)
        self._watch_held()
        self.emit_changed()

    def _refuse_loop(self, name: str, first: Any) -> None:
        """Raise InvalidValueError if a chain leads back here; each link is the attribute `name` of the one before."""
        step = first
        while step is not None:
            if step is self:
                raise InvalidValueError(
                    f"{self._where()}.{name.removeprefix('_')} must not lead back to itself, got {shortened(first)}"
                )
            step = getattr(step, name)

    def _set_held(self, name: str, resource: Resource | None) -> None:
        """Keep a resource that this one is made of, and tell of the change; `name` is one of `_holds`.

        Raises:
            InvalidValueError: `resource` is made of this one.
        """
        if resource is not None and resource._is_made_of(self):
            raise InvalidValueError(
                f"{self._where()}.{name.removeprefix('_')} must not lead back to itself, got {shortened(resource)}"
            )
        setattr(self, name, resource)
        self._watch_held()
        self.emit_changed()

    def _watch_held(self) -> None:
        """Be told of the changes of what this one holds now; called, too, where that was set in another way."""
        wanted: list[Resource] = []
        for name in self._holds:
            held = getattr(self, name)
            if held is not None and all(held is not other for other in wanted):
                wanted.append(held)
        watched = self._watched
        if wanted or watched:
            for held in watched:
                held.changed.disconnect(self._held_changed)
            for held in wanted:
                held.changed.connect(self._held_changed)
            self._watched = _Watched(wanted)

    def _held_changed(self) -> None:
        """Called after a change of what this one holds."""
        self.emit_changed()

    def _is_made_of(self, other: Resource) -> bool:
        """Whether it is `other`, or holds it, at whatever depth."""
        waiting: list[Resource] = [self]
        seen = {id(self)}
        for each in waiting:
            if each is other:
                return True
            for name in each._holds:
                held = getattr(each, name)
                if held is not None and id(held) not in seen:
                    seen.add(id(held))
                    waiting.append(held)
        return False


def _slots(resource: Resource) -> list[tuple[str, Any]]:
    """What stands in the slots of a resource."""
    names = [name for cls in type(resource).__mro__ for name in _declared(cls)]
    return [(name, getattr(resource, name)) for name in names if hasattr(resource, name)]


def _declared(cls: type) -> tuple[str, ...]:
    slots = vars(cls).get("__slots__", ())
    return tuple(name for name in ((slots,) if isinstance(slots, str) else slots) if not name.startswith("__"))


resource_types.register(Resource)
