from typing import Any

import numpy as np
import pytest

from engine.core.errors import ExportError, InvalidTypeError, InvalidValueError
from engine.core.export import ExportInfo, export, exported, get_exports, kept_property


def positive(value: Any) -> float:
    if not isinstance(value, int | float):
        raise TypeError(f"must be a number, got {value!r}")
    if not value > 0:
        raise ValueError(f"must be greater than 0, got {value!r}")
    return float(value)


class Base:
    speed: float = export(300.0, range=(0, 1000), unit="px/s")
    tags: list[str] = export(factory=list)
    wait_time: float = export(1.0, unit="s", check=positive)

    @property
    @exported((0, 0), unit="px", range=(-5, 5, 1))
    def goal(self) -> tuple[int, int]:
        return (1, 2)


class Derived(Base):
    speed = 500.0
    plain = 3
    last: bool = export(False)


def test_the_default_stands_plain_on_the_class() -> None:
    assert vars(Base)["speed"] == 300.0
    assert vars(Base()) == {}


def test_properties_are_listed_base_first_in_the_order_of_declaration() -> None:
    assert list(get_exports(Derived)) == ["speed", "tags", "wait_time", "goal", "last"]


def test_a_property_is_listed_with_what_was_declared() -> None:
    exports = get_exports(Base)

    assert exports["speed"] == ExportInfo("speed", 300.0, (0, 1000), "px/s", Base)
    assert exports["tags"] == ExportInfo("tags", [], (), "", Base)
    assert exports["wait_time"] == ExportInfo("wait_time", 1.0, (), "s", Base)
    assert exports["goal"] == ExportInfo("goal", (0, 0), (-5, 5, 1), "px", Base)


def test_a_plain_value_in_a_subclass_changes_the_default_alone() -> None:
    assert get_exports(Derived)["speed"] == ExportInfo("speed", 500.0, (0, 1000), "px/s", Base)
    assert get_exports(Base)["speed"].default == 300.0


def test_a_redeclared_property_keeps_its_place() -> None:
    class Redeclared(Base):
        tags: list[str] = export(factory=lambda: ["new"])
        more: int = export(1)

    exports = get_exports(Redeclared)

    assert list(exports) == ["speed", "tags", "wait_time", "goal", "more"]
    assert exports["tags"].owner is Redeclared
    assert Redeclared().tags == ["new"]


def test_the_list_cannot_be_changed() -> None:
    with pytest.raises(TypeError):
        get_exports(Base)["x"] = None  # type: ignore[index]


def test_a_factory_gives_each_instance_its_own_value() -> None:
    one, other = Base(), Base()

    one.tags.append("a")

    assert (one.tags, other.tags) == (["a"], [])
    one.tags = ["b"]
    assert one.tags == ["b"]


def test_a_checked_property_keeps_what_the_check_returns() -> None:
    base = Base()
    assert base.wait_time == 1.0

    base.wait_time = 2

    assert isinstance(base.wait_time, float)
    assert base.wait_time == 2.0


def test_a_refused_value_names_the_property_and_changes_nothing() -> None:
    base = Base()

    with pytest.raises(InvalidValueError, match=r"^Base\.wait_time must be greater than 0, got -1\.0$"):
        base.wait_time = -1.0
    with pytest.raises(InvalidTypeError, match=r"^Base\.wait_time must be a number, got 'x'$"):
        base.wait_time = "x"  # type: ignore[assignment]

    assert base.wait_time == 1.0


def test_a_refused_value_names_the_object_where_it_can() -> None:
    class Placed:
        wait_time: float = export(1.0, check=positive)

        def _where(self) -> str:
            return "/root/Blink"

    with pytest.raises(InvalidValueError, match=r"^/root/Blink\.wait_time must be greater than 0, got 0$"):
        Placed().wait_time = 0


@pytest.mark.parametrize("default", [[], {}, set(), np.zeros(2)], ids=["list", "dict", "set", "ndarray"])
def test_a_default_that_all_instances_would_share_is_refused(default: Any) -> None:
    name = type(default).__name__
    with pytest.raises(ExportError) as caught:
        export(default)

    assert str(caught.value) == (
        f"export({default!r}): all instances would share this {name}; use a factory, as in export(factory=list)"
    )


@pytest.mark.parametrize("arguments", [{}, {"default": 1, "factory": int}])
def test_exactly_one_of_default_and_factory_is_wanted(arguments: Any) -> None:
    with pytest.raises(ExportError) as caught:
        export(**arguments)

    assert str(caught.value) == (
        "export takes either a default or factory=..., as in export(300.0) or export(factory=list)"
    )


@pytest.mark.parametrize(
    "limits", [(1,), (1, 1), (2, 1), (0, 1, 2, 3), (0, float("nan")), 5, "05", ("0", "5"), {0: 1, 1: 2}, (0, 5, "1")]
)
def test_a_range_of_another_shape_is_refused(limits: Any) -> None:
    with pytest.raises(ExportError) as caught:
        export(1, range=limits)

    assert str(caught.value) == (
        f"range must be (least, most) or (least, most, step) with least below most, got {limits!r}"
    )


def test_exported_above_the_property_is_refused() -> None:
    with pytest.raises(ExportError, match=r"^@exported\(\.\.\.\) stands below @property, not above it$"):
        exported(1)(property(lambda self: 1))  # type: ignore[arg-type]


def test_a_property_says_whether_duplicates_share_its_resources() -> None:
    class Holder:
        mine: object = export(None, shared=False)
        ours: object = export(None)
        made: list[int] = export(factory=list, shared=False)

        @property
        @exported(None, shared=False)
        def written(self) -> None: ...

    assert {name: info.shared for name, info in get_exports(Holder).items()} == {
        "mine": False,
        "ours": True,
        "made": False,
        "written": False,
    }


def doubled(item: Any, what: str, value: Any) -> float:
    if not isinstance(value, int):
        raise InvalidTypeError(f"{what} must be whole, got {value!r}")
    return 2.0 * value


def kept_and_told(item: Any, attribute: str, value: Any) -> None:
    setattr(item, attribute, value)
    item.told.append(attribute)


class Kept:
    width = kept_property("width", 1.5, doubled, kept_and_told, "How wide.", range=(0, 9), unit="m")
    height = kept_property("height", 2.5, doubled, kept_and_told, "How high.", read=lambda self: len(self.told))

    def __init__(self) -> None:
        self.told: list[str] = []


def test_a_kept_property_checks_each_value_and_hands_it_to_its_keeper() -> None:
    kept = Kept()
    assert (kept.width, kept.told) == (1.5, [])

    kept.width = 3

    assert (kept.width, vars(kept)["_width"], kept.told) == (6.0, 6.0, ["_width"])
    with pytest.raises(InvalidTypeError, match="width must be whole, got 'a'"):
        kept.width = "a"
    assert (kept.width, kept.told) == (6.0, ["_width"])


def test_a_kept_property_is_exported_and_may_be_read_from_elsewhere() -> None:
    exports = get_exports(Kept)

    assert exports["width"] == ExportInfo("width", 1.5, (0, 9), "m", Kept)
    assert exports["height"] == ExportInfo("height", 2.5, (), "", Kept)
    assert Kept.width.__doc__ == "How wide."
    kept = Kept()
    kept.width = 1
    assert kept.height == 1
