"""What puts a method in the place of a registration."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final, cast

from tftypes_lint.changes import Append, Change, Remove, RemoveDecorator, replace
from tftypes_lint.conversions.functions import accepts, ignores_dtype, requires, value_parameter
from tftypes_lint.conversions.sites import Call, Module
from tftypes_lint.facts.scopes import DEFINITIONS, Function

_STEP: Final = "    "


def deletion(module: Module, call: Call) -> Change:
    """The registration taken out."""
    if call.decorated:
        return RemoveDecorator(module.source.span(call.node))
    return Remove(module.source.span(cast(ast.stmt, module.scopes.parents[call.node])))


def move(module: Module, call: Call) -> tuple[Change, ...]:
    """`__tf_tensor__` written into each class, and the registration taken out."""
    base = cast(ast.expr, call.base_type)
    owners = [
        module.class_of(each) for each in (base.elts if isinstance(base, ast.Tuple) else [base])
    ]
    code = "\n".join(_method(module, call))
    added = (Append(module.source.span(owner), code) for owner in owners if owner)
    return (*added, deletion(module, call))


def _method(module: Module, call: Call) -> Iterator[str]:
    assert call.function is not None
    function = module.function_of(call.function)
    assert function is not None
    inlined = isinstance(function, ast.Lambda) and call.function is function
    value = _inlined(module, function) if inlined else _called(call, function)
    yield "def __tf_tensor__(self, dtype=None, name=None):"
    if not ignores_dtype(module.names, function):
        yield f"{_STEP}return {value}"
        return
    # What TensorFlow made sure of before, for a registered function.
    yield f"{_STEP}tensor = {value}"
    yield f"{_STEP}if dtype is not None and not dtype.is_compatible_with(tensor.dtype):"
    yield f'{_STEP * 2}raise ValueError(f"{{type(self).__name__}} has dtype {{tensor.dtype}}, not {{dtype}}")'
    yield f"{_STEP}return tensor"


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
    from tftypes_lint.transform import code_of  # libcst is slow to import, and fixes alone need it

    source, own = module.source, module.scopes.own_scope(function)
    changes = [
        replace(source, node, "self")
        for node in ast.walk(function.body)
        if isinstance(node, ast.Name) and node.id == value_parameter(function)
        if module.scopes.scope(node).owner(node.id) is own
    ]
    text = code_of(source.text, source.span(function.body), changes)
    return f"({text})" if "\n" in text else text
