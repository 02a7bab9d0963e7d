"""Which textures the nodes of a tree draw with, as their files name them: what a scene needs, and what it misses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core.errors import InvalidTypeError
from engine.core.export import get_exports
from engine.core.resource import Resource
from engine.math.value import Value, shortened
from engine.resources.images.image import Image
from engine.resources.textures.missing_texture import MissingTexture
from engine.resources.textures.texture_2d import Texture2D
from engine.tree.node import Node

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["referenced_textures", "unresolved_textures"]


def referenced_textures(root: Node) -> list[str]:
    """The references of all textures that a tree draws with, each once, in the order of the nodes.

    A reference is the path of a file, "res://ship.png", or a procedural one, "procedural:checkerboard"; a texture made
    in code, or inside of a scene, has none of its own, but those that it holds count: the picture of an AtlasTexture,
    the frames of a SpriteFrames, what a ShaderMaterial is given. Nodes that are hidden count as well.

    Args:
        root: where to begin; itself too. It need not be in a tree.

    Raises:
        InvalidTypeError: `root` is no Node.
    """
    return list(dict.fromkeys(texture.resource_path for texture in _textures(root)))


def unresolved_textures(root: Node) -> list[str]:
    """Of `referenced_textures`, those that are not there or cannot be read; a checker is drawn for them.

    Raises:
        InvalidTypeError: `root` is no Node.
    """
    missing = (texture.resource_path for texture in _textures(root) if isinstance(texture, MissingTexture))
    return list(dict.fromkeys(missing))


def _textures(root: Node) -> Iterator[Texture2D]:
    """The textures with a reference, each once, in the order of the nodes."""
    if not isinstance(root, Node):
        raise InvalidTypeError(f"the textures of a tree are found from a Node, got {shortened(root)}")
    seen: set[int] = set()
    nodes = [root]
    while nodes:
        node = nodes.pop()
        yield from _textures_held(node, seen)
        nodes += reversed(node.get_children())


def _textures_held(node: Node, seen: set[int]) -> Iterator[Texture2D]:
    """Those in the properties of a node, and in the resources that it holds, however deep; each resource once."""
    waiting = list(_resources_in(node))[::-1]
    while waiting:
        resource = waiting.pop()
        if id(resource) in seen:
            continue
        seen.add(id(resource))
        if isinstance(resource, Texture2D) and not resource.is_built_in():
            yield resource
        waiting += list(_resources_in(resource))[::-1]


def _resources_in(item: Node | Resource) -> Iterator[Resource]:
    """Those in the properties of a node or resource, in order; not those that they hold."""
    if isinstance(item, Image):  # its one large property holds numbers
        return
    values = [getattr(item, name) for name in get_exports(type(item))]
    if isinstance(item, Resource):
        values += item._dynamic_properties().values()
    waiting = values[::-1]
    while waiting:
        value = waiting.pop()
        if isinstance(value, Resource):
            yield value
        elif isinstance(value, dict):
            waiting += reversed(value.values())
        elif isinstance(value, (list, tuple)) and not isinstance(value, Value):
            waiting += reversed(value)
