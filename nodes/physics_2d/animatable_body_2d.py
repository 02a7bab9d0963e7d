"""AnimatableBody2D: a body that code or an animation moves, such as a moving platform or a door."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core.property_checks import checked_bool
from nodes.physics_2d.static_body_2d import StaticBody2D
from nodes.physics_2d.told_properties import to_attribute, told_property
from servers.physics_2d import Body, BodyMode, PhysicsServer2D

if TYPE_CHECKING:
    from collections.abc import Awaitable


class AnimatableBody2D(StaticBody2D):
    """A body that is moved by its transform, and pushes and takes along what it meets; nothing moves it otherwise.

    How fast it is, is worked out from how far it was moved in a step.
    """

    _mode_here = BodyMode.KINEMATIC

    sync_to_physics: bool = told_property(
        "sync_to_physics",
        True,
        checked_bool,
        to_attribute("waits"),
        "Whether it goes where it is put in the next physics step, and is where it was until then; default True. "
        "For what is moved by animations; not together with `move_and_collide`.",
    )

    def _make_record(self) -> Body:
        record = super()._make_record()
        record.waits = True
        return record

    def _enter_tree(self) -> None:
        super()._enter_tree()
        self.set_notify_local_transform(self.sync_to_physics)

    def _local_changed(self) -> Awaitable[None] | None:
        if self._record is not None and self._record.space is not None and self._tree is not None:
            PhysicsServer2D.of(self._tree).sync()  # it is not shown before its body is there
        return super()._local_changed()
