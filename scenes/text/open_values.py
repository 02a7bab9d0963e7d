"""Values that hold others, while those are being read."""

from __future__ import annotations

from typing import Any, Protocol

from scenes.text.references import read_type_name
from scenes.text.source_text import MARK, STRING, WORD, SourceText
from scenes.text.values import Key, ObjectValue, TypedArray, TypedDictionary

__all__ = ["OpenArray", "OpenDictionary", "OpenObject", "OpenTypedArray", "OpenTypedDictionary", "OpenValue"]


class OpenValue(Protocol):
    """A value of which not all has been read."""

    value: Any

    def begin(self, at: int) -> tuple[int, bool]:
        """Read what stands before the first value in it: where that is, or where this one ends, and whether it does."""

    def add(self, item: Any, at: int) -> tuple[int, bool]:
        """Take a value that was read, and what stands behind it; gives what `begin` gives."""


class OpenArray:
    """`[a, b]`."""

    __slots__ = ("_source", "value")

    def __init__(self, source: SourceText) -> None:
        self._source = source
        self.value: list[Any] = []

    def begin(self, at: int) -> tuple[int, bool]:
        """Nothing stands before the first item, but the array may end at once."""
        return _closed_or(at, self._source, "]")

    def add(self, item: Any, at: int) -> tuple[int, bool]:
        """Take an item; a comma or the end stands behind it."""
        self.value.append(item)
        return _next_or_end(self._source, at, "]", "an array")


class OpenDictionary:
    """`{key: value, key: value}`."""

    __slots__ = ("_exact", "_key", "_source", "_wants_value", "value")

    def __init__(self, source: SourceText) -> None:
        self._source = source
        self._key: Any = None
        self._wants_value = False
        self._exact: dict[tuple[type, Any], Any] | None = None
        self.value: dict[Any, Any] = {}

    def begin(self, at: int) -> tuple[int, bool]:
        """Nothing stands before the first key, but the dictionary may end at once."""
        return _closed_or(at, self._source, "}")

    def add(self, item: Any, at: int) -> tuple[int, bool]:
        """Take a key, which a colon stands behind, or a value, behind which a comma or the end stands."""
        if not self._wants_value:
            self._key = item
            self._wants_value = True
            return self._source.expect(":", at, "a dictionary"), False
        self._wants_value = False
        self._put(self._key, item)
        return _next_or_end(self._source, at, "}", "a dictionary")

    def _put(self, key: Any, item: Any) -> None:
        """Set an item; keys are the same if their types are too, and strings and names are of one type."""
        if type(key).__hash__ is None:
            key = Key(key)
        elif self._exact is None and key in self.value:
            self._exact = {_exactly(known): known for known in self.value}
        if self._exact is not None:
            if key in self.value and _exactly(key) not in self._exact:
                key = Key(key)
            key = self._exact.setdefault(_exactly(key), key)
        self.value[key] = item


class OpenTypedArray(OpenArray):
    """`Array[T]([...])`, from behind the word Array on."""

    __slots__ = ()

    def begin(self, at: int) -> tuple[int, bool]:
        """Read `[T]([`; the array may end at once."""
        source = self._source
        typed = TypedArray()
        typed.element_type, at = read_type_name(source, source.expect("[", at, "Array"), "Array")
        self.value = typed
        at = source.expect("(", source.expect("]", at, "Array"), "Array")
        return _in_brackets(*super().begin(source.expect("[", at, "Array")), source, "Array")

    def add(self, item: Any, at: int) -> tuple[int, bool]:
        """Take an item; a comma or the ends of array and brackets stand behind it."""
        return _in_brackets(*super().add(item, at), self._source, "Array")


class OpenTypedDictionary(OpenDictionary):
    """`Dictionary[K, V]({...})`, from behind the word Dictionary on."""

    __slots__ = ()

    def begin(self, at: int) -> tuple[int, bool]:
        """Read `[K, V]({`; the dictionary may end at once."""
        source = self._source
        typed = TypedDictionary()
        typed.key_type, at = read_type_name(source, source.expect("[", at, "Dictionary"), "Dictionary")
        typed.value_type, at = read_type_name(source, source.expect(",", at, "Dictionary"), "Dictionary")
        self.value = typed
        at = source.expect("(", source.expect("]", at, "Dictionary"), "Dictionary")
        return _in_brackets(*super().begin(source.expect("{", at, "Dictionary")), source, "Dictionary")

    def add(self, item: Any, at: int) -> tuple[int, bool]:
        """Take a key or a value; what stands behind it is as in a plain one, and the end of brackets at the end."""
        return _in_brackets(*super().add(item, at), self._source, "Dictionary")


class OpenObject:
    """`Object(Type,"property":value)`, from the type on."""

    __slots__ = ("_name", "_source", "value")

    def __init__(self, source: SourceText) -> None:
        self._source = source
        self._name = ""
        self.value = ObjectValue("")

    def begin(self, at: int) -> tuple[int, bool]:
        """Read the type, and the name of the first property if there is one."""
        source = self._source
        token = source.token(source.expect("(", at, "Object"))
        if token.kind != WORD:
            raise source.error(token.start, f"Object needs the name of a type, got {token.shown}")
        self.value.type = token.text
        return self._next(token.end)

    def add(self, item: Any, at: int) -> tuple[int, bool]:
        """Take the value of a property, and read the name of the next."""
        self.value.properties[self._name] = item
        return self._next(at)

    def _next(self, at: int) -> tuple[int, bool]:
        """After a comma, the name of the next property."""
        source = self._source
        at, ends = _next_or_end(source, at, ")", "Object")
        if ends:
            return at, True
        token = source.token(at)
        if token.kind != STRING:
            raise source.error(token.start, f"Object needs the name of a property in quotes, got {token.shown}")
        self._name = source.string(token)
        return source.expect(":", token.end, "Object"), False


def _closed_or(at: int, source: SourceText, mark: str) -> tuple[int, bool]:
    """The end of a closing mark if it comes next, with True; else where we are."""
    token = source.token(at)
    if token.kind == MARK and token.text == mark:
        return token.end, True
    return at, False


def _next_or_end(source: SourceText, at: int, mark: str, where: str) -> tuple[int, bool]:
    """After an item: the end of the comma, or that of the closing mark, with True; a comma may stand before it."""
    token = source.token(at)
    if token.kind == MARK and token.text == ",":
        return _closed_or(token.end, source, mark)
    if token.kind == MARK and token.text == mark:
        return token.end, True
    raise source.error(token.start, f"{where} needs ',' or {mark!r} here, got {token.shown}")


def _in_brackets(at: int, ends: bool, source: SourceText, where: str) -> tuple[int, bool]:
    """Read the closing bracket around what has ended."""
    return (source.expect(")", at, where), True) if ends else (at, False)


def _exactly(key: Any) -> tuple[type, Any]:
    return (str if isinstance(key, str) else type(key)), key
