"""`tftypes imports`: what the user asks for and gets."""

from __future__ import annotations

import json

import pytest

from tests.cli.conftest import Project
from tftypes.cli.imports import FORMS, KINDS

FILES = {
    "net/__init__.py": "",
    "net/a.py": "from net import b\n",
    "net/b.py": "from net import a\n",
}


def test_without_anything_it_sums_up(project: Project) -> None:
    project.write(FILES)

    result = project.run("imports")

    assert (result.code, result.err) == (0, "")
    assert result.out.startswith("3 modules; imports between them: 2 eager\n")
    assert "cut net/b.py:1: from net import a  (net.b -> net.a -> net.b)" in result.out


@pytest.mark.parametrize(
    ("name", "start"),
    [
        ("graph.svg", "<?xml"),
        ("graph.html", "<!DOCTYPE html>"),
        ("graph.DOT", "digraph"),
        ("graph.mmd", "%%{init"),
        ("graph.json", "{"),
    ],
)
def test_the_suffix_tells_the_form(project: Project, name: str, start: str) -> None:
    project.write(FILES)

    result = project.run("imports", "net", "-o", name)

    assert (result.code, result.out, result.err) == (0, "", "")
    assert project.read(name).startswith(start)


def test_kinds_depth_and_cycles(project: Project) -> None:
    project.write({**FILES, "net/c.py": "def f():\n    import net.a\n"})

    def imports(*options: str) -> list[tuple[str, str]]:
        data = json.loads(project.run("imports", "--format", "json", *options).out)
        return [(each["from"], each["to"]) for each in data["imports"]]

    assert imports() == [("net.a", "net.b"), ("net.b", "net.a"), ("net.c", "net.a")]
    assert imports("--kind", "deferred") == [("net.c", "net.a")]
    assert imports("--cycles") == [("net.a", "net.b"), ("net.b", "net.a")]
    assert imports("--depth", "1") == []


def test_layers_of_the_project_are_drawn(project: Project) -> None:
    layers = '[tool.tftypes.lint.import-layers]\nlayers = ["net.a", "net.b"]\n'
    project.write({**FILES, "pyproject.toml": layers})

    data = json.loads(project.run("imports", "--format", "json").out)

    assert data["layers"] == ["net.a", "net.b"]
    assert [each["from"] for each in data["imports"] if each["breach"]] == ["net.b"]


def test_files_that_cannot_be_read_are_left_out_and_named(project: Project) -> None:
    project.write({**FILES, "net/broken.py": "def f(:\n"})

    result = project.run("imports")

    assert result.code == 0
    assert result.err.startswith("warning: left out: net/broken.py:1:7: not valid Python 3.")
    assert result.out.startswith("3 modules")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["-o", "graph.pdf"], "graph.pdf: the suffix sets the format: expected one of .txt, .svg"),
        (["-o", "no/where.svg"], "no/where.svg: cannot be written: No such file or directory"),
        (["nowhere"], "nowhere: no such file or folder"),
        (["--format", "pdf"], "'pdf' is not one of 'text', 'svg', 'html'"),
        (["--depth", "0"], "0 is not in the range x>=1"),
    ],
)
def test_what_cannot_be_done_is_one_line(
    project: Project, arguments: list[str], message: str
) -> None:
    project.write(FILES)

    result = project.run("imports", *arguments)

    assert result.code == 2
    assert message in result.err
    assert result.err.count("\n") == 1


def test_layers_that_cannot_be_are_one_line(project: Project) -> None:
    project.write({**FILES, "pyproject.toml": "[tool.tftypes.lint.import-layers]\nlayers = [3]\n"})

    assert project.run("imports").err == (
        "tftypes: pyproject.toml:1: [tool.tftypes.lint.import-layers] "
        "layers: expected names of modules, got 3\n"
    )


def test_the_names_that_help_shows_are_those_of_the_library() -> None:
    from typing import get_args

    from tftypes_lint.imports.draw import FORMS as DRAWN
    from tftypes_lint.imports.graph import Kind

    assert tuple(DRAWN) == FORMS
    assert sorted(get_args(Kind)) == sorted(KINDS)
