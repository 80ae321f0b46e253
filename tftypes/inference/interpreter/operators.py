"""Operators: arithmetic, comparison, and, or, not; on tensors by the op rules, on Python's values as Python does it."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable
from functools import partial
from typing import Any, Final

from tftypes.algebra import Expr, Shape, TensorType
from tftypes.inference.interpreter import arrays, effects, formats, object_operators, texts
from tftypes.inference.interpreter.booleans import condition
from tftypes.inference.interpreter.compiler import Compiler
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.hashing import is_constant
from tftypes.inference.interpreter.identity import is_same_object
from tftypes.inference.interpreter.names import target
from tftypes.inference.interpreter.op_calls import apply_rule, of_operator, of_ragged
from tftypes.inference.interpreter.rules import as_read, from_rule, named_rule, to_rule
from tftypes.inference.interpreter.sequences import (
    LONGEST,
    compared,
    concatenated,
    counted,
    merged,
    repeated,
    set_operation,
)
from tftypes.inference.interpreter.signs import COMPARISONS, METHODS, NUMPY, PYTHON, SIGNS
from tftypes.inference.interpreter.staging import is_staged
from tftypes.inference.interpreter.tables import Call, Evaluate, Execute, Model
from tftypes.inference.interpreter.value_operators import NUMBERS, as_shape, on_values
from tftypes.inference.models.tensorflow.composites import may_answer
from tftypes.inference.models.tensorflow.ops import PyValue, operators
from tftypes.inference.objects import (
    CLASS,
    TOP,
    VIEWED,
    Class,
    Container,
    External,
    Frame,
    Instance,
    Unknown,
    Value,
    is_unknown,
    plain,
    python_type,
    resolve,
)
from tftypes.inference.state import ABSENT
from tftypes.inference.values import NOT_IMPLEMENTED, Mapped, OneOf, Seq

_NOT: Final = External("tensorflow.math.logical_not")
#: What makes a size of sizes.
_SIZES: Final = ("+", "-", "*", "//", "%")


def binary(interpreter: Interpreter, sign: str, left: Value, right: Value, node: ast.AST) -> Value:
    """The result of an operator."""
    left, right = resolve(left), resolve(right)
    if type(left) is OneOf or type(right) is OneOf:
        return interpreter.each_at(
            node, lambda a, b: binary(interpreter, sign, a, b, node), left, right
        )
    if sign == "%" and isinstance(left, str):
        formats.check_percent(interpreter, left, right, node)
        return texts.percent(left, right)
    object_operators.refuse_others(interpreter, sign, left, right, node)
    if isinstance(left, TensorType) or isinstance(right, TensorType):
        return _on_tensors(interpreter, sign, left, right, node)
    if isinstance(left, (Instance, Class)) or isinstance(right, (Instance, Class)):
        return _on_objects(interpreter, sign, left, right, node)
    if is_unknown(left) or is_unknown(right):
        made = object_operators.on_unknowns(interpreter, sign, left, right, node)
        return _size(interpreter, sign, left, right) if made is ABSENT else made
    if sign in ("==", "!=") and _never_equal(left, right):
        return sign == "!="
    if isinstance(left, (Container, tuple, Seq)) or isinstance(right, (Container, tuple, Seq)):
        return _on_containers(interpreter, sign, left, right)
    return on_values(interpreter, sign, left, right, node)


def by_sign(sign: str) -> Model:
    """A model of what an operator does, as a function of two operands or as a method of the first."""

    def run(interpreter: Interpreter, call: Call) -> Value:
        left, right, *_ = call.args if call.receiver is None else (call.receiver, *call.args)
        return binary(interpreter, sign, left, right, call.node)

    return run


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
    return "number" if found in NUMBERS else found


def _size(interpreter: Interpreter, sign: str, left: Value, right: Value) -> Value:
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
        return _on_objects(interpreter, sign, left, right, node)
    kinds = {each.kind for each in (left, right) if isinstance(each, TensorType)}
    if "symbol" in kinds or "variable" in kinds:
        made = interpreter.tables.symbolic(interpreter, sign, Call([left, right], {}, node))
        if made is not ABSENT:
            return made
    if may_answer(interpreter, [left, right]):
        return TOP
    numpy_like = interpreter.switches.read("numpy_behavior", None)
    if numpy_like is not None and {"array"} != kinds <= {"tensor", "variable", "array"}:
        rule = named_rule(f"tensorflow.experimental.numpy.{NUMPY.get(sign)}")
        return TOP if rule is None else apply_rule(interpreter, rule, Call([left, right], {}, node))
    if kinds == {"array"} and sign == "*" and any(map(_may_repeat, (left, right), (right, left))):
        return TOP
    if kinds == {"array"}:
        return arrays.operator(interpreter, sign, left, right, node)
    given = [as_read(interpreter, to_rule(each)) for each in (left, right)]
    rule = partial(of_operator, interpreter.trace, sign)
    result = interpreter.certain(rule, given, node, TensorType.unknown(), sign)
    return of_ragged(from_rule(interpreter, result, [left, right], sign), given)


def _may_repeat(items: Value, count: Value) -> bool:
    """Whether an integer of NumPy's may repeat a sequence, which an array of no axes multiplies."""
    if not isinstance(items, (Container, tuple, Seq, str)) or not isinstance(count, TensorType):
        return False
    return count.shape.rank in (0, None) and count.dtype.is_integer is not False


def _on_objects(
    interpreter: Interpreter, sign: str, left: Value, right: Value, node: ast.AST
) -> Value:
    """What the classes of objects say of an operator, else what the builtin values do that they hold."""
    tensors = isinstance(left, TensorType) or isinstance(right, TensorType)
    ask = object_operators.with_tensor if tensors else object_operators.by_methods
    found = ask(interpreter, sign, left, right, node)
    if found is not ABSENT:
        return found
    a, b = plain(left), plain(right)
    if a is not left or b is not right:
        return binary(interpreter, sign, a, b, node)
    return TOP if tensors else object_operators.identity(sign, left, right)


def _on_containers(interpreter: Interpreter, sign: str, left: Value, right: Value) -> Value:
    left_items, right_items = _contents(interpreter, left), _contents(interpreter, right)
    kind = next((each.kind for each in (left, right) if isinstance(each, Container)), "tuple")
    if kind in ("dict_keys", "dict_items"):
        kind = "set"
    if kind == "set" and sign in COMPARISONS:
        return _compared_sets(sign, left_items, right_items)
    if kind == "set":
        return interpreter.list(set_operation(sign, left_items, right_items), "set")
    if kind == "dict":
        if isinstance(left, Container) and isinstance(right, Container):
            if sign in ("==", "!="):
                return _compared_dicts(interpreter, sign, left.contents, right.contents)
            cls = left.read(CLASS, None)
            if sign in "|&+-" and cls == right.read(CLASS, None) == "collections.Counter":
                made = interpreter.list(counted(sign, left.contents, right.contents), "dict")
            elif sign == "|" and all(isinstance(each.contents, Mapped) for each in (left, right)):
                made = interpreter.list(merged(left.contents, right.contents), "dict")
            else:
                return TOP
            if cls is not None:
                interpreter.write(made, CLASS, cls)
            return made
    elif sign == "+" and left_items is not None and right_items is not None:
        return _made(interpreter, kind, concatenated(left_items, right_items))
    elif sign == "*":
        items, count = (right, left) if left_items is None else (left, right)
        return _made(interpreter, kind, repeated(_contents(interpreter, items), count))
    if isinstance(left, Shape) or isinstance(right, Shape):
        return on_values(interpreter, sign, as_shape(left), as_shape(right), None)
    if sign in COMPARISONS:
        return compared(sign, left_items, right_items, partial(equal, interpreter))
    return TOP


def equal(interpreter: Interpreter, left: Value, right: Value) -> bool | None:
    """Whether two items are equal, None where that is not known: one object is, whatever its class says."""
    left, right = resolve(left), resolve(right)
    if type(left) is type(right) is str:
        return left == right if len(left) <= LONGEST else None
    if isinstance(left, TensorType) or isinstance(right, TensorType):
        return None
    same = is_same_object(left, right)
    if same or None in (left, right) or isinstance(left, External) and isinstance(right, External):
        return same
    return interpreter.truth(binary(interpreter, "==", left, right, ast.Constant(0)))


def _compared_dicts(interpreter: Interpreter, sign: str, left: Value, right: Value) -> Value:
    if not all(isinstance(each, Mapped) and each.is_whole for each in (left, right)):
        return PyValue("bool")
    if not all(map(is_constant, (*left.known, *right.known))):
        return PyValue("bool")
    if left.known.keys() != right.known.keys():
        return sign == "!="
    values = tuple(left.known.values()), tuple(right.known[key] for key in left.known)
    return compared(sign, values[0], values[1], partial(equal, interpreter))


def _compared_sets(sign: str, left: Value, right: Value) -> Value:
    known = [
        each for each in (left, right) if isinstance(each, tuple) and all(map(is_constant, each))
    ]
    return PYTHON[sign](*map(set, known)) if len(known) == 2 else PyValue("bool")


def _contents(interpreter: Interpreter, value: Value) -> Value:
    if isinstance(value, (tuple, Seq)):
        return value
    if isinstance(value, Container) and value.kind != "dict":
        return value.contents if value.read(VIEWED) is ABSENT else interpreter.items(value)
    return None


def _made(interpreter: Interpreter, kind: str, items: Value) -> Value:
    return items if kind == "tuple" or items is TOP else interpreter.list(items, kind)


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
    if left is TOP:  # it may be a list, and others get what that holds now
        interpreter.forget((right,))
    if isinstance(left, Container) and left.kind in ("list", "deque") and sign == "+":
        more = interpreter.taken(right, node)
        items = concatenated(left.contents, Seq((), TOP) if more is None else more)
        interpreter.write(left, "contents", items)
        return left
    if isinstance(left, TensorType) and left.kind == "array" and left.shape.rank != 0:
        arrays.written(interpreter, left)
        made = binary(interpreter, sign, left, right, node)
        if not isinstance(made, TensorType) or made.kind != "array":
            return made  # a tensor's own operator answers, and the name is that of a tensor
        if not arrays.is_same_kind(left.dtype, made.dtype):
            return arrays.refused_in_place(interpreter, sign, left, made.dtype, node)
        return TensorType(left.dtype, left.shape, "array")
    if isinstance(left, Container):
        if left.kind == "dict" and sign == "|":  # of any pairs
            interpreter.method(left, "update", [right], node)
        elif isinstance(made := resolve(binary(interpreter, sign, left, right, node)), Container):
            interpreter.write(left, "contents", made.contents)
        return left
    if interpreter.has_method(left, name := f"__i{METHODS[sign]}__"):
        made = interpreter.method(left, name, [right], node)
        if resolve(made) is not NOT_IMPLEMENTED:
            return made
    return interpreter.guarded(lambda: binary(interpreter, sign, left, right, node), node)


def _unary(compiler: Compiler, node: ast.UnaryOp) -> Evaluate:
    interpreter, negates = compiler.interpreter, isinstance(node.op, ast.Not)
    operand = (condition if negates else Compiler.expression)(compiler, node.operand)
    if negates:

        def negation(frame: Frame) -> Value:
            value = operand(frame)
            if interpreter.converted and is_staged(interpreter, resolve(value)):
                return interpreter.call(_NOT, [value], {}, node)
            truth = interpreter.condition(value, node)
            is_drawn = isinstance(value, PyValue) and value.drawn
            return PyValue("bool", drawn=is_drawn) if truth is None else not truth

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

_UNARY_METHODS: Final = {"-": "__neg__", "+": "__pos__", "~": "__invert__"}


def unary(interpreter: Interpreter, sign: str, value: Value, node: ast.AST) -> Value:
    value = resolve(value)
    if type(value) is OneOf:
        return interpreter.each_at(node, lambda each: unary(interpreter, sign, each, node), value)
    if isinstance(value, TensorType):
        if value.kind == "array":
            return value
        if value.kind == "symbol":
            return interpreter.tables.symbolic(
                interpreter, f"unary {sign}", Call([value], {}, node)
            )
        rule = partial(operators.unary, sign)
        found = interpreter.certain(rule, [as_read(interpreter, value)], node, TensorType.unknown())
        return from_rule(interpreter, found, [value])
    name = _UNARY_METHODS[sign]
    if (made := object_operators.by_class(interpreter, value, name, [], node)) is not ABSENT:
        return made
    if isinstance(value, Instance):
        has = interpreter.has_method(value, name)
        return interpreter.method(value, name, [], node) if has else TOP
    if isinstance(value, (int, float, complex)) and not (
        sign == "~" and not isinstance(value, int)
    ):
        return _UNARY[sign](value)
    if isinstance(value, Expr):
        return -value if sign == "-" else value
    found = python_type(value)
    return PyValue("int" if found == "bool" else found) if found in NUMBERS else TOP


EXPRESSIONS: Final = {ast.BinOp: _binary, ast.UnaryOp: _unary}
STATEMENTS: Final = {ast.AugAssign: _augmented}
