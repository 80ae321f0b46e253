"""`isinstance` and the checker agree: a class of TensorFlow is one of an interface to both, or none."""

from pathlib import Path
from types import ModuleType
from typing import Any, Final

import pytest

import tftypes
from tests.checks import Case, check
from tftypes._interface import Interface

#: The public classes of TensorFlow that implement an interface, as annotations have them.
CLASSES: Final = (
    "tf.Tensor", "tf.Variable", "tf.RaggedTensor", "tf.SparseTensor", "tf.IndexedSlices",
    "tf.TensorArray", "tf.queue.QueueBase", "tf.queue.FIFOQueue", "tf.Module", "tf.Graph",
    "tf.data.Dataset", "tf.data.TFRecordDataset", "tf.data.Iterator", "tf.experimental.Optional",
    "tf.experimental.ExtensionType", "tf.distribute.DistributedDataset",
    "tf.distribute.DistributedIterator", "tf.linalg.LinearOperatorDiag",
    "tf.types.experimental.PolymorphicFunction", "tf.types.experimental.ConcreteFunction",
    "tf.errors.OpError", "tf.errors.InvalidArgumentError", "tf.TensorSpec", "tf.DType",
    "tf.TensorShape", "tf.types.experimental.TraceType", "tf.GradientTape", "tf.Operation",
)  # fmt: skip
INTERFACES: Final = (
    "Tensor", "Variable", "RaggedTensor", "SparseTensor", "IndexedSlices", "Composite", "Module",
    "Optional", "List", "Iterable", "Iterator", "Dataset", "Function", "ConcreteFunction", "Error",
    "Graph", "FunctionGraph", "DistributedDataset", "DistributedIterator",
)  # fmt: skip
#: The base classes of these are no composites, and all their implementations are.
ONLY_STATIC: Final = {
    ("tf.distribute.DistributedDataset", "Composite"),
    ("tf.distribute.DistributedIterator", "Composite"),
    ("tf.Variable", "Composite"),
    ("tf.data.Iterator", "Composite"),
}


def found(root: ModuleType, name: str) -> Any:
    value: Any = root
    for part in name.split(".")[1:]:
        value = getattr(value, part)
    return value


def test_the_interfaces_are_all_classes_that_tensorflow_implements() -> None:
    every = {n for n, v in vars(tftypes).items() if isinstance(v, Interface)}
    protocols = {"SupportsTensor", "TypeSpec", "StackableTypeSpec", "ExtensionType", "TraceType",
                 "DispatchableType", "PlaceholderContext", "CastContext", "Symbol", "Value"}  # fmt: skip
    dtypes = {n for n in every if issubclass(getattr(tftypes, n), tftypes.DType)}
    assert every - protocols - dtypes - {"DType", "Shape"} == set(INTERFACES)


@pytest.fixture(scope="module")
def refused(tf: ModuleType, tmp_path_factory: pytest.TempPathFactory) -> set[tuple[str, str]]:
    """Class and interface of each assignment that the checker refuses."""
    pairs = [(cls, interface) for cls in CLASSES for interface in INTERFACES]
    lines = ["import tensorflow as tf", "import tftypes as t"]
    lines += [f"def f{i}(x: {cls}) -> t.{one}: return x" for i, (cls, one) in enumerate(pairs)]
    case = Case("agreement", "\n".join(lines) + "\n", 1)
    folder: Path = tmp_path_factory.mktemp("agreement")
    check([case], folder)
    assert all(kind == "error" and code == "return-value" for _, kind, code, _ in case.reported)
    return {pairs[line - 3] for line, *_ in case.reported}


@pytest.mark.parametrize("interface", INTERFACES)
def test_both_say_the_same(tf: ModuleType, refused: set[tuple[str, str]], interface: str) -> None:
    for cls in CLASSES:
        at_run_time = issubclass(found(tf, cls), getattr(tftypes, interface))
        pair = cls, interface
        assert (pair not in refused) == (at_run_time or pair in ONLY_STATIC), pair
