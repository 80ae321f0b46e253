"""A check for `tf.Tensor` that turns away variables.

`isinstance(x, tf.Tensor)` is False for a `tf.Variable`, which every op takes where it takes a
tensor. A function that raises unless it is given a `tf.Tensor` works until somebody passes a weight.

Ask `isinstance(x, (tf.Tensor, tf.Variable))`, or convert with `tf.convert_to_tensor(x)`, which
raises for what cannot be a dense tensor. `tf.is_tensor(x)` is True for sparse and ragged tensors as
well, and most ops do not take those: `tf.gather` and `tf.matmul` raise for a `tf.SparseTensor`. A
check whose error speaks of dense, sparse or ragged tensors is taken for what it says.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import Final

from tftypes_lint.changes import replace
from tftypes_lint.facts import Facts, tensorflow_facts
from tftypes_lint.findings import Severity
from tftypes_lint.rule import Fix, Problem
from tftypes_lint.source import Source

CODE: Final = "tensor-isinstance"
SEVERITY: Final[Severity] = "note"
MESSAGE: Final = "this turns away a tf.Variable, which every op takes for a tensor"
PREFILTER: Final = (b"isinstance",)
TENSORFLOW: Final = True

HINT: Final = "use `isinstance({value}, ({tf}.Tensor, {tf}.Variable))`"
#: An error that says this is meant to refuse more than what is no tensor.
_KINDS: Final = re.compile(r"dense|sparse|ragged|composite|symbolic|eager", re.IGNORECASE)

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
    "what is refused is said": """
        import tensorflow as tf
        def look_up(table, ids):
            if not isinstance(ids, tf.Tensor):
                raise ValueError(f"dense tensors only, got {type(ids)}")
            return tf.gather(table, ids)
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
            if not isinstance(x, (tf.Tensor, tf.Variable)):  # error: "this turns away a tf.Variable"
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
    """Lets variables in."""
    call, tf = problem.data
    wanted = replace(source, call.args[1], f"({tf}.Tensor, {tf}.Variable)")
    return Fix("unsafe", "let variables in, too", (wanted,))


def _raises(facts: Facts, call: ast.Call) -> bool:
    negation = facts.scopes.parents[call]
    test = facts.scopes.parents.get(negation)
    return (
        isinstance(negation, ast.UnaryOp)
        and isinstance(negation.op, ast.Not)
        and isinstance(test, ast.If)
        and test.test is negation
        and isinstance(test.body[-1], ast.Raise)
        and not _KINDS.search(ast.unparse(test.body[-1]))
    )
