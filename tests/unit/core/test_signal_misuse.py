"""What a signal refuses: handlers of which a call runs nothing, and the declaration taken for the signal."""

from typing import Any

import pytest

from engine.core.errors import SignalError
from engine.core.object import Object
from engine.core.signal import Signal


class Thing(Object):
    hit = Signal[int]("damage")

    def __init__(self) -> None:
        self.heard: list[int] = []

    def on_hit(self, damage: int) -> None:
        self.heard.append(damage)


def test_a_handler_with_a_yield_is_refused() -> None:
    thing = Thing()

    def step(damage: int) -> Any:
        yield damage

    with pytest.raises(
        SignalError, match=r"to step \(test_signal_misuse.py:\d+\): it has a yield, so that a call runs nothing"
    ):
        thing.hit.connect(step)
    assert thing.hit.get_connections() == []


@pytest.mark.parametrize("arguments", [(), (1,), (1, 2), (1, 2, 3)])
def test_the_declaration_in_a_class_cannot_be_emitted(arguments: Any) -> None:
    with pytest.raises(
        SignalError, match="'hit' is the class's declaration, which nobody hears; emit the signal of an"
    ):
        Thing.hit.emit(*arguments)

    thing = Thing()
    thing.hit.connect(thing.on_hit)
    thing.hit.emit(3)
    assert thing.heard == [3]
