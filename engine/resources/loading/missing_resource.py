"""MissingResource: what stands in for a resource whose type, script or file is not here."""

from __future__ import annotations

from typing import Any

from engine.core.resource import Resource

__all__ = ["MissingResource"]


class MissingResource(Resource):
    """A resource that keeps what a file says of one whose type, script or file is not here, for the next save.

    Args:
        original_type: the type that the file names, such as "ParticleProcessMaterial".
        script_class: the name that the file gives for the class of its script; "" for none.
        exported: values for properties of the class.
    """

    def __init__(self, original_type: str = "", script_class: str = "", **exported: Any) -> None:
        self.original_type = original_type
        """The type that the file names, such as "ParticleProcessMaterial"."""
        self.script_class = script_class
        """The name that the file gives for the class of its script; "" for none."""
        super().__init__(**exported)

    @property
    def properties(self) -> dict[str, Any]:
        """What the file sets, by name and in order, its script among them; what is changed here is saved."""
        return self._kept()

    def is_built_in(self) -> bool:
        """Whether it has no file of its own; a path into another file, "res://level.tscn::Image_a", counts as one."""
        return super().is_built_in() and not (self.resource_path and not self._scene_unique_id)

    def __repr__(self) -> str:
        path = f" at {self.resource_path!r}" if self.resource_path else ""
        return f"<{type(self).__name__} in place of {self.original_type or 'an unknown type'}{path}>"
