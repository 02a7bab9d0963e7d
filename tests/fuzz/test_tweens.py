"""Random tweens do in random frames what a model says that looks at the whole line of time at once.

All seconds are multiples of 1/64, so that adding them is exact, and what happens at an edge is no matter of rounding.
"""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.tree.node import Node
from engine.tree.scene_tree import SceneTree
from engine.tree.tween import Tween
from tests.fuzz.effort import effort
from tests.fuzz.tween_model import Model, Part

ATTRIBUTES = ("a", "b", "c")


class Thing(Node):
    """Has numbers."""

    a = 0.0
    b = 5.0
    c = -3.0


def seconds(most: int) -> st.SearchStrategy[float]:
    return st.integers(0, most).map(lambda count: count / 64)


numbers = st.integers(-20, 20).map(float)
parts = st.one_of(
    st.builds(Part, st.just("interval"), duration=seconds(40)),
    st.builds(Part, st.just("callback"), delay=seconds(30)),
    st.builds(Part, st.just("method"), seconds(20), seconds(40), final=numbers),
    st.builds(
        Part,
        st.just("property"),
        st.one_of(st.just(0.0), seconds(20)),
        seconds(60),
        st.sampled_from(ATTRIBUTES),
        numbers,
        st.one_of(st.none(), numbers),
        st.booleans(),
    ),
)


def is_one_property_each(step: list[Part]) -> bool:
    moved = [part.attribute for part in step if part.attribute]
    return len(set(moved)) == len(moved)


steps = st.lists(st.lists(parts, min_size=1, max_size=3).filter(is_one_property_each), min_size=1, max_size=4)
tweens = st.tuples(steps, st.integers(1, 3), st.sampled_from((1.0, 1.0, 0.5, 2.0)), st.booleans())
frames = st.lists(
    st.one_of(
        st.tuples(st.just("tick"), seconds(16)),
        st.tuples(st.just("tick"), seconds(16)),
        st.tuples(st.just("tick"), st.just(1 / 64)),
        st.tuples(st.just("step"), seconds(64)),
        st.tuples(st.sampled_from(("pause", "play", "restart")), st.just(0.0)),
    ),
    max_size=30,
)


class Pair:
    """A tween of the engine and its model."""

    def __init__(self, tree: SceneTree, programme: list[list[Part]], rounds: int, speed: float, bound: bool) -> None:
        self.thing = tree.root.add_child(Thing())
        self.log: list[Any] = []
        self.tween = self.thing.create_tween() if bound else tree.create_tween()
        self.tween.set_loops(rounds).set_speed_scale(speed)
        for step in programme:
            for at, part in enumerate(step):
                if at:
                    self.tween.parallel()
                self.add(self.tween, part)
        self.tween.finished.connect(lambda: self.log.append("finished"))
        self.tween.step_finished.connect(lambda at: self.log.append(("step", at)))
        self.tween.loop_finished.connect(lambda count: self.log.append(("loop", count)))
        self.model = Model(programme, rounds, speed, {name: getattr(self.thing, name) for name in ATTRIBUTES})
        self.runs = True

    def add(self, tween: Tween, part: Part) -> None:
        tweener: Any
        if part.kind == "interval":
            tweener = tween.tween_interval(part.duration)
        elif part.kind == "callback":
            tweener = tween.tween_callback(lambda: self.log.append("callback")).set_delay(part.delay)
        elif part.kind == "method":
            tweener = tween.tween_method(self.hear, 0.0, part.final, part.duration).set_delay(part.delay)
        else:
            tweener = tween.tween_property(self.thing, part.attribute, part.final, part.duration).set_delay(part.delay)
            if part.start is not None:
                tweener.from_(part.start)
            if part.relative:
                tweener.as_relative()
        tweener.finished.connect(lambda: self.log.append(f"{part.kind} finished"))

    def hear(self, value: float) -> None:
        self.log.append(round(value, 6))

    def do(self, verb: str, delta: float) -> None:
        if verb == "step":
            self.tween.custom_step(delta)
            self.model.advance(delta)
        elif self.tween.is_valid() and not (verb == "play" and self.model.finished):
            if verb == "restart":
                self.tween.stop()
                self.tween.play()
                self.model.restart()
            else:
                getattr(self.tween, verb)()
            self.runs = verb != "pause"

    def check(self) -> None:
        assert self.log == self.model.log
        for name in ATTRIBUTES:
            assert getattr(self.thing, name) == pytest.approx(self.model.values[name], abs=1e-9)
        assert self.tween.is_running() == (self.runs and not self.model.finished)
        assert self.tween.get_loops_left() == self.model.rounds - self.model.place // len(self.model.steps)


@effort(150)
@given(st.lists(tweens, min_size=1, max_size=3), frames)
def test_tweens_do_what_the_model_says(programmes: list[Any], script: list[tuple[str, float]]) -> None:
    tree = SceneTree()
    pairs = [Pair(tree, *programme) for programme in programmes]

    for number, (verb, delta) in enumerate(script):
        if verb == "tick":
            tree._process_frame(delta)
            for pair in pairs:
                if pair.runs:
                    pair.model.advance(delta)
        else:
            pairs[number % len(pairs)].do(verb, delta)
        for pair in pairs:
            pair.check()
    tree.shutdown()
