"""The `sapwood` command: `sapwood run ...`, the same as `python -m engine run ...`."""

from __future__ import annotations


def main() -> None:
    """Carry out the process's command line, and end the process with the command's exit code."""
    from engine.cli.commands import sapwood

    sapwood()
