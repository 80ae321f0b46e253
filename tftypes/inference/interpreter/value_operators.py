"""Operators of numbers, text, sizes, shapes and dtypes."""

from __future__ import annotations

import ast
from copy import deepcopy
from typing import Final

from tftypes.algebra import UNKNOWN, DType, Expr, Shape
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.iteration import IS_RAGGED
from tftypes.inference.interpreter.rules import to_rule
from tftypes.inference.interpreter.sequences import LONGEST, is_plain
from tftypes.inference.interpreter.signs import COMPARISONS, PYTHON
from tftypes.inference.interpreter.tables import Raised
from tftypes.inference.interpreter.texts import joined
from tftypes.inference.lattice import same
from tftypes.inference.models.tensorflow.ops import PyValue
from tftypes.inference.objects import TOP, Value, python_type

NUMBERS: Final = ("int", "float", "bool", "complex")
_BITS: Final = 512
#: A size with more terms is not computed further.
_TERMS: Final = 32


def on_values(
    interpreter: Interpreter, sign: str, left: Value, right: Value, node: ast.AST | None
) -> Value:
    if isinstance(left, Shape) or isinstance(right, Shape):
        return _on_shapes(sign, left, right)
    if node is not None and sign not in ("==", "!=") and (left is None or right is None):
        return _on_none(interpreter, sign, left, right, node)
    a, b = to_rule(left), to_rule(right)
    if sign in ("==", "!=") and (isinstance(a, DType) or isinstance(b, DType)):
        return _same_dtype(sign, a, b)
    if (
        is_plain(left)
        and is_plain(right)
        or isinstance(left, (Expr, complex))
        or isinstance(right, (Expr, complex))
    ):
        return _computed(interpreter, sign, left, right, node)
    return typed(sign, left, right)


def _on_shapes(sign: str, left: Value, right: Value) -> Value:
    left, right = as_shape(left), as_shape(right)
    if not isinstance(left, Shape) or not isinstance(right, Shape):
        return PyValue("bool") if sign in COMPARISONS else TOP
    if sign == "+":
        return left + right
    if sign in ("==", "!=") and left.is_known and right.is_known:
        known = not any(
            isinstance(each, Expr) for each in (*(left.dims or ()), *(right.dims or ()))
        )
        if known or left == right:
            return (left == right) is (sign == "==")
    return PyValue("bool") if sign in COMPARISONS else TOP


def as_shape(value: Value) -> Value:
    if isinstance(value, Shape):
        return value
    found = to_rule(value)
    if not isinstance(found, (list, tuple)):
        return value
    return Shape.of(*(UNKNOWN if isinstance(each, PyValue) else each for each in found))


def _on_none(
    interpreter: Interpreter, sign: str, left: Value, right: Value, node: ast.AST
) -> Value:
    """None takes no part in arithmetic."""
    other = python_type(right if left is None else left)
    if other in NUMBERS or left is right:
        shown = [("None" if each is None else other) for each in (left, right)]
        words = f"{shown[0]} {sign} {shown[1]}: None is no number"
        whys = (interpreter.why_nothing(each) for each in ast.iter_child_nodes(node))
        if (why := next(filter(None, whys), None)) is not None:
            words += f": {why}"
        if why == IS_RAGGED:
            words += f"; {_with_sizes(node, True)} has it"
        elif why is None and interpreter.trace is not None:
            code = _with_sizes(node, False) or "where it is a size of x, tf.shape(x)[i]"
            words += f"; {code} has it"
        interpreter.refuse(node, "tf-value", words, "builtins.TypeError")
    return TOP


def _with_sizes(node: ast.AST, are_ragged: bool) -> str:
    """An expression with the sizes that a call tells, or no text where it takes none of a shape."""
    made, is_told = deepcopy(node), False
    for each in ast.walk(made):
        shape = each.value if isinstance(each, ast.Subscript) else None
        if isinstance(each, ast.Subscript) and isinstance(shape, ast.Attribute):
            if shape.attr == "shape":
                bounds = ast.Attribute(shape.value, "bounding_shape")
                sizes = ast.Call(_op("shape"), [shape.value], [])
                each.value = ast.Call(bounds, [], []) if are_ragged else sizes
                is_told = True
    match made:
        case ast.Call(func=ast.Name("min" | "max" as name), args=[_, _]):
            made.func = _op(f"{name}imum")  # Python's compares what has no value yet
    return ast.unparse(made) if is_told else ""


def _op(name: str) -> ast.Attribute:
    return ast.Attribute(ast.Name("tf", ast.Load()), name, ast.Load())


def _same_dtype(sign: str, a: Value, b: Value) -> Value:
    if isinstance(a, str) or isinstance(b, str):
        try:
            a, b = (DType.of(each) if isinstance(each, str) else each for each in (a, b))
        except ValueError:
            return PyValue("bool")
    if isinstance(a, DType) and isinstance(b, DType) and a.name and b.name:
        return (a == b) is (sign == "==")
    return PyValue("bool")


def _computed(
    interpreter: Interpreter, sign: str, left: Value, right: Value, node: ast.AST | None
) -> Value:
    """An operation on constants and sizes, where the result is not too large."""
    if sign in COMPARISONS and (isinstance(left, Expr) or isinstance(right, Expr)):
        return _compared_sizes(sign, left, right)
    if _grows(sign, left, right):
        return typed(sign, left, right)
    try:
        result = PYTHON[sign](left, right)
        return PyValue("int") if isinstance(result, Expr) and len(result.terms) > _TERMS else result
    except ZeroDivisionError:
        raise Raised("builtins.ZeroDivisionError") from None
    except (TypeError, ValueError, ArithmeticError, KeyError):
        return typed(sign, left, right)


def _compared_sizes(sign: str, left: Value, right: Value) -> Value:
    if same(left, right) and sign in ("==", "<=", ">="):
        return True
    if same(left, right):
        return False
    return PyValue("bool")


def _grows(sign: str, left: Value, right: Value) -> bool:
    if sign in ("**", "<<"):
        small = isinstance(right, (int, float)) and abs(right) <= 64
        return not small or isinstance(left, int) and left.bit_length() * max(int(right), 1) > _BITS
    if sign == "*" and (isinstance(left, (str, bytes)) or isinstance(right, (str, bytes))):
        text, count = (left, right) if isinstance(left, (str, bytes)) else (right, left)
        return not isinstance(count, int) or len(text) * max(count, 0) > LONGEST
    if isinstance(left, (str, bytes)):
        return sign == "%" or len(left) > LONGEST
    return any(isinstance(each, int) and each.bit_length() > _BITS for each in (left, right))


def typed(sign: str, left: Value, right: Value) -> Value:
    """The class of a result, where nothing more is known."""
    p, q = python_type(left), python_type(right)
    if sign in COMPARISONS:
        return PyValue("bool")
    if p in NUMBERS and q in NUMBERS:
        if sign in ("/", "//", "%") and isinstance(right, (bool, int, float)) and not right:
            raise Raised("builtins.ZeroDivisionError")
        if "complex" in (p, q):
            return PyValue("complex")
        if "float" in (p, q) or sign == "/":
            return PyValue("float")
        return (
            PyValue("bool" if p == q == "bool" and sign in "&|^" else "int")
            if sign != "**"
            else TOP
        )
    if p == q == "str" and sign == "+":
        return joined([left, right])
    if p in ("str", "bytes") and (
        p == q and sign == "+" or sign == "%" or q == "int" and sign == "*"
    ):
        return PyValue(str(p))
    if q in ("str", "bytes") and p == "int" and sign == "*":
        return PyValue(str(q))
    return TOP
