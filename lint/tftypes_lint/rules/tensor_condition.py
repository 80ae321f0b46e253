"""A Python condition on a tensor where AutoGraph cannot turn it into a graph.

In a traced function a tensor has no value yet, so Python cannot ask whether it is true.
AutoGraph rewrites `if`, `while`, `and`, `or`, `not` and the ternary into `tf.cond` and
`tf.while_loop`. It does not rewrite

- anything in a function under `autograph=False` or `do_not_convert`, or in a generator;
- `assert`, the conditions of comprehensions, `in`, and `bool`, `min`, `max` on a tensor;
- an `if` that sets a name which the other path leaves unset;
- an `if` that returns a value at the end of a `with`, a `try` or the function, without an `else`
  that returns one, too.

TensorFlow then raises `OperatorNotAllowedInGraphError` or a TypeError; in the last two cases a
ValueError. Use `tf.cond`, `tf.where`, `tf.debugging.assert_*`, `tf.logical_and`, `tf.maximum`,
or give every path its `return`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from tftypes_lint.facts import Facts, tensorflow_facts
from tftypes_lint.facts.conditions import asked, rewritten
from tftypes_lint.facts.scopes import COMPREHENSIONS, DEFINITIONS, FUNCTIONS, Function
from tftypes_lint.facts.traced import Trace
from tftypes_lint.findings import Severity
from tftypes_lint.rule import Problem
from tftypes_lint.source import Source

CODE: Final = "tensor-condition"
SEVERITY: Final[Severity] = "error"
MESSAGE: Final = "`{tensor}` is a tensor without a value while `{function}` is traced: {reason}"
PREFILTER: Final = (b"tensorflow", b"keras")
TENSORFLOW: Final = True

VALID: Final = {
    "Keras 2 has AutoGraph": """
        import tensorflow as tf
        import tf_keras
        class Gate(tf_keras.layers.Layer):
            def call(self, x):
                if tf.reduce_mean(x) > 0:
                    return x
                return -x
        """,
    "a model that runs eagerly": """
        import keras
        from keras import ops
        class Gate(keras.Model):
            def call(self, x):
                return x if ops.mean(x) > 0 else -x
        Gate().compile("sgd", run_eagerly=True)
        """,
    "a callback of Keras, which is not traced": """
        import keras
        from keras import ops
        class Watch(keras.callbacks.Callback):
            def on_epoch_end(self, epoch, logs=None):
                if ops.mean(self.model.layers[0].kernel) > 0:
                    print(epoch)
        """,
    "AutoGraph rewrites these": """
        import tensorflow as tf
        @tf.function
        def f(x):
            total = tf.reduce_sum(x)
            if total > 1.0 and not total > 5.0:
                y = total
            else:
                y = -total
            while y > 0.5:
                y /= 2.0
            return y if y > 0.0 else total
        @tf.function
        def g(x):
            positive = lambda y: 1.0 if tf.reduce_sum(y) > 0.0 else -1.0
            return positive(x)
        """,
    "both paths return": """
        import tensorflow as tf
        @tf.function
        def f(x):
            if tf.reduce_sum(x) > 0.0:
                return x
            else:
                return -x
        @tf.function
        def g(x):
            if tf.reduce_sum(x) > 0.0:
                return x
            return -x
        """,
    "set on both paths, or used on one": """
        import tensorflow as tf
        @tf.function
        def f(x):
            y = -x
            if tf.reduce_sum(x) > 0.0:
                y = x
                z = y * 2
                y = z
            return y
        @tf.function
        def g(x):
            if tf.reduce_sum(x) > 0.0:
                y = x
            else:
                y = -x
            return y
        """,
    "what is known while tracing": """
        import tensorflow as tf
        @tf.function(autograph=False)
        def f(x, training=False):
            if training or x.shape.rank == 1:
                return tf.reduce_sum(x)
            assert x.dtype == tf.float32
            return x if x is not None else tf.zeros([3])
        """,
    "eager code": """
        import tensorflow as tf
        def f(x):
            total = tf.reduce_sum(x)
            assert total > 0.0
            return max(total, 1.0) if total in [1.0, 2.0] else total
        """,
    "a Python value": """
        import tensorflow as tf
        @tf.function
        def f(x):
            sizes = [n for n in range(3) if n > 1]
            assert sizes
            return x * max(sizes)
        """,
}
INVALID: Final = {
    "where Keras traces, without AutoGraph": """
        import keras
        from keras import ops
        class Gate(keras.layers.Layer):
            def call(self, x):
                if ops.mean(x) > 0:  # error: "is a tensor without a value while `call` is traced"
                    return x
                return -x
        """,
    "without AutoGraph": """
        import tensorflow as tf
        @tf.function(autograph=False)
        def f(x):
            if tf.reduce_sum(x) > 0.0:  # error: "`if` needs AutoGraph, which is off here"
                return x
            return -x
        """,
    "every other condition without AutoGraph": """
        import tensorflow as tf
        @tf.function(autograph=False)
        def f(x):
            while tf.reduce_sum(x) > 0.0:  # error: "`while` needs AutoGraph"
                x -= 1.0
            return x
        @tf.function(autograph=False)
        def g(x):
            return 1.0 if tf.reduce_sum(x) > 0.0 else 2.0  # error: "`if ... else` needs AutoGraph"
        @tf.function(autograph=False)
        def h(x):
            return not tf.reduce_all(x > 0.0)  # error: "`not` needs AutoGraph"
        @tf.function(autograph=False)
        def k(x):
            return tf.reduce_all(x > 0.0) and True  # error: "`and` needs AutoGraph"
        """,
    "in a function that AutoGraph is told to leave alone": """
        import tensorflow as tf
        @tf.autograph.experimental.do_not_convert
        def sign(x):
            if tf.reduce_sum(x) > 0.0:  # error: "`if` needs AutoGraph"
                return 1.0
            return -1.0
        @tf.function
        def f(x):
            return sign(x)
        """,
    "assert": """
        import tensorflow as tf
        @tf.function
        def f(x):
            total = tf.reduce_sum(x)
            assert total > 0.0  # error: "`assert` asks for it"
            return total
        """,
    "the condition of a comprehension": """
        import tensorflow as tf
        @tf.function
        def f(x):
            total = tf.reduce_sum(x)
            return [y for y in (1.0, 2.0) if total > y]  # error: "the condition of a comprehension asks for it"
        """,
    "in": """
        import tensorflow as tf
        @tf.function
        def f(x):
            y = tf.abs(x)
            if 2.0 in y:  # error: "`in` asks for its elements"
                return 1.0
            return 0.0
        """,
    "bool, min and max": """
        import tensorflow as tf
        @tf.function
        def f(x):
            return max(tf.reduce_sum(x), 0.0)  # error: "`max` asks for it"
        @tf.function
        def g(x):
            return bool(tf.reduce_all(x > 0.0))  # error: "`bool` asks for it"
        """,
    "in a generator": """
        import tensorflow as tf
        @tf.function
        def f(x):
            def parts():
                if tf.reduce_sum(x) > 0.0:  # error: "`if` needs AutoGraph, which leaves generators alone"
                    yield x
            return list(parts())
        """,
    "only one path returns": """
        import tensorflow as tf
        @tf.function
        def f(x):
            if tf.reduce_sum(x) > 0.0:  # error: "the other path has to return a value, too"
                return x
        """,
    "set on one path only": """
        import tensorflow as tf
        @tf.function
        def f(x):
            if tf.reduce_sum(x) > 0.0:  # error: "`y` has to be set on the other path, too"
                y = x
            return y
        """,
    "a return at the end of a with or try block": """
        import tensorflow as tf
        @tf.function
        def f(x):
            with tf.name_scope("part"):
                if tf.reduce_sum(x) > 0.0:  # error: "the other path has to return a value, too"
                    return x
            return -x
        @tf.function
        def g(x):
            try:
                if tf.reduce_sum(x) > 0.0:  # error: "the other path has to return a value, too"
                    return x
            finally:
                pass
            return -x
        """,
}

_HINTS: Final = {
    "assert": "use `tf.debugging.Assert` or one of `tf.debugging.assert_*`",
    "in": "use `tf.reduce_any(tensor == value)`",
    "max": "use `tf.maximum` or `tf.reduce_max`",
    "min": "use `tf.minimum` or `tf.reduce_min`",
    "bool": "use the tensor as it is, or `tf.cast(tensor, tf.bool)`",
    "set": "set it before the `if`, or in an `else`",
    "return": "add an `else` that returns, in the same block",
}
_GRAPH: Final = "use `tf.cond`, `tf.where`, `tf.while_loop` or `tf.logical_*`"


def check(source: Source) -> Iterator[Problem]:
    """Each condition on a tensor in traced code that stays Python."""
    facts = tensorflow_facts(source)
    if facts is None or not facts.traced:
        return
    for place, tensor, reason, advice in _conditions(facts):
        if not facts.trace_at(place):
            continue
        values = {
            "tensor": ast.unparse(tensor),
            "function": facts.function_name(place),
            "reason": reason,
        }
        yield Problem(source.span(place), values, _HINTS.get(advice, _GRAPH))


def _conditions(facts: Facts) -> Iterator[tuple[ast.expr, ast.expr, str, str]]:
    for function, trace in facts.traced.items():
        off = _why_off(function, trace)
        for node in facts.scopes.within(function):
            for place, word, advice in asked(facts, node):
                tensor = facts.kinds.tensor_within(place)
                if tensor:
                    yield place, tensor, _reason(word), advice
            if off:
                for place, word in rewritten(node):
                    tensor = facts.kinds.tensor_within(place)
                    if tensor and not _within_rewritten(facts, node, off):
                        yield place, tensor, f"`{word}` needs AutoGraph, which {off}", "graph"
            elif trace.autograph and isinstance(node, ast.If):
                if facts.kinds.tensor_within(node.test):
                    for reason, advice in _one_sided(facts, node, function):
                        yield node.test, node.test, reason, advice


def _why_off(function: Function, trace: Trace) -> str | None:
    if trace.autograph is False:
        return "is off here"
    if trace.autograph and isinstance(function, ast.FunctionDef) and _is_generator(function):
        return "leaves generators alone"
    return None


def _reason(word: str) -> str:
    if word == "in":
        return "`in` asks for its elements"
    return f"{word} asks for it" if " " in word else f"`{word}` asks for it"


def _within_rewritten(facts: Facts, node: ast.AST, off: str) -> bool:
    """Whether a condition around it is reported already, such as the `if` of an `and`."""
    if not isinstance(node, (ast.BoolOp, ast.UnaryOp)):
        return False
    parent = facts.scopes.parents[node]
    return any(node is place for place, _ in rewritten(parent))


def _one_sided(facts: Facts, node: ast.If, function: Function) -> Iterator[tuple[str, str]]:
    """What only one path of an `if` does, where `tf.cond` needs it of both."""
    if _returns_alone(facts, node, function):
        yield "the other path has to return a value, too", "return"
    for name in _set_alone(facts, node):
        yield f"`{name}` has to be set on the other path, too", "set"


def _set_alone(facts: Facts, node: ast.If) -> Iterator[str]:
    """The names that only the body of an `if` sets, and that are read after it."""
    leaves = (ast.Return, ast.Raise, ast.Break, ast.Continue)
    if any(isinstance(each, leaves) for each in ast.walk(node)):
        return
    scope = facts.scopes.scope(node)
    set_here = {
        each.id
        for statement in node.body
        for each in ast.walk(statement)
        if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)
    }
    read = {
        each.id
        for each in facts.scopes.each(ast.Name)
        if isinstance(each.ctx, ast.Load)
        and facts.scopes.scope(each) is scope
        and each.lineno > (node.end_lineno or 0)
    }
    inside = set(node.body)
    for name in sorted(set_here & read):
        bindings = scope.bindings.get(name, [])
        if bindings and all(binding.node in inside for binding in bindings):
            yield name


def _returns_alone(facts: Facts, node: ast.If, function: Function) -> bool:
    """Whether an `if` returns a value, and the path around it cannot in the same block."""
    if node.orelse or not isinstance(node.body[-1], ast.Return) or not node.body[-1].value:
        return False
    parent = facts.scopes.parents[node]
    if not isinstance(parent, (*DEFINITIONS, ast.With, ast.Try)):
        return False
    return parent.body[-1] is node and (
        parent is function or facts.scopes.parents[parent] is function
    )


def _is_generator(function: ast.FunctionDef) -> bool:
    waiting: list[ast.AST] = list(function.body)
    while waiting:
        node = waiting.pop()
        if isinstance(node, (ast.Yield, ast.YieldFrom)):
            return True
        if not isinstance(node, (*FUNCTIONS, ast.ClassDef, *COMPREHENSIONS)):
            waiting.extend(ast.iter_child_nodes(node))
    return False
