"""Calls of what a library declares: whether it takes so many positional arguments, and keywords of these names."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence

from tftypes.inference import declarations as declared
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.values import Spread, Value


def refused(
    interpreter: Interpreter,
    called: declared.Entry | None,
    args: Sequence[Value],
    kwargs: Mapping[str, Value],
    node: ast.AST,
) -> bool:
    """Whether Python refuses the call for its arguments, which is reported."""
    if not isinstance(called, (declared.Function, declared.Class)):
        return False
    positional = sum(not isinstance(each, Spread) for each in args)
    keywords = tuple(name for name in kwargs if name != "**")
    unpacked = positional < len(args) or len(keywords) < len(kwargs)
    problem = interpreter.declared.accepts(called, positional, keywords, unpacked=unpacked)
    if problem is None:
        return False
    words = f"{ast.unparse(node.func)}(): {problem}" if isinstance(node, ast.Call) else problem
    interpreter.refuse(node, "tf-call", words, "builtins.TypeError")
    return True
