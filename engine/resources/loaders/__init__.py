"""Which function reads which file suffix.

A reader takes the path of an existing file and the LoadRequest that it is read for, and returns a resource, or raises
`ResourceFormatError`. What its file uses it loads through the request. Its module is imported when the first such file
is loaded: what a game does not load it does not pay for.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, cast

from engine.core.errors import ResourceFormatError, did_you_mean

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from engine.core.resource import Resource
    from engine.resources.loading.load_request import LoadRequest

    Reader = Callable[[Path, LoadRequest], Resource]

READERS = {
    ".png": ("engine.resources.loaders.picture_files", "read_texture"),
    ".jpg": ("engine.resources.loaders.picture_files", "read_texture"),
    ".jpeg": ("engine.resources.loaders.picture_files", "read_texture"),
    ".webp": ("engine.resources.loaders.picture_files", "read_texture"),
    ".bmp": ("engine.resources.loaders.picture_files", "read_texture"),
    ".gif": ("engine.resources.loaders.picture_files", "read_texture"),
    ".tga": ("engine.resources.loaders.picture_files", "read_texture"),
    ".svg": ("engine.resources.loaders.svg_files", "read_texture"),
    ".ttf": ("engine.resources.loaders.font_files", "read_font"),
    ".otf": ("engine.resources.loaders.font_files", "read_font"),
    ".gdshader": ("engine.resources.loaders.shader_files", "read_shader"),
    ".glsl": ("engine.resources.loaders.shader_files", "read_shader"),
    ".tscn": ("scenes.packed_scene", "read_scene"),
    ".escn": ("scenes.packed_scene", "read_scene"),
    ".tres": ("scenes.resource_files", "read_resource"),
    ".py": ("scenes.scripts", "read_script"),
    ".gd": ("scenes.scripts", "read_script"),
    ".cs": ("scenes.scripts", "read_script"),
}

PICTURE_SUFFIXES = frozenset((".png", ".jpg", ".jpeg", ".webp", ".bmp", ".gif", ".tga", ".svg"))

SCRIPTED_SUFFIXES = frozenset((".tres",))
"""Files that are read into other objects when no module of the project may be imported."""


def reader_for(path: str) -> Reader:
    """The function that reads files of the suffix of `path`.

    Raises:
        ResourceFormatError: none does; the text lists the suffixes.
    """
    suffix = suffix_of(path)
    found = READERS.get(suffix)
    if found is None:
        raise ResourceFormatError(
            f"{path} - no loader reads the suffix {suffix!r}{did_you_mean(suffix, READERS)}; "
            f"known are {' '.join(sorted(READERS))}"
        )
    module, function = found
    return cast("Reader", getattr(import_module(module), function))


def suffix_of(path: str) -> str:
    """The part of the file name from its last dot on, in lower case; "" without a dot."""
    name = path.rpartition("/")[2]
    dot = name.rfind(".")
    return name[dot:].lower() if dot > 0 else ""
