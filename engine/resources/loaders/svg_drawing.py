"""The drawing of an SVG, by resvg: the only module that uses it.

It is run as a script, in a process of its own: `python -I -S svg_drawing.py FOLDER SECONDS`, with the text as its input
and a PNG as its output, or, with the exit code 2, the reason why there is none. FOLDER is where resvg_py is. No module
of the game's is run again for it, whichever way the system starts processes.

The library is fast and right, and not made for files that nobody trusts: a few large numbers make it end the process,
and a short text keeps it busy for hours. What happens here ends with the process, which the system does not let take
more memory or time than is allowed, nor open any file.

A game that was made into one program has no Python to start. There a copy of the process draws, within the same bounds
(`drawn_by_copy`); where the system makes no copies, which is Windows, a thread does (`drawn_by_thread`): it is not
waited for longer than is allowed, but what ends the process ends the game.
"""

from __future__ import annotations

import os
import sys
import warnings
from importlib import import_module
from select import select
from threading import Thread, stack_size
from time import monotonic
from typing import NoReturn, cast

__all__ = ["REFUSED", "drawn_by_copy", "drawn_by_thread"]

REFUSED = 2
"""The exit code with which the output is a reason."""

_FAILED = 1
_MEMORY_BYTES = 3 << 30
_STACK_BYTES = 256 << 20  # elements that stand in one another need up to 100 KiB each
_PIECE_BYTES = 1 << 20


def drawn_by_copy(text: str, seconds: int, waiting: float) -> tuple[int, bytes]:
    """The exit code and the output of a copy of this process that draws.

    Args:
        text: the SVG.
        seconds: of the processor's time that the copy may take.
        waiting: seconds that it is waited for.

    Raises:
        TimeoutError: it took longer than `waiting`.
    """
    import_module("resvg_py")  # no other thread may be about to import it in the copy
    source, target = os.pipe()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # other threads do not matter: the copy only draws
        process = os.fork()
    if not process:
        _be_copy(text, seconds, target)
    os.close(target)
    try:
        output = _read(source, process, monotonic() + waiting)
    finally:
        os.close(source)
        _, status = os.waitpid(process, 0)
    return os.waitstatus_to_exitcode(status), output


def drawn_by_thread(text: str, waiting: float) -> tuple[int, bytes]:
    """The exit code and the output as of a process, by a thread of this one.

    Raises:
        TimeoutError: it took longer than `waiting`; the thread goes on, and its result is thrown away.
    """
    result: list[tuple[int, bytes]] = []
    thread = _started(text, result)
    thread.join(waiting)
    if thread.is_alive():
        raise TimeoutError
    return result[0] if result else (_FAILED, b"")


def _be_copy(text: str, seconds: int, target: int) -> NoReturn:
    """Draw, write the output and end, without anything that the game does at its end."""
    code = _FAILED
    try:
        _limit(seconds)
        result: list[tuple[int, bytes]] = []
        _started(text, result).join()
        code, output = result[0]
        view = memoryview(output)
        while view:
            view = view[os.write(target, view) :]
    finally:
        os._exit(code)


def _read(source: int, process: int, end: float) -> bytes:
    """All that a copy writes; it is ended when it has not closed its output at the time `end`."""
    pieces: list[bytes] = []
    while True:
        ready, _, _ = select([source], [], [], max(end - monotonic(), 0.0))
        if not ready:
            os.kill(process, 9)
            raise TimeoutError
        piece = os.read(source, _PIECE_BYTES)
        if not piece:
            return b"".join(pieces)
        pieces.append(piece)


def _started(text: str, result: list[tuple[int, bytes]]) -> Thread:
    """A thread with room for deep texts that draws, and puts exit code and output into `result`."""
    before = stack_size(_STACK_BYTES)
    try:
        thread = Thread(target=lambda: result.append(_drawn(text)), daemon=True)
        thread.start()
    finally:
        stack_size(before)
    return thread


def _drawn(text: str) -> tuple[int, bytes]:
    try:
        return 0, cast("bytes", import_module("resvg_py").svg_to_bytes(svg_string=text, skip_system_fonts=True))
    except ValueError as error:
        return REFUSED, str(error).encode()
    except BaseException as error:
        if type(error).__name__ != "PanicException":  # what the library raises when it has lost its way
            raise
        return REFUSED, b"numbers in it are too large"


def _main(folder: str, seconds: int) -> int:
    sys.path.append(folder)
    import_module("resvg_py")
    text = sys.stdin.buffer.read().decode()
    _limit(seconds)
    result: list[tuple[int, bytes]] = []
    _started(text, result).join()
    code, output = result[0] if result else (_FAILED, b"")
    sys.stdout.buffer.write(output)
    sys.stdout.flush()
    return code


def _limit(seconds: int) -> None:
    """Let the system end this process when it takes too much; Windows has no such thing, but for the time."""
    if sys.platform != "win32":
        resource = import_module("resource")
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        resource.setrlimit(resource.RLIMIT_AS, (_memory_bytes() + _MEMORY_BYTES,) * 2)
        resource.setrlimit(resource.RLIMIT_NOFILE, (3, 3))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _memory_bytes() -> int:
    """The memory that this process has as a copy of a game; 0 where the system does not say it."""
    try:
        with open("/proc/self/statm", "rb") as file:
            return int(file.read().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError):
        return 0


if __name__ == "__main__":
    sys.exit(_main(sys.argv[1], int(sys.argv[2])))
