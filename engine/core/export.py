"""Properties that are saved, copied, listed and documented.

    class Player(Node2D):
        speed: float = export(300.0, range=(0, 1000), unit="px/s")
        tags: list[str] = export(factory=list)
        wait_time: float = export(1.0, unit="s", check=positive)

        @property
        @exported(Vector2(0, 0), unit="px")
        def goal(self) -> Vector2: ...

`export(default)` leaves the plain default on the class: reading and writing the property is an ordinary attribute, as
fast as any. `range` and `unit` are for inspectors, documentation and validation of files, they do not limit what code
may set. `check` does, and makes it a Python property. `exported` marks a property written by hand. Engine classes
make those that differ in their checks alone with `kept_property`.

The default that counts for saving is what a new instance has; the one listed here is what was declared.
"""

from __future__ import annotations

from operator import attrgetter
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, overload

from engine.core.errors import ExportError, InvalidTypeError, InvalidValueError
from engine.math.value import shortened

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from enum import IntEnum
    from typing import Generic

    E = TypeVar("E", bound=IntEnum)
    V = TypeVar("V", bound=tuple[Any, ...])

    class SequenceProperty(Generic[V]):
        """How a property that is a vector, a rectangle or the like is annotated: it may be set to as many numbers."""

        def __get__(self, instance: object, owner: type | None = None) -> V: ...
        def __set__(self, instance: object, value: Sequence[float]) -> None: ...

    class ChoiceProperty(Generic[E]):
        """How a property that is one of some choices is annotated: it may be set to the number of one."""

        def __get__(self, instance: object, owner: type | None = None) -> E: ...
        def __set__(self, instance: object, value: int) -> None: ...


__all__ = ["ExportInfo", "declared_places", "export", "exported", "get_exports", "kept_property"]

T = TypeVar("T")
_MISSING: Any = object()


class ExportInfo(NamedTuple):
    """What is known of one exported property."""

    name: str
    default: Any
    """The declared default; for `factory`, what a call of it made for this record."""
    range: tuple[float, ...]
    """(least, most) or (least, most, step), or () for none."""
    unit: str
    """The unit for people, such as "px/s"; "" for none."""
    owner: type
    """The class that declares it."""
    shared: bool = True
    """Whether a duplicate of the node keeps the same resource; otherwise it gets a duplicate of it."""


@overload
def export(
    default: T,
    *,
    range: tuple[float, ...] | None = None,
    unit: str = "",
    check: Callable[[Any], T] | None = None,
    shared: bool = True,
) -> T: ...
@overload
def export(*, factory: Callable[[], T], unit: str = "", shared: bool = True) -> T: ...
def export(
    default: Any = _MISSING,
    *,
    factory: Callable[[], Any] | None = None,
    range: tuple[float, ...] | None = None,
    unit: str = "",
    check: Callable[[Any], Any] | None = None,
    shared: bool = True,
) -> Any:
    """Declare a property in the body of a class.

    Args:
        default: what instances have until it is set; nothing that can be changed in place, since all share it.
        factory: makes the default of each instance instead, when that is first read: `factory=list`.
        range: (least, most) or (least, most, step), for inspectors and the validation of files.
        unit: the unit of the value, such as "px/s"; it is shown to people.
        check: called with each value that is set; returns what to keep, or raises ValueError or TypeError with a text
            that goes on after the property's name: "must be greater than 0, got -1.0".
        shared: False gives a duplicated node a duplicate of the resource that stands here, or of each resource in a
            list or dict, instead of the same ones.

    Raises:
        ExportError: neither or both of `default` and `factory`, a `default` that can be changed in place, a `range` of
            another shape.
    """
    if (default is _MISSING) == (factory is None):
        raise ExportError("export takes either a default or factory=..., as in export(300.0) or export(factory=list)")
    if type(default).__hash__ is None:
        raise ExportError(
            f"export({default!r}): all instances would share this {type(default).__name__}; "
            f"use a factory, as in export(factory=list)"
        )
    return _Export(default, factory, _checked_range(range), unit, check, shared)


def exported(
    default: Any, *, range: tuple[float, ...] | None = None, unit: str = "", shared: bool = True
) -> Callable[[Callable[[Any], T]], Callable[[Any], T]]:
    """Mark the getter of a property as exported; stands between `@property` and the getter.

    Args:
        default: what the property has on a new instance.
        range: (least, most) or (least, most, step), for inspectors and the validation of files.
        unit: the unit of the value, such as "px/s"; it is shown to people.
        shared: as in `export`.

    Raises:
        ExportError: a `range` of another shape; or it stands above `@property`.
    """
    details: tuple[Any, tuple[float, ...], str, bool] = (default, _checked_range(range), unit, shared)

    def mark(getter: Callable[[Any], T]) -> Callable[[Any], T]:
        if _is_property(getter):
            raise ExportError("@exported(...) stands below @property, not above it")
        getter._exported = details  # type: ignore[attr-defined]  # functions take attributes
        return getter

    return mark


def kept_property(
    name: str,
    default: Any,
    check: Callable[[Any, str, Any], Any],
    keep: Callable[[Any, str, Any], None],
    doc: str,
    *,
    read: Callable[[Any], Any] | None = None,
    range: tuple[float, ...] | None = None,
    unit: str = "",
) -> Any:
    """An exported property for the body of an engine class, each new value of which is checked and then kept.

    Args:
        name: what it is called there.
        default: what instances have until it is set.
        check: called with the instance, `name` and each value that is set; returns what to keep, or raises.
        keep: called with the instance, the attribute to keep it in, which is `name` with an underscore before it, and
            what `check` returned; it tells of the change, too.
        doc: its text.
        read: called with the instance for its value, by keepers that do not use that attribute; a function of its own.
        range: as in `export`.
        unit: as in `export`.
    """
    attribute = f"_{name}"

    def read_attribute(self: Any) -> Any:
        return getattr(self, attribute, default)

    def set_checked(self: Any, value: Any) -> None:
        keep(self, attribute, check(self, name, value))

    return property(exported(default, range=range, unit=unit)(read or read_attribute), set_checked, doc=doc)


def get_exports(cls: type) -> Mapping[str, ExportInfo]:
    """The exported properties of a class by name: those of base classes first, each class's as declared.

    A class that assigns a plain value to an inherited property changes its default and nothing else. The answer is
    worked out once for each class.
    """
    known: Mapping[str, ExportInfo] | None = vars(cls).get("_all_exports")
    if known is None:
        found: dict[str, ExportInfo] = {}
        for base in reversed(cls.__mro__):
            own = vars(base).get("_own_exports", {})
            for name, value in vars(base).items():
                if name in own:
                    found[name] = own[name]
                elif isinstance(value, property):
                    details = getattr(value.fget, "_exported", None)
                    if details is not None:
                        default, limits, unit, shared = details
                        found[name] = ExportInfo(name, default, limits, unit, base, shared)
                elif name in found:
                    found[name] = found[name]._replace(default=value)
        known = MappingProxyType(found)
        cls._all_exports = known  # type: ignore[attr-defined]  # the class keeps it, so that it goes with the class
    return known


def declared_places(cls: type) -> dict[str, int]:
    """The place of each exported property of a class in `get_exports`, by name; worked out once for each class."""
    known: dict[str, int] | None = vars(cls).get("_export_places")
    if known is None:
        known = {name: place for place, name in enumerate(get_exports(cls))}
        cls._export_places = known  # type: ignore[attr-defined]  # as above
    return known


class _Export:
    """What `export` leaves in a class body, until the class is made and it gives its place to the default."""

    def __init__(
        self,
        default: Any,
        factory: Callable[[], Any] | None,
        range: tuple[float, ...],
        unit: str,
        check: Callable[[Any], Any] | None,
        shared: bool,
    ) -> None:
        self.default = default
        self.factory = factory
        self.range = range
        self.unit = unit
        self.check = check
        self.shared = shared

    def __set_name__(self, owner: Any, name: str) -> None:
        default = self.default if self.factory is None else self.factory()
        if "_own_exports" not in vars(owner):
            owner._own_exports = {}
        owner._own_exports[name] = ExportInfo(name, default, self.range, self.unit, owner, self.shared)
        if self.factory is not None:
            setattr(owner, name, MadeDefault(name, self.factory))
        elif self.check is not None:
            setattr(owner, f"_{name}", self.default)
            setattr(owner, name, _checked_property(name, self.check))
        else:
            setattr(owner, name, self.default)


class MadeDefault:
    """Gives each instance a default of its own when it is first read; afterwards the instance's attribute is found."""

    def __init__(self, name: str, factory: Callable[[], Any]) -> None:
        self.name = name
        self.factory = factory

    def __get__(self, instance: object, owner: type | None = None) -> Any:
        if instance is None:
            return self
        value = self.factory()
        object.__setattr__(instance, self.name, value)
        return value


def _checked_property(name: str, check: Callable[[Any], Any]) -> property:
    """A property kept in `_name`, each new value of which goes through `check`."""
    attribute = f"_{name}"

    def set_checked(self: Any, value: Any) -> None:
        try:
            kept = check(value)
        except ValueError as error:
            raise InvalidValueError(f"{_where(self)}.{name} {error}") from error
        except TypeError as error:
            raise InvalidTypeError(f"{_where(self)}.{name} {error}") from error
        setattr(self, attribute, kept)

    return property(attrgetter(attribute), set_checked)


def _where(instance: Any) -> str:
    return str(instance._where()) if hasattr(instance, "_where") else type(instance).__name__


def _is_property(value: object) -> bool:
    return isinstance(value, property)


def _is_ascending(range: Sequence[Any]) -> bool:
    """Whether all are numbers, and the first is below the second."""
    return all(isinstance(limit, (int, float)) for limit in range) and range[0] < range[1]


def _checked_range(range: tuple[float, ...] | None) -> tuple[float, ...]:
    if range is None:
        return ()
    if not isinstance(range, (tuple, list)) or len(range) not in (2, 3) or not _is_ascending(range):
        raise ExportError(
            f"range must be (least, most) or (least, most, step) with least below most, got {shortened(range)}"
        )
    return tuple(range)
