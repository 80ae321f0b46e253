"""Which branches of an `if` are taken while modules are imported, as far as it is the same anywhere."""

from __future__ import annotations

import ast

TYPE_CHECKING = "TYPE_CHECKING"


def dotted(node: ast.expr) -> str | None:
    """`a.b.c` of names and attributes; None of anything else.

    >>> dotted(ast.parse("a.b.c", mode="eval").body)
    'a.b.c'
    """
    if type(node) is ast.Name:  # most are
        return node.id
    parts = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    if not isinstance(node, ast.Name):
        return None
    parts.append(node.id)
    return ".".join(reversed(parts))


def is_type_checking(test: ast.expr) -> bool:
    """Whether this is `TYPE_CHECKING`, by whatever name `typing` goes."""
    return (dotted(test) or "").rpartition(".")[2] == TYPE_CHECKING


def decided(test: ast.expr) -> bool | None:
    """What a condition is while the module is imported, not run; None when that depends.

    >>> [decided(ast.parse(text, mode="eval").body) for text in ("0", "not TYPE_CHECKING", "x")]
    [False, True, None]
    """
    if isinstance(test, ast.Constant):
        return bool(test.value)
    if is_type_checking(test):
        return False
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        inner = decided(test.operand)
        return None if inner is None else not inner
    if isinstance(test, ast.BoolOp):
        return _both([decided(value) for value in test.values], isinstance(test.op, ast.And))
    if isinstance(test, ast.Compare) and _is_main(test):
        return False
    return None


def _both(values: list[bool | None], conjunction: bool) -> bool | None:
    if (not conjunction) in values:
        return not conjunction
    return None if None in values else conjunction


def _is_main(test: ast.Compare) -> bool:
    """Whether this is `__name__ == "__main__"`."""
    sides = [test.left, *test.comparators]
    names = [side.id for side in sides if isinstance(side, ast.Name)]
    values = [side.value for side in sides if isinstance(side, ast.Constant)]
    return names == ["__name__"] and values == ["__main__"] and isinstance(test.ops[0], ast.Eq)
