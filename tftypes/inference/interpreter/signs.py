"""Operators by their signs: what Python does, the methods and the functions of NumPy that they stand for."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping
from typing import Any, Final

#: By node: the sign, the method without its underscores, and the function of NumPy.
_OPERATORS: Final[Mapping[type[ast.AST], tuple[str, str, str]]] = {
    ast.Add: ("+", "add", "add"),
    ast.Sub: ("-", "sub", "subtract"),
    ast.Mult: ("*", "mul", "multiply"),
    ast.Div: ("/", "truediv", "divide"),
    ast.FloorDiv: ("//", "floordiv", "floor_divide"),
    ast.Mod: ("%", "mod", "mod"),
    ast.Pow: ("**", "pow", "power"),
    ast.MatMult: ("@", "matmul", "matmul"),
    ast.BitAnd: ("&", "and", "bitwise_and"),
    ast.BitOr: ("|", "or", "bitwise_or"),
    ast.BitXor: ("^", "xor", "bitwise_xor"),
    ast.LShift: ("<<", "lshift", "left_shift"),
    ast.RShift: (">>", "rshift", "right_shift"),
    ast.Eq: ("==", "eq", "equal"),
    ast.NotEq: ("!=", "ne", "not_equal"),
    ast.Lt: ("<", "lt", "less"),
    ast.LtE: ("<=", "le", "less_equal"),
    ast.Gt: (">", "gt", "greater"),
    ast.GtE: (">=", "ge", "greater_equal"),
}
#: Comparisons, as they are with the operands exchanged.
MIRRORED: Final = {"==": "==", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}

SIGNS: Final = {node: sign for node, (sign, _, _) in _OPERATORS.items()}
PYTHON: Final[Mapping[str, Callable[[Any, Any], Any]]] = {
    sign: getattr(operator, f"__{method}__") for sign, method, _ in _OPERATORS.values()
}
COMPARISONS: Final = {sign: method for sign, method, _ in _OPERATORS.values() if sign in MIRRORED}
METHODS: Final = {sign: method for sign, method, _ in _OPERATORS.values() if sign not in MIRRORED}
NUMPY: Final = {sign: function for sign, _, function in _OPERATORS.values()}
