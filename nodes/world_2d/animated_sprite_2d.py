"""AnimatedSprite2D: a picture that moves, one texture after the other.

When:  while it plays, it goes on each frame at its place among the callbacks, just before its own `on_process`; not
       while the tree is paused, unless `process_mode` says so, and not in edit mode.
Order: where an animation begins anew, `animation_looped` comes before `frame_changed`; at the end of one that does not
       loop, `animation_finished` comes alone, with the animation paused already. `play` of another animation emits
       `frame_changed`, if the frame is another one, before `animation_changed`.
Cost:  nothing while it does not play.
"""

from __future__ import annotations

from math import copysign
from typing import TYPE_CHECKING, Any

from engine.core.errors import InvalidValueError, did_you_mean
from engine.core.export import exported
from engine.core.log import get_logger
from engine.core.property_checks import checked_bool, checked_finite, checked_int, checked_or_none, checked_str
from engine.core.signal import Signal
from engine.math import Vector2
from engine.resources.sprite_frames import SpriteFrames
from engine.tree.flags import HAS_SIGNALS, IN_PROCESS
from nodes.world_2d.canvas.redrawn_properties import redrawn_offset, redrawn_switch
from nodes.world_2d.node_2d import Node2D
from nodes.world_2d.pictures import WHITE, picture_box

if TYPE_CHECKING:
    from engine.resources import Texture2D
    from engine.resources.sprite_frames import Animation
    from nodes.world_2d.canvas.redrawn_properties import PairProperty
    from servers.render import CanvasCommands


class AnimatedSprite2D(Node2D):
    """Shows an animation of its `sprite_frames` around its position.

    A frame lasts 1 / (the animation's speed x `speed_scale` x the speed given to `play`) seconds, times its own
    duration; below 0 the animation goes backwards. In one frame of the tree as many of its frames go by as fit, but not
    more than once through the animation: what is left of a longer time is dropped.
    """

    sprite_frames_changed: Signal[()] = Signal[()]()
    """Emitted when `sprite_frames` was set to others."""
    animation_changed: Signal[()] = Signal[()]()
    """Emitted when another animation is shown."""
    frame_changed: Signal[()] = Signal[()]()
    """Emitted when another frame is shown."""
    animation_finished: Signal[()] = Signal[()]()
    """Emitted when an animation that does not loop has come to its end; when played backwards, to its start."""
    animation_looped: Signal[()] = Signal[()]()
    """Emitted when the animation begins anew."""

    _paints = True
    _draws_from = ("_sprite_frames", "_shown")
    _kept_in = {
        name: (f"_{name}",)
        for name in (
            "animation",
            "autoplay",
            "frame",
            "frame_progress",
            "speed_scale",
            "centered",
            "offset",
            "flip_h",
            "flip_v",
        )
    }
    _sprite_frames: SpriteFrames | None = None
    _shown: Texture2D | None = None  # what was drawn last
    _animation = "default"
    _autoplay = ""
    _frame = 0
    _frame_progress = 0.0
    _speed_scale = 1.0
    _custom_speed = 1.0
    _playing = False
    _centered = True
    _offset = Vector2.ZERO
    _flip_h = False
    _flip_v = False

    @property
    @exported(None)
    def sprite_frames(self) -> SpriteFrames | None:
        """The animations; None, the default, for none.

        Setting others stops. If they have no animation of the name in `animation`, their first one is chosen; if they
        have none of the name in `autoplay`, that becomes "".

        Raises:
            InvalidTypeError: set to something else than a SpriteFrames or None.
        """
        return self._sprite_frames

    @sprite_frames.setter
    def sprite_frames(self, frames: SpriteFrames | None) -> None:
        if frames is self._sprite_frames:
            return
        checked_or_none(self, "sprite_frames", frames, SpriteFrames)
        self.stop()
        self._follow(None)
        self._set_drawn("_sprite_frames", frames)
        self._follow(frames)
        if frames is not None:
            if not frames.has_animation(self._animation):
                self._choose(frames._first())
            if not frames.has_animation(self._autoplay):
                self._tell_of_autoplay()
                self._autoplay = ""
        self.update_configuration_warnings()
        if self._flags & HAS_SIGNALS:
            self.sprite_frames_changed.emit()

    @property
    @exported("default")
    def animation(self) -> str:
        """Which animation is shown; default "default". Setting another one goes to its start, or to its end if it is
        played backwards, and stops if it has no frames.

        Without `sprite_frames` any name is kept.

        Raises:
            InvalidTypeError: set to something else than a str.
            InvalidValueError: set to a name that `sprite_frames` do not have.
        """
        return self._animation

    @animation.setter
    def animation(self, name: str) -> None:
        name = str(checked_str(self, "animation", name))
        frames = self._sprite_frames
        if name != self._animation and frames is not None and not frames.has_animation(name):
            raise InvalidValueError(f"{self._where()}.animation: {_unknown(frames, name)}")
        self._choose(name)

    @property
    @exported("")
    def autoplay(self) -> str:
        """The animation that is played when the node gets ready; "", the default, for none.

        The log says when there is none of that name, once for each name that the same frames do not have. Later,
        `play` plays one.

        Raises:
            InvalidTypeError: set to something else than a str.
        """
        return self._autoplay

    @autoplay.setter
    def autoplay(self, name: str) -> None:
        self._autoplay = str(checked_str(self, "autoplay", name))

    @property
    @exported(0)
    def frame(self) -> int:
        """Which frame of the animation is shown, from 0; default 0. Beyond the ends the first or the last one is.

        Setting it begins the frame anew.

        Raises:
            InvalidTypeError: set to something else than a whole number.
        """
        return self._frame

    @frame.setter
    def frame(self, frame: int) -> None:
        frame = checked_int(self, "frame", frame)
        self.set_frame_and_progress(frame, 1.0 if _is_backward(self.get_playing_speed()) else 0.0)

    @property
    @exported(0.0, range=(0.0, 1.0, 0.0001))
    def frame_progress(self) -> float:
        """How much of the frame's time has passed, 0 to 1; default 0. Backwards it goes from 1 to 0.

        Raises:
            InvalidTypeError, InvalidValueError: set to something else than a finite number.
        """
        return self._frame_progress

    @frame_progress.setter
    def frame_progress(self, progress: float) -> None:
        self._frame_progress = checked_finite(self, "frame_progress", progress)

    @property
    @exported(1.0)
    def speed_scale(self) -> float:
        """How many times as fast all animations are played; below 0 backwards; default 1.

        Raises:
            InvalidTypeError, InvalidValueError: set to something else than a finite number.
        """
        return self._speed_scale

    @speed_scale.setter
    def speed_scale(self, scale: float) -> None:
        self._speed_scale = checked_finite(self, "speed_scale", scale)

    centered: bool = redrawn_switch(
        "centered",
        True,
        "Whether the middle of the texture is at the position, instead of its top left corner; default True.",
        moves_rect=True,
    )
    offset: PairProperty = redrawn_offset(
        "offset", "Moves the texture relative to the position; default (0, 0).", moves_rect=True
    )
    flip_h: bool = redrawn_switch("flip_h", False, "Whether left and right are mirrored; default False.")
    flip_v: bool = redrawn_switch("flip_v", False, "Whether top and bottom are mirrored; default False.")

    # --- playing

    def play(self, name: str = "", custom_speed: float = 1.0, from_end: bool = False) -> None:
        """Play an animation; one without frames is not played.

        The one that is shown goes on from where it is. If it has come to its end, it begins anew.

        Args:
            name: of the animation; "" for the one that is shown.
            custom_speed: how many times as fast, besides `speed_scale`; below 0 backwards.
            from_end: whether another animation begins at its end; it does for one that is played backwards.

        Raises:
            InvalidTypeError, InvalidValueError: there are no `sprite_frames`, they have no such animation, or
                `custom_speed` is not a finite number.
        """
        name = str(checked_str(self, "play(name)", name)) or self._animation
        speed = checked_finite(self, "play(custom_speed)", custom_speed)
        from_end = checked_bool(self, "play(from_end)", from_end)
        frames = self._sprite_frames
        if frames is None:
            raise InvalidValueError(f"{self._where()}.play({name!r}): there are no sprite_frames; set them first")
        if not frames.has_animation(name):
            raise InvalidValueError(f"{self._where()}.play: {_unknown(frames, name)}")
        last = frames.get_frame_count(name) - 1
        if last < 0:
            return
        self._playing = True
        self._custom_speed = speed
        if name != self._animation:
            self._animation = name
            self.set_frame_and_progress(*((last, 1.0) if from_end else (0, 0.0)))
            self.queue_redraw()
            if self._flags & HAS_SIGNALS:
                self.animation_changed.emit()
        elif _is_backward(self.get_playing_speed()):
            if from_end and self._frame == 0 and self._frame_progress <= 0.0:
                self.set_frame_and_progress(last, 1.0)
        elif not from_end and self._frame == last and self._frame_progress >= 1.0:
            self.set_frame_and_progress(0, 0.0)
        self._set_internal_process(self._playing)  # a receiver may have stopped it

    def play_backwards(self, name: str = "") -> None:
        """Play an animation from its end to its start: `play(name, -1.0, True)`.

        Raises:
            InvalidTypeError, InvalidValueError: as `play`.
        """
        self.play(name, -1.0, True)

    def pause(self) -> None:
        """Stand still at the present frame; `play()` goes on from there."""
        self._playing = False
        self._set_internal_process(False)

    def stop(self) -> None:
        """Stand still at the first frame."""
        self._playing = False
        self._custom_speed = 1.0
        if self._sprite_frames is not None:
            self.set_frame_and_progress(0, 0.0)
        self._set_internal_process(self._playing)

    def is_playing(self) -> bool:
        """Whether an animation is played, be it at a speed of 0."""
        return self._playing

    def get_playing_speed(self) -> float:
        """`speed_scale` times the speed given to `play`; below 0 backwards, 0 while nothing is played."""
        return self._speed_scale * self._custom_speed if self._playing else 0.0

    def set_frame_and_progress(self, frame: int, progress: float) -> None:
        """Show a frame from some way through it on; beyond the ends the first or the last one.

        Args:
            frame: counted from 0.
            progress: how much of its time has passed, 0 to 1.

        Raises:
            InvalidTypeError, InvalidValueError: not a whole number, and a finite one.
        """
        frame = checked_int(self, "set_frame_and_progress(frame)", frame)
        self._frame_progress = checked_finite(self, "set_frame_and_progress(progress)", progress)
        is_changed = frame != self._frame
        animation = self._found()
        if animation is not None:
            frame = min(frame, len(animation[2]) - 1)
        self._frame = max(frame, 0)
        if is_changed:
            self._frame_was_changed()

    def get_configuration_warnings(self) -> list[str]:
        """That there are no frames."""
        warnings = super().get_configuration_warnings()
        if self._sprite_frames is None:
            warnings.append(
                'A SpriteFrames resource must be created or set in the "sprite_frames" property in order for '
                "AnimatedSprite2D to display frames."
            )
        return warnings

    # --- within

    def _enter_tree(self) -> None:
        self._follow(self._sprite_frames)
        if self._sprite_frames is not None:
            self._frames_changed()  # they may have been changed meanwhile

    def _exit_tree(self) -> None:
        self._follow(None)

    def _ready(self) -> None:
        frames = self._sprite_frames
        if self._autoplay and not self.tree.edit_mode:
            if frames is not None and frames.has_animation(self._autoplay):
                self.play(self._autoplay)
            else:
                self._tell_of_autoplay()

    def _tell_of_autoplay(self) -> None:
        """Say that what is to be played is not there; of many sprites with the same frames, of the first only."""
        name, frames = self._autoplay, self._sprite_frames
        if not name or (frames is not None and name in frames._missed):
            return
        if frames is None:
            why = "there are no sprite_frames"
        else:
            why = _unknown(frames, name)
            frames._missed = (*frames._missed, name)
        get_logger("nodes").warning(f"{self._where()}.autoplay is {name!r}, but {why}; nothing is played")

    def _follow(self, frames: SpriteFrames | None) -> None:
        """Be told of changes of `frames`; only inside a tree, since they keep the node alive meanwhile."""
        own = self._sprite_frames
        if own is not None and own.changed.is_connected(self._frames_changed):
            own.changed.disconnect(self._frames_changed)
        if frames is not None and self._tree is not None:
            frames.changed.connect(self._frames_changed)

    def _frames_changed(self) -> None:
        self.set_frame_and_progress(self._frame, self._frame_progress)

    def _frame_was_changed(self) -> None:
        self.queue_redraw()
        if self._flags & HAS_SIGNALS:
            self.frame_changed.emit()

    def _choose(self, name: str) -> None:
        """Show another animation, from where it is to begin."""
        if name == self._animation:
            return
        self._animation = name
        self.queue_redraw()
        if self._flags & HAS_SIGNALS:
            self.animation_changed.emit()
        animation = self._found()
        if animation is None:
            return
        if not animation[2]:
            self.stop()
        elif _is_backward(self.get_playing_speed()):
            self.set_frame_and_progress(len(animation[2]) - 1, 1.0)
        else:
            self.set_frame_and_progress(0, 0.0)

    def _running_state(self) -> tuple[Any, ...]:
        return self._playing, self._custom_speed

    def _internal_process(self, delta: float) -> None:
        """Let `delta` seconds pass.

        What is left of them when a frame ends goes by at the speed of that frame, though the next one is shown
        already, as in Godot.
        """
        remaining = delta
        passes = 0
        while remaining:
            animation = self._found()  # each time: receivers of the signals may change all of this
            if animation is None:
                return
            fps, loops, pictures = animation
            duration = pictures[self._frame][1] if self._frame < len(pictures) else 1.0
            speed = fps * self._speed_scale * self._custom_speed / duration
            if not speed:
                return
            end = 1.0 if speed > 0 else 0.0
            if self._frame_progress >= 1.0 if end else self._frame_progress <= 0.0:
                if not self._next_frame(1 if end else -1, max(len(pictures) - 1, 0), loops):
                    return
            needed = (end - self._frame_progress) / speed
            if needed > remaining:
                self._frame_progress += remaining * speed
                return
            self._frame_progress = end
            remaining -= needed
            passes += 1
            if passes > len(pictures):
                return  # otherwise very short frames would take forever

    def _next_frame(self, step: int, last: int, loops: bool) -> bool:
        """Go to the next frame; False where the animation, or its playing, has come to an end."""
        emits = self._flags & HAS_SIGNALS
        is_over = self._frame >= last if step > 0 else self._frame <= 0
        if is_over and not loops:
            self._frame = last if step > 0 else 0
            self.pause()
            if emits:
                self.animation_finished.emit()
            return False
        if is_over:
            self._frame = 0 if step > 0 else last
            if emits:
                self.animation_looped.emit()
        else:
            self._frame += step
        self._frame_progress = 0.0 if step > 0 else 1.0
        self._frame_was_changed()
        return self._playing and bool(self._flags & IN_PROCESS)

    def _found(self) -> Animation | None:
        """The animation that is shown, if there is one."""
        return None if self._sprite_frames is None else self._sprite_frames._find(self._animation)

    def _paint(self, commands: CanvasCommands) -> None:
        animation = self._found()
        pictures = () if animation is None else animation[2]
        texture = pictures[self._frame][0] if self._frame < len(pictures) else None
        if texture is not self._shown:
            self._shown = texture
            self._watch_drawn()
        if texture is not None:
            width, height = texture.width, texture.height
            box = picture_box(self, *self._offset, width, height, self._centered)
            source = (0.0, 0.0, width, height)
            commands.texture_rect(texture, box, source, WHITE, flip_h=self._flip_h, flip_v=self._flip_v)


def _is_backward(speed: float) -> bool:
    """Whether the sign is minus; also that of -0.0."""
    return copysign(1.0, speed) < 0.0


def _unknown(frames: SpriteFrames, name: str) -> str:
    known = frames.get_animation_names()
    hint = did_you_mean(name, known) or (f"; there are {', '.join(map(repr, known))}" if known else "; there are none")
    return f"the sprite_frames have no animation {name!r}{hint}"
