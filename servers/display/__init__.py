"""The window and its events; `DisplayServer` is all that games and other parts use."""

from servers.display.backend import CursorShape
from servers.display.server import DisplayServer

__all__ = ["CursorShape", "DisplayServer"]
