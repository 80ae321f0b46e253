"""State of a module: changed by an attribute, read by its functions; copies of names are not changed."""
import tensorflow as tf
import m302_state
from m302_state import size, log, make

m302_state.size = 6
reveal_type(make())  # revealed: Tensor[float32, Shape[6]]
reveal_type(tf.zeros([size]))  # revealed: Tensor[float32, Shape[2]]
reveal_type(tf.concat(log, 0))  # revealed: Tensor[float32, Shape[6]]
m302_state.reset(3)
reveal_type(make())  # revealed: Tensor[float32, Shape[3]]
reveal_type(tf.zeros([len(log), len(m302_state.log)]))  # revealed: Tensor[float32, Shape[1, 1]]
m302_state.hook = lambda t: t[None]
reveal_type(make())  # revealed: Tensor[float32, Shape[1, 3]]
tf.concat(m302_state.log, 0)  # error: tf-shape
