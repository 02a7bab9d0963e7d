"""Autopilot: plays the game by itself.

It does what a player does, it presses actions; where to and when, the waypoints of the level's Route say.
"""

from engine import Node
from player import Player
from waypoint import Waypoint

WAITING_TIME = 60
"""Physics steps without a player after which it presses start."""

NEAR = 2.5
"""Pixels; about what the player runs in a step."""


class Autopilot(Node):
    """Goes from waypoint to waypoint."""

    def on_ready(self) -> None:
        self.process_physics_priority = -1  # before the player, which then sees what is pressed
        self.player: Player | None = None
        self.next = 0
        self.held = 0.0
        self.waited = False
        self.idle = 0

    def on_physics_process(self, delta: float) -> None:
        self.input.action_release("start")
        player = self.tree.get_first_node_in_group("player", Player)
        if player is not self.player:
            self.player, self.next, self.held, self.waited = player, 0, 0.0, False
        self.held = max(0.0, self.held - delta)
        if player is not None and player.alive and not player.at_home:
            self.idle = 0
            self._go(player)
            return
        self._press(0, jump=False)
        self.idle += 1
        if player is None and self.idle % WAITING_TIME == 0:
            self.input.action_press("start")

    def _go(self, player: Player) -> None:
        """Walk on, and jump where that is said."""
        route = self.tree.get_nodes_in_group("route", Waypoint)
        if self.next >= len(route):
            self._press(0, jump=self.held > 0)
            return
        waypoint = route[self.next]
        self.waited = self.waited or not waypoint.waits  # once it came, it is not waited for again
        if not self.waited:
            self._press(0, jump=self.held > 0)
            return
        way = waypoint.goal.x - player.global_position.x
        is_there = abs(way) <= NEAR
        if is_there and player.is_on_floor():
            self.next, self.waited = self.next + 1, False
            self.held = waypoint.jump
        self._press(0 if is_there else (1 if way > 0 else -1), jump=self.held > 0)

    def _press(self, direction: int, *, jump: bool) -> None:
        for action, pressed in (("left", direction < 0), ("right", direction > 0), ("jump", jump)):
            if pressed:
                self.input.action_press(action)
            else:
                self.input.action_release(action)
