"""Play a sample game.

    python3 tools/play.py [EXAMPLE] [--no-system] [arguments for the runner ...]
    python3 tools/play.py --list

Plays `examples/meteors` unless another example is named: in a window where there is a display, otherwise 900 frames
without one, the game playing itself, with a picture at the end. Makes the environment first if it is not there;
standard library only until then.
"""

from __future__ import annotations

import ast
import ctypes
import os
import sys
from contextlib import suppress

import environment

EXAMPLES = environment.ROOT / "examples"
PICTURES = environment.ROOT / "out"


def main(arguments: list[str]) -> int:
    """Play, or list what can be played; give the exit code."""
    if "-h" in arguments or "--help" in arguments:
        environment.say((__doc__ or "").strip())
        return 0
    if "--list" in arguments:
        for name in example_names():
            environment.say(f"{name:<12} {_first_line(name)}")
        return 0
    is_named = bool(arguments) and not arguments[0].startswith("-")
    if is_named and arguments[0] not in example_names():
        environment.say(
            f"tools/play.py: there is no example {arguments[0]!r} - there are: {', '.join(example_names())}"
        )
        return 1
    try:
        environment.prepare(system="--no-system" not in arguments)
    except environment.SetupError as error:
        environment.say(f"tools/play.py: {error}")
        return 1
    name, arguments = (arguments[0], arguments[1:]) if is_named else ("meteors", arguments)
    arguments = [argument for argument in arguments if argument != "--no-system"]
    if "--headless" in arguments or not _has_display():
        return _play_without_a_window(name, arguments)
    return _run(name, arguments)


def example_names() -> list[str]:
    """The folders below `examples/` that hold a game."""
    return sorted(file.parent.name for file in EXAMPLES.glob("*/game.py"))


def runner_arguments(arguments: list[str], picture: str) -> list[str]:
    """What a run without a window is told: `arguments`, and what they leave open of length, picture and player."""
    split = arguments.index("--") if "--" in arguments else len(arguments)
    own, for_the_game = arguments[:split], arguments[split + 1 :]
    if "--headless" not in own:
        own.append("--headless")
    given = {argument.partition("=")[0] for argument in own}
    if "--frames" not in given:
        own += ["--frames", "900"]
    if "--screenshot" not in given:
        own += ["--screenshot", picture]
    return [*own, "--", *(for_the_game or ["--autoplay"])]


def _play_without_a_window(name: str, arguments: list[str]) -> int:
    """The runner shows the progress and, at the end, where the picture is."""
    if "--headless" not in arguments:
        environment.say("there is no display, so the game plays by itself, without a window")
    with suppress(OSError):  # the runner says it, if the picture is to go there
        PICTURES.mkdir(exist_ok=True)
    return _run(name, runner_arguments(arguments, str(PICTURES / f"{name}.png")))


def _run(name: str, arguments: list[str]) -> int:
    """Run an example where the person is, so that the paths among `arguments` mean what they say.

    -P keeps the modules that lie there out of the way.
    """
    return environment.run(["-P", "-m", "engine", "run", str(EXAMPLES / name), *arguments], here=True)


def _has_display() -> bool:
    """Whether a window can be opened; on Linux the X server is asked, since DISPLAY may name one that is gone."""
    if not sys.platform.startswith("linux"):
        return True
    if not os.environ.get("DISPLAY"):
        return False
    try:
        x11 = ctypes.CDLL("libX11.so.6")
    except OSError:
        return True  # opening the window tells what is missing
    x11.XOpenDisplay.restype = ctypes.c_void_p
    display = x11.XOpenDisplay(None)
    if display:
        x11.XCloseDisplay(ctypes.c_void_p(display))
    return bool(display)


def _first_line(name: str) -> str:
    source = (EXAMPLES / name / "game.py").read_text(encoding="utf-8")
    return (ast.get_docstring(ast.parse(source)) or "").partition("\n")[0]


if __name__ == "__main__":
    environment.exit_with(main)
