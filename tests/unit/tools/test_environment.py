"""What the two commands do before there is an environment: what they look for, and what they say."""

import ast
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import environment

TOOLS = Path(environment.__file__).parent


@pytest.mark.parametrize(
    ("text", "family"),
    [
        ("ID=debian\n", "debian"),
        ("NAME=x\nID=ubuntu\nID_LIKE=debian\n", "debian"),
        ('ID=linuxmint\nID_LIKE="ubuntu debian"\n', "debian"),
        ("ID=fedora\n", "fedora"),
        ('ID="rocky"\nID_LIKE="rhel centos fedora"\n', "fedora"),
        ("ID=arch\n", "arch"),
        ('ID="opensuse-tumbleweed"\nID_LIKE="opensuse suse"\n', "suse"),
        ("ID=alpine\n", ""),
    ],
)
def test_the_family_of_a_linux_is_read_from_os_release(tmp_path: Path, text: str, family: str) -> None:
    (tmp_path / "os-release").write_text(text)

    assert environment._family(tmp_path / "os-release") == family


def test_a_system_without_os_release_has_no_family(tmp_path: Path) -> None:
    assert environment._family(tmp_path / "os-release") == ""


def test_without_root_the_exact_command_is_printed() -> None:
    advice = environment._advice(["venv", "egl", "dri", "gl", "xrender"], "debian")

    assert "    sudo apt-get install -y libegl1 libgl1 libgl1-mesa-dri libxrender1 python3-venv\n" in advice
    assert "--no-system" in advice


def test_on_an_unknown_system_the_missing_files_are_named() -> None:
    assert "the system lacks libEGL.so.1, libGL.so.1 - install what holds them" in environment._advice(
        ["egl", "gl"], ""
    )


@pytest.fixture
def bare_debian(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """A Debian without two parts, which apt-get brings; gives the parts of each installation."""
    installed: list[list[str]] = []
    parts = ["venv", "egl"]
    monkeypatch.setattr(environment, "_missing_parts", lambda: [] if installed else parts)
    monkeypatch.setattr(environment, "_family", lambda path: "debian")
    monkeypatch.setattr("os.geteuid", lambda: 0)
    monkeypatch.setattr(environment, "_install_with_apt", lambda missing: installed.append(missing))
    return installed


def test_root_on_debian_gets_what_is_missing(bare_debian: list[list[str]]) -> None:
    environment._provide_system_parts()

    assert bare_debian == [["venv", "egl"]]


def test_nobody_else_gets_anything_installed(bare_debian: list[list[str]], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 1000)

    with pytest.raises(environment.SetupError, match="the system lacks libegl1, python3-venv - run this"):
        environment._provide_system_parts()

    assert bare_debian == []


def test_no_system_does_not_even_look(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(environment, "_provide_environment", lambda: None)
    monkeypatch.setattr(environment, "_missing_parts", lambda: pytest.fail("it looked"))

    environment.prepare(system=False)


def test_an_old_python_says_which_one_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(environment, "OLDEST_PYTHON", (99, 1))

    with pytest.raises(environment.SetupError, match=r"Python 99\.1 or newer is needed, and this is 3\.\d+ - run this"):
        environment.prepare()


@pytest.mark.parametrize("name", ["environment.py", "play.py", "test.py"])
def test_the_commands_can_be_read_by_an_older_python(name: str) -> None:
    ast.parse((TOOLS / name).read_text(encoding="utf-8"), feature_version=(3, 7))


@pytest.mark.parametrize("name", ["environment", "play", "test"])
def test_the_commands_need_nothing_but_the_standard_library(name: str) -> None:
    """-I and -S: no site-packages, no variables."""
    code = f"import sys; sys.path.insert(0, {str(TOOLS)!r}); import {name}"

    subprocess.run([sys.executable, "-I", "-S", "-c", code], check=True)


def test_a_stray_python_path_does_not_reach_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in environment.MISLEADING_VARIABLES:
        monkeypatch.setenv(name, "/nowhere")
    monkeypatch.setenv("KEPT", "yes")

    variables = environment._clean_variables()

    assert not set(environment.MISLEADING_VARIABLES) & set(variables)
    assert variables["KEPT"] == "yes"


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """An environment that is only a stamp and this Python, in a project of two files; gives the commands that ran."""
    commands: list[list[str]] = []
    (tmp_path / "pyproject.toml").write_text("[project]\n")
    (tmp_path / "requirements.lock").write_text("numpy==1\n")
    monkeypatch.setattr(environment, "ROOT", tmp_path)
    monkeypatch.setattr(environment, "LOCK", tmp_path / "requirements.lock")
    monkeypatch.setattr(environment, "STAMP", tmp_path / "stamp")
    monkeypatch.setattr(environment, "PYTHON", Path(sys.executable))
    monkeypatch.setattr(environment, "_runs", lambda arguments: True)
    monkeypatch.setattr(environment, "_must", lambda command, failure: commands.append(command))
    return commands


def test_the_second_call_installs_nothing(made: list[list[str]]) -> None:
    environment.prepare(system=False)
    assert any("--require-hashes" in command for command in made)
    made.clear()

    environment.prepare(system=False)

    assert made == []


@pytest.mark.parametrize("name", ["requirements.lock", "pyproject.toml"])
def test_a_changed_file_is_installed_again(made: list[list[str]], name: str) -> None:
    environment.prepare(system=False)
    made.clear()
    (environment.ROOT / name).write_text("changed")

    environment.prepare(system=False)

    assert len(made) == 2


def test_a_broken_installation_is_not_taken_for_a_whole_one(
    made: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(command: list[str], failure: str) -> None:
        raise environment.SetupError(failure)

    monkeypatch.setattr(environment, "_must", fail)

    with pytest.raises(environment.SetupError, match="installing the locked packages failed"):
        environment.prepare(system=False)

    assert not environment.STAMP.exists()


def test_the_lock_names_no_index_and_has_a_hash_for_every_package() -> None:
    lock = (TOOLS.parent / "requirements.lock").read_text(encoding="utf-8")
    lines = [line for line in lock.splitlines() if not line.lstrip().startswith("#")]

    assert [
        line for line in lines if line.lstrip().startswith(("-i", "--index", "--extra", "--find", "--trusted"))
    ] == []
    assert "://" not in "".join(lines)
    assert all(line.startswith("    --hash=sha256:") or line.endswith(" \\") for line in lines)


def test_the_lock_holds_every_dependency() -> None:
    project = tomllib.loads((TOOLS.parent / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = [*project["dependencies"], *project["optional-dependencies"]["dev"]]
    lock = (TOOLS.parent / "requirements.lock").read_text(encoding="utf-8")

    assert [name for name in wanted if f"\n{name.split('>')[0]}==" not in lock] == []


class Interrupted:
    """A process during whose first wait Ctrl+C is pressed, and which then ends, or goes on for ever."""

    def __init__(self, ends: bool) -> None:
        self.ends = ends
        self.log: list[str] = []

    def wait(self, timeout: float | None = None) -> int:
        self.log.append(f"wait {timeout}")
        if timeout is None:
            raise KeyboardInterrupt
        if not self.ends:
            raise subprocess.TimeoutExpired("python", timeout)
        return 130

    def terminate(self) -> None:
        self.log.append("terminate")


@pytest.mark.parametrize(("ends", "last"), [(True, "wait 10.0"), (False, "terminate")])
def test_after_ctrl_c_what_runs_may_end_in_order(monkeypatch: pytest.MonkeyPatch, ends: bool, last: str) -> None:
    process = Interrupted(ends)
    monkeypatch.setattr(subprocess, "Popen", lambda *arguments, **settings: process)

    with pytest.raises(KeyboardInterrupt):
        environment.run(["-m", "engine"])

    assert process.log[-1] == last


def test_a_command_ends_with_its_code_and_after_ctrl_c_quietly_with_130(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(arguments: list[str]) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(sys, "argv", ["play.py", "boids"])
    with pytest.raises(SystemExit) as ended:
        environment.exit_with(lambda arguments: 3 if arguments == ["boids"] else 4)
    assert ended.value.code == 3

    with pytest.raises(SystemExit) as ended:
        environment.exit_with(interrupted)
    assert ended.value.code == 130
