"""An object with signals and coroutines of its own, outside of any tree."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any

from engine.core.coroutine import Task, create_task
from engine.core.object import Object
from engine.core.signal import Signal


class Door(Object):
    opened = Signal[str]("who")
    moved = Signal[float, str]("angle", "why")
    shut = Signal[()]()

    def __init__(self) -> None:
        self.log: list[object] = []
        self.freed = False

    def _is_freed(self) -> bool:
        return self.freed

    def free(self) -> None:
        self.freed = True
        waiting = self._drop_connections()
        for task in (*(self._tasks or ()), *waiting):
            task.cancel()

    def start(self, coroutine: Coroutine[Any, Any, Any]) -> Task[Any]:
        return create_task("Door", coroutine, self)

    async def on_opened(self, who: str) -> None:
        self.log.append(f"{who} opens")
        await self.shut
        self.log.append(f"{who} is in")


async def wait_for(signal: Any, log: list[object], name: object = "went on") -> None:
    passed = await signal
    log.append(name if name == "went on" else (name, passed))
