"""Physics in 2D on pymunk: `PhysicsServer2D`, and the records that nodes hold of their bodies and areas.

Where what is:

    server, settings, state      the physics of a tree; what a project says of it; its part of snapshots and digests
    space                        one world: what is in it, and how pymunk steps it
    collision_objects, bodies, areas, joints   the records; `closing`: how pins of joints close their gaps
    shapes/, flaws               what becomes of the shapes of an object, and which are left out
    filters, surfaces            who meets whom; how they rub and bounce, and what one-way shapes let through
    area_overrides, drive, kinematics, ccd, sleep, rows   what is done in a step to those that move, many at once
    monitors, monitored          what touches what, told to those who asked
    characters/                  bodies that go where they are told: `move_and_slide`, `move_and_collide`, `test_move`
    queries/                     what games ask about a world
    interpolation, debug_drawing   what is shown
    notifying, pymunk_internals  what the others are made with
"""

from servers.physics_2d.areas import Area, SpaceOverride
from servers.physics_2d.bodies import Body, BodyMode
from servers.physics_2d.characters.character import Character
from servers.physics_2d.characters.motion import DEFAULT_MARGIN, Motions, motions_of
from servers.physics_2d.characters.motion_result import MotionResult
from servers.physics_2d.collision_objects import CollisionObject, Event, EventKind, Parting, ShapeEntry
from servers.physics_2d.joints import GrooveJoint, Joint, PinJoint, SpringJoint, update_exceptions
from servers.physics_2d.monitored import Contact
from servers.physics_2d.queries.direct_space_state import PhysicsDirectSpaceState2D
from servers.physics_2d.queries.parameters import (
    PhysicsPointQueryParameters2D,
    PhysicsRayQueryParameters2D,
    PhysicsShapeQueryParameters2D,
)
from servers.physics_2d.queries.results import RayHit2D, RayHits2D, RestInfo2D, ShapeHit2D
from servers.physics_2d.queries.search import Sought
from servers.physics_2d.server import PhysicsServer2D
from servers.physics_2d.space import Space2D

__all__ = [
    "DEFAULT_MARGIN",
    "Area",
    "Body",
    "BodyMode",
    "Character",
    "CollisionObject",
    "Contact",
    "Event",
    "EventKind",
    "GrooveJoint",
    "Joint",
    "MotionResult",
    "Motions",
    "Parting",
    "PhysicsDirectSpaceState2D",
    "PhysicsPointQueryParameters2D",
    "PhysicsRayQueryParameters2D",
    "PhysicsServer2D",
    "PhysicsShapeQueryParameters2D",
    "PinJoint",
    "RayHit2D",
    "RayHits2D",
    "RestInfo2D",
    "ShapeEntry",
    "ShapeHit2D",
    "Sought",
    "Space2D",
    "SpaceOverride",
    "SpringJoint",
    "motions_of",
    "update_exceptions",
]
