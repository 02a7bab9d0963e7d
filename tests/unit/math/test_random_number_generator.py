"""RandomNumberGenerator: PCG32's sequence, Godot's ranges."""

from __future__ import annotations

import copy
import pickle
from collections import Counter
from math import inf, isclose, nan, sqrt
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.math import MathTypeError, MathValueError, RandomNumberGenerator, rand_from_seed, random_number_generator


def test_the_first_number_of_a_seed_is_the_one_in_godots_manual() -> None:
    assert RandomNumberGenerator(4).randi() == 2879024997


def test_the_sequence_is_that_of_the_published_generator(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(random_number_generator, "_INCREMENT", 54 << 1 | 1)
    rng = RandomNumberGenerator(42)

    assert [rng.randi() for _ in range(6)] == [
        *(0xA15C02B7, 0x7B47F409, 0xBA1D3330, 0x83D2F293, 0xBFA4784B, 0xCBED606E)
    ]


def test_the_same_seed_gives_the_same_numbers_again() -> None:
    first, second = RandomNumberGenerator(7), RandomNumberGenerator(1)
    second.seed = 7

    assert [first.randf() for _ in range(5)] == [second.randf() for _ in range(5)]
    assert first.seed == 7


def test_a_state_that_is_set_again_repeats_what_followed() -> None:
    rng = RandomNumberGenerator(7)
    rng.randi()
    state = rng.state
    followed = [rng.randi() for _ in range(3)]

    rng.state = state

    assert [rng.randi() for _ in range(3)] == followed


@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, lambda rng: pickle.loads(pickle.dumps(rng))])
def test_a_copy_goes_on_from_the_same_place_on_its_own(again: Any) -> None:
    rng = RandomNumberGenerator(7)
    rng.randi()
    other = again(rng)

    assert [other.randi() for _ in range(3)] == [rng.randi() for _ in range(3)]
    other.randi()
    assert other.state != rng.state
    assert other.seed == 7


def test_without_a_seed_two_generators_differ() -> None:
    one, other = RandomNumberGenerator(), RandomNumberGenerator()
    before = one.seed
    one.randomize()

    assert len({one.seed, other.seed, before}) == 3


def test_seeds_count_modulo_two_to_the_64() -> None:
    assert RandomNumberGenerator(-1).seed == 2**64 - 1
    assert RandomNumberGenerator(2**64 + 3).randi() == RandomNumberGenerator(3).randi()


@given(st.integers(), st.integers(-(2**40), 2**40), st.integers(0, 2**32 - 1))
def test_a_whole_number_lies_in_its_range(seed: int, start: int, size: int) -> None:
    rng = RandomNumberGenerator(seed)

    assert start <= rng.randi_range(start, start + size) <= start + size
    assert start <= rng.randi_range(start + size, start) <= start + size


def test_both_ends_of_a_range_are_drawn_about_equally_often() -> None:
    rng = RandomNumberGenerator(1)
    counts = Counter(rng.randi_range(1, 6) for _ in range(6000))

    assert sorted(counts) == [1, 2, 3, 4, 5, 6]
    assert all(850 < count < 1150 for count in counts.values())


@given(st.integers())
def test_fractions_lie_between_zero_and_one_and_in_their_range(seed: int) -> None:
    rng = RandomNumberGenerator(seed)

    assert 0.0 <= rng.randf() <= 1.0
    assert -3.0 <= rng.randf_range(-3.0, 5.0) <= 5.0
    assert -3.0 <= rng.randf_range(5.0, -3.0) <= 5.0


def test_fractions_are_spread_evenly() -> None:
    rng = RandomNumberGenerator(1)
    counts = Counter(int(rng.randf() * 4) for _ in range(4000))

    assert sorted(counts) == [0, 1, 2, 3]
    assert all(850 < count < 1150 for count in counts.values())


def test_the_normal_distribution_has_its_mean_and_deviation() -> None:
    rng = RandomNumberGenerator(1)
    drawn = [rng.randfn(10.0, 2.0) for _ in range(4000)]
    mean = sum(drawn) / 4000

    assert isclose(mean, 10.0, abs_tol=0.15)
    assert isclose(sqrt(sum((value - mean) ** 2 for value in drawn) / 4000), 2.0, abs_tol=0.15)


def test_heavier_weights_are_drawn_more_often_and_zero_never() -> None:
    rng = RandomNumberGenerator(1)
    counts = Counter(rng.rand_weighted([1, 0, 3]) for _ in range(4000))

    assert sorted(counts) == [0, 2]
    assert 850 < counts[0] < 1150


@pytest.mark.parametrize("weights", [[], [0, 0], [1, -1], [1, nan], [1, inf]])
def test_weights_that_mean_nothing_are_refused(weights: list[float]) -> None:
    with pytest.raises(MathValueError, match="rand_weighted needs finite weights of 0 or more, one above 0, got"):
        RandomNumberGenerator(1).rand_weighted(weights)


def test_wrong_types_and_too_wide_ranges_are_refused() -> None:
    rng = RandomNumberGenerator(1)

    with pytest.raises(MathTypeError, match=r"RandomNumberGenerator.seed: needs a whole number, got 'a' \(str\)"):
        rng.seed = "a"  # type: ignore[assignment]
    with pytest.raises(MathTypeError, match=r"randfn, the deviation: needs a number, got 'a' \(str\)"):
        RandomNumberGenerator(1).randfn(0.0, "a")  # type: ignore[arg-type]
    with pytest.raises(MathTypeError, match=r"randi_range, the end: needs a whole number, got 1\.5 \(float\)"):
        rng.randi_range(0, 1.5)  # type: ignore[arg-type]
    with pytest.raises(MathTypeError, match=r"randf_range, the start: needs a number, got 'a' \(str\)"):
        rng.randf_range("a", 1)  # type: ignore[arg-type]
    with pytest.raises(MathValueError, match=r"must not hold more than 2 \*\* 32 numbers"):
        rng.randi_range(0, 2**32)
    assert 0 <= rng.randi_range(0, 2**32 - 1) < 2**32


def test_a_number_from_a_seed_is_the_first_one_of_a_generator_and_comes_with_the_seed() -> None:
    assert rand_from_seed(4) == (2879024997, 4)
    assert rand_from_seed(99)[0] == RandomNumberGenerator(99).randi()
    with pytest.raises(MathTypeError, match=r"needs a whole number"):
        rand_from_seed(0.5)  # type: ignore[arg-type]


def test_numpys_whole_numbers_are_seeds_and_ends_as_ints_are() -> None:
    seed: Any = np.int64(4)
    generator = RandomNumberGenerator(seed)

    assert (generator.seed, generator.randi()) == (4, 2879024997)
    assert type(generator.seed) is int
    assert rand_from_seed(seed) == (2879024997, 4)
    assert type(RandomNumberGenerator(4).randi_range(np.int64(3), np.int64(9))) is int  # type: ignore[arg-type]
