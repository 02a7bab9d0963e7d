"""The errors that the engine raises; with them go `did_you_mean`, the hint that texts about unknown names end with, and
`settle`, which raises several.

    SapwoodError (Exception)              engine.math.errors; catch it to catch all of ours
    +-- Math..., Singular..., ImmutableError  engine.math.errors: the maths types have their own
    +-- TreeError (RuntimeError)          an operation in the wrong state: no tree, already a parent, inside a tick
    |   +-- FreedError                    the object was freed before
    |   +-- NodeNotFoundError (LookupError)   no node stands at that path or index
    |   +-- AlreadyConnectedError         this signal and handler are connected already
    |   +-- NotConnectedError             this signal and handler are not connected
    +-- NodeTypeError (TypeError)         a node was found, but of another type than asked for
    +-- InvalidTypeError (TypeError)      an argument of the wrong type
    |   +-- ExportError                   a property that cannot be declared like this
    +-- InvalidValueError (ValueError)    an argument out of range, not finite, or not one of the choices
    +-- SignalError (ValueError)          an unknown signal, or a handler or arguments that do not fit it
    +-- UnknownTypeError (LookupError)    no node or resource type is registered under that name
    +-- ActionError (LookupError)         an input action that the map does not know
    +-- BindingError (ValueError)         a binding text that cannot be read
    +-- ServerError (RuntimeError)        a server is missing, or there are two of one type
    +-- ResourceError                     a resource cannot be had
    |   +-- ResourceNotFoundError (FileNotFoundError)
    |   +-- ResourceFormatError (ValueError)   the file is there and is not what it says
    |       +-- SceneError                a scene or resource file that cannot be read, made into nodes, or written
    |           +-- ResourceCycleError    a file that can only be read when it has been read
    +-- DisplayError (RuntimeError)       no display, no GL, no window
    +-- ScriptError (RuntimeError)        a game script that does not import or holds no node
    +-- ShadowedPackageError (ImportError)   a file of the game hides one of our packages

Each is also the builtin error it is a kind of, so code that knows nothing of the engine can catch it. A text reads
"where - what is wrong, with the value - what to do instead".
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NoReturn

from engine.math.errors import SapwoodError
from engine.math.nearest_name import did_you_mean

__all__ = [
    "ActionError",
    "AlreadyConnectedError",
    "BindingError",
    "DisplayError",
    "ExportError",
    "FreedError",
    "InvalidTypeError",
    "InvalidValueError",
    "NodeNotFoundError",
    "NodeTypeError",
    "NotConnectedError",
    "ResourceCycleError",
    "ResourceError",
    "ResourceFormatError",
    "ResourceNotFoundError",
    "SapwoodError",
    "SceneError",
    "ScriptError",
    "ServerError",
    "ShadowedPackageError",
    "SignalError",
    "TreeError",
    "UnknownTypeError",
    "did_you_mean",
    "settle",
]


class TreeError(SapwoodError, RuntimeError):
    """An operation that the object's present state does not allow."""


class FreedError(TreeError):
    """The object was freed; what it held can be read, but not changed."""


class NodeNotFoundError(TreeError, LookupError):
    """No node stands at that path or index."""


class AlreadyConnectedError(TreeError):
    """The same signal and handler are connected already."""


class NotConnectedError(TreeError):
    """The signal and handler are not connected."""


class NodeTypeError(SapwoodError, TypeError):
    """A node was found, but it is not of the type that was asked for."""


class InvalidTypeError(SapwoodError, TypeError):
    """An argument has the wrong type."""


class ExportError(InvalidTypeError):
    """A property cannot be declared like this."""


class InvalidValueError(SapwoodError, ValueError):
    """An argument is out of range, not finite, or not one of the choices."""


class SignalError(SapwoodError, ValueError):
    """An unknown signal, or a handler or arguments that do not fit the signal."""


class UnknownTypeError(SapwoodError, LookupError):
    """No node or resource type is registered under that name."""


class ActionError(SapwoodError, LookupError):
    """An input action that the input map does not know."""


class BindingError(SapwoodError, ValueError):
    """A binding text of the input map that cannot be read."""


class ServerError(SapwoodError, RuntimeError):
    """A server is missing, was disposed, or there would be two of one type."""


class ResourceError(SapwoodError):
    """A resource cannot be loaded or saved."""


class ResourceNotFoundError(ResourceError, FileNotFoundError):
    """No file stands at the resource's path."""


class ResourceFormatError(ResourceError, ValueError):
    """The file is there, but it is malformed, too large, or of a kind that no loader reads."""


class SceneError(ResourceFormatError):
    """A scene or resource file cannot be read, made into nodes and resources, or written.

    Args:
        problem: what is wrong, and what to do instead.
        path: the file, as its text names it; "" for a text from elsewhere.
        line: counted from 1; 0 where no line is known.
        column: in characters, counted from 1; 0 where none is known.
    """

    def __init__(self, problem: str, path: str = "", line: int = 0, column: int = 0) -> None:
        place = ":".join([path or "<text>", *(str(number) for number in (line, column) if number)])
        super().__init__(f"{place}: {problem}" if path or line else problem)
        self.problem = problem
        """The text without the place."""
        self.path = path
        self.line = line
        self.column = column


class ResourceCycleError(SceneError):
    """A file uses itself, through other files or not, in a way that none of them can be read first."""


class DisplayError(SapwoodError, RuntimeError):
    """There is no display, no GL context or no window to be had."""


class ScriptError(SapwoodError, RuntimeError):
    """A game script does not import, or has no node to start with."""


class ShadowedPackageError(SapwoodError, ImportError):
    """A file of the game has the name of one of the engine's packages and hides it."""


def settle(errors: Iterable[BaseException]) -> NoReturn:
    """Raise the first error, an interrupt before all others; further ones are its context, and named in a note."""
    apart = {id(error): error for error in errors}  # one that reached several tasks counts once
    first, *others = sorted(apart.values(), key=lambda error: isinstance(error, Exception))
    if others:
        group = BaseExceptionGroup(f"{len(others)} more in the same tick", others)
        what = "; ".join(f"{type(other).__name__}: {other}" for other in others[:5])
        first.add_note(f"{group.message}: {what}{'; ...' if len(others) > 5 else ''}")
        last: BaseException = first
        while last.__context__ is not None:
            last = last.__context__
        last.__context__ = group
    raise first
