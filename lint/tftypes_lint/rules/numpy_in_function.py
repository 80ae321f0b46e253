"""NumPy, or `.numpy()`, on a tensor that has no value yet.

While a `tf.function` or a function of a dataset is traced, its tensors are symbolic. They have
no `.numpy()` (`AttributeError: 'SymbolicTensor' object has no attribute 'numpy'`), and NumPy
cannot make an array of one (`NotImplementedError: Cannot convert a symbolic tf.Tensor to a numpy
array`). The same line works as long as the code runs eagerly.

Use the op of TensorFlow, `tf.experimental.numpy` for NumPy's names, `tf.get_static_value` for
what is known while tracing, or `tf.numpy_function` for what must be NumPy.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import Final

from tftypes_lint.data import words
from tftypes_lint.facts import Facts, tensorflow_facts
from tftypes_lint.facts.scopes import DEFINITIONS
from tftypes_lint.findings import Severity
from tftypes_lint.rule import Problem
from tftypes_lint.source import Source

CODE: Final = "numpy-in-function"
SEVERITY: Final[Severity] = "error"
MESSAGE: Final = "{what} needs the value of `{tensor}`, which has none while `{function}` is traced"
PREFILTER: Final = (b"numpy",)
TENSORFLOW: Final = True

HINT: Final = "use the op of TensorFlow, or `tf.numpy_function`"

VALID: Final = {
    "eager code": """
        import numpy as np
        import tensorflow as tf
        def f(x):
            y = tf.abs(x)
            return np.sin(y), y.numpy()
        """,
    "in a function that TensorFlow calls each time": """
        import numpy as np
        import tensorflow as tf
        @tf.function
        def f(x):
            return tf.numpy_function(lambda y: np.sin(y), [tf.abs(x)], tf.float32)
        """,
    "on what is known": """
        import numpy as np
        import tensorflow as tf
        weights = tf.constant([2.0])
        @tf.function
        def f(x):
            return x * np.sqrt(2.0) * np.prod(x.shape) * weights.numpy()
        """,
    "in a context that leaves the graph": """
        import tensorflow as tf
        table = tf.Variable(1.0)
        @tf.function
        def f(x):
            with tf.init_scope():
                start = table.numpy()
            return x * start
        """,
    "where it runs eagerly": """
        import tensorflow as tf
        @tf.function
        def f(x):
            y = tf.abs(x)
            if tf.executing_eagerly():
                return y.numpy()
            return y
        """,
    "asked for first": """
        import tensorflow as tf
        @tf.function
        def f(x):
            return x.numpy() if hasattr(x, "numpy") else x
        """,
}
INVALID: Final = {
    "in a loss that Keras traces": """
        import keras
        import numpy as np
        def loss(y_true, y_pred):
            return np.mean(np.abs(y_true - y_pred))  # error: "numpy.abs"
        model = keras.Sequential([keras.layers.Dense(1)])
        model.compile("sgd", loss=loss)
        """,
    ".numpy()": """
        import tensorflow as tf
        @tf.function
        def f(x):
            y = tf.reduce_sum(x)
            return y.numpy()  # error: "`.numpy()` needs the value of `y`"
        """,
    "on an argument": """
        import tensorflow as tf
        @tf.function
        def f(x):
            return x.numpy()  # error: "`.numpy()` needs the value of `x`"
        """,
    "a function of NumPy": """
        import numpy as np
        import tensorflow as tf
        @tf.function
        def f(x):
            return np.sin(tf.reduce_sum(x))  # error: "numpy.sin() needs the value of `tf.reduce_sum(x)`"
        """,
    "in the function of a dataset": """
        import tensorflow as tf
        data = tf.data.Dataset.range(3).map(lambda x: x.numpy())  # error: "`.numpy()` needs the value of `x`"
        """,
}

#: Functions of NumPy that make an array of their first argument.
ARRAY: Final = words(
    "abs absolute add all any argmax argmin array asarray ceil clip cos cumsum divide dot exp "
    "expand_dims floor isnan log log10 log1p matmul max maximum mean median min minimum mod "
    "multiply pad percentile power prod ravel repeat reshape round sign sin sqrt square squeeze std "
    "subtract sum tan tanh tile transpose var where"
)


def check(source: Source) -> Iterator[Problem]:
    """Each use of a value of a symbolic tensor in traced code."""
    facts = tensorflow_facts(source)
    if facts is None or not facts.traced:
        return
    for call in facts.scopes.each(ast.Call):
        found = _needed(facts, call)
        if found and facts.trace_at(call) and not _is_tried(facts, call):
            what, tensor = found
            values = {
                "what": what,
                "tensor": ast.unparse(tensor),
                "function": facts.function_name(call),
            }
            yield Problem(source.span(call), values, HINT)


def _needed(facts: Facts, call: ast.Call) -> tuple[str, ast.expr] | None:
    """What needs a value, and the tensor that has none."""
    function = call.func
    if isinstance(function, ast.Attribute) and function.attr == "numpy" and not call.args:
        receiver = function.value
        symbolic = _is_argument(facts, receiver) or _is_symbolic(facts, receiver)
        return ("`.numpy()`", receiver) if symbolic else None
    module, _, name = (facts.names.full_name(function) or "").rpartition(".")
    if module == "numpy" and name in ARRAY and call.args:
        tensor = call.args[0]
        return (f"numpy.{name}()", tensor) if _is_symbolic(facts, tensor) else None
    return None


def _is_symbolic(facts: Facts, expr: ast.expr) -> bool:
    """Whether an expression is a tensor that was made while tracing, by an op or as an argument."""
    if facts.kinds.kind(expr) != "tensor":
        return False
    function = facts.scopes.function_around(expr)
    for node in ast.walk(expr):
        if isinstance(node, ast.Name) and facts.kinds.kind(node) == "tensor":
            owner = facts.scopes.scope(node).owner(node.id)
            if owner is None or owner.node is not function:
                return False
    return True


def _is_tried(facts: Facts, call: ast.Call) -> bool:
    """Whether the code finds out first whether there is a value."""
    for parent in facts.scopes.around(call):
        if isinstance(parent, ast.Try):
            return True
        if isinstance(parent, (ast.If, ast.IfExp)):
            if re.search(r"hasattr|isinstance|is_tensor|eager|symbolic", ast.unparse(parent.test)):
                return True
    return False


def _is_argument(facts: Facts, expr: ast.expr) -> bool:
    """Whether an expression is an argument that TensorFlow itself passes to the function it traces."""
    if not isinstance(expr, ast.Name):
        return False
    binding = facts.names.only(expr)
    function = facts.scopes.function_around(expr)
    trace = facts.traced.get(function) if function else None
    if (
        binding is None
        or binding.kind != "parameter"
        or trace is None
        or trace.caller
        or not function
    ):
        return False
    owner = facts.scopes.scope(expr).owner(expr.id)
    method = isinstance(function, DEFINITIONS) and facts.scopes.scope(function).is_class
    first = function.args.args[:1]
    return (
        owner is not None
        and owner.node is function
        and not (method and first and first[0].arg == expr.id)
    )
