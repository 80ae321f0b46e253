"""What a module reaches, read off the text: all that Python's own parser finds, and what Python imports."""

from __future__ import annotations

import ast
import os
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tftypes.inference.digest import engine_digest
from tftypes.inference.modules import Sources
from tftypes.inference.program import Program
from tftypes.inference.reach import Reach, imports_in

names = st.sampled_from(["a", "b.c", "asx", "import_", "from_.d", "_e", "ö"])
gaps = st.sampled_from([" ", "  ", " \\\n ", "\t"])
ends = st.sampled_from(["\n", "; x = 1\n", "  # import q\n", "  # (q\n", "\r\n"])


@st.composite
def statements(draw: st.DrawFn) -> str:
    gap, end = draw(gaps), draw(ends)
    listed = draw(st.lists(st.tuples(names, st.booleans()), min_size=1, max_size=3))
    if draw(st.booleans()):
        return f"import{gap}" + ", ".join(f"{n} as z" if a else n for n, a in listed) + end
    base = draw(st.sampled_from(["", ".", "..", ". "])) + draw(names)
    parts = [f"{n.rpartition('.')[2]}{' as z' if a else ''}" for n, a in listed]
    shape = draw(st.sampled_from(["plain", "brackets", "comments", "star"]))
    if shape == "star":
        return f"from {base} import *{end}"
    if shape == "plain":
        return f"from{gap}{base}{gap}import{gap}{', '.join(parts)}{end}"
    break_ = ",  # ) import\n    " if shape == "comments" else ",\n    "
    return f"from {base} import (\n    {break_.join(parts)},\n){end}"


@st.composite
def programs(draw: st.DrawFn) -> str:
    before = st.sampled_from(["", "x = 'import y'\n", '"""\nimport z\n"""\n', "def f(): pass\n"])
    around = st.sampled_from(["{}", "if x: {}", "try: {}except E: pass\n", "def g():\n    {}"])
    parts = [
        draw(before) + draw(around).format(draw(statements()))
        for _ in range(draw(st.integers(1, 4)))
    ]
    return "".join(parts)


@given(programs())
def test_every_import_is_found(text: str) -> None:
    try:
        tree = ast.parse(text)
    except SyntaxError:
        return
    assert parsed(tree) <= set(imports_in(text))


def parsed(tree: ast.Module) -> set[tuple[str, str, int]]:
    """The imports as Python's own parser finds them."""
    found: set[tuple[str, str, int]] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {(each.name, "", 0) for each in node.names}
        elif isinstance(node, ast.ImportFrom):
            listed = ["" if each.name == "*" else each.name for each in node.names]
            found |= {(node.module or "", name, node.level) for name in listed}
    return found


@given(st.text())
def test_any_text_may_be_a_source(text: str) -> None:
    list(imports_in(text))


def test_the_standard_library() -> None:
    for path in sorted(Path(ast.__file__).parent.glob("*.py")):
        text = path.read_text(encoding="utf-8", errors="replace")
        assert parsed(ast.parse(text)) <= set(imports_in(text)), path


PROGRAM = {
    "main.py": "import tensorflow as tf\nfrom pkg import net\n",
    "pkg/__init__.py": "",
    "pkg/net.py": "from . import layers\nfrom .deep.down import thing\n",
    "pkg/layers.py": "import pkg.net\n",
    "pkg/deep/__init__.py": "from other import x\n",
    "pkg/deep/down.py": "thing = 1\n",
    "other.py": "x = 1\n",
    "alone.py": "import json\n",
}


def write(files: Mapping[str, str], folder: Path) -> None:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)


def reach(folder: Path) -> Reach:
    return Reach(Sources((), roots=[str(folder)]))


@pytest.mark.parametrize(
    ("start", "reached"),
    [
        ("main.py", set(PROGRAM) - {"alone.py"}),
        ("pkg/layers.py", set(PROGRAM) - {"alone.py", "main.py"}),
        ("pkg/deep/down.py", {"pkg/deep/down.py"}),
        ("alone.py", {"alone.py"}),
    ],
)
def test_what_is_imported_at_any_remove_with_its_packages(
    start: str, reached: set[str], tmp_path: Path
) -> None:
    write(PROGRAM, tmp_path)
    found = reach(tmp_path).reached(str(tmp_path / start))
    assert {str(Path(each).relative_to(tmp_path)) for each in found} == reached


def test_the_digest_changes_with_what_is_reached_and_with_nothing_else(tmp_path: Path) -> None:
    write(PROGRAM, tmp_path)
    main = str(tmp_path / "main.py")
    before = reach(tmp_path).digest(main)
    write({"alone.py": "import sys\n"}, tmp_path)
    assert reach(tmp_path).digest(main) == before
    write({"other.py": "x = 2\n"}, tmp_path)
    assert reach(tmp_path).digest(main) != before


def test_the_digest_is_the_same_wherever_a_program_lies(tmp_path: Path) -> None:
    digests = set()
    for name in ("one", "two"):
        write(PROGRAM, tmp_path / name)
        digests.add(Program([str(tmp_path / name)]).digest(str(tmp_path / name / "main.py")))
    assert len(digests) == 1 and len(engine_digest()) == 64


@pytest.mark.parametrize(("file", "has"), [("main.py", True), ("pkg/net.py", False)])
def test_who_reaches_tensorflow_has_tensors(file: str, has: bool, tmp_path: Path) -> None:
    write(PROGRAM, tmp_path)
    assert Program().has_tensors(str(tmp_path / file)) is has


def test_a_folder_of_the_name_of_a_library_is_not_the_library(tmp_path: Path) -> None:
    write({"main.py": "import keras\n", "keras/notes.txt": ""}, tmp_path)
    assert Program([str(tmp_path)]).has_tensors(str(tmp_path / "main.py"))


def test_a_module_is_looked_for_in_no_folder_without_its_first_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = tmp_path / "c" / "package" / "module.py"
    module.parent.mkdir(parents=True)
    module.touch()
    roots = [str(tmp_path / name) for name in "abc"]
    for root in roots[:2]:
        Path(root).mkdir()
    listed: list[str] = []
    list_folder = os.listdir
    monkeypatch.setattr(os, "listdir", lambda path: listed.append(path) or list_folder(path))
    sources = Sources((), roots=roots)
    assert sources.locate("package.module") == str(module)
    assert sources.locate("logging.handlers") is None
    assert listed == [*roots, str(module.parent)]
