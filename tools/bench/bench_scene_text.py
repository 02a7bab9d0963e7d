"""Reading and writing of scenes as text, beside JSON of the same tree, and beside godot_parser on real files.

The real files lie beside the repository; godot_parser is no dependency: install it to have its row.
"""

from __future__ import annotations

import json
import sys
import tracemalloc
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from bench import scene_shapes
from bench.measure import Row, Scale, figure, pair, ratio, timed
from scenes.text import dumps, loads

ISSUE = "03"
CORPUS = Path(__file__).resolve().parents[3] / "shared" / "corpus"
FILE_REPEATS = 3
"""How often the slow parser reads a file; ours reads it as often."""


def rows(scale: Scale) -> list[Row]:
    nodes = scene_shapes.scene_shape()
    text, json_text, plain = scene_shapes.as_text(nodes), scene_shapes.as_json(nodes), scene_shapes.as_plain(nodes)
    document = loads(text)
    assert dumps(document) == text
    name = f"a scene of {len(nodes):,} nodes as text"
    return [
        ratio(ISSUE, f"parse {name}", 10.0, lambda: loads(text), lambda: json.loads(json_text), scale),
        ratio(ISSUE, f"dump {name}", 12.0, lambda: dumps(document), lambda: json.dumps(plain), scale),
        figure(ISSUE, "peak memory of parsing it, beside its size", 12.0, "x", peak_memory(text.encode())),
        *corpus_rows(),
    ]


def peak_memory(source: bytes) -> float:
    """The most memory that is held while a source is parsed, its document included, in sizes of the source."""
    loads(source)  # what is made once and kept is there now
    tracemalloc.start()
    try:
        document = loads(source)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert document.sections
    return peak / len(source)


def corpus_rows() -> list[Row]:
    """The row of the files that godot_parser reads, too, if it and they are there."""
    if find_spec("godot_parser") is None:
        print("skipped beside godot_parser: it is not installed (pip install godot_parser)", file=sys.stderr)
        return []
    if not CORPUS.is_dir():
        print(f"skipped beside godot_parser: {CORPUS} is not there", file=sys.stderr)
        return []
    parse = import_module("godot_parser").GDFile.parse
    texts = [path.read_text("utf-8") for path in sorted(CORPUS.rglob("*.t[rs][ec][sn]"))]
    read = [text for text in texts if _reads(parse, text)]
    ours, theirs = [], []
    for _ in range(FILE_REPEATS):
        theirs.append(timed(lambda: [parse(text) for text in read]))
        ours.append(timed(lambda: [loads(text) for text in read]))
    return [pair(ISSUE, f"parse the {len(read)} real files of {len(texts)} that godot_parser reads", 0.1, ours, theirs)]


def _reads(parse: Callable[[str], Any], text: str) -> bool:
    try:
        parse(text)
    except Exception:  # noqa: BLE001 - of whatever kind: it counts as a file that it does not read
        return False
    return True
