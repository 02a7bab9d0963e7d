"""The parts of a tween that go from one value to another: of a property, or for a function."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

from engine.core.errors import InvalidTypeError
from engine.core.property_checks import checked_choice, is_finite
from engine.core.receiver import bound_object, describe
from engine.math import easing
from engine.math.value import shortened
from engine.tree.node import Node
from engine.tree.tween.property_path import read, write
from engine.tree.tween.tweener import DelayedTweener, call, is_gone
from engine.tree.tween.values import fitted, interpolation_of, sum_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.math import EaseType, TransitionType
    from engine.tree.process_list import Failed
    from engine.tree.tween.tween import Tween


class ValueTweener(DelayedTweener):
    """A tweener that goes from one value to another on an easing curve."""

    __slots__ = ("_change", "_curve", "_duration", "_ease", "_final", "_initial", "_mix", "_trans")

    def __init__(self, tween: Tween, initial: Any, final: Any, duration: float) -> None:
        super().__init__(tween)
        self._initial = initial
        self._final = final
        self._change: Any = None  # of floats: the way from `_initial` to `_final`
        self._mix = interpolation_of(initial, "")
        self._duration = duration
        self._trans = tween._trans
        self._ease = tween._ease
        self._curve = easing.curve(self._trans, self._ease)

    def set_trans(self, trans: TransitionType | int) -> Self:
        """Take a curve of this shape instead of the tween's.

        Raises:
            InvalidValueError: no such transition.
        """
        self._trans = checked_choice(self, "set_trans(trans)", trans, easing.TransitionType)
        self._curve = easing.curve(self._trans, self._ease)
        return self

    def set_ease(self, ease: EaseType | int) -> Self:
        """Be slow there instead of where the tween's other curves are.

        Raises:
            InvalidValueError: no such ease.
        """
        self._ease = checked_choice(self, "set_ease(ease)", ease, easing.EaseType)
        self._curve = easing.curve(self._trans, self._ease)
        return self


class MethodTweener(ValueTweener):
    """Calls a function with a value on its way, once a frame; made by `Tween.tween_method`."""

    __slots__ = ("_call",)

    def __init__(self, tween: Tween, method: Callable[[Any], object], start: Any, end: Any, duration: float) -> None:
        super().__init__(tween, start, end, duration)
        self._call = method

    def _what(self) -> str:
        return f"tween method {describe(self._call)}"

    def _is_lost(self) -> bool:
        return is_gone(bound_object(self._call))

    def _step(self, delta: float, failed: Failed | None) -> None:
        if self._is_lost():
            self._finish(delta)
            return
        self._elapsed = passed = self._elapsed + delta
        if passed < 0.0:
            return
        value = self._final
        if passed < self._duration:
            value = self._mix(self._initial, value, self._curve(passed / self._duration))
        else:
            self._finish(passed - self._duration)
        call(self._call, self._tween, value)


class PropertyTweener(ValueTweener):
    """Moves a property to a value; made by `Tween.tween_property`.

    It starts from the value that the property has when its step begins, or when its delay is over, unless `from_` or
    `from_current` say otherwise.
    """

    __slots__ = (
        "_base", "_fixed", "_interpolator", "_name", "_names", "_pending", "_relative", "_target", "_watched",
    )  # fmt: skip

    def __init__(self, tween: Tween, target: object, names: tuple[str, ...], final: Any, duration: float) -> None:
        super().__init__(tween, read(target, names), final, duration)
        self._target: Any = target
        self._watched = target if isinstance(target, Node) else None  # what may be freed meanwhile
        self._names = names
        self._name = names[-1]
        self._base = final  # what was asked for; with `as_relative` added to where it starts
        self._fixed = False  # whether `_initial` is not read when it starts
        self._relative = False
        self._pending = False  # whether it has begun, and has not come to the end of its delay
        self._interpolator: Callable[[float], float] | None = None

    def from_(self, value: Any) -> Self:
        """Start from this value.

        Raises:
            InvalidTypeError, InvalidValueError: it does not fit the property.
        """
        self._initial = fitted(value, self._final, f"{self._where()}.from_(value)")
        self._fixed = True
        self._tween._fast = None
        return self

    def from_current(self) -> Self:
        """Start from the value that the property has now."""
        self._initial = fitted(read(self._target, self._names), self._final, f"{self._where()}.from_current()")
        self._fixed = True
        self._tween._fast = None
        return self

    def as_relative(self) -> Self:
        """Take the final value as a change: it is added to the value it starts from."""
        self._relative = True
        self._tween._fast = None
        return self

    def set_custom_interpolator(self, interpolator: Any) -> Self:
        """Bend the way further.

        Args:
            interpolator: a function that takes a part of the way, as the easing curve gives it, and gives another; or
                an object with such a method `sample_baked`, such as a Curve. The last value is the final one all the
                same.

        Raises:
            InvalidTypeError: neither of the two.
        """
        function = getattr(interpolator, "sample_baked", interpolator)
        if not callable(function):
            raise InvalidTypeError(
                f"{self._where()}.set_custom_interpolator(interpolator): a function, or an object with sample_baked, "
                f"is needed, got {shortened(interpolator)}"
            )
        self._interpolator = function
        self._tween._fast = None
        return self

    def _what(self) -> str:
        return f"tween of {':'.join(self._names)!r}"

    def _node(self) -> Node | None:
        return self._target if isinstance(self._target, Node) else super()._node()

    def _is_lost(self) -> bool:
        return is_gone(self._target)

    def _begin(self) -> None:
        self._pending = True
        if not self._delay and not is_gone(self._target):
            self._depart()

    def _depart(self) -> None:
        """Take the value to start from, and work out where to go."""
        self._pending = False
        if not self._fixed:
            self._initial = initial = read(self._target, self._names)
            self._mix = interpolation_of(initial, self._what())
            self._base = fitted(self._base, initial, f"{self._what()}: the final value")
        self._final = sum_of(self._initial, self._base) if self._relative else self._base

    def _step(self, delta: float, failed: Failed | None) -> None:
        if is_gone(self._target):
            self._finish(delta)
            return
        self._elapsed = passed = self._elapsed + delta
        if passed < 0.0:
            return
        if passed >= self._duration:
            self._finish(passed - self._duration)
        if self._pending:
            try:
                self._depart()
            except Exception:
                self._finish(passed)
                raise
        value = self._final
        if not self._done:
            weight = self._curve(passed / self._duration)
            if self._interpolator is not None:
                weight = self._bent(weight)
            value = self._mix(self._initial, value, weight)
        write(self._target, self._names, value)

    def _bent(self, weight: float) -> float:
        bent = self._interpolator(weight)  # type: ignore[misc]
        if not is_finite(bent):
            raise InvalidTypeError(
                f"{self._where()}: its custom interpolator must give a finite number, got {shortened(bent)}"
            )
        return bent

    def _prepare(self) -> bool:
        """Whether all until the end is the same again and again: a simple property, on its way, on its own curve."""
        if self._done or self._pending or len(self._names) > 1 or self._interpolator is not None:
            return False
        self._change = self._final - self._initial if type(self._initial) is float else None
        return True
