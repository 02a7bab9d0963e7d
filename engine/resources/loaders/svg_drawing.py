"""The drawing of an SVG, by resvg: the only module that uses it.

It is run as a script, in a process of its own: `python -I -S svg_drawing.py FOLDER SECONDS`, with the text as its input
and a PNG as its output, or, with the exit code 2, the reason why there is none. FOLDER is where resvg_py is.

The library is fast and right, and not made for files that nobody trusts: a few large numbers make it end the process,
and a short text keeps it busy for hours. What happens here ends with the process, which the system does not let take
more memory or time than is allowed, nor open any file.
"""

from __future__ import annotations

import sys
from importlib import import_module
from threading import Thread, stack_size
from typing import cast

__all__ = ["REFUSED", "drawn"]

REFUSED = 2
"""The exit code with which the output is a reason."""

_MEMORY_BYTES = 3 << 30
_STACK_BYTES = 256 << 20  # elements that stand in one another need up to 100 KiB each


def drawn(text: str) -> bytes:
    """The PNG of an SVG, without any bound.

    Raises:
        ValueError: the library does not take it; the text goes on after "it cannot be drawn: ".
    """
    try:
        return cast("bytes", import_module("resvg_py").svg_to_bytes(svg_string=text, skip_system_fonts=True))
    except BaseException as error:
        if type(error).__name__ != "PanicException":  # what the library raises when it has lost its way
            raise
        raise ValueError("numbers in it are too large") from None


def _main(folder: str, seconds: int) -> int:
    sys.path.append(folder)
    import_module("resvg_py")
    text = sys.stdin.buffer.read().decode()
    _limit(seconds)
    code = [1]

    def draw() -> None:
        try:
            output, code[0] = drawn(text), 0
        except ValueError as error:
            output, code[0] = str(error).encode(), REFUSED
        sys.stdout.buffer.write(output)

    stack_size(_STACK_BYTES)
    thread = Thread(target=draw)
    thread.start()
    thread.join()
    sys.stdout.flush()
    return code[0]


def _limit(seconds: int) -> None:
    """Let the system end this process when it takes too much; Windows has no such thing, but for the time."""
    if sys.platform != "win32":
        resource = import_module("resource")
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        resource.setrlimit(resource.RLIMIT_AS, (_MEMORY_BYTES, _MEMORY_BYTES))
        resource.setrlimit(resource.RLIMIT_NOFILE, (3, 3))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


if __name__ == "__main__":
    sys.exit(_main(sys.argv[1], int(sys.argv[2])))
