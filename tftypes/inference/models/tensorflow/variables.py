"""Variables: what they are made of, what may be assigned to them, and what their methods give.

A variable is a value with an identity: its dtype and shape never change, whatever is assigned.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Final

from tftypes.algebra import DType, Shape, TensorType
from tftypes.algebra.matching import mismatch
from tftypes.inference.interpreter.arguments import bound, written_argument
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.library_classes import PART
from tftypes.inference.interpreter.op_calls import by_rule
from tftypes.inference.interpreter.provenance import ASSIGNED
from tftypes.inference.interpreter.rules import as_dtype, tensor_of, to_rule
from tftypes.inference.interpreter.signs import METHODS
from tftypes.inference.interpreter.tables import Call, LibraryClass, Model, giving, itself, keeping
from tftypes.inference.models.tensorflow.ops import OpError, PyValue, Unsure, completed
from tftypes.inference.models.tensorflow.ops.conversion import as_tensor, refuse_composite
from tftypes.inference.models.tensorflow.replicas import refuse_distributed
from tftypes.inference.models.tensorflow.specs import as_shape
from tftypes.inference.models.tensorflow.strategies import is_outside
from tftypes.inference.models.tensorflow.tensors import OF_TYPE
from tftypes.inference.models.tensorflow.tracing import CREATORS, variable_made
from tftypes.inference.objects import TOP, External, Function, Value, resolve
from tftypes.inference.values import NOT_IMPLEMENTED, Bound, Native, Partial, Tensor

#: The dtypes for which `tf.compat.v1` has functions that cast.
_CASTS: Final = ("bfloat16", "complex64", "complex128", "double", "float", "int32", "int64")
_CREATOR_SCOPE: Final = "tensorflow.variable_creator_scope"
#: What a creator gets where the program says nothing.
_DEFAULTS: Final[Mapping[str, Value]] = {
    **dict.fromkeys(
        ("initial_value", "trainable", "caching_device", "name", "variable_def", "dtype")
    ),
    **dict.fromkeys(("import_scope", "constraint", "shape")),
    **dict.fromkeys(("validate_shape", "synchronization", "aggregation"), TOP),
}


@dataclass(frozen=True, slots=True)
class VariableFacts:
    """What does not show in a variable's type."""

    trainable: Value = True
    name: Value = None


def new_variable(
    interpreter: Interpreter,
    dtype: DType,
    shape: Shape,
    trainable: Value = True,
    name: Value = None,
) -> Tensor:
    """A variable that is like no other."""
    return Tensor(
        dtype,
        shape,
        "variable",
        identity=interpreter.trail.tick(),
        history=VariableFacts(trainable, name),
    )


def _variable(interpreter: Interpreter, call: Call) -> Value:
    """`tf.Variable(...)`: what the creators around make of it, the innermost first."""
    creators = interpreter.switches.read(CREATORS, ())
    if not creators:
        return _made(interpreter, bound(interpreter, call), call)
    given = {**_DEFAULTS, **bound(interpreter, call)}
    return _created(creators, interpreter, Call([], given, call.node))


def _created(creators: tuple[Value, ...], interpreter: Interpreter, call: Call) -> Value:
    if not creators:
        return _made(interpreter, {name: resolve(each) for name, each in call.kwargs.items()}, call)
    following = Native("next_creator", partial(_created, creators[:-1]))
    return interpreter.call(creators[-1], [following], call.kwargs, call.node)


def _enter_creator(interpreter: Interpreter, call: Call) -> Value:
    creators = interpreter.switches.read(CREATORS, ())
    interpreter.write(interpreter.switches, CREATORS, (*creators, call.receiver.read(CREATORS)))
    return None


def _leave_creator(interpreter: Interpreter, call: Call) -> Value:
    creators = interpreter.switches.read(CREATORS, ())
    interpreter.write(interpreter.switches, CREATORS, creators[:-1])
    return None


def _made(interpreter: Interpreter, given: Mapping[str, Value], call: Call) -> Value:
    if "**" in given:
        return new_variable(interpreter, DType.any(), Shape.unknown())
    if "initial_value" not in given and given.get("variable_def") is None:
        words = "argument 'initial_value' is missing"
        shape, dtype = (written_argument(call.node, -1, each) for each in ("shape", "dtype"))
        zeros = f"tf.zeros({shape}, {dtype or 'tf.float32'})"
        hint = f"tf.Variable({zeros})" if shape else "tf.zeros(shape, dtype) is one"
        raise OpError("tf-value", words, hint=hint, exception="builtins.ValueError")
    initial = given.get("initial_value", TOP)
    refuse_distributed(interpreter, initial, "initial_value")
    if isinstance(initial, (Function, Bound, Partial, Native)):
        initial = resolve(interpreter.call(initial, [], {}, call.node))
    told = given.get("dtype")
    dtype = as_dtype(told) or (None if told is None else DType.any())
    variable_made(interpreter, call.node)
    trainable = given.get("trainable", True)
    unknown = TensorType(dtype or DType.any(), Shape.unknown())
    made = interpreter.certain(
        lambda part: _converted(part, dtype), [to_rule(initial)], call.node, unknown
    )
    if not isinstance(made, TensorType):
        made = unknown
    shape = made.shape
    if given.get("shape") is not None:
        shape = as_shape(given["shape"])
        interpreter.certain(_check_shape, [shape, made.shape], call.node)
    return new_variable(
        interpreter, made.dtype, shape, True if trainable is None else trainable, given.get("name")
    )


def _converted(value: Value, dtype: DType | None) -> TensorType:
    """The tensor that an initial value becomes. Raises OpError, complete, where it becomes none."""
    with completed("tf.Variable()"):
        refuse_composite(value, "initial_value")
        return as_tensor(value, dtype, argument="initial_value")


def _check_shape(declared: Shape, given: Shape) -> None:
    if (wrong := mismatch(given, declared)) is not None:
        words = f"tf.Variable(): {wrong}: the variable is {declared}, the value {given}"
        raise OpError("tf-shape", words)


def _fitting(method: str, argument: str, variable: TensorType, value: Value) -> TensorType:
    """The value of `variable.assign(value)` and its like. Raises OpError where it does not fit."""
    with completed(f"Variable.{method}()"):
        dtype = variable.dtype if variable.dtype.name else None
        try:
            made = as_tensor(value, dtype, argument=argument)
        except OpError as error:
            if not isinstance(value, float) or error.hint or not variable.dtype.is_integer:
                raise
            hint = "tf.Variable(..., dtype=tf.float32) holds it"
            raise OpError(error.code, error.message, error.argument, hint) from None
        wrong = mismatch(made.shape, variable.shape)
        if wrong is not None:
            hint = _open(variable.shape, made.shape) if argument == "value" else None
            hint = hint or _spread(made.shape, variable.shape, argument)
            raise misfit(variable, made, argument, wrong, hint)
    return made


def _spread(given: Shape, wanted: Shape, argument: str) -> str | None:
    """What gives a value to each element, where it has one for several."""
    is_told = wanted.dims is not None and all(isinstance(each, int) for each in wanted.dims)
    is_less = given.rank is not None and wanted.rank is not None and given.rank < wanted.rank
    if not is_told or not is_less or _not_spread(given, wanted) is not None:
        return None
    return f"tf.broadcast_to({argument}, {wanted})"


def _open(declared: Shape, given: Shape) -> str | None:
    """The argument that makes a variable which takes values of other sizes, too."""
    if declared.rank is None or declared.rank != given.rank or not declared.rank:
        return None
    pairs = zip(declared.dims or (), given.dims or ())
    sizes = ", ".join(str(one) if one == other else "None" for one, other in pairs)
    return f"tf.Variable(..., shape=[{sizes}]) takes both"


def misfit(
    place: TensorType, value: TensorType, argument: str, wrong: str, otherwise: str | None = None
) -> OpError:
    expected, given = TensorType(place.dtype, place.shape), TensorType(value.dtype, value.shape)
    words = f"expected {expected}, got {given}: {wrong}"
    is_number = place.shape.rank == 0 and value.shape.rank
    hint = (
        "tf.reduce_sum(value) or tf.reduce_mean(value) makes one number" if is_number else otherwise
    )
    rank = place.shape.rank
    if (
        rank
        and value.shape.rank == rank + 1
        and mismatch(value.shape.slice(1, None), place.shape) is None
    ):
        hint = f"tf.reduce_sum({argument}, axis=0) has its shape"
    return OpError("tf-shape", words, argument, hint)


def _assign(name: str, interpreter: Interpreter, call: Call) -> Value:
    variable: TensorType = call.receiver
    position = "value" if name == "assign" else "delta"
    if call.given(0, position):
        refuse_distributed(interpreter, call.get(0, position), position)
        for tape in interpreter.tapes:
            interpreter.note(tape, ASSIGNED, call.get(0, position))
        interpreter.certain(
            partial(_fitting, name, position), [variable, to_rule(call.get(0, position))], call.node
        )
    return variable


def _assign_part(interpreter: Interpreter, call: Call) -> Value:
    """`variable[key].assign(value)`: the value is broadcast to the part."""

    def fit(part: TensorType, value: Value) -> None:
        with completed("Variable[].assign()"):
            made = as_tensor(value, part.dtype if part.dtype.name else None, argument="value")
            if (wrong := _not_spread(made.shape, part.shape)) is not None:
                raise misfit(part, made, "value", wrong)

    part = call.receiver
    interpreter.certain(fit, [part, to_rule(call.get(0, "value"))], call.node)
    return part.history.variable


def _not_spread(given: Shape, wanted: Shape) -> str | None:
    """Why a value is not broadcast to a shape: sizes are compared from the last, and those of 1 fit all."""
    if given.dims is None or wanted.dims is None:
        return None
    for i in range(1, len(given.dims) + 1):
        size, room = given.dims[-i], wanted.dims[-i] if i <= len(wanted.dims) else 1
        if isinstance(size, int) and isinstance(room, int) and size not in (1, room):
            return f"{size} is not broadcast to {room}"
    return None


def _read(interpreter: Interpreter, call: Call) -> Value:
    variable: TensorType = call.receiver
    return interpreter.made(TensorType(variable.dtype, variable.shape), [variable], "read")


def _scattered(op: str, interpreter: Interpreter, call: Call) -> Value:
    """`scatter_nd_*`: held against the rule of the op on tensors, where there is one.

    Eagerly the kernel for variables takes a vector of indices as rows of one.
    """
    variable: TensorType = call.receiver
    plain = interpreter.made(TensorType(variable.dtype, variable.shape), [variable], "read")
    indices = call.get(0, "indices")
    where = tensor_of(indices)
    if interpreter.trace is None and isinstance(where, TensorType) and where.shape.rank == 1:
        indices = interpreter.call(External("tensorflow.expand_dims"), [indices, 1], {}, call.node)
    interpreter.call(
        External(f"tensorflow.tensor_scatter_nd_{op}"),
        [plain, indices, call.get(1, "updates")],
        {},
        call.node,
    )
    return variable


def _sparse_read(interpreter: Interpreter, call: Call) -> Value:
    variable, indices = call.receiver, tensor_of(call.get(0, "indices"))
    if not isinstance(indices, TensorType) or not variable.shape.rank:
        raise Unsure
    shape = indices.shape + variable.shape.slice(1)
    return interpreter.made(
        TensorType(variable.dtype, shape), [variable, call.get(0, "indices")], "gather"
    )


def _augmented(sign: str, interpreter: Interpreter, call: Call) -> Value:
    """`v += x`: a variable refuses it, but for one of a strategy of several replicas."""
    variable, node = call.receiver, call.node
    is_own = isinstance(variable, Tensor) and isinstance(variable.history, VariableFacts)
    if is_own and is_outside(interpreter, variable.identity) and isinstance(node, ast.AugAssign):
        name, value = ast.unparse(node.target), ast.unparse(node.value)
        other = tensor_of(call.get(0, "other"))
        method = _METHODS.get(sign) if other is not None and other.shape == variable.shape else None
        remedy = f"assign_{method}({value})" if method else f"assign({name} {sign} {value})"
        words = f"operator {sign}=: a tf.Variable changes by its methods alone: {name} is {variable}; {name}.{remedy}"
        interpreter.refuse(node, "tf-value", words, "builtins.RuntimeError")
        return variable
    return NOT_IMPLEMENTED


_METHODS: Final = {"+": "add", "-": "sub"}


def _trainable(interpreter: Interpreter, value: TensorType) -> Value:
    facts = getattr(value, "history", None)
    return facts.trainable if isinstance(facts, VariableFacts) else PyValue("bool")


def _cast(interpreter: Interpreter, call: Call) -> Value:
    """A variable of TensorFlow's that has the dtype already comes back itself; one of Keras' is read."""
    made, x = by_rule(interpreter, call), resolve(call.get(0, "x"))
    if not isinstance(x, Tensor) or x.kind != "variable" or hasattr(x.history, "cls"):
        return made
    return x if isinstance(made, TensorType) and made.dtype == x.dtype else made


#: What a variable has, and parts of it have not.
_OF_WHOLE: Final = {
    f"assign_{name}": f"x.assign(x {sign} delta) does it" for sign, name in _METHODS.items()
}
FUNCTIONS: Final[dict[str, Model]] = {
    **dict.fromkeys(("tensorflow.cast", "tensorflow.keras.ops.cast"), _cast),
    **dict.fromkeys(map("tensorflow.compat.v1.to_{}".format, _CASTS), _cast),
    "tensorflow.Variable": _variable,
    _CREATOR_SCOPE: keeping(_CREATOR_SCOPE, CREATORS, "variable_creator"),
    "tensorflow.compat.v1.Variable": _variable,
}
CLASSES: Final = {
    "tensorflow.Variable": LibraryClass(
        methods={
            **{name: partial(_assign, name) for name in ("assign", "assign_add", "assign_sub")},
            **dict.fromkeys(("read_value", "value", "initialized_value", "read_value_no_copy"), _read),
            **dict.fromkeys(("scatter_add", "scatter_sub", "scatter_update", "scatter_max", "scatter_min", "scatter_mul", "scatter_div", "batch_scatter_update"), itself),
            **{
                f"scatter_nd_{op}": partial(_scattered, op)
                for op in ("add", "sub", "update", "max", "min")
            },
            "sparse_read": _sparse_read,
            **{f"__i{METHODS[sign]}__": partial(_augmented, sign) for sign in ("+", "-", "*", "/", "**")},
        },
        attributes={**OF_TYPE, "trainable": _trainable, "name": giving(PyValue("str"))},
    ),
    PART: LibraryClass(methods={"assign": _assign_part}, gone=lambda _, name: _OF_WHOLE.get(name)),
    _CREATOR_SCOPE: LibraryClass(methods={"__enter__": _enter_creator, "__exit__": _leave_creator}),
}  # fmt: skip
