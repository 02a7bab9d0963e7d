"""Leads from names in docstrings and signatures to the pages that document them.

In:    all pages, and the Surface.
Out:   the filter that templates call `linkify`, and the names that lead nowhere.

In a docstring `code` is taken for a name when it looks like one: `Node`, `Node.add_child`, `add_child()`,
`engine.run(main)`. pdoc finds those of the same page; the rest is found here by the names that people import. One that
is certainly meant as a name of ours and is none is reported: an attribute that the class does not have, or a call of
what nobody has.
"""

from __future__ import annotations

import builtins
import re
from pkgutil import resolve_name
from typing import Any

from jinja2 import pass_context
from jinja2.runtime import Context
from markupsafe import Markup
from pdoc import doc
from pdoc.render_helpers import link as link_on_page
from pdoc.render_helpers import linkify as linkify_on_page
from pdoc.render_helpers import relative_link

from reference.surface import TOPS, Surface

CODE = re.compile(r"<code>(\.?[A-Za-z_][\w.]*)(\([^<]*\))?</code>(?!</a>)")
RAISED = re.compile(r"<strong>(\w+):</strong>")
LONG = re.compile(rf">(?:{'|'.join(TOPS)})(?:\.[a-z_0-9]+)+\.([A-Z]\w*(?:\.[A-Z]\w*)?)</a>")
TYPE_VARIABLE = re.compile(r'~(?=\w)|<span class="o">~</span>(?=<span class="n">)')
FILE = re.compile(r"\.(?:py|png|mp4|tscn|tres|godot|md|toml|ttf|otf)$")


class Linker:
    """Knows every documented name."""

    def __init__(self, pages: dict[str, doc.Module], surface: Surface) -> None:
        self.pages = pages
        self.broken: set[str] = set()
        self._packages: dict[str, str] = {}
        self._names: dict[str, tuple[str, str]] = {}
        self._called: set[str] = set()
        for name in surface.roots:
            self._names[name] = (name, "")
        for module, names in surface.pages.items():
            self._names[module] = (module, "")
            for name in names:
                self._names[f"{module}.{name}"] = (module, name)
                self._names.setdefault(name, (module, name))
        for root in sorted(surface.roots, key=lambda name: name.count(".")):  # engine and nodes before what is below
            for name, home in surface.roots[root].items():
                self._names[f"{root}.{name}"] = target = (home, name if pages[home].get(name) else "")
                if self._packages.setdefault(f"{home}.{name}", root) == root:
                    self._names[name] = target
        for page in pages.values():
            for each in page.flattened_own_members:
                self._add_called(each)

    def _add_called(self, documented: doc.Doc[Any]) -> None:
        """Remember what docstrings may write as a call: functions, members, and what parameters are given."""
        self._called.add(documented.name)
        self._called.update(_parameters(documented))
        if isinstance(documented, doc.Class):
            for member in documented.members.values():
                self._add_called(member)

    def import_from(self, module: str, name: str) -> str:
        """The package that people import a documented name from, or its module where no package offers it."""
        return self._packages.get(f"{module}.{name}", module)

    def address(self, current: str, home: str, name: str) -> str:
        """The link from a page to where a name of a package is documented; to the page itself for a module's name."""
        return _link(current, home, name if self.pages[home].get(name) else "")

    @property
    def linkify(self) -> Any:
        """The filter for templates, in place of pdoc's own of this name."""

        @pass_context
        def linkify(context: Context, code: str, namespace: str = "", shorten: bool = True) -> Markup:
            text = str(linkify_on_page(context, code, namespace=namespace, shorten=shorten))
            if shorten:
                return Markup(TYPE_VARIABLE.sub("", LONG.sub(r">\1</a>", text)))
            page: doc.Module = context["module"]
            for name in _parameters(page.get(namespace)):
                text = re.sub(f"<code><a [^>]*>{name}</a></code>", f"<code>{name}</code>", text)
            text = CODE.sub(lambda match: self._linked(match, page, namespace), text)
            return Markup(RAISED.sub(lambda match: self._linked_error(match, page), text))

        return linkify

    @property
    def link(self) -> Any:
        """The filter for templates, in place of pdoc's own of this name: a class is called by its own name alone."""

        @pass_context
        def link(context: Context, spec: tuple[str, str], text: str | None = None) -> Markup:
            return Markup(LONG.sub(r">\1</a>", str(link_on_page(context, spec, text))))

        return link

    def _linked(self, match: re.Match[str], page: doc.Module, namespace: str) -> str:
        name, call = match[1], match[2] or ""
        target = self._find_beside(name, page, namespace) if call else None
        target = target or self._find(name)
        if target is not None and (call or "." in name or name[0].isupper()):
            return f'<code><a href="{_link(page.modulename, *target)}">{name}{call}</a></code>'
        if self._is_broken(name, call):
            where = f"{page.modulename}, {namespace}" if namespace else page.modulename
            self.broken.add(f"{where}: docstring - `{name}{call}` is nowhere - write what is there")
        return match[0]

    def _linked_error(self, match: re.Match[str], page: doc.Module) -> str:
        target = self._find(match[1])
        if target is None or not match[1][0].isupper():
            return match[0]
        return f'<strong><a href="{_link(page.modulename, *target)}">{match[1]}</a>:</strong>'

    def _find_beside(self, name: str, page: doc.Module, namespace: str) -> tuple[str, str] | None:
        """The page and the anchor of a member of the class whose docstring, or a member's, this is."""
        while namespace:
            if page.get(f"{namespace}.{name}"):
                return page.modulename, f"{namespace}.{name}"
            namespace = namespace.rpartition(".")[0]
        return None

    def _find(self, name: str) -> tuple[str, str] | None:
        """The page and the anchor of a name: a documented one, followed by members of classes."""
        head, rest = name, ""
        while head not in self._names:
            head, _, last = head.rpartition(".")
            if not head:
                return None
            rest = f"{last}.{rest}" if rest else last
        module, qualname = self._names[head]
        if not rest:
            return module, qualname
        found = self.pages[module].get(f"{qualname}.{rest}" if qualname else rest)
        if found is None or (found.name.startswith("_") and found.name != "__call__"):
            return None
        home, anchor = found.taken_from
        return (home, anchor) if home in self.pages else (module, f"{qualname}.{rest}")

    def _is_broken(self, name: str, call: str) -> bool:
        head, _, rest = name.partition(".")
        if FILE.search(name):
            return False
        if not rest:
            return bool(call) and name not in self._called and not hasattr(builtins, name)
        target = self._names.get(head)
        if head in TOPS:
            return not _exists(name)
        return target is not None and isinstance(self.pages[target[0]].get(target[1]), doc.Class)


def _link(current: str, module: str, anchor: str) -> str:
    return relative_link(current, module) + (f"#{anchor}" if anchor else "")


def _parameters(documented: doc.Doc[Any] | None) -> list[str]:
    return list(documented.signature.parameters) if isinstance(documented, doc.Function) else []


def _exists(name: str) -> bool:
    """Whether a dotted name can be imported, documented or not."""
    try:
        resolve_name(name)
    except (ImportError, AttributeError):
        return False
    return True
