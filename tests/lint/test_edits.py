"""Edits: what they change, and that they change nothing else."""

from __future__ import annotations

import ast
from textwrap import dedent

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tftypes_lint import Edit
from tftypes_lint.edits import (
    append_to_body,
    apply_edits,
    insert_before,
    insert_import,
    remove,
    remove_decorator,
    replace,
)
from tftypes_lint.source import Source


def source_of(text: str) -> Source:
    return Source("a.py", dedent(text).lstrip("\n").encode())


def named(source: Source, name: str) -> list[ast.stmt]:
    """The statements that are just a name, as a placeholder in a test."""
    return [
        node
        for node in ast.walk(source.tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Name) and node.value.id == name
    ]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param("a\ngone\nb\n", "a\nb\n", id="a line"),
        pytest.param("a\ngone  # why\nb\n", "a\nb\n", id="with the comment behind it"),
        pytest.param("# above\ngone\nb\n", "# above\nb\n", id="a comment above stays"),
        pytest.param("gone; b\n", "b\n", id="the first of a line"),
        pytest.param("a; gone\n", "a\n", id="the last of a line"),
        pytest.param("a; gone; b\n", "a; b\n", id="in the middle of a line"),
        pytest.param("a; gone  # why\n", "a  # why\n", id="the comment belongs to the line"),
        pytest.param("if a:\n    gone\n", "if a:\n    pass\n", id="the only one of a block"),
        pytest.param("if a: gone\n", "if a: pass\n", id="the only one, on the line of the block"),
        pytest.param("if a: gone; b\n", "if a: b\n", id="the first on the line of a block"),
        pytest.param(
            "try:\n    a\nfinally:\n    gone\n", "try:\n    a\nfinally:\n    pass\n", id="finally"
        ),
        pytest.param("a\n\n\ngone\n\n\nb\n", "a\n\n\nb\n", id="blank lines are not added up"),
        pytest.param("a\ngone\n\nb\n", "a\n\nb\n", id="those that part what is left stay"),
        pytest.param("a\n\ngone\n", "a\n", id="at the end of the file"),
        pytest.param("a\ngone", "a\n", id="at the end of a file without a line end"),
        pytest.param("gone\n\na\n", "a\n", id="at the beginning of the file"),
        pytest.param("gone\n", "", id="all there is"),
        pytest.param("a\r\ngone\r\nb\r\n", "a\r\nb\r\n", id="Windows' line ends"),
        pytest.param("é = 'é'; gone\n", "é = 'é'\n", id="columns are characters"),
    ],
)
def test_remove(before: str, after: str) -> None:
    source = Source("a.py", before.encode())

    assert apply_edits(source.text, remove(source, *named(source, "gone"))) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("if a:\n    gone\n    gone\n", "if a:\n    pass\n"),
        ("a; gone; gone\n", "a\n"),
        ("gone; gone; a\n", "a\n"),
        ("if a: gone; gone\n", "if a: pass\n"),
        ("a\ngone\ngone\nb\n", "a\nb\n"),
    ],
)
def test_remove_several(before: str, after: str) -> None:
    source = Source("a.py", before.encode())

    removed = apply_edits(source.text, remove(source, *named(source, "gone")))

    assert ast.dump(ast.parse(removed)) == ast.dump(ast.parse(after))


@st.composite
def programs(draw: st.DrawFn) -> str:
    """A program of blocks, one-line blocks, lines with several statements, comments, blank lines."""

    def block(depth: int, indent: str) -> list[str]:
        lines: list[str] = []
        for _ in range(draw(st.integers(1, 3))):
            kind = draw(st.integers(0, 7 if depth else 4))
            if kind == 0:
                lines += ["", f"{indent}# a comment"]
            name = draw(st.sampled_from(["gone", "kept"]))
            if kind <= 2:
                lines.append(f"{indent}{name}")
            elif kind == 3:
                other = draw(st.sampled_from(["gone", "kept"]))
                lines.append(f"{indent}{name}; {other};  # both")
            elif kind == 4:
                lines.append(f"{indent}if a: {name}")
            elif kind == 5:
                lines += [f"{indent}if a:", *block(depth - 1, indent + "  ")]
                lines += [f"{indent}else:", *block(depth - 1, indent + "    ")]
            elif kind == 6:
                lines += [f"{indent}@d", f"{indent}def f():  # f", *block(depth - 1, indent + "\t")]
            else:
                lines += [f"{indent}try:", *block(depth - 1, indent + "  ")]
                lines += [f"{indent}except E:", *block(depth - 1, indent + "  "), ""]
        return lines

    newline = draw(st.sampled_from(["\n", "\r\n"]))
    return newline.join(block(2, "")) + draw(st.sampled_from(["", newline]))


@given(programs())
def test_removing_statements_changes_no_other(text: str) -> None:
    source = Source("a.py", text.encode())
    assume(named(source, "gone"))

    removed = apply_edits(source.text, remove(source, *named(source, "gone")))
    kept = ast.parse(removed)

    assert "gone" not in removed
    assert removed.count("kept") == text.count("kept")
    assert removed.count("# a comment") == text.count("# a comment")
    assert ast.dump(_without_pass(kept)) == ast.dump(_without_gone(ast.parse(text)))


def _without_gone(tree: ast.Module) -> ast.Module:
    class Remover(ast.NodeTransformer):
        def visit_Expr(self, node: ast.Expr) -> ast.Expr | None:
            return None if isinstance(node.value, ast.Name) and node.value.id == "gone" else node

    return _without_pass(Remover().visit(tree))


def _without_pass(tree: ast.Module) -> ast.Module:
    for node in ast.walk(tree):
        for name in ("body", "orelse"):
            block = getattr(node, name, None)
            if isinstance(block, list):
                setattr(node, name, [each for each in block if not isinstance(each, ast.Pass)])
    return tree


@pytest.mark.parametrize(
    ("before", "module", "name", "after"),
    [
        pytest.param("x = 1\n", "os", None, "import os\n\nx = 1\n", id="where there is none"),
        pytest.param("", "os", None, "import os\n", id="an empty file"),
        pytest.param("import a\nx = 1\n", "os", None, "import a\nimport os\nx = 1\n", id="behind"),
        pytest.param(
            '"""What."""\n\nx = 1\n', "os", "path", '"""What."""\n\nfrom os import path\n\nx = 1\n'
        ),
        pytest.param(
            "#!/usr/bin/python\n# coding: utf-8\n\nx = 1\n",
            "os",
            None,
            "#!/usr/bin/python\n# coding: utf-8\n\nimport os\n\nx = 1\n",
            id="below the comments at the top",
        ),
        pytest.param(
            "from __future__ import annotations\n\nx = 1\n",
            "os",
            None,
            "from __future__ import annotations\n\nimport os\n\nx = 1\n",
            id="below the future",
        ),
        pytest.param(
            '"""What."""\nimport os\n',
            "__future__",
            "annotations",
            '"""What."""\n\nfrom __future__ import annotations\nimport os\n',
            id="the future comes first",
        ),
        pytest.param("import os\n", "os", None, "import os\n", id="it is there"),
        pytest.param("import os as o\n", "os", None, "import os as o\nimport os\n", id="not so"),
        pytest.param("import numpy as np\n", "numpy as np", None, "import numpy as np\n"),
        pytest.param("from a import (\n  b,\n  c)\n", "a", "c", "from a import (\n  b,\n  c)\n"),
        pytest.param("import a; x = 1\n", "os", None, "import a; x = 1\nimport os\n"),
        pytest.param("import a\r\n", "os", None, "import a\r\nimport os\r\n", id="line ends"),
        pytest.param("import a", "os", None, "import a\nimport os", id="no line end"),
    ],
)
def test_insert_import(before: str, module: str, name: str | None, after: str) -> None:
    source = Source("a.py", before.encode())

    assert apply_edits(source.text, insert_import(source, module, name)) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("class A:\n    x = 1\n", "class A:\n    x = 1\n\n    def f(self):\n        return 1\n"),
        ("class A: ...\n", "class A:\n    def f(self):\n        return 1\n"),
        ("class A: pass  # yet\n", "class A:\n    def f(self):\n        return 1  # yet\n"),
        ("class A:\n  pass\n", "class A:\n  def f(self):\n      return 1\n"),
        ("class A: x = 1\n", "class A:\n    x = 1\n\n    def f(self):\n        return 1\n"),
        (
            'class A:\n\t"""What."""\n',
            'class A:\n\t"""What."""\n\n\tdef f(self):\n\t    return 1\n',
        ),
        (
            "if a:\n  class A:\n    x = 1  # one\n\ny = 2\n",
            "if a:\n  class A:\n    x = 1  # one\n\n    def f(self):\n        return 1\n\ny = 2\n",
        ),
        ("class A:\r\n  x = 1", "class A:\r\n  x = 1\r\n\r\n  def f(self):\r\n      return 1"),
    ],
)
def test_append_to_body(before: str, after: str) -> None:
    source = Source("a.py", before.encode())
    (owner,) = (node for node in ast.walk(source.tree) if isinstance(node, ast.ClassDef))

    edit = append_to_body(source, owner, "def f(self):\n    return 1", blank_lines=1)

    assert apply_edits(source.text, [edit]) == after


def test_insert_before() -> None:
    source = source_of("""
        def f():
            @d
            class A: ...
            a; here
        """)
    inner = source.statements[1]

    assert apply_edits(source.text, [insert_before(source, inner, "x = 1\ny = 2")]) == (
        "def f():\n    x = 1\n    y = 2\n    @d\n    class A: ...\n    a; here\n"
    )
    (here,) = named(source, "here")
    assert "a; x = 1; here\n" in apply_edits(source.text, [insert_before(source, here, "x = 1")])


def test_remove_decorator() -> None:
    source = source_of("""
        @a  # kept
        @ b(1,
            2)
        def f(): ...
        """)
    function = source.tree.body[0]
    assert isinstance(function, ast.FunctionDef)

    assert apply_edits(source.text, [remove_decorator(source, function.decorator_list[1])]) == (
        "@a  # kept\ndef f(): ...\n"
    )


def test_replace() -> None:
    source = source_of("é = (a.b)  # b\n")
    statement = source.tree.body[0]
    assert isinstance(statement, ast.Assign)

    assert apply_edits(source.text, [replace(source, statement.value, "c")]) == "é = (c)  # b\n"


def test_edits_that_overlap_are_an_error() -> None:
    for other in (Edit(1, 3, ""), Edit(0, 2, "x"), Edit(1, 2, "")):
        with pytest.raises(ValueError, match="edits overlap"):
            apply_edits("abcd", [Edit(0, 2, ""), other])


def test_equal_edits_count_once() -> None:
    assert apply_edits("ab", [Edit(1, 1, "-"), Edit(1, 1, "-")]) == "a-b"
