"""RandomNumberGenerator: PCG32, with the sequence that Godot gives for the same seed."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, isfinite, ldexp, log, sqrt, tau
from os import urandom

from engine.math.errors import MathValueError
from engine.math.scalars import EPSILON
from engine.math.value import integer, real, shortened

_MASK_64 = 0xFFFFFFFFFFFFFFFF
_MASK_32 = 0xFFFFFFFF
_MULTIPLIER = 6364136223846793005
_INCREMENT = 1442695040888963407 << 1 & _MASK_64 | 1


class RandomNumberGenerator:
    """Numbers that look random and follow from the seed alone. Pickles and copies with its state.

    The whole numbers are Godot's for the same seed; the fractions agree up to float32's rounding.

    Args:
        seed: any int, taken modulo 2 ** 64; without one, a different seed each time.

    >>> RandomNumberGenerator(4).randi()
    2879024997
    """

    __slots__ = ("_seed", "_state")

    def __init__(self, seed: int | None = None) -> None:
        self._seed = 0
        self._state = 0
        if seed is None:
            self.randomize()
        else:
            self.seed = seed

    @property
    def seed(self) -> int:
        """What the sequence started from, 0 to 2 ** 64 - 1; setting it starts over."""
        return self._seed

    @seed.setter
    def seed(self, seed: int) -> None:
        self._seed = integer(seed, "RandomNumberGenerator.seed") & _MASK_64
        self._state = _INCREMENT
        self._state = self._state + self._seed & _MASK_64
        self.randi()

    @property
    def state(self) -> int:
        """Where in the sequence this is, 0 to 2 ** 64 - 1; setting it to an earlier value repeats what followed."""
        return self._state

    @state.setter
    def state(self, state: int) -> None:
        self._state = integer(state, "RandomNumberGenerator.state") & _MASK_64

    def randomize(self) -> None:
        """Set a seed that nobody can foresee."""
        self.seed = int.from_bytes(urandom(8), "little")

    def randi(self) -> int:
        """A whole number of 0 to 2 ** 32 - 1."""
        old = self._state
        self._state = old * _MULTIPLIER + _INCREMENT & _MASK_64
        mixed = (old >> 18 ^ old) >> 27 & _MASK_32
        turn = old >> 59
        return (mixed >> turn | mixed << (-turn & 31)) & _MASK_32

    def randi_range(self, start: int, end: int) -> int:
        """A whole number of `start` to `end`, both included, in either order.

        Raises:
            MathValueError: the range holds more than 2 ** 32 numbers.
        """
        low, high = sorted((integer(start, "randi_range, the start"), integer(end, "randi_range, the end")))
        if low == high:
            return low
        count = high - low + 1
        if count > _MASK_32 + 1:
            raise MathValueError(f"randi_range({start!r}, {end!r}): a range must not hold more than 2 ** 32 numbers")
        unfair = (_MASK_32 + 1) % count
        while True:
            number = self.randi()
            if number >= unfair:
                return low + number % count

    def randf(self) -> float:
        """A number from 0 to 1."""
        leading = self.randi()
        if leading == 0:
            return 0.0
        return ldexp(self.randi() | 0x80000001, leading.bit_length() - 64)

    def randf_range(self, start: float, end: float) -> float:
        """A number from `start` to `end`, in either order."""
        low = real(start, "randf_range, the start")
        return low + self.randf() * (real(end, "randf_range, the end") - low)

    def randfn(self, mean: float = 0.0, deviation: float = 1.0) -> float:
        """A number of the normal distribution."""
        center, spread = real(mean, "randfn, the mean"), real(deviation, "randfn, the deviation")
        radius = self.randf()
        if radius < EPSILON:
            radius += EPSILON
        return center + spread * (cos(tau * self.randf()) * sqrt(-2.0 * log(radius)))

    def rand_weighted(self, weights: Sequence[float]) -> int:
        """An index of `weights`, each as likely as its weight is heavy.

        Raises:
            MathValueError: no weights, none above 0, or one that is negative or not finite.
        """
        shares = [real(weight, "rand_weighted, a weight") for weight in weights]
        if not all(isfinite(share) and share >= 0.0 for share in shares) or not sum(shares) > 0.0:
            raise MathValueError(
                f"rand_weighted needs finite weights of 0 or more, one above 0, got {shortened(weights)}"
            )
        distance = self.randf() * sum(shares)
        for index, share in enumerate(shares):
            distance -= share
            if distance < 0.0:
                return index
        return max(index for index, share in enumerate(shares) if share > 0.0)


def rand_from_seed(seed: int) -> tuple[int, int]:
    """The first whole number, 0 to 2 ** 32 - 1, that a generator with this seed gives, and the seed, as in Godot.

    >>> rand_from_seed(4)
    (2879024997, 4)

    Raises:
        MathTypeError: the seed is not a whole number.
    """
    seed = integer(seed, "rand_from_seed")
    return RandomNumberGenerator(seed).randi(), seed
