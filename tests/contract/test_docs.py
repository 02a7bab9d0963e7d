"""What is public is documented, what is documented runs, and files stay short enough to read."""

import ast
import doctest
import importlib
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("engine", "nodes", "servers", "scenes")
SOURCES = sorted(file for package in PACKAGES for file in (ROOT / package).rglob("*.py"))
OURS = sorted(
    [*SOURCES, *(file for folder in ("tools", "tests", "examples") for file in (ROOT / folder).rglob("*.py"))]
)

LONGEST_FILE = 500
LONGEST_TEST_FILE = 600  # a list, read entry by entry
# Files that are longer, each with its reason.
LONG_FILES: dict[str, str] = {}

DOCUMENTED = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def short_name(file: Path) -> str:
    return file.relative_to(ROOT).as_posix()


def public_definitions(body: list[ast.stmt], prefix: str = "") -> Iterator[tuple[str, DOCUMENTED]]:
    """Public classes and functions, methods included; not what stands inside a function."""
    for statement in body:
        if isinstance(statement, ast.If | ast.With | ast.Try):
            yield from public_definitions(statement.body, prefix)
        if not isinstance(statement, DOCUMENTED) or statement.name.startswith("_"):
            continue
        if not is_documented_elsewhere(statement):
            yield f"{prefix}{statement.name}", statement
        if isinstance(statement, ast.ClassDef):
            yield from public_definitions(statement.body, f"{prefix}{statement.name}.")


def is_documented_elsewhere(definition: DOCUMENTED) -> bool:
    """An overload's text stands at the implementation, a setter's at the getter, an override's in the base class."""
    decorators = {ast.unparse(decorator).rpartition(".")[2] for decorator in definition.decorator_list}
    return bool(decorators & {"overload", "setter", "deleter", "override"})


@pytest.mark.parametrize("file", SOURCES, ids=short_name)
def test_everything_public_has_a_docstring_that_says_more_than_its_name(file: Path) -> None:
    silent = []
    for name, definition in public_definitions(ast.parse(file.read_text(encoding="utf-8")).body):
        docstring = ast.get_docstring(definition) or ""
        said = {"".join(filter(str.isalnum, word)).lower() for word in docstring.split()} - {"the", "a", "an", "of", ""}
        if said <= set(definition.name.lower().split("_")):
            silent.append(f"{short_name(file)}:{definition.lineno}: {name} says {docstring!r}")

    assert silent == []


def public_functions(file: Path) -> Iterator[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef, str]]:
    """Where each stands, it itself, and its docstring, for those that have one."""
    for name, definition in public_definitions(ast.parse(file.read_text(encoding="utf-8")).body):
        docstring = ast.get_docstring(definition)
        if docstring and not isinstance(definition, ast.ClassDef):
            yield f"{short_name(file)}:{definition.lineno}: {name}", definition, docstring


def raised_in(statements: list[ast.stmt]) -> Iterator[str]:
    """The names of the errors that statements raise themselves, functions inside them left out."""
    todo: list[ast.AST] = list(statements)
    while todo:
        node = todo.pop()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.ClassDef):
            continue
        if isinstance(node, ast.Raise) and node.exc is not None:
            yield ast.unparse(node.exc.func if isinstance(node.exc, ast.Call) else node.exc)
        todo.extend(ast.iter_child_nodes(node))


def is_said_by_annotations(error: str) -> bool:
    """Whether an error tells of a value of the wrong type, or of an attribute that is not there."""
    return error.endswith("TypeError") or error in ("AttributeError", "NotImplementedError")


@pytest.mark.parametrize("file", SOURCES, ids=short_name)
def test_an_error_that_a_public_function_raises_itself_is_in_its_docstring(file: Path) -> None:
    silent = [
        f"{where} raises {error}"
        for where, function, docstring in public_functions(file)
        for error in sorted(set(raised_in(function.body)))
        if error.endswith("Error") and not is_said_by_annotations(error) and error not in docstring
    ]

    assert silent == []


@pytest.mark.parametrize("file", SOURCES, ids=short_name)
def test_the_arguments_in_a_docstring_are_those_of_the_function(file: Path) -> None:
    wrong = []
    for where, function, docstring in public_functions(file):
        section = re.search(r"^Args:\n((?: +.*\n?|\n)+)", docstring, re.MULTILINE)
        if section is None:
            continue
        arguments = function.args
        every = (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg)
        names = {each.arg for each in every if each is not None} - {"self", "cls"}
        said = {
            name
            for line in re.findall(r"^    ([*\w, ]+):", section[1], re.MULTILINE)
            for name in re.findall(r"\w+", line)
        }
        if said != names:
            wrong.append(f"{where}: of {sorted(names)} it tells {sorted(said)}")

    assert wrong == []


@pytest.mark.parametrize(
    "file", [file for file in SOURCES if ">>> " in file.read_text(encoding="utf-8")], ids=short_name
)
def test_the_examples_in_docstrings_run(file: Path) -> None:
    parts = file.relative_to(ROOT).with_suffix("").parts
    module = importlib.import_module(".".join(parts[:-1] if parts[-1] == "__init__" else parts))

    result = doctest.testmod(module)

    assert result.attempted > 0
    assert result.failed == 0


def is_long(file: Path) -> bool:
    limit = LONGEST_TEST_FILE if short_name(file).startswith("tests/") else LONGEST_FILE
    return len(file.read_text(encoding="utf-8").splitlines()) > limit


def test_no_file_is_longer_than_500_lines_without_a_reason() -> None:
    assert {short_name(file) for file in OURS if is_long(file)} == set(LONG_FILES)


def test_every_package_says_that_it_is_typed() -> None:
    assert [package for package in PACKAGES if not (ROOT / package / "py.typed").is_file()] == []


def test_values_in_texts_are_shown_by_one_function() -> None:
    """`shortened` bounds them, and shows ints of any length; a format that cuts a repr fails on those."""
    cut = re.compile(r"![rs]:\.\d")

    assert [short_name(file) for file in SOURCES if cut.search(file.read_text(encoding="utf-8"))] == []


@pytest.mark.parametrize(
    "package", [file for file in SOURCES if "\nWhere what is:\n" in file.read_text(encoding="utf-8")], ids=short_name
)
def test_a_package_that_says_where_what_is_names_all_its_files(package: Path) -> None:
    said = set(re.findall(r"\w+", ast.get_docstring(ast.parse(package.read_text(encoding="utf-8"))) or ""))
    there = {file.stem for file in package.parent.glob("*.py")} | {
        folder.parent.name for folder in package.parent.glob("*/__init__.py")
    }

    assert there - {"__init__"} - said == set()
