"""Pushing: what a character gives to rigid bodies that are in its way.

Godot's characters push nothing; its games do it with an impulse where `move_and_slide` has met something. Here it is
done for them, by one rule: a body in the way gets in the next step what it lacks to be as fast along the floor as the
character, as far as a character's strength goes, and never more. It gets that as a force, spread over the step, so that
all that the body touches has its say: friction takes its part, and a wall behind it all. A body that comes towards the
character is thrown back by that as by any other thing, and pushed the less for it: the two would add up.

In the step in which it pushes, the character is where it goes from the beginning: on its way it would hit what it
pushes, too, and what cannot yield, between it and a wall, would be squeezed out.

A grounded character pushes a body at its centre of mass: it is shoved, and not turned by where it is met. What is held
by joints, such as a door or a turnstile, is pushed where it is met, as is everything by a character that floats.

In:    what a move of a character met as walls, and how fast it went.
Out:   `pushed` and `pushed_turn` of bodies, which servers.physics_2d.drive takes in the next step.
Space: global; pixels, seconds.
"""

from __future__ import annotations

from math import hypot, inf
from typing import TYPE_CHECKING

from engine.math import Vector2
from engine.math.scalars import EPSILON
from servers.physics_2d.characters.sliding import slid

if TYPE_CHECKING:
    from servers.physics_2d.characters.motion_result import MotionResult


_STRENGTH = 4000.0
"""How much faster a body can get by being pushed, in px/s2: four crates in a row with a friction of 1 are too many.

It is what keeps a body that is held between a character and a wall from being shot out.
"""


def push(result: MotionResult, speed: Vector2, floor: Vector2, delta: float) -> None:
    """Push a rigid body that is in the way.

    Args:
        result: what was met.
        speed: of the character, in px/s.
        floor: the normal of its floor, or up without one: it pushes along that, and shoves; (0, 0) of one that floats.
        delta: how many seconds it pushes for.
    """
    body = result.body
    assert body is not None
    x, y = slid(-result.normal_x, -result.normal_y, *floor)
    length = hypot(x, y)
    if length < EPSILON:
        return
    x, y = x / length, y / length
    wanted = speed.x * x + speed.y * y
    center = body.transform.origin + body.center_offset
    arm = 0.0
    if not floor or body.joints:
        arms = [(point.x - center.x) * y - (point.y - center.y) * x for point in result.points()]
        arm = min(max(0.0, min(arms)), max(arms))  # where they touch, as near to its centre of mass as can be
    velocity, turn = body.linear_velocity + body.pushed, body.angular_velocity + body.pushed_turn
    lacking = min(wanted - abs(velocity.x * x + velocity.y * y + turn * arm), _STRENGTH * delta)
    if lacking <= EPSILON:
        return
    moment = body.moment
    leverage = arm / moment if moment < inf else 0.0
    impulse = lacking / (1.0 / body.mass + arm * leverage)
    body.pushed += Vector2(x, y) * (impulse / body.mass)
    body.pushed_turn += impulse * leverage
    body.drive_changed()
