"""A check for `tf.Tensor` that turns away what TensorFlow takes for a tensor.

`isinstance(x, tf.Tensor)` is False for a `tf.Variable`, a `tf.RaggedTensor`, a
`tf.sparse.SparseTensor`, a Keras tensor and every extension type, while `tf.is_tensor(x)` is True
for the first three and ops take them all. A function that raises unless it is given a `tf.Tensor`
works until somebody passes a weight.

Ask `tf.is_tensor(x)`, or convert with `tf.convert_to_tensor(x)`, which raises for what cannot be
one.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from tftypes_lint.changes import replace
from tftypes_lint.facts import Facts, tensorflow_facts
from tftypes_lint.findings import Severity
from tftypes_lint.rule import Fix, Problem
from tftypes_lint.source import Source

CODE: Final = "tensor-isinstance"
SEVERITY: Final[Severity] = "note"
MESSAGE: Final = "this turns away a tf.Variable, and whatever else TensorFlow takes for a tensor"
PREFILTER: Final = (b"isinstance",)
TENSORFLOW: Final = True

HINT: Final = "use `{tf}.is_tensor({value})`"

VALID: Final = {
    "tf.is_tensor": """
        import tensorflow as tf
        def f(x):
            if not tf.is_tensor(x):
                raise TypeError(x)
        """,
    "a choice that has both ways": """
        import tensorflow as tf
        def f(x):
            if isinstance(x, tf.Tensor):
                return x
            return tf.convert_to_tensor(x)
        """,
    "several types": """
        import tensorflow as tf
        def f(x):
            if not isinstance(x, (tf.Tensor, tf.Variable)):
                raise TypeError(x)
        """,
}
INVALID: Final = {
    "raises for what is no tf.Tensor": """
        import tensorflow as tf
        def f(x):
            if not isinstance(x, tf.Tensor):  # error: "this turns away a tf.Variable"
                raise TypeError("a tensor is needed")
            return x * 2
        """,
}
FIXED: Final = {
    "raises for what is no tf.Tensor": """
        import tensorflow as tf
        def f(x):
            if not tf.is_tensor(x):  # error: "this turns away a tf.Variable"
                raise TypeError("a tensor is needed")
            return x * 2
        """,
}


def check(source: Source) -> Iterator[Problem]:
    """Each `if not isinstance(x, tf.Tensor)` that raises."""
    facts = tensorflow_facts(source)
    if facts is None:
        return
    for call in facts.calls_of("builtins.isinstance"):
        if len(call.args) == 2 and _raises(facts, call):
            if facts.names.full_name(call.args[1]) == "tensorflow.Tensor":
                tf = facts.names.alias("tensorflow") or "tf"
                hint = HINT.format(tf=tf, value=ast.unparse(call.args[0]))
                yield Problem(source.span(call), hint=hint, data=(call, tf))


def fix(source: Source, problem: Problem) -> Fix:
    """Asks TensorFlow."""
    call, tf = problem.data
    value = ast.get_source_segment(source.text, call.args[0])
    title = "use tf.is_tensor, which lets more in"
    return Fix("unsafe", title, (replace(source, call, f"{tf}.is_tensor({value})"),))


def _raises(facts: Facts, call: ast.Call) -> bool:
    negation = facts.scopes.parents[call]
    test = facts.scopes.parents.get(negation)
    return (
        isinstance(negation, ast.UnaryOp)
        and isinstance(negation.op, ast.Not)
        and isinstance(test, ast.If)
        and test.test is negation
        and isinstance(test.body[-1], ast.Raise)
    )
