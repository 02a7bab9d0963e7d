"""SVG texts: what of one is drawn, written anew, and in what size.

The text is taken apart by a parser of texts, bounded in every way, and only what is drawn is handed on to the library
that draws. Left out are texts, for which there is no font, scripts, and every reference to another file, so that none
is read. Pictures are drawn where the text itself has them.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple
from xml.parsers import expat
from xml.sax.saxutils import escape, quoteattr

from engine.math.value import shortened

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Svg", "read_svg"]

MAX_BYTES = 8 << 20
"""Longest SVG, in bytes."""

MAX_ELEMENTS = 100_000
MAX_ATTRIBUTES = 100
MAX_DEPTH = 200
"""How deep elements stand in one another."""

_LONGEST_SIZE = 256  # characters

_SVG = "http://www.w3.org/2000/svg"
_XLINK = "http://www.w3.org/1999/xlink"
_DRAWN = frozenset(
    (
        "a", "circle", "clipPath", "defs", "ellipse", "filter", "g", "image", "line", "linearGradient", "marker",
        "mask", "path", "pattern", "polygon", "polyline", "radialGradient", "rect", "stop", "style", "svg", "switch",
        "symbol", "use",
    )
)  # fmt: skip
_MISSED = frozenset(("text", "foreignObject", "feImage"))
"""What people see, and miss where it is left out."""
_EMBEDDED = re.compile(r"data:image/(?:png|jpeg|jpg|gif|webp);base64,")
# Possessive throughout: what does not match costs one walk over the text.
_REFERENCE = re.compile(r"""url\(\s*+["']?+\s*+#([^"')\s]++)""")
_LENGTH = re.compile(
    r"\s*+([+-]?+(?:\d++\.?+\d*+|\.\d++)(?:[eE][+-]?+\d++)?+)\s*+(px|pt|pc|mm|cm|in|Q|em|ex|%)?+\s*+\Z"
)
_NUMBER = re.compile(r"[+-]?+(?:\d++\.?+\d*+|\.\d++)(?:[eE][+-]?+\d++)?+")
_PIXELS = {
    None: 1.0, "px": 1.0, "pt": 4 / 3, "pc": 16.0, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96.0, "Q": 96 / 101.6,
    "em": 16.0, "ex": 8.0,
}  # fmt: skip


class _Element:
    __slots__ = ("attributes", "children", "kind", "text")

    def __init__(self, kind: str, attributes: dict[str, str]) -> None:
        self.kind = kind
        self.attributes = attributes
        self.children: list[_Element] = []
        self.text = ""


class Svg(NamedTuple):
    """An SVG that may be drawn."""

    width: float
    """In pixels, as the file says it."""
    height: float
    root: _Element
    left_out: tuple[str, ...]
    """The elements in it that should be seen, and are not drawn."""

    def text(self, width: int, height: int) -> str:
        """The SVG, to be drawn in a size in pixels."""
        root = _Element("svg", {**self.root.attributes, "width": str(width), "height": str(height)})
        root.children = self.root.children
        return "".join(_written(root))


def read_svg(data: bytes | str) -> Svg:
    """What of an SVG is drawn.

    Raises:
        ValueError: it is no SVG, broken, or too long; or it says no size.
    """
    encoded = data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data
    if len(encoded) > MAX_BYTES:
        raise ValueError(f"it has {len(encoded)} bytes, more than {MAX_BYTES}")
    reader = _Reader(encoded, "utf-8" if isinstance(data, str) else None)
    root = reader.root
    if root is None or root.kind != "svg":
        raise ValueError("it is no SVG: the first element is not <svg>")
    _drop_missing_filters(root)
    width, height = _size(root.attributes)
    return Svg(width, height, root, tuple(sorted(reader.left_out)))


class _Reader:
    """Makes elements of a text."""

    def __init__(self, data: bytes, encoding: str | None) -> None:
        self.root: _Element | None = None
        self.left_out: set[str] = set()
        self._open: list[_Element] = []
        self._skipped = 0  # how deep inside of what is left out
        self._count = 0
        self._references = data.count(b"&")
        parser = expat.ParserCreate(encoding, " ")
        parser.buffer_text = True
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._characters
        parser.EntityDeclHandler = self._declare
        try:
            parser.Parse(data, True)
        except (expat.ExpatError, LookupError) as error:  # the latter for an encoding that is none
            raise ValueError(str(error)) from None

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self._count += 1
        if self._count > MAX_ELEMENTS:
            raise ValueError(f"it has more than {MAX_ELEMENTS} elements")
        if len(self._open) + self._skipped >= MAX_DEPTH:
            raise ValueError(f"its elements stand in one another more than {MAX_DEPTH} deep")
        if len(attributes) > MAX_ATTRIBUTES:
            raise ValueError(f"one of its elements has more than {MAX_ATTRIBUTES} attributes")
        namespace, _, kind = name.rpartition(" ")
        kept = _kept(kind, attributes)
        if self._skipped or namespace not in ("", _SVG) or not _is_drawn(kind, kept):
            if not self._skipped and namespace in ("", _SVG):
                self._leave_out(kind)
            self._skipped += 1
            return
        element = _Element("g" if kind == "a" else kind, kept)
        if self._open:
            self._open[-1].children.append(element)
        else:
            self.root = element
        self._open.append(element)

    def _leave_out(self, kind: str) -> None:
        if kind in _MISSED or kind == "image":
            self.left_out.add(kind)
        if (
            kind == "feImage" and self._open and self._open[-1].kind == "filter"
        ):  # no step can be taken out of the middle of a filter
            self._open[-1].kind = "defs"

    def _end(self, name: str) -> None:
        if self._skipped:
            self._skipped -= 1
        else:
            self._open.pop()

    def _characters(self, text: str) -> None:
        if not self._skipped and self._open and self._open[-1].kind == "style":
            self._open[-1].text += text

    def _declare(self, name: str, is_parameter: int, value: str | None, *_: str | None) -> None:
        """An entity: a word for a text, which some programs write for the names of their namespaces."""
        if value is None or is_parameter:
            raise ValueError(f"it takes {name!r} from another file")
        if "&" in value or len(value) * self._references > MAX_BYTES:
            raise ValueError(f"its entity {name!r} makes it too long")


def _is_drawn(kind: str, attributes: dict[str, str]) -> bool:
    if kind == "image":
        return "href" in attributes
    return kind in _DRAWN or (kind.startswith("fe") and kind != "feImage")


def _kept(kind: str, attributes: dict[str, str]) -> dict[str, str]:
    """The attributes that count: none of other namespaces, and references within the file alone."""
    kept = {}
    for name, value in attributes.items():
        namespace, _, plain = name.rpartition(" ")
        if plain == "href":
            said = value.strip()
            is_inside = _EMBEDDED.match(said) is not None if kind == "image" else said.startswith("#") and kind != "a"
            if namespace in ("", _XLINK) and is_inside:
                kept["href"] = said
        elif not namespace and plain != "src":
            kept[plain] = value
    return kept


def _size(attributes: dict[str, str]) -> tuple[float, float]:
    """Width and height; what is not said follows from the viewBox, which is there afterwards."""
    box = _view_box(attributes)
    width = _length("width", attributes, box[2] if box else None)
    height = _length("height", attributes, box[3] if box else None)
    if box:
        if width is None and height is None:
            width, height = box[2], box[3]
        width = box[2] / box[3] * height if width is None and height is not None else width
        height = box[3] / box[2] * width if height is None and width is not None else height
    if width is None or height is None:
        raise ValueError("it says no size: give <svg> a width and a height, or a viewBox")
    if not box:
        attributes["viewBox"] = f"0 0 {width!r} {height!r}"
        attributes["preserveAspectRatio"] = "none"
    for name in ("x", "y"):
        attributes.pop(name, None)
    return width, height


def _view_box(attributes: dict[str, str]) -> list[float]:
    said = attributes.get("viewBox")
    if said is None:
        return []
    box = [float(number) for number in _NUMBER.findall(said[:_LONGEST_SIZE])]
    if len(box) != 4 or not all(0 < side < 1e9 for side in box[2:]):
        raise ValueError(f"its viewBox must be four numbers, the last two in (0, 1e9), got {shortened(said)}")
    return box


def _length(name: str, attributes: dict[str, str], whole: float | None) -> float | None:
    said = attributes.get(name)
    if said is None or said.strip() == "auto":
        return None
    match = _LENGTH.match(said) if len(said) <= _LONGEST_SIZE else None
    value = None if match is None else float(match[1])
    if value is not None and match is not None and match[2] == "%":
        return None if whole is None else value / 100 * whole
    if value is None or match is None or not 0 < value < 1e9:
        raise ValueError(f"its {name} must be a length above 0 and below 1e9, got {shortened(said)}")
    return value * _PIXELS[match[2]]


def _every(root: _Element) -> Iterator[_Element]:
    waiting = [root]
    while waiting:
        element = waiting.pop()
        yield element
        waiting += element.children


def _drop_missing_filters(root: _Element) -> None:
    """Take away references to filters that are not there: an element with such a one would not be drawn at all."""
    there = {each.attributes.get("id") for each in _every(root) if each.kind == "filter" and each.children}
    for element in _every(root):
        said = element.attributes
        if not there.issuperset(_REFERENCE.findall(said.get("filter", ""))):
            del said["filter"]
        if "filter" in said.get("style", ""):
            said["style"] = ";".join(each for each in said["style"].split(";") if not _is_lost(each, there))


def _is_lost(declaration: str, there: set[str | None]) -> bool:
    name, _, value = declaration.partition(":")
    return name.strip() == "filter" and not there.issuperset(_REFERENCE.findall(value))


def _written(root: _Element) -> Iterator[str]:
    """The text of an element and what it holds."""
    waiting: list[_Element | str] = [root]
    while waiting:
        element = waiting.pop()
        if isinstance(element, str):
            yield element
            continue
        named = f' xmlns="{_SVG}"' if element is root else ""
        said = "".join(f" {name}={quoteattr(value)}" for name, value in element.attributes.items())
        yield f"<{element.kind}{named}{said}>{escape(element.text)}"
        waiting += [f"</{element.kind}>", *reversed(element.children)]
