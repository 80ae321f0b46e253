"""A Python number that differs from call to call, passed to a `tf.function` in a loop.

A `tf.function` makes one graph for each Python value: `step(0, x)`, `step(1, x)` and
`step(2, x)` are three graphs, and a loop over a thousand numbers traces a thousand times. Each
trace takes as long as building the model, and each graph stays in memory. TensorFlow warns from
the fifth on ("triggered tf.function retracing"). Of a tensor, dtype and shape count only.

Pass `tf.constant(n, dtype)`, with the dtype that the function computes in, since `x * n` takes a
Python int for any dtype of `x` and a tensor for its own only; or give the function a signature, by annotations under
`tftypes.runtime.function` or by `input_signature`, which makes a tensor of the number.

A parameter that the function needs as a Python value, for `range` or an index, is not reported;
nor is a loop over a handful of constants.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from tftypes_lint.changes import replace
from tftypes_lint.facts import Facts, tensorflow_facts
from tftypes_lint.facts.scopes import Function
from tftypes_lint.facts.varying import LoopCall, loop_arguments, parameter, varies
from tftypes_lint.findings import Severity
from tftypes_lint.rule import Fix, Problem
from tftypes_lint.source import Source

CODE: Final = "python-argument"
SEVERITY: Final[Severity] = "warning"
MESSAGE: Final = (
    "`{argument}` is another Python value in each round, and `{function}` is traced for each"
)
PREFILTER: Final = (b"function",)
TENSORFLOW: Final = True

HINT: Final = "pass `tf.constant({argument})`, in the dtype that it computes in, or give the function a signature"

VALID: Final = {
    "a tensor": """
        import tensorflow as tf
        @tf.function
        def step(n, x):
            return x * tf.cast(n, tf.float32)
        for n in range(100):
            step(tf.constant(n), tf.ones([3]))
        for n in tf.range(100):
            step(n, tf.ones([3]))
        """,
    "a signature": """
        import tensorflow as tf
        @tf.function(input_signature=[tf.TensorSpec([], tf.int32), tf.TensorSpec([3])])
        def step(n, x):
            return x * tf.cast(n, tf.float32)
        for n in range(100):
            step(n, tf.ones([3]))
        """,
    "the same number in each round": """
        import tensorflow as tf
        @tf.function
        def step(n, x):
            return x * n
        rate = 0.5
        for n in range(100):
            step(rate, tf.ones([3]))
        """,
    "a handful of constants": """
        import tensorflow as tf
        @tf.function
        def step(n, x):
            return x * n
        for n in range(3):
            step(n, tf.ones([3]))
        """,
    "the function needs a Python value": """
        import tensorflow as tf
        layers = [abs] * 10
        @tf.function
        def apply(n, x):
            return layers[n](x)
        @tf.function
        def repeat(times, x):
            for _ in range(times):
                x = x * 2
            return x
        for n in range(10):
            apply(n, tf.ones([3]))
            repeat(n, tf.ones([3]))
        """,
    "an ordinary function": """
        import tensorflow as tf
        def step(n, x):
            return x * n
        for n in range(100):
            step(n, tf.ones([3]))
        """,
}
INVALID: Final = {
    "the number of the round": """
        import tensorflow as tf
        @tf.function
        def step(n, x):
            return x * n
        for n in range(8):
            step(n, tf.ones([3]))  # error: "`n` is another Python value in each round, and `step` is traced"
        """,
    "a number that is cast": """
        import tensorflow as tf
        @tf.function
        def step(n, x):
            return x * tf.cast(n, x.dtype)
        for n in range(8):
            step(n, tf.ones([3]))  # error: "`n` is another Python value"
        """,
    "a number made of it": """
        import tensorflow as tf
        @tf.function
        def step(rate, x):
            return x * rate
        for n in range(8):
            step(rate=0.1 / (n + 1), x=tf.ones([3]))  # error: "`0.1 / (n + 1)` is another Python value"
        """,
    "a list with such a number": """
        import tensorflow as tf
        @tf.function
        def step(rates, x):
            return x * rates[0] * rates[1]
        for n in range(8):
            step([0.5, n], tf.ones([3]))  # error: "`[0.5, n]` is another Python value"
        """,
    "a counter": """
        import tensorflow as tf
        step = tf.function(lambda n, x: x * n)
        count = 0
        while count < 8:
            step(count, tf.ones([3]))  # error: "`count` is another Python value"
            count += 1
        """,
    "a number taken out of a tensor": """
        import tensorflow as tf
        @tf.function
        def step(rate, x):
            return x * rate
        for loss in tf.data.Dataset.range(8):
            step(float(loss), tf.ones([3]))  # error: "`float(loss)` is another Python value"
        """,
    "in a method": """
        import tensorflow as tf
        class Model:
            @tf.function
            def train(self, n, x):
                return x * n
            def fit(self, x):
                for n, batch in enumerate(x):
                    self.train(n, batch)  # error: "`n` is another Python value"
        Model().fit(tf.ones([8, 3]))
        """,
}
FIXED: Final = {
    "a number that is cast": """
        import tensorflow as tf
        @tf.function
        def step(n, x):
            return x * tf.cast(n, x.dtype)
        for n in range(8):
            step(tf.constant(n), tf.ones([3]))  # error: "`n` is another Python value"
        """,
}


def check(source: Source) -> Iterator[Problem]:
    """Each argument of a tf.function that is another Python value in each round."""
    facts = tensorflow_facts(source)
    if facts is None:
        return
    for call, argument in loop_arguments(facts):
        name = parameter(call, argument)
        if not _varies(facts, argument, call) or _is_python(facts, call.function, name):
            continue
        values = {"argument": ast.unparse(argument), "function": ast.unparse(call.call.func)}
        # Where it is cast at once, a tensor of any dtype is as good.
        cast = _is_cast(facts, call.function, name)
        tf = facts.names.alias("tensorflow") if cast else None
        hint = HINT.format_map(values)
        yield Problem(source.span(argument), values, hint, (argument, tf))


def fix(source: Source, problem: Problem) -> Fix | None:
    """Makes a tensor of an argument that the function casts."""
    argument, tf = problem.data
    if tf is None:
        return None
    text = ast.get_source_segment(source.text, argument)
    edit = replace(source, argument, f"{tf}.constant({text})")
    return Fix("unsafe", "pass a tensor; the function no longer sees a Python number", (edit,))


def _varies(facts: Facts, argument: ast.expr, call: LoopCall) -> bool:
    """Whether an argument is, or holds, another Python number in each round."""
    parts = argument.elts if isinstance(argument, (ast.List, ast.Tuple)) else [argument]
    return any(varies(facts, part, call.call) for part in parts)


def _is_cast(facts: Facts, function: Function | None, name: str | None) -> bool:
    """Whether a function only ever uses a parameter as `tf.cast(parameter, ...)`."""
    if function is None:
        return False
    uses = [
        node
        for node in ast.walk(function)
        if isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Load)
    ]
    calls = [facts.scopes.parents[use] for use in uses]
    return bool(calls) and all(
        isinstance(call, ast.Call) and facts.names.full_name(call.func) == "tensorflow.cast"
        for call in calls
    )


def _is_python(facts: Facts, function: Function | None, name: str | None) -> bool:
    """Whether a function uses a parameter as only a Python number can be used."""
    for node in ast.walk(function) if function else ():
        if isinstance(node, ast.Subscript):
            used = [node.slice]
        elif isinstance(node, ast.Call):
            # What an unknown function does with it cannot be known.
            known = (facts.names.full_name(node.func) or "").startswith("tensorflow.")
            used = [each.value for each in node.keywords] + ([] if known else [*node.args])
        elif isinstance(node, (ast.If, ast.While, ast.IfExp)):
            used = [node.test]
        else:
            continue
        for part in used:
            if any(isinstance(each, ast.Name) and each.id == name for each in ast.walk(part)):
                return True
    return False
