"""What files are called, and what their imports mean."""

from __future__ import annotations

from collections.abc import Mapping
from textwrap import dedent

import pytest

from tftypes_lint.imports.collect import collect
from tftypes_lint.imports.graph import build
from tftypes_lint.imports.project import Project
from tftypes_lint.source import Source


def project(files: Mapping[str, str]) -> Project:
    return Project(
        {path: collect(Source(path, dedent(text).encode())) for path, text in files.items()}
    )


def edges(files: Mapping[str, str]) -> set[tuple[str, str, str]]:
    """Importer, target and kind of each edge."""
    return {
        (edge.importer.name, edge.target, edge.kind)
        for edge in build(project(files))
        if edge.kind != "implicit"
    }


@pytest.mark.parametrize(
    ("paths", "names"),
    [
        (["net/__init__.py", "net/layers.py"], ["net", "net.layers"]),
        (["src/net/__init__.py", "src/net/a/b.py"], ["net", "net.a.b"]),
        (["src/net/a.py"], ["net.a"]),
        (["/home/x/net/__init__.py", "/home/x/net/a.py"], ["net", "net.a"]),
        (["/home/x/one.py", "/home/x/sub/two.py"], ["one", "sub.two"]),
        (["train.py", "tools/run.py"], ["train", "tools.run"]),
        (["./net/__init__.pyi", "./net/a.pyi"], ["net", "net.a"]),
        (["net/__init__.py", "net/gap/deep/__init__.py"], ["net", "net.gap.deep"]),
    ],
)
def test_the_name_of_a_file(paths: list[str], names: list[str]) -> None:
    assert sorted(project(dict.fromkeys(paths, "")).modules) == sorted(names)


NET = {"net/__init__.py": "", "net/a.py": "", "net/sub/__init__.py": "", "net/sub/b.py": ""}


@pytest.mark.parametrize(
    ("statement", "target"),
    [
        ("import net.a", "net.a"),
        ("import net.a as x", "net.a"),
        ("from net import a", "net.a"),
        ("from net.a import anything", "net.a"),
        ("from .. import a", "net.a"),
        ("from ..a import anything", "net.a"),
        ("from . import b", "net.sub.b"),
        ("from .b import anything", "net.sub.b"),
        ("import net.a.beyond", "net.a"),
        ("import importlib; importlib.import_module('net.a')", "net.a"),
        ("from importlib import import_module; import_module('..a', __package__)", "net.a"),
        ("__import__('net.a')", "net.a"),
    ],
)
def test_what_an_import_means(statement: str, target: str) -> None:
    assert edges({**NET, "net/sub/c.py": statement}) == {("net.sub.c", target, "eager")}


@pytest.mark.parametrize(
    "statement",
    [
        "import json",
        "import numpy.linalg",
        "from .... import too_many_dots",
        "from net import something",  # its own package
        "import net.sub",
        "from . import c",  # itself
        "import_module(name)",
        "import_module('')",
    ],
)
def test_what_is_no_edge(statement: str) -> None:
    assert edges({**NET, "net/sub/c.py": statement}) == set()


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("try:\n    import net.a\nexcept ImportError:\n    pass", "eager"),
        ("if x:\n    import net.a", "eager"),
        ("class C:\n    import net.a", "eager"),
        ("def f():\n    import net.a", "deferred"),
        ("class C:\n    def f(self):\n        def g():\n            import net.a", "deferred"),
        ("async def f():\n    import net.a", "deferred"),
        ("def __getattr__(name):\n    import net.a", "deferred"),
        ("a = LazyLoader('a', globals(), 'net.a')", "deferred"),
        ("from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import net.a", "type-only"),
        ("import typing as t\nif t.TYPE_CHECKING:\n    import net.a", "type-only"),
        ("if not TYPE_CHECKING:\n    pass\nelse:\n    import net.a", "type-only"),
        ("if not TYPE_CHECKING:\n    import net.a", "eager"),
        ("if __name__ == '__main__':\n    import net.a", "deferred"),
        ("if 0:\n    import net.a", "deferred"),
        ("def f():\n    if TYPE_CHECKING:\n        import net.a", "type-only"),
    ],
)
def test_the_kind_of_an_import(text: str, kind: str) -> None:
    assert edges({**NET, "net/sub/c.py": text}) == {("net.sub.c", "net.a", kind)}


def test_a_stub_beside_a_module_imports_for_types_only() -> None:
    files = {**NET, "net/c.py": "", "net/c.pyi": "from net import a"}

    assert edges(files) == {("net.c", "net.a", "type-only")}


def test_scripts_find_each_other_in_their_folder() -> None:
    files = {"tools/run.py": "import helpers", "tools/helpers.py": ""}

    assert edges(files) == {("tools.run", "tools.helpers", "eager")}


def test_packages_on_the_way_are_entered() -> None:
    graph = build(project({**NET, "other.py": "import net.sub.b"}))

    assert {(edge.target, edge.kind) for edge in graph} == {
        ("net.sub.b", "eager"),
        ("net.sub", "implicit"),
        ("net", "implicit"),
    }


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("from m import A\ndef f(x: A) -> None: ...", {"A"}),
        ("from m import A\ndef f(x: 'A | None') -> None: ...", {"A"}),
        ("import m\nx: m.A = 1", {"m"}),
        ("from m import A\ndef f(x: A): return A()", set()),
        ("from m import A\nclass B(A):\n    x: A", set()),
        ("from m import A\ndef f(x: A = A()): ...", set()),
        ("from m import A\n__all__ = ['A']\ndef f(x: A): ...", set()),
        ("from m import A\ndef f(x: Literal['A']): ...", set()),
        ("from m import A", set()),
    ],
)
def test_imports_that_only_annotations_use(text: str, names: set[str]) -> None:
    assert collect(Source("a.py", text.encode())).type_only == names


@pytest.mark.parametrize("encoding", ["utf-8", "latin-1"])
def test_names_are_found_however_the_file_is_written(encoding: str) -> None:
    text = (
        f"# coding: {encoding}\nfrom m import \u00c4, B\ndef f(x: \u00c4, y: B): return \u00c4()\n"
    )

    assert collect(Source("a.py", text.encode(encoding))).type_only == {"B"}
