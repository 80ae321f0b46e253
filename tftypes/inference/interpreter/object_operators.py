"""Operators of objects: the methods of their classes, and ops of TensorFlow that ask an object beside a tensor."""

from __future__ import annotations

import ast
from typing import Final

from tftypes.algebra import Shape, TensorType
from tftypes.inference.interpreter import protocols, python_values
from tftypes.inference.interpreter.arguments import items_of
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.hashing import is_key
from tftypes.inference.interpreter.identity import has_known_class, is_same_object
from tftypes.inference.interpreter.library_classes import line, models
from tftypes.inference.interpreter.mixed_texts import decoded
from tftypes.inference.interpreter.signs import COMPARISONS, METHODS, MIRRORED
from tftypes.inference.interpreter.tables import Call
from tftypes.inference.interpreter.value_operators import NUMBERS
from tftypes.inference.models.tensorflow.composites import holds_tensors, is_composite
from tftypes.inference.models.tensorflow.ops import OpError, PyValue, operators
from tftypes.inference.objects import (
    TOP,
    Class,
    Container,
    External,
    Function,
    Instance,
    Unknown,
    Value,
    held,
    is_unknown,
    python_type,
    resolve,
)
from tftypes.inference.state import ABSENT
from tftypes.inference.values import NOT_IMPLEMENTED, Bound, Dataset


def with_tensor(
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
    return ABSENT


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
        interpreter, op, Call([left, right], {}, node), converts, registered
    )


def _method_name(sign: str, reflected: bool) -> str | None:
    if sign in COMPARISONS:
        return f"__{COMPARISONS[MIRRORED[sign] if reflected else sign]}__"
    name = METHODS.get(sign)
    return name and f"__{'r' if reflected else ''}{name}__"


def _in_turn(sign: str, left: Value, right: Value) -> list[tuple[Value, Value, bool]]:
    """The operands as Python asks them: first the right one where its class derives from the left one's and says more."""
    ways = [(left, right, False), (right, left, True)]
    cls, base = (each.cls if isinstance(each, Instance) else None for each in (right, left))
    if isinstance(cls, Class) and isinstance(base, Class) and cls is not base and base in cls.mro:
        name = _method_name(sign, True)
        if name and (sign in COMPARISONS or cls.find(name) != base.find(name)):
            ways.reverse()
    return ways


def refuse_others(
    interpreter: Interpreter, sign: str, left: Value, right: Value, node: ast.AST
) -> None:
    """Raises OpError for what has no operators: a data set, a layer, an image of Pillow's, a dict beside a number or a tensor."""
    ways = [(left, right, "left"), (right, left, "right")] if sign in METHODS else []
    for operand, other, side in ways:
        is_tensor = isinstance(other, TensorType) and other.kind in ("tensor", "variable")
        is_number = python_type(other) in NUMBERS
        if isinstance(operand, Dataset) and not isinstance(other, (TensorType, Instance, Class)):
            if not is_unknown(other):
                is_joined = sign == "+" and isinstance(other, Dataset)
                hint = "left.concatenate(right) has the elements of both" if is_joined else None
                raise OpError("tf-value", f"operator {sign}: a dataset has none", hint=hint)
        elif isinstance(operand, Container) and operand.kind == "dict" and (is_tensor or is_number):
            hint = items_of(operand, getattr(node, side, None))
            raise OpError("tf-value", f"a dict has no operator {sign}", hint=hint)
        elif isinstance(operand, Shape) and is_number and sign not in ("+", "==", "!="):
            code = getattr(node, side, None)
            hint = None if code is None else f"{ast.unparse(code)}[0] is its first size"
            words = f"operator {sign}: a TensorShape and a number have none"
            raise OpError("tf-value", words, hint=hint, exception="builtins.TypeError")
        elif isinstance(operand, Instance) and is_number and operand.cls == IMAGE:
            code = getattr(node, side, None)
            written = "image" if code is None else ast.unparse(code)
            words = f"operator {sign}: an image of Pillow's has none"
            raise OpError(
                "tf-value", words, hint=f"keras.utils.img_to_array({written}) is an array"
            )
        elif isinstance(operand, (Function, Bound)) and is_tensor:
            kind = "function" if isinstance(operand, Function) else "method"
            own = getattr(node, side, None) if kind == "function" else None
            hint = f"{side if own is None else ast.unparse(own)}() calls it"
            raise OpError("tf-value", f"operator {sign}: a {kind} has none", hint=hint)
        elif isinstance(operand, Instance) and (is_tensor or is_number):
            _refuse_layer(interpreter, sign, operand, getattr(node, side, None))
        elif sign == "+" and python_type(operand) == "str" and _is_of_numbers(other):
            code = getattr(node, "right" if side == "left" else "left", None)
            hint = None if code is None else f"str({ast.unparse(code)})"
            words = f"operator +: text takes text, got {other}"
            raise OpError("tf-value", words, hint=hint, exception="builtins.TypeError")
    if (kinds := python_values.refused_operands(sign, left, right)) is not None:
        words = f"operator {sign}: Python has none for {kinds[0]!r} and {kinds[1]!r}"
        is_of_tensors = any(map(holds_tensors, (left, right)))
        hint = _converted(sign, dict(zip(kinds, ("left", "right"))), node, is_of_tensors)
        raise OpError("tf-value", words, hint=hint, exception="builtins.TypeError")


def _is_of_numbers(value: Value) -> bool:
    """Whether a value is an array of numbers, or one of NumPy's."""
    is_array = isinstance(value, TensorType) and value.kind == "array"
    return is_array and isinstance(value, TensorType) and value.dtype.is_numeric is True


#: The class of what `load_img` gives.
IMAGE: Final = External("PIL.Image.Image")


def _refuse_layer(
    interpreter: Interpreter, sign: str, operand: Value, written: ast.expr | None
) -> None:
    methods = (f"__{METHODS[sign]}__", f"__r{METHODS[sign]}__")
    if "tensorflow.keras.Layer" not in line(interpreter, operand):
        return
    if all(protocols.lacks(interpreter, operand, each) for each in methods):
        code = "layer" if written is None else ast.unparse(written)
        words = f"operator {sign}: {protocols.shown(operand)} has none"
        raise OpError("tf-value", words, hint=f"{code}(...) is what it makes of a tensor")


_ARRAY: Final = "np.array({0})"
#: What makes of a value of a class what has the operator with a value of another one, and for which operators.
_CONVERTED: Final[tuple[tuple[str, str, str, str], ...]] = (
    *((number, "str", "str({0})", "+") for number in ("int", "float")),
    *(
        (items, number, _ARRAY, "+-/**//%")
        for items in ("list", "tuple")
        for number in ("int", "float")
    ),
    ("tuple", "list", "list({0})", "+"),
    ("bytes", "str", "{0}.decode()", "+"),
    ("list", "list", _ARRAY, "-*/**//"),
)


def _converted(sign: str, sides: dict[str, str], node: ast.AST, is_of_tensors: bool) -> str | None:
    """The operand that a program converts, or calls, as it writes it.

    Tensors have shapes of their own, and seldom make an array.
    """
    operand = getattr(node, sides.get("method", ""), None)
    if isinstance(operand, ast.expr):
        return f"{ast.unparse(operand)}() calls it"
    for kind, other, code, signs in _CONVERTED:
        operand = getattr(node, sides.get(kind, ""), None)
        if other in sides and sign in signs and isinstance(operand, ast.expr):
            if code is _ARRAY and is_of_tensors:
                return None
            return decoded(operand) if kind == "bytes" else code.format(ast.unparse(operand))
    return None


def by_methods(
    interpreter: Interpreter, sign: str, left: Value, right: Value, node: ast.AST
) -> Value:
    for operand, other, reflected in _in_turn(sign, left, right):
        name = _method_name(sign, reflected)
        if name and isinstance(operand, (Instance, Class)) and _defines(interpreter, operand, name):
            with interpreter.tracing(interpreter.trace, False):  # AutoGraph leaves operators alone
                made = interpreter.method(operand, name, [other], node)
            if resolve(made) is not NOT_IMPLEMENTED:
                return made
    if sign == "!=":
        equal = by_methods(interpreter, "==", left, right, node)
        holds = None if equal is ABSENT else interpreter.truth(equal)
        return equal if equal is ABSENT else PyValue("bool") if holds is None else not holds
    return ABSENT


def by_class(
    interpreter: Interpreter, value: Value, name: str, args: list[Value], node: ast.AST
) -> Value:
    """An operator of an object of which its class alone is known: what a library that the class derives from says.

    ABSENT where a class of the program's may say it.
    """
    cls = value.cls if type(value) is Unknown else None
    if cls is None or cls.find(name) is not None:
        return ABSENT
    found = next(
        (each.methods[name] for each in models(interpreter, cls) if name in each.methods), None
    )
    return ABSENT if found is None else found(interpreter, Call(args, {}, node, name, value))


def on_unknowns(
    interpreter: Interpreter, sign: str, left: Value, right: Value, node: ast.AST
) -> Value:
    """An operator of which no operand is an object or a tensor, as far as is known."""
    for operand, other, reflected in ((left, right, False), (right, left, True)):
        name = _method_name(sign, reflected)
        if name and (made := by_class(interpreter, operand, name, [other], node)) is not ABSENT:
            return made
    return ABSENT


def identity(sign: str, left: Value, right: Value) -> Value:
    """`==` and `!=` of objects whose classes do not say them; nothing is known of any other operator."""
    if sign in ("==", "!=") and not is_unknown(left) and not is_unknown(right):
        same_object = is_same_object(left, right)
        if same_object is None or same_object is False and _may_be_equal(left, right):
            return PyValue("bool")
        return same_object is (sign == "==")
    return TOP


def _defines(interpreter: Interpreter, operand: Value, name: str) -> bool:
    """Whether a class says what an operator does; what an instance holds does it itself."""
    if is_composite(operand) and isinstance(operand.cls, Class):
        return _is_written(operand, name)  # the stubs' operators are none of it
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
    """Whether other objects may be equal when all methods that are known have declined: where not all are known."""
    return not all(
        has_known_class(each)
        if isinstance(each, Instance)
        else isinstance(each, (Container, tuple)) or is_key(each)
        for each in (left, right)
    )
