"""Elements of datasets: what a value becomes as an element, what a function gets of one, what a loop sees."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Final

from tftypes.algebra import UNKNOWN, Dim, Expr, Shape, Symbol, TensorType, shapes, symbols
from tftypes.inference import structs
from tftypes.inference.graphs import DATASET
from tftypes.inference.interpreter import compiled
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.rules import as_dtype, tensor_of
from tftypes.inference.interpreter.tables import Call
from tftypes.inference.models.tensorflow import specs
from tftypes.inference.models.tensorflow.dataset_sizes import is_of_batch, left
from tftypes.inference.models.tensorflow.element_specs import struct_in
from tftypes.inference.models.tensorflow.extension_specs import is_type_spec, value_from
from tftypes.inference.models.tensorflow.ops import Unsure
from tftypes.inference.models.tensorflow.ops import data as components
from tftypes.inference.models.tensorflow.ops.passes import Pass
from tftypes.inference.models.tensorflow.ops.values import RaggedDims
from tftypes.inference.models.tensorflow.specs import as_shape
from tftypes.inference.models.tensorflow.stacking import on_struct
from tftypes.inference.models.tensorflow.structures import is_list, map_leaves, parts, with_parts
from tftypes.inference.models.tensorflow.tracing import check_callback, traced_call
from tftypes.inference.objects import TOP, Instance, Value, resolve
from tftypes.inference.structs import Struct
from tftypes.inference.values import Dataset, Seq, Spread, Tensor, is_dict

#: So many elements of a pass are told one by one.
_TOLD: Final = 8


def component(value: Value) -> Value:
    """One component of an element: a tensor or struct, or TOP where that is not known."""
    value = resolve(value)
    if isinstance(value, Struct):
        return structs.as_element(value)
    is_whole = isinstance(value, TensorType) and value.kind in ("ragged", "sparse")
    made = value if is_whole else tensor_of(value)
    return TOP if made is None else left(plain(made))


def plain(tensor: TensorType) -> TensorType:
    """The tensor as an element holds it: of no trace, without contents."""
    kind = "tensor" if tensor.kind in ("array", "variable") else tensor.kind
    known = tensor.value if isinstance(tensor.value, RaggedDims) else None
    return TensorType(tensor.dtype, tensor.shape, kind, known)


def row(tensor: TensorType) -> Value:
    """A slice of a tensor as an element. Of the dense row of a ragged one nothing is known: a batch of such is ragged."""
    try:
        made = components.sliced(tensor)
    except Unsure:
        return TOP
    return TOP if tensor.kind == "ragged" != made.kind else made


def element(interpreter: Interpreter, value: Value) -> Value:
    """What a value is as an element: a list is one tensor, other structures stay."""

    def leaf(each: Value) -> Value:
        return each if isinstance(each, (Dataset, Instance)) else component(each)

    return map_leaves(interpreter, leaf, value, lists=False)


def on_tensors(
    interpreter: Interpreter, function: Callable[[TensorType], Value], value: Value
) -> Value:
    """An element with what a function makes of its tensors and structs; of other components nothing is known."""

    def leaf(each: Value) -> Value:
        if isinstance(each, TensorType):
            return function(each)
        return on_struct(function, each) if isinstance(each, Struct) else TOP

    return map_leaves(interpreter, leaf, value)


def new_batch(interpreter: Interpreter) -> Symbol:
    """The size of batches that may not all be full."""
    return Symbol("batch", key=("batch", interpreter.trail.tick()), kind="batch")


def with_batch(interpreter: Interpreter, value: Value, size: Dim) -> Value:
    """An element in which the batches have a size."""

    def sized(each: Value) -> Value:
        if isinstance(each, Dataset):
            return Dataset(with_batch(interpreter, each.element, size), each.once)
        if isinstance(each, Struct):
            return structs.in_spec(each, sized)
        if not isinstance(each, TensorType):
            return each
        shape = each.shape
        sizes = [dim for dim in (*shape.prefix, *shape.suffix) if isinstance(dim, Expr)]
        found = {one.key for dim in sizes for one in symbols(dim) if is_of_batch(one)}
        if not found:
            return each
        if isinstance(size, int):
            shape = shapes.substitute(shape, dict.fromkeys(found, size))
        else:
            shape = without_batch(shape)
        made = TensorType(each.dtype, shape, each.kind)
        return Tensor.of(made, sources=each.sources) if isinstance(each, Tensor) else made

    return map_leaves(interpreter, sized, value)


def without_batch(shape: Shape) -> Shape:
    """A shape in which the sizes of batches are some ints."""
    prefix, suffix = (tuple(map(_without_batch, each)) for each in (shape.prefix, shape.suffix))
    return Shape(prefix, shape.middle, suffix)


def _without_batch(dim: Dim) -> Dim:
    return (
        UNKNOWN
        if isinstance(dim, Expr) and any(each.kind == "batch" for each in symbols(dim))
        else dim
    )


def settled(interpreter: Interpreter, dataset: Dataset) -> Value:
    """The element with the sizes of batches as far as they are the same in the whole pass."""
    if dataset.once.parts and isinstance(dataset.element, tuple):
        parts = zip(dataset.element, dataset.once.parts)
        return tuple(
            settled(interpreter, Dataset(each, part or Pass(dataset.once.least, dataset.once.most)))
            for each, part in parts
        )
    size = dataset.once.batch
    return with_batch(interpreter, dataset.element, UNKNOWN if size is None else size)


def as_run(interpreter: Interpreter, dataset: Dataset) -> Dataset:
    """A dataset outside of graphs, where each tensor has some rank, and no gradient leads through it."""

    def run(value: Value) -> Value:
        value = specs.as_run(value)
        is_plain = isinstance(value, TensorType) and value.kind == "tensor"
        return Tensor.of(value, sources=frozenset()) if is_plain else value

    element = map_leaves(interpreter, run, dataset.element)
    return dataset if element is dataset.element else replace(dataset, element=element)


def items(interpreter: Interpreter, dataset: Dataset) -> Value:
    """The elements that a loop goes over: outside of graphs, batches have the size that they have."""
    if interpreter.trace is not None:
        compiled.note(interpreter, ("tf-trace", "XLA has no kernel for iterators of datasets"))
        return Seq((), with_batch(interpreter, dataset.element, UNKNOWN))
    dataset = as_run(interpreter, dataset)
    each = settled(interpreter, dataset)
    once = dataset.once
    full = (
        each
        if once.size is None or once.is_full
        else with_batch(interpreter, dataset.element, once.size)
    )
    if dataset.once.parts:
        full = each
    count = once.least if once.size is None or once.is_full else min(once.full, once.least)
    prefix = (full,) * int(min(count, _TOLD))
    if once.most <= _TOLD and once.least == once.most:
        last = each if once.last is None else with_batch(interpreter, dataset.element, once.last)
        return prefix + (last,) * int(once.most - len(prefix))
    return Seq(prefix, each)


# -- functions over elements ----------------------------------------------------------------------------------------------


def call_on(
    interpreter: Interpreter,
    function: Value,
    value: Value,
    node: ast.AST,
    argument: str = "map_func",
) -> Value:
    """What a function makes of an element, traced: a tuple is spread over the parameters."""
    if value is TOP:  # it may be a tuple
        return traced_call(interpreter, function, Call([Spread(TOP)], {}, node), kind=DATASET)
    given = list(value) if isinstance(value, tuple) else [value]
    hint = "an element is a dict: f(element), element['name']" if is_dict(value) else None
    if len(given) > 1 and all(isinstance(resolve(each), Dataset) for each in given):
        hint = "tf.data.Dataset.zip() makes one of several datasets, a parameter for each"
    is_map = isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "map"
    check_callback(function, len(given), argument, hint, hands_on=is_map)
    return traced_call(interpreter, function, Call(given, {}, node), kind=DATASET)


def returned_element(interpreter: Interpreter, value: Value) -> Value:
    """What a function over elements gives, as the next element."""
    made = resolve(value)
    if is_list(made):
        parts = interpreter.known_items(made)
        return TOP if parts is None else tuple(element(interpreter, each) for each in parts)
    return element(interpreter, made)


def from_spec(interpreter: Interpreter, spec: Value) -> Value:
    """The element that specs describe."""

    def leaf(each: Value) -> Value:
        if is_type_spec(each):
            return value_from(interpreter, each, leaf)
        if struct_in(each) is not None:
            return struct_in(each)
        if isinstance(each, TensorType) and each.kind == "spec":
            is_open = specs.has_any_rank(each)
            return TensorType(each.dtype, specs.open_shape(interpreter) if is_open else each.shape)
        return each if isinstance(each, TensorType) else TOP

    return map_leaves(interpreter, leaf, spec)


def from_types(interpreter: Interpreter, types: Value, sizes: Value) -> Value:
    """The element of `output_types` and `output_shapes`."""
    if sizes is None:
        return map_leaves(interpreter, partial(_typed, interpreter), types)
    children, beside = parts(interpreter, types), parts(interpreter, sizes)
    if children is None:
        return _typed(interpreter, types, sizes)
    if beside is None or len(children) != len(beside):
        return TOP
    rows = [from_types(interpreter, *row) for row in zip(children, beside)]
    return with_parts(interpreter, resolve(types), rows)


def _typed(interpreter: Interpreter, dtype: Value, sizes: Value = None) -> Value:
    """One component; TOP where the dtype is not known, which may be a structure of some."""
    found = as_dtype(dtype)
    shape = specs.open_shape(interpreter) if resolve(sizes) is None else as_shape(sizes)
    return TOP if found is None else TensorType(found, shape)


def known_count(value: Value) -> int | None:
    """A count or size that is a number."""
    found = resolve(value)
    if isinstance(found, TensorType):
        found = found.value
    return found if isinstance(found, int) and not isinstance(found, bool) else None
