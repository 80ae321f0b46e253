"""Sizes that the elements of datasets leave open: those of batches, and those of which a spec says nothing."""

from __future__ import annotations

from tftypes.algebra import UNKNOWN, Dim, Expr, Shape, Symbol, TensorType, symbols
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.models.tensorflow import specs
from tftypes.inference.models.tensorflow.structures import map_leaves
from tftypes.inference.objects import Value
from tftypes.inference.values import Dataset


def is_of_batch(symbol: Symbol) -> bool:
    """Whether it is the size of batches, and not one that a spec leaves open."""
    is_of_spec = isinstance(symbol.key, tuple) and symbol.key[0] == "spec"
    return symbol.kind == "batch" and not is_of_spec


def entered(interpreter: Interpreter, dataset: Dataset) -> Value:
    """The element as a function gets it: each size that its spec leaves open is a symbol of its own."""

    def sized(each: Value) -> Value:
        if not isinstance(each, TensorType) or each.kind != "tensor" or each.shape.dims is None:
            return each
        dims = enumerate(each.shape.dims)
        shape = Shape.of(
            *(specs.open_size(interpreter, f"d{i}") if dim is UNKNOWN else dim for i, dim in dims)
        )
        return TensorType(each.dtype, shape, each.kind)

    return map_leaves(interpreter, sized, dataset.element) if dataset.told else dataset.element


def left(tensor: TensorType) -> TensorType:
    """A tensor that leaves a function over elements: its open sizes are others in the next element."""
    shape = tensor.shape
    prefix, suffix = (tuple(map(_closed, part)) for part in (shape.prefix, shape.suffix))
    return TensorType(tensor.dtype, Shape(prefix, shape.middle, suffix), tensor.kind, tensor.value)


def _closed(size: Dim) -> Dim:
    found = symbols(size) if isinstance(size, Expr) else ()
    return (
        UNKNOWN if any(each.kind == "batch" and not is_of_batch(each) for each in found) else size
    )
