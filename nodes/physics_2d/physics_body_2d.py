"""PhysicsBody2D: the base of the bodies in 2D, which cannot pass through one another."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.core.errors import InvalidTypeError, TreeError
from engine.core.property_checks import checked_bool, checked_non_negative, checked_vector2
from engine.math import Vector2
from engine.math.value import shortened
from engine.resources.shapes_2d.checks import checked_transform
from nodes.physics_2d.collision_object_2d import CollisionObject2D
from nodes.physics_2d.kinematic_collision_2d import KinematicCollision2D
from nodes.physics_2d.living import living
from nodes.physics_2d.told_properties import to_attribute, told_property
from servers.physics_2d import DEFAULT_MARGIN, Body, BodyMode, PhysicsServer2D, motions_of, update_exceptions

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.math import Transform2D
    from engine.resources.physics_material import PhysicsMaterial
    from servers.physics_2d import MotionResult


class PhysicsBody2D(CollisionObject2D):
    """A body; a base class, take one of its kinds."""

    _mode_here = BodyMode.STATIC
    _is_made_static = False
    _physics_material_override: PhysicsMaterial | None = None

    input_pickable: bool = told_property(
        "input_pickable",
        False,
        checked_bool,
        to_attribute("pickable"),
        "Whether the mouse is told to it; default False.",
    )

    def _make_record(self) -> Body:
        return Body(self, self._body_mode())

    def _body_mode(self) -> BodyMode:
        """How it moves, unless its process mode makes it static."""
        return self._mode_here

    def _make_static(self, static: bool) -> None:
        self._is_made_static = static
        self._update_mode()

    def _update_mode(self) -> None:
        """Tell the record how the body moves."""
        if self._record is not None:
            self._record.mode = BodyMode.STATIC if self._is_made_static else self._body_mode()

    def _enter_tree(self) -> None:
        super()._enter_tree()
        self._watch_surface(None, self._physics_material_override)

    def _exit_tree(self) -> None:
        self._watch_surface(self._physics_material_override, None)
        super()._exit_tree()
        for joint in [*self._record.joints.values()]:
            joint.owner._body_left()

    def _watch_surface(self, before: PhysicsMaterial | None, material: PhysicsMaterial | None) -> None:
        """Be told of the changes of a material, and no longer of those of another; only in a tree."""
        if before is not None:
            before.changed.disconnect(self._surface_changed)
        if material is not None:
            material.changed.connect(self._surface_changed)

    def _surface_changed(self) -> None:
        """The material has changed."""
        if self._record is not None:
            self._record.surface_changed()

    def get_gravity(self) -> Vector2:
        """The gravity that acts on it, in px/s2, as of the last step: the default, or what areas make of it.

        Of a RigidBody2D times its `gravity_scale`. Areas do nothing to the gravity of static bodies.
        """
        if self._tree is None or self._record is None:
            return Vector2.ZERO
        area: Vector2 | None = self._record.area_gravity
        scale: float = self._record.gravity_scale
        return (PhysicsServer2D.of(self._tree).gravity if area is None else area) * scale

    def move_and_collide(
        self,
        motion: Sequence[float],
        test_only: bool = False,
        safe_margin: float = DEFAULT_MARGIN,
        recovery_as_collision: bool = False,
    ) -> KinematicCollision2D | None:
        """Move by a motion, in pixels, as far as it gets; it stops at what its `collision_mask` sees.

        Args:
            motion: how far; multiply a velocity by delta.
            test_only: whether it stays where it is.
            safe_margin: what it is nearer to than this, it is pushed away from first; in pixels, 0 or more.
            recovery_as_collision: whether that counts as a collision, too.

        Returns:
            What it collided with, or None.

        Raises:
            TreeError: it is in no space: outside of a tree, or disabled; or it waits for the next step, and shall move.
            InvalidTypeError, InvalidValueError: an argument of the wrong kind, or not finite.
        """
        dx, dy = checked_vector2(self, "move_and_collide(motion)", motion)
        margin = checked_non_negative(self, "move_and_collide(safe_margin)", safe_margin)
        stays = checked_bool(self, "move_and_collide(test_only)", test_only)
        counts = checked_bool(self, "move_and_collide(recovery_as_collision)", recovery_as_collision)
        self._ready_to_move("move_and_collide", moves=not stays)
        result = self._tested(self.global_transform, dx, dy, margin, counts)
        result.keep_straight(dx, dy, margin)
        if not stays:
            x, y = self.global_position
            self._carry(x + result.travel_x, y + result.travel_y)
        return KinematicCollision2D._of(result) if result.hit else None

    def test_move(
        self,
        from_: Sequence[float],
        motion: Sequence[float],
        collision: KinematicCollision2D | None = None,
        safe_margin: float = DEFAULT_MARGIN,
        recovery_as_collision: bool = False,
    ) -> bool:
        """Whether it would collide on its way by a motion, if it stood somewhere else.

        Args:
            from_: where it is thought to stand; a Transform2D, global.
            motion: how far; in pixels.
            collision: filled in with what came of it, if given.
            safe_margin: as in `move_and_collide`.
            recovery_as_collision: as in `move_and_collide`.

        Raises:
            TreeError: it is in no space.
            InvalidTypeError, InvalidValueError: as in `move_and_collide`.
        """
        start = checked_transform(self, "test_move(from_)", from_)
        dx, dy = checked_vector2(self, "test_move(motion)", motion)
        margin = checked_non_negative(self, "test_move(safe_margin)", safe_margin)
        counts = checked_bool(self, "test_move(recovery_as_collision)", recovery_as_collision)
        if collision is not None and not isinstance(collision, KinematicCollision2D):
            raise InvalidTypeError(
                f"{self._where()}.test_move(collision) must be a KinematicCollision2D or None, "
                f"got {shortened(collision)}"
            )
        self._ready_to_move("test_move", moves=False)
        result = self._tested(start, dx, dy, margin, counts)
        if collision is not None:
            collision._result = result
        return result.hit

    def _ready_to_move(self, method: str, *, moves: bool = True) -> PhysicsServer2D:
        """Have the space know where everything is, before a method that moves the body, or only asks."""
        if self._record is None or self._record.space is None or self._tree is None:
            raise TreeError(
                f"{self._where()}.{method}() needs the body in a physics space; "
                + ("enable it first" if self._tree is not None else "add it to a tree first")
            )
        if moves and self._record.waits:
            raise TreeError(
                f"{self._where()}.{method}() cannot move a body that waits for the next step; "
                "set sync_to_physics = False first"
            )
        server = PhysicsServer2D.of(self._tree)
        server.sync()
        return server

    def _tested(self, start: Transform2D, dx: float, dy: float, margin: float, recovery_counts: bool) -> MotionResult:
        motions = motions_of(self._record)
        motions.begin(start[:4], 2.0 * margin)
        x, y = start[4:]
        return motions.test(x, y, dx, dy, margin, recovery_counts=recovery_counts)

    def _carry(self, x: float, y: float) -> None:
        """Stand at a point of the canvas, in the space, too."""
        record = self._record
        if record.mode is BodyMode.KINEMATIC:
            PhysicsServer2D.of(self.tree).carry(record, x, y)
        else:
            self.global_position = Vector2(x, y)

    def add_collision_exception_with(self, body: PhysicsBody2D) -> None:
        """Let the two bodies pass through one another.

        Raises:
            InvalidTypeError: `body` is no PhysicsBody2D.
        """
        self._except("add_collision_exception_with", body, True)

    def remove_collision_exception_with(self, body: PhysicsBody2D) -> None:
        """Let the two bodies collide again; errors as `add_collision_exception_with`."""
        self._except("remove_collision_exception_with", body, False)

    def get_collision_exceptions(self) -> list[PhysicsBody2D]:
        """The bodies that it passes through, in the order in which they were made: by `add_collision_exception_with`,
        or because a joint with `disable_collision` joins the two.
        """
        exceptions = sorted(self._physics().exceptions.items())
        return [node for _, body in exceptions if (node := living(body.owner)) is not None]

    def _except(self, method: str, body: Any, add: bool) -> None:
        if not isinstance(body, PhysicsBody2D):
            raise InvalidTypeError(f"{self._where()}.{method}(body) must be a PhysicsBody2D, got {shortened(body)}")
        record, other = self._physics(), body._physics()
        record.excepted = {rid: each for rid, each in record.excepted.items() if living(each.owner) is not None}
        if add:
            record.excepted[other.rid] = other
        else:
            record.excepted.pop(other.rid, None)
        update_exceptions(record)
