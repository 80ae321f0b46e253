"""Which of the interfaces TensorFlow's objects are instances of."""

import os
import subprocess
import sys
from types import ModuleType
from typing import Any

import pytest

import tftypes
from tests.namespace.objects import make
from tftypes._interface import Interface

INTERFACES = {
    name: value
    for name, value in vars(tftypes).items()
    if isinstance(value, Interface) and not issubclass(value, tftypes.Numeric)
}
EXPECTED = {
    "eager tensor": "Tensor Value SupportsTensor",
    "string tensor": "Tensor Value SupportsTensor",
    "NumPy-like tensor": "Tensor Value SupportsTensor",
    "weak tensor": "Tensor Value SupportsTensor Composite ExtensionType",
    "placeholder": "Tensor Symbol SupportsTensor",
    "traced argument": "Tensor Symbol SupportsTensor",
    "traced result": "Tensor Symbol SupportsTensor",
    "loop's tensor": "Tensor Symbol SupportsTensor",
    "variable": "Variable Composite ExtensionType",  # not a Tensor: isinstance(variable, tf.Tensor) is False too
    "mirrored variable": "Variable SupportsTensor",
    "reference variable": "Variable",
    "ragged tensor": "RaggedTensor Composite ExtensionType",
    "traced ragged tensor": "RaggedTensor Composite ExtensionType",
    "sparse tensor": "SparseTensor Composite ExtensionType",
    "indexed slices": "IndexedSlices Composite ExtensionType",
    "extension type": "Composite ExtensionType",
    "dataset": "Dataset Iterable Composite ExtensionType",
    "v1 dataset": "Dataset Iterable Composite ExtensionType",
    "iterator": "Iterator Composite ExtensionType",
    "optional": "Optional Composite ExtensionType",
    "no value": "Optional Composite ExtensionType",
    "tensor array": "List",
    "queue": "List",
    "module": "Module",
    "function": "Function",
    "bound method": "Function",
    "concrete function": "ConcreteFunction",
    "error": "Error",
    "graph": "Graph",
    "function's graph": "FunctionGraph Graph",
    "loop's graph": "FunctionGraph Graph",
    "distributed dataset": "DistributedDataset Iterable Composite ExtensionType",
    "distributed dataset from function": "DistributedDataset Iterable Composite ExtensionType",
    "distributed iterator": "DistributedIterator Iterator Composite ExtensionType",
    "tensor spec": "TypeSpec StackableTypeSpec TraceType",
    "ragged tensor spec": "TypeSpec StackableTypeSpec TraceType",
    "sparse tensor spec": "TypeSpec StackableTypeSpec TraceType",
    "dataset spec": "TypeSpec StackableTypeSpec TraceType",
    "trace type of a number": "TraceType",
    "trace type of a tuple": "TraceType",
    "placeholder context": "PlaceholderContext",
    "cast context": "CastContext",
    "dtype": "DType TraceType",
    "shape": "Shape TraceType",
    # As for TensorFlow: isinstance(keras_tensor, tf.Tensor) is False, but it defines __tf_tensor__.
    "Keras tensor": "SupportsTensor",
    "Keras variable": "SupportsTensor",
    "Keras layer": "",
    "NumPy array": "",
    "NumPy dtype": "",
    "NumPy iterator": "",
    "Python function": "",
    "Python error": "",
    "list": "",
}


@pytest.fixture(scope="module")
def objects(tf: ModuleType) -> dict[str, Any]:
    return make(tf)


@pytest.mark.parametrize("name", EXPECTED)
def test_instances(name: str, objects: dict[str, Any]) -> None:
    of = {key for key, kind in INTERFACES.items() if isinstance(objects[name], kind)}
    assert of == set(EXPECTED[name].split())


@pytest.mark.parametrize("name", EXPECTED)
def test_subclasses(name: str, objects: dict[str, Any]) -> None:
    of = {key for key, kind in INTERFACES.items() if issubclass(type(objects[name]), kind)}
    assert of == set(EXPECTED[name].split())


def test_every_object_and_every_interface_is_in_the_table(objects: dict[str, Any]) -> None:
    assert set(objects) == set(EXPECTED)
    seen = {name for names in EXPECTED.values() for name in names.split()}
    by_users_only = {"DispatchableType"}
    kinds_of_dtypes = {"bool", "string", "resource", "variant"}
    assert set(INTERFACES) - seen == by_users_only | kinds_of_dtypes


def test_tensors_are_tensors_when_tensorflow_says_so(
    tf: ModuleType, objects: dict[str, Any]
) -> None:
    for name, value in objects.items():
        if name != "weak tensor":  # a dense tensor, but of a class beside tf.Tensor
            assert isinstance(value, tftypes.Tensor) == isinstance(value, tf.Tensor), name
        assert isinstance(value, tftypes.Variable) == isinstance(value, tf.Variable), name


def test_a_tensor_is_a_value_or_a_symbol(objects: dict[str, Any]) -> None:
    tensors = [value for value in objects.values() if isinstance(value, tftypes.Tensor)]
    for tensor in tensors:
        assert isinstance(tensor, tftypes.Value) != isinstance(tensor, tftypes.Symbol)


def test_tensor_like_is_what_converts_to_a_tensor(tf: ModuleType, objects: dict[str, Any]) -> None:
    symbolic = {name for name in objects if name.split()[0] in ("traced", "loop's")}
    elsewhere = {"placeholder", "reference variable", "Keras tensor"}  # of another graph
    # TensorFlow converts these by a registered function: they are what they are, not like tensors.
    registered = {"shape", "dtype", "NumPy dtype"}
    for name in set(objects) - symbolic - elsewhere - registered:
        try:
            tf.convert_to_tensor(objects[name])
            converts = True
        except (TypeError, ValueError, NotImplementedError):
            converts = False
        assert isinstance(objects[name], tftypes.TensorLike) == converts, name


def test_a_class_registered_for_conversion_is_tensor_like(tf: ModuleType) -> None:
    class Money: ...

    class Coin(Money): ...

    assert not isinstance(Coin(), tftypes.TensorLike)
    tf.register_tensor_conversion_function(Money, lambda *args, **kwargs: tf.constant(1))
    assert isinstance(Coin(), tftypes.TensorLike)
    assert not isinstance(object(), tftypes.TensorLike)


def test_a_class_registered_as_composite_counts(tf: ModuleType) -> None:
    class Pair: ...

    assert not isinstance(Pair(), tftypes.Composite)
    tf.__internal__.CompositeTensor.register(Pair)
    assert isinstance(Pair(), tftypes.Composite)


def test_the_answer_does_not_depend_on_when_tensorflow_is_imported(tf: ModuleType) -> None:
    program = (
        "import tftypes; print(isinstance(1, tftypes.Tensor), isinstance([], tftypes.Dataset));"
        "import tensorflow as tf; print(isinstance(tf.constant(1), tftypes.Tensor),"
        "isinstance(tf.data.Dataset.range(1), tftypes.Dataset), isinstance(1, tftypes.Tensor))"
    )
    environment = {**os.environ, "TF_CPP_MIN_LOG_LEVEL": "3"}
    run = [sys.executable, "-c", program]
    result = subprocess.run(run, capture_output=True, text=True, check=True, env=environment)
    assert result.stdout.split() == ["False", "False", "True", "True", "False"]
