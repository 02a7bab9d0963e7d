"""Resources that are saved where they were loaded: what did not change stays as it stood in the file."""

from pathlib import Path

import pytest

from engine.resources import ResourceLoader
from engine.resources.gradient import Gradient
from tests.unit.scenes.chests import SAMPLE, Chest, read, resaved, saved

pytestmark = pytest.mark.usefixtures("forgotten_imports")


@pytest.fixture
def loader(tmp_path: Path) -> ResourceLoader:
    return ResourceLoader(tmp_path)


@pytest.mark.parametrize(
    "text",
    [
        SAMPLE,
        SAMPLE.replace("\n", "\r\n"),
        SAMPLE.replace("load_steps=9 ", ""),
        SAMPLE.replace("format=3", "format=4"),
        SAMPLE.replace(' uid="uid://b5f3a"', ""),
        SAMPLE.rstrip("\n"),
        '[gd_resource type="Resource" format=3]\n\n[resource]\nx = 1\n',
        '[gd_resource type="Loose" script_class="A" format=3]\n\n[resource]\nscript = null\nx = -0.0\ny = 1e-05\n',
        '[gd_resource type="Chest" format=3]\n\n[sub_resource type="Chest" id="a"]\ninner = SubResource("b")\n\n'
        '[sub_resource type="Chest" id="b"]\n\n[resource]\ninner = SubResource("a")\n',
        '[gd_resource type="Chest" load_steps=2 format=3]\n\n[sub_resource type="Chest" id=1]\n\n'
        '[resource]\ninner = SubResource( 1 )\n',
        '[gd_resource type="Chest" format=3]\n\n'
        '[sub_resource type="GDScript" id="1"]\nscript/source = "extends A\n[x]"\n\n'
        '[resource]\nscript = SubResource("1")\nprice = 2\n',
        '[gd_resource type="Chest" format=3]\n\n[ext_resource type="Shader" path="res://a.gdshader" id="1"]\n'
        '[ext_resource type="Shader" path="res://a.gdshader" id="2"]\n\n'
        '[resource]\ninner = ExtResource("2")\nparts = [ExtResource("1"), ExtResource("2")]\n',
        '[gd_resource type="Square" format=3]\n\n[resource]\nsize = 3.0\n',
        '[gd_resource type="Halved" format=3]\n\n[resource]\nsize = 8\n',
        '[gd_resource type="Versioned" format=3]\n\n[resource]\nmetadata/_version = 3\nprice = 1\n',
        '[gd_resource type="Unknown" format=3]\n\n[resource]\nprice = 1\nmetadata/_version = 3\n',
        '[gd_resource type="Gradient" format=3]\n\n[resource]\nmetadata/_version = 3\ninterpolation_mode = 2\n',
        '[gd_resource type="Curve" format=3]\n\n[resource]\n_data = [Vector2(0, 0), 0.0, 0.0, 0, 0]\npoint_count = 1\n',
        '[gd_resource type="Curve" format=3]\n\n[resource]\nmin_value = -5.0\nmax_value = 12\nbake_resolution = 50\n',
        '[gd_resource type="Crate" format=3]\n\n[resource]\nlength = 12\nsides = [1.0]\n',
        '[gd_resource type="Gradient" format=3]\n\n[resource]\noffsets = [0, 1]\ninterpolation_mode = 2\n',
    ],
)  # fmt: skip
def test_an_unchanged_resource_gives_the_same_bytes(loader: ResourceLoader, text: str) -> None:
    resource = read(loader, text)

    assert resaved(loader, resource) == text
    assert resaved(loader, resource) == text


CORPUS = Path(__file__).parents[4] / "shared" / "corpus"


@pytest.mark.skipif(not CORPUS.is_dir(), reason="the files of other projects are not here")
def test_resource_files_of_godot_projects_give_the_same_bytes(loader: ResourceLoader) -> None:
    files = sorted(CORPUS.rglob("*.tres"))
    assert files
    for file in files:
        text = file.read_bytes().decode()
        assert resaved(loader, read(loader, text, file.name)) == text, file


def test_a_changed_property_changes_its_line_only(loader: ResourceLoader) -> None:
    resource = read(loader, SAMPLE)
    resource.price = 7

    assert resaved(loader, resource) == SAMPLE.replace("\nprice = 0\n", "\nprice = 7\n")


def test_a_change_inside_of_a_resource_in_the_file_changes_its_line_only(loader: ResourceLoader) -> None:
    resource = read(loader, SAMPLE)
    resource.table["b"].offsets = (0.0, 0.25)

    assert resaved(loader, resource) == SAMPLE.replace("PackedFloat32Array(0,   0.5)", "PackedFloat32Array(0, 0.25)")


LIMITS = """[gd_resource type="Curve" format=3]

[resource]
min_value = -5.0
max_value = 12.0
bake_resolution = 50
"""


def test_what_a_class_takes_and_does_not_save_stays_beside_a_change(loader: ResourceLoader) -> None:
    curve = read(loader, LIMITS)
    curve.bake_resolution = 60

    assert resaved(loader, curve) == LIMITS.replace("50", "60")


def test_what_a_class_takes_and_does_not_save_gives_way_to_what_it_saves(loader: ResourceLoader) -> None:
    curve = read(loader, LIMITS)
    curve.max_value = 20.0

    text = resaved(loader, curve)

    assert text == LIMITS.replace("max_value = 12.0\n", "") + "_limits = [-5.0, 20.0, 0.0, 1.0]\n"
    assert read(loader, text, "y.tres").max_value == 20.0


def test_what_a_games_class_takes_and_does_not_save_is_saved_as_it_is_now(loader: ResourceLoader) -> None:
    text = '[gd_resource type="Crate" format=3]\n\n[resource]\nlength = 12\n'
    crate = read(loader, text)
    crate.length = 13.0

    assert resaved(loader, crate) == text.replace("12", "13.0")


def test_a_property_that_is_set_back_to_its_default_goes(loader: ResourceLoader) -> None:
    resource = read(loader, SAMPLE)
    resource.title = ""

    assert resaved(loader, resource) == SAMPLE.replace('title = &"name"\n', "")


def test_a_property_that_was_not_there_comes_behind_the_one_before_it(loader: ResourceLoader) -> None:
    resource = read(loader, '[gd_resource type="Chest" format=3]\n\n[resource]\nmetadata/a = 1\nprice = 3\nx = 1\n')
    resource.weight = 2.0
    resource.resource_name = "A"

    assert resaved(loader, resource).split("[resource]\n")[1] == (
        'resource_name = "A"\nmetadata/a = 1\nprice = 3\nweight = 2.0\nx = 1\n'
    )


def test_metadata_and_kept_properties_can_be_changed_and_taken_away(loader: ResourceLoader) -> None:
    resource = read(loader, SAMPLE)
    resource.remove_meta("_edit_lock_")
    resource.set_meta("new", 1)
    resource._kept_properties["glow"] = 2

    expected = SAMPLE.replace("metadata/_edit_lock_ = true\n", "").replace("glow = Color(1, 0, 0, 1)", "glow = 2")
    assert resaved(loader, resource) == expected.replace("price = 0\n", "price = 0\nmetadata/new = 1\n").replace(
        "glow = 2\n", "glow = 2\nmetadata/new = 1\n"
    ).replace("price = 0\nmetadata/new = 1\n", "price = 0\n")


def test_a_resource_that_nothing_holds_any_more_goes_with_what_only_it_held(loader: ResourceLoader) -> None:
    resource = read(loader, SAMPLE)
    resource.table = {}
    resource.parts = []
    text = resaved(loader, resource)

    assert "load_steps=4 " in text
    assert [line for line in text.splitlines() if line.startswith(("[ext", "[sub"))] == [
        '[ext_resource type="Script" path="res://unused.gd" id="2_abcde"]',
        '[sub_resource type="Gradient" id="unused"]',
        '[sub_resource type="Chest" id="local"]',
    ]


def test_what_nothing_refers_to_keeps_what_it_refers_to(loader: ResourceLoader) -> None:
    text = (
        '[gd_resource type="Chest" format=3]\n\n[ext_resource type="Shader" path="res://a.gdshader" id="1"]\n\n'
        '[sub_resource type="Foo" id="a"]\nx = ExtResource("1")\n\n'
        '[sub_resource type="Foo" id="unused"]\ny = SubResource("a")\n\n'
        '[resource]\ninner = SubResource("a")\n'
    )
    resource = read(loader, text)
    resource.inner = None

    assert resaved(loader, resource) == text.replace('inner = SubResource("a")\n', "")


def test_a_new_resource_comes_before_the_first_that_holds_it(loader: ResourceLoader) -> None:
    resource = read(loader, SAMPLE)
    new = Gradient()
    resource.inner.inner = new
    text = resaved(loader, resource)

    sections = [line.split('id="')[1].split('"')[0] for line in text.splitlines() if line.startswith("[sub")]
    assert sections == ["Gradient_abcde", "unused", "5", new.resource_scene_unique_id, "local"]
    assert "load_steps=10 " in text


def test_two_resources_that_change_places_keep_their_ids(loader: ResourceLoader) -> None:
    text = (
        '[gd_resource type="Chest" format=3]\n\n[sub_resource type="Chest" id="a"]\nprice = 1\n\n'
        '[sub_resource type="Chest" id="b"]\nprice = 2\n\n[resource]\nparts = [SubResource("a"), SubResource("b")]\n'
    )
    resource = read(loader, text)
    resource.parts.reverse()

    assert resaved(loader, resource) == text.replace(
        '[SubResource("a"), SubResource("b")]', '[SubResource("b"), SubResource("a")]'
    )


def test_a_resource_of_another_file_with_the_same_id_does_not_become_this_one(loader: ResourceLoader) -> None:
    text = (
        '[gd_resource type="Chest" format=3]\n\n[sub_resource type="Chest" id="a"]\nprice = {}\n\n'
        '[resource]\nparts = [SubResource("a")]\n'
    )
    resource, other = read(loader, text.format(1)), read(loader, text.format(2), "y.tres")
    resource.inner = other.parts[0]
    resaved(loader, resource)
    assert loader.root is not None
    again = ResourceLoader(loader.root).load("x.tres", Chest)

    assert isinstance(again.inner, Chest)
    assert (again.inner.price, again.parts[0].price) == (2, 1)
    assert resaved(loader, other) == text.format(2)


def test_an_equal_resource_that_is_another_has_an_id_of_its_own(loader: ResourceLoader) -> None:
    text = (
        '[gd_resource type="Chest" format=3]\n\n[sub_resource type="Chest" id="a"]\nprice = 1\n\n'
        '[resource]\ninner = SubResource("a")\n'
    )
    resource = read(loader, text)
    resource.parts = [resource.inner.duplicate()]
    again = resaved(loader, resource)

    assert again.count("price = 1") == 2
    assert 'inner = SubResource("a")\nparts = [SubResource("Chest_' in again


def test_format_4_stays_and_comes(loader: ResourceLoader) -> None:
    resource = read(loader, SAMPLE)
    resource.data = bytes(65)

    assert ' format=4 uid="uid://b5f3a"' in resaved(loader, resource)
    resource.data = b""
    assert ' format=4 uid="uid://b5f3a"' in resaved(loader, resource)


def test_an_older_version_is_saved_as_the_present_one(loader: ResourceLoader) -> None:
    header = '[gd_resource type="Versioned" format=3 uid="uid://b5f3a" x=1]\n\n[resource]\n'
    resource = read(loader, f"{header}metadata/_version = 2\nprice = 4\n")

    assert resaved(loader, resource) == f"{header}price = 4\nmetadata/_version = 3\n"


def test_a_file_that_was_moved_is_written_with_its_new_path(loader: ResourceLoader) -> None:
    saved(loader, Gradient(), "new.tres")
    uid = loader.uid_of("new.tres")
    text = (
        '[gd_resource type="Chest" format=3]\n\n'
        f'[ext_resource type="Gradient" uid="{uid}" path="res://old.tres" id="1"]\n\n'
        '[resource]\ninner = ExtResource("1")\n'
    )

    assert resaved(loader, read(loader, text)) == text.replace("old.tres", "new.tres")


def test_a_relative_path_to_a_file_stays(loader: ResourceLoader) -> None:
    assert loader.root is not None
    (loader.root / "deep").mkdir()
    saved(loader, Gradient(), "deep/g.tres")
    text = (
        '[gd_resource type="Chest" format=3]\n\n[ext_resource type="Gradient" path="g.tres" id="1"]\n\n'
        '[resource]\ninner = ExtResource("1")\n'
    )

    assert resaved(loader, read(loader, text, "deep/x.tres")) == text
