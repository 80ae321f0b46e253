"""A tensor or a dataset that is made and not used.

Tensors and datasets never change: `tf.reshape(x, ...)`, `dataset.shuffle(100)` and
`tf.tensor_scatter_nd_update(x, ...)` return a new one and leave the old one as it was. On a line of
its own such a call has no effect at all; in a traced function it is not even run.

Assign the result. To change something in place, use a `tf.Variable` and `assign`.

At the top level of a file, where a notebook shows the value of a line, nothing is reported; nor
within `with self.assertRaises(...)` and the like.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from tftypes_lint.changes import ReplaceStatement
from tftypes_lint.data import tensor_functions
from tftypes_lint.facts import Facts, tensorflow_facts
from tftypes_lint.facts.kinds import DATASET_METHODS
from tftypes_lint.findings import Severity
from tftypes_lint.rule import Fix, Problem
from tftypes_lint.source import Source

CODE: Final = "unused-result"
SEVERITY: Final[Severity] = "error"
MESSAGE: Final = "{call} returns a new {what} and changes nothing; this one is not used"
PREFILTER: Final = (b"tensorflow",)
TENSORFLOW: Final = True

HINT: Final = "assign the result"

VALID: Final = {
    "the result is used": """
        import tensorflow as tf
        def load(x):
            data = tf.data.Dataset.from_tensor_slices(x)
            data = data.shuffle(100)
            return data.map(tf.abs)
        """,
    "ops that do something": """
        import tensorflow as tf
        def f(x, v):
            tf.print(x)
            tf.debugging.assert_positive(x)
            v.assign(tf.abs(x))
            tf.summary.scalar("loss", 1.0, step=1)
            tf.io.write_file("x.txt", "x")
            tf.ensure_shape(x, [3])
        """,
    "methods and functions of others": """
        import tensorflow as tf
        def f(x, steps):
            steps.map(x)
            print(x)
        """,
    "an error is expected": """
        import tensorflow as tf
        class Test(tf.test.TestCase):
            def test(self):
                with self.assertRaises(ValueError):
                    tf.reshape([1, 2, 3], [2])
                try:
                    tf.reshape([1, 2, 3], [2])
                except ValueError:
                    pass
        """,
    "the time is measured": """
        import time
        import tensorflow as tf
        def seconds(x):
            start = time.perf_counter()
            tf.matmul(x, x)
            return time.perf_counter() - start
        """,
    "a graph's op is fetched by its name": """
        import tensorflow as tf
        def build(logits):
            tf.nn.softmax(logits, name="probabilities")
        """,
    "the value of a notebook's line": """
        import tensorflow as tf
        tf.abs([-1.0])
        """,
}
INVALID: Final = {
    "a dataset": """
        import tensorflow as tf
        def load(x):
            data = tf.data.Dataset.from_tensor_slices(x)
            data.shuffle(100)  # error: "data.shuffle() returns a new dataset and changes nothing"
            return data
        """,
    "a tensor": """
        import tensorflow as tf
        def flat(x):
            x = tf.abs(x)
            tf.reshape(x, [-1])  # error: "tf.reshape() returns a new tensor and changes nothing"
            return x
        """,
}
FIXED: Final = {
    "a dataset": """
        import tensorflow as tf
        def load(x):
            data = tf.data.Dataset.from_tensor_slices(x)
            data = data.shuffle(100)  # error: "data.shuffle() returns a new dataset and changes nothing"
            return data
        """,
}

#: Functions below these change something besides, or are called to.
_STATEFUL: Final = (
    "compat.",
    "debugging.",
    "raw_ops.",
    "random.",
    "io.",
    "summary.",
    "distribute.",
)
_EFFECTS: Final = (
    "assign",
    "assert",
    "check",
    "print",
    "py_func",
    "write",
    "barrier",
    "call",
    "numpy_func",
)

_CHECKS: Final = frozenset({"constant", "convert_to_tensor", "ensure_shape", "ones", "zeros"})


def check(source: Source) -> Iterator[Problem]:
    """Each statement that is a call of a function without effect."""
    facts = tensorflow_facts(source)
    if facts is None or facts.builds_graphs:
        return
    for statement in facts.scopes.each(ast.Expr):
        call = statement.value
        if isinstance(call, ast.Call) and facts.scopes.function_around(call):
            what = _made(facts, call)
            if what and not _is_tried(facts, call):
                values = {"call": f"{ast.unparse(call.func)}()", "what": what}
                yield Problem(source.span(call), values, HINT, (call, what))


def fix(source: Source, problem: Problem) -> Fix | None:
    """Gives the name the new dataset."""
    call, what = problem.data
    if what != "dataset" or not isinstance(call.func.value, ast.Name):
        return None
    text = ast.get_source_segment(source.text, call)
    change = ReplaceStatement(source.span(call), f"{call.func.value.id} = {text}")
    return Fix("unsafe", "assign the dataset to its name; the step takes effect", (change,))


def _made(facts: Facts, call: ast.Call) -> str | None:
    name = facts.names.full_name(call.func) or ""
    if name in tensor_functions():
        short = name.removeprefix("tensorflow.")
        last = short.rpartition(".")[2]
        stateful = short.startswith(_STATEFUL) or any(word in last for word in _EFFECTS)
        # Called for its error, which a graph leaves out with the result.
        checks = last in _CHECKS and not facts.trace_at(call)
        is_named = any(keyword.arg == "name" for keyword in call.keywords)
        return None if stateful or checks or is_named else "tensor"
    if isinstance(call.func, ast.Attribute) and call.func.attr in DATASET_METHODS:
        return "dataset" if facts.kinds.kind(call.func.value) == "dataset" else None
    return None


def _is_tried(facts: Facts, call: ast.Call) -> bool:
    """Whether a call may stand there for its error, its time or its trace."""
    around = list(facts.scopes.around(call))
    function = facts.scopes.function_around(call)
    name = getattr(function, "name", "").lower()
    return (
        any(isinstance(each, (ast.With, ast.AsyncWith, ast.Try, ast.Lambda)) for each in around)
        or isinstance(function, ast.Lambda)
        or any(word in name for word in ("test", "bench", "warm"))
        or any(_is_clock(facts, each) for each in facts.scopes.within(function or call))
    )


def _is_clock(facts: Facts, node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and (facts.names.full_name(node.func) or "").startswith(
        "time"
    )
