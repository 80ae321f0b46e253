"""A Python list that grows in a loop which TensorFlow turns into a graph.

AutoGraph turns `for x in tf.range(n)`, `for x in tensor`, and `while` on a tensor into one
`tf.while_loop`, whose body is traced once. `append` then runs once, whatever the number of
rounds, and what it keeps is a tensor of the loop's body, which means nothing outside:
`InaccessibleTensorError: <tf.Tensor 'while/mul:0'> is out of scope and cannot be used here`.

Write the values to a `tf.TensorArray` and `stack()` it, or use `tf.map_fn`. A loop over a Python
`range` is unrolled while tracing, and may fill a list.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from tftypes_lint.facts import Facts, tensorflow_facts
from tftypes_lint.findings import Severity
from tftypes_lint.rule import Problem
from tftypes_lint.source import Source

CODE: Final = "list-in-tensor-loop"
SEVERITY: Final[Severity] = "error"
MESSAGE: Final = (
    "`{list}` gets one tensor that cannot be used outside the loop, which TensorFlow traces once"
)
PREFILTER: Final = (b"append", b"extend")
TENSORFLOW: Final = True

HINT: Final = "write to a `tf.TensorArray` and stack it, or use `tf.map_fn`"

VALID: Final = {
    "a tensor array": """
        import tensorflow as tf
        @tf.function
        def f(x):
            parts = tf.TensorArray(tf.float32, size=3)
            for n in tf.range(3):
                parts = parts.write(n, x[n] * 2)
            return parts.stack()
        """,
    "a loop of Python": """
        import tensorflow as tf
        @tf.function
        def f(x):
            parts = []
            for n in range(3):
                parts.append(x[n] * 2)
            return tf.stack(parts)
        """,
    "a list of the loop's body": """
        import tensorflow as tf
        @tf.function
        def f(x):
            total = 0.0
            for n in tf.range(3):
                parts = []
                parts.append(x[n])
                parts.append(x[n] * 2)
                total += tf.add_n(parts)
            return total
        """,
    "a list that may be the caller's, of no tensors": """
        import tensorflow as tf
        @tf.function
        def f(x, names=None):
            names = names or []
            for n in tf.range(3):
                names.append("traced once")
            return x
        """,
    "eager code": """
        import tensorflow as tf
        def f(x):
            parts = []
            for each in tf.abs(x):
                parts.append(each)
            return tf.stack(parts)
        """,
}
INVALID: Final = {
    "a loop over a range": """
        import tensorflow as tf
        @tf.function
        def f(x):
            parts = []
            for n in tf.range(3):
                parts.append(x[n] * 2)  # error: "`parts` gets one tensor"
            return tf.stack(parts)
        """,
    "a loop over a tensor": """
        import tensorflow as tf
        @tf.function
        def f(x):
            parts = []
            for each in tf.abs(x):
                parts.append(each)  # error: "`parts` gets one tensor"
            return tf.stack(parts)
        """,
    "while": """
        import tensorflow as tf
        @tf.function
        def f(x):
            parts = []
            n = tf.constant(0)
            while n < 3:
                parts.append(n * 2)  # error: "`parts` gets one tensor"
                n += 1
            return tf.stack(parts)
        """,
}


def check(source: Source) -> Iterator[Problem]:
    """Each list of the function that is filled in a loop of the graph."""
    facts = tensorflow_facts(source)
    if facts is None or not facts.traced:
        return
    for call in facts.scopes.each(ast.Call):
        if not isinstance(call.func, ast.Attribute) or call.func.attr not in ("append", "extend"):
            continue
        grown = call.func.value
        trace = facts.trace_at(call)
        if (
            trace
            and trace.autograph
            and isinstance(grown, ast.Name)
            and _outlives(facts, grown, call)
        ):
            yield Problem(source.span(call), {"list": grown.id}, HINT)


def _outlives(facts: Facts, grown: ast.Name, call: ast.Call) -> bool:
    """Whether a list is made in the function, before a loop of the graph around the call."""
    binding = facts.names.only(grown)
    if binding is None or not isinstance(binding.value, ast.List):
        return False
    if facts.scopes.scope(binding.node).function is not facts.scopes.scope(call).function:
        return False
    return any(
        _is_graph_loop(facts, loop) and loop not in facts.scopes.ancestors(binding.node)
        for loop in facts.scopes.around(call)
    )


def _is_graph_loop(facts: Facts, loop: ast.AST) -> bool:
    if isinstance(loop, ast.For):
        return facts.kinds.kind(loop.iter) == "tensor"
    return isinstance(loop, ast.While) and facts.kinds.tensor_within(loop.test) is not None
