"""Physics in 2D on pymunk: `PhysicsServer2D`, and the records that nodes hold of their bodies and areas."""

from servers.physics_2d.areas import Area, SpaceOverride
from servers.physics_2d.bodies import Body, BodyMode
from servers.physics_2d.character import Character
from servers.physics_2d.collision_objects import CollisionObject, Event, EventKind, Parting, ShapeEntry
from servers.physics_2d.joints import GrooveJoint, Joint, PinJoint, SpringJoint, update_exceptions
from servers.physics_2d.monitored import Contact
from servers.physics_2d.motion import DEFAULT_MARGIN, Motions, motions_of
from servers.physics_2d.motion_result import MotionResult
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
