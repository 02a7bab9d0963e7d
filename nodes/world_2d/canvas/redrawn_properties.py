"""Properties of canvas items that draw the item anew when they are set; how node classes declare them.

Each is kept in the attribute of its name with an underscore before it: `_kept_in` says so.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.core.export import kept_property
from engine.core.property_checks import checked_bool, checked_or_none, checked_vector2
from engine.math import Vector2
from engine.tree.flags import HAS_SIGNALS
from nodes.world_2d.canvas.canvas_checks import checked_texture_or_none

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.core.export import SequenceProperty
    from engine.core.resource import Resource

    PairProperty = SequenceProperty[Vector2]


def redrawn_property(
    name: str,
    default: Any,
    check: Callable[[Any, str, Any], Any],
    doc: str,
    *,
    unit: str = "",
    moves_rect: bool = False,
) -> Any:
    """An exported property; stands in the body of a node class, beside `_name = default`.

    Its annotation says what may be set, too; where that is more than what it gives, write the property out.

    Args:
        name: what it is called there.
        default: what nodes have until it is set.
        check: called with the node, `name` and each value that is set; returns what to keep, or raises.
        doc: its text.
        unit: of the value, such as "px".
        moves_rect: whether another value emits `item_rect_changed`.
    """
    return kept_property(name, default, check, _keep_rect if moves_rect else _keep, doc, unit=unit)


def redrawn_switch(name: str, default: bool, doc: str, *, moves_rect: bool = False) -> Any:
    """A `redrawn_property` that is True or False."""
    return redrawn_property(name, default, checked_bool, doc, moves_rect=moves_rect)


def redrawn_offset(name: str, doc: str, *, moves_rect: bool = False) -> Any:
    """A `redrawn_property` that is a pair of pixels, (0, 0) by default; annotated as a PairProperty."""
    return redrawn_property(name, Vector2.ZERO, checked_vector2, doc, unit="px", moves_rect=moves_rect)


def drawn_resource(name: str, kind: type[Resource], doc: str, *, emits: tuple[str, ...] = ()) -> Any:
    """An exported property with a resource of that kind that the node draws from, or None, the default.

    Args:
        name: what it is called; the class has `_name = None`, and names `_name` in `_draws_from`.
        kind: what it takes.
        doc: its text.
        emits: the names of the signals that tell of another one.
    """
    return kept_property(
        name, None, lambda item, what, value: checked_or_none(item, what, value, kind), _drawn_keeper(emits), doc
    )


def drawn_texture(doc: str, *, emits: tuple[str, ...] = ()) -> Any:
    """The property `texture` of a node that shows one; see `drawn_resource`."""
    return kept_property("texture", None, checked_texture_or_none, _drawn_keeper(emits), doc)


def _keep(item: Any, attribute: str, value: Any) -> None:
    setattr(item, attribute, value)
    item.queue_redraw()


def _keep_rect(item: Any, attribute: str, value: Any) -> None:
    is_other = value != getattr(item, attribute)
    setattr(item, attribute, value)
    if is_other:
        item._item_rect_changed()
    else:
        item.queue_redraw()


def _drawn_keeper(emits: tuple[str, ...]) -> Callable[[Any, str, Any], None]:
    def keep(item: Any, attribute: str, resource: Any) -> None:
        if resource is getattr(item, attribute):
            return
        item._set_drawn(attribute, resource)
        if item._flags & HAS_SIGNALS:
            for signal in emits:
                getattr(item, signal).emit()

    return keep
