"""Properties of physics nodes: kept by the node, and told to its record once there is one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.core.export import kept_property

if TYPE_CHECKING:
    from collections.abc import Callable


def told_property(
    name: str,
    default: Any,
    check: Callable[[Any, str, Any], Any],
    tell: Callable[[Any, Any], None],
    doc: str,
    *,
    range: tuple[float, ...] | None = None,
    unit: str = "",
) -> Any:
    """An exported property for the body of a class whose nodes have a `_record`, which may be None.

    Args:
        name: what it is called there; it is kept in the attribute of that name with an underscore before it.
        default: what instances have until it is set, and what a new record has.
        check: called with the instance, `name` and each value that is set; returns what to keep, or raises.
        tell: called with the record and the value.
        doc: its text.
        range: as in `export`.
        unit: as in `export`.
    """
    attribute = f"_{name}"

    def keep(self: Any, _: str, value: Any) -> None:
        setattr(self, attribute, value)
        record = self._record
        if record is not None:
            tell(record, value)

    made: property = kept_property(name, default, check, keep, doc, range=range, unit=unit)
    made.fget._told = attribute, tell  # type: ignore[union-attr]  # functions take attributes
    return made


def to_attribute(attribute: str) -> Callable[[Any, Any], None]:
    """What tells a record a value by setting that attribute of it."""
    return lambda record, value: setattr(record, attribute, value)


def tell_all(node: Any, record: Any) -> None:
    """Tell a new record what the node has been set to."""
    for attribute, tell in _told_of(type(node)):
        if attribute in vars(node):
            tell(record, getattr(node, attribute))


def _told_of(cls: Any) -> tuple[tuple[str, Callable[[Any, Any], None]], ...]:
    known = vars(cls).get("_all_told")
    if known is None:
        found = {}
        for base in reversed(cls.__mro__):
            for name, value in vars(base).items():
                told = getattr(getattr(value, "fget", None), "_told", None)
                if told is not None:
                    found[name] = told
        known = tuple(found.values())
        cls._all_told = known  # the class keeps it, so that it goes with the class
    return known  # type: ignore[no-any-return]
