"""What the benchmarks print: a list for programs, a table for people, and an exit code that tells whether all holds."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from bench import bench_calls, measure, run

HOLDS = measure.Row("01", "a tick", 1.1, 1.15, "x", 2.2, 2.0, 0.05)
OVER = measure.Row("01", "memory", 0.6, 0.55, "kB", None, None, 0.0)


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Runs the command with arguments, where one area gives the rows; the exit code."""

    def bench(rows: list[measure.Row], *arguments: str) -> int:
        monkeypatch.setattr(bench_calls, "rows", lambda scale: rows)
        monkeypatch.setattr(sys, "argv", ["run.py", "calls", *arguments])
        return run.main()

    return bench


def test_json_is_a_list_of_rows_with_these_keys(bench: Any, capsys: pytest.CaptureFixture[str]) -> None:
    bench([HOLDS, OVER], "--json")

    assert json.loads(capsys.readouterr().out) == [
        {
            "issue": "01", "row": "a tick", "value": 1.1, "bound": 1.15, "unit": "x",
            "median_ms": 2.2, "limit_ms": 2.0, "spread": 0.05,
        },
        {
            "issue": "01", "row": "memory", "value": 0.6, "bound": 0.55, "unit": "kB",
            "median_ms": None, "limit_ms": None, "spread": 0.0,
        },
    ]  # fmt: skip


def test_a_row_over_its_bound_is_exit_code_1_and_said_in_the_table(
    bench: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    assert bench([HOLDS]) == 0
    assert "over" not in capsys.readouterr().out

    assert bench([HOLDS, OVER]) == 1
    assert [line.endswith("over") for line in capsys.readouterr().out.splitlines()] == [False, False, True]


def test_a_row_that_just_meets_its_bound_holds() -> None:
    assert measure.figure("01", "growth", 0, "", 0).holds


def test_every_area_has_a_module_with_rows() -> None:
    folder = Path(run.__file__).parent
    assert {f"bench_{area}.py" for area in run.AREAS} == {file.name for file in folder.glob("bench_*.py")}


def test_a_ratio_compares_medians_of_runs_taken_in_turn() -> None:
    row = measure.pair("01", "x", 2.0, [3.0, 9.0, 6.0], [2.0, 3.0, 4.0])

    assert (row.value, row.median_ms, row.limit_ms) == (2.0, 6.0, 3.0)


def test_a_quick_run_still_takes_nine_measurements() -> None:
    assert measure.Scale(quick=True).repeats >= 9
