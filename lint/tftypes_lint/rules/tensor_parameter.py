"""A parameter annotated `tf.Tensor` that the function itself converts.

A function that begins with `x = tf.convert_to_tensor(x)` takes lists, NumPy arrays, variables and
numbers. Annotated `x: tf.Tensor`, it refuses them before the program runs: mypy reports every
call with a list, and callers convert for nothing.

Annotate `x: TensorLike` (`from tftypes import TensorLike`), which is whatever TensorFlow converts.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from tftypes_lint.changes import Import, replace
from tftypes_lint.facts import Facts, tensorflow_facts
from tftypes_lint.facts.scopes import parameters
from tftypes_lint.findings import Severity
from tftypes_lint.rule import Fix, Problem
from tftypes_lint.source import Source

CODE: Final = "tensor-parameter"
SEVERITY: Final[Severity] = "warning"
MESSAGE: Final = "`{function}` converts `{parameter}` itself, and takes more than the `{annotation}` that it says"
PREFILTER: Final = (b"convert_to_tensor",)
TENSORFLOW: Final = True

HINT: Final = "annotate it `tftypes.TensorLike`"

VALID: Final = {
    "what is converted is annotated so": """
        import tensorflow as tf
        from tftypes import TensorLike
        def double(x: TensorLike) -> tf.Tensor:
            x = tf.convert_to_tensor(x)
            return x * 2
        """,
    "a tensor that stays one": """
        import tensorflow as tf
        def double(x: tf.Tensor) -> tf.Tensor:
            y = tf.convert_to_tensor([1.0, 2.0])
            return x * y
        """,
    "another parameter is converted": """
        import tensorflow as tf
        def double(x: tf.Tensor, y: tf.Tensor) -> tf.Tensor:
            y = tf.convert_to_tensor(x)
            return x * y
        """,
    "to another dtype": """
        import tensorflow as tf
        def double(x: tf.Tensor, y: tf.Tensor) -> tf.Tensor:
            if x is None:
                x = tf.convert_to_tensor(y)
            return x * 2
        """,
}
INVALID: Final = {
    "converted at the start": """
        import tensorflow as tf
        def double(x: tf.Tensor) -> tf.Tensor:  # error: "`double` converts `x` itself, and takes more than the `tf.Tensor`"
            x = tf.convert_to_tensor(x)
            return x * 2
        """,
}
FIXED: Final = {
    "converted at the start": """
        import tensorflow as tf
        from tftypes import TensorLike

        def double(x: TensorLike) -> tf.Tensor:  # error: "`double` converts `x` itself, and takes more than the `tf.Tensor`"
            x = tf.convert_to_tensor(x)
            return x * 2
        """,
}


def check(source: Source) -> Iterator[Problem]:
    """Each parameter annotated as a tensor that the function converts unconditionally."""
    facts = tensorflow_facts(source)
    if facts is None:
        return
    for definition in facts.scopes.definitions:
        converted = _converted(facts, definition.body)
        for parameter in parameters(definition.args):
            annotation = parameter.annotation
            if annotation is None or parameter.arg not in converted:
                continue
            if facts.names.full_name(annotation) == "tensorflow.Tensor":
                values = {
                    "function": definition.name,
                    "parameter": parameter.arg,
                    "annotation": ast.unparse(annotation),
                }
                yield Problem(source.span(annotation), values, HINT, annotation)


def fix(source: Source, problem: Problem) -> Fix:
    """Says what the function takes."""
    changes = (Import("tftypes", "TensorLike"), replace(source, problem.data, "TensorLike"))
    return Fix(
        "unsafe", "annotate the parameter TensorLike; overrides and callbacks may mind", changes
    )


def _converted(facts: Facts, body: list[ast.stmt]) -> set[str]:
    """The names that the plain statements at the start of a function convert in place."""
    found = set()
    for statement in body:
        if isinstance(statement, ast.Assign) and isinstance(statement.value, ast.Call):
            target, call = statement.targets[0], statement.value
            if facts.names.full_name(call.func) == "tensorflow.convert_to_tensor" and call.args:
                value = call.args[0]
                if (
                    isinstance(target, ast.Name)
                    and isinstance(value, ast.Name)
                    and target.id == value.id
                ):
                    found.add(target.id)
        elif not isinstance(statement, (ast.Expr, ast.Assign)):
            break
    return found
