"""Bodies as the physics server keeps them."""

from __future__ import annotations

from enum import IntEnum
from math import inf
from typing import TYPE_CHECKING, Any

from engine.math import Transform2D, Vector2
from servers.physics_2d.collision_objects import CollisionObject, Hook
from servers.physics_2d.notifying import notifying
from servers.physics_2d.shapes.mass import NOTHING, combined

if TYPE_CHECKING:
    from engine.resources.physics_material import PhysicsMaterial
    from servers.physics_2d.characters.motion import Motions
    from servers.physics_2d.collision_objects import Owner, ShapeEntry
    from servers.physics_2d.joints import Joint
    from servers.physics_2d.monitored import Contact
    from servers.physics_2d.shapes.mass import MassProperties


class BodyMode(IntEnum):
    """How a body moves; the numbers are Godot's PhysicsServer2D.BodyMode."""

    STATIC = 0
    KINEMATIC = 1
    RIGID = 2
    RIGID_LINEAR = 3


class Body(CollisionObject):
    """A body; how it moves is its `mode`.

    Attributes:
        area_gravity: what areas make of the default gravity for it, in px/s2; None where none does.
        area_linear_damp: what areas make of the default linear damp for it, per second; None where none does.
        area_angular_damp: what areas make of the default angular damp for it, per second; None where none does.
        integrate: called before each step while it is awake, with the seconds of the step.
        on_sleep: called after a step in which it fell asleep or woke up, with whether it sleeps.
        told_asleep: what `on_sleep` was told last.
        waits: whether it goes where its node is put in the next step, and its node with it, not at once.
        is_character: whether it moves itself by `move_and_slide`.
        excepted: the bodies that it was told to pass through, by number; then call `update_exceptions`.
        joints: what it is joined by, by number.
        lies_down: whether it is to sleep as soon as the space settles.
        motions: what tests where it can go, which `motions_of` makes; None until it is asked for first.
        moved_from: its pose before it was moved since the last step, of a kinematic body; None if it was not.
        pushed, pushed_turn: the velocity that characters give to it in the next step, in px/s and rad/s.
    """

    _uncaptured = ("motions",)

    integrate: Any = Hook()  # a Callable[[Body, float], None], or None
    on_sleep: Any = Hook()  # a Callable[[bool], None], or None

    def __init__(self, owner: Owner | None = None, mode: BodyMode = BodyMode.RIGID) -> None:
        super().__init__(owner)
        self._mode = mode
        self._material: PhysicsMaterial | None = None
        self._mass = 1.0
        self._inertia = 0.0
        self._center: Vector2 | None = None
        self._properties: MassProperties | None = None
        self._linear_velocity = self._constant_linear_velocity = Vector2.ZERO
        self._angular_velocity = self._constant_angular_velocity = 0.0
        self._gravity_scale = 1.0
        self._linear_damp = self._angular_damp = 0.0
        self._replaces_linear_damp = self._replaces_angular_damp = False
        self._constant_force = self.applied_force = self.pushed = Vector2.ZERO
        self._constant_torque = self.applied_torque = self.pushed_turn = 0.0
        self._custom_integrator = False
        self.area_gravity: Vector2 | None = None
        self.area_linear_damp: float | None = None
        self.area_angular_damp: float | None = None
        self._can_sleep = True
        self._ccd = 0
        self._contact_monitor = False
        self._max_contacts = 0
        self.told_asleep = self.lies_down = False
        self.excepted: dict[int, CollisionObject] = {}
        self.joints: dict[int, Joint] = {}
        self.waits = self.is_character = False
        self.motions: Motions | None = None
        self.moved_from: Transform2D | None = None

    # --- where it is and how it moves --------------------------------------------------------------------------------

    @property
    def mode(self) -> BodyMode:
        """How it moves; changing it keeps where it is.

        Also how fast, but in modes that forces do not move it stands: a rigid one has what a kinematic one was moved
        with in the last step, and both what they were given meanwhile.
        """
        return self._mode

    @mode.setter
    def mode(self, mode: BodyMode) -> None:
        if mode is self._mode:
            return
        transform, velocity, turn = self.transform, self.linear_velocity, self.angular_velocity
        self._mode = mode
        self._linear_velocity = velocity if self.is_rigid else Vector2.ZERO
        self._angular_velocity = turn if mode is BodyMode.RIGID else 0.0
        if self.space is not None:
            self.space.change_mode(self)
        self.transform = transform
        self.moved_from = None

    @property
    def is_rigid(self) -> bool:
        """Whether forces move it."""
        return self._mode >= BodyMode.RIGID

    @property
    def moves_by_steps(self) -> bool:
        """Whether what moves it does so from step to step: of kinematic bodies."""
        return self._mode is BodyMode.KINEMATIC

    @property
    def is_interpolated(self) -> bool:
        """Whether its node is shown on the way between two steps, where the tree does that."""
        return (
            self._mode is not BodyMode.STATIC and self.owner is not None and bool(self.owner.is_physics_interpolated())
        )

    def _current_transform(self) -> Transform2D:
        if self.native is not None and self.is_rigid:
            return Transform2D(self.native.angle, self.native.position)
        return self._transform

    def _about_to_move(self) -> None:
        if self.space is not None and self._mode is BodyMode.KINEMATIC and self.moved_from is None:
            self.moved_from = self.pose

    def carried_to(self, x: float, y: float) -> None:
        """Take over where it has carried itself; for the space."""
        self._about_to_move()
        xx, xy, yx, yy, _, _ = self._transform
        self._transform = tuple.__new__(Transform2D, (xx, xy, yx, yy, x, y))

    def _stretch_of(self, transform: Transform2D) -> Transform2D:
        return Transform2D.IDENTITY if self.is_rigid else super()._stretch_of(transform)

    @property
    def linear_velocity(self) -> Vector2:
        """Of its centre of mass, in px/s."""
        native = self.native
        if native is None:
            return self._linear_velocity
        if self.is_rigid:
            return Vector2(*native.velocity)
        (x, y), given = native.velocity, self._linear_velocity
        return Vector2(x + given.x, y + given.y)

    @linear_velocity.setter
    def linear_velocity(self, velocity: Vector2) -> None:
        self._linear_velocity = velocity
        if self.native is not None and self.is_rigid:
            self.lies_down = False
            self.native.velocity = velocity

    @property
    def angular_velocity(self) -> float:
        """In rad/s."""
        native = self.native
        if native is None:
            return self._angular_velocity
        return float(native.angular_velocity) + (0.0 if self.is_rigid else self._angular_velocity)

    @angular_velocity.setter
    def angular_velocity(self, velocity: float) -> None:
        self._angular_velocity = velocity
        if self.native is not None and self.is_rigid:
            self.lies_down = False
            self.native.angular_velocity = velocity

    def velocity_at(self, offset: Vector2) -> Vector2:
        """Of the point at an offset from its origin, in px/s; both in global directions."""
        arm = offset - self.center_offset
        turn = self.angular_velocity
        return self.linear_velocity + Vector2(-turn * arm.y, turn * arm.x)

    # --- sleep -------------------------------------------------------------------------------------------------------

    @property
    def sleeping(self) -> bool:
        """Whether it rests until something touches it."""
        if self.native is None or self.lies_down:
            return self.lies_down
        return self.is_rigid and bool(self.native.is_sleeping)

    @sleeping.setter
    def sleeping(self, sleeping: bool) -> None:
        self.told_asleep = sleeping and self._can_sleep
        self.lies_down = False
        if sleeping and self.is_rigid:
            self.linear_velocity, self.angular_velocity = Vector2.ZERO, 0.0
            self.lies_down = self._can_sleep
            if self.space is not None and self.lies_down:
                self.space.put_to_sleep(self)
        elif not sleeping:
            self.wake()

    @property
    def can_sleep(self) -> bool:
        """Whether it falls asleep when it rests."""
        return self._can_sleep

    @can_sleep.setter
    def can_sleep(self, can_sleep: bool) -> None:
        self._can_sleep = can_sleep
        if self.space is not None:
            self.space.rows.update(self)
            if not can_sleep:
                self.wake()

    def wake(self) -> None:
        """Let it and what touches it rest no longer."""
        self.lies_down = False
        if self.native is not None and self.is_rigid:
            self.native.activate()

    # --- mass --------------------------------------------------------------------------------------------------------

    mass: float = notifying("_mass", "_mass_changed", "In kg, above 0.")

    inertia: float = notifying("_inertia", "_mass_changed", "What was set, in kg px2; 0 for what the shapes give.")

    @property
    def center_of_mass(self) -> Vector2:
        """In its own pixels."""
        return self._center if self._center is not None else Vector2(self._shape_mass().x, self._shape_mass().y)

    def set_center_of_mass(self, center: Vector2 | None) -> None:
        """Set it; None for what the shapes give."""
        self._center = center
        self._mass_changed()

    @property
    def center_offset(self) -> Vector2:
        """From its origin to its centre of mass, in global directions; what forces do not move turns at its origin."""
        if not self.is_rigid:
            return Vector2.ZERO
        center = self.center_of_mass
        return center.rotated(self.transform.get_rotation()) if center != Vector2.ZERO else center

    @property
    def moment(self) -> float:
        """The moment of inertia that counts, in kg px2; infinite of what does not turn."""
        if self._mode is not BodyMode.RIGID:
            return inf
        if self._inertia > 0.0:
            return self._inertia
        known = self._shape_mass()
        if known.moment <= 0.0:
            return inf
        away = 0.0 if self._center is None else self._center.distance_squared_to((known.x, known.y))
        return self._mass * (known.moment + away)

    def _shape_mass(self) -> MassProperties:
        if self._properties is None:
            parts = [entry.baked.mass() for entry in self.shapes if not entry.disabled]
            self._properties = combined([part for part in parts if part != NOTHING])
        return self._properties

    def shapes_changed(self, entry: ShapeEntry | None = None) -> None:
        """Have a shape, or all, made anew, and weigh the body anew."""
        self._properties = None
        super().shapes_changed(entry)
        self._mass_changed()

    def _mass_changed(self) -> None:
        if self.space is not None:
            self.space.reweigh(self)

    # --- surface -----------------------------------------------------------------------------------------------------

    material: PhysicsMaterial | None = notifying(
        "_material",
        "surface_changed",
        "How it rubs and bounces; None for a friction of 1 and no bounce.",
    )

    constant_linear_velocity: Vector2 = notifying(
        "_constant_linear_velocity",
        "surface_changed",
        "How the surface of a static or kinematic body moves what lies on it, in px/s, though it does not move.",
    )

    constant_angular_velocity: float = notifying(
        "_constant_angular_velocity",
        "surface_changed",
        "How the surface of a static or kinematic body turns what lies on it, in rad/s, though it does not turn.",
    )

    def surface_changed(self) -> None:
        """Its material has changed; also for resting bodies."""
        if self.space is not None:
            self.space.resurface(self)

    # --- what it touches ---------------------------------------------------------------------------------------------

    @property
    def ccd(self) -> int:
        """Whether it is swept, so that it does not pass through thin things: 0 no, 1 by a ray, 2 by its shapes."""
        return self._ccd

    @ccd.setter
    def ccd(self, mode: int) -> None:
        self._ccd = mode
        if self.space is not None:
            self.space.sweeps.look_at(self)

    contact_monitor: bool = notifying(
        "_contact_monitor",
        "_watch_changed",
        "Whether `on_event` is told of what touches it; `max_contacts` must be above 0, too.",
    )

    @property
    def max_contacts(self) -> int:
        """How many contacts are reported, the deepest."""
        return self._max_contacts

    @max_contacts.setter
    def max_contacts(self, count: int) -> None:
        reported = self._max_contacts > 0
        self._max_contacts = count
        if reported != (count > 0):
            self.surface_changed()
        self._watch_changed()

    @property
    def contacts(self) -> list[Contact]:
        """What touches it, as of the last step, up to `max_contacts`."""
        return [] if self.space is None else self.space.monitors.contacts_of(self)

    @property
    def is_watching(self) -> bool:
        """Whether `on_event` is told of what touches it."""
        return self._contact_monitor and self._max_contacts > 0

    # --- what drives it ----------------------------------------------------------------------------------------------

    gravity_scale: float = notifying("_gravity_scale", "drive_changed", "By how much it falls faster than others.")

    @property
    def linear_damp(self) -> float:
        """How much of its velocity it loses in a second."""
        return self._linear_damp

    @property
    def angular_damp(self) -> float:
        """How much of its angular velocity it loses in a second."""
        return self._angular_damp

    def set_linear_damp(self, damp: float, replaces: bool) -> None:
        """Set it: added to what areas and the space give, or in place of that."""
        self._linear_damp, self._replaces_linear_damp = damp, replaces
        self._damps_changed()

    def set_angular_damp(self, damp: float, replaces: bool) -> None:
        """Set it: added to what areas and the space give, or in place of that."""
        self._angular_damp, self._replaces_angular_damp = damp, replaces
        self._damps_changed()

    @property
    def total_gravity(self) -> Vector2:
        """The acceleration by gravity, with areas and its scale, in px/s2; none outside of a space."""
        if self.area_gravity is not None:
            return self.area_gravity * self._gravity_scale
        if self.space is None:
            return Vector2.ZERO
        server = self.space.server
        return server.gravity * self._gravity_scale

    def total_linear_damp(self, default: float) -> float:
        """What counts, where the space has `default`."""
        if self._replaces_linear_damp:
            return self._linear_damp
        return (default if self.area_linear_damp is None else self.area_linear_damp) + self._linear_damp

    def total_angular_damp(self, default: float) -> float:
        """What counts, where the space has `default`."""
        if self._replaces_angular_damp:
            return self._angular_damp
        return (default if self.area_angular_damp is None else self.area_angular_damp) + self._angular_damp

    custom_integrator: bool = notifying(
        "_custom_integrator",
        "_damps_changed",
        "Whether neither gravity nor damps nor forces act, but only `integrate`.",
    )

    constant_force: Vector2 = notifying("_constant_force", "drive_changed", "Acts at its centre of mass in each step.")

    constant_torque: float = notifying("_constant_torque", "drive_changed", "Acts in each step.")

    def apply_force(self, force: Vector2, offset: Vector2) -> None:
        """Let a force act in the next step, at an offset from its origin; both in global directions."""
        self.applied_force += force
        self.applied_torque += (offset - self.center_offset).cross(force)
        self.drive_changed()

    def apply_central_force(self, force: Vector2) -> None:
        """Let a force act at its centre of mass in the next step."""
        self.applied_force += force
        self.drive_changed()

    def apply_torque(self, torque: float) -> None:
        """Let a torque act in the next step."""
        self.applied_torque += torque
        self.drive_changed()

    def apply_impulse(self, impulse: Vector2, offset: Vector2) -> None:
        """Change its velocities at once, as a hit at an offset from its origin does; both in global directions."""
        self.apply_central_impulse(impulse)
        self.apply_torque_impulse((offset - self.center_offset).cross(impulse))

    def apply_central_impulse(self, impulse: Vector2) -> None:
        """Change its velocity at once."""
        if self.is_rigid:
            self.linear_velocity += impulse / self._mass

    def apply_torque_impulse(self, impulse: float) -> None:
        """Change its angular velocity at once."""
        moment = self.moment
        if moment < inf:
            self.angular_velocity += impulse / moment

    def drive_changed(self) -> None:
        """What drives it has changed, as when an area sets its `area_` attributes: it wakes up."""
        if self.space is not None and self.is_rigid:
            self.wake()
            self.space.drive.look_at(self)

    def _damps_changed(self) -> None:
        """As `drive_changed`, by what moves nobody who rests: who sleeps sleeps on."""
        if self.space is not None and self.is_rigid:
            self.space.drive.look_at(self)

    # --- for the space -----------------------------------------------------------------------------------------------

    def sleep_on(self) -> None:
        """Sleep, if it does, when it comes back into a space, too."""
        self.lies_down = self.sleeping

    def keep_motion(self) -> None:
        """Keep where it is and how fast, before it leaves its space."""
        self._transform = self.transform
        if self.is_rigid:
            self._linear_velocity, self._angular_velocity = self.linear_velocity, self.angular_velocity

    @property
    def kept_velocities(self) -> tuple[Vector2, float]:
        """How fast it is to be when it comes into a space."""
        return self._linear_velocity, self._angular_velocity
