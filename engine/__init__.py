"""Sapwood: Godot's node tree for Python.

The names that a game needs from the core, each imported when it is first used: `import engine` alone costs nothing.
Node classes other than Node itself are in `nodes`; what they give that is no node, such as KinematicCollision2D, is
here. What asks a server something is in the server's package.

    from engine import KinematicCollision2D, Signal, Vector2, export
    from nodes import CharacterBody2D, Timer
    from servers.physics_2d import PhysicsRayQueryParameters2D

The first use of a name also checks that `nodes`, `servers` and `scenes` are Sapwood's own packages and not files of the
game with the same names.
"""

from __future__ import annotations

import sys
from functools import cache
from importlib import import_module
from importlib.machinery import PathFinder
from os.path import dirname, join, realpath
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from engine.app import load as load
    from engine.app import run as run
    from engine.core.connection import Connection as Connection
    from engine.core.coroutine import Task as Task
    from engine.core.errors import ActionError as ActionError
    from engine.core.errors import AlreadyConnectedError as AlreadyConnectedError
    from engine.core.errors import BindingError as BindingError
    from engine.core.errors import DisplayError as DisplayError
    from engine.core.errors import ExportError as ExportError
    from engine.core.errors import FreedError as FreedError
    from engine.core.errors import InvalidTypeError as InvalidTypeError
    from engine.core.errors import InvalidValueError as InvalidValueError
    from engine.core.errors import NodeNotFoundError as NodeNotFoundError
    from engine.core.errors import NodeTypeError as NodeTypeError
    from engine.core.errors import NotConnectedError as NotConnectedError
    from engine.core.errors import ResourceError as ResourceError
    from engine.core.errors import ResourceFormatError as ResourceFormatError
    from engine.core.errors import ResourceNotFoundError as ResourceNotFoundError
    from engine.core.errors import SapwoodError as SapwoodError
    from engine.core.errors import ScriptError as ScriptError
    from engine.core.errors import ServerError as ServerError
    from engine.core.errors import ShadowedPackageError as ShadowedPackageError
    from engine.core.errors import SignalError as SignalError
    from engine.core.errors import TreeError as TreeError
    from engine.core.errors import UnknownTypeError as UnknownTypeError
    from engine.core.export import export as export
    from engine.core.migration import migration as migration
    from engine.core.object import Object as Object
    from engine.core.object import SignalInfo as SignalInfo
    from engine.core.resource import Resource as Resource
    from engine.core.signal import ConnectFlags as ConnectFlags
    from engine.core.signal import Signal as Signal
    from engine.input import Input as Input
    from engine.input import InputEvent as InputEvent
    from engine.input import InputEventAction as InputEventAction
    from engine.input import InputEventFromWindow as InputEventFromWindow
    from engine.input import InputEventJoypadButton as InputEventJoypadButton
    from engine.input import InputEventJoypadMotion as InputEventJoypadMotion
    from engine.input import InputEventKey as InputEventKey
    from engine.input import InputEventMouse as InputEventMouse
    from engine.input import InputEventMouseButton as InputEventMouseButton
    from engine.input import InputEventMouseMotion as InputEventMouseMotion
    from engine.input import InputEventMouseWheel as InputEventMouseWheel
    from engine.input import InputEventScreenDrag as InputEventScreenDrag
    from engine.input import InputEventScreenTouch as InputEventScreenTouch
    from engine.input import InputEventText as InputEventText
    from engine.input import InputEventWithModifiers as InputEventWithModifiers
    from engine.input import InputMap as InputMap
    from engine.input import JoyAxis as JoyAxis
    from engine.input import JoyButton as JoyButton
    from engine.input import Key as Key
    from engine.input import MouseButton as MouseButton
    from engine.input import MouseMode as MouseMode
    from engine.input.recording import InputRecorder as InputRecorder
    from engine.input.recording import InputRecording as InputRecording
    from engine.math import AABB as AABB
    from engine.math import AStar2D as AStar2D
    from engine.math import AStar3D as AStar3D
    from engine.math import AStarGrid2D as AStarGrid2D
    from engine.math import Basis as Basis
    from engine.math import Color as Color
    from engine.math import DivisionByZeroError as DivisionByZeroError
    from engine.math import EulerOrder as EulerOrder
    from engine.math import ImmutableError as ImmutableError
    from engine.math import MathTypeError as MathTypeError
    from engine.math import MathValueError as MathValueError
    from engine.math import Plane as Plane
    from engine.math import Projection as Projection
    from engine.math import Quaternion as Quaternion
    from engine.math import RandomNumberGenerator as RandomNumberGenerator
    from engine.math import Rect2 as Rect2
    from engine.math import Rect2i as Rect2i
    from engine.math import SingularTransformError as SingularTransformError
    from engine.math import Transform2D as Transform2D
    from engine.math import Transform3D as Transform3D
    from engine.math import Vector2 as Vector2
    from engine.math import Vector2i as Vector2i
    from engine.math import Vector3 as Vector3
    from engine.math import Vector3i as Vector3i
    from engine.math import Vector4 as Vector4
    from engine.math import Vector4i as Vector4i
    from engine.math import angle_difference as angle_difference
    from engine.math import clamp as clamp
    from engine.math import clampf as clampf
    from engine.math import clampi as clampi
    from engine.math import db_to_linear as db_to_linear
    from engine.math import deg_to_rad as deg_to_rad
    from engine.math import ease as ease
    from engine.math import fposmod as fposmod
    from engine.math import inverse_lerp as inverse_lerp
    from engine.math import is_equal_approx as is_equal_approx
    from engine.math import is_zero_approx as is_zero_approx
    from engine.math import lerp as lerp
    from engine.math import lerp_angle as lerp_angle
    from engine.math import linear_to_db as linear_to_db
    from engine.math import move_toward as move_toward
    from engine.math import pingpong as pingpong
    from engine.math import posmod as posmod
    from engine.math import rad_to_deg as rad_to_deg
    from engine.math import remap as remap
    from engine.math import rotate_toward as rotate_toward
    from engine.math import sign as sign
    from engine.math import smoothstep as smoothstep
    from engine.math import snapped as snapped
    from engine.math import wrap as wrap
    from engine.math import wrapf as wrapf
    from engine.math import wrapi as wrapi
    from engine.resources import Font as Font
    from engine.resources import HorizontalAlignment as HorizontalAlignment
    from engine.resources import Image as Image
    from engine.resources import ImageTexture as ImageTexture
    from engine.resources import JustificationFlag as JustificationFlag
    from engine.resources import LineBreakFlag as LineBreakFlag
    from engine.resources import MissingResource as MissingResource
    from engine.resources import TextDirection as TextDirection
    from engine.resources import TextOrientation as TextOrientation
    from engine.resources import Texture2D as Texture2D
    from engine.resources.curves.curve import Curve as Curve
    from engine.resources.curves.curve_2d import Curve2D as Curve2D
    from engine.resources.curves.curve_3d import Curve3D as Curve3D
    from engine.resources.gradient import Gradient as Gradient
    from engine.resources.images.image_edits import ClockDirection as ClockDirection
    from engine.resources.images.image_files import ImageFrame as ImageFrame
    from engine.resources.meshes.array_mesh import ArrayMesh as ArrayMesh
    from engine.resources.meshes.mesh import Mesh as Mesh
    from engine.resources.meshes.multi_mesh import MultiMesh as MultiMesh
    from engine.resources.meshes.plane_mesh import PlaneMesh as PlaneMesh
    from engine.resources.meshes.plane_mesh import QuadMesh as QuadMesh
    from engine.resources.meshes.primitive_mesh import PrimitiveMesh as PrimitiveMesh
    from engine.resources.noise.fast_noise_lite import FastNoiseLite as FastNoiseLite
    from engine.resources.noise.noise import Noise as Noise
    from engine.resources.physics_material import PhysicsMaterial as PhysicsMaterial
    from engine.resources.shading.canvas_item_material import CanvasItemMaterial as CanvasItemMaterial
    from engine.resources.shading.material import Material as Material
    from engine.resources.shading.shader import Shader as Shader
    from engine.resources.shading.shader_material import ShaderMaterial as ShaderMaterial
    from engine.resources.shading.uniform import Uniform as Uniform
    from engine.resources.shapes_2d.capsule_shape_2d import CapsuleShape2D as CapsuleShape2D
    from engine.resources.shapes_2d.circle_shape_2d import CircleShape2D as CircleShape2D
    from engine.resources.shapes_2d.concave_polygon_shape_2d import ConcavePolygonShape2D as ConcavePolygonShape2D
    from engine.resources.shapes_2d.convex_polygon_shape_2d import ConvexPolygonShape2D as ConvexPolygonShape2D
    from engine.resources.shapes_2d.rectangle_shape_2d import RectangleShape2D as RectangleShape2D
    from engine.resources.shapes_2d.segment_shape_2d import SegmentShape2D as SegmentShape2D
    from engine.resources.shapes_2d.separation_ray_shape_2d import SeparationRayShape2D as SeparationRayShape2D
    from engine.resources.shapes_2d.shape_2d import Shape2D as Shape2D
    from engine.resources.shapes_2d.world_boundary_shape_2d import WorldBoundaryShape2D as WorldBoundaryShape2D
    from engine.resources.sprite_frames import SpriteFrames as SpriteFrames
    from engine.resources.style_boxes.style_box import StyleBox as StyleBox
    from engine.resources.style_boxes.style_box_empty import StyleBoxEmpty as StyleBoxEmpty
    from engine.resources.style_boxes.style_box_flat import StyleBoxFlat as StyleBoxFlat
    from engine.resources.style_boxes.style_box_line import StyleBoxLine as StyleBoxLine
    from engine.resources.style_boxes.style_box_texture import StyleBoxTexture as StyleBoxTexture
    from engine.resources.textures.atlas_texture import AtlasTexture as AtlasTexture
    from engine.resources.textures.canvas_texture import CanvasTexture as CanvasTexture
    from engine.resources.textures.curve_texture import CurveTexture as CurveTexture
    from engine.resources.textures.curve_xyz_texture import CurveXYZTexture as CurveXYZTexture
    from engine.resources.textures.gradient_texture_1d import GradientTexture1D as GradientTexture1D
    from engine.resources.textures.gradient_texture_2d import GradientTexture2D as GradientTexture2D
    from engine.resources.textures.missing_texture import MissingTexture as MissingTexture
    from engine.resources.textures.noise_texture_2d import NoiseTexture2D as NoiseTexture2D
    from engine.resources.textures.placeholder_texture_2d import PlaceholderTexture2D as PlaceholderTexture2D
    from engine.tree.duplicate import DuplicateFlags as DuplicateFlags
    from engine.tree.group_calls import GroupCallFlags as GroupCallFlags
    from engine.tree.node import Node as Node
    from engine.tree.node import is_instance_valid as is_instance_valid
    from engine.tree.node_path import NodePath as NodePath
    from engine.tree.onready import onready as onready
    from engine.tree.processing import ProcessMode as ProcessMode
    from engine.tree.scene_load import SceneLoad as SceneLoad
    from engine.tree.scene_load import SceneLoadStage as SceneLoadStage
    from engine.tree.scene_tree import SceneTree as SceneTree
    from engine.tree.state.snapshot import Snapshot as Snapshot
    from engine.tree.timers import SceneTreeTimer as SceneTreeTimer
    from engine.tree.tool import tool as tool
    from engine.tree.transforms.views import TransformView as TransformView
    from engine.tree.tween import Tween as Tween
    from engine.tree.tween import Tweener as Tweener
    from engine.tree.tween import TweenPauseMode as TweenPauseMode
    from engine.tree.tween import TweenProcessMode as TweenProcessMode
    from engine.tree.tween.tweener import AwaitTweener as AwaitTweener
    from engine.tree.tween.tweener import CallbackTweener as CallbackTweener
    from engine.tree.tween.tweener import IntervalTweener as IntervalTweener
    from engine.tree.tween.tweener import SubtweenTweener as SubtweenTweener
    from engine.tree.tween.value_tweeners import MethodTweener as MethodTweener
    from engine.tree.tween.value_tweeners import PropertyTweener as PropertyTweener
    from engine.tree.viewport import SceneViewport as SceneViewport
    from engine.tree.world_2d import World2D as World2D
    from nodes.physics_2d.kinematic_collision_2d import KinematicCollision2D as KinematicCollision2D
    from nodes.physics_2d.physics_direct_body_state_2d import PhysicsDirectBodyState2D as PhysicsDirectBodyState2D
    from nodes.viewport.viewport_texture import ViewportTexture as ViewportTexture

    __version__: str

_NAMES = {
    "engine.app": "load run",
    "engine.core.connection": "Connection",
    "engine.core.coroutine": "Task",
    "engine.core.errors": (
        "ActionError AlreadyConnectedError BindingError DisplayError ExportError FreedError InvalidTypeError "
        "InvalidValueError NodeNotFoundError NodeTypeError NotConnectedError ResourceError ResourceFormatError "
        "ResourceNotFoundError SapwoodError ScriptError ServerError ShadowedPackageError SignalError TreeError "
        "UnknownTypeError"
    ),
    "engine.core.export": "export",
    "engine.core.migration": "migration",
    "engine.core.object": "Object SignalInfo",
    "engine.core.resource": "Resource",
    "engine.core.signal": "ConnectFlags Signal",
    "engine.input": (
        "Input InputEvent InputEventAction InputEventFromWindow InputEventJoypadButton InputEventJoypadMotion "
        "InputEventKey InputEventMouse InputEventMouseButton InputEventMouseMotion InputEventMouseWheel "
        "InputEventScreenDrag InputEventScreenTouch InputEventText InputEventWithModifiers InputMap JoyAxis "
        "JoyButton Key MouseButton MouseMode"
    ),
    "engine.input.recording": "InputRecorder InputRecording",
    "engine.math": (
        "AABB AStar2D AStar3D AStarGrid2D Basis Color DivisionByZeroError EulerOrder ImmutableError "
        "MathTypeError MathValueError Plane Projection Quaternion RandomNumberGenerator Rect2 Rect2i "
        "SingularTransformError Transform2D Transform3D Vector2 Vector2i Vector3 Vector3i Vector4 Vector4i "
        "angle_difference clamp clampf clampi db_to_linear deg_to_rad ease fposmod inverse_lerp "
        "is_equal_approx is_zero_approx lerp lerp_angle linear_to_db move_toward pingpong posmod rad_to_deg "
        "remap rotate_toward sign smoothstep snapped wrap wrapf wrapi"
    ),
    "engine.resources": (
        "Font HorizontalAlignment Image ImageTexture JustificationFlag LineBreakFlag MissingResource TextDirection "
        "TextOrientation Texture2D"
    ),
    "engine.resources.curves.curve": "Curve",
    "engine.resources.curves.curve_2d": "Curve2D",
    "engine.resources.curves.curve_3d": "Curve3D",
    "engine.resources.noise.fast_noise_lite": "FastNoiseLite",
    "engine.resources.gradient": "Gradient",
    "engine.resources.images.image_edits": "ClockDirection",
    "engine.resources.images.image_files": "ImageFrame",
    "engine.resources.shading.material": "Material",
    "engine.resources.meshes.array_mesh": "ArrayMesh",
    "engine.resources.meshes.mesh": "Mesh",
    "engine.resources.meshes.multi_mesh": "MultiMesh",
    "engine.resources.meshes.plane_mesh": "PlaneMesh QuadMesh",
    "engine.resources.meshes.primitive_mesh": "PrimitiveMesh",
    "engine.resources.noise.noise": "Noise",
    "engine.resources.physics_material": "PhysicsMaterial",
    "engine.resources.shading.canvas_item_material": "CanvasItemMaterial",
    "engine.resources.shading.shader": "Shader",
    "engine.resources.shading.shader_material": "ShaderMaterial",
    "engine.resources.shading.uniform": "Uniform",
    "engine.resources.shapes_2d.capsule_shape_2d": "CapsuleShape2D",
    "engine.resources.shapes_2d.circle_shape_2d": "CircleShape2D",
    "engine.resources.shapes_2d.concave_polygon_shape_2d": "ConcavePolygonShape2D",
    "engine.resources.shapes_2d.convex_polygon_shape_2d": "ConvexPolygonShape2D",
    "engine.resources.shapes_2d.rectangle_shape_2d": "RectangleShape2D",
    "engine.resources.shapes_2d.segment_shape_2d": "SegmentShape2D",
    "engine.resources.shapes_2d.separation_ray_shape_2d": "SeparationRayShape2D",
    "engine.resources.shapes_2d.shape_2d": "Shape2D",
    "engine.resources.shapes_2d.world_boundary_shape_2d": "WorldBoundaryShape2D",
    "engine.resources.sprite_frames": "SpriteFrames",
    "engine.resources.style_boxes.style_box": "StyleBox",
    "engine.resources.style_boxes.style_box_empty": "StyleBoxEmpty",
    "engine.resources.style_boxes.style_box_flat": "StyleBoxFlat",
    "engine.resources.style_boxes.style_box_line": "StyleBoxLine",
    "engine.resources.style_boxes.style_box_texture": "StyleBoxTexture",
    "engine.resources.textures.atlas_texture": "AtlasTexture",
    "engine.resources.textures.canvas_texture": "CanvasTexture",
    "engine.resources.textures.curve_texture": "CurveTexture",
    "engine.resources.textures.curve_xyz_texture": "CurveXYZTexture",
    "engine.resources.textures.gradient_texture_1d": "GradientTexture1D",
    "engine.resources.textures.gradient_texture_2d": "GradientTexture2D",
    "engine.resources.textures.missing_texture": "MissingTexture",
    "engine.resources.textures.noise_texture_2d": "NoiseTexture2D",
    "engine.resources.textures.placeholder_texture_2d": "PlaceholderTexture2D",
    "engine.tree.duplicate": "DuplicateFlags",
    "engine.tree.group_calls": "GroupCallFlags",
    "engine.tree.node": "Node is_instance_valid",
    "engine.tree.node_path": "NodePath",
    "engine.tree.onready": "onready",
    "engine.tree.processing": "ProcessMode",
    "engine.tree.scene_load": "SceneLoad SceneLoadStage",
    "engine.tree.scene_tree": "SceneTree",
    "engine.tree.state.snapshot": "Snapshot",
    "engine.tree.timers": "SceneTreeTimer",
    "engine.tree.tool": "tool",
    "engine.tree.transforms.views": "TransformView",
    "engine.tree.tween": "Tween TweenPauseMode TweenProcessMode Tweener",
    "engine.tree.tween.tweener": "AwaitTweener CallbackTweener IntervalTweener SubtweenTweener",
    "engine.tree.tween.value_tweeners": "MethodTweener PropertyTweener",
    "engine.tree.viewport": "SceneViewport",
    "engine.tree.world_2d": "World2D",
    "nodes.physics_2d.kinematic_collision_2d": "KinematicCollision2D",
    "nodes.physics_2d.physics_direct_body_state_2d": "PhysicsDirectBodyState2D",
    "nodes.viewport.viewport_texture": "ViewportTexture",
}
_HOMES = {name: module for module, names in _NAMES.items() for name in names.split()}

if not TYPE_CHECKING:  # a checker that saw this function would accept any name
    __all__ = list(_HOMES)  # for `import *`, which checkers understand from the lines above

    def __getattr__(name: str) -> Any:
        """Import a public name when it is first asked for."""
        if name == "__version__":
            return _installed_version()
        home = _HOMES.get(name)
        if home is None:
            if name.startswith("_"):  # asked for by tools that look at every module; it shall cost them nothing
                raise AttributeError(f"module 'engine' has no attribute {name!r}", name=name)
            import_module("engine.core.absent_names").refuse_name(__name__, name, _HOMES)
        _refuse_shadowed_packages()
        module = __import__(home, fromlist=(name,))
        value = globals()[name] = getattr(module, name)
        return value


def __dir__() -> list[str]:
    return sorted({*_HOMES, "__version__", *(name for name in globals() if name.startswith("__"))})


def _installed_version() -> str:
    from importlib.metadata import version

    return version("sapwood")


@cache
def _refuse_shadowed_packages() -> None:
    """Raise ShadowedPackageError when `nodes`, `servers` or `scenes` is not the package that lies beside `engine`."""
    from engine.core.errors import ShadowedPackageError

    ours = dirname(dirname(realpath(__file__)))
    for name in ("nodes", "servers", "scenes"):
        own = join(ours, name, "__init__.py")
        module = sys.modules.get(name)
        spec = module.__spec__ if module is not None else PathFinder.find_spec(name)
        found = spec.origin if spec is not None else None
        if found is None or realpath(found) == own:
            continue
        raise ShadowedPackageError(
            f"package {name!r} - Python finds {found}, which hides Sapwood's own {own} - rename {found}: the names "
            "engine, nodes, servers and scenes are Sapwood's",
            name=name,
            path=found,
        )
