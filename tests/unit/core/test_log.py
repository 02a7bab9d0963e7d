import logging
import subprocess
import sys
from pathlib import Path

import pytest

from engine.core.log import get_logger

ROOT = Path(__file__).parents[3]


def test_a_message_goes_to_the_part_s_logger_with_its_level(caplog: pytest.LogCaptureFixture) -> None:
    log = get_logger("render")
    with caplog.at_level(logging.DEBUG, "sapwood"):
        log.debug("a 100% plain %s text")
        log.info("b")
        log.warning("c")
        log.error("d", error=ValueError("e"))

    assert [(record.name, record.levelname, record.getMessage()) for record in caplog.records] == [
        ("sapwood.render", "DEBUG", "a 100% plain %s text"),
        ("sapwood.render", "INFO", "b"),
        ("sapwood.render", "WARNING", "c"),
        ("sapwood.render", "ERROR", "d"),
    ]
    assert "ValueError: e" in caplog.text


def test_what_would_repeat_is_said_once_for_each_key_and_logger(caplog: pytest.LogCaptureFixture) -> None:
    log = get_logger("audio")

    log.log_once("device", "no device")
    log.log_once("device", "no device")
    log.log_once("format", "no format")
    get_logger("audio").log_once("device", "no device")

    assert [record.getMessage() for record in caplog.records] == ["no device", "no format", "no device"]


def test_logging_is_not_imported_before_the_first_message() -> None:
    code = "import sys, engine.core.log as log; log.get_logger('x'); print('logging' in sys.modules)"

    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)

    assert result.stdout.strip() == "False"
