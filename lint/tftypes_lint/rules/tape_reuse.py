"""A `tf.GradientTape` that is asked for gradients twice, and is not persistent.

A tape frees what it has recorded with the first `gradient` or `jacobian`. The second raises
`RuntimeError: A non-persistent GradientTape can only be used to compute one set of gradients (or
jacobians)`.

Ask once for all sources, `tape.gradient(loss, [a, b])`; use a tape for each loss; or make it
`tf.GradientTape(persistent=True)`, and delete it when it is done, since it keeps all results.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from tftypes_lint.changes import replace
from tftypes_lint.facts import Facts, tensorflow_facts
from tftypes_lint.facts.loops import loop_around
from tftypes_lint.findings import Severity
from tftypes_lint.rule import Fix, Problem
from tftypes_lint.source import Source

CODE: Final = "tape-reuse"
SEVERITY: Final[Severity] = "error"
MESSAGE: Final = "`{tape}` is not persistent, so it can be used once, and {first} used it"
PREFILTER: Final = (b"GradientTape",)
TENSORFLOW: Final = True

HINT: Final = "ask once for all sources, or make the tape with `persistent=True`"

VALID: Final = {
    "a persistent tape": """
        import tensorflow as tf
        def f(x, y):
            with tf.GradientTape(persistent=True) as tape:
                tape.watch([x, y])
                z = x * y
            return tape.gradient(z, x), tape.gradient(z, y)
        """,
    "all at once": """
        import tensorflow as tf
        def f(x, y):
            with tf.GradientTape() as tape:
                tape.watch([x, y])
                z = x * y
            return tape.gradient(z, [x, y])
        """,
    "a tape for each": """
        import tensorflow as tf
        def f(x):
            with tf.GradientTape() as tape:
                tape.watch(x)
                y = x * x
            first = tape.gradient(y, x)
            with tf.GradientTape() as tape:
                tape.watch(x)
                y = x * x * x
            return first, tape.gradient(y, x)
        """,
    "one of two branches": """
        import tensorflow as tf
        def f(x, jacobian):
            with tf.GradientTape() as tape:
                tape.watch(x)
                y = x * x
            if jacobian:
                return tape.jacobian(y, x)
            return tape.gradient(y, x)
        """,
    "a new tape in each round": """
        import tensorflow as tf
        def f(x):
            for _ in range(3):
                with tf.GradientTape() as tape:
                    tape.watch(x)
                    y = x * x
                x -= 0.1 * tape.gradient(y, x)
            return x
        """,
}
INVALID: Final = {
    "twice": """
        import tensorflow as tf
        def f(x, y):
            with tf.GradientTape() as tape:
                tape.watch([x, y])
                z = x * y
            dx = tape.gradient(z, x)
            dy = tape.gradient(z, y)  # error: "`tape` is not persistent, so it can be used once, and line 6 used it"
            return dx, dy
        """,
    "in one statement": """
        import tensorflow as tf
        def f(x, y):
            with tf.GradientTape() as tape:
                tape.watch([x, y])
                z = x * y
            return tape.gradient(z, x), tape.jacobian(z, y)  # error: "line 6 used it"
        """,
    "in a loop": """
        import tensorflow as tf
        def f(x, y):
            with tf.GradientTape() as tape:
                tape.watch([x, y])
                z = x * y
            return [tape.gradient(z, each) for each in (x, y)]  # error: "the round before used it"
        """,
}
FIXED: Final = {
    "twice": """
        import tensorflow as tf
        def f(x, y):
            with tf.GradientTape(persistent=True) as tape:
                tape.watch([x, y])
                z = x * y
            dx = tape.gradient(z, x)
            dy = tape.gradient(z, y)  # error: "`tape` is not persistent, so it can be used once, and line 6 used it"
            return dx, dy
        """,
}

_TAKING: Final = frozenset({"gradient", "jacobian", "batch_jacobian"})


def check(source: Source) -> Iterator[Problem]:
    """Each second request for gradients."""
    facts = tensorflow_facts(source)
    if facts is None:
        return
    first: dict[tuple[ast.AST, str], ast.Call] = {}
    for call in facts.scopes.each(ast.Call):
        tape = _temporary(facts, call)
        if tape is None or not isinstance(call.func, ast.Attribute):
            continue
        name, maker = tape
        loop = loop_around(facts.names, call)
        before = first.setdefault((maker, name), call)
        if before is not call:
            when = f"line {before.lineno}" if _always_follows(facts, before, call) else None
        else:
            again = loop and loop not in facts.scopes.ancestors(maker) and not _leaves(loop)
            when = "the round before" if again else None
        if when:
            yield Problem(source.span(call), {"tape": name, "first": when}, HINT, maker)


def fix(source: Source, problem: Problem) -> Fix:
    """Makes the tape persistent, which gives the same gradients and keeps memory."""
    edit = replace(source, problem.data, f"{ast.unparse(problem.data.func)}(persistent=True)")
    return Fix("unsafe", "make the tape persistent; it holds its memory until deleted", (edit,))


def _temporary(facts: Facts, call: ast.Call) -> tuple[str, ast.Call] | None:
    """The name of the tape that a call takes gradients of, and its maker, if it gives them once."""
    function = call.func
    if not isinstance(function, ast.Attribute) or function.attr not in _TAKING:
        return None
    if not isinstance(function.value, ast.Name):
        return None
    bindings = [
        each
        for each in facts.names.bindings(function.value)
        if facts.scopes.scope(each.node) is facts.scopes.scope(call).function or each.kind != "with"
    ]
    binding = bindings[0] if len(bindings) == 1 else None
    maker = binding.value if binding else None
    if isinstance(maker, ast.Call) and facts.kinds.kind(maker) == "tape":
        return (function.value.id, maker) if not maker.args and not maker.keywords else None
    return None


def _always_follows(facts: Facts, first: ast.Call, second: ast.Call) -> bool:
    """Whether the second call runs only after the first has: nothing around the first is conditional."""
    around = set(facts.scopes.around(second))
    for parent in facts.scopes.around(first):
        if parent in around:
            return not isinstance(parent, (ast.If, ast.IfExp, ast.Try, ast.BoolOp, ast.Match))
        if isinstance(
            parent, (ast.If, ast.IfExp, ast.Try, ast.BoolOp, ast.Match, ast.For, ast.While)
        ):
            return False
        if isinstance(parent, (ast.Return, ast.Lambda)):
            return False
    return True


def _leaves(loop: ast.AST) -> bool:
    return any(isinstance(each, (ast.Break, ast.Return)) for each in ast.walk(loop))
