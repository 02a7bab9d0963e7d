"""What is said of a first argument of a node class that is no name: everything else is given by its property's name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.core.errors import InvalidTypeError, InvalidValueError
from engine.core.export import get_exports
from engine.core.kind_advice import advice_on
from engine.math.value import shortened

if TYPE_CHECKING:
    from engine.tree.node import Node

__all__ = ["check_name_argument"]

_PICTURES = (".png", ".jpg", ".jpeg", ".webp", ".bmp", ".tga", ".gif", ".svg")
_SCENES = (".tscn", ".escn")
_OTHERS = (".tres", ".res", ".gd", ".py", ".gdshader", ".ttf", ".otf", ".wav", ".ogg", ".mp3", ".gltf", ".glb")
_PROPERTIES = {
    "Texture2D": "texture",
    "SpriteFrames": "sprite_frames",
    "Mesh": "mesh",
    "MultiMesh": "multimesh",
    "Curve2D": "curve",
    "Material": "material",
    "Shape2D": "shape",
    "PhysicsMaterial": "physics_material_override",
}
"""Where a resource is likely to go, by the name of its class."""


def check_name_argument(cls: type[Node], name: object) -> None:
    """Refuse what is meant for a property, and the path of a file.

    Raises:
        InvalidTypeError: it is no str.
        InvalidValueError: it looks like the path of a file; a node that is to be called so gets the name afterwards.
    """
    if not isinstance(name, str):
        raise InvalidTypeError(f"{cls.__name__}.name must be a str, got {shortened(name)}; {_meant(cls, name)}")
    path = name.lower()
    if path.startswith(("res://", "uid://")) or path.endswith((*_PICTURES, *_SCENES, *_OTHERS)):
        raise InvalidValueError(
            f"{cls.__name__}({name!r}) - the first argument is the node's name, and this looks like a file; "
            f"{_of_path(cls, name, path)}"
        )


def _of_path(cls: type[Node], name: str, path: str) -> str:
    if path.endswith(_PICTURES) and hasattr(cls, "texture"):
        return f"write {cls.__name__}(texture=load({name!r}, Texture2D))"
    if path.endswith(_SCENES):
        return advice_on(name, "Node")
    return "give a resource to the property that it is for, or set .name afterwards"


def _meant(cls: type[Node], value: Any) -> str:
    """How to give a class what came where its name goes."""
    for base in type(value).__mro__:
        name = _PROPERTIES.get(base.__name__, "")
        if name and hasattr(cls, name):
            return f"write {cls.__name__}({name}=...)"
        if base.__name__ == "Node":
            return "a child is added with add_child()"
    if isinstance(value, (tuple, list)) and hasattr(cls, "position"):
        return f"write {cls.__name__}(position={value!r})"
    for name, info in get_exports(cls).items():
        if info.owner is cls and type(info.default) in (int, float) and type(value) in (int, float):
            return f"write {cls.__name__}({name}={value!r})"
    return f"properties are given by name, as in {cls.__name__}(name='A')"
