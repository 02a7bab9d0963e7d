"""Tweens: what moves properties, calls functions and waits, step after step."""

from engine.tree.tween.tween import Tween, TweenPauseMode, TweenProcessMode
from engine.tree.tween.tweener import AwaitTweener, CallbackTweener, IntervalTweener, SubtweenTweener, Tweener
from engine.tree.tween.tweens import Tweens
from engine.tree.tween.value_tweeners import MethodTweener, PropertyTweener

__all__ = [
    "AwaitTweener",
    "CallbackTweener",
    "IntervalTweener",
    "MethodTweener",
    "PropertyTweener",
    "SubtweenTweener",
    "Tween",
    "TweenPauseMode",
    "TweenProcessMode",
    "Tweener",
    "Tweens",
]
