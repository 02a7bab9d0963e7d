"""Reading of references to resources, and of the names of types that arrays and dictionaries are of."""

from __future__ import annotations

from typing import Any, Final

from scenes.text.source_text import MARK, NUMBER, STRING, WORD, SourceText, shown
from scenes.text.values import ExtResource, ResourcePath, SubResource

__all__ = ["REFERENCES", "read_reference", "read_type_name"]

REFERENCES: Final = frozenset({"ExtResource", "SubResource", "Resource"})


def read_reference(source: SourceText, name: str, at: int) -> tuple[Any, int]:
    """What `name`, one of REFERENCES, refers to with the brackets at a position; and where they end."""
    token = source.token(source.expect("(", at, name))
    if token.kind != STRING and (token.kind != NUMBER or name == "Resource"):
        raise source.error(token.start, f"{name} needs a string, got {token.shown}")
    word = source.string(token) if token.kind == STRING else token.text
    if name == "Resource":
        return _resource_path(source, word, token.end)
    kind = ExtResource if name == "ExtResource" else SubResource
    return kind(word), source.expect(")", token.end, name)


def _resource_path(source: SourceText, word: str, at: int) -> tuple[ResourcePath, int]:
    """The rest of `Resource("path")`, `Resource("uid")` or `Resource("uid", "path")`."""
    words = [word]
    token = source.token(at)
    if token.kind == MARK and token.text == ",":
        token = source.token(token.end)
        if token.kind != STRING:
            raise source.error(token.start, f"Resource needs a path in quotes here, got {token.shown}")
        words.append(source.string(token))
        at = token.end
    uids = [word for word in words if word.startswith("uid://")]
    paths = [word for word in words if not word.startswith("uid://")]
    if len(words) == 2 and len(uids) != 1:
        raise source.error(
            token.start, f"Resource needs a uid:// and a path, got {shown(words[0])} and {shown(words[1])}"
        )
    return ResourcePath("".join(paths), "".join(uids)), source.expect(")", at, "Resource")


def read_type_name(source: SourceText, at: int, where: str) -> tuple[Any, int]:
    """The type of an array's elements, or of a dictionary's keys or values: a name, or the reference of a script."""
    token = source.token(at)
    if token.kind != WORD:
        raise source.error(token.start, f"{where} needs the name of a type, got {token.shown}")
    after = source.token(token.end)
    if token.text in REFERENCES and after.kind == MARK and after.text == "(":
        return read_reference(source, token.text, token.end)
    return token.text, token.end
