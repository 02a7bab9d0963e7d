"""One move of a character that knows floors: the rules of Godot's CharacterBody2D in its grounded mode.

In:    a Character that stands where its node does, and has been taken along by its platform.
Out:   where it is, its velocity, what it touches.
Space: global; pixels, seconds. `up` is the character's `up_direction`.
"""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING

from engine.math.scalars import EPSILON
from servers.physics_2d.characters.sliding import ANGLE_PRECISION, is_zero, slid

if TYPE_CHECKING:
    from servers.physics_2d.characters.character import Character
    from servers.physics_2d.characters.motion_result import MotionResult

_SAME_WAY = 0.01
"""A direction is along another one where they differ by less than this."""


class GroundedMove:
    """A move; made for it, and run once."""

    __slots__ = (
        "_ahead_x", "_ahead_y", "_can_keep_speed", "_character", "_is_pushed_down", "_last_x", "_last_y", "_rises",
        "_slides", "_was_on_floor", "_x", "_y",
    )  # fmt: skip

    def __init__(self, character: Character, delta: float, was_on_floor: bool) -> None:
        rules = character.rules
        up_x, up_y = rules._up_direction
        vx, vy = character.velocity_x, character.velocity_y
        self._character = character
        self._was_on_floor = was_on_floor
        self._x, self._y = vx * delta, vy * delta  # the motion that is left
        self._ahead_x, self._ahead_y = slid(self._x, self._y, up_x, up_y)  # the whole motion without its part along up
        self._rises = vx * up_x + vy * up_y > 0.0
        # The first motion goes straight, so that standing on a slope stays standing there.
        self._slides = not rules._floor_stop_on_slope
        self._can_keep_speed = self._slides  # along a slope, and only where it slides for the first time
        self._is_pushed_down = False  # by a platform above it
        self._last_x = self._last_y = 0.0  # the travel of the motion before

    def run(self) -> None:
        """Do it."""
        character = self._character
        floor = character.floor_x, character.floor_y
        character.leave_platform()
        is_first = True
        for _ in range(character.rules._max_slides):
            start = character.x, character.y
            result = character.step(self._x, self._y, straight=not self._slides)
            character.last_x, character.last_y = result.travel_x, result.travel_y
            goes_on = result.hit
            if result.hit:
                character.meet(result)
                if self._stops(result):
                    break
                self._turn(result)
                self._last_x, self._last_y = result.travel_x, result.travel_y
            elif is_first and character.rules._floor_constant_speed and self._stays_on_floor():
                self._follow_floor(start, floor)
                goes_on = True
            self._can_keep_speed = not self._can_keep_speed and not self._slides
            self._slides = True
            is_first = False
            if not goes_on or is_zero(self._x, self._y):
                break
        if self._was_on_floor and not self._rises:
            character.snap(wall_counts=False)
        self._slow_down()

    # --- what stops it -----------------------------------------------------------------------------------------------

    def _stops(self, result: MotionResult) -> bool:
        """Whether the move is over with what it has met."""
        character = self._character
        rules = character.rules
        self._yield_to_ceiling(result)
        if character.on_floor and rules._floor_stop_on_slope and self._falls_straight():
            self._take_back(result)
            self._stand_still()
            return True
        if is_zero(result.remainder_x, result.remainder_y):
            return True
        if self._is_blocked(result) and self._was_on_floor and not character.on_floor and not self._rises:
            self._take_back(result)
            character.snap(wall_counts=True)
            self._stand_still()
            return True
        return False

    def _falls_straight(self) -> bool:
        """Whether its velocity points down."""
        character = self._character
        speed = hypot(character.velocity_x, character.velocity_y)
        if speed == 0.0:
            return False
        up_x, up_y = character.rules._up_direction
        return hypot(character.velocity_x / speed + up_x, character.velocity_y / speed + up_y) < _SAME_WAY

    def _take_back(self, result: MotionResult) -> None:
        """Undo a motion that led nowhere but out of the margin; a longer one brought it to what it has met."""
        character = self._character
        if hypot(result.travel_x, result.travel_y) <= character.rules._safe_margin + EPSILON:
            character.x -= result.travel_x
            character.y -= result.travel_y

    def _stand_still(self) -> None:
        character = self._character
        character.velocity_x = character.velocity_y = 0.0
        character.last_x = character.last_y = 0.0

    def _is_blocked(self, result: MotionResult) -> bool:
        """Whether it has met a wall on its way, and does not climb that."""
        return (
            self._character.rules._floor_block_on_wall
            and self._character.on_wall
            and self._ahead_x * result.normal_x + self._ahead_y * result.normal_y <= 0.0
        )

    def _yield_to_ceiling(self, result: MotionResult) -> None:
        """Be at least as fast as a platform that comes down on it."""
        character = self._character
        rules = character.rules
        up_x, up_y = rules._up_direction
        pushed_x, pushed_y = result.velocity
        pushed = pushed_x * up_x + pushed_y * up_y
        if not character.on_ceiling or pushed >= 0.0:
            return
        is_flat = hypot(result.normal_x + up_x, result.normal_y + up_y) < _SAME_WAY
        if rules._slide_on_ceiling and self._x * up_x + self._y * up_y >= 0.0 and not is_flat:
            return
        self._is_pushed_down = True
        rising = character.velocity_x * up_x + character.velocity_y * up_y
        if rising > 0.0 or pushed * pushed > rising * rising:
            x, y = slid(character.velocity_x, character.velocity_y, up_x, up_y)
            character.velocity_x, character.velocity_y = x + up_x * pushed, y + up_y * pushed

    # --- where it goes on --------------------------------------------------------------------------------------------

    def _turn(self, result: MotionResult) -> None:
        """Turn the motion that is left."""
        character = self._character
        rules = character.rules
        nx, ny = result.normal_x, result.normal_y
        left_x, left_y = result.remainder_x, result.remainder_y
        up_x, up_y = rules._up_direction
        if self._is_blocked(result):
            if not character.on_floor:  # up or down the wall, never ahead
                along = up_x * left_x + up_y * left_y
                left_x, left_y = slid(up_x * along, up_y * along, nx, ny)
            self._x, self._y = left_x, left_y
        elif self._climbs(nx, ny):
            self._can_keep_speed = False
            x, y = _unit(*slid(left_x, left_y, nx, ny))
            done = hypot(*slid(result.travel_x, result.travel_y, up_x, up_y))
            done += hypot(*slid(self._last_x, self._last_y, up_x, up_y))
            going = hypot(self._ahead_x, self._ahead_y) - done
            self._x, self._y = x * going, y * going
        elif self._may_slide():
            self._slide(left_x, left_y, nx, ny)
        else:
            self._x, self._y = left_x, left_y
            if character.on_ceiling and not rules._slide_on_ceiling and self._rises:
                vx, vy = character.velocity_x, character.velocity_y
                character.velocity_x, character.velocity_y = slid(vx, vy, up_x, up_y)
                self._x, self._y = slid(left_x, left_y, up_x, up_y)

    def _climbs(self, nx: float, ny: float) -> bool:
        """Whether it goes up a slope, and keeps its speed there."""
        character = self._character
        return (
            character.rules._floor_constant_speed
            and self._can_keep_speed
            and self._was_on_floor
            and character.on_floor
            and not (character.on_wall or character.on_ceiling)
            and self._x * nx + self._y * ny < 0.0
        )

    def _may_slide(self) -> bool:
        character = self._character
        if self._is_pushed_down or not (self._slides or not character.on_floor):
            return False
        return not character.on_ceiling or character.rules._slide_on_ceiling or not self._rises

    def _slide(self, left_x: float, left_y: float, nx: float, ny: float) -> None:
        character = self._character
        vx, vy = character.velocity_x, character.velocity_y
        x, y = slid(left_x, left_y, nx, ny)
        self._x, self._y = (x, y) if x * vx + y * vy > 0.0 else (0.0, 0.0)
        if not (character.rules._slide_on_ceiling and character.on_ceiling):
            return
        if self._rises:
            character.velocity_x, character.velocity_y = slid(vx, vy, nx, ny)
        else:  # falling along a slope above it does not make it faster
            up_x, up_y = character.rules._up_direction
            along = up_x * vx + up_y * vy
            character.velocity_x, character.velocity_y = up_x * along, up_y * along

    # --- down a slope ------------------------------------------------------------------------------------------------

    def _stays_on_floor(self) -> bool:
        """Whether it is in the air only because the floor goes down."""
        character = self._character
        if character.on_floor or not self._was_on_floor or self._rises:
            return False
        result = character.look_down()
        return result.hit and character.angle_to_up(result) <= character.rules._floor_max_angle + ANGLE_PRECISION

    def _follow_floor(self, start: tuple[float, float], floor: tuple[float, float]) -> None:
        """Go back to where the motion began, and go along the floor as far as it would have gone ahead."""
        self._can_keep_speed = False
        self._slides = True
        self._character.x, self._character.y = start
        x, y = _unit(*slid(self._x, self._y, *floor))
        going = hypot(self._ahead_x, self._ahead_y)
        self._x, self._y = x * going, y * going

    # --- the velocity afterwards -------------------------------------------------------------------------------------

    def _slow_down(self) -> None:
        character = self._character
        up_x, up_y = character.rules._up_direction
        if character.on_wall and not (character.on_floor or character.on_ceiling):
            first = character.results[0]
            nx, ny = first.normal_x, first.normal_y
            if self._ahead_x * nx + self._ahead_y * ny < 0.0:  # as much ahead as the slope of the wall leaves
                vx, vy = character.velocity_x, character.velocity_y
                along = up_x * vx + up_y * vy
                x, y = slid(vx, vy, nx, ny)
                character.velocity_x, character.velocity_y = up_x * along, up_y * along
                if self._ahead_x * x + self._ahead_y * y >= 0.0:
                    x, y = slid(x, y, up_x, up_y)
                    character.velocity_x += x
                    character.velocity_y += y
        if character.on_floor and not self._rises:  # what it has fallen is over
            character.velocity_x, character.velocity_y = slid(character.velocity_x, character.velocity_y, up_x, up_y)


def _unit(x: float, y: float) -> tuple[float, float]:
    length = hypot(x, y)
    return (x / length, y / length) if length > 0.0 else (0.0, 0.0)
