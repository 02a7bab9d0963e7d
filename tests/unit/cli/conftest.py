"""A game written as text and run as the command line runs it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from engine.cli.run import RunOptions, run_game

Run = Callable[..., tuple[int, str]]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Write `text` as game.py and run it headless: the exit code, and what was written on stdout and stderr."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")

    def run_text(text: str, **options: object) -> tuple[int, str]:
        (tmp_path / "game.py").write_text(text, encoding="utf-8")
        settings = {"headless": True, "frames": 3, **options}
        code = run_game(RunOptions(path=Path("game.py"), **settings))  # type: ignore[arg-type]
        written = capsys.readouterr()
        return code, written.out + written.err

    return run_text
