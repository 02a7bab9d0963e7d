import gc
import weakref

from engine.core.object import Object
from engine.core.registry import resource_types
from engine.core.resource import Resource


class Curve(Resource):
    pass


def test_a_change_counts_the_revision_up_before_it_is_told() -> None:
    curve = Curve()
    seen: list[int] = []
    curve.changed.connect(lambda: seen.append(curve.revision))

    curve.emit_changed()
    curve.emit_changed()

    assert seen == [1, 2]


def test_a_new_resource_has_revision_0_and_no_path() -> None:
    curve = Curve()

    assert (curve.revision, curve.resource_path, curve.resource_name) == (0, "", "")


def test_a_resource_type_is_registered_by_its_name() -> None:
    assert resource_types.get("Curve") is Curve
    assert resource_types.get("Resource") is Resource


def test_a_signal_does_not_keep_a_resource_alive() -> None:
    class Follower(Resource):
        def follow(self) -> None:
            self.emit_changed()

    leader, follower = Curve(), Follower()
    leader.changed.connect(follower.follow)
    leader.emit_changed()
    assert follower.revision == 1

    reference = weakref.ref(follower)
    del follower
    gc.collect()

    assert reference() is None
    assert leader.changed.get_connections() == []


def test_a_resource_is_an_object_with_signals_by_name() -> None:
    assert isinstance(Curve(), Object)
    assert Curve().has_signal("changed")
