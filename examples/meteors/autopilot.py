"""Autopilot: plays the game by itself.

It knows what a player knows, and does what a player does: it reads where things are, and presses actions.
"""

from math import asin, inf
from typing import NamedTuple

import field
from engine import Node, Vector2
from meteor import Meteor
from ship import Ship

THINKING_TIME = 3
"""Physics steps between two decisions."""

WAITING_TIME = 150
"""Physics steps without a ship after which it presses start."""

SIGHT = 340.0
"""Pixels; meteors farther away are no danger."""

STEP, STEPS_HELD, STEPS_AHEAD = 0.12, 4, 13
"""A plan is followed for a number of steps of so many seconds, then the ship drifts for the rest of them."""

COMFORT = 34.0
"""Pixels between the hulls of ship and meteor that it does not mind."""

RANGE = 326.0
"""Pixels at which it shoots; a bullet gets farther, but it likes to hit."""

CRUISING_SPEED = 170.0
"""Pixels a second up to which it hunts for targets that are out of range."""

LOYALTY = 0.4
"""Seconds by which another target must be better to be taken instead of the last one."""


class Plan(NamedTuple):
    """What to press: turn is -1 for fully left to 1 for fully right."""

    turn: float
    thrust: bool


class Threat(NamedTuple):
    """A meteor as seen from the ship: where it is, how it moves, and at what distance it would hit."""

    offset: Vector2
    velocity: Vector2
    reach: float


ESCAPES = [Plan(turn, thrust) for thrust in (True, False) for turn in (0, -1, 1)]


class Autopilot(Node):
    """Hunts what it can hit soonest, unless that ends in a collision; then it flies where there is room."""

    def on_ready(self) -> None:
        self.process_physics_priority = -1  # before the ship, which then sees what is pressed
        self.steps = 0
        self.steps_without_ship = 0
        self.escape: Plan | None = None
        self.target: Meteor | None = None

    def on_physics_process(self, delta: float) -> None:
        self.steps += 1
        self.input.action_release("start")
        ship = self.tree.get_first_node_in_group("ship", Ship)
        if ship is not None:
            self.steps_without_ship = 0
            self._fly(ship, delta)
            return
        self._press(Plan(0, thrust=False), fire=False)
        self.steps_without_ship += 1
        if self.steps_without_ship % WAITING_TIME == 0:
            self.input.action_press("start")

    def _fly(self, ship: Ship, delta: float) -> None:
        """Decide, and press."""
        meteors = self.tree.get_nodes_in_group("meteors", Meteor)
        plan, in_sights = self._attack(ship, meteors, delta)
        if self.steps % THINKING_TIME == 0:
            self.escape = None
            threats = self._threats(ship, meteors)
            if not ship.shielded and self._room(ship, plan, threats) < COMFORT:
                self.escape = max(ESCAPES, key=lambda each: self._room(ship, each, threats))
        self._press(self.escape or plan, fire=in_sights)

    def _press(self, plan: Plan, fire: bool) -> None:
        for action, strength in (
            ("turn_left", -plan.turn),
            ("turn_right", plan.turn),
            ("thrust", float(plan.thrust)),
            ("fire", float(fire)),
        ):
            if strength > 0:
                self.input.action_press(action, strength)
            else:
                self.input.action_release(action)

    # --- attack --------------------------------------------------------------------------------------------------

    def _attack(self, ship: Ship, meteors: list[Meteor], delta: float) -> tuple[Plan, bool]:
        """How to get at the target that can be hit soonest, and whether a shot would hit anything now."""
        ahead = Vector2.from_angle(ship.rotation)
        soonest, target, in_sights, before = inf, Vector2.ZERO, False, self.target
        for meteor in meteors:
            way = self._way_to_hit(ship, meteor)
            error, distance = abs(ahead.angle_to(way)), way.length()
            near_enough = distance < RANGE
            if near_enough and error < asin(0.75 * meteor.radius / max(distance, meteor.radius)):
                in_sights = True
            seconds = error / ship.turn_speed + distance / ship.bullet_speed + (0.0 if near_enough else 1.0)
            if meteor is before:
                seconds -= LOYALTY
            if seconds < soonest:
                soonest, target, self.target = seconds, way, meteor
        error = ahead.angle_to(target) if target else 0.0
        turn = max(-1.0, min(1.0, error / (ship.turn_speed * delta)))
        approach = target.length() > RANGE * 0.7 and abs(error) < 0.4 and ship.velocity.length() < CRUISING_SPEED
        return Plan(turn, approach), in_sights

    def _way_to_hit(self, ship: Ship, meteor: Meteor) -> Vector2:
        """From the ship to where a bullet that is fired now, in the right direction, would meet a meteor."""
        offset = field.shortest(meteor.position - ship.position, meteor.radius)
        velocity = meteor.velocity - ship.velocity
        way = offset
        for _ in range(4):  # each round comes nearer to the time in which bullet and meteor get to the same place
            way = offset + velocity * (max(0.0, way.length() - ship.nose.position.x) / ship.bullet_speed)
        return way

    # --- defence -------------------------------------------------------------------------------------------------

    def _threats(self, ship: Ship, meteors: list[Meteor]) -> list[Threat]:
        """The meteors in sight."""
        threats = []
        for meteor in meteors:
            offset = field.shortest(meteor.position - ship.position, meteor.radius)
            reach = meteor.radius + ship.radius
            if offset.length() < SIGHT + reach:
                threats.append(Threat(offset, meteor.velocity, reach))
        return threats

    def _room(self, ship: Ship, plan: Plan, threats: list[Threat]) -> float:
        """How near the ship would come to a meteor, hull to hull; what is far ahead counts less."""
        heading, velocity, place = ship.rotation, ship.velocity, Vector2.ZERO
        room = inf
        for step in range(1, STEPS_AHEAD + 1):
            if step <= STEPS_HELD:
                heading += plan.turn * ship.turn_speed * STEP
                if plan.thrust:
                    velocity += Vector2.from_angle(heading) * ship.acceleration * STEP
            velocity *= 1 - ship.drag * STEP
            place += velocity * STEP
            seconds = step * STEP
            for offset, flight, reach in threats:
                gap = (offset + flight * seconds).distance_to(place) - reach
                room = min(room, gap + 14 * seconds)
        return room
