"""`@tool`: classes that also run while their tree is edited."""

from __future__ import annotations

from typing import Any, TypeVar

from engine.core.errors import InvalidTypeError
from engine.math.value import shortened
from engine.tree.flags import MASK_TOOL
from engine.tree.node import Node

C = TypeVar("C", bound=type[Node])


def tool(cls: C) -> C:
    """Mark a node class as a tool: it is processed, told of input and draws its own in edit mode, too.

    Subclasses are not tools by that; mark them themselves.

    Raises:
        InvalidTypeError: `cls` is not a node class.
    """
    given: Any = cls
    if not isinstance(given, type) or not issubclass(given, Node):
        raise InvalidTypeError(f"@tool marks a node class, got {shortened(given)}")
    cls._mask |= MASK_TOOL
    return cls
