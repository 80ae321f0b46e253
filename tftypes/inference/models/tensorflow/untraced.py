"""Traced functions that nobody calls: they are traced once, for their specs or for what their annotations say."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from tftypes.inference.interpreter import uncalled
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.functions import Code
from tftypes.inference.models.tensorflow.functions import run, trace_signed
from tftypes.inference.models.tensorflow.signatures import signature_of
from tftypes.inference.values import TOP, Function, Spread, TracedFunction, Value


def run_free(interpreter: Interpreter, function: Value, given: Mapping[str, Value]) -> None:
    """Runs a function on these values of its parameters; what a wrapper calls is not what it is called with."""
    if not isinstance(function, TracedFunction):
        uncalled.run_free(interpreter, function, given)
        return
    inner = function.function
    if not isinstance(inner, Function) or isinstance(inner.code.node, ast.Lambda):
        return
    code: Code = inner.code
    node = code.node
    args = [given[name] for name in code.positional if name in given]
    signature = signature_of(interpreter, function)
    if signature is not None:
        trace_signed(interpreter, function, signature, args[: signature.skipped], node)
        return
    named = {name: given[name] for name in code.keyword_only if name in given}
    if code.vararg is not None:
        args.append(Spread(TOP))
    if code.kwarg is not None:
        named["**"] = TOP
    run(interpreter, function, args, named, node)
