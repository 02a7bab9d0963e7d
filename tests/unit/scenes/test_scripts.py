"""Scripts: which Python class a file of a project stands for, and what is never imported."""

import sys
from pathlib import Path

import pytest

from engine.core.errors import ResourceError, ScriptError
from engine.core.resource import Resource
from engine.resources import ResourceLoader
from engine.resources.loading.load_request import LoadRequest
from engine.tree.node import Node
from scenes.scripts import Script, find_class_file, script_of_class

pytestmark = pytest.mark.usefixtures("forgotten_imports")

ITEM = "from engine.core.resource import Resource\nclass {}(Resource): pass\n"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    root = tmp_path / "project"
    root.mkdir()
    return root


def write(root: Path, path: str, text: str) -> Path:
    file = root / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
    return file


def script(path: str) -> Script:
    made = Script()
    made.resource_path = path
    return made


def class_of(root: Path, path: str) -> type | None:
    return script(path).python_class(ResourceLoader(root))


# --- which class ---


@pytest.mark.parametrize(
    ("file", "name"),
    [("shield.py", "Shield"), ("big_shield.py", "BigShield"), ("body_2d.py", "Body2D"), ("hud.py", "HUD")],
)
def test_the_class_is_the_one_that_is_named_as_the_file(project: Path, file: str, name: str) -> None:
    write(project, file, ITEM.format(name) + f"class Other({name}): pass\n")

    found = class_of(project, f"res://{file}")

    assert found is not None
    assert found.__name__ == name
    assert issubclass(found, Resource)


def test_the_only_class_of_a_file_needs_no_such_name(project: Path) -> None:
    write(project, "things.py", "from engine.tree.node import Node\nclass _Base(Node): pass\nclass Coin(_Base): pass\n")

    found = class_of(project, "res://things.py")

    assert found is not None
    assert found.__name__ == "Coin"
    assert issubclass(found, Node)


def test_classes_that_a_file_imports_do_not_count(project: Path) -> None:
    write(project, "base_item.py", ITEM.format("BaseItem"))
    write(project, "sword.py", "from base_item import BaseItem\nclass LongSword(BaseItem): pass\n")

    found = class_of(project, "res://sword.py")

    assert found is not None
    assert found.__name__ == "LongSword"


def test_several_classes_without_the_files_name_are_an_error_that_lists_them(project: Path) -> None:
    write(project, "items.py", ITEM.format("Sword") + "class Bow(Resource): pass\n")

    with pytest.raises(ScriptError, match=r"items\.py defines 2 classes \(Sword, Bow\), .*call the one .* Items"):
        class_of(project, "res://items.py")


def test_a_file_without_a_class_is_an_error(project: Path) -> None:
    write(project, "tools_only.py", "x = 1\n")

    with pytest.raises(ScriptError, match=r"tools_only\.py defines no class that extends a node or a resource"):
        class_of(project, "res://tools_only.py")


@pytest.mark.parametrize("suffix", [".gd", ".cs"])
def test_a_script_of_godots_stands_for_the_python_beside_it(project: Path, suffix: str) -> None:
    write(project, "deep/shield.py", ITEM.format("Shield"))

    found = class_of(project, f"res://deep/shield{suffix}")

    assert found is not None
    assert found.__name__ == "Shield"


def test_a_script_of_godots_without_python_has_no_class(project: Path) -> None:
    write(project, "shield.gd", "extends Resource")

    assert class_of(project, "res://shield.gd") is None


# --- how it is imported ---


def test_a_file_is_imported_under_its_name_in_the_project_and_once(project: Path) -> None:
    write(project, "enemies_a/goblin.py", "from enemies_a.base import Base\nclass Goblin(Base): pass\n")
    write(project, "enemies_a/base.py", ITEM.format("Base"))

    found = class_of(project, "res://enemies_a/goblin.py")

    assert found is not None
    assert found.__module__ == "enemies_a.goblin"
    assert class_of(project, "res://enemies_a/goblin.py") is found
    assert class_of(project, "res://enemies_a/base.py") is found.__mro__[1]


def test_the_projects_folder_comes_last_on_the_path(project: Path) -> None:
    write(project, "shield.py", ITEM.format("Shield"))

    class_of(project, "res://shield.py")

    assert sys.path[-1] == str(project.resolve())
    assert sys.path.count(str(project.resolve())) == 1


def test_a_module_that_is_imported_already_is_used(project: Path) -> None:
    write(project, "shield_b.py", ITEM.format("ShieldB"))
    sys.path.append(str(project))
    module = __import__("shield_b")

    assert class_of(project, "res://shield_b.py") is module.ShieldB


@pytest.mark.parametrize("name", ["json", "random", "sys", "numpy", "engine", "nodes", "antigravity", "winreg"])
def test_a_name_that_is_taken_outside_of_the_project_hides_nothing_and_is_not_hidden(project: Path, name: str) -> None:
    write(project, f"{name}.py", ITEM.format("Thing"))
    before = sys.modules.get(name)

    found = class_of(project, f"res://{name}.py")

    assert found is not None
    assert found.__name__ == "Thing"
    assert sys.modules.get(name) is before


def test_a_module_in_a_folder_whose_name_is_taken_is_the_projects_own(project: Path) -> None:
    write(project, "json/decoder.py", ITEM.format("Decoder"))
    import json.decoder

    found = class_of(project, "res://json/decoder.py")

    assert found is not None
    assert found.__name__ == "Decoder"
    assert sys.modules["json.decoder"] is json.decoder


@pytest.mark.parametrize("file", ["my-shield.py", "class.py", "1st.py", "a b/shield.py"])
def test_a_file_whose_name_python_cannot_import_is_imported_all_the_same(project: Path, file: str) -> None:
    write(project, file, ITEM.format("Thing"))

    found = class_of(project, f"res://{file}")

    assert found is not None
    assert class_of(project, f"res://{file}") is found


def test_files_of_the_same_name_in_two_projects_are_two_modules(tmp_path: Path) -> None:
    write(tmp_path, "a/shield.py", ITEM.format("Shield"))
    write(tmp_path, "b/shield.py", ITEM.format("Shield") + "other = True\n")

    first, second = class_of(tmp_path / "a", "res://shield.py"), class_of(tmp_path / "b", "res://shield.py")

    assert first is not None
    assert second is not None
    assert first is not second


# --- what is never imported ---


def test_a_link_out_of_the_project_is_not_imported(project: Path, tmp_path: Path) -> None:
    outside = write(tmp_path, "outside.py", "raise AssertionError('imported')\n")
    (project / "shield.py").symlink_to(outside)

    with pytest.raises(ResourceError, match=r"res://shield\.py - leads out of the project's folder"):
        class_of(project, "res://shield.py")


def test_a_folder_that_is_a_link_out_of_the_project_is_not_imported_from(project: Path, tmp_path: Path) -> None:
    write(tmp_path, "away/shield.py", "raise AssertionError('imported')\n")
    (project / "inner").symlink_to(tmp_path / "away")

    with pytest.raises(ResourceError, match="leads out of the project's folder"):
        class_of(project, "res://inner/shield.gd")


def test_a_package_whose_beginning_is_a_link_out_of_the_project_is_not_run(project: Path, tmp_path: Path) -> None:
    outside = write(tmp_path, "outside.py", "raise AssertionError('imported')\n")
    write(project, "package_c/shield.py", ITEM.format("Shield"))
    (project / "package_c" / "__init__.py").symlink_to(outside)

    found = class_of(project, "res://package_c/shield.py")

    assert found is not None
    assert "package_c" not in sys.modules


def test_an_inner_package_whose_beginning_is_a_link_out_of_the_project_is_not_run(
    project: Path, tmp_path: Path
) -> None:
    outside = write(tmp_path, "outside.py", "raise AssertionError('imported')\n")
    write(project, "package_i/__init__.py", "")
    write(project, "package_i/inner/shield.py", ITEM.format("Shield"))
    (project / "package_i" / "inner" / "__init__.py").symlink_to(outside)

    found = class_of(project, "res://package_i/inner/shield.py")

    assert found is not None
    assert "package_i.inner" not in sys.modules


def test_a_namespace_that_others_share_is_not_taken_for_the_projects(project: Path, tmp_path: Path) -> None:
    write(tmp_path, "site/shared_d/shield.py", "raise AssertionError('imported')\n")
    write(project, "shared_d/shield.py", ITEM.format("Shield"))
    sys.path.insert(0, str(tmp_path / "site"))

    found = class_of(project, "res://shared_d/shield.py")

    assert found is not None
    assert found.__name__ == "Shield"


@pytest.mark.parametrize("path", ["res://../outside.py", "/etc/outside.py", "res://a\\b.py", "user://x.py"])
def test_a_path_out_of_the_project_is_refused(project: Path, path: str) -> None:
    with pytest.raises(ResourceError, match="leaves the project's folder"):
        class_of(project, path)


def test_what_goes_wrong_while_a_script_is_imported_is_told(project: Path) -> None:
    file = write(project, "broken_e.py", "1 / 0\n")

    with pytest.raises(ScriptError, match=r"broken_e\.py - cannot be imported: ZeroDivisionError") as caught:
        class_of(project, "res://broken_e.py")

    assert isinstance(caught.value.__cause__, ZeroDivisionError)
    file.write_text(ITEM.format("BrokenE"))
    assert class_of(project, "res://broken_e.py") is not None


def test_a_script_that_ends_the_process_does_not(project: Path) -> None:
    write(project, "quits_f.py", "raise SystemExit(3)\n")

    with pytest.raises(ScriptError, match=r"ended itself \(exit code 3\)"):
        class_of(project, "res://quits_f.py")


# --- from names to files and back ---


def test_a_class_is_found_in_the_file_named_after_it_above_the_file_that_asks(project: Path) -> None:
    write(project, "ships/fast_ship.py", ITEM.format("FastShip"))
    request = LoadRequest(ResourceLoader(project), "res://ships/levels/one.tscn")

    found = find_class_file("FastShip", request)

    assert found is not None
    assert found.__module__ == "ships.fast_ship"
    assert find_class_file("SlowShip", request) is None
    assert find_class_file("FastShip", LoadRequest(ResourceLoader(project), "res://one.tscn")) is None


@pytest.mark.parametrize("text", ["raise AssertionError('imported')\n", "class FastShip: pass\n", "FastShip = 1\n"])
def test_a_file_that_only_has_the_name_of_a_class_is_none_of_it(project: Path, text: str) -> None:
    write(project, "fast_ship.py", text)

    assert find_class_file("FastShip", LoadRequest(ResourceLoader(project), "res://one.tscn")) is None


def test_a_link_out_of_the_project_is_no_class(project: Path, tmp_path: Path) -> None:
    outside = write(tmp_path, "outside.py", "class FastShip: raise AssertionError('imported')\n")
    (project / "fast_ship.py").symlink_to(outside)

    assert find_class_file("FastShip", LoadRequest(ResourceLoader(project), "res://one.tscn")) is None


def test_a_class_of_a_script_knows_its_file(project: Path) -> None:
    write(project, "items_g/bow.py", ITEM.format("Bow") + "class Arrow(Resource): pass\n")
    found = class_of(project, "res://items_g/bow.py")
    assert found is not None

    assert script_of_class(found, ResourceLoader(project)) == "res://items_g/bow.py"
    assert script_of_class(vars(sys.modules["items_g.bow"])["Arrow"], ResourceLoader(project)) == ""
    assert script_of_class(Resource, ResourceLoader(project)) == ""
    assert script_of_class(found, ResourceLoader(project / "items_g")) == "res://bow.py"
