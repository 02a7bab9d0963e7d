"""Resource files: what is made of a `.tres`, what is kept of what is not here, and what is refused."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.core.errors import InvalidTypeError, ResourceCycleError, SceneError, ScriptError
from engine.core.export import export
from engine.core.migration import migration
from engine.core.resource import Resource
from engine.math import Color, Vector2
from engine.resources import MissingResource, ResourceLoader
from engine.resources.gradient import Gradient
from engine.resources.textures.missing_texture import MissingTexture
from scenes import load_report_of
from scenes.load_report import ProblemKind
from scenes.scripts import Script
from scenes.text import values as v

pytestmark = pytest.mark.usefixtures("forgotten_imports")

Load = Callable[..., Resource]


class Hoard(Resource):
    """What these files hold."""

    price: int = export(0)
    weight: float = export(1.0, check=lambda value: value if value >= 0 else _refuse(value))
    inner: Resource | None = export(None)
    gradient: Gradient | None = export(None, check=lambda value: _gradient(value))
    parts: list[Any] = export(factory=list)
    table: dict[Any, Any] = export(factory=dict)


class Hasty(Resource):
    version = 2
    speed: float = export(0.0)

    @migration(1)
    @staticmethod
    def call_velocity_speed(properties: dict[str, Any]) -> None:
        if "velocity" in properties:
            properties["speed"] = properties.pop("velocity")


class Demanding(Resource):
    def __init__(self, needed: int) -> None:
        self.needed = needed


def _refuse(value: float) -> float:
    raise ValueError(f"must not be negative, got {value}")


def _gradient(value: Any) -> Any:
    if value is not None and not isinstance(value, Gradient):
        raise TypeError(f"must be a Gradient, got {value!r}")
    return value


@pytest.fixture
def load(tmp_path: Path) -> Load:
    """Writes a text as "x.tres", and loads it."""
    loader = ResourceLoader(tmp_path)

    def load(text: str, **options: Any) -> Resource:
        (tmp_path / "x.tres").write_text(text)
        found: Resource = loader.load("x.tres", **options)
        return found

    return load


def hoard(text: str, sections: str = "", attributes: str = "") -> str:
    return f'[gd_resource type="Hoard" format=3{attributes}]\n\n{sections}[resource]\n{text}\n'


# --- what is made ---


def test_a_resource_has_its_properties_and_its_path(load: Load) -> None:
    found = load('[gd_resource type="Gradient" format=3]\n\n[resource]\noffsets = PackedFloat32Array(0, 0.5)\n')

    assert isinstance(found, Gradient)
    assert found.offsets == (0.0, 0.5)
    assert found.resource_path == "res://x.tres"
    assert not load_report_of(found)


def test_resources_in_the_file_are_made_once_and_know_where_they_stand(load: Load) -> None:
    sub = '[sub_resource type="Gradient" id="Gradient_abcde"]\n\n'
    found = load(hoard('inner = SubResource("Gradient_abcde")\nparts = [SubResource("Gradient_abcde")]', sub))

    assert isinstance(found, Hoard)
    assert isinstance(found.inner, Gradient)
    assert found.parts[0] is found.inner
    assert found.inner.resource_path == "res://x.tres::Gradient_abcde"
    assert found.inner.resource_scene_unique_id == "Gradient_abcde"


def test_references_are_resolved_wherever_they_stand(load: Load) -> None:
    sub = '[sub_resource type="Gradient" id="1"]\n\n'
    text = 'table = {\nSubResource("1"): Array[Gradient]([SubResource("1")]),\n"b": [[SubResource("1")]]\n}'
    found = load(hoard(text, sub))

    assert isinstance(found, Hoard)
    (key, typed), (_, nested) = found.table.items()
    assert isinstance(key, Gradient)
    assert isinstance(typed, v.TypedArray)
    assert typed.element_type == "Gradient"
    assert typed[0] is key
    assert nested[0][0] is key


def test_a_resource_may_stand_behind_the_one_that_holds_it(load: Load) -> None:
    sub = '[sub_resource type="Hoard" id="a"]\ninner = SubResource("b")\n\n[sub_resource type="Gradient" id="b"]\n\n'
    found = load(hoard('inner = SubResource("a")', sub))

    assert isinstance(found, Hoard)
    assert isinstance(found.inner, Hoard)
    assert isinstance(found.inner.inner, Gradient)


def test_a_long_chain_of_resources_in_any_order_does_not_recurse(load: Load) -> None:
    count = 2_000
    chain = "".join(f'[sub_resource type="Hoard" id="{n}"]\ninner = SubResource("{n + 1}")\n\n' for n in range(count))
    found = load(hoard('inner = SubResource("0")', f'{chain}[sub_resource type="Hoard" id="{count}"]\n\n'))

    depth = 0
    while isinstance(found, Hoard) and found.inner is not None:
        found, depth = found.inner, depth + 1
    assert depth == count + 1


def test_another_file_is_shared(load: Load, tmp_path: Path) -> None:
    (tmp_path / "g.tres").write_text('[gd_resource type="Gradient" format=3]\n\n[resource]\n')
    ext = "".join(
        f'[ext_resource type="Gradient" path="{path}" id="{id}"]\n' for id, path in ((1, "res://g.tres"), (2, "g.tres"))
    )
    found = load(hoard('inner = ExtResource("1")\nparts = [ExtResource("2"), Resource("res://g.tres")]', ext))

    assert isinstance(found, Hoard)
    assert isinstance(found.inner, Gradient)
    assert found.parts == [found.inner, found.inner]


def test_name_local_and_metadata_are_set(load: Load) -> None:
    text = 'resource_name = "Coins"\nresource_local_to_scene = true\nmetadata/kind = &"gold"\nmetadata/_edit = [1]'
    found = load(hoard(text))

    assert found.resource_name == "Coins"
    assert found.resource_local_to_scene
    assert found.get_meta("kind") == "gold"
    assert found.get_meta("_edit") == [1]
    assert not load_report_of(found)


def test_an_older_version_is_migrated(load: Load) -> None:
    found = load('[gd_resource type="Hasty" format=3]\n\n[resource]\nvelocity = 2.5\n')

    assert isinstance(found, Hasty)
    assert found.speed == 2.5
    assert not load_report_of(found)


def test_a_newer_version_is_refused(load: Load) -> None:
    with pytest.raises(SceneError, match=r"^res://x\.tres:4: the resource: Hasty was saved in version 3"):
        load('[gd_resource type="Hasty" format=3]\n\n[resource]\nmetadata/_version = 3\n')


# --- scripts ---


def write_shield(root: Path, text: str = "") -> None:
    (root / "shield.py").write_text(
        "from engine import export\nfrom engine.core.resource import Resource\n"
        "class Shield(Resource):\n    strength: float = export(1.0)\n" + text
    )


SHIELD_FILE = (
    '[gd_resource type="Resource" script_class="Shield" format=3]\n\n'
    '[ext_resource type="Script" path="res://shield.{}" id="1"]\n\n'
    '[resource]\nstrength = 2\nscript = ExtResource("1")\n'
)


@pytest.mark.parametrize("suffix", ["py", "gd", "cs"])
def test_a_script_of_the_project_gives_the_class(load: Load, tmp_path: Path, suffix: str) -> None:
    write_shield(tmp_path)
    found: Any = load(SHIELD_FILE.format(suffix))

    assert type(found).__name__ == "Shield"
    assert type(found).__module__ == "shield"
    assert found.strength == 2.0
    assert type(found.strength) is float
    assert not load_report_of(found)


def test_without_python_all_of_it_is_kept_and_reported(load: Load, tmp_path: Path) -> None:
    (tmp_path / "shield.gd").write_text("extends Resource")
    found = load(SHIELD_FILE.format("gd"))

    assert isinstance(found, MissingResource)
    assert (found.original_type, found.script_class) == ("Resource", "Shield")
    assert list(found.properties) == ["strength", "script"]
    assert isinstance(found.properties["script"], Script)
    assert load_report_of(found).missing_scripts == ("res://shield.gd",)
    assert load_report_of(found).missing_types == ()


def test_a_script_that_is_not_there_is_reported(load: Load) -> None:
    found = load(SHIELD_FILE.format("gd"))

    assert isinstance(found, MissingResource)
    assert found.properties["script"].resource_path == "res://shield.gd"
    assert load_report_of(found).missing_scripts == ("res://shield.gd",)


def test_a_type_of_the_engine_with_a_missing_script_is_that_type(load: Load) -> None:
    text = SHIELD_FILE.format("gd").replace('type="Resource" script_class="Shield"', 'type="Gradient"')
    found = load(text)

    assert isinstance(found, Gradient)
    assert found._kept_properties is not None
    assert found._kept_properties["strength"] == 2
    assert load_report_of(found).missing_scripts == ("res://shield.gd",)
    assert load_report_of(found).unknown_properties == ("Gradient.strength",)


def test_a_script_in_the_file_is_kept_and_reported(load: Load) -> None:
    sub = '[sub_resource type="GDScript" id="1"]\nscript/source = "extends Resource"\n\n'
    found = load(f'[gd_resource type="Resource" format=3]\n\n{sub}[resource]\nscript = SubResource("1")\nx = 1\n')

    assert isinstance(found, MissingResource)
    assert found.properties["script"].properties["script/source"] == "extends Resource"
    assert ProblemKind.MISSING_SCRIPT in {problem.kind for problem in load_report_of(found)}
    assert load_report_of(found).missing_types == ()


def test_a_script_whose_class_is_no_resource_is_refused(load: Load, tmp_path: Path) -> None:
    (tmp_path / "shield.py").write_text("from engine.tree.node import Node\nclass Shield(Node): pass\n")

    with pytest.raises(SceneError, match=r"x\.tres:7: the resource: its script has the class Shield, which is no"):
        load(SHIELD_FILE.format("py"))


def test_a_script_that_cannot_be_imported_is_told_with_its_user(load: Load, tmp_path: Path) -> None:
    (tmp_path / "shield.py").write_text("1 / 0")

    with pytest.raises(ScriptError, match="cannot be imported: ZeroDivisionError") as caught:
        load(SHIELD_FILE.format("py"))

    assert caught.value.__notes__ == ["res://x.tres:7: it is the script of the resource"]


def test_without_scripts_no_module_of_the_project_is_imported(load: Load, tmp_path: Path) -> None:
    (tmp_path / "shield.py").write_text("raise AssertionError('imported')")
    (tmp_path / "gem.py").write_text("raise AssertionError('imported')")
    sub = '[sub_resource type="Gem" id="2"]\nsize = 3\n\n[resource]'
    text = SHIELD_FILE.format("py").replace("[resource]", sub).replace("= 2\n", '= SubResource("2")\n')
    found = load(text, scripts=False)

    assert isinstance(found, MissingResource)
    assert isinstance(found.properties["strength"], MissingResource)
    assert found.properties["strength"].properties == {"size": 3}
    assert load_report_of(found).missing_scripts == ("res://shield.py",)
    assert load_report_of(found).missing_types == ("Gem",)


def test_without_scripts_no_class_of_the_game_is_made(load: Load) -> None:
    found = load(hoard("price = 3"), scripts=False)

    assert isinstance(found, MissingResource)
    assert found.original_type == "Hoard"


def test_with_and_without_scripts_are_two_resources(load: Load, tmp_path: Path) -> None:
    write_shield(tmp_path)
    first = load(SHIELD_FILE.format("py"), scripts=False)
    second = load(SHIELD_FILE.format("py"))

    assert isinstance(first, MissingResource)
    assert type(second).__name__ == "Shield"


# --- what is missing ---


def test_an_unknown_type_keeps_everything_in_order(load: Load) -> None:
    sub = '[sub_resource type="Foo" id="1"]\nb = 1\na = Vector2(1, 2)\n0:0/x = Color(1, 0, 0, 1)\nmetadata/m = 1\n\n'
    found = load(hoard('inner = SubResource("1")', sub))

    assert isinstance(found, Hoard)
    missing = found.inner
    assert isinstance(missing, MissingResource)
    assert missing.original_type == "Foo"
    assert list(missing.properties.items()) == [("b", 1), ("a", Vector2(1, 2)), ("0:0/x", Color(1, 0, 0))]
    assert missing.get_meta("m") == 1
    (problem,) = load_report_of(found)
    assert problem == (ProblemKind.MISSING_TYPE, "Foo", "res://x.tres", 3, "resource '1'", "")


@pytest.mark.parametrize("name", ["MissingResource", "Script"])
def test_types_that_stand_in_for_others_are_not_made_by_name(load: Load, name: str) -> None:
    found = load(f'[gd_resource type="{name}" format=3]\n\n[resource]\nx = 1\n')

    assert isinstance(found, MissingResource)
    assert found.original_type == name


@pytest.mark.parametrize(
    ("path", "detail"),
    [
        ("res://none.tres", ""),
        ("res://image.exr", "nothing here reads files with the suffix '.exr'"),
        ("res://image.svg", "image.svg - is not a readable picture: it says no size"),
        ("res://model.glb", "nothing here reads files with the suffix '.glb'"),
        ("res://../../etc/passwd", "leaves the project's folder"),
        ("/etc/passwd", "leaves the project's folder"),
        ("C:/windows", "leaves the project's folder"),
        ("res://broken.tres", "broken.tres"),
    ],
)
def test_a_file_that_cannot_be_had_is_stood_in_for_and_reported(
    load: Load, tmp_path: Path, path: str, detail: str
) -> None:
    (tmp_path / "image.exr").write_text("")
    (tmp_path / "image.svg").write_text("<svg/>")
    (tmp_path / "model.glb").write_text("")
    (tmp_path / "broken.tres").write_text("[gd_resource")
    ext = f'[ext_resource type="Texture2D" path="{path}" id="1"]\n\n'
    found = load(hoard('inner = ExtResource("1")', ext))

    assert isinstance(found, Hoard)
    assert isinstance(found.inner, MissingTexture)
    assert found.inner.original_type == "Texture2D"
    assert found.inner.resource_path == path
    (problem,) = load_report_of(found)
    assert (problem.kind, problem.name, problem.line) == (ProblemKind.MISSING_FILE, path, 3)
    assert detail in problem.detail


def test_a_picture_that_is_not_there_is_reported_and_keeps_its_path(load: Load) -> None:
    ext = '[ext_resource type="Texture2D" path="res://none.png" id="1"]\n\n'
    found = load(hoard('inner = ExtResource("1")', ext))

    assert isinstance(found, Hoard)
    assert isinstance(found.inner, MissingTexture)
    assert found.inner.resource_path == "res://none.png"
    assert load_report_of(found).missing_files == ("res://none.png",)


def test_a_file_that_nothing_refers_to_is_not_loaded(load: Load) -> None:
    found = load(hoard("price = 1", '[ext_resource type="Texture2D" path="res://none.svg" id="1"]\n\n'))

    assert not load_report_of(found)


def test_a_file_that_was_moved_is_found_by_its_uid_and_reported(load: Load, tmp_path: Path) -> None:
    (tmp_path / "new.tres").write_text('[gd_resource type="Gradient" format=3 uid="uid://b5f3a"]\n\n[resource]\n')
    ext = '[ext_resource type="Gradient" uid="uid://b5f3a" path="res://old.tres" id="1"]\n\n'
    found = load(hoard('inner = ExtResource("1")', ext))

    assert isinstance(found, Hoard)
    assert isinstance(found.inner, Gradient)
    assert found.inner.resource_path == "res://new.tres"
    (problem,) = load_report_of(found)
    assert (problem.kind, problem.name) == (ProblemKind.MOVED_FILE, "res://old.tres")


def test_what_the_files_of_a_file_miss_is_in_its_report(load: Load, tmp_path: Path) -> None:
    (tmp_path / "inner.tres").write_text('[gd_resource type="Foo" format=3]\n\n[resource]\n')
    found = load(hoard('inner = ExtResource("1")', '[ext_resource type="Foo" path="res://inner.tres" id="1"]\n\n'))

    (problem,) = load_report_of(found)
    assert (problem.kind, problem.name, problem.path) == (ProblemKind.MISSING_TYPE, "Foo", "res://inner.tres")


def test_properties_that_the_class_lacks_are_kept_and_reported(load: Load) -> None:
    found = load(hoard("glow = Color(1, 0, 0, 1)\nprice = 3\nedge/0 = 1"))

    assert isinstance(found, Hoard)
    assert found.price == 3
    assert found._kept_properties == {"glow": Color(1, 0, 0), "edge/0": 1}
    report = load_report_of(found)
    assert report.unknown_properties == ("Hoard.glow", "Hoard.edge/0")
    assert [problem.line for problem in report] == [4, 6]


def test_a_property_that_takes_no_stand_in_keeps_it(load: Load) -> None:
    found = load(hoard('gradient = SubResource("1")', '[sub_resource type="Foo" id="1"]\n\n'))

    assert isinstance(found, Hoard)
    assert found.gradient is None
    assert found._kept_properties is not None
    assert isinstance(found._kept_properties["gradient"], MissingResource)
    assert load_report_of(found).unknown_properties == ("Hoard.gradient",)


# --- what is refused ---


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ('price = "much"', r"^res://x\.tres:4: the resource: Hoard\.price must be a whole number, got 'much' \(str\)$"),
        ("weight = -1.0", r"^res://x\.tres:4: the resource: Hoard\.weight must not be negative, got -1\.0$"),
        ("resource_name = 3", r"^res://x\.tres:4: the resource: Hoard\.resource_name must be a text, got 3"),
        ('inner = SubResource("a")', r"^res://x\.tres:4: there is no \[sub_resource\] with the id 'a'$"),
        ('inner = ExtResource("a")', r"^res://x\.tres:4: there is no \[ext_resource\] with the id 'a'$"),
    ],
)
def test_a_bad_value_is_refused_with_its_place(load: Load, text: str, error: str) -> None:
    with pytest.raises(SceneError, match=error):
        load(hoard(text))


def test_a_bad_value_of_a_resource_in_the_file_names_that(load: Load) -> None:
    sub = '[sub_resource type="Gradient" id="Gradient_abcde"]\ninterpolation_mode = 9\n\n'

    with pytest.raises(SceneError, match=r"x\.tres:4: resource 'Gradient_abcde': Gradient\.interpolation_mode must"):
        load(hoard('inner = SubResource("Gradient_abcde")', sub))


def test_an_unknown_id_is_refused_with_the_nearest(load: Load) -> None:
    sub = '[sub_resource type="Gradient" id="Gradient_abcde"]\n\n'

    with pytest.raises(SceneError, match="did you mean 'Gradient_abcde'"):
        load(hoard('inner = SubResource("Gradient_abcd")', sub))


def test_resources_that_hold_each_other_are_refused(load: Load) -> None:
    sub = (
        '[sub_resource type="Hoard" id="a"]\ninner = SubResource("b")\n\n'
        '[sub_resource type="Hoard" id="b"]\nparts = [[SubResource("a")]]\n\n'
    )

    with pytest.raises(SceneError, match=r"resource 'a' holds itself \(a -> b -> a\)"):
        load(hoard('inner = SubResource("a")', sub))


def test_files_that_need_each_other_are_refused(load: Load, tmp_path: Path) -> None:
    text = hoard('inner = ExtResource("1")', '[ext_resource type="Hoard" path="res://x.tres" id="1"]\n\n')
    (tmp_path / "y.tres").write_text(text)

    with pytest.raises(ResourceCycleError):
        load(text.replace("x.tres", "y.tres"))


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ('[gd_scene format=3]\n\n[node name="A" type="Node"]\n', "this is a scene, not a resource; .* suffix .tscn"),
        ('[gd_resource type="Hoard" format=3]\n', r"the file has no section \[resource\]"),
        ("[gd_resource format=3]\n\n[resource]\n", "a resource file begins with its type"),
        ("[gd_resource type=3 format=3]\n\n[resource]\n", "a resource file begins with its type"),
        ('[gd_resource type="Demanding" format=3]\n\n[resource]\n', "Demanding cannot be made: .*'needed'"),
        (hoard('inner = SubResource("1")', '[sub_resource id="1"]\n\n'), "must say its type"),
        (hoard('inner = ExtResource("1")', '[ext_resource id="1"]\n\n'), "must say a type and a path"),
        (hoard('inner = ExtResource("1")', '[ext_resource path=3 id="1"]\n\n'), "must say a type and a path"),
    ],
)
def test_what_is_no_resource_file_is_refused(load: Load, text: str, error: str) -> None:
    with pytest.raises(SceneError, match=error):
        load(text)


def test_the_type_of_a_load_is_checked(load: Load) -> None:
    with pytest.raises(InvalidTypeError, match="not Gradient"):
        load(hoard(""), type=Gradient)
