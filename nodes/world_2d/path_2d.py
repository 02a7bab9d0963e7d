"""Path2D: a path in the plane, for what moves along it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core.export import exported
from engine.core.property_checks import checked_or_none
from engine.resources.curves.curve_2d import Curve2D
from nodes.world_2d.node_2d import Node2D

if TYPE_CHECKING:
    from nodes.world_2d.path_follow_2d import PathFollow2D


class Path2D(Node2D):
    """Has a curve that PathFollow2D children move along. It draws nothing."""

    __slots__ = ("_followers",)

    _curve: Curve2D | None = None
    _followers: dict[PathFollow2D, None]

    def _init_core(self) -> None:
        super()._init_core()
        self._followers = {}

    @property
    @exported(None)
    def curve(self) -> Curve2D | None:
        """The path, in this node's own space; None, the default, for none.

        Raises:
            InvalidTypeError: set to something else than a Curve2D or None.
        """
        return self._curve

    @curve.setter
    def curve(self, curve: Curve2D | None) -> None:
        checked_or_none(self, "curve", curve, Curve2D)
        self._leave_curve()
        self._curve = curve
        if self._tree is not None:
            self._follow_curve()
            self._curve_changed()

    def _enter_tree(self) -> None:
        self._follow_curve()

    def _exit_tree(self) -> None:
        self._leave_curve()

    def _follow_curve(self) -> None:
        """Be told of changes of the curve; only inside a tree, since it keeps the node alive meanwhile."""
        if self._curve is not None:
            self._curve.changed.connect(self._curve_changed)

    def _leave_curve(self) -> None:
        curve = self._curve
        if curve is not None and curve.changed.is_connected(self._curve_changed):
            curve.changed.disconnect(self._curve_changed)

    def _curve_changed(self) -> None:
        """Let everything that follows the path stand on it again."""
        for follower in tuple(self._followers):
            follower._update_transform()
