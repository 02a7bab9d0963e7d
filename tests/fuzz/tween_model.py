"""What a tween does, told from its whole length at once: where it is after a time, without stepping it.

All steps of all rounds stand one behind another on a line of time. A step from `begin` to `end` is under way in a frame
that ends behind `begin`, and over in one that ends at or behind `end`; nothing in it is done earlier. So a step without
length waits for a frame that has time left for it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Part:
    """A tweener: what it does, after how long, and for how long."""

    kind: str  # "property", "method", "callback", "interval"
    delay: float = 0.0
    duration: float = 0.0
    attribute: str = ""
    final: float = 0.0
    start: float | None = None  # a property's from_
    relative: bool = False

    @property
    def length(self) -> float:
        return self.delay + self.duration


@dataclass
class Model:
    """A tween's programme, and where it is."""

    steps: list[list[Part]]
    rounds: int
    speed: float
    values: dict[str, float]
    log: list[Any] = field(default_factory=list)
    time: float = 0.0
    place: int = 0  # the step under way, counted through all rounds
    begin: float = 0.0  # its time
    starts: dict[int, float] = field(default_factory=dict)  # of the step's properties: where each starts
    done: set[int] = field(default_factory=set)

    @property
    def finished(self) -> bool:
        return self.place == self.rounds * len(self.steps)

    def restart(self) -> None:
        self.time = self.begin = 0.0
        self.place = 0
        self.starts.clear()
        self.done.clear()

    def advance(self, delta: float) -> None:
        """Go on by a frame; one without time does nothing."""
        if self.finished or not delta:
            return
        self.time += delta * self.speed
        while not self.finished and self.time > self.begin:
            step = self.steps[self.place % len(self.steps)]
            for number, part in enumerate(step):
                if number not in self.done:
                    self.run(number, part, self.time - self.begin)
            end = self.begin + max(part.length for part in step)
            if self.time < end:
                return
            self.complete(end)

    def run(self, number: int, part: Part, passed: float) -> None:
        """What one part does in a frame that ends `passed` seconds behind the step's begin."""
        if passed < part.delay:
            return
        if passed >= part.length:
            self.done.add(number)
        weight = min((passed - part.delay) / part.duration, 1.0) if part.duration else 1.0
        if part.kind == "callback":
            self.log.append("callback")
        elif part.kind == "method":
            self.log.append(round(part.final * weight, 6))
        elif part.kind == "property":
            start = part.start
            if start is None:
                start = self.starts.setdefault(number, self.values[part.attribute])
            end = start + part.final if part.relative else part.final
            self.values[part.attribute] = start + (end - start) * weight
        if number in self.done:
            self.log.append(f"{part.kind} finished")

    def complete(self, end: float) -> None:
        """The end of a step."""
        at = self.place % len(self.steps)
        self.log.append(("step", at))
        self.place += 1
        self.begin = end
        self.starts.clear()
        self.done.clear()
        if self.finished:
            self.log.append("finished")
        elif at == len(self.steps) - 1:
            self.log.append(("loop", self.place // len(self.steps)))
