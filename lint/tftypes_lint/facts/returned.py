"""What a function returns, and what of it is certainly no tensor."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from tftypes_lint.facts.names import Names

#: What the third argument is where people put the name.
THIRD: Final = {"tensorflow.convert_to_tensor": "dtype_hint", "tensorflow.constant": "shape"}


def returned(
    names: Names, method: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
) -> Iterator[tuple[ast.stmt | ast.expr, ast.expr | None]]:
    if isinstance(method, ast.Lambda):
        yield method.body, method.body
        return
    for node in names.scopes.within(method):
        if isinstance(node, ast.Return):
            yield node, node.value


#: What a display or a literal makes.
_LITERALS: Final = {
    ast.List: "a list",
    ast.ListComp: "a list",
    ast.Tuple: "a tuple",
    ast.Dict: "a dict",
    ast.DictComp: "a dict",
    ast.Set: "a set",
    ast.SetComp: "a set",
    ast.GeneratorExp: "a generator",
    ast.JoinedStr: "a string",
    ast.Lambda: "a function",
}


def no_tensor(names: Names, value: ast.expr | None) -> str | None:
    """What a returned expression is, where it is certainly no tensor."""
    if value is None:
        return "None"
    if isinstance(value, ast.Constant):
        kinds = {str: "a string", bytes: "a string", type(None): "None", type(...): "an ellipsis"}
        return kinds.get(type(value.value), "a number")
    if type(value) in _LITERALS:
        return _LITERALS[type(value)]
    full = names.full_name(value.func if isinstance(value, ast.Call) else value) or ""
    if full == "builtins.NotImplemented":
        return "NotImplemented, after which it tries nothing else"
    if isinstance(value, ast.Call):
        func = value.func
        asks = isinstance(func, ast.Attribute) and func.attr == "numpy"
        if full.startswith("numpy.") or (asks and not (value.args or value.keywords)):
            return "a NumPy array"
        if full == "tensorflow.Variable":
            return "a variable"
    return None


def misplaced_name(names: Names, value: ast.expr | None) -> str | None:
    """What the name arrives as, where it stands third."""
    if not isinstance(value, ast.Call) or len(value.args) != 3:
        return None
    third = value.args[2]
    if not isinstance(third, ast.Name) or third.id != "name":
        return None
    return THIRD.get(names.full_name(value.func) or "")


def runs_out(names: Names, method: ast.FunctionDef) -> bool:
    """Whether the last statement is certainly reached and left, in some case, without a return.

    A call may raise, as `self.fail()` does, except TensorFlow's own; a chain of conditions may
    name every case.
    """
    last = method.body[-1]
    if isinstance(last, ast.Expr) and isinstance(last.value, ast.Call):
        full = names.full_name(last.value.func) or ""
        return full.startswith("tensorflow.") and not full.startswith("tensorflow.debugging.")
    if isinstance(last, ast.If):
        return not last.orelse and isinstance(last.body[-1], ast.Return)
    return isinstance(last, (ast.Assign, ast.AnnAssign, ast.AugAssign))
