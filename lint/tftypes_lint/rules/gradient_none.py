"""A gradient that is None, because the tape has not seen how one comes from the other.

`tf.GradientTape` records what happens in its `with` block, from the variables and the tensors
that it watches, in floating point. The gradient is None, without an error,

- of something that is computed after the block;
- for a constant that nobody told the tape to `watch`;
- for a variable of integers.

`apply_gradients` then warns or fails, or a weight quietly stays as it was.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from tftypes_lint.facts import Facts, tensorflow_facts
from tftypes_lint.findings import Severity
from tftypes_lint.rule import Problem
from tftypes_lint.source import Source

CODE: Final = "gradient-none"
SEVERITY: Final[Severity] = "error"
MESSAGE: Final = "this gradient is None: {reason}"
PREFILTER: Final = (b"GradientTape",)
TENSORFLOW: Final = True

VALID: Final = {
    "a variable": """
        import tensorflow as tf
        w = tf.Variable(2.0)
        with tf.GradientTape() as tape:
            y = w * w
        grad = tape.gradient(y, w)
        """,
    "a watched constant": """
        import tensorflow as tf
        x = tf.constant(2.0)
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = x * x
        grad = tape.gradient(y, x)
        """,
    "recorded further": """
        import tensorflow as tf
        w = tf.Variable(2.0)
        with tf.GradientTape() as tape:
            y = w * w
        with tape:
            loss = y * 3.0
        grad = tape.gradient(loss, w)
        """,
    "handed on": """
        import tensorflow as tf
        w = tf.Variable(2.0)
        with tf.GradientTape() as tape:
            y = w * w
        loss = tf.cast(y, tf.float32)
        grad = tape.gradient(loss, w)
        """,
    "on the tape, by another tape": """
        import tensorflow as tf
        w = tf.Variable(2.0)
        with tf.GradientTape() as outer:
            with tf.GradientTape() as inner:
                y = w * w * w
            first = inner.gradient(y, w)
        second = outer.gradient(first, w)
        """,
    "a source that the tape has computed": """
        import tensorflow as tf
        x = tf.constant(2.0)
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = x * x
            z = y * y
        grad = tape.gradient(z, y)
        """,
}
INVALID: Final = {
    "computed after the block": """
        import tensorflow as tf
        w = tf.Variable(2.0)
        with tf.GradientTape() as tape:
            y = w * w
        loss = y * 3.0
        grad = tape.gradient(loss, w)  # error: "`loss` is computed after the block of `tape`"
        """,
    "a constant that is not watched": """
        import tensorflow as tf
        x = tf.constant(2.0)
        with tf.GradientTape() as tape:
            y = x * x
        grad = tape.gradient(y, x)  # error: "`x` is a constant that `tape` does not watch"
        """,
    "a variable of integers": """
        import tensorflow as tf
        w = tf.Variable(2)
        with tf.GradientTape() as tape:
            y = w * w
        grad = tape.gradient(y, w)  # error: "`w` is a variable of integers"
        """,
}

_HINTS: Final = {
    "after": "move the computation into the `with` block",
    "watch": "call `{tape}.watch({name})` first, or make it a `tf.Variable`",
    "integers": "make it of floating point: `tf.Variable(2.0)`",
}
_CONSTANTS: Final = frozenset(
    {"tensorflow.constant", "tensorflow.ones", "tensorflow.zeros", "tensorflow.linspace"}
)


def check(source: Source) -> Iterator[Problem]:
    """Each gradient that is None for certain."""
    facts = tensorflow_facts(source)
    if facts is None:
        return
    for call in facts.scopes.each(ast.Call):
        function = call.func
        if not isinstance(function, ast.Attribute) or function.attr != "gradient":
            continue
        block = _block(facts, function.value)
        if block is None or len(call.args) != 2 or not isinstance(function.value, ast.Name):
            continue
        tape = function.value.id
        found = _late(facts, call.args[0], block, tape) or _unseen(facts, call.args[1], block, tape)
        if found:
            reason, advice, name = found
            hint = _HINTS[advice].format(tape=tape, name=name)
            yield Problem(source.span(call), {"reason": reason}, hint)


def _block(facts: Facts, tape: ast.expr) -> ast.With | None:
    """The one `with` block of a tape."""
    binding = facts.names.only(tape)
    if binding is None or binding.kind != "with" or facts.kinds.kind(tape) != "tape":
        return None
    for item in facts.scopes.each(ast.withitem):
        entered = item.context_expr
        if isinstance(entered, ast.Name) and isinstance(tape, ast.Name) and entered.id == tape.id:
            return None  # `with tape:` goes on recording
    parent = facts.scopes.parents[binding.node]
    return parent if isinstance(parent, ast.With) else None


def _late(
    facts: Facts, target: ast.expr, block: ast.With, tape: str
) -> tuple[str, str, str] | None:
    """Whether the target is computed after the block, in which nothing of the kind happens."""
    binding = facts.names.only(target)
    if not isinstance(target, ast.Name) or binding is None or binding.kind != "value":
        return None
    statement = binding.node
    if (
        not isinstance(statement, ast.Assign)
        or facts.scopes.parents[statement] is not facts.scopes.parents[block]
    ):
        return None
    if _is_new(facts, binding.value) and statement.lineno > (block.end_lineno or 0):
        return f"`{target.id}` is computed after the block of `{tape}`", "after", target.id
    return None


def _is_new(facts: Facts, value: ast.expr | None) -> bool:
    """Whether an expression makes a new tensor; `tf.cast` and others may hand on what they got."""
    if isinstance(value, ast.Call):
        name = facts.names.full_name(value.func) or ""
        return name.startswith("tensorflow.") and ".reduce_" in name
    return isinstance(value, ast.BinOp) and facts.kinds.kind(value) == "tensor"


def _unseen(
    facts: Facts, sources: ast.expr, block: ast.With, tape: str
) -> tuple[str, str, str] | None:
    """Whether one of the sources is nothing that the tape follows."""
    for expr in sources.elts if isinstance(sources, (ast.List, ast.Tuple)) else [sources]:
        binding = facts.names.only(expr)
        value = binding.value if binding and binding.kind == "value" else None
        if not isinstance(expr, ast.Name) or binding is None or not isinstance(value, ast.Call):
            continue
        name = facts.names.full_name(value.func)
        inside = block in facts.scopes.ancestors(binding.node)
        if name in _CONSTANTS and not inside and not _watches(block, tape):
            return f"`{expr.id}` is a constant that `{tape}` does not watch", "watch", expr.id
        if name == "tensorflow.Variable" and len(value.args) == 1 and not value.keywords:
            if _is_integral(value.args[0]):
                return f"`{expr.id}` is a variable of integers", "integers", expr.id
    return None


def _watches(block: ast.With, tape: str) -> bool:
    """Whether the block uses the tape, and so may tell it what to watch."""
    used = (each for statement in block.body for each in ast.walk(statement))
    return any(isinstance(each, ast.Name) and each.id == tape for each in used)


def _is_integral(value: ast.expr) -> bool:
    if isinstance(value, (ast.List, ast.Tuple)):
        return bool(value.elts) and all(_is_integral(each) for each in value.elts)
    return isinstance(value, ast.Constant) and type(value.value) is int
