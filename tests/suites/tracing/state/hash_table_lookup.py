import tensorflow as tf
from typing_extensions import reveal_type

keys = tf.constant(["a", "b"])
table = tf.lookup.StaticHashTable(tf.lookup.KeyValueTensorInitializer(keys, tf.constant([1, 2], tf.int64)), -1)


@tf.function
def lookup(words):
    return reveal_type(table.lookup(words))  # revealed: Tensor[int64, Shape[3]] | RaggedTensor[int64, Shape[2, None]]


reveal_type(lookup(tf.constant(["a", "c", "b"])))  # revealed: Tensor[int64, Shape[3]]
ragged = tf.ragged.constant([["a"], ["b", "c"]])
reveal_type(lookup(ragged))  # revealed: RaggedTensor[int64, Shape[2, None]]
table.lookup(tf.constant([1, 2]))  # error: tf-dtype
