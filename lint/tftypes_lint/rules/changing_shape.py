"""A tensor of another shape in each round, passed to a `tf.function`.

A `tf.function` without a signature makes one graph for each shape of its arguments. A loop that
passes `x[:n]` or `tf.zeros([n])` traces in each round, takes as long as building the model each
time, and keeps all the graphs.

Say that the size is open: `Tensor[float32, Shape[None]]` under `tftypes.runtime.function`,
`input_signature=[tf.TensorSpec([None], ...)]`, or `reduce_retracing=True`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from tftypes_lint.facts import Facts, tensorflow_facts
from tftypes_lint.facts.varying import loop_arguments, varies
from tftypes_lint.findings import Severity
from tftypes_lint.rule import Problem
from tftypes_lint.source import Source

CODE: Final = "changing-shape"
SEVERITY: Final[Severity] = "warning"
MESSAGE: Final = "`{argument}` has another shape in each round, and `{function}` is traced for each"
PREFILTER: Final = (b"function",)
TENSORFLOW: Final = True

HINT: Final = "leave the size open in a signature, or pass `reduce_retracing=True` to tf.function"

VALID: Final = {
    "a window of one size": """
        import tensorflow as tf
        @tf.function
        def step(x):
            return x * 2
        data = tf.zeros([100])
        for n in range(90):
            step(data[n : n + 10])
            step(data[n])
        """,
    "an open size": """
        import tensorflow as tf
        @tf.function(input_signature=[tf.TensorSpec([None])])
        def step(x):
            return x * 2
        @tf.function(reduce_retracing=True)
        def other(x):
            return x * 2
        for n in range(90):
            step(tf.zeros([n]))
            other(tf.zeros([n]))
        """,
    "the same shape in each round": """
        import tensorflow as tf
        @tf.function
        def step(x):
            return x * 2
        for n in range(90):
            step(tf.zeros([3]))
            step(tf.fill([3], n))
        """,
}
INVALID: Final = {
    "a growing slice": """
        import tensorflow as tf
        @tf.function
        def step(x):
            return x * 2
        data = tf.zeros([100])
        for n in range(8):
            step(data[:n])  # error: "`data[:n]` has another shape in each round, and `step` is traced"
        """,
    "a new tensor of another size": """
        import tensorflow as tf
        @tf.function
        def step(x):
            return x * 2
        for n in range(8):
            step(tf.zeros([n, 2]))  # error: "`tf.zeros([n, 2])` has another shape"
            step(tf.range(n))  # error: "`tf.range(n)` has another shape"
        """,
}

#: Functions whose first argument is a shape.
_SHAPED: Final = frozenset(
    {
        "numpy.ones",
        "numpy.zeros",
        "tensorflow.fill",
        "tensorflow.ones",
        "tensorflow.random.normal",
        "tensorflow.random.uniform",
        "tensorflow.zeros",
    }
)
_RANGES: Final = frozenset({"numpy.arange", "tensorflow.range"})


def check(source: Source) -> Iterator[Problem]:
    """Each argument of a tf.function that has another shape in each round."""
    facts = tensorflow_facts(source)
    if facts is None:
        return
    for call, argument in loop_arguments(facts):
        if _changes(facts, argument, call.call):
            function = ast.unparse(call.call.func)
            values = {"argument": ast.unparse(argument), "function": function}
            yield Problem(source.span(argument), values, HINT)


def _changes(facts: Facts, expr: ast.expr, call: ast.Call) -> bool:
    if isinstance(expr, ast.Subscript):
        parts = expr.slice.elts if isinstance(expr.slice, ast.Tuple) else [expr.slice]
        return any(isinstance(part, ast.Slice) and _grows(facts, part, call) for part in parts)
    if not isinstance(expr, ast.Call) or not expr.args:
        return False
    name, first = facts.names.full_name(expr.func), expr.args[0]
    if name in _RANGES:
        return len(expr.args) == 1 and varies(facts, first, call)
    if name in _SHAPED:
        sizes = first.elts if isinstance(first, (ast.List, ast.Tuple)) else [first]
        return any(varies(facts, size, call) for size in sizes)
    return False


def _grows(facts: Facts, part: ast.Slice, call: ast.Call) -> bool:
    """Whether a slice has one end that moves, the other being fixed."""
    if part.step is not None:
        return False
    ends = [part.lower, part.upper]
    moving = [end for end in ends if end is not None and varies(facts, end, call)]
    fixed = [end for end in ends if end is None or isinstance(end, ast.Constant)]
    return len(moving) == 1 and len(fixed) == 1
