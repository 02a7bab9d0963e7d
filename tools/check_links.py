"""Check the links of HTML pages and Markdown texts: each file and each anchor that one leads to must be there.

    python tools/check_links.py [FILE OR FOLDER ...]

Without arguments it checks the Markdown texts of the project. Needs no network and asks for none: a link to another
host is not looked at. Prints one line for each link that leads nowhere, `README.md: [x](y.md#z) ...`, and ends with
exit code 1 if there is one.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator
from html.parser import HTMLParser
from itertools import pairwise
from os.path import normpath
from pathlib import Path
from urllib.parse import unquote, urlsplit

from markdown_it import MarkdownIt

ROOT = Path(__file__).resolve().parents[1]
NOT_OURS = {"build", "dist", "out", "node_modules"}
_LINKS = {"a": "href", "img": "src", "link": "href", "script": "src", "source": "src"}
_PUNCTUATION = re.compile(r"[^\w\- ]")


class Page(HTMLParser):
    """What a page offers to links, and the links that it has."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.anchors = {"", "top"}
        self.links: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Keep the element's id, and where it links to."""
        values = dict(attrs)
        for name in ("id", "name"):
            anchor = values.get(name)
            if anchor and (name == "id" or tag == "a"):
                self.anchors.add(anchor)
        link = values.get(_LINKS.get(tag, ""))
        if link is not None:
            self.links.append(link)


def markdown_page(text: str) -> Page:
    """A Markdown text as the page that hosts of repositories make of it: headings are anchors."""
    parser = MarkdownIt("commonmark").enable("table")
    tokens = parser.parse(text)
    taken: dict[str, int] = {}
    for heading, inline in pairwise(tokens):
        if heading.type == "heading_open":
            words = "".join(each.content for each in inline.children or () if each.type in ("text", "code_inline"))
            slug = _PUNCTUATION.sub("", words.strip().lower()).replace(" ", "-")
            count = taken.get(slug, 0)
            taken[slug] = count + 1
            heading.attrSet("id", f"{slug}-{count}" if count else slug)
    return Page(parser.renderer.render(tokens, parser.options, {}))


def project_texts(root: Path = ROOT) -> list[Path]:
    """The Markdown texts of the project, not those of its environments and of what is built."""
    folders = [each for each in sorted(root.iterdir()) if each.is_dir() and not each.name.startswith(".")]
    texts = [*root.glob("*.md")]
    for folder in folders:
        if folder.name not in NOT_OURS:
            texts += folder.rglob("*.md")
    return sorted(texts)


def broken_links(files: Iterable[Path], root: Path) -> Iterator[str]:
    """A line for each link of the files that leads nowhere; `root` is what links may not leave."""
    pages: dict[Path, Page] = {}

    def page(file: Path) -> Page:
        if file not in pages:
            text = file.read_text(encoding="utf-8")
            pages[file] = markdown_page(text) if file.suffix == ".md" else Page(text)
        return pages[file]

    for file in files:
        for link in dict.fromkeys(page(file).links):
            wrong = _what_is_wrong(file, link, root, page)
            if wrong:
                yield f"{file.relative_to(root).as_posix()}: link {link!r} - {wrong}"


def _what_is_wrong(file: Path, link: str, root: Path, page: Callable[[Path], Page]) -> str:
    parts = urlsplit(link)
    if parts.scheme or parts.netloc:
        return ""
    target = Path(normpath(file.parent / unquote(parts.path))) if parts.path else file
    if parts.path.startswith("/") or not target.is_relative_to(root):
        return "it leaves the project - link to what is inside, by a relative path"
    if not target.exists():
        return f"there is no {target.relative_to(root).as_posix()}"
    anchor = unquote(parts.fragment)
    if target.suffix in (".md", ".html") and anchor not in page(target).anchors:
        return f"{target.relative_to(root).as_posix()} has no anchor {anchor!r}"
    return ""


def main(arguments: list[str]) -> int:
    """Check what is named, or the project's texts; give the exit code."""
    named = [Path(argument).resolve() for argument in arguments]
    folders = [each for each in named if each.is_dir()]
    wrong = list(broken_links([each for each in named if each.is_file()] or ([] if named else project_texts()), ROOT))
    for folder in folders:
        wrong += broken_links(sorted([*folder.rglob("*.html"), *folder.rglob("*.md")]), folder)
    for line in wrong:
        print(line)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
