"""Nodes that were met in a step, and may be freed by now."""

from __future__ import annotations

from typing import Any

from engine.tree.node import is_instance_valid


def living(node: Any) -> Any:
    """A node; None once it is freed."""
    return node if is_instance_valid(node) else None
