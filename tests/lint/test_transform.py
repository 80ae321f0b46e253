"""What fixes change, and that they change nothing else: comments, line ends and indentation stay."""

from __future__ import annotations

import ast
from textwrap import dedent

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tftypes_lint.changes import (
    AddParameters,
    Append,
    Change,
    ForTypeCheckers,
    Import,
    Keyword,
    NoPlace,
    Prepend,
    Remove,
    RemoveDecorator,
    Replace,
    ReplaceStatement,
    contradict,
    replace,
)
from tftypes_lint.findings import Span
from tftypes_lint.source import Source
from tftypes_lint.transform import transformed


def source_of(text: str) -> Source:
    return Source("a.py", dedent(text).lstrip("\n").encode())


def named(source: Source, name: str) -> list[ast.stmt]:
    """The statements that are just a name, as a placeholder in a test."""
    return [
        node
        for node in ast.walk(source.tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Name) and node.value.id == name
    ]


def without_gone(text: str) -> str:
    source = Source("a.py", text.encode())
    return transformed(source.text, [Remove(source.span(each)) for each in named(source, "gone")])


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param("a\ngone\nb\n", "a\nb\n", id="a line"),
        pytest.param("a\ngone  # why\nb\n", "a\n# why\nb\n", id="the comment behind it stays"),
        pytest.param("a\ngone  # noqa\nb\n", "a\nb\n", id="what it tells a tool goes"),
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
        pytest.param("a\ngone", "a", id="at the end of a file without a line end"),
        pytest.param("gone\n\na\n", "a\n", id="at the beginning of the file"),
        pytest.param("gone\n", "\n", id="all there is"),
        pytest.param("a\r\ngone\r\nb\r\n", "a\r\nb\r\n", id="Windows' line ends"),
        pytest.param("é = 'é'; gone\n", "é = 'é'\n", id="columns are characters"),
    ],
)
def test_remove(before: str, after: str) -> None:
    assert without_gone(before) == after


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
    assert ast.dump(ast.parse(without_gone(before))) == ast.dump(ast.parse(after))


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
    assume("gone" in text)

    removed = without_gone(text)
    kept = ast.parse(removed)

    assert "gone" not in removed
    for word in ("kept", "# a comment", "# both", "# f"):
        assert removed.count(word) == text.count(word)
    assert removed.endswith(("\n", "\r")) == text.endswith(("\n", "\r")) or not removed
    assert ("\r" in removed) <= ("\r" in text)
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
    ("before", "wanted", "after"),
    [
        ("import a\nx = 1\n", Import("os"), "import a\nimport os\n\nx = 1\n"),
        ("# coding: utf-8\n\nx = 1\n", Import("os"), "# coding: utf-8\n\nimport os\n\nx = 1\n"),
        ("import os\n", Import("os"), "import os\n"),
        ("import a\r\n", Import("os"), "import a\r\nimport os\r\n"),
        (
            "import os\n",
            Import("__future__", "annotations"),
            "from __future__ import annotations\nimport os\n",
        ),
        ("import numpy as np\n", Import("numpy", alias="np"), "import numpy as np\n"),
        ("from a import (\n  b,\n  c)\n", Import("a", "c"), "from a import (\n  b,\n  c)\n"),
    ],
)
def test_an_import_is_added_where_it_is_not_there(before: str, wanted: Import, after: str) -> None:
    assert transformed(before, [wanted]) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("class A:\n    x = 1\n", "class A:\n    x = 1\n\n    def f(self):\n        return 1\n"),
        ("class A: ...\n", "class A:\n    def f(self):\n        return 1\n"),
        ("class A: pass  # yet\n", "class A:  # yet\n    def f(self):\n        return 1\n"),
        ("class A:\n  pass\n", "class A:\n  def f(self):\n    return 1\n"),
        ("class A: x = 1\n", "class A:\n    x = 1\n\n    def f(self):\n        return 1\n"),
        (
            'class A:\n\t"""What."""\n',
            'class A:\n\t"""What."""\n\n\tdef f(self):\n\t\treturn 1\n',
        ),
        (
            "if a:\n  class A:\n    x = 1  # one\n\ny = 2\n",
            "if a:\n  class A:\n    x = 1  # one\n\n    def f(self):\n      return 1\n\ny = 2\n",
        ),
        ("class A:\r\n  x = 1", "class A:\r\n  x = 1\r\n\r\n  def f(self):\r\n    return 1"),
    ],
)
def test_append(before: str, after: str) -> None:
    source = Source("a.py", before.encode())
    (owner,) = (node for node in ast.walk(source.tree) if isinstance(node, ast.ClassDef))

    change = Append(source.span(owner), "def f(self):\n    return 1")

    assert transformed(source.text, [change]) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("def f():\n    y\n", "def f():\n    import a\n    y\n"),
        (
            "def f():\n    'f'\n\n    # c\n    y\n",
            "def f():\n    'f'\n\n    import a\n    # c\n    y\n",
        ),
        ("def f():\n    'f'\n", "def f():\n    import a\n    'f'\n"),
        ("@d\ndef f(): y; z  # c\n", "@d\ndef f(): import a; y; z  # c\n"),
    ],
)
def test_prepend(before: str, after: str) -> None:
    source = Source("a.py", before.encode())
    change = Prepend(source.span(source.tree.body[0]), "import a")

    assert transformed(source.text, [change]) == after


def test_a_decorator_goes_and_its_comments_stay() -> None:
    source = source_of("""
        @a  # kept
        # above
        @ b(1,  # one
            2)  # noqa
        def f(): ...
        """)
    function = source.tree.body[0]
    assert isinstance(function, ast.FunctionDef)

    assert transformed(source.text, [RemoveDecorator(source.span(function.decorator_list[1]))]) == (
        "@a  # kept\n# above\n# one\ndef f(): ...\n"
    )


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("é = (here)  # b\n", "é = (new)  # b\n"),
        ("f(a,  # a\n  here,  # b\n)\n", "f(a,  # a\n  new,  # b\n)\n"),
        ("if here: pass\nelif a: pass\n", "if new: pass\nelif a: pass\n"),
        ("f'{here}'\n", "f'{new}'\n"),
    ],
)
def test_replace(before: str, after: str) -> None:
    source = Source("a.py", before.encode())
    (name,) = (n for n in ast.walk(source.tree) if isinstance(n, ast.Name) and n.id == "here")

    assert transformed(source.text, [replace(source, name, "new")]) == after


def test_comments_in_what_is_replaced_go_above_its_statement() -> None:
    source = source_of("""
        def f():
            x = g(1,  # one
                  2)  # two
            return (x  # three
                    .y)
        """)
    function = source.tree.body[0]
    assert isinstance(function, ast.FunctionDef)
    call, attribute = function.body[0].value, function.body[1].value  # type: ignore[attr-defined]

    changes = [replace(source, call, "h()"), replace(source, attribute, "z")]

    assert transformed(source.text, changes) == (
        "def f():\n    # one\n    x = h()  # two\n    # three\n    return (z)\n"
    )


def test_a_statement_becomes_several() -> None:
    source = source_of("""
        # above
        from a import (b,  # one
                       c)  # two
        if x: from a import b
        """)
    first, second = source.tree.body[0], source.tree.body[1].body[0]  # type: ignore[attr-defined]
    changes = [
        ReplaceStatement(source.span(each), "import b\nimport c") for each in (first, second)
    ]

    assert transformed(source.text, changes) == (
        "# above\n# one\nimport b\nimport c  # two\nif x: import b; import c\n"
    )


def test_arguments_and_parameters_get_names() -> None:
    source = source_of(
        "f(1, a=2)\ng = lambda self: 0\ndef h(\n    x,  # x\n    y=1,  # y\n): ...\n"
    )
    call = source.tree.body[0].value  # type: ignore[attr-defined]
    given = source.tree.body[1].value  # type: ignore[attr-defined]
    changes: list[Change] = [
        Keyword(source.span(call.args[0]), "x"),
        Keyword(source.span(call.keywords[0]), "y"),
        AddParameters(source.span(given), ("dtype", "name")),
        AddParameters(source.span(source.tree.body[2]), ("z",)),
    ]

    assert transformed(source.text, changes) == (
        "f(x=1, y=2)\ng = lambda self, dtype=None, name=None: 0\n"
        "def h(\n    x,  # x\n    y=1, z=None,  # y\n): ...\n"
    )


def test_imports_for_type_checkers() -> None:
    assert transformed("import a\nx = 1\n", [ForTypeCheckers("import b")]) == (
        "import a\n\nif TYPE_CHECKING:\n    import b\n\nx = 1\n"
    )
    assert transformed("if TYPE_CHECKING:\n\timport a\n", [ForTypeCheckers("import b")]) == (
        "if TYPE_CHECKING:\n\timport a\n\timport b\n"
    )


def test_what_is_not_there_cannot_be_changed() -> None:
    with pytest.raises(NoPlace):
        transformed("x = 1\n", [Replace(Span(1, 2, 1, 3), "y")])


def test_changes_that_reach_into_each_other_contradict() -> None:
    here = Span(1, 1, 1, 5)
    assert contradict(Remove(here), Replace(Span(1, 2, 1, 3), ""))
    assert contradict(Append(here, "a"), Append(here, "b"))
    assert not contradict(Replace(here, "a"), Replace(here, "a"))
    assert not contradict(Replace(here, "a"), Replace(Span(1, 5, 1, 6), "a"))
    assert not contradict(Import("a"), Import("b"))
