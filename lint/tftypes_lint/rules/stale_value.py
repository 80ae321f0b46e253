"""A Python number that a traced function read once, and that changes afterwards.

A `tf.function` keys its graphs by its arguments. A global or an attribute that it reads, such as
`self.rate`, is no argument: its value at the time of tracing becomes a constant of the graph, and
`self.rate = 0.01` later on changes nothing. The same function run eagerly, in a test or under
`tf.config.run_functions_eagerly(True)`, sees the new value, so the program behaves differently
there.

Keep it in a `tf.Variable` and `assign` to it, or pass it as an argument, as a tensor.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from tftypes_lint.data import words
from tftypes_lint.facts import Facts, tensorflow_facts
from tftypes_lint.facts.loops import loop_around
from tftypes_lint.facts.scopes import Binding
from tftypes_lint.findings import Severity
from tftypes_lint.rule import Problem
from tftypes_lint.source import Source

CODE: Final = "stale-value"
SEVERITY: Final[Severity] = "warning"
MESSAGE: Final = "`{name}` is a constant once `{function}` is traced, which does not see it change in line {line}"
PREFILTER: Final = (b"function", b"tf.data", b".map(", b"keras")
TENSORFLOW: Final = True

HINT: Final = "keep it in a `tf.Variable`, or pass it as a tensor"

VALID: Final = {
    "a variable": """
        import tensorflow as tf
        class Net(tf.Module):
            def __init__(self):
                self.rate = tf.Variable(0.1)
            @tf.function
            def step(self, x):
                return x * self.rate
            def slow_down(self):
                self.rate.assign(0.01)
        """,
    "set up before it is traced": """
        import tensorflow as tf
        class Net(tf.Module):
            def __init__(self, rate):
                self.rate = 0.1
                if rate:
                    self.rate = rate
            def build(self):
                self.rate = 0.2
            @tf.function
            def step(self, x):
                return x * self.rate
        """,
    "set back to what it was": """
        import tensorflow as tf
        class Net(tf.Module):
            def __init__(self):
                self.rate = 0.1
            @tf.function
            def step(self, x):
                return x * self.rate
            def reset(self):
                self.rate = 0.1
        """,
    "an argument": """
        import tensorflow as tf
        rate = 0.1
        @tf.function
        def step(x, rate):
            return x * rate
        for _ in range(10):
            step(tf.ones([3]), tf.constant(rate))
            rate *= 0.5
        """,
    "a function that is not traced": """
        import tensorflow as tf
        rate = 0.1
        def step(x):
            return x * rate
        for _ in range(10):
            step(tf.ones([3]))
            rate *= 0.5
        """,
    "a new function for each value": """
        import tensorflow as tf
        rate = 0.1
        for _ in range(10):
            @tf.function
            def step(x):
                return x * rate
            step(tf.ones([3]))
            rate *= 0.5
        """,
}
INVALID: Final = {
    "an attribute": """
        import tensorflow as tf
        class Net(tf.Module):
            def __init__(self):
                self.rate = 0.1
            @tf.function
            def step(self, x):
                return x * self.rate  # error: "`self.rate` is a constant once `step` is traced, which does not see it change in line 9"
            def slow_down(self):
                self.rate = 0.01
        """,
    "a global": """
        import tensorflow as tf
        rate = 0.1
        @tf.function
        def step(x):
            return x * rate  # error: "`rate` is a constant once `step` is traced, which does not see it change in line 8"
        for _ in range(3):
            y = step(tf.ones([3]))
            rate *= 0.5
        """,
}

#: Methods that run before anything is traced.
_SETUP: Final = words("__init__ __post_init__ __setstate__ build compile setup setUp")


def check(source: Source) -> Iterator[Problem]:
    """Each number read in traced code that something else changes."""
    facts = tensorflow_facts(source)
    if facts is None or not facts.traced:
        return
    seen: set[tuple[ast.AST | None, str]] = set()
    reads: list[ast.Name | ast.Attribute] = [*facts.scopes.each(ast.Name)]
    for read in (*reads, *facts.scopes.each(ast.Attribute)):
        if not isinstance(read.ctx, ast.Load) or not facts.trace_at(read):
            continue
        changed = _changed(facts, read)
        key = (facts.scopes.function_around(read), ast.unparse(read)) if changed else None
        if changed and key and key not in seen:
            seen.add(key)
            values = {
                "name": key[1],
                "function": facts.function_name(read),
                "line": str(getattr(changed, "lineno", 0)),
            }
            yield Problem(source.span(read), values, HINT)


def _changed(facts: Facts, read: ast.Name | ast.Attribute) -> ast.AST | None:
    """The statement that changes a number of Python after it may have been traced."""
    if isinstance(read, ast.Attribute):
        bindings = facts.names.members(read)
    else:
        owner = facts.scopes.scope(read).owner(read.id)
        around = facts.scopes.function_around(read)
        if owner is None or owner.node is around or owner is not facts.scopes.module:
            return None
        bindings = owner.bindings[read.id]
    if not any(_is_number(binding.value) for binding in bindings):
        return None
    if not all(_is_number(each.value) or isinstance(each.node, ast.AugAssign) for each in bindings):
        return None
    values = {each.value.value for each in bindings if isinstance(each.value, ast.Constant)}
    if len(values) < 2 and not any(isinstance(each.node, ast.AugAssign) for each in bindings):
        return None
    return next((each.node for each in bindings if _is_late(facts, read, each)), None)


def _is_late(facts: Facts, read: ast.Name | ast.Attribute, binding: Binding) -> bool:
    """Whether a value is set by code that runs after the function has been made, again and again."""
    setter = facts.scopes.function_around(binding.node)
    if isinstance(read, ast.Attribute):
        return getattr(setter, "name", None) not in _SETUP and setter not in facts.traced
    loop = loop_around(facts.names, binding.node)
    function = facts.scopes.function_around(read)
    return (
        setter is None
        and loop is not None
        and function is not None
        and loop not in facts.scopes.ancestors(function)
        and _is_called_in(facts, function, loop)
    )


def _is_called_in(facts: Facts, function: ast.AST, loop: ast.AST) -> bool:
    name = getattr(function, "name", None)
    return any(
        isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name
        for node in ast.walk(loop)
    )


def _is_number(value: ast.expr | None) -> bool:
    return isinstance(value, ast.Constant) and type(value.value) in (int, float)
