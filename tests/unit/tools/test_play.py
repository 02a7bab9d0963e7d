"""What `tools/play.py` tells the runner."""

import sys
from pathlib import Path

import pytest

import environment
import play

RUNNER = ["-P", "-m", "engine", "run"]


@pytest.fixture
def runs(monkeypatch: pytest.MonkeyPatch, tmp_path: object) -> list[list[str]]:
    """The arguments of each run, instead of the runs; the environment stands."""
    commands: list[list[str]] = []

    def record(arguments: list[str], here: bool) -> int:
        assert here
        commands.append(arguments)
        return 0

    monkeypatch.setattr(environment, "prepare", lambda system: None)
    monkeypatch.setattr(environment, "run", record)
    monkeypatch.setattr(play, "PICTURES", tmp_path)
    return commands


def test_with_a_display_the_game_is_played_in_a_window(runs: list[list[str]], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play, "_has_display", lambda: True)

    assert play.main([]) == 0

    assert runs == [[*RUNNER, str(play.EXAMPLES / "meteors")]]


def test_without_a_display_it_plays_itself_and_leaves_a_picture(
    runs: list[list[str]], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(play, "_has_display", lambda: False)

    assert play.main([]) == 0

    picture = str(play.PICTURES / "meteors.png")
    options = ["--headless", "--frames", "900", "--screenshot", picture, "--", "--autoplay"]
    assert runs == [[*RUNNER, str(play.EXAMPLES / "meteors"), *options]]
    assert "there is no display" in capsys.readouterr().out


def test_other_arguments_go_to_the_runner(runs: list[list[str]], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play, "_has_display", lambda: True)

    monkeypatch.setattr(play, "example_names", lambda: ["boids", "meteors"])

    play.main(["boids", "--seed", "7", "--no-system"])

    assert runs == [[*RUNNER, str(play.EXAMPLES / "boids"), "--seed", "7"]]


def test_a_name_that_is_no_example_is_refused(
    runs: list[list[str]], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(play, "example_names", lambda: ["boids", "meteors"])

    assert play.main(["meteor"]) == 1

    assert capsys.readouterr().out == "tools/play.py: there is no example 'meteor' - there are: boids, meteors\n"
    assert runs == []


def test_what_is_said_about_a_run_without_a_window_is_kept() -> None:
    arguments = play.runner_arguments(["--headless", "--frames=60", "--screenshot", "a.png", "--", "--hard"], "b.png")

    assert arguments == ["--headless", "--frames=60", "--screenshot", "a.png", "--", "--hard"]


def test_list_names_every_example_with_its_first_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert play.main(["--list"]) == 0

    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == play.example_names()
    assert "meteors" in play.example_names()
    assert all(len(line.split()) > 3 for line in lines)


def test_a_failed_run_is_the_exit_code(runs: list[list[str]], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(environment, "run", lambda arguments, here: 3)

    assert play.main(["--headless"]) == 3


def test_what_hinders_the_environment_is_said_without_a_traceback(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(system: bool) -> None:
        raise environment.SetupError("no network")

    monkeypatch.setattr(environment, "prepare", fail)

    assert play.main([]) == 1
    assert capsys.readouterr().out == "tools/play.py: no network\n"


def test_a_folder_for_the_picture_that_cannot_be_made_does_not_end_it(
    runs: list[list[str]], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setattr(play, "PICTURES", tmp_path / "file" / "out")

    assert play.main(["--headless", "--screenshot", "mine.png"]) == 0

    assert len(runs) == 1


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only X has a DISPLAY")
def test_a_display_that_is_not_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    assert not play._has_display()

    monkeypatch.setenv("DISPLAY", ":4095")
    assert not play._has_display()
