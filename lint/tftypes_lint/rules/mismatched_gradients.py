"""Gradients that are paired with other variables than those they were taken for.

`optimizer.apply_gradients(zip(gradients, variables))` pairs by position. When the gradients were
taken for `generator.trainable_variables` and are applied to `discriminator.trainable_variables`,
or to `model.variables`, which has the untrained ones in between, shapes clash in the lucky case,
and in the unlucky one the wrong weights are trained.

Name the variables once, and use the name in both places.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from tftypes_lint.facts import Facts, tensorflow_facts
from tftypes_lint.findings import Severity
from tftypes_lint.rule import Problem
from tftypes_lint.source import Source

CODE: Final = "mismatched-gradients"
SEVERITY: Final[Severity] = "error"
MESSAGE: Final = "gradients of `{taken}` are applied to `{applied}`"
PREFILTER: Final = (b"apply_gradients",)
TENSORFLOW: Final = True

HINT: Final = "take and apply the gradients for the same list of variables"

VALID: Final = {
    "the same variables": """
        import tensorflow as tf
        def step(model, optimizer, x):
            with tf.GradientTape() as tape:
                loss = tf.reduce_sum(model(x))
            gradients = tape.gradient(loss, model.trainable_variables)
            optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        """,
    "two names of the same": """
        import tensorflow as tf
        def step(model, optimizer, x):
            with tf.GradientTape() as tape:
                loss = tf.reduce_sum(model(x))
            weights = model.trainable_weights
            gradients = tape.gradient(loss, weights)
            optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        """,
    "what cannot be seen": """
        import tensorflow as tf
        def step(model, optimizer, variables, x):
            with tf.GradientTape() as tape:
                loss = tf.reduce_sum(model(x))
            gradients = tape.gradient(loss, variables)
            optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        """,
}
INVALID: Final = {
    "of another model": """
        import tensorflow as tf
        def step(generator, discriminator, optimizer, x):
            with tf.GradientTape() as tape:
                loss = tf.reduce_sum(discriminator(generator(x)))
            gradients = tape.gradient(loss, generator.trainable_variables)
            optimizer.apply_gradients(zip(gradients, discriminator.trainable_variables))  # error: "gradients of `generator.trainable_variables` are applied to `discriminator.trainable_variables`"
        """,
    "with those that are not trained": """
        import tensorflow as tf
        def step(model, optimizer, x):
            with tf.GradientTape() as tape:
                loss = tf.reduce_sum(model(x))
            gradients = tape.gradient(loss, model.trainable_variables)
            optimizer.apply_gradients(zip(gradients, model.variables))  # error: "are applied to `model.variables`"
        """,
}

#: Attributes that hold variables, and one name for those that are the same.
_LISTS: Final = {
    "trainable_variables": "trainable",
    "trainable_weights": "trainable",
    "variables": "all",
    "weights": "all",
}


def check(source: Source) -> Iterator[Problem]:
    """Each `apply_gradients` of gradients and variables that do not belong together."""
    facts = tensorflow_facts(source)
    if facts is None:
        return
    for call in facts.scopes.each(ast.Call):
        if not isinstance(call.func, ast.Attribute) or call.func.attr != "apply_gradients":
            continue
        pairs = call.args[0] if call.args else None
        if not isinstance(pairs, ast.Call) or facts.names.full_name(pairs.func) != "builtins.zip":
            continue
        taken = _taken(facts, pairs.args[0]) if len(pairs.args) == 2 else None
        applied = _variables(facts, pairs.args[1]) if taken else None
        if taken and applied and _differ(facts, taken, applied):
            values = {"taken": ast.unparse(taken), "applied": ast.unparse(applied)}
            yield Problem(source.span(call), values, HINT)


def _taken(facts: Facts, gradients: ast.expr) -> ast.Attribute | None:
    """The variables that gradients were taken for."""
    binding = facts.names.only(gradients)
    value = binding.value if binding and binding.kind == "value" else gradients
    if not isinstance(value, ast.Call) or len(value.args) != 2:
        return None
    function = value.func
    if isinstance(function, ast.Attribute) and function.attr == "gradient":
        return _variables(facts, value.args[1])
    return None


def _variables(facts: Facts, expr: ast.expr) -> ast.Attribute | None:
    """`model.trainable_variables`, or a name for it."""
    binding = facts.names.only(expr) if isinstance(expr, ast.Name) else None
    if binding and binding.kind == "value" and binding.value:
        expr = binding.value
    return expr if isinstance(expr, ast.Attribute) and expr.attr in _LISTS else None


def _differ(facts: Facts, taken: ast.Attribute, applied: ast.Attribute) -> bool:
    """Whether the lists are of two parameters or attributes, or of other variables of one."""
    one, other = ast.unparse(taken.value), ast.unparse(applied.value)
    if one == other:
        return _LISTS[taken.attr] != _LISTS[applied.attr]
    return _LISTS[taken.attr] == _LISTS[applied.attr] and all(
        _is_own(facts, each.value) for each in (taken, applied)
    )


def _is_own(facts: Facts, expr: ast.expr) -> bool:
    """Whether an expression is no alias: a parameter, what a call has made, or an attribute of self."""
    if isinstance(expr, ast.Attribute):
        return facts.names.class_of_self(expr.value) is not None
    binding = facts.names.only(expr)
    return binding is not None and (
        binding.kind == "parameter"
        or (binding.kind == "value" and isinstance(binding.value, ast.Call))
    )
