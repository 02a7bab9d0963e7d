"""Area2D: a region that tells what comes in and goes, and may change the gravity and the damps in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.core.errors import InvalidTypeError, TreeError
from engine.core.export import kept_property
from engine.core.property_checks import (
    checked_bool,
    checked_finite,
    checked_int,
    checked_non_negative,
    checked_str,
    checked_vector2,
    one_of,
)
from engine.core.signal import Signal
from engine.math import Vector2
from engine.math.value import shortened
from engine.tree.node import Node
from nodes.physics_2d.collision_object_2d import CollisionObject2D
from nodes.physics_2d.told_properties import to_attribute, told_property
from nodes.physics_2d.touched_nodes import TouchedNodes, TouchSignals
from nodes.world_2d.node_2d import Node2D
from servers.physics_2d import Area, EventKind
from servers.physics_2d import SpaceOverride as _SpaceOverride

if TYPE_CHECKING:
    from engine.core.export import ChoiceProperty, SequenceProperty
    from servers.physics_2d import Event


def _keep(area: Any, attribute: str, value: Any) -> None:
    setattr(area, attribute, value)


class Area2D(CollisionObject2D):
    """A region of the canvas: it tells which bodies and other areas overlap it, and may act on the bodies in it.

    It sees what is on a layer of its `collision_mask`, and nothing of those that only look at its own layers.

    Signals, after the physics step: `body_entered(body)`, `body_exited(body)`,
    `body_shape_entered(body_rid, body, body_shape_index, local_shape_index)`, `body_shape_exited` of the same; and the
    same four of areas. What leaves the tree, or is not looked for any more, exits at once.
    """

    SpaceOverride = _SpaceOverride

    body_entered: Signal[Node2D] = Signal[Node2D]("body")
    """Emitted when a body comes in."""
    body_exited: Signal[Node2D] = Signal[Node2D]("body")
    """Emitted when a body has gone."""
    body_shape_entered: Signal[int, Node2D, int, int] = Signal[int, Node2D, int, int](
        "body_rid", "body", "body_shape_index", "local_shape_index"
    )
    """Emitted for each shape of a body that begins to overlap one of the area's own."""
    body_shape_exited: Signal[int, Node2D, int, int] = Signal[int, Node2D, int, int](
        "body_rid", "body", "body_shape_index", "local_shape_index"
    )
    """Emitted for each shape of a body that ceases to overlap one of the area's own."""
    area_entered: Signal[Area2D] = Signal["Area2D"]("area")
    """Emitted when another area, which is `monitorable`, comes in."""
    area_exited: Signal[Area2D] = Signal["Area2D"]("area")
    """Emitted when another area has gone."""
    area_shape_entered: Signal[int, Area2D, int, int] = Signal[int, "Area2D", int, int](
        "area_rid", "area", "area_shape_index", "local_shape_index"
    )
    """Emitted for each shape of another area that begins to overlap one of its own."""
    area_shape_exited: Signal[int, Area2D, int, int] = Signal[int, "Area2D", int, int](
        "area_rid", "area", "area_shape_index", "local_shape_index"
    )
    """Emitted for each shape of another area that ceases to overlap one of its own."""

    _is_area = True
    _bodies: TouchedNodes | None = None
    _areas: TouchedNodes | None = None

    monitoring: bool = told_property(
        "monitoring",
        True,
        checked_bool,
        to_attribute("monitoring"),
        "Whether it tells what comes in and goes; default True. Turned off, it tells that all went, at once.",
    )
    monitorable: bool = told_property(
        "monitorable", True, checked_bool, to_attribute("monitorable"), "Whether other areas see it; default True."
    )
    priority: int = told_property(
        "priority",
        0,
        checked_int,
        to_attribute("rank"),
        "Of several areas that a body is in, those with a higher number act first; default 0.",
    )
    gravity_space_override: ChoiceProperty[_SpaceOverride] = told_property(
        "gravity_space_override",
        _SpaceOverride.DISABLED,
        one_of(_SpaceOverride),
        to_attribute("gravity_mode"),
        "What it does to the gravity of the bodies in it; default DISABLED.",
    )
    gravity_point: bool = told_property(
        "gravity_point",
        False,
        checked_bool,
        to_attribute("gravity_is_point"),
        "Whether they fall to `gravity_point_center`, and not along `gravity_direction`; default False.",
    )
    gravity_point_unit_distance: float = told_property(
        "gravity_point_unit_distance",
        0.0,
        checked_non_negative,
        to_attribute("gravity_unit_distance"),
        "How far from that point `gravity` counts: it falls off with the square of the distance; 0, the default, for "
        "the same everywhere.",
        unit="px",
    )
    gravity_point_center: SequenceProperty[Vector2] = told_property(
        "gravity_point_center",
        Vector2(0.0, 1.0),
        checked_vector2,
        to_attribute("gravity_point"),
        "Where they fall to, in the area's own pixels, with `gravity_point`; default (0, 1).",
        unit="px",
    )
    gravity_direction: SequenceProperty[Vector2] = told_property(
        "gravity_direction",
        Vector2(0.0, 1.0),
        checked_vector2,
        to_attribute("gravity_direction"),
        "Where they fall to, times `gravity`, without `gravity_point`; default (0, 1), down.",
    )
    gravity: float = told_property(
        "gravity",
        980.0,
        checked_finite,
        to_attribute("gravity"),
        "How fast they get faster; default 980.",
        unit="px/s2",
    )
    linear_damp_space_override: ChoiceProperty[_SpaceOverride] = told_property(
        "linear_damp_space_override",
        _SpaceOverride.DISABLED,
        one_of(_SpaceOverride),
        to_attribute("linear_mode"),
        "What it does to the linear damp of the bodies in it; default DISABLED.",
    )
    linear_damp: float = told_property(
        "linear_damp",
        0.1,
        checked_finite,
        to_attribute("linear_damp"),
        "How much of their velocity they lose in a second; default 0.1.",
    )
    angular_damp_space_override: ChoiceProperty[_SpaceOverride] = told_property(
        "angular_damp_space_override",
        _SpaceOverride.DISABLED,
        one_of(_SpaceOverride),
        to_attribute("angular_mode"),
        "What it does to the angular damp of the bodies in it; default DISABLED.",
    )
    angular_damp: float = told_property(
        "angular_damp",
        1.0,
        checked_finite,
        to_attribute("angular_damp"),
        "How much of their angular velocity they lose in a second; default 1.",
    )
    audio_bus_override: bool = kept_property(
        "audio_bus_override",
        False,
        checked_bool,
        _keep,
        "Whether what sounds in it sounds on `audio_bus_name`; kept and saved only; default False.",
    )
    audio_bus_name: str = kept_property(
        "audio_bus_name", "Master", checked_str, _keep, "An audio bus; kept and saved only; default 'Master'."
    )

    # --- what is in it -----------------------------------------------------------------------------------------------

    def get_overlapping_bodies(self) -> list[Node2D]:
        """The bodies in it, as of the last step, in the order in which they came.

        Raises:
            TreeError: `monitoring` is off; so do the other five.
        """
        return self._found("get_overlapping_bodies", self._bodies)

    def get_overlapping_areas(self) -> list[Area2D]:
        """The other areas in it, as of the last step, in the order in which they came."""
        return self._found("get_overlapping_areas", self._areas)

    def has_overlapping_bodies(self) -> bool:
        """Whether any body is in it, as of the last step."""
        return bool(self._found("has_overlapping_bodies", self._bodies))

    def has_overlapping_areas(self) -> bool:
        """Whether any other area is in it, as of the last step."""
        return bool(self._found("has_overlapping_areas", self._areas))

    def overlaps_body(self, body: Node) -> bool:
        """Whether a body is in it, as of the last step.

        Raises:
            InvalidTypeError: `body` is no node.
        """
        return self._has("overlaps_body", "body", self._bodies, body)

    def overlaps_area(self, area: Node) -> bool:
        """Whether another area is in it, as of the last step; errors as `overlaps_body`."""
        return self._has("overlaps_area", "area", self._areas, area)

    def _found(self, method: str, touched: TouchedNodes | None) -> list[Any]:
        if not self.monitoring:
            raise TreeError(f"{self._where()}.{method}(): monitoring is off; set it to True, and wait for a step")
        return [] if touched is None else touched.nodes()

    def _has(self, method: str, name: str, touched: TouchedNodes | None, node: object) -> bool:
        if not isinstance(node, Node):
            raise InvalidTypeError(f"{self._where()}.{method}({name}) must be a node, got {shortened(node)}")
        return any(each is node for each in self._found(method, touched))

    # --- within ------------------------------------------------------------------------------------------------------

    def _make_record(self) -> Area:
        record = Area(self)
        record.on_event = self._take_event
        return record

    def _take_event(self, event: Event) -> None:
        if event.kind in (EventKind.BODY_ENTERED, EventKind.BODY_EXITED):
            if self._bodies is None:
                self._bodies = TouchedNodes()
            signals = TouchSignals(self.body_entered, self.body_exited, self.body_shape_entered, self.body_shape_exited)
            self._bodies.take(self, event, signals)
        else:
            if self._areas is None:
                self._areas = TouchedNodes()
            signals = TouchSignals(self.area_entered, self.area_exited, self.area_shape_entered, self.area_shape_exited)
            self._areas.take(self, event, signals)
