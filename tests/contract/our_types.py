"""Every node type of the catalogue and every resource type of the engine, found by themselves."""

from __future__ import annotations

import importlib
from pathlib import Path

import nodes
from engine.core.registry import resource_types
from engine.core.resource import Resource
from engine.tree.node import Node

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("engine", "nodes", "servers", "scenes")


def _resource_types() -> list[type[Resource]]:
    """What is registered once the modules that may define resources are imported; not what tests define."""
    for folder in ("engine/core", "engine/input", "engine/resources", "engine/tree", "nodes/viewport", "scenes"):
        for file in sorted((ROOT / folder).rglob("*.py")):
            importlib.import_module(".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"))
    registered = [resource_types.get(name) for name in resource_types.names()]
    return [each for each in registered if each.__module__.partition(".")[0] in PACKAGES]


NODE_TYPES: list[type[Node]] = [getattr(nodes, name) for name in sorted(nodes._HOMES)]
RESOURCE_TYPES: list[type[Resource]] = _resource_types()


def type_name(value: object) -> str:
    """For the ids of tests: a class by its name."""
    return value.__name__ if isinstance(value, type) else str(value)
