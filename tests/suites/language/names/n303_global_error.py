"""global rebinds the module's name, and the next call uses it."""
import tensorflow as tf

state = tf.zeros([4])
count = 0

def step(x):
    global state, count
    count += 1
    state = state + x  # error: tf-shape
    if count == 2:
        state = tf.stack([state, state], 1)
    return state

reveal_type(step(tf.ones([4])))  # revealed: Tensor[float32, Shape[4]]
reveal_type(step(tf.ones([1])))  # revealed: Tensor[float32, Shape[4, 2]]
reveal_type(step(tf.ones([4, 1])))  # revealed: Tensor[float32, Shape[4, 2]]
step(tf.ones([4]))  # error below: tf-shape
