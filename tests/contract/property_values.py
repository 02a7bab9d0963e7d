"""What can be set to a property: another good value of its kind, and bad ones; found by what the property holds.

A property of a kind that is not known here fails its tests, with a text that says so: add the kind.
"""

from __future__ import annotations

import re
from enum import IntEnum, IntFlag
from math import inf, nan
from struct import pack
from typing import Any

import numpy as np

from engine.core.errors import SapwoodError
from engine.core.export import get_exports
from engine.core.registry import resource_types
from engine.core.resource import Resource
from engine.core.string_name import StringName
from engine.math import AABB, Basis, Color, Quaternion, Rect2, Transform2D, Transform3D, Vector2, Vector2i, Vector3
from engine.resources import Image, ImageTexture, MissingResource
from engine.tree.node import Node
from engine.tree.node_path import NodePath
from engine.tree.viewport import SceneViewport
from tests.contract.our_types import RESOURCE_TYPES

# What has to be set before another value of a property is allowed.
BEFORE: dict[tuple[str, str], dict[str, Any]] = {
    ("MultiMesh", "buffer"): {"instance_count": 1},
    ("Sprite2D", "frame"): {"hframes": 4},
    ("Sprite2D", "frame_coords"): {"hframes": 4, "vframes": 4},
}


# Properties that leave others no choice: they stay as they are where all are changed.
ALONE = {
    "InputEventWithModifiers.command_or_control_autoremap": "it says which of Ctrl and Meta is held",
}


def settable(cls: type[Any]) -> dict[str, property]:
    """The properties that have a setter and are public or exported, inherited ones too, base classes first.

    Those that are numpy arrays are left out: they are another way to what an exported property holds.
    """
    found: dict[str, property] = {}
    exports = get_exports(cls)
    for base in reversed(cls.__mro__):
        for name, value in vars(base).items():
            if isinstance(value, property) and value.fset is not None and (name in exports or not name.startswith("_")):
                found[name] = value
    return {name: value for name, value in found.items() if not _annotation(cls, name).startswith("NDArray")}


def state(item: Any) -> dict[str, Any]:
    """What can be read of an object: its public properties, or the type of our error where reading one raises."""
    found = {}
    for name in dir(type(item)):
        if not name.startswith("_") and isinstance(getattr(type(item), name), property):
            try:
                found[name] = getattr(item, name)
            except SapwoodError as error:
                found[name] = type(error)
    return found


def prepare(item: Any, name: str) -> None:
    """Set what must be set first."""
    owner = next(base for base in type(item).__mro__ if name in vars(base))
    for other, value in BEFORE.get((owner.__name__, name), {}).items():
        setattr(item, other, value)


def another(item: Any, name: str) -> Any:
    """A value of the property's kind that it does not have now."""
    now = getattr(item, name)
    form = _FORMS.get(_declared(type(item), name))
    if form is not None:
        return form[0](item) if callable(form[0]) else form[0]
    export = get_exports(type(item)).get(name)
    most = export.range[1] if export is not None and export.range else inf
    match now:
        case bool():
            return not now
        case IntEnum() | IntFlag():
            return next(choice for choice in type(now) if choice != now)
        case int():
            return now + 1 if now < most else now - 1
        case float():
            return now + 0.5 if now < 1.0 else now - 0.5  # some are fractions
        case str():
            return f"{now}x"
        case NodePath():
            return NodePath(f"{now}/../Other:shown")
        case Vector2():
            return now + (1, 2)
        case Vector2i():
            return now + (1, 2)
        case Vector3():
            return now + (1, 2, 3)
        case AABB():
            return AABB(1, 2, 3, 4, 5, 6)
        case Quaternion():
            return Quaternion(0.6, 0, 0, 0.8)
        case Basis():
            return Basis(2, 0, 0, 0, 3, 0, 0, 0, 4)
        case Transform3D():
            return Transform3D(2, 0, 0, 0, 3, 0, 0, 0, 4, 5, 6, 7)
        case Color():
            return Color(0.5, 0.25, 0.75, 0.5)
        case Rect2():
            return Rect2(1, 2, 3, 4)
        case Transform2D():
            return Transform2D(2, 0, 0, 3, 5, 7)
        case None:
            return _an_object(type(item), name)
        case tuple():
            return _SEQUENCES[_annotation(type(item), name)][0]
        case list() if not now:
            return [_filled(_deepest(re.findall(r"\w+", _annotation(type(item), name))[1]))]
        case Resource():
            return _filled(type(now))
    raise NotImplementedError(f"{type(item).__name__}.{name} is {now!r}: say in {__file__} what else it could be")


def change_everything(item: Any) -> list[str]:
    """Give each exported property another value, in the order in which they are declared, but for those in ALONE.

    Returns:
        The names of those that were changed.
    """
    names = [name for name in get_exports(type(item)) if _declared(type(item), name) not in ALONE]
    for name in names:
        prepare(item, name)
        setattr(item, name, another(item, name))
    return names


def keywords_of(item: Any) -> dict[str, Any]:
    """What can be given to the constructor, another value of each public property; `item` has all of them then."""
    names = [name for name in change_everything(item) if not name.startswith("_")]
    return {name: getattr(item, name) for name in names}


def bad(item: Any, name: str) -> list[Any]:
    """Values that must be refused: wrong types, wrong lengths, not finite."""
    now = getattr(item, name)
    form = _FORMS.get(_declared(type(item), name))
    if form is not None:
        return form[1]
    if isinstance(now, tuple) and type(now) is tuple:
        return _SEQUENCES[_annotation(type(item), name)][1]
    for kind, values in _BAD.items():
        if isinstance(now, kind):
            return values
    if now is None:
        return ["res://ship.png", 1, (), Image, Resource()]
    if isinstance(now, (list, Resource)):
        return [None, "res://ship.png", 1, [1], Resource, Resource()]
    raise NotImplementedError(f"{type(item).__name__}.{name} is {now!r}: say in {__file__} what it refuses")


def _annotation(cls: type[Any], name: str) -> str:
    """How the property is annotated, in the body of its class or at its getter, such as "Texture2D | None"."""
    annotations = [vars(base).get("__annotations__", {}) for base in cls.__mro__]
    written = next((each[name] for each in annotations if name in each), None)
    return str(written or getattr(cls, name).fget.__annotations__["return"])


def _declared(cls: type[Any], name: str) -> str:
    """The property as Class.name, with the class that declares it."""
    return f"{next(base.__name__ for base in cls.__mro__ if name in vars(base))}.{name}"


def _an_object(cls: type[Any], name: str) -> Resource:
    """An object of a type that the property takes, and that can be made."""
    return _filled(_deepest(re.findall(r"\w+", _annotation(cls, name))[0]))


def _deepest(name: str) -> type[Resource]:
    """Of the types that are that one, the one with the most types above it."""
    wanted = resource_types.get(name)
    known = [each for each in RESOURCE_TYPES if issubclass(each, wanted)]
    return max(known, key=lambda each: len(each.__mro__))


def _filled(cls: type[Resource]) -> Resource:
    """A resource none of whose exported properties are as in a new one, but for those that hold None there."""
    made = cls()
    for name in get_exports(cls):
        if getattr(made, name) is not None and _declared(cls, name) not in ALONE:
            setattr(made, name, another(made, name))
    return made


_ONE = np.array(3.0)
"""An array without axes: it looks as if it could be counted."""

_VECTORS: list[Any] = [
    None,
    _ONE,
    1.0,
    "ab",
    (),
    (1,),
    (1, 2, 3),
    (nan, 0.0),
    (0.0, inf),
    ("a", "b"),
    {1, 2},
    {1: 2, 3: 4},
]

# The first kind that the present value is of decides.
_BAD: dict[type[Any], list[Any]] = {
    bool: [None, "yes", "", 0.5, nan, [], [True], object()],
    IntEnum: [None, "nonsense", 0.5, nan, 10**6, -(10**6), [0], object()],
    IntFlag: [None, "nonsense", 0.5, nan, 10**6, -(10**6), [0], object()],
    int: [None, "1", 1.5, nan, inf, [1], object()],
    float: [None, "1", nan, inf, -inf, 10**400, [1.0], 1j, object()],
    str: [None, 1, b"x", ["x"], object()],
    NodePath: [None, 1, 0.5, b"x", ["x"], Resource(), object()],
    Vector2: _VECTORS,
    Vector2i: [*_VECTORS, (0.5, 0), (0, 1.5)],
    Vector3: [None, 1.0, "abc", (), (1,), (1, 2), (1, 2, 3, 4), (nan, 0.0, 0.0), (0.0, 0.0, inf), {1, 2, 3}],
    Quaternion: [None, 1.0, "abcd", (), (1, 2, 3), (0, 0, 0, 0), (0, 0, 0, nan), (inf, 0, 0, 1), {1, 2, 3, 4}],
    Basis: [None, 1.0, "abcdefghi", (), (1, 2, 3), (1,) * 8, (1, 0, 0, 0, 1, 0, 0, 0, nan), (inf,) * 9],
    Transform3D: [None, 1.0, (), (1,) * 11, (1,) * 13, "abcdefghijkl", (0.0,) * 11 + (nan,), (inf,) * 12],
    Color: [
        None,
        1.0,
        (),
        (1,),
        (1, 2),
        (1, 2, 3, 4, 5),
        "no such colour",
        (nan, 0, 0),
        (0, 0, 0, inf),
        ("r", "g", "b"),
        _ONE,
    ],
    AABB: [None, 1.0, (), (1, 2, 3), (1,) * 5, (1,) * 7, "abcdef", (nan, 0, 0, 1, 1, 1), (0, 0, 0, 1, 1, inf)],
    Rect2: [None, 1.0, (), (1, 2), (1, 2, 3), (1, 2, 3, 4, 5), (nan, 0, 1, 1), (0, 0, 1, inf), "abcd"],
    Transform2D: [None, 1.0, (), (1, 2), (1, 2, 3, 4), (1, 0, 0, 1, 0, nan), (inf, 0, 0, 1, 0, 0), "abcdef"],
}

# By the annotation of the getter: another value, and bad ones.
_SEQUENCES: dict[str, tuple[Any, list[Any]]] = {
    "tuple[float, ...]": (
        (0.0, 0.25, 1.0),
        [None, 1, _ONE, "", "ab", {}, {1, 2}, [None], ["a"], [(1, 2)], [0, nan], [inf], [10**400]],
    ),
    "tuple[Color, ...]": (
        (Color(1, 0, 0), Color(0, 1, 0, 0.5), Color(0, 0, 1)),
        [
            None,
            1,
            "",
            {},
            [None],
            [1],
            [(1, 2)],
            [(1, 2, 3, 4, 5)],
            ["no such colour"],
            [(nan, 0, 0)],
            [(0, 0, 0, inf)],
            _ONE,
            [_ONE],
        ],
    ),
    "tuple[str, ...]": (("smile", "frown"), [None, 1, _ONE, "ab", {}, {"a", "b"}, [None], [1], [b"x"]]),
    "tuple[Vector2, ...]": (
        ((0.0, 0.0), (4.0, 0.0), (0.0, 4.0)),
        [
            None,
            1,
            "",
            "ab",
            {},
            {(1, 2), (3, 4)},
            [1],
            [(1,)],
            [(1, 2, 3)],
            [(0, 0), (nan, 0)],
            [(0, inf)],
            [("a", "b")],
        ],
    ),
}

_PICTURE = {"data": bytes(range(8)), "format": "RGBA8", "height": 1, "mipmaps": False, "width": 2}
_POINT = [Vector2(0, 0.25), 0.0, 1.0, 0, 1]
_ANIMATION = {"frames": [], "loop": False, "name": StringName("run"), "speed": 8.0}
_FRAME = {"duration": 2.0, "texture": None}
_BAD_FORMS: list[Any] = [None, 1, "", "ab", {1, 2}, [1], {}, {"points": None}, {"points": [1]}, object()]

_SURFACE = {
    "2d": True,
    "aabb": AABB(0, 0, 0, 2, 2, 0),
    "format": (1 << 35) + (1 << 25) + (1 << 12) + 1,
    "index_count": 3,
    "index_data": bytes((0, 0, 1, 0, 2, 0)),
    "primitive": 3,
    "vertex_count": 3,
    "vertex_data": pack("<6f", 0, 0, 2, 0, 0, 2),
}

# What holds the whole of a resource, by the class that declares it: another value, or what makes one; and bad ones.
_FORMS: dict[str, tuple[Any, list[Any]]] = {
    "CharacterBody2D.up_direction": (Vector2(0.6, -0.8), [*_VECTORS, (0.0, 0.0)]),  # it is made as long as 1
    "Image.data": (
        _PICTURE,
        [
            None,
            1,
            "RGBA8",
            [],
            {},
            b"1234",
            {name: value for name, value in _PICTURE.items() if name != "mipmaps"},
            _PICTURE | {"data": bytes(7)},
            _PICTURE | {"data": bytes(9)},
            _PICTURE | {"data": "12345678"},
            _PICTURE | {"mipmaps": True},
            _PICTURE | {"format": 5},
            _PICTURE | {"width": -2, "height": -1},
            _PICTURE | {"width": 0},
            _PICTURE | {"width": 2.0},
            _PICTURE | {"width": 1 << 40, "height": 1 << 40},
            _PICTURE | {"width": 16384, "height": 16384},
        ],
    ),
    "FontFile.data": (b"OTTO and so on", [None, 1, "OTTO", ["O", "T"], b"GIF89a", b"OTT", object()]),
    "Camera2D.custom_viewport": (lambda item: SceneViewport(), [1, "root", (), SceneViewport, Node(), Resource()]),
    "CanvasLayer.custom_viewport": (lambda item: SceneViewport(), [1, "root", (), SceneViewport, Node(), Resource()]),
    "ViewportSettings.world_3d": (
        lambda item: MissingResource("World3D"),
        [1, "x.tres", (), MissingResource, Node(), Resource()],
    ),
    "ViewportSettings.vrs_texture": (lambda item: ImageTexture(), [1, "x.png", (), ImageTexture, Node(), Resource()]),
    "Parallax2D.autoscroll": (Vector2(5e-324, 0), _VECTORS),  # so slow that it changes no other property
    "AnimatedSprite2D.animation": ("walk", [None, 1, b"walk", ["walk"], object()]),  # one of the next
    "SpriteFrames.animations": (
        [
            _ANIMATION,
            {"frames": [_FRAME, _FRAME, _FRAME], "loop": True, "name": StringName("walk"), "speed": 2.5},
        ],
        [
            None,
            1,
            "run",
            {},
            [None],
            ["run"],
            [{name: value for name, value in _ANIMATION.items() if name != "loop"}],
            [_ANIMATION | {"name": 3}],
            [_ANIMATION | {"speed": -1.0}],
            [_ANIMATION | {"speed": nan}],
            [_ANIMATION | {"speed": "fast"}],
            [_ANIMATION | {"loop": "yes"}],
            [_ANIMATION | {"frames": None}],
            [_ANIMATION | {"frames": "ab"}],
            [_ANIMATION | {"frames": [None]}],
            [_ANIMATION | {"frames": [{"texture": None}]}],
            [_ANIMATION | {"frames": [_FRAME | {"texture": "a.png"}]}],
            [_ANIMATION | {"frames": [_FRAME | {"duration": nan}]}],
        ],
    ),
    "ArrayMesh._surfaces": (
        [_SURFACE],
        [
            None,
            1,
            "ab",
            {},
            _SURFACE,
            [None],
            [{}],
            [{name: value for name, value in _SURFACE.items() if name != "aabb"}],
            [_SURFACE | {"aabb": (0, 0, 0, 1, 1, 1)}],
            [_SURFACE | {"primitive": 5}],
            [_SURFACE | {"vertex_count": 4}],
            [_SURFACE | {"vertex_count": 1 << 40}],
            [_SURFACE | {"vertex_data": bytes(23)}],
            [_SURFACE | {"vertex_data": "abcdefghijklmnopqrstuvwx"}],
            [_SURFACE | {"index_count": 2}],
            [_SURFACE | {"index_data": bytes((0, 0, 1, 0, 3, 0))}],
            [_SURFACE | {"format": "3"}],
            [_SURFACE | {"format": -1}],
            [_SURFACE | {"material": Resource()}],
            [_SURFACE] * 257,
        ],
    ),
    "BoneWeights.bones": (
        ("Hip", (0.5, 1.0), "Hip/Leg", (0.0, 0.25)),
        [None, 1, "", "ab", {}, ["Hip"], [1, (0.5,)], ["Hip", None], ["Hip", 1.0], ["Hip", "ab"], ["Hip", (nan,)]],
    ),
    "Polygon2D.polygons": (
        [(0, 1, 2), (2, 1, 0)],
        [
            None,
            1,
            _ONE,
            "",
            "ab",
            {},
            {1, 2},
            [None],
            [1],
            ["ab"],
            [(0, 1, -1)],
            [(0, 1, 0.5)],
            [(0, 1, "2")],
            [{0, 1}],
        ],
    ),
    "ConcavePolygonShape2D.segments": (
        (Vector2(0, 0), Vector2(4, 0), Vector2(4, 0), Vector2(0, 4)),
        [None, 1, "", "ab", {}, {(1, 2), (3, 4)}, [1], [(1,), (2,)], [(0, 0)], [(0, 0)] * 3, [(0, 0), (nan, 0)]],
    ),
    "MultiMesh.buffer": (
        lambda multimesh: tuple([0.5 * each for each in range(len(multimesh.buffer))]),
        [None, 1, "", "ab", "1", {}, {1, 2}, [None], ["a"], ["1"], [(1, 2)], [0, nan], [inf], [10**400], (1.0,) * 8],
    ),
    "Curve._data": (
        [*_POINT, Vector2(1, 0.5), 1.0, 0.0, 1, 0],
        [
            None,
            1,
            "abcde",
            {},
            [1],
            [*_POINT, 0],
            [*_POINT[:3], 0, 2],
            [(0, nan), 0.0, 0.0, 0, 0],
            [(0, 0), "1", 0.0, 0, 0],
        ],
    ),
    "Curve._limits": (
        [-1.5, 2.5, -3.0, 4.0],
        [None, 1, "abcd", {}, [], [0.0, 1.0], [0.0, 1.0, 0.0, 1.0, 0.0], [1.0, 0.0, 0.0, 1.0], [0.0, nan, 0.0, 1.0]],
    ),
    "Curve2D._data": (
        {"points": tuple(Vector2(each, -each) for each in range(1, 7))},
        [*_BAD_FORMS, {"points": [(1, 2)]}, {"points": [(0, 0), (0, 0), (0, nan)]}],
    ),
    "Curve3D._data": (
        {"points": tuple(Vector3(each, -each, 2 * each) for each in range(1, 7)), "tilts": (0.5, -0.25)},
        [
            *_BAD_FORMS,
            {"points": [(0, 0, 0)] * 3},
            {"points": [(0, 0, 0)] * 3, "tilts": ()},
            {"points": [(0, 0, 0)] * 3, "tilts": (nan,)},
            {"points": [(0, 0, inf)] * 3, "tilts": (0.0,)},
        ],
    ),
}
