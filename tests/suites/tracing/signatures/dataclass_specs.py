import tensorflow as tf
from typing_extensions import reveal_type

from typing import Any, NamedTuple


class Batch(NamedTuple):
    tokens: Any  # a tensor, or its spec
    weights: Any


SPEC = Batch(tf.TensorSpec([None, 5], tf.int32), tf.TensorSpec([None], tf.float32))


@tf.function(input_signature=[SPEC])
def score(batch):
    reveal_type(batch.tokens)  # revealed: Tensor[int32, Shape[None, 5]]
    values = tf.reduce_sum(tf.one_hot(batch.tokens, 3), axis=1)
    return reveal_type(values * batch.weights[:, None])  # revealed: Tensor[float32, Shape[None, 3]]


sizes = [2, 4]
for n in sizes:
    out = score(Batch(tf.zeros([n, 5], tf.int32), tf.ones([n])))
reveal_type(out)  # revealed: Tensor[float32, Shape[4, 3]]
concrete = score.get_concrete_function()
score(Batch(tf.zeros([2, 6], tf.int32), tf.ones([2])))  # error: tf-signature
