"""The back end without a picture: it keeps what would be drawn, for tests and for runs without a screen."""

from servers.render.recorder.recorder import Recorder

__all__ = ["Recorder"]
