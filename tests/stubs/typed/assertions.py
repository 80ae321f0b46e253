"""What every type checker says of TensorFlow with these stubs: mypy with and without the plugin, and pyright.

Shapes stay open here, they are for the plugin, and are one variable where mypy is to choose an overload: with Any in an
argument it chooses none. Each function is one part of the API.
"""

from __future__ import annotations

from typing import Any

import tensorflow as tf
from typing_extensions import TypeVar, assert_type

import tftypes

Floats = tf.Tensor[tftypes.float32, Any]
Ints = tf.Tensor[tftypes.int32, Any]
Bools = tf.Tensor[tftypes.bool, Any]
Strings = tf.Tensor[tftypes.string, Any]
Sh = TypeVar("Sh")


def operators(x: Floats, i: Ints, v: tf.Variable[tftypes.float32, Any]) -> None:
    assert_type(x + 1.0, Floats)
    assert_type(1.0 - x, Floats)
    assert_type(x @ x, Floats)
    assert_type(-x, Floats)
    assert_type(x < 0.5, Bools)
    assert_type(i // 2, Ints)
    assert_type(i % 2, Ints)
    assert_type(2**i, Ints)
    assert_type(~i, Ints)
    assert_type(v * 2.0, Floats)
    assert_type(x + v, Floats)
    assert_type(x.dtype == tf.float32, bool)
    assert_type(x.dtype, tf.DType[tftypes.float32])
    assert_type(tf.int32, tf.DType[tftypes.int32])
    assert_type(len(x), int)
    for row in x:
        assert_type(row, Floats)


def elementwise(
    x: Floats, r: tf.RaggedTensor[tftypes.float32, Any], v: tf.Variable[tftypes.float32, Any]
) -> None:
    assert_type(tf.exp(x), Floats)
    assert_type(tf.nn.relu(x), Floats)
    assert_type(tf.exp(v), Floats)
    assert_type(tf.exp(r), tf.RaggedTensor[tftypes.float32, Any])
    assert_type(tf.math.is_nan(x), Bools)
    assert_type(tf.math.is_nan(r), tf.RaggedTensor[tftypes.bool, Any])
    assert_type(tf.equal(x, 1.0), Bools)
    assert_type(tf.cast(x, tf.int32), Ints)
    assert_type(tf.strings.length("abc"), Ints)


def arrays(x: Floats, i: Ints) -> None:
    assert_type(tf.reduce_sum(x), Floats)
    assert_type(tf.gather(x, i), Floats)
    assert_type(tf.split(x, 2), list[Floats])
    assert_type(tf.unique(i).y, Ints)
    assert_type(tf.argsort(x), Ints)
    assert_type(tf.raw_ops.Tanh(x=x), Floats)
    assert_type(tf.raw_ops.Unique(x=i).y, Ints)
    assert_type(tf.raw_ops.Shape(input=x, out_type=tf.int32), Ints)
    assert_type(tf.raw_ops.StringLength(input="abc"), Ints)
    assert_type(tf.experimental.numpy.less(x, x), Bools)


def overloads(x: tf.Tensor[tftypes.float32, Sh], v: tf.Variable[tftypes.float32, Sh]) -> None:
    assert_type(tf.concat([x, x], 0), Floats)
    assert_type(tf.stack([x, x]), Floats)
    spec = tf.type_spec_from_value(x)
    assert_type(spec, tf.TensorSpec[tftypes.float32, Sh])
    assert_type(tf.OptionalSpec(spec), tf.OptionalSpec[tf.Tensor[tftypes.float32, Sh]])
    assert_type(tf.data.DatasetSpec(spec), tf.data.DatasetSpec[tf.Tensor[tftypes.float32, Sh]])


def strings(words: tf.RaggedTensor[tftypes.string, Any]) -> None:
    assert_type(tf.strings.split("a b"), Strings)
    assert_type(tf.strings.split(["a b"]), tf.RaggedTensor[tftypes.string, Any])
    assert_type(tf.strings.ngrams(words, 2), tf.RaggedTensor[tftypes.string, Any])
    assert_type(tf.ragged.constant([[1], [2, 3]], tf.int32), tf.RaggedTensor[tftypes.int32, Any])


def sparse(s: tf.SparseTensor[tftypes.float32, Sh], x: tf.Tensor[tftypes.float32, Sh]) -> None:
    assert_type(tf.sparse.to_dense(s), Floats)
    assert_type(tf.sparse.add(s, s), tf.SparseTensor[tftypes.float32, Any])
    assert_type(tf.sparse.add(s, x), Floats)
    assert_type(
        tf.sparse.reduce_sum(s, output_is_sparse=True), tf.SparseTensor[tftypes.float32, Any]
    )
    assert_type(s.indices, tf.Tensor[tftypes.int64, Any])


def datasets(x: Floats) -> None:
    dataset = tf.data.Dataset.from_tensors(x)
    assert_type(dataset, tf.data.Dataset[Floats])
    assert_type(dataset.shuffle(3).repeat(), tf.data.Dataset[Floats])
    assert_type(dataset.enumerate(), tf.data.Dataset[tuple[tf.Tensor[tftypes.int64, Any], Floats]])
    for element in dataset:
        assert_type(element, Floats)
    assert_type(iter(dataset).get_next(), Floats)
    assert_type(iter(dataset).get_next_as_optional(), tf.experimental.Optional[Floats])
    assert_type(tf.data.TextLineDataset("a.txt"), tf.data.TextLineDataset)
    assert_type(tf.data.experimental.get_single_element(dataset), Floats)


@tf.function
def traced(x: Floats, n: int = 2) -> Floats:
    return x * 2.0


class Model(tf.Module):
    def __init__(self) -> None:
        super().__init__()
        self.v = tf.Variable([1.0], dtype=tf.float32)

    @tf.function(jit_compile=True)
    def double(self, x: Floats) -> Floats:
        return x * self.v


def functions(x: Floats) -> None:
    assert_type(traced(x), Floats)
    assert_type(traced(x, n=3), Floats)
    assert_type(traced.pretty_printed_concrete_signatures(), str)
    assert_type(traced.get_concrete_function(x)(x), Floats)
    assert_type(Model().double(x), Floats)
    assert_type(traced.experimental_get_tracing_count(), int)


def specs(x: Floats) -> None:
    assert_type(tf.TensorSpec.from_tensor(x), tf.TensorSpec[tftypes.float32, Any])
    assert_type(tf.TensorArray(tf.float32, 3).read(0), Floats)
    assert_type(tf.TensorShape([1, 2]).as_list(), list[Any])


def messages() -> None:
    example = tf.train.Example.FromString(b"")
    assert_type(example, tf.train.Example)
    assert_type(example.features, tf.train.Features)
    assert_type(example.features.feature["x"], tf.train.Feature)
    assert_type(example.features.feature["x"].int64_list, tf.train.Int64List)
    assert_type(example.SerializeToString(), bytes)
    assert_type(tf.train.SequenceExample().feature_lists.feature_list["x"].feature[0], Any)


def files() -> None:
    assert_type(tf.io.gfile.GFile("a").read(), str)
    assert_type(tf.io.gfile.GFile("a", "rb").readlines(), list[bytes])
    assert_type(tf.train.Checkpoint().save("a"), str)


def gradients(x: Floats, v: tf.Variable[tftypes.float32, Any]) -> None:
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.reduce_sum(x * v)
    assert_type(y, Floats)


def interfaces(
    t: tftypes.Tensor[tftypes.float32, Any],
    r: tftypes.RaggedTensor[tftypes.float32, Any],
    s: tftypes.SparseTensor[tftypes.float32, Sh],
) -> None:
    """The interfaces are operands too; without the plugin the result is open."""
    tf.exp(t)
    tf.matmul(t, t)
    tf.concat([t, t], 0)
    tf.add(tf.zeros([2]) + t, 1.0)
    tf.reduce_sum(r)
    tf.exp(r)
    assert_type(tf.sparse.to_dense(s), Floats)
    assert_type(tf.sparse.reorder(s), tf.SparseTensor[tftypes.float32, Any])
    assert_type(tf.sparse.reduce_sum(s), Floats)
    assert_type(tf.RaggedTensor.from_sparse(s), tf.RaggedTensor[tftypes.float32, Any])
    tf.sparse.add(s, s)
    tf.sparse.concat(0, [s, s])
    tf.sparse.sparse_dense_matmul(s, t)


def tables(words: Strings, ragged: tf.RaggedTensor[tftypes.string, Any]) -> None:
    pairs = tf.lookup.KeyValueTensorInitializer(
        ["a"], [1], key_dtype=tf.string, value_dtype=tf.int32
    )
    table = tf.lookup.StaticHashTable(pairs, default_value=-1)
    assert_type(table, tf.lookup.StaticHashTable[tftypes.string, tftypes.int32])
    assert_type(table.lookup(words), Ints)
    assert_type(table[ragged], tf.RaggedTensor[tftypes.int32, Any])
    assert_type(table.value_dtype, tf.DType[tftypes.int32])
    assert_type(table.size(), tf.Tensor[tftypes.int64, tftypes.Shape[()]])
    changing = tf.lookup.experimental.MutableHashTable(tf.string, tf.float32, 0.0)
    assert_type(changing.lookup(words), Floats)
    assert_type(changing.export(), tuple[Strings, Floats])


def linear_operators(x: Floats) -> None:
    diagonal = tf.linalg.LinearOperatorDiag(x)
    assert_type(diagonal, tf.linalg.LinearOperatorDiag[tftypes.float32])
    assert_type(diagonal.matmul(x), Floats)
    assert_type(diagonal.to_dense(), Floats)
    assert_type(diagonal.inverse().solve(x), Floats)
    assert_type(diagonal @ diagonal, tf.linalg.LinearOperator[tftypes.float32])
    assert_type(diagonal.dtype, tf.DType[tftypes.float32])
    assert_type(
        tf.linalg.LinearOperatorIdentity(2, dtype=tf.float64),
        tf.linalg.LinearOperatorIdentity[tftypes.float64],
    )
