"""Links that lead nowhere are found, in HTML and in Markdown; those that lead somewhere are not."""

from pathlib import Path

import pytest

from check_links import broken_links, main, markdown_page, project_texts


def found(folder: Path) -> list[str]:
    return list(broken_links(sorted(each for each in folder.rglob("*") if each.is_file()), folder))


def test_a_link_to_a_file_that_is_not_there_is_found(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text('<a href="b.html">b</a>')

    assert found(tmp_path) == ["a.html: link 'b.html' - there is no b.html"]


def test_a_link_to_an_anchor_that_is_not_there_is_found(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text(
        '<h1 id="here">x</h1><a href="#here">x</a><a href="#there">x</a><a href="b.html#x">'
    )
    (tmp_path / "b.html").write_text('<a name="y">y</a>')

    assert found(tmp_path) == [
        "a.html: link '#there' - a.html has no anchor 'there'",
        "a.html: link 'b.html#x' - b.html has no anchor 'x'",
    ]


@pytest.mark.parametrize("link", ["../b/b.html#x%20y", "#", "", "../b", "https://example.org/nowhere", "mailto:x"])
def test_a_link_that_leads_somewhere_or_to_another_host_is_not(tmp_path: Path, link: str) -> None:
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
    (tmp_path / "b" / "b.html").write_text('<p id="x y"></p>')
    (tmp_path / "a" / "a.html").write_text(f'<a href="{link}">x</a>')

    assert found(tmp_path) == []


@pytest.mark.parametrize("link", ["/etc/hostname", "../outside.md"])
def test_a_link_out_of_the_project_is_found(tmp_path: Path, link: str) -> None:
    (tmp_path / "outside.md").write_text("")
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "a.md").write_text(f"[x]({link})")

    assert found(folder) == [
        f"a.md: link {link!r} - it leaves the project - link to what is inside, by a relative path"
    ]


def test_a_picture_and_a_script_are_links_too(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("![x](x.png)")
    (tmp_path / "b.html").write_text('<script src="y.js"></script>')

    assert found(tmp_path) == ["a.md: link 'x.png' - there is no x.png", "b.html: link 'y.js' - there is no y.js"]


def test_headings_of_markdown_are_anchors_as_hosts_of_repositories_make_them() -> None:
    page = markdown_page("# What `a_b` costs, twice!\n\n## Same\n\n## Same\n\n```\n# not one\n```\n")

    assert page.anchors == {"", "top", "what-a_b-costs-twice", "same", "same-1"}


def test_code_in_markdown_has_no_links(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("`[x](y.md)`\n\n```\n[x](y.md)\n```\n")

    assert found(tmp_path) == []


def test_texts_of_environments_and_of_what_is_built_are_not_the_projects(tmp_path: Path) -> None:
    for folder in (".venv", "build", "engine"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "x.md").write_text("")
    (tmp_path / "README.md").write_text("")

    assert project_texts(tmp_path) == [tmp_path / "README.md", tmp_path / "engine" / "x.md"]


def test_the_command_prints_what_is_broken_and_fails(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.md").write_text("[x](y.md)")

    assert main([str(tmp_path)]) == 1
    assert capsys.readouterr().out == "a.md: link 'y.md' - there is no y.md\n"

    (tmp_path / "y.md").write_text("")

    assert main([str(tmp_path)]) == 0
    assert capsys.readouterr().out == ""
