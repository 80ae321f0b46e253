"""The wheel with compiled modules says what the sources say."""

from __future__ import annotations

import ast
import os
import subprocess
import sys

import pytest

from .wheels import ROOT, compiled

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]
MODULES: list[str] = PROJECT["targets"]["wheel"]["hooks"]["custom"]["modules"]
#: What is run once more: annotated and not, several files, after edits.
NAMES = "plugin", "bodies", "remembered", "incremental", "reach", "contexts", "patterns"
SUITE = [f"tests/plugin/test_{name}.py" for name in NAMES]


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """One in which what is in the wheel stands before the sources."""
    # The C compiler's own optimizations take time, and are none of ours.
    folder = compiled(tmp_path_factory.mktemp("compiled"), MYPYC_OPT_LEVEL="0")
    return {**os.environ, "PYTHONPATH": str(folder)}


def test_what_is_listed_is_compiled(environment: dict[str, str]) -> None:
    names = [path.removesuffix(".py").replace("/", ".") for path in MODULES]
    code = (
        "import importlib, sys\n"
        "for name in sys.argv[1:]: print(importlib.import_module(name).__file__)"
    )
    run = subprocess.run(
        [sys.executable, "-c", code, *names],
        cwd=ROOT, env=environment, capture_output=True, text=True, check=True,
    )  # fmt: skip
    files = run.stdout.split()
    assert len(files) == len(MODULES) > 50
    assert [file for file in files if not file.endswith((".so", ".pyd"))] == []


@pytest.mark.parametrize("path", MODULES)
def test_classes_that_mypyc_cannot_make_native_are_not(path: str) -> None:
    """It does not say so itself: a subclass of a class of mypy's crashes, and a cached property is found each time."""
    tree = ast.parse((ROOT / "mypy_plugin" / path).read_text())
    of_mypy = {
        alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "mypy"
        for alias in node.names
    }
    for node in ast.walk(tree):
        if not isinstance(node, ast.ClassDef):
            continue
        text = ast.unparse(node)
        bases = [ast.unparse(base).split(".")[0] for base in node.bases]
        if "@lazy" in text or not of_mypy.isdisjoint(bases):
            assert "@mypyc_attr(native_class=False)" in text, node.name
        assert "@cached_property" not in text, node.name


def test_it_says_what_the_sources_say(environment: dict[str, str]) -> None:
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-n0", "-p", "no:cacheprovider", *SUITE],
        cwd=ROOT, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert run.returncode == 0, run.stdout
