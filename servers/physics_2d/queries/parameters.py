"""What is asked of a space: the parameters of rays, points and shapes, each checked when it is set."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.core.errors import InvalidTypeError
from engine.core.export import kept_property
from engine.core.property_checks import (
    ALL_LAYERS,
    checked_bool,
    checked_int,
    checked_layers,
    checked_non_negative,
    checked_or_none,
    checked_vector2,
)
from engine.math import Transform2D, Vector2
from engine.math.value import shortened
from engine.resources.shapes_2d.checks import checked_transform
from engine.resources.shapes_2d.shape_2d import Shape2D
from engine.resources.shapes_2d.solid import Solid

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from engine.core.export import SequenceProperty
    from engine.core.property_checks import Located

    class RidsProperty:
        """How `exclude` is annotated: it may be set to numbers and nodes, and gives numbers."""

        def __get__(self, instance: object, owner: type | None = None) -> tuple[int, ...]: ...
        def __set__(self, instance: object, value: Iterable[Any]) -> None: ...


def checked_rids(item: Located, what: str, value: Any) -> tuple[int, ...]:
    """The numbers of collision objects, given as such or as the nodes.

    Raises:
        InvalidTypeError: something else, or not several.
    """
    if isinstance(value, (str, bytes)) or getattr(value, "shape", None) == () or not hasattr(value, "__iter__"):
        raise InvalidTypeError(
            f"{item._where()}.{what} must be several collision objects, got {shortened(value)}; write [...] for one"
        )
    return tuple([checked_rid(item, what, each) for each in value])


def checked_rid(item: Located, what: str, value: Any) -> int:
    """The number of a collision object, given as such or as the node.

    Raises:
        InvalidTypeError: something else.
    """
    if hasattr(value, "get_rid"):
        return int(value.get_rid())
    try:
        return checked_int(item, what, value)
    except InvalidTypeError:
        raise InvalidTypeError(
            f"{item._where()}.{what} takes collision objects, or what their get_rid() gives, got {shortened(value)}"
        ) from None


def _parameter(name: str, default: Any, check: Callable[[Any, str, Any], Any], doc: str, *, unit: str = "") -> Any:
    return kept_property(name, default, check, setattr, doc, unit=unit)


class QueryParameters:
    """What all questions have in common: who can be found."""

    collision_mask: int = _parameter(
        "collision_mask",
        ALL_LAYERS,
        checked_layers,
        "The layers that are looked at, as 32 bits; who is on none of them is not found. By default all.",
    )
    collide_with_bodies: bool = _parameter(
        "collide_with_bodies", True, checked_bool, "Whether bodies are found; default True."
    )
    collide_with_areas: bool = _parameter(
        "collide_with_areas", False, checked_bool, "Whether areas are found; default False."
    )
    exclude: RidsProperty = _parameter(
        "exclude",
        (),
        checked_rids,
        "Who is not found: collision objects, or what their `get_rid()` gives, which is what it gives; by default "
        "nobody.",
    )

    def __init__(self, **parameters: Any) -> None:
        """The parameters given; the rest are default.

        Raises:
            InvalidTypeError: a parameter that the class has not, or a value of another type.
            InvalidValueError: a value that is not finite or out of range.
        """
        for name, value in parameters.items():
            setattr(self, name, value)

    def __setattr__(self, name: str, value: Any) -> None:
        """Set a parameter; a name that is none's would change nothing of what is asked, so it is refused."""
        if not name.startswith("_") and not isinstance(getattr(type(self), name, None), property):
            raise InvalidTypeError(f"{self._where()} has no parameter {name!r}; it has {', '.join(self._names())}")
        super().__setattr__(name, value)

    def __repr__(self) -> str:
        return f"{self._where()}({', '.join([f'{name}={getattr(self, name)!r}' for name in self._names()])})"

    def _where(self) -> str:
        return type(self).__name__

    def _names(self) -> list[str]:
        cls = type(self)
        return [name for name in dir(cls) if isinstance(getattr(cls, name), property)]


class PhysicsRayQueryParameters2D(QueryParameters):
    """A ray: from where to where, and who stops it.

    >>> query = PhysicsRayQueryParameters2D((0, 0), (100, 0), 1)
    >>> query.to
    Vector2(100.0, 0.0)
    """

    from_: SequenceProperty[Vector2] = _parameter(
        "from_", Vector2.ZERO, checked_vector2, "Where it begins, on the canvas; default (0, 0).", unit="px"
    )
    to: SequenceProperty[Vector2] = _parameter(
        "to", Vector2.ZERO, checked_vector2, "Where it ends, on the canvas; default (0, 0).", unit="px"
    )
    hit_from_inside: bool = _parameter(
        "hit_from_inside",
        False,
        checked_bool,
        "Whether a shape that it begins in stops it, with the normal (0, 0); default False, it goes out of it freely. "
        "Nothing begins in lines: segments and concave polygons.",
    )

    def __init__(
        self,
        from_: Sequence[float] = Vector2.ZERO,
        to: Sequence[float] = Vector2.ZERO,
        collision_mask: int = ALL_LAYERS,
        exclude: Iterable[Any] = (),
        **parameters: Any,
    ) -> None:
        """A ray, with the rest of its parameters by name; errors as in QueryParameters."""
        super().__init__(from_=from_, to=to, collision_mask=collision_mask, exclude=exclude, **parameters)

    @classmethod
    def create(
        cls,
        from_: Sequence[float],
        to: Sequence[float],
        collision_mask: int = ALL_LAYERS,
        exclude: Iterable[Any] = (),
    ) -> PhysicsRayQueryParameters2D:
        """A ray, as Godot makes it; the class itself takes the same."""
        return cls(from_, to, collision_mask, exclude)


class PhysicsPointQueryParameters2D(QueryParameters):
    """A point: who is there."""

    position: SequenceProperty[Vector2] = _parameter(
        "position", Vector2.ZERO, checked_vector2, "Where, on the canvas; default (0, 0).", unit="px"
    )
    canvas_instance_id: int = _parameter(
        "canvas_instance_id",
        0,
        checked_int,
        "The `id` of the CanvasLayer whose objects are found; 0, the default, finds those that are on none.",
    )


class PhysicsShapeQueryParameters2D(QueryParameters):
    """A shape: what it touches, where it stands or on its way.

    Its scale counts. A concave polygon cannot ask: it has no inside.
    """

    shape: Shape2D | None = _parameter(
        "shape",
        None,
        lambda item, what, value: checked_or_none(item, what, value, Shape2D),
        "Any but a concave polygon; None by default, which no question takes.",
    )
    transform: SequenceProperty[Transform2D] = _parameter(
        "transform", Transform2D.IDENTITY, checked_transform, "Where it stands on the canvas, turned and scaled."
    )
    motion: SequenceProperty[Vector2] = _parameter(
        "motion", Vector2.ZERO, checked_vector2, "How far it moves; default (0, 0).", unit="px"
    )
    margin: float = _parameter(
        "margin", 0.0, checked_non_negative, "By how much larger it is all around, 0 or more; default 0.", unit="px"
    )

    def flaw(self) -> str:
        """Why its shape cannot ask; "" if it can."""
        return self.solid()[1]

    def solid(self) -> tuple[Solid, str]:
        """What its shape fills, without the margin, and why it cannot ask; "" if it can."""
        shape = self.shape
        if shape is None:
            return Solid(), "shape is None; set it to a Shape2D"
        solid = shape._solid(self.transform)
        if solid.is_concave:
            kind = type(shape).__name__
            return solid, f"shape must be convex, got a {kind}, which has no inside; take convex parts of it"
        return solid, f"shape touches nothing: {solid.flaw}" if solid.flaw else ""
