"""Check everything: lint, format, imports, types, tests.

    python3 tools/test.py [--no-system] [arguments for pytest ...]

Makes the environment first if it is not there; standard library only until then. All checks run, also after one has
failed; the exit code is 0 if all passed. The tests run on all cores, unless the arguments say `-n 0`.
"""

from __future__ import annotations

from pathlib import Path

import environment

ROOT = environment.ROOT


def main(arguments: list[str]) -> int:
    """Run the checks; give the exit code."""
    if "-h" in arguments or "--help" in arguments:
        environment.say((__doc__ or "").strip())
        return 0
    try:
        environment.prepare(system="--no-system" not in arguments)
    except environment.SetupError as error:
        environment.say(f"tools/test.py: {error}")
        return 1
    pytest_arguments = ["-n", "auto", *(argument for argument in arguments if argument != "--no-system")]
    failed = []
    for name, command, variables in [*_checks(), ("pytest", ["-m", "pytest", *pytest_arguments], {})]:
        environment.say(f"== {name}")
        if environment.run(command, variables) != 0:
            failed.append(name)
    if failed:
        environment.say(f"failed: {', '.join(failed)}")
    return 1 if failed else 0


def _checks() -> list[tuple[str, list[str], dict[str, str]]]:
    """Each check as its name, the arguments for Python, and environment variables."""
    checks: list[tuple[str, list[str], dict[str, str]]] = [
        ("ruff check", ["-m", "ruff", "check", "--quiet"], {}),
        ("ruff format", ["-m", "ruff", "format", "--check", "--quiet"], {}),
        ("imports", ["tools/check_imports.py"], {}),
        ("mypy", ["-m", "mypy"], {}),
    ]
    # An example's modules import one another by bare name, from the folder that the runner puts on the path.
    for folder in _example_folders():
        checks.append((f"mypy {folder}", ["-m", "mypy", folder], {"MYPYPATH": folder}))
    return checks


def _example_folders() -> list[str]:
    return sorted(Path(file).parent.relative_to(ROOT).as_posix() for file in ROOT.glob("examples/*/game.py"))


if __name__ == "__main__":
    environment.exit_with(main)
