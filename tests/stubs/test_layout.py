"""How the stubs are laid out: by hand where it matters, each definition once, no hole for mistakes to pass through."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.stubs.conftest import ROOT, STUBS

OVERLAY = sorted((ROOT / "stubs" / "overlay").glob("*/*.pyi"))
GENERATOR = sorted((ROOT / "stubs" / "generator").glob("*.py"))
ALLOWED = (ROOT / "stubs" / "allowlists" / "stubtest.txt").read_text().split("\n\n")


def top_level(path: Path) -> list[str]:
    """The functions and classes that a stub defines; overloads once."""
    body = ast.parse(path.read_text()).body
    return list(
        dict.fromkeys(n.name for n in body if isinstance(n, (ast.FunctionDef, ast.ClassDef)))
    )


def test_no_module_accepts_every_name() -> None:
    assert [path for path in STUBS.rglob("*.pyi") if "__getattr__" in top_level(path)] == []


def test_no_module_defines_what_it_imports() -> None:
    twice = {}
    for path in STUBS.rglob("*.pyi"):
        nodes = ast.walk(ast.parse(path.read_text()))
        imported = {
            a.asname for n in nodes if isinstance(n, ast.ImportFrom) for a in n.names if a.asname
        }
        twice[path] = imported & set(top_level(path))
    assert {path: names for path, names in twice.items() if names} == {}


@pytest.mark.parametrize(
    "path", [*OVERLAY, *GENERATOR], ids=lambda path: f"{path.parent.name}/{path.name}"
)
def test_what_is_written_by_hand_can_be_read(path: Path) -> None:
    assert len(path.read_text().splitlines()) < 400
    assert ast.get_docstring(ast.parse(path.read_text())), "it says what it is about"


@pytest.mark.parametrize("path", OVERLAY, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_the_overlay_is_all_in_the_stubs(path: Path) -> None:
    module = STUBS / "/".join(path.parent.name.split(".")[1:])
    stub = module / "__init__.pyi" if module.is_dir() else module.with_suffix(".pyi")
    assert set(top_level(path)) <= set(top_level(stub))


@pytest.mark.parametrize("entries", ALLOWED[1:], ids=lambda text: text.splitlines()[0])
def test_everything_allowed_has_its_reason(entries: str) -> None:
    reason, *names = entries.strip().splitlines()
    assert reason.startswith("# ")
    assert reason.endswith(".")
    assert names
    assert not any(name.startswith("#") for name in names)
