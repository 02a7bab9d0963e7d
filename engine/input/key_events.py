"""Events of the keyboard: keys going down and up, and the text that is typed with them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.input.event import ActionMatch, InputEvent, InputEventFromWindow, InputEventWithModifiers
from engine.input.event_fields import boolean, code_point, field, format_truth, integer, string
from engine.input.key_names import get_keycode_string
from engine.input.keys import Key, KeyLocation
from engine.input.sources import KEY, KEY_LABEL, PHYSICAL_KEY, InputSource

if TYPE_CHECKING:
    from engine.input.sources import InputChange


class InputEventKey(InputEventWithModifiers):
    """A key went down or up.

    As a binding it means the key with this `keycode`, else the one with this `physical_keycode`, else the one with
    this `key_label`: the first that is set.
    """

    keycode: int = field(0, integer)
    """The key by its name in the current layout, a code of Key."""
    physical_keycode: int = field(0, integer)
    """The key by its place, named as on a US layout."""
    key_label: int = field(0, integer)
    """The key by what is printed on it."""
    location: int = field(0, integer)
    """Left or right, where there are two, a code of KeyLocation."""
    unicode: int = field(0, code_point)
    """The character that the key types, 0 if none."""
    pressed: bool = field(False, boolean)
    echo: bool = field(False, boolean)
    """True for the repeats of a held key."""

    def is_pressed(self) -> bool:
        """True if the key went down."""
        return self.pressed

    def is_echo(self) -> bool:
        """True if the key has been down before and repeats."""
        return self.echo

    def is_action_type(self) -> bool:
        """True: keys can be bound to actions."""
        return True

    def get_keycode_with_modifiers(self) -> int:
        """`keycode` and, above it, the bits of KeyModifierMask."""
        return self.keycode | self.get_modifiers_mask()

    def get_physical_keycode_with_modifiers(self) -> int:
        """`physical_keycode` and, above it, the bits of KeyModifierMask."""
        return self.physical_keycode | self.get_modifiers_mask()

    def get_key_label_with_modifiers(self) -> int:
        """`key_label` and, above it, the bits of KeyModifierMask."""
        return self.key_label | self.get_modifiers_mask()

    def action_match(
        self, event: InputEvent | None, exact_match: bool = False, deadzone: float = 0.5
    ) -> ActionMatch | None:
        """What `event` says about an action that this key is bound to; None if it is another key."""
        if not isinstance(event, InputEventKey) or not self._is_same_key(event):
            return None
        if not self._modifiers_fit(event, exact_match):
            return None
        strength = 1.0 if event.pressed else 0.0
        return ActionMatch(event.pressed, strength, strength)

    def is_match(self, event: InputEvent | None, exact_match: bool = True) -> bool:
        """True if `event` is about the same key, with `exact_match` also with the same modifiers."""
        if not isinstance(event, InputEventKey) or not self._is_same_key(event):
            return False
        return not exact_match or self.get_modifiers_mask() == event.get_modifiers_mask()

    def as_text(self) -> str:
        """The key for people: "Ctrl+S", and "W - Physical" where the letter is a place on the keyboard."""
        if self.keycode or self.physical_keycode or not self.key_label:
            name = _key_text(self.keycode or self.physical_keycode)
            if not self.keycode and Key.SPACE < self.physical_keycode < Key.SPECIAL:
                name += " - Physical"
        else:
            name = f"{_key_text(self.key_label)} - Unicode"
        return self._with_modifiers(name)

    def as_text_keycode(self) -> str:
        """`keycode` for people, with modifiers; "(unset)" for none."""
        return self._with_modifiers(_key_text(self.keycode))

    def as_text_physical_keycode(self) -> str:
        """`physical_keycode` for people, with modifiers; "(unset)" for none."""
        return self._with_modifiers(_key_text(self.physical_keycode))

    def as_text_key_label(self) -> str:
        """`key_label` for people, with modifiers; "(unset)" for none."""
        return self._with_modifiers(_key_text(self.key_label))

    def as_text_location(self) -> str:
        """The side, "left" or "right"; "" where it does not matter."""
        return {KeyLocation.LEFT: "left", KeyLocation.RIGHT: "right"}.get(self.location, "")

    def __str__(self) -> str:
        code = self.keycode or self.physical_keycode
        if code:
            key = f"{code} ({_key_text(code)})"
        elif self.unicode:
            key = f"U+{self.unicode:X} ({chr(self.unicode)})"
        else:
            key = _key_text(0)
        physical = not self.keycode and self.physical_keycode != 0
        return (
            f"InputEventKey: keycode={key}, mods={InputEventWithModifiers.as_text(self) or 'none'},"
            f" physical={format_truth(physical)}, location={self.as_text_location() or 'unspecified'},"
            f" pressed={format_truth(self.pressed)}, echo={format_truth(self.echo)}"
        )

    def _is_same_key(self, event: InputEventKey) -> bool:
        if self.keycode:
            return self.keycode == event.keycode
        if self.physical_keycode:
            same_side = self.location == KeyLocation.UNSPECIFIED or self.location == event.location
            return same_side and self.physical_keycode == event.physical_keycode
        return self.key_label != Key.NONE and self.key_label == event.key_label

    def _changes(self) -> tuple[InputChange, ...]:
        if self.echo:
            return ()
        value = 1.0 if self.pressed else 0.0
        held_with = self.get_modifiers_mask()
        changes: list[InputChange] = []
        if self.keycode:
            changes.append(((KEY, 0, self.keycode), value, held_with))
        if self.physical_keycode:
            changes.append(((PHYSICAL_KEY, 0, self.physical_keycode), value, held_with))
            if self.location:
                changes.append(((PHYSICAL_KEY, self.location, self.physical_keycode), value, held_with))
        if self.key_label:
            changes.append(((KEY_LABEL, 0, self.key_label), value, held_with))
        return tuple(changes)

    def _source(self) -> InputSource | None:
        if self.keycode:
            name = (KEY, 0, self.keycode)
        elif self.physical_keycode:
            name = (PHYSICAL_KEY, self.location, self.physical_keycode)
        elif self.key_label:
            name = (KEY_LABEL, 0, self.key_label)
        else:
            return None
        return InputSource((name,), self.get_modifiers_mask())


class InputEventText(InputEventFromWindow):
    """Text was typed: what the keyboard, a dead key or an input method put in, as text fields want it."""

    text: str = field("", string)

    def as_text(self) -> str:
        """The typed text in quotes."""
        return f'Text "{self.text}"'

    def __str__(self) -> str:
        return f"InputEventText: text={self.text!r}"


def _key_text(code: int) -> str:
    return get_keycode_string(code) if code else "(unset)"
