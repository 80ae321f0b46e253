"""Fixes of cycles: what becomes of a file, and that the program still runs."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from textwrap import dedent

import pytest

from tests.lint.imports.truth import Package, import_from
from tftypes_lint import Settings, discover, lint
from tftypes_lint.fixes import find_fixes

SETTINGS = Settings(select=("import-cycle",))


def written(files: Mapping[str, str], folder: Path) -> None:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(dedent(text).lstrip("\n"))


def fixed(files: Mapping[str, str], folder: Path, *, unsafe: bool = False) -> dict[str, str]:
    """The files that fixing changes, as they are then."""
    written(files, folder)
    fixes = find_fixes(discover([folder]), SETTINGS, unsafe=unsafe)
    for file in fixes.files:
        file.write()
    assert find_fixes(discover([folder]), SETTINGS, unsafe=unsafe).files == ()
    return {file.path.relative_to(folder).as_posix(): file.path.read_text() for file in fixes.files}


def severities(folder: Path) -> list[str]:
    return [finding.severity for finding in lint(discover([folder]), SETTINGS)]


NODE = """
    from net import graph

    class Node:
        def run(self):
            graph.walk(self)
    """


def test_imports_for_annotations_go_under_type_checking_and_that_is_safe(tmp_path: Path) -> None:
    files = {
        "net/__init__.py": "",
        "net/node.py": NODE,
        "net/graph.py": '''
            """Graphs."""

            import json
            from net.node import Node  # the nodes

            SIZE = 3


            def walk(start: Node, end: "Node | None" = None) -> list[Node]:
                return json.loads("[]")
            ''',
    }

    assert fixed(files, tmp_path) == {
        "net/graph.py": dedent(
            '''
            """Graphs."""
            from __future__ import annotations

            import json
            from typing import TYPE_CHECKING

            # the nodes

            if TYPE_CHECKING:
                from net.node import Node

            SIZE = 3


            def walk(start: Node, end: "Node | None" = None) -> list[Node]:
                return json.loads("[]")
            '''
        ).lstrip()
    }
    assert severities(tmp_path) == []


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (
            {"net/use.py": "from net import graph\ngraph.Node()"},
            "another module takes it from here",
        ),
        ({"net/graph.py": "__all__ = ['walk']\n@app.get\ndef g(x: Node): ..."}, "it is looked up"),
        ({"net/graph.py": "class M(BaseModel):\n    x: Node"}, "a field is looked up"),
    ],
)
def test_what_could_be_noticed_is_not_safe(
    change: dict[str, str], why: str, tmp_path: Path
) -> None:
    files = {"net/__init__.py": "", "net/node.py": dedent(NODE), "net/use.py": ""}
    start = "from net.node import Node\ndef walk(start: Node) -> None: ...\n"
    files["net/graph.py"] = start + change.pop("net/graph.py", "")

    assert fixed({**files, **change}, tmp_path) == {}, why
    assert severities(tmp_path)


def test_an_existing_block_is_used_and_other_names_stay(tmp_path: Path) -> None:
    files = {
        "net/__init__.py": "",
        "net/other.py": "class Other: ...\n",
        "net/node.py": "from net import graph\nwalks = graph\nclass Node: ...\n",
        "net/graph.py": """
            from __future__ import annotations
            from typing import TYPE_CHECKING
            from net import other, node
            from net.node import Node
            if TYPE_CHECKING:
                from json import JSONDecoder
            def walk(start: Node, decoder: JSONDecoder) -> None:
                node.Node(), other.Other()
            """,
    }

    assert fixed(files, tmp_path, unsafe=True) == {
        "net/graph.py": dedent(
            """
            from __future__ import annotations
            from typing import TYPE_CHECKING
            from net import other
            if TYPE_CHECKING:
                from json import JSONDecoder
                from net.node import Node
            def walk(start: Node, decoder: JSONDecoder) -> None:
                from net import node
                node.Node(), other.Other()
            """
        ).lstrip()
    }
    assert severities(tmp_path) == []


def test_what_functions_use_is_imported_there(tmp_path: Path) -> None:
    files = {
        "r/__init__.py": "",
        "r/a.py": '''
            from r.b import run, size as width
            def f():
                """What f does."""
                return run()
            class C:
                def g(self): return width
                async def h(self):
                    return [run for _ in ()]
            ''',
        "r/b.py": """
            from r import a
            class D(a.C): ...
            size = 3
            def run():
                return D
            """,
    }
    written(files, tmp_path)
    before = {"r": "", "r.a": dedent(files["r/a.py"]), "r.b": dedent(files["r/b.py"])}
    assert "'C'" in (import_from(Package(before), "r.a").error or "")

    changed = fixed(files, tmp_path, unsafe=True)

    assert changed == {
        "r/a.py": dedent(
            '''
            def f():
                """What f does."""
                from r.b import run
                return run()
            class C:
                def g(self): from r.b import size as width; return width
                async def h(self):
                    from r.b import run
                    return [run for _ in ()]
            '''
        ).lstrip()
    }
    after = {**before, "r.a": changed["r/a.py"]}
    assert import_from(Package(after), "r.a").error is None
    assert import_from(Package(after), "r.b").error is None


def test_a_name_that_is_used_at_once_has_no_fix_but_advice(tmp_path: Path) -> None:
    files = {
        "a.py": "import b\nclass A(b.B): ...\n",
        "b.py": "import a\nclass B: ...\nx = a.A\n",
    }

    assert fixed(files, tmp_path, unsafe=True) == {}
    for finding in lint(discover([tmp_path]), SETTINGS):
        assert finding.severity == "error"
        assert "move what both modules need into a module of its own" in (finding.hint or "")
