"""SceneInfo: what a scene file says of a node, beyond what the node itself keeps."""

from __future__ import annotations

from typing import Any

__all__ = ["SceneInfo"]


class SceneInfo:
    """Where a node of a scene file comes from; shared by all that were made from the same place.

    Args:
        source: the PackedScene that the node is the root of an instance of, or the MissingResource in the place of
            one; None for other nodes.
        scene: the PackedScene whose file names the node.
        section: the section of that file.
        scripts: whether classes of the game were used when it was made.
    """

    __slots__ = ("__weakref__", "scene", "scripts", "section", "source")

    def __init__(self, source: Any, scene: Any, section: Any, scripts: bool = True) -> None:
        self.source = source
        self.scene = scene
        self.section = section
        self.scripts = scripts
