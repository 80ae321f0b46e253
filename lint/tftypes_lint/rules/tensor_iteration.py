"""Going through a tensor in Python where it has no elements yet.

In a traced function AutoGraph turns `for x in tensor` into a loop of the graph. A comprehension,
`list`, `tuple`, `sum`, `zip`, unpacking into names, and any loop under `autograph=False` stay
Python, which cannot go through a tensor that has no value: `OperatorNotAllowedInGraphError:
Iterating over a symbolic tf.Tensor is not allowed`. The same code works eagerly, so it breaks on
the day when a `@tf.function` is put above it.

Use `tf.map_fn`, `tf.vectorized_map` or an op on the whole tensor; `tf.unstack` where the size
is known while tracing.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from tftypes_lint.facts import Facts, tensorflow_facts
from tftypes_lint.facts.scopes import COMPREHENSIONS
from tftypes_lint.facts.traced import Trace
from tftypes_lint.findings import Severity
from tftypes_lint.rule import Problem
from tftypes_lint.source import Source

CODE: Final = "tensor-iteration"
SEVERITY: Final[Severity] = "error"
MESSAGE: Final = (
    "{what} goes through `{tensor}`, a tensor without elements while `{function}` is traced"
)
PREFILTER: Final = (b"tensorflow", b"keras")
TENSORFLOW: Final = True

HINT: Final = "use an op on the whole tensor, `tf.map_fn`, or `tf.unstack` where the size is known"

VALID: Final = {
    "a loop that AutoGraph rewrites": """
        import tensorflow as tf
        @tf.function
        def f(x):
            total = 0.0
            for each in tf.abs(x):
                total += each
            for n in tf.range(3):
                total += 1.0
            return total
        """,
    "what is unstacked, or a list of tensors": """
        import tensorflow as tf
        @tf.function
        def f(x):
            parts = tf.unstack(x)
            first, *rest = tf.split(x, 3)
            return sum(parts) + sum([each for each in rest])
        """,
    "eager code": """
        import tensorflow as tf
        def f(x):
            a, b = tf.abs(x)
            return sum(each for each in tf.abs(x)) + a + b
        """,
    "sizes are known": """
        import tensorflow as tf
        @tf.function
        def f(x):
            height, width = x.shape
            return [x * n for n in range(height)] + list(x.shape)
        """,
}
INVALID: Final = {
    "a comprehension": """
        import tensorflow as tf
        @tf.function
        def f(x):
            return tf.stack([each * 2 for each in tf.abs(x)])  # error: "a comprehension goes through `tf.abs(x)`"
        """,
    "list, tuple and sum": """
        import tensorflow as tf
        @tf.function
        def f(x):
            return sum(tf.abs(x))  # error: "`sum` goes through `tf.abs(x)`"
        @tf.function
        def g(x):
            return list(tf.abs(x))  # error: "`list` goes through `tf.abs(x)`"
        @tf.function
        def h(x):
            return tuple(tf.abs(x))  # error: "`tuple` goes through `tf.abs(x)`"
        """,
    "without AutoGraph": """
        import tensorflow as tf
        @tf.function(autograph=False)
        def f(x):
            total = 0.0
            for each in tf.abs(x):  # error: "`for`, with AutoGraph off, goes through `tf.abs(x)`"
                total += each
            return total
        """,
    "unpacking": """
        import tensorflow as tf
        @tf.function
        def f(x):
            a, b = tf.abs(x)  # error: "unpacking goes through `tf.abs(x)`"
            return a + b
        """,
    "as separate arguments": """
        import tensorflow as tf
        @tf.function
        def f(x):
            return tf.add(*tf.abs(x))  # error: "`*` goes through `tf.abs(x)`"
        """,
}

_BUILTINS: Final = frozenset({"list", "tuple", "set", "sum", "frozenset"})


def check(source: Source) -> Iterator[Problem]:
    """Each iteration of Python over a tensor in traced code."""
    facts = tensorflow_facts(source)
    if facts is None or not facts.traced:
        return
    for function, trace in facts.traced.items():
        for node in facts.scopes.within(function):
            for expr, what in _iterated(facts, node, trace):
                if facts.kinds.is_tensor(expr) and facts.trace_at(expr):
                    values = {
                        "what": what,
                        "tensor": ast.unparse(expr),
                        "function": facts.function_name(expr),
                    }
                    yield Problem(source.span(expr), values, HINT)


def _iterated(facts: Facts, node: ast.AST, trace: Trace) -> Iterator[tuple[ast.expr, str]]:
    """What Python goes through, and with what."""
    if isinstance(node, COMPREHENSIONS):
        yield from ((each.iter, "a comprehension") for each in node.generators)
    elif isinstance(node, ast.For) and trace.autograph is False:
        yield node.iter, "`for`, with AutoGraph off,"
    elif isinstance(node, ast.Assign) and isinstance(node.targets[0], (ast.Tuple, ast.List)):
        yield node.value, "unpacking"
    elif isinstance(node, ast.Starred) and isinstance(node.ctx, ast.Load):
        yield node.value, "`*`"
    elif isinstance(node, ast.Call) and len(node.args) in (1, 2):
        module, _, name = (facts.names.full_name(node.func) or "").rpartition(".")
        if module == "builtins" and name in _BUILTINS:
            yield node.args[0], f"`{name}`"
