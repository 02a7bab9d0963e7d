"""What Godot's class reference says of the classes that we have, too: godot_facts.jsonl, one class a line.

    python tests/contract/godot_facts.py ../shared/spec/classes.json [CLASS ...]

takes the facts of further classes, with those they inherit from, out of the whole reference. Kept are properties with
type and default, signals, methods and enums.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, NamedTuple

FILE = Path(__file__).with_suffix(".jsonl")
NOTHING: Any = object()
VALUE_TYPES = {
    "bool", "int", "float", "String", "StringName", "NodePath", "Vector2", "Vector2i", "Vector3", "Vector3i", "Vector4",
    "Vector4i", "Rect2", "Rect2i", "Color", "Quaternion", "AABB", "Plane", "Basis", "Transform2D", "Transform3D",
    "Projection", "RID", "Array", "Dictionary",
}  # fmt: skip


class Property(NamedTuple):
    """A property of Godot's; `default` is as the reference writes it, None where it does not say."""

    name: str
    type: str
    default: str | None


class GodotClass(NamedTuple):
    """A class of Godot's, without what it inherits."""

    name: str
    inherits: str | None
    properties: list[Property]
    signals: dict[str, list[str]]
    """The names of the parameters."""
    methods: dict[str, list[tuple[str, str | None]]]
    """The names and the defaults of the parameters."""
    enums: dict[str, dict[str, int]]


def read_facts() -> dict[str, GodotClass]:
    """The classes in the file, by name."""
    found = {}
    for line in FILE.read_text("utf-8").splitlines():
        record = json.loads(line)
        record["properties"] = [Property(*each) for each in record["properties"]]
        record["methods"] = {name: [(each[0], each[1]) for each in took] for name, took in record["methods"].items()}
        found[record["name"]] = GodotClass(**record)
    return found


def lineage(facts: dict[str, GodotClass], name: str) -> list[GodotClass]:
    """A class and those it inherits from, the first ancestor first."""
    chain: list[GodotClass] = []
    step: str | None = name
    while step is not None:
        chain.insert(0, facts[step])
        step = facts[step].inherits
    return chain


def properties_of(facts: dict[str, GodotClass], name: str) -> dict[str, Property]:
    """All properties of a class; where it changes an inherited default, with its own."""
    return {each.name: each for known in lineage(facts, name) for each in known.properties}


def numbers_of(default: str) -> tuple[float, ...]:
    """The numbers in `Vector2(0, 0)` and the like; () for `PackedVector2Array()`."""
    inside = default.partition("(")[2].rpartition(")")[0]
    return tuple(float(each) for each in inside.split(",") if each.strip())


def default_of(known: Property) -> Any:
    """The default as plain data: a bool, an int, a float, a str, a tuple of numbers, or None for no object.

    A dictionary with something in it is given as it is written; NOTHING where the reference does not say, which it does
    not for objects and for what is worked out.
    """
    text = known.default
    if text is None:
        return NOTHING if known.type in VALUE_TYPES or known.type.startswith("Packed") else None
    match known.type:
        case "bool" | "String":
            return json.loads(text)
        case "int":
            return int(text)
        case "float":
            return float(text)
        case "StringName":
            return json.loads(text.removeprefix("&"))
        case "NodePath":
            return json.loads(text.removeprefix("NodePath(").removesuffix(")"))
        case "Dictionary" if text != "{}":
            return text
    if text in ("[]", "{}"):
        return ()
    return numbers_of(text)


def taken(name: str, record: dict[str, Any]) -> dict[str, Any]:
    """The facts that are kept of one class of the reference."""
    return {
        "name": name,
        "inherits": record["inherits"],
        "properties": [[each["name"], each["type"], each.get("default")] for each in record.get("properties", [])],
        "signals": {each["name"]: [took[0] for took in each["params"]] for each in record.get("signals", [])},
        "methods": {
            each["name"]: [[took[0], took[2] if len(took) > 2 else None] for took in each["params"]]
            for each in record.get("methods", [])
        },
        "enums": record.get("enums", {}),
    }


def main(reference: str, *names: str) -> None:
    """Write the file anew: the classes that it has, and `names`, with those they inherit from."""
    classes = json.loads(Path(reference).read_text("utf-8"))["classes"]
    wanted = {*names, *(read_facts() if FILE.is_file() else ())}
    for name in tuple(wanted):
        while name is not None:
            wanted.add(name)
            name = classes[name]["inherits"]
    lines = [json.dumps(taken(name, classes[name]), separators=(",", ":")) for name in sorted(wanted)]
    FILE.write_text("".join(f"{line}\n" for line in lines), "utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
