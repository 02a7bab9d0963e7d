"""ShapeCast2D: moves a shape along a line to see what it meets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.core.errors import InvalidValueError
from engine.core.export import kept_property
from engine.core.property_checks import between, checked_int, checked_non_negative, checked_or_none
from engine.math import Vector2
from engine.math.value import shortened
from engine.resources.shapes_2d.shape_2d import Shape2D
from nodes.physics_2d.cast_2d import Cast2D
from nodes.physics_2d.debug_drawing import draw_cast
from nodes.physics_2d.living import living
from nodes.world_2d.node_2d import Node2D
from servers.physics_2d import PhysicsShapeQueryParameters2D, RestInfo2D

if TYPE_CHECKING:
    from servers.render import CanvasCommands

_MOST_RESULTS = 2**31 - 1
_FURTHER = 1e-5
"""By which part of its way it goes on where it met something, to overlap it; Godot's."""


class ShapeCast2D(Cast2D, Node2D):
    """A shape that is moved from here to `target_position` until it meets something: all that it touches there.

    What it overlaps at its beginning does not stop it. If nothing on its way does, the results are what it touches at
    its beginning. It looks once in each physics step and keeps the results until the next; `force_shapecast_update`
    looks at once.
    """

    _safe_fraction = _unsafe_fraction = 1.0
    _results: tuple[RestInfo2D, ...] = ()

    shape: Shape2D | None = kept_property(
        "shape",
        None,
        lambda item, what, value: checked_or_none(item, what, value, Shape2D),
        lambda self, attribute, value: self._set_shape(value),
        "What is moved: any but a concave polygon; None, the default, for nothing.",
    )
    margin: float = kept_property(
        "margin",
        0.0,
        checked_non_negative,
        setattr,
        "By how much larger the shape is all around, 0 or more; default 0.",
        range=(0.0, 100.0, 0.01),
        unit="px",
    )
    max_results: int = kept_property(
        "max_results",
        32,
        between(0, _MOST_RESULTS),
        setattr,
        "How many bodies and areas it can meet at once; default 32.",
    )

    @property
    def collision_result(self) -> list[RestInfo2D]:
        """What it meets, the deepest first, one for each body or area."""
        return list(self._results)

    def force_shapecast_update(self) -> None:
        """Look now: after a move, or of one that is not enabled.

        Raises:
            TreeError: it is in no tree.
            InvalidValueError: it has no shape, or one that cannot ask.
        """
        flaw = self._asked().flaw()
        if flaw:
            raise InvalidValueError(f"{self._where()}.force_shapecast_update - {flaw}")
        self._update()

    def is_colliding(self) -> bool:
        """Whether it meets anything."""
        return bool(self._results)

    def get_collision_count(self) -> int:
        """How many bodies and areas it meets."""
        return len(self._results)

    def get_collider(self, index: int) -> Any:
        """A node that it meets, a CollisionObject2D; None if that was freed.

        Args:
            index: of the result, from 0.

        Raises:
            InvalidTypeError, InvalidValueError: there is no such result; so do all methods that take its number.
        """
        return living(self._result("get_collider", index).collider)

    def get_collider_rid(self, index: int) -> int:
        """The number of a node that it meets, as its `get_rid()` gives it."""
        return self._result("get_collider_rid", index).rid

    def get_collider_shape(self, index: int) -> int:
        """The number of the shape that it meets among all of that node."""
        return self._result("get_collider_shape", index).shape

    def get_collision_point(self, index: int) -> Vector2:
        """Where it meets something, on the canvas, in pixels."""
        return self._result("get_collision_point", index).point

    def get_collision_normal(self, index: int) -> Vector2:
        """The normal of the surface that it meets: the way out."""
        return self._result("get_collision_normal", index).normal

    def get_closest_collision_safe_fraction(self) -> float:
        """The part of its way, 0 to 1, that it can go without meeting anything."""
        return self._safe_fraction

    def get_closest_collision_unsafe_fraction(self) -> float:
        """The part of its way, 0 to 1, at which it meets something; 1 if it meets nothing on it."""
        return self._unsafe_fraction

    def get_configuration_warnings(self) -> list[str]:
        """That it has no shape, or one that cannot be moved."""
        warnings = super().get_configuration_warnings()
        if self.shape is None:
            warnings.append(
                "This node cannot interact with other objects unless a Shape2D is assigned.\n"
                "Please assign a Shape2D to its shape."
            )
        return warnings

    def _paint(self, commands: CanvasCommands) -> None:
        if self.shape is not None:
            draw_cast(self, self.shape, self.target_position, self._debug_color(self.is_colliding()))

    def _update(self) -> None:
        asked = self._asked()
        if asked.flaw():
            self._forget()
            return
        state = self._space_state()
        self._safe_fraction = self._unsafe_fraction = 0.0
        if asked.motion != Vector2.ZERO:
            self._safe_fraction, self._unsafe_fraction = state.cast_motion(asked)
            if self._unsafe_fraction < 1.0:
                way = asked.motion * (self._unsafe_fraction + _FURTHER)
                asked.transform = asked.transform.with_origin(asked.transform.origin + way)
        asked.motion = Vector2.ZERO
        results: list[RestInfo2D] = []
        while len(results) < self.max_results:
            info = state.get_rest_info(asked)
            if info is None:
                break
            results.append(info)
            asked.exclude = (*asked.exclude, info.rid)
        self._results = tuple(results)

    def _asked(self) -> PhysicsShapeQueryParameters2D:
        transform = self.global_transform
        return PhysicsShapeQueryParameters2D(
            shape=self.shape,
            transform=transform,
            motion=transform.basis_xform(self.target_position),
            margin=self.margin,
            collision_mask=self.collision_mask,
            collide_with_bodies=self.collide_with_bodies,
            collide_with_areas=self.collide_with_areas,
            exclude=self._excluded(),
        )

    def _set_shape(self, shape: Shape2D | None) -> None:
        self._shape = shape
        self.update_configuration_warnings()

    def _forget(self) -> None:
        self._results = ()
        self._safe_fraction = self._unsafe_fraction = 1.0

    def _result(self, method: str, index: int) -> RestInfo2D:
        number = checked_int(self, f"{method}(index)", index)
        if not 0 <= number < len(self._results):
            raise InvalidValueError(
                f"{self._where()}.{method}(index): there are {len(self._results)} results, counted from 0, "
                f"got {shortened(number)}"
            )
        return self._results[number]

    def _running_state(self) -> tuple[Any, ...]:
        return self._safe_fraction, self._unsafe_fraction, self._results
