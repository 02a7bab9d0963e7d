import pytest

from engine.core import errors
from engine.core.errors import SapwoodError, did_you_mean

BUILTINS = {
    "TreeError": RuntimeError,
    "FreedError": RuntimeError,
    "NodeNotFoundError": LookupError,
    "AlreadyConnectedError": RuntimeError,
    "NotConnectedError": RuntimeError,
    "NodeTypeError": TypeError,
    "InvalidTypeError": TypeError,
    "ExportError": TypeError,
    "InvalidValueError": ValueError,
    "SignalError": ValueError,
    "UnknownTypeError": LookupError,
    "ActionError": LookupError,
    "BindingError": ValueError,
    "ServerError": RuntimeError,
    "ResourceNotFoundError": FileNotFoundError,
    "ResourceFormatError": ValueError,
    "DisplayError": RuntimeError,
    "ScriptError": RuntimeError,
    "ShadowedPackageError": ImportError,
}


@pytest.mark.parametrize("name", [name for name in errors.__all__ if name.endswith("Error")])
def test_every_error_is_ours_and_stands_in_the_drawn_tree(name: str) -> None:
    assert issubclass(getattr(errors, name), SapwoodError)
    assert name in str(errors.__doc__)


@pytest.mark.parametrize(("name", "builtin"), BUILTINS.items())
def test_an_error_is_also_the_builtin_one_it_is_a_kind_of(name: str, builtin: type[Exception]) -> None:
    assert issubclass(getattr(errors, name), builtin)


@pytest.mark.parametrize(
    ("typed", "known", "meant"),
    [
        ("Dor", ["Door", "Window"], "Door"),
        ("on_raedy", ["on_ready", "on_process"], "on_ready"),
        ("ON_READY", ["on_process", "on_ready"], "on_ready"),
        ("sprite2d", ["Sprite2D", "Sprite3D"], "Sprite2D"),
        ("jmp", ["jump", "stomp"], "jump"),
    ],
)
def test_the_nearest_known_name_is_offered(typed: str, known: list[str], meant: str) -> None:
    assert did_you_mean(typed, known) == f"; did you mean {meant!r}?"


def test_a_name_that_goes_on_behind_it_is_offered_where_none_is_near() -> None:
    assert did_you_mean("Navy", ["gray", "navy_blue", "navy_green"]) == "; did you mean 'navy_blue'?"
    assert did_you_mean("navy", ["navi", "navy_blue"]) == "; did you mean 'navi'?"
    assert did_you_mean("nav", ["navy_blue"]) == ""


@pytest.mark.parametrize(("typed", "known"), [("fire", ["jump", "left"]), ("x", []), ("", ["a"]), ("q", ["p"])])
def test_nothing_is_offered_when_no_known_name_is_near(typed: str, known: list[str]) -> None:
    assert did_you_mean(typed, known) == ""
