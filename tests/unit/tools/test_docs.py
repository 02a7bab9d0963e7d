"""The command that builds the reference: what it says of arguments that are none."""

from __future__ import annotations

from pathlib import Path

import pytest

from docs import main


@pytest.mark.parametrize(
    ("arguments", "code"), [(["--help"], 0), (["-h"], 0), (["--hlep"], 2), (["a", "b"], 2), (["a", "-x"], 2)]
)
def test_help_is_shown_and_nothing_is_written(
    arguments: list[str], code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)

    assert main(arguments) == code
    assert "python tools/docs.py [FOLDER]" in capsys.readouterr().out
    assert list(tmp_path.iterdir()) == []
