"""SpriteFrames: animations made of pictures, for AnimatedSprite2D."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.core.errors import InvalidTypeError, InvalidValueError, did_you_mean
from engine.core.export import exported
from engine.core.property_checks import checked_bool, checked_finite, checked_int, checked_or_none, checked_str
from engine.core.resource import Resource
from engine.core.string_name import StringName
from engine.math.value import shortened
from engine.resources.textures.texture_2d import Texture2D

if TYPE_CHECKING:
    from collections.abc import Sequence

    Frame = tuple[Texture2D | None, float]
    """What is shown, and for how many times a frame's usual time."""
    Animation = tuple[float, bool, tuple[Frame, ...]]
    """Frames a second, whether it begins anew at its end, and its frames."""

DEFAULT = "default"
"""The animation that a new one has."""

LEAST_DURATION = 0.01
"""Shorter frames are made so long."""

_EMPTY: Animation = (5.0, True, ())


class SpriteFrames(Resource):
    """Animations by name, each a row of textures with a speed. A new one has an empty animation "default".

    >>> frames = SpriteFrames()
    >>> frames.add_animation("run")
    >>> frames.set_animation_speed("run", 12)
    >>> frames.get_animation_names()
    ('default', 'run')
    """

    _uncaptured: tuple[str, ...] = ("_missed",)
    _missed: tuple[str, ...] = ()
    """Names of animations that the log was told are not here."""

    def __init__(self, **exported: Any) -> None:
        """With an empty animation "default"; `exported` are values for its properties."""
        self._animations: dict[str, Animation] = {DEFAULT: _EMPTY}
        super().__init__(**exported)

    # --- animations

    def add_animation(self, anim: str) -> None:
        """Add an empty animation: 5 frames a second, looped.

        Raises:
            InvalidTypeError, InvalidValueError: `anim` is no text, or there is one of that name.
        """
        self._animations[self._free_name("add_animation", anim)] = _EMPTY
        self.emit_changed()

    def has_animation(self, anim: str) -> bool:
        """Whether there is an animation of that name."""
        return isinstance(anim, str) and anim in self._animations

    def duplicate_animation(self, anim_from: str, anim_to: str) -> None:
        """Add a copy of an animation under another name.

        Raises:
            InvalidTypeError, InvalidValueError: there is no `anim_from`, or there is an `anim_to`.
        """
        animation = self._known("duplicate_animation", anim_from)
        self._animations[self._free_name("duplicate_animation", anim_to)] = animation
        self.emit_changed()

    def remove_animation(self, anim: str) -> None:
        """Take an animation away, if there is one of that name."""
        if self.has_animation(anim):
            del self._animations[anim]
            self.emit_changed()

    def rename_animation(self, anim: str, newname: str) -> None:
        """Give an animation another name.

        Raises:
            InvalidTypeError, InvalidValueError: there is no `anim`, or there is a `newname`.
        """
        animation = self._known("rename_animation", anim)
        name = self._free_name("rename_animation", newname)
        del self._animations[anim]
        self._animations[name] = animation
        self.emit_changed()

    def clear_all(self) -> None:
        """Be as a new one: with an empty animation "default"."""
        self._animations = {DEFAULT: _EMPTY}
        self.emit_changed()

    def get_animation_names(self) -> tuple[str, ...]:
        """The names of all animations, sorted."""
        return tuple(sorted(self._animations))

    def set_animation_speed(self, anim: str, fps: float) -> None:
        """Let an animation show so many frames a second, 0 or more.

        Raises:
            InvalidTypeError, InvalidValueError: there is no such animation, or `fps` is negative or not finite.
        """
        _, loop, frames = self._known("set_animation_speed", anim)
        self._set(anim, (self._speed("set_animation_speed(fps)", fps), loop, frames))

    def get_animation_speed(self, anim: str) -> float:
        """How many frames an animation shows in a second.

        Raises:
            InvalidValueError: there is no such animation.
        """
        return self._known("get_animation_speed", anim)[0]

    def set_animation_loop(self, anim: str, loop: bool) -> None:
        """Let an animation begin anew at its end, or stop there.

        Raises:
            InvalidTypeError, InvalidValueError: there is no such animation, or `loop` is neither True nor False.
        """
        speed, _, frames = self._known("set_animation_loop", anim)
        self._set(anim, (speed, checked_bool(self, "set_animation_loop(loop)", loop), frames))

    def get_animation_loop(self, anim: str) -> bool:
        """Whether an animation begins anew at its end.

        Raises:
            InvalidValueError: there is no such animation.
        """
        return self._known("get_animation_loop", anim)[1]

    # --- frames

    def add_frame(self, anim: str, texture: Texture2D | None, duration: float = 1.0, at_position: int = -1) -> None:
        """Add a frame to an animation.

        Args:
            anim: the animation.
            texture: what the frame shows; None shows nothing.
            duration: for how many times a frame's usual time; at least 0.01, less counts as that.
            at_position: the number that the frame gets; -1, or one beyond the end, for the last.

        Raises:
            InvalidTypeError, InvalidValueError: there is no such animation, or an argument is of another kind.
        """
        speed, loop, frames = self._known("add_frame", anim)
        frame = self._frame("add_frame(texture)", texture, "add_frame(duration)", duration)
        at = checked_int(self, "add_frame(at_position)", at_position)
        if not 0 <= at < len(frames):
            at = len(frames)
        self._set(anim, (speed, loop, (*frames[:at], frame, *frames[at:])))

    def set_frame(self, anim: str, idx: int, texture: Texture2D | None, duration: float = 1.0) -> None:
        """Put another frame into the place of one; for the arguments see `add_frame`.

        Raises:
            InvalidTypeError, InvalidValueError: there is no such frame, or an argument is of another kind.
        """
        speed, loop, frames = self._known("set_frame", anim)
        at = self._place("set_frame", anim, idx, frames)
        frame = self._frame("set_frame(texture)", texture, "set_frame(duration)", duration)
        self._set(anim, (speed, loop, (*frames[:at], frame, *frames[at + 1 :])))

    def remove_frame(self, anim: str, idx: int) -> None:
        """Take a frame away.

        Raises:
            InvalidTypeError, InvalidValueError: there is no such frame.
        """
        speed, loop, frames = self._known("remove_frame", anim)
        at = self._place("remove_frame", anim, idx, frames)
        self._set(anim, (speed, loop, (*frames[:at], *frames[at + 1 :])))

    def clear(self, anim: str) -> None:
        """Take all frames of an animation away.

        Raises:
            InvalidValueError: there is no such animation.
        """
        speed, loop, _ = self._known("clear", anim)
        self._set(anim, (speed, loop, ()))

    def get_frame_count(self, anim: str) -> int:
        """How many frames an animation has.

        Raises:
            InvalidValueError: there is no such animation.
        """
        return len(self._known("get_frame_count", anim)[2])

    def get_frame_texture(self, anim: str, idx: int) -> Texture2D | None:
        """What a frame shows.

        Raises:
            InvalidTypeError, InvalidValueError: there is no such frame.
        """
        frames = self._known("get_frame_texture", anim)[2]
        return frames[self._place("get_frame_texture", anim, idx, frames)][0]

    def get_frame_duration(self, anim: str, idx: int) -> float:
        """For how many times a frame's usual time a frame is shown.

        Raises:
            InvalidTypeError, InvalidValueError: there is no such frame.
        """
        frames = self._known("get_frame_duration", anim)[2]
        return frames[self._place("get_frame_duration", anim, idx, frames)][1]

    # --- within

    def _find(self, anim: str) -> Animation | None:
        """An animation by its name; for nodes, which look each frame."""
        return self._animations.get(anim)

    def _first(self) -> str:
        """The name of the animation that is there longest; "" for none."""
        return next(iter(self._animations), "")

    def _set(self, anim: str, animation: Animation) -> None:
        self._animations[anim] = animation
        self.emit_changed()

    def _known(self, method: str, anim: str) -> Animation:
        animation = self._animations.get(anim) if isinstance(anim, str) else None
        if animation is None:
            hint = did_you_mean(anim, self._animations) if isinstance(anim, str) else ""
            raise InvalidValueError(f"{self._where()}.{method}: there is no animation {anim!r}{hint}")
        return animation

    def _free_name(self, method: str, anim: str) -> str:
        name = checked_str(self, f"{method}(anim)", anim)
        if name in self._animations:
            new = f"; a new SpriteFrames has {DEFAULT!r}" if name == DEFAULT else ""
            raise InvalidValueError(
                f"{self._where()}.{method}: there is an animation {name!r} already; add_frame() goes on with it, "
                f"remove_animation() makes room{new}"
            )
        return name

    def _place(self, method: str, anim: str, idx: int, frames: Sequence[Frame]) -> int:
        at = checked_int(self, f"{method}(idx)", idx)
        if not 0 <= at < len(frames):
            known = f"there are {len(frames)}, from 0" if frames else "there are none"
            raise InvalidValueError(f"{self._where()}.{method}: there is no frame {at} in {anim!r}; {known}")
        return at

    def _speed(self, what: str, fps: float) -> float:
        speed = checked_finite(self, what, fps)
        if speed < 0:
            raise InvalidValueError(
                f"{self._where()}.{what} must be 0 or more, got {shortened(fps)}; play backwards instead"
            )
        return speed

    def _frame(self, what: str, texture: Texture2D | None, how_long: str, duration: float) -> Frame:
        checked_or_none(self, what, texture, Texture2D, "load() one, or wrap an Image: ImageTexture(image)")
        return texture, max(checked_finite(self, how_long, duration), LEAST_DURATION)

    # --- as files have it

    @property
    @exported([{"frames": [], "loop": True, "name": StringName(DEFAULT), "speed": 5.0}])
    def animations(self) -> list[dict[str, Any]]:
        """All animations as files have them, sorted by name; what is changed in here changes nothing.

        Each is a dict with a `name`, a `speed`, a `loop` and its `frames`, dicts with a `texture` and a `duration`.

        Raises:
            InvalidTypeError, InvalidValueError: set to something else.
        """
        return [
            {
                "frames": [{"duration": duration, "texture": texture} for texture, duration in frames],
                "loop": loop,
                "name": StringName(name),
                "speed": speed,
            }
            for name, (speed, loop, frames) in sorted(self._animations.items())
        ]

    @animations.setter
    def animations(self, animations: Any) -> None:
        if not isinstance(animations, (list, tuple)):
            raise InvalidTypeError(f"{self._where()}.animations must be a list of dicts, got {shortened(animations)}")
        self._animations = dict(map(self._read_animation, animations))
        self.emit_changed()

    def _read_animation(self, data: Any) -> tuple[str, Animation]:
        if not isinstance(data, dict) or not data.keys() >= {"name", "speed", "loop", "frames"}:
            raise InvalidTypeError(
                f"{self._where()}.animations must have dicts with name, speed, loop and frames, got {shortened(data)}"
            )
        frames = data["frames"]
        if not isinstance(frames, (list, tuple)):
            raise InvalidTypeError(f"{self._where()}.animations must have lists of frames, got {shortened(frames)}")
        animation = (
            self._speed("animations", data["speed"]),
            checked_bool(self, "animations", data["loop"]),
            tuple(map(self._read_frame, frames)),
        )
        return str(checked_str(self, "animations", data["name"])), animation

    def _read_frame(self, data: Any) -> Frame:
        if isinstance(data, Texture2D):  # files of Godot 3 name the textures alone
            return data, 1.0
        if not isinstance(data, dict) or not data.keys() >= {"texture", "duration"}:
            raise InvalidTypeError(
                f"{self._where()}.animations must have frames with a texture and a duration, got {shortened(data)}"
            )
        return self._frame("animations", data["texture"], "animations", data["duration"])
