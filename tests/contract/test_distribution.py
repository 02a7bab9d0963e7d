"""What an installed Sapwood consists of: the four packages with all their data, and nothing else."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("engine", "nodes", "servers", "scenes")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    (file,) = folder.glob("sapwood-*.whl")
    return zipfile.ZipFile(file)


def test_a_wheel_holds_the_packages_with_their_shaders_fonts_and_marks(wheel: zipfile.ZipFile) -> None:
    held = {name for name in wheel.namelist() if ".dist-info/" not in name}

    assert held == {
        file.relative_to(ROOT).as_posix()
        for package in PACKAGES
        for file in (ROOT / package).rglob("*")
        if file.is_file() and "__pycache__" not in file.parts
    }
    assert {name.rpartition(".")[2] for name in held} >= {"frag", "py", "ttf", "txt", "typed", "vert"}


def test_a_wheel_brings_the_command_the_plugin_and_the_licences(wheel: zipfile.ZipFile) -> None:
    about = {name.partition(".dist-info/")[2]: name for name in wheel.namelist() if ".dist-info/" in name}

    entry_points = wheel.read(about["entry_points.txt"]).decode()
    assert "[console_scripts]\nsapwood = engine.cli:main\n" in entry_points
    assert "[pytest11]\nsapwood = engine.pytest_plugin\n" in entry_points
    assert {"licenses/LICENSE", "licenses/servers/text/DejaVuSans-LICENSE.txt"} <= about.keys()
