"""TensorFlow as the judge of rules: what it makes of a call on placeholders, and whether a rule's answer agrees."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
os.environ["TF_ENABLE_ONEDNN_OPTS"] = "0"  # whose kernels let some bad shapes through

import tensorflow as tf

from tftypes.algebra import DType, Expr, Shape, TensorType, Unknown
from tftypes.inference.models.tensorflow.ops.examples import DTYPES, to_python
from tftypes.inference.models.tensorflow.ops.sparse_places import Places
from tftypes.inference.models.tensorflow.ops.values import ListOf, PyValue

# A rule is about what ops do, not about what the optimizer makes of a graph: it drops ops that would have failed.
tf.config.optimizer.set_experimental_options({"disable_meta_optimizer": True})

#: What TensorFlow raises when it refuses a call.
REFUSALS = (
    TypeError,
    ValueError,
    IndexError,
    AttributeError,
    AssertionError,
    NotImplementedError,
    RuntimeError,  # what works in graphs only
    ZeroDivisionError,  # of sizes by a number of parts
    UnboundLocalError,  # tf.linalg.eig, for a dtype that it does not take
    ZeroDivisionError,  # tf.nn.atrous_conv2d, for filters of no channels
    OverflowError,  # keras.ops.clip, for a negative bound of unsigned ints
    MemoryError,  # tf.squeeze, for an axis that is a tensor
    SystemError,  # what asks a tensor for an int and does not look whether it got one
    tf.errors.OpError,
    tf.errors.OperatorNotAllowedInGraphError,
)

#: The size that symbols and unknown dims have when a call is run on actual tensors.
SIZES: Mapping[str, int] = {"N": 5, "M": 6}
UNKNOWN_SIZE = 2


# --- calling TensorFlow -----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Dtype:
    """The `f32` of `f32[2, None]`: makes a placeholder in the graph that is being built, or a tensor outside."""

    name: str

    def __getitem__(self, dims: Any) -> tf.Tensor:
        dims = dims if isinstance(dims, tuple) else (dims,)
        if tf.executing_eagerly():
            return actual(self.name, [size(dim) for dim in dims if dim is not ...])
        sizes = [dim if isinstance(dim, int) else None for dim in dims]
        return tf.compat.v1.placeholder(
            self.name, None if any(dim is ... for dim in dims) else sizes
        )


def size(dim: int | None) -> int:
    return UNKNOWN_SIZE if dim is None else dim


def actual(dtype: str, dims: list[int]) -> tf.Tensor:
    """A tensor with nothing special in it."""
    if dtype == "string":
        return tf.fill(dims, "a")
    return tf.cast(tf.fill(dims, 1), dtype)


def ragged(tensor: tf.Tensor) -> tf.RaggedTensor:
    """A ragged tensor of that dtype and shape, with rows of different lengths."""
    if tf.executing_eagerly():
        rows, columns, *rest = tensor.shape
        return tf.RaggedTensor.from_row_lengths(tf.reshape(tensor, [-1, *rest]), [columns] * rows)
    values = tf.compat.v1.placeholder(tensor.dtype, [None, *tensor.shape[2:]])
    row_splits = tf.compat.v1.placeholder(
        tf.int64, [None if tensor.shape[0] is None else tensor.shape[0] + 1]
    )
    return tf.RaggedTensor.from_row_splits(values, row_splits, validate=False)


def variable(tensor: tf.Tensor) -> tf.Variable:
    with tf.init_scope():
        value = actual(tensor.dtype.name, [size(dim) for dim in tensor.shape])
        return tf.Variable(value, shape=tensor.shape)


def sparse(tensor: tf.Tensor) -> tf.SparseTensor:
    if tf.executing_eagerly():
        return tf.sparse.from_dense(tensor)
    return tf.compat.v1.sparse_placeholder(tensor.dtype, tensor.shape.as_list())


def symbol(tensor: tf.Tensor) -> Any:
    """A KerasTensor, as models are made of, for tensors of that dtype and shape."""
    return tf.keras.Input(batch_shape=tensor.shape.as_list(), dtype=tensor.dtype.name)


def dataset(tensor: tf.Tensor) -> tf.data.Dataset:
    """A data set with elements of that dtype and shape."""
    with tf.init_scope():
        return tf.data.Dataset.from_tensors(array(tensor))


def mapping(tensor: tf.Tensor) -> dict[str, tf.Tensor]:
    """A dict with a tensor of that dtype and shape."""
    return {"a": tensor}


def thing(tensor: tf.Tensor) -> object:
    """An object that nobody makes a tensor of."""
    return object()


def iterator(given: tf.Tensor | list[tf.Tensor]) -> Iterator[tf.Tensor]:
    """What gives the items of a list, or one tensor, once."""
    return (each for each in (given if isinstance(given, list) else [given]))


def array(tensor: tf.Tensor) -> Any:
    """An array of NumPy's, or one of its scalars."""
    with tf.init_scope():
        return actual(tensor.dtype.name, [size(dim) for dim in tensor.shape or ()]).numpy()


#: Values to try for a Python value of which only the type is known.
TRIES: Mapping[str, list[Any]] = {
    "some_int": [1, 2, 3, 0],
    "some_float": [0.5],
    "some_bool": [True, False],
    "some_ints": [[1, 0], [2, 3], [1], [0], [0, 1, 2]],
}


def namespaces(text: str) -> Iterator[dict[str, Any]]:
    """What the names of an example stand for, in every way that is worth trying."""
    named = set(re.findall(r"\w+", text))
    names: dict[str, Any] = {short: Dtype(name) for short, name in DTYPES.items()}
    names.update(tf=tf, ragged=ragged, variable=variable, sparse=sparse, array=array)
    names.update(symbol=symbol, dataset=dataset, dict=mapping, object=thing, iterator=iterator)
    names.update(untold=lambda value: value, LinearOperator=tf.linalg.LinearOperatorFullMatrix)
    if "generator" in named:
        with tf.init_scope():
            names["generator"] = tf.random.Generator.from_seed(1)
    for name, number in SIZES.items():
        if name in named:
            eager = tf.executing_eagerly()
            names[name] = number if eager else tf.compat.v1.placeholder(tf.int32, [])
    tried = [name for name in TRIES if name in named]
    for values in product(*(TRIES[name] for name in tried)):
        yield {**names, **dict(zip(tried, values))}


def traced(text: str) -> list[Any]:
    """The results of a call in a graph, for each way to fill in what the text leaves open.

    Raises what TensorFlow raises when it refuses all of them.
    """
    _forget_scopes()
    graph = tf.__internal__.FuncGraph("oracle")
    with graph.as_default():
        return _results(text)


def run(text: str) -> list[Any]:
    """The results of a call on actual tensors, as `traced`."""
    _forget_scopes()
    return _results(text)


def _forget_scopes() -> None:
    """Starts with no scopes of variables: the default graph keeps all that there ever were, and walks them at each call."""
    tf.compat.v1.reset_default_graph()


def refused(text: str) -> bool:
    """Whether a call can never succeed: eagerly it fails, and a graph with it fails, when it is built or when it runs.

    An eager result without elements counts as none where a graph refuses the call: convolutions and pools give one
    when the window does not fit.
    """
    if _raises(traced, text):
        return _raises(run, text) or all(tf.size(each) == 0 for each in tf.nest.flatten(run(text)))
    return fails(text)


def fails(text: str) -> bool:
    """Whether a call fails with actual tensors, eagerly and in a graph that runs."""
    return _raises(run, text) and _raises(run_graph, text)


def _raises(function: Callable[[str], Any], text: str) -> bool:
    try:
        function(text)
    except REFUSALS:
        return True
    return False


def run_graph(text: str) -> list[Any]:
    """The results of a call inside a tf.function that runs on actual tensors."""

    code = compile(to_python(text), text, "eval")
    results, refusal = [], None
    for names in namespaces(text):
        try:
            results.append(tf.function(_in_graph, autograph=False)(code, names))
        except REFUSALS as error:
            refusal = error
    if not results and refusal is not None:
        raise refusal
    return results


def _in_graph(code: Any, names: dict[str, Any]) -> Any:
    made = {name: MadeOutside(each.name) for name, each in names.items() if isinstance(each, Dtype)}
    return eval(code, {**names, **made})


class MadeOutside(Dtype):
    """An actual tensor as a capture of the graph, so that nothing is known of it but what a program would know."""

    def __getitem__(self, dims: Any) -> tf.Tensor:
        with tf.init_scope():
            return super().__getitem__(dims)


def _results(text: str) -> list[Any]:
    results, refusal = [], None
    code = compile(to_python(text), text, "eval")
    for number, names in enumerate(namespaces(text)):
        try:
            with tf.compat.v1.variable_scope(f"oracle_{number}"):  # where no variable exists
                results.append(eval(code, names))
        except REFUSALS as error:
            refusal = error
    if not results and refusal is not None:
        raise refusal
    return results


def graph_result(call: Callable[[], Any]) -> Any:
    """What a function returns inside a fresh graph."""
    with tf.__internal__.FuncGraph("oracle").as_default():
        return call()


# --- comparing --------------------------------------------------------------------------------------------------------


class Contradiction(AssertionError):
    """The rule says something that is not so."""


#: How a rule's answer relates to TensorFlow's.
EXACT, LESS, MORE = "exact", "less precise", "more precise"


def compare(claim: Any, truth: Any) -> str:
    """How what a rule says of a result relates to the result.

    A rule may know less than a graph does, and more (sizes that follow from symbols or from the contents of tensors).
    Raises Contradiction when both cannot be.
    """
    verdicts = set(_verdicts(claim, truth))
    for worst in (LESS, MORE):
        if worst in verdicts:
            return worst
    return EXACT


def _verdicts(claim: Any, truth: Any) -> Iterator[str]:
    if isinstance(claim, Unknown):
        yield LESS
    elif isinstance(claim, TensorType):
        yield from _tensor(claim, truth)
    elif isinstance(claim, ListOf):
        _require(isinstance(truth, (list, tuple)), claim, truth)
        yield LESS
        for item in truth:
            yield from _verdicts(claim.item, item)
    elif isinstance(claim, dict):
        _require(set(claim) == set(truth), claim, truth)
        for key, item in claim.items():
            yield from _verdicts(item, truth[key])
    elif isinstance(claim, (list, tuple)):
        _require(isinstance(truth, (list, tuple)) and len(claim) == len(truth), claim, truth)
        for item, true_item in zip(claim, truth):
            yield from _verdicts(item, true_item)
    elif isinstance(claim, Shape):
        yield from _shape(claim, tf.TensorShape(truth), claim, truth)
    elif isinstance(claim, DType):
        _require(truth.name in claim.names, claim, truth)
        yield EXACT if claim.is_known else LESS
    elif isinstance(claim, PyValue):
        _require(type(truth).__name__ == claim.type, claim, truth)
        yield LESS
    else:
        _require(claim == truth, claim, truth)
        yield EXACT


def kind(value: Any) -> str:
    """TensorType's name for what a value is."""
    if isinstance(value, tf.RaggedTensor):
        return "ragged"
    if isinstance(value, tf.SparseTensor):
        return "sparse"
    if isinstance(value, tf.IndexedSlices):
        return "indexed_slices"
    if isinstance(value, tf.Variable):
        return "variable"
    return "tensor" if tf.is_tensor(value) else type(value).__name__


def _tensor(claim: TensorType, truth: Any) -> Iterator[str]:
    is_one = claim.kind == "LinearOperator" and isinstance(truth, tf.linalg.LinearOperator)
    # What the rules take for dense may be of another kind where they do not know its rank.
    is_of_some_kind = claim.kind == "tensor" and claim.shape.rank is None
    kinds = ("tensor", "ragged", "sparse") if is_of_some_kind else (claim.kind,)
    _require(is_one or kind(truth) in kinds, claim, truth)
    _require(truth.dtype.name in claim.dtype.names, claim, truth)
    yield EXACT if claim.dtype.is_known else LESS
    yield from _shape(claim.shape, truth.shape, claim, truth)
    if isinstance(claim.value, Places) and is_actual(truth.indices):
        _require(list(map(list, claim.value.rows)) == truth.indices.numpy().tolist(), claim, truth)
    elif not isinstance(claim.value, Places | None) and is_actual(truth):
        inside = truth.numpy()
        _contents(
            claim.value, inside if isinstance(inside, bytes) else inside.tolist(), claim, truth
        )


def _shape(claim: Shape, truth: tf.TensorShape, whole: Any, value: Any) -> Iterator[str]:
    if truth.rank is None:
        yield MORE if claim.rank is not None or claim.min_rank else EXACT
        return
    if claim.rank is None:
        _require(claim.min_rank <= truth.rank, whole, value)
        yield LESS
    else:
        _require(claim.rank == truth.rank, whole, value)
    pairs = [*zip(claim.prefix, truth)]
    pairs += zip(claim.suffix, truth.as_list()[truth.rank - len(claim.suffix) :])
    for dim, true_dim in pairs:
        yield _dim(dim, true_dim, whole, value)


def _dim(dim: Any, truth: int | None, whole: Any, value: Any) -> str:
    if isinstance(dim, Unknown):
        return EXACT if truth is None else LESS
    if isinstance(dim, Expr):
        if truth is None:
            return EXACT
        # In a graph, a symbol may turn out to be any number.
        known = evaluated(dim) if is_actual(value) else None
        _require(known is None or known == truth, whole, value)
        return LESS
    if truth is None:
        return MORE
    _require(dim == truth, whole, value)
    return EXACT


def is_actual(value: Any) -> bool:
    """Whether a result is there, and not just a place in a graph."""
    parts = tf.nest.flatten(value, expand_composites=True)
    return all(isinstance(part, tf.__internal__.EagerTensor) for part in parts)


def evaluated(dim: Expr) -> int | None:
    """A symbolic dim with the sizes that symbols have when a call is run."""
    from tftypes.algebra.dims import substitute

    value = substitute(dim, SIZES)
    return value if isinstance(value, int) else None


def _contents(claim: Any, truth: Any, whole: Any, value: Any) -> None:
    if isinstance(claim, tuple):
        _require(isinstance(truth, list) and len(claim) == len(truth), whole, value)
        for item, true_item in zip(claim, truth):
            _contents(item, true_item, whole, value)
    elif isinstance(claim, Expr):
        _contents(evaluated(claim), truth, whole, value)
    elif isinstance(claim, (str, bytes)):
        _require(truth == (claim.encode() if isinstance(claim, str) else claim), whole, value)
    elif isinstance(claim, (float, complex)):
        _require(abs(truth - claim) <= 1e-3 * abs(claim) or claim != claim, whole, value)
    elif isinstance(claim, int):
        _require(truth == claim, whole, value)


def _require(condition: bool, claim: Any, truth: Any) -> None:
    if not condition:
        raise Contradiction(f"the rule says {claim}, TensorFlow {truth}")
