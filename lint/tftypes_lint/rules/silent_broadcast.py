"""A vector combined with a column of the same length.

`[N]` and `[N, 1]` broadcast to `[N, N]`: each element with each. The loss of predictions `[32,
1]` and labels `[32]` is a mean over 1024 numbers in place of 32, with a gradient that pulls every
prediction to the mean of all labels. Nothing fails, and the model does not learn.

Give both the same rank with `tf.squeeze(column, axis=1)` or `tf.expand_dims(vector, 1)`. Where
each with each is meant, write `vector[tf.newaxis, :]`.

Only shapes that annotations or constants say are looked at; what is reshaped or expanded on
purpose is not.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from tftypes_lint.data import words
from tftypes_lint.facts import Facts, tensorflow_facts
from tftypes_lint.facts.shapes import Dims, shape
from tftypes_lint.findings import Severity
from tftypes_lint.rule import Problem
from tftypes_lint.source import Source

CODE: Final = "silent-broadcast"
SEVERITY: Final[Severity] = "warning"
MESSAGE: Final = "`{left}` is {left_shape} and `{right}` is {right_shape}: the result is {result}, each with each"
PREFILTER: Final = (b"tensorflow", b"tftypes")
TENSORFLOW: Final = True

HINT: Final = "squeeze the column, or write `[tf.newaxis, :]` where each with each is meant"

VALID: Final = {
    "the same rank": """
        import tensorflow as tf
        from tftypes import Shape, Tensor, float32
        def loss(y: Tensor[float32, Shape[32, 1]], labels: Tensor[float32, Shape[32]]):
            return tf.reduce_mean((tf.squeeze(y, axis=1) - labels) ** 2)
        """,
    "each with each, on purpose": """
        import tensorflow as tf
        from tftypes import Shape, Tensor, float32
        def distances(x: Tensor[float32, Shape[32]]):
            return x[:, tf.newaxis] - x
        """,
    "a row, or another length": """
        import tensorflow as tf
        from tftypes import Shape, Tensor, float32
        def f(x: Tensor[float32, Shape[32]], row: Tensor[float32, Shape[1, 32]], column: Tensor[float32, Shape[8, 1]]):
            return x + row, x * column
        """,
    "a size that is open": """
        import tensorflow as tf
        from tftypes import Shape, Tensor, float32
        def f(x: Tensor[float32, Shape[None]], column: Tensor[float32, Shape[None, 1]]):
            return x * column
        """,
    "of one": """
        import tensorflow as tf
        y = tf.ones([1]) + tf.ones([1, 1])
        """,
}
INVALID: Final = {
    "predictions and labels": """
        import tensorflow as tf
        from tftypes import Shape, Tensor, float32
        def loss(y: Tensor[float32, Shape[32, 1]], labels: Tensor[float32, Shape[32]]):
            return tf.reduce_mean((y - labels) ** 2)  # error: "`y` is [32, 1] and `labels` is [32]: the result is [32, 32]"
        """,
    "a size with a name": """
        from typing import TypeVar
        import tensorflow as tf
        from tftypes import Shape, Tensor, float32
        N = TypeVar("N")
        def loss(y: Tensor[float32, Shape[N, 1]], labels: Tensor[float32, Shape[N]]):
            return tf.math.squared_difference(labels, y)  # error: "the result is [N, N]"
        """,
    "constants": """
        import tensorflow as tf
        x = tf.constant([1.0, 2.0, 3.0])
        w = tf.ones([3, 1])
        y = x * w  # error: "`x` is [3] and `w` is [3, 1]: the result is [3, 3]"
        """,
}

_FUNCTIONS: Final = frozenset(
    f"tensorflow.{name}"
    for name in words(
        "add subtract multiply divide maximum minimum math.add math.subtract math.multiply "
        "math.divide math.maximum math.minimum math.squared_difference"
    )
)
_OPERATORS: Final = (ast.Add, ast.Sub, ast.Mult, ast.Div)


def check(source: Source) -> Iterator[Problem]:
    """Each elementwise op on a vector and a column of its length."""
    facts = tensorflow_facts(source)
    if facts is None:
        return
    for node, left, right in _pairs(facts):
        one, other = shape(facts, left), shape(facts, right)
        if one and other and (_are_mixed(one, other) or _are_mixed(other, one)):
            size = str(one[0])
            values = {
                "left": ast.unparse(left),
                "left_shape": _text(one),
                "right": ast.unparse(right),
                "right_shape": _text(other),
                "result": f"[{size}, {size}]",
            }
            yield Problem(source.span(node), values, HINT)


def _pairs(facts: Facts) -> Iterator[tuple[ast.expr, ast.expr, ast.expr]]:
    for operation in facts.scopes.each(ast.BinOp):
        if isinstance(operation.op, _OPERATORS):
            yield operation, operation.left, operation.right
    for call in facts.calls_of(*_FUNCTIONS):
        if len(call.args) >= 2:
            yield call, call.args[0], call.args[1]


def _are_mixed(vector: Dims, column: Dims) -> bool:
    size = vector[0]
    return len(vector) == 1 and column == (size, 1) and size not in (None, 1)


def _text(dims: Dims) -> str:
    return f"[{', '.join(map(str, dims))}]"
