"""CharacterBody2D: a body that is moved by code, and slides along what it meets."""

from __future__ import annotations

from enum import IntEnum
from math import acos, dist
from typing import TYPE_CHECKING, Any

from engine.core.errors import InvalidValueError
from engine.core.export import exported, kept_property
from engine.core.property_checks import (
    ALL_LAYERS,
    checked_bool,
    checked_finite,
    checked_int,
    checked_layers,
    checked_non_negative,
    checked_vector2,
    one_of,
)
from engine.math import Vector2
from engine.math.value import shortened
from nodes.physics_2d.kinematic_collision_2d import KinematicCollision2D, checked_up
from nodes.physics_2d.physics_body_2d import PhysicsBody2D
from servers.physics_2d import DEFAULT_MARGIN, Body, BodyMode, Character

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from engine.core.property_checks import Located


_new = tuple.__new__


def _rule(
    name: str,
    default: Any,
    check: Callable[[Any, str, Any], Any],
    doc: str,
    *,
    range: tuple[float, ...] | None = None,
    unit: str = "",
) -> Any:
    """A property that `move_and_slide` reads as the attribute of that name with an underscore."""
    return kept_property(name, default, check, setattr, doc, range=range, unit=unit)


def _checked_up_direction(item: Located, what: str, value: Any) -> Vector2:
    up: Vector2 = checked_up(item, what, value).normalized()
    return up


def _checked_slides(item: Located, what: str, value: Any) -> int:
    number = checked_int(item, what, value)
    if number < 1:
        raise InvalidValueError(f"{item._where()}.{what} must be 1 or more, got {number}")
    return number


class CharacterBody2D(PhysicsBody2D):
    """A body that code moves: set `velocity`, and call `move_and_slide()` in each `on_physics_process`.

    Nothing moves it but that. It stops at what its `collision_mask` sees, slides along it, stands on floors, is taken
    along by moving platforms.

    RigidBody2Ds that are in its way it pushes along its floor: each step makes them as fast as it is, or faster by
    4,000 px/s2 where that is less, before friction takes its part. So a row of crates, or a wall behind one, stops it.
    """

    class MotionMode(IntEnum):
        """What it knows of; the numbers are Godot's."""

        GROUNDED = 0
        """Floors, walls and ceilings: for games seen from the side; the default."""
        FLOATING = 1
        """Walls only: for games seen from above."""

    class PlatformOnLeave(IntEnum):
        """What happens when it leaves a moving platform; the numbers are Godot's."""

        ADD_VELOCITY = 0
        """It gets the platform's velocity on top of its own; the default."""
        ADD_UPWARD_VELOCITY = 1
        """The same, but nothing of the platform's going down."""
        DO_NOTHING = 2
        """It does not."""

    _ways_to_set = PhysicsBody2D._ways_to_set | {"linear_velocity": "velocity"}  # what other bodies have
    _mode_here = BodyMode.KINEMATIC
    _character: Character | None = None
    _velocity = Vector2.ZERO
    _previous_position = _real_velocity = Vector2.ZERO
    _motion_mode = MotionMode.GROUNDED
    _up_direction = Vector2.UP  # from here on: what the rules of a move read, until it is set
    _slide_on_ceiling = _floor_stop_on_slope = _floor_block_on_wall = True
    _floor_constant_speed = False
    _max_slides = 4
    _wall_min_slide_angle = 0.261799
    _floor_max_angle = 0.785398
    _floor_snap_length = 1.0
    _platform_floor_layers = ALL_LAYERS
    _platform_wall_layers = 0
    _safe_margin = DEFAULT_MARGIN

    motion_mode: MotionMode = _rule(
        "motion_mode",
        MotionMode.GROUNDED,
        one_of(MotionMode),
        "Whether it knows floors and ceilings, or only walls; default GROUNDED.",
    )
    up_direction: Vector2 = _rule(
        "up_direction",
        Vector2.UP,
        _checked_up_direction,
        "Away from the floor; it is made as long as 1. Default (0, -1).",
    )

    @property
    @exported(Vector2.ZERO, unit="px/s")
    def velocity(self) -> Vector2:
        """How fast it is to move; `move_and_slide` changes it by what it meets."""
        return self._velocity

    @velocity.setter
    def velocity(self, velocity: Sequence[float]) -> None:
        if type(velocity) is not Vector2 or dist(velocity, velocity):
            velocity = checked_vector2(self, "velocity", velocity)
        self._velocity = velocity

    slide_on_ceiling: bool = _rule(
        "slide_on_ceiling",
        True,
        checked_bool,
        "Whether it slides along ceilings when it jumps against them, or falls at once; default True.",
    )
    max_slides: int = _rule(
        "max_slides", 4, _checked_slides, "How often it changes direction in one move at most, 1 or more; default 4."
    )
    wall_min_slide_angle: float = _rule(
        "wall_min_slide_angle",
        0.261799,
        checked_finite,
        "Floating, it stops where it meets a wall more squarely than by this angle; default 15 degrees.",
        unit="rad",
    )
    floor_stop_on_slope: bool = _rule(
        "floor_stop_on_slope", True, checked_bool, "Whether it stays where it stands on a slope; default True."
    )
    floor_constant_speed: bool = _rule(
        "floor_constant_speed",
        False,
        checked_bool,
        "Whether it is as fast up and down slopes as on the level; default False.",
    )
    floor_block_on_wall: bool = _rule(
        "floor_block_on_wall",
        True,
        checked_bool,
        "Whether it stops at walls that are as steep as they can be walked at; default True.",
    )
    floor_max_angle: float = _rule(
        "floor_max_angle",
        0.785398,
        checked_finite,
        "How steep a floor may be, or a ceiling; what is steeper is a wall. Default 45 degrees.",
        unit="rad",
    )
    floor_snap_length: float = _rule(
        "floor_snap_length",
        1.0,
        checked_non_negative,
        "How far below it the floor may be for it to stay on it, when it has been on it; default 1.",
        unit="px",
    )
    platform_on_leave: PlatformOnLeave = _rule(
        "platform_on_leave",
        PlatformOnLeave.ADD_VELOCITY,
        one_of(PlatformOnLeave),
        "What happens when it leaves a moving platform; default ADD_VELOCITY.",
    )
    platform_floor_layers: int = _rule(
        "platform_floor_layers",
        ALL_LAYERS,
        checked_layers,
        "The layers of what takes it along while it stands on it, as 32 bits; default all.",
        range=(0, ALL_LAYERS),
    )
    platform_wall_layers: int = _rule(
        "platform_wall_layers",
        0,
        checked_layers,
        "The layers of what takes it along while it is a wall to it, as 32 bits; default none.",
        range=(0, ALL_LAYERS),
    )
    safe_margin: float = _rule(
        "safe_margin",
        DEFAULT_MARGIN,
        checked_non_negative,
        "What it is nearer to than this, it is pushed away from before it moves; default 0.08.",
        unit="px",
    )

    # --- moving ------------------------------------------------------------------------------------------------------

    def move_and_slide(self) -> bool:
        """Move by `velocity`, sliding along what it meets, for the seconds of the physics step, or of the frame.

        `velocity` is in px/s; do not multiply it by delta.

        Returns:
            Whether it collided with anything; see `get_slide_collision`.

        Raises:
            TreeError: it is in no space: outside of a tree, or disabled.
        """
        server = self._ready_to_move("move_and_slide")
        delta = self.tree.callback_delta
        character = self._character_here()
        character.is_grounded = self._motion_mode == 0
        character.velocity_x, character.velocity_y = self._velocity
        start = self._record.transform  # its own, too, now that all is in step
        carried = character.move(start, delta)
        x, y = character.x, character.y
        if (x, y) != start[4:]:
            server.carry(self._record, x, y)
            if character.pushes:
                self._record.moved_from = None  # it is there already: what it pushes it does not hit as well
        before = self._previous_position = _new(Vector2, (character.started_x, character.started_y))
        self._real_velocity = _new(Vector2, ((x - before.x) / delta, (y - before.y) / delta)) if delta else Vector2.ZERO
        self._velocity = _new(Vector2, (character.velocity_x, character.velocity_y))
        if carried and not (character.on_floor or character.on_wall):
            self._leave_platform(carried)
        return bool(character.results)

    def apply_floor_snap(self) -> None:
        """Put it on the floor that is within `floor_snap_length` below it, whatever its velocity; not while on one.

        Raises:
            TreeError: as `move_and_slide`.
        """
        server = self._ready_to_move("apply_floor_snap")
        character = self._character_here()
        start = self.global_transform
        character.let_down(start)
        if (character.x, character.y) != start.origin:
            server.carry(self._record, character.x, character.y)

    # --- what it met -------------------------------------------------------------------------------------------------

    def is_on_floor(self) -> bool:
        """Whether it stood on a floor after the last `move_and_slide`."""
        return self._character is not None and self._character.on_floor

    def is_on_floor_only(self) -> bool:
        """Whether it touched a floor only."""
        return self.is_on_floor() and not self.is_on_wall() and not self.is_on_ceiling()

    def is_on_ceiling(self) -> bool:
        """Whether it touched a ceiling."""
        return self._character is not None and self._character.on_ceiling

    def is_on_ceiling_only(self) -> bool:
        """Whether it touched a ceiling only."""
        return self.is_on_ceiling() and not self.is_on_floor() and not self.is_on_wall()

    def is_on_wall(self) -> bool:
        """Whether it touched a wall."""
        return self._character is not None and self._character.on_wall

    def is_on_wall_only(self) -> bool:
        """Whether it touched a wall only."""
        return self.is_on_wall() and not self.is_on_floor() and not self.is_on_ceiling()

    def get_floor_normal(self) -> Vector2:
        """The normal of the floor it stands on; (0, 0) without one."""
        character = self._character
        return Vector2.ZERO if character is None else Vector2(character.floor_x, character.floor_y)

    def get_floor_angle(self, up_direction: Sequence[float] = Vector2.UP) -> float:
        """The angle between the floor's normal and `up_direction`, in radians, 0 to pi.

        Raises:
            InvalidTypeError, InvalidValueError: `up_direction` is no vector, or (0, 0).
        """
        up = checked_up(self, "get_floor_angle(up_direction)", up_direction)
        return acos(min(max(self.get_floor_normal().dot(up), -1.0), 1.0))

    def get_wall_normal(self) -> Vector2:
        """The normal of the wall it touched last."""
        character = self._character
        return Vector2.ZERO if character is None else Vector2(character.wall_x, character.wall_y)

    def get_last_motion(self) -> Vector2:
        """The last part of the last move, in pixels."""
        character = self._character
        return Vector2.ZERO if character is None else Vector2(character.last_x, character.last_y)

    def get_position_delta(self) -> Vector2:
        """How far it is from where the last `move_and_slide` began, in pixels."""
        return self.global_position - self._previous_position

    def get_real_velocity(self) -> Vector2:
        """How fast the last move really went, in px/s: on a slope along that, where `velocity` is ahead."""
        return self._real_velocity

    def get_platform_velocity(self) -> Vector2:
        """How fast what it stands on moved, at the point of contact, in px/s."""
        return Vector2.ZERO if self._character is None else self._character.platform_velocity

    def get_slide_collision_count(self) -> int:
        """With how many things the last `move_and_slide` collided; with one more than once, if it had to."""
        return 0 if self._character is None else len(self._character.results)

    def get_slide_collision(self, slide_idx: int) -> KinematicCollision2D:
        """One of the collisions of the last `move_and_slide`, in their order.

        Raises:
            InvalidTypeError, InvalidValueError: no number from 0 up to below `get_slide_collision_count()`.
        """
        number = checked_int(self, "get_slide_collision(slide_idx)", slide_idx)
        count = self.get_slide_collision_count()
        if not 0 <= number < count or self._character is None:
            raise InvalidValueError(
                f"{self._where()}.get_slide_collision(slide_idx): there are {count} collisions, counted from 0, "
                f"got {shortened(number)}"
            )
        return KinematicCollision2D._of(self._character.results[number])

    def get_last_slide_collision(self) -> KinematicCollision2D | None:
        """The last collision of the last `move_and_slide`; None if there was none."""
        count = self.get_slide_collision_count()
        return self.get_slide_collision(count - 1) if count else None

    # --- within ------------------------------------------------------------------------------------------------------

    def _make_record(self) -> Body:
        record = super()._make_record()
        record.is_character = True
        return record

    def _enter_tree(self) -> None:
        super()._enter_tree()
        if self._character is not None:
            self._character.forget()

    def _character_here(self) -> Character:
        character = self._character
        if character is None:
            character = self._character = Character(self._record, self)
        self._record.space.characters[self._record.rid] = character
        return character

    def _leave_platform(self, speed: Vector2) -> None:
        leaving = self.platform_on_leave
        if leaving == CharacterBody2D.PlatformOnLeave.DO_NOTHING:
            return
        up: Vector2 = self.up_direction
        if leaving == CharacterBody2D.PlatformOnLeave.ADD_UPWARD_VELOCITY and speed.dot(up) < 0.0:
            speed = speed.slide(up)
        self._velocity = self._velocity + speed
