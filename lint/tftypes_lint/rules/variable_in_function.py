"""A variable that a traced function makes each time it is traced.

A `tf.Variable` is state that outlives the call, so a `tf.function` may make one only on its
very first call; TensorFlow traces the function twice to make sure. Without a guard the second
trace makes it again: `ValueError: tf.function only supports singleton tf.Variables created on
the first call`. A layer, a metric, an optimizer or a random generator holds variables and fails
the same way; and where a layer comes from outside a `tf.function` but is made anew on each
call, it is one that was never trained.

Make it outside, in `__init__` or at module level, or behind `if self.v is None:` where `__init__` says `self.v = None`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from tftypes_lint.data import words
from tftypes_lint.facts import Facts, tensorflow_facts
from tftypes_lint.facts.traced import Trace
from tftypes_lint.findings import Severity
from tftypes_lint.rule import Problem
from tftypes_lint.source import Source

CODE: Final = "variable-in-function"
SEVERITY: Final[Severity] = "error"
MESSAGE: Final = (
    "{what} makes a variable here each time `{function}` is traced, which TensorFlow refuses"
)
PREFILTER: Final = (b"Variable", b"keras", b"Generator")
TENSORFLOW: Final = True

LAYER_HINT: Final = "make it once, in `__init__` or outside, and call it here"
HINT: Final = "make it outside, or behind `if not hasattr(self, 'v'):` as self.v"
#: `call` is where layers and models of Keras compute; what calls it builds them before.
BUILD_HINT: Final = "make it in `def build(self, input_shape)`: `self.add_weight(shape=...)`"

#: Layers that make variables when they are built by their first call, whatever their arguments.
LAYERS: Final = words(
    "BatchNormalization Bidirectional Conv1D Conv1DTranspose Conv2D Conv2DTranspose Conv3D "
    "ConvLSTM2D Dense DepthwiseConv2D Embedding GRU GroupNormalization LSTM LayerNormalization "
    "MultiHeadAttention PReLU SeparableConv2D SimpleRNN"
)
#: Whatever makes variables as it is made.
STATEFUL: Final = frozenset(
    {
        "tensorflow.Variable",
        "tensorflow.random.Generator.from_seed",
        "tensorflow.random.Generator.from_non_deterministic_state",
        *(
            f"keras.optimizers.{name}"
            for name in words("Adadelta Adagrad Adam AdamW Adamax Ftrl Lion Nadam RMSprop SGD")
        ),
        *(
            f"keras.metrics.{name}"
            for name in words(
                "Accuracy BinaryAccuracy CategoricalAccuracy Mean MeanAbsoluteError "
                "MeanSquaredError Precision Recall SparseCategoricalAccuracy Sum"
            )
        ),
    }
)

VALID: Final = {
    "made outside": """
        import tensorflow as tf
        total = tf.Variable(0.0)
        dense = tf.keras.layers.Dense(3)
        @tf.function
        def f(x):
            total.assign_add(tf.reduce_sum(x))
            return dense(x)
        """,
    "behind a guard": """
        import tensorflow as tf
        class Scale(tf.Module):
            def __init__(self):
                self.scale = None
            @tf.function
            def __call__(self, x):
                if self.scale is None:
                    self.scale = tf.Variable(2.0)
                return x * self.scale
        """,
    "lifted out of the graph": """
        import tensorflow as tf
        made = []
        @tf.function
        def f(x):
            with tf.init_scope():
                if not made:
                    made.append(tf.Variable(2.0))
            return x * made[0]
        """,
    "a function that is not traced": """
        import tensorflow as tf
        def f(x):
            scale = tf.Variable(2.0)
            return x * scale
        """,
    "a layer that holds no variable": """
        import tensorflow as tf
        @tf.function
        def f(x):
            return tf.keras.layers.ReLU()(x)
        """,
    "a layer that is not called there": """
        import tensorflow as tf
        @tf.function
        def f(x):
            layers = [tf.keras.layers.Dense(3)]
            return x
        """,
    "for the types only": """
        import tensorflow as tf
        @tf.function
        def f(x):
            return isinstance(x, tf.Variable)
        """,
}
INVALID: Final = {
    "a variable": """
        import tensorflow as tf
        @tf.function
        def f(x):
            scale = tf.Variable(2.0)  # error: "tf.Variable makes a variable here each time `f` is traced"
            return x * scale
        """,
    "a layer": """
        import tensorflow as tf
        @tf.function
        def f(x):
            return tf.keras.layers.Dense(3)(x)  # error: "keras.layers.Dense"
        """,
    "a layer with a name": """
        import tensorflow as tf
        @tf.function
        def f(x):
            dense = tf.keras.layers.Dense(3)  # error: "keras.layers.Dense"
            return dense(x)
        """,
    "an optimizer and a metric": """
        import tensorflow as tf
        @tf.function
        def f(x):
            optimizer = tf.keras.optimizers.Adam()  # error: "keras.optimizers.Adam"
            mean = tf.keras.metrics.Mean()  # error: "keras.metrics.Mean"
            return x
        """,
    "an attribute that each trace sets anew": """
        import tensorflow as tf
        class Scale(tf.Module):
            @tf.function
            def __call__(self, x):
                self.scale = tf.Variable(2.0)  # error: "tf.Variable"
                return x * self.scale
        """,
    "in the `call` of a layer": """
        import tensorflow as tf
        class Bias(tf.keras.layers.Layer):
            def call(self, x):
                bias = tf.Variable(tf.zeros([x.shape[-1]]))  # error: "tf.Variable"
                return x + bias
        """,
    "in a function that a traced one calls": """
        import tensorflow as tf
        def scaled(x):
            return x * tf.Variable(2.0)  # error: "each time `scaled` is traced"
        @tf.function
        def f(x):
            return scaled(x)
        """,
    "in a function of a dataset": """
        import tensorflow as tf
        def scaled(x):
            return x * tf.Variable(2, dtype=tf.int64)  # error: "each time `scaled` is traced"
        data = tf.data.Dataset.range(3).map(scaled)
        """,
}


def check(source: Source) -> Iterator[Problem]:
    """Each unguarded variable, layer, metric or optimizer in traced code."""
    facts = tensorflow_facts(source)
    if facts is None or not facts.traced:
        return
    for name, call in facts.calls:
        layer = name.startswith("keras.layers.") and name.rpartition(".")[2] in LAYERS
        if name in STATEFUL or (layer and _is_called(facts, call)):
            trace = facts.trace_at(call)
            if trace and not _is_guarded(facts, call):
                what = name.replace("tensorflow.", "tf.")
                values = {"what": what, "function": facts.function_name(call)}
                is_of_layer = name == "tensorflow.Variable" and values["function"] == "call"
                hint = LAYER_HINT if layer else BUILD_HINT if is_of_layer else HINT
                yield Problem(source.span(call), values, _hint(trace, hint))


def _hint(trace: Trace, hint: str) -> str:
    return f"{hint} ({trace.description})" if trace.caller else hint


def _is_called(facts: Facts, layer: ast.Call) -> bool:
    """Whether a layer is called in the function that makes it, by which it makes its variables."""
    parent = facts.scopes.parents[layer]
    if isinstance(parent, ast.Call) and parent.func is layer:
        return True
    if not isinstance(parent, ast.Assign) or not isinstance(parent.targets[0], ast.Name):
        return False
    name, scope = parent.targets[0].id, facts.scopes.scope(layer)
    return any(
        isinstance(call.func, ast.Name)
        and call.func.id == name
        and facts.scopes.scope(call) is scope
        for call in facts.scopes.each(ast.Call)
    )


def _is_guarded(facts: Facts, node: ast.AST) -> bool:
    return any(
        isinstance(each, (ast.If, ast.IfExp, ast.BoolOp, ast.Try, ast.With))
        for each in facts.scopes.around(node)
    )
