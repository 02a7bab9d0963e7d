"""PhysicsServer2D: the 2D physics of one tree. It owns a space for each world, and steps them with the tree.

In:    records that nodes make, `put` into the space of their world, and `take` out of it.
Out:   the poses of rigid bodies, written to the transforms of their nodes; events, told to the records.
When:  `fixed_step`, behind the nodes' physics callbacks. In order: what was moved since the last step; shapes, masses
       and filters; `integrate` of the bodies; pymunk; the poses; contacts, then areas, then who fell asleep or woke up.
Space: pixels, y down, radians; seconds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from engine.core.errors import InvalidTypeError, InvalidValueError, ResourceFormatError
from engine.core.log import get_logger
from engine.math import Transform2D, Vector2
from servers.physics_2d import state
from servers.physics_2d.debug_drawing import contact_points
from servers.physics_2d.interpolation import Interpolation
from servers.physics_2d.monitors import tell
from servers.physics_2d.queries.direct_space_state import PhysicsDirectSpaceState2D
from servers.physics_2d.settings import PROJECT_SETTINGS, Settings
from servers.physics_2d.space import Moved, Space2D

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from servers.physics_2d.bodies import Body
    from servers.physics_2d.collision_objects import CollisionObject


class PhysicsServer2D(Settings):
    """2D physics. Nodes that need it make it, see `of`; to change its settings, ask for it first.

    Attributes:
        is_made_by_nodes: that it may come after a snapshot of the tree was taken, which can be restored even so.
        spaces: by world.
    """

    is_made_by_nodes = True

    def __init__(self) -> None:
        self.spaces: dict[Any, Space2D] = {}
        self._host: Any = None
        self._poses: Any = None
        self._bound_for: dict[CollisionObject, Transform2D] = {}  # where those go who wait for a step
        self._by_slot: dict[int, CollisionObject] = {}
        self._followed: dict[int, Callable[[], None]] = {}
        self._interpolation: Interpolation | None = None
        self._interpolated_at = -1  # the host's count of interpolation modes when the slots were looked up last
        self._changed: list[Body] = []  # who fell asleep or woke up in this step
        self._lost: set[int] = set()  # the numbers of bodies of which the log was told that they were lost
        self._in_steps = False  # whether the steps of a frame are under way

    @staticmethod
    def of(tree: Any) -> PhysicsServer2D:
        """The server of a tree, which gets one now if it has none."""
        server: PhysicsServer2D | None = tree.servers.get(PhysicsServer2D)
        if server is None:
            server = PhysicsServer2D()
            tree.servers.register(server)
        return server

    def set_up(self, project: Mapping[str, Any], where: str) -> None:
        """Take over what a Godot project says of 2D physics.

        Args:
            project: by the names behind `physics/2d/`; those that nothing here goes by are passed over.
            where: the project's file, for errors.

        Raises:
            ResourceFormatError: a value that cannot be.
        """
        for name in PROJECT_SETTINGS:
            if name in project:
                try:
                    setattr(self, name, project[name])
                except (InvalidTypeError, InvalidValueError) as error:
                    wrong = str(error).removeprefix(f"{self._where()}.")
                    raise ResourceFormatError(f"{where}: physics/2d/{wrong}") from error

    def _settings_changed(self) -> None:
        for space in self.spaces.values():
            space.apply_settings()

    def attached(self, host: Any) -> None:
        """Called when it is registered with a tree."""
        self._host = host
        self._poses = host.transforms_2d.poses

    def dispose(self) -> None:
        """Called when the tree is shut down."""
        for space in self.spaces.values():
            for item in [*space.bodies.values(), *space.areas.values()]:
                space.remove(item)
        self.spaces.clear()
        self._by_slot.clear()

    # --- state -------------------------------------------------------------------------------------------------------

    def take_snapshot(self) -> state.State:
        """What it adds to a snapshot of the tree; see servers.physics_2d.state."""
        return state.take(self)

    def restore_snapshot(self, taken: state.State | None) -> None:
        """Set it back, after the tree was; None for before it was there.

        Two runs from there are the same, bit for bit; the one in which the snapshot was taken may differ from them.
        """
        state.put_back(self, taken)

    def state_for_hash(self) -> list[Any]:
        """What it adds to a digest of the tree."""
        return state.digest(self)

    # --- objects -----------------------------------------------------------------------------------------------------

    def space_of(self, world: Any) -> Space2D:
        """The space of a world, which is made when it is asked for first."""
        space = self.spaces.get(world)
        if space is None:
            space = self.spaces[world] = Space2D(self)
        return space

    def direct_state_of(self, world: Any) -> PhysicsDirectSpaceState2D:
        """What asks about the bodies and areas of a world, also while there are none."""
        return PhysicsDirectSpaceState2D(self, world)

    def put(self, item: CollisionObject, world: Any, slot: int) -> None:
        """Put an object into the space of a world.

        Args:
            item: in no space.
            world: what `space_of` takes.
            slot: of its node's transform, by which it follows the node; and, if forces move it, the node follows it.
        """
        self._track(item, slot)
        self.space_of(world).add(item)

    def take(self, item: CollisionObject) -> None:
        """Take an object out of its space."""
        space = item.space
        if space is None:
            return
        self._untrack(item)
        space.remove(item)
        if not (space.bodies or space.areas):
            for world, each in list(self.spaces.items()):
                if each is space:
                    del self.spaces[world]

    def _track(self, item: CollisionObject, slot: int) -> None:
        item.slot = slot
        self._by_slot[slot] = item
        self._poses.track(slot)
        self._interpolated_at = -1

    def _untrack(self, item: CollisionObject) -> None:
        slot, item.slot = item.slot, -1
        self._bound_for.pop(item, None)
        self._lost.discard(item.rid)
        if self._by_slot.pop(slot, None) is not None:
            if self._interpolation is not None:
                self._interpolation.let_go(slot)
            self._poses.untrack(slot)
            self._interpolated_at = -1

    def follow(self, slot: int, callback: Callable[[], None]) -> None:
        """Call back before the next step or query after the own transform of the node in a slot was set."""
        self._followed[slot] = callback
        self._poses.follow(slot)

    def unfollow(self, slot: int) -> None:
        """Call back no longer."""
        if self._followed.pop(slot, None) is not None:
            self._poses.unfollow(slot)

    # --- the frame ---------------------------------------------------------------------------------------------------

    def sync(self) -> None:
        """Take over what moved of the nodes since the last time; for queries that are to see it."""
        if not self._poses.is_quiet():
            self._take_moves()
            for slot in self._poses.take_set():
                self._followed[slot]()
        for space in self.spaces.values():
            space.settle()

    def carry(self, body: Body, x: float, y: float) -> bool:
        """Put a kinematic body of a space, and its node, at a point of the canvas; whether the node could go there.

        What the body meets on the way it pushes in the next step.
        """
        if not self._poses.carry(body.slot, x, y):
            return False
        assert body.space is not None
        body.space.carry(body, x, y)
        if self._interpolation is not None and not (self._in_steps and body.moves_by_steps):
            self._interpolation.jump(body.slot)
        return True

    def before_fixed_steps(self) -> None:
        """Called before the steps of a frame."""
        self._update_interpolation()
        if self._interpolation is not None:
            self._take_moves()
            self._interpolation.put_back()
        self._in_steps = True

    def fixed_step(self, delta: float) -> None:
        """Called for each step of `delta` seconds, behind the nodes' physics callbacks."""
        self._update_interpolation()
        self.sync()
        interpolation = self._interpolation
        if interpolation is not None:
            interpolation.before_step()
        for space in list(self.spaces.values()):
            space.prepare(delta)
        self.sync()
        arriving = self._set_out(delta) if self._bound_for else None
        spaces = list(self.spaces.values())
        for space in spaces:
            moved = space.step(delta)
            if len(moved.slots):
                self._poses.write(moved.slots, moved.positions, moved.angles)
            self._changed += moved.changed
        if arriving:
            self._put_nodes(arriving)
        if interpolation is not None:
            interpolation.after_step()
        if self._host.debug_collisions_hint:
            self._show_contacts()
        self._tell()
        for space in spaces:
            space.surfaces.end_step()

    def after_fixed_steps(self, fraction: float) -> None:
        """Called in every frame in which the tree is not paused, with how far it is between two steps."""
        self._in_steps = False
        self._update_interpolation()
        if self._interpolation is not None:
            self._take_moves()
            self._interpolation.show(fraction)

    def _take_moves(self) -> None:
        moved = self._poses.take_moved()
        if not moved:
            return
        interpolation = self._interpolation
        waiting: dict[CollisionObject, Transform2D] = {}
        for slot, matrix in zip(moved, self._poses.read(moved).tolist(), strict=True):
            item = self._by_slot[slot]
            if item.waits:
                self._bound_for[item] = Transform2D(*matrix)
                waiting[item] = item.transform
                continue
            item.transform = Transform2D(*matrix)
            if interpolation is not None and not (self._in_steps and item.moves_by_steps):
                interpolation.jump(slot)
        if waiting:
            self._put_nodes(waiting)

    def _set_out(self, delta: float) -> dict[CollisionObject, Transform2D]:
        """Let those who wait go where their nodes were put, with the characters that stand on them; for a step."""
        bound_for, self._bound_for = self._bound_for, {}
        for item, transform in bound_for.items():
            item.transform = transform
        left = {item.rid for item in bound_for}
        for space in self.spaces.values():
            for rid in sorted(space.characters):
                character = space.characters[rid]
                if character.platform in left and character.ride(delta):
                    self.carry(space.bodies[rid], character.x, character.y)
        return bound_for

    def _put_nodes(self, places: dict[CollisionObject, Transform2D]) -> None:
        """Put the nodes of objects of a space somewhere, which is no move of theirs."""
        for item, transform in places.items():
            node: Any = item.owner
            node._keep_global(transform)
        self._poses.know([item.slot for item in places])

    # --- interpolation -----------------------------------------------------------------------------------------------

    @property
    def interpolates(self) -> bool:
        """Whether nodes are shown between the places of their bodies; the tree says so."""
        return bool(self._host.physics_interpolation)

    def reset_interpolation(self, item: CollisionObject) -> None:
        """Show nothing on the way that an object has gone, or, in the steps of a frame, on the one it goes now."""
        if self._interpolation is not None:
            self._take_moves()
            self._interpolation.reset(item.slot, self._in_steps)

    def _update_interpolation(self) -> None:
        """Begin it, end it, and look up whose nodes are interpolated, where that may have changed."""
        if not self.interpolates:
            if self._interpolation is not None:
                self._take_moves()
                self._interpolation.put_back()
                self._interpolation = None
            return
        if self._interpolation is None:
            self._interpolation, self._interpolated_at = Interpolation(self._poses), -1
        if self._interpolated_at != self._host.interpolation_changes:
            self._interpolated_at = self._host.interpolation_changes
            self._take_moves()
            items = [item for item in self._by_slot.values() if item.is_interpolated]
            self._interpolation.set_slots([item.slot for item in items])

    # --- after a step ------------------------------------------------------------------------------------------------

    def stop_lost(self, moved: Moved) -> Moved:
        """Let bodies that a step took beyond the range of numbers be where they were, and at rest; returns the others.

        Args:
            moved: what the step has done.
        """
        is_kept = np.isfinite(moved.positions).all(axis=1) & np.isfinite(moved.angles)
        for slot in moved.slots[~is_kept].tolist():
            body: Any = self._by_slot[slot]
            for joint in body.joints.values():
                joint.drop()
            body.linear_velocity, body.angular_velocity = Vector2.ZERO, 0.0
            body.transform = Transform2D(*self._poses.read([slot])[0].tolist())
            body.set_shapes(body.shapes)  # with the old ones go the contacts, which are no numbers either
            for joint in body.joints.values():
                joint.refresh()
            if body.rid not in self._lost:
                self._lost.add(body.rid)
                get_logger("physics").warning(
                    f"{body.where()} got beyond the range of numbers in a step: it stays where it was, without a "
                    "velocity; look for a huge force or velocity, or a tiny mass or inertia"
                )
        return moved._replace(
            slots=moved.slots[is_kept], positions=moved.positions[is_kept], angles=moved.angles[is_kept]
        )

    def _show_contacts(self) -> None:
        """Show where bodies touch, if there is somewhere to."""
        sink = self._host.debug_sink
        if sink is not None:
            color = self._host.debug_collision_contact_color
            for world, space in self.spaces.items():
                sink.show_contacts(world.canvas, contact_points(space), color)

    def _tell(self) -> None:
        """Tell what happened in a step: contacts, then areas, then who fell asleep or woke up."""
        tell([change for space in self.spaces.values() for change in space.monitors.take_changes()])
        changed, self._changed = self._changed, []
        self._tell_of_sleep(sorted(changed, key=lambda body: body.rid) if len(self.spaces) > 1 else changed)

    def _tell_of_sleep(self, changed: list[Body]) -> None:
        for body in changed:
            if body.space is not None and body.sleeping != body.told_asleep:
                body.told_asleep = not body.told_asleep
                if body.on_sleep is not None:
                    body.on_sleep(body.told_asleep)
