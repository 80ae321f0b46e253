"""`is True`, `is False` or `== None` on a tensor, which is the same whatever the tensor holds.

`tensor > 0` is a tensor, never Python's own `True`: `(x > 0) is True` is False for every `x`, and
`is not True` holds for every one. `tensor == None` is False, as a Python bool, and `tensor == True`
compares numbers. The code under such a condition never runs, or always does, without any error.

Use the tensor itself, `tf.reduce_all(x > 0)`, and `is None`.
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

CODE: Final = "tensor-identity"
SEVERITY: Final[Severity] = "error"
MESSAGE: Final = "`{comparison}` is {result} whatever the tensor holds"
PREFILTER: Final = (b" is ", b"== None", b"!= None")
TENSORFLOW: Final = True

HINT: Final = "{instead}"

VALID: Final = {
    "the tensor itself": """
        import tensorflow as tf
        def f(x):
            if tf.reduce_all(x > 0.0):
                return x
            return -x
        """,
    "is None": """
        import tensorflow as tf
        def f(x=None):
            if x is None or x is True:
                x = tf.zeros([3])
            return x
        """,
    "a parameter that somebody may pass None for": """
        import tensorflow as tf
        class Net(tf.Module):
            def build(self):
                self.w = tf.Variable(1.0)
            def call(self, x: tf.Tensor):
                if x is None or self.w is None:
                    return None
        """,
    "is None, to be sure": """
        import tensorflow as tf
        def f(x, scale):
            penalty = tf.zeros_like(x)
            if scale is not None:
                penalty = x * scale
            return x if penalty is None else x + penalty
        """,
    "several comparisons, or one with a value that is no constant": """
        import tensorflow as tf
        def f(x, y):
            return tf.abs(x) is y or tf.abs(x) is None is y
        """,
    "a Python value": """
        import tensorflow as tf
        def f(x):
            return tf.is_tensor(x) is True or bool(tf.reduce_all(x)) is True
        """,
}
INVALID: Final = {
    "is True": """
        import tensorflow as tf
        def f(x):
            return tf.reduce_all(x > 0.0) is True  # error: "is False whatever the tensor holds"  # hint: "use the tensor itself"
        def g(x):
            positive = tf.reduce_all(x > 0.0)
            return positive is not False  # error: "`positive is not False` is True whatever"
        """,
    "== None": """
        import tensorflow as tf
        def f(x):
            y = tf.abs(x)
            return y == None  # error: "`y == None` is False whatever the tensor holds"  # hint: "a tensor is never None"
        """,
}
FIXED: Final = {
    "is True": """
        import tensorflow as tf
        def f(x):
            return tf.reduce_all(x > 0.0)  # error: "is False whatever the tensor holds"  # hint: "use the tensor itself"
        def g(x):
            positive = tf.reduce_all(x > 0.0)
            return positive  # error: "`positive is not False` is True whatever"
        """,
}


def check(source: Source) -> Iterator[Problem]:
    """Each comparison of a tensor with one of Python's own constants, by identity."""
    facts = tensorflow_facts(source)
    if facts is None:
        return
    for comparison in facts.scopes.each(ast.Compare):
        if len(comparison.ops) != 1 or not isinstance(comparison.comparators[0], ast.Constant):
            continue
        constant, operator = comparison.comparators[0].value, comparison.ops[0]
        same = isinstance(operator, (ast.Is, ast.Eq))
        if not _is_asked(facts, comparison.left, operator, constant):
            continue
        if facts.kinds.is_tensor(comparison.left) and not _tests(facts, comparison):
            values = {"comparison": ast.unparse(comparison), "result": str(not same)}
            yield Problem(source.span(comparison), values, _hint(comparison), comparison)


def fix(source: Source, problem: Problem) -> Fix | None:
    """Asks the tensor itself."""
    comparison = problem.data
    wanted = isinstance(comparison.ops[0], ast.Is) == comparison.comparators[0].value
    if comparison.comparators[0].value is None or not wanted:
        return None
    text = ast.get_source_segment(source.text, comparison.left) or ""
    title = "use the tensor itself; the condition is no longer constant"
    return Fix("unsafe", title, (replace(source, comparison, text),))


def _hint(comparison: ast.Compare) -> str:
    constant = comparison.comparators[0]
    if isinstance(constant, ast.Constant) and constant.value is None:
        return "a tensor is never None; ask for None where the value comes from"
    return "use the tensor itself, or `tf.logical_not` of it"


def _is_asked(facts: Facts, expr: ast.expr, operator: ast.cmpop, constant: object) -> bool:
    """Whether a comparison asks for what no tensor is, and the value is a tensor or nothing."""
    if constant is None:
        return isinstance(operator, (ast.Eq, ast.NotEq)) and _is_made_here(facts, expr)
    return isinstance(operator, (ast.Is, ast.IsNot)) and isinstance(constant, bool)


def _is_made_here(facts: Facts, expr: ast.expr) -> bool:
    """Whether a value comes from ops in sight: a parameter or attribute may be None all the same."""
    if not isinstance(expr, ast.Name):
        return False
    return all(binding.kind == "value" for binding in facts.names.bindings(expr))


def _tests(facts: Facts, comparison: ast.Compare) -> bool:
    """Whether an `assert` makes sure of it."""
    return isinstance(facts.scopes.parents[comparison], ast.Assert)
