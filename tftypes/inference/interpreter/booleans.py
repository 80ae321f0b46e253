"""`and`, `or`, and what stands as a condition."""

from __future__ import annotations

import ast
from typing import Final

from tftypes.inference.interpreter.compiler import Compiler
from tftypes.inference.interpreter.narrowing import narrowing
from tftypes.inference.interpreter.staging import is_staged, logical
from tftypes.inference.interpreter.tables import Evaluate
from tftypes.inference.lattice import join, join_all
from tftypes.inference.models.tensorflow.ops import PyValue
from tftypes.inference.objects import Frame, Value, python_type, resolve
from tftypes.inference.state import ABSENT
from tftypes.inference.values import OneOf


def condition(compiler: Compiler, node: ast.expr) -> Evaluate:
    """An expression of which nobody asks more than its truth."""
    if isinstance(node, ast.BoolOp):
        return _boolean(compiler, node, as_condition=True)
    return compiler.expression(node)


def _boolean(compiler: Compiler, node: ast.BoolOp, as_condition: bool = False) -> Evaluate:
    interpreter, stop = compiler.interpreter, isinstance(node.op, ast.Or)
    parts = [
        (condition if as_condition else Compiler.expression)(compiler, each) for each in node.values
    ]
    narrow = [narrowing(compiler, each) for each in node.values]

    def run(frame: Frame, i: int = 0) -> Value:
        value = parts[i](frame)
        if i == len(parts) - 1:
            return value
        if interpreter.converted and is_staged(interpreter, resolve(value)):
            return logical(interpreter, value, lambda: run(frame, i + 1))
        is_value = i == 0 and not as_condition  # of the elements, it may be
        truth = interpreter.condition(value, node if is_value else node.values[i])
        if truth is not None:
            return value if truth is stop else run(frame, i + 1)
        results: list[Value] = [ABSENT, ABSENT]

        def ends() -> None:
            narrow[i](frame, stop)
            results[0] = value

        def goes_on() -> None:
            narrow[i](frame, not stop)
            results[1] = run(frame, i + 1)

        interpreter.fork([ends, goes_on], interpreter.is_vague(value), node.values[i])
        if results[1] is ABSENT:
            return value
        if as_condition and interpreter.truth(resolve(results[1])) is stop:
            return stop  # so it is either way
        return _either(results[0], results[1], stop)

    return run


def _either(first: Value, second: Value, stop: bool) -> Value:
    """`a or b`, `a and b` of an `a` whose truth is not known; None is never what a true `a` is."""
    a, b = resolve(first), resolve(second)
    if stop and type(a) is OneOf:
        a = join_all(each for each in a.values if each is not None)
    if python_type(a) == python_type(b) == "bool":
        return PyValue("bool")
    return join(a, b)


EXPRESSIONS: Final = {ast.BoolOp: _boolean}
