"""A function made in a loop that reads the loop's variable when the loop is over.

A Python function looks its names up when it runs. A function for `Dataset.from_generator` runs when
the dataset is iterated, the one of a `tf.function` when it is first called, the one of a
`tf.py_function` when the graph is. Made in a loop and used after it, all of them see the last value
of the loop's variable: ten datasets read the tenth file.

A function given to `Dataset.map` or `filter` is traced at once, and sees what it should.

Bind the value as it is: `lambda path=path: read(path)`, `functools.partial(read, path)`, or the
`args` of `from_generator`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from tftypes_lint.facts import Facts, tensorflow_facts
from tftypes_lint.facts.kinds import FUNCTION_MAKERS
from tftypes_lint.facts.loops import changing, loop_around
from tftypes_lint.facts.scopes import parameters
from tftypes_lint.facts.traced import given
from tftypes_lint.findings import Severity
from tftypes_lint.rule import Problem
from tftypes_lint.source import Source

CODE: Final = "late-binding"
SEVERITY: Final[Severity] = "error"
MESSAGE: Final = "this function runs after the loop and sees the last `{name}` only"
PREFILTER: Final = (b"from_generator", b"function")
TENSORFLOW: Final = True

HINT: Final = "bind it: `lambda {name}={name}: ...`, or `functools.partial`"

VALID: Final = {
    "the value is bound": """
        import tensorflow as tf
        parts = []
        for size in (1, 2, 3):
            parts.append(tf.data.Dataset.from_generator(lambda size=size: iter(range(size)), tf.int32))
        """,
    "used within the round": """
        import tensorflow as tf
        for size in (1, 2, 3):
            part = tf.data.Dataset.from_generator(lambda: iter(range(size)), tf.int32)
            print(list(part))
            f = tf.function(lambda x: x * size)
            print(f(tf.ones([3])))
        """,
    "traced at once": """
        import tensorflow as tf
        parts = []
        for size in (1, 2, 3):
            parts.append(tf.data.Dataset.range(3).map(lambda x: x + size))
        """,
}
INVALID: Final = {
    "datasets of generators": """
        import tensorflow as tf
        parts = []
        for size in (1, 2, 3):
            parts.append(tf.data.Dataset.from_generator(lambda: iter(range(size)), tf.int32))  # error: "sees the last `size` only"
        """,
    "in a comprehension": """
        import tensorflow as tf
        parts = [
            tf.data.Dataset.from_generator(lambda: iter(range(size)), tf.int32)  # error: "sees the last `size` only"
            for size in (1, 2, 3)
        ]
        """,
    "tf.functions": """
        import tensorflow as tf
        scaled = {}
        for factor in (1.0, 2.0, 3.0):
            scaled[factor] = tf.function(lambda x: x * factor)  # error: "sees the last `factor` only"
        """,
}


def check(source: Source) -> Iterator[Problem]:
    """Each lambda of a loop that is kept, and read later."""
    facts = tensorflow_facts(source)
    if facts is None:
        return
    for name, call in facts.calls:
        if name == "tensorflow.data.Dataset.from_generator" or name in FUNCTION_MAKERS:
            function = given(call, 0, "generator")
            loop = loop_around(facts.names, call)
            if isinstance(function, ast.Lambda) and loop and _is_kept(facts, call, loop):
                bound = {each.arg for each in parameters(function.args)}
                late_names = changing(facts.names, function.body, loop)
                for late in [each for each in late_names if each not in bound][:1]:
                    yield Problem(source.span(function), {"name": late}, HINT.format(name=late))


def _is_kept(facts: Facts, call: ast.Call, loop: ast.AST) -> bool:
    """Whether what a call makes is put into a container as it is."""
    parent = facts.scopes.parents[call]
    if isinstance(parent, ast.Call) and isinstance(parent.func, ast.Attribute):
        grown = parent.func.value
        inside = isinstance(grown, ast.Name) and any(
            loop in facts.scopes.ancestors(binding.node) for binding in facts.names.bindings(grown)
        )
        return parent.func.attr == "append" and call in parent.args and not inside
    if isinstance(parent, ast.Assign):
        return any(isinstance(target, ast.Subscript) for target in parent.targets)
    return parent is loop and not isinstance(loop, ast.GeneratorExp)
