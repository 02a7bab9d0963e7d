from typing import Any

import pytest

from engine.core.clock import ManualClock, RealClock
from engine.core.errors import InvalidValueError


def test_a_manual_clock_moves_only_when_it_is_moved() -> None:
    clock = ManualClock(10.0)
    assert clock.now() == 10.0

    clock.advance(0.5)
    clock.sleep(0.25)
    clock.sleep(-1.0)

    assert clock.now() == 10.75


@pytest.mark.parametrize("seconds", [-1.0, float("nan"), float("inf")])
def test_a_manual_clock_never_goes_back_nor_to_infinity(seconds: Any) -> None:
    clock = ManualClock()

    with pytest.raises(InvalidValueError) as caught:
        clock.advance(seconds)

    assert str(caught.value) == (
        f"ManualClock.advance: seconds must be 0 or more and finite, got {seconds!r}; a clock never goes back"
    )
    assert clock.now() == 0.0


def test_the_real_clock_never_goes_back() -> None:
    clock = RealClock()

    before = clock.now()
    clock.sleep(0.0)

    assert clock.now() >= before
