from typing import Any

from scenes.text import values as v
from scenes.value_walk import replaced, same


def with_ids(value: Any) -> Any:
    """A value with the ids of references in their place."""
    return replaced(value, v.REFERENCES, lambda word: word.path if isinstance(word, v.ResourcePath) else word.id)


def test_references_are_replaced_wherever_a_value_may_hold_one() -> None:
    word, path = v.SubResource("1"), v.ResourcePath("res://a.tres")
    typed = v.TypedDictionary(word, "int", {word: path})
    value = [word, {path: [word]}, v.Key([word]), v.ObjectValue("T", {"r": word}), v.TypedArray(word, [path]), typed]

    expected = [
        "1",
        {"res://a.tres": ["1"]},
        v.Key(["1"]),
        v.ObjectValue("T", {"r": "1"}),
        v.TypedArray("1", ["res://a.tres"]),
        v.TypedDictionary("1", "int", {"1": "res://a.tres"}),
    ]
    assert same(with_ids(value), expected)


def test_what_holds_no_reference_stays_the_object_that_it_was() -> None:
    for value in ([1, {"a": [2]}], {"a": 1}, v.TypedArray("int", [1]), "text", None):
        assert with_ids(value) is value


def test_replacing_leaves_the_value_as_it_was() -> None:
    value = [v.SubResource("1"), [2]]

    with_ids(value)

    assert value == [v.SubResource("1"), [2]]
