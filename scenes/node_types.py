"""Which class a scene file's type names, and what stands in for a type that is not here."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, cast

import nodes
from engine.core.godot_classes import PARENTS, RENAMED
from engine.core.registry import node_types, resource_types
from engine.core.resource import Resource
from engine.resources.textures.texture_2d import Texture2D
from engine.tree.node import Node
from nodes.missing_node import MissingNode

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["is_texture_type", "known_names", "missing_type", "nearest", "node_class", "resource_class"]


def node_class(name: str, find_script: Callable[[str], type[Any] | None] | None = None) -> type[Node] | None:
    """The node type of that name, or None: the engine's, else one that a game has defined, else what Godot 4 takes it
    for that Godot 3 had under that name.

    Args:
        name: as a file has it, such as "Node2D" or "Ship".
        find_script: asked for the class where no such type is known; it may import what defines it.
    """
    found = _in_catalogue(name) or node_types.find(name)
    if found is None and find_script is not None:
        found = find_script(name)
    if found is None:
        found = _in_catalogue(RENAMED.get(name, ""))
    return found if found is not None and issubclass(found, Node) else None


def resource_class(name: str, find_script: Callable[[str], type[Any] | None] | None = None) -> type[Resource] | None:
    """The resource type of that name, or None: the engine's, else one that a game has defined.

    Args:
        name: as a file has it, such as "Curve" or "Loot".
        find_script: as for `node_class`.
    """
    home = _RESOURCE_HOMES.get(name)
    if home is not None:
        return cast("type[Resource]", getattr(home(), name))
    found = resource_types.find(name)
    if found is None and find_script is not None:
        found = find_script(name)
    return found if found is not None and issubclass(found, Resource) else None


def is_texture_type(name: str) -> bool:
    """Whether a resource type, here or only in Godot, is Texture2D or a kind of it."""
    above: str | None = name
    while above is not None and above != "Texture2D":
        above = PARENTS.get(above)
    if above is None:
        found = resource_types.find(name)
        return found is not None and issubclass(found, Texture2D)
    return True


def known_names() -> list[str]:
    """The names of all node types that `node_class` knows without looking for a file."""
    return [*nodes._HOMES, *node_types.names()]


def nearest(name: str) -> type[Node]:
    """The nearest node type above a type of Godot's that is here: Node2D for "GPUParticles2D"; Node for an unknown."""
    above: str | None = RENAMED.get(name, name)
    while above is not None:
        found = _in_catalogue(above)
        if found is not None:
            return found
        above = PARENTS.get(above)
    return Node


def missing_type(base: type[Node]) -> type[MissingNode]:
    """The MissingNode that is also a `base`, made once: MissingNode2D for Node2D. Scene files cannot name it."""
    if issubclass(MissingNode, base):
        return MissingNode
    known: type[MissingNode] | None = vars(base).get("_missing_type")
    if known is None:
        body = {"__module__": MissingNode.__module__, "__doc__": MissingNode.__doc__, "__slots__": ()}
        known = type(f"Missing{base.__name__}", (MissingNode, base), body, registered=False)
        base._missing_type = known  # type: ignore[attr-defined]  # it goes with the class
    return known


def _in_catalogue(name: str) -> type[Node] | None:
    """The engine's node type of that name."""
    if name not in nodes._HOMES and name not in vars(nodes):  # in a frozen program all are imported
        return None
    found = getattr(nodes, name)
    return found if isinstance(found, type) and issubclass(found, Node) else None


_INPUT_TYPES = (
    "InputEvent InputEventAction InputEventFromWindow InputEventJoypadButton InputEventJoypadMotion InputEventKey "
    "InputEventMouse InputEventMouseButton InputEventMouseMotion InputEventMouseWheel InputEventScreenDrag "
    "InputEventScreenTouch InputEventText InputEventWithModifiers"
)

_RESOURCE_HOMES: dict[str, Callable[[], Any]] = {
    "ArrayMesh": lambda: import_module("engine.resources.meshes.array_mesh"),
    "AtlasTexture": lambda: import_module("engine.resources.textures.atlas_texture"),
    "CanvasTexture": lambda: import_module("engine.resources.textures.canvas_texture"),
    "CanvasItemMaterial": lambda: import_module("engine.resources.shading.canvas_item_material"),
    "CapsuleShape2D": lambda: import_module("engine.resources.shapes_2d.capsule_shape_2d"),
    "CircleShape2D": lambda: import_module("engine.resources.shapes_2d.circle_shape_2d"),
    "ConcavePolygonShape2D": lambda: import_module("engine.resources.shapes_2d.concave_polygon_shape_2d"),
    "ConvexPolygonShape2D": lambda: import_module("engine.resources.shapes_2d.convex_polygon_shape_2d"),
    "Curve": lambda: import_module("engine.resources.curves.curve"),
    "Curve2D": lambda: import_module("engine.resources.curves.curve_2d"),
    "Curve3D": lambda: import_module("engine.resources.curves.curve_3d"),
    "CurveTexture": lambda: import_module("engine.resources.textures.curve_texture"),
    "CurveXYZTexture": lambda: import_module("engine.resources.textures.curve_xyz_texture"),
    "FastNoiseLite": lambda: import_module("engine.resources.noise.fast_noise_lite"),
    "Font": lambda: import_module("engine.resources.font"),
    "FontFile": lambda: import_module("engine.resources.font"),
    "Gradient": lambda: import_module("engine.resources.gradient"),
    "GradientTexture1D": lambda: import_module("engine.resources.textures.gradient_texture_1d"),
    "GradientTexture2D": lambda: import_module("engine.resources.textures.gradient_texture_2d"),
    "Image": lambda: import_module("engine.resources.images.image"),
    "ImageTexture": lambda: import_module("engine.resources.textures.texture_2d"),
    "Material": lambda: import_module("engine.resources.shading.material"),
    "Mesh": lambda: import_module("engine.resources.meshes.mesh"),
    "MissingResource": lambda: import_module("engine.resources.loading.missing_resource"),
    "MissingTexture": lambda: import_module("engine.resources.textures.missing_texture"),
    "MultiMesh": lambda: import_module("engine.resources.meshes.multi_mesh"),
    "Noise": lambda: import_module("engine.resources.noise.noise"),
    "NoiseTexture2D": lambda: import_module("engine.resources.textures.noise_texture_2d"),
    "PackedScene": lambda: import_module("scenes.packed_scene"),
    "PhysicsMaterial": lambda: import_module("engine.resources.physics_material"),
    "PlaceholderTexture2D": lambda: import_module("engine.resources.textures.placeholder_texture_2d"),
    "PlaneMesh": lambda: import_module("engine.resources.meshes.plane_mesh"),
    "PrimitiveMesh": lambda: import_module("engine.resources.meshes.primitive_mesh"),
    "QuadMesh": lambda: import_module("engine.resources.meshes.plane_mesh"),
    "RectangleShape2D": lambda: import_module("engine.resources.shapes_2d.rectangle_shape_2d"),
    "Resource": lambda: import_module("engine.core.resource"),
    "Script": lambda: import_module("scenes.scripts"),
    "SegmentShape2D": lambda: import_module("engine.resources.shapes_2d.segment_shape_2d"),
    "SeparationRayShape2D": lambda: import_module("engine.resources.shapes_2d.separation_ray_shape_2d"),
    "Shader": lambda: import_module("engine.resources.shading.shader"),
    "ShaderMaterial": lambda: import_module("engine.resources.shading.shader_material"),
    "Shape2D": lambda: import_module("engine.resources.shapes_2d.shape_2d"),
    "Shortcut": lambda: import_module("engine.input.shortcut"),
    "SpriteFrames": lambda: import_module("engine.resources.sprite_frames"),
    "StyleBox": lambda: import_module("engine.resources.style_boxes.style_box"),
    "StyleBoxEmpty": lambda: import_module("engine.resources.style_boxes.style_box_empty"),
    "StyleBoxFlat": lambda: import_module("engine.resources.style_boxes.style_box_flat"),
    "StyleBoxLine": lambda: import_module("engine.resources.style_boxes.style_box_line"),
    "StyleBoxTexture": lambda: import_module("engine.resources.style_boxes.style_box_texture"),
    "Texture2D": lambda: import_module("engine.resources.textures.texture_2d"),
    "ViewportTexture": lambda: import_module("nodes.viewport.viewport_texture"),
    "World2D": lambda: import_module("engine.tree.world_2d"),
    "WorldBoundaryShape2D": lambda: import_module("engine.resources.shapes_2d.world_boundary_shape_2d"),
    **dict.fromkeys(_INPUT_TYPES.split(), lambda: import_module("engine.input")),
}
