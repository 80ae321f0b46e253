"""`and`, `or`, and what stands as a condition."""

from __future__ import annotations

import ast
from typing import Final

from tftypes.algebra import TensorType
from tftypes.inference.graphs import FUNCTION
from tftypes.inference.interpreter.compiler import Compiler
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.narrowing import narrowing
from tftypes.inference.interpreter.staging import check_condition, is_staged, logical
from tftypes.inference.interpreter.tables import Evaluate
from tftypes.inference.interpreter.truths import combined
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
        staged = resolve(value)
        if is_staged(interpreter, staged) and isinstance(staged, TensorType):
            if _is_outermost(interpreter):
                # a branch, or a function of a dataset, may never be run
                check_condition(interpreter, staged, node, combined(node, staged))
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


def _is_outermost(interpreter: Interpreter) -> bool:
    """Whether a tf.function is traced, and no graph around it."""
    trace = interpreter.trace
    return trace is not None and trace.kind is FUNCTION and trace.outer is None


def _either(first: Value, second: Value, stop: bool) -> Value:
    """`a or b`, `a and b` of an `a` whose truth is not known; None is never what a true `a` is."""
    a, b = resolve(first), resolve(second)
    if stop and type(a) is OneOf:
        a = join_all(each for each in a.values if each is not None)
    if python_type(a) == python_type(b) == "bool":
        return PyValue("bool")
    return join(a, b)


EXPRESSIONS: Final = {ast.BoolOp: _boolean}
