"""What becomes of the errors of callbacks: raised behind the phase they ended, or logged; a part of SceneTree."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.core.errors import InvalidValueError, settle
from engine.core.log import get_logger
from engine.core.object import Object
from engine.math.value import shortened
from engine.tree.errors import annotate

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.core.coroutine import Task
    from engine.tree.node import Node


class ErrorPolicy(Object):
    """The part of a SceneTree that takes the errors of callbacks."""

    _in_tick: bool
    _in_input: int

    def _start_errors(self) -> None:
        self._error_policy = "raise"
        self._errors: list[Exception] = []  # of the tick or the input that is under way

    @property
    def error_policy(self) -> str:
        """What an error in a callback does: "raise" or "log"; see the class."""
        return self._error_policy

    @error_policy.setter
    def error_policy(self, policy: str) -> None:
        if policy not in ("raise", "log"):
            raise InvalidValueError(f'SceneTree.error_policy must be "raise" or "log", got {shortened(policy)}')
        self._error_policy = policy

    def _failed(self, error: Exception, node: Node | None, callback: str) -> bool:
        """Take the error of a callback: log it and go on (True), or keep it for the end of the tick (False)."""
        annotate(error, node, callback)
        return self._keep(error)

    def _keep(self, error: Exception) -> bool:
        """`_failed` for an error that has its note."""
        if self._error_policy == "log":
            self._log(error)
            return True
        self._errors.append(error)
        return False

    @staticmethod
    def _log(error: BaseException) -> None:
        get_logger("tree").error("; ".join(error.__notes__), error=error)

    def _task_failed(self, error: Exception, task: Task[Any]) -> None:
        self._take_task_error(error, None, task)

    def _take_task_error(self, error: Exception, node: Node | None, task: Task[Any]) -> None:
        """What a coroutine raised after its first `await`; outside of ticks and input the policy "raise" raises it."""
        name = f"coroutine {task.get_name()}"
        if self._in_tick or self._in_input or self._error_policy == "log":
            self._failed(error, node, name)
            return
        annotate(error, node, name)
        raise error

    def _settle(self, errors: Sequence[BaseException]) -> None:
        """Raise or log the errors of a lifecycle walk; interrupts are always raised."""
        if self._error_policy == "log":
            for error in errors:
                self._log(error)
            errors = [error for error in errors if not isinstance(error, Exception)]
        if errors:
            settle(errors)
