"""Writes the pages of the reference with pdoc: one for each module of the surface, one for each package, an index.

In:    the Surface of reference.surface.
Out:   HTML files that need no server, with a search, and what is wrong: warnings of pdoc's, and names in docstrings
       that lead nowhere.

What pdoc alone does not do: a package lists its names and leads to the module that documents each, instead of showing
everything twice; members of a base class that has no page stand with the class that readers know; an exported property
tells its default, range and unit; `Names` in docstrings lead to their pages from everywhere.
"""

from __future__ import annotations

import json
import re
import sys
import warnings
from collections.abc import Iterator
from enum import Enum
from inspect import cleandoc, getattr_static
from pathlib import Path
from types import FunctionType
from typing import Any, Generic, Protocol, get_overloads

from pdoc import doc, render
from pdoc.doc_types import empty
from pdoc.docstrings import google

from engine.core.export import ExportInfo, get_exports
from engine.core.object import declared_signals
from engine.core.signal import Signal
from reference.links import Linker
from reference.surface import Surface, is_ours

SECTION = re.compile(r"^(?:Args|Attributes|Raises|Returns|Yields):\n(?:[ \t]+.*\n?)+", re.MULTILINE)
ATTRIBUTES = re.compile(r"^Attributes:\n(?:[ \t]+.*\n?)+", re.MULTILINE)
ATTRIBUTE = re.compile(r"^    (\w+): (.*\n?(?:      +.*\n?)*)", re.MULTILINE)
TEMPLATES = Path(__file__).parent / "templates"


def write_reference(surface: Surface, folder: Path) -> list[str]:
    """Write all pages into `folder`, and give what is wrong, a line each; nothing where all is right."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        pages = {name: doc.Module(_limited(name, surface)) for name in sorted({*surface.roots, *surface.pages})}
        for page in pages.values():
            page.docstring = _markdown(page.docstring)
            _prepare(page, pages)
        linker = Linker(pages, surface)
        _configure(surface, linker, pages)
        for name, page in pages.items():
            file = folder / f"{name.replace('.', '/')}.html"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(render.html_module(page, pages), encoding="utf-8")
        (folder / "index.html").write_text(render.html_index(pages), encoding="utf-8")
        (folder / "search.js").write_text(render.search_index(pages), encoding="utf-8")
        silent = [line for page in pages.values() for line in _silent(page)]
    return sorted({*linker.broken, *silent, *(str(warning.message) for warning in caught)})


def _limited(name: str, surface: Surface) -> Any:
    """The module, offering what its page shows and nothing else; this process does nothing but write the pages."""
    module: Any = sys.modules[name]
    module.__all__ = surface.pages.get(name, [])
    return module


def _prepare(space: doc.Namespace[Any], pages: dict[str, doc.Module]) -> None:
    """Change the documented classes of a page, before pdoc works out which of their members are inherited."""
    for each in space.members.values():
        if isinstance(each, doc.Class):
            _drop_what_is_not_offered(each)
            _adopt(each, pages)
            _tell_exports(each)
            _tell_signals(each)
            _tell_attributes(each)
            _prepare(each, pages)
        each.docstring = _markdown(each.docstring)


def _markdown(docstring: str) -> str:
    """Turn the sections of Google's style into Markdown; pdoc alone takes any line that ends in a colon for one."""
    return SECTION.sub(lambda section: google(section[0]), docstring)


def _adopt(cls: doc.Class, pages: dict[str, doc.Module]) -> None:
    """Let what base classes without a page have to show belong to the first class with a page that inherits it.

    What a class inside of one of them has to show stays with that class, which is shown there, too.
    """
    line = cls.obj.__mro__
    parts = [base for base in line if is_ours(base) and not _has_page(base, pages)]
    owners = {(base.__module__, base.__qualname__): base for base in parts}
    for member in cls.members.values():
        module, qualname = member.taken_from
        owner = owners.get((module, qualname.rpartition(".")[0]))
        if owner is not None:
            heirs = [base for base in line if issubclass(base, owner) and _has_page(base, pages)]
            home = (heirs[-1].__module__, heirs[-1].__qualname__) if heirs else (cls.modulename, cls.qualname)
            member.taken_from = (home[0], f"{home[1]}.{member.name}")
    bases = dict.fromkeys(_shown_bases(cls.obj, pages))
    cls.bases = [(base.__module__, base.__qualname__, base.__qualname__) for base in bases]


def _shown_bases(cls: type, pages: dict[str, doc.Module]) -> Iterator[type]:
    for base in cls.__bases__:
        if is_ours(base) and not _has_page(base, pages):
            yield from _shown_bases(base, pages)
        elif base not in (object, Generic, Protocol):
            yield base


def _silent(space: doc.Namespace[Any]) -> Iterator[str]:
    """A line for each name that a page shows without a word; constants and the values of enums speak for themselves."""
    for each in space.own_members:
        if each.name.startswith("_") or each.name.isupper():
            continue
        if not each.docstring:
            yield f"{each.fullname}: it has no docstring - say what it is, with units, range and default"
        if isinstance(each, doc.Class):
            yield from _silent(each)


def _has_page(cls: type, pages: dict[str, doc.Module]) -> bool:
    page = pages.get(cls.__module__)
    return page is not None and isinstance(page.get(cls.__qualname__), doc.Class)


def _tell_exports(cls: doc.Class) -> None:
    """Add to exported properties what was declared."""
    for name, export in get_exports(cls.obj).items():
        member = cls.members[name]
        if isinstance(member, doc.Variable):
            own = getattr_static(cls.obj, name, None)
            # pdoc looks at a getter only; a property that was made by a function has its text and its type elsewhere.
            text = member.docstring or (isinstance(own, property) and cleandoc(own.__doc__ or "")) or ""
            member.docstring = f"{text}\n\n{_declared(export)}".strip()
            member.default_value = empty
            if name in cls._var_annotations:
                member.annotation = cls._var_annotations[name]


def _tell_signals(cls: doc.Class) -> None:
    """Show signals as such: pdoc takes them for functions, since they are descriptors."""
    for name, signal in declared_signals(cls.obj).items():
        passed = f"Passes {', '.join(f'`{each}`' for each in signal.parameters)}." if signal.parameters else ""
        cls.members[name] = doc.Variable(
            cls.modulename,
            f"{cls.qualname}.{name}",
            taken_from=cls.members[name].taken_from,
            docstring=f"{cls._var_docstrings.get(name, '')}\n\n{passed}".strip(),
            annotation=cls._var_annotations.get(name, Signal),
        )


def _tell_attributes(cls: doc.Class) -> None:
    """Move what the docstring of a class says in `Attributes:` to the attributes."""
    section = ATTRIBUTES.search(cls.docstring)
    if section is None:
        return
    told = dict(ATTRIBUTE.findall(section[0]))
    for name in told.keys() & cls.members.keys():
        cls.members[name].docstring = cls.members[name].docstring or cleandoc(told[name])
    if told.keys() <= cls.members.keys():
        cls.docstring = cls.docstring.replace(section[0], "")


def _drop_what_is_not_offered(cls: doc.Class) -> None:
    """Leave out what a class hides of its base by a descriptor that raises AttributeError."""
    declared = {name for base in cls.obj.__mro__ for name in vars(base)}
    for name in declared & cls.members.keys():
        if not hasattr(cls.obj, name):
            del cls.members[name]


def _declared(export: ExportInfo) -> str:
    default = repr(export.default)
    if isinstance(export.default, Enum):
        default = f"{type(export.default).__qualname__}.{export.default.name}"
    parts = [f"default `{default}`"]
    if export.range:
        least, most, *step = export.range
        parts.append(f"range {least:g} to {most:g}" + (f" in steps of {step[0]:g}" if step else ""))
    if export.unit:
        parts.append(f"unit {export.unit}")
    return f"Exported: {', '.join(parts)}."


def _signatures(function: doc.Function) -> list[doc.Function]:
    """The function in each of its overloads, or as it is where it has none."""
    overloads: list[Any] = list(get_overloads(function.obj)) if isinstance(function.obj, FunctionType) else []
    where = function.modulename, function.qualname
    return [doc.Function(*where, each, function.taken_from) for each in overloads] or [function]


def _configure(surface: Surface, linker: Linker, pages: dict[str, doc.Module]) -> None:
    render.configure(docformat="markdown", show_source=False, template_directory=TEMPLATES, footer_text="Sapwood")
    # Compiling the search index needs node, and the reference should not depend on what a machine happens to have.
    render.precompile_index = lambda documents, _: json.dumps(documents)  # type: ignore[assignment, attr-defined]
    render.env.filters["linkify"] = linker.linkify
    render.env.filters["link"] = linker.link
    render.env.globals["roots"] = surface.roots
    render.env.globals["documented"] = lambda module, name: pages[module].get(name) or pages[module]
    render.env.globals["summary"] = lambda each: each.docstring.partition("\n\n")[0].replace("\n", " ")
    render.env.globals["address"] = linker.address
    render.env.globals["import_from"] = linker.import_from
    render.env.globals["signatures"] = _signatures
