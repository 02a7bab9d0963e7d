"""A game's own `nodes.py` or `scenes/__init__.py` is named at the first use of `engine`, not met later as a riddle."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def use_engine_in(folder: Path) -> "subprocess.CompletedProcess[str]":
    """Run a script of that folder as Python does: the script's folder first on the path, Sapwood after it."""
    script = folder / "play_it.py"
    script.write_text("from engine import Vector2\nprint('used', tuple(Vector2(1, 2)))\n")
    variables = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run([sys.executable, str(script)], capture_output=True, text=True, env=variables, check=False)


@pytest.mark.parametrize("name", ["nodes.py", "scenes/__init__.py", "servers.py"])
def test_the_first_use_of_engine_names_the_file_in_the_way_and_ours(tmp_path: Path, name: str) -> None:
    theirs = tmp_path / name
    theirs.parent.mkdir(exist_ok=True)
    theirs.write_text("")
    package = name.partition("/")[0].removesuffix(".py")

    result = use_engine_in(tmp_path)

    assert result.returncode == 1
    last_line = result.stderr.strip().splitlines()[-1]
    assert last_line == (
        f"engine.core.errors.ShadowedPackageError: package {package!r} - Python finds {theirs}, which hides Sapwood's "
        f"own {ROOT / package / '__init__.py'} - rename {theirs}: the names engine, nodes, servers and scenes are "
        "Sapwood's"
    )


def test_it_is_an_import_error_and_one_of_ours() -> None:
    from engine import SapwoodError, ShadowedPackageError

    assert issubclass(ShadowedPackageError, ImportError)
    assert issubclass(ShadowedPackageError, SapwoodError)


def test_every_use_is_refused_not_only_the_first(tmp_path: Path) -> None:
    (tmp_path / "nodes.py").write_text("")
    (tmp_path / "twice.py").write_text(
        "for _ in range(2):\n    try:\n        from engine import Node\n"
        "    except ImportError as error:\n        print(type(error).__name__, error.name)\n"
    )

    result = subprocess.run(
        [sys.executable, str(tmp_path / "twice.py")],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        check=True,
    )

    assert result.stdout.split() == ["ShadowedPackageError", "nodes"] * 2


def test_a_folder_named_scenes_without_an_init_is_in_nobodys_way(tmp_path: Path) -> None:
    (tmp_path / "scenes").mkdir()
    (tmp_path / "scenes/level_1.tscn").write_text("")

    assert use_engine_in(tmp_path).stdout == "used (1.0, 2.0)\n"
