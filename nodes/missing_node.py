"""MissingNode: what a scene file's node becomes whose type is not here."""

from __future__ import annotations

from typing import Any

from engine.tree.node import Node


class MissingNode(Node):
    """Stands in for a node of a type that is not here, and is written back to the file as what it was.

    It keeps what the file says of the node, and does nothing. Where the type is one of Godot's, the node is also of the
    nearest type above it that is here, and moves or hides its children as that does: in place of a GPUParticles2D
    stands a MissingNode that is a Node2D.
    """

    _beside = ("_type_name",)

    @property
    def original_type(self) -> str:
        """The type that the file names; "" for a node that was made in code."""
        named: str = vars(self).get("_type_name", "")
        return named

    @property
    def properties(self) -> dict[str, Any]:
        """What the file sets and nobody here knows, by name, in its order; what is changed here is written back."""
        return self._kept()
