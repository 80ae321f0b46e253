"""What asks a tensor for its value: always, or where AutoGraph does not rewrite it."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tftypes_lint.facts import Facts


def asked(facts: Facts, node: ast.AST) -> Iterator[tuple[ast.expr, str, str]]:
    """What asks a tensor for its value with or without AutoGraph."""
    if isinstance(node, ast.Assert):
        yield node.test, "assert", "assert"
    elif isinstance(node, ast.comprehension):
        for condition in node.ifs:
            yield condition, "the condition of a comprehension", "where"
    elif isinstance(node, ast.Compare):
        for operator, right in zip(node.ops, node.comparators, strict=True):
            if isinstance(operator, (ast.In, ast.NotIn)):
                yield right, "in", "in"
    elif isinstance(node, ast.Call) and node.args and not node.keywords:
        name = facts.names.full_name(node.func)
        if name == "builtins.bool" and len(node.args) == 1:
            yield node.args[0], "bool", "bool"
        elif name in ("builtins.max", "builtins.min") and len(node.args) > 1:
            word = name.rpartition(".")[2]
            for argument in node.args:
                if facts.kinds.is_tensor(argument):
                    yield argument, word, word
                    break


def rewritten(node: ast.AST) -> Iterator[tuple[ast.expr, str]]:
    """What AutoGraph would rewrite, and the word that the user wrote."""
    if isinstance(node, (ast.If, ast.While)):
        yield node.test, "if" if isinstance(node, ast.If) else "while"
    elif isinstance(node, ast.IfExp):
        yield node.test, "if ... else"
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield node.operand, "not"
    elif isinstance(node, ast.BoolOp):
        # The last value of a chain is handed on as it is.
        word = "and" if isinstance(node.op, ast.And) else "or"
        yield from ((value, word) for value in node.values[:-1])
