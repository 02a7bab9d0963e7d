"""How a character moves: the rules of Godot's CharacterBody2D.

A move is a few motions (`motion` beside this): first along with the platform that the character stands on, then its
own, and where that is stopped, what is left of it along what stopped it. Grounded, what it meets is floor, wall or
ceiling by its angle to `up_direction`; `grounded_move` beside this has those rules. Floating, all is wall.

Its platform is its floor, where it has one, and else its wall. In Godot a wall that it meets after its floor takes it
along, too, as if it stood on that: so one that walks against a crate would be as fast again as the crate.

A kinematic platform takes it along by as much as it has moved since the character's last move, and not by its velocity
in the last step: the same where both move once a step, and right whichever of the two moves first.

In:    a body of a space, where its node stands, its velocity, the seconds.
Out:   where it goes, and what it met. The body is not moved here.
Space: global; pixels, seconds.
"""

from __future__ import annotations

from math import acos, hypot
from typing import TYPE_CHECKING, Protocol

from engine.math import Transform2D, Vector2
from servers.physics_2d.bodies import BodyMode
from servers.physics_2d.characters.grounded_move import GroundedMove
from servers.physics_2d.characters.motion import motions_of
from servers.physics_2d.characters.pushing import push
from servers.physics_2d.characters.sliding import ANGLE_PRECISION, is_zero, slid

if TYPE_CHECKING:
    from collections.abc import Collection

    from servers.physics_2d.bodies import Body
    from servers.physics_2d.characters.motion_result import MotionResult


class CharacterRules(Protocol):
    """How a character is to move: what CharacterBody2D's properties of these names say."""

    _up_direction: Vector2
    _floor_stop_on_slope: bool
    _floor_constant_speed: bool
    _floor_block_on_wall: bool
    _floor_max_angle: float
    _floor_snap_length: float
    _slide_on_ceiling: bool
    _max_slides: int
    _wall_min_slide_angle: float
    _platform_floor_layers: int
    _platform_wall_layers: int
    _safe_margin: float


class Character:
    """One character.

    Attributes:
        rules: how it is to move.
        x, y: where it is, while it moves.
        started_x, started_y: where it was before its last move, and before its platform took it along.
        velocity_x, velocity_y: in px/s; a move changes it.
        is_grounded: whether it knows floors and ceilings, or only walls.
        on_floor, on_wall, on_ceiling: what it touches.
        floor_x, floor_y: the normal of the floor, (0, 0) without one.
        wall_x, wall_y: the normal of the wall that it touched last.
        last_x, last_y: the last motion of the last move.
        platform: the number of the body that it stands on or leans on, 0 for none.
        platform_velocity: of what it stands on, when it met that.
        pushes: whether it has pushed a rigid body in the last move.
        results: what it collided with in the last move, in order.
    """

    _uncaptured = ("_body", "_in_the_way", "_motions", "_ridden_into", "pushes", "results")

    def __init__(self, body: Body, rules: CharacterRules) -> None:
        self._body = body
        self._motions = motions_of(body)
        self.rules = rules
        self.x = self.y = self.started_x = self.started_y = 0.0
        self.velocity_x = self.velocity_y = 0.0
        self.is_grounded = True
        self.floor_x = self.floor_y = self.wall_x = self.wall_y = 0.0
        self.last_x = self.last_y = 0.0
        self.forget()

    def forget(self) -> None:
        """Let it touch nothing, as before its first move."""
        self.on_floor = self.on_wall = self.on_ceiling = self.pushes = False
        self.platform = 0
        self._platform_layer = 0
        self._ridden = Vector2.ZERO  # how far its platform took it along since its last move
        self._ridden_speed = Vector2.ZERO
        self._ridden_into: MotionResult | None = None
        self._in_the_way: list[MotionResult] = []  # rigid bodies that it met as walls
        self._platform_at = Transform2D.IDENTITY  # where that was
        self.platform_velocity = Vector2.ZERO
        self.results: list[MotionResult] = []

    def move(self, transform: Transform2D, delta: float) -> Vector2:
        """Move for so many seconds from where a transform says, by the velocity.

        Returns:
            How fast its platform took it along.
        """
        velocity = Vector2(self.velocity_x, self.velocity_y)
        carried = self._platform_speed(transform.origin, delta)
        self._begin(transform, delta, carried)
        ridden_x, ridden_y = self._ridden
        self.started_x, self.started_y = self.x - ridden_x, self.y - ridden_y
        self.results = []
        self.pushes = False
        self.last_x = self.last_y = 0.0
        was_on_floor = self.on_floor
        self.on_floor = self.on_wall = self.on_ceiling = False
        if carried and not carried.is_zero_approx():
            result = self.step(carried.x * delta, carried.y * delta, excluded=(self.platform,))
            if result.hit:
                self.meet(result)
        if self._ridden_into is not None:
            self.meet(self._ridden_into)
        if self._ridden_speed:
            carried = carried + self._ridden_speed
            self._ridden = self._ridden_speed = Vector2.ZERO
            self._ridden_into = None
        if self.is_grounded:
            GroundedMove(self, delta, was_on_floor).run()
        else:
            self._float(delta)
        if self._in_the_way:
            self._push(velocity + carried, delta)
        return carried

    def ride(self, delta: float) -> bool:
        """Be taken along by a platform that has just moved, in a step; whether it was.

        What it collides with it meets in its next move. One that somebody has put elsewhere since its last move is not
        taken along.
        """
        body = self._body
        transform = body.transform
        if transform.origin != (self.x, self.y):
            return False
        carried = self._platform_speed(transform.origin, delta, surface=False)
        if carried.is_zero_approx():
            return False
        self._begin(transform, delta, carried)
        result = self.step(carried.x * delta, carried.y * delta, excluded=(self.platform,))
        if result.hit:
            self._ridden_into = result
        assert body.space is not None
        self._platform_at = body.space.bodies[self.platform].transform
        self._ridden += result.travel
        self._ridden_speed = carried
        return True

    def let_down(self, transform: Transform2D) -> None:
        """Put it on the floor that is right below it, if there is one."""
        self._begin(transform, 0.0, Vector2.ZERO)
        self.snap(wall_counts=False)

    # --- parts of a move ---------------------------------------------------------------------------------------------

    def step(
        self,
        dx: float,
        dy: float,
        *,
        straight: bool = False,
        only_tests: bool = False,
        excluded: Collection[int] = (),
    ) -> MotionResult:
        """One motion.

        Args:
            dx: how far it is to go.
            dy: the same, down.
            straight: whether it goes nowhere else, being pushed out.
            only_tests: whether it stays where it is, and its separation rays are cast, too.
            excluded: the numbers of bodies that do not count.
        """
        margin = self.rules._safe_margin
        result = self._motions.test(
            self.x, self.y, dx, dy, margin, recovery_counts=True, rays_collide=only_tests, excluded=excluded
        )
        if straight:
            result.keep_straight(dx, dy, margin)
        if not only_tests:
            self.x += result.travel_x
            self.y += result.travel_y
        return result

    def meet(self, result: MotionResult) -> None:
        """Take note of what it collided with: floor, ceiling or wall."""
        assert result.body is not None
        self.results.append(result)
        if self.is_grounded:
            steepest = self.rules._floor_max_angle + ANGLE_PRECISION
            if self.angle_to_up(result) <= steepest:
                self.stand_on(result)
                return
            if self.angle_to_up(result, -1.0) <= steepest:
                self.on_ceiling = True
                return
        if result.body.is_rigid:
            self._in_the_way.append(result)
        self.on_wall = True
        self.wall_x, self.wall_y = result.normal_x, result.normal_y
        if not (self.on_floor or result.body.is_character):
            self._join_platform(result)

    def stand_on(self, result: MotionResult) -> None:
        """What it collided with is its floor."""
        self.on_floor = True
        self.floor_x, self.floor_y = result.normal_x, result.normal_y
        self._join_platform(result)

    def leave_platform(self) -> None:
        """It has neither floor nor platform until it meets them."""
        self.platform = 0
        self.floor_x = self.floor_y = 0.0
        self.platform_velocity = Vector2.ZERO

    def angle_to_up(self, result: MotionResult, sign: float = 1.0) -> float:
        """The angle between what it collided with and up, or with -1 down, in radians."""
        up_x, up_y = self.rules._up_direction
        return acos(min(max((result.normal_x * up_x + result.normal_y * up_y) * sign, -1.0), 1.0))

    def look_down(self) -> MotionResult:
        """What is right below it, as far as it can be let down."""
        rules = self.rules
        length = max(rules._floor_snap_length, rules._safe_margin)
        up_x, up_y = rules._up_direction
        return self.step(-up_x * length, -up_y * length, only_tests=True)

    def snap(self, *, wall_counts: bool) -> None:
        """Let it down to the floor that is right below it, along `up_direction` only.

        Args:
            wall_counts: whether walls count as floor.
        """
        if self.on_floor:
            return
        result = self.look_down()
        if not result.hit:
            return
        steepest = self.rules._floor_max_angle + ANGLE_PRECISION
        if self.angle_to_up(result) > steepest and not (wall_counts and self.angle_to_up(result, -1.0) > steepest):
            return
        self.stand_on(result)
        if hypot(result.travel_x, result.travel_y) > self.rules._safe_margin:
            up_x, up_y = self.rules._up_direction
            along = up_x * result.travel_x + up_y * result.travel_y
            self.x += up_x * along
            self.y += up_y * along

    # --- within ------------------------------------------------------------------------------------------------------

    def _begin(self, transform: Transform2D, delta: float, carried: Vector2) -> None:
        self.x, self.y = transform[4:]
        rules = self.rules
        reach = (hypot(self.velocity_x, self.velocity_y) + carried.length()) * delta
        self._motions.begin(transform[:4], reach + rules._floor_snap_length + 2.0 * rules._safe_margin)

    def _float(self, delta: float) -> None:
        """Move without floors."""
        rules = self.rules
        dx, dy = self.velocity_x * delta, self.velocity_y * delta
        self.leave_platform()
        is_first = True
        for _ in range(rules._max_slides):
            result = self.step(dx, dy)
            self.last_x, self.last_y = result.travel_x, result.travel_y
            if not result.hit:
                break
            self.meet(result)
            if is_zero(result.remainder_x, result.remainder_y):
                break
            dx, dy = self._along_wall(result, dx, dy, is_first)
            if is_zero(dx, dy):
                break
            is_first = False
        if self.on_wall and not (self.on_floor or self.on_ceiling):
            vx, vy = self.velocity_x, self.velocity_y
            if self.wall_x * vx + self.wall_y * vy < 0.0:
                self.velocity_x, self.velocity_y = slid(vx, vy, self.wall_x, self.wall_y)

    def _along_wall(self, result: MotionResult, dx: float, dy: float, is_first: bool) -> tuple[float, float]:
        """What of a motion is left after it was stopped; the first time it keeps its speed along the wall."""
        nx, ny = result.normal_x, result.normal_y
        vx, vy = self.velocity_x, self.velocity_y
        speed = hypot(vx, vy)
        least = self.rules._wall_min_slide_angle
        if least != 0.0 and speed > 0.0:
            against = min(max(-(nx * vx + ny * vy) / speed, -1.0), 1.0)
            if acos(against) < least + ANGLE_PRECISION:
                return 0.0, 0.0
        x, y = slid(result.remainder_x, result.remainder_y, nx, ny)
        if is_first:
            length = hypot(x, y)
            if length > 0.0:
                x, y = x / length, y / length
            going = dx * x + dy * y - hypot(result.travel_x, result.travel_y)
            x, y = x * going, y * going
        return (x, y) if x * vx + y * vy > 0.0 else (0.0, 0.0)

    def _push(self, speed: Vector2, delta: float) -> None:
        """Push the rigid bodies that are in its way."""
        along = Vector2.ZERO
        if self.is_grounded:
            up = self.rules._up_direction
            along = Vector2(self.floor_x, self.floor_y) if self.on_floor else up
            speed = speed.slide(up)
        for result in self._in_the_way:
            if result.normal.dot(speed) < 0.0:
                self.pushes = True
                push(result, speed, along, delta)
        self._in_the_way = []

    # --- platforms ---------------------------------------------------------------------------------------------------

    def _join_platform(self, result: MotionResult) -> None:
        body = result.body
        assert body is not None
        self.platform = body.rid
        self._platform_layer = body.layer
        self._platform_at = body.transform
        self.platform_velocity = result.velocity

    def _platform_speed(self, where: Vector2, delta: float, surface: bool = True) -> Vector2:
        """How fast the platform takes it along; (0, 0) without one, or of one that is on layers that do not.

        Args:
            where: it is.
            delta: seconds in which the platform has moved.
            surface: whether what the platform does without moving itself counts, too.
        """
        if not self.platform or not (self.on_floor or self.on_wall) or self._body.space is None:
            return Vector2.ZERO
        rules = self.rules
        layers = rules._platform_floor_layers if self.on_floor else rules._platform_wall_layers
        body = self._body.space.bodies.get(self.platform)
        if body is None or not layers & self._platform_layer:
            return Vector2.ZERO
        if body.is_rigid:
            return body.velocity_at(where - body.transform.origin)
        velocity = body.constant_linear_velocity if surface else Vector2.ZERO
        if surface and body.constant_angular_velocity:
            x, y = where - body.transform.origin - body.center_offset
            velocity = velocity + (-y * body.constant_angular_velocity, x * body.constant_angular_velocity)
        if body.mode is BodyMode.KINEMATIC and delta > 0.0:
            velocity = velocity + _moved(where, self._platform_at, body.transform) / delta
        return velocity


def _moved(point: Vector2, before: Transform2D, now: Transform2D) -> Vector2:
    """How far a point has been moved with something that was at one place before, and now is at another."""
    if before is now:
        return Vector2.ZERO
    if before[:4] == now[:4]:
        return now.origin - before.origin
    return now.xform(before.affine_inverse().xform(point)) - point
