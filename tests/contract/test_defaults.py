"""Types, properties, signals and methods that Godot has, too, have Godot's names, defaults and parameters.

What Godot has and we lack is listed, not refused: `pytest tests/contract/test_defaults.py -rP` prints the list. Where
we differ on purpose stands below, with the reason; a line there that is no longer true fails.
"""

from __future__ import annotations

import inspect
import json
from collections.abc import Iterable, Iterator
from enum import IntEnum, IntFlag
from typing import Any

import pytest

from engine.core.object import declared_signals
from engine.math import (
    AABB,
    AStar2D,
    AStar3D,
    AStarGrid2D,
    Basis,
    Color,
    Plane,
    Quaternion,
    Rect2,
    Transform2D,
    Transform3D,
    Vector2,
    Vector2i,
    Vector3,
    Vector4,
)
from engine.tree.node_path import NodePath
from engine.tree.scene_tree import SceneTree
from engine.tree.timers import SceneTreeTimer
from engine.tree.tween import (
    CallbackTweener,
    IntervalTweener,
    MethodTweener,
    PropertyTweener,
    SubtweenTweener,
    Tween,
    Tweener,
)
from scenes.property_values import settable
from tests.contract.godot_facts import (
    FILE,
    NOTHING,
    GodotClass,
    Property,
    default_of,
    lineage,
    numbers_of,
    properties_of,
    read_facts,
    taken,
)
from tests.contract.our_types import NODE_TYPES, RESOURCE_TYPES, ROOT, type_name

REFERENCE = ROOT.parent / "shared" / "spec" / "classes.json"

# Under which name Godot has a type of ours, where it is another.
GODOT_NAMES = {"SceneViewport": "Viewport"}

# Types that Godot has not.
OURS_ALONE = {
    "MissingTexture": "it is what MissingResource is, where nodes take it for a texture",
    "CurveXYZTexture": "Godot's, too; the reference that the facts are taken from leaves it out",
    "BackBufferCopy": "Godot's, too; as CurveXYZTexture",
    "MeshInstance2D": "Godot's, too; as CurveXYZTexture",
    "MultiMeshInstance2D": "Godot's, too; as CurveXYZTexture",
    "ConcavePolygonShape2D": "Godot's, too; as CurveXYZTexture",
    "ConvexPolygonShape2D": "Godot's, too; as CurveXYZTexture",
    "SegmentShape2D": "Godot's, too; as CurveXYZTexture",
    "SeparationRayShape2D": "Godot's, too; as CurveXYZTexture",
    "WorldBoundaryShape2D": "Godot's, too; as CurveXYZTexture",
    "DampedSpringJoint2D": "Godot's, too; as CurveXYZTexture",
    "GrooveJoint2D": "Godot's, too; as CurveXYZTexture",
    "InputEventMouseWheel": "Godot sends turns of the wheel as presses of mouse buttons, which keeps fractions out",
    "InputEventText": "Godot has typed characters in InputEventKey.unicode, which cannot hold what an IME commits",
    "Script": "Godot's scripts are of languages of its own; this one is a file with a Python class",
}

# Methods that have Godot's name and take something else.
OTHER_PARAMETERS = {
    "Object.disconnect": "by name, as scene files have it; signal.disconnect(callable) is the other one",
    "Object.is_connected": "as connect",
    "Image.create": "there is one format, and a colour to begin with",
}

# Parameters that have Godot's name and another default.
OTHER_DEFAULTS = {
    "Node.find_children(type)": 'a class, or None for any; "" means any, too',
}

# What is asked of the tree that uses it; a new one is in none.
ONLY_IN_A_TREE = {"World2D.direct_space_state"}

# Properties that have Godot's name and another default.
OTHER_PROPERTIES = {
    "Image.data": "there are no empty pictures: a new one has one transparent pixel",
    "SceneViewport.world_2d": "Godot's viewports have one of their own, too; its reference does not say so",
    "SubViewport.world_2d": "as SceneViewport",
}

# Our kind of value for each type of Godot's. A choice (int in Godot) may be an IntEnum.
KINDS: dict[str, type[Any]] = {
    "bool": bool,
    "int": int,
    "float": float,
    "String": str,
    "StringName": str,
    "Vector2": Vector2,
    "Vector2i": Vector2i,
    "Vector3": Vector3,
    "Rect2": Rect2,
    "AABB": AABB,
    "Quaternion": Quaternion,
    "Basis": Basis,
    "Transform2D": Transform2D,
    "Transform3D": Transform3D,
    "Color": Color,
    "NodePath": NodePath,
    "Dictionary": dict,
    "PackedVector2Array": tuple,
    "PackedFloat32Array": tuple,
    "PackedColorArray": tuple,
    "PackedByteArray": bytes,
    "Array": list,
}

# Types of Godot's that are neither nodes nor resources. Of these nothing may be missing but what follows.
OTHERS: list[type[Any]] = [
    AABB, AStar2D, AStar3D, AStarGrid2D, Basis, CallbackTweener, Color, IntervalTweener, MethodTweener, Plane,
    PropertyTweener, Quaternion, Rect2, SceneTree, SceneTreeTimer, SubtweenTweener, Transform2D, Transform3D, Tween,
    Tweener, Vector2, Vector3, Vector4,
]  # fmt: skip
_NO_DEBUG_DRAWING = "there are no paths and meshes to draw yet"
_NO_NETWORK = "there is no network yet"
_NO_NOTIFICATIONS = "there are no notifications; callbacks and signals say what happens"
LACKING = {
    "PropertyTweener.from": "it is a word of Python's: from_()",
    "SceneTree.GroupCallFlags": "engine.GroupCallFlags",
    "SceneTree.auto_accept_quit": "a loop decides what quit_requested does",
    "SceneTree.change_scene_to_packed": "change_scene() takes whatever makes a scene",
    "SceneTree.debug_navigation_hint": _NO_DEBUG_DRAWING,
    "SceneTree.debug_paths_hint": _NO_DEBUG_DRAWING,
    "SceneTree.edited_scene_root": "there is no editor",
    "SceneTree.get_frame": "frame_count, a property",
    "SceneTree.get_multiplayer": _NO_NETWORK,
    "SceneTree.multiplayer_poll": _NO_NETWORK,
    "SceneTree.node_renamed": "each node's own signal renamed tells",
    "SceneTree.notify_group": _NO_NOTIFICATIONS,
    "SceneTree.notify_group_flags": _NO_NOTIFICATIONS,
    "SceneTree.queue_delete": "node.queue_free()",
    "SceneTree.quit_on_go_back": "there is no Android",
    "SceneTree.set_multiplayer": _NO_NETWORK,
    "SceneTree.tree_process_mode_changed": "for an editor alone",
    "Tween.EaseType": "engine.math.EaseType, its values in Tween, too",
    "Tween.TransitionType": "engine.math.TransitionType, its values in Tween, too",
    "Tween.TweenPauseMode": "engine.tree.tween.TweenPauseMode, its values in Tween, too",
    "Tween.TweenProcessMode": "engine.tree.tween.TweenProcessMode, its values in Tween, too",
    "Vector2.Axis": "the axes are ints: Vector2.AXIS_X",
    "Vector3.Axis": "the axes are ints: Vector3.AXIS_X",
    "Vector4.Axis": "the axes are ints: Vector4.AXIS_X",
}

OURS: list[type[Any]] = [*NODE_TYPES, *RESOURCE_TYPES]
KNOWN = [cls for cls in OURS if cls.__name__ not in OURS_ALONE]
FACTS = read_facts()


def godot_name(cls: type[Any]) -> str:
    return GODOT_NAMES.get(cls.__name__, cls.__name__)


def inherited(cls: type[Any]) -> list[GodotClass]:
    return lineage(FACTS, godot_name(cls))


def common_properties(cls: type[Any]) -> list[Property]:
    return [known for name, known in properties_of(FACTS, godot_name(cls)).items() if hasattr(cls, name)]


def common_methods() -> Iterator[tuple[str, inspect.Signature, list[tuple[str, str | None]]]]:
    """Each method that both have, once: `Class.name` with Godot's class, our parameters without self, and Godot's."""
    seen = set()
    for cls in [*KNOWN, *OTHERS]:
        for known in inherited(cls):
            for name, parameters in known.methods.items():
                ours = f"on{name}" if name.startswith("_") else name
                method = getattr(cls, ours, None)
                if method is None or not inspect.isroutine(method):
                    continue
                if (known.name, method) not in seen:
                    seen.add((known.name, method))
                    yield f"{known.name}.{ours}", bound_signature(cls, ours), parameters


def bound_signature(cls: type[Any], name: str) -> inspect.Signature:
    signature = inspect.signature(getattr(cls, name))
    if isinstance(inspect.getattr_static(cls, name), staticmethod | classmethod):
        return signature
    return signature.replace(parameters=list(signature.parameters.values())[1:])


def takes(signature: inspect.Signature, count: int) -> bool:
    try:
        signature.bind(*[None] * count)
    except TypeError:
        return False
    return True


def flat(values: Iterable[Any]) -> tuple[Any, ...]:
    """Numbers, or vectors of numbers, as one row of numbers."""
    return tuple(each for value in values for each in (value if isinstance(value, tuple) else (value,)))


def as_godot_writes(value: object, text: str) -> bool:
    """Whether a default of ours is the one that Godot's reference writes as `text`."""
    if value is None or isinstance(value, bool):
        return text == {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, int | float):
        return float(text) == value
    return numbers_of(text) == value if isinstance(value, tuple) else json.loads(text.removeprefix("&")) == value


@pytest.mark.parametrize("cls", OURS, ids=type_name)
def test_it_is_a_type_of_godots_or_listed_as_ours_alone(cls: type[Any]) -> None:
    known = godot_name(cls) in FACTS

    assert known or cls.__name__ in OURS_ALONE, (
        f"nothing is known of Godot's {godot_name(cls)}: run python tests/contract/{FILE.stem}.py REFERENCE "
        f"{godot_name(cls)}, or list {cls.__name__} in OURS_ALONE"
    )
    assert not (known and cls.__name__ in OURS_ALONE)


@pytest.mark.parametrize("cls", KNOWN, ids=type_name)
def test_its_defaults_are_godots(cls: type[Any]) -> None:
    wrong = []
    differing = set()
    new = cls()
    for known in common_properties(cls):
        wanted = default_of(known)
        if wanted is NOTHING:
            continue
        assert wanted is None or known.type in KINDS, f"add to KINDS what is our kind of value for {known.type}"
        if f"{cls.__name__}.{known.name}" in ONLY_IN_A_TREE:
            continue
        value = getattr(new, known.name)
        text = str(value) if known.type == "NodePath" else value
        same = flat(value) == wanted if isinstance(wanted, tuple) else text == wanted
        kind = type(None) if wanted is None else KINDS[known.type]
        if not same and f"{cls.__name__}.{known.name}" in OTHER_PROPERTIES:
            differing.add(f"{cls.__name__}.{known.name}")
        elif not same or not (type(value) is kind or (kind is int and isinstance(value, IntEnum | IntFlag))):
            wrong.append(f"{cls.__name__}.{known.name} is {value!r}, in Godot {known.default} ({known.type})")

    assert wrong == []
    assert differing == {name for name in OTHER_PROPERTIES if name.partition(".")[0] == cls.__name__}


@pytest.mark.parametrize("cls", KNOWN, ids=type_name)
def test_its_names_are_godots_where_they_mean_the_same(cls: type[Any]) -> None:
    names = {
        name
        for known in inherited(cls)
        for kind in ([each.name for each in known.properties], known.methods, known.signals, known.enums)
        for name in kind
    }
    squeezed = {name.replace("_", "").lower(): name for name in names if not name.startswith("_")}
    ours = [name for name in dir(cls) if not name.startswith("_") and name not in names]

    assert {name: found for name in ours if (found := squeezed.get(name.replace("_", "").lower()))} == {}


@pytest.mark.parametrize("cls", [*KNOWN, *OTHERS], ids=type_name)
def test_its_signals_have_godots_parameters(cls: type[Any]) -> None:
    theirs = {name: names for known in inherited(cls) for name, names in known.signals.items()}
    ours = {name: list(signal.parameters or ()) for name, signal in declared_signals(cls).items()}

    assert {name: names for name, names in ours.items() if theirs.get(name, names) != names} == {}


@pytest.mark.parametrize("cls", [*KNOWN, *OTHERS], ids=type_name)
def test_its_choices_have_godots_numbers(cls: type[Any]) -> None:
    """A choice is called as in Godot, without what all choices of its kind begin with."""
    theirs = {name: values for known in inherited(cls) for name, values in known.enums.items()}
    wrong = []
    for name in sorted(theirs.keys() & set(dir(cls))):
        for choice in getattr(cls, name):
            full = [each for each in theirs[name] if f"_{each}".endswith(f"_{choice.name}")]
            if [theirs[name][each] for each in full if theirs[name][each] == choice.value] == []:
                wrong.append(f"{cls.__name__}.{name}.{choice.name} is {choice.value}, in Godot {theirs[name]}")

    assert wrong == []


def test_methods_of_godots_names_take_what_godots_take() -> None:
    wrong = set()
    for key, ours, theirs in common_methods():
        required = sum(default is None for _, default in theirs)
        if not takes(ours, required):
            wrong.add(key)

    assert wrong == set(OTHER_PARAMETERS)


def test_parameters_of_godots_names_have_godots_defaults() -> None:
    wrong = set()
    for key, ours, theirs in common_methods():
        defaults = {name: default for name, default in theirs if default is not None}
        for name, parameter in ours.parameters.items():
            if name in defaults and parameter.default is not parameter.empty:
                if not as_godot_writes(parameter.default, defaults[name]):
                    wrong.add(f"{key}({name})")

    assert wrong == set(OTHER_DEFAULTS)


@pytest.mark.parametrize("name", ["Node", "CanvasItem", "Node2D", "Node3D", "Timer", "Resource"])
def test_a_file_may_set_all_that_godot_stores_of_it(name: str) -> None:
    """What has no default is worked out, but for two that Godot shows under a condition only."""
    cls = next(each for each in OURS if each.__name__ == name)
    conditional = ("process_thread_group_order", "process_thread_messages")
    known = properties_of(FACTS, name).values()
    stored = [each.name for each in known if each.default is not None or each.name in conditional]

    assert [each for each in stored if each not in settable(cls) and each != "resource_path"] == []


def test_what_godot_has_and_we_lack_is_listed() -> None:
    for cls in KNOWN:
        known = FACTS[godot_name(cls)]
        properties = [each.name for each in known.properties if not hasattr(cls, each.name)]
        signals = [name for name in known.signals if not hasattr(cls, name)]
        enums = [name for name in known.enums if not hasattr(cls, name)]
        methods = [name for name in known.methods if name[0] != "_" and not hasattr(cls, name)]
        lacking = {"properties": properties, "signals": signals, "enums": enums, "methods": methods}
        print(f"{cls.__name__} has {len(known.properties) - len(properties)} of {len(known.properties)} properties")  # noqa: T201
        for kind, names in lacking.items():
            if names:
                print(f"    lacks {kind}: {', '.join(names)}")  # noqa: T201


def test_types_that_are_no_nodes_lack_only_what_is_listed() -> None:
    lacking = set()
    for cls in OTHERS:
        known = FACTS[cls.__name__]
        made = [each.name for each in known.properties if each.name != "root"]  # each tree makes its own root
        public = [name for name in known.methods if name[0] != "_"]
        for name in (*made, *public, *known.signals, *known.enums):
            pair = name.removeprefix("get_").removeprefix("set_")
            if not (hasattr(cls, name) or (pair != name and hasattr(cls, pair))):
                lacking.add(f"{cls.__name__}.{name}")

    assert lacking == set(LACKING)


def test_the_facts_are_those_of_the_reference() -> None:
    if not REFERENCE.is_file():
        pytest.skip("the reference is not beside this repository")
    classes = json.loads(REFERENCE.read_text("utf-8"))["classes"]
    copies = [json.loads(line) for line in FILE.read_text("utf-8").splitlines()]

    assert copies == [taken(copy["name"], classes[copy["name"]]) for copy in copies]
