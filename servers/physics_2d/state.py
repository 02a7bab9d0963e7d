"""The state of a physics server: its part of a tree's snapshots and digests.

What records were told, and what they tell, is taken down with the nodes that hold them (engine.tree.state.memento).
Here is the rest: who is in which space, where and how fast pymunk has them, and who sleeps.

Setting back makes all spaces anew, with everything in the order of its number, since pymunk cannot give away what it
remembers of contacts and joints. So two runs from the same snapshot are the same, bit for bit. The run that went on
when the snapshot was taken may differ from them: it still had that memory, with which a pile of boxes, say, settles a
little sooner; and how long a body has rested is forgotten, so that it falls asleep later.
"""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING, Any, NamedTuple

from engine.math import Vector2
from servers.physics_2d.areas import Area
from servers.physics_2d.bodies import Body
from servers.physics_2d.settings import Settings
from servers.physics_2d.sleep import lay_down

if TYPE_CHECKING:
    from engine.math import Transform2D
    from servers.physics_2d.collision_objects import CollisionObject
    from servers.physics_2d.interpolation import Interpolation
    from servers.physics_2d.server import PhysicsServer2D
    from servers.physics_2d.space import Space2D
    from servers.physics_2d.surfaces import Passage

_SETTINGS = tuple(name for name, value in vars(Settings).items() if isinstance(value, property) and value.fset)


class Motion(NamedTuple):
    """How pymunk has an object.

    Attributes:
        item: whose it is.
        slot: that it had.
        place, angle, velocity, spin: of its pymunk body.
        sleeps: whether it does.
        drifts: whether a kinematic body has the velocity of a move.
        moved_from: of a kinematic body that was moved since the last step: where it was.
    """

    item: CollisionObject
    slot: int
    place: tuple[float, float]
    angle: float
    velocity: tuple[float, float]
    spin: float
    sleeps: bool
    drifts: bool
    moved_from: Transform2D | None


class SpaceState(NamedTuple):
    """What is in a space.

    Attributes:
        world: whose space it is.
        last_delta: how many seconds its last step had.
        motions: of its bodies and areas, by number.
        passages: what one-way shapes let through.
    """

    world: Any
    last_delta: float
    motions: list[Motion]
    passages: list[Passage]


class State(NamedTuple):
    """What a server is at one time.

    Attributes:
        settings: its settings, by attribute.
        spaces: what is in its spaces, in the order in which they were made.
        bound_for: where those go in the next step who wait for it.
        followed: what is called back for slots.
        poses: what the tree's poses know.
        interpolation: what is shown between steps, or None.
        interpolated_at: when its slots were looked up last.
    """

    settings: dict[str, Any]
    spaces: list[SpaceState]
    bound_for: dict[CollisionObject, Transform2D]
    followed: dict[int, Any]
    poses: dict[str, Any]
    interpolation: Interpolation | None
    interpolated_at: int


def take(server: PhysicsServer2D) -> State:
    """Take down what a server is now, between steps."""
    return State(
        settings={name: getattr(server, name) for name in _SETTINGS},
        spaces=[
            SpaceState(
                world,
                space.last_delta,
                [_motion(space, item) for item in _by_number(space)],
                space.surfaces.passages(),
            )
            for world, space in server.spaces.items()
        ],
        bound_for=dict(server._bound_for),
        followed=dict(server._followed),
        poses=server._poses.take_state(),
        interpolation=_copied(server._interpolation),
        interpolated_at=server._interpolated_at,
    )


def put_back(server: PhysicsServer2D, state: State | None) -> None:
    """Set a server back, whose records are as they were at that time again; None for before it had any."""
    for space in server.spaces.values():
        _abandon(space)
    server.spaces.clear()
    server._by_slot.clear()
    server._bound_for.clear()
    server._followed.clear()
    server._poses.restore_state(None if state is None else state.poses)
    server._interpolation, server._interpolated_at = None, -1
    if state is None:
        return
    for name, value in state.settings.items():
        setattr(server, name, value)
    for each in state.spaces:
        _make(server.space_of(each.world), each)
        server._by_slot.update({motion.slot: motion.item for motion in each.motions})
    server._bound_for.update(state.bound_for)
    server._followed.update(state.followed)
    server._interpolation, server._interpolated_at = _copied(state.interpolation), state.interpolated_at


def digest(server: PhysicsServer2D) -> list[Any]:
    """What a digest of the tree has to have of a server beside what nodes say: numbers, and lists of them.

    In it are where bodies are, how fast, and whether they sleep; the forces that wait for the next step; and what was
    told to touch what. The same in every process; nothing of it depends on the order in which pymunk finds contacts.
    """
    rows: list[Any] = []
    for space in server.spaces.values():
        items = _by_number(space)
        places = {item: place for place, item in enumerate(items)}
        rows.append([_row(item, places) for item in items])
    return rows


def _row(item: CollisionObject, places: dict[CollisionObject, int]) -> list[Any]:
    native = item.native
    assert native is not None
    touches = sorted((places[touch.other], touch.other_shape, touch.own_shape) for touch in item.told)
    row = [*native.position, native.angle, *native.velocity, native.angular_velocity, touches]
    if isinstance(item, Body):
        row += [item.mode.value, item.sleeping, *item.applied_force, item.applied_torque]
        row += [*item.pushed, item.pushed_turn]
    return row


def _by_number(space: Space2D) -> list[CollisionObject]:
    items: list[CollisionObject] = [*space.bodies.values(), *space.areas.values()]
    return sorted(items, key=lambda item: item.rid)


# --- taking down ------------------------------------------------------------------------------------------------------


def _motion(space: Space2D, item: CollisionObject) -> Motion:
    native = item.native
    assert native is not None
    place, velocity = native.position, native.velocity
    sleeps = drifts = False
    moved_from = None
    if isinstance(item, Body):
        sleeps, drifts, moved_from = item.sleeping, space.kinematics.drifts(item), item.moved_from
    return Motion(
        item,
        item.slot,
        (place.x, place.y),
        native.angle,
        (velocity.x, velocity.y),
        native.angular_velocity,
        sleeps,
        drifts,
        moved_from,
    )


def _copied(interpolation: Interpolation | None) -> Interpolation | None:
    """One that does not change when the other one does."""
    if interpolation is None:
        return None
    made = copy(interpolation)
    for name, value in vars(made).items():
        if hasattr(value, "copy"):  # an array, a dict or a set
            setattr(made, name, value.copy())
    return made


# --- setting back -----------------------------------------------------------------------------------------------------


def _abandon(space: Space2D) -> None:
    """Let what is in a space be in none, without telling anyone."""
    for joint in space.joints.made.values():
        joint.abandon()
    for item in _by_number(space):
        item.native, item.space = None, None
        for entry in item.shapes:
            entry.made = []


def _make(space: Space2D, state: SpaceState) -> None:
    """Put into a new space what was in the old one."""
    space.last_delta = state.last_delta
    for motion in state.motions:
        item = motion.item
        for entry in item.shapes:
            entry.made = []
            entry.forget()
        item.slot = motion.slot
        item.native, item.space = None, None
    for motion in state.motions:
        _add(space, motion.item)
    space.settle()
    for motion in state.motions:
        _move(space, motion)
    lay_down(motion.item for motion in state.motions if motion.sleeps and isinstance(motion.item, Body))
    space.surfaces.resume(state.passages)
    space.resumes = True


def _add(space: Space2D, item: CollisionObject) -> None:
    """Put an object into a new space; an area has in it what it had, until the next step."""
    if not isinstance(item, Area):
        space.add(item)
        return
    inside = dict(item.inside)
    item.overlaps = {}
    space.add(item)
    item.inside.update(inside)


def _move(space: Space2D, motion: Motion) -> None:
    """Let an object be where it was, and as fast."""
    item, native = motion.item, motion.item.native
    assert native is not None
    native.angle = motion.angle
    _put(native, motion.place)
    if isinstance(item, Body):
        if item.is_rigid:
            native.velocity, native.angular_velocity = motion.velocity, motion.spin
        elif motion.drifts:
            space.kinematics.resume(item, motion.velocity, motion.spin)
        item.moved_from = motion.moved_from
        space.area_overrides.resume(item)
    space.native.reindex_shapes_for_body(native)


def _put(native: Any, place: tuple[float, float]) -> None:
    """Put a pymunk body at exactly that place.

    It keeps its centre of mass instead, so what it was put at is rounded when it is read.
    """
    wanted = aim = Vector2(*place)
    for _ in range(4):
        native.position = aim
        missed = wanted - Vector2(*native.position)
        if missed == Vector2.ZERO:
            break
        aim += missed
