"""What a function returns as far as each `return` in its source shows it."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Iterator
from typing import Any

OPEN = "Any"
#: The results of calls of Python's own functions.
CALLS = {
    "bool": "builtins.bool",
    "callable": "builtins.bool",
    "cls": "Self",
    "dict": "builtins.dict[Any, Any]",
    "float": "builtins.float",
    "hasattr": "builtins.bool",
    "int": "builtins.int",
    "isinstance": "builtins.bool",
    "issubclass": "builtins.bool",
    "len": "builtins.int",
    "list": "builtins.list[Any]",
    "repr": "builtins.str",
    "set": "builtins.set[Any]",
    "sorted": "builtins.list[Any]",
    "str": "builtins.str",
    "tuple": "builtins.tuple[Any, ...]",
}
DISPLAYS: dict[type[ast.expr], str] = {
    ast.Dict: "builtins.dict[Any, Any]",
    ast.DictComp: "builtins.dict[Any, Any]",
    ast.JoinedStr: "builtins.str",
    ast.List: "builtins.list[Any]",
    ast.ListComp: "builtins.list[Any]",
    ast.Set: "builtins.set[Any]",
    ast.SetComp: "builtins.set[Any]",
}
#: The methods of a string that is written out.
STRINGS = ("format", "join")
#: Comparisons that are bools whatever is compared.
PLAIN = (ast.Is, ast.IsNot, ast.In, ast.NotIn)


def shown(callable_: Any) -> str:
    """The type of the result; Any where the source does not tell, and where it leaves the work to an override."""
    function = definition(inspect.unwrap(callable_))
    if function is None or is_hook(function):
        return OPEN
    inside = list(own_nodes(function))
    if any(isinstance(node, (ast.Yield, ast.YieldFrom)) for node in inside):
        return OPEN
    values = [node.value for node in inside if isinstance(node, ast.Return)]
    if raises(function):
        return OPEN  # Until it is overridden.
    if all(value is None for value in values):
        return "None"
    found = {expression(value) for value in values}
    return either(found if is_left(function.body) else found | {"None"})


def raises(function: ast.FunctionDef) -> bool:
    """Whether it raises, whatever it is given."""
    left = any(
        isinstance(node, (ast.Return, ast.Yield, ast.YieldFrom)) for node in own_nodes(function)
    )
    return not left and is_left(function.body)


def is_left(body: list[ast.stmt]) -> bool:
    """Whether statements return or raise and never go on to what follows them."""
    last = body[-1]
    if isinstance(last, ast.If):
        return bool(last.orelse) and is_left(last.body) and is_left(last.orelse)
    if isinstance(last, ast.With):
        return is_left(last.body)
    return isinstance(last, (ast.Return, ast.Raise))


def either(found: set[str]) -> str:
    """One type for all. `X | Any` for what may be None: correct programs know when it is not."""
    some = found - {"None"}  # None alone is what an override replaces.
    if len(some) != 1 or OPEN in some:
        return OPEN
    return some.pop() if found == some else f"{some.pop()} | Any"


def definition(function: Any) -> ast.FunctionDef | None:
    """The source of a function; None of what has none, or is no plain function."""
    try:
        first = ast.parse(textwrap.dedent(inspect.getsource(function))).body[0]
    except (OSError, TypeError, SyntaxError):
        return None
    return first if isinstance(first, ast.FunctionDef) else None


def is_hook(function: ast.FunctionDef) -> bool:
    """Whether a docstring, pass and raise are all there is."""
    return all(
        isinstance(node, (ast.Pass, ast.Raise))
        or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))
        for node in function.body
    )


def own_nodes(function: ast.FunctionDef) -> Iterator[ast.AST]:
    """What stands in a function, but not in functions and classes inside."""
    queue: list[ast.AST] = list(function.body)
    while queue:
        node = queue.pop()
        yield node
        if not isinstance(node, (ast.FunctionDef, ast.Lambda, ast.ClassDef)):
            queue.extend(ast.iter_child_nodes(node))


def expression(value: ast.expr | None) -> str:
    """The type of an expression that is the same whatever its names stand for."""
    if value is None or (isinstance(value, ast.Constant) and value.value is None):
        return "None"
    if isinstance(value, ast.Constant) and type(value.value) in (bool, str):
        return f"builtins.{type(value.value).__name__}"
    if isinstance(value, ast.Name) and value.id == "self":
        return "Self"
    if isinstance(value, ast.Call):
        return called(value.func)
    if isinstance(value, ast.UnaryOp) and isinstance(value.op, ast.Not):
        return "builtins.bool"
    if isinstance(value, ast.Compare) and all(isinstance(op, PLAIN) for op in value.ops):
        return "builtins.bool"
    if isinstance(value, ast.BoolOp):
        found = {expression(item) for item in value.values}
        return found.pop() if len(found) == 1 else OPEN
    if isinstance(value, ast.BinOp) and isinstance(value.op, ast.Mod):
        return expression(value.left) if expression(value.left) == "builtins.str" else OPEN
    if isinstance(value, ast.Tuple) and not any(isinstance(i, ast.Starred) for i in value.elts):
        return f"builtins.tuple[{', '.join(map(expression, value.elts))}]" if value.elts else OPEN
    return DISPLAYS.get(type(value), OPEN)


def called(function: ast.expr) -> str:
    """What the call of a function gives; that of a class, where the class is one's own."""
    if isinstance(function, ast.Name):
        return CALLS.get(function.id, OPEN)
    if isinstance(function, ast.Attribute) and function.attr in STRINGS:
        return expression(function.value) if isinstance(function.value, ast.Constant) else OPEN
    return OPEN
