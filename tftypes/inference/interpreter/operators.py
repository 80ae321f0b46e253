"""Operators: arithmetic, comparison, and, or, not; on tensors by the op rules, on Python's values as Python does it."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable
from typing import Any, Final

from tftypes.algebra import DType, Expr, Shape, TensorType
from tftypes.inference.interpreter import arrays, effects, symbols, texts
from tftypes.inference.interpreter.compiler import Compiler
from tftypes.inference.interpreter.comprehensions import is_constant, is_key
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.identity import is_same_object
from tftypes.inference.interpreter.names import target
from tftypes.inference.interpreter.rules import apply_rule, from_rule, named_rule, to_rule
from tftypes.inference.interpreter.sequences import (
    LONGEST,
    compared,
    concatenated,
    is_plain,
    merged,
    repeated,
    set_operation,
)
from tftypes.inference.interpreter.signs import COMPARISONS, METHODS, MIRRORED, NUMPY, PYTHON, SIGNS
from tftypes.inference.interpreter.staging import is_staged, logical
from tftypes.inference.interpreter.tables import Evaluate, Execute, Raised
from tftypes.inference.lattice import join, join_all, same
from tftypes.inference.models.tensorflow.composites import is_composite
from tftypes.inference.models.tensorflow.ops import OpError, PyValue, operators
from tftypes.inference.state import ABSENT
from tftypes.inference.values import (
    NOT_IMPLEMENTED,
    TOP,
    Class,
    Container,
    Dataset,
    External,
    Frame,
    Instance,
    OneOf,
    Seq,
    Unknown,
    Value,
    held,
    is_unknown,
    plain,
    python_type,
    resolve,
)

_NOT: Final = External("tensorflow.math.logical_not")
_NUMBERS: Final = ("int", "float", "bool", "complex")
_BITS: Final = 512
#: What makes a size of sizes.
_SIZES: Final = ("+", "-", "*", "//", "%")
#: A size with more terms is not computed further.
_TERMS: Final = 32


def binary(interpreter: Interpreter, sign: str, left: Value, right: Value, node: ast.AST) -> Value:
    """The result of an operator."""
    left, right = resolve(left), resolve(right)
    if type(left) is OneOf or type(right) is OneOf:
        return interpreter.each(lambda a, b: binary(interpreter, sign, a, b, node), left, right)
    if sign == "%" and isinstance(left, str):
        symbols.check_percent(interpreter, left, right, node)
        return texts.percent(left, right)
    if isinstance(left, TensorType) or isinstance(right, TensorType):
        return _on_tensors(interpreter, sign, left, right, node)
    if isinstance(left, (Instance, Class)) or isinstance(right, (Instance, Class)):
        return _by_methods(interpreter, sign, left, right, node)
    if is_unknown(left) or is_unknown(right):
        return _on_unknowns(interpreter, sign, left, right)
    if sign in METHODS and (isinstance(left, Dataset) or isinstance(right, Dataset)):
        raise OpError("tf-value", f"operator {sign}: a dataset has none")
    if sign in ("==", "!=") and _never_equal(left, right):
        return sign == "!="
    if isinstance(left, (Container, tuple, Seq)) or isinstance(right, (Container, tuple, Seq)):
        return _on_containers(interpreter, sign, left, right)
    return _on_values(interpreter, sign, left, right, node)


def _never_equal(left: Value, right: Value) -> bool:
    """Whether two values of Python's are of classes whose instances are never equal."""
    kinds = _kind(left), _kind(right)
    return None not in kinds and kinds[0] != kinds[1]


def _kind(value: Value) -> str | None:
    if isinstance(value, Container):
        return value.kind if value.kind in ("list", "dict", "set", "deque") else None
    if isinstance(value, (tuple, Seq)):
        return "tuple"
    found = python_type(value)
    return "number" if found in _NUMBERS else found


def _on_unknowns(interpreter: Interpreter, sign: str, left: Value, right: Value) -> Value:
    """Of parameters that may be sizes, the size that is computed of them: `channels // heads`."""
    a, b = (each.size if isinstance(each, Unknown) else each for each in (left, right))
    if sign not in _SIZES or not isinstance(a, (int, Expr)) or not isinstance(b, (int, Expr)):
        return TOP
    try:
        size = PYTHON[sign](a, b)
    except ZeroDivisionError:
        return TOP
    return Unknown(interpreter.trail, str(size), size) if isinstance(size, Expr) else TOP


def _on_tensors(
    interpreter: Interpreter, sign: str, left: Value, right: Value, node: ast.AST
) -> Value:
    if isinstance(left, Instance) or isinstance(right, Instance):
        return _on_tensor_and_object(interpreter, sign, left, right, node)
    a, b = to_rule(left), to_rule(right)
    kinds = {each.kind for each in (a, b) if isinstance(each, TensorType)}
    if "symbol" in kinds:
        return interpreter.tables.symbolic(interpreter, sign, [left, right], {}, node)
    numpy_like = interpreter.switches.read("numpy_behavior", None)
    if numpy_like is not None and kinds <= {"tensor", "variable", "array"}:
        rule = named_rule(f"tensorflow.experimental.numpy.{NUMPY.get(sign)}")
        return TOP if rule is None else apply_rule(interpreter, rule, [left, right], {}, node)
    if kinds == {"array"}:
        return arrays.operator(interpreter, sign, left, right, node)
    result = interpreter.certain(
        lambda x, y: operators.binary(sign, x, y), [a, b], node, TensorType.unknown()
    )
    return from_rule(interpreter, result, [left, right], sign)


def _on_tensor_and_object(
    interpreter: Interpreter, sign: str, left: Value, right: Value, node: ast.AST
) -> Value:
    """The operand on the left is asked first: an object by its operator, a tensor by its op, which asks the object."""
    for operand, other, reflected in ((left, right, False), (right, left, True)):
        name = _method_name(sign, reflected)
        if isinstance(operand, Instance):
            if name and _defines(interpreter, operand, name):
                made = interpreter.method(operand, name, [other], node)
                if resolve(made) is not NOT_IMPLEMENTED:
                    return made
        elif sign in operators.BINARY and operand.kind in ("tensor", "variable"):
            turned = _method_name(sign, not reflected)
            other_way = turned is not None and _defines(interpreter, other, turned)
            made = _dispatched(interpreter, sign, left, right, node, reflected, not other_way)
            if made is not ABSENT:
                return made
    a, b = plain(left), plain(right)
    return TOP if a is left and b is right else binary(interpreter, sign, a, b, node)


def _dispatched(
    interpreter: Interpreter,
    sign: str,
    left: Value,
    right: Value,
    node: ast.AST,
    reflected: bool,
    converts: bool,
) -> Value:
    """What handlers make of an operator: a tensor's `+` has a name of its own, and on the right it asks no types."""
    op, registered = operators.BINARY[sign], None
    if sign == "+":
        registered = "tensorflow.__operators__.add"
    if reflected and sign in COMPARISONS:
        op, left, right = operators.BINARY[MIRRORED[sign]], right, left
    elif reflected:
        registered = "nothing"
    return interpreter.tables.dispatched(
        interpreter, op, [left, right], {}, node, converts, registered
    )


def _method_name(sign: str, reflected: bool) -> str | None:
    if sign in COMPARISONS:
        return f"__{COMPARISONS[MIRRORED[sign] if reflected else sign]}__"
    name = METHODS.get(sign)
    return name and f"__{'r' if reflected else ''}{name}__"


def _by_methods(
    interpreter: Interpreter, sign: str, left: Value, right: Value, node: ast.AST
) -> Value:
    for operand, other, reflected in ((left, right, False), (right, left, True)):
        name = _method_name(sign, reflected)
        if name and isinstance(operand, (Instance, Class)) and _defines(interpreter, operand, name):
            with interpreter.tracing(interpreter.trace, False):  # AutoGraph leaves operators alone
                made = interpreter.method(operand, name, [other], node)
            if resolve(made) is not NOT_IMPLEMENTED:
                return made
    a, b = plain(left), plain(right)
    if a is not left or b is not right:
        return binary(interpreter, sign, a, b, node)
    if sign in ("==", "!=") and not is_unknown(left) and not is_unknown(right):
        same_object = is_same_object(left, right)
        if same_object is None or same_object is False and _may_be_equal(left, right):
            return PyValue("bool")
        return same_object is (sign == "==")
    return TOP


def _defines(interpreter: Interpreter, operand: Value, name: str) -> bool:
    """Whether a class says what an operator does; what an instance holds does it itself."""
    if isinstance(operand, Instance) and is_composite(
        operand
    ):  # the stubs' operators are none of it
        return _is_written(operand, name)
    if held(operand) is ABSENT:
        return interpreter.has_method(operand, name)
    return isinstance(operand.cls, Class) and operand.cls.find(name) is not None


def _is_written(operand: Instance, name: str) -> bool:
    """Whether a class of the program's, or of the run-time library's, has an operator."""
    cls = operand.cls
    return isinstance(cls, Class) and (
        cls.find(name) is not None
        or any(each.startswith("tftypes.runtime.") for each in cls.externals)
    )


def _may_be_equal(left: Value, right: Value) -> bool:
    """Whether other objects may be equal: of classes that say so, or of which not all is known."""
    return not (is_key(left) and is_key(right))


def _on_containers(interpreter: Interpreter, sign: str, left: Value, right: Value) -> Value:
    left_items, right_items = _contents(interpreter, left), _contents(interpreter, right)
    kind = next((each.kind for each in (left, right) if isinstance(each, Container)), "tuple")
    if kind == "set" and sign in COMPARISONS:
        return _compared_sets(sign, left_items, right_items)
    if kind == "set":
        return interpreter.list(set_operation(sign, left_items, right_items), "set")
    if kind == "dict":
        if sign == "|" and isinstance(left, Container) and isinstance(right, Container):
            return interpreter.list(merged(left.contents, right.contents), "dict")
    elif sign == "+" and left_items is not None and right_items is not None:
        return _made(interpreter, kind, concatenated(left_items, right_items))
    elif sign == "*":
        items, count = (right, left) if left_items is None else (left, right)
        return _made(interpreter, kind, repeated(_contents(interpreter, items), count))
    if isinstance(left, Shape) or isinstance(right, Shape):
        return _on_values(interpreter, sign, _as_shape(left), _as_shape(right), None)
    if sign in COMPARISONS:
        return compared(sign, left_items, right_items)
    return TOP


def _compared_sets(sign: str, left: Value, right: Value) -> Value:
    known = [
        each for each in (left, right) if isinstance(each, tuple) and all(map(is_constant, each))
    ]
    return PYTHON[sign](*map(set, known)) if len(known) == 2 else PyValue("bool")


def _contents(interpreter: Interpreter, value: Value) -> Value:
    if isinstance(value, (tuple, Seq)):
        return value
    if isinstance(value, Container) and value.kind != "dict":
        return value.contents
    return None


def _made(interpreter: Interpreter, kind: str, items: Value) -> Value:
    return items if kind == "tuple" or items is TOP else interpreter.list(items, kind)


def _as_shape(value: Value) -> Value:
    if isinstance(value, Shape):
        return value
    found = to_rule(value)
    return Shape.of(*found) if isinstance(found, (list, tuple)) else value


def _on_values(
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
    return _typed(sign, left, right)


def _on_shapes(sign: str, left: Value, right: Value) -> Value:
    left, right = _as_shape(left), _as_shape(right)
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


def _on_none(
    interpreter: Interpreter, sign: str, left: Value, right: Value, node: ast.AST
) -> Value:
    """None takes no part in arithmetic."""
    other = python_type(right if left is None else left)
    if other in _NUMBERS or left is right:
        shown = [("None" if each is None else other) for each in (left, right)]
        interpreter.refuse(
            node,
            "tf-value",
            f"{shown[0]} {sign} {shown[1]}: None is no number",
            "builtins.TypeError",
        )
    return TOP


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
        return _typed(sign, left, right)
    try:
        result = PYTHON[sign](left, right)
        return PyValue("int") if isinstance(result, Expr) and len(result.terms) > _TERMS else result
    except ZeroDivisionError:
        raise Raised("builtins.ZeroDivisionError") from None
    except (TypeError, ValueError, ArithmeticError, KeyError):
        return _typed(sign, left, right)


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


def _typed(sign: str, left: Value, right: Value) -> Value:
    """The class of a result, where nothing more is known."""
    p, q = python_type(left), python_type(right)
    if sign in COMPARISONS:
        return PyValue("bool")
    if p in _NUMBERS and q in _NUMBERS:
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
    if p in ("str", "bytes") and (
        p == q and sign == "+" or sign == "%" or q == "int" and sign == "*"
    ):
        return PyValue(str(p))
    if q in ("str", "bytes") and p == "int" and sign == "*":
        return PyValue(str(q))
    return TOP


# -- compiled nodes ---------------------------------------------------------------------------------------------------


def _binary(compiler: Compiler, node: ast.BinOp) -> Evaluate:
    interpreter, sign = compiler.interpreter, SIGNS[type(node.op)]
    left, right = compiler.expression(node.left), compiler.expression(node.right)
    python = PYTHON.get(sign) if sign in "+-*" else None

    def run(frame: Frame) -> Value:
        a, b = left(frame), right(frame)
        if python is not None and type(a) is int and type(b) is int and -LONGEST < a < LONGEST:
            return python(a, b)
        return interpreter.guarded(lambda: binary(interpreter, sign, a, b, node), node)

    return run


def _augmented(compiler: Compiler, node: ast.AugAssign) -> Execute:
    interpreter, sign = compiler.interpreter, SIGNS[type(node.op)]
    value, place = compiler.expression(node.value), node.target
    if isinstance(place, ast.Name):
        read = compiler.expression(ast.copy_location(ast.Name(place.id, ast.Load()), place))
        assign = target(compiler, place)

        outside = place.id not in compiler.level.scope.own

        def name(frame: Frame) -> None:
            new = in_place(interpreter, sign, read(frame), value(frame), node)
            assign(frame, new)
            if outside and interpreter.trace is not None:
                effects.note_change(interpreter, frame.module, (new,), node)

        return name
    if isinstance(place, ast.Attribute):
        owner, attribute = compiler.expression(place.value), place.attr

        def attribute_(frame: Frame) -> None:
            of = owner(frame)
            old = interpreter.attribute(of, attribute, place)
            new = in_place(interpreter, sign, old, value(frame), node)
            interpreter.set_attribute(of, attribute, new, place)
            if interpreter.trace is not None:
                effects.note_change(interpreter, resolve(of), (new,), node)

        return attribute_
    owner, index = compiler.expression(place.value), compiler.expression(place.slice)

    def item(frame: Frame) -> None:
        of, key = owner(frame), index(frame)
        old = interpreter.item(of, key, place)
        interpreter.set_item(of, key, in_place(interpreter, sign, old, value(frame), node), place)

    return item


def in_place(
    interpreter: Interpreter, sign: str, left: Value, right: Value, node: ast.AST
) -> Value:
    """`left += right`: lists, sets and dicts change themselves, other values are made anew."""
    left = resolve(left)
    if isinstance(left, Container) and left.kind in ("list", "deque") and sign == "+":
        more = interpreter.items(right)
        items = Seq((), TOP) if more is None else more
        interpreter.write(left, "contents", concatenated(left.contents, items))
        return left
    if isinstance(left, TensorType) and left.kind == "array" and left.shape.rank != 0:
        arrays.written(interpreter, left)
        binary(interpreter, sign, left, right, node)
        return TensorType(left.dtype, left.shape, "array")
    if isinstance(left, Container):
        made = resolve(binary(interpreter, sign, left, right, node))
        if isinstance(made, Container):
            interpreter.write(left, "contents", made.contents)
        return left
    if (
        isinstance(left, Instance)
        and sign in METHODS
        and interpreter.has_method(left, f"__i{METHODS[sign]}__")
    ):
        return interpreter.method(left, f"__i{METHODS[sign]}__", [right], node)
    return interpreter.guarded(lambda: binary(interpreter, sign, left, right, node), node)


def _unary(compiler: Compiler, node: ast.UnaryOp) -> Evaluate:
    interpreter, operand = compiler.interpreter, compiler.expression(node.operand)
    if isinstance(node.op, ast.Not):

        def negation(frame: Frame) -> Value:
            value = operand(frame)
            if interpreter.converted and is_staged(interpreter, resolve(value)):
                return interpreter.call(_NOT, [value], {}, node)
            truth = interpreter.condition(value, node)
            return PyValue("bool") if truth is None else not truth

        return negation
    sign = {ast.USub: "-", ast.UAdd: "+", ast.Invert: "~"}[type(node.op)]
    return lambda frame: interpreter.guarded(
        lambda: unary(interpreter, sign, operand(frame), node), node
    )


_UNARY: Final[dict[str, Callable[[Any], Any]]] = {
    "-": operator.neg,
    "+": operator.pos,
    "~": operator.invert,
}


def unary(interpreter: Interpreter, sign: str, value: Value, node: ast.AST) -> Value:
    value = resolve(value)
    if type(value) is OneOf:
        return interpreter.each(lambda each: unary(interpreter, sign, each, node), value)
    if isinstance(value, TensorType):
        if value.kind == "array":
            return value
        if value.kind == "symbol":
            return interpreter.tables.symbolic(interpreter, f"unary {sign}", [value], {}, node)
        found = interpreter.certain(
            lambda x: operators.unary(sign, x), [value], node, TensorType.unknown()
        )
        return from_rule(interpreter, found, [value])
    if isinstance(value, Instance):
        name = {"-": "__neg__", "+": "__pos__", "~": "__invert__"}[sign]
        return (
            interpreter.method(value, name, [], node)
            if interpreter.has_method(value, name)
            else TOP
        )
    if isinstance(value, (int, float, complex)) and not (
        sign == "~" and not isinstance(value, int)
    ):
        return _UNARY[sign](value)
    if isinstance(value, Expr):
        return -value if sign == "-" else value
    found = python_type(value)
    return PyValue("int" if found == "bool" else found) if found in _NUMBERS else TOP


def _boolean(compiler: Compiler, node: ast.BoolOp) -> Evaluate:
    from tftypes.inference.interpreter.narrowing import narrowing

    interpreter, stop = compiler.interpreter, isinstance(node.op, ast.Or)
    parts = [compiler.expression(each) for each in node.values]
    narrow = [narrowing(compiler, each) for each in node.values]

    def run(frame: Frame, i: int = 0) -> Value:
        value = parts[i](frame)
        if i == len(parts) - 1:
            return value
        if interpreter.converted and is_staged(interpreter, resolve(value)):
            return logical(interpreter, value, lambda: run(frame, i + 1))
        truth = interpreter.condition(value, node.values[i])
        if truth is not None:
            return value if truth is stop else run(frame, i + 1)
        results: list[Value] = [ABSENT, ABSENT]

        def ends() -> None:
            narrow[i](frame, stop)
            results[0] = value

        def goes_on() -> None:
            narrow[i](frame, not stop)
            results[1] = run(frame, i + 1)

        interpreter.fork([ends, goes_on], interpreter.is_vague(value))
        if results[1] is ABSENT:
            return value
        return _either(results[0], results[1], stop)

    return run


def _either(first: Value, second: Value, stop: bool) -> Value:
    """`a or b`, `a and b` of an `a` whose truth is not known; None is never what a true `a` is."""
    a, b = resolve(first), resolve(second)
    if stop and type(a) is OneOf:
        a = join_all(each for each in a.values if each is not None)
    if python_type(a) == python_type(b) == "bool":
        return PyValue("bool")
    return join(a, b)


EXPRESSIONS: Final = {
    ast.BinOp: _binary,
    ast.UnaryOp: _unary,
    ast.BoolOp: _boolean,
}
STATEMENTS: Final = {ast.AugAssign: _augmented}
