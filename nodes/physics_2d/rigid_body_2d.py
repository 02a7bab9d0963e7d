"""RigidBody2D: a body that gravity, forces and others move."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, Any

from engine.core.errors import InvalidValueError, TreeError
from engine.core.export import exported
from engine.core.property_checks import (
    between,
    checked_bool,
    checked_finite,
    checked_non_negative,
    checked_positive,
    checked_vector2,
    one_of,
)
from engine.core.signal import Signal
from engine.math import Vector2
from engine.math.value import shortened
from nodes.physics_2d.body_properties import material_property, vector_property
from nodes.physics_2d.physics_body_2d import PhysicsBody2D
from nodes.physics_2d.physics_direct_body_state_2d import PhysicsDirectBodyState2D
from nodes.physics_2d.told_properties import to_attribute, told_property
from nodes.physics_2d.touched_nodes import TouchedNodes, TouchSignals
from servers.physics_2d import Body, BodyMode

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.core.property_checks import Located
    from engine.resources.physics_material import PhysicsMaterial
    from engine.tree.node import Node
    from servers.physics_2d import Event


def _set_center(record: Body, _: object) -> None:
    body: Any = record.owner
    is_custom = body.center_of_mass_mode is RigidBody2D.CenterOfMassMode.CUSTOM
    record.set_center_of_mass(body.center_of_mass if is_custom else None)


def _set_mode(record: Body, _: object) -> None:
    body: Any = record.owner
    body._update_mode()


def _set_linear_damp(record: Body, _: object) -> None:
    body: Any = record.owner
    record.set_linear_damp(body.linear_damp, body.linear_damp_mode is RigidBody2D.DampMode.REPLACE)


def _set_angular_damp(record: Body, _: object) -> None:
    body: Any = record.owner
    record.set_angular_damp(body.angular_damp, body.angular_damp_mode is RigidBody2D.DampMode.REPLACE)


def checked_damp(item: Located, what: str, value: Any) -> float:
    """A finite number of -1 or more.

    Raises:
        InvalidTypeError: not a number.
        InvalidValueError: infinite, NaN or below -1.
    """
    damp = checked_finite(item, what, value)
    if damp < -1.0:
        raise InvalidValueError(f"{item._where()}.{what} must be -1 or more, got {shortened(value)}")
    return damp


class RigidBody2D(PhysicsBody2D):
    """A body that falls, is pushed and bounces; what moves it by its transform puts it there with the velocity it has.

    Its scale counts for nothing: it becomes 1. That of its shapes does count. While it rests it sleeps, and costs
    nothing, until something touches it.

    Forces act for one step, those called constant in each; impulses change the velocity at once. Offsets are from its
    origin, in global directions.

    Signals: `body_entered(body)`, `body_exited(body)`,
    `body_shape_entered(body_rid, body, body_shape_index, local_shape_index)`, `body_shape_exited` of the same,
    `sleeping_state_changed`.
    """

    _ways_to_set = PhysicsBody2D._ways_to_set | {  # what other bodies have, or Godot 3 had
        "velocity": "linear_velocity",
        "mode": "freeze",
        "friction": "physics_material_override",
        "bounce": "physics_material_override",
    }

    class FreezeMode(IntEnum):
        """What a frozen body is; the numbers are Godot's."""

        STATIC = 0
        """As a StaticBody2D; the default."""
        KINEMATIC = 1
        """As an AnimatableBody2D: what moves it lets it push others."""

    class CenterOfMassMode(IntEnum):
        """Where the centre of mass is; the numbers are Godot's."""

        AUTO = 0
        """In the middle of what the shapes fill, which Godot takes to be at their origins; the default."""
        CUSTOM = 1
        """At `center_of_mass`."""

    class DampMode(IntEnum):
        """How a damp goes together with those of areas and of the project; the numbers are Godot's."""

        COMBINE = 0
        """It is added; the default."""
        REPLACE = 1
        """It counts in place of them."""

    class CCDMode(IntEnum):
        """How a fast body is kept from passing through thin ones; the numbers are Godot's."""

        DISABLED = 0
        """Not at all; the default."""
        CAST_RAY = 1
        """By a ray from its centre."""
        CAST_SHAPE = 2
        """By its shapes."""

    body_entered: Signal[Node] = Signal["Node"]("body")
    """Emitted after a step in which a body began to touch it; needs `contact_monitor` and `max_contacts_reported`."""
    body_exited: Signal[Node] = Signal["Node"]("body")
    """Emitted after a step in which a body ceased to touch it."""
    body_shape_entered: Signal[int, Node, int, int] = Signal[int, "Node", int, int](
        "body_rid", "body", "body_shape_index", "local_shape_index"
    )
    """Emitted for each shape of a body that began to touch one of its own."""
    body_shape_exited: Signal[int, Node, int, int] = Signal[int, "Node", int, int](
        "body_rid", "body", "body_shape_index", "local_shape_index"
    )
    """Emitted for each shape of a body that ceased to touch one of its own."""
    sleeping_state_changed: Signal[()] = Signal[()]()
    """Emitted after a step in which it fell asleep or woke up; not when `sleeping` was set."""

    _touching: TouchedNodes | None = None

    mass: float = told_property(
        "mass", 1.0, checked_positive, to_attribute("mass"), "How heavy it is, above 0; default 1.", unit="kg"
    )
    physics_material_override: PhysicsMaterial | None = material_property()
    gravity_scale: float = told_property(
        "gravity_scale",
        1.0,
        checked_finite,
        to_attribute("gravity_scale"),
        "By how much it falls faster than others; default 1, 0 for not at all.",
    )
    center_of_mass_mode: CenterOfMassMode = told_property(
        "center_of_mass_mode",
        CenterOfMassMode.AUTO,
        one_of(CenterOfMassMode),
        _set_center,
        "Whether its centre of mass is where its shapes put it, or at `center_of_mass`; default AUTO.",
    )
    center_of_mass: Vector2 = vector_property(
        "center_of_mass",
        _set_center,
        "Where its centre of mass is, in its own pixels; it counts if `center_of_mass_mode` is CUSTOM; default (0, 0).",
        unit="px",
    )
    inertia: float = told_property(
        "inertia",
        0.0,
        checked_non_negative,
        to_attribute("inertia"),
        "How hard it is to turn; 0, the default, for what its shapes and its mass make of it.",
        unit="kg px2",
    )

    @property
    @exported(False)
    def sleeping(self) -> bool:
        """Whether it rests until something touches it. Set to True, it stops, and sleeps if it `can_sleep`."""
        record = self._record
        return False if record is None else record.sleeping

    @sleeping.setter
    def sleeping(self, sleeping: bool) -> None:
        self._physics().sleeping = checked_bool(self, "sleeping", sleeping)

    can_sleep: bool = told_property(
        "can_sleep",
        True,
        checked_bool,
        to_attribute("can_sleep"),
        "Whether it falls asleep when it rests; default True.",
    )
    lock_rotation: bool = told_property(
        "lock_rotation", False, checked_bool, _set_mode, "Whether nothing turns it; default False."
    )
    freeze: bool = told_property(
        "freeze", False, checked_bool, _set_mode, "Whether nothing moves it, as `freeze_mode` says; default False."
    )
    freeze_mode: FreezeMode = told_property(
        "freeze_mode",
        FreezeMode.STATIC,
        one_of(FreezeMode),
        _set_mode,
        "What it is while it is frozen; default STATIC.",
    )
    custom_integrator: bool = told_property(
        "custom_integrator",
        False,
        checked_bool,
        to_attribute("custom_integrator"),
        "Whether gravity, damps and forces are left to `on_integrate_forces`; default False.",
    )
    continuous_cd: CCDMode = told_property(
        "continuous_cd",
        CCDMode.DISABLED,
        one_of(CCDMode),
        to_attribute("ccd"),
        "How it is kept from passing through thin things when it is fast; default DISABLED.",
    )
    contact_monitor: bool = told_property(
        "contact_monitor",
        False,
        checked_bool,
        to_attribute("contact_monitor"),
        "Whether it is told of what touches it; `max_contacts_reported` must be above 0, too; default False. Turned "
        "off, it tells that all went, at once, which Godot leaves out.",
    )
    max_contacts_reported: int = told_property(
        "max_contacts_reported",
        0,
        between(0, 4096),
        to_attribute("max_contacts"),
        "How many contacts it is told of in a step, 0 to 4,096; default 0.",
    )

    @property
    @exported(Vector2.ZERO, unit="px/s")
    def linear_velocity(self) -> Vector2:
        """How fast its centre of mass moves. In `on_physics_process` better apply forces or impulses than set it.

        Raises:
            InvalidTypeError, InvalidValueError: set to something else than two finite numbers.
        """
        record = self._record
        return Vector2.ZERO if record is None else record.linear_velocity

    @linear_velocity.setter
    def linear_velocity(self, velocity: Sequence[float]) -> None:
        velocity = checked_vector2(self, "linear_velocity", velocity)
        self._physics().linear_velocity = velocity

    linear_damp_mode: DampMode = told_property(
        "linear_damp_mode",
        DampMode.COMBINE,
        one_of(DampMode),
        _set_linear_damp,
        "How `linear_damp` goes together with what areas and the project say; default COMBINE.",
    )
    linear_damp: float = told_property(
        "linear_damp",
        0.0,
        checked_damp,
        _set_linear_damp,
        "How much of its velocity it loses in a second, -1 or more; default 0, beside the project's 0.1.",
    )

    @property
    @exported(0.0, unit="rad/s")
    def angular_velocity(self) -> float:
        """How fast it turns.

        Raises:
            InvalidTypeError, InvalidValueError: set to something else than a finite number.
        """
        record = self._record
        return 0.0 if record is None else record.angular_velocity

    @angular_velocity.setter
    def angular_velocity(self, velocity: float) -> None:
        velocity = checked_finite(self, "angular_velocity", velocity)
        self._physics().angular_velocity = velocity

    angular_damp_mode: DampMode = told_property(
        "angular_damp_mode",
        DampMode.COMBINE,
        one_of(DampMode),
        _set_angular_damp,
        "How `angular_damp` goes together with what areas and the project say; default COMBINE.",
    )
    angular_damp: float = told_property(
        "angular_damp",
        0.0,
        checked_damp,
        _set_angular_damp,
        "How much of its angular velocity it loses in a second, -1 or more; default 0, beside the project's 1.",
    )
    constant_force: Vector2 = vector_property(
        "constant_force",
        to_attribute("constant_force"),
        "Acts at its centre of mass in each step; default (0, 0).",
        unit="kg px/s2",
    )
    constant_torque: float = told_property(
        "constant_torque",
        0.0,
        checked_finite,
        to_attribute("constant_torque"),
        "Turns it in each step; default 0.",
        unit="kg px2/s2",
    )

    # --- forces ------------------------------------------------------------------------------------------------------

    def apply_force(self, force: Sequence[float], position: Sequence[float] = (0.0, 0.0)) -> None:
        """Let a force act in the next step.

        Args:
            force: in kg px/s2.
            position: where it acts, as an offset from its origin, in global directions.

        Raises:
            InvalidTypeError, InvalidValueError: not two finite numbers each; so do the other forces and impulses.
        """
        self._physics().apply_force(
            checked_vector2(self, "apply_force(force)", force), checked_vector2(self, "apply_force(position)", position)
        )

    def apply_central_force(self, force: Sequence[float]) -> None:
        """Let a force act at its centre of mass in the next step."""
        self._physics().apply_central_force(checked_vector2(self, "apply_central_force(force)", force))

    def apply_torque(self, torque: float) -> None:
        """Let a torque act in the next step, in kg px2/s2."""
        self._physics().apply_torque(checked_finite(self, "apply_torque(torque)", torque))

    def apply_impulse(self, impulse: Sequence[float], position: Sequence[float] = (0.0, 0.0)) -> None:
        """Change its velocities at once, as a hit does.

        Args:
            impulse: in kg px/s.
            position: where it hits, as an offset from its origin, in global directions.
        """
        self._physics().apply_impulse(
            checked_vector2(self, "apply_impulse(impulse)", impulse),
            checked_vector2(self, "apply_impulse(position)", position),
        )

    def apply_central_impulse(self, impulse: Sequence[float] = (0.0, 0.0)) -> None:
        """Change its velocity at once, as a hit at its centre of mass does."""
        self._physics().apply_central_impulse(checked_vector2(self, "apply_central_impulse(impulse)", impulse))

    def apply_torque_impulse(self, torque: float) -> None:
        """Change its angular velocity at once, by an impulse in kg px2/s."""
        self._physics().apply_torque_impulse(checked_finite(self, "apply_torque_impulse(torque)", torque))

    def add_constant_force(self, force: Sequence[float], position: Sequence[float] = (0.0, 0.0)) -> None:
        """Let a further force act in each step; the rest is as in `apply_force`."""
        force = checked_vector2(self, "add_constant_force(force)", force)
        arm = checked_vector2(self, "add_constant_force(position)", position) - self._physics().center_offset
        self.constant_force += force
        self.constant_torque += arm.cross(force)

    def add_constant_central_force(self, force: Sequence[float]) -> None:
        """Let a further force act at its centre of mass in each step."""
        self.constant_force += checked_vector2(self, "add_constant_central_force(force)", force)

    def add_constant_torque(self, torque: float) -> None:
        """Let a further torque act in each step."""
        self.constant_torque += checked_finite(self, "add_constant_torque(torque)", torque)

    def set_axis_velocity(self, axis_velocity: Sequence[float]) -> None:
        """Set its velocity along one direction and leave the rest: what goes that way becomes `axis_velocity`."""
        wanted = checked_vector2(self, "set_axis_velocity(axis_velocity)", axis_velocity)
        axis = wanted.normalized()
        self.linear_velocity = self.linear_velocity - axis * axis.dot(self.linear_velocity) + wanted

    # --- contacts ----------------------------------------------------------------------------------------------------

    def get_colliding_bodies(self) -> list[Node]:
        """The bodies that touch it, as of the last step, in the order in which they began to.

        Raises:
            TreeError: `contact_monitor` is off.
        """
        if not self.contact_monitor:
            raise TreeError(f"{self._where()}.get_colliding_bodies(): contact_monitor is off; set it to True first")
        return [] if self._touching is None else self._touching.nodes()

    def get_contact_count(self) -> int:
        """How many contacts it has been told of in the last step, up to `max_contacts_reported`."""
        record = self._record
        return 0 if record is None else len(record.contacts)

    # --- callbacks ---------------------------------------------------------------------------------------------------

    def on_integrate_forces(self, state: PhysicsDirectBodyState2D) -> None:
        """Called in each physics step before the body is moved, while it is awake and not frozen: to change its state.

        With `custom_integrator` nothing else changes its velocities but contacts and joints.
        """

    # --- within ------------------------------------------------------------------------------------------------------

    def _make_record(self) -> Body:
        record = super()._make_record()
        record.on_sleep = self._sleep_changed
        record.on_event = self._take_event
        if type(self).on_integrate_forces is not RigidBody2D.on_integrate_forces:
            record.integrate = self._integrate
        return record

    def _body_mode(self) -> BodyMode:
        if self.freeze:
            return BodyMode.KINEMATIC if self.freeze_mode is self.FreezeMode.KINEMATIC else BodyMode.STATIC
        return BodyMode.RIGID_LINEAR if self.lock_rotation else BodyMode.RIGID

    def _integrate(self, record: Body, delta: float) -> None:
        self._tell("on_integrate_forces", self.on_integrate_forces, PhysicsDirectBodyState2D(record, delta))

    def _sleep_changed(self, sleeping: bool) -> None:
        self._emit(self.sleeping_state_changed)

    def _take_event(self, event: Event) -> None:
        if self._touching is None:
            self._touching = TouchedNodes()
        signals = TouchSignals(self.body_entered, self.body_exited, self.body_shape_entered, self.body_shape_exited)
        self._touching.take(self, event, signals)

    def get_configuration_warnings(self) -> list[str]:
        """That it is scaled."""
        warnings = super().get_configuration_warnings()
        x, y = self.transform.x, self.transform.y
        if abs(x.length() - 1.0) > 0.05 or abs(y.length() - 1.0) > 0.05:
            warnings.append(
                "Size changes to RigidBody2D will be overridden by the physics engine when running.\n"
                "Change the size in children collision shapes instead."
            )
        return warnings
