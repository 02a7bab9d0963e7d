"""How a tween runs: which step it is at, what each gets of a frame's time, and how it is played and stopped.

While a tween runs its functions and signals may kill, stop and pause it, free what it works on, and make other tweens.
After `kill` nothing more of it is called; after `stop` and `play` it begins anew in the next frame. A function that
raises counts as called.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.core.coroutine import cancel_all
from engine.core.errors import TreeError
from engine.core.object import Object
from engine.core.property_checks import check_seconds
from engine.core.signal import Signal
from engine.math import EaseType, TransitionType
from engine.tree.errors import annotate
from engine.tree.flags import FREED
from engine.tree.node import Node
from engine.tree.tween.tweener import Tweener, take_waiting

if TYPE_CHECKING:
    from collections.abc import Generator

    from engine.core.coroutine import Task
    from engine.tree.process_list import Failed
    from engine.tree.tween.tweens import Tweens
    from engine.tree.tween.value_tweeners import PropertyTweener

_HEARD = {"finished": 1, "loop_finished": 2, "step_finished": 4}
_MOST_ROUNDS = 100_000  # of an endless tween in one frame


class WalkCutError(Exception):
    """Ends the walk over the tweens: an error was kept for the end of the tick."""


class TweenRun(Object):
    """The part of a Tween that runs."""

    __slots__ = (
        "__dict__", "__weakref__", "_at", "_dead", "_ease", "_entered", "_epoch", "_fast", "_finished", "_heard",
        "_ignores_time_scale", "_loops", "_node", "_number", "_parallel", "_parallel_next", "_pause_mode", "_physics",
        "_rounds", "_running", "_speed", "_started", "_stepping", "_steps", "_total", "_trans", "_tweens", "_valid",
    )  # fmt: skip

    _not_state = ("_epoch", "_fast", "_heard")  # left out of digests of the tree's state

    finished: Signal[()] = Signal[()]()
    """Emitted when all rounds are over; never by an endless tween, and not after `kill`."""
    loop_finished: Signal[int] = Signal[int]("loop_count")
    """Emitted after each round but the last, with how many are over."""
    step_finished: Signal[int] = Signal[int]("idx")
    """Emitted after each step, with its index in the round."""

    def __init__(self, tweens: Tweens | None = None, number: int = 0) -> None:
        """Made by a tree.

        Raises:
            TreeError: made directly.
        """
        if tweens is None:
            raise TreeError("a Tween cannot be made directly; use tree.create_tween() or node.create_tween()")
        self._tweens = tweens
        self._number = number  # tweens go on in this order
        self._steps: list[list[Tweener]] = []
        self._node: Node | None = None  # what it is bound to
        self._physics = False
        self._pause_mode: int = 0
        self._ignores_time_scale = False
        self._speed = 1.0
        self._trans = TransitionType.TRANS_LINEAR
        self._ease = EaseType.EASE_IN_OUT
        self._parallel = False  # whether new tweeners join the last step by themselves
        self._parallel_next = False  # whether the next one does
        self._loops = 1  # rounds; 0: endless
        self._rounds = 0  # that are over
        self._at = 0  # the step; as many as there are: the end of the round is still to be told
        self._entered = False  # whether that step has begun
        self._total = 0.0
        self._valid = True  # whether it belongs to the tree, or to a tween that does
        self._running = True
        self._started = False
        self._dead = False  # finished, or failed
        self._finished = False
        self._stepping = False
        self._epoch = 0  # counts what makes a step under way void
        self._heard = 0  # which signals somebody may be connected to
        self._fast: PropertyTweener | None = None  # what is left to do is to move this one; see Tweens

    def _signal_created(self, signal: Signal[*tuple[Any, ...]]) -> None:
        self._heard |= _HEARD.get(signal.get_name(), 0)

    def _task_failed(self, error: Exception, task: Task[Any]) -> None:
        self._tweens.tree._take_task_error(error, self._node, task)

    def _where(self) -> str:
        return f"Tween of {self._node._where()}" if self._node is not None else "Tween"

    def __repr__(self) -> str:
        state = "over" if self._is_over() else "running" if self._running else "not running"
        return f"<{self._where()}, {state}>"

    def __await__(self) -> Generator[Any, Any, None]:
        if not self._finished:
            if not self._valid:
                raise TreeError(f"cannot await {self._where()}: it was killed before it finished; ask is_valid() first")
            yield from self.finished.__await__()

    # --- playing -------------------------------------------------------------------------------

    def play(self) -> None:
        """Go on after `pause` or `stop`.

        Raises:
            TreeError: it is over; `stop` sets one back that has just finished.
        """
        if not self._valid:
            raise TreeError(f"cannot play {self._where()}: it is over; make another")
        if self._dead:
            raise TreeError(f"cannot play {self._where()}: it has finished; call stop() first to set it back")
        self._running = True

    def pause(self) -> None:
        """Stand still until `play`."""
        self._running = False
        self._fast = None

    def stop(self) -> None:
        """Stand still, and begin anew at the next `play`. What was moved stays where it is."""
        if not self._valid:
            return
        self._running = self._started = self._dead = self._finished = False
        self._rounds = 0
        self._fast = None
        self._total = 0.0
        self._epoch += 1
        for step in self._steps:
            for tweener in step:
                tweener._stop()

    def kill(self) -> None:
        """End it without finishing: nothing more of it is called, and who awaits it is cancelled."""
        self._clear()

    def is_running(self) -> bool:
        """Whether it runs: it was not paused or stopped, and has not finished."""
        return self._running

    def is_valid(self) -> bool:
        """Whether it belongs to the tree: false once it was killed, and from the frame after it finished."""
        return self._valid

    def custom_step(self, delta: float) -> bool:
        """Go on by `delta` seconds now, also while paused; returns whether it is not over.

        Args:
            delta: seconds, 0 or more; multiplied by the speed scale.

        Raises:
            TreeError: called by one of its own functions.
            Exception: what one of its functions raises.
        """
        check_seconds("custom_step(delta)", delta)
        if self._is_over():
            return False
        was_running, self._running = self._running, True
        try:
            self._advance(delta, None)
        finally:
            self._running = self._running and was_running
        return not self._is_over()

    def get_total_elapsed_time(self) -> float:
        """The seconds it has run since it started, pauses left out, the speed scale counted."""
        return self._total

    def get_loops_left(self) -> int:
        """The rounds still to be finished; -1 for an endless one."""
        return max(self._loops - self._rounds, 0) if self._loops else -1

    def _is_over(self) -> bool:
        return not self._valid or self._dead or (self._node is not None and bool(self._node._flags & FREED))

    def _clear(self) -> None:
        """Belong to no tree any more, and cancel who waits for it."""
        cancel_all(self._let_go())

    def _let_go(self) -> list[Task[Any]]:
        """Belong to no tree any more; gives the coroutines that wait for it, for its tweeners and for its parts."""
        if not self._valid:
            return []
        self._valid = self._running = False
        self._dead = True
        self._fast = None
        self._epoch += 1
        self._tweens.take_out(self)
        steps, self._steps = self._steps, []
        waiting = [task for step in steps for tweener in step for task in tweener._release()]
        return waiting + take_waiting(self)

    # --- stepping ------------------------------------------------------------------------------

    def _advance(self, delta: float, failed: Failed | None) -> float:
        """Go on by `delta` seconds; returns those left once it has finished.

        Errors of a game's functions go to `failed`; without it they leave this call.
        """
        node = self._node
        if self._dead or not self._running or (node is not None and node._tree is None):
            return delta if self._is_over() else 0.0
        if self._stepping:
            raise TreeError(f"cannot step {self._where()} from a function that it calls itself")
        self._fast = None
        self._stepping = True
        try:
            if not self._started:
                self._start(failed)
            delta *= self._speed
            self._total += delta
            left = self._run(delta, failed)
        finally:
            self._stepping = False
        return left / self._speed if left else 0.0

    def _start(self, failed: Failed | None) -> None:
        self._started = True
        self._at = self._rounds = 0
        self._entered = False
        self._total = 0.0
        if not self._steps:
            self._give_up(f"{self._where()} started without anything to do; add steps to it, or kill() it", failed)

    def _run(self, left: float, failed: Failed | None) -> float:
        """Run steps with the seconds that are left; returns what is left at the end of the last."""
        epoch = self._epoch
        before = -1.0  # what was left when the last round ended
        most = self._rounds + _MOST_ROUNDS
        while self._running:
            if self._at == len(self._steps):
                if self._end_round(failed):
                    return left
                if epoch == self._epoch and not self._loops and (left == before or self._rounds > most):
                    if left == before and self._has_lost_something():
                        self._end()
                        return left
                    self._give_up(
                        f"{self._where()} would go round for ever in one frame: its steps take no time; give it an "
                        f"interval, a delay or a duration, or set_loops() a number",
                        failed,
                    )
                before = left
            elif not self._entered:
                self._enter(failed)
            elif left <= 0 or (self._node is not None and self._node._tree is None):
                return 0.0
            else:
                left = self._step(left, epoch, failed)
            if epoch != self._epoch:
                return 0.0
        return 0.0

    def _enter(self, failed: Failed | None) -> None:
        """Begin the step it is at."""
        self._entered = True
        problems = []
        for tweener in self._steps[self._at]:
            tweener._elapsed = -tweener._delay
            tweener._done = False
            try:
                tweener._begin()
            except Exception as error:
                tweener._done = True
                problems.append((error, tweener))
        for problem, tweener in problems:
            self._report(problem, tweener._node(), tweener._what(), failed)

    def _step(self, given: float, epoch: int, failed: Failed | None) -> float:
        """Give the tweeners of the present step `given` seconds; returns what all have left, 0 if one goes on."""
        left = given
        for tweener in self._steps[self._at]:
            if tweener._done:
                continue
            problem = None
            try:
                tweener._step(given, failed)
            except WalkCutError:
                raise
            except Exception as error:
                problem = error
            if not tweener._done:
                left = -1.0
            elif left > tweener._left:
                left = tweener._left
            if tweener._done and tweener._heard and epoch == self._epoch:
                self._tell(tweener.finished, tweener._node(), f"finished of {tweener._what()}", failed)
            if problem is not None:
                self._report(problem, tweener._node(), tweener._what(), failed)
            if epoch != self._epoch:
                return 0.0
        if left < 0.0:
            return 0.0
        at = self._at
        self._at = at + 1
        self._entered = False
        if self._heard & 4:
            self._tell(self.step_finished, self._node, "step_finished of a tween", failed, at)
        return left

    def _end_round(self, failed: Failed | None) -> bool:
        """Go back to the first step, or finish; returns whether it has finished."""
        self._rounds += 1
        if 0 < self._loops <= self._rounds:
            self._running = False
            self._dead = self._finished = True
            if self._heard & 1:
                self._tell(self.finished, self._node, "finished of a tween", failed)
            return True
        self._at = 0
        if self._heard & 2:
            self._tell(self.loop_finished, self._node, "loop_finished of a tween", failed, self._rounds)
        return False

    def _tell(
        self, signal: Signal[*tuple[Any, ...]], node: Node | None, what: str, failed: Failed | None, *args: int
    ) -> None:
        try:
            signal.emit(*args)
        except Exception as error:
            self._report(error, node, what, failed)

    def _has_lost_something(self) -> bool:
        """Whether something that it works on was freed, or its node, or it was killed."""
        if not self._valid or (self._node is not None and self._node._flags & FREED):
            return True
        return any(tweener._is_lost() for step in self._steps for tweener in step)

    def _end(self) -> None:
        self._running = False
        self._dead = True
        self._epoch += 1

    def _give_up(self, text: str, failed: Failed | None) -> None:
        """End it because of a mistake in how it was made."""
        self._end()
        self._report(TreeError(text), self._node, "a tween", failed)

    @staticmethod
    def _report(error: Exception, node: Node | None, what: str, failed: Failed | None) -> None:
        """Hand over an error of a game's function.

        Raises:
            WalkCutError: the walk under way is to end.
            Exception: the error itself, if there is no walk.
        """
        if failed is None:
            annotate(error, node, what)
            raise error
        if not failed(error, node, what):
            raise WalkCutError
