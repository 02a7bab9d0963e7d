"""What a file says of a node, set when the node is there already: as instances of placeholders get theirs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.core.errors import InvalidTypeError, InvalidValueError
from engine.core.migration import migrate
from engine.tree.node import Node
from scenes.property_values import from_file, settable

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["apply_properties"]


def apply_properties(node: Node, properties: Mapping[str, Any]) -> None:
    """Give a node properties as files have them, in order; those that its class does not have are kept with it.

    Args:
        node: any node.
        properties: by name; resources are there already. Those of an older version of its class are migrated first.

    Raises:
        SceneError: as `engine.core.migration.migrate`.
        InvalidTypeError: a value is of another kind than its property; the text names both.
        InvalidValueError: it is none of the choices.
        Exception: what a property of the game's raises.
    """
    if not isinstance(node, Node):
        raise InvalidTypeError(f"apply_properties(node, properties): a node is needed, got {node!r}")
    cls = type(node)
    known = settable(cls)
    for name, value in migrate(cls, properties).items():
        if name.startswith("metadata/"):
            node.meta[name[9:]] = value
        elif name in known:
            setattr(node, name, _converted(node, name, known[name], value))
        else:
            if node._kept_properties is None:
                node._kept_properties = {}
            node._kept_properties[name] = value


def _converted(node: Node, name: str, like: Any, value: Any) -> Any:
    """The value that the property takes."""
    try:
        return from_file(like, value)
    except InvalidTypeError as error:
        raise InvalidTypeError(f"{node._where()}.{name} {error}") from error
    except InvalidValueError as error:
        raise InvalidValueError(f"{node._where()}.{name} {error}") from error
