"""What type checkers see; mypy reads this file with the rest, and an ignore that nothing needs fails its run.

And what `help` shows.
"""

import pydoc
from typing import assert_type

import pytest

from engine.core.errors import SignalError
from engine.core.object import Object
from engine.core.signal import ConnectFlags, Signal


class Player(Object):
    pinged = Signal()
    hit = Signal[int]("damage")

    def on_hit(self, damage: int) -> None: ...

    def mistake(self) -> None:
        self.hit = True  # type: ignore[assignment]


def test_a_checker_knows_the_types_of_the_arguments() -> None:
    player = Player()
    assert_type(player.hit, Signal[int])
    assert_type(player.pinged, Signal[()])

    player.hit.connect(player.on_hit)
    player.hit.emit("much")  # type: ignore[arg-type]
    player.pinged.connect(player.on_hit, ConnectFlags.APPEND_SOURCE_OBJECT)  # flags change what arrives
    with pytest.raises(SignalError):
        Player().pinged.connect(player.on_hit)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        player.hit.emit()  # type: ignore[call-arg]


def test_help_shows_that_emit_takes_any_arguments() -> None:
    assert "emit(self, *args)\n" in pydoc.plain(pydoc.render_doc(Signal))
