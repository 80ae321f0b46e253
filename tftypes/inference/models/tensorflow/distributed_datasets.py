"""Datasets that a strategy has distributed: each element is a value of each replica."""

from __future__ import annotations

from functools import partial
from typing import Final

from tftypes.algebra import UNKNOWN, Dim, Shape, TensorType
from tftypes.inference.interpreter.engine import Interpreter
from tftypes.inference.interpreter.tables import Call, LibraryClass, Model
from tftypes.inference.lattice import map_items
from tftypes.inference.models.tensorflow.data import CLASSES as DATASETS
from tftypes.inference.models.tensorflow.dataset_elements import items
from tftypes.inference.models.tensorflow.ops import OpError
from tftypes.inference.models.tensorflow.replicas import COUNT, count_of, in_each
from tftypes.inference.models.tensorflow.structures import leaves, map_tensors
from tftypes.inference.objects import (
    TOP,
    Container,
    External,
    Instance,
    Value,
    python_type,
    resolve,
)
from tftypes.inference.values import Dataset, Seq

_STRATEGY: Final = "tensorflow.distribute.Strategy"
_CLASS: Final = "tensorflow.distribute.DistributedDataset"
#: The slot with the dataset, and that which says whether each replica gets a part of each of its batches.
_DATASET: Final = "<dataset>"
_SPLIT: Final = "<split>"


def _distribute(interpreter: Interpreter, call: Call) -> Value:
    """`experimental_distribute_dataset`: each batch is divided among the replicas."""
    dataset, count = resolve(call.get(0, "dataset")), count_of(call.receiver)
    if isinstance(dataset, (TensorType, Container, tuple)) or python_type(dataset) is not None:
        raise OpError("tf-value", "expected a dataset", "dataset")
    if not isinstance(dataset, Dataset):
        return TOP
    found = leaves(interpreter, dataset.element)
    if (count or 0) > 1:
        if any(isinstance(each, TensorType) and each.shape.rank == 0 for each in found):
            words = "its elements are no batches, which could be divided"
            raise OpError("tf-rank", words, "dataset")
    if call.receiver.cls == External(_STRATEGY):
        return dataset if count == 1 else TOP  # without a scope nothing is distributed
    return _made(interpreter, dataset, count, True)


def _from_function(interpreter: Interpreter, call: Call) -> Value:
    """`distribute_datasets_from_function`: each replica gets elements of its own."""
    context = interpreter.instance("tensorflow.distribute.InputContext")
    made = resolve(interpreter.call(call.get(0, "dataset_fn"), [context], {}, call.node))
    if not isinstance(made, Dataset):
        return TOP
    return _made(interpreter, made, count_of(call.receiver), False)


def _made(interpreter: Interpreter, dataset: Dataset, count: int | None, split: bool) -> Instance:
    return interpreter.instance(_CLASS, {_DATASET: dataset, COUNT: count, _SPLIT: split})


def _items(interpreter: Interpreter, call: Call) -> Value:
    """What a loop goes over."""
    dataset, count = call.receiver.read(_DATASET, None), call.receiver.read(COUNT, None)
    if not isinstance(dataset, Dataset):
        return TOP
    split = call.receiver.read(_SPLIT) is True

    def distributed(value: Value) -> Value:
        def leaf(each: TensorType) -> Value:
            part = _part(each, count) if split else each
            return in_each(interpreter, interpreter.made(part, []), count)

        return map_tensors(interpreter, leaf, value, TOP)

    if not split or count is None:
        return interpreter.list(Seq((), distributed(dataset.element)), "iterator")
    return interpreter.list(map_items(distributed, items(interpreter, dataset)), "iterator")


def _part(tensor: TensorType, count: int | None) -> TensorType:
    """What a replica gets of a batch."""
    dims = tensor.shape.dims
    if not dims or count == 1:
        return tensor
    first: Dim = dims[0]
    even = isinstance(first, int) and count is not None and first % count == 0
    size = first // count if isinstance(first, int) and count is not None and even else UNKNOWN
    return TensorType(tensor.dtype, Shape.of(size, *dims[1:]), tensor.kind)


def _no_method(name: str, interpreter: Interpreter, call: Call) -> Value:
    words = f"a distributed dataset has no {name}(): call it before it is distributed"
    raise OpError("tf-attribute", words)


_KEPT: Final = ("reduce", "cardinality")
_MISSING: Final[dict[str, Model]] = {
    name: partial(_no_method, name)
    for name in DATASETS["tensorflow.data.Dataset"].methods
    if name not in _KEPT and not name.startswith("__")
}
CLASSES: Final = {_CLASS: LibraryClass(methods={"__iter__": _items, **_MISSING})}
STRATEGY_METHODS: Final[dict[str, Model]] = {
    "experimental_distribute_dataset": _distribute,
    "distribute_datasets_from_function": _from_function,
    "experimental_distribute_datasets_from_function": _from_function,
}
