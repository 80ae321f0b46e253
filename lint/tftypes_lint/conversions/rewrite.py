"""The edits that put a method in the place of a registration."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import cast

from tftypes_lint.conversions.functions import accepts, ignores_dtype, requires, value_parameter
from tftypes_lint.conversions.sites import Call, Module
from tftypes_lint.edits import (
    append_to_body,
    apply_edits,
    indentation,
    remove,
    remove_decorator,
)
from tftypes_lint.facts.scopes import DEFINITIONS, Function
from tftypes_lint.rule import Edit


def deletion(module: Module, call: Call) -> tuple[Edit, ...]:
    """The registration taken out."""
    if call.decorated:
        return (remove_decorator(module.source, call.node),)
    return remove(module.source, cast(ast.stmt, module.scopes.parents[call.node]))


def move(module: Module, call: Call) -> tuple[Edit, ...]:
    """`__tf_tensor__` written into each class, and the registration taken out."""
    base = cast(ast.expr, call.base_type)
    owners = [
        module.class_of(each) for each in (base.elts if isinstance(base, ast.Tuple) else [base])
    ]
    text = "\n".join(_method(module, call))
    added = (append_to_body(module.source, owner, text, blank_lines=1) for owner in owners if owner)
    return (*added, *deletion(module, call))


def _method(module: Module, call: Call) -> Iterator[str]:
    assert call.function is not None
    function = module.function_of(call.function)
    assert function is not None
    step = indentation(module.source)
    inlined = isinstance(function, ast.Lambda) and call.function is function
    value = _inlined(module, function) if inlined else _called(call, function)
    yield "def __tf_tensor__(self, dtype=None, name=None):"
    if not ignores_dtype(module.names, function):
        yield f"{step}return {value}"
        return
    # What TensorFlow made sure of before, for a registered function.
    yield f"{step}tensor = {value}"
    yield f"{step}if dtype is not None and not dtype.is_compatible_with(tensor.dtype):"
    yield f'{step * 2}raise ValueError(f"{{type(self).__name__}} has dtype {{tensor.dtype}}, not {{dtype}}")'
    yield f"{step}return tensor"


def _called(call: Call, function: Function) -> str:
    """The call of the function from within the method."""
    if isinstance(call.function, DEFINITIONS):
        text = call.function.name
    else:
        text = ast.unparse(cast(ast.expr, call.function))
    arguments = ["self"]
    for keyword in ("dtype", "name"):
        if accepts(function, keyword) or function.args.kwarg:
            arguments.append(f"{keyword}={keyword}")
    if requires(function, "as_ref"):
        arguments.append("as_ref=False")
    return f"{text}({', '.join(arguments)})"


def _inlined(module: Module, function: Function) -> str:
    """The body of a lambda, in which `self` is its value, in parentheses where it has several lines."""
    assert isinstance(function, ast.Lambda)
    source, own = module.source, module.scopes.own_scope(function)
    start, end = source.range(function.body)
    edits = [
        Edit(left - start, right - start, "self")
        for node in ast.walk(function.body)
        if isinstance(node, ast.Name) and node.id == value_parameter(function)
        if module.scopes.scope(node).owner(node.id) is own
        for left, right in [source.range(node)]
    ]
    text = apply_edits(source.text[start:end], edits)
    return f"({text})" if "\n" in text else text
