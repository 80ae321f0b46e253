"""A transformer that writes sequences backwards: attention with masks, layer norm, residuals.

A line is ``a b c d | d c b a``; the model reads it from the left and predicts each next token.
The second half is determined by the first, so its loss goes to zero once attention has learned
where to look.
"""

from __future__ import annotations

import math
from typing import Sequence, TypeVar

import tensorflow as tf
from typing_extensions import TypeVarTuple, Unpack

from tftypes import Dimension, Shape, Tensor, Variable, float32, int32
from tftypes.runtime import function, signature_of

B = TypeVar("B")  # batch
T = TypeVar("T")  # positions that ask
S = TypeVar("S")  # positions that answer
Lead = TypeVarTuple("Lead")  # any number of leading dims


class Vocabulary(Dimension):
    value = 12


class Model(Dimension):
    value = 32


class Heads(Dimension):
    value = 4


class Inner(Dimension):
    value = 64


class Longest(Dimension):
    value = 16


def causal_mask(length: Tensor[int32, Shape[()]]) -> Tensor[tf.bool, Shape[None, None]]:
    """True where position t may look at position s: never into the future."""
    position = tf.range(length)
    return position[:, 0] >= position[tf.newaxis, :]  # bug: [tf-rank] 2 indices for rank 1


def split_heads(
    x: Tensor[float32, Shape[B, T, Model]],
) -> Tensor[float32, Shape[B, Heads, T, "Model//Heads"]]:
    x = tf.reshape(x, [tf.shape(x)[0], -1, Heads.value, Model.value // Heads.value])
    return tf.transpose(x, [0, 2, 1])  # bug: [tf-rank] perm has 3 items for rank 4


def merge_heads(
    x: Tensor[float32, Shape[B, Heads, T, "Model//Heads"]],
) -> Tensor[float32, Shape[B, T, Model]]:
    x = tf.transpose(x, [0, 2, 1, 3])
    return tf.reshape(x, [tf.shape(x)[0], tf.shape(x)[1], 64])  # bug: [tf-shape] 64]


def attend(
    query: Tensor[float32, Shape[B, Heads, T, 8]],
    key: Tensor[float32, Shape[B, Heads, S, 8]],
    value: Tensor[float32, Shape[B, Heads, S, 8]],
    mask: Tensor[tf.bool, Shape[T, S]],
) -> Tensor[float32, Shape[B, Heads, T, 8]]:
    scores = tf.einsum("bhtd,hsd->bhts", query, key) / math.sqrt(8)  # bug: [tf-rank] 'hsd' needs rank 3, got rank 4
    weights = tf.nn.softmax(tf.where(tf.cast(mask, tf.int32), scores, -1e9), axis=-1)  # bug: [tf-dtype] 'condition': int32 is not supported
    return tf.matmul(weights, value)


class LayerNorm(tf.Module):
    def __init__(self) -> None:
        super().__init__()
        self.scale = tf.Variable(tf.ones([Model.value]))
        self.shift = tf.Variable(tf.zeros([Model.value]))

    def __call__(
        self, x: Tensor[float32, Shape[Unpack[Lead], Model]]
    ) -> Tensor[float32, Shape[Unpack[Lead], Model]]:
        mean = tf.reduce_mean(x, axis=-1, keepdims=True)
        variance = tf.reduce_mean(tf.square(x - mean), axis=-1, keepdims=True)
        return (x - mean) * tf.math.rsqrt(variance + 1e-5) * self.scale + self.shift


class Block(tf.Module):
    """Attention and feed-forward, each behind a layer norm and beside a residual."""

    def __init__(self) -> None:
        super().__init__()
        self.norm1, self.norm2 = LayerNorm(), LayerNorm()
        self.qkv: Variable[float32, Shape[Model, "3*Model"]] = weight(32, 96)
        self.out: Variable[float32, Shape[Model, Model]] = weight(32, 32)
        self.widen: Variable[float32, Shape[Model, Inner]] = weight(32, 64)
        self.narrow: Variable[float32, Shape[Inner, Model]] = weight(64, 32)

    def __call__(
        self, x: Tensor[float32, Shape[B, T, Model]], mask: Tensor[tf.bool, Shape[T, T]]
    ) -> Tensor[float32, Shape[B, T, Model]]:
        query, key, value = tf.split(self.norm1(x) @ self.qkv, 3, axis=-1)
        seen = attend(split_heads(query), split_heads(key), split_heads(value), mask)
        x = x + merge_heads(seen) @ self.widen  # bug: [tf-shape] do not broadcast
        inner = tf.nn.gelu(tf.einsum("btm,mi->bti", self.norm2(x), self.widen))
        return x + inner @ self.narrow


class Transformer(tf.Module):
    def __init__(self, depth: int) -> None:
        super().__init__()
        self.tokens: Variable[float32, Shape[Vocabulary, Model]] = weight(12, 32)
        self.positions: Variable[float32, Shape[Longest, Model]] = weight(16, 32)
        self.blocks = [Block() for _ in range(depth)]
        self.norm = LayerNorm()

    def __call__(
        self, ids: Tensor[int32, Shape[B, T]]
    ) -> Tensor[float32, Shape[B, T, Vocabulary]]:
        length = tf.shape(ids)[1]
        x = tf.gather(self.tokens, ids) * math.sqrt(32) + self.positions[:length]
        mask = causal_mask(length)
        for block in self.blocks:
            x = block(x, mask)
        return tf.matmul(self.norm(x), self.tokens)  # bug: [tf-shape] inner dims Model and 12 differ


def weight(rows: int, columns: int) -> Variable[float32, Shape[None, None]]:
    return tf.Variable(tf.random.normal([rows, columns], stddev=1.0 / math.sqrt(rows)))


@tf.function(input_signature=[tf.TensorSpec([None, None], tf.int64)])  # bug: [tf-signature] dtype is int64 in input_signature
def lines(first: Tensor[int32, Shape[B, T]]) -> Tensor[int32, Shape[B, "2*T"]]:
    """Each line followed by itself backwards."""
    return tf.concat([first, tf.reverse(first, axis=[1])], axis=1)


class Trainer(tf.Module):
    """Adam on the loss of the second half."""

    def __init__(self, model: Transformer, rate: float = 1e-2) -> None:
        super().__init__()
        self.model, self.rate = model, rate
        self.steps = tf.Variable(0.0)
        self.means = [tf.Variable(tf.zeros_like(v)) for v in model.trainable_variables]
        self.squares = [tf.Variable(tf.zeros_like(v)) for v in model.trainable_variables]

    @function
    def step(self, first: Tensor[int32, Shape[B, T]]) -> Tensor[float32, Shape[()]]:
        ids = lines(first)
        half = tf.shape(first)[1]
        with tf.GradientTape() as tape:
            logits = self.model(ids[:, :-1])[:, half - 1 :]
            loss = tf.reduce_mean(
                tf.nn.sparse_softmax_cross_entropy_with_logits(ids[:, half:], logits)
            )
        variables = self.model.trainable_variables
        self.update(variables, tape.gradient(loss, variables))
        return loss

    def update(
        self, variables: Sequence[Variable[float32]], gradients: Sequence[Tensor[float32]]
    ) -> None:
        t = self.steps.assign_add(1.0)
        rate = self.rate * tf.sqrt(1.0 - 0.99**t) / (1.0 - 0.9**t)
        for v, g, m, s in zip(variables, gradients, self.means, self.squares):
            m.assign(0.9 * m + 0.1 * g)
            s.assign(0.99 * s + 0.01 * tf.square(g))
            v.assign_sub(rate * m / (tf.sqrt(s) + 1e-7))


def main() -> None:
    tf.random.set_seed(2)
    trainer = Trainer(Transformer(depth=2))
    for step in range(1, 301):
        # Two lengths in turn: the signature leaves T open, so both share one trace.
        first = tf.random.uniform([64, 4 + 2 * (step % 2)], 0, Vocabulary.value, tf.int32)
        loss = trainer.step(first[0])  # bug: [tf-rank] 'first': expected int32[B, T]
        if step in (1, 100, 300):
            print(f"step {step:3d}  loss {float(loss):.3f}")
    print(f"signature of {signature_of(trainer.step)}")
    print(f"traces   step {trainer.step.experimental_get_tracing_count()}, "
          f"lines {lines.experimental_get_tracing_count()}")


if __name__ == "__main__":
    main()
