"""Running a callable as TensorFlow traces it."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence

from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.values import Value


def traced_call(
    interpreter: Interpreter,
    function: Value,
    args: Sequence[Value],
    kwargs: Mapping[str, Value],
    node: ast.AST,
    *,
    autograph: bool = True,
    kind: str = "function",
) -> Value:
    """The result of a call that is traced."""
    return interpreter.call(function, args, kwargs, node)
