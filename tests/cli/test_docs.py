"""Configurations and commands in README and docs, held against the command itself."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from mypy.options import Options

from tftypes.cli.check import settings_of
from tftypes.cli.config import load, read_toml
from tftypes.cli.options import OPTIONS, example, schema

from .conftest import Project

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
BLOCK = re.compile(r"^```(?P<language>\w+)\n(?P<text>.*?)^```", re.M | re.S)


def blocks(*languages: str) -> list[object]:
    """The blocks of the pages in these languages, each named by page and line."""
    found = []
    for page in PAGES:
        text = page.read_text("utf-8")
        for match in BLOCK.finditer(text):
            if match["language"] in languages:
                line = text.count("\n", 0, match.start()) + 1
                found.append(pytest.param(match["text"], id=f"{page.name}:{line}"))
    return found


def commands() -> list[object]:
    """The commands in the blocks, and the steps of workflows, each with its place."""
    return [
        pytest.param(line.removeprefix(start), id=f"{block.id}-{number}")  # type: ignore[attr-defined]
        for block in blocks("console", "text", "yaml")
        for number, line in enumerate(block.values[0].splitlines())  # type: ignore[attr-defined]
        for start in ("$ ", "- run: ")
        if line.startswith(start)
    ]


@pytest.mark.parametrize("text", blocks("toml"))
def test_a_configuration_loads(project: Project, text: str) -> None:
    project.write({"pyproject.toml": text, "a.py": ""})
    config = load([], project.root / "pyproject.toml")

    settings_of(config)
    mypy = read_toml(project.root / "pyproject.toml").get("tool", {}).get("mypy", {})
    settings = [mypy, *mypy.get("overrides", [])]
    unlike = {"plugins", "overrides", "module"}
    named = {key for table in settings for key in table} - unlike
    assert [key for key in named if not hasattr(Options(), key)] == []
    if "tool.tftypes" in text and "baseline" not in text:
        assert project.run("lint", "a.py").code == 0


@pytest.mark.parametrize("line", commands())
def test_a_command_is_one(project: Project, line: str) -> None:
    """It runs, with what it names in place, or the project offers what it asks for."""
    words = shlex.split(line, comments=True)
    if words[0] == "tftypes":
        project.write({f"{name}/__init__.py": "" for name in ("src", "net", "tests")})
        project.write({name: "" for name in words if name.endswith(".py")})
        assert project.run(*words[1:]).code in (0, 1)
    elif words[1:3] == ["-m", "libcst.tool"]:
        project.write({"src/a.py": "import tensorflow as tf\nx = tf.zeros([2])\nd = {x: 1}\n"})
        done = subprocess.run([sys.executable, *words[1:]], capture_output=True, text=True)
        assert (done.returncode, "x.ref()" in project.read("src/a.py")) == (0, True)
    elif words[0] == "pip" and "[" in words[-1]:
        offered = read_toml(ROOT / "pyproject.toml")["project"]["optional-dependencies"]
        assert {*re.findall(r"\w+", words[-1].partition("[")[2])} <= {*offered}
    elif words[0] == "make":
        assert re.search(rf"^{words[1]}:", (ROOT / "Makefile").read_text(), re.M)
    else:
        assert words[0] in (
            "pip",
            "python",
            "dmypy",
            "mypy",
            "pyright",
            "ty",
            "pyrefly",
            "basedpyright",
        )


@pytest.mark.parametrize("text", blocks("yaml"))
def test_a_hook_is_offered(text: str) -> None:
    offered = (ROOT / ".pre-commit-hooks.yaml").read_text("utf-8")

    assert [
        hook for hook in re.findall(r"id: (\S+)", text) if f"- id: {hook}\n" not in offered
    ] == []


def test_the_options_are_documented_from_their_table() -> None:
    assert example().rstrip() in (ROOT / "docs" / "command.md").read_text("utf-8")


def test_the_schema_is_that_of_the_table() -> None:
    written = json.loads((ROOT / "docs" / "tftypes.schema.json").read_text("utf-8"))

    assert written == schema()


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.name)
def test_an_option_is_refused_by_the_table_and_the_schema_alike(
    project: Project, option: object
) -> None:
    name, table = option.name, option.table  # type: ignore[attr-defined]
    project.write({"pyproject.toml": f"[{table}]\n{name} = {{ wrong = 1 }}\n", "a.py": ""})

    result = project.run("lint")

    assert result.code == 2 and f"{name}: expected" in result.err
    assert option.kind.schema.get("type") != "object"  # type: ignore[attr-defined]
