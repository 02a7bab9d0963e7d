"""Space2D: the bodies, areas and joints of one world, and how they are stepped by pymunk.

In:    records (servers.physics_2d.collision_objects) and what their nodes do with them.
Out:   where rigid bodies are after a step; who fell asleep, or woke up.
When:  what records are told takes effect at once where pymunk has it (places, velocities), and for the rest, shapes,
       masses and surfaces, when somebody asks: `settle`, before each step and query.
Space: pixels, y down, radians; seconds.

pymunk calls back while it steps (`is_stepping`): what is called then must change no space, and user code never is.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import pymunk

from servers.physics_2d.area_overrides import AreaOverrides
from servers.physics_2d.areas import Area
from servers.physics_2d.bodies import Body, BodyMode
from servers.physics_2d.ccd import Sweeps
from servers.physics_2d.drive import Drive
from servers.physics_2d.filters import Filters
from servers.physics_2d.flaws import flaw_of, warn
from servers.physics_2d.joints import Joints
from servers.physics_2d.kinematics import Kinematics
from servers.physics_2d.monitors import Monitors
from servers.physics_2d.rows import Rows
from servers.physics_2d.sleep import lay_down
from servers.physics_2d.surfaces import SPECIAL, Surfaces

if TYPE_CHECKING:
    from servers.physics_2d.characters.character import Character
    from servers.physics_2d.collision_objects import CollisionObject, ShapeEntry
    from servers.physics_2d.rows import Floats, Ints
    from servers.physics_2d.server import PhysicsServer2D

_TYPES = {
    BodyMode.STATIC: pymunk.Body.STATIC,
    BodyMode.KINEMATIC: pymunk.Body.KINEMATIC,
    BodyMode.RIGID: pymunk.Body.DYNAMIC,
    BodyMode.RIGID_LINEAR: pymunk.Body.DYNAMIC,
}
_EVERYTHING = pymunk.ShapeFilter()
_LEAST_REST = 1e-9
"""Before sleep, in seconds: at 0 pymunk takes kinematic bodies for asleep, too, and ends the process."""
_NEAR = 1.0
"""How far from a moved body, in pixels, what rests is woken."""


class Moved(NamedTuple):
    """What a step has done.

    Attributes:
        slots: of the rigid bodies that may have moved.
        positions: (N, 2), theirs.
        angles: (N,), theirs.
        changed: those that fell asleep, or woke up, in the order in which they were made.
    """

    slots: Ints
    positions: Floats
    angles: Floats
    changed: list[Body]


class Space2D:
    """One world.

    Attributes:
        server: whose space it is.
        native: the pymunk.Space.
        bodies: by number, in the order in which they came.
        areas: likewise.
        drive: what drives the bodies.
        joints: what joins them.
        rows: the bodies as arrays.
        filters: what says which shapes meet, by layers and masks.
        monitors: what finds out who touches whom, and tells who asked.
        surfaces: what says how surfaces that touch rub and bounce, and which of them let each other through.
        area_overrides: what lets areas act on the gravity and the damps of bodies.
        sweeps: what keeps fast bodies from passing through thin things.
        kinematics: what lets kinematic bodies push others on their way to where they were put.
        is_stepping: whether pymunk is at work.
        resumes: whether pymunk has not stepped yet, but what is told of what touches is as it was in another space.
        characters: those that have moved in it, by the numbers of their bodies.
        last_delta: how many seconds the last step had.
        boundaries: the half planes among the shapes; queries meet them everywhere.
    """

    def __init__(self, server: PhysicsServer2D) -> None:
        self.server = server
        self.native = pymunk.Space()
        self.bodies: dict[int, Body] = {}
        self.areas: dict[int, Area] = {}
        self.drive = Drive(self)
        self.joints = Joints()
        self.rows = Rows(self)
        self.filters = Filters(self)
        self.monitors = Monitors(self)
        self.surfaces = Surfaces(self)
        self.area_overrides = AreaOverrides(self)
        self.sweeps = Sweeps(self)
        self.kinematics = Kinematics(self)
        self.is_stepping = self.resumes = False
        self.last_delta = 0.0
        self._holds_dropped = False  # whether pymunk keeps shapes that were taken out of it since its last step
        self.boundaries: dict[ShapeEntry, CollisionObject] = {}
        self._unmade: dict[ShapeEntry, CollisionObject] = {}  # shapes that are to be made
        self._integrated: dict[int, Body] = {}  # bodies with `integrate`
        self._unweighed: dict[int, Body] = {}
        self._tired: dict[int, Body] = {}  # bodies that are to sleep
        self.characters: dict[int, Character] = {}
        self.apply_settings()

    def apply_settings(self) -> None:
        """Take over what the server's settings say."""
        server, native = self.server, self.native
        native.iterations = server.iterations
        native.idle_speed_threshold = server.sleep_threshold_linear
        native.sleep_time_threshold = max(server.time_before_sleep, _LEAST_REST)
        self.drive.look_at_all()

    # --- what is in it -----------------------------------------------------------------------------------------------

    def add(self, item: CollisionObject) -> None:
        """Take in an object that is in no space, where its transform says."""
        assert item.space is None
        body_type = _TYPES[item.mode] if isinstance(item, Body) else pymunk.Body.KINEMATIC
        native = pymunk.Body(1.0, 1.0, body_type)
        native.object = item
        self.native.add(native)
        item.native, item.space = native, self
        if isinstance(item, Body):
            self.bodies[item.rid] = item
        else:
            assert isinstance(item, Area)
            self.areas[item.rid] = item
            self.area_overrides.look_at(item)
        self.filters.take(item)
        self.monitors.arrived(item)
        for entry in item.shapes:
            self._unmade[entry] = item
        self.rows.come(item)
        self.place(item)
        if isinstance(item, Body):
            item.moved_from = None
            self.reweigh(item)
            if item.is_rigid:
                native.velocity, native.angular_velocity = item.kept_velocities
                self.drive.look_at(item)
            if item.integrate is not None:
                self._integrated[item.rid] = item
            self._move_surface(item)
            self.sweeps.look_at(item)
            for joint in item.joints.values():
                joint.refresh()
            if item.lies_down:
                self.put_to_sleep(item)

    def remove(self, item: CollisionObject) -> None:
        """Let go of an object of this space; it keeps where it is and how fast. What rested on it wakes up."""
        assert item.space is self
        native = item.native
        assert native is not None
        if isinstance(item, Body):
            for joint in item.joints.values():
                joint.drop()
            item.keep_motion()
            self._unweighed.pop(item.rid, None)
            self._tired.pop(item.rid, None)
            self._integrated.pop(item.rid, None)
            self.kinematics.forget(item)
            self.characters.pop(item.rid, None)
            self.area_overrides.release(item)
            self.drive.forget(item)
            self.sweeps.forget(item)
            del self.bodies[item.rid]
        else:
            assert isinstance(item, Area)
            self.area_overrides.forget(item)
            del self.areas[item.rid]
        self.drop_shapes(item.shapes)
        self.filters.drop(item)
        self.rows.leave(item)
        self.native.remove(native)
        item.native, item.space = None, None
        self.monitors.left(item)  # last: those who are told may do anything

    def change_mode(self, body: Body) -> None:
        """A body of this space has another mode."""
        native = body.native
        assert native is not None
        self._wake_around(body)
        for joint in body.joints.values():
            joint.drop()
        if native.body_type == pymunk.Body.DYNAMIC:
            native.activate()  # else pymunk would keep it among those asleep
        native.body_type = _TYPES[body.mode]
        self.kinematics.stop_following(body)
        for entry in body.shapes:
            self.reshape(body, entry)
        self.reweigh(body)
        self.rows.update(body)
        if body.is_rigid:
            self._weigh(body)
            native.velocity, native.angular_velocity = body.kept_velocities
            native.activate()
            self.drive.look_at(body)
        else:
            self.drive.forget(body)
        self._move_surface(body)
        for joint in body.joints.values():
            joint.refresh()

    # --- what changes in it ------------------------------------------------------------------------------------------

    def place(self, item: CollisionObject) -> None:
        """An object has been put somewhere else; what rests there, or rested on it, wakes up."""
        native = item.native
        assert native is not None
        moves_others = isinstance(item, Body) and not item.is_rigid
        if moves_others:
            self._wake_around(item)
        pose = item._transform
        native.angle = pose.get_rotation()
        native.position = pose.origin
        if item.shapes:
            self.native.reindex_shapes_for_body(native)
        if isinstance(item, Body):
            if item.mode is BodyMode.KINEMATIC:
                self.kinematics.look_at(item)
            if moves_others:
                self._wake_around(item)

    def carry(self, body: Body, x: float, y: float) -> None:
        """Put a body that forces do not move at a point, turned as it is.

        Nobody is woken for a kinematic one: what touches such a body does not sleep.
        """
        native = body.native
        assert native is not None
        body.carried_to(x, y)
        if body.mode is not BodyMode.KINEMATIC:
            self.place(body)
            return
        native.position = (x, y)
        self.native.reindex_shapes_for_body(native)
        self.kinematics.look_at(body)

    def reshape(self, item: CollisionObject, entry: ShapeEntry) -> None:
        """A shape of an object is to be made anew."""
        self._unmade[entry] = item

    def reweigh(self, body: Body) -> None:
        """The mass of a body, or how it is spread, has changed."""
        self._unweighed[body.rid] = body
        self.sweeps.look_at(body)

    def refilter(self, item: CollisionObject) -> None:
        """What an object touches is to be worked out anew."""
        self.filters.take(item)
        self.filter_shapes(item)
        if isinstance(item, Body):
            for entry in item.shapes:
                if any(shape.collision_type == SPECIAL for shape in entry.made):
                    self.reshape(item, entry)  # what was let through may not be any more
                for shape in entry.made:
                    self.surfaces.equip(item, entry, shape)
        self.monitors.look_around(item)
        self._wake_around(item)

    def filter_shapes(self, item: CollisionObject) -> None:
        """Give the pymunk shapes of an object the filter that it has now."""
        for entry in item.shapes:
            for shape in entry.made:
                shape.filter = self.filters.of(item)

    def resurface(self, body: Body) -> None:
        """The friction, the bounce or the velocity of a body's surface has changed."""
        for entry in body.shapes:
            for shape in entry.made:
                self.surfaces.equip(body, entry, shape)
        self._move_surface(body)
        self._wake_around(body)

    def drop_shapes(self, entries: list[ShapeEntry]) -> None:
        """Take the pymunk shapes of some shapes out; what they touched wakes up."""
        for entry in entries:
            self._unmade.pop(entry, None)
            if entry.made:
                self._wake_near(entry)
                self.native.remove(*entry.made)
                for shape in entry.made:
                    shape.body = None  # else its pymunk body would keep it
                self.surfaces.forget(entry.made)
                self._holds_dropped = True
                entry.made = []
                self.boundaries.pop(entry, None)

    def put_to_sleep(self, body: Body) -> None:
        """A body is to sleep when the space settles."""
        self._tired[body.rid] = body

    def settle(self) -> None:
        """Do what waits: make shapes, weigh bodies, and let those sleep who are to."""
        if self._unmade:
            unmade, self._unmade = self._unmade, {}
            for entry, item in unmade.items():
                if entry.object is item and item.space is self:
                    self._make_shape(item, entry)
        if self._unweighed:
            unweighed, self._unweighed = self._unweighed, {}
            for rid in sorted(unweighed):
                self._weigh(unweighed[rid])
        self.drive.choose()
        if self._tired:
            tired, self._tired = self._tired, {}
            lay_down(body for body in tired.values() if body.lies_down and body.is_rigid)
            for body in tired.values():
                body.lies_down = False
                body.told_asleep = body.sleeping

    # --- the step ----------------------------------------------------------------------------------------------------

    def prepare(self, delta: float) -> None:
        """The part of a step of so many seconds before pymunk's: calls `integrate` of bodies, which may change all."""
        self.settle()
        for rid in sorted(self._integrated):
            body = self._integrated.get(rid)
            if body is not None and body.integrate is not None and body.is_rigid and not body.sleeping:
                body.integrate(body, delta)

    def step(self, delta: float) -> Moved:
        """Move on by so many seconds."""
        if not (self.bodies or self.areas):
            return Moved(*self.rows.take_places())
        self._keep_awake()
        self.last_delta = delta
        if self._rests():
            return Moved(*self.rows.take_places(are_fresh=True))
        self.kinematics.set_off(delta)
        substeps = self.server.substeps
        part = delta / substeps
        self.is_stepping = True
        try:
            if 0.0 < part < inf:
                self.area_overrides.begin(delta)
                if self.resumes:
                    self.monitors.resume()
                self.drive.begin(delta)
                self.joints.begin(self.rows)
                for _ in range(substeps):
                    self.drive.push(part)
                    self.joints.drive(part)
                    self.sweeps.sweep(part)
                    self.native.step(part)
                self._holds_dropped = False
        finally:
            self.is_stepping = False
        self.joints.calm()
        self.kinematics.arrive()
        if self.resumes:
            self.resumes = False
            self.surfaces.resumed()
        moved = Moved(*self.rows.take_places())
        are_known = np.isfinite(moved.positions).all() and np.isfinite(moved.angles).all()
        return moved if are_known else self.server.stop_lost(moved)

    def _rests(self) -> bool:
        """Whether a step would do nothing: everything is static or asleep.

        pymunk has collisions only of what is neither, and neither drops nor reports contacts between those that are.
        What it keeps of shapes that were taken out is dropped by its next step, which therefore is made.
        """
        if self.rows.awake or self._holds_dropped or self.resumes:
            return False
        if self.joints.driven or self.joints.limited or not (self.drive.is_idle and self.kinematics.is_idle):
            return False
        self.rows.refresh()
        return not self.rows.awake

    def _keep_awake(self) -> None:
        """Let nobody fall asleep who may not."""
        restless, everyone = self.rows.census()
        rest = max(self.server.time_before_sleep, _LEAST_REST)
        self.native.sleep_time_threshold = inf if restless == everyone > 0 else rest
        if 0 < restless < everyone:
            self.rows.refresh()
            for row in self.rows.restless.nonzero()[0].tolist():
                native = self.rows.body_at(row).native
                assert native is not None
                native.activate()

    # --- within ------------------------------------------------------------------------------------------------------

    def _make_shape(self, item: CollisionObject, entry: ShapeEntry) -> None:
        native = item.native
        assert native is not None
        self.drop_shapes([entry])
        if isinstance(item, Body) and item.is_rigid:
            native.activate()
        if entry.disabled:
            return
        flaw = flaw_of(item, entry)
        if flaw:
            warn(item, entry, flaw)
            return
        entry.made = entry.baked.make(native)
        for shape in entry.made:
            self._equip(item, entry, shape)
        if entry.made:
            if entry.baked.boundary is not None:
                self.boundaries[entry] = item
            self.native.add(*entry.made)
            self._wake_near(entry)

    def _equip(self, item: CollisionObject, entry: ShapeEntry, shape: Any) -> None:
        """Give a new pymunk shape what it has beside its form."""
        shape.entry, shape.object = entry, item
        shape.filter = self.filters.of(item)
        self.surfaces.equip(item, entry, shape)
        if not isinstance(item, Body):
            shape.sensor = True

    def _move_surface(self, body: Body) -> None:
        """Let the surface of a body move; one that is static stays where it is with the velocities that it gets."""
        native = body.native
        assert native is not None
        if body.mode is BodyMode.STATIC:
            native.velocity = body.constant_linear_velocity
            native.angular_velocity = body.constant_angular_velocity
        else:
            self.kinematics.resurface(body)

    def _weigh(self, body: Body) -> None:
        native = body.native
        if native is None or not body.is_rigid:
            return
        transform = body.transform
        native.mass, native.moment = body.mass, body.moment
        center = body.center_of_mass
        if tuple(native.center_of_gravity) != center:
            velocity = native.velocity
            native.center_of_gravity = center
            native.position = transform.origin
            native.velocity = velocity
        for joint in body.joints.values():
            joint.reweighed()
        self.drive.look_at(body)

    def _wake_around(self, item: CollisionObject) -> None:
        """Wake what rests near the shapes of an object or is joined to it, and it."""
        if isinstance(item, Body):
            for joint in item.joints.values():
                joint.wake()
        for entry in item.shapes:
            self._wake_near(entry)

    def _wake_near(self, entry: ShapeEntry) -> None:
        for shape in entry.made:
            box = shape.cache_bb()
            near = pymunk.BB(box.left - _NEAR, box.bottom - _NEAR, box.right + _NEAR, box.top + _NEAR)
            for other in self.native.bb_query(near, _EVERYTHING):
                body = other.body
                if body is not None and body.body_type == pymunk.Body.DYNAMIC and body.is_sleeping:
                    body.activate()
