"""The ops of which the engine says that XLA does not compile them: TensorFlow says so of each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import tensorflow as tf

from tftypes.inference.interpreter.compiled import OPS

VECTOR = tf.constant([0.5, 1.5, 2.5])
INTS = tf.constant([3, 1, 2])
MATRIX = tf.constant([[2.0, 1.0, 0.0], [1.0, 3.0, 1.0], [0.0, 1.0, 4.0]])
PICTURE = tf.fill([1, 4, 4, 3], 0.5)
PIXELS = tf.zeros([4, 4, 3], tf.uint8)
TEXT = tf.constant(["1"])
SEGMENTS = tf.constant([0, 0, 1])
BOXES = tf.constant([[[0.0, 0.0, 1.0, 1.0]]])


def _sparse(x: Any) -> Any:
    return tf.sparse.from_dense(x)


#: What is called, with a tensor of the graph.
CALLS: dict[str, tuple[Callable[[Any], Any], Any]] = {
    "RaggedTensor.to_tensor": (lambda x: tf.RaggedTensor.from_row_lengths(x, [1, 2]).to_tensor(), VECTOR),
    "audio.encode_wav": (lambda x: tf.audio.encode_wav(x[:, None], 16000), VECTOR),
    "edit_distance": (lambda x: tf.edit_distance(_sparse(x[None]), _sparse(x[None])), INTS),
    "fingerprint": (tf.fingerprint, tf.zeros([1, 3], tf.uint8)),
    "histogram_fixed_width": (lambda x: tf.histogram_fixed_width(x, [0.0, 1.0], 5), VECTOR),
    "image.adjust_jpeg_quality": (lambda x: tf.image.adjust_jpeg_quality(x, 50), PIXELS),
    "image.combined_non_max_suppression": (
        lambda x: tf.image.combined_non_max_suppression(x[..., None, :], tf.ones([1, 1, 1]), 1, 1)[0], BOXES,
    ),
    "image.crop_and_resize": (lambda x: tf.image.crop_and_resize(x, BOXES[0], [0], [2, 2]), PICTURE),
    "image.draw_bounding_boxes": (lambda x: tf.image.draw_bounding_boxes(x, BOXES, [[1.0, 0.0, 0.0]]), PICTURE),
    "image.sample_distorted_bounding_box": (
        lambda x: tf.image.sample_distorted_bounding_box([4, 4, 3], x)[0], BOXES,
    ),
    "image.stateless_sample_distorted_bounding_box": (
        lambda x: tf.image.stateless_sample_distorted_bounding_box([4, 4, 3], x, [1, 2])[0], BOXES,
    ),
    "io.encode_jpeg": (tf.io.encode_jpeg, PIXELS),
    "io.encode_png": (tf.io.encode_png, PIXELS),
    "io.serialize_tensor": (tf.io.serialize_tensor, VECTOR),
    **{
        f"io.{name}": (lambda x, name=name: getattr(tf.io, name)(x[0]), TEXT)
        for name in ("decode_bmp", "decode_gif", "decode_image", "decode_jpeg", "decode_png")
    },
    "io.decode_csv": (lambda x: tf.io.decode_csv(x, [0.0]), TEXT),
    "io.decode_raw": (lambda x: tf.io.decode_raw(x, tf.uint8), TEXT),
    "io.parse_tensor": (lambda x: tf.io.parse_tensor(x[0], tf.float32), TEXT),
    "io.parse_example": (
        lambda x: tf.io.parse_example(x, {"a": tf.io.FixedLenFeature([], tf.float32, 0.0)}), TEXT,
    ),
    "io.parse_single_example": (
        lambda x: tf.io.parse_single_example(x[0], {"a": tf.io.FixedLenFeature([], tf.float32, 0.0)}), TEXT,
    ),
    **{
        f"linalg.{name}": (getattr(tf.linalg, name), MATRIX)
        for name in ("det", "eig", "eigvals", "lu", "slogdet", "sqrtm")
    },
    "linalg.logm": (lambda x: tf.linalg.logm(tf.cast(x, tf.complex64)), MATRIX),
    **{
        f"math.{name}": (lambda x, name=name: getattr(tf.math, name)(x), VECTOR)
        for name in ("bessel_i0", "bessel_i1")
    },
    **{
        f"math.segment_{name}": (lambda x, name=name: getattr(tf.math, f"segment_{name}")(x, SEGMENTS), VECTOR)
        for name in ("max", "mean", "min", "prod", "sum")
    },
    **{
        f"math.special.{name}": (lambda x, name=name: getattr(tf.math.special, name)(x), VECTOR)
        for name in (
            "bessel_j0", "bessel_j1", "bessel_k0", "bessel_k1", "bessel_y0", "bessel_y1", "dawsn", "expint",
            "fresnel_cos", "fresnel_sin", "spence",
        )
    },
    "nn.ctc_beam_search_decoder": (lambda x: tf.nn.ctc_beam_search_decoder(x[:, None], [3])[1], MATRIX),
    "nn.ctc_greedy_decoder": (lambda x: tf.nn.ctc_greedy_decoder(x[:, None], [3])[1], MATRIX),
    "nn.dilation2d": (
        lambda x: tf.nn.dilation2d(x, tf.ones([2, 2, 3]), [1] * 4, "SAME", "NHWC", [1] * 4), PICTURE,
    ),
    "nn.embedding_lookup_sparse": (lambda x: tf.nn.embedding_lookup_sparse(x, _sparse([[1, 2]]), None), MATRIX),
    "nn.fractional_avg_pool": (lambda x: tf.nn.fractional_avg_pool(x, [1.0, 1.5, 1.5, 1.0])[0], PICTURE),
    "nn.fractional_max_pool": (lambda x: tf.nn.fractional_max_pool(x, 1.5)[0], PICTURE),
    "nn.max_pool_with_argmax": (lambda x: tf.nn.max_pool_with_argmax(x, 2, 2, "SAME")[0], PICTURE),
    "parallel_stack": (lambda x: tf.parallel_stack([x, x]), VECTOR),
    "print": (lambda x: (tf.print(x), x)[1], VECTOR),
    "ragged.range": (lambda x: tf.ragged.range(x).flat_values, INTS),
    "random.gamma": (lambda x: tf.random.gamma([2], x), VECTOR),
    "random.log_uniform_candidate_sampler": (
        lambda x: tf.random.log_uniform_candidate_sampler(tf.cast(x[None], tf.int64), 3, 1, True, 10)[0], INTS,
    ),
    "random.poisson": (lambda x: tf.random.poisson([2], x), VECTOR),
    "random.stateless_binomial": (lambda x: tf.random.stateless_binomial([3], [1, 2], 3.0, x / 3), VECTOR),
    "random.stateless_gamma": (lambda x: tf.random.stateless_gamma([3], [1, 2], x), VECTOR),
    "random.stateless_poisson": (lambda x: tf.random.stateless_poisson([3], [1, 2], x), VECTOR),
    **{
        f"sets.{name}": (lambda x, name=name: getattr(tf.sets, name)(x[None], x[None]).values, INTS)
        for name in ("difference", "intersection", "union")
    },
    "sets.size": (lambda x: tf.sets.size(_sparse(x[None])), INTS),
    "sparse.add": (lambda x: tf.sparse.add(_sparse(x), _sparse(x)).values, MATRIX),
    "sparse.concat": (lambda x: tf.sparse.concat(0, [_sparse(x)] * 2).values, MATRIX),
    "sparse.reduce_sum": (lambda x: tf.sparse.reduce_sum(_sparse(x)), MATRIX),
    "sparse.reorder": (lambda x: tf.sparse.reorder(_sparse(x)).values, MATRIX),
    "sparse.segment_mean": (lambda x: tf.sparse.segment_mean(x, [0, 1], [0, 0]), VECTOR),
    "sparse.segment_sum": (lambda x: tf.sparse.segment_sum(x, [0, 1], [0, 0]), VECTOR),
    "sparse.softmax": (lambda x: tf.sparse.softmax(_sparse(x)).values, MATRIX),
    "sparse.sparse_dense_matmul": (lambda x: tf.sparse.sparse_dense_matmul(_sparse(x), x), MATRIX),
    "sparse.transpose": (lambda x: tf.sparse.transpose(_sparse(x)).values, MATRIX),
    "unique_with_counts": (tf.unique_with_counts, INTS),
}  # fmt: skip


@pytest.mark.parametrize("name", sorted(CALLS))
def test_xla_has_no_kernel(name: str) -> None:
    function, argument = CALLS[name]
    with pytest.raises((tf.errors.InvalidArgumentError, tf.errors.UnimplementedError)):
        tf.function(function, jit_compile=True)(argument)


def test_each_op_has_a_call() -> None:
    assert {f"tensorflow.{name}" for name in CALLS} == OPS
