"""Makes a program record the value of each of its calls, operators and indices."""

from __future__ import annotations

import ast
from typing import Any

#: What a place is in the text of a program: line, column, end line, end column.
Place = tuple[int, int, int, int]

RECORD = "__record__"
#: The option that has what programs would download or wait for replaced.
STAND_INS = "--stand-ins"
#: Builtins that look at the frame they are called from.
FRAME = {"super", "locals", "globals", "vars", "eval", "exec"}


def place(node: ast.expr) -> Place:
    """Where an expression stands, as mypy sees it: an operation from its left operand to its right one."""
    if isinstance(node, ast.BinOp):
        return *place(node.left)[:2], *place(node.right)[2:]
    assert node.end_lineno is not None and node.end_col_offset is not None
    return node.lineno, node.col_offset, node.end_lineno, node.end_col_offset


class Instrument(ast.NodeTransformer):
    """Wraps each call, operator and index into a call that records its value."""

    def __init__(self, text: str) -> None:
        self._lines = text.split("\n")

    def _place(self, node: Any) -> Place:
        """With columns as mypy has them."""
        line, column, end_line, end_column = place(node)
        return line, self._column(line, column), end_line, self._column(end_line, end_column)

    def _column(self, line: int, column: int) -> int:
        """Python counts bytes; mypy makes characters of them twice, and one less before one of several bytes."""
        written = self._lines[line - 1].encode()
        for _ in range(0 if written.isascii() else 2):
            is_before = written[column : column + 1] >= b"\xc0"
            column = len(written[:column].decode(errors="ignore")) - is_before
        return column

    def _wrap(self, node: Any) -> ast.AST:
        where = ast.Constant(self._place(node))
        self.generic_visit(node)
        wrapped = ast.Call(ast.Name(RECORD, ast.Load()), [where, node], [])
        return ast.copy_location(wrapped, node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        frame = isinstance(node.func, ast.Name) and node.func.id in FRAME
        return self.generic_visit(node) if frame else self._wrap(node)

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        loaded = isinstance(node.ctx, ast.Load)
        return self._wrap(node) if loaded else self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        return self.generic_visit(node) if isinstance(node.op, ast.Not) else self._wrap(node)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.AST:
        return node  # places in it differ between versions of Python

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        keywords, node.keywords = node.keywords, []
        self.generic_visit(node)
        node.keywords = keywords
        return node

    visit_BinOp = visit_Compare = _wrap


def instrumented(text: str) -> str:
    """The program that records.

    >>> instrumented("y = tf.exp(x)[0]")
    'y = __record__((1, 4, 1, 16), __record__((1, 4, 1, 13), tf.exp(x))[0])'
    >>> instrumented("y = 'é', f(x)")
    "y = ('é', __record__((1, 8, 1, 12), f(x)))"
    """
    return ast.unparse(ast.fix_missing_locations(Instrument(text).visit(ast.parse(text))))
