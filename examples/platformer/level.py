"""Level: what a level's scene says of itself, besides what is in it."""

from drop import Drop
from engine import export, onready
from nodes import Camera2D, Marker2D, Node2D


class Level(Node2D):
    """A place to get through: from its Start to its Door. What falls below the camera's last limit is lost."""

    title: str = export("")

    start = onready("Start", Marker2D)
    camera = onready("Camera", Camera2D)

    @property
    def bottom(self) -> float:
        """What is lower, in pixels, fell out of the level."""
        return self.camera.limit_bottom + 40.0

    def drops(self) -> list[Drop]:
        """Those that nobody took yet."""
        return [drop for drop in self.tree.get_nodes_in_group("drops", Drop) if not drop.taken]
