"""The back end that draws with OpenGL 3.3 by moderngl: the only place that imports it here."""

from servers.render.gl.gl_backend import GLBackend

__all__ = ["GLBackend"]
