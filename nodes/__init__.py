"""The node types: one line each, imported when it is first asked for.

To add one, write its module, say `nodes/world_2d/coin_2d.py`, and add its line below in the same form. The lines are
ordinary imports to editors, type checkers and freezers; at run time they are not executed but read, so that using one
node does not load them all, with their servers. Where the source is not there to be read (a frozen program), they are
executed.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any


def _own_source() -> str:
    spec = find_spec(__name__)
    read = getattr(spec.loader, "get_source", None) if spec else None
    return (read(__name__) if read else None) or ""


_source = _own_source()

if TYPE_CHECKING or not _source:
    from engine.tree.node import Node as Node
    from engine.tree.viewport import SceneViewport as SceneViewport
    from nodes.instance_placeholder import InstancePlaceholder as InstancePlaceholder
    from nodes.missing_node import MissingNode as MissingNode
    from nodes.physics_2d.animatable_body_2d import AnimatableBody2D as AnimatableBody2D
    from nodes.physics_2d.area_2d import Area2D as Area2D
    from nodes.physics_2d.character_body_2d import CharacterBody2D as CharacterBody2D
    from nodes.physics_2d.collision_object_2d import CollisionObject2D as CollisionObject2D
    from nodes.physics_2d.collision_polygon_2d import CollisionPolygon2D as CollisionPolygon2D
    from nodes.physics_2d.collision_shape_2d import CollisionShape2D as CollisionShape2D
    from nodes.physics_2d.damped_spring_joint_2d import DampedSpringJoint2D as DampedSpringJoint2D
    from nodes.physics_2d.groove_joint_2d import GrooveJoint2D as GrooveJoint2D
    from nodes.physics_2d.joint_2d import Joint2D as Joint2D
    from nodes.physics_2d.physics_body_2d import PhysicsBody2D as PhysicsBody2D
    from nodes.physics_2d.pin_joint_2d import PinJoint2D as PinJoint2D
    from nodes.physics_2d.ray_cast_2d import RayCast2D as RayCast2D
    from nodes.physics_2d.rigid_body_2d import RigidBody2D as RigidBody2D
    from nodes.physics_2d.shape_cast_2d import ShapeCast2D as ShapeCast2D
    from nodes.physics_2d.static_body_2d import StaticBody2D as StaticBody2D
    from nodes.time.timer import Timer as Timer
    from nodes.viewport.sub_viewport import SubViewport as SubViewport
    from nodes.world_2d.animated_sprite_2d import AnimatedSprite2D as AnimatedSprite2D
    from nodes.world_2d.camera.camera_2d import Camera2D as Camera2D
    from nodes.world_2d.canvas.back_buffer_copy import BackBufferCopy as BackBufferCopy
    from nodes.world_2d.canvas.canvas_group import CanvasGroup as CanvasGroup
    from nodes.world_2d.canvas.canvas_item import CanvasItem as CanvasItem
    from nodes.world_2d.canvas.canvas_layer import CanvasLayer as CanvasLayer
    from nodes.world_2d.canvas.canvas_modulate import CanvasModulate as CanvasModulate
    from nodes.world_2d.line_2d import Line2D as Line2D
    from nodes.world_2d.marker_2d import Marker2D as Marker2D
    from nodes.world_2d.mesh_instance_2d import MeshInstance2D as MeshInstance2D
    from nodes.world_2d.multi_mesh_instance_2d import MultiMeshInstance2D as MultiMeshInstance2D
    from nodes.world_2d.node_2d import Node2D as Node2D
    from nodes.world_2d.parallax_2d import Parallax2D as Parallax2D
    from nodes.world_2d.path_2d import Path2D as Path2D
    from nodes.world_2d.path_follow_2d import PathFollow2D as PathFollow2D
    from nodes.world_2d.polygon_2d import Polygon2D as Polygon2D
    from nodes.world_2d.remote_transform_2d import RemoteTransform2D as RemoteTransform2D
    from nodes.world_2d.sprite_2d import Sprite2D as Sprite2D
    from nodes.world_2d.visible_on_screen_enabler_2d import VisibleOnScreenEnabler2D as VisibleOnScreenEnabler2D
    from nodes.world_2d.visible_on_screen_notifier_2d import VisibleOnScreenNotifier2D as VisibleOnScreenNotifier2D
    from nodes.world_3d.node_3d import Node3D as Node3D


def _homes() -> dict[str, str]:
    """Which module each node type comes from, by class name: the lines `from module import Name as Name`."""
    lines = [line.split() for line in _source.splitlines() if line.startswith("    from ")]
    return {words[3]: words[1] for words in lines if words[4:5] == ["as"]}


_HOMES = _homes()

if not TYPE_CHECKING:  # a checker that saw this function would accept any name
    __all__ = list(_HOMES)  # for `import *`, which checkers understand from the lines above

    def __getattr__(name: str) -> Any:
        """Import a node type when it is first asked for."""
        home = _HOMES.get(name)
        if home is None:
            import_module("engine.core.absent_names").refuse_name(__name__, name, _HOMES)
        value = globals()[name] = getattr(__import__(home, fromlist=(name,)), name)
        return value


def __dir__() -> list[str]:
    return sorted({*_HOMES, *(name for name in globals() if name.startswith("__"))})
