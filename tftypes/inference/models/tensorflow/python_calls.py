"""Python in a graph: callables that run eagerly each time that the graph runs."""

from __future__ import annotations

from functools import partial
from typing import Final

from tftypes.algebra import DType, Shape, TensorType
from tftypes.inference.interpreter.arguments import written_argument
from tftypes.inference.interpreter.arrays import of_tensor
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.rules import as_dtype, tensor_of
from tftypes.inference.interpreter.tables import Call, Model
from tftypes.inference.models.tensorflow import shown_structures
from tftypes.inference.models.tensorflow.dataset_elements import without_batch
from tftypes.inference.models.tensorflow.ops import OpError
from tftypes.inference.models.tensorflow.specs import is_open, open_shape
from tftypes.inference.models.tensorflow.structures import parts, with_parts
from tftypes.inference.models.tensorflow.tracing import check_callback
from tftypes.inference.objects import TOP, Value, resolve
from tftypes.inference.values import Native, Spread, Tensor, is_symbol, whole_dict


def _python(arrays: bool, interpreter: Interpreter, call: Call) -> Value:
    """`py_function`, `numpy_function`: the callable runs eagerly, and its results have no static shape."""
    if resolve(call.get(0, "func")) is None:
        return Native("py_function", partial(_decorated, arrays, call))
    function, given = call.get(0, "func"), interpreter.known_items(call.get(1, "inp"))
    in_graph, alone = interpreter.trace is not None, resolve(call.get(1, "inp"))
    if isinstance(alone, TensorType) and (is_symbol(alone) or alone.shape.rank == 0):
        written = written_argument(call.node, 1, "inp")
        words = f"expected a list of tensors, got {TensorType(alone.dtype, alone.shape)}"
        raise OpError("tf-value", words, "inp", written and f"inp=[{written}]")
    if given is not None:
        check_callback(function, len(given), "func")

    def enter(value: Value) -> Value:
        tensor = tensor_of(value)
        if tensor is None:
            return TOP
        # a size that is open in the graph is some int when that runs
        shape = Shape.unknown() if is_open(tensor.shape) else without_batch(tensor.shape)
        entered = TensorType(tensor.dtype, shape)
        if arrays and in_graph:
            made = of_tensor(interpreter, entered)
        else:  # outside of a graph a scalar is an array, too
            made = TensorType(tensor.dtype, shape, "array") if arrays else entered
        return Tensor.of(made, sources=frozenset()) if isinstance(made, TensorType) else made

    args = [Spread(TOP)] if given is None else list(map(enter, given))
    with interpreter.recording(() if arrays else interpreter.tapes), interpreter.eagerly():
        result = interpreter.call(function, args, {}, call.node)

    if resolve(call.get(2, "Tout")) is None:
        hint = f"Tout={shown_structures.dtypes_of(result)}"
        raise OpError("tf-call", "argument 'Tout' is missing", hint=hint)

    def leaf(told: Value, value: Value) -> Value:
        dtype, found = as_dtype(told), tensor_of(value)
        if dtype is not None and found is not None and (in_graph or not arrays):
            _check_dtype(arrays, dtype, resolve(value), found)
        shape = Shape.unknown() if found is None else found.shape
        if in_graph:
            shape = open_shape(interpreter)
        return interpreter.made(
            TensorType(dtype or DType.any(), shape),
            [TOP],
            "numpy_function" if arrays else "py_function",
        )

    told = resolve(call.get(2, "Tout"))
    if in_graph and (whole := whole_dict(told)):
        words = "expected dtypes in a list or tuple, got a dict"
        hint = f"Tout=[{', '.join(map(_dtype, whole.values()))}], and a tuple of as many values"
        raise OpError("tf-value", words, "Tout", hint, "builtins.TypeError")
    children = parts(interpreter, told)
    if children is None:
        return leaf(told, result)
    values = interpreter.known_items(result)
    beside = (
        values if values is not None and len(values) == len(children) else [TOP] * len(children)
    )
    return with_parts(interpreter, told, [leaf(one, each) for one, each in zip(children, beside)])


def _dtype(value: Value) -> str:
    found = as_dtype(value)
    return "..." if found is None else f"tf.{found}"


def _check_dtype(arrays: bool, told: DType, value: Value, found: TensorType) -> None:
    """What the callable gives has the dtype that is told; `py_function` converts arrays and numbers of Python's."""
    kind = value.kind if isinstance(value, TensorType) else None
    is_fixed = kind in ("array", "tensor") if arrays else kind == "tensor"
    if not is_fixed or not told.name or not found.dtype.name or told == found.dtype:
        return
    words = f"returns {found}, 'Tout' says {told}"
    mended = f"result.astype(np.{told})" if kind == "array" else f"tf.cast(result, tf.{told})"
    raise OpError("tf-dtype", words, "func", f"Tout=tf.{found.dtype}, or {mended} in it")


def _decorated(arrays: bool, outer: Call, interpreter: Interpreter, call: Call) -> Value:
    """`@tf.py_function(Tout=...)`: the callable that a call with tensors runs."""
    function = call.args[0]

    def run(interpreter: Interpreter, inner: Call) -> Value:
        given = {"func": function, "inp": tuple(inner.args), "Tout": outer.get(2, "Tout")}
        return _python(arrays, interpreter, Call((), given, inner.node))

    return Native("py_function", run)


FUNCTIONS: Final[dict[str, Model]] = {
    "tensorflow.py_function": partial(_python, False),
    "tensorflow.numpy_function": partial(_python, True),
    "tensorflow.compat.v1.py_func": partial(_python, True),
}
