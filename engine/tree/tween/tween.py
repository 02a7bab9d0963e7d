"""Tween: values on their way, function calls and pauses, one step after another.

    tween = node.create_tween()
    tween.tween_property(node, "position", (300, 200), 0.5).set_trans(Tween.TRANS_SINE)
    tween.parallel().tween_property(node, "modulate:a", 0.0, 0.5)
    tween.tween_callback(node.queue_free)

A step is one tweener, or several that run at the same time; it is over when all of them are. What is left of a frame's
time then goes to the next step, and at the end of a round to the next round.
"""

from __future__ import annotations

from enum import IntEnum
from math import isfinite
from typing import TYPE_CHECKING, Any, Self, TypeVar

from engine.core.connection import SignalOwner
from engine.core.errors import InvalidTypeError, InvalidValueError, TreeError
from engine.core.property_checks import check_seconds, checked_bool, checked_choice, is_finite
from engine.core.receiver import arguments, describe, is_generator, misfit
from engine.core.signal import Signal
from engine.math import EaseType, TransitionType, easing
from engine.math.errors import MathValueError
from engine.math.value import shortened
from engine.tree.node import Node
from engine.tree.tween.property_path import check_writable, names_of, read, where_of
from engine.tree.tween.run import TweenRun
from engine.tree.tween.tweener import AwaitTweener, CallbackTweener, IntervalTweener, SubtweenTweener, Tweener
from engine.tree.tween.value_tweeners import MethodTweener, PropertyTweener
from engine.tree.tween.values import fitted, interpolation_of, sum_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.tree.node_path import NodePath

T = TypeVar("T")
P = TypeVar("P", bound=Tweener)


class TweenProcessMode(IntEnum):
    """When a tween goes on; the numbers are Godot's."""

    PHYSICS = 0
    """In each physics step, after its physics timers."""
    IDLE = 1
    """In each frame, after its timers."""


class TweenPauseMode(IntEnum):
    """What a pause of the tree does to a tween; the numbers are Godot's."""

    BOUND = 0
    """It goes on when the node that it is bound to may be processed; without one as STOP."""
    STOP = 1
    """It stands still."""
    PROCESS = 2
    """It goes on."""


class Tween(TweenRun):
    """A sequence that runs by itself; made by `SceneTree.create_tween` or `Node.create_tween`, kept alive by the tree.

    It begins with the next tweens of its tree, which may be those of the frame under way. Once it has finished it is
    taken out with the next ones after that: until then `stop` and `play` run it again.

    `await tween` waits until it has finished, and not at all if it has; when it is killed, whoever waits is cancelled.

    Signals: `finished`; `loop_finished(loop_count)` after each round but the last; `step_finished(idx)`.
    """

    __slots__ = ()

    TWEEN_PROCESS_PHYSICS = TweenProcessMode.PHYSICS
    TWEEN_PROCESS_IDLE = TweenProcessMode.IDLE
    TWEEN_PAUSE_BOUND = TweenPauseMode.BOUND
    TWEEN_PAUSE_STOP = TweenPauseMode.STOP
    TWEEN_PAUSE_PROCESS = TweenPauseMode.PROCESS
    TRANS_LINEAR = TransitionType.TRANS_LINEAR
    TRANS_SINE = TransitionType.TRANS_SINE
    TRANS_QUINT = TransitionType.TRANS_QUINT
    TRANS_QUART = TransitionType.TRANS_QUART
    TRANS_QUAD = TransitionType.TRANS_QUAD
    TRANS_EXPO = TransitionType.TRANS_EXPO
    TRANS_ELASTIC = TransitionType.TRANS_ELASTIC
    TRANS_CUBIC = TransitionType.TRANS_CUBIC
    TRANS_CIRC = TransitionType.TRANS_CIRC
    TRANS_BOUNCE = TransitionType.TRANS_BOUNCE
    TRANS_BACK = TransitionType.TRANS_BACK
    TRANS_SPRING = TransitionType.TRANS_SPRING
    EASE_IN = EaseType.EASE_IN
    EASE_OUT = EaseType.EASE_OUT
    EASE_IN_OUT = EaseType.EASE_IN_OUT
    EASE_OUT_IN = EaseType.EASE_OUT_IN

    # --- steps ---------------------------------------------------------------------------------

    def tween_property(
        self, target: object, path: str | NodePath, final_value: Any, duration: float
    ) -> PropertyTweener:
        """Move a property to a value.

        Args:
            target: a node, or any object with that attribute; kept until the tween is over.
            path: `"position"`, or with what to change of it: `"position:x"`, `"modulate:a"`.
            final_value: of the type of the present value; a number for a number, a sequence of numbers for a vector.
            duration: seconds, 0 or more.

        Raises:
            InvalidTypeError: no such property, one that can only be read, or not of that type.
            InvalidValueError: a value that is not finite, or a negative duration.
            FreedError: the target was freed.
            TreeError: the tween is over, or has started; so in all methods `tween_...`.
        """
        self._check_open("tween_property")
        if isinstance(target, SignalOwner):
            target._check_alive("tween a property of")
        names = names_of(path)
        current = read(target, names)
        subject = f"tween_property: {where_of(target)}:{':'.join(names)}"
        interpolation_of(current, subject)
        check_writable(target, names)
        final = fitted(final_value, current, f"{subject}: the final value")
        check_seconds("tween_property(duration)", duration)
        return self._append(PropertyTweener(self, target, names, final, float(duration)))

    def tween_interval(self, seconds: float) -> IntervalTweener:
        """Wait so many seconds, 0 or more."""
        self._check_open("tween_interval")
        check_seconds("tween_interval(seconds)", seconds)
        return self._append(IntervalTweener(self, float(seconds)))

    def tween_callback(self, callback: Callable[[], object]) -> CallbackTweener:
        """Call a function without arguments; a method of a node that was freed is left out.

        Raises:
            InvalidTypeError: it cannot be called, or needs arguments.
        """
        self._check_open("tween_callback")
        _check_callable("tween_callback(callback)", callback, 0)
        return self._append(CallbackTweener(self, callback))

    def tween_method(self, method: Callable[[T], object], start: T, end: T, duration: float) -> MethodTweener:
        """Call a function once a frame with a value on its way, at last with `end`.

        Args:
            method: takes one value; a method of a node that was freed is left out.
            start: where the value starts; whole numbers stay whole, unless `end` is a float.
            end: of the same type.
            duration: seconds, 0 or more.

        Raises:
            InvalidTypeError: `method` cannot be called with one argument, or the values do not fit each other.
            InvalidValueError: a value that is not finite, or a negative duration.
        """
        self._check_open("tween_method")
        _check_callable("tween_method(method)", method, 1)
        first: Any = start
        if type(first) is int and isinstance(end, float):
            first = float(first)
        interpolation_of(first, "tween_method(start)")
        first = fitted(first, first, "tween_method(start)")
        last = fitted(end, first, "tween_method(end)")
        check_seconds("tween_method(duration)", duration)
        return self._append(MethodTweener(self, method, first, last, float(duration)))

    def tween_await(self, signal: Signal[*tuple[Any, ...]]) -> AwaitTweener:
        """Wait for a signal; what it emits before this step does not count.

        Raises:
            InvalidTypeError: not a signal.
            FreedError: its object was freed.
        """
        self._check_open("tween_await")
        if not isinstance(signal, Signal):
            raise InvalidTypeError(
                f"tween_await(signal): a signal is needed, as node.tree_exited, got {shortened(signal)}"
            )
        signal._check_waitable()
        return self._append(AwaitTweener(self, signal))

    def tween_subtween(self, subtween: Tween) -> SubtweenTweener:
        """Run another tween as a step of this one; the tree does not run it any more.

        It is stopped and played when its turn comes. Its own pause mode, process mode and time scale do not count.
        Paused, or endless, it holds this tween up.

        Raises:
            InvalidTypeError: not a tween.
            TreeError: it is over, this tween or one around it, a part of another, or of another tree.
        """
        self._check_open("tween_subtween")
        if not isinstance(subtween, Tween):
            raise InvalidTypeError(f"tween_subtween(subtween): a Tween is needed, got {shortened(subtween)}")
        problem = ""
        if subtween._is_over():
            problem = "it is over; make another"
        elif subtween._tweens is not self._tweens:
            problem = "it belongs to another tree"
        elif subtween is self or subtween._stepping or any(part is self for part in subtween._parts()):
            problem = "it would be a part of itself"
        elif not self._tweens.has(subtween):
            problem = "it is a part of another tween already"
        if problem:
            raise TreeError(f"tween_subtween(subtween): cannot run {subtween!r}: {problem}")
        self._tweens.take_out(subtween)
        subtween._fast = None
        return self._append(SubtweenTweener(self, subtween))

    def _parts(self) -> list[Tween]:
        """The tweens that run as parts of this one, and as parts of these."""
        found: list[Tween] = []
        stack: list[Tween] = [self]
        while stack:
            for step in stack.pop()._steps:
                parts = [each._subtween for each in step if isinstance(each, SubtweenTweener)]
                found += parts
                stack += parts
        return found

    def _check_open(self, method: str) -> None:
        if not self._valid:
            raise TreeError(f"cannot call {method}() of {self._where()}: it is over; make another")
        if self._started:
            raise TreeError(f"cannot call {method}() of {self._where()}: it has started; call stop() first")

    def _append(self, tweener: P) -> P:
        if self._parallel_next and self._steps:
            self._steps[-1].append(tweener)
        else:
            self._steps.append([tweener])
        self._parallel_next = self._parallel
        return tweener

    def parallel(self) -> Self:
        """Let the next tweener run together with the one before it."""
        self._parallel_next = True
        return self

    def chain(self) -> Self:
        """Let the next tweener run after those before it, also after `set_parallel`."""
        self._parallel_next = False
        return self

    def set_parallel(self, parallel: bool = True) -> Self:
        """Let all tweeners from the next one on run together with the one before them; or no longer, with False."""
        self._parallel = self._parallel_next = checked_bool(self, "set_parallel(parallel)", parallel)
        return self

    # --- options -------------------------------------------------------------------------------

    def set_loops(self, loops: int = 0) -> Self:
        """Run all steps so many times; 0 for ever, until it is killed or its node freed.

        An endless one also ends when it takes no time any more, because what it worked on was freed.

        Raises:
            InvalidValueError: negative, or not a whole number.
        """
        if not isinstance(loops, int) or loops < 0:
            raise InvalidValueError(
                f"{self._where()}.set_loops(loops): loops must be a whole number, 0 or more, got {shortened(loops)}; "
                f"leave it out to go on for ever"
            )
        self._loops = loops
        return self

    def set_speed_scale(self, speed: float) -> Self:
        """Run so many times as fast, delays included; 1 by default, 0 stands still.

        Raises:
            InvalidValueError: negative, or not finite.
        """
        if not (is_finite(speed) and speed >= 0):
            raise InvalidValueError(
                f"{self._where()}.set_speed_scale(speed): speed must be a finite number, 0 or more, "
                f"got {shortened(speed)}"
            )
        self._speed = float(speed)
        self._fast = None
        return self

    def set_trans(self, trans: TransitionType | int) -> Self:
        """The shape of the curves of tweeners that are added from now on; TRANS_LINEAR by default.

        Raises:
            InvalidValueError: no such transition.
        """
        self._trans = checked_choice(self, "set_trans(trans)", trans, TransitionType)
        return self

    def set_ease(self, ease: EaseType | int) -> Self:
        """Where the curves of tweeners that are added from now on are slow; EASE_IN_OUT by default.

        Raises:
            InvalidValueError: no such ease.
        """
        self._ease = checked_choice(self, "set_ease(ease)", ease, EaseType)
        return self

    def set_pause_mode(self, mode: TweenPauseMode | int) -> Self:
        """What a pause of the tree does to it; TWEEN_PAUSE_BOUND by default.

        Raises:
            InvalidValueError: no such mode.
        """
        self._pause_mode = int(checked_choice(self, "set_pause_mode(mode)", mode, TweenPauseMode))
        self._fast = None
        return self

    def set_process_mode(self, mode: TweenProcessMode | int) -> Self:
        """Whether it goes on in frames or in physics steps; TWEEN_PROCESS_IDLE by default.

        Set while the tweens run, it counts from the next ones on.

        Raises:
            InvalidValueError: no such mode.
        """
        physics = checked_choice(self, "set_process_mode(mode)", mode, TweenProcessMode) == TweenProcessMode.PHYSICS
        if physics != self._physics:
            self._fast = None
            self._tweens.move(self, physics)
        return self

    def set_ignore_time_scale(self, ignore: bool = True) -> Self:
        """Whether it goes by unscaled time; False by default."""
        self._ignores_time_scale = checked_bool(self, "set_ignore_time_scale(ignore)", ignore)
        self._fast = None
        return self

    def bind_node(self, node: Node) -> Self:
        """Stand still while `node` is outside the tree, end when it is freed, and pause as it does.

        Raises:
            InvalidTypeError: not a node.
            FreedError: it was freed.
        """
        if not isinstance(node, Node):
            raise InvalidTypeError(f"bind_node(node): a node is needed, got {shortened(node)}")
        node._check_alive("bind a tween to")
        self._node = node
        self._fast = None
        return self

    # --- by hand -------------------------------------------------------------------------------

    @staticmethod
    def interpolate_value(
        initial_value: T, delta_value: T, elapsed_time: float, duration: float, trans: int, ease: int
    ) -> T:
        """The value on the way from `initial_value`, `elapsed_time` seconds after the start.

        Args:
            initial_value: a number, bool, str, a type of engine.math, or a list of these.
            delta_value: the whole way, of the same type; for rotations and transforms what is applied behind.
            elapsed_time: seconds; below 0 and above `duration` the curve goes on, where it is defined.
            duration: seconds, 0 or more; with 0 the way is done.
            trans: the shape of the curve, a TransitionType.
            ease: where it is slow, an EaseType.

        >>> Tween.interpolate_value(10.0, 4.0, 0.5, 1.0, Tween.TRANS_QUAD, Tween.EASE_IN)
        11.0

        Raises:
            InvalidTypeError: a type that has no values between, or two types.
            MathValueError: no such curve, or it is not defined there.
            InvalidValueError: a negative duration, or a number that is not finite.
        """
        initial: Any = initial_value
        if type(initial) is int and isinstance(delta_value, float):
            initial = float(initial)
        mix = interpolation_of(initial, "interpolate_value(initial_value)")
        delta = fitted(delta_value, initial, "interpolate_value(delta_value)")
        check_seconds("interpolate_value(duration)", duration)
        if not is_finite(elapsed_time):
            raise InvalidValueError(
                f"interpolate_value(elapsed_time): a finite number is needed, got {shortened(elapsed_time)}"
            )
        weight = _weight_at(easing.curve(trans, ease), elapsed_time / duration if duration else 1.0)
        return mix(initial, sum_of(initial, delta), weight)  # type: ignore[no-any-return]


def _weight_at(curve: easing.Curve, part: float) -> float:
    """What a curve gives for any part of the way."""
    try:
        weight: Any = curve(part)
    except (ValueError, OverflowError):
        weight = None
    if not isinstance(weight, float) or not isfinite(weight):  # beyond the ends a power of a negative is complex
        raise MathValueError(f"interpolate_value: this curve is not defined at {part!r} of the way")
    return weight


def _check_callable(what: str, function: object, count: int) -> None:
    """Refuse what cannot be called with so many arguments."""
    if not callable(function):
        hint = "; write the function without calling it" if function is None else ""
        raise InvalidTypeError(f"{what}: it cannot be called, got {shortened(function)}{hint}")
    problem = misfit(function, count)
    if problem:
        raise InvalidTypeError(f"{what}: {describe(function)} gets {arguments(count)}, and {problem}; use a lambda")
    if is_generator(function):
        raise InvalidTypeError(f"{what}: {describe(function)} has a yield, so that a call runs nothing of it")
