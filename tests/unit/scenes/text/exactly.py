"""What a value is, down to its types and bits, as plain tuples that compare."""

from __future__ import annotations

from typing import Any

from engine.tree.node_path import NodePath
from scenes.text import Document
from scenes.text.values import Key, ObjectValue, TypedArray, TypedDictionary


def exactly(value: Any) -> Any:
    """The same for two values of the same types and bits only: 1 is not 1.0, -0.0 not 0.0, and nan is nan."""
    kind = type(value).__name__
    match value:
        case float():
            return kind, value.hex()
        case NodePath():
            return kind, str(value)
        case Key():
            return kind, exactly(value.value)
        case ObjectValue():
            return kind, value.type, exactly(value.properties)
        case TypedArray():
            return kind, exactly(value.element_type), [exactly(item) for item in value]
        case TypedDictionary():
            return kind, exactly(value.key_type), exactly(value.value_type), exactly(dict(value))
        case dict():
            return kind, [(exactly(key), exactly(item)) for key, item in value.items()]
        case list() | tuple():
            return kind, [exactly(item) for item in value]
    return kind, value


def exactly_document(document: Document) -> Any:
    """The sections of a document: kinds, attributes and properties, in order."""
    return [(section.kind, exactly(section.attributes), exactly(section.properties)) for section in document.sections]
