"""FollowCamera: keeps the player in the picture."""

from engine import Vector2, export
from nodes import Camera2D, Node2D


class FollowCamera(Camera2D):
    """It stays within its limits, looks `ahead` of the player, and stays where it is while there is none."""

    ahead: Vector2 = export(Vector2(0, 0), unit="px")

    followed: Node2D | None = None

    def on_physics_process(self, delta: float) -> None:
        player = self.tree.get_first_node_in_group("player", Node2D)
        if player is not None:
            self.position = player.position + self.ahead
        if player is not self.followed:
            self.followed = player
            self.reset_smoothing()
