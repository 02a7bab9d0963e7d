"""Level: what a level of the game is; each has its file in `levels`."""

from engine import export
from nodes import Node


class Level(Node):
    """How many large meteors a level begins with, and how much faster than in the first one all meteors are."""

    meteors: int = export(5, range=(1, 30))
    speed: float = export(1.0, range=(0.1, 10))
