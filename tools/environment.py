"""Make the environment that `tools/play.py` and `tools/test.py` run in. Standard library only.

`.venv` in the project's folder gets the packages of `requirements.lock`, each checked by its hash, and Sapwood itself
as an editable install. A stamp in it says what it was made from, so that the next call only compares a line and needs
no network. Linux also needs the EGL and GL libraries, which no Python package brings.

The syntax stays within Python 3.7, so that an older Python can say what is wrong.
"""

from __future__ import annotations

import ctypes
import hashlib
import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import NoReturn

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
STAMP = VENV / "sapwood-environment.txt"
LOCK = ROOT / "requirements.lock"
OLDEST_PYTHON = (3, 11)
INTERRUPTED = 130
LONGEST_END = 10.0  # seconds that a game may take to end after Ctrl+C

# The libraries that no Python package brings, as the loader finds them. pyglet's window asks for libXrender by itself.
LIBRARIES = {"egl": "libEGL.so.1", "gl": "libGL.so.1", "xrender": "libXrender.so.1"}

# How each family of distributions installs, and what it calls the parts; the keys are words of /etc/os-release.
INSTALL_COMMANDS = {
    "debian": (
        "apt-get install -y",
        {
            "venv": "python3-venv",
            "egl": "libegl1",
            "dri": "libgl1-mesa-dri",
            "gl": "libgl1",
            "xrender": "libxrender1",
        },
    ),
    "fedora": ("dnf install -y", {"egl": "mesa-libEGL mesa-dri-drivers", "gl": "mesa-libGL", "xrender": "libXrender"}),
    "arch": ("pacman -S --needed", {"egl": "libglvnd mesa", "gl": "libglvnd", "xrender": "libxrender"}),
    "suse": ("zypper install -y", {"egl": "libEGL1 Mesa-dri", "gl": "libGL1", "xrender": "libXrender1"}),
}

# Variables that would make the environment's Python, pip or mypy look elsewhere than into the environment.
MISLEADING_VARIABLES = (
    "MYPYPATH",
    "PIP_PREFIX",
    "PIP_TARGET",
    "PIP_USER",
    "PYTHONHOME",
    "PYTHONOPTIMIZE",
    "PYTHONPATH",
    "PYTHONSAFEPATH",
    "PYTHONSTARTUP",
    "PYTHONWARNINGS",
    "VIRTUAL_ENV",
)


class SetupError(Exception):
    """The environment cannot be made; the text says what to do."""


def prepare(system: bool = True) -> None:
    """Make `.venv` what the lock file says, or see that it already is.

    Args:
        system: look for the system's libraries, and install them where that is possible: as root on Debian and Ubuntu.

    Raises:
        SetupError: the Python is too old, a library is missing and cannot be installed from here, or pip failed.
    """
    if sys.version_info < OLDEST_PYTHON:
        have, need = _dotted(sys.version_info[:2]), _dotted(OLDEST_PYTHON)
        raise SetupError(f"Python {need} or newer is needed, and this is {have} - run this with a newer one")
    if system:
        _provide_system_parts()
    _provide_environment()


def run(arguments: list[str], extra: dict[str, str] | None = None, here: bool = False) -> int:
    """Run the environment's Python with `arguments`; give its exit code.

    Ctrl+C reaches it too; it is waited for, so that it can end in order, before KeyboardInterrupt is raised here.

    Args:
        arguments: for Python.
        extra: environment variables on top of the caller's, less those that would mislead it.
        here: run it in the current folder instead of the project's.
    """
    sys.stdout.flush()
    variables = {**_clean_variables(), **(extra or {})}
    process = subprocess.Popen([str(PYTHON), *arguments], cwd=None if here else str(ROOT), env=variables)
    try:
        return process.wait()
    except KeyboardInterrupt:
        try:
            process.wait(LONGEST_END)
        except subprocess.TimeoutExpired:
            process.terminate()
        raise


def exit_with(main: Callable[[list[str]], int]) -> NoReturn:
    """End the process with the exit code of a command's `main`; quietly with 130 after Ctrl+C."""
    try:
        code = main(sys.argv[1:])
    except KeyboardInterrupt:
        code = INTERRUPTED
    sys.exit(code)


def say(text: str) -> None:
    """Tell the person at the terminal what is going on."""
    print(text, flush=True)


# --- the Python environment ---


def _provide_environment() -> None:
    if _is_current():
        return
    if not _runs(["-c", "import sys, pip; sys.exit(sys.version_info < (3, 11))"]):
        say(f"making {VENV}")
        _must([sys.executable, "-m", "venv", "--clear", str(VENV)], "making the virtual environment failed")
    say("installing the packages of requirements.lock; the first time this takes a minute or two")
    pip = [str(PYTHON), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input"]
    _must([*pip, "--require-hashes", "--no-deps", "-r", str(LOCK)], "installing the locked packages failed")
    _must(
        [*pip, "--no-index", "--no-deps", "--no-build-isolation", "--editable", str(ROOT)], "installing sapwood failed"
    )
    STAMP.write_text(_wanted_stamp(), encoding="utf-8")


def _is_current() -> bool:
    return STAMP.exists() and PYTHON.exists() and STAMP.read_text(encoding="utf-8") == _wanted_stamp()


def _wanted_stamp() -> str:
    """What the environment is made from: these two files, this folder, and the version of the Python inside."""
    version = subprocess.run(
        [str(PYTHON), "-c", "import sys; print(sys.version)"],
        stdout=subprocess.PIPE,
        env=_clean_variables(),
        check=False,
    ).stdout
    digest = hashlib.sha256()
    for part in (LOCK.read_bytes(), (ROOT / "pyproject.toml").read_bytes(), str(ROOT).encode(), version):
        digest.update(hashlib.sha256(part).digest())
    return digest.hexdigest() + "\n"


def _runs(arguments: list[str]) -> bool:
    if not PYTHON.exists():
        return False
    return subprocess.call([str(PYTHON), *arguments], stderr=subprocess.DEVNULL, env=_clean_variables()) == 0


def _must(command: list[str], failure: str) -> None:
    if subprocess.call(command, cwd=str(ROOT), env=_clean_variables()) != 0:
        raise SetupError(f"{failure} (its own words stand above) - the command was: {_shown(command)}")


def _clean_variables() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name not in MISLEADING_VARIABLES}


# --- what the system must bring ---


def _provide_system_parts() -> None:
    missing = _missing_parts()
    if not missing:
        return
    family = _family(Path("/etc/os-release"))
    if family == "debian" and os.geteuid() == 0:
        _install_with_apt(missing)
        missing = _missing_parts()
    if missing:
        raise SetupError(_advice(missing, family))


def _missing_parts() -> list[str]:
    """Of "venv", "dri" (Mesa's drivers, looked for on Debian only) and LIBRARIES those that are not there."""
    missing = []
    if not PYTHON.exists() and not _can_make_environments():
        missing.append("venv")
    if sys.platform.startswith("linux"):
        missing += [part for part, file in LIBRARIES.items() if not _loads(file)]
        if shutil.which("dpkg-query") and not _has_debian_package("libgl1-mesa-dri"):
            missing.append("dri")
    return missing


def _can_make_environments() -> bool:
    """Debian takes ensurepip out of Python and puts it into python3-venv."""
    return subprocess.call([sys.executable, "-c", "import ensurepip, venv"], stderr=subprocess.DEVNULL) == 0


def _loads(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def _has_debian_package(name: str) -> bool:
    query = subprocess.run(
        ["dpkg-query", "-W", "-f", "${db:Status-Status}", name],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        check=False,
    )
    return query.stdout == b"installed"


def _install_with_apt(missing: list[str]) -> None:
    packages = _packages(missing, "debian")
    say(f"installing with apt-get, as root: {' '.join(packages)} (--no-system leaves the system alone)")
    variables = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (
        ["apt-get", "update", "-q"],
        ["apt-get", "install", "-q", "-y", "--no-install-recommends", *packages],
    ):
        # What is still missing afterwards is reported by the caller, whatever apt-get says.
        subprocess.call(command, env=variables, stdin=subprocess.DEVNULL)


def _packages(missing: list[str], family: str) -> list[str]:
    names = INSTALL_COMMANDS[family][1]
    return sorted({names[part] for part in missing if part in names})


def _advice(missing: list[str], family: str) -> str:
    if family in INSTALL_COMMANDS:
        packages = _packages(missing, family)
        command = f"sudo {INSTALL_COMMANDS[family][0]} {' '.join(packages)}"
        return f"the system lacks {', '.join(packages)} - run this, then try again:\n\n    {command}\n{_WITHOUT}"
    files = {"venv": "Python's venv and ensurepip", "dri": "Mesa's drivers", **LIBRARIES}
    names = ", ".join(files[part] for part in missing)
    return f"the system lacks {names} - install what holds them with its package manager, then try again{_WITHOUT}"


_WITHOUT = "\n(--no-system goes on without looking; what needs a picture then fails)"


def _family(os_release: Path) -> str:
    """Which row of INSTALL_COMMANDS fits this system, or ""."""
    if not os_release.exists():
        return ""
    words: list[str] = []
    for line in os_release.read_text(encoding="utf-8").splitlines():
        name, _, value = line.partition("=")
        if name in ("ID", "ID_LIKE"):
            words += value.strip("\"'").lower().replace("-", " ").split()
    families = {"ubuntu": "debian", "rhel": "fedora", "opensuse": "suse", "sles": "suse"}
    return next((families.get(word, word) for word in words if families.get(word, word) in INSTALL_COMMANDS), "")


def _dotted(version: tuple[int, ...]) -> str:
    return ".".join(str(part) for part in version)


def _shown(command: list[str]) -> str:
    return " ".join(shlex.quote(word) for word in command)
