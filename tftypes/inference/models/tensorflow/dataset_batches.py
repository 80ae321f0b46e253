"""Transformations that put elements into batches and windows, and take them apart."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Final

from tftypes.algebra import UNKNOWN, Dim, DType, Expr, Shape, TensorType
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.rules import tensor_of
from tftypes.inference.interpreter.tables import Call
from tftypes.inference.models.tensorflow import dataset_firsts
from tftypes.inference.models.tensorflow.dataset_elements import (
    call_on,
    component,
    known_count,
    new_batch,
    on_tensors,
    row,
    settled,
    with_batch,
)
from tftypes.inference.models.tensorflow.ops import OpError, Unsure, passes
from tftypes.inference.models.tensorflow.ops import data as components
from tftypes.inference.models.tensorflow.specs import as_shape, is_open
from tftypes.inference.models.tensorflow.stacking import stacked, unstacked
from tftypes.inference.models.tensorflow.structures import leaves, map_leaves, parts
from tftypes.inference.objects import TOP, Value, resolve
from tftypes.inference.structs import is_proxy
from tftypes.inference.values import Dataset

#: What makes a dense element of one that is not, by the kind of its tensor.
_DENSE: Final = {"ragged": "lambda x: x.to_tensor()", "sparse": "tf.sparse.to_dense"}
INT64_SCALAR: Final = TensorType(DType.of("int64"), Shape.scalar())


def element_of(value: Value) -> Value:
    found = resolve(value)
    return found.element if isinstance(found, Dataset) else TOP


def batch_size(
    interpreter: Interpreter, call: Call, position: int
) -> tuple[Dim, bool | None, int | None]:
    """The size of the batches as elements see it, whether the remainder is dropped, the size as a number."""
    size = resolve(call.get(0, "batch_size"))
    number = known_count(size)
    drops = interpreter.truth(call.get(position, "drop_remainder", False))
    if drops and (number is not None or isinstance(size, Expr)):
        return number if number is not None else size, drops, number
    return new_batch(interpreter), drops, number


def stacked_batches(
    make: Callable[[TensorType, Dim], TensorType],
    position: int,
    interpreter: Interpreter,
    call: Call,
) -> Value:
    size, drops, number = batch_size(interpreter, call, position)
    given: Dataset = call.receiver
    rows = settled(interpreter, given)
    arguments = {"batch_size": number, "drop_remainder": drops}
    return Dataset(
        stacked(interpreter, lambda each: make(each, size), rows, size),
        passes.changed(given.once, "batch", arguments),
        dataset_firsts.mixed(given.firsts, number, drops) if make is components.batched else None,
        told=given.told,
    )


def padded_batch(interpreter: Interpreter, call: Call) -> Value:
    size, drops, number = batch_size(interpreter, call, 3)
    given: Dataset = call.receiver
    rows, room = settled(interpreter, given), resolve(call.get(1, "padded_shapes"))
    function = call.node.func if isinstance(call.node, ast.Call) else None
    receiver = ast.unparse(function.value) if isinstance(function, ast.Attribute) else "dataset"

    def padded(each: Value, shape: Value = None) -> Value:
        if not isinstance(each, TensorType):
            return TOP
        if each.kind in _DENSE:
            words = f"expected dense elements, got {each}"
            hint = f"{receiver}.map({_DENSE[each.kind]}) makes them so"
            raise OpError("tf-value", words, hint=hint, exception="builtins.TypeError")
        if shape is None and is_open(each.shape):
            hint = "padded_shapes=[None] is for vectors"
            words = "nobody knows the rank of the elements before they are made"
            raise OpError("tf-rank", words, "padded_shapes", hint, "builtins.ValueError")
        return components.batched(
            components.padded(each, None if shape is None else as_shape(shape)), size
        )

    made = _beside(interpreter, padded, rows, room)
    arguments = {"batch_size": number, "drop_remainder": drops}
    return Dataset(made, passes.changed(given.once, "batch", arguments))


def _beside(
    interpreter: Interpreter, function: Callable[..., Value], value: Value, shapes: Value
) -> Value:
    """A function on the leaves of an element with a shape for each."""
    value = resolve(value)
    children, beside = parts(interpreter, value), parts(interpreter, shapes)
    if children is None:
        return function(value, shapes)
    if beside is None or len(beside) != len(children):
        return map_leaves(
            interpreter, lambda each: function(each, None) if shapes is None else TOP, value
        )
    made = [_beside(interpreter, function, child, shape) for child, shape in zip(children, beside)]
    from tftypes.inference.models.tensorflow.structures import with_parts

    return with_parts(interpreter, value, made)


def ragged_batch(component_: TensorType, size: Dim) -> TensorType:
    if is_proxy(component_):
        raise Unsure
    batched = components.batched(component_, size)
    variable = any(not isinstance(each, int) for each in component_.shape.dims or ())
    return TensorType(batched.dtype, batched.shape, "ragged") if variable else batched


def sparse_batch(component_: TensorType, size: Dim) -> TensorType:
    if is_proxy(component_):
        raise Unsure
    return TensorType(component_.dtype, components.batched(component_, size).shape, "sparse")


def unbatch(interpreter: Interpreter, call: Call) -> Value:
    given: Dataset = call.receiver
    for each in leaves(interpreter, given.element):
        if isinstance(each, TensorType) and each.shape.rank == 0:
            words = f"expected rank 1 or more, got a scalar {each}"
            raise OpError("tf-rank", words, hint="leave it out: there are no batches")
    rows = with_batch(interpreter, given.element, UNKNOWN)
    return Dataset(unstacked(interpreter, row, rows, components.sliced))


def rebatch(interpreter: Interpreter, call: Call) -> Value:
    size, drops, number = batch_size(interpreter, call, 1)
    rows = with_batch(interpreter, call.receiver.element, UNKNOWN)
    kept = number if drops and number is not None else UNKNOWN
    return Dataset(on_tensors(interpreter, lambda each: components.rebatched(each, kept), rows))


def window(interpreter: Interpreter, call: Call) -> Value:
    each = settled(interpreter, call.receiver)
    return Dataset(map_leaves(interpreter, lambda part: Dataset(part), each))


def group_by_window(interpreter: Interpreter, call: Call) -> Value:
    each = with_batch(interpreter, call.receiver.element, UNKNOWN)
    key = tensor_of(call_on(interpreter, call.get(0, "key_func"), each, call.node, "key_func"))
    if key is not None and key.dtype.name not in (None, "int64"):
        raise OpError("tf-dtype", f"expected an int64 scalar, got {component(key)}", "key_func")
    reduce = call.get(1, "reduce_func")
    made = call_on(interpreter, reduce, (INT64_SCALAR, Dataset(each)), call.node, "reduce_func")
    return Dataset(with_batch(interpreter, element_of(made), UNKNOWN))


def bucketed(interpreter: Interpreter, call: Call) -> Value:
    each = with_batch(interpreter, call.receiver.element, UNKNOWN)
    call_on(interpreter, call.get(0, "element_length_func"), each, call.node, "element_length_func")
    return Dataset(
        on_tensors(interpreter, components.batched, each)
        if call.get(3, "padded_shapes") is None
        else TOP
    )
