"""Transformations that put elements into batches and windows, and take them apart."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Final

from tftypes.algebra import UNKNOWN, Dim, DType, Expr, Shape, TensorType
from tftypes.inference.interpreter.arguments import argument_of
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
from tftypes.inference.models.tensorflow.ops.values import contents
from tftypes.inference.models.tensorflow.shown_structures import shown
from tftypes.inference.models.tensorflow.stacking import agreed, stacked, unstacked
from tftypes.inference.models.tensorflow.structures import is_list, leaves, map_leaves
from tftypes.inference.objects import TOP, Value, python_type, resolve
from tftypes.inference.structs import is_proxy
from tftypes.inference.values import Dataset, whole_dict

INT64_SCALAR: Final = TensorType(DType.of("int64"), Shape.scalar())


def element_of(value: Value) -> Value:
    found = resolve(value)
    return found.element if isinstance(found, Dataset) else TOP


def made_element(interpreter: Interpreter, made: Value, argument: str, call: Call) -> Value:
    """The element of the dataset that a function over elements gives. Raises OpError where it gives something else."""
    made = resolve(made)
    is_group = isinstance(made, tuple) or is_list(made) or whole_dict(made) is not None
    is_tensor = isinstance(made, TensorType) or python_type(made) is not None
    if not (is_group or is_tensor or made is None):
        return element_of(made)
    what, hint = shown(made), "tf.data.Dataset.from_tensor_slices(x) makes one of a tensor"
    if made is None:
        hint = "return the dataset"
    elif is_group and all(isinstance(each, Dataset) for each in leaves(interpreter, made)):
        place = 1 if argument == "reduce_func" else 0
        what, hint = "several", _zip_of(argument_of(call.node, place, argument))
    elif is_tensor and (not isinstance(made, TensorType) or made.shape.rank == 0):
        hint = "dataset.map(function) makes elements of tensors"
    raise OpError("tf-value", f"returns {what}, expected a Dataset", argument, hint)


def _zip_of(function: ast.expr | None) -> str:
    """The function with its datasets side by side."""
    if not isinstance(function, ast.Lambda) or not isinstance(function.body, ast.Tuple):
        return "tf.data.Dataset.zip((a, b)) makes one of two"
    code = f"tf.data.Dataset.zip({ast.unparse(function.body)})"
    return f"lambda {ast.unparse(function.args)}: {code} gives one"


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
    tensors = [each for each in leaves(interpreter, given.element) if isinstance(each, TensorType)]
    for each in tensors:
        if each.shape.rank == 0:
            words = f"expected rank 1 or more, got a scalar {each}"
            raise OpError("tf-rank", words, hint="leave it out: there are no batches")
    agreed([components.first_dim(each.shape) for each in tensors])
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
    # An int may be one of Python's, which becomes int64.
    is_told = key is not None and not isinstance(contents(key), int)
    if key is not None and is_told and (key.dtype.name not in (None, "int64") or key.shape.rank):
        code = "tf-rank" if key.dtype.name == "int64" else "tf-dtype"
        raise OpError(code, f"expected an int64 scalar, got {component(key)}", "key_func")
    if call.get(2, "window_size") is call.get(3, "window_size_func") is None:
        words = "how many elements a window has is not said"
        raise OpError("tf-value", words, hint="window_size=32")
    reduce = call.get(1, "reduce_func")
    made = call_on(interpreter, reduce, (INT64_SCALAR, Dataset(each)), call.node, "reduce_func")
    found = made_element(interpreter, made, "reduce_func", call)
    return Dataset(with_batch(interpreter, found, UNKNOWN))
