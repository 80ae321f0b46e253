"""Calls as programs write them, not as rules show them: floats for ints, NumPy's arrays, lists of nothing, tensors in lists."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tftypes.inference.models.tensorflow.ops import Example
from tftypes.inference.models.tensorflow.ops.describe import describe
from tftypes.inference.models.tensorflow.ops.examples import evaluate

from . import oracle
from .judge import Judge
from .verdicts import OPEN

FLOATS_FOR_INTS = [
    "tf.nn.max_pool2d(f32[8, 28, 28, 3], 2.0, 2.0, 'SAME') -> f32[8, None, None, 3]",
    "tf.nn.conv2d(f32[8, 28, 28, 3], f32[3, 3, 3, 16], [1, 2.0, 2.0, 1], 'SAME') -> f32[8, None, None, 16]",
    "tf.nn.dilation2d(f32[8, 28, 28, 5], f32[3, 3, 5], [1, 2.0, 2, 1], 'SAME', 'NHWC', [1, 1, 1, 1])"
    " -> f32[8, None, 14, 5]",
    "tf.stack([f32[3], f32[3]], axis=True) -> f32[None, None]",
    "tf.squeeze(f32[4, 1], [1.0]) -> f32[None]",
    "tf.sort(f32[2, 3], axis=1.0) -> f32[2, 3]",
    "tf.argsort(f32[2, 3], axis=1.0) -> i32[2, 3]",
    "tf.nn.softmax(f32[2, 3], axis=1.0) -> f32[2, 3]",
    "tf.one_hot(i32[4], 3, axis=1.0) -> f32[4, 3]",
    "tf.gather(f32[5, 6, 7], i32[5, 2], axis=2, batch_dims=1.0) -> f32[5, 6, 2]",
    "tf.math.approx_max_k(f32[4, 100], 2.5) -> (f32[4, None], i32[4, None])",
    "tf.ragged.stack_dynamic_partitions(f32[3, 4], [0, 1, 0], 2.5) -> ragged(f32[None, None, 4])",
    "tf.experimental.numpy.eye(3.0, 4) -> f64[None, 4]",
    "tf.experimental.numpy.sum(f32[2, 3], axis=True) -> f32[...]",
    "tf.reduce_sum(f32[2, 3], axis=True) -> f32[None]",
]
ARRAYS = [
    "tf.reduce_sum(f32[2, 3], axis=array(f64[])) -> f32[None]",
    "tf.image.rgb_to_hsv(array(u8[2, 3])) -> f32[2, 3]",
    "tf.image.non_max_suppression(array(f64[5, 4]), array(f64[5]), 3) -> i32[None]",
    "tf.nn.local_response_normalization(array(b[2, 3, 3, 3])) -> f32[2, 3, 3, 3]",
    "tf.random.stateless_normal([2], array(f32[2])) -> f32[2]",
    "tf.logical_not(array(f32[2])) -> b[2]",
    "tf.where(array(f32[2]), f32[2], f32[2]) -> f32[2]",
    "tf.sparse.segment_sum(f32[5, 4], array(f32[2]), [0, 0]) -> f32[None, 4]",
]
NOTHING = [
    "tf.strings.join([[], []]) -> s[0]",
    "tf.io.decode_raw([], tf.int32) -> i32[0, None]",
    "tf.RaggedTensor.from_row_starts(f32[0], []) -> ragged(f32[0, None])",
    "tf.reduce_any([]) -> b[]",
    "tf.squeeze(f32[1, 2, 1], axis=()) -> f32[2]",
]
TENSORS_IN_LISTS = [
    "tf.random.experimental.stateless_shuffle(f32[5, 3], seed=[f32[], i32[]]) -> f32[5, 3]",
    "tf.nn.experimental.stateless_dropout(f32[2, 5], 0.5, seed=[f32[], 2]) -> f32[2, 5]",
    "tf.unravel_index([f32[], 5, 7], [3, 3]) -> i32[2, 3]",
    "tf.concat([f32[2, 3], f32[2, 1]], axis=i64[]) -> f32[None, None]",
]
OTHERS = [
    "tf.image.random_crop(f32[28, 27, 3], [-1, 11, 3]) -> f32[None, 11, 3]",
    "tf.debugging.assert_shapes([(f32[], ('N',))]) -> anything",
    "tf.zeros(tf.TensorShape([2, 3]).with_rank_at_least(1.0)) -> f32[2, 3]",
]
CALLS = [*FLOATS_FOR_INTS, *ARRAYS, *NOTHING, *TENSORS_IN_LISTS, *OTHERS]


@pytest.fixture(scope="module")
def judge() -> Iterator[Judge]:
    with Judge() as judge:
        yield judge


@pytest.mark.parametrize("example", [Example.parse(text) for text in CALLS], ids=str)
def test_what_tensorflow_takes_is_not_refused(example: Example, judge: Judge) -> None:
    assert describe(evaluate(example.call)) == describe(evaluate(example.result or ""))
    assert judge(example.call) in (oracle.EXACT, oracle.LESS, oracle.MORE, OPEN)
