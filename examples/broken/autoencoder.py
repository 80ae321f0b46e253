"""A convolutional autoencoder: strided convolutions in, transposed convolutions out.

Pictures of one bright bar on a dark ground, 16 by 16, go through a code of 8 numbers and back.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Literal, TypeVar

import tensorflow as tf

from tftypes import Add, Dimension, FloorDiv, Mul, Shape, Tensor, Variable, float32, float64
from tftypes.runtime import function, signature_of

N = TypeVar("N")  # pictures
H = TypeVar("H")  # rows
W = TypeVar("W")  # columns
C = TypeVar("C")  # channels in
D = TypeVar("D")  # channels out

Half = FloorDiv[Add[H, Literal[1]], Literal[2]]  # ceil(H / 2): what stride 2 leaves of H
Double = Mul[Literal[2], H]


class Side(Dimension):
    value = 16


class Code(Dimension):
    value = 8


@dataclass(frozen=True)
class Parameters:
    """Kernels are height, width, in, out; those of transposed convolutions ..., out, in."""

    conv1: Variable[float32, Shape[3, 3, 1, 8]]
    conv2: Variable[float32, Shape[3, 3, 8, 16]]
    squeeze: Variable[float32, Shape[256, Code]]
    unsqueeze: Variable[float32, Shape[Code, 256]]
    bias: Variable[float32, Shape[256]]
    up1: Variable[float32, Shape[3, 3, 8, 16]]
    up2: Variable[float32, Shape[3, 3, 1, 8]]


def initial_parameters() -> Parameters:
    def kernel(*shape: int) -> Variable[float32]:
        fan_in = float(tf.reduce_prod(shape[:-1]))
        return tf.Variable(tf.random.truncated_normal(shape, stddev=fan_in**-0.5))

    return Parameters(
        conv1=kernel(3, 3, 1, 8),
        conv2=kernel(3, 3, 8, 16),
        squeeze=kernel(256, Code.value),
        unsqueeze=kernel(Code.value, 256),
        bias=tf.Variable(tf.zeros([256])),
        up1=tf.Variable(tf.random.normal([3, 3, 8, 16], stddev=0.1)),
        up2=tf.Variable(tf.random.normal([3, 3, 1, 8], stddev=0.1)),
    )


def down(
    x: Tensor[float32, Shape[N, H, W, C]], kernel: Variable[float32, Shape[3, 3, C, D]]
) -> Tensor[float32, Shape[N, Half[H], Half[W], D]]:
    return tf.nn.leaky_relu(tf.nn.conv2d(x, kernel, strides=2, padding="SAMEE"))  # bug: [tf-value] 'SAMEE' is none of


def up(
    x: Tensor[float32, Shape[N, H, W, C]], kernel: Variable[float32, Shape[3, 3, D, C]]
) -> Tensor[float32, Shape[N, Double[H], Double[W], D]]:
    n, h, w = tf.shape(x)[0], tf.shape(x)[1], tf.shape(x)[2]
    channels = kernel.shape[2]
    return tf.nn.conv2d_transpose(x, kernel, [n, 2 * h, 2 * w], 2, padding="SAME")  # bug: [tf-rank] expected 4 sizes, got 3


def encode(
    p: Parameters, images: Tensor[float32, Shape[N, Side, Side, 1]]
) -> Tensor[float32, Shape[N, Code]]:
    h = down(images, p.conv1)
    h = down(h, p.conv1)  # bug: [tf-shape] C is 8 in argument 'x', 1 here
    return tf.matmul(tf.reshape(h, [-1, 4 * 4 * 16]), p.unsqueeze)  # bug: [tf-shape] inner dims 256 and 8 differ


def decode(
    p: Parameters, code: Tensor[float32, Shape[N, Code]]
) -> Tensor[float32, Shape[N, Side, Side, 1]]:
    h = tf.nn.leaky_relu(code @ p.unsqueeze + p.bias)
    h = tf.reshape(h, [-1, 4, 4, 16])
    h = tf.nn.leaky_relu(up(h, p.up1))
    return tf.sigmoid(up(h, p.up2))


def distance(
    a: Tensor[float32, Shape[N, Side, Side, 1]], b: Tensor[float32, Shape[N, Side, Side, 1]]
) -> Tensor[float32, Shape[N]]:
    """The squared error of each picture."""
    return tf.reduce_sum(tf.math.squared_difference(a, b), axis=[1, 2, 4])  # bug: [tf-axis] axis 4 is out of range for rank 4


@function
def train_step(
    p: Parameters, images: Tensor[float32, Shape[N, Side, Side, 1]]
) -> Tensor[float32, Shape[()]]:
    variables = [getattr(p, field.name) for field in fields(p)]
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(distance(decode(p, encode(p, images)), images))
    gradients, _ = tf.clip_by_globalnorm(tape.gradient(loss, variables), 5.0)  # bug: [tf-attribute] has no attribute 'clip_by_globalnorm'
    for variable, gradient in zip(variables, gradients):
        variable.assign_sub(0.03 * gradient)
    return loss


@tf.function(input_signature=[tf.TensorSpec([None, 16, 16], tf.float64)])  # bug: [tf-signature] rank is 3 in input_signature
def to_float(
    pixels: Tensor[float64, Shape[N, Side, Side, 1]],
) -> Tensor[float32, Shape[N, Side, Side, 1]]:
    return tf.clip_by_value(pixels / 255.0, 0.0, 1.0)  # bug: [tf-dtype] returns: expected float32


def bars(n: int) -> Tensor[float32, Shape[None, Side, Side, 1]]:
    """Pictures of one bar, upright or lying, three pixels wide."""
    at = tf.random.uniform([n, 1], 1, 15, dtype=tf.int32)
    pixel = tf.range(16)
    profile = tf.where(tf.abs(pixel - at) <= 1, 255.0, 0.0)
    lying = tf.tile(profile[:, :, tf.newaxis], [1, 1, 16])
    upright = tf.transpose(lying, [0, 2, 1])
    images = tf.where(tf.random.uniform([n, 1, 1]) < 0.5, lying, at)  # bug: [tf-dtype] expected float32 as x has, got int32
    return to_float(tf.cast(tf.expand_dims(images, -1), tf.float64))


def drawn(image: Tensor[float32, Shape[Side, Side, 1]]) -> list[str]:
    """Every other row, a character a pixel."""
    rows = tf.reshape(image, [16, 15])[::2].numpy()  # bug: [tf-shape] 256 elements do not make [16, 15]
    return ["".join(" .:*#"[int(4.9 * v)] for v in row) for row in rows]


def main() -> None:
    tf.random.set_seed(3)
    images = bars(500)
    batches = tf.data.Dataset.from_tensor_slices(images).shuffle(500).batch(32)
    p = initial_parameters()
    for epoch in range(20):
        losses = [float(train_step(p, batch)) for batch in batches]
        if epoch in (0, 19):
            print(f"epoch {epoch + 1:2d}  squared error {sum(losses) / len(losses):.2f}")
    for before, after in zip(drawn(images[0]), drawn(decode(p, encode(p, images[:1]))[0])):
        print(f"         |{before}|  |{after}|")
    print(f"signature of {signature_of(train_step)}")
    print(f"traces   train_step {train_step.experimental_get_tracing_count()}, "
          f"to_float {to_float.experimental_get_tracing_count()}")


if __name__ == "__main__":
    main()
