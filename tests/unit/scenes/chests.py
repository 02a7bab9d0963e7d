"""What the tests of saved resources share: classes, a file with a bit of everything, saving and loading."""

from typing import Any

from engine.core.export import export
from engine.core.resource import Resource
from engine.resources import ResourceLoader
from scenes.resource_saver import ResourceSaver


class Chest(Resource):
    """What these files hold."""

    price: int = export(0)
    weight: float = export(1.0)
    title: str = export("")
    inner: Resource | None = export(None)
    parts: list[Any] = export(factory=list)
    table: dict[Any, Any] = export(factory=dict)
    data: bytes = export(b"")
    any: Any = export(None)


class Versioned(Resource):
    """A class in its third version."""

    version = 3
    price: int = export(0)


class Halved(Resource):
    """Keeps half of what it is given."""

    size: float = export(0.0, check=lambda value: value / 2)


class Crate(Resource):
    """Saves its sides, and can be told its length."""

    sides: list[float] = export(factory=list)

    def __init__(self) -> None:
        self._length = 0.0

    @property
    def length(self) -> float:
        """Of the side; not exported."""
        return self._length

    @length.setter
    def length(self, value: float) -> None:
        self._length = float(value)


class Square(Resource):
    """Has an area that follows its size."""

    area: float = export(0.0)
    size: float = export(0.0)

    def __setattr__(self, name: str, value: Any) -> None:
        super().__setattr__(name, value)
        if name == "size":
            self.area = value * value


def saved(loader: ResourceLoader, resource: Resource, path: str = "res://new.tres") -> str:
    """The text of the file, without its uid."""
    text = ResourceSaver(loader).save(resource, path).read_bytes().decode()
    uid = loader.uid_of(path)
    return text.replace(f' uid="{uid}"', "") if uid else text


def read(loader: ResourceLoader, text: str, path: str = "x.tres") -> Any:
    """The resource of a text, which is written as a file."""
    assert loader.root is not None
    (loader.root / path).write_bytes(text.encode())
    return loader.load(path)


def resaved(loader: ResourceLoader, resource: Resource) -> str:
    """The text of the file that a resource came from, once it is saved there again."""
    return ResourceSaver(loader).save(resource).read_bytes().decode()


SAMPLE = """[gd_resource type="Chest" load_steps=9 format=3 uid="uid://b5f3a" extra="kept"]

[ext_resource type="Texture2D" uid="uid://cabc" path="res://none.svg" id="1"]
[ext_resource type="Script" path="res://unused.gd" id="2_abcde"]
[ext_resource type="Texture2D" path="res://none.svg" id="3_again"]
[ext_resource type="Shader" path="sub/s.gdshader" id="7"]

[sub_resource type="Gradient" id="Gradient_abcde" more=1]
offsets = PackedFloat32Array(0,   0.5)
; a comment
colors = PackedColorArray(1, 0, 0, 1, 0, 1, 0, 1)

[sub_resource type="Gradient" id="unused"]

[sub_resource type="Foo" id="5"]
z = ExtResource("3_again")
a = SubResource("Gradient_abcde")
script = ExtResource("7")
metadata/x = null

[sub_resource type="Chest" id="local"]
resource_local_to_scene = true
price = 3.0

[resource]
metadata/_edit_lock_ = true
table = {
"b": SubResource("Gradient_abcde"),
SubResource("5"): [ExtResource("1"), Resource("res://other.svg")]
}
title = &"name"
glow = Color(1, 0, 0, 1)
weight = 1
price = 0
inner = SubResource("local")
parts = Array[Texture2D]([ExtResource("1"), ExtResource("3_again")])
resource_name = "Chest"
"""
