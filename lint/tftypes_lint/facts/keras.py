"""What Keras traces: the methods that training calls, and the functions given to `compile`.

Keras 3 on TensorFlow traces without AutoGraph: a Python condition or loop over a tensor stays one.
`tf_keras`, which is Keras 2, has AutoGraph rewrite the same code.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final, NamedTuple

from tftypes_lint.data import words
from tftypes_lint.facts.names import Names
from tftypes_lint.facts.scopes import Function

#: Both packages; `tensorflow.keras` is the first in full names.
PACKAGES: Final = ("keras", "tf_keras")
_LAYER: Final = frozenset({"call"})
_MODEL: Final = frozenset({"call", "train_step", "test_step", "predict_step"})
_METRIC: Final = frozenset({"update_state", "result"})
#: The methods that are traced, by the base class without its package.
_METHODS: Final = {
    "Layer": _LAYER,
    "layers.Layer": _LAYER,
    "Model": _MODEL,
    "models.Model": _MODEL,
    "Sequential": _MODEL,
    "Loss": _LAYER,
    "losses.Loss": _LAYER,
    "Metric": _METRIC,
    "metrics.Metric": _METRIC,
}
#: Subclasses of those, one of which a program may derive from.
_MODULES: Final = {"layers.": _LAYER, "losses.": _LAYER, "metrics.": _METRIC}
#: The parameters of `compile` that take functions of labels and predictions.
_GIVEN: Final = ("loss", "metrics", "weighted_metrics")
_LOSS_PLACE: Final = 1
#: Functions of `keras.ops` that give a tensor whatever they are given.
TENSOR_OPS: Final = frozenset(
    f"{package}.ops.{name}"
    for package in PACKAGES
    for name in words(
        "abs add all any argmax argmin cast clip concatenate cos cumsum divide einsum equal exp "
        "expand_dims greater greater_equal less less_equal log logical_and logical_not logical_or "
        "matmul max maximum mean min minimum multiply norm not_equal ones ones_like power relu "
        "reshape round sigmoid sign sin softmax sqrt square squeeze stack std subtract sum tanh "
        "tensordot transpose var where zeros zeros_like"
    )
)


class KerasTrace(NamedTuple):
    """A function that Keras traces."""

    function: Function
    #: What traces it, as the user knows it: `Keras (call)`.
    by: str
    node: ast.AST
    #: Whether AutoGraph rewrites it.
    autograph: bool
    #: The parameters that are tensors.
    tensors: tuple[ast.arg, ...] = ()


def traced_by_keras(names: Names) -> Iterator[KerasTrace]:
    """The methods and functions of a file that Keras traces."""
    body: list[ast.stmt] = getattr(names.scopes.module.node, "body", [])
    classes = {each.name: each for each in body if isinstance(each, ast.ClassDef)}
    for node in names.scopes.each(ast.ClassDef):
        package, methods = _traced_methods(names, classes, node)
        for member in node.body:
            if isinstance(member, ast.FunctionDef) and member.name in methods:
                by = f"Keras, as `{member.name}`"
                yield KerasTrace(member, by, member, package == "tf_keras")
    autograph = _only_package(names) == "tf_keras"
    for call in names.scopes.each(ast.Call):
        if isinstance(call.func, ast.Attribute) and call.func.attr == "compile":
            for expr in _given(call):
                function = names.function(expr)
                arguments = function.args.args if function else []
                if function and len(arguments) == 2:
                    by = "Keras, as a loss or a metric"
                    yield KerasTrace(function, by, call, autograph, tuple(arguments))


def _traced_methods(
    names: Names, classes: dict[str, ast.ClassDef], node: ast.ClassDef
) -> tuple[str, frozenset[str]]:
    """The package that a class derives from, and the methods of the class that it traces."""
    seen: set[str] = set()
    todo = [*node.bases]
    while todo:
        base = todo.pop()
        if isinstance(base, ast.Name) and base.id in classes and base.id not in seen:
            seen.add(base.id)
            todo += classes[base.id].bases
            continue
        package, _, name = (names.full_name(base) or "").partition(".")
        if package not in PACKAGES:
            continue
        if name in _METHODS:
            return package, _METHODS[name]
        for start, methods in _MODULES.items():
            if name.startswith(start):
                return package, methods
    return "", frozenset()


def _given(call: ast.Call) -> Iterator[ast.expr]:
    values = [each.value for each in call.keywords if each.arg in _GIVEN]
    if len(call.args) > _LOSS_PLACE:
        values.append(call.args[_LOSS_PLACE])
    for value in values:
        yield from value.elts if isinstance(value, (ast.List, ast.Tuple)) else [value]


def _only_package(names: Names) -> str:
    """The package of Keras that a file imports; the first where it imports both."""
    return "keras" if names.alias("keras") or not names.alias("tf_keras") else "tf_keras"
