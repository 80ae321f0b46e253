"""Keras' symbols: what stands for tensors while a functional model is put together.

A `KerasTensor` is a `Tensor` of kind "symbol". Its history says which call of a layer or op made it. A size that is only
known when the model is called is a symbol of kind "batch"; all inputs share that of the batch.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from tftypes.algebra import UNKNOWN, Dim, Expr, Shape, Symbol, TensorType
from tftypes.inference.interpreter import arrays
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.library_classes import class_name
from tftypes.inference.interpreter.op_calls import is_of_step, written
from tftypes.inference.interpreter.rules import (
    as_read,
    from_rule,
    named_rule,
    tensor_of,
    to_rule,
    to_size,
)
from tftypes.inference.interpreter.signs import COMPARISONS, NUMPY
from tftypes.inference.interpreter.tables import Call, LibraryClass
from tftypes.inference.lattice import join_all
from tftypes.inference.models.keras import gone
from tftypes.inference.models.keras.config import KERAS, config_of, data_format, floatx, is_legacy
from tftypes.inference.models.tensorflow.ops import OpError, PyValue, getitem
from tftypes.inference.models.tensorflow.ops.accepted import refuse_symbols
from tftypes.inference.models.tensorflow.ops.keras_ops import LAX, assumed
from tftypes.inference.models.tensorflow.ops.keras_ops_shaping import symbol_item
from tftypes.inference.models.tensorflow.ops.keras_ranks import Maker
from tftypes.inference.models.tensorflow.ops.values import INT32
from tftypes.inference.models.tensorflow.structures import is_told_in_part, leaves, map_leaves
from tftypes.inference.models.tensorflow.tensors import rank_of
from tftypes.inference.objects import TOP, External, Instance, Value, resolve
from tftypes.inference.state import ABSENT
from tftypes.inference.values import Bound, OneOf, Tensor, is_static

BATCH: Final = Symbol("batch", key="keras batch", kind="batch")
#: What Python's operators are in `keras.ops`.
_OPERATORS: Final = {
    "+": "add", "-": "subtract", "*": "multiply", "/": "true_divide", "//": "floor_divide", "%": "mod",
    "**": "power", "@": "matmul", "!=": "not_equal", "<": "less", "<=": "less_equal", ">": "greater", ">=": "greater_equal",
    "&": "logical_and", "|": "logical_or", "^": "logical_xor", "unary -": "negative", "unary ~": "logical_not",
}  # fmt: skip
#: The functions of older versions, which hand their arguments to TensorFlow's.
_BACKEND: Final = f"{KERAS}backend."
#: The functions that give numbers of Python's.
_OF_NUMBERS: Final = frozenset({f"{KERAS}ops.ndim"})


class Node:
    """One call of a layer or op on symbols; an input of a model has no inputs."""

    __slots__ = ("call", "exact", "fault", "inputs", "operation", "others")

    def __init__(
        self,
        operation: Instance | None,
        inputs: Sequence[Tensor] = (),
        exact: bool = True,
        fault: OpError | None = None,
        call: Call | None = None,
        others: bool = False,
    ) -> None:
        self.operation = operation  # the layer; None for an op
        self.inputs = tuple(inputs)
        inputs_are_exact = all(map(is_exact, self.inputs))
        #: Whether the tensors of the model are what its symbols say.
        self.exact = exact and inputs_are_exact
        #: What Keras refuses as soon as a model runs the call on tensors such as the symbols.
        self.fault = fault if inputs_are_exact else None
        self.call = call  # itself, where it runs code of the program
        self.others = others  # whether it may have gotten symbols that are not known

    @property
    def identity(self) -> object:
        """What tells one operation of a model from another."""
        return self if self.operation is None else self.operation


@dataclass(frozen=True)
class Origin:
    """Which of the results of a call a symbol is."""

    node: Node
    index: int

    @property
    def maker(self) -> Maker | None:
        """The layer by its class."""
        layer = self.node.operation
        return None if layer is None else Maker(layer.cls.name.rpartition(".")[2], None)


def is_symbol(value: Value) -> bool:
    return isinstance(value, TensorType) and value.kind == "symbol"


def has_symbols(interpreter: Interpreter, *values: Value) -> bool:
    """Whether a symbol is among some values, or in their structures."""
    return any(is_symbol(leaf) for each in values for leaf in leaves(interpreter, each))


def origin(value: Value) -> Origin | None:
    """How a symbol was made, None where that is not known."""
    history = getattr(resolve(value), "history", None)
    return history if isinstance(history, Origin) else None


def is_exact(value: Value) -> bool:
    return (found := origin(value)) is not None and found.node.exact


def symbols_in(interpreter: Interpreter, *values: Value) -> Iterator[Tensor]:
    for each in values:
        for leaf in leaves(interpreter, each):
            if is_symbol(leaf):
                yield leaf if isinstance(leaf, Tensor) else Tensor.of(leaf)


#: The layers that give each number a place where it was.
_KEEPING: Final = (
    "Activation", "BatchNormalization", "Dropout", "LayerNormalization", "LeakyReLU", "ReLU",
)  # fmt: skip


def maker(value: Value, nearest: int = 8) -> Maker | None:
    """The layer that gave a tensor its shape, and the nearest ones before it; None where that is not known."""
    found = getattr(resolve(value), "history", None)
    if not isinstance(found, Origin):
        return found if isinstance(found, Maker) else None
    layer, given = found.node.operation, found.node.inputs
    if layer is None or not nearest:
        return None
    name = layer.cls.name.rpartition(".")[2]
    before = maker(given[0], nearest - 1) if given else None
    is_masked = name == "Masking" or config_of(layer).get("mask_zero") is True
    made = Maker(name, given[0].shape if given else None, before, is_masked)
    return before if name in _KEEPING else made


def made_by(name: str, made: Value, given: Value) -> Value:
    """What a layer has made of a tensor: a layer that is called on it next says so in its remedies."""
    if not isinstance(made, TensorType) or not isinstance(given := resolve(given), TensorType):
        return made
    known = maker(given)
    if name not in _KEEPING:
        near = None if known is None else known._replace(before=None)
        known = Maker(name, given.shape, near)
    return made if known is None else Tensor.of(made, history=known)


def stand_in(value: Value) -> Value:
    """The tensor that a symbol stands for; any other value as it is."""
    made = TensorType(value.dtype, value.shape) if is_symbol(value) else value
    return made if made is value else Tensor.of(made, history=maker(value))


def stand_ins(interpreter: Interpreter, value: Value) -> Value:
    return map_leaves(interpreter, stand_in, value)


def as_symbols(interpreter: Interpreter, value: Value, node: Node) -> Value:
    """What a call of a model's gives on symbols, where it gives these tensors."""
    count = iter(range(1_000_000))

    def symbol(each: Value) -> Value:
        if isinstance(each, OneOf):
            return join_all([symbol(way) for way in each.values])
        if not isinstance(each, TensorType):
            return each
        if each.kind not in ("tensor", "variable", "symbol"):
            return TOP  # a symbol that stands for a sparse or ragged tensor: what takes it gets one of these
        made = TensorType(each.dtype, each.shape, "symbol")
        return Tensor.of(made, history=Origin(node, next(count)))

    return map_leaves(interpreter, symbol, value)


# -- shapes -----------------------------------------------------------------------------------------------------------


def sizes(shape: Shape) -> Value:
    """A shape as Keras gives it: a tuple, with None for what only the call of the model tells."""
    if shape.dims is None:
        return TOP
    return tuple(_size(each) for each in shape.dims)


def _size(size: Dim) -> Value:
    if isinstance(size, (int, Expr)):
        return size if is_static(size) else None
    return TOP


#: A structure of shapes has these in the places of sizes.
_SHAPES: Final = (tuple, list, Shape)


def shape_of(value: Value, named: Callable[[int], Dim] = lambda axis: UNKNOWN) -> Shape | None:
    """The shape that a tuple or list of sizes tells; None where it tells none.

    `named` gives a size that is None, by its axis. One of which nothing is known may be None or not.
    """
    value = to_size(value)
    if isinstance(value, Shape):
        return value
    if not isinstance(value, (tuple, list)) or any(isinstance(each, _SHAPES) for each in value):
        return None
    return Shape.of(*(_dim(each, named, axis) for axis, each in enumerate(value)))


def _dim(size: Value, named: Callable[[int], Dim], axis: int) -> Dim:
    if size is None:
        return named(axis)
    return size if isinstance(size, (int, Expr)) and not isinstance(size, bool) else UNKNOWN


# -- ops --------------------------------------------------------------------------------------------------------------


def apply(interpreter: Interpreter, op: str, call: Call) -> Value:
    """An op, operator or subscript that gets a symbol: Keras' own make another one, TensorFlow's refuse it.

    An operator gets a variable, too: ABSENT where it is TensorFlow's to answer.
    """
    if op in NUMPY and not any(map(is_symbol, call.args)):
        return _of_variables(interpreter, op, call.args[0], call.args[1], call.node)
    if op == "getitem":
        rule = getitem if is_legacy(interpreter) else symbol_item
        return _made(interpreter, rule, Call(call.args, {}, call.node))
    if op == "!=" and not all(isinstance(each, (TensorType, int, float)) for each in call.values):
        return TOP  # anything may be asked whether it differs
    name = f"{KERAS}ops.{_OPERATORS[op]}" if op in _OPERATORS else op
    if (rule := named_rule(name)) is None:
        return TOP
    if not name.startswith(KERAS) or name.startswith(_BACKEND):
        return _refuse(interpreter, name, call)

    def run(*given: Value) -> Value:
        ways = call.with_values(given)
        return rule.apply(
            ways.args,
            ways.kwargs,
            lambda: f"operator {op}" if op in _OPERATORS else written(call.node, rule),
        )

    return _made(interpreter, run, call, name)


def _of_variables(
    interpreter: Interpreter, sign: str, left: Value, right: Value, node: ast.AST
) -> Value:
    """An operator of a variable of Keras', which promotes dtypes; its op asks the operand on the left first."""
    names = class_name(left), class_name(right)
    if "tensorflow.keras.Variable" not in names or is_legacy(interpreter):
        return ABSENT
    if class_name(left) != "tensorflow.keras.Variable" and isinstance(left, TensorType):
        if left.kind == "array":
            read = as_read(interpreter, right)
            array = TensorType(read.dtype, read.shape, "array")
            return arrays.operator(interpreter, sign, left, array, node)
        if sign in ("+", "@") or sign in COMPARISONS:
            same = as_read(interpreter, left).dtype == as_read(interpreter, right).dtype
            # In a graph what TensorFlow refuses may come to Keras' own in the end.
            return ABSENT if same or interpreter.trace is None else TOP
    name = _OPERATORS.get(sign) or NUMPY[sign]
    return interpreter.call(External(f"{KERAS}ops.{name}"), [left, right], {}, node)


def _made(interpreter: Interpreter, run: Callable[..., Value], call: Call, name: str = "") -> Value:
    values = call.values
    given = [to_rule(stand_ins(interpreter, each)) for each in values]
    with assumed(floatx(interpreter), symbols=True, data_format=data_format(interpreter)):
        if name in LAX:
            try:
                made = run(*given)
            except OpError:
                return TOP
        else:
            made = interpreter.certain(partial(_traced, run), given, call.node)
    if name in _OF_NUMBERS:
        return tuple(map(_size, made)) if isinstance(made, (tuple, list)) else made
    result = from_rule(interpreter, made)
    symbols, others = [*symbols_in(interpreter, *values)], is_told_in_part(interpreter, call.args)
    return as_symbols(interpreter, result, Node(None, symbols, others=others))


def _traced(run: Callable[..., Value], *given: Value) -> Value:
    """Ops on symbols are traced: what a graph refuses is refused."""
    try:
        return run(*given)
    except OpError as error:
        error.in_graph = False
        raise


def _refuse(interpreter: Interpreter, name: str, call: Call) -> Value:
    rule, of_backend = named_rule(name), name.startswith(_BACKEND)
    assert rule is not None
    operands = call.with_values(map(to_rule, call.values))
    given = rule.bound(operands.args, operands.kwargs)
    own = call.with_values(map(resolve, call.values))
    same = rule.bound(own.args, own.kwargs) or {}
    if name.endswith(".assert_equal") and same.get("x") is same.get("y", ...):
        return TOP  # TensorFlow looks at no tensor that is given twice
    if given is not None and not is_legacy(interpreter):
        try:
            symbols = [each for each, value in given.items() if _holds(value)]
            refuse_symbols(rule, symbols, of_backend, call.kwargs, is_of_step(interpreter.trace))
        except OpError as error:
            found = error.complete(f"{written(call.node, rule)}()", {})
            interpreter.refuse(call.node, found.code, str(found))
    return TOP


def _holds(value: Any) -> bool:
    if isinstance(value, (list, tuple)):
        return any(map(_holds, value))
    return is_symbol(value)


# -- attributes -------------------------------------------------------------------------------------------------------


def _int_shape(interpreter: Interpreter, call: Call) -> Value:
    value = resolve(call.get(0, "x"))
    return sizes(value.shape) if isinstance(value, TensorType) else TOP


def _to_numpy(interpreter: Interpreter, call: Call) -> Value:
    value = resolve(call.get(0, "x"))
    if not isinstance(value, TensorType) or interpreter.trace is not None:
        return TOP
    if value.kind in ("tensor", "variable"):
        return interpreter.call(Bound("numpy", value), [], {}, call.node)
    return value if value.kind == "array" else TOP


def _ndim(interpreter: Interpreter, call: Call) -> Value:
    value = resolve(call.get(0, "x"))
    return rank_of(interpreter, value) if isinstance(value, TensorType) else TOP


def _shape(interpreter: Interpreter, call: Call) -> Value:
    """`keras.ops.shape(x)`: numbers, and scalar tensors for the sizes that only the run of a graph tells."""
    given = resolve(call.get(0, "x"))
    value = given if is_symbol(given) else tensor_of(given)
    if value is None or value.kind not in ("tensor", "symbol") or value.shape.dims is None:
        return TOP
    if value.kind == "symbol":
        return sizes(value.shape)
    return tuple(_size_in_graph(interpreter, each) for each in value.shape.dims)


def _size_in_graph(interpreter: Interpreter, size: Dim) -> Value:
    if isinstance(size, (int, Expr)) and is_static(size):
        return size
    if interpreter.trace is None:
        return PyValue("int")
    if isinstance(size, Expr):
        return from_rule(interpreter, TensorType(INT32, Shape.scalar(), value=size))
    return TOP


def dtype_text(interpreter: Interpreter, value: TensorType) -> Value:
    """Keras names dtypes by text."""
    return value.dtype.name or PyValue("str")


def _method(op: str) -> Callable[[Interpreter, Call], Value]:
    return lambda interpreter, call: apply(
        interpreter, f"{KERAS}ops.{op}", call.with_first(call.receiver)
    )


FUNCTIONS: Final = {
    f"{KERAS}backend.int_shape": _int_shape,
    f"{KERAS}backend.ndim": _ndim,
    f"{KERAS}ops.shape": _shape,
    f"{KERAS}ops.convert_to_numpy": _to_numpy,
}
CLASSES: Final = {
    f"{KERAS}KerasTensor": LibraryClass(
        attributes={
            "shape": lambda interpreter, value: sizes(value.shape),
            "dtype": dtype_text,
            "ndim": rank_of,
        },
        methods={"reshape": _method("reshape"), "squeeze": _method("squeeze")},
        gone=gone.of_symbols,
    )
}
