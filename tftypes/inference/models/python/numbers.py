"""Builtin functions of numbers and order."""

from __future__ import annotations

import ast
import builtins
from contextlib import nullcontext
from functools import partial
from typing import Final

from tftypes.algebra import Expr, TensorType
from tftypes.inference.interpreter import texts
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.operators import binary, by_sign
from tftypes.inference.interpreter.resumption import advance, is_lazy
from tftypes.inference.interpreter.sequences import LONGEST
from tftypes.inference.interpreter.signs import COMPARISONS, METHODS
from tftypes.inference.interpreter.subscripts import index
from tftypes.inference.interpreter.tables import Call, LibraryClass, Model, Raised, giving
from tftypes.inference.lattice import all_items, join
from tftypes.inference.models.tensorflow.ops import PyValue
from tftypes.inference.objects import (
    TOP,
    External,
    Instance,
    Value,
    is_unknown,
    python_type,
    resolve,
)
from tftypes.inference.state import ABSENT
from tftypes.inference.values import Seq, is_symbol

_INT: Final = PyValue("int")


def _number(name: str, interpreter: Interpreter, call: Call) -> Value:
    if not call.args:
        return {"int": 0, "float": 0.0, "bool": False, "complex": 0j}[name]
    value = resolve(call.args[0])
    if (
        isinstance(value, TensorType)
        and value.shape.rank == 0
        and isinstance(value.value, (int, float, Expr))
    ):
        value = value.value
    if name == "bool":
        holds = interpreter.condition(value, call.node)
        return PyValue("bool") if holds is None else holds
    if isinstance(value, Expr) and name == "int":
        return value
    args = [value, *map(resolve, call.args[1:])]
    if call.kwargs.keys() == {"base"}:
        args.append(resolve(call.kwargs["base"]))
    elif call.kwargs:
        return PyValue(name)
    if isinstance(value, (bool, int, float, str)) and all(
        isinstance(each, int) for each in args[1:]
    ):
        try:
            return getattr(builtins, name)(*args)
        except (ValueError, OverflowError):
            raise Raised("builtins.ValueError") from None
        except TypeError:
            raise Raised("builtins.TypeError") from None
    if isinstance(value, Instance) and interpreter.has_method(value, f"__{name}__"):
        return interpreter.method(value, f"__{name}__", [], call.node)
    if isinstance(value, Instance) and type(found := index(interpreter, value, call.node)) is int:
        return getattr(builtins, name)(found)
    return PyValue(name)


def _text(name: str, interpreter: Interpreter, call: Call) -> Value:
    if not call.args:
        return "" if name != "bytes" else b""
    if name == "bytes":
        size = resolve(call.args[0])
        return bytes(size) if type(size) is int and 0 <= size <= LONGEST else PyValue("bytes")
    if name == "format":
        spec = resolve(call.get(1, "format_spec", ""))
        return texts.formatted(call.args[0], spec) if isinstance(spec, str) else PyValue("str")
    if len(call.args) > 1:
        return PyValue("str")
    return texts.text_of(interpreter, call.args[0], name, call.node)


def _sum(interpreter: Interpreter, call: Call) -> Value:
    items, total = interpreter.items(call.get(0, "iterable")), call.get(1, "start", 0)
    if items is None:
        return TOP
    known = all_items(items)
    for each in known[:64]:
        total = binary(interpreter, "+", total, each, call.node)
    if isinstance(items, Seq) or len(known) > 64:
        total = join(total, binary(interpreter, "+", total, known[-1], call.node))
    return total


def _asked(name: str, otherwise: Model, interpreter: Interpreter, call: Call) -> Value:
    """What the class of an object says of a builtin, by a method of its own."""
    value = resolve(call.args[0])
    if isinstance(value, Instance) and interpreter.has_method(value, name):
        return interpreter.method(value, name, call.args[1:], call.node)
    return otherwise(interpreter, call)


def _abs(interpreter: Interpreter, call: Call) -> Value:
    value = resolve(call.args[0])
    if isinstance(value, (int, float, complex)):
        return abs(value)
    if isinstance(value, Expr):
        return value
    if isinstance(value, TensorType):
        if value.kind == "array":
            return value
        owner = "keras.ops" if value.kind == "symbol" else "math"
        return interpreter.call(External(f"tensorflow.{owner}.abs"), [value], {}, call.node)
    return PyValue(python_type(value) or "float") if python_type(value) else TOP


def _any(every: bool, interpreter: Interpreter, call: Call) -> Value:
    """Python asks one item after the other, up to one that decides: behind one that may, none is sure to be asked."""
    given = resolve(call.args[0])
    decided = _one_by_one(every, interpreter, given, call.node) if is_lazy(given) else ABSENT
    if isinstance(decided, bool):
        return decided
    is_asked = decided is ABSENT
    with nullcontext() if is_asked else interpreter.doubting():
        items = None if is_symbol(given) else interpreter.items(given)
    if items is None:
        return PyValue("bool")
    is_open = isinstance(items, Seq)
    if is_open:
        items = items.prefix or ((items.rest,) if items.count else ())
    for each in items:
        truth = interpreter.condition(each, call.node) if is_asked else interpreter.truth(each)
        if truth is not None and truth is not every:
            return truth
        is_asked = is_asked and truth is every
    return PyValue("bool") if is_open or not is_asked else every


def _one_by_one(every: bool, interpreter: Interpreter, given: Value, node: ast.AST) -> Value:
    """What the items of a generator decide; None behind one that may have, ABSENT where it is not known what is next."""
    for _ in range(LONGEST):
        try:
            item = advance(interpreter, given)
        except Raised:
            return every
        truth = every if item is ABSENT else interpreter.condition(item, node)
        if item is ABSENT or truth is not every:
            return ABSENT if item is ABSENT else truth
    return ABSENT


def _round(interpreter: Interpreter, call: Call) -> Value:
    value = resolve(call.args[0])
    digits = resolve(call.get(1, "ndigits"))
    if isinstance(value, (int, float)) and (digits is None or isinstance(digits, int)):
        try:
            return round(value, digits)
        except (ValueError, OverflowError):
            return TOP
    if is_unknown(digits):
        return TOP
    return _INT if digits is None and python_type(value) else value


def _divmod(interpreter: Interpreter, call: Call) -> Value:
    a, b = call.get(0, "x"), call.get(1, "y")
    return binary(interpreter, "//", a, b, call.node), binary(interpreter, "%", a, b, call.node)


def _pow(interpreter: Interpreter, call: Call) -> Value:
    base, exponent, mod = call.get(0, "base"), call.get(1, "exp"), call.get(2, "mod")
    if mod is None:
        return binary(interpreter, "**", base, exponent, call.node)
    return TOP if is_unknown(mod) else _INT


def _character(name: str, interpreter: Interpreter, call: Call) -> Value:
    """`ord`, `chr`, `bin`, `hex`, `oct`."""
    value = resolve(call.args[0])
    if isinstance(value, (int, str)):
        try:
            return getattr(builtins, name)(value)
        except (TypeError, ValueError) as error:
            raise Raised(f"builtins.{type(error).__name__}") from None
    return _INT if name == "ord" else PyValue("str")


def _method(name: str, unknown: Value, interpreter: Interpreter, call: Call) -> Value:
    """A method of a number without arguments."""
    value = resolve(call.receiver)
    return getattr(value, name)() if hasattr(value, name) and not call.args else unknown


#: What `x.__add__(y)`, or `super().__add__(y)` in a class that derives from a number's, does.
_OPERATORS: Final = {
    f"__{name}__": by_sign(sign) for sign, name in {**METHODS, **COMPARISONS}.items()
}
FUNCTIONS: Final[dict[str, Model]] = {
    **{f"builtins.{name}": partial(_number, name) for name in ("int", "float", "bool", "complex")},
    **{
        f"builtins.{name}": partial(_text, name)
        for name in ("str", "bytes", "repr", "format", "ascii")
    },
    "builtins.sum": _sum,
    "builtins.abs": partial(_asked, "__abs__", _abs),
    "builtins.any": partial(_any, False),
    "builtins.all": partial(_any, True),
    "builtins.round": partial(_asked, "__round__", _round),
    "builtins.divmod": partial(_asked, "__divmod__", _divmod),
    "builtins.pow": _pow,
    **{f"builtins.{name}": giving(_INT) for name in ("id", "hash")},
    **{
        f"builtins.{name}": partial(_character, name)
        for name in ("ord", "chr", "bin", "hex", "oct")
    },
    "builtins.input": giving(PyValue("str")),
}
CLASSES: Final = {
    "builtins.int": LibraryClass(
        methods={
            **{
                name: partial(_method, name, _INT)
                for name in ("bit_length", "bit_count", "conjugate")
            },
            **_OPERATORS,
        }
    ),
    "builtins.float": LibraryClass(
        methods={"is_integer": partial(_method, "is_integer", PyValue("bool")), **_OPERATORS}
    ),
}
