"""A multilayer perceptron on raw TensorFlow: variables, GradientTape, one training step.

The task: points of the plane lie on three rings around the origin; say on which one.
Run it with ``python examples/mlp.py``, check it with ``tftypes check examples/mlp.py``.
"""

from __future__ import annotations

import math
from typing import NamedTuple, TypeVar

import tensorflow as tf

from tftypes import Dimension, Floating, Shape, Tensor, Variable, float32, int32
from tftypes.runtime import function, signature_of

N = TypeVar("N")  # the size of a batch: one size in one call, any size in the next
Width = TypeVar("Width")
Float = TypeVar("Float", bound=Floating)


class Features(Dimension):
    value = 2


class Hidden(Dimension):
    value = 32


class Classes(Dimension):
    value = 3


class Parameters(NamedTuple):
    w1: Variable[float32, Shape[Features, Hidden]]
    b1: Variable[float32, Shape[Hidden]]
    w2: Variable[float32, Shape[Hidden, Hidden]]
    b2: Variable[float32, Shape[Hidden]]
    w3: Variable[float32, Shape[Hidden, Classes]]
    b3: Variable[float32, Shape[Classes]]


def glorot(inputs: int, outputs: int) -> Tensor[float32, Shape[None, None]]:
    limit = math.sqrt(6.0 / (inputs + outputs))
    return tf.random.uniform([inputs, outputs], -limit, limit)


def initial_parameters() -> Parameters:
    return Parameters(
        w1=tf.Variable(glorot(Features.value, Hidden.value)),
        b1=tf.Variable(tf.zeros([Hidden.value])),
        w2=tf.Variable(glorot(Hidden.value, Hidden.value)),
        b2=tf.Variable(tf.zeros([Hidden.value])),
        w3=tf.Variable(tf.random.normal([32, 3], stddev=0.1)),
        b3=tf.Variable(tf.zeros([3])),
    )


def standardized(x: Tensor[Float, Shape[N, Width]]) -> Tensor[Float, Shape[N, Width]]:
    """Every column with mean 0 and variance 1, in whatever precision the data came."""
    mean = tf.redcue_mean(x, axis=0)  # bug: [tf-attribute] has no attribute 'redcue_mean'
    variance = tf.reduce_mean(tf.square(x - mean), axis=0, keepdims=True)
    return (x - mean) * tf.math.rsqrt(variance + 1e-6)


def rings(n: int) -> tuple[Tensor[float32, Shape[None, Features]], Tensor[int32, Shape[None]]]:
    """Noisy points on three rings, and the number of the ring of each."""
    label = tf.random.uniform([n], 0, 3, dtype=tf.int32)
    angle = tf.random.uniform([n], 0.0, 2.0 * math.pi)
    radius = 1.0 + tf.cast(label, tf.float32) + tf.random.normal([n], stddev=0.1)
    points = tf.stack([radius * tf.cos(angle), radius * tf.sin(angle)], axis=3)  # bug: [tf-axis] axis 3 is out of range
    return standardized(points), label


def mirrored(
    x: Tensor[float32, Shape[N, Features]], y: Tensor[int32, Shape[N]]
) -> tuple[Tensor[float32, Shape["2*N", Features]], Tensor[int32, Shape["2*N"]]]:
    """Twice the data: a ring is the same seen from the other side."""
    return tf.concat([x, -x], axis=1), tf.concat([y, y], axis=0)  # bug: [tf-shape] dim 1 is 4, expected Features=2


def logits(
    p: Parameters, x: Tensor[float32, Shape[N, Features]]
) -> Tensor[float32, Shape[N, Classes]]:
    h = tf.nn.relu(x @ p.w1 + p.b1)
    h = tf.nn.relu(tf.matmul(h, p.w1) + p.b2)  # bug: [tf-shape] inner dims 32 and 2 differ
    return tf.matmul(h, p.w3) + p.b3


def cross_entropy(
    scores: Tensor[float32, Shape[N, Classes]], y: Tensor[int32, Shape[N]]
) -> Tensor[float32, Shape[()]]:
    target = tf.one_hot(y, depth=Classes.value)
    return -tf.reduce_mean(tf.reduce_sum(target * tf.nn.log_softmax(scores), axis=2))  # bug: [tf-axis] axis 2 is out of range for rank 2


@function  # the input signature comes from the annotations: one trace, whatever the batch size
def train_step(
    p: Parameters,
    x: Tensor[float32, Shape[N, Features]],
    y: Tensor[int32, Shape[N]],
    rate: Tensor[float32, Shape[()]],
) -> Tensor[float32, Shape[()]]:
    x2, y2 = mirrored(x, y)
    variables = [p.w1, p.b1, p.w2, p.b2, p.w3, p.b3]
    with tf.GradientTape() as tape:
        loss = cross_entropy(logits(p, x2), y2)
    for variable, gradient in zip(variables, tape.gradient(loss, variables)):
        variable.assign_sub(rate * gradient)
    return loss


@tf.function(  # the same written out twice: the annotations must agree with the signature
    input_signature=[tf.TensorSpec([None, 4], tf.float32), tf.TensorSpec([None], tf.int32)]  # bug: [tf-signature] dim 1 is 4 in input_signature
)
def accuracy(
    scores: Tensor[float32, Shape[N, Classes]], y: Tensor[int32, Shape[N]]
) -> Tensor[float32, Shape[()]]:
    hits = tf.equal(tf.argmax(scores, axis=1), y)  # bug: [tf-dtype] expected int64 as x has, got int32
    return tf.reduce_mean(tf.cast(hits, tf.float32))


def main() -> None:
    tf.random.set_seed(1)
    x, y = rings(1000)
    batches = tf.data.Dataset.from_tensor_slices((x, y)).shuffle(1000).batch(64)
    p = initial_parameters()
    for epoch in range(10):
        losses = [float(train_step(p, bx, by, tf.constant(1))) for bx, by in batches]  # bug: [tf-dtype] 'rate': expected float32[], got int32[]
        if epoch in (0, 9):
            print(f"epoch {epoch + 1:2d}  loss {sum(losses) / len(losses):.3f}")
    print(f"accuracy {float(accuracy(logits(p, x), y)):.3f}")
    one_of_each = tf.constant([[0.65, 0.0], [0.0, 1.31], [-1.96, 0.0]])
    loss = cross_entropy(logits(p, one_of_each), tf.constant([0, 1]))  # bug: [tf-shape] N is 3 in argument 'scores', 2 here
    print(f"loss     {float(loss):.3f} on one point of each ring")
    print(f"signature of {signature_of(train_step)}")
    print(f"traces   train_step {train_step.experimental_get_tracing_count()}, "
          f"accuracy {accuracy.experimental_get_tracing_count()}")


if __name__ == "__main__":
    main()
