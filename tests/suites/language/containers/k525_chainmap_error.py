"""A deque with a maximum forgets the first; the ones left are of other lengths."""
from collections import ChainMap, deque
import tensorflow as tf

recent = deque((tf.ones([n]) for n in (3, 4, 4)), maxlen=2)
reveal_type(tf.stack(list(recent)))  # revealed: Tensor[float32, Shape[2, 4]]
defaults = ChainMap({}, {"size": 5})
recent.append(tf.ones([defaults["size"] - 1]))
reveal_type(tf.stack(list(recent)))  # revealed: Tensor[float32, Shape[2, 4]]
defaults["size"] += 2
reveal_type(tf.zeros([defaults["size"], defaults.maps[1]["size"]]))  # revealed: Tensor[float32, Shape[7, 5]]
recent.append(tf.ones([defaults["size"]]))
reveal_type(recent[-1])  # revealed: Tensor[float32, Shape[7]]
x = tf.stack(list(recent))  # error: tf-shape
