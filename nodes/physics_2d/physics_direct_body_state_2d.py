"""PhysicsDirectBodyState2D: a body in the middle of a physics step, for `on_integrate_forces`."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Any

from engine.core.errors import InvalidValueError
from engine.core.property_checks import checked_between, checked_bool, checked_finite, checked_layers, checked_vector2
from engine.resources.shapes_2d.checks import checked_transform

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.math import Transform2D, Vector2
    from servers.physics_2d import Body, Contact, PhysicsDirectSpaceState2D


class PhysicsDirectBodyState2D:
    """What a body may read and change before it is moved. It is for this one step: do not keep it.

    Args:
        record: the server's record of the body.
        step: how many seconds the step takes.
    """

    __slots__ = ("_contacts", "_record", "_step")  # so that setting a name that it has not raises

    def __init__(self, record: Body, step: float) -> None:
        self._record = record
        self._step = step
        self._contacts: list[Contact] | None = None

    def _where(self) -> str:
        return f"state of {self._record.where()}"

    # --- what it is --------------------------------------------------------------------------------------------------

    @property
    def step(self) -> float:
        """How many seconds the step takes."""
        return self._step

    @property
    def transform(self) -> Transform2D:
        """Where the body is, on the canvas.

        Raises:
            InvalidTypeError, InvalidValueError: set to something else than six finite numbers; likewise for the others.
        """
        return self._record.transform

    @transform.setter
    def transform(self, transform: Sequence[float]) -> None:
        self._record.transform = checked_transform(self, "transform", transform)

    @property
    def linear_velocity(self) -> Vector2:
        """How fast its centre of mass moves, in px/s."""
        return self._record.linear_velocity

    @linear_velocity.setter
    def linear_velocity(self, velocity: Sequence[float]) -> None:
        self._record.linear_velocity = checked_vector2(self, "linear_velocity", velocity)

    @property
    def angular_velocity(self) -> float:
        """How fast it turns, in rad/s."""
        return self._record.angular_velocity

    @angular_velocity.setter
    def angular_velocity(self, velocity: float) -> None:
        self._record.angular_velocity = checked_finite(self, "angular_velocity", velocity)

    @property
    def sleeping(self) -> bool:
        """Whether it rests until something touches it."""
        return self._record.sleeping

    @sleeping.setter
    def sleeping(self, sleeping: bool) -> None:
        self._record.sleeping = checked_bool(self, "sleeping", sleeping)

    @property
    def collision_layer(self) -> int:
        """The layers that it is on, as 32 bits."""
        return self._record.layer

    @collision_layer.setter
    def collision_layer(self, layer: int) -> None:
        self._record.layer = checked_layers(self, "collision_layer", layer)

    @property
    def collision_mask(self) -> int:
        """The layers that it looks at, as 32 bits."""
        return self._record.mask

    @collision_mask.setter
    def collision_mask(self, mask: int) -> None:
        self._record.mask = checked_layers(self, "collision_mask", mask)

    @property
    def center_of_mass(self) -> Vector2:
        """From its origin to its centre of mass, in global directions, in pixels."""
        return self._record.center_offset

    @property
    def center_of_mass_local(self) -> Vector2:
        """Its centre of mass in its own pixels."""
        return self._record.center_of_mass

    @property
    def inverse_mass(self) -> float:
        """1 / mass; 0 of what forces do not move."""
        return 1.0 / self._record.mass if self._record.is_rigid else 0.0

    @property
    def inverse_inertia(self) -> float:
        """1 / moment of inertia; 0 of what forces do not turn."""
        moment = self._record.moment
        return 1.0 / moment if moment < inf else 0.0

    @property
    def total_gravity(self) -> Vector2:
        """The acceleration by gravity, in px/s2, with areas and `gravity_scale`."""
        return self._record.total_gravity

    @property
    def total_linear_damp(self) -> float:
        """How much of its velocity it loses in a second, with areas and the project's."""
        space = self._record.space
        return self._record.total_linear_damp(0.0 if space is None else space.server.default_linear_damp)

    @property
    def total_angular_damp(self) -> float:
        """How much of its angular velocity it loses in a second, with areas and the project's."""
        space = self._record.space
        return self._record.total_angular_damp(0.0 if space is None else space.server.default_angular_damp)

    # --- what moves it -----------------------------------------------------------------------------------------------

    def get_velocity_at_local_position(self, local_position: Sequence[float]) -> Vector2:
        """How fast a point of it moves, given as an offset from its origin, in global directions."""
        return self._record.velocity_at(
            checked_vector2(self, "get_velocity_at_local_position(local_position)", local_position)
        )

    def integrate_forces(self) -> None:
        """Let gravity and damps act on its velocities for one step; as in Godot, what gravity adds is damped, too."""
        record, step = self._record, self._step
        velocity = record.linear_velocity + self.total_gravity * step
        record.linear_velocity = velocity * max(1.0 - step * self.total_linear_damp, 0.0)
        record.angular_velocity *= max(1.0 - step * self.total_angular_damp, 0.0)

    def apply_force(self, force: Sequence[float], position: Sequence[float] = (0.0, 0.0)) -> None:
        """As of RigidBody2D; so are the other forces and impulses."""
        self._record.apply_force(
            checked_vector2(self, "apply_force(force)", force), checked_vector2(self, "apply_force(position)", position)
        )

    def apply_central_force(self, force: Sequence[float] = (0.0, 0.0)) -> None:
        """Let a force act at its centre of mass."""
        self._record.apply_central_force(checked_vector2(self, "apply_central_force(force)", force))

    def apply_torque(self, torque: float) -> None:
        """Let a torque act."""
        self._record.apply_torque(checked_finite(self, "apply_torque(torque)", torque))

    def apply_impulse(self, impulse: Sequence[float], position: Sequence[float] = (0.0, 0.0)) -> None:
        """Change its velocities at once, as a hit does."""
        self._record.apply_impulse(
            checked_vector2(self, "apply_impulse(impulse)", impulse),
            checked_vector2(self, "apply_impulse(position)", position),
        )

    def apply_central_impulse(self, impulse: Sequence[float]) -> None:
        """Change its velocity at once, as a hit at its centre of mass does."""
        self._record.apply_central_impulse(checked_vector2(self, "apply_central_impulse(impulse)", impulse))

    def apply_torque_impulse(self, impulse: float) -> None:
        """Change its angular velocity at once."""
        self._record.apply_torque_impulse(checked_finite(self, "apply_torque_impulse(impulse)", impulse))

    def add_constant_force(self, force: Sequence[float], position: Sequence[float] = (0.0, 0.0)) -> None:
        """Let a further force act in each step."""
        self._owner().add_constant_force(force, position)

    def add_constant_central_force(self, force: Sequence[float] = (0.0, 0.0)) -> None:
        """Let a further force act at its centre of mass in each step."""
        self._owner().add_constant_central_force(force)

    def add_constant_torque(self, torque: float) -> None:
        """Let a further torque act in each step."""
        self._owner().add_constant_torque(torque)

    def get_constant_force(self) -> Vector2:
        """The force that acts in each step."""
        return self._record.constant_force

    def set_constant_force(self, force: Sequence[float]) -> None:
        """Set the force that acts in each step."""
        self._owner().constant_force = force

    def get_constant_torque(self) -> float:
        """The torque that acts in each step."""
        return self._record.constant_torque

    def set_constant_torque(self, torque: float) -> None:
        """Set the torque that acts in each step."""
        self._owner().constant_torque = torque

    def get_contact_count(self) -> int:
        """How many contacts it was told of after the last step; needs `max_contacts_reported`."""
        return len(self._known_contacts())

    def get_contact_collider(self, contact_idx: int) -> int:
        """The number, as `get_rid()`, of the body that it touched in a contact of the last step.

        Args:
            contact_idx: 0 or more, below `get_contact_count()`.

        Raises:
            InvalidTypeError, InvalidValueError: there is no such contact; so do all methods of single contacts.
        """
        return self._contact("get_contact_collider", contact_idx).other.rid

    def get_contact_collider_id(self, contact_idx: int) -> int:
        """The `id` of the body that it touched; 0 once that is gone."""
        collider = self.get_contact_collider_object(contact_idx)
        return 0 if collider is None else int(collider.id)

    def get_contact_collider_object(self, contact_idx: int) -> Any:
        """The body that it touched."""
        return self._contact("get_contact_collider_object", contact_idx).other.owner

    def get_contact_collider_shape(self, contact_idx: int) -> int:
        """The number of the shape that it touched, among those of the other body."""
        return self._contact("get_contact_collider_shape", contact_idx).pair[0].index

    def get_contact_collider_position(self, contact_idx: int) -> Vector2:
        """Where, on the edge of the other body; on the canvas."""
        return self._contact("get_contact_collider_position", contact_idx).other_point

    def get_contact_collider_velocity_at_position(self, contact_idx: int) -> Vector2:
        """How fast the other body moves there, in px/s."""
        contact = self._contact("get_contact_collider_velocity_at_position", contact_idx)
        return contact.other.velocity_at(contact.other_point - contact.other.transform.origin)

    def get_contact_local_shape(self, contact_idx: int) -> int:
        """The number of its own shape that touched the other."""
        return self._contact("get_contact_local_shape", contact_idx).pair[1].index

    def get_contact_local_position(self, contact_idx: int) -> Vector2:
        """Where, on its own edge; on the canvas, whatever the name says."""
        return self._contact("get_contact_local_position", contact_idx).point

    def get_contact_local_normal(self, contact_idx: int) -> Vector2:
        """The direction from the other body to this one there, of length 1."""
        return self._contact("get_contact_local_normal", contact_idx).normal

    def get_contact_local_velocity_at_position(self, contact_idx: int) -> Vector2:
        """How fast it moves there itself, in px/s."""
        contact = self._contact("get_contact_local_velocity_at_position", contact_idx)
        return self._record.velocity_at(contact.point - self._record.transform.origin)

    def get_contact_impulse(self, contact_idx: int) -> Vector2:
        """What it got there in the last step, in kg px/s; two contacts of the same shapes share it evenly."""
        return self._contact("get_contact_impulse", contact_idx).impulse

    def get_space_state(self) -> PhysicsDirectSpaceState2D:
        """What asks about all that is in the body's world, as `get_world_2d().direct_space_state` does."""
        state: PhysicsDirectSpaceState2D = self._owner().get_world_2d().direct_space_state
        return state

    def _known_contacts(self) -> list[Contact]:
        if self._contacts is None:
            self._contacts = self._record.contacts
        return self._contacts

    def _contact(self, method: str, contact_idx: int) -> Contact:
        contacts = self._known_contacts()
        if not contacts:
            raise InvalidValueError(
                f"{self._where()}.{method}(contact_idx): there are no contacts; see get_contact_count()"
            )
        return contacts[checked_between(self, f"{method}(contact_idx)", contact_idx, 0, len(contacts) - 1)]

    def _owner(self) -> Any:
        return self._record.owner
