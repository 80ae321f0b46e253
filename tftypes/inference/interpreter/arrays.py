"""NumPy's arrays: functions and operators on them, items of them, and their contents while nobody writes to them.

An array is an immutable value here, and what names share of it is its memory: an object with one slot that has what is in
it now. The contents of a part of it, or of another view, are believed while nobody has written to it.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from tftypes.algebra import UNKNOWN, DType, Shape, ShapeMismatch, TensorType
from tftypes.inference.interpreter import keys, symbols
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.object_arrays import (
    WRITTEN,
    Objects,
    is_view,
    kind_of_objects,
    of_objects,
)
from tftypes.inference.interpreter.rules import from_rule, to_rule
from tftypes.inference.interpreter.signs import NUMPY
from tftypes.inference.interpreter.tables import Call
from tftypes.inference.models.numpy import contents
from tftypes.inference.models.tensorflow.ops import (
    OpError,
    PyValue,
    Unsure,
    arrays,
    completed,
    getitem,
)
from tftypes.inference.models.tensorflow.ops.array_functions import FUNCTIONS, MAKERS, combined
from tftypes.inference.models.tensorflow.ops.broadcasting import together
from tftypes.inference.models.tensorflow.ops.values import BOOL, FLOAT64, STRING, PyType, is_number
from tftypes.inference.objects import TOP, Value, python_type, resolve
from tftypes.inference.state import ABSENT, Heap, Memory
from tftypes.inference.values import OneOf, Spread, Tensor, is_symbol

_PYTHON: Final = {"bool": "bool", "int": "int64", "float": "float64", "complex": "complex128"}
#: NumPy refuses what the op that does the same refuses.
_JOINING: Final = frozenset(
    {"append", "choice", "concatenate", "stack", "vstack", "hstack", "matmul", "dot", "reshape"}
)
_AXES: Final = frozenset(
    {"transpose", "squeeze", "expand_dims", "sum", "prod", "mean", "std", "var", "max", "min", "argmax", "argmin"}
)  # fmt: skip
_OPERATORS: Final = frozenset(NUMPY.values()) | {"maximum", "minimum", "power"}
#: What may give another view of the same items.
_VIEWS: Final = (
    "asanyarray", "asarray", "ascontiguousarray", "atleast_1d", "atleast_2d", "expand_dims", "moveaxis", "ravel", "reshape",
    "squeeze", "swapaxes", "transpose",
)  # fmt: skip


class Bytes(Heap):
    """The memory of an array of texts that was a tensor: its items are bytes."""

    __slots__ = ()


def of_bytes(value: Value) -> bool:
    """Whether the items of an array are bytes for sure."""
    memory = getattr(value, "history", None)
    return isinstance(memory, Bytes) and memory.read(WRITTEN) is ABSENT


def of_tensor(interpreter: Interpreter, value: TensorType) -> Value:
    """What the contents of a tensor are to Python: an array, and bytes where it is one text."""
    dtype, shape = value.dtype, value.shape
    if "string" not in dtype.names:
        return TensorType(dtype, shape, "array", value.value)
    if not shape.rank:
        return BYTES if shape.rank == 0 and dtype.name else TOP
    if not dtype.name:
        return TensorType(dtype, shape, "array")
    return Tensor(dtype, shape, "array", history=Bytes(interpreter.trail))


#: One text that was a tensor.
BYTES: Final = PyValue("bytes", given=True)


def array(interpreter: Interpreter, made: TensorType, inside: Any = None) -> TensorType:
    """A new array, with what it holds where that is known."""
    if inside is None:
        return made
    memory = Memory(interpreter.trail, inside)
    return Tensor(made.dtype, made.shape, "array", inside, history=memory)


def written(interpreter: Interpreter, value: Value) -> None:
    """Something writes to an array: what its memory holds is not known any more."""
    memory = getattr(value, "history", None)
    if isinstance(memory, Memory):
        interpreter.write(memory, "contents", TOP)
    elif isinstance(memory, Heap):
        interpreter.write(memory, WRITTEN, True)


def is_same_kind(dtype: DType, other: DType) -> bool:
    """Whether NumPy casts to a dtype in place: not floats to ints, and not ints to bools. True where that is not known.

    What `numpy.can_cast(other, dtype, "same_kind")` says of signs is left out.
    """
    kind, given = _kind(dtype), _kind(other)
    return kind is None or given is None or kind >= given


def refused_in_place(
    interpreter: Interpreter, sign: str, array: TensorType, dtype: DType, node: ast.AST
) -> Value:
    """`x /= 2` of an array of ints: NumPy puts no floats into it. What may be a number gets another dtype."""
    if array.shape.rank is None:
        return TOP
    words = f"{sign}=: an array of {array.dtype} takes no {dtype} in place"
    interpreter.refuse(node, "tf-dtype", words, "builtins.TypeError")
    return TensorType(array.dtype, array.shape, "array")


def _kind(dtype: DType) -> int | None:
    kinds = (dtype.is_bool, dtype.is_integer, dtype.is_floating, dtype.is_complex)
    return next((i for i, found in enumerate(kinds) if found), None)


def apply(interpreter: Interpreter, name: str, call: Call, shown: str = "") -> Value:
    """What a function of NumPy, or a method of its arrays, makes of its arguments."""
    function, values = FUNCTIONS.get(name), [*map(resolve, call.values)]
    if function is None or Spread in map(type, values):
        return TOP
    if any(type(each) is OneOf for each in values):
        return interpreter.each(
            lambda *ways: apply(interpreter, name, call.with_values(ways), shown), *values
        )
    given = [_argument(each) for each in call.args]
    named = {key: _argument(each) for key, each in call.kwargs.items()}
    if name not in MAKERS and UNKNOWN in given:
        return TOP
    made = _made(interpreter, function, name, given, named, call.node, shown or f"np.{name}()")
    if given and (kind := kind_of_objects(name, call, given[0])) is not None:
        shape = made.shape if isinstance(made, TensorType) else Shape.unknown()
        shape = Shape.scalar() if is_view(name, call) else shape
        return Tensor(DType.any(), shape, "array", history=Objects(interpreter.trail, kind))
    if not isinstance(made, TensorType):
        return TOP
    inside = contents.computed(name, made, given, named)
    memory = getattr(resolve(call.args[0]), "history", None) if name in _VIEWS and given else None
    if isinstance(memory, Memory):
        return Tensor(made.dtype, made.shape, "array", inside, history=memory)
    return array(interpreter, made, inside)


def _argument(value: Value) -> Value:
    found = to_rule(value)
    if isinstance(found, PyType):
        return DType.of(_PYTHON[found.name])
    if isinstance(found, Shape) and found.dims is not None:
        return list(found.dims)
    return found


def _made(
    interpreter: Interpreter,
    function: Callable[..., Any],
    name: str,
    given: list[Value],
    named: Mapping[str, Value],
    node: ast.AST,
    shown: str,
) -> Value:
    """The array; what NumPy refuses for sure is reported."""
    count, names = len(given), list(named)

    def run(*parts: Value) -> Value:
        try:
            return function(*parts[:count], **dict(zip(names, parts[count:])))
        except ShapeMismatch as error:
            words, hint = f"{shown}: {error}", _together(parts, node)
            raise OpError("tf-shape", f"{words}; {hint}" if hint else words) from None
        except OpError as error:
            words = f"{shown}: {error.message}"
            if error.exception and error.hint:  # that of an op is for tensors
                words = f"{words}; {error.hint}"
            raise OpError(error.code, words, exception=error.exception) from None
        except (TypeError, ValueError, ArithmeticError):
            raise Unsure from None

    if name in _JOINING or name in _AXES or name in _OPERATORS:
        return interpreter.certain(run, [*given, *named.values()], node)
    try:
        return run(*given, *named.values())
    except (OpError, Unsure):
        return TOP


def _together(operands: Sequence[Value], node: ast.AST) -> str | None:
    """How the two operands of an operator go together that do not broadcast."""
    shapes = [each.shape for each in operands if isinstance(each, TensorType)]
    if not isinstance(node, ast.BinOp) or len(shapes) != 2:
        return None
    a, b = shapes
    return together(_as_many(a, b), _as_many(b, a), ("left", "right"))


def _as_many(rows: Shape, other: Shape) -> Shape:
    """Rows whose number is not known, as a slice has them: as many as the other operand has."""
    is_open = rows.rank and other.rank and not is_number(rows[0])
    return Shape.of(other[0], *rows.slice(1)) if is_open else rows


def operator(
    interpreter: Interpreter, sign: str, left: Value, right: Value, node: ast.AST
) -> Value:
    """`left + right` of which one is an array, and the other no tensor."""
    a, b = to_rule(left), to_rule(right)
    if UNKNOWN in (a, b):
        return TOP
    if sign in ("==", "!=") and (
        a is None or b is None or isinstance(a, str) or isinstance(b, str)
    ):
        whole = a if isinstance(a, TensorType) else b  # each item is compared, whatever with
        return array(interpreter, TensorType(BOOL, whole.shape, "array"))
    name = NUMPY.get(sign, "")
    found = combined(sign, a, b)
    if not isinstance(found, TensorType):
        found = _with_scalar(a, b, sign)
    if found is None:
        return apply(interpreter, name, Call([left, right], {}, node), f"operator {sign}")
    return array(interpreter, found, contents.computed(name, found, [a, b]))


def _with_scalar(a: Value, b: Value, sign: str) -> TensorType | None:
    """An array with a scalar of NumPy's of a wider dtype: what comes of it depends on NumPy's version."""
    if not all(isinstance(each, TensorType) and each.shape.rank is not None for each in (a, b)):
        return None
    big, small = (a, b) if a.shape.rank else (b, a)
    if not big.shape.rank or small.shape.rank or sign in ("==", "!=", "<", "<=", ">", ">="):
        return None
    if arrays.promoted(big.dtype, small.dtype) in (big.dtype, FLOAT64):
        if not (big.dtype.is_floating and small.dtype.is_floating and big.dtype != FLOAT64):
            return None
    return TensorType(DType.any(), big.shape, "array")


def _indexed(array: TensorType, key: Any) -> Any:
    """What an index takes. NumPy raises IndexError for any that does not fit."""
    try:
        with completed("operator []", {"x": array}):
            return getitem(array, key)
    except OpError as error:
        if not array.dtype.is_known:
            raise Unsure from None
        error.code, error.exception = "tf-axis", "builtins.IndexError"
        raise


def item_of_either(value: TensorType, key: Value) -> Value:
    """`x[key]` of what is taken for a tensor but may be an array, which takes lists and masks as well."""
    try:
        return getitem(value, key)
    except OpError:
        return UNKNOWN


def item(interpreter: Interpreter, value: TensorType, key: Value, node: ast.AST) -> Value:
    """`x[key]` of an array."""
    parts = tuple(map(resolve, key)) if isinstance(key, tuple) else (key,)
    for each in parts:
        if interpreter.graphs and is_symbol(each):
            symbols.refuse(interpreter, each, "NumPy takes the value of", node)
            return TOP
    given = to_rule(key)
    if all(
        each is None or each is Ellipsis or isinstance(each, slice) or python_type(each) == "int"
        for each in parts
    ):
        plain = TensorType(value.dtype, value.shape)
        found = interpreter.certain(_indexed, [plain, given], node)
        if isinstance(found, TensorType) and isinstance(value, Tensor) and of_bytes(value):
            part = Tensor(found.dtype, found.shape, "array", history=value.history)
            return part if part.shape.rank else BYTES
        if not isinstance(found, TensorType) or _may_be_an_object(found):
            return TOP
        inside = _inside(to_rule(value).value, given if isinstance(given, tuple) else (given,))
        made = TensorType(found.dtype, found.shape, "array")
        if isinstance(value, Tensor) and of_objects(value) and isinstance(parts[0], slice):
            return Tensor(made.dtype, made.shape, "array", history=value.history)
        if inside is not None and not isinstance(inside, tuple):
            return array(interpreter, made, inside)
        if isinstance(value, Tensor) and isinstance(value.history, Memory) and made.shape.rank:
            return Tensor(made.dtype, made.shape, "array", inside, history=value.history)
        return made
    if keys.is_refused_index(interpreter, given, node):
        return TOP
    try:
        found = arrays.getitem(value, given)
    except (OpError, Unsure, ShapeMismatch):
        return TOP
    return TOP if found is None or _may_be_an_object(found) else from_rule(interpreter, found)


def _may_be_an_object(found: Value) -> bool:
    """Whether it is one item of an array of any dtype, which is whatever object the array holds, or of one of texts."""
    is_item = isinstance(found, TensorType) and found.shape.rank == 0
    return is_item and found.dtype in (DType.any(), STRING)


def _inside(held: Value, key: tuple[Value, ...]) -> Value:
    """What is at a place of known contents."""
    for place, each in enumerate(key):
        if not isinstance(held, tuple):
            return None
        if isinstance(each, slice):
            parts = each.start, each.stop, each.step
            if not all(p is None or isinstance(p, int) for p in parts):
                return None
            rows = tuple(_inside(row, key[place + 1 :]) for row in held[each])
            return None if None in rows else rows
        if not isinstance(each, int) or not -len(held) <= each < len(held):
            return None
        held = held[each]
    return held
