"""What every resource type of the engine promises; a new one is picked up by itself.

Each is made without arguments, cheaply and without side effects; takes other values of its properties, tells of them,
and refuses bad ones by name before anything changed; and is gone when nobody holds it.
"""

from __future__ import annotations

import gc
import json
import subprocess
import sys
import weakref

import pytest

from engine.core.errors import InvalidTypeError, SapwoodError
from engine.core.export import get_exports
from engine.core.resource import Resource
from tests.contract.our_types import RESOURCE_TYPES, ROOT, type_name
from tests.contract.property_values import ALONE, another, bad, change_everything, keywords_of, prepare, settable, state

MOST_CALLS = 12
"""Python functions that may run when a resource is made."""

SLACK = 20
"""Blocks of memory by which the process may grow for reasons of its own while 1,000 resources come and go."""

BY_THE_FILE = ("resource_scene_unique_id",)
"""Where a resource stands, no part of what it is: setting it is no change."""

MADE_ANEW = ("image",)
"""What each has one of its own of, from the start."""

PROPERTIES = [(cls, name) for cls in RESOURCE_TYPES for name in settable(cls) if name not in BY_THE_FILE]

each_type = pytest.mark.parametrize("cls", RESOURCE_TYPES, ids=type_name)
each_property = pytest.mark.parametrize(("cls", "name"), PROPERTIES, ids=type_name)

IN_A_NEW_PROCESS = """
import json, random, sys, threading
from tests.contract.our_types import RESOURCE_TYPES
from engine.core.registry import resource_types

audited = []
sys.addaudithook(lambda event, _: audited.append(event))

def outside():
    return sorted(sys.modules), threading.active_count(), hash(random.getstate()), len(audited)

report = {}
for cls in RESOURCE_TYPES:
    before = outside()
    cls()
    after = outside()
    report[cls.__name__] = {"registered": resource_types.find(cls.__name__) is cls, "silent": before == after}
print(json.dumps(report))
"""


@pytest.fixture(scope="module")
def new_process() -> dict[str, dict[str, bool]]:
    """What making each type did in a process that had done nothing before."""
    command = [sys.executable, "-c", IN_A_NEW_PROCESS]
    report: dict[str, dict[str, bool]] = json.loads(
        subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    )
    return report


def changed_in_everything(cls: type[Resource]) -> Resource:
    resource = cls()
    for name in settable(cls):
        setattr(resource, name, another(resource, name))
    return resource


# --- Making one


@each_type
def test_it_is_registered_under_its_class_name(cls: type[Resource], new_process: dict[str, dict[str, bool]]) -> None:
    assert new_process[cls.__name__]["registered"]


@each_type
def test_making_one_imports_opens_and_draws_from_nothing(
    cls: type[Resource], new_process: dict[str, dict[str, bool]]
) -> None:
    assert new_process[cls.__name__]["silent"]


@each_type
def test_making_one_is_cheap(cls: type[Resource]) -> None:
    cls()
    calls = 0

    def count(frame: object, event: str, argument: object) -> None:
        nonlocal calls
        calls += event == "call"

    sys.setprofile(count)
    try:
        cls()
    finally:
        sys.setprofile(None)

    assert calls <= MOST_CALLS


@each_type
def test_one_that_nobody_holds_is_gone_at_once(cls: type[Resource]) -> None:
    gc.collect()
    gc.disable()
    try:
        resource = changed_in_everything(cls)
        resource.changed.connect(print)
        reference = weakref.ref(resource)
        del resource

        assert reference() is None
    finally:
        gc.enable()


@each_type
def test_a_thousand_that_come_and_go_leave_nothing_behind(cls: type[Resource]) -> None:
    def come_and_go(count: int) -> int:
        for each in range(count):
            if each % 4:
                cls()
            else:
                changed_in_everything(cls)
        gc.collect()
        return sys.getallocatedblocks()

    before = come_and_go(200)

    assert come_and_go(1000) - before <= SLACK


@each_type
def test_a_new_one_has_the_declared_defaults_and_no_changes(cls: type[Resource]) -> None:
    new = cls()

    assert (new.revision, new.resource_path) == (0, "")
    for name, info in get_exports(cls).items():
        if name in MADE_ANEW:
            continue
        value = getattr(new, name)
        assert value == info.default, name
        assert type(value) is type(info.default), name


@each_type
def test_two_share_nothing_that_can_be_changed(cls: type[Resource]) -> None:
    names = [name for name in get_exports(cls) if name not in MADE_ANEW]
    new = cls()
    before = {name: getattr(new, name) for name in names}

    changed_in_everything(cls)

    other = cls()
    assert {name: getattr(other, name) for name in names} == before
    assert [name for name in MADE_ANEW if name in get_exports(cls) and getattr(new, name) is getattr(other, name)] == []


# --- Its properties


@each_property
def test_a_property_takes_another_value_gives_it_back_and_tells_of_it(cls: type[Resource], name: str) -> None:
    resource = cls()
    prepare(resource, name)
    before, revision = getattr(resource, name), resource.revision
    value = another(resource, name)
    kind = type(value if before is None else before)
    told: list[int] = []
    resource.changed.connect(lambda: told.append(resource.revision))

    setattr(resource, name, value)

    kept = getattr(resource, name)
    assert kept == value
    assert kept != before
    assert type(kept) is kind
    assert told == [revision + 1]


@each_type
def test_all_its_exported_properties_can_differ_at_once_from_a_new_ones(cls: type[Resource]) -> None:
    resource, new = cls(), cls()

    names = change_everything(resource)

    assert [name for name in names if getattr(resource, name) == getattr(new, name)] == []
    assert len(names) >= len(get_exports(cls)) - len(ALONE)


@each_property
def test_a_bad_value_is_refused_by_name_before_anything_changed(cls: type[Resource], name: str) -> None:
    resource = cls()
    told: list[int] = []
    resource.changed.connect(lambda: told.append(1))
    before = state(resource)

    for value in bad(resource, name):
        with pytest.raises(SapwoodError, match=rf"^\w+\.{name}(\[\d+\])? "):
            setattr(resource, name, value)
        after = state(resource)
        exports = [each for each in get_exports(cls) if each in before]
        assert {each: after[each] for each in exports} == {each: before[each] for each in exports}
    assert resource.revision == 0
    assert told == []


# --- By keyword


@each_type
def test_every_property_can_be_given_by_keyword_in_any_order_and_reads_back(cls: type[Resource]) -> None:
    wanted = keywords_of(cls())

    for keywords in (wanted, dict(reversed(wanted.items()))):
        made = cls(**keywords)

        assert {name: getattr(made, name) for name in wanted} == wanted


@each_type
def test_a_keyword_that_is_no_property_is_refused_with_the_nearest_one(cls: type[Resource]) -> None:
    with pytest.raises(InvalidTypeError, match=r"no property 'resource_nam'; did you mean 'resource_name'\?$"):
        cls(resource_nam="x")
