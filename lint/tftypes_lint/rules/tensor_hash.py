"""A tensor as a key of a dict, or as a member of a set.

Tensors compare element by element, so they have no hash: `TypeError: Tensor is unhashable.
Instead, use tensor.ref() as the key`. Variables have none either.

In a graph of TensorFlow 1, under a session, they have one; files that make such graphs are left
alone.

Use `tensor.ref()` (and `.deref()` to get it back), a name, or the value of a scalar.
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

CODE: Final = "tensor-hash"
SEVERITY: Final[Severity] = "error"
MESSAGE: Final = "`{tensor}` is a {kind}, which has no hash: it cannot be {use}"
PREFILTER: Final = (b"tensorflow",)
TENSORFLOW: Final = True

HINT: Final = "use `{tensor}.ref()`"

VALID: Final = {
    "a reference": """
        import tensorflow as tf
        v = tf.Variable(1.0)
        seen = {v.ref()}
        names = {v.ref(): "v"}
        """,
    "a graph of TensorFlow 1": """
        import tensorflow as tf
        with tf.Graph().as_default():
            x = tf.constant(1.0)
            names = {x: "x"}
        """,
    "as a value": """
        import tensorflow as tf
        def f(x):
            features = {"x": tf.abs(x)}
            features["y"] = tf.abs(x)
            return features
        """,
    "a table of tensors, not a dict": """
        import tensorflow as tf
        def f(x):
            parts = [tf.abs(x)]
            return parts[0][tf.argmax(x)]
        """,
}
INVALID: Final = {
    "a key": """
        import tensorflow as tf
        def f(x):
            y = tf.abs(x)
            return {y: 1}  # error: "`y` is a tensor, which has no hash: it cannot be a key of a dict"
        """,
    "a key of a dict that is there": """
        import tensorflow as tf
        def f(x):
            names = {}
            v = tf.Variable(x)
            names[v] = "v"  # error: "`v` is a variable, which has no hash"
            return names
        """,
    "a member of a set": """
        import tensorflow as tf
        def f(x):
            return {tf.abs(x)}  # error: "it cannot be in a set"
        def g(x):
            seen = set()
            seen.add(tf.abs(x))  # error: "it cannot be in a set"
        def h(x):
            return hash(tf.abs(x))  # error: "it cannot be hashed"
        """,
}
FIXED: Final = {
    "a key": """
        import tensorflow as tf
        def f(x):
            y = tf.abs(x)
            return {y.ref(): 1}  # error: "`y` is a tensor, which has no hash: it cannot be a key of a dict"
        """,
}


def check(source: Source) -> Iterator[Problem]:
    """Each tensor that Python is told to hash."""
    facts = tensorflow_facts(source)
    if facts is None or facts.builds_graphs:
        return
    found = [
        (expr, use)
        for expr, use in _hashed(facts)
        if expr is not None and facts.kinds.is_tensor(expr)
    ]
    for expr, use in sorted(found, key=lambda each: (each[0].lineno, each[0].col_offset)):
        text = ast.unparse(expr)
        values = {"tensor": text, "kind": str(facts.kinds.kind(expr)), "use": use}
        yield Problem(source.span(expr), values, HINT.format(tensor=text), expr)


def fix(source: Source, problem: Problem) -> Fix | None:
    """Uses the reference, in whose place the key is looked up, too."""
    expr = problem.data
    if not isinstance(expr, (ast.Name, ast.Attribute)):
        return None
    edit = replace(source, expr, f"{ast.unparse(expr)}.ref()")
    return Fix("unsafe", "use the reference; who reads the keys gets references", (edit,))


def _hashed(facts: Facts) -> Iterator[tuple[ast.expr | None, str]]:
    for table in facts.scopes.each(ast.Dict):
        yield from ((key, "a key of a dict") for key in table.keys)
    for members in facts.scopes.each(ast.Set):
        yield from ((member, "in a set") for member in members.elts)
    for subscript in facts.scopes.each(ast.Subscript):
        if _made_by(facts, subscript.value, ast.Dict, "builtins.dict"):
            yield subscript.slice, "a key of a dict"
    for call in facts.scopes.each(ast.Call):
        if len(call.args) != 1:
            continue
        if facts.names.full_name(call.func) == "builtins.hash":
            yield call.args[0], "hashed"
        elif isinstance(call.func, ast.Attribute) and call.func.attr == "add":
            if _made_by(facts, call.func.value, ast.Set, "builtins.set"):
                yield call.args[0], "in a set"


def _made_by(facts: Facts, expr: ast.expr, display: type[ast.expr], function: str) -> bool:
    """Whether an expression is a dict or set that is made in one place."""
    binding = facts.names.only(expr)
    value = binding.value if binding and binding.kind == "value" else None
    made = isinstance(value, ast.Call) and facts.names.full_name(value.func) == function
    return made or isinstance(value, display)
