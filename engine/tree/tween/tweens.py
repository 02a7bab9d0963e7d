"""Tweens: all tweens of a tree, and how a frame goes through them.

They go on in the order in which they were made. A frame takes those that are there when it comes to them: what is made
meanwhile follows in the next one. An error that the tree keeps for the end of the tick ends the frame's tweens.

Most running tweens are in the middle of moving one simple property. Such a tween has `_fast` set, to the tweener; then
all that a frame does is spelled out in `process`: 10,000 take 2.0 times as long as the easing curve, the blend and the
setattr alone. Whatever changes a tween clears `_fast`, and its next frame goes through all of `_advance` again.
"""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING, Any

from engine.core.errors import FreedError
from engine.tree.tween.run import WalkCutError
from engine.tree.tween.tween import Tween, TweenPauseMode
from engine.tree.tween.value_tweeners import PropertyTweener

if TYPE_CHECKING:
    from engine.tree.process_list import Failed
    from engine.tree.scene_tree import SceneTree

_BOUND = TweenPauseMode.BOUND
_PROCESS = TweenPauseMode.PROCESS


class TweenGroup(dict["Tween", None]):
    """Tweens in the order in which they were made, and `order`, the same as a tuple, None where it is to be made."""

    __slots__ = ("order",)

    def __init__(self) -> None:
        self.order: tuple[Tween, ...] | None = None

    def put(self, tween: Tween) -> None:
        """Add a tween at its place."""
        last = next(reversed(self), tween)
        self[tween] = None
        self.order = None
        if last._number > tween._number:
            in_order = sorted(self, key=attrgetter("_number"))
            self.clear()
            self.update(dict.fromkeys(in_order))

    def take_out(self, tween: Any) -> None:
        """Drop a tween, if it is here."""
        if tween in self:
            del self[tween]
            self.order = None


class Tweens:
    """The tweens of a tree that are not parts of others, by whether they go on in frames or in physics steps."""

    __slots__ = ("_made", "idle", "physics", "tree")

    def __init__(self, tree: SceneTree) -> None:
        self.tree = tree
        self.idle = TweenGroup()
        self.physics = TweenGroup()
        self._made = 0

    def create(self) -> Tween:
        """Make a tween.

        Raises:
            FreedError: the tree was shut down.
        """
        if self.tree._disposed:
            raise FreedError("cannot create a tween: the tree was shut down; make a new SceneTree")
        self._made += 1
        tween = Tween(self, self._made)
        self.idle.put(tween)
        return tween

    def all(self) -> list[Tween]:
        """The tweens in the order in which they were made."""
        return sorted([*self.idle, *self.physics], key=attrgetter("_number"))

    def has(self, tween: Tween) -> bool:
        """Whether the tree runs that tween itself."""
        return tween in self.idle or tween in self.physics

    def take_out(self, tween: Any) -> None:
        """Run a tween no longer."""
        self.idle.take_out(tween)
        self.physics.take_out(tween)

    def move(self, tween: Tween, physics: bool) -> None:
        """Let a tween go on in physics steps, or in frames."""
        tween._physics = physics
        if self.has(tween):
            self.take_out(tween)
            (self.physics if physics else self.idle).put(tween)

    def look_again(self) -> None:
        """Let every tween's next frame find out anew what is to be done; called when a pause begins."""
        for group in (self.idle, self.physics):
            for tween in group:
                tween._fast = None

    def clear(self) -> list[Exception]:
        """End all; returns the errors of coroutines that waited for them."""
        errors = []
        for tween in self.all():
            try:
                tween._clear()
            except Exception as error:
                errors.append(error)
        return errors

    def process(self, group: TweenGroup, delta: float, unscaled: float, failed: Failed) -> None:
        """Let the tweens of a group go on by `delta` seconds, those that ignore the time scale by `unscaled`."""
        if group.order is None:
            group.order = tuple(group)
        if delta <= 0:
            self.look_again()
        tweens = iter(group.order)
        tween: Any = None
        while True:
            try:
                for tween in tweens:
                    tweener = tween._fast
                    if tweener is not None:
                        passed = delta * tween._speed
                        elapsed = tweener._elapsed + passed
                        duration = tweener._duration
                        if elapsed < duration:
                            node = tween._node
                            if node is None or node._flags & 0x202 == 2:  # in the tree, its mode allows
                                node = tweener._watched
                                if node is None or not node._flags & 1:  # freed
                                    tweener._elapsed = elapsed
                                    tween._total += passed
                                    curve = tweener._curve  # calling a slot without this takes 70 ns longer
                                    weight = curve(elapsed / duration)
                                    change = tweener._change
                                    if change is not None:
                                        value = tweener._initial + change * weight
                                    else:
                                        mix = tweener._mix
                                        value = mix(tweener._initial, tweener._final, weight)
                                    setattr(tweener._target, tweener._name, value)
                                    continue
                    if tween in group:
                        self._go_on(tween, unscaled if tween._ignores_time_scale else delta, failed)
                return
            except WalkCutError:
                return
            except Exception as error:
                if not failed(error, tweener._node(), tweener._what()):
                    return

    def _go_on(self, tween: Tween, delta: float, failed: Failed) -> None:
        """Take a tween out that is over, or let it go on if it may."""
        node = tween._node
        cut = False
        if not tween._is_over():
            if node is not None and tween._pause_mode == _BOUND:
                may = node.can_process()
            else:
                may = not self.tree._paused or tween._pause_mode == _PROCESS
            if not may or not tween._running:
                return
            try:
                tween._advance(delta, failed)
            except WalkCutError:
                cut = True
            if tween._finished or not tween._is_over():
                tween._fast = _only_tweener(tween)
                if cut:
                    raise WalkCutError
                return
        try:
            tween._clear()
        except Exception as error:
            cut |= not failed(error, node, "a coroutine that waited for a tween")
        if cut:
            raise WalkCutError


def _only_tweener(tween: Tween) -> PropertyTweener | None:
    """What is left of the present step, if it is to move one simple property and nothing else can come between."""
    if (
        tween._tweens.tree._paused
        or not tween._running
        or not tween._entered
        or tween._speed <= 0
        or tween._ignores_time_scale
    ):
        return None
    step = tween._steps[tween._at]
    tweener = step[0]
    if len(step) > 1 or not isinstance(tweener, PropertyTweener) or not tweener._prepare():
        return None
    return tweener
