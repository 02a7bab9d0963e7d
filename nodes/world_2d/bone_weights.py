"""BoneWeights: the part of Polygon2D that says how much each corner is moved by which bone.

It is kept, copied and saved; corners stay where they are so far, since there is no Skeleton2D yet.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.core.errors import InvalidTypeError, InvalidValueError
from engine.core.export import exported
from engine.core.property_checks import checked_finite, checked_int
from engine.math.value import is_in_order, shortened
from engine.tree.node_path import NodePath
from engine.tree.rare_properties import checked_node_path

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    Bone = tuple[NodePath, tuple[float, ...]]
    """A bone's path, from the skeleton, and a weight for each corner."""


class BoneWeights:
    """The bones of a polygon, counted from 0; mixed into Polygon2D."""

    if not TYPE_CHECKING:
        __slots__ = ()  # what is set stands in the __dict__ of the node

    _bones: tuple[Bone, ...] = ()
    _skeleton = NodePath("")

    if TYPE_CHECKING:

        def _where(self) -> str: ...

        def queue_redraw(self) -> None:
            """Draw anew."""

    @property
    @exported(NodePath(""))
    def skeleton(self) -> NodePath:
        """The Skeleton2D whose bones bend the polygon; none by default. Kept and saved; nothing is bent yet."""
        return self._skeleton

    @skeleton.setter
    def skeleton(self, skeleton: NodePath | str) -> None:
        self._skeleton = checked_node_path(self, "skeleton", skeleton)

    @property
    @exported(())
    def bones(self) -> tuple[Any, ...]:
        """All bones as files have them: a path, then the weights, then the next path, and so on; none by default.

        Raises:
            InvalidTypeError, InvalidValueError: set to something else.
        """
        return tuple(part for path, weights in self._bones for part in (str(path), weights))

    @bones.setter
    def bones(self, bones: Sequence[Any]) -> None:
        if not isinstance(bones, (list, tuple)) or len(bones) % 2:
            raise InvalidTypeError(
                f"{self._where()}.bones must be paths and weights by turns: [path, (0.5, 1.0), ...], "
                f"got {shortened(bones)}"
            )
        self._bones = tuple(
            (checked_node_path(self, "bones", path), self._checked_weights("bones", weights))
            for path, weights in zip(bones[::2], bones[1::2], strict=True)
        )
        self.queue_redraw()

    def add_bone(self, path: NodePath | str, weights: Iterable[float]) -> None:
        """Add a bone: its path, from the skeleton, and a weight for each corner.

        Raises (as all of these methods):
            InvalidTypeError, InvalidValueError: an argument of the wrong kind, or there is no such bone.
        """
        bone = (checked_node_path(self, "add_bone(path)", path), self._checked_weights("add_bone(weights)", weights))
        self._bones = (*self._bones, bone)
        self.queue_redraw()

    def get_bone_count(self) -> int:
        """How many bones there are."""
        return len(self._bones)

    def get_bone_path(self, index: int) -> NodePath:
        """The path of a bone, from the skeleton."""
        return self._bones[self._checked_bone("get_bone_path", index)][0]

    def get_bone_weights(self, index: int) -> tuple[float, ...]:
        """How much each corner follows a bone."""
        return self._bones[self._checked_bone("get_bone_weights", index)][1]

    def set_bone_path(self, index: int, path: NodePath | str) -> None:
        """Give a bone another path."""
        index = self._checked_bone("set_bone_path", index)
        self._set_bone(index, (checked_node_path(self, "set_bone_path(path)", path), self._bones[index][1]))

    def set_bone_weights(self, index: int, weights: Iterable[float]) -> None:
        """Give a bone other weights."""
        index = self._checked_bone("set_bone_weights", index)
        self._set_bone(index, (self._bones[index][0], self._checked_weights("set_bone_weights(weights)", weights)))

    def erase_bone(self, index: int) -> None:
        """Take a bone away; those behind it are counted anew."""
        index = self._checked_bone("erase_bone", index)
        self._bones = self._bones[:index] + self._bones[index + 1 :]
        self.queue_redraw()

    def clear_bones(self) -> None:
        """Take all bones away."""
        self._bones = ()
        self.queue_redraw()

    def _set_bone(self, index: int, bone: Bone) -> None:
        self._bones = (*self._bones[:index], bone, *self._bones[index + 1 :])
        self.queue_redraw()

    def _checked_bone(self, method: str, index: int) -> int:
        index = checked_int(self, f"{method}(index)", index)
        if not 0 <= index < len(self._bones):
            raise InvalidValueError(
                f"{self._where()}.{method}(index) must be one of its {len(self._bones)} bones, counted from 0, "
                f"got {index}"
            )
        return index

    def _checked_weights(self, what: str, weights: Iterable[float]) -> tuple[float, ...]:
        if not is_in_order(weights):
            raise InvalidTypeError(f"{self._where()}.{what} must be numbers in order, got {shortened(weights)}")
        return tuple(checked_finite(self, what, weight) for weight in weights)
