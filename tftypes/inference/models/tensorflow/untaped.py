"""Where a value leaves the tapes that record: a function of NumPy's or Python's takes it out of its tensor."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from copy import deepcopy
from typing import Final

from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.guards import bound_in
from tftypes.inference.interpreter.symbols import TWINS
from tftypes.inference.objects import Function, resolve
from tftypes.inference.scopes import walk

_NUMPY: Final = ("np", "numpy")
#: How far names and functions of the program are followed.
_DEPTH: Final = 4


def untaped(interpreter: Interpreter, target: ast.expr | None, scope: ast.AST) -> str | None:
    """What takes a value out of a tape, and the function of TensorFlow's that does not."""
    calls = () if target is None else _calls(interpreter, target, scope, _DEPTH)
    for call in calls:
        name = call.func.attr if isinstance(call.func, ast.Attribute) else ""
        if isinstance(call.func, ast.Name) and call.func.id == "float":
            return f"float() takes the value out of the tape; {ast.unparse(call.args[0])} is in it"
        if name == "numpy":
            owner = ast.unparse(call.func).rpartition(".")[0]
            return f".numpy() takes the value out of the tape; {owner} is in it"
        if ast.unparse(call.func).partition(".")[0] in _NUMPY:
            words = f"np.{name}() takes the value out of the tape"
            made = ast.unparse(_Taped().visit(deepcopy(call)))
            return f"{words}; {made} keeps it" if name in TWINS else words
    return None


class _Taped(ast.NodeTransformer):
    """Puts functions of TensorFlow's in the place of NumPy's, and tensors in that of their values."""

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        if not isinstance(node.func, ast.Attribute):
            return node
        if node.func.attr == "numpy" and not node.args:
            return node.func.value
        if ast.unparse(node.func.value) in _NUMPY and node.func.attr in TWINS:
            return ast.Call(ast.Name(TWINS[node.func.attr]), node.args, node.keywords)
        return node


def _calls(
    interpreter: Interpreter, made: ast.expr, scope: ast.AST, depth: int
) -> Iterator[ast.Call]:
    """The calls in an expression, the outermost first, and those in what its names and functions stand for."""
    module = interpreter.current_module
    if isinstance(made, ast.Name) and depth:
        for each in bound_in(scope).get(made.id, ()):
            yield from _calls(interpreter, each, scope, depth - 1)
    for each in ast.walk(made):
        if not isinstance(each, ast.Call):
            continue
        if isinstance(each.func, ast.Name) and module is not None and depth:
            function = resolve(module.read(each.func.id, None))
            if isinstance(function, Function):
                inner = function.code.node
                for part in walk(inner):
                    if isinstance(part, ast.Return) and part.value is not None:
                        yield from _calls(interpreter, part.value, inner, depth - 1)
                continue
        yield each
