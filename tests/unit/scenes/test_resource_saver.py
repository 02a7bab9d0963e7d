"""ResourceSaver: what a new file says, under which path and uid, and what is refused."""

from pathlib import Path
from typing import Any

import pytest

from engine.core.errors import (
    InvalidTypeError,
    InvalidValueError,
    ResourceError,
    ResourceFormatError,
    SceneError,
)
from engine.core.resource import Resource
from engine.math import Color, Vector2, Vector4
from engine.resources import Image, ImageTexture, MissingResource, ResourceLoader
from engine.resources.gradient import Gradient
from engine.tree.node import Node
from scenes import PackedScene
from scenes.resource_properties import same_resource
from scenes.resource_saver import ResourceSaver
from scenes.text import values as v
from tests.unit.scenes.chests import SAMPLE, Chest, Versioned, read, resaved, saved

pytestmark = pytest.mark.usefixtures("forgotten_imports")


class Needy(Resource):
    def __init__(self, needed: int) -> None:
        self.needed = needed


@pytest.fixture
def loader(tmp_path: Path) -> ResourceLoader:
    return ResourceLoader(tmp_path)


# --- new files ---


def test_a_new_file_says_only_what_differs_from_a_new_resource(loader: ResourceLoader) -> None:
    chest = Chest()
    chest.weight = 2.5
    chest.price = 0

    assert saved(loader, chest) == '[gd_resource type="Chest" format=3]\n\n[resource]\nweight = 2.5\n'
    assert saved(loader, Gradient(), "g.tres") == '[gd_resource type="Gradient" format=3]\n\n[resource]\n'


@pytest.mark.parametrize(("value", "text"), [(0.0, "price = 0.0\n"), (False, "price = false\n"), (0, "")])
def test_a_value_of_another_type_differs(loader: ResourceLoader, value: Any, text: str) -> None:
    chest = Chest()
    chest.price = value

    assert saved(loader, chest).endswith(f"[resource]\n{text}")


def test_name_local_properties_kept_ones_and_metadata_stand_in_this_order(loader: ResourceLoader) -> None:
    chest = Chest()
    chest.set_meta("zone", "a")
    chest._kept_properties = {"glow": 1}
    chest.price = 3
    chest.resource_name = "Gold"
    chest.resource_local_to_scene = True

    assert saved(loader, chest).split("[resource]\n")[1] == (
        'resource_local_to_scene = true\nresource_name = "Gold"\nprice = 3\nglow = 1\nmetadata/zone = "a"\n'
    )


def test_resources_without_a_file_stand_in_the_file_once_before_what_holds_them(loader: ResourceLoader) -> None:
    gradient, outer = Gradient(), Chest()
    gradient.offsets = (0.0, 0.5)
    outer.inner = gradient
    chest = Chest()
    chest.inner = outer
    chest.parts = [gradient, v.TypedArray("Gradient", [gradient])]
    chest.table = {gradient: {"a": [outer]}}
    text = saved(loader, chest)

    first, second = outer.inner.resource_scene_unique_id, outer.resource_scene_unique_id
    assert text == (
        '[gd_resource type="Chest" load_steps=3 format=3]\n\n'
        f'[sub_resource type="Gradient" id="{first}"]\noffsets = PackedFloat32Array(0, 0.5)\n\n'
        f'[sub_resource type="Chest" id="{second}"]\ninner = SubResource("{first}")\n\n'
        f'[resource]\ninner = SubResource("{second}")\n'
        f'parts = [SubResource("{first}"), Array[Gradient]([SubResource("{first}")])]\n'
        f'table = {{\nSubResource("{first}"): {{\n"a": [SubResource("{second}")]\n}}\n}}\n'
    )
    assert first.startswith("Gradient_")
    assert len(first) == len("Gradient_") + 5
    assert gradient.resource_path == f"res://new.tres::{first}"


def test_what_was_saved_is_the_same_when_it_is_loaded(loader: ResourceLoader) -> None:
    gradient, chest = Gradient(), Chest()
    gradient.colors = (Color(1, 0, 0), Color(0, 1, 0.1), Color(0, 0, 1, 0.3))
    chest.inner, chest.parts, chest.data = gradient, [gradient, -0.0, 1, "é\n\"'\\"], bytes(range(200))
    chest.set_meta("at", Vector2(0.1, 3))
    saved(loader, chest)
    assert loader.root is not None
    again = ResourceLoader(loader.root).load("new.tres")

    assert isinstance(again, Chest)
    assert again.parts[0] is again.inner
    again.resource_path = chest.resource_path = ""
    assert same_resource(again, chest)


def test_equal_resources_give_equal_bytes(tmp_path: Path) -> None:
    def made() -> Chest:
        chest = Chest()
        chest.parts = [Gradient(), Gradient(), Chest()]
        return chest

    files = []
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        files.append(ResourceSaver(ResourceLoader(tmp_path / name)).save(made(), "res://x.tres").read_bytes())

    assert files[0] == files[1]
    assert len(set(files[0].split(b'id="Gradient_')[1:])) == 2


def test_a_file_holds_no_carriage_return(loader: ResourceLoader) -> None:
    chest = Chest()
    chest.table = {"a": 1, "b": [Gradient()]}
    chest.inner = Gradient()

    assert b"\r" not in ResourceSaver(loader).save(chest, "x.tres").read_bytes()


@pytest.mark.parametrize(
    ("value", "format"),
    [
        (bytes(64), 3), (bytes(65), 4), ([v.PackedByteArray(bytes(65))], 4), ({1: (Vector4(1, 2, 3, 4),)}, 4),
        ((Vector2(1, 2),) * 99, 3),
    ],
)  # fmt: skip
def test_format_4_is_taken_only_for_what_needs_it(loader: ResourceLoader, value: Any, format: int) -> None:
    outer, chest = Chest(), Chest()
    chest.any = value
    outer.inner = chest

    assert f" format={format}]" in saved(loader, outer)
    assert f" format={format}]" in saved(loader, chest, "inner.tres")


def test_a_resource_of_another_file_is_named_by_its_path_and_uid(loader: ResourceLoader) -> None:
    gradient, chest = Gradient(), Chest()
    saved(loader, gradient, "res://g.tres")
    uid = loader.uid_of("g.tres")
    chest.inner = gradient
    chest.parts = [gradient]
    text = saved(loader, chest)

    line = text.splitlines()[2]
    assert line.startswith(f'[ext_resource type="Gradient" uid="{uid}" path="res://g.tres" id="1_')
    id = line.split(' id="')[1].split('"')[0]
    assert len(id) == len("1_") + 5
    assert text.endswith(f'[resource]\ninner = ExtResource("{id}")\nparts = [ExtResource("{id}")]\n')
    assert "load_steps=2" in text


def test_a_picture_is_declared_as_a_texture(loader: ResourceLoader) -> None:
    assert loader.root is not None
    Image.create(1, 1).save_png(loader.root / "a.png")
    chest = Chest()
    chest.inner = loader.load("a.png")

    assert '[ext_resource type="Texture2D" path="res://a.png" id="1_' in saved(loader, chest)


def test_the_picture_in_a_texture_stands_in_the_file(loader: ResourceLoader) -> None:
    texture = ImageTexture(Image.create(2, 2, (1, 0, 0)))
    saved(loader, texture)
    assert loader.root is not None
    again = ResourceLoader(loader.root).load("new.tres", ImageTexture)

    assert again.image.get_pixel(1, 1) == Color(1, 0, 0)
    assert again.size == (2, 2)


def test_a_class_of_a_script_is_saved_with_the_script(loader: ResourceLoader) -> None:
    assert loader.root is not None
    (loader.root / "shield_h.py").write_text(
        "from engine import export\nfrom engine.core.resource import Resource\n"
        "class ShieldH(Resource):\n    strength: float = export(1.0)\n    inner: object = export(None)\n"
    )
    first = read(
        loader,
        '[gd_resource type="Resource" format=3]\n\n[ext_resource type="Script" path="res://shield_h.py" id="1"]\n\n'
        '[resource]\nscript = ExtResource("1")\n',
    )
    shield = type(first)()
    shield.strength = 2.0
    shield.inner = type(first)()
    text = saved(loader, shield)

    script = text.split('path="res://shield_h.py" id="')[1].split('"')[0]
    sub = shield.inner.resource_scene_unique_id
    assert text == (
        '[gd_resource type="Resource" script_class="ShieldH" load_steps=3 format=3]\n\n'
        f'[ext_resource type="Script" path="res://shield_h.py" id="{script}"]\n\n'
        f'[sub_resource type="Resource" id="{sub}"]\nscript = ExtResource("{script}")\n\n'
        f'[resource]\nscript = ExtResource("{script}")\nstrength = 2.0\ninner = SubResource("{sub}")\n'
    )
    assert saved(loader, shield) == text
    again: Any = ResourceLoader(loader.root).load("new.tres")
    assert type(again) is type(shield)
    assert type(again.inner) is type(shield)


def test_a_version_is_saved(loader: ResourceLoader) -> None:
    versioned = Versioned()
    versioned.price = 2

    text = saved(loader, versioned)

    assert text.endswith("[resource]\nprice = 2\nmetadata/_version = 3\n")
    assert saved(loader, versioned) == text
    assert loader.root is not None
    assert ResourceLoader(loader.root).load("new.tres", Versioned).price == 2


def test_a_missing_resource_is_saved_as_what_it_was(loader: ResourceLoader) -> None:
    missing = MissingResource("ParticleProcessMaterial")
    missing.properties["spread"] = 180.0
    missing.properties["curve"] = Gradient()
    chest = Chest()
    chest.inner = missing

    text = saved(loader, chest)

    assert '[sub_resource type="ParticleProcessMaterial" id="ParticleProcessMaterial_' in text
    assert "\nspread = 180.0\ncurve = SubResource(" in text


# --- paths and uids ---


def test_a_saved_resource_is_what_its_path_holds(loader: ResourceLoader) -> None:
    chest = Chest()
    file = ResourceSaver(loader).save(chest, "res://a.tres")

    assert loader.root is not None
    assert file == loader.root.resolve() / "a.tres"
    assert chest.resource_path == "res://a.tres"
    assert loader.load("a.tres") is chest


def test_a_new_file_gets_a_uid_that_its_path_decides(loader: ResourceLoader, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    ResourceSaver(loader).save(Chest(), "a.tres")
    ResourceSaver(ResourceLoader(tmp_path / "other")).save(Gradient(), "a.tres")

    uid = loader.uid_of("a.tres")
    assert uid.startswith("uid://")
    assert f'uid="{uid}"' in (tmp_path / "a.tres").read_text()
    assert f'uid="{uid}"' in (tmp_path / "other" / "a.tres").read_text()
    assert loader.path_of_uid(uid) == "res://a.tres"


def test_a_file_keeps_its_uid_whatever_is_saved_there(loader: ResourceLoader) -> None:
    read(loader, SAMPLE)
    ResourceSaver(loader).save(Gradient(), "x.tres")

    assert loader.root is not None
    assert 'uid="uid://b5f3a"' in (loader.root / "x.tres").read_text()


def test_a_copy_gets_a_uid_of_its_own_and_all_else_of_the_file(loader: ResourceLoader) -> None:
    resource = read(loader, SAMPLE)
    file = ResourceSaver(loader).save(resource, "copy.tres")

    uid = loader.uid_of("copy.tres")
    assert uid not in ("", "uid://b5f3a")
    assert file.read_text() == SAMPLE.replace("uid://b5f3a", uid)
    assert loader.path_of_uid("uid://b5f3a") == "res://x.tres"
    assert resource.inner.resource_path == "res://copy.tres::local"


def test_a_duplicate_is_saved_beside_what_it_was_made_of(loader: ResourceLoader) -> None:
    resource = read(loader, SAMPLE)
    copy: Chest = resource.duplicate()
    ResourceSaver(loader).save(copy, "copy.tres")

    assert copy.resource_path == "res://copy.tres"
    assert resource.inner.resource_path == "res://x.tres::local"
    assert resaved(loader, resource) == SAMPLE


def test_a_caller_may_save_anywhere(loader: ResourceLoader, tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("elsewhere")
    chest = Chest()
    chest.inner = Gradient()

    for path in (folder / "a.tres", str(folder / "b.tres")):
        ResourceSaver(loader).save(chest, path)
        assert "uid=" not in Path(path).read_text()
    assert chest.resource_path == ""
    assert chest.inner.resource_path == ""


def test_an_absolute_path_into_the_project_is_one_of_the_project(loader: ResourceLoader, tmp_path: Path) -> None:
    chest = Chest()
    ResourceSaver(loader).save(chest, tmp_path / "a.tres")

    assert chest.resource_path == "res://a.tres"


@pytest.mark.parametrize("path", ["../a.tres", "res://../a.tres", "res://a\\b.tres", "user://a.tres"])
def test_a_path_that_leaves_the_project_is_refused(loader: ResourceLoader, path: str) -> None:
    with pytest.raises(ResourceError, match="leaves the project's folder"):
        ResourceSaver(loader).save(Chest(), path)


def test_a_link_that_leaves_the_project_is_refused(
    loader: ResourceLoader, tmp_path_factory: pytest.TempPathFactory
) -> None:
    outside = tmp_path_factory.mktemp("outside")
    assert loader.root is not None
    (loader.root / "inner").symlink_to(outside)

    with pytest.raises(ResourceError, match="leads out of the project's folder"):
        ResourceSaver(loader).save(Chest(), "res://inner/a.tres")
    assert not list(outside.iterdir())


# --- what is refused ---


def test_what_has_no_path_is_refused(loader: ResourceLoader) -> None:
    with pytest.raises(InvalidValueError, match="a Chest that comes from no file is saved with a path"):
        ResourceSaver(loader).save(Chest())
    with pytest.raises(InvalidValueError, match=r"res://x\.tres::local stands in another file"):
        ResourceSaver(loader).save(read(loader, SAMPLE).inner)
    with pytest.raises(InvalidTypeError, match="a resource is needed, got 'x'"):
        ResourceSaver(loader).save("x", "x.tres")  # type: ignore[arg-type]


@pytest.mark.parametrize("path", ["a.tscn", "a.png", "a", "a.res"])
def test_another_suffix_is_refused(loader: ResourceLoader, path: str) -> None:
    with pytest.raises(ResourceFormatError, match=r"a Chest is saved with the suffix \.tres, not"):
        ResourceSaver(loader).save(Chest(), path)


def test_resources_that_hold_themselves_are_refused(loader: ResourceLoader) -> None:
    chest, inner = Chest(), Chest()
    chest.parts = [inner]
    inner.inner = inner
    inner.resource_name = "Inner"

    with pytest.raises(SceneError, match="Chest 'Inner' holds itself"):
        ResourceSaver(loader).save(chest, "a.tres")
    inner.inner = chest
    with pytest.raises(SceneError, match="holds itself"):
        ResourceSaver(loader).save(chest, "a.tres")
    chest.resource_path = "res://a.tres"
    with pytest.raises(SceneError, match="holds itself"):
        ResourceSaver(loader).save(chest)
    assert loader.root is not None
    assert not list(loader.root.iterdir())


def test_a_long_chain_of_resources_is_saved_without_recursion(loader: ResourceLoader) -> None:
    chest = Chest()
    for _ in range(2_000):
        outer = Chest()
        outer.inner = chest
        chest = outer

    assert saved(loader, chest).count("[sub_resource") == 2_000


def test_a_value_that_a_file_has_no_word_for_is_refused_with_its_property(loader: ResourceLoader) -> None:
    chest, inner = Chest(), Chest()
    chest.inner = inner
    inner.parts = [len]

    with pytest.raises(InvalidTypeError, match=r"^res://a\.tres: Chest\.parts cannot be saved: a file has no word for"):
        ResourceSaver(loader).save(chest, "a.tres")
    inner.parts = [1 << 70]
    with pytest.raises(
        InvalidValueError, match=r"^res://a\.tres: Chest\.parts cannot be saved: .* does not fit 64 bits"
    ):
        ResourceSaver(loader).save(chest, "a.tres")


def test_a_scene_without_a_file_of_its_own_is_refused(loader: ResourceLoader) -> None:
    node = Node("Root")
    chest, scene = Chest(), PackedScene()
    scene.pack(node)
    chest.inner = scene

    with pytest.raises(SceneError, match="a PackedScene in another resource cannot be saved; save it in a file"):
        ResourceSaver(loader).save(chest, "a.tres")
    ResourceSaver(loader).save(scene, "scene.tscn")
    assert 'type="PackedScene" uid="uid://' in saved(loader, chest)
    node.free()


def test_a_class_that_needs_arguments_is_refused(loader: ResourceLoader) -> None:
    with pytest.raises(SceneError, match=r"a Needy cannot be saved: it cannot be made without arguments .*'needed'"):
        ResourceSaver(loader).save(Needy(3), "a.tres")


def test_a_save_that_fails_leaves_everything_as_it_was(loader: ResourceLoader) -> None:
    resource = read(loader, SAMPLE)
    resource.inner.inner = new = Gradient()
    resource.parts = [object()]

    with pytest.raises(InvalidTypeError):
        ResourceSaver(loader).save(resource)
    assert loader.root is not None
    assert (loader.root / "x.tres").read_text() == SAMPLE
    assert [file.name for file in loader.root.iterdir()] == ["x.tres"]
    assert (new.resource_path, new.resource_scene_unique_id) == ("", "")


def test_a_folder_that_is_not_there_is_refused(loader: ResourceLoader) -> None:
    with pytest.raises(ResourceError, match=r"none.a\.tres - cannot be written"):
        ResourceSaver(loader).save(Chest(), "none/a.tres")
